// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/zoom.h"
#include "figure_samples.h"
#include "helpers.h"

#include <QTest>

using namespace highwater;

/// A part of a figure's x axis.
class TestZoom : public QObject
{
    Q_OBJECT

private slots:
    void aroundAPoint();
    void staysWithinTheWhole();
    void narrowest();
    void movesToTheEnds();
    void ticks_data();
    void ticks();
    void figuresKeepTheirNumbers_data();
    void figuresKeepTheirNumbers();
    void barsStay();
};

void TestZoom::aroundAPoint()
{
    // Half the octaves on each side of 8K, which stays where it is: 1K..64K has three on each.
    const AxisRange range = zoomed({1024, 65536}, {1024, 65536}, 8192, 0.5);
    QCOMPARE(range.least, 8192 / std::exp2(1.5));
    QCOMPARE(range.most, 8192 * std::exp2(1.5));
    // An axis from 0 has no powers: half the events on each side.
    const AxisRange events = zoomed({0, 200}, {0, 200}, 50, 0.5);
    QCOMPARE(events.least, 25.0);
    QCOMPARE(events.most, 125.0);
}

void TestZoom::staysWithinTheWhole()
{
    const AxisRange whole{1024, 65536};
    QCOMPARE(zoomed({1024, 4096}, whole, 2048, 1000), whole);
    const AxisRange out = zoomed({1024, 4096}, whole, 1024, 2);
    QCOMPARE(out.least, 1024.0);
    QCOMPARE(out.most, 16384.0);
    // As powers of two, the length of this axis and its end give back a little less than its begin.
    const AxisRange uneven{100, 32768};
    QCOMPARE(zoomed({128, 4096}, uneven, 1024, 1000), uneven);
}

void TestZoom::narrowest()
{
    AxisRange range{1024, 65536};
    for (int i = 0; i < 100; ++i)
        range = zoomed(range, {1024, 65536}, 8192, 0.5);
    QVERIFY(range.most / range.least > 1.04); // a sixteenth of an octave
    QVERIFY(range.least <= 8192 && range.most >= 8192);
}

void TestZoom::movesToTheEnds()
{
    const AxisRange whole{1024, 65536};
    QCOMPARE(moved({2048, 8192}, whole, 0.5), (AxisRange{4096, 16384}));
    QCOMPARE(moved({2048, 8192}, whole, -9), (AxisRange{1024, 4096}));
    QCOMPARE(moved(whole, whole, 1), whole);
}

void TestZoom::ticks_data()
{
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::addColumn<std::vector<double>>("expected");
    using Ticks = std::vector<double>;
    QTest::newRow("powers of two") << 1024.0 << 8192.0 << Ticks{1024, 2048, 4096, 8192};
    QTest::newRow("one octave") << 8192.0 << 16384.0 << Ticks{8192, 10240, 12288, 14336, 16384};
    QTest::newRow("a part of one")
        << 9000.0 << 9500.0 << Ticks{9024, 9088, 9152, 9216, 9280, 9344, 9408, 9472};
    QTest::newRow("two GPUs") << 1.0 << 2.0 << Ticks{1, 2};
}

void TestZoom::ticks()
{
    QFETCH(double, least);
    QFETCH(double, most);
    QTEST(rangeTicks({least, most}), "expected");
}

void TestZoom::figuresKeepTheirNumbers_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"lecture-zero", "lecture-scaling", "gpus", "sizes", "timeline"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// A zoomed figure has samples of the whole one, and no others.
void TestZoom::figuresKeepTheirNumbers()
{
    QFETCH(QString, name);
    const Figure whole = sampleFigure(name.toStdString(), openingPlan());
    const AxisRange all = *wholeRange(whole);
    const double middle = all.least > 0 ? std::sqrt(all.least * all.most) : all.most / 2;
    const AxisRange part = zoomed(all, all, middle, 0.5);
    const Figure close = within(whole, part);
    QCOMPARE(close.panels.size(), whole.panels.size());
    for (std::size_t p = 0; p < whole.panels.size(); ++p) {
        const Panel &panel = close.panels[p], &from = whole.panels[p];
        QCOMPARE(panel.x.least, part.least);
        QCOMPARE(panel.x.most, part.most);
        QVERIFY(panel.xs.size() >= 2 && panel.xs.size() < from.xs.size());
        QVERIFY(static_cast<double>(panel.xs.front()) <= part.least);
        QVERIFY(static_cast<double>(panel.xs.back()) >= part.most);
        const auto first = std::ranges::search(from.xs, panel.xs).begin() - from.xs.begin();
        for (std::size_t layer = 0; layer < panel.layers.size(); ++layer) {
            QCOMPARE(panel.layers[layer].values.size(), panel.xs.size());
            for (std::size_t i = 0; i < panel.xs.size(); ++i)
                QCOMPARE(panel.layers[layer].values[i],
                         from.layers[layer].values[static_cast<std::size_t>(first) + i]);
        }
        for (const double tick : panel.x.ticks)
            QVERIFY(tick >= part.least && tick <= part.most);
    }
}

void TestZoom::barsStay()
{
    const Figure bars = sampleFigure("lecture-zero published");
    QVERIFY(!wholeRange(bars));
    QCOMPARE(within(bars, {2, 3}).panels.front().xs, bars.panels.front().xs);
}

QTEST_APPLESS_MAIN(TestZoom)
#include "test_zoom.moc"
