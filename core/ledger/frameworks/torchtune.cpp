// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {

constinit const Profile torchtune{.framework = Framework::Torchtune,
                                  .name = "torchtune",
                                  .source = "torchtune, modules/loss, training",
                                  .precision = Precision::Bf16,
                                  .keepGradients = false,
                                  .moments = Moments::Bf16,
                                  .loss = Loss::Chunked,
                                  // recipes/full_finetune_distributed.py: tensor_parallel_dim,
                                  // which no other recipe has, and context_parallel_dim in addition
                                  // to fully_shard; fp16 is refused. Its selective mode
                                  // (training/activations.py) takes every second block or so.
                                  .abilities = {.pipeline = false,
                                                .expert = false,
                                                .halfPrecision = false,
                                                .tensorAdapters = false,
                                                .leastZero = 2},
                                  .selective = Selective::Layers,
                                  .lossChunks = LossChunks::Kept,
                                  .torchOptimizers = true,
                                  .upcastsBase = false,
                                  .sharding = Sharding::BlocksAndRoot,
                                  .copiesOut = true,
                                  .logits = castLogits,
                                  .chunkedLogits = tuneChunks};

} // namespace highwater::frameworks
