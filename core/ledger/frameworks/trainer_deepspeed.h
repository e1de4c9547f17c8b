// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/frameworks/deepspeed_engine.h"
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/trainer_profile.h"

#include <array>

// The Trainer with DeepSpeed, or with DDP where nothing is shared.
namespace highwater::frameworks {

// Under DeepSpeed's engine there is no autocast. The code of transformers casts logits to 32 bits
// itself (loss/loss_utils.py: ForCausalLMLoss); models that bring their own code may not: logits, a
// shifted copy and the softmax in 16 bits (Qwen, modeling_qwen.py).
inline constexpr std::array engineLogits{
    LogitBytes{TermId::Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogitsShifted, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogSoftmax, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsGradient, Life::LossBackward, 1, 0},
    LogitBytes{TermId::LogSoftmaxGradient, Life::LossBackward, 1, 0},
};

/// Weights of 32 bits, as a job's are loaded, and LoRA's may be: torch.autocast casts the weight of
/// every product, and the product keeps the cast one for its backward pass.
inline bool castsWeights(const Resolved& plan, const StageLayers&)
{
    const bool inJob
        = plan.role && plan.role->weightBytes == 4 && plan.choices.precision != Precision::Fp32;
    return inJob || plan.autocasts();
}

inline bool castsHeadWeights(const Resolved& plan, const StageLayers& layers)
{
    return plan.autocasts() && layers.predicts;
}

/// Autocast remembers its casts of trained weights until the pass ends, though recomputation drops
/// them. Reentrant recomputation goes forward without gradients, where autocast remembers none.
inline bool remembersWeights(const Resolved& plan, const StageLayers& layers)
{
    return castsWeights(plan, layers) && plan.choices.recompute == Recompute::Full
        && plan.trainsAll() && !plan.choices.reentrant;
}

/// Bytes of a gradient that DistributedDataParallel sums up in buckets, which have the type of
/// their parameters (PyTorch, reducer.cpp: initialize_buckets); 0 where there are no buckets.
inline std::int64_t bucketBytes(const Resolved& plan)
{
    if (plan.layout.zero != 0 || plan.dataParallel < 2)
        return 0;
    const bool wide = plan.floatAdapters() && !plan.trainsAll();
    return wide ? 4 : gradientBytes(plan.choices);
}

inline constexpr std::array trainerOwnExtras{
    Extra{TermId::CastWeights, Life::Saved, Per::DenseLayer, 2 * Symbol::DenseLayerParameters,
          castsWeights},
    Extra{TermId::CastWeights, Life::Saved, Per::MoeLayer, 2 * Symbol::MoeLayerParameters,
          castsWeights},
    Extra{TermId::CastWeights, Life::Saved, Per::MoeLayer, 2 * Symbol::ExpertParameters,
          castsWeights},
    Extra{TermId::CastWeights, Life::ForwardEnd, Per::DenseLayer, 2 * Symbol::DenseLayerParameters,
          remembersWeights},
    Extra{TermId::CastWeights, Life::ForwardEnd, Per::MoeLayer, 2 * Symbol::MoeLayerParameters,
          remembersWeights},
    Extra{TermId::CastWeights, Life::ForwardEnd, Per::MoeLayer, 2 * Symbol::ExpertParameters,
          remembersWeights},
    Extra{TermId::CastWeights, Life::Head, Per::Model, 2 * Symbol::HeadParameters,
          castsHeadWeights},
    Extra{TermId::ReduceBuckets, Life::Training, Per::Model, 4 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers&) { return bucketBytes(plan) == 4; }},
    Extra{TermId::ReduceBuckets, Life::Training, Per::Model, 2 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers&) { return bucketBytes(plan) == 2; }},
};
inline constexpr std::array trainerExtras = joined(deepSpeedExtras, trainerOwnExtras);

constexpr Profile trainerWithDeepSpeed()
{
    Profile profile = trainerProfile();
    profile.source = "transformers, integrations/deepspeed.py, model_memory_anatomy.md";
    // accelerate, parallelism_config.py: data, tensor and context ranks. NVMe by DeepSpeed's own
    // configuration.
    profile.abilities = {.pipeline = false,
                         .expert = false,
                         .disk = true,
                         // training_args.py, OptimizerNames: lomo, adalomo
                         .stepsInBackward = true};
    profile.engine = Engine::DeepSpeed;
    // bitsandbytes, nn/modules.py: Linear4bit.forward and Linear8bitLt.forward
    profile.widensStream = true;
    profile.sharding = Sharding::Buckets;
    profile.narrowLogits = engineLogits;
    profile.extras = trainerExtras;
    return profile;
}

} // namespace highwater::frameworks
