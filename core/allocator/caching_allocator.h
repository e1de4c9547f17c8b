// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace highwater {

/// The settings of PyTorch's caching allocator that change how much it reserves, by their names in
/// PYTORCH_CUDA_ALLOC_CONF.
struct AllocatorSettings
{
    bool expandableSegments = false;
    Bytes maxSplit = 0; ///< max_split_size_mb in bytes; 0: no limit
    std::int64_t roundupDivisions = 0; ///< roundup_power2_divisions; 0 and 1: off
    Bytes limit = 0; ///< on reserved memory: the part of the card left to the allocator; 0: none
    std::int64_t mostWork = 0; ///< after this much work() the allocator gives up; 0: no limit
};

/// Replays the decisions of PyTorch's caching allocator (c10/cuda/CUDACachingAllocator.cpp, read at
/// 2.4 and at the main branch of late 2025): which cached block serves a request, when the driver
/// gives a new segment, when cached segments are given back. It has sizes only, no memory. Of equal
/// blocks the one with the lowest address is taken; the driver is assumed to place a segment at the
/// lowest address where it fits.
class CachingAllocator
{
public:
    /// A block in use. The number is invalid once the block is freed.
    using Block = std::uint32_t;
    static constexpr Block none = ~Block{0};

    explicit CachingAllocator(const AllocatorSettings& settings);

    /// Takes a block of at least `requested` bytes (1 or more) from the pool of `stream`. Where the
    /// limit leaves no room even with an empty cache, the block is taken beyond the limit and
    /// outOfMemory() is true. After gaveUp() the result is `none`, which may be freed.
    Block allocate(Bytes requested, std::uint32_t stream = 0);
    void free(Block block);

    /// Frees a block that another stream has used (record_stream()): it stays in use until the
    /// program's clock reaches `instant`, at which the GPU is done with it. Instants never decrease
    /// from call to call.
    void freeAt(Block block, std::int64_t instant);
    /// The program's clock is at `instant`.
    void advanceTo(std::int64_t instant);
    /// The program waits for the GPU: no block waits after that.
    void synchronise();

    /// Waits for the GPU and gives back every segment without a block in use; of an expandable
    /// segment, all pages without one (torch.cuda.empty_cache()).
    void emptyCache();

    /// Bytes of blocks in use, including the bytes of a block beyond its request.
    Bytes allocated() const { return m_allocated; }
    /// Bytes of segments, or of mapped pages.
    Bytes reserved() const { return m_reserved; }
    /// The largest values since the last resetPeaks().
    Bytes peakAllocated() const { return m_peakAllocated; }
    /// The most bytes that were requested and not yet freed: those of the tensors themselves
    /// (requested_bytes in torch.cuda.memory_stats()).
    Bytes requested() const { return m_requested; }
    Bytes peakRequested() const { return m_peakRequested; }
    Bytes peakReserved() const { return m_peakReserved; }
    void resetPeaks()
    {
        m_peakAllocated = m_allocated;
        m_peakRequested = m_requested;
        m_peakReserved = m_reserved;
    }
    /// Bytes of each segment, or of each stretch of mapped pages, from the smallest on.
    std::vector<Bytes> segments() const;
    bool outOfMemory() const { return m_outOfMemory; }
    /// The number of times that the cache was emptied because a request did not fit.
    std::int64_t retries() const { return m_retries; }

    /// The requests so far, and the blocks that were looked at or moved in lists to serve them: the
    /// time that a replay takes, in a measure that is the same on every machine.
    std::int64_t work() const { return m_work; }
    /// Whether the allocator ended at `mostWork`, or at sizes whose sums would overflow. It hands
    /// nothing out any more, and its figures have no meaning.
    bool gaveUp() const { return m_gaveUp; }

private:
    enum class State : std::uint8_t { Unused, Free, InUse, Unmapped };

    /// A part of a segment. Blocks of one segment are linked in the order of their addresses.
    struct Node
    {
        Bytes size = 0;
        Bytes address = 0;
        Block before = none, after = none;
        std::uint32_t pool = 0;
        State state = State::Unused;
        Bytes requested = 0; ///< of a block in use
    };
    /// Free blocks of one size. The list is kept elsewhere, as sizes come and go with most requests
    /// and all larger ones are moved then.
    struct FreeOfSize
    {
        Bytes size;
        std::uint32_t list; ///< in m_lists; never empty; from the highest address to the lowest
    };
    using Sizes = std::vector<FreeOfSize>;
    /// Free blocks of one stream and one class of sizes. A step has a few dozen sizes at most, and
    /// hundreds of blocks of each.
    struct Pool
    {
        std::uint32_t stream;
        bool small;
        Sizes free; ///< by size
        std::vector<Block> unmapped; ///< of the expandable segment, in no order
    };

    /// Neighbouring free blocks and unmapped rooms of an expandable segment.
    struct Run
    {
        Block first = none;
        Bytes missing = 0; ///< of pages to map
    };

    Bytes rounded(Bytes requested) const;
    bool splits(const Pool& pool, Bytes size, Bytes rest) const;
    std::uint32_t poolFor(bool small, std::uint32_t stream);
    Block newNode(std::uint32_t pool, Bytes address, Bytes size, State state);
    void recycle(Block block);
    /// The first free blocks of a pool that are of this size or more.
    static Sizes::iterator sizesFrom(Pool& pool, Bytes size);
    std::vector<Block>& blocksOf(FreeOfSize free) { return m_lists[free.list]; }
    /// The place of a block among those of its size.
    std::vector<Block>::iterator placeIn(std::vector<Block>& blocks, Block block) const;
    void addFree(Block block);
    void dropFree(Block block);
    void dropFree(Pool& pool, Sizes::iterator free, std::vector<Block>::iterator place);
    Block splitOff(Block block, Bytes size, State rest);
    void absorbNext(Block block);
    Bytes reach(Block block) const;
    Block takeBestFit(Pool& pool, Bytes size);
    Block newSegment(std::uint32_t pool, Bytes size);
    Bytes place(Bytes bytes);
    void leave(Bytes address, Bytes bytes);
    /// Whether a block is the only one of its segment.
    bool isSegment(Block block) const;
    bool isIn(State state, Block block) const;
    Run lowestRun(std::uint32_t pool, Bytes size);
    Bytes pagesFor(std::uint32_t pool, Block room, Bytes bytes) const;
    void map(std::uint32_t pool, Block room, Bytes bytes);
    Block expand(std::uint32_t pool, Bytes size);
    bool fits(Bytes more) const;
    void giveUp() { m_gaveUp = true; }
    bool releaseOversize(std::uint32_t pool, Bytes size);
    void releaseSegment(Block block);
    void releaseSegments(Pool& pool);
    void unmapPages(Pool& pool);

    struct Waiting
    {
        Block block;
        std::int64_t until; ///< the instant at which the wait ends
    };

    AllocatorSettings m_settings;
    std::deque<Waiting> m_waiting; ///< in the order of their ends
    std::vector<Node> m_nodes;
    std::vector<Block> m_recycled;
    std::vector<std::vector<Block>> m_lists; ///< of free blocks
    std::vector<std::uint32_t> m_spareLists; ///< empty ones of former sizes
    std::vector<Pool> m_pools;
    Bytes m_allocated = 0, m_requested = 0, m_reserved = 0;
    Bytes m_peakAllocated = 0, m_peakRequested = 0, m_peakReserved = 0;
    std::map<Bytes, Bytes> m_holes; ///< left by segments: sizes by address
    Bytes m_nextAddress = 0; ///< behind all segments
    std::int64_t m_retries = 0;
    std::int64_t m_work = 0;
    bool m_outOfMemory = false;
    bool m_gaveUp = false;
};

} // namespace highwater
