// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/page.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {
namespace {

/// Text from outside within a line of Markdown.
std::string escaped(std::string_view text)
{
    constexpr std::string_view special = R"(\`*_[]<>|~#&!$)";
    std::string safe;
    for (const char letter : printable(text)) {
        if (special.find(letter) != std::string_view::npos)
            safe += '\\';
        safe += letter;
    }
    return safe;
}

/// The same for a whole line: Markdown must not take it for a list, a rule or a block of code.
std::string escapedLine(std::string_view text)
{
    const auto isBlank = [](char letter) { return letter == ' ' || letter == '\t'; };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view marks = digits == 0 ? "-+=" : ".)";
    if (digits == text.size() || marks.find(text[digits]) == std::string_view::npos)
        return escaped(text);
    return std::string(text.substr(0, digits)) + '\\' + escaped(text.substr(digits));
}

/// Notes as a quotation, line by line.
std::string quotation(std::string_view notes)
{
    std::string block;
    while (!notes.empty()) {
        const std::size_t end = std::min(notes.find('\n'), notes.size());
        std::string_view line = notes.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        block += "> " + escapedLine(line) + "\n";
        notes.remove_prefix(std::min(end + 1, notes.size()));
    }
    return block;
}

/// A block of code; its fence is longer than any fence in the content, which could close the block.
std::string fenced(std::string_view content)
{
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char letter : content) {
        run = letter == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    return fence + "\n" + std::string(content) + "\n" + fence + "\n";
}

std::string tableRow(const std::vector<std::string>& cells)
{
    std::string row = "|";
    for (const std::string& cell : cells)
        row += " " + cell + " |";
    return row + "\n";
}

/// The table; what its cells say is escaped.
std::string tableText(const FigureTable& table, const Translator& words)
{
    const auto texts = textsOf(table, words, [&words](const TableCell& cell) {
        const std::string mark = cell.strong ? "**" : "";
        return mark + escaped(cellText(cell, words, inGib)) + mark;
    });
    std::string text = tableRow(texts.front()) + "|";
    for (std::size_t column = 0; column < table.heads.size(); ++column)
        text += table.isNumeric(column) ? "--:|" : ":--|";
    text += "\n";
    for (std::size_t row = 1; row < texts.size(); ++row)
        text += tableRow(texts[row]);
    return text;
}

/// Each block with a line's end, but none for those that Markdown cannot show.
struct MarkdownWriter
{
    const Translator& words;

    std::string operator()(const PageHeading& heading) const
    {
        return (heading.isTitle ? "# " : "## ") + escaped(heading.text) + "\n";
    }
    std::string operator()(const PageParagraph& paragraph) const
    {
        const std::string mark = paragraph.strong ? "**" : "";
        return mark + escaped(paragraph.text) + mark + "\n";
    }
    std::string operator()(const PageQuotation& notes) const { return quotation(notes.text); }
    std::string operator()(const PageList& list) const
    {
        std::string text;
        for (const PageItem& item : list.items)
            text += "- " + (item.label.empty() ? "" : escaped(item.label) + " ")
                + (item.key.empty() ? "" : "`" + item.key + "`: ") + escaped(item.text)
                + (item.source.empty() ? "" : " (" + escaped(item.source) + ")") + "\n";
        return text;
    }
    std::string operator()(const PageTable& table) const { return tableText(table.table, words); }
    std::string operator()(const PageCode& code) const { return fenced(code.text); }
    std::string operator()(const PagePicture&) const { return {}; }
};

} // namespace

std::string markdownOf(const PageBlocks& page, const Translator& words)
{
    std::string text;
    for (const PageBlock& block : page) {
        const std::string written = std::visit(MarkdownWriter{words}, block);
        text += (text.empty() || written.empty() ? "" : "\n") + written;
    }
    return text;
}

} // namespace highwater
