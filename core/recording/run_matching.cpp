// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/run_matching.h"

#include "core/answer/group_words.h"
#include "core/answer/layer_order.h"
#include "core/ledger/overhead.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace highwater {
namespace {

constexpr Bytes blockStep = 512; ///< sizes that differ by less become the same block
constexpr std::size_t mostFramesShown = 40;

/// Tensors of one size that the plan has at some event.
struct Expected
{
    Group group{};
    Bytes each = 0;
    std::int64_t left = 0;
    std::size_t line = 0;
    bool atPoint = false; ///< it exists at the point that is matched with the peak
};

/// A line of the plan, and the part of it for which no block was found.
struct ExpectedLine
{
    Line line;
    std::int64_t atPoint = 0; ///< copies at the point that is matched with the peak
    Bytes seen = 0; ///< of these
    Bytes elsewhere = 0; ///< blocks of the peak that only other moments of the plan have
};

/// A block of the recording that is to be matched.
struct Measured
{
    const ActiveBlock* block = nullptr;
    RunPhase phase{};
    bool atPeak = false;
    std::optional<Group> group = {};
};

bool isState(Group group)
{
    return group == Group::Parameters || group == Group::Gradients || group == Group::Optimizer;
}

/// The groups whose tensors a phase makes, the likeliest first.
std::span<const Group> groupsMadeIn(RunPhase phase)
{
    static constexpr std::array setup{Group::Parameters, Group::Optimizer, Group::Gradients};
    static constexpr std::array forward{Group::Activations, Group::Temporary, Group::Parameters};
    static constexpr std::array backward{Group::Gradients, Group::Temporary, Group::Activations};
    static constexpr std::array optimizer{Group::Optimizer, Group::Temporary};
    switch (phase) {
    case RunPhase::Forward:
    case RunPhase::Loss:
        return forward;
    case RunPhase::Backward:
        return backward;
    case RunPhase::Optimizer:
        return optimizer;
    case RunPhase::Setup:
    case RunPhase::ZeroGrad:
        break;
    }
    return setup;
}

class Matcher
{
public:
    Matcher(const Recording& recording, const TimelineChart& chart, std::size_t point)
        : m_recording(recording)
        , m_chart(chart)
        , m_point(point)
    {
        collectLines();
        collectExpected();
        collectBlocks();
    }

    RunMatch operator()()
    {
        m_match.predicted = m_chart.timeline.points[m_point].perGroup;
        for (const Bytes tolerance : {Bytes{0}, blockStep - 1}) {
            // Blocks of the peak are the tensors of the plan's peak before any others.
            for (const bool atPoint : {true, false})
                for (Measured& measured : m_blocks)
                    if (!measured.group && (measured.atPeak || !atPoint))
                        measured.group = find(measured, tolerance, atPoint);
            for (Measured& measured : m_blocks)
                if (!measured.group && !measured.atPeak)
                    measured.group = find(measured, tolerance, true);
        }
        explainWorkspaces();
        explainSums();
        for (const Measured& measured : m_blocks)
            if (measured.group && measured.atPeak)
                m_match.measured[*measured.group] += measured.block->requested;
        listUnexplained();
        listNotSeen();
        return std::move(m_match);
    }

private:
    void collectLines()
    {
        const Timeline& timeline = m_chart.timeline;
        std::vector<std::size_t> points(timeline.moments.begin(), timeline.moments.end());
        points.push_back(timeline.peak);
        points.push_back(m_point);
        for (const std::size_t point : points)
            for (Line& line : linesAt(m_chart.plan, timeline, point)) {
                auto found = std::ranges::find_if(
                    m_lines, [&](const ExpectedLine& known) { return known.line.id == line.id; });
                if (found == m_lines.end()) {
                    m_lines.push_back({std::move(line), 0, 0, 0});
                    found = std::prev(m_lines.end());
                } else if (line.count > found->line.count) {
                    found->line = line;
                }
                if (point == m_point)
                    found->atPoint = found->line.count;
            }
    }

    void collectExpected()
    {
        const Stage stage = stageAt(m_chart.plan, m_chart.timeline.layers.index);
        const Resolved& plan = m_chart.plan;
        const std::vector<std::int64_t> weights = weightEntries(
            plan, stage, layerSizes(plan, stage, false), layerSizes(plan, stage, true));
        Bytes entries = 0;
        for (const std::int64_t weight : weights)
            entries = bounded::plus(entries, weight);
        std::map<Group, Bytes> sums;
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            const Line& line = m_lines[i].line;
            const std::int64_t atPoint = m_lines[i].atPoint;
            if (line.each > 0 && line.group != Group::Overhead && !isState(line.group)) {
                expect({line.group, line.each, atPoint, i, true});
                expect({line.group, line.each, line.count - atPoint, i, false});
            }
            if (line.group == Group::Parameters || line.group == Group::Gradients)
                sums[line.group] = bounded::plus(sums[line.group], line.bytes);
            else if (line.group == Group::Optimizer)
                expectTensors(line.group, line.bytes, weights, entries, i);
        }
        for (const auto& [group, bytes] : sums)
            expectTensors(group, bytes, weights, entries, m_lines.size());
    }

    /// Expects a sum over all weights as its separate tensors.
    void expectTensors(Group group, Bytes bytes, const std::vector<std::int64_t>& weights,
                       Bytes entries, std::size_t line)
    {
        if (entries <= 0 || bytes == tooMany)
            return;
        const double ofOne = static_cast<double>(bytes) / static_cast<double>(entries);
        for (const std::int64_t weight : weights)
            expect({group, std::llround(static_cast<double>(weight) * ofOne), 1, line, true});
    }

    void expect(Expected expected)
    {
        m_bySize.emplace(expected.each, m_expected.size());
        m_expected.push_back(expected);
    }

    RunPhase phaseOf(std::size_t event) const
    {
        if (event == ActiveBlock::noEvent)
            return RunPhase::Setup;
        const std::vector<RunPart>& parts = m_recording.phases.parts;
        const auto after = std::ranges::upper_bound(parts, event, {}, &RunPart::first);
        return after == parts.begin() ? RunPhase::Setup : std::prev(after)->phase;
    }

    /// The blocks of the peak, and those that are allocated after the peak and stay to the end.
    void collectBlocks()
    {
        const ActiveTimeline& timeline = m_recording.timeline;
        for (const ActiveBlock& block : timeline.blocks) {
            const bool atPeak = block.isAliveAfter(timeline.peak);
            if (!atPeak && (block.freed != ActiveBlock::noEvent))
                continue;
            m_blocks.push_back({&block, phaseOf(block.born), atPeak});
            if (atPeak && block.born == ActiveBlock::noEvent)
                m_match.olderThanRecording += block.requested;
        }
        std::ranges::stable_sort(m_blocks, [](const Measured& left, const Measured& right) {
            // Blocks from one place of the program follow one another, so that all of a place stay
            // unmatched.
            return std::tuple(left.atPeak, left.block->requested, right.block->stack)
                > std::tuple(right.atPeak, right.block->requested, left.block->stack);
        });
    }

    std::optional<Group> find(const Measured& measured, Bytes tolerance, bool atPoint)
    {
        const Bytes bytes = measured.block->requested;
        const auto first = m_bySize.lower_bound(bytes - tolerance);
        const auto end = m_bySize.upper_bound(bytes + tolerance);
        for (const Group group : groupsMadeIn(measured.phase))
            for (auto at = first; at != end; ++at) {
                Expected& expected = m_expected[at->second];
                if (expected.left == 0 || expected.group != group || expected.atPoint != atPoint)
                    continue;
                --expected.left;
                if (measured.atPeak && expected.line < m_lines.size()) {
                    ExpectedLine& line = m_lines[expected.line];
                    (atPoint ? line.seen : line.elsewhere) += expected.each;
                }
                return group;
            }
        return std::nullopt;
    }

    bool hasFrame(std::uint32_t stack, std::string_view word) const
    {
        const StackTable& stacks = m_recording.stacks;
        return std::ranges::any_of(stacks.stacks[stack], [&](std::uint32_t frame) {
            return stacks.names[stacks.frames[frame].name].find(word) != std::string::npos;
        });
    }

    /// Matches the workspaces of cuBLAS, which are in the plan's overhead.
    void explainWorkspaces()
    {
        if (m_chart.plan.cluster.overhead == Overhead::None)
            return;
        int named = 0;
        for (Measured& measured : m_blocks)
            if (!measured.group
                && (hasFrame(measured.block->stack, "getNewWorkspace")
                    || hasFrame(measured.block->stack, "CUDABlasLtWorkspace"))) {
                measured.group = Group::Overhead;
                ++named;
            }
        // Stacks of Python alone do not name them, but their size is known.
        const Bytes each = workspaceOfThread(*m_chart.plan.device);
        for (Measured& measured : m_blocks)
            if (!measured.group && measured.atPeak && measured.block->requested == each
                && named < productThreads) {
                measured.group = Group::Overhead;
                ++named;
            }
    }

    /// Matches states that are not in one tensor for each weight, such as flat shards, by their
    /// sums.
    void explainSums()
    {
        constexpr Bytes parts = 100; // one percent
        const auto explain = [&](Group group, auto isOfGroup) {
            Bytes measured = 0, expected = 0;
            for (const Measured& block : m_blocks)
                if (block.atPeak && (block.group == group || (!block.group && isOfGroup(block))))
                    measured = bounded::plus(measured, block.block->requested);
            expected = m_match.predicted[group];
            if (measured == 0 || std::abs(measured - expected) > expected / parts)
                return;
            for (Measured& block : m_blocks)
                if (!block.group && isOfGroup(block))
                    block.group = group;
        };
        explain(Group::Parameters,
                [](const Measured& block) { return block.phase == RunPhase::Setup; });
        explain(Group::Optimizer,
                [](const Measured& block) { return block.phase == RunPhase::Optimizer; });
        explain(Group::Gradients,
                [](const Measured& block) { return block.phase == RunPhase::Backward; });
    }

    bool isPython(const StackFrame& frame) const
    {
        const std::string_view file = m_recording.stacks.names[frame.file];
        return file.ends_with(".py") || file.starts_with("<");
    }

    std::vector<std::string> framesOf(std::uint32_t stack) const
    {
        const StackTable& stacks = m_recording.stacks;
        std::vector<std::string> python, others;
        for (const std::uint32_t frame : stacks.stacks[stack])
            (isPython(stacks.frames[frame]) ? python : others).push_back(frameText(stacks, frame));
        python.insert(python.end(), others.begin(), others.end());
        if (python.size() > mostFramesShown)
            python.resize(mostFramesShown);
        return python;
    }

    void listUnexplained()
    {
        std::map<std::tuple<std::uint32_t, Bytes, RunPhase, bool>, std::size_t> groups;
        std::vector<std::uint32_t> stacks;
        for (const Measured& measured : m_blocks) {
            if (measured.group)
                continue;
            const ActiveBlock& block = *measured.block;
            const auto [at, isNew] = groups.try_emplace(
                {block.stack, block.requested, measured.phase, measured.atPeak},
                m_match.unexplained.size());
            if (isNew) {
                m_match.unexplained.push_back(
                    {0, block.requested, 0, measured.phase, measured.atPeak, {}});
                stacks.push_back(block.stack);
            }
            Unexplained& found = m_match.unexplained[at->second];
            found.bytes += block.requested;
            ++found.count;
            if (measured.atPeak)
                m_match.unexplainedAtPeak += block.requested;
        }
        for (std::size_t i = 0; i < stacks.size(); ++i)
            m_match.unexplained[i].frames = framesOf(stacks[i]);
        std::ranges::stable_sort(m_match.unexplained, std::greater{}, &Unexplained::bytes);
    }

    void listNotSeen()
    {
        for (const ExpectedLine& expected : m_lines) {
            const Line& line = expected.line;
            if (line.group == Group::Overhead || isState(line.group))
                continue;
            const auto add = [&](std::vector<NotSeen>& list, Bytes bytes) {
                if (bytes > 0)
                    list.push_back({line.id, line.label, line.group, bytes, line.each});
            };
            add(m_match.notSeen, bounded::times(line.each, expected.atPoint) - expected.seen);
            add(m_match.otherMoments, expected.elsewhere);
        }
        for (const Group group : {Group::Parameters, Group::Gradients, Group::Optimizer})
            if (const Bytes missing = m_match.predicted[group] - m_match.measured[group];
                missing > m_match.predicted[group] / 100)
                m_match.notSeen.push_back(
                    {std::string(nameOf(group)), groupName(group), group, missing, 0});
        std::ranges::stable_sort(m_match.notSeen, std::greater{}, &NotSeen::bytes);
        std::ranges::stable_sort(m_match.otherMoments, std::greater{}, &NotSeen::bytes);
    }

    const Recording& m_recording;
    const TimelineChart& m_chart;
    std::size_t m_point;
    std::vector<ExpectedLine> m_lines;
    std::vector<Expected> m_expected;
    std::multimap<Bytes, std::size_t> m_bySize;
    std::vector<Measured> m_blocks; ///< those of the peak first, largest first
    RunMatch m_match;
};

} // namespace

RunMatch matchRun(const Recording& recording, const TimelineChart& chart, std::size_t point)
{
    return Matcher(recording, chart, point)();
}

} // namespace highwater
