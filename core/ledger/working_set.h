// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ledger/emit.h"

#include <algorithm>

namespace highwater {

/// What stands outside the layers or lives only while something is computed: the head and the
/// loss, the working set of a layer's backward pass, gathered weights, the runtime.
template <class Sink> class WorkingSet
{
public:
    explicit WorkingSet(const Emit<Sink>& emit)
        : m_emit(emit)
        , m_plan(emit.plan)
    { }

    void operator()() const
    {
        ends();
        loss();
        layerBackward();
        gathered();
        quantisedWeights();
    }

private:
    void ends() const
    {
        const Shape& shape = m_plan.shape;
        if (m_plan.choices.dropout && shape.norm == Norm::LayerNorm)
            m_emit.put(TermId::EmbeddingDropoutMask, Life::Saved,
                       tokens(maskBytes, Symbol::Hidden));
        const bool eager = m_emit.eager() && shape.norm == Norm::RmsNorm;
        if (eager) {
            m_emit.put(TermId::FinalNormCopy, Life::Head, tokens(floatBytes, Symbol::Hidden));
            m_emit.put(TermId::FinalNormScaled, Life::Head, tokens(m_emit.width, Symbol::Hidden));
        } else {
            m_emit.put(TermId::FinalNormInput, Life::Head, tokens(m_emit.width, Symbol::Hidden));
        }
        m_emit.put(TermId::FinalNormStatistics, Life::Head,
                   tokens(shape.norm == Norm::LayerNorm ? 2 * m_emit.width : floatBytes));
        m_emit.put(TermId::HeadInput, Life::Head, tokens(m_emit.width, Symbol::Hidden));
    }

    /// Log-softmax as counted by tests/truth/saved_tensors.py; the rest is
    /// what F.cross_entropy on 32-bit logits allocates on its way back.
    void loss() const
    {
        const bool chunked = m_plan.choices.loss == Loss::Chunked;
        const auto logits = [&](std::int64_t bytes) {
            return chunked ? bytes * Symbol::ChunkTokens * Symbol::Vocabulary
                           : tokens(bytes, Symbol::Vocabulary);
        };
        // A chunk's loss and gradient are done with before the next chunk.
        const Life forward = chunked ? Life::LossBackward : Life::Head;
        m_emit.put(TermId::Logits, forward, logits(m_emit.width));
        m_emit.put(TermId::LogSoftmax, forward, logits(floatBytes));
        m_emit.put(TermId::LogitsGradient, Life::LossBackward, logits(floatBytes));
        if (m_emit.width != floatBytes)
            m_emit.put(TermId::LogitsGradient16, Life::LossBackward, logits(m_emit.width));
    }

    /// The gradients that flow through a layer: into and out of its widest activation, and of
    /// the residual stream and the branch beside it. MLP and attention follow one another, so that
    /// only the wider of the two counts.
    void layerBackward() const
    {
        const std::int64_t two = 2 * m_emit.width;
        m_emit.put(TermId::BackwardResidual, Life::LayerBackward, tokens(two, Symbol::Hidden));
        const Shape& shape = m_plan.shape;
        const Symbol expert
            = shape.expertWidth > shape.hidden ? Symbol::ExpertWidth : Symbol::Hidden;
        widest(TermId::BackwardMlp, tokens(two, Symbol::FeedForward), m_emit.denseLayers());
        widest(TermId::BackwardExperts, tokens(two, Symbol::TopK) * expert, m_emit.moeLayers());
    }

    void widest(TermId id, const Product& each, Copies layers) const
    {
        if (layers.all == 0)
            return;
        const Copies one{1, layers.first, layers.atWork};
        // An upcast softmax has 32-bit gradients on both its sides.
        const std::int64_t softmax
            = m_plan.shape.norm == Norm::RmsNorm ? 2 * floatBytes : 2 * m_emit.width;
        const Product scores
            = softmax * Symbol::Heads * Symbol::Context * Symbol::Context * Symbol::MicroBatch;
        if (!m_emit.flash() && value(scores, m_plan.symbols) > value(each, m_plan.symbols))
            m_emit.put(TermId::BackwardScores, Life::LayerBackward, scores, one);
        else
            m_emit.put(id, Life::LayerBackward, each, one);
    }

    /// What ZeRO and FSDP hold whole for a while: gradients before they are reduced to the shards
    /// (the head's with what stands outside the blocks, at the end), and from stage 3 the weights
    /// of the block at work and of the next one.
    void gathered() const
    {
        if (m_plan.layout.zero < 2 || m_plan.shards == 1)
            return;
        const Copies dense = m_emit.denseLayers();
        const Copies moe = m_emit.moeLayers();
        const auto block = [&](TermId id, Symbol symbol, Copies layers, std::int64_t ahead) {
            const Copies held{std::min(layers.all, 1 + ahead), layers.first, layers.atWork};
            m_emit.put(id, Life::LayerBackward, m_emit.width * symbol, held);
        };
        block(TermId::UnshardedBlockGradient, Symbol::DenseLayerParameters, dense, 0);
        block(TermId::UnshardedMoeBlockGradient, Symbol::MoeLayerParameters, moe, 0);
        m_emit.put(TermId::UnshardedHeadGradient, Life::HeadGradient,
                   m_emit.width * Symbol::HeadParameters);
        if (m_plan.layout.zero < 3)
            return;
        m_emit.put(TermId::GatheredHead, Life::Head, m_emit.width * Symbol::HeadParameters);
        block(TermId::GatheredBlocks, Symbol::DenseLayerParameters, dense, 1);
        block(TermId::GatheredMoeBlocks, Symbol::MoeLayerParameters, moe, 1);
    }

    /// 8-bit products keep their weight, cast and transposed, from forward to backward
    /// (Transformer Engine, pytorch/module/linear.py).
    void quantisedWeights() const
    {
        if (!m_emit.quantised())
            return;
        constexpr std::int64_t castAndTransposed = 2;
        const bool shared = m_plan.layout.zero >= 3 && m_plan.shards > 1;
        const auto hold = [&](TermId id, Symbol symbol, Copies copies) {
            const Product whole = castAndTransposed * symbol;
            if (value(symbol, m_plan.symbols) > 0)
                m_emit.saved(id, shared ? whole / Symbol::Shards : whole, copies);
        };
        hold(TermId::QuantisedAttention, Symbol::AttentionParameters, m_emit.allLayers());
        hold(TermId::QuantisedMlp, Symbol::MlpParameters, m_emit.denseLayers());
        hold(TermId::QuantisedExperts, Symbol::ExpertParameters, m_emit.moeLayers());
        hold(TermId::QuantisedShared, Symbol::SharedParameters, m_emit.moeLayers());
    }

    const Emit<Sink>& m_emit;
    const Resolved& m_plan;
};

} // namespace highwater
