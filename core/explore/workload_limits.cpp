// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/workload_limits.h"

#include "core/ledger/plan_checks.h"
#include "core/ledger/server.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/largest.h"
#include "core/plan/numbers.h"
#include "core/time/generation.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

namespace highwater {
namespace {

std::int64_t mostOf(KeyPath key)
{
    return static_cast<std::int64_t>(keyOf(key).most);
}

/// The plan with other values of one key of its workload; knows the verdicts that it has given.
class Values
{
public:
    using Setter = void (*)(Resolved& moving, const Resolved& plan, std::int64_t value);

    Values(const Resolved& plan, std::int64_t own, Setter set)
        : m_plan(plan)
        , m_moving(plan)
        , m_at(own)
        , m_own(own)
        , m_set(set)
    { }

    std::int64_t own() const { return m_own; }

    const Resolved& at(std::int64_t value)
    {
        if (value != m_at)
            m_set(m_moving, m_plan, value);
        m_at = value;
        return m_moving;
    }

    Fit fitAt(std::int64_t value)
    {
        if (const auto known = m_known.find(value); known != m_known.end())
            return known->second;
        return m_known[value] = fitOf(at(value));
    }
    bool fits(std::int64_t value) { return fitAt(value) != Fit::No; }
    bool runs(std::int64_t value, const RunCheck& check)
    {
        return check.takes(at(value)) && check.allows(fitAt(value));
    }

    /// The verdict on the plan as it is.
    void know(Fit own) { m_known[m_own] = own; }

    /// The last value that fits before one that does not, between one that fits and one that does
    /// not.
    std::int64_t edgeBetween(std::int64_t fitting, std::int64_t beyond)
    {
        return fitting + largest(beyond - 1 - fitting, [&](std::int64_t more) {
                   return fits(fitting + more);
               });
    }

    /// The largest of the values tried so far that runs and is a multiple of the unit.
    std::int64_t largestKnown(std::int64_t unit, const RunCheck& check)
    {
        for (auto known = m_known.rbegin(); known != m_known.rend(); ++known)
            if (known->first % unit == 0 && check.allows(known->second)
                && check.takes(at(known->first)))
                return known->first;
        return 0;
    }

    /// The least of the values tried so far that does not fit; 0 where there is none below `end`.
    std::int64_t gapBelow(std::int64_t end) const
    {
        const auto gap
            = std::ranges::find(m_known, Fit::No, &std::pair<const std::int64_t, Fit>::second);
        return gap != m_known.end() && gap->first < end ? gap->first : 0;
    }

private:
    const Resolved& m_plan;
    Resolved m_moving;
    std::int64_t m_at; ///< the value that it has
    std::int64_t m_own;
    Setter m_set;
    std::map<std::int64_t, Fit> m_known;
};

Values contextValues(const Resolved& plan)
{
    return {plan, plan.workload.context,
            [](Resolved& moving, const Resolved& own, std::int64_t context) {
                setWorkload(moving, context, own.workload.microBatch);
            }};
}

Values microBatchValues(const Resolved& plan)
{
    return {plan, plan.workload.microBatch,
            [](Resolved& moving, const Resolved& own, std::int64_t sequences) {
                setWorkload(moving, own.workload.context, sequences);
            }};
}

/// The last of some values above `edge` that fits again, and the edge behind it; else `edge`.
std::int64_t edgeBeyond(Values& values, std::int64_t edge, std::int64_t most)
{
    constexpr std::int64_t looks = 16;
    std::vector<std::int64_t> tried;
    for (std::int64_t i = 1; i < looks; ++i)
        tried.push_back(edge + (most - edge) * i / looks);
    tried.push_back(values.own());
    std::ranges::sort(tried, std::greater());
    std::int64_t beyond = most + 1;
    for (const std::int64_t value : tried) {
        if (value <= edge || value >= beyond)
            continue;
        if (values.fits(value))
            return values.edgeBetween(value, beyond);
        beyond = value;
    }
    return edge;
}

std::int64_t contextEdge(const Resolved& plan, Values& contexts)
{
    const std::int64_t most = mostOf("workload.context");
    const std::int64_t edge
        = largest(most, [&](std::int64_t context) { return contexts.fits(context); });
    if (!plan.replays || edge == most)
        return edge;
    const std::int64_t byTensors = largest(
        most, [&](std::int64_t context) { return fitsByTensors(contexts.at(context)) != false; });
    return edgeBeyond(contexts, edge, byTensors);
}

/// Kernels work on blocks of 64 or 128 tokens; a round number costs a thirty-second of the length
/// at most.
std::int64_t roundness(std::int64_t context)
{
    constexpr std::int64_t block = 128, part = 32;
    return context < part
        ? 1
        : std::min(
            block,
            static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(context / part))));
}

/// Larger micro-batches are fewer, of which a pipeline's stage keeps fewer at a time: totals
/// grow with the micro-batch only while the number of micro-batches stays. For example, 32
/// sequences in one micro-batch may fit where 31 with a second one do not.
std::int64_t edgeOfPasses(const Resolved& plan, Values& values)
{
    const auto accepts = [&](std::int64_t sequences) { return values.fits(sequences); };
    const std::int64_t rank = shareOf(plan.workload.globalBatch.value_or(1), plan.dataParallel);
    // From this many micro-batches on, a stage keeps no more of them at a time (scheduleOf()).
    const std::int64_t enough = 3 * plan.layout.pipeline;
    std::int64_t most = mostOf("workload.micro_batch");
    for (std::int64_t count = 1; count <= enough && most > 0; ++count) {
        const std::int64_t least = std::min(most, shareOf(rank, count));
        if (accepts(least))
            return values.edgeBetween(least, most + 1);
        most = least - 1;
    }
    return most > 0 ? largest(most, accepts) : 0;
}

std::int64_t microBatchEdge(const Resolved& plan, Values& values)
{
    if (isGeneration(plan)) {
        const std::int64_t most = mostOf("workload.micro_batch");
        return largest(std::min(most, sequenceLimit(plan).value_or(most)),
                       [&](std::int64_t sequences) { return values.fits(sequences); });
    }
    const std::int64_t edge = edgeOfPasses(plan, values);
    const std::int64_t own = values.own();
    if (own <= edge || !values.fits(own))
        return edge;
    // Its replay keeps less idle than that of a smaller one: larger ones may fit too.
    const std::int64_t most = mostOf("workload.micro_batch");
    std::int64_t fitting = own, beyond = own + 1;
    for (std::int64_t step = 1; beyond <= most && values.fits(beyond); step *= 2) {
        fitting = beyond;
        beyond += step;
    }
    return values.edgeBetween(fitting, std::min(beyond, most + 1));
}

/// The largest micro-batch up to `edge` that runs.
std::int64_t runningMicroBatch(const Resolved& plan, Values& values, std::int64_t edge,
                               const RunCheck& check)
{
    const auto runs = [&](std::int64_t sequences) { return values.runs(sequences, check); };
    const std::int64_t batch = plan.workload.globalBatch.value_or(0);
    if (batch == 0 || batch % plan.dataParallel != 0)
        return edge > 0 ? largest(edge, runs) : 0;
    const std::int64_t rank = batch / plan.dataParallel;
    for (std::int64_t sequences = std::min(edge, rank); sequences > 0; --sequences)
        if (rank % sequences == 0 && runs(sequences))
            return sequences;
    return 0;
}

/// The longest context up to `edge` that runs, a round one where there is one.
std::int64_t runningContext(const Resolved& plan, Values& contexts, std::int64_t edge,
                            const RunCheck& check)
{
    const std::int64_t whole = contextUnit(plan);
    for (const std::int64_t unit : {std::lcm(roundness(edge), whole), whole}) {
        if (unit > edge)
            continue;
        const std::int64_t found = unit * largest(edge / unit, [&](std::int64_t times) {
                                       return contexts.runs(times * unit, check);
                                   });
        if (const std::int64_t most = std::max(found, contexts.largestKnown(unit, check)); most > 0)
            return most;
    }
    return 0;
}

/// The limit of the values of one key, all but its gap: `edgeOf` finds the last value that fits,
/// `runningOf` the last up to it that runs.
WorkloadLimit limitOf(const Resolved& plan, const Judgement& present, Values& values, auto edgeOf,
                      auto runningOf)
{
    const RunCheck check(plan, present);
    values.know(fitOf(present));
    WorkloadLimit limit;
    limit.fits = edgeOf(plan, values);
    limit.runs = runningOf(plan, values, limit.fits, check);
    if (present.fits() && values.own() <= limit.fits)
        limit.runs = std::max(limit.runs, values.own());
    return limit;
}

} // namespace

std::int64_t longestFittingContext(const Resolved& plan)
{
    Values contexts = contextValues(plan);
    return contextEdge(plan, contexts);
}

WorkloadLimit longestContexts(const Resolved& plan, const Judgement& present)
{
    Values contexts = contextValues(plan);
    WorkloadLimit limit = limitOf(plan, present, contexts, contextEdge, runningContext);
    limit.gap = contexts.gapBelow(limit.fits);
    return limit;
}

WorkloadLimit largestMicroBatches(const Resolved& plan, const Judgement& present)
{
    Values values = microBatchValues(plan);
    WorkloadLimit limit = limitOf(plan, present, values, microBatchEdge, runningMicroBatch);
    limit.gap = values.gapBelow(limit.runs);
    return limit;
}

} // namespace highwater
