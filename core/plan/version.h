// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

namespace highwater {

/// The first three numbers of a program's version: {4, 46, 3} of "4.46.3".
struct Version
{
    int first = 0, second = 0, third = 0;
    friend constexpr auto operator<=>(const Version&, const Version&) = default;
};

inline constexpr Version newestVersion{std::numeric_limits<int>::max(), 0};

/// The version that a text names, such as "4.46.3" or "5.0.0rc1"; nothing if it names none. An
/// empty text stands for the newest.
constexpr std::optional<Version> versionIn(std::string_view text)
{
    if (text.empty())
        return newestVersion;
    constexpr std::size_t mostDigits = 6;
    const auto isDigit = [](char letter) { return letter >= '0' && letter <= '9'; };
    std::size_t at = 0;
    const auto number = [&]() -> std::optional<int> {
        int value = 0;
        const std::size_t start = at;
        for (; at < text.size() && isDigit(text[at]); ++at)
            value = at - start < mostDigits ? 10 * value + (text[at] - '0') : value;
        return at > start && at - start <= mostDigits ? std::optional(value) : std::nullopt;
    };
    std::array<int, 3> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) {
            if (at >= text.size() || text[at] != '.')
                break;
            ++at;
        }
        const auto found = number();
        if (!found && i == numbers.size() - 1)
            break; // "0.9.post1"
        if (!found)
            return std::nullopt;
        numbers[i] = *found;
    }
    for (; at < text.size(); ++at) { // what follows tells builds of one version apart
        const char letter = text[at];
        const bool known = isDigit(letter) || (letter >= 'a' && letter <= 'z') || letter == '.'
            || letter == '+' || letter == '-';
        if (!known)
            return std::nullopt;
    }
    return Version{numbers[0], numbers[1], numbers[2]};
}

} // namespace highwater
