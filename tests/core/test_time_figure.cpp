// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/answers.h"
#include "core/exchange/figure_csv.h"
#include "core/figure/answer_tables.h"
#include "core/figure/figures.h"
#include "core/methods/method.h"
#include "core/time/amount_text.h"
#include "helpers.h"
#include "plans.h"
#include "printing.h"
#include "random_plan.h"

#include <QTest>

#include <cmath>

using namespace highwater;

namespace {

Resolved prepared(const Plan& plan)
{
    const auto found = prepare(plan, builtinCatalog(), fittedIdleShares());
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *found;
}

TimeChart chartOf(const Plan& plan)
{
    const auto made = timeChart(prepared(plan));
    if (!made)
        qFatal("%s", qPrintable(whyNot(made)));
    return *made;
}

/// 70B in four uneven stages: the last one has the head.
Plan pipelined()
{
    return planWith({{"model.id", "llama-3.1-70b"},
                     {"cluster.gpus", "64"},
                     {"layout.tensor", "2"},
                     {"layout.pipeline", "4"},
                     {"layout.zero", "1"},
                     {"workload.global_batch", "64"}});
}

double seconds(const TimeChart& chart, std::size_t layer, std::size_t bar)
{
    return inUnit(chart.figure.panels.front().layers[layer].values[bar], ValueUnit::seconds());
}

QString cellAt(const FigureTable& table, std::size_t row, std::size_t column)
{
    return shown(english(table.rows[row][column].text));
}

/// Of the row with this name.
QString cellOf(const FigureTable& table, const char* name, std::size_t column)
{
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        if (cellAt(table, row, 0) == QLatin1String(name))
            return cellAt(table, row, column);
    return {};
}

} // namespace

/// The figure of a step's time, and the table of the run.
class TestTimeFigure : public QObject
{
    Q_OBJECT

private slots:
    void aBarForEachStage();
    void stagesAverageToTheStep_data();
    void stagesAverageToTheStep();
    void groupsHoldEveryPart();
    void oneBarHasItsAmounts();
    void timesHaveTheUnitOfTheirSize();
    void anEmptiedCacheHasItsName();
    void shortStepsAreInMilliseconds();
    void byUtilisation();
    void noTime_data();
    void noTime();
    void csvHasSeconds();
    void tableHasTheBars();
    void runHasLowExpectedAndHigh();
    void runOfAStatedLength();
    void offloadedParametersWait();
};

void TestTimeFigure::aBarForEachStage()
{
    const TimeChart chart = chartOf(pipelined());
    const Panel& panel = chart.figure.panels.at(0);
    QCOMPARE(panel.xs, (std::vector<std::int64_t>{1, 2, 3, 4}));
    QVERIFY(panel.bars);
    for (std::size_t bar = 0; bar < 4; ++bar) // a stage waits while others work
        QVERIFY(std::abs(inUnit(panel.totalAt(bar), ValueUnit::seconds()) - chart.answer.seconds)
                < 1e-8);
    QCOMPARE(shown(english(panel.layers.front().name)), QStringLiteral("Products and attention"));
    QCOMPARE(shown(english(panel.layers.back().name)), QStringLiteral("Waiting in the pipeline"));
    QVERIFY(seconds(chart, 0, 3) > seconds(chart, 0, 0)); // the head
    const std::size_t waits = panel.layers.size() - 1;
    QVERIFY(seconds(chart, waits, 3) < seconds(chart, waits, 0));
}

void TestTimeFigure::stagesAverageToTheStep_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::newRow("one stage") << planWith({{"layout.zero", "3"}});
    QTest::newRow("four uneven stages") << pipelined();
    QTest::newRow("two chunks a stage") << planWith(
        {{"layout.virtual_pipeline", "2"}, {"workload.global_batch", "128"}}, pipelined());
    QTest::newRow("dense layers, then experts") << planWith({{"model.id", "deepseek-v3-r1-671b"},
                                                             {"cluster.gpus", "256"},
                                                             {"layout.pipeline", "8"},
                                                             {"layout.expert", "8"},
                                                             {"layout.zero", "1"},
                                                             {"workload.global_batch", "256"}});
    QTest::newRow("parameters in host memory")
        << planWith({{"layout.zero", "3"}, {"layout.offload_parameters", "cpu"}});
}

void TestTimeFigure::stagesAverageToTheStep()
{
    QFETCH(Plan, plan);
    const Resolved resolved = prepared(plan);
    const auto machine = machineOf(resolved);
    const StepTime step = stepTime(resolved, *machine);
    const auto stages = stageParts(resolved, *machine);
    QCOMPARE(static_cast<std::int64_t>(stages.size()), plan.layout.pipeline);
    std::array<double, timePartCount> means{};
    for (const auto& parts : stages) {
        double sum = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            QVERIFY(parts[i] >= -1e-9);
            sum += parts[i];
            means[i] += parts[i] / static_cast<double>(stages.size());
        }
        QVERIFY(std::abs(sum - step.seconds) < 1e-9 * step.seconds);
    }
    for (const TimePart part : everyOf<TimePart>())
        QVERIFY2(std::abs(means[static_cast<std::size_t>(part)] - step[part]) < 1e-9 * step.seconds,
                 nameOf(part).data());
}

void TestTimeFigure::groupsHoldEveryPart()
{
    std::array<double, timePartCount> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] = static_cast<double>(1 << (i % 8));
    double all = 0, grouped = 0;
    for (const double part : parts)
        all += part;
    for (const double sum : groupSeconds(parts)) {
        QVERIFY(sum > 0);
        grouped += sum;
    }
    QCOMPARE(grouped, all);
}

void TestTimeFigure::oneBarHasItsAmounts()
{
    const TimeChart chart = chartOf(planWith({{"layout.zero", "3"}}));
    const Panel& panel = chart.figure.panels.at(0);
    QCOMPARE(panel.xs.size(), std::size_t{1});
    double products = 0;
    for (const TimeLine& line : chart.answer.lines)
        products += groupOf(line.part) == TimeGroup::Products ? line.seconds : 0;
    QVERIFY(std::abs(seconds(chart, 0, 0) - products) < 1e-8);
    QVERIFY(shown(english(panel.captions.front())).contains(QStringLiteral("tokens a second")));
}

void TestTimeFigure::timesHaveTheUnitOfTheirSize()
{
    QCOMPARE(shown(secondsText(0.0002)), QStringLiteral("0.200 ms"));
    QCOMPARE(shown(secondsText(0.9)), QStringLiteral("900 ms"));
    QCOMPARE(shown(secondsText(359)), QStringLiteral("359 s"));
    const auto money = [](double dollars) -> QString {
        const MoneyUnit unit = moneyUnit(dollars);
        return shown(amountText(dollars / unit.dollars)) + QLatin1Char(' ')
            + QLatin1String(unit.name);
    };
    QCOMPARE(money(523), QStringLiteral("523 USD"));
    QCOMPARE(money(9999), QStringLiteral("9,999 USD"));
    QCOMPARE(money(12'480), QStringLiteral("12.5 kUSD"));
    QCOMPARE(money(49'821'556), QStringLiteral("49.8 MUSD"));
    QCOMPARE(shown(durationText(200'000)), QStringLiteral("0.200 ms"));
}

/// 0.7 s a micro-batch in which the allocator empties its cache are not launches.
void TestTimeFigure::anEmptiedCacheHasItsName()
{
    auto plan = prepare(planWith({{"layout.zero", "3"}}), builtinCatalog());
    QVERIFY(plan);
    const auto names = [&] {
        QStringList all;
        const auto chart = timeChart(*plan);
        for (const Layer& layer : chart->figure.panels.at(0).layers)
            all << shown(english(layer.name));
        return all;
    };
    const QString emptied = QStringLiteral("Emptying of the cache, launches");
    plan->idle.flushes = false;
    QVERIFY(!names().contains(emptied));
    plan->idle.flushes = true;
    QVERIFY(names().contains(emptied));
    QVERIFY(!names().contains(QStringLiteral("Launches and program")));
}

void TestTimeFigure::shortStepsAreInMilliseconds()
{
    QCOMPARE(chartOf(planWith({{"layout.zero", "3"}})).figure.unit, ValueUnit::milliseconds());
    QCOMPARE(chartOf(pipelined()).figure.unit, ValueUnit::seconds());
    QCOMPARE(shown(english(chartOf(pipelined()).figure.panels[0].y.title)),
             QStringLiteral("Time (s)"));
}

void TestTimeFigure::byUtilisation()
{
    const TimeChart chart
        = chartOf(planWith({{"cluster.utilisation", "0.4"}, {"layout.pipeline", "4"}}));
    const Panel& panel = chart.figure.panels.at(0);
    QCOMPARE(panel.xs.size(), std::size_t{1});
    QCOMPARE(panel.layers.size(), std::size_t{2});
    QVERIFY(std::abs(seconds(chart, 0, 0) - 0.4 * chart.answer.seconds) < 1e-8);
    QVERIFY(std::abs(seconds(chart, 1, 0) - 0.6 * chart.answer.seconds) < 1e-8);
}

void TestTimeFigure::noTime_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("field");
    QTest::newRow("another method") << planWith({{"method", "rule-of-thumb"}}) << "method";
    QTest::newRow("a link of 0") << planWith({{"cluster.links.intra", "0"}})
                                 << "cluster.links.intra";
    QTest::newRow("a utilisation of 0")
        << planWith({{"cluster.utilisation", "0"}}) << "cluster.utilisation";
}

void TestTimeFigure::noTime()
{
    QFETCH(Plan, plan);
    QFETCH(QString, field);
    const auto made = figureNamed("time", plan, builtinCatalog());
    QVERIFY(!made);
    QCOMPARE(shown(made.problems().front().field), field);
}

void TestTimeFigure::csvHasSeconds()
{
    const TimeChart chart = chartOf(pipelined());
    const std::string csv = figureCsv(chart.figure, [](const Text& text) { return english(text); });
    const QStringList lines = shown(csv).trimmed().split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 5);
    QVERIFY(
        lines[0].startsWith(QStringLiteral("Stage of the pipeline,Products and attention (s)")));
    QVERIFY(!shown(csv).contains(QStringLiteral("bytes")));
    for (qsizetype i = 1; i < lines.size(); ++i)
        QVERIFY(std::abs(lines[i].section(QLatin1Char(','), -1).toDouble() - chart.answer.seconds)
                < 1e-6);
}

void TestTimeFigure::tableHasTheBars()
{
    const TimeChart chart = chartOf(pipelined());
    const FigureTable table = figureTable(chart.figure);
    QCOMPARE(table.rows.size(), std::size_t{4});
    QCOMPARE(shown(english(table.heads.front())), QStringLiteral("Stage of the pipeline"));
    QCOMPARE(cellAt(table, 2, 0), QStringLiteral("3"));
    QCOMPARE(cellAt(table, 2, table.heads.size() - 1), shown(secondsText(chart.answer.seconds)));
}

void TestTimeFigure::runHasLowExpectedAndHigh()
{
    const TimeAnswer answer = chartOf(planWith({{"layout.zero", "3"}})).answer;
    const FigureTable table = runTable(answer);
    QCOMPARE(cellAt(table, 0, 1), shown(amountText(answer.low)));
    QCOMPARE(cellAt(table, 0, 2), shown(amountText(answer.seconds)));
    QCOMPARE(cellAt(table, 0, 3), shown(amountText(answer.high)));
    // The slowest step has the fewest tokens a second.
    QCOMPARE(cellOf(table, "Tokens/s", 1), shown(amountText(answer.tokens / answer.high)));
    QCOMPARE(cellOf(table, "Tokens/s", 3), shown(amountText(answer.tokens / answer.low)));
    QCOMPARE(cellOf(table, "Tokens (Chinchilla)", 2), QStringLiteral("161B"));
}

void TestTimeFigure::runOfAStatedLength()
{
    const TimeAnswer answer
        = chartOf(planWith({{"workload.training_tokens", "15000000000000"}})).answer;
    const FigureTable table = runTable(answer);
    QCOMPARE(cellOf(table, "Tokens of the run", 2), QStringLiteral("15.0T"));
    QCOMPARE(cellOf(table, "Days", 2), shown(amountText(answer.run->days())));
    const TimeAnswer stated = chartOf(planWith({{"cluster.utilisation", "0.5"}})).answer; // no band
    QCOMPARE(runTable(stated).rows[0][1].kind, CellKind::None);
}

/// On one GPU nothing is gathered: what waits is the way from the host.
void TestTimeFigure::offloadedParametersWait()
{
    const StepTime step = chartOf(planWith({{"cluster.gpus", "1"},
                                            {"layout.zero", "3"},
                                            {"layout.offload_parameters", "cpu"}}))
                              .answer.step;
    QCOMPARE(step[TimePart::WeightGathers], 0.0);
    QCOMPARE(step[TrafficKind::WeightGathers].bytes, 0.0);
    QVERIFY(step[TimePart::ParameterOffload] > 0);
    QCOMPARE(step[TimePart::ParameterOffload], step[TrafficKind::ParameterOffload].waits);
    // Over several, both ways wait, one after the other.
    const StepTime shared
        = chartOf(planWith({{"layout.zero", "3"}, {"layout.offload_parameters", "cpu"}}))
              .answer.step;
    QVERIFY(shared[TimePart::WeightGathers] > 0 && shared[TimePart::ParameterOffload] > 0);
    QCOMPARE(shared[TimePart::WeightGathers], shared[TrafficKind::WeightGathers].waits);
}

QTEST_GUILESS_MAIN(TestTimeFigure)
#include "test_time_figure.moc"
