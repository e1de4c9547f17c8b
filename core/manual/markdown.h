// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

// The part of Markdown in which the manual is written: headings with an anchor, paragraphs and
// items of one line each, tables, code between fences, pictures; bold, code and links in them.
namespace highwater {

/// A run of letters that look alike.
struct MarkdownSpan
{
    std::string text;
    bool strong = false, code = false;
    std::string target; ///< of a link
};

enum class MarkdownKind { Heading, Paragraph, Item, NumberedItem, Picture, Code, Table };

struct MarkdownBlock
{
    MarkdownKind kind = MarkdownKind::Paragraph;
    int level = 0; ///< of a heading, from 1
    std::string anchor; ///< of a heading; may be empty
    std::string number; ///< of a numbered item: "1."
    std::vector<MarkdownSpan> spans; ///< of a picture, its words; the target is its file
    std::string code; ///< of a block of code, its lines
    std::vector<std::vector<std::vector<MarkdownSpan>>> rows; ///< of a table, the heads first
    std::vector<bool> right; ///< of a table, whether a column is aligned there
};

std::vector<MarkdownBlock> markdownBlocks(std::string_view text);

std::vector<MarkdownSpan> markdownSpans(std::string_view line);

/// The text without marks.
std::string plainText(const std::vector<MarkdownSpan>& spans);

} // namespace highwater
