// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/phases.h"

#include "core/recording/shape_phases.h"
#include "core/recording/stack_phases.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace highwater {
namespace {

/// A phase between two marks of the program, in microseconds.
struct Interval
{
    RunPhase phase{};
    std::int64_t from = 0, to = 0;
};

/// PyTorch itself marks optimizers (torch/optim/optimizer.py); programs mark the other phases.
std::optional<RunPhase> markedPhase(std::string_view name)
{
    if (name.starts_with("Optimizer.step#"))
        return RunPhase::Optimizer;
    if (name.starts_with("Optimizer.zero_grad#"))
        return RunPhase::ZeroGrad;
    if (name.starts_with("FSDP::"))
        return std::nullopt; // of one module
    const bool forward = name.find("forward") != std::string_view::npos;
    const bool backward = name.find("backward") != std::string_view::npos;
    if (forward == backward)
        return std::nullopt;
    return forward ? RunPhase::Forward : RunPhase::Backward;
}

std::vector<Interval> intervalsOf(const std::vector<Annotation>& annotations,
                                  const NameTable& names, std::int64_t device)
{
    std::vector<Interval> found;
    std::vector<std::pair<std::uint32_t, std::int64_t>> open;
    for (const Annotation& annotation : annotations) {
        const auto phase = markedPhase(names[annotation.name]);
        if (!phase || (annotation.device != device && annotation.device >= 0))
            continue;
        if (annotation.isStart) {
            open.emplace_back(annotation.name, annotation.time);
            continue;
        }
        const auto start = std::ranges::find(open.rbegin(), open.rend(), annotation.name,
                                             &std::pair<std::uint32_t, std::int64_t>::first);
        if (start == open.rend())
            continue;
        found.push_back({*phase, start->second, annotation.time});
        open.erase(std::next(start).base());
    }
    // The recording may have been written in the last step of an optimizer.
    if (!annotations.empty() && annotations.back().isStart && !open.empty()
        && markedPhase(names[annotations.back().name]) == RunPhase::Optimizer)
        found.push_back(
            {RunPhase::Optimizer, open.back().second, std::numeric_limits<std::int64_t>::max()});
    std::ranges::sort(found, {}, &Interval::from);
    return found;
}

class PhaseFinder
{
public:
    PhaseFinder(const ActiveTimeline& timeline, const StackTable& stacks,
                std::vector<Interval> intervals)
        : m_timeline(timeline)
        , m_events(timeline.events)
        , m_stacks(stacks)
        , m_intervals(std::move(intervals))
    {
        // An event at the time of a border is before the border.
        if (!m_events.empty() && m_events.front().time == TraceEvent::noTime)
            m_intervals.clear();
        for (const Interval& interval : m_intervals)
            m_marked[static_cast<std::size_t>(interval.phase)] = true;
    }

    RunPhases operator()()
    {
        if (m_events.empty())
            return {};
        const bool marksPasses = m_marked[static_cast<std::size_t>(RunPhase::Forward)]
            && m_marked[static_cast<std::size_t>(RunPhase::Backward)];
        const bool marksOptimizer = m_marked[static_cast<std::size_t>(RunPhase::Optimizer)];
        if (m_stacks.known() || marksPasses) {
            readAllocations(marksPasses && !m_stacks.known());
            m_phases.passes = marksPasses ? PhaseRule::Annotations : PhaseRule::Stacks;
            m_phases.optimizer = marksOptimizer ? PhaseRule::Annotations : PhaseRule::Stacks;
        } else {
            for (const PhaseStart& start : shapePhases(m_timeline, markedSteps()))
                begin(start.phase, leadIn(start.event));
            m_phases.passes = PhaseRule::Shape;
            m_phases.optimizer = marksOptimizer ? PhaseRule::Annotations : PhaseRule::Shape;
        }
        finish();
        return std::move(m_phases);
    }

private:
    std::optional<RunPhase> markedAt(const TraceEvent& event) const
    {
        auto after = std::ranges::lower_bound(m_intervals, event.time, {}, &Interval::from);
        // Intervals of one program do not overlap, except for a mark within a mark.
        for (int inner = 0; inner < 4 && after != m_intervals.begin(); ++inner)
            if ((--after)->to >= event.time)
                return after->phase;
        return std::nullopt;
    }

    std::vector<std::pair<std::size_t, std::size_t>> markedSteps() const
    {
        std::vector<std::pair<std::size_t, std::size_t>> steps;
        for (const Interval& interval : m_intervals) {
            if (interval.phase != RunPhase::Optimizer)
                continue;
            const auto first
                = std::ranges::upper_bound(m_events, interval.from, {}, &TraceEvent::time);
            const auto last
                = std::ranges::upper_bound(m_events, interval.to, {}, &TraceEvent::time);
            if (first < last)
                steps.emplace_back(first - m_events.begin(), last - m_events.begin() - 1);
        }
        return steps;
    }

    /// The first event after the begin of each marked step of an optimizer that allocates nothing,
    /// as a fused one whose state exists.
    std::vector<std::size_t> silentSteps(const std::vector<std::size_t>& allocations) const
    {
        std::vector<std::size_t> steps;
        std::int64_t end = std::numeric_limits<std::int64_t>::min();
        for (const Interval& interval : m_intervals) {
            if (interval.phase != RunPhase::Optimizer || interval.from < end)
                continue; // a mark within a mark
            end = interval.to;
            const auto next
                = std::ranges::upper_bound(allocations, interval.from, {},
                                           [&](std::size_t event) { return m_events[event].time; });
            if (next != allocations.end() && m_events[*next].time <= interval.to)
                continue;
            const auto first
                = std::ranges::upper_bound(m_events, interval.from, {}, &TraceEvent::time);
            steps.push_back(static_cast<std::size_t>(first - m_events.begin()));
        }
        return steps;
    }

    void readAllocations(bool marksPasses)
    {
        std::vector<std::size_t> allocations;
        std::vector<std::optional<RunPhase>> said;
        for (std::size_t i = 0; i < m_events.size(); ++i) {
            if (m_events[i].action != TraceAction::Alloc)
                continue;
            allocations.push_back(i);
            auto phase = markedAt(m_events[i]);
            const auto byStack = m_stacks(m_events[i].stack);
            if (!phase || (phase == RunPhase::Forward && byStack == RunPhase::Loss))
                phase = byStack;
            said.push_back(phase);
        }
        std::vector<std::optional<RunPhase>> next(said.size());
        std::optional<RunPhase> coming;
        for (std::size_t i = said.size(); i-- > 0;) {
            if (said[i])
                coming = said[i];
            next[i] = coming;
        }
        std::optional<RunPhase> now;
        const std::vector<std::size_t> silent = silentSteps(allocations);
        auto step = silent.begin();
        const auto beginSilent = [&](std::size_t before) {
            for (; step != silent.end() && *step <= before; ++step) {
                if (!now || now == RunPhase::Setup)
                    continue;
                begin(RunPhase::Optimizer, *step);
                now = RunPhase::Optimizer;
            }
        };
        for (std::size_t i = 0; i < said.size(); ++i) {
            beginSilent(allocations[i]);
            std::optional<RunPhase> phase = said[i];
            // Once a model runs, its modules may still make more of them.
            if (phase == RunPhase::Setup && now && now != RunPhase::Setup)
                phase.reset();
            if (!phase)
                phase = unmarked(now, next[i], marksPasses);
            if (!phase || phase == now)
                continue;
            begin(*phase, leadIn(allocations[i]));
            now = phase;
        }
        beginSilent(m_events.size());
        splitGradients();
    }

    /// The phase of an allocation for which neither a mark nor its stack decides.
    static std::optional<RunPhase> unmarked(std::optional<RunPhase> now,
                                            std::optional<RunPhase> next, bool marksPasses)
    {
        if (marksPasses && now == RunPhase::Forward && next == RunPhase::Backward)
            return RunPhase::Loss; // between the two marks
        if (marksPasses && (!now || now == RunPhase::Setup))
            return RunPhase::Setup;
        const bool begins = !now || now == RunPhase::Setup || now == RunPhase::Optimizer;
        if (next && (begins || next == RunPhase::Optimizer))
            return next;
        return now;
    }

    /// The events with which the allocator makes room for an allocation: segments, and blocks for
    /// which the allocator no longer waits.
    std::size_t leadIn(std::size_t event) const
    {
        while (event > 0 && isRoom(event - 1))
            --event;
        return event;
    }
    bool isRoom(std::size_t event) const
    {
        switch (m_events[event].action) {
        case TraceAction::SegmentAlloc:
        case TraceAction::SegmentFree:
        case TraceAction::SegmentMap:
        case TraceAction::SegmentUnmap:
            return true;
        case TraceAction::FreeCompleted:
            return event == 0 || m_events[event - 1].action != TraceAction::FreeRequested
                || m_events[event - 1].address != m_events[event].address;
        default:
            return false;
        }
    }

    void begin(RunPhase phase, std::size_t event)
    {
        std::vector<RunPart>& parts = m_phases.parts;
        if (!parts.empty() && parts.back().phase == RunPhase::Optimizer)
            event = std::max(event, parts.back().first); // it may have no event of its own
        else if (!parts.empty() && parts.back().first >= event)
            parts.pop_back();
        if (!parts.empty() && parts.back().phase == phase)
            return;
        parts.push_back({phase, 0, event, event});
    }

    /// After its last allocation, the optimizer frees its own tensors; zero_grad() then frees the
    /// gradients.
    void splitGradients()
    {
        std::vector<std::size_t> bornAt(m_events.size(), ActiveBlock::noEvent);
        for (const ActiveBlock& block : m_timeline.blocks)
            if (block.freed != ActiveBlock::noEvent)
                bornAt[block.freed] = block.born == ActiveBlock::noEvent ? 0 : block.born + 1;
        std::vector<RunPart> split;
        std::vector<RunPart>& parts = m_phases.parts;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            split.push_back(parts[i]);
            if (parts[i].phase != RunPhase::Optimizer)
                continue;
            const std::size_t end = i + 1 < parts.size() ? parts[i + 1].first : m_events.size();
            std::size_t last = end;
            while (last > parts[i].first && m_events[last - 1].action != TraceAction::Alloc)
                --last;
            for (std::size_t event = last; event < end; ++event) {
                // The event before a completed freeing is the request for it.
                if (bornAt[event] == ActiveBlock::noEvent || bornAt[event] > parts[i].first)
                    continue;
                const bool requested = event > last
                    && m_events[event - 1].action == TraceAction::FreeRequested
                    && m_events[event - 1].address == m_events[event].address;
                split.push_back({RunPhase::ZeroGrad, 0, requested ? event - 1 : event, 0});
                break;
            }
        }
        parts = std::move(split);
    }

    void finish()
    {
        std::vector<RunPart>& parts = m_phases.parts;
        if (parts.empty())
            return;
        // The trace may begin in the middle of a step, where gradients are freed.
        if (parts.front().phase == RunPhase::Forward && m_phases.passes != PhaseRule::Shape
            && parts.front().first > 0)
            parts.insert(parts.begin(), {RunPhase::ZeroGrad, 0, 0, 0});
        parts.front().first = 0;
        std::int64_t step = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            parts[i].end = i + 1 < parts.size() ? parts[i + 1].first : m_events.size();
            const bool setup = parts[i].phase == RunPhase::Setup;
            const bool ended = i > 0 && parts[i - 1].phase == RunPhase::Optimizer;
            if (!setup && (step == 0 || ended))
                ++step;
            parts[i].step = step;
        }
        m_phases.steps = step;
        for (std::int64_t i = 1; i <= step; ++i)
            // Events before the forward pass of the first step may be missing in the trace.
            if (isWhole(i) && (i > 1 || m_phases.lastWhole == 0))
                m_phases.lastWhole = i;
        compareLast();
    }

    bool isWhole(std::int64_t step) const
    {
        const TableRange range = m_phases.partsOf(step);
        const auto has = [&](RunPhase phase) {
            for (std::size_t i = range.first; i < range.end(); ++i)
                if (m_phases.parts[i].phase == phase)
                    return true;
            return false;
        };
        if (m_timeline.outOfMemory && step == m_phases.steps)
            return false;
        return has(RunPhase::Forward) && has(RunPhase::Backward) && has(RunPhase::Optimizer);
    }

    std::vector<std::pair<TraceAction, Bytes>> sequenceOf(std::int64_t step) const
    {
        std::vector<std::pair<TraceAction, Bytes>> sequence;
        const TableRange range = m_phases.partsOf(step);
        for (std::size_t i = range.first; i < range.end(); ++i)
            for (std::size_t j = m_phases.parts[i].first; j < m_phases.parts[i].end; ++j)
                if (m_events[j].action == TraceAction::Alloc
                    || m_events[j].action == TraceAction::FreeRequested)
                    sequence.emplace_back(m_events[j].action, m_events[j].size);
        return sequence;
    }

    /// In a steady state, each step is a copy of the step before.
    void compareLast()
    {
        const std::int64_t last = m_phases.lastWhole;
        if (last < 2)
            return;
        const auto one = sequenceOf(last - 1), other = sequenceOf(last);
        std::size_t same = 0;
        for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
            same += one[i] == other[i] ? 1 : 0;
        const std::size_t all = std::max(one.size(), other.size());
        if (all > 0)
            m_phases.alike = static_cast<double>(same) / static_cast<double>(all);
    }

    const ActiveTimeline& m_timeline;
    const std::vector<TraceEvent>& m_events;
    StackPhases m_stacks;
    std::vector<Interval> m_intervals;
    std::array<bool, runPhaseCount> m_marked{};
    RunPhases m_phases;
};

} // namespace

TableRange RunPhases::partsOf(std::int64_t step) const
{
    TableRange range;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].step != step)
            continue;
        if (range.count == 0)
            range.first = i;
        range.count = i + 1 - range.first;
    }
    return range;
}

RunPhases phasesOf(const ActiveTimeline& timeline, const StackTable& stacks,
                   const std::vector<Annotation>& annotations, std::int64_t device)
{
    return PhaseFinder(timeline, stacks, intervalsOf(annotations, stacks.names, device))();
}

RunPhases phasesOfCurve(const std::vector<Bytes>& activations)
{
    RunPhases phases;
    if (activations.empty())
        return phases;
    const Bytes most = std::ranges::max(activations);
    constexpr Bytes parts = 20;
    const Bytes low = most / parts;
    phases.passes = phases.optimizer = PhaseRule::Shape;
    std::size_t at = 0;
    const std::size_t count = activations.size();
    while (at < count && most > 0) {
        std::size_t rise = at;
        while (rise < count && activations[rise] <= low)
            ++rise;
        if (phases.parts.empty() && rise > at)
            phases.parts.push_back({RunPhase::Setup, 0, at, rise});
        else if (rise > at)
            phases.parts.push_back({RunPhase::Optimizer, phases.steps, at, rise});
        if (rise == count)
            break;
        std::size_t fall = rise, top = rise;
        for (; fall < count && activations[fall] > low; ++fall)
            if (activations[fall] > activations[top])
                top = fall;
        ++phases.steps;
        phases.parts.push_back({RunPhase::Forward, phases.steps, rise, top + 1});
        phases.parts.push_back({RunPhase::Backward, phases.steps, top + 1, fall});
        if (fall < count)
            phases.lastWhole = phases.steps;
        at = fall;
    }
    std::erase_if(phases.parts, [](const RunPart& part) { return part.first >= part.end; });
    return phases;
}

} // namespace highwater
