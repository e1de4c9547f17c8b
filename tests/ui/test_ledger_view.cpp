// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/group_words.h"
#include "tests/core/plans.h"
#include "ui/answer/ledger_tree.h"
#include "ui/answer/ledger_view.h"
#include "ui/answer/offers_panel.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/key_words.h"
#include "ui/base/theme.h"
#include "window_fixture.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QPaintEvent>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>

using namespace highwater;

namespace {

const MemoryFormat& english()
{
    static const MemoryFormat format{MemoryFormat::Unit::GiB,
                                     QLocale(QLocale::English, QLocale::UnitedStates)};
    return format;
}

Estimate estimated(const Plan& plan)
{
    auto found = estimate(plan, builtinCatalog());
    Q_ASSERT(found);
    return *std::move(found);
}

Plan moePlan()
{
    Plan plan = openingPlan();
    plan.model = CatalogModel{"mixtral-8x7b"};
    plan.cluster.gpus = 64;
    return plan;
}

Plan byMethod(MethodId method)
{
    Plan plan = openingPlan();
    plan.method = method;
    return plan;
}

const LedgerModel* modelOf(const LedgerView& view)
{
    return view.findChild<LedgerModel*>();
}

constexpr Bytes gibibytes(double number)
{
    return static_cast<Bytes>(number * 1073741824.0);
}

Totals totalling(double gib, double low, double high)
{
    Totals totals;
    totals.total = gibibytes(gib);
    totals.low = gibibytes(low);
    totals.high = gibibytes(high);
    return totals;
}

VerdictContent verdictOf(Verdict verdict, double total, double capacity)
{
    VerdictContent content;
    content.verdict = verdict;
    content.totals = totalling(total, total - 1, total + 2.4);
    content.capacity = gibibytes(capacity);
    content.plan = Text::plain("Llama 3.1 8B · 8,192 tokens × 1 · 8 × H100 · ZeRO-3");
    content.context = 8192;
    content.microBatch = 1;
    content.gpus = 8;
    return content;
}

Solution solution(KeyPath key, std::optional<std::int64_t> answer)
{
    return {key, answer, Text("It does not fit at any length"), totalling(79.5, 79, 80),
            gibibytes(79.6)};
}

VerdictContent fittingContent()
{
    VerdictContent content = verdictOf(Verdict::Fits, 64.7, 79.6);
    content.solutions = {solution("workload.context", 24576), solution("workload.micro_batch", 1),
                         solution("cluster.gpus", 4)};
    return content;
}

Suggestion suggestion(KeyPath key, Value value, const char* label, const char* cost, Price price,
                      double total, bool fits)
{
    Suggestion made;
    made.changes = {{key, std::move(value), Text(label), Text(cost), price}};
    made.totals = totalling(total, total, total);
    made.fits = fits;
    return made;
}

/// The changes of one emission of applyRequested.
std::optional<Change> onlyChange(const QList<QVariant>& emitted)
{
    const auto changes = emitted.front().value<std::vector<Change>>();
    return changes.size() == 1 ? std::optional(changes.front()) : std::nullopt;
}

VerdictContent over()
{
    VerdictContent content = verdictOf(Verdict::Over, 117.06, 80);
    content.context = 24576;
    content.suggestions = {
        suggestion("cluster.gpus", std::int64_t{16}, "16 GPUs", "twice the GPUs", Price::Hardware,
                   100.3, false),
        suggestion("recipe.loss", std::string("chunked"), "Chunked loss", "a little slower",
                   Price::Compute, 78.4, true),
        suggestion("recipe.recompute", std::string("full"), "Recompute every layer",
                   "+33 % compute", Price::Compute, 24.1, true),
        suggestion("workload.context", std::int64_t{10752}, "Shorten to 10,752", "changes the run",
                   Price::Run, 79.5, true),
    };
    return content;
}

QList<QPushButton*> visibleButtons(const VerdictBar& bar)
{
    QList<QPushButton*> visible;
    for (QPushButton* button : bar.findChildren<QPushButton*>())
        if (button->isVisibleTo(&bar))
            visible << button;
    std::ranges::sort(visible, {}, [](const QPushButton* button) { return button->x(); });
    return visible;
}

QStringList texts(const QList<QPushButton*>& buttons)
{
    QStringList said;
    for (const QPushButton* button : buttons)
        said << button->text();
    return said;
}

/// Makes every text longer, or replaces it by a few Chinese characters.
class OtherLanguage : public QTranslator
{
public:
    explicit OtherLanguage(bool isLong)
        : m_long(isLong)
    { }
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        const QString original = QString::fromUtf8(source);
        if (m_long)
            return original + QStringLiteral(" und mehr");
        QString marks;
        for (int i = 1; i < 10; ++i)
            if (const QString mark = QStringLiteral("%%1").arg(i); original.contains(mark))
                marks += QStringLiteral("，") + mark;
        return QStringLiteral("能放下") + marks;
    }

private:
    bool m_long;
};

} // namespace

class TestLedgerView : public WidgetFixture
{
    Q_OBJECT

private slots:
    void initTestCase();

    void sums_data();
    void sums();
    void rowsOfTheDefaultPlan();
    void linesAwayFromThePeak();
    void dragKeepsRows();
    void changedCellsAreSignalled();
    void otherLinesAreRemovedAndInserted();
    void otherGroupsReset();
    void unitChangesTheHead();
    void copies();
    void accessibleTexts();

    void unfoldedStaysUnfolded();
    void keyboardFolds();
    void theRingIsPaintedWhole();
    void copyActions();
    void smallHidesBytes();
    void lectureHasStepsAndShapes();
    void heights();
    void notes();
    void stagesOfAPipeline();
    void linesOnTheHost();

    void verdictTexts_data();
    void verdictTexts();
    void aNarrowVerdictKeepsThePlan_data();
    void aNarrowVerdictKeepsThePlan();
    void contentOfAnEstimate();
    void theMethodIsNamed();
    void shortNames();
    void heightNeverChanges();
    void solutionsAreButtons();
    void limitsHavePrices();
    void tinyAmountsHaveTheirOwnUnit();
    void hugeAmountsHaveTheirOwnUnit();
    void suggestionsAreButtons();
    void twoSuggestionsComeBeforePrices();
    void moreOpensThePanel();
    void offersAreATable();
    void offersArePreviewedAndTaken();
    void noSingleChangeIsEnough();
    void theTotalIsPinned();
    void nothingMovesWithNumbers();
    void goesToTheField();
    void nothingIsClipped_data();
    void nothingIsClipped();
    void announcesOnlyTheTurn();
    void followsTheTheme();
};

void TestLedgerView::initTestCase()
{
    WidgetFixture::initTestCase();
    QApplication::setPalette(lightTheme().palette());
    QLocale::setDefault(english().locale());
}

void TestLedgerView::sums_data()
{
    QTest::addColumn<int>("which");
    QTest::newRow("default plan") << 0;
    QTest::newRow("mixture of experts") << 1;
    QTest::newRow("lecture") << 2;
    QTest::newRow("DeepSpeed") << 3;
}

void TestLedgerView::sums()
{
    QFETCH(int, which);
    const std::array plans{openingPlan(), moePlan(), byMethod(MethodId::Lecture),
                           byMethod(MethodId::DeepSpeed)};
    const Estimate found = estimated(plans[static_cast<std::size_t>(which)]);

    LedgerModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFormat(english());
    model.show(found);

    const auto bytes = [](const QModelIndex& index) {
        const QString said = index.siblingAtColumn(LedgerModel::RawBytes).data().toString();
        return said == QString(QChar(0x2013)) ? 0 : english().locale().toLongLong(said);
    };
    Bytes total = 0;
    int group = -1;
    for (int row = 0; row + 1 < model.rowCount(); ++row) {
        const QModelIndex top = model.index(row, 0);
        const int now = top.data(LedgerTree::GroupRole).toInt();
        QVERIFY(now > group);
        group = now;
        Bytes sum = 0;
        for (int line = 0; line < model.rowCount(top); ++line)
            sum += bytes(model.index(line, 0, top));
        QCOMPARE(sum, bytes(top));
        QCOMPARE(bytes(top), found.answer.totals.perGpu[static_cast<Group>(now)]);
        total += sum;
    }
    QCOMPARE(bytes(model.index(model.rowCount() - 1, 0)), total);
    QCOMPARE(total, found.answer.totals.total);
}

void TestLedgerView::rowsOfTheDefaultPlan()
{
    LedgerModel model;
    model.setFormat(english());
    QCOMPARE(model.rowCount(), 0);
    const Estimate found = estimated(openingPlan());
    model.show(found);

    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names << model.index(row, 0).data().toString();
    QCOMPARE(names,
             (QStringList{QStringLiteral("Parameters"), QStringLiteral("Gradients"),
                          QStringLiteral("Optimizer state"), QStringLiteral("Activations"),
                          QStringLiteral("Logits and buffers"), QStringLiteral("Runtime overhead"),
                          QStringLiteral("Total")}));

    const QModelIndex activations = model.index(3, 0);
    const QModelIndex first = model.index(0, 0, activations);
    QCOMPARE(first.data().toString(), QStringLiteral("Input of the attention norm"));
    QCOMPARE(first.siblingAtColumn(LedgerModel::Size).data().toString(), QStringLiteral("2.00"));
    QCOMPARE(first.siblingAtColumn(LedgerModel::Formula).data().toString(),
             QStringLiteral("2·s·b·h = 2·8,192·1·4,096, × 32"));
    const QString toolTip = first.data(Qt::ToolTipRole).toString();
    for (const char* part :
         {"Input of the attention norm", "[b, s, h]", "2·s·b·h", "counted", "2,147,483,648 bytes"})
        QVERIFY2(toolTip.contains(QString::fromUtf8(part)), part);

    const QModelIndex total = model.index(6, 0);
    QCOMPARE(total.siblingAtColumn(LedgerModel::Share).data().toString(),
             QStringLiteral("100.0\u00A0%"));
    const Bytes left = english().left(found.plan.capacity, found.answer.totals.total, 2);
    const QString free = english().withUnit(left, 2);
    const QString capacity = english().number(found.plan.capacity, 2);
    QCOMPARE(total.siblingAtColumn(LedgerModel::Formula).data().toString(),
             QString(free + QStringLiteral(" free, capacity ") + capacity));
}

void TestLedgerView::linesAwayFromThePeak()
{
    LedgerModel model;
    model.setFormat(english());
    const Estimate found = estimated(openingPlan());
    QVERIFY(found.answer.totals.peakMoment == Moment::Loss);
    model.show(found);
    const QModelIndex buffers = model.index(4, 0);
    const QModelIndexList lines
        = model.match(model.index(0, 0, buffers), Qt::DisplayRole,
                      QStringLiteral("Gradient inside the MLP"), 1, Qt::MatchExactly);
    QCOMPARE(lines.size(), 1);
    const QModelIndex line = lines.first();
    QVERIFY(line.data(LedgerTree::AbsentRole).toBool());
    for (const int column :
         {int{LedgerModel::Size}, int{LedgerModel::RawBytes}, int{LedgerModel::Share}})
        QCOMPARE(line.siblingAtColumn(column).data().toString(), QString(QChar(0x2013)));
    QCOMPARE(line.siblingAtColumn(LedgerModel::Formula).data().toString(),
             QStringLiteral("2·s·b·f = 2·8,192·1·14,336: 0.22\u00A0GiB at backward of a layer, "
                            "not at the peak"));
}

void TestLedgerView::dragKeepsRows()
{
    LedgerModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    Plan plan = openingPlan();
    model.show(estimated(plan));
    const QPersistentModelIndex line = model.index(0, LedgerModel::RawBytes, model.index(3, 0));
    const QString before = line.data().toString();

    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    plan.workload.context = 9000;
    model.show(estimated(plan));
    QCOMPARE(resets.size(), 0);
    QVERIFY(!changes.isEmpty());
    QVERIFY(line.isValid());
    QVERIFY(line.data().toString() != before);

    const auto count = changes.size();
    model.show(estimated(plan));
    QCOMPARE(changes.size(), count);
}

/// Each cell with a new text has its own signal; a cell with the same text has one only if its
/// number changed by less than the text shows.
void TestLedgerView::changedCellsAreSignalled()
{
    LedgerModel model;
    Plan plan = openingPlan();
    model.show(estimated(plan));
    const auto texts = [&model] {
        QHash<QModelIndex, QString> all;
        const auto add = [&](const QModelIndex& row) {
            for (int column = 0; column < LedgerModel::columns; ++column)
                all.insert(row.siblingAtColumn(column),
                           row.siblingAtColumn(column).data().toString());
        };
        for (int group = 0; group < model.rowCount(); ++group) {
            const QModelIndex top = model.index(group, 0);
            add(top);
            for (int line = 0; line < model.rowCount(top); ++line)
                add(model.index(line, 0, top));
        }
        return all;
    };
    for (const std::int64_t context : {9000, 9001, 65536}) {
        const auto before = texts();
        const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        plan.workload.context = context;
        model.show(estimated(plan));
        QSet<QModelIndex> signalled;
        for (const QList<QVariant>& change : changes) {
            QCOMPARE(change[0], change[1]);
            signalled.insert(change[0].toModelIndex());
        }
        const auto now = texts();
        for (auto cell = now.begin(); cell != now.end(); ++cell)
            if (before[cell.key()] != cell.value())
                QVERIFY2(signalled.contains(cell.key()), qPrintable(cell.value()));
        // The weights do not depend on the context: their amounts have no signal.
        QVERIFY(!signalled.contains(model.index(0, LedgerModel::Size)));
        QVERIFY(!signalled.contains(model.index(0, LedgerModel::RawBytes)));
    }
}

void TestLedgerView::otherLinesAreRemovedAndInserted()
{
    LedgerModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    Plan plan = openingPlan();
    model.show(estimated(plan));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    for (const Recompute recompute : {Recompute::Full, Recompute::None}) {
        plan.recipe.recompute = recompute;
        model.show(estimated(plan));
        LedgerModel anew;
        anew.show(estimated(plan));
        QCOMPARE(model.asCsv(), anew.asCsv());
    }
    QVERIFY(!removed.isEmpty());
    QVERIFY(!inserted.isEmpty());
    QCOMPARE(resets.size(), 0);
}

void TestLedgerView::otherGroupsReset()
{
    LedgerModel model;
    model.show(estimated(openingPlan()));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.show(estimated(byMethod(MethodId::DeepSpeed)));
    QCOMPARE(resets.size(), 1);
    model.clear();
    QCOMPARE(resets.size(), 2);
    QCOMPARE(model.rowCount(), 0);
}

void TestLedgerView::unitChangesTheHead()
{
    LedgerModel model;
    model.setFormat(english());
    model.show(estimated(openingPlan()));
    const QSignalSpy heads(&model, &QAbstractItemModel::headerDataChanged);
    const QModelIndex cell = model.index(0, LedgerModel::Size);
    QCOMPARE(cell.data().toString(), QStringLiteral("1.87"));
    model.setFormat(MemoryFormat(MemoryFormat::Unit::GB, english().locale()));
    QCOMPARE(heads.size(), 1);
    QCOMPARE(cell.data().toString(), QStringLiteral("2.01"));
    QCOMPARE(model.headerData(LedgerModel::Size, Qt::Horizontal).toString(),
             QStringLiteral("GB per GPU"));
}

/// Two groups, one line away from the peak, a comma and a quote: small enough to read.
static Estimate smallEstimate()
{
    const auto line = [](Group group, const char* id, const char* label, const char* formula,
                         const char* numbers, Bytes each, std::int64_t count) {
        Line made;
        made.group = group;
        made.id = id;
        made.label = Text(label);
        made.step = "product";
        made.shape = "[b, s]";
        made.formula = formula;
        made.numbers = numbers;
        made.source = "a \"source\"";
        made.each = each;
        made.count = count;
        made.bytes = each * count;
        made.live.fill(count);
        return made;
    };
    Estimate made;
    made.plan.capacity = gibibytes(8);
    Answer& answer = made.answer;
    answer.ledger
        = {line(Group::Parameters, "weights", "Weights", "2·P", "2·1,073,741,824", gibibytes(2), 1),
           line(Group::Activations, "input", "Input", "s·b", "1,024·1,048,576", gibibytes(1), 2),
           line(Group::Activations, "output", "Output", "s·b", "1,024·1,048,576", gibibytes(1), 1)};
    answer.ledger[2].live = {0, 0, 0, 1, 0, 0};
    answer.totals.perGpu[Group::Parameters] = gibibytes(2);
    answer.totals.perGpu[Group::Activations] = gibibytes(2);
    answer.totals.total = answer.totals.low = answer.totals.high = gibibytes(4);
    answer.totals.peakMoment = Moment::Loss;
    answer.moments.push_back({Moment::Loss, answer.totals.perGpu});
    return made;
}

void TestLedgerView::copies()
{
    LedgerModel model;
    model.setFormat(english());
    model.show(smallEstimate());
    QCOMPARE(
        model.asText(),
        QStringLiteral(
            "Component    GiB per GPU          Bytes    Share  What it is, or its formula with the "
            "values\n"
            "Parameters          2.00  2,147,483,648   50.0 %  The weights that this GPU holds\n"
            "  Weights           2.00  2,147,483,648   50.0 %  2·P = 2·1,073,741,824\n"
            "Activations         2.00  2,147,483,648   50.0 %  What the forward pass keeps for the "
            "backward pass\n"
            "  Input             2.00  2,147,483,648   50.0 %  s·b = 1,024·1,048,576, × 2\n"
            "  Output               –              –        –  s·b = 1,024·1,048,576: 1.00 GiB at "
            "backward of a layer, not at the peak\n"
            "Total               4.00  4,294,967,296  100.0 %  4.00 GiB free, capacity 8.00\n"));
    model.setFormat(MemoryFormat(MemoryFormat::Unit::GB, QLocale(QLocale::German)));
    QCOMPARE(model.asCsv(),
             QStringLiteral(
                 "Level,Group,Component,Bytes per GPU at the peak,Bytes of one,Copies at the peak,"
                 "Step,Shape,Formula,With numbers,Source,Place\n"
                 "group,Parameters,Parameters,2147483648,,,,,,,,\n"
                 "line,Parameters,Weights,2147483648,2147483648,1,product,\"[b, s]\",2·P,"
                 "\"2·1,073,741,824\",\"a \"\"source\"\"\",gpu\n"
                 "group,Activations,Activations,2147483648,,,,,,,,\n"
                 "line,Activations,Input,2147483648,1073741824,2,product,\"[b, s]\",s·b,"
                 "\"1,024·1,048,576\",\"a \"\"source\"\"\",gpu\n"
                 "line,Activations,Output,0,1073741824,0,product,\"[b, s]\",s·b,"
                 "\"1,024·1,048,576\",\"a \"\"source\"\"\",gpu\n"
                 "total,,Total,4294967296,,,,,,,,\n"));
}

void TestLedgerView::accessibleTexts()
{
    LedgerModel model;
    model.setFormat(english());
    model.show(smallEstimate());
    const auto spoken = [&](const QModelIndex& row, int column) {
        return row.siblingAtColumn(column).data(Qt::AccessibleTextRole).toString();
    };
    const QModelIndex weights = model.index(0, 0);
    QCOMPARE(spoken(weights, LedgerModel::Size), QStringLiteral("2.00\u00A0GiB"));
    QCOMPARE(spoken(weights, LedgerModel::RawBytes), QStringLiteral("2,147,483,648 bytes"));
    QCOMPARE(spoken(weights, LedgerModel::Share), QStringLiteral("50.0\u00A0% of the total"));
    QCOMPARE(spoken(model.index(1, 0, model.index(1, 0)), LedgerModel::Component),
             QStringLiteral("Output, not at the peak"));
}

void TestLedgerView::unfoldedStaysUnfolded()
{
    LedgerView view;
    view.setFormat(english());
    Plan plan = openingPlan();
    view.show(estimated(plan));
    auto* tree = view.findChild<QTreeView*>(QStringLiteral("ledger"));
    QVERIFY(tree);
    tree->expand(modelOf(view)->index(3, 0));
    tree->setCurrentIndex(modelOf(view)->index(2, 0, modelOf(view)->index(3, 0)));

    plan.workload.context = 12345;
    view.show(estimated(plan));
    QVERIFY(tree->isExpanded(modelOf(view)->index(3, 0)));

    plan.recipe.recompute = Recompute::Full; // other lines: the model resets
    view.show(estimated(plan));
    QVERIFY(tree->isExpanded(modelOf(view)->index(3, 0)));
    QVERIFY(!tree->isExpanded(modelOf(view)->index(0, 0)));

    view.show(estimated(byMethod(MethodId::DeepSpeed))); // no activations at all
    view.show(estimated(openingPlan()));
    QVERIFY(tree->isExpanded(modelOf(view)->index(3, 0)));
}

void TestLedgerView::keyboardFolds()
{
    LedgerView view;
    view.resize(900, 300);
    view.show(estimated(openingPlan()));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    auto* tree = view.findChild<QTreeView*>(QStringLiteral("ledger"));
    const QModelIndex activations = modelOf(view)->index(3, 0);
    tree->setFocus();
    tree->setCurrentIndex(activations);
    QTest::keyClick(tree, Qt::Key_Right);
    QVERIFY(tree->isExpanded(activations));
    QTest::keyClick(tree, Qt::Key_Left);
    QVERIFY(!tree->isExpanded(activations));
    QTest::keyClick(tree, Qt::Key_Down);
    QCOMPARE(tree->currentIndex().row(), 4);
}

/// The ring of the current row is around all its columns, and none of them keeps it afterwards.
void TestLedgerView::theRingIsPaintedWhole()
{
    struct Painted : QObject
    {
        QRegion region;
        bool eventFilter(QObject*, QEvent* event) override
        {
            if (event->type() == QEvent::Paint)
                region += static_cast<QPaintEvent*>(event)->region();
            return false;
        }
    } painted;
    LedgerView view;
    view.resize(900, 300);
    view.show(estimated(openingPlan()));
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    auto* tree = view.findChild<QTreeView*>(QStringLiteral("ledger"));
    tree->setFocus();
    // As the focus leaves it: current, and not selected.
    tree->selectionModel()->setCurrentIndex(modelOf(view)->index(1, 0),
                                            QItemSelectionModel::NoUpdate);
    QTest::qWait(0);
    tree->viewport()->installEventFilter(&painted);
    QTest::keyClick(tree, Qt::Key_Down);
    QTRY_VERIFY(!painted.region.isEmpty());
    for (const int row : {1, 2}) {
        QRect whole = tree->visualRect(modelOf(view)->index(row, 0));
        whole.setLeft(0);
        whole.setRight(tree->viewport()->width() - 1);
        QVERIFY2(QRegion(whole).subtracted(painted.region).isEmpty(), QByteArray::number(row));
    }
}

void TestLedgerView::copyActions()
{
    LedgerView view;
    view.setFormat(english());
    view.show(smallEstimate());
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    auto* tree = view.findChild<QTreeView*>(QStringLiteral("ledger"));
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), modelOf(view)->asText());
    view.findChild<QAction*>(QStringLiteral("ledger.copyCsv"))->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), modelOf(view)->asCsv());
    QCOMPARE(tree->contextMenuPolicy(), Qt::ActionsContextMenu);
    view.findChild<QAction*>(QStringLiteral("ledger.unfoldAll"))->trigger();
    QVERIFY(tree->isExpanded(modelOf(view)->index(0, 0)));
}

/// The lecture's tables of a layer have step and shape as columns, and so has its ledger. A choice
/// by hand holds for every plan.
void TestLedgerView::lectureHasStepsAndShapes()
{
    LedgerView view;
    view.resize(1200, 500);
    view.setFormat(english());
    view.show();
    auto* tree = view.findChild<QTreeView*>(QStringLiteral("ledger"));
    const auto shown = [tree] {
        return !tree->isColumnHidden(LedgerModel::Step)
            && !tree->isColumnHidden(LedgerModel::TensorShape);
    };
    view.show(estimated(openingPlan()));
    QVERIFY(!shown());
    view.show(estimated(byMethod(MethodId::Lecture)));
    QVERIFY(shown());
    const LedgerModel& model = *modelOf(view);
    const QModelIndex activations = model.index(3, 0);
    QMap<QString, QString> shapes;
    for (int line = 0; line < model.rowCount(activations); ++line) {
        const QModelIndex row = model.index(line, 0, activations);
        shapes.insert(row.siblingAtColumn(LedgerModel::Step).data().toString(),
                      row.siblingAtColumn(LedgerModel::TensorShape).data().toString());
    }
    QCOMPARE(shapes.value(QStringLiteral("attention: softmax")), QStringLiteral("[b, a, s, s]"));
    QCOMPARE(shapes.value(QStringLiteral("MLP: GELU")), QStringLiteral("[s, b, 4h]"));
    QCOMPARE(tree->header()->visualIndex(LedgerModel::Step), 1);
    QCOMPARE(tree->header()->visualIndex(LedgerModel::TensorShape), 2);
    QCOMPARE(tree->header()->visualIndex(LedgerModel::Formula), LedgerModel::columns - 1);

    view.setSmall(true); // no room beside the formulas
    QVERIFY(!shown());
    view.setSmall(false);
    QVERIFY(shown());
    view.findChild<QAction*>(QStringLiteral("ledger.steps"))->trigger();
    QVERIFY(!shown());
    view.findChild<QAction*>(QStringLiteral("ledger.steps"))->trigger();
    view.show(estimated(openingPlan()));
    QVERIFY(shown());
}

void TestLedgerView::smallHidesBytes()
{
    LedgerView view;
    view.show(estimated(openingPlan()));
    auto* tree = view.findChild<QTreeView*>(QStringLiteral("ledger"));
    QVERIFY(!tree->isColumnHidden(LedgerModel::RawBytes));
    view.setSmall(true);
    QVERIFY(tree->isColumnHidden(LedgerModel::RawBytes));
    view.setSmall(false);
    QVERIFY(!tree->isColumnHidden(LedgerModel::RawBytes));
}

void TestLedgerView::heights()
{
    LedgerView view;
    QFont font = view.font();
    font.setPointSizeF(10);
    view.setFont(font);
    view.resize(1084, 300);
    view.show(estimated(openingPlan()));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    auto* tree = view.findChild<QTreeView*>(QStringLiteral("ledger"));
    QCOMPARE(tree->header()->height(), 26);
    QCOMPARE(tree->visualRect(modelOf(view)->index(1, 0)).height(), 27);
    QCOMPARE(view.findChild<QLabel*>(QStringLiteral("ledger.note"))->height(), 26);
    QCOMPARE(view.minimumSizeHint().height(), 26 + 3 * 27 + 26);
}

void TestLedgerView::notes()
{
    LedgerView view;
    const auto* note = view.findChild<QLabel*>(QStringLiteral("ledger.note"));
    view.show(estimated(openingPlan()));
    const auto found = estimated(openingPlan());
    const MemoryFormat format;
    const QString said
        = QStringLiteral("The step peaks at: loss. PyTorch: allocated %1, reserved %2.")
              .arg(format.withUnit(found.answer.totals.allocated, 2),
                   format.withUnit(found.answer.totals.reserved(), 2));
    QCOMPARE(note->text(), said);
    auto* tree = view.findChild<QTreeView*>(QStringLiteral("ledger"));
    const auto temporary = modelOf(view)->index(4, 0); // with buffers of other moments
    tree->expand(temporary);
    QCOMPARE(note->text(), said + QStringLiteral(" Grey lines exist at other moments."));
    tree->collapse(temporary);
    QCOMPARE(note->text(), said);
    Plan job = openingPlan();
    job.workload.task = Task::Reinforcement;
    view.show(estimated(job));
    QVERIFY2(note->text().contains(QStringLiteral("The step peaks at: update of the policy.")),
             qPrintable(note->text()));
    view.show(estimated(byMethod(MethodId::DeepSpeed)));
    QCOMPARE(note->text(),
             QStringLiteral("Host memory per node: 23.48\u00A0GiB. Not counted by this method: "
                            "Activations, Runtime overhead."));
    view.show(estimated(byMethod(MethodId::LectureZero)));
    QVERIFY(note->text().startsWith(QStringLiteral("Not counted by this method: ")));
    view.setNote(QStringLiteral("Something else"));
    QCOMPARE(note->text(), QStringLiteral("Something else"));
    Plan plan = openingPlan();
    plan.layout.tpInputs = TpInputs::Gathered;
    plan.layout.stageSplit = StageSplit::Balanced;
    view.setNote({});
    view.show(estimated(plan));
    QCOMPARE(note->text().section(QStringLiteral(". "), 0, 0),
             QStringLiteral("Without effect here: %1, %2")
                 .arg(keyLabel("layout.tp_inputs"), keyLabel("layout.stage_split")));
}

void TestLedgerView::stagesOfAPipeline()
{
    LedgerView view;
    auto* note = view.findChild<QLabel*>(QStringLiteral("ledger.note"));
    auto* stages = view.findChild<QToolButton*>(QStringLiteral("ledger.showStages"));
    auto* ledger = view.findChild<QToolButton*>(QStringLiteral("ledger.showLedger"));
    auto* tree = view.findChild<QTreeView*>(QStringLiteral("ledger"));
    auto* table = view.findChild<QTableView*>(QStringLiteral("stages"));
    view.show(estimated(openingPlan()));
    view.resize(1084, 300);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(stages->isHidden() && ledger->isVisible() && tree->isVisible());

    Plan plan = openingPlan();
    plan.layout.zero = 0;
    plan.layout.pipeline = 4;
    plan.workload.globalBatch = 16;
    const Estimate found = estimated(plan);
    view.show(found);
    QVERIFY(stages->isVisible() && ledger->isChecked());
    QVERIFY2(note->text().startsWith(QStringLiteral("Stage 1 of 4, the most loaded. ")),
             qPrintable(note->text()));
    const auto total = [&] {
        const int row = modelOf(view)->rowCount() - 1;
        return modelOf(view)
            ->index(row, LedgerModel::RawBytes)
            .data()
            .toString()
            .remove(QLatin1Char(','))
            .toLongLong();
    };
    QCOMPARE(total(), found.answer.totals.total);

    stages->click();
    QVERIFY(table->isVisible() && !tree->isVisible());
    QCOMPARE(table->model()->rowCount(), 4);
    QCOMPARE(table->model()->index(0, 0).data().toString(),
             QStringLiteral("1, first, most loaded"));
    QCOMPARE(table->model()->index(2, 1).data().toString(), QStringLiteral("17–24"));
    QCOMPARE(table->model()->index(2, 2).data().toString(), QStringLiteral("2"));
    QCOMPARE(table->currentIndex().row(), 0);

    // A stage that is picked is shown, and stays picked while the plan changes.
    emit table->clicked(table->model()->index(2, 0));
    QVERIFY(tree->isVisible() && ledger->isChecked());
    QCOMPARE(total(), found.answer.stages[2].totals.total);
    QVERIFY2(
        note->text().startsWith(QStringLiteral("Stage 3 of 4; the most loaded is stage 1 with ")),
        qPrintable(note->text()));
    plan.workload.context = 4096;
    const Estimate shorter = estimated(plan);
    view.show(shorter);
    QCOMPARE(total(), shorter.answer.stages[2].totals.total);
    plan.layout.pipeline = 2; // there is none of that number
    view.show(estimated(plan));
    QVERIFY(note->text().startsWith(QStringLiteral("Stage 1 of 2, the most loaded. ")));
    stages->click();
    view.show(estimated(openingPlan()));
    QVERIFY(tree->isVisible() && stages->isHidden());
}

void TestLedgerView::linesOnTheHost()
{
    Estimate found = smallEstimate();
    Line& line = found.answer.ledger.front();
    line.place = Place::Host;
    line.live = {};
    found.answer.hostPerNode = 8 * line.bytes;
    LedgerView view;
    view.setFormat(english());
    view.show(found);
    QVERIFY2(view.findChild<QLabel*>(QStringLiteral("ledger.note"))
                 ->text()
                 .startsWith(QStringLiteral("Host memory per node: 16.00\u00A0GiB. ")),
             qPrintable(view.findChild<QLabel*>(QStringLiteral("ledger.note"))->text()));
    const QModelIndex row = modelOf(view)->index(0, 0, modelOf(view)->index(0, 0));
    QCOMPARE(row.siblingAtColumn(LedgerModel::Size).data().toString(), QStringLiteral("–"));
    QCOMPARE(row.siblingAtColumn(LedgerModel::Formula).data().toString(),
             QStringLiteral("2·P = 2·1,073,741,824: 2.00\u00A0GiB in the host's memory"));
    QVERIFY(modelOf(view)->asCsv().contains(QStringLiteral(",host\n")));
}

void TestLedgerView::verdictTexts_data()
{
    QTest::addColumn<VerdictContent>("content");
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("detail");
    const QString subject
        = QStringLiteral(" · Llama 3.1 8B · 8,192 tokens × 1 · 8 × H100 · ZeRO-3");

    QTest::newRow("fits") << verdictOf(Verdict::Fits, 64.66, 79.64)
                          << QStringLiteral("Fits — 64.66 of 79.64\u00A0GiB, 14.98\u00A0GiB free")
                          << QString(QStringLiteral("likely 63.66–67.06\u00A0GiB") + subject);
    QTest::newRow("probably")
        << verdictOf(Verdict::Probably, 78, 80)
        << QStringLiteral("Probably fits — 78.0 of 80.0\u00A0GiB, 2.0\u00A0GiB free")
        << QString(QStringLiteral("likely 77.0–80.4\u00A0GiB") + subject
                   + QStringLiteral(" · at the upper end of the 90 % range, 80.4\u00A0GiB, "
                                    "the plan does not fit"));
    VerdictContent close = verdictOf(Verdict::Fits, 77, 80);
    QTest::newRow("little is free")
        << close << QStringLiteral("Fits — 77.0 of 80.0\u00A0GiB, 3.0\u00A0GiB free")
        << QString(QStringLiteral("likely 76.0–79.4\u00A0GiB") + subject
                   + QStringLiteral(" · less than 5 % free: fragmentation may decide"));
    VerdictContent shared = verdictOf(Verdict::Fits, 64.66, 79.64);
    shared.plan = listed({shared.plan, Text::plain("TP 2"), Text::plain("PP 4")});
    shared.stages = 4;
    shared.totals.stage = 1;
    shared.hostPerNode = gibibytes(120);
    shared.diskPerNode = gibibytes(30);
    QTest::newRow("a pipeline, with host and disk")
        << shared << QStringLiteral("Fits — 64.66 of 79.64\u00A0GiB, 14.98\u00A0GiB free")
        << QString(QStringLiteral("likely 63.66–67.06\u00A0GiB · stage 2 of 4") + subject
                   + QStringLiteral(" · TP 2 · PP 4 · host 120.0\u00A0GiB per node · NVMe "
                                    "30.0\u00A0GiB per node"));
    VerdictContent exact = verdictOf(Verdict::Over, 117.06, 80);
    exact.totals.low = exact.totals.high = exact.totals.total;
    exact.plan = Text::plain("Llama 3.1 8B · 8,192 tokens × 1 · 8 GPUs · ZeRO off");
    QTest::newRow("over") << exact
                          << QStringLiteral(
                                 "Does not fit — 37.1\u00A0GiB over (needs 117.1 of 80.0)")
                          << QStringLiteral("Peak per GPU · Llama 3.1 8B · 8,192 tokens × 1 · "
                                            "8 GPUs · ZeRO off");
    exact.totals.total = exact.capacity + (Bytes{8} << 20);
    QTest::newRow("over by megabytes")
        << exact << QStringLiteral("Does not fit — 0.008\u00A0GiB over (needs 80.008 of 80.000)")
        << QStringLiteral("Peak per GPU · Llama 3.1 8B · 8,192 tokens × 1 · 8 GPUs · ZeRO off");
    VerdictContent host = exact;
    host.totals.total = gibibytes(20);
    host.hostPerNode = gibibytes(600);
    host.hostMemory = gibibytes(512);
    QTest::newRow("the host is full")
        << host
        << QStringLiteral("Does not fit the host — 88.0\u00A0GiB over (a node needs 600.0 of "
                          "512.0)")
        << QStringLiteral("Peak per GPU · Llama 3.1 8B · 8,192 tokens × 1 · 8 GPUs · ZeRO off · "
                          "host 600.0 of 512.0\u00A0GiB per node");
    VerdictContent none;
    none.problem = QStringLiteral("layers must be at least 1");
    none.plan = Text::plain("Custom");
    QTest::newRow("no estimate") << none
                                 << QStringLiteral("No estimate — layers must be at least 1")
                                 << QStringLiteral("Custom");
}

void TestLedgerView::verdictTexts()
{
    QFETCH(VerdictContent, content);
    QFETCH(QString, headline);
    QFETCH(QString, detail);
    VerdictBar bar;
    bar.show(content, english());
    QCOMPARE(bar.headline(), headline);
    QCOMPARE(bar.detail(), detail);
    QCOMPARE(bar.accessibleName(), headline);
    QCOMPARE(bar.accessibleDescription(), detail);
}

void TestLedgerView::aNarrowVerdictKeepsThePlan_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* name, int width, const QString& shown) {
        QTest::newRow(name) << width << shown;
    };
    const QString range = QStringLiteral("likely 63.7–67.1\u00A0GiB · ");
    const QString plan = QStringLiteral("Llama 3.1 70B · 4,096 tokens × 1 · 1 × H100 · ZeRO off · "
                                        "QLoRA rank 64 on NF4");
    const QString brief = QStringLiteral("Llama 3.1 70B · 1 × H100 · QLoRA rank 64 on NF4");
    const QString remark = QStringLiteral(" · less than 5 % free: fragmentation may decide");
    row("room for all", 1400, range + plan + remark);
    row("the sliders have the tokens", 800, range + brief + remark);
    row("the tooltip has the remark", 600, range + brief);
    row("the plan alone", 440, brief);
}

void TestLedgerView::aNarrowVerdictKeepsThePlan()
{
    QFETCH(int, width);
    VerdictContent content = verdictOf(Verdict::Fits, 64.66, 66);
    content.plan = Text::plain("Llama 3.1 70B · 4,096 tokens × 1 · 1 × H100 · ZeRO off · "
                               "QLoRA rank 64 on NF4");
    content.briefPlan = Text::plain("Llama 3.1 70B · 1 × H100 · QLoRA rank 64 on NF4");
    VerdictBar bar;
    bar.show(content, english());
    bar.resize(width, bar.height());
    QTEST(bar.shownDetail(), "shown");
}

void TestLedgerView::contentOfAnEstimate()
{
    const Estimate found = estimated(openingPlan());
    const VerdictContent content = verdictContent(found);
    QVERIFY(content.verdict == found.verdict);
    QCOMPARE(content.totals.total, found.answer.totals.total);
    QCOMPARE(highwater::english(content.plan),
             "Llama 3.1 8B · 8,192 tokens × 1 · 8 × H100 · ZeRO-3");
    QCOMPARE(content.gpus, 8);
    // The lecture's method by context reads neither GPUs nor ZeRO.
    const VerdictContent lecture = verdictContent(estimated(byMethod(MethodId::Lecture)));
    QCOMPARE(lecture.gpus, 0);
    QCOMPARE(highwater::english(lecture.plan), "Llama 3.1 8B · 8,192 tokens × 1 · H100");
}

/// A number that another program would print says so before all else, however narrow the bar is.
void TestLedgerView::theMethodIsNamed()
{
    VerdictBar bar;
    bar.show(verdictContent(estimated(byMethod(MethodId::DeepSpeed))), english());
    const QString counted = QStringLiteral(
        "as DeepSpeed's estimator counts, without activations, buckets and overhead");
    QVERIFY2(bar.detail().startsWith(QStringLiteral("Peak per GPU · ") + counted),
             qPrintable(bar.detail()));
    bar.resize(1100, bar.height());
    QVERIFY(bar.shownDetail().contains(counted));
    bar.resize(520, bar.height());
    QVERIFY2(bar.shownDetail().startsWith(counted.left(30)), qPrintable(bar.shownDetail()));
    bar.show(verdictContent(estimated(openingPlan())), english());
    QVERIFY(!bar.detail().contains(QStringLiteral("without")));
}

void TestLedgerView::shortNames()
{
    const auto name = [](std::string_view id) { return shortName(*builtinCatalog().device(id)); };
    QCOMPARE(name("h100-sxm5-80gb"), QStringLiteral("H100"));
    QCOMPARE(name("h100-pcie-80gb"), QStringLiteral("H100 PCIe"));
    QCOMPARE(name("rtx-6000-ada-48gb"), QStringLiteral("RTX 6000 Ada"));
    for (const Device& device : builtinCatalog().devices())
        QVERIFY2(!shortName(device).isEmpty(), device.id.c_str());
}

void TestLedgerView::heightNeverChanges()
{
    VerdictBar bar;
    QFont font = bar.font();
    font.setPointSizeF(10);
    bar.setFont(font);
    for (const bool isSmall : {false, true})
        for (const VerdictContent& content : {VerdictContent{}, fittingContent(), over()}) {
            bar.setSmall(isSmall);
            bar.show(content, english());
            QCOMPARE(bar.height(), 98);
            QCOMPARE(bar.minimumHeight(), 98);
            QCOMPARE(bar.maximumHeight(), 98);
        }
}

void TestLedgerView::solutionsAreButtons()
{
    VerdictBar bar;
    bar.resize(1084, bar.height());
    VerdictContent content = fittingContent();
    bar.show(content, english());
    QList<QPushButton*> buttons = visibleButtons(bar);
    QCOMPARE(texts(buttons),
             (QStringList{QStringLiteral("Longest context 24,576"),
                          QStringLiteral("Largest micro-batch 1"), QStringLiteral("Fewest GPUs 4"),
                          QStringLiteral("More")}));
    QVERIFY(buttons[0]->isEnabled());
    QVERIFY(!buttons[1]->isEnabled()); // the plan has it already

    const QSignalSpy applied(&bar, &VerdictBar::applyRequested);
    QTest::mouseClick(buttons[0], Qt::LeftButton);
    QTest::mouseClick(buttons[1], Qt::LeftButton);
    QTest::keyClick(buttons[2], Qt::Key_Space);
    QCOMPARE(applied.size(), 2);
    QCOMPARE(onlyChange(applied[0]).value().key, KeyPath("workload.context"));
    QVERIFY(onlyChange(applied[0]).value().value == Value(std::int64_t{24576}));
    QCOMPARE(onlyChange(applied[1]).value().key, KeyPath("cluster.gpus"));
    QVERIFY(onlyChange(applied[1]).value().value == Value(std::int64_t{4}));

    content.solutions[2] = solution("cluster.gpus", std::nullopt);
    bar.show(content, english());
    buttons = visibleButtons(bar);
    QVERIFY(!buttons[2]->isEnabled());
    QCOMPARE(buttons[2]->toolTip(), QStringLiteral("It does not fit at any length"));

    content.seeksModel = true;
    bar.show(content, english());
    QCOMPARE(texts(visibleButtons(bar))[3], QStringLiteral("Largest dense model …"));
    QVERIFY(!visibleButtons(bar)[3]->isEnabled());
    content.seeksModel = false;
    content.solutions.push_back(solution("model.parameters", 11'010'347'089));
    content.parameters = 8'030'261'248;
    bar.show(content, english());
    QCOMPARE(texts(visibleButtons(bar))[3], QStringLiteral("Largest dense model 11.0B"));
    QTest::mouseClick(visibleButtons(bar)[3], Qt::LeftButton);
    QVERIFY(onlyChange(applied[2]).value().value == Value(std::int64_t{11'010'347'089}));
    content.solutions.pop_back();
    bar.show(content, english());

    bar.setSmall(true);
    QCOMPARE(visibleButtons(bar).size(), 4); // as many as have room, and "More"
    bar.resize(440, bar.height());
    bar.setSmall(false);
    QCOMPARE(visibleButtons(bar).last()->text(), QStringLiteral("More"));
}

/// The time of a token beside the number, and the last value that fits in the tooltip. In a
/// narrower row the price is brief, then the intro goes, then the price.
void TestLedgerView::limitsHavePrices()
{
    VerdictBar bar;
    VerdictContent content = fittingContent();
    content.solutions[0].slowdown = 1.04;
    content.solutions[0].edge = 25'011;
    content.solutions[0].edgeSlowdown = 1.77;
    content.solutions[1].slowdown = 1;
    content.solutions[2].slowdown = 3.2;
    content.solutions[2].edge = 4;
    bar.setVisible(true); // only a visible row follows its width
    bar.resize(1600, bar.height());
    bar.show(content, english());
    const QList<QPushButton*> buttons = visibleButtons(bar);
    QCOMPARE(texts(buttons),
             (QStringList{QStringLiteral("Longest context 24,576 −4 % speed"),
                          QStringLiteral("Largest micro-batch 1"),
                          QStringLiteral("Fewest GPUs 4 −69 % speed"), QStringLiteral("More")}));
    QCOMPARE(buttons[0]->toolTip(),
             QStringLiteral("Comes to 79.5 of 79.6\u00A0GiB, +4 % time a token.\n"
                            "25,011 is the last that fits at all: +77 % time a token."));
    QVERIFY(!buttons[2]->toolTip().contains(QLatin1Char('\n'))); // the edge is the answer

    // In a narrower row there are fewer limits; a price keeps its word.
    const int wide = buttons[0]->width();
    qsizetype fewest = buttons.size();
    for (int width = 1600; width > 700; width -= 20) {
        bar.resize(width, bar.height());
        const QList<QPushButton*> shown = visibleButtons(bar);
        QVERIFY(shown.size() >= 3); // two with their prices, and "More"
        QVERIFY(shown.last()->geometry().right() < bar.width());
        QCOMPARE(shown[0]->width(), wide);
        QVERIFY(shown.size() <= fewest);
        fewest = shown.size();
    }
    QCOMPARE(fewest, 3);

    // A price that comes and goes moves nothing.
    bar.resize(1084, bar.height());
    QList<QRect> before;
    for (const QPushButton* button : visibleButtons(bar))
        before << button->geometry();
    content.solutions[0].slowdown = 1;
    content.solutions[1].slowdown = 0.75;
    bar.show(content, english());
    QList<QRect> now;
    for (const QPushButton* button : visibleButtons(bar))
        now << button->geometry();
    QCOMPARE(now, before);
}

void TestLedgerView::tinyAmountsHaveTheirOwnUnit()
{
    constexpr Bytes mebibyte = Bytes{1} << 20;
    QCOMPARE(english().withUnit(mebibyte, 2), QStringLiteral("1.00\u00A0MiB"));
    QCOMPARE(english().whereUnitIsSaid(8 * mebibyte, 2), QStringLiteral("8.00\u00A0MiB"));
    QCOMPARE(english().whereUnitIsSaid(-10 * mebibyte, 2), QStringLiteral("−10.0\u00A0MiB"));
    QCOMPARE(english().whereUnitIsSaid(11 * mebibyte, 2), QStringLiteral("0.01"));
    QCOMPARE(english().whereUnitIsSaid(90 * mebibyte, 1), QStringLiteral("90.0\u00A0MiB"));
    QCOMPARE(english().withUnit(1536, 2), QStringLiteral("1.50\u00A0KiB"));
    QCOMPARE(english().withUnit(12, 2), QStringLiteral("12\u00A0B"));
    QCOMPARE(english().whereUnitIsSaid(0, 2), QStringLiteral("0.00"));
    const MemoryFormat decimal(MemoryFormat::Unit::GB, english().locale());
    QCOMPARE(decimal.withUnit(2'000'000, 2), QStringLiteral("2.00\u00A0MB"));
}

void TestLedgerView::hugeAmountsHaveTheirOwnUnit()
{
    const Bytes pebibyte = Bytes{1} << 50;
    QCOMPARE(english().withUnit(12 * pebibyte, 1), QStringLiteral("12.0\u00A0PiB"));
    QCOMPARE(english().withUnit(9 * pebibyte, 1), QStringLiteral("9,437,184.0\u00A0GiB"));
    QCOMPARE(english().whereUnitIsSaid(12 * pebibyte, 2), QStringLiteral("12.00\u00A0PiB"));
    QCOMPARE(english().whereUnitIsSaid(pebibyte, 0), QStringLiteral("1,048,576"));
    const MemoryFormat decimal(MemoryFormat::Unit::GB, english().locale());
    QCOMPARE(decimal.withUnit(12'000'000'000'000'000, 1), QStringLiteral("12.0\u00A0PB"));

    VerdictContent content = over();
    content.totals.total = 12 * pebibyte;
    VerdictBar bar;
    bar.show(content, english());
    QVERIFY(bar.headline().contains(QStringLiteral("needs 12.0\u00A0PiB of ")));
    QVERIFY(bar.headline().endsWith(QStringLiteral("GiB)")));
}

void TestLedgerView::suggestionsAreButtons()
{
    VerdictBar bar;
    bar.resize(1084, bar.height());
    bar.show(over(), english());
    const QList<QPushButton*> buttons = visibleButtons(bar);
    QVERIFY(buttons.size() >= 3);
    QCOMPARE(buttons[0]->text(), QStringLiteral("Chunked loss → 78.4\u00A0GiB a little slower"));
    QCOMPARE(buttons[1]->text(),
             QStringLiteral("Recompute every layer → 24.1\u00A0GiB +33 % compute"));
    QVERIFY(buttons[0]->toolTip().contains(QStringLiteral("rule of thumb")));

    const QSignalSpy applied(&bar, &VerdictBar::applyRequested);
    QTest::mouseClick(buttons[1], Qt::LeftButton);
    QCOMPARE(applied.size(), 1);
    QVERIFY(onlyChange(applied[0]).value().value == Value(std::string("full")));

    QVERIFY(buttons[0]->nextInFocusChain() == buttons[1]);
    QVERIFY(buttons.last()->previousInFocusChain()->objectName()
            != buttons[0]->objectName()); // "More" comes after all of them
}

/// In a row too narrow for two prices, the prices are only in the tooltips.
void TestLedgerView::twoSuggestionsComeBeforePrices()
{
    VerdictBar bar;
    bar.resize(1084, bar.height());
    bar.show(over(), english());
    bar.show();
    const int priced = visibleButtons(bar).first()->width();
    for (int width = 400; width < 1084; width += 4) {
        bar.resize(width, bar.height());
        const QList<QPushButton*> buttons = visibleButtons(bar);
        if (buttons.size() < 3) // two and "More"
            continue;
        QVERIFY(buttons.first()->width() < priced);
        QVERIFY(buttons.first()->toolTip().startsWith(QStringLiteral("a little slower\n")));
        return;
    }
    QFAIL("there are never two");
}

namespace {

/// The texts of a row of the panel of offers, and of a section its title alone.
QStringList rowOf(const QAbstractItemModel& model, int row)
{
    QStringList said;
    for (int column = 0; column < model.columnCount(); ++column)
        if (const QString text = model.index(row, column).data().toString(); !text.isEmpty())
            said << text;
    return said;
}

} // namespace

void TestLedgerView::moreOpensThePanel()
{
    VerdictBar bar;
    bar.resize(1084, bar.height());
    bar.show(over(), english());
    auto* more = bar.findChild<QPushButton*>(QStringLiteral("verdict.more"));
    const QSignalSpy asked(&bar, &VerdictBar::panelRequested);
    more->click();
    bar.setPanelOpen(true);
    more->click();
    QCOMPARE(asked.size(), 2);
    QCOMPARE(asked[0][0].toBool(), true);
    QCOMPARE(asked[1][0].toBool(), false);
}

void TestLedgerView::offersAreATable()
{
    VerdictBar bar;
    VerdictContent content = over();
    content.suggestions[0].slowdown = 0.5;
    content.suggestions[1].slowdown = 1.12;
    content.suggestions[1].probably = true;
    content.suggestions[2].slowdown = 1;
    content.suggestions[2].hostPerNode = gibibytes(16.2);
    bar.show(content, english());
    OffersPanel panel;
    panel.resize(1000, 300);
    panel.show(bar.offers(), english());
    auto* table = panel.findChild<QTreeView*>(QStringLiteral("offers.table"));
    const QAbstractItemModel& model = *table->model();
    const QString nothing = QStringLiteral("nothing of the run"), none = QStringLiteral("–");
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(rowOf(model, 0),
             (QStringList{QStringLiteral("Chunked loss"), QStringLiteral("78.40"),
                          QStringLiteral("+12 %"), none, nothing}));
    QCOMPARE(rowOf(model, 1),
             (QStringList{QStringLiteral("Recompute every layer"), QStringLiteral("24.10"),
                          QStringLiteral("same"), QStringLiteral("16.2\u00A0GiB"), nothing}));
    QCOMPARE(rowOf(model, 2),
             (QStringList{QStringLiteral("Shorten to 10,752"), QStringLiteral("79.50"), none, none,
                          QStringLiteral("changes the run")}));
    QCOMPARE(rowOf(model, 3), QStringList{QStringLiteral("Helps, not enough alone")});
    QCOMPARE(rowOf(model, 4),
             (QStringList{QStringLiteral("16 GPUs"), QStringLiteral("100.30"),
                          QStringLiteral("−50 %"), none, QStringLiteral("twice the GPUs")}));
    const auto spoken
        = [&](int row) { return model.index(row, 0).data(Qt::AccessibleTextRole).toString(); };
    QCOMPARE(spoken(0), QStringLiteral("Chunked loss, probably fits"));
    QCOMPARE(spoken(1), QStringLiteral("Recompute every layer, fits"));
    QCOMPARE(spoken(4), QStringLiteral("16 GPUs"));
}

void TestLedgerView::offersArePreviewedAndTaken()
{
    VerdictBar bar;
    bar.show(over(), english());
    OffersPanel panel;
    panel.resize(1000, 300);
    panel.show(bar.offers(), english());
    panel.QWidget::show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    auto* table = panel.findChild<QTreeView*>(QStringLiteral("offers.table"));
    auto* take = panel.findChild<QPushButton*>(QStringLiteral("offers.take"));
    QStringList previewed;
    connect(&panel, &OffersPanel::previewed, &panel,
            [&](const Offer* offer) { previewed << (offer ? offer->name : QString()); });
    const QSignalSpy taken(&panel, &OffersPanel::taken);
    const QSignalSpy closed(&panel, &OffersPanel::closeRequested);
    panel.enter();
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(
        previewed,
        (QStringList{QStringLiteral("Chunked loss"), QStringLiteral("Recompute every layer")}));
    // The title of the section is no change.
    QTest::keyClick(table, Qt::Key_Down);
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(previewed.last(), QStringLiteral("16 GPUs"));
    QTest::keyClick(table, Qt::Key_Up);
    QTest::keyClick(table, Qt::Key_Up);
    QVERIFY(take->isEnabled());
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(taken.size(), 1);
    QVERIFY(onlyChange(taken[0]).value().value == Value(std::string("full")));
    take->click();
    QCOMPARE(taken.size(), 2);
    QTest::keyClick(table, Qt::Key_Escape);
    QCOMPARE(closed.size(), 1);

    // Other offers end the preview; the same again do not.
    panel.show(bar.offers(), english());
    QCOMPARE(previewed.last(), QStringLiteral("Recompute every layer"));
    VerdictContent fewer = over();
    fewer.suggestions.pop_back();
    bar.show(fewer, english());
    panel.show(bar.offers(), english());
    QCOMPARE(previewed.last(), QString());
    QVERIFY(!take->isEnabled());
}

/// Where only several changes together are enough, the table says so.
void TestLedgerView::noSingleChangeIsEnough()
{
    VerdictContent content = over();
    content.suggestions.erase(content.suggestions.begin() + 1, content.suggestions.end());
    Suggestion pair = suggestion("recipe.loss", std::string("chunked"), "Chunked loss",
                                 "a little slower", Price::Compute, 78.4, true);
    pair.changes.push_back({"recipe.recompute", std::string("full"), Text("Recompute every layer"),
                            Text("+33 % compute"), Price::Compute});
    content.suggestions.push_back(pair);
    VerdictBar bar;
    bar.show(content, english());
    OffersPanel panel;
    panel.show(bar.offers(), english());
    const QAbstractItemModel& model
        = *panel.findChild<QTreeView*>(QStringLiteral("offers.table"))->model();
    QCOMPARE(rowOf(model, 0),
             QStringList{QStringLiteral("No single change is enough; these are together")});
    QCOMPARE(rowOf(model, 1).first(), QStringLiteral("Chunked loss + Recompute every layer"));
    content.suggestions.clear();
    content.suggestions.push_back(over().suggestions.front());
    bar.show(content, english());
    panel.show(bar.offers(), english());
    QCOMPARE(rowOf(model, 0), QStringList{QStringLiteral("No change of settings makes it fit.")});
}

/// The total stays in view while the rows over it are scrolled.
void TestLedgerView::theTotalIsPinned()
{
    LedgerView view;
    view.resize(900, 400);
    view.show(estimated(openingPlan()));
    view.grab();
    auto* tree = view.findChild<LedgerTree*>();
    QVERIFY(tree->pinnedTotal().isEmpty()); // all rows are in view
    view.resize(900, 150);
    view.grab();
    const QRect pinned = tree->pinnedTotal();
    QCOMPARE(pinned.bottom(), tree->viewport()->rect().bottom());
    const QImage picture = tree->viewport()->grab().toImage();
    QCOMPARE(picture.pixelColor(2, pinned.center().y()), lightTheme().totalRow);
    tree->scrollToBottom();
    QVERIFY(tree->pinnedTotal().isEmpty());
    tree->scrollToTop();
    tree->setFixedHeight(tree->header()->height() + 2 * pinned.height());
    view.grab();
    QVERIFY(tree->viewport()->height() <= 2 * pinned.height());
    QVERIFY(!tree->pinnedTotal().isEmpty()); // in a small window as well
}

void TestLedgerView::nothingMovesWithNumbers()
{
    VerdictBar bar;
    bar.resize(1084, bar.height());
    VerdictContent content = fittingContent();
    bar.show(content, english());
    QList<QRect> before;
    for (const QPushButton* button : visibleButtons(bar))
        before << button->geometry();
    for (const std::int64_t context : {512, 8192, 131072}) {
        content.solutions[0].answer = context;
        content.solutions[1].answer = context / 512 % 100;
        bar.show(content, english());
        QList<QRect> now;
        for (const QPushButton* button : visibleButtons(bar))
            now << button->geometry();
        QCOMPARE(now, before);
    }
}

void TestLedgerView::goesToTheField()
{
    VerdictBar bar;
    bar.resize(1084, bar.height());
    VerdictContent none;
    none.problem = QStringLiteral("must be at least 1");
    none.problemField = pathText("model.custom.num_layers");
    bar.show(none, english());
    const QSignalSpy asked(&bar, &VerdictBar::fieldRequested);
    QCOMPARE(visibleButtons(bar).size(), 1);
    visibleButtons(bar).first()->click();
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), none.problemField);
}

void TestLedgerView::nothingIsClipped_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("language");
    for (const int width : {668, 1084}) {
        QTest::addRow("English, %d px", width) << width << 0;
        QTest::addRow("long, %d px", width) << width << 1;
        QTest::addRow("Chinese, %d px", width) << width << 2;
    }
}

void TestLedgerView::nothingIsClipped()
{
    QFETCH(int, width);
    QFETCH(int, language);
    OtherLanguage other(language == 1);
    if (language > 0)
        QVERIFY(QCoreApplication::installTranslator(&other));

    VerdictBar bar;
    const bool isSmall = width < 700;
    bar.setSmall(isSmall);
    bar.resize(width, bar.height());
    for (const VerdictContent& content :
         {fittingContent(), over(), verdictOf(Verdict::Probably, 78.1, 79.6)}) {
        bar.show(content, english());
        QVERIFY(bar.firstLineWidth() <= width - 54 - 16);
        int end = 16;
        for (const QPushButton* button : visibleButtons(bar)) {
            QVERIFY(button->width() >= button->sizeHint().width());
            QVERIFY(button->x() >= end);
            QVERIFY(button->geometry().right() < width - 16 + 1);
            QVERIFY(button->height() >= 24);
            end = button->geometry().right();
        }
    }
    QCoreApplication::removeTranslator(&other);
}

void TestLedgerView::announcesOnlyTheTurn()
{
    VerdictBar bar;
    const QSignalSpy heard(&bar, &VerdictBar::announced);
    bar.show(fittingContent(), english());
    bar.announce();
    bar.show(verdictOf(Verdict::Probably, 78.5, 79.6), english());
    bar.announce();
    QCOMPARE(heard.size(), 0);
    bar.show(over(), english());
    QCOMPARE(heard.size(), 0); // not during a drag
    bar.announce();
    bar.announce();
    QCOMPARE(heard.size(), 1);
    QCOMPARE(heard[0][0].toString(), bar.headline());
    bar.show(VerdictContent{}, english());
    bar.announce();
    QCOMPARE(heard.size(), 1);
    bar.show(fittingContent(), english());
    bar.announce();
    QCOMPARE(heard.size(), 2);
}

void TestLedgerView::followsTheTheme()
{
    VerdictBar bar;
    LedgerView view;
    bar.resize(1084, bar.height());
    view.resize(1084, 300);
    view.show(estimated(openingPlan()));
    for (const Theme* theme : {&darkTheme(), &lightTheme()}) {
        QApplication::setPalette(theme->palette());
        bar.show(over(), english());
        const QImage red = bar.grab().toImage();
        QCOMPARE(red.pixelColor(1, 40), theme->over);
        QCOMPARE(red.pixelColor(1000, 5), theme->overBackground);
        bar.show(fittingContent(), english());
        QCOMPARE(bar.grab().toImage().pixelColor(1000, 5), theme->window);
        const QImage table = view.grab().toImage();
        QCOMPARE(table.pixelColor(2, 10), theme->tableHead);
        QCOMPARE(table.pixelColor(2, 40), theme->surface);
        QCOMPARE(table.pixelColor(22 + 5, 26 + 13), theme->fill(Group::Parameters));
    }
}

QTEST_MAIN(TestLedgerView)
#include "test_ledger_view.moc"
