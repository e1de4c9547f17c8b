// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/device/device_memory.h"
#include "core/rehearsal/device/known_content.h"
#include "random.h"

#include <QtTest>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <span>
#include <utility>
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
    void mapsPieces();
    void refusesToMap();
    void knowsWhatWasWritten_data();
    void knowsWhatWasWritten();
    void forgetsWhatWasOverwritten();
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

/// A piece leaves the device when it was released and no address is mapped to it.
void TestDeviceMemory::mapsPieces()
{
    DeviceMemory memory = memoryOf({64 * MiB, 64 * MiB});
    const auto addresses = memory.reserve(32 * MiB);
    const auto piece = memory.create(1, 4 * MiB);
    QVERIFY(piece);
    QCOMPARE(memory.used(1), 4 * MiB);
    QVERIFY(memory.map(*addresses, 4 * MiB, *piece));
    QVERIFY(memory.map(*addresses + 8 * MiB, 4 * MiB, *piece));
    QCOMPARE(memory.deviceOf(*addresses + 12 * MiB - 1), std::optional<std::size_t>(1));
    QCOMPARE(memory.deviceOf(*addresses + 4 * MiB), std::nullopt);
    QCOMPARE(memory.rangeOf(*addresses + 9 * MiB),
             std::optional(std::pair(*addresses + 8 * MiB, 4 * MiB)));
    QCOMPARE(memory.pieceOf(*addresses), piece);
    QVERIFY(memory.release(*piece));
    QVERIFY(memory.unmap(*addresses, 4 * MiB));
    QCOMPARE(memory.used(1), 4 * MiB);
    QVERIFY(memory.unmap(*addresses, 32 * MiB)); // what is left of it
    QCOMPARE(memory.used(1), 0U);
    QVERIFY(!memory.release(*piece));
    QVERIFY(!memory.unmap(*addresses, 32 * MiB));
}

void TestDeviceMemory::refusesToMap()
{
    DeviceMemory memory = memoryOf({64 * MiB});
    const auto allocated = memory.allocate(0, 2 * MiB);
    const auto addresses = memory.reserve(8 * MiB);
    const auto piece = memory.create(0, 8 * MiB);
    QVERIFY(!memory.map(*allocated, 2 * MiB, *piece)); // addresses that have memory
    QVERIFY(!memory.map(*addresses + 2 * MiB, 8 * MiB, *piece)); // beyond the reserved ones
    QVERIFY(!memory.map(*addresses, most, *piece));
    QVERIFY(!memory.map(*addresses, 2 * MiB, device::Piece{most}));
    QVERIFY(memory.map(*addresses + 2 * MiB, 2 * MiB, *piece));
    QVERIFY(!memory.map(*addresses, 4 * MiB, *piece)); // over a mapping
    QVERIFY(!memory.release(*addresses + 2 * MiB)); // is not an allocation
    QVERIFY(!memory.create(0, most));
    QVERIFY(!memory.create(1, 1));
}

namespace {

std::vector<std::byte> bytesOf(std::initializer_list<int> values)
{
    std::vector<std::byte> bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

} // namespace

void TestDeviceMemory::knowsWhatWasWritten_data()
{
    QTest::addColumn<quint64>("at");
    QTest::addColumn<quint64>("size");
    QTest::addColumn<bool>("atOnce");
    QTest::addColumn<bool>("afterWork");
    // Written are 12 bytes at 100 and 2 at 112.
    QTest::newRow("the whole") << quint64(100) << quint64(12) << true << true;
    QTest::newRow("a part") << quint64(104) << quint64(4) << true << false;
    QTest::newRow("both") << quint64(100) << quint64(14) << true << false;
    QTest::newRow("over the seam") << quint64(111) << quint64(2) << true << false;
    QTest::newRow("a single value") << quint64(112) << quint64(2) << true << false;
    QTest::newRow("before") << quint64(99) << quint64(2) << false << false;
    QTest::newRow("beyond") << quint64(113) << quint64(2) << false << false;
    QTest::newRow("elsewhere") << quint64(50) << quint64(1) << false << false;
}

void TestDeviceMemory::knowsWhatWasWritten()
{
    QFETCH(quint64, at);
    QFETCH(quint64, size);
    QFETCH(bool, atOnce);
    QFETCH(bool, afterWork);
    device::KnownContent content;
    const auto all = bytesOf({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13});
    content.write(100, std::span(all).first(12));
    content.write(112, std::span(all).last(2));
    const auto told = content.read(at, size);
    QCOMPARE(told.has_value(), atOnce);
    if (told)
        QVERIFY(std::equal(told->begin(), told->end(), all.begin() + (at - 100)));
    content.workQueued();
    QCOMPARE(content.read(at, size).has_value(), afterWork);
    // A copy of what is older is as old.
    content.copy(500, 112, 2);
    QVERIFY(!content.read(500, 2));
}

void TestDeviceMemory::forgetsWhatWasOverwritten()
{
    device::KnownContent content;
    content.fill(100, 8, std::byte{7});
    content.fill(104, 8, std::byte{9});
    QVERIFY(!content.read(100, 4));
    QCOMPARE(content.read(104, 2), std::optional(bytesOf({9, 9})));
    content.copy(200, 104, 8);
    content.copy(104, 900, 8); // of what is not known
    QVERIFY(!content.read(104, 8));
    QVERIFY(content.read(200, 8));
    content.forget(207, 1);
    QVERIFY(!content.read(200, 8));
    content.fill(0, device::KnownContent::largestPiece + 1, std::byte{0});
    QVERIFY(!content.read(0, 1));
    // A copy of nothing changes nothing.
    content.fill(300, 4, std::byte{1});
    content.write(302, {});
    QVERIFY(content.read(300, 4));
}

QTEST_APPLESS_MAIN(TestDeviceMemory)
#include "test_device_memory.moc"
