// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/solve.h"

#include "core/answer/replay.h"
#include "core/answer/serving.h"
#include "core/explore/fits.h"
#include "core/explore/largest_model.h"
#include "core/explore/token_time.h"
#include "core/explore/workload_limits.h"
#include "core/job/roles.h"
#include "core/ledger/server.h"
#include "core/methods/method.h"
#include "core/plan/largest.h"
#include "core/plan/numbers.h"
#include "core/time/generation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace highwater {
namespace {

/// A value of the key that is solved for, and the plan with this value.
struct Found
{
    std::int64_t value = 0;
    Totals totals;
    std::optional<double> seconds; ///< of a token
    Text note{}, caveat{};
};

/// The values that are looked for; null where there is none.
struct Limits
{
    std::optional<Found> runs{}, fits{};
    Text never{}; ///< the reason why nothing limits the value, if nothing does
};

/// Says that the server's limit, and not the memory, decides the number of sequences.
Text noteOfSequences(const Resolved& plan, std::int64_t most)
{
    if (!isGeneration(plan) || most != sequenceLimit(plan))
        return {};
    return {HW_TR("core", "the limit of the server; the cache would hold %1"),
            {grouped(sequencesInCache(plan))}};
}

/// The plan with a value of the key and the verdict on it.
Found foundAt(std::int64_t value, Resolved changed, const Judgement& judged)
{
    changed.idle.flushes = emptiesCache(judged);
    return {value, judged.totals, secondsOfAToken(changed)};
}

/// The plan at a context and micro-batch; null for a value of 0.
std::optional<Found> foundAt(const Resolved& plan, std::int64_t value, std::int64_t context,
                             std::int64_t microBatch)
{
    if (value == 0)
        return std::nullopt;
    Resolved moved = plan;
    setWorkload(moved, context, microBatch);
    const auto judged = judge(moved);
    return judged ? std::optional(foundAt(value, std::move(moved), *judged)) : std::nullopt;
}

Limits contextLimits(const JudgedPlan& asked)
{
    const Resolved& plan = asked.resolved;
    const WorkloadLimit longest = longestContexts(plan, asked.present);
    const auto at = [&](std::int64_t context) {
        auto found = foundAt(plan, context, context, plan.workload.microBatch);
        if (found && longest.gap > 0 && longest.gap < context)
            found->caveat = {HW_TR("core",
                                   "Not every shorter one fits: %1 does not, as how much the "
                                   "allocator leaves idle differs from length to length"),
                             {grouped(longest.gap)}};
        return found;
    };
    return {at(longest.runs), at(longest.fits)};
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

Limits microBatchLimits(const JudgedPlan& asked)
{
    const Resolved& plan = asked.resolved;
    WorkloadLimit largest = largestMicroBatches(plan, asked.present);
    Text note = noteOfSequences(plan, largest.fits);
    if (largest.fits == static_cast<std::int64_t>(keyOf("workload.micro_batch").most)
        && !plan.serves()) {
        const std::int64_t least = leastOfThePeak(plan, largest.fits);
        if (least == 1)
            return {.never = HW_TR("core", "The micro-batch does not decide the peak")};
        if (least < largest.fits)
            note = {HW_TR("core", "a larger one does not change the peak")};
        largest.fits = std::max(least, plan.workload.microBatch);
        largest.runs = std::min(largest.runs, largest.fits);
    }
    const auto at = [&](std::int64_t sequences) {
        auto found = foundAt(plan, sequences, plan.workload.context, sequences);
        if (found && sequences == largest.fits)
            found->note = note;
        if (found && largest.gap > 0 && largest.gap < sequences)
            found->caveat = {HW_TR("core", "Not every smaller one fits: %1 does not"),
                             {grouped(largest.gap)}};
        return found;
    };
    return {at(largest.runs), at(largest.fits)};
}

Limits gpuLimits(const JudgedPlan& asked)
{
    const Resolved& plan = asked.resolved;
    GpuScan scan(asked.plan, asked.catalog, plan, asked.present);
    const auto fewest = scan.fewest();
    if (!fewest)
        return {};
    const auto at = [&](const GpusThatFit& on) -> std::optional<Found> {
        Plan changed = asked.plan;
        changed.cluster.gpus = on.gpus;
        auto resolved = preparedLike(plan, plan.serves() ? servedOn(asked.plan, on.gpus) : changed,
                                     asked.catalog);
        if (!resolved)
            return std::nullopt;
        Found found = foundAt(on.gpus, *std::move(resolved), on.judged);
        if (plan.serves())
            found.note = {splitsByLayers(plan.inference.server)
                              ? HW_TR("core", "as %1 pipeline {stage|stages}")
                              : HW_TR("core", "as %1 tensor-parallel {rank|ranks}"),
                          {grouped(on.gpus)}};
        return found;
    };
    auto fits = at(*fewest);
    const std::int64_t node = asked.plan.cluster.gpusPerNode;
    if (const std::int64_t fewer = fits ? scan.fewerWithIdle(fewest->gpus) : 0)
        fits->caveat
            = {fewer < node ? HW_TR("core",
                                    "%1 {fits as well, but does|fit as well, but do} not divide a "
                                    "node of %2")
                            : HW_TR("core", "%1 fit as well, but leave GPUs of a node of %2 idle"),
               {grouped(fewer), grouped(node)}};
    const auto running
        = plan.serves() ? fewest : scan.fewestRunning(fewest->gpus, RunCheck(plan, asked.present));
    if (running && running->gpus == fewest->gpus)
        return {fits, fits};
    return {running ? at(*running) : std::nullopt, fits};
}

Limits modelLimits(const JudgedPlan& asked)
{
    const LargestModels largest = largestModels(asked);
    const auto at = [&](const std::optional<LargestModel>& model) -> std::optional<Found> {
        if (!model)
            return std::nullopt;
        Plan changed = asked.plan;
        changed.model = SizedModel{static_cast<double>(model->parameters)};
        auto resolved = preparedLike(asked.resolved, changed, asked.catalog);
        if (!resolved)
            return std::nullopt;
        Found found = foundAt(model->parameters, *std::move(resolved), model->judged);
        found.note = noteOf(*model);
        found.caveat = caveatOf(*model);
        return found;
    };
    return {at(largest.runs), at(largest.fits)};
}

Result<Resolved> withGpuLayers(const Plan& plan, const Catalog& catalog, const Resolved& like,
                               std::int64_t layers)
{
    Plan changed = plan;
    changed.inference.gpuLayers = layers;
    return preparedLike(like, changed, catalog);
}

Limits gpuLayerLimits(const JudgedPlan& asked)
{
    const auto most = mostGpuLayers(asked.plan, asked.catalog, asked.resolved);
    if (!most)
        return {};
    auto resolved = withGpuLayers(asked.plan, asked.catalog, asked.resolved, *most);
    const auto judged = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
    if (!judged)
        return {};
    Found found = foundAt(*most, *std::move(resolved), *judged);
    found.note
        = {HW_TR("core", "of %1, the head among them"), {grouped(everyGpuLayer(asked.resolved))}};
    return {found, found};
}

Limits limitsFor(const JudgedPlan& asked, KeyPath key)
{
    if (key == "inference.gpu_layers")
        return gpuLayerLimits(asked);
    if (key == "model.parameters")
        return modelLimits(asked);
    if (key == "workload.context")
        return contextLimits(asked);
    if (key == "workload.micro_batch")
        return microBatchLimits(asked);
    return gpuLimits(asked);
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

/// The ranks that the plan's method gives to one copy of the model.
std::int64_t ranksOfACopy(const Plan& plan)
{
    const Layout& layout = plan.layout;
    std::int64_t ranks = 1;
    for (const auto& [key, count] : {std::pair{KeyPath("layout.tensor"), layout.tensor},
                                     std::pair{KeyPath("layout.pipeline"), layout.pipeline},
                                     std::pair{KeyPath("layout.context"), layout.context}})
        if (methodReads(methodOf(plan.method), key))
            ranks = bounded::times(ranks, count);
    return ranks;
}

/// Gives a plan whose layout has no place on its GPUs the next number on which it has.
Result<Resolved> placed(Plan& plan, const Catalog& catalog)
{
    constexpr std::int64_t tries = 64;
    const std::int64_t unit = ranksOfACopy(plan);
    const std::int64_t asked = plan.cluster.gpus;
    auto refused = prepare(plan, catalog);
    for (std::int64_t i = 0; !refused && i < tries; ++i) {
        plan.cluster.gpus = bounded::times(shareOf(asked, unit) + i, unit);
        if (auto resolved = prepare(plan, catalog))
            return resolved;
    }
    return refused;
}

/// Seconds of a token of the unchanged plan.
std::optional<double> presentSeconds(const JudgedPlan& asked)
{
    if (!asked.resolved.replays) // the last replay has found whether the cache is emptied
        return secondsOfAToken(asked.resolved);
    Resolved plan = asked.resolved;
    plan.idle.flushes = emptiesCache(asked.present);
    return secondsOfAToken(plan);
}

} // namespace

Text whyNone(KeyPath key, const Judgement& present)
{
    if (key == "model.parameters")
        return {HW_TR("core", "Does not fit with a Llama of any size")};
    if (key == "inference.gpu_layers")
        return {HW_TR("core", "Does not fit with any number of layers on the GPU")};
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
    if (key == "inference.gpu_layers")
        return {HW_TR("core", "This method does not count layers in the host's memory")};
    return {HW_TR("core", "This method does not count GPUs")};
}

std::int64_t longestContext(const Resolved& plan, SolveFor aim)
{
    if (!countsContext(plan))
        return 0;
    if (aim == SolveFor::Fit)
        return longestFittingContext(plan);
    const auto present = judge(plan);
    return present ? longestContexts(plan, *present).runs : 0;
}

Result<KeyPath> solvableKey(std::string_view text)
{
    const auto key = findKeyPath(text);
    if (key && std::ranges::find(solvableKeys, *key) != solvableKeys.end())
        return *key;
    return Problem{std::string("--for"),
                   std::string(text),
                   {HW_TR("core", "must be one of %1"), {joined(solvableKeys) + ", recompute"}}};
}

Result<Solution> solve(const JudgedPlan& asked, KeyPath key, SolveFor aim)
{
    const ReplayBudget budget;
    const Resolved& plan = asked.resolved;
    if (std::ranges::find(solvableKeys, key) == solvableKeys.end())
        return solvableKey(key).problems();
    if (key == "workload.context" && saysContext(asked.plan))
        return withoutAnswer(
            asked, key, {HW_TR("core", "The prompt and the completion of the job are the context")},
            false);
    if (!methodReads(methodOf(plan.method), key))
        return withoutAnswer(asked, key, uncountedText(key), false);
    if (key == "inference.gpu_layers" && !leavesLayersOnHost(plan))
        return withoutAnswer(
            asked, key,
            {HW_TR("core", "Only llama.cpp, which serves a model, leaves layers on the host")},
            false);
    const Limits limits = limitsFor(asked, key);
    if (!limits.fits)
        return withoutAnswer(
            asked, key, limits.never == Text() ? whyNone(key, asked.present) : limits.never, true);
    const auto& found = aim == SolveFor::Run ? limits.runs : limits.fits;
    Solution solution = withoutAnswer(asked, key, {}, true);
    solution.edge = limits.fits->value;
    const auto present = presentSeconds(asked);
    const auto ratio = [&](const Found& at) -> std::optional<double> {
        return present && at.seconds ? std::optional(*at.seconds / *present) : std::nullopt;
    };
    solution.edgeSlowdown = ratio(*limits.fits);
    if (!found) {
        solution.reason = {HW_TR("core",
                                 "None that layout and batch divide fits without an emptied "
                                 "cache: %1 is the last that fits at all"),
                           {grouped(limits.fits->value)}};
        return solution;
    }
    solution.answer = found->value;
    solution.totals = found->totals;
    solution.note = found->note;
    solution.caveat = found->caveat;
    solution.slowdown = ratio(*found);
    return solution;
}

std::optional<Text> priceOf(const Solution& solution)
{
    if (!solution.slowdown || isSameTime(*solution.slowdown))
        return std::nullopt;
    return timeText(*solution.slowdown, TimeOf::Token);
}

std::optional<Text> edgeText(const Solution& solution, std::string edge, const Translator& words)
{
    if (!solution.edge || solution.edge == solution.answer)
        return std::nullopt;
    if (!solution.edgeSlowdown || isSameTime(*solution.edgeSlowdown))
        return Text{HW_TR("core", "%1 is the last that fits at all"), {std::move(edge)}};
    return Text{HW_TR("core", "%1 is the last that fits at all: %2"),
                {std::move(edge), words(timeText(*solution.edgeSlowdown, TimeOf::Token))}};
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

std::optional<std::int64_t> mostGpuLayers(const Plan& plan, const Catalog& catalog,
                                          const Resolved& resolved)
{
    const auto judgedWith = [&](std::int64_t layers) {
        const auto changed = withGpuLayers(plan, catalog, resolved, layers);
        return changed ? judge(*changed) : Result<Judgement>(changed.problems());
    };
    const std::int64_t most = largest(everyGpuLayer(resolved), [&](std::int64_t layers) {
        const auto judged = judgedWith(layers);
        return judged && judged->gpuShortage() == 0;
    });
    // With fewer, the host would hold more.
    const auto judged = judgedWith(most);
    return judged && judged->fits() ? std::optional(most) : std::nullopt;
}

Result<Solution> solve(const Plan& asked, const Catalog& catalog, KeyPath key, SolveFor aim)
{
    Plan plan = asked;
    const auto resolved = key == "cluster.gpus" ? placed(plan, catalog) : prepare(plan, catalog);
    return answerFor<Solution>(plan, catalog, resolved,
                               [&](const JudgedPlan& judged) { return solve(judged, key, aim); });
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
        if (key != "inference.gpu_layers" || leavesLayersOnHost(asked.resolved))
            limits.push_back(*solve(asked, key));
    return limits;
}

} // namespace highwater
