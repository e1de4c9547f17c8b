// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/dots.h"
#include "core/explore/cards.h"
#include "core/explore/layout_list.h"
#include "core/explore/search.h"
#include "core/figure/layout_scatter.h"
#include "core/figure/layout_table.h"
#include "core/figure/search_figure.h"
#include "core/methods/every_method.h"
#include "core/plan/keys.h"
#include "ui/figures/figure_view.h"
#include "ui/time/cards_page.h"
#include "ui/time/desk_page.h"
#include "ui/window/main_window.h"
#include "window_fixture.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QtTest>

using namespace highwater;

/// The tabs of cards and of layouts, in the real window.
class TestExplorePages : public WindowFixture
{
    Q_OBJECT

private slots:
    void cardsAreThoseOfTheCatalogue();
    void rowsHaveTheVerdictOfTheirPlans();
    void aCardIsSelectedThenTaken();
    void spaceAddsACardToCompare();
    void aTakenCardKeepsTheBatch();
    void choicesOfCards();
    void aRowOfThePictureTakesACard();
    void headsSortTheCards();
    void cardsAreCopied();
    void cardsAreCountedInFrontAlone();
    void anEditTakenBackIsNotCounted();
    void cardsSayWhyNot();
    void whatFitsAMadeMachine();
    void whatFitsTheCardOfThePlan();
    void whatFitsACardOfTheCatalogue();
    void layoutsAreThoseOfTheSearch();
    void headsSortTheLayouts();
    void aRowIsSelectedThenTaken();
    void thePlansOwnRowIsNotTaken();
    void spaceAddsALayoutToCompare();
    void arrowsOpenNearEquals();
    void aPointSelectsALayout();
    void constraintsSearchAnew();
    void offloadIsAskedFor();
    void ticksChooseAmongTheFound();
    void whereNothingIsKept();
    void tabsFollowOneAnother();
    void aSearchCanBeStopped();
    void anInvalidPlanFadesTheLayouts();
    void nothingOfAnEarlierPlanIsTaken();
    void nothingIsTakenWhileTheSearchRuns();
    void methodsAreThoseOfTheComparison();
    void keysAreSaidByTheirLabels_data();
    void keysAreSaidByTheirLabels();
    void aMethodIsUsed();
    void aPlanThatItsMethodRefuses();
    void fitInSmallWindows();

private:
    static constexpr int patience = 60'000;
    QTableView* cards() const { return find<QTableView>("cardsTable"); }
    QTableView* models() const { return find<QTableView>("deskTable"); }
    QTableView* layouts() const { return find<QTableView>("searchTable"); }
    QTableView* findTable() const { return find<QTableView>("figureTable"); }
    FigureView* chart() const { return find<FigureView>("searchFigure"); }
    static QString cell(const QTableView* table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
    static void clickRow(QTableView* table, int row, int column = 1)
    {
        table->scrollTo(table->model()->index(row, column));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(row, column)).center());
    }
    /// The column of layouts with this head; -1: none.
    int columnOf(const char* head) const
    {
        for (int column = 0; column < layouts()->model()->columnCount(); ++column)
            if (layouts()->model()->headerData(column, Qt::Horizontal).toString()
                == QLatin1String(head))
                return column;
        return -1;
    }
    /// What the page searches before a person changes anything.
    SearchResult searchedForEveryTick() const
    {
        SearchConstraints every;
        every.forEveryTick = true;
        auto found = search(document().plan(), builtinCatalog(), every);
        if (!found)
            qFatal("no search");
        return *std::move(found);
    }
    static LayoutOrder shownOrder()
    {
        LayoutOrder order;
        order.ticks.noOffload = order.ticks.upperEnd = true;
        return order;
    }
    /// The first row of another layout than the plan's.
    static int firstOther(const std::vector<ListedLayout>& list)
    {
        return list.front().layout->changes.empty() ? 1 : 0;
    }
    void openCards() const
    {
        openPage("cardsPage");
        QTRY_VERIFY_WITH_TIMEOUT(cards()->model()->rowCount() > 0, patience);
        QTRY_VERIFY_WITH_TIMEOUT(idle("cards.status", "Counting"), patience);
    }
    void openSearch() const
    {
        openPage("searchPage");
        QTRY_VERIFY_WITH_TIMEOUT(layouts()->model()->rowCount() > 0, patience);
        QTRY_VERIFY_WITH_TIMEOUT(idle("search.status", "Searched"), patience);
    }
    bool idle(const char* status, const char* busy) const
    {
        return !find<QLabel>(status)->text().startsWith(QLatin1String(busy));
    }
};

void TestExplorePages::cardsAreThoseOfTheCatalogue()
{
    openCards();
    auto expected = highwater::cards({document().plan()}, builtinCatalog());
    keepWanted(*expected, {});
    QVERIFY(expected);
    sortCards(*expected, CardKey::Price);
    QCOMPARE(cards()->model()->rowCount(), static_cast<int>(expected->size()));
    for (std::size_t i = 0; i < expected->size(); ++i) {
        const Card& card = (*expected)[i];
        QCOMPARE(cell(cards(), static_cast<int>(i), 0), QString::fromStdString(card.device->name));
        QCOMPARE(cell(cards(), static_cast<int>(i), 1),
                 card.gpus ? QLocale().toString(static_cast<qlonglong>(*card.gpus))
                           : QStringLiteral("–"));
    }
}

/// What a row says is what an estimate of its plan says.
void TestExplorePages::rowsHaveTheVerdictOfTheirPlans()
{
    openSearch();
    const SearchResult found = searchedForEveryTick();
    int replayed = 0;
    for (const FoundLayout& layout : found.layouts) {
        if (!layout.replayed)
            continue;
        ++replayed;
        const auto plan = withChanges(document().plan(), layout.changes);
        QVERIFY(plan);
        const auto judged = judge(*plan, builtinCatalog());
        QVERIFY(judged);
        QCOMPARE(layout.judged.totals.total, judged->totals.total);
        QCOMPARE(layout.judged.verdict, judged->verdict);
    }
    QVERIFY(replayed > 8);
    openCards();
    const auto cards = highwater::cards({document().plan()}, builtinCatalog());
    QVERIFY(cards);
    const int remark = this->cards()->model()->columnCount() - 1;
    for (int row = 0; row < this->cards()->model()->rowCount(); ++row) {
        const auto card = std::ranges::find_if(*cards, [&](const Card& each) {
            return QString::fromStdString(each.device->name) == cell(this->cards(), row, 0);
        });
        QVERIFY(card != cards->end());
        if (card->gpus && card->run)
            QCOMPARE(cell(this->cards(), row, remark).startsWith(QStringLiteral("probably fits")),
                     card->judged.verdict == Verdict::Probably);
    }
}

/// A click selects the row; Enter takes it.
void TestExplorePages::aCardIsSelectedThenTaken()
{
    openCards();
    auto found = highwater::cards({document().plan()}, builtinCatalog());
    keepWanted(*found, {});
    sortCards(*found, CardKey::Price);
    const Plan before = document().plan();
    clickRow(cards(), 1);
    settle();
    QCOMPARE(document().plan(), before); // a click only selects
    QTest::keyClick(cards(), Qt::Key_Return);
    settle();
    const Card& card = found->at(1);
    QCOMPARE(document().plan().cluster.device, card.device->id);
    QCOMPARE(document().plan().cluster.gpus, *card.gpus);
    document().undoStack()->undo();
    QCOMPARE(document().plan(), before);
}

void TestExplorePages::spaceAddsACardToCompare()
{
    openCards();
    const Plan before = document().plan();
    clickRow(cards(), 1);
    const QString device = cell(cards(), 1, 0);
    QTest::keyClick(cards(), Qt::Key_Space);
    settle();
    QCOMPARE(document().plan(), before);
    openPage("comparePage");
    const auto* box = find<QComboBox>("compare.base");
    QVERIFY2(box->itemText(box->count() - 1).contains(device),
             qPrintable(box->itemText(box->count() - 1)));
}

/// The click says what it changes, and the batch of eight sequences is not among it.
void TestExplorePages::aTakenCardKeepsTheBatch()
{
    openCards();
    QSignalSpy said(find<CardsPage>("cardsPage"), &CardsPage::said);
    const auto batch = document().results().estimate->plan.stepSequences();
    for (int row = 0; row < cards()->model()->rowCount(); ++row)
        if (cell(cards(), row, 0) == QStringLiteral("B200 SXM 180GB")) {
            clickRow(cards(), row);
            break;
        }
    find<QPushButton>("cards.take")->click();
    settle();
    QCOMPARE(document().plan().cluster.device, std::string("b200-sxm-180gb"));
    QVERIFY(document().plan().cluster.gpus < 8);
    QCOMPARE(document().results().estimate->plan.stepSequences(), batch);
    QCOMPARE(said.size(), 1);
    const QString words = said.front().front().toString();
    QVERIFY2(words.contains(QStringLiteral("(was 8)"))
                 && words.contains(QStringLiteral("8 sequences a step as before")),
             qPrintable(words));
}

void TestExplorePages::choicesOfCards()
{
    openCards();
    const int all = cards()->model()->rowCount();
    find<QCheckBox>("cards.usable")->click();
    QCOMPARE(cards()->model()->rowCount(), static_cast<int>(builtinCatalog().devices().size()));
    find<QCheckBox>("cards.usable")->click();
    QCOMPARE(cards()->model()->rowCount(), all);
    auto* days = find<QLineEdit>("cards.within");
    // Each limit stands right beside its words: the room of the row is the status's.
    for (const char* name : {"cards.within", "cards.under"}) {
        const auto* field = find<QLineEdit>(name);
        for (const auto* label : field->parentWidget()->findChildren<QLabel*>())
            if (label->buddy() == field)
                QCOMPARE(label->width(), label->sizeHint().width());
    }
    days->setText(QStringLiteral("90"));
    QTest::keyClick(days, Qt::Key_Return);
    const int quick = cards()->model()->rowCount();
    QVERIFY(quick < all);
    for (int row = 0; row < quick; ++row)
        QVERIFY(cell(cards(), row, 1) == QStringLiteral("–")
                || cell(cards(), row, 3).toDouble() <= 90);
    days->clear();
    QTest::keyClick(days, Qt::Key_Return);
    QCOMPARE(cards()->model()->rowCount(), all);
    find<QComboBox>("cards.count")->setCurrentIndex(1);
    QTRY_VERIFY_WITH_TIMEOUT(idle("cards.status", "Counting"), patience);
    for (int row = 0; row < cards()->model()->rowCount(); ++row)
        QVERIFY(cell(cards(), row, 1) == QStringLiteral("–")
                || cell(cards(), row, 1) == QStringLiteral("8"));
}

void TestExplorePages::aRowOfThePictureTakesACard()
{
    openCards();
    auto* picture = find<FigureView>("cardsFigure");
    picture->grab();
    auto found = highwater::cards({document().plan()}, builtinCatalog());
    keepWanted(*found, {});
    sortCards(*found, CardKey::Price);
    const Rect plot = picture->scene().plots.front();
    const QPoint top(static_cast<int>(plot.centre().x), static_cast<int>(plot.top) + 4);
    QTest::mouseClick(picture, Qt::LeftButton, {}, top);
    QCOMPARE(cards()->currentIndex().row(), 0);
    find<QPushButton>("cards.take")->click();
    settle();
    QCOMPARE(document().plan().cluster.device, found->front().device->id);
    QCOMPARE(document().plan().cluster.gpus, *found->front().gpus);
}

void TestExplorePages::headsSortTheCards()
{
    openCards();
    const QHeaderView* head = cards()->horizontalHeader();
    const auto clickHead = [&](int column) {
        QTest::mouseClick(head->viewport(), Qt::LeftButton, {},
                          {head->sectionViewportPosition(column) + 20, head->height() / 2});
        settle();
    };
    clickHead(0);
    QVERIFY(cell(cards(), 0, 0) < cell(cards(), 1, 0));
    const QString first = cell(cards(), 0, 0);
    clickHead(0);
    QCOMPARE(cell(cards(), cards()->model()->rowCount() - 1, 0), first);
    QCOMPARE(head->sortIndicatorSection(), 0);
}

void TestExplorePages::cardsAreCopied()
{
    openCards();
    find<QPushButton>("cards.copy")->click();
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasFormat(QStringLiteral("text/csv")));
    QVERIFY(data->text().contains(QStringLiteral("h100-sxm5-80gb")));
}

void TestExplorePages::cardsAreCountedInFrontAlone()
{
    openCards();
    const QString before = cell(cards(), 0, 2);
    openPage("contextPage");
    change("workload.context", std::int64_t{4096});
    QTest::qWait(400);
    QCOMPARE(cell(cards(), 0, 2), before);
    openCards();
    QVERIFY(cell(cards(), 0, 2) != before);
    QVERIFY(!find<QLabel>("cardsTable.note")->isVisible()); // it has no text
}

void TestExplorePages::anEditTakenBackIsNotCounted()
{
    openCards();
    const QString said = find<QLabel>("cards.status")->text();
    change("workload.micro_batch", std::int64_t{2});
    QVERIFY(!idle("cards.status", "Counting"));
    document().undoStack()->undo();
    settle();
    QCOMPARE(find<QLabel>("cards.status")->text(), said);
}

void TestExplorePages::cardsSayWhyNot()
{
    change("method", std::string("deepspeed"));
    openPage("cardsPage");
    QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("cards.status")->text().contains(QStringLiteral(": ")),
                             patience);
    QVERIFY(!find<QPushButton>("cards.copy")->isEnabled() || cards()->model()->rowCount() > 0);
}

void TestExplorePages::layoutsAreThoseOfTheSearch()
{
    openSearch();
    const SearchResult found = searchedForEveryTick();
    const auto list = listedLayouts(found, shownOrder());
    QVERIFY(list.size() > 3);
    QCOMPARE(layouts()->model()->rowCount(), static_cast<int>(list.size()));
    const int step = columnOf("Step (s)"), remark = layouts()->model()->columnCount() - 1;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const int row = static_cast<int>(i);
        const FoundLayout& layout = *list[i].layout;
        QVERIFY(std::abs(cell(layouts(), row, step).toDouble() - layout.seconds())
                < 0.01 * layout.seconds());
        QCOMPARE(cell(layouts(), row, 1).toLongLong(),
                 static_cast<qlonglong>(layout.layout.tensor));
        QCOMPARE(cell(layouts(), row, remark).startsWith(QStringLiteral("this plan")),
                 layout.changes.empty());
    }
    QVERIFY(!find<QPushButton>("search.take")->isEnabled()); // nothing is selected
}

void TestExplorePages::headsSortTheLayouts()
{
    openSearch();
    const int column = columnOf("GiB");
    const QHeaderView* head = layouts()->horizontalHeader();
    QTest::mouseClick(head->viewport(), Qt::LeftButton, {},
                      {head->sectionViewportPosition(column) + 8, head->height() / 2});
    settle();
    LayoutOrder order = shownOrder();
    order.key = LayoutKey::Memory;
    const SearchResult found = searchedForEveryTick();
    const auto list = listedLayouts(found, order);
    QCOMPARE(layouts()->model()->rowCount(), static_cast<int>(list.size()));
    QVERIFY(list.front().layout->judged.totals.total <= list.back().layout->judged.totals.total);
    QCOMPARE(cell(layouts(), 0, 1).toLongLong(),
             static_cast<qlonglong>(list.front().layout->layout.tensor));
}

/// A click selects the row and shows it against the plan; Enter takes it.
void TestExplorePages::aRowIsSelectedThenTaken()
{
    openSearch();
    const SearchResult found = searchedForEveryTick();
    const auto list = listedLayouts(found, shownOrder());
    const int row = firstOther(list);
    const FoundLayout& layout = *list[static_cast<std::size_t>(row)].layout;
    QVERIFY(layout.replayed); // the first rows are
    const Plan before = document().plan();
    clickRow(layouts(), row);
    settle();
    QCOMPARE(document().plan(), before);
    QCOMPARE(find<QLabel>("search.details.name")->text(),
             QString::fromStdString(english(briefLayoutName(layout))));
    QTest::keyClick(layouts(), Qt::Key_Return);
    settle();
    QVERIFY(document().plan() != before);
    QCOMPARE(document().results().estimate->answer.totals.total, layout.judged.totals.total);
    document().undoStack()->undo();
    QCOMPARE(document().plan(), before);
    settle();
    QTRY_VERIFY_WITH_TIMEOUT(idle("search.status", "Searched"), patience);
    clickRow(layouts(), row);
    find<QPushButton>("search.take")->click();
    settle();
    QVERIFY(document().plan() != before);
}

/// The plan's own row can be selected, but not taken.
void TestExplorePages::thePlansOwnRowIsNotTaken()
{
    openSearch();
    const Plan before = document().plan();
    for (int row = 0; row < layouts()->model()->rowCount(); ++row)
        if (cell(layouts(), row, 0) == QStringLiteral("◇"))
            clickRow(layouts(), row);
    QTest::keyClick(layouts(), Qt::Key_Return);
    settle();
    QCOMPARE(document().plan(), before);
    QVERIFY(!find<QPushButton>("search.take")->isEnabled());
}

void TestExplorePages::spaceAddsALayoutToCompare()
{
    openSearch();
    const SearchResult found = searchedForEveryTick();
    const auto list = listedLayouts(found, shownOrder());
    const int row = firstOther(list);
    const Plan before = document().plan();
    clickRow(layouts(), row);
    QTest::keyClick(layouts(), Qt::Key_Space);
    settle();
    QCOMPARE(document().plan(), before);
    openPage("comparePage");
    const auto* table = findTable();
    QStringList heads;
    for (int column = 0; column < table->model()->columnCount(); ++column)
        heads << table->model()->headerData(column, Qt::Horizontal).toString();
    const QString name = QString::fromStdString(
        english(briefLayoutName(*list[static_cast<std::size_t>(row)].layout)));
    QVERIFY2(heads.join(u'|').contains(name), qPrintable(heads.join(u'|')));
}

void TestExplorePages::arrowsOpenNearEquals()
{
    openSearch();
    const SearchResult found = searchedForEveryTick();
    const auto list = listedLayouts(found, shownOrder());
    const auto folded
        = std::ranges::find_if(list, [](const ListedLayout& each) { return !each.near.empty(); });
    QVERIFY(folded != list.end());
    const int row = static_cast<int>(folded - list.begin());
    const int rows = layouts()->model()->rowCount();
    clickRow(layouts(), row, 2);
    QTest::keyClick(layouts(), Qt::Key_Right);
    QCOMPARE(layouts()->model()->rowCount(), rows + static_cast<int>(folded->near.size()));
    QCOMPARE(layouts()->currentIndex().row(), row);
    QTest::keyClick(layouts(), Qt::Key_Down);
    QCOMPARE(layouts()->currentIndex().row(), row + 1);
    QTest::keyClick(layouts(), Qt::Key_Left); // from inside: to the row that it belongs to
    QCOMPARE(layouts()->model()->rowCount(), rows);
    QCOMPARE(layouts()->currentIndex().row(), row);
}

void TestExplorePages::aPointSelectsALayout()
{
    openSearch();
    m_window->grab();
    const SearchResult found = searchedForEveryTick();
    const auto list = listedLayouts(found, shownOrder());
    const auto resolved = prepare(document().plan(), builtinCatalog());
    QVERIFY(resolved);
    const LayoutScatter scatter = layoutScatter(found, list, nullptr, *resolved, MemoryUnit::GiB);
    const std::vector<Dot>& dots = scatter.figure.panels.front().dots;
    const auto last = std::ranges::find(dots, DotKind::Front, &Dot::kind);
    QVERIFY(last != dots.end());
    const auto at = dotPlace(*last, scatter.figure, chart()->scene().plots.front());
    QVERIFY(at);
    const Plan before = document().plan();
    QTest::mouseClick(chart(), Qt::LeftButton, {}, QPointF(at->x, at->y).toPoint());
    settle();
    QCOMPARE(document().plan(), before);
    QVERIFY(find<QPushButton>("search.take")->isEnabled());
    QVERIFY(!find<QLabel>("search.details.name")->text().isEmpty());
}

void TestExplorePages::constraintsSearchAnew()
{
    openSearch();
    find<QAction>("search.keep.layout.zero")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(idle("search.status", "Searched"), patience);
    const int zero = columnOf("ZeRO");
    QVERIFY(layouts()->model()->rowCount() > 1);
    for (int row = 0; row < layouts()->model()->rowCount(); ++row)
        QCOMPARE(cell(layouts(), row, zero).toLongLong(),
                 static_cast<qlonglong>(document().plan().layout.zero));
}

/// Offload is not tried until its tick is taken away.
void TestExplorePages::offloadIsAskedFor()
{
    openSearch();
    auto* none = find<QCheckBox>("search.tick.no-offload");
    QVERIFY(none->isChecked());
    QCOMPARE(columnOf("Offload"), -1);
    none->click();
    QTRY_VERIFY_WITH_TIMEOUT(idle("search.status", "Searched"), patience);
    QTRY_VERIFY_WITH_TIMEOUT(columnOf("Offload") > 0, patience);
}

/// A tick chooses among what was found, and the picture that leaves the window follows it.
void TestExplorePages::ticksChooseAmongTheFound()
{
    openSearch();
    const SearchResult found = searchedForEveryTick();
    LayoutTicks ticks = shownOrder().ticks;
    const auto saysKept = [&] {
        const TickCounts counts = countTicks(found, ticks);
        const QString said = find<QLabel>("search.status")->text();
        return said.startsWith(QStringLiteral("%1 of %2 layouts kept")
                                   .arg(QLocale().toString(static_cast<qlonglong>(counts.kept)),
                                        QLocale().toString(static_cast<qlonglong>(counts.all))));
    };
    QVERIFY2(saysKept(), qPrintable(find<QLabel>("search.status")->text()));
    find<QCheckBox>("search.tick.no-pipeline")->click();
    ticks.noPipeline = true;
    QVERIFY2(saysKept(), qPrintable(find<QLabel>("search.status")->text()));
    find<QCheckBox>("search.tick.upper-end")->click();
    ticks.upperEnd = false;
    QVERIFY2(saysKept(), qPrintable(find<QLabel>("search.status")->text()));
    const int pipeline = columnOf("PP");
    for (int row = 0; row < layouts()->model()->rowCount(); ++row)
        QCOMPARE(cell(layouts(), row, pipeline), QStringLiteral("1"));

    SearchConstraints wanted;
    wanted.ticks = ticks;
    find<QAction>("export.copyNumbers")->trigger();
    const QStringList rows = QGuiApplication::clipboard()->text().trimmed().split(u'\n');
    const auto figure = searchFigure(document().plan(), builtinCatalog(), MemoryUnit::GiB, wanted);
    QVERIFY(figure);
    QCOMPARE(rows.size(), static_cast<qsizetype>(figure->panels.front().xs.size()) + 1);
}

/// A limit that no layout holds: the link takes the tick away.
void TestExplorePages::whereNothingIsKept()
{
    openSearch();
    auto* days = find<QLineEdit>("search.within");
    days->setFocus();
    QTest::keyClicks(days, QStringLiteral("0.001"));
    QTest::keyClick(days, Qt::Key_Return);
    QVERIFY(find<QCheckBox>("search.tick.within")->isChecked());
    QCOMPARE(layouts()->model()->rowCount(), 1); // the plan itself
    auto* nothing = find<QLabel>("search.nothing");
    QVERIFY(nothing->isVisible() && nothing->text().contains(QStringLiteral("href=\"within\"")));
    emit nothing->linkActivated(QStringLiteral("within"));
    QVERIFY(!find<QCheckBox>("search.tick.within")->isChecked());
    QVERIFY(layouts()->model()->rowCount() > 1 && !nothing->isVisible());
    for (const char* odd : {"-3", "abc", "1e999", "0"}) {
        days->clear();
        QTest::keyClicks(days, QLatin1String(odd));
        QTest::keyClick(days, Qt::Key_Return);
        QVERIFY2(!find<QCheckBox>("search.tick.within")->isChecked(), odd);
    }
}

void TestExplorePages::tabsFollowOneAnother()
{
    const QKeyCombination next = Qt::CTRL | Qt::Key_PageDown, before = Qt::CTRL | Qt::Key_PageUp;
    const auto press = [this](QKeyCombination keys) {
        QTest::keyClick(m_window.data(), keys.key(), keys.keyboardModifiers());
    };
    openPage("searchPage");
    press(next);
    QVERIFY(!find<QWidget>("searchPage")->isVisible());
    press(before);
    QVERIFY(find<QWidget>("searchPage")->isVisible());
}

void TestExplorePages::aSearchCanBeStopped()
{
    openPage("searchPage");
    QVERIFY(find<QPushButton>("search.stop")->isVisible());
    find<QPushButton>("search.stop")->click();
    QTest::qWait(300);
    QVERIFY(!find<QPushButton>("search.stop")->isVisible());
    QCOMPARE(layouts()->model()->rowCount(), 0);
    QVERIFY(find<QLabel>("search.status")->text().startsWith(QStringLiteral("Stopped")));
}

void TestExplorePages::anInvalidPlanFadesTheLayouts()
{
    openSearch();
    change("layout.tensor", std::int64_t{3});
    QVERIFY(chart()->isStale());
    clickRow(layouts(), 1);
    QTest::keyClick(layouts(), Qt::Key_Return);
    QCOMPARE(document().plan().layout.tensor, std::int64_t{3}); // nothing of another plan is taken
    change("layout.tensor", std::int64_t{1});
    QTRY_VERIFY_WITH_TIMEOUT(!chart()->isStale(), patience);
}

/// This holds even if the cards and layouts of the last valid plan are not computed yet.
void TestExplorePages::nothingOfAnEarlierPlanIsTaken()
{
    change("layout.tensor", std::int64_t{3});
    openCards();
    QVERIFY(find<FigureView>("cardsFigure")->isStale());
    const Plan invalid = document().plan();
    clickRow(cards(), 1);
    QTest::keyClick(cards(), Qt::Key_Return);
    openSearch();
    QVERIFY(chart()->isStale());
    clickRow(layouts(), 1);
    QTest::keyClick(layouts(), Qt::Key_Return);
    QCOMPARE(document().plan(), invalid);
}

/// Meanwhile the shown rows are those of the previous plan.
void TestExplorePages::nothingIsTakenWhileTheSearchRuns()
{
    openSearch();
    change("workload.context", std::int64_t{4096});
    const Plan before = document().plan();
    QVERIFY(!idle("search.status", "Searched"));
    while (!idle("search.status", "Searched")) {
        clickRow(layouts(), 1);
        QTest::keyClick(layouts(), Qt::Key_Return);
        QCOMPARE(document().plan(), before);
        QTest::qWait(10);
    }
    QVERIFY(!chart()->isStale());
}

void TestExplorePages::methodsAreThoseOfTheComparison()
{
    openPage("methodsPage");
    const auto expected = byEveryMethod(document().plan(), builtinCatalog());
    const QTableView* table = findTable();
    QCOMPARE(table->model()->rowCount(), static_cast<int>(expected->answers.size()));
    for (std::size_t i = 0; i < expected->answers.size(); ++i) {
        const MethodAnswer& answer = expected->answers[i];
        const QString name = QString::fromUtf8(methodOf(answer.method).name);
        const int row = static_cast<int>(i);
        QVERIFY2(cell(table, row, 0).endsWith(name), qPrintable(name));
        QVERIFY(answer.estimate);
        QVERIFY(cell(table, row, 1) != QStringLiteral("–"));
    }
    QVERIFY(!find<QPushButton>("methods.use")->isEnabled()); // it is the plan's own
    change("layout.zero", std::int64_t{0});
    QCOMPARE(cell(findTable(), 6, 1), QStringLiteral("–")); // DeepSpeed's estimator
    QVERIFY(cell(findTable(), 6, 4).contains(QStringLiteral("ZeRO stage")));
}

void TestExplorePages::keysAreSaidByTheirLabels_data()
{
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("says");
    QTest::newRow("a stage that DeepSpeed does not estimate")
        << KeyPath("layout.zero") << "0"
        << "no answer · ZeRO stage · must be 2 or 3";
    QTest::newRow("a precision") << KeyPath("recipe.precision") << "fp32"
                                 << "no answer · Precision · must compute in 16 bits";
    QTest::newRow("inference") << KeyPath("workload.task") << "inference"
                               << "no answer · Task · is not what this method counts";
    QTest::newRow("a job") << KeyPath("job.kind") << "distill"
                           << "no answer · Kind of job · has more than this method counts";
}

void TestExplorePages::keysAreSaidByTheirLabels()
{
    QFETCH(KeyPath, key);
    QFETCH(QString, value);
    QFETCH(QString, says);
    openPage("methodsPage");
    const auto typed = parsed(keyOf(key), value.toStdString());
    QVERIFY(typed);
    change(key, *typed);
    QStringList flaws;
    for (int row = 0; row < findTable()->model()->rowCount(); ++row)
        flaws << cell(findTable(), row, 4);
    const QString all = flaws.join(QLatin1Char('\n'));
    QVERIFY2(all.contains(says), qPrintable(all));
    static const QRegularExpression rawKey(QStringLiteral("\\b[a-z]+\\.[a-z_]+\\b"));
    QVERIFY2(!all.contains(rawKey), qPrintable(all));
}

void TestExplorePages::aMethodIsUsed()
{
    openPage("methodsPage");
    clickRow(findTable(), 8);
    settle();
    QVERIFY(
        find<QLabel>("methods.name")->text().startsWith(QStringLiteral("Megatron-LM's report")));
    find<QPushButton>("methods.use")->click();
    settle();
    QCOMPARE(document().plan().method, MethodId::Megatron);
    QVERIFY(!find<QPushButton>("methods.use")->isEnabled());
    document().undoStack()->undo();
    settle();
    QCOMPARE(document().plan().method, MethodId::Exact);
}

/// Two MI300X as their driver's folder has them: the models share both cards. A click makes the
/// plan in one step.
void TestExplorePages::whatFitsAMadeMachine()
{
    const QTemporaryDir folder;
    for (const char* card : {"card0", "card1"})
        for (const auto& [name, text] : {std::pair{"device", "0x74a1\n"},
                                         {"mem_info_vram_total", "206158430208\n"},
                                         {"mem_info_vram_used", "1073741824\n"}}) {
            const QString path = folder.filePath(
                QStringLiteral("sys/class/drm/%1/device").arg(QLatin1String(card)));
            QDir().mkpath(path);
            QFile file(path + u'/' + QLatin1String(name));
            QVERIFY(file.open(QFile::WriteOnly) && file.write(text) > 0);
        }
    find<DeskPage>("deskPage")->setSystem(folder.path().toStdString());
    openPage("deskPage");
    QTRY_VERIFY_WITH_TIMEOUT(idle("desk.status", "Counting"), patience);
    const QString said = find<QLabel>("desk.status")->text();
    QVERIFY2(said.startsWith(QStringLiteral("2 × Instinct MI300X 192GB, 191.00 GiB free on each")),
             qPrintable(said));
    const DeskCards on{builtinCatalog().device("instinct-mi300x-192gb"), 2, {}, Bytes{1} << 30, {}};
    const auto fits = deskFits(on, builtinCatalog());
    QCOMPARE(models()->model()->rowCount(), static_cast<int>(fits.size()));
    QCOMPARE(cell(models(), 0, 0), QString::fromStdString(fits.front().model->name));
    const Plan before = document().plan();
    const int steps = document().undoStack()->index();
    clickRow(models(), 0); // selects alone
    settle();
    QCOMPARE(document().plan(), before);
    QTest::keyClick(models(), Qt::Key_Return);
    settle();
    QCOMPARE(document().undoStack()->index(), steps + 1);
    Plan made = document().plan();
    made.name = fits.front().plan.name; // the window proposes one
    QCOMPARE(made, fits.front().plan);
    QVERIFY(document().results().estimate && document().results().estimate->fits());
    document().undoStack()->undo();
    QCOMPARE(document().plan(), before);
}

void TestExplorePages::whatFitsTheCardOfThePlan()
{
    const QTemporaryDir nothing;
    auto* desk = find<DeskPage>("deskPage");
    desk->setSystem(nothing.path().toStdString());
    change("cluster.device", std::string("rtx-4090-24gb"));
    openPage("deskPage");
    QTRY_VERIFY_WITH_TIMEOUT(idle("desk.status", "Counting"), patience);
    QCOMPARE(find<QComboBox>("desk.cards")->currentData().toString(),
             QStringLiteral("rtx-4090-24gb"));
    QVERIFY(models()->model()->rowCount() > 50);
    find<QComboBox>("desk.cards")->setCurrentIndex(0); // asked for, this machine is shown as it is
    QTRY_VERIFY_WITH_TIMEOUT(idle("desk.status", "Counting"), patience);
    QCOMPARE(models()->model()->rowCount(), 0);
    QVERIFY(find<QLabel>("desk.status")->text().contains(QStringLiteral("No card was found")));
}

void TestExplorePages::whatFitsACardOfTheCatalogue()
{
    openPage("deskPage");
    auto* on = find<QComboBox>("desk.cards");
    on->setCurrentIndex(on->findData(QStringLiteral("gb10-dgx-spark-128gb")));
    QTRY_VERIFY_WITH_TIMEOUT(idle("desk.status", "Counting"), patience);
    const DeskCards cards{builtinCatalog().device("gb10-dgx-spark-128gb"), 1, {}, 0, {}};
    const auto fits = deskFits(cards, builtinCatalog());
    QCOMPARE(models()->model()->rowCount(), static_cast<int>(fits.size()));
    for (int column = 0; column < 7; ++column)
        QVERIFY2(!models()->isColumnHidden(column), qPrintable(QString::number(column)));
    const auto last = static_cast<int>(fits.size()) - 1;
    QCOMPARE(cell(models(), 0, 1),
             fits.front().serves() ? QStringLiteral("serving") : QStringLiteral("training"));
    clickRow(models(), last);
    QTest::keyClick(models(), Qt::Key_Return);
    settle();
    QCOMPARE(document().plan().cluster.device, std::string("gb10-dgx-spark-128gb"));
    QCOMPARE(document().plan().workload.context, fits.back().context());
}

/// Another method still has an answer, and can be taken.
void TestExplorePages::aPlanThatItsMethodRefuses()
{
    change("method", std::string("llm-analysis"));
    change("recipe.precision", std::string("fp32"));
    openPage("methodsPage");
    QVERIFY(!document().results().estimate);
    clickRow(findTable(), 0);
    settle();
    find<QPushButton>("methods.use")->click();
    settle();
    QVERIFY(document().results().estimate);
}

void TestExplorePages::fitInSmallWindows()
{
    m_window->resize(1024, 700);
    openCards();
    QVERIFY(cards()->horizontalHeader()->length() <= cards()->viewport()->width());
    for (int column = 0; column < 8; ++column) // the remark is cut before the numbers
        QVERIFY2(!cards()->isColumnHidden(column), qPrintable(QString::number(column)));
    openSearch();
    m_window->grab();
    QVERIFY(!chart()->scene().items.empty());
    const auto* tabs = find<QTabBar>("tabs");
    QVERIFY(tabs->tabRect(tabs->count() - 1).right() <= tabs->width()); // all tabs are seen
    const auto* segments = find<QTabBar>("segments.find");
    QVERIFY(segments->isVisible() && segments->visibleRegion().boundingRect() == segments->rect());
}

QTEST_MAIN(TestExplorePages)
#include "test_explore_pages.moc"
