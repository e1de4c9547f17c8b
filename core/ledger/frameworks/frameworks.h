// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/framework.h"

namespace highwater::frameworks {

// One for each file of this folder; a new one also gets a row in frameworks.cpp.
extern const Profile plain, pyTorchFsdp, deepSpeed, megatron, nanotron, huggingFace, torchtune,
    litGpt, verl, openRlhf, llamaFactory, msSwift, axolotl, unsloth;
/// Those of programs on Hugging Face's Trainer with accelerate's other engines.
extern const Profile huggingFaceFsdp1, huggingFaceFsdp2, llamaFactoryFsdp1, llamaFactoryFsdp2,
    msSwiftFsdp1, msSwiftFsdp2, axolotlFsdp1, axolotlFsdp2, unslothFsdp1, unslothFsdp2;
/// verl's other backend.
extern const Profile verlMegatron;

} // namespace highwater::frameworks
