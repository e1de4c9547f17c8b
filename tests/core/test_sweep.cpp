// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/replay.h"
#include "core/exchange/answers.h"
#include "core/explore/sweep.h"
#include "core/figure/figure.h"
#include "core/plan/keys.h"
#include "helpers.h"
#include "random.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

using namespace highwater;
using nlohmann::json;

class TestSweep : public QObject
{
    Q_OBJECT

private slots:
    void samplesByHand_data();
    void samplesByHand();
    void samplesAreInOrder();
    void wrongSamples_data();
    void wrongSamples();
    void everyPointIsAnEstimate_data();
    void everyPointIsAnEstimate();
    void contextSweepEqualsSweep_data();
    void contextSweepEqualsSweep();
    void contextSweepStopsAtTheUncountable();
    void replaysAreSpreadOverLongSweeps();
    void wrongAxes_data();
    void wrongAxes();
    void wrongValues_data();
    void wrongValues();
    void ticksByHand_data();
    void ticksByHand();
    void ticksCover();
    void jsonShape();
    void csvShape();
};

void TestSweep::samplesByHand_data()
{
    QTest::addColumn<std::int64_t>("from");
    QTest::addColumn<std::int64_t>("to");
    QTest::addColumn<std::int64_t>("points");
    QTest::addColumn<std::vector<std::int64_t>>("expected");
    const auto row = [](const char* name, std::int64_t from, std::int64_t to, std::int64_t points,
                        const std::vector<std::int64_t>& expected) {
        QTest::newRow(name) << from << to << points << expected;
    };
    row("the contract's example", 1024, 131072, 8,
        {1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072});
    row("two ends", 1000, 3000, 2, {1000, 3000});
    // 1000 · 3^(1/2) = 1732.05; 1 · 100^(1/4) = 3.16, 10, 31.62
    row("whole tokens", 1000, 3000, 3, {1000, 1732, 3000});
    row("odd ends", 1, 100, 5, {1, 3, 10, 32, 100});
    row("no repeats", 1, 4, 9, {1, 2, 3, 4}); // 1 1.2 1.4 1.7 2 2.4 2.8 3.4 4
    row("one value", 7, 7, 5, {7});
    row("even steps from nothing", 0, 8, 5, {0, 2, 4, 6, 8});
    row("stages", 0, 3, 4, {0, 1, 2, 3});
}

void TestSweep::samplesByHand()
{
    QFETCH(std::int64_t, from);
    QFETCH(std::int64_t, to);
    QFETCH(std::int64_t, points);
    QFETCH(std::vector<std::int64_t>, expected);
    const auto found = sampleValues(from, to, points);
    QVERIFY2(found, qPrintable(whyNot(found)));
    QCOMPARE(*found, expected);
}

void TestSweep::samplesAreInOrder()
{
    Random random(31);
    for (int i = 0; i < 2000; ++i) {
        const std::int64_t from = random.coin() ? random.from(0, 100000) : 0;
        const std::int64_t to = from + (1LL << random.below(40)) - 1;
        const std::int64_t points = random.from(2, 300);
        const auto found = sampleValues(from, to, points);
        QVERIFY2(found, qPrintable(whyNot(found)));
        QCOMPARE(found->front(), from);
        QCOMPARE(found->back(), to);
        QVERIFY(static_cast<std::int64_t>(found->size()) <= points);
        QVERIFY(std::adjacent_find(found->begin(), found->end(), std::greater_equal<>())
                == found->end());
    }
}

void TestSweep::wrongSamples_data()
{
    QTest::addColumn<std::int64_t>("from");
    QTest::addColumn<std::int64_t>("to");
    QTest::addColumn<std::int64_t>("points");
    QTest::addColumn<QString>("field");
    const auto row = [](const char* name, std::int64_t from, std::int64_t to, std::int64_t points,
                        const char* field) {
        QTest::newRow(name) << from << to << points << QString::fromLatin1(field);
    };
    row("no points", 1, 2, 0, "--points");
    row("one point", 1, 2, 1, "--points");
    row("negative points", 1, 2, -5, "--points");
    row("more points than anyone reads", 1, 2, 100'001, "--points");
    row("backwards", 2, 1, 2, "--to");
    row("negative from", -1, 1, 2, "--from");
    row("both negative", -5, -1, 2, "--from");
}

void TestSweep::wrongSamples()
{
    QFETCH(std::int64_t, from);
    QFETCH(std::int64_t, to);
    QFETCH(std::int64_t, points);
    QFETCH(QString, field);
    const auto found = sampleValues(from, to, points);
    QVERIFY(!found);
    QCOMPARE(found.problems().size(), std::size_t{1});
    QCOMPARE(shown(found.problems().front().field), field);
}

void TestSweep::everyPointIsAnEstimate_data()
{
    QTest::addColumn<MethodId>("method");
    QTest::addColumn<KeyPath>("axis");
    QTest::addColumn<std::vector<std::int64_t>>("values");
    using Values = std::vector<std::int64_t>;
    QTest::newRow("exact, context")
        << MethodId::Exact << KeyPath("workload.context") << Values{1024, 8192, 131072};
    QTest::newRow("exact, micro-batch")
        << MethodId::Exact << KeyPath("workload.micro_batch") << Values{1, 2, 64};
    QTest::newRow("exact, GPUs") << MethodId::Exact << KeyPath("cluster.gpus") << Values{1, 8, 512};
    QTest::newRow("exact, stages")
        << MethodId::Exact << KeyPath("layout.zero") << Values{0, 1, 2, 3};
    QTest::newRow("exact, parameters")
        << MethodId::Exact << KeyPath("model.parameters") << Values{1000000, 8000000000};
    QTest::newRow("lecture, context")
        << MethodId::Lecture << KeyPath("workload.context") << Values{1024, 16384};
    QTest::newRow("lecture-zero, stages")
        << MethodId::LectureZero << KeyPath("layout.zero") << Values{0, 3};
    QTest::newRow("rule of thumb, context")
        << MethodId::RuleOfThumb << KeyPath("workload.context") << Values{1, 16777216};
}

void TestSweep::everyPointIsAnEstimate()
{
    QFETCH(MethodId, method);
    QFETCH(KeyPath, axis);
    QFETCH(std::vector<std::int64_t>, values);
    Plan plan;
    plan.method = method;
    const auto found = sweep(plan, builtinCatalog(), axis, values);
    QVERIFY2(found, qPrintable(whyNot(found)));
    QVERIFY(found->axis == axis);
    QCOMPARE(found->points.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        Plan at = plan;
        QVERIFY(assign(at, axis, values[i]).empty());
        const auto single = estimate(at, builtinCatalog());
        QVERIFY2(single, qPrintable(whyNot(single)));
        const SweepPoint& point = found->points[i];
        QCOMPARE(point.value, values[i]);
        QCOMPARE(point.totals.perGpu, single->answer.totals.perGpu);
        QCOMPARE(point.totals.total, single->answer.totals.total);
        QCOMPARE(point.totals.low, single->answer.totals.low);
        QCOMPARE(point.totals.high, single->answer.totals.high);
        QCOMPARE(point.capacity, single->plan.capacity);
        QCOMPARE(point.verdict, single->verdict);
    }
}

void TestSweep::contextSweepEqualsSweep_data()
{
    QTest::addColumn<Plan>("plan");
    Plan plan;
    QTest::newRow("exact") << plan;
    plan.workload.microBatch = 3;
    plan.layout.zero = 3;
    plan.recipe.loss = Loss::Chunked;
    plan.recipe.attention = Attention::Eager;
    plan.recipe.recompute = Recompute::Selective;
    plan.model = CatalogModel{"deepseek-v2-lite-16b"};
    QTest::newRow("exact, experts and latents") << plan;
    plan.cluster.overhead = Overhead::None;
    QTest::newRow("exact, tensors alone") << plan;
    plan = {};
    plan.method = MethodId::Lecture;
    QTest::newRow("lecture") << plan;
    plan.method = MethodId::TransformerMath;
    QTest::newRow("transformer math") << plan;
}

void TestSweep::contextSweepEqualsSweep()
{
    QFETCH(Plan, plan);
    const auto contexts = sampleValues(1, 131072, 129);
    const auto prepared = prepare(plan, builtinCatalog());
    QVERIFY2(prepared, qPrintable(whyNot(prepared)));
    ContextTotals over(*prepared);
    const auto quick = contextSweep(over, *contexts);
    const auto whole = sweep(plan, builtinCatalog(), "workload.context", *contexts);
    QVERIFY(quick && whole);
    QCOMPARE(quick->size(), whole->points.size());
    for (std::size_t i = 0; i < quick->size(); ++i) {
        // Between powers of two, what the allocator keeps idle is interpolated.
        const auto context = static_cast<std::uint64_t>((*contexts)[i]);
        const Totals& exact = whole->points[i].totals;
        if (plan.method == MethodId::Exact && plan.cluster.overhead != Overhead::None
            && !std::has_single_bit(context) && context != 8192) {
            QCOMPARE((*quick)[i].allocated, exact.allocated);
            constexpr double near = 0.55;
            const auto total = static_cast<double>(exact.total);
            const auto interpolated = static_cast<double>((*quick)[i].total);
            QVERIFY2(std::abs(interpolated - total) < near * total,
                     qPrintable(QStringLiteral("%1 tokens: %2 of %3")
                                    .arg(context)
                                    .arg(interpolated)
                                    .arg(total)));
            continue;
        }
        QCOMPARE((*quick)[i].perGpu, whole->points[i].totals.perGpu);
        QCOMPARE((*quick)[i].total, whole->points[i].totals.total);
        QCOMPARE((*quick)[i].high, whole->points[i].totals.high);
        QCOMPARE((*quick)[i].peakMoment, whole->points[i].totals.peakMoment);
    }
}

void TestSweep::contextSweepStopsAtTheUncountable()
{
    Plan plan;
    plan.recipe.attention = Attention::Eager;
    plan.workload.microBatch = 65536;
    const auto prepared = prepare(plan, builtinCatalog());
    QVERIFY2(prepared, qPrintable(whyNot(prepared)));
    ContextTotals over(*prepared);
    QVERIFY(contextSweep(over, {1, 1024}));
    const auto found = contextSweep(over, {1, 16'777'216});
    QVERIFY(!found);
    QCOMPARE(shown(found.problems().front().field), shown(KeyPath("workload.micro_batch")));
}

/// A model of 180,000 weights, whose replay takes more than a million steps at each point.
void TestSweep::replaysAreSpreadOverLongSweeps()
{
    CustomModel model = llama(64, 300, 1, 1, 128, 100);
    model.experts = model.expertsPerToken = 1;
    model.moeIntermediateSize = 16;
    model.sharedExperts = 200;
    Plan plan;
    plan.model = model;
    plan.cluster.gpus = 1;
    const auto values = *sampleValues(1000, 2000, 50);
    const ReplayBudget budget(INT64_MAX);
    const auto found = sweep(plan, builtinCatalog(), "workload.context", values);
    QVERIFY(found);
    QVERIFY(budget.spent() > 0);
    QVERIFY(budget.spent() < 18 * mostReplayWork);
    const auto isReplayed = [](const SweepPoint& point) { return !point.totals.replayEnded; };
    const auto replayed = std::ranges::count_if(found->points, isReplayed);
    QVERIFY(isReplayed(found->points.front()));
    QVERIFY(replayed < 50);
    // Those of the second half have their part.
    QVERIFY(std::any_of(found->points.begin() + 25, found->points.end(), isReplayed));
    // A sweep of ordinary steps is replayed throughout.
    const auto usual
        = sweep(Plan{}, builtinCatalog(), "workload.context", *sampleValues(1000, 100000, 300));
    QVERIFY(std::ranges::all_of(usual->points, isReplayed));
}

void TestSweep::wrongAxes_data()
{
    QTest::addColumn<QString>("axis");
    for (const char* axis : {"", "workload", "workload.contxt", "recipe.precision", "model.id",
                             "recipe.dropout", "adapter.targets", "name"})
        QTest::newRow(axis) << QString::fromLatin1(axis);
}

void TestSweep::wrongAxes()
{
    QFETCH(QString, axis);
    const auto found = sweepAxis(axis.toStdString());
    QVERIFY(!found);
    QCOMPARE(shown(found.problems().front().field), QLatin1String("--axis"));
    QVERIFY(shown(found.problems().front().found).contains(axis));
}

void TestSweep::wrongValues_data()
{
    QTest::addColumn<KeyPath>("axis");
    QTest::addColumn<std::int64_t>("value");
    QTest::newRow("no context") << KeyPath("workload.context") << std::int64_t{0};
    QTest::newRow("context too long") << KeyPath("workload.context") << std::int64_t{16777217};
    QTest::newRow("stage 4") << KeyPath("layout.zero") << std::int64_t{4};
    QTest::newRow("heads that do not divide") << KeyPath("layout.tensor") << std::int64_t{3};
}

void TestSweep::wrongValues()
{
    QFETCH(KeyPath, axis);
    QFETCH(std::int64_t, value);
    const auto found = sweep(Plan{}, builtinCatalog(), axis, {1, value});
    QVERIFY(!found);
    QCOMPARE(shown(found.problems().front().field), shown(axis));
}

void TestSweep::ticksByHand_data()
{
    QTest::addColumn<double>("most");
    QTest::addColumn<double>("step");
    QTest::addColumn<int>("marks");
    QTest::newRow("8") << 8.0 << 1.0 << 9;
    QTest::newRow("8.1") << 8.1 << 2.0 << 6;
    QTest::newRow("16") << 16.0 << 2.0 << 9;
    QTest::newRow("17") << 17.0 << 5.0 << 5;
    QTest::newRow("80") << 80.0 << 10.0 << 9;
    QTest::newRow("88") << 88.0 << 20.0 << 6;
    QTest::newRow("158, the lecture's ZeRO-0") << 158.0 << 20.0 << 9;
    QTest::newRow("1348, the lecture's 8B") << 1348.0 << 200.0 << 8;
    QTest::newRow("0.3") << 0.3 << 0.05 << 7;
}

void TestSweep::ticksByHand()
{
    QFETCH(double, most);
    QFETCH(double, step);
    QFETCH(int, marks);
    const std::vector<double> ticks = niceTicks(most);
    QCOMPARE(static_cast<int>(ticks.size()), marks);
    QCOMPARE(ticks.front(), 0.0);
    QCOMPARE(ticks[1], step);
}

void TestSweep::ticksCover()
{
    Random random(41);
    for (int i = 0; i < 20000; ++i) {
        const double most = std::pow(10.0, 16 * random.part() - 6);
        const std::vector<double> ticks = niceTicks(most);
        const auto said = QStringLiteral("%1: %2 marks").arg(most, 0, 'g', 17).arg(ticks.size());
        QVERIFY2(ticks.size() >= 5 && ticks.size() <= 9, qPrintable(said));
        QVERIFY2(ticks.back() >= most * (1 - 1e-6), qPrintable(said));
        QVERIFY2(ticks[ticks.size() - 2] < most, qPrintable(said)); // no mark above the data
        const double step = ticks[1];
        const double lead = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
        const bool nice
            = std::abs(lead - 1) < 1e-9 || std::abs(lead - 2) < 1e-9 || std::abs(lead - 5) < 1e-9;
        QVERIFY2(nice, qPrintable(said));
    }
    for (const double nothing : {0.0, -1.0}) {
        const std::vector<double> ticks = niceTicks(nothing);
        QVERIFY(ticks.size() >= 2 && ticks.size() <= 9 && ticks.back() > 0);
    }
}

void TestSweep::jsonShape()
{
    Plan plan;
    plan.layout.zero = 3;
    const auto found = sweep(plan, builtinCatalog(), "workload.context", {1024, 131072});
    QVERIFY2(found, qPrintable(whyNot(found)));
    const std::string text = sweepJson(*found);
    QCOMPARE(text.back(), '\n');
    const json read = json::parse(text);
    QCOMPARE(shown(read.at("format").get<std::string>()), QLatin1String("highwater-sweep"));
    QCOMPARE(read.at("version").get<int>(), 1);
    QCOMPARE(shown(read.at("axis").get<std::string>()), shown(KeyPath("workload.context")));
    QCOMPARE(read.at("points").size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
        const json& point = read.at("points")[i];
        const SweepPoint& expected = found->points[i];
        QCOMPARE(point.at("value").get<std::int64_t>(), expected.value);
        const json& gpu = point.at("per_gpu");
        Bytes sum = 0;
        for (std::size_t group = 0; group < groupCount; ++group) {
            const json& bytes = gpu.at(std::string(nameOf(static_cast<Group>(group))));
            QVERIFY(bytes.is_number_integer());
            sum += bytes.get<Bytes>();
        }
        QCOMPARE(sum, expected.totals.total);
        QCOMPARE(gpu.at("total").get<Bytes>(), expected.totals.total);
        QCOMPARE(gpu.at("low").get<Bytes>(), expected.totals.low);
        QCOMPARE(gpu.at("high").get<Bytes>(), expected.totals.high);
        QCOMPARE(gpu.at("capacity").get<Bytes>(), expected.capacity);
        QCOMPARE(gpu.at("free").get<Bytes>(), expected.capacity - expected.totals.total);
        QCOMPARE(gpu.at("fits").get<bool>(), expected.totals.total <= expected.capacity);
        QCOMPARE(shown(gpu.at("verdict").get<std::string>()), shown(nameOf(expected.verdict)));
        QCOMPARE(shown(gpu.at("peak_moment").get<std::string>()),
                 shown(nameOf(*expected.totals.peakMoment)));
    }
    QVERIFY(read.at("points")[0].at("per_gpu").at("fits"));
    QVERIFY(!read.at("points")[1].at("per_gpu").at("fits"));
}

void TestSweep::csvShape()
{
    SweepPoint point;
    point.value = 1024;
    point.totals.perGpu = {{1, 2, 3, 4, 5, 6}};
    point.totals.total = 21;
    point.totals.low = 20;
    point.totals.high = 22;
    point.capacity = 21;
    point.verdict = Verdict::Probably;
    QCOMPARE(shown(sweepCsv({"workload.context", {point}})),
             QLatin1String("workload.context,parameters (bytes),gradients (bytes),"
                           "optimizer (bytes),activations (bytes),temporary (bytes),"
                           "overhead (bytes),total (bytes),low (bytes),high (bytes),"
                           "capacity (bytes),verdict\n"
                           "1024,1,2,3,4,5,6,21,20,22,21,probably\n"));
}

QTEST_APPLESS_MAIN(TestSweep)
#include "test_sweep.moc"
