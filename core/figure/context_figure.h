// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"

namespace highwater {

/// The window's main chart as a figure, for those who draw it elsewhere.
Result<Figure> contextFigure(const Plan& plan, const Catalog& catalog, const ContextView& view = {},
                             MemoryUnit unit = MemoryUnit::GiB,
                             Replays replays = Replays::ShownPoints);

/// The window's choices for its main chart.
struct LiveLook
{
    MemoryUnit unit = MemoryUnit::GiB;
    std::string device; ///< named at the capacity line: "H100"
    NumberWriter written = writtenPlainly;
    bool small = false; ///< every second mark on the y axis
};

/// The chart as the window shows it: beside the exported figure it has the baseline and the
/// switches of the peak, its marker is dragged, and its verdict stands within the plot, which keeps
/// its height.
Figure liveContextFigure(const ContextChart& chart, const LiveLook& look);

} // namespace highwater
