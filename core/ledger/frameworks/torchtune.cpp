// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {

constinit const Profile torchtune{.framework = Framework::Torchtune,
                                  .source = "torchtune, modules/loss, training",
                                  .precision = Precision::Bf16,
                                  .keepGradients = false,
                                  .moments = Moments::Bf16,
                                  .loss = Loss::Chunked,
                                  .upcastsBase = false,
                                  .sharding = Sharding::BlocksAndRoot,
                                  .keepsChunks = true,
                                  .logits = castLogits,
                                  .chunkedLogits = tuneChunks};

} // namespace highwater::frameworks
