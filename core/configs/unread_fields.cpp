// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/model_config.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// Words in the name of a field that decides which weights there are.
constexpr auto shaping = std::to_array<std::string_view>(
    {"dim",     "dims",   "size",   "sizes",  "width",     "widths",  "rank",    "lora",
     "head",    "heads",  "kv",     "layer",  "layers",    "block",   "blocks",  "expert",
     "experts", "bias",   "biases", "gate",   "gated",     "gates",   "norm",    "layernorm",
     "freq",    "ratio",  "ratios", "mult",   "group",     "groups",  "types",   "pattern",
     "latent",  "kernel", "conv",   "mlp",    "ffn",       "adapter", "configs", "config",
     "hyper",   "engram", "ngram",  "memory", "recurrent", "eq",      "multi",   "modules"});

/// Words in the name of a field about positions, learning, generation or formats of numbers, none
/// of which has weights.
constexpr auto harmlessWords = std::to_array<std::string_view>(
    {"rope",  "rotary", "yarn",   "eps",        "epsilon",      "dropout",     "initializer",
     "init",  "std",    "act",    "activation", "dtype",        "coef",        "loss",
     "alpha", "beta",   "jitter", "scale",      "scaling",      "factor",      "limit",
     "theta", "cache",  "label",  "summary",    "quantization", "compression", "generation",
     "beam",  "beams",  "mtp",    "nextn",      "return",       "logits"});

/// The same as the last word of a name.
constexpr auto harmlessEnds
    = std::to_array<std::string_view>({"id", "ids", "index", "token", "tokens", "window"});

/// Fields with a shaping word that decide no weights.
constexpr auto harmlessNames = std::to_array<std::string_view>({
    "n_group", // groups of the router
    "topk_group",
    "num_expert_group",
    "use_grouped_topk",
    "norm_topk_prob",
    "norm_expert_weight",
    "vocab_size", // where another field has the padded one
    "ep_size",
    "pretraining_tp",
    "mamba_chunk_size",
    "lm_head_multiplier",
    "kda_safe_gate", // bounds of a gate's values
    "kda_lower_bound",
    "dim_model_base", // by which values are scaled
    "moe_norm_min",
    "_sliding_window_pattern",
    "chunk_size",
    "chunk_size_feed_forward",
    "attention_chunk_size",
    "max_window_layers", // which tokens a layer attends to
    "sliding_window_pattern",
    "sliding_window_size",
    "attention_window_size",
    "no_repeat_ngram_size",
    "encoder_no_repeat_ngram_size",
    "diversity_penalty",
    "pruned_heads",
    "prefix",
    "use_gemma_norm", // a constant is added to the weights
    "residual_in_fp32",
    "rescale_prenorm_residual",
    "apply_residual_connection_post_layernorm",
    "router_n_groups",
    "use_parallel_residual",
    "use_kernel",
    "fuse_rms_norm",
    "skip_bias_add",
    "moe_gate",
    "n_ctx",
    "n_positions",
    "n_special",
    "type_vocab_size",
    "num_labels",
    "_num_labels",
    "num_return_sequences",
    "num_beams",
    "num_beam_groups",
    "gradient_checkpointing_layers",
    "model_max_length",
    "init_method_std",
    "vision_config", // the reader of towers tells of these
    "audio_config",
});

bool isOneOf(const auto& list, std::string_view text)
{
    return std::ranges::find(list, text) != list.end();
}

/// Whether one of the name's words is in the list.
bool hasWord(std::string_view name, const auto& list)
{
    while (!name.empty()) {
        const std::size_t end = std::min(name.find('_'), name.size());
        if (isOneOf(list, name.substr(0, end)))
            return true;
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return false;
}

bool maySayWeights(std::string_view name)
{
    if (isOneOf(harmlessNames, name) || hasWord(name, harmlessWords)
        || isOneOf(harmlessEnds, name.substr(name.rfind('_') + 1)))
        return false;
    return name.starts_with("num_") || name.starts_with("n_") || name.starts_with("add_")
        || hasWord(name, shaping);
}

/// Whether the value switches its field off: false, 0, an empty list, a list of layers that are all
/// of one kind.
bool isOff(const Json& value)
{
    if (value.isNull())
        return true;
    if (const bool* const flag = value.flag())
        return !*flag;
    if (const auto number = value.number())
        return *number == 0;
    if (value.isArray()) {
        const auto items = value.items();
        return std::ranges::all_of(items, [&](const Json& item) {
            const std::string* const kind = item.text();
            return isOff(item) || (kind && items.front().text() && *kind == *items.front().text());
        });
    }
    return value.isObject() && value.members().empty();
}

/// Whether the number repeats a size that the shape has: the window layers' heads, where they are
/// as wide as all others.
bool repeats(std::string_view name, const Json& value, const Shape& shape)
{
    const auto number = wholeNumber(value);
    if (!number)
        return false;
    const auto ends = [name](std::string_view end) { return name.ends_with(end); };
    if (ends("head_dim"))
        return *number == shape.headDim;
    if (ends("key_value_heads") || ends("kv_heads") || ends("attention_groups"))
        return *number == shape.kvHeads;
    if (ends("attention_heads") || ends("n_heads"))
        return *number == shape.heads;
    if (ends("hidden_size") || ends("hidden_dim") || ends("d_model"))
        return *number == shape.hidden;
    if (ends("vocab_size"))
        return *number == shape.vocabulary;
    if (ends("expert_intermediate_size"))
        return *number == (shape.experts > 0 ? shape.expertWidth : 0);
    if (ends("intermediate_size"))
        return *number == shape.feedForward;
    if (ends("hidden_layers") || ends("num_layers"))
        return *number == shape.layers;
    return false;
}

} // namespace

std::vector<std::string> fieldsNotRead(const ConfigFields& fields, const ModelFamily& family,
                                       const Shape& shape)
{
    std::vector<std::string> unread;
    for (const auto& [name, value] : fields.object().members())
        if (!fields.log().read.contains(&value) && maySayWeights(name)
            && !isOneOf(family.covers, name) && !isOff(value) && !repeats(name, value, shape))
            unread.push_back(fields.nameOf(name));
    return unread;
}

} // namespace highwater
