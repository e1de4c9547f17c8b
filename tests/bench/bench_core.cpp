// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/explore/sweep.h"
#include "core/methods/method.h"

#include <benchmark/benchmark.h>

using namespace highwater;

namespace {

Plan planOf(const char* model)
{
    Plan plan;
    plan.model = CatalogModel{model};
    plan.layout.zero = 3;
    return plan;
}

/// The adding sink alone: what a slider step, a sweep point and a searched layout cost.
void estimateResolved(benchmark::State& state, const char* model)
{
    const auto resolved = prepare(planOf(model), builtinCatalog());
    for (auto _ : state)
        benchmark::DoNotOptimize(exactTotals(*resolved));
}

/// With look-up, validation and the choices worked out.
void estimateFromPlan(benchmark::State& state, const char* model)
{
    const Plan plan = planOf(model);
    for (auto _ : state) {
        const auto resolved = prepare(plan, builtinCatalog());
        benchmark::DoNotOptimize(exactTotals(*resolved));
    }
}

/// With every line of the ledger written out.
void estimateWithLedger(benchmark::State& state, const char* model)
{
    const Plan plan = planOf(model);
    for (auto _ : state)
        benchmark::DoNotOptimize(estimate(plan, builtinCatalog()));
}

/// The 129 points of the window's chart.
void sweepOfContexts(benchmark::State& state, const char* model)
{
    const auto resolved = prepare(planOf(model), builtinCatalog());
    const auto contexts = samples(1024, 131072, 129);
    for (auto _ : state)
        benchmark::DoNotOptimize(contextSweep(*resolved, *contexts));
}

} // namespace

BENCHMARK_CAPTURE(estimateResolved, dense, "llama-3.1-8b");
BENCHMARK_CAPTURE(estimateResolved, experts, "deepseek-v3-r1-671b");
BENCHMARK_CAPTURE(estimateFromPlan, dense, "llama-3.1-8b");
BENCHMARK_CAPTURE(estimateFromPlan, experts, "deepseek-v3-r1-671b");
BENCHMARK_CAPTURE(estimateWithLedger, dense, "llama-3.1-8b");
BENCHMARK_CAPTURE(sweepOfContexts, dense, "llama-3.1-8b");
BENCHMARK_CAPTURE(sweepOfContexts, experts, "deepseek-v3-r1-671b");

BENCHMARK_MAIN();
