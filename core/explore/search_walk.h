// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/least_bytes.h"
#include "core/explore/search_ranking.h"
#include "core/explore/search_space.h"
#include "core/time/machine.h"

#include <array>
#include <cstdint>
#include <vector>

namespace highwater {

/// Goes through a space of layouts and keeps the fastest and those on the front. Layouts that a
/// bound rules out are not counted one by one: a bound on the time of a group and on the memory of
/// each of its layouts, both never above the true value.
class SearchWalk
{
public:
    /// `plan`: looked up, with an allocator that is not replayed.
    SearchWalk(const SearchSpace& space, const Resolved& plan, const Machine& machine,
               const SearchConstraints& constraints, std::size_t mostRanked);

    /// Returns false where the control stopped it.
    bool run(const SearchControl& control);

    const std::vector<Ranked>& fastest() const { return m_fastest.list(); }
    const std::vector<Ranked>& front() const { return m_front.list(); }
    std::int64_t counted() const { return m_counted; }
    std::int64_t fitting() const { return m_fitting; }

private:
    using Family = SearchSpace::Family;
    /// A stage that embeds and one that predicts: ends of a pipeline.
    static constexpr std::size_t ends = 2;

    /// A group with one kind of recomputation.
    struct Unit
    {
        double leastSeconds;
        std::uint32_t family, group;
        Recompute recompute;
    };
    /// What the savings of a family leave at least; of savings that differ in offload alone, the
    /// same.
    struct Least
    {
        std::vector<std::array<StateBytes, ends>> states;
        Bytes outside = 0;
    };

    bool setUnits(const SearchControl& control);
    double leastSeconds(const LayoutGroup& group, Recompute recompute);
    const Least& leastOf(std::uint32_t family);
    void visit(const Unit& unit);
    void count(const Candidate& candidate, Bytes leastTotal);

    const SearchSpace& m_space;
    Resolved m_plan; ///< that is taken from one candidate to the next
    const Machine& m_machine;
    Bytes m_mostTotal; ///< of a layout that fits
    FastestLayouts m_fastest;
    ParetoFront m_front;
    std::vector<Unit> m_units;
    std::vector<Least> m_least; ///< of each family that was visited
    std::int64_t m_counted = 0, m_fitting = 0;
};

} // namespace highwater
