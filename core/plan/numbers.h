// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// grouped(8030261248) is "8,030,261,248".
std::string grouped(long long number);

/// Any number, grouped in the same way and rounded half up: grouped(6079.9583, 2) is "6,079.96".
std::string grouped(double number, int decimals);

/// The shortest text that reads back as the same number: 8e9 -> "8e+09", 0.5 -> "0.5".
std::string shortest(double number);

/// fixed(49.0349, 2) is "49.03", with a point in every locale.
std::string fixed(double number, int decimals);

/// Bytes in GiB, with two decimals: 5368709120 is "5.00".
std::string inGib(std::int64_t bytes);

/// The number that the whole text is, in the notation of C; null where the text is anything else.
std::optional<std::int64_t> wholeIn(std::string_view text);
std::optional<double> realIn(std::string_view text);

} // namespace highwater
