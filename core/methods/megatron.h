// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/plan/result.h"
#include "core/plan/shape.h"

#include <cstdint>
#include <optional>
#include <string>

namespace highwater {

struct Resolved;

/// The arguments that Megatron-LM's training/theoretical_memory_usage.py (at d98e8a64) reads.
struct MegatronSetup
{
    Shape shape; ///< its kvHeads are the query groups
    std::int64_t paddedVocabulary = 0;
    std::int64_t gpus = 1, dataParallel = 1;
    std::int64_t tensor = 1, pipeline = 1, expert = 1, expertTensor = 1;
    std::optional<std::int64_t> virtualPipeline, microBatches;
    bool distributedOptimizer = false;
    std::int64_t context = 1, microBatch = 1;
};

/// Bytes in double precision and in the program's order of operations.
struct MegatronNeeds
{
    double parameters = 0; ///< of the model
    double shardParameters = 0; ///< of the most loaded shard
    double states = 0; ///< weights, gradients and optimizer of that shard
    double sharded = 0; ///< activations with sequence parallelism and selective recomputation
    double whole = 0; ///< activations in all other cases
};

MegatronNeeds megatronNeeds(const MegatronSetup& setup);

Result<Answer> megatronAnswer(const Resolved& plan);

} // namespace highwater
