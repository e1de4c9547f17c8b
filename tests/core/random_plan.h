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
template <Named E> E anyOf(Random& random)
{
    return static_cast<E>(random.below(enumCount<E>));
}

/// A base that adapters of this kind can have, and whose word means something to them.
inline AdapterBase anyBase(Random& random, AdapterKind kind)
{
    if (kind != AdapterKind::Qlora)
        return random.coin() ? AdapterBase::Fp32 : Adapter{}.base;
    return static_cast<AdapterBase>(random.below(enumCount<AdapterBase> - 1));
}

inline std::string randomText(Random& random, double longest)
{
    static const std::vector<std::string> pieces{
        "a",    " ", "\"", "\\", "/",      "\n", "\t",  std::string(1, '\0'), "\x1B", "\x7F", "é",
        "昇腾", "🌊", "{",  "}",  "\u2028", "%1", "null"};
    std::string text;
    const std::uint64_t length = random.below(20);
    for (std::uint64_t i = 0; i < length; ++i)
        text += pieces[random.below(pieces.size())];
    return static_cast<double>(text.size()) <= longest ? text : std::string();
}

inline Value randomValue(Random& random, const Key& key)
{
    switch (key.kind) {
    case Kind::Bool:
        return random.coin();
    case Kind::Integer: {
        if (random.below(8) == 0)
            return static_cast<std::int64_t>(random.coin() ? key.least : key.most);
        const double low = std::log2(std::max(key.least, 0.0) + 1);
        const double high = std::log2(key.most);
        const double number = std::floor(std::exp2(low + (high - low) * random.part()));
        return static_cast<std::int64_t>(std::clamp(number, key.least, key.most));
    }
    case Kind::Real:
        return key.least + (key.most - key.least) * random.part();
    case Kind::Text:
        return randomText(random, key.most);
    case Kind::Choice:
        return std::string(key.words[random.below(key.words.size())]);
    case Kind::Choices: {
        std::vector<std::string> words;
        for (const std::string_view word : key.words)
            if (random.coin())
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
inline Plan planOfRandomKeys(Random& random)
{
    const auto kind = random.below(3);
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
        if (isOfAnotherModel(key.path) || random.coin())
            continue;
        const Problems problems = assign(plan, key.path, randomValue(random, key));
        if (!problems.empty())
            qFatal("%s", english(problems.front()).c_str());
    }
    return plan;
}

enum class Widths {
    Any,
    Shareable, ///< heads and experts that eight ranks can share
};

/// A dense model, or one with experts, with latent attention or with both. Each draw is a separate
/// statement, because the compiler may choose the order of a call's arguments.
inline CustomModel randomModel(Random& random, Widths widths)
{
    const bool shared = widths == Widths::Shareable;
    CustomModel model;
    model.numKvHeads = shared ? random.power(3) : random.from(1, 8);
    model.numHeads = *model.numKvHeads * (shared ? random.power(2) : random.from(1, 8));
    if (shared && *model.numHeads < 8)
        model.numHeads = 8;
    model.hiddenSize = shared ? 64 * random.from(1, 8) : random.from(64, 512);
    model.numLayers = random.from(2, 24);
    model.intermediateSize = random.from(1, 2048);
    model.vocabSize = random.from(1, 50000);
    model.headDim = shared ? 8 * random.from(1, 16) : random.from(1, 128);
    model.gated = random.coin();
    model.norm = anyOf<Norm>(random);
    model.tiedEmbeddings = random.coin();
    model.biases = random.coin();
    model.qkNorm = anyOf<QkNorm>(random);
    model.normsPerLayer = random.power(2);
    if (random.below(3) == 0) {
        model.experts = shared ? 8 * random.from(1, 4) : random.from(1, 64);
        model.expertsPerToken = random.from(1, *model.experts);
        model.moeIntermediateSize = random.from(1, 512);
        model.sharedExperts = random.from(0, 2);
        model.firstKDense = random.from(0, 3);
        model.moeEvery = random.from(1, 3);
        model.moeOffset = random.from(0, 2);
    }
    if (random.below(3) == 0) {
        model.mlaQLoraRank = random.coin() ? random.from(1, 256) : 0;
        model.mlaKvLoraRank = random.from(1, 256);
        model.mlaQkNopeHeadDim = random.from(1, 128);
        model.mlaQkRopeHeadDim = random.from(1, 64);
        model.mlaVHeadDim = random.from(1, 128);
    }
    if (random.below(4) == 0) {
        model.normVectors = random.from(0, 2);
        model.finalNorm = random.coin();
        model.attnExtra = random.from(0, 3000);
        model.visionParams = random.from(0, 1000000);
        if (*model.visionParams % 2 == 0)
            model.visionKind = static_cast<TowerKind>(*model.visionParams / 2
                                                      % static_cast<int>(enumCount<TowerKind>));
        model.sharedGate = random.coin();
        if (random.coin())
            model.embeddingWidth = random.from(1, 512);
    }
    return model;
}

/// A recipe with random values for all its keys, under the plain framework.
inline Recipe randomRecipe(Random& random)
{
    Recipe recipe;
    constexpr std::array precisions{Precision::Bf16Mixed, Precision::Fp16Mixed, Precision::Bf16,
                                    Precision::Fp32, Precision::Fp8Mixed};
    recipe.precision = precisions[random.below(precisions.size())];
    recipe.gradients = anyOf<Gradients>(random);
    // Further formats of products, by what is there already.
    if (recipe.precision == Precision::Fp8Mixed && recipe.gradients != Gradients::Bf16)
        recipe.precision
            = recipe.gradients == Gradients::Fp32 ? Precision::Mxfp8Mixed : Precision::Nvfp4Mixed;
    recipe.keepGradients = random.coin();
    recipe.masterWeights = random.coin();
    do // SOAP's preconditioners depend on how a matrix is cut
        recipe.optimizer = anyOf<Optimizer>(random);
    while (recipe.optimizer == Optimizer::Soap);
    recipe.moments = anyOf<Moments>(random);
    recipe.recompute = anyOf<Recompute>(random);
    recipe.attention = anyOf<Attention>(random);
    recipe.kernels = anyOf<Kernels>(random);
    recipe.loss = anyOf<Loss>(random);
    recipe.dropout = random.coin();
    return recipe;
}

/// A plan that has an estimate: any model and recipe, on data-parallel ranks.
inline Plan randomPlan(Random& random)
{
    const auto models = builtinCatalog().models();
    Plan plan;
    if (random.coin())
        plan.model = CatalogModel{models[random.below(models.size())].id};
    else
        plan.model = randomModel(random, Widths::Any);
    plan.workload.context = random.from(1, 20000);
    plan.workload.microBatch = random.from(1, 8);
    if (random.coin())
        plan.workload.globalBatch = random.from(1, 2000);
    plan.cluster.gpus = random.from(1, 64);
    plan.cluster.overhead = anyOf<Overhead>(random);
    plan.layout.zero = random.from(0, 3);
    plan.recipe = randomRecipe(random);
    return plan;
}

/// A plan that has an estimate, in any layout: at most 64 ranks for each copy of the model, at most
/// 8 copies, and no overhead.
inline Plan randomLayout(Random& random)
{
    const CustomModel model = randomModel(random, Widths::Shareable);
    Plan plan = bare(model);
    plan.workload.context = 64 * random.from(1, 64);
    plan.workload.microBatch = random.from(1, 4);
    Layout& layout = plan.layout;
    layout.tensor = random.power(3);
    layout.context = random.power(1);
    layout.pipeline = random.from(1, std::min<std::int64_t>(4, *model.numLayers));
    if (random.coin())
        layout.virtualPipeline = random.from(1, *model.numLayers / layout.pipeline);
    layout.zero = random.from(0, 3);
    layout.sequenceParallel = random.coin();
    layout.tpInputs = anyOf<TpInputs>(random);
    layout.stageSplit = anyOf<StageSplit>(random);
    const std::int64_t copies = random.power(3);
    layout.replicate = random.below(4) == 0 ? copies : 1;
    plan.cluster.gpus = layout.tensor * layout.context * layout.pipeline * copies;
    if (model.experts) {
        const std::int64_t hosts = layout.tensor * layout.context * copies;
        layout.expert = std::min({std::int64_t{8}, random.power(3), hosts});
        layout.imbalance = 1 + random.part();
    }
    plan.workload.globalBatch = plan.workload.microBatch * copies * random.from(1, 9);
    plan.recipe = randomRecipe(random);
    return plan;
}

/// A plan that has an estimate, with values from the ends of all ranges: those of randomLayout() or
/// of a large published model, with random values for random keys where the plan still has an
/// estimate.
inline Plan randomExtremePlan(Random& random)
{
    Plan plan = randomLayout(random);
    plan.cluster.overhead = Overhead::Expected;
    if (random.coin())
        plan.model = CatalogModel{random.coin() ? "llama-3.1-405b" : "deepseek-v3-r1-671b"};
    const auto all = keys();
    const auto change = [&](const Key& key) {
        Plan changed = plan;
        if (assign(changed, key.path, randomValue(random, key)).empty()
            && resolve(changed, builtinCatalog()))
            plan = changed;
    };
    for (const Key& key : all)
        if (key.path.isIn(KeyGroup("cluster.allocator")) && random.coin())
            change(key);
    for (std::uint64_t changes = random.below(30); changes > 0; --changes) {
        const Key& key = all[random.below(all.size())];
        const bool custom = std::holds_alternative<CustomModel>(plan.model);
        if (key.path != "method" && (custom || !key.path.isIn(KeyGroup("model"))))
            change(key);
    }
    return plan;
}

} // namespace highwater
