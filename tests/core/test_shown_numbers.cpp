// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/figure_csv.h"
#include "core/exchange/presets.h"
#include "core/explore/solve.h"
#include "core/figure/answer_tables.h"
#include "core/figure/figure_words.h"
#include "core/figure/figures.h"
#include "core/plan/numbers.h"
#include "helpers.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace highwater;

namespace {

/// The plan of a point of a figure.
Plan standsFor(std::string_view figure, std::size_t panel, std::int64_t x, Plan plan)
{
    if (figure == "gpus") {
        plan.cluster.gpus = x;
        return plan;
    }
    plan.workload.context = x;
    constexpr std::array models{"llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b"};
    if (figure == "zero")
        plan.layout.zero = static_cast<std::int64_t>(panel);
    else if (figure == "sizes")
        plan.model = CatalogModel{models[panel]};
    else if (figure == "recompute")
        plan.recipe.recompute = static_cast<Recompute>(panel);
    return plan;
}

/// The ledger's totals, each plan estimated once.
const Totals& ledgerOf(const Plan& plan)
{
    static std::map<std::string, Totals> known;
    const auto [place, isNew] = known.try_emplace(changedKeys(plan));
    if (isNew)
        place->second = estimated(plan).answer.totals;
    return place->second;
}

std::size_t indexOf(const Panel& panel, double x)
{
    const auto found = std::ranges::find(panel.xs, std::llround(x));
    return static_cast<std::size_t>(found - panel.xs.begin());
}

QString differing(const Panel& panel, std::size_t index, const Totals& ledger)
{
    if (panel.totalAt(index) != ledger.total)
        return QStringLiteral("at %1: %2 drawn, %3 counted")
            .arg(panel.xs[index])
            .arg(panel.totalAt(index))
            .arg(ledger.total);
    for (const Layer& layer : panel.layers)
        if (layer.values[index] != ledger.perGpu[layer.group])
            return QStringLiteral("at %1: %2 drawn as %3, counted as %4")
                .arg(panel.xs[index])
                .arg(shown(nameOf(layer.group)))
                .arg(layer.values[index])
                .arg(ledger.perGpu[layer.group]);
    return {};
}

Plan shipped(std::string_view file)
{
    const auto all = presets();
    return std::ranges::find(all, file, &Preset::file)->plan;
}

QStringList csvRow(const std::string& line)
{
    return QString::fromStdString(line).split(u',');
}

} // namespace

/// Every number that a figure shows is the ledger's number for its plan.
class TestShownNumbers : public QObject
{
    Q_OBJECT

private slots:
    void marksMarkersAndCrossings_data() { plans(); }
    void marksMarkersAndCrossings();
    void tables_data() { plans(); }
    void tables();
    void files_data() { plans(); }
    void files();
    void comparedPlans();
    void compareFile();
    void stepsMoments();
    void cells_data();
    void cells();
    void sectionsOfAnAnswer();

private:
    static void plans();
};

void TestShownNumbers::plans()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("figure");
    const auto row = [](const char* name, const Plan& plan, std::initializer_list<const char*> of) {
        for (const char* figure : of)
            QTest::newRow((std::string(figure) + " of " + name).c_str())
                << plan << QString::fromLatin1(figure);
    };
    row("8B, ZeRO-3", planWith({{"layout.zero", "3"}}),
        {"context", "zero", "sizes", "recompute", "gpus"});
    row("8B, ZeRO-3, TP 8 on 64",
        planWith({{"layout.zero", "3"}, {"layout.tensor", "8"}, {"cluster.gpus", "64"}}),
        {"context", "gpus"});
    row("8B on a count that leaves GPUs idle",
        planWith({{"layout.zero", "1"}, {"layout.tensor", "4"}, {"cluster.gpus", "30"}}), {"gpus"});
    row("8B with replicas",
        planWith({{"layout.zero", "3"}, {"layout.replicate", "3"}, {"cluster.gpus", "24"}}),
        {"gpus"});
    row("a batch that accumulates on few GPUs",
        planWith({{"layout.zero", "2"}, {"workload.global_batch", "32"}}), {"gpus"});
    row("Mixtral with experts shared out", shipped("47b-mixtral-on-32-h100.hwplan"),
        {"context", "gpus"});
    row("a short context", planWith({{"workload.context", "300"}, {"layout.zero", "3"}}),
        {"context"});
    row("QLoRA on one GPU", shipped("70b-qlora-on-1-h100.hwplan"), {"context", "gpus"});
    row("the rule of thumb", planWith({{"method", "rule-of-thumb"}, {"layout.zero", "1"}}),
        {"context", "zero", "gpus"});
}

void TestShownNumbers::marksMarkersAndCrossings()
{
    QFETCH(Plan, plan);
    QFETCH(QString, figure);
    const std::string name = figure.toStdString();
    const auto made = figureNamed(name, plan, builtinCatalog()); // as the window draws it
    QVERIFY2(made, qPrintable(whyNot(made)));
    for (std::size_t i = 0; i < made->panels.size(); ++i) {
        const Panel& panel = made->panels[i];
        std::vector<double> places = panel.x.ticks;
        for (const Marker& marker : panel.markers)
            places.push_back(marker.x);
        if (panel.crossing)
            places.push_back(panel.crossing->x);
        for (const double x : places) {
            const std::size_t index = indexOf(panel, x);
            QVERIFY2(index < panel.xs.size(), qPrintable(QString::number(x)));
            QCOMPARE(differing(panel, index, ledgerOf(standsFor(name, i, std::llround(x), plan))),
                     QString());
        }
    }
    if (name == "gpus" || name == "context")
        QCOMPARE(std::llround(made->panels[0].markers.at(0).x),
                 name == "gpus" ? plan.cluster.gpus : plan.workload.context);
}

void TestShownNumbers::tables()
{
    QFETCH(Plan, plan);
    QFETCH(QString, figure);
    const std::string name = figure.toStdString();
    const Figure made = *figureNamed(name, plan, builtinCatalog());
    const FigureTable table = figureTable(made);
    if (made.panels.size() > 1) {
        for (std::size_t i = 0; i < made.panels.size(); ++i) {
            const std::vector<TableCell>& row = table.rows[i];
            const auto total
                = [&](std::int64_t context) { return ledgerOf(standsFor(name, i, context, plan)); };
            QCOMPARE(row[4].number, total(1024).perGpu.states());
            QCOMPARE(row[5].number, total(1024).total);
            QCOMPARE(row[6].number, total(8192).total);
            QCOMPARE(row[7].number, total(32768).total);
            const Plan at = standsFor(name, i, plan.workload.context, plan);
            const auto longest = solve(at, builtinCatalog(), "workload.context", SolveFor::Fit);
            QCOMPARE(row[8].kind == CellKind::None ? 0 : row[8].number,
                     longest->answer.value_or(0));
        }
        return;
    }
    std::vector<std::string> labels;
    const Panel& panel = made.panels.front();
    for (const std::vector<TableCell>& row : table.rows) {
        labels.push_back(english(row.front().text));
        const auto at = std::ranges::find_if(panel.xs, [&](std::int64_t x) {
            return markLabel(static_cast<double>(x), panel.x.marks) == labels.back();
        });
        QVERIFY(at != panel.xs.end());
        const Totals& ledger = ledgerOf(standsFor(name, 0, *at, plan));
        for (std::size_t i = 0; i < panel.layers.size(); ++i)
            QCOMPARE(row[i + 1].number, ledger.perGpu[panel.layers[i].group]);
        QCOMPARE(row.back().number, ledger.total);
        QCOMPARE(row.back().over, ledger.total > made.limit->at);
        QCOMPARE(row.front().strong,
                 std::ranges::count(panel.markers, static_cast<double>(*at), &Marker::x) > 0);
    }
    for (const double tick : panel.x.ticks) // no mark without a row
        QVERIFY(std::ranges::count(labels, markLabel(tick, panel.x.marks)) == 1);
}

void TestShownNumbers::files()
{
    QFETCH(Plan, plan);
    QFETCH(QString, figure);
    const std::string name = figure.toStdString();
    FigureChoice choice;
    choice.replays = Replays::EveryPoint; // as an export has it
    const Figure made = *figureNamed(name, plan, builtinCatalog(), choice);
    const std::string csv = figureCsv(made, [](const Text& text) { return english(text); });
    QStringList lines = QString::fromStdString(csv).trimmed().split(u'\n');
    if (made.method) { // the last column, whose words have commas
        lines.front().chop(QStringLiteral(",Method").size());
        for (qsizetype i = 1; i < lines.size(); ++i)
            lines[i].chop(lines[i].size() - lines[i].lastIndexOf(QStringLiteral(",\"")));
    }
    const qsizetype before = made.panels.size() > 1 ? 1 : 0; // the panel's name
    const QStringList heads = csvRow(lines.first().toStdString());
    // From the right: the head of the first column may have a comma.
    const qsizetype total = heads.size() - heads.indexOf(QStringLiteral("Total (bytes)"));
    QVERIFY(total <= heads.size());
    qsizetype line = 1;
    for (std::size_t i = 0; i < made.panels.size(); ++i) {
        const Panel& panel = made.panels[i];
        for (std::size_t at = 0; at < panel.xs.size(); ++at, ++line) {
            if (made.panels.size() > 1 && at % 9 != 0) // of many panels a ninth
                continue;
            const QStringList cells = csvRow(lines[line].toStdString());
            QCOMPARE(cells[before].toLongLong(), panel.xs[at]);
            const Totals& ledger = ledgerOf(standsFor(name, i, panel.xs[at], plan));
            QCOMPARE(cells[cells.size() - total].toLongLong(), ledger.total);
            QCOMPARE(differing(panel, at, ledger), QString());
        }
    }
    QCOMPARE(line, lines.size());
}

void TestShownNumbers::comparedPlans()
{
    const Plan plan = planWith({{"layout.zero", "3"}});
    const Plan other = planWith({{"layout.zero", "2"}, {"workload.context", "3000"}});
    const std::vector<Compared> plans{{"A", plan}, {"B", other}};
    const auto made = compareFigure(plans, plan.workload.context, builtinCatalog());
    QVERIFY(made);
    const Panel& lines = made->panels.at(0);
    for (std::size_t i = 0; i < plans.size(); ++i) {
        std::vector<double> places = lines.x.ticks;
        places.push_back(lines.markers.at(0).x);
        for (const double x : places) {
            const Plan at = standsFor("compare", 0, std::llround(x), plans[i].plan);
            QCOMPARE(lines.curves[i].values[indexOf(lines, x)], ledgerOf(at).total);
        }
        const Plan at = standsFor("compare", 1, plan.workload.context, plans[i].plan);
        QCOMPARE(differing(made->panels.at(1), i, ledgerOf(at)), QString());
    }
    const FigureTable table = compareTable(plans, 0, builtinCatalog());
    const auto total = std::ranges::find_if(
        table.rows, [](const auto& row) { return english(row.front().text) == "Total"; });
    QVERIFY(total != table.rows.end());
    QCOMPARE((*total)[1].number, ledgerOf(plan).total);
    QCOMPARE((*total)[2].number, ledgerOf(other).total);
    QCOMPARE((*total)[3].number, ledgerOf(other).total - ledgerOf(plan).total);
}

void TestShownNumbers::compareFile()
{
    const Plan plan = planWith({{"layout.zero", "3"}});
    FigureChoice choice;
    choice.replays = Replays::EveryPoint;
    choice.compared = {{"A", plan}, {"B", planWith({{"layout.zero", "1"}})}};
    const auto made = figureNamed("compare", plan, builtinCatalog(), choice);
    QVERIFY(made);
    const Panel& lines = made->panels.at(0);
    for (std::size_t i = 0; i < lines.curves.size(); ++i)
        for (std::size_t at = 0; at < lines.xs.size(); ++at) {
            const Plan point = standsFor("compare", 0, lines.xs[at], choice.compared[i].plan);
            QCOMPARE(lines.curves[i].values[at], ledgerOf(point).total);
        }
}

void TestShownNumbers::stepsMoments()
{
    const Plan plan = planWith({{"layout.zero", "1"},
                                {"layout.pipeline", "4"},
                                {"cluster.gpus", "8"},
                                {"workload.global_batch", "16"}});
    const Estimate exact = estimated(plan);
    for (std::int64_t stage = 0; stage < 4; ++stage) {
        const auto chart = timelineChart(plan, builtinCatalog(), MemoryUnit::GiB, stage);
        QVERIFY(chart);
        const auto& ledger = exact.answer.stages[static_cast<std::size_t>(stage)].totals;
        const MomentsTable moments
            = momentsTable(*chart, MemoryUnit::GiB, [](const Text& text) { return english(text); });
        Bytes most = 0;
        for (std::size_t i = 0; i < moments.points.size(); ++i) {
            const GroupBytes& held = chart->point(moments.points[i]).perGroup;
            QCOMPARE(moments.table.rows[i][1].number, held[Group::Activations]);
            QCOMPARE(moments.table.rows[i][2].number, held.total() - ledger.runtime);
            QCOMPARE(chart->timeline.takenAt(moments.points[i]),
                     ledger.total); // it is not given back
            most = std::max(most, held.total());
        }
        QCOMPARE(most, ledger.total);
    }
    const auto fullest = timelineChart(plan, builtinCatalog());
    QCOMPARE(fullest->timeline.peakBytes(), exact.answer.totals.total);
    for (const MomentTotal& moment : exact.answer.moments) {
        if (moment.moment == Moment::Loss && !fullest->timeline.layers.predicts)
            continue;
        const std::size_t at = fullest->timeline.moments[static_cast<std::size_t>(moment.moment)];
        QCOMPARE(fullest->point(at).perGroup, moment.perGroup);
    }
}

void TestShownNumbers::cells_data()
{
    QTest::addColumn<TableCell>("cell");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const TableCell& cell, const char* said) {
        QTest::newRow(name) << cell << QString::fromUtf8(said);
    };
    const auto away = [](CellKind kind, std::int64_t number) {
        TableCell cell = countCell(number);
        cell.kind = kind;
        return cell;
    };
    row("words", wordsCell({"%1 of %2", {"3", "4"}}), "3 of 4");
    row("bytes", bytesCell(3 * gib), "3.00");
    row("a count", countCell(8192), "8,192");
    row("three digits", realCell(0.012345), "0.0123");
    row("one decimal", realCell(12.345, 1), "12.3");
    row("a written number", writtenCell("7.68e+21"), "7.68e+21");
    row("more bytes than the base", away(CellKind::AmountAway, gib), "+1.00");
    row("fewer bytes than the base", away(CellKind::AmountAway, -gib), "-1.00");
    row("more than the base", away(CellKind::CountAway, 1024), "+1,024");
    row("a key's value", valueCell("layout.zero", std::int64_t{3}), "3");
    row("no number", noCell(), "");
}

void TestShownNumbers::cells()
{
    QFETCH(TableCell, cell);
    QFETCH(QString, said);
    const auto words = [](const Text& text) { return english(text); };
    QCOMPARE(shown(cellText(cell, words, inGib)), said);
}

/// Writers differ in columns and digits, not in numbers.
void TestShownNumbers::sectionsOfAnAnswer()
{
    const auto words = [](const Text& text) { return english(text); };
    const Estimate found = estimated(planWith({{"layout.zero", "3"}}));
    using In = LedgerColumns;
    const FigureTable ledger = picked(ledgerTable(found.answer, MemoryUnit::GiB, words),
                                      {In::Tensor, In::AllCopies, In::AtPeak});
    QCOMPARE(english(ledger.heads[1]), std::string("At the peak (bytes)"));
    QCOMPARE(english(ledger.heads[2]), std::string("At the peak (GiB)"));
    QVERIFY(!ledger.isNumeric(0) && ledger.isNumeric(1));
    for (const auto& row : ledger.rows)
        QCOMPARE(row[1].number, row[2].number);
    QCOMPARE(ledger.rows.back()[2].number, found.answer.totals.total);

    const auto time = timeOf(found.plan);
    QVERIFY(time && !time->traffic.empty());
    using Of = PartColumns;
    const FigureTable parts = picked(partTable(*time), {Of::Part, Of::Seconds});
    const FigureTable turned = picked(partTable(*time), {Of::Seconds, Of::Part});
    QCOMPARE(parts.rows.size(), time->lines.size() + 1);
    for (std::size_t i = 0; i < parts.rows.size(); ++i)
        QCOMPARE(parts.rows[i][1].real, turned.rows[i][0].real);
    QCOMPARE(parts.rows.back()[1].real, time->seconds);
    const QStringList lines = shown(tableCsv(parts, MemoryUnit::GiB, words)).split(u'\n');
    QCOMPARE(lines[0], QStringLiteral("Part,Seconds"));
    QCOMPARE(lines[1].section(u',', -1), shown(shortest(time->lines[0].seconds)));
    QCOMPARE(trafficTable(*time).rows.size(), time->traffic.size());
}

QTEST_GUILESS_MAIN(TestShownNumbers)
#include "test_shown_numbers.moc"
