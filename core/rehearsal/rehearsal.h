// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"
#include "core/recording/run_comparison.h"
#include "core/rehearsal/child.h"
#include "core/rehearsal/memory_holders.h"
#include "core/rehearsal/process_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// The memory of one rank of a rehearsal, on the device of which it reserved most.
struct RehearsedRank
{
    std::int64_t rank = 0;
    std::int64_t pid = 0;
    std::int64_t device = 0;
    std::vector<DevicePeak> steps;
    std::optional<DevicePeak> unfinished; ///< what came after the last step, where anything did
    Bytes peakAllocated = 0, peakReserved = 0; ///< of the steps and what came after them
    /// The same where the card is as far behind the program as it can be; null where that makes no
    /// difference to the program.
    std::optional<Bytes> reservedBehind;
    std::int64_t retries = 0;
    bool outOfMemory = false;
    std::int64_t caughtOutOfMemory = 0; ///< failed requests that the command went on after
    bool recordsStreams = false;
};

/// How the command of a rehearsal ended.
enum class RehearsalEnd {
    Steps, ///< with the steps that were asked for
    Early, ///< after fewer steps, without an error
    NoStep, ///< without a step, and without an error
    NoTorch, ///< without importing PyTorch
    OutOfMemory,
    Error,
    Stopped, ///< by a signal to the program
    TimedOut
};

/// A command that ran on stand-ins for CUDA's libraries.
struct Rehearsal
{
    std::string torch, cuda;
    std::string card; ///< id of the catalogue
    std::string cardName;
    Bytes capacity = 0; ///< that a program can have of the card
    Bytes available = 0; ///< the same without the context of CUDA: what PyTorch can have
    std::int64_t world = 1; ///< ranks, those that did not run too
    std::int64_t stepsAsked = 0;
    std::vector<RehearsedRank> ranks; ///< that ran, in their order
    RehearsalEnd end{};
    std::optional<ScriptError> error; ///< the first one: running out of memory before any other
    ChildEnd child;
    std::vector<UnansweredValue> unanswered;
    std::vector<std::string> unwritten;
    std::int64_t notSaved = 0;
    bool networkWasTaken = false, writesWereConfined = false;
    /// Rights that were to be taken from the command, and that this system leaves it.
    bool networkWasLeft = false, writesWereLeft = false;
    bool outOfMemoryBehind = false; ///< it ran out of memory only where the card was far behind
    double seconds = 0;
    Problems unread; ///< reports that could not be read

    std::string recording; ///< the file that was kept; empty: none
    std::vector<MemoryHolder> holders; ///< of the fullest rank, largest first
    std::vector<HeldMoment> moments; ///< of all its steps
    std::optional<RunComparison> comparison;

    /// Whether it did a step, and nothing went wrong.
    bool stepped() const { return end == RehearsalEnd::Steps || end == RehearsalEnd::Early; }
    /// The rank that reserved most; null where none took any memory.
    const RehearsedRank* fullest() const;
};

/// What a rehearsal left in its folder.
struct RehearsalFolder
{
    std::vector<ProcessReport> processes;
    std::vector<DeviceReport> devices;
    Problems unread;
};

/// Puts the reports of all processes together. `stopped`: Stopped or TimedOut where the command did
/// not end by itself. Fields that no report knows (card, capacity …) stay as `known` has them.
Rehearsal gathered(const RehearsalFolder& folder, Rehearsal known, const ChildEnd& child,
                   std::optional<RehearsalEnd> stopped);

/// Adds what a second run found, in which the card was as far behind the program as it can be.
void addRunBehind(Rehearsal& found, const Rehearsal& behind);

/// The verdict as one sentence, and the reason of another end.
Text rehearsalVerdict(const Rehearsal& rehearsal);

/// What a person can do about the end, where that is known.
std::optional<Text> rehearsalAdvice(const Rehearsal& rehearsal);

Json rehearsalJson(const Rehearsal& rehearsal);

} // namespace highwater

HIGHWATER_NAMES(RehearsalEnd, "steps", "early", "no step", "no torch", "out of memory", "error",
                "stopped", "timed out")
