// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/snapshot.h"

#include "core/plan/numbers.h"
#include "core/recording/pickle_reader.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace highwater {
namespace {

/// The kind of a list or dictionary of a snapshot.
enum class Meaning : std::uint8_t {
    Unknown, ///< nothing was put in yet: an empty list of anything
    Other,
    Frame,
    Stack,
    Event,
    Trace,
    Traces,
    Block,
    Blocks,
    History, ///< one allocation of a block's history, in PyTorch 2.0
    Histories,
    Segment,
    Segments,
    Annotation,
    Annotations,
    Settings,
    Snapshot
};

/// The keys and values that are read, by their number in the table of names: keyNames has their
/// texts in the same order.
enum class KeyName : std::uint32_t {
    Action,
    Addr,
    DeviceFree,
    Size,
    Stream,
    Frames,
    TimeUs,
    Name,
    Filename,
    Line,
    Address,
    RequestedSize,
    State,
    History,
    RealSize,
    TotalSize,
    SegmentType,
    Device,
    IsExpandable,
    Blocks,
    Stage,
    Segments,
    DeviceTraces,
    AllocatorSettings,
    ExternalAnnotations,
    AllocConf,
    // values
    Alloc,
    FreeRequested,
    FreeCompleted,
    SegmentAlloc,
    SegmentFree,
    SegmentMap,
    SegmentUnmap,
    Oom,
    SnapshotAction,
    ActiveAllocated,
    ActivePendingFree,
    ActiveAwaitingFree,
    Inactive,
    Small,
    Start,
    Count
};

constexpr auto keyNames = std::to_array<std::string_view>({
    "action",
    "addr",
    "device_free",
    "size",
    "stream",
    "frames",
    "time_us",
    "name",
    "filename",
    "line",
    "address",
    "requested_size",
    "state",
    "history",
    "real_size",
    "total_size",
    "segment_type",
    "device",
    "is_expandable",
    "blocks",
    "stage",
    "segments",
    "device_traces",
    "allocator_settings",
    "external_annotations",
    "PYTORCH_CUDA_ALLOC_CONF",
    "alloc",
    "free_requested",
    "free_completed",
    "segment_alloc",
    "segment_free",
    "segment_map",
    "segment_unmap",
    "oom",
    "snapshot",
    "active_allocated",
    "active_pending_free",
    "active_awaiting_free",
    "inactive",
    "small",
    "START",
});
static_assert(keyNames.size() == static_cast<std::size_t>(KeyName::Count));

/// 256 TiB: more than any card has. The sums of a file are bounded by mostRecorded, long before
/// they would overflow.
constexpr std::int64_t mostOfOne = std::int64_t{1} << 48;
constexpr std::int64_t mostDevices = 4096;
constexpr std::size_t mostFrames = 4096; ///< of one stack

class SnapshotBuilder : public PickleConsumer
{
public:
    SnapshotBuilder()
    {
        for (const std::string_view name : keyNames)
            names.number(name);
    }

    std::optional<Problem> set(PickleNode& node, std::span<const PickleValue> members) override
    {
        m_wrong.reset();
        const Meaning meaning = node.isFilled ? meaningOf(node) : shapeOf(members);
        if (node.isFilled && meaning != Meaning::Snapshot && meaning != Meaning::Other)
            return Problem{std::string(),
                           {},
                           {HW_TR("core", "has a dictionary that is written in several parts")}};
        node.meaning = static_cast<std::uint8_t>(meaning);
        switch (meaning) {
        case Meaning::Event:
            setEvent(node, members);
            break;
        case Meaning::Frame:
            setFrame(node, members);
            break;
        case Meaning::Block:
            setBlock(node, members);
            break;
        case Meaning::History:
            setHistory(node, members);
            break;
        case Meaning::Segment:
            setSegment(node, members);
            break;
        case Meaning::Annotation:
            setAnnotation(node, members);
            break;
        case Meaning::Settings:
            setSettings(members);
            break;
        case Meaning::Snapshot:
            setSnapshot(members);
            break;
        default:
            break;
        }
        return std::exchange(m_wrong, std::nullopt);
    }

    std::optional<Problem> append(PickleNode& node, std::span<const PickleValue> members) override
    {
        m_wrong.reset();
        if (members.empty())
            return {};
        const Meaning meaning = listOf(members);
        const bool isMixed = node.meaning != 0 && meaningOf(node) != meaning;
        if (isMixed || meaning == Meaning::Other)
            node.meaning = static_cast<std::uint8_t>(Meaning::Other);
        else if (meaning == Meaning::Stack)
            addStack(node, members);
        else
            addRange(node, meaning, members);
        return std::exchange(m_wrong, std::nullopt);
    }

    /// The whole snapshot, after the end of the file.
    Result<Snapshot> finish(const PickleNode& root)
    {
        if (static_cast<Meaning>(root.meaning) != Meaning::Snapshot || !m_hasSegments)
            return Problem{std::string(), {}, {HW_TR("core", "the pickle is no memory snapshot")}};
        // Other lists of segments are of host memory.
        keep(m_snapshot.segments, m_segments);
        keep(m_snapshot.annotations, m_annotations);
        m_snapshot.stacks.names = std::move(names);
        return std::move(m_snapshot);
    }

private:
    static Meaning meaningOf(const PickleNode& node) { return static_cast<Meaning>(node.meaning); }
    Meaning meaningOf(PickleValue value) const
    {
        return value.kind() == PickleValue::Kind::Container ? meaningOf(nodes[value.index()])
                                                            : Meaning::Other;
    }
    static KeyName keyOf(PickleValue key)
    {
        return static_cast<KeyName>(
            std::min(key.index(), static_cast<std::uint32_t>(KeyName::Count)));
    }

    /// The kind of a dictionary, known by keys that no other kind has.
    static Meaning shapeOf(std::span<const PickleValue> members)
    {
        Meaning meaning = Meaning::Other;
        for (std::size_t i = 0; i < members.size(); i += 2)
            switch (keyOf(members[i])) {
            case KeyName::Action:
                return Meaning::Event;
            case KeyName::Filename:
                return Meaning::Frame;
            case KeyName::TotalSize:
            case KeyName::Blocks:
                return Meaning::Segment;
            case KeyName::Stage:
                return Meaning::Annotation;
            case KeyName::RealSize:
                return Meaning::History;
            case KeyName::AllocConf:
                return Meaning::Settings;
            case KeyName::Segments:
            case KeyName::DeviceTraces:
                return Meaning::Snapshot;
            case KeyName::State:
                meaning = Meaning::Block;
                break;
            default:
                break;
            }
        return meaning;
    }

    Meaning listOf(std::span<const PickleValue> members) const
    {
        const Meaning first = meaningOf(members.front());
        const auto all = [&](Meaning one, Meaning other) {
            return std::ranges::all_of(members, [&](PickleValue member) {
                const Meaning is = meaningOf(member);
                return is == one || is == other;
            });
        };
        switch (first) {
        case Meaning::Unknown: // an empty list
        case Meaning::Trace:
            return all(Meaning::Unknown, Meaning::Trace) ? Meaning::Traces : Meaning::Other;
        case Meaning::Frame:
            return all(first, first) ? Meaning::Stack : Meaning::Other;
        case Meaning::Event:
            return all(first, first) ? Meaning::Trace : Meaning::Other;
        case Meaning::Block:
            return all(first, first) ? Meaning::Blocks : Meaning::Other;
        case Meaning::History:
            return all(first, first) ? Meaning::Histories : Meaning::Other;
        case Meaning::Segment:
            return all(first, first) ? Meaning::Segments : Meaning::Other;
        case Meaning::Annotation:
            return all(first, first) ? Meaning::Annotations : Meaning::Other;
        default:
            return Meaning::Other;
        }
    }

    void fail(KeyName key, Text why)
    {
        if (!m_wrong)
            m_wrong
                = Problem(std::string(keyNames[static_cast<std::size_t>(key)]), {}, std::move(why));
    }

    std::int64_t whole(KeyName key, PickleValue value, std::int64_t least, std::int64_t most)
    {
        if (value.kind() != PickleValue::Kind::Whole || value.number() < least
            || value.number() > most)
            fail(key,
                 {HW_TR("core", "must be a whole number from %1 to %2"),
                  {grouped(static_cast<long long>(least)), grouped(static_cast<long long>(most))}});
        return value.number();
    }
    Bytes bytes(KeyName key, PickleValue value) { return whole(key, value, 0, mostOfOne); }
    std::uint64_t address(KeyName key, PickleValue value)
    {
        return static_cast<std::uint64_t>(whole(key, value, 0, std::int64_t{1} << 58));
    }
    std::uint32_t name(KeyName key, PickleValue value)
    {
        if (value.kind() == PickleValue::Kind::Name)
            return value.index();
        fail(key, {HW_TR("core", "must be a text")});
        return 0;
    }
    /// The index of a list of the wanted kind; null for None and for an empty list. Any other value
    /// is a problem.
    std::optional<std::uint32_t> list(KeyName key, PickleValue value, Meaning meaning,
                                      const char* wanted)
    {
        const Meaning is = meaningOf(value);
        if (is == meaning)
            return nodes[value.index()].index;
        if (value.kind() != PickleValue::Kind::Nothing && is != Meaning::Unknown)
            fail(key, {wanted});
        return std::nullopt;
    }
    std::uint32_t stack(KeyName key, PickleValue value)
    {
        // A stack without frames is valid too: autograd's thread has no frame of Python.
        if (meaningOf(value) == Meaning::Unknown && value.kind() == PickleValue::Kind::Container)
            return emptyStack();
        return list(key, value, Meaning::Stack, HW_TR("core", "must be a list of frames"))
            .value_or(StackTable::none);
    }
    std::uint32_t emptyStack()
    {
        if (m_emptyStack == StackTable::none) {
            m_emptyStack = static_cast<std::uint32_t>(m_snapshot.stacks.stacks.size());
            m_snapshot.stacks.stacks.emplace_back();
        }
        return m_emptyStack;
    }

    static TraceAction actionOf(std::uint32_t name)
    {
        switch (static_cast<KeyName>(name)) {
        case KeyName::Alloc:
            return TraceAction::Alloc;
        case KeyName::FreeRequested:
            return TraceAction::FreeRequested;
        case KeyName::FreeCompleted:
            return TraceAction::FreeCompleted;
        case KeyName::SegmentAlloc:
            return TraceAction::SegmentAlloc;
        case KeyName::SegmentFree:
            return TraceAction::SegmentFree;
        case KeyName::SegmentMap:
            return TraceAction::SegmentMap;
        case KeyName::SegmentUnmap:
            return TraceAction::SegmentUnmap;
        case KeyName::Oom:
            return TraceAction::Oom;
        case KeyName::SnapshotAction:
            return TraceAction::Snapshot;
        default:
            return TraceAction::Other;
        }
    }

    std::uint16_t streamOf(PickleValue value)
    {
        const std::int64_t handle = value.kind() == PickleValue::Kind::Whole ? value.number() : -1;
        constexpr std::size_t most = 0xffff;
        const auto number = static_cast<std::uint16_t>(std::min(m_streams.size(), most));
        return m_streams.try_emplace(handle, number).first->second;
    }

    /// Calls set(key, value) for each member of a dictionary, whose keys and values alternate.
    static void eachMember(std::span<const PickleValue> members, auto&& set)
    {
        for (std::size_t i = 0; i < members.size(); i += 2)
            set(keyOf(members[i]), members[i + 1]);
    }

    void setEvent(PickleNode& node, std::span<const PickleValue> members)
    {
        TraceEvent event;
        bool sized = false;
        eachMember(members, [&](KeyName key, PickleValue value) {
            switch (key) {
            case KeyName::Action:
                event.action = actionOf(name(key, value));
                break;
            case KeyName::Addr:
                event.address = address(key, value);
                break;
            case KeyName::Size:
                event.size = bytes(key, value);
                sized = true;
                break;
            case KeyName::Stream:
                event.stream = streamOf(value);
                break;
            case KeyName::TimeUs:
                event.time = whole(key, value, 0, std::int64_t{1} << 58);
                break;
            case KeyName::Frames:
                event.stack = stack(key, value);
                break;
            default:
                break;
            }
        });
        if (!sized && event.action != TraceAction::Other)
            fail(KeyName::Size, {HW_TR("core", "is missing in an event")});
        node.index = static_cast<std::uint32_t>(m_snapshot.events.size());
        m_snapshot.events.push_back(event);
    }

    void setFrame(PickleNode& node, std::span<const PickleValue> members)
    {
        StackFrame frame;
        eachMember(members, [&](KeyName key, PickleValue value) {
            switch (key) {
            case KeyName::Name:
                frame.name = name(key, value);
                break;
            case KeyName::Filename:
                frame.file = name(key, value);
                break;
            case KeyName::Line:
                // PyTorch says 2^64 - 1, a -1 without its sign, of a frame that has no line.
                frame.line = value.kind() == PickleValue::Kind::OtherNumber
                    ? -1
                    : whole(key, value, -1, std::int64_t{1} << 58);
                break;
            default:
                break;
            }
        });
        node.index = static_cast<std::uint32_t>(m_snapshot.stacks.frames.size());
        m_snapshot.stacks.frames.push_back(frame);
    }

    void setBlock(PickleNode& node, std::span<const PickleValue> members)
    {
        SnapshotBlock block;
        eachMember(members, [&](KeyName key, PickleValue value) {
            switch (key) {
            case KeyName::Address:
                block.address = address(key, value);
                block.hasAddress = true;
                break;
            case KeyName::Size:
                block.size = bytes(key, value);
                break;
            case KeyName::RequestedSize:
                block.requested = bytes(key, value);
                break;
            case KeyName::State:
                block.state = stateOf(key, value);
                break;
            case KeyName::Frames:
                block.stack = stack(key, value);
                break;
            case KeyName::History:
                if (const auto found = list(key, value, Meaning::Histories,
                                            HW_TR("core", "must be a list of allocations"))) {
                    const SnapshotBlock& made = m_histories[m_ranges[*found].first];
                    block.requested = made.requested;
                    block.stack = made.stack;
                }
                break;
            default:
                break;
            }
        });
        if (block.state == BlockState::Inactive)
            block.requested = 0;
        else if (block.requested == 0)
            block.requested = block.size;
        node.index = static_cast<std::uint32_t>(m_snapshot.blocks.size());
        m_snapshot.blocks.push_back(block);
    }

    BlockState stateOf(KeyName key, PickleValue value)
    {
        switch (static_cast<KeyName>(name(key, value))) {
        case KeyName::ActiveAllocated:
            return BlockState::Active;
        case KeyName::ActivePendingFree:
        case KeyName::ActiveAwaitingFree:
            return BlockState::PendingFree;
        default:
            return BlockState::Inactive;
        }
    }

    /// One allocation of a block's history in PyTorch 2.0, as a block. setBlock() takes the first
    /// one of the list, which is the last that was made.
    void setHistory(PickleNode& node, std::span<const PickleValue> members)
    {
        SnapshotBlock made;
        eachMember(members, [&](KeyName key, PickleValue value) {
            if (key == KeyName::RealSize)
                made.requested = bytes(key, value);
            else if (key == KeyName::Frames)
                made.stack = stack(key, value);
        });
        node.index = static_cast<std::uint32_t>(m_histories.size());
        m_histories.push_back(made);
    }

    void setSegment(PickleNode& node, std::span<const PickleValue> members)
    {
        SnapshotSegment segment;
        eachMember(members, [&](KeyName key, PickleValue value) {
            switch (key) {
            case KeyName::Device:
                segment.device = whole(key, value, 0, mostDevices);
                break;
            case KeyName::Address:
                segment.address = address(key, value);
                break;
            case KeyName::TotalSize:
                segment.total = bytes(key, value);
                break;
            case KeyName::SegmentType:
                segment.small = name(key, value) == static_cast<std::uint32_t>(KeyName::Small);
                break;
            case KeyName::IsExpandable:
                segment.expandable = value.kind() == PickleValue::Kind::Flag && value.number() != 0;
                break;
            case KeyName::Blocks:
                if (const auto found
                    = list(key, value, Meaning::Blocks, HW_TR("core", "must be a list of blocks")))
                    segment.blocks = m_ranges[*found];
                break;
            default:
                break;
            }
        });
        placeBlocks(segment);
        node.index = static_cast<std::uint32_t>(m_snapshot.segments.size());
        m_snapshot.segments.push_back(segment);
    }

    /// Blocks of PyTorch 2.0 have no address: they follow one another.
    void placeBlocks(const SnapshotSegment& segment)
    {
        std::uint64_t at = segment.address;
        Bytes sum = 0;
        for (std::size_t i = segment.blocks.first; i < segment.blocks.end(); ++i) {
            SnapshotBlock& block = m_snapshot.blocks[i];
            if (!block.hasAddress)
                block.address = at;
            at = block.address + static_cast<std::uint64_t>(block.size);
            sum = bounded::plus(sum, block.size);
        }
        if (sum > segment.total)
            fail(KeyName::Blocks, {HW_TR("core", "are larger than their segment")});
    }

    void setAnnotation(PickleNode& node, std::span<const PickleValue> members)
    {
        Annotation annotation;
        eachMember(members, [&](KeyName key, PickleValue value) {
            switch (key) {
            case KeyName::Name:
                annotation.name = name(key, value);
                break;
            case KeyName::Stage:
                annotation.isStart = name(key, value) == static_cast<std::uint32_t>(KeyName::Start);
                break;
            case KeyName::Device:
                annotation.device = whole(key, value, -1, mostDevices);
                break;
            case KeyName::TimeUs:
                annotation.time = whole(key, value, 0, std::int64_t{1} << 58);
                break;
            default:
                break;
            }
        });
        node.index = static_cast<std::uint32_t>(m_snapshot.annotations.size());
        m_snapshot.annotations.push_back(annotation);
    }

    void setSettings(std::span<const PickleValue> members)
    {
        eachMember(members, [&](KeyName key, PickleValue value) {
            if (key == KeyName::AllocConf && value.kind() == PickleValue::Kind::Name)
                m_snapshot.allocatorSettings = names[value.index()];
        });
    }

    void setSnapshot(std::span<const PickleValue> members)
    {
        eachMember(members, [&](KeyName key, PickleValue value) {
            switch (key) {
            case KeyName::Segments:
                m_hasSegments = true;
                if (const auto found = list(key, value, Meaning::Segments,
                                            HW_TR("core", "must be a list of segments")))
                    m_segments = m_ranges[*found];
                break;
            case KeyName::DeviceTraces:
                if (const auto found
                    = list(key, value, Meaning::Traces,
                           HW_TR("core", "must be a list with a list of events for each device")))
                    m_snapshot.traces = tracesOf(m_ranges[*found]);
                else if (meaningOf(value) != Meaning::Unknown)
                    fail(key,
                         {HW_TR("core", "must be a list with a list of events for each device")});
                break;
            case KeyName::ExternalAnnotations:
                if (const auto found = list(key, value, Meaning::Annotations,
                                            HW_TR("core", "must be a list of annotations")))
                    m_annotations = m_ranges[*found];
                break;
            default:
                break;
            }
        });
    }

    template <class T> static void keep(std::vector<T>& rows, TableRange range)
    {
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(range.end()), rows.end());
        rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(range.first));
    }

    std::vector<TableRange> tracesOf(TableRange range) const
    {
        std::vector<TableRange> traces;
        for (std::size_t i = range.first; i < range.end(); ++i)
            traces.push_back(m_traces[i]);
        return traces;
    }

    /// Recursive functions have the same frame several times; each whole stack is kept once.
    void addStack(PickleNode& node, std::span<const PickleValue> members)
    {
        std::vector<std::vector<std::uint32_t>>& stacks = m_snapshot.stacks.stacks;
        std::vector<std::uint32_t>& now = m_stack;
        now.clear();
        if (node.meaning != 0)
            now = stacks[node.index];
        std::uint64_t hash = 0xcbf29ce484222325U; // FNV-1a
        for (const PickleValue member : members)
            now.push_back(nodes[member.index()].index);
        if (now.size() > mostFrames) {
            fail(KeyName::Frames, {HW_TR("core", "has more frames than a stack can have")});
            return;
        }
        for (const std::uint32_t frame : now)
            hash = (hash ^ frame) * 0x100000001b3U;
        node.meaning = static_cast<std::uint8_t>(Meaning::Stack);
        const auto [first, last] = m_stackNumbers.equal_range(hash);
        for (auto found = first; found != last; ++found)
            if (stacks[found->second] == now) {
                node.index = found->second;
                return;
            }
        node.index = static_cast<std::uint32_t>(stacks.size());
        stacks.push_back(now);
        m_stackNumbers.emplace(hash, node.index);
    }

    /// The rows of one list follow one another, as no other rows are read meanwhile.
    void addRange(PickleNode& node, Meaning meaning, std::span<const PickleValue> members)
    {
        if (node.meaning == 0) {
            node.index = static_cast<std::uint32_t>(m_ranges.size());
            m_ranges.push_back({firstOf(meaning, members.front()), 0});
            node.meaning = static_cast<std::uint8_t>(meaning);
        }
        TableRange& range = m_ranges[node.index];
        for (const PickleValue member : members) {
            const PickleNode& inner = nodes[member.index()];
            if (meaning == Meaning::Traces) {
                if (range.end() != m_traces.size()) {
                    m_wrong
                        = Problem(std::string(), {},
                                  {HW_TR("core", "has a list that is written in several parts")});
                    return;
                }
                m_traces.push_back(inner.meaning == 0 ? TableRange() : m_ranges[inner.index]);
            } else if (inner.index != range.end()) {
                m_wrong
                    = Problem(std::string(), {},
                              {HW_TR("core", "has an entry of a list twice or in another list")});
                return;
            }
            ++range.count;
        }
    }

    std::size_t firstOf(Meaning meaning, PickleValue member) const
    {
        return meaning == Meaning::Traces ? m_traces.size() : nodes[member.index()].index;
    }

    Snapshot m_snapshot;
    std::vector<TableRange> m_ranges; ///< of lists
    std::vector<TableRange> m_traces; ///< members of lists of traces
    std::vector<SnapshotBlock> m_histories;
    std::unordered_multimap<std::uint64_t, std::uint32_t> m_stackNumbers;
    std::vector<std::uint32_t> m_stack;
    std::uint32_t m_emptyStack = StackTable::none;
    std::unordered_map<std::int64_t, std::uint16_t> m_streams{{0, 0}};
    TableRange m_segments, m_annotations;
    bool m_hasSegments = false;
    std::optional<Problem> m_wrong;
};

} // namespace

std::vector<std::int64_t> Snapshot::devices() const
{
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < traces.size(); ++i)
        if (traces[i].count > 0)
            found.push_back(static_cast<std::int64_t>(i));
    for (const SnapshotSegment& segment : segments)
        if (std::ranges::find(found, segment.device) == found.end())
            found.push_back(segment.device);
    std::ranges::sort(found);
    return found;
}

Result<Snapshot> readSnapshot(ByteSource& source)
{
    SnapshotBuilder builder;
    const auto root = readPickle(source, builder);
    if (!root)
        return root.problems();
    return builder.finish(*root);
}

} // namespace highwater
