// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "random_plan.h"
#include "timed_plan.h"

#include <QtTest>

#include <algorithm>
#include <array>

using namespace highwater;

namespace {

QString said(const Text& text)
{
    return QString::fromStdString(english(text));
}

} // namespace

/// The bytes that one GPU sends in a step: each kind with a formula, numbers worked out by hand,
/// and a source.
class TestTraffic : public QObject
{
    Q_OBJECT

private slots:
    void numbers_data();
    void numbers();
    void theOptimizersNumbers();
    void linesAddUpToTheStep();
    void aRunHasTheRangeOfItsStep();
};

void TestTraffic::numbers_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<TrafficKind>("kind");
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("numbers");
    // Llama 3.1 8B has 8,030,261,248 parameters in 32 layers of h = 4,096; its keys and values have
    // 1,024 columns each. 4,096 tokens · h = 16.8M values.
    const auto row = [](const char* name, TrafficKind kind, const char* formula,
                        const char* numbers, std::vector<Setting> settings) {
        const std::vector<Setting> all{
            {"cluster.gpus", "8"}, {"workload.context", "4096"}, {"workload.micro_batch", "1"},
            {"layout.zero", "0"},  {"recipe.gradients", "bf16"}, {"recipe.framework", "megatron"}};
        settings.insert(settings.begin(), all.begin(), all.end());
        QTest::newRow(name) << planWith(settings, Plan()) << kind << QString::fromUtf8(formula)
                            << QString::fromUtf8(numbers);
    };
    // 4 micro-batches · 32 layers · 8 collectives
    row("tensor ranks", TrafficKind::TensorParallel, "m·L/p·n·w·b·s/c·h·(r − 1)/r",
        "1,024 · 2 · 16.8M · (8 − 1) / 8",
        {{"layout.tensor", "8"},
         {"layout.sequence_parallel", "true"},
         {"layout.tp_inputs", "gathered"},
         {"workload.global_batch", "4"}});
    // 4 · 32 · 3 rounds; 512 tokens of 2,048 columns
    row("context ranks", TrafficKind::ContextParallel, "m·L/p·n·w·b·s/c·(keys + values)/t·(r − 1)",
        "384 · 2 · 1.05M · (8 − 1)", {{"layout.context", "8"}, {"workload.global_batch", "4"}});
    // 32 layers · 4 ways; each token goes to two of eight experts
    row("expert ranks", TrafficKind::ExpertParallel, "m·L/p·n·w·routed tokens·h·(r − 1)/r",
        "128 · 2 · 33.6M · (8 − 1) / 8",
        {{"model.id", "mixtral-8x7b"}, {"layout.expert", "8"}, {"workload.global_batch", "8"}});
    // 6 micro-batches there and back, of which each of two tensor ranks sends a half
    row("stages", TrafficKind::Pipeline, "m·n·w·b·s/c·h", "12 · 2 · 8.39M",
        {{"layout.pipeline", "4"},
         {"layout.tensor", "2"},
         {"layout.sequence_parallel", "true"},
         {"workload.global_batch", "6"}});
    row("gathered shards", TrafficKind::WeightGathers, "m·n·w·P·(r − 1)/r",
        "4 · 2 · 8.03B · (8 − 1) / 8",
        {{"recipe.framework", "pytorch-fsdp"},
         {"layout.zero", "3"},
         {"workload.global_batch", "16"}});
    row("an all-reduce", TrafficKind::Gradients, "n·w·P·(r − 1)/r", "2 · 2 · 8.03B · (8 − 1) / 8",
        {});
    row("a reduce-scatter", TrafficKind::Gradients, "n·w·P·(r − 1)/r", "2 · 8.03B · (8 − 1) / 8",
        {{"layout.zero", "1"}});
    row("new weights", TrafficKind::NewWeights, "w·P·(r − 1)/r", "2 · 8.03B · (8 − 1) / 8",
        {{"layout.zero", "1"}});
    // two replicas of four shards
    row("replicas", TrafficKind::ReplicaGradients, "n·w·P/d·(r − 1)/r",
        "2 · 2 · 2.01B · (2 − 1) / 2",
        {{"recipe.framework", "pytorch-fsdp"}, {"layout.zero", "3"}, {"layout.replicate", "2"}});
    // two bytes of a gradient there, two of a weight back
    row("the optimizer on the host", TrafficKind::OptimizerOffload, "w·P/d", "4 · 1.00B",
        {{"recipe.framework", "deepspeed"},
         {"layout.zero", "3"},
         {"layout.offload_optimizer", "cpu"}});
    row("weights on the host", TrafficKind::ParameterOffload, "m·n·w·P/d", "4 · 2 · 1.00B",
        {{"recipe.framework", "deepspeed"},
         {"layout.zero", "3"},
         {"layout.offload_parameters", "cpu"},
         {"workload.global_batch", "16"}});
}

void TestTraffic::numbers()
{
    QFETCH(Plan, plan);
    QFETCH(TrafficKind, kind);
    const std::vector<TrafficLine> lines = timed(preparedPlan(plan)).traffic;
    const auto line = std::ranges::find(lines, kind, &TrafficLine::kind);
    QVERIFY(line != lines.end());
    QTEST(said(line->formula), "formula");
    QTEST(said(line->numbers), "numbers");
    QVERIFY(!said(line->source).isEmpty());
}

/// Weights of 32 bits and two moments are read and written, 16 bits of gradient and of weight once.
void TestTraffic::theOptimizersNumbers()
{
    const auto answer
        = timed(preparedPlan(planWith({{"cluster.gpus", "8"}, {"layout.zero", "3"}}, Plan())));
    const auto line = std::ranges::find(answer.lines, TimePart::Optimizer, &TimeLine::part);
    QVERIFY(line != answer.lines.end());
    QCOMPARE(said(line->numbers), QStringLiteral("1.00B · 28 / 3,350 GB/s · 1.20"));
}

void TestTraffic::linesAddUpToTheStep()
{
    Random random(9);
    int answered = 0;
    for (int i = 0; i < casesToTry(300); ++i) {
        const auto resolved = prepare(randomPlan(random), builtinCatalog());
        if (!resolved)
            continue;
        const auto answer = timeOf(*resolved);
        if (!answer)
            continue;
        ++answered;
        std::array<double, trafficKindCount> bytes{};
        for (const TrafficLine& line : answer->traffic)
            bytes[static_cast<std::size_t>(line.kind)] += line.traffic.bytes;
        for (std::size_t kind = 0; kind < bytes.size(); ++kind)
            QVERIFY(near(bytes[kind], answer->step.traffic[kind].bytes));
    }
    QVERIFY2(answered > casesToTry(30), qPrintable(QString::number(answered)));
}

void TestTraffic::aRunHasTheRangeOfItsStep()
{
    const TimeAnswer answer = timed(preparedPlan(Plan()));
    QVERIFY(answer.low < answer.seconds && answer.seconds < answer.high);
    QVERIFY(near(answer.lowShare(), answer.low / answer.seconds));
    QVERIFY(near(answer.highShare(), answer.high / answer.seconds));
    const Resolved stated = preparedPlan(planWith({{"cluster.utilisation", "0.4"}}, Plan()));
    QCOMPARE(timed(stated).lowShare(), 1.0);
    QCOMPARE(timed(stated).highShare(), 1.0);
}

QTEST_APPLESS_MAIN(TestTraffic)
#include "test_traffic.moc"
