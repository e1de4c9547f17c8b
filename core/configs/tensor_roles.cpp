// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/tensor_roles.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <unordered_map>

namespace highwater {
namespace {

using NameWords = std::vector<std::string_view>;

struct NamedRole
{
    std::string_view name;
    TensorRole role;
};

/// Modules of a layer: Hugging Face transformers, and llama.cpp's gguf-py/gguf/constants.py
/// (TENSOR_NAMES).
constexpr auto layerModules = std::to_array<NamedRole>({
    {"q_proj", TensorRole::Queries},
    {"attn_q", TensorRole::Queries},
    {"wq", TensorRole::Queries},
    {"query", TensorRole::Queries},
    {"k_proj", TensorRole::Keys},
    {"attn_k", TensorRole::Keys},
    {"wk", TensorRole::Keys},
    {"key", TensorRole::Keys},
    {"v_proj", TensorRole::Values},
    {"attn_v", TensorRole::Values},
    {"wv", TensorRole::Values},
    {"value", TensorRole::Values},
    {"qkv_proj", TensorRole::Qkv},
    {"attn_qkv", TensorRole::Qkv},
    {"query_key_value", TensorRole::Qkv},
    {"c_attn", TensorRole::Qkv},
    {"Wqkv", TensorRole::Qkv},
    {"wqkv", TensorRole::Qkv},
    {"W_pack", TensorRole::Qkv},
    {"o_proj", TensorRole::AttentionOutput},
    {"attn_output", TensorRole::AttentionOutput},
    {"wo", TensorRole::AttentionOutput},
    {"q_norm", TensorRole::QueryNorm},
    {"attn_q_norm", TensorRole::QueryNorm},
    {"q_layernorm", TensorRole::QueryNorm},
    {"query_layernorm", TensorRole::QueryNorm},
    {"k_norm", TensorRole::KeyNorm},
    {"attn_k_norm", TensorRole::KeyNorm},
    {"k_layernorm", TensorRole::KeyNorm},
    {"key_layernorm", TensorRole::KeyNorm},
    {"q_a_proj", TensorRole::QueryDown},
    {"attn_q_a", TensorRole::QueryDown},
    {"q_a_layernorm", TensorRole::QueryDownNorm},
    {"attn_q_a_norm", TensorRole::QueryDownNorm},
    {"q_b_proj", TensorRole::QueryUp},
    {"attn_q_b", TensorRole::QueryUp},
    {"kv_a_proj_with_mqa", TensorRole::KvDown},
    {"attn_kv_a_mqa", TensorRole::KvDown},
    {"kv_a_layernorm", TensorRole::KvDownNorm},
    {"attn_kv_a_norm", TensorRole::KvDownNorm},
    {"kv_b_proj", TensorRole::KvUp},
    {"attn_kv_b", TensorRole::KvUp},
    {"attn_k_b", TensorRole::KeyUp},
    {"attn_v_b", TensorRole::ValueUp},
    {"sinks", TensorRole::Sinks},
    {"attn_sinks", TensorRole::Sinks},
    {"gate_proj", TensorRole::Gate},
    {"ffn_gate", TensorRole::Gate},
    {"w1", TensorRole::Gate},
    {"up_proj", TensorRole::Up},
    {"ffn_up", TensorRole::Up},
    {"w3", TensorRole::Up},
    {"v1", TensorRole::Up},
    {"fc1", TensorRole::Up},
    {"c_fc", TensorRole::Up},
    {"fc_in", TensorRole::Up},
    {"dense_h_to_4h", TensorRole::Up},
    {"gate_up_proj", TensorRole::GateUp},
    {"ffn_gate_up", TensorRole::GateUp},
    {"input_linear", TensorRole::GateUp},
    {"down_proj", TensorRole::Down},
    {"ffn_down", TensorRole::Down},
    {"w2", TensorRole::Down},
    {"fc2", TensorRole::Down},
    {"fc_out", TensorRole::Down},
    {"dense_4h_to_h", TensorRole::Down},
    {"output_linear", TensorRole::Down},
    {"router", TensorRole::Router},
    {"gate", TensorRole::Router},
    {"ffn_gate_inp", TensorRole::Router},
    {"wg", TensorRole::Router},
    {"exp_probs_b", TensorRole::Router},
    {"shared_expert_gate", TensorRole::SharedGate},
    {"ffn_gate_inp_shexp", TensorRole::SharedGate},
    {"eh_proj", TensorRole::Prediction},
    {"enorm", TensorRole::Prediction},
    {"hnorm", TensorRole::Prediction},
    {"shared_head", TensorRole::Prediction},
    {"nextn", TensorRole::Prediction},
    {"rotary_emb", TensorRole::Buffer},
    {"freqs", TensorRole::Buffer},
    {"attn_rot_embd", TensorRole::Buffer},
    {"rope_freqs", TensorRole::Buffer},
});

/// Modules whose meaning follows from the part that they are in.
constexpr auto attentionModules = std::to_array<NamedRole>({
    {"dense", TensorRole::AttentionOutput},
    {"out_proj", TensorRole::AttentionOutput},
    {"c_proj", TensorRole::AttentionOutput},
    {"proj", TensorRole::AttentionOutput},
});
constexpr auto networkModules = std::to_array<NamedRole>({
    {"c_proj", TensorRole::Down},
    {"proj", TensorRole::Down},
});

/// Modules outside the layers.
constexpr auto outerModules = std::to_array<NamedRole>({
    {"embed_tokens", TensorRole::Embedding},
    {"wte", TensorRole::Embedding},
    {"word_embeddings", TensorRole::Embedding},
    {"tok_embeddings", TensorRole::Embedding},
    {"embed_in", TensorRole::Embedding},
    {"token_embd", TensorRole::Embedding},
    {"embeddings", TensorRole::Embedding},
    {"lm_head", TensorRole::Head},
    {"output", TensorRole::Head},
    {"embed_out", TensorRole::Head},
    {"output_layer", TensorRole::Head},
    {"wpe", TensorRole::Positions},
    {"embed_positions", TensorRole::Positions},
    {"position_embd", TensorRole::Positions},
    {"norm", TensorRole::FinalNorm},
    {"ln_f", TensorRole::FinalNorm},
    {"norm_f", TensorRole::FinalNorm},
    {"final_layer_norm", TensorRole::FinalNorm},
    {"final_layernorm", TensorRole::FinalNorm},
    {"output_norm", TensorRole::FinalNorm},
    {"rotary_emb", TensorRole::Buffer},
    {"freqs", TensorRole::Buffer},
    {"rope_freqs", TensorRole::Buffer},
    {"rope_factors_long", TensorRole::Buffer},
    {"rope_factors_short", TensorRole::Buffer},
});

/// What stores the scales of quantised weights and the like, beside the weights.
constexpr auto companions = std::to_array<std::string_view>({
    "qzeros",
    "scales",
    "g_idx",
    "absmax",
    "quant_map",
    "nested_absmax",
    "nested_quant_map",
    "SCB",
    "weight_format",
    "weight_scale",
    "weight_scale_inv",
    "weight_scale_2",
    "weight_shape",
    "weight_zero_point",
    "weight_g_idx",
    "weight_global_scale",
    "input_scale",
    "input_global_scale",
    "k_scale",
    "v_scale",
    "biases", // MLX
});

bool isAmong(std::string_view word, const auto& words)
{
    return std::ranges::find(words, word) != words.end();
}

std::optional<TensorRole> roleIn(const auto& table, std::string_view name)
{
    const auto* const found = std::ranges::find(table, name, &NamedRole::name);
    return found == table.end() ? std::nullopt : std::optional(found->role);
}

NameWords nameWords(std::string_view name)
{
    NameWords words;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        words.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

std::int64_t numberIn(std::string_view word)
{
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    constexpr std::int64_t most = 65535;
    const bool isNumber = error == std::errc() && end == word.data() + word.size();
    return isNumber && number >= 0 && number <= most ? number : -1;
}

bool takeSuffix(std::string_view& word, std::string_view suffix)
{
    if (!word.ends_with(suffix) || word.size() == suffix.size())
        return false;
    word.remove_suffix(suffix.size());
    return true;
}

/// What lies beside the weights of one module.
struct Beside
{
    const StoredTensor *scales = nullptr, *zeros = nullptr;
    bool hasIndex = false; ///< the group of each input
    bool isBitsAndBytes = false, isDouble = false, isNf4 = false, isInt8 = false;
    bool isFp8Block = false, hasScale = false, hasSecondScale = false;
};
using BesideOf = std::unordered_map<std::string_view, Beside>;

/// The name up to its last word, which a part of the companions share.
std::string_view moduleStem(std::string_view name)
{
    const std::size_t quantState = name.find(".quant_state.");
    if (quantState != std::string_view::npos)
        name = name.substr(0, quantState);
    else
        name = name.substr(0, std::min(name.rfind('.'), name.size()));
    // bitsandbytes appends to the name of the weights: "q_proj.weight.absmax"
    if (name.ends_with(".weight"))
        name.remove_suffix(std::string_view(".weight").size());
    return name;
}

BesideOf besideOf(const TensorList& list)
{
    BesideOf all;
    if (list.isGguf)
        return all;
    for (const StoredTensor& tensor : list.tensors) {
        const std::string_view name = tensor.name;
        const std::string_view last = name.substr(name.rfind('.') + 1);
        const bool isState = name.find(".quant_state.") != std::string_view::npos;
        if (!isState && !isAmong(last, companions))
            continue;
        Beside& beside = all[moduleStem(name)];
        if (last == "scales" || last == "weight_scale")
            beside.scales = &tensor;
        if (last == "qzeros")
            beside.zeros = &tensor;
        beside.hasIndex = beside.hasIndex || last == "g_idx";
        beside.isBitsAndBytes = beside.isBitsAndBytes || last == "absmax";
        beside.isDouble = beside.isDouble || last == "nested_absmax";
        beside.isNf4 = beside.isNf4 || (isState && last.ends_with("nf4"));
        beside.isInt8 = beside.isInt8 || last == "SCB";
        beside.isFp8Block = beside.isFp8Block || last == "weight_scale_inv";
        beside.hasScale = beside.hasScale || last == "weight_scale";
        beside.hasSecondScale
            = beside.hasSecondScale || last == "weight_scale_2" || last == "weight_global_scale";
    }
    return all;
}

std::int64_t lastSide(const StoredTensor* tensor)
{
    return tensor && !tensor->sides.empty() ? tensor->sides.back() : 0;
}

/// Sets weights and format of a tensor in which several weights lie in one number.
void unpack(RoledTensor& roled, std::string_view last, const Beside& beside)
{
    using enum WeightFormat;
    const StoredTensor& tensor = *roled.tensor;
    const auto packed = [&](std::int64_t times, WeightFormat format) {
        roled.entries = bounded::times(tensor.entries(), times);
        roled.format = format;
    };
    const bool isByte = tensor.type == "U8" || tensor.type == "I8";
    if (last == "qweight") {
        // GPTQ packs along the inputs, [in · bits/32, out]; AWQ along the outputs.
        const std::int64_t outputs = lastSide(beside.scales);
        const bool isGptq = outputs > 0 && lastSide(&tensor) == outputs;
        const std::int64_t narrow = isGptq ? lastSide(beside.zeros) : lastSide(&tensor);
        const std::int64_t bits = outputs > 0 ? 32 * narrow / outputs : 4;
        packed(bits >= 2 && bits <= 8 ? 32 / bits : 8, isGptq ? Gptq : Awq);
        const std::int64_t groups
            = beside.scales && beside.scales->sides.size() == 2 ? beside.scales->sides.front() : 0;
        if (groups > 0 && outputs > 0)
            roled.groupSize = roled.entries / outputs / groups;
    } else if (last == "weight_packed") {
        packed(isByte ? 2 : 8, isByte && beside.hasSecondScale ? Nvfp4 : isByte ? Fp4 : W4A16);
        roled.isAssumed = !isByte;
        if (const std::int64_t groups = lastSide(beside.scales); groups > 0 && !isByte)
            roled.groupSize = lastSide(&tensor) * 8 / groups;
    } else if (last.ends_with("_blocks")) {
        packed(2, Mxfp4);
    } else if (beside.isBitsAndBytes && isByte) {
        packed(2, beside.isDouble ? Nf4Double : beside.isNf4 ? Nf4 : Fp4);
    } else if (beside.isInt8) {
        packed(1, Int8);
    } else if (isByte && beside.hasScale) {
        packed(beside.hasSecondScale ? 2 : 1, beside.hasSecondScale ? Nvfp4 : W8A8);
    } else if (tensor.type == "U32" && beside.scales) {
        packed(8, Int4); // MLX; its usual width
        roled.isAssumed = true;
    } else if (tensor.type.starts_with("F8_E4M3") || tensor.type.starts_with("F8_E5M2")) {
        packed(1, beside.isFp8Block ? Fp8Block : Fp8);
    } else {
        roled.isAssumed = tensor.sides.size() > 1
            && (tensor.type.starts_with("U") || tensor.type.starts_with("I"));
    }
}

/// Whether the words before the layer's number name a tower of images or sound.
bool isTower(const NameWords& words, std::size_t end, bool isGguf)
{
    constexpr auto parts = std::to_array<std::string_view>(
        {"multi_modal_projector", "mm_projector", "vit", "patch_embed", "aligner", "projector"});
    if (isGguf)
        return words.front() == "v" || words.front() == "mm" || words.front() == "a";
    for (std::size_t i = 0; i < end; ++i)
        if (isAmong(words[i], parts) || words[i].starts_with("vision")
            || words[i].starts_with("visual") || words[i].starts_with("audio")
            || words[i].starts_with("image") || words[i].starts_with("embed_vision"))
            return true;
    return false;
}

/// The place of the layer's number among the words; their number where there is none.
std::size_t placeOfLayer(const NameWords& words)
{
    constexpr auto before = std::to_array<std::string_view>(
        {"layers", "h", "blk", "blocks", "block", "layer", "decoder_layers"});
    for (std::size_t i = 1; i < words.size(); ++i)
        if (isAmong(words[i - 1], before) && numberIn(words[i]) >= 0)
            return i;
    return words.size();
}

bool isOfNetwork(TensorRole role)
{
    return role == TensorRole::Gate || role == TensorRole::Up || role == TensorRole::GateUp
        || role == TensorRole::Down;
}

/// Reads the words behind the layer's number.
class LayerWords
{
public:
    LayerWords(const NameWords& words, std::size_t first, RoledTensor& roled)
        : m_words(words)
        , m_first(first)
        , m_roled(roled)
    { }

    void read()
    {
        std::string_view last = m_words.back();
        m_roled.isBias = last == "bias";
        std::size_t module = m_words.size() - 1;
        const bool isField
            = last == "weight" || last == "bias" || last == "qweight" || last == "weight_packed";
        if (isField && module > m_first)
            --module;
        readParts(module);
        last = m_words[module];
        if (last == "e_score_correction_bias" || (last == "exp_probs_b" && !isField)) {
            m_roled.role = TensorRole::Router;
            m_roled.isBias = true;
            return;
        }
        if (!isField && (takeSuffix(last, "_blocks") || takeSuffix(last, "_bias")))
            m_roled.isBias = m_words.back().ends_with("_bias");
        else if (!isField && last.ends_with("_scales")) {
            m_roled.role = TensorRole::Buffer;
            return;
        }
        if (takeSuffix(last, "_exps"))
            m_roled.network = TensorNetwork::Routed;
        else if (last != "ffn_gate_inp_shexp" && takeSuffix(last, "_shexp"))
            m_roled.network = TensorNetwork::Shared;
        m_roled.role = roleOf(last, module);
        if (m_roled.network == TensorNetwork::Dense && m_roled.tensor->sides.size() == 3
            && isOfNetwork(m_roled.role)) // all experts in one tensor, without the word
            m_roled.network = TensorNetwork::Routed;
        if (m_roled.role == TensorRole::Router && last == "exp_probs_b")
            m_roled.isBias = true;
    }

private:
    void readParts(std::size_t module)
    {
        for (std::size_t i = m_first; i < module; ++i) {
            const std::string_view word = m_words[i];
            if (word.starts_with("shared_expert") || word == "shared_mlp")
                m_roled.network = TensorNetwork::Shared;
            if (word == "experts") {
                m_roled.network = TensorNetwork::Routed;
                m_roled.expert = numberIn(m_words[i + 1]);
            }
            m_inAttention = m_inAttention || word.find("attn") != std::string_view::npos
                || word.find("attention") != std::string_view::npos;
            m_inNetwork = m_inNetwork || word == "mlp" || word == "feed_forward";
            m_inOther = m_inOther || word == "linear_attn" || word == "mamba" || word == "ssm"
                || word == "conv" || word == "cross_attn";
        }
    }

    TensorRole roleOf(std::string_view module, std::size_t place) const
    {
        if (m_inOther)
            return module == "rotary_emb" ? TensorRole::Buffer : TensorRole::Other;
        for (std::size_t i = m_first; i <= place; ++i)
            if (roleIn(layerModules, m_words[i]) == TensorRole::Prediction)
                return TensorRole::Prediction;
        if (m_inAttention && roleIn(attentionModules, module))
            return *roleIn(attentionModules, module);
        if (m_inNetwork && roleIn(networkModules, module))
            return *roleIn(networkModules, module);
        if (const auto role = roleIn(layerModules, module))
            return *role;
        if (place > m_first && m_words[place - 1] == "router")
            return TensorRole::Router;
        // GPT-2's mask, and other buffers that stand in the attention itself
        if ((module == "attn" || module == "attention") && m_roled.isBias)
            return TensorRole::Buffer;
        if (module == "masked_bias" || module == "inv_freq")
            return TensorRole::Buffer;
        // A norm of the layer itself, not of a part of it; DBRX has its two in "norm_attn_norm".
        const auto isNorm = [](std::string_view word) {
            return word.find("norm") != std::string_view::npos || word.starts_with("ln_");
        };
        const bool isOfLayer = place == m_first || isNorm(m_words[place - 1]);
        return isNorm(module) && isOfLayer ? TensorRole::LayerNorm : TensorRole::Other;
    }

    const NameWords& m_words;
    std::size_t m_first;
    RoledTensor& m_roled;
    bool m_inAttention = false, m_inNetwork = false, m_inOther = false;
};

void readOuter(const NameWords& words, RoledTensor& roled)
{
    roled.isBias = words.back() == "bias";
    std::size_t module = words.size() - 1;
    if (module > 0 && (roled.isBias || words.back().ends_with("weight")))
        --module;
    roled.role = words.back() == "inv_freq"
        ? TensorRole::Buffer
        : roleOfOuterModule(words[module]).value_or(TensorRole::Other);
}

void setRole(const NameWords& words, bool isGguf, RoledTensor& roled)
{
    for (const std::string_view word : words) {
        if (word.starts_with("lora_A") || word.starts_with("lora_embedding_A"))
            roled.role = TensorRole::AdapterInto;
        if (word.starts_with("lora_B") || word.starts_with("lora_embedding_B"))
            roled.role = TensorRole::AdapterOut;
    }
    if (isGguf && words.back() == "lora_a")
        roled.role = TensorRole::AdapterInto;
    if (isGguf && words.back() == "lora_b")
        roled.role = TensorRole::AdapterOut;
    const std::size_t place = placeOfLayer(words);
    if (place < words.size())
        roled.layer = numberIn(words[place]);
    if (roled.role != TensorRole::Other)
        return;
    if (!isGguf && (isAmong(words.back(), companions) || words.back().find("bitsandbytes__") == 0))
        roled.role = TensorRole::Buffer;
    else if (isTower(words, place, isGguf))
        roled.role = TensorRole::Vision;
    else if (words.front().starts_with("mtp")
             || (words.size() > 1 && words[1].starts_with("mtp"))) {
        roled.role = TensorRole::Prediction;
        roled.layer = -1; // its layers are numbered by themselves
    } else if (place + 1 < words.size())
        LayerWords(words, place + 1, roled).read();
    else
        readOuter(words, roled);
    roled.isEncoder
        = std::find(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(place), "encoder")
            != words.begin() + static_cast<std::ptrdiff_t>(place)
        && roled.role != TensorRole::Vision;
}

} // namespace

std::optional<TensorRole> roleOfOuterModule(std::string_view name)
{
    return roleIn(outerModules, name);
}

std::vector<RoledTensor> roledTensors(const TensorList& list)
{
    const BesideOf beside = besideOf(list);
    std::vector<RoledTensor> all;
    all.reserve(list.tensors.size());
    for (const StoredTensor& tensor : list.tensors) {
        RoledTensor roled{.tensor = &tensor, .entries = tensor.entries()};
        const NameWords words = nameWords(tensor.name);
        setRole(words, list.isGguf, roled);
        const auto found = beside.find(moduleStem(tensor.name));
        if (!list.isGguf && roled.role != TensorRole::Buffer && !roled.isBias)
            unpack(roled, words.back(), found == beside.end() ? Beside() : found->second);
        all.push_back(roled);
    }
    return all;
}

} // namespace highwater
