// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"

#include <optional>
#include <vector>

namespace highwater {

/// A pinned plan as contextChart() takes it; null where no plan is pinned, or the pinned one has no
/// estimate.
std::optional<Resolved> preparedBaseline(const std::optional<Plan>& baseline,
                                         const Catalog& catalog);

/// The window's main chart as a figure, for drawing it outside the window; with the total of the
/// pinned plan, if there is one.
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
    bool small
        = false; ///< the y axis shows every second mark only, the plate at the crossing is brief
    /// The chart's baseline is the plan with a change that a person looks at before taking it.
    bool previews = false;
    std::optional<std::int64_t> previewedContext = {}; ///< where the change moves the context
};

/// The verdict on the whole range: "Fits up to 10,240 tokens".
Text rangeVerdict(const ContextChart& chart, MemoryUnit unit, const NumberWriter& written);

/// The contexts at which a band that is shown steps, because another moment or event of the step
/// becomes its peak there.
std::vector<std::int64_t> stepsOf(const ContextChart& chart);

/// The chart as the window shows it. Unlike the exported figure it has the switches of the peak, a
/// marker that can be dragged, and its verdict within the plot, so that the plot keeps its height.
Figure liveContextFigure(const ContextChart& chart, const LiveLook& look);

} // namespace highwater
