// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/sweep_build.h"

#include "core/answer/run_ahead.h"
#include "core/ledger/fitted.h"
#include "core/ledger/stage.h"
#include "core/methods/method.h"
#include "core/time/pace.h"

#include <algorithm>
#include <string>

namespace highwater {
namespace {

bool sleeps(const Resolved& plan, const Stage& stage)
{
    const auto measured = measuredPass(plan);
    const auto computed = computedPass(plan, stage);
    if (!measured || !computed)
        return sweepBuildOf(plan) == SweepBuild::Polling;
    const double awake = std::max(computed->work, computed->program);
    return *measured - computed->ofStep - awake > paceOf(Program::Sweep)[Speed::PollOfTwo] / 2;
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
    return plan.cluster.gpus >= fittedValue(Fitted::SweepOfSlowGpus);
}

SweepBuild sweepBuildOf(const Resolved& plan)
{
    const Layout& layout = plan.layout;
    const std::int64_t gpus = plan.cluster.gpus;
    const bool piped = layout.pipeline > 1;
    if (isOfSlowGpus(plan))
        return piped                                                  ? SweepBuild::Polling
            : layout.tensor <= fittedValue(Fitted::SweepNarrowTensor) ? SweepBuild::SlowCollectives
                                                                      : SweepBuild::Clean;
    if (!piped || gpus <= plan.cluster.gpusPerNode)
        return SweepBuild::Clean;
    const bool plainCopies = layout.zero == 0 && plan.dataParallel > 1
        && gpus >= fittedValue(Fitted::SweepFewestGpus)
        && gpus <= fittedValue(Fitted::SweepMostGpus);
    return layout.tensor == fittedValue(Fitted::SweepWideTensor) || plainCopies
        ? SweepBuild::Polling
        : SweepBuild::SlowCollectives;
}

BuildFaults faultsOf(SweepBuild build, const Resolved& plan)
{
    const Pace& pace = paceOf(Program::Sweep);
    BuildFaults faults;
    if (build == SweepBuild::Clean)
        return faults;
    faults.collectiveSeconds = pace[Speed::RankSeconds];
    if (isOfSlowGpus(plan))
        faults.bucketSeconds = pace[Speed::RankSeconds];
    if (build == SweepBuild::Polling)
        faults.pollSeconds = pace[plan.layout.pipeline > 2 ? Speed::PollOfMore : Speed::PollOfTwo];
    return faults;
}

Result<Resolved> resolvedRun(const PlannedRun& run, const Catalog& catalog)
{
    auto resolved = prepare(run.plan, catalog);
    if (!resolved)
        return resolved;
    resolved->run = run.facts;
    if (Problems problems = setLayout(*resolved, run.plan.layout); !problems.empty())
        return problems; // terms depend on the facts too
    if (!run.ofSweep)
        return resolved;
    resolved->run.measuresNetwork = true; // trainer.py, measure_bandwidth
    resolved->run.collectiveSeconds
        = faultsOf(sweepBuildOf(*resolved), *resolved).collectiveSeconds;
    if (run.plan.layout.pipeline == 1 || sleeps(*resolved, resolved->stages.front()))
        return resolved;
    Plan other = run.plan;
    other.layout.stageLayers = closedAtTies(*resolved);
    auto split = prepare(other, catalog);
    if (!split)
        return resolved;
    split->run = resolved->run;
    split->run.sendsAhead = true;
    return split;
}

} // namespace highwater
