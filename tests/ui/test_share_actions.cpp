// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chinese.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"
#include "ui/document/document.h"
#include "ui/window/main_window.h"
#include "ui/window/windows.h"
#include "window_fixture.h"

#include "core/exchange/plan_file.h"
#include "core/exchange/share_code.h"
#include "core/exchange/summary.h"
#include "core/figure/figure.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QWindow>
#include <QtTest>

using namespace highwater;

/// Plans as texts, through the clipboard of the real window.
class TestShareActions : public WindowFixture
{
    Q_OBJECT

private slots:
    void theMenuIsThere();
    void aCodeGoesRound();
    void aLinkNeedsAPage();
    void aCommandLineIsCopied();
    void theSummarySpeaksTheWindowsLanguage();
    void noEstimateNoSummary();
    void pastesWhatHoldsAPlan_data();
    void pastesWhatHoldsAPlan();
    void refusesWhatHoldsNone_data();
    void refusesWhatHoldsNone();
    void undoInTheMessageIsOfThatStep();
    void theOpenPlanIsNoNews();
    void fieldsKeepTheKey();
    void pastesIntoANewWindow();
    void droppedCodesOpen();

private:
    static QString clipboard() { return QGuiApplication::clipboard()->text(); }
    static void copy(const QString& text) { QGuiApplication::clipboard()->setText(text); }
    static Plan another()
    {
        Plan plan = firstPlan();
        plan.name = "another";
        plan.workload.context = 20480;
        return plan;
    }
    static QString code() { return QString::fromStdString(shareCode(another())); }
    QLineEdit* visibleField() const
    {
        for (QLineEdit* field : m_window->findChildren<QLineEdit*>())
            if (field->isVisible())
                return field;
        qFatal("there is no field");
    }
    bool drop(const QString& text, const QPoint& at) const;
};

void TestShareActions::theMenuIsThere()
{
    QStringList titles;
    for (const QAction* action : m_window->menuBar()->actions())
        titles << action->text();
    QVERIFY(titles.indexOf(QStringLiteral("&Plan")) == titles.indexOf(QStringLiteral("&View")) + 1);
    for (const char* name : {"share.code", "share.command", "share.summary", "share.paste"})
        QVERIFY(!find<QAction>(name)->text().isEmpty());
}

void TestShareActions::aCodeGoesRound()
{
    document().edit(another(), QStringLiteral("test"));
    trigger("share.code");
    QCOMPARE(clipboard(), code());
    QCOMPARE(m_window->statusBar()->currentMessage(),
             QStringLiteral("Share code copied: %L1 characters").arg(code().size()));
    document().undoStack()->undo();
    QVERIFY(!(document().plan() == another()));
    trigger("share.paste");
    QCOMPARE(document().plan(), another());
}

/// The program knows no host: a person says in Preferences where the page lies.
void TestShareActions::aLinkNeedsAPage()
{
    document().edit(another(), QStringLiteral("test"));
    copy(QStringLiteral("before"));
    trigger("share.link");
    QVERIFY2(message().contains(QStringLiteral("Preferences")), qPrintable(message()));
    QCOMPARE(clipboard(), QStringLiteral("before"));
    trigger("view.preferences");
    auto* page = find<QLineEdit>("preferences.page");
    QVERIFY(page->text().isEmpty());
    QTest::keyClicks(page, QStringLiteral("plans.example"));
    trigger("share.link");
    QVERIFY2(message().contains(QStringLiteral("must be the address")), qPrintable(message()));
    QCOMPARE(clipboard(), QStringLiteral("before"));
    page->clear();
    QTest::keyClicks(page, QStringLiteral("https://plans.example/hw.html"));
    trigger("share.link");
    QCOMPARE(clipboard(), QStringLiteral("https://plans.example/hw.html#") + code());
    QVERIFY(message().isEmpty());
    find<QPushButton>("preferences.reset")->click();
    QVERIFY(settings::pageAddress.value().isEmpty());
    QVERIFY(page->text().isEmpty());
}

void TestShareActions::aCommandLineIsCopied()
{
    trigger("share.command");
    QCOMPARE(clipboard(), QString::fromStdString(commandLineOf(document().plan())));
    QVERIFY(clipboard().startsWith(QStringLiteral("highwater estimate")));
}

void TestShareActions::theSummarySpeaksTheWindowsLanguage()
{
    trigger("share.summary");
    const Bytes total = document().results().estimate->answer.totals.total;
    QVERIFY(clipboard().contains(QString::fromStdString(amountText(total, MemoryUnit::GiB, 2))));
    QVERIFY(!hasChinese(clipboard()));
    for (QAction* action : m_window->findChildren<QAction*>())
        if (action->data() == QStringLiteral("zh_CN"))
            action->trigger();
    trigger("share.summary");
    QVERIFY(hasChinese(clipboard()));
}

void TestShareActions::noEstimateNoSummary()
{
    QVERIFY(document().edit("layout.tensor", std::int64_t{3}, QStringLiteral("test")));
    document().settle();
    QVERIFY(!find<QAction>("share.summary")->isEnabled());
    document().undoStack()->undo();
    document().settle();
    QVERIFY(find<QAction>("share.summary")->isEnabled());
}

void TestShareActions::pastesWhatHoldsAPlan_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("a code") << code();
    QTest::newRow("in a sentence") << QStringLiteral("Look at %1, please.").arg(code());
    QTest::newRow("quoted and wrapped")
        << QStringLiteral("> %1\n> %2\n").arg(code().left(20), code().mid(20));
    QTest::newRow("a plan file") << QString::fromStdString(writePlan(another()));
    QTest::newRow("with blank lines before")
        << QStringLiteral("\n\n") + QString::fromStdString(writePlan(another()));
}

void TestShareActions::pastesWhatHoldsAPlan()
{
    QFETCH(const QString, text);
    const Plan before = document().plan();
    copy(text);
    QTest::keyClick(m_window, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(document().plan(), another());
    QCOMPARE(document().undoStack()->count(), 1);
    QCOMPARE(message(), QStringLiteral("“another” is open as a new plan. It has no file yet."));
    find<QPushButton>("message.action0")->click();
    QCOMPARE(document().plan(), before);
    QVERIFY(message().isEmpty());
}

void TestShareActions::refusesWhatHoldsNone_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const QString none = QStringLiteral("There is no plan"), damaged = QStringLiteral("damaged"),
                  broken = QStringLiteral("no whole plan");
    QTest::newRow("nothing") << QString() << none;
    QTest::newRow("a table of nvidia-smi")
        << QStringLiteral("| NVIDIA-SMI 560.35.03  Driver Version: 560.35.03 |\n"
                          "| 45%   63C    P2   402W / 450W |   23401MiB /  24564MiB |")
        << QStringLiteral("My measurement");
    QTest::newRow("words") << QStringLiteral("Llama 8B on 8 × H100") << none;
    QTest::newRow("huge") << QString(8 << 20, u'x') << none;
    QTest::newRow("cut short") << code().chopped(4) << QStringLiteral("cut short");
    QString other = code();
    other[12] = other[12] == u'a' ? u'b' : u'a';
    QTest::newRow("another letter") << other << damaged;
    QTest::newRow("half a file") << QString::fromStdString(writePlan(another())).left(100)
                                 << broken;
    QTest::newRow("other JSON") << QStringLiteral("{\"a\": 1}") << broken;
    QTest::newRow("deep JSON") << QString(QStringLiteral("{\"a\":")).repeated(100000) << broken;
    QTest::newRow("huge JSON") << QString(QStringLiteral("{") + QString(2 << 20, u' ')) << broken;
}

void TestShareActions::refusesWhatHoldsNone()
{
    QFETCH(const QString, text);
    QFETCH(const QString, says);
    const Plan before = document().plan();
    copy(text);
    trigger("share.paste");
    QVERIFY2(message().contains(says), qPrintable(message()));
    QVERIFY2(message().size() < 400, qPrintable(message()));
    QCOMPARE(document().plan(), before);
    QCOMPARE(document().undoStack()->count(), 0);
}

void TestShareActions::undoInTheMessageIsOfThatStep()
{
    copy(code());
    trigger("share.paste");
    QVERIFY(!message().isEmpty());
    document().edit("layout.zero", std::int64_t{1}, QStringLiteral("test"));
    QVERIFY(message().isEmpty());
}

void TestShareActions::theOpenPlanIsNoNews()
{
    copy(code());
    trigger("share.paste");
    trigger("share.paste");
    QCOMPARE(document().undoStack()->count(), 1);
    QCOMPARE(message(), QStringLiteral("This is the plan that is open."));
}

void TestShareActions::fieldsKeepTheKey()
{
    const Plan before = document().plan();
    QLineEdit* field = visibleField();
    field->setFocus();
    field->selectAll();
    copy(code());
    QTest::keyClick(field, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(document().plan(), before);
    QVERIFY(message().isEmpty());
}

void TestShareActions::pastesIntoANewWindow()
{
    copy(code());
    trigger("share.pasteToNew");
    const auto all = allWindows();
    QCOMPARE(all.size(), std::size_t{2});
    MainWindow* other = all[0] == m_window ? all[1] : all[0];
    QCOMPARE(other->document().plan(), another());
    QVERIFY(other->document().isModified());
    QCOMPARE(document().undoStack()->count(), 0);
}

bool TestShareActions::drop(const QString& text, const QPoint& at) const
{
    QMimeData data;
    data.setText(text);
    QWindow* system = m_window->windowHandle();
    QDragEnterEvent enter(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(system, &enter);
    QDragMoveEvent move(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(system, &move);
    QDropEvent dropped(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(system, &dropped);
    return move.isAccepted();
}

void TestShareActions::droppedCodesOpen()
{
    const Plan before = document().plan();
    const QWidget* chart = find<QWidget>("tabs"); // a place without a field
    const QPoint place = chart->mapTo(m_window, chart->rect().center());
    QVERIFY(!drop(QStringLiteral("no code"), place));
    QCOMPARE(document().plan(), before);
    QVERIFY(drop(code(), place));
    QCOMPARE(document().plan(), another());
    find<QPushButton>("message.action0")->click();
    // A field takes it for its text.
    openPage("plansPage");
    const auto* field = find<QLineEdit>("plans.filter");
    drop(code(), field->mapTo(m_window, field->rect().center()));
    QCOMPARE(document().plan(), before);
    QCOMPARE(field->text(), code());
}

QTEST_MAIN(TestShareActions)
#include "test_share_actions.moc"
