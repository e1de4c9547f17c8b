// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace highwater {

/// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434): queries and keys pass through
/// narrow latents; only a part of each head carries the rotary position.
struct LatentAttention
{
    std::int64_t queryRank = 0; ///< 0: the queries have no latent
    std::int64_t kvRank = 0; ///< 0: no latent attention at all
    std::int64_t plainHeadDim = 0, rotaryHeadDim = 0, valueHeadDim = 0;
    bool operator==(const LatentAttention&) const = default;
};

/// The layers of a model that keep a state of one size, however many tokens came before. Mamba has
/// a state of the key width for each value; a convolution's only head has the model's width.
struct LinearAttention
{
    std::int64_t keyHeads = 0, valueHeads = 0, keyHeadDim = 0, valueHeadDim = 0;
    std::int64_t kernel = 0; ///< of the convolution before it; 0: none
    std::optional<LinearKind> kind; ///< null: extraAttention has the weights of these layers

    std::int64_t keyWidth() const { return keyHeads * keyHeadDim; }
    std::int64_t valueWidth() const { return valueHeads * valueHeadDim; }
    bool operator==(const LinearAttention&) const = default;
};

/// The heads of layers with a window, where these differ from the others'.
struct WindowHeads
{
    std::int64_t heads = 0, kvHeads = 0, headDim = 0; ///< all 0: as in the other layers
    bool operator==(const WindowHeads&) const = default;
};

/// The part of a model that reads images: a transformer over patches, and what leads to the text.
struct ImageTower
{
    std::optional<TowerKind> kind; ///< null: nothing is known but the number of parameters
    std::int64_t width = 0, feedForward = 0, layers = 0, heads = 0;
    std::int64_t patch = 0; ///< pixels of a side
    std::int64_t merge = 1; ///< patches of a side that become one token
    std::int64_t imageSize = 0; ///< side of an image, or of a tile of it; 0: images keep theirs
    std::int64_t deepstack = 0; ///< further paths to the text, from layers before the last
    bool operator==(const ImageTower&) const = default;
};

/// The earlier tokens to which a layer's queries attend: all, a window, their chunk, or a state of
/// linear attention; all and a state at once; or a layer without attention. The letters are those
/// of model.custom.layer_pattern.
enum class Attending : char {
    Full = 'f',
    Window = 's',
    Chunk = 'c',
    Linear = 'l',
    Both = 'b',
    None = 'n'
};

/// A transformer's architecture with every number known. Parameters and bytes are counted from it.
struct Shape
{
    std::int64_t hidden = 0, layers = 0, heads = 0, kvHeads = 0, headDim = 0, feedForward = 0,
                 vocabulary = 0;
    std::int64_t maxPositions = 131072, learnedPositions = 0;
    Norm norm = Norm::RmsNorm;
    Activation activation = Activation::Silu;
    QkNorm qkNorm = QkNorm::None;
    bool gated = true, tied = false;
    bool qkvBias = false, outBias = false, mlpBias = false, expertBias = false, routerBias = false;
    std::int64_t normsPerLayer = 2;
    std::int64_t normVectors = 1; ///< of weights in one norm: 0 none, 1 weight, 2 weight and bias
    bool finalNorm = true;
    std::int64_t embeddingWidth = 0; ///< 0: hidden; else two products lead to the hidden width and
                                     ///< back
    std::int64_t extraFinal = 0; ///< parameters outside the layers (BLOOM's embedding norm)
    /// Parameters of a layer's attention (gpt-oss's sinks), in the mean of all layers. Negative
    /// where layers have fewer than the other numbers say.
    std::int64_t extraAttention = 0;
    std::int64_t visionParameters = 0; ///< of an image tower and of the layers from it to the text
    ImageTower tower;
    LatentAttention latent;
    std::int64_t indexWidth = 0; ///< of the key by which an indexer chooses a token, in the mean of
                                 ///< all layers; 0: no layer has an indexer
    /// Values that a layer which attends to compressed tokens keeps of a token when generating, in
    /// the mean of these layers, beside its window; 0: layers keep keys and values.
    std::int64_t cachedValues = 0;
    /// The last layers, which attend to the keys and values of earlier ones and cache none.
    std::int64_t kvSharedLayers = 0;
    bool scalarHead = false; ///< the head gives one value a token: a reward or a value model

    std::int64_t experts = 0, expertsPerToken = 0, expertWidth = 0, sharedExperts = 0;
    std::int64_t expertHidden = 0; ///< a latent that routed experts work on; 0: hidden
    std::int64_t sharedWidth = 0; ///< 0: sharedExperts · expertWidth
    bool sharedGate = false; ///< a gate of hidden weights on the shared experts (Qwen2-MoE)
    std::int64_t predictionLayers = 0; ///< of multi-token prediction; they are not counted
    std::int64_t denseFirst = 0, moeEvery = 1, moeOffset = 0;

    std::string pattern; ///< the letters of Attending, a layer each, repeated; empty: all full
    std::int64_t window = 0; ///< tokens to which a layer with a window or chunks attends; 0: all
    LinearAttention linear;
    WindowHeads windowHeads;
    std::int64_t valueHeadDim = 0; ///< of a value head without a latent; 0: headDim

    bool operator==(const Shape&) const = default;

    bool isLatent() const { return latent.kvRank > 0; }
    bool isMoe(std::int64_t layer) const;
    std::int64_t moeLayers() const { return moeLayers(0, layers); }
    std::int64_t moeLayers(std::int64_t from, std::int64_t to) const;
    Attending attending(std::int64_t layer) const;
    /// Full and Linear count those that do both, too.
    std::int64_t layersThat(Attending attending, std::int64_t from, std::int64_t to) const;
    /// The end of the layers that have keys and values of their own.
    std::int64_t cachedEnd() const { return layers - kvSharedLayers; }
    /// Whether layers have different weights of attention, or none.
    bool mixesAttention() const;
    bool hasWindowHeads() const { return windowHeads != WindowHeads{}; }
    /// The same model with the heads of layers with a window in all layers.
    Shape asWindow() const;
    /// Whether layers attend to different tokens, or none to all.
    bool isHybrid() const { return !pattern.empty(); }

    std::int64_t queryWidth() const;
    std::int64_t keyWidth() const;
    std::int64_t valueWidth() const;
    std::int64_t attentionOutWidth() const;
    std::int64_t expertInput() const { return expertHidden > 0 ? expertHidden : hidden; }
    std::int64_t sharedTotalWidth() const;
    std::int64_t embeddingColumns() const { return embeddingWidth > 0 ? embeddingWidth : hidden; }
};

/// The architecture of a custom model, with a default for each number that it leaves out; or
/// problems of numbers that are missing or contradict one another.
Result<Shape> shapeOf(const CustomModel& model);

/// Adds layers that predict further tokens: like the last one, with a product from two hidden
/// widths to one and three norms each.
void addPredictionLayers(Shape& shape, std::int64_t layers);

/// The custom model that writes this architecture out: shapeOf(customOf(shape)) is the shape. Keys
/// of experts and of latent attention are left out where there are none.
CustomModel customOf(const Shape& shape);

/// A Llama-shaped model of this many parameters, from a million on, within half a percent. A size
/// within 0.9 % of a published Llama's stands for that one, and is met within 1 %: "8b" is the 8B.
Shape llamaShapeOf(double wanted);

} // namespace highwater
