// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_relevance.h"

#include "core/job/purpose.h"
#include "core/job/role_keys.h"
#include "core/methods/key_use.h"
#include "core/methods/method.h"
#include "ui/panel/key_state.h"

#include <algorithm>
#include <array>

namespace highwater {

namespace {

/// Rare keys, each next to another one: while they change nothing, the panel does without them.
constexpr std::array<KeyPath, 50> hiddenWhileIdle{"workload.mean_length",
                                                  "recipe.attention_kernel",
                                                  "recipe.recompute_method",
                                                  "recipe.recompute_layers",
                                                  "recipe.recompute_modules",
                                                  "recipe.frozen_from",
                                                  "recipe.optimizer_rank",
                                                  "recipe.muon_gather",
                                                  "recipe.master_precision",
                                                  "recipe.narrow_parameters",
                                                  "recipe.mlp_tiles",
                                                  "layout.expert",
                                                  "layout.expert_tensor",
                                                  "layout.sequence_parallel",
                                                  "layout.tp_inputs",
                                                  "layout.virtual_pipeline",
                                                  "layout.stage_split",
                                                  "layout.imbalance",
                                                  "layout.offload_fraction",
                                                  "layout.host_step",
                                                  "layout.zenflow_share",
                                                  "layout.zenflow_offload",
                                                  "layout.offload_layers",
                                                  "layout.offload_modules",
                                                  "layout.schedule",
                                                  "layout.stage_layers",
                                                  "layout.context_kind",
                                                  "layout.reduce_bucket",
                                                  "layout.overlap_comm",
                                                  "adapter.base",
                                                  "recipe.engine",
                                                  "recipe.reentrant",
                                                  "recipe.checkpoint_outside",
                                                  "recipe.use_orig_params",
                                                  "recipe.backward_prefetch",
                                                  "adapter.own_units",
                                                  "adapter.kernels",
                                                  "adapter.merge",
                                                  "workload.evaluation_batch",
                                                  "workload.kept_predictions",
                                                  "workload.images",
                                                  "workload.image_width",
                                                  "workload.image_height",
                                                  "workload.image_tokens",
                                                  "recipe.saved_state",
                                                  "recipe.efficient_loading",
                                                  "recipe.versions.transformers",
                                                  "recipe.versions.accelerate",
                                                  "recipe.versions.peft",
                                                  "recipe.versions.deepspeed"};

/// Whether more than one word suits the key's role.
bool leavesAChoice(KeyPath path, const Plan& plan)
{
    const Key& key = keyOf(path);
    return key.kind != Kind::Choice
        || std::ranges::count_if(key.words,
                                 [&](std::string_view word) { return suitsPlan(plan, path, word); })
        > 1;
}

/// A length is stated in tokens or in examples; adapters and jobs are chosen as the task.
bool suitsPurpose(KeyPath path, Purpose purpose)
{
    const bool isFromTheStart = purpose == Purpose::PreTrain;
    if (path == "workload.examples" || path == "workload.epochs" || path == "job.kind")
        return !isFromTheStart;
    if (path == "workload.training_tokens")
        return isFromTheStart;
    if (path == "adapter.kind")
        return !isFromTheStart && purpose != Purpose::FineTune;
    return true;
}

bool changesSomething(KeyPath path, const Results& results)
{
    return results.estimate && !isIdle(results.estimate->plan, path);
}

} // namespace

bool isRelevant(KeyPath path, const Plan& plan, const Results& results)
{
    if (!canRead(plan, path))
        return false;
    if (path.isIn(KeyGroup("adapter")) && path != "adapter.kind"
        && (plan.adapter.kind == AdapterKind::None || !concernsAdapter(plan.adapter.method, path)))
        return false;
    if (isOverridden(plan, path))
        return true;
    if (!suitsPurpose(path, purposeOf(plan)))
        return false;
    if (std::ranges::find(hiddenWhileIdle, path) != hiddenWhileIdle.end())
        return changesSomething(path, results);
    return isComputed(path) && (!roleOfKey(path) || leavesAChoice(path, plan));
}

} // namespace highwater
