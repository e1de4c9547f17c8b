// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"
#include "core/answer/launch_clock.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace highwater {

/// FSDP gathers weights and reduces gradients in two separate streams, each with its own pools
/// (PyTorch, distributed/fsdp/_fully_shard/_fsdp_param_group.py); that of PyTorch 1 casts its
/// shards in a third one (fsdp/_runtime_utils.py: _init_streams).
inline constexpr std::uint32_t gatherStream = 1, reduceStream = 2, castStream = 3;

/// The allocator of one process, with the ways in which a step makes and frees its tensors.
class ReplayMemory
{
public:
    using Block = CachingAllocator::Block;

    /// `pace`: null where freed tensors of collectives are free at once.
    ReplayMemory(const AllocatorSettings& settings, const std::optional<LaunchPace>& pace)
        : m_allocator(settings)
    {
        if (pace)
            m_clock.emplace(*pace);
    }

    Block make(Bytes bytes, std::uint32_t stream = 0)
    {
        return m_allocator.allocate(std::max<Bytes>(1, bytes), stream);
    }
    void drop(Block block) { m_allocator.free(block); }
    void drop(std::optional<Block>& block)
    {
        if (block)
            m_allocator.free(*std::exchange(block, std::nullopt));
    }
    void drop(std::vector<Block>& blocks)
    {
        for (const Block block : blocks)
            m_allocator.free(block);
        blocks.clear();
    }

    /// Frees a tensor that a collective of the layer has used; outside of layers, one that a
    /// collective after the last layer has used, which takes no time of its own.
    void dropUsed(Block block)
    {
        if (m_clock)
            m_allocator.freeAt(block, m_clock->layerDone());
        else
            drop(block);
    }

    void beginLayer(bool backward)
    {
        if (m_clock)
            m_clock->begin(backward);
    }
    void endLayer(bool backward)
    {
        if (!m_clock)
            return;
        m_clock->end(backward);
        m_allocator.advanceTo(m_clock->now());
    }
    /// The program waits for the GPU.
    void wait()
    {
        if (m_clock)
            m_clock->wait();
        m_allocator.synchronise();
    }

    CachingAllocator& allocator() { return m_allocator; }

private:
    CachingAllocator m_allocator;
    std::optional<LaunchClock> m_clock;
};

} // namespace highwater
