// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/timeline.h"

#include "core/answer/exact.h"
#include "core/answer/job_phases.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

/// A step with more pairs of a forward and a backward pass than these shows only the first ones and
/// the last. A replay has a pair of each chunk and one more: all of them are shown.
std::int64_t mostPairs(const Schedule& schedule)
{
    return std::max<std::int64_t>(4, schedule.chunks + 2);
}

Event eventAt(const Passes& passes, const Schedule& schedule, const TimelinePoint& point)
{
    if (point.phase == Phase::Evaluate)
        return point.layer < 0 ? passes.evaluating(point.point) : passes.evaluating(point.layer);
    if (point.phase == Phase::Save || point.phase == Phase::Merge)
        return passes.beside(point.phase);
    const bool ofHead = point.phase == Phase::Loss && point.point == BackwardPoint::End;
    Event event = ofHead                ? passes.headBackward(point.held)
        : point.layer < 0               ? passes.between(point.phase, point.held)
        : point.phase == Phase::Forward ? passes.forward(point.layer, point.held - 1)
                                        : passes.backward(point.layer, point.held - 1, point.point);
    // Gradients accumulate as soon as the first micro-batch has gone backward through all parts.
    const std::int64_t ended
        = point.phase == Phase::Backward ? point.pass : point.pass + 1 - point.held;
    event.accumulated = point.phase == Phase::Step || ended >= schedule.chunks;
    return event;
}

/// The bytes that PyTorch's allocator has reserved at the points of a timeline. It keeps what it
/// reserved from step to step, so that a step of a run has the same bytes at every point, unless
/// the card is so full that the cache is emptied: then a replay tells the bytes of each point.
class Reserved
{
public:
    Reserved(const Resolved& plan, const Stage& stage, const Totals& totals)
        : m_schedule(stage.schedule)
        , m_totals(totals)
        , m_counted(plan.cluster.overhead != Overhead::None)
    {
        if (!m_counted || totals.flushes == 0)
            return;
        for (const ReplayMark& mark : replayMarks(plan, stage)) {
            Bytes& most = m_marks[{mark.phase, mark.pass, mark.layer}];
            most = std::max(most, mark.reserved);
            m_passes = std::max(m_passes, mark.pass + 1);
        }
    }

    /// Never less than the point's tensors.
    Bytes at(const TimelinePoint& point) const
    {
        if (!m_counted)
            return 0;
        const Bytes held = point.perGroup.total() - m_totals.runtime;
        if (m_marks.empty())
            return point.phase == Phase::Load ? held : std::max(held, m_totals.reserved());
        const auto found = m_marks.find({point.phase, replayedPass(point), point.layer});
        return found == m_marks.end() ? held : std::max(held, found->second);
    }

private:
    /// A replay has the passes until their pattern repeats, and the passes at the end of the step.
    std::int64_t replayedPass(const TimelinePoint& point) const
    {
        if (point.pass < 0)
            return point.pass;
        const std::int64_t warmUp = m_schedule.inFlight - 1;
        const std::int64_t ending = m_schedule.passes - warmUp;
        if (point.phase != Phase::Backward)
            return std::min(point.pass, m_passes - 1);
        return point.pass >= ending ? point.pass - (m_schedule.passes - m_passes)
                                    : std::min(point.pass, m_passes - warmUp - 1);
    }

    const Schedule& m_schedule;
    const Totals& m_totals;
    bool m_counted;
    std::int64_t m_passes = 0; ///< of the replay
    std::map<std::tuple<Phase, std::int64_t, std::int64_t>, Bytes> m_marks;
};

struct Recorded
{
    Term term;
    Bytes each;
};

/// Walks through the events of a step and adds up the bytes at each.
class Recorder
{
public:
    Recorder(const Resolved& plan, const Stage& stage)
        : m_stage(stage)
        , m_passes(plan.shape, stage.layers, stage.schedule, plan.pattern, plan.reducedLast())
        , m_needs(stage.bases[stage.used].needs)
        , m_totals(exactTotals(plan, stage))
        , m_reserved(plan, stage, m_totals)
    {
        for (const Term& term : stage.terms)
            if (term.place == Place::Gpu)
                m_terms.push_back({term, bytesOf(term.each, stage.symbols)});
        m_timeline.totals = m_totals;
        m_timeline.countsReserved = plan.cluster.overhead != Overhead::None;
        m_timeline.layers = stage.layers;
        m_timeline.schedule = stage.schedule;
    }

    Timeline operator()()
    {
        const Schedule& schedule = m_stage.schedule;
        const std::int64_t warmUp = schedule.inFlight - 1;
        const std::int64_t pairs = schedule.passes - warmUp, shown = mostPairs(schedule);
        add(counted({Phase::Load}));
        m_timeline.start = m_timeline.points.size();
        add(counted({Phase::Forward}));
        std::int64_t next = 0; // forward
        std::int64_t back = 0; // backward
        for (; next < warmUp; ++next)
            forward(next, next + 1);
        for (std::int64_t pair = 0; pair < pairs; ++pair) {
            const bool hidden = pairs > shown && pair >= shown - 1 && pair < pairs - 1;
            if (hidden) {
                const std::int64_t alike = pairs - shown;
                m_timeline.gaps.push_back({m_timeline.points.size(), alike});
                pair += alike - 1;
                next += alike;
                back += alike;
                continue;
            }
            forward(next++, schedule.inFlight);
            backward(back++, schedule.inFlight);
        }
        for (std::int64_t held = warmUp; held > 0; --held)
            backward(back++, held);
        m_timeline.moments[index(Moment::OptimizerStep)] = m_timeline.points.size();
        add(counted({Phase::Step}));
        addBeside();
        findMoments();
        return std::move(m_timeline);
    }

private:
    static std::size_t index(Moment moment) { return static_cast<std::size_t>(moment); }

    void forward(std::int64_t pass, std::int64_t held)
    {
        for (std::int64_t layer = m_passes.firstLayer(); layer < m_passes.endLayer(); ++layer)
            add(counted({Phase::Forward, pass, layer, held}));
        add(counted({Phase::Head, pass, -1, held}));
        if (!m_stage.layers.predicts)
            return;
        const TimelinePoint loss = counted({Phase::Loss, pass, -1, held});
        TimelinePoint head = loss;
        head.point = BackwardPoint::End;
        head.perGroup = {};
        head = counted(head);
        add(head.perGroup.total() > loss.perGroup.total() ? head : loss);
    }

    void backward(std::int64_t pass, std::int64_t held)
    {
        for (std::int64_t layer = m_passes.endLayer(); layer-- > m_passes.lastBackward();)
            add(highest({Phase::Backward, pass, layer, held}));
    }

    /// A point for each moment beside the step that the plan has: the highest of its columns.
    void addBeside()
    {
        const auto put = [&](Moment moment, const TimelinePoint& point) {
            m_timeline.moments[index(moment)] = m_timeline.points.size();
            add(point);
        };
        if (m_needs.evaluates) {
            TimelinePoint best = counted({Phase::Evaluate, -1, m_passes.firstLayer()});
            const auto raise = [&](const TimelinePoint& other) {
                if (other.perGroup.total() > best.perGroup.total())
                    best = other;
            };
            for (std::int64_t layer = m_passes.firstLayer(); layer < m_passes.endLayer(); ++layer)
                raise(counted({Phase::Evaluate, -1, layer}));
            for (const BackwardPoint at : {BackwardPoint::End, BackwardPoint::Reduce}) {
                TimelinePoint point{Phase::Evaluate};
                point.point = at;
                raise(counted(point));
            }
            put(Moment::Evaluate, best);
        }
        if (m_needs.saves)
            put(Moment::Save, counted({Phase::Save}));
        if (m_needs.merges)
            put(Moment::Merge, counted({Phase::Merge}));
    }

    /// A layer's backward pass, at the point where most is held.
    TimelinePoint highest(const TimelinePoint& backward) const
    {
        TimelinePoint best = counted(backward);
        for (std::size_t i = 1; i < backwardPointCount; ++i) {
            TimelinePoint other = backward;
            other.point = static_cast<BackwardPoint>(i);
            if (!m_needs.points.has(other.point)
                || (other.point == BackwardPoint::Reduce
                    && backward.layer != m_passes.lastBackward()))
                continue;
            other = counted(other);
            if (other.perGroup.total() > best.perGroup.total())
                best = other;
        }
        return best;
    }

    TimelinePoint counted(TimelinePoint point) const
    {
        const LiveCounts counts = liveAt(eventAt(m_passes, m_stage.schedule, point));
        for (const Recorded& recorded : m_terms) {
            const Term& term = recorded.term;
            Bytes& sum = point.perGroup[groupOf(term.id)];
            const std::int64_t copies = countOf(counts[slotOf(term.life, term.point)], term.per);
            sum = plus(sum, times(recorded.each, copies));
        }
        point.perGroup[Group::Overhead] = plus(point.perGroup[Group::Overhead], m_totals.runtime);
        return point;
    }

    void add(TimelinePoint point)
    {
        point.reserved = m_reserved.at(point);
        m_timeline.points.push_back(point);
    }

    /// Gives each moment the largest point of its phase, the first of equals.
    void findMoments()
    {
        const std::vector<TimelinePoint>& points = m_timeline.points;
        const auto total = [&](std::size_t i) { return points[i].perGroup.total(); };
        const auto largest = [&](auto accepts) {
            std::size_t best = 0;
            Bytes most = -1;
            for (std::size_t i = 0; i < points.size(); ++i)
                if (accepts(points[i]) && total(i) > most) {
                    best = i;
                    most = total(i);
                }
            return best;
        };
        const std::int64_t first = m_passes.lastBackward();
        const bool single = first + 1 == m_passes.endLayer();
        const auto in = [](Phase phase) {
            return [phase](const TimelinePoint& point) { return point.phase == phase; };
        };
        const Phase loss = m_stage.layers.predicts ? Phase::Loss : Phase::Head;
        m_timeline.moments[index(Moment::ForwardEnd)] = largest(in(Phase::Head));
        m_timeline.moments[index(Moment::Loss)] = largest(in(loss));
        m_timeline.moments[index(Moment::LayerBackward)] = largest([&](const TimelinePoint& point) {
            return point.phase == Phase::Backward && (single || point.layer != first);
        });
        m_timeline.moments[index(Moment::BackwardEnd)] = largest([&](const TimelinePoint& point) {
            return point.phase == Phase::Backward && point.layer == first;
        });
        // A layer's forward pass may hold more than the end of the forward pass, which is the point
        // of the moment: the peak is then the largest point of all.
        std::size_t& peak = m_timeline.moments[index(*m_totals.peakMoment)];
        if (total(peak) != m_totals.total)
            peak = largest([](const TimelinePoint&) { return true; });
        m_timeline.peak = peak;
        Bytes& reserved = m_timeline.points[peak].reserved; // that of the estimate
        if (m_timeline.countsReserved)
            reserved = std::max(reserved, m_totals.reserved());
    }

    const Stage& m_stage;
    Passes m_passes;
    ColumnNeeds m_needs;
    std::vector<Recorded> m_terms;
    Totals m_totals;
    Reserved m_reserved;
    Timeline m_timeline;
};

} // namespace

Bytes Timeline::idleAt(std::size_t point) const
{
    return points[point].reserved - (points[point].perGroup.total() - totals.runtime);
}

GroupBytes Timeline::heldAt(std::size_t point) const
{
    GroupBytes held = points[point].perGroup;
    if (countsReserved)
        held[Group::Overhead] -= totals.idle.expected;
    return held;
}

Bytes Timeline::takenAt(std::size_t point) const
{
    return countsReserved ? plus(points[point].reserved, outside())
                          : points[point].perGroup.total();
}

namespace {

/// A point for each phase of a job, at its highest event.
Timeline jobTimeline(const Resolved& job, std::int64_t stage)
{
    const JobPhases phases(job, stage);
    Timeline timeline;
    timeline.totals = exactTotals(job);
    timeline.layers = stageAt(job, stage).layers;
    for (const PhaseParts& phase : phases.phases()) {
        TimelinePoint point;
        point.phase = Phase::Step;
        point.jobPhase = phase.phase.moment;
        point.perGroup = phase.groups;
        point.perGroup[Group::Overhead]
            = plus(point.perGroup[Group::Overhead], timeline.totals.runtime);
        if (timeline.points.empty()
            || point.perGroup.total() > timeline.points[timeline.peak].perGroup.total())
            timeline.peak = timeline.points.size();
        timeline.points.push_back(point);
    }
    return timeline;
}

std::vector<Line> jobLinesAt(const Resolved& job, const Timeline& timeline, std::size_t point)
{
    const JobPhases phases(job, timeline.layers.index);
    std::vector<Line> lines;
    for (const PhasePart& part : phases.phases()[point].parts)
        for (const Term& term : *part.terms)
            if (const std::int64_t copies = part.copies(term); copies > 0) {
                lines.push_back(lineOf(term.id, term.each, part.stage->symbols, copies));
                lines.back().role = part.role->id;
            }
    std::ranges::stable_sort(lines, std::greater{}, &Line::bytes);
    return lines;
}

} // namespace

std::int64_t timelineLength(const Resolved& plan, const Stage& stage)
{
    if (plan.isJob())
        return static_cast<std::int64_t>(enumCount<Moment>);
    const Passes passes(plan.shape, stage.layers, stage.schedule, plan.pattern);
    const std::int64_t warmUp = stage.schedule.inFlight - 1;
    const std::int64_t pairs = std::min(stage.schedule.passes - warmUp, mostPairs(stage.schedule));
    const std::int64_t layers = passes.endLayer() - passes.firstLayer();
    const std::int64_t ends = stage.layers.predicts ? 2 : 1; // head and loss
    constexpr std::int64_t around = 3; // load, start, step
    const std::int64_t beside = std::int64_t{plan.evaluates()} + std::int64_t{plan.savesWhole()}
        + std::int64_t{plan.mergesAdapters()};
    return plus(around + beside, times(warmUp + pairs, 2 * layers + ends));
}

Timeline timelineOf(const Resolved& plan, const Stage& stage)
{
    if (plan.isJob())
        return jobTimeline(plan, stage.layers.index);
    return Recorder(plan, stage)();
}

Timeline timelineOf(const Resolved& plan)
{
    return timelineOf(plan, stageAt(plan, exactTotals(plan).stage));
}

std::vector<Span> spansOf(const Timeline& timeline)
{
    std::int64_t computed = 0; // by layers, of all points
    std::int64_t layers = 0; // of one pass
    for (const TimelinePoint& point : timeline.points) {
        const bool forward = point.phase == Phase::Forward;
        computed += point.layer < 0 || point.phase > Phase::Step ? 0 : forward ? 1 : 2;
        layers += forward && point.layer >= 0 && point.pass == 0 ? 1 : 0;
    }
    const auto share
        = [](std::int64_t of, std::int64_t parts) { return std::max<std::int64_t>(1, of / parts); };
    const auto units = [&](const TimelinePoint& point) -> std::int64_t {
        switch (point.phase) {
        case Phase::Load:
        case Phase::Step:
        case Phase::Evaluate:
        case Phase::Save:
        case Phase::Merge:
            return share(computed, 10);
        case Phase::Head:
        case Phase::Loss:
            return share(layers, 16);
        case Phase::Backward:
            return 2;
        case Phase::Forward:
            break;
        }
        return 1;
    };
    std::vector<Span> spans;
    std::int64_t at = 0;
    if (!timeline.points.empty() && timeline.points.front().jobPhase) {
        constexpr std::int64_t width = 4; // of each phase
        for (; spans.size() < timeline.points.size(); at += width)
            spans.push_back({at, at + width});
        return spans;
    }
    auto gap = timeline.gaps.begin();
    for (std::size_t i = 0; i < timeline.points.size(); ++i) {
        for (; gap != timeline.gaps.end() && gap->point == i; ++gap)
            at += share(computed, 12);
        spans.push_back({at, at + units(timeline.points[i])});
        at = spans.back().to;
    }
    return spans;
}

std::vector<Line> linesAt(const Resolved& plan, const Timeline& timeline, std::size_t point)
{
    if (plan.isJob())
        return jobLinesAt(plan, timeline, point);
    const Stage stage = stageAt(plan, timeline.layers.index);
    const Passes passes(plan.shape, timeline.layers, timeline.schedule, plan.pattern,
                        plan.reducedLast());
    const LiveCounts counts = liveAt(eventAt(passes, timeline.schedule, timeline.points[point]));
    std::vector<Line> lines;
    for (const Term& term : stage.terms) {
        const std::int64_t copies = countOf(counts[slotOf(term.life, term.point)], term.per);
        if (copies == 0 || term.place != Place::Gpu)
            continue;
        lines.push_back(lineOf(term.id, term.each, stage.symbols, copies));
    }
    std::ranges::stable_sort(lines, std::greater{}, &Line::bytes);
    return lines;
}

} // namespace highwater
