// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/communicators.h"
#include "core/ledger/overhead.h"
#include "helpers.h"

#include <QTest>

using namespace highwater;

namespace {

QString wordsOf(const Communicator& group)
{
    using enum Communicator::Use;
    const char* use = group.use == Rings ? "rings"
        : group.use == Pairs             ? "pairs"
        : group.use == Barriers          ? "barriers"
                                         : "all-to-all";
    return QStringLiteral("%1 of %2 %3")
        .arg(QLatin1String(use))
        .arg(group.ranks)
        .arg(QLatin1String(group.inNode ? "in a node" : "across nodes"));
}

} // namespace

/// NCCL's buffers, group by group.
class TestCommunicators : public QObject
{
    Q_OBJECT

private slots:
    void groups_data();
    void groups();
    void neverLessWithMoreCaution_data() { groups_data(); }
    void neverLessWithMoreCaution();
    void outsidePyTorch_data();
    void outsidePyTorch();
};

void TestCommunicators::groups_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QStringList>("expected");
    QTest::addColumn<Bytes>("low");
    QTest::addColumn<Bytes>("middle");
    QTest::addColumn<Bytes>("high");
    const auto row
        = [](const char* name, const std::vector<Setting>& settings,
             const std::vector<std::string_view>& expected, Bytes low, Bytes middle, Bytes high) {
              QStringList groups;
              for (const std::string_view group : expected)
                  groups << shown(group);
              QTest::newRow(name) << planWith(settings) << groups << low << middle << high;
          };
    // Rings: 16 · 12 MiB, 544 or 688 MB, and 64 · 12 + 256 MiB; pairs: 8, 16 or 32 · 12 MiB for
    // each neighbour. On a whole node of Hopper cards 256 MiB more are expected. Rings across
    // nodes: 16 · 12 MiB, 1.6 GB, and 64 · 4 · 12 + 256 MiB.
    constexpr Bytes pair = 544'000'000, more = 688'000'000, nvls = 256 * mib;
    constexpr Bytes least = 192 * mib, most = 1024 * mib;
    constexpr Bytes wide = 1'600'000'000, widest = 3328 * mib;
    row("one GPU talks to nobody", {{"cluster.gpus", "1"}}, {}, 0, 0, 0);
    row("two GPUs", {{"cluster.gpus", "2"}}, {"rings of 2 in a node"}, least, pair, most);
    row("four", {{"cluster.gpus", "4"}}, {"rings of 4 in a node"}, least, more, most);
    row("a node of Hopper cards", {{"cluster.gpus", "8"}}, {"rings of 8 in a node"}, least,
        more + nvls, most);
    row("a node of Ampere cards", {{"cluster.gpus", "8"}, {"cluster.device", "a100-sxm4-80gb"}},
        {"rings of 8 in a node"}, least, more, most);
    // Through PCIe: two rings of 12 MiB, 256 MiB, and as much as among more over NVLink.
    for (const char* gpus : {"2", "8"})
        row(*gpus == '2' ? "two cards joined by PCIe" : "eight cards joined by PCIe",
            {{"cluster.gpus", gpus}, {"cluster.device", "rtx-4090-24gb"}},
            {*gpus == '2' ? "rings of 2 in a node" : "rings of 8 in a node"}, 24 * mib, 256 * mib,
            more);
    row("cards joined by PCIe, on two nodes",
        {{"cluster.gpus", "16"}, {"cluster.device", "rtx-4090-24gb"}}, {"rings of 16 across nodes"},
        least, wide, widest);
    row("two nodes", {{"cluster.gpus", "16"}}, {"rings of 16 across nodes"}, least, wide, widest);
    row("eight GPUs in nodes of four", {{"cluster.gpus", "8"}, {"cluster.gpus_per_node", "4"}},
        {"rings of 8 across nodes"}, least, wide, widest);
    row("128 nodes", {{"cluster.gpus", "1024"}}, {"rings of 1024 across nodes"}, least, wide,
        widest);
    row("tensor parallelism in a node, data between two",
        {{"cluster.gpus", "16"}, {"layout.tensor", "8"}},
        {"rings of 8 in a node", "rings of 2 across nodes", "barriers of 16 across nodes"},
        3 * least, more + nvls + wide + more, most + 2 * widest);
    row("tensor parallelism of all GPUs needs no other group",
        {{"cluster.gpus", "8"}, {"layout.tensor", "8"}}, {"rings of 8 in a node"}, least,
        more + nvls, most);
    row("two of each kind; a stage has one neighbour",
        {{"cluster.gpus", "8"}, {"layout.tensor", "2"}, {"layout.pipeline", "2"}},
        {"rings of 2 in a node", "rings of 2 in a node", "pairs of 2 in a node",
         "barriers of 8 in a node"},
        3 * least + 96 * mib, 2 * pair + 192 * mib + more + nvls, 3 * most + 384 * mib);
    row("four stages of four ranks; a stage has two neighbours",
        {{"cluster.gpus", "16"}, {"layout.pipeline", "4"}},
        {"rings of 4 in a node", "pairs of 4 across nodes", "barriers of 16 across nodes"},
        2 * least + 192 * mib, 2 * more + 384 * mib, most + widest + 768 * mib);
    row("context and tensor parallelism",
        {{"cluster.gpus", "8"}, {"layout.tensor", "4"}, {"layout.context", "2"}},
        {"rings of 4 in a node", "rings of 2 in a node", "barriers of 8 in a node"}, 3 * least,
        more + pair + more + nvls, 3 * most);
    row("experts on eight ranks have seven peers",
        {{"model.id", "mixtral-8x7b"}, {"cluster.gpus", "8"}, {"layout.expert", "8"}},
        {"rings of 8 in a node", "all-to-all of 8 in a node"}, least + 672 * mib,
        more + nvls + 1344 * mib, most + 2688 * mib);
    row("a dense model sends no tokens to experts", {{"cluster.gpus", "4"}, {"layout.expert", "2"}},
        {"rings of 4 in a node"}, least, more, most);
    row("experts across nodes",
        {{"model.id", "mixtral-8x7b"},
         {"cluster.gpus", "16"},
         {"layout.tensor", "4"},
         {"layout.expert", "4"}},
        {"rings of 4 in a node", "rings of 4 across nodes", "all-to-all of 4 across nodes",
         "barriers of 16 across nodes"},
        3 * least + 288 * mib, 2 * more + wide + 576 * mib, most + 2 * widest + 1152 * mib);
    row("copies of a served model do not talk to one another",
        {{"workload.task", "inference"}, {"cluster.gpus", "8"}, {"layout.tensor", "2"}},
        {"rings of 2 in a node"}, least, pair, most);
    row("a copy on two stages",
        {{"workload.task", "inference"}, {"cluster.gpus", "8"}, {"layout.pipeline", "2"}},
        {"pairs of 2 in a node", "barriers of 2 in a node"}, least + 96 * mib, pair + 192 * mib,
        most + 384 * mib);
    row("a server's experts on ranks of several copies",
        {{"workload.task", "inference"},
         {"model.id", "mixtral-8x7b"},
         {"cluster.gpus", "8"},
         {"layout.expert", "8"}},
        {"all-to-all of 8 in a node"}, 672 * mib, 1344 * mib, 2688 * mib);
    row("llama.cpp copies from card to card",
        {{"workload.task", "inference"},
         {"inference.server", "llama.cpp"},
         {"cluster.gpus", "8"},
         {"layout.pipeline", "4"}},
        {}, 0, 0, 0);
}

void TestCommunicators::groups()
{
    QFETCH(Plan, plan);
    QFETCH(QStringList, expected);
    QFETCH(Bytes, low);
    QFETCH(Bytes, middle);
    QFETCH(Bytes, high);
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY2(resolved, qPrintable(whyNot(resolved)));
    QStringList found;
    for (const Communicator& group : communicatorsOf(*resolved))
        found << wordsOf(group);
    QCOMPARE(found, expected);
    QCOMPARE(communicatorBytes(*resolved, Overhead::Low), low);
    QCOMPARE(communicatorBytes(*resolved, Overhead::Expected), middle);
    QCOMPARE(communicatorBytes(*resolved, Overhead::High), high);
}

void TestCommunicators::neverLessWithMoreCaution()
{
    QFETCH(Plan, plan);
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY(resolved);
    QVERIFY(communicatorBytes(*resolved, Overhead::Low)
            <= communicatorBytes(*resolved, Overhead::Expected));
    QVERIFY(communicatorBytes(*resolved, Overhead::Expected)
            <= communicatorBytes(*resolved, Overhead::High));
}

/// What a process had in use beside what PyTorch had allocated and reserved, from the messages with
/// which runs ended out of memory. They print hundredths of a GiB, so that a reading is right to 10
/// MiB.
void TestCommunicators::outsidePyTorch_data()
{
    QTest::addColumn<QString>("card");
    QTest::addColumn<std::int64_t>("ranks"); ///< of the group that the process is in
    QTest::addColumn<Bytes>("read"); ///< MiB
    QTest::addColumn<bool>("held"); ///< by the range from low to high
    const auto row = [](const char* source, const char* card, std::int64_t ranks, Bytes read,
                        bool held = true) {
        QTest::newRow(source) << QString::fromLatin1(card) << ranks << read << held;
    };
    row("hpcaitech/Open-Sora, issue 697", "t4-16gb", 1, 99);
    row("Zheng-Chong/CatVTON, issue 133", "t4-16gb", 1, 135);
    row("tsugumi-sys/SA-ConvLSTM-Pytorch, issue 22", "t4-16gb", 1, 137);
    row("DINGYANB/MTVCrafter, issue 21", "rtx-6000-ada-48gb", 1, 429, false);
    row("3DTopia/Phidias-Diffusion, issue 8", "rtx-4090-24gb", 1, 504);
    row("huggingface/lora-fast, issue 1", "rtx-4090-24gb", 1, 520);
    row("TianheWu/CoSeR, issue 10", "a100-sxm4-40gb", 1, 501);
    row("hiyouga/LlamaFactory, issue 257", "a100-sxm4-80gb", 1, 498);
    row("OpenBMB/MiniCPM-V, issue 338", "a100-sxm4-80gb", 8, 985);
    row("awslabs/keys_values, issue 92", "a100-sxm4-40gb", 4, 1133);
    // xformers and other libraries load kernels of their own.
    row("ali-vilab/VGen, issue 104", "rtx-4090-24gb", 1, 2205, false);
    // Without NVLink NCCL's buffers lie in the host's memory.
    row("huggingface/trl, issue 3436", "rtx-3080-10gb", 8, 369, false);
}

void TestCommunicators::outsidePyTorch()
{
    QFETCH(QString, card);
    QFETCH(std::int64_t, ranks);
    QFETCH(Bytes, read);
    QFETCH(bool, held);
    const auto resolved = resolve(planWith({{"cluster.device", card.toStdString().c_str()},
                                            {"cluster.gpus", std::to_string(ranks).c_str()}}),
                                  builtinCatalog());
    QVERIFY(resolved);
    const auto [low, chosen, expected, high] = overheadRange(*resolved);
    const auto outside
        = [](const OverheadSizes& sizes) { return bytesOfOverhead(sizes) - sizes.workspace; };
    QVERIFY(outside(low) < outside(expected) && outside(expected) < outside(high));
    QCOMPARE(outside(low) <= (read + 5) * mib && read * mib <= outside(high), held);
}

QTEST_APPLESS_MAIN(TestCommunicators)

#include "test_communicators.moc"
