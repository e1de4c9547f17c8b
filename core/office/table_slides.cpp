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

std::string cellText(const std::vector<std::string>& row, std::size_t column)
{
    return column < row.size() ? excerpt(row[column], longestCell) : std::string();
}

/// Widths of the columns' widest cells; where the sum does not fit, the widest columns give way.
std::vector<double> columnWidths(const SlideTable& table, const SlideLook& look)
{
    std::vector<double> widths;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        double widest = textWidth(table.columns[column].head, look.smallPoints, true);
        for (const auto& row : table.rows)
            widest = std::max(widest, textWidth(cellText(row, column), look.smallPoints));
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
        lines = std::max(
            lines,
            linesOf(cellText(row, column), look.smallPoints, widths[column] - 2 * cellInset, bold));
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
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        cells += cellXml(cellText(row, column), table.columns[column].number, bold, look);
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

/// Rows of one slide.
struct Page
{
    std::string rows;
    double height = 0;
};

std::vector<Page> pagesOf(const SlideTable& table, const std::vector<double>& widths, double room,
                          const SlideLook& look)
{
    std::vector<std::string> heads;
    for (const SlideTable::Column& column : table.columns)
        heads.push_back(column.head);
    const double headHeight = rowHeight(heads, widths, look, true);
    const Page start{rowXml(heads, table, headHeight, true, look), headHeight};
    std::vector<Page> pages{start};
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const bool bold = table.totalLast && i + 1 == table.rows.size();
        const double height = rowHeight(table.rows[i], widths, look, bold);
        const bool hasRows = pages.back().height > headHeight;
        if (hasRows && pages.back().height + height > room)
            pages.push_back(start);
        pages.back().rows += rowXml(table.rows[i], table, height, bold, look);
        pages.back().height += height;
    }
    return pages;
}

} // namespace

std::vector<std::string> tableSlides(const SlideTable& table, const SlideLook& look)
{
    if (table.columns.empty())
        return {};
    const std::vector<double> widths = columnWidths(table, look);
    const double space = 0.5 * look.points;
    Shapes measured;
    const double top = addTitle(measured, table.title + " (99/99)", true, look) + space;
    const double room = look.height - look.margin - top;
    const std::vector<Page> pages = pagesOf(table, widths, room, look);
    std::vector<std::string> slides;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        std::string title = table.title;
        if (pages.size() > 1)
            title += " (" + std::to_string(i + 1) + "/" + std::to_string(pages.size()) + ")";
        Shapes shapes;
        addTitle(shapes, title, true, look);
        shapes.addTable("Table", title, {look.margin, top, look.inner(), pages[i].height},
                        tableXml(widths, pages[i].rows));
        slides.push_back(presentationPart("p:sld", shapes.slideData() + mastersColours()));
    }
    return slides;
}

} // namespace highwater
