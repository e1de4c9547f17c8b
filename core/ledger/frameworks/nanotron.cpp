// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {
namespace {

using enum TermId;

// nanotron, src/nanotron: parallel/tensor_parallel/functional.py (sharded cross entropy: 32-bit
// logits, a softmax in place, a 16-bit gradient), optim/gradient_accumulator.py, optim/zero.py.
constexpr std::array nanotronLogits{
    LogitBytes{LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{LogSoftmax, Life::Head, 0, 4},
    LogitBytes{LogitsGradient16, Life::LossBackward, 1, 0},
};

/// nanotron's GLU computes activation and product as two operators, though its norms are fused.
bool activatesApart(const Resolved& plan, const StageLayers&)
{
    return plan.shape.gated && plan.choices.mlpKernels == Kernels::Fused;
}

bool trainsAll(const Resolved& plan, const StageLayers&)
{
    return plan.trainsAll();
}

bool splits(const Resolved& plan, const StageLayers&)
{
    return plan.layout.tensor > 1;
}

bool gathersStepped(const Resolved& plan, const StageLayers&)
{
    return plan.gathersStepped();
}

constexpr std::array nanotronExtras{
    // 32-bit gradients are accumulated from 16-bit ones, which a micro-batch keeps to its end
    // (optim/gradient_accumulator.py); without ZeRO, DistributedDataParallel has buckets as well.
    Extra{ReduceBuckets, Life::Training, Per::Model, 2 * Symbol::TrainedParameters,
          [](const Resolved& plan, const StageLayers&) {
              return plan.dataParallel > 1 && plan.layout.zero == 0;
          }},
    Extra{GradientCopy, Life::PassGradient, Per::DenseLayer, 2 * Symbol::DenseLayerParameters,
          trainsAll},
    Extra{GradientCopy, Life::PassGradient, Per::MoeLayer, 2 * Symbol::MoeLayerParameters,
          trainsAll},
    Extra{GradientCopy, Life::PassGradient, Per::MoeLayer, 2 * Symbol::ExpertParameters, trainsAll},
    Extra{GradientCopy, Life::PassGradient, Per::Embedding, 2 * Symbol::EmbeddingParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.trainsAll() && layers.embeds;
          }},
    Extra{GradientCopy, Life::HeadGradient, Per::Model, 2 * Symbol::HeadParameters,
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.trainsAll() && layers.predicts;
          }},
    Extra{MlpActivated, Life::Saved, Per::DenseLayer, splitTokens(2, Symbol::FeedForward),
          activatesApart, Place::Gpu, BackwardPoint::Input},
    // q, k and v are views of one contiguous copy, and flash-attn rotates q in place
    // (models/llama.py, flash-attn's layers/rotary.py): the attention keeps all of the copy.
    Extra{QkvCopy, Life::Saved, Per::Layer, splitTokens(4, Symbol::KeyValue),
          [](const Resolved& plan, const StageLayers&) {
              return plan.shape.heads == plan.shape.kvHeads;
          }},
    Extra{CollectiveBuffers, Life::Pass, Per::Model, hiddenTokens(4) / Symbol::ContextRanks,
          splits},
    // After a step each rank has its own part, a tensor from every rank, and NCCL's flat list of
    // them (optim/zero.py, distributed.py).
    Extra{StepCopies, Life::Step, Per::Model, 4 * Symbol::TrainedParameters, gathersStepped},
    Extra{StepCopies, Life::Step, Per::Model, 2 * Symbol::Parameters / Symbol::Shards,
          gathersStepped},
    Extra{StepCopies, Life::Step, Per::Model, 2 * Symbol::RoutedParameters / Symbol::ExpertShards,
          gathersStepped},
};

constexpr std::array nanotronOptimizers{Optimizer::AdamW, Optimizer::Sgd};
constexpr std::array nanotronJobs{JobKind::Sft}; // config/config.py: SFTDatasetsArgs

} // namespace

constinit const Profile nanotron{
    .framework = Framework::Nanotron,
    .name = "nanotron",
    .source = "nanotron, src/nanotron",
    .runsOnRocm = false, // README.md, Installation: PyTorch for CUDA, flash-attn's CUDA kernels
    .gradients = Gradients::Fp32,
    .attention = AttentionLibrary::FlashAttention, // nn/attention.py: flash_attention_2
    .stageSplit = StageSplit::Balanced,
    // helpers.py, init_optimizer_and_grad_accumulator: any zero_stage above 0 is
    // ZeroDistributedOptimizer. config/parallelism_config.py: recompute_layer is all or nothing.
    // parallel/pipeline_parallel/engine.py: AFAB and 1F1B; config/config.py: AdamW and SGD. The
    // README has FP8 and interleaved 1F1B on the roadmap, and no offload.
    .abilities = {.chunks = false,
                  .unevenRanks = false,
                  .host = false,
                  .eightBits = false,
                  .eagerAttention = false, // nn/attention.py: ALL_ATTENTION_FUNCTIONS
                  .optimizers = nanotronOptimizers,
                  .fusedLoss = false, // nn/functional.py: sharded_cross_entropy
                  .jobs = nanotronJobs,
                  .adapters = false,
                  .mostZero = 1},
    .lossChunks = LossChunks::None,
    .freesStageOutput = true, // parallel/pipeline_parallel: a sent tensor has no other owner
    .fusedProducts = true,
    .gatesInPlace = false, // nn/activations.py: GLUActivation, two operators
    .gathersIntoBuffer = true,
    // nn/layer_norm.py: flash-attn's ops/triton/layer_norm.py, which has @triton.autotune.
    .timesNormKernels = true,
    .reducesAfterward = true, // trainer.py, optim/zero.py
    .allReducesShards = true, // optim/zero.py
    .recordsCollectives = true,
    .isRecorded = true,
    .accumulatesApart = true,
    .gathersByList = true,
    .logits = nanotronLogits,
    .extras = nanotronExtras};

} // namespace highwater::frameworks
