// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/fsdp_engine.h"
#include "core/ledger/frameworks/trainer_profile.h"

// Hugging Face's Trainer with PyTorch's FSDP, which accelerate sets up.
namespace highwater::frameworks {
namespace {

constexpr Profile trainerWithFsdp()
{
    Profile profile = trainerProfile();
    profile.source = "accelerate, accelerator.py, utils/fsdp_utils.py";
    // accelerator.py: under mixed precision what is trained is held in 32 bits.
    profile.masterWeights = false;
    profile.floatParameters = true;
    // utils/dataclasses.py: FullyShardedDataParallelPlugin
    profile.abilities
        = {.pipeline = false, .expert = false, .offloadsTogether = true, .leastZero = 2};
    // The units of a flat tensor, or of one kind of storage, are of one type.
    profile.upcastsBase = false;
    profile.sharding = Sharding::BlocksAndRoot;
    profile.sharesParametersFrom = 2;
    profile.extras = fsdpExtras;
    return profile;
}

constexpr Profile trainerWithFsdp1()
{
    Profile profile = trainerWithFsdp();
    // accelerate, parallelism_config.py: tensor and context ranks need FSDP2.
    profile.abilities.tensor = profile.abilities.context = false;
    profile.engine = Engine::Fsdp1;
    return profile;
}

constexpr Profile trainerWithFsdp2()
{
    Profile profile = trainerWithFsdp();
    profile.engine = Engine::Fsdp2;
    profile.wrapsOneGpu = true;
    profile.copiesOut = true;
    return profile;
}

} // namespace

constinit const Profile huggingFaceFsdp1 = trainerWithFsdp1();
constinit const Profile huggingFaceFsdp2 = trainerWithFsdp2();

} // namespace highwater::frameworks
