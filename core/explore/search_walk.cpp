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
    , m_fastest(mostRanked, candidateOf(plan))
    , m_front(candidateOf(plan))
    , m_bounds(space.families().size())
{ }

bool SearchWalk::run(const SearchControl& control)
{
    if (!setUnits(control))
        return false;
    constexpr std::size_t between = 64; // units from one report to the next
    for (std::size_t i = 0; i < m_units.size(); ++i) {
        if (i % between == 0) {
            if (control.stop.stop_requested())
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
        if (control.stop.stop_requested())
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

bool SearchWalk::isRuledOut(double leastSeconds, Bytes leastTotal) const
{
    return leastTotal > m_mostTotal
        || (m_fastest.outranks(leastSeconds) && m_front.beats(leastSeconds, leastTotal));
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
    for (const ActivationOffload activations : family.activationOffloads(unit.recompute)) {
        m_work += savings;
        std::optional<GroupBounds> ofGroup; // made only if states alone do not rule the saving out
        for (std::size_t i = 0; i < family.savings.size(); ++i) {
            const FamilyBounds::OfSaving& saving = bounds.savings[i];
            if (isRuledOut(unit.leastSeconds + saving.optimizerSeconds, bounds.total(saving)))
                continue;
            if (!ofGroup) {
                m_work += workOfTime(group.pipeline) + workOfMemory(group.pipeline);
                ofGroup.emplace(m_plan, m_machine, group, unit.recompute, activations);
            }
            const double seconds = ofGroup->seconds(saving);
            if (isRuledOut(seconds, ofGroup->total(bounds, i)))
                continue;
            Candidate candidate{group, family.savings[i]};
            candidate.saving.recompute = unit.recompute;
            candidate.saving.activations = activations;
            const Bytes total = ofGroup->closeTotal(bounds, i, candidate.saving);
            if (!isRuledOut(seconds, total))
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
    if (timedFirst && isRuledOut(seconds, leastTotal))
        return;
    setStages(m_plan);
    if (!timedFirst)
        seconds = stepTime(m_plan, m_machine).seconds;
    ++m_counted;
    m_work += workOfMemory(candidate.group.pipeline);
    const Totals totals = exactTotals(m_plan);
    const Bytes host = hostPerNode(m_plan, totals);
    if (totals.total > m_mostTotal
        || !judgementOf(totals, m_plan.capacity, host, m_plan.cluster.hostMemory).fits())
        return;
    ++m_fitting;
    m_fastest.add({candidate, seconds, totals.total});
    m_front.add({candidate, seconds, totals.total});
}

} // namespace highwater
