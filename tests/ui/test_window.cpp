// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/ledger_model.h"
#include "ui/answer/ledger_view.h"
#include "ui/answer/verdict_bar.h"
#include "ui/base/key_words.h"
#include "ui/base/mark_slider.h"
#include "ui/base/message_bar.h"
#include "ui/base/theme.h"
#include "ui/base/within_screen.h"
#include "ui/document/document.h"
#include "ui/figures/context_view.h"
#include "ui/figures/figure_page.h"
#include "ui/panel/key_field.h"
#include "ui/panel/pinned_slider.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/tab.h"
#include "window_fixture.h"
#include "written_texts.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeView>
#include <QtTest>

using namespace highwater;

/// The real window, driven by object names, without a display.
class TestWindow : public WindowFixture
{
    Q_OBJECT

private slots:
    void opensWithAnAnswer();
    void eachSliderChangesEverything_data();
    void eachSliderChangesEverything();
    void eachChoiceChangesThePlan_data();
    void eachChoiceChangesThePlan();
    void typedValues_data();
    void typedValues();
    void aDragIsOneStep();
    void theAxisStaysDuringADrag();
    void aDragWithoutAChart();
    void manyEditsAreComputedOnce();
    void aRestingPointerReadsAnEstimate();
    void aMovingHandIsAnsweredWithoutAReplay();
    void aRestingHandIsAnsweredWithAReplay();
    void aMethodWithoutAReplayIsComputedOnce();
    void suggestionsApplyAndUndo();
    void suggestionsMakeItFit();
    void largestModelIsTheSolution();
    void crossingIsTheSolution();
    void theAxisFitsAnotherPlan();
    void aMarkIsARealModel();
    void impossiblePlansKeepTheLastChart();
    void impossiblePlansKeepTheirContext();
    void ignoredKeysSaySo();
    void legendRestacks();
    void everyFocusableWidgetHasAName();
    void tabsShowTheFigures_data();
    void tabsShowTheFigures();
    void segmentsChooseTheView();
    void onlyTabsOfTheTaskAreShown_data();
    void onlyTabsOfTheTaskAreShown();
    void theBasisDecidesWhoDrivesAFigure();
    void aFiguresLegendRestacks();
    void f6GoesRoundTheWindow();
    void themes();
    void units();
    void memoryFieldsFollowTheUnit();
    void shortcutsWorkInFields_data();
    void shortcutsWorkInFields();
    void aLetterOpensOneThing_data();
    void aLetterOpensOneThing();
    void windowsStayOnTheScreen();
    void aMessagePushesThePage();
    void aMessageGoesWhileItsButtonIsDown();
    void aNoteVanishesWithTheNextChange();
    void aMessageAboutThePlanGoesWithIt();
    void smallWindows_data();
    void smallWindows();
    void controlsOfEveryPage_data();
    void controlsOfEveryPage();
    void remembersItsChoices();

private:
    QString headline() const { return m_window->findChild<VerdictBar*>()->headline(); }
    QString totalText() const;
};

QString TestWindow::totalText() const
{
    const LedgerModel* model = m_window->findChild<LedgerModel*>();
    const int last = model->rowCount() - 1;
    return model->index(last, LedgerModel::RawBytes).data().toString();
}

void TestWindow::opensWithAnAnswer()
{
    QVERIFY(headline().startsWith(QStringLiteral("Fits")));
    QCOMPARE(document().plan().layout.zero, 3);
    const Totals& totals = document().results().estimate->answer.totals;
    QCOMPARE(totalText(), QLocale(QStringLiteral("en")).toString(qlonglong(totals.total)));
}

void TestWindow::eachSliderChangesEverything_data()
{
    QTest::addColumn<QByteArray>("slider");
    QTest::addColumn<int>("key");
    QTest::newRow("model size") << QByteArray("pinned.model") << int(Qt::Key_PageUp);
    QTest::newRow("context") << QByteArray("pinned.context") << int(Qt::Key_Right);
    QTest::newRow("micro-batch") << QByteArray("pinned.batch") << int(Qt::Key_Right);
    QTest::newRow("GPUs") << QByteArray("pinned.gpus") << int(Qt::Key_PageDown);
    QTest::newRow("ZeRO stage") << QByteArray("pinned.zero") << int(Qt::Key_Left);
}

void TestWindow::eachSliderChangesEverything()
{
    QFETCH(QByteArray, slider);
    QFETCH(int, key);
    const Plan before = document().plan();
    const QString total = totalText();
    const QString verdict = headline();
    const auto bands = document().results().chart->layers;

    MarkSlider* widget = find<MarkSlider>(slider + ".slider");
    widget->setFocus();
    QTest::keyClick(widget, Qt::Key(key));
    settle();

    QVERIFY(document().plan() != before);
    QVERIFY(document().results().chart->layers != bands);
    QVERIFY(totalText() != total);
    QVERIFY(headline() != verdict);
    QCOMPARE(document().undoStack()->count(), 1);
    document().undoStack()->undo();
    settle();
    QCOMPARE(document().plan(), before);
    QCOMPARE(totalText(), total);
    QCOMPARE(headline(), verdict);
}

void TestWindow::eachChoiceChangesThePlan_data()
{
    QTest::addColumn<QString>("box");
    QTest::addColumn<QString>("word");
    const auto combo = [](const QString& box, const char* word) {
        QTest::newRow(qPrintable(box)) << box << QString::fromLatin1(word);
    };
    combo(pathText("recipe.precision"), "fp32");
    combo(pathText("recipe.optimizer"), "sgd");
    combo(pathText("recipe.gradients"), "both");
    combo(pathText("recipe.recompute"), "full");
    combo(pathText("recipe.moments"), "bf16");
    combo(pathText("cluster.overhead"), "none");
    combo(pathText("cluster.device"), "a100-sxm4-40gb");
    combo(QStringLiteral("model.preset"), "qwen3-8b");
    combo(pathText("method"), "rule-of-thumb");
    combo(pathText("recipe.loss"), "chunked");
    for (const KeyPath check : std::initializer_list<KeyPath>{"recipe.attention", "recipe.kernels",
                                                              "recipe.master_weights"})
        QTest::newRow(check.text().data()) << pathText(check) << QString();
}

void TestWindow::eachChoiceChangesThePlan()
{
    QFETCH(QString, box);
    QFETCH(QString, word);
    const Plan before = document().plan();
    const QString verdict = headline();
    if (word.isEmpty()) {
        find<QCheckBox>(box)->click();
    } else {
        auto* combo = find<QComboBox>(box);
        combo->setCurrentIndex(combo->findData(word));
        emit combo->activated(combo->currentIndex());
    }
    settle();
    QVERIFY(document().plan() != before);
    QVERIFY(headline() != verdict);
    document().undoStack()->undo();
    settle();
    QCOMPARE(document().plan(), before);
    QCOMPARE(headline(), verdict);
}

void TestWindow::typedValues_data()
{
    QTest::addColumn<QByteArray>("slider");
    QTest::addColumn<QString>("text");
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<QString>("value"); ///< as the plan then has it
    const auto typing = [](const char* name, const char* slider, const char* text, KeyPath key,
                           const char* value) {
        QTest::newRow(name) << QByteArray(slider) << QString::fromLatin1(text) << key
                            << QString::fromLatin1(value);
    };
    typing("32k", "pinned.context", "32k", "workload.context", "32768");
    typing("8x8", "pinned.gpus", "8x8", "cluster.gpus", "64");
    typing("70b", "pinned.model", "70b", "model.id", "\"llama-3.1-70b\"");
    typing("a size", "pinned.model", "5.5", "model.parameters", "5.5e+09");
    // A field takes every value that a plan file may have; its slider ends earlier.
    typing("beyond the slider of GPUs", "pinned.gpus", "1280", "cluster.gpus", "1280");
    typing("the most GPUs", "pinned.gpus", "1048576", "cluster.gpus", "1048576");
    typing("beyond the slider of batches", "pinned.batch", "1120", "workload.micro_batch", "1120");
    typing("beyond the slider of contexts", "pinned.context", "16M", "workload.context",
           "16777216");
    typing("a short context", "pinned.context", "1", "workload.context", "1");
    typing("beyond the slider of models", "pinned.model", "2t", "model.parameters", "2e+12");
    typing("more than a plan may have", "pinned.batch", "65537", "workload.micro_batch", "1");
    typing("zero", "pinned.zero", "1", "layout.zero", "1");
    typing("nonsense", "pinned.context", "many", "workload.context", "8192");
    typing("beyond", "pinned.gpus", "0", "cluster.gpus", "8");
}

void TestWindow::typedValues()
{
    QFETCH(QByteArray, slider);
    QFETCH(QString, text);
    QFETCH(KeyPath, key);
    QFETCH(QString, value);
    QWidget* field = find<QWidget>(slider + ".field");
    field->setFocus();
    auto* edit = field->findChild<QLineEdit*>();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
    settle();
    QCOMPARE(QString::fromStdString(typed(keyOf(key).get(document().plan()))), value);
}

void TestWindow::aDragIsOneStep()
{
    MarkSlider* slider = find<MarkSlider>("pinned.context.slider");
    const Plan before = document().plan();
    const QPoint start(slider->width() / 2, 8);
    QTest::mousePress(slider, Qt::LeftButton, {}, start);
    for (int step = 1; step <= 20; ++step)
        QTest::mouseMove(slider, start + QPoint(4 * step, 0));
    QTest::mouseRelease(slider, Qt::LeftButton, {}, start + QPoint(80, 0));
    settle();
    QVERIFY(document().plan() != before);
    QCOMPARE(document().undoStack()->count(), 1);

    QTest::mousePress(slider, Qt::LeftButton, {}, start + QPoint(80, 0));
    QTest::mouseMove(slider, start);
    QTest::mouseRelease(slider, Qt::LeftButton, {}, start);
    QCOMPARE(document().undoStack()->count(), 2); // another drag is another step
}

void TestWindow::theAxisStaysDuringADrag()
{
    document().dragContext(16384, false);
    settle();
    const double end = document().results().chart->x.most;
    document().dragContext(1048576, false);
    settle();
    QCOMPARE(document().results().chart->x.most, end);
    document().dragContext(1048576, true);
    settle();
    QVERIFY(document().results().chart->x.most >= 1048576);
    document().undoStack()->undo(); // one step, from the first to the last
    QCOMPARE(document().plan().workload.context, firstPlan().workload.context);
}

/// A plan without an estimate has no axis to keep.
void TestWindow::aDragWithoutAChart()
{
    document().edit("layout.tensor", std::int64_t{3}, QStringLiteral("test"));
    document().settle();
    QVERIFY(!document().results().chart);
    document().dragContext(16384, false);
    settle();
    QCOMPARE(document().plan().workload.context, std::int64_t{16384});
    QCOMPARE(document().contextView().last, std::int64_t{0});
}

void TestWindow::manyEditsAreComputedOnce()
{
    QSignalSpy spy(&document(), &Document::resultsChanged);
    for (std::int64_t context = 1024; context < 1100; ++context)
        document().edit("workload.context", context, QStringLiteral("test"));
    QCOMPARE(spy.count(), 0);
    settle();
    QCOMPARE(spy.count(), 1);
    QCOMPARE(document().results().chart->marker, 1099);
    document().edit("workload.context", std::int64_t{2048}, QStringLiteral("test"));
    document().settle();
    settle(); // the turn of the event loop for which the edit scheduled its computation
    QCOMPARE(spy.count(), 2);
}

/// The number at a pointer that rests is the number of a plan with that context.
void TestWindow::aRestingPointerReadsAnEstimate()
{
    auto* chart = find<ContextChartView>("contextChart");
    chart->grab();
    const auto total = [chart] {
        QStringList texts;
        for (const WrittenText& written : writtenTexts(*chart))
            texts << written.text;
        const qsizetype row = texts.lastIndexOf(QStringLiteral("Total"));
        return row < 0 ? QString() : texts[row + 1];
    };
    const QPoint at = chart->positionOf(2580, 0).toPoint() - QPoint(0, 40);
    QMouseEvent move(QEvent::MouseMove, QPointF(at), chart->mapToGlobal(QPointF(at)), Qt::NoButton,
                     Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(chart, &move);
    QVERIFY(chart->pointed());
    QVERIFY2(total().startsWith(u'≈'), qPrintable(total()));
    QTRY_VERIFY(!total().startsWith(u'≈'));
    Plan plan = document().plan();
    plan.workload.context = *chart->pointed();
    const auto judged = judge(plan, builtinCatalog());
    QVERIFY(judged);
    QCOMPARE(total(), QString::number(toGib(judged->totals.total), 'f', 2));
}

void TestWindow::aMovingHandIsAnsweredWithoutAReplay()
{
    const auto drag = [this](std::int64_t context) {
        document().edit("workload.context", context, QStringLiteral("test"),
                        QStringLiteral("drag"));
    };
    const IdleShares before = idleSharesOf(document().results().estimate->answer.totals);
    QVERIFY(document().results().estimate->plan.replays);
    QVERIFY(!document().provisionalIdle());
    QSignalSpy spy(&document(), &Document::resultsChanged);
    drag(4096);
    document().settle();
    const Estimate& quick = *document().results().estimate;
    QVERIFY(!quick.plan.replays);
    QVERIFY(quick.plan.idle == before);
    QVERIFY(document().provisionalIdle() == before);
    drag(5120); // the shares stay those of the results before the drag
    document().settle();
    QVERIFY(document().results().estimate->plan.idle == before);

    document().closeGesture();
    QVERIFY(!document().results().estimate->plan.replays); // until the turn of the event loop
    settle();
    QCOMPARE(spy.count(), 3);
    QVERIFY(!document().provisionalIdle());
    const auto whole = estimate(document().plan(), builtinCatalog());
    QVERIFY(document().results().estimate->plan.replays);
    QCOMPARE(document().results().estimate->answer.totals, whole->answer.totals);
    document().closeGesture(); // nothing has changed
    settle();
    QCOMPARE(spy.count(), 3);
}

void TestWindow::aRestingHandIsAnsweredWithAReplay()
{
    QSignalSpy spy(&document(), &Document::resultsChanged);
    document().edit("workload.context", std::int64_t{4096}, QStringLiteral("test"),
                    QStringLiteral("drag"));
    settle();
    QVERIFY(!document().results().estimate->plan.replays);
    QVERIFY(spy.wait()); // the button is still held
    QVERIFY(document().results().estimate->plan.replays);
    QVERIFY(!document().provisionalIdle());
    document().closeGesture();
    settle();
    QCOMPARE(spy.count(), 2);
}

void TestWindow::aMethodWithoutAReplayIsComputedOnce()
{
    document().edit("method", std::string("lecture"), QStringLiteral("test"));
    settle();
    QSignalSpy spy(&document(), &Document::resultsChanged);
    document().edit("workload.context", std::int64_t{4096}, QStringLiteral("test"),
                    QStringLiteral("drag"));
    settle();
    document().closeGesture();
    settle();
    QCOMPARE(spy.count(), 1);
}

void TestWindow::suggestionsApplyAndUndo()
{
    const Plan before = document().plan();
    const std::int64_t longest = *document().results().context->edge;
    auto* bar = m_window->findChild<VerdictBar*>();
    emit bar->applyRequested({{"workload.context", longest, {}, {}, {}}});
    settle();
    QCOMPARE(document().plan().workload.context, longest);
    QVERIFY(document().results().estimate->fits());
    document().edit("workload.context", longest + 1, QStringLiteral("test"));
    settle();
    QVERIFY(!document().results().estimate->fits());
    document().undoStack()->undo();
    document().undoStack()->undo();
    QCOMPARE(document().plan(), before);
}

void TestWindow::suggestionsMakeItFit()
{
    document().edit("workload.context", std::int64_t{32768}, QStringLiteral("test"));
    settle();
    QVERIFY(headline().startsWith(QStringLiteral("Does not fit")));
    const auto suggestions = document().results().suggestions;
    QVERIFY(!suggestions.empty() && suggestions.front().fits);
    auto* button = find<QAbstractButton>("verdict.action0");
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    settle();
    QVERIFY(headline().startsWith(QStringLiteral("Fits")));
}

/// It is found after the plan has rested, and a click takes it.
void TestWindow::largestModelIsTheSolution()
{
    const auto expected = solve(document().plan(), builtinCatalog(), "model.parameters");
    auto* button = find<QAbstractButton>("verdict.action3");
    constexpr int patience = 60'000;
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), patience);
    QTest::mouseClick(button, Qt::LeftButton);
    settle();
    const auto* sized = std::get_if<SizedModel>(&document().plan().model);
    QVERIFY(sized && sized->parameters == static_cast<double>(*expected->answer));
    QVERIFY(document().results().estimate->verdict != Verdict::Over);
    document().undoStack()->undo();
    settle();
    document().edit("workload.context", std::int64_t{32768}, QStringLiteral("test"));
    settle(); // over: suggestions stand in its place
    QVERIFY(!button->text().contains(QStringLiteral("Largest dense model")));
}

/// The vertical axis is that of a new window after another plan was loaded, and after its undo.
void TestWindow::theAxisFitsAnotherPlan()
{
    const double fresh = document().results().chart->y.most;
    Plan large = document().plan();
    large.model = CatalogModel{"llama-3.1-405b"};
    document().replace(large, QStringLiteral("test"));
    settle();
    const double high = document().results().chart->y.most;
    QVERIFY(high > fresh);
    document().undoStack()->undo();
    settle();
    QCOMPARE(document().results().chart->y.most, fresh);
    document().undoStack()->redo();
    settle();
    QCOMPARE(document().results().chart->y.most, high);
}

void TestWindow::crossingIsTheSolution()
{
    const Results& results = document().results();
    QCOMPARE(results.chart->crossing, Crossing::At);
    QCOMPARE(results.chart->longest, *results.context->edge);
    const auto* view = find<ContextChartView>("contextChart");
    const QPointF ring = view->positionOf(results.chart->longest, results.chart->capacity);
    QVERIFY(view->plotArea().contains(ring));
}

void TestWindow::aMarkIsARealModel()
{
    MarkSlider* slider = find<MarkSlider>("pinned.model.slider");
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_PageUp);
    settle();
    QVERIFY(std::holds_alternative<CatalogModel>(document().plan().model));
    QTest::keyClick(slider, Qt::Key_Right);
    settle();
    QVERIFY(std::holds_alternative<SizedModel>(document().plan().model));
    QVERIFY(!find<QLabel>("model.shape")->text().isEmpty());
}

void TestWindow::impossiblePlansKeepTheLastChart()
{
    auto* view = find<ContextChartView>("contextChart");
    const QImage chart = view->grab().toImage();
    document().edit("layout.tensor", std::int64_t{3}, QStringLiteral("test"));
    settle();
    QVERIFY(!document().results().estimate);
    QVERIFY(headline().startsWith(QStringLiteral("No estimate")));
    // The last good chart, faded: four parts of it to six of the surface.
    const QImage faded = view->grab().toImage();
    const QPoint inBand = view->positionOf(4096, Bytes{8} << 30).toPoint();
    const QColor before = chart.pixelColor(inBand), surface = currentTheme().surface;
    QVERIFY(before != surface);
    const QColor after = faded.pixelColor(inBand);
    for (const auto part : {&QColor::red, &QColor::green, &QColor::blue})
        QVERIFY(std::abs((after.*part)() - 0.4 * (before.*part)() - 0.6 * (surface.*part)()) <= 2);
    document().undoStack()->undo();
    settle();
    QVERIFY(headline().startsWith(QStringLiteral("Fits")));
    QCOMPARE(view->grab().toImage(), chart);
}

void TestWindow::impossiblePlansKeepTheirContext()
{
    document().edit("layout.tensor", std::int64_t{3}, QStringLiteral("test"));
    settle();
    const std::int64_t before = document().plan().workload.context;
    auto* view = find<ContextChartView>("contextChart");
    QTest::keyClick(view, Qt::Key_Right);
    const QPoint marker = view->positionOf(before, Bytes{4} << 30).toPoint();
    QTest::mousePress(view, Qt::LeftButton, {}, marker);
    QTest::mouseMove(view, marker + QPoint(60, 0));
    QTest::mouseRelease(view, Qt::LeftButton, {}, marker + QPoint(60, 0));
    settle();
    QCOMPARE(document().plan().workload.context, before);
}

void TestWindow::ignoredKeysSaySo()
{
    document().edit("method", std::string("lecture"), QStringLiteral("test"));
    settle();
    QVERIFY(control<QComboBox>("recipe.optimizer")
                ->accessibleDescription()
                .contains(QStringLiteral("Not read by this method")));
    QVERIFY(!control<QComboBox>("recipe.recompute")
                 ->accessibleDescription()
                 .contains(QStringLiteral("Not read by this method")));
    document().edit("method", std::string("exact"), QStringLiteral("test"));
    document().edit("layout.stage_split", std::string("balanced"), QStringLiteral("test"));
    settle();
    const auto* split = control<QComboBox>("layout.stage_split");
    QVERIFY(split->accessibleDescription().contains(QStringLiteral("Without effect in this plan")));
    document().edit("layout.pipeline", std::int64_t{2}, QStringLiteral("test"));
    settle();
    QVERIFY(
        !split->accessibleDescription().contains(QStringLiteral("Without effect in this plan")));
}

void TestWindow::legendRestacks()
{
    const auto stack = [this] { return document().results().chart->stackedAt(0); };
    const Bytes whole = stack();
    find<QCheckBox>("legend.activations")->click();
    settle();
    QVERIFY(stack() < whole);
    QCOMPARE(document().undoStack()->count(), 0); // shown bands are no part of the plan
    for (const char* band : {"legend.parameters", "legend.gradients", "legend.optimizer",
                             "legend.temporary", "legend.overhead"})
        find<QCheckBox>(band)->click();
    settle();
    QVERIFY(stack() > 0); // one stays on
}

void TestWindow::everyFocusableWidgetHasAName()
{
    QStringList nameless;
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus)
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool inside = qobject_cast<const QAbstractSpinBox*>(widget->parentWidget())
            || qobject_cast<const QComboBox*>(widget->parentWidget());
        if (widget->accessibleName().isEmpty() && !(button && !button->text().isEmpty()) && !inside)
            nameless << QString::fromLatin1(widget->metaObject()->className())
                    + widget->objectName();
    }
    QCOMPARE(nameless.join(u'\n'), QString());
}

void TestWindow::tabsShowTheFigures_data()
{
    QTest::addColumn<int>("page");
    QTest::addColumn<int>("view");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("panels");
    QTest::addColumn<int>("rows");
    QTest::newRow("ZeRO stages") << 4 << 2 << QByteArray("zeroPage") << 4 << 4;
    QTest::newRow("GPUs") << 1 << 2 << QByteArray("gpusPage") << 1 << 11; // 1, 2, 4 … 1,024
    QTest::newRow("8B, 70B, 405B") << 4 << 4 << QByteArray("sizesPage") << 3 << 3;
    QTest::newRow("recomputation") << 4 << 3 << QByteArray("recomputePage") << 3 << 3;
}

void TestWindow::tabsShowTheFigures()
{
    QFETCH(const int, page);
    QFETCH(const int, view);
    QFETCH(const QByteArray, name);
    QFETCH(const int, panels);
    QFETCH(const int, rows);
    QTest::keyClick(m_window, Qt::Key(Qt::Key_0 + page), Qt::ControlModifier);
    QTest::keyClick(m_window, Qt::Key(Qt::Key_0 + view), Qt::ControlModifier | Qt::AltModifier);
    settle();
    QCOMPARE(find<QTabBar>("tabs")->currentIndex(), page - 1);
    QVERIFY(find<FigurePage>(name)->isVisible());
    QCOMPARE(int(find<FigurePage>(name)->figure().panels.size()), panels);
    const auto* table = find<QTableView>("figureTable");
    QVERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), rows);
    QVERIFY(!find<QWidget>("ledger")->isVisible());
    // Another page and back: the page has kept its view.
    QTest::keyClick(m_window, Qt::Key_5, Qt::ControlModifier);
    QVERIFY(!find<FigurePage>(name)->isVisible());
    find<QTabBar>("tabs")->setCurrentIndex(page - 1);
    QVERIFY(find<FigurePage>(name)->isVisible());
    openPage("contextPage");
    QVERIFY(find<QWidget>("ledger")->isVisible());
}

/// A page of several views has them as segments at the left of its tool row.
void TestWindow::segmentsChooseTheView()
{
    auto* segments = find<QTabBar>("segments.memory");
    QVERIFY(segments->isVisible());
    QVERIFY(find<QWidget>("contextTools")->isAncestorOf(segments));
    QCOMPARE(segments->mapTo(&views(), QPoint()).x(), 16);
    QCOMPARE(segments->tabText(1), QStringLiteral("GPUs"));
    segments->setFocus();
    QTest::keyClick(segments, Qt::Key_Right);
    settle();
    QVERIFY(find<QWidget>("gpusPage")->isVisible());
    QVERIFY(find<QWidget>("gpusPage")->isAncestorOf(segments));
    QVERIFY(segments->hasFocus()); // it has moved along
    QCOMPARE(find<QAction>("view.view2")->text(), QStringLiteral("GPUs"));
    QVERIFY(find<QAction>("view.view2")->isChecked() && find<QAction>("view.page1")->isChecked());
    openPage("timePage"); // a page of one view
    QVERIFY(!segments->isVisible());
    QVERIFY(!find<QAction>("view.view1")->isVisible());
    openPage("comparePage");
    QCOMPARE(find<QAction>("view.view5")->text(), QStringLiteral("Methods"));
    QVERIFY(find<QTabBar>("segments.compare")->isVisible());
}

void TestWindow::onlyTabsOfTheTaskAreShown_data()
{
    QTest::addColumn<QByteArray>("task");
    QTest::addColumn<QStringList>("hidden");
    QTest::newRow("training") << QByteArray("train") << QStringList();
    QTest::newRow("generating text")
        << QByteArray("inference")
        << QStringList{QStringLiteral("ZeRO"), QStringLiteral("Recompute"),
                       QStringLiteral("Layouts"), QStringLiteral("One step")};
    QTest::newRow("a job") << QByteArray("reinforcement") << QStringList{QStringLiteral("Layouts")};
}

void TestWindow::onlyTabsOfTheTaskAreShown()
{
    QFETCH(QByteArray, task);
    QFETCH(QStringList, hidden);
    const auto withoutSegment = [this] {
        QStringList names;
        for (const char* page : {"compare", "find", "memory"}) {
            const auto* row = find<QTabBar>(QByteArray("segments.") + page);
            for (int i = 0; i < row->count(); ++i)
                if (!row->isTabVisible(i))
                    names << row->tabText(i);
        }
        return names;
    };
    openPage("searchPage");
    document().edit("workload.task", task.toStdString(), QStringLiteral("test"));
    settle();
    QCOMPARE(withoutSegment(), hidden);
    QCOMPARE(find<QWidget>("cardsPage")->isVisible(), !hidden.isEmpty());

    // From view to view, and round again, without those.
    openPage("contextPage");
    QStringList visited;
    const auto count = static_cast<qsizetype>(views().tabs().size()) - hidden.size();
    for (qsizetype i = 0; i < count; ++i) {
        visited << views().front().title();
        QTest::keyClick(m_window, Qt::Key_PageDown, Qt::ControlModifier);
        settle();
    }
    QVERIFY(find<QWidget>("contextPage")->isVisible());
    for (const QString& name : hidden)
        QVERIFY(!visited.contains(name));
    document().edit("workload.task", std::string("train"), QStringLiteral("test"));
    settle();
    QCOMPARE(withoutSegment(), QStringList());
}

void TestWindow::theBasisDecidesWhoDrivesAFigure()
{
    openPage("zeroPage");
    auto* page = find<FigurePage>("zeroPage");
    const Figure lecture = page->figure();
    document().edit("model.id", std::string("llama-3.2-1b"), QStringLiteral("test"));
    settle();
    QVERIFY(page->figure() == lecture);

    auto* basis = find<QComboBox>("zeroBasis");
    basis->setCurrentIndex(1);
    emit basis->activated(1);
    // Its panel of the plan's own stage says what the verdict says.
    const auto shown = [&] {
        const Panel& panel = page->figure().panels[3];
        const auto at = std::ranges::find(panel.xs, document().plan().workload.context);
        return at == panel.xs.end() ? -1 : panel.totalAt(std::size_t(at - panel.xs.begin()));
    };
    QCOMPARE(shown(), document().results().estimate->answer.totals.total);
    document().edit("model.id", std::string("llama-3.2-3b"), QStringLiteral("test"));
    settle();
    QCOMPARE(shown(), document().results().estimate->answer.totals.total);
}

void TestWindow::aFiguresLegendRestacks()
{
    openPage("sizesPage");
    auto* page = find<FigurePage>("sizesPage");
    const Figure whole = page->figure();
    auto* box = find<QCheckBox>("sizesLegend.activations");
    box->click();
    const Panel& panel = page->figure().panels.front();
    QCOMPARE(panel.layers.size(), whole.panels.front().layers.size() - 1);
    QVERIFY(panel.y.most < whole.panels.front().y.most / 4); // 1,452 GiB, 104 of them states
    auto* scale = find<QComboBox>("sizesScale");
    scale->setCurrentIndex(1);
    emit scale->activated(1);
    QCOMPARE(page->figure().panels[0].y.most, page->figure().panels[2].y.most);
}

void TestWindow::f6GoesRoundTheWindow()
{
    find<MarkSlider>("pinned.context.slider")->setFocus();
    const auto next = [&] {
        QTest::keyClick(m_window, Qt::Key_F6);
        return QApplication::focusWidget();
    };
    QCOMPARE(next(), find<QWidget>("contextChart"));
    QCOMPARE(next(), find<QWidget>("ledger"));
    QVERIFY(find<QWidget>("panel")->isAncestorOf(next()));
}

void TestWindow::themes()
{
    QApplication::setPalette(darkTheme().palette());
    settle();
    QVERIFY(currentTheme().dark);
    const QImage dark = m_window->grab().toImage();
    QApplication::setPalette(lightTheme().palette());
    settle();
    QVERIFY(!currentTheme().dark);
    const QImage light = m_window->grab().toImage();
    QVERIFY(dark.pixelColor(dark.width() / 2, dark.height() - 6).lightness() < 80);
    QVERIFY(light.pixelColor(light.width() / 2, light.height() - 6).lightness() > 200);
}

void TestWindow::units()
{
    const QString before = headline();
    QVERIFY(before.contains(QStringLiteral("GiB")));
    for (QAction* action : m_window->findChildren<QAction*>())
        if (action->data().toString() == QLatin1String("GB"))
            action->trigger();
    settle();
    QVERIFY(headline().contains(QStringLiteral("GB")));
    QVERIFY(!headline().contains(QStringLiteral("GiB")));
}

void TestWindow::memoryFieldsFollowTheUnit()
{
    const auto choose = [this](const char* unit) {
        for (QAction* action : m_window->findChildren<QAction*>())
            if (action->data().toString() == QLatin1String(unit))
                action->trigger();
        settle();
    };
    auto* reserve = control<KeyBytes>("cluster.reserve");
    auto* capacity = control<KeyBytes>("cluster.capacity");
    QVERIFY(document().edit("cluster.reserve", std::int64_t{4} << 30, QStringLiteral("test")));
    QCOMPARE(reserve->text(), QStringLiteral("4 GiB"));
    choose("GB");
    QCOMPARE(reserve->text(), QStringLiteral("4.29 GB")); // 4·2^30 = 4,294,967,296
    QCOMPARE(capacity->findChild<QLineEdit*>()->placeholderText(),
             QStringLiteral("85.06\u00A0GB")); // 81,121 MiB
    QVERIFY(capacity->toolTip().contains(QStringLiteral("85.52\u00A0GB"))); // 81,559 MiB
    // A size that nobody types stays to the byte; a number alone is in the unit that is shown.
    reserve->setFocus();
    capacity->setFocus();
    QCOMPARE(document().plan().cluster.reserve, std::int64_t{4} << 30);
    QTest::keyClicks(capacity, QStringLiteral("64"));
    QTest::keyClick(capacity, Qt::Key_Return);
    QCOMPARE(document().plan().cluster.capacity.value_or(0), std::int64_t{64'000'000'000});
    QCOMPARE(capacity->text(), QStringLiteral("64 GB"));
    choose("GiB");
    QCOMPARE(reserve->text(), QStringLiteral("4 GiB"));
}

void TestWindow::shortcutsWorkInFields_data()
{
    QTest::addColumn<QString>("keys");
    const MainWindow window; // the fixture opens its own later
    for (const QAction* action : window.findChildren<QAction*>()) {
        const QKeySequence keys = action->shortcut();
        const bool ofAMenu = action->shortcutContext() != Qt::WidgetShortcut && !keys.isEmpty();
        constexpr std::array edits{QKeySequence::Copy, QKeySequence::Paste,
                                   QKeySequence::Undo, QKeySequence::Redo,
                                   QKeySequence::Cut,  QKeySequence::SelectAll};
        const bool editsText = std::ranges::any_of(
            edits, [&](auto edit) { return QKeySequence::keyBindings(edit).contains(keys); });
        const QString name = keys.toString(QKeySequence::PortableText);
        if (ofAMenu && !editsText)
            QTest::newRow(qPrintable(name)) << name;
    }
}

void TestWindow::shortcutsWorkInFields()
{
    QFETCH(const QString, keys);
    const QKeySequence pressed = QKeySequence::fromString(keys);
    QAction* action = nullptr;
    for (QAction* each : m_window->findChildren<QAction*>())
        if (each->shortcut() == pressed)
            action = each;
    QVERIFY(action);
    action->setEnabled(true);
    action->setVisible(true); // the page in front may have fewer views
    action->disconnect(); // that it is chosen is enough, and not all can be undone
    int chosen = 0;
    connect(action, &QAction::triggered, this, [&chosen] { ++chosen; });
    auto* field = control<KeyBytes>("cluster.capacity");
    for (QWidget* focused : {static_cast<QWidget*>(field), find<QWidget>("pinned.context.field")}) {
        focused->setFocus();
        QTest::keyClick(focused, Qt::Key(pressed[0].key()), pressed[0].keyboardModifiers());
    }
    QCOMPARE(chosen, 2);
}

void TestWindow::aLetterOpensOneThing_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"en", "zh_CN"})
        for (const QSize size : {QSize(1440, 900), QSize(1024, 700)})
            QTest::addRow("%s, %d x %d", language, size.width(), size.height())
                << QString::fromLatin1(language) << size;
}

/// Alt with a letter opens one thing: no two menus or visible controls have the same letter, nor
/// two entries of a menu, nor two controls of a dialog.
void TestWindow::aLetterOpensOneThing()
{
    QFETCH(QString, language);
    QFETCH(QSize, size);
    const ViewChoices choices{QStringLiteral("light"), QStringLiteral("GiB"), language};
    applyChoices(choices);
    m_window->setChoices(choices);
    m_window->resize(size);
    QStringList faults;
    const auto check = [&faults](const QString& place, const QStringList& texts) {
        QMap<QString, QString> taken;
        for (const QString& text : texts) {
            const QString letter = QKeySequence::mnemonic(text).toString();
            if (letter.isEmpty())
                continue;
            if (taken.contains(letter))
                faults << QStringLiteral("%1: %2 and %3").arg(place, taken[letter], text);
            taken[letter] = text;
        }
    };
    const auto textsOf = [](const QWidget* top) {
        QStringList texts;
        for (const QWidget* widget : top->findChildren<QWidget*>()) {
            if (!widget->isVisibleTo(top) || widget->window() != top)
                continue;
            if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->buddy())
                texts << label->text();
            else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
                texts << button->text();
        }
        return texts;
    };
    const auto textsOfActions = [](const QWidget* holder) {
        QStringList texts;
        for (const QAction* action : holder->actions())
            texts << action->text();
        return texts;
    };
    for (std::size_t view = 0; view < views().tabs().size(); ++view) {
        views().bringToFront(static_cast<int>(view));
        settle();
        check(views().front().title(), textsOf(m_window) + textsOfActions(m_window->menuBar()));
    }
    for (const QMenu* menu : m_window->findChildren<QMenu*>())
        check(menu->title(), textsOfActions(menu));
    for (const char* dialog : {"export.figure", "export.config", "view.preferences", "plan.name"}) {
        auto* action = m_window->findChild<QAction*>(QLatin1String(dialog));
        QVERIFY2(action, dialog);
        action->trigger();
        settle();
        for (QDialog* open : m_window->findChildren<QDialog*>()) {
            if (open->isVisible())
                check(QLatin1String(dialog), textsOf(open));
            open->reject();
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

/// A stored place of a larger screen, or one below and right of another window, is moved into the
/// screen, and shrinks only where it is larger.
void TestWindow::windowsStayOnTheScreen()
{
    const QRect screen(0, 0, 1440, 900);
    QCOMPARE(movedInto({36, 64, 1428, 856}, screen), QRect(12, 44, 1428, 856));
    QCOMPARE(movedInto({-50, -20, 800, 600}, screen), QRect(0, 0, 800, 600));
    QCOMPARE(movedInto({100, 100, 800, 600}, screen), QRect(100, 100, 800, 600));
    QCOMPARE(movedInto({36, 64, 1900, 1000}, screen), screen);
    const QRect second(1440, 30, 1024, 738); // right of the first
    QCOMPARE(movedInto({0, 0, 800, 600}, second), QRect(1440, 30, 800, 600));
    const QRect room = m_window->screen()->availableGeometry();
    m_window->move(room.right() - 100, room.bottom() - 100);
    keepOnScreen(*m_window);
    QVERIFY(room.contains(m_window->geometry()));
}

/// A message stands between the page and the status bar: the page gives it room and is not covered.
void TestWindow::aMessagePushesThePage()
{
    auto* bar = find<MessageBar>("messageBar");
    const QWidget* page = &views();
    const QRect before(page->mapTo(m_window, QPoint()), page->size());
    m_window->messages().show(
        {Message::Kind::Caution, QStringLiteral("a"), QStringLiteral("Something"), {}});
    settle();
    QVERIFY(bar->isVisible());
    const auto bottomOf = [this](const QWidget* widget) {
        return widget->mapTo(m_window, QPoint()).y() + widget->height();
    };
    const auto isBetween = [&] {
        const int top = bar->mapTo(m_window, QPoint()).y();
        return bottomOf(page) <= top
            && bottomOf(bar) <= m_window->statusBar()->mapTo(m_window, QPoint()).y();
    };
    QVERIFY(isBetween());
    QCOMPARE(page->mapTo(m_window, QPoint()), before.topLeft()); // its upper edge stays
    QCOMPARE(bar->width(), m_window->width());
    m_window->resize(1100, 800);
    settle();
    QVERIFY(isBetween());
    // A long one is taller, and shows all its lines.
    const int height = bar->height();
    m_window->messages().show({Message::Kind::Caution, QStringLiteral("a"),
                               QStringLiteral("Something long. ").repeated(30)});
    settle();
    QVERIFY(bar->height() > height);
    QVERIFY(isBetween());
}

void TestWindow::aMessageGoesWhileItsButtonIsDown()
{
    int chosen = 0;
    m_window->messages().show({Message::Kind::Caution,
                               QStringLiteral("a"),
                               QStringLiteral("A question"),
                               {{QStringLiteral("Go"), [&chosen] { ++chosen; }}}});
    auto* go = find<QAbstractButton>("message.action0");
    go->setDown(true);
    emit go->pressed();
    m_window->messages().show({Message::Kind::Caution,
                               QStringLiteral("b"),
                               QStringLiteral("Another question"),
                               {{QStringLiteral("Stop"), [&chosen] { ++chosen; }}}});
    emit go->clicked();
    QCOMPARE(message(), QStringLiteral("Another question"));
    m_window->messages().drop(QStringLiteral("b"));
    for (const char* button : {"message.action0", "message.close"}) {
        find<QAbstractButton>(button)->setDown(true);
        m_window->messages().drop(QStringLiteral("a"));
        find<QAbstractButton>(button)->click();
    }
    QVERIFY(!find<MessageBar>("messageBar")->isVisible());
    QCOMPARE(chosen, 0);
}

/// A note without an action tells what was done; the next change of the plan takes it away.
void TestWindow::aNoteVanishesWithTheNextChange()
{
    m_window->messages().show(
        {Message::Kind::Caution, QStringLiteral("a"), QStringLiteral("A question")});
    m_window->messages().show({Message::Kind::Note, QStringLiteral("b"), QStringLiteral("Done")});
    QCOMPARE(message(), QStringLiteral("Done"));
    QVERIFY(document().edit("layout.zero", std::int64_t{2}, QStringLiteral("test")));
    settle();
    QCOMPARE(message(), QStringLiteral("A question"));
}

void TestWindow::aMessageAboutThePlanGoesWithIt()
{
    QVERIFY(document().edit("layout.tensor", std::int64_t{3}, QStringLiteral("test")));
    settle();
    trigger("export.copy");
    QVERIFY2(message().startsWith(QStringLiteral("Copy failed: Tensor")), qPrintable(message()));
    document().undoStack()->undo();
    settle();
    QVERIFY(message().isEmpty());
    // Messages about files stay.
    m_window->messages().show(
        {Message::Kind::Caution, QStringLiteral("file"), QStringLiteral("About a file")});
    document().undoStack()->redo();
    settle();
    QCOMPARE(message(), QStringLiteral("About a file"));
}

void TestWindow::smallWindows_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1440 x 900") << QSize(1440, 900);
    QTest::newRow("1024 x 700") << QSize(1024, 700);
    QTest::newRow("smallest") << QSize(900, 600);
}

void TestWindow::smallWindows()
{
    QFETCH(QSize, size);
    m_window->resize(size);
    settle();
    QCOMPARE(m_window->size(), size);
    QStringList clipped;
    for (const QLabel* label : m_window->findChildren<QLabel*>())
        if (label->isVisible() && label->width() < label->sizeHint().width())
            clipped << label->text();
    for (const QAbstractButton* button : m_window->findChildren<QAbstractButton*>())
        if (button->isVisible() && !button->text().isEmpty()
            && button->width() < button->minimumSizeHint().width())
            clipped << button->text();
    QCOMPARE(clipped.join(u'\n'), QString());
    QVERIFY(find<ContextChartView>("contextChart")->height() >= 150);
}

void TestWindow::controlsOfEveryPage_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"en", "zh_CN"})
        for (const QSize size :
             {QSize(1440, 900), QSize(1366, 768), QSize(1024, 700), QSize(800, 500)})
            QTest::addRow("%s, %d x %d", language, size.width(), size.height())
                << QString::fromLatin1(language) << size;
}

/// No control is cut or covers another, down to the window of a screen of 800 x 500.
void TestWindow::controlsOfEveryPage()
{
    QFETCH(QString, language);
    QFETCH(QSize, size);
    const ViewChoices choices{QStringLiteral("light"), QStringLiteral("GiB"), language};
    applyChoices(choices);
    m_window->setChoices(choices);
    m_window->setMinimumSize(800, 500);
    m_window->resize(size);
    QSet<QString> faults;
    for (std::size_t view = 0; view < views().tabs().size(); ++view) {
        views().bringToFront(static_cast<int>(view));
        settle();
        const auto check = [&](const QWidget* widget, const QString& text) {
            if (!widget->isVisible() || text.isEmpty())
                return;
            const int right = widget->mapTo(m_window, QPoint(widget->width(), 0)).x();
            if (widget->width() < widget->minimumSizeHint().width() || right > m_window->width())
                faults << QStringLiteral("%1: %2").arg(views().front().title(), text);
        };
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (!label->wordWrap())
                check(label, label->text());
        for (const QAbstractButton* button : m_window->findChildren<QAbstractButton*>())
            check(button, button->text());
        if (const auto* run = find<QTableView>("timeRun"); run->isVisible()) {
            check(run, QStringLiteral("the run"));
            QVERIFY(run->horizontalHeader()->length() <= run->viewport()->width());
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(QStringList(faults.values()).join(u'\n')));
}

void TestWindow::remembersItsChoices()
{
    for (QAction* action : m_window->findChildren<QAction*>())
        if (action->data().toString() == QLatin1String("GB"))
            action->trigger();
    document().edit("workload.context", std::int64_t{12345}, QStringLiteral("test"));
    const QTemporaryDir folder;
    QVERIFY(m_window->files().saveTo(folder.filePath(QStringLiteral("a.hwplan"))));
    m_window->close();
    openWindow();
    QVERIFY(headline().contains(QStringLiteral("GB")));
    QVERIFY(!headline().contains(QStringLiteral("GiB")));
}

QTEST_MAIN(TestWindow)
#include "test_window.moc"
