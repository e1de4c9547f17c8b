// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/image_towers.h"

#include "core/ledger/framework.h"
#include "core/plan/bytes.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

using bounded::plus, bounded::times;

constexpr std::int64_t wideFloat = 4; ///< bytes of a value of 32 bits
constexpr std::int64_t colours = 3;
constexpr std::int64_t freeSide = 1024; ///< pixels; of images of which nothing is said

enum class Gates { Plain, Quick, Gated }; ///< GELU, x · sigmoid(1.702 x), gate and up

/// The operators of a tower's layer, as transformers has them.
struct TowerRow
{
    bool rms; ///< RMSNorm in 32 bits, one operator after the other; else LayerNorm
    Gates gates;
    bool joinedQkv; ///< values are a view of one product for all three
    bool rotates; ///< queries and keys are new tensors
    bool joinsImages; ///< outputs of several images are copied into one
    std::int64_t frames; ///< that a patch has
    bool asksGradients; ///< its model names the embedding of patches (get_input_embeddings)
};

// transformers 5.24, models/qwen2_vl, qwen2_5_vl, qwen3_vl, siglip, clip, pixtral, llama4, mllama,
// kimi_k25, gemma4: modeling_….py
constexpr EnumTable<TowerKind, TowerRow> towerRows({
    TowerRow{false, Gates::Quick, true, true, true, 2, true},
    TowerRow{true, Gates::Gated, true, true, true, 2, true},
    TowerRow{false, Gates::Plain, true, true, true, 2, true},
    TowerRow{false, Gates::Plain, false, false, false, 1, true},
    TowerRow{false, Gates::Quick, false, false, false, 1, true},
    TowerRow{true, Gates::Gated, false, true, false, 1, true},
    TowerRow{false, Gates::Plain, false, true, false, 1, true},
    TowerRow{false, Gates::Plain, false, false, false, 1, true},
    TowerRow{false, Gates::Plain, false, true, true, 1, false},
    TowerRow{true, Gates::Gated, false, true, false, 1, false},
});

std::int64_t unitsUp(double pixels, std::int64_t unit)
{
    return std::max<std::int64_t>(1, std::llround(std::ceil(pixels / static_cast<double>(unit))));
}
/// As Python's round(): 22.5 is 22.
std::int64_t unitsNear(double pixels, std::int64_t unit)
{
    return std::max<std::int64_t>(1, std::llrint(pixels / static_cast<double>(unit)));
}
std::int64_t unitsDown(double pixels, std::int64_t unit)
{
    return std::max<std::int64_t>(1, std::llround(std::floor(pixels / static_cast<double>(unit))));
}

/// One image.
struct OneImage
{
    std::int64_t patches, tokens, attended;
};

/// Tiles of a fixed side, each with a class token (models/llama4/image_processing_llama4.py: up to
/// 16 of one image, and the whole image as one more).
OneImage tiled(const ImageTower& tower, double width, double height)
{
    constexpr std::int64_t most = 16;
    const std::int64_t pixels = std::max<std::int64_t>(1, tower.imageSize);
    std::int64_t columns = unitsUp(width, pixels), rows = unitsUp(height, pixels);
    if (columns * rows > most) {
        const double shrink
            = std::sqrt(static_cast<double>(most) / (width * height)) * static_cast<double>(pixels);
        columns = std::min(most, unitsDown(width * shrink, pixels));
        rows = std::min(most / columns, unitsDown(height * shrink, pixels));
    }
    const std::int64_t tiles = columns * rows + (columns * rows > 1 ? 1 : 0);
    const std::int64_t side = tower.imageSize / tower.patch, places = times(side, side);
    return {times(tiles, places + 1), times(tiles, places / (tower.merge * tower.merge)),
            places + 1};
}

OneImage oneImage(const ImageTower& tower, double width, double height)
{
    const std::int64_t unit = tower.patch * tower.merge, square = tower.merge * tower.merge;
    const auto whole = [&](std::int64_t columns, std::int64_t rows, std::int64_t more = 0) {
        const std::int64_t tokens = times(columns, rows), patches = times(tokens, square);
        return OneImage{patches, plus(tokens, more), patches};
    };
    const std::int64_t side = tower.imageSize / tower.patch;
    switch (*tower.kind) {
    case TowerKind::Qwen2Vl:
    case TowerKind::Qwen25Vl:
    case TowerKind::Qwen3Vl: // models/qwen2_vl/image_processing_qwen2_vl.py: smart_resize
        return whole(unitsNear(width, unit), unitsNear(height, unit));
    case TowerKind::MoonVit: { // models/kimi_k25/image_processing_kimi_k25.py
        constexpr double mostPatches = 16384;
        const auto patch = static_cast<double>(tower.patch);
        const double shrink
            = std::min(1.0, std::sqrt(mostPatches * patch * patch / (width * height)));
        return whole(unitsUp(width * shrink, unit), unitsUp(height * shrink, unit));
    }
    case TowerKind::Gemma4: { // models/gemma4/image_processing_gemma4.py: 280 tokens at most
        constexpr double mostTokens = 280;
        const double grow
            = static_cast<double>(unit) * std::sqrt(mostTokens / std::max(1.0, width * height));
        return whole(unitsDown(width * grow, unit), unitsDown(height * grow, unit));
    }
    case TowerKind::Pixtral: { // models/pixtral: longest side; a token ends each row
        const double longest = std::max(width, height);
        const double shrink = tower.imageSize > 0
            ? std::min(1.0, static_cast<double>(tower.imageSize) / longest)
            : 1;
        const std::int64_t rows = unitsUp(height * shrink, unit);
        return whole(unitsUp(width * shrink, unit), rows, rows);
    }
    case TowerKind::Siglip: // one size for all
        return {times(side, side), times(side / tower.merge, side / tower.merge),
                times(side, side)};
    case TowerKind::Clip:
        return {plus(times(side, side), 1), times(side, side), plus(times(side, side), 1)};
    case TowerKind::Llama4:
        return tiled(tower, width, height);
    case TowerKind::Mllama: { // four tiles, padded to 8; the text attends to them from beside
        constexpr std::int64_t tiles = 4, rounded = 8;
        const std::int64_t all
            = times(tiles, times(shareOf(plus(times(side, side), 1), rounded), rounded));
        return {all, 0, all};
    }
    }
    return {0, 0, 0};
}

/// Bytes of a norm's tensors: input, output, and what it computes with.
std::int64_t normLayerBytes(const TowerRow& row, std::int64_t u, const TowerTraining& training)
{
    const std::int64_t value = training.valueBytes;
    if (row.rms) // a 32-bit copy, a number; the normalised values and their product
        return wideFloat * u + wideFloat + (training.trained ? 2 * value * u : 0);
    return value * u + 2 * value + (training.trained ? value * u : 0);
}

std::int64_t scoreBytes(const ImageTower& tower, const ImageCounts& images,
                        const TowerTraining& training)
{
    if (!training.scores)
        return wideFloat * tower.heads; // log-sum-exp
    const std::int64_t each
        = wideFloat + (training.valueBytes < wideFloat ? training.valueBytes : 0);
    return times(times(each, tower.heads), images.attended);
}

/// Gemma 4 has four norms, and norms of each query, key and value, all in 32 bits.
std::int64_t gemma4Layer(const ImageTower& tower, const TowerTraining& training)
{
    const std::int64_t u = tower.width, value = training.valueBytes, heads = tower.heads;
    const std::int64_t scaled = training.trained ? wideFloat * u : 0; // for the weight's gradient
    const std::int64_t inward = training.trained ? value * u : 0; // input of a product
    const std::int64_t norms = 4 * (wideFloat * u + scaled + 2 * wideFloat) + 2 * inward;
    const std::int64_t headNorms = 3 * (wideFloat * u + 2 * wideFloat * heads) + 2 * scaled;
    return norms + headNorms + 4 * value * u; // queries, keys, values, output
}

std::int64_t layerBytes(const ImageTower& tower, const TowerRow& row, const ImageCounts& images,
                        const TowerTraining& training)
{
    const std::int64_t u = tower.width, f = tower.feedForward, value = training.valueBytes;
    const std::int64_t ofProducts = training.trained ? 1 : 0;
    const std::int64_t wide = row.gates == Gates::Plain ? 1 + ofProducts
        : row.gates == Gates::Quick                     ? 2 + ofProducts
                                                        : 3 + ofProducts;
    const std::int64_t mlp = plus(times(wide * value, f), scoreBytes(tower, images, training));
    if (tower.kind == TowerKind::Gemma4)
        return plus(gemma4Layer(tower, training), mlp);
    const std::int64_t values = row.joinedQkv ? 3 : 1; // a view of queries and keys before rotary
    const std::int64_t attention = 2 + values + 1 + (row.joinsImages ? ofProducts : 0);
    return plus(plus(2 * normLayerBytes(row, u, training), attention * value * u), mlp);
}

std::int64_t endBytes(const ImageTower& tower, const TowerRow& row, std::int64_t text,
                      const ImageCounts& images, const TowerTraining& training)
{
    const std::int64_t u = tower.width, value = training.valueBytes;
    const std::int64_t square = tower.merge * tower.merge, headDim = u / tower.heads;
    const std::int64_t in = training.trained ? value : 0; // of a product's input
    const std::int64_t norm = normLayerBytes(row, u, training);
    const std::int64_t alone
        = norm - (training.trained ? value * u : 0); // another keeps the output
    const std::int64_t tables = 2 * headDim * (row.joinsImages ? wideFloat : value);
    // In 32 bits the pixels are those that the script holds.
    const std::int64_t pixels = value < wideFloat ? times(in, patchValues(tower)) : std::int64_t{0};
    const auto merged = [&](std::int64_t bytes) { return shareOf(bytes, square); };
    switch (*tower.kind) {
    case TowerKind::Qwen2Vl:
        return pixels + tables + norm + (value + in) * u;
    case TowerKind::Qwen25Vl: // with the order of windows
        return pixels + tables + norm + (value + in) * u + 4;
    case TowerKind::Qwen3Vl: // with four neighbours for each position
        return pixels + tables + norm + (value + in) * u + 48
            + tower.deepstack * (merged(2 * value) + (value + 2 * in) * u);
    case TowerKind::MoonVit: // 16 neighbours, and their sum in 32 bits
        return pixels + tables + alone + 12 + norm + (value + in) * u
            + (training.trained ? wideFloat * u + 152 + 16 * value : 0);
    case TowerKind::Siglip:
        return pixels + alone + in * u + merged((2 * wideFloat + in) * u + 2 * wideFloat);
    case TowerKind::Clip:
        return pixels + alone + in * u + (value + in) * text;
    case TowerKind::Pixtral: // with the mask of all pairs
        return pixels + tables + 2 * alone + in * u + merged(in * u) + merged((value + in) * text)
            + times(value, images.patches);
    case TowerKind::Llama4: {
        constexpr std::int64_t projected = 4096; // projector_input_dim, projector_output_dim
        return pixels + 2 * alone + in * u + merged(2 * (value + in) * projected);
    }
    case TowerKind::Mllama: // six widths lead to the text; the mask of all pairs
        return pixels + 2 * alone + 6 * in * u + times(value, images.attended);
    case TowerKind::Gemma4: // the mean of patches is a product with their places
        return pixels + tables + 18 + merged(times(wideFloat, images.attended))
            + merged((wideFloat + in) * u);
    }
    return 0;
}

} // namespace

ImageCounts imagesOf(const ImageTower& tower, const Workload& workload)
{
    if (!tower.kind || workload.images == 0)
        return {};
    const bool fixedSide = tower.imageSize > 0 && tower.kind != TowerKind::Pixtral;
    const std::int64_t side = fixedSide ? tower.imageSize : freeSide;
    const auto width = static_cast<double>(workload.imageWidth.value_or(side));
    const auto height = static_cast<double>(workload.imageHeight.value_or(side));
    OneImage one = oneImage(tower, width, height);
    if (workload.imageTokens && tower.kind != TowerKind::Mllama) {
        // Patches for so many tokens: as many for each as in an image of this size.
        const double share = static_cast<double>(one.patches)
            / static_cast<double>(std::max<std::int64_t>(1, one.tokens));
        const bool tiles = tower.kind == TowerKind::Llama4;
        one.tokens = *workload.imageTokens;
        one.patches = std::llround(share * static_cast<double>(one.tokens));
        one.attended = tiles ? one.attended : one.patches;
    }
    return {times(workload.images, one.patches), times(workload.images, one.tokens), one.attended};
}

std::int64_t patchValues(const ImageTower& tower)
{
    return tower.kind ? colours * towerRows[*tower.kind].frames * tower.patch * tower.patch : 0;
}

std::int64_t keptTowerLayers(const ImageTower& tower)
{
    return tower.kind == TowerKind::Clip ? std::max<std::int64_t>(0, tower.layers - 1)
                                         : tower.layers;
}

TowerBytes towerBytes(const ImageTower& tower, std::int64_t text, const ImageCounts& images,
                      const TowerTraining& training)
{
    if (!tower.kind)
        return {};
    const TowerRow& row = towerRows[*tower.kind];
    const std::int64_t u = tower.width, f = tower.feedForward, value = training.valueBytes;
    TowerBytes bytes;
    bytes.layer = layerBytes(tower, row, images, training);
    bytes.ends = endBytes(tower, row, text, images, training);
    bytes.input = value * u;
    bytes.gradients = value * (u + 2 * f);
    // The stream, its norm and the MLP; or the stream, queries, keys and values, and the 32-bit
    // copies in which queries and keys are rotated.
    const std::int64_t network = value * (2 * u + (row.gates == Gates::Plain ? 2 : 3) * f);
    const std::int64_t attention = value * 5 * u + (row.joinsImages ? 5 * wideFloat * u : 0);
    bytes.pass = std::max(network, attention);
    return bytes;
}

bool readsImages(const Resolved& plan)
{
    return plan.shape.tower.kind && plan.workload.images > 0 && !plan.serves() && !plan.isFrozen();
}

bool towerGoesBackward(const Resolved& plan)
{
    if (!readsImages(plan))
        return false;
    return plan.trainsVision()
        || (!plan.trainsAll() && plan.choices.recompute == Recompute::Full
            && plan.profile->modelsOfTransformers && plan.choices.transformers >= Version{5, 0}
            && towerRows[*plan.shape.tower.kind].asksGradients);
}

namespace {

/// A layer's matrices, and those of the way to the text.
struct TowerMatrices
{
    std::int64_t layer = 0, last = 0;
};

TowerMatrices matricesOf(const ImageTower& tower, std::int64_t text)
{
    const std::int64_t u = tower.width, h = text;
    const bool gated = towerRows[*tower.kind].gates == Gates::Gated;
    const std::int64_t joined = times(tower.merge * tower.merge, u);
    const bool merges = tower.kind == TowerKind::Qwen2Vl || tower.kind == TowerKind::Qwen25Vl
        || tower.kind == TowerKind::Qwen3Vl || tower.kind == TowerKind::MoonVit;
    const bool single = tower.kind == TowerKind::Siglip || tower.kind == TowerKind::Gemma4;
    TowerMatrices matrices;
    matrices.layer = plus(times(4 * u, u), times(gated ? 3 * u : 2 * u, tower.feedForward));
    matrices.last = merges
        ? times(1 + tower.deepstack, plus(times(joined, joined), times(joined, h)))
        : plus(times(u, h), single ? 0 : times(h, h));
    return matrices;
}

} // namespace

std::int64_t towerMatrices(const ImageTower& tower, std::int64_t text)
{
    if (!tower.kind)
        return 0;
    const TowerMatrices matrices = matricesOf(tower, text);
    return plus(times(tower.layers, matrices.layer), matrices.last);
}

TowerOperations towerOperations(const ImageTower& tower, std::int64_t text,
                                const ImageCounts& images)
{
    if (!tower.kind)
        return {};
    const auto of = [](std::int64_t value) { return static_cast<double>(value); };
    const TowerMatrices matrices = matricesOf(tower, text);
    const double u = of(tower.width), patches = of(images.patches);
    // The way to the text sees as many tokens as patches are joined to.
    const double last = of(matrices.last) / of(tower.merge * tower.merge);
    // Of Qwen2.5-VL's layers, seven of eight attend to windows of 8 x 8 patches alone.
    constexpr double windowPatches = 64, fullShare = 0.125;
    const double seen = tower.kind == TowerKind::Qwen25Vl ? fullShare * of(images.attended)
            + (1 - fullShare) * std::min(windowPatches, of(images.attended))
                                                          : of(images.attended);
    return {2 * patches
                * (of(tower.layers) * of(matrices.layer) + of(patchValues(tower)) * u + last),
            4 * patches * seen * u * of(tower.layers)};
}

} // namespace highwater
