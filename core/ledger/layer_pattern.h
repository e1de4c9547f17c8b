// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/event.h"
#include "core/plan/plan.h"

#include <algorithm>
#include <cstdint>

namespace highwater {

/// The layers that keep other tensors than the rest: those that are recomputed or offloaded, and
/// those that have no backward pass. A default pattern treats all layers alike. Some layers are
/// recomputed, or some offloaded, or some frozen behind trained ones; never two of these.
struct LayerPattern
{
    RecomputeMethod method = RecomputeMethod::All;
    std::int64_t every = 1; ///< layers of a block or a group, or from one marked layer to the next
    std::int64_t frozen = 0; ///< layers before the first one that goes backward
    std::int64_t offloaded = 0; ///< the first ones of each stage; 0: all or none
    std::int64_t passedFirst = 0, passedEnd = 0; ///< frozen layers behind trained ones
    bool operator==(const LayerPattern&) const = default;

    bool recomputesSome() const
    {
        return method == RecomputeMethod::Block || method == RecomputeMethod::Every;
    }
    bool offloadsSome() const { return offloaded > 0; }
    bool marksSome() const { return recomputesSome() || offloadsSome(); }
    bool groups() const { return method == RecomputeMethod::Uniform && every > 1; }
    bool goesBackward(std::int64_t layer) const { return layer >= frozen; }
    /// Whether gradients pass through layers whose weights are frozen.
    bool passesSome() const { return passedEnd > passedFirst; }
    bool trains(std::int64_t layer) const
    {
        return goesBackward(layer) && (layer < passedFirst || layer >= passedEnd);
    }

    /// Whether the layer at this place of a stage's part is recomputed or, in a pattern that
    /// offloads, offloaded. Megatron-LM recomputes the first layers of each part
    /// (core/transformer/transformer_block.py: _checkpointed_forward) and offloads the first ones
    /// (Transformer Engine, pytorch/cpu_offload.py: get_cpu_offload_context); torchtune recomputes
    /// every n-th one (training/_activation_checkpointing.py).
    bool marks(std::int64_t place) const
    {
        if (offloadsSome())
            return place < offloaded;
        switch (method) {
        case RecomputeMethod::Block:
            return place < every;
        case RecomputeMethod::Every:
            return (place + 1) % every == 0;
        default:
            return true;
        }
    }
    /// The place of the first layer that is recomputed together with the one at `place`.
    std::int64_t groupStart(std::int64_t place) const
    {
        return groups() ? place - place % every : place;
    }
};

/// The Per of a layer's kind (Layer, DenseLayer or MoeLayer) among the layers that a plan treats
/// alike; a Per outside the layers is returned as it is.
constexpr Per perOfKind(Per per, Per layersTreatedAlike)
{
    if (per < Per::Layer || per > Per::MoeLayer)
        return per;
    return static_cast<Per>(static_cast<std::uint8_t>(layersTreatedAlike)
                            + static_cast<std::uint8_t>(per)
                            - static_cast<std::uint8_t>(Per::Layer));
}

/// The kind of a layer that a Per counts, however it is treated.
constexpr Per kindOf(Per per)
{
    if (per < Per::BackwardLayer || per > Per::TrainedMoe)
        return per;
    constexpr auto first = static_cast<std::uint8_t>(Per::Layer);
    return static_cast<Per>(first + (static_cast<std::uint8_t>(per) - first) % 3);
}

} // namespace highwater
