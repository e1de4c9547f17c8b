// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search_bounds.h"

#include "core/answer/exact.h"
#include "core/ledger/framework.h"
#include "core/time/step_time.h"

#include <algorithm>

namespace highwater {

using bounded::plus;

namespace {

/// Allows for rounding: a sum of the same seconds in another order may be slightly less.
constexpr double rounding = 1 - 1e-9;

template <class Of> auto atBothEnds(const Resolved& plan, Of of)
{
    return AtBothEnds<decltype(of(plan.stages.front()))>{of(plan.stages.front()),
                                                         of(plan.stages.back())};
}

/// The states that stay on the GPU. An offloaded optimizer takes the gradients with it.
StateBytes withoutOffloaded(StateBytes states, const Saving& saving)
{
    if (saving.parameters != Offload::None)
        states.parameters = 0;
    if (saving.optimizer != Offload::None)
        states.optimizer = states.gradients = states.keptGradients = 0;
    return states;
}

/// The seconds of a pipeline's passes in a plan without ZeRO and without offload of states.
double passSeconds(Resolved& plan, const Machine& machine)
{
    // DeepSpeed's engine adds gradients up in 16 bits, plain data parallelism perhaps in 32. The
    // bound takes 16.
    if (plan.profile->sharding == Sharding::Buckets)
        plan.choices.gradients = Gradients::Bf16;
    const StepTime step = stepTime(plan, machine);
    return rounding
        * (step.seconds - step[TimePart::Gradients] - step[TimePart::NewWeights]
           - step[TimePart::Optimizer] - step[TimePart::Orthogonal]);
}

/// The seconds of the optimizer in every group of a family, by one of them. What a host hides
/// follows from the passes of each group, and what columns on the GPU take from its micro-batches.
double optimizerBound(const Resolved& plan, const Machine& machine)
{
    const StepTime step = stepTime(plan, machine);
    return step.hidden > 0 ? step[TrafficKind::OptimizerOffload].seconds
                           : step[TimePart::Optimizer] - step.ofColumns;
}

} // namespace

FamilyBounds boundsOf(const SearchSpace::Family& family, Resolved& plan, const Machine& machine)
{
    FamilyBounds bounds;
    const Saving* last = nullptr;
    AtBothEnds<StateBytes> states{};
    for (const Saving& saving : family.savings) {
        const bool known = last && last->zero == saving.zero && last->replicate == saving.replicate;
        last = &saving;
        const Saving onGpu{.zero = saving.zero, .replicate = saving.replicate};
        if (!known && setCandidate(plan, {family.groups.front(), onGpu}).empty()) {
            states
                = atBothEnds(plan, [&](const Stage& stage) { return stateBytesOf(plan, stage); });
            bounds.outside = outsideBytes(plan);
        }
        FamilyBounds::OfSaving& one = bounds.savings.emplace_back();
        one.states = {withoutOffloaded(states[0], saving), withoutOffloaded(states[1], saving)};
        if (setRanks(plan, {family.groups.front(), saving}).empty())
            one.optimizerSeconds = rounding * optimizerBound(plan, machine);
    }
    return bounds;
}

GroupBounds::GroupBounds(Resolved& plan, const Machine& machine, const LayoutGroup& group,
                         const Recomputing& recomputing, ActivationOffload activations)
    : m_plan(plan)
    , m_candidate{group, {.recomputing = recomputing, .activations = activations}}
{
    if (!setCandidate(plan, m_candidate).empty())
        return;
    m_activations
        = atBothEnds(plan, [](const Stage& stage) { return tokenBytesOf(stage).activations; });
    m_seconds = passSeconds(plan, machine);
    m_hasStages = true;
}

double GroupBounds::seconds(const FamilyBounds::OfSaving& saving) const
{
    return m_seconds + saving.optimizerSeconds;
}

Bytes GroupBounds::total(const FamilyBounds& family, std::size_t saving) const
{
    return totalOf(family, saving, m_activations);
}

Bytes GroupBounds::closeTotal(const FamilyBounds& family, std::size_t index, const Saving& saving)
{
    const bool offloads = saving.parameters != Offload::None;
    auto& working = m_working[static_cast<std::size_t>(2 * saving.zero + (offloads ? 1 : 0))];
    if (!working) {
        Candidate candidate = m_candidate;
        candidate.saving.zero = saving.zero;
        candidate.saving.parameters = saving.parameters;
        working = m_activations;
        if (setCandidate(m_plan, candidate).empty())
            working = atBothEnds(m_plan,
                                 [](const Stage& stage) { return tokenBytesOf(stage).working; });
    }
    return totalOf(family, index, *working);
}

Bytes GroupBounds::totalOf(const FamilyBounds& family, std::size_t saving,
                           const AtBothEnds<Bytes>& tokens) const
{
    const AtBothEnds<StateBytes>& states = family.savings[saving].states;
    const Bytes allocated
        = std::max(leastAllocated(states[0], tokens[0]), leastAllocated(states[1], tokens[1]));
    return plus(plus(allocated, family.outside), idleWithoutReplay(m_plan, allocated));
}

std::vector<double> leastSecondsOf(const LayoutGroup& group,
                                   const std::vector<Recomputing>& recomputes, Resolved& plan,
                                   const Machine& machine)
{
    std::vector<double> bounds(recomputes.size());
    for (std::size_t i = 0; i < recomputes.size(); ++i) {
        const auto all
            = [&](std::size_t at) { return recomputes[at].method == RecomputeMethod::All; };
        const Candidate candidate{group, {.recomputing = recomputes[i]}};
        // Of all layers alike, nothing that a time reads follows from recomputation but its kind;
        // the time of some layers depends on the stages.
        if (i > 0 && all(i - 1) && all(i))
            plan.choices.recompute = recomputes[i].recompute;
        else if (!(all(i) ? setRanks(plan, candidate) : setCandidate(plan, candidate)).empty())
            continue;
        bounds[i] = passSeconds(plan, machine);
    }
    return bounds;
}

} // namespace highwater
