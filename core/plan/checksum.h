// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace highwater {

/// CRC-32 as in ISO-HDLC and ZIP files: reflected, polynomial 0x04C11DB7.
constexpr std::uint32_t crc32(std::string_view bytes)
{
    constexpr auto table = [] {
        std::array<std::uint32_t, 256> steps{};
        for (std::uint32_t byte = 0; byte < 256; ++byte) {
            steps[byte] = byte;
            for (int bit = 0; bit < 8; ++bit)
                steps[byte] = (steps[byte] >> 1) ^ ((steps[byte] & 1) ? 0xEDB88320U : 0U);
        }
        return steps;
    }();
    std::uint32_t sum = 0xFFFFFFFFU;
    for (const char letter : bytes)
        sum = (sum >> 8) ^ table[(sum ^ static_cast<unsigned char>(letter)) & 0xFFU];
    return ~sum;
}
static_assert(crc32("123456789") == 0xCBF43926U); // the check value of its definition

} // namespace highwater
