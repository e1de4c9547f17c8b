// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/base62.h"

#include <algorithm>
#include <array>
#include <limits>

namespace highwater::base62 {
namespace {

constexpr std::string_view alphabet
    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::size_t blockBytes = 8;

/// The value of a digit; 62 for any other letter.
std::uint64_t digitOf(char letter)
{
    static constexpr auto digits = [] {
        std::array<unsigned char, 256> values{};
        values.fill(static_cast<unsigned char>(alphabet.size()));
        for (std::size_t i = 0; i < alphabet.size(); ++i)
            values[static_cast<unsigned char>(alphabet[i])] = static_cast<unsigned char>(i);
        return values;
    }();
    return digits[static_cast<unsigned char>(letter)];
}

} // namespace

bool isDigit(char letter)
{
    return digitOf(letter) < alphabet.size();
}

std::string fromNumber(std::uint64_t number, std::size_t count)
{
    std::string letters(count, alphabet.front());
    for (std::size_t i = count; i > 0; --i, number /= alphabet.size())
        letters[i - 1] = alphabet[number % alphabet.size()];
    return letters;
}

std::optional<std::uint64_t> toNumber(std::string_view digits)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t number = 0;
    for (const char letter : digits) {
        const std::uint64_t digit = digitOf(letter);
        if (number > (most - digit) / alphabet.size())
            return std::nullopt;
        number = number * alphabet.size() + digit;
    }
    return number;
}

std::string fromBytes(std::string_view bytes)
{
    std::string letters;
    letters.reserve(digitsFor(bytes.size()));
    while (!bytes.empty()) {
        const std::string_view block = bytes.substr(0, blockBytes);
        std::uint64_t number = 0;
        for (const char byte : block)
            number = number << 8 | static_cast<unsigned char>(byte);
        letters += fromNumber(number, digitsFor(block.size()));
        bytes.remove_prefix(block.size());
    }
    return letters;
}

std::optional<std::string> toBytes(std::string_view digits, std::size_t count)
{
    std::string bytes;
    bytes.reserve(count);
    while (bytes.size() < count) {
        const std::size_t size = std::min(blockBytes, count - bytes.size());
        const auto number = toNumber(digits.substr(0, digitsFor(size)));
        if (!number || (size < blockBytes && *number >> (8 * size) != 0))
            return std::nullopt;
        for (std::size_t i = size; i > 0; --i)
            bytes += static_cast<char>(*number >> (8 * (i - 1)) & 0xFF);
        digits.remove_prefix(digitsFor(size));
    }
    return bytes;
}

} // namespace highwater::base62
