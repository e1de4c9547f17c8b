// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/key_relevance.h"

#include "core/job/recipe.h"
#include "core/methods/method.h"
#include "core/methods/unused_keys.h"
#include "ui/panel/key_state.h"

namespace highwater {

bool isRelevant(KeyPath path, const Plan& plan, const Results& results)
{
    const bool moe = results.estimate && results.estimate->plan.shape.experts > 0;
    const Layout& layout = plan.layout;
    if (path == "layout.expert" || path == "layout.expert_tensor")
        return moe || isOverridden(plan, path);
    if (path == "layout.imbalance") // between the ranks that share the experts
        return (moe && layout.expert > 1) || isOverridden(plan, path);
    if (path == "layout.sequence_parallel" || path == "layout.tp_inputs")
        return layout.tensor > 1 || isOverridden(plan, path);
    if (path == "layout.virtual_pipeline" || path == "layout.stage_split")
        return layout.pipeline > 1 || isOverridden(plan, path);
    if (path.isIn(KeyGroup("adapter")) && path != "adapter.kind")
        return plan.adapter.kind != AdapterKind::None;
    const bool serves = plan.workload.task == Task::Inference;
    if (path == "inference.memory_fraction" && plan.inference.server == Server::Plain)
        return false;
    if (path.isIn(KeyGroup("job")) || path.isIn(KeyGroup("roles"))
        || path.isIn(KeyGroup("rollout"))) {
        if (!jobKindOf(plan))
            return false;
        return path == "job.kind" || isOverridden(plan, path)
            || (results.estimate && !hasNoEffect(results.estimate->plan, path));
    }
    if (path.isIn(KeyGroup("inference")))
        return serves;
    if (serves && results.estimate && hasNoEffect(results.estimate->plan, path))
        return false;
    return isComputed(path) || isOverridden(plan, path);
}

} // namespace highwater
