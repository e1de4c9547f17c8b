// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/optimizer.h"
#include "core/ledger/term_writer.h"

namespace highwater {
namespace {

/// Parameters, gradients and optimizer state: what a rank holds whatever it computes on. ZeRO
/// (arXiv 1910.02054) shares the optimizer over the shards from stage 1, the gradients from 2
/// and the parameters from 3.
class StateTerms
{
public:
    explicit StateTerms(const TermWriter& writer)
        : m_writer(writer)
        , m_plan(writer.plan)
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

    bool holds(Symbol symbol) const { return value(symbol, m_writer.stage.symbols) > 0; }
    bool embeds() const { return m_writer.stage.layers.embeds; }
    bool predicts() const { return m_writer.stage.layers.predicts; }
    bool hasDense() const { return m_plan.counts.denseLayers > 0; }

    /// The embedding stands on the first stage, and tied on the last one as well.
    bool tied() const { return m_plan.shape.tied && !m_plan.profile->untiesHead; }
    bool hasEmbedding() const { return embeds() || (predicts() && tied()); }
    bool hasHead() const { return predicts() && !tied(); }

    static Place placeOf(Offload offload)
    {
        return offload == Offload::None ? Place::Gpu
            : offload == Offload::Cpu   ? Place::Host
                                        : Place::Disk;
    }

    void parameters() const
    {
        const Place place = placeOf(m_plan.layout.offloadParameters);
        const bool quantised = m_plan.quantisedBase();
        const std::int64_t stored = m_plan.floatParameters() ? floatBytes : m_writer.valueBytes;
        const std::int64_t outside = quantised ? vectorBytes(m_plan) : stored;
        const auto put = [&](TermId id, const Product& each, Per per) {
            m_writer.add(id, Life::Always, each, per, place);
        };
        const auto hold = [&](TermId id, std::int64_t bytes, Symbol symbol, Per per,
                              bool routed = false) {
            if (holds(symbol))
                put(id, shared(bytes, symbol, m_plan.profile->sharesParametersFrom, routed), per);
        };
        // Matrices of a quantised base are counted in bytes, the rest in weights.
        const auto base
            = [&](TermId id, Symbol weights, Symbol bytes, Per per, bool routed = false) {
                  if (quantised)
                      hold(id, 1, bytes, per, routed);
                  else
                      hold(id, stored, weights, per, routed);
              };
        if (hasEmbedding())
            hold(TermId::ParametersEmbedding, outside, Symbol::EmbeddingParameters, Per::Model);
        if (hasHead() && quantised && m_plan.profile->quantisesHead)
            hold(TermId::ParametersHead, 1, Symbol::BaseHead, Per::Model);
        else if (hasHead())
            hold(TermId::ParametersHead, outside, Symbol::HeadParameters, Per::Model);
        hold(TermId::ParametersOther, outside, Symbol::OtherParameters, Per::Model);
        base(TermId::ParametersAttention, Symbol::AttentionParameters, Symbol::BaseAttention,
             Per::Layer);
        if (hasDense())
            base(TermId::ParametersMlp, Symbol::MlpParameters, Symbol::BaseMlp, Per::DenseLayer);
        if (m_writer.hasMoe()) {
            base(TermId::ParametersExperts, Symbol::ExpertParameters, Symbol::BaseExperts,
                 Per::MoeLayer, true);
            base(TermId::ParametersShared, Symbol::SharedParameters, Symbol::BaseShared,
                 Per::MoeLayer);
            hold(TermId::ParametersRouter, outside, Symbol::RouterParameters, Per::MoeLayer);
        }
        hold(TermId::ParametersNorms, outside, Symbol::NormParameters, Per::Layer);
        if (m_plan.trainsAll())
            return;
        const std::int64_t each = m_plan.floatAdapters() ? floatBytes : m_writer.valueBytes;
        const auto adapter = [&](TermId id, Symbol symbol, Per per, bool routed = false) {
            if (holds(symbol))
                m_writer.add(id, Life::Always,
                             shared(each, symbol, m_plan.profile->sharesParametersFrom, routed),
                             per);
        };
        if (hasDense())
            adapter(TermId::ParametersAdapter, Symbol::AdapterDense, Per::DenseLayer);
        if (m_writer.hasMoe()) {
            adapter(TermId::ParametersMoeAdapter, Symbol::AdapterMoe, Per::MoeLayer);
            adapter(TermId::ParametersExpertsAdapter, Symbol::AdapterExperts, Per::MoeLayer, true);
        }
        adapter(TermId::ParametersAdapterHead, Symbol::AdapterHead, Per::Model);
    }

    void gradients() const
    {
        constexpr std::array<std::int64_t, 3> bytes{2, 4, 6};
        static_assert(bytes.size() == Names<Gradients>::list.size(), "gradients have no bytes");
        const std::int64_t each = bytes[static_cast<std::size_t>(m_plan.choices.gradients)];
        const Life life
            = m_plan.choices.keepGradients ? Life::Training : m_writer.accumulatedLife();
        // With the optimizer's states the gradients leave the GPU, a block at a time.
        const Place place = placeOf(m_plan.layout.offloadOptimizer);
        const auto hold = [&](TermId id, Symbol symbol, Per per, bool routed = false) {
            if (holds(symbol))
                m_writer.add(id, life, shared(each, symbol, 2, routed), per, place);
        };
        if (!m_plan.trainsAll()) {
            if (hasDense())
                hold(TermId::GradientsAdapter, Symbol::AdapterDense, Per::DenseLayer);
            if (m_writer.hasMoe()) {
                hold(TermId::GradientsMoeAdapter, Symbol::AdapterMoe, Per::MoeLayer);
                hold(TermId::GradientsExpertsAdapter, Symbol::AdapterExperts, Per::MoeLayer, true);
            }
            hold(TermId::GradientsAdapterHead, Symbol::AdapterHead, Per::Model);
            return;
        }
        // A tied embedding has its gradient from the head on.
        if (hasEmbedding())
            hold(TermId::GradientsEmbedding, Symbol::EmbeddingParameters,
                 predicts() && tied() ? Per::Model : Per::Embedding);
        if (hasHead())
            hold(TermId::GradientsHead, Symbol::HeadParameters, Per::Model);
        hold(TermId::GradientsOther, Symbol::OtherParameters, Per::Model);
        if (hasDense())
            hold(TermId::GradientsLayer, Symbol::DenseLayerParameters, Per::DenseLayer);
        if (m_writer.hasMoe()) {
            hold(TermId::GradientsMoeLayer, Symbol::MoeLayerParameters, Per::MoeLayer);
            hold(TermId::GradientsExperts, Symbol::ExpertParameters, Per::MoeLayer, true);
        }
    }

    void optimizer() const
    {
        const Place place = placeOf(m_plan.layout.offloadOptimizer);
        const auto hold = [&](TermId id, std::int64_t bytes, Symbol symbol, bool routed = false) {
            if (holds(symbol))
                m_writer.add(id, Life::Training, shared(bytes, symbol, 1, routed), Per::Model,
                             place);
        };
        const bool moe = m_writer.hasMoe();
        const bool ownMaster = !m_plan.trainsAll() && m_plan.floatAdapters();
        if (m_plan.choices.masterWeights && !ownMaster) {
            hold(TermId::OptimizerMaster, floatBytes, Symbol::Parameters);
            if (moe)
                hold(TermId::OptimizerExpertsMaster, floatBytes, Symbol::RoutedParameters, true);
        }
        // What moves between disk and GPU passes through the host: one block's states are read
        // while another's are written (ZeRO-Infinity, arXiv 2104.07857, section 5.2).
        constexpr std::int64_t staged = 2 * 16;
        if (place == Place::Disk)
            m_writer.add(TermId::HostStaging, Life::Training,
                         shared(staged, Symbol::BlockParameters, 1), Per::Model, Place::Host);
        // Paged moments live in managed memory, beside the allocator's.
        if (m_plan.quantisedBase() && m_plan.profile->pagedWhenQuantised)
            return;
        for (const OptimizerState& state : traitsOf(m_plan.choices.optimizer).states) {
            const std::int64_t bytes = stateBytes(state, m_plan.choices.moments);
            hold(state.id, bytes, state.of);
            if (moe && state.routed != Symbol::One)
                hold(state.experts, bytes, state.routed, true);
        }
    }

    const TermWriter& m_writer;
    const Resolved& m_plan;
};

} // namespace

void addStates(const TermWriter& writer)
{
    StateTerms{writer}();
}

} // namespace highwater
