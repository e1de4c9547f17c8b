// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/methods/key_use.h"
#include "helpers.h"
#include "random_plan.h"

#include <QtTest>

#include <algorithm>

using namespace highwater;

namespace {

using enum AdapterTarget;
using Targets = std::vector<AdapterTarget>;
const Targets linears{Q, K, V, O, Gate, Up, Down};

CustomModel llama7b()
{
    return llama(4096, 32, 32, 32, 11008, 32000);
}

/// 64 wide, 2 layers, 4 heads of 16, 2 of them for keys and values, 128 in the MLP.
CustomModel small()
{
    return llama(64, 2, 4, 2, 128, 256);
}

/// Only routed experts in the MLPs: 8 of them 32 wide, 2 for a token.
CustomModel smallOfExperts()
{
    CustomModel model = small();
    model.experts = 8;
    model.expertsPerToken = 2;
    model.moeIntermediateSize = 32;
    return model;
}

/// DeepSeek's attention: latents 24 and 16 wide, heads of 8 + 4 and values of 8.
CustomModel smallOfLatents()
{
    CustomModel model = small();
    model.mlaQLoraRank = 24;
    model.mlaKvLoraRank = 16;
    model.mlaQkNopeHeadDim = 8;
    model.mlaQkRopeHeadDim = 4;
    model.mlaVHeadDim = 8;
    return model;
}

Plan adaptedPlan(ModelChoice model, std::int64_t rank, Targets targets,
                 AdapterKind kind = AdapterKind::Lora)
{
    Plan plan = bare(std::move(model));
    plan.workload.context = 16;
    plan.adapter.kind = kind;
    plan.adapter.rank = rank;
    plan.adapter.targets = std::move(targets);
    return plan;
}

Bytes bytesOf(const Answer& answer, std::string_view id)
{
    const Line* line = lineOf(answer, id);
    return line ? line->bytes : 0;
}

/// The factors of all adapters, in 16 bits.
std::int64_t trained(const Answer& answer)
{
    Bytes bytes = 0;
    for (const Line& line : answer.ledger)
        if (line.group == Group::Parameters && line.id.find("adapter") != std::string::npos)
            bytes += line.bytes;
    return bytes / 2;
}

/// The bytes that a layer keeps for its backward pass.
Bytes layerBytes(const Answer& answer)
{
    Bytes sum = 0;
    for (const Line& line : answer.ledger)
        if (line.group == Group::Activations && line.scope == Scope::Layer)
            sum += line.each;
    return sum;
}

/// A model whose weights are all far larger than adapters of rank 1 to 4.
CustomModel largeModel(Random& random)
{
    CustomModel model;
    model.numHeads = 8;
    model.numKvHeads = random.power(3);
    model.hiddenSize = 64 * random.from(2, 8);
    model.numLayers = random.from(2, 8);
    model.intermediateSize = 64 * random.from(2, 16);
    model.vocabSize = random.from(1000, 50000);
    model.headDim = 16 * random.from(1, 8);
    model.gated = random.coin();
    model.tiedEmbeddings = random.coin();
    model.biases = random.coin();
    if (random.below(3) == 0) {
        model.experts = 8;
        model.expertsPerToken = random.from(1, 8);
        model.moeIntermediateSize = 64 * random.from(1, 8);
        model.sharedExperts = random.from(0, 2);
        model.firstKDense = random.from(0, 2);
    }
    return model;
}

Targets randomTargets(Random& random)
{
    Targets targets;
    for (std::size_t i = 0; i < enumCount<AdapterTarget>; ++i)
        if (random.coin())
            targets.push_back(static_cast<AdapterTarget>(i));
    return targets.empty() ? Targets{V} : targets;
}

const int randomPlans = casesToTry(500);

} // namespace

class TestAdapters : public QObject
{
    Q_OBJECT

private slots:
    void trainedParameters_data();
    void trainedParameters();
    void trainedByPrompts_data();
    void trainedByPrompts();
    void keptByPrompts_data();
    void keptByPrompts();
    void nothingIsKeptBeforeTheFirstPrompt();
    void promptsStartInALayer();
    void keysOfOtherForms();
    void gptqKeepsItsWeights();
    void trainedOnTensorRanks_data();
    void trainedOnTensorRanks();
    void statesOfAdaptersAlone_data();
    void statesOfAdaptersAlone();
    void statesOfExpertsAdapters();
    void floatBase();
    void floatBaseIsLoraAlone();
    void quantisedWeights_data();
    void quantisedWeights();
    void quantisedHead_data();
    void quantisedHead();
    void upcast_data();
    void upcast();
    void nothingIsCastIn32Bits();
    void bytesPerToken_data();
    void bytesPerToken();
    void keptByPeft_data();
    void keptByPeft();
    void headTarget();
    void eagerAttentionDropsItsOutput_data();
    void eagerAttentionDropsItsOutput();
    void expertsInputs_data();
    void expertsInputs();
    void quantisedBlocksAreGatheredAsTheyAre();
    void lessIsTrainedLessIsHeld();
    void sharesNeverAddOnTheWhole();
};

void TestAdapters::trainedParameters_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<std::int64_t>("parameters");
    const auto row = [](const char* name, CustomModel model, std::int64_t rank, Targets targets,
                        std::int64_t parameters) {
        QTest::newRow(name) << adaptedPlan(std::move(model), rank, std::move(targets))
                            << parameters;
    };
    // layers · rank · (in + out) over the targets; the first five are printed in litgpt's tables
    row("Llama 2 7B, q v: 32 · 8 · 2 · 8192", llama7b(), 8, {Q, V}, 4'194'304);
    row("Llama 2 13B, q v: 40 · 8 · 2 · 10240", llama(5120, 40, 40, 40, 13824, 32000), 8, {Q, V},
        6'553'600);
    row("StableLM 3B, q v: 16 · 8 · 2 · 8192", gpt(4096, 16, 32, 16384, 50688), 8, {Q, V},
        2'097'152);
    CustomModel falcon = gpt(4544, 32, 71, 4 * 4544, 65024);
    falcon.numKvHeads = 1;
    row("Falcon 7B, q v: 32 · 8 · (9088 + 4608)", falcon, 8, {Q, V}, 3'506'176);
    CustomModel falcon40b = gpt(8192, 60, 128, 4 * 8192, 65024);
    falcon40b.numKvHeads = 8;
    row("Falcon 40B, q v: 60 · 8 · (16384 + 8704)", falcon40b, 8, {Q, V}, 12'042'240);
    row("TinyLlama, q v: 22 · 8 · (4096 + 2304)", llama(2048, 22, 32, 4, 5632, 32000), 8, {Q, V},
        1'126'400);
    row("Llama 2 7B, all: 32 · 16 · (4 · 8192 + 3 · 15104)", llama7b(), 16, linears, 39'976'960);
    row("Llama 3.1 8B, all: 32 · 16 · (2 · 8192 + 2 · 5120 + 3 · 18432)",
        llama(4096, 32, 32, 8, 14336, 128256), 16, linears, 41'943'040);
    row("the head alone: 8 · (64 + 256)", small(), 8, {Head}, 2'560);
    row("o: 2 · 8 · 128", small(), 8, {O}, 2'048);
    row("a plain MLP has no gate: 2 · 8 · 2 · 192", gpt(64, 2, 4, 128, 256), 8, {Gate, Up, Down},
        6'144);
    row("experts, each its own: 2 · 8 · 8 · 3 · 96", smallOfExperts(), 8, {Gate, Up, Down}, 36'864);
    // q: 64 → 24 → 4 · 12; k: 64 → 16 + 4; v: 16 → 4 · 16; o: 32 → 64
    row("latents, q: 2 · 8 · (88 + 72)", smallOfLatents(), 8, {Q}, 2'560);
    row("latents, k: 2 · 8 · 84", smallOfLatents(), 8, {K}, 1'344);
    row("latents, v: 2 · 8 · 80", smallOfLatents(), 8, {V}, 1'280);
    row("latents, o: 2 · 8 · 96", smallOfLatents(), 8, {O}, 1'536);
}

void TestAdapters::trainedParameters()
{
    QFETCH(Plan, plan);
    QFETCH(std::int64_t, parameters);
    QCOMPARE(trained(estimated(plan).answer), parameters);
    plan.adapter.kind = AdapterKind::Qlora;
    QCOMPARE(trained(estimated(plan).answer), parameters);
}

void TestAdapters::trainedByPrompts_data()
{
    QTest::addColumn<CustomModel>("model");
    QTest::addColumn<AdapterMethod>("method");
    QTest::addColumn<std::int64_t>("parameters");
    const auto row
        = [](const char* name, CustomModel model, AdapterMethod method, std::int64_t parameters) {
              QTest::newRow(name) << std::move(model) << method << parameters;
          };
    // litgpt's resource tables print the first four.
    const CustomModel stable = gpt(4096, 16, 32, 16384, 50688);
    row("StableLM 3B: 14 · (10 · 4096 + 32)", stable, AdapterMethod::Adapter, 573'888);
    row("Llama 2 7B: 30 · (10 · 4096 + 32)", llama7b(), AdapterMethod::Adapter, 1'229'760);
    row("StableLM 3B: prompts, 16 · 2 · 36864 of products, 66 · 4096 of norms, 2 · 50688", stable,
        AdapterMethod::AdapterV2, 2'125'248);
    row("Llama 2 7B: prompts, 32 · 2 · 42496 of products, 65 · 4096 of norms, 2 · 32000", llama7b(),
        AdapterMethod::AdapterV2, 4'279'744);
    row("a prefix: 2 layers · 10 · 2 · 32", small(), AdapterMethod::Prefix, 1'280);
    row("a prompt: 10 · 64", small(), AdapterMethod::Prompt, 640);
}

void TestAdapters::trainedByPrompts()
{
    QFETCH(CustomModel, model);
    QFETCH(AdapterMethod, method);
    QFETCH(std::int64_t, parameters);
    Plan plan = adaptedPlan(model, 8, {Q});
    plan.adapter.method = method;
    const Answer answer = estimated(plan).answer;
    QCOMPARE(bytesOf(answer, "optimizer.momentum"), 4 * parameters);
    Bytes gradients = 0;
    for (const Line& line : answer.ledger)
        if (line.group == Group::Gradients)
            gradients += line.bytes;
    QCOMPARE(gradients, 2 * parameters);
}

void TestAdapters::keptByPrompts_data()
{
    QTest::addColumn<AdapterMethod>("method");
    QTest::addColumn<Bytes>("bytes");
    // As above, of 16 tokens: 1688 less 512 a token where no product keeps its input. A gated
    // prompt keeps 2q + 4a, and 10 keys and values of 64.
    const Bytes frozen = 16 * (1688 - 512);
    const Bytes gated = frozen + 16 * (128 + 16) + 2 * 2 * 10 * 64;
    QTest::newRow("prompt") << AdapterMethod::Prompt << frozen;
    QTest::newRow("prefix: 10 keys and values of 32")
        << AdapterMethod::Prefix << frozen + 2 * 2 * 10 * 32;
    QTest::newRow("gated prompt") << AdapterMethod::Adapter << gated;
    QTest::newRow("and results: 2(q + 2kv), 2h, 4f, 2h")
        << AdapterMethod::AdapterV2 << gated + 16 * (256 + 128 + 512 + 128);
}

void TestAdapters::keptByPrompts()
{
    QFETCH(AdapterMethod, method);
    QFETCH(Bytes, bytes);
    Plan plan = adaptedPlan(small(), 8, {Q});
    plan.adapter.method = method;
    plan.adapter.startLayer = 0;
    QCOMPARE(layerBytes(estimated(plan).answer), bytes);
}

void TestAdapters::nothingIsKeptBeforeTheFirstPrompt()
{
    Plan plan = adaptedPlan(small(), 8, {Q});
    plan.adapter.method = AdapterMethod::Adapter;
    plan.adapter.startLayer = 1;
    const Answer answer = estimated(plan).answer;
    QCOMPARE(bytesOf(answer, "prompt.output"), Bytes{16 * 2 * 64});
    QCOMPARE(bytesOf(answer, "attention.query"), Bytes{16 * 2 * 64});
    plan.adapter.method = AdapterMethod::AdapterV2; // it has scales in every layer
    QCOMPARE(bytesOf(estimated(plan).answer, "attention.query"), Bytes{2 * 16 * 2 * 64});
}

void TestAdapters::promptsStartInALayer()
{
    Plan plan = adaptedPlan(small(), 8, {Q});
    plan.adapter.method = AdapterMethod::Adapter;
    plan.adapter.startLayer = 2;
    const auto refused = resolve(plan, builtinCatalog());
    QVERIFY(!refused);
    QCOMPARE(shown(refused.problems().front().field), QLatin1String("adapter.start_layer"));
}

void TestAdapters::keysOfOtherForms()
{
    Plan plan = adaptedPlan(small(), 8, {Q});
    const auto ignores
        = [&plan](KeyPath path) { return isIdle(*resolve(plan, builtinCatalog()), path); };
    QVERIFY(!ignores("adapter.rank"));
    QVERIFY(ignores("adapter.prompt_length"));
    QVERIFY(ignores("adapter.start_layer"));
    plan.adapter.method = AdapterMethod::Prefix;
    QVERIFY(ignores("adapter.rank"));
    QVERIFY(!ignores("adapter.prompt_length"));
    QVERIFY(ignores("adapter.start_layer"));
}

void TestAdapters::gptqKeepsItsWeights()
{
    Plan plan = adaptedPlan(llama7b(), 8, {Q, V}, AdapterKind::Qlora);
    plan.adapter.base = AdapterBase::Gptq;
    const Answer answer = estimated(plan).answer;
    // PEFT does not widen weights that GPTQ left in 16 bits, and products keep no inputs.
    QCOMPARE(eachOf(answer, "parameters.head"), Bytes{2 * 4096 * 32000});
    QCOMPARE(bytesOf(answer, "mlp.input"), Bytes{0});
    // All of a layer's weights in 16 bits: four matrices of the attention, three of the MLP.
    Bytes kept = 0;
    for (const Line& line : answer.ledger)
        if (line.id == "dequantised.kept")
            kept += line.bytes;
    QCOMPARE(kept, 32 * 2 * Bytes{67'108'864 + 135'266'304});
    plan.recipe.recompute = Recompute::Full;
    Bytes remade = 0;
    for (const Line& line : estimated(plan).answer.ledger)
        if (line.id == "dequantised.kept")
            remade += line.bytes;
    QCOMPARE(remade, 2 * Bytes{67'108'864 + 135'266'304});
}

void TestAdapters::trainedOnTensorRanks_data()
{
    QTest::addColumn<Targets>("targets");
    QTest::addColumn<std::int64_t>("parameters");
    // Two ranks: the first products have whole inputs, the last ones whole outputs.
    QTest::newRow("q: 2 · 8 · (64 + 32)") << Targets{Q} << std::int64_t{1536};
    QTest::newRow("k: 2 · 8 · (64 + 16)") << Targets{K} << std::int64_t{1280};
    QTest::newRow("o: 2 · 8 · (32 + 64)") << Targets{O} << std::int64_t{1536};
    QTest::newRow("up: 2 · 8 · (64 + 64)") << Targets{Up} << std::int64_t{2048};
    QTest::newRow("down: 2 · 8 · (64 + 64)") << Targets{Down} << std::int64_t{2048};
    QTest::newRow("head: 8 · (64 + 128)") << Targets{Head} << std::int64_t{1536};
}

void TestAdapters::trainedOnTensorRanks()
{
    QFETCH(Targets, targets);
    QFETCH(std::int64_t, parameters);
    Plan plan = adaptedPlan(small(), 8, targets);
    plan.cluster.gpus = plan.layout.tensor = 2;
    QCOMPARE(trained(estimated(plan).answer), parameters);
}

void TestAdapters::statesOfAdaptersAlone_data()
{
    QTest::addColumn<std::int64_t>("zero");
    QTest::addColumn<Bytes>("weights");
    QTest::addColumn<Bytes>("gradients");
    QTest::addColumn<Bytes>("master");
    // Llama 2 7B, rank 8, q and v: 4,194,304 parameters, on 8 GPUs
    const Bytes all = 4'194'304;
    QTest::newRow("ZeRO-0") << std::int64_t{0} << 2 * all << 2 * all << 4 * all;
    QTest::newRow("ZeRO-1") << std::int64_t{1} << 2 * all << 2 * all << all / 2;
    QTest::newRow("ZeRO-2") << std::int64_t{2} << 2 * all << all / 4 << all / 2;
    QTest::newRow("ZeRO-3") << std::int64_t{3} << all / 4 << all / 4 << all / 2;
}

void TestAdapters::statesOfAdaptersAlone()
{
    QFETCH(std::int64_t, zero);
    QFETCH(Bytes, weights);
    QFETCH(Bytes, gradients);
    QFETCH(Bytes, master);
    Plan plan = adaptedPlan(llama7b(), 8, {Q, V});
    plan.cluster.gpus = 8;
    plan.layout.zero = zero;
    const Answer answer = estimated(plan).answer;
    QCOMPARE(bytesOf(answer, "parameters.adapter"), weights);
    QCOMPARE(bytesOf(answer, "gradients.adapter"), gradients);
    QCOMPARE(bytesOf(answer, "optimizer.master"), master);
    QCOMPARE(bytesOf(answer, "optimizer.momentum"), master);
    QCOMPARE(bytesOf(answer, "optimizer.variance"), master);
    for (const Line& line : answer.ledger)
        if (line.group == Group::Gradients)
            QCOMPARE(shown(line.id), QLatin1String("gradients.adapter"));
    QCOMPARE(bytesOf(answer, "parameters.attention"),
             32 * 2 * Bytes{4} * 4096 * 4096 / (zero == 3 ? 8 : 1));
}

void TestAdapters::statesOfExpertsAdapters()
{
    // 8 GPUs hold an expert each: no other rank has its adapters, whatever ZeRO shares.
    Plan plan = adaptedPlan(smallOfExperts(), 8, {Gate, Up, Down});
    plan.cluster.gpus = plan.layout.expert = 8;
    plan.layout.zero = 3;
    const Answer answer = estimated(plan).answer;
    const std::int64_t held = 2 * 8 * 3 * 96; // layers · rank · products · (64 + 32)
    QCOMPARE(trained(answer), held);
    Bytes master = 0, gradients = 0;
    for (const Line& line : answer.ledger) {
        if (line.group == Group::Gradients)
            gradients += line.bytes;
        if (line.id.ends_with("master"))
            master += line.bytes;
    }
    QCOMPARE(gradients, 2 * held);
    QCOMPARE(master, 4 * held);
}

void TestAdapters::quantisedWeights_data()
{
    QTest::addColumn<AdapterBase>("base");
    QTest::addColumn<Bytes>("attention");
    QTest::addColumn<Bytes>("mlp");
    // Llama 2 7B, a layer: 67,108,864 weights in the attention, 135,266,304 in the MLP
    QTest::newRow("bf16: 2") << AdapterBase::Bf16 << Bytes{134'217'728} << Bytes{270'532'608};
    QTest::newRow("int8: 1, and 4 an output")
        << AdapterBase::Int8 << Bytes{67'108'864 + 4 * 4 * 4096}
        << Bytes{135'266'304 + 4 * (2 * 11008 + 4096)};
    QTest::newRow("nf4: 0.5 + 4/64") << AdapterBase::Nf4 << Bytes{37'748'736} << Bytes{76'087'296};
    QTest::newRow("double: 0.5 + 1/64 + 4/(64 · 256)")
        << AdapterBase::Nf4Double << Bytes{33'554'432 + 1'048'576 + 16'384}
        << Bytes{67'633'152 + 2'113'536 + 33'024};
    QTest::newRow("gptq: 0.5 + 2.5/128, and 4 an input")
        << AdapterBase::Gptq << Bytes{33'554'432 + 1'310'720 + 4 * 4 * 4096}
        << Bytes{67'633'152 + 2'641'920 + 4 * (2 * 4096 + 11008)};
}

void TestAdapters::quantisedWeights()
{
    QFETCH(AdapterBase, base);
    QFETCH(Bytes, attention);
    QFETCH(Bytes, mlp);
    Plan plan = adaptedPlan(llama7b(), 8, {Q, V}, AdapterKind::Qlora);
    plan.adapter.base = base;
    const Answer answer = estimated(plan).answer;
    QCOMPARE(eachOf(answer, "parameters.attention"), attention);
    QCOMPARE(eachOf(answer, "parameters.mlp"), mlp);
    plan.adapter.kind = AdapterKind::Lora; // the base of LoRA is not quantised
    QCOMPARE(eachOf(estimated(plan).answer, "parameters.mlp"), Bytes{270'532'608});
}

/// Qwen2.5 7B has 7,615,616,512 weights, 233,057,792 of them in each of 28 layers, and 544,997,376
/// in the head. Autocast casts those of a product, and keeps the cast ones for the backward pass.
void TestAdapters::floatBase()
{
    Plan plan = planWith({{"model.id", "qwen2.5-7b"},
                          {"recipe.framework", "huggingface"},
                          {"recipe.precision", "bf16-mixed"},
                          {"recipe.recompute", "full"},
                          {"recipe.loss", "full"},
                          {"adapter.kind", "lora"},
                          {"cluster.gpus", "1"}});
    const auto frozen = [&plan] {
        Bytes bytes = 0;
        for (const Line& line : estimated(plan).answer.ledger)
            if (line.group == Group::Parameters && line.id.find("adapter") == std::string::npos)
                bytes += line.bytes;
        return bytes;
    };
    const auto cast = [&plan] {
        Bytes bytes = 0;
        for (const Line& line : estimated(plan).answer.ledger)
            if (line.id == "cast.weights")
                bytes += line.bytes;
        return bytes;
    };
    QCOMPARE(frozen(), 2 * Bytes{7'615'616'512});
    QCOMPARE(cast(), Bytes{0});
    plan.adapter.base = AdapterBase::Fp32;
    QCOMPARE(frozen(), 4 * Bytes{7'615'616'512});
    QCOMPARE(cast(), 2 * Bytes{233'057'792 + 544'997'376});
    plan.recipe.recompute = Recompute::None;
    QCOMPARE(cast(), 2 * (28 * Bytes{233'057'792} + 544'997'376));
    // DeepSpeed's engine casts all weights, and weights of 16 bits alone have no autocast.
    plan.cluster.gpus = 8;
    plan.layout.zero = 2;
    QCOMPARE(frozen(), 2 * Bytes{7'615'616'512});
    plan.layout.zero = 0;
    plan.recipe.precision = Precision::Bf16;
    QCOMPARE(frozen(), 2 * Bytes{7'615'616'512});
    // FSDP shards 32 bits.
    plan.recipe.precision = Precision::Bf16Mixed;
    plan.recipe.engine = Engine::Fsdp2;
    plan.layout.zero = 3;
    const Answer sharded = estimated(plan).answer;
    QCOMPARE(bytesOf(sharded, "parameters.head"), Bytes{4 * 544'997'376LL / 8});
}

void TestAdapters::floatBaseIsLoraAlone()
{
    Plan plan = adaptedPlan(llama7b(), 8, {Q, V}, AdapterKind::Qlora);
    plan.adapter.base = AdapterBase::Fp32;
    const auto refused = resolve(plan, builtinCatalog());
    QVERIFY(!refused);
    QCOMPARE(shown(refused.problems().front().field), QStringLiteral("adapter.base"));
}

void TestAdapters::quantisedHead_data()
{
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<AdapterBase>("base");
    QTest::addColumn<Bytes>("head");
    // 32,000 · 4,096 = 131,072,000 weights
    QTest::newRow("PEFT upcasts it") << Framework::Plain << AdapterBase::Nf4 << Bytes{524'288'000};
    QTest::newRow("litgpt, nf4") << Framework::LitGpt << AdapterBase::Nf4 << Bytes{73'728'000};
    QTest::newRow("litgpt, double")
        << Framework::LitGpt << AdapterBase::Nf4Double << Bytes{65'536'000 + 2'048'000 + 32'000};
    QTest::newRow("litgpt, int8: 4 for each of 32,000 outputs")
        << Framework::LitGpt << AdapterBase::Int8 << Bytes{131'072'000 + 128'000};
}

void TestAdapters::quantisedHead()
{
    QFETCH(Framework, framework);
    QFETCH(AdapterBase, base);
    QFETCH(Bytes, head);
    Plan plan = adaptedPlan(llama7b(), 8, {Q, V}, AdapterKind::Qlora);
    plan.recipe.framework = framework;
    plan.adapter.base = base;
    QCOMPARE(bytesOf(estimated(plan).answer, "parameters.head"), head);
}

void TestAdapters::upcast_data()
{
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<AdapterKind>("kind");
    QTest::addColumn<bool>("upcast");
    QTest::addColumn<Bytes>("norms");
    QTest::addColumn<Bytes>("embedding");
    const auto row = [](const char* name, Framework framework, AdapterKind kind, bool upcast,
                        Bytes width) {
        QTest::newRow(name) << framework << kind << upcast << width * 2 * 64 << width * 256 * 64;
    };
    row("4 bytes", Framework::Plain, AdapterKind::Qlora, true, 4);
    row("as they were", Framework::Plain, AdapterKind::Qlora, false, 2);
    row("torchtune does not", Framework::Torchtune, AdapterKind::Qlora, true, 2);
    row("LoRA has nothing to upcast", Framework::Plain, AdapterKind::Lora, true, 2);
}

void TestAdapters::upcast()
{
    QFETCH(Framework, framework);
    QFETCH(AdapterKind, kind);
    QFETCH(bool, upcast);
    QFETCH(Bytes, norms);
    QFETCH(Bytes, embedding);
    Plan plan = adaptedPlan(small(), 8, {Q, V}, kind);
    plan.recipe.framework = framework;
    plan.adapter.upcast = upcast;
    const Answer answer = estimated(plan).answer;
    QCOMPARE(eachOf(answer, "parameters.norms"), norms);
    QCOMPARE(eachOf(answer, "parameters.embedding"), embedding);
}

/// PEFT, tuners/lora/layer.py: _cast_input_dtype() returns an input of the adapter's type as it is.
void TestAdapters::nothingIsCastIn32Bits()
{
    for (const auto& [kind, precision] : {std::pair{AdapterKind::Qlora, Precision::Fp32},
                                          std::pair{AdapterKind::Qlora, Precision::Bf16Mixed},
                                          std::pair{AdapterKind::Lora, Precision::Fp32},
                                          std::pair{AdapterKind::Lora, Precision::Bf16Mixed}}) {
        Plan plan = adaptedPlan(small(), 8, {Q, V}, kind);
        plan.recipe.framework = Framework::HuggingFace;
        plan.recipe.precision = precision;
        const bool copies = lineOf(estimated(plan).answer, "adapter.attention_input") != nullptr;
        QCOMPARE(copies, precision != Precision::Fp32);
    }
}

void TestAdapters::bytesPerToken_data()
{
    QTest::addColumn<AdapterKind>("kind");
    QTest::addColumn<Targets>("targets");
    QTest::addColumn<double>("dropout");
    QTest::addColumn<Bytes>("bytes");
    const auto row
        = [](const char* name, AdapterKind kind, Targets targets, double dropout, Bytes bytes) {
              QTest::newRow(name) << kind << std::move(targets) << dropout << bytes;
          };
    // h = q = 64, kv = 32, f = 128, a = 4: 8h + 4q + 4kv + 6f + 4a + 8 = 1688 where all is trained.
    // A frozen product keeps no input: 128, 128 and 256; rank 8 adds 16 for each target.
    const auto lora = AdapterKind::Lora;
    const auto qlora = AdapterKind::Qlora;
    row("everything trained", AdapterKind::None, linears, 0, 1688);
    row("the head alone", lora, {Head}, 0, 1688 - 512);
    row("q", lora, {Q}, 0, 1688 - 128 - 256 + 16);
    row("q k v share an input", lora, {Q, K, V}, 0, 1688 - 128 - 256 + 3 * 16);
    row("o, whose input the attention keeps", lora, {O}, 0, 1688 - 512 + 16);
    row("gate", lora, {Gate}, 0, 1688 - 128 - 256 + 16);
    row("down", lora, {Down}, 0, 1688 - 128 - 128 + 16);
    row("all", lora, linears, 0, 1688 + 7 * 16);
    row("q, dropped out: 3h", lora, {Q}, 0.1, 1688 - 512 + 3 * 64 + 16);
    row("o, dropped out: 3q", lora, {O}, 0.1, 1688 - 512 + 3 * 64 + 16);
    row("down, dropped out: 3f", lora, {Down}, 0.1, 1688 - 512 + 3 * 128 + 16);
    row("all, dropped out: 6 · 3h + 3f", lora, linears, 0.1, 1688 - 512 + 6 * 192 + 384 + 7 * 16);
    row("4 bits keep no input either", qlora, {Q}, 0, 1688 - 128 - 256 + 16);
    row("4 bits, dropped out", qlora, {Q}, 0.1, 1688 - 512 + 3 * 64 + 16);
}

void TestAdapters::bytesPerToken()
{
    QFETCH(AdapterKind, kind);
    QFETCH(Targets, targets);
    QFETCH(double, dropout);
    QFETCH(Bytes, bytes);
    Plan plan = adaptedPlan(small(), 8, targets, kind);
    plan.adapter.dropout = dropout;
    QCOMPARE(layerBytes(estimated(plan).answer), 16 * bytes);
    if (kind != AdapterKind::Qlora)
        return;
    // bitsandbytes keeps every input of a product in 8 bits.
    plan.adapter.base = AdapterBase::Int8;
    QCOMPARE(layerBytes(estimated(plan).answer), 16 * (bytes + 512 - (dropout > 0 ? 0 : 128)));
}

/// PEFT's adapters have 32 bits: each casts its input, and autocast casts the copy to 16 bits.
void TestAdapters::keptByPeft_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("id");
    QTest::addColumn<Bytes>("bytes");
    const auto row = [](const char* name, const Plan& plan, const char* id, Bytes perToken) {
        QTest::newRow(name) << plan << QString(QLatin1String(id)) << 16 * perToken;
    };
    Plan cast = adaptedPlan(small(), 8, {Q, V, Down});
    cast.recipe.framework = Framework::HuggingFace;
    Plan wide = cast;
    wide.recipe.precision = Precision::Bf16;
    row("autocast: a copy for each of q and v", cast, "adapter.attention_input", 2 * 2 * 64);
    row("and none that they share", cast, "attention.input", 0);
    row("without autocast in 32 bits", wide, "adapter.attention_input", 2 * 4 * 64);
    row("the down product's", wide, "adapter.down_input", 4 * 128);
    row("and not the product itself", wide, "mlp.product", 0);
    row("narrow products in 32 bits", wide, "adapter.rank_outputs", 4 * 8 * 2);
    Plan dropped = wide;
    dropped.adapter.dropout = 0.1;
    row("with a mask", dropped, "adapter.attention_input", 2 * 5 * 64);
    Plan dora = wide;
    dora.adapter.targets = {Q};
    dora.adapter.dora = true;
    row("DoRA: 16 bits of the base, 32 of the adapter", dora, "adapter.results", 6 * 64);
    Plan quantised = cast;
    quantised.adapter.kind = AdapterKind::Qlora;
    row("4 bits: norms of 32 bits are cast", quantised, "adapter.attention_input", 2 * 2 * 64);
    quantised.adapter.upcast = false;
    row("4 bits: norms of 16 bits are not", quantised, "adapter.attention_input", 0);
    Plan engine = cast;
    engine.cluster.gpus = 2;
    engine.layout.zero = 2;
    row("DeepSpeed casts the adapters instead", engine, "adapter.attention_input", 0);
}

void TestAdapters::keptByPeft()
{
    QFETCH(Plan, plan);
    QFETCH(QString, id);
    QTEST(eachOf(estimated(plan).answer, id.toStdString()), "bytes");
}

void TestAdapters::headTarget()
{
    Plan plan = adaptedPlan(small(), 8, {Head});
    QCOMPARE(eachOf(estimated(plan).answer, "head.input"), Bytes{16 * 2 * 64});
    plan.adapter.dropout = 0.5;
    QCOMPARE(eachOf(estimated(plan).answer, "head.input"), Bytes{0});
    QCOMPARE(eachOf(estimated(plan).answer, "adapter.head_input"), Bytes{16 * 3 * 64});
    plan.adapter.targets = {Q};
    QCOMPARE(eachOf(estimated(plan).answer, "head.input"), Bytes{0});
    QCOMPARE(eachOf(estimated(plan).answer, "adapter.head_input"), Bytes{0});
}

void TestAdapters::eagerAttentionDropsItsOutput_data()
{
    QTest::addColumn<Attention>("attention");
    QTest::addColumn<Targets>("targets");
    QTest::addColumn<Bytes>("output");
    QTest::newRow("flash attention keeps it") << Attention::Flash << Targets{Q} << Bytes{2048};
    QTest::newRow("eager, adapted") << Attention::Eager << Targets{O} << Bytes{2048};
    QTest::newRow("eager, frozen") << Attention::Eager << Targets{Q} << Bytes{0};
}

void TestAdapters::eagerAttentionDropsItsOutput()
{
    QFETCH(Attention, attention);
    QFETCH(Targets, targets);
    QFETCH(Bytes, output);
    Plan plan = adaptedPlan(small(), 8, targets);
    plan.recipe.attention = attention;
    QCOMPARE(eachOf(estimated(plan).answer, "attention.output"), output);
}

void TestAdapters::expertsInputs_data()
{
    QTest::addColumn<Targets>("targets");
    QTest::addColumn<Bytes>("input");
    QTest::addColumn<Bytes>("product");
    // 16 tokens, 2 experts each, 64 wide, 32 inside
    QTest::newRow("gate and up") << Targets{Gate, Up} << Bytes{4096} << Bytes{0};
    QTest::newRow("down") << Targets{Down} << Bytes{0} << Bytes{2048};
    QTest::newRow("q") << Targets{Q} << Bytes{0} << Bytes{0};
}

void TestAdapters::expertsInputs()
{
    QFETCH(Targets, targets);
    QFETCH(Bytes, input);
    QFETCH(Bytes, product);
    const Answer answer = estimated(adaptedPlan(smallOfExperts(), 8, targets)).answer;
    QCOMPARE(eachOf(answer, "experts.input"), input);
    QCOMPARE(eachOf(answer, "experts.product"), product);
}

void TestAdapters::quantisedBlocksAreGatheredAsTheyAre()
{
    // FSDP gathers the bytes that are stored: 4 bits a weight stay 4 bits.
    Plan plan = adaptedPlan(llama7b(), 8, {Q, V}, AdapterKind::Qlora);
    plan.cluster.gpus = 8;
    plan.layout.zero = 3;
    const auto gathered = [](const Answer& answer) {
        Bytes sum = 0;
        for (const Line& line : answer.ledger)
            if (line.id.starts_with("gathered.blocks"))
                sum += line.each;
        return sum;
    };
    // the layer doubly quantised, and its norms in 4 bytes
    QCOMPARE(gathered(estimated(plan).answer), Bytes{104'399'104 + 4 * 2 * 4096});
    plan.adapter.kind = AdapterKind::Lora;
    QCOMPARE(gathered(estimated(plan).answer), Bytes{2 * (202'375'168 + 2 * 4096)});
}

void TestAdapters::lessIsTrainedLessIsHeld()
{
    Random random(31);
    for (int i = 0; i < randomPlans; ++i) {
        const CustomModel model = largeModel(random);
        const std::int64_t rank = random.from(1, 4);
        Plan plan = adaptedPlan(model, rank, randomTargets(random));
        plan.adapter.base = anyBase(random, AdapterKind::Qlora);
        plan.recipe.framework = anyOf<Framework>(random);
        plan.recipe.optimizer = anyOf<Optimizer>(random);
        plan.cluster.gpus = random.power(3);
        plan.layout.zero = random.from(0, 3);
        plan.adapter.upcast = false; // otherwise weights outside the layers take 4 bytes
        std::array<Bytes, 3> held{};
        for (const AdapterKind kind : {AdapterKind::Qlora, AdapterKind::Lora, AdapterKind::None}) {
            plan.adapter.kind = kind;
            held[static_cast<std::size_t>(kind)] = statesOf(estimated(plan).answer);
        }
        const auto& [full, lora, qlora] = held;
        const std::string said = std::to_string(i) + ": " + std::to_string(qlora) + ", "
            + std::to_string(lora) + ", " + std::to_string(full);
        QVERIFY2(qlora <= lora, said.c_str());
        QVERIFY2(lora <= full, said.c_str());
    }
}

void TestAdapters::sharesNeverAddOnTheWhole()
{
    Random random(32);
    for (int i = 0; i < randomPlans; ++i) {
        const CustomModel model = largeModel(random);
        const std::int64_t rank = random.from(1, 64);
        const AdapterKind kind = random.coin() ? AdapterKind::Lora : AdapterKind::Qlora;
        Plan plan = adaptedPlan(model, rank, randomTargets(random), kind);
        plan.adapter.base = anyBase(random, kind);
        const Bytes alone = statesOf(estimated(plan).answer);
        plan.cluster.gpus = 8;
        plan.layout.zero = random.from(0, 3);
        plan.layout.tensor = random.power(3);
        if (model.experts)
            plan.layout.expert = random.power(3);
        const Bytes all = 8 * statesOf(estimated(plan).answer);
        QVERIFY2(all >= alone, qPrintable(QString::number(i)));
    }
}

QTEST_APPLESS_MAIN(TestAdapters)
#include "test_adapters.moc"
