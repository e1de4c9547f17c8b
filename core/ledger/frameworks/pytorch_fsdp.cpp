// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/fitted.h"
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {
namespace {

using enum TermId;

bool sharded(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 2;
}

/// FSDP reduces a block's gradient in 32 bits where all of the block is trained.
bool reducesTrainedBlocks(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 2 && plan.trainsAll();
}

// flash-attn's fused cross entropy: the logits and their gradient, in 16 bits.
constexpr std::array fusedLogits{
    LogitBytes{Logits, Life::Head, 1, 0},
    LogitBytes{LogitsGradient16, Life::LossBackward, 1, 0},
};
constexpr std::array fsdpExtras{
    Extra{GatheredParameters, Life::Pass, Per::Model, 2 * Symbol::HeldParameters,
          [](const Resolved& plan, const StageLayers&) { return plan.layout.zero == 2; }},
    // The last block is not resharded between its forward and its backward pass.
    Extra{GatheredLastBlock, Life::Head, Per::Model, 2 * Symbol::BlockParameters, gathers},
    Extra{ReduceInput, Life::LayerBackward, Per::DenseLayer, 4 * Symbol::DenseLayerParameters,
          reducesTrainedBlocks},
    Extra{ReduceInput, Life::LayerBackward, Per::MoeLayer, 4 * Symbol::MoeLayerParameters,
          reducesTrainedBlocks},
    Extra{ReduceInput, Life::LayerBackward, Per::MoeLayer, 4 * Symbol::ExpertParameters,
          reducesTrainedBlocks},
    // Gathered weights are allocated on a stream of their own, and the caching allocator keeps a
    // pool for every stream.
    Extra{PoolGather, Life::Pass, Per::Model, 2 * Symbol::RootParameters, gathers},
    Extra{PoolGather, Life::Pass, Per::Model, 2 * Symbol::BlockParameters, gathers},
    // Freed tensors of a block are too small to serve the logits.
    Extra{PoolBlock, Life::Head, Per::Model,
          splitTokens(fittedValue(Fitted::FsdpBlockPool), Symbol::FeedForward), sharded},
    Extra{PoolBlock, Life::Head, Per::Model,
          splitTokens(fittedValue(Fitted::FsdpEagerBlockPool), Symbol::FeedForward),
          [](const Resolved& plan, const StageLayers&) {
              return plan.layout.zero >= 2 && plan.choices.kernels == Kernels::Eager;
          }},
    Extra{PoolBlock, Life::Head, Per::Model,
          hiddenTokens(fittedValue(Fitted::FsdpHiddenPool)) / Symbol::ContextRanks,
          [](const Resolved& plan, const StageLayers&) {
              return plan.layout.zero >= 2 && plan.layout.tensor > 1;
          }},
    // A loss over split logits keeps the values, their exponentials and the gradient apart.
    Extra{LogitsParallel, Life::Head, Per::Model, splitTokens(4, Symbol::Vocabulary),
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.layout.tensor > 1 && layers.predicts;
          }},
    Extra{PoolLogits, Life::LossBackward, Per::Model,
          splitTokens(fittedValue(Fitted::FsdpLogitsPool), Symbol::Vocabulary),
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.layout.zero >= 2 && layers.predicts;
          }},
};

} // namespace

constinit const Profile pyTorchFsdp{
    .framework = Framework::PyTorchFsdp,
    .source = "torchtitan, parallelisms/parallelize_llama.py; PyTorch, "
              "distributed/fsdp/_fully_shard",
    .gradients = Gradients::Fp32,
    .keepGradients = false,
    .masterWeights = false,
    .floatParameters = true,
    .sharding = Sharding::BlocksAndRoot,
    .sharesParametersFrom = 2,
    .slack = {fittedValue(Fitted::FsdpAllocatorLow), fittedValue(Fitted::FsdpAllocator),
              fittedValue(Fitted::FsdpAllocatorHigh)},
    .keepsChunks = true,
    .dropsUnused = true,
    .logits = castLogits,
    .chunkedLogits = fusedLogits,
    .extras = fsdpExtras};

} // namespace highwater::frameworks
