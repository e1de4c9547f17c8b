// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/numbers.h"

#include "core/plan/bytes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <version>
#ifndef __cpp_lib_to_chars
#include <locale>
#include <sstream>
#endif

namespace highwater {

std::string grouped(long long number)
{
    std::string digits = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t i = digits.size(); i > first + 3; i -= 3)
        digits.insert(i - 3, 1, ',');
    return digits;
}

std::string grouped(double number, int decimals)
{
    long long power = 1;
    for (int i = 0; i < decimals; ++i)
        power *= 10;
    const long long scaled = std::llround(std::abs(number) * static_cast<double>(power));
    std::string text = (number < 0 && scaled > 0 ? "−" : "") + grouped(scaled / power);
    if (decimals > 0) {
        const std::string part = std::to_string(scaled % power);
        text += "." + std::string(static_cast<std::size_t>(decimals) - part.size(), '0') + part;
    }
    return text;
}

std::string shortest(double number)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    return std::string(buffer.data(), end);
}

std::string fixed(double number, int decimals)
{
    std::array<char, 352> buffer{}; // the largest double has 309 digits before its point
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                   std::chars_format::fixed, std::min(decimals, 32))
                         .ptr;
    return std::string(buffer.data(), end);
}

namespace {

template <class T> std::optional<T> numberIn(std::string_view text)
{
    T number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

} // namespace

std::string inGib(std::int64_t bytes)
{
    // Half a hundredth is rounded up, as in the window and in grouped().
    constexpr double hundredths = 100;
    return fixed(std::round(static_cast<double>(bytes) / static_cast<double>(gib) * hundredths)
                     / hundredths,
                 2);
}

std::optional<std::int64_t> wholeIn(std::string_view text)
{
    return numberIn<std::int64_t>(text);
}

#ifdef __cpp_lib_to_chars
std::optional<double> realIn(std::string_view text)
{
    return numberIn<double>(text);
}
#else
// libc++ before version 20 reads no double by from_chars.
std::optional<double> realIn(std::string_view text)
{
    // A stream would also take blanks, a plus and hexadecimal digits.
    if (text.empty() || text.front() == '+'
        || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
        return std::nullopt;
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    double number = 0;
    stream >> number;
    return stream && stream.eof() ? std::optional(number) : std::nullopt;
}
#endif

} // namespace highwater
