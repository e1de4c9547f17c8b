// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/product.h"
#include "core/plan/shape.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace highwater {

/// Which part of the model a weight belongs to.
enum class Part {
    Embedding,
    Head,
    Positions,
    Vision, ///< a tower that turns images into tokens
    FinalNorm, ///< with all other weights outside the layers
    Attention,
    Mlp,
    Experts,
    Shared,
    Router,
    Norms
};

inline constexpr auto partCount = static_cast<std::size_t>(Part::Norms) + 1;

/// Which product of a layer a matrix is for: in a file of mixed formats it decides the type.
enum class WeightRole {
    Other,
    Queries,
    Keys,
    Values,
    LatentKeyValue,
    AttentionOutput,
    Gate,
    Up,
    Down
};

/// One kind of weight tensor: rows x columns (1 column: a vector), how many of it a block has, and
/// whether tensor parallelism splits it or every rank holds it whole.
struct Weight
{
    Part part;
    std::int64_t rows, columns;
    std::int64_t copies = 1;
    bool split = true;
    WeightRole role = WeightRole::Other;

    std::int64_t parameters() const
    {
        return bounded::times(bounded::times(rows, columns), copies);
    }
};

/// Calls `visit(Weight)` for every kind of weight that one block of the part's layers has. Only
/// these functions know the tensors of an architecture.
template <class Visit> void visitAttention(const Shape& shape, Visit&& visit);
template <class Visit> void visitNorms(const Shape& shape, Visit&& visit);
template <class Visit> void visitMlp(const Shape& shape, Visit&& visit);
template <class Visit> void visitMoe(const Shape& shape, Visit&& visit);
template <class Visit> void visitOutside(const Shape& shape, Visit&& visit);

/// The attention of a model whose layers have different weights of it, as the mean of all layers:
/// matrices narrower by the share of the layers that have them, and one for all that is left.
struct MeanAttention
{
    std::vector<Weight> weights;
    std::int64_t outside = 0; ///< parameters that do not share out over the layers evenly
};
MeanAttention meanAttention(const Shape& shape);

/// The number of a model's weights, by kind.
struct WeightCounts
{
    std::int64_t attention = 0, norms = 0, mlp = 0, experts = 0, shared = 0, router = 0; // a layer
    std::int64_t embedding = 0, head = 0, vision = 0, other = 0;
    std::int64_t denseLayers = 0, moeLayers = 0;
    std::int64_t total = 0;
    std::int64_t active = 0; ///< that one token passes through
    std::int64_t matrices = 0, vectors = 0; ///< hidden matrices; all other weights (Muon's split)
    std::int64_t factored = 0; ///< rows + columns of every matrix, and every vector (Adafactor)
    std::int64_t largest = 0; ///< the largest single weight

    std::int64_t denseLayer() const { return bounded::plus(bounded::plus(attention, norms), mlp); }
    std::int64_t moeLayer() const
    {
        return bounded::plus(bounded::plus(attention, norms),
                             bounded::plus(bounded::plus(experts, shared), router));
    }
};

WeightCounts countWeights(const Shape& shape);

/// The weights of the layers that predict further tokens (arXiv 2412.19437, section 2.2), which no
/// count above includes: each is one of the model's last layers with a product from two hidden
/// widths to one and three norms. A checkpoint may store copies of embedding and head with them.
std::int64_t predictionParameters(const Shape& shape);
std::int64_t predictionCopies(const Shape& shape);

/// A sum of weights.
struct WeightTally
{
    std::int64_t parameters = 0, matrices = 0, vectors = 0, factored = 0;
    std::int64_t projected = 0; ///< entries of hidden matrices, projected to the optimizer's rank
    std::int64_t projectors = 0; ///< entries of the projections
    std::int64_t rows = 0; ///< rows or heads of matrices, and every vector's entries (Adam-mini)
    std::int64_t squares = 0; ///< squares of matrices' sides that are not too long for SOAP
    /// Of the hidden matrix for which a step of Muon needs most memory: its entries, and the square
    /// of its shorter side.
    std::int64_t stepMatrix = 0, stepSquare = 0;
    /// Operations by which Muon makes all hidden matrices orthogonal.
    std::int64_t orthogonal = 0;

    void setStep(std::int64_t side, std::int64_t other)
    {
        const std::int64_t shorter = side < other ? side : other;
        stepMatrix = bounded::times(side, other);
        stepSquare = bounded::times(shorter, shorter);
    }
    /// Five steps of three products: X·Xᵀ and B·X, 2·n²·m operations each, and A², 2·n³, with the
    /// shorter side n (Liu et al., arXiv 2502.16982; torch/optim/_muon.py: DEFAULT_NS_STEPS).
    void setOrthogonal(std::int64_t side, std::int64_t other, std::int64_t copies)
    {
        constexpr std::int64_t steps = 5;
        const std::int64_t shorter = side < other ? side : other;
        const std::int64_t longer = side < other ? other : side;
        const std::int64_t square = bounded::times(shorter, shorter);
        const std::int64_t products = bounded::plus(bounded::times(4 * square, longer),
                                                    bounded::times(2 * square, shorter));
        orthogonal = bounded::times(bounded::times(products, steps), copies);
    }
    void add(const WeightTally& other, std::int64_t copies = 1)
    {
        if (copies == 0)
            return;
        if (other.stepMatrix > stepMatrix) {
            stepMatrix = other.stepMatrix;
            stepSquare = other.stepSquare;
        }
        parameters = bounded::plus(parameters, bounded::times(other.parameters, copies));
        matrices = bounded::plus(matrices, bounded::times(other.matrices, copies));
        vectors = bounded::plus(vectors, bounded::times(other.vectors, copies));
        factored = bounded::plus(factored, bounded::times(other.factored, copies));
        projected = bounded::plus(projected, bounded::times(other.projected, copies));
        projectors = bounded::plus(projectors, bounded::times(other.projectors, copies));
        rows = bounded::plus(rows, bounded::times(other.rows, copies));
        squares = bounded::plus(squares, bounded::times(other.squares, copies));
        orthogonal = bounded::plus(orthogonal, bounded::times(other.orthogonal, copies));
    }
};

/// Over how many ranks tensor and expert parallelism split weights.
struct WeightSplit
{
    std::int64_t tensor = 1, expert = 1, expertTensor = 1;
    bool operator==(const WeightSplit&) const = default;
};

/// The weights of each part of the model that one rank holds; of one layer, where layers have the
/// part.
struct RankWeights
{
    std::array<WeightTally, partCount> parts{};

    const WeightTally& operator[](Part part) const { return parts[static_cast<std::size_t>(part)]; }
    WeightTally& operator[](Part part) { return parts[static_cast<std::size_t>(part)]; }
};

/// One kind of weight as one rank holds it: the entries of one tensor, and the number of tensors.
struct RankShare
{
    std::int64_t entries, copies;
    std::int64_t ranks; ///< that the tensor is split over

    std::int64_t parameters() const { return bounded::times(entries, copies); }
};

RankShare rankShare(const Weight& weight, const WeightSplit& split);

/// `rank`: the rank to which optimizers such as GaLore project gradients.
RankWeights rankWeights(const Shape& shape, const WeightSplit& split, std::int64_t rank);

// ---------------------------------------------------------------------------------------------

namespace detail {

template <class Visit> void visitEqualAttention(const Shape& shape, Visit&& visit)
{
    const std::int64_t h = shape.hidden;
    const std::int64_t q = shape.queryWidth();
    if (shape.isLatent()) {
        // DeepSeek-V2, arXiv 2405.04434, section 2.1; each latent has its own RMSNorm.
        const LatentAttention& latent = shape.latent;
        if (latent.queryRank > 0) {
            visit(Weight{Part::Attention, h, latent.queryRank, 1, false});
            visit(Weight{Part::Attention, latent.queryRank, 1, 1, false});
            visit(Weight{Part::Attention, latent.queryRank, q});
        } else {
            visit(Weight{Part::Attention, h, q, 1, true, WeightRole::Queries});
        }
        visit(Weight{Part::Attention, h, latent.kvRank + latent.rotaryHeadDim, 1, false});
        visit(Weight{Part::Attention, latent.kvRank, 1, 1, false});
        visit(Weight{Part::Attention, latent.kvRank,
                     shape.heads * (latent.plainHeadDim + latent.valueHeadDim), 1, true,
                     WeightRole::LatentKeyValue});
        visit(Weight{Part::Attention, shape.valueWidth(), h, 1, true, WeightRole::AttentionOutput});
    } else {
        const std::int64_t kv = shape.keyWidth(), out = shape.attentionOutWidth();
        visit(Weight{Part::Attention, h, q, 1, true, WeightRole::Queries});
        visit(Weight{Part::Attention, h, kv, 1, true, WeightRole::Keys});
        visit(Weight{Part::Attention, h, shape.valueWidth(), 1, true, WeightRole::Values});
        visit(Weight{Part::Attention, out, h, 1, true, WeightRole::AttentionOutput});
    }
    if (shape.qkvBias)
        visit(Weight{Part::Attention, q + shape.keyWidth() + shape.valueWidth(), 1});
    if (shape.outBias)
        visit(Weight{Part::Attention, h, 1, 1, false});
    if (shape.qkNorm == QkNorm::Head)
        visit(Weight{Part::Attention, shape.headDim, 1, 2, false});
    if (shape.qkNorm == QkNorm::Full)
        visit(Weight{Part::Attention, (shape.heads + shape.kvHeads) * shape.headDim, 1});
}

/// Further weights count as a matrix with as many whole columns of the hidden width as they fill.
template <class Visit> void visitFurther(const Shape& shape, std::int64_t further, Visit&& visit)
{
    const std::int64_t columns = further / shape.hidden;
    if (columns > 1)
        visit(Weight{Part::Attention, shape.hidden, columns});
    const std::int64_t rest = further - (columns > 1 ? columns * shape.hidden : 0);
    if (rest > 0)
        visit(Weight{Part::Attention, rest, 1});
}

} // namespace detail

template <class Visit> void visitAttention(const Shape& shape, Visit&& visit)
{
    if (shape.mixesAttention() || shape.extraAttention < 0) {
        for (const Weight& weight : meanAttention(shape).weights)
            visit(weight);
        return;
    }
    detail::visitEqualAttention(shape, visit);
    detail::visitFurther(shape, shape.extraAttention, visit);
}

template <class Visit> void visitNorms(const Shape& shape, Visit&& visit)
{
    if (shape.normVectors > 0)
        visit(Weight{Part::Norms, shape.hidden, 1, shape.normVectors * shape.normsPerLayer, false});
}

namespace detail {

template <class Visit>
void visitFeedForward(const Shape& shape, Part part, std::int64_t width, bool bias,
                      std::int64_t copies, Visit&& visit)
{
    const std::int64_t outer = part == Part::Experts ? shape.expertInput() : shape.hidden;
    if (width == 0 || copies == 0)
        return;
    if (shape.gated)
        visit(Weight{part, outer, width, copies, true, WeightRole::Gate});
    visit(Weight{part, outer, width, copies, true, WeightRole::Up});
    visit(Weight{part, width, outer, copies, true, WeightRole::Down});
    if (bias) {
        const std::int64_t inward = shape.gated ? 2 : 1;
        visit(Weight{part, width, 1, inward * copies});
        visit(Weight{part, outer, 1, copies, false});
    }
}

} // namespace detail

template <class Visit> void visitMlp(const Shape& shape, Visit&& visit)
{
    detail::visitFeedForward(shape, Part::Mlp, shape.feedForward, shape.mlpBias, 1, visit);
}

template <class Visit> void visitMoe(const Shape& shape, Visit&& visit)
{
    detail::visitFeedForward(shape, Part::Experts, shape.expertWidth, shape.expertBias,
                             shape.experts, visit);
    if (shape.sharedWidth > 0)
        detail::visitFeedForward(shape, Part::Shared, shape.sharedWidth, false, 1, visit);
    else
        detail::visitFeedForward(shape, Part::Shared, shape.expertWidth, shape.expertBias,
                                 shape.sharedExperts, visit);
    visit(Weight{Part::Router, shape.hidden, shape.experts, 1, false});
    if (shape.expertHidden > 0) // into the latent and back
        visit(Weight{Part::Router, shape.hidden, shape.expertHidden, 2, false});
    if (shape.routerBias)
        visit(Weight{Part::Router, shape.experts, 1, 1, false});
    if (shape.sharedGate)
        visit(Weight{Part::Router, shape.hidden, 1, 1, false});
}

template <class Visit> void visitOutside(const Shape& shape, Visit&& visit)
{
    visit(Weight{Part::Embedding, shape.vocabulary, shape.embeddingColumns()});
    if (shape.scalarHead)
        visit(Weight{Part::Head, 1, shape.embeddingColumns()});
    else if (!shape.tied)
        visit(Weight{Part::Head, shape.vocabulary, shape.embeddingColumns()});
    if (shape.learnedPositions > 0)
        visit(Weight{Part::Positions, shape.learnedPositions, shape.hidden, 1, false});
    if (shape.embeddingWidth > 0) { // OPT 350M, arXiv 2205.01068: into and out of the layers
        visit(Weight{Part::Positions, shape.embeddingWidth, shape.hidden, 1, false});
        visit(Weight{Part::FinalNorm, shape.hidden, shape.embeddingWidth, 1, false});
    }
    if (shape.visionParameters > 0)
        visit(Weight{Part::Vision, shape.visionParameters, 1, 1, false});
    if (shape.finalNorm && shape.normVectors > 0)
        visit(Weight{Part::FinalNorm, shape.hidden, 1, shape.normVectors, false});
    const std::int64_t further = bounded::plus(
        shape.extraFinal,
        shape.mixesAttention() || shape.extraAttention < 0 ? meanAttention(shape).outside : 0);
    if (further > 0)
        visit(Weight{Part::FinalNorm, further, 1, 1, false});
}

} // namespace highwater
