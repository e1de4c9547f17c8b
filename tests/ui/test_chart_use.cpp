// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/plot_axis.h"
#include "core/figure/figures.h"
#include "ui/answer/ledger_model.h"
#include "ui/base/settings.h"
#include "ui/base/table_look.h"
#include "ui/document/plan_store.h"
#include "ui/export/figure_clipboard.h"
#include "ui/figures/context_view.h"
#include "ui/figures/figure_page.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/legend_row.h"
#include "ui/plans/plan_list_view.h"
#include "ui/window/preferences_dialog.h"
#include "window_fixture.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>
#include <QUrl>
#include <QWheelEvent>

using namespace highwater;

namespace {

QPoint inPlot(const FigureView& view, std::size_t plot, double part = 0.5)
{
    const Rect& rect = view.scene().plots[plot];
    return {qRound(rect.left + part * rect.width), qRound(rect.centre().y)};
}

void movePointer(QWidget& over, QPoint to, Qt::MouseButtons held = {})
{
    QMouseEvent move(QEvent::MouseMove, to, over.mapToGlobal(to), Qt::NoButton, held, {});
    QApplication::sendEvent(&over, &move);
}

/// Turns the wheel; returns whether the widget used the event.
bool turnWheel(QWidget& over, QPoint at, int notches, Qt::KeyboardModifiers with = {})
{
    QWheelEvent event(at, over.mapToGlobal(at), {}, QPoint(0, 120 * notches), Qt::NoButton, with,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&over, &event);
    return event.isAccepted();
}

Figure lectureZero()
{
    return *figureNamed("lecture-zero", {}, builtinCatalog());
}

} // namespace

/// The uses that people expect of a chart: reading, zooming, copying and dragging out.
class TestChartUse : public WindowFixture
{
    Q_OBJECT

private slots:
    void legendsKeepTheirNames_data();
    void legendsKeepTheirNames();
    void aVeryLowWindowHasAMenuOfBands();
    void readsSamples();
    void readoutWithHiddenBands();
    void readoutNamesThePoint_data();
    void readoutNamesThePoint();
    void readoutOfALayout();
    void zoomsByWheel();
    void zoomsTheContext();
    void dragsAFigureOut();
    void dragsThePlansGpus();
    void dragsTheComparedContext();
    void menus_data();
    void menus();
    void copiesWithControlC();
    void copiesSvg();
    void copiesThePinnedPlan();
    void filesToDrag_data();
    void filesToDrag();
    void plansToDrag();
    void bandsAndRows();
    void columnsStayAsSet();
    void numbersKeepTheirHeight();
    void firstWindowFitsTheScreen();
    void lowestWindow();
    void textSize();
    void fullScreen();
    void preferences();
    void preferencesBesideAnotherWindow();
    void dialogsHaveWordsAlone();
    void newPlansAsPreferred();
};

void TestChartUse::legendsKeepTheirNames_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    for (const QSize size :
         {QSize(1440, 900), QSize(1356, 846), QSize(1280, 800), QSize(1024, 700), QSize(900, 600)})
        for (const char* language : {"en", "zh_CN"})
            QTest::addRow("%d x %d, %s", size.width(), size.height(), language)
                << size << QString::fromLatin1(language);
}

/// Each box has a name, whole and in the window, and covers no other.
void TestChartUse::legendsKeepTheirNames()
{
    QFETCH(QSize, size);
    QFETCH(QString, language);
    const ViewChoices choices{QStringLiteral("light"), QStringLiteral("GiB"), language};
    applyChoices(choices);
    m_window->setChoices(choices);
    m_window->resize(size);
    for (const char* page : {"contextPage", "zeroPage", "gpusPage", "sizesPage", "timelinePage"}) {
        openPage(page);
        const QString name = QString::fromLatin1(page).chopped(4) + QStringLiteral("Basis");
        auto* basis = m_window->findChild<QComboBox*>(name);
        const int bases = basis ? basis->count() : 1;
        for (int i = 0; i < bases; ++i) {
            if (bases > 1) {
                basis->setCurrentIndex(i);
                emit basis->activated(i);
                settle();
            }
            for (auto* row : m_window->findChildren<LegendRow*>()) {
                if (!row->isVisible())
                    continue;
                QRegion taken;
                for (QWidget* part :
                     row->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
                    if (part->isHidden())
                        continue;
                    const auto* box = qobject_cast<QCheckBox*>(part);
                    QVERIFY2(!box || !box->text().isEmpty(), qPrintable(part->objectName()));
                    QVERIFY2(part->width() >= part->sizeHint().width(),
                             qPrintable(part->objectName()));
                    QVERIFY2(row->rect().contains(part->geometry()),
                             qPrintable(part->objectName()));
                    QVERIFY2(!taken.intersects(part->geometry()), qPrintable(part->objectName()));
                    taken += part->geometry();
                }
            }
        }
    }
}

/// On a screen of 800 x 500 the figure keeps its room.
void TestChartUse::aVeryLowWindowHasAMenuOfBands()
{
    openPage("sizesPage");
    m_window->setMinimumSize(800, 480);
    m_window->resize(800, 480);
    settle();
    auto* menu = find<QToolButton>("sizesLegend.menu");
    QVERIFY(menu->isVisible());
    QVERIFY(!find<QCheckBox>("sizesLegend.activations")->isVisible());
    QCOMPARE(menu->menu()->actions().size(), 6);
    menu->menu()->actions().at(3)->trigger();
    QVERIFY(!find<QCheckBox>("sizesLegend.activations")->isChecked());
    QVERIFY(find<LegendRow>("sizesLegend")->height() < 100); // with the choices, no four rows
    m_window->resize(1024, 700);
    settle();
    QVERIFY(!menu->isVisible());
    QVERIFY(find<QCheckBox>("sizesLegend.activations")->isVisible());
}

void TestChartUse::readsSamples()
{
    FigureView view;
    view.resize(1070, 380);
    const Figure figure = lectureZero();
    view.show(figure);
    view.QWidget::show();
    const QPoint at = inPlot(view, 1);
    movePointer(view, at);
    const auto sample = sampleAt(figure, view.scene(), at);
    QVERIFY(sample);
    QCOMPARE(sample->panel, std::size_t{1});
    const Panel& panel = figure.panels[1];
    const std::size_t index = sample->index;
    const MemoryFormat format;
    const QString text = QToolTip::text();
    QCOMPARE(text, FigureReadout::text(figure, *sample, format));
    QVERIFY(text.contains(format.count(panel.xs[index])));
    for (const Layer& layer : panel.layers)
        QVERIFY(text.contains(format.withUnit(layer.values[index], 2)));
    QVERIFY(text.contains(format.withUnit(panel.totalAt(index), 2)));
    movePointer(view, QPoint(2, 2));
    QTRY_VERIFY(!QToolTip::isVisible());
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Right); // the same without a mouse
    QCOMPARE(QToolTip::text(), FigureReadout::text(figure, {0, 0}, format));
}

void TestChartUse::readoutWithHiddenBands()
{
    const QString all = FigureReadout::text(lectureZero(), {0, 0}, MemoryFormat());
    const QString part
        = FigureReadout::text(lectureZero(), {0, 0}, MemoryFormat(), {.allShown = false});
    QVERIFY(all.contains(QStringLiteral("Total")) && all.contains(QStringLiteral("Over by")));
    QVERIFY(!part.contains(QStringLiteral("Total")) && !part.contains(QStringLiteral("Over by")));
    // What is not counted yet has one decimal, and says so.
    const QString soon
        = FigureReadout::text(lectureZero(), {0, 0}, MemoryFormat(), {.counted = false});
    QVERIFY(all.contains(QStringLiteral("94.25")) && !all.contains(u'≈'));
    QVERIFY(!soon.contains(QStringLiteral("94.25")) && soon.contains(QStringLiteral("≈ 94.3")));
}

void TestChartUse::readoutNamesThePoint_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<QString>("head");
    const Plan training;
    QTest::newRow("the fewest GPUs")
        << QByteArray("gpus") << training << std::size_t{0} << QStringLiteral("1 GPU");
    QTest::newRow("more GPUs") << QByteArray("gpus") << training << std::size_t{1}
                               << QStringLiteral("2 GPUs");
    QTest::newRow("a context") << QByteArray("context") << training << std::size_t{0}
                               << QStringLiteral("1,024 tokens");
    Plan pipeline;
    pipeline.layout.pipeline = 4;
    QTest::newRow("a stage of a pipeline")
        << QByteArray("time") << pipeline << std::size_t{2} << QStringLiteral("Stage 3");
    Plan inference;
    inference.workload.task = Task::Inference;
    QTest::newRow("one sequence that is generated")
        << QByteArray("time") << inference << std::size_t{0}
        << QStringLiteral("1 sequence at a time");
    QTest::newRow("sequences that are generated")
        << QByteArray("time") << inference << std::size_t{1}
        << QStringLiteral("2 sequences at a time");
}

/// The readout names the point by the unit of the figure's axis.
void TestChartUse::readoutNamesThePoint()
{
    QFETCH(QByteArray, name);
    QFETCH(Plan, plan);
    QFETCH(std::size_t, index);
    QFETCH(QString, head);
    const auto figure = figureNamed(name.toStdString(), plan, builtinCatalog());
    QVERIFY(figure);
    const QString text = FigureReadout::text(*figure, {0, index}, MemoryFormat());
    QVERIFY2(text.contains(QStringLiteral("<b>%1</b>").arg(head)), qPrintable(text));
}

/// Each row is a found layout with its name, its time and its memory.
void TestChartUse::readoutOfALayout()
{
    const Plan plan;
    const auto found = search(plan, builtinCatalog());
    const auto figure = figureNamed("search", plan, builtinCatalog());
    QVERIFY(found && figure);
    const std::vector<const FoundLayout*> front = shownLayouts(*found);
    QVERIFY(front.size() > 2);
    const MemoryFormat format;
    for (std::size_t i = 0; i < front.size(); ++i) {
        const QString text = FigureReadout::text(*figure, {0, i}, format);
        const Panel& panel = figure->panels.front();
        const QString head
            = QStringLiteral("<b>%1</b>").arg(QString::fromStdString(english(panel.names[i])));
        QVERIFY2(text.contains(head), qPrintable(text));
        QCOMPARE(*panel.numbers.front().values[i], front[i]->seconds());
        QVERIFY2(text.contains(format.withUnit(front[i]->judged.totals.total, 2)),
                 qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("GPUs")), qPrintable(text));
    }
}

void TestChartUse::zoomsByWheel()
{
    FigureView view;
    view.resize(1070, 380);
    view.show(lectureZero());
    const AxisRange whole = *wholeRange(lectureZero());
    turnWheel(view, inPlot(view, 0), 3);
    QVERIFY(view.isZoomed());
    QVERIFY(view.zoom()->most / view.zoom()->least < whole.most / whole.least);
    const AxisRange before = *view.zoom();
    turnWheel(view, inPlot(view, 0), 1, Qt::ShiftModifier);
    QVERIFY(view.zoom()->least < before.least);
    QTest::mouseDClick(&view, Qt::LeftButton, {}, inPlot(view, 2));
    QVERIFY(!view.isZoomed());
    turnWheel(view, inPlot(view, 3), 2);
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.isZoomed());
    QVERIFY(!turnWheel(view, inPlot(view, 3), 1, Qt::ControlModifier)); // the text's size
    QVERIFY(!view.isZoomed());
    turnWheel(view, inPlot(view, 0), -5); // there is nothing beyond the whole
    QVERIFY(!view.isZoomed());
}

void TestChartUse::zoomsTheContext()
{
    auto* chart = find<ContextChartView>("contextChart");
    auto* range = find<QComboBox>("range");
    const auto axis = [this] { return document().results().chart->x; };
    const Axis whole = axis();
    const QPoint at = inPlot(*chart, 0);
    const std::int64_t under = chart->tokensAt(at.x());
    turnWheel(*chart, at, 3);
    settle();
    QVERIFY(chart->isZoomed());
    QVERIFY(axis().most < whole.most && axis().least > whole.least);
    QVERIFY(std::abs(static_cast<double>(chart->tokensAt(at.x()) - under)) < 0.01 * double(under));
    QCOMPARE(range->currentText(), QString());
    QCOMPARE(document().undoStack()->count(), 0); // a view is not part of the plan
    QTest::keyClick(chart, Qt::Key_Escape);
    settle();
    QCOMPARE(axis().most, whole.most);
    QCOMPARE(axis().least, whole.least);
    QCOMPARE(range->currentIndex(), 0);
}

void TestChartUse::dragsAFigureOut()
{
    FigureView view;
    view.resize(1070, 380);
    view.show(lectureZero());
    QSignalSpy dragged(&view, &FigureView::dragOutRequested);
    QSignalSpy clicked(&view, &FigureView::panelClicked);
    const QPoint from = inPlot(view, 0);
    const QPoint to = from + QPoint(QApplication::startDragDistance() + 5, 0);
    QTest::mousePress(&view, Qt::LeftButton, {}, from);
    movePointer(view, to, Qt::LeftButton);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
    QCOMPARE(dragged.count(), 1);
    QCOMPARE(clicked.count(), 0); // no stage was chosen by this click
}

void TestChartUse::dragsThePlansGpus()
{
    openPage("gpusPage");
    auto* page = find<FigurePage>("gpusPage");
    auto* view = page->view();
    const Panel panel = page->figure().panels.front();
    const Rect plot = view->scene().plots.front();
    const auto wanted = std::ranges::find(panel.xs, 16);
    QVERIFY(wanted != panel.xs.end());
    const auto at = [&](double gpus) {
        return QPoint(qRound(plotX(panel.x, plot, gpus)), qRound(plot.centre().y));
    };
    const QPoint from = at(panel.markers.front().x), to = at(16);
    QTest::mousePress(view, Qt::LeftButton, {}, from);
    movePointer(*view, to, Qt::LeftButton);
    QTest::mouseRelease(view, Qt::LeftButton, {}, to);
    settle();
    QCOMPARE(document().plan().cluster.gpus, std::int64_t{16});
    QCOMPARE(document().undoStack()->count(), 1);
    QCOMPARE(page->figure().panels.front().markers.front().x, 16.0);
}

void TestChartUse::dragsTheComparedContext()
{
    openPage("comparePage");
    auto* view = m_window->findChild<FigureView*>(QStringLiteral("compareFigure"));
    QVERIFY(view);
    view->setFocus();
    const std::int64_t before = document().plan().workload.context;
    QTest::keyClick(view, Qt::Key_PageUp);
    settle();
    QCOMPARE(document().plan().workload.context, 2 * before); // the next power of two
    QCOMPARE(document().undoStack()->count(), 1);
}

void TestChartUse::menus_data()
{
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QString>("figure");
    QTest::newRow("context") << QByteArray("contextPage") << QStringLiteral("contextChart");
    QTest::newRow("ZeRO") << QByteArray("zeroPage") << QStringLiteral("zeroFigure");
    QTest::newRow("GPUs") << QByteArray("gpusPage") << QStringLiteral("gpusFigure");
    QTest::newRow("models") << QByteArray("sizesPage") << QStringLiteral("sizesFigure");
    QTest::newRow("timeline") << QByteArray("timelinePage") << QStringLiteral("timelineFigure");
    QTest::newRow("compare") << QByteArray("comparePage") << QStringLiteral("compareFigure");
}

void TestChartUse::menus()
{
    QFETCH(QByteArray, page);
    QFETCH(QString, figure);
    openPage(page);
    const auto* view = find<FigureView>(figure);
    QCOMPARE(view->contextMenuPolicy(), Qt::ActionsContextMenu);
    QStringList names;
    for (const QAction* action : view->actions()) {
        names << action->objectName();
        QVERIFY2(action->isSeparator() || !action->text().isEmpty(),
                 qPrintable(action->objectName()));
    }
    for (const char* each : {"figure.wholeAxis", "export.copy", "export.copySvg",
                             "export.copyNumbers", "export.figure", "export.print"})
        QVERIFY2(names.contains(QLatin1String(each)), each);
    if (page == "comparePage")
        return; // plans, not bands
    for (QAction* action : view->actions())
        if (action->objectName().endsWith(QLatin1String("activations.action"))) {
            QVERIFY(action->isChecked());
            action->trigger();
            settle();
            QVERIFY(!action->isChecked());
            auto* box = find<QCheckBox>(action->objectName().chopped(7));
            QVERIFY(!box->isChecked());
            return;
        }
    QFAIL("the menu does not show the bands");
}

void TestChartUse::copiesWithControlC()
{
    auto* clipboard = QGuiApplication::clipboard();
    clipboard->clear();
    find<QWidget>("contextChart")->setFocus();
    QTest::keyClick(find<QWidget>("contextChart"), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(clipboard->mimeData()->hasImage());
    // The ledger has a copy of its own.
    auto* ledger = find<QTreeView>("ledger");
    ledger->setFocus();
    QTest::keyClick(ledger, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(!clipboard->mimeData()->hasImage());
    QVERIFY(clipboard->text().contains(QStringLiteral("Activations")));
}

void TestChartUse::copiesSvg()
{
    trigger("export.copySvg");
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
    QVERIFY(data->text().contains(QStringLiteral("<svg")));
    QVERIFY(!data->hasImage());
}

void TestChartUse::copiesThePinnedPlan()
{
    const auto heads = [this] {
        find<QAction>("export.copyNumbers")->trigger();
        return QGuiApplication::clipboard()->text().section(u'\n', 0, 0);
    };
    find<QAction>("baseline.pin")->trigger();
    document().edit("layout.zero", std::int64_t{1}, QStringLiteral("ZeRO"));
    settle();
    QVERIFY(heads().contains(QStringLiteral("Baseline (bytes)")));
    find<QAction>("baseline.remove")->trigger();
    settle();
    QVERIFY(!heads().contains(QStringLiteral("Baseline")));
}

void TestChartUse::filesToDrag_data()
{
    QTest::addColumn<ExportTarget>("target");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("picture") << ExportTarget::Png << QStringLiteral("zero.png")
                             << QByteArray("\x89PNG");
    QTest::newRow("drawing") << ExportTarget::Svg << QStringLiteral("zero.svg")
                             << QByteArray("<?xml");
}

void TestChartUse::filesToDrag()
{
    QFETCH(ExportTarget, target);
    ExportOptions options;
    options.target = target;
    options.figure = "zero";
    const auto data = figureForDrag(options, firstPlan());
    QVERIFY(data);
    QCOMPARE((*data)->urls().size(), 1);
    QFile file((*data)->urls().constFirst().toLocalFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QTEST(QFileInfo(file).fileName(), "name");
    QFETCH(QByteArray, start);
    QVERIFY(file.readAll().startsWith(start));
}

void TestChartUse::plansToDrag()
{
    openPage("plansPage");
    auto* list = m_window->findChild<PlanListView*>();
    QVERIFY(list && list->dragEnabled());
    const QModelIndex plan
        = list->model()->index(0, 0, list->model()->index(list->model()->rowCount() - 1, 0));
    QVERIFY(plan.flags() & Qt::ItemIsDragEnabled);
    QVERIFY(!(plan.parent().flags() & Qt::ItemIsDragEnabled)); // a shelf is not a file
    const std::unique_ptr<QMimeData> data(list->model()->mimeData({plan}));
    QCOMPARE(data->urls().size(), 1);
    const auto read = readPlanFile(data->urls().constFirst().toLocalFile());
    QVERIFY(std::holds_alternative<StoredPlan>(read));
}

void TestChartUse::bandsAndRows()
{
    auto* chart = find<ContextChartView>("contextChart");
    auto* ledger = find<QTreeView>("ledger");
    const QRectF plot = chart->plotArea();
    const QPoint onActivations(qRound(plot.right()) - 4, qRound(plot.bottom() - plot.height() / 2));
    QTest::mouseClick(chart, Qt::LeftButton, {}, onActivations);
    const QModelIndex row = ledger->currentIndex();
    QCOMPARE(row.data(LedgerTree::GroupRole).toInt(), static_cast<int>(Group::Activations));
    QVERIFY(ledger->isExpanded(row.siblingAtColumn(0)));

    const QImage highlighted = chart->grab().toImage();
    const QPoint beside(qRound(plot.left()) + 6, qRound(plot.bottom() - plot.height() + 4));
    QTest::mouseClick(chart, Qt::LeftButton, {},
                      QPoint(qRound(plot.center().x()) - 60, beside.y()));
    QVERIFY(!ledger->currentIndex().isValid());
    QVERIFY(chart->grab().toImage() != highlighted);
    ledger->setCurrentIndex(ledger->model()->index(0, 0)); // parameters
    QVERIFY(chart->grab().toImage() != highlighted);
}

void TestChartUse::columnsStayAsSet()
{
    auto* ledger = find<QTreeView>("ledger");
    auto* head = ledger->header();
    const int edge = head->sectionViewportPosition(0) + head->sectionSize(0) - 1;
    const int y = head->height() / 2;
    QTest::mousePress(head->viewport(), Qt::LeftButton, {}, QPoint(edge, y));
    const QPoint to(edge + 77, y);
    movePointer(*head->viewport(), to, Qt::LeftButton);
    QTest::mouseRelease(head->viewport(), Qt::LeftButton, {}, to);
    const int wide = head->sectionSize(0);
    m_window->resize(1024, 700);
    document().edit("workload.context", std::int64_t{16384}, QStringLiteral("test"));
    settle();
    QCOMPARE(head->sectionSize(0), wide);
    openWindow(); // and in the next one
    QCOMPARE(find<QTreeView>("ledger")->header()->sectionSize(0), wide);
}

void TestChartUse::numbersKeepTheirHeight()
{
    auto* ledger = find<QWidget>("ledger");
    const int before = ledger->height();
    for (const char* page : {"methodsPage", "comparePage", "methodsPage", "contextPage"})
        openPage(page);
    QCOMPARE(ledger->height(), before);
    // In a small window too, the table of a comparison has more rows than three.
    m_window->resize(1024, 700);
    openPage("comparePage");
    QVERIFY(find<QWidget>("figureTable")->height() > 150);
}

void TestChartUse::firstWindowFitsTheScreen()
{
    MainWindow fresh;
    const QSize room = QGuiApplication::primaryScreen()->availableSize();
    QVERIFY(fresh.width() <= room.width() && fresh.height() <= room.height());
}

/// A screen of 1600 x 1000 at scale 2: the figure has the height, and is drawn.
void TestChartUse::lowestWindow()
{
    m_window->setMinimumSize(600, 400);
    m_window->resize(788, 456);
    settle();
    QCOMPARE(m_window->height(), 456);
    QVERIFY(!find<QWidget>("ledger")->isVisible());
    QVERIFY(!find<ContextChartView>("contextChart")->scene().plots.empty());
    m_window->resize(1024, 700);
    settle();
    QVERIFY(find<QWidget>("ledger")->isVisible());
}

void TestChartUse::textSize()
{
    const qreal before = QApplication::font().pointSizeF();
    trigger("view.larger");
    QCOMPARE(QApplication::font().pointSizeF(), 1.1 * before);
    turnWheel(*m_window, m_window->rect().center(), -1, Qt::ControlModifier);
    QCOMPARE(QApplication::font().pointSizeF(), before);
    for (int i = 0; i < 30; ++i)
        trigger("view.smaller");
    QCOMPARE(settings::textSize.value(), leastTextSize);
    trigger("view.usualSize");
    QCOMPARE(QApplication::font().pointSizeF(), before);
}

void TestChartUse::fullScreen()
{
    trigger("view.fullScreen");
    QVERIFY(m_window->isFullScreen());
    trigger("view.fullScreen");
    QVERIFY(!m_window->isFullScreen());
}

void TestChartUse::preferences()
{
    trigger("view.preferences");
    auto* dialog = find<PreferencesDialog>("preferences");
    const auto choose = [&](const char* name, const char* word) {
        auto* box = childNamed<QComboBox>(dialog, QString::fromLatin1(name));
        box->setCurrentIndex(box->findData(QString::fromLatin1(word)));
        emit box->activated(box->currentIndex());
    };
    choose("preferences.unit", "GB");
    QCOMPARE(settings::unit.value(), QStringLiteral("GB"));
    auto* reserve = childNamed<QDoubleSpinBox>(dialog, QStringLiteral("preferences.reserve"));
    QCOMPARE(reserve->suffix(), QStringLiteral("\u00A0GB"));
    reserve->setValue(10.74); // 10 GiB are 10.737 GB
    QVERIFY(std::abs(settings::newReserve.value() - 10) < 0.01);
    choose("preferences.unit", "GiB");
    QCOMPARE(reserve->value(), 10.0);
    choose("preferences.device", "h200-sxm-141gb");
    QCOMPARE(settings::newDevice.value(), QStringLiteral("h200-sxm-141gb"));
    choose("preferences.start", "plans");
    childNamed<QSpinBox>(dialog, QStringLiteral("preferences.textSize"))->setValue(120);
    QCOMPARE(settings::textSize.value(), 120);
    QCOMPARE(settings::startsWith.value(), QStringLiteral("plans"));
    childNamed<QPushButton>(dialog, QStringLiteral("preferences.reset"))->click();
    QCOMPARE(settings::unit.value(), QStringLiteral("GiB"));
    QCOMPARE(settings::textSize.value(), 100);
    QVERIFY(!settings::newDevice.stored() && !settings::startsWith.stored());
}

/// A choice in the open dialog does not undo one that was made elsewhere meanwhile.
void TestChartUse::preferencesBesideAnotherWindow()
{
    trigger("view.preferences");
    auto* dialog = find<PreferencesDialog>("preferences");
    ViewChoices choices = storedViewChoices();
    choices.unit = QStringLiteral("GB");
    storeChoices(choices);
    m_window->setChoices(choices); // as the other window asks for
    auto* unit = childNamed<QComboBox>(dialog, QStringLiteral("preferences.unit"));
    QCOMPARE(unit->currentData().toString(), QStringLiteral("GB"));
    childNamed<QSpinBox>(dialog, QStringLiteral("preferences.textSize"))->setValue(120);
    QCOMPARE(settings::unit.value(), QStringLiteral("GB"));
    settings::newDevice.store(QStringLiteral("h200-sxm-141gb"));
    QEvent activated(QEvent::ActivationChange);
    QCoreApplication::sendEvent(dialog, &activated);
    auto* device = childNamed<QComboBox>(dialog, QStringLiteral("preferences.device"));
    QCOMPARE(device->currentData().toString(), QStringLiteral("h200-sxm-141gb"));
    childNamed<QPushButton>(dialog, QStringLiteral("preferences.reset"))->click();
}

void TestChartUse::dialogsHaveWordsAlone()
{
    trigger("view.preferences");
    for (const auto* button : find<PreferencesDialog>("preferences")->findChildren<QPushButton*>())
        QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
}

void TestChartUse::newPlansAsPreferred()
{
    QCOMPARE(newPlan(), firstPlan());
    const std::string other = builtinCatalog().devices().back().id;
    settings::newDevice.store(QString::fromStdString(other));
    settings::newReserve.store(1.5);
    QCOMPARE(newPlan().cluster.device, other);
    QCOMPARE(newPlan().cluster.reserve, std::int64_t{3} << 29);
    settings::newDevice.store(QStringLiteral("no such device"));
    settings::newReserve.store(-1);
    QCOMPARE(newPlan(), firstPlan());
}

QTEST_MAIN(TestChartUse)
#include "test_chart_use.moc"
