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

} // namespace highwater
