// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/framework.h"

namespace highwater::frameworks {

// One for each file of this folder; a new one also gets a row in frameworks.cpp.
extern const Profile plain, pyTorchFsdp, deepSpeed, megatron, nanotron, huggingFace, torchtune,
    litGpt, verl, openRlhf;
/// Hugging Face's with accelerate's other engines.
extern const Profile huggingFaceFsdp1, huggingFaceFsdp2;
/// verl's other backend.
extern const Profile verlMegatron;

} // namespace highwater::frameworks
