// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

namespace highwater {

/// The work of one layer's forward pass on one rank for one micro-batch: operations of its products
/// by kind, and bytes that its other operators read and write.
struct LayerWork
{
    double dense = 0; ///< operations of weights that all tokens pass
    double experts = 0; ///< of routed experts
    double slowed = 0; ///< `dense`, each divided by the share of the rate that its width allows
    double padded = 0; ///< `experts` with the rows that fill each expert's last tile
    double again = 0; ///< the part of `slowed` and `padded` that the plan's recomputation by
                      ///< operator or of parts repeats
    double bytesAgain = 0; ///< the part of `bytes` that recomputation of parts repeats
    double scores = 0; ///< operations of attention's own products; the causal half with flash
                       ///< attention
    double states = 0; ///< operations of the states of linear layers
    double bytes = 0; ///< norms, sums, rotary, activations
    double scoreBytes = 0; ///< of attention scores that are kept in memory
    double denseBytes = 0; ///< inputs, weights and outputs of `dense` in 8 bits
    double expertBytes = 0; ///< inputs, weights and outputs of the products of routed experts
    double permuted = 0; ///< tokens' copies that are brought into the order of the experts and back
    double castForward = 0, castBackward = 0; ///< values that are rounded to 8 bits
};

/// The kernels of the operators between the products: fused, one for each norm, rotary embedding
/// and activation; eager, one for each operator of PyTorch.
struct OperatorKernels
{
    Kernels norms = Kernels::Fused; ///< and of rotary embeddings
    Kernels mlp = Kernels::Fused;
    double passes = 1; ///< times the counted reads and writes of eager norms
};

/// `narrow`: the width of a weight at which a product reaches half of the rate of a wide one.
LayerWork layerWork(const Resolved& plan, bool moe, double narrow,
                    const OperatorKernels& kernels = {});

/// Operations of a layer's adapters, without those of its frozen weights, forward.
double adapterOperations(const Resolved& plan, bool moe);

/// Bytes that a layer's adapters read and write around their products, forward.
double adapterBytesTouched(const Resolved& plan, bool moe);

/// Operations of the whole model's forward pass for one token, over all ranks: products (embedding
/// look-ups have none) and attention.
double forwardOperations(const Resolved& plan);

/// The same of one layer, and of the head.
double layerOperations(const Resolved& plan, bool moe);
double headOperations(const Resolved& plan);

/// The part of these operations that recomputation repeats in the backward pass.
double repeatedOperations(const Resolved& plan);

/// The part of a pass's tokens that have logits: for a role of a job this may be the completion
/// alone.
double predictedShare(const Resolved& plan);

/// The number of tokens in one rank's products.
double rankTokens(const Resolved& plan);

} // namespace highwater
