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
    Product shared(std::int64_t bytes, Symbol symbol, std::int64_t fromStage) const
    {
        const Product whole = bytes * symbol;
        return m_plan.layout.zero >= fromStage && m_plan.shards > 1 ? whole / Symbol::Shards
                                                                    : whole;
    }

    void parameters() const
    {
        const auto hold = [&](TermId id, Symbol symbol, Copies copies) {
            if (value(symbol, m_plan.symbols) > 0)
                m_emit.put(id, Life::Always, shared(m_emit.width, symbol, 3), copies);
        };
        hold(TermId::ParametersEmbedding, Symbol::EmbeddingParameters, {});
        if (!m_plan.shape.tied)
            hold(TermId::ParametersHead, Symbol::HeadParameters, {});
        hold(TermId::ParametersOther, Symbol::OtherParameters, {});
        hold(TermId::ParametersAttention, Symbol::AttentionParameters, m_emit.allLayers());
        hold(TermId::ParametersMlp, Symbol::MlpParameters, m_emit.denseLayers());
        hold(TermId::ParametersExperts, Symbol::ExpertParameters, m_emit.moeLayers());
        hold(TermId::ParametersShared, Symbol::SharedParameters, m_emit.moeLayers());
        hold(TermId::ParametersRouter, Symbol::RouterParameters, m_emit.moeLayers());
        hold(TermId::ParametersNorms, Symbol::NormParameters, m_emit.allLayers());
    }

    void gradients() const
    {
        constexpr std::int64_t bytes[]{2, 4, 6};
        const std::int64_t each = bytes[static_cast<std::size_t>(m_plan.choices.gradients)];
        // Accumulation over micro-batches keeps the gradients between them in any case.
        const bool kept = m_plan.choices.keepGradients || m_plan.microBatches > 1;
        const auto hold = [&](TermId id, Symbol symbol, Copies copies) {
            m_emit.put(id, kept ? Life::Training : Life::Growing, shared(each, symbol, 2), copies);
        };
        const bool tied = m_plan.shape.tied;
        hold(TermId::GradientsEmbedding, Symbol::EmbeddingParameters, {1, true, tied, 0});
        if (!tied)
            hold(TermId::GradientsHead, Symbol::HeadParameters, {});
        hold(TermId::GradientsOther, Symbol::OtherParameters, {});
        hold(TermId::GradientsLayer, Symbol::DenseLayerParameters, m_emit.denseLayers());
        hold(TermId::GradientsMoeLayer, Symbol::MoeLayerParameters, m_emit.moeLayers());
    }

    void optimizer() const
    {
        const auto hold = [&](TermId id, std::int64_t bytes, Symbol symbol) {
            m_emit.put(id, Life::Training, shared(bytes, symbol, 1));
        };
        if (m_plan.choices.masterWeights)
            hold(TermId::OptimizerMaster, floatBytes, Symbol::Parameters);
        for (const OptimizerState& state : optimizerStates(m_plan.choices.optimizer))
            hold(state.id, stateBytes(state, m_plan.choices.moments), state.of);
    }

    const Emit<Sink>& m_emit;
    const Resolved& m_plan;
};

} // namespace highwater
