// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/exchange/presets.h"
#include "core/methods/estimate_words.h"
#include "helpers.h"

#include <QtTest>

#include <algorithm>

using namespace highwater;

namespace {

Plan presetPlan(std::string_view file)
{
    const auto found = std::ranges::find(presets(), file, &Preset::file);
    return found == presets().end() ? Plan() : found->plan;
}

QStringList said(const std::vector<Text>& words)
{
    QStringList all;
    for (const Text& text : words)
        all << shown(english(text));
    return all;
}

} // namespace

class TestEstimateWords : public QObject
{
    Q_OBJECT

private slots:
    void batches_data();
    void batches();
    void batchesOfOthers();
    void layerSums();
    void layerSumsWithoutScores();
    void flawsAndRemarks();
};

void TestEstimateWords::batches_data()
{
    QTest::addColumn<qint64>("global");
    QTest::addColumn<qint64>("micro");
    QTest::addColumn<qint64>("gpus");
    QTest::addColumn<qint64>("context");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, qint64 global, qint64 micro, qint64 gpus, qint64 context,
                        const char* step, const char* size) {
        QTest::newRow(name) << global << micro << gpus << context
                            << QStringList{QString::fromUtf8(step), QString::fromUtf8(size)};
    };
    // 1,920 sequences of 32,000 tokens, 16 at a time: 120 accumulations, 61.44M tokens
    row("the lecture's batch", 1920, 16, 1, 32000,
        "Accumulation steps: 120; sequences a step: 1,920 = 16 (micro-batch) × 1 (data parallel) × "
        "120",
        "61.4M tokens a step, above the 4M to 60M that pre-training takes");
    row("usual", 1024, 1, 64, 8192,
        "Accumulation steps: 16; sequences a step: 1,024 = 1 (micro-batch) × 64 (data parallel) × "
        "16",
        "8.4M tokens a step, within the 4M to 60M that pre-training takes");
    row("small", 256, 1, 8, 8192,
        "Accumulation steps: 32; sequences a step: 256 = 1 (micro-batch) × 8 (data parallel) × 32",
        "2.1M tokens a step; pre-training takes 4M or more, a global batch of 489");
    row("noisy", 8, 1, 8, 8192,
        "Accumulation steps: 1; sequences a step: 8 = 1 (micro-batch) × 8 (data parallel) × 1",
        "65,536 tokens a step; pre-training takes 4M or more, a global batch of 489");
    row("does not divide", 10, 1, 8, 8192, "Accumulation steps: 2; sequences a step: 10",
        "81,920 tokens a step; pre-training takes 4M or more, a global batch of 489");
}

void TestEstimateWords::batches()
{
    QFETCH(qint64, global);
    QFETCH(qint64, micro);
    QFETCH(qint64, gpus);
    QFETCH(qint64, context);
    QFETCH(QStringList, expected);
    Plan plan;
    plan.workload.globalBatch = global;
    plan.workload.microBatch = micro;
    plan.workload.context = context;
    plan.cluster.gpus = gpus;
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    QCOMPARE(said(batchWords(*found)), expected);
}

/// A formula that does not read the batch does not mention one; neither does inference.
void TestEstimateWords::batchesOfOthers()
{
    const auto lecture = estimate(presetPlan("lecture-8b-16k.hwplan"), builtinCatalog());
    QVERIFY(lecture);
    QVERIFY(batchWords(*lecture).empty());
}

/// The lecture's tables: 13·b·s·h + 5·b·s²·a for attention, 21·b·s·h for the MLP. At s = 16,384,
/// b = 1, h = 4,096, a = 32: s·h = 2²⁶ and s²·a = 2³³.
void TestEstimateWords::layerSums()
{
    const auto found = estimate(presetPlan("lecture-8b-16k.hwplan"), builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    constexpr Bytes sbh = Bytes{1} << 26, ssba = Bytes{1} << 33;
    const std::vector<LayerPart> parts = layerParts(found->answer);
    QCOMPARE(parts.size(), std::size_t{2});
    QCOMPARE(parts[0].name, std::string("attention"));
    QCOMPARE(parts[0].bytes(), 13 * sbh + 5 * ssba);
    QCOMPARE(parts[0].products.size(), std::size_t{2});
    QCOMPARE(parts[0].products[0].number, std::int64_t{13});
    QCOMPARE(parts[0].products[1].number, std::int64_t{5});
    QCOMPARE(parts[0].products[1].bytes, 40 * (Bytes{1} << 30)); // 40 GiB
    QCOMPARE(parts[1].name, std::string("MLP"));
    QCOMPARE(parts[1].bytes(), 21 * sbh);
    QVERIFY(parts[1].formula().starts_with("21·"));
    const QStringList words = said(layerWords(found->answer, MemoryUnit::GiB));
    QCOMPARE(words.size(), 2);
    QVERIFY2(words[0].startsWith(QStringLiteral("One layer keeps 40.81 GiB for attention: 13·")),
             qPrintable(words[0]));
    QVERIFY2(words[0].endsWith(QStringLiteral(" = 0.81 + 40.00")), qPrintable(words[0]));
    QVERIFY2(words[1].startsWith(QStringLiteral("One layer keeps 1.31 GiB for its MLP: 21·")),
             qPrintable(words[1]));
}

void TestEstimateWords::layerSumsWithoutScores()
{
    Plan plan = presetPlan("lecture-8b-16k.hwplan");
    plan.recipe.recompute = Recompute::Selective;
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    const std::vector<LayerPart> parts = layerParts(found->answer);
    QCOMPARE(parts[0].products.size(), std::size_t{1});
    QCOMPARE(parts[0].bytes(), 13 * (Bytes{1} << 26));
    QVERIFY(layerParts(estimate(Plan(), builtinCatalog())->answer).empty());
    // 2·s·b·h at 8,192 tokens: 2 · 2²⁵ bytes.
    const auto recomputed
        = estimate(presetPlan("lecture-8b-8k-recomputed.hwplan"), builtinCatalog());
    QVERIFY2(recomputed, qPrintable(whyNot(recomputed)));
    QCOMPARE(said(layerWords(recomputed->answer, MemoryUnit::GiB)),
             QStringList{QStringLiteral("One recomputed layer keeps 0.06 GiB: 2·s·b·h")});
}

void TestEstimateWords::flawsAndRemarks()
{
    for (const Method& method : methods()) {
        Plan plan;
        plan.method = method.id;
        plan.layout.zero = method.id == MethodId::DeepSpeed ? 3 : 0;
        const auto found = estimate(plan, builtinCatalog());
        if (!found)
            continue; // a method may refuse this plan
        const QStringList words = said(methodWords(*found));
        if (method.id == MethodId::Exact)
            QVERIFY(words.isEmpty());
        else
            QCOMPARE(words.front(), QString::fromUtf8(method.flaw));
    }
    const auto thumb = estimate(presetPlan("lecture-rule-of-thumb.hwplan"), builtinCatalog());
    QVERIFY(thumb);
    QVERIFY(said(methodWords(*thumb)).join(u'\n').contains(QStringLiteral("d = 4,564")));
}

QTEST_GUILESS_MAIN(TestEstimateWords)
#include "test_estimate_words.moc"
