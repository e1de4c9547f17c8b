// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"
#include "core/figure/figure_table.h"
#include "core/plan/text.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace highwater {

// A page about a plan before it is written. Its texts are plain and in the language of the page;
// each writer escapes them.

struct PageHeading
{
    std::string text;
    bool isTitle = false; ///< of the whole page
};
struct PageParagraph
{
    std::string text;
    bool strong = false;
};
/// Text of the person's own, line by line.
struct PageQuotation
{
    std::string text;
};
struct PageItem
{
    std::string label; ///< before the text; may be empty
    std::string key; ///< written as code after the label; may be empty
    std::string text;
    std::string source; ///< in brackets after the text; may be empty
};
struct PageList
{
    std::vector<PageItem> items;
};
struct PageTable
{
    FigureTable table;
};
/// A command or a code, letter by letter.
struct PageCode
{
    std::string text;
};
/// A drawing; Markdown has none.
struct PagePicture
{
    Scene scene;
};
using PageBlock = std::variant<PageHeading, PageParagraph, PageQuotation, PageList, PageTable,
                               PageCode, PagePicture>;
using PageBlocks = std::vector<PageBlock>;

/// The page as Markdown.
std::string markdownOf(const PageBlocks& page, const Translator& words);

/// A page and the language that it is in.
struct LanguagePage
{
    std::string language; ///< "en", "zh_CN"
    Translator words;
    PageBlocks page;
};

/// The form of pictures in a document of HTML.
enum class HtmlPictures {
    Inside, ///< as SVG
    Named ///< as images named by pictureName(), which the reader of the document draws
};

/// The pages as one document of HTML that needs no other file, one after another, each from a new
/// sheet of A4 on where it is printed. It has no script, and all text from outside is escaped.
std::string htmlOf(std::span<const LanguagePage> pages, HtmlPictures pictures);

/// The name of the picture that stands at this place among all pictures of the pages, from 0.
std::string pictureName(std::size_t index);

} // namespace highwater
