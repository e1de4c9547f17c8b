// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace highwater {

/// FSDP gathers weights and reduces gradients in two separate streams, each with its own pools
/// (PyTorch, distributed/fsdp/_fully_shard/_fsdp_param_group.py).
inline constexpr std::uint32_t gatherStream = 1, reduceStream = 2;

/// The allocator of one process, with the ways in which a step makes and frees its tensors.
class ReplayMemory
{
public:
    using Block = CachingAllocator::Block;

    /// `ahead`: the launches by which the program is ahead of the GPU.
    ReplayMemory(const AllocatorSettings& settings, std::int64_t ahead)
        : m_allocator(settings)
        , m_ahead(ahead)
    { }

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

    /// Frees a tensor that a collective has used.
    void dropUsed(Block block)
    {
        if (m_ahead > 0)
            m_allocator.freeAfter(block, m_ahead);
        else
            drop(block);
    }

    CachingAllocator& allocator() { return m_allocator; }

private:
    CachingAllocator m_allocator;
    std::int64_t m_ahead;
};

} // namespace highwater
