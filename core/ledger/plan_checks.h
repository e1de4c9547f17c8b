// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <string>
#include <vector>

namespace highwater {

/// The keys by which a layout contradicts the rest of the plan, so that no estimate is possible.
Problems contradictions(const Resolved& plan, const Layout& layout);

/// Remarks on keys with which an estimate is still possible.
std::vector<Warning> warningsOf(const Resolved& plan);

/// Those of the remarks that a run would refuse or waste GPUs or time on, because numbers of the
/// plan are no multiples of others: tokens, widths, GPUs, sequences of a step.
std::vector<Warning> remainders(const Resolved& plan);

/// A context leaves no remainder where it is a multiple of this number of tokens.
std::int64_t contextUnit(const Resolved& plan);

/// "The model was made for at most 32,768 tokens"
Text positionsText(std::int64_t most);

/// Remarks on settings that the plan's framework does not have. The estimate keeps the plan's
/// layout, but takes the nearest stage of ZeRO that the framework has; of the recipe it leaves the
/// setting out.
std::vector<Warning> frameworkGaps(const Resolved& plan, const Layout& asked);

/// Whether a layer of the plan keeps a tensor that recomputing the part alone drops.
bool dropsTensors(const Resolved& plan, RecomputeModule module);

} // namespace highwater
