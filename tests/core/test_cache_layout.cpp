// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The KV cache of models whose layers attend to different parts of the text, by server.
#include "core/configs/import.h"
#include "core/ledger/cache_layout.h"
#include "core/ledger/kv_cache.h"
#include "core/methods/method.h"
#include "helpers.h"

#include <QtTest>

using namespace highwater;

namespace {

Plan serving(const std::vector<Setting>& choices)
{
    Plan plan;
    plan.workload.task = Task::Inference;
    plan.cluster.gpus = 1;
    plan.cluster.capacity = Bytes{1} << 45;
    return planWith(choices, plan);
}

/// A small model with attention as Gemma 3 270M's, or as a Qwen of 27B with linear layers.
CustomModel modelOf(const char* pattern, std::int64_t layers, std::int64_t heads,
                    std::int64_t kvHeads)
{
    CustomModel model;
    model.hiddenSize = 1024;
    model.numLayers = layers;
    model.numHeads = heads;
    model.numKvHeads = kvHeads;
    model.headDim = 256;
    model.intermediateSize = 2048;
    model.vocabSize = 1000;
    model.layerPattern = pattern;
    model.maxPositions = 1048576;
    return model;
}

CustomModel qwen27()
{
    CustomModel model = modelOf("lllf", 64, 24, 4);
    model.linearKeyHeads = 16;
    model.linearValueHeads = 48;
    model.linearKeyHeadDim = model.linearValueHeadDim = 128;
    model.linearConvKernel = 4;
    return model;
}

Bytes cacheOf(const Plan& plan)
{
    return groupOf(estimated(plan), Group::Activations);
}

} // namespace

class TestCacheLayout : public QObject
{
    Q_OBJECT

private slots:
    void bytesOfAToken_data();
    void bytesOfAToken();
    void cellsByServer_data();
    void cellsByServer();
    void cellsOfThreeSlots();
    void windowOfAPass();
    void linearStates_data();
    void linearStates();
    void poolsOfSglang_data();
    void poolsOfSglang();
    void blocksHoldAState();
    void stagesHaveTheirKinds();
    void groupsOfOneSize();
    void configurationsSayTheState();
    void trainingDoesNotLook();
    void indexersCacheTheirKey_data();
    void indexersCacheTheirKey();
};

void TestCacheLayout::bytesOfAToken_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<qint64>("all");
    QTest::addColumn<qint64>("further"); // in layers that attend to all tokens
    const auto row = [](const char* model, qint64 all, qint64 further) {
        QTest::newRow(model) << QString::fromLatin1(model) << all << further;
    };
    row("llama-3.1-8b", 131072, 131072); // 32 · 4096
    row("gemma-2-9b", 344064, 172032); // 42 and 21 · 8192
    row("gemma-3-1b", 26624, 4096); // 26 and 4 · 1024
    row("gemma-3-27b-text", 507904, 81920); // 62 and 10 · 8192
    row("gpt-oss-20b", 49152, 24576); // 24 and 12 · 2048
    row("gpt-oss-120b", 73728, 36864); // 36 and 18 · 2048
    row("llama-4-scout-17b-16e-text", 196608, 49152); // 48 and 12 · 4096
    row("mistral-7b-v0.1", 131072, 0);
}

void TestCacheLayout::bytesOfAToken()
{
    QFETCH(QString, model);
    QFETCH(qint64, all);
    QFETCH(qint64, further);
    const Shape& shape = builtinCatalog().model(model.toStdString())->shape;
    QCOMPARE(qint64{kvBytesOfToken(shape, KvFormat::Bf16)}, all);
    QCOMPARE(qint64{kvBytesOfFurtherToken(shape, KvFormat::Bf16)}, further);
}

void TestCacheLayout::cellsByServer_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("context");
    QTest::addColumn<qint64>("bytes"); // of one sequence
    const auto row = [](const char* name, const char* model, const char* server, const char* format,
                        int context, qint64 bytes) {
        QTest::newRow(name) << QString::fromLatin1(model) << QString::fromLatin1(server)
                            << QString::fromLatin1(format) << context << bytes;
    };
    row("windows alone", "gemma-3-1b", "plain", "bf16", 4096, // (4 · 4096 + 22 · 512) · 1024
        28311552);
    row("shorter than the window", "gemma-3-1b", "plain", "bf16", 256, 26 * 256 * 1024);
    row("llama.cpp, window and pass", "gemma-3-27b-text", "llama.cpp", "bf16", 32768,
        3338665984); // (10 · 32768 + 52 · (1024 + 512)) · 8192
    row("llama.cpp, windows stay in 16 bits", "gemma-3-27b-text", "llama.cpp", "q8_0", 32768,
        2080374784); // 10 · 32768 · 4352 + 52 · 1536 · 8192
    row("llama.cpp knows no model of windows alone", "mistral-7b-v0.1", "llama.cpp", "bf16", 8192,
        1073741824); // 32 · 8192 · 4096
    row("vLLM, window, pass and page", "gpt-oss-20b", "vllm", "bf16", 131072,
        3426091008); // 12 · 2048 · (131072 + 8320 + 16)
    row("vLLM, no more than there are", "gpt-oss-20b", "vllm", "bf16", 8192,
        403046400); // 12 · 2048 · (8192 + 8192 + 16)
    row("vLLM, groups of ten", "gemma-3-27b-text", "vllm", "bf16", 32768,
        7222067200); // 8192 · (10 · 32768 + 60 · (9216 + 16))
    row("vLLM, chunks", "llama-4-scout-17b-16e-text", "vllm", "bf16", 32768,
        4026531840); // 4096 · (12 · 32768 + 36 · (8192 + 8192))
    row("vLLM, windows alone", "mistral-7b-v0.1", "vllm", "bf16", 8192,
        1075838976); // 32 · 4096 · (8192 + 16)
    row("SGLang, four fifths", "gpt-oss-20b", "sglang", "bf16", 8192,
        362397696); // 12 · 2048 · (8192 + 6554)
    row("SGLang, no longer than the window: five fourths", "gemma-2-9b", "sglang", "bf16", 4096,
        1585446912); // 8192 · 21 · (5120 + 4096)
    row("SGLang, a window of more than four fifths", "gemma-2-9b", "sglang", "bf16", 4800,
        1585446912); // the same: 4,096 tokens of the windows are four fifths of 5,120
    row("TensorRT-LLM, blocks of 32", "gpt-oss-20b", "tensorrt-llm", "bf16", 8192,
        204472320); // 12 · 2048 · (8192 + 128)
}

void TestCacheLayout::cellsByServer()
{
    QFETCH(QString, model);
    QFETCH(QString, server);
    QFETCH(QString, format);
    QFETCH(int, context);
    QFETCH(qint64, bytes);
    const Plan plan = serving({{"model.id", model.toLatin1().constData()},
                               {"inference.server", server.toLatin1().constData()},
                               {"inference.version", "0.27"}, // passes of 8,192 tokens on any card
                               {"inference.kv_cache", format.toLatin1().constData()},
                               {"workload.context", QByteArray::number(context).constData()}});
    const Estimate found = estimated(plan);
    QCOMPARE(qint64{found.serving->kvBytesPerSequence}, bytes);
    QCOMPARE(qint64{cacheOf(planWith({{"workload.micro_batch", "3"}}, plan))}, 3 * bytes);
}

/// Gemma 3 270M in llama.cpp with a context of 1,024 and three slots: 27.0 MiB in its log.
void TestCacheLayout::cellsOfThreeSlots()
{
    Plan plan = serving({{"inference.server", "llama.cpp"},
                         {"workload.context", "341"},
                         {"workload.micro_batch", "3"}});
    CustomModel model = modelOf("sssssf", 18, 4, 1);
    model.slidingWindow = 512;
    plan.model = model;
    QCOMPARE(cacheOf(plan), Bytes{27} << 20);
}

/// Gemma 4 E4B in llama.cpp: 1,536 cells for a window of 512 and passes of 1,024.
void TestCacheLayout::windowOfAPass()
{
    Plan plan = serving({{"inference.server", "llama.cpp"},
                         {"inference.prefill_chunk", "1024"},
                         {"workload.context", "4096"}});
    CustomModel model = modelOf("sf", 18, 4, 1);
    model.slidingWindow = 512;
    plan.model = model;
    QCOMPARE(estimated(plan).serving->windowTokens, std::int64_t{1536});
}

void TestCacheLayout::linearStates_data()
{
    QTest::addColumn<qint64>("valueBytes");
    QTest::addColumn<qint64>("ranks");
    QTest::addColumn<qint64>("bytes"); // of a layer
    // 48 · 128 · 128 · 4 and 3 · (2 · 16 + 48) · 128 values
    QTest::newRow("llama.cpp") << qint64{4} << qint64{1} << qint64{3145728 + 122880};
    QTest::newRow("16 bits") << qint64{2} << qint64{1} << qint64{3145728 + 61440};
    QTest::newRow("on two ranks") << qint64{2} << qint64{2} << qint64{1572864 + 30720};
}

void TestCacheLayout::linearStates()
{
    QFETCH(qint64, valueBytes);
    QFETCH(qint64, ranks);
    QFETCH(qint64, bytes);
    QCOMPARE(qint64{stateBytesOfLayer(*shapeOf(qwen27()), valueBytes, ranks)}, bytes);
}

/// SGLang's pools: states to keys and values as 9 to 10. A state of the model with 27B takes 4 · 48
/// · 128 · 128 + 2 · 3 · (2 · 16 + 48) · 128 bytes in each of 48 layers; a token 4096 in 16.
void TestCacheLayout::poolsOfSglang_data()
{
    QTest::addColumn<QString>("context");
    QTest::addColumn<qint64>("keys");
    QTest::addColumn<qint64>("states");
    // States of 153,944,064 bytes want 171,048,960 of keys and values, which are 2,610 tokens.
    QTest::newRow("the states fill their pool first") << "1000" << qint64{2610} << qint64{3207168};
    // 32,768 tokens take 2,147,483,648 bytes, and the states' pool is 1,932,735,284 of them.
    QTest::newRow("keys and values fill theirs first")
        << "32768" << qint64{32768} << qint64{40265319};
}

void TestCacheLayout::poolsOfSglang()
{
    QFETCH(QString, context);
    QFETCH(qint64, keys);
    QFETCH(qint64, states);
    Plan plan = serving(
        {{"inference.server", "sglang"}, {"workload.context", context.toLatin1().constData()}});
    plan.model = qwen27();
    const Estimate found = estimated(plan);
    QCOMPARE(qint64{cacheCells(found.plan).full}, keys);
    QCOMPARE(qint64{cacheCells(found.plan).state}, states);
    QCOMPARE(cacheOf(plan), 16 * keys * 4096 + 48 * states);
}

/// vLLM's log of a Qwen of 27B with a cache in 8 bits: attention blocks of 1,568 tokens.
void TestCacheLayout::blocksHoldAState()
{
    Plan plan = serving({{"inference.server", "vllm"}, {"inference.kv_cache", "fp8"}});
    plan.model = qwen27();
    const Estimate found = estimated(plan);
    QCOMPARE(found.serving->tokensPerSequence, std::int64_t{6 * 1568});
    QCOMPARE(found.serving->kvBytesPerSequence,
             Bytes{16} * 9408 * 2048 + Bytes{48} * 1568 * 2048); // 48 whole pages
}

/// Gemma 2 9B on two stages: the second has 11 of the 21 full layers.
void TestCacheLayout::stagesHaveTheirKinds()
{
    const Estimate found = estimated(serving({{"model.id", "gemma-2-9b"},
                                              {"cluster.gpus", "2"},
                                              {"layout.pipeline", "2"},
                                              {"workload.context", "65536"}}));
    QCOMPARE(groupOf(found, Group::Activations), Bytes{8192} * (11 * 65536 + 10 * 4096));
}

void TestCacheLayout::groupsOfOneSize()
{
    Plan plan = serving({{"inference.server", "vllm"}});
    const auto layersOf = [&](const char* pattern, std::int64_t layers) {
        CustomModel model = modelOf(pattern, layers, 4, 4);
        model.slidingWindow = 128;
        plan.model = model;
        const auto resolved = prepare(plan, builtinCatalog());
        return cacheLayers(*resolved, {0, 0, layers, true, true});
    };
    const CacheLayers close = layersOf("sfsfs", 5); // 2 full, 3 windows: the fewest count
    QCOMPARE(close.full, std::int64_t{2});
    QCOMPARE(close.window, std::int64_t{4});
    const CacheLayers closer = layersOf("sfsfsfs", 7); // 3 and 4: the most count
    QCOMPARE(closer.full, std::int64_t{4});
    QCOMPARE(closer.window, std::int64_t{4});
}

/// Qwen3-Next 80B: 12 full layers of 2 · 2 · 256 values, 36 with a state.
void TestCacheLayout::configurationsSayTheState()
{
    const auto read = importPlan({"config.json",
                                  R"({"model_type": "qwen3_next", "hidden_size": 2048,
        "intermediate_size": 5120, "num_hidden_layers": 48, "num_attention_heads": 16,
        "num_key_value_heads": 2, "head_dim": 256, "vocab_size": 151936, "num_experts": 512,
        "num_experts_per_tok": 10, "moe_intermediate_size": 512,
        "shared_expert_intermediate_size": 512, "max_position_embeddings": 262144})",
                                  {}},
                                 Plan{}, builtinCatalog());
    QVERIFY(read);
    Plan plan = serving({{"workload.context", "1000"}});
    plan.model = read->plan.model;
    const Estimate found = estimated(plan);
    QCOMPARE(found.serving->kvBytesPerToken, Bytes{24576});
    QCOMPARE(found.serving->stateBytesPerSequence, Bytes{36 * (2097152 + 49152)});
    QCOMPARE(found.serving->kvBytesPerSequence, Bytes{1000 * 24576 + 36 * (2097152 + 49152)});
}

void TestCacheLayout::trainingDoesNotLook()
{
    CustomModel model = modelOf("sssssf", 18, 4, 1);
    model.slidingWindow = 512;
    Plan with, without;
    with.model = model;
    model.layerPattern.reset();
    without.model = model;
    const Estimate found = estimated(with);
    QCOMPARE(found.answer.totals, estimated(without).answer.totals);
    QCOMPARE(found.ignored.size(), std::size_t{2});
}

/// DeepSeek-V3.2: 512 + 64 values of the latent, 128 of the indexer. vLLM's rows have 656 bytes of
/// the latent and 128 + 4 of the indexer.
void TestCacheLayout::indexersCacheTheirKey_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("bytes"); ///< of a token and layer
    const auto row = [](const char* name, const char* model, KvFormat format, int bytes) {
        QTest::newRow(name) << QString::fromLatin1(model) << static_cast<int>(format) << bytes;
    };
    row("DeepSeek-V3 has no indexer", "deepseek-v3-r1-671b", KvFormat::Bf16, 2 * 576);
    row("DeepSeek-V3.2, 16 bits", "deepseek-v3.2", KvFormat::Bf16, 2 * 576 + 2 * 128);
    row("DeepSeek-V3.2, vLLM's rows", "deepseek-v3.2", KvFormat::Fp8DsMla, 656 + 132);
}

void TestCacheLayout::indexersCacheTheirKey()
{
    QFETCH(QString, model);
    QFETCH(int, format);
    QFETCH(int, bytes);
    const Model* const listed = builtinCatalog().model(model.toStdString());
    QVERIFY(listed);
    QCOMPARE(kvBytesOfLayer(listed->shape, static_cast<KvFormat>(format)), bytes);
}

QTEST_APPLESS_MAIN(TestCacheLayout)
#include "test_cache_layout.moc"
