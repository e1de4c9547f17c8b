// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/answers.h"
#include "core/figure/lecture_figures.h"
#include "core/methods/deepspeed.h"
#include "core/methods/every_method.h"
#include "core/plan/keys.h"
#include "core/time/generation.h"
#include "core/time/time_answer.h"
#include "golden_file.h"
#include "helpers.h"
#include "random_plan.h"

#include <QtTest>

#include <array>

using namespace highwater;
using nlohmann::json;

namespace {

constexpr Bytes oneGib = 1LL << 30;
constexpr Bytes billion = 1'000'000'000;

Bytes statesOf(const Estimate& estimate)
{
    return groupOf(estimate, Group::Parameters) + groupOf(estimate, Group::Gradients)
        + groupOf(estimate, Group::Optimizer);
}

Bytes bytesOf(const Estimate& estimate, std::string_view id)
{
    const Line* line = lineOf(estimate.answer, id);
    return line ? line->bytes : 0;
}

QStringList ignored(const Estimate& estimate)
{
    QStringList keys;
    for (const KeyPath key : estimate.ignored)
        keys << shown(key);
    return keys;
}

QString remarks(const Estimate& estimate)
{
    QStringList lines;
    for (const Text& remark : estimate.answer.remarks)
        lines << shown(english(remark));
    return lines.join(u'\n');
}

/// The lecture's GPTs: the widths and layers of Llama 3.1, but plain attention, an MLP of 4h,
/// biases and tied embeddings.
CustomModel lectureGpt(const std::string& name)
{
    CustomModel model = name == "8B" ? gpt(4096, 32, 32, 4 * 4096, 128256)
        : name == "70B"              ? gpt(8192, 80, 64, 4 * 8192, 128256)
                                     : gpt(16384, 126, 128, 4 * 16384, 128256);
    model.tiedEmbeddings = true;
    model.biases = true;
    return model;
}

/// The figure that a published point belongs to, and the title of its panel there.
struct Published
{
    const char* figure;
    std::string panel;
};

Published placeOf(const json& point)
{
    if (point.at("chart") == "memusage_activations")
        return {"lecture-scaling", point.at("model")};
    if (point.at("chart") == "zero3_memoryusage") {
        static const char* const stages[]{"ZeRO-0 · unsharded", "ZeRO-1 · optimizer",
                                          "ZeRO-2 · + gradients", "ZeRO-3 · + parameters"};
        return {"lecture-zero", stages[point.at("zero_stage").get<std::size_t>()]};
    }
    const std::string kind = point.at("recompute");
    return {"lecture-recompute",
            kind == "none"       ? "No recompute"
                : kind == "full" ? "Full recompute"
                                 : "Selective recompute"};
}

Plan planOf(const json& point)
{
    Plan plan;
    plan.workload.context = point.at("seq");
    if (point.at("chart") == "zero3_memoryusage") {
        plan.method = MethodId::LectureZero;
        plan.model = llama(4096, 32, 32, 8, 14336, 131072); // 128256, padded
        plan.cluster.gpus = point.at("dp");
        plan.layout.zero = point.at("zero_stage");
        return plan;
    }
    plan.method = MethodId::Lecture;
    plan.model = lectureGpt(point.at("model"));
    plan.recipe.recompute = *fromName<Recompute>(point.at("recompute").get<std::string>());
    return plan;
}

std::int64_t whole(const json& inputs, const char* name)
{
    const auto found = inputs.find(name);
    return found == inputs.end() || found->is_null()
        ? 0
        : static_cast<std::int64_t>(found->get<double>()); // 2851000000.0 is written as a real
}

DeepSpeedSetup setupOf(const json& in)
{
    return {whole(in, "total_params"), whole(in, "largest_layer_params"),
            whole(in, "num_gpus_per_node"), whole(in, "num_nodes"),
            in.value("additional_buffer_factor", 1.5)};
}

bool isZero3(const json& row)
{
    return row.at("peer").get<std::string>().find("zero3") != std::string::npos;
}

/// The case as a plan, where the catalogue has the model and a plan can say the rest.
std::optional<Plan> deepSpeedPlan(const json& row)
{
    const json& in = row.at("inputs");
    const Model* model = builtinCatalog().modelTyped(in.at("model").get<std::string>());
    if (!model || in.value("additional_buffer_factor", 1.5) != 1.5 || !in.value("zero_init", true))
        return std::nullopt;
    Plan plan;
    plan.method = MethodId::DeepSpeed;
    plan.model = CatalogModel{model->id};
    plan.cluster.gpusPerNode = in.at("num_gpus_per_node");
    plan.cluster.gpus = plan.cluster.gpusPerNode * in.at("num_nodes").get<std::int64_t>();
    plan.layout.zero = isZero3(row) ? 3 : 2;
    if (in.value("cpu_offload", false))
        plan.layout.offloadOptimizer = Offload::Cpu;
    if (in.value("cpu_offload_params", false))
        plan.layout.offloadParameters = Offload::Cpu;
    return plan;
}

void rowsOf(const char* file)
{
    QTest::addColumn<int>("index");
    const json rows = goldenFile(file);
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        const json& row = rows[static_cast<std::size_t>(i)];
        const json& in = row.contains("inputs") ? row.at("inputs") : row;
        const std::string name = std::to_string(i) + ": " + in.value("chart", "") + " "
            + in.at("model").get<std::string>();
        QTest::newRow(name.c_str()) << i;
    }
}

} // namespace

class TestMethods : public QObject
{
    Q_OBJECT

private slots:
    void figures_data();
    void figures();
    void figuresWhole();
    void unknownFigure();
    void totals_data();
    void totals();
    void lectureLine();
    void onlyStage3StaysUnderTheLine();
    void lectureTables_data();
    void lectureTables();
    void lectureTableSums();
    void familyB_data();
    void familyB();
    void deepSpeedCases_data();
    void deepSpeedCases();
    void deepSpeedTables_data();
    void deepSpeedTables();
    void deepSpeedCoverage();
    void deepSpeedNeedsStage2();
    void deepSpeedBeyondCounting();
    void optimizers_data();
    void optimizers();
    void statesOnTheRanks_data();
    void statesOnTheRanks();
    void buffersRemark();
    void widthRemark();
    void accumulation_data();
    void accumulation();
    void ignoredKeys_data();
    void ignoredKeys();
    void ignoredKeysChangeNothing();
    void otherKeysChangeSomething();
    void shapesOfStatedCounts();
    void linesAddUp_data();
    void linesAddUp();
    void uncountable_data();
    void uncountable();
    void jobsAreNotCounted_data();
    void jobsAreNotCounted();
    void methodsSayWhatIsWrong();
};

void TestMethods::figures_data()
{
    rowsOf("figures.json");
}

void TestMethods::figures()
{
    QFETCH(int, index);
    static const json points = goldenFile("figures.json");
    const json& point = points[static_cast<std::size_t>(index)];
    const auto published = point.at("value").get<double>();
    const Group group = *fromName<Group>(point.at("series").get<std::string>());

    const Estimate found = estimated(planOf(point));
    QVERIFY2(toGib(groupOf(found, group)) == published, point.dump().c_str()); // to the bit

    const Published place = placeOf(point);
    const auto figure = lectureFigure(place.figure);
    QVERIFY2(figure, qPrintable(whyNot(figure)));
    int drawn = 0;
    for (const Panel& panel : figure->panels)
        for (std::size_t i = 0; english(panel.title) == place.panel && i < panel.xs.size(); ++i)
            for (const Layer& layer : panel.layers)
                if (panel.xs[i] == point.at("seq") && layer.group == group) {
                    QVERIFY2(toGib(layer.values[i]) == published, point.dump().c_str());
                    ++drawn;
                }
    QCOMPARE(drawn, 1);
}

void TestMethods::figuresWhole()
{
    std::size_t points = 0;
    for (const std::string_view name : lectureFigureNames) {
        const auto figure = lectureFigure(name);
        QVERIFY2(figure, qPrintable(whyNot(figure)));
        QCOMPARE(shown(figure->name), shown(name));
        for (const Panel& panel : figure->panels) {
            for (const Layer& layer : panel.layers)
                points += layer.values.size();
            double most = 0;
            for (std::size_t i = 0; i < panel.xs.size(); ++i)
                most = std::max(most, toGib(panel.totalAt(i)));
            QVERIFY(panel.y.most >= most);
        }
    }
    QCOMPARE(points, goldenFile("figures.json").size()); // none more, none less

    const auto zero = lectureFigure("lecture-zero");
    QVERIFY(zero->sharedScale && zero->limit && zero->limit->dashed);
    QCOMPARE(zero->limit->at, 80 * oneGib);
    for (const Panel& panel : zero->panels)
        QVERIFY(panel.y == zero->panels.front().y);
    // The published figure has no line; this one has a line at the lecture's capacity.
    QCOMPARE(lectureFigure("lecture-scaling")->limit->at, 80 * oneGib);
}

void TestMethods::unknownFigure()
{
    const auto figure = lectureFigure("lecture");
    QVERIFY(!figure);
    QCOMPARE(shown(figure.problems().front().field), QLatin1String("--figure"));
    QCOMPARE(shown(english(figure.problems().front().message)),
             QLatin1String("must be one of lecture-scaling, lecture-zero, lecture-recompute"));
}

void TestMethods::totals_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QString>("part"); // a ledger's entry, a group, "states" or "total"
    QTest::addColumn<Bytes>("bytes");
    const auto row = [](const char* name, const Plan& plan, const char* part, Bytes bytes) {
        QTest::newRow(name) << plan << QString::fromLatin1(part) << bytes;
    };
    // The lecture's example: 8e9 · (2 + 2 + 4 + 4 + 4), decimal
    const Plan eight = planWith({{"method", "transformer-math"}, {"model.parameters", "8e9"}});
    row("A1 weights 2P", eight, "parameters", 16 * billion);
    row("A1 gradients 2P", eight, "gradients.16", 16 * billion);
    row("A1 master 4P", eight, "optimizer.master", 32 * billion);
    row("A1 momentum 4P", eight, "optimizer.momentum", 32 * billion);
    row("A1 variance 4P", eight, "optimizer.variance", 32 * billion);
    row("A1 states 16P", eight, "states", 128 * billion);
    Plan plan = eight;
    plan.method = MethodId::RuleOfThumb;
    row("A1 by the rule of thumb", plan, "states", 128 * billion);
    // A2: gradients in 32 bits, and both
    plan = eight;
    plan.recipe.gradients = Gradients::Fp32;
    row("A2 32-bit gradients 4P", plan, "gradients.32", 32 * billion);
    row("A2 32-bit gradients 18P", plan, "states", 144 * billion);
    plan.recipe.gradients = Gradients::Both;
    row("A2 both gradients 20P", plan, "states", 160 * billion);

    // A4: 5·a·s²·b of one layer, 40 GiB; 32·(34sbh + 5as²b) + sbh = 1348.0625 GiB
    plan = planWith({{"method", "lecture"}, {"workload.context", "16384"}});
    plan.model = lectureGpt("8B");
    row("A4 scores: 2·a·s²·b·L", plan, "attention.scores", 16 * oneGib * 32);
    row("A4 mask: a·s²·b·L", plan, "attention.scores_mask", 8 * oneGib * 32);
    row("A4 dropped out: 2·a·s²·b·L", plan, "attention.scores_dropped", 16 * oneGib * 32);
    row("A4 whole bar", plan, "activations", 1348 * oneGib + oneGib / 16);

    // L(34sbh + 5as²b) + sbh at s = 16K for 70B (L = 80, h = 8192, a = 64) and 405B (126, 16384,
    // 128)
    plan.model = lectureGpt("70B");
    row("A5 70B at 16K, 6740.125 GiB", plan, "activations", 6740 * oneGib + oneGib / 8);
    plan.model = lectureGpt("405B");
    row("A5 405B at 16K, 21231.25 GiB", plan, "activations", 21231 * oneGib + oneGib / 4);
    plan = planWith({{"method", "lecture"}, {"workload.context", "8192"}});
    plan.model = lectureGpt("8B");
    constexpr Bytes sbh = 8192 * 4096;
    row("A7 none: L(34sbh + 5as²b) + sbh", plan, "activations",
        32 * (34 * sbh + 5LL * 32 * 8192 * 8192) + sbh);
    plan.recipe.recompute = Recompute::Selective;
    row("A7 selective: 34sbhL + sbh", plan, "activations", 32 * 34 * sbh + sbh);
    plan.recipe.recompute = Recompute::Full;
    row("A7 full: 2sbhL + sbh", plan, "activations", 32 * 2 * sbh + sbh);

    // A8: sbhL = 2048·4096·28 = 234,881,024; 10 + 24 + 5as/h = 114
    Plan glm = planWith(
        {{"method", "transformer-math"}, {"model.id", "chatglm-6b"}, {"workload.context", "2048"}});
    row("A8 none: 114·sbhL, 26.78 GB", glm, "activations", 26'776'436'736);
    glm.recipe.recompute = Recompute::Selective;
    row("A8 selective: 34·sbhL, 7.99 GB", glm, "activations", 7'985'954'816);
    glm.recipe.recompute = Recompute::Full;
    row("A8 full: 2·sbhL, 0.47 GB", glm, "activations", 469'762'048);
    glm.recipe.recompute = Recompute::None;
    glm.layout.tensor = 2; // 10 + 12 + 40
    row("A8 two tensor ranks: 62·sbhL", glm, "activations", 14'562'623'488);
    glm.recipe.recompute = Recompute::Selective; // 10 + 12
    row("A8 two tensor ranks, selective: 22·sbhL", glm, "activations", 5'167'382'528);
    row("A8 states of 6e9 parameters: 96 GB",
        planWith({{"method", "transformer-math"}, {"model.parameters", "6e9"}}), "states",
        96 * billion);

    // A9: 12·d·L and 36·d a token at L = 32, d = 4096
    plan = planWith({{"method", "rule-of-thumb"}, {"workload.context", "1"}});
    row("A9 a token: 12·d·L, 1.57 MB", plan, "activations", 1'572'864);
    plan.recipe.recompute = Recompute::Full;
    row("A9 a checkpointed token: 36·d, 0.15 MB", plan, "activations", 147'456);
    plan.workload.context = 2'000'000; // "n = 2M needs about 300 MB" is 302 GB
    plan.workload.microBatch = 1;
    row("A9 2M tokens: 294.9 GB", plan, "activations", 294'912'000'000);

    // A16: 128 GB on four cards
    plan = eight;
    plan.cluster.gpus = 4;
    row("A16 stage 0", plan, "states", 128 * billion);
    plan.layout.zero = 1;
    row("A16 stage 1", plan, "states", 56 * billion);
    plan.layout.zero = 2;
    row("A16 stage 2", plan, "states", 44 * billion);
    plan.layout.zero = 3;
    row("A16 stage 3", plan, "states", 32 * billion);

    // ZeRO, arXiv 1910.02054, figure 1: 7.5e9 parameters on 64 GPUs
    plan = planWith(
        {{"method", "transformer-math"}, {"model.parameters", "7.5e9"}, {"cluster.gpus", "64"}});
    row("ZeRO's figure 1, 120 GB", plan, "states", 120 * billion);
    plan.layout.zero = 1;
    row("ZeRO's figure 1, 31.4 GB", plan, "states", 31'406'250'000);
    plan.layout.zero = 2;
    row("ZeRO's figure 1, 16.6 GB", plan, "states", 16'640'625'000);
    plan.layout.zero = 3;
    row("ZeRO's figure 1, 1.9 GB", plan, "states", 1'875'000'000);

    // A17: 4·525,336,576 + int(2·P/4); 16·P·1.5; 4·525,336,576 + int(18·P/8)
    plan = planWith({{"method", "deepspeed"},
                     {"layout.zero", "3"},
                     {"cluster.gpus", "4"},
                     {"cluster.gpus_per_node", "4"},
                     {"layout.offload_optimizer", "cpu"}});
    row("A17 four GPUs, offload: 5.70 GiB", plan, "total", 6'116'476'928);
    row("A17 four GPUs, offload: 179.49 GiB a node", plan, "host", 192'726'269'952);
    row("A17 eight GPUs: 18.78 GiB", planWith({{"method", "deepspeed"}, {"layout.zero", "3"}}),
        "total", 20'169'434'112);

    // A23: W = G = 4, WA = GA = V = S = 8 GB, activations 0.7·W for 1,000 tokens
    plan = planWith({{"method", "activation-ratio"},
                     {"model.parameters", "2e9"},
                     {"workload.context", "1000"}});
    row("A23 plain: 34.8 GB, misprinted as 24.8", plan, "total", 34'800'000'000);
    row("A23 activations 0.7·W", plan, "activations", 2'800'000'000);
    row("A23 up to 1.0·W", plan, "high", 36 * billion);
    plan.layout.zero = 1;
    row("A23 on eight cards: 14.8 GB", plan, "total", 14'800'000'000);
}

void TestMethods::totals()
{
    QFETCH(Plan, plan);
    QFETCH(QString, part);
    QFETCH(Bytes, bytes);
    const Estimate found = estimated(plan);
    const std::string name = part.toStdString();
    const auto group = fromName<Group>(name);
    const Bytes result = name == "total" ? found.answer.totals.total
        : name == "high"                 ? found.answer.totals.high
        : name == "host"                 ? found.answer.hostPerNode
        : name == "states"               ? statesOf(found)
        : group                          ? groupOf(found, *group)
                                         : bytesOf(found, name);
    QCOMPARE(result, bytes);
}

void TestMethods::lectureLine()
{
    for (const MethodId method : {MethodId::Lecture, MethodId::LectureZero}) {
        Plan plan;
        plan.method = method;
        QCOMPARE(estimated(plan).plan.capacity, 80 * oneGib);
        plan.cluster.capacity = 12345;
        QCOMPARE(estimated(plan).plan.capacity, Bytes{12345});
    }
    for (const MethodId method : {MethodId::Exact, MethodId::TransformerMath}) {
        Plan plan;
        plan.method = method;
        QCOMPARE(estimated(plan).plan.capacity, Bytes{81121LL << 20});
    }
}

void TestMethods::onlyStage3StaysUnderTheLine()
{
    // At 16K, 68 GiB of activations in addition to 90, 37.5, 24.375 and 11.25 GiB of states in
    // stages 0 to 3
    const std::array expected{158 * oneGib, 105 * oneGib + oneGib / 2, 92 * oneGib + 3 * oneGib / 8,
                              79 * oneGib + oneGib / 4};
    Plan plan = planWith({{"method", "lecture-zero"}, {"workload.context", "16384"}});
    plan.model = llama(4096, 32, 32, 8, 14336, 131072);
    for (std::size_t stage = 0; stage < expected.size(); ++stage) {
        plan.layout.zero = static_cast<std::int64_t>(stage);
        plan.cluster.capacity.reset();
        const Estimate found = estimated(plan);
        QCOMPARE(found.answer.totals.total, expected[stage]);
        QCOMPARE(found.fits(), stage == 3);
    }
    QCOMPARE(estimated(plan).free(), 3 * oneGib / 4);
    plan.cluster.capacity = 81559LL << 20; // what an H100 reports: 0.40 GiB are left
    QCOMPARE(estimated(plan).free(), Bytes{(81559LL << 20) - (79 * oneGib + oneGib / 4)});
    QVERIFY(estimated(plan).fits());
    plan.cluster.capacity = 80 * billion; // 80 GB would not hold it
    QVERIFY(!estimated(plan).fits());
}

void TestMethods::lectureTables_data()
{
    QTest::addColumn<int>("index"); // of the ledger's activations, in their order
    QTest::addColumn<QString>("step");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("formula");
    QTest::addColumn<Bytes>("each");
    int index = 0;
    const auto row = [&index](const char* id, const char* step, const char* shape,
                              const char* formula, Bytes each) {
        QTest::newRow(id) << index++ << QString::fromUtf8(step) << QString::fromUtf8(shape)
                          << QString::fromUtf8(formula) << each;
    };
    // s = 1024, b = 2, h = 4096, a = 32. The lecture's two tables, 13bsh + 5bs²a and 21bsh:
    constexpr Bytes sbh = 1024 * 2 * 4096, ssba = 1024 * 1024 * 2 * 32;
    row("attention.norm.input", "attention: LayerNorm", "[s, b, h]", "2·s·b·h", 2 * sbh);
    row("attention.input", "attention: Q, K, V projections", "[s, b, h]", "2·s·b·h", 2 * sbh);
    row("attention.query", "attention: Q·Kᵀ", "[s, b, h]", "2·s·b·h", 2 * sbh);
    row("attention.key", "attention: Q·Kᵀ", "[s, b, h]", "2·s·b·h", 2 * sbh);
    row("attention.scores", "attention: softmax", "[b, a, s, s]", "2·s²·b·a", 2 * ssba);
    row("attention.scores_mask", "attention: softmax dropout", "[b, a, s, s]", "s²·b·a", ssba);
    row("attention.scores_dropped", "attention: scores · V", "[b, a, s, s]", "2·s²·b·a", 2 * ssba);
    row("attention.value", "attention: scores · V", "[s, b, h]", "2·s·b·h", 2 * sbh);
    row("attention.output", "attention: output projection", "[s, b, h]", "2·s·b·h", 2 * sbh);
    row("attention.dropout_mask", "attention: dropout", "[s, b, h]", "s·b·h", sbh);
    row("mlp.norm.input", "MLP: LayerNorm", "[s, b, h]", "2·s·b·h", 2 * sbh);
    row("mlp.input", "MLP: first linear", "[s, b, h]", "2·s·b·h", 2 * sbh);
    row("mlp.activation_input", "MLP: GELU", "[s, b, 4h]", "8·s·b·h", 8 * sbh);
    row("mlp.activation_output", "MLP: second linear", "[s, b, 4h]", "8·s·b·h", 8 * sbh);
    row("mlp.dropout_mask", "MLP: dropout", "[s, b, h]", "s·b·h", sbh);
    row("embedding.dropout_mask", "embedding: dropout", "[s, b, h]", "s·b·h", sbh);
}

void TestMethods::lectureTables()
{
    QFETCH(int, index);
    QFETCH(QString, step);
    QFETCH(QString, shape);
    QFETCH(QString, formula);
    QFETCH(Bytes, each);
    Plan plan = planWith(
        {{"method", "lecture"}, {"workload.context", "1024"}, {"workload.micro_batch", "2"}});
    plan.model = lectureGpt("8B");
    const Estimate found = estimated(plan);
    std::vector<Line> activations;
    for (const Line& line : found.answer.ledger)
        if (line.group == Group::Activations)
            activations.push_back(line);
    QCOMPARE(activations.size(), std::size_t{16});
    const Line& line = activations[static_cast<std::size_t>(index)];
    QCOMPARE(shown(line.id), QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(shown(line.step), step);
    QCOMPARE(shown(line.shape), shape);
    QCOMPARE(shown(line.formula), formula);
    QCOMPARE(line.each, each);
    QCOMPARE(line.count, std::int64_t{index == 15 ? 1 : 32});
    QCOMPARE(line.bytes, each * line.count);
}

void TestMethods::lectureTableSums()
{
    Plan plan = planWith(
        {{"method", "lecture"}, {"workload.context", "1024"}, {"workload.micro_batch", "2"}});
    plan.model = lectureGpt("8B");
    constexpr Bytes sbh = 1024 * 2 * 4096, ssba = 1024 * 1024 * 2 * 32;
    const Estimate found = estimated(plan);
    Bytes attention = 0, mlp = 0;
    for (const Line& line : found.answer.ledger) {
        attention += line.step.starts_with("attention") ? line.each : 0;
        mlp += line.step.starts_with("MLP") ? line.each : 0;
    }
    QCOMPARE(attention, 13 * sbh + 5 * ssba);
    QCOMPARE(mlp, 21 * sbh);
}

void TestMethods::familyB_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("parameters");
    QTest::addColumn<Bytes>("gradients");
    QTest::addColumn<Bytes>("optimizer");
    QTest::addColumn<Bytes>("activations");
    const auto row = [](const char* name, const Plan& plan, Bytes parameters, Bytes gradients,
                        Bytes optimizer, Bytes activations) {
        QTest::newRow(name) << plan << parameters << gradients << optimizer << activations;
    };
    // Bytes: 2N/t of weights, 2N/t of gradients, 8N/t of states; L·s·b·h·(10 + 24/t)/c of
    // activations, or 34/t with sequence parallelism (Korthikanti et al., arXiv 2205.05198, table
    // 2)
    constexpr Bytes n1 = 1'235'746'816, n8 = 8'029'995'008, n70 = 70'598'524'928;
    constexpr Bytes t1 = 16LL * 4096 * 2048, t8 = 32LL * 4096 * 4096, t70 = 80LL * 4096 * 8192;
    Plan plan = planWith({{"method", "lecture-zero"}, {"workload.context", "4096"}});
    CustomModel one = llama(2048, 16, 32, 8, 8192, 128256);
    one.tiedEmbeddings = true;
    plan.model = one;
    row("1B, tied", plan, 2 * n1, 2 * n1, 8 * n1, 34 * t1);
    plan.model = llama(4096, 32, 32, 8, 14336, 128256);
    row("8B", plan, 2 * n8, 2 * n8, 8 * n8, 34 * t8);
    plan.model = llama(8192, 80, 64, 8, 28672, 131072);
    plan.layout.tensor = 8;
    plan.layout.sequenceParallel = false;
    row("70B, 8 tensor ranks: 10 + 3", plan, n70 / 4, n70 / 4, n70, 13 * t70);
    plan.layout.sequenceParallel = true;
    row("70B, with sequence parallelism: 34/8", plan, n70 / 4, n70 / 4, n70, 34 * t70 / 8);
    plan = planWith(
        {{"method", "lecture-zero"}, {"workload.context", "4096"}, {"layout.context", "4"}});
    plan.model = llama(4096, 32, 32, 8, 14336, 128256);
    row("8B, 4 context ranks", plan, 2 * n8, 2 * n8, 8 * n8, 34 * t8 / 4);
    // a stage: layers/p and one embedding; activations are not divided
    constexpr Bytes stage = (n8 - 2 * 128256LL * 4096) / 4 + 128256LL * 4096;
    plan.layout.context = 1;
    plan.layout.pipeline = 4;
    row("8B, 4 stages", plan, 2 * stage, 2 * stage, 8 * stage, 34 * t8);
}

void TestMethods::familyB()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, parameters);
    QFETCH(Bytes, gradients);
    QFETCH(Bytes, optimizer);
    QFETCH(Bytes, activations);
    const Estimate found = estimated(plan);
    QCOMPARE(groupOf(found, Group::Parameters), parameters);
    QCOMPARE(groupOf(found, Group::Gradients), gradients);
    QCOMPARE(groupOf(found, Group::Optimizer), optimizer);
    QCOMPARE(groupOf(found, Group::Activations), activations);
}

void TestMethods::deepSpeedCases_data()
{
    rowsOf("deepspeed_zero.json");
}

void TestMethods::deepSpeedCases()
{
    QFETCH(int, index);
    static const json rows = goldenFile("deepspeed_zero.json");
    const json& row = rows[static_cast<std::size_t>(index)];
    const json& in = row.at("inputs");
    const DeepSpeedNeeds expected{row.at("outputs").at("gpu_mem_bytes"),
                                  row.at("outputs").at("cpu_mem_bytes")};
    const DeepSpeedNeeds needs = isZero3(row)
        ? deepSpeedZero3(setupOf(in), in.at("cpu_offload"), in.at("cpu_offload_params"),
                         in.at("zero_init"))
        : deepSpeedZero2(setupOf(in), in.at("cpu_offload"));
    QCOMPARE(needs.gpu, expected.gpu);
    QCOMPARE(needs.cpu, expected.cpu);

    const auto plan = deepSpeedPlan(row);
    if (!plan)
        return; // deepSpeedCoverage counts them
    const Estimate found = estimated(*plan);
    QCOMPARE(found.parameters(), whole(in, "total_params"));
    QCOMPARE(found.answer.totals.total, expected.gpu);
    QCOMPARE(found.answer.hostPerNode, expected.cpu);
}

void TestMethods::deepSpeedTables_data()
{
    rowsOf("deepspeed_zero_tables.json");
}

void TestMethods::deepSpeedTables()
{
    QFETCH(int, index);
    static const json rows = goldenFile("deepspeed_zero_tables.json");
    const json& row = rows[static_cast<std::size_t>(index)];
    const QString expected = shown(row.at("outputs").at("stdout").get<std::string>());
    QCOMPARE(shown(deepSpeedTable(setupOf(row.at("inputs")), isZero3(row) ? 3 : 2)), expected);
    if (const auto plan = deepSpeedPlan(row))
        QCOMPARE(shown(estimated(*plan).answer.ownTable), expected);
}

void TestMethods::deepSpeedCoverage()
{
    int cases = 0, tables = 0;
    const json all = goldenFile("deepspeed_zero.json"),
               printed = goldenFile("deepspeed_zero_tables.json");
    for (const json& row : all)
        cases += deepSpeedPlan(row) ? 1 : 0;
    for (const json& row : printed)
        tables += deepSpeedPlan(row) ? 1 : 0;
    QCOMPARE(all.size(), std::size_t{227});
    QCOMPARE(printed.size(), std::size_t{22});
    QCOMPARE(cases, 116); // through a plan: the rest is t5-3b, another factor or zero_init = 0
    QCOMPARE(tables, 21);
}

void TestMethods::deepSpeedNeedsStage2()
{
    for (const char* stage : {"0", "1"}) {
        const auto found = estimate(planWith({{"method", "deepspeed"}, {"layout.zero", stage}}),
                                    builtinCatalog());
        QVERIFY(!found);
        QCOMPARE(found.problems().size(), std::size_t{1});
        QCOMPARE(shown(found.problems().front().field), shown(KeyPath("layout.zero")));
        QCOMPARE(shown(found.problems().front().found), QLatin1String(stage));
    }
    // Whole nodes are counted: 9 GPUs are 2 nodes of 8.
    const Estimate odd = estimated(
        planWith({{"method", "deepspeed"}, {"layout.zero", "3"}, {"cluster.gpus", "9"}}));
    QCOMPARE(odd.answer.totals.total, Bytes{4 * 525'336'576LL + 18 * 8'030'261'248 / 16});
    QVERIFY(!odd.answer.warnings.empty());
}

void TestMethods::deepSpeedBeyondCounting()
{
    // 4·N·P·1.5 = 6.3e20 bytes a node: more than can be counted, so no number at all
    const Plan plan = planWith({{"method", "deepspeed"},
                                {"layout.zero", "2"},
                                {"layout.offload_optimizer", "cpu"},
                                {"model.parameters", "1e14"},
                                {"cluster.gpus", "1048576"}});
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(!found, found ? std::to_string(found->answer.hostPerNode).c_str() : "");
}

void TestMethods::optimizers_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("weights"); // bytes a parameter
    QTest::addColumn<Bytes>("optimizer");
    const auto row = [](const char* name, const char* optimizer, const char* precision,
                        Bytes weights, Bytes bytes) {
        QTest::newRow(name) << planWith({{"method", "transformer-math"},
                                         {"model.parameters", "1e9"},
                                         {"recipe.master_weights", "true"},
                                         {"recipe.optimizer", optimizer},
                                         {"recipe.precision", precision}})
                            << weights << bytes;
    };
    // The lecture's table of optimizers
    row("AdamW 12", "adamw", "bf16-mixed", 2, 12);
    row("8-bit AdamW 6", "adamw-8bit", "bf16-mixed", 2, 6);
    row("SGD with momentum 8", "sgd-momentum", "bf16-mixed", 2, 8);
    row("SGD 4", "sgd", "bf16-mixed", 2, 4);
    row("AdaGrad 8", "adagrad", "bf16-mixed", 2, 8);
    row("fp16 weights 2", "adamw", "fp16-mixed", 2, 12);
    row("fp32 weights 4", "adamw", "fp32", 4, 12);
}

void TestMethods::optimizers()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, weights);
    QFETCH(Bytes, optimizer);
    const Estimate found = estimated(plan);
    QCOMPARE(groupOf(found, Group::Parameters), weights * billion);
    QCOMPARE(groupOf(found, Group::Optimizer), optimizer * billion);
    plan.workload.microBatch = 64; // "the optimizer grows with the batch" is a trap of the source
    QCOMPARE(groupOf(estimated(plan), Group::Optimizer), optimizer * billion);
}

void TestMethods::statesOnTheRanks_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<Bytes>("parameters");
    QTest::addColumn<Bytes>("gradients");
    QTest::addColumn<Bytes>("optimizer");
    const auto row = [](const char* name, const Plan& plan, Bytes parameters, Bytes gradients,
                        Bytes optimizer) {
        QTest::newRow(name) << plan << parameters * billion << gradients * billion
                            << optimizer * billion;
    };
    // 16e9 parameters, t·p = 4, D = 16/4
    Plan plan = planWith({{"method", "transformer-math"},
                          {"model.parameters", "16e9"},
                          {"cluster.gpus", "16"},
                          {"layout.tensor", "2"},
                          {"layout.pipeline", "2"}});
    row("stage 0: 2P/4, 2P/4, 12P/4", plan, 8, 8, 48);
    plan.layout.zero = 1;
    row("stage 1: 12P/4/4", plan, 8, 8, 12);
    plan.layout.zero = 2;
    row("stage 2: 2P/4/4", plan, 8, 2, 12);
    plan.layout.zero = 3;
    row("stage 3: 2P/4/4", plan, 2, 2, 12);
    plan.method = MethodId::RuleOfThumb; // it has no tensor ranks: all 16 share
    row("rule of thumb: 2P/16, 2P/16, 12P/16", plan, 2, 2, 12);
}

void TestMethods::statesOnTheRanks()
{
    QFETCH(Plan, plan);
    QFETCH(Bytes, parameters);
    QFETCH(Bytes, gradients);
    QFETCH(Bytes, optimizer);
    const Estimate found = estimated(plan);
    QCOMPARE(groupOf(found, Group::Parameters), parameters);
    QCOMPARE(groupOf(found, Group::Gradients), gradients);
    QCOMPARE(groupOf(found, Group::Optimizer), optimizer);
}

void TestMethods::buffersRemark()
{
    // The lecture's example: with 10 to 20 % 140.8 to 153.6 GB
    const Estimate found
        = estimated(planWith({{"method", "transformer-math"}, {"model.parameters", "8e9"}}));
    QCOMPARE(remarks(found),
             QLatin1String("Model states 128.0 GB; with 10 to 20 % for buffers "
                           "140.8 to 153.6 GB"));
}

void TestMethods::widthRemark()
{
    // A10: 12·L·d² = 8e9 at L = 32 -> sqrt(8e9 / 384) = 4564.35
    const Estimate found
        = estimated(planWith({{"method", "rule-of-thumb"}, {"model.parameters", "8e9"}}));
    QVERIFY2(remarks(found).contains(
                 QString::fromUtf8("12·L·d² = 8,000,000,000 parameters in 32 layers gives d = "
                                   "4,564; the model's own shape has d = 4,096")),
             qPrintable(remarks(found)));
}

void TestMethods::accumulation_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<std::int64_t>("microBatches");
    QTest::addColumn<std::int64_t>("tokens");
    QTest::addColumn<bool>("warned");
    const auto row = [](const char* name, const char* batch, const char* context,
                        std::int64_t microBatches, std::int64_t tokens, bool warned) {
        QTest::newRow(name) << planWith({{"workload.global_batch", batch},
                                         {"workload.context", context},
                                         {"workload.micro_batch", "2"}})
                            << microBatches << tokens << warned;
    };
    // The lecture's batch: 16 = micro-batch 2 · 8 GPUs
    row("1920 sequences of 32,000: 61.44M", "1920", "32000", 120, 61'440'000, false);
    row("of 32,768: 62.9M", "1920", "32768", 120, 62'914'560, false);
    row("1M is enough", "1024", "1024", 64, 1'048'576, false);
    row("below 1M the gradient is noisy", "976", "1024", 61, 999'424, true);
    row("what does not divide", "1921", "32768", 121, 1921 * 32768, true);
}

void TestMethods::accumulation()
{
    QFETCH(Plan, plan);
    QFETCH(std::int64_t, microBatches);
    QFETCH(std::int64_t, tokens);
    QFETCH(bool, warned);
    const Estimate found = estimated(plan);
    QCOMPARE(found.plan.microBatches, microBatches);
    const json derived = json::parse(estimateJson(found)).at("derived");
    QCOMPARE(derived.at("micro_batches").get<std::int64_t>(), microBatches);
    QCOMPARE(derived.at("tokens_per_step").get<std::int64_t>(), tokens);
    bool said = false;
    for (const Warning& warning : found.answer.warnings)
        said = said || warning.field == "workload.global_batch";
    QCOMPARE(said, warned);
}

void TestMethods::ignoredKeys_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<QStringList>("keys");
    const auto row = [](const char* name, const Plan& plan, std::initializer_list<KeyPath> in) {
        QStringList keys;
        for (const KeyPath key : in)
            keys << shown(key);
        QTest::newRow(name) << plan << keys;
    };
    const std::vector<Setting> run{{"workload.training_tokens", "160000000000"},
                                   {"cluster.utilisation", "0.4"},
                                   {"cluster.price_per_hour", "2"},
                                   {"cluster.links.intra", "900"},
                                   {"cluster.links.inter", "50"},
                                   {"cluster.peak_tflops", "900"},
                                   {"cluster.memory_bandwidth", "3000"},
                                   {"cluster.board_power", "500"},
                                   {"cluster.links.pcie", "64"},
                                   {"cluster.links.host", "30"},
                                   {"cluster.links.disk", "1"}};
    row("time and cost of a run, links that one node without offload does not have", planWith(run),
        {"cluster.links.inter", "cluster.links.pcie", "cluster.links.host", "cluster.links.disk"});
    row("the same of two nodes with offload",
        planWith({{"cluster.gpus", "16"}, {"layout.offload_optimizer", "cpu"}}, planWith(run)),
        {"cluster.links.disk"});
    row("a teacher on cards of its own, which are not counted",
        planWith({{"job.kind", "distill"},
                  {"roles.teacher.place", "own"},
                  {"roles.teacher.gpus", "8"},
                  {"roles.teacher.model", "llama-3.1-70b"},
                  {"roles.teacher.dtype", "fp32"},
                  {"roles.teacher.zero", "3"},
                  {"roles.teacher.offload", "parameters"}}),
        {"roles.teacher.model", "roles.teacher.dtype", "roles.teacher.zero",
         "roles.teacher.offload"});
    const std::vector<Setting> dropout{{"recipe.dropout", "true"}};
    row("dropout of a Llama with flash attention", planWith(dropout), {"recipe.dropout"});
    row("of one whose scores are kept",
        planWith({{"recipe.attention", "eager"}}, planWith(dropout)), {});
    row("of a GPT, behind attention and MLP",
        planWith({{"model.id", "gpt-2-1.5b-xl"}}, planWith(dropout)), {});
    row("dropout that llm-analysis counts",
        planWith({{"method", "llm-analysis"}}, planWith(dropout)), {});
    row("dropout that llm-analysis recomputes",
        planWith({{"method", "llm-analysis"}, {"recipe.recompute", "full"}}, planWith(dropout)),
        {"recipe.dropout"});
    row("gradients that EleutherAI's calculator counts",
        planWith({{"method", "eleuther"}, {"recipe.gradients", "both"}}), {});
    row("formats of weights and cache in training",
        planWith({{"inference.weights", "q4_k_m"},
                  {"inference.kv_cache", "fp8"},
                  {"inference.output", "512"}}),
        {"inference.weights", "inference.kv_cache", "inference.output"});
    const std::vector<Setting> allocator{{"cluster.allocator.expandable_segments", "true"},
                                         {"cluster.allocator.max_split_size", "536870912"},
                                         {"cluster.allocator.roundup_power2_divisions", "4"}};
    row("the allocator with its share", planWith(allocator), {});
    row("the allocator without its share",
        planWith({{"cluster.overhead", "none"}}, planWith(allocator)),
        {"cluster.allocator.expandable_segments", "cluster.allocator.max_split_size",
         "cluster.allocator.roundup_power2_divisions"});
    Plan dense = planWith(
        {{"layout.expert", "2"}, {"layout.expert_tensor", "2"}, {"layout.imbalance", "1.5"}});
    CustomModel shape = llama(64, 2, 8, 4, 96, 1000);
    shape.slidingWindow = 4096;
    shape.moeIntermediateSize = 32;
    shape.moeEvery = 2;
    shape.firstKDense = 1;
    dense.model = shape;
    row("experts of a dense model, a sliding window", dense,
        {"model.custom.sliding_window", "model.custom.moe_intermediate_size",
         "model.custom.first_k_dense", "model.custom.moe_every", "layout.expert",
         "layout.expert_tensor", "layout.imbalance"});
    dense.method = MethodId::TransformerMath;
    row("the same by the formula of others", dense,
        {"model.custom.sliding_window", "model.custom.moe_intermediate_size",
         "model.custom.first_k_dense", "model.custom.moe_every", "layout.expert",
         "layout.expert_tensor", "layout.imbalance"});
    Plan mixture = planWith({{"layout.expert", "2"}, {"layout.imbalance", "1.5"}});
    shape.experts = 8;
    shape.expertsPerToken = 2;
    mixture.model = shape;
    row("experts of a mixture", mixture, {"model.custom.sliding_window"});
    row("ranks and stages that there are not",
        planWith({{"layout.sequence_parallel", "false"},
                  {"layout.tp_inputs", "gathered"},
                  {"layout.stage_split", "balanced"}}),
        {"layout.sequence_parallel", "layout.tp_inputs", "layout.stage_split"});
    row("adapters without adapters", planWith({{"adapter.rank", "8"}, {"adapter.base", "int8"}}),
        {"adapter.rank", "adapter.base"});
    row("a base that is not quantised",
        planWith({{"adapter.kind", "lora"}, {"adapter.rank", "8"}, {"adapter.base", "int8"}}),
        {"adapter.base"});
    row("a base of 32 bits", planWith({{"adapter.kind", "lora"}, {"adapter.base", "fp32"}}), {});
    row("a base of 32 bits that DeepSpeed casts",
        planWith({{"adapter.kind", "lora"},
                  {"adapter.base", "fp32"},
                  {"recipe.framework", "deepspeed"},
                  {"layout.zero", "2"}}),
        {"adapter.base"});
    row("a base of 32 bits in 16 bits alone",
        planWith(
            {{"adapter.kind", "lora"}, {"adapter.base", "fp32"}, {"recipe.precision", "bf16"}}),
        {"adapter.base"});
    row("exact reads all",
        planWith({{"layout.zero", "3"}, {"recipe.precision", "fp32"}, {"name", "x"}}), {});
    row("copies share nothing", planWith({{"layout.zero", "1"}, {"layout.replicate", "8"}}),
        {"layout.zero"});
    row("nanotron's copies have buckets without ZeRO",
        planWith(
            {{"recipe.framework", "nanotron"}, {"layout.zero", "1"}, {"layout.replicate", "8"}}),
        {});
    row("lecture reads no layout",
        planWith({{"method", "lecture"},
                  {"layout.zero", "3"},
                  {"layout.tensor", "2"},
                  {"recipe.recompute", "full"},
                  {"workload.context", "1024"},
                  {"notes", "x"}}),
        {"layout.zero", "layout.tensor"});
    row("lecture-zero reads no recipe",
        planWith({{"method", "lecture-zero"},
                  {"recipe.recompute", "full"},
                  {"recipe.optimizer", "sgd"},
                  {"layout.zero", "3"},
                  {"layout.tensor", "2"}}),
        {"recipe.optimizer", "recipe.recompute"});
    row("transformer-math reads no attention",
        planWith({{"method", "transformer-math"},
                  {"recipe.attention", "eager"},
                  {"recipe.optimizer", "sgd"},
                  {"layout.tensor", "2"},
                  {"layout.context", "2"}}),
        {"recipe.attention", "layout.context"});
    row("activation-ratio reads no optimizer",
        planWith(
            {{"method", "activation-ratio"}, {"recipe.optimizer", "sgd"}, {"layout.zero", "1"}}),
        {"recipe.optimizer"});
    row("deepspeed reads no workload",
        planWith({{"method", "deepspeed"},
                  {"layout.zero", "3"},
                  {"workload.context", "1024"},
                  {"layout.offload_optimizer", "cpu"},
                  {"cluster.reserve", "1"}}),
        {"workload.context", "cluster.reserve"});
    // A written, non-default key is reported; these are the defaults
    row("a default written out",
        planWith({{"method", "lecture"},
                  {"recipe.precision", "bf16-mixed"},
                  {"recipe.optimizer", "adamw"},
                  {"recipe.kernels", "fused"},
                  {"cluster.gpus", "8"},
                  {"layout.zero", "0"}}),
        {});
}

void TestMethods::ignoredKeys()
{
    QFETCH(Plan, plan);
    QFETCH(QStringList, keys);
    QCOMPARE(ignored(estimated(plan)), keys);
}

/// The lecture's ChatGLM-6B in all: 12 + 72 + 12 + 7.8 = 103 GB, with 6 billion parameters for the
/// 6,173,286,400 of its shape.
void TestMethods::shapesOfStatedCounts()
{
    CustomModel shape;
    shape.hiddenSize = 4096;
    shape.numLayers = 28;
    shape.numHeads = 32;
    shape.intermediateSize = 16384;
    shape.vocabSize = 130528;
    shape.gated = false;
    shape.norm = Norm::LayerNorm;
    shape.biases = true;
    shape.tiedEmbeddings = true;
    Plan plan = planWith({{"method", "transformer-math"},
                          {"workload.context", "2048"},
                          {"recipe.recompute", "selective"},
                          {"cluster.gpus", "1"}});
    plan.model = shape;
    // 34·s·b·h·L of activations; 2 + 2 + 12 bytes a parameter.
    const Bytes activations = Bytes{34} * 2048 * 4096 * 28;
    QCOMPARE(estimated(plan).answer.totals.total, 16 * Bytes{6'173'286'400} + activations);
    shape.parameters = 6e9;
    plan.model = shape;
    const Estimate stated = estimated(plan);
    QCOMPARE(stated.answer.totals.perGpu[Group::Parameters], Bytes{12'000'000'000});
    QCOMPARE(stated.answer.totals.perGpu[Group::Gradients], Bytes{12'000'000'000});
    QCOMPARE(stated.answer.totals.perGpu[Group::Optimizer], Bytes{72'000'000'000});
    QCOMPARE(stated.answer.totals.total, Bytes{103'985'954'816});
    QCOMPARE(stated.parameters(), std::int64_t{6'000'000'000});
    QVERIFY(stated.ignored.empty());

    // Methods that count the shape say that they do not read the number.
    for (const MethodId method : {MethodId::Exact, MethodId::Lecture, MethodId::DeepSpeed}) {
        Plan counted = plan;
        counted.recipe.recompute.reset();
        counted.workload.context = Workload{}.context;
        counted.cluster.gpus = Cluster{}.gpus;
        counted.layout.zero = 3;
        counted.method = method;
        Plan without = counted;
        std::get<CustomModel>(without.model).parameters.reset();
        const Estimate found = estimated(counted);
        QVERIFY(std::ranges::count(found.ignored, KeyPath("model.custom.parameters")) == 1);
        QCOMPARE(found.answer.totals, estimated(without).answer.totals);
        QCOMPARE(found.plan.parameters(), static_cast<double>(found.plan.counts.total));
    }
}

/// A key that is reported as ignored changes no byte of the answer.
void TestMethods::ignoredKeysChangeNothing()
{
    Random random(7);
    int tried = 0;
    for (int round = 0; round < casesToTry(4000); ++round) {
        Plan plan = random.coin() ? randomLayout(random) : randomPlan(random);
        plan.method = methods()[random.below(methods().size())].id;
        for (const Key& key : keys()) {
            const bool another = key.path.isIn(KeyGroup("model"))
                && key.path != "model.custom.sliding_window"
                && key.path != "model.custom.layer_pattern"
                && key.path != "model.custom.shared_gate"
                && !std::string_view(key.path).starts_with("model.custom.moe")
                && key.path != "model.custom.first_k_dense"
                && key.path != "model.custom.parameters";
            const bool custom = std::holds_alternative<CustomModel>(plan.model);
            if (another || (key.path.isIn(KeyGroup("model")) && !custom) || key.path == "method"
                || key.path == "workload.task" || random.below(6) != 0)
                continue;
            Plan changed = plan;
            if (assign(changed, key.path, randomValue(random, key)).empty()
                && prepare(changed, builtinCatalog()))
                plan = changed;
        }
        const auto found = estimate(plan, builtinCatalog());
        if (!found)
            continue;
        for (const KeyPath path : found->ignored) {
            Plan without = plan;
            keyOf(path).set(without, keyOf(path).get(Plan{}));
            const auto same = estimate(without, builtinCatalog());
            QVERIFY2(same, path.text().data());
            QVERIFY2(same->answer.totals == found->answer.totals, path.text().data());
            ++tried;
        }
    }
    QVERIFY(tried > casesToTry(4000));
}

namespace {

/// Numbers and sentences of an answer, and of its time.
std::string reported(const Estimate& found)
{
    std::string text;
    const auto add = [&text](auto number) { text += std::to_string(number) + ' '; };
    const Totals& totals = found.answer.totals;
    for (const Bytes bytes :
         {totals.total, totals.low, totals.high, totals.allocated, totals.host,
          found.answer.hostPerNode, found.answer.diskPerNode, found.plan.capacity})
        add(bytes);
    for (const Line& line : found.answer.ledger)
        add(line.bytes);
    for (const Text& remark : found.answer.remarks)
        text += english(remark);
    for (const Warning& warning : found.answer.warnings)
        text += english(warning.message);
    if (found.plan.method == MethodId::Exact)
        if (const auto time = timeOf(found.plan))
            for (const Text& sentence : timeSentences(*time))
                text += english(sentence);
    if (isGeneration(found.plan))
        if (const auto speed = generationOf(found.plan))
            for (const Text& sentence : generationSentences(*speed))
                text += english(sentence);
    return text + nameOf(found.verdict).data();
}

/// A value of a key, for a text one that a plan can have.
Value usefulValue(Random& random, const Key& key)
{
    const auto models = builtinCatalog().models();
    if (roleKeyOf(key.path) == RoleKey::Model)
        return models[random.below(models.size())].id;
    if (key.path == "inference.draft_model")
        return std::string(random.coin() ? "llama-3.2-1b" : "qwen3-0.6b");
    if (key.path == "cluster.device")
        return std::string("a100-sxm4-80gb");
    if (key.path == "layout.stage_layers")
        return std::string(random.coin() ? "1,3" : "5,3");
    if (key.path.isIn(KeyGroup("recipe.versions")))
        return std::string(random.below(4) == 0 ? "4.46" : "0.11");
    if (key.path == "inference.version")
        return std::string(random.coin() ? "0.8.5" : "0.4.6");
    return key.path == "model.custom.layer_pattern" ? std::string("sl")
        : key.path == "model.id"                    ? models[random.below(models.size())].id
                                                    : randomValue(random, key);
}

void setSome(Plan& plan, Random& random, std::uint64_t oneOf, const auto& which)
{
    for (const Key& key : keys()) {
        if (!which(key.path) || random.below(oneOf) != 0)
            continue;
        Plan changed = plan;
        if (assign(changed, key.path, usefulValue(random, key)).empty()
            && prepare(changed, builtinCatalog()))
            plan = changed;
    }
}

/// A plan of any task, kind of job, server, framework and method.
Plan planOfAnyKind(Random& random)
{
    Plan plan = random.coin() ? randomLayout(random) : Plan();
    plan.workload.task = anyOf<Task>(random);
    plan.recipe.framework = anyOf<Framework>(random);
    plan.inference.server = anyOf<Server>(random);
    if (random.coin())
        plan.inference.weights = WeightFormat::Iq4Xs; // one that an importance matrix changes
    if (random.coin())
        plan.inference.draftModel = "llama-3.2-1b";
    plan.layout.zero = random.from(0, 3);
    if (random.coin())
        plan.recipe.engine = anyOf<Engine>(random);
    if (random.below(4) == 0)
        plan.method = methods()[random.below(methods().size())].id;
    if (random.coin())
        plan.adapter.kind = anyOf<AdapterKind>(random);
    if (plan.workload.task != Task::Inference && random.coin()) {
        plan.job.kind = anyOf<JobKind>(random);
        if (random.coin())
            for (RoleChoice* role :
                 {&plan.roles.ref, &plan.roles.value, &plan.roles.reward, &plan.roles.teacher})
                role->place = RolePlace::Own;
    }
    if (auto* model = std::get_if<CustomModel>(&plan.model); model && random.coin()) {
        model->layerPattern = "sl";
        model->slidingWindow = 64;
        model->linearKeyHeads = model->linearValueHeads = 4;
        model->linearKeyHeadDim = model->linearValueHeadDim = 16;
        model->linearConvKernel = 4;
    }
    if (auto* model = std::get_if<CustomModel>(&plan.model); model && random.coin()) {
        model->visionKind = anyOf<TowerKind>(random);
        model->visionParams = 1000000;
        plan.workload.images = random.from(1, 3);
    }
    setSome(plan, random, 12, [&](KeyPath path) {
        return path != "method"
            && (!path.isIn(KeyGroup("model"))
                || (path.isIn(KeyGroup("model.custom"))
                    && std::holds_alternative<CustomModel>(plan.model)));
    });
    return plan;
}

/// Plans in which keys count that no number of random plans is sure to have: versions of accelerate
/// differ by what they hold of frozen weights under FSDP2, reentrant recomputation by whether it is
/// around FSDP1's units; predictions are kept in an evaluation; layers are given to the stages of a
/// pipeline, and experts' matrices are cut; ZenFlow steps columns on the GPU, behind which a frozen
/// layer stands.
std::array<Plan, 7> rarePlans()
{
    Plan fourLayers;
    fourLayers.model = llama(512, 4, 8, 8, 2048, 1000);
    const auto under = [](const char* engine, const std::vector<Setting>& more) {
        return planWith(more,
                        planWith({{"model.id", "llama-3.1-8b"},
                                  {"recipe.framework", "huggingface"},
                                  {"recipe.engine", engine},
                                  {"layout.zero", "3"},
                                  {"cluster.gpus", "8"},
                                  {"workload.evaluation_batch", "1"},
                                  {"adapter.kind", "lora"}}));
    };
    return {under("fsdp2", {}),
            under("fsdp1", {{"recipe.recompute", "full"}, {"recipe.reentrant", "true"}}),
            under("fsdp1", {{"recipe.recompute", "full"}, {"recipe.checkpoint_outside", "true"}}),
            planWith({{"recipe.framework", "megatron"},
                      {"layout.tensor", "4"},
                      {"layout.expert", "2"},
                      {"cluster.gpus", "8"}},
                     planWith({{"model.id", "mixtral-8x7b"}})),
            planWith({{"layout.pipeline", "2"}, {"cluster.gpus", "8"}}, fourLayers),
            planWith({{"workload.task", "inference"}, {"inference.weights", "gptq"}}, fourLayers),
            planWith({{"recipe.framework", "deepspeed"},
                      {"layout.zero", "2"},
                      {"layout.offload_optimizer", "cpu"},
                      {"layout.host_step", "zenflow"},
                      {"recipe.frozen_layers", "1"},
                      {"cluster.gpus", "2"}},
                     fourLayers)};
}

/// A key that describes the plan or its model for people, and one with a single word that suits its
/// role: no answer depends on it, and no plan that states it is told so.
bool changesNothing(KeyPath path)
{
    constexpr auto all = std::to_array<KeyPath>(
        {"name", "notes", "model.custom.id", "model.custom.name", "model.custom.family",
         "model.custom.source", "model.custom.official_source",
         "model.custom.total_params_computed", "model.custom.active_params_computed",
         "model.custom.official_total_params", "model.custom.arch_verified", "roles.policy.state",
         "roles.policy.place", "roles.rollout.state",
         // said by files and not yet counted
         "recipe.use_orig_params"});
    return std::ranges::find(all, path) != all.end();
}

/// A key that each role has, but that no plan reads: only an engine sleeps, has no states to share
/// out and has its layout elsewhere, and the policy is on the plan's own cards.
bool isAlwaysIgnored(KeyPath path)
{
    constexpr auto all = std::to_array<KeyPath>(
        {"roles.policy.gpus", "roles.policy.sleep", "roles.ref.sleep", "roles.value.sleep",
         "roles.reward.sleep", "roles.teacher.sleep", "roles.ema.sleep", "roles.rollout.zero",
         "roles.rollout.offload"});
    return std::ranges::find(all, path) != all.end();
}

} // namespace

/// The mirror of ignoredKeysChangeNothing(): each key changes a number or a sentence of some plan's
/// answer in which it is not reported as ignored.
void TestMethods::otherKeysChangeSomething()
{
    Random random(12);
    std::vector<KeyPath> missing;
    for (const Key& key : keys())
        if (!changesNothing(key.path) && !isAlwaysIgnored(key.path))
            missing.push_back(key.path);
    constexpr int given = 80, rounds = given + 3000;
    const std::array<Plan, 7> rare = rarePlans();
    for (int round = 0; round < rounds && !missing.empty(); ++round) {
        const Plan plan = round < given ? rare[static_cast<std::size_t>(round) % rare.size()]
                                        : planOfAnyKind(random);
        // Few keys concern what a replay alone knows.
        const auto idle = round % 8 == 0 ? std::optional<IdleShares>() : IdleShares{};
        const auto before = estimate(plan, builtinCatalog(), idle);
        if (!before)
            continue;
        const std::string text = reported(*before);
        std::erase_if(missing, [&](KeyPath path) {
            Plan changed = plan;
            if (!assign(changed, path, usefulValue(random, keyOf(path))).empty())
                return false;
            const auto after = estimate(changed, builtinCatalog(), idle);
            return after && differsFromDefault(changed, keyOf(path))
                && std::ranges::find(after->ignored, path) == after->ignored.end()
                && reported(*after) != text;
        });
    }
    QStringList without;
    for (const KeyPath path : missing)
        without << shown(path);
    QCOMPARE(without.join(u' '), QString());

    // The lists of the others hold.
    for (int round = 0; round < casesToTry(400); ++round) {
        const Plan plan = planOfAnyKind(random);
        const Key& key = keys()[random.below(keys().size())];
        Plan changed = plan;
        if ((!changesNothing(key.path) && !isAlwaysIgnored(key.path))
            || !assign(changed, key.path, usefulValue(random, key)).empty())
            continue;
        const auto before = estimate(plan, builtinCatalog(), IdleShares{});
        const auto after = estimate(changed, builtinCatalog(), IdleShares{});
        if (before && after) {
            QVERIFY2(before->answer.totals == after->answer.totals, key.path.text().data());
            QVERIFY2(!isAlwaysIgnored(key.path) || !differsFromDefault(changed, key)
                         || std::ranges::find(after->ignored, key.path) != after->ignored.end(),
                     key.path.text().data());
        }
    }
}

void TestMethods::linesAddUp_data()
{
    QTest::addColumn<MethodId>("method");
    for (const Method& method : methods())
        if (method.id != MethodId::Exact) // its groups are those of one moment
            QTest::newRow(nameOf(method.id).data()) << method.id;
}

void TestMethods::linesAddUp()
{
    QFETCH(MethodId, method);
    for (const char* id : {"llama-3.1-8b", "gpt-2-124m", "mixtral-8x7b", "deepseek-v3-r1-671b"})
        for (const std::int64_t stage : {0, 1, 2, 3})
            for (const Recompute kind : {Recompute::None, Recompute::Selective, Recompute::Full}) {
                if (method == MethodId::DeepSpeed && stage < 2)
                    continue;
                Plan plan;
                plan.method = method;
                plan.model = CatalogModel{id};
                plan.layout.zero = stage;
                plan.recipe.recompute = kind;
                const Estimate found = estimated(plan);
                GroupBytes sums;
                for (const Line& line : found.answer.ledger) {
                    QCOMPARE(line.bytes, line.each * line.count);
                    QVERIFY(!line.formula.empty() && !line.source.empty());
                    sums[line.group] += line.bytes;
                }
                QCOMPARE(sums, found.answer.totals.perGpu);
                QCOMPARE(sums.total(), found.answer.totals.total);
                QVERIFY(found.answer.totals.low <= found.answer.totals.total);
                QVERIFY(found.answer.totals.high >= found.answer.totals.total);
                QCOMPARE(groupOf(found, Group::Overhead), Bytes{0});
                const auto quick = highwater::totals(*prepare(plan, builtinCatalog()));
                QCOMPARE(quick->total, found.answer.totals.total);
            }
}

void TestMethods::uncountable_data()
{
    QTest::addColumn<MethodId>("method");
    QTest::addColumn<std::int64_t>("ranks");
    for (const Method& method : methods())
        if (methodReads(method, "workload.context"))
            QTest::newRow(nameOf(method.id).data()) << method.id << std::int64_t{1};
    // A total too large to count stays too large when it is shared out.
    QTest::newRow("lecture-zero, shared out") << MethodId::LectureZero << std::int64_t{8};
    QTest::newRow("transformer-math, shared out") << MethodId::TransformerMath << std::int64_t{8};
}

void TestMethods::uncountable()
{
    QFETCH(MethodId, method);
    QFETCH(std::int64_t, ranks);
    Plan plan = bare(llama(1 << 20, 64, 1024, 1024, 1 << 20, 256));
    plan.method = method;
    plan.workload.context = 16'777'216;
    plan.workload.microBatch = 65'536;
    plan.cluster.gpus = ranks;
    plan.layout.tensor = ranks;
    const auto found = estimate(plan, builtinCatalog());
    QVERIFY2(!found, found ? std::to_string(found->answer.totals.total).c_str() : "");
    QCOMPARE(shown(found.problems().front().field), shown(KeyPath("model.custom.hidden_size")));
}

/// A formula for training one model gives no answer to a job of several, but does to plain
/// fine-tuning.
void TestMethods::jobsAreNotCounted_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("says");
    QTest::newRow("tuning is training") << "sft"
                                        << "";
    QTest::newRow("pairs and a reference") << "dpo"
                                           << "a reference, and a pair";
    QTest::newRow("a reference") << "kto"
                                 << "counts: a reference";
    QTest::newRow("a head of one value") << "reward"
                                         << "a head of one value";
    QTest::newRow("an engine") << "grpo"
                               << "counts: an engine";
    QTest::newRow("a critic") << "ppo"
                              << "other models";
    QTest::newRow("a teacher") << "distill"
                               << "counts: a teacher";
}

void TestMethods::jobsAreNotCounted()
{
    QFETCH(QString, kind);
    QFETCH(QString, says);
    const QByteArray job = kind.toUtf8();
    const auto found = byEveryMethod(planWith({{"job.kind", job.constData()}}), builtinCatalog());
    QVERIFY2(found, qPrintable(whyNot(found)));
    QVERIFY(found->answers.front().estimate); // the exact one
    const auto plain = byEveryMethod(Plan(), builtinCatalog());
    for (std::size_t i = 1; i < found->answers.size(); ++i) {
        const bool answers = says.isEmpty() && plain->answers[i].estimate;
        QCOMPARE(static_cast<bool>(found->answers[i].estimate), answers);
        QVERIFY(says.isEmpty() || whyNot(found->answers[i].estimate).contains(says));
    }
}

void TestMethods::methodsSayWhatIsWrong()
{
    for (const Method& method : methods()) {
        QCOMPARE(&methodOf(method.id), &method);
        QVERIFY(!std::string_view(method.name).empty());
        QCOMPARE(std::string_view(method.flaw).empty(), method.id == MethodId::Exact);
    }
}

QTEST_APPLESS_MAIN(TestMethods)
#include "test_methods.moc"
