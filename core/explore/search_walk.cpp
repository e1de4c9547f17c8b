// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search_walk.h"

#include "core/answer/exact.h"
#include "core/answer/verdict.h"
#include "core/time/step_time.h"

#include <algorithm>
#include <optional>

namespace highwater {

SearchWalk::SearchWalk(const SearchSpace& space, const Resolved& plan, const Machine& machine,
                       const SearchConstraints& constraints, std::size_t mostRanked)
    : m_space(space)
    , m_plan(plan)
    , m_machine(machine)
    , m_mostTotal(plan.capacity - constraints.leastFree)
    , m_constraints(constraints)
    , m_own(candidateOf(plan))
    , m_bounds(space.families().size())
{
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
        visit(m_units[i]);
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
            const std::vector<Recompute>& recomputes = families[i].recomputes;
            const auto seconds
                = leastSecondsOf(families[i].groups[j], recomputes, m_plan, m_machine);
            m_work += static_cast<std::int64_t>(seconds.size())
                * workOfTime(families[i].groups[j].pipeline);
            for (std::size_t k = 0; k < seconds.size(); ++k)
                m_units.push_back({seconds[k], i, j, recomputes[k]});
        }
    }
    std::ranges::stable_sort(m_units, {}, &Unit::leastSeconds);
    return true;
}

bool SearchWalk::isRuledOut(const Shelf& shelf, double leastSeconds, Bytes leastTotal) const
{
    return leastTotal > m_mostTotal
        || (shelf.fastest.outranks(leastSeconds) && shelf.front.beats(leastSeconds, leastTotal));
}

void SearchWalk::visit(const Unit& unit)
{
    const SearchSpace::Family& family = m_space.families()[unit.family];
    const LayoutGroup& group = family.groups[unit.group];
    FamilyBounds& bounds = m_bounds[unit.family];
    const auto savings = static_cast<std::int64_t>(family.savings.size());
    if (bounds.savings.empty()) {
        bounds = boundsOf(family, m_plan, m_machine);
        m_work += savings * workOfTime(group.pipeline);
    }
    LayoutTicks beforeCounting = m_constraints.ticks;
    for (const LayoutTick tick : {LayoutTick::UpperEnd, LayoutTick::Days, LayoutTick::Price})
        beforeCounting.drop(tick);
    for (const ActivationOffload activations : family.activationOffloads(unit.recompute)) {
        m_work += savings;
        std::optional<GroupBounds> ofGroup; // made only if states alone do not rule the saving out
        for (std::size_t i = 0; i < family.savings.size(); ++i) {
            const FamilyBounds::OfSaving& saving = bounds.savings[i];
            Candidate candidate{group, family.savings[i]};
            candidate.saving.recompute = unit.recompute;
            candidate.saving.activations = activations;
            if (!m_constraints.forEveryTick && !keeps(beforeCounting, factsOf(candidate)))
                continue;
            const Shelf& shelf = m_shelves[shelfOf(candidate)];
            if (isRuledOut(shelf, unit.leastSeconds + saving.optimizerSeconds,
                           bounds.total(saving)))
                continue;
            if (!ofGroup) {
                m_work += workOfTime(group.pipeline) + workOfMemory(group.pipeline);
                ofGroup.emplace(m_plan, m_machine, group, unit.recompute, activations);
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

/// `hasStages`: the plan has stages of the candidate's group. The time of offloaded activations
/// depends on the stages, but not on ZeRO, replicas or offload of states.
void SearchWalk::count(const Candidate& candidate, Bytes leastTotal, bool hasStages)
{
    m_work += workOfTime(candidate.group.pipeline);
    if (!setRanks(m_plan, candidate).empty())
        return;
    const bool timedFirst = hasStages || candidate.saving.activations == ActivationOffload::None;
    double seconds = timedFirst ? stepTime(m_plan, m_machine).seconds : 0;
    const std::size_t shelf = shelfOf(candidate);
    if (timedFirst && isRuledOut(m_shelves[shelf], seconds, leastTotal))
        return;
    setStages(m_plan);
    if (!timedFirst)
        seconds = stepTime(m_plan, m_machine).seconds;
    ++m_counted;
    m_work += workOfMemory(candidate.group.pipeline);
    const Totals totals = exactTotals(m_plan);
    const Bytes host = hostPerNode(m_plan, totals);
    const Judgement judged = judgementOf(totals, m_plan.capacity, host, m_plan.cluster.hostMemory);
    if (totals.total > m_mostTotal || !judged.fits())
        return;
    const bool isSure = judged.verdict == Verdict::Fits;
    if (!m_constraints.forEveryTick && m_constraints.ticks.upperEnd && !isSure)
        return;
    ++m_fitting;
    m_shelves[shelf + (m_constraints.forEveryTick && !isSure ? 1 : 0)].add(
        {candidate, seconds, totals.total});
}

} // namespace highwater
