// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recording.h"

#include <cstdint>
#include <string>
#include <vector>

namespace highwater {

/// Blocks of one size that exist at the peak of a recording, and that one line of Python allocated
/// in one phase.
struct HeldTensors
{
    Bytes each = 0; ///< as requested
    Bytes bytes = 0; ///< of all, in blocks
    std::int64_t count = 0;
    RunPhase phase{};
    std::string line; ///< of the person's own files where the stack has one; empty: no stack
    std::string inner; ///< the innermost one of a model, a framework or an optimizer, where it is
                       ///< another one
};

/// The largest first.
std::vector<HeldTensors> heldTensors(const Recording& recording);

} // namespace highwater
