// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/trials.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace highwater {

// The changes that advise() offers, and the suggestions that it makes of them.

/// Every single change that may help: changes of settings, of hardware and of the run.
std::vector<Change> singleChanges(const Trials& trials, const Solutions& solutions);

/// LoRA and QLoRA, where the plan trains all weights; QLoRA, where it has LoRA. Each with the base
/// that it needs, where it cannot have the plan's.
std::vector<std::vector<Change>> adapterChanges(const Trials& trials);

/// The changes of a plan's quantised base.
std::vector<Change> baseChanges(const Resolved& plan);

/// A change to the number of GPUs that the plan needs; null where `fewest` is not known, not more
/// than the plan has, or so many that it would be another cluster.
std::optional<Change> moreGpus(const Plan& plan, std::optional<std::int64_t> fewest);

/// For each kind of parallelism, the present number of ranks doubled until the plan fits on its
/// GPUs; where it never fits, the number that helps most. Here: context ranks.
std::vector<Change> contextRanks(const Trials& trials);
/// The same for the ranks that cut the model itself: tensor, pipeline and expert ranks.
std::vector<Change> modelRanks(const Trials& trials);

/// The smallest sets of settings that make the plan fit together with the changes of `base`, on the
/// plan's GPUs: the cheapest few. Each needs all of its settings.
std::vector<Suggestion> smallestSets(const Trials& trials, const std::vector<Change>& base,
                                     const std::vector<Change>& settings);

/// All settings together with the changes of `base`, less those without which the plan fits as
/// well: few settings that cost little, however many are needed. Null where all of them are not
/// enough, and while a control is dragged.
std::optional<Suggestion> neededOfAll(const Trials& trials, const std::vector<Change>& base,
                                      const std::vector<Change>& settings);

/// The same as smallestSets(), on as many GPUs as the settings then need.
std::vector<Suggestion> smallestSetsOnMoreGpus(const Trials& trials,
                                               const std::vector<Change>& settings);

/// The fastest layout of the plan's GPUs that fits, with the recomputation that it needs; null
/// where no layout fits, or where the plan's time is not known.
std::optional<Suggestion> fastestLayout(const Trials& trials);

/// The number of changes that a person makes: all but the global batch, which follows from the
/// others.
std::ptrdiff_t settingCount(const Suggestion& suggestion);

/// The order in which suggestions are offered: those that fit, those that need no unusual host
/// memory, those that cost little time alone, those that cost much time or compute less precisely,
/// the others by price. Among these, those that use much of the host's memory come last, as their
/// time was never held against a run; then the time decides. Times within half a percent of the
/// plan's count as equal; the price, the number of settings and the total then decide.
bool isCheaper(const Suggestion& left, const Suggestion& right);

/// The order in which settings are taken back that a plan fits without: those that need the host's
/// memory first, then the highest price, then the most time.
bool isPlainer(const Suggestion& left, const Suggestion& right);

/// Whether two suggestions make the same changes, in any order.
bool areEqual(const Suggestion& left, const Suggestion& right);

} // namespace highwater
