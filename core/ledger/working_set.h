// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ledger/emit.h"

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
        if (m_emit.stage.layers.embeds)
            embedding();
        if (m_emit.stage.layers.predicts) {
            head();
            loss();
        }
        layerBackward();
        sharding();
        quantisedWeights();
        extras();
    }

private:
    void embedding() const
    {
        if (m_plan.choices.dropout && m_plan.shape.norm == Norm::LayerNorm)
            m_emit.put(TermId::EmbeddingDropoutMask, Life::Saved,
                       m_emit.tokens(maskBytes, Symbol::Hidden, Region::Sequence));
    }

    void head() const
    {
        const bool layerNorm = m_plan.shape.norm == Norm::LayerNorm;
        const auto hidden = [&](std::int64_t bytes, Region region) {
            return m_emit.tokens(bytes, Symbol::Hidden, region);
        };
        if (m_emit.eager() && !layerNorm) {
            m_emit.put(TermId::FinalNormCopy, Life::Head, hidden(floatBytes, Region::Sequence));
            m_emit.put(TermId::FinalNormScaled, Life::Head, hidden(m_emit.width, Region::Sequence));
        } else {
            m_emit.put(TermId::FinalNormInput, Life::Head, hidden(m_emit.width, Region::Sequence));
        }
        m_emit.put(TermId::FinalNormStatistics, Life::Head,
                   m_emit.tokens(layerNorm ? 2 * m_emit.width : floatBytes, Region::Sequence));
        const Adapter& adapter = m_plan.adapter;
        if (m_emit.keepsInput(AdapterTarget::Head))
            m_emit.put(TermId::HeadInput, Life::Head, hidden(m_emit.width, Region::Gathered));
        else if (adapts(adapter, AdapterTarget::Head))
            m_emit.put(TermId::AdapterHeadInput, Life::Head,
                       hidden(m_emit.width + maskBytes, Region::Gathered));
    }

    void loss() const
    {
        const bool chunked = m_plan.choices.loss == Loss::Chunked;
        const Profile& profile = *m_plan.profile;
        const auto logits = [&](std::int64_t bytes) {
            const Product chunk = bytes * Symbol::ChunkTokens * Symbol::Vocabulary;
            if (!chunked || profile.keepsChunks)
                return m_emit.tokens(bytes, Symbol::Vocabulary, Region::Split);
            return m_plan.layout.tensor > 1 ? chunk / Symbol::TensorRanks : chunk;
        };
        // In 32 bits nothing is cast.
        const bool casts = m_emit.width != floatBytes;
        const bool sharded = m_plan.layout.zero >= 1 && !profile.shardedLogits.empty();
        const auto full = sharded ? profile.shardedLogits : profile.logits;
        for (const LogitBytes& each : chunked ? profile.chunkedLogits : full)
            if (casts || each.id != TermId::LogitsGradient16)
                m_emit.put(each.id, each.life, logits(each.values * m_emit.width + each.bytes));
    }

    /// The gradients that flow through a layer: into and out of its widest activation, and of
    /// the residual stream and the branch beside it. MLP and attention follow one another, so that
    /// only the wider of the two counts.
    void layerBackward() const
    {
        const std::int64_t two = 2 * m_emit.width;
        m_emit.put(TermId::BackwardResidual, Life::LayerBackward,
                   m_emit.tokens(two, Symbol::Hidden, Region::Sequence));
        // A split product's input is gathered again for the gradient of its weight, and the
        // gradient of that input is whole until the ranks' parts are added up (Megatron-LM,
        // core/tensor_parallel/layers.py).
        if (m_plan.layout.tensor > 1 && m_plan.choices.sequenceParallel)
            m_emit.put(TermId::BackwardGathered, Life::LayerBackward,
                       m_emit.tokens(two, Symbol::Hidden, Region::Whole));
        const Shape& shape = m_plan.shape;
        const Symbol expert
            = shape.expertWidth > shape.hidden ? Symbol::ExpertWidth : Symbol::Hidden;
        if (m_plan.counts.denseLayers > 0)
            widest(TermId::BackwardMlp, m_emit.tokens(two, Symbol::FeedForward, Region::Split),
                   Per::DenseLayer);
        if (m_emit.hasMoe())
            widest(TermId::BackwardExperts, m_emit.routed(two, expert), Per::MoeLayer);
    }

    void widest(TermId id, const Product& each, Per per) const
    {
        // An upcast softmax has 32-bit gradients on both its sides.
        const Product scores
            = m_emit.scores(m_plan.shape.norm == Norm::RmsNorm ? 2 * floatBytes : 2 * m_emit.width);
        const bool wider = !m_emit.flash() && m_emit.valueOf(scores) > m_emit.valueOf(each);
        m_emit.put(wider ? TermId::BackwardScores : id, Life::LayerBackward, wider ? scores : each,
                   per);
    }

    /// What ZeRO and FSDP hold whole for a while: gradients before they are reduced to the shards
    /// (the head's with what stands outside the blocks, at the end), and from stage 3 the weights
    /// of the block at work and of the next one. Offload moves blocks alike.
    void sharding() const
    {
        const bool shares = m_plan.shards > 1 || m_plan.expertShards > 1;
        const bool reduces = (m_plan.layout.zero >= 2 && shares) || m_plan.offloadsStates();
        const bool gathers = (m_plan.layout.zero >= 3 && shares) || m_plan.offloadsParameters();
        const Sharding kind = m_plan.profile->sharding;
        if (reduces && kind != Sharding::Buckets)
            blockGradients();
        if (gathers && kind != Sharding::Buckets)
            gatheredBlocks();
    }

    void blockGradients() const
    {
        const bool all = m_plan.trainsAll();
        const auto width = m_emit.width;
        blocks(Life::LayerBackward,
               {{TermId::UnshardedBlockGradient,
                 width * (all ? Symbol::DenseLayerParameters : Symbol::AdapterDense)},
                {TermId::UnshardedMoeBlockGradient,
                 width * (all ? Symbol::MoeLayerParameters : Symbol::AdapterMoe)},
                {TermId::UnshardedExpertsGradient,
                 width * (all ? Symbol::ExpertParameters : Symbol::AdapterExperts)}});
        if (!all)
            return;
        const bool root = m_plan.profile->sharding == Sharding::BlocksAndRoot;
        // Gradients, and what they are reduced from: in 32 bits where the states are.
        const std::int64_t reduced = m_plan.floatParameters() ? floatBytes : m_emit.width;
        if (root)
            m_emit.put(TermId::UnshardedRootGradient, Life::LayerBackward,
                       (m_emit.width + reduced) * Symbol::RootParameters, Per::Embedding);
        else if (m_emit.stage.layers.predicts)
            m_emit.put(TermId::UnshardedHeadGradient, Life::HeadGradient,
                       m_emit.width * Symbol::HeadParameters);
    }

    void gatheredBlocks() const
    {
        const bool root = m_plan.profile->sharding == Sharding::BlocksAndRoot;
        if (root)
            m_emit.put(TermId::GatheredRoot, Life::Pass, m_emit.width * Symbol::RootParameters);
        else if (m_emit.stage.layers.predicts)
            m_emit.put(TermId::GatheredHead, Life::Head, m_emit.width * Symbol::HeadParameters);
        // A quantised base is gathered as it is stored, and every product dequantises for itself.
        const bool stored = m_plan.quantisedBase();
        blocks(Life::Fetched,
               {{TermId::GatheredBlocks,
                 stored ? 1 * Symbol::BaseDenseLayer : m_emit.width * Symbol::DenseLayerParameters},
                {TermId::GatheredMoeBlocks,
                 stored ? 1 * Symbol::BaseMoeLayer : m_emit.width * Symbol::MoeLayerParameters},
                {TermId::GatheredExperts,
                 stored ? 1 * Symbol::BaseExperts : m_emit.width * Symbol::ExpertParameters}});
    }

    /// What there is of a term in each kind of block.
    struct BlockTerm
    {
        TermId id;
        Product each;
    };
    struct BlockTerms
    {
        BlockTerm dense, moe, experts;
    };

    void blocks(Life life, const BlockTerms& terms) const
    {
        const auto put = [&](const BlockTerm& term, Per per) {
            if (m_emit.valueOf(term.each) > 0)
                m_emit.put(term.id, life, term.each, per);
        };
        if (m_plan.counts.denseLayers > 0)
            put(terms.dense, Per::DenseLayer);
        if (!m_emit.hasMoe())
            return;
        put(terms.moe, Per::MoeLayer);
        put(terms.experts, Per::MoeLayer);
    }

    /// What the framework keeps beside the tensors of the mathematics.
    void extras() const
    {
        for (const Extra& extra : m_plan.profile->extras) {
            if (extra.when && !extra.when(m_plan, m_emit.stage.layers))
                continue;
            if (extra.life == Life::Saved)
                m_emit.saved(extra.id, extra.each, extra.per);
            else if (m_emit.valueOf(extra.each) > 0)
                m_emit.put(extra.id, extra.life, extra.each, extra.per, extra.place);
        }
    }

    /// 8-bit products keep their weight, cast and transposed, from forward to backward
    /// (Transformer Engine, pytorch/module/linear.py).
    void quantisedWeights() const
    {
        if (!m_emit.quantised())
            return;
        constexpr std::int64_t castAndTransposed = 2;
        const bool shared = m_plan.layout.zero >= 3 && m_plan.shards > 1;
        const auto hold = [&](TermId id, Symbol symbol, Per per, Symbol shards) {
            const Product whole = castAndTransposed * symbol;
            if (m_emit.valueOf(1 * symbol) > 0)
                m_emit.saved(id, shared ? whole / shards : whole, per);
        };
        hold(TermId::QuantisedAttention, Symbol::AttentionParameters, Per::Layer, Symbol::Shards);
        if (m_plan.counts.denseLayers > 0)
            hold(TermId::QuantisedMlp, Symbol::MlpParameters, Per::DenseLayer, Symbol::Shards);
        if (!m_emit.hasMoe())
            return;
        hold(TermId::QuantisedExperts, Symbol::ExpertParameters, Per::MoeLayer,
             Symbol::ExpertShards);
        hold(TermId::QuantisedShared, Symbol::SharedParameters, Per::MoeLayer, Symbol::Shards);
    }

    const Emit<Sink>& m_emit;
    const Resolved& m_plan;
};

} // namespace highwater
