// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/gguf_config.h"

#include "core/configs/config_fields.h"

#include <algorithm>
#include <array>
#include <utility>

namespace highwater {
namespace {

/// llama.cpp's general.architecture (gguf-py/gguf/constants.py, MODEL_ARCH_NAMES) and the
/// model_type whose weights convert_hf_to_gguf.py writes under that name.
struct Architecture
{
    std::string_view name, type;
};
constexpr auto architectures = std::to_array<Architecture>({
    {"llama", "llama"},
    {"mistral3", "mistral"},
    {"qwen2", "qwen2"},
    {"qwen2vl", "qwen2"},
    {"qwen2moe", "qwen2_moe"},
    {"qwen3", "qwen3"},
    {"qwen3vl", "qwen3"},
    {"qwen3moe", "qwen3_moe"},
    {"qwen3vlmoe", "qwen3_moe"},
    {"gemma", "gemma"},
    {"gemma2", "gemma2"},
    {"gemma3", "gemma3_text"},
    {"phi2", "phi"},
    {"phi3", "phi3"},
    {"phimoe", "phimoe"},
    {"gpt2", "gpt2"},
    {"gptneox", "gpt_neox"},
    {"gptj", "gptj"},
    {"starcoder2", "starcoder2"},
    {"falcon", "falcon"},
    {"bloom", "bloom"},
    {"command-r", "cohere"},
    {"cohere2", "cohere2"},
    {"olmo", "olmo"},
    {"olmo2", "olmo2"},
    {"olmoe", "olmoe"},
    {"deepseek", "deepseek"},
    {"deepseek2", "deepseek_v3"},
    {"glm4", "glm4"},
    {"glm4moe", "glm4_moe"},
    {"chatglm", "chatglm"},
    {"gpt-oss", "gpt_oss"},
    {"granite", "granite"},
    {"granitemoe", "granitemoe"},
    {"hunyuan-dense", "hunyuan_v1_dense"},
    {"hunyuan-moe", "hunyuan_v1_moe"},
    {"smollm3", "smollm3"},
    {"exaone", "exaone"},
    {"exaone4", "exaone4"},
    {"llama4", "llama4_text"},
    {"minimax-m2", "minimax_m2"},
    {"stablelm", "stablelm"},
    {"ernie4_5", "ernie4_5"},
    {"ernie4_5-moe", "ernie4_5_moe"},
    {"internlm2", "internlm2"},
    {"baichuan", "baichuan"},
    {"nemotron", "nemotron"},
});

/// llama.h, llama_ftype.
struct FileType
{
    std::int64_t number;
    WeightFormat format;
};
constexpr auto fileTypes = std::to_array<FileType>({
    {0, WeightFormat::Fp32},   {1, WeightFormat::Fp16},    {2, WeightFormat::Q4_0},
    {3, WeightFormat::Q4_1},   {7, WeightFormat::Q8_0},    {8, WeightFormat::Q5_0},
    {9, WeightFormat::Q5_1},   {10, WeightFormat::Q2K},    {11, WeightFormat::Q3KS},
    {12, WeightFormat::Q3KM},  {13, WeightFormat::Q3KL},   {14, WeightFormat::Q4KS},
    {15, WeightFormat::Q4KM},  {16, WeightFormat::Q5KS},   {17, WeightFormat::Q5KM},
    {18, WeightFormat::Q6K},   {19, WeightFormat::Iq2Xxs}, {20, WeightFormat::Iq2Xs},
    {21, WeightFormat::Q2KS},  {22, WeightFormat::Iq3Xs},  {23, WeightFormat::Iq3Xxs},
    {24, WeightFormat::Iq1S},  {25, WeightFormat::Iq4Nl},  {26, WeightFormat::Iq3S},
    {27, WeightFormat::Iq3M},  {28, WeightFormat::Iq2S},   {29, WeightFormat::Iq2M},
    {30, WeightFormat::Iq4Xs}, {31, WeightFormat::Iq1M},   {32, WeightFormat::Bf16},
    {36, WeightFormat::Tq1_0}, {37, WeightFormat::Tq2_0},  {38, WeightFormat::Mxfp4Moe},
});

/// The metadata of the file's architecture.
class Metadata
{
public:
    explicit Metadata(const TensorList& list)
        : m_list(list)
        , m_prefix(ggufText(list, "general.architecture") + ".")
    { }

    std::string architecture() const { return m_prefix.substr(0, m_prefix.size() - 1); }
    const Json* find(std::string_view key) const
    {
        return m_list.metadata.find(m_prefix + std::string(key));
    }
    /// A number; of a list with one for each layer, the largest. 0 where it is absent.
    std::int64_t whole(std::string_view key) const
    {
        const Json* const value = find(key);
        if (!value)
            return 0;
        std::int64_t largest = value->whole() ? *value->whole() : 0;
        for (const Json& item : value->items())
            if (const std::int64_t* const number = item.whole())
                largest = std::max(largest, *number);
        return std::max<std::int64_t>(0, largest);
    }

private:
    const TensorList& m_list;
    std::string m_prefix;
};

bool hasTensor(const TensorList& list, std::string_view part)
{
    return std::ranges::any_of(list.tensors, [&](const StoredTensor& tensor) {
        return tensor.name.find(part) != std::string::npos;
    });
}

std::string_view modelTypeOf(const Metadata& metadata, const TensorList& list)
{
    const std::string architecture = metadata.architecture();
    const auto* const found = std::ranges::find(architectures, architecture, &Architecture::name);
    if (found == architectures.end())
        return {};
    if (found->type == "llama" && metadata.whole("expert_count") > 0)
        return "mixtral";
    // The router of the second has no bias.
    if (found->type == "deepseek_v3" && !hasTensor(list, "exp_probs_b"))
        return "deepseek_v2";
    return found->type;
}

void addSize(Json& config, const char* name, std::int64_t size)
{
    if (size > 0)
        config.add(name, size);
}

void addLatentFields(Json& config, const Metadata& metadata)
{
    const std::int64_t rank = metadata.whole("attention.kv_lora_rank");
    if (rank == 0)
        return;
    const auto either = [&](std::string_view key, std::string_view absent) {
        const std::int64_t size = metadata.whole(key);
        return size > 0 ? size : metadata.whole(absent);
    };
    const std::int64_t rotary = metadata.whole("rope.dimension_count");
    const std::int64_t query = metadata.whole("attention.q_lora_rank");
    config.add("kv_lora_rank", rank);
    config.add("q_lora_rank", query > 0 ? Json(query) : Json());
    addSize(config, "qk_rope_head_dim", rotary);
    addSize(config, "qk_nope_head_dim",
            either("attention.key_length_mla", "attention.key_length") - rotary);
    addSize(config, "v_head_dim", either("attention.value_length_mla", "attention.value_length"));
}

void addExpertFields(Json& config, const Metadata& metadata)
{
    const std::int64_t experts = metadata.whole("expert_count");
    if (experts == 0)
        return;
    config.add("num_experts", experts);
    addSize(config, "num_experts_per_tok", metadata.whole("expert_used_count"));
    addSize(config, "moe_intermediate_size", metadata.whole("expert_feed_forward_length"));
    const Json* const type = config.find("model_type");
    const bool isErnie = type && type->text() && type->text()->starts_with("ernie");
    addSize(config, isErnie ? "moe_num_shared_experts" : "n_shared_experts",
            metadata.whole("expert_shared_count"));
    addSize(config, "shared_expert_intermediate_size",
            metadata.whole("expert_shared_feed_forward_length"));
    config.add("first_k_dense_replace", metadata.whole("leading_dense_block_count"));
}

} // namespace

std::string ggufText(const TensorList& list, std::string_view key)
{
    const Json* const value = list.metadata.find(key);
    return value && value->text() ? *value->text() : std::string();
}

Json configOfGguf(const TensorList& list, const TensorFacts& facts)
{
    const Metadata metadata(list);
    Json config = Json::object();
    const std::string_view type = modelTypeOf(metadata, list);
    if (!type.empty())
        config.add("model_type", type);
    const std::int64_t hidden = metadata.whole("embedding_length");
    const std::int64_t heads = metadata.whole("attention.head_count");
    const std::int64_t kvHeads = metadata.whole("attention.head_count_kv");
    addSize(config, "hidden_size", hidden);
    config.add("num_hidden_layers", facts.layers);
    addSize(config, "num_attention_heads", heads);
    addSize(config, "num_key_value_heads", kvHeads > 0 ? kvHeads : heads);
    const std::int64_t latent = metadata.whole("attention.kv_lora_rank");
    if (latent == 0)
        addSize(config, "head_dim", metadata.whole("attention.key_length"));
    addSize(config, "intermediate_size", metadata.whole("feed_forward_length"));
    addSize(config, "vocab_size", hidden > 0 ? facts.embedding / hidden : 0);
    addSize(config, "max_position_embeddings", metadata.whole("context_length"));
    addSize(config, "sliding_window", metadata.whole("attention.sliding_window"));
    config.add("tie_word_embeddings", facts.head == 0);
    // Classes that have no such field have biases anyway.
    constexpr auto always = std::to_array<std::string_view>(
        {"gpt2", "starcoder2", "phi", "gpt_neox", "bloom", "falcon", "gptj"});
    if (std::ranges::find(always, type) == always.end()) {
        config.add("attention_bias", facts.qkvBias);
        config.add("mlp_bias", facts.mlpBias);
    }
    addLatentFields(config, metadata);
    addExpertFields(config, metadata);
    return config;
}

ShapeHints hintsOfGguf(const TensorList& list)
{
    const Metadata metadata(list);
    return {.heads = metadata.whole("attention.head_count"),
            .headDim = metadata.whole("attention.key_length"),
            .expertsPerToken = metadata.whole("expert_used_count"),
            .feedForward = metadata.whole("feed_forward_length"),
            .hidden = metadata.whole("embedding_length")};
}

std::optional<WeightFormat> formatOfGguf(const TensorList& list)
{
    const Json* const value = list.metadata.find("general.file_type");
    const std::int64_t* const number = value ? value->whole() : nullptr;
    if (!number)
        return std::nullopt;
    const auto* const found = std::ranges::find(fileTypes, *number, &FileType::number);
    return found == fileTypes.end() ? std::nullopt : std::optional(found->format);
}

} // namespace highwater
