// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/timeline.h"
#include "core/recording/recording.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace highwater {

/// An event of a recording, at its place among the events of a plan's timeline.
struct AlignedPoint
{
    double at = 0; ///< in the units of spansOf()
    std::size_t event = 0;
    ActiveTimeline::Point bytes;
};

/// One step of a recording laid over a timeline: piecewise linear between the borders of phases
/// and, where the sizes of allocations repeat once for each layer, between those of layers. Time
/// itself does not match, as the timeline has none.
std::vector<AlignedPoint> alignedStep(const Recording& recording, std::int64_t step,
                                      const Timeline& timeline, const std::vector<Span>& spans);

/// The index of the first allocation of each of `layers` groups that have the same sizes in the
/// same order; empty where the sizes do not repeat that often.
std::vector<std::size_t> repeatingGroups(const std::vector<Bytes>& sizes, std::int64_t layers);

} // namespace highwater
