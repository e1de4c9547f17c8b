// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/emit.h"

#include <algorithm>

namespace highwater {

/// What the attention half of a layer keeps for its backward pass. The sizes are those that
/// autograd was seen to keep: tests/truth/saved_tensors.py counts them.
template <class Sink> class AttentionTerms
{
public:
    explicit AttentionTerms(const Emit<Sink>& emit)
        : m_emit(emit)
        , m_shape(emit.plan.shape)
    { }

    void operator()() const
    {
        emitNorm(m_emit,
                 {TermId::AttentionNormInput, TermId::AttentionNormCopy,
                  TermId::AttentionNormScaled, TermId::AttentionNormStatistics},
                 Symbol::Hidden, Symbol::One, Per::Layer, Region::Sequence);
        using enum AdapterTarget;
        // With one norm a layer the MLP stands beside the attention and shares its input.
        const bool alone = m_shape.normsPerLayer > 1;
        if (m_emit.keepsInput(Q, K, V) || (!alone && m_emit.keepsInput(Gate, Up)))
            linearInput(TermId::AttentionInput, TermId::AttentionInputQuantised, Symbol::Hidden);
        if (m_shape.isLatent())
            latents();
        else
            headNorms();
        core();
        if (!m_emit.plan.trainsAll())
            adapters();
        if (m_emit.plan.choices.dropout && m_shape.norm == Norm::LayerNorm)
            m_emit.saved(TermId::AttentionDropoutMask,
                         m_emit.tokens(maskBytes, Symbol::Hidden, Region::Sequence), Per::Layer,
                         BackwardPoint::Scores);
        if (m_shape.normsPerLayer >= 4)
            emitNorm(m_emit,
                     {TermId::AttentionPostNormInput, TermId::AttentionPostNormCopy,
                      TermId::AttentionPostNormScaled, TermId::AttentionPostNormStatistics},
                     Symbol::Hidden, Symbol::One, Per::Layer, Region::Sequence,
                     BackwardPoint::Scores);
    }

private:
    /// The input of a matrix product, kept for the gradient of its weight; in 8 bits where the
    /// product is computed in 8 bits (Transformer Engine, pytorch/module/linear.py).
    void linearInput(TermId plain, TermId quantised, Symbol width) const
    {
        if (m_emit.quantised())
            m_emit.saved(quantised, m_emit.tokens(1, width, Region::Gathered), Per::Layer);
        else
            m_emit.saved(plain, m_emit.tokens(m_emit.width, width, Region::Gathered), Per::Layer);
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
                 Symbol::Query, byHead ? Symbol::Heads : Symbol::One, Per::Layer, Region::Split);
        emitNorm(m_emit,
                 {TermId::KeyNormInput, TermId::KeyNormCopy, TermId::KeyNormScaled,
                  TermId::KeyNormStatistics},
                 Symbol::KeyValue, byHead ? Symbol::KvHeads : Symbol::One, Per::Layer,
                 Region::Split);
    }

    /// Multi-head latent attention keeps its latents on both sides of their norms.
    void latents() const
    {
        if (m_shape.latent.queryRank > 0) {
            emitNorm(m_emit,
                     {TermId::QueryLatentInput, TermId::QueryLatentCopy, TermId::QueryLatentScaled,
                      TermId::QueryLatentStatistics},
                     Symbol::QueryRank, Symbol::One, Per::Layer, Region::Sequence);
            if (m_emit.keepsInput(AdapterTarget::Q))
                m_emit.saved(TermId::QueryLatentOutput,
                             m_emit.tokens(productWidth(), Symbol::QueryRank, Region::Gathered),
                             Per::Layer);
        }
        emitNorm(m_emit,
                 {TermId::KvLatentInput, TermId::KvLatentCopy, TermId::KvLatentScaled,
                  TermId::KvLatentStatistics},
                 Symbol::KvRank, Symbol::One, Per::Layer, Region::Sequence);
        if (!m_emit.eager()) // the norm's input is a view that keeps the rotary key beside it alive
            m_emit.saved(TermId::KvLatentRotary,
                         m_emit.tokens(m_emit.width, Symbol::RotaryDim, Region::Gathered),
                         Per::Layer);
        if (m_emit.keepsInput(AdapterTarget::V))
            m_emit.saved(TermId::KvLatentOutput,
                         m_emit.tokens(productWidth(), Symbol::KvRank, Region::Gathered),
                         Per::Layer);
    }

    void core() const
    {
        const std::int64_t width = m_emit.width;
        const bool latent = m_shape.isLatent();
        // Eager attention copies grouped keys and values out to every head, unless there is one
        // head of them and one sequence, which is seen through a view.
        const Profile& profile = *m_emit.plan.profile;
        const bool expanded = profile.expandsKeys
            || (!m_emit.flash() && !(m_shape.kvHeads == 1 && m_emit.plan.workload.microBatch == 1));
        const Symbol key = latent || expanded ? Symbol::Query : Symbol::KeyValue;
        // A latent value is a view of the expanded keys and values and keeps all of them; so is
        // one of a fused product, unless it is copied out.
        const bool view = m_emit.flash() || m_emit.plan.workload.microBatch == 1;
        const bool fused = profile.fusedQkv && m_shape.kvHeads == m_shape.heads;
        const Symbol value = latent ? (view ? Symbol::ExpandedKv : Symbol::AttentionOut)
            : fused                 ? Symbol::QkvWidth
                                    : key;

        m_emit.saved(TermId::AttentionQuery, m_emit.tokens(width, Symbol::Query, Region::Split),
                     Per::Layer);
        m_emit.saved(TermId::AttentionKey, m_emit.tokens(width, key, Region::Split), Per::Layer);
        m_emit.saved(TermId::AttentionValue, m_emit.tokens(width, value, Region::Split), Per::Layer,
                     BackwardPoint::Scores);
        if (m_emit.flash())
            m_emit.savedOutput(TermId::AttentionLogSumExp,
                               m_emit.tokens(floatBytes, Symbol::Heads, Region::Split), Per::Layer);
        else
            scores();
        const Product output = m_emit.tokens(width, Symbol::AttentionOut, Region::Split);
        if (m_emit.flash())
            m_emit.savedOutput(TermId::AttentionOutput, output, Per::Layer);
        else if (m_emit.keepsInput(AdapterTarget::O)) // needed by the projection alone
            m_emit.saved(TermId::AttentionOutput, output, Per::Layer, BackwardPoint::Scores);
        if (m_emit.quantised()) // the attention keeps its output, the product after it a copy
            m_emit.saved(TermId::AttentionOutputQuantised,
                         m_emit.tokens(1, Symbol::AttentionOut, Region::Split), Per::Layer);
    }

    /// What adapters keep for the gradients of their factors: what they dropped out of the input,
    /// and the narrow product.
    void adapters() const
    {
        using enum AdapterTarget;
        const Adapter& adapter = m_emit.plan.adapter;
        const bool fusedQkv = m_emit.plan.profile->fusedQkv;
        const std::int64_t width = m_emit.width;
        const std::int64_t inward = adapted(adapter, Q, K, V);
        if (adapter.dropout > 0) {
            const std::int64_t each = width + maskBytes;
            const std::int64_t copies = fusedQkv ? std::min<std::int64_t>(inward, 1) : inward;
            if (copies > 0)
                m_emit.saved(TermId::AdapterAttentionInput,
                             m_emit.tokens(each * copies, Symbol::Hidden, Region::Gathered),
                             Per::Layer);
            if (adapts(adapter, O))
                m_emit.saved(TermId::AdapterOutputInput,
                             m_emit.tokens(each, Symbol::AttentionOut, Region::Split), Per::Layer,
                             BackwardPoint::Scores);
        }
        if (const std::int64_t all = adapted(adapter, Q, K, V, O); all > 0)
            m_emit.saved(TermId::AdapterRankOutputs,
                         m_emit.tokens(width * all, Symbol::Rank, Region::Whole), Per::Layer);
        if (!fusedQkv || inward == 0 || inward == 3)
            return;
        // litgpt, lora.py: outputs are padded to the fused width by an index_copy, which keeps
        // them.
        const auto pad = [&](std::int64_t copies, Symbol output) {
            if (copies > 0)
                m_emit.saved(TermId::AdapterPadded,
                             m_emit.tokens(width * copies, output, Region::Split), Per::Layer);
        };
        pad(adapted(adapter, Q), Symbol::Query);
        pad(adapted(adapter, K, V), Symbol::KeyValue);
    }

    void scores() const
    {
        // Llama-like code computes the softmax in 32 bits and casts it back; GPT code does not.
        const bool upcast = m_shape.norm == Norm::RmsNorm;
        if (upcast)
            m_emit.savedScores(TermId::AttentionScores32, m_emit.scores(floatBytes), Per::Layer);
        const bool dropout = m_emit.plan.choices.dropout;
        const bool inPlace = upcast && (dropout || m_emit.width == floatBytes);
        // What the product with the values kept is freed by the softmax's turn, and with a cast in
        // between so is the mask.
        using enum BackwardPoint;
        if (!inPlace)
            m_emit.savedScores(TermId::AttentionScores, m_emit.scores(m_emit.width), Per::Layer,
                               upcast ? Scores : End);
        if (dropout) {
            m_emit.savedScores(TermId::AttentionScoresMask, m_emit.scores(maskBytes), Per::Layer,
                               upcast ? Scores : End);
            m_emit.savedScores(TermId::AttentionScoresDropped, m_emit.scores(m_emit.width),
                               Per::Layer, Scores);
        }
    }

    const Emit<Sink>& m_emit;
    const Shape& m_shape;
};

} // namespace highwater
