// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace highwater {

inline constexpr auto layerStepCount = static_cast<std::size_t>(LayerStep::DownProduct) + 1;

/// A tensor that a layer's forward pass makes for its backward pass.
struct KeptTensor
{
    TermId id;
    Bytes bytes = 0;
    LayerStep made{}; ///< by this step of the forward pass
    LayerStep freed{}; ///< after this step of the backward pass
    LayerStep used{}; ///< the last step of the forward pass that reads it
    bool recomputed = false; ///< freed once it is used, and made again before the layer's backward
    bool isInput = false; ///< the layer's input, which the layer before makes
    bool isGathered = false; ///< a collective gathers it from the ranks
    bool ofTile = false; ///< one part of the tokens has it at a time, in either pass
};

/// The index at which each step's part of a list in the order of the steps begins, and the end of
/// the last one.
using StepBounds = std::array<std::uint16_t, layerStepCount + 1>;

/// Indices of kept tensors, in the order of the steps that free them.
struct FreedTensors
{
    std::vector<std::uint16_t> indices;
    StepBounds bounds{};
};

/// The sizes of all tensors that one layer makes, keeps and frees in a step of training.
struct LayerSizes
{
    std::vector<KeptTensor> kept; ///< in the order in which they are made
    StepBounds made{}; ///< of `kept`
    FreedTensors freed; ///< by steps of the backward pass
    FreedTensors used; ///< recomputed ones, by steps of the forward pass
    /// The index of the sum after the attention, which the sum at the end of the layer reads, if it
    /// is recomputed.
    std::optional<std::uint16_t> recomputedSum;
    bool recomputes = false; ///< some of them are made again
    bool streamsInput = false; ///< the layer's input is kept on the host
    bool keepsInput = false, keepsAttentionInput = false, keepsMlpNormInput = false,
         keepsMlpInput = false, keepsProduct = false, keepsQkvCopy = false;
    /// Of a residual, of the whole output of a split product, and of an input gathered for one (0:
    /// none is gathered).
    Bytes residual = 0, whole = 0, gathered = 0;
    Bytes query = 0, key = 0, value = 0; ///< outputs of the products, per tensor
    Bytes inner = 0; ///< of a tensor of the MLP's width, or of the experts'
    Bytes innerInput = 0; ///< of the gradient of its input: `whole`, or a tile of that
    bool tiled = false; ///< the MLP goes through the tokens tile by tile
    Bytes normPartials = 0; ///< of the gradient of a fused norm's weight
    bool separateActivation = false; ///< activation and gating are two operators
    bool gated = false;
    /// Gradients of weights, in the order in which each product makes them.
    std::vector<Bytes> downGradients, upGradients, outGradients, qkvGradients, normGradients;
    std::vector<std::int64_t> weights; ///< all weights of the layer: the entries of each tensor
    std::vector<std::int64_t> fetched; ///< as modules have them, with the factors of adapters
    /// Tensors of one step of the backward pass other than those above.
    std::array<std::vector<Bytes>, layerStepCount> working;
    std::vector<Bytes> throughout; ///< tensors of the whole backward pass of the layer
    std::vector<Bytes> gathers; ///< weights gathered for the layer
    std::vector<Bytes> gradients; ///< of the layer, as they are kept after its backward pass
};

/// Whether a replay makes the tensors of a term one by one from LayerSizes, in place of the term's
/// sum.
bool isReplayed(TermId id);

/// The sizes of a layer of one kind of a stage. `marked`: the layer is recomputed, in a plan that
/// recomputes only some layers.
LayerSizes layerSizes(const Resolved& plan, const Stage& stage, bool moe, bool marked = true);

/// Entries of every weight of the stage, one tensor each, in the order of the model. `dense`,
/// `moe`: sizes of the stage's layers of each kind.
std::vector<std::int64_t> weightEntries(const Resolved& plan, const Stage& stage,
                                        const LayerSizes& dense, const LayerSizes& moe);

} // namespace highwater
