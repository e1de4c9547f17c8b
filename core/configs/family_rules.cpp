// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/family_rules.h"

#include "core/configs/model_reader.h"
#include "core/ledger/product.h"

#include <algorithm>

namespace highwater {
namespace {

using bounded::plus, bounded::times;

void addOutside(ModelReader& model, std::int64_t parameters)
{
    model.shape.extraFinal = plus(model.shape.extraFinal, parameters);
}

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

void noteLinear(const ModelReader& model)
{
    model.note({},
               {HW_TR("core",
                      "Layers with linear attention are counted exactly, as further parameters "
                      "spread over all layers; their activations are not modelled: those of full "
                      "attention stand in their place")});
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
    const std::int64_t keyWidth = keys * keyDim;
    const std::int64_t valueWidth = values * valueDim;
    std::int64_t each = times(h, 2 * keyWidth + 3 * valueWidth + 2 * values);
    each = plus(each, (2 * keyWidth + valueWidth) * kernel + 2 * values + valueDim);
    model.addLinearLayers(each, times(h, model.attentionWidth()));
    model.shape.linear = {keys, values, keyDim, valueDim, kernel};
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
    const std::int64_t all = times(layersWithIndexer(model), each);
    addToAttention(model, all / model.shape.layers);
    addOutside(model, all % model.shape.layers);
    model.note({},
               {HW_TR("core",
                      "The indexer of sparse attention is counted; its activations are not "
                      "modelled: those of full attention are taken")});
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
    addOutside(model, times(2, model.shape.hidden)); // a norm behind the embedding
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
    const std::int64_t width = model.attentionWidth();
    model.addLinearLayers(plus(times(5 * model.shape.hidden, width), width), 0);
    const Shape& shape = model.shape;
    model.shape.linear = {shape.heads, shape.heads, shape.headDim, shape.headDim, 0};
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
    addOutside(model, times(rows, model.shape.hidden));
    const auto layers
        = static_cast<std::int64_t>(model.fields.wholes("cross_attention_layers").size());
    addOutside(model, times(layers, 2 * model.shape.headDim + 2));
    if (layers > 0)
        model.note("cross_attention_layers",
                   {HW_TR("core",
                          "The layers that look at images are counted; their activations are "
                          "taken as those of the others")});
}

} // namespace highwater
