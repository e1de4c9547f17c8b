// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/product.h"
#include "core/plan/names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace highwater {

/// The moments for which the ledger shows totals: those of a step, those beside it, which only some
/// plans have, then the phases of a job with several models.
enum class Moment {
    Load,
    ForwardEnd,
    Loss,
    LayerBackward,
    BackwardEnd,
    OptimizerStep,
    Evaluate,
    Save,
    Merge,
    Generate,
    Reward,
    OldLogprob,
    KlLogprob,
    RefLogprob,
    Values,
    Teacher,
    UpdateCritic,
    UpdatePolicy,
    Sync
};
inline constexpr auto momentCount
    = static_cast<std::size_t>(Moment::OptimizerStep) + 1; ///< of a step
/// Of a ledger: those of a step and those beside it.
inline constexpr auto ledgerMomentCount = static_cast<std::size_t>(Moment::Merge) + 1;
using MomentCounts = std::array<std::int64_t, ledgerMomentCount>;

constexpr bool isPhase(Moment moment)
{
    return moment > Moment::Merge;
}

/// The unit that has one tensor of a term: the whole model, the embedding, or each layer of a kind.
/// Layers that go backward are counted in two parts if a plan recomputes or offloads the tensors of
/// some only: the marked ones, whose tensors are recomputed or offloaded, and the others.
enum class Per : std::uint8_t {
    Model,
    Embedding,
    Layer,
    DenseLayer,
    MoeLayer,
    BackwardLayer, ///< all that go backward
    BackwardDense,
    BackwardMoe,
    MarkedLayer,
    MarkedDense,
    MarkedMoe,
    OtherLayer,
    OtherDense,
    OtherMoe,
    TrainedLayer, ///< that go backward and have gradients of weights
    TrainedDense,
    TrainedMoe,
    GroupInput ///< the first one of each group of layers that are recomputed together
};
inline constexpr auto perCount = static_cast<std::size_t>(Per::GroupInput) + 1;
using PerCounts = std::array<std::int64_t, perCount>;

constexpr std::int64_t countOf(const PerCounts& counts, Per per)
{
    return counts[static_cast<std::size_t>(per)];
}

/// Points of one layer's backward pass, in their order, at each of which its memory may be highest.
enum class BackwardPoint : std::uint8_t {
    Output, ///< backward pass of the MLP's output projection, the first of the layer
    Gating, ///< backward pass of gate times up
    Input, ///< of the MLP's input projections: sequence parallelism gathers their input again, and
           ///< all gradients of the MLP's weights are made
    Scores, ///< of the softmax, where attention keeps its scores
    End, ///< the gradients of all weights of the layer are complete
    Reduce ///< after the last layer: the gradient of the embedding is made, or reduced together
           ///< with that of the head
};
inline constexpr auto backwardPointCount = static_cast<std::size_t>(BackwardPoint::Reduce) + 1;

/// A set of points.
class BackwardPoints
{
public:
    constexpr void add(BackwardPoint point) { m_bits |= bit(point); }
    constexpr bool has(BackwardPoint point) const { return (m_bits & bit(point)) != 0; }
    /// `point` rounded up to a point of the set: the first one that is not before `point`, or End.
    /// A tensor that is freed at a point outside the set so counts as held until the next point of
    /// the set. Example: of {Output, Scores}, Gating leads to Scores.
    constexpr BackwardPoint from(BackwardPoint point) const
    {
        const unsigned rest = (m_bits | bit(BackwardPoint::End)) >> static_cast<unsigned>(point);
        return static_cast<BackwardPoint>(static_cast<unsigned>(point)
                                          + static_cast<unsigned>(std::countr_zero(rest)));
    }
    bool operator==(const BackwardPoints&) const = default;

private:
    static constexpr unsigned bit(BackwardPoint point)
    {
        return 1U << static_cast<unsigned>(point);
    }

    unsigned m_bits = 0;
};

/// The time from a tensor's making to its freeing. Each of the first four lives, Saved to Working,
/// also needs a point of a layer's backward pass.
enum class Life : std::uint8_t {
    Saved, ///< from a layer's forward pass to a point of its backward pass
    Streamed, ///< saved on the host; the GPU holds those of at most two layers at a time
    Recomputed, ///< from a layer's recomputation to a point of its backward pass
    Working, ///< at one point of a layer's backward pass
    Always, ///< from load to the end
    Loading, ///< only while the weights are loaded
    Training, ///< from the first step to the end
    Flowing, ///< while a layer's forward pass runs
    Fetched, ///< while its layer is computed, and while the layer before that one is
    Computed, ///< while its layer is computed, forward or backward
    Pass, ///< through the forward and the backward pass of the layers
    Retained, ///< left over from the previous micro-batch until the forward pass has ended
    ForwardEnd, ///< at the end of the forward pass, gone by the loss's backward pass
    Head, ///< from the end of the forward pass to the backward pass of the output head
    Loss, ///< from the end of the forward pass to the backward pass of the loss alone
    LossBackward, ///< while the backward pass of the loss runs
    HeadBackward, ///< while that of the output head runs, after the loss's
    Backward, ///< while the backward passes of the loss and of all layers run
    LayerBackward, ///< while one layer's backward pass runs
    Growing, ///< made by each layer's backward pass, kept to the end of the step
    Accumulated, ///< as Growing in the first micro-batch, whole during all later ones
    Unreduced, ///< as Accumulated, but gone before the optimizer steps
    PassGradient, ///< made by each layer's backward pass, gone when the pass has ended
    HeadGradient, ///< after the loss's backward pass, while the layers' backward passes run
    Step, ///< while the optimizer steps
    Evaluated, ///< through the passes of an evaluation
    EvaluatedLayer, ///< while such a pass computes the layer
    EvaluatedHead, ///< while it computes the head and the loss
    EvaluatedJoin, ///< while its predictions join those of earlier passes
    Saving, ///< while the weights are gathered to be saved
    Merging ///< while adapters are merged into the weights
};
inline constexpr auto lifeCount = static_cast<std::size_t>(Life::Merging) + 1;
inline constexpr auto pointedLifeCount = static_cast<std::size_t>(Life::Working) + 1;

/// The index of a life and a point in LiveCounts; a life after Working has one index for all
/// points.
constexpr std::size_t slotOf(Life life, BackwardPoint point)
{
    const auto index = static_cast<std::size_t>(life);
    return index < pointedLifeCount ? index * backwardPointCount + static_cast<std::size_t>(point)
                                    : index + pointedLifeCount * (backwardPointCount - 1);
}
inline constexpr std::size_t slotCount = lifeCount + pointedLifeCount * (backwardPointCount - 1);

/// The row of a life, a point and a Per in a table that has one row for each.
constexpr std::uint16_t rowOf(Life life, BackwardPoint point, Per per)
{
    return static_cast<std::uint16_t>(slotOf(life, point) * perCount
                                      + static_cast<std::size_t>(per));
}
inline constexpr std::size_t rowCount = slotCount * perCount;
static_assert(rowCount < UINT16_MAX);

/// The work of a stage at an event. Head: a pass has gone forward through the layers. Loss: the
/// backward pass of the loss and the output head. After a step, Evaluate: a pass without gradients;
/// Save: the weights are gathered; Merge: adapters are merged into the weights.
enum class Phase { Load, Forward, Head, Loss, Backward, Step, Evaluate, Save, Merge };

/// Whether the phase is one of a step's.
constexpr bool isOfStep(Phase phase)
{
    return phase != Phase::Load && phase <= Phase::Step;
}

/// The state of one pipeline stage at one instant of the step.
struct Event
{
    Phase phase = Phase::Load;
    BackwardPoint point = BackwardPoint::Output; ///< of a layer's backward pass; in Phase::Loss,
                                                 ///< End is the head's, after the loss's own; in
                                                 ///< Phase::Evaluate, End is the head, and Reduce
                                                 ///< the joining of predictions
    bool accumulated = true; ///< an earlier micro-batch has completed all gradients of the stage
    PerCounts all{}; ///< all units of the stage
    PerCounts saved{}; ///< whose forward pass has begun and whose backward pass has not ended; a
                       ///< layer counts once for each micro-batch in flight
    PerCounts computed{}; ///< whose forward or backward pass runs now
    PerCounts remade{}; ///< recomputed for the backward pass that runs now
    PerCounts next{}; ///< whose forward or backward pass comes next
    PerCounts graded{}; ///< whose weight gradients are complete
};

/// The number of tensors with this life that a stage holds at an event, if each `per` has one. All
/// rules about lifetimes are here.
constexpr std::int64_t live(Life life, BackwardPoint point, const Event& event, Per per)
{
    constexpr std::int64_t streamed = 2;
    const bool backward = event.phase == Phase::Backward;
    const bool loading = event.phase == Phase::Load;
    const bool ofLoss = event.phase == Phase::Loss && event.point != BackwardPoint::End;
    const bool reducing = backward && event.point == BackwardPoint::Reduce;
    const bool freed = backward && event.point >= point;
    const std::int64_t all = countOf(event.all, per);
    const std::int64_t saved = countOf(event.saved, per);
    const std::int64_t computed = countOf(event.computed, per);
    // Tensors outside the layers stay when the tensors of a layer are freed.
    const std::int64_t freedCount = freed && per >= Per::Layer ? computed : 0;
    const auto onlyIf = [](bool there, std::int64_t count) { return there ? count : 0; };
    switch (life) {
    case Life::Saved:
        return saved - freedCount;
    case Life::Streamed:
        return std::min(saved, streamed) - freedCount;
    case Life::Recomputed:
        return onlyIf(backward, countOf(event.remade, per) - onlyIf(freed, computed));
    case Life::Working:
        return onlyIf(backward && event.point == point, computed);
    case Life::Always:
        return all;
    case Life::Loading:
        return onlyIf(loading, all);
    case Life::Training:
        return onlyIf(!loading, all);
    case Life::Flowing:
        return onlyIf(event.phase == Phase::Forward, computed);
    case Life::Fetched:
        return onlyIf(backward || event.phase == Phase::Forward || event.phase == Phase::Evaluate,
                      bounded::plus(computed, countOf(event.next, per)));
    case Life::Computed:
        return onlyIf(backward || event.phase == Phase::Forward || event.phase == Phase::Evaluate,
                      computed);
    case Life::Pass:
        return onlyIf(isOfStep(event.phase) && !reducing && event.phase != Phase::Step, all);
    case Life::Retained:
        return onlyIf(event.phase == Phase::Forward || event.phase == Phase::Head, all);
    case Life::ForwardEnd:
        return onlyIf(event.phase == Phase::Head, all);
    case Life::Head:
        return onlyIf(event.phase == Phase::Head || event.phase == Phase::Loss, all);
    case Life::Loss:
        return onlyIf(event.phase == Phase::Head || ofLoss, all);
    case Life::LossBackward:
        return onlyIf(ofLoss, all);
    case Life::HeadBackward:
        return onlyIf(event.phase == Phase::Loss && !ofLoss, all);
    case Life::Backward:
        return onlyIf(backward || event.phase == Phase::Loss, all);
    case Life::LayerBackward:
        return onlyIf(backward, computed);
    case Life::Accumulated:
        return event.accumulated ? onlyIf(!loading, all) : countOf(event.graded, per);
    case Life::Unreduced:
        return onlyIf(event.phase != Phase::Step,
                      event.accumulated ? onlyIf(!loading, all) : countOf(event.graded, per));
    case Life::Growing:
        return countOf(event.graded, per);
    case Life::PassGradient:
        return onlyIf(backward, countOf(event.graded, per));
    case Life::HeadGradient:
        return onlyIf(backward && !reducing, all);
    case Life::Step:
        return onlyIf(event.phase == Phase::Step, all);
    case Life::Evaluated:
        return onlyIf(event.phase == Phase::Evaluate, all);
    case Life::EvaluatedLayer:
        return onlyIf(event.phase == Phase::Evaluate, computed);
    case Life::EvaluatedHead:
        return onlyIf(event.phase == Phase::Evaluate && event.point == BackwardPoint::End, all);
    case Life::EvaluatedJoin:
        return onlyIf(event.phase == Phase::Evaluate && event.point == BackwardPoint::Reduce, all);
    case Life::Saving:
        return onlyIf(event.phase == Phase::Save, all);
    case Life::Merging:
        return onlyIf(event.phase == Phase::Merge, all);
    }
    return 0;
}

/// live() for every life and point, by slotOf(), and for every Per.
using LiveCounts = std::array<PerCounts, slotCount>;

LiveCounts liveAt(const Event& event);

} // namespace highwater

HIGHWATER_NAMES(Moment, "load", "forward_end", "loss", "layer_backward", "backward_end",
                "optimizer_step", "evaluate", "save", "merge", "generate", "reward", "old-logprob",
                "kl-logprob", "ref-logprob", "value", "teacher", "update-critic", "update-policy",
                "sync")
