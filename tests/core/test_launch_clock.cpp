// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/launch_clock.h"

#include <QTest>

#include <cstdint>
#include <utility>
#include <vector>

using namespace highwater;

namespace {

/// The clocks after a layer, or after the program has waited.
struct Reading
{
    enum What { Forward, Backward, Wait } what;
    std::int64_t now, done;
};

} // namespace

class TestLaunchClock : public QObject
{
    Q_OBJECT

private slots:
    void clocks_data();
    void clocks();
};

void TestLaunchClock::clocks_data()
{
    QTest::addColumn<LaunchPace>("pace");
    QTest::addColumn<std::vector<Reading>>("readings");
    using enum Reading::What;
    const auto row = [](const char* name, const LaunchPace& pace, std::vector<Reading> readings) {
        QTest::newRow(name) << pace << std::move(readings);
    };
    const auto pace = [](const LayerPace& forward, const LayerPace& backward, std::int64_t queue) {
        return LaunchPace{forward, backward, queue};
    };
    row("a program that is slower than the GPU", pace({5, 2, 41}, {6, 4, 55}, 1024),
        {{Forward, 5, 2}, {Forward, 10, 7}, {Backward, 16, 14}, {Wait, 16, 14}});
    row("a GPU that is slower than the program", pace({1, 4, 41}, {2, 8, 55}, 1024),
        {{Forward, 1, 4}, {Forward, 2, 8}, {Backward, 4, 16}, {Wait, 16, 16}, {Forward, 17, 20}});
    // Two layers of 41 launches fit in the queue: the program waits for the layer before them.
    row("a queue of two forward passes", pace({1, 4, 41}, {2, 8, 55}, 82),
        {{Forward, 1, 4}, {Forward, 2, 8}, {Forward, 3, 12}, {Forward, 4, 16}, {Forward, 8, 20}});
    row("a backward pass of more launches", pace({1, 4, 41}, {2, 8, 82}, 82),
        {{Forward, 1, 4}, {Forward, 2, 8}, {Backward, 4, 16}, {Backward, 8, 24}});
    row("a queue that no layer fits in: the program waits for the layer before",
        pace({1, 4, 41}, {2, 8, 55}, 40), {{Forward, 1, 4}, {Forward, 4, 8}, {Forward, 8, 12}});
    row("nothing behind", {}, {{Forward, 0, 0}, {Backward, 0, 0}});
}

void TestLaunchClock::clocks()
{
    QFETCH(LaunchPace, pace);
    QFETCH(std::vector<Reading>, readings);
    LaunchClock clock(pace);
    for (const Reading& reading : readings) {
        if (reading.what == Reading::Wait) {
            clock.wait();
        } else {
            clock.begin(reading.what == Reading::Backward);
            QCOMPARE(clock.layerDone(), reading.done);
            clock.end(reading.what == Reading::Backward);
        }
        QCOMPARE(clock.now(), reading.now);
    }
}

QTEST_APPLESS_MAIN(TestLaunchClock)
#include "test_launch_clock.moc"
