// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/answer/fetched_weights.h"
#include "core/answer/gathered_weights.h"
#include "core/answer/layer_replay.h"
#include "core/answer/replay.h"
#include "core/answer/run_ahead.h"
#include "core/answer/state_replay.h"
#include "core/exchange/presets.h"
#include "core/measured/run_facts.h"
#include "helpers.h"
#include "random_plan.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

using namespace highwater;

namespace {

/// A resolved plan without idle shares, which a replay finds.
Resolved resolvedOf(const Plan& plan)
{
    auto resolved = resolve(plan, builtinCatalog());
    if (!resolved)
        qFatal("%s", qPrintable(whyNot(resolved)));
    resolved->replays = false;
    return *std::move(resolved);
}

AllocatorSettings limitedTo(Bytes limit)
{
    AllocatorSettings settings;
    settings.limit = limit;
    return settings;
}

AllocatorSettings expandable()
{
    AllocatorSettings settings;
    settings.expandableSegments = true;
    return settings;
}

/// One layer 64 wide, none of whose tensors has 64 KiB: 2 · 64 · 128 B are the largest weight. The
/// embedding and the head have 98,304 · 64 · 2 B = 12 MiB each.
Plan smallLayer()
{
    Plan plan = bare(llama(64, 1, 1, 1, 128, 98304));
    return planWith({{"workload.context", "8"},
                     {"workload.global_batch", "1"},
                     {"recipe.precision", "bf16"},
                     {"recipe.gradients", "bf16"},
                     {"recipe.master_weights", "false"},
                     {"recipe.optimizer", "sgd"},
                     {"recipe.keep_gradients", "false"},
                     {"recipe.kernels", "fused"},
                     {"recipe.loss", "full"}},
                    plan);
}

/// In a layer 64 wide with a feed-forward of 16,384, 4,096 tokens have 128 MiB of each of gate, up,
/// activation and product; all other tensors are below 5 MiB.
Plan wideLayer()
{
    Plan plan = bare(llama(64, 1, 1, 1, 16384, 128));
    return planWith({{"recipe.framework", "nanotron"},
                     {"recipe.recompute", "none"},
                     {"workload.context", "4096"},
                     {"cluster.device", "h100-sxm5-80gb"}},
                    plan);
}

} // namespace

/// Two steps of training through the allocator.
class TestReplay : public QObject
{
    Q_OBJECT

private slots:
    void byHand_data();
    void byHand();
    void oneChunkHasTheHead();
    void gradientsAsCounted_data();
    void gradientsAsCounted();
    void blocksAsCounted_data();
    void blocksAsCounted();
    void randomPlans();
    void cardsThatAreTooSmall();
    void plansThatAreTooLarge();
    void endedReplaysAreSaid();
    void contextsOfManyPebibytes();
    void workOfExtremePlans();
    void budgets();
    void watches();
    void muchIdleMemoryIsExplained();
    void settingsOfThePlan();
    void gatheredModelsComeInBlocks();
    void gatheredWeightsAreCopied();
    void fetchedWeightsAreCopied();
    void fetchedWeightsStayForTheirNextUse();
    void adaptersReduceNoEmbedding();
    void recomputedTensorsAreFreedOnceUsed_data();
    void recomputedTensorsAreFreedOnceUsed();
    void weightsAddUpToTheParameters();
    void gateAndUpAreFreedBeforeTheirGradientsJoin();
    void residualsAreAddedUpInPlace();
    void weightsAreLoadedIntoTheNetworksSegments();
    void statesAreMadeWeightByWeight();
    void sentActivationsWaitForTheGpu();
    void chunksNeedAPipeline();
};

/// FSDP gathers a model of 16 GB block by block: expandable segments hold it as well as others, and
/// the second step does not take it again.
void TestReplay::gatheredModelsComeInBlocks()
{
    const auto reserved = [](const char* expandable) {
        const Plan plan = planWith({{"recipe.framework", "pytorch-fsdp"},
                                    {"layout.zero", "2"},
                                    {"cluster.gpus", "64"},
                                    {"workload.context", "4096"},
                                    {"recipe.recompute", "full"},
                                    {"cluster.allocator.expandable_segments", expandable}});
        const Totals totals = estimated(plan).answer.totals;
        return totals.allocated + totals.idle.expected;
    };
    QVERIFY(reserved("true") < reserved("false") + (Bytes{1} << 30));
}

/// FSDP2 gathers into a buffer and copies that to a tensor for each weight.
void TestReplay::gatheredWeightsAreCopied()
{
    // Whole MiB, so that nothing is rounded: a buffer of 8, and weights of 6 and 2.
    LayerSizes layer;
    layer.gathers = {8 * mib};
    layer.weights = {3 * mib, 1 * mib};
    constexpr Bytes root = 24 * mib; // embedding and head: 2 · 98,304 · 64 weights of 2 bytes
    const auto sharded = [](const char* gpus) {
        return resolvedOf(planWith(
            {{"recipe.framework", "pytorch-fsdp"}, {"layout.zero", "3"}, {"cluster.gpus", gpus}},
            smallLayer()));
    };
    const Resolved plan = sharded("8");
    ReplayMemory memory({}, {});
    CachingAllocator& allocator = memory.allocator();
    GatheredWeights weights(plan, plan.stages.front(), 2, memory);
    const auto goForward = [&](Bytes before) {
        weights.beginForward(true);
        QCOMPARE(allocator.allocated(), before + root);
        weights.makeForward(layer, &layer); // the root's buffer is freed after the copies are made
        QCOMPARE(allocator.allocated(), before + 8 * mib + 8 * mib);
        weights.freeForward(false);
        allocator.resetPeaks();
        weights.makeForward(layer, nullptr); // as is the first layer's
        QCOMPARE(allocator.peakAllocated(), before + 3 * 8 * mib);
        weights.freeForward(true);
        weights.endPass();
        QCOMPARE(allocator.allocated(), 8 * mib); // the last layer's weights stay
    };
    goForward(0);
    goForward(8 * mib); // with a second pass in flight too
    weights.makeBackward(layer, &layer);
    QCOMPARE(allocator.allocated(), 8 * mib + 8 * mib); // and the buffer of the layer before
    weights.freeBackward();
    weights.makeBackward(layer, nullptr);
    QCOMPARE(allocator.allocated(), 8 * mib);
    weights.freeBackward();
    weights.endPass();
    QCOMPARE(allocator.allocated(), Bytes{0});

    const Resolved alone = sharded("1");
    GatheredWeights copied(alone, alone.stages.front(), 2, memory);
    copied.beginForward(true);
    copied.makeForward(layer, nullptr); // copies without a buffer
    QCOMPARE(allocator.allocated(), 8 * mib);
}

/// DeepSpeed gathers the small factors of an adapter together with the weight that follows.
void TestReplay::fetchedWeightsAreCopied()
{
    // Two matrices of 1,024 · 1,024, each with two factors of 20 · 1,024, of 2 bytes. The Trainer
    // gathers up to 0.9 · 1,024² values ahead at a time, and so a matrix alone.
    constexpr std::int64_t matrix = 1'048'576, factor = 20'480;
    LayerSizes layer;
    layer.fetched = {1024, matrix, factor, factor, matrix, factor, factor};
    constexpr Bytes ofLayer = 2 * (2 * matrix + 4 * factor); // the norm is never shared out
    constexpr Bytes table = 2 * 32'000 * 1024;
    const auto trained = [](const char* adapter) {
        return resolvedOf(planWith({{"recipe.framework", "huggingface"},
                                    {"layout.zero", "3"},
                                    {"adapter.kind", adapter},
                                    {"cluster.gpus", "8"}},
                                   bare(llama(1024, 1, 8, 8, 4096, 32'000))));
    };
    const Resolved plan = trained("lora");
    ReplayMemory memory({}, {});
    const CachingAllocator& allocator = memory.allocator();
    FetchedWeights weights(
        plan, plan.stages.front(), 2, [&](std::int64_t) -> const LayerSizes& { return layer; },
        memory);
    QVERIFY(weights.makes(TermId::LiveParameters));
    for (int i = 0; i < 2; ++i) {
        weights.next(); // the embedding, which waits for the GPU, and the first matrix
        QCOMPARE(allocator.allocated(), table + 2 * matrix);
        weights.next(); // the last two factors and the head: in a buffer and in their own tensors
        QCOMPARE(allocator.allocated(), ofLayer + table + 2 * 2 * factor + table);
        weights.next();
        QCOMPARE(allocator.allocated(), ofLayer + table); // the buffer is free once all are used
        weights.next(); // the head's backward pass is its last use, but the GPU is behind
        QCOMPARE(allocator.allocated(), ofLayer + table);
        weights.next();
        QCOMPARE(allocator.allocated(), ofLayer + table);
        weights.endPass();
        QCOMPARE(allocator.allocated(), Bytes{0});
    }

    // Full fine-tuning gathers in the same way.
    const Resolved whole = trained("none");
    FetchedWeights all(
        whole, whole.stages.front(), 2, [&](std::int64_t) -> const LayerSizes& { return layer; },
        memory);
    QVERIFY(all.makes(TermId::LiveParameters));
    all.next();
    QCOMPARE(allocator.allocated(), table + 2 * matrix);
}

/// A weight stays where less than 1e9 values are used before its next use; another one is freed and
/// gathered again.
void TestReplay::fetchedWeightsStayForTheirNextUse()
{
    constexpr std::int64_t matrix = 600'000'000;
    LayerSizes layer;
    layer.fetched = {matrix, matrix};
    constexpr Bytes each = 2 * matrix, table = 2 * 32'000 * 1024;
    const Resolved plan = resolvedOf(planWith({{"recipe.framework", "huggingface"},
                                               {"layout.zero", "3"},
                                               {"adapter.kind", "lora"},
                                               {"cluster.gpus", "8"}},
                                              bare(llama(1024, 1, 8, 8, 4096, 32'000))));
    ReplayMemory memory({}, {});
    const CachingAllocator& allocator = memory.allocator();
    FetchedWeights weights(
        plan, plan.stages.front(), 2, [&](std::int64_t) -> const LayerSizes& { return layer; },
        memory);
    weights.next(); // the embedding, and the first matrix ahead
    QCOMPARE(allocator.allocated(), table + each);
    weights.next(); // both matrices, the first one only until the GPU has used it, and the head
    QCOMPARE(allocator.allocated(), table + 2 * each + table);
    weights.next(); // the embedding is gone; the first matrix is gathered for its backward pass
    QCOMPARE(allocator.allocated(), 2 * each + table + each);
    weights.next();
    weights.next(); // the second matrix is never gathered again
    QCOMPARE(allocator.allocated(), table + 2 * each);
    weights.endPass();
    QCOMPARE(allocator.allocated(), Bytes{0});
}

/// Adapters leave embedding and head without gradients to reduce.
void TestReplay::adaptersReduceNoEmbedding()
{
    const auto idleOf = [](std::int64_t vocabulary) {
        Plan plan = bare(llama(64, 1, 1, 1, 128, vocabulary));
        const Totals totals = estimated(planWith({{"recipe.framework", "pytorch-fsdp"},
                                                  {"layout.zero", "3"},
                                                  {"adapter.kind", "lora"},
                                                  {"workload.context", "8"},
                                                  {"recipe.loss", "chunked"},
                                                  {"cluster.gpus", "8"},
                                                  {"cluster.allocator.expandable_segments", "true"},
                                                  {"cluster.overhead", "low"}},
                                                 plan))
                                  .answer.totals;
        return totals.idle.expected;
    };
    // The gather's buffer in its own stream, 2 · 2 · vocabulary · 64 bytes, is all that grows: by
    // 120 MiB, to whole pages of 20.
    const Bytes more = idleOf(16 * 32768) - idleOf(32768);
    QVERIFY2(std::abs(more - 120 * mib) <= 40 * mib, qPrintable(QString::number(more)));
}

/// A checkpointed forward pass keeps no tensor longer than its operators read it.
void TestReplay::recomputedTensorsAreFreedOnceUsed_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("most"); ///< values of 2 bytes for a token
    const auto row
        = [](const char* name, Bytes most, const char* framework, const char* kernels = "fused") {
              QTest::newRow(name) << planWith({{"recipe.recompute", "full"},
                                               {"recipe.framework", framework},
                                               {"recipe.kernels", kernels}})
                                  << most;
          };
    // h = q = 4,096, f = 14,336. The most exists when the product of gate and up is made: the
    // layer's input, the output of the attention, the sum after it, and three of f.
    row("in a variable until the layer ends", 3 * 4096 + 3 * 14336, "plain");
    row("freed after the sum", 2 * 4096 + 3 * 14336, "huggingface");
    // Gate and up are one tensor, the activation and the product others.
    row("activation apart, gate and up in one", 3 * 4096 + 4 * 14336, "nanotron");
    // The product replaces the gate, which the activation alone has read.
    row("eager: activation apart", 2 * 4096 + 3 * 14336, "huggingface", "eager");
}

void TestReplay::recomputedTensorsAreFreedOnceUsed()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, most);
    const Resolved resolved = resolvedOf(plan);
    const LayerSizes sizes = layerSizes(resolved, resolved.stages.front(), false);
    ReplayMemory memory({}, {});
    LayerReplay layer(resolved, 2, memory);
    LayerBlocks blocks;
    const auto x = memory.make(sizes.residual);
    layer.forward(sizes, blocks, x);
    constexpr Bytes tokens = 8192;
    const auto values = [&](Bytes bytes) { return (bytes - layer.workspacesMade()) / tokens / 2; };
    QCOMPARE(values(memory.allocator().peakAllocated()), most);
    QCOMPARE(values(memory.allocator().allocated()), Bytes{2 * 4096}); // input and output
}

/// Without tensor and expert ranks, in every model of the catalogue: with learned positions, tied
/// weights, experts and vision towers.
void TestReplay::weightsAddUpToTheParameters()
{
    for (const Model& model : builtinCatalog().models()) {
        const Resolved plan = resolvedOf(planWith({{"model.id", model.id.c_str()}}));
        const Stage& stage = plan.stages.front();
        const std::vector<std::int64_t> weights = weightEntries(
            plan, stage, layerSizes(plan, stage, false), layerSizes(plan, stage, true));
        const std::int64_t sum = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
        const std::int64_t counted = valueOf(Symbol::Parameters, stage.symbols)
            + valueOf(Symbol::RoutedParameters, stage.symbols);
        QVERIFY2(sum == counted,
                 (model.id + ": " + std::to_string(sum) + ", " + std::to_string(counted)).c_str());
    }
}

/// The backward pass needs two segments of 128 MiB in addition: the gradient of the product, then
/// of gate and activation, and that of up. The joined gradient of gate and up, 256, is made where
/// both were. A workspace takes 32, the small tensors less than 64.
void TestReplay::gateAndUpAreFreedBeforeTheirGradientsJoin()
{
    Resolved plan = resolvedOf(wideLayer());
    Profile untimed = *plan.profile; // Triton's buffers would leave room for some of them
    untimed.timesNormKernels = false;
    plan.profile = &untimed;
    const LayerSizes sizes = layerSizes(plan, plan.stages.front(), false);
    ReplayMemory memory({}, {});
    LayerReplay layer(plan, 2, memory);
    LayerBlocks blocks;
    memory.drop(layer.forward(sizes, blocks, memory.make(sizes.residual)));
    const Bytes before = memory.allocator().reserved();
    layer.beginBackward(sizes, {});
    memory.drop(layer.backward(sizes, blocks, memory.make(sizes.residual)));
    layer.endBackward();
    const Bytes more = memory.allocator().reserved() - before;
    QVERIFY2(more >= 2 * 128 * mib && more < (2 * 128 + 96) * mib,
             qPrintable(QString::number(more / mib)));
}

/// The gradient of a layer's output has the block of the gradient of its input.
void TestReplay::residualsAreAddedUpInPlace()
{
    const Resolved plan = resolvedOf(planWith({{"layout.tensor", "1"}}));
    const LayerSizes sizes = layerSizes(plan, plan.stages.front(), false);
    ReplayMemory memory({}, {});
    LayerReplay layer(plan, 2, memory);
    LayerBlocks blocks;
    memory.drop(layer.forward(sizes, blocks, memory.make(sizes.residual)));
    layer.beginBackward(sizes, {});
    const auto g = memory.make(sizes.residual);
    QCOMPARE(layer.backward(sizes, blocks, g), g);
}

/// Weights of 24 MiB, and all that a step makes, fit in one of the network's segments of 1 GiB. The
/// others are given back before the first step.
void TestReplay::weightsAreLoadedIntoTheNetworksSegments()
{
    Resolved plan = resolvedOf(planWith({{"recipe.framework", "nanotron"}}, smallLayer()));
    plan.program.startUp = networkTensors(plan.cluster);
    const auto found = replayOf(plan, plan.stages.front(), {}, {});
    QVERIFY(found);
    QCOMPARE(found->reserved / mib, Bytes{1024 + 2 - 2 * 32});
}

/// AdamW's two states of the embedding, 24 MiB each, come before those of the layer's weights.
void TestReplay::statesAreMadeWeightByWeight()
{
    const Resolved plan = resolvedOf(
        planWith({{"recipe.optimizer", "adamw"}, {"recipe.moments", "fp32"}}, smallLayer()));
    const Stage& stage = plan.stages.front();
    const ReplayTerms terms(plan, stage);
    std::vector<const Term*> states;
    terms.ofLife(Life::Training, [&](const Term& term) {
        if (groupOf(term.id) == Group::Optimizer)
            states.push_back(&term);
    });
    QCOMPARE(states.size(), std::size_t{2});
    const LayerSizes sizes = layerSizes(plan, stage, false);
    ReplayMemory memory({}, {});
    std::vector<ReplayMemory::Block> made;
    StateReplay(plan, stage, terms, sizes, sizes, memory).makeOfWeights(states, made);
    const Bytes all = memory.allocator().allocated();
    memory.drop(made[0]);
    memory.drop(made[1]);
    QCOMPARE((all - memory.allocator().allocated()) / mib, Bytes{2 * 24});
}

/// A program that sends ahead keeps an activation of 4,096 · 4,096 · 2 B = 32 MiB for each pass in
/// flight but the last one, which others free once sent. The last activation waits in the segment
/// of the list of stepped weights, and the gather makes one more list of 2 bytes a parameter.
void TestReplay::sentActivationsWaitForTheGpu()
{
    const auto preset
        = std::ranges::find(presets(), std::string("8b-on-64-h100-nanotron.hwplan"), &Preset::file);
    QVERIFY(preset != presets().end());
    const auto more = [&](const std::vector<Setting>& settings) {
        Resolved plan = resolvedOf(planWith(settings, preset->plan));
        const Stage& stage = plan.stages.front();
        const auto reserved = [&](bool ahead) {
            plan.program = traitsOf(RunFacts{.sendsAhead = ahead}, plan);
            return replayOf(plan, stage, {}, {})->reserved;
        };
        const Bytes list = 2 * valueOf(Symbol::Parameters, stage.symbols);
        return std::pair((reserved(true) - reserved(false)) / mib, list / mib);
    };
    const auto [waiting, list] = more({{"layout.pipeline", "16"}});
    QVERIFY2(std::abs(waiting - list - 15 * 32) <= 2, qPrintable(QString::number(waiting)));
    QCOMPARE(more({{"layout.pipeline", "16"}, {"layout.zero", "0"}}).first, Bytes{15 * 32});
    // By the first gradient the GPU has done both passes of two stages.
    QCOMPARE(more({{"layout.pipeline", "2"}}).first, Bytes{32});
}

void TestReplay::chunksNeedAPipeline()
{
    const Estimate whole = estimated(planWith({{"layout.zero", "3"}}));
    const Estimate cut
        = estimated(planWith({{"layout.zero", "3"}, {"layout.virtual_pipeline", "2"}}));
    QCOMPARE(cut.answer.totals, whole.answer.totals);
    QCOMPARE(std::ranges::count(cut.ignored, KeyPath("layout.virtual_pipeline")), 1);
}

void TestReplay::byHand_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<AllocatorSettings>("settings");
    QTest::addColumn<Bytes>("reserved"); ///< MiB
    const auto row = [](const char* name, const Plan& plan, Bytes reserved,
                        const AllocatorSettings& settings = {}) {
        QTest::newRow(name) << plan << settings << reserved;
    };
    // Embedding and head have a segment each, 12. The logits of 8 tokens, 1.5 MiB and 3 MiB in 32
    // bits, share one of 20. The head's gradient does not fit in the same segment and has one of
    // 12; the embedding's gradient is made after the logits are freed, in their segment. All the
    // rest is in one of 2. The workspaces of the matrix library have segments of their own, which
    // do not count.
    row("gradients are freed after the step", smallLayer(), 3 * 12 + 20 + 2);
    // Both gradients have segments. The head's new gradient is made while the kept one exists, in
    // one more segment, which the embedding's gradient uses later.
    row("gradients are kept", planWith({{"recipe.keep_gradients", "true"}}, smallLayer()),
        5 * 12 + 20 + 2);
    // Two moments of 4 bytes: 24 MiB for the embedding and 24 for the head.
    row("32-bit moments",
        planWith({{"recipe.optimizer", "adamw"}, {"recipe.moments", "fp32"}}, smallLayer()),
        3 * 12 + 4 * 24 + 20 + 2);
    // Without Triton's kernels logits of 512 tokens are 96 MiB, and 192 each in 32 bits and as a
    // softmax. Both blocks of 192 are free when the second workspace of 32 is made, in the first of
    // them: the next pass finds one whole block and needs one more.
    row("a workspace splits a block of logits",
        planWith({{"recipe.framework", "nanotron"},
                  {"recipe.kernels", "eager"},
                  {"workload.context", "512"}},
                 smallLayer()),
        2 * 12 + 96 + 3 * 192 - 32 + 2);
    // The buffer with which Triton times the first norm, 244.1 MiB, leaves a segment of 246: there
    // the first workspace of 32 is made, and then the logits of 512 tokens, 96, which their softmax
    // of 192 replaces. The 32-bit logits have a segment of 192, in which their gradient and the
    // second workspace are made. The first norm to go backward needs a second segment of 246.
    row("logits in the segments of Triton's buffers",
        planWith({{"recipe.framework", "nanotron"}, {"workload.context", "512"}}, smallLayer()),
        2 * 12 + 192 + 2 * 246 - 2 * 32 + 2);
    // Pages of 20 MiB in one row: 24 of weights, a workspace of 32, 9 to 12 of logits, the other
    // workspace, and 12 for each gradient need seven. The embedding's gradient does not fit where
    // the logits were, as the second workspace is behind them.
    row("gradients are freed after the step, expandable segments", smallLayer(),
        7 * 20 + 2 - 2 * 32, expandable());
}

void TestReplay::byHand()
{
    QFETCH(Plan, plan);
    QFETCH(AllocatorSettings, settings);
    QFETCH(Bytes, reserved);
    const Resolved resolved = resolvedOf(plan);
    const auto found = replayOf(resolved, resolved.stages.front(), settings, {});
    QVERIFY(found);
    QCOMPARE(static_cast<double>(found->reserved) / mib, static_cast<double>(reserved));
    QCOMPARE(found->flushes, std::int64_t{0});
    QVERIFY(!found->overruns);
}

/// Of the chunks of the last stage one has the head: logits exist once, however many passes of
/// other chunks are held.
void TestReplay::oneChunkHasTheHead()
{
    for (const char* chunks : {"1", "2", "4", "16"}) {
        const Resolved plan = resolvedOf(planWith({{"layout.pipeline", "2"},
                                                   {"layout.virtual_pipeline", chunks},
                                                   {"layout.zero", "1"},
                                                   {"recipe.recompute", "full"},
                                                   {"workload.global_batch", "64"}}));
        const Stage& last = plan.stages.back();
        QVERIFY(last.layers.predicts);
        const auto found = replayOf(plan, last, {}, {});
        QVERIFY(found);
        const auto part = static_cast<double>(found->allocated)
            / static_cast<double>(exactTotals(plan, last).allocated);
        QVERIFY2(part > 0.99 && part < 1.05, qPrintable(QString::number(part)));
    }
}

void TestReplay::gradientsAsCounted_data()
{
    QTest::addColumn<Plan>("plan");
    for (const char* framework : {"plain", "pytorch-fsdp", "deepspeed", "megatron", "nanotron",
                                  "huggingface", "torchtune", "verl"})
        for (const char* gradients : {"bf16", "fp32", "both"})
            for (const char* stage : {"0", "1"})
                for (const char* batch : {"8", "32"}) { // on 8 GPUs
                    const std::string name = std::string(framework) + ", " + gradients + ", ZeRO-"
                        + stage + ", batch of " + batch;
                    QTest::newRow(name.c_str()) << planWith({{"recipe.framework", framework},
                                                             {"recipe.gradients", gradients},
                                                             {"layout.zero", stage},
                                                             {"workload.global_batch", batch},
                                                             {"model.id", "llama-3.2-1b"}});
                }
}

/// Gradients that micro-batches add up have the bytes of the ledger in a replay, also those that
/// are wider than the weights, and the buckets of data parallelism have theirs. The 1B's embedding
/// is its head, so that both have one gradient.
void TestReplay::gradientsAsCounted()
{
    QFETCH(Plan, plan);
    const Resolved resolved = resolvedOf(plan);
    const auto found = replayOf(resolved, resolved.stages.front(), {}, {});
    QVERIFY(found);
    const auto part = static_cast<double>(found->allocated)
        / static_cast<double>(exactTotals(resolved).allocated);
    QVERIFY2(part > 0.999 && part < 1.02, qPrintable(QString::number(part)));
}

void TestReplay::blocksAsCounted_data()
{
    QTest::addColumn<Plan>("plan");
    const auto row
        = [](const std::string& name, std::vector<Setting> settings, const char* batch = "64") {
              settings.push_back({"recipe.framework", "pytorch-fsdp"});
              settings.push_back({"model.id", "llama-3.1-8b"});
              settings.push_back({"workload.global_batch", batch});
              QTest::newRow(name.c_str()) << planWith(settings);
          };
    for (const char* context : {"2048", "8192"})
        for (const char* recompute : {"none", "full"}) {
            const std::string name = std::string(context) + " tokens, recompute " + recompute;
            const std::vector<Setting> common{{"workload.context", context},
                                              {"recipe.recompute", recompute}};
            for (const char* stage : {"0", "2", "3"}) {
                std::vector<Setting> settings = common;
                settings.push_back({"layout.zero", stage});
                row(name + ", ZeRO-" + stage, settings);
            }
            for (const char* stages : {"2", "4"})
                for (const char* parts : {"1", "2"}) {
                    std::vector<Setting> settings = common;
                    settings.push_back({"layout.zero", "3"});
                    settings.push_back({"layout.pipeline", stages});
                    settings.push_back({"layout.virtual_pipeline", parts});
                    row(name + ", " + stages + " stages of " + parts, settings);
                    if (*parts == '1') // as many micro-batches as stages
                        row(name + ", " + stages + " stages, few", settings, "8");
                }
            std::vector<Setting> adapted = common;
            adapted.push_back({"layout.zero", "3"});
            adapted.push_back({"layout.pipeline", "2"});
            adapted.push_back({"adapter.kind", "lora"});
            row(name + ", LoRA in a pipeline", adapted);
        }
}

/// FSDP's weights, gathered block by block or kept in a pipeline, its gradients before and after
/// their reduction, and what autocast remembers: replays of the ends of a pipeline have about the
/// ledger's bytes. The first stage's embedding has tensors that the ledger does not count.
void TestReplay::blocksAsCounted()
{
    QFETCH(Plan, plan);
    const Resolved resolved = resolvedOf(plan);
    AllocatorSettings roomy;
    roomy.limit = Bytes{1} << 40;
    const auto partOf = [&](const Stage& stage) {
        const auto found = replayOf(resolved, stage, roomy, {});
        return found ? static_cast<double>(found->allocated)
                / static_cast<double>(exactTotals(resolved, stage).allocated)
                     : 0.0;
    };
    const double first = partOf(resolved.stages.front()), last = partOf(resolved.stages.back());
    QVERIFY2(first > 0.98 && first < 1.05, qPrintable(QString::number(first)));
    QVERIFY2(last > 0.99 && last < 1.02, qPrintable(QString::number(last)));
}

void TestReplay::randomPlans()
{
    Random random(20);
    int replayed = 0, flushed = 0, overran = 0;
    for (int i = 0; i < 200; ++i) {
        Plan plan = random.coin() ? randomPlan(random) : randomLayout(random);
        plan.recipe.framework = random.coin() ? Framework::Plain : anyOf<Framework>(random);
        const auto found = resolve(plan, builtinCatalog());
        if (!found)
            continue;
        const Resolved& resolved = *found;
        const Stage& stage = resolved.stages.front();
        const auto free = replayOf(resolved, stage, {}, {});
        if (!free)
            continue;
        ++replayed;
        QVERIFY(free->reserved >= free->allocated);
        QVERIFY(free->allocated > 0);
        QCOMPARE(free->flushes, std::int64_t{0});
        QVERIFY(!free->overruns);
        const auto ahead = replayOf(resolved, stage, {}, mostAhead());
        QVERIFY(ahead);
        QVERIFY(resolved.layout.tensor > 1 || *ahead == *free);

        const Bytes beside = free->reserved - free->allocated;
        const AllocatorSettings limited
            = limitedTo(free->allocated + random.from(1, 7) * beside / 8 + 1);
        const auto within = replayOf(resolved, stage, limited,
                                     random.coin() ? std::optional(mostAhead()) : std::nullopt);
        QVERIFY(within);
        QVERIFY(within->overruns || within->reserved <= limited.limit);
        flushed += within->flushes > 0 && !within->overruns ? 1 : 0;
        overran += within->overruns ? 1 : 0;

        const auto mapped = replayOf(resolved, stage, expandable(), {});
        QVERIFY(mapped);
        QVERIFY(mapped->reserved >= mapped->allocated);
    }
    qInfo("%d replayed, %d flushed, %d overran", replayed, flushed, overran);
    QVERIFY(replayed > 100);
    QVERIFY(flushed > 10);
    QVERIFY(overran > 10);
}

void TestReplay::cardsThatAreTooSmall()
{
    const Resolved resolved = resolvedOf(smallLayer());
    const Stage& stage = resolved.stages.front();
    constexpr Bytes workspaces = 2 * 32 * mib;
    const auto free = replayOf(resolved, stage, {}, {});
    const auto enough = replayOf(resolved, stage, limitedTo(free->reserved + workspaces), {});
    QCOMPARE(*enough, *free);
    const auto tooSmall = replayOf(resolved, stage, limitedTo(40 * mib + workspaces), {});
    QVERIFY(tooSmall->overruns);
    QVERIFY(tooSmall->flushes > 0);
    QCOMPARE(tooSmall->reserved, free->reserved);
    QCOMPARE(tooSmall->allocated, free->allocated);
}

void TestReplay::plansThatAreTooLarge()
{
    const auto replays = [](const Plan& plan) {
        const Resolved resolved = resolvedOf(plan);
        return replayOf(resolved, resolved.stages.front(), {}, {}).has_value();
    };
    QVERIFY(replays(bare(llama(64, 682, 1, 1, 128, 100)))); // 2,046 layer passes: three a layer
    QVERIFY(!replays(bare(llama(64, 683, 1, 1, 128, 100)))); // 2,049
    QVERIFY(!replays(planWith({{"workload.context", "16777216"}, {"workload.micro_batch", "4096"}},
                              bare(CatalogModel{}))));
}

/// 100 layers of 1,024 shared experts have 307,200 weights, each of which has a gradient and two
/// states: too many requests to replay. The answer says that its idle memory is a share.
void TestReplay::endedReplaysAreSaid()
{
    const auto ended = [](std::int64_t shared) {
        CustomModel model = llama(64, 100, 1, 1, 128, 100);
        model.experts = model.expertsPerToken = 1;
        model.moeIntermediateSize = 16;
        model.sharedExperts = shared;
        Plan plan;
        plan.model = model;
        plan.cluster.gpus = 1;
        const Answer answer = estimated(plan).answer;
        const auto said = std::ranges::count_if(answer.remarks, [](const Text& remark) {
            return english(remark).find("to replay the allocator") != std::string::npos;
        });
        return answer.totals.replayEnded && said == 1;
    };
    QVERIFY(!ended(4));
    QVERIFY(ended(1024));
}

/// An expandable segment has room for every plan whose sums can be counted.
void TestReplay::contextsOfManyPebibytes()
{
    for (const char* context : {"2097152", "16777216"}) {
        const Plan plan = planWith({{"model.id", "llama-3.1-405b"},
                                    {"workload.context", context},
                                    {"cluster.allocator.expandable_segments", "true"}});
        const Totals totals = estimated(plan).answer.totals;
        QVERIFY(!totals.replayEnded);
        QVERIFY(totals.allocated > 100'000 * gib);
        QVERIFY(totals.idle.expected < totals.allocated / 10);
    }
}

/// Whatever the plan, the work of its estimate is bounded: three paces at most, each tried with the
/// GPU's limit and without.
void TestReplay::workOfExtremePlans()
{
    constexpr std::int64_t most = 6 * (mostReplayWork + mostReplayWork / 16);
    int replayed = 0;
    for (int seed = 0; seed < casesToTry(300); ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        const Plan plan = randomExtremePlan(random);
        const ReplayBudget budget(INT64_MAX);
        (void)estimate(plan, builtinCatalog()); // or a refusal: more bytes than can be counted
        replayed += budget.spent() > 0 ? 1 : 0;
        QVERIFY2(budget.spent() <= most, qPrintable(QString::number(seed)));
    }
    QVERIFY(replayed > casesToTry(300) / 4);
}

/// A budget ends the replays within it, and what it spends is spent of the one around it.
void TestReplay::budgets()
{
    const Resolved plan = resolvedOf(smallLayer());
    const auto replays = [&] { return replayOf(plan, plan.stages.front(), {}, {}).has_value(); };
    const ReplayBudget outer(INT64_MAX);
    QVERIFY(replays());
    const std::int64_t once = outer.spent();
    QVERIFY(once > 0);
    {
        const ReplayBudget inner(once + 1);
        QVERIFY(replays());
        QVERIFY(replays());
        QVERIFY(inner.isSpent());
        QVERIFY(!replays());
    }
    QCOMPARE(outer.spent(), 3 * once);
    QVERIFY(!outer.isSpent());
    QVERIFY(replays());
}

/// A watch ends the replays while its answer is not wanted, and leaves those around it alone.
void TestReplay::watches()
{
    const Resolved plan = resolvedOf(smallLayer());
    const auto replays = [&] { return replayOf(plan, plan.stages.front(), {}, {}).has_value(); };
    bool isWanted = true;
    const ReplayWatch outer([&] { return isWanted; });
    QVERIFY(replays());
    {
        const ReplayWatch inner([] { return false; });
        QVERIFY(!replays());
    }
    QVERIFY(replays());
    isWanted = false;
    QVERIFY(!replays());
}

/// With four sequences of 9,000 tokens, the 32-bit logits of 4 · 9,000 · 128,256 · 4 B = 17.2 GiB
/// stay idle beside others; 10,000 tokens use them again.
void TestReplay::muchIdleMemoryIsExplained()
{
    const auto remarks = [](const char* context, const char* expandable) {
        const Answer answer
            = estimated(planWith({{"model.id", "llama-3.2-1b"},
                                  {"recipe.framework", "huggingface"},
                                  {"recipe.recompute", "full"},
                                  {"workload.micro_batch", "4"},
                                  {"workload.context", context},
                                  {"cluster.gpus", "1"},
                                  {"cluster.allocator.expandable_segments", expandable}}))
                  .answer;
        std::string all;
        for (const Text& remark : answer.remarks)
            all += english(remark);
        return all;
    };
    const std::string said = remarks("9000", "false");
    QVERIFY2(said.find("keeps 18.20 GiB idle") != std::string::npos, said.c_str());
    // An eighth of 9,000 in whole pieces of 2 tokens: 1,124.
    QVERIFY2(said.find("from 7,876 to 10,124 tokens") != std::string::npos, said.c_str());
    QCOMPARE(remarks("10000", "false"), std::string());
    QCOMPARE(remarks("9000", "true"), std::string());
}

/// The plan's settings of the allocator reach it.
void TestReplay::settingsOfThePlan()
{
    Plan plan = planWith({{"cluster.overhead", "expected"}}, smallLayer());
    const auto idle = [&](const std::vector<Setting>& settings) {
        const auto resolved = resolve(planWith(settings, plan), builtinCatalog());
        return exactTotals(*resolved).idle.expected;
    };
    const Bytes segments = idle({});
    QVERIFY(idle({{"cluster.allocator.expandable_segments", "true"}}) != segments);
    QVERIFY(idle({{"cluster.allocator.roundup_power2_divisions", "2"}}) >= segments);
}

QTEST_APPLESS_MAIN(TestReplay)

#include "test_replay.moc"
