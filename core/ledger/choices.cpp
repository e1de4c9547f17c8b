// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/choices.h"

#include "core/ledger/framework.h"
#include "core/ledger/optimizer.h"

#include <optional>

namespace highwater {
namespace {

bool isMixed(Precision precision)
{
    return precision == Precision::Bf16Mixed || precision == Precision::Fp16Mixed
        || precision == Precision::Fp8Mixed;
}

} // namespace

Choices choicesOf(const Recipe& recipe, const Layout& layout, const Adapter& adapter)
{
    const Profile& profile = profileOf(recipe.framework, layout);
    const auto chosen = [](const auto& written, const auto& usual, auto otherwise) {
        return written ? *written : usual.value_or(otherwise);
    };
    Choices choices{};
    choices.framework = recipe.framework;
    choices.precision = chosen(recipe.precision, profile.precision, Precision::Bf16Mixed);
    const bool mixed = isMixed(choices.precision);
    const bool floatAdapters
        = profile.floatAdapters && layout.zero == 0 && adapter.kind != AdapterKind::None;
    const bool whole = choices.precision == Precision::Fp32 || floatAdapters;
    // DeepSpeed's engine accumulates in 16 bits, in a partition that exists all the time.
    const bool engine = profile.sharding == Sharding::Buckets && layout.zero >= 1;
    choices.gradients
        = chosen(recipe.gradients, mixed && !engine ? profile.gradients : std::nullopt,
                 whole ? Gradients::Fp32 : Gradients::Bf16);
    choices.keepGradients
        = chosen(recipe.keepGradients, engine ? std::nullopt : profile.keepGradients, true);
    choices.masterWeights
        = chosen(recipe.masterWeights, mixed ? profile.masterWeights : std::nullopt, mixed);
    choices.fusedStep = recipe.fusedStep.value_or(profile.fusedStep);
    choices.optimizer = recipe.optimizer.value_or(Optimizer::AdamW);
    const OptimizerTraits& optimizer = traitsOf(choices.optimizer);
    const bool narrow = optimizer.ofGradients && choices.gradients == Gradients::Bf16;
    choices.moments = chosen(
        recipe.moments, mixed || whole || optimizer.choosesMoments ? std::nullopt : profile.moments,
        narrow ? Moments::Bf16 : optimizer.moments);
    choices.recompute = recipe.recompute.value_or(Recompute::None);
    choices.attention = recipe.attention.value_or(Attention::Flash);
    choices.kernels = chosen(recipe.kernels, profile.kernels, Kernels::Fused);
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
    recipe.kernels = choices.kernels;
    recipe.loss = choices.loss;
    recipe.dropout = choices.dropout;
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
