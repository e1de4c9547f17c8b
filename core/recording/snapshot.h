// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"
#include "core/plan/names.h"
#include "core/plan/result.h"
#include "core/recording/byte_source.h"
#include "core/recording/names.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace highwater {

/// More bytes than any machine has: an upper bound for sums of a damaged file.
inline constexpr Bytes mostRecorded = Bytes{1} << 60;

enum class TraceAction : std::uint8_t {
    Alloc,
    FreeRequested,
    FreeCompleted,
    SegmentAlloc,
    SegmentFree,
    SegmentMap,
    SegmentUnmap,
    Oom,
    Snapshot,
    Other ///< an action of a later version
};

/// One event of PyTorch's allocator: a request of the program to it, or of it to the driver.
struct TraceEvent
{
    static constexpr std::int64_t noTime = -1;

    std::uint64_t address = 0;
    Bytes size = 0; ///< as requested, before rounding
    std::int64_t time = noTime; ///< microseconds since 1970
    std::uint32_t stack = 0; ///< of StackTable
    std::uint16_t stream = 0; ///< streams are numbered in the order of their first events
    TraceAction action{};
};

/// One line of a program on the stack.
struct StackFrame
{
    std::uint32_t name = 0, file = 0; ///< of the names
    std::int64_t line = 0;

    bool operator==(const StackFrame&) const = default;
};

/// Stacks by number, the innermost frame first; number 0 means that no stack was kept.
struct StackTable
{
    static constexpr std::uint32_t none = 0;

    NameTable names;
    std::vector<StackFrame> frames;
    std::vector<std::vector<std::uint32_t>> stacks{{}};
};

enum class BlockState : std::uint8_t { Active, PendingFree, Inactive };

struct SnapshotBlock
{
    std::uint64_t address = 0;
    Bytes size = 0, requested = 0;
    std::uint32_t stack = StackTable::none;
    BlockState state = BlockState::Inactive;
    bool hasAddress = false;
};

/// Part of a table, from `first` on.
struct TableRange
{
    std::size_t first = 0, count = 0;
    std::size_t end() const { return first + count; }
};

struct SnapshotSegment
{
    std::uint64_t address = 0;
    Bytes total = 0;
    std::int64_t device = 0;
    bool small = false, expandable = false;
    TableRange blocks;
};

/// The begin or the end of a record_function of the program.
struct Annotation
{
    std::uint32_t name = 0;
    std::int64_t device = 0, time = 0;
    bool isStart = false;
};

/// The file that torch.cuda.memory._dump_snapshot() writes, in every version (PyTorch,
/// torch/csrc/cuda/Module.cpp and memory_snapshot.cpp, from 2.0 to 2.12).
struct Snapshot
{
    StackTable stacks;
    std::vector<TraceEvent> events; ///< of all devices
    std::vector<TableRange> traces; ///< of `events`, by device
    std::vector<SnapshotSegment> segments;
    std::vector<SnapshotBlock> blocks;
    std::vector<Annotation> annotations;
    std::string allocatorSettings; ///< PYTORCH_CUDA_ALLOC_CONF, where the file has it

    /// The devices that have events or segments, in order.
    std::vector<std::int64_t> devices() const;
};

/// Reads the pickle of a snapshot, row by row, without keeping the whole file.
Result<Snapshot> readSnapshot(ByteSource& source);

} // namespace highwater
