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

/// Seconds of one layer's products and attention on one GPU, forward and backward, of one
/// micro-batch; 0 where the device's speed is not known.
double computeSeconds(const Resolved& plan)
{
    const auto machine = machineOf(plan);
    if (!machine)
        return 0;
    const LayerSeconds layer = layerSeconds(plan, *machine, false);
    return layer.products + layer.scores;
}

/// Seconds that a layer took in a measured run: those of a step over all layers and micro-batches
/// that follow one another, the pipeline's filling included.
std::optional<double> measuredSeconds(const Resolved& plan, const Stage& stage)
{
    if (!plan.tokensPerSecondPerGpu || stage.layers.layers() == 0)
        return std::nullopt;
    const double tokens = static_cast<double>(plan.tokensPerMicroBatch())
        * static_cast<double>(plan.microBatches) * static_cast<double>(plan.dataParallel);
    const double step
        = tokens / (*plan.tokensPerSecondPerGpu * static_cast<double>(plan.cluster.gpus));
    const auto passes = static_cast<double>(plan.microBatches + plan.layout.pipeline - 1);
    return step / passes / static_cast<double>(stage.layers.layers());
}

} // namespace

bool waitsForCollectives(const Resolved& plan)
{
    // Collectives beside computation came to nanotron together with inputs that are gathered again.
    return plan.profile->recordsCollectives && plan.layout.tensor > 1
        && plan.choices.tpInputs == TpInputs::Recomputed;
}

bool runsAhead(const Resolved& plan, const Stage& stage)
{
    if (!waitsForCollectives(plan))
        return false;
    constexpr double milli = 1e-3;
    const double compute = computeSeconds(plan);
    const auto measured = measuredSeconds(plan, stage);
    // The second-last stage of a pipeline waits for a gradient after every forward pass: it runs
    // ahead only where the GPU is the slower one within a pass.
    const bool waitsEachPass
        = plan.layout.pipeline > 1 && stage.layers.index == plan.layout.pipeline - 2;
    if (measured && waitsEachPass)
        return compute > fraction(Fitted::BusyShare) * *measured;
    if (measured)
        return *measured < static_cast<double>(fittedValue(Fitted::SlowLayer)) * milli;
    return !waitsEachPass
        || compute > static_cast<double>(fittedValue(Fitted::ComputeBound)) * milli;
}

} // namespace highwater
