// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/product.h"
#include "core/plan/names.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace highwater {

/// The events of a step at which memory is counted.
enum class Moment { Load, ForwardEnd, Loss, LayerBackward, BackwardEnd, OptimizerStep };
inline constexpr std::size_t momentCount = 6;
using MomentCounts = std::array<std::int64_t, momentCount>;

/// What there is one tensor of a term for.
enum class Per : std::uint8_t { Model, Embedding, Layer, DenseLayer, MoeLayer };
inline constexpr std::size_t perCount = 5;
using PerCounts = std::array<std::int64_t, perCount>;

constexpr std::int64_t of(const PerCounts& counts, Per per)
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
inline constexpr std::size_t backwardPointCount = 5;

/// Some of them.
class BackwardPoints
{
public:
    constexpr void add(BackwardPoint point) { m_bits |= bit(point); }
    constexpr bool has(BackwardPoint point) const { return (m_bits & bit(point)) != 0; }
    /// The first of them from a point on; behind the last one the layer's end, when all of it is
    /// freed whether that is looked at or not.
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

/// How long a tensor lives. The first ones end, or are, at one point of a layer's backward pass.
enum class Life : std::uint8_t {
    Saved, ///< from a layer's forward pass to a point of its backward pass
    Streamed, ///< saved on the host: the GPU has those of the layer at work and the next
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
inline constexpr std::size_t lifeCount = 19;
inline constexpr std::size_t pointedLifeCount = 4; ///< lives that a point is said of

/// Where the tensors of a life and a point stand in a table of counts.
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
    PerCounts saved{}; ///< whose forward pass is done and whose backward pass is not, each as often
                       ///< as micro-batches hold it
    PerCounts atWork{}; ///< being computed
    PerCounts next{}; ///< computed next
    PerCounts graded{}; ///< whose gradients are made
};

namespace detail {

/// Less the layers at work.
constexpr PerCounts without(PerCounts counts, const PerCounts& atWork)
{
    for (auto i = static_cast<std::size_t>(Per::Layer); i < perCount; ++i)
        counts[i] -= atWork[i];
    return counts;
}

constexpr PerCounts atMost(PerCounts counts, std::int64_t most)
{
    for (std::int64_t& count : counts)
        count = count < most ? count : most;
    return counts;
}

constexpr PerCounts sum(PerCounts left, const PerCounts& right)
{
    for (std::size_t i = 0; i < perCount; ++i)
        left[i] = plus(left[i], right[i]);
    return left;
}

} // namespace detail

/// How many tensors of a life there are at an event: the only rule about lifetimes.
constexpr PerCounts live(Life life, BackwardPoint point, const Event& event)
{
    constexpr std::int64_t streamed = 2;
    constexpr PerCounts none{};
    const bool backward = event.phase == Phase::Backward;
    const bool freed = backward && event.point >= point;
    switch (life) {
    case Life::Saved:
        return freed ? detail::without(event.saved, event.atWork) : event.saved;
    case Life::Streamed: {
        const PerCounts held = detail::atMost(event.saved, streamed);
        return freed ? detail::without(held, event.atWork) : held;
    }
    case Life::Recomputed:
        return backward && !freed ? event.atWork : none;
    case Life::Working:
        return backward && event.point == point ? event.atWork : none;
    case Life::Always:
        return event.all;
    case Life::Loading:
        return event.phase == Phase::Load ? event.all : none;
    case Life::Training:
        return event.phase == Phase::Load ? none : event.all;
    case Life::Flowing:
        return event.phase == Phase::Forward ? event.atWork : none;
    case Life::Fetched:
        return backward || event.phase == Phase::Forward ? detail::sum(event.atWork, event.next)
                                                         : none;
    case Life::Pass:
        return event.phase == Phase::Load || event.phase == Phase::Step ? none : event.all;
    case Life::Retained:
        return event.phase == Phase::Forward || event.phase == Phase::Head ? event.all : none;
    case Life::ForwardEnd:
        return event.phase == Phase::Head ? event.all : none;
    case Life::Head:
        return event.phase == Phase::Head || event.phase == Phase::Loss ? event.all : none;
    case Life::LossBackward:
        return event.phase == Phase::Loss ? event.all : none;
    case Life::LayerBackward:
        return backward ? event.atWork : none;
    case Life::Accumulated:
        if (event.accumulated)
            return event.phase == Phase::Load ? none : event.all;
        return event.graded;
    case Life::Growing:
        return event.graded;
    case Life::HeadGradient:
        return backward ? event.all : none;
    case Life::Step:
        return event.phase == Phase::Step ? event.all : none;
    }
    return none;
}

/// The same for every life and point.
using LiveCounts = std::array<PerCounts, slotCount>;

LiveCounts liveAt(const Event& event);

} // namespace highwater

HIGHWATER_NAMES(Moment, "load", "forward_end", "loss", "layer_backward", "backward_end",
                "optimizer_step")
