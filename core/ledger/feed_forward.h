// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/emit.h"

namespace highwater {

/// The terms that one feed-forward network keeps.
struct FeedForwardTerms
{
    TermId gate, activated, up, product; ///< gated: act(gate) · up
    TermId activationInput, activationOutput; ///< plain: act(x)
};

/// What the MLP or mixture-of-experts half of a layer keeps for its backward pass; counted like
/// the attention half.
template <class Sink> class FeedForwardHalf
{
public:
    explicit FeedForwardHalf(const Emit<Sink>& emit)
        : m_emit(emit)
        , m_shape(emit.plan.shape)
    { }

    void operator()() const
    {
        constexpr Per layers = Per::Layer;
        if (m_shape.normsPerLayer > 1) {
            emitNorm(m_emit,
                     {TermId::MlpNormInput, TermId::MlpNormCopy, TermId::MlpNormScaled,
                      TermId::MlpNormStatistics},
                     Symbol::Hidden, Symbol::One, layers, Region::Sequence, BackwardPoint::Scores);
            const bool kept = m_emit.keepsInput(AdapterTarget::Gate, AdapterTarget::Up);
            if (kept && m_emit.quantised())
                saved(TermId::MlpInputQuantised, m_emit.tokens(1, Symbol::Hidden, Region::Gathered),
                      layers);
            else if (kept)
                saved(TermId::MlpInput,
                      m_emit.tokens(m_emit.width, Symbol::Hidden, Region::Gathered), layers);
        }
        if (m_emit.plan.counts.denseLayers > 0)
            dense();
        if (m_emit.hasMoe())
            experts();
        if (m_emit.plan.choices.dropout && m_shape.norm == Norm::LayerNorm)
            saved(TermId::MlpDropoutMask,
                  m_emit.tokens(maskBytes, Symbol::Hidden, Region::Sequence), layers,
                  BackwardPoint::Output);
        if (m_shape.normsPerLayer >= 4)
            emitNorm(m_emit,
                     {TermId::MlpPostNormInput, TermId::MlpPostNormCopy, TermId::MlpPostNormScaled,
                      TermId::MlpPostNormStatistics},
                     Symbol::Hidden, Symbol::One, layers, Region::Sequence, BackwardPoint::Scores);
    }

private:
    /// All of it is freed before the attention's backward pass.
    void saved(TermId id, const Product& each, Per layers,
               BackwardPoint until = BackwardPoint::Scores) const
    {
        m_emit.saved(id, each, layers, until);
    }

    void dense() const
    {
        network({TermId::MlpGate, TermId::MlpActivated, TermId::MlpUp, TermId::MlpProduct,
                 TermId::MlpActivationInput, TermId::MlpActivationOutput},
                m_emit.tokens(m_emit.width, Symbol::FeedForward, Region::Split), Per::DenseLayer);
        adapters(
            Per::DenseLayer,
            [&](std::int64_t bytes) {
                return m_emit.tokens(bytes, Symbol::Hidden, Region::Gathered);
            },
            [&](std::int64_t bytes) {
                return m_emit.tokens(bytes, Symbol::FeedForward, Region::Split);
            },
            [&](std::int64_t bytes) { return m_emit.tokens(bytes, Symbol::Rank, Region::Whole); });
    }

    /// What adapters keep for the gradients of their factors, as in the attention half.
    template <class Input, class Inner, class Narrow>
    void adapters(Per layers, Input input, Inner inner, Narrow narrow) const
    {
        using enum AdapterTarget;
        if (m_emit.plan.trainsAll())
            return;
        const Adapter& adapter = m_emit.plan.adapter;
        const std::int64_t inward
            = (m_shape.gated ? adapted(adapter, Gate) : 0) + adapted(adapter, Up);
        const bool down = adapts(adapter, Down);
        const std::int64_t each = m_emit.width + maskBytes;
        if (adapter.dropout > 0 && inward > 0)
            saved(TermId::AdapterMlpInput, input(each * inward), layers);
        if (adapter.dropout > 0 && down)
            saved(TermId::AdapterDownInput, inner(each), layers, BackwardPoint::Gating);
        if (const std::int64_t all = inward + (down ? 1 : 0); all > 0)
            saved(TermId::AdapterRankOutputs, narrow(m_emit.width * all), layers);
    }

    /// A network whose tensors have the size `each` (in bytes of one computed value an entry).
    void network(const FeedForwardTerms& terms, const Product& each, Per layers) const
    {
        const bool kept = m_emit.keepsInput(AdapterTarget::Down);
        Product last = each;
        if (m_emit.quantised())
            last.coefficient = 1;
        if (m_shape.gated) {
            saved(terms.gate, each, layers);
            if (m_emit.eager())
                saved(terms.activated, each, layers, BackwardPoint::Input);
            saved(terms.up, each, layers);
            if (kept)
                saved(terms.product, last, layers, BackwardPoint::Gating);
        } else {
            const bool relu = m_shape.activation == Activation::Relu; // needs its output alone
            if (!relu)
                saved(terms.activationInput, each, layers);
            if (kept || relu)
                saved(terms.activationOutput, last, layers,
                      relu ? BackwardPoint::Scores : BackwardPoint::Gating);
        }
    }

    /// Every token passes through K experts. Eager: Mixtral's loop over the experts; fused:
    /// permuted rows and grouped products.
    void experts() const
    {
        constexpr Per layers = Per::MoeLayer;
        const std::int64_t width = m_emit.width;
        const auto tokens = [&](std::int64_t bytes, Symbol symbol) {
            return m_emit.tokens(bytes, symbol, Region::Sequence);
        };
        saved(TermId::RouterProbabilities, tokens(floatBytes, Symbol::Experts), layers);
        saved(TermId::RouterChoice, tokens(indexBytes, Symbol::TopK), layers);
        saved(TermId::RouterChosen, tokens(floatBytes, Symbol::TopK), layers);
        saved(TermId::RouterSum, m_emit.tokens(floatBytes, Region::Sequence), layers);
        saved(TermId::ExpertsIndices, tokens(2 * indexBytes, Symbol::TopK), layers);
        if (m_emit.keepsInput(AdapterTarget::Gate, AdapterTarget::Up))
            saved(TermId::ExpertsInput,
                  m_emit.routed(m_emit.quantised() ? 1 : width, Symbol::Hidden), layers);
        network({TermId::ExpertsGate, TermId::ExpertsActivated, TermId::ExpertsUp,
                 TermId::ExpertsProduct, TermId::ExpertsActivationInput,
                 TermId::ExpertsActivationOutput},
                m_emit.routed(width, Symbol::ExpertWidth), layers);
        adapters(
            layers, [&](std::int64_t bytes) { return m_emit.routed(bytes, Symbol::Hidden); },
            [&](std::int64_t bytes) { return m_emit.routed(bytes, Symbol::ExpertWidth); },
            [&](std::int64_t bytes) { return m_emit.routed(bytes, Symbol::Rank); });
        saved(TermId::ExpertsOutput, m_emit.routed(width, Symbol::Hidden), layers);
        saved(TermId::ExpertsRoutingWeight, tokens(width, Symbol::TopK), layers);
        if (m_emit.eager()) // index_add keeps what it adds
            saved(TermId::ExpertsWeightedOutput, m_emit.routed(width, Symbol::Hidden), layers);
        if (m_shape.sharedTotalWidth() > 0)
            network({TermId::SharedGate, TermId::SharedActivated, TermId::SharedUp,
                     TermId::SharedProduct, TermId::SharedActivationInput,
                     TermId::SharedActivationOutput},
                    m_emit.tokens(width, Symbol::SharedWidth, Region::Split), layers);
    }

    const Emit<Sink>& m_emit;
    const Shape& m_shape;
};

} // namespace highwater
