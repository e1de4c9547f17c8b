// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/layout_list.h"
#include "core/figure/layout_scatter.h"
#include "core/figure/layout_table.h"
#include "helpers.h"

#include <QtTest>

using namespace highwater;

namespace {

FoundLayout made(std::int64_t tensor, std::int64_t pipeline, std::int64_t zero, double seconds,
                 double gibOfTotal, double gibOfHigh)
{
    FoundLayout layout;
    layout.layout.tensor = tensor;
    layout.layout.pipeline = pipeline;
    layout.layout.zero = zero;
    layout.step.seconds = seconds;
    layout.judged.capacity = 80 * gib;
    layout.judged.totals.total = static_cast<Bytes>(gibOfTotal * static_cast<double>(gib));
    layout.judged.totals.high = static_cast<Bytes>(gibOfHigh * static_cast<double>(gib));
    layout.judged.verdict = gibOfHigh > 80 ? Verdict::Probably : Verdict::Fits;
    layout.days = seconds / 2;
    layout.price = 100 * seconds;
    layout.changes.push_back({"layout.tensor", Value{tensor}, {}, {}, {}});
    return layout;
}

/// The plan, 20 s with 60 GiB and ZeRO-1, and five others, fastest first:
///   TP 1 · PP 4 · ZeRO-1   10.00 s  78 GiB, up to 82
///   TP 1 · PP 4 · ZeRO-1   10.05 s  70 GiB, up to 75   within 1 % of the first
///   TP 2 · PP 4 · ZeRO-3   10.08 s  69 GiB, up to 74   another TP
///   TP 4 · PP 1 · ZeRO-1   12.00 s  71 GiB, up to 76
///   TP 8 · PP 1 · ZeRO-1   16.00 s  40 GiB, up to 44, offloads its optimizer
SearchResult sixLayouts()
{
    SearchResult found;
    found.present = made(8, 1, 1, 20, 60, 66);
    found.present.changes.clear();
    found.layouts
        = {made(1, 4, 1, 10, 78, 82), made(1, 4, 1, 10.05, 70, 75), made(2, 4, 3, 10.08, 69, 74),
           made(4, 1, 1, 12, 71, 76), made(8, 1, 1, 16, 40, 44)};
    found.layouts.back().layout.offloadOptimizer = Offload::Cpu;
    return found;
}

std::vector<double> secondsOf(const std::vector<ListedLayout>& list)
{
    std::vector<double> seconds;
    for (const ListedLayout& each : list)
        seconds.push_back(each.layout->seconds());
    return seconds;
}

} // namespace

class TestLayoutList : public QObject
{
    Q_OBJECT

private slots:
    void ticks_data();
    void ticks();
    void nearEqualsAreFolded();
    void theFastestOfTheKeptHeadsItsFold();
    void sorted();
    void mostRemovingTick();
    void theFrontFollowsTheTicks();
    void rowsOfTheTable();
    void dotsOfTheScatter();
};

void TestLayoutList::ticks_data()
{
    QTest::addColumn<LayoutTicks>("ticks");
    QTest::addColumn<int>("kept");
    QTest::newRow("none") << LayoutTicks{} << 5;
    QTest::newRow("no offload") << LayoutTicks{.noOffload = true, .days = {}, .price = {}} << 4;
    QTest::newRow("no pipeline") << LayoutTicks{.noPipeline = true, .days = {}, .price = {}} << 2;
    QTest::newRow("the plan's ZeRO stage")
        << LayoutTicks{.sameZero = true, .days = {}, .price = {}} << 4;
    QTest::newRow("the upper end fits")
        << LayoutTicks{.upperEnd = true, .days = {}, .price = {}} << 4;
    QTest::newRow("within 5 days") << LayoutTicks{.days = 5, .price = {}} << 1;
    QTest::newRow("under 1,200 USD") << LayoutTicks{.days = {}, .price = 1200} << 4;
    QTest::newRow("all that 12 s hold")
        << LayoutTicks{.noOffload = true, .noPipeline = true, .days = 6, .price = {}} << 1;
    QTest::newRow("nothing") << LayoutTicks{.noPipeline = true, .days = 5, .price = {}} << 0;
}

void TestLayoutList::ticks()
{
    QFETCH(LayoutTicks, ticks);
    QFETCH(int, kept);
    const SearchResult found = sixLayouts();
    const TickCounts counts = countTicks(found, ticks);
    QCOMPARE(counts.all, std::int64_t{5});
    QCOMPARE(counts.kept, std::int64_t{kept});
    QCOMPARE(counts[LayoutTick::NoPipeline], std::int64_t{2}); // alone, whatever else is set
    std::size_t listed = 0;
    for (const ListedLayout& each : listedLayouts(found, {ticks}))
        listed += each.layout->changes.empty() ? 0 : 1 + each.near.size();
    QCOMPARE(listed, static_cast<std::size_t>(kept));
}

/// The second is within 1 % of the first and cuts the model alike; the third has another TP.
void TestLayoutList::nearEqualsAreFolded()
{
    const SearchResult found = sixLayouts();
    const auto list = listedLayouts(found, {});
    QCOMPARE(secondsOf(list), (std::vector<double>{10, 10.08, 12, 16, 20}));
    QCOMPARE(list.front().near.size(), std::size_t{1});
    QCOMPARE(list.front().near.front(), &found.layouts[1]);
    QVERIFY(list[1].near.empty());
}

void TestLayoutList::theFastestOfTheKeptHeadsItsFold()
{
    const SearchResult found = sixLayouts();
    const auto list = listedLayouts(found, {{.upperEnd = true, .days = {}, .price = {}}});
    QCOMPARE(secondsOf(list), (std::vector<double>{10.05, 10.08, 12, 16, 20}));
    QVERIFY(list.front().near.empty());
}

void TestLayoutList::sorted()
{
    SearchResult found = sixLayouts();
    QCOMPARE(secondsOf(listedLayouts(found, {{}, LayoutKey::Memory})),
             (std::vector<double>{16, 20, 10.08, 12, 10}));
    QCOMPARE(secondsOf(listedLayouts(found, {{}, LayoutKey::Step, true})),
             (std::vector<double>{20, 16, 12, 10.08, 10}));
    found.layouts[3].days.reset(); // without a value: last in both orders
    QCOMPARE(secondsOf(listedLayouts(found, {{}, LayoutKey::Days})).back(), 12.0);
    QCOMPARE(secondsOf(listedLayouts(found, {{}, LayoutKey::Days, true})).back(), 12.0);
}

/// Without the limit two layouts are kept, without the other tick one is.
void TestLayoutList::mostRemovingTick()
{
    const SearchResult found = sixLayouts();
    QVERIFY(mostRemoving(found, {.noPipeline = true, .days = 5, .price = {}}) == LayoutTick::Days);
    QVERIFY(!mostRemoving(found, {}));
    // Where no single tick helps: the one that alone leaves the fewest.
    QVERIFY(mostRemoving(found, {.noPipeline = true, .days = 0.1, .price = 0.1})
            == LayoutTick::Days);
}

void TestLayoutList::theFrontFollowsTheTicks()
{
    const SearchResult found = sixLayouts();
    const auto secondsOfFront = [&](const LayoutTicks& ticks) {
        std::vector<double> seconds;
        for (const FoundLayout* layout : frontOf(listedLayouts(found, {ticks})))
            seconds.push_back(layout->seconds());
        return seconds;
    };
    QCOMPARE(secondsOfFront({}), (std::vector<double>{10, 10.05, 10.08, 16}));
    QCOMPARE(secondsOfFront({.noOffload = true, .noPipeline = true, .days = {}, .price = {}}),
             (std::vector<double>{12, 20})); // the plan itself, as no other is smaller
}

void TestLayoutList::rowsOfTheTable()
{
    const SearchResult found = sixLayouts();
    const auto list = listedLayouts(found, {});
    QCOMPARE(layoutRows(list, [](const FoundLayout&) { return false; }).size(), std::size_t{5});
    const auto rows = layoutRows(list, [](const FoundLayout&) { return true; });
    QCOMPARE(rows.size(), std::size_t{6});
    QVERIFY(rows[1].isInside && !rows[0].isInside && rows[0].isOpen);
    const FigureTable table = layoutTable(rows, found, MemoryUnit::GiB, 8);
    QCOMPARE(table.rows.size(), rows.size());
    for (const auto& row : table.rows)
        QCOMPARE(row.size(), table.heads.size());
    const auto columns = layoutColumns(found);
    QVERIFY(std::ranges::find(columns, LayoutKey::Offload) != columns.end());
    QVERIFY(std::ranges::find(columns, LayoutKey::Expert) == columns.end()); // all have one
    SearchResult endless = found;
    for (FoundLayout& layout : endless.layouts)
        layout.days = layout.price = std::nullopt;
    endless.present.days = endless.present.price = std::nullopt;
    const auto fewer = layoutColumns(endless);
    QVERIFY(std::ranges::find(fewer, LayoutKey::Days) == fewer.end());
    const std::string note = english(layoutTable({}, endless, MemoryUnit::GiB, 8).note);
    QVERIFY(note.find("No days") != std::string::npos);
}

void TestLayoutList::dotsOfTheScatter()
{
    const SearchResult found = sixLayouts();
    const auto plan = prepare(Plan(), builtinCatalog());
    QVERIFY(plan);
    const auto list = listedLayouts(found, {{.noPipeline = true, .days = {}, .price = {}}});
    const LayoutScatter scatter
        = layoutScatter(found, list, &found.layouts[3], *plan, MemoryUnit::GiB);
    const std::vector<Dot>& dots = scatter.figure.panels.front().dots;
    QCOMPARE(dots.size(), scatter.layouts.size());
    const auto count = [&](DotKind kind) { return std::ranges::count(dots, kind, &Dot::kind); };
    QCOMPARE(count(DotKind::Removed), 3);
    QCOMPARE(count(DotKind::Front), 1); // 16 s with 40 GiB; 12 s is selected
    QCOMPARE(count(DotKind::Own), 1);
    QCOMPARE(count(DotKind::Chosen), 1);
    QCOMPARE(scatter.layouts.back(), &found.layouts[3]);
    QVERIFY(dots.back().high > dots.back().y);
}

QTEST_GUILESS_MAIN(TestLayoutList)
#include "test_layout_list.moc"
