// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Training that is not all of the model: some layers recomputed, parts of a layer, frozen parts,
// optimizers with fewer states, schedules and stages of pipelines, layers that predict further
// tokens.
#include "core/answer/timeline.h"
#include "core/exchange/plan_file.h"
#include "core/ledger/stage.h"
#include "helpers.h"

#include <QtTest>

#include <algorithm>
#include <memory>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Eight layers of width 512 with 8 heads, 2 of them for keys: P_layer = 2·512² + 2·512·128 +
/// 3·512·1024 + 2·512 = 2,229,248; the tables have 1000·512 each.
Plan small(const std::vector<Setting>& choices = {})
{
    Plan plan = bare(llama(512, 8, 8, 2, 1024, 1000));
    plan.workload.context = 1024;
    return planWith(choices, plan);
}

constexpr Bytes layerParameters = 2'229'248, table = 512'000;
constexpr Bytes allParameters = 8 * layerParameters + 2 * table + 512;
constexpr Bytes layerInput = 2 * 1024 * 512; ///< 16-bit, of one layer

/// A line's bytes on one GPU, all of its copies; a name may stand for several terms.
Bytes held(const Estimate& estimate, std::string_view id)
{
    Bytes sum = 0;
    for (const Line& line : estimate.answer.ledger)
        if (line.id == id && line.place == Place::Gpu)
            sum += line.bytes;
    return sum;
}

Bytes elsewhere(const Estimate& estimate, std::string_view id)
{
    Bytes sum = 0;
    for (const Line& line : estimate.answer.ledger)
        if (line.id == id && line.place != Place::Gpu)
            sum += line.bytes;
    return sum;
}

Bytes peak(const Plan& plan)
{
    return estimated(plan).answer.totals.total;
}

QString refusal(const Plan& plan)
{
    const auto found = estimate(plan, builtinCatalog());
    return whyNot(found);
}

using Settings = std::vector<Setting>;

/// Whether a remark on the field has the words.
bool remarks(const Settings& settings, std::string_view field, std::string_view words)
{
    const Estimate found = estimated(small(settings));
    return std::ranges::any_of(found.answer.warnings, [&](const Warning& warning) {
        return warning.field == field && english(warning.message).find(words) != std::string::npos;
    });
}

} // namespace

class TestPartial : public QObject
{
    Q_OBJECT

private slots:
    void blockOfAllIsFull();
    void inputsOfRecomputedLayers_data();
    void inputsOfRecomputedLayers();
    void moreRecomputedNeedsLess();
    void groupsAreMadeAtOnce();
    void partsOfALayer_data();
    void partsOfALayer();
    void frozenHasNoStates_data();
    void frozenHasNoStates();
    void frozenAddsNoMemory_data();
    void frozenAddsNoMemory();
    void frozenLayersKeepNothing();
    void frozenBehindTrained_data();
    void frozenBehindTrained();
    void modulesToSave();
    void doraAddsLengths();
    void embeddingAdapter();
    void optimizerStates_data();
    void optimizerStates();
    void muonMakesAMatrixOrthogonal();
    void muonGathersMatrices();
    void zenflowsColumns();
    void stepInBackwardKeepsNoGradients();
    void whatHasNoEffectIsRemarked_data();
    void whatHasNoEffectIsRemarked();
    void partOfTheOptimizerIsOffloaded();
    void partsAreOffloaded_data();
    void partsAreOffloaded();
    void tilesOfAnMlp_data();
    void tilesOfAnMlp();
    void someLayersAreOffloaded_data();
    void someLayersAreOffloaded();
    void passesInFlight_data();
    void passesInFlight();
    void bothEndsOnTheFirstRank();
    void dualPipeHoldsTwoStages();
    void listedStagesAreRead_data();
    void listedStagesAreRead();
    void stagesOfLlama3();
    void contradictionsAreTold_data();
    void contradictionsAreTold();
    void furtherLayers();
    void exchangeOfContextRanks_data();
    void exchangeOfContextRanks();
    void timelineMeetsTheTotal_data();
    void timelineMeetsTheTotal();
    void whatIsNotThereIsNotFrozen();
    void listsMayBeEmpty();
};

void TestPartial::blockOfAllIsFull()
{
    const Plan full = small({{"recipe.recompute", "full"}});
    const Bytes all = peak(full);
    QCOMPARE(peak(planWith({{"recipe.recompute_method", "block"}, {"recipe.recompute_layers", "8"}},
                           full)),
             all);
    QCOMPARE(peak(planWith({{"recipe.recompute_method", "every"}}, full)), all);
    QCOMPARE(peak(planWith({{"recipe.recompute_method", "uniform"}}, full)), all);
}

void TestPartial::inputsOfRecomputedLayers_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<int>("layers");
    QTest::addColumn<qint64>("inputs");
    QTest::newRow("every layer") << u"all"_s << 1 << qint64{8};
    QTest::newRow("a block of three") << u"block"_s << 3 << qint64{3};
    QTest::newRow("every second") << u"every"_s << 2 << qint64{4};
    QTest::newRow("every third") << u"every"_s << 3 << qint64{2};
    QTest::newRow("groups of two") << u"uniform"_s << 2 << qint64{4};
    QTest::newRow("groups of three") << u"uniform"_s << 3 << qint64{3};
    QTest::newRow("one group") << u"uniform"_s << 8 << qint64{1};
}

void TestPartial::inputsOfRecomputedLayers()
{
    QFETCH(QString, method);
    QFETCH(int, layers);
    QFETCH(qint64, inputs);
    Plan plan = small({{"recipe.recompute", "full"}});
    plan.recipe.recomputeMethod = *fromName<RecomputeMethod>(method.toStdString());
    plan.recipe.recomputeLayers = layers;
    QCOMPARE(held(estimated(plan), "layer.input"), inputs * layerInput);
}

/// From nothing recomputed to every layer, the peak falls; without some layers, between them.
void TestPartial::moreRecomputedNeedsLess()
{
    Bytes last = peak(small());
    for (std::int64_t layers = 2; layers <= 8; layers += 2) {
        Plan plan = small({{"recipe.recompute", "full"}, {"recipe.recompute_method", "block"}});
        plan.recipe.recomputeLayers = layers;
        const Bytes found = peak(plan);
        QVERIFY2(found < last, qPrintable(QString::number(layers)));
        last = found;
    }
}

/// In the backward pass of a group's last layer, the tensors of all its layers are there.
void TestPartial::groupsAreMadeAtOnce()
{
    const Plan full = small({{"recipe.recompute", "full"}});
    const auto query = [&](const char* layers) {
        Plan plan = planWith(
            {{"recipe.recompute_method", "uniform"}, {"recipe.recompute_layers", layers}}, full);
        return held(estimated(plan), "attention.query");
    };
    QCOMPARE(query("1"), layerInput); // 2·s·b·q, q = h
    QCOMPARE(query("4"), 4 * layerInput);
}

void TestPartial::partsOfALayer_data()
{
    QTest::addColumn<QString>("module");
    QTest::addColumn<QString>("line");
    QTest::addColumn<qint64>("bytes"); // that all layers keep no longer
    QTest::newRow("outputs of the norms")
        << u"layernorm"_s << u"attention.input"_s << qint64{8 * layerInput};
    QTest::newRow("inputs of the MLP")
        << u"layernorm"_s << u"mlp.input"_s << qint64{7 * layerInput};
    QTest::newRow("the MLP") << u"mlp"_s << u"mlp.gate"_s << qint64{7 * 2 * layerInput};
    QTest::newRow("not the experts") << u"moe_act"_s << u"mlp.product"_s << qint64{0};
    QTest::newRow("not plain queries") << u"mla_up_proj"_s << u"attention.query"_s << qint64{0};
}

void TestPartial::partsOfALayer()
{
    QFETCH(QString, module);
    QFETCH(QString, line);
    QFETCH(qint64, bytes);
    const Plan whole = small({{"recipe.framework", "megatron"}});
    Plan parts = planWith({{"recipe.recompute", "selective"}}, whole);
    parts.recipe.recomputeModules = {*fromName<RecomputeModule>(module.toStdString())};
    const std::string id = line.toStdString();
    QCOMPARE(held(estimated(whole), id) - held(estimated(parts), id), bytes);
}

void TestPartial::frozenHasNoStates_data()
{
    QTest::addColumn<QString>("frozen");
    QTest::addColumn<int>("layers");
    QTest::addColumn<qint64>("trained");
    QTest::newRow("nothing") << QString() << 0 << qint64{allParameters};
    QTest::newRow("the embedding") << u"embedding"_s << 0 << qint64{allParameters - table};
    QTest::newRow("the head") << u"head"_s << 0 << qint64{allParameters - table};
    QTest::newRow("both tables") << u"embedding,head"_s << 0 << qint64{allParameters - 2 * table};
    QTest::newRow("three layers") << QString() << 3
                                  << qint64{allParameters - table - 3 * layerParameters};
    QTest::newRow("all but the head") << QString() << 8 << qint64{table + 512};
}

void TestPartial::frozenHasNoStates()
{
    QFETCH(QString, frozen);
    QFETCH(int, layers);
    QFETCH(qint64, trained);
    Plan plan = small();
    if (!frozen.isEmpty())
        plan = planWith({{"recipe.frozen", frozen.toLatin1().constData()}}, plan);
    plan.recipe.frozenLayers = layers;
    const Estimate found = estimated(plan);
    QCOMPARE(groupOf(found, Group::Parameters), 2 * allParameters);
    QCOMPARE(held(found, "optimizer.momentum"), 4 * trained);
    QCOMPARE(held(found, "optimizer.master"), 4 * trained);
    Bytes gradients = 0;
    for (const Line& line : found.answer.ledger)
        if (line.group == Group::Gradients)
            gradients += line.bytes;
    QCOMPARE(gradients, 2 * trained);
}

/// A plan with frozen parts is not replayed: the allocator keeps the share idle that it keeps of
/// the plan that trains all, so that freezing adds no memory.
void TestPartial::frozenAddsNoMemory_data()
{
    QTest::addColumn<Settings>("frozen");
    const auto row
        = [](const char* name, const Settings& frozen) { QTest::newRow(name) << frozen; };
    row("the embedding", {{"recipe.frozen", "embedding"}});
    row("one layer", {{"recipe.frozen_layers", "1"}});
    row("half of the layers", {{"recipe.frozen_layers", "16"}});
}

void TestPartial::frozenAddsNoMemory()
{
    QFETCH(Settings, frozen);
    const auto share = [](const Totals& totals) {
        return static_cast<double>(totals.idle.expected) / static_cast<double>(totals.allocated);
    };
    for (const char* zero : {"0", "1", "3"}) {
        const Plan all = planWith({{"layout.zero", zero}, {"cluster.gpus", "8"}});
        const Totals whole = estimated(all).answer.totals;
        const Totals part = estimated(planWith(frozen, all)).answer.totals;
        QVERIFY2(part.total < whole.total, zero);
        QVERIFY2(std::abs(share(part) - share(whole)) < 1e-5, zero);
    }
}

void TestPartial::frozenLayersKeepNothing()
{
    Plan plan = small();
    const Bytes all = held(estimated(plan), "attention.query");
    plan.recipe.frozenLayers = 6;
    QCOMPARE(held(estimated(plan), "attention.query"), all / 4);
    plan = planWith({{"recipe.recompute", "full"}}, plan);
    QCOMPARE(held(estimated(plan), "layer.input"), 2 * layerInput);
}

/// The first six of eight layers frozen, and six after a trained one: gradients pass through the
/// latter, so they keep the tensors that operators need, but no input of a product whose weight has
/// no gradient.
void TestPartial::frozenBehindTrained_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<qint64>("each");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("behind");
    const auto row = [](const char* id, qint64 each, int first, int behind) {
        QTest::newRow(id) << QString::fromLatin1(id) << each << first << behind;
    };
    constexpr qint64 wide = 2 * 1024 * 512, inner = 2 * 1024 * 1024;
    row("attention.norm.input", wide, 2, 8);
    row("attention.input", wide, 2, 2);
    row("attention.query", wide, 2, 8);
    row("attention.output", wide, 2, 8); // flash attention's own
    row("mlp.input", wide, 2, 2);
    row("mlp.gate", inner, 2, 8);
    row("mlp.up", inner, 2, 8);
    row("mlp.product", inner, 2, 2);
    row("gradients.layer", 2 * layerParameters, 2, 2);
}

void TestPartial::frozenBehindTrained()
{
    QFETCH(QString, id);
    QFETCH(qint64, each);
    QFETCH(int, first);
    QFETCH(int, behind);
    const Plan six = small({{"recipe.frozen_layers", "6"}});
    const auto most = [&](const Plan& plan) {
        const auto resolved = resolve(plan, builtinCatalog());
        const Stage stage = stageAt(*resolved, 0);
        Bytes sum = 0;
        for (const Term& term : stage.terms)
            if (words(term.id).name == id.toStdString())
                sum += bytesOf(term.each, stage.symbols) * stage.table().largest(term.row);
        return sum;
    };
    QCOMPARE(qint64{most(six)}, first * each);
    QCOMPARE(qint64{most(planWith({{"recipe.frozen_from", "1"}}, six))}, behind * each);
    const Bytes states = elsewhere(estimated(six), "optimizer.momentum");
    QCOMPARE(states, Bytes{0});
    // If freezing starts after the first layer, the parts before it stay trained: the embedding,
    // 512,000 parameters.
    QCOMPARE(held(estimated(planWith({{"recipe.frozen_from", "2"}}, six)), "optimizer.momentum"),
             held(estimated(six), "optimizer.momentum") + 4 * table);
}

/// PEFT: a copy in addition to the frozen table, with gradient and states.
void TestPartial::modulesToSave()
{
    const Plan lora = small({{"adapter.kind", "lora"}, {"adapter.rank", "4"}});
    const Plan plan = planWith({{"adapter.modules_to_save", "embedding,head"}}, lora);
    const Estimate with = estimated(plan), without = estimated(lora);
    QCOMPARE(groupOf(with, Group::Parameters) - groupOf(without, Group::Parameters), 2 * 2 * table);
    QCOMPARE(held(with, "gradients.saved_head"), 2 * table);
    QCOMPARE(held(with, "gradients.saved_embedding"), 2 * table);
    QCOMPARE(held(with, "optimizer.variance") - held(without, "optimizer.variance"), 4 * 2 * table);
}

/// The query has 512 outputs, key and value 128, gate and up 1024, o and down 512.
void TestPartial::doraAddsLengths()
{
    const Plan lora = small({{"adapter.kind", "lora"}});
    const Plan dora = planWith({{"adapter.dora", "true"}}, lora);
    const Estimate with = estimated(dora), without = estimated(lora);
    constexpr Bytes outputs = 512 + 2 * 128 + 512 + 2 * 1024 + 512;
    QCOMPARE(held(with, "parameters.adapter") - held(without, "parameters.adapter"),
             2 * 8 * outputs);
    QCOMPARE(held(with, "adapter.results"), 8 * 4 * 1024 * outputs);
}

void TestPartial::embeddingAdapter()
{
    const Plan plan = small(
        {{"adapter.kind", "lora"}, {"adapter.rank", "4"}, {"adapter.targets", "embedding"}});
    QCOMPARE(held(estimated(plan), "parameters.adapter_embedding"), 2 * 4 * (1000 + 512));
}

/// Matrices of a layer: 512 × 512 twice, 512 × 128 twice, 512 × 1024 three times; besides them
/// tables and norms.
void TestPartial::optimizerStates_data()
{
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<qint64>("bytes"); // without master weights
    const auto row = [](const char* optimizer, qint64 bytes) {
        QTest::newRow(optimizer) << QString::fromLatin1(optimizer) << bytes;
    };
    constexpr Bytes outside = 2 * table + 17 * 512;
    // Rank 64: by the longer sides the moments, by the shorter ones the projections.
    constexpr Bytes longer = 8 * 64 * (4 * 512 + 3 * 1024);
    constexpr Bytes shorter = 8 * 64 * (5 * 512 + 2 * 128);
    row("adamw", 8 * allParameters);
    row("galore", 2 * (2 * (longer + outside) + shorter));
    row("apollo", 2 * (2 * (longer + outside) + shorter));
    row("apollo-mini", 2 * (2 * (longer / 64 + outside) + shorter / 64));
    row("lomo", 0);
    constexpr Bytes sides = 8 * (2 * 1024 + 2 * 640 + 3 * 1536) + 2 * (1000 + 512);
    row("adalomo", 4 * (sides + 17 * 512));
    // 8 heads of q, 2 of k, 128 outputs of v, 512 of o, 1024 of gate and up, 512 of down
    constexpr Bytes rows = 8 * (8 + 2 + 128 + 512 + 2 * 1024 + 512) + 2 * 1000;
    row("adam-mini", 2 * (allParameters + rows + 17 * 512));
    constexpr Bytes h2 = 512 * 512;
    constexpr Bytes squares
        = 8 * (4 * h2 + 2 * (h2 + 128 * 128) + 3 * (h2 + 1024 * 1024)) + 2 * (h2 + 1'000'000);
    row("soap", 4 * allParameters + 8 * squares);
    row("muon", 2 * (allParameters + outside));
}

void TestPartial::optimizerStates()
{
    QFETCH(QString, optimizer);
    QFETCH(qint64, bytes);
    const Plan plan = small({{"recipe.optimizer", optimizer.toLatin1().constData()},
                             {"recipe.optimizer_rank", "64"},
                             {"recipe.master_weights", "false"}});
    Bytes found = 0;
    for (const Line& line : estimated(plan).answer.ledger)
        if (line.group == Group::Optimizer)
            found += line.bytes;
    QCOMPARE(qint64{found}, bytes);
}

/// The largest matrix has 512 · 1024 weights: three 16-bit forms of it, and two products of its
/// shorter side. Frozen layers are not stepped; tensor ranks step their part of a matrix.
void TestPartial::muonMakesAMatrixOrthogonal()
{
    const Plan plan = small({{"recipe.optimizer", "muon"}});
    const Estimate found = estimated(plan);
    QCOMPARE(held(found, "step.iterates"), Bytes{6} * 512 * 1024);
    QCOMPARE(held(found, "step.products"), Bytes{4} * 512 * 512);
    const Estimate split
        = estimated(planWith({{"cluster.gpus", "4"}, {"layout.tensor", "4"}}, plan));
    QCOMPARE(held(split, "step.iterates"), Bytes{6} * 512 * 256);
    QCOMPARE(held(split, "step.products"), Bytes{4} * 256 * 256);
    const Estimate frozen = estimated(planWith({{"recipe.frozen_layers", "8"}}, plan));
    QCOMPARE(held(frozen, "step.iterates"), Bytes{0});
    const Estimate lora = estimated(planWith(
        {{"adapter.kind", "lora"}, {"adapter.rank", "4"}, {"adapter.targets", "q"}}, plan));
    QCOMPARE(held(lora, "step.iterates"), Bytes{6} * 4 * 512);
    // In 32 bits where the gradients are.
    QCOMPARE(held(estimated(planWith({{"recipe.gradients", "fp32"}}, plan)), "optimizer.momentum"),
             4 * allParameters);
}

/// Four ranks that share gradients of 16 bits: one whole matrix, or four of them twice. A rank that
/// has all gradients gathers nothing, and neither does one whose share is whole matrices.
void TestPartial::muonGathersMatrices()
{
    const auto gathered = [](const char* way, const char* zero) {
        return held(estimated(small({{"recipe.optimizer", "muon"},
                                     {"cluster.gpus", "4"},
                                     {"layout.zero", zero},
                                     {"recipe.muon_gather", way}})),
                    "step.gathered");
    };
    constexpr Bytes matrix = Bytes{2} * 512 * 1024;
    QCOMPARE(gathered("each", "2"), matrix);
    QCOMPARE(gathered("exchange", "2"), matrix);
    QCOMPARE(gathered("batch", "2"), 2 * 4 * matrix);
    QCOMPARE(gathered("owned", "2"), Bytes{0});
    QCOMPARE(gathered("batch", "0"), Bytes{0});
}

/// A quarter of the columns, and the norms: 8 · 2 · 512 + 512 = 8,704 entries.
void TestPartial::zenflowsColumns()
{
    const auto with = [](const Settings& more) {
        return estimated(planWith(more,
                                  small({{"recipe.framework", "deepspeed"},
                                         {"cluster.gpus", "4"},
                                         {"layout.zero", "2"},
                                         {"layout.offload_optimizer", "cpu"},
                                         {"layout.host_step", "zenflow"},
                                         {"layout.zenflow_share", "0.25"}})));
    };
    constexpr Bytes norms = 8'704;
    constexpr Bytes columns = (allParameters - norms) / 4 + norms;
    const Estimate whole = with({});
    QCOMPARE(held(whole, "optimizer.selected"), 2 * 2 * columns);
    QCOMPARE(held(with({{"layout.zero", "3"}}), "optimizer.selected"), 2 * 2 * columns / 4);
    QCOMPARE(elsewhere(whole, "host.overlap"), Bytes{0});
    QCOMPARE(elsewhere(with({{"layout.zenflow_offload", "true"}}), "optimizer.selected"),
             2 * 2 * columns);
    // Beside 4 bytes of master weights, 8 of moments and 4 of gradients.
    QCOMPARE(elsewhere(with({{"layout.host_step", "zenflow_overlap"}}), "host.overlap"),
             16 * allParameters / 4);
    // Another optimizer steps after the backward pass, and so does SuperOffload below ZeRO-3.
    QCOMPARE(held(with({{"recipe.optimizer", "lion"}}), "optimizer.selected"), Bytes{0});
    const Estimate super = with({{"layout.host_step", "superoffload"}, {"layout.zero", "3"}});
    QCOMPARE(elsewhere(super, "host.sub_group"), 4 * allParameters / 4);
    QCOMPARE(elsewhere(with({{"layout.host_step", "superoffload"}}), "host.sub_group"), Bytes{0});
}

void TestPartial::stepInBackwardKeepsNoGradients()
{
    const Estimate found = estimated(small({{"recipe.step_in_backward", "true"}}));
    for (const Line& line : found.answer.ledger)
        QVERIFY2(line.group != Group::Gradients || line.id == "gradients.in_use",
                 std::string(line.id).c_str());
    const auto totals = found.answer.totals;
    QVERIFY(totals.total < peak(small()));
    // Several micro-batches cannot be added up.
    QVERIFY(remarks({{"recipe.step_in_backward", "true"}, {"workload.global_batch", "4"}},
                    "workload.global_batch", "accumulates no gradients"));
}

void TestPartial::whatHasNoEffectIsRemarked_data()
{
    QTest::addColumn<Settings>("settings");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("remarked");
    const auto modules = [](const char* name, const char* list, const char* more, const char* value,
                            const QString& said) {
        QTest::newRow(name) << Settings{{"recipe.recompute", "selective"},
                                        {"recipe.recompute_modules", list},
                                        {*findKeyPath(more), value}}
                            << u"recipe.recompute_modules"_s
                            << (said.isEmpty() ? u"keep nothing"_s : said) << !said.isEmpty();
    };
    modules("experts of a dense model", "mlp,moe,moe_act", "layout.zero", "0",
            u"recomputing moe, moe_act drops"_s);
    modules("a network that is there", "mlp,layernorm", "layout.zero", "0", {});
    modules("scores of flash attention", "core_attn", "recipe.attention", "flash", u"core_attn"_s);
    modules("scores of eager attention", "core_attn", "recipe.attention", "eager", {});
    const auto saved = [](const char* name, const char* targets, bool remarked) {
        QTest::newRow(name) << Settings{{"adapter.kind", "lora"},
                                        {"adapter.targets", targets},
                                        {"adapter.modules_to_save", "head"}}
                            << u"adapter.modules_to_save"_s << u"head is trained"_s << remarked;
    };
    saved("a head saved and adapted", "q,head", true);
    saved("a head saved", "q", false);
    const auto step = [](const char* name, const char* way, const Settings& more, const char* field,
                         const QString& words, bool remarked) {
        Settings settings{{"recipe.framework", "deepspeed"},
                          {"cluster.gpus", "4"},
                          {"layout.zero", "2"},
                          {"layout.offload_optimizer", "cpu"},
                          {"layout.host_step", way}};
        settings.insert(settings.end(), more.begin(), more.end());
        QTest::newRow(name) << settings << QString::fromLatin1(field) << words << remarked;
    };
    const char* const key = "layout.host_step";
    step("SuperOffload below ZeRO-3", "superoffload", {}, key, u"at ZeRO-3 alone"_s, true);
    step("SuperOffload", "superoffload", {{"layout.zero", "3"}}, key, QString(), false);
    step("ZenFlow", "zenflow", {}, key, QString(), false);
    step("ZenFlow without AdamW", "zenflow", {{"recipe.optimizer", "lion"}}, key, u"need AdamW"_s,
         true);
    step("ZenFlow on disk", "zenflow", {{"layout.zero", "3"}, {"layout.offload_optimizer", "nvme"}},
         key, u"need AdamW"_s, true);
    step("ZenFlow with replicas", "zenflow", {{"layout.zero", "3"}, {"layout.replicate", "2"}}, key,
         u"MiCS"_s, true);
    step("ZenFlow under FSDP", "zenflow", {{"recipe.framework", "pytorch-fsdp"}}, key,
         u"after the backward pass alone"_s, true);
    step("moments on the host without overlap", "zenflow", {{"layout.zenflow_offload", "true"}},
         "layout.zenflow_offload", u"overlap_comm"_s, true);
    step("moments on the host", "zenflow",
         {{"layout.zenflow_offload", "true"}, {"layout.overlap_comm", "true"}},
         "layout.zenflow_offload", QString(), false);
}

void TestPartial::whatHasNoEffectIsRemarked()
{
    QFETCH(Settings, settings);
    QFETCH(QString, field);
    QFETCH(QString, words);
    QTEST(remarks(settings, field.toStdString(), words.toStdString()), "remarked");
}

void TestPartial::partOfTheOptimizerIsOffloaded()
{
    const Estimate found = estimated(
        small({{"layout.offload_optimizer", "cpu"}, {"layout.offload_fraction", "0.25"}}));
    const Bytes host = elsewhere(found, "optimizer.momentum");
    QCOMPARE(host, 4 * ((allParameters + 3) / 4));
    QCOMPARE(held(found, "optimizer.momentum") + host, 4 * allParameters);
}

void TestPartial::someLayersAreOffloaded_data()
{
    QTest::addColumn<QString>("recompute");
    QTest::addColumn<QString>("kept"); ///< of every layer
    QTest::newRow("everything is kept") << u"none"_s << u"attention.query"_s;
    QTest::newRow("inputs are kept") << u"full"_s << u"layer.input"_s;
}

/// Of eight layers the first ones leave; at most two of them are on the GPU at a time.
void TestPartial::someLayersAreOffloaded()
{
    QFETCH(QString, recompute);
    QFETCH(QString, kept);
    const Plan none = small({{"recipe.recompute", recompute.toLatin1().constData()}});
    const auto with = [&](const char* layers) {
        return planWith({{"layout.offload_activations", "cpu"}, {"layout.offload_layers", layers}},
                        none);
    };
    const auto host = [&](const char* layers) {
        Bytes sum = 0;
        for (const Line& line : estimated(with(layers)).answer.ledger)
            if (line.place == Place::Host)
                sum += line.bytes;
        return sum;
    };
    const std::string id = kept.toStdString();
    QCOMPARE(elsewhere(estimated(with("3")), id), 3 * layerInput);
    QCOMPARE(held(estimated(with("3")), id), (5 + 2) * layerInput);
    QCOMPARE(host("6"), 2 * host("3"));
    QCOMPARE(peak(with("2")), peak(none));
    QCOMPARE(peak(with("2")) - peak(with("5")), host("3"));
    QCOMPARE(peak(with("8")), peak(with("100"))); // all layers
}

void TestPartial::partsAreOffloaded_data()
{
    QTest::addColumn<QString>("modules");
    QTest::addColumn<QString>("line");
    QTest::addColumn<qint64>("onHost"); ///< of all eight layers
    // Keys and values have a quarter of the query's width.
    QTest::newRow("the attention")
        << u"core_attn"_s << u"attention.query"_s << qint64{8 * layerInput};
    QTest::newRow("its keys") << u"core_attn"_s << u"attention.key"_s << qint64{8 * layerInput / 4};
    QTest::newRow("an output that the projection keeps too")
        << u"core_attn"_s << u"attention.output"_s << qint64{0};
    QTest::newRow("attention and projection")
        << u"core_attn,attn_proj"_s << u"attention.output"_s << qint64{8 * layerInput};
    QTest::newRow("the input of the queries")
        << u"qkv_linear"_s << u"attention.input"_s << qint64{8 * layerInput};
    QTest::newRow("a norm") << u"mlp_norm"_s << u"mlp.norm.input"_s << qint64{8 * layerInput};
    QTest::newRow("no part has a dense MLP")
        << u"attn_norm,qkv_linear,core_attn,attn_proj,mlp_norm,expert_fc1,moe_act"_s
        << u"mlp.gate"_s << qint64{0};
}

/// Megatron-LM, core/transformer/transformer_config.py: offload_modules.
void TestPartial::partsAreOffloaded()
{
    QFETCH(QString, modules);
    QFETCH(QString, line);
    QFETCH(qint64, onHost);
    const Plan none = small({{"recipe.framework", "megatron"}});
    const Plan parts = planWith({{"layout.offload_activations", "cpu"},
                                 {"layout.offload_modules", modules.toLatin1().constData()}},
                                none);
    QCOMPARE(elsewhere(estimated(parts), line.toStdString()), onHost);
}

void TestPartial::tilesOfAnMlp_data()
{
    QTest::addColumn<QString>("recompute");
    QTest::newRow("everything is kept") << u"none"_s;
    QTest::newRow("layers are recomputed") << u"full"_s;
}

/// DeepSpeed, runtime/sequence_parallel/ulysses_sp.py, TiledMLP: its input is kept, and what it
/// computes exists for one tile of 1024 tokens. A rehearsal of DeepSpeed's own code is in
/// tests/golden/rehearsed.json.
void TestPartial::tilesOfAnMlp()
{
    QFETCH(QString, recompute);
    const Plan whole = small({{"recipe.recompute", recompute.toLatin1().constData()}});
    const auto with = [&](const char* tiles) {
        return planWith({{"recipe.mlp_tiles", tiles}}, whole);
    };
    // gate, up and product of 1024 values, twice the width of a layer's input
    constexpr Bytes ofLayer = 3 * 2 * layerInput;
    const auto activations = [](const Plan& plan, Moment moment) {
        return estimated(plan)
            .answer.moments[static_cast<std::size_t>(moment)]
            .perGroup[Group::Activations];
    };
    const bool keeps = recompute == u"none";
    QCOMPARE(activations(whole, Moment::ForwardEnd) - activations(with("4"), Moment::ForwardEnd),
             keeps ? 8 * ofLayer : 0);
    QCOMPARE(activations(with("4"), Moment::LayerBackward)
                 - activations(with("8"), Moment::LayerBackward),
             ofLayer / 4 - ofLayer / 8);
}

/// zero-bubble's and DualPipe's READMEs, in passes; those of two parts have half a rank's layers.
void TestPartial::passesInFlight_data()
{
    QTest::addColumn<QString>("schedule");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    QTest::addColumn<int>("parts");
    const auto row = [](const char* schedule, int first, int last, int parts) {
        QTest::newRow(schedule) << QString::fromLatin1(schedule) << first << last << parts;
    };
    row("1f1b", 6, 1, 1);
    row("zb1p", 6, 6, 1);
    row("zb2p", 12, 12, 1);
    row("zbv", 12, 12, 2);
    row("v-half", 8, 8, 2); // (6 + 2)/2 = 4 whole passes
    row("v-min", 6, 6, 2); // (6 + 4)/3 = 3
    row("dualpipe", 7, 7, 2);
    row("dualpipev", 13, 13, 2);
}

void TestPartial::passesInFlight()
{
    QFETCH(QString, schedule);
    QFETCH(int, first);
    QFETCH(int, last);
    QFETCH(int, parts);
    const auto kind = *fromName<PipelineSchedule>(schedule.toStdString());
    const Schedule atFirst = scheduleOf(0, 6, 1, 100, kind);
    const Schedule atLast = scheduleOf(5, 6, 1, 100, kind);
    QCOMPARE(int(atFirst.inFlight), first);
    QCOMPARE(int(atLast.inFlight), last);
    QCOMPARE(int(atFirst.chunks), parts);
    // No more passes than there are.
    QVERIFY(scheduleOf(0, 6, 1, 1, kind).inFlight <= parts);
}

void TestPartial::bothEndsOnTheFirstRank()
{
    Plan plan = small({{"cluster.gpus", "4"},
                       {"layout.pipeline", "4"},
                       {"workload.global_batch", "16"},
                       {"layout.schedule", "zbv"}});
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY2(resolved, qPrintable(whyNot(resolved)));
    const StageLayers first = stageAt(*resolved, 0).layers, last = stageAt(*resolved, 3).layers;
    QVERIFY(first.embeds && first.predicts);
    QVERIFY(!last.embeds && !last.predicts);
    QCOMPARE(first.layers(), 2);
}

void TestPartial::dualPipeHoldsTwoStages()
{
    const Plan plan = small({{"cluster.gpus", "4"},
                             {"layout.pipeline", "4"},
                             {"workload.global_batch", "16"},
                             {"layout.schedule", "dualpipe"}});
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY2(resolved, qPrintable(whyNot(resolved)));
    std::int64_t layers = 0;
    for (std::int64_t i = 0; i < 4; ++i) {
        const StageLayers stage = stageAt(*resolved, i).layers;
        QCOMPARE(stage.layers(), 4);
        QVERIFY(stage.first >= 0 && stage.end <= 8);
        QCOMPARE(stage.embeds, i == 0 || i == 3);
        layers += stage.layers();
    }
    QCOMPARE(layers, 2 * 8);
}

void TestPartial::listedStagesAreRead_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QList<int>>("stages");
    QTest::newRow("numbers") << u"3,2,3"_s << QList<int>{3, 2, 3};
    QTest::newRow("repeated") << u"1,2*3,1"_s << QList<int>{1, 2, 2, 2, 1};
    QTest::newRow("none") << u"0,8"_s << QList<int>{0, 8};
    QTest::newRow("a word") << u"3,x"_s << QList<int>{};
    QTest::newRow("nothing repeated") << u"3*0"_s << QList<int>{};
    QTest::newRow("below none") << u"-1,9"_s << QList<int>{};
    QTest::newRow("too many") << u"1*99999999999"_s << QList<int>{};
    QTest::newRow("a gap") << u"3,,3"_s << QList<int>{};
}

void TestPartial::listedStagesAreRead()
{
    QFETCH(QString, list);
    QFETCH(QList<int>, stages);
    QList<int> found;
    for (const std::int64_t layers : listedStages(list.toStdString()))
        found << int(layers);
    QCOMPARE(found, stages);
}

/// 126 layers on 16 stages of 8 parts, with one layer less at both ends (arXiv 2407.21783, section
/// 3.3.2).
void TestPartial::stagesOfLlama3()
{
    const Plan plan = planWith({{"model.id", "llama-3.1-405b"},
                                {"cluster.gpus", "16384"},
                                {"layout.tensor", "8"},
                                {"layout.pipeline", "16"},
                                {"layout.virtual_pipeline", "8"},
                                {"workload.global_batch", "2048"},
                                {"layout.stage_layers", "7,8*14,7"}});
    const Estimate found = estimated(plan);
    QCOMPARE(int(found.answer.stages.size()), 16);
    QCOMPARE(int(found.answer.stages.front().layers.layers()), 7);
    QCOMPARE(int(found.answer.stages[1].layers.layers()), 8);
    QCOMPARE(int(found.answer.stages.back().layers.layers()), 7);
}

void TestPartial::contradictionsAreTold_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<QString>("schedule");
    QTest::addColumn<int>("frozen");
    QTest::addColumn<QString>("says");
    QTest::newRow("a list of another length") << u"4,4"_s << u"1f1b"_s << 0 << u"each stage"_s;
    QTest::newRow("a list of other layers")
        << u"3,1,1,1"_s << u"1f1b"_s << 0 << u"must add up to the number of layers, 8"_s;
    QTest::newRow("no list") << u"even"_s << u"1f1b"_s << 0 << u"such as 7,8*14,7"_s;
    QTest::newRow("more frozen than there are")
        << QString() << u"1f1b"_s << 9 << u"must not be more than the number of layers"_s;
}

void TestPartial::contradictionsAreTold()
{
    QFETCH(QString, list);
    QFETCH(QString, schedule);
    QFETCH(int, frozen);
    QFETCH(QString, says);
    Plan plan = small({{"cluster.gpus", "4"}, {"layout.pipeline", "4"}});
    plan.layout.stageLayers = list.toStdString();
    plan.layout.schedule = *fromName<PipelineSchedule>(schedule.toStdString());
    plan.recipe.frozenLayers = frozen;
    QVERIFY2(refusal(plan).contains(says), qPrintable(refusal(plan)));
    // One choice of layers at a time.
    const Plan block = small({{"recipe.recompute", "full"}, {"recipe.recompute_method", "block"}});
    const std::vector<Setting> offload{{"layout.offload_activations", "cpu"},
                                       {"layout.offload_layers", "2"}};
    const std::vector<Setting> behind{{"recipe.frozen_layers", "2"}, {"recipe.frozen_from", "2"}};
    QVERIFY(refusal(planWith(offload, block)).contains(u"recomputed layers are chosen"_s));
    QVERIFY(refusal(planWith(behind, block)).contains(u"must be 0 where"_s));
    QVERIFY(refusal(planWith(behind, small(offload))).contains(u"must be 0 where"_s));
    for (const auto& [layers, from, key] : {std::tuple{"7", "2", "recipe.frozen_from"},
                                            {"0", "9", "recipe.frozen_from"},
                                            {"9", "0", "recipe.frozen_layers"},
                                            {"9", "2", "recipe.frozen_layers"}}) {
        const auto refused
            = estimate(small({{"recipe.frozen_layers", layers}, {"recipe.frozen_from", from}}),
                       builtinCatalog());
        QVERIFY(!refused);
        QCOMPARE(refused.problems().front().field, std::string(key));
    }
    QVERIFY(refusal(small({{"recipe.frozen_layers", "7"}, {"recipe.frozen_from", "2"}}))
                .contains(u"must be at most 1"_s));
    const Plan ulysses = small(
        {{"cluster.gpus", "16"}, {"layout.context", "16"}, {"layout.context_kind", "ulysses"}});
    QVERIFY2(refusal(ulysses).contains(u"number of heads"_s), qPrintable(refusal(ulysses)));
}

/// A further layer is like the last one, with 2·h² and three norms, and has logits of its own.
void TestPartial::furtherLayers()
{
    const Estimate one = estimated(small()),
                   two = estimated(small({{"recipe.prediction_layers", "1"}}));
    QCOMPARE(groupOf(two, Group::Parameters) - groupOf(one, Group::Parameters),
             2 * (layerParameters + 2 * 512 * 512 + 3 * 512));
    QCOMPARE(held(two, "loss.log_softmax"), 2 * held(one, "loss.log_softmax"));
    QVERIFY(held(one, "loss.log_softmax") > 0);
}

void TestPartial::exchangeOfContextRanks_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("all-gather") << u"all-gather"_s << qint64{4 * 128 * 1024};
    QTest::newRow("ring") << u"ring"_s << qint64{8 * 128 * 1024 / 4};
    QTest::newRow("Ulysses") << u"ulysses"_s << qint64{2 * (512 + 2 * 128) * 1024 / 4};
}

void TestPartial::exchangeOfContextRanks()
{
    QFETCH(QString, kind);
    QFETCH(qint64, bytes);
    const Plan plan = small({{"cluster.gpus", "4"},
                             {"layout.context", "4"},
                             {"layout.context_kind", kind.toLatin1().constData()}});
    Bytes most = 0;
    for (const Line& line : estimated(plan).answer.ledger)
        if (line.id == "gathered.context")
            most = std::max(most, line.each);
    QCOMPARE(qint64{most}, bytes);
}

/// Every point of the walk through a step is at most the peak that the moments give, and one
/// reaches it.
void TestPartial::timelineMeetsTheTotal_data()
{
    QTest::addColumn<QStringList>("settings");
    const auto row
        = [](const char* name, const QStringList& settings) { QTest::newRow(name) << settings; };
    row("block",
        {u"recipe.recompute=full"_s, u"recipe.recompute_method=block"_s,
         u"recipe.recompute_layers=3"_s});
    row("every third",
        {u"recipe.recompute=full"_s, u"recipe.recompute_method=every"_s,
         u"recipe.recompute_layers=3"_s});
    row("groups of three",
        {u"recipe.recompute=full"_s, u"recipe.recompute_method=uniform"_s,
         u"recipe.recompute_layers=3"_s});
    row("groups of five, gradients grow",
        {u"recipe.recompute=full"_s, u"recipe.recompute_method=uniform"_s,
         u"recipe.recompute_layers=5"_s, u"recipe.keep_gradients=false"_s});
    row("block, gradients grow",
        {u"recipe.recompute=full"_s, u"recipe.recompute_method=block"_s,
         u"recipe.recompute_layers=5"_s, u"recipe.keep_gradients=false"_s});
    row("frozen layers", {u"recipe.frozen_layers=5"_s});
    row("frozen behind trained", {u"recipe.frozen_layers=3"_s, u"recipe.frozen_from=2"_s});
    row("frozen behind trained, gradients grow",
        {u"recipe.frozen_layers=3"_s, u"recipe.frozen_from=2"_s, u"recipe.keep_gradients=false"_s});
    row("the last layers frozen, eager",
        {u"recipe.frozen_layers=4"_s, u"recipe.frozen_from=4"_s, u"recipe.kernels=eager"_s,
         u"recipe.attention=eager"_s, u"recipe.keep_gradients=false"_s});
    row("frozen behind trained, recomputed",
        {u"recipe.frozen_layers=3"_s, u"recipe.frozen_from=2"_s, u"recipe.recompute=full"_s});
    row("all layers frozen", {u"recipe.frozen_layers=8"_s});
    row("frozen layers, recomputed", {u"recipe.frozen_layers=5"_s, u"recipe.recompute=full"_s});
    row("some layers offloaded",
        {u"layout.offload_activations=cpu"_s, u"layout.offload_layers=3"_s});
    row("some layers offloaded, gradients grow",
        {u"layout.offload_activations=cpu"_s, u"layout.offload_layers=5"_s,
         u"recipe.keep_gradients=false"_s});
    row("some layers offloaded, others frozen",
        {u"layout.offload_activations=cpu"_s, u"layout.offload_layers=5"_s,
         u"recipe.frozen_layers=2"_s, u"recipe.recompute=full"_s});
    row("packed, eager attention", {u"job.packing=packed"_s, u"recipe.attention=eager"_s});
    row("step in backward", {u"recipe.step_in_backward=true"_s});
    row("a pipeline that turns back",
        {u"cluster.gpus=4"_s, u"layout.pipeline=4"_s, u"layout.schedule=zbv"_s,
         u"workload.global_batch=16"_s, u"recipe.recompute=full"_s,
         u"recipe.recompute_method=block"_s});
    row("DoRA", {u"adapter.kind=lora"_s, u"adapter.dora=true"_s});
}

void TestPartial::timelineMeetsTheTotal()
{
    QFETCH(QStringList, settings);
    Plan plan = small();
    for (const QString& setting : settings) {
        const std::string text = setting.toStdString();
        const auto path = findKeyPath(std::string_view(text).substr(0, text.find('=')));
        QVERIFY(path);
        const auto value = parsed(keyOf(*path), text.substr(text.find('=') + 1));
        QVERIFY(value && assign(plan, *path, *value).empty());
    }
    const auto resolved = resolve(plan, builtinCatalog());
    QVERIFY2(resolved, qPrintable(whyNot(resolved)));
    const Timeline timeline = timelineOf(*resolved);
    Bytes most = 0;
    for (const TimelinePoint& point : timeline.points)
        most = std::max(most, point.perGroup.total());
    QCOMPARE(most, estimated(plan).answer.totals.total);
}

/// A model without images has no tower to freeze.
void TestPartial::whatIsNotThereIsNotFrozen()
{
    const Estimate asked = estimated(small({{"recipe.frozen", "vision"}}));
    QCOMPARE(asked.answer.totals.total, estimated(small({})).answer.totals.total);
    QVERIFY(std::ranges::count(asked.ignored, KeyPath("recipe.frozen")) == 1);
}

void TestPartial::listsMayBeEmpty()
{
    const Plan plan = small({{"recipe.frozen", "vision,head"}, {"recipe.recompute_modules", ""}});
    const auto back = readPlan(writePlan(plan));
    QVERIFY2(back, qPrintable(whyNot(back)));
    QCOMPARE(*back, plan);
    QVERIFY(
        !assign(*std::make_unique<Plan>(), "adapter.targets", std::vector<std::string>{}).empty());
}

QTEST_APPLESS_MAIN(TestPartial)
#include "test_partial.moc"
