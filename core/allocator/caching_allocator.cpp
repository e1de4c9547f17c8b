// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <utility>

namespace highwater {
namespace {

// Constants of CUDACachingAllocator.cpp, by their names there.
constexpr Bytes minBlockSize = 512;
constexpr Bytes smallSize = Bytes{1} << 20;
constexpr Bytes smallBuffer = Bytes{2} << 20;
constexpr Bytes largeBuffer = Bytes{20} << 20; // also kMaxNonSplitRounding and a large page
constexpr Bytes minLargeAlloc = Bytes{10} << 20;
constexpr Bytes roundLarge = Bytes{2} << 20;

/// The largest request, and the most bytes that a replay reserves or takes from the driver: sums of
/// twice as many do not overflow.
constexpr Bytes mostBytes = Bytes{1} << 60;

/// Address space of one expandable segment: whole pages of both sizes, four times as many as can be
/// reserved. Addresses are compared within a pool only, so every pool has them all.
constexpr Bytes addressSpace = largeBuffer << 38;
static_assert(addressSpace / 4 > mostBytes);

/// Entries of lists that are moved in the time of one request.
constexpr std::size_t movedBlocks = 1024, movedSizes = 32;

constexpr Bytes roundUp(Bytes multiple, Bytes size)
{
    return (size + multiple - 1) / multiple * multiple;
}

/// get_allocation_size().
constexpr Bytes segmentSize(Bytes size)
{
    return size <= smallSize   ? smallBuffer
        : size < minLargeAlloc ? largeBuffer
                               : roundUp(roundLarge, size);
}

constexpr Bytes pageSize(bool small)
{
    return small ? smallBuffer : largeBuffer;
}

} // namespace

CachingAllocator::CachingAllocator(const AllocatorSettings& settings)
    : m_settings(settings)
{
    if (m_settings.mostWork == 0)
        m_settings.mostWork = INT64_MAX;
}

Bytes CachingAllocator::rounded(Bytes requested) const
{
    if (requested < minBlockSize)
        return minBlockSize;
    const std::int64_t divisions = m_settings.roundupDivisions;
    if (divisions > 1 && requested > minBlockSize * divisions) {
        const auto power
            = static_cast<Bytes>(std::bit_floor(static_cast<std::uint64_t>(requested)));
        return roundUp(std::max(minBlockSize, power / divisions), requested);
    }
    return roundUp(minBlockSize, requested);
}

/// should_split().
bool CachingAllocator::splits(const Pool& pool, Bytes size, Bytes rest) const
{
    if (pool.small || m_settings.expandableSegments)
        return rest >= minBlockSize;
    return (m_settings.maxSplit == 0 || size < m_settings.maxSplit) && rest > smallSize;
}

std::uint32_t CachingAllocator::poolFor(bool small, std::uint32_t stream)
{
    for (std::uint32_t i = 0; i < m_pools.size(); ++i)
        if (m_pools[i].small == small && m_pools[i].stream == stream)
            return i;
    const auto index = static_cast<std::uint32_t>(m_pools.size());
    m_pools.push_back({stream, small, {}, {}});
    if (m_settings.expandableSegments)
        m_pools.back().unmapped.push_back(newNode(index, 0, addressSpace, State::Unmapped));
    return index;
}

CachingAllocator::Block CachingAllocator::newNode(std::uint32_t pool, Bytes address, Bytes size,
                                                  State state)
{
    Block block = none;
    if (m_recycled.empty()) {
        block = static_cast<Block>(m_nodes.size());
        m_nodes.emplace_back();
    } else {
        block = m_recycled.back();
        m_recycled.pop_back();
    }
    m_nodes[block] = {size, address, none, none, pool, state};
    return block;
}

void CachingAllocator::recycle(Block block)
{
    m_nodes[block].state = State::Unused;
    m_recycled.push_back(block);
}

CachingAllocator::Sizes::iterator CachingAllocator::sizesFrom(Pool& pool, Bytes size)
{
    return std::ranges::lower_bound(pool.free, size, {}, &FreeOfSize::size);
}

std::vector<CachingAllocator::Block>::iterator CachingAllocator::placeIn(std::vector<Block>& blocks,
                                                                         Block block) const
{
    return std::ranges::lower_bound(blocks, m_nodes[block].address, std::greater(),
                                    [&](Block other) { return m_nodes[other].address; });
}

void CachingAllocator::addFree(Block block)
{
    Node& node = m_nodes[block];
    node.state = State::Free;
    Pool& pool = m_pools[node.pool];
    auto free = sizesFrom(pool, node.size);
    if (free == pool.free.end() || free->size != node.size) {
        m_work += static_cast<std::int64_t>(pool.free.size() / movedSizes);
        if (m_spareLists.empty()) {
            m_spareLists.push_back(static_cast<std::uint32_t>(m_lists.size()));
            m_lists.emplace_back();
        }
        const std::uint32_t list = m_spareLists.back();
        m_spareLists.pop_back();
        pool.free.insert(free, {node.size, list});
        m_lists[list].push_back(block);
        return;
    }
    std::vector<Block>& blocks = blocksOf(*free);
    if (blocks.size() >= movedBlocks)
        m_work += static_cast<std::int64_t>(blocks.size() / movedBlocks);
    if (node.address < m_nodes[blocks.back()].address)
        blocks.push_back(block);
    else
        blocks.insert(placeIn(blocks, block), block);
}

void CachingAllocator::dropFree(Block block)
{
    Pool& pool = m_pools[m_nodes[block].pool];
    const auto free = sizesFrom(pool, m_nodes[block].size);
    std::vector<Block>& blocks = blocksOf(*free);
    const auto last = blocks.end() - 1;
    dropFree(pool, free, *last == block ? last : placeIn(blocks, block));
}

void CachingAllocator::dropFree(Pool& pool, Sizes::iterator free,
                                std::vector<Block>::iterator place)
{
    std::vector<Block>& blocks = blocksOf(*free);
    if (blocks.size() >= movedBlocks)
        m_work += static_cast<std::int64_t>(blocks.size() / movedBlocks);
    blocks.erase(place);
    if (blocks.empty()) {
        m_work += static_cast<std::int64_t>(pool.free.size() / movedSizes);
        m_spareLists.push_back(free->list);
        pool.free.erase(free);
    }
}

/// Cuts a block that is in no list: its first `size` bytes stay, the rest becomes a block.
CachingAllocator::Block CachingAllocator::splitOff(Block block, Bytes size, State rest)
{
    const Node cut = m_nodes[block];
    const Block tail = newNode(cut.pool, cut.address + size, cut.size - size, rest);
    m_nodes[tail].before = block;
    m_nodes[tail].after = cut.after;
    if (cut.after != none)
        m_nodes[cut.after].before = tail;
    m_nodes[block].after = tail;
    m_nodes[block].size = size;
    return tail;
}

void CachingAllocator::absorbNext(Block block)
{
    const Block next = m_nodes[block].after;
    m_nodes[block].size += m_nodes[next].size;
    m_nodes[block].after = m_nodes[next].after;
    if (m_nodes[next].after != none)
        m_nodes[m_nodes[next].after].before = block;
    recycle(next);
}

/// The size of a free block with the unmapped room behind it.
Bytes CachingAllocator::reach(Block block) const
{
    const Block next = m_nodes[block].after;
    return m_nodes[block].size + (isIn(State::Unmapped, next) ? m_nodes[next].size : 0);
}

/// get_free_block(): the smallest block that is large enough; of equal ones, that with the lowest
/// address. In an expandable segment, the search goes on as long as the next block reaches less far
/// than the one before.
CachingAllocator::Block CachingAllocator::takeBestFit(Pool& pool, Bytes size)
{
    const auto smallest = sizesFrom(pool, size);
    if (smallest == pool.free.end())
        return none;
    const Block lowest = blocksOf(*smallest).back();
    Block found = lowest;
    auto free = smallest;
    for (bool less = m_settings.expandableSegments; less && free != pool.free.end(); ++free) {
        const std::vector<Block>& blocks = blocksOf(*free);
        for (auto next = blocks.rbegin(); less && next != blocks.rend(); ++next) {
            ++m_work;
            less = *next == found || reach(*next) < reach(found);
            if (less)
                found = *next;
        }
    }
    if (const Bytes limit = m_settings.maxSplit; limit > 0 && !pool.small) {
        const Bytes has = m_nodes[found].size;
        if (size < limit && has >= limit)
            return none;
        if (size >= limit && has >= size + largeBuffer)
            return none;
    }
    if (found == lowest)
        dropFree(pool, smallest, blocksOf(*smallest).end() - 1);
    else
        dropFree(found);
    return found;
}

bool CachingAllocator::fits(Bytes more) const
{
    return m_settings.limit == 0 || m_reserved + more <= m_settings.limit;
}

/// alloc_block() with cudaMalloc, and the segments that malloc() frees where the driver has no
/// memory left.
CachingAllocator::Block CachingAllocator::newSegment(std::uint32_t pool, Bytes size)
{
    const Bytes bytes = segmentSize(size);
    if (m_reserved > mostBytes || m_nextAddress > mostBytes)
        return none;
    if (!fits(bytes) && !(releaseOversize(pool, size) && fits(bytes))) {
        ++m_retries;
        emptyCache();
        m_outOfMemory |= !fits(bytes);
    }
    const Block block = newNode(pool, place(bytes), bytes, State::InUse);
    m_reserved += bytes;
    return block;
}

/// The lowest address at which a new segment has room.
Bytes CachingAllocator::place(Bytes bytes)
{
    const auto hole = std::ranges::find_if(m_holes, [&](const auto& each) {
        ++m_work;
        return each.second >= bytes;
    });
    if (hole == m_holes.end())
        return std::exchange(m_nextAddress, m_nextAddress + bytes);
    const auto [address, room] = *hole;
    m_holes.erase(hole);
    if (room > bytes)
        m_holes[address + bytes] = room - bytes;
    return address;
}

void CachingAllocator::leave(Bytes address, Bytes bytes)
{
    const auto after = m_holes.lower_bound(address);
    if (after != m_holes.begin())
        if (const auto before = std::prev(after); before->first + before->second == address) {
            address = before->first;
            bytes += before->second;
            m_holes.erase(before);
        }
    if (after != m_holes.end() && address + bytes == after->first) {
        bytes += after->second;
        m_holes.erase(after);
    }
    if (address + bytes == m_nextAddress)
        m_nextAddress = address;
    else
        m_holes[address] = bytes;
}

std::vector<Bytes> CachingAllocator::segments() const
{
    const auto isMapped
        = [&](Block block) { return isIn(State::Free, block) || isIn(State::InUse, block); };
    std::vector<Bytes> sizes;
    for (Block first = 0; first < m_nodes.size(); ++first) {
        if (!isMapped(first) || isMapped(m_nodes[first].before))
            continue;
        Bytes size = 0;
        for (Block block = first; isMapped(block); block = m_nodes[block].after)
            size += m_nodes[block].size;
        sizes.push_back(size);
    }
    std::ranges::sort(sizes);
    return sizes;
}

bool CachingAllocator::isSegment(Block block) const
{
    return m_nodes[block].before == none && m_nodes[block].after == none;
}

bool CachingAllocator::isIn(State state, Block block) const
{
    return block != none && m_nodes[block].state == state;
}

/// find_expandable_block(): of the runs of free blocks and unmapped rooms that are large enough,
/// the one with the lowest address.
CachingAllocator::Run CachingAllocator::lowestRun(std::uint32_t pool, Bytes size)
{
    Run lowest;
    m_work += static_cast<std::int64_t>(m_pools[pool].unmapped.size());
    for (const Block room : m_pools[pool].unmapped) {
        const Block before = m_nodes[room].before;
        Run run{isIn(State::Free, before) ? before : room, 0};
        if (lowest.first != none && m_nodes[lowest.first].address < m_nodes[run.first].address)
            continue;
        Bytes length = 0;
        for (Block at = run.first; length < size; at = m_nodes[at].after) {
            ++m_work;
            if (isIn(State::Unmapped, at))
                run.missing += pagesFor(pool, at, size - length);
            else if (!isIn(State::Free, at))
                break;
            length += m_nodes[at].size;
        }
        if (length >= size)
            lowest = run;
    }
    return lowest;
}

/// Bytes of the whole pages of an unmapped room that `bytes` need, at most the whole room.
Bytes CachingAllocator::pagesFor(std::uint32_t pool, Block room, Bytes bytes) const
{
    return std::min(m_nodes[room].size, roundUp(pageSize(m_pools[pool].small), bytes));
}

/// map_block() without its merging.
void CachingAllocator::map(std::uint32_t pool, Block room, Bytes bytes)
{
    const Bytes mapped = pagesFor(pool, room, bytes);
    std::vector<Block>& unmapped = m_pools[pool].unmapped;
    m_work += static_cast<std::int64_t>(unmapped.size() / movedBlocks);
    unmapped.erase(std::find(unmapped.begin(), unmapped.end(), room));
    if (m_nodes[room].size > mapped)
        unmapped.push_back(splitOff(room, mapped, State::Unmapped));
    m_reserved += mapped;
}

/// try_allocate_expandable_block(): maps pages until a run is one block.
CachingAllocator::Block CachingAllocator::expand(std::uint32_t pool, Bytes size)
{
    Run run = lowestRun(pool, size);
    if (!fits(run.missing)) {
        ++m_retries;
        emptyCache();
        run = lowestRun(pool, size);
        m_outOfMemory |= !fits(run.missing);
    }
    const Block block = run.first;
    if (block == none || m_reserved > mostBytes)
        return none;
    const auto take = [&](Block part, Bytes bytes) {
        if (isIn(State::Free, part))
            dropFree(part);
        else
            map(pool, part, bytes);
    };
    take(block, size);
    m_nodes[block].state = State::InUse;
    for (Bytes left = size - m_nodes[block].size;
         left > 0 || isIn(State::Free, m_nodes[block].after); left = size - m_nodes[block].size) {
        take(m_nodes[block].after, left);
        absorbNext(block);
    }
    return block;
}

/// release_available_cached_blocks(): releases one free segment that is large enough, else the
/// largest ones until their sum is the size. Blocks of max_split_size or more are whole segments,
/// as nothing splits them. Returns whether enough was released.
bool CachingAllocator::releaseOversize(std::uint32_t pool, Bytes size)
{
    const Bytes limit = m_settings.maxSplit;
    if (limit == 0)
        return false;
    const Sizes& free = m_pools[pool].free;
    const Bytes wanted = std::max(size, limit);
    for (auto large = sizesFrom(m_pools[pool], wanted); large != free.end(); ++large) {
        const std::vector<Block>& blocks = blocksOf(*large);
        const auto found = std::find_if(blocks.rbegin(), blocks.rend(),
                                        [&](Block block) { return isSegment(block); });
        m_work += found - blocks.rbegin() + 1;
        if (found != blocks.rend()) {
            releaseSegment(*found);
            return true;
        }
    }
    Bytes released = 0;
    while (released < wanted && !free.empty() && free.back().size >= limit
           && isSegment(blocksOf(free.back()).front())) {
        released += free.back().size;
        releaseSegment(blocksOf(free.back()).front());
    }
    return released >= wanted;
}

void CachingAllocator::releaseSegment(Block block)
{
    dropFree(block);
    leave(m_nodes[block].address, m_nodes[block].size);
    m_reserved -= m_nodes[block].size;
    recycle(block);
}

/// Gives back the segments without a block in use. Smaller blocks than any segment are not looked
/// at: on a full card each request comes here, and there may be hundreds of thousands of them.
void CachingAllocator::releaseSegments(Pool& pool)
{
    const auto from = sizesFrom(pool, pool.small ? smallBuffer : minLargeAlloc);
    const auto isEmpty = [&](FreeOfSize free) {
        if (free.size % roundLarge != 0)
            return false;
        std::vector<Block>& blocks = blocksOf(free);
        m_work += static_cast<std::int64_t>(blocks.size());
        std::erase_if(blocks, [&](Block block) {
            if (!isSegment(block))
                return false;
            leave(m_nodes[block].address, m_nodes[block].size);
            m_reserved -= m_nodes[block].size;
            recycle(block);
            return true;
        });
        if (blocks.empty())
            m_spareLists.push_back(free.list);
        return blocks.empty();
    };
    pool.free.erase(std::remove_if(from, pool.free.end(), isEmpty), pool.free.end());
}

/// Gives whole pages inside free blocks of an expandable segment back (unmap_block()).
void CachingAllocator::unmapPages(Pool& pool)
{
    const Bytes page = pageSize(pool.small);
    std::vector<Block> blocks;
    for (auto free = sizesFrom(pool, page); free != pool.free.end(); ++free)
        blocks.insert(blocks.end(), blocksOf(*free).rbegin(), blocksOf(*free).rend());
    m_work += static_cast<std::int64_t>(blocks.size());
    for (Block block : blocks) {
        const Bytes start = m_nodes[block].address;
        const Bytes end = start + m_nodes[block].size;
        const Bytes from = roundUp(page, start);
        const Bytes to = end / page * page;
        if (to <= from)
            continue;
        dropFree(block);
        if (to < end)
            addFree(splitOff(block, to - start, State::Free));
        if (from > start) {
            const Block tail = splitOff(block, from - start, State::Unmapped);
            addFree(block);
            block = tail;
        }
        m_nodes[block].state = State::Unmapped;
        m_reserved -= to - from;
        std::vector<Block>& unmapped = pool.unmapped;
        if (const Block next = m_nodes[block].after; isIn(State::Unmapped, next)) {
            m_work += static_cast<std::int64_t>(unmapped.size() / movedBlocks);
            unmapped.erase(std::find(unmapped.begin(), unmapped.end(), next));
            absorbNext(block);
        }
        if (const Block before = m_nodes[block].before; isIn(State::Unmapped, before))
            absorbNext(before);
        else
            unmapped.push_back(block);
    }
}

/// release_cached_blocks(): waits for all events first.
void CachingAllocator::emptyCache()
{
    synchronise();
    for (Pool& pool : m_pools)
        if (m_settings.expandableSegments)
            unmapPages(pool);
        else
            releaseSegments(pool);
}

void CachingAllocator::freeAt(Block block, std::int64_t instant)
{
    m_waiting.push_back({block, instant});
}

void CachingAllocator::advanceTo(std::int64_t instant)
{
    while (!m_waiting.empty() && m_waiting.front().until <= instant) {
        free(m_waiting.front().block);
        m_waiting.pop_front();
    }
}

void CachingAllocator::synchronise()
{
    for (const Waiting& each : m_waiting)
        free(each.block);
    m_waiting.clear();
}

CachingAllocator::Block CachingAllocator::allocate(Bytes requested, std::uint32_t stream)
{
    if (++m_work > m_settings.mostWork || requested > mostBytes)
        giveUp();
    if (m_gaveUp)
        return none;
    const Bytes size = rounded(requested);
    const std::uint32_t pool = poolFor(size <= smallSize, stream);
    Block block = takeBestFit(m_pools[pool], size);
    if (block != none) {
        m_nodes[block].state = State::InUse;
    } else if (m_settings.expandableSegments) {
        block = expand(pool, size);
    } else {
        block = newSegment(pool, size);
    }
    if (block == none) {
        giveUp();
        return none;
    }
    if (splits(m_pools[pool], size, m_nodes[block].size - size))
        addFree(splitOff(block, size, State::Free));
    m_nodes[block].requested = requested;
    m_allocated += m_nodes[block].size;
    m_requested += requested;
    m_peakAllocated = std::max(m_peakAllocated, m_allocated);
    m_peakRequested = std::max(m_peakRequested, m_requested);
    m_peakReserved = std::max(m_peakReserved, m_reserved);
    return block;
}

void CachingAllocator::free(Block block)
{
    if (block == none)
        return;
    m_allocated -= m_nodes[block].size;
    m_requested -= m_nodes[block].requested;
    if (const Block next = m_nodes[block].after; isIn(State::Free, next)) {
        dropFree(next);
        absorbNext(block);
    }
    if (const Block before = m_nodes[block].before; isIn(State::Free, before)) {
        dropFree(before);
        absorbNext(before);
        block = before;
    }
    addFree(block);
}

} // namespace highwater
