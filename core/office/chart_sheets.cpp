// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/chart_part.h"

#include "core/figure/figure_words.h"

namespace highwater {
namespace {

/// One series of a chart: its name and its bytes.
struct Series
{
    std::string name;
    std::vector<Bytes> values;
};

std::vector<Series> seriesOf(const Panel& panel, const std::optional<LimitLine>& limit,
                             const Translator& words)
{
    std::vector<Series> columns;
    for (const Layer& layer : panel.layers)
        columns.push_back({words(layer.name), layer.values});
    for (const Curve& curve : panel.curves)
        columns.push_back({words(curve.name), curve.values});
    if (limit)
        columns.push_back({words(limit->label), std::vector<Bytes>(panel.xs.size(), limit->at)});
    return columns;
}

} // namespace

Worksheet chartSheet(const EvenPanel& even, const std::optional<LimitLine>& limit, ValueUnit unit,
                     const Translator& words)
{
    const Panel& panel = even.panel;
    const std::vector<Series> columns = seriesOf(panel, limit, words);
    const bool allNamed = even.marksEvery == 1;
    Worksheet sheet;
    sheet.name = "Sheet1";
    sheet.table = true;
    sheet.head = {words(allNamed ? panel.x.title : Text(HW_TR("core", "Axis label")))};
    for (const Series& column : columns)
        sheet.head.push_back(column.name);
    if (!allNamed)
        sheet.head.push_back(words(panel.x.title));
    sheet.head = columnHeads(std::move(sheet.head));
    for (std::size_t i = 0; i < panel.xs.size(); ++i) {
        std::vector<Cell> row{std::string()};
        if (i % even.marksEvery == 0)
            row.front() = pointName(panel, i, words);
        for (const Series& column : columns)
            row.emplace_back(inUnit(column.values[i], unit));
        if (!allNamed)
            row.emplace_back(panel.xs[i]);
        sheet.rows.push_back(std::move(row));
    }
    return sheet;
}

Worksheet wholeSheet(const Panel& panel, const std::optional<LimitLine>& limit, ValueUnit unit,
                     const Translator& words)
{
    const std::vector<Series> columns = seriesOf(panel, limit, words);
    Worksheet sheet;
    sheet.name = unit.ofTime ? "Nanoseconds" : "Bytes";
    sheet.head = {words(panel.x.title)};
    for (const Series& column : columns)
        sheet.head.push_back(column.name);
    sheet.head = columnHeads(std::move(sheet.head));
    for (std::size_t i = 0; i < panel.xs.size(); ++i) {
        std::vector<Cell> row{panel.xs[i]};
        for (const Series& column : columns)
            row.emplace_back(column.values[i]);
        sheet.rows.push_back(std::move(row));
    }
    return sheet;
}

} // namespace highwater
