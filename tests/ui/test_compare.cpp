// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/compare.h"
#include "core/time/time_answer.h"
#include "ui/base/theme.h"
#include "ui/document/document.h"
#include "ui/document/plan_store.h"
#include "ui/figures/compare_list.h"
#include "ui/figures/compare_page.h"
#include "ui/figures/figure_view.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "window_fixture.h"
#include "written_texts.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

using namespace highwater;

/// The tab that compares plans and the pinned baseline, in the real window.
class TestCompare : public WindowFixture
{
    Q_OBJECT

private slots:
    void onePlanAlone();
    void aPinnedPlanIsA();
    void theCurrentPlanIsLive();
    void isFilledToTheLimit();
    void snapshotsAreNamedByWhatDiffers();
    void oddNamesAreMadeFit();
    void plansAreRemoved();
    void plansAreRenamed();
    void differencesAgainstAnother();
    void theBaseStaysWithItsPlan();
    void theTableHasTheEstimates();
    void timeAndCostAreCompared();
    void keysActOnAColumn();
    void theFileKeepsTheList();
    void lettersAndTotalsAreDrawn();
    void anImpossiblePlanKeepsTheLastFigure();
    void theBaselineIsDrawn();
    void theBaselineLabelHasRoom_data();
    void theBaselineLabelHasRoom();
    void remembersItsPlans();
    void brokenSettings_data();
    void brokenSettings();
    void fitsInSmallWindows_data();
    void fitsInSmallWindows();
    void theTableUsesItsRoom();
    void controlsHaveNames();

private:
    CompareList& list() const { return *m_window->findChild<CompareList*>(); }
    ComparePage* page() const { return find<ComparePage>("comparePage"); }
    void openTab() const { openPage("comparePage"); }
    void add() const { find<QPushButton>("compare.add")->click(); }
    QStringList names() const;
    QStringList sceneTexts() const;
    QStringList chartTexts() const;
    /// The cell of the row that begins so, read as numbers of the table.
    QString cell(const QString& row, int column) const;
    Bytes total(const Plan& plan) const
    {
        return estimate(plan, builtinCatalog())->answer.totals.total;
    }
};

QStringList TestCompare::names() const
{
    QStringList names;
    const auto* box = find<QComboBox>("compare.base");
    for (int i = 0; i < box->count(); ++i)
        names << box->itemText(i);
    return names;
}

QStringList TestCompare::sceneTexts() const
{
    QStringList texts;
    for (const Item& item : find<FigureView>("compareFigure")->scene().items)
        if (const auto* writing = std::get_if<Writing>(&item.shape))
            texts << QString::fromStdString(writing->text);
    return texts;
}

QStringList TestCompare::chartTexts() const
{
    QStringList texts;
    for (const WrittenText& each : writtenTexts(*find<ContextChartView>("contextChart")))
        texts << each.text;
    return texts;
}

QString TestCompare::cell(const QString& row, int column) const
{
    const QAbstractItemModel* model = find<QTableView>("figureTable")->model();
    for (int i = 0; i < model->rowCount(); ++i)
        if (model->index(i, 0).data().toString() == row)
            return model->index(i, column).data().toString();
    return {};
}

void TestCompare::onePlanAlone()
{
    QTest::keyClick(m_window, Qt::Key_4, Qt::ControlModifier);
    settlePainted();
    QVERIFY(page()->isVisible());
    QCOMPARE(names(), QStringList{QStringLiteral("A  Current plan")});
    QCOMPARE(page()->figure().panels.front().curves.size(), std::size_t{1});
    QCOMPARE(find<QLabel>("figureTable.note")->text(),
             QStringLiteral("Add a plan to see differences"));
    QVERIFY(!find<QPushButton>("compare.remove")->isEnabled());
    QVERIFY(!find<QPushButton>("compare.rename")->isEnabled());
    QVERIFY(!find<QComboBox>("compare.base")->isEnabled());
    QVERIFY(!find<QAction>("baseline.remove")->isEnabled());
}

void TestCompare::aPinnedPlanIsA()
{
    const Plan pinned = document().plan();
    find<QAction>("baseline.pin")->trigger();
    change("layout.zero", std::int64_t{2});
    openTab();
    QCOMPARE(names(),
             (QStringList{QStringLiteral("A  Baseline"), QStringLiteral("B  Current plan")}));
    QVERIFY(list().baseline() == pinned);
    QCOMPARE(cell(QStringLiteral("ZeRO stage"), 1), QStringLiteral("3"));
    QCOMPARE(cell(QStringLiteral("ZeRO stage"), 2), QStringLiteral("2"));
    find<QAction>("baseline.pin")->trigger(); // the present plan replaces it
    QVERIFY(list().baseline() == document().plan());
    find<QAction>("baseline.remove")->trigger();
    QCOMPARE(names(), QStringList{QStringLiteral("A  Current plan")});
    QVERIFY(!find<QAction>("baseline.remove")->isEnabled());
}

void TestCompare::theCurrentPlanIsLive()
{
    find<QAction>("baseline.pin")->trigger();
    openTab();
    const Bytes before = page()->figure().panels[1].totalAt(0);
    QCOMPARE(page()->figure().panels[1].totalAt(1), before);
    change("layout.zero", std::int64_t{0});
    QCOMPARE(page()->figure().panels[1].totalAt(0), before);
    QCOMPARE(page()->figure().panels[1].totalAt(1), total(document().plan()));
    QVERIFY(page()->figure().panels[1].totalAt(1) > before);
    // The bars stand where the current plan's context is, those of the others as well.
    change("workload.context", std::int64_t{4096});
    Plan moved = *list().baseline();
    moved.workload.context = 4096;
    QCOMPARE(page()->figure().panels[1].totalAt(0), total(moved));
    QVERIFY(sceneTexts().contains(QStringLiteral("At 4,096 tokens")));
}

void TestCompare::isFilledToTheLimit()
{
    openTab();
    find<QAction>("baseline.pin")->trigger();
    auto* button = find<QPushButton>("compare.add");
    for (std::size_t i = 0; i < CompareList::mostSnapshots; ++i) {
        QVERIFY(button->isEnabled());
        QVERIFY(!button->toolTip().contains(QStringLiteral("remove one")));
        add();
    }
    settlePainted();
    QCOMPARE(page()->figure().panels.front().curves.size(), mostCompared);
    QVERIFY(!button->isEnabled());
    QVERIFY(!find<QPushButton>("compare.library")->isEnabled());
    QVERIFY(button->toolTip().contains(QStringLiteral("remove one")));
    QVERIFY(button->accessibleDescription().contains(QStringLiteral("remove one")));
    QVERIFY(!list().add(document().plan()));
    QCOMPARE(list().size(), mostCompared);
    find<QPushButton>("compare.remove")->menu()->actions().last()->trigger();
    QVERIFY(button->isEnabled());
    QVERIFY(button->accessibleDescription().isEmpty());
}

void TestCompare::snapshotsAreNamedByWhatDiffers()
{
    openTab();
    add();
    QCOMPARE(names().last(), QStringLiteral("B  Llama 8B on 8 × H100")); // nothing to differ from
    change("cluster.gpus", std::int64_t{16});
    add();
    QCOMPARE(names().last(), QStringLiteral("C  GPU count 16"));
    add();
    QCOMPARE(names().last(),
             QStringLiteral("D  Llama 3.1 8B, 16 × H100")); // its proposed name
    QVERIFY(list().isFull());
}

void TestCompare::oddNamesAreMadeFit()
{
    QVERIFY(list().add(document().plan(), QStringLiteral("  a\nb\t& c ")));
    QVERIFY(list().add(document().plan(), QString(5000, QLatin1Char('w'))));
    QVERIFY(list().add(document().plan(), QStringLiteral(" \n ")));
    openTab();
    QCOMPARE(names()[1], QStringLiteral("B  a b & c"));
    QCOMPARE(names()[2].size(), CompareList::longestName + 3);
    QVERIFY(names()[2].endsWith(QStringLiteral("…")));
    QCOMPARE(names()[3], QStringLiteral("D  Llama 8B on 8 × H100"));
    QCOMPARE(find<QPushButton>("compare.remove")->menu()->actions().first()->text(),
             QStringLiteral("B  a b && c"));
}

void TestCompare::plansAreRemoved()
{
    openTab();
    find<QAction>("baseline.pin")->trigger();
    list().add(document().plan(), QStringLiteral("one"));
    list().add(document().plan(), QStringLiteral("two"));
    const auto offered = [this] {
        QStringList texts;
        for (const QAction* action : find<QPushButton>("compare.remove")->menu()->actions())
            texts << action->text();
        return texts;
    };
    QCOMPARE(offered(),
             (QStringList{QStringLiteral("A  Baseline"), QStringLiteral("C  one"),
                          QStringLiteral("D  two")}));
    find<QPushButton>("compare.remove")->menu()->actions()[1]->trigger();
    QCOMPARE(offered(), (QStringList{QStringLiteral("A  Baseline"), QStringLiteral("C  two")}));
    find<QPushButton>("compare.remove")->menu()->actions()[0]->trigger();
    QCOMPARE(names(), (QStringList{QStringLiteral("A  Current plan"), QStringLiteral("B  two")}));
    list().remove(0); // the current plan stays
    list().remove(99);
    QCOMPARE(list().size(), std::size_t{2});
}

void TestCompare::plansAreRenamed()
{
    openTab();
    add();
    QAction* rename = find<QPushButton>("compare.rename")->menu()->actions().first();
    QCOMPARE(rename->text(), QStringLiteral("B  Llama 8B on 8 × H100"));
    rename->trigger();
    auto* dialog = find<QInputDialog>("compare.name");
    QCOMPARE(dialog->textValue(), QStringLiteral("Llama 8B on 8 × H100"));
    dialog->setTextValue(QStringLiteral("Before"));
    dialog->accept();
    QCOMPARE(names().last(), QStringLiteral("B  Before"));
    list().rename(1, QStringLiteral("   "));
    list().rename(0, QStringLiteral("Mine")); // the current plan cannot be renamed
    QCOMPARE(names(),
             (QStringList{QStringLiteral("A  Current plan"), QStringLiteral("B  Before")}));
}

void TestCompare::differencesAgainstAnother()
{
    find<QAction>("baseline.pin")->trigger();
    change("layout.zero", std::int64_t{2});
    openTab();
    // With A as the base, the distance is B's; with B as the base, it is A's.
    const QString up = cell(QStringLiteral("Total"), 3);
    QVERIFY(up.startsWith(QLatin1Char('+')));
    auto* box = find<QComboBox>("compare.base");
    box->setCurrentIndex(1);
    emit box->activated(1);
    QCOMPARE(list().base(), std::size_t{1});
    QCOMPARE(cell(QStringLiteral("Total"), 2), QChar(0x2212) + up.mid(1));
}

void TestCompare::theBaseStaysWithItsPlan()
{
    list().add(document().plan(), QStringLiteral("one"));
    list().add(document().plan(), QStringLiteral("two"));
    list().pin(document().plan());
    QCOMPARE(list().base(), std::size_t{0}); // the baseline, which people pin to compare with
    list().setBase(3);
    list().setBase(17);
    QCOMPARE(list().base(), std::size_t{3});
    list().remove(2);
    QCOMPARE(list().base(), std::size_t{2}); // it has been "two" all the time
    list().unpin();
    QCOMPARE(list().base(), std::size_t{1});
    list().remove(1);
    QCOMPARE(list().base(), std::size_t{0});
}

void TestCompare::theTableHasTheEstimates()
{
    find<QAction>("baseline.pin")->trigger();
    change("recipe.recompute", std::string("full"));
    openTab();
    const MemoryFormat format(MemoryFormat::Unit::GiB, QLocale(QStringLiteral("en")));
    const Bytes base = total(*list().baseline()), now = total(document().plan());
    QVERIFY(now < base);
    QCOMPARE(cell(QStringLiteral("Total"), 1), format.number(base, 2));
    QCOMPARE(cell(QStringLiteral("Total"), 2), format.number(now, 2));
    QCOMPARE(cell(QStringLiteral("Total"), 3), format.number(now - base, 2));
    QCOMPARE(cell(QStringLiteral("Longest context"), 2),
             format.count(*document().results().context->answer));
    const auto* head = find<QTableView>("figureTable")->model();
    QCOMPARE(head->headerData(2, Qt::Horizontal).toString(), QStringLiteral("B  Current plan"));
    QCOMPARE(cell(QStringLiteral("Recompute"), 1).isEmpty(), false);
}

/// The faster of two plans has the bold step; the change is in percent of A's.
void TestCompare::timeAndCostAreCompared()
{
    find<QAction>("baseline.pin")->trigger();
    change("recipe.recompute", std::string("full"));
    openTab();
    const auto seconds
        = [](const Plan& plan) { return timeOf(*prepare(plan, builtinCatalog()))->seconds; };
    const double before = seconds(*list().baseline()), now = seconds(document().plan());
    QVERIFY(now > before);
    QVERIFY(std::abs(cell(QStringLiteral("Step (s)"), 1).toDouble() - before) < 0.01 * before);
    QVERIFY(std::abs(cell(QStringLiteral("Step (s)"), 2).toDouble() - now) < 0.01 * now);
    QCOMPARE(cell(QStringLiteral("Step (s)"), 3),
             QStringLiteral("+%1 %").arg(100 * (now / before - 1), 0, 'f', 1));
    for (const char* row : {"Upper end", "Tokens/s", "MFU (%)", "Run (days)", "Cost (USD)"})
        QVERIFY2(!cell(QLatin1String(row), 2).isEmpty(), row);
    const FigureTable& table = page()->table();
    const auto step = std::ranges::find_if(table.rows, [](const std::vector<TableCell>& row) {
        return english(row.front().text) == "Step (s)";
    });
    QVERIFY(step != table.rows.end());
    QVERIFY((*step)[1].strong && !(*step)[2].strong);
}

void TestCompare::keysActOnAColumn()
{
    openTab();
    QVERIFY(list().add(document().plan(), QStringLiteral("one")));
    QVERIFY(list().add(document().plan(), QStringLiteral("two")));
    settlePainted();
    auto* table = find<QTableView>("figureTable");
    const auto choose = [&](int column) {
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, column));
    };
    choose(2); // "one", after names and the current plan
    QTest::keyClick(table, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(names().mid(1), (QStringList{QStringLiteral("B  two"), QStringLiteral("C  one")}));
    QCOMPARE(table->currentIndex().column(), 4); // it is still "one"
    QTest::keyClick(table, Qt::Key_Right, Qt::AltModifier); // there is no place beyond
    QCOMPARE(names().last(), QStringLiteral("C  one"));
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(names().last(), QStringLiteral("B  two"));
    const Plan plan = document().plan();
    QTest::keyClick(table, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(names().last(), QStringLiteral("C  one"));
    QCOMPARE(document().plan(), plan);
    choose(2);
    QTest::keyClick(table, Qt::Key_F2);
    auto* dialog = find<QInputDialog>("compare.name");
    QCOMPARE(dialog->textValue(), QStringLiteral("two"));
    dialog->setTextValue(QStringLiteral("Fast"));
    dialog->accept();
    QCOMPARE(names()[1], QStringLiteral("B  Fast"));
    choose(1);
    QTest::keyClick(table, Qt::Key_Delete); // the current plan stays
    QCOMPARE(list().size(), std::size_t{3});
}

/// A file of before, without a list, leaves the one of the window.
void TestCompare::theFileKeepsTheList()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.hwplan"));
    const QString older = folder.filePath(QStringLiteral("older.hwplan"));
    QVERIFY(m_window->files().saveTo(older));
    find<QAction>("baseline.pin")->trigger();
    change("cluster.gpus", std::int64_t{16});
    QVERIFY(list().add(document().plan(), QStringLiteral("16 GPUs, \"named\" by me")));
    list().setBase(2);
    const ComparedSet kept = list().set();
    QVERIFY(m_window->files().saveTo(path));
    QVERIFY(!document().isModified());
    list().remove(2);
    QVERIFY(document().isModified()); // the file has another list
    list().remove(0);
    const auto open = [this](const QString& file) {
        const auto read = readPlanFile(file);
        const auto* stored = std::get_if<StoredPlan>(&read);
        if (!stored)
            qFatal("%s", qPrintable(std::get<QString>(read)));
        m_window->files().take(*stored, file);
    };
    open(path);
    QCOMPARE(list().set(), kept);
    QVERIFY(!document().isModified());
    open(older);
    QCOMPARE(list().set(), kept);
}

void TestCompare::lettersAndTotalsAreDrawn()
{
    find<QAction>("baseline.pin")->trigger();
    change("layout.zero", std::int64_t{2});
    openTab();
    settlePainted();
    const QStringList texts = sceneTexts();
    const MemoryFormat format(MemoryFormat::Unit::GiB, QLocale(QStringLiteral("en")));
    // At its line, under its bar, and before its name.
    QCOMPARE(texts.count(QStringLiteral("A")), 3);
    QCOMPARE(texts.count(QStringLiteral("B")), 3);
    QVERIFY(texts.contains(QStringLiteral("Activations"))); // the bars' bands have names
    QCOMPARE(texts.count(format.number(total(*list().baseline()), 2)), 1);
    QCOMPARE(texts.count(format.number(total(document().plan()), 2)), 1);
    QCOMPARE(texts.filter(QStringLiteral("Capacity")).size(), 1);
    const Scene& scene = find<FigureView>("compareFigure")->scene();
    QCOMPARE(scene.plots.size(), std::size_t{2});
    QVERIFY(scene.plots[0].width > 1.4 * scene.plots[1].width);
}

void TestCompare::anImpossiblePlanKeepsTheLastFigure()
{
    openTab();
    const Figure good = page()->figure();
    change("cluster.device", std::string("no-such-card"));
    QVERIFY(page()->figure() == good);
}

void TestCompare::theBaselineIsDrawn()
{
    QVERIFY(chartTexts().filter(QStringLiteral("Baseline")).isEmpty());
    QVERIFY(document().results().chart->baseline.empty());
    const double top = document().results().chart->y.most;
    find<QAction>("baseline.pin")->trigger();
    settlePainted();
    const Bytes pinned = document().results().estimate->answer.totals.total;
    const QString label = QStringLiteral("Baseline %1").arg(toGib(pinned), 0, 'f', 1);
    QVERIFY(chartTexts().contains(label));
    QVERIFY(find<ContextChartView>("contextChart")->accessibleDescription().contains(label));
    change("recipe.recompute", std::string("full"));
    QVERIFY(chartTexts().contains(label)); // it stays when the plan changes
    QVERIFY(document().results().estimate->answer.totals.total < pinned);
    find<QAction>("baseline.remove")->trigger();
    settlePainted();
    QVERIFY(chartTexts().filter(QStringLiteral("Baseline")).isEmpty());
    QVERIFY(document().results().chart->y.most <= top);
}

void TestCompare::theBaselineLabelHasRoom_data()
{
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<qlonglong>("number");
    QTest::newRow("same plan") << KeyPath("layout.zero") << qlonglong{3};
    QTest::newRow("above the stack") << KeyPath("cluster.gpus") << qlonglong{64};
    QTest::newRow("below the stack") << KeyPath("layout.zero") << qlonglong{0};
    QTest::newRow("far above the line") << KeyPath("workload.micro_batch") << qlonglong{16};
    QTest::newRow("short context") << KeyPath("workload.context") << qlonglong{1024};
    QTest::newRow("long context") << KeyPath("workload.context") << qlonglong{1048576};
}

void TestCompare::theBaselineLabelHasRoom()
{
    QFETCH(const KeyPath, key);
    QFETCH(const qlonglong, number);
    find<QAction>("baseline.pin")->trigger();
    change(key, std::int64_t{number});
    const auto* chart = find<ContextChartView>("contextChart");
    const auto texts = writtenTexts(*chart);
    const auto label = std::ranges::find_if(texts, [](const WrittenText& each) {
        return each.text.startsWith(QStringLiteral("Baseline"));
    });
    QVERIFY(label != texts.end());
    QVERIFY(chart->plotArea().contains(label->rect));
    for (const WrittenText& each : texts)
        QVERIFY2(each.text == label->text || !each.rect.intersects(label->rect),
                 qPrintable(each.text));
}

void TestCompare::remembersItsPlans()
{
    find<QAction>("baseline.pin")->trigger();
    change("cluster.gpus", std::int64_t{16});
    openTab();
    add();
    list().setBase(2);
    const QStringList before = names();
    const Plan baseline = *list().baseline(), kept = list().plans({})[2].plan;
    const QTemporaryDir folder;
    QVERIFY(m_window->files().saveTo(folder.filePath(QStringLiteral("a.hwplan"))));
    m_window->close();
    openWindow();
    openTab();
    QCOMPARE(names(), before);
    QVERIFY(list().baseline() == baseline);
    QVERIFY(list().plans({})[2].plan == kept);
    QCOMPARE(list().base(), std::size_t{2});
    QVERIFY(!document().results().chart->baseline.empty());
}

void TestCompare::brokenSettings_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QVariant>("value");
    QTest::newRow("no plan") << "baseline" << QVariant(QByteArray("{"));
    QTest::newRow("not even text") << "plan0" << QVariant(QByteArray("\xff\x00\x01", 3));
    QTest::newRow("empty") << "plan0" << QVariant(QByteArray());
    QTest::newRow("huge") << "plan0" << QVariant(QByteArray(3 << 20, ' '));
    QTest::newRow("another type") << "baseline"
                                  << QVariant(
                                         QStringList{QStringLiteral("a"), QStringLiteral("b")});
    QTest::newRow("base beyond") << "base" << QVariant(1000000);
    QTest::newRow("negative base") << "base" << QVariant(-1);
}

void TestCompare::brokenSettings()
{
    QFETCH(const QString, key);
    QFETCH(const QVariant, value);
    QSettings settings;
    settings.setValue(QStringLiteral("compare/") + key, value);
    settings.setValue(QStringLiteral("compare/name0"), QString(100000, QLatin1Char('n')));
    CompareList restored;
    restored.restore();
    QCOMPARE(restored.size(), std::size_t{1});
    QCOMPARE(restored.base(), std::size_t{0});
}

void TestCompare::fitsInSmallWindows_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"en", "zh_CN"})
        for (const QSize size : {QSize(900, 600), QSize(1024, 700), QSize(1440, 900)})
            QTest::newRow(qPrintable(
                QStringLiteral("%1, %2 wide").arg(QString::fromLatin1(language)).arg(size.width())))
                << QString::fromLatin1(language) << size;
}

void TestCompare::fitsInSmallWindows()
{
    QFETCH(const QString, language);
    QFETCH(const QSize, size);
    closeWindows();
    QSettings().setValue(QStringLiteral("view/language"), language);
    openWindow();
    find<QAction>("baseline.pin")->trigger();
    for (const int zero : {0, 1, 2}) {
        change("layout.zero", std::int64_t{zero});
        list().add(document().plan());
    }
    openTab();
    m_window->resize(size);
    settlePainted();
    QCOMPARE(m_window->size(), size);
    for (const char* name :
         {"compare.add", "compare.library", "compare.rename", "compare.remove"}) {
        const auto* button = find<QPushButton>(name);
        QVERIFY2(button->width() >= button->sizeHint().width(), name);
        QVERIFY(
            page()->rect().contains(button->geometry().translated(button->parentWidget()->pos())));
    }
    const auto* box = find<QComboBox>("compare.base");
    QVERIFY(page()->rect().contains(box->geometry().translated(box->parentWidget()->pos())));
    const auto* figure = find<FigureView>("compareFigure");
    QVERIFY(!figure->scene().items.empty());
    const Rect whole{0, 0, figure->scene().width, figure->scene().height};
    std::vector<Rect> written;
    for (const Item& item : figure->scene().items)
        if (const auto* writing = std::get_if<Writing>(&item.shape)) {
            QVERIFY(whole.contains(writing->bounds()));
            for (const Rect& other : written)
                QVERIFY2(!other.meets(writing->bounds()), writing->text.c_str());
            written.push_back(writing->bounds());
        }
}

void TestCompare::theTableUsesItsRoom()
{
    const auto* table = find<QTableView>("figureTable");
    openTab();
    const auto isFull = [&] {
        settlePainted();
        return table->horizontalScrollBar()->maximum() == 0
            && table->horizontalHeader()->length() == table->viewport()->width();
    };
    QVERIFY(isFull());
    find<QAction>("baseline.pin")->trigger();
    QVERIFY(isFull());
    change("cluster.gpus", std::int64_t{16});
    add();
    QVERIFY(isFull());
    change("cluster.gpus", std::int64_t{8});
    QVERIFY(isFull());
    add();
    QVERIFY(isFull());
    // A number that grows is not cut.
    change("workload.micro_batch", std::int64_t{64});
    change("workload.context", std::int64_t{1048576});
    QVERIFY(isFull());
    const QString total = cell(QStringLiteral("Total"), 2);
    QVERIFY(total.size() > 8);
    QVERIFY(table->columnWidth(2) > table->fontMetrics().horizontalAdvance(total));
    list().rename(2, QStringLiteral("A name that is as long as names can be!!"));
    QVERIFY(isFull()); // the text is cut, and the tooltip has all of it
    QVERIFY(table->model()
                ->headerData(4, Qt::Horizontal, Qt::ToolTipRole)
                .toString()
                .endsWith(QStringLiteral("be!!")));
}

void TestCompare::controlsHaveNames()
{
    openTab();
    for (const QWidget* widget : page()->findChildren<QWidget*>())
        if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus)) {
            const auto* button = qobject_cast<const QPushButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     qPrintable(widget->objectName()));
        }
    QVERIFY(!find<FigureView>("compareFigure")->accessibleName().isEmpty());
    QVERIFY(!find<FigureView>("compareFigure")->accessibleDescription().isEmpty());
}

QTEST_MAIN(TestCompare)
#include "test_compare.moc"
