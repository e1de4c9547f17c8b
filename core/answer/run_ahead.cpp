// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/run_ahead.h"

#include "core/ledger/fitted.h"
#include "core/ledger/framework.h"
#include "core/time/step_time.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace highwater {
namespace {

/// Longer than any pass.
constexpr std::int64_t never = 100'000'000'000'000;

/// Nanoseconds. They are clamped, so that a sum over all layers and passes does not overflow.
std::int64_t nanoseconds(double seconds)
{
    return static_cast<std::int64_t>(std::clamp(seconds * 1e9, 0.0, static_cast<double>(never)));
}

} // namespace

std::optional<PassSeconds> computedPass(const Resolved& plan, const Stage& stage)
{
    const auto machine = machineOf(plan);
    if (!machine)
        return std::nullopt;
    const StepTime step = stepTime(plan, *machine);
    const double own = static_cast<double>(fittedValue(Fitted::OwnLaunching)) / 100;
    const LayerCounts counts = layersOfClasses(plan, stage.layers.first, stage.layers.end);
    PassSeconds pass{.work = stage.layers.predicts ? step.headSeconds : 0};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const LayerSeconds& layer = step.layers[i];
        pass.work += counts[i] * (layer.total() - layer.launching);
        // Fitted with twice as many launches of a layer with experts.
        const double launching = machine->pace[Speed::Launching] * (layerClasses[i].moe ? 2 : 1);
        pass.program += counts[i] * own * launching;
    }
    return pass;
}

bool waitsForCollectives(const Resolved& plan)
{
    // The version of nanotron that gathers inputs again (TpInputs::Recomputed) is also the first to
    // overlap collectives with computation.
    return plan.profile->recordsCollectives && plan.layout.tensor > 1
        && plan.choices.tpInputs == TpInputs::Recomputed;
}

LaunchPace leastAhead()
{
    return {};
}

LaunchPace mostAhead()
{
    return {{0, never, forwardLaunches}, {0, never, backwardLaunches}, queuedLaunches};
}

LaunchPace computedPace(const Resolved& plan, const Stage& stage, const PassSeconds& pass)
{
    const double layers = static_cast<double>(stage.layers.layers());
    const double work = pass.work / layers;
    // Without recomputation a backward pass has twice the products of a forward pass.
    const bool recomputes = plan.choices.recompute == Recompute::Full;
    const double forwardWork = 1.0 / (recomputes ? 4 : 3);
    constexpr auto forwards = static_cast<double>(forwardLaunches);
    constexpr auto backwards = static_cast<double>(backwardLaunches);
    const std::int64_t again = recomputes ? forwardLaunches : 0;
    const double launch = pass.program / layers / (forwards + backwards);
    return LaunchPace{
        {nanoseconds(launch * forwards), nanoseconds(work * forwardWork), forwardLaunches},
        {nanoseconds(launch * (backwards + static_cast<double>(again))),
         nanoseconds(work * (1 - forwardWork)), backwardLaunches + again},
        queuedLaunches};
}

std::optional<LaunchPace> launchPace(const Resolved& plan, const Stage& stage)
{
    if (!waitsForCollectives(plan))
        return std::nullopt;
    const auto index = static_cast<std::size_t>(stage.layers.index);
    if (index < plan.program.paces.size())
        return plan.program.paces[index];
    if (stage.layers.layers() == 0)
        return leastAhead();
    const auto pass = computedPass(plan, stage);
    return pass ? computedPace(plan, stage, *pass) : mostAhead();
}

} // namespace highwater
