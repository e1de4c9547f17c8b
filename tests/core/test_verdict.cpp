// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One verdict in all its forms: headline, narrow place, cell of a column, page of text.
#include "core/answer/verdict.h"
#include "core/plan/numbers.h"

#include <QtTest>

using namespace highwater;

namespace {

Bytes bytes(double amount)
{
    return static_cast<Bytes>(amount * static_cast<double>(gib));
}

std::string written(Bytes amount, int decimals)
{
    return fixed(static_cast<double>(amount) / static_cast<double>(gib), decimals);
}

AmountWords words()
{
    return {[](Bytes amount, int decimals) { return written(amount, decimals) + " GiB"; }, written};
}

Judgement judged(double total, double high, double host = 0, double capacity = 80)
{
    Totals totals;
    totals.total = totals.low = bytes(total);
    totals.high = bytes(high);
    return judgementOf(totals, bytes(capacity), bytes(host), bytes(512));
}

QString shown(const Text& text)
{
    return QString::fromStdString(english(text));
}

} // namespace

class TestVerdict : public QObject
{
    Q_OBJECT

private slots:
    void forms_data();
    void forms();
    void theHostCountsOnlyWhereItIsKnown();
    void allocators_data();
    void allocators();
};

void TestVerdict::forms_data()
{
    QTest::addColumn<Judgement>("judgement");
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("remark");
    QTest::addColumn<QString>("narrow");
    QTest::addColumn<QString>("cell");
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("reason");
    QTest::newRow("fits") << judged(60, 60) << "Fits — 60.0 of 80.0 GiB, 20.0 GiB free"
                          << ""
                          << "Fits — 60.0 of 80.0 GiB"
                          << "20.00 free"
                          << "Fits: 60.00 of 80.00 GiB, 20.00 GiB free"
                          << "";
    QTest::newRow("little is free")
        << judged(77, 79) << "Fits — 77.0 of 80.0 GiB, 3.0 GiB free"
        << "less than 5 % free: fragmentation may decide"
        << "Fits — 77.0 of 80.0 GiB"
        << "3.00 free"
        << "Fits: 77.00 GiB, likely 77.00 to 79.00, of 80.00 GiB: 3.00 GiB free"
        << "";
    QTest::newRow("probably")
        << judged(78, 81) << "Probably fits — 78.0 of 80.0 GiB, 2.0 GiB free"
        << "at the upper end of the 90 % range, 81.0 GiB, the plan does not fit"
        << "Probably fits — 78.0 of 80.0 GiB"
        << "2.00 free, probably"
        << "Probably fits: 78.00 GiB, likely 78.00 to 81.00, of 80.00 GiB: 2.00 GiB free"
        << "At the upper end of the 90 % range the plan needs 81.00 GiB and "
           "does not fit";
    // The plan of a report that leaves a sixth of the card free, and needs 7 GiB more than the card
    // at the upper end of its range.
    QTest::newRow("probably, with much room")
        << judged(66.5, 86.61, 0, 79.6475) << "Probably fits — 66.50 of 79.65 GiB, 13.15 GiB free"
        << "at the upper end of the 90 % range, 86.61 GiB, the plan does not fit"
        << "Probably fits — 66.50 of 79.65 GiB"
        << "13.15 free, probably"
        << "Probably fits: 66.50 GiB, likely 66.50 to 86.61, of 79.65 GiB: 13.15 GiB free"
        << "At the upper end of the 90 % range the plan needs 86.61 GiB and does not fit";
    QTest::newRow("over") << judged(117, 117)
                          << "Does not fit — 37.0 GiB over (needs 117.0 of 80.0)"
                          << ""
                          << "Does not fit — 37.0 GiB over"
                          << "37.00 over"
                          << "Does not fit: 117.00 of 80.00 GiB, 37.00 GiB over"
                          << "";
    QTest::newRow("over by megabytes") << judged(80.0078125, 80.0078125)
                                       << "Does not fit — 0.008 GiB over (needs 80.008 of 80.000)"
                                       << ""
                                       << "Does not fit — 0.008 GiB over"
                                       << "0.01 over"
                                       << "Does not fit: 80.01 of 80.00 GiB, 0.01 GiB over"
                                       << "";
    // 14.584 GiB are free, but 79.65 less 65.06 is 14.59.
    QTest::newRow("the shown numbers add up")
        << judged(65.0637, 65.0637, 0, 79.6475) << "Fits — 65.06 of 79.65 GiB, 14.59 GiB free"
        << ""
        << "Fits — 65.06 of 79.65 GiB"
        << "14.59 free"
        << "Fits: 65.06 of 79.65 GiB, 14.59 GiB free"
        << "";
    // 37.0125 GiB are missing; one decimal would make it 37.1.
    QTest::newRow("the shown numbers add up over the line")
        << judged(116.66, 116.66, 0, 79.6475)
        << "Does not fit — 37.01 GiB over (needs 116.66 of 79.65)"
        << ""
        << "Does not fit — 37.01 GiB over"
        << "37.01 over"
        << "Does not fit: 116.66 of 79.65 GiB, 37.01 GiB over"
        << "";
    // 53.65 rounds up and 79.6475 down: 79.6 less 53.7 would be 25.9.
    QTest::newRow("one decimal would lose a tenth")
        << judged(53.651, 53.651, 0, 79.6475) << "Fits — 53.65 of 79.65 GiB, 26.00 GiB free"
        << ""
        << "Fits — 53.65 of 79.65 GiB"
        << "26.00 free"
        << "Fits: 53.65 of 79.65 GiB, 26.00 GiB free"
        << "";
    QTest::newRow("a difference that one decimal does not show")
        << judged(79.5627, 79.5627, 0, 79.6249) << "Fits — 79.563 of 79.625 GiB, 0.062 GiB free"
        << "less than 5 % free: fragmentation may decide"
        << "Fits — 79.563 of 79.625 GiB"
        << "0.06 free"
        << "Fits: 79.56 of 79.62 GiB, 0.06 GiB free"
        << "";
    Judgement engine = judged(60, 60);
    engine.totals.engineShortage = bytes(4.9);
    engine.verdict = Verdict::Over;
    QTest::newRow("the engine does not start")
        << engine << "The engine does not start — its share of a GPU is 4.9 GiB too small"
        << ""
        << "Fits the GPU, but the engine does not start"
        << "Engine short"
        << "Does not fit: the engine's share of a GPU is 4.90 GiB too small, and it will not start"
        << "";
    QTest::newRow("host over")
        << judged(60, 60, 600)
        << "Does not fit the host — 88.0 GiB over (a node needs 600.0 of 512.0)"
        << ""
        << "Fits the GPU, but not the host's memory"
        << "Host over"
        << "Does not fit: the host needs 600.00 of 512.00 GiB a node"
        << "The host's memory (cluster.host_memory) is too small: 600.00 of 512.00 GiB";
}

void TestVerdict::forms()
{
    QFETCH(Judgement, judgement);
    const auto remark = verdictRemark(judgement, words());
    const auto reason = pageVerdictReason(judgement);
    QTEST(shown(longVerdict(judgement, words())), "headline");
    QTEST(remark ? shown(*remark) : QString(), "remark");
    QTEST(shown(shortVerdict(judgement, words())), "narrow");
    QTEST(shown(verdictCell(judgement, words())), "cell");
    QTEST(shown(pageVerdict(judgement)), "page");
    QTEST(reason ? shown(*reason) : QString(), "reason");
}

void TestVerdict::theHostCountsOnlyWhereItIsKnown()
{
    const Judgement known = judged(60, 60, 600);
    QVERIFY(!known.fits());
    QCOMPARE(known.gpuShortage(), Bytes{0});
    QCOMPARE(known.hostShortage(), Bytes{88} << 30);
    QCOMPARE(known.verdict, Verdict::Over);
    const Judgement unknown
        = judgementOf(known.totals, known.capacity, known.hostPerNode, std::nullopt);
    QVERIFY(unknown.fits());
    QCOMPARE(unknown.verdict, Verdict::Fits);
}

void TestVerdict::allocators_data()
{
    QTest::addColumn<double>("idle");
    QTest::addColumn<std::int64_t>("flushes");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, double idle, std::int64_t flushes, const char* said) {
        QTest::newRow(name) << idle << flushes << QString::fromLatin1(said);
    };
    row("a card with room", 1.5, 0, "PyTorch: allocated 60.00 GiB, reserved 61.50 GiB");
    row("one flush", 1.5, 1,
        "PyTorch: allocated 60.00 GiB, reserved 61.50 GiB; the allocator empties its cache once");
    row("many flushes", 1.5, 1200,
        "PyTorch: allocated 60.00 GiB, reserved 61.50 GiB; the allocator empties its cache 1,200 "
        "times");
    row("no allocator", 0, 0, "");
}

void TestVerdict::allocators()
{
    QFETCH(double, idle);
    QFETCH(std::int64_t, flushes);
    Totals totals;
    totals.allocated = bytes(60);
    totals.idle.expected = bytes(idle);
    totals.flushes = flushes;
    const auto page = pageAllocator(totals, true);
    const auto line = allocatorText(totals, true, words().withUnit);
    QTEST(page ? shown(*page) : QString(), "said");
    QTEST(line ? shown(*line) : QString(), "said");
    // A run that ends for lack of memory does not get to empty its cache so often.
    const auto over = pageAllocator(totals, false);
    QVERIFY(!over || !shown(*over).contains(QStringLiteral("cache")));
}

QTEST_APPLESS_MAIN(TestVerdict)
#include "test_verdict.moc"
