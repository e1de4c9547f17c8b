// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/layout_scatter.h"

#include "core/figure/plan_words.h"
#include "core/figure/search_figure.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace highwater {
namespace {

/// A linear axis from below the least to above the most value; `least` is where it begins, and its
/// own values begin at 0, as an axis that begins above 0 runs in powers of two.
struct LinearAxis
{
    LinearAxis(double from, double to)
    {
        const double length = std::max(to - from, to / 100);
        const std::vector<double> steps = niceTicks(length);
        step = steps[1] - steps[0];
        least = std::max(0.0, step * std::floor(from / step));
        most = step * std::ceil(to / step);
        if (most <= least)
            most = least + step;
        for (double tick = least; tick <= most + step / 100; tick += step)
            ticks.push_back(tick);
    }

    double least = 0, most = 0, step = 1;
    std::vector<double> ticks;
};

void setTimes(Axis& axis, const LinearAxis& of)
{
    axis.title = {HW_TR("core", "Time of a step (s)")};
    axis.marks = Marks::Places;
    axis.least = 0;
    axis.most = of.most - of.least;
    const int decimals = tickDecimals(of.ticks);
    for (const double tick : of.ticks) {
        axis.ticks.push_back(tick - of.least);
        axis.labels.push_back(grouped(tick, decimals));
    }
}

} // namespace

LayoutScatter layoutScatter(const SearchResult& found, const std::vector<ListedLayout>& list,
                            const FoundLayout* chosen, const Resolved& plan, MemoryUnit unit)
{
    LayoutScatter scatter;
    std::set<const FoundLayout*> kept;
    for (const ListedLayout& each : list) {
        kept.insert(each.layout);
        kept.insert(each.near.begin(), each.near.end());
    }
    const std::vector<const FoundLayout*> front = frontOf(list);
    constexpr double slowest = 1.5; // times the plan's or the fastest layout's
    const double fastest = found.layouts.empty()
        ? found.present.seconds()
        : std::min(found.present.seconds(), found.layouts.front().seconds());
    const double nearFront = front.empty() ? fastest : front.front()->seconds();
    const double last
        = std::max({slowest * std::max(fastest, nearFront), 1.05 * found.present.seconds(),
                    chosen ? 1.05 * chosen->seconds() : 0});
    Panel panel;
    double least = inUnit(found.present.judged.totals.total, unit), most = least;
    double latest = found.present.seconds();
    const auto add = [&](const FoundLayout& layout, DotKind kind, Text name = {}) {
        if (layout.seconds() > last)
            return;
        const Totals& totals = layout.judged.totals;
        Dot dot{layout.seconds(), totals.total, kind, std::move(name)};
        if (kind == DotKind::Chosen) {
            dot.low = totals.low;
            dot.high = totals.high;
            least = std::min(least, inUnit(totals.low, unit));
        }
        least = std::min(least, inUnit(totals.total, unit));
        most = std::max(most, inUnit(totals.total, unit));
        latest = std::max(latest, layout.seconds());
        panel.dots.push_back(std::move(dot));
        scatter.layouts.push_back(&layout);
    };
    for (const FoundLayout& layout : found.layouts) {
        if (layout.changes.empty() || &layout == chosen)
            continue;
        const bool isOnFront = std::ranges::find(front, &layout) != front.end();
        add(layout,
            isOnFront                    ? DotKind::Front
                : kept.contains(&layout) ? DotKind::Kept
                                         : DotKind::Removed);
    }
    add(found.present, DotKind::Own, {HW_TR("core", "this plan")});
    if (chosen && !chosen->changes.empty())
        add(*chosen, DotKind::Chosen, {HW_TR("core", "selected")});

    const LinearAxis times(fastest, latest);
    setTimes(panel.x, times);
    for (Dot& dot : panel.dots)
        dot.x -= times.least;
    panel.xs = {0};
    const Bytes capacity = found.present.judged.capacity;
    constexpr double room = 1.12; // for the name of the limit line
    const LinearAxis memory(least, std::max(most, room * inUnit(capacity, unit)));
    panel.y.title = valueTitle(unit);
    panel.y.ticks = memory.ticks;
    panel.y.least = memory.least;
    panel.y.most = memory.most;
    panel.captions.push_back(
        {HW_TR("core", "● kept, the line their front · ○ removed by a tick · ◇ this plan")});

    Figure& figure = scatter.figure;
    figure = figureOfLayouts(plan, unit);
    figure.limit = limitLine(capacity, unit, deviceName(plan));
    figure.panels.push_back(std::move(panel));
    return scatter;
}

} // namespace highwater
