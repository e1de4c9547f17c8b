// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/file_dialogs.h"
#include "ui/base/message_bar.h"
#include "ui/base/theme.h"
#include "ui/document/document.h"
#include "ui/export/export_choices.h"
#include "ui/export/export_dialog.h"
#include "ui/figures/timeline_page.h"
#include "ui/figures/timeline_view.h"
#include "ui/window/main_window.h"
#include "window_fixture.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolTip>
#include <QtTest>

using namespace highwater;

/// The tab of one training step, in the real window.
class TestTimelinePage : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();

    void showsThePeakOfTheVerdict();
    void followsThePlanOnlyInFront();
    void namesWhatIsReserved();
    void aMovingHandReplaysNothing();
    void keysStepThroughTheMoments();
    void keysStepThroughTheEvents();
    void rowsAndCursorGoTogether();
    void clicksMoveTheCursor();
    void hoverTellsWhatLives();
    void thePointerIsWhereTheEventIs();
    void theCursorCutsNoTick();
    void aFadedTimelineHasAFadedCursor();
    void hiddenBandsAreNamed();
    void gradientsAreChosen();
    void stagesAreChosen();
    void otherMethodsSayWhy();
    void exportsTheTrace();
    void anUnwritablePathIsSaid();
    void exportsTheFigure();
    void fitsInSmallWindows_data();
    void fitsInSmallWindows();

private:
    TimelinePage* page() const { return find<TimelinePage>("timelinePage"); }
    TimelineView* view() const { return find<TimelineView>("timelineFigure"); }
    QTableView* table() const { return find<QTableView>("figureTable"); }
    void pipeline() const
    {
        change("layout.zero", std::int64_t{0});
        change("cluster.gpus", std::int64_t{4});
        change("layout.pipeline", std::int64_t{4});
        change("workload.global_batch", std::int64_t{8});
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(view(), key, modifiers);
    }
    QString cell(int row, int column) const
    {
        return table()->model()->index(row, column).data().toString();
    }
};

void TestTimelinePage::init()
{
    WindowFixture::init();
    QTest::keyClick(m_window, Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
    settlePainted();
    QVERIFY(page()->isVisible());
}

void TestTimelinePage::showsThePeakOfTheVerdict()
{
    const Bytes total = document().results().estimate->answer.totals.total;
    QCOMPARE(page()->chart()->timeline.peakBytes(), total);
    QCOMPARE(page()->point(), page()->chart()->timeline.peak);
    QVERIFY(!view()->scene().items.empty());
    QCOMPARE(table()->model()->columnCount(), 5); // the totals are all alike
    QCOMPARE(table()->model()->rowCount(), 6);
    QCOMPARE(table()->currentIndex().row(), 2);
    QCOMPARE(cell(2, 0), QStringLiteral("Loss"));
    QCOMPARE(cell(2, 3), QStringLiteral("▲ peak"));
    QCOMPARE(cell(2, 2),
             MemoryFormat().number(document().results().estimate->answer.totals.allocated, 2));
    QVERIFY(find<QLabel>("figureTable.note")->text().startsWith(QStringLiteral("Order of events")));
}

void TestTimelinePage::followsThePlanOnlyInFront()
{
    change("workload.context", std::int64_t{4096});
    QCOMPARE(page()->chart()->timeline.peakBytes(),
             document().results().estimate->answer.totals.total);
    const TimelineChart* before = page()->chart();
    openPage("contextPage");
    change("workload.context", std::int64_t{2048});
    QCOMPARE(page()->chart(), before);
    openPage("timelinePage");
    settlePainted();
    QCOMPARE(page()->chart()->timeline.peakBytes(),
             document().results().estimate->answer.totals.total);
}

void TestTimelinePage::namesWhatIsReserved()
{
    QVERIFY(find<QLabel>("timeline.reserved")->isVisible());
    key(Qt::Key_Right);
    QVERIFY(QToolTip::text().contains(QStringLiteral("Reserved by PyTorch")));
    change("cluster.overhead", std::string("none"));
    QVERIFY(!find<QLabel>("timeline.reserved")->isVisible());
}

void TestTimelinePage::aMovingHandReplaysNothing()
{
    document().edit("workload.context", std::int64_t{4096}, QStringLiteral("test"),
                    QStringLiteral("drag"));
    settlePainted();
    QVERIFY(!page()->chart()->plan.replays);
    QCOMPARE(page()->chart()->timeline.peakBytes(),
             document().results().estimate->answer.totals.total);
    document().closeGesture();
    settlePainted();
    QVERIFY(page()->chart()->plan.replays);
    QCOMPARE(page()->chart()->timeline.peakBytes(),
             document().results().estimate->answer.totals.total);
}

void TestTimelinePage::keysStepThroughTheMoments()
{
    const auto& moments = page()->chart()->timeline.moments;
    const auto at = [&](Moment moment) { return moments[static_cast<std::size_t>(moment)]; };
    key(Qt::Key_Right);
    QCOMPARE(page()->point(), at(Moment::LayerBackward));
    QVERIFY(QToolTip::text().contains(QStringLiteral("Backward of layer 32")));
    QCOMPARE(table()->currentIndex().row(), 3);
    key(Qt::Key_Left);
    key(Qt::Key_Left);
    QCOMPARE(page()->point(), at(Moment::ForwardEnd));
    key(Qt::Key_Home);
    QCOMPARE(page()->point(), page()->chart()->timeline.start);
    key(Qt::Key_Left); // there is nothing before
    QCOMPARE(page()->point(), page()->chart()->timeline.start);
    key(Qt::Key_End);
    key(Qt::Key_Right);
    QCOMPARE(page()->point(), at(Moment::OptimizerStep));
}

void TestTimelinePage::keysStepThroughTheEvents()
{
    const std::size_t peak = page()->point();
    key(Qt::Key_Right, Qt::ControlModifier);
    key(Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(page()->point(), peak + 2);
    QCOMPARE(page()->row(), -1); // layer 31 is no moment
    QVERIFY(!table()->selectionModel()->hasSelection());
    QVERIFY(view()->accessibleDescription().startsWith(QStringLiteral("Backward of layer 31: ")));
    change("workload.context", std::int64_t{4096}); // it stays where a person put it
    QCOMPARE(page()->point(), peak + 2);
    key(Qt::Key_Left, Qt::ControlModifier);
    key(Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(page()->point(), peak);
}

void TestTimelinePage::rowsAndCursorGoTogether()
{
    const QRect row = table()->visualRect(table()->model()->index(0, 1));
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, row.center());
    QCOMPARE(page()->point(), page()->chart()->timeline.start);
    QTest::keyClick(table(), Qt::Key_Down);
    QCOMPARE(page()->row(), 1);
    // In another view's table a row moves nothing.
    openPage("gpusPage");
    settlePainted();
    table()->selectRow(3);
    QCOMPARE(page()->row(), 1);
}

void TestTimelinePage::clicksMoveTheCursor()
{
    const std::size_t layer = page()->chart()->timeline.start + 10;
    QTest::mouseClick(view(), Qt::LeftButton, {}, view()->positionOf(layer).toPoint());
    QCOMPARE(page()->point(), layer);
    QTest::mouseClick(view(), Qt::LeftButton, {}, QPoint(2, 2)); // outside the plot
    QCOMPARE(page()->point(), layer);
}

void TestTimelinePage::hoverTellsWhatLives()
{
    const std::size_t layer = page()->chart()->timeline.start + 16;
    QTest::mouseMove(view(), view()->positionOf(layer).toPoint());
    QTRY_VERIFY(QToolTip::isVisible());
    const QString said = QToolTip::text();
    QCOMPARE(said, view()->details(layer));
    QVERIFY(said.contains(QStringLiteral("Forward of layer 16")));
    const MemoryFormat format;
    const Timeline& timeline = page()->chart()->timeline;
    const GroupBytes groups = timeline.heldAt(layer);
    for (const Bytes bytes : groups.bytes)
        QVERIFY(said.contains(format.withUnit(bytes, 2)));
    QVERIFY(said.contains(format.withUnit(timeline.idleAt(layer), 2)));
    QCOMPARE(groups.total() + timeline.idleAt(layer), timeline.takenAt(layer));
    QVERIFY(said.contains(format.withUnit(timeline.takenAt(layer), 2)));
    const auto lines = linesAt(page()->chart()->plan, page()->chart()->timeline, layer);
    QVERIFY(said.contains(format.withUnit(lines.front().bytes, 2)));
    QCOMPARE(page()->point(), page()->chart()->timeline.peak); // only a click moves the cursor
}

void TestTimelinePage::thePointerIsWhereTheEventIs()
{
    const TimelineChart& chart = *page()->chart();
    double last = 0;
    for (std::size_t i = chart.first; i < chart.timeline.points.size(); ++i) {
        const QPointF at = view()->positionOf(i);
        QVERIFY(at.x() > last);
        last = at.x();
        QVERIFY(at.y() >= view()->positionOf(chart.timeline.peak).y());
    }
}

/// A tick's number under the cursor's chip is hidden as a whole.
void TestTimelinePage::theCursorCutsNoTick()
{
    int met = 0;
    for (std::size_t point = page()->chart()->first; point < page()->chart()->spans.size();
         ++point) {
        emit view()->pointChosen(point);
        const Rect chip = view()->chip();
        const QImage picture = view()->grab().toImage();
        const QColor surface = currentTheme().surface;
        for (const Item& item : view()->scene().items) {
            const auto* writing = std::get_if<Writing>(&item.shape);
            if (!writing || !writing->bounds().meets(chip))
                continue;
            ++met;
            const Rect place = writing->bounds();
            for (int x = qCeil(place.left); x < qFloor(place.right()); ++x)
                for (int y = qCeil(place.top); y < qFloor(place.bottom()); ++y)
                    if (!chip.grown(1).contains(Point{double(x), double(y)}))
                        QCOMPARE(picture.pixelColor(x, y), surface);
        }
    }
    QVERIFY(met > 0);
}

void TestTimelinePage::aFadedTimelineHasAFadedCursor()
{
    const auto atChip = [this] {
        const Rect chip = view()->chip();
        return view()->grab().toImage().pixelColor(qRound(chip.left + 3), qRound(chip.centre().y));
    };
    QCOMPARE(atChip(), currentTheme().text);
    change("layout.tensor", std::int64_t{3}); // no divisor of the heads
    QVERIFY(atChip().lightness() > currentTheme().text.lightness() + 50);
}

void TestTimelinePage::hiddenBandsAreNamed()
{
    const double before = view()->positionOf(page()->point()).y();
    find<QAbstractButton>("timelineLegend.activations")->click();
    settlePainted();
    QCOMPARE(find<QLabel>("figureTable.note")->text(),
             QStringLiteral("Hidden in the chart and still counted: Activations."));
    QVERIFY(view()->positionOf(page()->point()).y() > before);
    QCOMPARE(page()->chart()->timeline.peakBytes(),
             document().results().estimate->answer.totals.total);
}

void TestTimelinePage::gradientsAreChosen()
{
    auto* gradients = find<QComboBox>("timeline.gradients");
    QCOMPARE(gradients->currentIndex(), 0);
    emit gradients->activated(1);
    settlePainted();
    QVERIFY(document().plan().recipe.keepGradients == false);
    QCOMPARE(gradients->currentIndex(), 1);
    QCOMPARE(page()->chart()->point(page()->chart()->timeline.start).perGroup[Group::Gradients],
             Bytes{0});
    document().undoStack()->undo();
    settlePainted();
    QCOMPARE(gradients->currentIndex(), 0);
    change("workload.global_batch", std::int64_t{64});
    QVERIFY(!gradients->isVisible()); // accumulation keeps them
}

void TestTimelinePage::stagesAreChosen()
{
    auto* stages = find<QComboBox>("timeline.stage");
    QVERIFY(!stages->isVisible());
    pipeline();
    QVERIFY(stages->isVisible());
    QCOMPARE(stages->count(), 5);
    QCOMPARE(page()->chart()->timeline.peakBytes(),
             document().results().estimate->answer.totals.total);
    emit stages->activated(4);
    settlePainted();
    QCOMPARE(page()->chart()->timeline.layers.index, std::int64_t{3});
    QCOMPARE(page()->chart()->timeline.peakBytes(),
             document().results().estimate->answer.stages[3].totals.total);
    change("layout.pipeline", std::int64_t{1});
    QVERIFY(!stages->isVisible());
    QCOMPARE(page()->stage(), std::optional<std::int64_t>());
}

void TestTimelinePage::otherMethodsSayWhy()
{
    change("method", std::string("deepspeed"));
    QVERIFY(!page()->chart());
    QVERIFY(view()->scene().items.empty());
    QVERIFY(view()->accessibleDescription().contains(QStringLiteral("knows no moments")));
    QCOMPARE(table()->model()->rowCount(), 0);
    QVERIFY(!find<QPushButton>("timeline.trace")->isEnabled());
    key(Qt::Key_Right);
    find<QAction>("export.trace")->trigger();
    QVERIFY(find<MessageBar>("messageBar")->isVisible());
    change("method", std::string("exact"));
    QVERIFY(page()->chart() && !view()->scene().items.empty());
}

void TestTimelinePage::exportsTheTrace()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("step.trace.json"));
    const auto kept = fileDialogs().exportTo;
    QString suffix;
    fileDialogs().exportTo = [&](QWidget*, const QString&, const QString& asked) {
        suffix = asked;
        return path;
    };
    find<QPushButton>("timeline.trace")->click();
    fileDialogs().exportTo = kept;
    QCOMPARE(find<QLabel>("message.text")->text(), QString());
    QCOMPARE(suffix, QStringLiteral("trace.json"));
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    const QJsonObject trace = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(trace[QStringLiteral("otherData")].toObject()[QStringLiteral("peakBytes")].toInteger(),
             document().results().estimate->answer.totals.total);
    QVERIFY(trace[QStringLiteral("traceEvents")].toArray().size() > 500);
}

void TestTimelinePage::anUnwritablePathIsSaid()
{
    QTemporaryDir folder;
    const auto kept = fileDialogs().exportTo;
    fileDialogs().exportTo = [&](QWidget*, const QString&, const QString&) {
        return folder.filePath(QStringLiteral("none/step.trace.json"));
    };
    find<QAction>("export.trace")->trigger();
    fileDialogs().exportTo = kept;
    QVERIFY(find<QLabel>("message.text")->text().contains(QStringLiteral("step.trace.json")));
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestTimelinePage::exportsTheFigure()
{
    pipeline();
    auto* stages = find<QComboBox>("timeline.stage");
    emit stages->activated(2);
    settlePainted();
    find<QAction>("export.figure")->trigger();
    auto* dialog = m_window->findChild<ExportDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->options().figure, std::string("timeline"));
    QCOMPARE(dialog->options().stage, std::optional<std::int64_t>(1));
    const ChartCommand command = chartCommand(dialog->options(), document().plan(), {});
    QVERIFY(command.text.contains(QStringLiteral("--figure timeline --stage 2 ")));
    delete dialog;
}

void TestTimelinePage::fitsInSmallWindows_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("staged");
    for (const char* language : {"en", "zh_CN"})
        for (const bool staged : {false, true})
            QTest::addRow("%s, %s", language, staged ? "a pipeline" : "no pipeline")
                << QString::fromLatin1(language) << staged;
}

void TestTimelinePage::fitsInSmallWindows()
{
    QFETCH(QString, language);
    QFETCH(bool, staged);
    if (staged)
        pipeline();
    for (QAction* action : m_window->findChildren<QAction*>())
        if (action->data().toString() == language)
            action->trigger();
    m_window->resize(1024, 700);
    settlePainted();
    QCOMPARE(m_window->size(), QSize(1024, 700));
    QVERIFY(!view()->scene().items.empty());
    const QWidget* trace = find<QPushButton>("timeline.trace");
    QVERIFY(trace->mapTo(page(), QPoint(trace->width(), 0)).x() <= page()->width());
    QVERIFY(trace->width() >= trace->sizeHint().width());
}

QTEST_MAIN(TestTimelinePage)
#include "test_timeline_page.moc"
