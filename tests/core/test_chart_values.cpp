// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures as values: the context chart's samples, the tables below the figures, bands left out.
#include "core/exchange/presets.h"
#include "core/figure/compare.h"
#include "core/figure/context_chart.h"
#include "core/figure/figure_table.h"
#include "core/figure/gpus_figure.h"
#include "core/figure/lecture_figures.h"
#include "core/methods/method.h"
#include "helpers.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <cstdint>

using namespace highwater;

namespace {

Resolved resolvedOf(const Plan& plan)
{
    return *prepare(plan, builtinCatalog());
}

ContextChart chartOf(const Plan& plan)
{
    return *contextChart(resolvedOf(plan), {});
}

Bytes gibibytes(double amount)
{
    return std::llround(amount * 1073741824.0);
}

} // namespace

class TestChartValues : public QObject
{
    Q_OBJECT

private slots:
    void samplesAreTheEstimates_data();
    void samplesAreTheEstimates();
    void switchesAreSampledOnBothSides_data() { samplesAreTheEstimates_data(); }
    void switchesAreSampledOnBothSides();
    void stepsOfAMixtureStandUpright();
    void aSwitchByHand();
    void tableOfTheZeroFigure();
    void tableOfTheSizes();
    void tableOfGeneratedText();
    void tableOfOnePanel();
    void tablesHaveWholeRows_data();
    void tablesHaveWholeRows();
    void bandsLeftOut();
    void aPartThatACaseLacksIsNothing();
    void oneScaleForAll();
    void comparedPlansHaveTheirTotals();
    void onlyDifferencesAreListed();
    void aPlanWithoutEstimateLeavesTheOthers();
    void theCurrentPlanIsSolid();
    void curvesDoNotFlattenTheBars();
    void onePlanHasNoDifferences();
    void theBaselineHasItsOwnTotals();
    void theAxisHoldsTheBaseline();
};

void TestChartValues::samplesAreTheEstimates_data()
{
    QTest::addColumn<Plan>("plan");
    Plan plan;
    plan.layout.zero = 3;
    QTest::newRow("flash, full loss") << plan;
    plan.recipe.loss = Loss::Chunked;
    QTest::newRow("chunked loss, many switches") << plan;
    plan.recipe.attention = Attention::Eager;
    QTest::newRow("eager attention") << plan;
    plan = {};
    plan.model = CatalogModel{"llama-3.1-405b"};
    plan.layout.zero = 2;
    QTest::newRow("never fits, one switch") << plan;
    plan = {};
    plan.method = MethodId::LectureZero;
    QTest::newRow("a method without moments") << plan;
}

/// A chart replays the allocator at powers of two, and at the crossing and the marker. Between
/// them, the bytes that the allocator keeps idle are interpolated.
bool isReplayed(const ContextChart& chart, std::int64_t context)
{
    return std::has_single_bit(static_cast<std::uint64_t>(context)) || context == chart.marker
        || context == chart.longest;
}

bool isNear(Bytes interpolated, Bytes replayed)
{
    constexpr double near = 0.15;
    return std::abs(static_cast<double>(interpolated - replayed))
        < near * static_cast<double>(replayed);
}

void TestChartValues::samplesAreTheEstimates()
{
    QFETCH(const Plan, plan);
    const ContextChart chart = chartOf(plan);
    QCOMPARE(chart.peaks.size(), chart.contexts.size());
    QVERIFY(std::ranges::find(chart.contexts, plan.workload.context) != chart.contexts.end());
    if (chart.crossing == Crossing::At && double(chart.longest) < chart.x.most
        && double(chart.longest) > chart.x.least)
        QVERIFY(std::ranges::find(chart.contexts, chart.longest) != chart.contexts.end());
    for (std::size_t i = 0; i < chart.contexts.size(); ++i) {
        QVERIFY(i == 0 || chart.contexts[i] > chart.contexts[i - 1]);
        Plan at = plan;
        at.workload.context = chart.contexts[i];
        const auto judged = judge(at, builtinCatalog());
        QVERIFY(judged);
        if (isReplayed(chart, chart.contexts[i]))
            QCOMPARE(chart.stackedAt(i), judged->totals.total);
        else
            QVERIFY(isNear(chart.stackedAt(i), judged->totals.total));
        QCOMPARE(chart.peaks[i], judged->totals.peakMoment);
    }
}

void TestChartValues::switchesAreSampledOnBothSides()
{
    QFETCH(const Plan, plan);
    const ContextChart chart = chartOf(plan);
    std::vector<std::int64_t> found;
    for (std::size_t i = 1; i < chart.contexts.size(); ++i)
        if (chart.peaks[i] != chart.peaks[i - 1]) {
            QCOMPARE(chart.contexts[i] - chart.contexts[i - 1], std::int64_t{1});
            found.push_back(chart.contexts[i]);
        }
    for (const std::int64_t context : found)
        QVERIFY(std::ranges::count(chart.switches, context) == 1);
    for (const std::int64_t context : chart.switches)
        QVERIFY(std::ranges::count(chart.contexts, context - 1) == 1);
}

/// The bands of a mixture have two steps: one to another moment, and one to another event within
/// the backward pass of a layer, which is no separate moment.
void TestChartValues::stepsOfAMixtureStandUpright()
{
    const auto shipped = presets();
    Plan plan = std::ranges::find(shipped, "47b-mixtral-on-32-h100.hwplan", &Preset::file)->plan;
    plan.cluster.overhead = Overhead::None;
    const ContextChart chart = chartOf(plan);
    QCOMPARE(chart.switches.size(), std::size_t{2});
    QCOMPARE(chart.peakAt(chart.switches[0]), chart.peakAt(chart.switches[0] - 1));
    QVERIFY(chart.peakAt(chart.switches[1]) != chart.peakAt(chart.switches[1] - 1));
    for (const std::int64_t context : chart.switches) {
        Bytes most = 0;
        const std::vector<Bytes> before = chart.at(context - 1), after = chart.at(context);
        for (std::size_t i = 0; i < before.size(); ++i)
            most = std::max(most, std::abs(after[i] - before[i]));
        QVERIFY(toGib(most) > 0.5); // from one token to the next
    }
}

void TestChartValues::aSwitchByHand()
{
    // 8B unsharded, eager: at the loss live 12 bytes a logit, 12·V = 1,539,072 a token; in the
    // backward pass of a layer its score gradients grow with the square of the context instead.
    Plan plan;
    plan.recipe.attention = Attention::Eager;
    const ContextChart chart = chartOf(plan);
    QCOMPARE(chart.switches.size(), std::size_t{1});
    const std::int64_t at = chart.switches.front();
    QCOMPARE(*chart.peakAt(at - 1), Moment::Loss);
    QCOMPARE(*chart.peakAt(at), Moment::LayerBackward);
}

void TestChartValues::tableOfTheZeroFigure()
{
    // 8.05e9 parameters of 2, 2 and 8 bytes: 15, 15 and 60 GiB; 4.25 GiB of activations per 1K.
    const FigureTable table = figureTable(*lectureFigure("lecture-zero", Sampling::Smooth));
    QCOMPARE(table.rows.size(), std::size_t{4});
    const auto bytes
        = [&](std::size_t row, std::size_t column) { return table.rows[row][column].number; };
    QCOMPARE(english(table.heads[4]), std::string("States"));
    QCOMPARE(english(table.heads[5]), std::string("Total, 1K"));
    QCOMPARE(english(table.heads[7]), std::string("Total, 16K"));
    const std::array<std::array<double, 4>, 4> expected{{
        {90, 94.25, 107, 158},
        {37.5, 41.75, 54.5, 105.5},
        {24.375, 28.625, 41.375, 92.375},
        {11.25, 15.5, 28.25, 79.25},
    }};
    for (std::size_t row = 0; row < 4; ++row)
        for (std::size_t column = 0; column < 4; ++column) {
            QCOMPARE(bytes(row, 4 + column), gibibytes(expected[row][column]));
            QCOMPARE(table.rows[row][4 + column].over, expected[row][column] > 80);
        }
    QCOMPARE(table.rows[1].back().number, std::int64_t{10240});
    QCOMPARE(table.rows[0].back().kind, CellKind::None);
}

void TestChartValues::tableOfTheSizes()
{
    const FigureTable table = figureTable(*lectureFigure("lecture-scaling", Sampling::Smooth));
    QCOMPARE(table.rows.size(), std::size_t{3});
    // 1348.06 GiB of activations at 16K and 103.92 of states.
    QCOMPARE(QString::number(toGib(table.rows[0][7].number), 'f', 2), QStringLiteral("1452.92"));
}

/// 8.03e9 weights of 2 bytes; a token's cache of 32 layers, 2 · 8 heads of 128 in 2 bytes: 128 KiB.
void TestChartValues::tableOfGeneratedText()
{
    Plan plan;
    plan.workload.task = Task::Inference;
    const FigureTable table = figureTable(*planFigure("sizes", plan, builtinCatalog()));
    QStringList heads;
    for (const Text& head : table.heads)
        heads << QString::fromStdString(english(head));
    QCOMPARE(heads.mid(0, 5),
             (QStringList{QStringLiteral("Case"), QStringLiteral("Weights"),
                          QStringLiteral("KV cache · 8K"), QStringLiteral("Activations · 8K"),
                          QStringLiteral("Runtime overhead")}));
    QCOMPARE(table.rows[0][1].number, Bytes{16'060'522'496});
    QCOMPARE(table.rows[0][2].number, Bytes{8192} * 128 * 1024);
}

void TestChartValues::tableOfOnePanel()
{
    Plan plan;
    plan.layout.zero = 3;
    const FigureTable table = figureTable(*gpusFigure(plan, builtinCatalog()));
    QCOMPARE(table.rows.size(), std::size_t{11}); // 1, 2, 4 … 1,024
    QCOMPARE(english(table.rows[3][0].text), std::string("8"));
    const auto judged = judge(plan, builtinCatalog());
    QCOMPARE(table.rows[3].back().number, judged->totals.total);
    QVERIFY(table.rows[0].back().over);
    QVERIFY(!table.rows[3].back().over);
}

void TestChartValues::tablesHaveWholeRows_data()
{
    QTest::addColumn<QString>("name");
    for (const std::string_view name : lectureFigureNames)
        QTest::newRow(name.data()) << QString::fromLatin1(name.data());
}

void TestChartValues::tablesHaveWholeRows()
{
    QFETCH(const QString, name);
    for (const auto& figure : {lectureFigure(name.toStdString(), Sampling::Published),
                               lectureFigure(name.toStdString(), Sampling::Smooth),
                               planFigure("zero", Plan(), builtinCatalog())}) {
        QVERIFY(figure);
        const FigureTable table = figureTable(*figure);
        QCOMPARE(table.rows.size(), figure->panels.size());
        for (const auto& row : table.rows)
            QCOMPARE(row.size(), table.heads.size());
    }
}

void TestChartValues::bandsLeftOut()
{
    const Figure whole = *lectureFigure("lecture-scaling", Sampling::Smooth);
    std::array<bool, groupCount> shown = everyGroup;
    shown[static_cast<std::size_t>(Group::Activations)] = false;
    const Figure part = onlyShown(whole, shown);
    for (std::size_t i = 0; i < whole.panels.size(); ++i) {
        const Panel& before = whole.panels[i];
        const Panel& after = part.panels[i];
        QCOMPARE(after.layers.size(), before.layers.size() - 1);
        for (std::size_t x = 0; x < before.xs.size(); ++x)
            QCOMPARE(after.totalAt(x), before.totalAt(x) - before.layers.back().values[x]);
        QVERIFY(after.y.most >= toGib(after.totalAt(after.xs.size() - 1)));
        QVERIFY(after.y.most < before.y.most);
    }
    QVERIFY(onlyShown(whole, everyGroup) == whole);
}

void TestChartValues::aPartThatACaseLacksIsNothing()
{
    Figure figure = *lectureFigure("lecture-scaling", Sampling::Smooth);
    const auto before = figureTable(figure).rows[1];
    std::erase_if(figure.panels[1].layers,
                  [](const Layer& layer) { return layer.group == Group::Optimizer; });
    const auto after = figureTable(figure).rows[1];
    int left = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        left += before[i].kind == CellKind::Amount && before[i].number > 0 && after[i].number == 0;
    QCOMPARE(left, 1);
}

void TestChartValues::oneScaleForAll()
{
    Figure figure = *lectureFigure("lecture-scaling", Sampling::Smooth);
    figure.sharedScale = true;
    scaleY(figure);
    for (const Panel& panel : figure.panels)
        QCOMPARE(panel.y.ticks, figure.panels.back().y.ticks);
    QVERIFY(figure.panels.front().y.most > 27000);
}

namespace {

std::vector<Compared> threePlans()
{
    Plan base;
    base.layout.zero = 2;
    Plan shared = base;
    shared.layout.zero = 3;
    Plan checkpointed = shared;
    checkpointed.recipe.recompute = Recompute::Full;
    return {{"Baseline", base}, {"Shared", shared}, {"With checkpointing", checkpointed}};
}

const std::vector<TableCell>* rowOf(const FigureTable& table, KeyPath key)
{
    for (const auto& row : table.rows)
        if (row.front().key == key)
            return &row;
    return nullptr;
}

const std::vector<TableCell>* rowNamed(const FigureTable& table, const char* name)
{
    for (const auto& row : table.rows)
        if (english(row.front().text) == name)
            return &row;
    return nullptr;
}

} // namespace

void TestChartValues::comparedPlansHaveTheirTotals()
{
    const std::vector<Compared> plans = threePlans();
    const auto figure = compareFigure(plans, 8192, builtinCatalog());
    QVERIFY(figure);
    const Panel& lines = figure->panels[0];
    const Panel& bars = figure->panels[1];
    QCOMPARE(lines.curves.size(), plans.size());
    QCOMPARE(bars.xs, (std::vector<std::int64_t>{1, 2, 3}));
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const Bytes total = judge(plans[i].plan, builtinCatalog())->totals.total;
        QCOMPARE(bars.totalAt(i), total);
        const auto& values = lines.curves[i].values;
        QVERIFY(std::ranges::is_sorted(values));
        QVERIFY(values.front() < total && total < values.back());
    }
    QCOMPARE(english(lines.curves[1].name), std::string("B  Shared"));
}

void TestChartValues::onlyDifferencesAreListed()
{
    const std::vector<Compared> plans = threePlans();
    const FigureTable table = compareTable(plans, 0, builtinCatalog());
    QCOMPARE(table.heads.size(), std::size_t{6}); // name, A, B and its distance, C and its own
    std::vector<KeyPath> keys;
    for (const auto& row : table.rows) {
        QCOMPARE(row.size(), table.heads.size());
        if (row.front().kind == CellKind::KeyName)
            keys.push_back(row.front().key.value());
    }
    QCOMPARE(keys, (std::vector<KeyPath>{"recipe.recompute", "layout.zero"}));
    QCOMPARE((*rowOf(table, "layout.zero"))[1].value, Value(std::int64_t{2}));
    const auto& total = *rowNamed(table, "Total");
    QCOMPARE(total[3].number, total[2].number - total[1].number);
    QCOMPARE(total[5].number, total[4].number - total[1].number);
    QVERIFY(total[5].number < 0);
    const auto& verdict = *rowNamed(table, "Verdict");
    for (const std::size_t column : {1, 2, 4})
        QCOMPARE(english(verdict[column].text),
                 english(verdictWord(judge(plans[column / 2].plan, builtinCatalog())->verdict)));
    const auto& context = *rowNamed(table, "Longest context");
    QCOMPARE(context[3].kind, CellKind::CountAway);
    QVERIFY(context[3].number > 0);

    const FigureTable other = compareTable(plans, 1, builtinCatalog());
    QCOMPARE((*rowNamed(other, "Total"))[2].number, -total[3].number);
    QCOMPARE(compareTable({plans[0], plans[0]}, 0, builtinCatalog()).rows.front().front().kind,
             CellKind::Sentence); // nothing differs: the table has bytes only
}

void TestChartValues::aPlanWithoutEstimateLeavesTheOthers()
{
    std::vector<Compared> plans = threePlans();
    plans[1].plan.cluster.device = "no-such-card";
    const auto figure = compareFigure(plans, 8192, builtinCatalog());
    QVERIFY(figure);
    QCOMPARE(figure->panels[0].curves.size(), std::size_t{2});
    QCOMPARE(figure->panels[1].xs, (std::vector<std::int64_t>{1, 3}));
    const FigureTable table = compareTable(plans, 0, builtinCatalog());
    QCOMPARE((*rowNamed(table, "Total"))[2].kind, CellKind::None);
    QVERIFY(*table.note.id);
    QVERIFY(!compareFigure({}, 8192, builtinCatalog()));
}

void TestChartValues::theCurrentPlanIsSolid()
{
    std::vector<Compared> plans = threePlans();
    const auto figure = compareFigure(plans, 8192, builtinCatalog(), MemoryUnit::GiB, 1);
    const std::vector<Curve>& curves = figure->panels[0].curves;
    const std::array<CurveLook, 3> expected{{{0, 1}, {1, 0}, {2, 2}}};
    for (std::size_t i = 0; i < curves.size(); ++i)
        QVERIFY(curves[i].look == expected[i]);
    // The line is the current plan's, and each letter stays with its plan where one has no curve.
    plans[0].plan.cluster.device = "a100-sxm4-80gb";
    plans[2].plan.cluster.device = "no-such-card";
    plans.push_back(plans[1]);
    const auto fewer = compareFigure(plans, 8192, builtinCatalog(), MemoryUnit::GiB, 1);
    QVERIFY(fewer->limit == figure->limit);
    QVERIFY(fewer->panels[0].curves[2].look == (CurveLook{3, 3}));
}

void TestChartValues::curvesDoNotFlattenTheBars()
{
    const Figure figure = *compareFigure(threePlans(), 8192, builtinCatalog());
    const Panel& lines = figure.panels[0];
    const Panel& bars = figure.panels[1];
    QCOMPARE(lines.y.ticks, bars.y.ticks);
    double highest = toGib(figure.limit->at), farthest = 0;
    for (std::size_t i = 0; i < bars.xs.size(); ++i)
        highest = std::max(highest, toGib(bars.totalAt(i)));
    for (const Curve& curve : lines.curves)
        farthest = std::max(farthest, toGib(curve.values.back()));
    QVERIFY(farthest > 2 * bars.y.most); // the baseline where the checkpointed plan just fits
    QVERIFY(bars.y.most > highest);
    QVERIFY(bars.y.most < 2.5 * highest);
}

void TestChartValues::onePlanHasNoDifferences()
{
    const FigureTable table = compareTable({threePlans().front()}, 0, builtinCatalog());
    QCOMPARE(table.heads.size(), std::size_t{2});
    QCOMPARE(english(table.note), std::string("Add a plan to see differences"));
    QVERIFY(differingKeys({threePlans().front()}).empty());
    QVERIFY(differingKeys({}).empty());
}

void TestChartValues::theBaselineHasItsOwnTotals()
{
    Plan plan, other;
    plan.layout.zero = 3;
    other.recipe.recompute = Recompute::Full;
    other.workload.context = 2048; // has no effect: plans are compared at the chart's contexts
    const Resolved pinned = resolvedOf(other);
    const ContextChart alone = chartOf(plan);
    const ContextChart chart = *contextChart(resolvedOf(plan), {}, &pinned);
    QVERIFY(alone.baseline.empty() && !alone.baselineAtMarker);
    QCOMPARE(chart.contexts, alone.contexts);
    QVERIFY(chart.layers == alone.layers);
    QCOMPARE(chart.baseline.size(), chart.contexts.size());
    for (std::size_t i = 0; i < chart.contexts.size(); i += 16) {
        other.workload.context = chart.contexts[i];
        QVERIFY(isNear(chart.baseline[i], judge(other, builtinCatalog())->totals.total));
    }
    other.workload.context = plan.workload.context;
    QCOMPARE(*chart.baselineAtMarker, judge(other, builtinCatalog())->totals.total);
}

void TestChartValues::theAxisHoldsTheBaseline()
{
    Plan plan, huge;
    huge.model = CatalogModel{"llama-3.1-405b"};
    const Resolved pinned = resolvedOf(huge);
    const ContextChart chart = *contextChart(resolvedOf(plan), {}, &pinned);
    QVERIFY(chart.y.most >= toGib(chart.baseline.back()));
    QVERIFY(chart.y.most > 10 * chartOf(plan).y.most);
}

QTEST_APPLESS_MAIN(TestChartValues)
#include "test_chart_values.moc"
