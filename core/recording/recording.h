// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/phases.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

enum class RecordingKind {
    Snapshot, ///< torch.cuda.memory._dump_snapshot()
    Timeline, ///< torch.profiler, export_memory_timeline() as .json
    RawTimeline, ///< the same as raw.json
    Trace ///< torch.profiler, export_chrome_trace() with profile_memory
};

/// The memory of one device of a run, event by event, and its phases.
struct Recording
{
    RecordingKind kind{};
    std::int64_t device = 0;
    std::vector<std::int64_t> devices; ///< of the file
    ActiveTimeline timeline; ///< without events and blocks where the file is no snapshot
    bool hasReserved = true; ///< the file has the bytes that the allocator reserved
    StackTable stacks;
    RunPhases phases;
    std::string allocatorSettings;
};

/// Reads a recording of any kind, which is known by its content. `device`: the device to read;
/// null: the first one of the file.
Result<Recording> readRecording(ByteSource& source, std::optional<std::int64_t> device = {});

/// "train.py:118 train_step"
std::string frameText(const StackTable& stacks, std::uint32_t frame);

} // namespace highwater

HIGHWATER_NAMES(RecordingKind, "snapshot", "timeline", "raw-timeline", "trace")
