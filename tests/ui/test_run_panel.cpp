// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/file_dialogs.h"
#include "ui/document/document.h"
#include "ui/figures/timeline_page.h"
#include "ui/window/main_window.h"
#include "window_fixture.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

using namespace highwater;

/// A recording over the timeline, in the real window.
class TestRunPanel : public WindowFixture
{
    Q_OBJECT

private slots:
    void opensByTheMenu();
    void followsThePlan();
    void anOfferChangesThePlan();
    void theChartKeepsItsRoom();
    void aBrokenFileIsSaid();

private:
    TimelinePage* page() const { return find<TimelinePage>("timelinePage"); }
    const Panel& panel() const { return page()->chart()->figure.panels.front(); }
    void open(const QString& path)
    {
        fileDialogs().openRun = [path](QWidget*) { return path; };
        find<QAction>("run.open")->trigger();
    }
    void openSound()
    {
        open(QStringLiteral(HIGHWATER_GOLDEN "/recordings/2.4.pickle.gz"));
        QTRY_VERIFY(page()->measured().has_value());
    }
};

void TestRunPanel::opensByTheMenu()
{
    openSound();
    QVERIFY(page()->isVisible());
    QCOMPARE(panel().overlays.size(), std::size_t{3}); // reserved, and the two that were measured
    QCOMPARE(panel().captions.size(), std::size_t{1});
    auto* list = find<QTreeWidget>("run.unexplained");
    QVERIFY(list->topLevelItemCount() > 0);
    QVERIFY(list->topLevelItem(0)->childCount() > 1); // its stack
    QCOMPARE(find<QComboBox>("run.step")->currentText(), QStringLiteral("2"));
    find<QPushButton>("run.close")->click();
    QTRY_COMPARE(panel().overlays.size(), std::size_t{1});
    QVERIFY(!find<QWidget>("runPanel")->isVisible());
}

void TestRunPanel::followsThePlan()
{
    openSound();
    const std::size_t points = panel().xs.size();
    QVERIFY(document().edit("layout.zero", std::int64_t{3}, QStringLiteral("test")));
    QTRY_COMPARE(page()->chart()->plan.layout.zero, std::int64_t{3});
    QCOMPARE(panel().overlays.size(), std::size_t{3});
    QCOMPARE(panel().overlays.back().values.size(), points);
}

void TestRunPanel::anOfferChangesThePlan()
{
    openSound();
    QTRY_VERIFY(find<QWidget>("runPanel")->findChild<QPushButton*>(QStringLiteral("run.offer.0")));
    const Plan before = document().plan();
    find<QPushButton>("run.offer.0")->click();
    QTRY_VERIFY(document().plan() != before);
}

/// In a small window the numbers make way for the panel, and come back without it.
void TestRunPanel::theChartKeepsItsRoom()
{
    m_window->resize(1024, 700);
    openSound();
    constexpr int enough = 150; // of some 470, beside the legend and the panel
    QTRY_VERIFY(find<QWidget>("timelineFigure")->height() >= enough);
    QVERIFY(!find<QWidget>("figureTable")->isVisible());
    find<QPushButton>("run.close")->click();
    QTRY_VERIFY(find<QWidget>("figureTable")->isVisible());
}

void TestRunPanel::aBrokenFileIsSaid()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("broken.pickle")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("\x80\x04"
               "cos\nsystem\n.");
    file.close();
    open(file.fileName());
    QTRY_VERIFY(!find<QWidget>("runPanel")->isVisible());
    QVERIFY(!page()->measured());
    bool said = false;
    for (const QLabel* label : m_window->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->text().contains(QStringLiteral("GLOBAL")));
    QVERIFY(said);
}

QTEST_MAIN(TestRunPanel)
#include "test_run_panel.moc"
