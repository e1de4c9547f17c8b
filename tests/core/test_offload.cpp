// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "helpers.h"
#include "random_plan.h"

#include <QtTest>

using namespace highwater;

namespace {

/// 64 wide, 4 layers of 36,992 weights, 128 in the MLP, 256 words: 180,800 weights.
CustomModel small()
{
    return llama(64, 4, 4, 2, 128, 256);
}
constexpr Bytes layer = 36'992, table = 16'384, all = 4 * layer + 2 * table + 64;
constexpr Bytes kept = 16 * 1688; ///< of a layer for its backward pass, 16 tokens

Plan offloading(const std::vector<Setting>& settings)
{
    Plan plan = bare(small());
    plan.workload.context = 16;
    return planWith(settings, plan);
}

Answer answerOf(const Plan& plan)
{
    auto found = estimate(plan, builtinCatalog());
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return found->answer;
}

const GroupBytes& at(const Answer& answer, Moment moment)
{
    return answer.moments[static_cast<std::size_t>(moment)].perGroup;
}

Bytes bytesOf(const Answer& answer, std::string_view id, Place place = Place::Gpu)
{
    Bytes sum = 0;
    for (const Line& line : answer.ledger)
        if (line.id == id && line.place == place)
            sum += line.bytes;
    return sum;
}

} // namespace

class TestOffload : public QObject
{
    Q_OBJECT

private slots:
    void hostAndDisk_data();
    void hostAndDisk();
    void whatTheGpuKeeps_data();
    void whatTheGpuKeeps();
    void hostOfANode_data();
    void hostOfANode();
    void theStageThatKeepsMost();
    void onePoolWithTheHost_data();
    void onePoolWithTheHost();
    void activationsStream();
    void adaptersStayWithTheirBase();
    void blocksPassThroughTheGpu();
    void deepSpeedKeepsGradientsOnTheHost_data();
    void deepSpeedKeepsGradientsOnTheHost();
    void movesAndNeverMakes();
};

void TestOffload::hostAndDisk_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("host");
    QTest::addColumn<Bytes>("disk");
    const auto row
        = [](const char* name, const std::vector<Setting>& settings, Bytes host, Bytes disk) {
              QTest::newRow(name) << offloading(settings) << host << disk;
          };
    row("nothing", {}, 0, 0);
    row("optimizer: 12 a weight, and 2 for its gradient", {{"layout.offload_optimizer", "cpu"}},
        14 * all, 0);
    row("with 32-bit gradients",
        {{"layout.offload_optimizer", "cpu"}, {"recipe.gradients", "fp32"}}, 16 * all, 0);
    row("optimizer on disk: two blocks on their way", {{"layout.offload_optimizer", "nvme"}},
        2 * 16 * layer, 14 * all);
    row("paged moments", {{"recipe.optimizer", "adamw-paged"}}, 8 * all, 0);
    row("paged moments of 8 bits, two scales for each of 707 blocks",
        {{"recipe.optimizer", "adamw-8bit-paged"}}, 2 * all + 8 * 707, 0);
    row("parameters", {{"layout.offload_parameters", "cpu"}}, 2 * all, 0);
    row("parameters on disk", {{"layout.offload_parameters", "nvme"}}, 0, 2 * all);
    row("activations: four layers", {{"layout.offload_activations", "cpu"}}, 4 * kept, 0);
    row("all three",
        {{"layout.offload_optimizer", "cpu"},
         {"layout.offload_parameters", "cpu"},
         {"layout.offload_activations", "cpu"}},
        16 * all + 4 * kept, 0);
    row("shared by ZeRO-3 over two",
        {{"cluster.gpus", "2"}, {"layout.zero", "3"}, {"layout.offload_optimizer", "cpu"}},
        14 * all / 2, 0);
    row("ZeRO-1 shares no gradients",
        {{"cluster.gpus", "2"}, {"layout.zero", "1"}, {"layout.offload_optimizer", "cpu"}},
        12 * all / 2 + 2 * all, 0);
}

void TestOffload::hostAndDisk()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, host);
    QFETCH(Bytes, disk);
    const Answer answer = answerOf(plan);
    QCOMPARE(answer.totals.host, host);
    QCOMPARE(answer.totals.disk, disk);
    for (const Line& line : answer.ledger)
        for (const std::int64_t live : line.live)
            QVERIFY2(line.place == Place::Gpu || live == 0, line.id.c_str());
}

void TestOffload::whatTheGpuKeeps_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("parameters");
    QTest::addColumn<Bytes>("gradients");
    QTest::addColumn<Bytes>("optimizer");
    const auto row = [](const char* name, const std::vector<Setting>& settings, Bytes parameters,
                        Bytes gradients, Bytes optimizer) {
        QTest::newRow(name) << offloading(settings) << parameters << gradients << optimizer;
    };
    row("everything", {}, 2 * all, 2 * all, 12 * all);
    row("the weights alone", {{"layout.offload_optimizer", "cpu"}}, 2 * all, 0, 0);
    row("the weights alone, the rest on disk", {{"layout.offload_optimizer", "nvme"}}, 2 * all, 0,
        0);
    row("under Megatron, its buffer of gradients",
        {{"layout.offload_optimizer", "cpu"}, {"recipe.framework", "megatron"}}, 2 * all, 4 * all,
        0);
    row("all but the weights", {{"layout.offload_parameters", "cpu"}}, 0, 2 * all, 12 * all);
    row("nothing", {{"layout.offload_parameters", "nvme"}, {"layout.offload_optimizer", "cpu"}}, 0,
        0, 0);
}

void TestOffload::whatTheGpuKeeps()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, parameters);
    QFETCH(Bytes, gradients);
    QFETCH(Bytes, optimizer);
    const Answer answer = answerOf(plan);
    const GroupBytes& step = at(answer, Moment::OptimizerStep);
    QCOMPARE(step[Group::Parameters], parameters);
    QCOMPARE(step[Group::Gradients], gradients);
    QCOMPARE(step[Group::Optimizer], optimizer);
    QCOMPARE(at(answer, Moment::LayerBackward)[Group::Gradients], gradients);
}

void TestOffload::hostOfANode_data()
{
    QTest::addColumn<QString>("gpus");
    QTest::addColumn<QString>("perNode");
    QTest::addColumn<Bytes>("host");
    const auto row = [](const char* name, const char* gpus, const char* perNode, Bytes host) {
        QTest::newRow(name) << QString::fromLatin1(gpus) << QString::fromLatin1(perNode) << host;
    };
    // ZeRO-3: every rank has its share of 14 bytes a weight
    row("one node", "8", "8", 14 * all);
    row("two nodes have half each", "8", "4", 7 * all);
    row("fewer GPUs than a node takes", "2", "8", 14 * all);
}

void TestOffload::hostOfANode()
{
    QFETCH(QString, gpus);
    QFETCH(QString, perNode);
    QFETCH(Bytes, host);
    const std::string many = gpus.toStdString(), each = perNode.toStdString();
    const Answer answer = answerOf(offloading({{"cluster.gpus", many.c_str()},
                                               {"cluster.gpus_per_node", each.c_str()},
                                               {"layout.zero", "3"},
                                               {"layout.offload_optimizer", "cpu"}}));
    QCOMPARE(answer.hostPerNode, host);
    QCOMPARE(answer.diskPerNode, Bytes{0});
}

void TestOffload::theStageThatKeepsMost()
{
    // Of two stages the last has the logits and the fullest GPU; the first keeps the activations of
    // two micro-batches in its two layers.
    const Answer answer = answerOf(offloading({{"cluster.gpus", "2"},
                                               {"cluster.gpus_per_node", "2"},
                                               {"layout.pipeline", "2"},
                                               {"workload.global_batch", "4"},
                                               {"layout.offload_activations", "cpu"}}));
    QCOMPARE(answer.totals.stage, std::int64_t{1});
    QCOMPARE(answer.stages[0].totals.host, 4 * kept);
    QCOMPARE(answer.stages[1].totals.host, 2 * kept);
    QCOMPARE(answer.totals.host, 4 * kept);
    QCOMPARE(answer.hostPerNode, 2 * 4 * kept);
}

void TestOffload::onePoolWithTheHost_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<Bytes>("moved"); ///< to the host of a card with memory of its own
    QTest::newRow("optimizer, and gradients") << QByteArray("layout.offload_optimizer") << 14 * all;
    QTest::newRow("parameters") << QByteArray("layout.offload_parameters") << 2 * all;
    QTest::newRow("activations") << QByteArray("layout.offload_activations") << 4 * kept;
}

/// Where device and host share their memory, what moves to the host stays in the pool: it is
/// counted with the device's, a warning says so, and no advice offers it.
void TestOffload::onePoolWithTheHost()
{
    QFETCH(QByteArray, key);
    QFETCH(Bytes, moved);
    const auto onDevice = [&](const char* device) {
        return *estimate(
            offloading({{*findKeyPath(key.constData()), "cpu"}, {"cluster.device", device}}),
            builtinCatalog());
    };
    const auto inMemory = [](const Estimate& found, Place place) {
        Bytes sum = 0;
        for (const Line& line : found.answer.ledger)
            if (line.place == place)
                sum += line.bytes;
        return sum;
    };
    const Estimate apart = onDevice("h100-sxm5-80gb"), shared = onDevice("gb10-dgx-spark-128gb");
    QCOMPARE(inMemory(apart, Place::Host), moved);
    QCOMPARE(inMemory(shared, Place::Host), Bytes{0});
    QCOMPARE(inMemory(shared, Place::Gpu), inMemory(apart, Place::Gpu) + moved);
    QCOMPARE(shared.answer.hostPerNode, Bytes{0});
    const auto isWarned = [&key](const Estimate& found) {
        return std::ranges::any_of(found.answer.warnings, [&key](const Warning& warning) {
            return warning.field == key.toStdString()
                && english(warning.message).starts_with("Host and device share one memory");
        });
    };
    QVERIFY(isWarned(shared) && !isWarned(apart));
}

void TestOffload::activationsStream()
{
    const Answer kinds[]{answerOf(offloading({})),
                         answerOf(offloading({{"layout.offload_activations", "cpu"}}))};
    const auto layers = [](const Answer& answer, Moment moment) {
        return at(answer, moment)[Group::Activations];
    };
    const Bytes head = 16 * (2 * 64 + 4 + 2 * 64);
    QCOMPARE(layers(kinds[0], Moment::ForwardEnd), 4 * kept + head);
    QCOMPARE(layers(kinds[1], Moment::ForwardEnd), 2 * kept + head); // at work, and on its way
    QCOMPARE(layers(kinds[1], Moment::BackwardEnd), kept);
    QCOMPARE(layers(kinds[1], Moment::OptimizerStep), Bytes{0});
    // Recomputed, only what stands between the layers is streamed.
    const Answer full = answerOf(
        offloading({{"layout.offload_activations", "cpu"}, {"recipe.recompute", "full"}}));
    QCOMPARE(full.totals.host, Bytes{4 * 16 * 2 * 64});
    QCOMPARE(layers(full, Moment::LayerBackward),
             2 * Bytes{16 * 2 * 64} + kept - Bytes{16 * 2 * 64});
}

void TestOffload::adaptersStayWithTheirBase()
{
    // Rank 8 on q: 4 · 8 · 128 = 4,096 weights are trained.
    const Answer answer = answerOf(offloading({{"adapter.kind", "lora"},
                                               {"adapter.rank", "8"},
                                               {"adapter.targets", "q"},
                                               {"layout.offload_optimizer", "cpu"}}));
    QCOMPARE(answer.totals.host, Bytes{14 * 4096});
    QCOMPARE(at(answer, Moment::OptimizerStep)[Group::Parameters], 2 * (all + 4096));
}

void TestOffload::blocksPassThroughTheGpu()
{
    const Answer answer = answerOf(offloading({{"layout.offload_parameters", "cpu"}}));
    // The block at work and the one before it; the head until the loss is done with.
    QCOMPARE(at(answer, Moment::Load).total(), Bytes{0});
    QCOMPARE(bytesOf(answer, "gathered.blocks"), 2 * 2 * layer);
    QCOMPARE(bytesOf(answer, "gathered.head"), 2 * table);
    QCOMPARE(bytesOf(answer, "parameters.mlp"), Bytes{0});
    QCOMPARE(bytesOf(answer, "parameters.mlp", Place::Host), Bytes{4 * 2 * 3 * 64 * 128});
    const Answer states
        = answerOf(offloading({{"layout.offload_optimizer", "cpu"}, {"workload.context", "2"}}));
    QCOMPARE(bytesOf(states, "unsharded.block_gradient"), 2 * layer);
    QCOMPARE(bytesOf(states, "gathered.blocks"), Bytes{0});
}

void TestOffload::deepSpeedKeepsGradientsOnTheHost_data()
{
    QTest::addColumn<bool>("experts");
    QTest::addColumn<Bytes>("host");
    QTest::newRow("4 bytes beside the 2 of the step") << false << (4 + 14) * all / 2;
    // 4 · (12,288 + 128 + 512) weights and 32,832 outside, 4 · 49,152 in experts
    QTest::newRow("experts' as well") << true << (4 + 14) * Bytes{51'712 + 32'832 + 196'608} / 2;
}

void TestOffload::deepSpeedKeepsGradientsOnTheHost()
{
    QFETCH(bool, experts);
    QFETCH(Bytes, host);
    Plan plan = offloading({{"recipe.framework", "deepspeed"},
                            {"cluster.gpus", "2"},
                            {"layout.zero", "3"},
                            {"layout.offload_optimizer", "cpu"}});
    if (experts) {
        CustomModel model = small();
        model.experts = 8;
        model.expertsPerToken = 2;
        model.moeIntermediateSize = 32;
        plan.model = model;
    }
    const Answer answer = answerOf(plan);
    QCOMPARE(answer.totals.host, host);
    QVERIFY(!lineOf(answer, "step.gradients")); // the host steps
}

void TestOffload::movesAndNeverMakes()
{
    Random random(51);
    for (int i = 0; i < 500; ++i) {
        Plan plan = offloading({});
        plan.cluster.gpus = random.power(4);
        plan.layout.zero = random.from(0, 3);
        plan.recipe.optimizer = anyOf<Optimizer>(random);
        plan.recipe.gradients = anyOf<Gradients>(random);
        plan.adapter.kind = anyOf<AdapterKind>(random);
        const Answer before = answerOf(plan);
        plan.layout.offloadOptimizer = anyOf<Offload>(random);
        plan.layout.offloadParameters = anyOf<Offload>(random);
        const Answer after = answerOf(plan);
        QCOMPARE(statesOf(after), statesOf(before));
        for (std::size_t moment = 0; moment < momentCount; ++moment)
            QVERIFY(after.moments[moment].perGroup.states()
                    <= before.moments[moment].perGroup.states());
    }
}

QTEST_APPLESS_MAIN(TestOffload)
#include "test_offload.moc"
