// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/run_comparison.h"

#include <vector>

namespace highwater {

/// The most bytes of tensors that a timeline has in each phase of a run; 0 for a phase that it does
/// not have. `lossApart`: the head's bytes count as loss, not forward.
std::array<Bytes, runPhaseCount> phasePeaks(const Timeline& timeline, bool lossApart);

/// Settings that decide which tensors a step keeps, and that people often do not note, each with
/// all of its values.
std::vector<std::pair<KeyPath, Value>> oftenUnnoted();

/// Changes of framework, kernels, loss, recomputation and others that bring the plan nearer to the
/// run, each tried alone and some in pairs.
std::vector<RunOffer> runOffers(const Recording& recording, const RunComparison& comparison,
                                const Plan& plan, const Catalog& catalog);

} // namespace highwater
