// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/framework.h"
#include "core/ledger/term_writer.h"

#include <algorithm>
#include <array>
#include <span>

namespace highwater {
namespace {

/// The tensors of the moments beside the step. States exist at all of them, gradients at none: the
/// Trainer's step ends with zero_grad (transformers, trainer.py).
class BesideStep
{
public:
    explicit BesideStep(const TermWriter& writer)
        : m_writer(writer)
        , m_plan(writer.plan)
    { }

    void operator()() const
    {
        if (m_plan.loadsWhole())
            loading();
        if (m_plan.quantisedBase() && m_plan.profile->runsTrainer)
            quantising();
        if (m_plan.evaluates())
            evaluation();
        if (m_plan.savesWhole())
            saving();
        if (m_plan.mergesAdapters())
            merging();
    }

private:
    Product evaluated(std::int64_t bytes, Symbol width, Region region) const
    {
        return m_writer.tokens(bytes, width, region)
            .with(Symbol::MicroBatch, Symbol::EvaluationBatch);
    }

    /// from_pretrained makes the model in the host's memory, in each process (transformers,
    /// modeling_utils.py), unless accelerate has FSDP's first rank alone do so, from which the
    /// others get their shards (utils/fsdp_utils.py: fsdp2_load_full_state_dict, and FSDP1's
    /// sync_module_states).
    void loading() const
    {
        const bool isWide = m_plan.choices.masterWeights || m_plan.floatBase();
        const std::int64_t width = isWide ? floatBytes : m_writer.valueBytes;
        const bool one = *m_plan.recipe.efficientLoading
            && (m_plan.choices.engine == Engine::Fsdp1 || m_plan.choices.engine == Engine::Fsdp2);
        addWhole(one ? TermId::LoadHostFirst : TermId::LoadHost, Life::Loading, width,
                 one ? Place::FirstHost : Place::Host);
    }

    /// transformers reads one weight after another onto the GPU and quantises it there
    /// (core_model_loading.py); PEFT's preparation then makes 32-bit weights of those that stayed
    /// in 16 bits (utils/other.py: prepare_model_for_kbit_training). The largest counts, beside
    /// what becomes of it.
    void quantising() const
    {
        const bool widens = m_plan.adapter.upcast && m_plan.profile->upcastsBase;
        const auto entries = [&](Symbol weight) { return m_writer.bytes(1 * weight); };
        const Symbol largest
            = widens && entries(Symbol::EmbeddingParameters) > entries(Symbol::LargestMatrix)
            ? Symbol::EmbeddingParameters
            : Symbol::LargestMatrix;
        m_writer.add(TermId::LoadQuantised, Life::Loading, m_writer.valueBytes * largest);
    }

    /// Layers hold what a frozen model's pass does (addPass()). Weights that a pass gathers are
    /// gathered again.
    void evaluation() const
    {
        constexpr std::int64_t values = 3;
        const std::int64_t width = values * m_writer.valueBytes;
        const auto ofLayer = [&](TermId id, Symbol inner, Region region, Per per) {
            m_writer.add(id, Life::EvaluatedLayer, evaluated(width, inner, region), per);
        };
        ofLayer(TermId::PassResidual, Symbol::Hidden, Region::Sequence, Per::Layer);
        if (m_plan.counts.denseLayers > 0)
            ofLayer(TermId::PassMlp, Symbol::FeedForward, Region::Split, Per::DenseLayer);
        if (m_writer.hasMoe())
            m_writer.add(TermId::PassExperts, Life::EvaluatedLayer,
                         evaluated(width, Symbol::ExpertWidth, Region::Split) * Symbol::TopK,
                         Per::MoeLayer);
        gathered();
        if (m_writer.stage.layers.predicts)
            head();
    }

    void gathered() const
    {
        using enum TermId;
        const std::size_t count = m_writer.stage.terms.size();
        for (std::size_t i = 0; i < count; ++i) {
            const Term term = m_writer.stage.terms[i];
            const bool ofPass = term.id == GatheredRoot || term.id == GatheredParameters
                || term.id == LiveParameters;
            // FSDP2 drops the buffer of the last gather with the next one (_fsdp_param_group.py:
            // wait_for_unshard).
            const bool ofHead = (term.id == GatheredHead && term.life == Life::Head)
                || ((term.id == GatheredLastBlock || term.id == GatheredHeadBuffer)
                    && term.life == Life::ForwardEnd);
            if ((ofPass && term.life == Life::Pass) || ofHead)
                m_writer.add(term.id, ofPass ? Life::Evaluated : Life::EvaluatedHead, term.each,
                             term.per);
        }
    }

    /// The loss is computed as in training. Then accelerate makes 32-bit logits of those that the
    /// model returns (utils/operations.py: convert_outputs_to_fp32), which the Trainer keeps where
    /// it computes metrics.
    void head() const
    {
        m_writer.add(TermId::EvaluationHidden, Life::EvaluatedHead,
                     evaluated(m_writer.streamBytes, Symbol::Hidden, Region::Sequence));
        const bool casts = m_writer.valueBytes != floatBytes;
        for (const LogitBytes& each : m_plan.profile->evaluationLogits)
            if (casts || each.id != TermId::EvaluationLogitsFloat)
                m_writer.add(each.id, each.life,
                             evaluated(each.values * m_writer.valueBytes + each.bytes,
                                       Symbol::Vocabulary, Region::Split));
        if (m_plan.workload.keptPredictions == 0)
            return;
        const Product kept = evaluated(floatBytes, Symbol::Vocabulary, Region::Split);
        m_writer.add(TermId::EvaluationPredictions, Life::Evaluated,
                     kept * Symbol::KeptPredictions);
        m_writer.add(TermId::EvaluationJoin, Life::EvaluatedJoin, kept * Symbol::JoinedPredictions);
    }

    /// The whole weights, in the type of the shards. Of weights that are gathered one by one, those
    /// that stay on the GPU are the gathered ones.
    void saving() const
    {
        const std::int64_t width = m_plan.floatParameters() ? floatBytes : m_writer.valueBytes;
        const bool onHost = m_plan.recipe.savedState == SavedState::Host;
        if (onHost || m_plan.choices.engine == Engine::Fsdp1)
            savingShards(width);
        addWhole(onHost ? TermId::SaveHost : TermId::SaveWhole, Life::Saving, width,
                 onHost ? Place::FirstHost : Place::Gpu);
    }

    /// FSDP1 gathers one unit after another (_state_dict_utils.py), FSDP2 one weight after another
    /// (distributed/checkpoint/state_dict.py: _gather_state_dict), DeepSpeed the weights of one
    /// module (runtime/engine.py: _zero3_consolidated_16bit_state_dict). The largest counts.
    void savingShards(std::int64_t width) const
    {
        constexpr std::array units{Symbol::RootParameters, Symbol::DenseLayerParameters,
                                   Symbol::MoeLayerParameters};
        constexpr std::array weights{Symbol::EmbeddingParameters, Symbol::HeadParameters,
                                     Symbol::LargestMatrix};
        const std::span<const Symbol, 3> parts
            = m_plan.choices.engine == Engine::Fsdp1 ? units : weights;
        const Symbol largest = *std::ranges::max_element(
            parts, {}, [&](Symbol part) { return m_writer.bytes(1 * part); });
        m_writer.add(TermId::SaveGathered, Life::Saving, width * largest);
    }

    void addWhole(TermId id, Life life, std::int64_t width, Place place) const
    {
        m_writer.add(id, life, width * Symbol::HeldParameters, Per::Model, place);
    }

    /// One matrix after another, of which the largest counts. PEFT computes the product of an
    /// adapter's factors in their type and scales it into a second tensor. A 4-bit matrix is
    /// dequantised and added to the scaled product; the sum is moved to the host, and back to be
    /// quantised, while all of these exist.
    void merging() const
    {
        const std::int64_t ofAdapter = m_plan.wideAdapters() ? floatBytes : m_writer.valueBytes;
        constexpr std::int64_t products = 2;
        const auto add = [&](TermId id, std::int64_t bytes) {
            m_writer.add(id, Life::Merging, bytes * Symbol::LargestMatrix);
        };
        if (!m_plan.quantisedBase()) {
            add(TermId::MergeDelta, products * ofAdapter);
            return;
        }
        add(TermId::MergeDelta, ofAdapter);
        add(TermId::MergeWeight, m_writer.valueBytes + products * ofAdapter);
    }

    const TermWriter& m_writer;
    const Resolved& m_plan;
};

} // namespace

void addBeside(const TermWriter& writer)
{
    BesideStep{writer}();
}

} // namespace highwater
