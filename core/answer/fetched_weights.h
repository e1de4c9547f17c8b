// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/layer_order.h"
#include "core/answer/replay_memory.h"
#include "core/ledger/resolve.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace highwater {

/// The weights that DeepSpeed gathers at ZeRO-3 where adapters are trained, module by module
/// (runtime/zero, partitioned_param_coordinator.py and partition_parameters.py). Without adapters,
/// the ledger's sum stands for them: with the Trainer's sizes a matrix is larger than what is
/// gathered at a time, and so comes alone.
///
/// The engine knows the order in which a pass uses the weights. At each module it gathers ahead, up
/// to a number of values at a time and to a number of values in all, and keeps a weight after its
/// use where the pass soon uses it again. Weights that are gathered together arrive in one buffer,
/// are copied out when the first of them is used, and leave the buffer when the last one is. The
/// program is a few weights ahead of the GPU, so that a freed weight waits for the GPU.
class FetchedWeights
{
public:
    using LayerSizesOf = std::function<const LayerSizes&(std::int64_t layer)>;

    FetchedWeights(const Resolved& plan, const Stage& stage, Bytes valueBytes,
                   const LayerSizesOf& sizesOf, ReplayMemory& memory);

    /// Gathers the weights of the next part of the pass: the embedding, each layer and the head
    /// forward, then the head and each layer backward.
    void next();
    /// Frees all weights: a pass is done.
    void endPass();

    /// Whether these functions make the tensors of the term.
    bool makes(TermId id) const { return !m_weights.empty() && id == TermId::LiveParameters; }

private:
    struct Weight
    {
        std::int64_t entries = 0;
        bool available = false;
        bool chosen = false; ///< to be gathered next
        std::optional<std::size_t> group = {}; ///< with which it is being gathered
        std::optional<ReplayMemory::Block> block = {};
    };
    /// Weights that are gathered together, into a buffer unless there is one alone.
    struct FetchGroup
    {
        std::vector<std::size_t> weights;
        std::optional<ReplayMemory::Block> buffer = {};
        std::size_t unused = 0; ///< whose modules have not come yet
        bool copied = false;
    };

    struct Released
    {
        ReplayMemory::Block block;
        std::size_t arrived; ///< weights at the time
    };

    void addModules(const std::vector<std::size_t>& weights, bool backward);
    void addStop() { m_stops.push_back(m_order.size()); }
    std::vector<std::size_t> addWeights(const std::vector<std::int64_t>& entries);
    void findNextUses();
    void use(std::size_t step);
    void prefetch();
    void gather(const std::vector<std::size_t>& weights);
    void arrive(std::size_t weight);
    void release(Weight& weight);
    bool isKept(std::size_t step) const;
    Bytes bytesOf(const Weight& weight) const
    {
        return bounded::times(m_valueBytes, weight.entries);
    }

    ReplayMemory& m_memory;
    const Bytes m_valueBytes;
    std::int64_t m_prefetched = 0; ///< values gathered ahead at a time
    std::int64_t m_persistent = 0; ///< values of the largest weight that is never shared out
    std::vector<Weight> m_weights;
    std::vector<std::size_t> m_order; ///< the weight of each module of a pass
    std::vector<std::size_t> m_stops; ///< the ends of the parts of a pass, in m_order
    std::vector<std::int64_t> m_before; ///< values of all modules before each one
    std::vector<std::size_t> m_nextUse; ///< the next module with the same weight, or the end
    std::vector<FetchGroup> m_groups; ///< of this pass
    std::deque<Released> m_released; ///< blocks that wait for the GPU
    std::size_t m_arrived = 0; ///< weights in this pass
    std::int64_t m_available = 0; ///< values that are gathered or being gathered
    std::size_t m_step = 0, m_part = 0, m_ahead = 0;
};

} // namespace highwater
