// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/optimizer.h"
#include "core/ledger/term_writer.h"

namespace highwater {
namespace {

/// Parameters, gradients and optimizer state: they do not depend on the tokens. ZeRO (arXiv
/// 1910.02054) shares the optimizer state over the shards from stage 1, the gradients from stage 2
/// and the parameters from stage 3.
class StateTerms
{
public:
    explicit StateTerms(const TermWriter& writer)
        : m_writer(writer)
        , m_plan(writer.plan)
    { }

    void operator()() const
    {
        parametersOutsideLayers();
        parametersOfLayers();
        if (m_plan.isFrozen())
            return;
        if (!m_plan.trainsAll())
            parametersOfAdapters();
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

    bool holds(Symbol symbol) const { return valueOf(symbol, m_writer.stage.symbols) > 0; }
    bool embeds() const { return m_writer.stage.layers.embeds; }
    bool predicts() const { return m_writer.stage.layers.predicts; }
    bool hasDense() const { return m_plan.counts.denseLayers > 0; }

    /// The embedding is on the first stage; a tied one is on the last stage as well.
    bool tied() const { return m_plan.shape.tied && !m_plan.profile->untiesHead; }
    bool hasEmbedding() const { return embeds() || (predicts() && tied()); }
    bool hasHead() const { return predicts() && !tied(); }

    static Place placeOf(Offload offload)
    {
        return offload == Offload::None ? Place::Gpu
            : offload == Offload::Cpu   ? Place::Host
                                        : Place::Disk;
    }

    /// Bytes of one weight that is in full precision whatever the base: embedding, norms, router.
    std::int64_t fullBytes() const
    {
        return m_plan.quantisedBase() ? vectorBytes(m_plan) : storedBytes();
    }
    std::int64_t storedBytes() const
    {
        if (m_plan.role && m_plan.role->weightBytes > 0)
            return m_plan.role->weightBytes;
        return m_plan.floatParameters() ? floatBytes : m_writer.valueBytes;
    }

    void addParameter(TermId id, std::int64_t bytes, Symbol symbol, Per per, bool routed = false,
                      Place place = Place::Gpu) const
    {
        if (holds(symbol))
            m_writer.add(id, Life::Always,
                         shared(bytes, symbol, m_plan.profile->sharesParametersFrom, routed), per,
                         place);
    }

    void parametersOutsideLayers() const
    {
        const Place place = placeOf(m_plan.layout.offloadParameters);
        const auto add = [&](TermId id, std::int64_t bytes, Symbol symbol) {
            addParameter(id, bytes, symbol, Per::Model, false, place);
        };
        if (hasEmbedding())
            add(TermId::ParametersEmbedding, fullBytes(), Symbol::EmbeddingParameters);
        if (hasHead() && m_plan.quantisedBase() && m_plan.profile->quantisesHead)
            add(TermId::ParametersHead, 1, Symbol::BaseHead);
        else if (hasHead())
            add(TermId::ParametersHead, fullBytes(), Symbol::HeadParameters);
        add(TermId::ParametersOther, fullBytes(), Symbol::OtherParameters);
        add(TermId::ParametersVision, fullBytes(), Symbol::VisionParameters);
    }

    void parametersOfLayers() const
    {
        const Place place = placeOf(m_plan.layout.offloadParameters);
        const auto add = [&](TermId id, Symbol symbol, Per per) {
            addParameter(id, fullBytes(), symbol, per, false, place);
        };
        // Matrices of a quantised base are counted in bytes, all other weights one by one.
        const auto addMatrices
            = [&](TermId id, Symbol weights, Symbol bytes, Per per, bool routed = false) {
                  if (m_plan.quantisedBase())
                      addParameter(id, 1, bytes, per, routed, place);
                  else
                      addParameter(id, storedBytes(), weights, per, routed, place);
              };
        addMatrices(TermId::ParametersAttention, Symbol::AttentionParameters, Symbol::BaseAttention,
                    Per::Layer);
        if (hasDense())
            addMatrices(TermId::ParametersMlp, Symbol::MlpParameters, Symbol::BaseMlp,
                        Per::DenseLayer);
        if (m_writer.hasMoe()) {
            addMatrices(TermId::ParametersExperts, Symbol::ExpertParameters, Symbol::BaseExperts,
                        Per::MoeLayer, true);
            addMatrices(TermId::ParametersShared, Symbol::SharedParameters, Symbol::BaseShared,
                        Per::MoeLayer);
            add(TermId::ParametersRouter, Symbol::RouterParameters, Per::MoeLayer);
        }
        add(TermId::ParametersNorms, Symbol::NormParameters, Per::Layer);
    }

    void parametersOfAdapters() const
    {
        const std::int64_t each = m_plan.floatAdapters() ? floatBytes : m_writer.valueBytes;
        if (hasDense())
            addParameter(TermId::ParametersAdapter, each, Symbol::AdapterDense, Per::DenseLayer);
        if (m_writer.hasMoe()) {
            addParameter(TermId::ParametersMoeAdapter, each, Symbol::AdapterMoe, Per::MoeLayer);
            addParameter(TermId::ParametersExpertsAdapter, each, Symbol::AdapterExperts,
                         Per::MoeLayer, true);
        }
        addParameter(TermId::ParametersAdapterHead, each, Symbol::AdapterHead, Per::Model);
    }

    void gradients() const
    {
        constexpr std::array<std::int64_t, 3> bytes{2, 4, 6};
        static_assert(bytes.size() == enumCount<Gradients>, "gradients have no bytes");
        const std::int64_t each = bytes[static_cast<std::size_t>(m_plan.choices.gradients)];
        const Life life
            = m_plan.choices.keepGradients ? Life::Training : m_writer.accumulatedLife();
        // An optimizer off the GPU gets the gradients a block at a time.
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
        // The head's backward pass makes the first part of a tied embedding's gradient.
        if (hasEmbedding())
            hold(TermId::GradientsEmbedding, Symbol::EmbeddingParameters,
                 predicts() && tied() ? Per::Model : Per::Embedding);
        if (hasHead())
            hold(TermId::GradientsHead, Symbol::HeadParameters, Per::Model);
        hold(TermId::GradientsOther, Symbol::OtherParameters, Per::Model);
        hold(TermId::GradientsVision, Symbol::VisionParameters, Per::Model);
        if (hasDense())
            hold(TermId::GradientsLayer, Symbol::DenseLayerParameters, Per::DenseLayer);
        if (m_writer.hasMoe()) {
            hold(TermId::GradientsMoeLayer, Symbol::MoeLayerParameters, Per::MoeLayer);
            hold(TermId::GradientsExperts, Symbol::ExpertParameters, Per::MoeLayer, true);
        }
    }

    void optimizer() const
    {
        Place place = placeOf(m_plan.layout.offloadOptimizer);
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
        // States on their way between disk and GPU pass through the host: one block's are read
        // while another's are written, 16 bytes a parameter (ZeRO-Infinity, arXiv 2104.07857,
        // section 5.2).
        constexpr std::int64_t staged = 2 * 16;
        if (place == Place::Disk)
            m_writer.add(TermId::HostStaging, Life::Training,
                         shared(staged, Symbol::BlockParameters, 1), Per::Model, Place::Host);
        const OptimizerTraits& traits = traitsOf(m_plan.choices.optimizer);
        // The driver moves pages of paged moments to the GPU and back. The allocator does not count
        // them, and where the GPU is full all of them are in the host's memory.
        if (place == Place::Gpu
            && (traits.paged || (m_plan.quantisedBase() && m_plan.profile->pagedWhenQuantised)))
            place = Place::Host;
        for (const OptimizerState& state : traits.states) {
            const std::int64_t bytes = stateBytes(state, m_plan.choices.moments);
            hold(state.id, bytes, state.of);
            if (moe && state.routed != Symbol::One)
                hold(state.experts, bytes, state.routed, true);
        }
        if (m_plan.profile->stepsUnfused && m_plan.layout.zero == 0 && traits.unfused.bytes > 0)
            m_writer.add(traits.unfused.id, Life::Step, traits.unfused.bytes * traits.unfused.of);
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
