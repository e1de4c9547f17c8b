// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/run_comparison.h"

#include "core/plan/numbers.h"
#include "core/recording/run_offers.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// Smaller differences are not mentioned; percent of the predicted peak.
constexpr Bytes leastDifferencePercent = 5;

class Comparer
{
public:
    Comparer(const Recording& recording, TimelineChart chart, std::int64_t step)
        : m_recording(recording)
    {
        m_made.chart = std::move(chart);
        m_made.step = step;
    }

    RunComparison operator()()
    {
        copyMeasured();
        copyPredicted();
        comparePhases();
        if (m_made.step > 0)
            m_made.curve
                = alignedStep(m_recording, m_made.step, m_made.chart.timeline, m_made.chart.spans);
        findDifferences();
        m_made.peakPoint = pointOfPeak();
        m_made.match = matchRun(m_recording, m_made.chart, m_made.peakPoint);
        return std::move(m_made);
    }

private:
    void copyMeasured()
    {
        const ActiveTimeline& timeline = m_recording.timeline;
        m_made.phases = m_recording.phases;
        m_made.kind = m_recording.kind;
        m_made.device = m_recording.device;
        m_made.devices = m_recording.devices;
        m_made.hasReserved = m_recording.hasReserved;
        m_made.outOfMemory = timeline.outOfMemory;
        m_made.measuredRequested = timeline.peakRequested();
        m_made.measuredAllocated = timeline.peakActive();
        m_made.measuredReserved = timeline.peakReserved();
        m_made.beforeFirst = timeline.beforeFirst;
        m_made.end = timeline.end;
        m_made.difference = timeline.difference();
        m_made.lostFrees = timeline.lostFrees;
        m_made.events = timeline.points.size();
        m_made.peakEvent = timeline.peak;
        m_made.allocatorSettings = m_recording.allocatorSettings;
    }

    void copyPredicted()
    {
        const Timeline& timeline = m_made.chart.timeline;
        m_made.predictedTensors = timeline.peakBytes() - timeline.totals.runtime;
        m_made.predictedAllocated = timeline.totals.allocated;
        m_made.predictedReserved = timeline.totals.reserved();
    }

    void comparePhases()
    {
        const TableRange range = m_recording.phases.partsOf(m_made.step);
        for (const RunPhase phase :
             {RunPhase::Forward, RunPhase::Loss, RunPhase::Backward, RunPhase::Optimizer}) {
            PhaseBytes& bytes = m_made.perPhase.emplace_back();
            bytes.phase = phase;
            for (std::size_t i = range.first; m_made.step > 0 && i < range.end(); ++i) {
                const RunPart& part = m_recording.phases.parts[i];
                if (part.phase != phase)
                    continue;
                bytes.isMeasured = true;
                // A phase without an event has what was there before.
                const bool silent = part.first == part.end && part.first > 0;
                for (std::size_t event = part.first - (silent ? 1 : 0); event < part.end; ++event) {
                    const auto& point = m_recording.timeline.points[event];
                    bytes.measured = std::max(bytes.measured, point.requested);
                    bytes.measuredActive = std::max(bytes.measuredActive, point.active);
                    bytes.measuredReserved = std::max(bytes.measuredReserved, point.reserved);
                }
            }
        }
        const bool lossApart = m_made.perPhase[1].isMeasured || m_made.step == 0;
        const Timeline& timeline = m_made.chart.timeline;
        const auto peaks = phasePeaks(timeline, lossApart);
        for (PhaseBytes& bytes : m_made.perPhase) {
            bytes.predicted = peaks[static_cast<std::size_t>(bytes.phase)];
            bytes.isPredicted = bytes.predicted > 0;
            for (const TimelinePoint& point : timeline.points)
                if (point.phase <= Phase::Step && runPhaseOf(point.phase, lossApart) == bytes.phase)
                    bytes.predictedReserved = std::max(bytes.predictedReserved, point.reserved);
        }
    }

    static RunPhase runPhaseOf(Phase phase, bool lossApart)
    {
        switch (phase) {
        case Phase::Load:
            return RunPhase::Setup;
        case Phase::Head:
            return lossApart ? RunPhase::Loss : RunPhase::Forward;
        case Phase::Forward:
            return RunPhase::Forward;
        case Phase::Loss:
        case Phase::Backward:
            return RunPhase::Backward;
        case Phase::Step:
        case Phase::Evaluate:
        case Phase::Save:
        case Phase::Merge:
            break;
        }
        return RunPhase::Optimizer;
    }

    void findDifferences()
    {
        const Timeline& timeline = m_made.chart.timeline;
        std::size_t next = 0;
        for (std::size_t i = m_made.chart.first; i < timeline.points.size(); ++i) {
            const Span& span = m_made.chart.spans[i];
            while (next < m_made.curve.size()
                   && m_made.curve[next].at < static_cast<double>(span.from))
                ++next;
            Bytes most = -1;
            for (;
                 next < m_made.curve.size() && m_made.curve[next].at < static_cast<double>(span.to);
                 ++next)
                most = std::max(most, m_made.curve[next].bytes.requested);
            if (most < 0 || i == timeline.start) // the step before still has bytes there
                continue;
            const PointDifference found{
                i, most, timeline.points[i].perGroup.total() - timeline.totals.runtime};
            const Bytes off = std::abs(found.difference());
            if (!m_made.first && off > m_made.predictedTensors / (100 / leastDifferencePercent))
                m_made.first = found;
            if (!m_made.largest || off > std::abs(m_made.largest->difference()))
                m_made.largest = found;
        }
    }

    /// The largest point of the phase in which the recording has its peak.
    std::size_t pointOfPeak() const
    {
        const Timeline& timeline = m_made.chart.timeline;
        const std::vector<RunPart>& parts = m_recording.phases.parts;
        const auto after
            = std::ranges::upper_bound(parts, m_recording.timeline.peak, {}, &RunPart::first);
        if (after == parts.begin())
            return timeline.peak;
        const RunPhase phase = std::prev(after)->phase;
        const bool lossApart = m_made.perPhase[1].isMeasured;
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < timeline.points.size(); ++i)
            if (runPhaseOf(timeline.points[i].phase, lossApart) == phase
                && (!best
                    || timeline.points[i].perGroup.total()
                        > timeline.points[*best].perGroup.total()))
                best = i;
        return best.value_or(timeline.peak);
    }

    const Recording& m_recording;
    RunComparison m_made;
};

} // namespace

RunComparison comparedRun(const Recording& recording, TimelineChart chart, std::int64_t step)
{
    return Comparer(recording, std::move(chart), step)();
}

Result<RunComparison> compareRun(const Recording& recording, const Plan& plan,
                                 const Catalog& catalog, const RunChoices& choices)
{
    const std::int64_t step = choices.step.value_or(recording.phases.bestStep());
    if (choices.step && (*choices.step < 1 || *choices.step > recording.phases.steps))
        return Problem{std::string("--step"),
                       std::to_string(*choices.step),
                       {HW_TR("core", "must be a whole number from 1 to %1"),
                        {grouped(static_cast<long long>(recording.phases.steps))}}};
    auto chart = timelineChart(plan, catalog, choices.unit, choices.stage);
    if (!chart)
        return chart.problems();
    RunComparison comparison = comparedRun(recording, *std::move(chart), step);
    comparison.held = heldTensors(recording);
    if (choices.offers && comparison.step > 0)
        comparison.offers = runOffers(recording, comparison, plan, catalog);
    return comparison;
}

Text differenceSentence(const RunComparison& comparison, MemoryUnit unit, const Translator& words)
{
    const std::string in(nameOf(unit));
    if (comparison.step == 0)
        return {HW_TR("core", "The recording has no whole step: its peak alone is compared")};
    if (!comparison.first)
        return {HW_TR("core", "The run stays within %1 % of the plan's peak at every event"),
                {std::to_string(leastDifferencePercent)}};
    const auto amount = [&](Bytes bytes) { return amountText(std::abs(bytes), unit, 2); };
    const std::string first = words(eventName(comparison.chart, comparison.first->point));
    const std::string largest = words(eventName(comparison.chart, comparison.largest->point));
    const bool more = comparison.first->difference() > 0;
    const bool mostMore = comparison.largest->difference() > 0;
    const char* const sentence = more && mostMore
        ? HW_TR("core",
                "Run and plan first differ by more than %6 % at %1, where the run has %2 %4 more "
                "than the plan; at %3 it has %5 %4 more")
        : more     ? HW_TR("core",
                           "Run and plan first differ by more than %6 % at %1, where the run has "
                               "%2 %4 more than the plan; at %3 it has %5 %4 less")
        : mostMore ? HW_TR("core",
                           "Run and plan first differ by more than %6 % at %1, where the run has "
                           "%2 %4 less than the plan; at %3 it has %5 %4 more")
                   : HW_TR("core",
                           "Run and plan first differ by more than %6 % at %1, where the run has "
                           "%2 %4 less than the plan; at %3 it has %5 %4 less");
    return {sentence,
            {first, amount(comparison.first->difference()), largest, in,
             amount(comparison.largest->difference()), std::to_string(leastDifferencePercent)}};
}

MeasuredCurve measuredCurve(const RunComparison& comparison)
{
    MeasuredCurve curve;
    curve.hasReserved = comparison.hasReserved;
    for (const AlignedPoint& point : comparison.curve)
        curve.samples.push_back({point.at, point.bytes.requested, point.bytes.reserved});
    return curve;
}

Text ruleSentence(const RunPhases& phases)
{
    switch (phases.passes) {
    case PhaseRule::Annotations:
        return {HW_TR("core", "Phases by the marks of the program (record_function)")};
    case PhaseRule::Stacks:
        return phases.optimizer == PhaseRule::Annotations
            ? Text(HW_TR("core",
                         "Phases by the functions on the stacks, and by PyTorch's marks of the "
                         "optimizer"))
            : Text(HW_TR("core", "Phases by the functions on the stacks"));
    case PhaseRule::Shape:
        return phases.optimizer == PhaseRule::Annotations
            ? Text(HW_TR("core",
                         "Phases by the rise and fall of memory, and by PyTorch's marks of the "
                         "optimizer"))
            : Text(HW_TR("core", "Phases by the rise and fall of memory: no stack was recorded"));
    case PhaseRule::None:
        break;
    }
    return {HW_TR("core", "No phases were found")};
}

} // namespace highwater
