// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/slides.h"
#include "core/office/xml.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <numeric>

namespace highwater {
namespace {

constexpr double cellInset = 5; ///< points, at each side
constexpr double rowInset = 3;
constexpr std::size_t longestCell = 300;

/// A table with its words in the language of the deck.
struct SlideTable
{
    std::string title;
    std::vector<std::string> heads;
    std::vector<bool> isNumeric; ///< of each column
    std::vector<std::vector<std::string>> rows; ///< missing cells are empty
    std::vector<bool> isStrong; ///< of each row
};

SlideTable writtenTable(const FigureTable& table, const Deck& deck)
{
    SlideTable written;
    written.title = deck.words(table.title);
    written.rows = textsOf(table, deck.words, [&deck](const TableCell& cell) {
        return cellText(cell, deck.words,
                        [&deck](Bytes bytes) { return amountText(bytes, deck.figure.unit, 2); });
    });
    written.heads = std::move(written.rows.front());
    written.rows.erase(written.rows.begin());
    for (std::size_t column = 0; column < table.heads.size(); ++column)
        written.isNumeric.push_back(table.isNumeric(column));
    for (const std::vector<TableCell>& row : table.rows)
        written.isStrong.push_back(!row.empty() && row.front().strong);
    return written;
}

std::string shownText(const std::vector<std::string>& row, std::size_t column)
{
    return column < row.size() ? excerpt(row[column], longestCell) : std::string();
}

/// Widths of the columns' widest cells; where their sum does not fit, the widest columns get
/// narrower.
std::vector<double> columnWidths(const SlideTable& table, const SlideLook& look)
{
    std::vector<double> widths;
    for (std::size_t column = 0; column < table.heads.size(); ++column) {
        double widest = textWidth(table.heads[column], look.smallPoints, true);
        for (const auto& row : table.rows)
            widest = std::max(widest, textWidth(shownText(row, column), look.smallPoints));
        widths.push_back(1.05 * widest + 2 * cellInset);
    }
    const auto sum = [&widths] { return std::accumulate(widths.begin(), widths.end(), 0.0); };
    double most = look.inner();
    const double least = look.inner() / static_cast<double>(widths.size());
    while (sum() > look.inner() && most > least) {
        most = std::max(least, 0.95 * most);
        for (double& width : widths)
            width = std::min(width, most);
    }
    const double scale = look.inner() / sum();
    for (double& width : widths)
        width *= scale;
    return widths;
}

double rowHeight(const std::vector<std::string>& row, const std::vector<double>& widths,
                 const SlideLook& look, bool bold)
{
    int lines = 1;
    for (std::size_t column = 0; column < widths.size(); ++column)
        lines = std::max(lines,
                         linesOf(shownText(row, column), look.smallPoints,
                                 widths[column] - 2 * cellInset, bold));
    return lines * lineHeight * look.smallPoints + 2 * rowInset;
}

std::string cellXml(const std::string& text, bool number, bool bold, const SlideLook& look)
{
    constexpr double rule = 0.75;
    const TextStyle style{look.smallPoints, bold, look.colours.text, look.language};
    const std::string below = xmlElement("a:lnB", {{"w", emu(rule)}}, solidFill(look.colours.axis));
    const auto none = [](std::string_view side) {
        return xmlElement(side, {{"w", "0"}}, xmlElement("a:noFill"));
    };
    return xmlElement("a:tc", {},
                      xmlElement("a:txBody", {},
                                 xmlElement("a:bodyPr") + xmlElement("a:lstStyle")
                                     + textParagraph(text, style, number ? "r" : "l"))
                          + xmlElement("a:tcPr",
                                       {{"marL", emu(cellInset)},
                                        {"marR", emu(cellInset)},
                                        {"marT", emu(rowInset)},
                                        {"marB", emu(rowInset)},
                                        {"anchor", "ctr"}},
                                       none("a:lnL") + none("a:lnR") + none("a:lnT") + below
                                           + xmlElement("a:noFill")));
}

std::string rowXml(const std::vector<std::string>& row, const SlideTable& table, double height,
                   bool bold, const SlideLook& look)
{
    std::string cells;
    for (std::size_t column = 0; column < table.heads.size(); ++column)
        cells += cellXml(shownText(row, column), table.isNumeric[column], bold, look);
    return xmlElement("a:tr", {{"h", emu(height)}}, cells);
}

std::string tableXml(const std::vector<double>& widths, const std::string& rows)
{
    std::string grid;
    for (const double width : widths)
        grid += xmlElement("a:gridCol", {{"w", emu(width)}});
    return xmlElement("a:tbl", {},
                      xmlElement("a:tblPr", {{"firstRow", "1"}}) + xmlElement("a:tblGrid", {}, grid)
                          + rows);
}

/// Rows of one slide, from `first` on, below the heads.
struct Page
{
    std::size_t first = 0, count = 0;
    double height = 0;
};

/// As many rows for each page as have room. The last page gets some rows of the page before it, as
/// a total alone on a page would be useless.
std::vector<Page> pagesOf(const std::vector<double>& heights, double headHeight, double room)
{
    constexpr std::size_t fewest = 3;
    std::vector<Page> pages{{0, 0, headHeight}};
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (pages.back().count > 0 && pages.back().height + heights[i] > room)
            pages.push_back({i, 0, headHeight});
        ++pages.back().count;
        pages.back().height += heights[i];
    }
    while (pages.size() > 1 && pages.back().count < fewest
           && pages[pages.size() - 2].count > fewest) {
        Page &before = pages[pages.size() - 2], &last = pages.back();
        const double height = heights[--last.first];
        if (last.height + height > room)
            return pages;
        ++last.count;
        last.height += height;
        --before.count;
        before.height -= height;
    }
    return pages;
}

} // namespace

std::vector<std::string> tableSlides(const FigureTable& figureTable, const Deck& deck,
                                     const SlideLook& look)
{
    if (figureTable.heads.empty())
        return {};
    const SlideTable table = writtenTable(figureTable, deck);
    const std::vector<double> widths = columnWidths(table, look);
    const double space = 0.5 * look.points;
    Shapes measured;
    const double top = addTitle(measured, table.title + " (99/99)", look) + space;
    const double room = look.height - look.margin - top;
    const double headHeight = rowHeight(table.heads, widths, look, true);
    std::vector<double> heights;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        heights.push_back(rowHeight(table.rows[i], widths, look, table.isStrong[i]));
    const std::vector<Page> pages = pagesOf(heights, headHeight, room);
    std::vector<std::string> slides;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        std::string title = table.title;
        if (pages.size() > 1)
            title += " (" + std::to_string(i + 1) + "/" + std::to_string(pages.size()) + ")";
        std::string rows = rowXml(table.heads, table, headHeight, true, look);
        for (std::size_t row = pages[i].first; row < pages[i].first + pages[i].count; ++row)
            rows += rowXml(table.rows[row], table, heights[row], table.isStrong[row], look);
        Shapes shapes;
        addTitle(shapes, title, look);
        shapes.addTable("Table", title, {look.margin, top, look.inner(), pages[i].height},
                        tableXml(widths, rows));
        slides.push_back(presentationPart("p:sld", shapes.slideData() + mastersColours()));
    }
    return slides;
}

} // namespace highwater
