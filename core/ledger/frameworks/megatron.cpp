// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/megatron_engine.h"

namespace highwater::frameworks {

namespace {

// training/arguments.py: --optimizer; core/optimizer/__init__.py refuses others.
constexpr std::array megatronOptimizers{Optimizer::AdamW, Optimizer::Sgd,  Optimizer::SgdMomentum,
                                        Optimizer::Lion,  Optimizer::Muon, Optimizer::Soap};

// --sft, megatron/rl, post_training/arguments.py: --export-kd-teacher-load
constexpr std::array megatronJobs{JobKind::Sft, JobKind::Grpo, JobKind::Distill};

constexpr Abilities abilitiesOfMegatron()
{
    Abilities has = megatronAbilities;
    has.optimizers = megatronOptimizers;
    has.jobs = megatronJobs;
    return has;
}

} // namespace

constinit const Profile megatron{
    .framework = Framework::Megatron,
    .name = "Megatron-LM",
    .source = "Megatron-LM, theoretical_memory_usage.py, core/tensor_parallel",
    .runsOnRocm = false, // its README asks for an NVIDIA GPU; AMD has a program of its own from it
    .gradients = Gradients::Fp32,
    .attention = AttentionLibrary::TransformerEngine,
    .abilities = abilitiesOfMegatron(),
    // core/transformer/transformer_config.py: recompute_modules is
    // core_attn unless more are named.
    .selective = Selective::CoreAttention,
    // training/arguments.py: deallocate_pipeline_outputs; schedules.py: deallocate_output_tensor
    .freesStageOutput = true,
    .vocabularyMultiple = 128,
    .fusesWeightGradients = true,
    .gatesInPlace = false, // core/fusions/fused_bias_swiglu.py: swiglu_back joins two new tensors
    .narrowSoftmax = true, // core/fusions/fused_softmax.py
    // core/distributed/param_and_grad_buffer.py: it sends copies.
    .keepsGradientBuffer = true,
    .isTuned = true,
    .logits = megatronLogits,
    .chunkedLogits = plainChunks};

} // namespace highwater::frameworks
