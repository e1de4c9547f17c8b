// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search_walk.h"

#include "core/answer/exact.h"
#include "core/answer/verdict.h"

#include <algorithm>

namespace highwater {

using bounded::plus;

namespace {

/// Without what an offload takes off the GPU: gradients go with the optimizer.
StateBytes offloaded(StateBytes states, const Saving& saving)
{
    if (saving.parameters != Offload::None)
        states.parameters = 0;
    if (saving.optimizer != Offload::None)
        states.optimizer = states.gradients = states.keptGradients = 0;
    return states;
}

template <class Of> auto atEnds(const Resolved& plan, Of of)
{
    return std::array{of(plan.stages.front()), of(plan.stages.back())};
}

} // namespace

SearchWalk::SearchWalk(const SearchSpace& space, const Resolved& plan, const Machine& machine,
                       const SearchConstraints& constraints, std::size_t mostRanked)
    : m_space(space)
    , m_plan(plan)
    , m_machine(machine)
    , m_mostTotal(plan.capacity - constraints.leastFree)
    , m_fastest(mostRanked, candidateOf(plan))
    , m_front(candidateOf(plan))
    , m_least(space.families().size())
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
        visit(m_units[i]);
    }
    return true;
}

/// Units in the order of their bounds: the fastest layouts are found first, and rule out others.
bool SearchWalk::setUnits(const SearchControl& control)
{
    const auto& families = m_space.families();
    for (std::uint32_t i = 0; i < families.size(); ++i) {
        if (control.stop.stop_requested())
            return false;
        for (std::uint32_t j = 0; j < families[i].groups.size(); ++j)
            for (const Recompute recompute : m_space.recomputes())
                m_units.push_back(
                    {leastSeconds(families[i].groups[j], recompute), i, j, recompute});
    }
    std::ranges::stable_sort(m_units, {}, &Unit::leastSeconds);
    return true;
}

/// A step with no more than the passes of a pipeline: ZeRO, replicas and offload add to them, and
/// so do the reduction of gradients and the optimizer.
double SearchWalk::leastSeconds(const LayoutGroup& group, Recompute recompute)
{
    if (!setRanks(m_plan, Candidate{group, {.recompute = recompute}}).empty())
        return 0;
    // DeepSpeed's engine adds gradients up in 16 bits where plain data parallelism takes 32.
    if (m_plan.profile->sharding == Sharding::Buckets)
        m_plan.choices.gradients = Gradients::Bf16;
    const StepTime step = stepTime(m_plan, m_machine);
    constexpr double rounding = 1 - 1e-9; // of sums in another order
    return rounding
        * (step.seconds - step[TimePart::Gradients] - step[TimePart::NewWeights]
           - step[TimePart::Optimizer]);
}

const SearchWalk::Least& SearchWalk::leastOf(std::uint32_t family)
{
    Least& least = m_least[family];
    if (!least.states.empty())
        return least;
    const auto& [groups, savings] = m_space.families()[family];
    const Saving* last = nullptr;
    for (const Saving& saving : savings) {
        const bool same = last && last->zero == saving.zero && last->replicate == saving.replicate;
        last = &saving;
        if (same) {
            least.states.push_back(least.states.back());
            continue;
        }
        const Saving onGpu{.zero = saving.zero, .replicate = saving.replicate};
        if (!setCandidate(m_plan, {groups.front(), onGpu}).empty()) {
            least.states.emplace_back();
            continue;
        }
        least.states.push_back(
            atEnds(m_plan, [&](const Stage& stage) { return stateBytesOf(m_plan, stage); }));
        least.outside = outsideBytes(m_plan);
    }
    return least;
}

void SearchWalk::visit(const Unit& unit)
{
    const auto& [groups, savings] = m_space.families()[unit.family];
    const LayoutGroup& group = groups[unit.group];
    const Least& least = leastOf(unit.family);
    for (const ActivationOffload activations : m_space.activationOffloads()) {
        Candidate candidate{group, {.recompute = unit.recompute, .activations = activations}};
        if (!setCandidate(m_plan, candidate).empty())
            continue;
        const auto kept = atEnds(m_plan, activationBytesOf);
        for (std::size_t i = 0; i < savings.size(); ++i) {
            Bytes allocated = 0;
            for (std::size_t end = 0; end < ends; ++end)
                allocated = std::max(
                    allocated,
                    leastAllocated(offloaded(least.states[i][end], savings[i]), kept[end]));
            const Bytes total
                = plus(plus(allocated, least.outside), idleWithoutReplay(m_plan, allocated));
            if (total > m_mostTotal
                || (m_fastest.outranks(unit.leastSeconds)
                    && m_front.beats(unit.leastSeconds, total)))
                continue;
            candidate.saving = savings[i];
            candidate.saving.recompute = unit.recompute;
            candidate.saving.activations = activations;
            count(candidate, total);
        }
    }
}

void SearchWalk::count(const Candidate& candidate, Bytes leastTotal)
{
    if (!setRanks(m_plan, candidate).empty())
        return;
    // Where activations are offloaded, the time follows from the stages.
    const bool timedFirst = candidate.saving.activations == ActivationOffload::None;
    double seconds = timedFirst ? stepTime(m_plan, m_machine).seconds : 0;
    if (timedFirst && m_fastest.outranks(seconds) && m_front.beats(seconds, leastTotal))
        return;
    setStages(m_plan);
    if (!timedFirst)
        seconds = stepTime(m_plan, m_machine).seconds;
    ++m_counted;
    const Totals totals = exactTotals(m_plan);
    const Bytes host = perNode(m_plan, totals.host);
    if (totals.total > m_mostTotal
        || !judgementOf(totals, m_plan.capacity, host, m_plan.cluster.hostMemory).fits())
        return;
    ++m_fitting;
    m_fastest.add({candidate, seconds, totals.total});
    m_front.add({candidate, seconds, totals.total});
}

} // namespace highwater
