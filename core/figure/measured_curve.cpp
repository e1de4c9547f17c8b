// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/measured_curve.h"

#include <algorithm>

namespace highwater {

namespace {

/// The most of the samples at each point of the timeline; a point without one keeps the bytes of
/// the point before.
std::vector<MeasuredCurve::Sample> atPoints(const MeasuredCurve& curve, const TimelineChart& chart)
{
    std::vector<MeasuredCurve::Sample> made(chart.spans.size());
    std::size_t next = 0;
    MeasuredCurve::Sample last
        = curve.samples.empty() ? MeasuredCurve::Sample() : curve.samples.front();
    for (std::size_t i = chart.first; i < made.size(); ++i) {
        const auto to = static_cast<double>(chart.spans[i].to);
        const std::size_t first = next;
        for (; next < curve.samples.size() && curve.samples[next].at < to; ++next) {
            const MeasuredCurve::Sample& sample = curve.samples[next];
            if (next == first)
                last = sample;
            last.tensors = std::max(last.tensors, sample.tensors);
            last.reserved = std::max(last.reserved, sample.reserved);
        }
        made[i] = last;
        if (next > first) // the next point begins with the bytes at the end of this one
            last = curve.samples[next - 1];
    }
    return made;
}

} // namespace

void addMeasured(TimelineChart& chart, const MeasuredCurve& curve)
{
    if (curve.samples.empty() || chart.figure.panels.empty())
        return;
    const std::vector<MeasuredCurve::Sample> points = atPoints(curve, chart);
    Panel& panel = chart.figure.panels.front();
    Curve tensors{{HW_TR("core", "Measured, on the plan's runtime")}, {}, CurveLook{0, 0}};
    Curve reserved{{HW_TR("core", "Measured reserve")}, {}, CurveLook{0, 1}};
    const Timeline& timeline = chart.timeline;
    for (const std::int64_t x : panel.xs) {
        const MeasuredCurve::Sample& sample = points[chart.pointAt(static_cast<double>(x))];
        tensors.values.push_back(bounded::plus(sample.tensors, timeline.totals.runtime));
        reserved.values.push_back(bounded::plus(sample.reserved, timeline.outside()));
    }
    panel.overlays.push_back(tensors);
    if (curve.hasReserved)
        panel.overlays.push_back(reserved);
    if (*curve.note.id != '\0')
        panel.captions.insert(panel.captions.begin(), curve.note);
    // With a far higher capacity on the axis, the two curves would look like one.
    Bytes most = 0;
    for (std::size_t i = 0; i < panel.xs.size(); ++i)
        most = std::max({most, panel.totalAt(i), tensors.values[i], reserved.values[i]});
    constexpr Bytes far = 2;
    if (chart.figure.limit && chart.figure.limit->at / far > most)
        chart.figure.limit.reset();
    scaleY(chart.figure);
}

} // namespace highwater
