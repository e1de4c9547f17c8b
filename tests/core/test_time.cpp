// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/presets.h"
#include "core/time/amount_text.h"
#include "core/time/attention_figures.h"
#include "core/time/job_time.h"
#include "core/time/layer_work.h"
#include "core/time/real.h"
#include "core/time/run_length.h"
#include "random_plan.h"
#include "timed_plan.h"

#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace highwater;

namespace {

Resolved preparedWith(const std::vector<Setting>& settings, Plan plan = {})
{
    return preparedPlan(planWith(settings, std::move(plan)));
}

Machine machineFor(const Resolved& plan)
{
    const auto found = machineOf(plan);
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *found;
}

double sumOf(const StepTime& step)
{
    double sum = 0;
    for (const double part : step.parts)
        sum += part;
    return sum;
}

/// Sixteen layers whose head and embedding weigh next to nothing: equal stages.
Plan evenPlan()
{
    Plan plan;
    CustomModel model;
    model.hiddenSize = 4096;
    model.numLayers = 16;
    model.numHeads = 32;
    model.intermediateSize = 16384;
    model.vocabSize = 8;
    plan.model = model;
    return plan;
}

} // namespace

/// The time of a step and what follows from it, against numbers worked out by hand.
class TestTime : public QObject
{
    Q_OBJECT

private slots:
    void lecturesRun_data();
    void lecturesRun();
    void narayanansMonth();
    void operationsOfALayer();
    void operationsOfAToken();
    void expertsByTheirShape();
    void eightBitsAreCast();
    void operatorsOneByOne();
    void adaptersReadAndWrite_data();
    void adaptersReadAndWrite();
    void expertsWaitForTheProgram();
    void copiesCrossTheNetworkOnce();
    void dualPipeHidesExchanges();
    void programOfAFramework_data();
    void programOfAFramework();
    void productsTakeTheirTime();
    void muonsProducts();
    void frozenLayersTakeLess_data();
    void frozenLayersTakeLess();
    void bubble_data();
    void bubble();
    void bubblesOfSchedules_data();
    void bubblesOfSchedules();
    void fewMicroBatches_data();
    void fewMicroBatches();
    void trafficOfZero_data();
    void trafficOfZero();
    void trafficOfTensorParallelism();
    void trafficOfAPipeline();
    void linksAcrossNodes();
    void expertsTalkPastTheirNode_data();
    void expertsTalkPastTheirNode();
    void replicasTalkPastTheirNode();
    void offloadIsSlower();
    void hostStepsBesideTheGpu();
    void aStepHasTheBatchOfThePlan_data();
    void aStepHasTheBatchOfThePlan();
    void activationsLeaveWithTheirLayers_data();
    void activationsLeaveWithTheirLayers();
    void pagesCrossTheBus();
    void runsBeyondCounting();
    void offloadedWeightsComeInShares();
    void recomputationCosts();
    void selectiveMakesEverySecondProductAgain();
    void selectiveMakesRoutedExpertsAgain();
    void fasterMachinesAreNotSlower_data();
    void fasterMachinesAreNotSlower();
    void lengthOfARun_data();
    void lengthOfARun();
    void noTime_data();
    void noTime();
    void stepsWhatTheLedgerTrains_data();
    void stepsWhatTheLedgerTrains();
    void untiedHeadsAreStepped();
    void unusedLinksMayBeNothing_data();
    void unusedLinksMayBeNothing();
    void statedRates();
    void extremesStayFinite_data();
    void extremesStayFinite();
    void randomPlans();
    void everyDeviceAnswers();
    void emptiedCachesTakeTheirTime();
    void everyAssumptionIsSaid();
    void amounts_data();
    void amounts();
};

void TestTime::lecturesRun_data()
{
    // 8e9 parameters · 20 tokens, 6e6 tokens a step; GPU-hours at a share of the peak (LECTURE)
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<QByteArray>("share");
    QTest::addColumn<double>("hours");
    const auto row = [](const char* name, const char* device, const char* share, double hours) {
        QTest::newRow(name) << QByteArray(device) << QByteArray(share) << hours;
    };
    row("H100 at 100 %", "h100-sxm5-80gb", "1", 2157);
    row("H100 at 50 %", "h100-sxm5-80gb", "0.5", 4314);
    row("H100 at 40 %", "h100-sxm5-80gb", "0.4", 5393);
    row("A100 at 40 %", "a100-sxm4-80gb", "0.4", 17094);
}

void TestTime::lecturesRun()
{
    QFETCH(QByteArray, device);
    QFETCH(QByteArray, share);
    QFETCH(double, hours);
    const Resolved plan = preparedWith({{"model.parameters", "8e9"},
                                        {"workload.context", "6000"},
                                        {"workload.global_batch", "1000"},
                                        {"cluster.device", device.constData()},
                                        {"cluster.utilisation", share.constData()}});
    const TimeAnswer answer = timed(plan);
    QVERIFY(answer.byUtilisation && answer.run->chinchilla);
    QCOMPARE(answer.tokens, 6e6);
    QCOMPARE(answer.run->tokens, 160e9);
    QCOMPARE(answer.run->steps, 26666.0);
    QVERIFY(near(answer.run->sixOperations, 7.68e21));
    // The lecture takes 989 TFLOPS, the catalogue 989.4.
    QVERIFY2(near(answer.run->gpuHours, hours, 5e-4),
             qPrintable(QString::number(answer.run->gpuHours)));
    QVERIFY(near(answer.run->days(), answer.run->gpuHours / 24 / 8));
    QCOMPARE(answer.modelUtilisation, share.toDouble());
}

void TestTime::narayanansMonth()
{
    // arXiv 2104.04473, section 5.1: 8·T·P/(n·X) of 300e9 tokens, 175e9 parameters, 1,024 A100 at
    // 140 TFLOPS: 34 days. Six of the eight operations are the model's.
    const std::string share = std::to_string(140.0 / 312 * 6 / 8);
    const Resolved plan = preparedWith({{"model.parameters", "175e9"},
                                        {"workload.context", "2048"},
                                        {"workload.training_tokens", "300000000000"},
                                        {"cluster.device", "a100-sxm4-80gb"},
                                        {"cluster.gpus", "1024"},
                                        {"cluster.utilisation", share.c_str()}});
    QVERIFY(near(timed(plan).run->days(), 33.9, 0.005));
}

void TestTime::operationsOfALayer()
{
    // h = 4096, f = 16384, 4096 tokens: attention 4h², MLP 3·h·f weights, two operations each;
    // scores 2·(q + v) for each pair of tokens, half of them under the causal mask.
    const Resolved plan = preparedWith({{"workload.context", "4096"}}, evenPlan());
    const LayerWork work = layerWork(plan, false, 0);
    const double h = 4096, weights = 4 * h * h + 3 * h * 16384;
    QCOMPARE(work.dense, 2 * 4096 * weights);
    QCOMPARE(work.slowed, work.dense);
    QCOMPARE(work.scores, 2 * 4096 * 2048.0 * 2 * h);
    QCOMPARE(work.experts, 0.0);

    const Resolved eager
        = preparedWith({{"workload.context", "4096"}, {"recipe.attention", "eager"}}, evenPlan());
    QCOMPARE(layerWork(eager, false, 0).scores, 2 * work.scores);
    QVERIFY(layerWork(eager, false, 0).scoreBytes > 0);

    // Four ranks do a quarter each; a width of 4096/4 is slowed by half where 1024 columns halve.
    const Resolved cut
        = preparedWith({{"workload.context", "4096"}, {"layout.tensor", "4"}}, evenPlan());
    QCOMPARE(layerWork(cut, false, 1024).dense, work.dense / 4);
    QCOMPARE(layerWork(cut, false, 1024).slowed, work.dense / 4 * 2);
    QCOMPARE(layerWork(cut, false, 1024).scores, work.scores / 4);
}

namespace {

/// Mixtral's experts have 3·4096·14336 weights each; 2 of 8 take each token.
const std::vector<Setting> eightExperts{
    {"model.id", "mixtral-8x7b"}, {"workload.context", "4096"}, {"layout.zero", "1"}};

std::vector<Setting> withMore(std::vector<Setting> settings, const std::vector<Setting>& more)
{
    settings.insert(settings.end(), more.begin(), more.end());
    return settings;
}

} // namespace

/// 8,192 copies of 4,096 tokens, two to a token, go to all eight experts, or to those of one rank
/// from eight ranks.
void TestTime::expertsByTheirShape()
{
    const double h = 4096, f = 14336, copies = 8192;
    const auto bytes = [&](double held, double input) {
        const double inward = input * h * (copies + held * f) + 2 * copies * f;
        const double outward = input * f * (copies + held * h) + 2 * copies * h;
        return 2 * inward + outward;
    };
    const LayerWork all = layerWork(preparedWith(eightExperts), true, 150);
    QCOMPARE(all.experts, 2 * copies * 3 * h * f);
    QCOMPARE(all.padded, all.experts * (1 + 64 * 8 / copies)); // half a tile of 128 rows for each
    QCOMPARE(all.expertBytes, bytes(8, 2));
    QCOMPARE(all.permuted, 2 * copies * 4 * h);
    QCOMPARE(layerWork(preparedWith(eightExperts), true, 0).slowed, all.dense);

    const LayerWork one
        = layerWork(preparedWith(withMore(eightExperts, {{"layout.expert", "8"}})), true, 150);
    QCOMPARE(one.experts, all.experts);
    QCOMPARE(one.padded, one.experts * (1 + 64 / copies));
    QCOMPARE(one.expertBytes, bytes(1, 2));
    QCOMPARE(one.permuted, all.permuted); // one expert needs no order of its own

    // Two ranks hold four each: copies that come from the other one are put in order once more.
    const LayerWork two
        = layerWork(preparedWith(withMore(eightExperts, {{"layout.expert", "2"}})), true, 150);
    QCOMPARE(two.permuted, 2 * all.permuted);

    const LayerWork eight = layerWork(
        preparedWith(withMore(eightExperts, {{"recipe.precision", "fp8-mixed"}})), true, 150);
    QCOMPARE(eight.expertBytes, bytes(8, 1));
}

/// Inputs h of queries, attention's h, h of gate and f of down; outputs of all seven products.
void TestTime::eightBitsAreCast()
{
    const Resolved plan = preparedWith({{"workload.context", "4096"},
                                        {"recipe.framework", "megatron"},
                                        {"recipe.precision", "fp8-mixed"}},
                                       evenPlan());
    const LayerWork work = layerWork(plan, false, 150);
    const double h = 4096, f = 16384;
    QCOMPARE(work.castForward, 4096 * (3 * h + f));
    QCOMPARE(work.castBackward, 4096 * (4 * h + 2 * f + h));
    QCOMPARE(work.denseBytes,
             4 * (4096 * h + h * h + 2 * 4096 * h) + 2 * (4096 * h + h * f + 2 * 4096 * f)
                 + (4096 * f + h * f + 2 * 4096 * h));
    QCOMPARE(work.slowed, work.dense); // the bytes are counted instead
    const LayerWork sixteen
        = layerWork(preparedWith({{"workload.context", "4096"}}, evenPlan()), false, 150);
    QCOMPARE(sixteen.castForward + sixteen.castBackward + sixteen.denseBytes, 0.0);
}

void TestTime::operatorsOneByOne()
{
    const Resolved plan = preparedWith({{"workload.context", "4096"}}, evenPlan());
    const double h = 4096, f = 16384;
    QCOMPARE(layerWork(plan, false, 0).bytes, 2 * 4096 * (2 * 2 * h + 6 * h + 2 * 2 * h + 3 * f));
    constexpr Kernels eager = Kernels::Eager, fused = Kernels::Fused;
    QCOMPARE(layerWork(plan, false, 0, {eager, eager}).bytes,
             2 * 4096 * (18 * 2 * h + 6 * h + 10 * 2 * h + 5 * f));
    QCOMPARE(layerWork(plan, false, 0, {fused, eager}).bytes,
             2 * 4096 * (2 * 2 * h + 6 * h + 2 * 2 * h + 5 * f));
    QCOMPARE(layerWork(plan, false, 0, {eager, fused}).bytes,
             2 * 4096 * (18 * 2 * h + 6 * h + 10 * 2 * h + 3 * f));
}

void TestTime::adaptersReadAndWrite_data()
{
    QTest::addColumn<QByteArray>("precision");
    QTest::addColumn<QByteArray>("dropout");
    QTest::addColumn<double>("each"); ///< bytes of an input or output
    QTest::newRow("32 bits") << QByteArray("bf16") << QByteArray("0") << 19.0;
    QTest::newRow("32 bits, dropout") << QByteArray("bf16") << QByteArray("0.1") << 23.5;
    QTest::newRow("autocast") << QByteArray("bf16-mixed") << QByteArray("0") << 7.0;
    QTest::newRow("autocast, dropout") << QByteArray("bf16-mixed") << QByteArray("0.1") << 9.5;
}

/// Adapters of queries and attention's output: two products of 4,096 inputs and outputs.
void TestTime::adaptersReadAndWrite()
{
    QFETCH(QByteArray, precision);
    QFETCH(QByteArray, dropout);
    QFETCH(double, each);
    const Resolved plan = preparedWith({{"workload.context", "4096"},
                                        {"recipe.framework", "huggingface"},
                                        {"recipe.precision", precision.constData()},
                                        {"adapter.kind", "lora"},
                                        {"adapter.targets", "q,o"},
                                        {"adapter.dropout", dropout.constData()},
                                        {"cluster.gpus", "1"}},
                                       evenPlan());
    QCOMPARE(adapterBytesTouched(plan, false), each * 4096 * 2 * (4096 + 4096));
}

/// A layer with experts takes no less than its launches, and always some time more than its work.
void TestTime::expertsWaitForTheProgram()
{
    const Pace& pace = paceOf(Program::Tuned);
    const auto layerOf = [](const char* tokens) {
        const Resolved plan = preparedWith(
            withMore(eightExperts, {{"workload.context", tokens}, {"layout.expert", "8"}}));
        return stepTime(plan, machineFor(plan)).layers[LayerClass{true}.index()];
    };
    const LayerSeconds few = layerOf("256");
    QCOMPARE(few.total(), pace[Speed::ExpertLaunching]);
    QCOMPARE(layerOf("16384").launching, pace[Speed::ExpertWait]);
}

/// 16 ranks on two nodes, 2 of 8 experts for each token: they are on 2·(1 − 1/4) = 1.5 nodes in the
/// mean, half of these the other one. A card of the network sends 50 GB/s, of which exchanges reach
/// nine tenths.
void TestTime::copiesCrossTheNetworkOnce()
{
    const Resolved plan = preparedWith(
        withMore(eightExperts,
                 {{"layout.expert", "8"}, {"cluster.gpus", "16"}, {"cluster.gpus_per_node", "4"}}));
    const Machine machine = machineFor(plan);
    const StepTime step = stepTime(plan, machine);
    const double bytes = 4096.0 * 1.5 / 2 * 4096 * 2;
    const double each = bytes / (50e9 * 0.9) + 3 * machine.pace[Speed::HopAcross];
    const Traffic& traffic = step[TrafficKind::ExpertParallel];
    QVERIFY(near(traffic.seconds / traffic.sends, each, 1e-9));
}

void TestTime::dualPipeHidesExchanges()
{
    const auto waits = [](const char* schedule) {
        const Resolved plan = preparedWith({{"model.id", "deepseek-v3-r1-671b"},
                                            {"workload.context", "4096"},
                                            {"workload.global_batch", "4096"},
                                            {"cluster.gpus", "1024"},
                                            {"layout.pipeline", "16"},
                                            {"layout.expert", "64"},
                                            {"layout.schedule", schedule}});
        const Traffic traffic = stepTime(plan, machineFor(plan))[TrafficKind::ExpertParallel];
        return traffic.waits / traffic.seconds;
    };
    const Pace& pace = paceOf(Program::Tuned);
    QCOMPARE(waits("1f1b"), pace[Speed::ExchangeWait]);
    QCOMPARE(waits("dualpipe"), pace[Speed::LeastWait]);
}

void TestTime::programOfAFramework_data()
{
    QTest::addColumn<std::vector<Setting>>("settings");
    QTest::addColumn<Program>("program");
    using Settings = std::vector<Setting>;
    QTest::newRow("Megatron-LM") << Settings{{"recipe.framework", "megatron"}} << Program::Tuned;
    QTest::newRow("eager kernels")
        << Settings{{"recipe.framework", "megatron"}, {"recipe.kernels", "eager"}}
        << Program::ManyKernels;
    QTest::newRow("Trainer") << Settings{{"recipe.framework", "huggingface"}} << Program::Trainer;
    QTest::newRow("Trainer on FSDP") << Settings{{"recipe.framework", "huggingface"},
                                                 {"recipe.engine", "fsdp2"},
                                                 {"layout.zero", "3"}}
                                     << Program::Trainer;
    QTest::newRow("nanotron") << Settings{{"recipe.framework", "nanotron"}} << Program::ManyKernels;
}

void TestTime::programOfAFramework()
{
    QFETCH(std::vector<Setting>, settings);
    QFETCH(Program, program);
    QVERIFY(machineFor(preparedWith(settings)).program == program);
}

void TestTime::operationsOfAToken()
{
    // Mixtral's token passes 2 of 8 experts: 12.88e9 of its weights, less the embedding.
    const Resolved plan = preparedWith({{"model.id", "mixtral-8x7b"}, {"workload.context", "1"}});
    const double active = real(plan.counts.active) - real(plan.counts.embedding);
    const double norms = real(plan.counts.norms) * 32 + 4096;
    const double scores = 2 * 0.5 * 2 * 4096 * 32;
    QVERIFY(near(forwardOperations(plan), 2 * (active - norms) + scores));
}

void TestTime::productsTakeTheirTime()
{
    const Resolved plan = preparedWith({{"workload.context", "4096"}}, evenPlan());
    Machine machine = machineFor(plan);
    machine.pace[Speed::NarrowWidth] = 0;
    const StepTime step = stepTime(plan, machine);
    const double weights = 4.0 * 4096 * 4096 + 3.0 * 4096 * 16384;
    const double rate = 989.4e12 * machine.pace[Speed::ProductShare];
    QVERIFY(near(step[TimePart::Products], 16 * 6 * 4096 * weights / rate));
    // Frozen weights have no gradient: four operations in place of six.
    const Resolved frozen
        = preparedWith({{"workload.context", "4096"}, {"adapter.kind", "lora"}}, evenPlan());
    QVERIFY(near(stepTime(frozen, machine)[TimePart::Products], step[TimePart::Products] * 2 / 3));
}

void TestTime::frozenLayersTakeLess_data()
{
    // Of 16 layers' three passes through each weight, with four frozen: none but the forward pass
    // below all trained layers, the gradient of the input as well behind one.
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<double>("products");
    QTest::addColumn<double>("backward"); // the part of attention's backward passes
    QTest::newRow("the first ones") << QByteArray("0") << (12 * 3 + 4) / 48.0 << 12 / 16.0;
    QTest::newRow("behind trained ones") << QByteArray("4") << (12 * 3 + 4 * 2) / 48.0 << 1.0;
}

/// Gate and up of 64 × 96, down of 96 × 64: five steps of 4 · 64² · 96 + 2 · 64³ operations each.
/// Ranks that have all gradients make all matrices orthogonal, as one rank does; those that share
/// them each take a part, or gather each matrix and do as much as one.
void TestTime::muonsProducts()
{
    const auto shape = shapeOf(llama(64, 2, 4, 4, 96, 1000));
    QVERIFY(shape);
    QCOMPARE(rankWeights(*shape, {}, 1)[Part::Mlp].orthogonal,
             std::int64_t{3} * 5 * (4 * 64 * 64 * 96 + 2 * 64 * 64 * 64));
    const auto seconds = [](const char* gpus, const char* zero, const char* way) {
        const Resolved plan = preparedWith({{"recipe.optimizer", "muon"},
                                            {"cluster.gpus", gpus},
                                            {"layout.zero", zero},
                                            {"recipe.muon_gather", way}},
                                           evenPlan());
        const StepTime step = stepTime(plan, machineFor(plan));
        if (!near(sumOf(step), step.seconds))
            qFatal("the parts do not add up");
        return step[TimePart::Orthogonal];
    };
    const double one = seconds("1", "0", "each");
    QVERIFY(one > 0);
    QVERIFY(near(seconds("8", "0", "each"), one));
    QVERIFY(near(seconds("8", "0", "exchange"), one));
    QVERIFY(seconds("8", "2", "each") > one);
    QVERIFY(seconds("8", "2", "exchange") < one / 4);
    QVERIFY(seconds("8", "2", "exchange") < seconds("8", "2", "batch"));
    QVERIFY(near(seconds("8", "2", "owned"), one / 8));
    const Resolved adam = preparedWith({}, evenPlan());
    QCOMPARE(stepTime(adam, machineFor(adam))[TimePart::Orthogonal], 0.0);
}

void TestTime::frozenLayersTakeLess()
{
    QFETCH(QByteArray, from);
    QFETCH(double, products);
    QFETCH(double, backward);
    const Resolved all = preparedWith({{"workload.context", "4096"}}, evenPlan());
    const Resolved part = preparedWith({{"workload.context", "4096"},
                                        {"recipe.frozen_layers", "4"},
                                        {"recipe.frozen_from", from.constData()}},
                                       evenPlan());
    const StepTime whole = stepTime(all, machineFor(all)), step = stepTime(part, machineFor(part));
    QVERIFY(near(step[TimePart::Products], products * whole[TimePart::Products]));
    const auto figure = attentionFigureOf(all);
    QVERIFY(figure);
    const double ofForward = 2.5 * figure->shares.forward / figure->shares.backward;
    QVERIFY(near(step[TimePart::Scores],
                 (1 + backward * ofForward) / (1 + ofForward) * whole[TimePart::Scores]));
    QVERIFY(step[TimePart::Optimizer] < 0.76 * whole[TimePart::Optimizer]);
    QVERIFY(near(sumOf(step), step.seconds));
    QVERIFY(
        !timed(part).run); // part of a model is trained on what there is, not for 20 tokens each
    QVERIFY(modelOperations(part) < modelOperations(all));
}

void TestTime::bubble_data()
{
    QTest::addColumn<QByteArray>("stages");
    QTest::addColumn<QByteArray>("chunks");
    QTest::addColumn<QByteArray>("sequences");
    QTest::addColumn<double>("share");
    const auto row = [](const char* name, const char* stages, const char* chunks,
                        const char* sequences, double share) {
        QTest::newRow(name) << QByteArray(stages) << QByteArray(chunks) << QByteArray(sequences)
                            << share;
    };
    // (p − 1)/(m·v); sixteen GPUs, so that m is sequences · p / 16
    row("no pipeline", "1", "1", "64", 0);
    row("2 stages, 8 micro-batches", "2", "1", "64", 1.0 / 8);
    row("4 stages, 16 micro-batches", "4", "1", "64", 3.0 / 16);
    row("4 stages of 2 chunks", "4", "2", "64", 3.0 / 32);
    row("16 stages, 4 micro-batches", "16", "1", "4", 15.0 / 4);
}

void TestTime::bubble()
{
    QFETCH(QByteArray, stages);
    QFETCH(QByteArray, chunks);
    QFETCH(QByteArray, sequences);
    QFETCH(double, share);
    const Resolved plan = preparedWith({{"cluster.gpus", "16"},
                                        {"workload.global_batch", sequences.constData()},
                                        {"layout.pipeline", stages.constData()},
                                        {"layout.virtual_pipeline", chunks.constData()}},
                                       evenPlan());
    const StepTime step = stepTime(plan, machineFor(plan));
    QVERIFY2(std::abs(step.bubbleShare - share) < 0.01 * share + 1e-12,
             qPrintable(QString::number(step.bubbleShare)));
    QVERIFY(near(sumOf(step), step.seconds));
    QVERIFY(step[TimePart::Uneven] < 0.02 * step.seconds);
}

void TestTime::bubblesOfSchedules_data()
{
    // Four stages: multiples of a stage's time t for one micro-batch, and of W, its gradients of
    // weights. F = t/3, B = 2t/3. arXiv 2401.10241: ZB-H1 3·(F + B − 2W), ZB-H2 3·(F + B − 3W);
    // arXiv 2405.15362: a half and two thirds of 1F1B's 3·t; DeepSeek-V3, table 2: (p/2 − 1)·(F + B
    // + B − 3W), DualPipeV with p/2 − 1 = 3 and halves of a stage.
    QTest::addColumn<double>("ofAll");
    QTest::addColumn<double>("ofWeights");
    QTest::newRow("1f1b") << 3.0 << 0.0;
    QTest::newRow("zb1p") << 3.0 << -6.0;
    QTest::newRow("zb2p") << 3.0 << -9.0;
    QTest::newRow("zbv") << 3.0 << -9.0;
    QTest::newRow("v-half") << 1.5 << 0.0;
    QTest::newRow("v-min") << 2.0 << 0.0;
    QTest::newRow("dualpipe") << 5.0 / 3 << -3.0;
    QTest::newRow("dualpipev") << 2.5 << -4.5;
}

void TestTime::bubblesOfSchedules()
{
    QFETCH(double, ofAll);
    QFETCH(double, ofWeights);
    const Resolved plan = preparedWith({{"cluster.gpus", "16"},
                                        {"workload.context", "4096"},
                                        {"workload.global_batch", "64"},
                                        {"layout.pipeline", "4"},
                                        {"layout.schedule", QTest::currentDataTag()}},
                                       evenPlan());
    Machine machine = machineFor(plan);
    machine.pace[Speed::NarrowWidth] = 0;
    const StepTime step = stepTime(plan, machine);
    const double weights = 4 * 4.0 * 4096 * 4096 + 4 * 3.0 * 4096 * 16384; // of four layers
    const double w = 2 * 4096 * weights / (989.4e12 * machine.pace[Speed::ProductShare]);
    QVERIFY2(near(step[TimePart::Bubble], ofAll * step.mean + ofWeights * w, 2e-3),
             qPrintable(QString::number(step[TimePart::Bubble] / step.mean)));
    QVERIFY(near(sumOf(step), step.seconds));

    const TimeAnswer answer = timed(plan);
    const auto line = std::ranges::find(answer.lines, TimePart::Bubble, &TimeLine::part);
    QVERIFY(line != answer.lines.end());
    const bool usual = plan.layout.schedule == PipelineSchedule::OneForwardOneBackward;
    const auto said = std::ranges::find(answer.assumptions, "layout.schedule", &Assumption::field);
    QCOMPARE(said == answer.assumptions.end(), usual);
    if (!usual)
        QVERIFY(english(said->text).find(english(line->formula)) != std::string::npos);
}

void TestTime::fewMicroBatches_data()
{
    // Four stages of the same time t for one micro-batch. While a micro-batch is in the other
    // three, for 3·(t − W), a stage makes the gradients of its weights, m·W; where it is passed
    // twice, it can do the other m − 1 micro-batches. ZB-H1 and ZB-H2 fill 6·W and 9·W of 3·t where
    // there are micro-batches enough.
    QTest::addColumn<QByteArray>("sequences"); // four a micro-batch of each rank
    QTest::addColumn<double>("ofAll");
    QTest::addColumn<double>("ofWeights");
    const auto row = [](const char* schedule, const char* sequences, double ofAll,
                        double ofWeights) {
        QTest::addRow("%s %s", schedule, sequences) << QByteArray(sequences) << ofAll << ofWeights;
    };
    row("1f1b", "4", 3, 0);
    row("zb1p", "4", 3, -4);
    row("zb1p", "8", 3, -5);
    row("zb1p", "12", 3, -6);
    row("zb2p", "4", 3, -4);
    row("zb2p", "20", 3, -8);
    row("zb2p", "24", 3, -9);
    row("zbv", "4", 3, -4);
    row("zbv", "8", 2, -4);
}

void TestTime::fewMicroBatches()
{
    QFETCH(QByteArray, sequences);
    QFETCH(double, ofAll);
    QFETCH(double, ofWeights);
    const QByteArray schedule = QByteArray(QTest::currentDataTag()).split(' ').front();
    const Resolved plan = preparedWith({{"cluster.gpus", "16"},
                                        {"workload.context", "4096"},
                                        {"workload.global_batch", sequences.constData()},
                                        {"layout.pipeline", "4"},
                                        {"layout.schedule", schedule.constData()}},
                                       evenPlan());
    Machine machine = machineFor(plan);
    machine.pace[Speed::NarrowWidth] = 0;
    const StepTime step = stepTime(plan, machine);
    const double w = step.pipeline.slowest.weights;
    QVERIFY2(near(step[TimePart::Bubble], ofAll * step.mean + ofWeights * w, 2e-3),
             qPrintable(QString::number(step[TimePart::Bubble] / step.mean)));
}

void TestTime::trafficOfZero_data()
{
    QTest::addColumn<QByteArray>("zero");
    QTest::addColumn<double>("gradients"); // in values of all parameters
    QTest::addColumn<double>("weights");
    QTest::addColumn<double>("gathers");
    // Rajbhandari et al., section 7: 2P, 2P, 3P; four micro-batches a step
    QTest::newRow("ZeRO-0: an all-reduce a step") << QByteArray("0") << 2.0 << 0.0 << 0.0;
    QTest::newRow("ZeRO-1: reduce, then gather") << QByteArray("1") << 1.0 << 1.0 << 0.0;
    QTest::newRow("ZeRO-2: reduced in each micro-batch") << QByteArray("2") << 4.0 << 1.0 << 0.0;
    QTest::newRow("ZeRO-3: gathered twice in each") << QByteArray("3") << 4.0 << 0.0 << 8.0;
}

void TestTime::trafficOfZero()
{
    QFETCH(QByteArray, zero);
    QFETCH(double, gradients);
    QFETCH(double, weights);
    QFETCH(double, gathers);
    const Resolved plan = preparedWith({{"layout.zero", zero.constData()},
                                        {"workload.global_batch", "32"},
                                        {"recipe.gradients", "bf16"}});
    QCOMPARE(plan.microBatches, std::int64_t{4});
    const StepTime step = stepTime(plan, machineFor(plan));
    const double all = 2 * real(plan.counts.total) * 7 / 8; // bytes, of which a rank has an eighth
    QVERIFY(near(step[TrafficKind::Gradients].bytes, gradients * all));
    QVERIFY(weights == 0 ? step[TrafficKind::NewWeights].bytes == 0
                         : near(step[TrafficKind::NewWeights].bytes, weights * all));
    QVERIFY(gathers == 0 ? step[TrafficKind::WeightGathers].bytes == 0
                         : near(step[TrafficKind::WeightGathers].bytes, gathers * all));
    const Traffic& reduced = step[TrafficKind::Gradients];
    QVERIFY(reduced.waits >= 0 && reduced.waits <= reduced.seconds);
    QVERIFY(near(reduced.seconds, reduced.bytes / (450e9 * 0.75)));
}

void TestTime::trafficOfTensorParallelism()
{
    const auto sent = [](const char* sequence, const char* inputs) {
        const Resolved plan = preparedWith({{"layout.tensor", "4"},
                                            {"workload.context", "4096"},
                                            {"layout.sequence_parallel", sequence},
                                            {"layout.tp_inputs", inputs}});
        return stepTime(plan, machineFor(plan))[TrafficKind::TensorParallel].bytes;
    };
    const double once = 32 * 4096.0 * 4096 * 2 * 3 / 4; // layers · tokens · h · bytes · (t − 1)/t
    QVERIFY(near(sent("true", "recomputed"), 10 * once));
    QVERIFY(near(sent("true", "gathered"), 8 * once));
    QVERIFY(near(sent("false", "recomputed"), 8 * once)); // four all-reduces
}

void TestTime::trafficOfAPipeline()
{
    const Resolved plan = preparedWith({{"layout.pipeline", "4"},
                                        {"layout.tensor", "2"},
                                        {"workload.context", "4096"},
                                        {"workload.global_batch", "6"}});
    const StepTime step = stepTime(plan, machineFor(plan));
    // six micro-batches, there and back, of which each tensor rank sends a half
    QVERIFY(near(step[TrafficKind::Pipeline].bytes, 6 * 2 * 4096.0 * 4096 * 2 / 2));
    QCOMPARE(step[TrafficKind::Pipeline].link, Link::Intra);
}

void TestTime::linksAcrossNodes()
{
    const auto gradients = [](const char* gpus, const char* tensor) {
        const Resolved plan = preparedWith({{"cluster.gpus", gpus}, {"layout.tensor", tensor}});
        return stepTime(plan, machineFor(plan))[TrafficKind::Gradients];
    };
    QCOMPARE(gradients("8", "1").link, Link::Intra);
    QCOMPARE(gradients("16", "1").link, Link::Inter);
    // eight cards of a node send together: 8 · 50 · 0.8 GB/s; one of them 50 · 0.8
    QVERIFY(near(gradients("16", "1").rate, 320e9));
    QVERIFY(near(gradients("16", "8").rate, 40e9));
    QCOMPARE(gradients("16", "8").ranks, std::int64_t{2});
    const Resolved slow = preparedWith(
        {{"cluster.gpus", "16"}, {"layout.tensor", "8"}, {"cluster.links.inter", "5"}});
    QVERIFY(near(stepTime(slow, machineFor(slow))[TrafficKind::Gradients].rate, 4e9));
}

void TestTime::expertsTalkPastTheirNode_data()
{
    QTest::addColumn<QByteArray>("experts");
    QTest::addColumn<std::int64_t>("ranks");
    QTest::addColumn<double>("rate");
    QTest::addColumn<Link>("link");
    const auto row
        = [](const char* name, const char* experts, std::int64_t ranks, double rate, Link link) {
              QTest::newRow(name) << QByteArray(experts) << ranks << rate << link;
          };
    // 64 GPUs. Of 8, 4, 2 expert ranks next to one another a node holds all, two, four of each
    // group that has the same experts; a card of the network sends 50 · 0.8 GB/s.
    row("one rank a node", "8", 8, 40e9, Link::Inter);
    row("two ranks a node", "4", 16, 80e9, Link::Inter);
    row("four ranks a node", "2", 32, 160e9, Link::Inter);
}

/// Mixtral has 32 layers of 8 experts with 3·4096·14336 weights each; 8/e of them on a rank.
void TestTime::expertsTalkPastTheirNode()
{
    QFETCH(QByteArray, experts);
    QFETCH(std::int64_t, ranks);
    QFETCH(double, rate);
    QFETCH(Link, link);
    const auto step = [&](const char* zero) {
        const Resolved plan = preparedWith({{"model.id", "mixtral-8x7b"},
                                            {"layout.expert", experts.constData()},
                                            {"layout.zero", zero},
                                            {"cluster.gpus", "64"},
                                            {"workload.context", "4096"}});
        return stepTime(plan, machineFor(plan));
    };
    const double held = 32 * 3 * 4096.0 * 14336 * 8 / experts.toDouble();
    const double sent = 2 * held * (1 - 1 / real(ranks));
    const auto goes = [&](const Traffic& traffic, double bytes) {
        QCOMPARE(traffic.ranks, ranks);
        QCOMPARE(traffic.link, link);
        QVERIFY2(near(traffic.bytes, bytes), qPrintable(QString::number(traffic.bytes)));
        QVERIFY2(near(traffic.rate, rate), qPrintable(QString::number(traffic.rate)));
        QVERIFY(near(traffic.seconds, bytes / rate));
    };
    const StepTime whole = step("3"), states = step("1"), none = step("0");
    goes(whole[TrafficKind::ExpertGathers], 2 * sent);
    goes(whole[TrafficKind::ExpertGradients], sent);
    goes(states[TrafficKind::ExpertNewWeights], sent);
    goes(none[TrafficKind::ExpertGradients], 2 * sent);
    // The other weights stand on all 64 ranks, eight of which a node holds.
    QVERIFY(near(whole[TrafficKind::Gradients].rate, 320e9));
    QCOMPARE(whole[TrafficKind::Gradients].ranks, std::int64_t{64});
    QVERIFY(near(whole[TimePart::Gradients],
                 whole[TrafficKind::Gradients].waits + whole[TrafficKind::ExpertGradients].waits));
}

/// Eight replicas of 70,553,706,496 parameters, one a node: each adds 2 · 2 bytes of its eighth to
/// those of seven others.
void TestTime::replicasTalkPastTheirNode()
{
    const Resolved plan = preparedWith({{"model.id", "llama-3.1-70b"},
                                        {"cluster.device", "h200-sxm-141gb"},
                                        {"cluster.gpus", "64"},
                                        {"layout.zero", "3"},
                                        {"layout.replicate", "8"}});
    const StepTime step = stepTime(plan, machineFor(plan));
    const Traffic& between = step[TrafficKind::ReplicaGradients];
    QCOMPARE(between.ranks, std::int64_t{8});
    QCOMPARE(between.link, Link::Inter);
    QVERIFY(near(between.rate, 40e9));
    QVERIFY2(near(between.bytes, 4 * 70'553'706'496.0 / 8 * 7 / 8),
             qPrintable(QString::number(between.bytes)));
    QVERIFY(near(between.seconds, between.bytes / 40e9));
    QCOMPARE(step[TrafficKind::Gradients].link, Link::Intra);
    QVERIFY(near(step[TrafficKind::Gradients].bytes, 2 * 70'553'706'496.0 * 7 / 8));
}

void TestTime::pagesCrossTheBus()
{
    // Two moments of 4 bytes of 8,030,261,248 parameters, there and back over 0.8 · 63 GB/s.
    const auto step = [](const char* optimizer) {
        return timeOf(estimated(planWith({{"cluster.gpus", "1"}, {"recipe.optimizer", optimizer}}))
                          .plan)
            ->step;
    };
    const StepTime paged = step("adamw-paged"), resident = step("adamw");
    QVERIFY(std::abs(paged.seconds - resident.seconds - 16 * 8'030'261'248.0 / (0.8 * 63e9))
            < 1e-9);
    QCOMPARE(paged[TrafficKind::OptimizerOffload].link, Link::Pcie);
}

void TestTime::offloadIsSlower()
{
    // The lecture measured 74 s with the optimizer on the host of four V100, 7.3 s with eight that
    // hold it. The plans that ship assume its length, its links and the speed of its host, as
    // their notes say.
    const auto seconds = [](const char* file, const std::vector<Setting>& settings = {}) {
        const auto preset = std::ranges::find(presets(), std::string(file), &Preset::file);
        return timed(preparedPlan(planWith(settings, preset->plan))).seconds;
    };
    const double offloaded = seconds("v100x4-offload.hwplan"), resident = seconds("v100x8.hwplan");
    QVERIFY2(near(offloaded, 75, 0.01), qPrintable(QString::number(offloaded)));
    QVERIFY2(near(resident, 7.4, 0.01), qPrintable(QString::number(resident)));
    QVERIFY2(near(offloaded / resident, 74 / 7.3, 0.03),
             qPrintable(QString::number(offloaded / resident)));
    // With the catalogue's links and host:
    const std::vector<Setting> usual{{"cluster.links.intra", "null"},
                                     {"cluster.links.host", "null"}};
    QVERIFY(near(seconds("v100x4-offload.hwplan", usual), 3.36, 0.01));
    QVERIFY(near(seconds("v100x8.hwplan", usual), 0.5, 0.05));
    QVERIFY(seconds("v100x4-offload.hwplan", {{"layout.offload_optimizer", "nvme"}}) > offloaded);
}

void TestTime::aStepHasTheBatchOfThePlan_data()
{
    QTest::addColumn<QByteArray>("batch");
    QTest::addColumn<QByteArray>("full"); ///< the batch of as many full passes
    QTest::addColumn<double>("sequences");
    QTest::newRow("left open") << QByteArray("null") << QByteArray("64") << 64.0;
    QTest::newRow("less than a pass") << QByteArray("16") << QByteArray("64") << 16.0;
    QTest::newRow("one pass") << QByteArray("64") << QByteArray("64") << 64.0;
    QTest::newRow("one and a half") << QByteArray("96") << QByteArray("128") << 96.0;
}

/// A pass has one sequence on each of 64 GPUs. One that is not full takes the time of one that is.
void TestTime::aStepHasTheBatchOfThePlan()
{
    QFETCH(QByteArray, batch);
    QFETCH(QByteArray, full);
    QFETCH(double, sequences);
    const auto with = [](const QByteArray& sequencesOfStep) {
        return timed(preparedWith({{"cluster.gpus", "64"},
                                   {"layout.zero", "1"},
                                   {"workload.global_batch", sequencesOfStep.constData()}}));
    };
    const TimeAnswer time = with(batch);
    QCOMPARE(time.tokens, sequences * 8192);
    QCOMPARE(time.seconds, with(full).seconds);
    QVERIFY(near(time.tokensPerSecond, sequences * 8192 / time.seconds));
    QVERIFY(near(time.modelUtilisation, with(full).modelUtilisation * sequences / full.toDouble()));
}

void TestTime::activationsLeaveWithTheirLayers_data()
{
    QTest::addColumn<std::vector<Setting>>("settings");
    QTest::addColumn<double>("gigabytes");
    const auto row = [](const char* name, const std::vector<Setting>& settings, double gigabytes) {
        QTest::newRow(name) << settings << gigabytes;
    };
    const Setting lite{"model.id", "deepseek-v2-lite-16b"}, deep{"model.id", "deepseek-v3-r1-671b"};
    row("dense layers", {}, 73.1);
    row("experts in every layer", {{"model.id", "mixtral-8x7b"}}, 135.4);
    row("1 dense layer, 26 with experts", {lite}, 70.1);
    row("3 dense layers, 58 with experts", {deep, {"workload.context", "4096"}}, 296);
    // All layers of 8,192 tokens come to 592: (592 - 18.35) / 58 = 9.9 for one with experts.
    row("the dense layers alone", {deep, {"layout.offload_layers", "3"}}, 18.35);
    row("the dense layers and one with experts", {deep, {"layout.offload_layers", "4"}}, 28.25);
    row("inputs of recomputed layers", {lite, {"recipe.recompute", "full"}}, 1.81);
    row("inputs of groups of nine",
        {lite,
         {"recipe.recompute", "full"},
         {"recipe.recompute_method", "uniform"},
         {"recipe.recompute_layers", "9"}},
        0.201);
}

/// Twice the bytes of the layers' lines that the ledger keeps on the host: there and back.
void TestTime::activationsLeaveWithTheirLayers()
{
    QFETCH(std::vector<Setting>, settings);
    QFETCH(double, gigabytes);
    settings.push_back({"layout.offload_activations", "cpu"});
    const Estimate estimate = estimated(planWith(settings));
    double kept = 0;
    for (const Line& line : estimate.answer.ledger)
        if (line.place == Place::Host && line.group == Group::Activations
            && line.scope == Scope::Layer)
            kept += real(line.bytes);
    const Traffic sent = timed(estimate.plan).step[TrafficKind::ActivationOffload];
    QVERIFY2(near(sent.bytes, 2 * kept), qPrintable(QString::number(sent.bytes / kept)));
    QVERIFY2(near(sent.bytes / 1e9, gigabytes, 0.003),
             qPrintable(QString::number(sent.bytes / 1e9)));
}

/// 10^18 tokens at 10^-300 of the peak: the step can be counted, the run cannot.
void TestTime::runsBeyondCounting()
{
    const auto time = timeOf(preparedWith(
        {{"workload.training_tokens", "1000000000000000000"}, {"cluster.utilisation", "1e-300"}}));
    QVERIFY(!time);
    QCOMPARE(shown(time.problems().front().field), QStringLiteral("workload.training_tokens"));
}

/// A slow host, of 1 GB/s: ZenFlow hides as much as the passes of a step last. SuperOffload's
/// groups have at least 1e9 weights, and end in the layers 4, 8, 12 and 15: the last layer of 4 ·
/// 4096² + 3 · 4096 · 16384 weights, one sixteenth of all, is the first group to step.
void TestTime::hostStepsBesideTheGpu()
{
    const auto step = [](const std::vector<Setting>& more) {
        std::vector<Setting> settings{{"recipe.framework", "deepspeed"},
                                      {"cluster.gpus", "1"},
                                      {"layout.zero", "3"},
                                      {"layout.offload_optimizer", "cpu"},
                                      {"cluster.links.host", "1"}};
        settings.insert(settings.end(), more.begin(), more.end());
        const Resolved plan = preparedWith(settings, evenPlan());
        return stepTime(plan, machineFor(plan));
    };
    const StepTime after = step({});
    QCOMPARE(after.hidden, 0.0);
    const StepTime zenflow = step({{"layout.host_step", "zenflow"}});
    QCOMPARE(zenflow.hidden, 0.0);
    QVERIFY(zenflow.ofColumns > 0);
    const StepTime overlapped = step({{"layout.host_step", "zenflow_overlap"}});
    QVERIFY(near(overlapped.hidden, overlapped.slowest()));
    QVERIFY(near(overlapped[TimePart::Optimizer],
                 after[TimePart::Optimizer] - overlapped.hidden + overlapped.ofColumns));
    const StepTime quick
        = step({{"layout.host_step", "zenflow_overlap"}, {"cluster.links.host", "100000"}});
    QVERIFY(quick.hidden < quick.slowest());
    const StepTime groups = step({{"layout.host_step", "superoffload"}});
    QVERIFY(near(groups.hidden, groups.slowest() * 2 / 3 * 15 / 16, 0.001));
    // A sixteenth of the weights on each of sixteen GPUs is one group.
    const StepTime one = step({{"layout.host_step", "superoffload"}, {"cluster.gpus", "16"}});
    QCOMPARE(one.hidden, 0.0);
}

/// ZeRO-3 fetches a rank's own eighth of the weights from the host, and the rest from the others;
/// below it each rank fetches all: 2 · 2 bytes of 6,979,584,000 parameters in the layers.
void TestTime::offloadedWeightsComeInShares()
{
    const auto fetched = [](const char* zero) {
        const Resolved plan
            = preparedWith({{"layout.zero", zero}, {"layout.offload_parameters", "cpu"}});
        return stepTime(plan, machineFor(plan))[TrafficKind::ParameterOffload];
    };
    QVERIFY(near(fetched("1").bytes, 4 * 8030261248.0)); // embedding and head too
    QVERIFY(near(fetched("3").bytes, 4 * 8030261248.0 / 8));
    QVERIFY(fetched("1").seconds > fetched("3").seconds);
}

void TestTime::recomputationCosts()
{
    const auto answer = [](const char* recompute) {
        return timed(preparedWith({{"recipe.recompute", recompute}}));
    };
    const TimeAnswer none = answer("none"), full = answer("full");
    QCOMPARE(none.modelUtilisation, none.hardwareUtilisation);
    QVERIFY(full.seconds > 1.2 * none.seconds && full.seconds < 1.34 * none.seconds);
    // four forward passes in place of three, but for the head
    const double ratio = full.hardwareUtilisation / full.modelUtilisation;
    QVERIFY(ratio > 1.3 && ratio < 4.0 / 3);
}

/// torchtitan keeps the outputs of q, v, gate and down, and makes those of k, the projection and up
/// again. Of Llama 3.1 8B: 4,096 x (1,024 + 4,096 + 14,336) entries a layer.
void TestTime::selectiveMakesEverySecondProductAgain()
{
    const Resolved plan
        = preparedWith({{"recipe.framework", "pytorch-fsdp"}, {"recipe.recompute", "selective"}});
    const TimeAnswer answer = timed(plan);
    const double again = 32 * 4096.0 * (1024 + 4096 + 14336);
    QCOMPARE(repeatedOperations(plan), 2 * again);
    const double ratio = answer.hardwareUtilisation / answer.modelUtilisation;
    QVERIFY(near(ratio, 1 + 2 * again / (3 * forwardOperations(plan)), 1e-9));
    const auto seconds = [](const char* recompute) {
        return timed(preparedWith(
                         {{"recipe.framework", "pytorch-fsdp"}, {"recipe.recompute", recompute}}))
            .seconds;
    };
    QVERIFY(seconds("selective") > 1.05 * seconds("none"));
    QVERIFY(seconds("selective") < 0.9 * seconds("full"));
}

/// Of Qwen3 30B-A3B every layer has the products q, k, v, projection and router, and routed
/// experts. The experts are always computed again; so are k and the projection.
void TestTime::selectiveMakesRoutedExpertsAgain()
{
    const Resolved plan = preparedWith({{"model.id", "qwen3-30b-a3b"},
                                        {"recipe.framework", "pytorch-fsdp"},
                                        {"recipe.recompute", "selective"}});
    const double experts = 8 * 3 * 2048.0 * 768;
    const double attention = 2048.0 * (512 + 4096);
    QCOMPARE(repeatedOperations(plan), 2 * 48 * (experts + attention));
}

void TestTime::fasterMachinesAreNotSlower_data()
{
    QTest::addColumn<Plan>("plan");
    const auto row = [](const char* name, const std::vector<Setting>& settings) {
        QTest::newRow(name) << planWith(settings);
    };
    row("8 GPUs", {});
    row("ZeRO-3 over two nodes", {{"layout.zero", "3"}, {"cluster.gpus", "16"}});
    row("tensor and pipeline",
        {{"layout.tensor", "2"}, {"layout.pipeline", "2"}, {"workload.global_batch", "16"}});
    row("offload",
        {{"layout.zero", "3"},
         {"layout.offload_optimizer", "cpu"},
         {"layout.offload_parameters", "cpu"}});
    row("experts", {{"model.id", "mixtral-8x7b"}, {"layout.expert", "8"}, {"cluster.gpus", "64"}});
    row("context ranks", {{"layout.context", "4"}, {"workload.context", "65536"}});
}

void TestTime::fasterMachinesAreNotSlower()
{
    QFETCH(Plan, plan);
    const Resolved resolved = preparedPlan(plan);
    const Machine machine = machineFor(resolved);
    const double before = stepTime(resolved, machine).seconds;
    for (double Machine::*rate :
         {&Machine::products, &Machine::scores, &Machine::memory, &Machine::intra, &Machine::inter,
          &Machine::pcie, &Machine::host}) {
        Machine faster = machine;
        faster.*rate *= 2;
        const double after = stepTime(resolved, faster).seconds;
        QVERIFY2(after <= before * (1 + 1e-12), qPrintable(QString::number(after / before)));
    }
    Machine faster = machine;
    faster.products *= 2;
    QVERIFY(stepTime(resolved, faster).seconds < before);
}

/// A plan that the card holds only as the allocator empties its cache: its step waits for that in
/// each of 64 micro-batches. A larger card need not, and a plan that does not fit has no such time.
void TestTime::emptiedCachesTakeTheirTime()
{
    Plan plan;
    plan.model = llama(4096, 32, 32, 32, 14336, 131072);
    const std::vector<Setting> tight{{"recipe.framework", "nanotron"},
                                     {"workload.context", "4096"},
                                     {"workload.global_batch", "256"},
                                     {"layout.pipeline", "2"},
                                     {"layout.zero", "1"}};
    const auto flushSeconds = [&](const Plan& of) {
        const auto found = estimate(of, builtinCatalog());
        return found ? timed(found->plan).step[TimePart::CacheFlushes] : -1;
    };
    plan = planWith(tight, plan);
    QCOMPARE(flushSeconds(plan), 64 * 0.7);
    QCOMPARE(flushSeconds(planWith({{"cluster.device", "h200-sxm-141gb"}}, plan)), 0.0);
    QCOMPARE(flushSeconds(planWith({{"workload.micro_batch", "4"}}, plan)), 0.0);
}

/// Examples go before tokens, and each is as long as the mean. What no plan says is 20 tokens for
/// each parameter, where all of them are trained.
void TestTime::lengthOfARun_data()
{
    using Settings = std::vector<Setting>;
    QTest::addColumn<Settings>("settings");
    QTest::addColumn<double>("tokens"); // 0: not known
    QTest::addColumn<double>("steps");
    // A step has 8 sequences of 8,192 tokens.
    QTest::newRow("whole model") << Settings{} << 20 * 8'030'261'248.0 << 2450641.0;
    QTest::newRow("tokens") << Settings{{"workload.training_tokens", "1000000"}} << 1e6 << 15.0;
    QTest::newRow("less than a step")
        << Settings{{"workload.training_tokens", "1000"}} << 1e3 << 1.0;
    QTest::newRow("full examples")
        << Settings{{"workload.examples", "1000"}} << 1000 * 8192.0 << 125.0;
    QTest::newRow("two epochs and a half")
        << Settings{{"workload.examples", "1000"}, {"workload.epochs", "2.5"}} << 2500 * 8192.0
        << 312.0;
    QTest::newRow("padded examples")
        << Settings{{"workload.examples", "1000"}, {"workload.mean_length", "1024"}}
        << 1000 * 1024.0 << 125.0;
    QTest::newRow("packed examples") << Settings{{"workload.examples", "1000"},
                                                 {"workload.mean_length", "1024"},
                                                 {"job.packing", "packed"}}
                                     << 1000 * 1024.0 << 15.0;
    QTest::newRow("examples and tokens")
        << Settings{{"workload.examples", "1000"}, {"workload.training_tokens", "5"}}
        << 1000 * 8192.0 << 125.0;
    QTest::newRow("adapters") << Settings{{"adapter.kind", "lora"}} << 0.0 << 0.0;
    QTest::newRow("adapters and examples")
        << Settings{{"adapter.kind", "qlora"}, {"workload.examples", "1000"}} << 1000 * 8192.0
        << 125.0;
    QTest::newRow("a frozen embedding") << Settings{{"recipe.frozen", "embedding"}} << 0.0 << 0.0;
}

void TestTime::lengthOfARun()
{
    QFETCH(const std::vector<Setting>, settings);
    QFETCH(const double, tokens);
    QFETCH(const double, steps);
    const TimeAnswer answer = timed(preparedWith(settings));
    QCOMPARE(answer.run.has_value(), tokens > 0);
    const Plan plan = planWith(settings);
    if (!plan.workload.examples && !plan.workload.trainingTokens)
        QCOMPARE(assumesLength(plan), tokens > 0);
    const auto says = [&](const char* part) {
        return std::ranges::any_of(timeSentences(answer), [part](const Text& text) {
            return english(text).find(part) != std::string::npos;
        });
    };
    QCOMPARE(says("Run of "), tokens > 0);
    QCOMPARE(says("A million tokens: USD "), !(tokens > 0));
    if (!answer.run)
        return;
    QCOMPARE(answer.run->tokens, tokens);
    QCOMPARE(answer.run->steps, steps);
    QVERIFY(near(answer.run->seconds, tokens / (answer.tokensPerSecond * answer.realShare)));
}

void TestTime::noTime_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("problem");
    const auto row
        = [](const char* name, const std::vector<Setting>& settings, const char* problem) {
              QTest::newRow(name) << planWith(settings) << QString::fromUtf8(problem);
          };
    row("no use of the peak", {{"cluster.utilisation", "0"}},
        "cluster.utilisation: must be above 0 for a time; found 0");
    row("no link within a node", {{"cluster.links.intra", "0"}},
        "cluster.links.intra: must be above 0 for a time; found 0");
    row("no network", {{"cluster.gpus", "16"}, {"cluster.links.inter", "0"}},
        "cluster.links.inter: must be above 0 for a time; found 0");
    row("a method without a layout", {{"method", "lecture"}},
        "method: has no time: only the exact method knows the layout; found lecture");
    row("a device of unknown speed", {{"cluster.device", "kunlun-p800-96gb"}},
        "cluster.device: has no time: the catalogue does not know its speed in this precision; "
        "set cluster.peak_tflops and cluster.memory_bandwidth; found kunlun-p800-96gb");
    row("no peak", {{"cluster.peak_tflops", "0"}},
        "cluster.peak_tflops: must be above 0 for a time; found 0");
    row("no memory of the host", {{"cluster.links.host", "0"}, {"layout.offload_optimizer", "cpu"}},
        "cluster.links.host: must be above 0 for a time; found 0");
    row("no bus", {{"cluster.links.pcie", "0"}, {"layout.offload_activations", "cpu"}},
        "cluster.links.pcie: must be above 0 for a time; found 0");
    row("no disk",
        {{"cluster.links.disk", "0"}, {"layout.zero", "3"}, {"layout.offload_parameters", "nvme"}},
        "cluster.links.disk: must be above 0 for a time; found 0");
}

void TestTime::noTime()
{
    QFETCH(Plan, plan);
    QFETCH(QString, problem);
    const auto answer = timeOf(preparedPlan(plan));
    QVERIFY(!answer);
    QCOMPARE(shown(answer.problems()), QStringList{problem});
}

/// Each model under each framework, with both ends on one stage and on two. A row has one framework
/// and what is trained.
void TestTime::stepsWhatTheLedgerTrains_data()
{
    QTest::addColumn<std::string>("framework");
    QTest::addColumn<AdapterKind>("adapter");
    QTest::addColumn<bool>("freezes");
    for (const std::string_view framework : namesOf<Framework>()) {
        const std::string name(framework);
        const auto row = [&](const char* what, AdapterKind adapter, bool freezes) {
            QTest::newRow((name + ", " + what).c_str()) << name << adapter << freezes;
        };
        row("all weights", AdapterKind::None, false);
        row("adapters", AdapterKind::Lora, false);
        row("a frozen embedding", AdapterKind::None, true);
    }
}

void TestTime::stepsWhatTheLedgerTrains()
{
    QFETCH(const std::string, framework);
    QFETCH(const AdapterKind, adapter);
    QFETCH(const bool, freezes);
    int compared = 0;
    for (const Model& model : builtinCatalog().models())
        for (const char* stages : {"1", "2"}) {
            Plan asked = planWith({{"model.id", model.id.c_str()},
                                   {"recipe.framework", framework.c_str()},
                                   {"layout.pipeline", stages},
                                   {"layout.zero", "0"}});
            asked.adapter.kind = adapter;
            if (freezes)
                asked.recipe.frozen = {FrozenPart::Embedding};
            const auto plan = prepare(asked, builtinCatalog());
            if (!plan)
                continue; // this framework or model has no such plan
            std::int64_t trained = 0;
            for (const Stage& stage : plan->stages) {
                std::int64_t ofStage = valueOf(Symbol::TrainedParameters, stage.symbols);
                if (plan->floatAdapters() && !plan->trainsAll())
                    ofStage += valueOf(Symbol::SavedParameters, stage.symbols);
                trained = std::max(trained, ofStage);
            }
            const double stepped = stepTime(*plan, machineFor(*plan)).stepped;
            QVERIFY2(near(stepped, static_cast<double>(trained)),
                     (model.id + ", " + stages + " stages: the optimizer steps "
                      + std::to_string(stepped) + " of " + std::to_string(trained))
                         .c_str());
            ++compared;
        }
    QVERIFY(compared > 0);
}

/// Head and embedding of Llama 3.2 1B share 2,048 · 128,256 entries, which litgpt holds and trains
/// twice: 1,235,814,400 + 262,668,288.
void TestTime::untiedHeadsAreStepped()
{
    const auto stepped = [](const char* framework) {
        const Resolved plan = preparedWith(
            {{"model.id", "llama-3.2-1b"}, {"recipe.framework", framework}, {"cluster.gpus", "1"}});
        return stepTime(plan, machineFor(plan)).stepped;
    };
    QCOMPARE(stepped("pytorch-fsdp"), 1'235'814'400.0);
    QCOMPARE(stepped("litgpt"), 1'498'482'688.0);
}

void TestTime::unusedLinksMayBeNothing_data()
{
    QTest::addColumn<std::vector<Setting>>("settings");
    QTest::addColumn<std::vector<Setting>>("links");
    const Setting intra{"cluster.links.intra", "0"}, inter{"cluster.links.inter", "0"},
        pcie{"cluster.links.pcie", "0"}, host{"cluster.links.host", "0"},
        disk{"cluster.links.disk", "0"};
    const auto row
        = [](const char* name, const std::vector<Setting>& settings,
             const std::vector<Setting>& links) { QTest::newRow(name) << settings << links; };
    row("one GPU", {{"cluster.gpus", "1"}}, {intra, inter, pcie, host, disk});
    row("one node", {{"layout.tensor", "8"}}, {inter, pcie, host, disk});
    row("experts in one node", {{"model.id", "mixtral-8x7b"}, {"layout.expert", "8"}},
        {inter, pcie, host, disk});
    row("nodes of one GPU", {{"cluster.gpus_per_node", "1"}, {"layout.zero", "3"}},
        {intra, pcie, host, disk});
    row("one fast domain of 72",
        {{"cluster.device", "gb200-per-gpu-186gb"},
         {"cluster.gpus", "64"},
         {"cluster.gpus_per_node", "4"}},
        {inter, pcie, host, disk});
    row("weights on disk", {{"layout.zero", "3"}, {"layout.offload_parameters", "nvme"}},
        {inter, pcie, host});
    row("activations on the host", {{"layout.offload_activations", "cpu"}}, {inter, host, disk});
}

/// A link that the plan does not use changes nothing and is listed as such, whatever its speed.
void TestTime::unusedLinksMayBeNothing()
{
    QFETCH(std::vector<Setting>, settings);
    QFETCH(std::vector<Setting>, links);
    const TimeAnswer usual = timed(preparedWith(settings));
    const Plan plan = planWith(links, planWith(settings));
    const Resolved without = preparedPlan(plan);
    QCOMPARE(timed(without).seconds, usual.seconds);
    for (const Setting& link : links) {
        QVERIFY(std::ranges::count(ignoredKeys(plan, without), link.key) == 1);
        QVERIFY(
            std::ranges::count(usual.assumptions, std::string(link.key.text()), &Assumption::field)
            == 0);
    }
}

void TestTime::statedRates()
{
    const std::vector<Setting> kunlun{{"cluster.device", "kunlun-p800-96gb"},
                                      {"layout.zero", "3"},
                                      {"cluster.peak_tflops", "345"},
                                      {"cluster.memory_bandwidth", "1200"}};
    const Resolved plan = preparedWith(kunlun);
    QVERIFY(timeOf(plan));
    const auto machine = machineOf(plan);
    QVERIFY(machine);
    QCOMPARE(machine->products, 345e12);
    QCOMPARE(machine->scores, 345e12);
    QCOMPARE(machine->memory, 1.2e12);
    // 16 bits at half of the rate of 8.
    const auto eight = machineOf(
        preparedWith({{"recipe.precision", "fp8-mixed"}, {"cluster.peak_tflops", "2000"}}));
    QCOMPARE(eight->products, 2e15);
    QCOMPARE(eight->scores, 1e15);
    // AdamW on the host reads and writes 28 bytes for each of P / 8 parameters (16-bit gradients)
    // at three quarters of 10 GB/s, and 2 + 2 of them cross a bus that is no limit here.
    const TimeAnswer offloaded = timed(preparedWith({{"layout.zero", "3"},
                                                     {"layout.offload_optimizer", "cpu"},
                                                     {"cluster.links.host", "10"},
                                                     {"cluster.links.pcie", "1e6"}}));
    const double parameters = 8030261248.0 / 8;
    const double seconds = offloaded.step[TimePart::Optimizer];
    QVERIFY2(near(seconds, 28 * parameters / 7.5e9, 1e-2), qPrintable(QString::number(seconds)));
    // 3 of 4 bytes a second take a third longer to read and write back the states.
    const auto onDisk = [](const char* rate) {
        return timed(preparedWith({{"layout.zero", "3"},
                                   {"layout.offload_optimizer", "nvme"},
                                   {"cluster.links.disk", rate}}))
            .step[TimePart::Optimizer];
    };
    QVERIFY(near(onDisk("3") - onDisk("4"), 2 * 12 * parameters * (1 / 3e9 - 1 / 4e9)));
    const TimeAnswer board = timed(preparedWith({{"cluster.board_power", "1000"}}));
    QVERIFY(near(*board.run->kilowattHours, board.run->gpuHours));
}

void TestTime::extremesStayFinite_data()
{
    QTest::addColumn<Plan>("plan");
    const auto row = [](const char* name, const std::vector<Setting>& settings) {
        QTest::newRow(name) << planWith(settings);
    };
    row("10^18 tokens at the highest price",
        {{"workload.training_tokens", "1000000000000000000"}, {"cluster.price_per_hour", "1e9"}});
    row("one token", {{"workload.training_tokens", "1"}});
    row("no price", {{"cluster.price_per_hour", "0"}});
    row("links next to nothing", {{"layout.tensor", "2"}, {"cluster.links.intra", "1e-9"}});
    row("a peak next to nothing", {{"cluster.peak_tflops", "1e-9"}});
    row("memory of a host next to nothing",
        {{"layout.offload_optimizer", "cpu"}, {"cluster.links.host", "1e-9"}});
    row("power beyond any board", {{"cluster.board_power", "1e9"}});
    row("a use next to nothing", {{"cluster.utilisation", "1e-300"}});
    row("the longest context",
        {{"workload.context", "16777216"}, {"workload.micro_batch", "65536"}});
    row("the largest batch", {{"workload.global_batch", "2147483648"}});
    row("a million GPUs", {{"cluster.gpus", "1048576"}});
    row("the largest model", {{"model.parameters", "1e14"}});
}

void TestTime::extremesStayFinite()
{
    QFETCH(Plan, plan);
    const auto answer = timeOf(preparedPlan(plan));
    if (!answer) {
        QVERIFY(!shown(answer.problems()).isEmpty());
        return;
    }
    for (const double number :
         {answer->seconds, answer->low, answer->high, answer->tokensPerSecond,
          answer->modelUtilisation, answer->run->gpuHours, answer->run->days(),
          answer->run->sixOperations, answer->run->price.value_or(0),
          answer->run->kilowattHours.value_or(0)})
        QVERIFY(std::isfinite(number) && number >= 0);
    for (const Text& sentence : timeSentences(*answer)) {
        const QString text = shown(english(sentence));
        static const QRegularExpression noNumber(QStringLiteral("\\b(inf|nan)\\b|−|\\s-\\d"));
        QVERIFY2(!text.contains(noNumber), qPrintable(text));
    }
}

void TestTime::randomPlans()
{
    Random random(14);
    int answered = 0;
    for (int i = 0; i < casesToTry(2000); ++i) {
        const Plan plan = randomPlan(random);
        const auto resolved = prepare(plan, builtinCatalog());
        if (!resolved)
            continue;
        const auto answer = timeOf(*resolved);
        if (!answer)
            continue;
        ++answered;
        QVERIFY(answer->low <= answer->seconds && answer->seconds <= answer->high);
        QVERIFY(near(sumOf(answer->step), answer->step.seconds));
        for (const double part : answer->step.parts)
            QVERIFY2(part >= 0 && std::isfinite(part), qPrintable(QString::number(part)));
        for (const Traffic& traffic : answer->step.traffic)
            QVERIFY(traffic.waits >= 0 && traffic.waits <= traffic.seconds * (1 + 1e-9));
        double lines = 0;
        for (const TimeLine& line : answer->lines) {
            lines += line.seconds;
            QVERIFY(!english(line.formula).empty() && !english(line.numbers).empty()
                    && !english(line.source).empty());
        }
        QVERIFY(answer->byUtilisation || near(lines, answer->seconds));
        QVERIFY(answer->modelUtilisation > 0 && answer->modelUtilisation <= 1);
    }
    QVERIFY2(answered > casesToTry(100), qPrintable(QString::number(answered)));
}

void TestTime::everyDeviceAnswers()
{
    int answered = 0;
    for (const Device& device : builtinCatalog().devices()) {
        Plan plan;
        plan.cluster.device = device.id;
        const auto answer = timeOf(preparedPlan(plan));
        answered += answer ? 1 : 0;
        QVERIFY2(answer || device.rates == std::nullopt, device.id.c_str());
        if (answer)
            QVERIFY2(answer->seconds > 0.05 && answer->seconds < 3600, device.id.c_str());
    }
    QVERIFY(answered >= 60);
}

void TestTime::everyAssumptionIsSaid()
{
    const auto fields = [](const std::vector<Setting>& settings) {
        QStringList list;
        for (const Assumption& assumption : timed(preparedWith(settings)).assumptions)
            list << shown(assumption.field);
        return list;
    };
    const std::vector<Setting> onDisk{
        {"cluster.gpus", "16"}, {"layout.zero", "3"}, {"layout.offload_optimizer", "nvme"}};
    const QStringList open = fields(onDisk);
    const QStringList written = fields({{"cluster.gpus", "16"},
                                        {"layout.zero", "3"},
                                        {"layout.offload_optimizer", "nvme"},
                                        {"workload.training_tokens", "1000"},
                                        {"cluster.price_per_hour", "2"},
                                        {"cluster.links.intra", "450"},
                                        {"cluster.links.inter", "50"},
                                        {"cluster.links.pcie", "63"},
                                        {"cluster.links.host", "50"},
                                        {"cluster.links.disk", "2"},
                                        {"cluster.peak_tflops", "989"},
                                        {"cluster.memory_bandwidth", "3350"},
                                        {"cluster.board_power", "700"}});
    for (const char* key :
         {"workload.training_tokens", "cluster.price_per_hour", "cluster.links.intra",
          "cluster.links.inter", "cluster.links.pcie", "cluster.links.host", "cluster.links.disk",
          "cluster.peak_tflops", "cluster.memory_bandwidth", "cluster.board_power"}) {
        QVERIFY2(open.contains(QLatin1String(key)), key);
        QVERIFY2(!written.contains(QLatin1String(key)), key);
    }
    QVERIFY(written.contains(QLatin1String("recipe.framework")));
}

void TestTime::amounts_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<QString>("text");
    QTest::newRow("0.0123") << 0.01234 << "0.0123";
    QTest::newRow("0.740") << 0.74 << "0.740";
    QTest::newRow("nearly one") << 0.9997 << "1.00";
    QTest::newRow("0.0000123") << 1.234e-5 << "1.23e-05";
    QTest::newRow("none") << 0.0 << "0";
    QTest::newRow("3.06") << 3.0567 << "3.06";
    QTest::newRow("12.5") << 12.51 << "12.5";
    QTest::newRow("2,157") << 2157.06 << "2,157";
    QTest::newRow("7.68e+21") << 7.68e21 << "7.68e+21";
}

void TestTime::amounts()
{
    QFETCH(double, number);
    QFETCH(QString, text);
    QCOMPARE(shown(amountText(number)), text);
    QCOMPARE(shown(countText(26666)), QStringLiteral("26,666"));
    QCOMPARE(shown(countText(1e18)), QStringLiteral("1.00e+18"));
}

QTEST_APPLESS_MAIN(TestTime)
#include "test_time.moc"
