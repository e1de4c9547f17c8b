// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/model_family.h"

#include "core/configs/family_rules.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

using enum Norm;
using enum Activation;

constexpr FamilyFlag attentionBias{"attention_bias"};
constexpr FamilySizes llamaSizes{4096, 11008, 32, 32, 32000};
constexpr FamilySizes qwenSizes{4096, 22016, 32, 32, 151936};
constexpr FamilyWindow qwenWindow{.rule = WindowRule::FromLayer, .width = 4096};

constexpr FamilyExperts deepSeekExperts{.any = true,
                                        .ownWidth = true,
                                        .layers = ExpertLayers::FirstDense,
                                        .sharedCount = "n_shared_experts"};

// Fields for which the rules of a family stand.
constexpr auto ofQwen2 = std::to_array<std::string_view>({"attention_bias"});
constexpr auto ofQwen3 = std::to_array<std::string_view>({"use_qk_norm"});
constexpr auto ofQwen3Next
    = std::to_array<std::string_view>({"attn_output_gate", "output_gate_type"});
constexpr auto ofLlama4 = std::to_array<std::string_view>({"use_qk_norm"}); // without weights
constexpr auto ofMiniMaxM2 = std::to_array<std::string_view>({"qk_norm_type", "use_routing_bias"});
constexpr auto ofMpt = std::to_array<std::string_view>({"norm_type", "no_bias"});
constexpr auto ofCohere2 = std::to_array<std::string_view>(
    {"order_of_interleaved_layers", "layer_switch", "use_parallel_block"});

constexpr auto ofNemotronH = std::to_array<std::string_view>(
    {"use_bias", "expand", "moe_shared_expert_overlap", "use_mamba_kernels", "time_step_rank",
     "time_step_limit", "mamba_hidden_act", "mtp_hybrid_override_pattern", "attention_head_dim",
     "num_logits_to_keep", "norm_eps"});
constexpr auto ofFalconH1 = std::to_array<std::string_view>(
    {"mamba_norm_before_gate", "mamba_use_mlp", "num_logits_to_keep", "mlp_expansion_factor",
     "mlp_multipliers", "ssm_multipliers", "projectors_bias"});
constexpr auto ofLfm2 = std::to_array<std::string_view>(
    {"block_ff_dim", "block_use_swiglu", "block_norm_eps", "block_use_xavier_init", "block_dim",
     "block_mlp_init_scale", "block_out_init_scale", "conv_dim", "conv_dim_out",
     "conv_use_xavier_init", "num_heads", "use_expert_bias", "num_dense_layers",
     "block_ffn_dim_multiplier", "block_auto_adjust_ff_dim"});
constexpr auto ofStep = std::to_array<std::string_view>(
    {"use_moe_router_bias", "use_head_wise_attn_gate", "use_qk_norm", "n_shared_experts",
     "moe_every_n_layer", "need_fp32_gate", "moe_layers_enum"});
constexpr auto ofMiniMaxM3 = std::to_array<std::string_view>(
    {"qk_norm_type", "use_qk_norm", "use_routing_bias", "sparse_attention_config",
     "num_mtp_modules", "attention_output_gate"});
constexpr auto ofLlada = std::to_array<std::string_view>(
    {"attention_layer_norm", "block_group_size", "block_type", "input_emb_norm", "layer_norm_type",
     "layer_norm_with_affine", "bias_for_layer_norm", "multi_query_attention", "mlp_ratio",
     "rope_full_precision", "vocab_size", "attention_layer_norm_with_affine"});

constexpr FamilyExperts withBias(FamilyExperts experts, std::int64_t dense)
{
    experts.routerBias = true;
    experts.dense = dense;
    return experts;
}

constexpr std::array families{
    ModelFamily{.type = "llama",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .mlpBias = {"mlp_bias"},
                .sizes = llamaSizes},
    ModelFamily{.type = "mistral",
                .kvHeads = 8,
                .sizes = {4096, 14336, 32, 32, 32000},
                .window = {.rule = WindowRule::All, .width = 4096}},
    ModelFamily{.type = "mixtral",
                .kvHeads = 8,
                .sizes = {4096, 14336, 32, 32, 32000},
                .experts = {.any = true},
                .window = {.rule = WindowRule::All}},
    ModelFamily{.type = "qwen", .qkvBias = always, .amend = amendQwen},
    ModelFamily{.type = "qwen2",
                .qkvBias = always,
                .kvHeads = 32,
                .sizes = qwenSizes,
                .window = qwenWindow,
                .covers = ofQwen2},
    ModelFamily{.type = "qwen2_moe",
                .qkvBias = {"qkv_bias", true},
                .kvHeads = 16,
                .experts = {.any = true,
                            .ownWidth = true,
                            .layers = ExpertLayers::SparseStep,
                            .sharedWidth = "shared_expert_intermediate_size",
                            .sharedGate = true},
                .window = qwenWindow},
    ModelFamily{.type = "qwen3",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Head,
                .kvHeads = 32,
                .headDim = 128,
                .sizes = qwenSizes,
                .window = qwenWindow,
                .covers = ofQwen3},
    ModelFamily{.type = "qwen3_moe",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Head,
                .kvHeads = 4,
                .experts = {.any = true, .ownWidth = true, .layers = ExpertLayers::SparseStep},
                .window = qwenWindow,
                .covers = ofQwen3},
    ModelFamily{.type = "qwen3_next",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Head,
                .kvHeads = 2,
                .headDim = 256,
                .experts = {.any = true,
                            .ownWidth = true,
                            .layers = ExpertLayers::SparseStep,
                            .sharedWidth = "shared_expert_intermediate_size",
                            .sharedGate = true},
                .amend = amendQwen3Next,
                .covers = ofQwen3Next},
    ModelFamily{.type = "deepseek", .experts = deepSeekExperts},
    ModelFamily{.type = "deepseek_v2", .experts = deepSeekExperts, .amend = amendLatent},
    ModelFamily{
        .type = "deepseek_v3", .experts = withBias(deepSeekExperts, 3), .amend = amendLatent},
    ModelFamily{.type = "deepseek_v32",
                .experts = withBias(deepSeekExperts, 3),
                .amend = amendSparseAttention},
    ModelFamily{.type = "glm", .qkvBias = {"attention_bias", true}, .kvHeads = 2, .headDim = 128},
    ModelFamily{.type = "glm4",
                .norms = 4,
                .qkvBias = {"attention_bias", true},
                .kvHeads = 2,
                .headDim = 128},
    ModelFamily{.type = "glm4_moe",
                .qkvBias = attentionBias,
                .qkNorm = QkNorm::Head,
                .qkNormIf = {"use_qk_norm"},
                .kvHeads = 8,
                .experts = withBias(deepSeekExperts, 1)},
    ModelFamily{.type = "gemma",
                .activation = GeluTanh,
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .tied = true,
                .kvHeads = 16,
                .headDim = 256,
                .sizes = {3072, 24576, 28, 16, 256000}},
    ModelFamily{.type = "gemma2",
                .norms = 4,
                .activation = GeluTanh,
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .tied = true,
                .kvHeads = 4,
                .headDim = 256,
                .sizes = {2304, 9216, 26, 8, 256000},
                .window = {.rule = WindowRule::EvenLayers, .width = 4096}},
    ModelFamily{.type = "gemma3_text",
                .norms = 4,
                .activation = GeluTanh,
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Head,
                .tied = true,
                .kvHeads = 4,
                .headDim = 256,
                .sizes = {2304, 9216, 26, 8, 262208},
                .window = {.rule = WindowRule::AllButEvery, .width = 4096, .every = 6}},
    ModelFamily{.type = "phi",
                .norm = LayerNorm,
                .norms = 1,
                .gated = false,
                .activation = GeluTanh,
                .qkvBias = always,
                .outBias = always,
                .mlpBias = always,
                .headBias = always,
                .amend = amendPhi},
    ModelFamily{.type = "phi3", .window = {.rule = WindowRule::All}},
    ModelFamily{.type = "phimoe",
                .norm = LayerNorm,
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .headBias = {"lm_head_bias"},
                .kvHeads = 8,
                .experts = {.any = true},
                .window = {.rule = WindowRule::All}},
    ModelFamily{.type = "gpt2",
                .norm = LayerNorm,
                .gated = false,
                .activation = GeluTanh,
                .qkvBias = always,
                .outBias = always,
                .mlpBias = always,
                .tied = true,
                .hiddenWidths = 4,
                .sizes = {768, 0, 12, 12, 50257},
                .amend = amendGpt2},
    ModelFamily{.type = "gpt_bigcode",
                .norm = LayerNorm,
                .gated = false,
                .activation = GeluTanh,
                .qkvBias = always,
                .outBias = always,
                .mlpBias = always,
                .tied = true,
                .hiddenWidths = 4,
                .amend = amendBigCode},
    ModelFamily{.type = "gpt_neox",
                .norm = LayerNorm,
                .gated = false,
                .activation = Gelu,
                .qkvBias = {"attention_bias", true},
                .outBias = {"attention_bias", true},
                .mlpBias = always},
    ModelFamily{.type = "gptj",
                .norm = LayerNorm,
                .norms = 1,
                .gated = false,
                .activation = GeluTanh,
                .mlpBias = always,
                .headBias = always,
                .hiddenWidths = 4},
    ModelFamily{.type = "opt",
                .norm = LayerNorm,
                .gated = false,
                .activation = Relu,
                .qkvBias = {"enable_bias", true},
                .outBias = {"enable_bias", true},
                .mlpBias = {"enable_bias", true},
                .tied = true,
                .amend = amendOpt},
    ModelFamily{.type = "bloom",
                .norm = LayerNorm,
                .gated = false,
                .activation = Gelu,
                .qkvBias = always,
                .outBias = always,
                .mlpBias = always,
                .tied = true,
                .hiddenWidths = 4,
                .amend = amendBloom},
    ModelFamily{.type = "falcon",
                .norm = LayerNorm,
                .gated = false,
                .activation = Gelu,
                .qkvBias = {"bias"},
                .outBias = {"bias"},
                .mlpBias = {"bias"},
                .tied = true,
                .hiddenWidths = 4,
                .amend = amendFalcon},
    ModelFamily{.type = "mpt",
                .norm = LayerNorm,
                .normVectors = 1,
                .gated = false,
                .activation = Gelu,
                .tied = true,
                .hiddenWidths = 4,
                .amend = amendMpt,
                .covers = ofMpt},
    ModelFamily{.type = "chatglm", .amend = amendChatGlm},
    ModelFamily{.type = "baichuan"},
    ModelFamily{.type = "internlm", .qkvBias = {"bias", true}, .outBias = {"bias", true}},
    ModelFamily{.type = "olmo",
                .norm = LayerNorm,
                .normVectors = 0,
                .qkvBias = attentionBias,
                .outBias = attentionBias},
    ModelFamily{.type = "olmo2",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Full},
    ModelFamily{.type = "olmo3",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Full,
                .window = {.rule = WindowRule::AllButEvery, .width = 4096, .every = 4}},
    ModelFamily{.type = "olmoe",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Full,
                .experts = {.any = true}},
    ModelFamily{.type = "gpt_oss",
                .qkvBias = {"attention_bias", true},
                .outBias = {"attention_bias", true},
                .kvHeads = 8,
                .headDim = 64,
                .experts = {.any = true, .routerBias = true, .bias = true},
                .window = {.rule = WindowRule::EvenLayers, .width = 128},
                .amend = amendGptOss},
    ModelFamily{.type = "granite",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .mlpBias = {"mlp_bias"}},
    ModelFamily{.type = "granitemoe",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .experts = {.any = true, .sharedWidth = "shared_intermediate_size"}},
    ModelFamily{.type = "cohere",
                .norm = LayerNorm,
                .normVectors = 1,
                .norms = 1,
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Full,
                .qkNormIf = {"use_qk_norm"},
                .tied = true},
    ModelFamily{.type = "cohere2",
                .norm = LayerNorm,
                .normVectors = 1,
                .norms = 1,
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .tied = true,
                .window = {.rule = WindowRule::AllButEvery, .width = 4096, .every = 4},
                .covers = ofCohere2},
    ModelFamily{.type = "minimax", .kvHeads = 8, .experts = {.any = true}, .amend = amendMiniMax},
    ModelFamily{.type = "minimax_m2",
                .qkNorm = QkNorm::Full,
                .qkNormIf = {"use_qk_norm", true},
                .kvHeads = 8,
                .headDim = 128,
                .experts = {.any = true, .routerBias = true},
                .covers = ofMiniMaxM2},
    ModelFamily{.type = "starcoder2",
                .norm = LayerNorm,
                .gated = false,
                .activation = GeluTanh,
                .qkvBias = {"use_bias", true},
                .outBias = {"use_bias", true},
                .mlpBias = {"use_bias", true},
                .tied = true,
                .kvHeads = 2,
                .window = {.rule = WindowRule::All}},
    ModelFamily{.type = "nemotron",
                .norm = LayerNorm,
                .gated = false,
                .activation = Relu,
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .mlpBias = {"mlp_bias"}},
    ModelFamily{.type = "stablelm",
                .norm = LayerNorm,
                .qkvBias = {"use_qkv_bias"},
                .qkNorm = QkNorm::Full,
                .qkNormIf = {"qk_layernorm"},
                .amend = amendStableLm},
    ModelFamily{.type = "dbrx",
                .norm = LayerNorm,
                .normVectors = 1,
                .hiddenWidths = 4,
                .experts = {.any = true},
                .amend = amendDbrx},
    ModelFamily{.type = "ernie4_5",
                .qkvBias = {"use_bias"},
                .outBias = {"use_bias"},
                .mlpBias = {"use_bias"},
                .tied = true,
                .kvHeads = 2,
                .headDim = 128},
    ModelFamily{.type = "ernie4_5_moe",
                .qkvBias = {"use_bias"},
                .outBias = {"use_bias"},
                .mlpBias = {"use_bias"},
                .tied = true,
                .kvHeads = 4,
                .experts = {.any = true,
                            .ownWidth = true,
                            .layers = ExpertLayers::Stretch,
                            .sharedCount = "moe_num_shared_experts",
                            .routerBias = true}},
    ModelFamily{.type = "hunyuan_v1_dense",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .mlpBias = {"mlp_bias"},
                .qkNorm = QkNorm::Head,
                .qkNormIf = {"use_qk_norm", true}},
    ModelFamily{.type = "hunyuan_v1_moe",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Head,
                .qkNormIf = {"use_qk_norm", true},
                .experts = {.any = true},
                .amend = amendHunYuan},
    ModelFamily{.type = "smollm3",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .mlpBias = {"mlp_bias"},
                .tied = true,
                .kvHeads = 4},
    ModelFamily{.type = "exaone", .tied = true},
    ModelFamily{.type = "exaone4",
                .qkNorm = QkNorm::Head,
                .window = {.rule = WindowRule::AllButEvery, .width = 4096, .every = 4}},
    ModelFamily{.type = "llama4_text",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .kvHeads = 8,
                .headDim = 128,
                .experts = {.any = true, .layers = ExpertLayers::Listed},
                .window = {.rule = WindowRule::Chunks, .width = 8192, .every = 4},
                .amend = amendLlama4,
                .covers = ofLlama4},
    ModelFamily{.type = "mllama_text_model", .kvHeads = 8, .amend = amendMllama},
    ModelFamily{.type = "nemotron_h",
                .gated = false,
                .activation = Relu,
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .mlpBias = {"mlp_bias"},
                .kvHeads = 8,
                .headDim = 128,
                .experts = {.any = true, .ownWidth = true, .routerBias = true},
                .hasOwnPattern = true,
                .amend = amendNemotronH,
                .covers = ofNemotronH},
    ModelFamily{.type = "granitemoehybrid",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .experts = {.any = true},
                .amend = amendGraniteHybrid},
    ModelFamily{.type = "falcon_h1",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .mlpBias = {"mlp_bias"},
                .kvHeads = 8,
                .hasOwnPattern = true,
                .amend = amendFalconH1,
                .covers = ofFalconH1},
    ModelFamily{.type = "jamba",
                .kvHeads = 8,
                .experts = {.any = true},
                .hasOwnPattern = true,
                .amend = amendJamba},
    ModelFamily{.type = "lfm2",
                .qkNorm = QkNorm::Head,
                .tied = true,
                .kvHeads = 8,
                .amend = amendLfm2,
                .covers = ofLfm2},
    ModelFamily{.type = "lfm2_moe",
                .qkNorm = QkNorm::Head,
                .tied = true,
                .kvHeads = 8,
                .experts = {.any = true,
                            .ownWidth = true,
                            .layers = ExpertLayers::FirstDense,
                            .dense = 2,
                            .routerBias = true},
                .amend = amendLfm2,
                .covers = ofLfm2},
    ModelFamily{.type = "kimi_linear",
                .experts = {.any = true,
                            .ownWidth = true,
                            .layers = ExpertLayers::FirstDense,
                            .dense = 1,
                            .sharedCount = "num_shared_experts",
                            .routerBias = true},
                .amend = amendKimiLinear},
    ModelFamily{.type = "gemma4_text",
                .norms = 4,
                .activation = GeluTanh,
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .qkNorm = QkNorm::Head,
                .tied = true,
                .kvHeads = 4,
                .headDim = 256,
                .sizes = {2304, 9216, 30, 8, 262144},
                .experts = {.any = true, .ownWidth = true, .routerBias = true},
                .window = {.rule = WindowRule::AllButEvery, .width = 512, .every = 6},
                .amend = amendGemma4},
    ModelFamily{
        .type = "mimo_v2_flash",
        .qkvBias = attentionBias,
        .kvHeads = 4,
        .headDim = 192,
        .experts
        = {.any = true, .ownWidth = true, .layers = ExpertLayers::FirstDense, .routerBias = true},
        .amend = amendMimoV2},
    ModelFamily{.type = "step3p5",
                .qkNorm = QkNorm::Head,
                .kvHeads = 8,
                .headDim = 128,
                .experts = {.any = true,
                            .ownWidth = true,
                            .layers = ExpertLayers::FirstDense,
                            .dense = 3,
                            .routerBias = true},
                .amend = amendStep,
                .covers = ofStep},
    ModelFamily{
        .type = "minimax_m3",
        .qkNorm
        = QkNorm::Head,
        .kvHeads = 4,
        .headDim = 128,
        .experts
        = {.any = true, .ownWidth = true, .layers = ExpertLayers::FirstDense, .routerBias = true},
        .amend = amendMiniMaxM3,
        .covers = ofMiniMaxM3},
    ModelFamily{
        .type = "deepseek_v4",
        .kvHeads = 1,
        .headDim = 512,
        .experts
        = {.any = true, .ownWidth = true, .sharedCount = "n_shared_experts", .routerBias = true},
        .hasOwnPattern = true,
        .amend = amendDeepSeekV4},
    ModelFamily{.type = "llada", .amend = amendLlada, .covers = ofLlada},
    ModelFamily{.type = "nemotron-nas",
                .qkvBias = attentionBias,
                .outBias = attentionBias,
                .mlpBias = {"mlp_bias"},
                .hasOwnPattern = true,
                .amend = amendDeciLm},
};

/// A type that has the same parameters as another one.
struct SameType
{
    std::string_view type, as;
};
constexpr std::array sameTypes{
    SameType{"kimi_k2", "deepseek_v3"},
    SameType{"mimo", "qwen2"}, // with layers that predict further tokens
    SameType{"glm_moe_dsa", "deepseek_v32"},
    SameType{"codegen", "gptj"},
    SameType{"RefinedWeb", "falcon"}, // Falcon's files of 2023
    SameType{"RefinedWebModel", "falcon"},
    SameType{"internlm2", "internlm"},
    SameType{"granitemoeshared", "granitemoe"},
    SameType{"qwen3_5_text", "qwen3_next"},
    SameType{"qwen3_5_moe_text", "qwen3_next"},
    SameType{"hunyuan", "hunyuan_v1_moe"},
    SameType{"qwen2_vl_text", "qwen2"},
    SameType{"qwen2_5_vl_text", "qwen2"},
    SameType{"qwen3_vl_text", "qwen3"},
    SameType{"qwen3_vl_moe_text", "qwen3_moe"},
    SameType{"glm4_moe_text", "glm4_moe"},
    SameType{"minimax_text_01", "minimax"},
    SameType{"minimax_m1", "minimax"},
    SameType{"MiniMaxText01", "minimax"},
    SameType{"MiniMaxM1", "minimax"},
    // Files of several parts that have the fields of the text in the outer object.
    SameType{"qwen2_vl", "qwen2"},
    SameType{"qwen2_5_vl", "qwen2"},
    SameType{"qwen3_vl", "qwen3"},
    SameType{"qwen3_vl_moe", "qwen3_moe"},
    SameType{"gemma3", "gemma3_text"},
    SameType{"llava", "llama"},
    SameType{"llava_next", "llama"},
    SameType{"mllama", "mllama_text_model"},
    SameType{"llama4", "llama4_text"},
    SameType{"mistral3", "mistral"},
    SameType{"gemma4", "gemma4_text"},
    SameType{"gemma4_unified", "gemma4_text"},
    SameType{"step3p7", "step3p5"},
    SameType{"minimax_m3_vl", "minimax_m3"},
    SameType{"minimax_m3_vl_text", "minimax_m3"},
    SameType{"mimo_v2", "mimo_v2_flash"},
    SameType{"deci", "nemotron-nas"},
};

constexpr auto recurrent = std::to_array<std::string_view>({
    "mamba",
    "mamba2",
    "falcon_mamba",
    "bamba",
    "zamba",
    "zamba2",
    "rwkv",
    "rwkv5",
    "rwkv6",
    "rwkv7",
    "recurrent_gemma",
});

constexpr ModelFamily unknown{.type = {},
                              .qkvBias = attentionBias,
                              .outBias = attentionBias,
                              .mlpBias = {"mlp_bias"},
                              .tied = true};

std::string plain(std::string_view text)
{
    std::string letters;
    for (const char letter : text)
        if (letter != '_')
            letters += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    return letters;
}

} // namespace

const ModelFamily* findFamily(std::string_view type)
{
    if (const auto same = std::ranges::find(sameTypes, type, &SameType::type);
        same != sameTypes.end())
        type = same->as;
    const auto found = std::ranges::find(families, type, &ModelFamily::type);
    return found != families.end() ? &*found : nullptr;
}

std::string_view typeOfClass(std::string_view name)
{
    const std::size_t end = std::min(name.find("For"), name.find("LMHeadModel"));
    if (end == std::string_view::npos || end == 0)
        return {};
    const std::string wanted = plain(name.substr(0, end));
    for (const ModelFamily& family : families)
        if (plain(family.type) == wanted)
            return family.type;
    for (const SameType& same : sameTypes)
        if (plain(same.type) == wanted)
            return same.type;
    return {};
}

std::string_view typeOfText(std::string_view outer)
{
    const ModelFamily* const family = findFamily(outer);
    return family ? family->type : std::string_view();
}

bool isRecurrent(std::string_view type)
{
    return std::ranges::find(recurrent, type) != recurrent.end();
}

const ModelFamily& unknownFamily()
{
    return unknown;
}

} // namespace highwater
