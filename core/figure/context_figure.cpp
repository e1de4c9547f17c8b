// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/context_figure.h"

#include "core/explore/solve.h"
#include "core/figure/plan_words.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>

namespace highwater {

Text rangeVerdict(const ContextChart& chart, MemoryUnit unit, const NumberWriter& written)
{
    switch (chart.crossing) {
    case Crossing::AlwaysFits:
        return {HW_TR("core", "Fits over the whole range")};
    case Crossing::At:
        return {HW_TR("core", "Fits up to %1 {token|tokens}"),
                {written(static_cast<double>(chart.longest), 0)}};
    case Crossing::Uncounted:
        return uncountedText("workload.context");
    case Crossing::NeverFits:
        break;
    }
    // The states alone fit, so the other groups are too large.
    if (chart.statesAlone <= chart.capacity)
        return {HW_TR("core", "Does not fit at any length")};
    return {HW_TR("core", "Does not fit at any length: states alone %1 %2"),
            {written(inUnit(chart.statesAlone, unit), 1), std::string(nameOf(unit))}};
}

namespace {

/// The longest context that is offered is shorter where the allocator empties its cache beyond it.
Text crossingLabel(const ContextChart& chart, std::string longest)
{
    if (chart.emptiesAtLongest)
        return {HW_TR("core", "fits up to %1 {token|tokens}, but slower"), {std::move(longest)}};
    return {HW_TR("core", "fits up to %1 {token|tokens}"), {std::move(longest)}};
}

std::optional<Baseline> baselineOf(const ContextChart& chart, MemoryUnit unit,
                                   const NumberWriter& written)
{
    if (chart.baseline.empty())
        return std::nullopt;
    const auto marker = static_cast<double>(chart.marker);
    const bool inView = marker >= chart.x.least && marker <= chart.x.most;
    Baseline baseline{
        chart.baseline, chart.baselineAtMarker.value_or(0), {HW_TR("core", "Baseline")}};
    if (inView)
        baseline.label
            = {HW_TR("core", "Baseline %1"), {written(inUnit(baseline.atMarker, unit), 1)}};
    return baseline;
}

Panel panelOf(const ContextChart& chart, MemoryUnit unit, const NumberWriter& written)
{
    const auto counted
        = [&](std::int64_t tokens) { return written(static_cast<double>(tokens), 0); };
    Panel panel;
    panel.xs = chart.contexts;
    panel.layers = chart.layers;
    panel.x = chart.x;
    panel.markers.push_back({static_cast<double>(chart.marker), {"%1", {counted(chart.marker)}}});
    panel.baseline = baselineOf(chart, unit, written);
    panel.neverFits = chart.crossing == Crossing::NeverFits;
    const auto longest = static_cast<double>(chart.longest);
    if (chart.crossing == Crossing::At && longest > panel.x.least && longest <= panel.x.most)
        panel.crossing = Marker{longest, crossingLabel(chart, counted(chart.longest))};
    return panel;
}

/// The chart's own axis, which keeps its top while a control is dragged, in the unit that is shown.
Axis liveY(const ContextChart& chart, const LiveLook& look)
{
    Axis y = chart.y;
    y.title = valueTitle(look.unit);
    if (look.unit != MemoryUnit::GiB)
        y.ticks
            = niceTicks(inUnit(std::llround(chart.y.most * static_cast<double>(gib)), look.unit));
    y.most = y.ticks.back();
    constexpr std::size_t fewTicks = 6; // in a small plot, more would touch each other
    if (look.small && y.ticks.size() > fewTicks) {
        for (std::size_t i = 0; 2 * i < y.ticks.size(); ++i)
            y.ticks[i] = y.ticks[2 * i];
        y.ticks.resize((y.ticks.size() + 1) / 2);
    }
    const int decimals = tickDecimals(y.ticks);
    for (const double tick : y.ticks)
        y.labels.push_back(look.written(tick, decimals));
    return y;
}

} // namespace

std::optional<Resolved> preparedBaseline(const std::optional<Plan>& baseline,
                                         const Catalog& catalog)
{
    if (!baseline)
        return std::nullopt;
    auto resolved = prepare(*baseline, catalog);
    if (!resolved)
        return std::nullopt;
    if (const auto found = totals(*resolved))
        resolved->idle = idleSharesOf(*found);
    return *std::move(resolved);
}

Result<Figure> contextFigure(const Plan& plan, const Catalog& catalog, const ContextView& view,
                             MemoryUnit unit, Replays replays, const std::optional<Plan>& baseline)
{
    const auto resolved = prepare(plan, catalog);
    if (!resolved)
        return resolved.problems();
    const auto pinned = preparedBaseline(baseline, catalog);
    const auto chart = contextChart(*resolved, view, pinned ? &*pinned : nullptr, {}, replays);
    if (!chart)
        return chart.problems();

    Panel panel = panelOf(*chart, unit, writtenPlainly);
    if (!panel.crossing)
        panel.captions.push_back(rangeVerdict(*chart, unit, writtenPlainly));
    Figure figure;
    figure.name = "context";
    figure.title = resolved->serves() ? Text(HW_TR("core", "Memory by context length"))
                                      : Text(HW_TR("core", "Training memory by context length"));
    describe(figure, *resolved);
    figure.unit = unit;
    figure.limit = limitLine(chart->capacity, unit, deviceName(*resolved));
    figure.panels.push_back(std::move(panel));
    scaleY(figure);
    return figure;
}

std::vector<std::int64_t> stepsOf(const ContextChart& chart)
{
    constexpr double seen = 0.005; // of the stack: less is hardly seen
    std::vector<std::int64_t> steps;
    for (const std::int64_t context : chart.switches) {
        const auto found = std::ranges::lower_bound(chart.contexts, context);
        if (found == chart.contexts.end() || found == chart.contexts.begin())
            continue;
        const auto at = static_cast<std::size_t>(found - chart.contexts.begin());
        const double least = seen * static_cast<double>(chart.stackedAt(at));
        const auto leaps = [&](const Layer& layer) {
            return std::abs(static_cast<double>(layer.values[at] - layer.values[at - 1])) > least;
        };
        if (chart.contexts[at] - chart.contexts[at - 1] == 1
            && std::ranges::any_of(chart.layers, leaps))
            steps.push_back(context);
    }
    return steps;
}

namespace {

/// A previewed change has its curve, and its total in writing, where a pinned plan has its name; a
/// change of the context alone moves along the same curve, so it has a marker of its own.
void showPreview(Panel& panel, const ContextChart& chart, const LiveLook& look)
{
    if (panel.baseline && look.previews) {
        panel.baseline->label = look.previewedContext
            ? Text{}
            : Text{"%1 %2",
                   {look.written(inUnit(panel.baseline->atMarker, look.unit), 2),
                    std::string(nameOf(look.unit))}};
        if (look.previewedContext)
            panel.baseline->atMarker = chart.atMarker.total;
    }
    if (look.previewedContext) {
        const auto context = static_cast<double>(*look.previewedContext);
        panel.markers.push_back({context, {"%1", {look.written(context, 0)}}});
    }
}

} // namespace

Figure liveContextFigure(const ContextChart& chart, const LiveLook& look)
{
    Panel panel = panelOf(chart, look.unit, look.written);
    panel.markers.front().dragged = true;
    for (const std::int64_t context : stepsOf(chart))
        panel.switches.push_back(static_cast<double>(context));
    showPreview(panel, chart, look);
    if (panel.crossing && look.small)
        panel.crossing->label
            = {HW_TR("core", "up to %1"), {look.written(static_cast<double>(chart.longest), 0)}};
    panel.y = liveY(chart, look);
    if (!panel.crossing) {
        const bool beyond
            = chart.crossing == Crossing::At && static_cast<double>(chart.longest) > chart.x.most;
        if (beyond)
            panel.notice = Text{HW_TR("core", "Fits over the whole range")};
        else if (chart.crossing != Crossing::At)
            panel.notice = rangeVerdict(chart, look.unit, look.written);
    }
    Figure figure;
    figure.name = "context";
    figure.title = {HW_TR("core", "Training memory by context length")};
    figure.unit = look.unit;
    figure.limit = limitLine(chart.capacity, look.unit, look.device, look.written);
    figure.panels.push_back(std::move(panel));
    return figure;
}

} // namespace highwater
