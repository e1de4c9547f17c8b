// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/answer/run_ahead.h"
#include "core/ledger/band_widths.h"
#include "core/ledger/fitted.h"
#include "core/ledger/framework.h"
#include "core/measured/run_constants.h"
#include "core/measured/run_facts.h"
#include "helpers.h"
#include "ledger_lines.h"
#include "random_plan.h"

#include <QDate>
#include <QtTest>

#include <algorithm>
#include <array>
#include <string>

using namespace highwater;

namespace {

/// 64 wide, 2 layers, 128 in the MLP, 256 words: 36,992 weights in a layer, 16,384 in embedding
/// and in head, 106,816 in all. With 16 tokens a hidden tensor has 1,024 values, an MLP's 2,048,
/// the logits 4,096.
CustomModel small()
{
    return llama(64, 2, 4, 2, 128, 256);
}
constexpr Bytes layer = 36'992, table = 16'384, all = 106'816;

Plan under(Framework framework, std::int64_t gpus = 1, std::int64_t zero = 0)
{
    Plan plan = bare(small());
    plan.workload.context = 16;
    plan.recipe.framework = framework;
    plan.cluster.gpus = gpus;
    plan.layout.zero = zero;
    return plan;
}

Choices choicesOf(const Plan& plan)
{
    return estimated(plan).plan.choices;
}

/// Lengths of life as the moments see them: load, forward end, loss, a layer's backward pass,
/// backward end, optimizer step.
using Live = std::array<std::int64_t, momentCount>;
constexpr Live always{1, 1, 1, 1, 1, 1}, training{0, 1, 1, 1, 1, 1}, pass{0, 1, 1, 1, 1, 0},
    forwardEnd{0, 1, 0, 0, 0, 0}, head{0, 1, 1, 0, 0, 0}, loss{0, 0, 1, 0, 0, 0},
    backward{0, 0, 0, 1, 1, 0}, backwardEnd{0, 0, 0, 0, 1, 0}, step{0, 0, 0, 0, 0, 1},
    growing{0, 0, 0, 1, 2, 2}, loading{1, 0, 0, 0, 0, 0};

/// The bytes of a term at every moment.
std::array<Bytes, momentCount> bytesAt(const Answer& answer, std::string_view id)
{
    std::array<Bytes, momentCount> sums{};
    for (const Line& line : answer.ledger)
        for (std::size_t i = 0; line.id == id && i < momentCount; ++i)
            sums[i] += line.each * line.live[i];
    return sums;
}

/// A key that a framework fills, and another value of it.
struct Filled
{
    Framework framework;
    KeyPath key;
    const char* fills;
    const char* other;
};

} // namespace

class TestFrameworks : public QObject
{
    Q_OBJECT

private slots:
    void halfAloneHasNoWideCopy();
    void everyFrameworkHasItsProfile();
    void upcastOfTheBase_data();
    void upcastOfTheBase();
    void everyFittedConstantSaysWhereItComesFrom();
    void fillsWhatIsOpen_data();
    void fillsWhatIsOpen();
    void dependsOnThePrecision_data();
    void dependsOnThePrecision();
    void anOpenEngineIsTheEarlierOne_data();
    void anOpenEngineIsTheEarlierOne();
    void anEngineChangesTheStates_data();
    void anEngineChangesTheStates();
    void versionsDecide_data();
    void versionsDecide();
    void versionsOfAttention_data();
    void versionsOfAttention();
    void kernelsHaveSwitches_data();
    void kernelsHaveSwitches();
    void kernelsOfAdapters_data();
    void kernelsOfAdapters();
    void programsOfTheTrainer();
    void aVersionIsANumber_data();
    void aVersionIsANumber();
    void adaptersOfAnEarlierPeft();
    void sixteenBytesOfAShard_data();
    void sixteenBytesOfAShard();
    void masterIsNotCountedTwice_data();
    void masterIsNotCountedTwice();
    void offloadedGradientsLeaveLate();
    void terms_data();
    void terms();
    void paddedVocabulary_data();
    void paddedVocabulary();
    void balancedStages_data();
    void balancedStages();
    void stageWithoutLayers();
    void runningAhead_data();
    void runningAhead();
    void aheadIsTold();
    void selectiveRecomputation_data();
    void selectiveRecomputation();
    void eightBitWeightsAreMadeOnce();
    void smallCardsHold_data();
    void smallCardsHold();
    void aStageRaisesNoTotalAlone();
    void missingSettings_data();
    void missingSettings();
    void narrowProductsNeedACard_data();
    void narrowProductsNeedACard();
    void unevenTensorRanks();
    void adaptersOnTensorRanks();
    void tensorRanksAtStageThree();
    void streamOfAWidenedBase();
    void publishedPeaks_data();
    void publishedPeaks();
    void ligersPeaks_data();
    void ligersPeaks();
    void interleavedSchedules();
    void expertsAreReducedAsWell_data();
    void expertsAreReducedAsWell();
    void diskNeedsStage3();
    void stagesBelowThreeCastTheWholeShare();
    void theFirstRankCopiesWholeWeights();
    void aTiedGradientIsASum();
    void oneGpuOfLitgptKnowsNoStages();
    void whatNeedsDeepSpeedsStages_data();
    void whatNeedsDeepSpeedsStages();
    void everyProfileAddsUp();
    void everyProfileHasASource();
};

void TestFrameworks::fillsWhatIsOpen_data()
{
    QTest::addColumn<Plan>("open");
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<QString>("fills");
    QTest::addColumn<QString>("other");
    const Filled settings[]{
        {Framework::Plain, "recipe.gradients", "bf16", "fp32"},
        {Framework::Plain, "recipe.master_weights", "true", "false"},
        {Framework::Plain, "recipe.kernels", "fused", "eager"},
        {Framework::PyTorchFsdp, "recipe.gradients", "fp32", "bf16"},
        {Framework::PyTorchFsdp, "recipe.keep_gradients", "false", "true"},
        {Framework::PyTorchFsdp, "recipe.master_weights", "false", "true"},
        {Framework::DeepSpeed, "recipe.kernels", "eager", "fused"},
        {Framework::Megatron, "recipe.gradients", "fp32", "both"},
        {Framework::Nanotron, "recipe.gradients", "fp32", "bf16"},
        {Framework::Nanotron, "layout.stage_split", "balanced", "even"},
        {Framework::HuggingFace, "recipe.gradients", "fp32", "bf16"},
        {Framework::HuggingFace, "recipe.keep_gradients", "false", "true"},
        {Framework::HuggingFace, "recipe.kernels", "eager", "fused"},
        {Framework::Torchtune, "recipe.precision", "bf16", "fp32"},
        {Framework::Torchtune, "recipe.loss", "chunked", "full"},
        {Framework::Torchtune, "recipe.moments", "bf16", "fp32"},
        {Framework::LitGpt, "recipe.precision", "bf16", "bf16-mixed"},
        {Framework::LitGpt, "recipe.kernels", "eager", "fused"},
        {Framework::LitGpt, "recipe.moments", "bf16", "int8"},
        {Framework::LitGpt, "recipe.fused_step", "false", "true"},
        {Framework::Verl, "recipe.fused_step", "false", "true"},
        {Framework::Torchtune, "recipe.fused_step", "true", "false"},
        {Framework::LlamaFactory, "recipe.recompute", "full", "none"},
        {Framework::LlamaFactory, "recipe.reentrant", "true", "false"},
        {Framework::LlamaFactory, "recipe.master_weights", "false", "true"},
        {Framework::LlamaFactory, "cluster.allocator.expandable_segments", "false", "true"},
        {Framework::MsSwift, "recipe.recompute", "full", "none"},
        {Framework::MsSwift, "recipe.precision", "bf16", "bf16-mixed"},
        {Framework::Axolotl, "recipe.recompute", "none", "full"},
        {Framework::Axolotl, "recipe.precision", "bf16", "bf16-mixed"},
        {Framework::Axolotl, "cluster.allocator.expandable_segments", "true", "false"},
        {Framework::Unsloth, "recipe.optimizer", "adamw-8bit", "adamw"},
        {Framework::Unsloth, "recipe.kernels", "fused", "eager"},
        {Framework::Unsloth, "recipe.norm_kernels", "fused", "eager"},
        {Framework::Unsloth, "recipe.loss", "chunked", "full"},
        {Framework::Unsloth, "recipe.recompute", "full", "none"},
        {Framework::Unsloth, "layout.offload_activations", "cpu", "none"},
    };
    for (const auto& [framework, key, fills, other] : settings)
        QTest::addRow("%s fills %s", std::string(nameOf(framework)).c_str(), key.text().data())
            << under(framework) << key << QString::fromLatin1(fills) << QString::fromLatin1(other);
}

void TestFrameworks::fillsWhatIsOpen()
{
    QFETCH(Plan, open);
    QFETCH(KeyPath, key);
    QFETCH(QString, fills);
    QFETCH(QString, other);
    const Key& found = keyOf(key);
    const Value filled = *parsed(found, fills.toStdString());
    const Value written = *parsed(found, other.toStdString());
    QVERIFY(filled != written);
    QCOMPARE(shown(typed(found.get(withDefaults(open)))), shown(typed(filled)));
    QVERIFY(assign(open, key, written).empty());
    QCOMPARE(shown(typed(found.get(withDefaults(open)))), shown(typed(written))); // it wins
    // Writing the defaults out changes no number.
    QCOMPARE(estimated(withDefaults(open)).answer.totals.total,
             estimated(open).answer.totals.total);
}

void TestFrameworks::dependsOnThePrecision_data()
{
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<std::int64_t>("zero");
    QTest::addColumn<Gradients>("gradients");
    QTest::addColumn<Moments>("moments");
    const auto row = [](const char* name, Framework framework, Precision precision,
                        std::int64_t zero, Gradients gradients, Moments moments) {
        QTest::newRow(name) << framework << precision << zero << gradients << moments;
    };
    using enum Framework;
    row("autocast", HuggingFace, Precision::Bf16Mixed, 0, Gradients::Fp32, Moments::Fp32);
    row("16 bits alone", HuggingFace, Precision::Bf16, 0, Gradients::Bf16, Moments::Bf16);
    row("32 bits alone", HuggingFace, Precision::Fp32, 0, Gradients::Fp32, Moments::Fp32);
    row("DeepSpeed's engine accumulates in 16 bits", HuggingFace, Precision::Bf16Mixed, 2,
        Gradients::Bf16, Moments::Fp32);
    // torch.optim makes states in the type of the weights.
    row("FSDP2 in 16 bits", PyTorchFsdp, Precision::Bf16, 3, Gradients::Bf16, Moments::Bf16);
    row("Megatron", Megatron, Precision::Fp16Mixed, 1, Gradients::Fp32, Moments::Fp32);
}

void TestFrameworks::dependsOnThePrecision()
{
    QFETCH(Framework, framework);
    QFETCH(Precision, precision);
    QFETCH(std::int64_t, zero);
    QFETCH(Gradients, gradients);
    QFETCH(Moments, moments);
    Plan plan = under(framework, 2, zero);
    plan.recipe.precision = precision;
    QCOMPARE(nameOf(choicesOf(plan).gradients), nameOf(gradients));
    QCOMPARE(nameOf(choicesOf(plan).moments), nameOf(moments));
}

void TestFrameworks::anOpenEngineIsTheEarlierOne_data()
{
    QTest::addColumn<std::int64_t>("zero");
    QTest::addColumn<Engine>("engine");
    for (const std::int64_t zero : {0, 1, 2, 3})
        QTest::addRow("ZeRO-%d", static_cast<int>(zero))
            << zero << (zero == 0 ? Engine::Ddp : Engine::DeepSpeed);
}

/// Plans of before there were engines mean what they meant.
void TestFrameworks::anOpenEngineIsTheEarlierOne()
{
    QFETCH(std::int64_t, zero);
    QFETCH(Engine, engine);
    Plan open = under(Framework::HuggingFace, 8, zero);
    Plan said = open;
    said.recipe.engine = engine;
    for (const AdapterKind kind : {AdapterKind::None, AdapterKind::Lora}) {
        open.adapter.kind = said.adapter.kind = kind;
        const Estimate left = estimated(open), right = estimated(said);
        QCOMPARE(nameOf(left.plan.choices.engine), nameOf(engine));
        QCOMPARE(left.answer.totals, right.answer.totals);
        QCOMPARE(left.plan.profile, right.plan.profile);
    }
}

void TestFrameworks::anEngineChangesTheStates_data()
{
    QTest::addColumn<Engine>("engine");
    QTest::addColumn<std::int64_t>("zero");
    QTest::addColumn<Bytes>("parameters");
    QTest::addColumn<Bytes>("masters");
    // 8 ranks. DDP: 16-bit copies with a 32-bit master; DeepSpeed: the same, shared out; FSDP:
    // 32-bit shards alone.
    QTest::newRow("DDP") << Engine::Ddp << std::int64_t{0} << 2 * all << 4 * all;
    QTest::newRow("DDP, whatever the stage")
        << Engine::Ddp << std::int64_t{3} << 2 * all << 4 * all;
    QTest::newRow("DeepSpeed") << Engine::DeepSpeed << std::int64_t{3} << 2 * all / 8
                               << 4 * all / 8;
    for (const Engine engine : {Engine::Fsdp1, Engine::Fsdp2})
        for (const std::int64_t zero : {2, 3})
            QTest::addRow("%s, ZeRO-%d", std::string(nameOf(engine)).c_str(),
                          static_cast<int>(zero))
                << engine << zero << 4 * all / 8 << Bytes{0};
}

void TestFrameworks::anEngineChangesTheStates()
{
    QFETCH(Engine, engine);
    QFETCH(std::int64_t, zero);
    QFETCH(Bytes, parameters);
    QFETCH(Bytes, masters);
    Plan plan = under(Framework::HuggingFace, 8, zero);
    plan.recipe.engine = engine;
    const Estimate found = estimated(plan);
    QCOMPARE(groupOf(found, Group::Parameters), parameters);
    QCOMPARE(bytesAt(found.answer, "optimizer.master")[5], masters);
    // The loss is that of transformers: 32-bit logits beside its caller's, whatever the engine.
    QCOMPARE(bytesAt(found.answer, "loss.logits_32")[1], Bytes{4 * 4096});
    QCOMPARE(bytesAt(found.answer, "loss.logits")[1], Bytes{2 * 4096});
    QCOMPARE(nameOf(found.plan.choices.kernels), nameOf(Kernels::Eager));
    QCOMPARE(std::ranges::find(found.ignored, KeyPath("layout.zero")) != found.ignored.end(),
             engine == Engine::Ddp && zero > 0);
}

void TestFrameworks::versionsDecide_data()
{
    QTest::addColumn<QByteArray>("transformers");
    QTest::addColumn<Engine>("engine");
    QTest::addColumn<bool>("reentrant");
    QTest::addColumn<bool>("outside");
    QTest::addColumn<Bytes>("logits"); // bytes of a logit where the forward pass ends
    const auto row = [](const char* version, Engine engine, bool reentrant, bool outside,
                        Bytes logits) {
        QTest::addRow("%s, %s", *version ? version : "newest", std::string(nameOf(engine)).c_str())
            << QByteArray(version) << engine << reentrant << outside << logits;
    };
    row("4.45.2", Engine::Fsdp1, true, true, 12);
    row("4.46", Engine::Fsdp1, true, true, 14);
    row("4.48.3", Engine::Fsdp1, true, true, 14);
    row("4.49", Engine::Fsdp1, true, true, 10);
    row("4.52", Engine::Fsdp1, true, false, 10);
    row("4.57.1", Engine::Fsdp2, true, true, 10);
    row("5.0.0rc1", Engine::Fsdp2, false, true, 10);
    row("5.23", Engine::Fsdp2, false, false, 10);
    row("", Engine::Fsdp1, false, false, 10);
    row("4.46", Engine::Ddp, true, false, 14);
}

void TestFrameworks::versionsDecide()
{
    QFETCH(QByteArray, transformers);
    QFETCH(Engine, engine);
    QFETCH(bool, reentrant);
    QFETCH(bool, outside);
    QFETCH(Bytes, logits);
    Plan plan = under(Framework::HuggingFace, 8, 3);
    plan.recipe.engine = engine;
    plan.recipe.transformers = transformers.toStdString();
    const Estimate found = estimated(plan);
    QCOMPARE(found.plan.choices.reentrant, reentrant);
    QCOMPARE(found.plan.choices.checkpointOutside, outside);
    Bytes sum = 0;
    for (const char* id :
         {"loss.logits", "loss.logits_32", "loss.logits_shifted", "loss.log_softmax"})
        sum += bytesAt(found.answer, id)[1];
    QCOMPARE(sum, logits * 4096);
    plan.recipe.reentrant = !reentrant; // the plan's word wins
    plan.recipe.checkpointOutside = !outside;
    QCOMPARE(choicesOf(plan).reentrant, !reentrant);
    QCOMPARE(choicesOf(plan).checkpointOutside, !outside);
}

void TestFrameworks::versionsOfAttention_data()
{
    QTest::addColumn<QByteArray>("transformers");
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<AdapterKind>("adapter");
    QTest::addColumn<Bytes>("key");
    QTest::addColumn<Bytes>("copy"); // of the output
    QTest::addColumn<Bytes>("scores");
    const auto row = [](const char* version, Precision precision, AdapterKind adapter, Bytes key,
                        Bytes copy, Bytes scores) {
        QTest::addRow("%s, %s, %s", *version ? version : "newest",
                      std::string(nameOf(precision)).c_str(), std::string(nameOf(adapter)).c_str())
            << QByteArray(version) << precision << adapter << key << copy << scores;
    };
    using enum Precision;
    constexpr auto full = AdapterKind::None, lora = AdapterKind::Lora;
    // All heads are 64 wide, the two of keys 32; 16 tokens in 2 or 4 bytes; 4 · 16² scores.
    row("4.47.1", Bf16, full, 2'048, 0, 0);
    row("4.48", Bf16, full, 2'048, 2'048, 0);
    row("4.53.3", Bf16, full, 2'048, 2'048, 0);
    row("4.53.3", Bf16, lora, 2'048, 0, 0); // a frozen projection keeps no input
    row("4.54", Bf16, full, 1'024, 2'048, 0);
    row("4.56", Bf16, full, 1'024, 0, 0);
    row("", Bf16, full, 1'024, 0, 0);
    row("4.53.3", Fp32, full, 4'096, 4'096, 0);
    row("4.54", Fp32, full, 4'096, 0, 4'096);
    row("", Fp32, full, 4'096, 0, 4'096);
}

void TestFrameworks::versionsOfAttention()
{
    QFETCH(QByteArray, transformers);
    QFETCH(Precision, precision);
    QFETCH(AdapterKind, adapter);
    QFETCH(Bytes, key);
    QFETCH(Bytes, copy);
    QFETCH(Bytes, scores);
    Plan plan = under(Framework::HuggingFace);
    plan.recipe.transformers = transformers.toStdString();
    plan.recipe.precision = precision;
    plan.adapter.kind = adapter;
    const Estimate found = estimated(plan);
    const auto each = [&](const char* id) {
        const Line* const line = lineOf(found.answer, id);
        return line ? line->each : 0;
    };
    QCOMPARE(each("attention.key"), key);
    QCOMPARE(each("attention.projection_input"), copy);
    QCOMPARE(each("attention.scores_fp32") + each("attention.scores"), scores);
    QCOMPARE(std::ranges::count(found.plan.warnings, "recipe.attention", &Warning::field),
             scores > 0 ? 1 : 0);
}

void TestFrameworks::kernelsHaveSwitches_data()
{
    QTest::addColumn<QByteArray>("all");
    QTest::addColumn<QByteArray>("norms");
    QTest::addColumn<QByteArray>("mlp");
    QTest::addColumn<Bytes>("normCopy");
    QTest::addColumn<Bytes>("activated");
    const auto row = [](const char* name, const char* whole, const char* norms, const char* mlp,
                        Bytes normCopy, Bytes activated) {
        QTest::newRow(name) << QByteArray(whole) << QByteArray(norms) << QByteArray(mlp) << normCopy
                            << activated;
    };
    // A 32-bit copy has 4 * 1,024 bytes, gate after its activation 2 * 2,048.
    row("all eager", "eager", "null", "null", 4096, 4096);
    row("all fused", "fused", "null", "null", 0, 0);
    row("norms alone are fused", "eager", "fused", "null", 0, 4096);
    row("the MLP alone is fused", "eager", "null", "fused", 4096, 0);
    row("norms alone are eager", "fused", "eager", "null", 4096, 0);
    row("the MLP alone is eager", "fused", "null", "eager", 0, 4096);
}

void TestFrameworks::kernelsHaveSwitches()
{
    QFETCH(QByteArray, all);
    QFETCH(QByteArray, norms);
    QFETCH(QByteArray, mlp);
    QFETCH(Bytes, normCopy);
    QFETCH(Bytes, activated);
    Plan plan = planWith({{"recipe.kernels", all.constData()}}, under(Framework::HuggingFace));
    if (norms != "null")
        plan = planWith({{"recipe.norm_kernels", norms.constData()}}, plan);
    if (mlp != "null")
        plan = planWith({{"recipe.mlp_kernels", mlp.constData()}}, plan);
    const Answer answer = estimated(plan).answer;
    const auto each = [&](std::string_view id) {
        const auto line = std::ranges::find(answer.ledger, id, &Line::id);
        return line == answer.ledger.end() ? 0 : line->each;
    };
    QCOMPARE(each("attention.norm.input_fp32"), normCopy);
    QCOMPARE(each("mlp.activated"), activated);
}

void TestFrameworks::kernelsOfAdapters_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("kept"); ///< by one layer
    const auto row = [](const char* name, std::vector<Setting> settings, Bytes kept) {
        settings.insert(settings.end(),
                        {{"adapter.kind", "lora"},
                         {"recipe.recompute", "none"},
                         {"recipe.precision", "bf16-mixed"}});
        QTest::newRow(name) << planWith(std::move(settings), under(Framework::Plain)) << kept;
    };
    // Of 16 tokens: gate and up 2 * 2 * 2,048; both norms' inputs in 32 bits and the inputs of the
    // products that follow (4 + 2) * 2 * 1,024; queries, keys of half their width, values and the
    // output 2 * (1,024 + 512 + 512 + 1,024); log-sum-exp 4 * 64; two statistics of 4 * 16.
    constexpr Bytes gateAndUp = 8192, norms = 12288, attention = 6144, small = 256 + 2 * 64;
    row("Axolotl's", {{"recipe.framework", "axolotl"}}, gateAndUp + norms + attention + small);
    // Norms keep their input of 16 bits; keys and values of every head.
    row("Unsloth's", {{"recipe.framework", "unsloth"}},
        gateAndUp + 8192 + attention + 2 * 1024 + small);
    // Without kernels each of seven adapters has its input in 16 bits and the 16 values between its
    // factors (rank 16), 2 * 256 bytes, and gate has its activation beside it.
    constexpr Bytes inputs = 2 * (5 * 1024 + 1024 + 2048), narrow = 7 * 512, activated = 4096;
    row("PEFT's", {{"recipe.framework", "axolotl"}, {"adapter.kernels", "eager"}},
        gateAndUp + 8192 + attention + small + inputs + narrow + activated);
    // A dropout has masks, which no kernel makes: one byte for each value of an input.
    row("a dropout", {{"recipe.framework", "axolotl"}, {"adapter.dropout", "0.1"}},
        gateAndUp + 8192 + attention + small + inputs + inputs / 2 + narrow + activated);
}

void TestFrameworks::kernelsOfAdapters()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, kept);
    Bytes sum = 0;
    for (const Line& line : estimated(plan).answer.ledger)
        if (line.group == Group::Activations && line.scope == Scope::Layer)
            sum += line.each;
    QCOMPARE(sum, kept);
}

/// Programs on the Trainer differ from it by what their code sets, and by nothing else: with the
/// Trainer's values they are counted alike.
void TestFrameworks::programsOfTheTrainer()
{
    const std::vector<Setting> trainers{{"adapter.kind", "lora"},
                                        {"adapter.kernels", "eager"},
                                        {"recipe.precision", "bf16-mixed"},
                                        {"recipe.recompute", "full"},
                                        {"recipe.reentrant", "false"},
                                        {"recipe.optimizer", "adamw"},
                                        {"recipe.kernels", "eager"},
                                        {"recipe.loss", "full"},
                                        {"cluster.allocator.expandable_segments", "false"},
                                        {"layout.offload_activations", "none"}};
    for (const std::int64_t zero : {0, 2, 3})
        for (const char* engine : {"fsdp1", "fsdp2", "deepspeed"}) {
            Plan plan = planWith(trainers, under(Framework::HuggingFace, 4, zero));
            if (zero > 0)
                plan = planWith({{"recipe.engine", engine}}, plan);
            const Bytes total = estimated(plan).answer.totals.total;
            for (const Framework program :
                 {Framework::LlamaFactory, Framework::MsSwift, Framework::Axolotl}) {
                plan.recipe.framework = program;
                QCOMPARE(estimated(plan).answer.totals.total, total);
            }
        }
    // Weights of 32 bits have 4 bytes, their gradients 4, the states 8, and no copies.
    const Plan full = under(Framework::LlamaFactory);
    const Answer answer = estimated(full).answer;
    QCOMPARE(answer.totals.perGpu[Group::Parameters], 4 * all);
    QCOMPARE(answer.totals.perGpu[Group::Optimizer], 8 * all);
}

void TestFrameworks::aVersionIsANumber_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("valid");
    for (const char* text : {"", "4", "4.46", "4.46.3", "4.46.0.dev0", "5.0.0rc1", "2.6.0+cu124"})
        QTest::newRow(*text ? text : "empty") << QByteArray(text) << true;
    for (const char* text : {"new", "4.", ".46", "4.x", "4.46 or 5", "99999999999999999999", "4.é"})
        QTest::newRow(text) << QByteArray(text) << false;
}

void TestFrameworks::aVersionIsANumber()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, valid);
    Plan plan = under(Framework::HuggingFace);
    plan.recipe.peft = text.toStdString();
    const auto resolved = resolve(plan, builtinCatalog());
    QCOMPARE(static_cast<bool>(resolved), valid);
    if (!valid)
        QCOMPARE(QByteArray(resolved.problems().front().field.c_str()),
                 QByteArray("recipe.versions.peft"));
}

/// PEFT before 0.12: two bytes each of weight and gradient and four of moments in place of four,
/// four and eight; no master.
void TestFrameworks::adaptersOfAnEarlierPeft()
{
    Plan plan = under(Framework::HuggingFace);
    plan.adapter.kind = AdapterKind::Lora;
    const auto perWeight = [](const Plan& asked) {
        const Estimate found = estimated(asked);
        Bytes sum = 0;
        for (const char* id : {"parameters.adapter", "gradients.adapter", "optimizer.momentum",
                               "optimizer.variance", "optimizer.master"})
            sum += bytesAt(found.answer, id)[5];
        return sum / valueOf(Symbol::TrainedParameters, found.plan.stages.front().symbols);
    };
    QCOMPARE(perWeight(plan), Bytes{16});
    plan.recipe.peft = "0.12";
    QCOMPARE(perWeight(plan), Bytes{16});
    plan.recipe.peft = "0.11.1";
    QCOMPARE(perWeight(plan), Bytes{8});
    plan.adapter.kind = AdapterKind::Qlora; // weights of 4 bits give no type
    QCOMPARE(perWeight(plan), Bytes{16});
}

void TestFrameworks::sixteenBytesOfAShard_data()
{
    QTest::addColumn<std::int64_t>("gpus");
    QTest::addColumn<std::int64_t>("zero");
    QTest::newRow("one GPU") << std::int64_t{1} << std::int64_t{3};
    QTest::newRow("two") << std::int64_t{2} << std::int64_t{3};
    QTest::newRow("eight") << std::int64_t{8} << std::int64_t{3};
    QTest::newRow("gathered through the step, stored in shards")
        << std::int64_t{8} << std::int64_t{2};
}

void TestFrameworks::sixteenBytesOfAShard()
{
    // torchtitan: the weight, its gradient and two moments, 32 bits each and all of a shard.
    QFETCH(std::int64_t, gpus);
    QFETCH(std::int64_t, zero);
    const Answer answer = estimated(under(Framework::PyTorchFsdp, gpus, zero)).answer;
    const GroupBytes& groups
        = answer.moments[static_cast<std::size_t>(Moment::OptimizerStep)].perGroup;
    QCOMPARE(groups.states(), 16 * all / gpus);
    QVERIFY(!lineOf(answer, "optimizer.master"));
    QCOMPARE(bytesAt(answer, "gathered.parameters")[1], zero == 2 ? 2 * all : 0);
}

void TestFrameworks::masterIsNotCountedTwice_data()
{
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<bool>("master");
    QTest::addColumn<Bytes>("parameters");
    QTest::newRow("the weight is its master") << Precision::Bf16Mixed << false << 4 * all;
    QTest::newRow("a master beside it") << Precision::Bf16Mixed << true << 2 * all;
    QTest::newRow("16 bits alone") << Precision::Bf16 << false << 2 * all;
    QTest::newRow("32 bits alone") << Precision::Fp32 << false << 4 * all;
}

void TestFrameworks::masterIsNotCountedTwice()
{
    QFETCH(Precision, precision);
    QFETCH(bool, master);
    QFETCH(Bytes, parameters);
    Plan plan = under(Framework::PyTorchFsdp);
    plan.recipe.precision = precision;
    plan.recipe.masterWeights = master;
    const Estimate found = estimated(plan);
    QCOMPARE(groupOf(found, Group::Parameters), parameters);
    QCOMPARE(bytesAt(found.answer, "optimizer.master")[5], master ? 4 * all : 0);
}

/// FSDP1 has the shards that it copies to the host until the backward pass has ended.
void TestFrameworks::offloadedGradientsLeaveLate()
{
    Plan plan = under(Framework::HuggingFace, 2, 3);
    plan.recipe.engine = Engine::Fsdp1;
    plan.layout.offloadOptimizer = plan.layout.offloadParameters = Offload::Cpu;
    const auto gradientsAt = [&](Moment moment) {
        return estimated(plan)
            .answer.moments[static_cast<std::size_t>(moment)]
            .perGroup[Group::Gradients];
    };
    QCOMPARE(gradientsAt(Moment::BackwardEnd), 4 * 2 * layer / 2);
    QCOMPARE(gradientsAt(Moment::OptimizerStep), Bytes{0});
    plan.recipe.engine = Engine::Fsdp2;
    QCOMPARE(gradientsAt(Moment::BackwardEnd), Bytes{0});
}

void TestFrameworks::terms_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("id");
    QTest::addColumn<Bytes>("each");
    QTest::addColumn<Live>("live");
    const auto row
        = [](const char* name, const Plan& plan, const char* id, Bytes each, const Live& live) {
              QTest::addRow("%s: %s", name, id) << plan << QString::fromLatin1(id) << each << live;
          };
    const Plan plain = under(Framework::Plain);
    row("plain", plain, "loss.logits", 2 * 4096, head);
    row("plain", plain, "loss.log_softmax", 4 * 4096, head);
    row("plain", plain, "loss.logits_gradient", 4 * 4096, loss);
    row("plain", plain, "loss.logits_gradient_16", 2 * 4096, loss);

    const Plan fsdp = under(Framework::PyTorchFsdp, 2, 3);
    row("fsdp", fsdp, "gathered.root", 2 * 2 * table, pass);
    row("fsdp", fsdp, "gathered.last_block", 2 * layer, head);
    row("fsdp, with the next", fsdp, "gathered.blocks", 2 * layer, {0, 0, 0, 2, 1, 0});
    row("fsdp", fsdp, "reduce.input", 4 * layer, backward);
    row("fsdp", fsdp, "unsharded.block_gradient", 2 * layer, backward);
    row("fsdp", fsdp, "unsharded.head_gradient", 2 * table, backward);
    row("fsdp", fsdp, "unsharded.embedding_gradient", 2 * table, backwardEnd);
    // With 16,384 words the root is larger than a block: its reduction is the end of the pass.
    Plan wordy = fsdp;
    wordy.model = llama(64, 2, 4, 2, 128, 64 * 256);
    row("fsdp, 16 and 32 bits", wordy, "unsharded.root_gradient", 6 * 2 * 64 * table, backwardEnd);
    row("fsdp, freed before", wordy, "gathered.root", 2 * 2 * 64 * table, {0, 1, 1, 1, 0, 0});
    row("fsdp, freed before", wordy, "reduce.input", 4 * layer, {0, 0, 0, 1, 0, 0});
    // In a pipeline: 32-bit gradients of a layer, half of them on each rank after the last pass.
    Plan staged = under(Framework::PyTorchFsdp, 4, 3);
    staged.layout.pipeline = 2;
    staged.workload.globalBatch = 8;
    row("fsdp, whole and sharded", staged, "gradients.layer", 2 * layer, {0, 2, 2, 2, 2, 1});
    row("fsdp, in a pipeline", staged, "gathered.parameters", 2 * layer, pass);
    row("fsdp, in a pipeline", staged, "gathered.blocks", 0, pass);
    row("fsdp, in a pipeline", staged, "reduce.input", 0, pass);
    staged.workload.globalBatch = 2;
    row("fsdp, one micro-batch", staged, "gradients.layer", 2 * layer, {0, 0, 0, 2, 2, 1});
    row("fsdp", fsdp, "loss.logits_32", 4 * 4096, forwardEnd);
    row("fsdp", fsdp, "loss.log_softmax_gradient", 4 * 4096, loss);
    Plan compiled = fsdp;
    compiled.recipe.loss = Loss::Chunked;
    // eight chunks of two tokens: 512 logits
    row("fsdp, one chunk of eight", compiled, "loss.log_softmax", 4 * 512, loss);
    row("fsdp, one chunk of eight", compiled, "loss.log_softmax_gradient", 4 * 512, loss);
    row("fsdp, chunks, 32 bits", compiled, "loss.input_gradient", 4 * 1024, loss);
    row("fsdp, chunks, 16 and 32 bits", compiled, "loss.head_gradient", 6 * table, loss);
    Plan parallel = under(Framework::PyTorchFsdp, 4, 3);
    parallel.layout.tensor = 2;
    parallel.recipe.loss = Loss::Chunked;
    row("fsdp, one chunk of split logits", parallel, "loss.logits_parallel", 4 * 512 / 2, loss);
    compiled.recipe.loss = Loss::Fused;
    // Of so few tokens, the head's backward pass holds more than that of the loss, which frees the
    // logits.
    row("fsdp, fused loss", compiled, "loss.logits", 2 * 4096, forwardEnd);
    row("fsdp, fused loss", compiled, "loss.logits_gradient_16", 2 * 4096, loss);
    // Hugging Face's Trainer, whose units are flat tensors with FSDP1: the gradients of a block's
    // parts are joined, and reduced in 16 bits.
    Plan flatUnits = under(Framework::HuggingFace, 2, 3);
    flatUnits.recipe.engine = Engine::Fsdp1;
    row("Trainer, FSDP1, without the next", flatUnits, "gathered.blocks", 2 * layer, backward);
    row("Trainer, FSDP1, parts and sum", flatUnits, "unsharded.block_gradient", 4 * layer,
        backward);
    row("Trainer, FSDP1", flatUnits, "reduce.input", 0, pass);
    row("Trainer, FSDP1, 32 bits", flatUnits, "gradients.layer", 4 * layer / 2, growing);
    row("Trainer, FSDP1, a unit and its copy", flatUnits, "load.copy", 4 * 2 * table, loading);
    Plan fetching = flatUnits;
    fetching.recipe.backwardPrefetch = true;
    row("Trainer, FSDP1, with the next", fetching, "gathered.blocks", 2 * layer,
        {0, 0, 0, 2, 1, 0});
    row("Trainer, FSDP1, before the loss", fetching, "gathered.last_block", 2 * layer, loss);
    // Only the last of four micro-batches reduces: until then all gradients are whole.
    Plan summed = flatUnits;
    summed.workload.globalBatch = 8;
    row("Trainer, FSDP1, whole", summed, "gradients.layer", 2 * layer, {0, 2, 2, 2, 2, 2});
    // A rank has all constants of 4-bit weights: 64 in a block, 256 of 8 bits in a block of these.
    Plan quarter = flatUnits;
    quarter.adapter.kind = AdapterKind::Qlora;
    quarter.adapter.base = AdapterBase::Nf4Double;
    row("Trainer, FSDP1, 4 bits", quarter, "parameters.scales", 36'864 / 64 + 7 * 4,
        {2, 2, 2, 2, 2, 2});
    row("Trainer, FSDP1, 4 bits", quarter, "parameters.mlp", 3 * 8192 / 2 / 2, {2, 2, 2, 2, 2, 2});
    row("Trainer, FSDP1, 4 bits", quarter, "load.copy", 4 * 2 * table, loading);
    // With FSDP2 embedding and head are units from accelerate 1.14 on.
    Plan ofTwo = flatUnits;
    ofTwo.recipe.engine = Engine::Fsdp2;
    row("Trainer, FSDP2", ofTwo, "gathered.head", 2 * table, head);
    row("Trainer, FSDP2", ofTwo, "gathered.head_buffer", 2 * table, forwardEnd);
    row("Trainer, FSDP2, 16 bits", ofTwo, "reduce.input", 2 * layer, backward);
    ofTwo.recipe.accelerate = "1.12";
    row("Trainer, FSDP2, before", ofTwo, "gathered.head_buffer", 0, forwardEnd);
    row("Trainer, FSDP2, before", ofTwo, "gathered.root", 2 * 2 * table, pass);
    // Reentrant recomputation of whole units: each layer's input and the input's gradient.
    Plan reentrant = flatUnits;
    reentrant.adapter.kind = AdapterKind::Lora;
    reentrant.recipe.recompute = Recompute::Full;
    reentrant.recipe.reentrant = reentrant.recipe.checkpointOutside = true;
    row("Trainer, FSDP1, adapters", reentrant, "retained.block_inputs", 4 * 1024, backwardEnd);
    // One GPU copies its blocks where eight would gather them.
    const Plan alone = under(Framework::PyTorchFsdp, 1, 3);
    row("fsdp on one GPU, with the next", alone, "gathered.blocks", 2 * layer, {0, 0, 0, 2, 1, 0});
    row("fsdp on one GPU", under(Framework::PyTorchFsdp, 1, 2), "gathered.parameters", 2 * all,
        pass);
    Plan stored = under(Framework::PyTorchFsdp, 2, 2);
    stored.adapter.kind = AdapterKind::Qlora;
    stored.adapter.base = AdapterBase::Int8;
    // In a layer 36,864 bytes, 512 rows with a 32-bit scale and 128 norms in 32 bits; embedding and
    // head in 16 bits.
    row("fsdp, 8 bits as stored", stored, "gathered.parameters",
        2 * (36'864 + 4 * 512 + 4 * 128) + 2 * 2 * table, pass);
    const Plan unsharded = under(Framework::PyTorchFsdp, 2, 0);
    // both layers and the head to the loss; then the layer whose backward pass is to come
    row("fsdp, autocast without shards", unsharded, "cast.weights", 2,
        {0, 2 * layer + table, 2 * layer + table, 2 * layer, 0, 0});

    const Plan stage3 = under(Framework::DeepSpeed, 2, 3);
    row("deepspeed", stage3, "reduce.bucket", 2 * 500'000'000LL, training);
    row("deepspeed, a bucket that never fills", stage3, "reduce.copy", 0, backward);
    Plan large = stage3;
    large.model = llama(4096, 2, 32, 8, 14336, 128256);
    row("deepspeed, a head larger than the bucket is not copied", large, "reduce.copy",
        2 * 500'000'000LL, backward);
    row("deepspeed", stage3, "gathered.live", 2 * all, pass);
    row("deepspeed", stage3, "step.gradients", 6 * all / 2, step);
    Plan stage2 = under(Framework::DeepSpeed, 2, 2);
    // From the first gradient, which the head's backward pass makes after that of the loss: this is
    // the fuller one of the two where the bucket is large.
    const Live reducing{0, 0, 1, 1, 1, 0}, small{0, 0, 0, 1, 1, 0};
    row("deepspeed, all gradients at the end", stage2, "reduce.copy", 2 * all, {0, 0, 0, 0, 1, 0});
    row("deepspeed, one bucket at 2", stage2, "reduce.bucket", 2 * 500'000'000LL, reducing);
    const Plan stage1 = under(Framework::DeepSpeed, 2, 1);
    row("deepspeed, one bucket at 1", stage1, "reduce.bucket", 2 * 500'000'000LL, reducing);
    row("deepspeed, no copy at 1", stage1, "reduce.copy", 0, backward);
    Plan overlapped = stage2;
    overlapped.layout.overlapComm = true;
    row("deepspeed, two buckets that overlap", overlapped, "reduce.bucket", 4 * 500'000'000LL,
        reducing);
    // All columns of all matrices step on the GPU: gradients grow from the head's on, with the last
    // norm's 64.
    Plan zen = stage2;
    zen.layout.offloadOptimizer = Offload::Cpu;
    zen.layout.hostStep = HostStep::Zenflow;
    zen.layout.zenflowShare = 1;
    row("deepspeed, ZenFlow's gradients", zen, "selected.gradients", 2,
        {0, 0, 0, table + 64, all, all});
    row("deepspeed, ZenFlow's copy", zen, "selected.copy", 2, {0, 0, 0, table + 64, all, all});
    row("deepspeed, ZenFlow's step", zen, "selected.step", 2 * 2 * all, step);
    row("deepspeed, ZenFlow's moments", zen, "optimizer.selected", 2 * 2 * all, training);
    Plan often = stage1;
    often.workload.globalBatch = 4;
    row("deepspeed, stage 1 keeps its bucket", often, "reduce.bucket", 2 * 500'000'000LL,
        {0, 1, 1, 1, 1, 0});
    // At stage 1 gradients are whole until the pass ends, and a layer's are 2 bytes each.
    row("deepspeed, whole at 1", stage1, "gradients.layer", 2 * layer, {0, 0, 0, 0, 2, 0});
    row("deepspeed, whole at 1 from micro-batch to micro-batch", often, "gradients.layer",
        2 * layer, {0, 2, 2, 2, 2, 0});
    row("deepspeed, shares at 2", stage2, "gradients.layer", layer, {0, 0, 0, 0, 2, 2});
    // The embedding and the first layer are 53,376 weights, 32 less than the half: the query's
    // 64 · 64 of the second layer follow, which the first rank copies whole.
    row("deepspeed, the part at 1", stage1, "reduce.partition", 2 * 57'472, step);
    stage2.workload.globalBatch = 4;
    Plan third = stage2;
    third.layout.zero = 3;
    row("deepspeed, added to one buffer", third, "reduce.partition", 0, backward);
    Plan hosted = stage2;
    hosted.layout.offloadOptimizer = Offload::Cpu;
    row("deepspeed, added on the host", hosted, "reduce.partition", 0, backward);
    Plan stated = stage2;
    stated.layout.reduceBucket = 1000;
    row("deepspeed, a stated bucket", stated, "reduce.bucket", 2 * 1000, small);
    stated.recipe.deepspeed = "0.17.1";
    row("deepspeed 0.17.1, a bucket before the loss", stated, "reduce.bucket", 2 * 1000, reducing);
    Plan trainers = under(Framework::HuggingFace, 2, 2);
    row("trainer, hidden · hidden", trainers, "reduce.bucket", 2 * 64 * 64, reducing);

    const Plan trainer = under(Framework::HuggingFace, 2, 0);
    row("trainer, fused", trainer, "step.temporaries", 0, step);
    Plan other = trainer;
    other.recipe.fusedStep = false;
    row("trainer, foreach", other, "step.temporaries", 4 * all, step);
    other.recipe.moments = Moments::Bf16;
    row("trainer, foreach with 16-bit moments", other, "step.temporaries", 2 * all, step);
    other = under(Framework::PyTorchFsdp, 2, 3);
    other.recipe.fusedStep = false;
    row("fsdp, foreach on shards", other, "step.temporaries", 4 * all / 2, step);
    other = under(Framework::HuggingFace, 2, 3);
    other.recipe.fusedStep = false;
    row("trainer, the engine's own step", other, "step.temporaries", 0, step);
    other = trainer;
    other.recipe.optimizer = Optimizer::AdamW8bit;
    row("trainer, bitsandbytes", other, "step.temporaries", 0, step);
    other.recipe.optimizer = Optimizer::Adagrad;
    row("trainer, AdaGrad", other, "step.temporaries_adagrad", 8 * all, step);
    other.recipe.optimizer = Optimizer::Adafactor;
    row("trainer, the table of words", other, "step.temporaries_adafactor", 8 * table, step);
    row("torchtune, fused", under(Framework::Torchtune), "step.temporaries", 0, step);
    row("trainer", trainer, "reduce.buckets", 4 * all, training);
    Plan halves = trainer;
    halves.recipe.precision = Precision::Bf16;
    row("trainer, all in 16 bits", halves, "reduce.buckets", 2 * all, training);
    row("trainer, kept by the caller", trainer, "loss.logits", 2 * 4096, forwardEnd);
    Plan kernel = trainer;
    kernel.recipe.loss = Loss::Fused;
    row("trainer, in 32 bits for a kernel", kernel, "loss.logits_32", 4 * 4096, forwardEnd);
    row("trainer, kept by the output", kernel, "loss.logits", 2 * 4096, forwardEnd);
    row("trainer, back in 16 bits", kernel, "loss.logits_gradient_16", 2 * 4096, loss);
    const Plan engine = under(Framework::HuggingFace, 2, 3);
    row("trainer, hidden · hidden", engine, "reduce.bucket", 2 * 64 * 64, training);
    row("trainer, the embedding is larger", engine, "reduce.copy", 2 * 64 * 64, backward);
    row("trainer, 32 bits in the engine too", engine, "loss.logits_32", 4 * 4096, forwardEnd);

    const Plan megatron = under(Framework::Megatron);
    // 32-bit logits, their exponentials and the softmax are one tensor beside the 16-bit logits.
    row("megatron", megatron, "loss.logits", 2 * 4096, forwardEnd);
    row("megatron", megatron, "loss.logits_32", 0, forwardEnd);
    row("megatron", megatron, "loss.log_softmax", 4 * 4096, head);

    const Plan nanotron = under(Framework::Nanotron);
    row("nanotron", nanotron, "backward.gradient_copy", 2,
        {0, 0, 0, table, 2 * layer + 2 * table, 0});
    row("nanotron", nanotron, "loss.head_weight", 2 * table, loss);
    row("nanotron, both layers", nanotron, "mlp.activated", 2 * 2048, {0, 2, 2, 1, 0, 0});
    const Plan copies = under(Framework::Nanotron, 2, 1);
    row("nanotron, data parallel", under(Framework::Nanotron, 2), "reduce.buckets", 2 * all,
        training);
    // 2 P twice, and 2 P/2
    row("nanotron, ZeRO-1, whole and shard", copies, "step.copies", all, {0, 0, 0, 0, 0, 5});
    Plan split = under(Framework::Nanotron, 2);
    split.layout.tensor = 2;
    row("nanotron, two tensor ranks", split, "gathered.buffers", 4 * 1024, pass);

    row("torchtune", under(Framework::Torchtune), "loss.logits", 2 * 4096, head);
    row("torchtune, of every chunk", under(Framework::Torchtune), "loss.log_softmax", 4 * 4096,
        head);
    row("torchtune, of one chunk of eight", under(Framework::Torchtune), "loss.logits_32",
        4 * 4096 / 8, forwardEnd);
    Plan compiledTune = under(Framework::Torchtune);
    compiledTune.recipe.kernels = Kernels::Fused;
    row("torchtune, a compiled loss", compiledTune, "loss.log_softmax", 0, head);
    row("litgpt", under(Framework::LitGpt), "loss.logits_32", 4 * 4096, pass);
    Plan flat = under(Framework::LitGpt, 2, 3);
    flat.adapter.kind = AdapterKind::Lora;
    row("litgpt, frozen weights as well", flat, "unsharded.flat_gradient", 2 * layer, growing);
    Plan lone = under(Framework::LitGpt, 1, 3);
    lone.adapter.kind = AdapterKind::Lora;
    row("litgpt on one GPU, without FSDP", lone, "unsharded.flat_gradient", 0, growing);
    Plan adagrad = under(Framework::Verl, 2, 3);
    adagrad.recipe.optimizer = Optimizer::Adagrad;
    row("verl, lists of half the weights", adagrad, "step.temporaries_adagrad", 8 * all / 2, step);
    Plan fused = under(Framework::Verl, 2, 3);
    fused.recipe.loss = Loss::Chunked;
    fused.workload.context = 1024; // chunks of 512 tokens, 256 words
    row("verl, a chunk of its kernel", fused, "loss.logits_32", 4 * 512 * 256, forwardEnd);
    Plan narrow = under(Framework::Plain);
    narrow.adapter.kind = AdapterKind::Qlora;
    narrow.recipe.precision = Precision::Fp8Mixed;
    row("a 4-bit base has no 8-bit copies", narrow, "fp8_weights.mlp", 0, training);
    // Of one of two layers, 3·64·128 = 24,576 weights of the MLP and 16 tokens of 64 values. A copy
    // in each of two directions; TransformerEngine, pytorch/tensor: get_scale_shape.
    const auto narrowed = [](Precision precision, bool only = false, const char* card = nullptr) {
        Plan plan = under(Framework::Megatron);
        plan.recipe.precision = precision;
        plan.recipe.narrowParameters = only;
        if (card)
            plan.cluster.device = card;
        return plan;
    };
    const char* const server = "b200-sxm-180gb";
    using enum Precision;
    constexpr Bytes mlp = 24'576;
    row("8-bit copies by rows and columns", narrowed(Fp8Mixed), "fp8_weights.mlp", 2 * 2 * mlp,
        training);
    row("a Blackwell reads one copy both ways", narrowed(Fp8Mixed, false, server),
        "fp8_weights.mlp", 2 * mlp, training);
    row("blocks of 128 by 128 with 4 bytes each", narrowed(Fp8BlockMixed), "fp8_weights.mlp",
        2 * 2 * 2 * (128 * 128 + 4), training); // 1.5 blocks, rounded up
    row("a byte for 32 values of MXFP8", narrowed(Mxfp8Mixed, false, server), "fp8_weights.mlp",
        2 * 2 * mlp * 33 / 32, training);
    row("a byte for 16 values of NVFP4", narrowed(Nvfp4Mixed), "fp8_weights.mlp",
        2 * 2 * mlp * 9 / 16, training);
    row("8-bit weights are one of the copies", narrowed(Fp8Mixed, true), "fp8_weights.mlp", 2 * mlp,
        training);
    row("8-bit weights alone", narrowed(Fp8Mixed, true), "parameters.mlp", 2 * mlp, always);
    row("8-bit weights that are read both ways", narrowed(Fp8Mixed, true, server),
        "fp8_weights.mlp", 0, training);
    row("NVFP4 weights alone", narrowed(Nvfp4Mixed, true), "parameters.mlp", 2 * mlp * 9 / 16,
        always);
    row("the embedding stays in 16 bits", narrowed(Nvfp4Mixed, true), "parameters.embedding",
        2 * table, always);
    Plan torchAo = under(Framework::PyTorchFsdp);
    torchAo.recipe.precision = Fp8Mixed;
    row("torchao casts weights for each pass", torchAo, "fp8_weights.mlp", 0, training);
    row("litgpt, parts and flat", flat, "unsharded.block_gradient", 2 * 2 * layer, backward);
    row("litgpt, two blocks and the root", flat, "load.copy", 2 * (2 * layer + 2 * table), loading);
    Plan quantised = under(Framework::LitGpt);
    quantised.adapter.kind = AdapterKind::Qlora;
    row("litgpt, 4 bits", quantised, "dequantised.head", 4 * table, forwardEnd);
    row("litgpt, 4 bits", quantised, "dequantised.weight", 4 * 64 * 128, backward);
}

void TestFrameworks::terms()
{
    QFETCH(Plan, plan);
    QFETCH(QString, id);
    QFETCH(Bytes, each);
    QFETCH(Live, live);
    const auto found = bytesAt(estimated(plan).answer, id.toStdString());
    for (std::size_t i = 0; i < momentCount; ++i)
        QVERIFY2(found[i] == each * live[i],
                 (std::string(nameOf(static_cast<Moment>(i))) + ": " + std::to_string(found[i])
                  + ", not " + std::to_string(each * live[i]))
                     .c_str());
}

void TestFrameworks::paddedVocabulary_data()
{
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<std::int64_t>("tensor");
    QTest::addColumn<std::int64_t>("rows");
    using enum Framework;
    // GPT-2's 50,257 words
    QTest::newRow("plain") << Plain << std::int64_t{1} << std::int64_t{50257};
    QTest::newRow("plain, a multiple of 4") << Plain << std::int64_t{4} << std::int64_t{50260};
    QTest::newRow("megatron, of 128") << Megatron << std::int64_t{1} << std::int64_t{50304};
    QTest::newRow("megatron, of 256") << Megatron << std::int64_t{2} << std::int64_t{50432};
    QTest::newRow("megatron, of 1024") << Megatron << std::int64_t{8} << std::int64_t{51200};
}

void TestFrameworks::paddedVocabulary()
{
    QFETCH(Framework, framework);
    QFETCH(std::int64_t, tensor);
    QFETCH(std::int64_t, rows);
    Plan plan = bare(gpt(64, 2, 8, 256, 50257));
    plan.recipe.framework = framework;
    plan.cluster.gpus = plan.layout.tensor = tensor;
    QCOMPARE(lineOf(estimated(plan).answer, "parameters.embedding")->each, 2 * rows * 64 / tensor);
}

void TestFrameworks::balancedStages_data()
{
    QTest::addColumn<CustomModel>("model");
    QTest::addColumn<std::int64_t>("stages");
    QTest::addColumn<QList<std::int64_t>>("layers");
    using List = QList<std::int64_t>;
    // A layer costs 4·2048² + 3·2048·8192, the head 131072·2048: four layers. A tie closes no
    // stage.
    const CustomModel sixteen = llama(2048, 16, 32, 32, 8192, 131072);
    QTest::newRow("16 layers on 2: 20/2") << sixteen << std::int64_t{2} << List{11, 5};
    QTest::newRow("16 layers on 4: 20/4") << sixteen << std::int64_t{4} << List{6, 5, 5, 0};
    QTest::newRow("16 layers on 8: the head stands alone")
        << sixteen << std::int64_t{8} << List{3, 3, 2, 3, 2, 3, 0, 0};
    // 4·3072² + 3·3072·8192 and 131072·3072: 3.556 layers
    const CustomModel twentyEight = llama(3072, 28, 32, 32, 8192, 131072);
    QTest::newRow("28 layers on 2: 31.56/2") << twentyEight << std::int64_t{2} << List{16, 12};
    QTest::newRow("28 layers on 4: 31.56/4") << twentyEight << std::int64_t{4} << List{8, 8, 8, 4};
    QTest::newRow("28 layers on 8: 31.56/8")
        << twentyEight << std::int64_t{8} << List{4, 4, 4, 4, 4, 4, 4, 0};
}

void TestFrameworks::balancedStages()
{
    QFETCH(CustomModel, model);
    QFETCH(std::int64_t, stages);
    QFETCH(QList<std::int64_t>, layers);
    Plan plan = bare(model);
    plan.recipe.framework = Framework::Nanotron;
    plan.cluster.gpus = plan.layout.pipeline = stages;
    QList<std::int64_t> found;
    for (const StageTotal& stage : estimated(plan).answer.stages)
        found << stage.layers.layers();
    QCOMPARE(found, layers);
}

void TestFrameworks::stageWithoutLayers()
{
    Plan plan = bare(llama(2048, 16, 32, 32, 8192, 131072));
    plan.recipe.framework = Framework::Nanotron;
    plan.recipe.recompute = Recompute::Full;
    plan.cluster.gpus = plan.layout.pipeline = 8;
    const Estimate found = estimated(plan);
    for (const Line& line : exactAnswer(found.plan, stageAt(found.plan, 7)).ledger)
        QVERIFY2(line.scope == Scope::Model, line.id.c_str());
}

void TestFrameworks::runningAhead_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("layout"); // GPUs, tensor ranks, stages
    QTest::addColumn<RunFacts>("facts");
    QTest::addColumn<std::int64_t>("stage");
    QTest::addColumn<std::int64_t>("queue"); // -1: nothing waits
    QTest::addColumn<double>("program"); // ms of a layer; 0: none is assumed
    QTest::addColumn<double>("work"); // ms of a layer, -1: not checked
    const auto row = [](const char* name, std::vector<std::int64_t> layout, const RunFacts& facts,
                        std::int64_t queue, double program, double work, std::int64_t stage = 0) {
        QTest::newRow(name) << std::move(layout) << facts << stage << queue << program << work;
    };
    // Llama 3.1 8B, 32 layers, 16 sequences of 4,096 tokens in a step.
    const auto speedOf = [](double seconds, double gpus) { return 16 * 4096 / (gpus * seconds); };
    const auto measured = [](double speed) { return RunFacts{.tokensPerSecondPerGpu = speed}; };
    // The slowest of the ranks launches a layer in 4.1 ms, this one in four fifths of that.
    constexpr double own = 0.8 * 4.1;
    row("without tensor ranks nothing waits", {8, 1, 1}, {}, -1, 0, 0);
    row("launches against computed work", {8, 8, 1}, {}, 1024, own, -1);
    row("the same in a pipeline", {32, 8, 4}, {}, 1024, own, -1);
    // 16 micro-batches of 1 s hold up more than 0.8 s each.
    row("a measured pass of 1 s: something holds it up", {8, 8, 1}, measured(speedOf(16, 8)), 0, 0,
        0);
    // 0.32 s for 32 layers are 10 ms each, less the share of the step's own work.
    row("a measured pass of 0.32 s", {8, 8, 1}, measured(speedOf(16 * 0.32, 8)), 1024, own, 10);
    // A debug mode takes 0.3 ms for each of ten collectives and eight ranks: 24 ms.
    row("a program whose collectives are slow", {32, 8, 4}, {.collectiveSeconds = 0.3e-3}, 1024,
        own + 24, -1);
    const RunFacts slowly{.sendsAhead = true, .collectiveSeconds = 0.3e-3};
    // The first of four stages has 9 layers of 41 launches in each of two passes.
    row("sends ahead: two of four passes wait", {32, 8, 4}, slowly, 2 * 9 * 41, 0, -1);
    row("sends ahead: both passes of two stages are done", {16, 8, 2}, slowly, 0, 0, 0);
    row("sends ahead: a later stage waits for each input", {32, 8, 4}, slowly, 0, 0, 0, 2);
    row("sends ahead: six of eight passes fill the queue", {64, 8, 8}, slowly, 750, 0, -1);
    row("sends ahead: a GPU slower than the program", {16, 8, 2}, {.sendsAhead = true}, 750, 0, -1);
    // 16 passes and 3 that fill the pipeline; a GPU works about 26 ms on nine layers.
    row("sends ahead: a measured pass of 30 ms is all work", {32, 8, 4},
        {.tokensPerSecondPerGpu = speedOf(19 * 0.03, 32), .sendsAhead = true}, 750, 0, -1);
}

void TestFrameworks::runningAhead()
{
    QFETCH(std::vector<std::int64_t>, layout);
    QFETCH(RunFacts, facts);
    QFETCH(std::int64_t, stage);
    QFETCH(std::int64_t, queue);
    QFETCH(double, program);
    QFETCH(double, work);
    Plan plan;
    plan.model = CatalogModel{"llama-3.1-8b"};
    plan.recipe.framework = Framework::Nanotron;
    plan.workload.context = 4096;
    plan.workload.globalBatch = 16;
    plan.cluster.gpus = layout[0];
    plan.layout.tensor = layout[1];
    plan.layout.pipeline = layout[2];
    auto resolved = prepare(plan, builtinCatalog());
    QVERIFY(resolved);
    resolved->program = traitsOf(facts, *resolved);
    const auto found = launchPace(*resolved, stageAt(*resolved, stage));
    QCOMPARE(found ? found->queue : -1, queue);
    if (!found)
        return;
    const auto near = [](std::int64_t nanoseconds, double milliseconds, double tolerance) {
        return std::abs(static_cast<double>(nanoseconds) / 1e6 - milliseconds) <= tolerance;
    };
    QVERIFY(near(found->forward.launching + found->backward.launching, program, 1e-3));
    QVERIFY(near(found->forward.launching, program * 41 / 96, 1e-3));
    QVERIFY(work < 0 || near(found->forward.work + found->backward.work, work, 0.05 * work));
    QVERIFY(work < 0 || near(found->forward.work, work / 3, 0.05 * work));
}

/// A plan states the end that it assumes, and the result with the other one.
void TestFrameworks::aheadIsTold()
{
    const auto told = [](const std::vector<Setting>& more) {
        std::vector<Setting> choices{
            {"recipe.framework", "nanotron"}, {"workload.context", "4096"}, {"cluster.gpus", "16"}};
        choices.insert(choices.end(), more.begin(), more.end());
        QStringList remarks;
        for (const Text& remark : estimated(planWith(choices)).answer.remarks)
            if (const QString said = shown(english(remark)); said.contains(u"Assumes a GPU"))
                remarks << said;
        return remarks;
    };
    QVERIFY(told({}).empty()); // without tensor ranks nothing waits
    const QStringList ahead = told({{"layout.tensor", "8"}, {"workload.context", "16384"}});
    QCOMPARE(ahead.size(), 1);
    QVERIFY2(ahead.front().contains(u"falls behind the program"), qPrintable(ahead.front()));
    const QStringList waits = told({{"layout.tensor", "8"}, {"workload.context", "512"}});
    QCOMPARE(waits.size(), 1);
    QVERIFY2(waits.front().contains(u"keeps up with the program"), qPrintable(waits.front()));
}

void TestFrameworks::selectiveRecomputation_data()
{
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<Attention>("attention");
    QTest::addColumn<Bytes>("saved");
    using enum Framework;
    using enum Attention;
    const auto row = [](const char* name, Framework framework, Attention attention, Bytes saved) {
        QTest::newRow(name) << framework << attention << saved;
    };
    row("megatron, flash: its core keeps no scores", Megatron, Flash, 0);
    row("deepspeed", DeepSpeed, Eager, 0);
    row("trainer", HuggingFace, Eager, 0);
    row("torchtune: every second layer, not this", Torchtune, Flash, 0);
    row("litgpt", LitGpt, Flash, 0);
    row("nanotron", Nanotron, Flash, 0);
    // 4 heads · 16² scores of a 16-bit softmax, in two layers
    row("megatron, eager", Megatron, Eager, 2 * 2 * 4 * 16 * 16);
}

void TestFrameworks::selectiveRecomputation()
{
    QFETCH(Framework, framework);
    QFETCH(Attention, attention);
    QFETCH(Bytes, saved);
    Plan plan = under(framework);
    plan.recipe.attention = attention;
    const auto activations = [&](Recompute kind) {
        plan.recipe.recompute = kind;
        return estimated(plan)
            .answer.moments[static_cast<std::size_t>(Moment::ForwardEnd)]
            .perGroup[Group::Activations];
    };
    QCOMPARE(activations(Recompute::None) - activations(Recompute::Selective), saved);
}

void TestFrameworks::eightBitWeightsAreMadeOnce()
{
    // Four stages of the first rank hold four micro-batches, and one copy of their 8-bit weights.
    Plan plan = under(Framework::Megatron, 2);
    plan.recipe.precision = Precision::Fp8Mixed;
    plan.layout.pipeline = 2;
    plan.workload.globalBatch = 8;
    for (const Recompute kind : {Recompute::None, Recompute::Full}) {
        plan.recipe.recompute = kind;
        const Answer answer = estimated(plan).answer;
        const auto mlp = bytesAt(answer, "fp8_weights.mlp");
        const Bytes once = 2 * 3 * 64 * 128;
        for (std::size_t i = 1; i < momentCount; ++i)
            QCOMPARE(mlp[i], once);
    }
}

void TestFrameworks::smallCardsHold_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<bool>("fits");
    Plan one = planWith({{"recipe.framework", "huggingface"},
                         {"model.id", "llama-3.2-1b"},
                         {"cluster.gpus", "1"},
                         {"cluster.device", "rtx-4090-24gb"},
                         {"workload.context", "512"},
                         {"recipe.optimizer", "adamw-8bit"}});
    QTest::newRow("1B with 8-bit AdamW on 24 GB") << one << true;
    // Dettmers et al., arXiv 2305.14314: 65B on one card of 48 GB
    Plan large = planWith({{"recipe.framework", "huggingface"},
                           {"model.id", "llama-1-65b"},
                           {"adapter.kind", "qlora"},
                           {"adapter.rank", "64"},
                           {"cluster.gpus", "1"},
                           {"cluster.device", "rtx-a6000-48gb"},
                           {"workload.context", "512"},
                           {"recipe.recompute", "full"},
                           {"recipe.optimizer", "adamw-paged"}});
    QTest::newRow("QLoRA of 65B, paged, on 48 GB") << large << true;
    large.recipe.optimizer = Optimizer::AdamW;
    large.recipe.fusedStep = false;
    QTest::newRow("QLoRA of 65B, neither paged nor fused") << large << false;
}

void TestFrameworks::smallCardsHold()
{
    QFETCH(Plan, plan);
    QFETCH(bool, fits);
    QCOMPARE(estimated(plan).fits(), fits);
}

void TestFrameworks::aStageRaisesNoTotalAlone()
{
    // Llama 3.1 8B on one GPU: autocast's copies without FSDP are FSDP's gathered ones with it.
    Plan plan = planWith({{"cluster.gpus", "1"}, {"recipe.framework", "pytorch-fsdp"}});
    const auto total = [&](std::int64_t zero) {
        plan.layout.zero = zero;
        return estimated(plan).answer.totals.allocated;
    };
    const Bytes none = total(0), second = total(2), third = total(3);
    QVERIFY(second <= none + none / 50);
    QVERIFY(third < none);
    const auto says = [](const Plan& asked) {
        const auto warnings = estimated(asked).answer.warnings;
        return std::ranges::find(warnings, "layout.zero", &Warning::field) != warnings.end();
    };
    plan.layout.zero = 2;
    QVERIFY(says(plan));
    plan.layout.zero = 3;
    QVERIFY(!says(plan));
    plan.cluster.gpus = 2;
    plan.layout.pipeline = 2;
    QVERIFY(says(plan));
    // 106,816 weights, and buckets of 500 million values
    QVERIFY(says(under(Framework::DeepSpeed, 2, 1)));
    QVERIFY(!says(under(Framework::DeepSpeed, 2, 0)));
}

void TestFrameworks::missingSettings_data()
{
    QTest::addColumn<QByteArray>("framework");
    QTest::addColumn<Setting>("asked");
    QTest::addColumn<bool>("missing");
    const auto row = [](const char* name, const char* framework, KeyPath key, const char* value,
                        bool missing) {
        QTest::newRow(name) << QByteArray(framework) << Setting{key, value} << missing;
    };
    row("nanotron, ZeRO-2", "nanotron", "layout.zero", "2", true);
    row("nanotron, ZeRO-3", "nanotron", "layout.zero", "3", true);
    row("nanotron, ZeRO-1", "nanotron", "layout.zero", "1", false);
    row("nanotron, chunked loss", "nanotron", "recipe.loss", "chunked", true);
    row("nanotron, selective", "nanotron", "recipe.recompute", "selective", true);
    row("nanotron, offload", "nanotron", "layout.offload_optimizer", "cpu", true);
    row("nanotron, offload of activations", "nanotron", "layout.offload_activations", "cpu", true);
    row("nanotron, fp8", "nanotron", "recipe.precision", "fp8-mixed", true);
    row("nanotron, 8-bit AdamW", "nanotron", "recipe.optimizer", "adamw-8bit", true);
    row("torchtitan, MXFP8", "pytorch-fsdp", "recipe.precision", "mxfp8-mixed", false);
    row("torchtitan, NVFP4", "pytorch-fsdp", "recipe.precision", "nvfp4-mixed", true);
    row("Trainer, MXFP8", "huggingface", "recipe.precision", "mxfp8-mixed", true);
    row("megatron, NVFP4", "megatron", "recipe.precision", "nvfp4-mixed", false);
    row("Axolotl, tiles", "axolotl", "recipe.mlp_tiles", "4", false);
    row("Trainer, tiles", "huggingface", "recipe.mlp_tiles", "4", true);
    row("nanotron, SGD", "nanotron", "recipe.optimizer", "sgd", false);
    row("torchtune, pipeline", "torchtune", "layout.pipeline", "2", true);
    row("torchtune, tensor", "torchtune", "layout.tensor", "2", false);
    row("nanotron, LoRA", "nanotron", "adapter.kind", "lora", true);
    row("megatron, QLoRA", "megatron", "adapter.kind", "qlora", true);
    row("megatron, LoRA", "megatron", "adapter.kind", "lora", false);
    row("torchtune, QLoRA", "torchtune", "adapter.kind", "qlora", false);
    row("Trainer, kernels of adapters", "huggingface", "adapter.kernels", "fused", true);
    row("Axolotl, kernels of adapters", "axolotl", "adapter.kernels", "fused", false);
    row("litgpt, offload", "litgpt", "layout.offload_optimizer", "cpu", true);
    row("litgpt, pipeline", "litgpt", "layout.pipeline", "2", true);
    row("litgpt, tensor", "litgpt", "layout.tensor", "2", true);
    row("litgpt, context", "litgpt", "layout.context", "2", true);
    row("trainer, pipeline", "huggingface", "layout.pipeline", "2", true);
    row("trainer, tensor", "huggingface", "layout.tensor", "2", false);
    row("FSDP, ZeRO-1", "pytorch-fsdp", "layout.zero", "1", true);
    row("FSDP, ZeRO-3", "pytorch-fsdp", "layout.zero", "3", false);
    row("FSDP, disk", "pytorch-fsdp", "layout.offload_optimizer", "nvme", true);
    row("megatron, disk", "megatron", "layout.offload_optimizer", "nvme", true);
    row("DeepSpeed, disk below stage 3", "deepspeed", "layout.offload_optimizer", "nvme", true);
    row("OpenRLHF, disk", "openrlhf", "layout.offload_optimizer", "nvme", true);
    row("megatron, LOMO", "megatron", "recipe.optimizer", "lomo", true);
    row("megatron, Muon", "megatron", "recipe.optimizer", "muon", false);
    row("torchtune, fp16", "torchtune", "recipe.precision", "fp16-mixed", true);
    row("torchtune, fp16 alone", "torchtune", "recipe.precision", "fp16", true);
    row("megatron, fp16 alone", "megatron", "recipe.precision", "fp16", true);
    row("DeepSpeed, fp16 alone", "deepspeed", "recipe.precision", "fp16", false);
    row("torchtune, selective", "torchtune", "recipe.recompute", "selective", true);
    row("litgpt, QLoRA on several GPUs", "litgpt", "adapter.kind", "qlora", true);
    row("verl, chunked loss", "verl", "recipe.loss", "chunked", false);
    row("plain, disk", "plain", "layout.offload_optimizer", "nvme", false);
    row("megatron, selective with flash attention", "megatron", "recipe.recompute", "selective",
        true);
    row("FSDP, selective", "pytorch-fsdp", "recipe.recompute", "selective", false);
    row("megatron, chunked loss", "megatron", "recipe.loss", "chunked", false);
    row("FSDP, chunked loss", "pytorch-fsdp", "recipe.loss", "chunked", false);
    row("nanotron, fused loss", "nanotron", "recipe.loss", "fused", true);
    row("OpenRLHF, fused loss", "openrlhf", "recipe.loss", "fused", true);
    row("OpenRLHF, chunked loss", "openrlhf", "recipe.loss", "chunked", true);
    row("OpenRLHF, fp8", "openrlhf", "recipe.precision", "fp8-mixed", true);
    row("verl, fp8", "verl", "recipe.precision", "fp8-mixed", true);
    row("DeepSpeed, LOMO", "deepspeed", "recipe.optimizer", "lomo", true);
    row("trainer, LOMO", "huggingface", "recipe.optimizer", "lomo", false);
    row("FSDP, weights alone on the host", "pytorch-fsdp", "layout.offload_parameters", "cpu",
        true);
    row("FSDP, states alone on the host", "pytorch-fsdp", "layout.offload_optimizer", "cpu", true);
    row("torchtune, offload of kept activations", "torchtune", "layout.offload_activations", "cpu",
        true);
    row("torchtune, prefix tuning", "torchtune", "adapter.method", "prefix", true);
    row("litgpt, adapter v2", "litgpt", "adapter.method", "adapter-v2", false);
    row("litgpt, prompt tuning", "litgpt", "adapter.method", "prompt", true);
    row("litgpt, DoRA", "litgpt", "adapter.dora", "true", true);
    row("torchtune, DoRA", "torchtune", "adapter.dora", "true", false);
    row("litgpt, adapted embedding", "litgpt", "adapter.targets", "q,embedding", true);
    row("trainer, adapted embedding", "huggingface", "adapter.targets", "q,embedding", false);
    row("megatron, adapted embedding", "megatron", "adapter.targets", "q,embedding", true);
    row("megatron, a module in full", "megatron", "adapter.modules_to_save", "head", true);
    row("torchtune, a module in full", "torchtune", "adapter.modules_to_save", "head", true);
    row("torchtune, 8-bit base", "torchtune", "adapter.base", "int8", true);
    row("trainer, 8-bit base", "huggingface", "adapter.base", "int8", false);
    row("Axolotl, LoRA on fp32", "axolotl", "adapter.base", "fp32", true);
    row("LLaMA-Factory, LoRA on fp32", "llama-factory", "adapter.base", "fp32", true);
    row("trainer, LoRA on fp32", "huggingface", "adapter.base", "fp32", false);
    row("torchtune, data parallelism alone", "torchtune", "layout.zero", "0", true);
    row("litgpt, ZeRO-2", "litgpt", "layout.zero", "2", true);
    row("litgpt, ZeRO-3", "litgpt", "layout.zero", "3", false);
    row("torchtune, fused loss", "torchtune", "recipe.loss", "fused", true);
    row("litgpt, fused loss", "litgpt", "recipe.loss", "fused", true);
    row("nanotron, eager attention", "nanotron", "recipe.attention", "eager", true);
    row("OpenRLHF, fp32", "openrlhf", "recipe.precision", "fp32", true);
    row("OpenRLHF, offload of activations", "openrlhf", "layout.offload_activations", "cpu", true);
    row("deepspeed, offload of kept activations", "deepspeed", "layout.offload_activations", "cpu",
        true);
}

void TestFrameworks::missingSettings()
{
    QFETCH(const QByteArray, framework);
    QFETCH(const Setting, asked);
    QFETCH(const bool, missing);
    const KeyPath key = asked.key;
    Plan plan = planWith({{"recipe.framework", framework.constData()}, asked});
    if (key.isIn(KeyGroup("adapter")) && key != "adapter.kind")
        plan.adapter.kind = key == "adapter.base" && plan.adapter.base != AdapterBase::Fp32
            ? AdapterKind::Qlora
            : AdapterKind::Lora;
    const bool shards = framework == "torchtune" || framework == "litgpt";
    if (plan.layout.offloadParameters != Offload::None || (shards && key != "layout.zero"))
        plan.layout.zero = 3;
    if (plan.layout.offloadOptimizer != Offload::None && plan.layout.zero == 0)
        plan.layout.zero = framework == "deepspeed" || framework == "openrlhf" ? 2 : 0;
    const Estimate found = estimated(plan);
    QCOMPARE(found.plan.unsupported, std::size_t(missing ? 1 : 0));
    if (missing)
        QCOMPARE(found.plan.warnings.front().field, std::string(key));
}

void TestFrameworks::narrowProductsNeedACard_data()
{
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<QByteArray>("precision");
    QTest::addColumn<QString>("needs");
    const auto row = [](const char* device, const char* precision, const char* needs) {
        QTest::addRow("%s on %s", precision, device)
            << QByteArray(device) << QByteArray(precision) << QString::fromLatin1(needs);
    };
    row("a100-sxm4-80gb", "fp8-mixed", "8.9");
    row("l40s-48gb", "fp8-mixed", "");
    row("l40s-48gb", "fp8-block-mixed", "9.0");
    row("h100-sxm5-80gb", "fp8-block-mixed", "");
    row("h100-sxm5-80gb", "mxfp8-mixed", "10.x");
    row("h100-sxm5-80gb", "nvfp4-mixed", "10.0");
    row("b200-sxm-180gb", "mxfp8-mixed", "");
    row("b200-sxm-180gb", "nvfp4-mixed", "");
    row("rtx-5090-32gb", "mxfp8-mixed", "10.x"); // 12.0: no MXFP8 yet
    row("rtx-5090-32gb", "nvfp4-mixed", "");
    row("instinct-mi300x-192gb", "nvfp4-mixed", ""); // no compute capability
}

void TestFrameworks::narrowProductsNeedACard()
{
    QFETCH(const QByteArray, device);
    QFETCH(const QByteArray, precision);
    QFETCH(const QString, needs);
    const Estimate found = estimated(planWith({{"recipe.framework", "megatron"},
                                               {"cluster.device", device.constData()},
                                               {"recipe.precision", precision.constData()}}));
    QStringList said;
    for (const Warning& warning : found.plan.warnings)
        said << QString::fromStdString(english(warning.message));
    const QString all = said.join(u'\n');
    QVERIFY2(all.contains(QStringLiteral(" needs compute capability ") + needs) == !needs.isEmpty()
                 && (!needs.isEmpty() || !all.contains(QStringLiteral("compute capability"))),
             qPrintable(all));
}

/// Megatron-LM's divide() asserts; DTensor pads.
void TestFrameworks::unevenTensorRanks()
{
    const auto fields = [](const char* framework, const char* context, std::int64_t width) {
        Plan plan = planWith({{"recipe.framework", framework},
                              {"layout.tensor", "8"},
                              {"workload.context", context}});
        Shape shape = builtinCatalog().model("llama-3.1-8b")->shape;
        shape.feedForward = width;
        plan.model = customOf(shape);
        const Estimate found = estimated(plan);
        QStringList list;
        for (std::size_t i = 0; i < found.plan.unsupported; ++i)
            list << QString::fromStdString(found.plan.warnings[i].field);
        return list;
    };
    const QString tensor = QStringLiteral("layout.tensor");
    const QString sequence = QStringLiteral("layout.sequence_parallel");
    QCOMPARE(fields("megatron", "8192", 14336), QStringList());
    QCOMPARE(fields("megatron", "8192", 14337), QStringList{tensor});
    QCOMPARE(fields("nanotron", "8191", 14336), QStringList{sequence});
    QCOMPARE(fields("pytorch-fsdp", "8191", 14337), QStringList());
}

void TestFrameworks::adaptersOnTensorRanks()
{
    const auto gaps = [](const char* framework, const char* adapter) {
        return estimated(planWith({{"recipe.framework", framework},
                                   {"adapter.kind", adapter},
                                   {"layout.zero", "2"},
                                   {"layout.tensor", "2"}}))
            .plan.unsupported;
    };
    QCOMPARE(gaps("torchtune", "lora"), std::size_t{1});
    QCOMPARE(gaps("torchtune", "none"), std::size_t{0});
    QCOMPARE(gaps("megatron", "lora"), std::size_t{0});
}

/// DeepSpeed's own tensor ranks have every stage of ZeRO from 0.19.4 on.
void TestFrameworks::tensorRanksAtStageThree()
{
    for (const char* framework : {"deepspeed", "openrlhf", "huggingface", "pytorch-fsdp"})
        QCOMPARE(estimated(planWith({{"recipe.framework", framework},
                                     {"layout.zero", "3"},
                                     {"layout.tensor", "2"}}))
                     .plan.unsupported,
                 std::size_t{0});
}

/// PEFT's 32-bit norms and embedding make the residual stream 32 bits wide, and bitsandbytes
/// returns products in the type of their input.
void TestFrameworks::streamOfAWidenedBase()
{
    Plan plan = under(Framework::HuggingFace);
    plan.adapter.kind = AdapterKind::Qlora;
    plan.recipe.recompute = Recompute::Full;
    const auto each = [&](std::string_view id) {
        const Estimate found = estimated(plan);
        const Line* line = lineOf(found.answer, id);
        return line ? line->each : Bytes{0};
    };
    QCOMPARE(each("layer.input"), Bytes{4 * 1024});
    QCOMPARE(each("mlp.gate"), Bytes{4 * 2048});
    QCOMPARE(each("attention.query"), Bytes{2 * 1024});
    plan.adapter.base = AdapterBase::Int8; // whose products keep their inputs as they are
    QCOMPARE(each("attention.input"), Bytes{4 * 1024});
    plan.adapter.base = AdapterBase::Nf4;
    plan.adapter.upcast = false;
    QCOMPARE(each("layer.input"), Bytes{2 * 1024});
    plan.adapter.upcast = true;
    plan.adapter.kind = AdapterKind::Lora;
    QCOMPARE(each("layer.input"), Bytes{2 * 1024});
    plan.adapter.kind = AdapterKind::Qlora;
    plan.layout.zero = 2; // alone on one GPU, nobody starts an engine
    QCOMPARE(each("layer.input"), Bytes{4 * 1024});
    plan.recipe.engine = Engine::DeepSpeed; // which casts all to 16 bits
    QCOMPARE(each("layer.input"), Bytes{2 * 1024});
}

void TestFrameworks::publishedPeaks_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<double>("measured");
    // github.com/foundation-model-stack/fms-acceleration, 876e2ed6, scripts/benchmarks/refs/
    // a100_80gb.csv and a100_80gb_liger.csv: mem_peak_torch_mem_alloc_in_bytes of rows of 4,096
    // tokens with full recompute. PyTorch before 2.8, so AdamW in separate kernels.
    const auto row = [](const char* name, std::vector<Setting> settings, double measured) {
        for (const Setting& common :
             {Setting{"cluster.device", "a100-sxm4-80gb"}, Setting{"workload.context", "4096"},
              Setting{"recipe.recompute", "full"}, Setting{"recipe.fused_step", "false"}})
            settings.push_back(common);
        QTest::newRow(name) << planWith(settings) << measured;
    };
    row("Mistral 7B in 16 bits",
        {{"model.id", "mistral-7b-v0.1"},
         {"recipe.framework", "huggingface"},
         {"recipe.precision", "bf16"},
         {"cluster.gpus", "1"},
         {"workload.micro_batch", "4"}},
        72434837504);
    row("Mistral 7B, QLoRA, base widened by PEFT",
        {{"model.id", "mistral-7b-v0.1"},
         {"recipe.framework", "huggingface"},
         {"cluster.gpus", "1"},
         {"workload.micro_batch", "8"},
         {"adapter.kind", "qlora"},
         {"adapter.base", "nf4-double"},
         {"adapter.rank", "16"},
         {"adapter.targets", "q,k,v,o"},
         {"adapter.dropout", "0.1"}},
        37002646016);
    const std::vector<Setting> lora{
        {"model.id", "llama-3-8b"},  {"recipe.framework", "huggingface"},
        {"recipe.kernels", "fused"}, {"recipe.loss", "fused"},
        {"cluster.gpus", "1"},       {"adapter.kind", "lora"},
        {"adapter.rank", "16"},      {"adapter.targets", "q,k,v,o"},
        {"adapter.dropout", "0.1"}};
    for (const auto& [batch, measured] : {std::pair{"4", 37644015616.0}, {"8", 59017447424.0}}) {
        std::vector<Setting> settings = lora;
        settings.push_back({"workload.micro_batch", batch});
        row((std::string("Llama 3 8B, LoRA, fused loss, micro-batch ") + batch).c_str(), settings,
            measured);
    }
    row("Llama 3 8B on two, chunked loss",
        {{"model.id", "llama-3-8b"},
         {"recipe.framework", "pytorch-fsdp"},
         {"recipe.loss", "chunked"},
         {"layout.zero", "3"},
         {"cluster.gpus", "2"},
         {"workload.micro_batch", "4"}},
        80320219648);
}

/// Runs of others; nothing is fitted to their figures.
void TestFrameworks::publishedPeaks()
{
    QFETCH(Plan, plan);
    QFETCH(double, measured);
    const double share = static_cast<double>(estimated(plan).answer.totals.allocated) / measured;
    QVERIFY2(share > 0.97 && share < 1.03, qPrintable(QString::number(share)));
}

void TestFrameworks::ligersPeaks_data()
{
    QTest::addColumn<std::int64_t>("context");
    QTest::addColumn<double>("measured");
    // linkedin/Liger-Kernel@ead96b6, docs/images/e2e-memory.png of August 2024, in MiB, each bar
    // read to one part in a hundred.
    QTest::newRow("1,024 tokens") << std::int64_t{1024} << 19800.0;
    QTest::newRow("2,048 tokens") << std::int64_t{2048} << 23500.0;
    QTest::newRow("4,096 tokens") << std::int64_t{4096} << 30600.0;
    QTest::newRow("8,192 tokens") << std::int64_t{8192} << 48000.0;
    QTest::newRow("16,384 tokens") << std::int64_t{16384} << 77000.0;
}

/// What PyTorch reserves of an A100 for Llama 3 8B with Liger's kernels on eight GPUs, 8 sequences
/// each; nothing is fitted to it.
void TestFrameworks::ligersPeaks()
{
    QFETCH(std::int64_t, context);
    QFETCH(double, measured);
    Plan plan = planWith({{"model.id", "llama-3-8b"},
                          {"workload.micro_batch", "8"},
                          {"recipe.framework", "huggingface"},
                          {"recipe.engine", "fsdp1"},
                          {"recipe.versions.transformers", "4.44"},
                          {"recipe.precision", "bf16"},
                          {"recipe.recompute", "full"},
                          {"recipe.kernels", "fused"},
                          {"recipe.loss", "chunked"},
                          {"recipe.fused_step", "false"},
                          {"layout.zero", "3"},
                          {"cluster.device", "a100-sxm4-80gb"},
                          {"cluster.gpus", "8"}});
    plan.workload.context = context;
    const double reserved = static_cast<double>(estimated(plan).answer.totals.reserved());
    const double share = reserved / (1 << 20) / measured;
    QVERIFY2(share > 0.9 && share < 1.05, qPrintable(QString::number(share)));
}

void TestFrameworks::interleavedSchedules()
{
    const auto gaps = [](const char* framework) {
        return estimated(planWith({{"recipe.framework", framework},
                                   {"layout.pipeline", "2"},
                                   {"layout.virtual_pipeline", "2"},
                                   {"workload.global_batch", "16"}}))
            .plan.unsupported;
    };
    QCOMPARE(gaps("nanotron"), std::size_t{1});
    QCOMPARE(gaps("deepspeed"), std::size_t{1});
    QCOMPARE(gaps("megatron"), std::size_t{0});
    QCOMPARE(gaps("pytorch-fsdp"), std::size_t{0});
}

void TestFrameworks::expertsAreReducedAsWell_data()
{
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<std::int64_t>("zero");
    QTest::addColumn<QString>("id");
    QTest::addColumn<Bytes>("width");
    QTest::newRow("trainer") << Framework::HuggingFace << std::int64_t{0}
                             << QString(QLatin1String("reduce.buckets")) << Bytes{4};
    QTest::newRow("nanotron") << Framework::Nanotron << std::int64_t{0}
                              << QString(QLatin1String("reduce.buckets")) << Bytes{2};
    QTest::newRow("fsdp") << Framework::PyTorchFsdp << std::int64_t{2}
                          << QString(QLatin1String("gathered.parameters")) << Bytes{2};
    QTest::newRow("foreach AdamW") << Framework::HuggingFace << std::int64_t{0}
                                   << QString(QLatin1String("step.temporaries")) << Bytes{4};
}

void TestFrameworks::expertsAreReducedAsWell()
{
    QFETCH(Framework, framework);
    QFETCH(std::int64_t, zero);
    QFETCH(QString, id);
    QFETCH(Bytes, width);
    Plan plan = under(framework, 2, zero);
    CustomModel model = small();
    model.experts = 8;
    model.expertsPerToken = 2;
    model.moeIntermediateSize = 32;
    plan.model = model;
    plan.recipe.fusedStep = false;
    const Estimate found = estimated(plan);
    // 2 · (12,288 + 128 + 8 · 3 · 64 · 32 + 8 · 64), and the 32,832 outside the layers
    QCOMPARE(found.plan.counts.total, std::int64_t{156'992});
    const Line* line = lineOf(found.answer, id.toStdString());
    QVERIFY(line);
    QCOMPARE(line->each, width * 156'992);
}

/// At the step, DeepSpeed's stages 1 and 2 hold 6 bytes for each weight of the rank's share; stage
/// 3 does so for a group, which ends with the weight that makes it 1e9 values: the halves of the
/// embedding and of seven layers are the first one, 262,668,288 + 7 · 109,051,904.
void TestFrameworks::stagesBelowThreeCastTheWholeShare()
{
    const auto ofStep = [](const char* zero) {
        const Plan plan = planWith(
            {{"recipe.framework", "deepspeed"}, {"layout.zero", zero}, {"cluster.gpus", "2"}});
        return bytesAt(estimated(plan).answer, "step.gradients")[5];
    };
    constexpr Bytes share = 8'030'261'248 / 2;
    QCOMPARE(ofStep("1"), 6 * share);
    QCOMPARE(ofStep("2"), 6 * share);
    QCOMPARE(ofStep("3"), Bytes{6} * 1'026'031'616);
}

/// Of Llama 3.1 8B, 8,030,261,248 weights: embedding, two layers, the query, key, value and output
/// of the third and its gate are the first 1,062,223,872, of which the first of 8 ranks steps
/// 1,003,782,656. It copies the gradients of all of them.
void TestFrameworks::theFirstRankCopiesWholeWeights()
{
    const auto at = [](const char* zero, const char* gpus, const char* id, std::size_t moment,
                       const char* version = "") {
        const Plan plan = planWith({{"recipe.framework", "deepspeed"},
                                    {"recipe.versions.deepspeed", version},
                                    {"layout.zero", zero},
                                    {"cluster.gpus", gpus},
                                    {"recipe.recompute", "full"}});
        return bytesAt(estimated(plan).answer, id)[moment];
    };
    constexpr Bytes whole = 1'062'223'872, share = 1'003'782'656, all8b = 8'030'261'248;
    QCOMPARE(at("1", "8", "reduce.partition", 5), 2 * whole);
    QCOMPARE(at("2", "8", "reduce.partition", 5), 2 * (whole - share));
    QCOMPARE(at("3", "8", "reduce.partition", 5), 0);
    // 6 bytes of the share are more than 8 of the embedding, until the share is the smaller one.
    QCOMPARE(at("2", "8", "step.gradients", 5), 6 * share);
    QCOMPARE(at("2", "8", "step.norm", 5), 0);
    QCOMPARE(at("2", "16", "step.gradients", 5), 0);
    QCOMPARE(at("2", "16", "step.norm", 5), 8 * (share / 2));
    // The flat tensor is made beside the weights, where both fit the card.
    QCOMPARE(at("2", "8", "load.copy", 0), 2 * all8b);
    QCOMPARE(at("3", "8", "load.copy", 0), 0);
    QCOMPARE(at("2", "8", "load.copy", 0, "0.18.6"), 0);
    QCOMPARE(at("2", "8", "load.copy", 0, "0.18.7"), 2 * all8b);
}

/// The two gradients of a tied weight and their sum: the kept one is among them in the only
/// micro-batch of a step.
void TestFrameworks::aTiedGradientIsASum()
{
    const auto atEnd
        = [](const char* zero, const char* batch, const char* framework = "huggingface") {
              const Plan plan = planWith({{"model.id", "llama-3.2-1b"},
                                          {"recipe.framework", framework},
                                          {"workload.context", "64"},
                                          {"layout.zero", zero},
                                          {"cluster.gpus", "2"},
                                          {"workload.global_batch", batch},
                                          {"recipe.recompute", "full"}});
              return bytesAt(estimated(plan).answer, "unsharded.embedding_gradient")[4];
          };
    constexpr Bytes table1b = 2 * 128'256LL * 2048;
    QCOMPARE(atEnd("0", "2"), 2 * table1b);
    QCOMPARE(atEnd("0", "8"), 3 * table1b);
    QCOMPARE(atEnd("2", "2"), 3 * table1b);
    QCOMPARE(atEnd("3", "2", "pytorch-fsdp"), 3 * table1b); // of a root that is gathered
}

/// litgpt shards with FSDP on several devices alone.
void TestFrameworks::oneGpuOfLitgptKnowsNoStages()
{
    const auto totals = [](const char* adapter, const char* zero) {
        return estimated(planWith({{"recipe.framework", "litgpt"},
                                   {"adapter.kind", adapter},
                                   {"cluster.gpus", "1"},
                                   {"workload.context", "2048"},
                                   {"layout.zero", zero}}))
            .answer.totals;
    };
    for (const char* adapter : {"none", "lora", "qlora"})
        for (const char* zero : {"2", "3"})
            QVERIFY2(totals(adapter, zero) == totals(adapter, "0"), adapter);
}

/// DeepSpeed's stages 1 and 2 offload to the host, whatever the device.
void TestFrameworks::diskNeedsStage3()
{
    const auto offloaded = [](std::int64_t zero, Offload to) {
        Plan plan = under(Framework::DeepSpeed, 2, zero);
        plan.layout.offloadOptimizer = to;
        return estimated(plan).answer;
    };
    const Answer host = offloaded(2, Offload::Cpu), asked = offloaded(2, Offload::Nvme);
    QVERIFY(host.hostPerNode > 0);
    QCOMPARE(asked.hostPerNode, host.hostPerNode);
    QCOMPARE(asked.diskPerNode, Bytes{0});
    QVERIFY(offloaded(3, Offload::Nvme).diskPerNode > 0);
}

void TestFrameworks::whatNeedsDeepSpeedsStages_data()
{
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<std::int64_t>("zero");
    QTest::addColumn<KeyPath>("field");
    for (const Framework framework : {Framework::DeepSpeed, Framework::HuggingFace}) {
        const std::string name(nameOf(framework));
        const auto row = [&](std::int64_t zero, KeyPath field) {
            QTest::addRow("%s, ZeRO-%d: %s", name.c_str(), static_cast<int>(zero),
                          field.text().data())
                << framework << zero << field;
        };
        row(0, "layout.offload_optimizer");
        row(2, "layout.offload_parameters");
        row(2, "layout.pipeline");
    }
}

void TestFrameworks::whatNeedsDeepSpeedsStages()
{
    QFETCH(Framework, framework);
    QFETCH(std::int64_t, zero);
    QFETCH(KeyPath, field);
    Plan plan = under(framework, 2, zero);
    const bool piped = field == "layout.pipeline";
    QVERIFY(
        assign(plan, field, piped ? Value{std::int64_t{2}} : Value{std::string("cpu")}).empty());
    const auto refused = estimate(plan, builtinCatalog());
    QVERIFY(!refused);
    QCOMPARE(refused.problems().size(), std::size_t{1});
    QCOMPARE(shown(refused.problems().front().field),
             shown(piped ? KeyPath("layout.zero") : field));
    plan.layout.zero = piped ? 1 : zero + 1;
    const auto taken = estimate(plan, builtinCatalog());
    QVERIFY2(taken, qPrintable(whyNot(taken)));
}

void TestFrameworks::everyProfileAddsUp()
{
    Random random(41);
    for (int i = 0; i < casesToTry(1000); ++i) {
        const Framework framework = anyOf<Framework>(random);
        const std::int64_t gpus = random.power(4);
        Plan plan = under(framework, gpus, random.from(0, 3));
        CustomModel model = small();
        model.tiedEmbeddings = random.coin();
        model.gated = random.coin();
        if (random.coin()) {
            model.experts = 8;
            model.expertsPerToken = 2;
            model.moeIntermediateSize = 32;
            model.firstKDense = random.from(0, 2);
        }
        plan.model = model;
        plan.adapter.kind = anyOf<AdapterKind>(random);
        plan.adapter.base = anyBase(random, plan.adapter.kind);
        plan.adapter.dropout = random.coin() ? 0.1 : 0;
        plan.recipe.loss = anyOf<Loss>(random);
        plan.recipe.recompute = anyOf<Recompute>(random);
        plan.layout.offloadActivations = anyOf<ActivationOffload>(random);
        if (plan.layout.zero > 0)
            plan.layout.offloadOptimizer = anyOf<Offload>(random);
        if (plan.layout.zero == 3)
            plan.layout.offloadParameters = anyOf<Offload>(random);
        plan.cluster.overhead = anyOf<Overhead>(random);
        const Answer answer = estimated(plan).answer;
        const Totals& totals = answer.totals;
        QCOMPARE(totals.perGpu.total(), totals.total);
        QVERIFY(totals.low <= totals.total && totals.total <= totals.high);
        Bytes most = 0, host = 0, disk = 0;
        for (std::size_t moment = 0; moment < momentCount; ++moment) {
            const GroupBytes sums = sumsAt(answer, moment);
            QVERIFY2(sums == answer.moments[moment].perGroup, qPrintable(QString::number(i)));
            most = std::max(most, sums.total());
        }
        QCOMPARE(totals.total, most);
        QVERIFY(std::ranges::is_sorted(answer.ledger, {}, &Line::group));
        for (const Line& line : answer.ledger) {
            QCOMPARE(line.bytes, line.each * line.count);
            host += line.place == Place::Host ? line.bytes : 0;
            disk += line.place == Place::Disk ? line.bytes : 0;
            const bool onGpu = std::ranges::any_of(line.live, [](auto live) { return live > 0; });
            QVERIFY2(onGpu == (line.place == Place::Gpu), line.id.c_str());
        }
        QCOMPARE(totals.host, host);
        QCOMPARE(totals.disk, disk);
    }
}

void TestFrameworks::everyProfileHasASource()
{
    for (const Framework framework : everyOf<Framework>()) {
        const Profile& profile = profileOf(framework);
        QCOMPARE(nameOf(profile.framework), nameOf(framework));
        QCOMPARE(std::string_view(profile.source).empty(), framework == Framework::Plain);
        for (const Extra& extra : profile.extras)
            QVERIFY(!words(extra.id).source.empty());
    }
}

void TestFrameworks::everyFrameworkHasItsProfile()
{
    for (const Framework framework : everyOf<Framework>()) {
        QCOMPARE(profileOf(framework).framework, framework);
        QVERIFY(!profileOf(framework).logits.empty());
    }
}

void TestFrameworks::upcastOfTheBase_data()
{
    QTest::addColumn<Framework>("framework");
    for (const Framework framework : everyOf<Framework>())
        QTest::newRow(std::string(nameOf(framework)).c_str()) << framework;
}

/// Programs that never widen what is not in 4 bits hold the same whatever the plan says of it.
void TestFrameworks::upcastOfTheBase()
{
    QFETCH(Framework, framework);
    Plan plan;
    plan.model = CatalogModel{"llama-3.1-8b"};
    plan.workload.context = 2048;
    plan.recipe.framework = framework;
    plan.adapter.kind = AdapterKind::Qlora;
    plan.cluster.gpus = 1;
    const auto totalWith = [&plan](bool upcast) {
        plan.adapter.upcast = upcast;
        return estimated(plan).answer.totals.total;
    };
    QCOMPARE(totalWith(true) > totalWith(false), profileOf(framework).upcastsBase);
    if (!profileOf(framework).upcastsBase)
        QCOMPARE(totalWith(true), totalWith(false));
}

/// A constant without its source cannot be fitted again when more runs are measured.
void TestFrameworks::everyFittedConstantSaysWhereItComesFrom()
{
    const auto check = [](const auto& table) {
        for (const auto& constant : table) {
            const QString name = QString::number(static_cast<int>(constant.id));
            QVERIFY2(QDate::fromString(shown(constant.date), Qt::ISODate).isValid(),
                     qPrintable(name));
            for (const std::string_view field :
                 {constant.unit, constant.rows, constant.refit, constant.cause})
                QVERIFY2(!field.empty(), qPrintable(name));
        }
    };
    check(fittedTable);
    check(runConstants);
    check(bandTable);
    for (const BandWidth& band : bandTable) {
        QVERIFY(band.eight.low <= band.nine.low && band.eight.high <= band.nine.high);
        QVERIFY(band.eight.low > 0 && band.eight.high > 0);
    }
    QCOMPARE(fittedValue(Fitted::Context), std::int64_t{600});
}

/// 2 bytes each for weights and gradients and 4 for the moments of AdamW, as with bf16 alone, and a
/// warning where weights are trained.
void TestFrameworks::halfAloneHasNoWideCopy()
{
    const auto with = [](const char* precision, const char* adapter) {
        return estimated(planWith({{"recipe.framework", "huggingface"},
                                   {"recipe.precision", precision},
                                   {"adapter.kind", adapter},
                                   {"cluster.gpus", "1"}}));
    };
    const Estimate half = with("fp16", "none"), brain = with("bf16", "none");
    QCOMPARE(half.answer.totals.total, brain.answer.totals.total);
    QVERIFY(!half.plan.choices.masterWeights);
    const double parameters = static_cast<double>(half.plan.counts.total);
    const auto each
        = [&](Group group) { return static_cast<double>(groupOf(half, group)) / parameters; };
    QVERIFY2(near(each(Group::Parameters), 2, 0.001),
             qPrintable(QString::number(each(Group::Parameters))));
    QVERIFY2(near(each(Group::Optimizer), 4, 0.001),
             qPrintable(QString::number(each(Group::Optimizer))));
    const auto warned = [](const Estimate& found) {
        return std::ranges::count(found.plan.warnings, "recipe.precision", &Warning::field);
    };
    QCOMPARE(warned(half), 1);
    QCOMPARE(warned(brain), 0);
    QCOMPARE(warned(with("fp16", "lora")), 0);
}

QTEST_APPLESS_MAIN(TestFrameworks)
#include "test_frameworks.moc"
