// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/run_ahead.h"

#include "core/ledger/fitted.h"
#include "core/time/step_time.h"

#include <algorithm>
#include <optional>

namespace highwater {
namespace {

double fraction(Fitted percent)
{
    return static_cast<double>(fittedValue(percent)) / 100;
}

/// One layer, forward and backward, of one micro-batch; no seconds where the device's speed is not
/// known.
LayerSeconds layerTime(const Resolved& plan)
{
    const auto machine = machineOf(plan);
    return machine ? stepTime(plan, *machine).layers[LayerClass{}.index()] : LayerSeconds{};
}

/// Seconds of one micro-batch in a measured run: those of a step over all micro-batches that follow
/// one another, the pipeline's filling included.
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

/// Tensors wait at the least until the launches of their layer are done.
constexpr std::int64_t withinLayer = 1;

/// Of a stage whose products do not keep the GPU busy. The first one waits for nothing until its
/// first gradient comes: the program launches all of its passes, while the GPU does two of them,
/// one that the next stage takes at once and one that it has no time for yet. The other stages wait
/// for the input of every pass.
std::int64_t aheadInPipeline(const Stage& stage)
{
    constexpr std::int64_t done = 2;
    const std::int64_t passes
        = stage.layers.index == 0 ? std::max<std::int64_t>(0, stage.schedule.inFlight - done) : 0;
    const std::int64_t ofPass = bounded::plus(
        bounded::times(stage.layers.layers(), forwardLaunches), fittedValue(Fitted::SendLaunches));
    return std::clamp(bounded::times(passes, ofPass), withinLayer, queuedLaunches);
}

} // namespace

bool waitsForCollectives(const Resolved& plan)
{
    // Collectives beside computation came to nanotron together with inputs that are gathered again.
    return plan.profile->recordsCollectives && plan.layout.tensor > 1
        && plan.choices.tpInputs == TpInputs::Recomputed;
}

std::int64_t launchesAhead(const Resolved& plan, const Stage& stage)
{
    if (!waitsForCollectives(plan))
        return 0;
    constexpr double milli = 1e-3;
    const LayerSeconds layer = layerTime(plan);
    const double work = layer.total() - layer.launching;
    const auto layers = static_cast<double>(stage.layers.layers());
    const auto measured = measuredPass(plan);
    if (measured
        && *measured - layer.total() * layers
            > static_cast<double>(fittedValue(Fitted::SlowPass)) * milli)
        return withinLayer;
    const bool busy = measured ? work * layers > fraction(Fitted::BusyShare) * *measured
                               : work > static_cast<double>(fittedValue(Fitted::BusyLayer)) * milli;
    return busy || plan.layout.pipeline == 1 ? queuedLaunches : aheadInPipeline(stage);
}

std::int64_t otherLaunchesAhead(std::int64_t ahead)
{
    return ahead < queuedLaunches / 2 ? queuedLaunches : withinLayer;
}

} // namespace highwater
