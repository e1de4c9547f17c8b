// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace highwater {

/// A block, from the event that allocates it to the event that frees it.
struct ActiveBlock
{
    static constexpr std::size_t noEvent = ~std::size_t{0};

    std::uint64_t address = 0;
    Bytes requested = 0, size = 0; ///< size: with the bytes beyond the request
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
        Bytes active = 0; ///< the same blocks with their bytes beyond the requests
        Bytes reserved = 0; ///< of segments
    };

    std::vector<TraceEvent> events;
    std::vector<Point> points; ///< one after each event
    std::vector<ActiveBlock> blocks;
    Point beforeFirst; ///< bytes before the first event
    Point end; ///< from the segments at the end of the file
    std::size_t peak = 0, activePeak = 0, reservedPeak = 0; ///< the first largest point
    std::size_t lostFrees = 0; ///< blocks that were allocated again without a recorded free before
    bool outOfMemory = false; ///< the trace has an event of running out of memory

    Point last() const { return points.empty() ? beforeFirst : points.back(); }
    /// The requested bytes at the end of the replayed trace, less those of the segments; 0 where no
    /// event is missing.
    Bytes difference() const { return last().requested - end.requested; }
    Bytes peakRequested() const;
    Bytes peakActive() const;
    Bytes peakReserved() const;
};

/// The timeline of one device of a snapshot; it takes the events out of the snapshot.
Result<ActiveTimeline> activeTimeline(Snapshot& snapshot, std::int64_t device);

} // namespace highwater
