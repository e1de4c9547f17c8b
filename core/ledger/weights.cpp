// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/weights.h"

#include "core/ledger/linear_kinds.h"

#include <algorithm>
#include <utility>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

bool isMatrix(const Weight& weight)
{
    return weight.columns > 1;
}

/// A matrix inside the layers: Muon steps these, and AdamW the rest.
bool isHidden(const Weight& weight)
{
    return isMatrix(weight) && weight.part != Part::Embedding && weight.part != Part::Head
        && weight.part != Part::Positions && weight.part != Part::Vision
        && weight.part != Part::FinalNorm;
}

/// Adds one kind of weight, held by `layers` layers, to the sums over all parts.
void tally(WeightCounts& counts, const Weight& weight, std::int64_t layers)
{
    const bool matrix = isMatrix(weight);
    const bool hidden = isHidden(weight);
    const std::int64_t all = times(weight.parameters(), layers);
    const std::int64_t tensors = times(weight.copies, layers);
    counts.total = plus(counts.total, all);
    (hidden ? counts.matrices : counts.vectors)
        = plus(hidden ? counts.matrices : counts.vectors, all);
    counts.factored
        = plus(counts.factored, matrix ? times(weight.rows + weight.columns, tensors) : all);
    if (tensors > 0 && weight.part != Part::Vision) // this Weight represents many tensors
        counts.largest = std::max(counts.largest, times(weight.rows, weight.columns));
}

} // namespace

namespace {

/// Adds up weights of layers of several kinds. A layer's matrix keeps its rows.
class AttentionMean
{
public:
    explicit AttentionMean(const Shape& shape)
        : m_shape(shape)
    { }

    void add(const Weight& weight, std::int64_t layers)
    {
        const std::int64_t all = times(weight.parameters(), layers);
        Weight mean = weight;
        mean.columns = isMatrix(weight) ? times(weight.columns, layers) / m_shape.layers : 0;
        if (mean.columns > 0)
            m_mean.weights.push_back(mean);
        m_rest = plus(m_rest, all - times(mean.parameters(), m_shape.layers));
    }

    MeanAttention operator()()
    {
        m_rest = plus(m_rest, times(m_shape.extraAttention, m_shape.layers));
        std::int64_t further = m_rest / m_shape.layers;
        if (m_rest % m_shape.layers < 0)
            --further;
        m_mean.outside = m_rest - further * m_shape.layers;
        // Fewer weights than the layers' matrices have: columns of the first ones go.
        for (Weight& weight : m_mean.weights) {
            const std::int64_t column = times(weight.rows, weight.copies);
            const std::int64_t gone
                = further < 0 ? std::min(shareOf(-further, column), weight.columns - 1) : 0;
            weight.columns -= gone;
            further += gone * column;
        }
        detail::visitFurther(m_shape, further,
                             [this](const Weight& weight) { m_mean.weights.push_back(weight); });
        return std::move(m_mean);
    }

private:
    const Shape& m_shape;
    MeanAttention m_mean;
    std::int64_t m_rest = 0;
};

} // namespace

MeanAttention meanAttention(const Shape& shape)
{
    const auto count = [&](Attending kind) { return shape.layersThat(kind, 0, shape.layers); };
    const bool ownLinear = shape.linear.kind.has_value();
    const std::int64_t linear = ownLinear ? count(Attending::Linear) : 0;
    const std::int64_t windows = shape.hasWindowHeads() ? count(Attending::Window) : 0;
    const std::int64_t equal = count(Attending::Full) + count(Attending::Chunk)
        + count(Attending::Window) - windows + (ownLinear ? 0 : count(Attending::Linear));
    AttentionMean mean(shape);
    if (equal > 0)
        detail::visitEqualAttention(shape, [&](const Weight& weight) { mean.add(weight, equal); });
    if (windows > 0)
        detail::visitEqualAttention(shape.asWindow(),
                                    [&](const Weight& weight) { mean.add(weight, windows); });
    if (linear > 0)
        for (const Weight& weight : linearWeights(shape))
            mean.add(weight, linear);
    return mean();
}

WeightCounts countWeights(const Shape& shape)
{
    WeightCounts counts;
    counts.moeLayers = shape.moeLayers();
    counts.denseLayers = shape.layers - counts.moeLayers;

    visitAttention(shape, [&](const Weight& weight) {
        counts.attention = plus(counts.attention, weight.parameters());
        tally(counts, weight, shape.layers);
    });
    visitNorms(shape, [&](const Weight& weight) {
        counts.norms = plus(counts.norms, weight.parameters());
        tally(counts, weight, shape.layers);
    });
    visitMlp(shape, [&](const Weight& weight) {
        counts.mlp = plus(counts.mlp, weight.parameters());
        tally(counts, weight, counts.denseLayers);
    });
    if (counts.moeLayers > 0)
        visitMoe(shape, [&](const Weight& weight) {
            std::int64_t& part = weight.part == Part::Experts ? counts.experts
                : weight.part == Part::Shared                 ? counts.shared
                                                              : counts.router;
            part = plus(part, weight.parameters());
            tally(counts, weight, counts.moeLayers);
        });
    visitOutside(shape, [&](const Weight& weight) {
        std::int64_t& part = weight.part == Part::Embedding ? counts.embedding
            : weight.part == Part::Head                     ? counts.head
            : weight.part == Part::Vision                   ? counts.vision
                                                            : counts.other;
        part = plus(part, weight.parameters());
        tally(counts, weight, 1);
    });

    counts.active = counts.total;
    if (counts.moeLayers > 0) {
        const std::int64_t idle = shape.experts - shape.expertsPerToken;
        counts.active
            -= times(bounded::times(counts.experts / shape.experts, idle), counts.moeLayers);
    }
    return counts;
}

std::int64_t predictionParameters(const Shape& shape)
{
    const WeightCounts counts = countWeights(shape);
    const std::int64_t layer = counts.moeLayers > 0 ? counts.moeLayer() : counts.denseLayer();
    const std::int64_t joined = plus(times(2 * shape.hidden, shape.hidden), 3 * shape.hidden);
    return times(plus(layer, joined), shape.predictionLayers);
}

std::int64_t predictionCopies(const Shape& shape)
{
    return times(bounded::times(2 * shape.vocabulary, shape.hidden), shape.predictionLayers);
}

RankShare rankShare(const Weight& weight, const WeightSplit& split)
{
    const bool expert = weight.part == Part::Experts;
    const std::int64_t ranks = !weight.split ? 1 : expert ? split.expertTensor : split.tensor;
    return {shareOf(times(weight.rows, weight.columns), ranks),
            expert ? shareOf(weight.copies, split.expert) : weight.copies, ranks};
}

namespace {

/// Sets the sums of a tally that depend on the two sides of a matrix.
void addSides(WeightTally& tally, const Shape& shape, const Weight& weight, const RankShare& share,
              std::int64_t rank)
{
    using enum WeightRole;
    const std::int64_t all = share.parameters();
    if (!isMatrix(weight)) {
        tally.rows = all;
        return;
    }
    const bool inward = weight.role == AttentionOutput || weight.role == Down
        || weight.part == Part::Embedding || weight.part == Part::Head;
    const std::int64_t rows = inward ? shareOf(weight.rows, share.ranks) : weight.rows;
    const std::int64_t columns = inward ? weight.columns : shareOf(weight.columns, share.ranks);
    if (isHidden(weight)) {
        if (share.copies > 0)
            tally.setStep(rows, columns);
        tally.setOrthogonal(rows, columns, share.copies);
        const std::int64_t narrow = std::min({rank, rows, columns});
        tally.projected = times(bounded::times(std::max(rows, columns), narrow), share.copies);
        tally.projectors = times(bounded::times(std::min(rows, columns), narrow), share.copies);
    }
    const std::int64_t outputs = weight.role == Queries ? shareOf(shape.heads, share.ranks)
        : weight.role == Keys                           ? shareOf(shape.kvHeads, share.ranks)
        : isHidden(weight)                              ? columns
                                                        : rows;
    tally.rows = times(outputs, share.copies);
    constexpr std::int64_t longest = 10'000; // soap.py: max_precond_dim
    for (const std::int64_t side : {rows, columns})
        if (side <= longest)
            tally.squares = plus(tally.squares, times(bounded::times(side, side), share.copies));
}

} // namespace

RankWeights rankWeights(const Shape& shape, const WeightSplit& split, std::int64_t rank)
{
    RankWeights held;
    const auto add = [&](const Weight& weight) {
        const RankShare share = rankShare(weight, split);
        const std::int64_t all = share.parameters();
        const std::int64_t sums
            = times(bounded::plus(weight.rows, shareOf(weight.columns, share.ranks)), share.copies);
        const bool hidden = isHidden(weight);
        WeightTally tally{all, hidden ? all : 0, hidden ? 0 : all, isMatrix(weight) ? sums : all};
        addSides(tally, shape, weight, share, rank);
        held[weight.part].add(tally);
    };
    visitAttention(shape, add);
    visitNorms(shape, add);
    visitMlp(shape, add);
    if (shape.experts > 0)
        visitMoe(shape, add);
    visitOutside(shape, add);
    return held;
}

} // namespace highwater
