// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/run_alignment.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace highwater {
namespace {

/// The largest number of allocations of one phase that are searched for groups.
constexpr std::size_t mostSearched = 20'000;

/// An event that has a place on the timeline.
struct CommonPoint
{
    std::size_t event = 0;
    double at = 0;
};

/// The parts of a step. A model of transformers computes its loss in its own forward function, so
/// that some events of that function follow the loss: these belong to the loss, not to a pass of
/// their own.
std::vector<RunPart> partsOfStep(const RunPhases& phases, std::int64_t step)
{
    const TableRange range = phases.partsOf(step);
    std::vector<RunPart> parts;
    for (std::size_t i = range.first; i < range.end(); ++i) {
        const RunPart& part = phases.parts[i];
        const bool endsTheLoss = part.phase == RunPhase::Forward && !parts.empty()
            && parts.back().phase == RunPhase::Loss && i + 1 < range.end()
            && phases.parts[i + 1].phase == RunPhase::Backward;
        if (endsTheLoss)
            parts.back().end = part.end;
        else
            parts.push_back(part);
    }
    return parts;
}

class Aligner
{
public:
    Aligner(const Recording& recording, std::int64_t step, const Timeline& timeline,
            const std::vector<Span>& spans)
        : m_recording(recording)
        , m_parts(partsOfStep(recording.phases, step))
        , m_timeline(timeline)
        , m_spans(spans)
    {
        for (const TimelinePoint& point : timeline.points)
            if (point.pass >= 0 && std::ranges::find(m_passes, point.pass) == m_passes.end())
                m_passes.push_back(point.pass);
        std::ranges::sort(m_passes);
    }

    std::vector<AlignedPoint> operator()()
    {
        for (const RunPart& part : m_parts)
            place(part);
        std::ranges::stable_sort(m_made, {}, &AlignedPoint::at);
        return std::move(m_made);
    }

private:
    std::int64_t countOf(RunPhase phase) const
    {
        return std::ranges::count(m_parts, phase, &RunPart::phase);
    }

    /// The timeline's pass for the n-th one of the recording: the last for the last, null for
    /// passes that the timeline leaves out.
    std::optional<std::int64_t> passOf(RunPhase phase, std::int64_t number) const
    {
        if (m_passes.empty())
            return std::nullopt;
        if (number + 1 == countOf(phase))
            return m_passes.back();
        if (number + 1 < static_cast<std::int64_t>(m_passes.size()))
            return m_passes[static_cast<std::size_t>(number)];
        return std::nullopt;
    }

    void place(const RunPart& part)
    {
        const std::int64_t number = m_seen[static_cast<std::size_t>(part.phase)]++;
        if (part.phase == RunPhase::Setup)
            return;
        if (part.phase == RunPhase::ZeroGrad)
            return put(part, {m_timeline.start, m_timeline.start + 1}, {});
        if (part.phase == RunPhase::Optimizer)
            return put(part, pointsOf([](const TimelinePoint& point) {
                           return point.phase == Phase::Step;
                       }),
                       {});
        const auto pass = passOf(part.phase, number);
        if (!pass)
            return;
        const bool lossApart = countOf(RunPhase::Loss) > 0;
        const auto points = pointsOf([&](const TimelinePoint& point) {
            if (point.pass != *pass)
                return false;
            switch (part.phase) {
            case RunPhase::Forward:
                return point.phase == Phase::Forward || (point.phase == Phase::Head && !lossApart);
            case RunPhase::Loss:
                return point.phase == Phase::Head;
            default:
                return point.phase == Phase::Loss || point.phase == Phase::Backward;
            }
        });
        std::vector<std::size_t> layers;
        for (std::size_t i = points.first; i < points.end(); ++i)
            if (m_timeline.points[i].layer >= 0)
                layers.push_back(i);
        put(part, points, layers);
    }

    TableRange pointsOf(auto belongs) const
    {
        TableRange range;
        for (std::size_t i = 0; i < m_timeline.points.size(); ++i) {
            if (!belongs(m_timeline.points[i]))
                continue;
            if (range.count == 0)
                range.first = i;
            range.count = i + 1 - range.first;
        }
        return range;
    }

    /// Spreads the events of a part over points of the timeline; `layers` are the first events of
    /// layers.
    void put(const RunPart& part, TableRange points, const std::vector<std::size_t>& layers)
    {
        if (points.count == 0 || part.first >= part.end)
            return;
        std::vector<CommonPoint> anchors;
        anchors.push_back({part.first, static_cast<double>(m_spans[points.first].from)});
        for (const CommonPoint& anchor : layerAnchors(part, layers))
            if (anchor.event > anchors.back().event && anchor.at >= anchors.back().at)
                anchors.push_back(anchor);
        anchors.push_back({part.end, static_cast<double>(m_spans[points.end() - 1].to)});
        std::size_t next = 1;
        for (std::size_t event = part.first; event < part.end; ++event) {
            while (next + 1 < anchors.size() && anchors[next].event <= event)
                ++next;
            const CommonPoint &from = anchors[next - 1], &to = anchors[next];
            const double share = (static_cast<double>(event - from.event) + 0.5)
                / static_cast<double>(std::max<std::size_t>(1, to.event - from.event));
            m_made.push_back(
                {from.at + share * (to.at - from.at), event, m_recording.timeline.points[event]});
        }
    }

    std::vector<CommonPoint> layerAnchors(const RunPart& part,
                                          const std::vector<std::size_t>& layers) const
    {
        std::vector<CommonPoint> anchors;
        const std::vector<TraceEvent>& events = m_recording.timeline.events;
        if (layers.size() < 2 || events.empty())
            return anchors;
        std::vector<Bytes> sizes;
        std::vector<std::size_t> at;
        for (std::size_t i = part.first; i < part.end; ++i)
            if (events[i].action == TraceAction::Alloc) {
                sizes.push_back(events[i].size);
                at.push_back(i);
            }
        const std::vector<std::size_t> groups
            = repeatingGroups(sizes, static_cast<std::int64_t>(layers.size()));
        for (std::size_t i = 0; i < groups.size(); ++i)
            anchors.push_back({at[groups[i]], static_cast<double>(m_spans[layers[i]].from)});
        return anchors;
    }

    const Recording& m_recording;
    std::vector<RunPart> m_parts;
    const Timeline& m_timeline;
    const std::vector<Span>& m_spans;
    std::vector<std::int64_t> m_passes; ///< the passes that the timeline shows
    std::array<std::int64_t, runPhaseCount> m_seen{};
    std::vector<AlignedPoint> m_made;
};

} // namespace

std::vector<std::size_t> repeatingGroups(const std::vector<Bytes>& sizes, std::int64_t layers)
{
    const std::size_t count = sizes.size();
    if (layers < 2 || count > mostSearched || count < static_cast<std::size_t>(layers))
        return {};
    const auto groups = static_cast<std::size_t>(layers);
    for (std::size_t period = 2; period <= count / groups; ++period) {
        const std::size_t wanted = period * (groups - 1);
        std::size_t run = 0;
        for (std::size_t i = 0; i + period < count; ++i) {
            run = sizes[i] == sizes[i + period] ? run + 1 : 0;
            if (run < wanted)
                continue;
            std::vector<std::size_t> starts;
            for (std::size_t group = 0; group < groups; ++group)
                starts.push_back(i + 1 - run + group * period);
            return starts;
        }
    }
    return {};
}

std::vector<AlignedPoint> alignedStep(const Recording& recording, std::int64_t step,
                                      const Timeline& timeline, const std::vector<Span>& spans)
{
    return Aligner(recording, step, timeline, spans)();
}

} // namespace highwater
