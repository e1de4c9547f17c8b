// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/plan/keys.h"
#include "core/plan/names.h"
#include "helpers.h"
#include "random.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace highwater {

/// One value of an enumeration that has names; a value that is added is drawn by itself.
template <Named E> E anyOf(Random& dice)
{
    return static_cast<E>(dice.below(enumCount<E>));
}

inline std::string randomText(Random& dice, double longest)
{
    static const std::vector<std::string> pieces{
        "a",    " ", "\"", "\\", "/",      "\n", "\t",  std::string(1, '\0'), "\x1B", "\x7F", "é",
        "昇腾", "🌊", "{",  "}",  "\u2028", "%1", "null"};
    std::string text;
    const std::uint64_t length = dice.below(20);
    for (std::uint64_t i = 0; i < length; ++i)
        text += pieces[dice.below(pieces.size())];
    return static_cast<double>(text.size()) <= longest ? text : std::string();
}

inline Value randomValue(Random& dice, const Key& key)
{
    switch (key.kind) {
    case Kind::Bool:
        return dice.coin();
    case Kind::Integer: {
        if (dice.below(8) == 0)
            return static_cast<std::int64_t>(dice.coin() ? key.least : key.most);
        const double low = std::log2(key.least + 1);
        const double high = std::log2(key.most);
        const double number = std::floor(std::exp2(low + (high - low) * dice.part()));
        return static_cast<std::int64_t>(std::clamp(number, key.least, key.most));
    }
    case Kind::Real:
        return key.least + (key.most - key.least) * dice.part();
    case Kind::Text:
        return randomText(dice, key.most);
    case Kind::Choice:
        return std::string(key.words[dice.below(key.words.size())]);
    case Kind::Choices: {
        std::vector<std::string> words;
        for (const std::string_view word : key.words)
            if (dice.coin())
                words.emplace_back(word);
        if (words.empty())
            words.emplace_back(key.words.front());
        std::reverse(words.begin(), words.end());
        return words;
    }
    }
    return {};
}

/// A plan whose keys, a random choice of them, have random legal values; it may have no estimate.
inline Plan planOfRandomKeys(Random& dice)
{
    const auto kind = dice.below(3);
    Plan plan;
    if (kind == 1)
        plan.model = llama(64, 2, 8, 4, 96, 1000);
    if (kind == 2)
        plan.model = SizedModel{};
    const auto isOfAnotherModel = [kind](KeyPath path) {
        return path.isIn(KeyGroup("model"))
            && !(kind == 0       ? path == "model.id"
                     : kind == 1 ? path.isIn(KeyGroup("model.custom"))
                                 : path == "model.parameters");
    };
    for (const Key& key : keys()) {
        if (isOfAnotherModel(key.path) || dice.coin())
            continue;
        const Problems problems = assign(plan, key.path, randomValue(dice, key));
        if (!problems.empty())
            qFatal("%s", english(problems.front()).c_str());
    }
    return plan;
}

enum class Widths {
    Any,
    Shareable, ///< heads and experts that eight ranks can share
};

/// A dense model, or one with experts, with latent attention or with both. Each draw has a
/// statement of its own: the order of a call's arguments is the compiler's.
inline CustomModel randomModel(Random& dice, Widths widths)
{
    const bool shared = widths == Widths::Shareable;
    CustomModel model;
    model.numKvHeads = shared ? dice.power(3) : dice.from(1, 8);
    model.numHeads = *model.numKvHeads * (shared ? dice.power(2) : dice.from(1, 8));
    if (shared && *model.numHeads < 8)
        model.numHeads = 8;
    model.hiddenSize = shared ? 64 * dice.from(1, 8) : dice.from(64, 512);
    model.numLayers = dice.from(2, 24);
    model.intermediateSize = dice.from(1, 2048);
    model.vocabSize = dice.from(1, 50000);
    model.headDim = shared ? 8 * dice.from(1, 16) : dice.from(1, 128);
    model.gated = dice.coin();
    model.norm = anyOf<Norm>(dice);
    model.tiedEmbeddings = dice.coin();
    model.biases = dice.coin();
    model.qkNorm = anyOf<QkNorm>(dice);
    model.normsPerLayer = dice.power(2);
    if (dice.below(3) == 0) {
        model.experts = shared ? 8 * dice.from(1, 4) : dice.from(1, 64);
        model.expertsPerToken = dice.from(1, *model.experts);
        model.moeIntermediateSize = dice.from(1, 512);
        model.sharedExperts = dice.from(0, 2);
        model.firstKDense = dice.from(0, 3);
        model.moeEvery = dice.from(1, 3);
        model.moeOffset = dice.from(0, 2);
    }
    if (dice.below(3) == 0) {
        model.mlaQLoraRank = dice.coin() ? dice.from(1, 256) : 0;
        model.mlaKvLoraRank = dice.from(1, 256);
        model.mlaQkNopeHeadDim = dice.from(1, 128);
        model.mlaQkRopeHeadDim = dice.from(1, 64);
        model.mlaVHeadDim = dice.from(1, 128);
    }
    if (dice.below(4) == 0) {
        model.normVectors = dice.from(0, 2);
        model.finalNorm = dice.coin();
        model.attnExtra = dice.from(0, 3000);
        model.visionParams = dice.from(0, 1000000);
        model.sharedGate = dice.coin();
        if (dice.coin())
            model.embeddingWidth = dice.from(1, 512);
    }
    return model;
}

/// A recipe that says all it can, under the plain framework.
inline Recipe randomRecipe(Random& dice)
{
    Recipe recipe;
    recipe.precision = anyOf<Precision>(dice);
    recipe.gradients = anyOf<Gradients>(dice);
    recipe.keepGradients = dice.coin();
    recipe.masterWeights = dice.coin();
    do // whose preconditioners depend on how a matrix is cut
        recipe.optimizer = anyOf<Optimizer>(dice);
    while (recipe.optimizer == Optimizer::Soap);
    recipe.moments = anyOf<Moments>(dice);
    recipe.recompute = anyOf<Recompute>(dice);
    recipe.attention = anyOf<Attention>(dice);
    recipe.kernels = anyOf<Kernels>(dice);
    recipe.loss = anyOf<Loss>(dice);
    recipe.dropout = dice.coin();
    return recipe;
}

/// A plan that has an estimate: any model and recipe, on data-parallel ranks.
inline Plan randomPlan(Random& dice)
{
    const auto models = builtinCatalog().models();
    Plan plan;
    if (dice.coin())
        plan.model = CatalogModel{models[dice.below(models.size())].id};
    else
        plan.model = randomModel(dice, Widths::Any);
    plan.workload.context = dice.from(1, 20000);
    plan.workload.microBatch = dice.from(1, 8);
    if (dice.coin())
        plan.workload.globalBatch = dice.from(1, 2000);
    plan.cluster.gpus = dice.from(1, 64);
    plan.cluster.overhead = anyOf<Overhead>(dice);
    plan.layout.zero = dice.from(0, 3);
    plan.recipe = randomRecipe(dice);
    return plan;
}

/// A plan that has an estimate, in any layout: at most 64 ranks for each copy of the model, at most
/// 8 copies, and no overhead.
inline Plan randomLayout(Random& dice)
{
    const CustomModel model = randomModel(dice, Widths::Shareable);
    Plan plan = bare(model);
    plan.workload.context = 64 * dice.from(1, 64);
    plan.workload.microBatch = dice.from(1, 4);
    Layout& layout = plan.layout;
    layout.tensor = dice.power(3);
    layout.context = dice.power(1);
    layout.pipeline = dice.from(1, std::min<std::int64_t>(4, *model.numLayers));
    if (dice.coin())
        layout.virtualPipeline = dice.from(1, *model.numLayers / layout.pipeline);
    layout.zero = dice.from(0, 3);
    layout.sequenceParallel = dice.coin();
    layout.tpInputs = anyOf<TpInputs>(dice);
    layout.stageSplit = anyOf<StageSplit>(dice);
    const std::int64_t copies = dice.power(3);
    layout.replicate = dice.below(4) == 0 ? copies : 1;
    plan.cluster.gpus = layout.tensor * layout.context * layout.pipeline * copies;
    if (model.experts) {
        const std::int64_t hosts = layout.tensor * layout.context * copies;
        layout.expert = std::min({std::int64_t{8}, dice.power(3), hosts});
        layout.imbalance = 1 + dice.part();
    }
    plan.workload.globalBatch = plan.workload.microBatch * copies * dice.from(1, 9);
    plan.recipe = randomRecipe(dice);
    return plan;
}

} // namespace highwater
