// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/trials.h"

#include <vector>

namespace highwater {

/// Every single change that may help: changes of settings, of hardware and of the run.
std::vector<Change> singleChanges(const Trials& trials, const Solutions& solutions);

/// LoRA and QLoRA, where the plan trains all weights.
std::vector<Change> adapterChanges(const Trials& trials);

/// The changes of a plan's quantised base.
std::vector<Change> baseChanges(const Resolved& plan);

/// A change to the number of GPUs that the plan needs; null where `fewest` is not known, not more
/// than the plan has, or so many that it would be another cluster.
std::optional<Change> moreGpus(const Plan& plan, std::optional<std::int64_t> fewest);

} // namespace highwater
