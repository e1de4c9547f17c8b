// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/model_reader.h"

#include "core/configs/expert_layers.h"
#include "core/configs/family_rules.h"
#include "core/ledger/weights.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {
namespace {

constexpr auto longest = static_cast<std::int64_t>(1e12);
const FieldNames expertCounts{"num_local_experts", "num_experts", "n_routed_experts",
                              "moe_num_experts"};

std::int64_t lettersIn(const std::string& pattern, char letter)
{
    return std::ranges::count(pattern, letter);
}

/// The names of layers with a state in layer_types.
bool isStateWord(std::string_view word)
{
    return word == "linear_attention" || word == "mamba" || word == "conv";
}

/// The shortest text that gives the pattern when it is repeated.
std::string period(const std::string& pattern)
{
    for (std::size_t size = 1; size < pattern.size(); ++size) {
        bool repeats = true;
        for (std::size_t i = size; i < pattern.size() && repeats; ++i)
            repeats = pattern[i] == pattern[i - size];
        if (repeats)
            return pattern.substr(0, size);
    }
    return pattern;
}

} // namespace

Shape ModelReader::read()
{
    if (!readSizes())
        return shape;
    readHeads();
    readFlags();
    readExperts();
    readPattern();
    if (!m_hasDenseWidth && shape.moeLayers() < shape.layers && !fields.has({"block_configs"}))
        fields.log().refuse(fields.nameOf("intermediate_size"), {HW_TR("core", "is missing")});
    if (!fields.log().problems.empty())
        return shape;
    add((shape.gated ? 3 : 2) * shape.hidden, m_widthsLeft);
    if (family.amend)
        family.amend(*this);
    if (!m_isKnown && fields.has({"kv_lora_rank"}))
        amendLatent(*this);
    // Null says that there are none.
    if (m_isKnown && family.experts.any && shape.experts == 0
        && std::ranges::none_of(
            expertCounts, [this](std::string_view name) { return fields.object().find(name); }))
        note("num_experts",
             {HW_TR("core", "is not in the file: the model is counted without experts")});
    if (is(family.headBias) && !shape.tied)
        shape.extraFinal = bounded::plus(shape.extraFinal, shape.vocabulary);
    if (pattern.find_first_of("lb") != std::string::npos && !shape.linear.kind)
        fields.log().refuse(
            fields.nameOf("layer_types"),
            {HW_TR("core", "the linear attention of this model cannot be counted")});
    spreadFurther();
    constexpr auto mostExtra = static_cast<std::int64_t>(1e9); // the limits of the plan's keys
    constexpr auto mostOutside = static_cast<std::int64_t>(1e12);
    if (shape.extraFinal > mostOutside || shape.extraFinal < 0
        || std::max(shape.extraAttention, -shape.extraAttention) > mostExtra)
        fields.log().refuse({}, {HW_TR("core", "its sizes do not go together")});
    constexpr std::int64_t mostWritten = 1024; // letters of the key
    pattern = lettersIn(pattern, 'f') == shape.layers || shape.layers > mostWritten
        ? std::string()
        : period(pattern);
    return shape;
}

/// A size from the file, else the class's default, else a problem.
std::int64_t ModelReader::size(FieldNames names, std::int64_t limit, std::int64_t absent)
{
    if (const auto said = fields.whole(names, 1, limit))
        return *said;
    const std::string name = fields.nameOf(*names.begin());
    if (fields.has(names))
        return 0; // the value is wrong, and the log has the problem
    if (absent == 0)
        fields.log().refuse(name, {HW_TR("core", "is missing")});
    else
        fields.log().note(
            name,
            {HW_TR("core", "is not in the file: %1, as its class has it"), {grouped(absent)}});
    return absent;
}

std::int64_t ModelReader::width(FieldNames names, std::int64_t absent) const
{
    return fields.wholeOr(names, 1, widestConfig, absent);
}

/// The mean of a list with a width for each layer, and of what is left of their sum.
std::int64_t ModelReader::meanWidth(const Json& widths, const std::string& name)
{
    std::int64_t sum = 0, count = 0;
    for (const Json& item : widths.items())
        if (const auto width = wholeNumber(item); width && *width >= 1 && *width <= widestConfig) {
            sum += *width;
            ++count;
        }
    if (count == 0 || count != std::ssize(widths.items()) || count != shape.layers) {
        fields.log().refuse(name,
                            {HW_TR("core", "must be a list with an entry for each layer, %1"),
                             {grouped(shape.layers)}});
        return 1;
    }
    m_widthsLeft = sum % count;
    return sum / count;
}

bool ModelReader::readSizes()
{
    const FamilySizes& sizes = family.sizes;
    // A file may have the list of its layers alone.
    const Json* const kinds = fields.find({"layers_block_type", "layer_types"});
    const std::int64_t listed = kinds ? std::ssize(kinds->items()) : 0;
    shape.layers = size({"num_hidden_layers", "n_layer", "n_layers", "num_layers"},
                        mostConfigLayers, sizes.layers > 0 ? sizes.layers : listed);
    shape.hidden
        = size({"hidden_size", "n_embd", "n_embed", "d_model"}, widestConfig, sizes.hidden);
    shape.heads = size({"num_attention_heads", "n_head", "n_heads", "num_heads"}, mostConfigLayers,
                       sizes.heads);
    shape.vocabulary = size({"padded_vocab_size", "vocab_size"}, widestConfig, sizes.vocabulary);
    const std::int64_t wide = family.hiddenWidths * shape.hidden;
    const FieldNames usualWidths{"intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size"};
    const FieldNames otherWidths{"mlp_hidden_size", "block_ff_dim"}; // LLaDA's, LFM2's
    const bool other = !fields.has(usualWidths) && fields.has(otherWidths);
    const FieldNames& widths = other ? otherWidths : usualWidths;
    // Where all layers are mixtures, a file may state the width of an expert alone.
    m_hasDenseWidth = fields.has(widths) || !fields.has({"moe_intermediate_size", "block_configs"});
    const Json* const each = fields.find(widths);
    shape.feedForward = each && each->isArray() ? meanWidth(*each, fields.nameOf(*widths.begin()))
        : !m_hasDenseWidth
        ? fields.wholeOrFirst({"moe_intermediate_size"}, 1, widestConfig).value_or(1)
        : wide > 0 ? std::min(width(widths, wide), widestConfig)
                   : size(widths, widestConfig, sizes.feedForward);
    const FieldNames positions{
        "max_position_embeddings", "n_positions", "seq_length", "max_seq_len", "n_ctx",
        "model_max_length"};
    shape.maxPositions = sizes.positions > 0
        ? size(positions, longest, sizes.positions)
        : fields.wholeOr(positions, 1, longest, shape.maxPositions);
    return fields.log().problems.empty();
}

void ModelReader::readHeads()
{
    const FieldNames kv{"num_key_value_heads", "num_kv_heads", "multi_query_group_num",
                        "kv_n_heads", "n_kv_heads"};
    // Null means as many as heads; where the field is missing, the class has a default.
    const bool isNull = std::ranges::any_of(kv, [&](std::string_view name) {
        const Json* const value = fields.object().find(name);
        return value && value->isNull();
    });
    const bool own = family.kvHeads > 0 && !isNull;
    shape.kvHeads = fields.wholeOr(kv, 1, mostConfigLayers, own ? family.kvHeads : shape.heads);
    if (own && !fields.has(kv))
        note("num_key_value_heads",
             {HW_TR("core", "is not in the file: %1, as its class has it"),
              {grouped(family.kvHeads)}});
    shape.headDim
        = fields.wholeOr({"head_dim"}, 1, mostConfigLayers,
                         family.headDim > 0 ? family.headDim : shape.hidden / shape.heads);
}

void ModelReader::readFlags()
{
    shape.norm = family.norm;
    shape.normVectors = family.normVectors >= 0 ? family.normVectors
        : family.norm == Norm::LayerNorm        ? 2
                                                : 1;
    shape.normsPerLayer = family.norms;
    shape.gated = family.gated;
    shape.qkvBias = is(family.qkvBias);
    shape.outBias = is(family.outBias);
    shape.mlpBias = is(family.mlpBias);
    if (is(family.qkNormIf))
        shape.qkNorm = family.qkNorm;
    shape.tied = fields.flagOr("tie_word_embeddings", family.tied);
    shape.activation = family.activation;
    const auto word
        = fields.text({"hidden_act", "activation_function", "hidden_activation", "activation"});
    if (!word)
        return;
    if (word->find("relu") != std::string::npos)
        shape.activation = Activation::Relu;
    else if (word->find("gelu") != std::string::npos)
        shape.activation
            = *word == "gelu" || *word == "gelu_python" ? Activation::Gelu : Activation::GeluTanh;
    else if (*word == "silu" || *word == "swish" || *word == "swiglu" || *word == "xielu"
             || *word == "situ") // each keeps its input
        shape.activation = Activation::Silu;
    else
        note("hidden_act",
             {HW_TR("core", "the activation %1 is not known: SiLU is taken"),
              {"\"" + excerpt(*word) + "\""}});
}

void ModelReader::readExperts()
{
    FamilyExperts rule = family.experts;
    if (!m_isKnown)
        rule = {.any = true,
                .ownWidth = true,
                .layers = fields.has({"decoder_sparse_step"}) ? ExpertLayers::SparseStep
                                                              : ExpertLayers::FirstDense,
                .sharedCount = "n_shared_experts",
                .sharedWidth = "shared_expert_intermediate_size"};
    if (!rule.any)
        return;
    shape.experts = fields.wholeOr(expertCounts, 0, mostConfigLayers, 0);
    if (shape.experts == 0)
        return;
    shape.expertsPerToken
        = fields
              .wholeOrFirst({"num_experts_per_tok", "experts_per_token", "moe_k", "moe_topk",
                             "moe_top_k", "num_experts_per_token", "top_k_experts"},
                            1, mostConfigLayers)
              .value_or(1);
    shape.expertWidth = shape.feedForward;
    if (rule.ownWidth)
        shape.expertWidth = fields.wholeOrFirst({"moe_intermediate_size"}, 1, widestConfig)
                                .value_or(shape.feedForward);
    if (!rule.sharedCount.empty())
        shape.sharedExperts = fields.wholeOrFirst({rule.sharedCount}, 0, 1024).value_or(0);
    if (!rule.sharedWidth.empty())
        shape.sharedWidth = fields.wholeOr({rule.sharedWidth}, 0, widestConfig, 0);
    shape.sharedGate = rule.sharedGate && shape.sharedWidth > 0;
    shape.routerBias = rule.routerBias;
    shape.expertBias = rule.bias;
    readExpertLayers(rule);
}

void ModelReader::readExpertLayers(const FamilyExperts& rule)
{
    std::vector<bool> sparse(static_cast<std::size_t>(shape.layers), true);
    const auto keepOnly = [&](auto&& has) {
        for (std::int64_t i = 0; i < shape.layers; ++i)
            sparse[static_cast<std::size_t>(i)] = has(i);
    };
    const auto mark = [&](const std::vector<std::int64_t>& list, bool has) {
        for (const std::int64_t layer : list)
            if (layer >= 0 && layer < shape.layers)
                sparse[static_cast<std::size_t>(layer)] = has;
    };
    if (const Json* const kinds = fields.find({"mlp_layer_types"});
        kinds && std::ssize(kinds->items()) == shape.layers) {
        keepOnly([&](std::int64_t i) {
            const std::string* const kind = kinds->items()[static_cast<std::size_t>(i)].text();
            // DeepSeek-V4 names its mixtures by what chooses experts.
            return kind && (*kind == "sparse" || *kind == "moe" || *kind == "hash_moe");
        });
        fields.find({"first_k_dense_replace", "moe_layer_freq"}); // the same in other words
        setExpertLayers(sparse);
        return;
    }
    switch (rule.layers) {
    case ExpertLayers::All:
        break;
    case ExpertLayers::FirstDense: {
        const std::int64_t dense = fields.wholeOr({"first_k_dense_replace", "num_dense_layers"}, 0,
                                                  mostConfigLayers, rule.dense);
        const Json* const steps = fields.find({"moe_layer_freq"});
        if (steps && steps->isArray()) {
            const std::vector<std::int64_t> list = fields.wholes("moe_layer_freq");
            keepOnly([&](std::int64_t i) {
                return i < std::ssize(list) && list[static_cast<std::size_t>(i)] != 0;
            });
            break;
        }
        const std::int64_t step = fields.wholeOr({"moe_layer_freq"}, 1, mostConfigLayers, 1);
        keepOnly([&](std::int64_t i) { return i >= dense && i % step == 0; });
        break;
    }
    case ExpertLayers::SparseStep: {
        const std::vector<std::int64_t> dense = fields.wholes("mlp_only_layers");
        const std::int64_t step = fields.wholeOr({"decoder_sparse_step"}, 1, mostConfigLayers, 1);
        keepOnly([&](std::int64_t i) { return (i + 1) % step == 0; });
        mark(dense, false);
        break;
    }
    case ExpertLayers::Stretch: {
        const std::int64_t first
            = fields.wholeOrFirst({"moe_layer_start_index"}, 0, mostConfigLayers).value_or(1);
        std::int64_t last
            = fields.wholeOrFirst({"moe_layer_end_index"}, -1, mostConfigLayers).value_or(-1);
        last = last < 0 ? shape.layers - 1 : last;
        const std::int64_t step = fields.wholeOr({"moe_layer_interval"}, 1, mostConfigLayers, 1);
        keepOnly([&](std::int64_t i) { return i >= first && i <= last && (i + 1) % step == 0; });
        break;
    }
    case ExpertLayers::Listed: {
        const std::int64_t step
            = fields.wholeOr({"interleave_moe_layer_step"}, 1, mostConfigLayers, 1);
        const std::vector<std::int64_t> list = fields.wholes("moe_layers");
        keepOnly([&](std::int64_t i) { return list.empty() && (i + 1) % step == 0; });
        mark(list, true);
        break;
    }
    }
    setExpertLayers(sparse);
}

void ModelReader::setExpertLayers(const std::vector<bool>& sparse)
{
    if (std::ranges::count(sparse, true) == 0) {
        shape.experts = shape.expertsPerToken = shape.expertWidth = 0;
        shape.sharedExperts = shape.sharedWidth = 0;
        shape.sharedGate = shape.routerBias = shape.expertBias = false;
        return;
    }
    if (placeExpertLayers(shape, sparse))
        return;
    note({},
         {HW_TR("core",
                "The layers with experts come at no regular distance: the plan has as many of "
                "them, after %1 dense {one|ones}"),
          {grouped(shape.denseFirst)}});
}

void ModelReader::readPattern()
{
    const Json* const said = fields.object().find("sliding_window");
    const bool slides
        = fields.flagOr("use_sliding_window", family.window.rule != WindowRule::FromLayer);
    window = said && said->isNull()
        ? 0
        : fields.wholeOr({"sliding_window"}, 0, longest, family.window.width);
    if (family.window.rule == WindowRule::Chunks)
        window = fields.wholeOr({"attention_chunk_size"}, 0, longest, family.window.width);
    if (!slides || window >= shape.maxPositions)
        window = 0;
    pattern = patternOfTypes().value_or(patternOfRule());
    if (window == 0)
        for (char& letter : pattern)
            letter = letter == 's' || letter == 'c' ? 'f' : letter;
    if (pattern.find_first_of("sc") == std::string::npos)
        window = 0;
}

std::optional<std::string> ModelReader::patternOfTypes()
{
    if (family.hasOwnPattern)
        return std::nullopt;
    const Json* const types = fields.find({"layer_types", "attn_type_list"});
    if (!types)
        return std::nullopt;
    if (std::ssize(types->items()) != shape.layers) {
        fields.log().refuse(
            fields.nameOf(fields.has({"layer_types"}) ? "layer_types" : "attn_type_list"),
            {HW_TR("core", "must be a list with an entry for each layer, %1"),
             {grouped(shape.layers)}});
        return std::nullopt;
    }
    std::string letters;
    for (const Json& type : types->items()) {
        const std::string* const word = type.text();
        const std::int64_t* const number = type.whole();
        // DeepSeek-V3.2's indexer is counted by the rule of its family.
        const bool indexed = word && family.amend
            && (*word == "deepseek_sparse_attention" || *word == "minimax_m3_sparse"
                || *word == "indexed_attention");
        if (indexed || (word && (*word == "full_attention" || *word == "attention"))
            || (number && *number == 1))
            letters += 'f';
        else if (word && *word == "sliding_attention")
            letters += 's';
        else if (word && *word == "chunked_attention")
            letters += 'c';
        else if ((word && isStateWord(*word)) || (number && *number == 0))
            letters += 'l';
        else {
            fields.log().refuse(
                fields.nameOf("layer_types"),
                {HW_TR("core", "layers of the kind %1 cannot be counted"), {shownJson(type)}});
            return std::nullopt;
        }
    }
    return letters;
}

std::string ModelReader::patternOfRule()
{
    const auto made = [this](auto&& letterOf) {
        std::string letters;
        for (std::int64_t i = 0; i < shape.layers; ++i)
            letters += letterOf(i);
        return letters;
    };
    const Json* const repeated = fields.find({"sliding_window_pattern"});
    if (const std::string* const word = repeated ? repeated->text() : nullptr;
        word && !word->empty())
        return made([&](std::int64_t i) {
            return (*word)[static_cast<std::size_t>(i) % word->size()] == 'G' ? 'f' : 's';
        });
    switch (family.window.rule) {
    case WindowRule::None:
        break;
    case WindowRule::All:
        return made([](std::int64_t) { return 's'; });
    case WindowRule::EvenLayers:
        return made([](std::int64_t i) { return i % 2 == 0 ? 's' : 'f'; });
    case WindowRule::AllButEvery: {
        const std::int64_t every
            = fields.wholeOr({"sliding_window_pattern"}, 1, mostConfigLayers, family.window.every);
        return made([&](std::int64_t i) { return (i + 1) % every == 0 ? 'f' : 's'; });
    }
    case WindowRule::FromLayer: {
        const std::int64_t from = fields.wholeOr({"max_window_layers"}, 0, mostConfigLayers, 28);
        return made([&](std::int64_t i) { return i >= from ? 's' : 'f'; });
    }
    case WindowRule::Chunks:
        return made(
            [this](std::int64_t i) { return (i + 1) % family.window.every == 0 ? 'f' : 'c'; });
    }
    return made([](std::int64_t) { return 'f'; });
}

std::int64_t ModelReader::layersOf(char letter) const
{
    return lettersIn(pattern, letter);
}

void ModelReader::add(std::int64_t parameters, std::int64_t count)
{
    further = bounded::plus(further, bounded::times(parameters, count));
}

void ModelReader::addOutside(std::int64_t parameters)
{
    shape.extraFinal = bounded::plus(shape.extraFinal, parameters);
}

void ModelReader::spreadFurther()
{
    const std::int64_t each = further / shape.layers - (further % shape.layers < 0 ? 1 : 0);
    shape.extraAttention = bounded::plus(shape.extraAttention, each);
    shape.extraFinal = bounded::plus(shape.extraFinal, further - each * shape.layers);
}

} // namespace highwater
