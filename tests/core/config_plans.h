// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "random_plan.h"

namespace highwater {

/// A plan that has an estimate and asks for as much as it can: offload, adapters, another
/// framework, keys that are left open.
inline Plan randomConfigPlan(Random& dice)
{
    for (;;) {
        Plan plan = dice.coin() ? randomLayout(dice) : randomPlan(dice);
        if (dice.coin())
            plan.model = CatalogModel{builtinCatalog().models()[dice.below(8) + 7].id};
        plan.job = {}; // files are about plain training
        plan.recipe.framework = anyOf<Framework>(dice);
        for (const Key& key : keys())
            if (key.path.isIn(KeyGroup("recipe")) && key.path != "recipe.framework"
                && dice.below(3) > 0)
                key.set(plan, Value{});
        if (dice.below(4) == 0) {
            plan.layout.offloadOptimizer = anyOf<Offload>(dice);
            plan.layout.offloadParameters
                = dice.coin() ? plan.layout.offloadOptimizer : anyOf<Offload>(dice);
            plan.layout.offloadActivations = anyOf<ActivationOffload>(dice);
        }
        if (dice.below(4) == 0) {
            plan.adapter.kind = anyOf<AdapterKind>(dice);
            plan.adapter.base = anyOf<AdapterBase>(dice);
            plan.adapter.rank = dice.from(1, 64);
            plan.adapter.upcast = dice.coin();
        }
        if (dice.below(3) == 0) {
            Recipe& recipe = plan.recipe;
            recipe.recomputeMethod = anyOf<RecomputeMethod>(dice);
            recipe.recomputeLayers = dice.from(1, 4);
            recipe.recomputeModules = {anyOf<RecomputeModule>(dice)};
            recipe.masterPrecision = anyOf<MasterPrecision>(dice);
            recipe.optimizerRank = dice.from(2, 256);
            recipe.frozenLayers = dice.from(0, 1);
            recipe.stepInBackward = dice.coin();
            plan.adapter.dora = dice.coin();
            plan.adapter.modulesToSave = {anyOf<SavedModule>(dice)};
            plan.layout.offloadFraction = dice.coin() ? 1 : 0.5;
            plan.layout.schedule = anyOf<PipelineSchedule>(dice);
            plan.layout.contextKind = anyOf<ContextKind>(dice);
        }
        plan.cluster.gpusPerNode = dice.power(3);
        plan.cluster.expandableSegments = dice.coin();
        if (dice.coin())
            plan.workload.trainingTokens = dice.from(1, 1000000000);
        if (resolve(plan, builtinCatalog()))
            return plan;
    }
}

} // namespace highwater
