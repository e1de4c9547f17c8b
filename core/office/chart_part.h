// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/even_panel.h"
#include "core/office/native_chart.h"
#include "core/office/workbook.h"

#include <cstddef>
#include <optional>
#include <string>

namespace highwater {

/// A chart part that is being written: a panel, its worksheet and its look. Refers to its parts.
struct ChartPart
{
    const Panel& panel;
    std::size_t marksEvery;
    const std::optional<LimitLine>& limit;
    const Worksheet& sheet;
    const ChartLook& look;
    const Translator& words;
    double plotWidth = look.width - look.margins.left - look.margins.right;
    double plotHeight = look.height - look.margins.top - look.margins.bottom;

    std::size_t points() const { return panel.xs.size(); }
    std::size_t limitColumn() const { return 1 + panel.layers.size() + panel.curves.size(); }
    TextStyle style(double points, bool bold = false) const
    {
        return {points, bold, look.colours.text, look.language};
    }
    /// Points from one category to the next.
    double step() const
    {
        const auto count = static_cast<double>(points());
        return plotWidth / (look.bars ? count : std::max(1.0, count - 1));
    }
    /// Points from the left axis to a category.
    double across(std::size_t index) const
    {
        return (static_cast<double>(index) + (look.bars ? 0.5 : 0.0)) * step();
    }
};

/// The bands, the first at the bottom; nothing where the panel has none.
std::string bandSeries(const ChartPart& chart);
/// The curves of compared plans and the limit line; nothing where the panel has neither.
std::string lineSeries(const ChartPart& chart);
/// The limit line with its label.
std::string limitSeries(const ChartPart& chart);

/// The name of a series, as the first part of its element.
std::string seriesHead(const ChartPart& chart, std::size_t column);
/// The names of all categories and the numbers of one column, as the sheet has them.
std::string seriesData(const ChartPart& chart, std::size_t column);
/// The marker of a series. A line through a single point cannot be seen, so the point gets a mark:
/// a dash as wide as the category (`acrossCategory`) or a small circle. More points get none.
std::string pointMark(const ChartPart& chart, const std::string& colour, bool acrossCategory);

std::string categoryAxis(const ChartPart& chart);
std::string valueAxis(const ChartPart& chart);
std::string axisIds();

} // namespace highwater
