// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/solve.h"

#include "core/answer/replay.h"
#include "core/answer/serving.h"
#include "core/explore/fits.h"
#include "core/explore/largest_model.h"
#include "core/job/roles.h"
#include "core/ledger/server.h"
#include "core/methods/method.h"
#include "core/plan/largest.h"
#include "core/plan/numbers.h"
#include "core/time/generation.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

namespace highwater {
namespace {

std::int64_t mostOf(KeyPath key)
{
    return static_cast<std::int64_t>(keyOf(key).most);
}

/// A value of the key that is solved for, and the plan's totals with this value.
struct Fitting
{
    std::int64_t value = 0;
    Totals totals;
};

/// Tries a plan on other numbers of GPUs.
class GpuScan
{
public:
    /// `present`: the verdict on the plan's own number, where it is known.
    GpuScan(const Plan& plan, const Catalog& catalog, const Resolved& resolved,
            std::optional<Judgement> present)
        : m_plan(plan)
        , m_catalog(catalog)
        , m_resolved(resolved)
        , m_present(present)
    { }

    /// Looks at counts that a cluster can have and that leave no GPU idle: the plan's own; parts of
    /// a node that divide the node; whole nodes. Where a copy of the model takes neither a divisor
    /// of a node nor whole nodes, such as 12 GPUs in nodes of 8, all numbers of copies count.
    std::optional<GpusThatFit> fewest();

    /// The fewest GPUs, below `gpus` and above the number that is tried before it, on which the
    /// plan fits although they do not divide a node or fill whole nodes; 0: none.
    std::int64_t fewerWithIdle(std::int64_t gpus);

private:
    std::optional<GpusThatFit> on(std::int64_t gpus);
    std::optional<GpusThatFit> fewestServingRanks();
    std::optional<Judgement> judgedToFit(const Resolved& plan);
    std::optional<GpusThatFit> fewestOfMany(std::int64_t stride, std::int64_t last);
    std::optional<GpusThatFit> byHalves(std::int64_t unit, std::int64_t low, GpusThatFit high);

    const Plan& m_plan;
    const Catalog& m_catalog;
    const Resolved& m_resolved;
    std::optional<Judgement> m_present;
    int m_replays = 0;
};

std::optional<Judgement> GpuScan::judgedToFit(const Resolved& plan)
{
    if (plan.replays) {
        const auto known = fitsByTensors(plan);
        if (known == false)
            return std::nullopt;
        m_replays += known ? 0 : 1;
    }
    const auto judged = judge(plan);
    return judged && judged->fits() ? std::optional(*judged) : std::nullopt;
}

std::optional<GpusThatFit> GpuScan::on(std::int64_t gpus)
{
    const Layout& layout = m_plan.layout;
    if (gpus % bounded::times(bounded::times(layout.tensor, layout.pipeline), layout.context) != 0)
        return std::nullopt;
    std::optional<Judgement> judged;
    if (gpus == m_plan.cluster.gpus) {
        if (!m_present)
            judged = judgedToFit(m_resolved);
        else if (m_present->fits())
            judged = m_present;
    } else {
        Plan changed = m_plan;
        changed.cluster.gpus = gpus;
        const auto resolved = preparedLike(m_resolved, changed, m_catalog);
        if (resolved)
            judged = judgedToFit(*resolved);
    }
    return judged ? std::optional(GpusThatFit{gpus, *judged}) : std::nullopt;
}

/// More GPUs of a server hold less each only if they share the model (servedOn()).
std::optional<GpusThatFit> GpuScan::fewestServingRanks()
{
    const Shape& shape = m_resolved.shape;
    const bool byLayers = splitsByLayers(m_plan.inference.server);
    const std::int64_t most
        = std::min(byLayers ? shape.layers : shape.heads, mostOf("cluster.gpus"));
    for (std::int64_t gpus = 1; gpus <= most; ++gpus) {
        if (!byLayers && shape.heads % gpus != 0)
            continue;
        const auto resolved = preparedLike(m_resolved, servedOn(m_plan, gpus), m_catalog);
        if (!resolved)
            continue;
        if (auto judged = judgedToFit(*resolved))
            return GpusThatFit{gpus, *judged};
    }
    return std::nullopt;
}

/// The fewest units from `low`, which are too few, to `high`, which are enough.
std::optional<GpusThatFit> GpuScan::byHalves(std::int64_t unit, std::int64_t low, GpusThatFit high)
{
    std::int64_t most = high.gpus / unit;
    while (most - low > 1) {
        const std::int64_t middle = low + (most - low) / 2;
        if (auto found = on(middle * unit)) {
            high = *found;
            most = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

/// Tries every multiple of the stride. Totals fall ever more slowly with the number of GPUs: above
/// many GPUs, or after many replays of the allocator, the scan goes in steps of a sixteenth and
/// bisects the last step.
std::optional<GpusThatFit> GpuScan::fewestOfMany(std::int64_t stride, std::int64_t last)
{
    constexpr int patience = 32;
    constexpr std::int64_t many = 512;
    constexpr std::int64_t part = 16;
    std::int64_t before = 0;
    for (std::int64_t count = 1; count <= last / stride;) {
        if (auto found = on(count * stride))
            return byHalves(stride, before, *found);
        before = count;
        const std::int64_t step
            = m_replays < patience && count < many ? 1 : std::max<std::int64_t>(1, count / part);
        count = count < last / stride ? std::min(count + step, last / stride) : count + 1;
    }
    return std::nullopt;
}

std::optional<GpusThatFit> GpuScan::fewest()
{
    if (m_resolved.serves())
        return fewestServingRanks();
    const Layout& layout = m_plan.layout;
    const std::int64_t ranks
        = bounded::times(bounded::times(layout.tensor, layout.pipeline), layout.context);
    const std::int64_t node = m_plan.cluster.gpusPerNode;
    const std::int64_t most = mostOf("cluster.gpus");
    const bool fillsNodes = node % ranks == 0 || ranks % node == 0;
    for (std::int64_t gpus = 1; fillsNodes && gpus < node; ++gpus)
        if (node % gpus == 0)
            if (auto found = on(gpus))
                return found;
    // More GPUs make no share larger: where the largest count that replicas and experts divide is
    // not enough, no count is.
    const std::int64_t step = bounded::times(bounded::times(ranks, layout.replicate),
                                             bounded::times(layout.expert, layout.expertTensor));
    auto own = on(m_plan.cluster.gpus);
    if (!own && (most < step || !on(most / step * step)))
        return std::nullopt;
    const std::int64_t stride = fillsNodes ? node : ranks;
    const std::int64_t scanned = std::min(own ? own->gpus : most, 8192 * stride);
    if (auto found = fewestOfMany(stride, scanned))
        return found;
    if (own)
        return own;
    // Beyond the scan, totals fall so slowly that bisection finds the fewest.
    const std::int64_t wide = std::lcm(stride, step);
    const std::int64_t low = scanned / wide, high = most / wide;
    auto found = high > low ? on(high * wide) : std::nullopt;
    return found ? byHalves(wide, low, *found) : on(most / step * step);
}

std::int64_t GpuScan::fewerWithIdle(std::int64_t gpus)
{
    const std::int64_t node = m_plan.cluster.gpusPerNode;
    if (m_resolved.serves() || (gpus > node && gpus % node != 0))
        return 0;
    for (std::int64_t fewer = gpus > node ? gpus - node + 1 : gpus / 2 + 1; fewer < gpus; ++fewer)
        if (on(fewer))
            return fewer;
    return 0;
}

/// Finds the largest micro-batch that fits. A larger one makes fewer micro-batches, of which a
/// pipeline's stage keeps fewer at a time: totals grow with the micro-batch only while the number
/// of micro-batches stays. For example, 32 sequences in one micro-batch may fit where 31 with a
/// second one do not.
std::int64_t largestMicroBatch(const Resolved& plan)
{
    if (isGeneration(plan))
        return mostSequences(plan);
    Resolved moving = plan;
    const auto accepts = [&](std::int64_t sequences) {
        setWorkload(moving, plan.workload.context, sequences);
        return fits(moving);
    };
    const std::int64_t rank = shareOf(plan.workload.globalBatch.value_or(1), plan.dataParallel);
    // From this many micro-batches on, a stage keeps no more of them at a time (scheduleOf()).
    const std::int64_t enough = 3 * plan.layout.pipeline;
    std::int64_t most = mostOf("workload.micro_batch");
    for (std::int64_t count = 1; count <= enough && most > 0; ++count) {
        const std::int64_t least = std::min(most, shareOf(rank, count));
        if (accepts(least))
            return least - 1 + largest(most - least + 1, [&](std::int64_t step) {
                       return accepts(least - 1 + step);
                   });
        most = least - 1;
    }
    return most > 0 ? largest(most, accepts) : 0;
}

/// Says that the server's limit, and not the memory, decides the number of sequences.
Text noteOfSequences(const Resolved& plan, std::int64_t most)
{
    if (!isGeneration(plan) || most != sequenceLimit(plan))
        return {};
    return {HW_TR("core", "the limit of the server; the cache would hold %1"),
            {grouped(sequencesInCache(plan))}};
}

/// The plan at a context and micro-batch that are known to fit; 0 means none.
std::optional<Fitting> fittingWorkload(const Resolved& plan, std::int64_t value,
                                       std::int64_t context, std::int64_t microBatch)
{
    if (value == 0)
        return std::nullopt;
    Resolved moved = plan;
    setWorkload(moved, context, microBatch);
    const auto found = totals(moved);
    return found ? std::optional(Fitting{value, *found}) : std::nullopt;
}

/// The least micro-batch from which on the peak stays the same up to `most`; 1 where no micro-batch
/// decides it. A job that fills each pass up to a number of tokens has such a peak.
std::int64_t leastOfThePeak(const Resolved& plan, std::int64_t most)
{
    Resolved moving = plan;
    moving.replays = false; // the same tensors, so the same peak
    const auto peakAt = [&](std::int64_t sequences) {
        setWorkload(moving, plan.workload.context, sequences);
        const auto found = totals(moving);
        return found ? found->total : Bytes{0};
    };
    const Bytes last = peakAt(most);
    return largest(most, [&](std::int64_t sequences) { return peakAt(sequences) < last; }) + 1;
}

Solution withoutAnswer(const JudgedPlan& asked, KeyPath key, Text reason, bool counted)
{
    return {key,
            std::nullopt,
            std::move(reason),
            asked.present.totals,
            asked.present.capacity,
            counted,
            {},
            {}};
}

/// Gives a plan whose layout has no place on its GPUs the next number on which it has.
Result<Resolved> placed(Plan& plan, const Catalog& catalog)
{
    constexpr std::int64_t tries = 64;
    const Layout& layout = plan.layout;
    const std::int64_t unit = std::max<std::int64_t>(
        1, bounded::times(bounded::times(layout.tensor, layout.pipeline), layout.context));
    const std::int64_t asked = plan.cluster.gpus;
    auto refused = prepare(plan, catalog);
    for (std::int64_t i = 0; !refused && i < tries; ++i) {
        plan.cluster.gpus = bounded::times(shareOf(asked, unit) + i, unit);
        if (auto resolved = prepare(plan, catalog))
            return resolved;
    }
    return refused;
}

} // namespace

Plan servedOn(const Plan& plan, std::int64_t gpus)
{
    Plan changed = plan;
    changed.cluster.gpus = gpus;
    changed.layout.tensor = changed.layout.pipeline = 1;
    changed.layout.expert = changed.layout.expertTensor = 1;
    (splitsByLayers(plan.inference.server) ? changed.layout.pipeline : changed.layout.tensor)
        = gpus;
    return changed;
}

Text whyNone(KeyPath key, const Judgement& present)
{
    if (key == "model.parameters")
        return {HW_TR("core", "Does not fit with a Llama of any size")};
    if (present.engineIsShort() && present.gpuShortage() == 0)
        return {HW_TR("core",
                      "The engine does not start: its share of a GPU (rollout.utilization) is too "
                      "small")};
    if (present.hostIsOver() && present.gpuShortage() == 0) {
        if (key == "workload.context")
            return {HW_TR("core", "Does not fit the host's memory at any length")};
        if (key == "workload.micro_batch")
            return {HW_TR("core", "Does not fit the host's memory with one sequence")};
        return {HW_TR("core", "Does not fit the host's memory on any number of GPUs")};
    }
    if (key == "workload.context")
        return {HW_TR("core", "Does not fit at any length")};
    if (key == "workload.micro_batch")
        return {HW_TR("core", "Does not fit with one sequence")};
    return {HW_TR("core", "Does not fit on any number of GPUs")};
}

bool countsContext(const Resolved& plan)
{
    return methodReads(methodOf(plan.method), "workload.context");
}

Text uncountedText(KeyPath key)
{
    if (key == "workload.context")
        return {HW_TR("core", "This method does not count the context")};
    if (key == "workload.micro_batch")
        return {HW_TR("core", "This method does not count the micro-batch")};
    if (key == "model.parameters")
        return {HW_TR("core", "This method does not count the size of the model")};
    return {HW_TR("core", "This method does not count GPUs")};
}

std::int64_t longestContext(const Resolved& plan)
{
    if (!countsContext(plan))
        return 0;
    Resolved moving = plan;
    return largest(mostOf("workload.context"), [&](std::int64_t context) {
        setWorkload(moving, context, plan.workload.microBatch);
        return fits(moving);
    });
}

/// Totals do not grow steadily where the allocator is replayed: one length can use blocks again
/// that another cannot. Returns the longest of some lengths beyond the answer that fits again; 0:
/// none.
std::int64_t longerFitting(const Resolved& plan, std::int64_t longest)
{
    if (!plan.replays || longest == 0)
        return 0;
    Resolved moving = plan;
    const auto at = [&](std::int64_t context) -> const Resolved& {
        setWorkload(moving, context, plan.workload.microBatch);
        return moving;
    };
    const std::int64_t most = largest(mostOf("workload.context"), [&](std::int64_t context) {
        return fitsByTensors(at(context)) != false;
    });
    constexpr std::int64_t looks = 8;
    for (std::int64_t i = looks - 1; i > 0; --i) {
        const std::int64_t context = longest + (most - longest) / looks * i;
        if (context > longest && fits(at(context)))
            return context;
    }
    return 0;
}

Result<KeyPath> solvableKey(std::string_view text)
{
    const auto key = findKeyPath(text);
    if (key && std::ranges::find(solvableKeys, *key) != solvableKeys.end())
        return *key;
    return Problem{std::string("--for"),
                   std::string(text),
                   {HW_TR("core", "must be one of %1"), {joined(solvableKeys)}}};
}

Result<Solution> solve(const JudgedPlan& asked, KeyPath key)
{
    const ReplayBudget budget;
    const Resolved& plan = asked.resolved;
    if (std::ranges::find(solvableKeys, key) == solvableKeys.end())
        return solvableKey(key).problems();
    const bool saidElsewhere = key == "workload.context" && saysContext(asked.plan);
    if (saidElsewhere || !methodReads(methodOf(plan.method), key))
        return withoutAnswer(asked, key,
                             saidElsewhere
                                 ? Text(HW_TR("core",
                                              "The prompt and the completion of the job are the "
                                              "context"))
                                 : uncountedText(key),
                             false);
    std::optional<Fitting> found;
    Text note, caveat;
    if (key == "model.parameters") {
        if (const auto largest = largestModel(asked.plan, asked.catalog, plan)) {
            found = Fitting{largest->parameters, largest->judged.totals};
            note = noteOf(*largest);
            caveat = caveatOf(*largest);
        }
    } else if (key == "workload.context") {
        const std::int64_t longest = longestContext(plan);
        found = fittingWorkload(plan, longest, longest, plan.workload.microBatch);
        if (const std::int64_t longer = longerFitting(plan, longest))
            caveat = {HW_TR("core",
                            "The next longer context does not fit, but %1 does again: how much the "
                            "allocator leaves idle differs from length to length"),
                      {grouped(longer)}};
    } else if (key == "workload.micro_batch") {
        std::int64_t most = largestMicroBatch(plan);
        note = noteOfSequences(plan, most);
        if (most == mostOf(key) && !plan.serves()) {
            const std::int64_t least = leastOfThePeak(plan, most);
            if (least == 1)
                return withoutAnswer(
                    asked, key, HW_TR("core", "The micro-batch does not decide the peak"), true);
            if (least < most)
                note = {HW_TR("core", "a larger one does not change the peak")};
            most = std::max(least, plan.workload.microBatch);
        }
        found = fittingWorkload(plan, most, plan.workload.context, most);
    } else {
        GpuScan scan(asked.plan, asked.catalog, plan, asked.present);
        if (const auto gpus = scan.fewest()) {
            found = Fitting{gpus->gpus, gpus->judged.totals};
            const std::int64_t node = asked.plan.cluster.gpusPerNode;
            if (const std::int64_t fewer = scan.fewerWithIdle(gpus->gpus))
                caveat = {
                    fewer < node
                        ? HW_TR("core",
                                "%1 {fits as well, but does|fit as well, but do} not divide a node "
                                "of %2")
                        : HW_TR("core", "%1 fit as well, but leave GPUs of a node of %2 idle"),
                    {grouped(fewer), grouped(node)}};
        }
        if (found && plan.serves())
            note = {splitsByLayers(plan.inference.server)
                        ? HW_TR("core", "as %1 pipeline {stage|stages}")
                        : HW_TR("core", "as %1 tensor-parallel {rank|ranks}"),
                    {grouped(found->value)}};
    }
    Solution solution{key,
                      std::nullopt,
                      {},
                      asked.present.totals,
                      asked.present.capacity,
                      true,
                      std::move(note),
                      std::move(caveat)};
    if (found) {
        solution.answer = found->value;
        solution.totals = found->totals;
    } else {
        solution.reason = whyNone(key, asked.present);
    }
    return solution;
}

std::string remarkOf(const Solution& solution)
{
    const std::string note = english(solution.note), caveat = english(solution.caveat);
    return note + (note.empty() || caveat.empty() ? "" : ". ") + caveat;
}

std::optional<GpusThatFit> fewestGpus(const Plan& plan, const Catalog& catalog,
                                      const Resolved& resolved)
{
    return GpuScan(plan, catalog, resolved, {}).fewest();
}

Result<Solution> solve(const Plan& asked, const Catalog& catalog, KeyPath key)
{
    Plan plan = asked;
    const auto resolved = key == "cluster.gpus" ? placed(plan, catalog) : prepare(plan, catalog);
    if (!resolved)
        return resolved.problems();
    const auto present = judge(*resolved);
    if (!present)
        return present.problems();
    return solve({plan, catalog, *resolved, *present}, key);
}

Solutions solveAll(const JudgedPlan& asked)
{
    return {*solve(asked, "workload.context"), *solve(asked, "workload.micro_batch"),
            *solve(asked, "cluster.gpus")};
}

std::vector<Solution> limitsOf(const JudgedPlan& asked)
{
    std::vector<Solution> limits;
    limits.reserve(solvableKeys.size());
    for (const KeyPath key : solvableKeys)
        limits.push_back(*solve(asked, key));
    return limits;
}

} // namespace highwater
