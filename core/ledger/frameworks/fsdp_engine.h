// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/frameworks/parts.h"

// The tensors that PyTorch's FSDP and autocast keep, in torchtitan and in verl.
namespace highwater::frameworks {

/// FSDP with reshard_after_forward=False, or SHARD_GRAD_OP: every block is gathered in the forward
/// pass and stays so to its backward pass. On one GPU it is a copy (_fsdp_param_group.py,
/// wait_for_unshard). 4-bit weights are gathered as they are stored.
inline bool gathersAll(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero == 2 && !plan.quantisedBase() && !plan.reducesOnce();
}

inline bool gathersStoredRoot(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero == 2 && plan.quantisedBase() && !plan.reducesOnce();
}

/// A pipeline keeps the blocks gathered through all passes of a step.
inline bool keepsGathered(const Resolved& plan, const StageLayers&)
{
    return plan.reducesOnce() && !plan.quantisedBase();
}

/// Blocks of 4-bit weights stay gathered as they are stored, with ZeRO-2 and in such a pipeline.
inline bool keepsGatheredStored(const Resolved& plan, const StageLayers&)
{
    return plan.quantisedBase() && (plan.layout.zero == 2 || plan.reducesOnce());
}

inline bool keepsGatheredRoot(const Resolved& plan, const StageLayers&)
{
    return plan.reducesOnce();
}

inline bool gathersBlocks(const Resolved& plan, const StageLayers& layers)
{
    return gathers(plan, layers) && !plan.quantisedBase() && !plan.reducesOnce();
}

inline bool gathersStoredBlocks(const Resolved& plan, const StageLayers& layers)
{
    return gathers(plan, layers) && plan.quantisedBase() && !plan.reducesOnce();
}

/// The last layer has experts where any layer has.
inline bool gathersStoredDense(const Resolved& plan, const StageLayers& layers)
{
    return gathersStoredBlocks(plan, layers) && plan.counts.moeLayers == 0;
}

inline bool gathersStoredExperts(const Resolved& plan, const StageLayers& layers)
{
    return gathersStoredBlocks(plan, layers) && plan.counts.moeLayers > 0;
}

/// Without FSDP, torch.autocast casts the 32-bit weight of every product, and the product keeps the
/// cast one for its backward pass (torchtitan, distributed/utils.py: maybe_enable_amp).
inline bool casts(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero < 2 && plan.floatParameters()
        && plan.choices.precision != Precision::Fp32;
}

inline bool castsHead(const Resolved& plan, const StageLayers& layers)
{
    return casts(plan, layers) && layers.predicts;
}

/// Autocast remembers its casts until the loss is computed, though recomputation drops them.
inline bool remembersCasts(const Resolved& plan, const StageLayers& layers)
{
    return casts(plan, layers)
        && (plan.choices.recompute == Recompute::Full || plan.recomputesOperators());
}

/// FSDP reduces a block's gradient in 32 bits where all of the block is trained.
inline bool reducesTrainedBlocks(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 2 && plan.trainsAll() && !plan.reducesOnce();
}

inline constexpr std::array fsdpExtras{
    Extra{TermId::GatheredParameters, Life::Pass, Per::Model, 2 * Symbol::HeldParameters,
          gathersAll},
    Extra{TermId::GatheredParameters, Life::Pass, Per::Model, 2 * Symbol::RootParameters,
          gathersStoredRoot},
    Extra{TermId::GatheredRoot, Life::Pass, Per::Model, 2 * Symbol::RootParameters,
          keepsGatheredRoot},
    Extra{TermId::GatheredParameters, Life::Pass, Per::DenseLayer, 2 * Symbol::DenseLayerParameters,
          keepsGathered},
    Extra{TermId::GatheredParameters, Life::Pass, Per::MoeLayer, 2 * Symbol::MoeLayerParameters,
          keepsGathered},
    Extra{TermId::GatheredParameters, Life::Pass, Per::MoeLayer, 2 * Symbol::ExpertParameters,
          keepsGathered},
    Extra{TermId::GatheredParameters, Life::Pass, Per::DenseLayer, 1 * Symbol::BaseDenseLayer,
          keepsGatheredStored},
    Extra{TermId::GatheredParameters, Life::Pass, Per::MoeLayer, 1 * Symbol::BaseMoeLayer,
          keepsGatheredStored},
    Extra{TermId::GatheredParameters, Life::Pass, Per::MoeLayer, 1 * Symbol::BaseExperts,
          keepsGatheredStored},
    Extra{TermId::CastWeights, Life::Saved, Per::DenseLayer, 2 * Symbol::DenseLayerParameters,
          casts},
    Extra{TermId::CastWeights, Life::Saved, Per::MoeLayer, 2 * Symbol::MoeLayerParameters, casts},
    Extra{TermId::CastWeights, Life::Saved, Per::MoeLayer, 2 * Symbol::ExpertParameters, casts},
    Extra{TermId::CastWeights, Life::Head, Per::Model, 2 * Symbol::HeadParameters, castsHead},
    Extra{TermId::CastWeights, Life::ForwardEnd, Per::DenseLayer, 2 * Symbol::DenseLayerParameters,
          remembersCasts},
    Extra{TermId::CastWeights, Life::ForwardEnd, Per::MoeLayer, 2 * Symbol::MoeLayerParameters,
          remembersCasts},
    Extra{TermId::CastWeights, Life::ForwardEnd, Per::MoeLayer, 2 * Symbol::ExpertParameters,
          remembersCasts},
    // The last block is not resharded between its forward and its backward pass.
    Extra{TermId::GatheredLastBlock, Life::Head, Per::Model, 2 * Symbol::BlockParameters,
          gathersBlocks},
    Extra{TermId::GatheredLastBlock, Life::Head, Per::Model, 1 * Symbol::BaseDenseLayer,
          gathersStoredDense},
    Extra{TermId::GatheredLastBlock, Life::Head, Per::Model, 1 * Symbol::BaseMoeLayer,
          gathersStoredExperts},
    Extra{TermId::GatheredLastBlock, Life::Head, Per::Model, 1 * Symbol::BaseExperts,
          gathersStoredExperts},
    Extra{TermId::ReduceInput, Life::LayerBackward, Per::DenseLayer,
          4 * Symbol::DenseLayerParameters, reducesTrainedBlocks},
    Extra{TermId::ReduceInput, Life::LayerBackward, Per::MoeLayer, 4 * Symbol::MoeLayerParameters,
          reducesTrainedBlocks},
    Extra{TermId::ReduceInput, Life::LayerBackward, Per::MoeLayer, 4 * Symbol::ExpertParameters,
          reducesTrainedBlocks},
    // A loss over split logits keeps the values, their exponentials and the gradient apart.
    Extra{TermId::LogitsParallel, Life::Loss, Per::Model, splitTokens(4, Symbol::Vocabulary),
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.layout.tensor > 1 && layers.predicts && !plan.chunksLoss();
          }},
    Extra{TermId::LogitsParallel, Life::LossBackward, Per::Model,
          4 * Symbol::ChunkTokens* Symbol::Vocabulary / Symbol::TensorRanks,
          [](const Resolved& plan, const StageLayers& layers) {
              return plan.layout.tensor > 1 && layers.predicts && plan.chunksLoss();
          }},
};

} // namespace highwater::frameworks
