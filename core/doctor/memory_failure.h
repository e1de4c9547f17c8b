// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"
#include "core/plan/names.h"
#include "core/plan/result.h"
#include "core/recording/byte_source.h"
#include "core/recording/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// What refused memory to a program.
enum class Refuser {
    Allocator, ///< PyTorch's, of a GPU
    Driver, ///< outside the allocator: "CUDA error: out of memory"
    Collective, ///< NCCL
    ServerCache, ///< an inference server that has no room for its KV cache
    ServerBuffer, ///< llama.cpp's buffers
    Host ///< the host's memory: the system killed the program, or refused memory
};

/// A line of a program on the stack of an error.
struct LogFrame
{
    std::string file, function;
    std::int64_t line = 0;
    std::string code; ///< the line's text, where the log has it
    bool operator==(const LogFrame&) const = default;
};

struct ProcessBytes
{
    std::int64_t id = 0;
    Bytes bytes = 0;
    bool operator==(const ProcessBytes&) const = default;
};

/// One error of running out of memory in a log; what its text does not say is null.
struct MemoryFailure
{
    Refuser refuser{};
    std::int64_t logLine = 0; ///< from 1; 0: of a recording
    std::optional<std::int64_t> rank, gpu;
    std::optional<Bytes> asked;
    Bytes askedLow = 0, askedHigh = 0; ///< amounts that are printed as `asked`
    std::optional<Bytes> capacity, free;
    std::optional<Bytes> allocated; ///< by PyTorch's tensors
    std::optional<Bytes> idle; ///< reserved by PyTorch's allocator, and held by no tensor
    std::optional<Bytes> process; ///< all that this process has of the GPU
    std::optional<Bytes> limit; ///< of a process, where the program sets one
    std::vector<ProcessBytes> processes; ///< as listed; this one may be among them
    std::optional<std::int64_t> tokens; ///< of a server: those for which its cache has room
    std::string text; ///< of the error, on one line
    std::string before; ///< of its line, before the error: a warning that quotes it
    std::vector<LogFrame> frames; ///< outermost first

    std::optional<Bytes> reserved() const
    {
        return allocated ? std::optional(*allocated + idle.value_or(0)) : std::nullopt;
    }
    /// Bytes of other processes on the GPU, as far as the text tells them from this one.
    Bytes others() const;
};

struct FailureLog
{
    std::vector<MemoryFailure> failures; ///< in their order; at most mostFailures
    std::int64_t count = 0; ///< of all
    std::vector<std::int64_t> ranks; ///< that failed, in order
    std::vector<std::string> models; ///< names that may be those of models, in their order

    /// The failure that came first of those that tell most: a GPU's before the host's, as programs
    /// are killed once one of them has failed.
    const MemoryFailure& first() const;
};

inline constexpr std::size_t mostFailures = 256;

/// Reads a log line by line, or the text of a traceback, in constant memory. A text without such an
/// error is a problem.
Result<FailureLog> readFailures(ByteSource& source);

/// The failure that a memory snapshot has recorded; a problem where it recorded none.
Result<FailureLog> failureOf(const Recording& recording);

/// Reads either of the two, by the first byte.
Result<FailureLog> readFailuresOrRecording(ByteSource& source);

} // namespace highwater

HIGHWATER_NAMES(Refuser, "pytorch", "driver", "nccl", "server-cache", "llama.cpp", "host")
