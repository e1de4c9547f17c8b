// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/trials.h"

#include <optional>
#include <vector>

namespace highwater {

/// The smallest sets of settings that make the plan fit together with the changes of `base`, on the
/// plan's GPUs: the cheapest few. Each needs all of its settings.
std::vector<Remedy> smallestSets(const Trials& trials, const std::vector<Change>& base,
                                 const std::vector<Change>& settings);

/// All settings together with the changes of `base`, less those without which the plan fits as
/// well: few settings that cost little, however many are needed. Null where all of them are not
/// enough, and while a control is dragged.
std::optional<Remedy> neededOfAll(const Trials& trials, const std::vector<Change>& base,
                                  const std::vector<Change>& settings);

/// The same as smallestSets(), on as many GPUs as the settings then need.
std::vector<Remedy> smallestSetsOnMoreGpus(const Trials& trials,
                                           const std::vector<Change>& settings);

} // namespace highwater
