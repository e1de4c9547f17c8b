// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/active_timeline.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace highwater {
namespace {

constexpr Bytes least = 512; ///< a block's size is a multiple of it
constexpr Bytes largestSmall = Bytes{1} << 20; ///< of a request to the pool of small blocks

constexpr Bytes rounded(Bytes requested)
{
    return std::max(least, (requested + least - 1) / least * least);
}

/// The free parts of segments, from which the size of an allocated block follows
/// (c10/cuda/CUDACachingAllocator.cpp, should_split).
class FreeSpace
{
public:
    explicit FreeSpace(bool expandable)
        : m_expandable(expandable)
    { }

    void add(std::uint64_t address, Bytes size)
    {
        if (size <= 0)
            return;
        auto next = m_parts.lower_bound(address);
        if (next != m_parts.begin()) {
            const auto before = std::prev(next);
            const std::uint64_t end = before->first + static_cast<std::uint64_t>(before->second);
            if (end == address && !isStart(address)) {
                address = before->first;
                size += before->second;
                m_parts.erase(before);
            }
        }
        const std::uint64_t end = address + static_cast<std::uint64_t>(size);
        if (next != m_parts.end() && next->first == end && !isStart(end)) {
            size += next->second;
            m_parts.erase(next);
        }
        m_parts[address] = size;
    }

    void addSegment(std::uint64_t address, Bytes size, bool expandable)
    {
        if (!expandable)
            m_starts[address] = true;
        add(address, size);
    }

    /// Takes a part out of the free part that contains it.
    void remove(std::uint64_t address, Bytes size)
    {
        auto found = m_parts.upper_bound(address);
        if (found == m_parts.begin())
            return;
        --found;
        const std::uint64_t end = found->first + static_cast<std::uint64_t>(found->second);
        const std::uint64_t to = address + static_cast<std::uint64_t>(size);
        if (address >= end)
            return;
        if (address == found->first)
            m_parts.erase(found);
        else
            found->second = static_cast<Bytes>(address - found->first);
        if (to < end)
            m_parts[to] = static_cast<Bytes>(end - to);
    }

    void removeSegment(std::uint64_t address, Bytes size)
    {
        remove(address, size);
        m_starts.erase(address);
    }

    /// Allocates a block; returns its size.
    Bytes take(std::uint64_t address, Bytes requested)
    {
        Bytes size = rounded(requested);
        const auto found = m_parts.find(address);
        if (found != m_parts.end() && found->second > size) {
            const Bytes rest = found->second - size;
            const bool splits
                = m_expandable || size <= largestSmall ? rest >= least : rest > largestSmall;
            if (!splits)
                size += rest;
        }
        remove(address, size);
        return size;
    }

private:
    bool isStart(std::uint64_t address) const { return m_starts.contains(address); }

    std::map<std::uint64_t, Bytes> m_parts;
    std::map<std::uint64_t, bool> m_starts; ///< of segments: blocks do not merge over them
    bool m_expandable;
};

class Walk
{
public:
    Walk(Snapshot& snapshot, std::int64_t device)
        : m_snapshot(snapshot)
        , m_device(device)
    { }

    Result<ActiveTimeline> operator()()
    {
        takeEvents();
        pairEvents();
        addWhatStayed();
        if (Problems wrong = replay(); !wrong.empty())
            return wrong;
        findPeaks();
        return std::move(m_made);
    }

private:
    using Point = ActiveTimeline::Point;

    void takeEvents()
    {
        const auto number = static_cast<std::size_t>(m_device);
        if (number >= m_snapshot.traces.size())
            return;
        const TableRange range = m_snapshot.traces[number];
        std::vector<TraceEvent>& all = m_snapshot.events;
        if (range.count == all.size())
            m_made.events = std::move(all);
        else
            m_made.events.assign(all.begin() + static_cast<std::ptrdiff_t>(range.first),
                                 all.begin() + static_cast<std::ptrdiff_t>(range.end()));
    }

    /// Finds each block's two events. A block without a first event existed before the trace.
    void pairEvents()
    {
        std::unordered_map<std::uint64_t, std::size_t> open;
        const std::vector<TraceEvent>& events = m_made.events;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const TraceEvent& event = events[i];
            if (event.action == TraceAction::Oom)
                m_made.outOfMemory = true;
            if (event.action == TraceAction::Alloc) {
                const auto [at, isNew] = open.try_emplace(event.address, m_made.blocks.size());
                if (!isNew) { // the event of its freeing is not in the trace
                    m_made.blocks[at->second].freed = i;
                    at->second = m_made.blocks.size();
                    ++m_made.lostFrees;
                }
                m_made.blocks.push_back(
                    {event.address, event.size, 0, i, ActiveBlock::noEvent, event.stack});
            } else if (event.action == TraceAction::FreeCompleted) {
                const auto found = open.find(event.address);
                if (found == open.end()) {
                    m_made.blocks.push_back({event.address, event.size, rounded(event.size),
                                             ActiveBlock::noEvent, i, event.stack});
                    continue;
                }
                m_made.blocks[found->second].freed = i;
                open.erase(found);
            }
        }
        m_open = std::move(open);
    }

    /// Adds the blocks at the end that no event of the trace has allocated.
    void addWhatStayed()
    {
        Point end;
        for (const SnapshotSegment& segment : m_snapshot.segments) {
            if (segment.device != m_device)
                continue;
            end.reserved = bounded::plus(end.reserved, segment.total);
            m_expandable = m_expandable || segment.expandable;
            for (std::size_t i = segment.blocks.first; i < segment.blocks.end(); ++i) {
                const SnapshotBlock& block = m_snapshot.blocks[i];
                if (block.state == BlockState::Inactive)
                    continue;
                end.requested = bounded::plus(end.requested, block.requested);
                end.active = bounded::plus(end.active, block.size);
                const auto open = m_open.find(block.address);
                if (open != m_open.end())
                    m_made.blocks[open->second].size = block.size;
                else
                    m_made.blocks.push_back({block.address, block.requested, block.size,
                                             ActiveBlock::noEvent, ActiveBlock::noEvent,
                                             block.stack});
            }
        }
        m_made.end = end;
    }

    /// The segments are known at the end of the trace: going back through the events gives those at
    /// the start.
    FreeSpace spaceBefore()
    {
        FreeSpace space(m_expandable);
        for (const SnapshotSegment& segment : m_snapshot.segments)
            if (segment.device == m_device)
                space.addSegment(segment.address, segment.total, segment.expandable);
        for (std::size_t i = m_made.events.size(); i-- > 0;) {
            const TraceEvent& event = m_made.events[i];
            if (event.action == TraceAction::SegmentAlloc)
                space.removeSegment(event.address, event.size);
            else if (event.action == TraceAction::SegmentFree)
                space.addSegment(event.address, event.size, false);
            else if (event.action == TraceAction::SegmentMap)
                space.remove(event.address, event.size);
            else if (event.action == TraceAction::SegmentUnmap)
                space.add(event.address, event.size);
        }
        return space;
    }

    Problems replay()
    {
        std::vector<TraceEvent>& events = m_made.events;
        m_expandable = m_expandable || std::ranges::any_of(events, [](const TraceEvent& event) {
                           return event.action == TraceAction::SegmentMap;
                       });
        FreeSpace space = spaceBefore();
        Point now;
        now.reserved = m_made.end.reserved;
        for (const TraceEvent& event : events)
            now.reserved -= reservedBy(event);
        m_bornAt.assign(events.size(), ActiveBlock::noEvent);
        m_freedAt.assign(events.size(), ActiveBlock::noEvent);
        for (std::size_t i = 0; i < m_made.blocks.size(); ++i) {
            const ActiveBlock& block = m_made.blocks[i];
            if (block.freed != ActiveBlock::noEvent)
                m_freedAt[block.freed] = i;
            if (block.born != ActiveBlock::noEvent) {
                m_bornAt[block.born] = i;
                continue;
            }
            space.remove(block.address, block.size);
            now.requested = bounded::plus(now.requested, block.requested);
            now.active = bounded::plus(now.active, block.size);
        }
        m_made.beforeFirst = now;
        m_made.points.reserve(events.size());
        for (std::size_t i = 0; i < events.size(); ++i) {
            apply(i, space, now);
            if (now.requested > mostRecorded || now.active > mostRecorded
                || now.reserved > mostRecorded || now.reserved < -mostRecorded)
                return {Problem{std::string("device_traces"),
                                {},
                                {HW_TR("core", "adds up to more bytes than any machine has")}}};
            m_made.points.push_back(now);
        }
        m_bornAt = {};
        m_freedAt = {};
        return {};
    }

    static Bytes reservedBy(const TraceEvent& event)
    {
        switch (event.action) {
        case TraceAction::SegmentAlloc:
        case TraceAction::SegmentMap:
            return event.size;
        case TraceAction::SegmentFree:
        case TraceAction::SegmentUnmap:
            return -event.size;
        default:
            return 0;
        }
    }

    void apply(std::size_t i, FreeSpace& space, Point& now)
    {
        const TraceEvent& event = m_made.events[i];
        now.reserved += reservedBy(event);
        if (m_freedAt[i] != ActiveBlock::noEvent) {
            const ActiveBlock& block = m_made.blocks[m_freedAt[i]];
            now.requested -= block.requested;
            now.active -= block.size;
            space.add(block.address, block.size);
        }
        switch (event.action) {
        case TraceAction::Alloc: {
            ActiveBlock& block = m_made.blocks[m_bornAt[i]];
            if (block.size == 0)
                block.size = space.take(block.address, block.requested);
            else // known from the end of the file
                space.remove(block.address, block.size);
            now.requested += block.requested;
            now.active += block.size;
            break;
        }
        case TraceAction::SegmentAlloc:
            space.addSegment(event.address, event.size, false);
            break;
        case TraceAction::SegmentMap:
            space.add(event.address, event.size);
            break;
        case TraceAction::SegmentFree:
            space.removeSegment(event.address, event.size);
            break;
        case TraceAction::SegmentUnmap:
            space.remove(event.address, event.size);
            break;
        default:
            break;
        }
    }

    void findPeaks()
    {
        const std::vector<Point>& points = m_made.points;
        for (std::size_t i = 1; i < points.size(); ++i) {
            if (points[i].requested > points[m_made.peak].requested)
                m_made.peak = i;
            if (points[i].active > points[m_made.activePeak].active)
                m_made.activePeak = i;
            if (points[i].reserved > points[m_made.reservedPeak].reserved)
                m_made.reservedPeak = i;
        }
    }

    Snapshot& m_snapshot;
    std::int64_t m_device;
    ActiveTimeline m_made;
    std::unordered_map<std::uint64_t, std::size_t> m_open; ///< blocks by address, at the end
    std::vector<std::size_t> m_bornAt, m_freedAt; ///< blocks, by event
    bool m_expandable = false;
};

} // namespace

Bytes ActiveTimeline::peakRequested() const
{
    return points.empty() ? beforeFirst.requested
                          : std::max(beforeFirst.requested, points[peak].requested);
}

Bytes ActiveTimeline::peakActive() const
{
    return points.empty() ? beforeFirst.active
                          : std::max(beforeFirst.active, points[activePeak].active);
}

Bytes ActiveTimeline::peakReserved() const
{
    return points.empty() ? beforeFirst.reserved
                          : std::max(beforeFirst.reserved, points[reservedPeak].reserved);
}

Result<ActiveTimeline> activeTimeline(Snapshot& snapshot, std::int64_t device)
{
    return Walk(snapshot, device)();
}

} // namespace highwater
