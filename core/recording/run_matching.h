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
    bool atPeak = false; ///< they exist at the recording's peak; else only at its end
    std::vector<std::string> frames; ///< of the stack, innermost first, but frames of Python before
                                     ///< all others
};

/// A line of the plan of which the recording has fewer bytes at its peak, or more.
struct NotSeen
{
    std::string id;
    Text label;
    Group group{};
    Bytes bytes = 0; ///< by which they differ
    Bytes each = 0; ///< of one tensor; 0 for a sum of states
};

/// The blocks of the recording's peak matched with the tensors that the plan has at its peak.
struct RunMatch
{
    std::vector<Unexplained> unexplained; ///< largest first
    std::vector<NotSeen> notSeen; ///< largest first
    std::vector<NotSeen> otherMoments; ///< lines that the recording has at its peak, and the plan
                                       ///< at other moments alone; largest first
    GroupBytes measured; ///< the matched bytes, by group
    GroupBytes predicted; ///< the plan's bytes, at the point that is matched with the peak
    Bytes unexplainedAtPeak = 0;
    Bytes olderThanRecording = 0; ///< allocated before the recording began: no stack
};

/// Matches by phase and size: equal bytes first, then a difference of less than 512 bytes. `point`:
/// of the chart's timeline, matched with the recording's peak.
RunMatch matchRun(const Recording& recording, const TimelineChart& chart, std::size_t point);

} // namespace highwater
