// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

namespace highwater {

using Bytes = std::int64_t;

inline constexpr Bytes mib = Bytes{1} << 20, gib = Bytes{1} << 30, gb = 1'000'000'000;

/// The unit of memory: GiB (2^30 bytes) or GB (10^9 bytes).
enum class MemoryUnit { GiB, GB };

constexpr Bytes bytesOf(MemoryUnit unit)
{
    return unit == MemoryUnit::GiB ? gib : gb;
}

/// More bytes than any plan can have: sums and products stop here instead of overflowing.
inline constexpr Bytes tooMany = INT64_MAX;

/// Arithmetic on numbers that are not negative; results stop at tooMany.
namespace bounded {

constexpr Bytes times(Bytes left, Bytes right)
{
    Bytes result = 0;
    return __builtin_mul_overflow(left, right, &result) ? tooMany : result;
}

constexpr Bytes plus(Bytes left, Bytes right)
{
    Bytes result = 0;
    return __builtin_add_overflow(left, right, &result) ? tooMany : result;
}

} // namespace bounded

/// One of `parts` equal shares, rounded up: 10 bytes over 4 ranks are 3 each.
inline Bytes shareOf(Bytes bytes, std::int64_t parts)
{
    if (parts == 1 || bytes == tooMany)
        return bytes;
    if ((parts & (parts - 1)) == 0) // most are powers of two, and a division would be slow
        return (bytes >> std::countr_zero(static_cast<std::uint64_t>(parts)))
            + ((bytes & (parts - 1)) != 0 ? 1 : 0);
    return bytes / parts + (bytes % parts != 0 ? 1 : 0);
}

} // namespace highwater
