// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/phases.h"

#include <optional>
#include <vector>

namespace highwater {

/// The phase that begins with an event of a trace.
struct PhaseStart
{
    std::size_t event = 0;
    RunPhase phase{};
};

/// Finds phases from the order of allocations and frees, without stacks or annotations. An
/// optimizer's step ends with a long run of frees of temporary tensors and gradients; the memory of
/// short-lived tensors is highest at the loss. `steps`: where the optimizer is known to run, as
/// events [first, last].
std::vector<PhaseStart> shapePhases(const ActiveTimeline& timeline,
                                    const std::vector<std::pair<std::size_t, std::size_t>>& steps);

} // namespace highwater
