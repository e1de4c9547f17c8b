// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cards of a machine, read from folders that are made like those of its system, and the models
// that fit there.
#include "core/desk/desk.h"
#include "core/desk/desk_fits.h"
#include "core/desk/desk_words.h"
#include "core/methods/method.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <set>

#ifdef __unix__
#include <sys/stat.h>
#endif

using namespace highwater;

namespace {

constexpr Bytes mebibyte = Bytes{1} << 20, gibibyte = Bytes{1} << 30;

/// A folder with files as a system has them.
class Machine
{
public:
    void write(const QString& path, const QByteArray& text)
    {
        const QString full = m_folder.filePath(path);
        QDir().mkpath(QFileInfo(full).path());
        QFile file(full);
        if (!file.open(QFile::WriteOnly) || file.write(text) != text.size())
            qFatal("%s cannot be written", qPrintable(full));
    }
    QString path(const QString& inside) const { return m_folder.filePath(inside); }
    Desk read(const std::vector<ReportedCard>& reported = {}) const
    {
        return readDesk(m_folder.path().toStdString(), reported, builtinCatalog());
    }

    void addMemory(const QByteArray& kibibytes)
    {
        write(QStringLiteral("proc/meminfo"),
              "MemTotal:       " + kibibytes
                  + " kB\nMemFree:         1234 kB\n"
                    "MemAvailable:    8388608 kB\n");
    }
    void addNvidia(const QString& bus, const QByteArray& model)
    {
        write(QStringLiteral("proc/driver/nvidia/gpus/%1/information").arg(bus),
              "Model: \t\t " + model
                  + "\nIRQ:   \t\t 184\nGPU UUID: \t GPU-0\n"
                    "Bus Location: \t "
                  + bus.toLatin1() + "\n");
    }
    void addAmd(int number, const QByteArray& device, const QByteArray& total,
                const QByteArray& used)
    {
        const QString folder = QStringLiteral("sys/class/drm/card%1/device/").arg(number);
        write(folder + QStringLiteral("device"), device + "\n");
        write(folder + QStringLiteral("mem_info_vram_total"), total + "\n");
        write(folder + QStringLiteral("mem_info_vram_used"), used + "\n");
    }

private:
    QTemporaryDir m_folder;
};

DeskCards cardsOf(const char* device, std::int64_t count = 1)
{
    return {builtinCatalog().device(device), count, {}, 0, {}};
}

const DeskFit* fitOf(const std::vector<DeskFit>& fits, std::string_view model, DeskWay way)
{
    const auto found = std::ranges::find_if(
        fits, [&](const DeskFit& fit) { return fit.model->id == model && fit.way == way; });
    return found == fits.end() ? nullptr : &*found;
}

} // namespace

class TestDesk : public QObject
{
    Q_OBJECT

private slots:
    void nvidiaWithoutItsLibrary();
    void nvidiaWithItsLibrary();
    void twoOfAmd();
    void noCard();
    void onePool();
    void onePoolOfNvidia();
    void hostileFiles_data();
    void hostileFiles();
    void namesOfDrivers_data();
    void namesOfDrivers();
    void whatFits_data();
    void whatFits();
    void theLongestContext();
    void whatOthersHoldIsNotFree();
    void expertsOnTheHost();
    void severalCardsShareAModel();
};

/// The driver's folder has names and no sizes: those are the catalogue's.
void TestDesk::nvidiaWithoutItsLibrary()
{
    Machine machine;
    machine.addMemory("65841652");
    machine.addNvidia(QStringLiteral("0000:01:00.0"), "NVIDIA GeForce RTX 4090");
    const Desk desk = machine.read();
    QCOMPARE(desk.cards.size(), std::size_t{1});
    const DeskCard& card = desk.cards.front();
    QCOMPARE(card.reported.name, std::string("NVIDIA GeForce RTX 4090"));
    const Device* const device = builtinCatalog().device("rtx-4090-24gb");
    QCOMPARE(card.device, device);
    QVERIFY(!card.reported.total && card.used() == 0);
    QCOMPARE(*card.capacity(), device->capacityBytes());
    QCOMPARE(*desk.hostTotal, Bytes{65'841'652} * 1024);
    QCOMPARE(*desk.hostAvailable, 8 * gibibyte);
    const auto cards = mainCards(desk);
    QVERIFY(cards && cards->device == device && cards->count == 1 && !cards->capacity);
}

void TestDesk::nvidiaWithItsLibrary()
{
    Machine machine;
    machine.addNvidia(QStringLiteral("0000:01:00.0"), "NVIDIA GeForce RTX 4090");
    const ReportedCard card{"NVIDIA GeForce RTX 4090",
                            24564 * mebibyte,
                            1500 * mebibyte,
                            {{4711, "/usr/bin/python3", 1100 * mebibyte}, {812, "", {}}}};
    const Desk desk = machine.read({card, card}); // the library counts, not the folder
    QCOMPARE(desk.cards.size(), std::size_t{2});
    QCOMPARE(desk.cards.front().reported, card);
    const auto cards = mainCards(desk);
    QVERIFY(cards && cards->count == 2 && !cards->capacity);
    QCOMPARE(cards->used, 1500 * mebibyte);
    const auto texts = deskProcessTexts(desk.cards.front());
    QCOMPARE(english(texts.front()), std::string("/usr/bin/python3 (4711): 1.07 GiB"));
    QCOMPARE(english(texts.back()), std::string("? (812)"));
}

void TestDesk::twoOfAmd()
{
    Machine machine;
    machine.addAmd(0, "0x74a1", "206158430208", "297795584");
    machine.addAmd(1, "0x74a1", "206158430208", "51539607552");
    machine.write(QStringLiteral("sys/class/drm/card1-DP-1/device/mem_info_vram_total"), "5\n");
    machine.write(QStringLiteral("sys/class/drm/renderD128/device/mem_info_vram_total"), "5\n");
    const Desk desk = machine.read();
    QCOMPARE(desk.cards.size(), std::size_t{2});
    const auto cards = mainCards(desk);
    QVERIFY(cards);
    QCOMPARE(cards->device, builtinCatalog().device("instinct-mi300x-192gb"));
    QCOMPARE(cards->count, std::int64_t{2});
    QVERIFY(!cards->capacity); // 192 GiB, as the catalogue says
    QCOMPARE(cards->used, 48 * gibibyte);
}

void TestDesk::noCard()
{
    Machine machine;
    machine.addMemory("16000000");
    const Desk desk = machine.read();
    QVERIFY(desk.cards.empty() && !mainCards(desk));
    QCOMPARE(english(noDeskCards(desk)), std::string("No card was found in this machine"));
}

/// Strix Halo: 0.5 GiB set aside by the firmware and 120 GiB that the kernel lets the GPU have.
void TestDesk::onePool()
{
    Machine machine;
    machine.addMemory("130199552");
    machine.addAmd(1, "0x1586", "536870912", "104857600");
    machine.write(QStringLiteral("sys/class/drm/card1/device/mem_info_gtt_total"),
                  "128849018880\n");
    machine.write(QStringLiteral("sys/class/drm/card1/device/mem_info_gtt_used"), "1073741824\n");
    const auto cards = mainCards(machine.read());
    QVERIFY(cards && cards->device->isUnified());
    QCOMPARE(*cards->capacity, 120 * gibibyte + 512 * mebibyte);
    QCOMPARE(cards->used, gibibyte + 100 * mebibyte);
    const auto fits = deskFits(*cards, builtinCatalog());
    QVERIFY(!fits.empty());
    for (const DeskFit& fit : fits) {
        QVERIFY(!fit.plan.cluster.hostMemory && fit.plan.inference.hostExperts == 0);
        QCOMPARE(fit.judged.hostPerNode, Bytes{0});
    }
}

/// DGX Spark: its driver tells no memory. Of 121.69 GiB 80 are available: of the rest 19.7 are the
/// system's own, as after each start.
void TestDesk::onePoolOfNvidia()
{
    Machine machine;
    machine.write(QStringLiteral("proc/meminfo"),
                  "MemTotal: 127598592 kB\nMemAvailable: 83886080 kB\n");
    machine.addNvidia(QStringLiteral("000f:01:00.0"), "NVIDIA GB10");
    const auto cards = mainCards(machine.read());
    QVERIFY(cards && cards->device->isUnified() && !cards->capacity);
    QCOMPARE(cards->used, Bytes{127'598'592 - 83'886'080} * 1024 - 20173 * mebibyte);
}

void TestDesk::hostileFiles_data()
{
    QTest::addColumn<QByteArray>("number");
    QTest::newRow("too large") << QByteArray("99999999999999999999999999");
    QTest::newRow("a petabyte more than there is") << QByteArray("9223372036854775807");
    QTest::newRow("negative") << QByteArray("-206158430208");
    QTest::newRow("letters") << QByteArray("many");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("zeros") << QByteArray(1 << 20, '\0');
}

void TestDesk::hostileFiles()
{
    QFETCH(QByteArray, number);
    Machine machine;
    machine.write(QStringLiteral("proc/meminfo"), "MemTotal: " + number + " kB\nMemTotal");
    machine.addAmd(0, "0x74a1", number, number);
    machine.addAmd(1, "\x1b[2J\xff\xfe", "17179869184", number);
    machine.write(QStringLiteral("sys/class/drm/card1/device/product_name"),
                  QByteArray("\x1b]0;name\x07\n") + QByteArray(1 << 20, 'x'));
    machine.addNvidia(QStringLiteral("0000:01:00.0"), QByteArray(1 << 20, 'y'));
    machine.write(QStringLiteral("proc/driver/nvidia/gpus/0000:02:00.0/information"), number);
    QDir().mkpath(machine.path(QStringLiteral("proc/driver/nvidia/gpus/3/information")));
#ifdef __unix__
    const QString pipe = machine.path(QStringLiteral("proc/driver/nvidia/gpus/4"));
    QDir().mkpath(pipe);
    QCOMPARE(mkfifo(QFile::encodeName(pipe + QStringLiteral("/information")).constData(), 0600), 0);
    QFile::link(machine.path(QStringLiteral("sys/class/drm")),
                machine.path(QStringLiteral("sys/class/drm/card9")));
#endif
    const Desk desk = machine.read();
    QVERIFY(!desk.hostTotal);
    QCOMPARE(desk.cards.size(), std::size_t{2}); // the long name, and the card with its size
    for (const DeskCard& card : desk.cards) {
        QVERIFY(!card.device && card.reported.name.size() < 300);
        QVERIFY(std::ranges::all_of(card.reported.name, [](char letter) {
            return static_cast<unsigned char>(letter) >= 0x20;
        }));
        QVERIFY(!english(deskCardText(card)).empty());
    }
    QVERIFY(!mainCards(desk));
    QCOMPARE(english(noDeskCards(desk)),
             std::string("The catalogue has none of the cards of this machine"));
}

void TestDesk::namesOfDrivers_data()
{
    QTest::addColumn<QString>("id");
    const auto row
        = [](const char* name, const char* id) { QTest::newRow(name) << QString::fromLatin1(id); };
    row("NVIDIA H100 80GB HBM3", "h100-sxm5-80gb");
    row("NVIDIA H100 PCIe", "h100-pcie-80gb");
    row("NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb");
    row("NVIDIA GeForce RTX 3090", "rtx-3090-24gb");
    row("NVIDIA GeForce RTX 5090 Laptop GPU", "rtx-5090-laptop-24gb");
    row("NVIDIA GB10", "gb10-dgx-spark-128gb");
    row("AMD Radeon 8060S Graphics", "ryzen-ai-max-395-128gb");
    row("NVIDIA GeForce GT 710", "");
}

void TestDesk::namesOfDrivers()
{
    QFETCH(QString, id);
    const Device* const device = builtinCatalog().device(id.toStdString());
    QCOMPARE(deviceCalled(QTest::currentDataTag(),
                          device ? std::optional(device->reportedBytes()) : std::nullopt,
                          builtinCatalog()),
             device);
}

void TestDesk::whatFits_data()
{
    QTest::addColumn<DeskCards>("cards");
    QTest::newRow("RTX 4090") << cardsOf("rtx-4090-24gb");
    QTest::newRow("H100") << cardsOf("h100-sxm5-80gb");
    QTest::newRow("DGX Spark") << cardsOf("gb10-dgx-spark-128gb");
    QTest::newRow("M4 Max") << cardsOf("apple-m4-max-128gb");
}

/// The largest model first, each as its plan says, and each way at most once.
void TestDesk::whatFits()
{
    QFETCH(DeskCards, cards);
    const auto fits = deskFits(cards, builtinCatalog());
    QVERIFY(fits.size() > 20);
    std::set<std::pair<std::string, DeskWay>> seen;
    std::int64_t before = fits.front().model->totalParameters;
    for (const DeskFit& fit : fits) {
        QVERIFY(fit.model->totalParameters <= before);
        before = fit.model->totalParameters;
        QVERIFY(seen.emplace(fit.model->id, fit.way).second);
        QVERIFY(fit.context() <= fit.model->shape.maxPositions);
        const bool trains = !fit.serves();
        QVERIFY(!trains || cards.device->vendor != "Apple");
        const auto judged = judge(fit.plan, builtinCatalog());
        QVERIFY(judged && judged->fits());
        if (!trains) // the allocator of the others is replayed within a budget
            QCOMPARE(judged->totals.total, fit.judged.totals.total);
        QVERIFY(!fit.tokensPerSecond || *fit.tokensPerSecond > 0);
    }
}

/// Llama 3.1 8B of 24 GB by vLLM in 16 bits: 15 GiB of weights leave no room for 128K tokens of 128
/// KiB. One step more does not fit.
void TestDesk::theLongestContext()
{
    const DeskCards cards = cardsOf("rtx-4090-24gb");
    const auto fits = deskFits(cards, builtinCatalog());
    const DeskFit* const fit = fitOf(fits, "llama-3.1-8b", DeskWay::Vllm);
    QVERIFY(fit);
    QCOMPARE(fit->wayName(), std::string("vllm bf16"));
    constexpr Bytes weights = Bytes{2} * 8'030'261'248, token = Bytes{2} * 32 * 8 * 128 * 2;
    QVERIFY(weights + fit->context() * token < cards.device->capacityBytes());
    Plan longer = fit->plan;
    longer.workload.context += 1024;
    QVERIFY(!judge(longer, builtinCatalog())->fits());
    // It is a plan of its own that trains with QLoRA, but not as a whole: 16 bytes a weight.
    QVERIFY(fitOf(fits, "llama-3.1-8b", DeskWay::Qlora));
    QVERIFY(!fitOf(fits, "llama-3.1-8b", DeskWay::Full));
    // 70 billion weights of 2.6 bits and more are over 21 GiB, with nothing left for 4,096 tokens.
    QVERIFY(!fitOf(fits, "llama-3.1-70b", DeskWay::Vllm));
}

void TestDesk::whatOthersHoldIsNotFree()
{
    DeskCards cards = cardsOf("rtx-4090-24gb");
    const auto free = deskFits(cards, builtinCatalog());
    cards.used = 12 * gibibyte;
    const auto busy = deskFits(cards, builtinCatalog());
    QVERIFY(busy.size() < free.size());
    QVERIFY(!fitOf(busy, "llama-3.1-8b", DeskWay::Vllm)
            || fitOf(busy, "llama-3.1-8b", DeskWay::Vllm)->wayName() != "vllm bf16");
    for (const DeskFit& fit : busy)
        QCOMPARE(fit.plan.cluster.reserve, 12 * gibibyte);
}

/// Mixtral 8x7B: 47 billion weights of 2.6 bits and more take over 15 GB, too many for 12 GB; with
/// experts on the host the rest fits.
void TestDesk::expertsOnTheHost()
{
    DeskCards cards = cardsOf("rtx-3060-12gb");
    QVERIFY(!fitOf(deskFits(cards, builtinCatalog()), "mixtral-8x7b", DeskWay::LlamaCpp));
    cards.hostMemory = 64 * gibibyte;
    const auto fits = deskFits(cards, builtinCatalog());
    const DeskFit* const fit = fitOf(fits, "mixtral-8x7b", DeskWay::LlamaCpp);
    QVERIFY(fit);
    const std::int64_t layers = fit->plan.inference.hostExperts;
    QVERIFY(layers > 0 && layers <= fit->model->shape.layers);
    QVERIFY(fit->judged.hostPerNode > 0 && fit->judged.hostPerNode <= 64 * gibibyte);
    QCOMPARE(english(deskWayText(*fit)),
             "llama.cpp, q4_k_m, experts of " + std::to_string(layers) + " layers on the host");
}

/// Llama 3.1 70B in 16 bits, 131.4 GiB of weights, on two cards of 79.2 GiB.
void TestDesk::severalCardsShareAModel()
{
    QVERIFY(
        fitOf(deskFits(cardsOf("h100-sxm5-80gb"), builtinCatalog()), "llama-3.1-70b", DeskWay::Vllm)
            ->wayName()
        != "vllm bf16");
    const auto fits = deskFits(cardsOf("h100-sxm5-80gb", 2), builtinCatalog());
    const DeskFit* const fit = fitOf(fits, "llama-3.1-70b", DeskWay::Vllm);
    QVERIFY(fit);
    QCOMPARE(fit->wayName(), std::string("vllm bf16"));
    QCOMPARE(fit->plan.layout.tensor, std::int64_t{2});
}

QTEST_APPLESS_MAIN(TestDesk)
#include "test_desk.moc"
