// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <vector>

namespace highwater {

inline void set(SymbolValues& values, Symbol symbol, std::int64_t value)
{
    values[static_cast<std::size_t>(symbol)] = value;
}

/// Sets the symbols of a shape: the model's, or the part that a rank holds.
void setShapeSymbols(SymbolValues& values, const Shape& shape);

/// All values of a stage but those of the workload and the schedule: its ranks' share of the
/// weights, the ranks themselves, DeepSpeed's buffers.
void setStageSymbols(SymbolValues& values, const Resolved& plan, const StageLayers& layers);

/// The gradients that DeepSpeed casts together at its step, group after group, and the largest of
/// them that it takes the norm of, in elements.
std::vector<std::int64_t> steppedGroups(const SymbolValues& values, const Resolved& plan,
                                        const StageLayers& layers);
std::int64_t largestStepped(const SymbolValues& values, const Resolved& plan);

/// The values that a context or a micro-batch changes.
void setWorkloadSymbols(SymbolValues& values, const Resolved& plan);

} // namespace highwater
