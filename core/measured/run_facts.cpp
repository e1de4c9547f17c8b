// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/run_facts.h"

#include "core/ledger/framework.h"
#include "core/measured/run_constants.h"
#include "core/time/real.h"
#include "core/time/step_time.h"

#include <algorithm>

namespace highwater {
namespace {

double share(RunConstant percent)
{
    return real(fittedValue(percent)) / 100;
}

/// Seconds of a step that no micro-batch takes.
double secondsOfStep(const StepTime& step)
{
    double sum = 0;
    for (const TimePart part : {TimePart::Gradients, TimePart::Optimizer, TimePart::NewWeights,
                                TimePart::StepWork, TimePart::Orthogonal})
        sum += step[part];
    return sum;
}

/// For a pipeline whose program sends without waiting, and whose GPU does not work all the time.
/// The first stage launches all forward passes before it waits for the first gradient. By the first
/// gradient the GPU has done two of the passes in flight, so the program is ahead by the others.
/// Example: 4 stages, 8 layers each: (4 − 2) · 8 · 41 = 656 launches. Every other stage waits for
/// the input of each pass.
std::int64_t aheadInPipeline(const Resolved& plan, const Stage& stage)
{
    const std::int64_t started = std::min(stage.schedule.inFlight, plan.layout.pipeline);
    const std::int64_t done = fittedValue(RunConstant::UnpublishedPasses);
    const std::int64_t passes
        = stage.layers.index == 0 ? std::max<std::int64_t>(0, started - done) : 0;
    return bounded::times(passes, bounded::times(stage.layers.layers(), forwardLaunches));
}

/// For a program that sends without waiting.
LaunchPace aheadBy(std::int64_t launches)
{
    if (launches == 0)
        return leastAhead();
    LaunchPace pace = mostAhead();
    pace.queue = launches;
    return pace;
}

LaunchPace paceOfSending(const Resolved& plan, const Stage& stage,
                         const std::optional<RunPass>& computed,
                         const std::optional<double>& measured)
{
    const bool busy = computed
        && computed->work > share(RunConstant::BusyShare)
                * measured.value_or(std::max(computed->work, computed->program));
    const std::int64_t most = fittedValue(RunConstant::UnpublishedQueue);
    return aheadBy(busy ? most : std::min(most, aheadInPipeline(plan, stage)));
}

LaunchPace paceOfRun(const Resolved& plan, const Stage& stage, const RunFacts& facts)
{
    if (stage.layers.layers() == 0)
        return leastAhead();
    auto computed = computedPass(plan, stage, facts);
    const auto measured = measuredPass(plan, facts);
    if (facts.sendsAhead)
        return paceOfSending(plan, stage, computed, measured);
    if (!computed)
        return mostAhead();
    if (measured
        && *measured - computed->work - computed->launching
            > real(fittedValue(RunConstant::SlowPass)) / 1000)
        return leastAhead();
    // A pipeline's time also has what its stages wait for each other.
    if (measured && plan.layout.pipeline == 1)
        computed->work = *measured - computed->ofStep;
    return computedPace(plan, stage, *computed);
}

} // namespace

std::optional<RunPass> computedPass(const Resolved& plan, const Stage& stage, const RunFacts& facts)
{
    const auto computed = computedPass(plan, stage);
    if (!computed)
        return std::nullopt;
    RunPass pass{*computed};
    const StepTime step = stepTime(plan, *machineOf(plan));
    const LayerCounts counts = layersOfClasses(plan, stage.layers.first, stage.layers.end);
    for (std::size_t i = 0; i < counts.size(); ++i)
        pass.launching += counts[i] * step.layers[i].launching;
    const double ranks = plan.layout.tensor > 1 ? real(plan.layout.tensor) : 0;
    pass.program
        += real(stage.layers.layers()) * (collectivesOfLayer * ranks * facts.collectiveSeconds);
    pass.ofStep = secondsOfStep(step) / real(plan.microBatches);
    return pass;
}

std::optional<double> measuredPass(const Resolved& plan, const RunFacts& facts)
{
    if (!facts.tokensPerSecondPerGpu)
        return std::nullopt;
    const double tokens
        = real(plan.tokensPerMicroBatch()) * real(plan.microBatches) * real(plan.dataParallel);
    const double step = tokens / (*facts.tokensPerSecondPerGpu * real(plan.cluster.gpus));
    return step / real(plan.microBatches + plan.layout.pipeline - 1);
}

/// nouamane/bench2, trainer.py, measure_bandwidth: five rounds, each with a copy and NCCL's lists
/// of a reduction and a gather, among all ranks and within the node. None of them is free before
/// the GPU is through.
std::vector<Bytes> networkTensors(const Cluster& cluster)
{
    constexpr Bytes whole = gib;
    constexpr std::size_t waiting = std::size_t{5} * 6;
    const Bytes ofRank = shareOf(whole, cluster.gpus);
    const Bytes ofLocalRank = shareOf(whole, std::min(cluster.gpus, cluster.gpusPerNode));
    // Inputs of the all-reduce and of the reduce-scatter, and the latter's outputs among all ranks
    // and within the node; then input and output of each of the two all-gathers.
    std::vector<Bytes> tensors{whole,  whole, ofRank,      ofLocalRank,
                               ofRank, whole, ofLocalRank, whole};
    tensors.insert(tensors.end(), waiting, whole);
    return tensors;
}

ProgramTraits traitsOf(const RunFacts& facts, const Resolved& plan)
{
    ProgramTraits program{.earlyPyTorch = facts.earlyPyTorch,
                          .earlyBitsandbytes = facts.earlyBitsandbytes,
                          .narrowLoss = facts.narrowLoss,
                          .waitsAtSends = !facts.sendsAhead};
    program.keepsLastSent = facts.sendsAhead && plan.profile->recordsCollectives
        && plan.layout.pipeline > fittedValue(RunConstant::UnpublishedPasses)
        && plan.gathersStepped();
    if (facts.measuresNetwork)
        program.startUp = networkTensors(plan.cluster);
    if (waitsForCollectives(plan))
        for (std::int64_t i = 0; i < plan.layout.pipeline; ++i)
            program.paces.push_back(paceOfRun(plan, stageAt(plan, i), facts));
    return program;
}

} // namespace highwater
