// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace highwater {

/// A block from the event that hands it out to the event that takes it back.
struct ActiveBlock
{
    static constexpr std::size_t noEvent = ~std::size_t{0};

    std::uint64_t address = 0;
    Bytes requested = 0, size = 0; ///< size: with what it has beyond the request
    std::size_t born = noEvent; ///< an event of the trace; noEvent: before the first one
    std::size_t freed = noEvent; ///< noEvent: alive at the end
    std::uint32_t stack = StackTable::none;

    bool isAliveAfter(std::size_t event) const
    {
        return (born == noEvent || born <= event) && (freed == noEvent || freed > event);
    }
};

/// The memory of one device after each event of its trace, by the rules of PyTorch's memory_viz
/// (torch/utils/viz/MemoryViz.js, process_alloc_data).
struct ActiveTimeline
{
    /// Bytes after an event.
    struct Point
    {
        Bytes requested = 0; ///< of blocks in use, including freed blocks that a stream still uses
        Bytes active = 0; ///< the same blocks with what they have beyond the requests
        Bytes reserved = 0; ///< of segments
    };

    std::vector<TraceEvent> events;
    std::vector<Point> points; ///< one after each event
    std::vector<ActiveBlock> blocks;
    Point beforeFirst; ///< bytes before the first event
    Point end; ///< as the segments at the end of the file say
    std::size_t peak = 0, activePeak = 0, reservedPeak = 0; ///< the first largest point
    std::size_t lostFrees = 0; ///< blocks that were handed out again, with no free recorded before
    bool outOfMemory = false; ///< the trace has an event of that kind

    Point last() const { return points.empty() ? beforeFirst : points.back(); }
    /// Requested bytes that the replayed end has more than the segments; 0 where nothing is
    /// missing.
    Bytes difference() const { return last().requested - end.requested; }
    Bytes peakRequested() const;
    Bytes peakActive() const;
    Bytes peakReserved() const;
};

/// The timeline of one device of a snapshot, whose events it takes over.
Result<ActiveTimeline> activeTimeline(Snapshot& snapshot, std::int64_t device);

} // namespace highwater
