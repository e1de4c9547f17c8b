// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/framework.h"
#include "core/ledger/image_towers.h"
#include "core/ledger/term_writer.h"

#include <algorithm>
#include <optional>

namespace highwater {
namespace {

/// A cross entropy in one kernel: the logits and their gradient, both in the computed type
/// (flash-attn, losses/cross_entropy.py; torch.compile makes the same of F.cross_entropy).
constexpr std::array fusedLogits{
    LogitBytes{TermId::Logits, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 1, 0},
};

/// Tensors outside the layers, and tensors that live only while a layer is computed: the head and
/// the loss, the gradients inside a layer's backward pass, gathered weights, buffers of frameworks.
class WorkingSet
{
public:
    explicit WorkingSet(const TermWriter& writer)
        : m_writer(writer)
        , m_plan(writer.plan)
    { }

    void ends() const
    {
        if (m_plan.packs && !m_writer.flash())
            packedMask();
        if (m_writer.stage.layers.embeds) {
            embedding();
            images();
        }
        if (m_writer.stage.layers.predicts) {
            head();
            predictions();
            loss();
        }
        layerForward();
    }

    /// The gradients that flow through a layer, at the points at which the most of them exist.
    void layerBackward() const
    {
        const std::int64_t width = m_writer.valueBytes;
        const auto hidden = [&](std::int64_t values, Region region) {
            return m_writer.tokens(values * width, Symbol::Hidden, region);
        };
        m_writer.add(TermId::BackwardResidual, Life::LayerBackward,
                     m_writer.tokens(m_writer.streamBytes, Symbol::Hidden, Region::Sequence),
                     Per::Layer);
        using enum BackwardPoint;
        exchange(Life::LayerBackward);
        const Shape& shape = m_plan.shape;
        if (m_plan.choices.dropout && shape.norm == Norm::LayerNorm)
            m_writer.addWorking(Output, TermId::BackwardDropout, hidden(1, Region::Sequence),
                                Per::Layer);
        // Sequence parallelism gathers the gradient of the MLP's output. At the MLP's first
        // products it gathers their input once more, and the gradient of that input is whole until
        // the ranks' parts are added: two whole tensors (Megatron-LM,
        // core/tensor_parallel/layers.py).
        if (m_plan.splitsSequence()) {
            m_writer.addWorking(Output, TermId::BackwardGathered, hidden(1, Region::Whole),
                                Per::Layer);
            m_writer.addWorking(Input, TermId::BackwardGathered, hidden(2, Region::Whole),
                                Per::Layer);
        }
        if (m_plan.points.has(Input))
            m_writer.addWorking(
                Input, TermId::BackwardMlpInput,
                m_writer.tokens(m_writer.streamBytes, Symbol::Hidden, Region::Sequence),
                Per::Layer);
        if (m_plan.counts.denseLayers > 0)
            mlpBackward();
        if (m_writer.hasMoe())
            expertsBackward();
        if (!m_writer.flash())
            scoresBackward();
    }

    void buffers() const
    {
        if (endsWithEmbedding(m_plan, m_writer.stage.layers))
            embeddingBackward();
        if (joinsTied(m_plan, m_writer.stage.layers))
            tiedGradients();
        sharding();
        quantisedWeights();
        if (!m_plan.trainsAll() && m_plan.quantisedBase()
            && m_plan.adapter.base == AdapterBase::Gptq)
            unpackedWeights();
        extras();
    }

    /// The tensors of a frozen model's pass, which keeps nothing for a backward pass: three values
    /// of the width (the residual stream, a layer's input and output), the widest of the layer's
    /// products, gathered weights, and the logits.
    void pass() const
    {
        constexpr std::int64_t values = 3;
        const std::int64_t width = values * m_writer.valueBytes;
        m_writer.add(TermId::PassResidual, Life::Flowing,
                     m_writer.tokens(width, Symbol::Hidden, Region::Sequence), Per::Layer);
        if (m_plan.counts.denseLayers > 0)
            m_writer.add(TermId::PassMlp, Life::Flowing,
                         m_writer.tokens(width, Symbol::FeedForward, Region::Split),
                         Per::DenseLayer);
        if (m_writer.hasMoe()) {
            m_writer.add(TermId::PassRouted, Life::Flowing,
                         m_writer.routed(m_writer.valueBytes, m_writer.routedWidth()),
                         Per::MoeLayer);
            m_writer.add(TermId::PassExperts, Life::Flowing,
                         m_writer.routed(width, Symbol::ExpertWidth), Per::MoeLayer);
        }
        if (m_writer.stage.layers.predicts)
            roleHead();
        gathered();
        for (const Extra& extra : m_plan.profile->extras)
            if ((extra.id == TermId::LiveParameters || extra.id == TermId::GatheredParameters)
                && applies(extra) && m_writer.bytes(extra.each) > 0)
                m_writer.add(extra.id, extra.life, extra.each, extra.per);
    }

private:
    bool applies(const Extra& extra) const
    {
        return !extra.when || extra.when(m_plan, m_writer.stage.layers);
    }

    /// Head and loss of one role of a job.
    void roleHead() const
    {
        for (const Term& term : m_plan.role->head)
            if (m_writer.bytes(term.each) > 0)
                m_writer.add(term.id, term.life, term.each, term.per, term.place, term.point);
    }

    /// Flash attention takes the starts of the sequences, a few bytes each. Eager attention takes a
    /// mask of all pairs: values of the computed type where it adds them, else bools.
    void packedMask() const
    {
        const Product mask = (m_plan.profile->addedMask ? m_writer.valueBytes : maskBytes)
            * Symbol::Context * Symbol::Context * Symbol::MicroBatch;
        m_writer.add(TermId::PackedMask, Life::Pass,
                     m_plan.layout.context > 1 ? mask / Symbol::ContextRanks : mask);
    }

    void embedding() const
    {
        if (!m_plan.trainsAll() && hasTarget(m_plan.adapter, AdapterTarget::Embedding))
            m_writer.add(TermId::AdapterEmbeddingOutput, Life::Saved,
                         m_writer.tokens(m_writer.valueBytes, Symbol::Rank, Region::Whole));
        // Autograd records the dropout after a trained embedding, but not after a frozen one. With
        // adapters it does after a frozen one too, as PEFT requests gradients of the embedding's
        // output (peft_model.py: _prepare_model_for_gradient_checkpointing).
        const bool flowsBack = !m_plan.trainsAll() || m_plan.trainsEmbedding();
        if (flowsBack && m_plan.choices.dropout && m_plan.shape.norm == Norm::LayerNorm)
            m_writer.add(TermId::EmbeddingDropoutMask, Life::Saved,
                         m_writer.tokens(maskBytes, Symbol::Hidden, Region::Sequence));
    }

    /// The pixels, and what the tower keeps of them or holds while it runs. A tower without
    /// gradients has finished before the first layer begins; one with gradients goes backward when
    /// the layers have, and makes each of its layers again where the plan recomputes.
    void images() const
    {
        if (!readsImages(m_plan))
            return;
        const auto patches = [](std::int64_t bytes, Symbol each) {
            return bytes * Symbol::ImagePatches * Symbol::MicroBatch * each;
        };
        m_writer.add(TermId::ImagePixels, Life::Pass, patches(floatBytes, Symbol::PatchValues));
        if (!towerGoesBackward(m_plan)) {
            m_writer.add(TermId::ImagePass, Life::Flowing, patches(1, Symbol::TowerPass),
                         Per::Embedding);
            return;
        }
        const bool again = m_plan.choices.recompute == Recompute::Full;
        m_writer.add(again ? TermId::ImageInputs : TermId::ImageLayers, Life::Saved,
                     patches(1, again ? Symbol::TowerInputs : Symbol::TowerLayerKept)
                         * Symbol::TowerLayers);
        m_writer.add(TermId::ImageEnds, Life::Saved, patches(1, Symbol::TowerEndsKept));
        if (again)
            m_writer.addWorking(BackwardPoint::Reduce, TermId::ImageBackward,
                                patches(1, Symbol::TowerWorking), Per::Embedding);
    }

    /// A layer's output, until the next layer or the head keeps it as its input. The output of a
    /// stage's last layer waits until it is sent to the next stage.
    void layerForward() const
    {
        const Product output
            = m_writer.tokens(m_writer.valueBytes, Symbol::Hidden, Region::Sequence);
        m_writer.add(TermId::ForwardResidual, Life::Flowing, output, Per::Layer);
        if (!m_plan.trainsAll() && m_plan.adapter.dora)
            m_writer.add(TermId::AdapterProducts, Life::Flowing,
                         3 * m_writer.valueBytes * Symbol::LargestMatrix, Per::Layer);
        exchange(Life::Flowing);
        if (m_plan.keepsStageOutput())
            stageOutput();
        else if (!m_writer.stage.layers.predicts)
            m_writer.add(TermId::ForwardResidual, Life::ForwardEnd, output);
    }

    /// The outputs that go to another stage: of all passes but those of the last stage's last
    /// chunk. With several chunks, as many as the stage keeps at most are counted throughout.
    void stageOutput() const
    {
        const Schedule& schedule = m_writer.stage.schedule;
        const bool predicts = m_writer.stage.layers.predicts;
        const auto outputs = [&](std::int64_t count) {
            return m_writer.tokens(count * m_writer.valueBytes, Symbol::Hidden, Region::Sequence);
        };
        if (schedule.chunks > 1)
            m_writer.add(TermId::StageOutput, Life::Pass,
                         outputs(schedule.inFlight - (predicts ? 1 : 0)));
        else if (!predicts)
            m_writer.add(TermId::StageOutput, Life::Saved, outputs(1));
    }

    /// Tensors that ranks of context parallelism get from one another for a layer's attention.
    /// AllGather: keys and values of the whole context. Ring: two blocks of a rank's keys and
    /// values, the one in use and the one that arrives. Ulysses: queries, keys and values of the
    /// whole context, for the rank's share of the heads.
    void exchange(Life life) const
    {
        if (m_plan.layout.context == 1 || !m_plan.layout.contextKind)
            return;
        const Symbol ranks = m_plan.layout.tensor > 1 ? Symbol::TensorRanks : Symbol::One;
        const auto gathered = [&](std::int64_t values) {
            return values * m_writer.valueBytes * Symbol::Context * Symbol::MicroBatch
                * Symbol::KeyValue / ranks;
        };
        const auto put
            = [&](Product each) { m_writer.add(TermId::ContextExchange, life, each, Per::Layer); };
        switch (*m_plan.layout.contextKind) {
        case ContextKind::AllGather:
            put(gathered(2));
            break;
        case ContextKind::Ring:
            put(m_writer.tokens(4 * m_writer.valueBytes, Symbol::KeyValue, Region::Split));
            break;
        case ContextKind::Ulysses:
            put(m_writer.tokens(m_writer.valueBytes, Symbol::QkvWidth, Region::Split));
            break;
        }
    }

    void head() const
    {
        const bool layerNorm = m_plan.shape.norm == Norm::LayerNorm;
        const auto hidden = [&](std::int64_t bytes, Region region) {
            return m_writer.tokens(bytes, Symbol::Hidden, region);
        };
        if (m_writer.eagerNorms() && !layerNorm) {
            m_writer.add(TermId::FinalNormCopy, Life::Head, hidden(floatBytes, Region::Sequence));
            m_writer.add(
                TermId::FinalNormScaled, Life::Head,
                hidden(m_plan.autocasts() ? floatBytes : m_writer.valueBytes, Region::Sequence));
        } else {
            m_writer.add(TermId::FinalNormInput, Life::Head,
                         hidden(m_writer.streamBytes, Region::Sequence));
        }
        m_writer.add(
            TermId::FinalNormStatistics, Life::Head,
            m_writer.tokens(layerNorm ? 2 * m_writer.valueBytes : floatBytes, Region::Sequence));
        const Adapter& adapter = m_plan.adapter;
        if (m_plan.tunesNorms())
            m_writer.add(TermId::AdapterHeadScaled, Life::Head,
                         m_writer.tokens(m_writer.valueBytes, Symbol::Vocabulary, Region::Split));
        const bool kept = m_plan.trainsHead() || m_plan.saves(SavedModule::Head)
            || (!m_plan.trainsAll() && m_writer.adaptsInput(AdapterTarget::Head))
            || (m_plan.profile->quantisesHead && m_plan.keepsFrozenInputs());
        if (kept)
            m_writer.add(TermId::HeadInput, Life::Head,
                         hidden(m_writer.valueBytes, Region::Gathered));
        else if (!m_plan.trainsAll() && hasTarget(adapter, AdapterTarget::Head))
            m_writer.add(TermId::AdapterHeadInput, Life::Head,
                         hidden(m_writer.adapterInputBytes(AdapterTarget::Head), Region::Gathered));
    }

    /// A layer that predicts a further token joins two normalised widths into one
    /// (DeepSeek-V3, arXiv 2412.19437, section 2.2).
    void predictions() const
    {
        if (m_plan.recipe.predictionLayers > 0)
            m_writer.add(TermId::PredictionInput, Life::Head,
                         m_writer.tokens(2 * m_writer.valueBytes * m_plan.recipe.predictionLayers,
                                         Symbol::Hidden, Region::Sequence));
    }

    void loss() const
    {
        if (m_plan.role && !m_plan.role->ownLoss) {
            roleHead();
            return;
        }
        const Profile& profile = *m_plan.profile;
        const bool chunked = m_plan.chunksLoss();
        const bool whole = !chunked || profile.lossChunks == LossChunks::Kept;
        const auto logits = [&](std::int64_t bytes) {
            const Product chunk = bytes * Symbol::ChunkTokens * Symbol::Vocabulary;
            if (whole)
                return m_writer.tokens(bytes, Symbol::Vocabulary, Region::Split);
            return m_plan.layout.tensor > 1 ? chunk / Symbol::TensorRanks : chunk;
        };
        const bool narrow
            = m_plan.program.narrowLoss && m_plan.layout.zero >= 1 && !profile.narrowLogits.empty();
        const auto full = narrow ? profile.narrowLogits : fullLogits();
        const bool widens = !profile.fusedLogits.empty() && m_writer.valueBytes != floatBytes;
        const auto inOne = widens ? profile.fusedLogits : std::span<const LogitBytes>(fusedLogits);
        const bool fused = m_plan.choices.loss == Loss::Fused;
        // In 32 bits nothing is cast; a fused loss has no other gradient than that of the head.
        const bool casts = m_writer.valueBytes != floatBytes || fused;
        const auto listed = chunked ? profile.chunkedLogits : fused ? inOne : full;
        // Else the gradient takes the place of the logits.
        const bool hasGradient
            = std::ranges::find(listed, Life::LossBackward, &LogitBytes::life) != listed.end();
        if (makesHeadGradient(m_plan, m_writer.stage.layers))
            headBackward(hasGradient ? std::optional(logits(m_writer.valueBytes)) : std::nullopt);
        for (const LogitBytes& each : listed)
            if (casts || each.id != TermId::LogitsGradient16) {
                const Product one = logits(each.values * m_writer.valueBytes + each.bytes);
                const bool many = m_plan.recipe.predictionLayers > 0 && each.life == Life::Head;
                const bool freed = whole && hasGradient && each.life == Life::Head;
                m_writer.add(each.id, freed ? Life::Loss : each.life,
                             many ? one * Symbol::PredictionLogits : one);
            }
        if (m_plan.choices.holdsLogits && whole)
            m_writer.add(TermId::LogitsHeld, Life::Training, logits(m_writer.valueBytes));
        if (!whole)
            chunkedLoss();
    }

    /// The tensors of a loss over all logits. transformers shifted these up to 4.48; its 32-bit
    /// ones replaced the 16-bit ones, the first of the list, before 4.46.
    std::span<const LogitBytes> fullLogits() const
    {
        const Profile& profile = *m_plan.profile;
        const Version ofModels = m_plan.choices.transformers;
        if (profile.shiftedLogits.empty() || ofModels >= Version{4, 49})
            return profile.logits;
        return profile.shiftedLogits.subspan(ofModels < Version{4, 46} ? 1 : 0);
    }

    /// The head's backward pass makes the gradients of its input and of its weight while that of
    /// the logits (`logits`: if it is a tensor of its own) is there. What the loss kept is gone by
    /// then, as autograd frees the tensors of an operator once that has gone backward. Sequence
    /// parallelism gathers the input again, and reduces the gradient of the input to the rank's
    /// part. A gradient that is kept in another type is cast.
    void headBackward(std::optional<Product> logits) const
    {
        const auto add
            = [&](TermId id, Product each) { m_writer.add(id, Life::HeadBackward, each); };
        const auto hidden = [&](std::int64_t values, Region region) {
            add(TermId::BackwardHeadInput,
                m_writer.tokens(values * m_writer.streamBytes, Symbol::Hidden, region));
        };
        if (logits)
            add(TermId::LogitsGradient16, *logits);
        const bool scatters = m_plan.splitsSequence();
        hidden(scatters && !m_plan.profile->gathersIntoBuffer ? 2 : 1, Region::Whole);
        if (scatters)
            hidden(1, Region::Sequence);
        const std::int64_t kept = gradientBytes(m_plan.choices);
        const bool casts = kept != m_writer.valueBytes && !m_plan.profile->accumulatesApart
            && !m_plan.holdsBlockGradients()
            && (m_plan.floatParameters() || !m_plan.keepsGradients());
        add(TermId::BackwardHeadWeight,
            (m_writer.valueBytes + (casts ? kept : 0)) * Symbol::HeadParameters);
    }

    /// Gradients that a chunked loss collects from all its chunks: of the head's input and of the
    /// head. LossChunks::Fused: one kernel computes head, loss and their gradients in the forward
    /// pass (Liger Kernel, ops/fused_linear_cross_entropy.py). InTurn: the input's gradient is
    /// collected in 32 bits and whole on every tensor rank; where FSDP reduces in 32 bits, a 32-bit
    /// sum of the head's gradient exists besides the gradient of a chunk (torchtitan,
    /// components/loss.py: ChunkedLossWrapper, GradAccumulator; PyTorch, _fsdp_param.py:
    /// to_accumulated_grad_if_needed).
    void chunkedLoss() const
    {
        const bool inTurn = m_plan.profile->lossChunks == LossChunks::InTurn;
        m_writer.add(TermId::BackwardHeadInput, Life::LossBackward,
                     inTurn
                         ? m_writer.tokens(floatBytes, Symbol::Hidden, Region::Whole)
                         : m_writer.tokens(m_writer.valueBytes, Symbol::Hidden, Region::Sequence));
        if (!m_plan.trainsHead())
            return;
        const bool collects = inTurn && m_plan.holdsBlockGradients() && m_plan.floatParameters();
        m_writer.add(TermId::BackwardHead, Life::LossBackward,
                     (m_writer.valueBytes + (collects ? floatBytes : 0)) * Symbol::HeadParameters);
    }

    /// The gradients that a network of two or three products holds at a point: inside it, and of
    /// its weights.
    struct NetworkTerms
    {
        TermId inside, product, weight;
        Product inner; ///< one tensor inside
        Product eachWeight, allWeights;
        Per layers;
        bool stay; ///< the gradients of its weights (gathersGradients)
    };

    void networkBackward(const NetworkTerms& terms, BackwardPoint point) const
    {
        using enum BackwardPoint;
        const std::int64_t factors = m_plan.shape.gated ? 2 : 1;
        const auto inside = [&](TermId id, std::int64_t tensors) {
            m_writer.addWorking(point, id,
                                terms.inner.withCoefficient(tensors * terms.inner.coefficient()),
                                terms.layers);
        };
        if (point == Output)
            inside(terms.inside, 1);
        else if (point == Gating) // of the product and of its two factors
            inside(terms.product, 3);
        else if (point == Input && !m_plan.gatesInPlace())
            inside(terms.product, factors);
        weightGradients(terms, point, factors + 1);
    }

    /// The gradient of the weight whose product goes backward. Where the weight gradients of a
    /// layer stay until its backward pass ends (gathersGradients), those made earlier are held as
    /// well: those of all `count` weights from the first products of the network on.
    void weightGradients(const NetworkTerms& terms, BackwardPoint point, std::int64_t count) const
    {
        using enum BackwardPoint;
        if (!m_plan.trainsAll() || m_plan.profile->fusesWeightGradients)
            return;
        if (!terms.stay && (point == Gating || point == Scores))
            return;
        m_writer.addWorking(point, terms.weight,
                            point == Scores                    ? terms.allWeights
                                : terms.stay && point == Input ? terms.eachWeight.withCoefficient(
                                      count * terms.eachWeight.coefficient())
                                                               : terms.eachWeight,
                            m_writer.trained(terms.layers));
    }

    template <class At> void atPoints(At at) const
    {
        using enum BackwardPoint;
        for (const BackwardPoint point : {Output, Gating, Input, Scores})
            if (m_plan.points.has(point))
                at(point);
    }

    void mlpBackward() const
    {
        const Symbol ranks = m_plan.layout.tensor > 1 ? Symbol::TensorRanks : Symbol::One;
        const Product inner
            = m_writer.tokens(m_writer.productBytes, Symbol::FeedForward, Region::Split);
        const NetworkTerms terms{TermId::BackwardMlp,
                                 TermId::BackwardProduct,
                                 TermId::BackwardWeight,
                                 m_plan.tilesMlp() ? TermWriter::tileOf(inner) : inner,
                                 m_writer.valueBytes * Symbol::Hidden * Symbol::FeedForward / ranks,
                                 m_writer.valueBytes * Symbol::MlpParameters,
                                 Per::DenseLayer,
                                 m_plan.gathersGradients()};
        atPoints([&](BackwardPoint point) { networkBackward(terms, point); });
        if (m_plan.tilesMlp())
            tilesBackward(terms);
    }

    /// All tiles write their parts of one gradient of the input, and add to the gradients of the
    /// weights that the first of them made (DeepSpeed, runtime/sequence_parallel/ulysses_sp.py:
    /// TiledMLP.backward). Gradients that are kept from step to step are there already.
    void tilesBackward(const NetworkTerms& terms) const
    {
        using enum BackwardPoint;
        const bool made = m_plan.trainsAll() && !m_plan.profile->fusesWeightGradients
            && (!m_plan.keepsGradients() || m_plan.holdsBlockGradients());
        for (const BackwardPoint point : {Output, Gating}) {
            if (!m_plan.points.has(point))
                continue;
            m_writer.addWorking(
                point, TermId::BackwardMlpInput,
                m_writer.tokens(m_writer.streamBytes, Symbol::Hidden, Region::Sequence),
                terms.layers);
            if (made)
                m_writer.addWorking(point, terms.weight, terms.allWeights,
                                    m_writer.trained(terms.layers));
        }
    }

    void expertsBackward() const
    {
        using enum BackwardPoint;
        const std::int64_t width = m_writer.productBytes;
        // A grouped product makes the gradients of all its experts at once.
        const Product one = width * m_writer.routedWidth() * Symbol::ExpertWidth;
        const Product each = m_writer.eagerMlp() ? one : one * Symbol::LocalExperts;
        const bool split = m_plan.layout.expertTensor > 1;
        const NetworkTerms terms{TermId::BackwardExperts,
                                 TermId::BackwardExpertProduct,
                                 TermId::BackwardExpertWeights,
                                 m_writer.routed(width, Symbol::ExpertWidth),
                                 split ? each / Symbol::ExpertTensorRanks : each,
                                 m_writer.valueBytes * Symbol::ExpertParameters,
                                 Per::MoeLayer,
                                 m_plan.gathersGradients()};
        atPoints([&](BackwardPoint point) {
            if (point == Output || point == Input) // of the experts' outputs, and of their inputs
                m_writer.addWorking(point, TermId::BackwardRouted,
                                    m_writer.routed(width, m_writer.routedWidth()), Per::MoeLayer);
            networkBackward(terms, point);
        });
    }

    /// The gradients into and out of the softmax, in 32 bits where the softmax is in 32 bits
    /// (attention.cpp: models with RMSNorm), and the gradient of the values.
    void scoresBackward() const
    {
        const bool upcast = m_plan.widensSoftmax();
        m_writer.addWorking(BackwardPoint::Scores, TermId::BackwardScores,
                            m_writer.scores(upcast ? 2 * floatBytes : 2 * m_writer.valueBytes),
                            Per::Layer);
        const Symbol values = m_plan.shape.isLatent() ? Symbol::AttentionOut : Symbol::KeyValue;
        m_writer.addWorking(BackwardPoint::Scores, TermId::BackwardValues,
                            m_writer.tokens(m_writer.valueBytes, values, Region::Split),
                            Per::Layer);
    }

    /// Tensors that sharding by blocks (FSDP) holds whole for a while: gradients until they are
    /// reduced to the shards, and from stage 3 on the weights of the block that is computed and of
    /// the next one. Offload moves the same blocks between host and GPU. DeepSpeed's buckets are
    /// extras of its profile.
    void sharding() const
    {
        if (m_plan.holdsBlockGradients())
            blockGradients();
        gathered();
    }

    void gathered() const
    {
        const bool gathers
            = (m_plan.layout.zero >= 3 && (m_plan.shares() || m_plan.profile->wrapsOneGpu))
            || m_plan.offloadsParameters();
        if (gathers && m_plan.profile->sharding != Sharding::Buckets && !m_plan.reducesOnce())
            gatheredBlocks();
    }

    /// After the layers, the gradient of the embedding and that of its output are held. A gradient
    /// that is kept in another type is cast; without earlier micro-batches it is the one that is
    /// kept, and its term counts it.
    void embeddingBackward() const
    {
        using enum BackwardPoint;
        const Region region = m_plan.splitsSequence() ? Region::Whole : Region::Sequence;
        m_writer.addWorking(Reduce, TermId::BackwardResidual,
                            m_writer.tokens(m_writer.streamBytes, Symbol::Hidden, region),
                            Per::Embedding);
        const std::int64_t made = m_writer.valueBytes, kept = gradientBytes(m_plan.choices);
        const bool becomes
            = m_writer.accumulatedLife() == Life::Growing && !m_plan.choices.keepGradients;
        const bool casts = kept != made && (becomes || m_plan.floatParameters());
        const std::int64_t width = becomes ? (casts ? made : 0) : made + (casts ? kept : 0);
        if (width > 0)
            m_writer.addWorking(Reduce, TermId::UnshardedEmbeddingGradient,
                                width * Symbol::EmbeddingParameters, Per::Embedding);
    }

    /// Of a tied weight, the head's gradient waits for the embedding's, and both are there when a
    /// third tensor takes their sum (torch/csrc/autograd/input_buffer.cpp: accumulate). The first
    /// micro-batch's sum is the gradient that is kept, and its term counts the head's part before;
    /// later ones and DeepSpeed's buckets add it to what is there.
    void tiedGradients() const
    {
        const Product one = m_writer.valueBytes * Symbol::EmbeddingParameters;
        const bool becomes = m_plan.microBatches == 1 && !m_plan.choices.keepGradients
            && !(m_plan.usesDeepSpeed() && m_plan.layout.zero >= 2);
        if (!becomes)
            m_writer.add(TermId::UnshardedHeadGradient, Life::HeadGradient, one);
        m_writer.addWorking(BackwardPoint::Reduce, TermId::UnshardedEmbeddingGradient,
                            one.withCoefficient((becomes ? 2 : 3) * one.coefficient()),
                            Per::Embedding);
    }

    void blockGradients() const
    {
        const bool flat = m_plan.flattens();
        const bool all = m_plan.trainsAll() || m_plan.flattensFrozen();
        // An adapter that is a unit of its own is reduced by itself, and a gradient that is added
        // to that of the micro-batches before does not stay.
        const bool stays = !m_plan.reducesLast() || flat;
        if (stays && (all || !flat)) {
            // The gradients of a flat tensor's parts are joined into a second tensor (torch.split),
            // which is added to the gradient of the micro-batches before.
            const auto width = (flat ? 2 : 1) * m_writer.valueBytes;
            blocks(Life::Working,
                   {{TermId::UnshardedBlockGradient,
                     width * (all ? Symbol::DenseLayerParameters : Symbol::AdapterDense)},
                    {TermId::UnshardedMoeBlockGradient,
                     width * (all ? Symbol::MoeLayerParameters : Symbol::AdapterMoe)},
                    {TermId::UnshardedExpertsGradient,
                     width * (all ? Symbol::ExpertParameters : Symbol::AdapterExperts)}});
        }
        if (!m_plan.trainsAll())
            return;
        // With a unit of its own, the head is reduced before the layers, and the buffer that it is
        // reduced from stays until the next one is made.
        const bool waits = !m_plan.splitsRoot() || !blocksAreLarger();
        if (stays && waits && m_writer.stage.layers.predicts && m_plan.trainsHead())
            m_writer.add(TermId::UnshardedHeadGradient, Life::HeadGradient,
                         (m_plan.splitsRoot() ? m_plan.reducedBytes() : m_writer.valueBytes)
                             * Symbol::HeadParameters);
        if (m_plan.profile->reducedBytes > 0 && m_plan.layout.zero >= 2 && !flat
            && !m_plan.reducesLast() && !m_plan.reducesOnce()
            && (!m_plan.splitsRoot() || blocksAreLarger()))
            reduceInput();
        if (m_plan.reducesRoot())
            rootGradients();
    }

    /// Whether a block has more weights than the head.
    bool blocksAreLarger() const
    {
        return m_writer.bytes(1 * Symbol::BlockParameters)
            > m_writer.bytes(1 * Symbol::HeadParameters);
    }

    /// The buffer from which one block is reduced stays until that of the next one is made
    /// (PyTorch, distributed/fsdp/_fully_shard/_fsdp_param_group.py: reduce_scatter_state).
    void reduceInput() const
    {
        const std::int64_t width = m_plan.reducedBytes();
        blocks(Life::LayerBackward,
               {{TermId::ReduceInput, width * Symbol::DenseLayerParameters},
                {TermId::ReduceInput, width * Symbol::MoeLayerParameters},
                {TermId::ReduceInput, width * Symbol::ExpertParameters}});
    }

    /// The root goes backward last: the gradient of the embedding joins that of the head, and all
    /// gathered weights are freed before both are reduced (PyTorch,
    /// distributed/fsdp/_fully_shard/_fsdp_param_group.py: post_backward).
    void rootGradients() const
    {
        // A flat tensor's block is freed before the embedding goes backward. Where the embedding is
        // a unit, it is being gathered beside the buffer of the block before.
        if (m_writer.stage.layers.embeds && m_plan.trainsEmbedding() && !m_plan.flattens()) {
            const bool buffer = m_plan.splitsRoot() && !blocksAreLarger();
            m_writer.addWorking(BackwardPoint::End,
                                buffer ? TermId::ReduceInput : TermId::UnshardedEmbeddingGradient,
                                buffer ? m_plan.reducedBytes() * Symbol::BlockParameters
                                       : m_writer.valueBytes * Symbol::EmbeddingParameters,
                                Per::Embedding);
        }
        if (m_plan.reducesOnce())
            return; // in no pass
        const std::int64_t value = m_writer.valueBytes;
        const auto atReduction = [&](TermId id, Product each) {
            m_writer.addWorking(BackwardPoint::Reduce, id, each, Per::Embedding);
        };
        if (m_plan.splitsRoot()) {
            // The embedding is gathered and its gradient is made before the buffer of the last
            // block is freed.
            atReduction(TermId::UnshardedEmbeddingGradient,
                        2 * value * Symbol::EmbeddingParameters);
            atReduction(TermId::ReduceInput, m_plan.reducedBytes() * Symbol::BlockParameters);
            return;
        }
        // Autograd adds the embedding's gradient to that of a tied head in a third tensor
        // (torch/csrc/autograd/input_buffer.cpp: accumulate), while the root is gathered and the
        // buffer of the last block is not yet freed.
        const StageLayers& layers = m_writer.stage.layers;
        if (layers.embeds && layers.predicts && m_plan.isTied() && m_plan.trainsAll()
            && !m_plan.flattens() && !m_plan.freezesSome()) {
            atReduction(TermId::UnshardedEmbeddingGradient,
                        3 * value * Symbol::EmbeddingParameters);
            atReduction(TermId::GatheredRoot, value * Symbol::RootParameters);
            atReduction(TermId::ReduceInput, m_plan.reducedBytes() * Symbol::BlockParameters);
            return;
        }
        // The gradients, and a copy from which they are reduced. The weights of a flat tensor are
        // freed after the copy is made; where the copy is cast, the gradients are gone by then.
        const std::int64_t copies = m_plan.flattens()
            ? value + std::max(2 * value, m_plan.reducedBytes())
            : value + m_plan.reducedBytes();
        atReduction(TermId::UnshardedRootGradient,
                    copies * (m_plan.freezesSome() ? Symbol::TrainedRoot : Symbol::RootParameters));
    }

    void gatheredBlocks() const
    {
        const bool root
            = m_plan.profile->sharding == Sharding::BlocksAndRoot && !m_plan.splitsRoot();
        if (root)
            m_writer.add(TermId::GatheredRoot, Life::Pass,
                         m_writer.valueBytes * Symbol::RootParameters);
        else if (m_writer.stage.layers.predicts)
            m_writer.add(TermId::GatheredHead, Life::Head,
                         m_writer.valueBytes * Symbol::HeadParameters);
        // A quantised base is gathered as it is stored, and every product dequantises for itself.
        const bool stored = m_plan.quantisedBase();
        blocks(
            m_plan.gathersAhead() ? Life::Fetched : Life::Computed,
            {{TermId::GatheredBlocks,
              stored ? 1 * Symbol::BaseDenseLayer
                     : m_writer.valueBytes * Symbol::DenseLayerParameters},
             {TermId::GatheredMoeBlocks,
              stored ? 1 * Symbol::BaseMoeLayer : m_writer.valueBytes * Symbol::MoeLayerParameters},
             {TermId::GatheredExperts,
              stored ? 1 * Symbol::BaseExperts : m_writer.valueBytes * Symbol::ExpertParameters}});
    }

    /// One term for each kind of block.
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
            if (life == Life::Working) // gradients
                per = m_writer.trained(per);
            if (m_writer.bytes(term.each) > 0)
                m_writer.add(term.id, life, term.each, per, Place::Gpu, BackwardPoint::End);
        };
        if (m_plan.counts.denseLayers > 0)
            put(terms.dense, Per::DenseLayer);
        if (!m_writer.hasMoe())
            return;
        put(terms.moe, Per::MoeLayer);
        put(terms.experts, Per::MoeLayer);
    }

    /// The tensors that the framework keeps in addition to those that the mathematics needs.
    void extras() const
    {
        for (const Extra& extra : m_plan.profile->extras) {
            if (!applies(extra))
                continue;
            // For Unreduced, accumulatedLife()'s reason holds as well.
            const bool late = m_writer.stage.schedule.completesLate();
            const Life life = extra.life == Life::Accumulated ? m_writer.accumulatedLife()
                : extra.life == Life::Unreduced && late       ? Life::Backward
                                                              : extra.life;
            if (life == Life::Saved)
                m_writer.addSaved(extra.id, extra.each, extra.per, extra.point);
            else if (m_writer.bytes(extra.each) > 0)
                m_writer.add(extra.id, life, extra.each, extra.per, extra.place, extra.point);
        }
    }

    /// Narrow products keep their weight in both directions, in buffers of the module. The first
    /// micro-batch of a step fills them, all others use them again (Transformer Engine,
    /// pytorch/module/base.py: quantize_weight; linear.py: is_first_microbatch). Where the weights
    /// themselves are narrow (core/ledger/states.cpp), these are one of the two.
    void quantisedWeights() const
    {
        const std::int64_t copies = m_plan.narrowCopies() - (m_plan.narrowParameters() ? 1 : 0);
        if (!m_writer.quantised() || copies == 0)
            return;
        const bool shared = m_plan.gathersWeights() && !m_plan.reducesOnce();
        const auto hold = [&](TermId id, Symbol symbol, Per per, Symbol shards) {
            const Product whole = copies * symbol;
            if (m_writer.bytes(1 * symbol) > 0)
                m_writer.add(id, Life::Training, shared ? whole / shards : whole, per);
        };
        hold(TermId::QuantisedAttention, Symbol::NarrowAttention, Per::Layer, Symbol::Shards);
        if (m_plan.counts.denseLayers > 0)
            hold(TermId::QuantisedMlp, Symbol::NarrowMlp, Per::DenseLayer, Symbol::Shards);
        if (!m_writer.hasMoe())
            return;
        hold(TermId::QuantisedExperts, Symbol::NarrowExperts, Per::MoeLayer, Symbol::ExpertShards);
        hold(TermId::QuantisedShared, Symbol::NarrowShared, Per::MoeLayer, Symbol::Shards);
    }

    /// AutoGPTQ makes a 16-bit matrix of the 4-bit weights and multiplies by it with torch.matmul,
    /// which keeps the matrix for the gradient of the input. Before that it unpacks the weights
    /// into 32-bit integers and an 8-bit copy: 5 bytes for each weight, 3 more than the 2 that it
    /// keeps. A forward pass that is recomputed keeps none, so there all 5 are added.
    void unpackedWeights() const
    {
        const std::int64_t width = m_writer.valueBytes;
        const auto keep = [&](Symbol weights, Per per) {
            if (m_writer.bytes(1 * weights) > 0)
                m_writer.addSaved(TermId::UnpackedWeights, width * weights, per);
        };
        keep(Symbol::AttentionParameters, Per::Layer);
        if (m_plan.counts.denseLayers > 0)
            keep(Symbol::MlpParameters, Per::DenseLayer);
        if (m_writer.hasMoe()) {
            keep(Symbol::ExpertParameters, Per::MoeLayer);
            keep(Symbol::SharedParameters, Per::MoeLayer);
        }
        constexpr std::int64_t integers = 4 + 1;
        const bool again = m_writer.recomputes();
        const std::int64_t moreThanValue = integers - width;
        m_writer.add(TermId::UnpackedIntegers, Life::Flowing,
                     (again ? integers : moreThanValue) * Symbol::LargestMatrix, Per::Layer);
        if (again)
            m_writer.add(TermId::UnpackedIntegers, Life::LayerBackward,
                         moreThanValue * Symbol::LargestMatrix, Per::Layer);
    }

    const TermWriter& m_writer;
    const Resolved& m_plan;
};

} // namespace

void addEnds(const TermWriter& writer)
{
    WorkingSet{writer}.ends();
}

void addLayerBackward(const TermWriter& writer)
{
    WorkingSet{writer}.layerBackward();
}

void addBuffers(const TermWriter& writer)
{
    WorkingSet{writer}.buffers();
}

void addPass(const TermWriter& writer)
{
    WorkingSet{writer}.pass();
}

} // namespace highwater
