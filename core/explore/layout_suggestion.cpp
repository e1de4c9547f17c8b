// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/changes.h"

#include "core/explore/just_enough.h"
#include "core/explore/search.h"

#include <algorithm>

namespace highwater {
namespace {

/// The layout with the recompute and offload that is just enough in place of its own, where a
/// search takes all layers, as few as are enough or none; null where this is no faster.
std::optional<Suggestion> withJustEnough(const Trials& trials, const Suggestion& layout)
{
    const JudgedPlan& asked = trials.asked();
    const auto plan = withChanges(asked.plan, layout.changes);
    const auto resolved = trials.resolvedWith(layout.changes);
    const auto present = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
    if (!plan || !present || resolved->choices.recompute == Recompute::None)
        return std::nullopt;
    const JustEnough found
        = justEnough({*plan, asked.catalog, *resolved, *present}, {}, Offloads::AsThePlan);
    if (!found.least || found.least->changes.empty() || !found.least->bySetting)
        return std::nullopt;
    std::vector<Change> changes = layout.changes;
    std::erase_if(changes, [](const Change& change) { // the batch follows from the others
        return std::ranges::find(savingKeys, change.key) != savingKeys.end()
            || change.key == "workload.global_batch";
    });
    for (Change& change : savingChanges(asked.plan, found.least->plan, savedTexts(*found.least)))
        changes.push_back(std::move(change));
    auto suggestion = trials.suggestionBy(std::move(changes));
    const bool isFaster = suggestion && suggestion->fits && suggestion->slowdown && layout.slowdown
        && *suggestion->slowdown < *layout.slowdown;
    return isFaster ? std::move(suggestion) : std::nullopt;
}

} // namespace

std::optional<Suggestion> fastestLayout(const Trials& trials)
{
    const JudgedPlan& asked = trials.asked();
    if (trials.moves() || asked.plan.method != MethodId::Exact || asked.plan.cluster.gpus == 1)
        return std::nullopt;
    SearchConstraints constraints;
    constraints.replays = false;
    constraints.most = 24;
    constraints.folds = false;
    // Settings that are offered as single changes, or change little, stay as they are, so that the
    // search is fast.
    constraints.kept
        = {"layout.virtual_pipeline",   "layout.replicate",         "layout.sequence_parallel",
           "workload.micro_batch",      "layout.offload_optimizer", "layout.offload_parameters",
           "layout.offload_activations"};
    // The allocator's idle memory differs from layout to layout: where none of the fastest layouts
    // fits in an estimate, a second search leaves more room.
    constexpr Bytes room = 16;
    for (const Bytes least : {Bytes{0}, asked.resolved.capacity / room}) {
        constraints.leastFree = least;
        const auto found = search(asked.plan, asked.catalog, constraints);
        if (!found)
            return std::nullopt;
        for (const FoundLayout& layout : found->layouts)
            if (auto suggestion = trials.suggestionBy(layout.changes);
                suggestion && suggestion->fits) {
                auto less = withJustEnough(trials, *suggestion);
                return less ? less : suggestion;
            }
    }
    return std::nullopt;
}

} // namespace highwater
