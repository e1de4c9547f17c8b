// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/changes.h"

#include "core/explore/search.h"

namespace highwater {

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
                suggestion && suggestion->fits)
                return suggestion;
    }
    return std::nullopt;
}

} // namespace highwater
