// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/layer_replay.h"
#include "core/answer/replay_memory.h"
#include "core/ledger/resolve.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace highwater {

/// Makes and frees what DeepSpeed's engine copies gradients into: copies of a bucket, the gradients
/// of the rank's part at stages 1 and 2, and the tensors of the step.
class EngineBuckets
{
public:
    EngineBuckets(const Resolved& plan, const Stage& stage, ReplayMemory& memory);

    /// The first gradient of a micro-batch is made.
    void beginPass();
    /// A layer has gone backward: stages 2 and 3 have put its gradients into the bucket.
    void fill(std::int64_t layer);
    /// A micro-batch has gone backward; `last`: the step's last one, after which stage 1 reduces.
    void endPass(std::int64_t pass, bool last, LayerReplay& layers);
    /// The step; `makeStates` is called when the optimizer steps a group of the gradients, by its
    /// place.
    void step(const std::function<void(std::size_t)>& makeStates);

private:
    using Block = ReplayMemory::Block;

    void reduce();
    void endBuckets();
    void copyPart();

    const Resolved& m_plan;
    ReplayMemory& m_memory;
    std::int64_t m_embedding; ///< elements
    std::int64_t m_bucket, m_partition;
    std::vector<std::int64_t> m_stepped; ///< of the gradients that are cast together
    std::int64_t m_largest; ///< of one of them
    /// Stage 3 of engines that have not been recorded: a copy exists through the backward pass.
    bool m_copiesThroughout;
    Bytes m_copyBytes;
    std::optional<Block> m_copy;
    std::int64_t m_firstLayer; ///< of the stage
    std::vector<std::int64_t> m_ends; ///< elements of the embedding, and to the end of each layer
    std::int64_t m_filled = 0;
    std::vector<Block> m_buckets;
    std::optional<Block> m_part; ///< the rank's gradients of the step
    std::optional<Block> m_added; ///< of the micro-batch, where others went before
};

} // namespace highwater
