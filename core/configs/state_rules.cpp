// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/family_rules.h"

#include "core/configs/model_reader.h"
#include "core/ledger/product.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <string>
#include <vector>

// Families some of whose layers keep a state of one size in place of keys and values.

namespace highwater {
namespace {

using bounded::plus, bounded::times;

/// Notes that a layer with a state is exact in the sum of all and a mean alone.
void noteLinear(const ModelReader& model)
{
    model.note({},
               {HW_TR("core",
                      "Layers with a state are counted exactly, and so is what all layers keep "
                      "together; one layer is taken as their mean")});
}

/// Mamba-2's fields, which models name in two ways.
struct Mamba2Names
{
    std::string_view heads, headDim, groups, states, kernel, convolutionBias, projectionBias;
    std::int64_t usualStates;
};

/// Sets the shape's state to Mamba-2's, and adds what its row leaves out. `normed`: there is a norm
/// before the output product.
void setMamba2(ModelReader& model, const Mamba2Names& names, std::int64_t inner, bool normed)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    LinearAttention& linear = shape.linear;
    linear.kind = LinearKind::Mamba2;
    linear.valueHeads = model.heads({names.heads}, 128);
    // "auto": the inner width shared out.
    const Json* const width = fields.find({names.headDim});
    linear.valueHeadDim = inner > 0 && (!width || width->text()) ? inner / linear.valueHeads
                                                                 : model.heads({names.headDim}, 64);
    linear.keyHeads = model.heads({names.groups}, 1);
    linear.keyHeadDim = model.heads({names.states}, names.usualStates);
    linear.kernel = fields.wholeOr({names.kernel}, 1, 1024, 4);
    const std::int64_t layers = model.layersOf('l') + model.layersOf('b');
    const std::int64_t convolved = plus(times(2, linear.keyWidth()), linear.valueWidth());
    if (normed)
        model.add(linear.valueWidth(), layers);
    if (!fields.flagOr(names.convolutionBias, true))
        model.add(-convolved, layers);
    if (fields.flagOr(names.projectionBias, false))
        model.add(plus(plus(convolved, linear.valueWidth()), linear.valueHeads + shape.hidden),
                  layers);
    noteLinear(model);
}

/// The parameters of a gate of full rank beyond those of one through a latent as wide as a head.
std::int64_t fullGateMore(const Shape& shape)
{
    const std::int64_t width = shape.linear.valueHeadDim, all = shape.linear.valueWidth();
    return times(shape.hidden, all) - times(width, plus(shape.hidden, all));
}

/// Parts that Kimi K3 has and Kimi Linear has not: gates of latent attention, experts that work on
/// a latent with a norm, and attention over the residuals of earlier blocks of layers, a norm and a
/// product to one score before each half of a layer and before the head (modeling_kimi_linear.py).
void addOfKimiK3(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    const std::int64_t h = shape.hidden;
    if (fields.flagOr("mla_use_output_gate", false))
        model.add(times(h, times(shape.heads, shape.latent.valueHeadDim)), model.layersOf('f'));
    const std::int64_t latent = model.width({"routed_expert_hidden_size"}, h);
    if (latent != h && shape.experts > 0) {
        shape.expertHidden = latent;
        if (fields.flagOr("latent_moe_use_norm", false))
            model.add(latent, shape.moeLayers());
    }
    if (fields.wholeOr({"attn_res_block_size"}, 0, mostConfigLayers, 0) == 0)
        return;
    model.add(4 * h, shape.layers);
    model.addOutside(2 * h);
    model.note("attn_res_block_size",
               {HW_TR("core",
                      "Attention over the residuals of earlier blocks is counted in parameters; "
                      "the residuals that it keeps are not")});
}

} // namespace

/// Full layers have a query twice as wide, half of it a gate; the others are gated delta nets
/// (arXiv 2412.06464).
void amendQwen3Next(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    const Shape& shape = model.shape;
    if (!fields.has({"layer_types"})) {
        const std::int64_t every
            = fields.wholeOr({"full_attention_interval"}, 1, mostConfigLayers, 4);
        model.pattern.assign(static_cast<std::size_t>(shape.layers), 'l');
        for (std::int64_t i = every - 1; i < shape.layers; i += every)
            model.pattern[static_cast<std::size_t>(i)] = 'f';
    }
    const std::int64_t keys = fields.wholeOr({"linear_num_key_heads"}, 1, mostConfigLayers, 16);
    const std::int64_t values = fields.wholeOr({"linear_num_value_heads"}, 1, mostConfigLayers, 32);
    const std::int64_t keyDim = fields.wholeOr({"linear_key_head_dim"}, 1, mostConfigLayers, 128);
    const std::int64_t valueDim
        = fields.wholeOr({"linear_value_head_dim"}, 1, mostConfigLayers, 128);
    const std::int64_t kernel = fields.wholeOr({"linear_conv_kernel_dim"}, 1, 1024, 4);
    const std::int64_t h = shape.hidden;
    model.shape.linear = {keys, values, keyDim, valueDim, kernel, LinearKind::GatedDelta};
    model.fullExtra = times(h, model.attentionWidth()); // the gate
    model.add(model.fullExtra, model.layersOf('f'));
    noteLinear(model);
}

/// Lightning attention (MiniMax-01, arXiv 2501.08313): q, k, v, a gate and the output, each as wide
/// as all heads, and a norm.
void amendMiniMax(ModelReader& model)
{
    if (!model.fields.has({"layer_types", "attn_type_list"})) {
        model.pattern.assign(static_cast<std::size_t>(model.shape.layers), 'f');
        for (std::size_t i = 1; i < model.pattern.size(); i += 2)
            model.pattern[i] = 'l';
        model.note("layer_types",
                   {HW_TR("core",
                          "is not in the file: every second layer has linear attention, as "
                          "its class has it")});
    }
    const Shape& shape = model.shape;
    model.shape.linear
        = {shape.heads, shape.heads, shape.headDim, shape.headDim, 0, LinearKind::Lightning};
    noteLinear(model);
}

/// Nemotron-H and Nemotron 3: each block is a mixer or a feed-forward network. A network belongs to
/// the layer of the mixer before it (transformers, models/nemotron_h).
void amendNemotronH(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    std::string blocks = fields.text({"hybrid_override_pattern"}).value_or("");
    if (const Json* const types = fields.find({"layers_block_type", "layer_types"}))
        for (const Json& type : types->items()) {
            const std::string word = type.text() ? *type.text() : std::string();
            blocks += word == "mamba" || word == "linear_attention" ? 'M'
                : word == "attention" || word == "full_attention"   ? '*'
                : word == "moe"                                     ? 'E'
                                                                    : '-';
        }
    std::string mixers;
    std::vector<bool> sparse;
    std::int64_t networks = 0, mixtures = 0;
    bool open = false; // the last layer has no network yet
    for (const char block : blocks) {
        const bool mixes = block == 'M' || block == '*';
        if (mixes || !open) {
            mixers += block == 'M' ? 'l' : block == '*' ? 'f' : 'n';
            sparse.push_back(false);
        }
        open = mixes;
        if (mixes)
            continue;
        ++networks;
        sparse.back() = block == 'E';
        mixtures += sparse.back() ? 1 : 0;
    }
    if (std::ssize(blocks) != shape.layers || mixers.empty()) {
        fields.log().refuse(
            fields.nameOf("hybrid_override_pattern"),
            {HW_TR("core", "must have a letter for each layer, %1"), {grouped(shape.layers)}});
        return;
    }
    const std::int64_t norms = shape.layers;
    shape.layers = std::ssize(mixers);
    model.pattern = mixers;
    model.add((norms - 2 * shape.layers) * shape.hidden);
    if (mixtures > 0) {
        const std::int64_t count = fields.wholeOr({"n_shared_experts"}, 0, 1024, 1);
        shape.sharedWidth
            = times(count, model.width({"moe_shared_expert_intermediate_size"}, shape.expertWidth));
        const std::int64_t latent = model.width({"moe_latent_size"}, shape.hidden);
        shape.expertHidden = latent == shape.hidden ? 0 : latent;
        model.setExpertLayers(sparse);
    } else {
        shape.experts = shape.expertsPerToken = shape.expertWidth = 0;
        shape.routerBias = false;
    }
    // Layers without a network count in the mean of the dense ones.
    const std::int64_t dense = shape.layers - mixtures, plain = networks - mixtures;
    if (dense > 0) {
        const std::int64_t all = times(plain, shape.feedForward);
        shape.feedForward = all / dense;
        model.add((shape.gated ? 3 : 2) * shape.hidden, all % dense);
    }
    if (!fields.has({"head_dim"}))
        shape.headDim = model.heads({"attention_head_dim"}, 128);
    const bool newNames = fields.has({"mamba_n_groups"});
    setMamba2(model,
              {"mamba_num_heads", "mamba_head_dim", newNames ? "mamba_n_groups" : "n_groups",
               "ssm_state_size", fields.has({"mamba_d_conv"}) ? "mamba_d_conv" : "conv_kernel",
               "use_conv_bias", "mamba_proj_bias", 128},
              0, true);
}

constexpr Mamba2Names mamba2OfIbm{
    "mamba_n_heads", "mamba_d_head",    "mamba_n_groups",  "mamba_d_state",
    "mamba_d_conv",  "mamba_conv_bias", "mamba_proj_bias", 256};

/// Bamba: Mamba-2 but in listed layers, and an MLP in each (transformers, models/bamba).
void amendBamba(ModelReader& model)
{
    const std::int64_t expand = model.fields.wholeOr({"mamba_expand"}, 1, 64, 2);
    if (!model.fields.has({"layer_types"})) {
        model.pattern.assign(static_cast<std::size_t>(model.shape.layers), 'l');
        for (const std::int64_t layer : model.fields.wholes("attn_layer_indices"))
            if (layer >= 0 && layer < model.shape.layers)
                model.pattern[static_cast<std::size_t>(layer)] = 'f';
    }
    setMamba2(model, mamba2OfIbm, times(expand, model.shape.hidden), true);
}

/// Granite 4: Mamba-2 or attention, and a shared network beside the experts (transformers,
/// models/granitemoehybrid).
void amendGraniteHybrid(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    const std::int64_t shared = model.width({"shared_intermediate_size"}, 1024);
    if (shape.experts == 0)
        shape.feedForward = shared;
    else
        shape.sharedWidth = shared;
    if (model.layersOf('l') == 0)
        return;
    const std::int64_t expand = fields.wholeOr({"mamba_expand"}, 1, 64, 2);
    setMamba2(model, mamba2OfIbm, times(expand, shape.hidden), true);
}

/// Falcon-H1: each layer has attention and Mamba-2 side by side (transformers, models/falcon_h1).
void amendFalconH1(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    model.pattern.assign(static_cast<std::size_t>(shape.layers), 'b');
    const std::int64_t expand = fields.wholeOr({"mamba_expand"}, 1, 64, 2);
    setMamba2(model, mamba2OfIbm, model.width({"mamba_d_ssm"}, times(expand, shape.hidden)),
              fields.flagOr("mamba_rms_norm", false));
}

/// Jamba: Mamba but in every n-th layer (transformers, models/jamba).
void amendJamba(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    const std::int64_t every = fields.wholeOr({"attn_layer_period"}, 1, mostConfigLayers, 8);
    const std::int64_t from = fields.wholeOr({"attn_layer_offset"}, 0, mostConfigLayers, 4);
    const std::int64_t step = fields.wholeOr({"expert_layer_period"}, 1, mostConfigLayers, 2);
    const std::int64_t first = fields.wholeOr({"expert_layer_offset"}, 0, mostConfigLayers, 1);
    std::vector<bool> sparse;
    model.pattern.clear();
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        model.pattern += layer % every == from % every ? 'f' : 'l';
        sparse.push_back(layer % step == first % step);
    }
    if (!fields.has({"num_experts"})) {
        shape.experts = 16;
        shape.expertsPerToken = fields.wholeOr({"num_experts_per_tok"}, 1, 16, 2);
        shape.expertWidth = shape.feedForward;
    }
    if (shape.experts > 1)
        model.setExpertLayers(sparse);
    else
        shape.experts = shape.expertsPerToken = shape.expertWidth = 0;
    const std::int64_t inner = times(fields.wholeOr({"mamba_expand"}, 1, 64, 2), shape.hidden);
    const std::int64_t states = model.heads({"mamba_d_state"}, 16);
    shape.linear
        = {0, 1, states, inner, fields.wholeOr({"mamba_d_conv"}, 1, 1024, 4), LinearKind::Mamba};
    const std::int64_t usual = (shape.hidden + 15) / 16;
    const Json* const said = fields.find({"mamba_dt_rank"});
    const std::int64_t rank = said && !said->text() ? model.width({"mamba_dt_rank"}, usual) : usual;
    const std::int64_t layers = model.layersOf('l');
    model.add(times(rank - usual, 2 * inner), layers);
    model.add(rank + 2 * states, layers); // norms of steps, B and C
    if (!fields.flagOr("mamba_conv_bias", true))
        model.add(-inner, layers);
    if (fields.flagOr("mamba_proj_bias", false))
        model.add(2 * inner + shape.hidden, layers);
    noteLinear(model);
}

/// LFM2: short convolutions or attention (transformers, models/lfm2, lfm2_moe).
void amendLfm2(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    if (!fields.has({"layer_types"}) && fields.has({"full_attn_idxs"})) {
        model.pattern.assign(static_cast<std::size_t>(shape.layers), 'l');
        for (const std::int64_t layer : fields.wholes("full_attn_idxs"))
            if (layer >= 0 && layer < shape.layers)
                model.pattern[static_cast<std::size_t>(layer)] = 'f';
    }
    if (shape.experts == 0 && fields.flagOr("block_auto_adjust_ff_dim", true)) {
        const std::int64_t unit = model.width({"block_multiple_of"}, 256);
        const Json* const factor = fields.find({"block_ffn_dim_multiplier"});
        const double scale = factor ? factor->number().value_or(1) : 1;
        const std::int64_t gated = 2 * shape.feedForward / 3;
        const auto width = static_cast<std::int64_t>(std::clamp(scale, 0.001, 1000.0)
                                                     * static_cast<double>(gated));
        shape.feedForward = std::min(times(shareOf(width, unit), unit), widestConfig);
    }
    const std::int64_t kernel = fields.wholeOr({"conv_L_cache"}, 1, 1024, 3);
    shape.linear = {0, 1, 0, shape.hidden, kernel, LinearKind::Convolution};
    if (fields.flagOr("conv_bias", false))
        model.add(5 * shape.hidden, model.layersOf('l'));
    noteLinear(model);
}

/// Latent attention whose queries are compressed only where the file says so.
void amendLatentByFile(ModelReader& model)
{
    amendLatent(model);
    if (!model.fields.object().contains("q_lora_rank"))
        model.shape.latent.queryRank = 0;
}

/// Kimi Linear: delta attention with a gate for each channel, latent attention in the others
/// (transformers, models/kimi_linear).
void amendKimiLinear(ModelReader& model)
{
    amendLatentByFile(model);
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    std::int64_t count = model.heads({"linear_num_heads"}, 32);
    std::int64_t width = model.heads({"linear_head_dim"}, 128);
    std::int64_t kernel = fields.wholeOr({"linear_conv_kernel_dim"}, 1, 1024, 4);
    bool fullRank = false;
    if (const auto linear = fields.part("linear_attn_config")) {
        model.pattern.assign(static_cast<std::size_t>(shape.layers), 'l');
        for (const std::int64_t layer : linear->wholes("full_attn_layers")) // counted from 1
            if (layer >= 1 && layer <= shape.layers)
                model.pattern[static_cast<std::size_t>(layer - 1)] = 'f';
        count = linear->wholeOr({"num_heads"}, 1, mostConfigLayers, count);
        width = linear->wholeOr({"head_dim"}, 1, mostConfigLayers, width);
        kernel = linear->wholeOr({"short_conv_kernel_size"}, 1, 1024, kernel);
        fullRank = linear->flagOr("use_full_rank_gate", false);
        linear->find({"kda_layers"});
    }
    shape.linear = {count, count, width, width, kernel, LinearKind::ChannelDelta};
    if (fullRank) // the output gate is one product
        model.add(fullGateMore(shape), model.layersOf('l'));
    addOfKimiK3(model);
    noteLinear(model);
}

/// Ling's hybrid: Kimi's delta attention with both gates of full rank, latent attention with a gate
/// for each head (transformers, models/bailing_hybrid).
void amendBailingHybrid(ModelReader& model)
{
    amendLatentByFile(model);
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    if (!fields.has({"layer_types"})) {
        const std::int64_t every = fields.wholeOr({"layer_group_size"}, 1, mostConfigLayers, 6);
        model.pattern.assign(static_cast<std::size_t>(shape.layers), 'l');
        for (std::int64_t i = every - 1; i < shape.layers; i += every)
            model.pattern[static_cast<std::size_t>(i)] = 'f';
    }
    fields.find({"layer_group_size", "short_conv_kernel_size"});
    const std::int64_t count = model.heads({"linear_num_heads"}, shape.heads);
    const std::int64_t width = model.heads({"linear_head_dim"}, 128);
    const std::int64_t kernel
        = fields.wholeOr({"linear_conv_kernel_dim", "short_conv_kernel_size"}, 1, 1024, 4);
    shape.linear = {count, count, width, width, kernel, LinearKind::ChannelDelta};
    model.add(2 * fullGateMore(shape), model.layersOf('l'));
    model.add(times(shape.hidden, shape.heads), model.layersOf('f'));
    noteLinear(model);
}

/// OLMo Hybrid: gated delta nets as Qwen3-Next's, and plain attention (transformers,
/// models/olmo_hybrid).
void amendOlmoHybrid(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    const std::int64_t keys = model.heads({"linear_num_key_heads"}, model.shape.heads);
    const std::int64_t values = model.heads({"linear_num_value_heads"}, model.shape.heads);
    const std::int64_t keyDim = model.heads({"linear_key_head_dim"}, 3 * model.shape.headDim / 4);
    const std::int64_t valueDim = model.heads({"linear_value_head_dim"}, 2 * keyDim);
    const std::int64_t kernel = fields.wholeOr({"linear_conv_kernel_dim"}, 1, 1024, 4);
    model.shape.linear = {keys, values, keyDim, valueDim, kernel, LinearKind::GatedDelta};
    noteLinear(model);
}

} // namespace highwater
