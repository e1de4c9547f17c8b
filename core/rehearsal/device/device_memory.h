// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace highwater::device {

using Address = std::uint64_t;

/// The number of a piece of memory that has no address of its own.
enum class Piece : std::uint64_t {};

/// Memory leaves the device in pages of this size. A small segment of PyTorch's expandable segments
/// is one of them: kSmallBuffer of its CUDACachingAllocator.
constexpr std::uint64_t driverPage = std::uint64_t{2} << 20;

/// The memory of the devices of a rehearsal: who has how much of it, at which address. There is
/// nothing behind the addresses. Callers take care that one thread uses it at a time.
class DeviceMemory
{
public:
    /// `capacity` is what a process can have of each device: its memory without the context of
    /// CUDA. The addresses from `begin` to `end` are given out.
    DeviceMemory(Address begin, Address end, const std::vector<std::uint64_t>& capacity);

    /// Memory with an address, the lowest that is free; null when the device has too little left.
    std::optional<Address> allocate(std::size_t device, std::uint64_t size);
    bool release(Address address); ///< false: nothing was allocated at this address

    /// Addresses without memory, and memory without an address: the driver's virtual memory
    /// management, which expandable segments use.
    std::optional<Address> reserve(std::uint64_t size);
    bool unreserve(Address address); ///< false: nothing was reserved at this address
    bool take(std::size_t device, std::uint64_t size);
    bool give(std::size_t device, std::uint64_t size); ///< false: more than was taken

    /// A piece of memory without an address, which leaves the device again when it is released and
    /// no address is mapped to it any more. Null: the device has too little left.
    std::optional<Piece> create(std::size_t device, std::uint64_t size);
    bool retain(Piece piece);
    bool release(Piece piece) { return drop(piece); }
    bool map(Address address, std::uint64_t size, Piece piece); ///< into reserved addresses
    bool unmap(Address address, std::uint64_t size); ///< false: nothing is mapped there
    std::optional<Piece> pieceOf(Address address) const;

    std::uint64_t used(std::size_t device) const { return m_devices[device].used; }
    std::uint64_t highest(std::size_t device) const { return m_devices[device].highest; }
    std::uint64_t free(std::size_t device) const;
    /// The device of an address that was allocated or mapped, also of one within an allocation.
    std::optional<std::size_t> deviceOf(Address address) const;
    /// The first address and the size of what was allocated or mapped around this one.
    std::optional<std::pair<Address, std::uint64_t>> rangeOf(Address address) const;

private:
    struct Device
    {
        std::uint64_t capacity = 0;
        std::uint64_t used = 0;
        std::uint64_t highest = 0;
    };
    struct Allocation
    {
        std::size_t device = 0;
        std::uint64_t size = 0;
        std::optional<Piece> piece; ///< of a mapping
    };
    struct Unplaced
    {
        std::size_t device = 0;
        std::uint64_t size = 0;
        std::uint64_t holders = 0; ///< those who have not released it, and mappings
    };
    using Allocations = std::map<Address, Allocation>;

    std::optional<Address> place(std::uint64_t size);
    void addHole(Address at, std::uint64_t size);
    bool drop(Piece piece);
    Allocations::const_iterator around(Address address) const;

    std::vector<Device> m_devices;
    std::map<Address, std::uint64_t> m_holes;
    Allocations m_allocations; ///< and mappings
    std::map<Address, std::uint64_t> m_reservations;
    std::map<Piece, Unplaced> m_pieces;
    std::uint64_t m_lastPiece = 0;
};

} // namespace highwater::device
