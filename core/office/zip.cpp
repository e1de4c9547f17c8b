// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/zip.h"

#include "core/plan/checksum.h"

#include <algorithm>

namespace highwater {
namespace {

/// The lowest `count` bytes of a number, lowest first.
std::string littleEndian(std::size_t number, int count)
{
    std::string bytes;
    for (int i = 0; i < count; ++i)
        bytes += static_cast<char>(number >> 8 * i & 0xFFU);
    return bytes;
}
std::string two(std::size_t number)
{
    return littleEndian(number, 2);
}
std::string four(std::size_t number)
{
    return littleEndian(number, 4);
}

/// The fields of an entry that its local header and the directory share (APPNOTE.TXT, 4.3.7 and
/// 4.3.12).
std::string description(const ZipEntry& entry)
{
    constexpr std::size_t version = 20;
    constexpr std::size_t stored = 0;
    constexpr std::size_t midnight = 0;
    constexpr std::size_t firstOf1980 = 1 << 5 | 1;
    const bool ascii = std::ranges::all_of(
        entry.name, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
    const std::size_t utf8Name = ascii ? 0 : 1 << 11;
    return two(version) + two(utf8Name) + two(stored) + two(midnight) + two(firstOf1980)
        + four(crc32(entry.bytes)) + four(entry.bytes.size()) + four(entry.bytes.size())
        + two(entry.name.size()) + two(0); // no extra field
}

} // namespace

std::string zip(const std::vector<ZipEntry>& entries)
{
    std::string archive;
    std::string directory;
    for (const ZipEntry& entry : entries) {
        const std::string said = description(entry);
        // made by version 20; no comment, first disk, binary, no attributes
        directory += "PK\x01\x02" + two(20) + said + two(0) + two(0) + two(0) + four(0)
            + four(archive.size()) + entry.name;
        archive += "PK\x03\x04" + said + entry.name + entry.bytes;
    }
    const std::string end = "PK\x05\x06" + two(0) + two(0) + two(entries.size())
        + two(entries.size()) + four(directory.size()) + four(archive.size()) + two(0);
    return archive + directory + end;
}

} // namespace highwater
