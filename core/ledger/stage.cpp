// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/stage.h"

#include "core/plan/numbers.h"

#include <algorithm>
#include <utility>

namespace highwater {

using bounded::plus, bounded::times;

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
    return {plus(bounded::times(4 * shape.queryWidth(), h), times(3 * shape.feedForward, h)),
            times(shape.vocabulary, h)};
}

/// src/nanotron/models/base.py: blocks go to a stage until their running cost exceeds its share.
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
        if (stage < stages && sum > share)
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

PerCounts added(PerCounts left, const PerCounts& right)
{
    for (std::size_t i = 0; i < perCount; ++i)
        left[i] = plus(left[i], right[i]);
    return left;
}

} // namespace

std::vector<std::int64_t> stageStarts(const Shape& shape, std::int64_t stages, StageSplit split)
{
    if (split == StageSplit::Balanced)
        return balanced(shape, stages);
    // The remainder goes to the first stages.
    std::vector<std::int64_t> starts;
    starts.reserve(static_cast<std::size_t>(stages) + 1);
    starts.push_back(0);
    for (std::int64_t i = 0; i < stages; ++i)
        starts.push_back(starts.back() + shape.layers / stages
                         + (i < shape.layers % stages ? 1 : 0));
    return starts;
}

std::vector<std::int64_t> listedStages(std::string_view list)
{
    constexpr std::size_t mostStages = 65536;
    std::vector<std::int64_t> stages;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        std::string_view entry = list.substr(0, comma);
        list.remove_prefix(std::min(comma + 1, list.size()));
        std::int64_t copies = 1;
        if (const std::size_t star = entry.find('*'); star != std::string_view::npos) {
            const auto number = wholeIn(entry.substr(star + 1));
            if (!number || *number < 1)
                return {};
            copies = *number;
            entry = entry.substr(0, star);
        }
        const auto layers = wholeIn(entry);
        if (!layers || *layers < 0 || *layers > 65536
            || copies > static_cast<std::int64_t>(mostStages - stages.size()))
            return {};
        stages.insert(stages.end(), static_cast<std::size_t>(copies), *layers);
    }
    return stages;
}

bool turnsBack(PipelineSchedule schedule)
{
    using enum PipelineSchedule;
    return schedule == Zbv || schedule == VHalf || schedule == VMin || schedule == DualPipeV;
}

std::int64_t chunksOf(PipelineSchedule schedule)
{
    return turnsBack(schedule) || schedule == PipelineSchedule::DualPipe ? 2 : 0;
}

namespace {

/// The passes that a schedule keeps on every rank, given enough micro-batches; 0: the same as one
/// forward, one backward. In schedules that cut a rank's layers into two parts, a pass has half of
/// them. zero-bubble's README (sail-sg/zero-bubble): activations of p stages for ZB1P and ZBV, 2p
/// for ZB2P. The table of its authors' page (sail/pipeline-parallelism-with-controllable-memory):
/// (p + 2)/2 for V-Half, (p + 4)/3 for V-Min, rounded down. DualPipe's README
/// (deepseek-ai/DualPipe): p + 1, with twice the parameters on a rank, and DualPipeV the same on
/// half as many ranks.
std::int64_t keptPasses(PipelineSchedule kind, std::int64_t stages)
{
    switch (kind) {
    case PipelineSchedule::OneForwardOneBackward:
        return 0;
    case PipelineSchedule::Zb1p:
        return stages;
    case PipelineSchedule::Zb2p:
    case PipelineSchedule::Zbv:
        return 2 * stages;
    case PipelineSchedule::VHalf:
        return 2 * ((stages + 2) / 2);
    case PipelineSchedule::VMin:
        return 2 * ((stages + 4) / 3);
    case PipelineSchedule::DualPipe:
        return stages + 1;
    case PipelineSchedule::DualPipeV:
        return 2 * stages + 1;
    }
    return 0;
}

} // namespace

Schedule scheduleOf(std::int64_t index, std::int64_t stages, std::int64_t chunks,
                    std::int64_t microBatches, PipelineSchedule kind)
{
    if (const std::int64_t kept = keptPasses(kind, stages); kept > 0) {
        const std::int64_t parts = std::max<std::int64_t>(1, chunksOf(kind));
        const std::int64_t passes = times(microBatches, parts);
        return {parts, passes, std::min(passes, kept)};
    }
    Schedule schedule;
    schedule.chunks = chunks;
    schedule.passes = times(microBatches, chunks);
    const std::int64_t behind = stages - 1 - index;
    const std::int64_t warmUp = chunks == 1 ? behind : 2 * behind + times(chunks - 1, stages);
    schedule.inFlight = std::min(schedule.passes, plus(warmUp, 1));
    return schedule;
}

Passes::Passes(const Shape& shape, const StageLayers& layers, const Schedule& schedule,
               const LayerPattern& pattern, ReducedLast reducedLast)
    : m_shape(shape)
    , m_layers(layers)
    , m_schedule(schedule)
    , m_pattern(pattern)
    , m_reducedLast(reducedLast)
    , m_part(std::max<std::int64_t>(1, shareOf(layers.layers(), schedule.chunks)))
    , m_first(layers.end - shareOf(layers.layers(), schedule.chunks))
    , m_all(kinds(layers.first, layers.end))
{ }

PerCounts Passes::kinds(std::int64_t from, std::int64_t to) const
{
    from = std::max(from, m_layers.first); // a stage may have no layers at all
    to = std::min(to, m_layers.end);
    const std::int64_t layers = std::max<std::int64_t>(0, to - from);
    const std::int64_t moe = layers > 0 ? m_shape.moeLayers(from, to) : 0;
    PerCounts counts{1, 1, layers, layers - moe, moe};
    if (m_pattern != LayerPattern{})
        countApart(counts, from, to);
    return counts;
}

std::int64_t Passes::placeOf(std::int64_t layer) const
{
    const std::int64_t place = (layer - m_first) % m_part;
    return place < 0 ? place + m_part : place;
}

bool Passes::endsGroup(std::int64_t layer) const
{
    if (!m_pattern.groups())
        return false;
    const std::int64_t place = placeOf(layer);
    return place + 1 == m_part || m_pattern.groupStart(place + 1) == place + 1;
}

/// Counts the marked layers and the others, the trained ones, and the inputs of groups.
void Passes::countApart(PerCounts& counts, std::int64_t from, std::int64_t to) const
{
    const auto add = [&](Per treated, bool moe) {
        const auto at = static_cast<std::size_t>(treated);
        ++counts[at];
        ++counts[at + (moe ? 2 : 1)];
    };
    for (std::int64_t layer = std::max(from, m_pattern.frozen); layer < to; ++layer) {
        const bool moe = m_shape.experts > 0 && m_shape.isMoe(layer);
        const std::int64_t place = placeOf(layer);
        add(Per::BackwardLayer, moe);
        add(m_pattern.marks(place) ? Per::MarkedLayer : Per::OtherLayer, moe);
        if (m_pattern.trains(layer))
            add(Per::TrainedLayer, moe);
        if (m_pattern.groupStart(place) == place || layer == m_pattern.frozen)
            ++counts[static_cast<std::size_t>(Per::GroupInput)];
    }
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
        event.saved = added(kept(held - 1), kinds(m_first, m_layers.end));
    if (phase == Phase::Step)
        event.graded = m_all;
    return event;
}

Event Passes::headBackward(std::int64_t held) const
{
    Event event = between(Phase::Loss, held);
    event.point = BackwardPoint::End;
    return event;
}

Event Passes::computing(Phase phase, std::int64_t layer, std::int64_t next, std::int64_t held) const
{
    Event event;
    event.phase = phase;
    event.all = m_all;
    event.saved = added(kept(held), kinds(m_first, layer + 1));
    event.computed = kinds(layer, layer + 1);
    if (phase == Phase::Forward && layer != m_first) // what comes before the layers runs once
        event.computed[static_cast<std::size_t>(Per::Embedding)] = 0;
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
    Event event
        = point == BackwardPoint::Reduce ? reducing(held) : layerBackward(layer, held, point);
    if (m_reducedLast.embedding)
        event.graded[static_cast<std::size_t>(Per::Embedding)] = 0;
    if (m_reducedLast.head)
        event.graded[static_cast<std::size_t>(Per::Model)] = 0;
    return event;
}

Event Passes::layerBackward(std::int64_t layer, std::int64_t held, BackwardPoint point) const
{
    Event event = computing(Phase::Backward, layer, layer - 1, held);
    event.point = point;
    const std::int64_t place = placeOf(layer);
    event.remade
        = kinds(std::max(layer - (place - m_pattern.groupStart(place)), lastBackward()), layer + 1);
    const bool last = layer == lastBackward();
    const bool made = point == BackwardPoint::End;
    constexpr auto embedding = static_cast<std::size_t>(Per::Embedding);
    event.computed[embedding] = event.remade[embedding] = last ? 1 : 0;
    event.graded = last && made ? m_all : kinds(made ? layer : layer + 1, m_layers.end);
    event.graded[embedding] = last && made ? 1 : 0;
    return event;
}

Event Passes::reducing(std::int64_t held) const
{
    Event event;
    event.phase = Phase::Backward;
    event.point = BackwardPoint::Reduce;
    event.all = event.graded = m_all;
    event.saved = kept(held);
    event.computed[static_cast<std::size_t>(Per::Embedding)] = 1;
    return event;
}

Event Passes::beside(Phase phase) const
{
    Event event = between(phase, 0);
    event.accumulated = false;
    return event;
}

Event Passes::evaluating(std::int64_t layer) const
{
    Event event = computing(Phase::Evaluate, layer, layer + 1, 0);
    event.saved = {};
    event.accumulated = false;
    return event;
}

Event Passes::evaluating(BackwardPoint point) const
{
    Event event = beside(Phase::Evaluate);
    event.point = point;
    return event;
}

LiveCounts liveAt(const Event& event)
{
    LiveCounts counts;
    for (std::size_t i = 0; i < lifeCount; ++i)
        for (std::size_t j = 0; j < (i < pointedLifeCount ? backwardPointCount : 1); ++j) {
            const auto life = static_cast<Life>(i);
            const auto point = static_cast<BackwardPoint>(j);
            for (std::size_t per = 0; per < perCount; ++per)
                counts[slotOf(life, point)][per] = live(life, point, event, static_cast<Per>(per));
        }
    return counts;
}

namespace {

/// Chooses the columns of a table of moments.
class ColumnChoice
{
public:
    ColumnChoice(std::vector<MomentTable::Column>& columns, const Passes& passes,
                 const Schedule& schedule, const ColumnNeeds& needs)
        : m_columns(columns)
        , m_passes(passes)
        , m_held(schedule.inFlight)
        , m_needs(needs)
        , m_accumulated(!needs.heldLater)
        , m_first(passes.lastBackward())
        , m_last(passes.endLayer() - 1)
    {
        m_columns.clear();
    }

    void choose(const Shape& shape)
    {
        const bool computes = m_first <= m_last;
        if (m_needs.serving) {
            addServing(shape);
            return;
        }
        addMoments(computes);
        if (m_needs.headBackward)
            add(Moment::Loss, m_passes.headBackward(m_held));
        if (m_needs.flowing && !m_needs.retaining)
            addForward();
        if (m_needs.images && m_passes.firstLayer() <= m_last)
            add(Moment::ForwardEnd, m_passes.forward(m_passes.firstLayer(), m_held - 1));
        addBeside(shape);
        if (!computes)
            return;
        addOtherPoints(Moment::LayerBackward, m_last);
        addOtherPoints(Moment::BackwardEnd, m_first);
        // More may be held within a layer's forward pass than at its end, as two layers' weights
        // are gathered.
        if (m_needs.retaining)
            addForward();
        addOtherLayers(shape);
        addLater(shape);
    }

private:
    void addForward()
    {
        const std::int64_t first = m_passes.firstLayer();
        if (first > m_last)
            return;
        for (const std::int64_t layer : {std::max(first, m_last - 1), m_last})
            add(Moment::ForwardEnd, m_passes.forward(layer, m_held - 1));
    }

    /// The moments beside the step. Of the layers, one of each kind.
    void addBeside(const Shape& shape)
    {
        const auto put = [&](Moment moment, const Event& event) {
            m_columns.push_back({moment, event});
        };
        for (const bool moe : {false, true})
            for (std::int64_t layer = m_passes.firstLayer(); m_needs.evaluates && layer <= m_last;
                 ++layer)
                if (shape.isMoe(layer) == moe) {
                    put(Moment::Evaluate, m_passes.evaluating(layer));
                    break;
                }
        if (m_needs.evaluates)
            for (const BackwardPoint point : {BackwardPoint::End, BackwardPoint::Reduce})
                put(Moment::Evaluate, m_passes.evaluating(point));
        if (m_needs.saves)
            put(Moment::Save, m_passes.beside(Phase::Save));
        if (m_needs.merges)
            put(Moment::Merge, m_passes.beside(Phase::Merge));
    }

    /// The backward passes that find the gradients complete.
    void addLater(const Shape& shape)
    {
        if (m_needs.heldLater.value_or(0) == 0)
            return;
        m_held = *m_needs.heldLater;
        m_accumulated = true;
        m_seenCount = 0;
        using enum BackwardPoint;
        for (const auto& [moment, layer] :
             {std::pair{Moment::LayerBackward, m_last}, {Moment::BackwardEnd, m_first}}) {
            add(moment, backward(layer, Output));
            addOtherPoints(moment, layer);
        }
        addOtherLayers(shape);
    }

    void add(Moment moment, Event event)
    {
        event.accumulated = m_accumulated;
        m_columns.push_back({moment, event});
    }

    Event backward(std::int64_t layer, BackwardPoint point) const
    {
        return m_passes.backward(layer, m_held - 1, point);
    }

    void addMoments(bool computes)
    {
        using enum BackwardPoint;
        const Event idle = m_passes.between(Phase::Forward, 0);
        add(Moment::Load, m_passes.between(Phase::Load, 0));
        add(Moment::ForwardEnd, m_passes.between(Phase::Head, m_held));
        add(Moment::Loss, m_passes.between(Phase::Loss, m_held));
        add(Moment::LayerBackward, computes ? backward(m_last, Output) : idle);
        add(Moment::BackwardEnd, computes ? backward(m_first, Output) : idle);
        add(Moment::OptimizerStep, m_passes.between(Phase::Step, 0));
    }

    /// A pass over prompts through a layer of each kind, then the logits. The other moments hold
    /// the tensors that stay between passes.
    void addServing(const Shape& shape)
    {
        add(Moment::Load, m_passes.between(Phase::Load, 0));
        add(Moment::ForwardEnd, m_passes.between(Phase::Head, 0));
        for (const Moment moment :
             {Moment::Loss, Moment::LayerBackward, Moment::BackwardEnd, Moment::OptimizerStep})
            add(moment, m_passes.between(Phase::Step, 0));
        for (const bool moe : {false, true})
            for (std::int64_t layer = m_last; layer >= m_passes.firstLayer(); --layer)
                if (shape.isMoe(layer) == moe) {
                    add(Moment::ForwardEnd, m_passes.forward(layer, 0));
                    break;
                }
    }

    void addOtherPoints(Moment moment, std::int64_t layer)
    {
        for (std::size_t i = 1; i < backwardPointCount; ++i)
            if (const auto point = static_cast<BackwardPoint>(i); m_needs.points.has(point)
                && (point != BackwardPoint::Reduce || moment == Moment::BackwardEnd))
                add(moment, backward(layer, point));
    }

    void addLayer(std::int64_t layer)
    {
        const auto end = m_seen.begin() + static_cast<std::ptrdiff_t>(m_seenCount);
        if (layer <= m_first || layer >= m_last || std::find(m_seen.begin(), end, layer) != end)
            return;
        m_seen[m_seenCount++] = layer;
        add(Moment::LayerBackward, backward(layer, BackwardPoint::Output));
        addOtherPoints(Moment::LayerBackward, layer);
    }

    /// Adds the layers between the first and the last that can be the highest. Take two neighbours
    /// of one kind, both behind a layer of one kind: from one to the other the backward pass adds
    /// and frees the same amounts. In a row of these layers the total only rises or only falls, so
    /// an end of the row is the highest: the one that goes backward first, or, where gradients
    /// grow, perhaps the other.
    void addOtherLayers(const Shape& shape)
    {
        if (m_needs.growing)
            addLayer(m_first + 1);
        const LayerPattern& pattern = m_needs.pattern;
        const bool apart = pattern.marksSome() || pattern.groups() || pattern.passesSome();
        if ((shape.experts == 0 && !apart) || m_first == m_last)
            return;
        const auto kindOf = [&](std::int64_t layer) {
            const bool some = shape.experts > 0;
            const auto marked = [&](std::int64_t which) {
                return pattern.passesSome() ? pattern.trains(which)
                    : pattern.groups()      ? m_passes.endsGroup(which)
                                            : m_passes.marks(which);
            };
            return (some && shape.isMoe(layer) ? 2U : 0U)
                + (some && shape.isMoe(layer - 1) ? 1U : 0U) + (apart && marked(layer) ? 8U : 0U)
                + (apart && marked(layer - 1) ? 4U : 0U);
        };
        std::array<std::int64_t, 16> lowest{}, highest{};
        for (std::int64_t layer = m_first + 1; layer < m_last; ++layer) {
            const unsigned kind = kindOf(layer);
            highest[kind] = layer;
            if (lowest[kind] == 0)
                lowest[kind] = layer;
        }
        for (unsigned kind = 0; kind < (apart ? 16U : 4U); ++kind) {
            if (m_needs.growing)
                addLayer(lowest[kind]);
            if (m_needs.growing || apart || kind != kindOf(m_last))
                addLayer(highest[kind]);
        }
        if (m_needs.growing)
            addLayer(shape.denseFirst - 1);
    }

    std::vector<MomentTable::Column>& m_columns;
    const Passes& m_passes;
    std::int64_t m_held; ///< passes in flight
    ColumnNeeds m_needs;
    bool m_accumulated;
    std::int64_t m_first, m_last; ///< layers of the pass
    std::array<std::int64_t, MomentTable::mostLayers>
        m_seen; ///< layers between them that have columns
    std::size_t m_seenCount = 0;
};

void setColumns(MomentTable& table, const Stage& stage, const Shape& shape,
                const ColumnNeeds& needs)
{
    const Passes passes(shape, stage.layers, stage.schedule, needs.pattern, needs.reducedLast);
    ColumnChoice(table.columns, passes, stage.schedule, needs).choose(shape);
    constexpr std::size_t block = MomentTable::block;
    table.width = (table.columns.size() + block - 1) / block * block;
    table.places.fill(0);
    table.counts.assign(table.width + 1, 0); // of all rows without a place
}

void fillRow(MomentTable& table, std::uint16_t row, Life life, BackwardPoint point, Per per)
{
    std::uint16_t& place = table.places[row];
    place = static_cast<std::uint16_t>(table.counts.size() / (table.width + 1));
    std::int64_t largest = 0;
    for (const MomentTable::Column& column : table.columns) {
        table.counts.push_back(live(life, point, column.event, per));
        largest = std::max(largest, table.counts.back());
    }
    table.counts.resize((place + std::size_t{1}) * (table.width + 1));
    table.counts.back() = largest;
}

/// The stage's table of the basis: one of its tables, or a new one without columns.
MomentTable& tableOf(Stage& stage, const MomentTable::Basis& basis)
{
    constexpr std::size_t mostTables = 16;
    std::size_t& used = stage.used;
    const std::size_t count = stage.tables.size();
    if (used >= count || stage.bases[used] != basis)
        used
            = static_cast<std::size_t>(std::ranges::find(stage.bases, basis) - stage.bases.begin());
    if (used < count)
        return stage.tables[used];
    if (count < mostTables) {
        stage.tables.emplace_back();
        stage.bases.push_back(basis);
    } else {
        used = std::exchange(stage.oldest, (stage.oldest + 1) % mostTables);
        stage.tables[used].columns.clear();
        stage.bases[used] = basis;
    }
    return stage.tables[used];
}

} // namespace

void fillMomentTable(Stage& stage, const Shape& shape, const ColumnNeeds& needs)
{
    const MomentTable::Basis basis{stage.layers.first, stage.layers.end, stage.schedule.chunks,
                                   stage.schedule.inFlight, needs};
    MomentTable& table = tableOf(stage, basis);
    if (table.columns.empty())
        setColumns(table, stage, shape, needs);
    const auto place = [&](std::uint16_t row, Life life, BackwardPoint point, Per per) {
        if (table.places[row] == 0)
            fillRow(table, row, life, point, per);
    };
    for (const Term& term : stage.terms)
        place(term.row, term.life, term.point, term.per);
    // Overhead terms use this row too. A stage without the model's ends may have no other term with
    // this row.
    place(rowOf(Life::Always, BackwardPoint::End, Per::Model), Life::Always, BackwardPoint::End,
          Per::Model);
}

} // namespace highwater
