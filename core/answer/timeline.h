// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/resolve.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace highwater {

/// One event of a step, and the bytes that are held at it.
struct TimelinePoint
{
    Phase phase{};
    std::int64_t pass
        = -1; ///< which micro-batch, or part of one where a stage has several; -1: none
    std::int64_t layer = -1; ///< of the model, counted from 0; -1: none
    std::int64_t held = 0; ///< passes whose tensors are kept, the computed one among them
    BackwardPoint point{}; ///< of a layer's backward pass: the highest one
    GroupBytes perGroup{};
};

/// The whole step of one pipeline stage, event by event, from the terms of the ledger: its
/// largest point is the estimate's peak.
struct Timeline
{
    /// A run of equal pairs of passes that is not drawn, before `point`.
    struct Gap
    {
        std::size_t point = 0;
        std::int64_t passes = 0;
    };

    StageLayers layers;
    Schedule schedule;
    std::int64_t poolShare = wholePool; ///< of the stage's totals
    std::vector<TimelinePoint> points;
    std::vector<Gap> gaps;
    std::array<std::size_t, momentCount> moments{}; ///< the point of each moment
    std::size_t start = 0; ///< the point before the first pass
    std::size_t peak = 0; ///< the point of the largest total

    Bytes peakBytes() const { return points[peak].perGroup.total(); }
};

/// The timeline of the stage that the estimate speaks of, or of another one.
Timeline timelineOf(const Resolved& plan);
Timeline timelineOf(const Resolved& plan, const Stage& stage);

/// The width of a point on the axis of events: one unit for a layer's forward pass, two for its
/// backward pass, and enough to be seen for the events between. The units are no time.
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
