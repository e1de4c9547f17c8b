// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace highwater {

/// A count as a floating-point number, for times and rates.
constexpr double real(std::int64_t count)
{
    return static_cast<double>(count);
}

namespace si {

inline constexpr double nano = 1e-9, milli = 1e-3, mega = 1e6, giga = 1e9, tera = 1e12;

} // namespace si

} // namespace highwater
