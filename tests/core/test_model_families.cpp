// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families of 2025 and 2026: small models whose parameters are counted by hand, by the shapes that
// their classes in transformers 5.24 have, and damaged files of each.
#include "core/configs/import.h"
#include "core/exchange/plan_file.h"
#include "core/ledger/weights.h"
#include "golden_file.h"
#include "helpers.h"
#include "random.h"

#include <QTest>

#include <regex>
#include <string>
#include <utility>

using namespace highwater;

namespace {

Result<Imported> readConfig(const std::string& text)
{
    return importPlan({"config.json", text, {}}, Plan{}, builtinCatalog());
}

std::int64_t counted(const Result<Imported>& result)
{
    const auto shape = shapeOf(result->plan.model, builtinCatalog());
    return shape ? countWeights(*shape).total : -1;
}

/// h = 64, four heads of 16, two for keys and values, f = 96, v = 100, tied, two norms a layer and
/// one at the end.
const std::string small = R"("hidden_size": 64, "intermediate_size": 96,
    "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "vocab_size": 100,
    "tie_word_embeddings": true, )";
constexpr qlonglong ends = 100 * 64 + 64, attention = 2 * 64 * 64 + 2 * 64 * 32,
                    gated = 3 * 64 * 96, norms = 2 * 64, headNorms = 2 * 16;
/// Of 4 experts of 32, a shared one, the router and its bias.
constexpr qlonglong mixture = 5 * 3 * 64 * 32 + 64 * 4 + 4;
const std::string fourExperts = R"("num_experts": 4, "num_experts_per_tok": 2,
    "num_shared_experts": 1, "moe_intermediate_size": 32)";
/// Latent attention of 4 heads of 12 + 4, values of 16, keys and values through 16.
constexpr qlonglong latent = 64 * 64 + 64 * 20 + 16 + 16 * 4 * 28 + 64 * 64;
const std::string latentOfKeys = R"("kv_lora_rank": 16,
    "qk_nope_head_dim": 12, "qk_rope_head_dim": 4, "v_head_dim": 16)";
const std::string latentWidths = R"("q_lora_rank": null, )" + latentOfKeys;
const std::string axk1 = R"(, "model_type": "axk1", "n_routed_experts": 4,
    "num_experts_per_tok": 2, "n_shared_experts": 1, "moe_intermediate_size": 32,
    "first_k_dense_replace": 1)";
/// Delta attention of two heads of 16, both gates of full rank.
constexpr qlonglong fullDelta = 64 * 96 + 2 * 64 * 32 + 64 * 2 + 4 * 96 + 32 + 2 + 16 + 32 * 64;

struct Family
{
    const char* name;
    qlonglong parameters;
    std::string fields;
};

std::string fileOf(const Family& family)
{
    std::string fields = small;
    const std::string width = R"("intermediate_size": 96,)";
    if (family.fields.find("\"intermediate_size\"") != std::string::npos)
        fields.erase(fields.find(width), width.size());
    return "{" + fields + family.fields + "}";
}

std::vector<Family> families()
{
    const std::string two = R"("num_hidden_layers": 2, )", three = R"("num_hidden_layers": 3, )";
    return {
        // Inputs of 8 of each of three layers, in a table of 50; a second path through 4; two
        // streams: a scale, a norm and a router of 2 · 64, 4 + 8 coefficients, and a product each
        // way outside. The last layer has no keys of its own.
        {"Gemma 3n: inputs of layers, LAuReL, AltUp, shared keys",
         ends + 3 * (attention + headNorms + 2 * norms) - (2 * 64 * 32 + 16)
             + 3 * 64 * (96 + 96 + 98) + (50 + 64) * 3 * 8 + 8 + 3 * (2 * 64 * 8 + 64)
             + 3 * (2 * 64 * 4 + 64) + 3 * (64 + 64 + 2 * 64 + 4 + 8) + 2 * 64 * 64,
         three + R"("model_type": "gemma3n_text", "num_kv_shared_layers": 1, "laurel_rank": 4,
                "hidden_size_per_layer_input": 8, "vocab_size_per_layer_input": 50,
                "altup_num_inputs": 2, "intermediate_size": [96, 96, 98],
                "layer_types": ["sliding_attention", "sliding_attention", "full_attention"])"},
        // A gate of each full layer, a latent of 24 with a norm for the experts, and norms and
        // scores of residuals: four of 64 a layer, two outside.
        {"Kimi K3: gates, experts in a latent, residuals of blocks",
         ends + 2 * (norms + 4 * 64) + 2 * 64 + latent + 64 * 64 + fullDelta
             - (64 * 32 - (64 * 16 + 16 * 32)) + gated + 4 * 3 * 24 * 32 + 3 * 64 * 32 + 64 * 4 + 4
             + 2 * 64 * 24 + 24,
         two + fourExperts + ", " + latentWidths
             + R"(, "model_type": "kimi_linear", "first_k_dense_replace": 1,
                "mla_use_output_gate": true, "routed_expert_hidden_size": 24,
                "latent_moe_use_norm": true, "attn_res_block_size": 1,
                "linear_attn_config": {"full_attn_layers": [2], "kda_layers": [1],
                "head_dim": 16, "num_heads": 2, "short_conv_kernel_size": 4,
                "use_full_rank_gate": true})"},
        {"Ling 3: delta attention with gates of full rank, a gate of each head",
         ends + 2 * norms + fullDelta + latent + 64 * 4 + gated + mixture,
         two + fourExperts + ", " + latentWidths
             + R"(, "model_type": "bailing_hybrid", "first_k_dense_replace": 1,
                "layer_group_size": 2, "linear_num_heads": 2, "linear_head_dim": 16,
                "short_conv_kernel_size": 4)"},
        // Two heads of 8 for keys, four of 16 for values: 2 · 16 + 64 convolved, and a gate.
        {"OLMo Hybrid: gated delta, norms of all heads",
         ends + 2 * (gated + norms) + attention + 64 + 32 + 64 * (96 + 64) + 64 * 8 + 4 * 96 + 2 * 4
             + 16 + 64 * 64,
         two + R"("model_type": "olmo_hybrid", "linear_num_key_heads": 2,
                "linear_num_value_heads": 4, "linear_key_head_dim": 8,
                "linear_value_head_dim": 16,
                "layer_types": ["linear_attention", "full_attention"])"},
        // 8 heads of 16, one group, 32 states: to 2 · 128 + 2 · 32 + 8, a convolution of 4 with a
        // bias over 192, three numbers a head, a norm, the output.
        {"Bamba: Mamba-2 and attention, an MLP in each",
         ends + 2 * (gated + norms) + attention + 64 * (2 * 128 + 64 + 8) + 5 * 192 + 24 + 128
             + 128 * 64,
         two + R"("model_type": "bamba", "attn_layer_indices": [1], "mamba_n_heads": 8,
                "mamba_d_head": 16, "mamba_n_groups": 1, "mamba_d_state": 32)"},
        {"K-EXAONE: a dense layer, then mixtures",
         ends + 2 * (attention + headNorms + norms) + gated + mixture,
         two + fourExperts + R"(, "model_type": "exaone_moe", "first_k_dense_replace": 1)"},
        {"Hy3: kinds of networks listed",
         ends + 2 * (attention + headNorms + norms) + gated + mixture,
         two + fourExperts + R"(, "model_type": "hy_v3", "mlp_layer_types": ["dense", "sparse"])"},
        {"Trinity: four norms, a gate as wide as the heads",
         ends + 2 * (attention + headNorms + 2 * norms + 64 * 64) + gated + mixture,
         two + fourExperts + R"(, "model_type": "afmoe", "num_dense_layers": 1)"},
        // Six heads of the layer with a window: 2 · 64 · 96 and 2 · 64 · 32 of keys.
        {"Laguna: more heads with a window, gates of heads",
         ends + 2 * (norms + headNorms) + attention + 4 * 64 + 2 * 64 * 96 + 2 * 64 * 32 + 6 * 64
             + gated + 4 * 3 * 64 * 32 + 3 * 64 * 40 + 64 * 4 + 4,
         two + R"("model_type": "laguna", "num_experts": 4, "num_experts_per_tok": 2,
                "moe_intermediate_size": 32, "shared_expert_intermediate_size": 40,
                "num_attention_heads_per_layer": [4, 6], "sliding_window": 128,
                "layer_types": ["full_attention", "sliding_attention"],
                "mlp_layer_types": ["dense", "sparse"])"},
        {"Kolibri: mixtures in all layers, four norms",
         ends + 2 * (attention + headNorms + 2 * norms)
             + 2 * (4 * 3 * 64 * 32 + 3 * 64 * 40 + 64 * 4 + 4),
         two + R"("model_type": "kolibri1", "num_local_experts": 4, "num_experts_per_tok": 2,
                "moe_intermediate_size": 32, "shared_expert_intermediate_size": 40)"},
        {"Command A+: one norm before attention and mixture",
         ends + 2 * (attention + 64) + 2 * (4 * gated + 64 * 4),
         two + R"("model_type": "cohere2_moe", "num_experts": 4, "num_experts_per_tok": 2,
                "num_shared_experts": 0)"},
        {"A.X K1: a norm behind each mixture", ends + 2 * (latent + norms) + gated + mixture + 64,
         two + latentWidths + axk1},
        {"A.X K1: queries whose latent is 0 wide have none",
         ends + 2 * (latent + norms) + gated + mixture + 64,
         two + R"("q_lora_rank": 0, )" + latentOfKeys + axk1},
        // Each of two layers has two of attention and of the dense network, a mixture of four
        // experts, and a router of them and two without weights.
        {"LongCat: layers of two halves, experts without weights",
         ends + 4 * (latent + norms + gated) + 2 * (4 * 3 * 64 * 32 + 6 * 64 + 6),
         R"("num_layers": 2, "model_type": "longcat_flash", "n_routed_experts": 4,
            "zero_expert_num": 2, "moe_topk": 3, "expert_ffn_hidden_size": 32,
)" + latentWidths},
        {"Seed-OSS: biases of queries, keys and values alone",
         ends + 2 * (attention + norms + gated + 64 + 2 * 32), two + R"("model_type": "seed_oss")"},
        {"Apertus: two matrices and two numbers of the activation",
         ends + 2 * (attention + headNorms + norms + 2 * 64 * 96 + 2),
         two + R"("model_type": "apertus", "hidden_act": "xielu")"},
        {"Jais 2: norms with a bias, biases everywhere",
         ends + 64 + 2 * (attention + 2 * norms + 2 * 64 * 96 + 64 + 2 * 32 + 64 + 96 + 64),
         two + R"("model_type": "jais2")"},
        {"nanochat: norms without weights", ends - 64 + 2 * (attention + 2 * 64 * 96),
         two + R"("model_type": "nanochat")"},
        {"FlexOlmo: mixtures, norms of all heads",
         ends + 2 * (attention + 64 + 32 + norms + 4 * gated + 64 * 4),
         two + R"("model_type": "flex_olmo", "num_experts": 4, "num_experts_per_tok": 2)"},
        {"BitNet: norms before the outward products",
         ends + 2 * (attention + norms + gated + 64 + 96), two + R"("model_type": "bitnet")"},
        {"DiffLlama: four vectors of a head", ends + 2 * (attention + norms + gated + 4 * 16),
         two + R"("model_type": "diffllama")"},
        {"Granite Swash: sinks", ends + 2 * (attention + norms + gated + 4),
         two + R"("model_type": "granite_swa")"},
        // 128 and 4 of compressed tokens by their kinds in place of a list of ratios: as in the
        // row of DeepSeek-V4 of test_model_config, with a layer of each and the first of two
        // routers without a bias.
        {"DeepSeek-V4: kinds of layers named",
         ends
             + 2
                 * (64 * 32 + 32 + 32 * 64 + 64 * 16 + 16 + 16 * 32 + 16 * 64 + 4 + norms
                    + 2 * (8 * 128 + 8 + 3) + 5 * 3 * 64 * 32 + 64 * 4)
             + 4 * 32 + 2 * 64 * 32 + 16 + 4 * 16 + 2 * 64 * 16 + 8 + 32 * 32 + 64 * 4 + 128 * 16
             + 2 * 64 * 16 + 16 + 4 + 2 * 128 + 2 + 1,
         two + R"("model_type": "deepseek_v4", "q_lora_rank": 32, "o_groups": 2,
                "o_lora_rank": 8, "hc_mult": 2, "index_head_dim": 8, "index_n_heads": 4,
                "layer_types": ["heavily_compressed_attention", "compressed_sparse_attention"],
                "mlp_layer_types": ["hash_moe", "moe"], "sliding_window": 128,
                "compress_rates": {"compressed_sparse_attention": 4,
                "heavily_compressed_attention": 128}, "n_routed_experts": 4,
                "n_shared_experts": 1, "num_experts_per_tok": 2, "moe_intermediate_size": 32)"},
    };
}

} // namespace

class TestModelFamilies : public QObject
{
    Q_OBJECT

private slots:
    void countsByHand_data();
    void countsByHand();
    void readsAllFields();
    void takesDefaultsOfTheClass();
    void sameAsOthers_data();
    void sameAsOthers();
    void refusesLists_data();
    void refusesLists();
    void survivesDamage();
};

void TestModelFamilies::countsByHand_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<qlonglong>("parameters");
    for (const Family& family : families())
        QTest::newRow(family.name) << QString::fromStdString(fileOf(family)) << family.parameters;
}

void TestModelFamilies::countsByHand()
{
    QFETCH(QString, config);
    QFETCH(qlonglong, parameters);
    const auto result = readConfig(config.toStdString());
    QVERIFY2(result, qPrintable(whyNot(result)));
    QCOMPARE(counted(result), parameters);
}

/// No field of these files is left that could count.
void TestModelFamilies::readsAllFields()
{
    for (const Family& family : families()) {
        const auto result = readConfig(fileOf(family));
        QVERIFY2(result, family.name);
        QVERIFY2(result->unread.empty(),
                 (std::string(family.name) + ": " + joined(result->unread)).c_str());
    }
}

/// A family takes from its class in transformers the values that a file does not state. These files
/// state the sizes, the sizes and the experts, or the layers alone.
void TestModelFamilies::takesDefaultsOfTheClass()
{
    const std::string source = goldenText("../../core/configs/model_family.cpp");
    const std::regex type("ModelFamily\\{\\.type = \"([^\"]+)\"");
    const std::string sizes = R"("hidden_size": 1024, "num_attention_heads": 16,
        "intermediate_size": 2048, "vocab_size": 1000, )";
    const std::string experts = R"("num_experts": 4, "num_local_experts": 4, "n_routed_experts": 4,
        "num_experts_per_tok": 2, "moe_intermediate_size": 256, )";
    std::string lines;
    for (std::sregex_iterator at(source.begin(), source.end(), type), end; at != end; ++at)
        for (const auto& [name, stated] :
             {std::pair{"sizes", sizes}, {"experts", sizes + experts}, {"layers", std::string()}}) {
            const auto read = readConfig("{" + stated + R"("num_hidden_layers": 8, "model_type": ")"
                                         + (*at)[1].str() + "\"}");
            lines += (*at)[1].str() + " " + name + ": "
                + (read ? customModelJson(read->plan) : english(read.problems().front())) + "\n";
        }
    QVERIFY(isGolden("families.txt", lines));
}

void TestModelFamilies::sameAsOthers_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("as");
    const auto row = [](const char* type, const char* as) {
        QTest::newRow(type) << QString::fromUtf8(type) << QString::fromUtf8(as);
    };
    row("glm4_moe_lite", "deepseek_v3");
    row("sarvam_mla", "deepseek_v3");
    row("mistral4", "deepseek_v2");
    row("youtu", "deepseek_v2");
    row("ministral3", "mistral");
    row("internlm3", "llama");
}

void TestModelFamilies::sameAsOthers()
{
    QFETCH(QString, type);
    QFETCH(QString, as);
    const auto count = [](const QString& name) {
        const auto result
            = readConfig("{" + small + latentWidths + R"(, "num_hidden_layers": 2, "model_type": ")"
                         + name.toStdString() + "\"}");
        return result ? counted(result) : -1;
    };
    QVERIFY(count(type) > 0);
    QCOMPARE(count(type), count(as));
}

void TestModelFamilies::refusesLists_data()
{
    QTest::addColumn<QString>("widths");
    for (const char* widths : {"[96]", "[96, 96, 96]", "[]", "[96, 0]", "[96, -1]", "[96, 1e18]",
                               "[96, \"96\"]", "[96, null]", "[96, [96]]", "[96, 96.5]"})
        QTest::newRow(widths) << QString::fromUtf8(widths);
}

/// A width for each of two layers, or a problem that names the field.
void TestModelFamilies::refusesLists()
{
    QFETCH(QString, widths);
    const auto result
        = readConfig(R"({"model_type": "gemma3n_text", "hidden_size": 64, "num_hidden_layers": 2,
        "num_attention_heads": 4, "vocab_size": 100, "intermediate_size": )"
                     + widths.toStdString() + "}");
    QVERIFY(!result);
    QVERIFY(result.problems().front().field.find("intermediate_size") != std::string::npos);
    // Nor is there one for no layers.
    QVERIFY(!readConfig(R"({"model_type": "llama", "num_hidden_layers": [1e300],
        "intermediate_size": []})"));
}

/// Whatever happens to a file, there is a plan or a problem, and a plan has a number of parameters.
void TestModelFamilies::survivesDamage()
{
    Random random(20261129);
    const std::vector<std::string> values{
        "0",     "-1",      "1e18",   "null", "[]",
        "{}",    "\"x\"",   "[1, 2]", "true", "9223372036854775807",
        "65536", "16777216"};
    for (const Family& family : families()) {
        const std::string whole = fileOf(family);
        for (int i = 0; i < casesToTry(400); ++i) {
            std::string damaged = whole;
            // The value behind a colon becomes another one, once or twice.
            for (std::uint64_t times = 1 + random.below(2); times > 0; --times) {
                const std::size_t from = random.below(damaged.size());
                const std::size_t colon = damaged.find(": ", from);
                if (colon == std::string::npos)
                    continue;
                const std::size_t end = damaged.find_first_of(",}]", colon);
                damaged.replace(colon + 2, end - colon - 2, values[random.below(values.size())]);
            }
            const auto result = readConfig(damaged);
            QVERIFY2(result || !result.problems().empty(), damaged.c_str());
            if (result)
                QVERIFY2(counted(result) > 0, damaged.c_str());
        }
    }
}

QTEST_APPLESS_MAIN(TestModelFamilies)
#include "test_model_families.moc"
