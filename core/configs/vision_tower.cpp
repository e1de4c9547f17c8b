// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/model_config.h"

#include "core/plan/bytes.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

constexpr std::int64_t mostPixels = 65536; ///< of an image's side

/// A sum of parameters that stops at tooMany.
class Sum
{
public:
    Sum& add(std::int64_t count, std::int64_t each = 1)
    {
        m_sum = bounded::plus(m_sum, bounded::times(count, each));
        return *this;
    }
    std::int64_t value() const { return m_sum; }

private:
    std::int64_t m_sum = 0;
};

/// A vision transformer's sizes: width u, feed-forward width f, b layers, and the side of a patch.
struct Tower
{
    std::int64_t width, feedForward, layers, patch;
};

Tower towerOf(const ConfigFields& vision, const Tower& absent)
{
    return {vision.wholeOr({"hidden_size"}, 1, widestConfig, absent.width),
            vision.wholeOr({"intermediate_size"}, 1, widestConfig, absent.feedForward),
            vision.wholeOr({"num_hidden_layers", "depth"}, 1, mostConfigLayers, absent.layers),
            vision.wholeOr({"patch_size"}, 1, mostPixels, absent.patch)};
}

/// Attention, a plain MLP and two LayerNorms, with all biases.
std::int64_t block(std::int64_t u, std::int64_t f)
{
    return Sum().add(4 * u, u).add(4 * u).add(2 * u, f).add(f).add(u).add(4 * u).value();
}

/// Two products that lead from the joined widths, `merged`, to the text.
std::int64_t merger(std::int64_t merged, std::int64_t text)
{
    return Sum().add(merged, merged).add(merged).add(merged, text).add(text).value();
}

/// The product for patches of two frames with three colours.
std::int64_t patches(const ConfigFields& vision, const Tower& tower)
{
    const std::int64_t frames = vision.wholeOr({"temporal_patch_size"}, 1, 64, 2);
    const std::int64_t colours = vision.wholeOr({"in_channels", "in_chans"}, 1, 64, 3);
    return Sum().add(frames * colours * tower.patch, tower.patch * tower.width).value();
}

std::int64_t mergedWidth(const ConfigFields& vision, std::int64_t width)
{
    const std::int64_t side = vision.wholeOr({"spatial_merge_size"}, 1, 64, 2);
    return width * side * side;
}

std::int64_t pixelsOfToken(const ConfigFields& vision, std::int64_t patch)
{
    const std::int64_t side = vision.wholeOr({"spatial_merge_size"}, 1, 64, 2) * patch;
    return side * side;
}

VisionTower qwen2(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    Tower tower = towerOf(vision, {1280, 0, 32, 14});
    tower.width = vision.wholeOr({"embed_dim"}, 1, widestConfig, 1280); // hidden_size is the text
                                                                        // model's
    tower.feedForward = tower.width * vision.wholeOr({"mlp_ratio"}, 1, 64, 4);
    const std::int64_t parameters = Sum()
                                        .add(patches(vision, tower))
                                        .add(tower.layers, block(tower.width, tower.feedForward))
                                        .add(2 * tower.width)
                                        .add(merger(mergedWidth(vision, tower.width), text))
                                        .value();
    return {parameters, 0, pixelsOfToken(vision, tower.patch)};
}

VisionTower qwen25(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    const Tower tower = towerOf(vision, {1280, 3420, 32, 14});
    const auto [u, f, layers, patch] = tower;
    const std::int64_t out = vision.wholeOr({"out_hidden_size"}, 1, widestConfig, text);
    const std::int64_t gated
        = Sum().add(4 * u, u).add(4 * u).add(3 * u, f).add(2 * f).add(u).add(2 * u).value();
    const std::int64_t parameters = Sum()
                                        .add(patches(vision, tower))
                                        .add(layers, gated)
                                        .add(u)
                                        .add(merger(mergedWidth(vision, u), out))
                                        .value();
    return {parameters, 0, pixelsOfToken(vision, patch)};
}

VisionTower qwen3(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    const Tower tower = towerOf(vision, {1152, 4304, 27, 16});
    const auto [u, f, layers, patch] = tower;
    const std::int64_t out = vision.wholeOr({"out_hidden_size"}, 1, widestConfig, text);
    const std::int64_t merged = mergedWidth(vision, u);
    const std::int64_t taps = vision.has({"deepstack_visual_indexes"})
        ? std::ssize(vision.wholes("deepstack_visual_indexes"))
        : 3;
    const std::int64_t parameters
        = Sum()
              .add(patches(vision, tower))
              .add(u)
              .add(vision.wholeOr({"num_position_embeddings"}, 1, widestConfig, 2304), u)
              .add(layers, block(u, f))
              .add(2 * u)
              .add(merger(merged, out))
              .add(taps, bounded::plus(2 * merged, merger(merged, out)))
              .value();
    return {parameters, 0, pixelsOfToken(vision, patch)};
}

/// Patches of one image: the side of the image over the side of a patch, squared.
std::int64_t patchCount(const ConfigFields& vision, std::int64_t patch, std::int64_t absent)
{
    const std::int64_t side = vision.wholeOr({"image_size"}, 1, mostPixels, absent) / patch;
    return side * side;
}

/// CLIP (arXiv 2103.00020) and two products to the text (LLaVA 1.5, arXiv 2310.03744).
VisionTower llava(const ConfigFields& file, const ConfigFields& vision, std::int64_t text)
{
    const Tower tower = towerOf(vision, {1024, 4096, 24, 14});
    const auto [u, f, layers, patch] = tower;
    const std::int64_t places = patchCount(vision, patch, 336);
    const std::int64_t parameters = Sum()
                                        .add(u)
                                        .add(3 * patch * patch, u)
                                        .add(places + 1, u)
                                        .add(2 * u)
                                        .add(layers, block(u, f))
                                        .add(2 * u)
                                        .add(u, text)
                                        .add(2 * text)
                                        .add(text, text)
                                        .value();
    const bool whole = file.text({"vision_feature_select_strategy"}).value_or("") == "full";
    return {parameters, places + (whole ? 1 : 0), 0};
}

/// The same with a vector that ends each row of an image (LLaVA-NeXT).
VisionTower llavaNext(const ConfigFields& file, const ConfigFields& vision, std::int64_t text)
{
    VisionTower tower = llava(file, vision, text);
    tower.parameters = bounded::plus(tower.parameters, text);
    return tower;
}

/// SigLIP (arXiv 2303.15343) without its head.
VisionTower gemma3(const ConfigFields& file, const ConfigFields& vision, std::int64_t text)
{
    const Tower tower = towerOf(vision, {1152, 4304, 27, 14});
    const auto [u, f, layers, patch] = tower;
    const std::int64_t parameters = Sum()
                                        .add(3 * patch * patch, u)
                                        .add(u)
                                        .add(patchCount(vision, patch, 896), u)
                                        .add(layers, block(u, f))
                                        .add(2 * u)
                                        .add(u, text)
                                        .add(u)
                                        .value();
    return {parameters, file.wholeOr({"mm_tokens_per_image"}, 1, widestConfig, 256), 0};
}

/// Llama 3.2's tower: attention without biases, gated layers on top, tables for tiles.
VisionTower mllama(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    const Tower tower = towerOf(vision, {1280, 5120, 32, 14});
    const auto [u, f, layers, patch] = tower;
    const std::int64_t gated = vision.wholeOr({"num_global_layers"}, 0, mostConfigLayers, 8);
    const std::int64_t tiles = 9 * vision.wholeOr({"max_num_tiles"}, 1, 64, 4); // of 9 forms
    const std::int64_t places = patchCount(vision, patch, 448) + 1;
    const std::int64_t out = vision.wholeOr({"vision_output_dim"}, 1, widestConfig, 7680);
    const std::int64_t each = Sum().add(4 * u, u).add(2 * u, f).add(f).add(u).add(4 * u).value();
    const std::int64_t parameters = Sum()
                                        .add(3 * patch * patch, u)
                                        .add(layers + gated, each)
                                        .add(2 * gated)
                                        .add(places, u)
                                        .add(tiles * places, u)
                                        .add(2 * tiles, u)
                                        .add(3)
                                        .add(5 * u)
                                        .add(out, text)
                                        .add(text)
                                        .value();
    return {parameters, 0, 0};
}

struct TowerKind
{
    std::string_view type; ///< of the file
    VisionTower (*count)(const ConfigFields& file, const ConfigFields& vision, std::int64_t text);
};
constexpr std::array towerKinds{
    TowerKind{"qwen2_vl", qwen2}, TowerKind{"qwen2_5_vl", qwen25},
    TowerKind{"qwen3_vl", qwen3}, TowerKind{"qwen3_vl_moe", qwen3},
    TowerKind{"qwen3_5", qwen3},  TowerKind{"qwen3_5_moe", qwen3},
    TowerKind{"llava", llava},    TowerKind{"llava_next", llavaNext},
    TowerKind{"gemma3", gemma3},  TowerKind{"mllama", mllama},
};

} // namespace

std::optional<VisionTower> visionTower(std::string_view type, const ConfigFields& file,
                                       std::int64_t textHidden)
{
    const auto kind = std::ranges::find(towerKinds, type, &TowerKind::type);
    const auto vision = file.part("vision_config");
    if (kind == towerKinds.end() || !vision)
        return std::nullopt;
    return kind->count(file, *vision, textHidden);
}

} // namespace highwater
