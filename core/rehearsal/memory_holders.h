// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace highwater {

/// Blocks that exist at the peak of a recording and were allocated by one line of a program.
struct MemoryHolder
{
    Bytes bytes = 0; ///< in blocks
    std::int64_t count = 0;
    std::string line; ///< of the person's own files where the stack has one; empty: no stack
    std::string inner; ///< the innermost one of a model, a framework or an optimizer, where it is
                       ///< another one
    RunPhase phase{}; ///< in which most of the bytes were allocated
};

/// The largest first, at most `most` of them.
std::vector<MemoryHolder> memoryHolders(const Recording& recording, std::size_t most);

/// The most memory in one phase of any step.
struct HeldMoment
{
    RunPhase phase{};
    Bytes allocated = 0, reserved = 0;
};

/// The phases of the recording's steps, in the order of a step.
std::vector<HeldMoment> heldMoments(const Recording& recording);

/// Whether the allocator kept a block after its tensor had gone, for another stream that used it:
/// until PyTorch 2.7 NCCL's groups say so to it in C++, where no line of Python is seen.
bool keptForAStream(const Recording& recording);

} // namespace highwater
