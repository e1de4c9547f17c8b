// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/frameworks/parts.h"

// The tensors that PyTorch's FSDP and autocast keep, in torchtitan and in verl.
namespace highwater::frameworks {

/// FSDP with reshard_after_forward=False, or SHARD_GRAD_OP: every block is gathered in the forward
/// pass and stays so to its backward pass. On one GPU it is a copy (_fsdp_param_group.py,
/// wait_for_unshard). 4-bit weights are gathered as they are stored.
inline bool staysGathered(const Resolved& plan)
{
    return plan.layout.zero == 2 && (plan.shares() || plan.profile->wrapsOneGpu)
        && !plan.reducesOnce();
}

inline bool gathersAll(const Resolved& plan, const StageLayers&)
{
    return staysGathered(plan) && !plan.quantisedBase();
}

inline bool gathersStoredRoot(const Resolved& plan, const StageLayers&)
{
    return staysGathered(plan) && plan.quantisedBase();
}

/// A pipeline keeps the blocks gathered through all passes of a step.
inline bool keepsGathered(const Resolved& plan, const StageLayers&)
{
    return plan.reducesOnce() && !plan.quantisedBase();
}

/// Blocks of 4-bit weights stay gathered as they are stored, with ZeRO-2 and in such a pipeline.
inline bool keepsGatheredStored(const Resolved& plan, const StageLayers&)
{
    return plan.quantisedBase() && (staysGathered(plan) || plan.reducesOnce());
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

/// Autocast remembers its casts of trained weights until the loss is computed, though recomputation
/// drops them.
inline bool remembersCasts(const Resolved& plan, const StageLayers& layers)
{
    return casts(plan, layers) && plan.trainsAll()
        && (plan.choices.recompute == Recompute::Full || plan.recomputesOperators());
}

inline bool gathersBlocksAhead(const Resolved& plan, const StageLayers& layers)
{
    return gathersBlocks(plan, layers) && plan.flattens() && plan.choices.backwardPrefetch
        && layers.predicts;
}

/// Whether the root has weights of its own, so that its hook before the backward pass gathers the
/// last block (_fsdp_state.py: _pre_backward). Where embedding and head are units, the hook of the
/// head does, after the loss has gone backward.
inline bool gathersBeforeLoss(const Resolved& plan, const StageLayers& layers)
{
    return gathersBlocks(plan, layers) && layers.predicts && !plan.hasEndUnits();
}

/// The last buffer of a forward pass stays until the root's pass has ended
/// (_fsdp_state.py: _post_forward).
inline bool keepsLastBuffer(const Resolved& plan, const StageLayers& layers)
{
    return gathersBlocks(plan, layers) && layers.predicts && !plan.splitsRoot();
}

inline bool keepsHeadBuffer(const Resolved& plan, const StageLayers& layers)
{
    return gathers(plan, layers) && layers.predicts && plan.splitsRoot();
}

/// The hook that frees a frozen unit after its backward pass holds the unit's inputs to the end of
/// the pass. Those of a reentrant checkpoint are its leaves, and get gradients
/// (torch/utils/checkpoint.py: CheckpointFunction.backward).
inline bool retainsInputs(const Resolved& plan, const StageLayers&)
{
    return plan.recomputesUnits() && plan.hasFrozenUnits();
}

inline bool keepsEarlier(const Resolved& plan, const StageLayers&)
{
    return plan.recomputesUnits() && !plan.flattens() && plan.trainsAll();
}

inline bool loadsUnits(const Resolved& plan, const StageLayers&)
{
    return plan.loadsUnits() && !plan.floatBase();
}

inline bool loadsFloatUnits(const Resolved& plan, const StageLayers&)
{
    return plan.loadsUnits() && plan.floatBase();
}

inline bool bringsRootBack(const Resolved& plan, const StageLayers& layers)
{
    return gathers(plan, layers) && layers.predicts && plan.offloadsParameters()
        && !plan.floatParameters();
}

inline bool loadsTrained(const Resolved& plan, const StageLayers&)
{
    return plan.loadsUnits() && plan.trainsAll();
}

inline bool loadsFrozen(const Resolved& plan, const StageLayers& layers)
{
    return loadsUnits(plan, layers) && !plan.trainsAll();
}

/// Weights that stay gathered from the forward to the backward pass.
inline constexpr std::array gatheredExtras{
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
};

inline constexpr std::array ownFsdpExtras{
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
inline constexpr std::array fsdpExtras = joined(gatheredExtras, ownFsdpExtras);

} // namespace highwater::frameworks
