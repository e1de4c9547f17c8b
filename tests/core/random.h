// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>

#ifdef __GNUC__
/// Defined in programs that the address sanitizer is part of.
extern "C" __attribute__((weak)) void __asan_init();
#endif

namespace highwater {

/// A source of values that is the same on every machine: mt19937_64 is, distributions are not.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_engine(seed)
    { }
    std::uint64_t below(std::uint64_t bound) { return m_engine() % bound; }
    std::int64_t from(std::int64_t least, std::int64_t most)
    {
        return least
            + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most - least + 1)));
    }
    /// 1, 2, 4 … up to 2 to this power.
    std::int64_t power(std::int64_t most) { return std::int64_t{1} << from(0, most); }
    bool coin() { return below(2) == 0; }
    double part() { return static_cast<double>(m_engine() >> 11) * 0x1p-53; }

private:
    std::mt19937_64 m_engine;
};

/// Whether the program under test has sanitizers; tests have none.
inline bool isSanitized()
{
#ifdef __GNUC__
    return __asan_init != nullptr;
#else
    return false;
#endif
}

/// A test of many cases within a row tries one of every `caseStep`. Sanitizers take ten times as
/// long; the release build tries all cases. some_rows.py chooses among rows.
inline const int caseStep = isSanitized() ? 5 : 1;

/// The number of cases that a test of many tries.
inline int casesToTry(int usual)
{
    return usual / caseStep;
}

} // namespace highwater
