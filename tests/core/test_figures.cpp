// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/figure_csv.h"
#include "core/explore/solve.h"
#include "core/figure/methods_figure.h"
#include "core/figure/plan_words.h"
#include "core/methods/every_method.h"
#include "core/plan/numbers.h"
#include "figure_samples.h"
#include "golden_file.h"
#include "helpers.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace highwater;

/// The figures as values, and their numbers as a table.
class TestFigures : public QObject
{
    Q_OBJECT

private slots:
    void aMovingHandReplaysNothing();
    void onlyTheMovingPlanIsEstimatedByShares();
    void each_data();
    void each();
    void unknown();
    void invalidPlan();
    void context();
    void contextWithoutACrossing_data();
    void contextWithoutACrossing();
    void planLines_data();
    void planLines();
    void methodsHeadline();
    void figuresNameTheirMethod();
    void equalPanelsSayWhy();
    void lectureWords();
    void zeroStages();
    void gpus();
    void gpusLeap();
    void unitGb();
    void csvGolden();
    void csvQuotes();
    void csvOfCurves();
    void shortNames_data();
    void shortNames();
    void numbers_data();
    void numbers();
};

void TestFigures::each_data()
{
    QTest::addColumn<QString>("name");
    for (const std::string_view name : figureNames)
        QTest::newRow(std::string(name).c_str()) << shown(name);
}

void TestFigures::each()
{
    QFETCH(QString, name);
    const Figure made = sampleFigure(name.toStdString(), openingPlan());
    QCOMPARE(shown(made.name), name);
    QVERIFY(english(made.title) != "");
    const bool limits = made.panels[0].lying || (made.limit && made.limit->at > 0); // of each row
    QVERIFY(made.unit.ofTime || limits);
    for (const Panel& panel : made.panels) {
        QVERIFY(!panel.layers.empty() || !panel.curves.empty());
        QVERIFY(std::ranges::is_sorted(panel.xs, std::less_equal()) || panel.xs.size() > 1);
        for (const Layer& layer : panel.layers)
            QCOMPARE(layer.values.size(), panel.xs.size());
        for (std::size_t i = 0; i < panel.xs.size(); ++i)
            QVERIFY(inUnit(panel.totalAt(i), made.unit) <= panel.y.most);
        if (!panel.crossing)
            continue;
        // At the crossing the plan still fits, and it is one of the points.
        const auto at = std::ranges::find(panel.xs, std::llround(panel.crossing->x));
        QVERIFY(at != panel.xs.end());
        QVERIFY(panel.totalAt(static_cast<std::size_t>(at - panel.xs.begin())) <= made.limit->at);
        QVERIFY(!panel.neverFits);
    }
}

void TestFigures::unknown()
{
    const auto made = figureNamed("pie", Plan(), builtinCatalog());
    QVERIFY(!made);
    QCOMPARE(
        whyNot(made),
        QStringLiteral(
            "--figure: must be one of context, zero, sizes, recompute, gpus, timeline, time, "
            "cards, "
            "search, compare, methods, lecture-scaling, lecture-zero, lecture-recompute; found "
            "\"pie\""));
}

void TestFigures::invalidPlan()
{
    Plan plan;
    plan.layout.tensor = 3; // does not divide the heads
    for (const char* name :
         {"context", "zero", "sizes", "recompute", "gpus", "timeline", "time", "cards", "search"})
        QVERIFY2(!figureNamed(name, plan, builtinCatalog()), name);
    for (const std::string_view name : lectureFigureNames)
        QVERIFY(figureNamed(name, plan, builtinCatalog()));
}

void TestFigures::context()
{
    const Plan plan = openingPlan();
    const Figure made = sampleFigure("context", plan);
    const auto longest = solve(plan, builtinCatalog(), "workload.context", SolveFor::Fit);
    const Panel& panel = made.panels.at(0);
    QVERIFY(panel.crossing);
    QCOMPARE(std::llround(panel.crossing->x), *longest->answer);
    QCOMPARE(
        shown(english(panel.crossing->label)),
        QStringLiteral("fits up to %1 tokens, but slower").arg(shown(grouped(*longest->answer))));
    QCOMPARE(shown(english(made.limit->label)), QStringLiteral("Capacity 79.2 GiB · H100"));
    QCOMPARE(shown(english(made.subtitle)),
             QStringLiteral("Llama 3.1 8B · 8,192 tokens × 1 · 8 × H100 · ZeRO-3"));
    QCOMPARE(panel.markers.at(0).x, 8192.0);
    QVERIFY(panel.captions.empty());
}

void TestFigures::contextWithoutACrossing_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("caption");
    QTest::addColumn<bool>("neverFits");
    QTest::newRow("states alone are too large: 16·P of an 8B on one GPU")
        << planWith({{"cluster.gpus", "1"}}) << "Does not fit at any length: states alone 119.7 GiB"
        << true;
    QTest::newRow("a method that knows no context")
        << planWith({{"method", "deepspeed"}, {"layout.zero", "3"}})
        << "This method does not count the context" << false;
}

void TestFigures::contextWithoutACrossing()
{
    QFETCH(Plan, plan);
    QFETCH(QString, caption);
    QFETCH(bool, neverFits);
    const Figure made = sampleFigure("context", plan);
    const Panel& panel = made.panels.at(0);
    QVERIFY(!panel.crossing);
    QCOMPARE(panel.neverFits, neverFits);
    QCOMPARE(shown(english(panel.captions.at(0))), caption);
}

/// The descriptions of plans. They also have the values that a framework chooses for a job.
void TestFigures::planLines_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("line");
    const QString start = QStringLiteral("Llama 3.1 8B%1 · 8,192 tokens × 1 · 8 × H100 · ");
    const QString plain = start.arg(QString());
    QTest::newRow("the default") << Plan() << plain + QStringLiteral("ZeRO off");
    QTest::newRow("an optimizer and a precision")
        << planWith({{"recipe.optimizer", "adamw-8bit-paged"}, {"recipe.precision", "fp16-mixed"}})
        << plain + QStringLiteral("ZeRO off · fp16 mixed precision · Paged 8-bit AdamW");
    QTest::newRow("the order of a pipeline")
        << planWith({{"layout.pipeline", "4"}, {"layout.schedule", "zb1p"}})
        << plain + QStringLiteral("ZeRO off · PP 4 · ZB1P");
    QTest::newRow("DPO in plain PyTorch, which keeps all")
        << planWith({{"workload.task", "preference"}, {"layout.zero", "3"}})
        << start.arg(QStringLiteral(" · DPO")) + QStringLiteral("ZeRO-3");
    QTest::newRow("a reward model")
        << planWith({{"job.kind", "reward"}})
        << start.arg(QStringLiteral(" · reward model")) + QStringLiteral("ZeRO off");
    QTest::newRow("distillation") << planWith({{"job.kind", "distill"}})
                                  << start.arg(QStringLiteral(" · distillation"))
            + QStringLiteral("ZeRO off");
    const QString generates
        = QStringLiteral("Llama 3.1 8B · GRPO · 2,048 tokens × 1 · 8 × H100 · ");
    QTest::newRow("GRPO in verl, which recomputes")
        << planWith({{"workload.task", "reinforcement"},
                     {"job.kind", "grpo"},
                     {"recipe.framework", "verl"},
                     {"job.prompt", "1024"},
                     {"job.completion", "1024"},
                     {"layout.zero", "3"}})
        << generates + QStringLiteral("ZeRO-3 · full recompute");
    QTest::newRow("the same, told not to") << planWith({{"workload.task", "reinforcement"},
                                                        {"job.kind", "grpo"},
                                                        {"recipe.framework", "verl"},
                                                        {"recipe.recompute", "none"},
                                                        {"job.prompt", "1024"},
                                                        {"job.completion", "1024"},
                                                        {"layout.zero", "3"}})
                                           << generates + QStringLiteral("ZeRO-3");
    QTest::newRow("a prompt on a base in four bits")
        << planWith({{"adapter.kind", "qlora"}, {"adapter.method", "prefix"}})
        << plain + QStringLiteral("ZeRO off · prefix 10 · NF4");
    QTest::newRow("a prompt on a base in 32 bits")
        << planWith(
               {{"adapter.kind", "lora"}, {"adapter.method", "prompt"}, {"adapter.base", "fp32"}})
        << plain + QStringLiteral("ZeRO off · prompt 10 · FP32");
    QTest::newRow("a prompt on a base in 16 bits")
        << planWith({{"adapter.kind", "lora"}, {"adapter.method", "prompt"}})
        << plain + QStringLiteral("ZeRO off · prompt 10");
    QTest::newRow("another's method")
        << planWith({{"method", "deepspeed"}, {"layout.zero", "2"}})
        << QStringLiteral("Llama 3.1 8B · 8 × H100 · ZeRO-2 · as DeepSpeed's estimator counts, "
                          "without activations, buckets and overhead");
}

void TestFigures::planLines()
{
    QFETCH(Plan, plan);
    const auto resolved = prepare(plan, builtinCatalog());
    QVERIFY2(resolved, qPrintable(whyNot(resolved)));
    QTEST(shown(english(planLine(*resolved))), "line");
}

/// The least and the most of the other methods, wherever they stand.
void TestFigures::methodsHeadline()
{
    const auto comparison = byEveryMethod(Plan(), builtinCatalog());
    QVERIFY2(comparison, qPrintable(whyNot(comparison)));
    std::vector<Bytes> others;
    for (const MethodAnswer& answer : comparison->answers)
        if (&answer != &comparison->answers.front() && answer.estimate)
            others.push_back(answer.estimate->answer.totals.total);
    const auto [least, most] = std::ranges::minmax(others);
    QVERIFY(others.size() > 2 && least != others.front() && most != others.front());
    const auto amount
        = [](Bytes bytes) { return QString::fromStdString(amountText(bytes, MemoryUnit::GiB, 1)); };
    QCOMPARE(shown(english(methodsFigure(*comparison).panels.front().captions.front())),
             QStringLiteral("Exact: %1 GiB; the other methods say %2 to %3 GiB")
                 .arg(amount(comparison->answers.front().estimate->answer.totals.total),
                      amount(least), amount(most)));
}

/// A figure of another method says so, and what the method leaves out, in its subtitle and in each
/// row of its file.
void TestFigures::figuresNameTheirMethod()
{
    const auto says = [](const Text& text) { return english(text); };
    for (const Method& method : methods()) {
        const auto counted = countedBy(method.id);
        QCOMPARE(!counted, method.id == MethodId::Exact);
        if (counted)
            QVERIFY(shown(english(*counted)).contains(QStringLiteral(", without ")));
    }
    for (const char* name : {"context", "gpus", "zero", "recompute", "sizes"}) {
        const Plan plan = planWith({{"method", "eleuther"}, {"layout.zero", "1"}});
        const std::string counted = english(*countedBy(plan.method));
        const Figure made = sampleFigure(name, plan);
        QVERIFY2(shown(english(made.subtitle)).contains(shown(counted)), name);
        const QStringList rows = shown(figureCsv(made, says)).trimmed().split(u'\n');
        QVERIFY(rows.front().endsWith(QStringLiteral(",Method")));
        for (qsizetype i = 1; i < rows.size(); ++i)
            QVERIFY(rows[i].endsWith(shown("\"" + counted + "\"")));
        const Figure exact = sampleFigure(name, planWith({{"layout.zero", "1"}}));
        QVERIFY(!shown(english(exact.subtitle)).contains(QStringLiteral("without")));
        QVERIFY(!figureCsv(exact, says).starts_with("Method"));
    }
}

/// Megatron's selective recompute drops the scores of attention, which flash attention never keeps.
void TestFigures::equalPanelsSayWhy()
{
    const auto saidBy = [](const Plan& plan) {
        QStringList said;
        for (const Panel& panel : sampleFigure("recompute", plan).panels)
            said << shown(english(panel.captions.back()));
        return said;
    };
    const QString same = QStringLiteral("as without: flash attention keeps no scores to drop");
    const QStringList flash
        = saidBy(planWith({{"recipe.framework", "megatron"}, {"layout.zero", "1"}}));
    QCOMPARE(flash.size(), 3);
    QVERIFY(flash[0] != same && flash[2] != same);
    QCOMPARE(flash[1], same);
    QVERIFY(!saidBy(planWith({{"recipe.framework", "megatron"},
                              {"layout.zero", "1"},
                              {"recipe.attention", "eager"}}))
                 .contains(same));
}

void TestFigures::lectureWords()
{
    const Figure sizes = sampleFigure("lecture-scaling");
    QCOMPARE(shown(english(sizes.subtitle)),
             QStringLiteral("Lecture, memory by context · micro-batch 1"));
    QCOMPARE(shown(english(sizes.panels.at(1).captions.back())),
             QStringLiteral("L 80 · h 8,192 · a 64"));
    const Figure zero = sampleFigure("lecture-zero");
    QCOMPARE(shown(english(zero.subtitle)),
             QStringLiteral("Lecture, ZeRO · 8B · L 32 · h 4,096 · a 32 · micro-batch 1 · 8 GPUs"));
    QCOMPARE(zero.panels.at(1).captions.size(), std::size_t{2});
    const Figure own = sampleFigure("sizes");
    QCOMPARE(shown(english(own.panels.at(2).captions.back())),
             QStringLiteral("L 126 · h 16,384 · a 128"));
}

void TestFigures::zeroStages()
{
    // 8B on 8 GPUs: 4.25 GiB of activations per 1K tokens in addition to 90, 37.5, 24.375 and 11.25
    // GiB of states. The line is at 80 GiB, so stage 1 crosses it at (80 - 37.5) / 4.25 = 10K
    // tokens.
    const Figure made = sampleFigure("lecture-zero");
    QVERIFY(made.panels.at(0).neverFits && !made.panels[0].crossing);
    QCOMPARE(made.panels.at(1).crossing->x, 10240.0);
    QCOMPARE(made.panels.at(2).crossing->x, 13402.0);
    QVERIFY(!made.panels.at(3).crossing); // 16,564 is right of the axis
    QCOMPARE(shown(english(made.panels[0].title)), QStringLiteral("ZeRO-0 · unsharded"));
    QCOMPARE(shown(english(made.panels[3].captions.at(0))),
             QStringLiteral("Fits up to 16,564 tokens"));
}

void TestFigures::gpus()
{
    const Figure made = sampleFigure("gpus", openingPlan());
    const Panel& panel = made.panels.at(0);
    const auto fewest = solve(openingPlan(), builtinCatalog(), "cluster.gpus", SolveFor::Fit);
    QCOMPARE(std::llround(panel.crossing->x), *fewest->answer);
    const Figure none = sampleFigure("gpus", planWith({{"model.id", "llama-3.1-405b"}}));
    QVERIFY(none.panels.at(0).neverFits && !none.panels[0].crossing);
}

/// The share that the allocator keeps idle falls by 63 GiB somewhere from 512 to 1,024 GPUs:
/// between two neighbouring counts, not on a slope over hundreds.
void TestFigures::gpusLeap()
{
    const Figure made = sampleFigure(
        "gpus",
        planWith(
            {{"layout.zero", "3"}, {"workload.context", "131072"}, {"workload.micro_batch", "2"}}));
    const Panel& panel = made.panels.at(0);
    const std::vector<std::int64_t>& overhead = panel.layers.back().values;
    int leaps = 0;
    for (std::size_t i = 1; i < panel.xs.size(); ++i) {
        if (panel.xs[i - 1] < 256 || std::abs(overhead[i] - overhead[i - 1]) < (Bytes{1} << 30))
            continue;
        ++leaps;
        QCOMPARE(panel.xs[i] - panel.xs[i - 1], panel.step);
    }
    QCOMPARE(leaps, 1);
}

void TestFigures::unitGb()
{
    FigureChoice choice;
    choice.unit = MemoryUnit::GB;
    const auto made = figureNamed("context", openingPlan(), builtinCatalog(), choice);
    QVERIFY(made);
    // 81,559 MiB are 85.52 GB.
    QCOMPARE(shown(english(made->limit->label)), QStringLiteral("Capacity 85.1 GB · H100"));
    QCOMPARE(shown(english(made->panels.at(0).y.title)), QStringLiteral("Memory per GPU (GB)"));
    QVERIFY(made->panels[0].y.most >= 1.1 * 85.52);
}

void TestFigures::csvGolden()
{
    const auto words = [](const Text& text) { return english(text); };
    const Figure zero = sampleFigure("lecture-zero published");
    QVERIFY(isGolden("lecture-zero.csv", figureCsv(zero, words)));
    const std::string tabs = figureCsv(zero, words, '\t');
    QCOMPARE(std::ranges::count(tabs, '\n'), 1 + 4 * 3);
    QCOMPARE(shown(tabs.substr(tabs.rfind("ZeRO-3"))),
             QStringLiteral(
                 "ZeRO-3 · + parameters\t16384\t2013265920\t2013265920\t8053063680\t"
                 "73014444032\t85094039552\t85899345920\t1.875\t1.875\t7.5\t68\t79.25\t80\n"));
    QCOMPARE(shown(figureCsv(sampleFigure("context", openingPlan()), words)).section(u'\n', 0, 0),
             QStringLiteral("\"Context length (tokens, log₂ scale)\",Parameters (bytes),Gradients "
                            "(bytes),Optimizer state (bytes),Activations (bytes),Logits and "
                            "buffers (bytes),Runtime overhead (bytes),Total (bytes),Capacity "
                            "(bytes),Parameters (GiB),Gradients (GiB),Optimizer state "
                            "(GiB),Activations (GiB),Logits and buffers (GiB),Runtime overhead "
                            "(GiB),Total (GiB),Capacity (GiB)"));
    QCOMPARE(figureCsv(Figure(), words), std::string());
}

void TestFigures::csvQuotes()
{
    Figure made = sampleFigure("lecture-zero published");
    made.panels.resize(2);
    made.panels[0].title = Text::plain("a \"b\", c");
    made.panels[1].title = Text::plain("tab\there\nand there");
    const auto words = [](const Text& text) { return english(text); };
    const QString commas = shown(figureCsv(made, words));
    QVERIFY(commas.contains(QStringLiteral("\n\"a \"\"b\"\", c\",1024,")));
    QVERIFY(commas.contains(QStringLiteral("\n\"tab\there\nand there\",1024,")));
    const QString tabs = shown(figureCsv(made, words, '\t'));
    QVERIFY(tabs.contains(QStringLiteral("\n\"a \"\"b\"\", c\"\t1024\t")));
}

void TestFigures::csvOfCurves()
{
    const QString text
        = shown(figureCsv(comparedPlans(), [](const Text& said) { return english(said); }));
    QCOMPARE(text.section(u'\n', 0, 1),
             QStringLiteral(
                 "\"Context length (tokens, log₂ scale)\",Plan 1 (bytes),Plan 2 (bytes),Plan 3 "
                 "(bytes),Plan 4 (bytes),Capacity (bytes),Plan 1 (GiB),Plan 2 (GiB),Plan 3 "
                 "(GiB),Plan 4 (GiB),Capacity (GiB)\n"
                 "1024,35433480192,21474836480,16106127360,12884901888,85899345920,33,20,15,12,"
                 "80"));
}

void TestFigures::shortNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("h100-sxm5-80gb") << "H100"; // this name usually means it
    QTest::newRow("h100-pcie-80gb") << "H100 PCIe";
    QTest::newRow("a100-sxm4-40gb") << "A100 SXM4";
    QTest::newRow("b300-288gb") << "B300";
}

void TestFigures::shortNames()
{
    QFETCH(QString, name);
    QCOMPARE(shown(builtinCatalog().device(QTest::currentDataTag())->shortName()), name);
}

void TestFigures::numbers_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("text");
    QTest::newRow("grouped") << 6079.957 << 2 << "6,079.96";
    QTest::newRow("zeros stay") << 80.0 << 1 << "80.0";
    QTest::newRow("zeros after the point") << 1.05 << 3 << "1.050";
    QTest::newRow("half goes up") << 0.5 << 0 << "1";
    QTest::newRow("carries over") << 9.996 << 2 << "10.00";
    QTest::newRow("negative") << -1234.5 << 1 << "−1,234.5";
    QTest::newRow("no negative zero") << -0.01 << 1 << "0.0";
}

void TestFigures::numbers()
{
    QFETCH(double, number);
    QFETCH(int, decimals);
    QTEST(shown(grouped(number, decimals)), "text");
}

void TestFigures::aMovingHandReplaysNothing()
{
    const Plan plan = openingPlan();
    FigureChoice choice;
    choice.idle = IdleShares{0, 0, 0};
    const auto quick = [&](const Plan& at) {
        const auto judged = judge(at, builtinCatalog(), *choice.idle);
        return judged ? judged->totals.total : 0;
    };
    const auto gpus = figureNamed("gpus", plan, builtinCatalog(), choice);
    QVERIFY2(gpus, qPrintable(whyNot(gpus)));
    const Panel& counts = gpus->panels.at(0);
    for (std::size_t i = 0; i < counts.xs.size(); ++i) {
        Plan at = plan;
        at.cluster.gpus = counts.xs[i];
        QCOMPARE(counts.totalAt(i), quick(at));
    }
    const auto zero = figureNamed("zero", plan, builtinCatalog(), choice);
    QVERIFY2(zero, qPrintable(whyNot(zero)));
    for (std::size_t stage = 0; stage < 4; ++stage) {
        const Panel& panel = zero->panels.at(stage);
        for (std::size_t i = 0; i < panel.xs.size(); ++i) {
            Plan at = plan;
            at.layout.zero = static_cast<std::int64_t>(stage);
            at.workload.context = panel.xs[i];
            QCOMPARE(panel.totalAt(i), quick(at));
        }
    }
}

void TestFigures::onlyTheMovingPlanIsEstimatedByShares()
{
    Plan other = openingPlan();
    other.layout.zero = 2;
    const std::vector<Compared> plans{{"", other}, {"", openingPlan()}};
    const IdleShares idle{0, 0, 0};
    const auto figure = compareFigure(plans, other.workload.context, builtinCatalog(),
                                      MemoryUnit::GiB, 1, MovingPlan{1, idle});
    QVERIFY2(figure, qPrintable(whyNot(figure)));
    const Panel& bars = figure->panels.at(1);
    const auto near = [](Bytes a, Bytes b) { return std::abs(a - b) < b / 100'000; };
    QVERIFY(near(bars.totalAt(0), judge(other, builtinCatalog())->totals.total));
    QCOMPARE(bars.totalAt(1), judge(openingPlan(), builtinCatalog(), idle)->totals.total);
}

QTEST_GUILESS_MAIN(TestFigures)
#include "test_figures.moc"
