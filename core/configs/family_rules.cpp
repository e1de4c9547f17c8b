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

/// Tokens of each layer that become one; 0: none do. Files of transformers name the kinds of layers
/// and give a ratio of each.
std::vector<std::int64_t> compressRatios(const ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    const auto rates = fields.part("compress_rates");
    const Json* const kinds = fields.find({"layer_types"});
    if (fields.has({"compress_ratios"}) || !kinds)
        return fields.wholes("compress_ratios");
    std::vector<std::int64_t> ratios;
    for (const Json& kind : kinds->items()) {
        const std::string word = kind.text() ? *kind.text() : std::string();
        const bool sparse = word == "compressed_sparse_attention";
        if (!sparse && word != "heavily_compressed_attention")
            ratios.push_back(0);
        else
            ratios.push_back(rates ? rates->wholeOr({word}, 1, widestConfig, sparse ? 4 : 128)
                                   : (sparse ? 4 : 128));
    }
    return ratios;
}

std::int64_t hashLayers(const ModelReader& model)
{
    const Json* const kinds = model.fields.find({"mlp_layer_types"});
    if (!kinds)
        return model.fields.wholeOr({"num_hash_layers"}, 0, model.shape.layers, 0);
    return std::ranges::count_if(
        kinds->items(), [](const Json& kind) { return kind.text() && *kind.text() == "hash_moe"; });
}

} // namespace

/// QWenLMHeadModel: the file's width is the sum of the widths of both inward products.
void amendQwen(ModelReader& model)
{
    model.shape.feedForward /= 2;
    model.shape.headDim
        = model.fields.wholeOr({"kv_channels"}, 1, mostConfigLayers, model.shape.headDim);
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
    const std::int64_t values = model.heads({"v_head_dim"}, shape.headDim);
    shape.valueHeadDim = values == shape.headDim ? 0 : values;
    shape.windowHeads = {model.heads({"swa_num_attention_heads"}, shape.heads),
                         model.heads({"swa_num_key_value_heads"}, 2 * shape.kvHeads),
                         model.heads({"swa_head_dim"}, shape.headDim)};
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
    window.heads = model.heads({"num_sliding_attention_heads"}, window.heads);
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
    std::int64_t indexed = 0, width = model.heads({"index_head_dim"}, 128);
    std::int64_t queries = model.heads({"index_n_heads"}, 4);
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
    const std::int64_t groups = model.heads({"o_groups"}, 8);
    const std::int64_t output = times(groups, model.width({"o_lora_rank"}, 1024));
    const std::int64_t streams = model.heads({"hc_mult"}, 4);
    const std::int64_t index = model.heads({"index_head_dim"}, 128);
    const std::int64_t indexHeads = model.heads({"index_n_heads"}, 64);
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
    const std::vector<std::int64_t> ratios = compressRatios(model);
    if (!ratios.empty())
        model.pattern.assign(static_cast<std::size_t>(shape.layers), 's');
    std::int64_t compressed = 0; // layers, and 128ths of the values that they keep of a token
    std::int64_t kept = 0;
    constexpr std::int64_t part = 128;
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
        ++compressed;
        kept = plus(kept,
                    times(part, plus(width, ratio == overlapping ? index : 0))
                        / std::max<std::int64_t>(1, ratio));
        model.add(compressor(width));
        if (ratio == overlapping)
            model.add(plus(compressor(index),
                           plus(times(rank, indexHeads * index), times(h, indexHeads))));
    }
    model.window = fields.wholeOr({"sliding_window"}, 1, 1'000'000'000, 128);
    // The first layers choose experts by a table of tokens, and have no bias of the router.
    model.add(-times(hashLayers(model), shape.experts));
    if (compressed > 0)
        shape.cachedValues = std::max<std::int64_t>(1, shareOf(kept, times(part, compressed)));
    model.note({},
               {HW_TR("core",
                      "While training, compressed keys and values are counted as those of full "
                      "attention, and one of the residual streams is; when generating, the "
                      "compressed ones are")});
}

/// Apertus: an activation with two trained numbers in each layer, xIELU (transformers,
/// models/apertus).
void amendApertus(ModelReader& model)
{
    model.add(2, model.shape.layers);
}

/// Trinity: attention has a gate as wide as its heads (transformers, models/afmoe).
void amendAfmoe(ModelReader& model)
{
    model.add(times(model.shape.hidden, model.attentionWidth()), model.shape.layers);
    model.fields.find({"global_attn_every_n_layers"});
}

/// Laguna: a gate for each head, whose number is that of the layer; layers with a window may have
/// more of them (transformers, models/laguna).
void amendLaguna(ModelReader& model)
{
    Shape& shape = model.shape;
    const std::vector<std::int64_t> counts = model.fields.wholes("num_attention_heads_per_layer");
    std::int64_t ofFull = shape.heads, ofWindow = shape.heads, all = 0;
    for (std::int64_t layer = 0; layer < std::min<std::int64_t>(shape.layers, std::ssize(counts));
         ++layer) {
        const std::int64_t count = std::clamp<std::int64_t>(counts[static_cast<std::size_t>(layer)],
                                                            1, mostConfigLayers);
        (model.pattern[static_cast<std::size_t>(layer)] == 's' ? ofWindow : ofFull) = count;
        all = plus(all, count);
    }
    const std::int64_t windows = model.layersOf('s');
    shape.heads = ofFull;
    if (windows > 0 && ofWindow != ofFull)
        shape.windowHeads = {ofWindow, shape.kvHeads, shape.headDim};
    if (counts.empty())
        all = times(shape.heads, shape.layers);
    // The shape has the heads of the last layer of each kind; the others may have more or fewer.
    const std::int64_t counted
        = plus(times(ofFull, shape.layers - windows), times(ofWindow, windows));
    model.add(times(2 * shape.hidden, shape.headDim), all - counted);
    if (model.fields.flagOr("gating", true))
        model.add(shape.hidden, all);
}

/// A.X K1: DeepSeek-V3 with a norm behind each mixture (transformers, models/axk1).
void amendAxk1(ModelReader& model)
{
    amendLatent(model);
    model.add(model.shape.hidden, model.shape.moeLayers());
}

/// LongCat-Flash: a layer has two of attention and of a dense network, and a mixture beside the
/// second half; some of its experts give back their input (arXiv 2509.01322). A half counts as a
/// layer here, and every second one has the mixture, with the dense network as shared expert.
void amendLongCat(ModelReader& model)
{
    const ConfigFields& fields = model.fields;
    Shape& shape = model.shape;
    amendLatent(model);
    if (shape.layers > mostConfigLayers / 2) {
        fields.log().refuse(fields.nameOf("num_layers"),
                            {HW_TR("core", "its sizes do not go together")});
        return;
    }
    shape.layers *= 2;
    model.pattern.assign(static_cast<std::size_t>(shape.layers), 'f');
    const std::int64_t idle = fields.wholeOr({"zero_expert_num"}, 0, mostConfigLayers, 0);
    const std::int64_t all = plus(shape.experts, idle);
    if (shape.experts == 0)
        return;
    shape.expertWidth = model.width({"expert_ffn_hidden_size"}, 2048);
    // Of the experts that a token takes, the mean share has weights.
    shape.expertsPerToken = std::clamp<std::int64_t>(
        times(shape.expertsPerToken, shape.experts) / all, 1, shape.experts);
    shape.sharedWidth = shape.feedForward;
    shape.denseFirst = 0;
    shape.moeEvery = 2;
    shape.moeOffset = 0;
    model.add(times(idle, shape.hidden + 1), shape.moeLayers());
    model.note("zero_expert_num",
               {HW_TR("core",
                      "Each half of a layer is counted as one, and %1 of the experts that a token "
                      "takes have weights"),
                {std::to_string(shape.expertsPerToken)}});
}

/// Differential attention: four vectors as wide as a head weigh the difference of two maps (arXiv
/// 2410.05258).
void amendDiffLlama(ModelReader& model)
{
    model.add(4 * model.shape.headDim, model.shape.layers);
}

/// BitNet: norms before the outward products of attention and MLP (transformers, models/bitnet).
void amendBitNet(ModelReader& model)
{
    model.add(plus(model.attentionWidth(), model.shape.feedForward), model.shape.layers);
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
