// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/deepspeed_engine.h"
#include "core/ledger/frameworks/frameworks.h"

namespace highwater::frameworks {

namespace {

// create_optimizer: FusedAdam or DeepSpeedCPUAdam
constexpr std::array openRlhfOptimizers{Optimizer::AdamW};

} // namespace

constinit const Profile openRlhf{
    .framework = Framework::OpenRlhf,
    .name = "OpenRLHF",
    .source = "OpenRLHF, utils/deepspeed/deepspeed.py, models/actor.py",
    .kernels = Kernels::Eager,
    .abilities
    = {.context = true, .pipeline = false, .expert = false, .optimizers = openRlhfOptimizers},
    .sharding = Sharding::Buckets,
    .bucketElements = 500'000'000,
    .freesAttended = true,
    .logits = trainerLogits,
    .chunkedLogits = plainChunks,
    .extras = deepSpeedExtras};

} // namespace highwater::frameworks
