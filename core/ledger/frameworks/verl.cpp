// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/fsdp_engine.h"

namespace highwater::frameworks {

// config/engine/fsdp.yaml: 32-bit shards, computed in bf16, reduced in 32 bits. The models are
// those of transformers, with their own kernels.
constinit const Profile verl{.framework = Framework::Verl,
                             .name = "verl",
                             .source = "verl, workers/engine/fsdp/transformer_impl.py",
                             .gradients = Gradients::Fp32,
                             .keepGradients = false,
                             .masterWeights = false,
                             .kernels = Kernels::Eager,
                             .abilities = {.leastZero = 2},
                             .lossChunks = LossChunks::None,
                             .floatParameters = true,
                             .sharding = Sharding::BlocksAndRoot,
                             .wrapsOneGpu = true,
                             .sharesParametersFrom = 2,
                             .logits = castLogits,
                             .extras = fsdpExtras};

} // namespace highwater::frameworks
