// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The headers of files of weights become models: the number of parameters by their tensors, the
// format by their types, and one clear sentence for what is no such file.
#include "core/configs/gguf_header.h"
#include "core/configs/import.h"
#include "core/configs/safetensors_header.h"
#include "core/configs/tensor_list.h"
#include "core/configs/weight_files.h"
#include "core/ledger/resolve.h"
#include "core/ledger/weights.h"
#include "made_weights.h"
#include "printing.h"
#include "random.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace highwater;
using namespace std::string_literals;

namespace {

using Sides = std::vector<std::int64_t>;

/// The sizes of a model as its config.json has them, for the names of Hugging Face.
struct MadeModel
{
    std::int64_t layers, hidden, heads, kvHeads, headDim, width, vocabulary;
    bool tied = false;
    bool qkvBias = false, qkNorm = false, fourNorms = false;
    std::int64_t experts = 0, expertWidth = 0;
    std::string type = "BF16";
};

std::string layerName(std::int64_t i)
{
    return "model.layers." + std::to_string(i) + ".";
}

MadeTensors tensorsOf(const MadeModel& model)
{
    MadeTensors all{{"model.embed_tokens.weight", model.type, {model.vocabulary, model.hidden}},
                    {"model.norm.weight", model.type, {model.hidden}}};
    const auto add = [&](const std::string& name, Sides sides) {
        all.push_back({name, model.type, std::move(sides)});
    };
    const std::int64_t q = model.heads * model.headDim, kv = model.kvHeads * model.headDim;
    const auto addNetwork = [&](const std::string& name, std::int64_t width) {
        add(name + "gate_proj.weight", {width, model.hidden});
        add(name + "up_proj.weight", {width, model.hidden});
        add(name + "down_proj.weight", {model.hidden, width});
    };
    for (std::int64_t i = 0; i < model.layers; ++i) {
        const std::string layer = layerName(i);
        add(layer + "self_attn.q_proj.weight", {q, model.hidden});
        add(layer + "self_attn.k_proj.weight", {kv, model.hidden});
        add(layer + "self_attn.v_proj.weight", {kv, model.hidden});
        add(layer + "self_attn.o_proj.weight", {model.hidden, q});
        add(layer + "input_layernorm.weight", {model.hidden});
        add(layer + "post_attention_layernorm.weight", {model.hidden});
        if (model.fourNorms) {
            add(layer + "pre_feedforward_layernorm.weight", {model.hidden});
            add(layer + "post_feedforward_layernorm.weight", {model.hidden});
        }
        if (model.qkvBias) {
            add(layer + "self_attn.q_proj.bias", {q});
            add(layer + "self_attn.k_proj.bias", {kv});
            add(layer + "self_attn.v_proj.bias", {kv});
        }
        if (model.qkNorm) {
            add(layer + "self_attn.q_norm.weight", {model.headDim});
            add(layer + "self_attn.k_norm.weight", {model.headDim});
        }
        if (model.experts == 0)
            addNetwork(layer + "mlp.", model.width);
        else
            add(layer + "mlp.gate.weight", {model.experts, model.hidden});
        for (std::int64_t e = 0; e < model.experts; ++e)
            addNetwork(layer + "mlp.experts." + std::to_string(e) + ".", model.expertWidth);
    }
    if (!model.tied)
        add("lm_head.weight", {model.vocabulary, model.hidden});
    return all;
}

const MadeModel llama3{32, 4096, 32, 8, 128, 14336, 128256};
const MadeModel qwen30{.layers = 48,
                       .hidden = 2048,
                       .heads = 32,
                       .kvHeads = 4,
                       .headDim = 128,
                       .width = 6144,
                       .vocabulary = 151936,
                       .qkNorm = true,
                       .experts = 128,
                       .expertWidth = 768};
const MadeModel gemma2{.layers = 26,
                       .hidden = 2304,
                       .heads = 8,
                       .kvHeads = 4,
                       .headDim = 256,
                       .width = 9216,
                       .vocabulary = 256000,
                       .tied = true,
                       .fourNorms = true};
const MadeModel qwenHalf{.layers = 24,
                         .hidden = 896,
                         .heads = 14,
                         .kvHeads = 2,
                         .headDim = 64,
                         .width = 4864,
                         .vocabulary = 151936,
                         .tied = true,
                         .qkvBias = true};
/// Two layers of width 64: 100·64 + 2·(4·64·64 + 2·64 + 3·64·128) + 64 = 88,640.
const MadeModel tiny{2, 64, 4, 4, 16, 128, 100, true};

MadeTensors mixtral()
{
    MadeTensors all{{"model.embed_tokens.weight", "BF16", {32000, 4096}},
                    {"lm_head.weight", "BF16", {32000, 4096}},
                    {"model.norm.weight", "BF16", {4096}}};
    for (std::int64_t i = 0; i < 32; ++i) {
        const std::string layer = layerName(i);
        all.push_back({layer + "self_attn.q_proj.weight", "BF16", {4096, 4096}});
        all.push_back({layer + "self_attn.k_proj.weight", "BF16", {1024, 4096}});
        all.push_back({layer + "self_attn.v_proj.weight", "BF16", {1024, 4096}});
        all.push_back({layer + "self_attn.o_proj.weight", "BF16", {4096, 4096}});
        all.push_back({layer + "input_layernorm.weight", "BF16", {4096}});
        all.push_back({layer + "post_attention_layernorm.weight", "BF16", {4096}});
        all.push_back({layer + "block_sparse_moe.gate.weight", "BF16", {8, 4096}});
        for (std::int64_t e = 0; e < 8; ++e) {
            const std::string expert
                = layer + "block_sparse_moe.experts." + std::to_string(e) + ".";
            all.push_back({expert + "w1.weight", "BF16", {14336, 4096}});
            all.push_back({expert + "w2.weight", "BF16", {4096, 14336}});
            all.push_back({expert + "w3.weight", "BF16", {14336, 4096}});
        }
    }
    return all;
}

/// DeepSeek-V3 in FP8 with a scale for each block of 128 x 128, and its layer that predicts a
/// second token.
MadeTensors deepSeek(std::int64_t layers, std::int64_t hidden, std::int64_t queryRank,
                     std::int64_t heads, std::int64_t width, std::int64_t dense,
                     std::int64_t experts, std::int64_t expertWidth, std::int64_t shared,
                     std::int64_t vocabulary, bool isThird)
{
    MadeTensors all{{"model.embed_tokens.weight", "BF16", {vocabulary, hidden}},
                    {"lm_head.weight", "BF16", {vocabulary, hidden}},
                    {"model.norm.weight", "BF16", {hidden}}};
    const auto matrix = [&](const std::string& name, std::int64_t rows, std::int64_t columns) {
        all.push_back({name + ".weight", isThird ? "F8_E4M3" : "BF16", {rows, columns}});
        if (isThird)
            all.push_back(
                {name + ".weight_scale_inv", "F32", {(rows + 127) / 128, (columns + 127) / 128}});
    };
    const auto network = [&](const std::string& name, std::int64_t inner) {
        matrix(name + "gate_proj", inner, hidden);
        matrix(name + "up_proj", inner, hidden);
        matrix(name + "down_proj", hidden, inner);
    };
    for (std::int64_t i = 0; i < layers + (isThird ? 1 : 0); ++i) {
        const std::string layer = layerName(i), attention = layer + "self_attn.";
        if (queryRank > 0) {
            matrix(attention + "q_a_proj", queryRank, hidden);
            all.push_back({attention + "q_a_layernorm.weight", "BF16", {queryRank}});
            matrix(attention + "q_b_proj", heads * 192, queryRank);
        } else {
            matrix(attention + "q_proj", heads * 192, hidden);
        }
        matrix(attention + "kv_a_proj_with_mqa", 576, hidden);
        all.push_back({attention + "kv_a_layernorm.weight", "BF16", {512}});
        matrix(attention + "kv_b_proj", heads * 256, 512);
        matrix(attention + "o_proj", hidden, heads * 128);
        all.push_back({layer + "input_layernorm.weight", "BF16", {hidden}});
        all.push_back({layer + "post_attention_layernorm.weight", "BF16", {hidden}});
        if (i < dense) {
            network(layer + "mlp.", width);
            continue;
        }
        all.push_back({layer + "mlp.gate.weight", "BF16", {experts, hidden}});
        if (isThird)
            all.push_back({layer + "mlp.gate.e_score_correction_bias", "F32", {experts}});
        for (std::int64_t e = 0; e < experts; ++e)
            network(layer + "mlp.experts." + std::to_string(e) + ".", expertWidth);
        network(layer + "mlp.shared_experts.", shared * expertWidth);
        if (i < layers)
            continue;
        all.push_back({layer + "embed_tokens.weight", "BF16", {vocabulary, hidden}});
        all.push_back({layer + "shared_head.head.weight", "BF16", {vocabulary, hidden}});
        all.push_back({layer + "shared_head.norm.weight", "BF16", {hidden}});
        all.push_back({layer + "enorm.weight", "BF16", {hidden}});
        all.push_back({layer + "hnorm.weight", "BF16", {hidden}});
        all.push_back({layer + "eh_proj.weight", "BF16", {hidden, 2 * hidden}});
    }
    return all;
}

/// gpt-oss 20B, its experts in MXFP4: 32 weights in 16 bytes and a scale.
MadeTensors gptOss()
{
    MadeTensors all{{"model.embed_tokens.weight", "BF16", {201088, 2880}},
                    {"lm_head.weight", "BF16", {201088, 2880}},
                    {"model.norm.weight", "BF16", {2880}}};
    for (std::int64_t i = 0; i < 24; ++i) {
        const std::string layer = layerName(i), attention = layer + "self_attn.";
        const auto both = [&](const std::string& name, std::int64_t rows, std::int64_t columns) {
            all.push_back({name + ".weight", "BF16", {rows, columns}});
            all.push_back({name + ".bias", "BF16", {rows}});
        };
        both(attention + "q_proj", 4096, 2880);
        both(attention + "k_proj", 512, 2880);
        both(attention + "v_proj", 512, 2880);
        both(attention + "o_proj", 2880, 4096);
        both(layer + "mlp.router", 32, 2880);
        all.push_back({attention + "sinks", "BF16", {64}});
        all.push_back({layer + "input_layernorm.weight", "BF16", {2880}});
        all.push_back({layer + "post_attention_layernorm.weight", "BF16", {2880}});
        const std::string experts = layer + "mlp.experts.";
        all.push_back({experts + "gate_up_proj_blocks", "U8", {32, 5760, 90, 16}});
        all.push_back({experts + "gate_up_proj_scales", "U8", {32, 5760, 90}});
        all.push_back({experts + "gate_up_proj_bias", "BF16", {32, 5760}});
        all.push_back({experts + "down_proj_blocks", "U8", {32, 2880, 90, 16}});
        all.push_back({experts + "down_proj_scales", "U8", {32, 2880, 90}});
        all.push_back({experts + "down_proj_bias", "BF16", {32, 2880}});
    }
    return all;
}

/// GPT-2: matrices with their inputs first, and masks that are no parameters.
MadeTensors gpt2()
{
    MadeTensors all{{"wte.weight", "F32", {50257, 768}},
                    {"wpe.weight", "F32", {1024, 768}},
                    {"ln_f.weight", "F32", {768}},
                    {"ln_f.bias", "F32", {768}}};
    for (std::int64_t i = 0; i < 12; ++i) {
        const std::string layer = "h." + std::to_string(i) + ".";
        all.push_back({layer + "attn.bias", "F32", {1, 1, 1024, 1024}});
        for (const char* const norm : {"ln_1", "ln_2"}) {
            all.push_back({layer + norm + ".weight", "F32", {768}});
            all.push_back({layer + norm + ".bias", "F32", {768}});
        }
        const auto both = [&](const std::string& name, std::int64_t in, std::int64_t out) {
            all.push_back({layer + name + ".weight", "F32", {in, out}});
            all.push_back({layer + name + ".bias", "F32", {out}});
        };
        both("attn.c_attn", 768, 2304);
        both("attn.c_proj", 768, 768);
        both("mlp.c_fc", 768, 3072);
        both("mlp.c_proj", 3072, 768);
    }
    return all;
}

/// Phi-3 mini: queries, keys and values in one, gate and up too.
MadeTensors phi3()
{
    MadeTensors all{{"model.embed_tokens.weight", "BF16", {32064, 3072}},
                    {"lm_head.weight", "BF16", {32064, 3072}},
                    {"model.norm.weight", "BF16", {3072}}};
    for (std::int64_t i = 0; i < 32; ++i) {
        const std::string layer = layerName(i);
        all.push_back({layer + "self_attn.qkv_proj.weight", "BF16", {9216, 3072}});
        all.push_back({layer + "self_attn.o_proj.weight", "BF16", {3072, 3072}});
        all.push_back({layer + "mlp.gate_up_proj.weight", "BF16", {16384, 3072}});
        all.push_back({layer + "mlp.down_proj.weight", "BF16", {3072, 8192}});
        all.push_back({layer + "input_layernorm.weight", "BF16", {3072}});
        all.push_back({layer + "post_attention_layernorm.weight", "BF16", {3072}});
    }
    return all;
}

/// Llama 2 7B in GPTQ with groups of 128, or in AWQ.
MadeTensors packedLlama(bool isAwq)
{
    MadeTensors all{{"model.embed_tokens.weight", "F16", {32000, 4096}},
                    {"lm_head.weight", "F16", {32000, 4096}},
                    {"model.norm.weight", "F16", {4096}}};
    const auto matrix = [&](const std::string& name, std::int64_t in, std::int64_t out) {
        all.push_back({name + ".qweight", "I32", isAwq ? Sides{in, out / 8} : Sides{in / 8, out}});
        all.push_back({name + ".qzeros", "I32", {in / 128, out / 8}});
        all.push_back({name + ".scales", "F16", {in / 128, out}});
        if (!isAwq)
            all.push_back({name + ".g_idx", "I32", {in}});
    };
    for (std::int64_t i = 0; i < 32; ++i) {
        const std::string layer = layerName(i);
        for (const char* const name : {"q_proj", "k_proj", "v_proj", "o_proj"})
            matrix(layer + "self_attn." + name, 4096, 4096);
        matrix(layer + "mlp.gate_proj", 4096, 11008);
        matrix(layer + "mlp.up_proj", 4096, 11008);
        matrix(layer + "mlp.down_proj", 11008, 4096);
        all.push_back({layer + "input_layernorm.weight", "F16", {4096}});
        all.push_back({layer + "post_attention_layernorm.weight", "F16", {4096}});
        all.push_back({layer + "self_attn.rotary_emb.inv_freq", "F32", {64}});
    }
    return all;
}

Result<TensorList> listOf(const std::string& bytes)
{
    HeaderSource source(bytes);
    return bytes.starts_with("GGUF") ? readGgufHeader(source) : readSafetensorsHeader(source);
}

Result<Imported> importedList(const Result<TensorList>& list, const std::string& name,
                              const std::string& config = {})
{
    if (!list)
        return list.problems();
    ImportFile file{name, config};
    file.tensors = &*list;
    return importPlan(file, Plan{}, builtinCatalog());
}

Shape shapeIn(const Imported& read)
{
    return *shapeOf(read.plan.model, builtinCatalog());
}

QString notesIn(const Imported& read)
{
    QString all;
    for (const ImportNote& note : read.notes)
        all += QString::fromStdString(note.field + ": " + english(note.message)) + u'\n';
    return all;
}

QString problemIn(const auto& read)
{
    return read ? QString() : QString::fromStdString(english(read.problems().front()));
}

const std::string tinyConfig = R"({"model_type": "llama", "hidden_size": 64,
    "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100,
    "tie_word_embeddings": true})";

/// Llama 3 8B as llama.cpp writes it in Q4_K_M: attn_v and ffn_down of half of the layers and the
/// output in Q6_K, the rest in Q4_K.
MadeTensors ggufLlama(const std::string& head = "Q6_K")
{
    MadeTensors all{{"rope_freqs.weight", "F32", {64}},
                    {"token_embd.weight", "Q4_K", {128256, 4096}},
                    {"output_norm.weight", "F32", {4096}},
                    {"output.weight", head, {128256, 4096}}};
    for (std::int64_t i = 0; i < 32; ++i) {
        const std::string layer = "blk." + std::to_string(i) + ".";
        const bool finer = i < 4 || i >= 28 || (i - 4) % 3 == 2;
        const char* const fine = finer ? "Q6_K" : "Q4_K";
        all.push_back({layer + "attn_norm.weight", "F32", {4096}});
        all.push_back({layer + "ffn_norm.weight", "F32", {4096}});
        all.push_back({layer + "attn_q.weight", "Q4_K", {4096, 4096}});
        all.push_back({layer + "attn_k.weight", "Q4_K", {1024, 4096}});
        all.push_back({layer + "attn_v.weight", fine, {1024, 4096}});
        all.push_back({layer + "attn_output.weight", "Q4_K", {4096, 4096}});
        all.push_back({layer + "ffn_gate.weight", "Q4_K", {14336, 4096}});
        all.push_back({layer + "ffn_up.weight", "Q4_K", {14336, 4096}});
        all.push_back({layer + "ffn_down.weight", fine, {4096, 14336}});
    }
    return all;
}

std::vector<std::string> llamaKeys(std::uint32_t fileType)
{
    return {
        ggufKey("general.architecture", "llama"),     ggufKey("general.name", "Meta Llama 3 8B"),
        ggufKey("general.file_type", fileType),       ggufKey("llama.block_count", 32u),
        ggufKey("llama.context_length", 8192u),       ggufKey("llama.embedding_length", 4096u),
        ggufKey("llama.feed_forward_length", 14336u), ggufKey("llama.attention.head_count", 32u),
        ggufKey("llama.attention.head_count_kv", 8u), ggufKey("llama.rope.dimension_count", 128u)};
}

/// A small GGUF file of each part of the format, which tests of broken files begin with.
std::string smallGguf()
{
    const std::string tokens = littleEndian<std::uint32_t>(8) + littleEndian<std::uint64_t>(2)
        + ggufString("a") + ggufString("bc");
    const std::string scores = littleEndian<std::uint32_t>(6) + littleEndian<std::uint64_t>(2)
        + littleEndian(0.5F) + littleEndian(1.5F);
    MadeTensors tensors{{"token_embd.weight", "F32", {100, 64}},
                        {"output_norm.weight", "F32", {64}}};
    for (std::int64_t i = 0; i < 2; ++i) {
        const std::string layer = "blk." + std::to_string(i) + ".";
        for (const char* const name : {"attn_norm", "ffn_norm"})
            tensors.push_back({layer + name + ".weight", "F32", {64}});
        for (const char* const name : {"attn_q", "attn_k", "attn_v", "attn_output"})
            tensors.push_back({layer + name + ".weight", "Q8_0", {64, 64}});
        tensors.push_back({layer + "ffn_gate.weight", "Q8_0", {128, 64}});
        tensors.push_back({layer + "ffn_up.weight", "Q8_0", {128, 64}});
        tensors.push_back({layer + "ffn_down.weight", "Q8_0", {64, 128}});
    }
    return ggufOf(
        {ggufKey("general.architecture", "strange"), ggufKey("strange.attention.head_count", 4u),
         ggufKey("tokenizer.ggml.tokens", 9, tokens), ggufKey("tokenizer.ggml.scores", 9, scores),
         ggufKey("strange.flag", 7, std::string(1, '\1')),
         ggufKey("strange.wide", 10, littleEndian<std::uint64_t>(1))},
        tensors);
}

} // namespace

class TestWeightFiles : public QObject
{
    Q_OBJECT

private slots:
    void countsByTensors_data();
    void countsByTensors();
    void modelsOfTheCatalogue();
    void layersOfOtherKinds();
    void unknownArchitecture();
    void normsOfAnUnknownModel();
    void layersThatDiffer();
    void headsOfAConfiguration();
    void tellsWhatDiffers();
    void aConfigurationThatIsRefused();
    void ggufOfALlama();
    void ggufOfAnotherMixture();
    void ggufOfOtherFamilies_data();
    void ggufOfOtherFamilies();
    void formats_data();
    void formats();
    void adapters();
    void otherOrderOfBytes();
    void firstVersion();
    void refuses_data();
    void refuses();
    void endsAnywhere();
    void isGarbledAnywhere();
    void garbledTensors();
    void filesAndFolders();
    void pathsThatAreNoFiles();
    void readsNoFurther();
};

void TestWeightFiles::countsByTensors_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<QString>("weights");
    const auto row
        = [](const char* name, const MadeTensors& tensors, qint64 parameters, const char* weights) {
              QTest::newRow(name) << QByteArray::fromStdString(safetensorsOf(tensors)) << parameters
                                  << QString::fromLatin1(weights);
          };
    // The totals that the hub publishes for these models.
    row("Llama 3 8B", tensorsOf(llama3), 8030261248, "bf16");
    row("Qwen3 30B-A3B", tensorsOf(qwen30), 30532122624, "bf16");
    row("Gemma 2 2B, tied", tensorsOf(gemma2), 2614341888, "bf16");
    row("Qwen2.5 0.5B, tied, with biases", tensorsOf(qwenHalf), 494032768, "bf16");
    row("Mixtral 8x7B", mixtral(), 46702792704, "bf16");
    row("DeepSeek-V2-Lite", deepSeek(27, 2048, 0, 16, 10944, 1, 64, 1408, 2, 102400, false),
        15706484224, "bf16");
    row("DeepSeek-V3 in FP8, without its further layer",
        deepSeek(61, 7168, 1536, 128, 18432, 3, 256, 2048, 1, 129280, true), 671026419200,
        "fp8-block");
    row("gpt-oss 20B in MXFP4", gptOss(), 20914757184, "mxfp4");
    row("GPT-2 in 32 bits", gpt2(), 124439808, "fp32");
    row("Phi-3 mini, fused", phi3(), 3821079552, "bf16");
    row("Llama 2 7B in GPTQ", packedLlama(false), 6738415616, "gptq");
    row("Llama 2 7B in AWQ", packedLlama(true), 6738415616, "awq");
}

/// No configuration is there: names, shapes and types say it all.
void TestWeightFiles::countsByTensors()
{
    QFETCH(QByteArray, bytes);
    const auto read = importedList(listOf(bytes.toStdString()), "/models/some/model.safetensors");
    QVERIFY2(read, qPrintable(problemIn(read)));
    QTEST(qint64{countWeights(shapeIn(*read)).total}, "parameters");
    QTEST(QString::fromLatin1(nameOf(read->plan.inference.weights).data()), "weights");
    QVERIFY(read->unread.empty());
    QCOMPARE(read->kind, ImportKind::Weights);
    if (const auto* const custom = std::get_if<CustomModel>(&read->plan.model))
        QCOMPARE(custom->name.value_or(""), std::string("some"));
    const Shape shape = shapeIn(*read);
    if (shape.isLatent()) {
        QCOMPARE(shape.latent.plainHeadDim, 128);
        QCOMPARE(shape.latent.valueHeadDim, 128);
        QCOMPARE(shape.latent.kvRank, 512);
    }
}

/// The catalogue knows what no shape says; the folder's name chooses among models that are alike.
void TestWeightFiles::modelsOfTheCatalogue()
{
    const auto list = listOf(safetensorsOf(tensorsOf(llama3)));
    for (const auto& [path, id] : std::initializer_list<std::pair<const char*, const char*>>{
             {"/x/model.safetensors", "llama-3-8b"},
             {"/models/Meta-Llama-3.1-8B-Instruct/model.safetensors", "llama-3.1-8b"}}) {
        const auto read = importedList(list, path);
        QVERIFY2(read, qPrintable(problemIn(read)));
        const auto* const listed = std::get_if<CatalogModel>(&read->plan.model);
        QVERIFY2(listed, qPrintable(notesIn(*read)));
        QCOMPARE(listed->id, std::string(id));
        QVERIFY(notesIn(*read).contains(QStringLiteral("has the same tensors: it is taken")));
        QVERIFY(!notesIn(*read).contains(QStringLiteral("into how many heads")));
    }
}

/// Names of other programs and parts that are no layer of the text: each counts as what it is.
void TestWeightFiles::layersOfOtherKinds()
{
    const auto parametersOf = [](const MadeTensors& tensors) -> std::int64_t {
        const auto read = importedList(listOf(safetensorsOf(tensors)), "model.safetensors");
        return read ? countWeights(shapeIn(*read)).total : -1;
    };
    // Further layers of their own numbers, a tower and buffers
    MadeTensors tensors = tensorsOf(tiny);
    for (const char* const start : {"mtp.", "model.mtp."})
        tensors.push_back(
            {std::string(start) + "layers.0.self_attn.q_proj.weight", "BF16", {64, 64}});
    tensors.push_back({"model.layers.0.self_attn.rotary_emb.inv_freq", "F32", {8}});
    tensors.push_back({"rope.freqs", "F32", {8}});
    QCOMPARE(parametersOf(tensors), 88640);
    tensors.push_back({"visual.blocks.0.attn.qkv.weight", "BF16", {96, 32}});
    const auto read = importedList(listOf(safetensorsOf(tensors)), "model.safetensors");
    QVERIFY(read);
    QCOMPARE(shapeIn(*read).visionParameters, 96 * 32);
    QVERIFY(notesIn(*read).contains(QStringLiteral("8,192 parameters"))); // further tokens
    // Meta's own names
    MadeTensors meta = tensorsOf(tiny);
    const std::pair<const char*, const char*> names[]{{"model.embed_tokens", "tok_embeddings"},
                                                      {"model.norm", "norm"},
                                                      {"model.layers", "layers"},
                                                      {"self_attn.q_proj", "attention.wq"},
                                                      {"self_attn.k_proj", "attention.wk"},
                                                      {"self_attn.v_proj", "attention.wv"},
                                                      {"self_attn.o_proj", "attention.wo"},
                                                      {"mlp.gate_proj", "feed_forward.w1"},
                                                      {"mlp.up_proj", "feed_forward.w3"},
                                                      {"mlp.down_proj", "feed_forward.w2"},
                                                      {"input_layernorm", "attention_norm"},
                                                      {"post_attention_layernorm", "ffn_norm"}};
    for (MadeTensor& tensor : meta)
        for (const auto& [theirs, ours] : names)
            if (const std::size_t at = tensor.name.find(theirs); at != std::string::npos)
                tensor.name.replace(at, std::string_view(theirs).size(), ours);
    QCOMPARE(parametersOf(meta), 88640);
    // An encoder beside the decoder is none that can be counted.
    MadeTensors both{{"decoder.embed_tokens.weight", "BF16", {100, 64}}};
    for (MadeTensor& tensor : tensorsOf(tiny)) {
        tensor.name.replace(0, std::string_view("model").size(), "encoder");
        both.push_back(tensor);
    }
    const auto refused = importedList(listOf(safetensorsOf(both)), "model.safetensors");
    QVERIFY(!refused);
    QVERIFY2(problemIn(refused).contains(QStringLiteral("has an encoder")),
             qPrintable(problemIn(refused)));
    // A model of images has neither embedding nor head.
    const auto images = importedList(
        listOf(safetensorsOf({{"conv_in.weight", "BF16", {320, 4, 3, 3}}})), "unet.safetensors");
    QVERIFY(!images);
    QVERIFY2(problemIn(images).contains(QStringLiteral("not the layers and the embedding")),
             qPrintable(problemIn(images)));
}

/// A llama.cpp architecture that nothing here knows.
void TestWeightFiles::unknownArchitecture()
{
    const auto read = importedList(listOf(smallGguf()), "/x/strange-88k.gguf");
    QVERIFY2(read, qPrintable(problemIn(read)));
    const Shape shape = shapeIn(*read);
    QCOMPARE(countWeights(shape).total, 88640);
    QCOMPARE(shape.heads, 4);
    QCOMPARE(std::get<CustomModel>(read->plan.model).family.value_or(""), std::string("strange"));
    QCOMPARE(std::get<CustomModel>(read->plan.model).name.value_or(""), std::string("strange-88k"));
    QCOMPARE(read->plan.inference.weights, WeightFormat::Q8_0);
    QVERIFY(read->unread.empty());
}

/// No model of the catalogue says which norms the layers have: their tensors do.
void TestWeightFiles::normsOfAnUnknownModel()
{
    const auto shapeOf = [](const MadeTensors& tensors) {
        const auto read = importedList(listOf(safetensorsOf(tensors)), "model.safetensors");
        return read ? shapeIn(*read) : Shape();
    };
    const Shape plain = shapeOf(tensorsOf(tiny));
    QCOMPARE(plain.norm, Norm::RmsNorm);
    QCOMPARE(plain.normVectors, 1);
    QCOMPARE(plain.normsPerLayer, 2);
    MadeModel made = tiny;
    made.fourNorms = true;
    QCOMPARE(shapeOf(tensorsOf(made)).normsPerLayer, 4);
    MadeTensors biased = tensorsOf(tiny);
    for (const MadeTensor& tensor : tensorsOf(tiny))
        if (tensor.name.ends_with("norm.weight"))
            biased.push_back({tensor.name.substr(0, tensor.name.rfind('.')) + ".bias", tensor.type,
                              tensor.sides});
    QCOMPARE(shapeOf(biased).norm, Norm::LayerNorm);
    QCOMPARE(shapeOf(biased).normVectors, 2);
}

/// A layer whose network is half as wide: the mean stands for both, and a note says so.
void TestWeightFiles::layersThatDiffer()
{
    MadeTensors tensors = tensorsOf(tiny);
    for (MadeTensor& tensor : tensors)
        if (tensor.name.starts_with("model.layers.1.mlp."))
            std::ranges::replace(tensor.sides, 128, 64);
    const auto read = importedList(listOf(safetensorsOf(tensors)), "model.safetensors");
    QVERIFY2(read, qPrintable(problemIn(read)));
    QCOMPARE(countWeights(shapeIn(*read)).total, 88640 - 3 * 64 * 64);
    QVERIFY2(notesIn(*read).contains(QStringLiteral("its layers are not alike")),
             qPrintable(notesIn(*read)));
    // One without attention at all, as models of several kinds of layers have.
    MadeTensors mixed = tensorsOf(tiny);
    std::erase_if(mixed, [](const MadeTensor& tensor) {
        return tensor.name.starts_with("model.layers.1.self_attn.");
    });
    mixed.push_back({"model.layers.1.mamba.in_proj.weight", "BF16", {300, 64}});
    const auto other = importedList(listOf(safetensorsOf(mixed)), "model.safetensors");
    QVERIFY2(other, qPrintable(problemIn(other)));
    QCOMPARE(countWeights(shapeIn(*other)).total, 88640 - 4 * 64 * 64 + 300 * 64);
    QVERIFY2(notesIn(*other).contains(QStringLiteral("1 of 2 layers have no attention")),
             qPrintable(notesIn(*other)));
}

/// Shapes do not say how attention is split into heads; a configuration does.
void TestWeightFiles::headsOfAConfiguration()
{
    const auto list = listOf(safetensorsOf(tensorsOf(tiny)));
    const auto alone = importedList(list, "model.safetensors");
    QVERIFY(alone);
    QCOMPARE(shapeIn(*alone).heads, 1);
    QVERIFY(notesIn(*alone).contains(QStringLiteral("into how many heads")));
    const auto both = importedList(list, "model.safetensors", tinyConfig);
    QVERIFY2(both, qPrintable(problemIn(both)));
    QCOMPARE(shapeIn(*both).heads, 4);
    QCOMPARE(countWeights(shapeIn(*both)).total, 88640);
    QVERIFY(!notesIn(*both).contains(QStringLiteral("into how many heads")));
    QVERIFY(both->unread.empty());
}

/// The configuration is of another shape, or of a class that nothing here knows: the tensors are
/// right, and those that make the difference are named.
void TestWeightFiles::tellsWhatDiffers()
{
    MadeModel model = tiny;
    model.qkNorm = true; // 2 · 2 · 16 = 64 more
    const auto list = listOf(safetensorsOf(tensorsOf(model)));
    const auto read = importedList(list, "config.json", tinyConfig);
    QVERIFY2(read, qPrintable(problemIn(read)));
    QCOMPARE(read->kind, ImportKind::ModelConfig);
    QCOMPARE(countWeights(shapeIn(*read)).total, 88640 + 64);
    const QString notes = notesIn(*read);
    QVERIFY2(notes.contains(QStringLiteral("has 88,704 parameters, 88,640 by the configuration")),
             qPrintable(notes));
    QVERIFY2(notes.contains(QStringLiteral("+64 in other weights of attention (4 x "
                                           "model.layers.0.self_attn.q_norm.weight)")),
             qPrintable(notes));
    std::string unknown = tinyConfig;
    unknown.replace(unknown.find("llama"), 5, "rival");
    const auto other = importedList(list, "config.json", unknown);
    QVERIFY2(other, qPrintable(problemIn(other)));
    QCOMPARE(countWeights(shapeIn(*other)).total, 88640 + 64);
    QVERIFY(other->unread.empty());
    QCOMPARE(shapeIn(*other).qkNorm, QkNorm::Head);
}

/// Layers of different widths: the configuration cannot be counted, the tensors can.
void TestWeightFiles::aConfigurationThatIsRefused()
{
    const auto list = listOf(safetensorsOf(tensorsOf(tiny)));
    std::string config = tinyConfig;
    config.insert(1, R"("block_configs": [{"ffn": {}}], )");
    const auto read = importedList(list, "config.json", config);
    QVERIFY2(read, qPrintable(problemIn(read)));
    QCOMPARE(countWeights(shapeIn(*read)).total, 88640);
}

void TestWeightFiles::ggufOfALlama()
{
    const auto list = listOf(ggufOf(llamaKeys(15), ggufLlama()));
    QVERIFY2(list, qPrintable(problemIn(list)));
    const auto read = importedList(list, "/models/Meta-Llama-3-8B.Q4_K_M.gguf");
    QVERIFY2(read, qPrintable(problemIn(read)));
    QCOMPARE(std::get<CatalogModel>(read->plan.model).id, std::string("llama-3-8b"));
    QCOMPARE(read->plan.inference.weights, WeightFormat::Q4KM);
    // Of the 32 layers, 16 have attn_v and ffn_down in Q6_K: 4 · 1024 · 1024 and 4096 · 14336
    // weights, and the output 128,256 · 4096: in blocks of 256 of 144 or 210 bytes.
    const Bytes q4 = 144, q6 = 210, each = 4096 / 256;
    const Bytes rows4 = 128256 + 32 * (4096 + 1024 + 4096 + 2 * 14336) + 16 * (1024 + 14336);
    const Bytes rows6 = 128256 + 16 * (1024 + 14336);
    QCOMPARE(list->tensorBytes(), each * (rows4 * q4 + rows6 * q6) + 4 * (65 * 4096) + 4 * 64);
    QVERIFY(notesIn(*read).contains(QStringLiteral("Q4_K_M, to the byte as in the file")));
    const QString notes = notesIn(*read);
    QVERIFY2(notes.contains(QStringLiteral("292 tensors with 4,912,898,304 bytes in 1 file: 193 "
                                           "Q4_K, 66 F32, 33 Q6_K")),
             qPrintable(notes));
}

/// Publishers give embedding and output other types than llama-quantize: the nearest format is
/// taken, and the difference said.
void TestWeightFiles::ggufOfAnotherMixture()
{
    MadeTensors large = ggufLlama("Q8_0");
    large[1].type = "Q8_0";
    const auto read = importedList(listOf(ggufOf(llamaKeys(15), large)), "Llama-Q4_K_L.gguf");
    QVERIFY2(read, qPrintable(problemIn(read)));
    QCOMPARE(read->plan.inference.weights, WeightFormat::Q4KL);
    const auto odd = importedList(listOf(ggufOf(llamaKeys(15), ggufLlama("F16"))), "odd.gguf");
    QVERIFY2(odd, qPrintable(problemIn(odd)));
    QVERIFY2(notesIn(*odd).contains(QStringLiteral("in the file (+")), qPrintable(notesIn(*odd)));
}

void TestWeightFiles::ggufOfOtherFamilies_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<QString>("id");

    // Qwen3 30B-A3B: experts of a layer in one tensor.
    MadeTensors qwen{{"token_embd.weight", "Q8_0", {151936, 2048}},
                     {"output.weight", "Q8_0", {151936, 2048}},
                     {"output_norm.weight", "F32", {2048}}};
    for (std::int64_t i = 0; i < 48; ++i) {
        const std::string layer = "blk." + std::to_string(i) + ".";
        qwen.push_back({layer + "attn_q.weight", "Q8_0", {4096, 2048}});
        qwen.push_back({layer + "attn_k.weight", "Q8_0", {512, 2048}});
        qwen.push_back({layer + "attn_v.weight", "Q8_0", {512, 2048}});
        qwen.push_back({layer + "attn_output.weight", "Q8_0", {2048, 4096}});
        qwen.push_back({layer + "attn_q_norm.weight", "F32", {128}});
        qwen.push_back({layer + "attn_k_norm.weight", "F32", {128}});
        qwen.push_back({layer + "attn_norm.weight", "F32", {2048}});
        qwen.push_back({layer + "ffn_norm.weight", "F32", {2048}});
        qwen.push_back({layer + "ffn_gate_inp.weight", "F32", {128, 2048}});
        qwen.push_back({layer + "ffn_gate_exps.weight", "Q8_0", {128, 768, 2048}});
        qwen.push_back({layer + "ffn_up_exps.weight", "Q8_0", {128, 768, 2048}});
        qwen.push_back({layer + "ffn_down_exps.weight", "Q8_0", {128, 2048, 768}});
    }
    QTest::newRow("Qwen3 30B-A3B") << QByteArray::fromStdString(
        ggufOf({ggufKey("general.architecture", "qwen3moe"), ggufKey("general.file_type", 7u),
                ggufKey("qwen3moe.block_count", 48u), ggufKey("qwen3moe.context_length", 40960u),
                ggufKey("qwen3moe.embedding_length", 2048u),
                ggufKey("qwen3moe.feed_forward_length", 6144u),
                ggufKey("qwen3moe.attention.head_count", 32u),
                ggufKey("qwen3moe.attention.head_count_kv", 4u),
                ggufKey("qwen3moe.attention.key_length", 128u),
                ggufKey("qwen3moe.expert_count", 128u), ggufKey("qwen3moe.expert_used_count", 8u),
                ggufKey("qwen3moe.expert_feed_forward_length", 768u)},
               qwen)) << qint64{30532122624}
                                   << QStringLiteral("qwen3-30b-a3b");

    // Gemma 2 2B: no output, and windows in every second layer.
    MadeTensors gemma{{"token_embd.weight", "Q8_0", {256000, 2304}},
                      {"output_norm.weight", "F32", {2304}}};
    for (std::int64_t i = 0; i < 26; ++i) {
        const std::string layer = "blk." + std::to_string(i) + ".";
        for (const char* const norm :
             {"attn_norm", "ffn_norm", "post_attention_norm", "post_ffw_norm"})
            gemma.push_back({layer + norm + ".weight", "F32", {2304}});
        gemma.push_back({layer + "attn_q.weight", "Q8_0", {2048, 2304}});
        gemma.push_back({layer + "attn_k.weight", "Q8_0", {1024, 2304}});
        gemma.push_back({layer + "attn_v.weight", "Q8_0", {1024, 2304}});
        gemma.push_back({layer + "attn_output.weight", "Q8_0", {2304, 2048}});
        gemma.push_back({layer + "ffn_gate.weight", "Q8_0", {9216, 2304}});
        gemma.push_back({layer + "ffn_up.weight", "Q8_0", {9216, 2304}});
        gemma.push_back({layer + "ffn_down.weight", "Q8_0", {2304, 9216}});
    }
    QTest::newRow("Gemma 2 2B") << QByteArray::fromStdString(ggufOf(
        {ggufKey("general.architecture", "gemma2"), ggufKey("general.file_type", 7u),
         ggufKey("gemma2.block_count", 26u), ggufKey("gemma2.context_length", 8192u),
         ggufKey("gemma2.embedding_length", 2304u), ggufKey("gemma2.feed_forward_length", 9216u),
         ggufKey("gemma2.attention.head_count", 8u), ggufKey("gemma2.attention.head_count_kv", 4u),
         ggufKey("gemma2.attention.key_length", 256u),
         ggufKey("gemma2.attention.sliding_window", 4096u)},
        gemma)) << qint64{2614341888}
                                << QStringLiteral("gemma-2-2b");

    // DeepSeek-V3 with kv_b in two parts, the keys' transposed.
    MadeTensors deep{{"token_embd.weight", "Q8_0", {129280, 7168}},
                     {"output.weight", "Q8_0", {129280, 7168}},
                     {"output_norm.weight", "F32", {7168}}};
    for (std::int64_t i = 0; i < 61; ++i) {
        const std::string layer = "blk." + std::to_string(i) + ".";
        deep.push_back({layer + "attn_norm.weight", "F32", {7168}});
        deep.push_back({layer + "ffn_norm.weight", "F32", {7168}});
        deep.push_back({layer + "attn_q_a.weight", "Q8_0", {1536, 7168}});
        deep.push_back({layer + "attn_q_a_norm.weight", "F32", {1536}});
        deep.push_back({layer + "attn_q_b.weight", "Q8_0", {24576, 1536}});
        deep.push_back({layer + "attn_kv_a_mqa.weight", "Q8_0", {576, 7168}});
        deep.push_back({layer + "attn_kv_a_norm.weight", "F32", {512}});
        deep.push_back({layer + "attn_k_b.weight", "Q8_0", {128, 512, 128}});
        deep.push_back({layer + "attn_v_b.weight", "Q8_0", {128, 128, 512}});
        deep.push_back({layer + "attn_output.weight", "Q8_0", {7168, 16384}});
        if (i < 3) {
            deep.push_back({layer + "ffn_gate.weight", "Q8_0", {18432, 7168}});
            deep.push_back({layer + "ffn_up.weight", "Q8_0", {18432, 7168}});
            deep.push_back({layer + "ffn_down.weight", "Q8_0", {7168, 18432}});
            continue;
        }
        deep.push_back({layer + "ffn_gate_inp.weight", "F32", {256, 7168}});
        deep.push_back({layer + "exp_probs_b.bias", "F32", {256}});
        deep.push_back({layer + "ffn_gate_exps.weight", "Q8_0", {256, 2048, 7168}});
        deep.push_back({layer + "ffn_up_exps.weight", "Q8_0", {256, 2048, 7168}});
        deep.push_back({layer + "ffn_down_exps.weight", "Q8_0", {256, 7168, 2048}});
        deep.push_back({layer + "ffn_gate_shexp.weight", "Q8_0", {2048, 7168}});
        deep.push_back({layer + "ffn_up_shexp.weight", "Q8_0", {2048, 7168}});
        deep.push_back({layer + "ffn_down_shexp.weight", "Q8_0", {7168, 2048}});
    }
    QTest::newRow("DeepSeek-V3") << QByteArray::fromStdString(
        ggufOf({ggufKey("general.architecture", "deepseek2"),
                ggufKey("general.file_type", 7u),
                ggufKey("deepseek2.block_count", 61u),
                ggufKey("deepseek2.context_length", 163840u),
                ggufKey("deepseek2.embedding_length", 7168u),
                ggufKey("deepseek2.feed_forward_length", 18432u),
                ggufKey("deepseek2.attention.head_count", 128u),
                ggufKey("deepseek2.attention.head_count_kv", 1u),
                ggufKey("deepseek2.attention.q_lora_rank", 1536u),
                ggufKey("deepseek2.attention.kv_lora_rank", 512u),
                ggufKey("deepseek2.attention.key_length", 576u),
                ggufKey("deepseek2.attention.value_length", 512u),
                ggufKey("deepseek2.attention.key_length_mla", 192u),
                ggufKey("deepseek2.attention.value_length_mla", 128u),
                ggufKey("deepseek2.rope.dimension_count", 64u),
                ggufKey("deepseek2.expert_count", 256u),
                ggufKey("deepseek2.expert_used_count", 8u),
                ggufKey("deepseek2.expert_shared_count", 1u),
                ggufKey("deepseek2.expert_feed_forward_length", 2048u),
                ggufKey("deepseek2.leading_dense_block_count", 3u)},
               deep)) << qint64{671026419200}
                                 << QStringLiteral("deepseek-v3-r1-671b");
}

void TestWeightFiles::ggufOfOtherFamilies()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, id);
    const auto read = importedList(listOf(bytes.toStdString()), "/x/model.gguf");
    QVERIFY2(read, qPrintable(problemIn(read)));
    QTEST(qint64{countWeights(shapeIn(*read)).total}, "parameters");
    const auto* const listed = std::get_if<CatalogModel>(&read->plan.model);
    QVERIFY2(listed, qPrintable(notesIn(*read)));
    QCOMPARE(QString::fromStdString(listed->id), id);
    QCOMPARE(read->plan.inference.weights, WeightFormat::Q8_0);
}

void TestWeightFiles::formats_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("beside"); // what lies beside each matrix
    QTest::addColumn<qint64>("share"); // of the inputs in one number
    QTest::addColumn<QString>("weights");
    const auto row = [](const char* name, const char* type, const char* beside, qint64 share,
                        const char* weights) {
        QTest::newRow(name) << QString::fromLatin1(type) << QString::fromLatin1(beside) << share
                            << QString::fromLatin1(weights);
    };
    row("bf16", "BF16", "", 1, "bf16");
    row("fp16", "F16", "", 1, "fp16");
    row("bitsandbytes, 4 bits", "U8", "weight.absmax,weight.quant_state.bitsandbytes__nf4", 2,
        "nf4");
    row("bitsandbytes, 4 bits, scales in 8", "U8",
        "weight.absmax,weight.nested_absmax,weight.quant_state.bitsandbytes__nf4", 2, "nf4-double");
    row("bitsandbytes, 8 bits", "I8", "SCB", 1, "int8");
    row("FP8 with one scale", "F8_E4M3", "weight_scale", 1, "fp8");
    row("FP8 in blocks", "F8_E4M3", "weight_scale_inv", 1, "fp8-block");
    row("NVFP4", "U8", "weight_scale,weight_scale_2", 2, "nvfp4");
    row("int8 with a scale an output", "I8", "weight_scale", 1, "w8a8");
}

/// Packed weights count as the weights that they are; scales do not count.
void TestWeightFiles::formats()
{
    QFETCH(QString, type);
    QFETCH(QString, beside);
    QFETCH(qint64, share);
    MadeTensors tensors;
    for (MadeTensor& tensor : tensorsOf(tiny)) {
        if (tensor.sides.size() == 2 && tensor.name != "model.embed_tokens.weight") {
            tensor.type = type.toStdString();
            tensor.sides.back() /= share;
            const std::string module = tensor.name.substr(0, tensor.name.rfind('.') + 1);
            for (const QString& name : beside.split(u',', Qt::SkipEmptyParts))
                tensors.push_back({module + name.toStdString(), "F32", {tensor.sides.front()}});
        }
        tensors.push_back(std::move(tensor));
    }
    const auto read = importedList(listOf(safetensorsOf(tensors)), "model.safetensors");
    QVERIFY2(read, qPrintable(problemIn(read)));
    QCOMPARE(countWeights(shapeIn(*read)).total, 88640);
    QTEST(QString::fromLatin1(nameOf(read->plan.inference.weights).data()), "weights");
}

void TestWeightFiles::adapters()
{
    MadeTensors tensors;
    for (std::int64_t i = 0; i < 2; ++i)
        for (const char* const name : {"q_proj", "v_proj"}) {
            const std::string module
                = "base_model.model.model.layers." + std::to_string(i) + ".self_attn." + name;
            tensors.push_back({module + ".lora_A.weight", "F32", {8, 64}});
            tensors.push_back({module + ".lora_B.weight", "F32", {64, 8}});
        }
    const auto list = listOf(safetensorsOf(tensors));
    const auto read = importedList(list, "adapter_model.safetensors");
    QVERIFY2(read, qPrintable(problemIn(read)));
    QCOMPARE(read->kind, ImportKind::Peft);
    QCOMPARE(read->plan.adapter.kind, AdapterKind::Lora);
    QCOMPARE(read->plan.adapter.rank, 8);
    QCOMPARE(read->plan.adapter.targets, (std::vector{AdapterTarget::Q, AdapterTarget::V}));
    QCOMPARE(read->plan.model, Plan{}.model);
    QVERIFY(notesIn(*read).contains(QStringLiteral("4,096 parameters in 16,384 bytes")));
    const auto gguf
        = importedList(listOf(ggufOf({ggufKey("general.type", "adapter"),
                                      ggufKey("general.architecture", "llama")},
                                     {{"blk.0.attn_q.weight.lora_a", "F32", {16, 64}},
                                      {"blk.0.attn_q.weight.lora_b", "F32", {64, 16}}})),
                       "lora.gguf");
    QVERIFY2(gguf, qPrintable(problemIn(gguf)));
    QCOMPARE(gguf->plan.adapter.rank, 16);
    QCOMPARE(gguf->plan.adapter.targets, std::vector{AdapterTarget::Q});
}

/// A file of a machine with the highest byte first: one key and one tensor.
void TestWeightFiles::otherOrderOfBytes()
{
    const auto big = [](auto number) {
        std::string bytes = littleEndian(number);
        std::ranges::reverse(bytes);
        return bytes;
    };
    const auto text
        = [&](const std::string& words) { return big(std::uint64_t{words.size()}) + words; };
    const std::string bytes = "GGUF" + big(std::uint32_t{3}) + big(std::uint64_t{1})
        + big(std::uint64_t{1}) + text("general.name") + big(std::uint32_t{8}) + text("big")
        + text("token_embd.weight") + big(std::uint32_t{2}) + big(std::uint64_t{64})
        + big(std::uint64_t{100}) + big(std::uint32_t{0}) + big(std::uint64_t{0});
    const auto list = listOf(bytes);
    QVERIFY2(list, qPrintable(problemIn(list)));
    QCOMPARE(list->tensors.front().sides, (Sides{100, 64}));
    QCOMPARE(list->tensorBytes(), Bytes{25600});
    QCOMPARE(*list->metadata.find("general.name")->text(), std::string("big"));
}

/// Version 1 has counts and lengths of 32 bits.
void TestWeightFiles::firstVersion()
{
    const auto text = [&](const std::string& words) {
        return littleEndian(static_cast<std::uint32_t>(words.size())) + words;
    };
    const std::string bytes = "GGUF" + littleEndian<std::uint32_t>(1)
        + littleEndian<std::uint32_t>(1) + littleEndian<std::uint32_t>(1) + text("general.name")
        + littleEndian<std::uint32_t>(8) + text("old") + text("token_embd.weight")
        + littleEndian<std::uint32_t>(2) + littleEndian<std::uint32_t>(64)
        + littleEndian<std::uint32_t>(100) + littleEndian<std::uint32_t>(1)
        + littleEndian<std::uint64_t>(0);
    const auto list = listOf(bytes);
    QVERIFY2(list, qPrintable(problemIn(list)));
    QCOMPARE(list->tensorBytes(), Bytes{12800});
}

void TestWeightFiles::refuses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const std::string& bytes, const char* says) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString::fromUtf8(says);
    };
    const auto header
        = [](const std::string& json) { return littleEndian<std::uint64_t>(json.size()) + json; };
    const auto tensor
        = [&](const std::string& fields) { return header("{\"a\":{" + fields + "}}"); };
    row("nothing", "", "is cut off in its header");
    row("seven bytes", std::string(7, '\0'), "is cut off in its header");
    row("a header of 2^63 bytes", littleEndian(std::uint64_t{1} << 63) + "{}",
        "its header would have 9223372036854775808 bytes");
    row("a header of 100,000,001 bytes", littleEndian<std::uint64_t>(100'000'001) + "{}",
        "its header would have 100000001 bytes");
    row("a header that is longer than the file", littleEndian<std::uint64_t>(100) + "{}",
        "is cut off in its header");
    row("no JSON", header("hello"), "not valid JSON");
    row("JSON that ends", header("{\"a\":"), "it ends too early");
    row("no UTF-8", header("{\"\xff\":1}"), "no text in UTF-8");
    row("a NUL", header("{\0}"s), "NUL");
    row("a list", header("[]"), "no tensor with type, shape and place");
    row("a number", header("7"), "no tensor with type, shape and place");
    row("null", header("null"), "no tensor with type, shape and place");
    row("a tensor that is a number", header("{\"a\":1}"), "a: is no tensor");
    row("brackets", header("{\"a\":" + std::string(100'000, '[')), "a: is no tensor");
    row("braces", header("{\"a\":{\"dtype\":{\"dtype\":{"), "a: has a wrong value in \"dtype\"");
    row("a shape in a shape", tensor(R"("shape":[[1]])"), "a: has a wrong value in \"shape\"");
    row("no type", tensor(R"("shape":[1],"data_offsets":[0,2])"), "a: is no tensor");
    row("no place", tensor(R"("dtype":"F16","shape":[1])"), "a: is no tensor");
    row("three places", tensor(R"("dtype":"F16","shape":[1],"data_offsets":[0,1,2])"),
        "a: is no tensor");
    row("an unknown type", tensor(R"("dtype":"F7","shape":[1],"data_offsets":[0,2])"),
        "a: has the type \"F7\", which is not known");
    row("a negative side", tensor(R"("dtype":"F16","shape":[-1],"data_offsets":[0,2])"),
        "a: has a wrong value in \"shape\"");
    row("half a side", tensor(R"("dtype":"F16","shape":[0.5],"data_offsets":[0,2])"),
        "a: has a wrong value in \"shape\"");
    row("a side of 2^64", tensor(R"("dtype":"F16","shape":[18446744073709551616]})"),
        "a: has a wrong value in \"shape\"");
    row("a number beyond all", tensor(R"("dtype":"F16","shape":[1e999])"),
        "a: has a wrong value in \"shape\"");
    row("sides that overflow",
        tensor(R"("dtype":"F16","shape":[4294967296,4294967296],"data_offsets":[0,2])"),
        "a: has more entries than a tensor can have");
    row("a hundred sides",
        tensor(R"("dtype":"F16","shape":[1)" + QByteArray(",1").repeated(99).toStdString() + "]"),
        "a: has a wrong value in \"shape\"");
    row("bytes of another size", tensor(R"("dtype":"F16","shape":[3],"data_offsets":[0,5])"),
        "a: has bytes 0 to 5, but its shape and type make 6 bytes");
    row("bytes that run backwards", tensor(R"("dtype":"F16","shape":[3],"data_offsets":[6,0])"),
        "a: has bytes 6 to 0");
    row("a field twice", tensor(R"("dtype":"F16","dtype":"F32")"),
        "a: has the field \"dtype\" twice");
    const std::string first = R"("a":{"dtype":"F16","shape":[3],"data_offsets":[0,6]})";
    row("a tensor twice", header("{" + first + "," + first + "}"), "a: is written twice");
    row("tensors that overlap",
        header("{" + first + R"(,"b":{"dtype":"F16","shape":[3],"data_offsets":[4,10]}})"),
        "b: lies over the bytes of a");
    row("a gap", header("{" + first + R"(,"b":{"dtype":"F16","shape":[3],"data_offsets":[8,14]}})"),
        "b: begins 2 bytes behind the tensor before it");
    row("bytes behind the last", header("{" + first + "}") + "1234567",
        "has 1 bytes behind its last tensor");
    row("a name of marks", header(R"({"\u202ea\u0007":1})"), "is no tensor");

    const std::string sound = smallGguf();
    const auto changed = [&](std::size_t place, const std::string& bytes) {
        std::string text = sound;
        text.replace(place, bytes.size(), bytes);
        return text;
    };
    row("GGUF, four bytes", "GGUF", "the file ends in its header, at byte 4");
    row("GGUF of version 0", changed(4, littleEndian<std::uint32_t>(0)), "GGUF version 0");
    row("GGUF of version 4", changed(4, littleEndian<std::uint32_t>(4)), "GGUF version 4");
    row("GGUF with 2^60 tensors", changed(8, littleEndian(std::uint64_t{1} << 60)),
        "would have 1152921504606846976 tensors");
    row("GGUF with 2^64 - 1 keys", changed(16, littleEndian(~std::uint64_t{0})),
        "would have 18446744073709551615 keys");
    row("GGUF, a key of 2^62 bytes", changed(24, littleEndian(std::uint64_t{1} << 62)),
        "has a name of 4611686018427387904 bytes");
    const auto one = [](const std::string& key) { return ggufOf({key}, {}); };
    row("GGUF, a type of value", one(ggufKey("a", 13, "")), "a: has a value of type 13");
    row("GGUF, a flag of 2", one(ggufKey("a", 7, "\2")), "a: must be true or false");
    row("GGUF, a text longer than the file",
        one(ggufKey("a", 8, littleEndian(std::uint64_t{1} << 40))),
        "a: the file ends in its header");
    row("GGUF, a list of 2^61 numbers",
        one(ggufKey("a", 9,
                    littleEndian<std::uint32_t>(10) + littleEndian(std::uint64_t{1} << 61))),
        "a: would have 2305843009213693952 values");
    std::string nested;
    for (int i = 0; i < 10; ++i)
        nested += littleEndian<std::uint32_t>(9) + littleEndian<std::uint64_t>(1);
    row("GGUF, lists in lists", one(ggufKey("a", 9, nested + std::string(100, '\0'))),
        "a: nested more than 4 levels deep");
    row("GGUF, a key twice", ggufOf({ggufKey("a", 1u), ggufKey("a", 2u)}, {}),
        "a: is written twice");
    for (const std::uint32_t alignment : {0u, 3u, 1u << 30})
        row(("GGUF, an alignment of " + std::to_string(alignment)).c_str(),
            one(ggufKey("general.alignment", alignment)),
            "general.alignment: must be a power of two");
    row("GGUF, a tensor twice", ggufOf({}, {{"a", "F32", {8}}, {"a", "F32", {8}}}),
        "a: is written twice");
    row("GGUF, rows of no whole blocks", ggufOf({}, {{"a", "Q4_K", {8, 100}}}),
        "a: has rows of 100, which are no whole blocks of Q4_K");
    row("GGUF, sides that overflow",
        ggufOf({}, {{"a", "F32", {std::int64_t{1} << 40, std::int64_t{1} << 40}}}),
        "a: has more entries than a tensor can have");
    row("GGUF, a side of -1", ggufOf({}, {{"a", "F32", {-1}}}),
        "a: has more entries than a tensor can have");
    const std::string two = ggufOf({}, {{"a", "F32", {64}}, {"b", "F32", {64}}});
    const auto atPlace
        = [&](std::uint64_t place) { return two.substr(0, two.size() - 8) + littleEndian(place); };
    row("GGUF, tensors that overlap", atPlace(128), "b: lies over the bytes of a");
    row("GGUF, a tensor beyond all", atPlace(~std::uint64_t{31}), "b: would begin at byte");
    row("GGUF, a tensor off its place", atPlace(257),
        "b: begins at byte 257, which is no multiple");
    const auto ofType = [&](std::uint32_t type) {
        return two.substr(0, two.size() - 12) + littleEndian(type)
            + littleEndian<std::uint64_t>(256);
    };
    row("GGUF, an unknown type", ofType(99), "b: has the type 99");
    row("GGUF, a type of 2023 that was removed", ofType(4), "b: has the type 4");
    std::string sides = two;
    sides.replace(sides.size() - 8 - 4 - 8 - 4, 4, littleEndian<std::uint32_t>(9));
    row("GGUF, nine sides", sides, "b: has 9 sides");
}

/// Each broken file gets one sentence that names the place.
void TestWeightFiles::refuses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, says);
    const auto list = listOf(bytes.toStdString());
    QVERIFY(!list);
    QCOMPARE(list.problems().size(), std::size_t{1});
    const QString said = problemIn(list);
    QVERIFY2(said.contains(says), qPrintable(said));
    QVERIFY2(said.size() < 300, qPrintable(said));
}

/// Cut off at every byte, a file is refused or was whole.
void TestWeightFiles::endsAnywhere()
{
    for (const std::string& sound : {safetensorsOf(tensorsOf(tiny)), smallGguf()})
        for (std::size_t size = 0; size < sound.size();
             size += static_cast<std::size_t>(caseStep)) {
            const std::string part = sound.substr(0, size);
            HeaderSource source(part);
            const auto list = sound.starts_with("GGUF") ? readGgufHeader(source)
                                                        : readSafetensorsHeader(source);
            QVERIFY2(!list, qPrintable(QString::number(size)));
            QVERIFY(!problemIn(list).isEmpty());
        }
}

/// Bytes changed, removed and added at places that are the same on every machine: each file is
/// refused with a sentence, or gives a plan whose model can be counted.
void TestWeightFiles::isGarbledAnywhere()
{
    Random random(44);
    int read = 0, refused = 0, unusable = 0;
    const std::string sounds[]{safetensorsOf(tensorsOf(tiny)), smallGguf(),
                               ggufOf(llamaKeys(15), ggufLlama())};
    const int cases = casesToTry(20'000);
    for (int i = 0; i < cases; ++i) {
        std::string bytes = sounds[i % 10 == 0 ? 2 : i % 2];
        const bool isGguf = bytes.starts_with("GGUF");
        for (std::uint64_t change = random.below(4) + 1; change > 0; --change) {
            const auto place = static_cast<std::size_t>(random.below(bytes.size()));
            const auto letter = static_cast<char>(random.below(256));
            switch (random.below(6)) {
            case 0:
                bytes.erase(place, static_cast<std::size_t>(random.below(16)));
                break;
            case 1:
                bytes.insert(place, 1, letter);
                break;
            case 2: // a digit or a bracket of the JSON, a small number of GGUF
                bytes[place] = isGguf ? static_cast<char>(random.below(16))
                                      : "0123456789[]{}:,\"-"[random.below(18)];
                break;
            case 3:
                bytes[place] = static_cast<char>(bytes[place] ^ (1 << random.below(8)));
                break;
            case 4: // a part of it once more
                bytes.insert(place,
                             bytes.substr(static_cast<std::size_t>(random.below(bytes.size())),
                                          static_cast<std::size_t>(random.below(64))));
                break;
            default:
                bytes[place] = letter;
            }
            if (bytes.size() < 16)
                bytes = sounds[0];
        }
        HeaderSource source(bytes);
        const auto list = isGguf ? readGgufHeader(source) : readSafetensorsHeader(source);
        if (!list) {
            ++refused;
            QVERIFY(!problemIn(list).isEmpty());
            QVERIFY2(problemIn(list).size() < 400, qPrintable(problemIn(list)));
            continue;
        }
        const auto plan = importedList(list, isGguf ? "model.gguf" : "model.safetensors");
        if (!plan) {
            ++unusable;
            QVERIFY(!problemIn(plan).isEmpty());
            continue;
        }
        ++read;
        const auto shape = shapeOf(plan->plan.model, builtinCatalog());
        if (plan->kind == ImportKind::Weights)
            QVERIFY2(shape && countWeights(*shape).total > 0, qPrintable(notesIn(*plan)));
    }
    qInfo("%d files: %d refused by their header, %d no language model, %d read", cases, refused,
          unusable, read);
    QCOMPARE(refused + unusable + read, cases);
    QVERIFY(refused > cases / 4 && read > cases / 20);
}

/// Sound headers of odd tensors: names, shapes and types changed, left out and repeated. Each gives
/// a model that can be counted, or a sentence; the file and a configuration beside it as well.
void TestWeightFiles::garbledTensors()
{
    MadeModel routed = tiny;
    routed.experts = 4;
    routed.expertWidth = 32;
    const MadeTensors sounds[]{tensorsOf(tiny), tensorsOf(routed),
                               deepSeek(3, 64, 32, 2, 96, 1, 4, 32, 1, 100, true),
                               deepSeek(2, 64, 0, 2, 96, 1, 4, 32, 2, 100, false)};
    const char* const types[]{"BF16", "F16", "F32", "U8", "I8", "I32", "F8_E4M3"};
    const std::int64_t odd[]{0, 1, 2, 3, 63, 64, 65, 1 << 20, std::int64_t{1} << 40};
    Random random(4401);
    int read = 0, refused = 0;
    const int cases = casesToTry(20'000);
    for (int i = 0; i < cases; ++i) {
        MadeTensors tensors = sounds[random.below(4)];
        for (std::uint64_t change = random.below(6) + 1; change > 0 && !tensors.empty(); --change) {
            const auto at = static_cast<std::size_t>(random.below(tensors.size()));
            MadeTensor& tensor = tensors[at];
            const MadeTensor& other
                = tensors[static_cast<std::size_t>(random.below(tensors.size()))];
            switch (random.below(7)) {
            case 0:
                tensors.erase(tensors.begin() + static_cast<std::ptrdiff_t>(at));
                break;
            case 1:
                tensor.type = types[random.below(7)];
                break;
            case 2:
                if (!tensor.sides.empty())
                    tensor.sides[random.below(tensor.sides.size())] = odd[random.below(9)];
                break;
            case 3:
                tensor.sides.push_back(odd[random.below(9)]);
                break;
            case 4:
                tensor.sides.clear();
                break;
            case 5: // the name of another one, in a layer far off
                tensor.name = other.name + (random.coin() ? "_scale_inv" : ".absmax");
                break;
            default:
                if (const std::size_t digit = tensor.name.find_first_of("0123456789");
                    digit != std::string::npos)
                    tensor.name.insert(digit, std::to_string(random.below(100'000)));
            }
        }
        std::string bytes;
        const bool isLarge = std::ranges::any_of(tensors, [](const MadeTensor& tensor) {
            double entries = 1;
            for (const std::int64_t side : tensor.sides)
                entries *= static_cast<double>(side);
            return entries > 1e15;
        });
        if (!isLarge)
            bytes = safetensorsOf(tensors);
        const auto list = listOf(bytes);
        const auto plan
            = importedList(list, "model.safetensors", random.coin() ? tinyConfig : std::string());
        if (!plan) {
            ++refused;
            QVERIFY(!problemIn(plan).isEmpty());
            continue;
        }
        ++read;
        const auto shape = shapeOf(plan->plan.model, builtinCatalog());
        QVERIFY2(shape && countWeights(*shape).total > 0, qPrintable(notesIn(*plan)));
    }
    qInfo("%d lists of tensors: %d refused, %d read", cases, refused, read);
    QVERIFY(refused > cases / 20 && read > cases / 4);
}

void TestWeightFiles::filesAndFolders()
{
    QTemporaryDir root;
    QVERIFY(root.isValid());
    const auto path
        = [&](const char* name) { return root.filePath(QString::fromUtf8(name)).toStdString(); };
    const auto write = [&](const char* name, const std::string& bytes) {
        const QString file = root.filePath(QString::fromUtf8(name));
        QDir().mkpath(QFileInfo(file).path());
        QFile out(file);
        if (!out.open(QFile::WriteOnly)
            || out.write(bytes.data(), static_cast<qint64>(bytes.size()))
                != static_cast<qint64>(bytes.size()))
            qFatal("no file could be written");
    };
    const MadeTensors all = tensorsOf(tiny);
    const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    const std::string first = safetensorsOf({all.begin(), half});
    const std::string second = safetensorsOf({half, all.end()});
    const char* const one = "shards/model-00001-of-00002.safetensors";
    const char* const two = "shards/model-00002-of-00002.safetensors";
    write(one, first);
    // A shard names the others.
    const auto lonely = weightsAt(path(one));
    QVERIFY(!lonely);
    QVERIFY2(problemIn(lonely).contains(
                 QStringLiteral("1 of 2 files of the model are not in the folder, such as "
                                "model-00002-of-00002.safetensors")),
             qPrintable(problemIn(lonely)));
    write(two, second);
    const auto parametersAt = [&](const std::string& file) -> std::int64_t {
        const auto weights = weightsAt(file);
        if (!weights || !weights->tensors)
            return -1;
        const auto read = importedList(*weights->tensors, file, weights->config);
        return read ? countWeights(shapeIn(*read)).total : -1;
    };
    QCOMPARE(parametersAt(path(one)), 88640);
    QCOMPARE(parametersAt(path(two)), 88640);
    QCOMPARE(modelFileAt(path("shards")), path(one));
    std::string map;
    for (auto tensor = all.begin(); tensor != all.end(); ++tensor)
        map += (map.empty() ? "\"" : ",\"") + tensor->name + "\":\"model-0000"
            + (tensor < half ? "1" : "2") + "-of-00002.safetensors\"";
    const std::string index = R"({"metadata":{"total_size":1},"weight_map":{)" + map + "}}";
    const char* const indexName = "shards/model.safetensors.index.json";
    write(indexName, index);
    QCOMPARE(modelFileAt(path("shards")), path(indexName));
    QCOMPARE(parametersAt(path(indexName)), 88640);
    // The same tensor in two files
    write(two, safetensorsOf({half - 1, all.end()}));
    QVERIFY2(problemIn(weightsAt(path(indexName)))
                 .contains(QStringLiteral("is in another file of the model too")),
             qPrintable(problemIn(weightsAt(path(indexName)))));
    // A broken one is named.
    write(two, second.substr(0, 100));
    QVERIFY2(problemIn(weightsAt(path(indexName)))
                 .contains(QStringLiteral("model-00002-of-00002.safetensors: is cut off")),
             qPrintable(problemIn(weightsAt(path(indexName)))));
    write(two, second);
    // An index may name nothing outside its folder.
    for (const char* const name : {"../secret.safetensors", "/etc/passwd", "a/b", ""}) {
        write("evil/model.safetensors.index.json",
              R"({"weight_map":{"a":")" + std::string(name) + "\"}}");
        QVERIFY2(problemIn(weightsAt(path("evil/model.safetensors.index.json")))
                     .contains(QStringLiteral("weight_map.a: must be the name of a file in the "
                                              "same folder")),
                 name);
    }
    write("evil/model.safetensors.index.json", R"({"weight_map":{}})");
    QVERIFY(problemIn(weightsAt(path("evil/model.safetensors.index.json")))
                .contains(QStringLiteral("weight_map: is missing")));
    // A configuration beside it
    write("shards/config.json", tinyConfig);
    QCOMPARE(modelFileAt(path("shards")), path("shards/config.json"));
    QVERIFY(weightsBeside(path("shards/config.json")).tensors);
    QVERIFY(weightsAt(path(one)) && weightsAt(path(one))->config == tinyConfig);
    QVERIFY(QFile::remove(root.filePath(QString::fromUtf8(two))));
    QVERIFY(!weightsBeside(path("shards/config.json")).tensors);
    QCOMPARE(weightsBeside(path("shards/config.json")).index, index);
    // GGUF, and names that are none
    write("gguf/some-model.gguf", smallGguf());
    QCOMPARE(modelFileAt(path("gguf")), path("gguf/some-model.gguf"));
    QCOMPARE(parametersAt(path("gguf/some-model.gguf")), 88640);
    write("gguf/blob", smallGguf());
    QVERIFY(isWeightFile(path("gguf/blob")));
    write("gguf/other", first);
    QVERIFY(isWeightFile(path("gguf/other")));
    write("gguf/plan.json", "{\"format\": 1}");
    QVERIFY(!isWeightFile(path("gguf/plan.json")));
    write("gguf/second.gguf", smallGguf()); // which of the two?
    QCOMPARE(modelFileAt(path("gguf")), path("gguf/config.json"));
}

/// A pipe without a writer, a folder and a missing file end at once.
void TestWeightFiles::pathsThatAreNoFiles()
{
    QTemporaryDir root;
    const std::string pipe = root.filePath(QStringLiteral("pipe.gguf")).toStdString();
    QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
    QVERIFY(!isWeightFile(pipe));
    QVERIFY(!weightsAt(pipe));
    const std::string folder = root.filePath(QStringLiteral("folder.safetensors")).toStdString();
    QVERIFY(QDir().mkpath(QString::fromStdString(folder)));
    QVERIFY(!isWeightFile(folder));
    QVERIFY(!weightsAt(folder));
    QVERIFY(!weightsAt(root.filePath(QStringLiteral("none.gguf")).toStdString()));
    QVERIFY(!HeaderSource::open("/dev/zero"));
}

/// A file of 5 GB, of which all but the header is a hole: only its header counts.
void TestWeightFiles::readsNoFurther()
{
    QTemporaryDir root;
    const QString name = root.filePath(QStringLiteral("large.gguf"));
    const std::string header = ggufOf(llamaKeys(15), ggufLlama());
    QFile file(name);
    QVERIFY(file.open(QFile::WriteOnly));
    QVERIFY(file.write(header.data(), static_cast<qint64>(header.size())) > 0);
    QVERIFY(file.resize(qint64{5} << 30));
    file.close();
    auto source = HeaderSource::open(name.toStdString());
    QVERIFY(source);
    const auto list = readGgufHeader(*source);
    QVERIFY2(list, qPrintable(problemIn(list)));
    QCOMPARE(source->position(), std::uint64_t{header.size()});
    QCOMPARE(list->fileBytes, Bytes{5} << 30);
    QCOMPARE(list->missingBytes, Bytes{0});
    const auto cut = listOf(header);
    QVERIFY(cut && cut->missingBytes > 4'000'000'000);
}

QTEST_APPLESS_MAIN(TestWeightFiles)
#include "test_weight_files.moc"
