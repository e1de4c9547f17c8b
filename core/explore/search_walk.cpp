// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search_walk.h"

#include "core/answer/exact.h"
#include "core/answer/verdict.h"
#include "core/explore/layer_savings.h"
#include "core/time/step_time.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <ranges>

namespace highwater {

/// The ways to recompute some layers of a group, from none to nearly all, with their bounds.
class SearchWalk::Ladder
{
public:
    Ladder(SearchWalk& walk, const SearchSpace::Family& family, const LayoutGroup& group)
        : m_walk(walk)
        , m_kinds(family.recomputes)
        , m_bounds(1)
        , m_group(group)
    {
        at(0);
        for (const Recomputing& rung : rungsOf(*family.partial, longestPart(walk.m_plan)))
            m_rungs.push_back(rung);
        m_bounds.resize(m_rungs.size());
    }

    std::size_t last() const { return m_rungs.size() - 1; }
    GroupBounds& at(std::size_t rung)
    {
        if (!m_bounds[rung]) {
            m_walk.m_work += workOfTime(m_group.pipeline) + workOfMemory(m_group.pipeline);
            m_bounds[rung].emplace(m_walk.m_plan, m_walk.m_machine, m_group, m_rungs[rung],
                                   ActivationOffload::None);
        }
        return *m_bounds[rung];
    }

    /// Sets the saving that is combined with the rungs.
    void setSaving(const FamilyBounds& family, std::size_t index, const Saving& saving)
    {
        m_family = &family;
        m_index = index;
        m_saving = saving;
        m_counted.assign(m_rungs.size(), std::nullopt);
    }
    Candidate candidate(std::size_t rung) const
    {
        Candidate candidate{m_group, m_saving};
        candidate.saving.recomputing = m_rungs[rung];
        return candidate;
    }
    double leastSeconds(std::size_t rung) { return at(rung).seconds(m_family->savings[m_index]); }
    Bytes leastTotal(std::size_t rung) { return at(rung).total(*m_family, m_index); }
    const Fitting& counted(std::size_t rung)
    {
        if (!m_counted[rung])
            m_counted[rung] = m_walk.countedAt(candidate(rung));
        return *m_counted[rung];
    }

    /// The first rung from `least` on for which this holds; it holds for all rungs behind one. Null
    /// where it holds for none. `guess` is near it.
    template <class Holds>
    std::optional<std::size_t> leastRung(std::size_t least, std::size_t guess, Holds holds)
    {
        std::size_t from = least, to = last() + 1; // those before `from` fail, `to` holds
        for (const std::size_t near : {guess, guess > 0 ? guess - 1 : guess, guess + 1}) {
            if (near < from || near >= to)
                continue;
            if (holds(near))
                to = near;
            else
                from = near + 1;
        }
        const auto rungs = std::views::iota(from, to);
        const auto first = std::ranges::partition_point(rungs, std::not_fn(holds));
        const std::size_t found = first == rungs.end() ? to : *first;
        return found <= last() ? std::optional(found) : std::nullopt;
    }

    /// The rungs that save so many bytes: those of layers fall by about the same from rung to rung.
    std::size_t rungsFor(Bytes bytes)
    {
        const auto all
            = static_cast<double>(std::max<Bytes>(1, leastTotal(0) - leastTotal(last())));
        const double share = std::min(1.0, static_cast<double>(std::max<Bytes>(0, bytes)) / all);
        return static_cast<std::size_t>(std::ceil(share * static_cast<double>(last())));
    }

    /// The first rung that may leave room: with it the bound on the memory is within `most`.
    std::optional<std::size_t> firstRung(Bytes most)
    {
        const Bytes none = leastTotal(0), all = leastTotal(last());
        if (all > most)
            return std::nullopt;
        if (none <= most)
            return 0;
        return leastRung(1, rungsFor(none - most),
                         [&](std::size_t rung) { return leastTotal(rung) <= most; });
    }

    /// Whether all layouts are tried with this rung.
    bool isKind(std::size_t rung) const
    {
        return std::ranges::find(m_kinds, m_rungs[rung]) != m_kinds.end();
    }

private:
    SearchWalk& m_walk;
    const std::vector<Recomputing>& m_kinds;
    std::vector<Recomputing> m_rungs{{}}; ///< the first one is none
    std::vector<std::optional<GroupBounds>> m_bounds;
    LayoutGroup m_group;
    const FamilyBounds* m_family = nullptr;
    std::size_t m_index = 0;
    Saving m_saving;
    std::vector<std::optional<Fitting>> m_counted;
};

SearchWalk::SearchWalk(const SearchSpace& space, const Resolved& plan, const Machine& machine,
                       const SearchConstraints& constraints, std::size_t mostRanked)
    : m_space(space)
    , m_plan(plan)
    , m_machine(machine)
    , m_mostTotal(plan.capacity - constraints.leastFree)
    , m_constraints(constraints)
    , m_own(candidateOf(plan))
    , m_beforeCounting(constraints.ticks)
    , m_bounds(space.families().size())
{
    for (const LayoutTick tick : {LayoutTick::UpperEnd, LayoutTick::Days, LayoutTick::Price})
        m_beforeCounting.drop(tick);
    constexpr int shelvesForEveryTick = 16; // offload, pipeline, ZeRO, upper end
    for (int i = 0; i < (constraints.forEveryTick ? shelvesForEveryTick : 1); ++i)
        m_shelves.push_back({FastestLayouts(mostRanked, m_own), ParetoFront(m_own)});
}

void SearchWalk::Shelf::add(const Ranked& ranked)
{
    fastest.add(ranked);
    front.add(ranked);
}

/// What can be said before the memory is counted.
TickedFacts SearchWalk::factsOf(const Candidate& candidate) const
{
    const Saving& saving = candidate.saving;
    TickedFacts facts;
    facts.offloads = saving.optimizer != Offload::None || saving.parameters != Offload::None
        || saving.activations != ActivationOffload::None;
    facts.pipelines = candidate.group.pipeline > 1;
    facts.sameZero = saving.zero == m_own.saving.zero;
    return facts;
}

std::size_t SearchWalk::shelfOf(const Candidate& candidate) const
{
    if (!m_constraints.forEveryTick)
        return 0;
    const TickedFacts facts = factsOf(candidate);
    return 8 * std::size_t{facts.offloads} + 4 * std::size_t{facts.pipelines}
    + 2 * std::size_t{facts.sameZero};
}

std::vector<Ranked> SearchWalk::every() const
{
    std::vector<Ranked> all;
    for (const Shelf& shelf : m_shelves)
        for (const auto* list : {&shelf.fastest.list(), &shelf.front.list()})
            for (const Ranked& ranked : *list)
                if (list == &shelf.fastest.list()
                    || std::ranges::find(shelf.fastest.list(), ranked.candidate, &Ranked::candidate)
                        == shelf.fastest.list().end())
                    all.push_back(ranked);
    std::ranges::stable_sort(all, {}, &Ranked::seconds);
    return all;
}

bool SearchWalk::run(const SearchControl& control)
{
    if (!setUnits(control))
        return false;
    constexpr std::size_t between = 64; // units from one report to the next
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        if (i % between == 0) {
            if (isStopped(control))
                return false;
            if (control.progress)
                control.progress(static_cast<double>(i) / static_cast<double>(m_units.size()));
        }
        if (ended())
            break;
        const Unit& unit = m_units[i];
        if (unit.recomputing)
            visit(unit, *unit.recomputing);
        else
            visitLadder(unit);
    }
    return true;
}

/// Sorts the units by their bounds: the fastest layouts are then found first and rule out others.
bool SearchWalk::setUnits(const SearchControl& control)
{
    const auto& families = m_space.families();
    for (std::uint32_t i = 0; i < families.size(); ++i) {
        if (isStopped(control))
            return false;
        for (std::uint32_t j = 0; j < families[i].groups.size(); ++j) {
            const std::vector<Recomputing>& recomputes = families[i].recomputes;
            const auto seconds
                = leastSecondsOf(families[i].groups[j], recomputes, m_plan, m_machine);
            m_work += static_cast<std::int64_t>(seconds.size())
                * workOfTime(families[i].groups[j].pipeline);
            for (std::size_t k = 0; k < seconds.size(); ++k)
                m_units.push_back({seconds[k], seconds[k], i, j, recomputes[k]});
            // No faster than without recompute; visited where the layouts are known that might rule
            // it out.
            if (families[i].partial)
                m_units.push_back({seconds.front(), std::ranges::max(seconds), i, j, {}});
        }
    }
    std::ranges::stable_sort(m_units, {}, &Unit::order);
    return true;
}

bool SearchWalk::isRuledOut(const Shelf& shelf, double leastSeconds, Bytes leastTotal) const
{
    return leastTotal > m_mostTotal
        || (shelf.fastest.outranks(leastSeconds) && shelf.front.beats(leastSeconds, leastTotal));
}

/// By a tick that can be told before the memory is counted.
bool SearchWalk::isLeftOut(const Candidate& candidate) const
{
    return !m_constraints.forEveryTick && !keeps(m_beforeCounting, factsOf(candidate));
}

FamilyBounds& SearchWalk::boundsIn(const Unit& unit)
{
    const SearchSpace::Family& family = m_space.families()[unit.family];
    FamilyBounds& bounds = m_bounds[unit.family];
    if (bounds.savings.empty()) {
        bounds = boundsOf(family, m_plan, m_machine);
        m_work += static_cast<std::int64_t>(family.savings.size())
            * workOfTime(family.groups[unit.group].pipeline);
    }
    return bounds;
}

void SearchWalk::visit(const Unit& unit, const Recomputing& recomputing)
{
    const SearchSpace::Family& family = m_space.families()[unit.family];
    const LayoutGroup& group = family.groups[unit.group];
    const FamilyBounds& bounds = boundsIn(unit);
    for (const ActivationOffload activations : family.activationOffloads(recomputing)) {
        m_work += static_cast<std::int64_t>(family.savings.size());
        std::optional<GroupBounds> ofGroup; // made only if states alone do not rule the saving out
        for (std::size_t i = 0; i < family.savings.size(); ++i) {
            const FamilyBounds::OfSaving& saving = bounds.savings[i];
            Candidate candidate{group, family.savings[i]};
            candidate.saving.recomputing = recomputing;
            candidate.saving.activations = activations;
            if (isLeftOut(candidate))
                continue;
            const Shelf& shelf = m_shelves[shelfOf(candidate)];
            if (isRuledOut(shelf, unit.leastSeconds + saving.optimizerSeconds,
                           bounds.total(saving)))
                continue;
            if (!ofGroup) {
                m_work += workOfTime(group.pipeline) + workOfMemory(group.pipeline);
                ofGroup.emplace(m_plan, m_machine, group, recomputing, activations);
            }
            const double seconds = ofGroup->seconds(saving);
            if (isRuledOut(shelf, seconds, ofGroup->total(bounds, i)))
                continue;
            const Bytes total = ofGroup->closeTotal(bounds, i, candidate.saving);
            if (!isRuledOut(shelf, seconds, total))
                count(candidate, total, ofGroup->hasStages());
        }
    }
}

/// Of each saving that does not fit without recompute, counts the layout with as few recomputed
/// layers as are enough.
void SearchWalk::visitLadder(const Unit& unit)
{
    const SearchSpace::Family& family = m_space.families()[unit.family];
    const LayoutGroup& group = family.groups[unit.group];
    const FamilyBounds& bounds = boundsIn(unit);
    m_work += static_cast<std::int64_t>(family.savings.size());
    std::optional<Ladder> ladder;
    for (std::size_t i = 0; i < family.savings.size(); ++i) {
        const FamilyBounds::OfSaving& saving = bounds.savings[i];
        const Candidate candidate{group, family.savings[i]};
        if (isLeftOut(candidate))
            continue;
        const std::size_t at = shelfOf(candidate);
        const Shelf& shelf = m_shelves[at];
        // As few layers as are enough leave little room: one that is on the front is among the
        // fastest.
        if (bounds.total(saving) > m_mostTotal
            || shelf.fastest.outranks(unit.leastSeconds + saving.optimizerSeconds))
            continue;
        if (!ladder)
            ladder.emplace(*this, family, group);
        if (ladder->last() == 0) // a part of one layer
            return;
        ladder->setSaving(bounds, i, family.savings[i]);
        const auto first = ladder->firstRung(m_mostTotal);
        if (first && !shelf.fastest.outranks(ladder->leastSeconds(*first)))
            addLeast(*ladder, *first, at);
    }
}

/// Adds the first rung that fits, and where a tick may ask for it the first one whose upper end
/// fits too; `first`: those before it do not fit.
void SearchWalk::addLeast(Ladder& ladder, std::size_t first, std::size_t shelf)
{
    const bool every = m_constraints.forEveryTick;
    std::optional<std::size_t> added;
    ++m_counted;
    for (const bool sure : {false, true}) {
        if (!every && sure != m_constraints.ticks.upperEnd)
            continue;
        const std::size_t more = ladder.rungsFor(ladder.counted(first).total - m_mostTotal);
        const auto rung = ladder.leastRung(
            first, first + more, [&](std::size_t at) { return ladder.counted(at).reaches(sure); });
        if (!rung || *rung == 0 || rung == added)
            continue;
        added = rung;
        const Candidate candidate = ladder.candidate(*rung);
        if (ladder.isKind(*rung)) // it has a unit of its own
            continue;
        if (!setCandidate(m_plan, candidate).empty())
            continue;
        const double seconds = stepTime(m_plan, m_machine).seconds;
        const Fitting& found = ladder.counted(*rung);
        ++m_fitting;
        m_shelves[shelf + (every && !found.isSure ? 1 : 0)].add({candidate, seconds, found.total});
    }
}

/// Sets the plan to the candidate.
SearchWalk::Fitting SearchWalk::countedAt(const Candidate& candidate)
{
    m_work += workOfMemory(candidate.group.pipeline);
    if (!setCandidate(m_plan, candidate).empty())
        return {};
    return counted();
}

/// Of the candidate that the plan is set to.
SearchWalk::Fitting SearchWalk::counted() const
{
    const Totals totals = exactTotals(m_plan);
    const Bytes host = hostPerNode(m_plan, totals);
    const Judgement judged = judgementOf(totals, m_plan.capacity, host, m_plan.cluster.hostMemory);
    return {totals.total <= m_mostTotal && judged.fits(), judged.verdict == Verdict::Fits,
            totals.total};
}

/// `hasStages`: the plan has stages of the candidate's group. The time of offloaded activations,
/// and that of some recomputed layers, depends on the stages, but not on ZeRO, replicas or offload
/// of states.
void SearchWalk::count(const Candidate& candidate, Bytes leastTotal, bool hasStages)
{
    m_work += workOfTime(candidate.group.pipeline);
    if (!setRanks(m_plan, candidate).empty())
        return;
    const bool timedFirst = hasStages
        || (candidate.saving.activations == ActivationOffload::None
            && candidate.saving.recomputing.method == RecomputeMethod::All);
    double seconds = timedFirst ? stepTime(m_plan, m_machine).seconds : 0;
    const std::size_t shelf = shelfOf(candidate);
    if (timedFirst && isRuledOut(m_shelves[shelf], seconds, leastTotal))
        return;
    setStages(m_plan);
    if (!timedFirst)
        seconds = stepTime(m_plan, m_machine).seconds;
    ++m_counted;
    m_work += workOfMemory(candidate.group.pipeline);
    const Fitting found = counted();
    if (!found.fits
        || (!m_constraints.forEveryTick && m_constraints.ticks.upperEnd && !found.isSure))
        return;
    ++m_fitting;
    m_shelves[shelf + (m_constraints.forEveryTick && !found.isSure ? 1 : 0)].add(
        {candidate, seconds, found.total});
}

} // namespace highwater
