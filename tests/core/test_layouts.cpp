// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "helpers.h"
#include "random_plan.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace highwater;

namespace {

/// 4096 wide, 32 heads of 128, 8 of them for keys and values, 32 layers: Llama 3.1 8B.
CustomModel llama8b()
{
    return llama(4096, 32, 32, 8, 14336, 128256);
}

/// The layer that Korthikanti et al. (arXiv 2205.05198) count: h = 4096, a = 32, f = 4h.
Plan theirs(std::int64_t tensor)
{
    Plan plan = bare(gpt(4096, 4, 32, 4 * 4096, 50304));
    plan.workload.context = 1024;
    plan.cluster.gpus = plan.layout.tensor = tensor;
    plan.recipe.attention = Attention::Eager;
    plan.recipe.dropout = true;
    return plan;
}

Plan onRanks(Plan plan, std::int64_t tensor, std::int64_t context = 1)
{
    plan.layout.tensor = tensor;
    plan.layout.context = context;
    plan.cluster.gpus = tensor * context;
    return plan;
}

/// A pipeline on one GPU a stage, so that a step's sequences are its micro-batches.
Plan piped(std::int64_t stages, std::int64_t microBatches, std::int64_t chunks = 1)
{
    Plan plan = bare(llama8b());
    plan.cluster.gpus = plan.layout.pipeline = stages;
    plan.layout.virtualPipeline = chunks;
    plan.workload.globalBatch = microBatches;
    plan.workload.context = 1024;
    return plan;
}

Answer stageOf(const Estimate& estimate, std::int64_t index)
{
    return exactAnswer(estimate.plan, stageAt(estimate.plan, index));
}

const GroupBytes& at(const Answer& answer, Moment moment)
{
    return answer.moments[static_cast<std::size_t>(moment)].perGroup;
}

Bytes keptAtForwardEnd(const Answer& answer)
{
    return at(answer, Moment::ForwardEnd)[Group::Activations];
}

const int randomPlans = casesToTry(1500);

} // namespace

class TestLayouts : public QObject
{
    Q_OBJECT

private slots:
    void layersByTensorRanks_data();
    void layersByTensorRanks();
    void workOfTensorRanks();
    void weightsByTensorRanks_data();
    void weightsByTensorRanks();
    void contextRanksShareTokens();
    void microBatchesInFlight_data();
    void microBatchesInFlight();
    void stagesKeepTheirLayers_data();
    void stagesKeepTheirLayers();
    void splitsOfLayers_data();
    void splitsOfLayers();
    void endsOfAPipeline();
    void tiedEmbeddingsOnTwoStages();
    void expertsOfOneRank_data();
    void expertsOfOneRank();
    void tokensOfExperts_data();
    void tokensOfExperts();
    void tableOfZero_data();
    void tableOfZero();
    void shardDegrees_data();
    void shardDegrees();
    void replicasHoldMore();

    void shardingNeverAddsOnTheWhole();
    void moreRanksNeverHoldMore_data();
    void moreRanksNeverHoldMore();
    void recomputationNeverAdds();
    void momentsAddUp();
    void thePeakAddsUpWithOverhead();
    void momentsCoverTheLedger();
    void theMostLoadedStageIsShown();
    void stagesAlikeInAnotherOrder();
};

void TestLayouts::layersByTensorRanks_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("bytes"); // of one layer on one rank
    // Table 2 of Korthikanti et al., in bytes of one token, times 1,024 of them, and the bytes that
    // their count leaves out: four bytes of statistics for each of the two norms.
    Plan plan = theirs(8);
    plan.layout.sequenceParallel = false; // 40,960 + 98,304/8 + 5·32·1,024/8 + 8
    QTest::newRow("tensor: 10h + (24h + 5as)/t + 8") << plan << Bytes{73'736 * 1024};
    plan.recipe.recompute = Recompute::Selective;
    QTest::newRow("tensor, selective: 10h + 24h/t + 8") << plan << Bytes{53'256 * 1024};
    plan.recipe.recompute = Recompute::Full;
    QTest::newRow("tensor, full: 2h") << plan << Bytes{8192 * 1024};
    plan = theirs(8); // (139,264 + 163,840 + 8)/8
    QTest::newRow("tensor and sequence: (34h + 5as + 8)/t") << plan << Bytes{37'889 * 1024};
    plan.recipe.recompute = Recompute::Selective;
    QTest::newRow("tensor and sequence, selective: (34h + 8)/t") << plan << Bytes{17'409 * 1024};
    plan.recipe.recompute = Recompute::Full;
    QTest::newRow("tensor and sequence, full: 2h/t") << plan << Bytes{1024 * 1024};
    plan = theirs(8); // 4h whole: 16,384 + (122,880 + 163,840 + 8)/8
    plan.layout.tpInputs = TpInputs::Gathered;
    QTest::newRow("gathered inputs kept: 4h + (30h + 5as + 8)/t") << plan << Bytes{52'225 * 1024};
    plan.layout.sequenceParallel = false; // there is nothing to gather
    QTest::newRow("no sequence parallelism, nothing gathered") << plan << Bytes{73'736 * 1024};
    QTest::newRow("one rank: 34h + 5as + 8") << theirs(1) << Bytes{303'112 * 1024};

    // Llama 3.1 8B, flash: 8h + 4q + 4kv + 6f + 4a + 8 = 139,400 a token.
    plan = bare(llama8b());
    plan.workload.context = 1024;
    QTest::newRow("Llama, tensor and sequence") << onRanks(plan, 4) << Bytes{139'400 * 1024 / 4};
    plan.layout.sequenceParallel = false; // 32,776 + (16,384 + 4,096 + 86,016 + 128)/4
    QTest::newRow("Llama, tensor: 8h + 8 whole") << onRanks(plan, 4) << Bytes{59'432 * 1024};
    plan.layout.sequenceParallel.reset();
    plan.layout.tpInputs = TpInputs::Gathered; // 16,384 + 123,016/4
    QTest::newRow("Llama, gathered inputs kept") << onRanks(plan, 4) << Bytes{47'138 * 1024};
    plan.layout.tpInputs.reset();
    // Sixteen key heads for eight: 139,400 + 4·1,024
    QTest::newRow("more ranks than key heads") << onRanks(plan, 16) << Bytes{143'496 * 1024 / 16};
    QTest::newRow("context ranks") << onRanks(plan, 1, 4) << Bytes{139'400 * 1024 / 4};
    QTest::newRow("tensor and context ranks") << onRanks(plan, 4, 2) << Bytes{139'400 * 1024 / 8};
    plan.layout.sequenceParallel = false;
    QTest::newRow("context ranks, tensor alone") << onRanks(plan, 4, 2) << Bytes{59'432 * 1024 / 2};
}

void TestLayouts::layersByTensorRanks()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, bytes);
    QCOMPARE(keptByLayer(estimated(plan).answer), bytes);
    plan.workload.microBatch = 3;
    QCOMPARE(keptByLayer(estimated(plan).answer), 3 * bytes);
}

void TestLayouts::workOfTensorRanks()
{
    // In the backward pass: 16-bit gradients of the residual stream and inside the feed-forward
    // network, and with sequence parallelism the first one gathered. Over many ranks the
    // feed-forward's width is small, and most is held one product later: at the input that is
    // gathered again and its whole gradient.
    Plan plan = bare(llama8b());
    plan.workload.context = 1024;
    const Answer alone = estimated(onRanks(plan, 1)).answer;
    QCOMPARE(eachOf(alone, "backward.residual"), Bytes{2 * 4096 * 1024});
    QCOMPARE(eachOf(alone, "backward.mlp"), Bytes{2 * 14336 * 1024});
    QCOMPARE(eachOf(alone, "backward.weight"), Bytes{2 * 14336 * 4096});
    QCOMPARE(eachOf(alone, "backward.gathered"), Bytes{0});
    const Answer halved = estimated(onRanks(plan, 2)).answer;
    QCOMPARE(eachOf(halved, "backward.residual"), Bytes{2 * 4096 * 1024 / 2});
    QCOMPARE(eachOf(halved, "backward.mlp"), Bytes{2 * 14336 * 1024 / 2});
    QCOMPARE(eachOf(halved, "backward.gathered"), Bytes{2 * 4096 * 1024});
    const Answer shared = estimated(onRanks(plan, 8)).answer;
    QCOMPARE(eachOf(shared, "backward.residual"), Bytes{2 * 4096 * 1024 / 8});
    QCOMPARE(eachOf(shared, "backward.mlp"), Bytes{0});
    QCOMPARE(eachOf(shared, "backward.gathered"), Bytes{4 * 4096 * 1024});
    plan.layout.sequenceParallel = false;
    const Answer whole = estimated(onRanks(plan, 8)).answer;
    QCOMPARE(eachOf(whole, "backward.residual"), Bytes{2 * 4096 * 1024});
    QCOMPARE(eachOf(whole, "backward.gathered"), Bytes{0});
    // Logits are shared out by the vocabulary.
    QCOMPARE(eachOf(whole, "loss.logits"), Bytes{2 * 1024} * 128256 / 8);
}

void TestLayouts::weightsByTensorRanks_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("id");
    QTest::addColumn<Bytes>("bytes"); // 2 a parameter
    const auto row = [](const char* name, const Plan& plan, const char* id, Bytes bytes) {
        QTest::newRow(name) << plan << QString::fromLatin1(id) << bytes;
    };
    const Plan plan = bare(llama8b());
    // 2·(4096² + 4096·1024)/4; 3·4096·14336/4
    row("attention", onRanks(plan, 4), "parameters.attention", 2 * 41'943'040 / 4);
    row("feed-forward", onRanks(plan, 4), "parameters.mlp", 2LL * 176'160'768 / 4);
    row("norms are whole", onRanks(plan, 4), "parameters.norms", 2 * 8192);
    row("embedding", onRanks(plan, 4), "parameters.embedding", 2LL * 128256 * 4096 / 4);
    // (2·4096² + 2·4096·2048)/16: a key head for each rank
    row("key heads are replicated", onRanks(plan, 16), "parameters.attention", 2 * 3'145'728);

    // 50,257 tokens are padded to 50,264 = 8·6,283.
    Plan odd = bare(gpt(64, 2, 8, 256, 50257));
    row("the vocabulary is padded", onRanks(odd, 8), "parameters.embedding", 2 * 6283 * 64);
    row("the head is padded", onRanks(odd, 8), "parameters.head", 2 * 6283 * 64);
    row("one rank pads nothing", odd, "parameters.head", 2 * 50257 * 64);
    // Of (4·64² + 2·64·256 + 4·64 + 256 + 64) parameters with biases, the output's and the
    // feed-forward's second stay whole: 16,384/8 + 192/8 + 64 and 32,768/8 + 256/8 + 64.
    std::get<CustomModel>(odd.model).biases = true;
    row("biases of the attention", onRanks(odd, 8), "parameters.attention", 2 * (2048 + 24 + 64));
    row("biases of the feed-forward", onRanks(odd, 8), "parameters.mlp", 2 * (4096 + 32 + 64));
}

void TestLayouts::weightsByTensorRanks()
{
    QFETCH(Plan, plan);
    QFETCH(QString, id);
    QFETCH(Bytes, bytes);
    QCOMPARE(eachOf(estimated(plan).answer, id.toStdString()), bytes);
}

void TestLayouts::contextRanksShareTokens()
{
    Plan plan = bare(llama8b());
    plan.workload.context = 1024;
    plan.recipe.attention = Attention::Eager;
    // A rank's queries by all keys: 4·32·1024²/c
    const Answer answer = estimated(onRanks(plan, 1, 4)).answer;
    QCOMPARE(eachOf(answer, "attention.scores_fp32"), Bytes{4LL * 32 * 1024 * 1024 / 4});
    QCOMPARE(eachOf(answer, "loss.logits"), Bytes{2LL * 1024 * 128256 / 4});
    // The states are shared over context ranks as over data-parallel ones.
    plan.layout.zero = 1;
    QCOMPARE(estimated(onRanks(plan, 1, 4)).plan.shards, std::int64_t{4});
}

void TestLayouts::microBatchesInFlight_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QList<std::int64_t>>("inFlight"); // by stage; of parts, rounded up
    using List = QList<std::int64_t>;
    QTest::newRow("four stages, eight micro-batches") << piped(4, 8) << List{4, 3, 2, 1};
    QTest::newRow("no more than there are") << piped(4, 2) << List{2, 2, 2, 1};
    QTest::newRow("one micro-batch") << piped(4, 1) << List{1, 1, 1, 1};
    // 11, 9, 7 and 5 passes of half a stage
    QTest::newRow("two parts a stage") << piped(4, 8, 2) << List{6, 5, 4, 3};
}

void TestLayouts::microBatchesInFlight()
{
    QFETCH(Plan, plan);
    QFETCH(QList<std::int64_t>, inFlight);
    const Estimate found = estimated(plan);
    QList<std::int64_t> seen;
    for (const StageTotal& stage : found.answer.stages)
        seen << stage.inFlight;
    QCOMPARE(seen, inFlight);
}

void TestLayouts::stagesKeepTheirLayers_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<std::int64_t>("stage");
    QTest::addColumn<std::int64_t>("layers"); // kept, of all micro-batches
    QTest::newRow("the first of four: 4 · 8") << piped(4, 8) << std::int64_t{0} << std::int64_t{32};
    QTest::newRow("the second: 3 · 8") << piped(4, 8) << std::int64_t{1} << std::int64_t{24};
    QTest::newRow("the last: 8") << piped(4, 8) << std::int64_t{3} << std::int64_t{8};
    QTest::newRow("few micro-batches") << piped(4, 2) << std::int64_t{0} << std::int64_t{16};
    // arXiv 2205.05198, 4.2.3: 1 + (p - 1)/(p·V) times L layers
    QTest::newRow("interleaved by 2: 32 · (1 + 3/8)")
        << piped(4, 8, 2) << std::int64_t{0} << std::int64_t{44};
    QTest::newRow("interleaved by 4: 32 · (1 + 3/16)")
        << piped(4, 8, 4) << std::int64_t{0} << std::int64_t{38};
}

void TestLayouts::stagesKeepTheirLayers()
{
    QFETCH(Plan, plan);
    QFETCH(std::int64_t, stage);
    QFETCH(std::int64_t, layers);
    const Estimate found = estimated(plan);
    // The last stage has the final norm's input and statistics and the head's input as well.
    const Bytes head = stage + 1 == plan.layout.pipeline ? 2 * 8192 + 4 : 0;
    QCOMPARE(keptAtForwardEnd(stageOf(found, stage)), (139'400 * layers + head) * 1024);
}

void TestLayouts::splitsOfLayers_data()
{
    QTest::addColumn<CustomModel>("model");
    QTest::addColumn<std::int64_t>("stages");
    QTest::addColumn<StageSplit>("split");
    QTest::addColumn<QList<std::int64_t>>("layers");
    using List = QList<std::int64_t>;
    QTest::newRow("even") << llama8b() << std::int64_t{4} << StageSplit::Even << List{8, 8, 8, 8};
    CustomModel odd = llama8b();
    odd.numLayers = 30;
    QTest::newRow("what does not divide goes first")
        << odd << std::int64_t{4} << StageSplit::Even << List{8, 8, 7, 7};
    // A layer costs 4·4096² + 3·4096·14336 = 243,269,632, the head 525,336,576: 2.16 layers. Of
    // 34.16 a stage gets 8.54: nine layers, then up to 17.08, 25.62 and the rest.
    QTest::newRow("balanced, with the head")
        << llama8b() << std::int64_t{4} << StageSplit::Balanced << List{9, 9, 8, 6};
}

void TestLayouts::splitsOfLayers()
{
    QFETCH(CustomModel, model);
    QFETCH(std::int64_t, stages);
    QFETCH(StageSplit, split);
    QFETCH(QList<std::int64_t>, layers);
    Plan plan = bare(model);
    plan.cluster.gpus = plan.layout.pipeline = stages;
    plan.layout.stageSplit = split;
    QList<std::int64_t> seen;
    std::int64_t next = 0;
    for (const StageTotal& stage : estimated(plan).answer.stages) {
        QCOMPARE(stage.layers.first, next);
        next = stage.layers.end;
        seen << stage.layers.layers();
    }
    QCOMPARE(seen, layers);
}

void TestLayouts::endsOfAPipeline()
{
    const Estimate found = estimated(piped(4, 4));
    const Answer first = stageOf(found, 0), middle = stageOf(found, 1), last = stageOf(found, 3);
    const Bytes table = 2LL * 128256 * 4096;
    QCOMPARE(eachOf(first, "parameters.embedding"), table);
    QCOMPARE(eachOf(first, "parameters.head"), Bytes{0});
    QCOMPARE(eachOf(first, "loss.logits"), Bytes{0});
    QCOMPARE(eachOf(middle, "parameters.embedding"), Bytes{0});
    QCOMPARE(eachOf(middle, "parameters.other"), Bytes{0});
    QCOMPARE(eachOf(last, "parameters.embedding"), Bytes{0});
    QCOMPARE(eachOf(last, "parameters.head"), table);
    QCOMPARE(eachOf(last, "parameters.other"), Bytes{2 * 4096});
    QCOMPARE(eachOf(last, "loss.logits"), Bytes{2LL * 1024 * 128256});
    // 2 + 2 + 12 bytes: 8 layers of 218,112,000 parameters and the embedding's 525,336,576
    QCOMPARE(statesOf(first), Bytes{16 * (8LL * 218'112'000 + 525'336'576)});
    QCOMPARE(statesOf(middle), Bytes{16 * 8LL * 218'112'000});
}

void TestLayouts::tiedEmbeddingsOnTwoStages()
{
    Plan plan = piped(2, 2);
    std::get<CustomModel>(plan.model).tiedEmbeddings = true;
    const Estimate found = estimated(plan);
    const Bytes table = 2LL * 128256 * 4096;
    for (const std::int64_t stage : {0, 1}) {
        const Answer answer = stageOf(found, stage);
        QCOMPARE(eachOf(answer, "parameters.embedding"), table);
        QCOMPARE(eachOf(answer, "parameters.head"), Bytes{0});
        QCOMPARE(eachOf(answer, "gradients.embedding"), table);
    }
    // One GPU has one: 16 bytes of each of its parameters less than both stages together.
    plan.cluster.gpus = plan.layout.pipeline = 1;
    const Bytes alone = statesOf(estimated(plan).answer);
    QCOMPARE(statesOf(stageOf(found, 0)) + statesOf(stageOf(found, 1)), alone + 8 * table);
}

CustomModel eightExperts()
{
    CustomModel model = llama(512, 4, 8, 8, 1024, 1000);
    model.experts = 8;
    model.expertsPerToken = 2;
    return model;
}

void TestLayouts::expertsOfOneRank_data()
{
    QTest::addColumn<std::int64_t>("expert");
    QTest::addColumn<std::int64_t>("expertTensor");
    QTest::addColumn<Bytes>("bytes"); // of a layer's experts on one rank
    // An expert has 3·512·1024 parameters.
    const Bytes one = 2LL * 3 * 512 * 1024;
    QTest::newRow("all eight") << std::int64_t{1} << std::int64_t{1} << 8 * one;
    QTest::newRow("expert parallel 4") << std::int64_t{4} << std::int64_t{1} << 2 * one;
    QTest::newRow("expert tensor 2") << std::int64_t{1} << std::int64_t{2} << 4 * one;
    QTest::newRow("both") << std::int64_t{4} << std::int64_t{2} << one;
}

void TestLayouts::expertsOfOneRank()
{
    QFETCH(std::int64_t, expert);
    QFETCH(std::int64_t, expertTensor);
    QFETCH(Bytes, bytes);
    Plan plan = bare(eightExperts());
    plan.cluster.gpus = 8;
    plan.layout.expert = expert;
    plan.layout.expertTensor = expertTensor;
    const Answer answer = estimated(plan).answer;
    QCOMPARE(eachOf(answer, "parameters.experts"), bytes);
    // Routers and attention are whole on each rank.
    QCOMPARE(eachOf(answer, "parameters.router"), Bytes{2 * 512 * 8});
    QCOMPARE(eachOf(answer, "parameters.attention"), Bytes{2 * 4 * 512 * 512});
}

void TestLayouts::tokensOfExperts_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("copies"); // of tokens, on the most loaded rank
    Plan plan = bare(eightExperts());
    plan.cluster.gpus = 8;
    plan.workload.context = 1024;
    QTest::newRow("two experts a token") << plan << Bytes{2048};
    // All ranks send theirs to the experts' ranks, and get as many on average.
    for (const std::int64_t expert : {2, 4, 8}) {
        plan.layout.expert = expert;
        QTest::addRow("expert parallel %d", static_cast<int>(expert)) << plan << Bytes{2048};
    }
    plan.layout.imbalance = 1.5;
    QTest::newRow("imbalance 1.5") << plan << Bytes{3072};
    plan.layout.expert = 1;
    QTest::newRow("all experts on one rank are never uneven") << plan << Bytes{2048};
    plan.layout.imbalance = 1;
    plan.layout.expert = 4;
    plan.layout.tensor = 2;
    QTest::newRow("sequence parallelism shares the tokens") << plan << Bytes{1024};
    plan.layout.sequenceParallel = false;
    QTest::newRow("tensor alone does not") << plan << Bytes{2048};
    plan.layout.tensor = 1;
    plan.layout.context = 2;
    QTest::newRow("context ranks do") << plan << Bytes{1024};
    plan.layout.context = 1;
    plan.layout.expertTensor = 2; // both compute the tokens of both
    QTest::newRow("expert tensor ranks gather theirs") << plan << Bytes{4096};
}

void TestLayouts::tokensOfExperts()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, copies);
    const Answer answer = estimated(plan).answer;
    QCOMPARE(eachOf(answer, "experts.input"), 2 * copies * 512);
    QCOMPARE(eachOf(answer, "experts.gate"), 2 * copies * 1024 / plan.layout.expertTensor);
}

void TestLayouts::tableOfZero_data()
{
    QTest::addColumn<std::int64_t>("stage");
    QTest::addColumn<QString>("gigabytes");
    // arXiv 1910.02054, figure 1: 7.5 billion parameters on 64 GPUs, K = 12
    const auto row = [](const char* name, std::int64_t stage, const char* gigabytes) {
        QTest::newRow(name) << stage << QString::fromLatin1(gigabytes);
    };
    row("baseline", 0, "120.0");
    row("optimizer", 1, "31.4");
    row("and gradients", 2, "16.6");
    row("and parameters", 3, "1.9");
}

void TestLayouts::tableOfZero()
{
    QFETCH(std::int64_t, stage);
    QFETCH(QString, gigabytes);
    // 27 layers of 4·4096² + 3·4096·16384 + 2·4096, twice 30,700·4096, and a norm:
    // 7,499,476,992 parameters
    Plan plan = bare(llama(4096, 27, 32, 32, 16384, 30700));
    plan.cluster.gpus = 64;
    plan.layout.zero = stage;
    const Estimate found = estimated(plan);
    QCOMPARE(found.parameters(), std::int64_t{7'499'476'992});
    QCOMPARE(QString::number(static_cast<double>(statesOf(found.answer)) / 1e9, 'f', 1), gigabytes);
}

void TestLayouts::shardDegrees_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<std::int64_t>("shards");
    QTest::addColumn<std::int64_t>("expertShards");
    const auto row = [](const char* name, const std::vector<Setting>& settings, std::int64_t shards,
                        std::int64_t expertShards) {
        Plan plan = bare(eightExperts());
        plan.cluster.gpus = 64;
        QTest::newRow(name) << planWith(settings, plan) << shards << expertShards;
    };
    row("data parallel", {}, 64, 64);
    row("tensor ranks share weights, not states", {{"layout.tensor", "8"}}, 8, 64);
    row("context ranks share states", {{"layout.context", "8"}}, 64, 64);
    row("pipeline", {{"layout.pipeline", "4"}}, 16, 16);
    row("experts: 64/(p·ep)", {{"layout.pipeline", "4"}, {"layout.expert", "8"}}, 16, 2);
    row("experts: 64/(p·ep·etp)",
        {{"layout.pipeline", "2"}, {"layout.expert", "8"}, {"layout.expert_tensor", "2"}}, 32, 2);
    row("tensor ranks host experts", {{"layout.tensor", "4"}, {"layout.expert", "8"}}, 16, 8);
    row("replicas", {{"layout.replicate", "8"}}, 8, 8);
    row("replicas of context ranks", {{"layout.context", "4"}, {"layout.replicate", "8"}}, 8, 8);
}

void TestLayouts::shardDegrees()
{
    QFETCH(Plan, plan);
    QFETCH(std::int64_t, shards);
    QFETCH(std::int64_t, expertShards);
    plan.layout.zero = 1;
    const Estimate found = estimated(plan);
    QCOMPARE(found.plan.shards, shards);
    QCOMPARE(found.plan.expertShards, expertShards);
    const std::int64_t hosted = 8 / plan.layout.expert;
    const std::int64_t layers = 4 / plan.layout.pipeline;
    QCOMPARE(eachOf(found.answer, "optimizer.experts_master"),
             4 * layers * hosted * 3 * 512 * 1024 / plan.layout.expertTensor / expertShards);
}

void TestLayouts::replicasHoldMore()
{
    // HSDP: 8 GPUs in two replicas share the states over 4.
    Plan plan = bare(llama8b());
    plan.cluster.gpus = 8;
    plan.layout.zero = 3;
    plan.layout.replicate = 2;
    const Answer hybrid = estimated(plan).answer;
    plan.layout.replicate = 1;
    plan.cluster.gpus = 4;
    QCOMPARE(statesOf(hybrid), statesOf(estimated(plan).answer));
    QCOMPARE(eachOf(hybrid, "optimizer.master"), Bytes{4 * 8'030'261'248 / 4});
}

void TestLayouts::shardingNeverAddsOnTheWhole()
{
    Random random(11);
    for (int i = 0; i < randomPlans; ++i) {
        const Plan plan = randomLayout(random);
        const Estimate found = estimated(plan);
        // Gradients that the optimizer uses at once have a line only where a moment shows them.
        if (found.plan.stepsInBackward())
            continue;
        Plan alone = plan;
        alone.layout = Layout{};
        alone.cluster.gpus = 1;
        Bytes all = 0;
        for (std::int64_t stage = 0; stage < plan.layout.pipeline; ++stage)
            all += statesOf(stageOf(found, stage)) * (plan.cluster.gpus / plan.layout.pipeline);
        QVERIFY2(all >= statesOf(estimated(alone).answer), changedKeys(plan).c_str());
    }
}

void TestLayouts::moreRanksNeverHoldMore_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("tensor") << 0;
    QTest::newRow("context") << 1;
    QTest::newRow("data") << 2;
}

void TestLayouts::moreRanksNeverHoldMore()
{
    QFETCH(int, kind);
    Random random(static_cast<std::uint64_t>(12 + kind));
    int compared = 0;
    for (int i = 0; i < randomPlans; ++i) {
        Plan plan = randomLayout(random);
        plan.layout.replicate = 1;
        const Estimate before = estimated(plan);
        Plan more = plan;
        more.cluster.gpus *= 2;
        if (kind == 0 && plan.layout.tensor == 8)
            continue; // heads may not divide
        if (kind == 0)
            more.layout.tensor *= 2;
        if (kind == 1)
            more.layout.context *= 2;
        if (kind == 2) // as many micro-batches on each rank
            more.workload.globalBatch = 2 * *plan.workload.globalBatch;
        // The first two shards are what makes blocks be gathered and gradients be reduced.
        if (kind > 0 && plan.layout.zero >= 2
            && (before.plan.shards == 1 || before.plan.expertShards == 1))
            continue;
        const Estimate after = estimated(more);
        if (kind == 0 && plan.layout.zero >= 2
            && (before.plan.expertShards == 1) != (after.plan.expertShards == 1))
            continue;
        ++compared;
        QVERIFY2(after.answer.totals.total <= before.answer.totals.total,
                 (changedKeys(plan) + ": " + std::to_string(before.answer.totals.total) + " to "
                  + std::to_string(after.answer.totals.total))
                     .c_str());
    }
    QVERIFY(compared > randomPlans / 3);
}

void TestLayouts::recomputationNeverAdds()
{
    Random random(15);
    for (int i = 0; i < randomPlans; ++i) {
        Plan plan = randomLayout(random);
        // By operator, the output of a split product is kept before the ranks' parts are added up:
        // whole on each of them, and so not always less.
        if (plan.recipe.attention == Attention::Flash)
            plan.layout.tensor = 1;
        std::array<Estimate, 3> found;
        for (const Recompute kind : {Recompute::None, Recompute::Selective, Recompute::Full}) {
            plan.recipe.recompute = kind;
            found[static_cast<std::size_t>(kind)] = estimated(plan);
        }
        const auto kept
            = [&](std::size_t which) { return keptAtForwardEnd(stageOf(found[which], 0)); };
        QVERIFY2(kept(0) >= kept(1), changedKeys(plan).c_str());
        QVERIFY2(kept(1) >= kept(2), changedKeys(plan).c_str());
        // One layer is recomputed at a time: several must be kept for that to be worth it. And
        // growing gradients may have their peak at the last layer, together with its input.
        const std::int64_t layers = found[0].plan.shape.layers / plan.layout.pipeline;
        if (layers >= 4 && found[0].plan.keepsGradients())
            QVERIFY2(found[0].answer.totals.total >= found[2].answer.totals.total,
                     changedKeys(plan).c_str());
    }
}

void TestLayouts::momentsAddUp()
{
    Random random(16);
    for (int i = 0; i < randomPlans; ++i) {
        const Plan plan = randomLayout(random);
        const Answer answer = estimated(plan).answer;
        for (std::size_t moment = 0; moment < momentCount; ++moment)
            QVERIFY2(sumsAt(answer, moment) == answer.moments[moment].perGroup,
                     changedKeys(plan).c_str());
        QCOMPARE(answer.totals.perGpu.total(), answer.totals.total);
        for (const StageTotal& stage : answer.stages)
            QCOMPARE(stage.totals.perGpu.total(), stage.totals.total);
    }
}

void TestLayouts::thePeakAddsUpWithOverhead()
{
    Random random(18);
    int pipelines = 0, experts = 0, withOverhead = 0, flushes = 0;
    for (int i = 0; i < randomPlans; ++i) {
        Plan plan = randomLayout(random);
        plan.recipe.framework = anyOf<Framework>(random);
        plan.cluster.overhead = anyOf<Overhead>(random);
        const auto roomy = estimate(plan, builtinCatalog());
        if (!roomy)
            continue; // not every framework has every layout
        // The allocator empties its cache on a card with a little less than the plan takes where
        // there is room.
        plan.cluster.capacity
            = std::max(Bytes{1} << 30, roomy->answer.totals.total / 100 * random.from(85, 110));
        const Answer answer = estimated(plan).answer;
        GroupBytes sums;
        for (const Line& line : answer.ledger)
            sums[line.group] += line.each * answer.copiesAtPeak(line);
        QVERIFY(answer.totals.peakMoment);
        const auto peak = static_cast<std::size_t>(*answer.totals.peakMoment);
        QVERIFY2(sums == answer.moments[peak].perGroup, changedKeys(plan).c_str());
        QVERIFY2(sums == answer.totals.perGpu, changedKeys(plan).c_str());
        pipelines += plan.layout.pipeline > 1 ? 1 : 0;
        experts += std::get<CustomModel>(plan.model).experts ? 1 : 0;
        withOverhead += sums[Group::Overhead] > 0 ? 1 : 0;
        flushes += answer.totals.flushes > 0 ? 1 : 0;
    }
    QVERIFY2(
        pipelines > randomPlans / 3 && experts > randomPlans / 5 && withOverhead > randomPlans / 3
            && flushes > randomPlans / 50,
        qPrintable(QStringLiteral("%1 pipelines, %2 with experts, %3 with overhead, %4 flushing")
                       .arg(pipelines)
                       .arg(experts)
                       .arg(withOverhead)
                       .arg(flushes)));
}

void TestLayouts::momentsCoverTheLedger()
{
    Random random(16);
    for (int i = 0; i < randomPlans; ++i) {
        const Plan plan = randomLayout(random);
        for (const Line& line : estimated(plan).answer.ledger)
            QVERIFY2(
                line.place != Place::Gpu
                    || std::ranges::any_of(line.live, [](std::int64_t live) { return live > 0; }),
                (line.id + ": " + changedKeys(plan)).c_str());
    }
}

void TestLayouts::theMostLoadedStageIsShown()
{
    Random random(17);
    int later = 0;
    for (int i = 0; i < randomPlans; ++i) {
        const Plan plan = randomLayout(random);
        const Estimate found = estimated(plan);
        const std::vector<StageTotal>& stages = found.answer.stages;
        if (plan.layout.pipeline == 1) {
            QVERIFY(stages.empty());
            continue;
        }
        QCOMPARE(stages.size(), static_cast<std::size_t>(plan.layout.pipeline));
        const auto most = std::ranges::max_element(
            stages, {}, [](const StageTotal& stage) { return stage.totals.total; });
        const Totals& said = found.answer.totals;
        QVERIFY2(said.total == most->totals.total,
                 (changedKeys(plan) + ": stage " + std::to_string(most->layers.index) + " has "
                  + std::to_string(most->totals.total) + ", told is stage "
                  + std::to_string(said.stage) + " with " + std::to_string(said.total))
                     .c_str());
        QCOMPARE(stages[static_cast<std::size_t>(said.stage)].totals.total, said.total);
        QCOMPARE(judge(found.plan)->totals.total, said.total);
        later += said.stage > 0 ? 1 : 0;
    }
    QVERIFY(later > randomPlans / 20);
}

void TestLayouts::stagesAlikeInAnotherOrder()
{
    // Layers 2 and 5 of 8 have experts, so that stages 1 and 2 of 4 have one such layer each: the
    // second of them holds its dense layer's tensors while that layer is at work, the first does
    // not. With one micro-batch both keep one.
    CustomModel model = llama(512, 8, 8, 8, 64, 100);
    model.experts = 8;
    model.expertsPerToken = 8;
    model.moeIntermediateSize = 4096;
    model.moeEvery = 3;
    model.moeOffset = 2;
    Plan plan = bare(model);
    plan.workload.context = 8192;
    plan.cluster.gpus = plan.layout.pipeline = 4;
    const Answer answer = estimated(plan).answer;
    QVERIFY(answer.stages[2].totals.total > answer.stages[1].totals.total);
    QCOMPARE(answer.totals.stage, std::int64_t{2});
    QCOMPARE(answer.totals.total, answer.stages[2].totals.total);
}

QTEST_APPLESS_MAIN(TestLayouts)
#include "test_layouts.moc"
