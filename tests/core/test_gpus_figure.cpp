// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/presets.h"
#include "core/explore/solve.h"
#include "core/figure/figure_table.h"
#include "figure_samples.h"
#include "helpers.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace highwater;

namespace {

Figure gpusOf(const Plan& plan)
{
    const auto made = gpusFigure(plan, builtinCatalog());
    if (!made)
        qFatal("%s", qPrintable(whyNot(made)));
    return *made;
}

/// The shipped plan of the 405B on 8,192 GPUs, of which 128 hold one copy.
Plan large()
{
    const auto shipped = presets();
    Plan plan = std::ranges::find(shipped, "405b-on-8192-h100.hwplan", &Preset::file)->plan;
    plan.cluster.overhead = Overhead::None;
    return plan;
}

} // namespace

/// The axis, the samples and the drawing of memory against the number of GPUs.
class TestGpusFigure : public QObject
{
    Q_OBJECT

private slots:
    void countsThatAPlanCanHave_data();
    void countsThatAPlanCanHave();
    void theAxisReachesBeyondThePlan();
    void theOwnCountHasARow();
    void stepsStandUpright();
    void cliffsStandUpright();
    void oneGpu();
    void moreGpusMayNotFit();
    void theFewestIsSaidOnce();
    void aMethodThatCountsNone();
};

void TestGpusFigure::countsThatAPlanCanHave_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<qlonglong>("step");
    QTest::newRow("any count") << planWith({{"cluster.gpus", "8"}}) << 1LL;
    QTest::newRow("TP 8") << planWith({{"layout.tensor", "8"}}) << 8LL;
    QTest::newRow("TP 2, PP 3, CP 2") << planWith({{"layout.tensor", "2"},
                                                   {"layout.pipeline", "3"},
                                                   {"layout.context", "2"},
                                                   {"cluster.gpus", "24"}})
                                      << 12LL;
    // Three replicas of the states need three copies of the model.
    QTest::newRow("replicas") << planWith({{"layout.zero", "3"},
                                           {"layout.replicate", "3"},
                                           {"layout.tensor", "2"},
                                           {"cluster.gpus", "24"}})
                              << 6LL;
    // Eight shares of the experts need the four GPUs of TP 4 twice.
    QTest::newRow("experts") << planWith({{"model.id", "mixtral-8x7b"},
                                          {"layout.tensor", "4"},
                                          {"layout.expert", "8"},
                                          {"cluster.gpus", "32"}})
                             << 8LL;
}

void TestGpusFigure::countsThatAPlanCanHave()
{
    QFETCH(Plan, plan);
    QFETCH(qlonglong, step);
    plan.cluster.overhead = Overhead::None;
    const Panel panel = gpusOf(plan).panels.at(0);
    QCOMPARE(panel.step, step);
    QCOMPARE(panel.xs.front(), step);
    QVERIFY(std::ranges::is_sorted(panel.xs, std::less_equal()));
    for (const std::int64_t gpus : panel.xs)
        QVERIFY2(gpus % step == 0 || gpus == plan.cluster.gpus, qPrintable(QString::number(gpus)));
    for (const double tick : panel.x.ticks)
        QVERIFY(std::ranges::count(panel.xs, std::llround(tick)) == 1);
    for (std::int64_t copies = 1; copies <= 32; ++copies) // each of the wide steps
        QVERIFY(std::ranges::count(panel.xs, copies * step) == 1);
}

void TestGpusFigure::theAxisReachesBeyondThePlan()
{
    const Figure made = gpusOf(large());
    const Panel& panel = made.panels.at(0);
    QCOMPARE(panel.x.least, 128.0);
    QCOMPARE(panel.x.most, 16384.0);
    QCOMPARE(panel.markers.at(0).x, 8192.0);
    QVERIFY(std::ranges::count(panel.xs, std::int64_t{8192}) == 1);
    const auto fewest = solve(large(), builtinCatalog(), "cluster.gpus", SolveFor::Fit);
    QVERIFY(fewest->answer && panel.crossing);
    QCOMPARE(std::llround(panel.crossing->x), *fewest->answer);
    QVERIFY(panel.crossing->x > panel.x.least && panel.crossing->x < panel.x.most);
}

void TestGpusFigure::theOwnCountHasARow()
{
    const Plan plan = planWith({{"layout.zero", "3"}, {"cluster.gpus", "24"}});
    const FigureTable table = figureTable(gpusOf(plan));
    const auto row = std::ranges::find_if(
        table.rows, [](const auto& cells) { return english(cells.front().text) == "24"; });
    QVERIFY(row != table.rows.end());
    QVERIFY(row->front().strong);
    QCOMPARE(row->back().number, judge(plan, builtinCatalog())->totals.total);
    QCOMPARE(
        std::ranges::count_if(table.rows, [](const auto& cells) { return cells.front().strong; }),
        std::ptrdiff_t{1});
}

/// Between the counts that a plan can have nothing changes: the outline is horizontal or vertical
/// there.
void TestGpusFigure::stepsStandUpright()
{
    Plan plan = planWith({{"layout.zero", "3"}, {"layout.tensor", "8"}, {"cluster.gpus", "64"}});
    plan.cluster.overhead = Overhead::None;
    const Figure made = gpusOf(plan);
    SceneStyle style;
    style.width = 900;
    style.height = 500;
    const auto scene = laidOut(made, style);
    QVERIFY2(scene, qPrintable(whyNot(scene)));
    const Rect plot = scene->plots.front();
    const double until = plot.left + plot.width * 4 / 7; // 128 of 8 to 1,024: sixteen copies
    int levels = 0;
    for (const Item& item : scene->items) {
        const auto* band = std::get_if<Path>(&item.shape);
        if (item.id != "optimizer" || !band)
            continue;
        const Points& outline = band->parts.front();
        for (std::size_t i = 1; i < outline.size() && outline[i].x <= until; ++i) {
            const bool level = std::abs(outline[i].y - outline[i - 1].y) < 1e-6;
            const bool upright = std::abs(outline[i].x - outline[i - 1].x) < 1e-6;
            QVERIFY(level || upright);
            levels += level ? 1 : 0;
        }
    }
    QVERIFY(levels >= 8);
}

/// 32 sequences a step: from 32 GPUs on a step has one micro-batch, and the gradients that
/// accumulate over several vanish at once.
void TestGpusFigure::cliffsStandUpright()
{
    Plan plan = planWith({{"layout.zero", "2"},
                          {"workload.global_batch", "300"},
                          {"recipe.keep_gradients", "false"}});
    plan.cluster.overhead = Overhead::None;
    const Panel panel = gpusOf(plan).panels.at(0);
    const auto totalOn = [&](std::int64_t gpus) {
        plan.cluster.gpus = gpus;
        return judge(plan, builtinCatalog())->totals.total;
    };
    // All samples are exact, and between two of them there is no hidden leap.
    for (std::size_t i = 1; i < panel.xs.size(); ++i) {
        const std::int64_t left = panel.xs[i - 1], right = panel.xs[i];
        if (right - left < 2)
            continue;
        const std::int64_t middle = (left + right) / 2;
        const auto low = std::min(totalOn(left), totalOn(right));
        const auto high = std::max(totalOn(left), totalOn(right));
        const auto slack = high / 100;
        QVERIFY2(totalOn(middle) >= low - slack && totalOn(middle) <= high + slack,
                 qPrintable(QString::number(middle)));
        QVERIFY2(high - low < high / 10, qPrintable(QString::number(left)));
    }
}

void TestGpusFigure::oneGpu()
{
    const Plan plan = planWith({{"model.id", "llama-3.2-1b"}, {"cluster.gpus", "1"}});
    const Panel panel = gpusOf(plan).panels.at(0);
    QCOMPARE(english(panel.markers.at(0).label), std::string("1 GPU"));
    QCOMPARE(english(panel.captions.at(0)), std::string("Fits on 1 GPU or more"));
}

/// The communicators of more GPUs take more than the free part of a card that is almost full with
/// one GPU.
void TestGpusFigure::moreGpusMayNotFit()
{
    Plan plan
        = planWith({{"model.id", "llama-3.2-1b"}, {"cluster.gpus", "1"}, {"layout.zero", "0"}});
    const auto alone = judge(plan, builtinCatalog());
    QVERIFY(alone);
    plan.cluster.capacity = alone->totals.total + (1 << 20);
    const Panel panel = gpusOf(plan).panels.at(0);
    QVERIFY(panel.totalAt(panel.xs.size() - 1) > *plan.cluster.capacity);
    QCOMPARE(english(panel.captions.at(0)),
             std::string("Fits on 1 GPU, but not on every number above"));
}

/// No line under the plot repeats the ring of the crossing.
void TestGpusFigure::theFewestIsSaidOnce()
{
    const Figure figure = gpusOf(planWith({{"cluster.gpus", "8"}, {"layout.zero", "3"}}));
    const Panel& panel = figure.panels.at(0);
    QVERIFY(panel.crossing);
    QVERIFY(english(panel.crossing->label).ends_with("GPUs or more"));
    QVERIFY(panel.captions.empty());
    QVERIFY(english(figureTable(figure).note).empty());
}

void TestGpusFigure::aMethodThatCountsNone()
{
    const auto made = gpusFigure(planWith({{"method", "lecture"}}), builtinCatalog());
    QVERIFY(!made);
    QCOMPARE(whyNot(made),
             QStringLiteral("method: does not count GPUs: its number is that of one GPU; found "
                            "lecture"));
}

QTEST_GUILESS_MAIN(TestGpusFigure)
#include "test_gpus_figure.moc"
