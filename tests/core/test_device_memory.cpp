// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/device/device_memory.h"
#include "random.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <vector>

using namespace highwater;
using device::DeviceMemory;

namespace {

constexpr std::uint64_t MiB = 1 << 20;
constexpr std::uint64_t begin = 512 * MiB;
constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

DeviceMemory memoryOf(std::vector<std::uint64_t> capacity, std::uint64_t addresses = 1024 * MiB)
{
    return {begin, begin + addresses, std::move(capacity)};
}

} // namespace

class TestDeviceMemory : public QObject
{
    Q_OBJECT

private slots:
    void roundsToPages_data();
    void roundsToPages();
    void endsAtTheCapacity();
    void takesTheLowestHole();
    void joinsHoles();
    void keepsDevicesApart();
    void refusesWhatIsNotThere();
    void reservesAddressesAlone();
    void runsOutOfAddresses();
    void comesBackToNothing();
};

void TestDeviceMemory::roundsToPages_data()
{
    QTest::addColumn<quint64>("asked");
    QTest::addColumn<quint64>("used");
    QTest::newRow("a byte") << quint64(1) << quint64(2 * MiB);
    QTest::newRow("a page") << quint64(2 * MiB) << quint64(2 * MiB);
    QTest::newRow("a byte more") << quint64(2 * MiB + 1) << quint64(4 * MiB);
    QTest::newRow("20 MiB, a large segment") << quint64(20 * MiB) << quint64(20 * MiB);
}

void TestDeviceMemory::roundsToPages()
{
    QFETCH(quint64, asked);
    QFETCH(quint64, used);
    DeviceMemory memory = memoryOf({64 * MiB});
    const auto at = memory.allocate(0, asked);
    QCOMPARE(at, std::optional(begin));
    QCOMPARE(memory.used(0), used);
    QCOMPARE(memory.free(0), 64 * MiB - used);
    QVERIFY(memory.release(*at));
    QCOMPARE(memory.used(0), 0U);
    QCOMPARE(memory.highest(0), used);
}

/// A capacity of 9 MiB holds four pages of 2 MiB.
void TestDeviceMemory::endsAtTheCapacity()
{
    DeviceMemory memory = memoryOf({9 * MiB});
    QVERIFY(memory.allocate(0, 7 * MiB));
    QVERIFY(!memory.allocate(0, 1));
    QVERIFY(!memory.allocate(0, most));
    QVERIFY(!memory.take(0, most - 1));
    QCOMPARE(memory.used(0), 8 * MiB);
}

void TestDeviceMemory::takesTheLowestHole()
{
    DeviceMemory memory = memoryOf({64 * MiB});
    const auto first = memory.allocate(0, 4 * MiB);
    const auto second = memory.allocate(0, 2 * MiB);
    QCOMPARE(second, std::optional(begin + 4 * MiB));
    QVERIFY(memory.release(*first));
    QCOMPARE(memory.allocate(0, 6 * MiB), std::optional(begin + 6 * MiB)); // the hole is too small
    QCOMPARE(memory.allocate(0, 2 * MiB), std::optional(begin));
    QCOMPARE(memory.allocate(0, 2 * MiB), std::optional(begin + 2 * MiB));
}

/// Three neighbours, released in each order, leave one hole.
void TestDeviceMemory::joinsHoles()
{
    std::vector<int> order{0, 1, 2};
    do {
        DeviceMemory memory = memoryOf({64 * MiB}, 6 * MiB);
        std::vector<device::Address> at;
        for (int i = 0; i < 3; ++i)
            at.push_back(*memory.allocate(0, 2 * MiB));
        for (const int each : order)
            QVERIFY(memory.release(at[static_cast<std::size_t>(each)]));
        QCOMPARE(memory.allocate(0, 6 * MiB), std::optional(begin));
    } while (std::next_permutation(order.begin(), order.end()));
}

void TestDeviceMemory::keepsDevicesApart()
{
    DeviceMemory memory = memoryOf({4 * MiB, 8 * MiB});
    QVERIFY(memory.allocate(0, 4 * MiB));
    QVERIFY(!memory.allocate(0, 1));
    const auto other = memory.allocate(1, 6 * MiB);
    QVERIFY(other);
    QCOMPARE(memory.deviceOf(begin), std::optional<std::size_t>(0));
    QCOMPARE(memory.deviceOf(*other + 6 * MiB - 1), std::optional<std::size_t>(1));
    QCOMPARE(memory.deviceOf(*other + 6 * MiB), std::nullopt);
    QCOMPARE(memory.deviceOf(begin - 1), std::nullopt);
}

void TestDeviceMemory::refusesWhatIsNotThere()
{
    DeviceMemory memory = memoryOf({8 * MiB});
    QVERIFY(!memory.allocate(0, 0));
    QVERIFY(!memory.allocate(1, 1));
    QVERIFY(!memory.release(begin));
    QVERIFY(!memory.unreserve(begin));
    QVERIFY(!memory.give(0, 1));
    const auto at = memory.allocate(0, 4 * MiB);
    QVERIFY(!memory.release(*at + 2 * MiB)); // within the allocation
    QVERIFY(memory.release(*at));
    QVERIFY(!memory.release(*at)); // again
}

/// Expandable segments reserve more addresses than the device has memory.
void TestDeviceMemory::reservesAddressesAlone()
{
    DeviceMemory memory = memoryOf({8 * MiB});
    const auto addresses = memory.reserve(100 * MiB);
    QCOMPARE(addresses, std::optional(begin));
    QCOMPARE(memory.used(0), 0U);
    QVERIFY(memory.take(0, 2 * MiB));
    QVERIFY(memory.take(0, 6 * MiB));
    QVERIFY(!memory.take(0, 2 * MiB));
    QVERIFY(memory.give(0, 6 * MiB));
    QCOMPARE(memory.used(0), 2 * MiB);
    QCOMPARE(memory.highest(0), 8 * MiB);
    QCOMPARE(memory.allocate(0, 2 * MiB), std::optional(begin + 100 * MiB));
    QVERIFY(memory.unreserve(*addresses));
    QVERIFY(!memory.unreserve(*addresses));
}

/// An allocation that finds no address gives back the memory that it took.
void TestDeviceMemory::runsOutOfAddresses()
{
    DeviceMemory memory = memoryOf({64 * MiB}, 4 * MiB);
    QVERIFY(!memory.allocate(0, 6 * MiB));
    QVERIFY(!memory.reserve(6 * MiB));
    QCOMPARE(memory.used(0), 0U);
    QVERIFY(memory.allocate(0, 4 * MiB));
}

void TestDeviceMemory::comesBackToNothing()
{
    DeviceMemory memory = memoryOf({256 * MiB}, 256 * MiB);
    Random random(7);
    std::vector<device::Address> held;
    for (int i = 0; i < casesToTry(20'000); ++i) {
        if (held.empty() || random.coin()) {
            if (const auto at = memory.allocate(0, 1 + random.below(24 * MiB)))
                held.push_back(*at);
        } else {
            const std::size_t which = random.below(held.size());
            QVERIFY(memory.release(held[which]));
            held.erase(held.begin() + static_cast<std::ptrdiff_t>(which));
        }
        QVERIFY(memory.used(0) <= 256 * MiB);
    }
    for (const device::Address at : held)
        QVERIFY(memory.release(at));
    QCOMPARE(memory.used(0), 0U);
    QCOMPARE(memory.allocate(0, 256 * MiB), std::optional(begin));
}

QTEST_APPLESS_MAIN(TestDeviceMemory)
#include "test_device_memory.moc"
