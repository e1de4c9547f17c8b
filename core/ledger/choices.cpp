// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/choices.h"

#include "core/catalog/cuda_cards.h"
#include "core/ledger/adapter.h"
#include "core/ledger/framework.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/optimizer.h"

#include <optional>
#include <string>

namespace highwater {
namespace {

bool isMixed(Precision precision)
{
    return isSixteenBitsMixed(precision) || narrowsProducts(precision);
}

/// Fills in the engine, and what depends on it and on the versions of libraries.
void setEngine(Choices& choices, const Recipe& recipe, const Layout& layout, const Adapter& adapter)
{
    const auto version = [](const std::string& text) {
        return text.empty() ? newestVersion : versionIn(text).value_or(newestVersion);
    };
    choices.engine = engineOf(recipe, layout);
    choices.transformers = version(recipe.transformers);
    choices.accelerate = version(recipe.accelerate);
    choices.peft = version(recipe.peft);
    choices.deepspeed = version(recipe.deepspeed);
    const Profile& profile = profileOf(recipe.framework);
    const bool own = profile.modelsOfTransformers;
    // integrations/sdpa_attention.py: repeat_kv until PyTorch's attention took grouped heads
    // itself; the output follows the order of queries, which were made contiguous.
    choices.expandsKeys = profile.expandsKeys || (own && choices.transformers < Version{4, 54});
    choices.copiesAttended
        = own && choices.transformers >= Version{4, 48} && choices.transformers < Version{4, 56};
    // transformers, modeling_utils.py: gradient_checkpointing_enable
    const bool usual
        = profileOf(recipe, layout).reentrant.value_or(own && choices.transformers < Version{5, 0});
    choices.reentrant = recipe.reentrant.value_or(usual);
    // Checkpoints were around a layer's __call__, which FSDP1's unit holds and in which FSDP2's
    // unit is; from 4.52 on a layer checkpoints itself, from 5.23 on its forward alone
    // (modeling_layers.py).
    const bool fsdp1 = choices.engine == Engine::Fsdp1, fsdp2 = choices.engine == Engine::Fsdp2;
    const Version inside = fsdp1 ? Version{4, 52} : Version{5, 23};
    choices.checkpointOutside = recipe.checkpointOutside.value_or(own && (fsdp1 || fsdp2)
                                                                  && choices.transformers < inside);
    // accelerate, commands/launch.py: --fsdp_use_orig_params; Lightning and verl's have it too.
    choices.originalParameters = recipe.originalParameters.value_or(true);
    // PyTorch's FSDP1 prefetches (fully_sharded_data_parallel.py: BACKWARD_PRE), accelerate's
    // plugin does not unless told to (utils/dataclasses.py).
    choices.backwardPrefetch = recipe.backwardPrefetch.value_or(!own);
    // PEFT, utils/other.py: fsdp_auto_wrap_policy, which the Trainer sets for a model with adapters
    choices.adapterUnits
        = adapter.ownUnits.value_or(own && fsdp1 && adapter.kind != AdapterKind::None);
    choices.holdsLogits = recipe.holdsLogits;
}

Recompute recomputeOf(const Recipe& recipe, const Profile& profile)
{
    return recipe.recompute.value_or(profile.recomputes ? Recompute::Full : Recompute::None);
}

/// The kernels are for plain factors of low rank.
Kernels adapterKernelsOf(const Profile& profile, const Adapter& adapter)
{
    return isPlainLowRank(adapter) ? adapter.kernels.value_or(profile.adapterKernels)
                                   : Kernels::Eager;
}

} // namespace

ActivationOffload activationOffloadOf(const Recipe& recipe, const Layout& layout)
{
    const Profile& profile = profileOf(recipe.framework);
    const bool offloads = profile.offloadsInputs && recomputeOf(recipe, profile) == Recompute::Full;
    return layout.offloadActivations.value_or(offloads ? ActivationOffload::Cpu
                                                       : ActivationOffload::None);
}

AttentionKernel attentionKernelOf(const Recipe& recipe, const Layout& layout,
                                  const Cluster& cluster)
{
    if (recipe.attentionKernel)
        return *recipe.attentionKernel;
    const CudaCard* card = cudaCard(cluster.device);
    if (!card)
        return AttentionKernel::Flash2;
    switch (profileOf(recipe, layout).attention) {
    case AttentionLibrary::FlashAttention:
        return AttentionKernel::Flash2;
    case AttentionLibrary::TransformerEngine:
        return card->isAtLeast(9) ? AttentionKernel::Cudnn : AttentionKernel::Flash2;
    case AttentionLibrary::PyTorch:
        break;
    }
    const bool prefersCudnn = card->major == 9 || card->major == 10;
    return prefersCudnn ? AttentionKernel::Cudnn : AttentionKernel::Flash2;
}

bool expandsSegments(const Recipe& recipe, const Cluster& cluster)
{
    const Segments usual = profileOf(recipe.framework).segments;
    return cluster.expandableSegments.value_or(
        usual == Segments::Expandable
        || (usual == Segments::ExpandableOnSeveral && cluster.gpus > 1));
}

Engine engineOf(const Recipe& recipe, const Layout& layout)
{
    if (saysEngine(recipe))
        return *recipe.engine;
    return layout.zero > 0 ? profileOf(recipe.framework).engine : Engine::Ddp;
}

bool saysEngine(const Recipe& recipe)
{
    return recipe.engine && profileOf(recipe.framework).choosesEngine();
}

bool saysDdp(const Recipe& recipe)
{
    return saysEngine(recipe) && recipe.engine == Engine::Ddp;
}

Choices choicesOf(const Recipe& recipe, const Layout& layout, const Adapter& adapter)
{
    const Profile& profile = profileOf(recipe, layout);
    const auto chosen = [](const auto& written, const auto& usual, auto otherwise) {
        return written ? *written : usual.value_or(otherwise);
    };
    Choices choices{};
    choices.framework = recipe.framework;
    setEngine(choices, recipe, layout, adapter);
    const bool narrows = profile.trainsLoadedType && choices.engine == Engine::Ddp
        && adapter.kind == AdapterKind::None;
    choices.precision = chosen(recipe.precision, profile.precision,
                               narrows ? Precision::Bf16 : Precision::Bf16Mixed);
    const bool mixed = isMixed(choices.precision);
    // DeepSpeed's engine accumulates in 16 bits. Stage 3 keeps a buffer for it, the others drop the
    // gradients after the step (stage_1_and_2.py: step, averaged_gradients).
    const bool engine = profile.sharding == Sharding::Buckets && layout.zero >= 1;
    const bool adapts = profile.floatAdapters && !engine && adapter.kind != AdapterKind::None;
    const bool narrowAdapters = adapts && hasNarrowAdapters(choices, adapter);
    const bool whole = choices.precision == Precision::Fp32 || (adapts && !narrowAdapters);
    choices.gradients = chosen(
        recipe.gradients, mixed && !engine && !narrowAdapters ? profile.gradients : std::nullopt,
        whole ? Gradients::Fp32 : Gradients::Bf16);
    choices.keepGradients
        = chosen(recipe.keepGradients,
                 engine ? std::optional(layout.zero >= 3) : profile.keepGradients, true);
    choices.masterWeights
        = chosen(recipe.masterWeights, mixed && !engine ? profile.masterWeights : std::nullopt,
                 mixed && !narrowAdapters);
    choices.fusedStep = recipe.fusedStep.value_or(profile.fusedStep);
    choices.optimizer = chosen(recipe.optimizer, profile.optimizer, Optimizer::AdamW);
    const OptimizerTraits& optimizer = traitsOf(choices.optimizer);
    const bool narrow = optimizer.ofGradients && choices.gradients == Gradients::Bf16;
    choices.moments
        = chosen(recipe.moments,
                 (mixed && !narrowAdapters) || whole || optimizer.choosesMoments ? std::nullopt
                                                                                 : profile.moments,
                 narrow ? Moments::Bf16 : optimizer.moments);
    choices.recompute = recomputeOf(recipe, profile);
    choices.offloadActivations = activationOffloadOf(recipe, layout);
    choices.attention = recipe.attention.value_or(Attention::Flash);
    choices.kernels = chosen(recipe.kernels, profile.kernels, Kernels::Fused);
    choices.normKernels = recipe.normKernels.value_or(choices.kernels);
    choices.mlpKernels = recipe.mlpKernels.value_or(choices.kernels);
    choices.adapterKernels = adapterKernelsOf(profile, adapter);
    choices.loss = chosen(recipe.loss, profile.loss, Loss::Full);
    choices.dropout = recipe.dropout.value_or(false);
    choices.sequenceParallel = layout.sequenceParallel.value_or(true);
    choices.tpInputs = layout.tpInputs.value_or(TpInputs::Recomputed);
    choices.stageSplit = chosen(layout.stageSplit, profile.stageSplit, StageSplit::Even);
    return choices;
}

Plan withDefaults(const Plan& plan)
{
    const Choices choices = choicesOf(plan.recipe, plan.layout, plan.adapter);
    Plan result = plan;
    Recipe& recipe = result.recipe;
    recipe.framework = choices.framework;
    recipe.precision = choices.precision;
    recipe.gradients = choices.gradients;
    recipe.keepGradients = choices.keepGradients;
    recipe.masterWeights = choices.masterWeights;
    recipe.fusedStep = choices.fusedStep;
    recipe.optimizer = choices.optimizer;
    recipe.moments = choices.moments;
    recipe.recompute = choices.recompute;
    recipe.attention = choices.attention;
    recipe.attentionKernel = attentionKernelOf(plan.recipe, plan.layout, plan.cluster);
    recipe.kernels = choices.kernels;
    recipe.normKernels = choices.normKernels;
    recipe.mlpKernels = choices.mlpKernels;
    recipe.loss = choices.loss;
    recipe.dropout = choices.dropout;
    if (profileOf(recipe.framework).choosesEngine())
        recipe.engine = choices.engine;
    recipe.reentrant = choices.reentrant;
    recipe.checkpointOutside = choices.checkpointOutside;
    recipe.originalParameters = choices.originalParameters;
    recipe.backwardPrefetch = choices.backwardPrefetch;
    result.adapter.ownUnits = choices.adapterUnits;
    result.adapter.kernels = choices.adapterKernels;
    result.cluster.expandableSegments = expandsSegments(plan.recipe, plan.cluster);
    result.layout.offloadActivations = choices.offloadActivations;
    result.layout.sequenceParallel = choices.sequenceParallel;
    result.layout.tpInputs = choices.tpInputs;
    result.layout.stageSplit = choices.stageSplit;
    return result;
}

std::int64_t computeBytes(Precision precision)
{
    return precision == Precision::Fp32 ? 4 : 2;
}

} // namespace highwater
