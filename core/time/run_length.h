// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/text.h"

#include <optional>

namespace highwater {

/// The length of a run.
struct RunLength
{
    double tokens = 0; ///< without padding
    bool chinchilla = false; ///< the plan states no length: 20 tokens for each parameter
};

/// The tokens that the plan states, or those of its examples, which go first; 20 for each parameter
/// where all weights are trained. Null where nothing says how long the run is: a fine-tune is as
/// long as its data set. `ofSequence`: tokens of a step for each of its sequences, with padding.
std::optional<RunLength> runLength(const Resolved& plan, double ofSequence);

/// Whether a plan that states no length is taken to have 20 tokens for each parameter.
bool assumesLength(const Plan& plan);

/// The steps that so many tokens fill, where a step takes `ofStep` of them; at least one.
double fullSteps(double tokens, double ofStep);

/// The reason why a run has no length.
Text noLength();

} // namespace highwater
