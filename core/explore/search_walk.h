// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search_bounds.h"
#include "core/explore/search_ranking.h"
#include "core/explore/search_space.h"
#include "core/time/machine.h"

#include <cstdint>
#include <deque>
#include <optional>
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

    const std::vector<Ranked>& fastest() const { return m_shelves.front().fastest.list(); }
    const std::vector<Ranked>& front() const { return m_shelves.front().front.list(); }
    /// Of all shelves, each candidate once, fastest first.
    std::vector<Ranked> every() const;
    /// Candidates of one kind differ in nothing that a tick can tell before the memory is counted.
    std::size_t kindOf(const Candidate& candidate) const { return shelfOf(candidate); }
    std::int64_t countedLayouts() const { return m_counted; }
    std::int64_t fitting() const { return m_fitting; }
    /// Whether it ended at mostSearchWork, before it had ruled out the rest.
    bool ended() const { return m_work > mostSearchWork; }

private:
    /// A group with one kind of recomputation, or with as little of it as is enough.
    struct Unit
    {
        double leastSeconds;
        double order; ///< units are visited by it
        std::uint32_t family, group;
        std::optional<Recomputing> recomputing; ///< null: that of some layers
    };
    class Ladder;

    bool setUnits(const SearchControl& control);
    FamilyBounds& boundsIn(const Unit& unit);
    void visit(const Unit& unit, const Recomputing& recomputing);
    void visitLadder(const Unit& unit);
    void addLeast(Ladder& ladder, std::size_t first, std::size_t shelf);
    /// Whether a layout fits, by its counted memory.
    struct Fitting
    {
        bool fits = false, isSure = false; ///< its upper end fits too
        Bytes total = 0;
        bool reaches(bool sure) const { return fits && (isSure || !sure); }
    };

    /// Layouts of which the ticks say the same. Without `forEveryTick` there is one shelf.
    struct Shelf
    {
        FastestLayouts fastest;
        ParetoFront front;
        void add(const Ranked& ranked);
    };

    TickedFacts factsOf(const Candidate& candidate) const;
    /// Of layouts whose upper end fits too; those whose upper end does not are on the next shelf.
    std::size_t shelfOf(const Candidate& candidate) const;
    bool isRuledOut(const Shelf& shelf, double leastSeconds, Bytes leastTotal) const;
    bool isLeftOut(const Candidate& candidate) const;
    Fitting countedAt(const Candidate& candidate);
    Fitting counted() const;
    void count(const Candidate& candidate, Bytes leastTotal, bool hasStages);

    const SearchSpace& m_space;
    Resolved m_plan; ///< set to one candidate after another
    const Machine& m_machine;
    Bytes m_mostTotal; ///< the largest total with which a layout fits
    const SearchConstraints& m_constraints;
    Candidate m_own;
    LayoutTicks m_beforeCounting; ///< those of the constraints that can be told by then
    std::deque<Shelf> m_shelves;
    std::vector<Unit> m_units;
    std::vector<FamilyBounds> m_bounds; ///< of each family that was visited
    std::int64_t m_counted = 0, m_fitting = 0, m_work = 0;
};

} // namespace highwater
