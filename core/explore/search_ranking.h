// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search_space.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace highwater {

/// A candidate with the values that rank it.
struct Ranked
{
    Candidate candidate;
    double seconds = 0;
    Bytes total = 0;
};

/// The `most` fastest layouts. Of two with equal times the smaller one comes first; of two that are
/// equal in both, the one that changes fewer settings of the plan.
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

/// The layouts that no other one beats in both time and memory: fastest first, each smaller than
/// the one before.
class ParetoFront
{
public:
    explicit ParetoFront(const Candidate& own)
        : m_own(own)
    { }

    void add(const Ranked& found);
    /// Whether a layout of the front beats every layout that takes at least this time and memory.
    bool beats(double seconds, Bytes total) const;
    const std::vector<Ranked>& list() const { return m_list; }

private:
    Candidate m_own;
    std::vector<Ranked> m_list;
};

/// Ranked layouts that are near equals: with the same tensor, pipeline and expert ranks, which cut
/// the model, and times that differ by 1 % at most. The first is the plan's own or else the
/// simplest.
using NearEquals = std::vector<Ranked>;

/// The layouts, fastest first, as groups of near equals; each is a group of its own unless `folds`.
/// A GPU has `capacity` bytes.
std::vector<NearEquals> nearEquals(const std::vector<Ranked>& fastest, const Candidate& own,
                                   Bytes capacity, bool folds);

/// The largest ratio of the times of near equals.
inline constexpr double nearlyEqual = 1.01;

} // namespace highwater
