// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/product.h"
#include "core/ledger/term.h"
#include "counted_rows.h"
#include "golden_file.h"
#include "helpers.h"

#include <QtTest>

#include <map>
#include <set>

using namespace highwater;
using nlohmann::json;

namespace {

/// A number for each point of a layer's backward pass.
using AtPoints = std::array<std::int64_t, backwardPointCount>;

/// Bytes of the lines whose ids begin so.
std::int64_t bytesOf(const Estimate& estimate, std::initializer_list<std::string_view> begins)
{
    std::int64_t sum = 0;
    for (const Line& line : estimate.answer.ledger)
        for (const std::string_view begin : begins)
            sum += line.id.starts_with(begin) ? line.bytes : 0;
    return sum;
}

json rowsOf(bool ours)
{
    return goldenFile(ours ? "saved_tensors_counted.json" : "saved_tensors.json");
}

void addRows(bool layers)
{
    QTest::addColumn<bool>("ours");
    QTest::addColumn<int>("index");
    for (const bool ours : {false, true}) {
        const json rows = rowsOf(ours);
        for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
            const json& in = rows[static_cast<std::size_t>(i)].at("inputs");
            const bool loss = in.at("block") == "lm_head+cross_entropy";
            if (loss == layers || !inexpressible(in).empty())
                continue;
            const std::string name = (ours ? "counted " : "reference ") + std::to_string(i) + ": "
                + in.at("block").get<std::string>() + " " + in.value("attn", "");
            QTest::newRow(name.c_str()) << ours << i;
        }
    }
}

CustomModel llama8b()
{
    return llama(4096, 32, 32, 8, 14336, 128256);
}

CustomModel deepSeekDense()
{
    CustomModel model = llama(7168, 3, 128, 128, 18432, 129280);
    model.mlaQLoraRank = 1536;
    model.mlaKvLoraRank = 512;
    model.mlaQkNopeHeadDim = 128;
    model.mlaQkRopeHeadDim = 64;
    model.mlaVHeadDim = 128;
    return model;
}

} // namespace

class TestLedger : public QObject
{
    Q_OBJECT

private slots:
    void savedTensors_data();
    void savedTensors();
    void savedForTheLoss_data();
    void savedForTheLoss();
    void rowsCompared();
    void closedForms_data();
    void closedForms();
    void lifetimes_data();
    void lifetimes();
    void pointsOfABackwardPass_data();
    void pointsOfABackwardPass();
    void pointsToLookAt();
    void formulas_data();
    void formulas();
    void sharesRoundUp_data();
    void sharesRoundUp();
    void arithmeticStops();
    void wordsOfTerms_data();
    void wordsOfTerms();
    void factsOfTerms();
    void linesSayTheirProduct();
};

void TestLedger::savedTensors_data()
{
    addRows(true);
}

void TestLedger::savedTensors()
{
    QFETCH(bool, ours);
    QFETCH(int, index);
    static const std::array files{rowsOf(false), rowsOf(true)};
    const json& row = files[ours ? 1 : 0][static_cast<std::size_t>(index)];
    const Counted counted = layerOf(row);
    const auto found = estimate(counted.plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    const std::int64_t bytes = keptByLayer(found->answer);
    const std::string said = std::to_string(bytes) + " for " + std::to_string(counted.bytes) + ": "
        + row.at("inputs").dump();
    QVERIFY2(std::abs(bytes - counted.bytes) <= tolerance, said.c_str());
}

void TestLedger::savedForTheLoss_data()
{
    addRows(false);
}

void TestLedger::savedForTheLoss()
{
    QFETCH(bool, ours);
    QFETCH(int, index);
    const json row = rowsOf(ours)[static_cast<std::size_t>(index)];
    const json& in = row.at("inputs");
    Plan plan = bare(llama(in.value("hidden", 64), 1, 1, 1, 8, in.at("vocab")));
    plan.workload.context = in.at("seq");
    plan.workload.microBatch = in.value("micro_batch", std::int64_t{1});
    plan.recipe.kernels = in.value("fused_norm", true) ? Kernels::Fused : Kernels::Eager;
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    // Autograd keeps the log-softmax; the 16-bit logits live because the loss still refers to them.
    const bool norm = in.value("final_norm", false);
    const std::int64_t bytes = norm ? bytesOf(*found, {"final_norm.", "head.", "loss.log_softmax"})
                                    : bytesOf(*found, {"loss.log_softmax"});
    const auto counted = row.at("outputs").at("saved_bytes").get<std::int64_t>();
    const std::string said
        = std::to_string(bytes) + " for " + std::to_string(counted) + ": " + in.dump();
    QVERIFY2(std::abs(bytes - counted) <= tolerance, said.c_str());
}

void TestLedger::rowsCompared()
{
    std::map<std::string, int> compared, skipped;
    for (const bool ours : {false, true})
        for (const json& row : rowsOf(ours)) {
            const json& in = row.at("inputs");
            const Skipped reason = inexpressible(in);
            ++(reason.empty() ? compared[(ours ? "counted " : "reference ")
                                         + in.at("block").get<std::string>()]
                              : skipped[reason]);
        }
    const std::map<std::string, int> expectedCompared{{"reference llama", 19},
                                                      {"reference gpt", 2},
                                                      {"reference lm_head+cross_entropy", 1},
                                                      {"counted llama", 152},
                                                      {"counted gpt", 51},
                                                      {"counted moe", 48},
                                                      {"counted mla", 36},
                                                      {"counted checkpoint", 8},
                                                      {"counted selective_op", 8},
                                                      {"counted lm_head+cross_entropy", 6}};
    const std::map<std::string, int> expectedSkipped{
        {"loss in 16 bits", 7},
        {"heads repeated before a flash kernel", 8},
        {"Gemma's eager norm in 32 bits", 8},
        {"one product for query, key and value", 32},
        {"parallel halves with two norms of one input", 8},
        {"GELU spelt out in operators", 8},
        {"latent value copied or padded", 32}};
    QCOMPARE(compared, expectedCompared);
    QCOMPARE(skipped, expectedSkipped);
}

void TestLedger::closedForms_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<std::int64_t>("perToken"); // bytes of one layer
    const auto row = [](const char* name, Plan plan, std::int64_t context, std::int64_t bytes) {
        plan.workload.context = context;
        QTest::newRow(name) << plan << bytes;
    };
    // Llama 3.1 8B: h = q = 4096, kv = 1024, f = 14336, a = 32, k = 8. A layer's tensors by hand:
    Plan plan = bare(llama8b());
    // 8·4096 + 4·4096 + 4·1024 + 6·14336 + 4·32 + 8
    row("Llama, flash, fused: 8h + 4q + 4kv + 6f + 4a + 8", plan, 8192, 139'400);
    row("the same at one token", plan, 1, 139'400);
    plan.recipe.kernels = Kernels::Eager; // + 32,768 + 28,672
    row("Llama, flash, eager: + 8h + 2f", plan, 8192, 200'840);
    plan = bare(llama8b());
    plan.recipe.attention = Attention::Eager; // 32,768 + 32,768 + 6·32·1024 + 86,016 + 8
    row("Llama, eager attention: 8h + 8q + 6as + 6f + 8", plan, 1024, 348'168);
    plan.recipe.recompute = Recompute::Selective; // without 6·32·1024
    row("selective drops the scores: 8h + 8q + 6f + 8", plan, 1024, 151'560);
    plan = bare(llama8b());
    plan.recipe.precision = Precision::Fp32; // 65,536 + 32,768 + 8,192 + 172,032 + 128 + 8
    row("Llama in 32 bits: 16h + 8q + 8kv + 12f + 4a + 8", plan, 8192, 278'664);
    plan = bare(llama8b());
    plan.recipe.recompute = Recompute::Full;
    row("full recomputation: 2h", plan, 8192, 8192);
    plan.recipe.recompute = Recompute::Selective; // 16,384 + 16,384 + 2,048 + 28,672 + 128
    row("selective by operator: 4h + 4q + 2kv + 2f + 4a", plan, 8192, 63'616);
    CustomModel model = llama8b();
    model.qkNorm = QkNorm::Head; // + 8,192 + 2,048 + 128 + 32
    row("norms of query and key heads: + 2q + 2kv + 4a + 4k", bare(model), 8192, 149'800);
    model.qkNorm = QkNorm::Full;
    row("norms of whole queries and keys: + 2q + 2kv + 8", bare(model), 8192, 149'648);
    model = llama8b();
    model.normsPerLayer = 4; // + 2·(8,192 + 4)
    row("norms after both halves: + 4h + 8", bare(model), 8192, 155'792);

    // Korthikanti et al., arXiv 2205.05198, equation 1, and the statistics of two norms
    model = gpt(4096, 32, 32, 4 * 4096, 50257);
    plan = bare(model);
    plan.recipe.attention = Attention::Eager;
    plan.recipe.dropout = true; // 139,264 + 5·32·1024 + 8
    row("GPT with dropout: 34h + 5as + 8", plan, 1024, 303'112);
    plan.recipe.dropout = false; // 131,072 + 2·32·1024 + 8
    row("GPT: 32h + 2as + 8", plan, 1024, 196'616);
    row("GPT, flash: 32h + 4a + 8", bare(model), 1024, 131'208);
    plan = bare(model);
    plan.recipe.recompute = Recompute::Selective; // 8,192 + 16,384 + 8,192 + 32,768 + 128
    row("GPT, selective by operator, up of up and down: 2h + 4q + 2kv + 2f + 4a", plan, 1024,
        65'664);
    model.activation = Activation::Relu; // less 2·16,384
    row("ReLU keeps its output alone: 24h + 4a + 8", bare(model), 1024, 98'440);

    // 8 experts of 14336, 2 for a token, grouped: the attention half and the MLP's norm and input
    // 8h + 4q + 4kv + 4a + 8, the router 4E + 8K + 4K + 4, indices 16K, rows in and out 4Kh,
    // experts 6Ke, weights 2K: 53,384 + 60 + 32 + 32,768 + 172,032 + 4
    model = llama8b();
    model.experts = 8;
    model.expertsPerToken = 2;
    row("experts, grouped", bare(model), 8192, 258'280);

    // DeepSeek-V3's dense layers: 8h + 8; latents 4·1536 + 4 and 4·512 + 2·64 + 4; query and key
    // 2·128·192 each, expanded values 2·128·256, log-sum-exp 4·128, output 2·128·128, 6·18432:
    // 57,352 + 6,148 + 2,180 + 98,304 + 65,536 + 512 + 32,768 + 110,592
    row("latent attention, flash", bare(deepSeekDense()), 4096, 373'392);
}

void TestLedger::closedForms()
{
    QFETCH(Plan, plan);
    QFETCH(std::int64_t, perToken);
    for (const std::int64_t microBatch : {1, 3}) {
        plan.workload.microBatch = microBatch;
        const auto found = estimate(plan, builtinCatalog());
        QVERIFY2(found, qPrintable(whyNot(found)));
        QCOMPARE(keptByLayer(found->answer), perToken * plan.workload.context * microBatch);
    }
}

void TestLedger::lifetimes_data()
{
    QTest::addColumn<Life>("life");
    QTest::addColumn<Per>("per");
    QTest::addColumn<StageLayers>("layers");
    QTest::addColumn<Schedule>("schedule");
    QTest::addColumn<MomentCounts>("expected");
    const StageLayers five{0, 0, 5, true, true};
    const auto row = [&](const char* name, Life life, Per per, MomentCounts expected) {
        QTest::newRow(name) << life << per << five << scheduleOf(0, 1, 1, 1) << expected;
    };
    // load, forward end, loss, backward of the last layer, of the first, optimizer step; the
    // first layer is dense, the other four have experts
    row("always, once a layer", Life::Always, Per::Layer, {5, 5, 5, 5, 5, 5});
    row("always, once", Life::Always, Per::Model, {1, 1, 1, 1, 1, 1});
    row("at load", Life::Loading, Per::Layer, {5, 0, 0, 0, 0, 0});
    row("training", Life::Training, Per::MoeLayer, {0, 4, 4, 4, 4, 4});
    row("saved in every layer", Life::Saved, Per::Layer, {0, 5, 5, 5, 1, 0});
    row("saved, not in the first layer", Life::Saved, Per::MoeLayer, {0, 4, 4, 4, 0, 0});
    row("saved in the first layer alone", Life::Saved, Per::DenseLayer, {0, 1, 1, 1, 1, 0});
    row("saved on the host", Life::Streamed, Per::Layer, {0, 2, 2, 2, 1, 0});
    row("recomputed in every layer", Life::Recomputed, Per::Layer, {0, 0, 0, 1, 1, 0});
    row("recomputed, not in the first layer", Life::Recomputed, Per::MoeLayer, {0, 0, 0, 1, 0, 0});
    row("recomputed, not in the last layer", Life::Recomputed, Per::DenseLayer, {0, 0, 0, 0, 1, 0});
    row("fetched with the next", Life::Fetched, Per::Layer, {0, 0, 0, 2, 1, 0});
    row("head", Life::Head, Per::Model, {0, 1, 1, 0, 0, 0});
    row("backward of the loss", Life::LossBackward, Per::Model, {0, 0, 1, 0, 0, 0});
    // at a layer's first product, which is before its own gradients
    row("growing in every layer", Life::Growing, Per::Layer, {0, 0, 0, 0, 4, 5});
    row("growing, not in the last layer", Life::Growing, Per::DenseLayer, {0, 0, 0, 0, 0, 1});
    row("growing with the embedding", Life::Growing, Per::Embedding, {0, 0, 0, 0, 0, 1});
    row("grown in a micro-batch before", Life::Accumulated, Per::Layer, {0, 5, 5, 5, 5, 5});
    row("on its way forward", Life::Flowing, Per::Layer, {0, 0, 0, 0, 0, 0});
    row("gradient of the head", Life::HeadGradient, Per::Model, {0, 0, 0, 1, 1, 0});
    row("at the step", Life::Step, Per::Model, {0, 0, 0, 0, 0, 1});

    const auto piped
        = [&](const char* name, StageLayers layers, Schedule schedule, MomentCounts expected) {
              QTest::newRow(name) << Life::Saved << Per::Layer << layers << schedule << expected;
          };
    // Stage i of p keeps min(m, p - i) micro-batches of its layers.
    piped("first of 4 stages keeps 4 micro-batches", {0, 0, 5, true, false}, scheduleOf(0, 4, 1, 6),
          {0, 20, 20, 20, 16, 0});
    piped("the second keeps 3", {1, 5, 10, false, false}, scheduleOf(1, 4, 1, 6),
          {0, 15, 15, 15, 11, 0});
    piped("the last keeps 1", {3, 15, 20, false, true}, scheduleOf(3, 4, 1, 6), {0, 5, 5, 5, 1, 0});
    piped("no more than there are", {0, 0, 5, true, false}, scheduleOf(0, 4, 1, 2),
          {0, 10, 10, 10, 6, 0});
    // Interleaved in 2 parts: p + (p - 1) / 2 = 5.5 times the 4 layers (arXiv 2205.05198, 4.2.3).
    piped("interleaved, the first of 4 keeps 5.5", {0, 0, 4, true, false}, scheduleOf(0, 4, 2, 8),
          {0, 22, 22, 22, 21, 0});
}

void TestLedger::lifetimes()
{
    QFETCH(Life, life);
    QFETCH(Per, per);
    QFETCH(StageLayers, layers);
    QFETCH(Schedule, schedule);
    QFETCH(MomentCounts, expected);
    Shape shape;
    shape.layers = 20;
    shape.experts = 8;
    shape.denseFirst = 1;
    Stage stage;
    stage.layers = layers;
    stage.schedule = schedule;
    stage.terms = {Term{TermId::LayerInput, life, Product{}, per}};
    fillMomentTable(stage, shape, ColumnNeeds());
    for (std::size_t i = 0; i < momentCount; ++i)
        QCOMPARE(stage.table().row(rowOf(life, BackwardPoint::End, per))[i], expected[i]);
}

void TestLedger::pointsOfABackwardPass_data()
{
    using enum BackwardPoint;
    QTest::addColumn<Life>("life");
    QTest::addColumn<BackwardPoint>("point");
    QTest::addColumn<AtPoints>("expected"); // at each of the points
    const auto row = [](const char* name, Life life, BackwardPoint point, AtPoints expected) {
        QTest::newRow(name) << life << point << expected;
    };
    // the third of five layers goes backwards; in the last column all five have
    row("saved to the end", Life::Saved, End, {3, 3, 3, 3, 2, 0});
    row("saved up to the scores", Life::Saved, Scores, {3, 3, 3, 2, 2, 0});
    row("saved for the last product", Life::Saved, Gating, {3, 2, 2, 2, 2, 0});
    row("freed before it", Life::Saved, Output, {2, 2, 2, 2, 2, 0});
    row("streamed: this layer's and the next one's", Life::Streamed, End, {2, 2, 2, 2, 1, 0});
    row("recomputed", Life::Recomputed, Input, {1, 1, 0, 0, 0, 0});
    row("there at one point", Life::Working, Input, {0, 0, 1, 0, 0, 0});
    row("gradients, this layer's at its end", Life::Growing, End, {2, 2, 2, 2, 3, 5});
    row("whole gradients of earlier passes", Life::Unreduced, End, {5, 5, 5, 5, 5, 5});
    row("gathered for the pass", Life::Pass, End, {5, 5, 5, 5, 5, 0});
    row("the gradient that flows", Life::LayerBackward, End, {1, 1, 1, 1, 1, 0});
}

void TestLedger::pointsOfABackwardPass()
{
    QFETCH(Life, life);
    QFETCH(BackwardPoint, point);
    QFETCH(AtPoints, expected);
    Shape shape;
    shape.layers = 5;
    const Passes passes(shape, {0, 0, 5, true, true}, scheduleOf(0, 1, 1, 1));
    for (std::size_t i = 0; i < backwardPointCount; ++i) {
        const Event event = passes.backward(2, 0, static_cast<BackwardPoint>(i));
        QCOMPARE(live(life, point, event, Per::Layer), expected[i]);
    }
    // Tensors outside the layers stay while the layers are computed.
    const Event atTheEnd = passes.backward(2, 0, BackwardPoint::End);
    QCOMPARE(live(Life::Saved, BackwardPoint::End, atTheEnd, Per::Model), std::int64_t{1});
}

void TestLedger::pointsToLookAt()
{
    BackwardPoints points;
    points.add(BackwardPoint::Output);
    QVERIFY(points.from(BackwardPoint::Output) == BackwardPoint::Output);
    QVERIFY(points.from(BackwardPoint::Gating) == BackwardPoint::End);
    points.add(BackwardPoint::Scores);
    QVERIFY(points.from(BackwardPoint::Gating) == BackwardPoint::Scores);
    QVERIFY(points.from(BackwardPoint::End) == BackwardPoint::End);
    QVERIFY(!points.has(BackwardPoint::End));
}

void TestLedger::formulas_data()
{
    QTest::addColumn<Product>("product");
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("numbers");
    QTest::addColumn<std::int64_t>("bytes");
    const auto row = [](const char* name, Product product, const char* formula, const char* numbers,
                        std::int64_t bytes) {
        QTest::newRow(name) << product << QString::fromUtf8(formula) << QString::fromUtf8(numbers)
                            << bytes;
    };
    // s = 8192, b = 2, h = 4096, a = 32, v = 128256, S = 8
    row("one factor", 2 * Symbol::Hidden, "2·h", "2·4,096", 8192);
    row("no factor", Product{1234567}, "1,234,567", "1,234,567", 1234567);
    row("coefficient one is left out", Symbol::Context * Symbol::Hidden, "s·h", "8,192·4,096",
        8192LL * 4096);
    row("a tensor", 2 * Symbol::Context * Symbol::MicroBatch * Symbol::Hidden, "2·s·b·h",
        "2·8,192·2·4,096", 2LL * 8192 * 2 * 4096);
    row("a square", 5 * Symbol::Heads * Symbol::Context * Symbol::Context * Symbol::MicroBatch,
        "5·a·s²·b", "5·32·8,192·8,192·2", 5LL * 32 * 8192 * 8192 * 2);
    row("shared out", 12 * Symbol::Vocabulary / Symbol::Shards, "12·v/S", "12·128,256/8",
        12LL * 128256 / 8);
    row("seven factors",
        1 * Symbol::Heads * Symbol::Heads * Symbol::Heads * Symbol::MicroBatch * Symbol::MicroBatch
            * Symbol::MicroBatch * Symbol::MicroBatch,
        "a²·a·b²·b²", "32·32·32·2·2·2·2", 32LL * 32 * 32 * 16);
}

void TestLedger::formulas()
{
    QFETCH(Product, product);
    QFETCH(QString, formula);
    QFETCH(QString, numbers);
    QFETCH(std::int64_t, bytes);
    SymbolValues values{};
    values[static_cast<std::size_t>(Symbol::One)] = 1;
    values[static_cast<std::size_t>(Symbol::Context)] = 8192;
    values[static_cast<std::size_t>(Symbol::MicroBatch)] = 2;
    values[static_cast<std::size_t>(Symbol::Hidden)] = 4096;
    values[static_cast<std::size_t>(Symbol::Heads)] = 32;
    values[static_cast<std::size_t>(Symbol::Vocabulary)] = 128256;
    values[static_cast<std::size_t>(Symbol::Shards)] = 8;
    QCOMPARE(shown(highwater::formula(product)), formula);
    QCOMPARE(shown(withNumbers(product, values)), numbers);
    QCOMPARE(bytesOf(product, values), bytes);
}

void TestLedger::sharesRoundUp_data()
{
    QTest::addColumn<std::int64_t>("bytes");
    QTest::addColumn<std::int64_t>("parts");
    QTest::addColumn<std::int64_t>("share");
    const auto row = [](const char* name, std::int64_t bytes, std::int64_t parts,
                        std::int64_t share) { QTest::newRow(name) << bytes << parts << share; };
    row("nothing", 0, 8, 0);
    row("whole", 16, 8, 2);
    row("a byte over", 17, 8, 3);
    row("less than the parts", 3, 8, 1);
    row("one part", 17, 1, 17);
    row("what cannot be counted", tooMany, 2, tooMany);
    row("the largest that can", tooMany - 1, 2, (tooMany - 1) / 2);
}

void TestLedger::sharesRoundUp()
{
    QFETCH(std::int64_t, bytes);
    QFETCH(std::int64_t, parts);
    QFETCH(std::int64_t, share);
    QCOMPARE(shareOf(bytes, parts), share);
}

void TestLedger::arithmeticStops()
{
    QCOMPARE(bounded::times(tooMany, 2), tooMany);
    QCOMPARE(bounded::times(std::int64_t{1} << 32, std::int64_t{1} << 32), tooMany);
    QCOMPARE(bounded::times(tooMany, 0), Bytes{0});
    QCOMPARE(bounded::plus(tooMany, 1), tooMany);
    QCOMPARE(bounded::plus(tooMany, tooMany), tooMany);
    QCOMPARE(bounded::plus(tooMany - 1, 1), tooMany);
    QCOMPARE(bounded::times(std::int64_t{1} << 31, std::int64_t{1} << 31), std::int64_t{1} << 62);
}

void TestLedger::wordsOfTerms_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(TermId::Count); ++i)
        QTest::newRow(words(static_cast<TermId>(i)).name.data()) << i;
}

void TestLedger::wordsOfTerms()
{
    QFETCH(int, index);
    const auto id = static_cast<TermId>(index);
    const TermWords& said = words(id);
    QVERIFY(said.id == id);
    QVERIFY(!said.name.empty());
    QVERIFY(!std::string_view(said.label).empty());
    QVERIFY(!said.step.empty());
    QVERIFY(!said.source.empty());
    QVERIFY(said.shape.empty() || (said.shape.front() == '[' && said.shape.back() == ']'));

    // The first part of an id tells its group; what is not named here is an activation.
    static const std::map<std::string, Group> groups{
        {"parameters", Group::Parameters}, {"gradients", Group::Gradients},
        {"optimizer", Group::Optimizer},   {"loss", Group::Temporary},
        {"backward", Group::Temporary},    {"gathered", Group::Temporary},
        {"cast", Group::Temporary},        {"unsharded", Group::Temporary},
        {"fp8_weights", Group::Temporary}, {"reduce", Group::Temporary},
        {"step", Group::Temporary},        {"load", Group::Temporary},
        {"retained", Group::Temporary},    {"host", Group::Temporary},
        {"framework", Group::Temporary},   {"forward", Group::Temporary},
        {"dequantised", Group::Temporary}, {"pool", Group::Overhead},
        {"overhead", Group::Overhead},     {"weights", Group::Parameters},
        {"prefill", Group::Temporary},     {"kv_cache.copy", Group::Temporary},
        {"pass", Group::Temporary},        {"kv_cache.converted", Group::Temporary},
        {"logits", Group::Temporary},      {"generate", Group::Temporary},
        {"sync", Group::Temporary},        {"evaluation", Group::Temporary},
        {"save", Group::Temporary},        {"merge", Group::Temporary},
        {"rotary", Group::Temporary},      {"images.backward", Group::Temporary},
        {"images.pass", Group::Temporary}, {"selected", Group::Temporary}};
    auto known = groups.find(std::string(said.name));
    if (known == groups.end())
        known = groups.find(std::string(said.name.substr(0, said.name.find('.'))));
    QCOMPARE(shown(nameOf(groupOf(id))),
             shown(nameOf(known == groups.end() ? Group::Activations : known->second)));
    for (int other = 0; other < index; ++other) {
        QVERIFY(words(static_cast<TermId>(other)).name != said.name);
        QVERIFY(std::string_view(words(static_cast<TermId>(other)).label) != said.label);
    }
}

template <class T>
concept Ordered = requires(T left, T right)
{
    left < right;
};
static_assert(Ordered<LayerStep> && !Ordered<TermId>,
              "no rule may go by the place of a term in the enumeration");

/// The backward pass frees a tensor of a layer at the operator that kept it, which is the one that
/// made it or a later one; parts of a layer drop nothing but kept tensors.
void TestLedger::factsOfTerms()
{
    for (std::size_t i = 0; i < termFacts.size(); ++i) {
        const TermWords& said = words(static_cast<TermId>(i));
        const TermFacts& facts = said.facts;
        const bool isActivation = facts.group == Group::Activations;
        QVERIFY2(facts.freed >= facts.made, said.name.data());
        QVERIFY2(facts.modules == 0 || isActivation, said.name.data());
        QVERIFY2(!facts.withinNorm || (isActivation && facts.freed == facts.made),
                 said.name.data());
        QVERIFY2(!facts.ofPass || facts.group == Group::Temporary, said.name.data());
        QVERIFY2(groupOf(said.id) == facts.group, said.name.data());
    }
}

void TestLedger::linesSayTheirProduct()
{
    Plan plan;
    plan.layout.zero = 3;
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    const Line* output = lineOf(found->answer, "attention.output");
    QVERIFY(output);
    QCOMPARE(shown(output->formula), QString::fromUtf8("2·s·b·o"));
    QCOMPARE(shown(output->numbers), QString::fromUtf8("2·8,192·1·4,096"));
    QCOMPARE(shown(output->shape), QLatin1String("[b, s, o]"));
    QCOMPARE(output->each, Bytes{67'108'864});
    QCOMPARE(output->count, std::int64_t{32});
    QCOMPARE(output->bytes, Bytes{2'147'483'648});
    const Line* master = lineOf(found->answer, "optimizer.master");
    QVERIFY(master);
    QCOMPARE(shown(master->formula), QString::fromUtf8("4·P/S"));
    QCOMPARE(shown(master->numbers), QString::fromUtf8("4·8,030,261,248/8"));
    QCOMPARE(master->bytes, Bytes{4'015'130'624});
    for (const Line& line : found->answer.ledger)
        QCOMPARE(line.bytes, line.each * line.count);
}

QTEST_APPLESS_MAIN(TestLedger)
#include "test_ledger.moc"
