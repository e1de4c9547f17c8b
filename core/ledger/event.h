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

/// The events of a step at which memory is counted.
enum class Moment { Load, ForwardEnd, Loss, LayerBackward, BackwardEnd, OptimizerStep };
inline constexpr auto momentCount = static_cast<std::size_t>(Moment::OptimizerStep) + 1;
using MomentCounts = std::array<std::int64_t, momentCount>;

/// The thing that has one tensor of a term: the whole model, or each layer of a kind.
enum class Per : std::uint8_t { Model, Embedding, Layer, DenseLayer, MoeLayer };
inline constexpr auto perCount = static_cast<std::size_t>(Per::MoeLayer) + 1;
using PerCounts = std::array<std::int64_t, perCount>;

constexpr std::int64_t countOf(const PerCounts& counts, Per per)
{
    return counts[static_cast<std::size_t>(per)];
}

/// The points of one layer's backward pass at which most may be held, in their order.
enum class BackwardPoint : std::uint8_t {
    Output, ///< the MLP's last product, the first to go backwards
    Gating, ///< the product of gate and up, where it is an operator of its own
    Input, ///< the MLP's first products, whose input tensor parallelism gathers again
    Scores, ///< the softmax of eager attention
    End ///< the gradients of all the layer's weights are there
};
inline constexpr auto backwardPointCount = static_cast<std::size_t>(BackwardPoint::End) + 1;

/// A set of points.
class BackwardPoints
{
public:
    constexpr void add(BackwardPoint point) { m_bits |= bit(point); }
    constexpr bool has(BackwardPoint point) const { return (m_bits & bit(point)) != 0; }
    /// The first point of the set that is not before `point`; after the last one, the layer's end.
    /// Example: of {Output, Scores}, Gating leads to Scores: a tensor that is freed at a point
    /// outside the set counts as held up to the next point that is looked at.
    constexpr BackwardPoint from(BackwardPoint point) const
    {
        const unsigned rest = (m_bits | bit(BackwardPoint::End)) >> static_cast<unsigned>(point);
        return static_cast<BackwardPoint>(static_cast<unsigned>(point)
                                          + static_cast<unsigned>(std::countr_zero(rest)));
    }

private:
    static constexpr unsigned bit(BackwardPoint point)
    {
        return 1U << static_cast<unsigned>(point);
    }

    unsigned m_bits = 0;
};

/// The time from a tensor's making to its freeing. The first four lives, to Working, go with one
/// point of a layer's backward pass.
enum class Life : std::uint8_t {
    Saved, ///< from a layer's forward pass to a point of its backward pass
    Streamed, ///< saved on the host; the GPU holds those of two layers, the computed and the next
    Recomputed, ///< from a layer's recomputation to a point of its backward pass
    Working, ///< at one point of a layer's backward pass
    Always, ///< from load to the end
    Loading, ///< only while the weights are loaded
    Training, ///< from the first step to the end
    Flowing, ///< while a layer's forward pass runs
    Fetched, ///< while a layer is computed, and while the one before it is
    Pass, ///< through the forward and the backward pass
    Retained, ///< left over from the pass before, to the end of the forward pass
    ForwardEnd, ///< at the end of the forward pass, gone by the loss's backward pass
    Head, ///< from the end of the forward pass to the loss's backward pass
    LossBackward, ///< while the loss's backward pass runs
    LayerBackward, ///< while one layer's backward pass runs
    Growing, ///< made by each layer's backward pass, kept to the end of the step
    Accumulated, ///< the same, made by the backward passes of the first micro-batch
    HeadGradient, ///< from the loss's backward pass on, while the layers' runs
    Step ///< while the optimizer steps
};
inline constexpr auto lifeCount = static_cast<std::size_t>(Life::Step) + 1;
inline constexpr auto pointedLifeCount = static_cast<std::size_t>(Life::Working) + 1;

/// The place of a life and a point in a table of counts.
constexpr std::size_t slotOf(Life life, BackwardPoint point)
{
    const auto index = static_cast<std::size_t>(life);
    return index < pointedLifeCount ? index * backwardPointCount + static_cast<std::size_t>(point)
                                    : index + pointedLifeCount * (backwardPointCount - 1);
}
inline constexpr std::size_t slotCount = lifeCount + pointedLifeCount * (backwardPointCount - 1);

enum class Phase { Load, Forward, Head, Loss, Backward, Step };

/// A moment of the step as one pipeline stage finds it.
struct Event
{
    Phase phase = Phase::Load;
    BackwardPoint point = BackwardPoint::Output; ///< of a layer's backward pass
    bool accumulated = true; ///< a micro-batch has made all gradients before
    PerCounts all{}; ///< of the stage
    PerCounts saved{}; ///< whose forward pass is done and whose backward pass is not; a layer
                       ///< counts once for each micro-batch in flight
    PerCounts computed{}; ///< whose forward or backward pass runs
    PerCounts next{}; ///< whose pass comes next
    PerCounts graded{}; ///< whose gradients are made
};

/// The number of tensors of a life that exist at an event, one for each `per`. All that the program
/// knows of lifetimes stands here.
constexpr std::int64_t live(Life life, BackwardPoint point, const Event& event, Per per)
{
    constexpr std::int64_t streamed = 2;
    const bool backward = event.phase == Phase::Backward;
    const bool loading = event.phase == Phase::Load;
    const bool freed = backward && event.point >= point;
    const std::int64_t all = countOf(event.all, per);
    const std::int64_t saved = countOf(event.saved, per);
    const std::int64_t computed = countOf(event.computed, per);
    // Tensors outside the layers stay when a layer's are freed.
    const std::int64_t freedCount = freed && per >= Per::Layer ? computed : 0;
    const auto onlyIf = [](bool there, std::int64_t count) { return there ? count : 0; };
    switch (life) {
    case Life::Saved:
        return saved - freedCount;
    case Life::Streamed:
        return std::min(saved, streamed) - freedCount;
    case Life::Recomputed:
        return onlyIf(backward && !freed, computed);
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
        return onlyIf(backward || event.phase == Phase::Forward,
                      bounded::plus(computed, countOf(event.next, per)));
    case Life::Pass:
        return onlyIf(!loading && event.phase != Phase::Step, all);
    case Life::Retained:
        return onlyIf(event.phase == Phase::Forward || event.phase == Phase::Head, all);
    case Life::ForwardEnd:
        return onlyIf(event.phase == Phase::Head, all);
    case Life::Head:
        return onlyIf(event.phase == Phase::Head || event.phase == Phase::Loss, all);
    case Life::LossBackward:
        return onlyIf(event.phase == Phase::Loss, all);
    case Life::LayerBackward:
        return onlyIf(backward, computed);
    case Life::Accumulated:
        return event.accumulated ? onlyIf(!loading, all) : countOf(event.graded, per);
    case Life::Growing:
        return countOf(event.graded, per);
    case Life::HeadGradient:
        return onlyIf(backward, all);
    case Life::Step:
        return onlyIf(event.phase == Phase::Step, all);
    }
    return 0;
}

/// The same for every life and point.
using LiveCounts = std::array<PerCounts, slotCount>;

LiveCounts liveAt(const Event& event);

} // namespace highwater

HIGHWATER_NAMES(Moment, "load", "forward_end", "loss", "layer_backward", "backward_end",
                "optimizer_step")
