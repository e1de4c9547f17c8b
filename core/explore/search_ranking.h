// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search_space.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace highwater {

/// A candidate with what it is ranked by.
struct Ranked
{
    Candidate candidate;
    double seconds = 0;
    Bytes total = 0;
};

/// The `most` fastest layouts. Of two that are as fast the smaller one stands first, of
/// two that are equal in both the one that changes less of the plan.
class FastestLayouts
{
public:
    FastestLayouts(std::size_t most, const Candidate& own)
        : m_most(most)
        , m_own(own)
    { }

    void add(const Ranked& found);
    /// Whether the list is full and its slowest layout is faster than `seconds`.
    bool outranks(double seconds) const
    {
        return m_list.size() == m_most && m_list.back().seconds < seconds;
    }
    const std::vector<Ranked>& list() const { return m_list; }

private:
    std::size_t m_most;
    Candidate m_own;
    std::vector<Ranked> m_list;
};

/// Layouts of which none is beaten in time and memory by another one: fastest first, each smaller
/// than the one before.
class ParetoFront
{
public:
    explicit ParetoFront(const Candidate& own)
        : m_own(own)
    { }

    void add(const Ranked& found);
    /// Whether a layout that takes at least this long and at least this much is beaten by one of
    /// the front.
    bool beats(double seconds, Bytes total) const;
    const std::vector<Ranked>& list() const { return m_list; }

private:
    Candidate m_own;
    std::vector<Ranked> m_list;
};

} // namespace highwater
