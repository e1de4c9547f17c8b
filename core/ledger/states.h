// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ledger/emit.h"
#include "ledger/optimizer.h"

namespace highwater {

/// Parameters, gradients and optimizer state: what a rank holds whatever it computes on. ZeRO
/// (arXiv 1910.02054) shares the optimizer over the shards from stage 1, the gradients from 2
/// and the parameters from 3.
template <class Sink> class StateTerms
{
public:
    explicit StateTerms(const Emit<Sink>& emit)
        : m_emit(emit)
        , m_plan(emit.plan)
    { }

    void operator()() const
    {
        parameters();
        gradients();
        optimizer();
    }

private:
    Product shared(std::int64_t bytes, Symbol symbol, std::int64_t fromStage,
                   bool routed = false) const
    {
        const Product whole = bytes * symbol;
        const std::int64_t shards = routed ? m_plan.expertShards : m_plan.shards;
        if (m_plan.layout.zero < fromStage || shards == 1)
            return whole;
        return whole / (routed ? Symbol::ExpertShards : Symbol::Shards);
    }

    bool holds(Symbol symbol) const { return value(symbol, m_emit.stage.symbols) > 0; }
    bool embeds() const { return m_emit.stage.layers.embeds; }
    bool predicts() const { return m_emit.stage.layers.predicts; }
    bool hasDense() const { return m_plan.counts.denseLayers > 0; }

    /// The embedding stands on the first stage, and tied on the last one as well.
    bool hasEmbedding() const { return embeds() || (predicts() && m_plan.shape.tied); }
    bool hasHead() const { return predicts() && !m_plan.shape.tied; }

    void parameters() const
    {
        const auto hold = [&](TermId id, Symbol symbol, Per per, bool routed = false) {
            if (holds(symbol))
                m_emit.put(id, Life::Always, shared(m_emit.width, symbol, 3, routed), per);
        };
        if (hasEmbedding())
            hold(TermId::ParametersEmbedding, Symbol::EmbeddingParameters, Per::Model);
        if (hasHead())
            hold(TermId::ParametersHead, Symbol::HeadParameters, Per::Model);
        hold(TermId::ParametersOther, Symbol::OtherParameters, Per::Model);
        hold(TermId::ParametersAttention, Symbol::AttentionParameters, Per::Layer);
        if (hasDense())
            hold(TermId::ParametersMlp, Symbol::MlpParameters, Per::DenseLayer);
        if (m_emit.hasMoe()) {
            hold(TermId::ParametersExperts, Symbol::ExpertParameters, Per::MoeLayer, true);
            hold(TermId::ParametersShared, Symbol::SharedParameters, Per::MoeLayer);
            hold(TermId::ParametersRouter, Symbol::RouterParameters, Per::MoeLayer);
        }
        hold(TermId::ParametersNorms, Symbol::NormParameters, Per::Layer);
    }

    void gradients() const
    {
        constexpr std::int64_t bytes[]{2, 4, 6};
        const std::int64_t each = bytes[static_cast<std::size_t>(m_plan.choices.gradients)];
        const Life life = m_plan.keepsGradients() ? Life::Training : Life::Growing;
        const auto hold = [&](TermId id, Symbol symbol, Per per, bool routed = false) {
            if (holds(symbol))
                m_emit.put(id, life, shared(each, symbol, 2, routed), per);
        };
        // A tied embedding has its gradient from the head on.
        const bool fromHead = predicts() && m_plan.shape.tied;
        if (hasEmbedding())
            hold(TermId::GradientsEmbedding, Symbol::EmbeddingParameters,
                 fromHead ? Per::Model : Per::Embedding);
        if (hasHead())
            hold(TermId::GradientsHead, Symbol::HeadParameters, Per::Model);
        hold(TermId::GradientsOther, Symbol::OtherParameters, Per::Model);
        if (hasDense())
            hold(TermId::GradientsLayer, Symbol::DenseLayerParameters, Per::DenseLayer);
        if (m_emit.hasMoe()) {
            hold(TermId::GradientsMoeLayer, Symbol::MoeLayerParameters, Per::MoeLayer);
            hold(TermId::GradientsExperts, Symbol::ExpertParameters, Per::MoeLayer, true);
        }
    }

    void optimizer() const
    {
        const auto hold = [&](TermId id, std::int64_t bytes, Symbol symbol, bool routed = false) {
            if (holds(symbol))
                m_emit.put(id, Life::Training, shared(bytes, symbol, 1, routed));
        };
        const bool moe = m_emit.hasMoe();
        if (m_plan.choices.masterWeights) {
            hold(TermId::OptimizerMaster, floatBytes, Symbol::Parameters);
            if (moe)
                hold(TermId::OptimizerExpertsMaster, floatBytes, Symbol::RoutedParameters, true);
        }
        for (const OptimizerState& state : optimizerStates(m_plan.choices.optimizer)) {
            const std::int64_t bytes = stateBytes(state, m_plan.choices.moments);
            hold(state.id, bytes, state.of);
            if (moe && state.routed != Symbol::One)
                hold(state.experts, bytes, state.routed, true);
        }
    }

    const Emit<Sink>& m_emit;
    const Resolved& m_plan;
};

} // namespace highwater
