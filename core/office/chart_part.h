// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/even_panel.h"
#include "core/office/native_chart.h"
#include "core/office/workbook.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// A chart part while it is written: a panel, its worksheet and its look, as references.
struct ChartPart
{
    const Panel& panel;
    const std::optional<LimitLine>& limit;
    const Worksheet& sheet;
    const ChartLook& look;
    double plotWidth = look.width - look.margins.left - look.margins.right;
    double plotHeight = look.height - look.margins.top - look.margins.bottom;

    std::size_t points() const { return panel.xs.size(); }
    std::size_t limitColumn() const { return 1 + panel.layers.size() + panel.curves.size(); }
    /// The style of the labels of the y axis.
    TextStyle style() const { return {look.points, false, look.colours.muted, look.language}; }
};

/// The bands, the first at the bottom; empty where the panel has none.
std::string bandSeries(const ChartPart& chart);
/// The curves of compared plans and the limit line; empty where the panel has neither.
std::string lineSeries(const ChartPart& chart);
std::string categoryAxis(const ChartPart& chart);
std::string valueAxis(const ChartPart& chart);
std::string axisIds();

/// The chart's numbers in the figure's unit, one column for each series. Only points at marks have
/// a name on the axis, since only PowerPoint, but not every program, can leave out the names
/// between marks. Where some points have no name, the last column has their values.
Worksheet chartSheet(const EvenPanel& even, const std::optional<LimitLine>& limit, ValueUnit unit,
                     const Translator& words);

/// The figure's own points, in whole bytes or nanoseconds.
Worksheet wholeSheet(const Panel& panel, const std::optional<LimitLine>& limit, ValueUnit unit,
                     const Translator& words);

// Elements that recur in a chart part, in DrawingML's elements for charts (ECMA-376 part 1, 21.2).

inline constexpr std::string_view categoryAxisId = "500000001";
inline constexpr std::string_view valueAxisId = "500000002";

/// <name val="value"/>
std::string valueElement(std::string_view name, std::string value);
std::string valueElement(std::string_view name, std::size_t value);
/// The same with "1" or "0".
std::string flagElement(std::string_view name, bool on);

/// <c:txPr>: the style of text that the chart writes by itself.
std::string textProperties(const TextStyle& style);

/// The number of decimals with which the marks of an axis differ.
int axisDecimals(const Axis& axis);

} // namespace highwater
