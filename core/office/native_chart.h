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
    double points = 14, smallPoints = 12;
    double width = 0, height = 0; ///< of the chart, points
    ChartMargins margins;
    MemoryUnit unit = MemoryUnit::GiB; ///< of the y axis and the numbers
    bool bars = false;
    bool marksOnY = true; ///< false where a neighbouring panel shows the same scale
    bool titleOnY = true;
    bool legend = false; ///< its own; room for it is in the right margin
};

/// The XML of a chart part and the workbook that it draws from (relationship rId1).
struct NativeChart
{
    std::string xml;
    std::string workbook;
};

/// The panel's numbers as the chart has them, the figure's own beside them. The panel is the even
/// form of `original`; it has a point at least.
NativeChart nativeChart(const EvenPanel& even, const Panel& original,
                        const std::optional<LimitLine>& limit, const ChartLook& look,
                        const Translator& words);

/// The widest label of a y axis: "1,500", or "0.75" where its marks are that close.
std::string widestLabel(const Axis& axis);

} // namespace highwater
