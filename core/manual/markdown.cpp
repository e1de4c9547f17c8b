// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/markdown.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace highwater {
namespace {

constexpr std::string_view codeFence = "```";

/// The text up to the next mark, which is taken away too; null where there is none.
std::optional<std::string_view> takeUpTo(std::string_view& rest, std::string_view mark)
{
    const std::size_t at = rest.find(mark);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view taken = rest.substr(0, at);
    rest.remove_prefix(at + mark.size());
    return taken;
}

/// Reads the marks within a line.
class SpanReader
{
public:
    std::vector<MarkdownSpan> read(std::string_view line)
    {
        while (!line.empty())
            if (!readMark(line)) {
                m_open.text += line.front();
                line.remove_prefix(1);
            }
        close();
        return std::move(m_spans);
    }

private:
    bool readMark(std::string_view& line)
    {
        std::string_view rest = line;
        if (rest.starts_with("**")) {
            close();
            m_open.strong = !m_open.strong;
            line.remove_prefix(2);
            return true;
        }
        if (rest.starts_with('`')) {
            rest.remove_prefix(1);
            const auto code = takeUpTo(rest, "`");
            if (!code)
                return false;
            add(*code, true, {});
            line = rest;
            return true;
        }
        if (!rest.starts_with('['))
            return false;
        rest.remove_prefix(1);
        const auto words = takeUpTo(rest, "](");
        const auto target = words ? takeUpTo(rest, ")") : std::nullopt;
        if (!target || words->find(']') != std::string_view::npos)
            return false;
        close();
        for (const MarkdownSpan& inner : SpanReader().read(*words)) {
            m_spans.push_back(inner);
            m_spans.back().strong |= m_open.strong;
            m_spans.back().target = *target;
        }
        line = rest;
        return true;
    }

    void add(std::string_view text, bool code, std::string target)
    {
        close();
        m_spans.push_back({std::string(text), m_open.strong, code, std::move(target)});
    }

    void close()
    {
        if (!m_open.text.empty())
            m_spans.push_back(m_open);
        m_open.text.clear();
    }

    MarkdownSpan m_open;
    std::vector<MarkdownSpan> m_spans;
};

std::optional<MarkdownBlock> headingIn(std::string_view line)
{
    const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
    if (level == 0 || level > 3 || level == line.size() || line[level] != ' ')
        return std::nullopt;
    MarkdownBlock block;
    block.kind = MarkdownKind::Heading;
    block.level = static_cast<int>(level);
    line.remove_prefix(level + 1);
    if (const std::size_t at = line.rfind(" {#");
        at != std::string_view::npos && line.back() == '}') {
        block.anchor = line.substr(at + 3, line.size() - at - 4);
        line = line.substr(0, at);
    }
    block.spans = markdownSpans(line);
    return block;
}

std::optional<MarkdownBlock> itemIn(std::string_view line)
{
    MarkdownBlock block;
    block.kind = MarkdownKind::Item;
    if (line.starts_with("- ")) {
        block.spans = markdownSpans(line.substr(2));
        return block;
    }
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    if (digits == 0 || !line.substr(digits).starts_with(". "))
        return std::nullopt;
    block.kind = MarkdownKind::NumberedItem;
    block.number = line.substr(0, digits + 1);
    block.spans = markdownSpans(line.substr(digits + 2));
    return block;
}

std::optional<MarkdownBlock> pictureIn(std::string_view line)
{
    if (!line.starts_with("!["))
        return std::nullopt;
    MarkdownBlock block;
    block.kind = MarkdownKind::Picture;
    block.spans = markdownSpans(line.substr(1));
    return block;
}

/// The cells of "| a | b |".
std::vector<std::string_view> cellsOf(std::string_view row)
{
    std::vector<std::string_view> cells;
    row.remove_prefix(1);
    while (const auto cell = takeUpTo(row, "|"))
        cells.push_back(withoutBlanks(*cell));
    return cells;
}

bool isRule(std::string_view row)
{
    return row.find_first_not_of("|:-") == std::string_view::npos;
}

void addTableRow(MarkdownBlock& table, std::string_view line)
{
    const auto cells = cellsOf(line);
    if (isRule(line)) {
        for (const std::string_view cell : cells)
            table.right.push_back(cell.ends_with(':') && !cell.starts_with(':'));
        return;
    }
    std::vector<std::vector<MarkdownSpan>> row;
    for (const std::string_view cell : cells)
        row.push_back(markdownSpans(cell));
    if (!table.rows.empty())
        row.resize(table.rows.front().size());
    table.rows.push_back(std::move(row));
}

} // namespace

std::vector<MarkdownSpan> markdownSpans(std::string_view line)
{
    return SpanReader().read(line);
}

std::string plainText(const std::vector<MarkdownSpan>& spans)
{
    std::string text;
    for (const MarkdownSpan& span : spans)
        text += span.text;
    return text;
}

std::vector<MarkdownBlock> markdownBlocks(std::string_view text)
{
    std::vector<MarkdownBlock> blocks;
    bool isCode = false, isTable = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const bool wasTable = std::exchange(isTable, !isCode && line.starts_with('|'));
        if (line.starts_with(codeFence)) {
            isCode = !isCode;
            if (isCode)
                blocks.emplace_back().kind = MarkdownKind::Code;
        } else if (isCode) {
            blocks.back().code += std::string(line) + "\n";
        } else if (isTable) {
            if (!wasTable)
                blocks.emplace_back().kind = MarkdownKind::Table;
            addTableRow(blocks.back(), line);
        } else if (auto heading = headingIn(line)) {
            blocks.push_back(std::move(*heading));
        } else if (auto item = itemIn(line)) {
            blocks.push_back(std::move(*item));
        } else if (auto picture = pictureIn(line)) {
            blocks.push_back(std::move(*picture));
        } else if (!line.empty()) {
            blocks.emplace_back().spans = markdownSpans(line);
        }
    }
    return blocks;
}

} // namespace highwater
