// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/mark_slider.h"
#include "ui/base/words.h"
#include "ui/figures/context_view.h"
#include "ui/window/presentation.h"
#include "window_fixture.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QtTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;
using namespace std::literals;

/// The plan over the whole screen, opened from the real window.
class TestPresentation : public WindowFixture
{
    Q_OBJECT

private slots:
    void opensAndLeaves();
    void showsThePlan();
    void slidersAct();
    void keysAct();
    void aDragIsOneStep();
    void followsTheWindow();
    void oneGpuHasNoStage();
    void aPlanWithoutAnEstimate();
    void aFigureOfThePlan();
    void aFigureOfItsOwn();
    void saysHowToLeave();
    void sizes();

private:
    Presentation* opened()
    {
        trigger("view.present");
        auto* shown = m_window->findChild<Presentation*>();
        if (!shown)
            qFatal("nothing is presented");
        settle();
        return shown;
    }
    MarkSlider* slider(const char* name) const
    {
        return find<MarkSlider>(u"presentation.pinned."_s + QLatin1String(name));
    }
    QString value(const char* name) const
    {
        return find<QLabel>(u"presentation.pinned."_s + QLatin1String(name) + u".value"_s)->text();
    }
};

void TestPresentation::opensAndLeaves()
{
    QTest::keyClick(m_window, Qt::Key_F5);
    QPointer<Presentation> shown = m_window->findChild<Presentation*>();
    QVERIFY(shown && shown->isFullScreen());
    trigger("view.present"); // there is one only
    QCOMPARE(m_window->findChildren<Presentation*>().size(), 1);
    QTest::keyClick(shown, Qt::Key_Escape);
    QTRY_VERIFY(!shown);
    shown = opened();
    QTest::keyClick(shown, Qt::Key_F5);
    QTRY_VERIFY(!shown);
}

void TestPresentation::showsThePlan()
{
    opened();
    QCOMPARE(find<QLabel>("presentation.title")->text(),
             QString::fromStdString(document().plan().name));
    QVERIFY(find<QLabel>("presentation.verdict")->text().startsWith(u"Fits"_s));
    QCOMPARE(value("context"), u"8,192"_s);
    QCOMPARE(value("gpus"), u"8"_s);
    QCOMPARE(value("model"), u"8.03 B params"_s);
    auto* chart = find<ContextChartView>("presentation.chart");
    QVERIFY(!chart->scene().plots.empty());
}

void TestPresentation::slidersAct()
{
    opened();
    slider("gpus")->moveTo(16);
    QCOMPARE(document().plan().cluster.gpus, 16);
    settle();
    QCOMPARE(value("gpus"), u"16"_s);
    slider("zero")->moveTo(3);
    QCOMPARE(document().plan().layout.zero, 3);
    slider("model")->moveTo(70553706496.0);
    QVERIFY(std::get<CatalogModel>(document().plan().model).id.ends_with("-70b"));
}

void TestPresentation::keysAct()
{
    Presentation* shown = opened();
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(slider("context")));
    const auto before = document().plan().workload.context;
    QTest::keyClick(slider("context"), Qt::Key_Right);
    QVERIFY(document().plan().workload.context > before);
    QTest::keyClick(slider("context"), Qt::Key_Tab);
    QVERIFY(slider("batch")->hasFocus());
    QTest::keyClick(slider("batch"), Qt::Key_Escape);
    QPointer<Presentation> gone = shown;
    QTRY_VERIFY(!gone);
}

void TestPresentation::aDragIsOneStep()
{
    opened();
    MarkSlider* gpus = slider("gpus");
    const int before = document().undoStack()->index();
    const QPoint from = gpus->handleRect().center().toPoint();
    QTest::mousePress(gpus, Qt::LeftButton, {}, from);
    for (int step = 1; step <= 5; ++step)
        QTest::mouseMove(gpus, from + QPoint(20 * step, 0));
    QTest::mouseRelease(gpus, Qt::LeftButton, {}, from + QPoint(100, 0));
    QVERIFY(document().plan().cluster.gpus > 8);
    QCOMPARE(document().undoStack()->index(), before + 1);
}

void TestPresentation::followsTheWindow()
{
    opened();
    change("workload.context", std::int64_t{32768});
    settle();
    QCOMPARE(value("context"), u"32,768"_s);
    QVERIFY(find<QLabel>("presentation.verdict")->text().startsWith(u"Does not fit"_s));
    change("workload.task", std::string("inference"));
    settle();
    QVERIFY(!value("batch").isEmpty());
}

void TestPresentation::oneGpuHasNoStage()
{
    opened();
    change("cluster.gpus", std::int64_t{1});
    settle();
    QVERIFY(!slider("zero")->isEnabled());
    QCOMPARE(value("zero"), u"one GPU"_s);
}

void TestPresentation::aPlanWithoutAnEstimate()
{
    opened();
    change("layout.tensor", std::int64_t{3});
    settle();
    QVERIFY(find<QLabel>("presentation.verdict")->text().startsWith(u"No estimate"_s));
}

/// The sliders move the figure that was in front.
void TestPresentation::aFigureOfThePlan()
{
    openPage("sizesPage");
    auto* basis = find<QComboBox>("sizesBasis");
    basis->setCurrentIndex(1);
    emit basis->activated(1);
    opened();
    auto* figure = find<FigureView>("presentation.figure");
    QVERIFY(figure->isVisible());
    QVERIFY(!find<ContextChartView>("presentation.chart")->isVisible());
    QVERIFY(find<QLabel>("presentation.title")
                ->text()
                .contains(QString::fromStdString(document().plan().name)));
    const Figure before = figure->wholeFigure();
    QCOMPARE(before.name, "sizes"sv);
    slider("gpus")->moveTo(16);
    settle();
    QVERIFY(figure->wholeFigure() != before);
    QCOMPARE(figure->wholeFigure(), find<FigureView>("sizesFigure")->wholeFigure());
}

/// The lecture's numbers are not the plan's, so that its verdict and its sliders are not there.
void TestPresentation::aFigureOfItsOwn()
{
    openPage("sizesPage");
    Presentation* shown = opened();
    auto* figure = find<FigureView>("presentation.figure");
    QCOMPARE(figure->wholeFigure().name, "lecture-scaling"sv);
    QVERIFY(!figure->scene().plots.empty());
    QCOMPARE(find<QLabel>("presentation.title")->text(), translated(figure->wholeFigure().title));
    QVERIFY(!find<QLabel>("presentation.verdict")->isVisible());
    QVERIFY(!find<QWidget>("presentation.sliders")->isVisible());
    QPointer<Presentation> gone = shown;
    QVERIFY(shown->hasFocus());
    QTest::keyClick(shown, Qt::Key_Escape);
    QTRY_VERIFY(!gone);
}

void TestPresentation::saysHowToLeave()
{
    opened();
    auto* hint = find<QLabel>("presentation.hint");
    QVERIFY(hint->isVisible());
    QVERIFY(hint->text().startsWith(u"Esc"_s));
    QVERIFY(find<QWidget>("presentation.sliders")->geometry().top() >= hint->geometry().bottom());
    QTRY_VERIFY_WITH_TIMEOUT(!hint->isVisible(), 10000);
}

/// On the screen for which it was drawn.
void TestPresentation::sizes()
{
    Presentation* shown = opened();
    shown->setWindowState(Qt::WindowNoState);
    shown->resize(1920, 1080);
    settle();
    QCOMPARE(find<ContextChartView>("presentation.chart")->font().pixelSize(), 22);
    QCOMPARE(find<QLabel>("presentation.pinned.gpus.value")->font().pixelSize(), 34);
    QCOMPARE(slider("gpus")->handleRect().size(), QSizeF(24, 32));
    shown->resize(1024, 700); // nothing is cut on a small one
    settle();
    for (const QLabel* label : shown->findChildren<QLabel*>())
        QVERIFY2(label->objectName() == u"presentation.title"
                     || label->width() >= label->minimumSizeHint().width(),
                 qPrintable(label->text()));
}

QTEST_MAIN(TestPresentation)
#include "test_presentation.moc"
