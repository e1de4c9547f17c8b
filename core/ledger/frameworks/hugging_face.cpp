// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/deepspeed_engine.h"
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/trainer_profile.h"

#include <array>

namespace highwater::frameworks {
namespace {

using enum TermId;

// Under DeepSpeed's engine there is no autocast. The code of transformers casts logits to 32 bits
// itself (loss/loss_utils.py: ForCausalLMLoss); models that bring their own code may not: logits, a
// shifted copy and the softmax in 16 bits (Qwen, modeling_qwen.py).
constexpr std::array engineLogits{
    LogitBytes{Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{LogitsShifted, Life::ForwardEnd, 1, 0},
    LogitBytes{LogSoftmax, Life::Head, 1, 0},
    LogitBytes{LogitsGradient, Life::LossBackward, 1, 0},
    LogitBytes{LogSoftmaxGradient, Life::LossBackward, 1, 0},
};

/// A job's weights are loaded in 32 bits: torch.autocast casts the weight of every product, and the
/// product keeps the cast one for its backward pass.
bool castsInJob(const Resolved& plan, const StageLayers&)
{
    return plan.role && plan.role->weightBytes == 4 && plan.choices.precision != Precision::Fp32;
}

/// Autocast remembers its casts of trained weights until the pass ends, though recomputation drops
/// them.
bool remembersInJob(const Resolved& plan, const StageLayers& layers)
{
    return castsInJob(plan, layers) && plan.choices.recompute == Recompute::Full
        && plan.trainsAll();
}

/// Bytes of a gradient that DistributedDataParallel sums up in buckets, which have the type of
/// their parameters (PyTorch, reducer.cpp: initialize_buckets); 0 where there are no buckets.
std::int64_t bucketBytes(const Resolved& plan)
{
    if (plan.layout.zero != 0 || plan.dataParallel < 2)
        return 0;
    const bool wide = plan.floatAdapters() && !plan.trainsAll();
    return wide ? 4 : gradientBytes(plan.choices);
}

constexpr std::array trainerOwnExtras{
    Extra{CastWeights, Life::Saved, Per::DenseLayer, 2 * Symbol::DenseLayerParameters, castsInJob},
    Extra{CastWeights, Life::Saved, Per::MoeLayer, 2 * Symbol::MoeLayerParameters, castsInJob},
    Extra{CastWeights, Life::Saved, Per::MoeLayer, 2 * Symbol::ExpertParameters, castsInJob},
    Extra{CastWeights, Life::ForwardEnd, Per::DenseLayer, 2 * Symbol::DenseLayerParameters,
          remembersInJob},
    Extra{CastWeights, Life::ForwardEnd, Per::MoeLayer, 2 * Symbol::MoeLayerParameters,
          remembersInJob},
    Extra{CastWeights, Life::ForwardEnd, Per::MoeLayer, 2 * Symbol::ExpertParameters,
          remembersInJob},
    Extra{ReduceBuckets, Life::Training, Per::Model, 4 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers&) { return bucketBytes(plan) == 4; }},
    Extra{ReduceBuckets, Life::Training, Per::Model, 2 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers&) { return bucketBytes(plan) == 2; }},
};
constexpr std::array trainerExtras = joined(deepSpeedExtras, trainerOwnExtras);

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
    profile.fsdp1 = &huggingFaceFsdp1;
    profile.fsdp2 = &huggingFaceFsdp2;
    // bitsandbytes, nn/modules.py: Linear4bit.forward and Linear8bitLt.forward
    profile.widensStream = true;
    profile.sharding = Sharding::Buckets;
    profile.narrowLogits = engineLogits;
    profile.extras = trainerExtras;
    return profile;
}

} // namespace

/// With DeepSpeed, or with DDP where nothing is shared.
constinit const Profile huggingFace = trainerWithDeepSpeed();

} // namespace highwater::frameworks
