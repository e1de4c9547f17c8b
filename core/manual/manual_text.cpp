// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/manual_text.h"

#include "core/drawing/lettering.h"
#include "core/manual/manual.h"
#include "core/manual/markdown.h"
#include "core/words/words.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace highwater {
namespace {

constexpr std::size_t leastColumns = 30; ///< of text; a narrower terminal breaks the lines itself

std::size_t terminalColumns(std::string_view text)
{
    return static_cast<std::size_t>(columnWidth(text, 1, false));
}

/// The text on lines of at most so many columns.
std::vector<std::string> linesIn(std::size_t columns, const std::string& text)
{
    return wrapped(text, static_cast<double>(columns), std::numeric_limits<std::size_t>::max(),
                   {1, false}, columnWidth);
}

std::string paragraph(const std::string& start, const std::string& text, std::size_t columns)
{
    const std::size_t indent = terminalColumns(start);
    std::string result;
    for (const std::string& line : linesIn(std::max(columns, leastColumns + indent) - indent, text))
        result += (result.empty() ? start : std::string(indent, ' ')) + line + "\n";
    return result;
}

/// The cells of a table as lines, in columns that are made narrower until they fit.
class TextTable
{
public:
    TextTable(const MarkdownBlock& table, std::size_t columns)
        : m_table(table)
        , m_widths(table.rows.front().size())
    {
        for (const auto& row : table.rows)
            for (std::size_t i = 0; i < m_widths.size(); ++i)
                m_widths[i] = std::max(m_widths[i], terminalColumns(plainText(row[i])));
        const std::size_t gaps = gap * (m_widths.size() - 1);
        std::size_t sum = gaps;
        for (const std::size_t width : m_widths)
            sum += width;
        for (auto widest = std::ranges::max_element(m_widths); sum > columns && *widest > narrowest;
             widest = std::ranges::max_element(m_widths), --sum)
            --*widest;
    }

    std::string text() const
    {
        std::string text = rowText(m_table.rows.front());
        std::string rule;
        for (std::size_t i = 0; i < m_widths.size(); ++i)
            rule += (i == 0 ? "" : std::string(gap, ' ')) + std::string(m_widths[i], '-');
        text += rule + "\n";
        for (std::size_t row = 1; row < m_table.rows.size(); ++row)
            text += rowText(m_table.rows[row]);
        return text;
    }

private:
    static constexpr std::size_t gap = 2, narrowest = 8;

    std::string rowText(const std::vector<std::vector<MarkdownSpan>>& row) const
    {
        std::vector<std::vector<std::string>> cells;
        std::size_t height = 1;
        for (std::size_t i = 0; i < m_widths.size(); ++i) {
            cells.push_back(linesIn(m_widths[i], plainText(row[i])));
            height = std::max(height, cells.back().size());
        }
        std::string text;
        for (std::size_t at = 0; at < height; ++at) {
            std::string line;
            for (std::size_t i = 0; i < m_widths.size(); ++i) {
                const std::string cell = at < cells[i].size() ? cells[i][at] : std::string();
                const std::size_t used = terminalColumns(cell);
                const std::string blanks(m_widths[i] - std::min(m_widths[i], used), ' ');
                const bool right = i < m_table.right.size() && m_table.right[i];
                line += (i == 0 ? "" : std::string(gap, ' '))
                    + (right ? blanks + cell : cell + blanks);
            }
            text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        }
        return text;
    }

    const MarkdownBlock& m_table;
    std::vector<std::size_t> m_widths;
};

std::string headingText(const MarkdownBlock& block, std::size_t columns)
{
    std::string title = paragraph({}, plainText(block.spans), columns);
    if (block.level > 2)
        return title;
    const std::size_t length = std::min(columns, terminalColumns(plainText(block.spans)));
    return title + std::string(length, block.level == 1 ? '=' : '-') + "\n";
}

std::string indented(std::string_view code)
{
    std::string text;
    while (!code.empty()) {
        const std::size_t end = std::min(code.find('\n'), code.size());
        text += (end == 0 ? "" : "    ") + std::string(code.substr(0, end)) + "\n";
        code.remove_prefix(std::min(end + 1, code.size()));
    }
    return text;
}

bool isListItem(const MarkdownBlock& block)
{
    return block.kind == MarkdownKind::Item || block.kind == MarkdownKind::NumberedItem;
}

std::string blockText(const MarkdownBlock& block, std::size_t columns)
{
    switch (block.kind) {
    case MarkdownKind::Heading:
        return headingText(block, columns);
    case MarkdownKind::Item:
        return paragraph("  • ", plainText(block.spans), columns);
    case MarkdownKind::NumberedItem:
        return paragraph("  " + block.number + " ", plainText(block.spans), columns);
    case MarkdownKind::Picture:
        return paragraph({}, "[" + plainText(block.spans) + "]", columns);
    case MarkdownKind::Code:
        return indented(block.code);
    case MarkdownKind::Table:
        return TextTable(block, columns).text();
    case MarkdownKind::Paragraph:
        break;
    }
    return paragraph({}, plainText(block.spans), columns);
}

/// The blocks below the heading with the anchor, up to the next one of its level.
std::vector<MarkdownBlock> sectionWith(std::string_view anchor, std::vector<MarkdownBlock> blocks)
{
    const auto isHeading
        = [](const MarkdownBlock& block) { return block.kind == MarkdownKind::Heading; };
    const auto begin = std::ranges::find_if(blocks, [&](const MarkdownBlock& block) {
        return isHeading(block) && block.anchor == anchor;
    });
    if (begin == blocks.end())
        return {};
    const auto end = std::find_if(begin + 1, blocks.end(), [&](const MarkdownBlock& block) {
        return isHeading(block) && block.level <= begin->level;
    });
    return {begin, end};
}

void addLinked(const std::vector<MarkdownSpan>& spans, std::string_view page,
               std::vector<std::string>& linked)
{
    for (const MarkdownSpan& span : spans) {
        const std::string other = linkedPlace(span.target, page).page;
        if (!span.target.empty() && !span.target.ends_with(".svg") && other != page
            && std::ranges::find(linked, other) == linked.end())
            linked.push_back(other);
    }
}

/// The pages that the blocks lead to, in their order.
std::vector<std::string> linkedFrom(const std::vector<MarkdownBlock>& blocks, std::string_view page)
{
    std::vector<std::string> linked;
    for (const MarkdownBlock& block : blocks) {
        addLinked(block.spans, page, linked);
        for (const auto& row : block.rows)
            for (const auto& cell : row)
                addLinked(cell, page, linked);
    }
    return linked;
}

std::string sentenceIn(std::string_view language, const Text& text)
{
    return wordsIn(language).value_or(toEnglish)(text);
}

} // namespace

std::string manualText(std::string_view language, std::string_view page, std::string_view anchor,
                       std::size_t columns)
{
    std::vector<MarkdownBlock> blocks = markdownBlocks(manualPage(language, page));
    if (!anchor.empty())
        blocks = sectionWith(anchor, std::move(blocks));
    std::string text;
    bool wasItem = false;
    for (const MarkdownBlock& block : blocks) {
        const bool together = wasItem && isListItem(block);
        text += (text.empty() || together ? "" : "\n") + blockText(block, columns);
        wasItem = isListItem(block);
    }
    const auto linked = linkedFrom(blocks, page);
    if (!linked.empty())
        text += "\n"
            + paragraph(
                    {},
                    sentenceIn(language, {HW_TR("core", "Pages named here: %1"), {joined(linked)}}),
                    columns);
    return text;
}

std::string manualList(std::string_view language, std::size_t columns)
{
    const auto blocks = markdownBlocks(manualPage(language, manualContents));
    std::size_t widest = 0;
    for (const std::string& name : manualPages(language))
        widest = std::max(widest, name.size());
    std::string text;
    for (const MarkdownBlock& block : blocks) {
        if (block.kind == MarkdownKind::Heading && block.level == 2)
            text += (text.empty() ? "" : "\n") + plainText(block.spans) + "\n";
        if (block.kind != MarkdownKind::Item || block.spans.empty())
            continue;
        std::string name = linkedPlace(block.spans.front().target, manualContents).page;
        name.resize(widest, ' ');
        text += paragraph("  " + name + "  ", plainText(block.spans), columns);
    }
    return text + "\n"
        + paragraph({},
                    sentenceIn(language,
                               {HW_TR("core",
                                      "highwater help PAGE shows one of them, and highwater help "
                                      "--html FOLDER writes all as pages for a browser.")}),
                    columns);
}

} // namespace highwater
