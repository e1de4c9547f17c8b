// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"
#include "core/plan/names.h"
#include "core/plan/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// What PyTorch's allocator had of one device: the most since the step before, and what tensors
/// held at its end.
struct DevicePeak
{
    Bytes allocated = 0, reserved = 0, held = 0;
    bool operator==(const DevicePeak&) const = default;
};

struct ReportedDevice
{
    std::string name;
    Bytes capacity = 0;
    std::int64_t retries = 0; ///< how often the cache was emptied for a request
    std::int64_t outOfMemory = 0; ///< how often a request failed, caught or not
    bool operator==(const ReportedDevice&) const = default;
};

/// An exception that nobody caught, at the innermost line of a person's, and of the library that it
/// called where that raised it.
struct ScriptError
{
    std::string kind, text, file;
    std::int64_t line = 0;
    std::string library;
    std::int64_t libraryLine = 0;
    bool operator==(const ScriptError&) const = default;
};

/// A line of Python that asked for a value that a rehearsal does not know, and the answer that it
/// got.
struct UnansweredValue
{
    std::string file;
    std::int64_t line = 0, times = 0;
    std::string answer;
    std::string library
        = {}; ///< the file that asked, where it is a package's that this line called
    std::int64_t libraryLine = 0;
    bool operator==(const UnansweredValue&) const = default;
};

enum class ProcessEnd {
    Steps, ///< all steps that were asked for were seen
    Script, ///< its last line came first
    Error,
    OutOfMemory
};

/// What one process of a rehearsal saw of itself: process-<pid>.json, which
/// resources/rehearsal writes.
struct ProcessReport
{
    std::int64_t pid = 0; ///< from the name of the file
    std::string torch, cuda;
    ProcessEnd end{};
    std::vector<std::vector<DevicePeak>> steps; ///< by step and device
    std::vector<DevicePeak> unfinished; ///< since the last step
    std::vector<ReportedDevice> devices;
    std::optional<ScriptError> error;
    std::vector<UnansweredValue> unanswered;
    std::int64_t rank = 0, world = 1;
    std::int64_t notSaved = 0; ///< checkpoints and others that were not written
    bool launched = false; ///< it only started others
    bool recordsStreams = false; ///< what is reserved depends on how far the card is behind

    bool operator==(const ProcessReport&) const = default;
};

/// Reads the report of a process, which a script may have written or damaged. `name` is the file's,
/// for problems.
Result<ProcessReport> readProcessReport(std::string_view text, const std::string& name);

/// What the stand-in for the device saw in one process: device-<pid>.json.
struct DeviceReport
{
    std::vector<std::string> unwritten; ///< functions that were called and do nothing
    std::vector<Bytes> highest; ///< by device: the most memory that was taken
    bool operator==(const DeviceReport&) const = default;
};

Result<DeviceReport> readDeviceReport(std::string_view text, const std::string& name);

/// One finished step of a process, as it happens: a line of progress-<pid>.jsonl.
struct StepProgress
{
    std::int64_t rank = 0, step = 0, steps = 0;
    Bytes allocated = 0, reserved = 0;
    bool operator==(const StepProgress&) const = default;
};

/// Null for a line that is none.
std::optional<StepProgress> readStepProgress(std::string_view line);

} // namespace highwater

HIGHWATER_NAMES(ProcessEnd, "steps", "script", "error", "out of memory")
