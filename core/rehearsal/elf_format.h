// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

/// Numbers of the ELF format for x86-64, which reader and writer share. Sources: System V ABI,
/// chapters 4 and 5; its AMD64 supplement; Linux Standard Base Core, "Symbol Versioning" and "GNU
/// hash". The system's elf.h is not there on every system that builds core.
namespace highwater::elf {

struct Header
{
    unsigned char magic[4] = {0x7f, 'E', 'L', 'F'};
    unsigned char wordSize = 2; ///< 64 bits
    unsigned char byteOrder = 1; ///< little endian
    unsigned char formatVersion = 1;
    unsigned char padding[9] = {};
    std::uint16_t type = 3; ///< shared object
    std::uint16_t machine = 62; ///< x86-64
    std::uint32_t version = 1;
    std::uint64_t entry = 0;
    std::uint64_t segmentsAt = 0;
    std::uint64_t sectionsAt = 0;
    std::uint32_t flags = 0;
    std::uint16_t headerSize = 64;
    std::uint16_t segmentSize = 56;
    std::uint16_t segments = 0;
    std::uint16_t sectionSize = 64;
    std::uint16_t sections = 0;
    std::uint16_t sectionNames = 0;
};

struct Segment
{
    static constexpr std::uint32_t load = 1, dynamic = 2, stack = 0x6474e551;
    static constexpr std::uint32_t execute = 1, write = 2, read = 4;

    std::uint32_t type = 0;
    std::uint32_t flags = 0;
    std::uint64_t offset = 0;
    std::uint64_t address = 0;
    std::uint64_t physical = 0;
    std::uint64_t sizeInFile = 0;
    std::uint64_t sizeInMemory = 0;
    std::uint64_t alignment = 0;
};

struct DynamicEntry
{
    static constexpr std::uint64_t end = 0, needed = 1, hash = 4, strings = 5, symbols = 6,
                                   relocations = 7, relocationsSize = 8, relocationSize = 9,
                                   stringsSize = 10, symbolSize = 11, soname = 14,
                                   gnuHash = 0x6ffffef5, symbolVersions = 0x6ffffff0,
                                   definedVersions = 0x6ffffffc, definedVersionCount = 0x6ffffffd,
                                   neededVersions = 0x6ffffffe, neededVersionCount = 0x6fffffff;

    std::uint64_t tag = 0;
    std::uint64_t value = 0;
};

struct Symbol
{
    static constexpr unsigned char globalFunction = 0x12, globalUntyped = 0x10;

    std::uint32_t name = 0;
    unsigned char kind = 0;
    unsigned char visibility = 0;
    std::uint16_t section = 0; ///< 0: undefined
    std::uint64_t value = 0;
    std::uint64_t size = 0;
};

struct Relocation
{
    static constexpr std::uint64_t addressOfSymbol = 6; ///< R_X86_64_GLOB_DAT

    std::uint64_t at = 0;
    std::uint64_t kind = 0; ///< number of the symbol in the upper half
    std::int64_t addend = 0;
};

struct NeededLibrary
{
    std::uint16_t version = 1;
    std::uint16_t count = 0;
    std::uint32_t name = 0;
    std::uint32_t versionsAt = 0;
    std::uint32_t next = 0;
};

struct NeededVersion
{
    std::uint32_t hash = 0;
    std::uint16_t flags = 0;
    std::uint16_t number = 0; ///< as in the table of the symbols' versions
    std::uint32_t name = 0;
    std::uint32_t next = 0;
};

/// A version that a library defines, with the one name that follows it.
struct DefinedVersion
{
    static constexpr std::uint16_t ofTheFile = 1;

    std::uint16_t version = 1;
    std::uint16_t flags = 0;
    std::uint16_t number = 0;
    std::uint16_t names = 1;
    std::uint32_t hash = 0;
    std::uint32_t namesAt = 20;
    std::uint32_t next = 0;
    std::uint32_t name = 0;
    std::uint32_t nextName = 0;
};

constexpr std::uint16_t withoutVersion = 1;

/// The hash of DT_HASH and of version names.
constexpr std::uint32_t hashOf(std::string_view name)
{
    std::uint32_t hash = 0;
    for (const char letter : name) {
        hash = (hash << 4) + static_cast<unsigned char>(letter);
        const std::uint32_t high = hash & 0xf0000000;
        hash = (hash ^ (high >> 24)) & ~high;
    }
    return hash;
}

} // namespace highwater::elf

static_assert(sizeof(highwater::elf::Header) == 64);
static_assert(sizeof(highwater::elf::Segment) == 56);
static_assert(sizeof(highwater::elf::Symbol) == 24);
static_assert(sizeof(highwater::elf::DefinedVersion) == 28);
