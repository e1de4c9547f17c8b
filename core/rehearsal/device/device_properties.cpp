// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/device/device_properties.h"

#include "core/rehearsal/device/machine.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace highwater::device {

namespace {

constexpr int first = 11; ///< major version of CUDA
constexpr int last = 13;

/// A run of equal members of the structure.
struct Members
{
    std::size_t size; ///< of one, to which it is aligned
    std::size_t count;
    std::uint64_t value = 0; ///< of each
    int since = first;
    int until = last;
};

constexpr std::size_t word = 4;
constexpr std::size_t wide = 8;
constexpr int threadsPerBlock = 1024;
constexpr int registers = 65536;
constexpr int clockKilohertz = 1'980'000;
constexpr int sharedMemoryWithoutAsking = 48 * 1024;
constexpr int constantMemory = 64 * 1024;
constexpr int largestGrid = 2'147'483'647;
constexpr int largestGridAside = 65'535;
constexpr std::uint64_t reservedSharedMemory = 1024;

std::uint64_t number(int value)
{
    return static_cast<std::uint64_t>(value);
}

/// In the order of the CUDA Runtime API reference, "cudaDeviceProp", of each version. Name and
/// identity, which stand before these, are no numbers.
std::vector<Members> members(int device)
{
    const Settings& all = settings();
    const Limits& limit = limits();
    const std::uint64_t yes = 1;
    return {
        {wide, 1, all.total},
        {wide, 1, sharedMemoryWithoutAsking},
        {word, 1, registers},
        {word, 1, 32}, // threads of a warp
        {wide, 1, largestGrid}, // pitch
        {word, 1, threadsPerBlock},
        {word, 2, threadsPerBlock}, // a block's x and y
        {word, 1, 64}, // and z
        {word, 1, largestGrid},
        {word, 2, largestGridAside},
        {word, 1, clockKilohertz, first, 12},
        {wide, 1, constantMemory},
        {word, 1, number(all.major)},
        {word, 1, number(all.minor)},
        {wide, 1, 512}, // alignment of textures
        {wide, 1, 32},
        {word, 1, yes, first, 12}, // copies beside kernels
        {word, 1, number(all.processors)},
        {word, 1, 0, first, 12}, // limit on the time of kernels
        {word, 1, 0}, // integrated
        {word, 1, yes}, // maps memory of the host
        {word, 1, 0, first, 12}, // compute mode
        {word, 2, 0}, // textures, one-dimensional
        {word, 1, 0, first, 12},
        {word, 23, 0}, // other textures
        {word, 14, 0}, // surfaces
        {wide, 1, 512},
        {word, 1, yes}, // several kernels at a time
        {word, 1, yes}, // corrects errors of memory
        {word, 1, number(device) + 1}, // bus
        {word, 3, 0}, // device on the bus, domain, TCC
        {word, 1, 3}, // engines for copies
        {word, 1, yes}, // one address space
        {word, 1, 2'619'000, first, 12}, // clock of the memory
        {word, 1, 5120}, // its width
        {word, 1, number(limit.secondLevelCache)},
        {word, 1, 0},
        {word, 1, number(limit.threadsPerProcessor)},
        {word, 3, yes}, // priorities of streams, caches of the first level
        {wide, 1, number(limit.sharedMemoryPerProcessor)},
        {word, 1, registers},
        {word, 1, yes}, // managed memory
        {word, 3, 0}, // several on a board, native atomics
        {word, 1, 64, first, 12}, // single to double precision
        {word, 2, 0}, // pageable memory, managed at the same time
        {word, 1, yes}, // preemption
        {word, 1, 0},
        {word, 1, yes}, // cooperative launch
        {word, 1, 0, first, 12},
        {wide, 1, number(limit.sharedMemoryPerBlock)},
        {word, 2, 0}, // pageable memory, direct access
        {word, 1, number(limit.blocksPerProcessor)},
        {word, 1, 0},
        {wide, 1, reservedSharedMemory},
        {word, 1, yes, 12}, // registers memory of the host
        {word, 3, 0, 12}, // sparse arrays, read-only registering, time lines
        {word, 1, yes, 12}, // memory pools
        {word, 5, 0, 12}, // direct access by others, handles of pools, deferred arrays
        {word, 1, yes, 12}, // events between processes
        {word, 1, number(all.major >= 9), 12}, // clusters
        {word, 1, 0, 12},
        {word, 7, 0, 13}, // nodes of memory, MPS, the card's number
        {word, 63, 0, 12, 12}, // reserved
        {word, 56, 0, 13},
    };
}

constexpr std::size_t nameSize = 256;
constexpr std::size_t identitySize = 16;
constexpr std::size_t beforeNumbers = nameSize + identitySize + 8 + word; // LUID and its mask

} // namespace

std::vector<std::byte> deviceProperties(int cuda, int device)
{
    std::vector<std::byte> bytes(beforeNumbers);
    const std::string& name = settings().name;
    std::memcpy(bytes.data(), name.data(), std::min(name.size(), nameSize - 1));
    bytes[nameSize] = std::byte{'h'};
    bytes[nameSize + 1] = std::byte{'w'};
    bytes[nameSize + identitySize - 1] = static_cast<std::byte>(device + 1);
    for (const Members& each : members(device)) {
        if (cuda < each.since || cuda > each.until)
            continue;
        bytes.resize((bytes.size() + each.size - 1) / each.size * each.size);
        for (std::size_t i = 0; i < each.count; ++i) {
            const std::size_t at = bytes.size();
            bytes.resize(at + each.size);
            std::memcpy(bytes.data() + at, &each.value, each.size); // little endian
        }
    }
    bytes.resize((bytes.size() + wide - 1) / wide * wide);
    return bytes;
}

/// Numbers: CUDA Driver API reference, "CUdevice_attribute".
int deviceAttribute(int attribute, int device)
{
    const Limits& limit = limits();
    switch (attribute) {
    case 1: // threads of a block
    case 2:
    case 3:
        return threadsPerBlock;
    case 4:
        return 64;
    case 5:
        return largestGrid;
    case 6:
    case 7:
        return largestGridAside;
    case 8:
        return sharedMemoryWithoutAsking;
    case 9:
        return constantMemory;
    case 10: // threads of a warp
        return 32;
    case 11: // pitch
        return largestGrid;
    case 12: // registers of a block
    case 82:
        return registers;
    case 13:
        return clockKilohertz;
    case 14: // alignment of textures
    case 30:
        return 512;
    case 16:
        return settings().processors;
    case 17: // limit on the time of kernels, integrated, compute mode
    case 18:
    case 20:
        return 0;
    case 33: // bus
        return device + 1;
    case 34: // device on the bus, domain, TCC
    case 35:
    case 50:
        return 0;
    case 36: // clock and width of the memory
        return 2'619'000;
    case 37:
        return 5120;
    case 38:
        return limit.secondLevelCache;
    case 39:
        return limit.threadsPerProcessor;
    case 40: // engines for copies
        return 3;
    case 51: // alignment of pitches
        return 32;
    case 75:
        return settings().major;
    case 76:
        return settings().minor;
    case 81:
        return limit.sharedMemoryPerProcessor;
    case 84: // several on a board
    case 85:
    case 86: // native atomics of the host
    case 88: // pageable memory
    case 89: // managed memory at the same time
    case 100:
    case 101:
        return 0;
    case 87: // single to double precision
        return 64;
    case 97:
        return limit.sharedMemoryPerBlock;
    case 103: // handles that other processes can open
    case 104:
    case 105:
    case 107: // compressed memory
        return 0;
    case 106:
        return limit.blocksPerProcessor;
    case 111:
        return reservedSharedMemory;
    case 116: // direct access by other devices
    case 117:
    case 118:
    case 119: // handles of pools
    case 128: // handles for the fabric
    case 130: // nodes of memory
    case 132: // multicast
    case 133: // MPS
        return 0;
    case 120: // clusters
        return settings().major >= 9 ? 1 : 0;
    case 131:
    case 134:
        return -1;
    default: // what is left asks whether the device can do something
        return 1;
    }
}

} // namespace highwater::device
