// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans that generate text: bytes of the KV cache, bytes of passes over prompts, bytes that servers
// keep free.
#include "core/answer/exact.h"
#include "core/answer/group_words.h"
#include "core/exchange/answers.h"
#include "core/explore/solve.h"
#include "core/ledger/cache_layout.h"
#include "core/ledger/draft_model.h"
#include "core/ledger/kv_cache.h"
#include "core/ledger/server.h"
#include "core/measured/csv_reader.h"
#include "core/methods/method.h"
#include "core/time/generation.h"
#include "core/time/machine.h"
#include "golden_file.h"
#include "helpers.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace highwater;

namespace {

Plan serving(const std::vector<Setting>& choices)
{
    Plan plan;
    plan.workload.task = Task::Inference;
    plan.cluster.gpus = 1;
    return planWith(choices, plan);
}

Bytes lineOfLedger(const Estimate& estimate, std::string_view id)
{
    for (const Line& line : estimate.answer.ledger)
        if (line.id == id)
            return line.bytes;
    return 0;
}

} // namespace

class TestServing : public QObject
{
    Q_OBJECT

private slots:
    void bytesOfAToken_data();
    void bytesOfAToken();
    void cacheFormats_data();
    void cacheFormats();
    void tensorRanks_data();
    void tensorRanks();
    void blocksRoundUp_data();
    void blocksRoundUp();
    void groupsAddUp();
    void moreNeedsMore();
    void stagesShareTheCache();
    void poolIsWhatIsLeft();
    void serversKeepMemory_data();
    void serversKeepMemory();
    void computeBufferOfLlamaCpp();
    void scoresOfLlamaCpp();
    void scoresOfTransformers();
    void quantisedCachesAreConverted_data();
    void quantisedCachesAreConverted();
    void formatsThatServersRead_data();
    void formatsThatServersRead();
    void sequencesAtATime();
    void mostSequencesAreOneNumber_data();
    void mostSequencesAreOneNumber();
    void furtherSequencesWait();
    void sglangTakesByTheCard_data();
    void sglangTakesByTheCard();
    void keysOfTrainingAreIgnored();
    void fewestGpusAreTensorRanks();
    void llamaCppGivesWholeLayers();
    void llamaCppPassesByItsWholeContext();
    void sglangSharesWhatTheRuntimeLeaves();
    void remarksOnLengthsAndCaches();
    void whatIsLeftOfAT4();
    void llamaCppSplitsNoHeads();
    void vllmByItsVersion_data();
    void vllmByItsVersion();
    void vllmCountsTokensOfSequences();
    void firstVllmPassesWholePrompts();
    void expertsShareBytesInVllm();
    void sglangByItsVersion_data();
    void sglangByItsVersion();
    void withoutGraphs();
    void versionsAreNumbers();
    void layersOnTheHost();
    void expertsOnTheHost();
    void mlpsOnTheHost();
    void nothingOnTheGpu();
    void compressedTokens();
    void draftModels();
    void draftsOfTheModelsOwn_data();
    void draftsOfTheModelsOwn();
    void laterLayersShareKeys_data();
    void laterLayersShareKeys();
    void tokensOfADraft();
    void wrongDrafts();
    void hostWeightsTakeTime();
    void promptsNeedWeightsOfTheHost();
    void publishedPools();
    void keysOfFormats();
    void familiesOfFiles();
};

/// A plan with llama.cpp gets a remark on its tensor ranks, a server that has them does not.
void TestServing::llamaCppSplitsNoHeads()
{
    const auto remarks = [](const char* server) {
        const Estimate found = estimated(
            serving({{"inference.server", server}, {"cluster.gpus", "2"}, {"layout.tensor", "2"}}));
        return remarksOn(found, "layout.tensor");
    };
    QCOMPARE(remarks("llama.cpp"), 1);
    QCOMPARE(remarks("vllm"), 0);
}

/// Two rows of 16-bit values for each key head and layer, as the models' configurations say.
void TestServing::bytesOfAToken_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<qint64>("bytes");
    const auto row = [](const char* model, qint64 bytes) {
        QTest::newRow(model) << QString::fromLatin1(model) << bytes;
    };
    row("mistral-7b-v0.1", 131072); // 32 layers · 2 · 8 · 128 · 2
    row("llama-3-70b", 327680); // 80 · 2 · 8 · 128 · 2
    row("qwen3-30b-a3b", 98304); // 48 · 2 · 4 · 128 · 2
    row("phi-3-mini-3.8b", 393216); // 32 · 2 · 32 · 96 · 2
    row("deepseek-v3-r1-671b", 70272); // 61 · (512 + 64) · 2
}

void TestServing::bytesOfAToken()
{
    QFETCH(QString, model);
    QFETCH(qint64, bytes);
    const Plan plan = serving({{"model.id", model.toLatin1().constData()},
                               {"cluster.gpus", "8"},
                               {"workload.context", "2048"}}); // within all windows
    const Estimate found = estimated(plan);
    QVERIFY(found.serving);
    QCOMPARE(qint64{found.serving->kvBytesPerToken}, bytes);
    QCOMPARE(groupOf(found, Group::Activations), bytes * 2048);
}

void TestServing::cacheFormats_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<qint64>("bytes"); // of 128 values
    const auto row = [](const char* format, qint64 bytes) {
        QTest::newRow(format) << QString::fromLatin1(format) << bytes;
    };
    row("bf16", 256);
    row("fp8", 128);
    row("q8_0", 136); // 4 blocks of 34
    row("q5_1", 96);
    row("q5_0", 88);
    row("q4_1", 80);
    row("q4_0", 72);
    row("iq4_nl", 72);
    row("nvfp4", 72); // 64 and 8 scales
}

void TestServing::cacheFormats()
{
    QFETCH(QString, format);
    QFETCH(qint64, bytes);
    const auto id = fromName<KvFormat>(format.toStdString());
    QVERIFY(id);
    QCOMPARE(qint64{kvRowBytes(*id, 128)}, bytes);
}

void TestServing::tensorRanks_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<qint64>("ranks");
    QTest::addColumn<qint64>("bytes"); // of a token in one layer of one rank
    QTest::newRow("8 heads on 1") << "llama-3-70b" << qint64{1} << qint64{4096};
    QTest::newRow("8 heads on 4") << "llama-3-70b" << qint64{4} << qint64{1024};
    QTest::newRow("8 heads on 8") << "llama-3-70b" << qint64{8} << qint64{512};
    QTest::newRow("8 heads on 16, each twice") << "llama-3-70b" << qint64{16} << qint64{512};
    QTest::newRow("latent on 8") << "deepseek-v3-r1-671b" << qint64{8} << qint64{1152};
}

void TestServing::tensorRanks()
{
    QFETCH(QString, model);
    QFETCH(qint64, ranks);
    QFETCH(qint64, bytes);
    const Shape& shape = builtinCatalog().model(model.toStdString())->shape;
    QCOMPARE(qint64{kvBytesOfLayer(shape, KvFormat::Bf16, ranks)}, bytes);
}

void TestServing::blocksRoundUp_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<qint64>("tokens"); // that 1,000 and 1 take
    QTest::newRow("plain") << "plain" << qint64{1001};
    QTest::newRow("vllm") << "vllm" << qint64{1008};
    QTest::newRow("tensorrt-llm") << "tensorrt-llm" << qint64{1024};
    QTest::newRow("llama.cpp") << "llama.cpp" << qint64{1024};
}

void TestServing::blocksRoundUp()
{
    QFETCH(QString, server);
    QFETCH(qint64, tokens);
    const Estimate found = estimated(serving({{"inference.server", server.toLatin1().constData()},
                                              {"workload.context", "1000"},
                                              {"inference.output", "1"}}));
    QCOMPARE(qint64{found.serving->tokensPerSequence}, tokens);
    QCOMPARE(lineOfLedger(found, "kv_cache"), tokens * 131072);
}

void TestServing::groupsAddUp()
{
    for (const char* server : {"plain", "vllm", "sglang", "tensorrt-llm", "llama.cpp"}) {
        const Estimate found = estimated(serving({{"inference.server", server}}));
        const Totals& totals = found.answer.totals;
        QCOMPARE(totals.perGpu.total(), totals.total);
        QCOMPARE(totals.perGpu[Group::Gradients] + totals.perGpu[Group::Optimizer], Bytes{0});
        QVERIFY(totals.low <= totals.total && totals.total <= totals.high);
        for (const ReadingBands& bands : {totals.nine, totals.eight})
            QVERIFY(bands.allocated.low <= totals.allocated
                    && totals.allocated <= bands.allocated.high);
        Bytes sum = 0;
        for (const Line& line : found.answer.ledger)
            sum += line.each * found.answer.copiesAtPeak(line);
        QCOMPARE(sum, totals.total);
    }
}

void TestServing::moreNeedsMore()
{
    for (const char* server : {"plain", "vllm", "llama.cpp", "huggingface"}) {
        Bytes before = 0;
        for (const char* context : {"1024", "5000", "8192", "131072"}) {
            const Bytes total
                = estimated(serving({{"inference.server", server}, {"workload.context", context}}))
                      .answer.totals.total;
            QVERIFY(total > before);
            before = total;
        }
    }
}

void TestServing::stagesShareTheCache()
{
    const Estimate whole = estimated(serving({{"cluster.gpus", "2"}}));
    const Estimate half = estimated(serving({{"cluster.gpus", "2"}, {"layout.pipeline", "2"}}));
    QCOMPARE(2 * lineOfLedger(half, "kv_cache"), lineOfLedger(whole, "kv_cache"));
}

/// The stated number of sequences fits, and one more does not.
void TestServing::poolIsWhatIsLeft()
{
    const Plan plan = serving({{"inference.server", "vllm"}});
    const Estimate found = estimated(plan);
    const std::int64_t most = found.serving->sequences;
    QVERIFY(most > 1);
    const auto with = [&](std::int64_t sequences) {
        Plan changed = plan;
        changed.workload.microBatch = sequences;
        return estimated(changed).fits();
    };
    QVERIFY(with(most));
    QVERIFY(!with(most + 1));
    const auto solved = solve(plan, builtinCatalog(), "workload.micro_batch");
    QVERIFY(solved && solved->answer == most);
}

void TestServing::serversKeepMemory_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<double>("share"); // of the card
    QTest::addColumn<qint64>("less"); // MiB: vLLM does not count the context
    QTest::newRow("vllm") << "vllm" << 0.08 << qint64{400};
    QTest::newRow("llama.cpp keeps none") << "llama.cpp" << 0.0 << qint64{0};
    QTest::newRow("plain") << "plain" << 0.0 << qint64{0};
}

void TestServing::serversKeepMemory()
{
    QFETCH(QString, server);
    QFETCH(double, share);
    QFETCH(qint64, less);
    const Estimate found
        = estimated(serving({{"inference.server", server.toLatin1().constData()}}));
    const auto expected
        = static_cast<double>(found.plan.capacity) * share - static_cast<double>(less * mib);
    QVERIFY(std::abs(static_cast<double>(found.serving->keptFree) - expected) < 2);
    QCOMPARE(lineOfLedger(found, "overhead.server"), found.serving->keptFree);
}

/// 512 · (151,936 + 2,048) · 4 bytes: 300.75 MiB in llama.cpp's log of Qwen3-30B-A3B.
void TestServing::computeBufferOfLlamaCpp()
{
    const Estimate found = estimated(serving({{"model.id", "qwen3-30b-a3b"},
                                              {"inference.server", "llama.cpp"},
                                              {"cluster.capacity", "1000000000000"}}));
    QCOMPARE(lineOfLedger(found, "prefill.logits") + lineOfLedger(found, "prefill.output"),
             Bytes{315359232});
}

/// (32 + 1) · 2,048 · 512 · 4 bytes of scores and mask and 4 · 512 · 4,096 · 4 of the residual
/// stream: 164 MiB in llama.cpp's log. With flash attention, or a short context, the buffer is as
/// large as the logits want it: 512 · (32,000 + 4,096) · 4 bytes.
void TestServing::scoresOfLlamaCpp()
{
    const auto buffer = [](const char* attention, const char* context) {
        const Estimate found = estimated(serving({{"model.id", "llama-2-7b"},
                                                  {"inference.server", "llama.cpp"},
                                                  {"workload.context", context},
                                                  {"recipe.attention", attention}}));
        Bytes sum = 0;
        for (const Line& line : found.answer.ledger)
            sum += line.id.starts_with("prefill.") ? line.bytes : 0;
        return sum;
    };
    constexpr Bytes logits = 512 * (32'000 + 4'096) * 4;
    QCOMPARE(buffer("eager", "2048"), Bytes{164} << 20);
    QCOMPARE(buffer("flash", "2048"), logits);
    QCOMPARE(buffer("eager", "512"), logits);
    QVERIFY(estimated(serving({{"recipe.attention", "eager"}})).ignored
            == std::vector<KeyPath>{"recipe.attention"});
}

/// A prompt of 2,048 tokens: 32 heads' scores at 2 + 4 + 2 bytes, and a mask of 2.
void TestServing::scoresOfTransformers()
{
    const auto sum = [](const char* attention) {
        const Estimate found = estimated(serving({{"model.id", "llama-2-7b"},
                                                  {"inference.server", "huggingface"},
                                                  {"workload.context", "2048"},
                                                  {"recipe.attention", attention}}));
        return lineOfLedger(found, "prefill.scores") + lineOfLedger(found, "prefill.mask");
    };
    QCOMPARE(sum("eager"), Bytes{32 * 8 + 2} * 2048 * 2048);
    QCOMPARE(sum("flash"), Bytes{0});
}

/// llama.cpp's flash attention reads 16 bits: of one layer's cells 2 · 2 bytes of each key and
/// value.
void TestServing::quantisedCachesAreConverted_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("cache");
    QTest::addColumn<QString>("attention");
    QTest::addColumn<QString>("sequences");
    QTest::addColumn<qint64>("bytes");
    const auto row = [](const char* name, const char* model, const char* server, const char* cache,
                        const char* attention, const char* sequences, qint64 bytes) {
        QTest::newRow(name) << QString::fromLatin1(model) << QString::fromLatin1(server)
                            << QString::fromLatin1(cache) << QString::fromLatin1(attention)
                            << QString::fromLatin1(sequences) << bytes;
    };
    const char* eight = "llama-3.1-8b";
    row("8 bits", eight, "llama.cpp", "q8_0", "flash", "1", 8192 * 4096);
    row("4 bits, two sequences", eight, "llama.cpp", "q4_0", "flash", "2", 2 * 8192 * 4096);
    row("16 bits", eight, "llama.cpp", "fp16", "flash", "1", 0);
    row("without flash attention", eight, "llama.cpp", "q8_0", "eager", "1", 0);
    row("another server", eight, "vllm", "fp8", "flash", "1", 0);
    row("windows beside full layers", "gemma-3-27b-text", "llama.cpp", "q8_0", "flash", "1",
        8192 * 8192); // 16 heads of 128
    row("latent", "deepseek-v2-lite-16b", "llama.cpp", "q8_0", "flash", "1", 8192 * 1152);
}

void TestServing::quantisedCachesAreConverted()
{
    QFETCH(QString, model);
    QFETCH(QString, server);
    QFETCH(QString, cache);
    QFETCH(QString, attention);
    QFETCH(QString, sequences);
    QFETCH(qint64, bytes);
    const Estimate found
        = estimated(serving({{"model.id", model.toLatin1().constData()},
                             {"inference.server", server.toLatin1().constData()},
                             {"inference.kv_cache", cache.toLatin1().constData()},
                             {"recipe.attention", attention.toLatin1().constData()},
                             {"workload.micro_batch", sequences.toLatin1().constData()}}));
    QCOMPARE(qint64{lineOfLedger(found, "kv_cache.converted")}, bytes);
    const bool quantised = cache.startsWith(u'q');
    QCOMPARE(remarksOn(found, "inference.kv_cache"), quantised && attention == u"eager" ? 1 : 0);
}

/// Pairs of a server and a kind of weights that no program can load are remarked.
void TestServing::formatsThatServersRead_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("format");
    QTest::addColumn<bool>("read");
    const auto row = [](const char* server, const char* format, bool read) {
        QTest::addRow("%s, %s", server, format)
            << QString::fromLatin1(server) << QString::fromLatin1(format) << read;
    };
    for (const char* format : {"bf16", "fp16", "fp32"})
        for (const char* server :
             {"plain", "vllm", "sglang", "tensorrt-llm", "llama.cpp", "huggingface"})
            row(server, format, true);
    for (const char* format :
         {"gptq", "awq", "w4a16", "fp8", "fp8-block", "nf4", "int8", "w8a8", "mxfp4", "nvfp4"})
        row("llama.cpp", format, false);
    for (const char* format : {"q4_k_m", "iq2_xxs", "tq1_0", "mxfp4_moe", "q6_k_l"})
        row("llama.cpp", format, true);
    for (const char* format : {"q4_k_m", "iq2_xxs", "gptq", "nf4", "mxfp4", "fp8-block"})
        row("vllm", format, true);
    for (const char* server : {"vllm", "sglang"})
        for (const char* format : {"tq1_0", "tq2_0", "mxfp4_moe"})
            row(server, format, false);
    for (const char* format : {"fp8", "awq", "gptq", "w8a8", "nvfp4"})
        row("tensorrt-llm", format, true);
    for (const char* format : {"q8_0", "nf4", "nf4-double", "fp4", "int8"})
        row("tensorrt-llm", format, false);
    for (const char* format : {"nf4", "int8", "gptq", "awq", "mxfp4"})
        row("huggingface", format, true);
    row("huggingface", "q4_k_m", false);
    row("plain", "q4_k_m", true);
}

void TestServing::formatsThatServersRead()
{
    QFETCH(QString, server);
    QFETCH(QString, format);
    QFETCH(bool, read);
    const Estimate found
        = estimated(serving({{"inference.server", server.toLatin1().constData()},
                             {"inference.weights", format.toLatin1().constData()}}));
    QCOMPARE(remarksOn(found, "inference.weights"), read ? 0 : 1);
}

/// vLLM keeps the logits of as many sequences as it may serve: 1,024 on a card of 80 GB.
void TestServing::sequencesAtATime()
{
    const auto logits = [](std::vector<Setting> more) {
        more.push_back({"inference.server", "vllm"});
        more.push_back({"inference.version", "0.10.2"}); // 38 bytes of a logit: more than a pass
        return lineOfLedger(estimated(serving(more)), "prefill.logits");
    };
    const Bytes most = logits({});
    QCOMPARE(logits({{"inference.max_sequences", "1024"}}), most);
    QCOMPARE(logits({{"inference.max_sequences", "256"}}), most / 4);
    QVERIFY(estimated(serving({{"inference.max_sequences", "256"}})).ignored
            == std::vector<KeyPath>{"inference.max_sequences"});
}

/// Page, JSON and solver have the same number, at most the server's limit.
void TestServing::mostSequencesAreOneNumber_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("context");
    QTest::addColumn<QString>("limit"); // of the plan; null: the server's
    QTest::addColumn<qint64>("most"); // 0: as many as memory has room for
    const auto row = [](const char* name, const char* server, const char* context,
                        const char* limit, qint64 most) {
        QTest::newRow(name) << QString::fromLatin1(server) << QString::fromLatin1(context)
                            << QString::fromLatin1(limit) << most;
    };
    row("short prompts, vLLM's own limit on 80 GB", "vllm", "256", "null", 1024);
    row("short prompts, the plan's limit", "vllm", "256", "300", 300);
    row("long prompts: the memory decides", "vllm", "8192", "null", 0);
    row("long prompts and many logits: the memory decides", "vllm", "8192", "4096", 0);
    row("SGLang has the plan's limit", "sglang", "256", "40", 40);
    row("SGLang has none of its own", "sglang", "4096", "null", 0);
    row("llama.cpp has none", "llama.cpp", "4096", "null", 0);
}

void TestServing::mostSequencesAreOneNumber()
{
    QFETCH(QString, server);
    QFETCH(QString, context);
    QFETCH(QString, limit);
    QFETCH(qint64, most);
    Plan plan = serving({{"inference.server", server.toLatin1().constData()},
                         {"workload.context", context.toLatin1().constData()},
                         {"inference.max_sequences", limit.toLatin1().constData()}});
    const Estimate found = estimated(plan);
    const qint64 said = found.serving->sequences;
    if (most > 0)
        QCOMPARE(said, most);
    const auto json = nlohmann::json::parse(estimateJson(found)).at("inference");
    QCOMPARE(json.at("sequences").get<qint64>(), said);
    const auto solved = solve(plan, builtinCatalog(), "workload.micro_batch");
    QVERIFY(solved && solved->answer == said);
    QCOMPARE(english(solved->note).empty(), most == 0);
    plan.workload.microBatch = said;
    const Estimate full = estimated(plan);
    QVERIFY(full.fits());
    QCOMPARE(full.serving->sequences, said);
    plan.workload.microBatch = said + 1;
    QCOMPARE(estimated(plan).fits(), most > 0); // where the limit decides, one more waits
}

/// A server with a limit of 1,024 sequences that gets 2,000 has the caches of 1,024.
void TestServing::furtherSequencesWait()
{
    const auto with = [](const char* sequences) {
        return estimated(serving({{"inference.server", "vllm"},
                                  {"workload.context", "256"},
                                  {"workload.micro_batch", sequences}}));
    };
    const Estimate more = with("2000");
    QCOMPARE(more.answer.totals, with("1024").answer.totals);
    QCOMPARE(remarksOn(more, "workload.micro_batch"), 1);
    QCOMPARE(remarksOn(with("1024"), "workload.micro_batch"), 0);
}

/// 1 - (512 + 1.5 chunk + 2 batch + 128 ranks) / MiB of the card, and 10 GiB at least from 60 on.
void TestServing::sglangTakesByTheCard_data()
{
    QTest::addColumn<QString>("gib");
    QTest::addColumn<QString>("ranks");
    QTest::addColumn<QString>("chunk");
    QTest::addColumn<double>("share");
    const auto row = [](const char* name, const char* gib, const char* ranks, const char* chunk,
                        double share) {
        QTest::newRow(name) << QString::fromLatin1(gib) << QString::fromLatin1(ranks)
                            << QString::fromLatin1(chunk) << share;
    };
    // 8 MiB for each recorded pass: 42 sizes to 2,048 tokens, 50 to 4,096, 58 to 8,192, 74 to
    // 16,384.
    row("16 GiB, graphs up to 8", "16", "1", "null", 0.752); // 3,728 + 336 MiB
    row("16 GiB, four ranks", "16", "4", "null", 0.729); // 4,112 + 336
    row("24 GiB, graphs up to 48", "24", "1", "null", 0.704); // 6,880 + 400
    row("24 GiB, four ranks, graphs up to 160", "24", "4", "null", 0.679); // 7,488 + 400
    row("40 GiB, passes of 4,096", "40", "1", "null", 0.823); // 6,848 + 400
    row("80 GiB, passes of 8,192", "80", "1", "null", 0.830); // 13,440 + 464
    row("80 GiB, passes of the plan: 10 GiB", "80", "1", "2048", 0.875);
    row("192 GiB, passes of 16,384", "192", "1", "null", 0.864); // 26,240 + 592
}

void TestServing::sglangTakesByTheCard()
{
    QFETCH(QString, gib);
    QFETCH(QString, ranks);
    QFETCH(QString, chunk);
    QFETCH(double, share);
    const QByteArray bytes = QByteArray::number(gib.toLongLong() << 30);
    const Estimate found
        = estimated(serving({{"inference.server", "sglang"},
                             {"inference.weights", "awq"},
                             {"cluster.capacity", bytes.constData()},
                             {"cluster.gpus", ranks.toLatin1().constData()},
                             {"layout.tensor", ranks.toLatin1().constData()},
                             {"inference.prefill_chunk", chunk.toLatin1().constData()}}));
    QCOMPARE(found.serving->memoryFraction, share);
}

void TestServing::keysOfTrainingAreIgnored()
{
    const Estimate found = estimated(serving({{"recipe.optimizer", "sgd"},
                                              {"layout.zero", "3"},
                                              {"workload.global_batch", "64"},
                                              {"inference.weights", "q4_k_m"}}));
    QCOMPARE(found.ignored.size(), std::size_t{3});
    QCOMPARE(found.answer.totals,
             estimated(serving({{"inference.weights", "q4_k_m"}})).answer.totals);
}

/// 70B in 16 bits are 141 GB: more than one card of 80 GB, and less than two and their cache.
void TestServing::fewestGpusAreTensorRanks()
{
    const Plan plan = serving({{"model.id", "llama-3.1-70b"}, {"workload.context", "2048"}});
    const auto solved = solve(plan, builtinCatalog(), "cluster.gpus");
    QVERIFY(solved && solved->answer);
    QCOMPARE(qint64{*solved->answer}, qint64{2});
    QVERIFY(estimated(servedOn(plan, 2)).fits());
    QVERIFY(!estimated(plan).fits());
    QVERIFY(estimated(plan).answer.totals.total > 130 * gib);
}

/// 75 GB of weights in 8 bits on cards of 24 GB: four stages of 20 layers.
void TestServing::llamaCppGivesWholeLayers()
{
    const Plan plan = serving({{"model.id", "llama-3.1-70b"},
                               {"inference.server", "llama.cpp"},
                               {"inference.weights", "q8_0"},
                               {"cluster.device", "rtx-4090-24gb"}});
    const auto solved = solve(plan, builtinCatalog(), "cluster.gpus");
    QVERIFY(solved && solved->answer);
    QCOMPARE(qint64{*solved->answer}, qint64{4});
    const Plan four = servedOn(plan, 4);
    QCOMPARE(four.layout.pipeline, 4);
    QCOMPARE(four.layout.tensor, 1);
    const Estimate found = estimated(four);
    QVERIFY(found.fits());
    QCOMPARE(remarksOn(found, "layout.tensor"), 0);
    QCOMPARE(remarksOn(found, "workload.global_batch"), 0);
}

/// A pass takes 512 tokens where prompt and output together are as many: 512 · 128,256 logits of 4
/// bytes.
void TestServing::llamaCppPassesByItsWholeContext()
{
    const Estimate found = estimated(serving({{"inference.server", "llama.cpp"},
                                              {"workload.context", "100"},
                                              {"inference.output", "8092"}}));
    QCOMPARE(lineOfLedger(found, "prefill.logits"), Bytes{512} * 128256 * 4);
}

/// Cache and weights are the share f of the part of the card that driver and communicators leave.
void TestServing::sglangSharesWhatTheRuntimeLeaves()
{
    const Estimate found = estimated(serving({{"inference.server", "sglang"},
                                              {"inference.memory_fraction", "0.5"},
                                              {"cluster.gpus", "2"},
                                              {"layout.tensor", "2"}}));
    const Bytes left = found.plan.capacity - outsideBytes(found.plan);
    const Bytes taken = found.serving->pool + found.serving->weights;
    QVERIFY(std::abs(taken - left / 2) < 1024);
}

void TestServing::remarksOnLengthsAndCaches()
{
    const auto remarks
        = [](const char* server, const char* output, const char* cache, KeyPath key) {
              return remarksOn(estimated(serving({{"inference.server", server},
                                                  {"workload.context", "131072"},
                                                  {"inference.output", output},
                                                  {"inference.kv_cache", cache}})),
                               key);
          };
    QCOMPARE(remarks("vllm", "0", "bf16", "inference.output"), 0);
    QCOMPARE(remarks("vllm", "1", "bf16", "inference.output"), 1);
    QCOMPARE(remarks("vllm", "0", "fp8", "inference.kv_cache"), 0);
    QCOMPARE(remarks("vllm", "0", "q8_0", "inference.kv_cache"), 1);
    QCOMPARE(remarks("llama.cpp", "0", "q8_0", "inference.kv_cache"), 0);
    QCOMPARE(remarks("llama.cpp", "0", "fp8", "inference.kv_cache"), 1);
    QCOMPARE(remarks("huggingface", "0", "nvfp4", "inference.kv_cache"), 1);
    QCOMPARE(remarks("plain", "0", "nvfp4", "inference.kv_cache"), 0);
}

/// A T4, of which a program gets 14.56 GiB, and 8B in 8 bits: some 7 GiB left for the input,
/// counted by the name's bits, by the real bits, and after all other bytes.
void TestServing::whatIsLeftOfAT4()
{
    const Estimate found
        = estimated(serving({{"cluster.device", "t4-16gb"}, {"inference.weights", "q8_0"}}));
    const Serving& serving = *found.serving;
    constexpr Bytes card = 14909 * mib;
    QCOMPARE(serving.nominalLeft, card - 8030261248);
    QCOMPARE(serving.weightsLeft, card - 8532934656);
    QCOMPARE(serving.nominalLeft / gib, Bytes{7});
    QVERIFY(serving.pool < serving.weightsLeft);
}

/// What vLLM leaves free beyond what it does not count, and the logits of 1,024 or 256 sequences
/// that choose among 128,256 tokens, on a card of 79.22 GiB.
void TestServing::vllmByItsVersion_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<double>("share");
    QTest::addColumn<qint64>("uncounted"); // MiB: the context 400, graphs 748
    QTest::addColumn<qint64>("logits"); // bytes of one · sequences
    const auto row = [](const char* version, double share, qint64 uncounted, qint64 logits) {
        QTest::addRow("%s", *version ? version : "newest")
            << QString::fromLatin1(version) << share << uncounted << logits;
    };
    row("0.6.3.post1", 0.9, 400 + 748, 38 * 256);
    row("0.8.5", 0.9, 748, 38 * 1024); // all on the card is counted
    row("0.10.2", 0.9, 400 + 748, 38 * 1024);
    row("0.19.1", 0.9, 400 + 748, 14 * 1024); // chosen in place
    row("0.23", 0.92, 400, 14 * 1024);
    row("0.31.0", 0.92, 400, 2 * 1024); // the second runner
    row("", 0.92, 400, 14 * 1024);
}

void TestServing::vllmByItsVersion()
{
    QFETCH(QString, version);
    QFETCH(double, share);
    QFETCH(qint64, uncounted);
    QFETCH(qint64, logits);
    const Estimate found = estimated(serving({{"inference.server", "vllm"},
                                              {"inference.version", version.toLatin1().constData()},
                                              {"workload.context", "256"}}));
    QCOMPARE(found.serving->memoryFraction, share);
    const auto left = static_cast<Bytes>(static_cast<double>(found.plan.capacity) * (1 - share));
    QVERIFY(std::abs(found.serving->keptFree - (left - uncounted * mib)) <= 2);
    const std::int64_t tokens = prefillTokens(found.plan);
    QCOMPARE(tokens, version.startsWith(u"0.6") ? 2048 : 8192);
    // The pass or the choice, whichever is more: 6 · (14,336 + 4,096) bytes a token.
    const Bytes pass = tokens * 6 * (14336 + 4096);
    const Bytes choice = logits * 128256 + tokens * 2 * 4096;
    const Bytes lines = lineOfLedger(found, "prefill.residual") + lineOfLedger(found, "prefill.mlp")
        + lineOfLedger(found, "prefill.output") + lineOfLedger(found, "prefill.logits");
    QCOMPARE(lines, std::max(pass, choice));
}

/// The second runner keeps 4 bytes and a bit of each token for each of 1,024 sequences.
void TestServing::vllmCountsTokensOfSequences()
{
    const auto counts = [](const char* version, const char* model) {
        return lineOfLedger(estimated(serving({{"inference.server", "vllm"},
                                               {"model.id", model},
                                               {"inference.weights", "w4a16"},
                                               {"inference.version", version}})),
                            "overhead.token_counts");
    };
    const Bytes of8b = Bytes{1024} * (4 * 128256 + 4 * 4008);
    QCOMPARE(counts("", "llama-3.1-8b"), of8b);
    QCOMPARE(counts("0.26", "llama-3.1-8b"), of8b);
    QCOMPARE(counts("0.23", "llama-3.1-8b"), Bytes{0});
    QCOMPARE(counts("0.28", "qwen3-30b-a3b"), Bytes{0});
    QCOMPARE(counts("0.30", "qwen3-30b-a3b"), Bytes{1024} * (4 * 151936 + 4 * 4748));
}

/// Before 0.8 a prompt was one pass, until 32,768 tokens: 29,000 · 6 · (14,336 + 4,096) bytes are
/// the 2.99 GiB of vLLM's issue 10517.
void TestServing::firstVllmPassesWholePrompts()
{
    const auto tokens = [](const char* version, const char* context) {
        return prefillTokens(estimated(serving({{"inference.server", "vllm"},
                                                {"inference.version", version},
                                                {"workload.context", context}}))
                                 .plan);
    };
    QCOMPARE(tokens("0.6.4", "1000"), 2048);
    QCOMPARE(tokens("0.6.4", "29000"), 29000);
    QCOMPARE(tokens("0.6.4", "35000"), 512);
    QCOMPARE(tokens("0.7.3", "35000"), 2048);
    QCOMPARE(tokens("0.9.2", "29000"), 8192);
    const Estimate found = estimated(serving({{"inference.server", "vllm"},
                                              {"inference.version", "0.6.4"},
                                              {"cluster.device", "rtx-3090-24gb"},
                                              {"workload.context", "29000"}}));
    const Bytes pass = lineOfLedger(found, "prefill.residual") + lineOfLedger(found, "prefill.mlp");
    QCOMPARE(std::llround(100.0 * static_cast<double>(pass) / static_cast<double>(gib)), 299);
}

/// Eight experts a token, 768 wide: 4 · 768 bytes of gate and up are less than 2 · 2,048 of the
/// output, which takes their place.
void TestServing::expertsShareBytesInVllm()
{
    const auto pass = [](const char* version) {
        const Estimate found = estimated(serving({{"inference.server", "vllm"},
                                                  {"inference.version", version},
                                                  {"model.id", "qwen3-30b-a3b"},
                                                  {"inference.weights", "w4a16"},
                                                  {"inference.max_sequences", "1"},
                                                  {"inference.prefill_chunk", "8192"}}));
        return lineOfLedger(found, "prefill.routed") + lineOfLedger(found, "prefill.experts");
    };
    QCOMPARE(pass("0.10.2"), Bytes{8192} * 8 * (2 * 2048 + 2 * 768));
    QCOMPARE(pass("0.7.3"), Bytes{8192} * 8 * (2 * 2048 + 6 * 768));
}

/// Shares of an 80 GiB card by the rules of three times.
void TestServing::sglangByItsVersion_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("gib");
    QTest::addColumn<QString>("ranks");
    QTest::addColumn<double>("share");
    const auto row = [](const char* version, const char* gib, const char* ranks, double share) {
        QTest::addRow("%s, %s GiB, %s ranks", version, gib, ranks)
            << QString::fromLatin1(version) << QString::fromLatin1(gib)
            << QString::fromLatin1(ranks) << share;
    };
    row("0.4.6.post5", "80", "1", 0.88);
    row("0.4.6.post5", "80", "8", 0.81);
    row("0.4.6.post5", "141", "1", 0.872); // (144,384 − 18,432) of 144,384 MiB, less than 0.921
    row("0.5.2", "80", "2", 0.869); // 10.5 GiB of 80
    row("0.5.2", "24", "1", 0.879); // 2.9 of 24
    row("0.5.2", "141", "8", 0.887); // 16 of 141
    row("0.5.3", "80", "1", 0.836); // 13,440 MiB, without recorded passes
    row("0.5.9", "24", "1", 0.847); // 3,760
    row("0.5.10", "80", "1", 0.830); // 464 more
}

void TestServing::sglangByItsVersion()
{
    QFETCH(QString, version);
    QFETCH(QString, gib);
    QFETCH(QString, ranks);
    QFETCH(double, share);
    const QByteArray bytes = QByteArray::number(gib.toLongLong() << 30);
    const Estimate found = estimated(serving({{"inference.server", "sglang"},
                                              {"inference.weights", "awq"},
                                              {"inference.version", version.toLatin1().constData()},
                                              {"cluster.capacity", bytes.constData()},
                                              {"cluster.gpus", ranks.toLatin1().constData()},
                                              {"layout.tensor", ranks.toLatin1().constData()}}));
    QVERIFY(std::abs(found.serving->memoryFraction - share) < 0.0006);
}

void TestServing::withoutGraphs()
{
    const auto with = [](const char* graphs) {
        return estimated(serving({{"inference.server", "vllm"}, {"inference.graphs", graphs}}));
    };
    const Estimate recorded = with("true"), eager = with("false");
    QCOMPARE(lineOfLedger(recorded, "overhead.graphs"), 748 * mib);
    QCOMPARE(lineOfLedger(eager, "overhead.graphs"), Bytes{0});
    QCOMPARE(eager.serving->pool - recorded.serving->pool, 748 * mib);
}

void TestServing::versionsAreNumbers()
{
    const auto problems = [](const char* version) {
        const auto found
            = estimate(serving({{"inference.server", "vllm"}, {"inference.version", version}}),
                       builtinCatalog());
        return found ? std::string() : found.problems().front().field;
    };
    QCOMPARE(problems("0.11.2"), std::string());
    QCOMPARE(problems("0.9.0.1rc2"), std::string());
    QCOMPARE(problems("latest"), std::string("inference.version"));
}

/// 17 of llama.cpp's layers on the GPU are the head and the last 16 of 32. In Q8_0, 34 bytes of 32
/// weights, the host has the embedding of 128,256 · 4,096 weights, and of each of 16 layers
/// 218,103,808 weights, two norms of 4 · 4,096 bytes, and 8,192 tokens of 4,096 bytes.
void TestServing::layersOnTheHost()
{
    const auto with = [](const char* layers) {
        return estimated(serving({{"inference.server", "llama.cpp"},
                                  {"inference.weights", "q8_0"},
                                  {"workload.context", "8192"},
                                  {"inference.gpu_layers", layers}}));
    };
    const Estimate all = with("null"), half = with("17");
    constexpr Bytes embedding = Bytes{128256} * 4096 / 32 * 34, layer = 218103808 / 32 * 34,
                    norms = 2 * 4 * 4096, cache = 8192 * 4096;
    QCOMPARE(all.answer.totals.host, embedding);
    QCOMPARE(half.answer.totals.host, embedding + 16 * (layer + norms + cache));
    QCOMPARE(all.serving->weights - half.serving->weights, 16 * (layer + norms));
    QCOMPARE(groupOf(half, Group::Activations), 16 * cache);
    QCOMPARE(with("33").answer.totals, all.answer.totals);
    QCOMPARE(with("99").answer.totals, all.answer.totals);
}

/// 48 layers of 128 experts of 3 · 2,048 · 768 weights in Q8_0; those of the first 12 on the host.
void TestServing::expertsOnTheHost()
{
    const auto with = [](const char* layers) {
        return estimated(serving({{"inference.server", "llama.cpp"},
                                  {"model.id", "qwen3-30b-a3b"},
                                  {"inference.weights", "q8_0"},
                                  {"inference.host_experts", layers}}));
    };
    constexpr Bytes layer = Bytes{128} * 3 * 2048 * 768 / 32 * 34;
    constexpr Bytes embedding = Bytes{151936} * 2048 / 32 * 34;
    QCOMPARE(lineOfLedger(with("0"), "weights.experts"), 48 * layer);
    QCOMPARE(lineOfLedger(with("12"), "weights.experts"), 36 * layer);
    QCOMPARE(with("12").answer.totals.host, embedding + 12 * layer);
    QCOMPARE(lineOfLedger(with("99"), "weights.experts"), Bytes{0});
    QCOMPARE(with("99").answer.totals.host, embedding + 48 * layer);
}

/// 32 layers of 3 · 4,096 · 14,336 weights in Q8_0; those of the first 8 on the host, where -ngl
/// leaves 16 layers as a whole those of 16.
void TestServing::mlpsOnTheHost()
{
    const auto with = [](const char* layers, const char* onGpu) {
        return estimated(serving({{"inference.server", "llama.cpp"},
                                  {"inference.weights", "q8_0"},
                                  {"inference.gpu_layers", onGpu},
                                  {"inference.host_mlps", layers}}));
    };
    constexpr Bytes layer = Bytes{3} * 4096 * 14336 / 32 * 34;
    constexpr Bytes embedding = Bytes{128256} * 4096 / 32 * 34;
    QCOMPARE(lineOfLedger(with("0", "null"), "weights.mlp"), 32 * layer);
    QCOMPARE(lineOfLedger(with("8", "null"), "weights.mlp"), 24 * layer);
    QCOMPARE(with("8", "null").answer.totals.host, embedding + 8 * layer);
    QCOMPARE(lineOfLedger(with("8", "17"), "weights.mlp"), 16 * layer);
    QCOMPARE(with("8", "17").answer.totals, with("0", "17").answer.totals);
    QCOMPARE(lineOfLedger(with("99", "null"), "weights.mlp"), Bytes{0});
}

void TestServing::nothingOnTheGpu()
{
    const Estimate found = estimated(serving({{"inference.server", "llama.cpp"},
                                              {"inference.weights", "q8_0"},
                                              {"inference.gpu_layers", "0"}}));
    QCOMPARE(found.serving->weights, Bytes{0});
    QCOMPARE(groupOf(found, Group::Activations), Bytes{0});
    QCOMPARE(lineOfLedger(found, "prefill.logits"), Bytes{0});
}

/// Llama 3.2 1B beside Llama 3.1 8B: 1,235,814,400 weights of 2 bytes, and 8,192 tokens of 16
/// layers with keys and values of 8 heads of 64, 2 bytes each.
void TestServing::draftModels()
{
    const auto with = [](std::vector<Setting> choices) {
        choices.push_back({"inference.draft_model", "llama-3.2-1b"});
        return estimated(serving(choices));
    };
    constexpr Bytes weights = Bytes{1235814400} * 2, sequence = Bytes{8192} * 16 * 2 * 8 * 64 * 2;
    const Estimate one = with({}), three = with({{"workload.micro_batch", "3"}});
    QCOMPARE(lineOfLedger(one, "weights.draft"), weights);
    QCOMPARE(lineOfLedger(one, "kv_cache.draft"), sequence);
    QCOMPARE(lineOfLedger(three, "kv_cache.draft"), 3 * sequence);
    // Two ranks share both; of two stages the last one has the draft.
    const Estimate split = with({{"layout.tensor", "2"}, {"cluster.gpus", "2"}});
    QVERIFY(lineOfLedger(split, "weights.draft") < weights);
    QCOMPARE(lineOfLedger(split, "kv_cache.draft"), sequence / 2);
    // In 4 bits, and of another context.
    const Estimate narrow = with({{"inference.server", "llama.cpp"},
                                  {"inference.weights", "q8_0"},
                                  {"inference.draft_weights", "q4_0"},
                                  {"workload.context", "4096"}});
    QCOMPARE(lineOfLedger(narrow, "kv_cache.draft"), sequence / 2);
    QVERIFY(lineOfLedger(narrow, "weights.draft") < weights / 3);
    // Each of 4 proposed tokens and the model's own are chosen among 128,256 at one time.
    const Estimate alone = estimated(serving({}));
    QCOMPARE(lineOfLedger(one, "prefill.logits"), 5 * lineOfLedger(alone, "prefill.logits"));
}

void TestServing::draftsOfTheModelsOwn_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<qint64>("cached"); // values of a token
    const auto row = [](const char* name, const char* model, const char* kind, qint64 parameters,
                        qint64 cached) {
        QTest::newRow(name) << QString::fromLatin1(model) << QString::fromLatin1(kind) << parameters
                            << cached;
    };
    constexpr qint64 h = 4096;
    // fc of two widths, q and o, k and v, gate, up and down, one norm.
    constexpr qint64 layer = 2 * h * h + 2 * h * 1024 + 3 * h * 14336;
    row("EAGLE of Llama 3.1 8B", "llama-3.1-8b", "eagle", 2 * h * h + layer + h, 2 * 8 * 128);
    // fc of three widths; q, k and v from two; four norms; a head of 32,000 words.
    row("EAGLE-3 of Llama 3.1 8B, whose file has 811 MiB", "llama-3.1-8b", "eagle3",
        3 * h * h + layer + h * h + 2 * h * 1024 + 4 * h + 32000 * h, 2 * 8 * 128);
    // The weights' README of DeepSeek-V3: 11.5 billion unique parameters. A layer with 256 experts
    // and a shared one, their router with a bias, latent attention with its two norms, two norms of
    // the layer, three of the further token and a product from two widths to one.
    constexpr qint64 d = 7168;
    row("the layer for further tokens of DeepSeek-V3", "deepseek-v3-r1-671b", "mtp",
        257 * 3 * d * 2048 + 256 * d + 256 + d * 1536 + 1536 * 128 * 192 + d * 576 + 512 + 1536
            + 512 * 128 * 256 + 128 * 128 * d + 5 * d + 2 * d * d,
        512 + 64);
}

/// Layers behind the model that draft use its embedding and, but EAGLE-3, its head. Each keeps one
/// cache.
void TestServing::draftsOfTheModelsOwn()
{
    QFETCH(QString, model);
    QFETCH(QString, kind);
    QFETCH(qint64, parameters);
    QFETCH(qint64, cached);
    const QByteArray id = model.toLatin1(), word = kind.toLatin1();
    const Estimate found = estimated(serving({{"model.id", id.constData()},
                                              {"inference.draft_kind", word.constData()},
                                              {"workload.context", "1000"}}));
    QCOMPARE(lineOfLedger(found, "weights.draft"), Bytes{2 * parameters});
    QCOMPARE(lineOfLedger(found, "kv_cache.draft"), Bytes{2 * 1000 * cached});
}

void TestServing::laterLayersShareKeys_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<qint64>("full");
    QTest::addColumn<qint64>("window");
    QTest::newRow("as the model is") << QStringLiteral("plain") << qint64{4} << qint64{16};
    QTest::newRow("transformers") << QStringLiteral("huggingface") << qint64{4} << qint64{16};
    QTest::newRow("vLLM, in groups of 4") << QStringLiteral("vllm") << qint64{4} << qint64{16};
    QTest::newRow("SGLang, a part for every layer")
        << QStringLiteral("sglang") << qint64{7} << qint64{28};
}

/// Gemma 3n E4B: 35 layers, of which every fifth attends to all tokens; the last 15 use the keys
/// and values of earlier ones.
void TestServing::laterLayersShareKeys()
{
    QFETCH(QString, server);
    QFETCH(qint64, full);
    QFETCH(qint64, window);
    const QByteArray word = server.toLatin1();
    const auto resolved = prepare(
        serving({{"model.id", "gemma-3n-e4b-text"}, {"inference.server", word.constData()}}),
        builtinCatalog());
    QVERIFY2(bool(resolved), qPrintable(whyNot(resolved)));
    const CacheLayers layers = cacheLayers(*resolved, resolved->stages.front().layers);
    QCOMPARE(layers.full, std::int64_t{full});
    QCOMPARE(layers.window, std::int64_t{window});
    // 2 heads of 256 for keys and for values.
    QCOMPARE(kvBytesOfToken(resolved->shape, KvFormat::Bf16), Bytes{20} * 2 * 2 * 256 * 2);
    // Two stages: the second one has fewer cells.
    const auto split = prepare(
        serving(
            {{"model.id", "gemma-3n-e4b-text"}, {"layout.pipeline", "2"}, {"cluster.gpus", "2"}}),
        builtinCatalog());
    QVERIFY2(bool(split), qPrintable(whyNot(split)));
    std::int64_t cells = 0;
    for (std::int64_t i = 0; i < 2; ++i) {
        const CacheLayers of = cacheLayers(*split, stageAt(*split, i).layers);
        cells += of.full + of.window;
    }
    QCOMPARE(cells, std::int64_t{20});
}

/// DeepSeek V4 Flash: 21 layers keep (512 + 128) / 4 values of a token, 20 keep 512 / 128, 84 in
/// the mean, and all 43 the last 128 tokens with 512 values for keys and values alike.
void TestServing::compressedTokens()
{
    const Estimate found = estimated(serving({{"model.id", "deepseek-v4-flash"},
                                              {"cluster.device", "b200-sxm-180gb"},
                                              {"cluster.gpus", "4"},
                                              {"layout.tensor", "4"}}));
    QCOMPARE(lineOfLedger(found, "kv_cache.full"), Bytes{41} * 8192 * 84 * 2);
    QCOMPARE(lineOfLedger(found, "kv_cache.window"), Bytes{43} * 128 * 512 * 2);
}

/// Equation 1 of arXiv 2211.17192: 1 + p + p² + … + pⁿ.
void TestServing::tokensOfADraft()
{
    const auto tokens = [](std::int64_t proposed, double taken) {
        Inference inference;
        inference.draftModel = "llama-3.2-1b";
        inference.draftTokens = proposed;
        inference.draftAcceptance = taken;
        return tokensOfPass(inference);
    };
    QCOMPARE(tokens(4, 0), 1.0);
    QCOMPARE(tokens(4, 1), 5.0);
    QCOMPARE(tokens(1, 0.5), 1.5);
    QCOMPARE(tokens(3, 0.5), 1.875);
    QCOMPARE(tokensOfPass(Inference{}), 1.0);
    // A draft that is never right costs its own passes; one that always is makes up for them.
    const auto speed = [](const char* taken) {
        const auto found
            = generationOf(estimated(serving({{"model.id", "llama-3.1-70b"},
                                              {"cluster.gpus", "4"},
                                              {"layout.tensor", "4"},
                                              {"inference.draft_model", "llama-3.2-1b"},
                                              {"inference.draft_acceptance", taken}}))
                               .plan);
        return found ? *found : Generation{};
    };
    const Generation never = speed("0"), always = speed("1");
    QVERIFY(never.withoutDraft && always.withoutDraft);
    QCOMPARE(*never.withoutDraft, *always.withoutDraft);
    QVERIFY(never.tokensPerSecond.value < *never.withoutDraft);
    QVERIFY(always.tokensPerSecond.value > *always.withoutDraft);
    QCOMPARE(always.passTokens, 5.0);
    QVERIFY(always.parts[static_cast<std::size_t>(DecodePart::Drafting)] > 0);
}

void TestServing::wrongDrafts()
{
    const auto problem = [](const std::vector<Setting>& choices) {
        const auto found = prepare(serving(choices), builtinCatalog());
        return found ? std::string() : found.problems().front().field;
    };
    const std::string wrong = "inference.draft_model";
    const auto remarks = [](const char* draft) {
        const Estimate found = estimated(serving({{"inference.draft_model", draft}}));
        return std::ranges::count(found.answer.warnings, std::string("inference.draft_model"),
                                  &Warning::field);
    };
    QCOMPARE(remarks("llama-3.2-1b"), 0);
    QCOMPARE(remarks("qwen3-0.6b"), 1);
    QCOMPARE(problem({{"inference.draft_model", "no-such-model"}}), wrong);
    const std::string endless(300, 'x');
    QCOMPARE(problem({{"inference.draft_model", endless.c_str()}}), wrong);
    // 12 heads cannot be shared by eight ranks.
    QCOMPARE(problem({{"inference.draft_model", "gpt-2-124m"},
                      {"layout.tensor", "8"},
                      {"cluster.gpus", "8"}}),
             wrong);
    QCOMPARE(
        problem({{"inference.draft_model", "llama-3.2-1b"}, {"inference.draft_tokens", "1024"}}),
        std::string());
}

/// The host reads its weights at the rate of its memory, which is less than the card's.
void TestServing::hostWeightsTakeTime()
{
    const auto seconds = [](const char* layers) {
        const auto found = generationOf(estimated(serving({{"inference.server", "llama.cpp"},
                                                           {"inference.weights", "q8_0"},
                                                           {"inference.gpu_layers", layers}}))
                                            .plan);
        return found ? found->step.value : 0.0;
    };
    QVERIFY(seconds("0") > seconds("17"));
    QVERIFY(seconds("17") > seconds("33"));
    QVERIFY(seconds("33") > 0);
}

/// A pass of 512 tokens copies the 16 layers on the host to the GPU: 16 · (218,103,808 · 34/32 +
/// 8,192 · 4) bytes at 0.8 · 50 GB/s, 16 times for 8,192 tokens. The GPU computes all products.
void TestServing::promptsNeedWeightsOfTheHost()
{
    const auto seconds = [](const char* layers, const char* context) {
        const auto found = generationOf(estimated(serving({{"inference.server", "llama.cpp"},
                                                           {"inference.weights", "q8_0"},
                                                           {"cluster.links.pcie", "50"},
                                                           {"workload.context", context},
                                                           {"inference.gpu_layers", layers}}))
                                            .plan);
        return found ? found->prefill.value : 0.0;
    };
    const double more = seconds("17", "8192") - seconds("33", "8192");
    QVERIFY2(std::abs(more - 16 * 3'708'289'024.0 / 40e9) < 1e-6,
             qPrintable(QString::number(more)));
    // A plan that trains reads nothing of the host, whichever server it would have.
    const Plan served
        = serving({{"inference.server", "llama.cpp"}, {"inference.gpu_layers", "17"}});
    Plan trained = served;
    trained.workload.task = Task::Train;
    QVERIFY(usesRate(estimated(served).plan, "cluster.links.host"));
    QVERIFY(!usesRate(estimated(trained).plan, "cluster.links.host"));
    // A prompt of fewer than 32 tokens is left to the host's processor.
    QVERIFY(seconds("17", "16") - seconds("33", "16") < 3'708'289'024.0 / 40e9);
}

/// Tokens that servers' logs state, against those of the plan with the same settings.
void TestServing::publishedPools()
{
    const std::string csv = goldenText("kv_pools.csv");
    CsvReader reader(csv);
    std::vector<std::string> names, fields;
    QVERIFY(reader.next(names));
    const auto at = [&](const char* name) -> const std::string& {
        return fields[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())];
    };
    std::vector<double> errors;
    while (reader.next(fields)) {
        std::vector<Setting> settings;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i].find('.') != std::string::npos && !fields[i].empty())
                settings.push_back({*findKeyPath(names[i]), fields[i].c_str()});
        const Estimate found = estimated(serving(settings));
        const double error
            = static_cast<double>(found.serving->tokens) / std::stod(at("tokens")) - 1;
        qInfo("%-36s %9s %9lld %+6.1f %%", at("id").c_str(), at("tokens").c_str(),
              static_cast<long long>(found.serving->tokens), 100 * error);
        errors.push_back(std::abs(error));
    }
    QVERIFY(!reader.problem());
    std::ranges::sort(errors);
    const double median = errors[errors.size() / 2], ninth = errors[errors.size() * 9 / 10];
    qInfo("%zu rows: median %.1f %%, P90 %.1f %%", errors.size(), 100 * median, 100 * ninth);
    QVERIFY(median <= 0.06);
    QVERIFY(ninth <= 0.22); // NCCL's buffers in a server are not those of training
}

/// Groups of 32 have four times the scales of groups of 128; an importance matrix lets Q4_0 hold a
/// few tensors in Q4_1.
void TestServing::keysOfFormats()
{
    const auto weights = [](const std::vector<Setting>& choices) {
        return estimated(serving(choices)).serving->weights;
    };
    const Bytes wide = weights({{"inference.weights", "awq"}});
    const Bytes narrow = weights({{"inference.weights", "awq"}, {"inference.group_size", "32"}});
    QCOMPARE(narrow - wide, Bytes{6979321856} / 128 * 3 * 5 / 2); // of 2.5 bytes each
    QVERIFY(weights({{"inference.weights", "q4_0"}, {"inference.imatrix", "true"}})
            > weights({{"inference.weights", "q4_0"}}));
    QCOMPARE(estimated(serving({{"inference.group_size", "32"}, {"inference.imatrix", "true"}}))
                 .ignored.size(),
             std::size_t{2});
}

/// A config.json names its family in its own way: Phi-3's q, k and v are one tensor of a GGUF file.
void TestServing::familiesOfFiles()
{
    Plan plan = serving({{"model.id", "phi-3-mini-3.8b"}, {"inference.weights", "q4_k_m"}});
    const Bytes file = estimated(plan).serving->file;
    CustomModel model = customOf(builtinCatalog().model("phi-3-mini-3.8b")->shape);
    plan.model = model;
    QVERIFY(estimated(plan).serving->file != file);
    model.family = "phi3";
    plan.model = model;
    QCOMPARE(estimated(plan).serving->file, file);
}

QTEST_APPLESS_MAIN(TestServing)
#include "test_serving.moc"
