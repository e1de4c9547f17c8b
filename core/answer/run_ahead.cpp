// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/run_ahead.h"

#include "core/ledger/fitted.h"
#include "core/ledger/framework.h"
#include "core/time/step_time.h"

#include <algorithm>
#include <optional>

namespace highwater {
namespace {

double secondsOf(Fitted milliseconds)
{
    return static_cast<double>(fittedValue(milliseconds)) / 1000;
}

double share(Fitted percent)
{
    return static_cast<double>(fittedValue(percent)) / 100;
}

/// Seconds of one micro-batch on a stage, forward and backward.
struct PassSeconds
{
    double work = 0; ///< of the GPU
    double launching = 0; ///< of launches that take longer than the GPU's work
};

/// Null where the speed of the device is not known.
std::optional<PassSeconds> computedPass(const Resolved& plan, const Stage& stage)
{
    const auto machine = machineOf(plan);
    if (!machine)
        return std::nullopt;
    const StepTime step = stepTime(plan, *machine);
    const LayerCounts counts = layersOfClasses(plan, stage.layers.first, stage.layers.end);
    PassSeconds pass{stage.layers.predicts ? step.headSeconds : 0, 0};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const LayerSeconds& layer = step.layers[i];
        pass.work += counts[i] * (layer.total() - layer.launching);
        pass.launching += counts[i] * layer.launching;
    }
    return pass;
}

/// Seconds of one micro-batch in a measured run: the seconds of a step divided by its micro-batches
/// and by those for which the pipeline fills.
std::optional<double> measuredPass(const Resolved& plan)
{
    if (!plan.tokensPerSecondPerGpu)
        return std::nullopt;
    const double tokens = static_cast<double>(plan.tokensPerMicroBatch())
        * static_cast<double>(plan.microBatches) * static_cast<double>(plan.dataParallel);
    const double step
        = tokens / (*plan.tokensPerSecondPerGpu * static_cast<double>(plan.cluster.gpus));
    return step / static_cast<double>(plan.microBatches + plan.layout.pipeline - 1);
}

/// Whether the network holds up a pipeline whose time is not measured.
bool isSlow(const Resolved& plan)
{
    const auto nodes = [&](std::int64_t gpus) { return shareOf(gpus, plan.cluster.gpusPerNode); };
    return nodes(plan.layout.tensor) > fittedValue(Fitted::SlowTensorNodes)
        || nodes(plan.cluster.gpus) > fittedValue(Fitted::SlowNodes);
}

/// For a stage of a pipeline whose GPU does not work all the time. The first stage waits for no
/// input: the program launches all forward passes before the first gradient. By the first gradient
/// the GPU has done two of the passes in flight, so the program is ahead by the others. Example: 4
/// stages, 8 layers each: (4 − 2) · (8 · 45 + 50) = 820 launches. Every other stage waits for the
/// input of each pass.
std::int64_t aheadInPipeline(const Resolved& plan, const Stage& stage)
{
    constexpr std::int64_t passesDone = 2;
    const std::int64_t started = std::min(stage.schedule.inFlight, plan.layout.pipeline);
    const std::int64_t passes
        = stage.layers.index == 0 ? std::max<std::int64_t>(0, started - passesDone) : 0;
    const std::int64_t layers = shareOf(stage.layers.layers(), stage.schedule.chunks);
    const std::int64_t launchesOfPass
        = bounded::plus(bounded::times(layers, forwardLaunches), fittedValue(Fitted::SendLaunches));
    return std::clamp(bounded::times(passes, launchesOfPass), withinLayer, queuedLaunches);
}

} // namespace

bool waitsForCollectives(const Resolved& plan)
{
    // The version of nanotron that gathers inputs again (TpInputs::Recomputed) is also the first to
    // overlap collectives with computation.
    return plan.profile->recordsCollectives && plan.layout.tensor > 1
        && plan.choices.tpInputs == TpInputs::Recomputed;
}

bool sendMayWait(const Resolved& plan)
{
    return plan.profile->recordsCollectives && plan.layout.pipeline > 1 && plan.gathersStepped();
}

std::int64_t launchesAhead(const Resolved& plan, const Stage& stage)
{
    if (!waitsForCollectives(plan))
        return 0;
    const auto computed = computedPass(plan, stage);
    const auto measured = measuredPass(plan);
    if (!measured && plan.layout.pipeline > 1 && isSlow(plan))
        return withinLayer;
    if (computed && measured
        && *measured - computed->work - computed->launching > secondsOf(Fitted::SlowPass))
        return withinLayer;
    const auto layers = static_cast<double>(stage.layers.layers());
    const bool busy = computed
        && computed->work > (measured ? share(Fitted::BusyShare) * *measured
                                      : secondsOf(Fitted::BusyLayer) * layers);
    return busy || plan.layout.pipeline == 1 ? queuedLaunches : aheadInPipeline(plan, stage);
}

} // namespace highwater
