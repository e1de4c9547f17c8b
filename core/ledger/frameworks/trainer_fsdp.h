// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/frameworks/fsdp_engine.h"
#include "core/ledger/frameworks/trainer_profile.h"

// The Trainer with PyTorch's FSDP, which accelerate sets up.
namespace highwater::frameworks {

inline constexpr std::array trainerFlatOwn{
    // The root gathers the last block before the loss goes backward (fsdp/_runtime_utils.py:
    // _pre_backward_hook).
    Extra{TermId::GatheredLastBlock, Life::LossBackward, Per::Model, 2 * Symbol::BlockParameters,
          gathersBlocksAhead},
    Extra{TermId::GatheredLastBlock, Life::HeadBackward, Per::Model, 2 * Symbol::BlockParameters,
          gathersBlocksAhead},
    Extra{TermId::RetainedInputs, Life::PassGradient, Per::Layer, hiddenTokens(4), retainsInputs},
    // A unit's weights and their flat copy are on the GPU together, the root last
    // (fsdp/_flat_param.py: flatten_tensors_into_flat_param).
    Extra{TermId::LoadCopy, Life::Loading, Per::Model, 4 * Symbol::RootParameters, loadsUnits},
    Extra{TermId::LoadCopy, Life::Loading, Per::Model, 8 * Symbol::RootParameters, loadsFloatUnits},
    // Where an offloaded shard has the type of the pass, the root's comes back before the loss goes
    // backward, though its weights are gathered still (fsdp/_flat_param.py: pre_unshard).
    Extra{TermId::GatheredRoot, Life::LossBackward, Per::Model,
          2 * Symbol::RootParameters / Symbol::Shards, bringsRootBack},
};

inline constexpr std::array trainerShardedOwn{
    Extra{TermId::GatheredLastBlock, Life::ForwardEnd, Per::Model, 2 * Symbol::BlockParameters,
          keepsLastBuffer},
    Extra{TermId::GatheredLastBlock, Life::LossBackward, Per::Model, 2 * Symbol::BlockParameters,
          gathersBeforeLoss},
    Extra{TermId::GatheredLastBlock, Life::HeadBackward, Per::Model, 2 * Symbol::BlockParameters,
          gathersBlocks},
    Extra{TermId::GatheredHeadBuffer, Life::ForwardEnd, Per::Model, 2 * Symbol::HeadParameters,
          keepsHeadBuffer},
    // Embedding and head wait for one another (accelerate, utils/fsdp_utils.py:
    // fsdp2_prepare_model, input_weight and output_weight).
    Extra{TermId::LoadCopy, Life::Loading, Per::Model, 4 * Symbol::RootParameters, loadsTrained},
    Extra{TermId::LoadCopy, Life::Loading, Per::Model, 2 * Symbol::RootParameters, loadsFrozen},
    Extra{TermId::LoadCopy, Life::Loading, Per::Model, 4 * Symbol::RootParameters, loadsFloatUnits},
    Extra{TermId::GatheredEarlier, Life::PassGradient, Per::DenseLayer,
          2 * Symbol::DenseLayerParameters, keepsEarlier},
    Extra{TermId::GatheredEarlier, Life::PassGradient, Per::MoeLayer,
          2 * Symbol::MoeLayerParameters, keepsEarlier},
    Extra{TermId::GatheredEarlier, Life::PassGradient, Per::MoeLayer, 2 * Symbol::ExpertParameters,
          keepsEarlier},
};

inline constexpr std::array trainerFlatExtras = joined(gatheredExtras, trainerFlatOwn);
inline constexpr std::array trainerShardedExtras = joined(gatheredExtras, trainerShardedOwn);

constexpr Profile trainerWithFsdp()
{
    Profile profile = trainerProfile();
    profile.source = "accelerate, accelerator.py, utils/fsdp_utils.py";
    // accelerator.py: under mixed precision what is trained is held in 32 bits, computed and
    // reduced in 16 (utils/dataclasses.py: set_mixed_precision).
    profile.masterWeights = false;
    profile.floatParameters = true;
    profile.reducedBytes = 2;
    // utils/dataclasses.py: FullyShardedDataParallelPlugin
    profile.abilities
        = {.pipeline = false, .expert = false, .offloadsTogether = true, .leastZero = 2};
    // The units of a flat tensor, or of one kind of storage, are of one type.
    profile.upcastsBase = false;
    profile.sharding = Sharding::BlocksAndRoot;
    profile.sharesParametersFrom = 2;
    profile.loadsUnits = true;
    profile.skipsReductions = true; // accelerator.py: no_sync
    return profile;
}

constexpr Profile trainerWithFsdp1()
{
    Profile profile = trainerWithFsdp();
    // accelerate, parallelism_config.py: tensor and context ranks need FSDP2.
    profile.abilities.tensor = profile.abilities.context = false;
    profile.engine = Engine::Fsdp1;
    profile.flatShards = true;
    profile.extras = trainerFlatExtras;
    return profile;
}

constexpr Profile trainerWithFsdp2()
{
    Profile profile = trainerWithFsdp();
    profile.engine = Engine::Fsdp2;
    profile.wrapsOneGpu = true;
    profile.splitsRoot = true;
    profile.copiesOut = true;
    profile.extras = trainerShardedExtras;
    return profile;
}

} // namespace highwater::frameworks
