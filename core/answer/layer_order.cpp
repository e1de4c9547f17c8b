// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/layer_order.h"

#include "core/ledger/adapter.h"
#include "core/ledger/framework.h"
#include "core/ledger/stage_weights.h"
#include "core/ledger/term_writer.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace highwater {
namespace {

/// The step after whose backward pass a kept tensor is freed. Where the attention stores its
/// scores, the product of the probabilities and the values goes backward first, and frees what it
/// and the output's product kept before the softmax goes backward.
LayerStep freedIn(const Term& term)
{
    const LayerStep freed = factsOf(term.id).freed;
    const bool ofProduct = freed == LayerStep::Attention && term.point == BackwardPoint::Scores;
    return ofProduct ? LayerStep::OutProduct : freed;
}

/// The last step of the forward pass that reads the tensor: the one that keeps it, or the next one
/// where a step keeps its own output. Activation and gating in one operator read the gate together
/// with the up projection. `kept.used`: of the steps that keep a part of the tensor, the last.
LayerStep usedIn(const KeptTensor& kept, bool separateActivation)
{
    using enum LayerStep;
    using enum TermId;
    if (factsOf(kept.id).withinNorm)
        return kept.made;
    if (kept.used == Activation && !separateActivation)
        return Gating;
    const auto next = static_cast<LayerStep>(static_cast<std::size_t>(kept.made) + 1);
    return std::min(std::max(kept.used, next), DownProduct);
}

LayerStep stepOf(BackwardPoint point)
{
    using enum LayerStep;
    switch (point) {
    case BackwardPoint::Output:
        return DownProduct;
    case BackwardPoint::Gating:
        return Gating;
    case BackwardPoint::Input:
        return UpProduct;
    case BackwardPoint::Scores:
        return Attention;
    case BackwardPoint::End:
    case BackwardPoint::Reduce:
        break;
    }
    return AttentionNorm;
}

class SizesMaker
{
public:
    SizesMaker(const Resolved& plan, const Stage& stage, bool moe, bool marked)
        : m_plan(plan)
        , m_stage(stage)
        , m_writer(plan, stage, m_none)
        , m_moe(moe)
        , m_marked(marked)
    { }

    LayerSizes operator()()
    {
        m_sizes.tiled = m_plan.tilesMlp() && !m_moe;
        terms();
        products();
        weights();
        return std::move(m_sizes);
    }

private:
    Bytes tokens(std::int64_t bytes, Symbol width, Region region) const
    {
        return m_writer.bytes(m_writer.tokens(bytes, width, region));
    }

    bool ofLayer(Per per) const
    {
        const Per kind = m_moe ? Per::MoeLayer : Per::DenseLayer;
        const Per treated = m_marked ? Per::MarkedLayer : Per::OtherLayer;
        return per == Per::Layer || per == kind || per == treated
            || per == perOfKind(kind, treated);
    }

    void terms()
    {
        for (const Term& term : m_stage.terms) {
            if (term.place != Place::Gpu || !ofLayer(term.per))
                continue;
            const Bytes bytes = m_writer.bytes(term.each);
            if (bytes == 0)
                continue;
            switch (term.life) {
            case Life::Saved:
            case Life::Streamed:
            case Life::Recomputed:
                keep(term, bytes);
                break;
            case Life::Working:
                if (!isReplayed(term.id))
                    m_sizes.working[static_cast<std::size_t>(stepOf(term.point))].push_back(bytes);
                break;
            case Life::LayerBackward:
                if (!isReplayed(term.id))
                    m_sizes.throughout.push_back(bytes);
                break;
            case Life::Fetched:
            case Life::Computed:
                m_sizes.gathers.push_back(bytes);
                break;
            case Life::Growing:
            case Life::Accumulated:
                if (!isReplayed(term.id))
                    m_sizes.gradients.push_back(bytes);
                break;
            case Life::Unreduced:
                if (!m_plan.reducesLast() && !isReplayed(term.id))
                    m_sizes.gradients.push_back(bytes);
                break;
            case Life::PassGradient:
                if (groupOf(term.id) == Group::Gradients)
                    m_sizes.gradients.push_back(bytes);
                break;
            case Life::Step:
                if (m_plan.reducesLast() && groupOf(term.id) == Group::Gradients)
                    m_sizes.gradients.push_back(bytes);
                break;
            default:
                break;
            }
        }
        sortKept();
    }

    void sortKept()
    {
        std::vector<KeptTensor>& kept = m_sizes.kept;
        std::ranges::stable_sort(kept, {}, &KeptTensor::made);
        const auto keeps
            = [&](TermId id) { return std::ranges::find(kept, id, &KeptTensor::id) != kept.end(); };
        m_sizes.separateActivation = keeps(TermId::MlpActivated) || keeps(TermId::ExpertsActivated);
        for (KeptTensor& each : kept) {
            each.used = usedIn(each, m_sizes.separateActivation);
            ++m_sizes.made[static_cast<std::size_t>(each.made) + 1];
            m_sizes.recomputes |= each.recomputed && !each.ofTile;
            m_sizes.keepsInput |= each.isInput && !each.recomputed;
            m_sizes.streamsInput |= each.isInput && each.recomputed;
            each.isGathered = each.id == TermId::AttentionInput || each.id == TermId::MlpInput;
        }
        std::partial_sum(m_sizes.made.begin(), m_sizes.made.end(), m_sizes.made.begin());
        m_sizes.freed = inOrder(&KeptTensor::freed, [](const KeptTensor&) { return true; });
        m_sizes.used = inOrder(&KeptTensor::used, [](const KeptTensor& each) {
            return each.recomputed && !each.isInput && each.id != TermId::MlpNormInput;
        });
        const auto sum = std::ranges::find(kept, TermId::MlpNormInput, &KeptTensor::id);
        if (sum != kept.end() && sum->recomputed)
            m_sizes.recomputedSum = static_cast<std::uint16_t>(sum - kept.begin());
        m_sizes.keepsAttentionInput = keeps(TermId::AttentionInput);
        m_sizes.keepsMlpNormInput = keeps(TermId::MlpNormInput);
        m_sizes.keepsMlpInput = keeps(TermId::MlpInput);
        m_sizes.keepsProduct = keeps(TermId::MlpProduct) || keeps(TermId::MlpActivationOutput)
            || keeps(TermId::ExpertsProduct) || keeps(TermId::ExpertsActivationOutput);
        m_sizes.keepsQkvCopy = keeps(TermId::QkvCopy);
    }

    template <class Which> FreedTensors inOrder(LayerStep KeptTensor::*step, Which which) const
    {
        const std::vector<KeptTensor>& kept = m_sizes.kept;
        FreedTensors list;
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (which(kept[i])) {
                list.indices.push_back(static_cast<std::uint16_t>(i));
                ++list.bounds[static_cast<std::size_t>(kept[i].*step) + 1];
            }
        std::ranges::stable_sort(list.indices, {},
                                 [&](std::uint16_t index) { return kept[index].*step; });
        std::partial_sum(list.bounds.begin(), list.bounds.end(), list.bounds.begin());
        return list;
    }

    void keep(const Term& term, Bytes bytes)
    {
        const bool recomputed = term.life != Life::Saved;
        const bool input = term.id == TermId::LayerInput || m_writer.isLayerInput(term.id);
        // Recomputation starts from the layer's input, which is the input of its first norm.
        const auto same = std::ranges::find_if(m_sizes.kept, [&](const KeptTensor& kept) {
            return (input && kept.isInput)
                || (m_plan.profile->fusedProducts && isPartOf(term.id, kept.id));
        });
        if (same == m_sizes.kept.end()) {
            const bool ofTile = m_sizes.tiled && kindOf(term.per) == Per::DenseLayer
                && factsOf(term.id).made >= LayerStep::UpProduct;
            m_sizes.kept.push_back({term.id, bytes, factsOf(term.id).made, freedIn(term),
                                    freedIn(term), recomputed, input, false, ofTile});
        } else if (input) {
            same->recomputed = same->recomputed && recomputed;
        } else {
            same->bytes = bounded::plus(same->bytes, bytes);
            same->freed = std::min(same->freed, factsOf(term.id).freed);
            same->used = std::max(same->used, factsOf(term.id).freed);
        }
    }

    /// Whether a tensor is a view of another: the parts of a product's output, or of a copy of the
    /// output.
    static bool isPartOf(TermId part, TermId whole)
    {
        using enum TermId;
        return (part == AttentionValue && whole == AttentionKey)
            || (part == QkvCopy && whole == AttentionQuery) || (part == MlpUp && whole == MlpGate);
    }

    void products()
    {
        const std::int64_t width = m_writer.valueBytes, stream = m_writer.streamBytes,
                           product = m_writer.productBytes;
        const Shape& shape = m_plan.shape;
        m_sizes.residual = tokens(stream, Symbol::Hidden, Region::Sequence);
        m_sizes.whole = tokens(stream, Symbol::Hidden, Region::Whole);
        if (m_plan.splitsSequence())
            m_sizes.gathered = m_sizes.whole;
        m_sizes.query = tokens(width, Symbol::Query, Region::Split);
        m_sizes.key
            = tokens(width, shape.isLatent() ? Symbol::Query : Symbol::KeyValue, Region::Split);
        m_sizes.value = tokens(width, shape.isLatent() ? Symbol::AttentionOut : Symbol::KeyValue,
                               Region::Split);
        const auto dense = [&](Product each) {
            return m_writer.bytes(m_sizes.tiled ? TermWriter::tileOf(each) : each);
        };
        m_sizes.inner = m_moe ? m_writer.bytes(m_writer.routed(product, Symbol::ExpertWidth))
                              : dense(m_writer.tokens(product, Symbol::FeedForward, Region::Split));
        m_sizes.innerInput = dense(m_writer.tokens(stream, Symbol::Hidden, Region::Whole));
        m_sizes.gated = shape.gated;
        // Each multiprocessor adds up its rows of the gradient of a norm's weight, in 32 bits
        // (flash-attn, ops/triton/layer_norm.py; Liger Kernel, ops/rms_norm.py).
        constexpr std::int64_t multiprocessors = 132;
        m_sizes.normPartials = bounded::times(multiprocessors * floatBytes, shape.hidden);
    }

    void weights()
    {
        const WeightSplit split{m_plan.layout.tensor, m_plan.layout.expert,
                                m_plan.layout.expertTensor};
        const Shape& shape = m_plan.heldByRank;
        const bool trained = (m_plan.trainsAll() || m_plan.flattensFrozen())
            && !m_plan.profile->fusesWeightGradients;
        const bool fused = m_plan.profile->fusedProducts;
        const auto list = [&](std::vector<Bytes>& gradients, std::int64_t entries, bool joins) {
            const Bytes bytes = bounded::times(m_writer.valueBytes, entries);
            // A fused product has one weight in place of several.
            if (joins && !gradients.empty()) {
                gradients.back() = bounded::plus(gradients.back(), trained ? bytes : 0);
                m_sizes.weights.back() = bounded::plus(m_sizes.weights.back(), entries);
                return;
            }
            m_sizes.weights.push_back(entries);
            if (trained)
                gradients.push_back(bytes);
        };
        const auto each = [&](auto visit, auto&& gradientsOf) {
            visit([&](const Weight& weight) {
                const RankShare share = rankShare(weight, split);
                const bool grouped = weight.part == Part::Experts;
                const std::int64_t copies = grouped ? 1 : share.copies;
                const std::int64_t entries = grouped ? share.parameters() : share.entries;
                for (std::int64_t i = 0; i < copies; ++i) {
                    list(gradientsOf(weight), entries, (fused || grouped) && isJoined(weight, i));
                    m_sizes.fetched.push_back(entries);
                    if (isAdapted(weight))
                        for (const std::int64_t side : {weight.columns, weight.rows})
                            m_sizes.fetched.push_back(
                                factorEntries(side, grouped ? share.copies : 1));
                }
            });
        };
        each([&](auto&& add) { visitNorms(shape, add); },
             [&](const Weight&) -> auto& { return m_sizes.normGradients; });
        each([&](auto&& add) { visitAttention(shape, add); },
             [&](const Weight& weight) -> auto& {
                 return isOutProduct(weight) ? m_sizes.outGradients : m_sizes.qkvGradients;
             });
        const auto inward = [&](const Weight& weight) -> auto&
        {
            return weight.rows == shape.hidden || weight.columns == 1 ? m_sizes.upGradients
                                                                      : m_sizes.downGradients;
        };
        if (m_moe)
            each([&](auto&& add) { visitMoe(shape, add); }, inward);
        else
            each([&](auto&& add) { visitMlp(shape, add); }, inward);
    }

    static bool isOutProduct(const Weight& weight)
    {
        return weight.role == WeightRole::AttentionOutput;
    }

    std::int64_t factorEntries(std::int64_t side, std::int64_t copies) const
    {
        return bounded::times(bounded::times(side, m_plan.adapter.rank), copies);
    }

    /// The adapter's target that the matrix belongs to, as in core/ledger/adapter.cpp.
    std::optional<AdapterTarget> targetOf(const Weight& weight) const
    {
        const Shape& shape = m_plan.shape;
        switch (weight.role) {
        case WeightRole::Queries:
            return AdapterTarget::Q;
        case WeightRole::Keys:
            return AdapterTarget::K;
        case WeightRole::Values:
        case WeightRole::LatentKeyValue:
            return AdapterTarget::V;
        case WeightRole::AttentionOutput:
            return AdapterTarget::O;
        case WeightRole::Gate:
            return AdapterTarget::Gate;
        case WeightRole::Up:
            return AdapterTarget::Up;
        case WeightRole::Down:
            return AdapterTarget::Down;
        case WeightRole::Other:
            break;
        }
        if (weight.part != Part::Attention || !shape.isLatent())
            return std::nullopt;
        const bool ofKeys = weight.columns == shape.latent.kvRank + shape.latent.rotaryHeadDim;
        return ofKeys ? AdapterTarget::K : AdapterTarget::Q;
    }

    /// Whether the matrix has an adapter of two factors.
    bool isAdapted(const Weight& weight) const
    {
        if (m_plan.trainsAll() || !isLowRank(m_plan.adapter) || weight.columns == 1)
            return false;
        const auto target = targetOf(weight);
        return target && hasTarget(m_plan.adapter, *target);
    }

    /// Whether a fused product holds the weight together with the one before: k and v with q, up
    /// with gate.
    bool isJoined(const Weight& weight, std::int64_t copy) const
    {
        if (weight.part == Part::Attention)
            return weight.copies == 2 || weight.role == WeightRole::Keys
                || weight.role == WeightRole::Values;
        return copy > 0 || (weight.role == WeightRole::Up && m_plan.shape.gated);
    }

    const Resolved& m_plan;
    const Stage& m_stage;
    std::vector<Term> m_none;
    TermWriter m_writer;
    bool m_moe, m_marked;
    LayerSizes m_sizes;
};

} // namespace

bool isReplayed(TermId id)
{
    using enum TermId;
    constexpr std::array ids{GradientsInUse,
                             BackwardResidual,
                             StageOutput,
                             BackwardHeadInput,
                             BackwardHeadWeight,
                             BackwardMlp,
                             BackwardMlpInput,
                             BackwardProduct,
                             BackwardExperts,
                             BackwardExpertProduct,
                             BackwardGathered,
                             BackwardWeight,
                             BackwardExpertWeights,
                             UnshardedBlockGradient,
                             UnshardedMoeBlockGradient,
                             UnshardedExpertsGradient,
                             UnshardedHeadGradient,
                             UnshardedEmbeddingGradient,
                             UnshardedRootGradient,
                             ReduceInput,
                             CollectiveBuffers,
                             GradientCopy,
                             BucketCopy,
                             ReduceBucket,
                             PartitionGradients,
                             StepGradients,
                             StepNorm,
                             StepCopies};
    return std::ranges::find(ids, id) != ids.end();
}

LayerSizes layerSizes(const Resolved& plan, const Stage& stage, bool moe, bool marked)
{
    return SizesMaker(plan, stage, moe, marked)();
}

std::vector<std::int64_t> weightEntries(const Resolved& plan, const Stage& stage,
                                        const LayerSizes& dense, const LayerSizes& moe)
{
    std::vector<std::int64_t> all;
    const auto add = [&](Part part) {
        if (const std::int64_t entries = plan.weights[part].parameters; entries > 0)
            all.push_back(entries);
    };
    if (stage.layers.embeds) {
        add(Part::Embedding);
        add(Part::Positions);
        add(Part::Vision);
    }
    for (std::int64_t layer = stage.layers.first; layer < stage.layers.end; ++layer) {
        const std::vector<std::int64_t>& ofLayer
            = plan.shape.isMoe(layer) ? moe.weights : dense.weights;
        all.insert(all.end(), ofLayer.begin(), ofLayer.end());
    }
    if (stage.layers.predicts)
        add(Part::FinalNorm);
    if (const auto head = ownHead(plan, stage.layers))
        add(*head);
    return all;
}

} // namespace highwater
