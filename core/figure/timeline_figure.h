// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/timeline.h"
#include "core/catalog/catalog.h"
#include "core/figure/figure.h"
#include "core/figure/figure_table.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace highwater {

/// A training step, drawn in the order of its events. The loading of the weights before it is drawn
/// only where it is the peak.
struct TimelineChart
{
    Resolved plan;
    Timeline timeline;
    std::vector<Span> spans; ///< of the timeline's points
    std::size_t first = 0; ///< the first point that is drawn
    Moment peakMoment = Moment::Loss;
    std::int64_t mostLoaded = 0; ///< the stage that the estimate shows
    Figure figure;

    const TimelinePoint& point(std::size_t index) const { return timeline.points[index]; }
    bool hasSeveralPasses() const { return timeline.schedule.passes > 1; }
    /// The x of a point on the figure's axis.
    double middleOf(std::size_t point) const;
    /// The point that is drawn at an x.
    std::size_t pointAt(double x) const;
};

/// For the given stage, else for the most loaded one. Only the exact method knows when each tensor
/// exists. With `idle`, the allocator is not replayed (method.h).
Result<TimelineChart> timelineChart(const Plan& plan, const Catalog& catalog,
                                    MemoryUnit unit = MemoryUnit::GiB,
                                    std::optional<std::int64_t> stage = {},
                                    const std::optional<IdleShares>& idle = {});

/// "Backward of layer 12"
Text eventName(const TimelineChart& chart, std::size_t point);

/// "Peak 48.99 GiB — end of forward, at the loss", and the tensors of that point.
Callout peakCallout(const TimelineChart& chart, MemoryUnit unit);

/// The step's moments in their order, with the tensors of each.
struct MomentsTable
{
    FigureTable table;
    std::vector<std::size_t> points; ///< of the rows
};
MomentsTable momentsTable(const TimelineChart& chart, MemoryUnit unit, const Translator& words);

} // namespace highwater
