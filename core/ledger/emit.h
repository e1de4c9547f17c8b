// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ledger/resolve.h"
#include "ledger/term.h"

namespace highwater {

/// What the parts of the walk share: the plan, where terms go, and how long the tensors of a
/// layer live under the plan's recomputation.
template <class Sink> struct Emit
{
    const Resolved& plan;
    Sink& sink;
    std::int64_t width; ///< bytes of one computed value

    bool eager() const { return plan.choices.kernels == Kernels::Eager; }
    bool flash() const { return plan.choices.attention == Attention::Flash; }
    bool quantised() const { return plan.choices.precision == Precision::Fp8Mixed; }

    Copies allLayers() const { return {plan.shape.layers, true, true, plan.layersAfterWork}; }
    Copies moeLayers() const { return {plan.counts.moeLayers, plan.shape.isMoe(0), hasMoe(), 0}; }
    Copies denseLayers() const
    {
        return {plan.counts.denseLayers, !plan.shape.isMoe(0), !hasMoe(), plan.layersAfterWork};
    }
    bool hasMoe() const { return plan.counts.moeLayers > 0; }

    void put(TermId id, Life life, const Product& each, Copies copies = {}) const
    {
        if (copies.all > 0)
            sink(Term{id, life, each, copies});
    }

    /// A tensor that the backward pass of a layer needs, and that recomputation may bring back.
    void saved(TermId id, const Product& each, Copies copies) const
    {
        const Choices& choices = plan.choices;
        const bool recomputed = choices.recompute == Recompute::Full
            || (choices.recompute == Recompute::Selective && flash());
        keep(id, each, copies, recomputed);
    }

    /// The attention's output, which selective checkpointing by operator keeps as well.
    void savedOutput(TermId id, const Product& each, Copies copies) const
    {
        keep(id, each, copies, plan.choices.recompute == Recompute::Full);
    }

    /// Attention scores, which are what Korthikanti et al. (arXiv 2205.05198) recompute.
    void savedScores(TermId id, const Product& each, Copies copies) const
    {
        keep(id, each, copies, plan.choices.recompute != Recompute::None);
    }

private:
    void keep(TermId id, const Product& each, Copies copies, bool recomputed) const
    {
        if (copies.all == 0)
            return;
        if (recomputed)
            put(id, Life::Recomputed, each, {1, copies.first, copies.atWork});
        else
            put(id, Life::Saved, each, copies);
    }
};

/// Bytes of one mask entry: CUDA keeps a bool.
inline constexpr std::int64_t maskBytes = 1;
inline constexpr std::int64_t floatBytes = 4;
inline constexpr std::int64_t indexBytes = 8;

/// Tokens of one micro-batch times a width.
constexpr Product tokens(std::int64_t bytes, Symbol width)
{
    return bytes * Symbol::Context * Symbol::MicroBatch * width;
}
constexpr Product tokens(std::int64_t bytes)
{
    return bytes * Symbol::Context * Symbol::MicroBatch;
}

/// The terms that one normalisation keeps.
struct NormTerms
{
    TermId input, copy, scaled, statistics;
};

/// What a norm over `width` keeps; `rows` norms share a token where it works by head.
/// Fused: its input and its statistics. Eager RMSNorm as Hugging Face writes it: a 32-bit copy of
/// the input in place of the input, and the normalised values before the weight.
template <class Sink>
void emitNorm(const Emit<Sink>& emit, const NormTerms& terms, Symbol width, Symbol rows,
              Copies copies)
{
    const bool layerNorm = emit.plan.shape.norm == Norm::LayerNorm;
    if (emit.eager() && !layerNorm) {
        emit.saved(terms.copy, tokens(floatBytes, width), copies);
        emit.saved(terms.scaled, tokens(emit.width, width), copies);
    } else {
        emit.saved(terms.input, tokens(emit.width, width), copies);
    }
    // LayerNorm's mean and deviation stay in the type of the input (Liger ops/layer_norm.py,
    // PyTorch on a CPU); RMSNorm's deviation is 32-bit.
    emit.saved(terms.statistics,
               rows == Symbol::One ? tokens(layerNorm ? 2 * emit.width : floatBytes)
                                   : tokens(floatBytes, rows),
               copies);
}

} // namespace highwater
