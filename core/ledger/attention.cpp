// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/framework.h"
#include "core/ledger/term_writer.h"

#include <algorithm>

namespace highwater {
namespace {

/// The tensors that the attention half of a layer keeps for its backward pass. The sizes are those
/// of PyTorch's autograd; tests/truth/saved_tensors.py counts them.
class AttentionTerms
{
public:
    explicit AttentionTerms(const TermWriter& writer)
        : m_writer(writer)
        , m_shape(writer.plan.shape)
    { }

    void operator()() const
    {
        m_writer.addNorm({TermId::AttentionNormInput, TermId::AttentionNormCopy,
                          TermId::AttentionNormScaled, TermId::AttentionNormStatistics},
                         Symbol::Hidden, Symbol::One, Per::Layer, Region::Sequence);
        using enum AdapterTarget;
        // A layer with one norm (GPT-J's and Falcon's) computes MLP and attention from one input.
        const bool alone = m_shape.normsPerLayer > 1;
        if (m_writer.keepsInput(Q, K, V) || (!alone && m_writer.keepsInput(Gate, Up)))
            linearInput(TermId::AttentionInput, TermId::AttentionInputQuantised, Symbol::Hidden);
        if (m_shape.isLatent())
            latents();
        else
            headNorms();
        core();
        if (m_shape.linear.kind)
            m_writer.addSaved(TermId::LinearKept,
                              m_writer.tokens(1, Symbol::LinearKept, Region::Split), Per::Layer);
        if (!m_writer.plan.trainsAll())
            adapters();
        if (m_writer.plan.choices.dropout && m_shape.norm == Norm::LayerNorm)
            m_writer.addSaved(TermId::AttentionDropoutMask,
                              m_writer.tokens(maskBytes, Symbol::Hidden, Region::Sequence),
                              Per::Layer, BackwardPoint::Scores);
        if (m_shape.normsPerLayer >= 4)
            m_writer.addNorm({TermId::AttentionPostNormInput, TermId::AttentionPostNormCopy,
                              TermId::AttentionPostNormScaled, TermId::AttentionPostNormStatistics},
                             Symbol::Hidden, Symbol::One, Per::Layer, Region::Sequence,
                             BackwardPoint::Scores);
    }

private:
    /// The input of a matrix product, kept for the gradient of its weight; in 8 bits where the
    /// product is, or in 4 (Transformer Engine, pytorch/module/linear.py).
    void linearInput(TermId plain, TermId quantised, Symbol width) const
    {
        const Per layers = m_writer.trained(Per::Layer);
        if (m_writer.quantised())
            m_writer.addSaved(quantised, m_writer.narrowTokens(width, Region::Gathered), layers);
        else
            m_writer.addSaved(
                plain,
                m_writer.tokens(m_writer.copies(3) * m_writer.keptBytes(), width, Region::Gathered),
                layers);
    }

    /// A product's input.
    Product productInput(Symbol width) const
    {
        return m_writer.quantised() ? m_writer.narrowTokens(width, Region::Gathered)
                                    : m_writer.tokens(m_writer.valueBytes, width, Region::Gathered);
    }

    void headNorms() const
    {
        if (m_shape.qkNorm == QkNorm::None)
            return;
        const bool byHead = m_shape.qkNorm == QkNorm::Head;
        m_writer.addNorm({TermId::QueryNormInput, TermId::QueryNormCopy, TermId::QueryNormScaled,
                          TermId::QueryNormStatistics},
                         Symbol::Query, byHead ? Symbol::Heads : Symbol::One, Per::Layer,
                         Region::Split);
        m_writer.addNorm({TermId::KeyNormInput, TermId::KeyNormCopy, TermId::KeyNormScaled,
                          TermId::KeyNormStatistics},
                         Symbol::KeyValue, byHead ? Symbol::KvHeads : Symbol::One, Per::Layer,
                         Region::Split);
    }

    /// Multi-head latent attention keeps its latents before and after their norms.
    void latents() const
    {
        if (m_shape.latent.queryRank > 0) {
            m_writer.addNorm({TermId::QueryLatentInput, TermId::QueryLatentCopy,
                              TermId::QueryLatentScaled, TermId::QueryLatentStatistics},
                             Symbol::QueryRank, Symbol::One, Per::Layer, Region::Sequence);
            if (m_writer.keepsInput(AdapterTarget::Q))
                m_writer.addSaved(TermId::QueryLatentOutput, productInput(Symbol::QueryRank),
                                  m_writer.trained(Per::Layer));
        }
        m_writer.addNorm({TermId::KvLatentInput, TermId::KvLatentCopy, TermId::KvLatentScaled,
                          TermId::KvLatentStatistics},
                         Symbol::KvRank, Symbol::One, Per::Layer, Region::Sequence);
        // The norm's input is a view of a tensor that holds the rotary key as well.
        if (!m_writer.eagerNorms())
            m_writer.addSaved(
                TermId::KvLatentRotary,
                m_writer.tokens(m_writer.valueBytes, Symbol::RotaryDim, Region::Gathered),
                Per::Layer);
        if (m_writer.keepsInput(AdapterTarget::V))
            m_writer.addSaved(TermId::KvLatentOutput, productInput(Symbol::KvRank),
                              m_writer.trained(Per::Layer));
    }

    void core() const
    {
        const std::int64_t width = m_writer.valueBytes;
        const bool latent = m_shape.isLatent();
        // Eager attention copies grouped keys and values out to every head, unless there is one
        // such head and one sequence: a view is then enough.
        const Profile& profile = *m_writer.plan.profile;
        const Choices& choices = m_writer.plan.choices;
        const bool expanded = choices.expandsKeys
            || (!m_writer.flash()
                && !(m_shape.kvHeads == 1 && m_writer.plan.workload.microBatch == 1));
        const Symbol key = latent || expanded ? Symbol::Query : Symbol::KeyValue;
        // A latent value is a view of the expanded keys and values and keeps all of them; so does
        // the value of a fused product, unless a framework copies it.
        const bool view = m_writer.flash() || m_writer.plan.workload.microBatch == 1;
        const bool fused = profile.fusedQkv && m_shape.kvHeads == m_shape.heads;
        const Symbol value = latent ? (view ? Symbol::ExpandedKv : Symbol::AttentionOut)
            : fused                 ? Symbol::QkvWidth
                                    : key;

        m_writer.addSaved(TermId::AttentionQuery,
                          m_writer.tokens(width, Symbol::Query, Region::Split), Per::Layer);
        m_writer.addSaved(TermId::AttentionKey, m_writer.tokens(width, key, Region::Split),
                          Per::Layer);
        m_writer.addSaved(TermId::AttentionValue, m_writer.tokens(width, value, Region::Split),
                          Per::Layer, BackwardPoint::Scores);
        if (m_writer.flash())
            m_writer.addAttentionOutput(TermId::AttentionLogSumExp,
                                        m_writer.tokens(floatBytes, Symbol::Heads, Region::Split),
                                        Per::Layer);
        else
            scores();
        const Product output = m_writer.tokens(width, Symbol::AttentionOut, Region::Split);
        if (m_writer.flash())
            m_writer.addAttentionOutput(TermId::AttentionOutput, output, Per::Layer);
        else if (m_writer.keepsInput(AdapterTarget::O)) // needed by the projection alone
            m_writer.addSaved(TermId::AttentionOutput, output, m_writer.trained(Per::Layer),
                              BackwardPoint::Scores);
        if (m_writer.flash() && choices.copiesAttended && m_writer.keepsInput(AdapterTarget::O))
            m_writer.addSaved(TermId::AttentionProjectionInput, output,
                              m_writer.trained(Per::Layer), BackwardPoint::Scores);
        if (m_writer.quantised()) // the attention keeps its output, the next product a copy of it
            m_writer.addSaved(TermId::AttentionOutputQuantised,
                              m_writer.narrowTokens(Symbol::AttentionOut, Region::Split),
                              m_writer.trained(Per::Layer));
    }

    /// Adapters keep two tensors for the gradients of their factors: their input, and the output of
    /// the first factor, `rank` wide.
    void adapters() const
    {
        using enum AdapterTarget;
        const Adapter& adapter = m_writer.plan.adapter;
        const bool fusedQkv = m_writer.plan.profile->fusedQkv;
        const std::int64_t width = m_writer.valueBytes;
        const std::int64_t inward = countTargets(adapter, Q, K, V);
        if (const std::int64_t each = m_writer.adapterInputBytes(Q); each > 0) {
            const std::int64_t copies = fusedQkv ? std::min<std::int64_t>(inward, 1) : inward;
            if (copies > 0)
                m_writer.addSaved(TermId::AdapterAttentionInput,
                                  m_writer.tokens(each * copies, Symbol::Hidden, Region::Gathered),
                                  Per::Layer);
        }
        if (const std::int64_t each = m_writer.adapterInputBytes(O);
            each > 0 && hasTarget(adapter, O))
            m_writer.addSaved(TermId::AdapterOutputInput,
                              m_writer.tokens(each, Symbol::AttentionOut, Region::Split),
                              Per::Layer, BackwardPoint::Scores);
        if (const std::int64_t all = (m_writer.plan.fusesAdapter(Q) ? 0 : inward)
                + (m_writer.plan.fusesAdapter(O) ? 0 : countTargets(adapter, O));
            all > 0)
            m_writer.addSaved(
                TermId::AdapterRankOutputs,
                m_writer.tokens(m_writer.adapterBytes() * all, Symbol::Rank, Region::Whole),
                Per::Layer);
        if (adapter.dora)
            results();
        if (!isLowRank(adapter)) {
            prompted();
            return;
        }
        if (!fusedQkv || inward == 0 || inward == 3)
            return;
        // litgpt, lora.py: outputs are padded to the fused width by an index_copy, which keeps
        // them.
        const auto pad = [&](std::int64_t copies, Symbol output) {
            if (copies > 0)
                m_writer.addSaved(TermId::AdapterPadded,
                                  m_writer.tokens(width * copies, output, Region::Split),
                                  Per::Layer);
        };
        pad(countTargets(adapter, Q), Symbol::Query);
        pad(countTargets(adapter, K, V), Symbol::KeyValue);
    }

    /// The same queries also attend to a gated prompt; the output is kept for the gradient of the
    /// gate. The second version also scales the output of every product, and keeps that output.
    void prompted() const
    {
        const Adapter& adapter = m_writer.plan.adapter;
        const std::int64_t width = m_writer.valueBytes;
        const auto save = [&](TermId id, Product each) { m_writer.addSaved(id, each, Per::Layer); };
        const Symbol ranks = m_writer.plan.layout.tensor > 1 ? Symbol::TensorRanks : Symbol::One;
        if (adapter.method == AdapterMethod::Prefix)
            save(TermId::PromptKeys,
                 2 * width * Symbol::PromptTokens * Symbol::KeyValue * Symbol::MicroBatch / ranks);
        if (adapter.method != AdapterMethod::Adapter && adapter.method != AdapterMethod::AdapterV2)
            return;
        save(TermId::PromptKeys, 2 * width * Symbol::PromptTokens * Symbol::Query / ranks);
        save(TermId::PromptOutput, m_writer.tokens(width, Symbol::Query, Region::Split));
        save(TermId::PromptLogSumExp, m_writer.tokens(floatBytes, Symbol::Heads, Region::Split));
        if (adapter.method == AdapterMethod::Adapter)
            return;
        save(TermId::AdapterScaled, m_writer.tokens(width, Symbol::QkvWidth, Region::Split));
        save(TermId::AdapterScaled, m_writer.tokens(width, Symbol::Hidden, Region::Whole));
    }

    /// DoRA multiplies the sum of base and adapter by a length for each output: both are kept.
    void results() const
    {
        using enum AdapterTarget;
        const auto keep = [&](AdapterTarget target, Symbol width, Region region) {
            if (hasTarget(m_writer.plan.adapter, target))
                m_writer.addSaved(
                    TermId::AdapterResults,
                    m_writer.tokens(m_writer.valueBytes + m_writer.adapterBytes(), width, region),
                    Per::Layer);
        };
        keep(Q, Symbol::Query, Region::Split);
        keep(K, Symbol::KeyValue, Region::Split);
        keep(V, Symbol::KeyValue, Region::Split);
        keep(O, Symbol::Hidden, Region::Whole);
    }

    void scores() const
    {
        const bool upcast = m_writer.plan.widensSoftmax();
        if (upcast)
            m_writer.addScores(TermId::AttentionScores32, m_writer.scores(floatBytes), Per::Layer);
        const bool dropout = m_writer.plan.choices.dropout;
        const bool inPlace = upcast && (dropout || m_writer.valueBytes == floatBytes);
        // In the backward pass, the product with the values comes first and frees the scores that
        // it kept; the softmax comes next. With a cast between the two, the mask is freed by then
        // as well.
        using enum BackwardPoint;
        if (!inPlace)
            m_writer.addScores(TermId::AttentionScores, m_writer.scores(m_writer.valueBytes),
                               Per::Layer, upcast ? Scores : End);
        if (dropout) {
            m_writer.addScores(TermId::AttentionScoresMask, m_writer.scores(maskBytes), Per::Layer,
                               upcast ? Scores : End);
            m_writer.addScores(TermId::AttentionScoresDropped, m_writer.scores(m_writer.valueBytes),
                               Per::Layer, Scores);
        }
    }

    const TermWriter& m_writer;
    const Shape& m_shape;
};

} // namespace

void addAttention(const TermWriter& writer)
{
    AttentionTerms{writer}();
}

} // namespace highwater
