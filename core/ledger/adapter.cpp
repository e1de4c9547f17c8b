// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/adapter.h"

#include <algorithm>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

/// Adds the two factors of one adapted matrix: rank · in and out · rank.
void addFactors(WeightTally& tally, const Adapter& adapter, std::int64_t in, std::int64_t out,
                std::int64_t copies)
{
    const std::int64_t rank = adapter.rank;
    const std::int64_t parameters = times(bounded::times(rank, plus(in, out)), copies);
    const std::int64_t sums = times(bounded::plus(plus(rank, in), plus(out, rank)), copies);
    WeightTally factors{parameters, parameters, 0, sums};
    if (copies > 0)
        factors.setStep(rank, std::max(in, out));
    tally.add(factors);
    if (const std::int64_t lengths = times(out, copies); adapter.dora)
        tally.add({lengths, 0, lengths, lengths});
}

/// Adds the factors of adapted matrices, one part of a layer after another. Tensor parallelism
/// splits the outputs of the first products and the inputs of the last ones.
class Factors
{
public:
    Factors(const Shape& shape, const Adapter& adapter)
        : m_shape(shape)
        , m_adapter(adapter)
    { }

    void outward(WeightTally& tally, AdapterTarget target, std::int64_t in, std::int64_t out,
                 std::int64_t ranks, std::int64_t copies = 1) const
    {
        if (hasTarget(m_adapter, target))
            addFactors(tally, m_adapter, in, shareOf(out, ranks), copies);
    }

    void inward(WeightTally& tally, AdapterTarget target, std::int64_t in, std::int64_t out,
                std::int64_t ranks, std::int64_t copies = 1) const
    {
        if (hasTarget(m_adapter, target))
            addFactors(tally, m_adapter, shareOf(in, ranks), out, copies);
    }

    void network(WeightTally& tally, std::int64_t width, std::int64_t ranks,
                 std::int64_t copies) const
    {
        if (m_shape.gated)
            outward(tally, AdapterTarget::Gate, m_shape.hidden, width, ranks, copies);
        outward(tally, AdapterTarget::Up, m_shape.hidden, width, ranks, copies);
        inward(tally, AdapterTarget::Down, width, m_shape.hidden, ranks, copies);
    }

    WeightTally attention(std::int64_t ranks) const
    {
        using enum AdapterTarget;
        WeightTally tally;
        const std::int64_t h = m_shape.hidden;
        const LatentAttention& latent = m_shape.latent;
        const bool isLatent = m_shape.isLatent();
        const std::int64_t expanded = m_shape.heads * (latent.plainHeadDim + latent.valueHeadDim);
        const bool queryLatent = isLatent && latent.queryRank > 0;
        if (queryLatent)
            outward(tally, Q, h, latent.queryRank, 1);
        outward(tally, Q, queryLatent ? latent.queryRank : h, m_shape.queryWidth(), ranks);
        outward(tally, K, h, isLatent ? latent.kvRank + latent.rotaryHeadDim : m_shape.keyWidth(),
                isLatent ? 1 : ranks);
        outward(tally, V, isLatent ? latent.kvRank : h, isLatent ? expanded : m_shape.keyWidth(),
                ranks);
        inward(tally, O, isLatent ? m_shape.valueWidth() : m_shape.queryWidth(), h, ranks);
        return tally;
    }

private:
    const Shape& m_shape;
    const Adapter& m_adapter;
};

/// A scale and a bias for every output of a layer's products (litgpt, adapter_v2.py:
/// AdapterV2Linear).
WeightTally scalesAndBiases(const Shape& shape, std::int64_t inner, std::int64_t ranks)
{
    const std::int64_t width = shareOf(inner, ranks);
    const std::int64_t split
        = plus(shareOf(plus(shape.queryWidth(), times(2, shape.keyWidth())), ranks),
               times(shape.gated ? 2 : 1, width));
    const std::int64_t all = times(2, plus(split, times(2, shape.hidden)));
    return {all, 0, all, all};
}

/// The weights of a prompt in one layer, or before the first one.
WeightTally promptWeights(const Shape& shape, const Adapter& adapter, std::int64_t ranks)
{
    switch (adapter.method) {
    case AdapterMethod::Lora:
        break;
    case AdapterMethod::Adapter:
    case AdapterMethod::AdapterV2: { // a prompt, and a gate for every head (litgpt, adapter.py)
        const std::int64_t prompt = times(adapter.promptLength, shape.hidden);
        const std::int64_t gates = shareOf(shape.heads, ranks);
        return {plus(prompt, gates), prompt, gates,
                plus(plus(adapter.promptLength, shape.hidden), gates)};
    }
    case AdapterMethod::Prefix: { // keys and values
        const std::int64_t width = times(2, shareOf(shape.keyWidth(), ranks));
        const std::int64_t all = times(adapter.promptLength, width);
        return {all, all, 0, plus(adapter.promptLength, width)};
    }
    case AdapterMethod::Prompt: {
        const std::int64_t all = times(adapter.promptLength, shape.hidden);
        return {all, all, 0, plus(adapter.promptLength, shape.hidden)};
    }
    }
    return {};
}

} // namespace

std::int64_t promptedLayers(const Adapter& adapter, std::int64_t first, std::int64_t end)
{
    switch (adapter.method) {
    case AdapterMethod::Adapter:
    case AdapterMethod::AdapterV2:
        return std::max<std::int64_t>(0, end - std::max(first, adapter.startLayer));
    case AdapterMethod::Prefix:
        return end - first;
    default:
        return 0;
    }
}

AdapterWeights adapterWeights(const Shape& shape, const Adapter& adapter, const WeightSplit& split)
{
    if (!isLowRank(adapter)) {
        AdapterWeights weights;
        weights.prompt = promptWeights(shape, adapter, split.tensor);
        if (adapter.method == AdapterMethod::AdapterV2) {
            weights.dense = scalesAndBiases(shape, shape.feedForward, split.tensor);
            weights.moe = scalesAndBiases(shape, shape.sharedTotalWidth(), split.tensor);
            const std::int64_t head = times(2, shareOf(shape.vocabulary, split.tensor));
            weights.head = {head, 0, head, head};
        }
        return weights;
    }
    const Factors factors(shape, adapter);
    AdapterWeights weights;
    weights.dense = weights.moe = factors.attention(split.tensor);
    factors.network(weights.dense, shape.feedForward, split.tensor, 1);
    if (shape.experts > 0) {
        factors.network(weights.experts, shape.expertWidth, split.expertTensor,
                        shareOf(shape.experts, split.expert));
        if (shape.sharedTotalWidth() > 0)
            factors.network(weights.moe, shape.sharedTotalWidth(), split.tensor, 1);
    }
    factors.outward(weights.head, AdapterTarget::Head, shape.hidden, shape.vocabulary,
                    split.tensor);
    factors.inward(weights.embedding, AdapterTarget::Embedding, shape.vocabulary, shape.hidden,
                   split.tensor);
    return weights;
}

Bytes quantisedBytes(AdapterBase format, std::int64_t entries, std::int64_t outputs)
{
    // QLoRA, arXiv 2305.14314, section 3: one 32-bit constant for 64 weights; doubly quantised,
    // an 8-bit constant for 64 and a 32-bit one for 256 of those. LLM.int8, arXiv 2208.07339: a
    // 32-bit constant for every output. AutoGPTQ, qlinear_cuda_old.py: a 16-bit scale and a 4-bit
    // zero for 128 weights, and the group of every input in 32 bits.
    const std::int64_t blocks = shareOf(entries, 64);
    switch (format) {
    case AdapterBase::Bf16:
        return times(2, entries);
    case AdapterBase::Fp32:
        return times(4, entries);
    case AdapterBase::Int8:
        return plus(entries, times(4, outputs));
    case AdapterBase::Nf4:
        return plus(shareOf(entries, 2), times(4, blocks));
    case AdapterBase::Nf4Double:
        return plus(shareOf(entries, 2), plus(blocks, times(4, shareOf(blocks, 256))));
    case AdapterBase::Gptq: {
        const std::int64_t groups = shareOf(entries, 128);
        const std::int64_t inputs = outputs > 0 ? shareOf(entries, outputs) : 0;
        return plus(plus(shareOf(entries, 2), times(2, groups)),
                    plus(shareOf(groups, 2), times(4, inputs)));
    }
    }
    return 0;
}

namespace {

/// `bytesOf`: of the entries of a weight with so many outputs.
template <class BytesOf>
BaseBytes sumOfBase(const Shape& shape, const WeightSplit& split, BytesOf bytesOf)
{
    BaseBytes bytes;
    const auto add = [&](Bytes& sum, const Weight& weight) {
        const RankShare share = rankShare(weight, split);
        sum = plus(sum, times(bytesOf(share.entries, weight.columns), share.copies));
    };
    visitAttention(shape, [&](const Weight& weight) { add(bytes.attention, weight); });
    visitMlp(shape, [&](const Weight& weight) { add(bytes.mlp, weight); });
    if (shape.experts > 0)
        visitMoe(shape, [&](const Weight& weight) {
            if (weight.part == Part::Experts)
                add(bytes.experts, weight);
            if (weight.part == Part::Shared)
                add(bytes.shared, weight);
        });
    add(bytes.head, Weight{Part::Head, shape.hidden, shape.vocabulary});
    return bytes;
}

} // namespace

BaseBytes baseBytes(const Shape& shape, AdapterBase format, std::int64_t vectorBytes,
                    const WeightSplit& split)
{
    return sumOfBase(shape, split, [&](std::int64_t entries, std::int64_t columns) {
        return columns > 1 ? quantisedBytes(format, entries, columns) : times(vectorBytes, entries);
    });
}

BaseBytes baseScales(const Shape& shape, AdapterBase format, const WeightSplit& split)
{
    return sumOfBase(shape, split, [&](std::int64_t entries, std::int64_t columns) {
        return columns > 1 ? quantisedBytes(format, entries, columns) - shareOf(entries, 2)
                           : Bytes{0};
    });
}

} // namespace highwater
