// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace highwater {

/// The largest accepted value from 1 to `most`, 0 where none is accepted. All values below an
/// accepted one must be accepted too.
template <class Accepts> std::int64_t largest(std::int64_t most, Accepts accepts)
{
    if (accepts(most))
        return most;
    std::int64_t low = 0; // 0 means none
    std::int64_t high = most;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (accepts(middle) ? low : high) = middle;
    }
    return low;
}

} // namespace highwater
