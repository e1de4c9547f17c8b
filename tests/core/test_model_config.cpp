// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hugging Face configurations become models: the number of parameters of every family to the last
// digit, and a clear sentence for what cannot be read.
#include "core/configs/import.h"
#include "core/configs/stored_weights.h"
#include "core/exchange/plan_file.h"
#include "core/json/json_reader.h"
#include "core/ledger/weights.h"
#include "helpers.h"
#include "printing.h"

#include <QTest>

using namespace highwater;

namespace {

Result<Imported> imported(const std::string& text, std::string_view index = {})
{
    return importPlan({"config.json", text, index}, Plan{}, builtinCatalog());
}

/// The model's architecture, also where the catalogue has it.
CustomModel customOf(const Result<Imported>& result)
{
    if (const auto* custom = std::get_if<CustomModel>(&result->plan.model))
        return *custom;
    return highwater::customOf(*shapeOf(result->plan.model, builtinCatalog()));
}

/// "qwen3-32b", or the name of a model that the catalogue does not have.
QString nameIn(const Result<Imported>& result)
{
    if (const auto* listed = std::get_if<CatalogModel>(&result->plan.model))
        return QString::fromStdString(listed->id);
    return QString::fromStdString(std::get<CustomModel>(result->plan.model).name.value_or(""));
}

QString unreadIn(const Result<Imported>& result)
{
    return result ? QString::fromStdString(joined(result->unread)) : QString();
}

std::int64_t parametersOf(const Result<Imported>& result)
{
    return countWeights(*shapeOf(customOf(result))).total;
}

QString notesOf(const Imported& result)
{
    QString all;
    for (const ImportNote& note : result.notes)
        all += QString::fromStdString(note.field + ": " + english(note.message)) + u'\n';
    return all;
}

QString problemsOf(const Result<Imported>& result)
{
    QString all;
    if (!result)
        for (const Problem& problem : result.problems())
            all += QString::fromStdString(english(problem)) + u'\n';
    return all;
}

constexpr const char* llama8 = R"("model_type": "llama", "hidden_size": 4096,
    "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
    "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192,
    "tie_word_embeddings": false)";

std::string llama8With(const std::string& more)
{
    std::string text = "{";
    text += llama8;
    text += more.empty() ? "" : ", ";
    text += more;
    text += "}";
    return text;
}

} // namespace

class TestModelConfig : public QObject
{
    Q_OBJECT

private slots:
    void countsParameters_data();
    void countsParameters();
    void countsTowers_data();
    void countsTowers();
    void towersOfTilesHaveNoSizes();
    void towersAreModelStates();
    void countsPredictionLayers_data();
    void countsPredictionLayers();
    void keepsWindowsAsPattern_data();
    void keepsWindowsAsPattern();
    void readsQuantization_data();
    void readsQuantization();
    void saysWhatItAssumed_data();
    void saysWhatItAssumed();
    void saysNothingWhereAllIsKnown();
    void refuses_data();
    void refuses();
    void checksStoredWeights_data();
    void checksStoredWeights();
    void readsHeaders_data();
    void readsHeaders();
    void names_data();
    void names();
    void namesByTheFolder();
    void listsFieldsThatMayCount_data();
    void listsFieldsThatMayCount();
    void storedWeightsConfirm();
    void readsNumbersOfPython();
    void keepsTheRestOfThePlan();
    void survivesDamage();
};

void TestModelConfig::countsParameters_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<qlonglong>("parameters");
    const auto row = [](const char* name, qlonglong parameters, const char* config) {
        QTest::newRow(name) << QString::fromUtf8(config) << parameters;
    };
    row("Llama 3 70B", 70553706496, R"({"model_type": "llama", "hidden_size": 8192,
        "intermediate_size": 28672, "num_hidden_layers": 80, "num_attention_heads": 64,
        "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": false})");
    row("Mistral Nemo", 12247782400, R"({"model_type": "mistral", "hidden_size": 5120,
        "intermediate_size": 14336, "num_hidden_layers": 40, "num_attention_heads": 32,
        "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 131072,
        "sliding_window": null})");
    row("Mixtral 8x22B, old vocabulary", 140620634112, R"({"model_type": "mixtral",
        "hidden_size": 6144, "intermediate_size": 16384, "num_hidden_layers": 56,
        "num_attention_heads": 48, "num_key_value_heads": 8, "num_local_experts": 8,
        "num_experts_per_tok": 2, "vocab_size": 32000})");
    row("Qwen2.5 0.5B", 494032768, R"({"model_type": "qwen2", "hidden_size": 896,
        "intermediate_size": 4864, "num_hidden_layers": 24, "num_attention_heads": 14,
        "num_key_value_heads": 2, "vocab_size": 151936, "tie_word_embeddings": true})");
    row("Qwen 7B", 7721324544, R"({"model_type": "qwen", "hidden_size": 4096,
        "intermediate_size": 22016, "num_hidden_layers": 32, "num_attention_heads": 32,
        "kv_channels": 128, "vocab_size": 151936, "seq_length": 8192,
        "tie_word_embeddings": false})");
    row("Qwen2 57B-A14B", 57408658944, R"({"model_type": "qwen2_moe", "hidden_size": 3584,
        "intermediate_size": 18944, "moe_intermediate_size": 2560,
        "shared_expert_intermediate_size": 20480, "num_hidden_layers": 28,
        "num_attention_heads": 28, "num_key_value_heads": 4, "num_experts": 64,
        "num_experts_per_tok": 8, "decoder_sparse_step": 1, "vocab_size": 151936})");
    row("Qwen3 8B", 8190735360, R"({"model_type": "qwen3", "hidden_size": 4096,
        "intermediate_size": 12288, "num_hidden_layers": 36, "num_attention_heads": 32,
        "num_key_value_heads": 8, "head_dim": 128, "attention_bias": false,
        "vocab_size": 151936, "tie_word_embeddings": false})");
    row("Qwen3 235B-A22B", 235093634560, R"({"model_type": "qwen3_moe", "hidden_size": 4096,
        "intermediate_size": 12288, "moe_intermediate_size": 1536, "num_hidden_layers": 94,
        "num_attention_heads": 64, "num_key_value_heads": 4, "head_dim": 128,
        "num_experts": 128, "num_experts_per_tok": 8, "decoder_sparse_step": 1,
        "mlp_only_layers": [], "vocab_size": 151936, "tie_word_embeddings": false})");
    row("DeepSeek V2", 235741434880, R"({"model_type": "deepseek_v2", "hidden_size": 5120,
        "intermediate_size": 12288, "moe_intermediate_size": 1536, "num_hidden_layers": 60,
        "num_attention_heads": 128, "num_key_value_heads": 128, "n_routed_experts": 160,
        "n_shared_experts": 2, "num_experts_per_tok": 6, "first_k_dense_replace": 1,
        "moe_layer_freq": 1, "q_lora_rank": 1536, "kv_lora_rank": 512,
        "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
        "vocab_size": 102400})");
    row("DeepSeek V2 Lite", 15706484224, R"({"model_type": "deepseek_v2", "hidden_size": 2048,
        "intermediate_size": 10944, "moe_intermediate_size": 1408, "num_hidden_layers": 27,
        "num_attention_heads": 16, "n_routed_experts": 64, "n_shared_experts": 2,
        "num_experts_per_tok": 6, "first_k_dense_replace": 1, "q_lora_rank": null,
        "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
        "v_head_dim": 128, "vocab_size": 102400})");
    row("Kimi K2", 1026408232448, R"({"model_type": "kimi_k2", "hidden_size": 7168,
        "intermediate_size": 18432, "moe_intermediate_size": 2048, "num_hidden_layers": 61,
        "num_attention_heads": 64, "num_key_value_heads": 64, "n_routed_experts": 384,
        "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 1,
        "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128,
        "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 163840})");
    // DeepSeek V3, and an indexer of 13,959,424 in each of 61 layers.
    row("DeepSeek V3.2", 671026419200 + 61 * 13959424LL, R"({"model_type": "deepseek_v32",
        "hidden_size": 7168, "intermediate_size": 18432, "moe_intermediate_size": 2048,
        "num_hidden_layers": 61, "num_attention_heads": 128, "num_key_value_heads": 128,
        "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 8,
        "first_k_dense_replace": 3, "q_lora_rank": 1536, "kv_lora_rank": 512,
        "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
        "index_n_heads": 64, "index_head_dim": 128, "vocab_size": 129280})");
    row("GLM-4 9B", 9399951360, R"({"model_type": "glm", "hidden_size": 4096,
        "intermediate_size": 13696, "num_hidden_layers": 40, "num_attention_heads": 32,
        "num_key_value_heads": 2, "head_dim": 128, "attention_bias": true,
        "vocab_size": 151552})");
    row("GLM-4 9B, its own code", 9399951360, R"({"model_type": "chatglm", "hidden_size": 4096,
        "ffn_hidden_size": 13696, "num_layers": 40, "num_attention_heads": 32,
        "multi_query_attention": true, "multi_query_group_num": 2, "kv_channels": 128,
        "add_qkv_bias": true, "add_bias_linear": false, "rmsnorm": true,
        "post_layer_norm": true, "padded_vocab_size": 151552, "vocab_size": 151552,
        "seq_length": 131072})");
    row("ChatGLM2", 6243584000, R"({"model_type": "chatglm", "hidden_size": 4096,
        "ffn_hidden_size": 13696, "num_layers": 28, "num_attention_heads": 32,
        "multi_query_attention": true, "multi_query_group_num": 2, "kv_channels": 128,
        "add_qkv_bias": true, "add_bias_linear": false, "rmsnorm": true,
        "post_layer_norm": true, "padded_vocab_size": 65024, "seq_length": 32768})");
    row("GLM-4 32B 0414", 32566081536, R"({"model_type": "glm4", "hidden_size": 6144,
        "intermediate_size": 23040, "num_hidden_layers": 61, "num_attention_heads": 48,
        "num_key_value_heads": 2, "head_dim": 128, "attention_bias": false,
        "vocab_size": 151552, "tie_word_embeddings": false})");
    row("Gemma 7B", 8537680896, R"({"model_type": "gemma", "hidden_size": 3072,
        "intermediate_size": 24576, "num_hidden_layers": 28, "num_attention_heads": 16,
        "num_key_value_heads": 16, "head_dim": 256, "vocab_size": 256000})");
    row("Gemma 2 2B", 2614341888, R"({"model_type": "gemma2", "hidden_size": 2304,
        "intermediate_size": 9216, "num_hidden_layers": 26, "num_attention_heads": 8,
        "num_key_value_heads": 4, "head_dim": 256, "vocab_size": 256000})");
    row("Gemma 3 1B", 999885952, R"({"model_type": "gemma3_text", "hidden_size": 1152,
        "intermediate_size": 6912, "num_hidden_layers": 26, "num_attention_heads": 4,
        "num_key_value_heads": 1, "head_dim": 256, "vocab_size": 262144})");
    row("Phi 1.5", 1418270720, R"({"model_type": "phi", "hidden_size": 2048,
        "intermediate_size": 8192, "num_hidden_layers": 24, "num_attention_heads": 32,
        "num_key_value_heads": null, "qk_layernorm": false, "vocab_size": 51200,
        "tie_word_embeddings": false})");
    row("Phi 4", 14659507200, R"({"model_type": "phi3", "hidden_size": 5120,
        "intermediate_size": 17920, "num_hidden_layers": 40, "num_attention_heads": 40,
        "num_key_value_heads": 10, "vocab_size": 100352, "tie_word_embeddings": false})");
    row("Phi 3.5 MoE", 41873153344, R"({"model_type": "phimoe", "hidden_size": 4096,
        "intermediate_size": 6400, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 8, "num_local_experts": 16, "num_experts_per_tok": 2,
        "attention_bias": true, "lm_head_bias": true, "vocab_size": 32064})");
    row("GPT-2", 124439808, R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12,
        "n_head": 12, "n_positions": 1024, "n_ctx": 1024, "vocab_size": 50257})");
    row("GPT-2, with the positions of its class", 124439808,
        R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12,
        "vocab_size": 50257})");
    row("Pythia 6.9B", 6857302016, R"({"model_type": "gpt_neox", "hidden_size": 4096,
        "intermediate_size": 16384, "num_hidden_layers": 32, "num_attention_heads": 32,
        "vocab_size": 50432, "tie_word_embeddings": false})");
    // 28 layers of 4·4096² + 2·4096·16384 + 16384 + 4096 + 2·4096 (one norm); two tables of 50,400
    // rows; the head's bias; the final norm.
    row("GPT-J",
        28LL * (4LL * 4096 * 4096 + 2LL * 4096 * 16384 + 16384 + 4096 + 8192) + 2LL * 50400 * 4096
            + 50400 + 8192,
        R"({"model_type": "gptj", "n_embd": 4096, "n_inner": null, "n_layer": 28, "n_head": 16,
        "n_positions": 2048, "vocab_size": 50400, "tie_word_embeddings": false})");
    row("OPT 350M", 331196416, R"({"model_type": "opt", "hidden_size": 1024, "ffn_dim": 4096,
        "num_hidden_layers": 24, "num_attention_heads": 16, "max_position_embeddings": 2048,
        "word_embed_proj_dim": 512, "do_layer_norm_before": false, "vocab_size": 50272})");
    row("OPT 1.3B", 1315758080, R"({"model_type": "opt", "hidden_size": 2048, "ffn_dim": 8192,
        "num_hidden_layers": 24, "num_attention_heads": 32, "max_position_embeddings": 2048,
        "word_embed_proj_dim": 2048, "do_layer_norm_before": true, "vocab_size": 50272,
        "_remove_final_layer_norm": false})");
    row("OPT 1.3B, with the positions of its class", 1315758080,
        R"({"model_type": "opt", "hidden_size": 2048, "ffn_dim": 8192, "num_hidden_layers": 24,
        "num_attention_heads": 32, "vocab_size": 50272})");
    row("BLOOM", 176247271424, R"({"model_type": "bloom", "n_embed": 14336, "n_layer": 70,
        "num_attention_heads": 112, "vocab_size": 250880})");
    row("Falcon 7B", 6921720704, R"({"model_type": "falcon", "hidden_size": 4544,
        "num_hidden_layers": 32, "num_attention_heads": 71, "num_kv_heads": 71,
        "multi_query": true, "parallel_attn": true, "bias": false, "alibi": false,
        "new_decoder_architecture": false, "vocab_size": 65024})");
    row("Falcon 180B", 178557088768, R"({"model_type": "falcon", "hidden_size": 14848,
        "num_hidden_layers": 80, "num_attention_heads": 232, "num_kv_heads": 8,
        "multi_query": true, "parallel_attn": true, "bias": false,
        "new_decoder_architecture": true, "vocab_size": 65024})");
    row("MPT 30B", 29957200896, R"({"model_type": "mpt", "d_model": 7168, "n_heads": 64,
        "n_layers": 48, "expansion_ratio": 4, "max_seq_len": 8192, "no_bias": true,
        "attn_config": {"alibi": true}, "vocab_size": 50432})");
    row("Baichuan 2 13B", 13896668160, R"({"model_type": "baichuan", "hidden_size": 5120,
        "intermediate_size": 13696, "num_hidden_layers": 40, "num_attention_heads": 40,
        "model_max_length": 4096, "vocab_size": 125696, "tie_word_embeddings": false})");
    row("InternLM 2.5 20B", 19861149696, R"({"model_type": "internlm2", "hidden_size": 6144,
        "intermediate_size": 16384, "num_hidden_layers": 48, "num_attention_heads": 48,
        "num_key_value_heads": 8, "bias": false, "vocab_size": 92544})");
    row("OLMo 7B", 6888095744, R"({"model_type": "olmo", "hidden_size": 4096,
        "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 32, "vocab_size": 50304, "tie_word_embeddings": false})");
    row("OLMo 2 7B", 7298617344, R"({"model_type": "olmo2", "hidden_size": 4096,
        "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 32, "vocab_size": 100352, "tie_word_embeddings": false})");
    row("gpt-oss 120B", 116829156672, R"({"model_type": "gpt_oss", "hidden_size": 2880,
        "intermediate_size": 2880, "num_hidden_layers": 36, "num_attention_heads": 64,
        "num_key_value_heads": 8, "head_dim": 64, "num_local_experts": 128,
        "num_experts_per_tok": 4, "attention_bias": true, "sliding_window": 128,
        "vocab_size": 201088, "tie_word_embeddings": false})");
    row("Granite 3.3 8B", 8170864640, R"({"model_type": "granite", "hidden_size": 4096,
        "intermediate_size": 12800, "num_hidden_layers": 40, "num_attention_heads": 32,
        "num_key_value_heads": 8, "vocab_size": 49159, "tie_word_embeddings": true})");
    row("Granite 3.1 3B-A800M", 3298793472, R"({"model_type": "granitemoe",
        "hidden_size": 1536, "intermediate_size": 512, "num_hidden_layers": 32,
        "num_attention_heads": 24, "num_key_value_heads": 8, "num_local_experts": 40,
        "num_experts_per_tok": 8, "vocab_size": 49155, "tie_word_embeddings": true})");
    row("Command R", 34980831232, R"({"model_type": "cohere", "hidden_size": 8192,
        "intermediate_size": 22528, "num_hidden_layers": 40, "num_attention_heads": 64,
        "num_key_value_heads": 64, "use_qk_norm": false, "vocab_size": 256000})");
    row("Command A", 111057580032, R"({"model_type": "cohere2", "hidden_size": 12288,
        "intermediate_size": 36864, "num_hidden_layers": 64, "num_attention_heads": 96,
        "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 256000})");
    row("MiniMax Text 01", 456089655296, R"({"model_type": "minimax", "hidden_size": 6144,
        "intermediate_size": 9216, "num_hidden_layers": 80, "num_attention_heads": 64,
        "num_key_value_heads": 8, "head_dim": 128, "num_local_experts": 32,
        "num_experts_per_tok": 2, "vocab_size": 200064, "tie_word_embeddings": false,
        "attn_type_list": [0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,
        0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,
        0,0,0,0,0,0,0,1]})");
    row("StarCoder2 3B", 3030371328, R"({"model_type": "starcoder2", "hidden_size": 3072,
        "intermediate_size": 12288, "num_hidden_layers": 30, "num_attention_heads": 24,
        "num_key_value_heads": 2, "use_bias": true, "vocab_size": 49152})");
    row("Minitron 8B", 8271699968, R"({"model_type": "nemotron", "hidden_size": 4096,
        "intermediate_size": 16384, "num_hidden_layers": 32, "num_attention_heads": 48,
        "num_key_value_heads": 8, "head_dim": 128, "hidden_act": "relu2",
        "vocab_size": 256000, "tie_word_embeddings": false})");
    row("StableLM 3B 4E1T", 2795443200, R"({"model_type": "stablelm", "hidden_size": 2560,
        "intermediate_size": 6912, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 32, "use_qkv_bias": false, "vocab_size": 50304,
        "tie_word_embeddings": false})");
    row("DBRX", 131596523520, R"({"model_type": "dbrx", "d_model": 6144, "n_heads": 48,
        "n_layers": 40, "max_seq_len": 32768, "attn_config": {"kv_n_heads": 8},
        "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16, "moe_top_k": 4},
        "vocab_size": 100352, "tie_word_embeddings": false})");
    row("ERNIE 4.5 0.3B", 360748032, R"({"model_type": "ernie4_5", "hidden_size": 1024,
        "intermediate_size": 3072, "num_hidden_layers": 18, "num_attention_heads": 16,
        "num_key_value_heads": 2, "head_dim": 128, "use_bias": false, "vocab_size": 103424,
        "tie_word_embeddings": true})");
    row("ERNIE 4.5 21B-A3B", 21825437888, R"({"model_type": "ernie4_5_moe",
        "hidden_size": 2560, "intermediate_size": 12288, "moe_intermediate_size": 1536,
        "num_hidden_layers": 28, "num_attention_heads": 20, "num_key_value_heads": 4,
        "moe_num_experts": 64, "moe_num_shared_experts": 2, "moe_k": 6,
        "moe_layer_start_index": 1, "moe_layer_end_index": 27, "moe_layer_interval": 1,
        "vocab_size": 103424, "tie_word_embeddings": true})");
    row("HunYuan A13B", 80393183232, R"({"model_type": "hunyuan_v1_moe", "hidden_size": 4096,
        "intermediate_size": 3072, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 8, "head_dim": 128, "num_experts": 64,
        "num_shared_expert": [1, 1], "moe_topk": [8, 8], "use_qk_norm": true,
        "vocab_size": 128167, "tie_word_embeddings": true})");
    row("EXAONE 3.0 7.8B", 7818448896, R"({"model_type": "exaone", "hidden_size": 4096,
        "intermediate_size": 14336, "num_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 8, "activation_function": "silu", "vocab_size": 102400,
        "tie_word_embeddings": false})");
    row("EXAONE 4.0 1.2B", 1279391488, R"({"model_type": "exaone4", "hidden_size": 2048,
        "intermediate_size": 4096, "num_hidden_layers": 30, "num_attention_heads": 32,
        "num_key_value_heads": 8, "head_dim": 64, "vocab_size": 102400,
        "tie_word_embeddings": true})");
    row("Llama 4 Maverick's text", 400711848960, R"({"model_type": "llama4_text",
        "hidden_size": 5120, "intermediate_size": 8192, "intermediate_size_mlp": 16384,
        "num_hidden_layers": 48, "num_attention_heads": 40, "num_key_value_heads": 8,
        "head_dim": 128, "num_local_experts": 128, "num_experts_per_tok": 1,
        "interleave_moe_layer_step": 2, "vocab_size": 202048, "tie_word_embeddings": false})");
    // The published total is 81,324,862,720 with one more layer for a second token: full attention
    // with its gate, experts, a product from two widths to one and three norms.
    row("Qwen3 Next 80B-A3B",
        81324862720
            - (27263488 + 2 * 2048 + 513LL * 2048 + 513LL * 3 * 2048 * 512 + 2LL * 2048 * 2048
               + 3 * 2048),
        R"({"model_type": "qwen3_next", "hidden_size": 2048, "intermediate_size": 5120,
        "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512,
        "num_hidden_layers": 48, "num_attention_heads": 16, "num_key_value_heads": 2,
        "head_dim": 256, "num_experts": 512, "num_experts_per_tok": 10,
        "decoder_sparse_step": 1, "full_attention_interval": 4, "linear_num_key_heads": 16,
        "linear_num_value_heads": 32, "linear_key_head_dim": 128, "linear_value_head_dim": 128,
        "linear_conv_kernel_dim": 4, "vocab_size": 151936, "tie_word_embeddings": false})");
    // The file states the width of an expert alone. 40 layers of a router, 256 experts and a shared
    // one with its gate, and two norms; 10 of them with full attention, 30 with linear attention.
    row("Qwen3.5 35B-A3B's text, without a dense width",
        2 * 248320LL * 2048 + 40 * (256 * 2048 + 257LL * 3 * 2048 * 512 + 2048 + 2 * 2048)
            + 10 * 27263488LL + 30 * (2048LL * 16448 + 8192 * 4 + 64 + 128) + 2048,
        R"({"model_type": "qwen3_5_moe", "text_config": {"model_type": "qwen3_5_moe_text",
        "attn_output_gate": true, "full_attention_interval": 4, "head_dim": 256,
        "hidden_act": "silu", "hidden_size": 2048, "linear_conv_kernel_dim": 4,
        "linear_key_head_dim": 128, "linear_num_key_heads": 16, "linear_num_value_heads": 32,
        "linear_value_head_dim": 128, "mlp_only_layers": [], "moe_intermediate_size": 512,
        "num_attention_heads": 16, "num_experts": 256, "num_experts_per_tok": 8,
        "num_hidden_layers": 40, "num_key_value_heads": 2, "shared_expert_intermediate_size": 512,
        "vocab_size": 248320}, "tie_word_embeddings": false})");
    // Below, h = 64, four heads of 16, two for keys and values, f = 96, v = 100, tied, two norms a
    // layer and one at the end.
    constexpr qlonglong ends = 100 * 64 + 64, attention = 2 * 64 * 64 + 2 * 64 * 32,
                        gated = 3 * 64 * 96, norms = 2 * 64;
    // A Mamba-2 of 8 heads of 16, 2 groups and 32 states: the projection to 2 · 128 + 2 · 64 + 8,
    // a convolution of 4 with a bias over 128 + 2 · 64, three numbers a head, the output.
    constexpr qlonglong mamba2 = 64 * (2 * 128 + 128 + 8) + 5 * 256 + 3 * 8 + 128 * 64;
    const std::string small = R"("hidden_size": 64, "intermediate_size": 96,
        "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "vocab_size": 100,
        "tie_word_embeddings": true, )";
    const auto hybrid = [&](const char* name, qlonglong parameters, const std::string& more) {
        row(name, parameters, ("{" + small + more + "}").c_str());
    };
    hybrid("Nemotron-H: a norm for each of six blocks, two networks of two matrices",
           ends + 6 * 64 + 3 * (mamba2 + 128) + attention + 2 * (2 * 64 * 96),
           R"("model_type": "nemotron_h", "num_hidden_layers": 6,
              "hybrid_override_pattern": "MM-*M-", "mamba_num_heads": 8, "mamba_head_dim": 16,
              "n_groups": 2, "ssm_state_size": 32)");
    // Four experts of 32 that work on a latent of 16, a shared one of 48, router and its bias.
    hybrid("Nemotron 3: experts in a latent, and a layer without a network",
           ends + 5 * 64 + 2 * (mamba2 + 128) + attention
               + 2 * (4 * 2 * 16 * 32 + 2 * 64 * 48 + 2 * 64 * 16 + 64 * 4 + 4),
           R"("model_type": "nemotron_h", "hybrid_override_pattern": "MEM*E",
              "num_hidden_layers": 5, "mamba_num_heads": 8, "mamba_head_dim": 16, "n_groups": 2,
              "ssm_state_size": 32, "n_routed_experts": 4, "num_experts_per_tok": 2,
              "moe_intermediate_size": 32, "moe_shared_expert_intermediate_size": 48,
              "moe_latent_size": 16, "time_step_limit": [0.0, Infinity])");
    hybrid("Granite 4: the shared network alone",
           ends + 3 * (gated + norms) + 2 * (mamba2 + 128) + attention,
           R"("model_type": "granitemoehybrid", "num_hidden_layers": 3, "num_local_experts": 0,
              "shared_intermediate_size": 96, "layer_types": ["mamba", "attention", "mamba"],
              "mamba_n_heads": 8, "mamba_d_head": "auto", "mamba_n_groups": 2,
              "mamba_d_state": 32, "mamba_expand": 2)");
    hybrid("Falcon-H1: both in each layer, no norm of the state's output",
           ends + 2 * (gated + norms + mamba2 + attention),
           R"("model_type": "falcon_h1", "num_hidden_layers": 2, "mamba_d_ssm": 128,
              "mamba_n_heads": 8, "mamba_d_head": 16, "mamba_n_groups": 2, "mamba_d_state": 32)");
    // Mamba of inner width 128, 16 states, steps through 4: projection, convolution with a bias,
    // x to 4 + 32, steps with a bias, A, D, output, three norms.
    hybrid(
        "Jamba: two layers of four with experts",
        ends + 4 * norms + 2 * gated + 2 * (4 * gated + 4 * 64) + attention
            + 3 * (64 * 256 + 5 * 128 + 128 * 36 + 4 * 128 + 128 + 128 * 16 + 128 + 128 * 64 + 36),
        R"("model_type": "jamba", "num_hidden_layers": 4, "num_experts": 4,
              "num_experts_per_tok": 2, "attn_layer_period": 4, "attn_layer_offset": 2,
              "mamba_d_state": 16, "mamba_expand": 2)");
    // int(2 · 96 / 3) = 64, rounded up to 64; a convolution of 3.
    hybrid("LFM2: one of three with attention and norms of its heads",
           ends + 3 * (3 * 64 * 64 + norms) + attention + 32 + 2 * (64 * 192 + 3 * 64 + 64 * 64),
           R"("model_type": "lfm2", "num_hidden_layers": 3, "full_attn_idxs": [1],
              "block_multiple_of": 64, "conv_L_cache": 3)");
    // Two heads of 16: products of h · 96, two gates through 16, beta, a convolution of 4 over 96,
    // 32 + 2 + 16 numbers, the output; latent attention of 4 heads of 12 + 4, values of 16.
    hybrid("Kimi Linear: three of four by channel",
           ends + 4 * norms + gated + 3 * (4 * 3 * 64 * 32 + 3 * 64 * 32 + 64 * 4 + 4)
               + 3 * (64 * 96 + 2 * (64 * 16 + 16 * 32) + 64 * 2 + 4 * 96 + 50 + 32 * 64) + 64 * 64
               + 64 * (16 + 4) + 16 + 16 * 4 * (12 + 16) + 64 * 64,
           R"("model_type": "kimi_linear", "num_hidden_layers": 4, "kv_lora_rank": 16,
              "qk_nope_head_dim": 12, "qk_rope_head_dim": 4, "v_head_dim": 16,
              "q_lora_rank": null, "num_experts": 4, "num_experts_per_token": 2,
              "num_shared_experts": 1, "moe_intermediate_size": 32, "first_k_dense_replace": 1,
              "linear_attn_config": {"full_attn_layers": [4], "kda_layers": [1, 2, 3],
              "head_dim": 16, "num_heads": 2, "short_conv_kernel_size": 4})");
    // Windows have heads of 16, two for keys; the global layer four of 32, one for keys that is the
    // values' as well; four norms and a number a layer.
    hybrid("Gemma 4: wider heads and one product for keys and values in the global layer",
           ends + 6 * (gated + 2 * norms + 1) + 5 * (attention + 32) + 2 * 64 * 128 + 64 * 32 + 64,
           R"("model_type": "gemma4_text", "num_hidden_layers": 6, "global_head_dim": 32,
              "num_global_key_value_heads": 1, "attention_k_eq_v": true,
              "hidden_size_per_layer_input": 0)");
    // The last layer, a global one, takes keys and values of another; inputs of 8 for each layer.
    hybrid("Gemma 4: shared keys and inputs of layers",
           ends + 6 * (gated + 2 * norms + 1) + 5 * (attention + 32) + 2 * 64 * 128 + 32
               + (50 + 64) * 6 * 8 + 8 + 6 * (2 * 64 * 8 + 64),
           R"("model_type": "gemma4_text", "num_hidden_layers": 6, "global_head_dim": 32,
              "num_kv_shared_layers": 1, "hidden_size_per_layer_input": 8,
              "vocab_size_per_layer_input": 50)");
    // Values of 8; layers with a window have four heads for keys, and a sink for each head.
    hybrid("MiMo-V2: other heads with a window, narrower values",
           ends + 3 * (gated + norms) + 64 * 64 + 64 * 32 + 64 * 16 + 32 * 64
               + 2 * (64 * 64 + 64 * 64 + 64 * 32 + 32 * 64 + 4),
           R"("model_type": "mimo_v2_flash", "num_hidden_layers": 3, "v_head_dim": 8,
              "hybrid_layer_pattern": [0, 1, 1], "swa_num_key_value_heads": 4,
              "sliding_window": 128)");
    // A gate for each head; layers with a window have six heads.
    hybrid("Step: gates of heads, more of them with a window",
           ends + 4 * norms + 3 * gated + 2 * (attention + 32 + 4 * 64)
               + 2 * (2 * 64 * 96 + 2 * 64 * 32 + 32 + 6 * 64) + 4 * 3 * 64 * 32 + 3 * 64 * 40
               + 4 * 64 + 4,
           R"("model_type": "step3p5", "num_hidden_layers": 4, "sliding_window": 128,
              "layer_types": ["full_attention", "sliding_attention", "full_attention",
              "sliding_attention"], "attention_other_setting": {"num_attention_heads": 6},
              "moe_num_experts": 4, "moe_top_k": 2, "moe_intermediate_size": 32,
              "share_expert_dim": 40, "moe_layers_enum": "3")");
    // An indexer of 2 heads of 16 in one of two layers.
    hybrid("MiniMax-M3: a dense layer, an indexer, norms of heads",
           ends + 2 * (attention + 32 + norms) + 3 * 64 * 128 + 4 * gated + gated + 4 * 64 + 4
               + 64 * (2 * 16 + 16) + 2 * 16,
           R"("model_type": "minimax_m3", "num_hidden_layers": 2, "dense_intermediate_size": 128,
              "num_local_experts": 4, "num_experts_per_tok": 2, "n_shared_experts": 1,
              "shared_intermediate_size": 96, "moe_layer_freq": [0, 1],
              "sparse_attention_config": {"sparse_attention_freq": [0, 1],
              "sparse_index_dim": 16, "sparse_num_index_heads": 2})");
    // One head of 16 for keys and values, queries through 32, the output through 2 groups of 8, a
    // sink for each head, two residual streams: each half of a layer has 8 numbers for 2 · 64, as
    // many more and three; compressed by 4 the layer sees 2 · 16 columns, its indexer 2 · 8 of 4
    // heads, by 128 columns of 16. The last layer's router has a bias.
    const qlonglong base = 64 * 32 + 32 + 32 * 64 + 64 * 16 + 16 + 16 * 32 + 16 * 64 + 4 + norms
        + 2 * (8 * 128 + 8 + 3) + 5 * 3 * 64 * 32 + 64 * 4;
    const qlonglong by4 = 4 * 32 + 2 * 64 * 32 + 16 + 4 * 16 + 2 * 64 * 16 + 8 + 32 * 32 + 64 * 4;
    hybrid("DeepSeek-V4: latents, streams, compressed tokens",
           ends + 3 * base + by4 + 128 * 16 + 2 * 64 * 16 + 16 + 4 + 2 * 128 + 2 + 1,
           R"("model_type": "deepseek_v4", "num_hidden_layers": 3,
              "q_lora_rank": 32, "o_groups": 2, "o_lora_rank": 8, "hc_mult": 2,
              "index_head_dim": 8, "index_n_heads": 4, "compress_ratios": [0, 4, 128, 0],
              "num_hash_layers": 2, "sliding_window": 128, "n_routed_experts": 4,
              "n_shared_experts": 1, "num_experts_per_tok": 2, "moe_intermediate_size": 32)");
    row("LLaDA 8B", 8015581184, R"({"model_type": "llada", "d_model": 4096,
        "mlp_hidden_size": 12288, "n_layers": 32, "n_heads": 32, "n_kv_heads": 32,
        "embedding_size": 126464, "vocab_size": 126464, "weight_tying": false,
        "include_bias": false, "include_qkv_bias": false})");
    // Layers: 4 heads in one group and int(2 · 3 · 64 / 3) = 128, rounded up to 256; no attention
    // and half of that; a product in place of attention, no network.
    hybrid("a pruned model",
           ends + 6 * 64 - 2 * 64 + 2 * 64 * 64 + 2 * 64 * 16 + 64 * 64 + 3 * 64 * 512,
           R"("model_type": "nemotron-nas", "num_hidden_layers": 3, "block_configs": [
              {"attention": {"n_heads_in_group": 4}, "ffn": {"ffn_mult": 3}},
              {"attention": {"no_op": true}, "ffn": {"ffn_mult": 1.5}},
              {"attention": {"replace_with_linear": true}, "ffn": {"no_op": true}}])");
    // An indexer in one of two layers: 64 · (4 · 16) + 32 · (16 + 4) + 2 · 16.
    row("layers that share an indexer's choice", 16448 + 4768,
        R"({"model_type": "glm_moe_dsa", "hidden_size": 32, "intermediate_size": 32,
        "num_hidden_layers": 2, "num_attention_heads": 1, "vocab_size": 10, "q_lora_rank": 64,
        "kv_lora_rank": 16, "qk_nope_head_dim": 12, "qk_rope_head_dim": 4, "v_head_dim": 16,
        "index_n_heads": 4, "index_head_dim": 16, "index_topk_freq": 2,
        "indexer_types": ["full", "shared"], "tie_word_embeddings": false})");
    row("a class name without a type", 8030261248, R"({"architectures": ["LlamaForCausalLM"],
        "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256})");
    row("numbers written with a point", 8030261248, R"({"model_type": "llama",
        "hidden_size": 4096.0, "intermediate_size": 14336, "num_hidden_layers": 3.2e1,
        "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256})");
    // Layers 0, 1 and 5 of 8 are dense: no step gives that, but the count is the same.
    row("dense layers that follow no step",
        5LL * (4 * 3 * 64 * 32 + 64 * 4) + 3LL * 3 * 64 * 96 + 8LL * (4 * 64 * 64 + 128 + 2 * 16)
            + 2LL * 64 * 100 + 64,
        R"({"model_type": "qwen3_moe", "hidden_size": 64, "intermediate_size": 96,
        "moe_intermediate_size": 32, "num_hidden_layers": 8, "num_attention_heads": 4,
        "num_key_value_heads": 4, "head_dim": 16, "num_experts": 4, "num_experts_per_tok": 2,
        "decoder_sparse_step": 1, "mlp_only_layers": [0, 1, 5], "vocab_size": 100,
        "tie_word_embeddings": false})");
}

void TestModelConfig::countsParameters()
{
    QFETCH(QString, config);
    QFETCH(qlonglong, parameters);
    const auto result = imported(config.toStdString());
    QVERIFY2(result, qPrintable(problemsOf(result)));
    QCOMPARE(parametersOf(result), parameters);

    // The plan that it becomes is a file like any other.
    const auto again = readPlan(writePlan(result->plan));
    QVERIFY(again);
    QCOMPARE(*again, result->plan);
}

constexpr const char* llava
    = R"({"model_type": "llava", "vision_feature_select_strategy": "default",
        "text_config": {"model_type": "llama", "hidden_size": 5120, "intermediate_size": 13824,
        "num_hidden_layers": 40, "num_attention_heads": 40, "vocab_size": 32064},
        "vision_config": {"model_type": "clip_vision_model", "hidden_size": 1024,
        "intermediate_size": 4096, "num_hidden_layers": 24, "image_size": 336,
        "patch_size": 14}})";

/// LLaVA-NeXT, whose images are cut into tiles.
QByteArray ofTiles(QByteArray config)
{
    return config.replace("\"llava\"", "\"llava_next\"");
}

void TestModelConfig::countsTowers_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<qlonglong>("parameters");
    QTest::addColumn<qlonglong>("tower");
    const auto row
        = [](const char* name, qlonglong parameters, qlonglong tower, const char* config) {
              QTest::newRow(name) << QString::fromUtf8(config) << parameters << tower;
          };
    row("Qwen2-VL 2B, text beside the tower", 2208985600, 2208985600 - 1543714304,
        R"({"model_type": "qwen2_vl", "hidden_size": 1536, "intermediate_size": 8960,
        "num_hidden_layers": 28, "num_attention_heads": 12, "num_key_value_heads": 2,
        "vocab_size": 151936, "tie_word_embeddings": true, "vision_config": {"depth": 32,
        "embed_dim": 1280, "mlp_ratio": 4, "num_heads": 16, "in_chans": 3,
        "hidden_size": 1536, "patch_size": 14, "spatial_merge_size": 2,
        "temporal_patch_size": 2}})");
    row("Qwen2.5-VL 7B", 8292166656, 676550144,
        R"({"model_type": "qwen2_5_vl", "hidden_size": 3584, "intermediate_size": 18944,
        "num_hidden_layers": 28, "num_attention_heads": 28, "num_key_value_heads": 4,
        "vocab_size": 152064, "tie_word_embeddings": false, "vision_config": {"depth": 32,
        "hidden_size": 1280, "intermediate_size": 3420, "num_heads": 16,
        "out_hidden_size": 3584, "patch_size": 14, "spatial_merge_size": 2}})");
    row("Qwen3-VL 4B, tied by the whole file", 4437815808, 4437815808 - 4022468096,
        R"({"model_type": "qwen3_vl", "tie_word_embeddings": true,
        "text_config": {"model_type": "qwen3_vl_text", "hidden_size": 2560,
        "intermediate_size": 9728, "num_hidden_layers": 36, "num_attention_heads": 32,
        "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 151936,
        "tie_word_embeddings": false}, "vision_config": {"depth": 24, "hidden_size": 1024,
        "intermediate_size": 4096, "num_heads": 16, "out_hidden_size": 2560, "patch_size": 16,
        "num_position_embeddings": 2304, "deepstack_visual_indexes": [5, 11, 17]}})");
    row("Gemma 3 4B, which leaves out what its class has", 4300079472, 4300079472 - 3880263168,
        R"({"model_type": "gemma3", "mm_tokens_per_image": 256, "text_config":
        {"model_type": "gemma3_text", "hidden_size": 2560, "intermediate_size": 10240,
        "num_hidden_layers": 34, "sliding_window": 1024}, "vision_config":
        {"model_type": "siglip_vision_model", "hidden_size": 1152, "intermediate_size": 4304,
        "num_hidden_layers": 27, "image_size": 896, "patch_size": 14}})");
    row("LLaVA 1.5 13B", 13351494656, 13351494656 - 13016519680, llava);
    // the same with one vector that ends the rows of an image
    row("LLaVA 1.6 13B", 13351499776, 13351499776 - 13016519680, ofTiles(llava));
    // PixtralVisionModel and Mistral3MultiModalProjector of transformers 5.24, built without memory
    row("Mistral Small 3.1's tower", 23572403200 + 403305472 + 35652608, 403305472 + 35652608,
        R"({"model_type": "mistral3", "spatial_merge_size": 2, "text_config":
        {"model_type": "mistral", "hidden_size": 5120, "intermediate_size": 32768,
        "num_hidden_layers": 40, "num_attention_heads": 32, "num_key_value_heads": 8,
        "head_dim": 128, "vocab_size": 131072, "tie_word_embeddings": false}, "vision_config":
        {"model_type": "pixtral", "hidden_size": 1024, "intermediate_size": 4096,
        "num_hidden_layers": 24, "num_attention_heads": 16, "image_size": 1540,
        "patch_size": 14}})");
    // the same tower with LLaVA's two products
    row("Pixtral 12B's tower", 12247782400 + 403489792 + 31467520, 403489792 + 31467520,
        R"({"model_type": "llava", "text_config": {"model_type": "mistral",
        "hidden_size": 5120, "intermediate_size": 14336, "num_hidden_layers": 40,
        "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
        "vocab_size": 131072, "tie_word_embeddings": false}, "vision_config":
        {"model_type": "pixtral", "hidden_size": 1024, "intermediate_size": 4096,
        "num_hidden_layers": 24, "num_attention_heads": 16, "image_size": 1024,
        "patch_size": 16}})");
    // 40 layers of Llama 3.1 8B's size, 8 of them with norms and gates, and 8 rows more.
    row("Llama 3.2 11B Vision", 10670220835, 10670220835 - 9775192080,
        R"({"model_type": "mllama", "text_config": {"model_type": "mllama_text_model",
        "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 40,
        "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
        "tie_word_embeddings": false, "cross_attention_layers": [3,8,13,18,23,28,33,38]},
        "vision_config": {"hidden_size": 1280, "intermediate_size": 5120,
        "num_hidden_layers": 32, "num_global_layers": 8, "image_size": 560, "patch_size": 14,
        "max_num_tiles": 4, "vision_output_dim": 7680}})");
}

void TestModelConfig::countsTowers()
{
    QFETCH(QString, config);
    QFETCH(qlonglong, parameters);
    QFETCH(qlonglong, tower);
    const auto result = imported(config.toStdString());
    QVERIFY2(result, qPrintable(problemsOf(result)));
    QCOMPARE(parametersOf(result), parameters);
    QCOMPARE(customOf(result).visionParams.value_or(0), tower);
    QVERIFY2(notesOf(*result).contains(u"vision_config"), qPrintable(notesOf(*result)));
}

/// The file does not say into how many tiles an image is cut: nothing is said of its tokens.
void TestModelConfig::towersOfTilesHaveNoSizes()
{
    QVERIFY(customOf(imported(llava)).visionKind == TowerKind::Clip);
    QVERIFY(!customOf(imported(ofTiles(llava).toStdString())).visionKind);
}

/// Weights, gradients, and AdamW's two moments and master weights: 2 + 2 + 12 bytes a parameter, on
/// the first stage of a pipeline alone.
void TestModelConfig::towersAreModelStates()
{
    constexpr std::int64_t tower = 1'000'000;
    CustomModel model = llama(64, 4, 8, 4, 96, 1000);
    Plan plan = bare(model);
    plan.cluster.gpus = 2;
    plan.layout.pipeline = 2;
    const Estimate without = estimated(plan);
    model.visionParams = tower;
    plan.model = model;
    const Estimate with = estimated(plan);
    const auto more = [&](std::size_t stage, Group group) {
        return with.answer.stages.at(stage).totals.perGpu[group]
            - without.answer.stages.at(stage).totals.perGpu[group];
    };
    QCOMPARE(more(0, Group::Parameters), 2 * tower);
    QCOMPARE(more(0, Group::Gradients), 2 * tower);
    QCOMPARE(more(0, Group::Optimizer), 12 * tower);
    for (const Group group : {Group::Parameters, Group::Gradients, Group::Optimizer})
        QCOMPARE(more(1, group), Bytes{0});
    QCOMPARE(with.parameters() - without.parameters(), tower);
}

void TestModelConfig::countsPredictionLayers_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<qlonglong>("whole");
    QTest::addColumn<bool>("copies");
    const char* const glm = R"({"model_type": "glm4_moe", "hidden_size": 5120,
        "intermediate_size": 12288, "moe_intermediate_size": 1536, "num_hidden_layers": 92,
        "num_attention_heads": 96, "num_key_value_heads": 8, "head_dim": 128,
        "attention_bias": true, "use_qk_norm": true, "n_routed_experts": 160,
        "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 3,
        "num_nextn_predict_layers": 1, "vocab_size": 151552, "tie_word_embeddings": false})";
    QTest::newRow("GLM 4.5") << glm << qlonglong(358337791296) << true;
    QTest::newRow("GLM 4.6") << glm << qlonglong(356785898816) << false;
}

void TestModelConfig::countsPredictionLayers()
{
    QFETCH(QString, config);
    QFETCH(qlonglong, whole);
    QFETCH(bool, copies);
    const auto result = imported(config.toStdString());
    QVERIFY2(result, qPrintable(problemsOf(result)));
    const Shape shape = *shapeOf(customOf(result));
    QCOMPARE(shape.predictionLayers, 1);
    QCOMPARE(countWeights(shape).total + predictionParameters(shape)
                 + (copies ? predictionCopies(shape) : 0),
             whole);
    QVERIFY(notesOf(*result).contains(u"num_nextn_predict_layers"));
}

void TestModelConfig::keepsWindowsAsPattern_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<int>("window");
    const auto row
        =
            [](const char* name, const char* more, const char* pattern, int window) {
                QTest::newRow(name)
                    << QStringLiteral(
                           R"({"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 8,
            "num_attention_heads": 4, "num_key_value_heads": 4, "head_dim": 16,
            "vocab_size": 100, "max_position_embeddings": 8192, %1})")
                           .arg(QLatin1String(more))
                    << QString::fromLatin1(pattern) << window;
            };
    row("Mistral's default", R"("model_type": "mistral")", "s", 4096);
    row("Mistral without one", R"("model_type": "mistral", "sliding_window": null)", "", 0);
    row("Mistral with one as wide as the context",
        R"("model_type": "mistral", "sliding_window": 8192)", "", 0);
    row("Gemma 2", R"("model_type": "gemma2")", "sf", 4096);
    row("Gemma 3", R"("model_type": "gemma3_text", "sliding_window": 512)", "sssssf", 512);
    row("Cohere 2", R"("model_type": "cohere2", "sliding_window_pattern": 4)", "sssf", 4096);
    row("EXAONE 4 by letters",
        R"("model_type": "exaone4", "sliding_window": 128, "sliding_window_pattern": "LLLG")",
        "sssf", 128);
    row("EXAONE 4 without a window", R"("model_type": "exaone4", "sliding_window": null)", "", 0);
    row("gpt-oss", R"("model_type": "gpt_oss", "num_local_experts": 2)", "sf", 128);
    row("a list wins",
        R"("model_type": "gpt_oss", "num_local_experts": 2, "layer_types": ["full_attention",
        "full_attention", "full_attention", "sliding_attention", "full_attention",
        "full_attention", "full_attention", "sliding_attention"])",
        "fffs", 128);
    row("Qwen2 has one that is off", R"("model_type": "qwen2", "sliding_window": 4096)", "", 0);
    row("Qwen2 from a layer on",
        R"("model_type": "qwen2", "use_sliding_window": true, "max_window_layers": 6)", "ffffffss",
        4096);
    row("Llama 4's chunks", R"("model_type": "llama4_text", "attention_chunk_size": 1024)", "cccf",
        1024);
}

void TestModelConfig::keepsWindowsAsPattern()
{
    QFETCH(QString, config);
    QFETCH(QString, pattern);
    QFETCH(int, window);
    const auto result = imported(config.toStdString());
    QVERIFY2(result, qPrintable(problemsOf(result)));
    QCOMPARE(QString::fromStdString(customOf(result).layerPattern.value_or("")), pattern);
    QCOMPARE(customOf(result).slidingWindow.value_or(0), window);
}

void TestModelConfig::readsQuantization_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("base"); ///< of QLoRA; empty where full training stays possible
    QTest::addColumn<QString>("weights");
    const auto row
        = [](const char* name, const char* config, const char* base, const char* weights) {
              QTest::newRow(name) << QString::fromLatin1(config) << QString::fromLatin1(base)
                                  << QString::fromLatin1(weights);
          };
    row("bitsandbytes, 4 bits, twice",
        R"("quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": true,
        "bnb_4bit_quant_type": "nf4", "bnb_4bit_use_double_quant": true})",
        "nf4-double", "nf4-double");
    row("bitsandbytes, 4 bits",
        R"("quantization_config": {"load_in_4bit": true, "load_in_8bit": false})", "nf4", "nf4");
    row("bitsandbytes, 8 bits",
        R"("quantization_config": {"quant_method": "bitsandbytes", "load_in_8bit": true})", "int8",
        "int8");
    row("GPTQ", R"("quantization_config": {"quant_method": "gptq", "bits": 4, "group_size": 128})",
        "", "gptq");
    row("AWQ", R"("quantization_config": {"quant_method": "awq", "bits": 4, "zero_point": true})",
        "", "awq");
    row("fp8", R"("quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]})",
        "", "fp8-block");
    row("compressed-tensors in floats",
        R"("quantization_config": {"quant_method": "compressed-tensors", "config_groups":
        {"group_0": {"weights": {"num_bits": 8, "type": "float"}}}, "ignore": ["lm_head"]})",
        "", "fp8");
    row("mxfp4", R"("quantization_config": {"quant_method": "mxfp4"})", "", "mxfp4");
    row("MLX", R"("quantization": {"bits": 4, "group_size": 64})", "", "int4");
    row("a name alone", R"("quantization_config": {"quant_method": "hqq"})", "", "bf16");
    row("none", R"("quantization_config": null)", "", "bf16");
}

void TestModelConfig::readsQuantization()
{
    QFETCH(QString, config);
    QFETCH(QString, base);
    QFETCH(QString, weights);
    const auto result = imported(llama8With(config.toStdString()));
    QVERIFY2(result, qPrintable(problemsOf(result)));
    QCOMPARE(parametersOf(result), 8030261248); // the format changes bytes, never the count
    const Plan& plan = result->plan;
    QCOMPARE(plan.adapter.kind, base.isEmpty() ? AdapterKind::None : AdapterKind::Qlora);
    if (!base.isEmpty())
        QCOMPARE(QString::fromStdString(std::string(nameOf(plan.adapter.base))), base);
    QCOMPARE(QString::fromStdString(std::string(nameOf(plan.inference.weights))), weights);
    QCOMPARE(notesOf(*result).contains(u"quantization_config"), !config.endsWith(u"null"));
}

void TestModelConfig::saysWhatItAssumed_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("note");
    const auto row = [](const char* name, const std::string& config, const char* note) {
        QTest::newRow(name) << QString::fromStdString(config) << QString::fromUtf8(note);
    };
    row("an unknown type",
        R"({"model_type": "rival", "hidden_size": 64, "intermediate_size": 96,
        "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100})",
        "model_type: \"rival\" is not known");
    row("a class's own sizes", R"({"model_type": "llama", "vocab_size": 32000})",
        "hidden_size: is not in the file: 4,096");
    row("heads of keys and values", R"({"model_type": "mistral", "vocab_size": 32000})",
        "num_key_value_heads: is not in the file: 8");
    row("learned positions", R"({"model_type": "gpt2", "vocab_size": 50257})",
        "max_position_embeddings: is not in the file: 1,024");
    row("a mixture without a number of experts",
        R"({"model_type": "mixtral", "vocab_size": 32000})",
        "num_experts: is not in the file: the model is counted without experts");
    row("linear attention", R"({"model_type": "minimax", "hidden_size": 64,
        "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 4, "head_dim": 16, "num_local_experts": 2, "vocab_size": 100})",
        "one layer is taken as their mean");
    row("a tower of a kind that is not known",
        R"({"model_type": "rival_vl", "text_config": {"model_type": "llama",
        "vocab_size": 32000}, "vision_config": {"hidden_size": 64}})",
        "vision_config: vision towers of this kind cannot be counted");
    row("an activation", llama8With(R"("hidden_act": "mish")"), "the activation \"mish\"");
    row("a classifier", llama8With(R"("architectures": ["LlamaForSequenceClassification"])"),
        "classifier");
}

void TestModelConfig::saysWhatItAssumed()
{
    QFETCH(QString, config);
    QFETCH(QString, note);
    const auto result = imported(config.toStdString());
    QVERIFY2(result, qPrintable(problemsOf(result)));
    QVERIFY2(notesOf(*result).contains(note), qPrintable(notesOf(*result)));
}

void TestModelConfig::saysNothingWhereAllIsKnown()
{
    const auto result = imported(llama8With(R"("hidden_act": "silu", "rope_scaling": null)"));
    QVERIFY(result);
    QCOMPARE(notesOf(*result), QString());
}

void TestModelConfig::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char* name, const std::string& text, const char* problem) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString::fromUtf8(problem);
    };
    for (const char* type : {"mamba2", "rwkv", "zamba2", "recurrent_gemma"})
        row(type, llama8With("").replace(16, 5, type), "cannot be counted yet");
    row("a sign of state space", R"({"model_type": "rival", "hidden_size": 64,
        "num_hidden_layers": 2, "num_attention_heads": 4, "mamba_d_state": 16})",
        "state-space");
    row("layers of several widths",
        R"({"model_type": "nemotron-nas", "hidden_size": 8192, "num_hidden_layers": 2,
        "num_attention_heads": 64, "vocab_size": 128256, "block_configs": [{"attention":
        {"n_heads_in_group": 8}, "ffn": {"ffn_mult": 2.625}}]})",
        "block_configs: must be a list with an entry for each layer, 2");
    row("layers of several widths in a type that is not known",
        R"({"model_type": "rival", "hidden_size": 64, "num_hidden_layers": 1,
        "num_attention_heads": 4, "vocab_size": 100, "block_configs": [{}]})",
        "has layers of different widths (\"block_configs\")");
    row("Nemotron-H with a pattern that is too short",
        R"({"model_type": "nemotron_h", "hidden_size": 64, "intermediate_size": 96,
        "num_hidden_layers": 4, "num_attention_heads": 4, "vocab_size": 100,
        "hybrid_override_pattern": "M-*"})",
        "hybrid_override_pattern: must have a letter for each layer, 4");
    row("a tower wider than a plan's may be",
        R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 64,
        "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
        "intermediate_size": 256}, "vision_config": {"hidden_size": 65537}})",
        "model.custom.vision.hidden_size: must be a whole number from 1 to 65,536");
    row("patches joined without end",
        R"({"model_type": "gemma3", "mm_tokens_per_image": 1, "text_config": {"model_type":
        "gemma3_text", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "vocab_size": 100, "intermediate_size": 256}, "vision_config": {"patch_size": 1,
        "image_size": 60000}})",
        "model.custom.vision.merge_size: must be a whole number from 1 to 64");
    row("no width of the dense layers",
        R"({"model_type": "deepseek_v3", "hidden_size": 64, "num_hidden_layers": 2,
        "num_attention_heads": 4, "vocab_size": 100, "n_routed_experts": 4,
        "moe_intermediate_size": 32, "first_k_dense_replace": 1})",
        "intermediate_size: is missing");
    row("gated delta nets of a type that is not known", R"({"model_type": "rival",
        "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "linear_num_value_heads": 16})",
        "state-space");
    row("an encoder and a decoder",
        R"({"model_type": "t5", "d_model": 512, "num_layers": 6, "is_encoder_decoder": true})",
        "an encoder in addition to its decoder");
    row("the first ChatGLM",
        R"({"model_type": "chatglm", "inner_hidden_size": 16384, "hidden_size": 4096})",
        "chatglm-6b");
    row("linear attention of another kind",
        R"({"model_type": "rival", "hidden_size": 64, "intermediate_size": 96,
        "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
        "layer_types": ["linear_attention", "full_attention"]})",
        "layer_types: the linear attention");
    row("layers of an odd kind",
        R"({"model_type": "qwen3", "vocab_size": 100, "num_hidden_layers": 1,
        "layer_types": ["odd"]})",
        "layer_types: layers of the kind \"odd\"");
    row("a list that is too short",
        R"({"model_type": "qwen3", "vocab_size": 100, "layer_types": ["full_attention"]})",
        "an entry for each layer, 32");
    row("a size that is missing",
        R"({"model_type": "qwen3_moe", "hidden_size": 64, "num_hidden_layers": 2})",
        "num_attention_heads: is missing");
    row("10^18 layers",
        R"({"model_type": "llama", "vocab_size": 10, "num_hidden_layers": 1000000000000000000})",
        "num_hidden_layers: must be a whole number from 1 to 65,536; found 1000000000000000000");
    row("a gate beyond all sizes",
        R"({"model_type": "afmoe", "hidden_size": 1048576, "intermediate_size": 64,
        "moe_intermediate_size": 64, "num_hidden_layers": 2, "num_dense_layers": 1,
        "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 1000,
        "num_experts": 8, "num_experts_per_tok": 2})",
        "its sizes do not go together");
    row("a number beyond all", R"({"model_type": "llama", "hidden_size": 1e308})",
        "hidden_size: must be a whole number");
    row("half a layer", R"({"model_type": "llama", "num_hidden_layers": 2.5})",
        "num_hidden_layers: must be a whole number");
    row("no layers", R"({"model_type": "llama", "num_hidden_layers": 0})",
        "num_hidden_layers: must be a whole number from 1");
    row("fewer than none", R"({"model_type": "llama", "hidden_size": -4096})",
        "hidden_size: must be a whole number from 1");
    row("a text for a number", R"({"model_type": "llama", "hidden_size": "4096"})",
        "hidden_size: must be a whole number from 1 to 16,777,216; found \"4096\"");
    row("an object for a number", R"({"model_type": "llama", "hidden_size": {"a": 1}})",
        "hidden_size: must be a whole number from 1 to 16,777,216; found {…}");
    row("a list for a type", R"({"model_type": ["llama"], "hidden_size": 64})",
        "model_type: must be a text; found […]");
    row("a number for a flag", R"({"model_type": "llama", "attention_bias": 1})",
        "attention_bias: must be true or false; found 1");
    row("a place inside a part", R"({"model_type": "llava", "text_config": {"hidden_size": true}})",
        "text_config.hidden_size: must be a whole number");
    row("heads that do not divide",
        R"({"model_type": "llama", "num_attention_heads": 32, "num_key_value_heads": 5})",
        "must divide the number of heads");
    row("all as large as it may be",
        R"({"model_type": "llama", "hidden_size": 16777216, "intermediate_size": 16777216,
        "num_hidden_layers": 65536, "num_attention_heads": 65536, "head_dim": 65536,
        "vocab_size": 16777216})",
        "parameters");
    row("an end in the middle", "{\"model_type\": \"llama\",\n \"hidden_size\": 40",
        "2:18: not valid JSON");
    row("a million levels", std::string(1000000, '['), "1:65: nested more than 64 levels deep");
    row(
        "a million levels of objects",
        [] {
            std::string text;
            for (int i = 0; i < 1000000; ++i)
                text += "{\"a\":";
            return text;
        }(),
        "nested more than 64 levels deep");
    row("the same key twice", R"({"model_type": "llama", "model_type": "gpt2"})",
        "model_type: is written twice");
    row("UTF-16", std::string("\xFF\xFE{\0\"\0", 6), "is text in UTF-16; save it as UTF-8");
    row("bytes that are no text", "{\"model_type\": \"\xC3\x28\"}", "is no text in UTF-8");
    row("a NUL", std::string("{\"model_type\": \"llama\"\0}", 24), "not valid JSON");
    row("nothing", "", "is no file of a kind that can be imported");
    row("a list", "[1, 2]", "is no file of a kind that can be imported");
    row("a tokenizer", R"({"added_tokens": [], "truncation": null})",
        "is no file of a kind that can be imported");
    row("17 MiB", std::string(17 << 20, '['), "larger than a configuration can be");
}

void TestModelConfig::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, problem);
    const auto result = imported(text.toStdString());
    QVERIFY(!result);
    QVERIFY2(problemsOf(result).contains(problem), qPrintable(problemsOf(result)));
}

void TestModelConfig::checksStoredWeights_data()
{
    QTest::addColumn<QString>("more");
    QTest::addColumn<qlonglong>("bytes");
    QTest::addColumn<bool>("agrees");
    constexpr qlonglong untied = 8030261248;
    constexpr qlonglong table = 128256LL * 4096;
    const QString tied = QStringLiteral(R"("attention_bias": false)");
    QTest::newRow("16 bits") << tied << 2 * untied << true;
    QTest::newRow("32 bits") << tied << 4 * untied << true;
    QTest::newRow("with rotary frequencies") << tied << 2 * (untied + 32 * 64) << true;
    QTest::newRow("a weight too many") << tied << 2 * untied + 2 << false;
    QTest::newRow("another model") << tied << 2 * (untied - table) << false;
    const QString predicts = QStringLiteral(R"("num_nextn_predict_layers": 1)");
    const qlonglong layer = 218112000 + 2LL * 4096 * 4096 + 3 * 4096;
    QTest::newRow("a further layer") << predicts << 2 * (untied + layer) << true;
    QTest::newRow("a further layer, copies")
        << predicts << 2 * (untied + layer + 2 * table) << true;
    QTest::newRow("a further layer that is not there") << predicts << 2 * untied << true;
    QTest::newRow("quantised weights are not checked")
        << QStringLiteral(R"("quantization_config": {"quant_method": "gptq", "bits": 4})")
        << qlonglong(5'700'000'000) << true;
}

void TestModelConfig::checksStoredWeights()
{
    QFETCH(QString, more);
    QFETCH(qlonglong, bytes);
    QFETCH(bool, agrees);
    const std::string index = "{\"metadata\": {\"total_size\": " + std::to_string(bytes)
        + "}, \"weight_map\": {\"lm_head.weight\": \"model-00004-of-00004.safetensors\"}}";
    const auto result = imported(llama8With(more.toStdString()), index);
    QVERIFY(result);
    QCOMPARE(notesOf(*result).contains(u"model.safetensors: has"), !agrees);
    QCOMPARE(parametersOf(result), 8030261248);
}

void TestModelConfig::readsHeaders_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<qlonglong>("parameters"); ///< -1: cannot be read
    const auto withLength = [](std::uint64_t length, const std::string& header) {
        std::string bytes;
        for (int i = 0; i < 8; ++i)
            bytes += static_cast<char>(length >> 8 * i & 0xFF);
        return QByteArray::fromStdString(bytes + header);
    };
    const std::string two = R"({"__metadata__": {"format": "pt"},
        "a": {"dtype": "BF16", "shape": [64, 32], "data_offsets": [0, 4096]},
        "b": {"dtype": "BF16", "shape": [64], "data_offsets": [4096, 4224]}})";
    QTest::newRow("two tensors") << withLength(two.size(), two) << qlonglong(64 * 33);
    QTest::newRow("a header that is cut off") << withLength(two.size() + 1, two) << qlonglong(-1);
    QTest::newRow("2^63 bytes of it") << withLength(1ULL << 63, two) << qlonglong(-1);
    QTest::newRow("nothing") << QByteArray() << qlonglong(-1);
    QTest::newRow("no shape") << withLength(13, R"({"a": {"b":1}})") << qlonglong(-1);
    const std::string wrong = R"({"a": {"shape": [-4]}})";
    QTest::newRow("a negative side") << withLength(wrong.size(), wrong) << qlonglong(-1);
    const std::string huge = R"({"a": {"shape": [4000000000, 4000000000, 4000000000]}})";
    QTest::newRow("more than a number holds")
        << withLength(huge.size(), huge) << std::numeric_limits<qlonglong>::max();
    QTest::newRow("an index") << QByteArray(
        R"({"metadata": {"total_size": 16, "total_parameters": 8}})")
                              << qlonglong(8);
    QTest::newRow("an index that says nothing")
        << QByteArray(R"({"metadata": {"total_size": "16"}})") << qlonglong(-1);
    QTest::newRow("an index without metadata")
        << QByteArray(R"({"weight_map": {}})") << qlonglong(-1);
}

void TestModelConfig::readsHeaders()
{
    QFETCH(QByteArray, bytes);
    QFETCH(qlonglong, parameters);
    const auto stored = readStoredWeights(bytes.toStdString());
    QCOMPARE(static_cast<bool>(stored), parameters >= 0);
    if (stored)
        QCOMPARE(stored->parameters.value(), parameters);
    // Unreadable weights do not stop a configuration from being read.
    const std::string text = bytes.toStdString();
    QVERIFY(imported(llama8With(""), text));
}

void TestModelConfig::names_data()
{
    QTest::addColumn<QString>("more");
    QTest::addColumn<QString>("name");
    QTest::newRow("the catalogue's")
        << QStringLiteral(R"("hidden_act": "silu")") << QStringLiteral("llama-3-8b");
    QTest::newRow("the catalogue's, by its name on a hub")
        << QStringLiteral(R"("_name_or_path": "meta-llama/Llama-3.1-8B-Instruct")")
        << QStringLiteral("llama-3.1-8b");
    QTest::newRow("another model's name on the same shape")
        << QStringLiteral(R"("_name_or_path": "Qwen/Qwen3-4B")") << QStringLiteral("Qwen3-4B");
    QTest::newRow("a repository") << QStringLiteral(R"("_name_or_path": "someone/tuned-8b")")
                                  << QStringLiteral("tuned-8b");
    QTest::newRow("a folder") << QStringLiteral(R"("_name_or_path": "/data/run 7/")")
                              << QStringLiteral("run 7");
    QTest::newRow("the folder it lay in")
        << QStringLiteral(R"("_name_or_path": "./")") << QStringLiteral("llama-3-8b");
    QTest::newRow("a shape of its own") << QStringLiteral(R"("head_dim": 64)") << QString();
}

void TestModelConfig::names()
{
    QFETCH(QString, more);
    QFETCH(QString, name);
    const auto result = imported(llama8With(more.toStdString()));
    QVERIFY(result);
    QCOMPARE(nameIn(result), name);
}

/// Nothing of Llama 3.1's and Llama 3's shapes differs but the positions; the folder decides.
void TestModelConfig::namesByTheFolder()
{
    const auto result
        = importPlan({"/models/Llama-3.1-8B-Instruct/config.json", llama8With(""), {}}, Plan{},
                     builtinCatalog());
    QCOMPARE(nameIn(result), QStringLiteral("llama-3.1-8b"));
}

void TestModelConfig::listsFieldsThatMayCount_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("unread");
    const auto row = [](const char* name, const std::string& config, const char* unread) {
        QTest::newRow(name) << QString::fromStdString(config) << QString::fromUtf8(unread);
    };
    row("all is read", llama8With(""), "");
    row("fields that decide no weight",
        llama8With(R"("rope_scaling": {"factor": 8}, "rms_norm_eps": 1e-5, "bos_token_id": 1,
        "initializer_range": 0.02, "pretraining_tp": 1, "attention_dropout": 0.0, "use_cache": true,
        "torch_dtype": "bfloat16", "transformers_version": "5.3.0", "num_return_sequences": 1,
        "id2label": {"0": "LABEL_0"}, "final_logit_softcapping": 30.0)"),
        "");
    row("a field that is off", llama8With(R"("use_qk_norm": false, "n_shared_experts": 0)"), "");
    row("heads that are as all others",
        llama8With(R"("global_head_dim": 128, "swa_num_key_value_heads": 8)"), "");
    row("heads that are not",
        llama8With(R"("global_head_dim": 512, "num_global_key_value_heads": 2)"),
        "global_head_dim, num_global_key_value_heads");
    row("a width of values", llama8With(R"("v_head_dim": 192)"), "v_head_dim");
    row("biases and gates", llama8With(R"("o_bias": true, "add_swa_attention_sink_bias": true,
        "use_head_wise_attn_gate": true)"),
        "o_bias, add_swa_attention_sink_bias, use_head_wise_attn_gate");
    row("kinds of layers", llama8With(R"("hybrid_layer_pattern": [0, 1], "index_topk_freq": 4)"),
        "hybrid_layer_pattern, index_topk_freq");
    row("layers that are all of one kind", llama8With(R"("some_types": ["full", "full"])"), "");
    row("a type that is not known", R"({"model_type": "rival", "hidden_size": 64,
        "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 4,
        "vocab_size": 100, "mlp_hidden_size": 128})",
        "model_type, mlp_hidden_size");
    row("a part of a file",
        R"({"model_type": "rival_vl", "text_config": {"model_type": "llama",
        "vocab_size": 32000, "o_lora_rank": 64}, "vision_config": {"hidden_size": 64},
        "audio_config": {"hidden_size": 64}})",
        "text_config.o_lora_rank, audio_config, vision_config");
}

void TestModelConfig::listsFieldsThatMayCount()
{
    QFETCH(QString, config);
    QFETCH(QString, unread);
    const auto result = imported(config.toStdString());
    QVERIFY2(result, qPrintable(problemsOf(result)));
    QCOMPARE(unreadIn(result), unread);
    const auto* const custom = std::get_if<CustomModel>(&result->plan.model);
    QCOMPARE(QString::fromStdString(custom ? custom->unread.value_or("") : ""), unread);
    const auto found = estimate(result->plan, builtinCatalog());
    QVERIFY(found);
    const bool warns = std::ranges::any_of(found->answer.warnings, [](const Warning& warning) {
        return warning.field == "model.custom.unread";
    });
    QCOMPARE(warns, !unread.isEmpty());
}

/// The sum of the stored weights is right, whatever was not read.
void TestModelConfig::storedWeightsConfirm()
{
    const auto index = [](std::int64_t parameters) {
        return "{\"metadata\": {\"total_parameters\": " + std::to_string(parameters) + "}}";
    };
    const std::string text = llama8With(R"("v_head_dim": 192)");
    const std::string right = index(8030261248), wrong = index(8030261249);
    QCOMPARE(unreadIn(imported(text, right)), QString());
    QCOMPARE(unreadIn(imported(text, wrong)), QStringLiteral("v_head_dim"));
}

/// json.dumps() of Python writes words for what is no number.
void TestModelConfig::readsNumbersOfPython()
{
    const auto result = imported(llama8With(
        R"("time_step_limit": [0.0, Infinity], "a": -Infinity, "b": NaN, "c": "a NaN, [NaN]")"));
    QVERIFY2(result, qPrintable(problemsOf(result)));
    QCOMPARE(parametersOf(result), 8030261248);
    const auto wrong = imported(R"({"model_type": "llama", "hidden_size": Infinity, "vocab_size": 1,
        "num_hidden_layers": 1e400})");
    QCOMPARE(problemsOf(wrong),
             QStringLiteral("2:34: num_hidden_layers: must be a number of at most 1e308; "
                            "found 1e400\n"));
    QVERIFY(!imported(llama8With(R"("a": InfinityX)")));
    QVERIFY(
        !readPlan(R"({"format": "highwater-plan", "version": 1, "workload": {"context": NaN}})"));
}

void TestModelConfig::keepsTheRestOfThePlan()
{
    Plan base;
    base.name = "mine";
    base.workload.context = 4096;
    base.layout.zero = 3;
    base.recipe.optimizer = Optimizer::Lion;
    const auto result = importPlan({"", llama8With(""), {}}, base, builtinCatalog());
    QVERIFY(result);
    base.model = result->plan.model;
    base.name = "Llama 3 8B, 8 × H100"; // the old name told of another model
    QCOMPARE(result->plan, base);
    QCOMPARE(result->kind, ImportKind::ModelConfig);
}

/// Whatever happens to the text, there is a plan or a problem.
void TestModelConfig::survivesDamage()
{
    const std::string whole = llama8With(
        R"("layer_types": null, "vision_config": {"depth": 2}, "num_local_experts": 8,
        "quantization_config": {"quant_method": "gptq", "bits": 4})");
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!imported(whole.substr(0, size)));
    for (std::size_t i = 0; i < whole.size(); ++i)
        for (const char letter : {'0', '"', '{', ']', ',', '-', '\x80', '\0'}) {
            std::string damaged = whole;
            damaged[i] = letter;
            const auto result = imported(damaged);
            QVERIFY(result || !result.problems().empty());
        }
}

QTEST_APPLESS_MAIN(TestModelConfig)
#include "test_model_config.moc"
