// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ledger/emit.h"

namespace highwater {

/// What the attention half of a layer keeps for its backward pass. The sizes are those that
/// autograd was seen to keep: tests/truth/saved_tensors.py counts them.
template <class Sink> class AttentionTerms
{
public:
    explicit AttentionTerms(const Emit<Sink>& emit)
        : m_emit(emit)
        , m_shape(emit.plan.shape)
        , m_layers(emit.allLayers())
    { }

    void operator()() const
    {
        emitNorm(m_emit,
                 {TermId::AttentionNormInput, TermId::AttentionNormCopy,
                  TermId::AttentionNormScaled, TermId::AttentionNormStatistics},
                 Symbol::Hidden, Symbol::One, m_layers);
        linearInput(TermId::AttentionInput, TermId::AttentionInputQuantised, Symbol::Hidden);
        if (m_shape.isLatent())
            latents();
        else
            headNorms();
        core();
        if (m_emit.plan.choices.dropout && m_shape.norm == Norm::LayerNorm)
            m_emit.saved(TermId::AttentionDropoutMask, tokens(maskBytes, Symbol::Hidden), m_layers);
        if (m_shape.normsPerLayer >= 4)
            emitNorm(m_emit,
                     {TermId::AttentionPostNormInput, TermId::AttentionPostNormCopy,
                      TermId::AttentionPostNormScaled, TermId::AttentionPostNormStatistics},
                     Symbol::Hidden, Symbol::One, m_layers);
    }

private:
    /// The input of a matrix product, kept for the gradient of its weight; in 8 bits where the
    /// product is computed in 8 bits (Transformer Engine, pytorch/module/linear.py).
    void linearInput(TermId plain, TermId quantised, Symbol width) const
    {
        if (m_emit.quantised())
            m_emit.saved(quantised, tokens(1, width), m_layers);
        else
            m_emit.saved(plain, tokens(m_emit.width, width), m_layers);
    }

    /// Bytes of one value of a product's input.
    std::int64_t productWidth() const { return m_emit.quantised() ? 1 : m_emit.width; }

    void headNorms() const
    {
        if (m_shape.qkNorm == QkNorm::None)
            return;
        const bool byHead = m_shape.qkNorm == QkNorm::Head;
        emitNorm(m_emit,
                 {TermId::QueryNormInput, TermId::QueryNormCopy, TermId::QueryNormScaled,
                  TermId::QueryNormStatistics},
                 Symbol::Query, byHead ? Symbol::Heads : Symbol::One, m_layers);
        emitNorm(m_emit,
                 {TermId::KeyNormInput, TermId::KeyNormCopy, TermId::KeyNormScaled,
                  TermId::KeyNormStatistics},
                 Symbol::KeyValue, byHead ? Symbol::KvHeads : Symbol::One, m_layers);
    }

    /// Multi-head latent attention keeps its latents on both sides of their norms.
    void latents() const
    {
        if (m_shape.latent.queryRank > 0) {
            emitNorm(m_emit,
                     {TermId::QueryLatentInput, TermId::QueryLatentCopy, TermId::QueryLatentScaled,
                      TermId::QueryLatentStatistics},
                     Symbol::QueryRank, Symbol::One, m_layers);
            m_emit.saved(TermId::QueryLatentOutput, tokens(productWidth(), Symbol::QueryRank),
                         m_layers);
        }
        emitNorm(m_emit,
                 {TermId::KvLatentInput, TermId::KvLatentCopy, TermId::KvLatentScaled,
                  TermId::KvLatentStatistics},
                 Symbol::KvRank, Symbol::One, m_layers);
        if (!m_emit.eager()) // the norm's input is a view that keeps the rotary key beside it alive
            m_emit.saved(TermId::KvLatentRotary, tokens(m_emit.width, Symbol::RotaryDim), m_layers);
        m_emit.saved(TermId::KvLatentOutput, tokens(productWidth(), Symbol::KvRank), m_layers);
    }

    void core() const
    {
        const std::int64_t width = m_emit.width;
        const bool latent = m_shape.isLatent();
        // Eager attention copies grouped keys and values out to every head, unless there is one
        // head of them and one sequence, which is seen through a view.
        const bool expanded
            = !m_emit.flash() && !(m_shape.kvHeads == 1 && m_emit.plan.workload.microBatch == 1);
        const Symbol key = latent || expanded ? Symbol::Query : Symbol::KeyValue;
        // A latent value is a view of the expanded keys and values and keeps all of them.
        const bool view = m_emit.flash() || m_emit.plan.workload.microBatch == 1;
        const Symbol value = latent ? (view ? Symbol::ExpandedKv : Symbol::AttentionOut) : key;

        m_emit.saved(TermId::AttentionQuery, tokens(width, Symbol::Query), m_layers);
        m_emit.saved(TermId::AttentionKey, tokens(width, key), m_layers);
        m_emit.saved(TermId::AttentionValue, tokens(width, value), m_layers);
        if (m_emit.flash())
            m_emit.savedOutput(TermId::AttentionLogSumExp, tokens(floatBytes, Symbol::Heads),
                               m_layers);
        else
            scores();
        const Product output = tokens(width, Symbol::AttentionOut);
        if (m_emit.flash())
            m_emit.savedOutput(TermId::AttentionOutput, output, m_layers);
        else
            m_emit.saved(TermId::AttentionOutput, output, m_layers);
        if (m_emit.quantised()) // the attention keeps its output, the product after it a copy
            m_emit.saved(TermId::AttentionOutputQuantised, tokens(1, Symbol::AttentionOut),
                         m_layers);
    }

    void scores() const
    {
        const auto square = [](std::int64_t bytes) {
            return bytes * Symbol::Heads * Symbol::Context * Symbol::Context * Symbol::MicroBatch;
        };
        // Llama-like code computes the softmax in 32 bits and casts it back; GPT code does not.
        const bool upcast = m_shape.norm == Norm::RmsNorm;
        if (upcast)
            m_emit.savedScores(TermId::AttentionScores32, square(floatBytes), m_layers);
        const bool dropout = m_emit.plan.choices.dropout;
        const bool inPlace = upcast && (dropout || m_emit.width == floatBytes);
        if (!inPlace)
            m_emit.savedScores(TermId::AttentionScores, square(m_emit.width), m_layers);
        if (dropout) {
            m_emit.savedScores(TermId::AttentionScoresMask, square(maskBytes), m_layers);
            m_emit.savedScores(TermId::AttentionScoresDropped, square(m_emit.width), m_layers);
        }
    }

    const Emit<Sink>& m_emit;
    const Shape& m_shape;
    Copies m_layers;
};

} // namespace highwater
