// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/time_figure.h"

#include "core/figure/generation_figure.h"
#include "core/figure/plan_words.h"
#include "core/job/moment_words.h"
#include "core/methods/method.h"
#include "core/time/amount_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace highwater {
namespace {

std::int64_t shownNanoseconds(double seconds)
{
    constexpr double perSecond = 1e9;
    return std::llround(perSecond * std::min(seconds, mostSeconds));
}

Layer layerOf(TimeGroup group, Text name)
{
    return {coloursOf(group), std::move(name), {}, nameOf(group)};
}

/// The seconds of each part of a step, for one bar.
using PartSeconds = std::array<double, timePartCount>;

void addLayers(Panel& panel, const std::vector<PartSeconds>& bars)
{
    const bool empties = std::ranges::any_of(bars, [](const PartSeconds& bar) {
        return bar[static_cast<std::size_t>(TimePart::CacheFlushes)] > 0;
    });
    for (const TimeGroup group : everyOf<TimeGroup>()) {
        Layer layer = layerOf(group, timeGroupName(group, empties));
        for (const PartSeconds& bar : bars)
            layer.values.push_back(
                shownNanoseconds(groupSeconds(bar)[static_cast<std::size_t>(group)]));
        if (std::ranges::any_of(layer.values, [](std::int64_t value) { return value > 0; }))
            panel.layers.push_back(std::move(layer));
    }
    panel.xs.resize(bars.size());
}

/// Adds a bar for each stage, each of the step's length.
void addStages(Panel& panel, const Resolved& plan)
{
    const auto machine = machineOf(plan);
    addLayers(panel, stageParts(plan, *machine));
}

/// Adds a bar for each phase of a job, in their order from the top.
void addPhases(Panel& panel, const TimeAnswer& answer)
{
    panel.lying = true;
    RowNumbers seconds{{HW_TR("core", "Time (s)")}, {}, false};
    RowNumbers share{{HW_TR("core", "Share (%)")}, {}, false};
    std::vector<PartSeconds> bars;
    for (const PhaseTime& phase : answer.phases) {
        bars.push_back(phase.step.parts);
        panel.names.push_back(momentName(phase.phase));
        seconds.values.emplace_back(phase.seconds);
        share.values.emplace_back(100 * phase.seconds / answer.seconds);
    }
    addLayers(panel, bars);
    panel.numbers = {std::move(seconds), std::move(share)};
}

void addUtilisation(Panel& panel, const TimeAnswer& answer)
{
    const double atPeak = answer.seconds * answer.modelUtilisation;
    panel.layers = {layerOf(TimeGroup::Products, {HW_TR("core", "Operations at the peak")}),
                    layerOf(TimeGroup::Pipeline, {HW_TR("core", "All else")})};
    panel.layers.front().values.push_back(shownNanoseconds(atPeak));
    panel.layers.back().values.push_back(shownNanoseconds(answer.seconds - atPeak));
    panel.xs.resize(1);
}

Text caption(const TimeAnswer& answer)
{
    if (answer.byUtilisation)
        return {HW_TR("core",
                      "%1 s a step at the utilisation of the plan · %2 {token|tokens} a second"),
                {amountText(answer.seconds), amountText(answer.tokensPerSecond)}};
    return {HW_TR("core", "%1 s a step, %2 to %3 · %4 {token|tokens} a second"),
            {amountText(answer.seconds), amountText(answer.low), amountText(answer.high),
             amountText(answer.tokensPerSecond)}};
}

Figure figureOf(const Resolved& plan, const TimeAnswer& answer)
{
    Panel panel;
    panel.bars = true;
    if (answer.byUtilisation)
        addUtilisation(panel, answer);
    else if (!answer.phases.empty())
        addPhases(panel, answer);
    else
        addStages(panel, plan);
    std::iota(panel.xs.begin(), panel.xs.end(), 1);
    panel.x.title = {panel.lying ? HW_TR("core", "Phase") : HW_TR("core", "Stage of the pipeline")};
    panel.x.marks = panel.lying ? Marks::Places : Marks::Stages;
    panel.x.least = 1;
    panel.x.most = static_cast<double>(panel.xs.size());
    panel.x.ticks.assign(panel.xs.begin(), panel.xs.end());
    panel.captions.push_back(caption(answer));

    Figure figure;
    figure.name = "time";
    figure.title = {panel.lying ? HW_TR("core", "Time of a step of the job")
                                : HW_TR("core", "Time of a training step")};
    describe(figure, plan);
    figure.unit = answer.seconds < 1 ? ValueUnit::milliseconds() : ValueUnit::seconds();
    figure.panels.push_back(std::move(panel));
    scaleY(figure);
    return figure;
}

} // namespace

TimeGroup groupOf(TimePart part)
{
    switch (part) {
    case TimePart::Products:
    case TimePart::Experts:
    case TimePart::Scores:
    case TimePart::Head:
    case TimePart::Orthogonal:
    case TimePart::Images:
    case TimePart::Adapters:
        return TimeGroup::Products;
    case TimePart::Recompute:
        return TimeGroup::Recompute;
    case TimePart::MemoryBound:
    case TimePart::Accumulation:
    case TimePart::Optimizer:
        return TimeGroup::Memory;
    case TimePart::Launching:
    case TimePart::Program:
    case TimePart::CacheFlushes:
    case TimePart::StepWork:
        return TimeGroup::Launching;
    case TimePart::Uneven:
    case TimePart::Bubble:
        return TimeGroup::Pipeline;
    case TimePart::TensorTraffic:
    case TimePart::ContextTraffic:
    case TimePart::ExpertTraffic:
    case TimePart::WeightGathers:
    case TimePart::ParameterOffload:
    case TimePart::ActivationOffload:
    case TimePart::Sends:
    case TimePart::Gradients:
    case TimePart::NewWeights:
        break;
    }
    return TimeGroup::Traffic;
}

Text timeGroupName(TimeGroup group, bool empties)
{
    if (group == TimeGroup::Launching && empties)
        return {HW_TR("core", "Emptying of the cache, launches")};
    constexpr EnumTable<TimeGroup, const char*> names(
        {HW_TR("core", "Products and attention"), HW_TR("core", "Recompute"),
         HW_TR("core", "Memory and optimizer"), HW_TR("core", "Waiting for traffic"),
         HW_TR("core", "Launches and program"), HW_TR("core", "Waiting in the pipeline")});
    return {names[group]};
}

Group coloursOf(TimeGroup group)
{
    constexpr EnumTable<TimeGroup, Group> groups({Group::Parameters, Group::Gradients,
                                                  Group::Optimizer, Group::Activations,
                                                  Group::Temporary, Group::Overhead});
    return groups[group];
}

GroupSeconds groupSeconds(const std::array<double, timePartCount>& parts)
{
    GroupSeconds sums{};
    for (const TimePart part : everyOf<TimePart>())
        sums[static_cast<std::size_t>(groupOf(part))] += parts[static_cast<std::size_t>(part)];
    return sums;
}

Result<TimeChart> timeChart(const Resolved& plan)
{
    auto answer = timeOf(plan);
    if (!answer)
        return answer.problems();
    Figure figure = figureOf(plan, *answer);
    return TimeChart{*std::move(answer), std::move(figure)};
}

Result<Figure> timeFigure(const Plan& plan, const Catalog& catalog)
{
    const auto estimated = estimate(plan, catalog);
    if (!estimated)
        return estimated.problems();
    const Resolved& resolved = estimated->plan;
    if (resolved.serves()) {
        auto generated = generationChart(resolved);
        return generated ? Result<Figure>(std::move(generated->figure)) : generated.problems();
    }
    auto chart = timeChart(resolved);
    if (!chart)
        return chart.problems();
    return std::move(chart->figure);
}

} // namespace highwater
