// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/ledger/optimizer.h"
#include "core/plan/keys.h"
#include "helpers.h"
#include "random_plan.h"

#include <QtTest>

#include <array>
#include <limits>

using namespace highwater;

namespace {

/// P = 256 + 256 + 8 outside the layer, 4·64 + 2·8 + 3·128 in it: 1,176; of these 640 in hidden
/// matrices and 536 elsewhere.
CustomModel tiny()
{
    return llama(8, 1, 2, 2, 16, 32);
}
constexpr Bytes tinyParameters = 1176;

Bytes statesOf(const GroupBytes& groups)
{
    return groups[Group::Parameters] + groups[Group::Gradients] + groups[Group::Optimizer];
}

const GroupBytes& at(const Estimate& estimate, Moment moment)
{
    return estimate.answer.moments[static_cast<std::size_t>(moment)].perGroup;
}

const int randomPlans = casesToTry(1500);

} // namespace

class TestExact : public QObject
{
    Q_OBJECT

private slots:
    void statesByZeroStage_data();
    void statesByZeroStage();
    void shardsAreWholeBytes();
    void bytesPerParameter_data();
    void bytesPerParameter();
    void momentsOfTheOptimizer_data();
    void momentsOfTheOptimizer();
    void logits_data();
    void logits();
    void chunkOfTheLargeVocabulary();
    void gatheredWeights();
    void accumulationKeepsGradients();
    void gradientsThatAreNotKept();
    void fullRecomputation();
    void overheadByHand_data();
    void overheadByHand();
    void overheadOfHugePlans();
    void overheadOfAMiddleStage();
    void verdicts_data();
    void verdicts();
    void hostIsFull();
    void overflows_data();
    void overflows();
    void groupsAndMomentsAddUp();
    void addingEqualsRecording();
    void monotone_data();
    void monotone();
    void growsWithTheModel_data();
    void growsWithTheModel();
    void statesNeverGrowWithTheStage();
    void recomputationNeverCosts();
    void bandHoldsTheTotal();
    void aTrainersCard_data();
    void aTrainersCard();
    void absurdPlansHaveNoWrongNumber();
    void absurdLayoutsHaveNoWrongNumber();
};

void TestExact::statesByZeroStage_data()
{
    QTest::addColumn<std::int64_t>("stage");
    QTest::addColumn<Gradients>("kind");
    QTest::addColumn<Bytes>("parameters");
    QTest::addColumn<Bytes>("gradients");
    QTest::addColumn<Bytes>("optimizer");
    const auto row = [](const char* name, std::int64_t stage, Gradients kind, Bytes parameters,
                        Bytes gradients, Bytes optimizer) {
        QTest::newRow(name) << stage << kind << parameters << gradients << optimizer;
    };
    // ZeRO, arXiv 1910.02054, section 3, with P = 8,030,261,248 and S = 8
    row("stage 0: 2P, 2P, 12P", 0, Gradients::Bf16, 16'060'522'496, 16'060'522'496, 96'363'134'976);
    row("stage 1: 2P, 2P, 12P/8", 1, Gradients::Bf16, 16'060'522'496, 16'060'522'496,
        12'045'391'872);
    row("stage 2: 2P, 2P/8, 12P/8", 2, Gradients::Bf16, 16'060'522'496, 2'007'565'312,
        12'045'391'872);
    row("stage 3: 2P/8, 2P/8, 12P/8", 3, Gradients::Bf16, 2'007'565'312, 2'007'565'312,
        12'045'391'872);
    row("stage 1, 32-bit gradients: 4P", 1, Gradients::Fp32, 16'060'522'496, 32'121'044'992,
        12'045'391'872);
    row("stage 2, both gradients: 6P/8", 2, Gradients::Both, 16'060'522'496, 6'022'695'936,
        12'045'391'872);
}

void TestExact::statesByZeroStage()
{
    QFETCH(std::int64_t, stage);
    QFETCH(Gradients, kind);
    QFETCH(Bytes, parameters);
    QFETCH(Bytes, gradients);
    QFETCH(Bytes, optimizer);
    Plan plan;
    plan.layout.zero = stage;
    plan.recipe.gradients = kind;
    const Estimate found = estimated(plan);
    QCOMPARE(groupOf(found, Group::Parameters), parameters);
    QCOMPARE(groupOf(found, Group::Gradients), gradients);
    QCOMPARE(groupOf(found, Group::Optimizer), optimizer);

    // Replicas hold whole copies: S = D / 2.
    plan.cluster.gpus = 16;
    plan.layout.replicate = 2;
    QCOMPARE(groupOf(estimated(plan), Group::Optimizer), optimizer);
}

void TestExact::shardsAreWholeBytes()
{
    // Each entry rounds up to a whole byte: 2·256, 2·256, 2·8, 2·256, 2·384, 2·16 over 7
    Plan plan = bare(tiny());
    plan.cluster.gpus = 7;
    plan.layout.zero = 3;
    const Estimate found = estimated(plan);
    QCOMPARE(groupOf(found, Group::Parameters), Bytes{74 + 74 + 3 + 74 + 110 + 5});
    // Gradients: embedding, head, other, the layer of 2·656; master and moments 4·1176 each
    QCOMPARE(groupOf(found, Group::Gradients), Bytes{74 + 74 + 3 + 188});
    QCOMPARE(groupOf(found, Group::Optimizer), Bytes{3 * 672});
}

void TestExact::bytesPerParameter_data()
{
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<Optimizer>("optimizer");
    QTest::addColumn<Gradients>("gradients");
    QTest::addColumn<bool>("master");
    QTest::addColumn<Bytes>("weightBytes");
    QTest::addColumn<Bytes>("gradientBytes");
    QTest::addColumn<Bytes>("optimizerBytes");
    struct PrecisionRow
    {
        Precision precision;
        Bytes weight;
    };
    constexpr PrecisionRow precisions[]{{Precision::Bf16Mixed, 2}, {Precision::Fp16Mixed, 2},
                                        {Precision::Bf16, 2},      {Precision::Fp32, 4},
                                        {Precision::Fp8Mixed, 2},  {Precision::Mxfp8Mixed, 2},
                                        {Precision::Nvfp4Mixed, 2}};
    struct OptimizerRow
    {
        Optimizer optimizer;
        Bytes state; // of the tiny model, without master weights
        Bytes beside16 = state; // with 16-bit gradients
    };
    // Bytes a parameter in addition to master weights: AdamW 8, 8-bit 2, SGD 0, momentum 4, AdaGrad
    // 4.
    constexpr OptimizerRow optimizers[]{
        {Optimizer::AdamW, 8 * tinyParameters},
        // arXiv 2110.02861: a byte for each moment, and 4 for its scale in each of 5 blocks of 256
        {Optimizer::AdamW8bit, 2 * tinyParameters + 2 * 4 * 5},
        {Optimizer::Sgd, 0},
        {Optimizer::SgdMomentum, 4 * tinyParameters},
        {Optimizer::Adagrad, 4 * tinyParameters},
        // arXiv 1804.04235: 4 bytes for each row and column of a matrix and each entry of a vector:
        // embedding and head 2·(32 + 8), final norm 8, attention 4·(8 + 8), norms 16, MLP 3·(8 +
        // 16)
        {Optimizer::Adafactor, 4 * (80 + 8 + 64 + 16 + 72)},
        {Optimizer::Lion, 4 * tinyParameters}, // arXiv 2302.06675: one momentum
        // arXiv 2502.16982: momentum for all, AdamW's variance outside the hidden matrices
        // in the type of the gradients
        {Optimizer::Muon, 4 * tinyParameters + 4 * 536, 2 * tinyParameters + 2 * 536}};
    struct GradientRow
    {
        Gradients gradients;
        Bytes each;
    };
    constexpr GradientRow gradients[]{
        {Gradients::Bf16, 2}, {Gradients::Fp32, 4}, {Gradients::Both, 6}};
    for (const PrecisionRow& p : precisions)
        for (const OptimizerRow& o : optimizers)
            for (const GradientRow& g : gradients)
                for (const bool master : {false, true}) {
                    const std::string name = std::string(nameOf(p.precision)) + ", "
                        + std::string(nameOf(o.optimizer)) + ", gradients "
                        + std::string(nameOf(g.gradients)) + (master ? ", master" : "");
                    QTest::newRow(name.c_str())
                        << p.precision << o.optimizer << g.gradients << master
                        << p.weight * tinyParameters << g.each * tinyParameters
                        << (g.each == 2 ? o.beside16 : o.state) + (master ? 4 * tinyParameters : 0);
                }
}

void TestExact::bytesPerParameter()
{
    QFETCH(Precision, precision);
    QFETCH(Optimizer, optimizer);
    QFETCH(Gradients, gradients);
    QFETCH(bool, master);
    QFETCH(Bytes, weightBytes);
    QFETCH(Bytes, gradientBytes);
    QFETCH(Bytes, optimizerBytes);
    Plan plan = bare(tiny());
    plan.recipe.precision = precision;
    plan.recipe.optimizer = optimizer;
    plan.recipe.gradients = gradients;
    plan.recipe.masterWeights = master;
    const Estimate found = estimated(plan);
    QCOMPARE(found.parameters(), tinyParameters);
    QCOMPARE(groupOf(found, Group::Parameters), weightBytes);
    QCOMPARE(groupOf(found, Group::Gradients), gradientBytes);
    QCOMPARE(groupOf(found, Group::Optimizer), optimizerBytes);
}

void TestExact::momentsOfTheOptimizer_data()
{
    QTest::addColumn<Optimizer>("optimizer");
    QTest::addColumn<Moments>("moments");
    QTest::addColumn<Bytes>("bytes"); // with 4P of master weights
    const auto row = [](const char* name, Optimizer optimizer, Moments moments, Bytes bytes) {
        QTest::newRow(name) << optimizer << moments << bytes;
    };
    row("AdamW, 16 bits: 4 + 2 + 2", Optimizer::AdamW, Moments::Bf16, 8 * tinyParameters);
    row("AdamW, 8 bits: 4 + 1 + 1, scales of 5 blocks", Optimizer::AdamW, Moments::Int8,
        6 * tinyParameters + 2 * 4 * 5);
    row("8-bit AdamW in 32 bits: 4 + 4 + 4", Optimizer::AdamW8bit, Moments::Fp32,
        12 * tinyParameters);
    row("momentum, 16 bits: 4 + 2", Optimizer::SgdMomentum, Moments::Bf16, 6 * tinyParameters);
    row("SGD has none", Optimizer::Sgd, Moments::Bf16, 4 * tinyParameters);
    row("AdaGrad, 16 bits: 4 + 2", Optimizer::Adagrad, Moments::Bf16, 6 * tinyParameters);
    row("Muon, 16 bits: 4 + 2, 2 outside", Optimizer::Muon, Moments::Bf16,
        6 * tinyParameters + 2 * 536);
    row("Adafactor's sums stay in 32 bits", Optimizer::Adafactor, Moments::Bf16,
        4 * tinyParameters + 960);
}

void TestExact::momentsOfTheOptimizer()
{
    QFETCH(Optimizer, optimizer);
    QFETCH(Moments, moments);
    QFETCH(Bytes, bytes);
    Plan plan = bare(tiny());
    plan.recipe.optimizer = optimizer;
    plan.recipe.moments = moments;
    QCOMPARE(groupOf(estimated(plan), Group::Optimizer), bytes);
}

void TestExact::logits_data()
{
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<Loss>("loss");
    QTest::addColumn<Bytes>("forwardEnd");
    QTest::addColumn<Bytes>("atTheLoss");
    QTest::addColumn<Bytes>("layerBackward");
    const auto row = [](const char* name, Precision precision, Loss loss, Bytes forwardEnd,
                        Bytes atTheLoss, Bytes layerBackward) {
        QTest::newRow(name) << precision << loss << forwardEnd << atTheLoss << layerBackward;
    };
    // s = 512, v = 32: 16,384 logits. Their band is gone when a layer's backward pass runs, which
    // has at its first product the gradients of its output, its input and its weight: 2·h·s
    // + 2·f·s + 2·f·h = 2·512·(8 + 16) + 2·16·8, twice that in 32 bits.
    row("16 bits, upcast, gradient, its cast: 2 + 4 + 4 + 2", Precision::Bf16Mixed, Loss::Full,
        6 * 16384, 12 * 16384, 24832);
    row("pure 16 bits upcast as well", Precision::Bf16, Loss::Full, 6 * 16384, 12 * 16384, 24832);
    row("32 bits: 4 + 4 + 4", Precision::Fp32, Loss::Full, 8 * 16384, 12 * 16384, 49664);
    // Liger: ceil(32 / 8) = 4 chunks of 128 tokens, one of them alive, and only at the loss,
    // together with the gradients of the head's input and weight: 128·32 + 8·512 + 32·8 values
    row("chunked", Precision::Bf16Mixed, Loss::Chunked, 0, 2 * 8448, 24832);
    row("chunked, 32 bits", Precision::Fp32, Loss::Chunked, 0, 4 * 8448, 49664);
}

void TestExact::logits()
{
    QFETCH(Precision, precision);
    QFETCH(Loss, loss);
    QFETCH(Bytes, forwardEnd);
    QFETCH(Bytes, atTheLoss);
    QFETCH(Bytes, layerBackward);
    Plan plan = bare(tiny());
    plan.recipe.precision = precision;
    plan.recipe.loss = loss;
    plan.workload.context = 512;
    const Estimate found = estimated(plan);
    QCOMPARE(at(found, Moment::Load)[Group::Temporary], Bytes{0});
    QCOMPARE(at(found, Moment::ForwardEnd)[Group::Temporary], forwardEnd);
    QCOMPARE(at(found, Moment::Loss)[Group::Temporary], atTheLoss);
    QCOMPARE(at(found, Moment::LayerBackward)[Group::Temporary], layerBackward);
    QCOMPARE(at(found, Moment::OptimizerStep)[Group::Temporary], Bytes{0});
}

void TestExact::chunkOfTheLargeVocabulary()
{
    // Llama 3.1 8B at 8,192: ceil(128,256 / 4,096) = 32 chunks of 256 tokens, and the gradients of
    // the head and of its input
    Plan plan;
    plan.recipe.loss = Loss::Chunked;
    const Estimate found = estimated(plan);
    QCOMPARE(at(found, Moment::Loss)[Group::Temporary],
             Bytes{2LL * (256 * 128256 + 128256LL * 4096 + 8192 * 4096)});
    // Frozen, the head has none.
    plan.adapter.kind = AdapterKind::Lora;
    QCOMPARE(at(estimated(plan), Moment::Loss)[Group::Temporary],
             Bytes{2LL * (256 * 128256 + 8192 * 4096)});
}

void TestExact::gatheredWeights()
{
    // P_layer = 218,112,000 and P_head = 525,336,576 of Llama 3.1 8B
    constexpr Bytes layer = 218'112'000, head = 525'336'576;
    constexpr Bytes tokens = 8192;
    constexpr Bytes gradients = 2 * tokens * (4096 + 14336) + 2LL * 4096 * 14336;
    Plan plan;
    for (const std::int64_t stage : {0, 1}) {
        plan.layout.zero = stage;
        QCOMPARE(at(estimated(plan), Moment::LayerBackward)[Group::Temporary], gradients);
    }
    // The head's gradient is whole until it is reduced together with those outside the layers.
    plan.layout.zero = 2;
    QCOMPARE(at(estimated(plan), Moment::LayerBackward)[Group::Temporary], gradients + 2 * head);
    // A layer's gradients are whole at its end, when its activations are freed. With few tokens
    // this is the highest point; apart from them only the residual stream's gradient exists there.
    Plan shortest = plan;
    shortest.workload.context = 128;
    QCOMPARE(at(estimated(shortest), Moment::LayerBackward)[Group::Temporary],
             2 * 128 * 4096 + 2 * layer + 2 * head);
    plan.layout.zero = 3; // and the weights of this block and the next
    QCOMPARE(at(estimated(plan), Moment::LayerBackward)[Group::Temporary],
             gradients + 2 * head + 2 * 2 * layer);
    QCOMPARE(at(estimated(plan), Moment::ForwardEnd)[Group::Temporary],
             6 * tokens * 128256 + 2 * head);
    plan.cluster.gpus = 1; // one GPU has nothing to gather
    QCOMPARE(at(estimated(plan), Moment::LayerBackward)[Group::Temporary], gradients);
}

void TestExact::accumulationKeepsGradients()
{
    Plan kept;
    kept.cluster.overhead = Overhead::None;
    Plan freed = kept;
    freed.recipe.keepGradients = false;
    freed.workload.globalBatch = 8; // one micro-batch a GPU
    QVERIFY(estimated(freed).answer.totals.total < estimated(kept).answer.totals.total);
    freed.workload.globalBatch = 9; // ceil(9 / 8) = 2: kept between them in any case
    QCOMPARE(estimated(freed).plan.microBatches, std::int64_t{2});
    QCOMPARE(estimated(freed).answer.totals.total, estimated(kept).answer.totals.total);
    // The number of micro-batches changes nothing else.
    kept.workload.globalBatch = 1920;
    freed.workload.globalBatch = 1920;
    QCOMPARE(estimated(freed).answer.totals.perGpu, estimated(kept).answer.totals.perGpu);
    kept.workload.globalBatch.reset();
    QCOMPARE(estimated(freed).answer.totals.perGpu, estimated(kept).answer.totals.perGpu);
}

void TestExact::gradientsThatAreNotKept()
{
    // Llama 3.1 8B: P = 8,030,261,248, a layer of 218,112,000, head and embedding of 525,336,576
    Plan plan;
    plan.recipe.keepGradients = false;
    const Estimate found = estimated(plan);
    QCOMPARE(at(found, Moment::ForwardEnd)[Group::Gradients], Bytes{0});
    QCOMPARE(at(found, Moment::Loss)[Group::Gradients], Bytes{0});
    // the last layer's, the head's, the final norm's, the embedding's
    QVERIFY(at(found, Moment::LayerBackward)[Group::Gradients] >= Bytes{2 * 218'112'000LL});
    QVERIFY(at(found, Moment::LayerBackward)[Group::Gradients] < Bytes{16'060'522'496});
    // at the first layer's last product: neither its own nor the embedding's
    QCOMPARE(at(found, Moment::BackwardEnd)[Group::Gradients],
             Bytes{16'060'522'496 - 2 * 218'112'000LL - 2 * 525'336'576LL});
    plan.workload.context = 128; // few activations: when all of them are made
    QCOMPARE(at(estimated(plan), Moment::BackwardEnd)[Group::Gradients], Bytes{16'060'522'496});
    QCOMPARE(at(found, Moment::OptimizerStep)[Group::Gradients], Bytes{16'060'522'496});
}

void TestExact::fullRecomputation()
{
    // 2sbh a layer, and one layer's full set while it is recomputed (arXiv 2205.05198, section 5)
    constexpr Bytes tokens = 8192, inputs = 32 * tokens * 2 * 4096;
    constexpr Bytes layer = tokens * 139'400, head = tokens * (4 * 4096 + 4);
    Plan plan;
    plan.recipe.recompute = Recompute::Full;
    const Estimate found = estimated(plan);
    QCOMPARE(at(found, Moment::ForwardEnd)[Group::Activations], inputs + head);
    // The input of its first norm is the layer's input, which is kept anyway.
    QCOMPARE(at(found, Moment::LayerBackward)[Group::Activations],
             inputs + layer - tokens * 2 * 4096);
    // At the end of the backward pass the first layer's alone
    QCOMPARE(at(found, Moment::BackwardEnd)[Group::Activations], layer);
    QCOMPARE(at(found, Moment::OptimizerStep)[Group::Activations], Bytes{0});
}

void TestExact::overheadByHand_data()
{
    QTest::addColumn<Overhead>("level");
    QTest::addColumn<std::int64_t>("gpus");
    QTest::addColumn<Bytes>("outside");
    const auto row = [](const char* name, Overhead level, std::int64_t gpus, Bytes outside) {
        QTest::newRow(name) << level << gpus << outside;
    };
    // Two workspaces of 32 MiB on Hopper; the ring of eight ranks with buffers of 16 channels, the
    // measured bytes plus those of NVLink SHARP, or buffers of 64 channels plus these.
    constexpr Bytes workspaces = 2 * 32 * mib;
    row("none", Overhead::None, 8, 0);
    row("low", Overhead::Low, 8, 450 * mib + workspaces + 16 * 12 * mib);
    row("expected", Overhead::Expected, 8, 600 * mib + workspaces + 688'000'000 + 256 * mib);
    row("high", Overhead::High, 8, 1200 * mib + workspaces + 64 * 12 * mib + 256 * mib);
    row("one GPU has no collectives", Overhead::Expected, 1, 600 * mib + workspaces);
}

void TestExact::overheadByHand()
{
    QFETCH(Overhead, level);
    QFETCH(std::int64_t, gpus);
    QFETCH(Bytes, outside);
    Plan plan;
    plan.cluster.gpus = gpus;
    plan.cluster.overhead = Overhead::None;
    const Bytes allocated = estimated(plan).answer.totals.total;
    plan.cluster.overhead = level;
    plan.cluster.reserve = 12345;
    const Estimate found = estimated(plan);
    QCOMPARE(found.answer.totals.allocated, allocated);
    const Bytes expected = outside + found.answer.totals.idle.expected + 12345;
    QCOMPARE(groupOf(found, Group::Overhead), expected);
    QCOMPARE(found.answer.totals.total, allocated + expected);
    for (const MomentTotal& moment : found.answer.moments)
        QCOMPARE(moment.perGroup[Group::Overhead], expected);
    const Totals& totals = found.answer.totals;
    QCOMPARE(totals.low == totals.total, level == Overhead::None);
    QCOMPARE(totals.high == totals.total, level == Overhead::None);
    QVERIFY(totals.low <= totals.eight.total.low && totals.eight.total.high <= totals.high);
    QVERIFY(totals.eight.total.holds(totals.total));
}

void TestExact::overheadOfHugePlans()
{
    // 2^24 tokens · 2^13 sequences · 32 layers · 139,400 bytes: 6.1e17, less than 8 EiB by far
    Plan plan;
    plan.workload.context = 16'777'216;
    plan.workload.microBatch = 8192;
    plan.cluster.overhead = Overhead::None;
    const Bytes allocated = estimated(plan).answer.totals.total;
    plan.cluster.overhead = Overhead::Expected;
    const Totals totals = estimated(plan).answer.totals;
    QVERIFY(allocated > 600'000'000'000'000'000);
    QVERIFY(totals.low < allocated && allocated < totals.total);
    QVERIFY(totals.total - allocated >= allocated / 100 * 3);
    QVERIFY(totals.high - allocated >= allocated / 20); // 5 %
}

/// The most loaded of eight stages has neither embedding nor head.
void TestExact::overheadOfAMiddleStage()
{
    const Answer answer
        = estimated(planWith({{"model.id", "deepseek-v3-r1-671b"}, {"layout.pipeline", "8"}}))
              .answer;
    QCOMPARE(answer.totals.stage, std::int64_t{1});
    Bytes overhead = 0;
    for (const Line& line : answer.ledger)
        if (line.group == Group::Overhead)
            overhead += line.each * answer.copiesAtPeak(line);
    QVERIFY(overhead > 0);
    QCOMPARE(overhead, answer.totals.perGpu[Group::Overhead]);
}

void TestExact::verdicts_data()
{
    QTest::addColumn<int>(
        "line"); // 0: high, 1: total, 2: total without the allocator's idle memory
    QTest::addColumn<Bytes>("less");
    QTest::addColumn<Verdict>("verdict");
    QTest::newRow("high is the capacity") << 0 << Bytes{0} << Verdict::Fits;
    QTest::newRow("high is a byte over it") << 0 << Bytes{1} << Verdict::Probably;
    QTest::newRow("the total is the capacity") << 1 << Bytes{0} << Verdict::Probably;
    // On a card that is smaller by less, the allocator gives idle memory back.
    QTest::newRow("the tensors are a byte over it") << 2 << Bytes{1} << Verdict::Over;
}

void TestExact::verdicts()
{
    QFETCH(int, line);
    QFETCH(Bytes, less);
    QFETCH(Verdict, verdict);
    Plan plan;
    const Totals totals = estimated(plan).answer.totals;
    const std::array<Bytes, 3> lines{totals.high, totals.total,
                                     totals.total - totals.idle.expected};
    plan.cluster.capacity = lines[static_cast<std::size_t>(line)] - less;
    const Estimate found = estimated(plan);
    QCOMPARE(shown(nameOf(found.verdict)), shown(nameOf(verdict)));
    QCOMPARE(found.fits(), verdict != Verdict::Over);
    QCOMPARE(found.free(), *plan.cluster.capacity - found.answer.totals.total);
}

void TestExact::hostIsFull()
{
    Plan plan;
    plan.method = MethodId::DeepSpeed;
    plan.layout.zero = 2;
    plan.layout.offloadOptimizer = Offload::Cpu;
    plan.cluster.capacity = 1LL << 49;
    const Bytes host = estimated(plan).answer.hostPerNode;
    QVERIFY(host > 0);
    plan.cluster.hostMemory = host;
    QCOMPARE(estimated(plan).verdict, Verdict::Fits);
    plan.cluster.hostMemory = host - 1;
    QCOMPARE(estimated(plan).verdict, Verdict::Over);
}

void TestExact::overflows_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<KeyPath>("key"); ///< the key whose value is the farthest beyond real runs
    const auto row = [](const char* name, CustomModel model, Attention attention,
                        KeyPath key = "workload.micro_batch") {
        Plan plan = bare(std::move(model));
        plan.workload.context = 16'777'216;
        plan.workload.microBatch = 65'536;
        plan.recipe.attention = attention;
        QTest::newRow(name) << plan << key;
    };
    // 2^40 tokens of 2^23 bytes and more
    row("wide", llama(1 << 22, 1, 128, 128, 1 << 20, 256), Attention::Flash,
        "model.custom.hidden_size");
    row("many layers", llama(1 << 14, 65536, 128, 128, 1 << 10, 256), Attention::Flash,
        "model.custom.hidden_size");
    row("scores: 2^64 · 2^16 entries", llama(256, 2, 64, 64, 256, 256), Attention::Eager);
    row("logits: 2^40 · 2^24", llama(64, 1, 4, 4, 64, 1 << 24), Attention::Flash);
    CustomModel experts = llama(1 << 12, 8, 32, 32, 1 << 12, 256);
    experts.experts = 4096;
    experts.expertsPerToken = 4096;
    experts.moeIntermediateSize = 1 << 10;
    row("experts", experts, Attention::Flash);
}

void TestExact::overflows()
{
    QFETCH(Plan, plan);
    QFETCH(KeyPath, key);
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(!found, "a wrong number");
    QCOMPARE(found.problems().size(), std::size_t{1});
    QCOMPARE(shown(found.problems().front().field), shown(key));
    const auto prepared = prepare(plan, builtinCatalog());
    QVERIFY2(prepared, qPrintable(whyNot(prepared)));
    QVERIFY(!totals(*prepared));
    plan.workload.context = 16;
    plan.workload.microBatch = 1;
    const auto small = estimate(plan, builtinCatalog());
    QVERIFY2(small, qPrintable(whyNot(small))); // the model alone is not at fault
}

void TestExact::groupsAndMomentsAddUp()
{
    Random random(1);
    for (int i = 0; i < randomPlans; ++i) {
        const Plan plan = randomPlan(random);
        const Estimate found = estimated(plan);
        const Totals& totals = found.answer.totals;
        QCOMPARE(totals.perGpu.total(), totals.total);
        QCOMPARE(found.answer.moments.size(), momentCount);
        Bytes most = 0;
        for (const MomentTotal& moment : found.answer.moments)
            most = std::max(most, moment.perGroup.total());
        QCOMPARE(totals.total, most);
        QVERIFY(totals.peakMoment);
        QCOMPARE(totals.perGpu, at(found, *totals.peakMoment));
        for (const Bytes bytes : totals.perGpu.bytes)
            QVERIFY(bytes >= 0);
    }
}

void TestExact::addingEqualsRecording()
{
    Random random(2);
    for (int i = 0; i < randomPlans; ++i) {
        const Plan plan = randomPlan(random);
        const auto resolved = prepare(plan, builtinCatalog());
        QVERIFY2(resolved, qPrintable(whyNot(resolved)));
        const Totals added = exactTotals(*resolved);
        const auto recorded = exactAnswer(*resolved);
        QVERIFY(recorded);
        QCOMPARE(added, recorded->totals);

        for (std::size_t moment = 0; moment < momentCount; ++moment)
            QCOMPARE(sumsAt(*recorded, moment), recorded->moments[moment].perGroup);

        // The same plan has the same answer.
        if (i % 8 == 0) {
            const auto again = exactAnswer(*prepare(plan, builtinCatalog()));
            QCOMPARE(again->totals.total, added.total);
            QCOMPARE(again->ledger.size(), recorded->ledger.size());
        }
    }
}

void TestExact::monotone_data()
{
    QTest::addColumn<int>("what");
    QTest::newRow("context") << 0;
    QTest::newRow("micro-batch") << 1;
    QTest::newRow("layers") << 2;
    QTest::newRow("vocabulary") << 3;
    QTest::newRow("feed-forward width") << 4;
}

void TestExact::monotone()
{
    QFETCH(int, what);
    Random random(static_cast<std::uint64_t>(3 + what));
    int compared = 0;
    for (int i = 0; i < randomPlans; ++i) {
        Plan plan = randomPlan(random);
        // The allocator may keep fewer bytes idle when there are more tensors.
        plan.cluster.overhead = Overhead::None;
        if (what >= 2)
            plan.model = randomModel(random, Widths::Any);
        // A larger vocabulary is cut into more and smaller chunks.
        if (what == 3)
            plan.recipe.loss = Loss::Full;
        // The micro-batch divides how often gradients are accumulated, which frees them.
        if (what == 1)
            plan.workload.globalBatch.reset();
        Plan more = plan;
        auto* model = std::get_if<CustomModel>(&more.model);
        const std::int64_t step = random.from(1, 9);
        std::int64_t* const numbers[]{
            &more.workload.context, &more.workload.microBatch, model ? &*model->numLayers : nullptr,
            model ? &*model->vocabSize : nullptr, model ? &*model->intermediateSize : nullptr};
        *numbers[what] += step;
        const Estimate smaller = estimated(plan), larger = estimated(more);
        // If layers differ in kind, only the backward pass of the last one is compared.
        const Shape& few = smaller.plan.shape;
        const Shape& many = larger.plan.shape;
        if (few.isMoe(few.layers - 1) != many.isMoe(many.layers - 1))
            continue;
        const Bytes before = smaller.answer.totals.total;
        const Bytes after = larger.answer.totals.total;
        ++compared;
        const auto said = QStringLiteral("plan %1, %2 more: %3 after %4")
                              .arg(i)
                              .arg(step)
                              .arg(after)
                              .arg(before);
        QVERIFY2(after >= before, qPrintable(said));
    }
    QVERIFY(compared > randomPlans * 3 / 4);
}

void TestExact::growsWithTheModel_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<double>("fall"); // the most, of the largest total of a smaller model
    const auto row = [](const char* name, std::vector<Setting> settings, double fall) {
        settings.push_back({"cluster.overhead", "none"});
        QTest::newRow(name) << planWith(settings) << fall;
    };
    // At four billion the head gets a matrix of its own, so that a tenth less is left for layers.
    row("whole states", {}, 0.02);
    row("long context", {{"layout.zero", "3"}, {"cluster.gpus", "64"}, {"workload.context", "64k"}},
        0.06);
    row("adapters",
        {{"adapter.method", "lora"}, {"adapter.rank", "16"}, {"workload.context", "32k"}}, 0.04);
    row("recomputed",
        {{"layout.zero", "3"}, {"workload.context", "64k"}, {"recipe.recompute", "full"}}, 0);
    row("eager attention", {{"recipe.attention", "eager"}, {"workload.context", "16k"}}, 0.01);
    row("generated text", {{"workload.task", "inference"}, {"workload.context", "128k"}}, 0);
}

void TestExact::growsWithTheModel()
{
    QFETCH(Plan, plan);
    QFETCH(double, fall);
    constexpr int points = 500;
    Bytes most = 0;
    for (int i = 0; i < points; ++i) {
        const double parameters = std::pow(10.0, 9 + 3.0 * i / (points - 1));
        plan.model = SizedModel{parameters};
        const Bytes total = estimated(plan).answer.totals.total;
        QVERIFY2(static_cast<double>(total) >= (1 - fall) * static_cast<double>(most),
                 qPrintable(QStringLiteral("%1 after %2, for %3")
                                .arg(total)
                                .arg(most)
                                .arg(parameters, 0, 'g', 9)));
        most = std::max(most, total);
    }
}

void TestExact::statesNeverGrowWithTheStage()
{
    Random random(10);
    for (int i = 0; i < randomPlans; ++i) {
        Plan plan = randomPlan(random);
        plan.cluster.overhead = Overhead::None; // a replay of the allocator adds nothing to them
        Bytes before = std::numeric_limits<Bytes>::max();
        for (std::int64_t stage = 0; stage <= 3; ++stage) {
            plan.layout.zero = stage;
            const Estimate found = estimated(plan);
            const Bytes states = statesOf(at(found, Moment::OptimizerStep));
            QVERIFY(states <= before);
            // Over more than one shard each stage shares something out that is not nothing.
            const bool shared = found.plan.shards > 1 && stage > 0
                && !(stage < 3 && found.plan.stepsInBackward())
                && !(stage == 1
                     && (plan.recipe.optimizer == Optimizer::Sgd
                         || traitsOf(found.plan.choices.optimizer).paged));
            QVERIFY(!shared || states < before);
            before = states;
        }
    }
}

void TestExact::recomputationNeverCosts()
{
    Random random(11);
    for (int i = 0; i < randomPlans; ++i) {
        Plan plan = randomPlan(random);
        plan.cluster.overhead = Overhead::None;
        // A recomputed layer counts whole, including the part that is kept; this shows at the end
        // of the backward pass. With gradients that are kept, the peak is before that.
        plan.recipe.keepGradients = true;
        const auto models = builtinCatalog().models(); // each has a dozen layers or more
        plan.model = CatalogModel{models[random.below(models.size())].id};
        Bytes before = std::numeric_limits<Bytes>::max();
        for (const Recompute kind : {Recompute::None, Recompute::Selective, Recompute::Full}) {
            plan.recipe.recompute = kind;
            const Bytes total = estimated(plan).answer.totals.total;
            const std::string said = std::get<CatalogModel>(plan.model).id + " "
                + std::string(nameOf(kind)) + ": " + std::to_string(total) + " after "
                + std::to_string(before);
            QVERIFY2(total <= before, said.c_str());
            before = total;
        }
    }
}

void TestExact::bandHoldsTheTotal()
{
    Random random(12);
    for (int i = 0; i < randomPlans; ++i) {
        Plan plan = randomPlan(random);
        Totals byLevel[4];
        for (const Overhead level :
             {Overhead::None, Overhead::Low, Overhead::Expected, Overhead::High}) {
            plan.cluster.overhead = level;
            byLevel[static_cast<std::size_t>(level)]
                = *highwater::totals(*prepare(plan, builtinCatalog()));
        }
        const auto& [none, low, expected, high] = byLevel;
        QCOMPARE(none.low, none.total);
        QCOMPARE(none.high, none.total);
        QVERIFY(none.total < low.total);
        QVERIFY(low.total < expected.total);
        QVERIFY(expected.total < high.total);
        for (const Totals* totals : {&low, &expected, &high}) {
            QCOMPARE(totals->low, expected.low);
            QCOMPARE(totals->high, expected.high);
            QVERIFY(totals->low < low.total && high.total < totals->high);
        }
    }
}

void TestExact::aTrainersCard_data()
{
    QTest::addColumn<AdapterKind>("adapter");
    QTest::addColumn<std::int64_t>("gpus");
    QTest::addColumn<Bytes>("low"); // thousandths of what PyTorch reserves
    QTest::addColumn<Bytes>("high");
    const auto row = [](const char* name, AdapterKind adapter, std::int64_t gpus, Bytes low,
                        Bytes high) { QTest::newRow(name) << adapter << gpus << low << high; };
    row("all weights", AdapterKind::None, 1, 114, 64);
    row("adapters", AdapterKind::Lora, 1, 92, 138);
    row("adapters on 4 bits", AdapterKind::Qlora, 1, 145, 229);
    row("all weights on two", AdapterKind::None, 2, 56, 110);
    row("adapters on two", AdapterKind::Lora, 2, 32, 10);
    row("adapters on 4 bits on two", AdapterKind::Qlora, 2, 20, 108);
}

void TestExact::aTrainersCard()
{
    QFETCH(AdapterKind, adapter);
    QFETCH(std::int64_t, gpus);
    QFETCH(Bytes, low);
    QFETCH(Bytes, high);
    Plan plan;
    plan.model = CatalogModel{"llama-2-13b"};
    plan.workload.context = 4096;
    plan.recipe.framework = Framework::HuggingFace;
    plan.adapter.kind = adapter;
    plan.cluster.gpus = gpus;
    plan.cluster.capacity = 1000 * gib;
    const Estimate roomy = estimated(plan);
    QCOMPARE(roomy.verdict, Verdict::Fits);
    const ReadingBands& nine = roomy.answer.totals.nine;
    // PyTorch reserves all but the context, 600 MiB, and 544 MB of rings between two ranks, which
    // may take from 192 to 1,024 MiB. The context may take from 450 to 1,200 MiB.
    const bool two = gpus == 2;
    const Bytes reserved
        = roomy.answer.totals.total - 600 * mib - (two ? Bytes{544'000'000} : Bytes{0});
    const Bytes least = reserved - reserved / 1000 * low + (450 + (two ? 192 : 0)) * mib;
    const Bytes most = reserved + reserved / 1000 * high + (1200 + (two ? 1024 : 0)) * mib;
    QCOMPARE(nine.total, (Band{least, most}));
    // A little more than the plan may need: the card cannot show more than it has.
    plan.cluster.capacity = nine.reserved.high + 3 * gib;
    const Estimate tight = estimated(plan);
    QCOMPARE(tight.verdict, Verdict::Fits);
    QCOMPARE(tight.answer.totals.nine.total.high, std::min(*plan.cluster.capacity, most));
}

void TestExact::absurdPlansHaveNoWrongNumber()
{
    Random random(13);
    int answered = 0, refused = 0;
    for (int i = 0; i < randomPlans; ++i) {
        Plan plan = randomPlan(random);
        plan.workload.context = 1LL << random.below(25);
        plan.workload.microBatch = 1LL << random.below(17);
        CustomModel model = randomModel(random, Widths::Any);
        model.hiddenSize = 1LL << random.from(13, 24);
        model.intermediateSize = 1LL << random.below(25);
        model.vocabSize = 1LL << random.below(25);
        model.numLayers = 1LL << random.below(17);
        plan.model = model;
        const auto found = estimate(plan, builtinCatalog());
        ++(found ? answered : refused);
        if (!found)
            continue;
        // In floating point, where nothing overflows: the states and the layers' inputs alone.
        const auto parameters = static_cast<double>(found->plan.counts.total);
        const double least = parameters * 2.0 / static_cast<double>(found->plan.shards);
        QVERIFY(static_cast<double>(found->answer.totals.total) >= 0.99 * least);
        QVERIFY(found->answer.totals.low <= found->answer.totals.total);
        QVERIFY(found->answer.totals.total <= found->answer.totals.high);
        for (const MomentTotal& moment : found->answer.moments)
            for (const Bytes bytes : moment.perGroup.bytes)
                QVERIFY(bytes >= 0);
        for (const Line& line : found->answer.ledger)
            QVERIFY(line.bytes >= 0 && line.bytes < tooMany);
    }
    QVERIFY(answered > randomPlans / 10);
    QVERIFY(refused > randomPlans / 10);
}

void TestExact::absurdLayoutsHaveNoWrongNumber()
{
    Random random(14);
    int answered = 0;
    for (int i = 0; i < randomPlans; ++i) {
        Plan plan = randomPlan(random);
        CustomModel model = randomModel(random, Widths::Any);
        model.numHeads = model.numKvHeads = random.power(16);
        model.numLayers = random.power(16);
        model.vocabSize = random.power(24);
        if (model.experts) {
            model.experts = random.power(16);
            model.expertsPerToken = random.from(1, *model.experts);
        }
        plan.model = model;
        plan.recipe.framework = anyOf<Framework>(random);
        plan.adapter.kind = anyOf<AdapterKind>(random);
        plan.adapter.rank = random.power(12);
        plan.adapter.base = anyBase(random, plan.adapter.kind);
        plan.adapter.dropout = random.coin() ? 1 : 0;
        plan.workload.globalBatch = random.power(31);
        plan.cluster.gpus = 1 << 20;
        plan.cluster.gpusPerNode = random.power(10);
        Layout& layout = plan.layout;
        layout.tensor = std::min(random.power(8), *model.numHeads);
        layout.pipeline = std::min(random.power(8), *model.numLayers);
        layout.virtualPipeline = std::min(random.power(8), *model.numLayers / layout.pipeline);
        layout.context = random.power(4);
        layout.replicate = random.power(4);
        layout.expert = std::min(random.power(8), model.experts.value_or(1));
        layout.expertTensor = random.power(3);
        layout.imbalance = 1 + 63 * random.part();
        layout.stageSplit = anyOf<StageSplit>(random);
        layout.offloadOptimizer = anyOf<Offload>(random);
        layout.offloadParameters = anyOf<Offload>(random);
        layout.offloadActivations = anyOf<ActivationOffload>(random);
        const auto found = estimate(plan, builtinCatalog());
        if (!found)
            continue;
        ++answered;
        const Totals& totals = found->answer.totals;
        QVERIFY(totals.low <= totals.total && totals.total <= totals.high);
        QCOMPARE(totals.perGpu.total(), totals.total);
        QVERIFY(totals.host >= 0 && totals.disk >= 0 && found->answer.hostPerNode >= totals.host);
        for (const MomentTotal& moment : found->answer.moments)
            for (const Bytes bytes : moment.perGroup.bytes)
                QVERIFY(bytes >= 0);
        for (const Line& line : found->answer.ledger)
            QVERIFY2(line.each >= 0 && line.bytes >= 0 && line.bytes < tooMany, line.id.c_str());
        for (const StageTotal& stage : found->answer.stages)
            QVERIFY(stage.totals.total <= totals.total);
    }
    QVERIFY(answered > randomPlans / 10);
}

QTEST_APPLESS_MAIN(TestExact)
#include "test_exact.moc"
