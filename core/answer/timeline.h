// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/resolve.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace highwater {

/// One event of a step, and the bytes that are held at it.
struct TimelinePoint
{
    Phase phase{};
    std::int64_t pass
        = -1; ///< counted over micro-batches, and over their chunks where there are any; -1: none
    std::int64_t layer = -1; ///< of the model, counted from 0; -1: none
    std::int64_t held = 0; ///< passes whose tensors are kept, with the one that is computed
    BackwardPoint point{}; ///< in a layer's backward pass, the point with the most bytes; in an
                           ///< evaluation as in Event
    GroupBytes perGroup{};
    Bytes reserved = 0; ///< by PyTorch's allocator; 0 where it is not counted
    std::optional<Moment> jobPhase{}; ///< of a job's step, which has a point for each phase
};

/// The whole step of one pipeline stage, event by event, from the terms of the ledger: its
/// largest point is the estimate's peak.
struct Timeline
{
    /// Pairs of a forward and a backward pass that are left out before `point`, as they repeat the
    /// pair before them. `passes` is the number of pairs.
    struct Gap
    {
        std::size_t point = 0;
        std::int64_t passes = 0;
    };

    StageLayers layers;
    Schedule schedule;
    Totals totals; ///< of the stage
    std::vector<TimelinePoint> points;
    std::vector<Gap> gaps;
    std::array<std::size_t, ledgerMomentCount>
        moments{}; ///< the point of each moment; 0 of those beside the step that are not there
    std::size_t start = 0; ///< the point before the first pass
    std::size_t peak = 0; ///< the point of the largest total
    bool countsReserved = false; ///< the plan counts PyTorch's allocator

    Bytes peakBytes() const { return points[peak].perGroup.total(); }
    /// The runtime's bytes outside of what the allocator reserves.
    Bytes outside() const { return totals.runtime - totals.idle.expected; }
    /// Bytes that the allocator has reserved at a point and that no tensor holds. A point's groups
    /// have those of the peak in their place, as the moments of an answer do.
    Bytes idleAt(std::size_t point) const;
    /// The groups of a point without idle memory.
    GroupBytes heldAt(std::size_t point) const;
    /// All that the process has of the GPU at a point.
    Bytes takenAt(std::size_t point) const;
};

/// The number of points that the stage's timeline would have, without making it.
std::int64_t timelineLength(const Resolved& plan, const Stage& stage);

/// The timeline of the most loaded stage, whose total the estimate shows, or of a given stage.
Timeline timelineOf(const Resolved& plan);
Timeline timelineOf(const Resolved& plan, const Stage& stage);

/// The place of a point on the axis of events. A layer's forward pass is one unit wide, its
/// backward pass two; events outside the layers are wide enough to be seen. A unit is not a time.
struct Span
{
    std::int64_t from = 0, to = 0;
    bool operator==(const Span&) const = default;
};

/// The spans of all points, one after the other, with room where a gap leaves passes out.
std::vector<Span> spansOf(const Timeline& timeline);

/// A line for each term that is held at a point, largest first.
std::vector<Line> linesAt(const Resolved& plan, const Timeline& timeline, std::size_t point);

} // namespace highwater
