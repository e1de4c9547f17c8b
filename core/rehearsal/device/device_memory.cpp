// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/device/device_memory.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace highwater::device {

namespace {

/// Null where no number of pages holds so many bytes.
std::optional<std::uint64_t> inPages(std::uint64_t size)
{
    if (size > std::numeric_limits<std::uint64_t>::max() - driverPage)
        return std::nullopt;
    return (size + driverPage - 1) / driverPage * driverPage;
}

} // namespace

DeviceMemory::DeviceMemory(Address begin, Address end, const std::vector<std::uint64_t>& capacity)
{
    for (const std::uint64_t bytes : capacity)
        m_devices.push_back({bytes, 0, 0});
    const auto first = inPages(begin);
    if (first && *first < end)
        m_holes[*first] = (end - *first) / driverPage * driverPage;
}

std::uint64_t DeviceMemory::free(std::size_t device) const
{
    return m_devices[device].capacity - m_devices[device].used;
}

std::optional<Address> DeviceMemory::place(std::uint64_t size)
{
    const auto hole = std::find_if(m_holes.begin(), m_holes.end(),
                                   [&](const auto& each) { return each.second >= size; });
    if (hole == m_holes.end())
        return std::nullopt;
    const auto [at, wide] = *hole;
    m_holes.erase(hole);
    if (wide > size)
        m_holes[at + size] = wide - size;
    return at;
}

void DeviceMemory::addHole(Address at, std::uint64_t size)
{
    const auto next = m_holes.lower_bound(at);
    if (next != m_holes.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == at) {
            at = before->first;
            size += before->second;
            m_holes.erase(before);
        }
    }
    if (next != m_holes.end() && at + size == next->first) {
        size += next->second;
        m_holes.erase(next);
    }
    m_holes[at] = size;
}

std::optional<Address> DeviceMemory::allocate(std::size_t device, std::uint64_t size)
{
    if (size == 0 || !take(device, size))
        return std::nullopt;
    const std::uint64_t whole = *inPages(size);
    const auto at = place(whole);
    if (at)
        m_allocations[*at] = {device, whole, {}};
    else
        give(device, size);
    return at;
}

bool DeviceMemory::release(Address address)
{
    const auto found = m_allocations.find(address);
    if (found == m_allocations.end() || found->second.piece)
        return false;
    give(found->second.device, found->second.size);
    addHole(address, found->second.size);
    m_allocations.erase(found);
    return true;
}

std::optional<Address> DeviceMemory::reserve(std::uint64_t size)
{
    const auto whole = inPages(size);
    if (!whole || *whole == 0)
        return std::nullopt;
    const auto at = place(*whole);
    if (at)
        m_reservations[*at] = *whole;
    return at;
}

bool DeviceMemory::unreserve(Address address)
{
    const auto found = m_reservations.find(address);
    if (found == m_reservations.end())
        return false;
    addHole(address, found->second);
    m_reservations.erase(found);
    return true;
}

bool DeviceMemory::take(std::size_t device, std::uint64_t size)
{
    const auto whole = inPages(size);
    if (device >= m_devices.size() || !whole || *whole > free(device))
        return false;
    Device& of = m_devices[device];
    of.used += *whole;
    of.highest = std::max(of.highest, of.used);
    return true;
}

bool DeviceMemory::give(std::size_t device, std::uint64_t size)
{
    const auto whole = inPages(size);
    if (device >= m_devices.size() || !whole || *whole > m_devices[device].used)
        return false;
    m_devices[device].used -= *whole;
    return true;
}

std::optional<Piece> DeviceMemory::create(std::size_t device, std::uint64_t size)
{
    if (size == 0 || !take(device, size))
        return std::nullopt;
    const Piece piece{++m_lastPiece};
    m_pieces[piece] = {device, *inPages(size), 1};
    return piece;
}

bool DeviceMemory::retain(Piece piece)
{
    const auto found = m_pieces.find(piece);
    if (found == m_pieces.end())
        return false;
    ++found->second.holders;
    return true;
}

bool DeviceMemory::drop(Piece piece)
{
    const auto found = m_pieces.find(piece);
    if (found == m_pieces.end())
        return false;
    if (--found->second.holders == 0) {
        give(found->second.device, found->second.size);
        m_pieces.erase(found);
    }
    return true;
}

bool DeviceMemory::map(Address address, std::uint64_t size, Piece piece)
{
    const auto after = m_reservations.upper_bound(address);
    const auto found = m_pieces.find(piece);
    if (after == m_reservations.begin() || found == m_pieces.end() || size == 0)
        return false;
    const auto& [begin, wide] = *std::prev(after);
    const std::uint64_t into = address - begin;
    if (into >= wide || size > wide - into || size > found->second.size)
        return false;
    const auto next = m_allocations.lower_bound(address);
    if (around(address) != m_allocations.end()
        || (next != m_allocations.end() && next->first < address + size))
        return false;
    m_allocations[address] = {found->second.device, size, piece};
    ++found->second.holders;
    return true;
}

bool DeviceMemory::unmap(Address address, std::uint64_t size)
{
    bool any = false;
    auto each = m_allocations.lower_bound(address);
    while (each != m_allocations.end() && each->first - address < size && each->second.piece) {
        drop(*each->second.piece);
        each = m_allocations.erase(each);
        any = true;
    }
    return any;
}

DeviceMemory::Allocations::const_iterator DeviceMemory::around(Address address) const
{
    const auto after = m_allocations.upper_bound(address);
    if (after == m_allocations.begin())
        return m_allocations.end();
    const auto before = std::prev(after);
    return address - before->first < before->second.size ? before : m_allocations.end();
}

std::optional<Piece> DeviceMemory::pieceOf(Address address) const
{
    const auto found = around(address);
    return found == m_allocations.end() ? std::nullopt : found->second.piece;
}

std::optional<std::size_t> DeviceMemory::deviceOf(Address address) const
{
    const auto found = around(address);
    return found == m_allocations.end() ? std::nullopt : std::optional(found->second.device);
}

std::optional<std::pair<Address, std::uint64_t>> DeviceMemory::rangeOf(Address address) const
{
    const auto found = around(address);
    if (found == m_allocations.end())
        return std::nullopt;
    return std::pair(found->first, found->second.size);
}

} // namespace highwater::device
