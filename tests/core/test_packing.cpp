// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sequences that are padded to the context, or packed one behind another.
#include "core/time/layer_work.h"
#include "timed_plan.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Two layers of width 512 with 8 heads, 1024 tokens.
Plan small(const std::vector<Setting>& choices = {})
{
    Plan plan = bare(llama(512, 2, 8, 2, 1024, 1000));
    plan.workload.context = 1024;
    return planWith(choices, plan);
}

TimeAnswer timed(const Plan& plan)
{
    return timed(*resolve(plan, builtinCatalog()));
}

bool warns(const Plan& plan, std::string_view field)
{
    const Estimate found = estimated(plan);
    return std::ranges::any_of(found.answer.warnings,
                               [field](const Warning& warning) { return warning.field == field; });
}

} // namespace

class TestPacking : public QObject
{
    Q_OBJECT

private slots:
    void masks_data();
    void masks();
    void attentionStaysWithinSequences_data();
    void attentionStaysWithinSequences();
    void paddingTakesTime();
    void averageRows_data();
    void averageRows();
    void packedRowsAreFull();
    void ofJobs();
    void remarks();
};

/// A value or a bool for each pair of 1024 tokens, of two sequences at a time.
void TestPacking::masks_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<qint64>("bytes");
    const auto row = [](const char* name, const QStringList& settings, qint64 bytes) {
        QTest::newRow(name) << settings << bytes;
    };
    const QString eager = u"recipe.attention=eager"_s, packed = u"job.packing=packed"_s;
    const QString trainer = u"recipe.framework=huggingface"_s;
    constexpr qint64 pairs = qint64{2} * 1024 * 1024;
    row("flash attention", {packed}, 0);
    row("padded", {eager, u"job.packing=padded"_s}, 0);
    row("unsaid", {eager}, 0);
    row("bools", {eager, packed}, pairs);
    row("values of 16 bits", {eager, packed, trainer}, 2 * pairs);
    row("values of 32 bits", {eager, packed, trainer, u"recipe.precision=fp32"_s}, 4 * pairs);
    row("over context ranks", {eager, packed, u"cluster.gpus=4"_s, u"layout.context=4"_s},
        pairs / 4);
}

void TestPacking::masks()
{
    QFETCH(QStringList, settings);
    QFETCH(qint64, bytes);
    Plan plan = small({{"workload.micro_batch", "2"}});
    for (const QString& setting : settings) {
        const QByteArray value = setting.section(u'=', 1).toLatin1();
        const auto path = findKeyPath(setting.section(u'=', 0, 0).toStdString());
        QVERIFY(path);
        plan = planWith({{*path, value.constData()}}, plan);
    }
    const Estimate found = estimated(plan);
    const Line* mask = lineOf(found.answer, "attention.packed_mask");
    QCOMPARE(mask ? qint64{mask->bytes} : 0, bytes);
    if (bytes == 0) { // nothing else changes
        plan.job.packing.reset();
        QCOMPARE(found.answer.totals.total, estimated(plan).answer.totals.total);
    }
}

/// 2·tokens·(length/2)·(widths of queries and of values) operations of each layer.
void TestPacking::attentionStaysWithinSequences_data()
{
    QTest::addColumn<QString>("packing");
    QTest::addColumn<QString>("attention");
    QTest::addColumn<double>("seen");
    QTest::newRow("packed") << u"packed"_s << u"flash"_s << 128.0;
    QTest::newRow("padded") << u"padded"_s << u"flash"_s << 512.0;
    QTest::newRow("packed, all pairs are computed") << u"packed"_s << u"eager"_s << 1024.0;
}

void TestPacking::attentionStaysWithinSequences()
{
    QFETCH(QString, packing);
    QFETCH(QString, attention);
    QFETCH(double, seen);
    const auto plan = resolve(small({{"job.packing", packing.toLatin1().constData()},
                                     {"recipe.attention", attention.toLatin1().constData()},
                                     {"workload.mean_length", "256"}}),
                              builtinCatalog());
    QVERIFY2(plan, qPrintable(whyNot(plan)));
    QCOMPARE(layerWork(*plan, false, 0).scores, 2 * 1024 * seen * (512 + 512));
}

/// Only a quarter of the tokens is real, so a run of equally many real tokens takes four times as
/// many steps.
void TestPacking::paddingTakesTime()
{
    const std::vector<Setting> run{{"workload.training_tokens", "1048576"}};
    const TimeAnswer full = timed(small(run));
    const Plan plan = planWith({{"workload.mean_length", "256"}}, small(run));
    const TimeAnswer padded = timed(plan);
    QCOMPARE(padded.seconds, full.seconds);
    QCOMPARE(padded.tokensPerSecond, full.tokensPerSecond);
    QCOMPARE(full.realShare, 1.0);
    QCOMPARE(padded.realShare, 0.25);
    QCOMPARE(full.run->steps, 1024.0);
    QCOMPARE(padded.run->steps, 4096.0);
    QVERIFY(near(padded.run->seconds, 4 * full.run->seconds));
    QVERIFY(std::ranges::any_of(timeSentences(padded), [](const Text& text) {
        return english(text).find("25.0 %") != std::string::npos;
    }));
}

/// Rows of sequences of 256 tokens on average. The longest of n is 1 + 1/2 + … + 1/n means: 25/12
/// of four sequences, 761/280 of eight. Over four passes the difference between ranks is halved.
void TestPacking::averageRows_data()
{
    using Settings = std::vector<Setting>;
    QTest::addColumn<Settings>("settings");
    QTest::addColumn<qint64>("rows");
    const auto row = [](const char* name, const char* framework, const char* microBatch,
                        const char* gpus, qint64 rows, const Settings& more = {}) {
        Settings settings{{"recipe.framework", framework},
                          {"workload.micro_batch", microBatch},
                          {"cluster.gpus", gpus}};
        settings.insert(settings.end(), more.begin(), more.end());
        QTest::newRow(name) << settings << rows;
    };
    row("a loop of one's own is taken to pad to the context", "plain", "1", "1", 1024);
    row("Megatron-LM fills its rows", "megatron", "1", "1", 1024);
    row("a single sequence has no padding", "huggingface", "1", "1", 256);
    row("the longest of four", "huggingface", "4", "1", 534); // 533.3
    row("to a multiple of 8", "llama-factory", "4", "1", 536);
    row("to a multiple of 64", "axolotl", "4", "1", 576);
    row("no longer than the context", "huggingface", "64", "1", 1024); // 4.744 · 256 = 1,214
    row("ranks that gather wait for the longest of eight", "huggingface", "1", "8", 696,
        {{"layout.zero", "3"}}); // 695.8
    row("ranks that gather nothing wait after four passes", "huggingface", "1", "8", 476,
        {{"workload.global_batch", "32"}}); // (1 + 1.71786 / 2) · 256 = 475.9
    row("packed rows are full", "huggingface", "1", "1", 1024, {{"job.packing", "packed"}});
}

/// A step takes the time of such rows, and a run that of its tokens at their speed; memory is that
/// of the context.
void TestPacking::averageRows()
{
    QFETCH(const std::vector<Setting>, settings);
    QFETCH(qint64, rows);
    const Plan full = planWith({{"workload.examples", "10000"}}, small(settings));
    const Plan plan = planWith({{"workload.mean_length", "256"}}, full);
    const TimeAnswer found = timed(plan);
    const Plan same = planWith({{"workload.context", std::to_string(rows).c_str()}}, full);
    if (plan.job.packing != Packing::Packed) // whose attention is less
        QVERIFY(near(found.seconds, timed(same).seconds));
    const double packed = plan.job.packing == Packing::Packed ? 4 : 1;
    QVERIFY(near(found.realShare, packed * 256 / static_cast<double>(rows)));
    QVERIFY(near(found.run->tokens, 10'000 * 256.0));
    QVERIFY(
        near(found.run->tokens / (found.tokensPerSecond * found.realShare), found.run->seconds));
    QCOMPARE(estimated(plan).answer.totals.total, estimated(full).answer.totals.total);
    QCOMPARE(std::ranges::any_of(found.assumptions,
                                 [](const Assumption& assumption) {
                                     return english(assumption.text).starts_with("time of rows");
                                 }),
             rows < 1024);
}

void TestPacking::packedRowsAreFull()
{
    // No rate of its kernel by length is published for this card.
    const Setting card{"cluster.device", "instinct-mi300x-192gb"};
    const TimeAnswer full = timed(small({card}));
    const TimeAnswer packed
        = timed(small({card, {"job.packing", "packed"}, {"workload.mean_length", "256"}}));
    QCOMPARE(packed.realShare, 1.0);
    QVERIFY(near(packed.step[TimePart::Scores], full.step[TimePart::Scores] / 4));
    QVERIFY(std::ranges::find(packed.assumptions, "job.packing", &Assumption::field)
            != packed.assumptions.end());
}

/// Supervised training as a job reads the key; pairs of preferences do not.
void TestPacking::ofJobs()
{
    const std::vector<Setting> packs{{"job.packing", "packed"}, {"recipe.attention", "eager"}};
    const auto masked = [&](const char* kind) {
        const Estimate found = estimated(planWith({{"job.kind", kind}}, small(packs)));
        return std::ranges::any_of(found.answer.ledger, [](const Line& line) {
            return line.id.find("packed_mask") != std::string::npos;
        });
    };
    QVERIFY(masked("sft"));
    QVERIFY(!masked("dpo"));
}

void TestPacking::remarks()
{
    QVERIFY(warns(small({{"workload.mean_length", "1025"}}), "workload.mean_length"));
    QVERIFY(!warns(small({{"workload.mean_length", "1024"}}), "workload.mean_length"));
    const Plan packed = small({{"job.packing", "packed"}});
    QVERIFY(!warns(packed, "job.packing"));
    QVERIFY(warns(planWith({{"recipe.framework", "litgpt"}}, packed), "job.packing"));
}

QTEST_APPLESS_MAIN(TestPacking)
#include "test_packing.moc"
