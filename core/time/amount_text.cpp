// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/amount_text.h"

#include "core/plan/numbers.h"
#include "core/time/real.h"

#include <array>
#include <charconv>
#include <cmath>

namespace highwater {
namespace {

constexpr double huge = 1e15, tiny = 1e-4;
constexpr int digits = 3;

std::string threeDigits(double number, std::chars_format format)
{
    std::array<char, 64> buffer{};
    const int precision = format == std::chars_format::scientific ? digits - 1 : digits;
    const auto end
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format, precision)
              .ptr;
    return std::string(buffer.data(), end);
}

} // namespace

std::string amountText(double number)
{
    constexpr double large = 100, middle = 10, one = 0.9995; // which is written 1.00
    if (number >= huge)
        return threeDigits(number, std::chars_format::scientific);
    if (number < tiny)
        return threeDigits(number, std::chars_format::general);
    if (number < one)
        return fixed(number, digits - 1 - static_cast<int>(std::floor(std::log10(number))));
    return number >= large ? grouped(number, 0) : fixed(number, number >= middle ? 1 : 2);
}

std::string secondsText(double seconds)
{
    return seconds < 1 ? amountText(seconds / si::milli) + " ms" : amountText(seconds) + " s";
}

MoneyUnit moneyUnit(double dollars)
{
    constexpr double manyDigits = 1e4; // below, three digits are all of them but one
    if (dollars >= 1e6)
        return {1e6, "MUSD"};
    return dollars >= manyDigits ? MoneyUnit{1e3, "kUSD"} : MoneyUnit{1, "USD"};
}

std::string countText(double number)
{
    return number >= huge ? amountText(number) : grouped(number, 0);
}

std::string briefText(double number)
{
    struct Step
    {
        double size;
        const char* letter;
    };
    for (const auto& [size, letter] : {Step{1e12, "T"}, Step{1e9, "B"}, Step{1e6, "M"}})
        if (number >= size)
            return amountText(number / size) + letter;
    return amountText(number);
}

} // namespace highwater
