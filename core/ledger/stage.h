// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/event.h"
#include "core/ledger/layer_pattern.h"
#include "core/ledger/product.h"
#include "core/ledger/term.h"
#include "core/ledger/weights.h"
#include "core/plan/plan.h"
#include "core/plan/shape.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace highwater {

/// The layers of one pipeline stage, and which ends of the model it has.
struct StageLayers
{
    std::int64_t index = 0;
    std::int64_t first = 0, end = 0; ///< layers [first, end)
    bool embeds = true; ///< holds the token embedding
    bool predicts = true; ///< holds the output head and the loss

    std::int64_t layers() const { return end - first; }
};

/// The order of a pipeline's passes on one stage. A pass takes one micro-batch through one of
/// the `chunks` parts that the stage's layers are cut into.
struct Schedule
{
    std::int64_t chunks = 1; ///< Narayanan et al., arXiv 2104.04473, section 2.2
    std::int64_t passes = 1; ///< of one step: micro-batches · chunks
    std::int64_t inFlight = 1; ///< the most passes whose tensors the stage keeps at one time

    /// Whether, of several micro-batches, none has completed its gradients while the most passes
    /// are in flight.
    bool completesLate() const { return passes > chunks && passes - inFlight < chunks; }
};

/// Which layers every stage gets: stage i holds [starts[i], starts[i + 1]).
std::vector<std::int64_t> stageStarts(const Shape& shape, std::int64_t stages, StageSplit split);

/// The layers of each stage that "7,8*14,7" lists; empty where the text is not of this form.
std::vector<std::int64_t> listedStages(std::string_view list);

/// Whether the first stage of a schedule has the last layers as well: its stages go forward and
/// back through the ranks.
bool turnsBack(PipelineSchedule schedule);
/// The parts that a schedule cuts the layers of a rank into; 0: as many as the plan says.
std::int64_t chunksOf(PipelineSchedule schedule);

/// One forward, one backward (arXiv 2104.04473, section 2.2; Megatron-LM,
/// core/pipeline_parallel/schedules.py): the passes that stage `index` of `stages` keeps.
Schedule scheduleOf(std::int64_t index, std::int64_t stages, std::int64_t chunks,
                    std::int64_t microBatches,
                    PipelineSchedule kind = PipelineSchedule::OneForwardOneBackward);

/// The gradients outside the layers that are reduced after the last layer has gone backward: until
/// then there are no shards of them.
struct ReducedLast
{
    bool embedding = false, head = false;
    bool operator==(const ReducedLast&) const = default;
};

/// The events of a step, as one stage sees them.
class Passes
{
public:
    Passes(const Shape& shape, const StageLayers& layers, const Schedule& schedule,
           const LayerPattern& pattern = {}, ReducedLast reducedLast = {});

    /// The layers of one pass. Where virtual pipeline stages cut the stage into chunks, all events
    /// are those of its last chunk.
    std::int64_t firstLayer() const { return m_first; }
    std::int64_t endLayer() const { return m_layers.end; }
    /// The layer that goes backward last: all layers before it are frozen.
    std::int64_t lastBackward() const { return std::max(m_first, m_pattern.frozen); }
    /// Whether the layer's tensors are recomputed or offloaded.
    bool marks(std::int64_t layer) const { return m_pattern.marks(placeOf(layer)); }
    /// Whether the layer goes backward first of the layers that are recomputed together with it.
    bool endsGroup(std::int64_t layer) const;

    /// Outside the layers: load, head, loss, step. `held` counts the pass that went forward last.
    Event between(Phase phase, std::int64_t held) const;
    /// The backward pass of the head, after that of the loss.
    Event headBackward(std::int64_t held) const;
    /// While a layer is computed. `held` does not count the pass that the layer belongs to.
    Event forward(std::int64_t layer, std::int64_t held) const;
    Event backward(std::int64_t layer, std::int64_t held, BackwardPoint point) const;
    /// After a step, when its gradients are gone; a pass without gradients computes a layer, the
    /// head (End), or joins its predictions (Reduce).
    Event beside(Phase phase) const;
    Event evaluating(std::int64_t layer) const;
    Event evaluating(BackwardPoint point) const;

private:
    Event layerBackward(std::int64_t layer, std::int64_t held, BackwardPoint point) const;
    Event reducing(std::int64_t held) const;
    PerCounts kinds(std::int64_t from, std::int64_t to) const;
    void countApart(PerCounts& counts, std::int64_t from, std::int64_t to) const;
    std::int64_t placeOf(std::int64_t layer) const;
    PerCounts kept(std::int64_t passes) const;
    Event computing(Phase phase, std::int64_t layer, std::int64_t next, std::int64_t held) const;

    const Shape& m_shape;
    StageLayers m_layers;
    Schedule m_schedule;
    LayerPattern m_pattern;
    ReducedLast m_reducedLast;
    std::int64_t m_part = 1; ///< layers of a pass
    std::int64_t m_first = 0;
    PerCounts m_all{};
};

/// The reasons for columns beyond one for each moment.
struct ColumnNeeds
{
    BackwardPoints points; ///< of a layer's backward pass
    bool headBackward = false; ///< the head's backward pass may hold more than the loss's
    bool growing = false; ///< weight gradients are allocated layer by layer in the backward pass
    bool retaining = false; ///< some tensors have Life::Retained
    bool flowing = false; ///< within a layer's forward pass more may be held than at its end
    LayerPattern pattern;
    bool serving = false; ///< there is no backward pass
    ReducedLast reducedLast;
    bool images = false; ///< a frozen tower's pass comes before the first layer's
    bool evaluates = false, saves = false, merges = false; ///< moments beside the step
    /// Set where no micro-batch has completed the gradients while the most passes are in flight:
    /// the passes in flight from the first one on that finds them complete.
    std::optional<std::int64_t> heldLater;
    bool operator==(const ColumnNeeds&) const = default;
};

/// The tensors of each life that a stage holds at the moments of a step. The first six columns are
/// one for each moment of a step. A further column is a candidate for one of the moments, at
/// another point of a layer's backward pass or in another layer: the moment takes the column with
/// the most bytes. Example: with eager attention the moment "layer backward" has a column for the
/// MLP's output projection and one for the softmax.
struct MomentTable
{
    /// At most: load, forward end, the backward passes of loss and head, step, three layers'
    /// forward passes, then all points of `mostLayers` layers (layer backward and backward end are
    /// among these): the last and the first, the one after the first, the highest and the lowest
    /// layer of each of ColumnChoice's kinds, and the last of the dense layers at the beginning.
    /// All points of the layers are there twice where gradients are complete only later
    /// (ColumnNeeds::heldLater).
    static constexpr std::size_t mostLayers = 4 + 2 * 16;
    static constexpr std::size_t mostBeside = 6; ///< two layers, head, joining; save; merge
    static constexpr std::size_t mostColumns = 8 + 2 * mostLayers * backwardPointCount + mostBeside;

    struct Column
    {
        Moment moment; ///< for which the column is a candidate
        Event event;
    };

    /// All that the columns depend on except the model's shape.
    struct Basis
    {
        std::int64_t firstLayer = 0, endLayer = 0;
        std::int64_t chunks = 0; ///< of the stage
        std::int64_t inFlight = 0;
        ColumnNeeds needs;
        bool operator==(const Basis&) const = default;
    };

    std::vector<Column> columns;
    static constexpr std::size_t block = 2; ///< rows end with a whole block of columns
    std::size_t width = 0; ///< columns of a row, with the zeros at its end
    /// The index of each row's first count in `counts`, divided by width + 1. It is 0, the index of
    /// a row of zeros, for a row that no term uses or has used.
    std::array<std::uint16_t, rowCount> places{};
    std::vector<std::int64_t> counts; ///< of each row with a place: one for each column, and the
                                      ///< largest of these

    const std::int64_t* row(std::size_t index) const
    {
        return counts.data() + places[index] * (width + 1);
    }
    std::int64_t largest(std::size_t index) const { return row(index)[width]; }
};

/// One pipeline stage of a plan, with its terms and the values of its formulas.
struct Stage
{
    StageLayers layers;
    Schedule schedule;
    /// One table for each kind of layout: a search returns to the same few kinds again and again.
    std::vector<MomentTable> tables;
    std::vector<MomentTable::Basis> bases; ///< of the tables
    std::size_t used = 0; ///< the table of the layout
    std::size_t oldest = 0; ///< the table to replace when a new one is needed
    SymbolValues symbols{};
    std::vector<Term> terms; ///< in the order of the ledger
    /// The ranges of `terms` with the tensors of the layers' passes: those that are kept, and those
    /// of the backward pass alone. These terms, and the bytes of each, are the same in every stage
    /// of a plan. Empty where a plan serves or is frozen.
    struct Range
    {
        std::size_t first = 0, end = 0;
    };
    std::array<Range, 2> ofLayers;

    const MomentTable& table() const { return tables[used]; }
};

/// Counts the tensors of the stage's terms at the moments of its schedule. Tables of other layouts
/// are kept and used again for an equal basis, which does not include the shape: a stage must not
/// be filled for two shapes.
void fillMomentTable(Stage& stage, const Shape& shape, const ColumnNeeds& needs);

} // namespace highwater
