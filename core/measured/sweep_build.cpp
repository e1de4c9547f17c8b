// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/sweep_build.h"

#include "core/ledger/stage.h"
#include "core/measured/run_constants.h"
#include "core/measured/run_facts.h"
#include "core/methods/method.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace highwater {
namespace {

// Of nano-* that state a speed, fitted on 2026-11-23. To fit one again, change the value, run
// `highwater validate tests/golden/measured.csv --speed`, keep the value of the least error of
// these rows.

/// The network and the host of the sweep. Communication is partly hidden, so that shares may be
/// above 1. The program waits at a barrier after each step.
constexpr std::array<std::pair<Speed, double>, 7> clusterSpeeds{{{Speed::HopInside, 8.5e-6},
                                                                 {Speed::HopAcross, 48e-6},
                                                                 {Speed::LinkShare, 1},
                                                                 {Speed::NetShare, 2.3},
                                                                 {Speed::NetFan, 0.7},
                                                                 {Speed::NetDecay, 0.45},
                                                                 {Speed::StepSeconds, 0.1}}};
/// Seconds of a build, a collective and a rank of its group, within a node or across nodes: a
/// distributed debug mode that compares all ranks would take them. With them, launches of a layer
/// take less than those of the clean build. All three: fitted on 2026-11-29.
constexpr double rankSecondsInside = 0.22e-3, rankSecondsAcross = 0.275e-3;
constexpr double launchingBeside = 3.3e-3;
/// The same in the order in which the program's allocations are replayed, fitted to the memory of
/// the rows.
constexpr double rankSeconds = 0.295e-3;
/// Seconds of a micro-batch that one of two stages, or of more, waits for: sleeps of nanotron's
/// p2p.py of December 2024.
constexpr double pollOfTwo = 0.47, pollOfMore = 0.92;

bool sleeps(const Resolved& plan, const RunFacts& facts)
{
    const auto measured = measuredPass(plan, facts);
    const auto computed = computedPass(plan, plan.stages.front(), facts);
    if (!measured || !computed)
        return sweepBuildOf(plan) == SweepBuild::Polling;
    const double awake = std::max(computed->work, computed->program);
    return *measured - computed->ofStep - awake > pollOfTwo / 2;
}

/// The layers of each stage where a tie of costs closes a stage: the published split, as if the
/// head cost a little less.
std::string closedAtTies(const Resolved& plan)
{
    Shape shape = plan.shape;
    --shape.vocabulary;
    const auto starts = stageStarts(shape, plan.layout.pipeline, StageSplit::Balanced);
    std::string list;
    for (std::size_t i = 1; i < starts.size(); ++i)
        list += (i > 1 ? "," : "") + std::to_string(starts[i] - starts[i - 1]);
    return list;
}

} // namespace

bool isOfSlowGpus(const Resolved& plan)
{
    return plan.cluster.gpus >= fittedValue(RunConstant::SweepOfSlowGpus);
}

SweepBuild sweepBuildOf(const Resolved& plan)
{
    const Layout& layout = plan.layout;
    const std::int64_t gpus = plan.cluster.gpus;
    const bool piped = layout.pipeline > 1;
    if (isOfSlowGpus(plan))
        return piped ? SweepBuild::Polling
            : layout.tensor <= fittedValue(RunConstant::SweepNarrowTensor)
            ? SweepBuild::SlowCollectives
            : SweepBuild::Clean;
    if (!piped || gpus <= plan.cluster.gpusPerNode)
        return SweepBuild::Clean;
    const std::int64_t sequences = plan.workload.microBatch;
    const bool plainCopies = layout.zero == 0 && plan.dataParallel > 1
        && gpus >= fittedValue(RunConstant::SweepFewestGpus)
        && gpus <= fittedValue(RunConstant::SweepMostGpus)
        && sequences <= fittedValue(RunConstant::SweepCopiesBatch);
    constexpr std::int64_t billion = 1'000'000'000;
    const bool late = layout.zero == 1 && gpus == fittedValue(RunConstant::SweepLateGpus)
        && plan.counts.total / billion == fittedValue(RunConstant::SweepLateBillions)
        && sequences >= fittedValue(RunConstant::SweepLateBatch);
    return layout.tensor == fittedValue(RunConstant::SweepWideTensor) || plainCopies || late
        ? SweepBuild::Polling
        : SweepBuild::SlowCollectives;
}

Pace sweepPace(SweepBuild build, const Resolved& plan)
{
    Pace pace = paceOf(Program::ManyKernels);
    for (const auto& [id, value] : clusterSpeeds)
        pace[id] = value;
    if (build == SweepBuild::Clean)
        return pace;
    if (plan.layout.tensor > 1) {
        pace[Speed::Launching] = launchingBeside;
        pace[Speed::RankSeconds]
            = plan.layout.tensor > plan.cluster.gpusPerNode ? rankSecondsAcross : rankSecondsInside;
    }
    if (isOfSlowGpus(plan))
        pace[Speed::BucketSeconds] = rankSeconds;
    if (build == SweepBuild::Polling)
        pace[Speed::PollSeconds] = plan.layout.pipeline > 2 ? pollOfMore : pollOfTwo;
    return pace;
}

Result<Resolved> resolvedRun(const PlannedRun& run, const Catalog& catalog)
{
    auto resolved = prepare(run.plan, catalog);
    if (!resolved)
        return resolved;
    RunFacts facts = run.facts;
    resolved->program = traitsOf(facts, *resolved);
    if (Problems problems = setLayout(*resolved, run.plan.layout); !problems.empty())
        return problems; // terms depend on the program too
    if (run.ofSweep) {
        facts.measuresNetwork = true; // trainer.py, measure_bandwidth
        facts.collectiveSeconds = sweepBuildOf(*resolved) == SweepBuild::Clean ? 0 : rankSeconds;
        if (run.plan.layout.pipeline > 1 && !sleeps(*resolved, facts)) {
            Plan other = run.plan;
            other.layout.stageLayers = closedAtTies(*resolved);
            if (auto split = prepare(other, catalog)) {
                facts.sendsAhead = true;
                resolved = std::move(split);
            }
        }
    }
    resolved->program = traitsOf(facts, *resolved);
    return resolved;
}

} // namespace highwater
