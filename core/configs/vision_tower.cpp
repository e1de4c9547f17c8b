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

/// The tower's sizes as its part of the file says them; what it leaves out is as in `absent`.
ImageTower towerOf(const ConfigFields& vision, const ImageTower& absent)
{
    ImageTower tower = absent;
    tower.width = vision.wholeOr({"hidden_size", "vt_hidden_size"}, 1, widestConfig, absent.width);
    tower.feedForward = vision.wholeOr({"intermediate_size", "vt_intermediate_size"}, 1,
                                       widestConfig, absent.feedForward);
    tower.layers = vision.wholeOr({"num_hidden_layers", "depth", "vt_num_hidden_layers"}, 1,
                                  mostConfigLayers, absent.layers);
    tower.heads = vision.wholeOr(
        {"num_attention_heads", "num_heads", "attention_heads", "vt_num_attention_heads"}, 1,
        mostConfigLayers, absent.heads);
    tower.patch = vision.wholeOr({"patch_size"}, 1, mostPixels, absent.patch);
    if (absent.imageSize > 0)
        tower.imageSize = vision.wholeOr({"image_size"}, 1, mostPixels, absent.imageSize);
    return tower;
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
std::int64_t patches(const ConfigFields& vision, const ImageTower& tower)
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

/// Qwen's towers join neighbouring patches, and so many pixels are a token.
VisionTower joining(std::int64_t parameters, const ConfigFields& vision, ImageTower tower)
{
    tower.merge = vision.wholeOr({"spatial_merge_size"}, 1, 64, 2);
    return {parameters, 0, pixelsOfToken(vision, tower.patch), tower};
}

VisionTower qwen2(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    ImageTower tower = towerOf(vision, {TowerKind::Qwen2Vl, 1280, 0, 32, 16, 14});
    tower.width = vision.wholeOr({"embed_dim"}, 1, widestConfig, 1280); // hidden_size is the text
                                                                        // model's
    tower.feedForward = tower.width * vision.wholeOr({"mlp_ratio"}, 1, 64, 4);
    const std::int64_t parameters = Sum()
                                        .add(patches(vision, tower))
                                        .add(tower.layers, block(tower.width, tower.feedForward))
                                        .add(2 * tower.width)
                                        .add(merger(mergedWidth(vision, tower.width), text))
                                        .value();
    return joining(parameters, vision, tower);
}

VisionTower qwen25(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    const ImageTower tower = towerOf(vision, {TowerKind::Qwen25Vl, 1280, 3420, 32, 16, 14});
    const std::int64_t u = tower.width, f = tower.feedForward;
    const std::int64_t out = vision.wholeOr({"out_hidden_size"}, 1, widestConfig, text);
    const std::int64_t gated
        = Sum().add(4 * u, u).add(4 * u).add(3 * u, f).add(2 * f).add(u).add(2 * u).value();
    const std::int64_t parameters = Sum()
                                        .add(patches(vision, tower))
                                        .add(tower.layers, gated)
                                        .add(u)
                                        .add(merger(mergedWidth(vision, u), out))
                                        .value();
    return joining(parameters, vision, tower);
}

VisionTower qwen3(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    ImageTower tower = towerOf(vision, {TowerKind::Qwen3Vl, 1152, 4304, 27, 16, 16});
    const std::int64_t u = tower.width;
    const std::int64_t out = vision.wholeOr({"out_hidden_size"}, 1, widestConfig, text);
    const std::int64_t merged = mergedWidth(vision, u);
    tower.deepstack = vision.has({"deepstack_visual_indexes"})
        ? std::ssize(vision.wholes("deepstack_visual_indexes"))
        : 3;
    const std::int64_t parameters
        = Sum()
              .add(patches(vision, tower))
              .add(u)
              .add(vision.wholeOr({"num_position_embeddings"}, 1, widestConfig, 2304), u)
              .add(tower.layers, block(u, tower.feedForward))
              .add(2 * u)
              .add(merger(merged, out))
              .add(tower.deepstack, bounded::plus(2 * merged, merger(merged, out)))
              .value();
    return joining(parameters, vision, tower);
}

/// Patches of one image: the side of the image over the side of a patch, squared.
std::int64_t patchCount(const ImageTower& tower)
{
    const std::int64_t side = tower.imageSize / tower.patch;
    return side * side;
}

/// Pixtral (arXiv 2410.07073): RMSNorm, a gated MLP, no biases.
std::int64_t pixtralParameters(const ImageTower& tower)
{
    const std::int64_t u = tower.width;
    const std::int64_t each = Sum().add(4 * u, u).add(3 * u, tower.feedForward).add(2 * u).value();
    return Sum().add(3 * tower.patch * tower.patch, u).add(u).add(tower.layers, each).value();
}

/// CLIP (arXiv 2103.00020) and two products to the text (LLaVA 1.5, arXiv 2310.03744); or Pixtral's
/// tower before the same products.
VisionTower llava(const ConfigFields& file, const ConfigFields& vision, std::int64_t text)
{
    if (vision.text({"model_type"}).value_or("") == "pixtral") {
        const ImageTower pixtral
            = towerOf(vision, {TowerKind::Pixtral, 1024, 4096, 24, 16, 16, 1, 1024});
        const std::int64_t parameters = Sum()
                                            .add(pixtralParameters(pixtral))
                                            .add(pixtral.width, text)
                                            .add(2 * text)
                                            .add(text, text)
                                            .value();
        return {parameters, 0, pixtral.patch * pixtral.patch, pixtral};
    }
    const ImageTower tower = towerOf(vision, {TowerKind::Clip, 1024, 4096, 24, 16, 14, 1, 336});
    const std::int64_t u = tower.width, places = patchCount(tower);
    const std::int64_t parameters = Sum()
                                        .add(u)
                                        .add(3 * tower.patch * tower.patch, u)
                                        .add(places + 1, u)
                                        .add(2 * u)
                                        .add(tower.layers, block(u, tower.feedForward))
                                        .add(2 * u)
                                        .add(u, text)
                                        .add(2 * text)
                                        .add(text, text)
                                        .value();
    const bool whole = file.text({"vision_feature_select_strategy"}).value_or("") == "full";
    return {parameters, places + (whole ? 1 : 0), 0, tower};
}

/// The same with a vector that ends each row of an image (LLaVA-NeXT), which is cut into tiles as
/// its processor says, so that nothing is said of its images.
VisionTower llavaNext(const ConfigFields& file, const ConfigFields& vision, std::int64_t text)
{
    VisionTower tower = llava(file, vision, text);
    tower.parameters = bounded::plus(tower.parameters, text);
    tower.tower = {};
    return tower;
}

/// SigLIP (arXiv 2303.15343) without its head.
VisionTower gemma3(const ConfigFields& file, const ConfigFields& vision, std::int64_t text)
{
    ImageTower tower = towerOf(vision, {TowerKind::Siglip, 1152, 4304, 27, 16, 14, 1, 896});
    const std::int64_t u = tower.width;
    const std::int64_t parameters = Sum()
                                        .add(3 * tower.patch * tower.patch, u)
                                        .add(u)
                                        .add(patchCount(tower), u)
                                        .add(tower.layers, block(u, tower.feedForward))
                                        .add(2 * u)
                                        .add(u, text)
                                        .add(u)
                                        .value();
    const std::int64_t tokens = file.wholeOr({"mm_tokens_per_image"}, 1, widestConfig, 256);
    const std::int64_t side = tower.imageSize / tower.patch;
    while ((tower.merge + 1) * (tower.merge + 1) * tokens <= side * side)
        ++tower.merge;
    return {parameters, tokens, 0, tower};
}

/// Gemma 4: four norms a layer, norms of queries and keys, tables of positions by row and column.
VisionTower gemma4(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    ImageTower tower = towerOf(vision, {TowerKind::Gemma4, 768, 3072, 16, 12, 16});
    tower.merge = vision.wholeOr({"pooling_kernel_size"}, 1, 64, 3);
    const std::int64_t u = tower.width;
    const std::int64_t head
        = vision.wholeOr({"head_dim", "global_head_dim"}, 1, widestConfig, u / tower.heads);
    const std::int64_t kvHeads
        = vision.wholeOr({"num_key_value_heads"}, 1, widestConfig, tower.heads);
    const std::int64_t each = Sum()
                                  .add(2 * u, tower.heads * head)
                                  .add(2 * u, kvHeads * head)
                                  .add(3 * u, tower.feedForward)
                                  .add(4 * u)
                                  .add(2 * head)
                                  .value();
    const std::int64_t places = vision.wholeOr({"position_embedding_size"}, 1, widestConfig, 10240);
    const std::int64_t parameters = Sum()
                                        .add(3 * tower.patch * tower.patch, u)
                                        .add(2 * places, u)
                                        .add(tower.layers, each)
                                        .add(u, text)
                                        .value();
    return {parameters, 0, tower.patch * tower.patch * tower.merge * tower.merge, tower};
}

/// Llama 3.2's tower: attention without biases, gated layers on top, tables for tiles.
VisionTower mllama(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    ImageTower tower = towerOf(vision, {TowerKind::Mllama, 1280, 5120, 32, 16, 14, 1, 448});
    const std::int64_t u = tower.width, f = tower.feedForward;
    const std::int64_t gated = vision.wholeOr({"num_global_layers"}, 0, mostConfigLayers, 8);
    const std::int64_t tiles = 9 * vision.wholeOr({"max_num_tiles"}, 1, 64, 4); // of 9 forms
    const std::int64_t places = patchCount(tower) + 1;
    const std::int64_t out = vision.wholeOr({"vision_output_dim"}, 1, widestConfig, 7680);
    const std::int64_t each = Sum().add(4 * u, u).add(2 * u, f).add(f).add(u).add(4 * u).value();
    tower.layers = bounded::plus(tower.layers, gated);
    const std::int64_t parameters = Sum()
                                        .add(3 * tower.patch * tower.patch, u)
                                        .add(tower.layers, each)
                                        .add(2 * gated)
                                        .add(places, u)
                                        .add(tiles * places, u)
                                        .add(2 * tiles, u)
                                        .add(3)
                                        .add(5 * u)
                                        .add(out, text)
                                        .add(text)
                                        .value();
    return {parameters, 0, 0, tower};
}

/// Llama 4: tiles with a class token; four patches become one token of two products without biases.
VisionTower llama4(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    ImageTower tower = towerOf(vision, {TowerKind::Llama4, 1408, 5632, 34, 16, 14, 2, 336});
    const std::int64_t u = tower.width;
    const std::int64_t in = vision.wholeOr({"projector_input_dim"}, 1, widestConfig, 4096);
    const std::int64_t out = vision.wholeOr({"projector_output_dim"}, 1, widestConfig, 4096);
    const std::int64_t parameters
        = Sum()
              .add(3 * tower.patch * tower.patch, u)
              .add(patchCount(tower) + 2, u)
              .add(4 * u)
              .add(tower.layers, block(u, tower.feedForward))
              .add(tower.feedForward, in)
              .add(out, out)
              .add(vision.wholeOr({"vision_output_dim"}, 1, widestConfig, 4096), text)
              .value();
    return {parameters, patchCount(tower) / 4, 0, tower};
}

/// Pixtral's tower behind a norm; neighbouring patches are joined (Mistral Small 3.1).
VisionTower mistral3(const ConfigFields& file, const ConfigFields& vision, std::int64_t text)
{
    ImageTower tower = towerOf(vision, {TowerKind::Pixtral, 1024, 4096, 24, 16, 14, 1, 1540});
    tower.merge = file.wholeOr({"spatial_merge_size"}, 1, 64, 2);
    const std::int64_t u = tower.width, joined = tower.merge * tower.merge;
    const bool biased = file.flagOr("multimodal_projector_bias", false);
    const std::int64_t parameters = Sum()
                                        .add(pixtralParameters(tower))
                                        .add(u)
                                        .add(joined * u, u)
                                        .add(u, text)
                                        .add(text, text)
                                        .add(biased ? 2 * text : 0)
                                        .value();
    return {parameters, 0, tower.patch * tower.patch * joined, tower};
}

/// MoonViT (Kimi-VL, arXiv 2504.07491): a table of positions that images of any size resample.
VisionTower moonVit(const ConfigFields&, const ConfigFields& vision, std::int64_t text)
{
    ImageTower tower = towerOf(vision, {TowerKind::MoonVit, 1152, 4304, 27, 16, 14, 2});
    const auto sides = vision.wholes("merge_kernel_size");
    if (!sides.empty() && sides.front() >= 1 && sides.front() <= 64)
        tower.merge = sides.front();
    const std::int64_t u = tower.width, side = tower.merge;
    const std::int64_t height
        = vision.wholeOr({"pos_emb_height", "init_pos_emb_height"}, 1, mostPixels, 64);
    const std::int64_t width
        = vision.wholeOr({"pos_emb_width", "init_pos_emb_width"}, 1, mostPixels, 64);
    const std::int64_t parameters = Sum()
                                        .add(3 * tower.patch * tower.patch, u)
                                        .add(u)
                                        .add(height * width, u)
                                        .add(tower.layers, block(u, tower.feedForward))
                                        .add(4 * u) // the last norm, and the projector's
                                        .add(merger(side * side * u, text))
                                        .value();
    return {parameters, 0, tower.patch * tower.patch * side * side, tower};
}

struct TowerReader
{
    std::string_view type; ///< of the file
    VisionTower (*count)(const ConfigFields& file, const ConfigFields& vision, std::int64_t text);
};
constexpr std::array towerReaders{
    TowerReader{"qwen2_vl", qwen2},   TowerReader{"qwen2_5_vl", qwen25},
    TowerReader{"qwen3_vl", qwen3},   TowerReader{"qwen3_vl_moe", qwen3},
    TowerReader{"qwen3_5", qwen3},    TowerReader{"qwen3_5_moe", qwen3},
    TowerReader{"llava", llava},      TowerReader{"llava_next", llavaNext},
    TowerReader{"gemma3", gemma3},    TowerReader{"mllama", mllama},
    TowerReader{"llama4", llama4},    TowerReader{"mistral3", mistral3},
    TowerReader{"kimi_k25", moonVit}, TowerReader{"kimi_vl", moonVit},
    TowerReader{"gemma4", gemma4},
};

} // namespace

std::optional<VisionTower> visionTower(std::string_view type, const ConfigFields& file,
                                       std::int64_t textHidden)
{
    const auto reader = std::ranges::find(towerReaders, type, &TowerReader::type);
    const auto vision = file.part("vision_config");
    if (reader == towerReaders.end() || !vision)
        return std::nullopt;
    return reader->count(file, *vision, textHidden);
}

} // namespace highwater
