// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "random_plan.h"

namespace highwater {

/// A plan that has an estimate and uses as many features as possible: offload, adapters, another
/// framework, keys that are left open.
inline Plan randomConfigPlan(Random& random)
{
    for (;;) {
        Plan plan = random.coin() ? randomLayout(random) : randomPlan(random);
        if (random.coin())
            plan.model = CatalogModel{builtinCatalog().models()[random.below(8) + 7].id};
        plan.job = {}; // the files describe plain training
        plan.recipe.framework = anyOf<Framework>(random);
        for (const Key& key : keys())
            if (key.path.isIn(KeyGroup("recipe")) && key.path != "recipe.framework"
                && key.path != "recipe.narrow_parameters" && key.path != "recipe.mlp_tiles"
                && random.below(3) > 0)
                key.set(plan, Value{});
        if (random.below(4) == 0) {
            plan.layout.offloadOptimizer = anyOf<Offload>(random);
            plan.layout.offloadParameters
                = random.coin() ? plan.layout.offloadOptimizer : anyOf<Offload>(random);
            plan.layout.offloadActivations = anyOf<ActivationOffload>(random);
        }
        if (random.below(4) == 0) {
            plan.adapter.kind = anyOf<AdapterKind>(random);
            plan.adapter.base = anyBase(random, plan.adapter.kind);
            plan.adapter.rank = random.from(1, 64);
            plan.adapter.upcast = random.coin();
        }
        if (random.below(3) == 0) {
            Recipe& recipe = plan.recipe;
            recipe.recomputeMethod = anyOf<RecomputeMethod>(random);
            recipe.recomputeLayers = random.from(1, 4);
            recipe.recomputeModules = {anyOf<RecomputeModule>(random)};
            recipe.narrowParameters = recipe.stepInBackward;
            recipe.mlpTiles = recipe.recomputeLayers;
            plan.layout.offloadModules = {static_cast<OffloadModule>(recipe.recomputeLayers)};
            recipe.masterPrecision = anyOf<MasterPrecision>(random);
            recipe.optimizerRank = random.from(2, 256);
            recipe.frozenLayers = random.from(0, 1);
            recipe.stepInBackward = random.coin();
            plan.adapter.dora = random.coin();
            plan.adapter.modulesToSave = {anyOf<SavedModule>(random)};
            plan.layout.offloadFraction = random.coin() ? 1 : 0.5;
            plan.layout.hostStep = static_cast<HostStep>(recipe.recomputeLayers - 1);
            plan.layout.zenflowShare = recipe.stepInBackward ? 0.1 : 0.05;
            plan.layout.zenflowOffload = recipe.stepInBackward;
            plan.layout.schedule = anyOf<PipelineSchedule>(random);
            plan.layout.contextKind = anyOf<ContextKind>(random);
        }
        if (random.below(3) == 0) {
            Recipe& recipe = plan.recipe;
            if (random.coin())
                recipe.framework = Framework::HuggingFace;
            recipe.engine = anyOf<Engine>(random);
            recipe.reentrant = random.coin();
            recipe.originalParameters = random.coin();
            recipe.backwardPrefetch = random.coin();
            recipe.holdsLogits = random.coin();
            recipe.transformers = random.coin() ? "4.46" : "";
        }
        plan.cluster.gpusPerNode = random.power(3);
        plan.cluster.expandableSegments = random.coin();
        if (random.coin())
            plan.workload.trainingTokens = random.from(1, 1000000000);
        if (resolve(plan, builtinCatalog()))
            return plan;
    }
}

} // namespace highwater
