// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/names.h"

#include <array>
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

/// How long a tensor lives.
enum class Life : std::uint8_t {
    Always, ///< from load to the end
    Loading, ///< only while the weights are loaded
    Training, ///< from the first step to the end
    Saved, ///< from a layer's forward pass to its backward pass
    Streamed, ///< saved on the host: the GPU has those of the layer at work and the next
    Recomputed, ///< only while one layer is recomputed for its backward pass
    Fetched, ///< while a layer is computed, and while the one before it is
    Pass, ///< through the forward and the backward pass
    Retained, ///< left over from the pass before, to the end of the forward pass
    ForwardEnd, ///< at the end of the forward pass, gone by the loss's backward pass
    Head, ///< from the end of the forward pass to the loss's backward pass
    LossBackward, ///< while the loss's backward pass runs
    LayerBackward, ///< while one layer's backward pass runs
    Growing, ///< made by each layer's backward pass, kept to the end of the step
    HeadGradient, ///< from the loss's backward pass on, while the layers' runs
    Step ///< while the optimizer steps
};
inline constexpr std::size_t lifeCount = 16;

enum class Phase { Load, Forward, Head, Loss, Backward, Step };

/// A point of the step as one pipeline stage finds it.
struct Event
{
    Phase phase = Phase::Load;
    PerCounts all{}; ///< of the stage
    PerCounts saved{}; ///< whose forward pass is done and whose backward pass is not, each as often
                       ///< as micro-batches hold it
    PerCounts atWork{}; ///< being computed
    PerCounts next{}; ///< computed next
    PerCounts backward{}; ///< whose backward pass has begun
};

/// How many tensors of a life there are at an event: the only rule about lifetimes.
constexpr std::int64_t live(Life life, Per per, const Event& event)
{
    constexpr std::int64_t streamed = 2;
    const bool backward = event.phase == Phase::Backward;
    switch (life) {
    case Life::Always:
        return of(event.all, per);
    case Life::Loading:
        return event.phase == Phase::Load ? of(event.all, per) : 0;
    case Life::Training:
        return event.phase == Phase::Load ? 0 : of(event.all, per);
    case Life::Saved:
        return of(event.saved, per);
    case Life::Streamed:
        return of(event.saved, per) < streamed ? of(event.saved, per) : streamed;
    case Life::Recomputed:
    case Life::LayerBackward:
        return backward ? of(event.atWork, per) : 0;
    case Life::Fetched:
        return backward || event.phase == Phase::Forward
            ? of(event.atWork, per) + of(event.next, per)
            : 0;
    case Life::Pass:
        return event.phase == Phase::Load || event.phase == Phase::Step ? 0 : of(event.all, per);
    case Life::Retained:
        return event.phase == Phase::Forward || event.phase == Phase::Head ? of(event.all, per) : 0;
    case Life::ForwardEnd:
        return event.phase == Phase::Head ? of(event.all, per) : 0;
    case Life::Head:
        return event.phase == Phase::Head || event.phase == Phase::Loss ? of(event.all, per) : 0;
    case Life::LossBackward:
        return event.phase == Phase::Loss ? of(event.all, per) : 0;
    case Life::Growing:
        return event.phase == Phase::Step ? of(event.all, per)
            : backward                    ? of(event.backward, per)
                                          : 0;
    case Life::HeadGradient:
        return backward ? of(event.all, per) : 0;
    case Life::Step:
        return event.phase == Phase::Step ? of(event.all, per) : 0;
    }
    return 0;
}

} // namespace highwater

HIGHWATER_NAMES(Moment, 6, "load", "forward_end", "loss", "layer_backward", "backward_end",
                "optimizer_step")
