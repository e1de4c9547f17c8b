// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {
namespace {

using enum TermId;

/// FSDP with reshard_after_forward=False, or SHARD_GRAD_OP: every block is gathered in the forward
/// pass and stays so to its backward pass. On one GPU it is a copy (_fsdp_param_group.py,
/// wait_for_unshard). 4-bit weights are gathered as they are stored.
bool gathersAll(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero == 2 && !plan.quantisedBase();
}

bool gathersStored(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero == 2 && plan.quantisedBase();
}

/// Without FSDP, torch.autocast casts the 32-bit weight of every product, and the product keeps the
/// cast one for its backward pass (torchtitan, distributed/utils.py: maybe_enable_amp).
bool casts(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero < 2 && plan.floatParameters()
        && plan.choices.precision != Precision::Fp32;
}

bool castsHead(const Resolved& plan, const StageLayers& layers)
{
    return casts(plan, layers) && layers.predicts;
}

/// Autocast remembers its casts until the loss is computed, though recomputation drops them.
bool remembersCasts(const Resolved& plan, const StageLayers& layers)
{
    return casts(plan, layers) && plan.choices.recompute == Recompute::Full;
}

/// FSDP reduces a block's gradient in 32 bits where all of the block is trained.
bool reducesTrainedBlocks(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 2 && plan.trainsAll();
}

// torchtitan, components/loss.py: ChunkedLossWrapper computes the loss of castLogits for one of
// eight chunks, goes backward through it, and frees all before the next chunk.
constexpr std::array titanChunks{
    LogitBytes{LogSoftmax, Life::LossBackward, 0, 4},
    LogitBytes{LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{LogSoftmaxGradient, Life::LossBackward, 0, 4},
};
constexpr std::array fsdpExtras{
    Extra{GatheredParameters, Life::Pass, Per::Model, 2 * Symbol::HeldParameters, gathersAll},
    Extra{GatheredParameters, Life::Pass, Per::Model, 2 * Symbol::RootParameters, gathersStored},
    Extra{GatheredParameters, Life::Pass, Per::DenseLayer, 1 * Symbol::BaseDenseLayer,
          gathersStored},
    Extra{GatheredParameters, Life::Pass, Per::MoeLayer, 1 * Symbol::BaseMoeLayer, gathersStored},
    Extra{GatheredParameters, Life::Pass, Per::MoeLayer, 1 * Symbol::BaseExperts, gathersStored},
    Extra{CastWeights, Life::Saved, Per::DenseLayer, 2 * Symbol::DenseLayerParameters, casts},
    Extra{CastWeights, Life::Saved, Per::MoeLayer, 2 * Symbol::MoeLayerParameters, casts},
    Extra{CastWeights, Life::Saved, Per::MoeLayer, 2 * Symbol::ExpertParameters, casts},
    Extra{CastWeights, Life::Head, Per::Model, 2 * Symbol::HeadParameters, castsHead},
    Extra{CastWeights, Life::ForwardEnd, Per::DenseLayer, 2 * Symbol::DenseLayerParameters,
          remembersCasts},
    Extra{CastWeights, Life::ForwardEnd, Per::MoeLayer, 2 * Symbol::MoeLayerParameters,
          remembersCasts},
    Extra{CastWeights, Life::ForwardEnd, Per::MoeLayer, 2 * Symbol::ExpertParameters,
          remembersCasts},
    // The last block is not resharded between its forward and its backward pass.
    Extra{GatheredLastBlock, Life::Head, Per::Model, 2 * Symbol::BlockParameters, gathers},
    Extra{ReduceInput, Life::LayerBackward, Per::DenseLayer, 4 * Symbol::DenseLayerParameters,
          reducesTrainedBlocks},
    Extra{ReduceInput, Life::LayerBackward, Per::MoeLayer, 4 * Symbol::MoeLayerParameters,
          reducesTrainedBlocks},
    Extra{ReduceInput, Life::LayerBackward, Per::MoeLayer, 4 * Symbol::ExpertParameters,
          reducesTrainedBlocks},
    // A loss over split logits keeps the values, their exponentials and the gradient apart.
    Extra{LogitsParallel, Life::Head, Per::Model, splitTokens(4, Symbol::Vocabulary),
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.layout.tensor > 1 && layers.predicts && !plan.chunksLoss();
          }},
    Extra{LogitsParallel, Life::LossBackward, Per::Model,
          4 * Symbol::ChunkTokens* Symbol::Vocabulary / Symbol::TensorRanks,
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.layout.tensor > 1 && layers.predicts && plan.chunksLoss();
          }},
};

} // namespace

constinit const Profile pyTorchFsdp{.framework = Framework::PyTorchFsdp,
                                    .name = "FSDP",
                                    .source
                                    = "torchtitan, parallelisms/parallelize_llama.py; PyTorch, "
                                      "distributed/fsdp/_fully_shard",
                                    .gradients = Gradients::Fp32,
                                    .keepGradients = false,
                                    .masterWeights = false,
                                    // FullyShardedDataParallel has SHARD_GRAD_OP and FULL_SHARD;
                                    // fully_shard has the same two by reshard_after_forward.
                                    .abilities = {.leastZero = 2},
                                    .selective = Selective::Operators,
                                    .lossChunks = LossChunks::InTurn,
                                    .lossChunkCount = 8,
                                    .floatParameters = true,
                                    .sharding = Sharding::BlocksAndRoot,
                                    .wrapsOneGpu = true,
                                    .sharesParametersFrom = 2,
                                    .dropsUnused = true,
                                    .logits = castLogits,
                                    .chunkedLogits = titanChunks,
                                    .extras = fsdpExtras};

} // namespace highwater::frameworks
