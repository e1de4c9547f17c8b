// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/time_answer.h"

namespace highwater {

/// The phases of a job's step, one after another, and what they assume. A problem where one of them
/// cannot be timed: a policy that generates without an engine.
Result<std::vector<PhaseTime>> jobPhaseTimes(const Resolved& job,
                                             std::vector<Assumption>& assumptions);

/// Operations of one token, forward and backward, over all ranks: three passes through a trained
/// weight, two through a weight that only gradients of inputs pass, one where there is no backward
/// pass.
double modelOperations(const Resolved& plan);

} // namespace highwater
