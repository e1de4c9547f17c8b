// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/deepspeed_engine.h"
#include "core/ledger/frameworks/frameworks.h"

namespace highwater::frameworks {

constinit const Profile openRlhf{.framework = Framework::OpenRlhf,
                                 .name = "OpenRLHF",
                                 .source
                                 = "OpenRLHF, utils/deepspeed/deepspeed.py, models/actor.py",
                                 .kernels = Kernels::Eager,
                                 .abilities = {.context = true, .pipeline = false, .expert = false},
                                 .sharding = Sharding::Buckets,
                                 .bucketElements = 500'000'000,
                                 .freesAttended = true,
                                 .logits = trainerLogits,
                                 .chunkedLogits = plainChunks,
                                 .extras = deepSpeedExtras};

} // namespace highwater::frameworks
