// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/trainer_program.h"

namespace highwater::frameworks {

constinit const Profile huggingFaceFsdp1 = trainerWithFsdp1();
constinit const Profile huggingFaceFsdp2 = trainerWithFsdp2();
constinit const Profile huggingFace
    = withEngines(trainerWithDeepSpeed(), huggingFaceFsdp1, huggingFaceFsdp2);

} // namespace highwater::frameworks
