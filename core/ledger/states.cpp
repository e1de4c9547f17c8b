// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/framework.h"
#include "core/ledger/optimizer.h"
#include "core/ledger/term_writer.h"

#include <algorithm>
#include <utility>

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
        if (m_plan.selectsColumns())
            selectedColumns();
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
    bool hasEmbedding() const { return embeds() || (predicts() && m_plan.isTied()); }
    bool hasHead() const { return predicts() && !m_plan.isTied(); }

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
        // Layers that predict further tokens embed them on the last stage.
        if (hasEmbedding() || (predicts() && m_plan.recipe.predictionLayers > 0))
            add(TermId::ParametersEmbedding, fullBytes(), Symbol::EmbeddingParameters);
        if (hasHead() && m_plan.quantisedBase() && m_plan.profile->quantisesHead)
            add(TermId::ParametersHead, 1, Symbol::BaseHead);
        else if (hasHead())
            add(TermId::ParametersHead, fullBytes(), Symbol::HeadParameters);
        add(TermId::ParametersOther, fullBytes(), Symbol::OtherParameters);
        const bool known = m_plan.shape.tower.kind && m_plan.adapter.base != AdapterBase::Gptq;
        if (m_plan.quantisedBase() && m_plan.profile->quantisesTower && known)
            add(TermId::ParametersVision, 1, Symbol::BaseTower);
        else
            add(TermId::ParametersVision, fullBytes(), Symbol::VisionParameters);
    }

    void parametersOfLayers() const
    {
        const Place place = placeOf(m_plan.layout.offloadParameters);
        const auto add = [&](TermId id, Symbol symbol, Per per) {
            addParameter(id, fullBytes(), symbol, per, false, place);
        };
        // Matrices of a quantised base and narrow ones are counted in bytes, all other weights one
        // by one.
        const auto addMatrices = [&](TermId id, Symbol weights, Symbol bytes, Symbol narrow,
                                     Per per, bool routed = false) {
            if (m_plan.quantisedBase())
                addParameter(id, 1, bytes, per, routed, place);
            else if (m_plan.narrowParameters())
                addParameter(id, 1, narrow, per, routed, place);
            else
                addParameter(id, storedBytes(), weights, per, routed, place);
        };
        addMatrices(TermId::ParametersAttention, Symbol::AttentionParameters, Symbol::BaseAttention,
                    Symbol::NarrowAttention, Per::Layer);
        if (hasDense())
            addMatrices(TermId::ParametersMlp, Symbol::MlpParameters, Symbol::BaseMlp,
                        Symbol::NarrowMlp, Per::DenseLayer);
        if (m_writer.hasMoe()) {
            addMatrices(TermId::ParametersExperts, Symbol::ExpertParameters, Symbol::BaseExperts,
                        Symbol::NarrowExperts, Per::MoeLayer, true);
            addMatrices(TermId::ParametersShared, Symbol::SharedParameters, Symbol::BaseShared,
                        Symbol::NarrowShared, Per::MoeLayer);
            add(TermId::ParametersRouter, Symbol::RouterParameters, Per::MoeLayer);
        }
        add(TermId::ParametersNorms, Symbol::NormParameters, Per::Layer);
        if (m_plan.keepsScalesWhole())
            for (const auto& [symbol, per] : {std::pair{Symbol::BaseScales, Per::DenseLayer},
                                              std::pair{Symbol::BaseMoeScales, Per::MoeLayer}})
                if (holds(symbol))
                    m_writer.add(TermId::ParametersScales, Life::Always, 1 * symbol, per);
    }

    void parametersOfAdapters() const
    {
        const std::int64_t each = m_plan.wideAdapters() ? floatBytes : m_writer.valueBytes;
        if (hasDense())
            addParameter(TermId::ParametersAdapter, each, Symbol::AdapterDense, Per::DenseLayer);
        if (m_writer.hasMoe()) {
            addParameter(TermId::ParametersMoeAdapter, each, Symbol::AdapterMoe, Per::MoeLayer);
            addParameter(TermId::ParametersExpertsAdapter, each, Symbol::AdapterExperts,
                         Per::MoeLayer, true);
        }
        addParameter(TermId::ParametersAdapterHead, each, Symbol::AdapterHead, Per::Model);
        addParameter(TermId::ParametersAdapterEmbedding, each, Symbol::AdapterEmbedding,
                     Per::Model);
        addParameter(TermId::ParametersPrompts, each, Symbol::PromptParameters, Per::Model);
        if (embeds() && m_plan.saves(SavedModule::Embedding))
            addParameter(TermId::ParametersSavedEmbedding, m_writer.valueBytes,
                         Symbol::EmbeddingParameters, Per::Model);
        if (predicts() && m_plan.saves(SavedModule::Head))
            addParameter(TermId::ParametersSavedHead, m_writer.valueBytes, Symbol::HeadParameters,
                         Per::Model);
    }

    void gradients() const
    {
        constexpr std::array<std::int64_t, 3> bytes{2, 4, 6};
        static_assert(bytes.size() == enumCount<Gradients>, "gradients have no bytes");
        const std::int64_t each = bytes[static_cast<std::size_t>(m_plan.choices.gradients)];
        // Stage 1 of DeepSpeed frees the gradients as it reduces them, with ZenFlow those of each
        // micro-batch (stage_1_and_2.py: reduce_ready_partitions_and_remove_grads).
        const bool reduces = m_plan.usesDeepSpeed() && m_plan.layout.zero == 1;
        const bool later = m_plan.microBatches > 1 && !m_writer.stage.schedule.completesLate()
            && !m_plan.selectsColumns();
        const Life life = m_plan.choices.keepGradients ? Life::Training
            : !reduces                                 ? m_writer.accumulatedLife()
            : later                                    ? Life::Unreduced
                                                       : Life::PassGradient;
        // An offloaded optimizer gets the gradients block by block.
        const bool staysHere
            = m_plan.layout.offloadFraction < 1 || m_plan.profile->keepsGradientBuffer;
        const Place place = staysHere ? Place::Gpu : placeOf(m_plan.layout.offloadOptimizer);
        const auto put
            = [&](TermId id, std::int64_t width, Symbol symbol, Per per, bool routed = false) {
                  const bool last = m_plan.reducesLast();
                  const bool once = m_plan.reducesOnce() || last;
                  if (once)
                      m_writer.add(id, Life::Unreduced,
                                   (last ? m_plan.wholeGradientBytes() : width) * symbol, per);
                  m_writer.add(id, once && !m_plan.choices.keepGradients ? Life::Step : life,
                               shared(width, symbol, 2, routed), per, place);
                  // FSDP of PyTorch 1 copies a shard to the host, and has it until the backward
                  // pass has ended (fsdp/_runtime_utils.py: _accumulate_sharded_grad,
                  // _offload_grad).
                  if (place != Place::Gpu && m_plan.flattens())
                      m_writer.add(id, Life::PassGradient, shared(width, symbol, 2, routed), per);
              };
        const auto hold = [&](TermId id, Symbol symbol, Per per, bool routed = false) {
            if (holds(symbol))
                put(id, each, symbol, m_writer.trained(per), routed);
        };
        if (m_plan.stepsInBackward()) {
            gradientsInUse(each);
            return;
        }
        if (!m_plan.trainsAll()) {
            if (hasDense())
                hold(TermId::GradientsAdapter, Symbol::AdapterDense, Per::DenseLayer);
            if (m_writer.hasMoe()) {
                hold(TermId::GradientsMoeAdapter, Symbol::AdapterMoe, Per::MoeLayer);
                hold(TermId::GradientsExpertsAdapter, Symbol::AdapterExperts, Per::MoeLayer, true);
            }
            hold(TermId::GradientsAdapterHead, Symbol::AdapterHead, Per::Model);
            hold(TermId::GradientsAdapterEmbedding, Symbol::AdapterEmbedding, Per::Model);
            hold(TermId::GradientsPrompts, Symbol::PromptParameters, Per::Model);
            hold(TermId::GradientsTunedNorms, Symbol::TunedNorms, Per::Model);
            // A copy has the type of the model, and its gradient has the type of the copy.
            const std::int64_t ofCopy = m_plan.floatAdapters() ? m_writer.valueBytes : each;
            if (embeds() && m_plan.saves(SavedModule::Embedding))
                put(TermId::GradientsSavedEmbedding, ofCopy, Symbol::EmbeddingParameters,
                    Per::Embedding);
            if (predicts() && m_plan.saves(SavedModule::Head))
                put(TermId::GradientsSavedHead, ofCopy, Symbol::HeadParameters, Per::Model);
            return;
        }
        // Where the embedding is tied, the head's backward pass makes the first part of its
        // gradient.
        if (m_plan.trainsEmbedding() && hasEmbedding())
            hold(TermId::GradientsEmbedding, Symbol::EmbeddingParameters,
                 predicts() && m_plan.isTied() ? Per::Model : Per::Embedding);
        if (m_plan.trainsHead() && hasHead())
            hold(TermId::GradientsHead, Symbol::HeadParameters, Per::Model);
        hold(TermId::GradientsOther,
             m_plan.trainsEmbedding() ? Symbol::OtherParameters : Symbol::TrainedOther, Per::Model);
        if (m_plan.trainsVision())
            hold(TermId::GradientsVision, Symbol::VisionParameters, Per::Model);
        if (hasDense())
            hold(TermId::GradientsLayer, Symbol::DenseLayerParameters, Per::DenseLayer);
        if (m_writer.hasMoe()) {
            hold(TermId::GradientsMoeLayer, Symbol::MoeLayerParameters, Per::MoeLayer);
            hold(TermId::GradientsExperts, Symbol::ExpertParameters, Per::MoeLayer, true);
        }
    }

    /// The gradients of head and embedding, the largest weights outside the layers. Inside the
    /// layers, the gradient that is being computed is one of the working tensors.
    void gradientsInUse(std::int64_t each) const
    {
        // A loss in chunks has separate terms for the head's gradient.
        const bool collected
            = m_plan.chunksLoss() && m_plan.profile->lossChunks != LossChunks::Kept;
        if (predicts() && m_plan.trainsHead() && !collected)
            m_writer.add(TermId::GradientsInUse, Life::LossBackward, each * Symbol::HeadParameters);
        if (embeds() && m_plan.trainsEmbedding())
            m_writer.add(TermId::GradientsInUse, Life::LayerBackward,
                         each * Symbol::EmbeddingParameters, Per::Embedding);
    }

    /// Adds a state of every weight. A part of it may be offloaded while the rest stays.
    void holdPartly(TermId id, std::int64_t bytes, Symbol host, Symbol gpu, bool routed,
                    Place place) const
    {
        for (const auto& [symbol, where] : {std::pair{host, place}, std::pair{gpu, Place::Gpu}})
            if (holds(symbol))
                m_writer.add(id, Life::Training, shared(bytes, symbol, 1, routed), Per::Model,
                             where);
    }

    void optimizer() const
    {
        Place place = placeOf(m_plan.layout.offloadOptimizer);
        const bool partly = place != Place::Gpu && m_plan.layout.offloadFraction < 1;
        const auto hold = [&](TermId id, std::int64_t bytes, Symbol symbol, bool routed = false) {
            if (partly && symbol == Symbol::Parameters)
                holdPartly(id, bytes, Symbol::HostParameters, Symbol::GpuParameters, false, place);
            else if (partly && symbol == Symbol::RoutedParameters)
                holdPartly(id, bytes, Symbol::HostRouted, Symbol::GpuRouted, true, place);
            else if (holds(symbol))
                m_writer.add(id, Life::Training, shared(bytes, symbol, 1, routed), Per::Model,
                             place);
        };
        const bool moe = m_writer.hasMoe();
        const bool ownMaster = !m_plan.trainsAll() && m_plan.floatAdapters();
        if (m_plan.choices.masterWeights && !ownMaster) {
            const std::int64_t each
                = m_plan.recipe.masterPrecision == MasterPrecision::Fp16 ? 2 : floatBytes;
            hold(TermId::OptimizerMaster, each, Symbol::Parameters);
            if (moe)
                hold(TermId::OptimizerExpertsMaster, each, Symbol::RoutedParameters, true);
        }
        // States pass through the host between disk and GPU: one block's are read while another's
        // are written, 16 bytes a parameter each (ZeRO-Infinity, arXiv 2104.07857, section 5.2).
        constexpr std::int64_t staged = 32;
        if (place == Place::Disk)
            m_writer.add(TermId::HostStaging, Life::Training,
                         shared(staged, Symbol::BlockParameters, 1), Per::Model, Place::Host);
        const OptimizerTraits& traits = traitsOf(m_plan.choices.optimizer);
        // The driver moves pages of paged moments to the GPU and back. The allocator does not count
        // them, and where the GPU is full all of them are in the host's memory.
        if (place == Place::Gpu
            && (traits.paged || (m_plan.quantisedBase() && m_plan.profile->pagedWhenQuantised)))
            place = Place::Host;
        std::int64_t scaled = 0; // states with a scale for each block of 8-bit values
        for (const OptimizerState& state : traits.states) {
            const std::int64_t bytes = stateBytes(state, m_plan.choices.moments);
            hold(state.id, bytes, state.of);
            // PEFT copies a module in the model's type (utils/other.py: ModulesToSaveWrapper), and
            // PyTorch's optimizers keep states in the type of the weights.
            if (state.of == Symbol::Parameters && !m_plan.trainsAll() && m_plan.floatAdapters())
                hold(state.id, std::min(bytes, m_writer.valueBytes), Symbol::SavedParameters);
            if (moe && state.routed != Symbol::One)
                hold(state.experts, bytes, state.routed, true);
            if (m_plan.choices.moments == Moments::Int8 && state.of == Symbol::Parameters)
                ++scaled;
        }
        if (scaled > 0) {
            hold(TermId::OptimizerScales, scaled * floatBytes, Symbol::MomentBlocks);
            if (moe)
                hold(TermId::OptimizerExpertsScales, scaled * floatBytes,
                     Symbol::RoutedMomentBlocks, true);
        }
        if (m_plan.stepsUnfused())
            unfused(traits);
        for (const StepTemporaries& each : traits.step)
            if (each.bytes > 0 && holds(each.of))
                m_writer.add(each.id, Life::Step, each.bytes * each.of);
        if (m_plan.gathersForMuon() && m_plan.recipe.muonGather != MuonGather::Owned
            && holds(Symbol::StepMatrix))
            m_writer.add(TermId::StepGathered, Life::Step, gatheredForMuon());
    }

    /// ZenFlow steps a part of the columns on the GPU after each micro-batch. Every rank of stages
    /// 1 and 2 steps those of the whole model, of stage 3 those of its share, in the type of the
    /// weights. Gradients and a copy of the columns wait from the last micro-batch's backward pass
    /// until the host has the other gradients (ops/adam/zenflow_torch_adam.py: temp_copy_param,
    /// which leaves the copies of weights on the host there); in the micro-batches before, a
    /// bucket's columns step at once.
    void selectedColumns() const
    {
        const std::int64_t width = m_writer.valueBytes;
        const bool onHost = m_plan.layout.zenflowOffload;
        const auto hold = [&](TermId id, Life life, std::int64_t bytes, Symbol symbol, Per per,
                              bool routed = false, Place place = Place::Gpu) {
            if (holds(symbol))
                m_writer.add(id, life, shared(bytes, symbol, 3, routed), per, place);
        };
        const auto wait = [&](Symbol symbol, Per per, bool routed = false) {
            hold(TermId::SelectedGradients, Life::Growing, width, symbol, per, routed);
            hold(TermId::SelectedCopy, Life::Growing, width, symbol, per, routed,
                 onHost || m_plan.offloadsParameters() ? Place::Host : Place::Gpu);
        };
        for (const auto& [symbol, routed] : {std::pair{Symbol::SelectedParameters, false},
                                             std::pair{Symbol::SelectedRouted, true}}) {
            hold(TermId::OptimizerSelected, Life::Training, 2 * width, symbol, Per::Model, routed,
                 onHost ? Place::Host : Place::Gpu);
            // Weights on the host step one by one (_group_step_offloaded).
            if (!onHost && !m_plan.offloadsParameters())
                hold(TermId::SelectedStep, Life::Step, 2 * width, symbol, Per::Model, routed);
            if (!m_plan.trainsAll())
                wait(symbol, Per::Model, routed);
        }
        // An overlapped step has two buffers of gradients, two sets of moments and the weights that
        // the GPU takes next, each as wide as the master weights: one buffer and one set are
        // counted with the optimizer.
        if (m_plan.hostStep() == HostStep::ZenflowOverlap) {
            const std::int64_t master = m_plan.choices.masterWeights ? floatBytes : width;
            for (const auto& [symbol, routed] :
                 {std::pair{Symbol::Parameters, false}, std::pair{Symbol::RoutedParameters, true}})
                if (holds(symbol))
                    m_writer.add(TermId::HostOverlap, Life::Always,
                                 shared(4 * master, symbol, 1, routed), Per::Model, Place::Host);
        }
        // With these, their moments.
        if (onHost && !m_plan.offloadsParameters() && holds(Symbol::SelectedBucket))
            m_writer.add(TermId::SelectedStep, Life::Step, 4 * width * Symbol::SelectedBucket);
        if (!m_plan.trainsAll())
            return;
        if (m_plan.trainsEmbedding() && hasEmbedding())
            wait(Symbol::SelectedEmbedding,
                 predicts() && m_plan.isTied() ? Per::Model : Per::Embedding);
        if (m_plan.trainsHead() && hasHead())
            wait(Symbol::SelectedHead, Per::Model);
        wait(Symbol::SelectedOther, Per::Model);
        if (hasDense())
            wait(Symbol::SelectedDense, m_writer.trained(Per::DenseLayer));
        if (m_writer.hasMoe()) {
            wait(Symbol::SelectedMoe, m_writer.trained(Per::MoeLayer));
            wait(Symbol::SelectedExperts, m_writer.trained(Per::MoeLayer), true);
        }
    }

    /// Momenta have the gradients' type. Matrices of all ranks exist twice: as they arrive, shard
    /// by shard of each rank, and one after another (xtuner, v1/optim/muon.py: _agrs_orthogonalize,
    /// _all_to_all_orthogonalize).
    Product gatheredForMuon() const
    {
        const std::int64_t bytes = gradientBytes(m_plan.choices);
        return m_plan.recipe.muonGather == MuonGather::Batch
            ? 2 * bytes * Symbol::Shards * Symbol::StepMatrix
            : bytes * Symbol::StepMatrix;
    }

    /// Lists as large as all weights, which one kernel of an unfused step writes and the next one
    /// reads.
    void unfused(const OptimizerTraits& traits) const
    {
        const StepTemporaries& lists = traits.unfused;
        const std::int64_t more = m_plan.program.earlyPyTorch ? lists.earlyBytes : 0;
        const auto ofWidth
            = [&](std::int64_t width) { return (lists.bytes + more) * width / floatBytes; };
        const std::int64_t moment = lists.ofStates
            ? stateBytes(traits.states.front(), m_plan.choices.moments)
            : floatBytes;
        m_writer.add(lists.id, Life::Step, shared(ofWidth(moment), lists.of, 1));
        if (!m_plan.trainsAll() && m_plan.floatAdapters() && holds(Symbol::SavedParameters))
            m_writer.add(lists.id, Life::Step,
                         ofWidth(m_writer.valueBytes) * Symbol::SavedParameters);
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
