// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/shape.h"

#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

std::int64_t residue(std::int64_t value, std::int64_t modulus)
{
    const std::int64_t remainder = value % modulus;
    return remainder < 0 ? remainder + modulus : remainder;
}

/// Adds a problem where a number is missing that has no default.
void require(Problems& problems, const std::optional<std::int64_t>& value, KeyPath field)
{
    if (!value)
        problems.push_back({field, {}, {HW_TR("core", "is missing: a custom model needs it")}});
}

/// Sets pattern, window and linear attention. A pattern of full layers only is dropped, and so is a
/// window that no layer has.
void addPattern(Shape& shape, const CustomModel& model)
{
    shape.pattern = model.layerPattern.value_or("");
    if (shape.pattern.find_first_not_of('f') == std::string::npos)
        shape.pattern.clear();
    if (shape.pattern.find_first_of("sc") != std::string::npos)
        shape.window = model.slidingWindow.value_or(0);
    if (shape.pattern.find('l') != std::string::npos)
        shape.linear = {model.linearKeyHeads.value_or(0), model.linearValueHeads.value_or(0),
                        model.linearKeyHeadDim.value_or(0), model.linearValueHeadDim.value_or(0),
                        model.linearConvKernel.value_or(0)};
}

/// The dense parts of the layers, embedding and head. The five numbers that every model needs must
/// be given.
Shape denseShapeOf(const CustomModel& model)
{
    Shape shape;
    shape.hidden = *model.hiddenSize;
    shape.layers = *model.numLayers;
    shape.heads = *model.numHeads;
    shape.kvHeads = model.numKvHeads.value_or(shape.heads);
    shape.headDim = model.headDim.value_or(shape.hidden / shape.heads);
    shape.feedForward = *model.intermediateSize;
    shape.vocabulary = *model.vocabSize;
    shape.maxPositions = model.maxPositions.value_or(shape.maxPositions);
    shape.learnedPositions = model.learnedPositions.value_or(0);
    shape.norm = model.norm.value_or(Norm::RmsNorm);
    shape.gated = model.gated.value_or(true);
    shape.activation = model.activation.value_or(shape.gated ? Activation::Silu : Activation::Gelu);
    shape.qkNorm = model.qkNorm.value_or(QkNorm::None);
    shape.tied = model.tiedEmbeddings.value_or(false);
    const bool biases = model.biases.value_or(false);
    shape.qkvBias = model.attnQkvBias.value_or(biases);
    shape.outBias = model.attnOutBias.value_or(biases);
    shape.mlpBias = model.mlpBias.value_or(biases);
    shape.expertBias = model.moeBias.value_or(false);
    shape.routerBias = model.routerBias.value_or(false);
    shape.normsPerLayer = model.normsPerLayer.value_or(2);
    shape.normVectors = model.normVectors.value_or(shape.norm == Norm::LayerNorm ? 2 : 1);
    shape.finalNorm = model.finalNorm.value_or(true);
    const std::int64_t width = model.embeddingWidth.value_or(shape.hidden);
    shape.embeddingWidth = width == shape.hidden ? 0 : width;
    shape.extraFinal = model.extraFinal.value_or(0);
    shape.extraAttention = model.attnExtra.value_or(0);
    shape.visionParameters = model.visionParams.value_or(0);
    addPattern(shape, model);
    return shape;
}

void addExperts(Shape& shape, const CustomModel& model)
{
    shape.experts = model.experts.value_or(0);
    shape.expertsPerToken = model.expertsPerToken.value_or(shape.experts > 0 ? 1 : 0);
    shape.expertWidth = model.moeIntermediateSize.value_or(shape.feedForward);
    shape.sharedExperts = model.sharedExperts.value_or(0);
    shape.sharedWidth = model.sharedIntermediate.value_or(0);
    shape.sharedGate = model.sharedGate.value_or(false) && shape.sharedTotalWidth() > 0;
    shape.denseFirst = model.firstKDense.value_or(0);
    shape.moeEvery = model.moeEvery.value_or(1);
    shape.moeOffset = model.moeOffset.value_or(0);
    shape.predictionLayers = model.mtpLayers.value_or(0);
}

/// Attention with latent keys and values (DeepSeek-V2, arXiv 2405.04434) needs all of its widths
/// except that of the queries' latent.
Problems addLatent(Shape& shape, const CustomModel& model)
{
    Problems problems;
    const bool isLatent = model.mlaKvLoraRank || model.mlaQLoraRank || model.mlaQkNopeHeadDim
        || model.mlaQkRopeHeadDim || model.mlaVHeadDim;
    if (!isLatent)
        return problems;
    require(problems, model.mlaKvLoraRank, "model.custom.mla.kv_lora_rank");
    require(problems, model.mlaQkNopeHeadDim, "model.custom.mla.qk_nope_head_dim");
    require(problems, model.mlaQkRopeHeadDim, "model.custom.mla.qk_rope_head_dim");
    require(problems, model.mlaVHeadDim, "model.custom.mla.v_head_dim");
    if (problems.empty())
        shape.latent = {model.mlaQLoraRank.value_or(0), *model.mlaKvLoraRank,
                        *model.mlaQkNopeHeadDim, *model.mlaQkRopeHeadDim, *model.mlaVHeadDim};
    return problems;
}

Problems contradictionsOf(const Shape& shape)
{
    Problems problems;
    if (shape.headDim == 0)
        problems.push_back(
            {"model.custom.head_dim",
             {},
             {HW_TR("core", "is missing: there are more heads (%1) than hidden units (%2)"),
              {grouped(shape.heads), grouped(shape.hidden)}}});
    if (shape.heads % shape.kvHeads != 0)
        problems.push_back(
            {"model.custom.num_kv_heads",
             std::to_string(shape.kvHeads),
             {HW_TR("core", "must divide the number of heads, %1"), {grouped(shape.heads)}}});
    if (shape.experts == 0 && shape.sharedTotalWidth() > 0)
        problems.push_back(
            {"model.custom.experts",
             {},
             {HW_TR("core", "is missing: a model with shared experts needs routed ones too")}});
    if (shape.normsPerLayer != 1 && shape.normsPerLayer != 2 && shape.normsPerLayer != 4)
        problems.push_back({"model.custom.norms_per_layer",
                            std::to_string(shape.normsPerLayer),
                            {HW_TR("core", "must be 1, 2 or 4")}});
    if (shape.expertsPerToken > shape.experts)
        problems.push_back({"model.custom.experts_per_token",
                            std::to_string(shape.expertsPerToken),
                            {HW_TR("core", "must not be more than the number of experts, %1"),
                             {grouped(shape.experts)}}});
    return problems;
}

Problems patternProblems(const CustomModel& model)
{
    constexpr const char* letters = "fscl"; // full, sliding window, chunked, linear
    const std::string pattern = model.layerPattern.value_or("f");
    if (!pattern.empty() && pattern.find_first_not_of(letters) == std::string::npos)
        return {};
    return {{"model.custom.layer_pattern",
             "\"" + pattern + "\"",
             {HW_TR("core", "must be letters: f (full), s (sliding), c (chunked), l (linear)")}}};
}

} // namespace

bool Shape::isMoe(std::int64_t layer) const
{
    return experts > 0 && layer >= denseFirst && residue(layer - moeOffset, moeEvery) == 0;
}

std::int64_t Shape::moeLayers(std::int64_t from, std::int64_t to) const
{
    const std::int64_t first = std::max(from, denseFirst);
    if (experts == 0 || first >= to)
        return 0;
    // The first layer with experts; from this one on, every moeEvery-th layer has them.
    const std::int64_t next = first + residue(moeOffset - first, moeEvery);
    return next < to ? (to - 1 - next) / moeEvery + 1 : 0;
}

Attending Shape::attending(std::int64_t layer) const
{
    if (pattern.empty())
        return Attending::Full;
    const auto place = static_cast<std::size_t>(layer) % pattern.size();
    const auto kind = static_cast<Attending>(pattern[place]);
    const bool sees = window > 0 || kind == Attending::Linear;
    return sees ? kind : Attending::Full;
}

std::int64_t Shape::layersThat(Attending kind, std::int64_t from, std::int64_t to) const
{
    if (pattern.empty())
        return kind == Attending::Full ? to - from : 0;
    std::int64_t count = 0;
    for (std::int64_t layer = from; layer < to; ++layer)
        count += attending(layer) == kind ? 1 : 0;
    return count;
}

std::int64_t Shape::queryWidth() const
{
    return isLatent() ? heads * (latent.plainHeadDim + latent.rotaryHeadDim) : heads * headDim;
}

std::int64_t Shape::keyWidth() const
{
    return isLatent() ? queryWidth() : kvHeads * headDim;
}

std::int64_t Shape::valueWidth() const
{
    return isLatent() ? heads * latent.valueHeadDim : kvHeads * headDim;
}

std::int64_t Shape::sharedTotalWidth() const
{
    return sharedWidth > 0 ? sharedWidth : sharedExperts * expertWidth;
}

Result<Shape> shapeOf(const CustomModel& model)
{
    Problems problems;
    require(problems, model.hiddenSize, "model.custom.hidden_size");
    require(problems, model.numLayers, "model.custom.num_layers");
    require(problems, model.numHeads, "model.custom.num_heads");
    require(problems, model.intermediateSize, "model.custom.intermediate_size");
    require(problems, model.vocabSize, "model.custom.vocab_size");
    if (!problems.empty())
        return problems;
    Shape shape = denseShapeOf(model);
    addExperts(shape, model);
    problems = addLatent(shape, model);
    if (problems.empty())
        problems = contradictionsOf(shape);
    if (problems.empty())
        problems = patternProblems(model);
    if (!problems.empty())
        return problems;
    return shape;
}

CustomModel customOf(const Shape& shape)
{
    CustomModel model;
    model.hiddenSize = shape.hidden;
    model.numLayers = shape.layers;
    model.numHeads = shape.heads;
    model.numKvHeads = shape.kvHeads;
    model.headDim = shape.headDim;
    model.intermediateSize = shape.feedForward;
    model.vocabSize = shape.vocabulary;
    model.maxPositions = shape.maxPositions;
    model.learnedPositions = shape.learnedPositions;
    model.norm = shape.norm;
    model.activation = shape.activation;
    model.qkNorm = shape.qkNorm;
    model.gated = shape.gated;
    model.tiedEmbeddings = shape.tied;
    model.attnQkvBias = shape.qkvBias;
    model.attnOutBias = shape.outBias;
    model.mlpBias = shape.mlpBias;
    model.normsPerLayer = shape.normsPerLayer;
    model.extraFinal = shape.extraFinal;
    model.attnExtra = shape.extraAttention;
    model.mtpLayers = shape.predictionLayers;
    if (shape.normVectors != (shape.norm == Norm::LayerNorm ? 2 : 1))
        model.normVectors = shape.normVectors;
    if (!shape.finalNorm)
        model.finalNorm = false;
    if (shape.embeddingWidth > 0)
        model.embeddingWidth = shape.embeddingWidth;
    if (shape.visionParameters > 0)
        model.visionParams = shape.visionParameters;
    if (shape.experts > 0) {
        model.experts = shape.experts;
        model.expertsPerToken = shape.expertsPerToken;
        model.moeIntermediateSize = shape.expertWidth;
        model.sharedExperts = shape.sharedExperts;
        model.sharedIntermediate = shape.sharedWidth;
        model.firstKDense = shape.denseFirst;
        model.moeEvery = shape.moeEvery;
        model.moeOffset = shape.moeOffset;
        model.moeBias = shape.expertBias;
        model.routerBias = shape.routerBias;
        if (shape.sharedGate)
            model.sharedGate = true;
    }
    if (shape.isLatent()) {
        model.mlaQLoraRank = shape.latent.queryRank;
        model.mlaKvLoraRank = shape.latent.kvRank;
        model.mlaQkNopeHeadDim = shape.latent.plainHeadDim;
        model.mlaQkRopeHeadDim = shape.latent.rotaryHeadDim;
        model.mlaVHeadDim = shape.latent.valueHeadDim;
    }
    if (shape.isHybrid())
        model.layerPattern = shape.pattern;
    if (shape.window > 0)
        model.slidingWindow = shape.window;
    if (shape.linear != LinearAttention{}) {
        model.linearKeyHeads = shape.linear.keyHeads;
        model.linearValueHeads = shape.linear.valueHeads;
        model.linearKeyHeadDim = shape.linear.keyHeadDim;
        model.linearValueHeadDim = shape.linear.valueHeadDim;
        model.linearConvKernel = shape.linear.kernel;
    }
    return model;
}

namespace {

/// The parameters of one layer of a Llama (arXiv 2302.13971): no biases, norms included.
double layerParameters(const Shape& shape)
{
    const auto h = static_cast<double>(shape.hidden);
    const auto kv = static_cast<double>(shape.kvHeads * shape.headDim);
    return 2 * h * h + 2 * h * kv + 3 * h * static_cast<double>(shape.feedForward) + 2 * h;
}

double embeddingParameters(const Shape& shape)
{
    return static_cast<double>(shape.vocabulary * shape.hidden) * (shape.tied ? 1 : 2)
        + static_cast<double>(shape.hidden);
}

} // namespace

Shape llamaShapeOf(double parameters)
{
    // The Llama 3 family (arXiv 2407.21783, table 3): heads of 128 in eight groups, a feed-forward
    // width of 3.5 hidden, about 128 hidden units for each layer. Below a billion parameters its
    // vocabulary would be most of the model, so it shrinks there, and the heads with it.
    Shape best;
    best.vocabulary = parameters >= 1e9 ? 128256 : parameters >= 5e7 ? 32000 : 256;
    best.tied = parameters < 4e9;
    const std::int64_t headDim = parameters >= 4e9 ? 128 : parameters >= 5e7 ? 64 : 16;
    constexpr std::int64_t groups = 8;

    double bestDistance = HUGE_VAL;
    Shape shape = best;
    for (std::int64_t hidden = groups * headDim;; hidden += groups * headDim) {
        shape.hidden = hidden;
        shape.headDim = headDim;
        shape.heads = hidden / headDim;
        shape.kvHeads = groups;
        shape.feedForward = hidden * 7 / 2;
        const double left = parameters - embeddingParameters(shape);
        shape.layers = std::max<std::int64_t>(1, std::llround(left / layerParameters(shape)));
        const double distance = std::abs(
            std::log(static_cast<double>(hidden) / (128.0 * static_cast<double>(shape.layers))));
        if (distance >= bestDistance)
            break; // wider means fewer layers: from here on the error only grows
        bestDistance = distance;
        best = shape;
    }

    // In a small model one layer is a large step, so the feed-forward width is adjusted to the
    // rest.
    const double error = embeddingParameters(best)
        + static_cast<double>(best.layers) * layerParameters(best) - parameters;
    if (std::abs(error) > 0.01 * parameters) {
        const double column = 3.0 * static_cast<double>(best.hidden * best.layers);
        best.feedForward -= std::llround(error / column);
        best.feedForward = std::max<std::int64_t>(1, best.feedForward);
    }
    return best;
}

} // namespace highwater
