// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/explore/advise.h"
#include "core/explore/search.h"
#include "core/explore/sweep.h"
#include "core/methods/method.h"
#include "core/time/step_time.h"

#include <benchmark/benchmark.h>

#include <vector>

using namespace highwater;

namespace {

Plan planOf(const char* model)
{
    Plan plan;
    plan.model = CatalogModel{model};
    plan.layout.zero = 3;
    return plan;
}

/// The terms added up at one context: a slider step, and a point of a sweep.
void estimateResolved(benchmark::State& state, const char* model)
{
    const auto resolved = prepare(planOf(model), builtinCatalog());
    for (auto _ : state)
        benchmark::DoNotOptimize(exactTotals(*resolved));
}

/// The same with look-up, validation and defaults.
void estimateFromPlan(benchmark::State& state, const char* model)
{
    const Plan plan = planOf(model);
    for (auto _ : state) {
        const auto resolved = prepare(plan, builtinCatalog());
        benchmark::DoNotOptimize(exactTotals(*resolved));
    }
}

/// The same with every line of the ledger.
void estimateWithLedger(benchmark::State& state, const char* model)
{
    const Plan plan = planOf(model);
    for (auto _ : state)
        benchmark::DoNotOptimize(estimate(plan, builtinCatalog()));
}

/// The time of one layout whose model and device are resolved.
void timeOfALayout(benchmark::State& state, const char* model)
{
    Plan plan = planOf(model);
    plan.cluster.gpus = 512;
    plan.layout.tensor = 8;
    plan.layout.pipeline = 16;
    plan.layout.zero = 1;
    plan.workload.globalBatch = 1024;
    const auto resolved = prepare(plan, builtinCatalog());
    const auto machine = machineOf(*resolved);
    for (auto _ : state)
        benchmark::DoNotOptimize(stepTime(*resolved, *machine));
}

/// Layouts of 64 GPUs that suit both models.
std::vector<Layout> layoutsToSearch()
{
    std::vector<Layout> layouts;
    for (const std::int64_t tensor : {1, 2, 4, 8})
        for (const std::int64_t pipeline : {1, 2, 4})
            for (const std::int64_t context : {1, 2})
                for (const std::int64_t zero : {0, 1, 2, 3}) {
                    Layout layout;
                    layout.tensor = tensor;
                    layout.pipeline = pipeline;
                    layout.context = context;
                    layout.zero = zero;
                    layouts.push_back(layout);
                }
    return layouts;
}

/// One layout of a search among many: a search orders layouts by what is counted, and replays the
/// allocator for those that it shows.
void estimateLayout(benchmark::State& state, const char* model, bool replays)
{
    Plan plan = planOf(model);
    plan.cluster.gpus = 64;
    auto resolved = prepare(plan, builtinCatalog());
    resolved->replays = replays;
    const std::vector<Layout> layouts = layoutsToSearch();
    std::size_t next = 0;
    for (auto _ : state) {
        if (!setLayout(*resolved, layouts[next]).empty())
            state.SkipWithError("a layout that contradicts the plan");
        benchmark::DoNotOptimize(exactTotals(*resolved));
        next = (next + 1) % layouts.size();
    }
}

/// The same with a plan that is resolved each time.
void estimateLayoutFromPlan(benchmark::State& state, const char* model)
{
    Plan plan = planOf(model);
    plan.cluster.gpus = 64;
    const std::vector<Layout> layouts = layoutsToSearch();
    std::size_t next = 0;
    for (auto _ : state) {
        plan.layout = layouts[next];
        const auto resolved = prepare(plan, builtinCatalog());
        benchmark::DoNotOptimize(exactTotals(*resolved));
        next = (next + 1) % layouts.size();
    }
}

/// The 129 points of the window's chart.
void sweepOfContexts(benchmark::State& state, const char* model)
{
    const auto resolved = prepare(planOf(model), builtinCatalog());
    const auto contexts = sampleValues(1024, 131072, 129);
    for (auto _ : state) {
        ContextTotals over(*resolved);
        benchmark::DoNotOptimize(contextSweep(over, *contexts));
    }
}

/// A search without replays, with 16 million tokens in a step.
void searchLayouts(benchmark::State& state, const char* model, std::int64_t gpus, bool offloads)
{
    Plan plan = planOf(model);
    plan.cluster.gpus = gpus;
    plan.workload.globalBatch = 2048;
    SearchConstraints constraints;
    constraints.replays = false;
    if (!offloads)
        constraints.kept = {"layout.offload_optimizer", "layout.offload_parameters",
                            "layout.offload_activations"};
    std::int64_t allowed = 0, counted = 0, fitting = 0;
    for (auto _ : state) {
        const auto found = search(plan, builtinCatalog(), constraints);
        allowed = found->allowed;
        counted = found->counted;
        fitting = found->fitting;
    }
    state.counters["layouts"] = static_cast<double>(allowed);
    state.counters["counted"] = static_cast<double>(counted);
    state.counters["fitting"] = static_cast<double>(fitting);
    state.counters["per_100k"] = benchmark::Counter(static_cast<double>(allowed) / 1e5,
                                                    benchmark::Counter::kIsIterationInvariantRate
                                                        | benchmark::Counter::kInvert);
}

/// Advice for a plan that does not fit, in the way of a window: with a replay of the allocator
/// where no control is dragged, without one during a drag.
void adviseOn(benchmark::State& state, const char* model, std::int64_t gpus, std::int64_t context,
              std::int64_t zero, bool moves)
{
    Plan plan = planOf(model);
    plan.cluster.gpus = gpus;
    plan.workload.context = context;
    plan.layout.zero = zero;
    const auto resolved = moves ? prepare(plan, builtinCatalog(), fittedIdleShares())
                                : prepare(plan, builtinCatalog());
    const auto present = judge(*resolved);
    const JudgedPlan asked{plan, builtinCatalog(), *resolved, *present};
    const Solutions solutions = solveAll(asked);
    std::size_t offers = 0;
    for (auto _ : state)
        offers = advise(asked, solutions).size();
    state.counters["offers"] = static_cast<double>(offers);
}

} // namespace

BENCHMARK_CAPTURE(estimateResolved, dense, "llama-3.1-8b");
BENCHMARK_CAPTURE(estimateResolved, experts, "deepseek-v3-r1-671b");
BENCHMARK_CAPTURE(estimateFromPlan, dense, "llama-3.1-8b");
BENCHMARK_CAPTURE(estimateFromPlan, experts, "deepseek-v3-r1-671b");
BENCHMARK_CAPTURE(estimateWithLedger, dense, "llama-3.1-8b");
BENCHMARK_CAPTURE(estimateLayout, dense, "llama-3.1-8b", false);
BENCHMARK_CAPTURE(estimateLayout, experts, "deepseek-v3-r1-671b", false);
BENCHMARK_CAPTURE(estimateLayout, dense_replayed, "llama-3.1-8b", true);
BENCHMARK_CAPTURE(estimateLayout, experts_replayed, "deepseek-v3-r1-671b", true);
BENCHMARK_CAPTURE(estimateLayoutFromPlan, dense, "llama-3.1-8b");
BENCHMARK_CAPTURE(estimateLayoutFromPlan, experts, "deepseek-v3-r1-671b");
BENCHMARK_CAPTURE(timeOfALayout, dense, "llama-3.1-405b");
BENCHMARK_CAPTURE(timeOfALayout, experts, "deepseek-v3-r1-671b");
BENCHMARK_CAPTURE(sweepOfContexts, dense, "llama-3.1-8b");
BENCHMARK_CAPTURE(sweepOfContexts, experts, "deepseek-v3-r1-671b");
BENCHMARK_CAPTURE(searchLayouts, dense_405b_16384, "llama-3.1-405b", 16384, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(searchLayouts, dense_405b_16384_offload, "llama-3.1-405b", 16384, true)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(searchLayouts, experts_671b_2048, "deepseek-v3-r1-671b", 2048, false)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(adviseOn, dense_8b_8_rest, "llama-3.1-8b", 8, 32768, 3, false);
BENCHMARK_CAPTURE(adviseOn, dense_8b_8_moving, "llama-3.1-8b", 8, 32768, 3, true);
BENCHMARK_CAPTURE(adviseOn, dense_70b_16_rest, "llama-3.1-70b", 16, 8192, 3, false);
BENCHMARK_CAPTURE(adviseOn, dense_70b_16_moving, "llama-3.1-70b", 16, 8192, 3, true);
BENCHMARK_CAPTURE(adviseOn, experts_671b_256_rest, "deepseek-v3-r1-671b", 256, 4096, 0, false);
BENCHMARK_CAPTURE(adviseOn, experts_671b_256_moving, "deepseek-v3-r1-671b", 256, 4096, 0, true);

BENCHMARK_MAIN();
