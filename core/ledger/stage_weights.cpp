// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/stage_weights.h"

#include <algorithm>

namespace highwater {

using bounded::plus;

namespace {

bool isRoot(Part part)
{
    return part == Part::Embedding || part == Part::Head;
}

/// Adds the parts of so many layers, `moe` of which have experts.
void addLayers(StageWeights& stage, const RankWeights& weights, std::int64_t layers,
               std::int64_t moe)
{
    stage.common.add(weights[Part::Attention], layers);
    stage.common.add(weights[Part::Norms], layers);
    stage.common.add(weights[Part::Mlp], layers - moe);
    stage.common.add(weights[Part::Shared], moe);
    stage.common.add(weights[Part::Router], moe);
    stage.routed.add(weights[Part::Experts], moe);
}

enum class Counted { All, Trained };

/// The model's own weights.
StageWeights ofModel(const Resolved& plan, const StageLayers& layers, Counted counted)
{
    StageWeights stage;
    visitOutsideLayers(plan, layers, [&](Part part, bool trained) {
        if (counted == Counted::Trained && !trained)
            return;
        if (isRoot(part))
            stage.root.add(plan.weights[part]);
        stage.common.add(plan.weights[part]);
    });
    std::int64_t count = layers.layers();
    std::int64_t moe = plan.shape.moeLayers(layers.first, layers.end);
    if (counted == Counted::Trained) {
        const std::int64_t first = std::clamp(plan.recipe.frozenFrom, layers.first, layers.end);
        const std::int64_t end = std::clamp(plus(plan.recipe.frozenFrom, plan.recipe.frozenLayers),
                                            layers.first, layers.end);
        count -= end - first;
        moe -= end > first ? plan.shape.moeLayers(first, end) : 0;
    }
    addLayers(stage, plan.weights, count, moe);
    return stage;
}

WeightTally adaptersOutsideLayers(const Resolved& plan, const StageLayers& layers,
                                  const BesideAdapters& beside)
{
    WeightTally outside;
    if (layers.predicts)
        outside.add(plan.adapterWeights.head);
    if (layers.embeds)
        outside.add(plan.adapterWeights.embedding);
    outside.add(beside.prompts);
    outside.add(beside.norms);
    return outside;
}

StageWeights ofAdapters(const Resolved& plan, const StageLayers& layers)
{
    const AdapterWeights& adapter = plan.adapterWeights;
    const std::int64_t moe = plan.shape.moeLayers(layers.first, layers.end);
    StageWeights stage;
    stage.common.add(adapter.dense, layers.layers() - moe);
    stage.common.add(adapter.moe, moe);
    const BesideAdapters beside = besideAdapters(plan, layers);
    stage.common.add(adaptersOutsideLayers(plan, layers, beside));
    if (!plan.floatAdapters())
        stage.common.add(beside.saved);
    stage.routed.add(adapter.experts, moe);
    return stage;
}

} // namespace

StageWeights heldWeights(const Resolved& plan, const StageLayers& layers)
{
    return ofModel(plan, layers, Counted::All);
}

StageWeights trainedWeights(const Resolved& plan, const StageLayers& layers)
{
    return plan.trainsAll() ? ofModel(plan, layers, Counted::Trained) : ofAdapters(plan, layers);
}

BesideAdapters besideAdapters(const Resolved& plan, const StageLayers& layers)
{
    BesideAdapters beside;
    const std::int64_t prompted = promptedLayers(plan.adapter, layers.first, layers.end);
    const bool before = plan.adapter.method == AdapterMethod::Prompt && layers.embeds;
    beside.prompts.add(plan.adapterWeights.prompt, before ? 1 : prompted);
    if (plan.tunesNorms()) {
        beside.norms.add(plan.weights[Part::Norms], layers.layers());
        if (layers.predicts)
            beside.norms.add(plan.weights[Part::FinalNorm]);
    }
    if (layers.embeds && plan.saves(SavedModule::Embedding))
        beside.saved.add(plan.weights[Part::Embedding]);
    if (layers.predicts && plan.saves(SavedModule::Head))
        beside.saved.add(plan.weights[plan.shape.tied ? Part::Embedding : Part::Head]);
    return beside;
}

std::int64_t heldOutsideLayers(const Resolved& plan, const StageLayers& layers)
{
    std::int64_t held = 0;
    visitOutsideLayers(plan, layers,
                       [&](Part part, bool) { held = plus(held, plan.weights[part].parameters); });
    return held;
}

std::int64_t trainedOutsideLayers(const Resolved& plan, const StageLayers& layers)
{
    std::int64_t trained = 0;
    if (plan.trainsAll()) {
        visitOutsideLayers(plan, layers, [&](Part part, bool isTrained) {
            trained = plus(trained, isTrained ? plan.weights[part].parameters : 0);
        });
        return trained;
    }
    const BesideAdapters beside = besideAdapters(plan, layers);
    return plus(adaptersOutsideLayers(plan, layers, beside).parameters, beside.saved.parameters);
}

} // namespace highwater
