// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/run_ahead.h"

#include "core/ledger/fitted.h"
#include "core/ledger/framework.h"
#include "core/time/step_time.h"

#include <algorithm>
#include <cstdint>

namespace highwater {
namespace {

double share(Fitted percent)
{
    return static_cast<double>(fittedValue(percent)) / 100;
}

/// Longer than any pass.
constexpr std::int64_t never = 100'000'000'000'000;

/// For a pipeline whose program sends without waiting, and whose GPU does not work all the time.
/// The first stage launches all forward passes before it waits for the first gradient. By the first
/// gradient the GPU has done two of the passes in flight, so the program is ahead by the others.
/// Example: 4 stages, 8 layers each: (4 − 2) · 8 · 41 = 656 launches. Every other stage waits for
/// the input of each pass.
std::int64_t aheadInPipeline(const Resolved& plan, const Stage& stage)
{
    const std::int64_t started = std::min(stage.schedule.inFlight, plan.layout.pipeline);
    const std::int64_t done = fittedValue(Fitted::UnpublishedPasses);
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

/// Nanoseconds, at most so many that a replay of all layers adds them up.
std::int64_t nanoseconds(double seconds)
{
    return static_cast<std::int64_t>(std::clamp(seconds * 1e9, 0.0, static_cast<double>(never)));
}

/// Seconds of a step that no micro-batch takes.
double secondsOfStep(const StepTime& step)
{
    double sum = 0;
    for (const TimePart part :
         {TimePart::Gradients, TimePart::Optimizer, TimePart::NewWeights, TimePart::StepWork})
        sum += step.parts[static_cast<std::size_t>(part)];
    return sum;
}

} // namespace

std::optional<PassSeconds> computedPass(const Resolved& plan, const Stage& stage)
{
    const auto machine = machineOf(plan);
    if (!machine)
        return std::nullopt;
    const StepTime step = stepTime(plan, *machine);
    const double ranks = plan.layout.tensor > 1 ? static_cast<double>(plan.layout.tensor) : 0;
    const LayerCounts counts = layersOfClasses(plan, stage.layers.first, stage.layers.end);
    PassSeconds pass{.work = stage.layers.predicts ? step.headSeconds : 0};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const LayerSeconds& layer = step.layers[i];
        pass.work += counts[i] * (layer.total() - layer.launching);
        pass.launching += counts[i] * layer.launching;
        pass.program += counts[i]
            * (share(Fitted::OwnLaunching) * launchingOf(machine->pace, layerClasses[i])
               + collectivesOfLayer * ranks * plan.run.collectiveSeconds);
    }
    pass.ofStep = secondsOfStep(step) / static_cast<double>(plan.microBatches);
    return pass;
}

std::optional<double> measuredPass(const Resolved& plan)
{
    if (!plan.run.tokensPerSecondPerGpu)
        return std::nullopt;
    const double tokens = static_cast<double>(plan.tokensPerMicroBatch())
        * static_cast<double>(plan.microBatches) * static_cast<double>(plan.dataParallel);
    const double step
        = tokens / (*plan.run.tokensPerSecondPerGpu * static_cast<double>(plan.cluster.gpus));
    return step / static_cast<double>(plan.microBatches + plan.layout.pipeline - 1);
}

bool waitsForCollectives(const Resolved& plan)
{
    // The version of nanotron that gathers inputs again (TpInputs::Recomputed) is also the first to
    // overlap collectives with computation.
    return plan.profile->recordsCollectives && plan.layout.tensor > 1
        && plan.choices.tpInputs == TpInputs::Recomputed;
}

bool sentMayWait(const Resolved& plan)
{
    return plan.run.sendsAhead && plan.profile->recordsCollectives
        && plan.layout.pipeline > fittedValue(Fitted::UnpublishedPasses) && plan.gathersStepped();
}

LaunchPace leastAhead()
{
    return {};
}

LaunchPace mostAhead()
{
    return {{0, never, forwardLaunches}, {0, never, backwardLaunches}, queuedLaunches};
}

std::optional<LaunchPace> launchPace(const Resolved& plan, const Stage& stage)
{
    if (!waitsForCollectives(plan))
        return std::nullopt;
    if (stage.layers.layers() == 0)
        return leastAhead();
    const auto computed = computedPass(plan, stage);
    const auto measured = measuredPass(plan);
    if (plan.run.sendsAhead) {
        const bool busy = computed
            && computed->work > share(Fitted::BusyShare)
                    * measured.value_or(std::max(computed->work, computed->program));
        const std::int64_t most = fittedValue(Fitted::UnpublishedQueue);
        return aheadBy(busy ? most : std::min(most, aheadInPipeline(plan, stage)));
    }
    if (!computed)
        return mostAhead();
    if (measured
        && *measured - computed->work - computed->launching
            > static_cast<double>(fittedValue(Fitted::SlowPass)) / 1000)
        return leastAhead();
    const double layers = static_cast<double>(stage.layers.layers());
    // A pipeline's time also has what its stages wait for each other.
    const bool isMeasured = measured && plan.layout.pipeline == 1;
    const double work = (isMeasured ? *measured - computed->ofStep : computed->work) / layers;
    // Without recomputation a backward pass has twice the products of a forward pass.
    const bool recomputes = plan.choices.recompute == Recompute::Full;
    const double forwardWork = 1.0 / (recomputes ? 4 : 3);
    constexpr auto forwards = static_cast<double>(forwardLaunches);
    constexpr auto backwards = static_cast<double>(backwardLaunches);
    const std::int64_t again = recomputes ? forwardLaunches : 0;
    const double launch = computed->program / layers / (forwards + backwards);
    return LaunchPace{
        {nanoseconds(launch * forwards), nanoseconds(work * forwardWork), forwardLaunches},
        {nanoseconds(launch * (backwards + static_cast<double>(again))),
         nanoseconds(work * (1 - forwardWork)), backwardLaunches + again},
        queuedLaunches};
}

} // namespace highwater
