// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/random.h"
#include "ui/base/file_dialogs.h"
#include "ui/base/language.h"
#include "ui/base/theme.h"
#include "ui/base/view_choices.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"
#include "ui/document/preset_words.h"
#include "ui/export/export_dialog.h"
#include "ui/export/export_preview.h"
#include "ui/figures/figure_view.h"
#include "ui/plans/plan_filter.h"
#include "ui/plans/plan_list_model.h"
#include "ui/plans/plan_list_view.h"
#include "ui/plans/plans_page.h"
#include "ui/window/main_window.h"
#include "ui/window/windows.h"
#include "window_fixture.h"

#include "core/exchange/plan_file.h"
#include "core/exchange/presets.h"
#include "core/exchange/share_code.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace highwater;

/// The tab of plans in the real window, over a folder of its own.
class TestPlansPage : public WindowFixture
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();

    void everyPresetIsListed();
    void rowsTellTheirPlans_data();
    void rowsTellTheirPlans();
    void theModelIsSound();
    void filters_data();
    void filters();
    void onlyPlansThatFit();
    void anEmptyFilterSaysSoAndClears();
    void typingInTheListFilters();
    void sortsWithinGroups();
    void oneVerdictOfAPlan();
    void thePreviewFollows();
    void theUnitIsThatOfTheView();
    void loadingCanBeUndone();
    void keysOfTheList();
    void compareTakesThePlan();
    void aPlanOpensInANewWindow();
    void savesTheCurrentPlan();
    void duplicatesUnderANewName();
    void namesThatNoPlanCanHave();
    void renames();
    void deletesAndRestores();
    void undoBringsADeletedPlanBack();
    void theListKeepsItsPlace();
    void groupsCountWhatTheFilterLeaves();
    void presetsAreNotDeleted();
    void brokenFilesSayWhy_data();
    void brokenFilesSayWhy();
    void thousandsOfFiles();
    void theLanguageChangesWhileFilesAreRead();
    void theFolderIsWatched();
    void anotherFolderIsRead();
    void numbersBelowStepAside();
    void columnsStayWhenFiltered();
    void aPersonsColumnsStay();
    void groupsCountWhatIsListed();
    void importsFiles();
    void namesEveryFailureOfAnImport();
    void writesOverNoChangeOfOthers_data();
    void writesOverNoChangeOfOthers();
    void namesAreWhole();
    void aVeryNarrowPageIsAList();
    void pastesIntoTheLibrary();
    void notesAndTags();
    void exportsTheChosenPlan();
    void presetsSpeakChinese();
    void knownNumbers();
    void bothLanguagesFit_data();
    void bothLanguagesFit();

private:
    QAbstractItemModel* rows() const { return find<QTreeView>("plans.list")->model(); }
    /// The plans in view, from top to bottom.
    QList<QModelIndex> plans() const
    {
        QList<QModelIndex> all;
        for (int shelf = 0; shelf < rows()->rowCount(); ++shelf)
            for (int i = 0; i < rows()->rowCount(rows()->index(shelf, 0)); ++i)
                all << rows()->index(i, 0, rows()->index(shelf, 0));
        return all;
    }
    QStringList groups() const
    {
        QStringList names;
        for (int shelf = 0; shelf < rows()->rowCount(); ++shelf)
            names << rows()->index(shelf, 0).data().toString();
        return names;
    }
    QModelIndex named(const QString& name) const
    {
        for (const QModelIndex& plan : plans())
            if (plan.data() == name)
                return plan;
        return {};
    }
    void choose(const QString& name) const
    {
        const QModelIndex index = named(name);
        if (!index.isValid())
            qFatal("there is no plan %s", qPrintable(name));
        find<QTreeView>("plans.list")->setCurrentIndex(index);
    }
    QString chosen() const
    {
        return find<QTreeView>("plans.list")->currentIndex().siblingAtColumn(0).data().toString();
    }
    QString text(const char* label) const { return find<QLabel>(label)->text(); }
    void click(const char* button) const { find<QPushButton>(button)->click(); }
    QString file(const QString& name) const { return m_folder->filePath(name); }
    void write(const QString& name, const QByteArray& text) const
    {
        QFile out(file(name));
        if (!out.open(QFile::WriteOnly) || out.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(name));
    }
    static QByteArray planNamed(const char* name, std::int64_t context = 8192)
    {
        Plan plan = firstPlan();
        plan.name = name;
        plan.workload.context = context;
        return planText(plan);
    }
    QStringList files() const { return QDir(m_folder->path()).entryList(QDir::Files, QDir::Name); }
    void showPlans() const
    {
        openPage("plansPage");
        QVERIFY(find<QWidget>("plansPage")->isVisible());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::optional<QString> m_nameAnswer;
    QString m_nameOffered, m_folderAnswer;
};

void TestPlansPage::initTestCase()
{
    WindowFixture::initTestCase();
    fileDialogs().unsaved = [](QWidget*, const QString&) { return Unsaved::Discard; };
    fileDialogs().name = [this](QWidget*, const QString&, const QString& name) {
        m_nameOffered = name;
        return m_nameAnswer;
    };
    fileDialogs().folder = [this](QWidget*, const QString&) { return m_folderAnswer; };
}

void TestPlansPage::init()
{
    WidgetFixture::init();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QSettings().setValue(QStringLiteral("plans/folder"), m_folder->path());
    m_nameAnswer.reset();
    openWindow();
}

void TestPlansPage::everyPresetIsListed()
{
    QVERIFY(plans().isEmpty()); // the folder is read when the page is first shown
    openPage("plansPage");
    QVERIFY(find<QWidget>("plansPage")->isVisible());
    const auto lectures = std::ranges::count(presets(), PresetGroup::Lecture, &Preset::group);
    const auto recipes = std::ssize(presets()) - lectures;
    QCOMPARE(groups(),
             (QStringList{QStringLiteral("Recipes (%1)").arg(recipes),
                          QStringLiteral("Lecture figures (%1)").arg(lectures)}));
    QCOMPARE(plans().size(), std::ssize(presets()));
    for (const QModelIndex& plan : plans())
        QVERIFY(plan.data(PlanListModel::VerdictRole).isValid()); // each has an estimate
    QVERIFY(!chosen().isEmpty());
}

void TestPlansPage::rowsTellTheirPlans_data()
{
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QStringList>("cells");
    // The lecture's 158.00 and 79.25 GiB under its 80; a key that the method does not read is a
    // dash.
    QTest::newRow("over") << QStringLiteral("8B on 8 GPUs, ZeRO-0, 16K")
                          << QStringList{QStringLiteral("16,384"), QStringLiteral("1"),
                                         QStringLiteral("8"),      QStringLiteral("0"),
                                         QStringLiteral("158.00"), QStringLiteral("78.00 over")};
    QTest::newRow("fits") << QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K")
                          << QStringList{QStringLiteral("16,384"), QStringLiteral("1"),
                                         QStringLiteral("8"),      QStringLiteral("3"),
                                         QStringLiteral("79.25"),  QStringLiteral("0.75 free")};
}

void TestPlansPage::rowsTellTheirPlans()
{
    QFETCH(const QString, plan);
    QFETCH(const QStringList, cells);
    showPlans();
    const QModelIndex row = named(plan);
    QVERIFY(row.isValid());
    for (int i = 0; i < cells.size(); ++i)
        QCOMPARE(row.siblingAtColumn(PlanListModel::Context + i).data().toString(), cells.at(i));
}

void TestPlansPage::theModelIsSound()
{
    showPlans();
    auto* proxy = qobject_cast<PlanFilter*>(rows());
    QVERIFY(proxy);
    const QAbstractItemModelTester source(proxy->sourceModel(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester filtered(proxy,
                                            QAbstractItemModelTester::FailureReportingMode::QtTest);
    write(QStringLiteral("a.hwplan"), planNamed("a"));
    QTRY_VERIFY(named(QStringLiteral("a")).isValid());
    find<QLineEdit>("plans.filter")->setText(QStringLiteral("70b"));
    find<QLineEdit>("plans.filter")->clear();
}

void TestPlansPage::filters_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("group"); // of the combo
    QTest::newRow("a size") << QStringLiteral("405b") << 0;
    QTest::newRow("a model") << QStringLiteral("mixtral") << 0;
    QTest::newRow("two words, in any order") << QStringLiteral("h100 32k") << 0;
    QTest::newRow("a group") << QString() << 2;
    QTest::newRow("a word in a group") << QStringLiteral("8b") << 3;
}

void TestPlansPage::filters()
{
    QFETCH(const QString, words);
    QFETCH(const int, group);
    showPlans();
    const auto all = plans().size();
    find<QLineEdit>("plans.filter")->setText(words);
    find<QComboBox>("plans.group")->setCurrentIndex(group);
    QVERIFY(!plans().isEmpty() && plans().size() < all);
    for (const QModelIndex& plan : plans()) {
        QString said;
        for (int column = 0; column < PlanListModel::ColumnCount; ++column)
            said += plan.siblingAtColumn(column).data().toString() + u' ';
        for (const QString& word : words.split(u' '))
            QVERIFY2(said.contains(word, Qt::CaseInsensitive), qPrintable(said));
        if (group > 0)
            QCOMPARE(plan.data(PlanListModel::ShelfRole).toInt(), group - 1);
    }
    QVERIFY(!chosen().isEmpty()); // the chosen plan is in view
    QCOMPARE(text("plans.name"), chosen());
}

void TestPlansPage::onlyPlansThatFit()
{
    showPlans();
    qsizetype fitting = 0;
    for (const QModelIndex& plan : plans())
        fitting += plan.data(PlanListModel::VerdictRole).toInt() != static_cast<int>(Verdict::Over);
    QVERIFY(fitting > 0 && fitting < plans().size());
    find<QCheckBox>("plans.onlyFitting")->click();
    QCOMPARE(plans().size(), fitting);
    for (const QModelIndex& plan : plans())
        QVERIFY(plan.siblingAtColumn(PlanListModel::Room)
                    .data()
                    .toString()
                    .contains(QStringLiteral(" free")));
}

/// The key of the page gives the list the focus; what is typed there goes to the filter.
void TestPlansPage::typingInTheListFilters()
{
    trigger("view.page5");
    settle();
    auto* list = find<QTreeView>("plans.list");
    QVERIFY(list->hasFocus());
    QTest::keyClicks(list, QStringLiteral("q"));
    auto* words = find<QLineEdit>("plans.filter");
    QVERIFY(words->hasFocus());
    QTest::keyClicks(words, QStringLiteral("lora"));
    QCOMPARE(words->text(), QStringLiteral("qlora"));
    list->setFocus();
    QTest::keyClicks(list, QStringLiteral("x"));
    QCOMPARE(words->text(), QStringLiteral("qlorax"));
}

void TestPlansPage::anEmptyFilterSaysSoAndClears()
{
    showPlans();
    const auto all = plans().size();
    QVERIFY(!find<QLabel>("plans.nothing")->isVisible());
    find<QLineEdit>("plans.filter")->setText(QStringLiteral("<b>xyz</b>"));
    QVERIFY(find<QLabel>("plans.nothing")->isVisible());
    QCOMPARE(text("plans.nothing"), QStringLiteral("No plan matches “<b>xyz</b>”."));
    QVERIFY(!find<QPushButton>("plans.load.button")->isEnabled());
    click("plans.clear");
    QCOMPARE(plans().size(), all);
    QVERIFY(find<QTreeView>("plans.list")->isVisible());
    find<QComboBox>("plans.group")->setCurrentIndex(1);
    QVERIFY(text("plans.nothing").startsWith(QStringLiteral("There are no plans of your own")));
}

void TestPlansPage::sortsWithinGroups()
{
    showPlans();
    auto* list = find<QTreeView>("plans.list");
    const QStringList before = groups();
    QStringList asListed;
    for (const QModelIndex& plan : plans())
        asListed << plan.data().toString();
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder})
        for (int column = 0; column < PlanListModel::ColumnCount; ++column) {
            list->sortByColumn(column, order);
            QCOMPARE(groups(), before);
            const QList<QModelIndex> sorted = plans();
            for (qsizetype i = 1; i < sorted.size(); ++i) {
                if (sorted.at(i).row() == 0 || column <= PlanListModel::ModelName)
                    continue;
                const auto value = [&](qsizetype at) {
                    return sorted.at(at)
                        .siblingAtColumn(column)
                        .data(PlanListModel::SortRole)
                        .toDouble();
                };
                QVERIFY(order == Qt::AscendingOrder ? value(i - 1) <= value(i)
                                                    : value(i - 1) >= value(i));
            }
        }
    list->sortByColumn(-1, Qt::AscendingOrder);
    QStringList again;
    for (const QModelIndex& plan : plans())
        again << plan.data().toString();
    QCOMPARE(again, asListed);
}

/// The mark, the cell and the pane of every plan say the same of it.
void TestPlansPage::oneVerdictOfAPlan()
{
    showPlans();
    int probable = 0;
    int others = 0;
    for (const QModelIndex& plan : plans()) {
        const auto verdict = static_cast<Verdict>(plan.data(PlanListModel::VerdictRole).toInt());
        const QString cell = plan.siblingAtColumn(PlanListModel::Room).data().toString();
        if (verdict != Verdict::Probably && others++ % caseStep != 0)
            continue;
        choose(plan.data().toString());
        const QString pane = text("plans.verdict");
        const bool probably = verdict == Verdict::Probably;
        probable += probably ? 1 : 0;
        QCOMPARE(pane.startsWith(QStringLiteral("Probably fits — ")), probably);
        QCOMPARE(cell.endsWith(QStringLiteral(" free, probably")), probably);
        QCOMPARE(pane.startsWith(QStringLiteral("Fits — ")), verdict == Verdict::Fits);
        QCOMPARE(cell.endsWith(QStringLiteral(" free")), verdict == Verdict::Fits);
    }
    QVERIFY(probable > 0);
}

void TestPlansPage::thePreviewFollows()
{
    showPlans();
    choose(QStringLiteral("8B on 8 GPUs, ZeRO-0, 16K"));
    QCOMPARE(text("plans.name"), QStringLiteral("8B on 8 GPUs, ZeRO-0, 16K"));
    QCOMPARE(text("plans.verdict"), QStringLiteral("Does not fit — 78.0\u00A0GiB over"));
    QVERIFY(text("plans.note").contains(QStringLiteral("twice the line")));
    const Scene before = find<FigureView>("plans.chart")->scene();
    QCOMPARE(before.plots.size(), std::size_t{1});
    choose(QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K"));
    QVERIFY(text("plans.verdict").startsWith(QStringLiteral("Fits — 79.3 of 80.0"))); // half up
    QVERIFY(!(find<FigureView>("plans.chart")->scene() == before));
}

void TestPlansPage::theUnitIsThatOfTheView()
{
    showPlans();
    const QString name = QStringLiteral("8B on 8 GPUs, ZeRO-0, 16K");
    for (QAction* action : m_window->findChildren<QAction*>())
        if (action->data() == QStringLiteral("GB"))
            action->trigger();
    QCOMPARE(rows()->headerData(PlanListModel::Memory, Qt::Horizontal), QStringLiteral("Total GB"));
    // 158 GiB = 169.65 GB.
    QCOMPARE(named(name).siblingAtColumn(PlanListModel::Memory).data(), QStringLiteral("169.65"));
}

void TestPlansPage::loadingCanBeUndone()
{
    showPlans();
    Document& document = m_window->document();
    const Plan before = document.plan();
    choose(QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K"));
    click("plans.load.button");
    QCOMPARE(document.plan().name, std::string("8B on 8 GPUs, ZeRO-3, 16K"));
    QCOMPARE(document.plan().method, MethodId::LectureZero);
    QCOMPARE(document.undoStack()->count(), 1);
    document.undoStack()->undo();
    QCOMPARE(document.plan(), before);
}

void TestPlansPage::keysOfTheList()
{
    write(QStringLiteral("mine.hwplan"), planNamed("mine", 4096));
    showPlans();
    QTRY_VERIFY(named(QStringLiteral("mine")).isValid());
    auto* list = find<QTreeView>("plans.list");
    list->setFocus();
    choose(QStringLiteral("mine"));
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(m_window->document().plan().workload.context, std::int64_t{4096});
    m_nameAnswer = QStringLiteral("ours");
    QTest::keyClick(list, Qt::Key_F2);
    QCOMPARE(m_nameOffered, QStringLiteral("mine"));
    QTRY_COMPARE(chosen(), QStringLiteral("ours"));
    QTest::keyClick(list, Qt::Key_Delete);
    QTRY_VERIFY(!named(QStringLiteral("ours")).isValid());
    // The arrow keys skip the names of groups.
    list->setCurrentIndex(
        rows()->index(rows()->rowCount(rows()->index(0, 0)) - 1, 0, rows()->index(0, 0)));
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(list->currentIndex().parent().row(), 1);
}

void TestPlansPage::compareTakesThePlan()
{
    auto* page = find<PlansPage>("plansPage");
    std::vector<std::pair<Plan, QString>> added;
    connect(page, &PlansPage::addToCompare, this,
            [&](const Plan& plan, const QString& name) { added.emplace_back(plan, name); });
    showPlans();
    QVERIFY(find<QPushButton>("plans.compare.button")->isVisible());
    auto* list = find<QTreeView>("plans.list");
    list->setFocus();
    choose(QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K"));
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(added.size(), std::size_t{1});
    QCOMPARE(added.front().second, QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K"));
    QCOMPARE(added.front().first.layout.zero, std::int64_t{3});
    disconnect(page, &PlansPage::addToCompare, this, nullptr);
}

void TestPlansPage::aPlanOpensInANewWindow()
{
    showPlans();
    choose(QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K"));
    click("plans.open.button");
    const auto all = allWindows();
    QCOMPARE(all.size(), std::size_t{2});
    MainWindow* other = all[0] == m_window ? all[1] : all[0];
    QCOMPARE(other->document().plan().name, std::string("8B on 8 GPUs, ZeRO-3, 16K"));
    QVERIFY(other->document().isModified()); // no file has it
    QVERIFY(!m_window->document().isModified());
}

void TestPlansPage::savesTheCurrentPlan()
{
    showPlans();
    m_window->document().edit("workload.context", std::int64_t{2048}, QStringLiteral("test"));
    click("plans.save"); // no name is given
    QVERIFY(files().isEmpty());
    QCOMPARE(m_nameOffered, QStringLiteral("Llama 8B on 8 × H100"));
    m_nameAnswer = QStringLiteral("week 6: a/b");
    click("plans.save");
    QTRY_COMPARE(chosen(), *m_nameAnswer);
    QCOMPARE(files(), QStringList{QStringLiteral("week 6_ a_b.hwplan")});
    const auto read = readPlanFile(file(files().front()));
    QCOMPARE(std::get<StoredPlan>(read).plan.workload.context, std::int64_t{2048});
    QCOMPARE(groups().front(), QStringLiteral("My plans (1)"));
    click("plans.save"); // nothing is written over
    QTRY_COMPARE(files().size(), 2);
}

void TestPlansPage::duplicatesUnderANewName()
{
    showPlans();
    choose(QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K"));
    m_nameAnswer = QStringLiteral("of mine");
    click("plans.duplicate.button");
    QTRY_COMPARE(chosen(), QStringLiteral("of mine"));
    QCOMPARE(m_nameOffered, QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K, copy"));
    QVERIFY(find<QPushButton>("plans.rename.button")->isVisible());
    const auto read = readPlanFile(file(QStringLiteral("of mine.hwplan")));
    QCOMPARE(std::get<StoredPlan>(read).plan.method, MethodId::LectureZero);
}

void TestPlansPage::namesThatNoPlanCanHave()
{
    showPlans();
    m_nameAnswer = QString(100000, u'x');
    click("plans.save");
    QVERIFY(message().startsWith(QStringLiteral("No plan can be called that")));
    QVERIFY(files().isEmpty());
}

void TestPlansPage::renames()
{
    write(QStringLiteral("a.hwplan"), planNamed("a", 4096));
    write(QStringLiteral("b.hwplan"), planNamed("b"));
    showPlans();
    QTRY_COMPARE(groups().size(), 3);
    choose(QStringLiteral("a"));
    m_nameAnswer = QStringLiteral("b"); // a file of that name is there
    trigger("plans.rename");
    QTRY_COMPARE(files(), (QStringList{QStringLiteral("b-2.hwplan"), QStringLiteral("b.hwplan")}));
    const auto read = readPlanFile(file(QStringLiteral("b-2.hwplan")));
    QCOMPARE(std::get<StoredPlan>(read).plan.workload.context, std::int64_t{4096});
    QCOMPARE(std::get<StoredPlan>(read).plan.name, std::string("b"));
}

void TestPlansPage::deletesAndRestores()
{
    const QByteArray odd = planNamed("a").replace("\n", "\n\n"); // as someone wrote it
    write(QStringLiteral("a.hwplan"), odd);
    write(QStringLiteral("b.hwplan"), planNamed("b"));
    showPlans();
    QTRY_COMPARE(groups().size(), 3);
    choose(QStringLiteral("a"));
    click("plans.remove.button");
    QTRY_COMPARE(chosen(), QStringLiteral("b"));
    QCOMPARE(message(), QStringLiteral("Deleted “a”."));
    QTRY_VERIFY(find<QPushButton>("plans.remove.button")->isVisible());
    click("plans.remove.button");
    QTRY_COMPARE(groups().size(), 2);
    QVERIFY(files().isEmpty());
    click("message.action0"); // the latest one first
    QTRY_COMPARE(chosen(), QStringLiteral("b"));
    QCOMPARE(message(), QStringLiteral("Deleted “a”."));
    click("message.action0");
    QTRY_COMPARE(chosen(), QStringLiteral("a"));
    QCOMPARE(fileText(file(QStringLiteral("a.hwplan"))), odd);
    QVERIFY(message().isEmpty());
}

void TestPlansPage::undoBringsADeletedPlanBack()
{
    write(QStringLiteral("a.hwplan"), planNamed("a"));
    write(QStringLiteral("b.hwplan"), planNamed("b"));
    showPlans();
    QTRY_COMPARE(groups().value(0), QStringLiteral("My plans (2)"));
    auto* list = find<QTreeView>("plans.list");
    list->setFocus();
    Document& document = m_window->document();
    QVERIFY(document.edit("workload.context", std::int64_t{2048}, QStringLiteral("test")));
    const Plan edited = document.plan();
    choose(QStringLiteral("a"));
    QTest::keyClick(list, Qt::Key_Delete);
    QTRY_COMPARE(files(), QStringList{QStringLiteral("b.hwplan")});
    QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(chosen(), QStringLiteral("a"));
    QCOMPARE(document.plan(), edited); // the newer of both was taken back
    QVERIFY(message().isEmpty());
    QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document.plan() != edited);

    // A step of the plan that came after a deletion is taken back first.
    QTest::keyClick(list, Qt::Key_Delete);
    QTRY_COMPARE(files().size(), 1);
    QVERIFY(document.edit("workload.context", std::int64_t{4096}, QStringLiteral("test")));
    QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document.plan().workload.context, std::int64_t{8192});
    QCOMPARE(files().size(), 1);
}

void TestPlansPage::theListKeepsItsPlace()
{
    for (int i = 0; i < 60; ++i)
        write(QStringLiteral("%1.hwplan").arg(i),
              planNamed(qPrintable(QStringLiteral("plan %1").arg(i))));
    showPlans();
    QTRY_COMPARE(groups().value(0), QStringLiteral("My plans (60)"));
    auto* list = find<QTreeView>("plans.list");
    choose(QStringLiteral("plan 50"));
    list->scrollTo(list->currentIndex(), QAbstractItemView::PositionAtCenter);
    const int place = list->verticalScrollBar()->value();
    QVERIFY(place > 0);
    click("plans.remove.button");
    QTRY_COMPARE(groups().value(0), QStringLiteral("My plans (59)"));
    QCOMPARE(list->verticalScrollBar()->value(), place);
    QCOMPARE(chosen(), QStringLiteral("plan 51"));
}

void TestPlansPage::groupsCountWhatTheFilterLeaves()
{
    showPlans();
    const QString all = groups().value(1);
    find<QLineEdit>("plans.filter")->setText(QStringLiteral("Mixtral"));
    QCOMPARE(groups().size(), 1);
    const auto recipes = std::ranges::count(presets(), PresetGroup::Recipe, &Preset::group);
    QCOMPARE(groups().front(),
             QStringLiteral("Recipes (%1 of %2)").arg(plans().size()).arg(recipes));
    find<QLineEdit>("plans.filter")->clear();
    QCOMPARE(groups().value(1), all);
}

void TestPlansPage::presetsAreNotDeleted()
{
    showPlans();
    const auto all = plans().size();
    auto* list = find<QTreeView>("plans.list");
    list->setFocus();
    choose(QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K"));
    QVERIFY(!find<QPushButton>("plans.remove.button")->isVisible());
    QTest::keyClick(list, Qt::Key_Delete);
    QTest::keyClick(list, Qt::Key_F2);
    QCOMPARE(plans().size(), all);
    QVERIFY(message().isEmpty() && m_nameOffered != QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K"));
}

void TestPlansPage::brokenFilesSayWhy_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("broken.hwplan");
    QTest::newRow("cut short") << planNamed("x").left(120) << QStringLiteral("line");
    QTest::newRow("newer") << planNamed("x").replace("\"version\": 1", "\"version\": 2")
                           << QStringLiteral("version");
    QTest::newRow("deep") << QByteArray(1000000, '[') << QStringLiteral("broken.hwplan");
    QTest::newRow("huge") << QByteArray(3 << 20, ' ') << QStringLiteral("broken.hwplan");
    QTest::newRow("bytes") << QByteArray("\xff\xfe\0\0", 4) << QStringLiteral("broken.hwplan");
    QTest::newRow("no estimate") << planNamed("x").replace("\"zero\": 3", "\"tensor\": 3")
                                 << QStringLiteral("No estimate");
}

void TestPlansPage::brokenFilesSayWhy()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, reason);
    write(QStringLiteral("broken.hwplan"), text);
    write(QStringLiteral("good.hwplan"), planNamed("good"));
    showPlans();
    QTRY_COMPARE(groups().value(0), QStringLiteral("My plans (2)"));
    const QModelIndex parent = rows()->index(0, 0);
    for (int i = 0; i < 2; ++i) {
        const QModelIndex plan = rows()->index(i, 0, parent);
        if (plan.data() == QStringLiteral("good"))
            continue;
        find<QTreeView>("plans.list")->setCurrentIndex(plan);
        QVERIFY(!plan.data(PlanListModel::VerdictRole).isValid());
        QVERIFY2(this->text("plans.note").contains(reason), qPrintable(this->text("plans.note")));
        QVERIFY(!find<FigureView>("plans.chart")->isVisible());
    }
    // It can be taken away, and what is too large to be kept stays.
    click("plans.remove.button");
    QTRY_COMPARE(files().size(), text.size() > (1 << 20) ? 2 : 1);
    QVERIFY(!message().isEmpty());
}

void TestPlansPage::thousandsOfFiles()
{
    const int many = casesToTry(3000);
    for (int i = 0; i < many; ++i)
        write(QStringLiteral("%1.hwplan").arg(i),
              planNamed(qPrintable(QStringLiteral("plan %1").arg(i))));
    showPlans();
    QCOMPARE(groups().size(), 2); // the tab does not wait for them
    QTRY_COMPARE_WITH_TIMEOUT(groups().value(0), QStringLiteral("My plans (%L1)").arg(many),
                              120000);
    QCOMPARE(rows()->index(2, 0, rows()->index(0, 0)).data(), QStringLiteral("plan 2")); // numbers
    find<QLineEdit>("plans.filter")->setText(QStringLiteral("plan 29"));
    QVERIFY(!plans().isEmpty() && plans().size() < 200);
}

/// Another thread reads the folder, and words the reasons of broken files.
void TestPlansPage::theLanguageChangesWhileFilesAreRead()
{
    const auto english = qScopeGuard([] { speak(QStringLiteral("en")); });
    const int many = casesToTry(1000);
    for (int i = 0; i < many; ++i)
        write(QStringLiteral("%1.hwplan").arg(i), "no plan");
    showPlans();
    ViewChoices choices = defaultViewChoices();
    choices.language = QStringLiteral("zh_CN");
    applyChoices(choices);
    m_window->setChoices(choices);
    const auto isChinese = [this] {
        const QString reason
            = rows()->index(0, 0, rows()->index(0, 0)).data(Qt::ToolTipRole).toString();
        return reason.contains(QStringLiteral("不"));
    };
    QTRY_COMPARE_WITH_TIMEOUT(rows()->rowCount(rows()->index(0, 0)), many, 120000);
    QTRY_VERIFY(isChinese());
    QTest::qWait(300); // a late answer of the reader before
    QVERIFY(isChinese());
}

void TestPlansPage::theFolderIsWatched()
{
    showPlans();
    choose(QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K"));
    QTest::qWait(50);
    write(QStringLiteral("new.hwplan"), planNamed("new"));
    QTRY_VERIFY(named(QStringLiteral("new")).isValid());
    QCOMPARE(chosen(), QStringLiteral("8B on 8 GPUs, ZeRO-3, 16K")); // the chosen plan stays chosen
    QVERIFY(QFile::remove(file(QStringLiteral("new.hwplan"))));
    QTRY_VERIFY(!named(QStringLiteral("new")).isValid());
}

void TestPlansPage::anotherFolderIsRead()
{
    const QTemporaryDir other;
    QVERIFY(other.isValid());
    QVERIFY(!writeFile(other.filePath(QStringLiteral("shared.hwplan")), planNamed("shared")));
    showPlans();
    m_folderAnswer.clear(); // nothing is chosen
    click("plans.folder");
    QVERIFY(text("plans.place").contains(m_folder->path()));
    m_folderAnswer = other.path();
    click("plans.folder");
    QTRY_VERIFY(named(QStringLiteral("shared")).isValid());
    QVERIFY(text("plans.place").contains(other.path()));
}

void TestPlansPage::numbersBelowStepAside()
{
    const int height = find<QWidget>("ledger")->height();
    QVERIFY(find<QWidget>("ledger")->isVisible());
    showPlans();
    QVERIFY(!find<QWidget>("ledger")->isVisible());
    QVERIFY(!find<QWidget>("figureTable")->isVisible());
    // After any sequence of pages, the numbers have their old height again.
    for (const int before : {0, 1, 4, 2, 4, 0}) {
        views().bringToFront(before);
        QCoreApplication::processEvents();
    }
    QVERIFY(find<QWidget>("ledger")->isVisible());
    QCOMPARE(find<QWidget>("ledger")->height(), height);
    QTest::keyClick(m_window, Qt::Key_F8);
    QVERIFY(!find<QWidget>("ledger")->isVisible());
    showPlans();
    openPage("contextPage");
    QVERIFY(!find<QWidget>("ledger")->isVisible()); // as it was chosen
}

void TestPlansPage::columnsStayWhenFiltered()
{
    m_window->resize(1600, 900);
    showPlans();
    QCoreApplication::processEvents();
    const auto* list = find<PlanListView>("plans.list");
    const auto columns = [list] {
        QList<int> widths;
        for (int i = 0; i < PlanListModel::ColumnCount; ++i)
            widths << (list->isColumnHidden(i) ? 0 : list->columnWidth(i));
        return widths;
    };
    const QList<int> before = columns();
    for (const int column : {PlanListModel::ModelName, PlanListModel::Batch, PlanListModel::Gpus,
                             PlanListModel::Zero, PlanListModel::Memory})
        QVERIFY2(before.at(column) > 0, qPrintable(QString::number(column)));
    find<QLineEdit>("plans.filter")->setText(QStringLiteral("405b")); // which needs no scroll bar
    QCoreApplication::processEvents();
    QCOMPARE(columns(), before);
}

void TestPlansPage::aPersonsColumnsStay()
{
    m_window->resize(1600, 900); // which has room for the column
    showPlans();
    auto* list = find<PlanListView>("plans.list");
    QHeaderView* head = list->header();
    const int edge = head->sectionViewportPosition(PlanListModel::ModelName + 1) - 1;
    const QPoint from(edge, head->height() / 2);
    const QPoint to(from + QPoint(141 - head->sectionSize(PlanListModel::ModelName), 0));
    QTest::mousePress(head->viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(head->viewport(), to);
    QTest::mouseRelease(head->viewport(), Qt::LeftButton, {}, to);
    find<QLineEdit>("plans.filter")->setText(QStringLiteral("8b"));
    m_window->resize(1200, 800);
    QCoreApplication::processEvents();
    QCOMPARE(list->columnWidth(PlanListModel::ModelName), 141);
    MainWindow other;
    other.resize(1300, 800);
    other.show();
    auto* tabs = childNamed<QTabBar>(&other, QStringLiteral("tabs"));
    tabs->setCurrentIndex(tabs->count() - 1);
    QCoreApplication::processEvents();
    QCOMPARE(childNamed<PlanListView>(&other, QStringLiteral("plans.list"))
                 ->columnWidth(PlanListModel::ModelName),
             141);
}

void TestPlansPage::groupsCountWhatIsListed()
{
    showPlans();
    const auto recipes = std::ranges::count(presets(), PresetGroup::Recipe, &Preset::group);
    QCOMPARE(groups().front(), QStringLiteral("Recipes (%1)").arg(recipes));
    find<QLineEdit>("plans.filter")->setText(QStringLiteral("405b"));
    QCOMPARE(groups(), QStringList{QStringLiteral("Recipes (2 of %1)").arg(recipes)});
}

void TestPlansPage::importsFiles()
{
    showPlans();
    QTemporaryDir elsewhere;
    const QString path = elsewhere.filePath(QStringLiteral("x.hwplan"));
    QFile out(path);
    QVERIFY(out.open(QFile::WriteOnly));
    out.write(planNamed("brought along"));
    out.close();
    const auto before = fileDialogs().open;
    fileDialogs().open = [&](QWidget*) {
        return QStringList{path, elsewhere.filePath(QStringLiteral("gone.hwplan"))};
    };
    click("plans.import");
    fileDialogs().open = before;
    QTRY_VERIFY(named(QStringLiteral("brought along")).isValid());
    QCOMPARE(files(), QStringList{QStringLiteral("brought along.hwplan")});
    QVERIFY(message().contains(QStringLiteral("gone.hwplan"))); // which is named
}

void TestPlansPage::namesEveryFailureOfAnImport()
{
    showPlans();
    write(QStringLiteral("brought.hwplan"), planNamed("brought along"));
    const auto before = fileDialogs().open;
    fileDialogs().open = [this](QWidget*) {
        return QStringList{file(QStringLiteral("one.hwplan")),
                           file(QStringLiteral("brought.hwplan")),
                           file(QStringLiteral("two.hwplan"))};
    };
    click("plans.import");
    fileDialogs().open = before;
    QVERIFY(message().contains(QStringLiteral("one.hwplan")));
    QVERIFY2(message().endsWith(QStringLiteral("Files left out: 2.")), qPrintable(message()));
}

void TestPlansPage::writesOverNoChangeOfOthers_data()
{
    QTest::addColumn<QByteArray>("action");
    QTest::newRow("rename") << QByteArray("plans.rename");
    QTest::newRow("notes") << QByteArray("plans.notes");
}

/// Another program writes the file while the dialog is open.
void TestPlansPage::writesOverNoChangeOfOthers()
{
    QFETCH(QByteArray, action);
    write(QStringLiteral("a.hwplan"), planNamed("a", 4096));
    showPlans();
    QTRY_COMPARE(groups().size(), 3);
    choose(QStringLiteral("a"));
    const QByteArray theirs = planNamed("a", 2048);
    const auto before = fileDialogs();
    fileDialogs().name = [&](QWidget*, const QString&, const QString&) {
        write(QStringLiteral("a.hwplan"), theirs);
        return std::optional(QStringLiteral("another"));
    };
    fileDialogs().notes = fileDialogs().name;
    trigger(action.constData());
    fileDialogs() = before;
    QCOMPARE(fileText(file(QStringLiteral("a.hwplan"))), theirs);
    QCOMPARE(files(), QStringList{QStringLiteral("a.hwplan")});
    QVERIFY2(message().contains(QStringLiteral("was changed by another program")),
             qPrintable(message()));
}

void TestPlansPage::namesAreWhole()
{
    m_window->resize(1440, 900);
    showPlans();
    auto* list = find<QTreeView>("plans.list");
    const QFontMetrics metrics(list->font());
    for (const QModelIndex& plan : plans())
        QVERIFY2(metrics.horizontalAdvance(plan.data().toString()) + 24 <= list->columnWidth(0),
                 qPrintable(plan.data().toString()));
}

void TestPlansPage::aVeryNarrowPageIsAList()
{
    m_window->setMinimumSize(800, 480);
    m_window->resize(800, 480);
    showPlans();
    settle();
    const auto* list = find<PlanListView>("plans.list");
    QVERIFY(list->header()->length() <= list->viewport()->width());
    QVERIFY(!find<QPushButton>("plans.import")->isVisible());
    const auto* save = find<QPushButton>("plans.save");
    QVERIFY(save->isVisible() && save->width() >= save->sizeHint().width());
    QVERIFY(list->actions().contains(find<QAction>("plans.load")));
    m_window->resize(1024, 700);
    settle();
    QVERIFY(find<QPushButton>("plans.import")->isVisible());
    QVERIFY(find<QPushButton>("plans.load.button")->isVisible());
}

void TestPlansPage::pastesIntoTheLibrary()
{
    showPlans();
    Plan plan = firstPlan();
    plan.name = "from a mail";
    QGuiApplication::clipboard()->setText(QString::fromStdString(shareCode(plan)));
    trigger("plans.paste");
    QTRY_COMPARE(chosen(), QStringLiteral("from a mail"));
    QCOMPARE(files(), QStringList{QStringLiteral("from a mail.hwplan")});
    QCOMPARE(m_window->document().plan(), firstPlan()); // the open plan stays
    QGuiApplication::clipboard()->setText(QStringLiteral("no plan"));
    trigger("plans.paste");
    QVERIFY(message().startsWith(QStringLiteral("The clipboard holds no plan")));
    QCOMPARE(files().size(), 1);
}

void TestPlansPage::notesAndTags()
{
    write(QStringLiteral("a.hwplan"), planNamed("a"));
    write(QStringLiteral("b.hwplan"), planNamed("b"));
    showPlans();
    QTRY_COMPARE(groups().size(), 3);
    choose(QStringLiteral("a"));
    QString offered;
    fileDialogs().notes = [&](QWidget*, const QString&, const QString& notes) {
        offered = notes;
        return std::optional(QStringLiteral("For the second week.\n#course"));
    };
    trigger("plans.notes");
    QCOMPARE(offered, QString());
    QTRY_VERIFY(text("plans.note").contains(QStringLiteral("second week")));
    const auto read = readPlanFile(file(QStringLiteral("a.hwplan")));
    QCOMPARE(std::get<StoredPlan>(read).plan.notes, std::string("For the second week.\n#course"));
    find<QLineEdit>("plans.filter")->setText(QStringLiteral("#course"));
    QCOMPARE(plans().size(), 1);
    QCOMPARE(plans().front().data().toString(), QStringLiteral("a"));
    find<QLineEdit>("plans.filter")->clear();
    fileDialogs().notes = [](QWidget*, const QString&, const QString&) { // too long for a plan
        return std::optional(QString(2'000'000, u'x'));
    };
    choose(QStringLiteral("a"));
    trigger("plans.notes");
    QVERIFY(message().startsWith(QStringLiteral("The notes cannot be kept")));
    choose(QStringLiteral("Llama 8B on 8 × H100"));
    QVERIFY(!find<QPushButton>("plans.notes.button")->isVisible()); // it ships
}

void TestPlansPage::exportsTheChosenPlan()
{
    showPlans();
    choose(QStringLiteral("Llama 70B on 8 × B200, recomputed"));
    click("plans.export.button");
    auto* dialog = m_window->findChild<ExportDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->options().figure, std::string("context"));
    const auto* preview = childNamed<ExportPreview>(dialog, QStringLiteral("export.preview"));
    QVERIFY(preview->scene().description.find("B200") != std::string::npos);
    delete dialog;
    QCOMPARE(m_window->document().plan(), firstPlan());
}

/// Every shipped plan has its name and notes in every language, with the numbers of the English
/// ones.
void TestPlansPage::presetsSpeakChinese()
{
    static const QRegularExpression number(QStringLiteral("\\d[\\d,.]*\\d|\\d"));
    for (const QString& language : languages()) {
        if (language == QLatin1String("en"))
            continue;
        QSet<std::string> names;
        for (const Preset& preset : presets()) {
            const Plan said = presetPlan(preset, language);
            QVERIFY2(said.name != preset.plan.name && said.notes != preset.plan.notes,
                     preset.file.c_str());
            Plan same = said;
            same.name = preset.plan.name;
            same.notes = preset.plan.notes;
            QVERIFY(same == preset.plan);
            names << said.name;
            // "Llama 8B on 8 × H100, 32K" is "Llama 8B，8 × H100，32K"
            static const QRegularExpression form(
                QStringLiteral("^(.+) on ([\\d,]+ × [^,:]+)(?:[,:] .+)?$"));
            const auto formed = form.match(QString::fromStdString(preset.plan.name));
            QString head = formed.captured(1) + QChar(0xFF0C) + formed.captured(2);
            head.replace(QStringLiteral("Ascend"),
                         language == QLatin1String("zh_TW") ? QString::fromUtf8("昇騰")
                                                            : QString::fromUtf8("昇腾"));
            const QString spoken = QString::fromStdString(said.name);
            QVERIFY2(!formed.hasMatch() || spoken.startsWith(head)
                         || preset.plan.name.starts_with("Llama-shaped"),
                     said.name.c_str());
            const QString english = QString::fromStdString(preset.plan.notes).section(u'\n', -1);
            const QString other = QString::fromStdString(said.notes).section(u'\n', -1);
            for (auto match = number.globalMatch(english); match.hasNext();) {
                const QString each = match.next().captured();
                QVERIFY2(other.contains(each),
                         qPrintable(QString::fromStdString(preset.file) + u' ' + each));
            }
            QCOMPARE(QString::fromStdString(said.notes).count(u'\n'), 2);
            QVERIFY2(!knownFor(said).isEmpty(), preset.file.c_str());
        }
        QCOMPARE(static_cast<std::size_t>(names.size()), presets().size());
    }
}

void TestPlansPage::knownNumbers()
{
    showPlans();
    choose(QStringLiteral("8B: 128 GB of states"));
    QStringList facts;
    for (const QLabel* fact : find<QWidget>("plansPage")->findChildren<QLabel*>())
        if (fact->isVisible())
            facts << fact->text();
    QVERIFY(facts.contains(QStringLiteral("128.0 GB of model states")));
    // 128 · 10⁹ bytes are 119.21 GiB; activations of one token are 0.004
    const QModelIndex row = named(QStringLiteral("8B: 128 GB of states"));
    QCOMPARE(row.siblingAtColumn(PlanListModel::Memory).data().toString(),
             QStringLiteral("119.21"));
}

void TestPlansPage::bothLanguagesFit_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"en", "zh_CN"})
        for (const QSize size : {QSize(1440, 900), QSize(1024, 700), QSize(900, 600)})
            QTest::newRow(
                qPrintable(QStringLiteral("%1, %2").arg(QLatin1String(language)).arg(size.width())))
                << QString::fromLatin1(language) << size;
}

void TestPlansPage::bothLanguagesFit()
{
    QFETCH(const QString, language);
    QFETCH(const QSize, size);
    write(QStringLiteral("a.hwplan"), planNamed("a"));
    m_window->resize(size);
    for (QAction* action : m_window->findChildren<QAction*>())
        if (action->data() == language)
            action->trigger();
    showPlans();
    QTRY_VERIFY(named(QStringLiteral("a")).isValid());
    choose(QStringLiteral("a"));
    QCoreApplication::processEvents();
    QCOMPARE(m_window->size(), size);
    const auto* page = find<QWidget>("plansPage");
    QStringList faults;
    for (const QWidget* widget : page->findChildren<QWidget*>()) {
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (button && button->isVisible() && button->sizeHint().width() > button->width())
            faults << QStringLiteral("clipped: ") + button->text();
        const bool takesFocus = widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus);
        if (takesFocus && widget->accessibleName().isEmpty()
            && !(button && !button->text().isEmpty())
            && !widget->objectName().contains(QStringLiteral("scroll")))
            faults << QStringLiteral("nameless: ") + widget->objectName();
    }
    QCOMPARE(faults.join(u'\n'), QString());
    const auto* list = find<PlanListView>("plans.list");
    QVERIFY(!list->isColumnHidden(PlanListModel::Name)
            && !list->isColumnHidden(PlanListModel::Room));
    QVERIFY(list->header()->length() <= list->viewport()->width());
}

QTEST_MAIN(TestPlansPage)
#include "test_plans_page.moc"
