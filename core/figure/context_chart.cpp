// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/context_chart.h"

#include "core/explore/context_totals.h"
#include "core/explore/solve.h"
#include "core/explore/sweep.h"
#include "core/figure/zoom.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

namespace highwater {
namespace {

constexpr std::int64_t nearestEnd = 32768;

std::int64_t powerAtLeast(double tokens, double farthest)
{
    const double bounded = std::clamp(tokens, 1.0, farthest);
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::ceil(bounded))));
}

/// The right end of the axis: room beyond the plan's context, and beyond a crossing that is not too
/// far away.
std::int64_t wantedEnd(const ContextChart& chart)
{
    constexpr double farCrossing = 1 << 20;
    const double context = 1.25 * static_cast<double>(chart.marker);
    const double crossing
        = chart.crossing == Crossing::At ? 1.5 * static_cast<double>(chart.longest) : 0;
    return std::max({nearestEnd, powerAtLeast(context, keyOf("workload.context").most),
                     powerAtLeast(crossing, farCrossing)});
}

/// The left end: the usual one, or left of a shorter context or crossing.
std::int64_t wantedStart(const ContextChart& chart)
{
    std::int64_t least = std::min(ContextView().first, chart.marker);
    if (chart.crossing == Crossing::At)
        least = std::min(least, chart.longest);
    if (least == ContextView().first)
        return least;
    const auto half = static_cast<std::uint64_t>(std::max<std::int64_t>(1, least / 2));
    return static_cast<std::int64_t>(std::bit_floor(half));
}

void setCrossing(ContextChart& chart, const Resolved& plan, std::int64_t longest)
{
    if (!countsContext(plan)) {
        chart.crossing = Crossing::Uncounted;
        return;
    }
    chart.longest = longest;
    const bool ends = chart.longest < static_cast<std::int64_t>(keyOf("workload.context").most);
    chart.crossing = chart.longest == 0 ? Crossing::NeverFits
        : ends                          ? Crossing::At
                                        : Crossing::AlwaysFits;
}

/// Samples of the whole axis, with the two points of interest: crossing and marker.
std::vector<std::int64_t> contextsOf(const ContextChart& chart, std::int64_t first,
                                     std::int64_t last)
{
    auto contexts = octaveSamples(first, last);
    for (const std::int64_t special : {chart.longest, chart.marker})
        if (special > first && special < last)
            addPoint(contexts, special);
    return contexts;
}

/// A straight continuation of the bands on either side of an interval between two samples.
class Course
{
public:
    Course(const std::vector<std::int64_t>& contexts, const std::vector<Totals>& points,
           std::size_t right)
    {
        const auto slope = [&](std::size_t to, Group group) {
            const Bytes rise = points[to].perGpu[group] - points[to - 1].perGpu[group];
            return static_cast<double>(rise) / static_cast<double>(contexts[to] - contexts[to - 1]);
        };
        for (const Group group : groups) {
            const double before = slope(right - 1, group), after = slope(right + 1, group);
            m_slopes[static_cast<std::size_t>(group)] = std::minmax(before, after);
        }
    }

    /// The largest distance of a band from its course between two contexts.
    double leap(const Totals& left, const Totals& right, std::int64_t tokens) const
    {
        double most = 0;
        for (const Group group : groups) {
            const auto rise = static_cast<double>(right.perGpu[group] - left.perGpu[group]);
            const auto& [least, steepest] = m_slopes[static_cast<std::size_t>(group)];
            const auto width = static_cast<double>(tokens);
            most = std::max({most, least * width - rise, rise - steepest * width});
        }
        return most;
    }

private:
    /// Not the overhead, whose idle bytes come from the allocator.
    static constexpr std::array groups{Group::Parameters, Group::Gradients, Group::Optimizer,
                                       Group::Activations, Group::Temporary};
    std::array<std::pair<double, double>, groupCount> m_slopes{};
};

/// Adds both sides of each switch of the peak to the samples, whether to another moment or to
/// another event of the same moment. There the bands have a step, which a line from one distant
/// sample to the next would draw as a slope.
Problems sampleSwitches(ContextTotals& over, ContextChart& chart, std::vector<Totals>& points)
{
    constexpr double seen = 0.005; // of the total
    for (std::size_t right = 1; right < points.size(); ++right) {
        const bool moves = points[right].peakMoment != points[right - 1].peakMoment;
        std::optional<Course> course;
        if (!moves && right > 1 && right + 1 < points.size())
            course.emplace(chart.contexts, points, right);
        if (!moves
            && (!course
                || course->leap(points[right - 1], points[right],
                                chart.contexts[right] - chart.contexts[right - 1])
                    < seen * static_cast<double>(points[right].total)))
            continue;
        std::int64_t before = chart.contexts[right - 1], after = chart.contexts[right];
        Totals last = points[right - 1], first = points[right];
        while (after - before > 1) {
            const std::int64_t middle = before + (after - before) / 2;
            const auto found = over.at(middle);
            if (!found)
                return found.problems();
            const bool old = moves ? found->peakMoment == points[right - 1].peakMoment
                                   : course->leap(last, *found, middle - before)
                    < course->leap(*found, first, after - middle);
            (old ? before : after) = middle;
            (old ? last : first) = *found;
        }
        addSample(chart.contexts, points, before, last);
        addSample(chart.contexts, points, after, first);
        chart.switches.push_back(after);
        right = static_cast<std::size_t>(std::ranges::find(chart.contexts, after)
                                         - chart.contexts.begin());
    }
    return {};
}

void scaleX(ContextChart& chart, std::int64_t first, std::int64_t last)
{
    chart.x.title = {HW_TR("core", "Context length (tokens, log₂ scale)")};
    chart.x.least = static_cast<double>(first);
    chart.x.most = static_cast<double>(last);
    chart.x.ticks = rangeTicks({chart.x.least, chart.x.most});
}

void addBaseline(const Resolved& baseline, Replays replays, ContextChart& chart)
{
    ContextTotals over(baseline, chart.marker, replays);
    const auto swept = contextSweep(over, chart.contexts);
    const auto atMarker = over.at(chart.marker);
    if (!swept || !atMarker)
        return;
    chart.baselineAtMarker = atMarker->total;
    for (const Totals& point : *swept)
        chart.baseline.push_back(point.total);
}

/// The top of the axis rises at once and falls only when it is much too high, so that the scale
/// does not
/// jump while a control is dragged.
void scaleY(ContextChart& chart, double keptTop)
{
    constexpr double muchTooHigh = 0.6;
    double highest = 1.1 * toGib(chart.capacity);
    for (std::size_t i = 0; i < chart.contexts.size(); ++i)
        highest = std::max(highest, toGib(chart.stackedAt(i)));
    for (const Bytes total : chart.baseline)
        highest = std::max(highest, toGib(total));
    const double wanted = niceTicks(highest).back();
    const bool keep = wanted <= keptTop && wanted > muchTooHigh * keptTop;
    chart.y.title = {HW_TR("core", "Memory per GPU (GiB)")};
    chart.y.ticks = niceTicks(keep ? keptTop : highest);
    chart.y.most = chart.y.ticks.back();
}

} // namespace

Bytes ContextChart::stackedAt(std::size_t index) const
{
    return sumOfLayers(layers, index);
}

bool ContextChart::isCounted(std::int64_t context) const
{
    return context == marker || std::ranges::binary_search(counted, context);
}

std::optional<Moment> ContextChart::peakAt(std::int64_t context) const
{
    if (peaks.empty())
        return std::nullopt;
    const auto after = std::ranges::upper_bound(contexts, context);
    const auto left = after == contexts.begin() ? after : std::prev(after);
    return peaks[static_cast<std::size_t>(left - contexts.begin())];
}

std::vector<std::int64_t> ContextChart::namedSwitches() const
{
    std::vector<std::int64_t> named;
    std::ranges::copy_if(switches, std::back_inserter(named), [this](std::int64_t context) {
        return peakAt(context) != peakAt(context - 1);
    });
    return named;
}

std::vector<Bytes> ContextChart::at(std::int64_t context) const
{
    const auto after = std::ranges::lower_bound(contexts, context);
    const auto right
        = static_cast<std::size_t>(std::min(after, std::prev(contexts.end())) - contexts.begin());
    const std::size_t left = right == 0 || contexts[right] <= context ? right : right - 1;
    const double span = static_cast<double>(contexts[right] - contexts[left]);
    const double part = span == 0 ? 0 : static_cast<double>(context - contexts[left]) / span;
    std::vector<Bytes> bands;
    for (const Layer& layer : layers)
        bands.push_back(
            layer.values[left]
            + std::llround(part * static_cast<double>(layer.values[right] - layer.values[left])));
    return bands;
}

Result<ContextChart> contextChart(const Resolved& plan, const ContextView& view,
                                  const Resolved* baseline, std::optional<std::int64_t> longest,
                                  Replays replays)
{
    const auto present = totals(plan);
    if (!present)
        return present.problems();
    ContextChart chart;
    chart.capacity = plan.capacity;
    chart.marker = plan.workload.context;
    chart.atMarker = *present;
    chart.statesAlone = present->perGpu.states();
    setCrossing(chart, plan, longest ? *longest : longestContext(plan, SolveFor::Fit));

    const bool chosen = view.last > view.first;
    const std::int64_t first = chosen ? view.first : wantedStart(chart);
    const std::int64_t last = chosen ? view.last : wantedEnd(chart);
    chart.contexts = contextsOf(chart, first, last);
    ContextTotals over(plan, chart.longest, replays);
    auto swept = contextSweep(over, chart.contexts);
    if (!swept)
        return swept.problems();
    if (Problems problems = sampleSwitches(over, chart, *swept); !problems.empty())
        return problems;
    for (const Totals& point : *swept)
        chart.peaks.push_back(point.peakMoment);
    if (const auto at = std::ranges::find(chart.contexts, chart.longest);
        at != chart.contexts.end())
        chart.emptiesAtLongest
            = (*swept)[static_cast<std::size_t>(at - chart.contexts.begin())].flushes > 0;
    std::ranges::copy_if(chart.contexts, std::back_inserter(chart.counted),
                         [&](std::int64_t context) { return over.isCounted(context); });
    chart.layers = layersOf(*swept, view.shown, plan.serves());
    if (baseline)
        addBaseline(*baseline, replays, chart);
    scaleX(chart, first, last);
    scaleY(chart, view.keptTop);
    return chart;
}

std::string tokensLabel(std::int64_t tokens)
{
    constexpr std::int64_t k = 1024;
    if (tokens >= k * k && tokens % (k * k) == 0)
        return std::to_string(tokens / (k * k)) + "M";
    if (tokens >= k && tokens % k == 0)
        return std::to_string(tokens / k) + "K";
    return grouped(tokens);
}

} // namespace highwater
