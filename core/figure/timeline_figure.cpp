// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/timeline_figure.h"

#include "core/answer/exact.h"
#include "core/answer/group_words.h"
#include "core/figure/plan_words.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {
namespace {

/// More events could neither be seen nor be drawn while a control is dragged.
constexpr std::int64_t mostEvents = 20'000;

/// The x axis counts half units, so that the middle of every span is a whole number.
constexpr std::int64_t perUnit = 2;

/// Points of one pass in one direction, or between passes.
struct PassPart
{
    Phase phase{};
    std::size_t first = 0, end = 0; ///< points [first, end)
    std::int64_t pass = -1;
    std::optional<Moment> jobPhase{};
};

/// The head belongs to the loss where there is one, else to the forward pass.
Phase partOf(const TimelineChart& chart, const TimelinePoint& point)
{
    if (point.phase == Phase::Head)
        return chart.timeline.layers.predicts ? Phase::Loss : Phase::Forward;
    return point.phase;
}

std::vector<PassPart> partsOf(const TimelineChart& chart)
{
    std::vector<PassPart> parts;
    for (std::size_t i = chart.first; i < chart.timeline.points.size(); ++i) {
        const TimelinePoint& point = chart.point(i);
        const Phase phase = partOf(chart, point);
        const bool start = i == chart.timeline.start;
        const bool goesOn = !parts.empty() && parts.back().phase == phase
            && (parts.back().pass == point.pass || parts.back().pass < 0);
        if (!goesOn || start || point.jobPhase)
            parts.push_back({phase, i, i, point.pass, point.jobPhase});
        parts.back().end = i + 1;
        parts.back().pass = point.pass;
    }
    return parts;
}

Text passNumber(std::int64_t pass)
{
    return Text::plain(grouped(pass + 1));
}

void nameStretch(Stretch& stretch, const PassPart& part, bool several)
{
    if (part.jobPhase) {
        stretch.name = momentName(*part.jobPhase);
        stretch.brief = momentBrief(*part.jobPhase);
        return;
    }
    const std::string pass = passNumber(part.pass).arguments.front();
    switch (part.phase) {
    case Phase::Load:
        stretch.name = {HW_TR("core", "Load")};
        break;
    case Phase::Forward:
        stretch.name
            = several ? Text(HW_TR("core", "Forward %1"), {pass}) : Text(HW_TR("core", "Forward"));
        stretch.brief = several ? Text(HW_TR("core", "F%1"), {pass}) : Text();
        break;
    case Phase::Head:
    case Phase::Loss:
        stretch.name = several ? Text() : Text(HW_TR("core", "Loss"));
        break;
    case Phase::Backward:
        stretch.name = several ? Text(HW_TR("core", "Backward %1"), {pass})
                               : Text(HW_TR("core", "Backward"));
        stretch.brief = several ? Text(HW_TR("core", "B%1"), {pass}) : Text();
        break;
    case Phase::Evaluate:
        stretch.name = {HW_TR("core", "Evaluation")};
        break;
    case Phase::Save:
        stretch.name = {HW_TR("core", "Saving")};
        break;
    case Phase::Merge:
        stretch.name = {HW_TR("core", "Merging")};
        break;
    case Phase::Step:
        stretch.name = {HW_TR("core", "Optimizer")};
        stretch.brief = several ? Text(HW_TR("core", "Step")) : Text();
        break;
    }
}

double startOf(const TimelineChart& chart, std::size_t point)
{
    return static_cast<double>(perUnit * (chart.spans[point].from - chart.spans[chart.first].from));
}

double endOf(const TimelineChart& chart, std::size_t point)
{
    return static_cast<double>(perUnit * (chart.spans[point].to - chart.spans[chart.first].from));
}

std::vector<Stretch> stretchesOf(const TimelineChart& chart, const std::vector<PassPart>& parts)
{
    std::vector<Stretch> stretches;
    auto gap = chart.timeline.gaps.begin();
    for (const PassPart& part : parts) {
        if (gap != chart.timeline.gaps.end() && gap->point == part.first) {
            const std::string passes = grouped(gap->passes);
            stretches.push_back({endOf(chart, part.first - 1),
                                 startOf(chart, part.first),
                                 {HW_TR("core", "%1 more alike"), {passes}},
                                 {HW_TR("core", "+%1"), {passes}},
                                 {},
                                 true});
            ++gap;
        }
        Stretch stretch{startOf(chart, part.first), endOf(chart, part.end - 1), {}};
        nameStretch(stretch, part, chart.hasSeveralPasses());
        if (!chart.hasSeveralPasses() && !part.jobPhase)
            stretch.under = part.phase == Phase::Forward ? Text(HW_TR("core", "layers finished"))
                : part.phase == Phase::Backward          ? Text(HW_TR("core", "layers left"))
                : part.phase == Phase::Step              ? Text(HW_TR("core", "update"))
                                                         : Text();
        stretches.push_back(std::move(stretch));
    }
    return stretches;
}

/// The number of layers from one mark to the next, in steps that are easy to count.
std::int64_t layersPerMark(std::int64_t layers)
{
    constexpr std::int64_t most = 5;
    for (std::int64_t step = 1;; step *= 2)
        if (layers / step <= most)
            return step;
}

/// Marks count the layers that are finished in the forward pass, and those that are left in the
/// backward pass. With several passes the labels would touch: there each pass has a mark at its
/// start only.
void markLayers(Axis& axis, const TimelineChart& chart, const std::vector<PassPart>& parts)
{
    const auto mark = [&axis](double at, std::string label) {
        axis.ticks.push_back(at);
        axis.labels.push_back(std::move(label));
    };
    for (const PassPart& part : parts) {
        if (chart.hasSeveralPasses()) {
            mark(startOf(chart, part.first), {});
            continue;
        }
        std::vector<std::size_t> layers;
        for (std::size_t i = part.first; i < part.end; ++i)
            if (chart.point(i).layer >= 0)
                layers.push_back(i);
        const auto count = static_cast<std::int64_t>(layers.size());
        const std::int64_t step = layersPerMark(count);
        if (part.phase == Phase::Forward && count > 0) {
            mark(startOf(chart, layers.front()), "0");
            for (std::int64_t done = step; done <= count; done += step)
                mark(endOf(chart, layers[static_cast<std::size_t>(done) - 1]), grouped(done));
        }
        if (part.phase == Phase::Backward) {
            for (std::int64_t left = count - count % step; left > 0; left -= step)
                mark(startOf(chart, layers[static_cast<std::size_t>(count - left)]), grouped(left));
            mark(endOf(chart, layers.back()), "0");
        }
    }
}

/// Sets each point's value in the middle of its span; along the whole span if it is not a layer's.
void fill(Panel& panel, const TimelineChart& chart)
{
    std::vector<std::size_t> points;
    const auto add = [&](double x, std::size_t point) {
        panel.xs.push_back(static_cast<std::int64_t>(x));
        panel.names.push_back(eventName(chart, point));
        points.push_back(point);
    };
    const std::size_t last = chart.timeline.points.size() - 1;
    add(0, chart.first);
    for (std::size_t i = chart.first; i <= last; ++i) {
        const double from = startOf(chart, i), to = endOf(chart, i);
        if (chart.point(i).layer >= 0 || to - from <= perUnit) {
            add((from + to) / 2, i);
            continue;
        }
        add(from + 1, i);
        add(to - 1, i);
    }
    add(endOf(chart, last), last);

    for (std::size_t group = 0; group < groupCount; ++group) {
        Layer layer{static_cast<Group>(group), groupName(static_cast<Group>(group)), {}};
        for (const std::size_t point : points)
            layer.values.push_back(chart.timeline.heldAt(point).bytes[group]);
        if (std::ranges::any_of(layer.values, [](Bytes bytes) { return bytes > 0; }))
            panel.layers.push_back(std::move(layer));
    }
    panel.x.most = static_cast<double>(panel.xs.back());

    const Timeline& timeline = chart.timeline;
    if (!timeline.countsReserved)
        return;
    Curve& reserved = panel.overlays.emplace_back();
    reserved.name = {HW_TR("core", "Reserved by PyTorch, with the runtime")};
    for (const std::size_t i : points)
        reserved.values.push_back(timeline.takenAt(i));
}

Text stageTitle(const TimelineChart& chart)
{
    const StageLayers& layers = chart.timeline.layers;
    const char* said = layers.index == chart.mostLoaded
        ? HW_TR("core", "Stage %1 of %2, layers %3 to %4: the most loaded one")
        : HW_TR("core", "Stage %1 of %2, layers %3 to %4");
    return {said,
            {grouped(layers.index + 1), grouped(chart.plan.layout.pipeline),
             grouped(layers.first + 1), grouped(layers.end)}};
}

Figure figureOf(const TimelineChart& chart, MemoryUnit unit)
{
    const std::vector<PassPart> parts = partsOf(chart);
    Panel panel;
    fill(panel, chart);
    panel.x.marks = Marks::Places;
    panel.x.title = chart.plan.isJob()
        ? Text(HW_TR("core", "Phases of the job's step in their order, not seconds"))
        : Text(HW_TR("core",
                     "Order of events, not seconds: one unit per layer forward, two "
                     "per layer backward"));
    markLayers(panel.x, chart, parts);
    panel.stretches = stretchesOf(chart, parts);
    panel.callout = peakCallout(chart, unit);
    if (chart.plan.layout.pipeline > 1)
        panel.title = stageTitle(chart);

    Figure figure;
    figure.name = "timeline";
    figure.title = {HW_TR("core", "Training memory over a step")};
    describe(figure, chart.plan);
    figure.unit = unit;
    figure.limit = limitLine(chart.plan.capacity, unit, deviceName(chart.plan));
    if (chart.timeline.countsReserved)
        figure.total = {HW_TR("core", "Tensors and runtime")};
    figure.panels.push_back(std::move(panel));
    scaleY(figure);
    return figure;
}

/// A plan that generates text has three moments only: a sentence has room for them.
Problem servedMoments(const Resolved& plan, MemoryUnit unit)
{
    Bytes loaded = 0, prompts = 0, cached = 0;
    if (const auto answer = exactAnswer(plan)) {
        for (const MomentTotal& moment : answer->moments)
            (moment.moment == Moment::Load ? loaded : prompts) = moment.perGroup.total();
        cached = prompts - answer->totals.perGpu[Group::Temporary];
    }
    const auto amount = [unit](Bytes bytes) {
        return fixed(inUnit(bytes, unit), 1) + " " + std::string(nameOf(unit));
    };
    return {"workload.task",
            std::string(nameOf(plan.workload.task)),
            {HW_TR("core",
                   "has no training step to draw: a GPU holds %1 once the weights are loaded, %2 "
                   "while prompts go through, %3 while tokens are generated"),
             {amount(loaded), amount(prompts), amount(cached)}}};
}

} // namespace

double TimelineChart::middleOf(std::size_t point) const
{
    return (startOf(*this, point) + endOf(*this, point)) / 2;
}

std::size_t TimelineChart::pointAt(double x) const
{
    std::size_t best = first;
    const auto away = [&](std::size_t i) {
        return std::max({startOf(*this, i) - x, x - endOf(*this, i), 0.0});
    };
    for (std::size_t i = first; i < timeline.points.size(); ++i)
        if (away(i) < away(best))
            best = i;
    return best;
}

Result<TimelineChart> timelineChart(const Plan& plan, const Catalog& catalog, MemoryUnit unit,
                                    std::optional<std::int64_t> stage,
                                    const std::optional<IdleShares>& idle)
{
    auto resolved = prepare(plan, catalog, idle);
    if (!resolved)
        return resolved.problems();
    if (resolved->method != MethodId::Exact)
        return Problem{"method",
                       std::string(nameOf(resolved->method)),
                       {HW_TR("core",
                              "knows no moments of a step: only the exact method has a "
                              "timeline")}};
    const auto most = totals(*resolved);
    if (!most)
        return most.problems();
    if (resolved->serves())
        return servedMoments(*resolved, unit);
    const std::int64_t stages = resolved->layout.pipeline;
    if (stage && (*stage < 0 || *stage >= stages))
        return Problem{std::string("--stage"),
                       std::to_string(*stage + 1),
                       {HW_TR("core", "must be a whole number from 1 to %1"), {grouped(stages)}}};

    TimelineChart chart;
    chart.plan = *std::move(resolved);
    chart.mostLoaded = most->stage;
    const Stage shown = stageAt(chart.plan, stage.value_or(chart.mostLoaded));
    if (const std::int64_t length = timelineLength(chart.plan, shown); length > mostEvents)
        return Problem{KeyGroup("layout"),
                       {},
                       {HW_TR("core",
                              "makes a step of %1 events on one stage, and a timeline shows at "
                              "most %2"),
                        {grouped(length), grouped(mostEvents)}}};
    chart.timeline = timelineOf(chart.plan, shown);
    chart.spans = spansOf(chart.timeline);
    chart.peakMoment = *chart.timeline.totals.peakMoment;
    chart.first = chart.peakMoment == Moment::Load || chart.plan.isJob() ? 0 : chart.timeline.start;
    chart.figure = figureOf(chart, unit);
    return chart;
}

} // namespace highwater
