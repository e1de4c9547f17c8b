// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/trials.h"

#include <vector>

namespace highwater {

/// For each kind of parallelism, the present number of ranks doubled until the plan fits on its
/// GPUs; where it never fits, the number that helps most. Here: context ranks.
std::vector<Change> contextRanks(const Trials& trials);
/// The same for the ranks that cut the model itself: tensor, pipeline and expert ranks.
std::vector<Change> modelRanks(const Trials& trials);

} // namespace highwater
