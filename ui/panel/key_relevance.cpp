// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_relevance.h"

#include "core/job/role_keys.h"
#include "core/methods/method.h"
#include "core/methods/unused_keys.h"
#include "ui/panel/key_state.h"

#include <algorithm>
#include <array>

namespace highwater {

namespace {

/// Whether the key selects a part of the layers, of the states or of the exchange, or a size.
bool partsOf(KeyPath path)
{
    constexpr std::array<KeyPath, 13> keys{
        "recipe.recompute_method", "recipe.recompute_layers", "recipe.recompute_modules",
        "recipe.optimizer_rank",   "recipe.master_precision", "layout.offload_fraction",
        "layout.schedule",         "layout.stage_layers",     "layout.context_kind",
        "layout.offload_layers",   "workload.mean_length",    "recipe.frozen_from",
        "layout.reduce_bucket"};
    return std::ranges::find(keys, path) != keys.end();
}

/// Whether more than one word suits the key's role.
bool leavesAChoice(KeyPath path, const Plan& plan)
{
    const Key& key = keyOf(path);
    return key.kind != Kind::Choice
        || std::ranges::count_if(key.words,
                                 [&](std::string_view word) { return suitsJob(plan, path, word); })
        > 1;
}

/// Whether the key matters to something that the plan has.
bool concernsPlan(KeyPath path, const Plan& plan, const Results& results)
{
    const bool moe = results.estimate && results.estimate->plan.shape.experts > 0;
    const Layout& layout = plan.layout;
    if (path == "layout.expert" || path == "layout.expert_tensor")
        return moe;
    if (path == "layout.imbalance") // between the ranks that share the experts
        return moe && layout.expert > 1;
    if (path == "layout.sequence_parallel" || path == "layout.tp_inputs")
        return layout.tensor > 1;
    if (path == "layout.virtual_pipeline" || path == "layout.stage_split")
        return layout.pipeline > 1;
    if (partsOf(path)) // rare keys, each next to another one
        return results.estimate && !hasNoEffect(results.estimate->plan, path);
    return isComputed(path) && (!roleOfKey(path) || leavesAChoice(path, plan));
}

} // namespace

bool isRelevant(KeyPath path, const Plan& plan, const Results& results)
{
    if (!concernsTask(plan, path))
        return false;
    if (path.isIn(KeyGroup("adapter")) && path != "adapter.kind")
        return plan.adapter.kind != AdapterKind::None && concernsAdapter(plan.adapter.method, path)
            && (path != "adapter.base" || plan.adapter.kind == AdapterKind::Qlora
                || isOverridden(plan, path));
    return concernsPlan(path, plan, results) || isOverridden(plan, path);
}

} // namespace highwater
