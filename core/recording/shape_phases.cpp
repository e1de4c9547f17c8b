// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/shape_phases.h"

#include <algorithm>
#include <utility>

namespace highwater {
namespace {

/// An allocation or a free of a block by the program, in the order of events.
struct Operation
{
    std::size_t event = 0, block = ActiveBlock::noEvent;
    bool makes = false;
};

/// Operations [first, end).
struct Run
{
    std::size_t first = 0, end = 0;
    std::size_t size() const { return end - first; }
};

/// A run of fewer frees may be that of one operator of the backward pass.
constexpr std::size_t leastRun = 9;

class ShapeReader
{
public:
    explicit ShapeReader(const ActiveTimeline& timeline)
        : m_timeline(timeline)
    {
        listOperations();
    }

    std::vector<PhaseStart>
    operator()(const std::vector<std::pair<std::size_t, std::size_t>>& steps)
    {
        const std::vector<Run> ends = steps.empty() ? longRuns() : runsAfter(steps);
        std::size_t from = 0;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const Run& end = ends[i];
            std::size_t optimizer = steps.empty() ? optimizerBefore(end) : firstAt(steps[i].first);
            readPasses({from, optimizer}, i == 0);
            if (optimizer < end.first)
                start(optimizer, RunPhase::Optimizer);
            else
                optimizer = end.first;
            for (std::size_t j = end.first; j < end.end; ++j)
                if (bornBefore(m_operations[j], optimizer)) {
                    start(j, RunPhase::ZeroGrad);
                    break;
                }
            from = end.end;
        }
        if (m_operations.size() - from >= leastRun)
            readPasses({from, m_operations.size()}, ends.empty());
        return std::move(m_starts);
    }

private:
    void listOperations()
    {
        const std::vector<ActiveBlock>& blocks = m_timeline.blocks;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            if (blocks[i].born != ActiveBlock::noEvent)
                m_operations.push_back({blocks[i].born, i, true});
            if (blocks[i].freed != ActiveBlock::noEvent)
                m_operations.push_back({blocks[i].freed, i, false});
        }
        std::ranges::sort(m_operations, {}, [](const Operation& operation) {
            return std::pair(operation.event, operation.makes);
        });
    }

    /// The first operation at or after an event.
    std::size_t firstAt(std::size_t event) const
    {
        const auto found = std::ranges::lower_bound(m_operations, event, {}, &Operation::event);
        return static_cast<std::size_t>(found - m_operations.begin());
    }

    std::vector<Run> freeRuns() const
    {
        std::vector<Run> runs;
        for (std::size_t i = 0; i < m_operations.size(); ++i) {
            if (m_operations[i].makes)
                continue;
            if (runs.empty() || runs.back().end != i)
                runs.push_back({i, i});
            runs.back().end = i + 1;
        }
        return runs;
    }

    std::vector<Run> longRuns() const
    {
        std::vector<Run> runs = freeRuns();
        std::size_t longest = 0;
        for (const Run& run : runs)
            longest = std::max(longest, run.size());
        // The gradients of the last step are not freed any more, which makes half of a run.
        constexpr std::size_t parts = 5, share = 2;
        const std::size_t least = std::max(leastRun, longest * share / parts);
        std::erase_if(runs, [&](const Run& run) { return run.size() < least; });
        return runs;
    }

    std::vector<Run> runsAfter(const std::vector<std::pair<std::size_t, std::size_t>>& steps) const
    {
        std::vector<Run> runs;
        for (const auto& [first, last] : steps) {
            std::size_t from = firstAt(last + 1);
            // Go back over the tensors that the optimizer itself has freed.
            while (from > 0 && !m_operations[from - 1].makes)
                --from;
            std::size_t end = from;
            while (end < m_operations.size() && !m_operations[end].makes)
                ++end;
            runs.push_back({from, end});
        }
        return runs;
    }

    /// The optimizer makes all of its tensors in a row, and frees them in the run.
    std::size_t optimizerBefore(const Run& end) const
    {
        std::size_t first = end.first;
        while (first > 0 && m_operations[first - 1].makes)
            --first;
        const auto freed = std::ranges::count_if(
            m_operations.begin() + static_cast<std::ptrdiff_t>(end.first),
            m_operations.begin() + static_cast<std::ptrdiff_t>(end.end),
            [&](const Operation& operation) { return !bornBefore(operation, first); });
        return freed >= static_cast<std::ptrdiff_t>(leastRun) / 2 ? first : end.first;
    }

    bool bornBefore(const Operation& operation, std::size_t first) const
    {
        const ActiveBlock& block = m_timeline.blocks[operation.block];
        return block.born == ActiveBlock::noEvent || first >= m_operations.size()
            || block.born < m_operations[first].event;
    }

    void start(std::size_t operation, RunPhase phase)
    {
        const std::vector<TraceEvent>& events = m_timeline.events;
        std::size_t event = m_operations[operation].event;
        // The request for a freeing comes before it.
        if (event > 0 && events[event].action == TraceAction::FreeCompleted
            && events[event - 1].action == TraceAction::FreeRequested
            && events[event - 1].address == events[event].address)
            --event;
        m_starts.push_back({event, phase});
    }

    /// Whether the block is allocated and freed within the operations.
    bool passes(const Operation& operation, const Run& step) const
    {
        const ActiveBlock& block = m_timeline.blocks[operation.block];
        return block.born != ActiveBlock::noEvent && block.freed != ActiveBlock::noEvent
            && block.born >= m_operations[step.first].event
            && block.freed <= m_operations[step.end - 1].event;
    }

    void readPasses(const Run& step, bool isFirst)
    {
        if (step.size() == 0)
            return;
        std::size_t top = step.first;
        Bytes now = 0, most = 0;
        for (std::size_t i = step.first; i < step.end; ++i) {
            if (!passes(m_operations[i], step))
                continue;
            const Bytes bytes = m_timeline.blocks[m_operations[i].block].requested;
            now += m_operations[i].makes ? bytes : -bytes;
            if (now > most) {
                most = now;
                top = i;
            }
        }
        startForward(step, top, isFirst);
        // The loss ends with the first tensors that are freed after the largest total.
        std::size_t backward = top + 1;
        while (backward < step.end && m_operations[backward].makes)
            ++backward;
        while (backward < step.end && !m_operations[backward].makes)
            ++backward;
        if (const auto loss = lossBefore(step, top))
            start(*loss, RunPhase::Loss);
        if (backward < step.end)
            start(backward, RunPhase::Backward);
    }

    /// All tensors before the first one that the step frees again belong to the model.
    void startForward(const Run& step, std::size_t top, bool isFirst)
    {
        std::size_t forward = step.first;
        while (isFirst && forward < top && !passes(m_operations[forward], step))
            ++forward;
        if (forward > step.first)
            start(step.first, RunPhase::Setup);
        start(forward, RunPhase::Forward);
    }

    /// The first of the largest tensors that are made in a row up to the top: logits in 32 bits.
    std::optional<std::size_t> lossBefore(const Run& step, std::size_t top) const
    {
        std::size_t first = top;
        while (first > step.first && m_operations[first - 1].makes)
            --first;
        std::size_t largest = first;
        const auto size
            = [&](std::size_t i) { return m_timeline.blocks[m_operations[i].block].requested; };
        for (std::size_t i = first; i <= top; ++i)
            if (size(i) > size(largest))
                largest = i;
        if (largest == step.first)
            return std::nullopt;
        return largest;
    }

    const ActiveTimeline& m_timeline;
    std::vector<Operation> m_operations;
    std::vector<PhaseStart> m_starts;
};

} // namespace

std::vector<PhaseStart> shapePhases(const ActiveTimeline& timeline,
                                    const std::vector<std::pair<std::size_t, std::size_t>>& steps)
{
    return ShapeReader(timeline)(steps);
}

} // namespace highwater
