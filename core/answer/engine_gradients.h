// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/replay_memory.h"
#include "core/ledger/resolve.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace highwater {

/// The tensors that DeepSpeed's stage 2 makes and frees for each gradient on the first rank
/// (stage_1_and_2.py): buckets, the rank's part of the gradients, and those of the step.
class EngineGradients
{
public:
    using Block = ReplayMemory::Block;

    /// `matrices`, `vectors`: entries of the weights of transformers' two groups, with and without
    /// weight decay, in the order of Module.parameters().
    EngineGradients(const Resolved& plan, const std::vector<std::int64_t>& matrices,
                    const std::vector<std::int64_t>& vectors, ReplayMemory& memory);

    enum Group : std::uint8_t { Matrices, Vectors, groupCount };
    /// Copies the weights of each group into a flat tensor, `here` or in the host's memory, and
    /// casts the rank's part to master weights.
    void load(std::array<std::vector<Block>, groupCount> weights, bool here);
    /// Takes the gradient of a weight, by its place in its group.
    void take(Block gradient, Group group, std::size_t weight);
    void endPass(bool first);
    void step();

private:
    static constexpr Bytes narrow = 2, wide = 4, ofNorm = 8; ///< of a value
    static constexpr Block none = CachingAllocator::none;

    struct Taken
    {
        Group group;
        std::size_t weight;
        Block gradient; ///< of a weight that is larger than a bucket
    };
    struct Weights
    {
        std::vector<std::int64_t> entries, offsets;
        std::int64_t all = 0; ///< with the padding
        std::int64_t partition = 0; ///< entries that a rank steps
    };

    void reduce();
    void copyPart();
    Weights weightsOf(const std::vector<std::int64_t>& entries) const;

    const Resolved& m_plan;
    ReplayMemory& m_memory;
    const std::int64_t m_bucket;
    std::array<Weights, groupCount> m_groups;
    std::int64_t m_part = 0; ///< entries of all weights of which the rank steps a part
    std::vector<Block> m_buckets;
    std::vector<Taken> m_taken; ///< what is in the bucket
    std::int64_t m_filled = 0;
    std::optional<Block> m_made; ///< the rank's part of this micro-batch
    std::optional<Block> m_sum; ///< of the step
    bool m_hasStates = false;
};

} // namespace highwater
