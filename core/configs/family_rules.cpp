// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/family_rules.h"

#include "core/configs/model_reader.h"
#include "core/ledger/product.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace highwater {
namespace {

using bounded::plus, bounded::times;

void addToAttention(ModelReader& model, std::int64_t parameters)
{
    model.shape.extraAttention = plus(model.shape.extraAttention, parameters);
}

/// One norm for attention and MLP, which are computed in parallel.
void joinNorms(ModelReader& model, std::string_view flag, bool absent)
{
    if (model.fields.flagOr(flag, absent))
        model.shape.normsPerLayer = 1;
}

/// Notes that a layer with a state is exact in the sum of all and a mean alone.
void noteLinear(const ModelReader& model)
{
    model.note({},
               {HW_TR("core",
                      "Layers with a state are counted exactly, and so is what all layers keep "
                      "together; one layer is taken as their mean")});
}

std::int64_t headsOf(const ModelReader& model, FieldNames names, std::int64_t absent)
{
    return model.fields.wholeOr(names, 1, mostConfigLayers, absent);
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
    linear.valueHeads = headsOf(model, {names.heads}, 128);
    // "auto": the inner width shared out.
    const Json* const width = fields.find({names.headDim});
    linear.valueHeadDim = inner > 0 && (!width || width->text())
        ? inner / linear.valueHeads
        : headsOf(model, {names.headDim}, 64);
    linear.keyHeads = headsOf(model, {names.groups}, 1);
    linear.keyHeadDim = headsOf(model, {names.states}, names.usualStates);
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

void noteIndexer(const ModelReader& model)
{
    model.note(
        {},
        {HW_TR("core",
               "The indexer of sparse attention is counted, with its keys when generating. It "
               "runs without gradients and keeps nothing; attention is counted as full")});
}

/// Some layers use the choice of an indexer before them ("shared").
std::int64_t layersWithIndexer(const ModelReader& model)
{
    const Json* const kinds = model.fields.find({"indexer_types"});
    if (!kinds || std::ssize(kinds->items()) != model.shape.layers)
        return model.shape.layers;
    model.fields.find({"index_topk_freq", "index_topk_pattern"}); // the same in other words
    return std::ranges::count_if(kinds->items(), [](const Json& item) {
        const std::string* const kind = item.text();
        return !kind || *kind != "shared";
    });
}

} // namespace

/// QWenLMHeadModel: the file's width is the sum of the widths of both inward products.
void amendQwen(ModelReader& model)
{
    model.shape.feedForward /= 2;
    model.shape.headDim
        = model.fields.wholeOr({"kv_channels"}, 1, mostConfigLayers, model.shape.headDim);
}

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

/// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434), with the widths of the classes.
void amendLatent(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    // A query without a latent is null in the file; the class has a latent where the file has no
    // such field.
    const Json* const query = fields.object().find("q_lora_rank");
    LatentAttention& latent = model.shape.latent;
    latent.queryRank
        = query && query->isNull() ? 0 : fields.wholeOr({"q_lora_rank"}, 0, widestConfig, 1536);
    latent.kvRank = fields.wholeOr({"kv_lora_rank"}, 1, widestConfig, 512);
    latent.plainHeadDim = fields.wholeOr({"qk_nope_head_dim"}, 1, mostConfigLayers, 128);
    latent.rotaryHeadDim = fields.wholeOr({"qk_rope_head_dim"}, 1, mostConfigLayers, 64);
    latent.valueHeadDim = fields.wholeOr({"v_head_dim"}, 1, mostConfigLayers, 128);
    model.shape.headDim = latent.plainHeadDim + latent.rotaryHeadDim;
    model.shape.kvHeads = model.shape.heads;
    if (fields.flagOr("attention_bias", false)) {
        addToAttention(model, latent.queryRank + latent.kvRank + latent.rotaryHeadDim);
        model.shape.outBias = true;
    }
}

/// DeepSeek-V3.2's indexer chooses the tokens to which a layer attends.
void amendSparseAttention(ModelReader& model)
{
    amendLatent(model);
    const std::int64_t heads = model.fields.wholeOr({"index_n_heads"}, 1, mostConfigLayers, 64);
    const std::int64_t width = model.fields.wholeOr({"index_head_dim"}, 1, mostConfigLayers, 128);
    const std::int64_t h = model.shape.hidden;
    const std::int64_t each = plus(times(model.shape.latent.queryRank, heads * width),
                                   plus(times(h, width + heads), 2 * width));
    const std::int64_t indexed = layersWithIndexer(model);
    model.shape.indexWidth = shareOf(times(indexed, width), model.shape.layers);
    const std::int64_t all = times(indexed, each);
    addToAttention(model, all / model.shape.layers);
    model.addOutside(all % model.shape.layers);
    noteIndexer(model);
}

void amendPhi(ModelReader& model)
{
    if (model.fields.flagOr("qk_layernorm", false)) // with weight and bias
        addToAttention(model, 4 * model.shape.headDim);
}

void amendGpt2(ModelReader& model)
{
    model.shape.learnedPositions = model.shape.maxPositions;
}

void amendBigCode(ModelReader& model)
{
    amendGpt2(model);
    if (model.fields.flagOr("multi_query", true))
        model.shape.kvHeads = 1;
}

void amendOpt(ModelReader& model)
{
    constexpr std::int64_t before = 2; // the table begins with two rows that no token uses
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    shape.learnedPositions = shape.maxPositions + before;
    const std::int64_t width
        = fields.wholeOr({"word_embed_proj_dim"}, 1, widestConfig, shape.hidden);
    shape.embeddingWidth = width == shape.hidden ? 0 : width;
    shape.finalNorm = fields.flagOr("do_layer_norm_before", true)
        && !fields.flagOr("_remove_final_layer_norm", false);
    if (!fields.flagOr("layer_norm_elementwise_affine", true))
        shape.normVectors = 0;
}

void amendBloom(ModelReader& model)
{
    model.addOutside(times(2, model.shape.hidden)); // a norm behind the embedding
}

void amendFalcon(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    if (fields.flagOr("new_decoder_architecture", false)) {
        shape.normsPerLayer = fields.wholeOr({"num_ln_in_parallel_attn"}, 1, 2, 2);
        return;
    }
    shape.kvHeads = fields.flagOr("multi_query", true) ? 1 : shape.heads;
    joinNorms(model, "parallel_attn", true);
}

void amendMpt(ModelReader& model)
{
    const std::int64_t ratio = model.fields.wholeOr({"expansion_ratio"}, 1, 1024, 4);
    model.shape.feedForward = times(ratio, model.shape.hidden);
    if (const auto attention = model.fields.part("attn_config"))
        model.shape.kvHeads
            = attention->wholeOr({"kv_n_heads"}, 1, mostConfigLayers, model.shape.kvHeads);
}

void amendChatGlm(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    shape.headDim = fields.wholeOr({"kv_channels"}, 1, mostConfigLayers, shape.headDim);
    if (!fields.flagOr("multi_query_attention", false))
        shape.kvHeads = shape.heads;
    const bool biases = fields.flagOr("add_bias_linear", false);
    shape.qkvBias = biases || fields.flagOr("add_qkv_bias", false);
    shape.outBias = biases;
    shape.mlpBias = biases;
    if (!fields.flagOr("rmsnorm", true)) {
        shape.norm = Norm::LayerNorm;
        shape.normVectors = 2;
    }
    shape.finalNorm = fields.flagOr("post_layer_norm", true);
}

void amendGptOss(ModelReader& model)
{
    addToAttention(model, model.shape.heads); // attention sinks
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

void amendStableLm(ModelReader& model)
{
    joinNorms(model, "use_parallel_residual", false);
}

void amendDbrx(ModelReader& model)
{
    Shape& shape = model.shape;
    if (const auto attention = model.fields.part("attn_config"))
        shape.kvHeads = attention->wholeOr({"kv_n_heads"}, 1, mostConfigLayers, shape.kvHeads);
    if (const auto network = model.fields.part("ffn_config")) {
        shape.feedForward = network->wholeOr({"ffn_hidden_size"}, 1, widestConfig, 3584);
        shape.expertWidth = shape.feedForward;
        shape.experts = network->wholeOr({"moe_num_experts"}, 1, mostConfigLayers, 4);
        shape.expertsPerToken = network->wholeOr({"moe_top_k"}, 1, mostConfigLayers, 1);
    }
}

void amendHunYuan(ModelReader& model)
{
    if (model.fields.flagOr("use_mixed_mlp_moe", true))
        model.shape.sharedExperts = 1;
}

void amendLlama4(ModelReader& model)
{
    Shape& shape = model.shape;
    shape.expertWidth = shape.feedForward;
    shape.sharedExperts = 1;
    shape.feedForward = model.fields.wholeOr({"intermediate_size_mlp"}, 1, widestConfig, 16384);
}

/// Llama 3.2's vision models: some layers attend to the image, with norms of queries and keys and
/// two gates; the embedding has eight rows more than the head.
void amendMllama(ModelReader& model)
{
    constexpr std::int64_t rows = 8;
    model.addOutside(times(rows, model.shape.hidden));
    const auto layers
        = static_cast<std::int64_t>(model.fields.wholes("cross_attention_layers").size());
    model.addOutside(times(layers, 2 * model.shape.headDim + 2));
    if (layers > 0)
        model.note("cross_attention_layers",
                   {HW_TR("core",
                          "The layers that look at images are counted; their activations are "
                          "taken as those of the others")});
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
        shape.headDim = headsOf(model, {"attention_head_dim"}, 128);
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
    const std::int64_t states = headsOf(model, {"mamba_d_state"}, 16);
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

/// Kimi Linear: delta attention with a gate for each channel, latent attention in the others
/// (transformers, models/kimi_linear).
void amendKimiLinear(ModelReader& model)
{
    amendLatent(model);
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    if (!fields.object().contains("q_lora_rank"))
        shape.latent.queryRank = 0;
    std::int64_t count = 32, width = 128, kernel = 4;
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
        model.add(times(shape.hidden, count * width)
                      - times(width, plus(shape.hidden, count * width)),
                  model.layersOf('l'));
    noteLinear(model);
}

/// Gemma 4: global layers have wider heads, fewer of them for keys, whose products give the values
/// as well; a network beside the experts (transformers, models/gemma4).
void amendGemma4(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    const bool joins = fields.flagOr("attention_k_eq_v", false);
    shape.windowHeads = {shape.heads, shape.kvHeads, shape.headDim};
    shape.headDim = headsOf(model, {"global_head_dim"}, 512);
    const std::int64_t global = headsOf(model, {"num_global_key_value_heads"}, shape.kvHeads);
    if (joins)
        shape.kvHeads = global;
    if (!model.pattern.empty())
        model.pattern.back() = 'f';
    const std::int64_t shared = fields.wholeOr({"num_kv_shared_layers"}, 0, shape.layers, 0);
    const auto keys = [&](char letter) {
        return letter == 'f' ? times(shape.kvHeads, shape.headDim)
                             : times(shape.windowHeads.kvHeads, shape.windowHeads.headDim);
    };
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        const char letter = model.pattern[static_cast<std::size_t>(layer)];
        const std::int64_t width = times(shape.hidden, keys(letter));
        const bool reuses = layer >= shape.layers - shared;
        if (reuses) // no product for keys and values, and no norm of keys
            model.add(
                -plus(times(2, width), letter == 'f' ? shape.headDim : shape.windowHeads.headDim));
        else if (joins && letter == 'f')
            model.add(-width);
    }
    if (shape.windowHeads == WindowHeads{shape.heads, shape.kvHeads, shape.headDim})
        shape.windowHeads = {};
    if (fields.flagOr("use_double_wide_mlp", false) && shared > 0) {
        const std::int64_t all = times(shape.feedForward, shape.layers + shared);
        shape.feedForward = all / shape.layers;
        model.add(3 * shape.hidden, all % shape.layers);
    }
    model.add(shape.layers); // a scale of each layer
    if (fields.flagOr("enable_moe_block", false)) {
        shape.sharedWidth = shape.feedForward;
        model.add(4 * shape.hidden, shape.layers); // three norms, and the router's scale
    } else {
        shape.experts = shape.expertsPerToken = shape.expertWidth = 0;
        shape.routerBias = false;
    }
    const std::int64_t rows = model.width({"vocab_size_per_layer_input"}, 262144);
    const std::int64_t inputs
        = fields.wholeOr({"hidden_size_per_layer_input"}, 0, widestConfig, 256);
    if (inputs == 0)
        return;
    model.addOutside(plus(times(plus(rows, shape.hidden), times(inputs, shape.layers)), inputs));
    model.add(plus(times(2 * shape.hidden, inputs), shape.hidden), shape.layers);
}

/// MiMo-V2: layers with a window have other heads for keys, and sinks (transformers,
/// models/mimo_v2_flash).
void amendMimoV2(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    if (fields.has({"hybrid_layer_pattern"})) {
        model.pattern.clear();
        for (const std::int64_t slides : fields.wholes("hybrid_layer_pattern"))
            model.pattern += slides == 1 ? 's' : 'f';
        model.pattern.resize(static_cast<std::size_t>(shape.layers), 'f');
    }
    model.window = fields.wholeOr({"sliding_window", "sliding_window_size"}, 1, 1'000'000'000, 128);
    const std::int64_t values = headsOf(model, {"v_head_dim"}, shape.headDim);
    shape.valueHeadDim = values == shape.headDim ? 0 : values;
    shape.windowHeads = {headsOf(model, {"swa_num_attention_heads"}, shape.heads),
                         headsOf(model, {"swa_num_key_value_heads"}, 2 * shape.kvHeads),
                         headsOf(model, {"swa_head_dim"}, shape.headDim)};
    fields.find({"swa_v_head_dim", "sliding_window_size"});
    if (fields.flagOr("add_swa_attention_sink_bias", true))
        model.add(shape.windowHeads.heads, model.layersOf('s'));
    if (fields.flagOr("add_full_attention_sink_bias", false))
        model.add(shape.heads, model.layersOf('f'));
}

/// Step-3.5 and 3.7: a gate for each head; layers with a window may have other heads (transformers,
/// models/step3p7).
void amendStep(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    WindowHeads window{shape.heads, shape.kvHeads, shape.headDim};
    window.heads = headsOf(model, {"num_sliding_attention_heads"}, window.heads);
    if (const auto other = fields.part("attention_other_setting")) {
        window.heads = other->wholeOr({"num_attention_heads"}, 1, mostConfigLayers, window.heads);
        window.kvHeads
            = other->wholeOr({"num_attention_groups"}, 1, mostConfigLayers, window.kvHeads);
        window.headDim = other->wholeOr({"head_dim"}, 1, mostConfigLayers, window.headDim);
    }
    if (window != WindowHeads{shape.heads, shape.kvHeads, shape.headDim})
        shape.windowHeads = window;
    model.add(times(shape.hidden, shape.heads), shape.layers - model.layersOf('s'));
    model.add(times(shape.hidden, window.heads), model.layersOf('s'));
    shape.sharedWidth = model.width({"share_expert_dim", "share_expert_dims"}, 1280);
    shape.sharedExperts = 0;
    const std::string said = fields.text({"moe_layers_enum"}).value_or("");
    std::vector<bool> sparse(static_cast<std::size_t>(shape.layers), said.empty());
    for (std::size_t layer = 0; said.empty() && layer < 3 && layer < sparse.size(); ++layer)
        sparse[layer] = false;
    for (std::size_t at = 0; at < said.size();) {
        const std::size_t end = std::min(said.find(',', at), said.size());
        const auto layer = wholeIn(std::string_view(said).substr(at, end - at));
        if (layer && *layer < std::ssize(sparse))
            sparse[static_cast<std::size_t>(*layer)] = true;
        at = end + 1;
    }
    if (!fields.has({"mlp_layer_types"}) && shape.experts > 0)
        model.setExpertLayers(sparse);
}

/// MiniMax-M3: norms of each head, and an indexer in layers with sparse attention (transformers,
/// models/minimax_m3_vl). The file's feed-forward width is that of an expert.
void amendMiniMaxM3(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    shape.expertWidth = model.width({"moe_intermediate_size"}, shape.feedForward);
    shape.feedForward = model.width({"dense_intermediate_size"}, shape.feedForward);
    const std::int64_t count = fields.wholeOr({"n_shared_experts"}, 0, 1024, 1);
    shape.sharedWidth = times(count, model.width({"shared_intermediate_size"}, shape.expertWidth));
    std::int64_t indexed = 0, width = headsOf(model, {"index_head_dim"}, 128);
    std::int64_t queries = headsOf(model, {"index_n_heads"}, 4);
    if (const auto sparse = fields.part("sparse_attention_config")) {
        for (const std::int64_t has : sparse->wholes("sparse_attention_freq"))
            indexed += has != 0 ? 1 : 0;
        width = sparse->wholeOr({"sparse_index_dim"}, 1, mostConfigLayers, width);
        queries = sparse->wholeOr({"sparse_num_index_heads"}, 1, mostConfigLayers, queries);
    } else if (const Json* const types = fields.find({"layer_types"})) {
        for (const Json& type : types->items())
            indexed += type.text() && *type.text() == "minimax_m3_sparse" ? 1 : 0;
    }
    model.add(plus(times(shape.hidden, width * (queries + 1)), 2 * width), indexed);
    shape.indexWidth = shareOf(times(indexed, width), shape.layers);
    noteIndexer(model);
}

/// DeepSeek-V4: queries and the output pass latents, one head of keys is also that of values, most
/// layers see compressed tokens, and four residual streams are mixed before and behind each half of
/// a layer (transformers, models/deepseek_v4).
void amendDeepSeekV4(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    shape.kvHeads = 1;
    const std::int64_t h = shape.hidden, width = shape.headDim;
    const std::int64_t all = model.attentionWidth();
    const std::int64_t rank = model.width({"q_lora_rank"}, 1024);
    const std::int64_t groups = headsOf(model, {"o_groups"}, 8);
    const std::int64_t output = times(groups, model.width({"o_lora_rank"}, 1024));
    const std::int64_t streams = headsOf(model, {"hc_mult"}, 4);
    const std::int64_t index = headsOf(model, {"index_head_dim"}, 128);
    const std::int64_t indexHeads = headsOf(model, {"index_n_heads"}, 64);
    // Products of queries and output through latents, in place of one each; no product for values.
    std::int64_t each = plus(times(h, rank), plus(rank, times(rank, all)));
    each = plus(each, plus(times(output, all / groups), times(output, h)));
    each = plus(each, width + shape.heads); // the norm of keys, sinks
    each -= plus(times(2 * h, all), times(h, width));
    const std::int64_t mixed = times(streams, h);
    const std::int64_t mixes = streams * (2 + streams);
    each = plus(each, 2 * plus(times(mixes, mixed), mixes + 3));
    model.add(each, shape.layers);
    model.addOutside(plus(times(streams, mixed), streams + 1));
    const std::vector<std::int64_t> ratios = fields.wholes("compress_ratios");
    if (!ratios.empty())
        model.pattern.assign(static_cast<std::size_t>(shape.layers), 's');
    for (std::int64_t layer = 0; layer < std::min<std::int64_t>(shape.layers, std::ssize(ratios));
         ++layer) {
        const std::int64_t ratio = ratios[static_cast<std::size_t>(layer)];
        if (ratio <= 0)
            continue;
        model.pattern[static_cast<std::size_t>(layer)] = 'f';
        constexpr std::int64_t overlapping = 4;
        const auto compressor = [&](std::int64_t keys) {
            const std::int64_t wide = ratio == overlapping ? 2 * keys : keys;
            return plus(times(ratio, wide), plus(times(2 * h, wide), keys));
        };
        model.add(compressor(width));
        if (ratio == overlapping)
            model.add(plus(compressor(index),
                           plus(times(rank, indexHeads * index), times(h, indexHeads))));
    }
    model.window = fields.wholeOr({"sliding_window"}, 1, 1'000'000'000, 128);
    // The first layers choose experts by a table of tokens, and have no bias of the router.
    model.add(-times(fields.wholeOr({"num_hash_layers"}, 0, shape.layers, 0), shape.experts));
    model.note({},
               {HW_TR("core",
                      "Compressed keys and values are counted as those of full attention, and one "
                      "of the residual streams is")});
}

/// LLaDA (arXiv 2502.09992): a Llama whose tokens attend to one another both ways.
void amendLlada(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    shape.tied = fields.flagOr("weight_tying", false);
    shape.vocabulary = model.width({"embedding_size"}, shape.vocabulary);
    const bool biases = fields.flagOr("include_bias", false);
    shape.qkvBias = biases || fields.flagOr("include_qkv_bias", false);
    shape.outBias = shape.mlpBias = biases;
    model.note({},
               {HW_TR("core",
                      "Tokens attend both ways: attention takes twice the time that is counted; "
                      "generation with guidance takes twice the batch")});
}

/// Pruned models: each layer has its own number of heads for keys and its own feed-forward width,
/// or neither (Nemotron-NAS, modeling_decilm.py). Widths are the mean of all layers.
void amendDeciLm(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    const Json* const blocks = fields.find({"block_configs"});
    if (!blocks || std::ssize(blocks->items()) != shape.layers) {
        fields.log().refuse(fields.nameOf("block_configs"),
                            {HW_TR("core", "must be a list with an entry for each layer, %1"),
                             {grouped(shape.layers)}});
        return;
    }
    const std::int64_t h = shape.hidden;
    std::int64_t fewest = shape.heads, widths = 0;
    std::vector<std::int64_t> keyHeads;
    model.pattern.clear();
    const auto isOn = [](const Json* part, std::string_view name) {
        const Json* const value = part ? part->find(name) : nullptr;
        return value && value->flag() && *value->flag();
    };
    for (const Json& block : blocks->items()) {
        const Json* const attention = block.find("attention");
        const Json* const group = attention ? attention->find("n_heads_in_group") : nullptr;
        const std::int64_t* const members = group ? group->whole() : nullptr;
        if (isOn(attention, "replace_with_linear")) {
            model.pattern += 'n';
            model.add(times(h, h));
        } else if (isOn(attention, "no_op") || !members || *members < 1) {
            model.pattern += 'n';
            model.add(-h); // its norm
        } else {
            model.pattern += 'f';
            keyHeads.push_back(std::max<std::int64_t>(1, shape.heads / *members));
            fewest = std::min(fewest, keyHeads.back());
        }
        const Json* const network = block.find("ffn");
        const Json* const factor = network ? network->find("ffn_mult") : nullptr;
        const auto multiple = factor ? factor->number() : std::optional<double>();
        if (isOn(network, "replace_with_linear"))
            model.add(times(h, h));
        else if (isOn(network, "no_op") || !multiple)
            model.add(-h);
        else { // find_multiple(int(2 · factor · h / 3), 256)
            const auto width = static_cast<std::int64_t>(std::clamp(*multiple, 0.0, 64.0) * 2
                                                         * static_cast<double>(h) / 3);
            widths = plus(widths, times(shareOf(width, 256), 256));
        }
    }
    shape.kvHeads = fewest;
    for (const std::int64_t count : keyHeads)
        model.add(times(2 * h, (count - fewest) * shape.headDim));
    shape.feedForward = std::max<std::int64_t>(1, widths / shape.layers);
    model.add(3 * h, widths - times(shape.feedForward, shape.layers));
    model.note("block_configs",
               {HW_TR("core",
                      "Layers have different widths: all are counted, and one layer is taken as "
                      "their mean")});
}

} // namespace highwater
