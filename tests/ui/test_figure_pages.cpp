// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/context_figure.h"
#include "ui/answer/verdict_content.h"
#include "ui/answer/verdict_offers.h"
#include "ui/base/settings.h"
#include "ui/base/words.h"
#include "ui/figures/compare_page.h"
#include "ui/figures/context_view.h"
#include "ui/figures/figure_page.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/timeline_page.h"
#include "window_fixture.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace highwater;

/// The pages of figures: whose plan they show, and when they are faded.
class TestFigurePages : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();
    void invalidPlansFadeEveryPage_data();
    void invalidPlansFadeEveryPage();
    void aPlanThatComesBackIsCounted();
    void aPlanThatWasNeverValidHasNoPicture();
    void anotherFileHasNoPictureOfTheOneBefore();
    void thePanelsThatAPlanCannotHave();
    void theLecturesFigureIsNamed();
    void theBasisIsRemembered();
    void methodsWithoutGpusSaySo();
    void whatAMethodDoesNotCountIsNotOffered();
    void madeUpSizesAreTheFields();
    void aShortContextIsOnTheAxis();
    void switchesAreNamed();
    void diamondsStandWhereBandsStep();
    void tablesFitASmallWindow();
    void anExtremeStepHasNoTimeline();

private:
    void front(const char* page) const
    {
        openPage(page);
        paint();
    }
    void paint() const
    {
        settle();
        m_window->grab();
    }
    void set(KeyPath key, const Value& value) const
    {
        QVERIFY(document().edit(key, value, QStringLiteral("test")));
        paint();
    }
    static constexpr int patience = 60'000;
    /// Whether no page is working in another thread.
    bool isCounted() const
    {
        return !find<QLabel>("cards.status")->text().contains(u'%')
            && !find<QLabel>("search.status")->text().contains(u'%');
    }
    void chooseBasis(const char* page, int index) const
    {
        auto* basis = find<QComboBox>(QLatin1String(page) + QLatin1String("Basis"));
        basis->setCurrentIndex(index);
        emit basis->activated(index);
        paint();
    }
    void invalidate() const { set("layout.tensor", std::int64_t{5}); } // of 24 heads
};

void TestFigurePages::init()
{
    WindowFixture::init();
}

void TestFigurePages::invalidPlansFadeEveryPage_data()
{
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QByteArray>("view");
    QTest::newRow("Context") << QByteArray("contextPage") << QByteArray("contextChart");
    QTest::newRow("ZeRO stages") << QByteArray("zeroPage") << QByteArray("zeroFigure");
    QTest::newRow("GPUs") << QByteArray("gpusPage") << QByteArray("gpusFigure");
    QTest::newRow("8B, 70B, 405B") << QByteArray("sizesPage") << QByteArray("sizesFigure");
    QTest::newRow("Timeline") << QByteArray("timelinePage") << QByteArray("timelineFigure");
    QTest::newRow("Time") << QByteArray("timePage") << QByteArray("timeFigure");
    QTest::newRow("Cards") << QByteArray("cardsPage") << QByteArray("cardsFigure");
    QTest::newRow("Search") << QByteArray("searchPage") << QByteArray("searchFigure");
    QTest::newRow("Compare") << QByteArray("comparePage") << QByteArray("compareFigure");
    QTest::newRow("Methods") << QByteArray("methodsPage") << QByteArray("methodsFigure");
    QTest::newRow("Recompute") << QByteArray("recomputePage") << QByteArray("recomputeFigure");
}

void TestFigurePages::invalidPlansFadeEveryPage()
{
    QFETCH(const QByteArray, page);
    QFETCH(const QByteArray, view);
    chooseBasis("zero", 1);
    chooseBasis("sizes", 1);
    chooseBasis("recompute", 1);
    const auto* shown = find<FigureView>(view);
    front(page);
    QTRY_VERIFY_WITH_TIMEOUT(isCounted(), patience);
    QVERIFY(!shown->isStale());

    // Another plan, while another page is in front, and then none.
    front(page == "contextPage" ? "zeroPage" : "contextPage");
    set("cluster.gpus", std::int64_t{16});
    set("model.id", std::string("llama-3.2-3b"));
    invalidate();
    front(page);
    QVERIFY(!document().results().estimate);
    QTRY_VERIFY_WITH_TIMEOUT(isCounted(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(shown->isCounted(), patience);
    paint();
    QVERIFY(shown->isStale());
    QCOMPARE(document().estimatedPlan()->cluster.gpus, std::int64_t{16});

    // The faded picture is that of the last plan that had an estimate.
    const std::size_t items = shown->scene().items.size();
    QVERIFY(items > 0);
    document().undoStack()->undo();
    paint();
    QVERIFY(!shown->isStale());
    QTRY_VERIFY_WITH_TIMEOUT(shown->isCounted(), patience);
    QCOMPARE(shown->scene().items.size(), items);
}

/// Two changes, there and back, before the plan has rested.
void TestFigurePages::aPlanThatComesBackIsCounted()
{
    const auto* view = find<FigureView>("gpusFigure");
    front("gpusPage");
    QTRY_VERIFY_WITH_TIMEOUT(view->isCounted(), patience);
    const auto bands = [this] {
        std::vector<std::vector<Layer>> all;
        for (const Panel& panel : find<FigurePage>("gpusPage")->figure().panels)
            all.push_back(panel.layers);
        return all;
    };
    const auto before = bands();
    set("workload.context", std::int64_t{8200});
    document().undoStack()->undo();
    paint();
    QTRY_VERIFY_WITH_TIMEOUT(view->isCounted(), patience);
    QVERIFY(bands() == before);
}

void TestFigurePages::aPlanThatWasNeverValidHasNoPicture()
{
    Plan plan = firstPlan();
    plan.layout.tensor = 3;
    closeWindows();
    m_window = new MainWindow(plan);
    m_window->setAttribute(Qt::WA_DeleteOnClose);
    m_window->show();
    chooseBasis("zero", 1);
    for (const auto& [page, view] : {std::pair("contextPage", "contextChart"),
                                     {"zeroPage", "zeroFigure"},
                                     {"gpusPage", "gpusFigure"},
                                     {"timelinePage", "timelineFigure"},
                                     {"comparePage", "compareFigure"}}) {
        front(page);
        const auto* shown = find<FigureView>(view);
        QVERIFY2(shown->scene().items.empty(), view);
        QVERIFY2(shown->accessibleDescription().contains(QStringLiteral("32")), view);
    }
}

/// Opening another file forgets the estimates of the one before.
void TestFigurePages::anotherFileHasNoPictureOfTheOneBefore()
{
    front("contextPage");
    const auto* shown = find<FigureView>("contextChart");
    QVERIFY(!shown->scene().items.empty());
    const auto* ledger = find<QTreeView>("ledger");
    QVERIFY(ledger->model()->rowCount() > 0);
    Plan plan = firstPlan();
    plan.layout.tensor = 3;
    document().load(plan, {});
    document().settle();
    paint();
    QVERIFY(!document().estimatedPlan());
    QVERIFY(shown->scene().items.empty());
    QCOMPARE(ledger->model()->rowCount(), 0);
    set("layout.tensor", std::int64_t{2});
    paint();
    QVERIFY(!shown->scene().items.empty());
    QVERIFY(ledger->model()->rowCount() > 0);
}

/// A model of 5 heads can be cut in 5, unlike the Llamas in the other panels.
void TestFigurePages::thePanelsThatAPlanCannotHave()
{
    chooseBasis("sizes", 1);
    front("sizesPage");
    Plan plan = document().plan();
    CustomModel model;
    model.hiddenSize = 640;
    model.numLayers = 4;
    model.numHeads = 5;
    model.intermediateSize = 1024;
    model.vocabSize = 1000;
    plan.model = model;
    plan.layout.tensor = 5;
    plan.cluster.gpus = 5;
    document().edit(plan, QStringLiteral("test"));
    paint();
    QVERIFY(document().results().estimate);
    const auto* view = find<FigureView>("sizesFigure");
    QVERIFY(view->scene().items.empty());
    QVERIFY(view->accessibleDescription().contains(
        QStringLiteral("must divide the number of heads, 32")));
    QCOMPARE(find<QTableView>("figureTable")->model()->rowCount(), 0);
}

void TestFigurePages::theLecturesFigureIsNamed()
{
    front("zeroPage");
    auto* owner = find<QLabel>("zeroOwner");
    QVERIFY(owner->isVisible());
    QCOMPARE(owner->text(),
             QStringLiteral("The lecture's figure: an 8B model on 8 GPUs, not your plan."));
    const Figure lecture = find<FigurePage>("zeroPage")->figure();
    set("model.id", std::string("llama-3.1-70b"));
    QVERIFY(find<FigurePage>("zeroPage")->figure() == lecture);
    QCOMPARE(owner->text(),
             QStringLiteral("The plan has changed and this figure has not: it is the lecture's, "
                            "not your plan's."));
    find<QPushButton>("zeroShowPlan")->click();
    paint();
    QVERIFY(!owner->isVisible());
    QCOMPARE(find<QComboBox>("zeroBasis")->currentIndex(), 1);
    QVERIFY(!(find<FigurePage>("zeroPage")->figure() == lecture));
    front("gpusPage");
    QVERIFY(!find<QLabel>("gpusOwner")->isVisible());
}

void TestFigurePages::theBasisIsRemembered()
{
    chooseBasis("zero", 1);
    chooseBasis("recompute", 1);
    openWindow();
    QCOMPARE(find<QComboBox>("zeroBasis")->currentIndex(), 1);
    QCOMPARE(find<QComboBox>("recomputeBasis")->currentIndex(), 1);
    QCOMPARE(QString::fromLatin1(find<FigurePage>("recomputePage")->figureName().data()),
             QStringLiteral("recompute"));
    settings::figureBasis.store(QStringLiteral("no figure"), QStringLiteral("zero"));
    openWindow();
    QCOMPARE(find<QComboBox>("zeroBasis")->currentIndex(), 0);
}

void TestFigurePages::methodsWithoutGpusSaySo()
{
    front("gpusPage");
    set("method", std::string("lecture"));
    QVERIFY(find<FigureView>("gpusFigure")->scene().items.empty());
    QVERIFY(find<FigureView>("gpusFigure")
                ->accessibleDescription()
                .contains(QStringLiteral("does not count GPUs")));
    set("method", std::string("exact"));
    QVERIFY(!find<FigureView>("gpusFigure")->scene().items.empty());
}

void TestFigurePages::whatAMethodDoesNotCountIsNotOffered()
{
    set("layout.zero", std::int64_t{3});
    set("method", std::string("deepspeed"));
    QStringList said;
    for (const Offer& offer :
         verdictOffers(verdictContent(document().results()), MemoryFormat()).all)
        said << offer.texts.label + QLatin1Char(' ') + offer.texts.strong;
    QCOMPARE(said.size(), 3);
    QCOMPARE(said[0], QStringLiteral("Longest context not counted"));
    QCOMPARE(said[1], QStringLiteral("Largest micro-batch not counted"));
    QVERIFY(said[2].startsWith(QStringLiteral("Fewest GPUs ")));
    QCOMPARE(document().results().chart->crossing, Crossing::Uncounted);
}

/// The shape that is made for 44.7e9 parameters has a slightly different number.
void TestFigurePages::madeUpSizesAreTheFields()
{
    for (const auto& [parameters, text] : {std::pair(44.7e9, "44.7"), {1e12, "1,000"}}) {
        set("model.parameters", parameters);
        QVERIFY(std::abs(static_cast<double>(document().results().estimate->plan.counts.total)
                         - parameters)
                > 1e6);
        const QString header = sentence(verdictContent(document().results()).plan);
        QVERIFY2(header.startsWith(QLatin1String(text) + QStringLiteral("B ·")),
                 qPrintable(header));
        QCOMPARE(find<QAbstractSpinBox>("pinned.model.field")->text(), QLatin1String(text));
    }
}

void TestFigurePages::aShortContextIsOnTheAxis()
{
    set("workload.context", std::int64_t{512});
    const ContextChart& chart = *document().results().chart;
    QVERIFY(chart.x.least < 512);
    QVERIFY(std::ranges::count(chart.contexts, std::int64_t{512}) == 1);
    const auto* view = find<ContextChartView>("contextChart");
    const QPointF at = view->positionOf(512, chart.atMarker.total);
    QVERIFY(view->plotArea().contains(at));
    const auto isDot = [&](const Item& item) {
        const auto* dot = std::get_if<Circle>(&item.shape);
        return dot && std::abs(dot->centre.x - at.x()) < 1 && std::abs(dot->centre.y - at.y()) < 2;
    };
    QVERIFY(std::ranges::any_of(view->scene().items, isDot));

    // While the marker is dragged the axis stays; after release it suits the plan again.
    const double least = chart.x.least;
    for (const bool finished : {false, true}) {
        document().dragContext(8192, finished);
        paint();
        QCOMPARE(document().results().chart->x.least, finished ? 1024.0 : least);
    }
}

void TestFigurePages::switchesAreNamed()
{
    auto* name = find<QLabel>("switches");
    set("recipe.attention", std::string("eager")); // its scores overtake the logits
    set("layout.zero", std::int64_t{0});
    QVERIFY(!document().results().chart->switches.empty());
    QVERIFY(name->isVisible());
    QVERIFY(name->text().startsWith(QChar(0x25C7)));
    QVERIFY(!name->toolTip().isEmpty());
}

/// A diamond stands where a shown band steps, whether the peak's moment has another name there or
/// not; a switch at which no band steps has none.
void TestFigurePages::diamondsStandWhereBandsStep()
{
    ContextChart chart = *document().results().chart;
    chart.contexts = {1000, 1999, 2000, 2999, 3000};
    chart.switches = {2000, 3000};
    chart.layers = {{Group::Activations, {}, {0, 100, 900, 1000, 1000}},
                    {Group::Temporary, {}, {1000, 1000, 200, 200, 205}}};
    QCOMPARE(stepsOf(chart), std::vector<std::int64_t>{2000});
    chart.layers = {{Group::Parameters, {}, {50, 50, 50, 50, 50}}}; // the others are hidden
    QCOMPARE(stepsOf(chart), std::vector<std::int64_t>());
}

void TestFigurePages::tablesFitASmallWindow()
{
    set("cluster.gpus", std::int64_t{256});
    m_window->resize(1024, 700);
    auto* table = find<QTableView>("figureTable");
    const std::array<std::pair<QString, const char*>, 3> pages{
        {{QStringLiteral("zeroPage"), "zero"},
         {QStringLiteral("sizesPage"), "sizes"},
         {QStringLiteral("recomputePage"), "recompute"}}};
    const auto isWhole = [&](const QString& page) {
        const QHeaderView* head = table->horizontalHeader();
        QVERIFY2(head->length() <= table->viewport()->width(), qPrintable(page));
        const QFontMetrics metrics(table->font());
        for (int column = 1; column < head->count(); ++column)
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QString text = table->model()->index(row, column).data().toString();
                QVERIFY2(metrics.horizontalAdvance(text) + 8 <= head->sectionSize(column),
                         qPrintable(page + QLatin1Char(' ') + text));
            }
    };
    for (const auto& [page, basis] : pages) {
        front(page.toLatin1().constData());
        for (const int index : {0, 1}) {
            chooseBasis(basis, index);
            isWhole(page);
        }
    }
    front("gpusPage");
    isWhole(QStringLiteral("GPUs"));
}

void TestFigurePages::anExtremeStepHasNoTimeline()
{
    Plan plan = document().plan();
    CustomModel model;
    model.hiddenSize = 64;
    model.numLayers = 65536;
    model.numHeads = 1;
    model.intermediateSize = 64;
    model.vocabSize = 100;
    plan.model = model;
    document().edit(plan, QStringLiteral("test"));
    front("timelinePage");
    QVERIFY(find<TimelinePage>("timelinePage")->chart() == nullptr);
    QVERIFY(find<FigureView>("timelineFigure")
                ->accessibleDescription()
                .contains(QStringLiteral("20,000")));
}

QTEST_MAIN(TestFigurePages)
#include "test_figure_pages.moc"
