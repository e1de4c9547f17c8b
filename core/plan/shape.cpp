// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/shape.h"

#include "core/plan/bytes.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
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
    if (shape.pattern.find_first_of("lb") != std::string::npos)
        shape.linear = {model.linearKeyHeads.value_or(0),   model.linearValueHeads.value_or(0),
                        model.linearKeyHeadDim.value_or(0), model.linearValueHeadDim.value_or(0),
                        model.linearConvKernel.value_or(0), model.linearKind};
    if (shape.pattern.find('s') == std::string::npos)
        return;
    const WindowHeads heads{model.windowHeads.value_or(shape.heads),
                            model.windowKvHeads.value_or(shape.kvHeads),
                            model.windowHeadDim.value_or(shape.headDim)};
    if (heads != WindowHeads{shape.heads, shape.kvHeads, shape.headDim})
        shape.windowHeads = heads;
}

/// The numbers that a tower's model does not say are those of its kind's first published model.
ImageTower towerOf(const CustomModel& model)
{
    if (!model.visionKind)
        return {};
    struct Usual
    {
        std::int64_t width, feedForward, layers, heads, patch, merge, imageSize, deepstack;
    };
    // transformers, models/…/configuration_….py of each kind, and the first model's config.json
    constexpr EnumTable<TowerKind, Usual> usual({
        Usual{1280, 5120, 32, 16, 14, 2, 0, 0},
        Usual{1280, 3420, 32, 16, 14, 2, 0, 0},
        Usual{1152, 4304, 27, 16, 16, 2, 0, 3},
        Usual{1152, 4304, 27, 16, 14, 4, 896, 0},
        Usual{1024, 4096, 24, 16, 14, 1, 336, 0},
        Usual{1024, 4096, 24, 16, 14, 2, 1540, 0},
        Usual{1408, 5632, 34, 16, 14, 2, 336, 0},
        Usual{1280, 5120, 40, 16, 14, 1, 560, 0},
        Usual{1152, 4304, 27, 16, 14, 2, 0, 0},
        Usual{1152, 4304, 27, 16, 16, 3, 0, 0},
    });
    const Usual& of = usual[*model.visionKind];
    return {model.visionKind,
            model.visionHiddenSize.value_or(of.width),
            model.visionIntermediateSize.value_or(of.feedForward),
            model.visionNumLayers.value_or(of.layers),
            model.visionNumHeads.value_or(of.heads),
            model.visionPatchSize.value_or(of.patch),
            model.visionMergeSize.value_or(of.merge),
            model.visionImageSize.value_or(of.imageSize),
            model.visionDeepstack.value_or(of.deepstack)};
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
    const std::int64_t valueDim = model.valueHeadDim.value_or(shape.headDim);
    shape.valueHeadDim = valueDim == shape.headDim ? 0 : valueDim;
    const std::int64_t width = model.embeddingWidth.value_or(shape.hidden);
    shape.embeddingWidth = width == shape.hidden ? 0 : width;
    shape.extraFinal = model.extraFinal.value_or(0);
    shape.extraAttention = model.attnExtra.value_or(0);
    shape.visionParameters = model.visionParams.value_or(0);
    shape.tower = towerOf(model);
    shape.indexWidth = model.indexHeadDim.value_or(0);
    shape.cachedValues = model.cachedValues.value_or(0);
    shape.kvSharedLayers = std::min(model.kvSharedLayers.value_or(0), shape.layers - 1);
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
    const std::int64_t latent = model.moeLatentSize.value_or(shape.hidden);
    shape.expertHidden = shape.experts == 0 || latent == shape.hidden ? 0 : latent;
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
    if (shape.feedForward == 0 && shape.experts == 0)
        problems.push_back({"model.custom.intermediate_size",
                            "0",
                            {HW_TR("core", "must be 1 at least where no layer has experts")}});
    if (shape.hasWindowHeads() && shape.windowHeads.heads % shape.windowHeads.kvHeads != 0)
        problems.push_back({"model.custom.window_kv_heads",
                            std::to_string(shape.windowHeads.kvHeads),
                            {HW_TR("core", "must divide the number of heads, %1"),
                             {grouped(shape.windowHeads.heads)}}});
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
    constexpr const char* letters = "fsclbn"; // full, window, chunks, linear, both, none
    const std::string pattern = model.layerPattern.value_or("f");
    if (!pattern.empty() && pattern.find_first_not_of(letters) == std::string::npos)
        return {};
    return {{"model.custom.layer_pattern",
             "\"" + pattern + "\"",
             {HW_TR("core",
                    "must be letters: f (full), s (sliding), c (chunked), l (linear), b (full and "
                    "linear), n (none)")}}};
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
    const bool slides = kind == Attending::Window || kind == Attending::Chunk;
    return slides && window == 0 ? Attending::Full : kind;
}

std::int64_t Shape::layersThat(Attending kind, std::int64_t from, std::int64_t to) const
{
    if (pattern.empty())
        return kind == Attending::Full ? to - from : 0;
    const bool joins = kind == Attending::Full || kind == Attending::Linear;
    const auto countIn = [&](std::int64_t first, std::int64_t end) {
        std::int64_t count = 0;
        for (std::int64_t layer = first; layer < end; ++layer) {
            const Attending own = attending(layer);
            count += own == kind || (joins && own == Attending::Both) ? 1 : 0;
        }
        return count;
    };
    // A plan may have many more layers than its pattern has letters.
    const auto period = static_cast<std::int64_t>(pattern.size());
    const std::int64_t repeats = std::max<std::int64_t>(0, to - from) / period;
    const std::int64_t count
        = (repeats > 0 ? repeats * countIn(0, period) : 0) + countIn(from + repeats * period, to);
    return count;
}

bool Shape::mixesAttention() const
{
    return hasWindowHeads() || pattern.find_first_of("bn") != std::string::npos
        || (linear.kind && pattern.find('l') != std::string::npos);
}

Shape Shape::asWindow() const
{
    Shape shape = *this;
    shape.heads = windowHeads.heads;
    shape.kvHeads = windowHeads.kvHeads;
    shape.headDim = windowHeads.headDim;
    shape.windowHeads = {};
    return shape;
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
    return isLatent() ? heads * latent.valueHeadDim
                      : kvHeads * (valueHeadDim > 0 ? valueHeadDim : headDim);
}

std::int64_t Shape::attentionOutWidth() const
{
    if (isLatent())
        return heads * latent.valueHeadDim;
    return heads * (valueHeadDim > 0 ? valueHeadDim : headDim);
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

void addPredictionLayers(Shape& shape, std::int64_t layers)
{
    using bounded::plus, bounded::times;
    const std::int64_t h = shape.hidden;
    shape.layers = plus(shape.layers, layers);
    shape.extraFinal
        = plus(shape.extraFinal, times(plus(times(2 * h, h), 3 * shape.normVectors * h), layers));
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
    if (shape.indexWidth > 0)
        model.indexHeadDim = shape.indexWidth;
    if (shape.cachedValues > 0)
        model.cachedValues = shape.cachedValues;
    if (shape.kvSharedLayers > 0)
        model.kvSharedLayers = shape.kvSharedLayers;
    if (const ImageTower& tower = shape.tower; tower.kind) {
        model.visionKind = tower.kind;
        model.visionHiddenSize = tower.width;
        model.visionIntermediateSize = tower.feedForward;
        model.visionNumLayers = tower.layers;
        model.visionNumHeads = tower.heads;
        model.visionPatchSize = tower.patch;
        model.visionMergeSize = tower.merge;
        model.visionImageSize = tower.imageSize;
        model.visionDeepstack = tower.deepstack;
    }
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
        model.linearKind = shape.linear.kind;
    }
    if (shape.hasWindowHeads()) {
        model.windowHeads = shape.windowHeads.heads;
        model.windowKvHeads = shape.windowHeads.kvHeads;
        model.windowHeadDim = shape.windowHeads.headDim;
    }
    if (shape.valueHeadDim > 0)
        model.valueHeadDim = shape.valueHeadDim;
    if (shape.expertHidden > 0)
        model.moeLatentSize = shape.expertHidden;
    return model;
}

namespace {

/// Size, layers and width of one model of a family.
struct Sibling
{
    double parameters;
    double layers;
    double hidden;
};

/// Llama 3 (arXiv 2407.21783, table 3) and Llama 3.2 (the config.json of its 1B and 3B).
constexpr std::array<Sibling, 5> llamas{{{1'235'814'400, 16, 2048},
                                         {3'212'749'824, 28, 3072},
                                         {8'030'261'248, 32, 4096},
                                         {70'553'706'496, 80, 8192},
                                         {405'853'388'800, 126, 16384}}};

/// Layers and width at a size: powers of the size between two models of the family; beyond its ends
/// both grow with the cube root, so that the model keeps its proportions.
Sibling siblingOf(double parameters)
{
    const auto above = std::find_if(llamas.begin(), llamas.end(), [&](const Sibling& llama) {
        return llama.parameters >= parameters;
    });
    if (above == llamas.begin() || above == llamas.end()) {
        const Sibling& end = above == llamas.begin() ? llamas.front() : llamas.back();
        const double scale = std::cbrt(parameters / end.parameters);
        return {parameters, end.layers * scale, end.hidden * scale};
    }
    const Sibling& below = *(above - 1);
    const double part
        = std::log(parameters / below.parameters) / std::log(above->parameters / below.parameters);
    return {parameters, below.layers * std::pow(above->layers / below.layers, part),
            below.hidden * std::pow(above->hidden / below.hidden, part)};
}

std::int64_t nearestMultiple(double value, std::int64_t unit)
{
    return std::max<std::int64_t>(1, std::llround(value / static_cast<double>(unit))) * unit;
}

/// The step of a width: a power of two up to `most`, from 8 to 64. In larger steps memory would
/// fall by more where the width grows and the feed-forward width gives way.
std::int64_t widthStep(double most)
{
    std::int64_t step = 64;
    while (step > 8 && static_cast<double>(step) > most)
        step /= 2;
    return step;
}

/// Heads of an attention about as wide as the model, in eight groups as in Llama 3: neither their
/// number nor their width falls as a model grows, and eight tensor ranks always share them. 32
/// heads of 64 are the 1B's, 32 of 128 the 8B's; in between the heads get wider, below and above
/// there are fewer and more of them.
void addHeads(Shape& shape, double hidden)
{
    constexpr std::int64_t groups = 8;
    shape.kvHeads = groups;
    if (hidden < 512) {
        shape.heads = groups;
        shape.headDim = nearestMultiple(hidden / groups, 8);
    } else if (hidden < 2048) {
        shape.headDim = 64;
        shape.heads = nearestMultiple(hidden / 64, groups);
    } else if (hidden < 4096) {
        shape.heads = 32;
        shape.headDim = nearestMultiple(hidden / 32, 16);
    } else {
        shape.headDim = 128;
        shape.heads = nearestMultiple(hidden / 128, groups);
    }
}

} // namespace

Shape llamaShapeOf(double wanted)
{
    // "8b" is the 8B, which has 8,030,261,248 parameters. The made shape is within 0.1 % of the
    // published size, and so within 1 % of the wanted one.
    const auto named = std::find_if(llamas.begin(), llamas.end(), [&](const Sibling& llama) {
        return std::abs(wanted - llama.parameters) <= 0.009 * wanted;
    });
    const double parameters = named != llamas.end() ? named->parameters : wanted;

    // A plan's memory should grow with the size of its model. Layers and width therefore follow
    // the family's in small steps, and the feed-forward width takes what is left of the size.
    const Sibling sibling = siblingOf(parameters);
    Shape shape;
    // Llama 3's vocabulary would be most of a small model, which has Llama 2's, or one of bytes.
    shape.vocabulary = parameters >= 1e9 ? 128256 : parameters >= 5e7 ? 32000 : 256;
    shape.tied = parameters < 4e9;
    // Two at least: from one layer to two, each would become half as large.
    shape.layers = std::max<std::int64_t>(2, std::llround(sibling.layers));
    shape.hidden = nearestMultiple(sibling.hidden, widthStep(sibling.hidden / 32));
    addHeads(shape, sibling.hidden);

    // No biases, norms included (arXiv 2302.13971). A step of the feed-forward width changes the
    // size by 0.2 % at most, or is of eight columns, one for each of eight tensor ranks.
    const auto h = static_cast<double>(shape.hidden);
    const auto attention = static_cast<double>(2 * (shape.heads + shape.kvHeads) * shape.headDim);
    const double embedding = static_cast<double>(shape.vocabulary) * h * (shape.tied ? 1 : 2) + h;
    const double layer = (parameters - embedding) / static_cast<double>(shape.layers);
    const double feedForward = (layer - attention * h - 2 * h) / (3 * h);
    const double column = 3 * h * static_cast<double>(shape.layers);
    shape.feedForward = nearestMultiple(feedForward, widthStep(0.002 * parameters / column));
    return shape;
}

} // namespace highwater
