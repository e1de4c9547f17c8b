// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/even_panel.h"
#include "core/figure/figure.h"
#include "core/figure/figure_words.h"
#include "core/office/drawing_ml.h"

#include <optional>
#include <string>

namespace highwater {

/// The plot's place in a chart: points from the chart's edges to the axes.
struct ChartMargins
{
    double left = 0, top = 0, right = 0, bottom = 0;
};

/// The look of one panel as a native chart.
struct ChartLook
{
    SlideColours colours;
    std::string language = "en-US";
    double points = 14; ///< of the labels of the y axis
    double hair = 1; ///< the width of a thin line, points
    double width = 0, height = 0; ///< of the chart, points
    ChartMargins margins;
    ValueUnit unit = MemoryUnit::GiB; ///< of the y axis and the numbers
    bool bars = false, lying = false;
    double barWidth = 0; ///< points, across the bar
    bool marksOnY = true; ///< false where a neighbouring panel shows the same scale
    std::size_t gridStride = 1; ///< marks from one grid line to the next
};

/// The XML of a chart part, and the workbook with its numbers (relationship rId1).
struct NativeChart
{
    std::string xml;
    std::string workbook;
};

/// The chart of `even`, the aligned form of the panel `original`, with at least one point. The
/// workbook has the chart's numbers on one sheet and the figure's own on another. The chart has no
/// titles, legend or labels of the x axis: these are shapes over the chart, as each program would
/// place them differently.
NativeChart nativeChart(const EvenPanel& even, const Panel& original,
                        const std::optional<LimitLine>& limit, const ChartLook& look,
                        const Translator& words);

} // namespace highwater
