// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/trainer_deepspeed.h"
#include "core/ledger/frameworks/trainer_fsdp.h"

// Programs that run the Trainer have its profile with each engine, in which they change what their
// own code does in another way.
namespace highwater::frameworks {

/// The profile with DeepSpeed or DDP, which leads to those with FSDP.
constexpr Profile withEngines(Profile own, const Profile& fsdp1, const Profile& fsdp2)
{
    own.fsdp1 = &fsdp1;
    own.fsdp2 = &fsdp2;
    return own;
}

} // namespace highwater::frameworks
