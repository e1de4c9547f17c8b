// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/trainer_program.h"

namespace highwater::frameworks {
namespace {

constexpr Profile swift(Profile profile)
{
    profile.framework = Framework::MsSwift;
    profile.name = "ms-swift";
    profile.source = "ms-swift 4.6, trainers/arguments.py, trainers/mixin.py, tuners/peft.py";
    // trainers/arguments.py: gradient_checkpointing is True; trainers/mixin.py,
    // _fix_gradient_checkpointing(): reentrant, but under DDP, where it changes no memory.
    profile.recomputes = true;
    profile.reentrant = true;
    // pipelines/train/tuner.py casts trained weights of fp16 alone to 32 bits.
    profile.trainsLoadedType = true;
    profile.upcastsBase = false;
    profile.quantisesTower = false; // quant_args.py: get_modules_to_not_convert()
    return profile;
}

} // namespace

constinit const Profile msSwiftFsdp1 = swift(trainerWithFsdp1());
constinit const Profile msSwiftFsdp2 = swift(trainerWithFsdp2());
constinit const Profile msSwift
    = withEngines(swift(trainerWithDeepSpeed()), msSwiftFsdp1, msSwiftFsdp2);

} // namespace highwater::frameworks
