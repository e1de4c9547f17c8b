// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/adapter.h"

namespace highwater {
namespace {

/// Adds the two factors of one adapted matrix: rank · in and out · rank.
void addFactors(WeightTally& tally, std::int64_t rank, std::int64_t in, std::int64_t out,
                std::int64_t copies)
{
    const std::int64_t parameters = times(times(rank, plus(in, out)), copies);
    const std::int64_t sums = times(plus(plus(rank, in), plus(out, rank)), copies);
    tally.add({parameters, parameters, 0, sums});
}

} // namespace

AdapterWeights adapterWeights(const Shape& shape, const Adapter& adapter, const WeightSplit& split)
{
    AdapterWeights weights;
    const std::int64_t rank = adapter.rank;
    const std::int64_t h = shape.hidden;
    // Tensor parallelism splits outputs of the first products and inputs of the last ones.
    const auto outward = [&](WeightTally& tally, AdapterTarget target, std::int64_t in,
                             std::int64_t out, std::int64_t ranks, std::int64_t copies = 1) {
        if (adapts(adapter, target))
            addFactors(tally, rank, in, shareOf(out, ranks), copies);
    };
    const auto inward = [&](WeightTally& tally, AdapterTarget target, std::int64_t in,
                            std::int64_t out, std::int64_t ranks, std::int64_t copies = 1) {
        if (adapts(adapter, target))
            addFactors(tally, rank, shareOf(in, ranks), out, copies);
    };
    const auto network
        = [&](WeightTally& tally, std::int64_t width, std::int64_t ranks, std::int64_t copies) {
              if (shape.gated)
                  outward(tally, AdapterTarget::Gate, h, width, ranks, copies);
              outward(tally, AdapterTarget::Up, h, width, ranks, copies);
              inward(tally, AdapterTarget::Down, width, h, ranks, copies);
          };

    WeightTally attention;
    const LatentAttention& latent = shape.latent;
    const bool isLatent = shape.isLatent();
    const std::int64_t expanded = shape.heads * (latent.plainHeadDim + latent.valueHeadDim);
    const bool queryLatent = isLatent && latent.queryRank > 0;
    if (queryLatent)
        outward(attention, AdapterTarget::Q, h, latent.queryRank, 1);
    outward(attention, AdapterTarget::Q, queryLatent ? latent.queryRank : h, shape.queryWidth(),
            split.tensor);
    outward(attention, AdapterTarget::K, h,
            isLatent ? latent.kvRank + latent.rotaryHeadDim : shape.keyWidth(),
            isLatent ? 1 : split.tensor);
    outward(attention, AdapterTarget::V, isLatent ? latent.kvRank : h,
            isLatent ? expanded : shape.keyWidth(), split.tensor);
    inward(attention, AdapterTarget::O, isLatent ? shape.valueWidth() : shape.queryWidth(), h,
           split.tensor);

    weights.dense = attention;
    network(weights.dense, shape.feedForward, split.tensor, 1);
    weights.moe = attention;
    if (shape.experts > 0) {
        network(weights.experts, shape.expertWidth, split.expertTensor,
                shareOf(shape.experts, split.expert));
        if (shape.sharedTotalWidth() > 0)
            network(weights.moe, shape.sharedTotalWidth(), split.tensor, 1);
    }
    outward(weights.head, AdapterTarget::Head, h, shape.vocabulary, split.tensor);
    return weights;
}

Bytes quantisedBytes(AdapterBase format, std::int64_t entries, std::int64_t outputs)
{
    // QLoRA, arXiv 2305.14314, section 3: one 32-bit constant for 64 weights; doubly quantised,
    // an 8-bit constant for 64 and a 32-bit one for 256 of those. LLM.int8, arXiv 2208.07339: a
    // 32-bit constant for every output.
    const std::int64_t blocks = shareOf(entries, 64);
    switch (format) {
    case AdapterBase::Bf16:
        return times(2, entries);
    case AdapterBase::Int8:
        return plus(entries, times(4, outputs));
    case AdapterBase::Nf4:
        return plus(shareOf(entries, 2), times(4, blocks));
    case AdapterBase::Nf4Double:
        return plus(shareOf(entries, 2), plus(blocks, times(4, shareOf(blocks, 256))));
    }
    return 0;
}

BaseBytes baseBytes(const Shape& shape, AdapterBase format, std::int64_t vectorBytes,
                    const WeightSplit& split)
{
    BaseBytes bytes;
    const auto add = [&](Bytes& sum, const Weight& weight) {
        const RankShare share = rankShare(weight, split);
        const Bytes each = weight.columns > 1
            ? quantisedBytes(format, share.entries, weight.columns)
            : times(vectorBytes, share.entries);
        sum = plus(sum, times(each, share.copies));
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

} // namespace highwater
