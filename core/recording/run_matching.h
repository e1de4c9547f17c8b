// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/timeline_figure.h"
#include "core/recording/recording.h"

#include <cstdint>
#include <string>
#include <vector>

namespace highwater {

/// Measured allocations of one size and one place in the program that no line of the plan has.
struct Unexplained
{
    Bytes bytes = 0; ///< each · count
    Bytes each = 0;
    std::int64_t count = 0;
    RunPhase phase{}; ///< in which they were made
    bool atPeak = false; ///< alive at the recording's peak; else only at its end
    std::vector<std::string> frames; ///< of the stack, innermost first, Python's first of all
};

/// A line of the plan that the recording has less of, or nothing.
struct NotSeen
{
    std::string id;
    Text label;
    Group group{};
    Bytes bytes = 0; ///< that are missing
};

/// The blocks of the recording's peak matched with the tensors that the plan has then.
struct RunMatch
{
    std::vector<Unexplained> unexplained; ///< largest first
    std::vector<NotSeen> notSeen; ///< largest first
    GroupBytes measured; ///< what was matched, by group
    GroupBytes predicted; ///< the plan's, at the point that stands for the peak
    Bytes unexplainedAtPeak = 0;
    Bytes olderThanRecording = 0; ///< allocated before the recording began: no stack
};

/// Matches by phase and size: the same bytes, then within a block of 512. `point` of the chart's
/// timeline stands for the peak.
RunMatch matchRun(const Recording& recording, const TimelineChart& chart, std::size_t point);

} // namespace highwater
