// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/trials.h"

#include <vector>

namespace highwater {

/// Every single change that may help: of settings, hardware and the run.
std::vector<Change> singleChanges(const Trials& trials, const Solutions& solutions);

/// LoRA and QLoRA, where the plan trains all weights.
std::vector<Change> adapterChanges(const Trials& trials);

/// As many GPUs as the plan needs, where that is more than it has and enough.
std::optional<Change> moreGpus(const Plan& plan, std::optional<std::int64_t> fewest);

} // namespace highwater
