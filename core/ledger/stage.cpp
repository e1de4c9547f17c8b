// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/stage.h"

#include <algorithm>

namespace highwater {
namespace {

/// nanotron's cost of a layer and of the head (src/nanotron/models/llama.py,
/// get_block_compute_costs): the weights of their products.
struct Costs
{
    std::int64_t layer, head;
};

Costs costsOf(const Shape& shape)
{
    const std::int64_t h = shape.hidden;
    return {plus(times(4 * shape.queryWidth(), h), times(3 * shape.feedForward, h)),
            times(shape.vocabulary, h)};
}

/// src/nanotron/models/base.py: blocks go to a stage until their running cost reaches its share.
std::vector<std::int64_t> balanced(const Shape& shape, std::int64_t stages)
{
    const Costs costs = costsOf(shape);
    const double all = static_cast<double>(costs.layer) * static_cast<double>(shape.layers)
        + static_cast<double>(costs.head);
    std::vector<std::int64_t> starts{0};
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        const auto stage = static_cast<std::int64_t>(starts.size());
        const double sum = static_cast<double>(costs.layer) * static_cast<double>(layer + 1);
        const double share = all * static_cast<double>(stage) / static_cast<double>(stages);
        if (stage < stages && sum >= share)
            starts.push_back(layer + 1);
    }
    starts.resize(static_cast<std::size_t>(stages) + 1, shape.layers);
    return starts;
}

PerCounts scaled(const PerCounts& counts, std::int64_t factor, std::int64_t parts)
{
    PerCounts result{};
    for (std::size_t i = 0; i < perCount; ++i)
        result[i] = shareOf(times(counts[i], factor), parts);
    return result;
}

} // namespace

std::vector<std::int64_t> stageStarts(const Shape& shape, std::int64_t stages, StageSplit split)
{
    if (split == StageSplit::Balanced)
        return balanced(shape, stages);
    // What does not divide goes to the first stages, which hold the most micro-batches.
    std::vector<std::int64_t> starts{0};
    for (std::int64_t i = 0; i < stages; ++i)
        starts.push_back(starts.back() + shape.layers / stages
                         + (i < shape.layers % stages ? 1 : 0));
    return starts;
}

Schedule scheduleOf(std::int64_t index, std::int64_t stages, std::int64_t chunks,
                    std::int64_t microBatches)
{
    Schedule schedule;
    schedule.chunks = chunks;
    schedule.passes = times(microBatches, chunks);
    const std::int64_t behind = stages - 1 - index;
    const std::int64_t warmUp = chunks == 1 ? behind : 2 * behind + times(chunks - 1, stages);
    schedule.inFlight = std::min(schedule.passes, plus(warmUp, 1));
    return schedule;
}

Passes::Passes(const Shape& shape, const StageLayers& layers, const Schedule& schedule)
    : m_shape(shape)
    , m_layers(layers)
    , m_schedule(schedule)
    , m_first(layers.end - shareOf(layers.layers(), schedule.chunks))
    , m_all(kinds(layers.first, layers.end))
{ }

PerCounts Passes::kinds(std::int64_t from, std::int64_t to) const
{
    from = std::max(from, m_layers.first); // a stage may have no layers at all
    to = std::min(to, m_layers.end);
    const std::int64_t layers = std::max<std::int64_t>(0, to - from);
    const std::int64_t moe = layers > 0 ? m_shape.moeLayers(from, to) : 0;
    return {1, 1, layers, layers - moe, moe};
}

PerCounts Passes::kept(std::int64_t passes) const
{
    return scaled(m_all, passes, m_schedule.chunks);
}

Event Passes::between(Phase phase, std::int64_t held) const
{
    Event event;
    event.phase = phase;
    event.all = m_all;
    if (held > 0)
        event.saved = detail::sum(kept(held - 1), kinds(m_first, m_layers.end));
    if (phase == Phase::Step)
        event.graded = m_all;
    return event;
}

Event Passes::computing(Phase phase, std::int64_t layer, std::int64_t next, std::int64_t held) const
{
    Event event;
    event.phase = phase;
    event.all = m_all;
    event.saved = detail::sum(kept(held), kinds(m_first, layer + 1));
    event.atWork = kinds(layer, layer + 1);
    if (next >= m_first && next < m_layers.end)
        event.next = kinds(next, next + 1);
    return event;
}

Event Passes::forward(std::int64_t layer, std::int64_t held) const
{
    return computing(Phase::Forward, layer, layer + 1, held);
}

Event Passes::backward(std::int64_t layer, std::int64_t held, BackwardPoint point) const
{
    Event event = computing(Phase::Backward, layer, layer - 1, held);
    event.point = point;
    const bool last = layer == m_first;
    const bool made = point == BackwardPoint::End;
    constexpr auto embedding = static_cast<std::size_t>(Per::Embedding);
    event.atWork[embedding] = last ? 1 : 0;
    event.graded = last && made ? m_all : kinds(made ? layer : layer + 1, m_layers.end);
    event.graded[embedding] = last && made ? 1 : 0;
    return event;
}

LiveCounts liveAt(const Event& event)
{
    LiveCounts counts;
    for (std::size_t life = 0; life < lifeCount; ++life)
        for (std::size_t point = 0; point < (life < pointedLifeCount ? backwardPointCount : 1);
             ++point) {
            const auto which = static_cast<BackwardPoint>(point);
            counts[slotOf(static_cast<Life>(life), which)]
                = live(static_cast<Life>(life), which, event);
        }
    return counts;
}

MomentTable momentTable(const Shape& shape, const StageLayers& layers, const Schedule& schedule,
                        const Watched& watched)
{
    const Passes passes(shape, layers, schedule);
    const std::int64_t held = schedule.inFlight;
    const std::int64_t last = passes.endLayer() - 1;
    const std::int64_t first = passes.firstLayer();

    MomentTable table;
    std::array<LiveCounts, MomentTable::mostColumns> columns;
    const auto add = [&](Moment moment, const Event& event) {
        table.moments[table.columns] = moment;
        columns[table.columns++] = liveAt(event);
    };
    const auto backward = [&](std::int64_t layer, BackwardPoint point) {
        return passes.backward(layer, held - 1, point);
    };
    add(Moment::Load, passes.between(Phase::Load, 0));
    add(Moment::ForwardEnd, passes.between(Phase::Head, held));
    add(Moment::Loss, passes.between(Phase::Loss, held));
    const bool works = layers.layers() > 0;
    const Event idle = passes.between(Phase::Forward, 0);
    add(Moment::LayerBackward, works ? backward(last, BackwardPoint::Output) : idle);
    add(Moment::BackwardEnd, works ? backward(first, BackwardPoint::Output) : idle);
    add(Moment::OptimizerStep, passes.between(Phase::Step, 0));

    const auto otherPoints = [&](Moment moment, std::int64_t layer) {
        for (std::size_t i = 1; i < backwardPointCount; ++i)
            if (const auto point = static_cast<BackwardPoint>(i); watched.points.has(point))
                add(moment, backward(layer, point));
    };
    if (works) {
        otherPoints(Moment::LayerBackward, last);
        otherPoints(Moment::BackwardEnd, first);
    }
    // A layer's forward pass may hold more than its end, with two layers' weights gathered.
    if (works && watched.retaining)
        for (const std::int64_t layer : {std::max(first, last - 1), last})
            add(Moment::ForwardEnd, passes.forward(layer, held - 1));
    std::vector<std::int64_t> seen;
    const auto alsoAt = [&](std::int64_t layer) {
        if (layer <= first || layer >= last || std::ranges::count(seen, layer) > 0)
            return;
        seen.push_back(layer);
        add(Moment::LayerBackward, backward(layer, BackwardPoint::Output));
        otherPoints(Moment::LayerBackward, layer);
    };
    // From one layer to the next that is like it, and stands behind one like the other's, equal
    // amounts are added and freed: of those the highest counts, or where gradients grow perhaps the
    // lowest.
    if (watched.growing)
        alsoAt(first + 1);
    if (shape.experts > 0 && last > first) {
        const auto kindOf = [&](std::int64_t layer) {
            return (shape.isMoe(layer) ? 2U : 0U) + (shape.isMoe(layer - 1) ? 1U : 0U);
        };
        std::array<std::int64_t, 4> lowest{}, highest{};
        for (std::int64_t layer = first + 1; layer < last; ++layer) {
            const unsigned kind = kindOf(layer);
            highest[kind] = layer;
            if (lowest[kind] == 0)
                lowest[kind] = layer;
        }
        for (unsigned kind = 0; kind < highest.size(); ++kind) {
            if (watched.growing)
                alsoAt(lowest[kind]);
            if (watched.growing || kind != kindOf(last))
                alsoAt(highest[kind]);
        }
        if (watched.growing)
            alsoAt(shape.denseFirst - 1);
    }
    table.counts.resize(table.largest.size() * table.columns);
    auto into = table.counts.begin();
    for (std::size_t row = 0; row < table.largest.size(); ++row)
        for (std::size_t i = 0; i < table.columns; ++i) {
            *into = columns[i][row / perCount][row % perCount];
            table.largest[row] = std::max(table.largest[row], *into++);
        }
    return table;
}

} // namespace highwater
