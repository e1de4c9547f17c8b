// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/doctor/log_amount.h"

#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {
namespace {

struct AmountUnit
{
    std::string_view name;
    double bytes, binary;
};

constexpr double kibi = 1024, thousand = 1000;
// The longest first: "B" ends all of them.
constexpr std::array units{
    AmountUnit{"bytes", 1, 1},
    AmountUnit{"KiB", kibi, kibi},
    AmountUnit{"MiB", kibi* kibi, kibi* kibi},
    AmountUnit{"GiB", kibi* kibi* kibi, kibi* kibi* kibi},
    AmountUnit{"TiB", kibi* kibi* kibi* kibi, kibi* kibi* kibi* kibi},
    AmountUnit{"KB", thousand, kibi},
    AmountUnit{"kB", thousand, kibi},
    AmountUnit{"MB", thousand* thousand, kibi* kibi},
    AmountUnit{"GB", thousand* thousand* thousand, kibi* kibi* kibi},
};

/// More than any machine has: such a number is the printing of a negative one.
constexpr double mostOfLog = 0x1p50;

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

std::string_view withoutBlanksBefore(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

} // namespace

std::optional<LogAmount> amountAt(std::string_view text, bool binary)
{
    constexpr std::size_t mostDigits = 24;
    std::size_t end = 0;
    std::optional<std::size_t> point;
    for (; end < text.size() && end < mostDigits; ++end) {
        if (text[end] == '.' && !point)
            point = end;
        else if (!isDigit(text[end]))
            break;
    }
    const auto number = realIn(text.substr(0, end));
    if (end == 0 || !number)
        return std::nullopt;
    const std::string_view rest = withoutBlanksBefore(text.substr(end));
    const auto* unit = std::ranges::find_if(
        units, [&](const AmountUnit& one) { return rest.starts_with(one.name); });
    if (unit == units.end())
        return std::nullopt;
    const double size = binary ? unit->binary : unit->bytes;
    const double decimals = point ? static_cast<double>(end - *point - 1) : 0;
    const double half = unit->bytes > 1 ? 0.5 * std::pow(10.0, -decimals) : 0;
    if (*number * size > mostOfLog)
        return std::nullopt;
    return LogAmount{
        std::llround(*number * size), std::max<Bytes>(0, std::llround((*number - half) * size)),
        std::llround((*number + half) * size), text.size() - rest.size() + unit->name.size()};
}

std::optional<LogAmount> amountAfter(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    return amountAt(withoutBlanksBefore(text.substr(at + words.size())));
}

std::optional<LogAmount> amountBefore(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos)
        return std::nullopt;
    // Number and unit are the two words before.
    std::string_view before = text.substr(0, at);
    while (before.ends_with(' '))
        before.remove_suffix(1);
    const std::size_t unit = before.find_last_of(' ');
    if (unit == std::string_view::npos || unit == 0)
        return std::nullopt;
    std::size_t number = before.find_last_not_of(' ', unit);
    while (number != std::string_view::npos && number > 0
           && (isDigit(before[number - 1]) || before[number - 1] == '.'))
        --number;
    return number == std::string_view::npos ? std::nullopt : amountAt(before.substr(number));
}

} // namespace highwater
