// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search_bounds.h"
#include "core/explore/search_ranking.h"
#include "core/explore/search_space.h"
#include "core/time/machine.h"

#include <cstdint>
#include <vector>

namespace highwater {

/// Goes through a space of layouts and keeps the fastest and those on the front. Layouts are not
/// counted one by one where a bound on their time and one on their memory (search_bounds.h) rule
/// them out.
class SearchWalk
{
public:
    /// `plan`: resolved, with an allocator that is not replayed.
    SearchWalk(const SearchSpace& space, const Resolved& plan, const Machine& machine,
               const SearchConstraints& constraints, std::size_t mostRanked);

    /// Returns false where the control stopped it.
    bool run(const SearchControl& control);

    const std::vector<Ranked>& fastest() const { return m_fastest.list(); }
    const std::vector<Ranked>& front() const { return m_front.list(); }
    std::int64_t counted() const { return m_counted; }
    std::int64_t fitting() const { return m_fitting; }
    /// Whether it ended at mostSearchWork, before it had ruled out the rest.
    bool ended() const { return m_work > mostSearchWork; }

private:
    /// A group with one kind of recomputation.
    struct Unit
    {
        double leastSeconds;
        std::uint32_t family, group;
        Recompute recompute;
    };

    bool setUnits(const SearchControl& control);
    void visit(const Unit& unit);
    bool isRuledOut(double leastSeconds, Bytes leastTotal) const;
    void count(const Candidate& candidate, Bytes leastTotal, bool hasStages);

    const SearchSpace& m_space;
    Resolved m_plan; ///< set to one candidate after another
    const Machine& m_machine;
    Bytes m_mostTotal; ///< the largest total with which a layout fits
    FastestLayouts m_fastest;
    ParetoFront m_front;
    std::vector<Unit> m_units;
    std::vector<FamilyBounds> m_bounds; ///< of each family that was visited
    std::int64_t m_counted = 0, m_fitting = 0, m_work = 0;
};

} // namespace highwater
