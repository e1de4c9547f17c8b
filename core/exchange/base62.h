// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Bytes as digits and letters, 0 to 9, A to Z, a to z: eight bytes become eleven digits.
namespace highwater::base62 {

bool isDigit(char letter);

/// The number of digits for this many bytes.
constexpr std::size_t digitsFor(std::size_t bytes)
{
    // The least digits that hold 0 to 8 bytes: 62^11 is above 2^64, 62^10 is not.
    constexpr std::size_t block[]{0, 2, 3, 5, 6, 7, 9, 10, 11};
    return bytes / 8 * block[8] + block[bytes % 8];
}

/// A number in this many digits, the most significant first.
std::string fromNumber(std::uint64_t number, std::size_t count);
/// The number that the digits stand for; null where it has more than 64 bits.
std::optional<std::uint64_t> toNumber(std::string_view digits);

std::string fromBytes(std::string_view bytes);
/// Null where the number of the digits is too large for this many bytes.
std::optional<std::string> toBytes(std::string_view digits, std::size_t count);

} // namespace highwater::base62
