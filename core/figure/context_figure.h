// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"

namespace highwater {

/// A pinned plan as contextChart() takes it; nothing where there is none, or it has no estimate.
std::optional<Resolved> preparedBaseline(const std::optional<Plan>& baseline,
                                         const Catalog& catalog);

/// The window's main chart as a figure, for those who draw it elsewhere; with the total of a pinned
/// plan where there is one.
Result<Figure> contextFigure(const Plan& plan, const Catalog& catalog, const ContextView& view = {},
                             MemoryUnit unit = MemoryUnit::GiB,
                             Replays replays = Replays::ShownPoints,
                             const std::optional<Plan>& baseline = {});

/// The window's choices for its main chart.
struct LiveLook
{
    MemoryUnit unit = MemoryUnit::GiB;
    std::string device; ///< named at the capacity line: "H100"
    NumberWriter written = writtenPlainly;
    bool small = false; ///< every second mark on the y axis
};

/// The chart as the window shows it: beside the exported figure it has the switches of the peak,
/// its marker is dragged, and its verdict stands within the plot, which keeps its height.
Figure liveContextFigure(const ContextChart& chart, const LiveLook& look);

} // namespace highwater
