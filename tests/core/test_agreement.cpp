// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/exact.h"
#include "core/answer/replay.h"
#include "core/exchange/presets.h"
#include "core/exchange/share_code.h"
#include "helpers.h"
#include "random_plan.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace highwater;

namespace {

/// The difference of one stage's replay from its ledger.
struct Difference
{
    double percent; ///< of the ledger's bytes
    std::string plan; ///< and stage
    std::string code; ///< by which to open it
};

using Differences = std::vector<Difference>;

/// Compares every stage of a plan that can be replayed.
Differences differencesOf(const Resolved& plan, const std::string& name, const Plan& asked)
{
    AllocatorSettings roomy;
    roomy.limit = Bytes{1} << 60;
    Differences differences;
    for (const Stage& stage : plan.stages)
        if (const auto found = replayOf(plan, stage, roomy, {})) {
            const auto counted = static_cast<double>(exactTotals(plan, stage).allocated);
            const double percent = (static_cast<double>(found->allocated) / counted - 1) * 100;
            differences.push_back({percent, name + ", stage " + std::to_string(stage.layers.index),
                                   shareCode(asked)});
        }
    return differences;
}

/// A plan without idle shares, which a replay finds.
std::optional<Resolved> resolvedOf(const Plan& plan)
{
    auto resolved = resolve(plan, builtinCatalog());
    if (!resolved)
        return std::nullopt;
    resolved->replays = false;
    return *std::move(resolved);
}

std::size_t countOver(const Differences& differences, double percent)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        differences, [&](const Difference& each) { return std::abs(each.percent) > percent; }));
}

bool isCloser(const Difference& left, const Difference& right)
{
    return std::abs(left.percent) < std::abs(right.percent);
}

/// Prints a line of the table of differences; returns the worst, in percent.
double print(const std::string& name, Differences differences)
{
    if (differences.empty())
        return 0;
    std::ranges::sort(differences, isCloser);
    const Difference& worst = differences.back();
    qInfo("%-28s %5zu %9.3f %9.3f %7zu %6zu %6zu   %s", name.c_str(), differences.size(),
          std::abs(differences[differences.size() / 2].percent), worst.percent,
          countOver(differences, 0.1), countOver(differences, 1), countOver(differences, 2),
          worst.plan.c_str());
    if (std::abs(worst.percent) > 10)
        qInfo("%s", worst.code.c_str());
    return std::abs(worst.percent);
}

void printHead()
{
    qInfo("%-28s %5s %9s %9s %7s %6s %6s   %s", "difference in percent", "", "median", "worst",
          "> 0.1", "> 1", "> 2", "the worst");
}

/// A catalogue's model under any framework, in any layout. It may have no estimate.
Plan drawnPlan(Random& random)
{
    const auto models = builtinCatalog().models();
    Plan plan;
    plan.model = CatalogModel{models[random.below(models.size())].id};
    plan.cluster.overhead = Overhead::None;
    plan.workload.context = 512 * random.from(1, 32);
    plan.workload.microBatch = random.power(2);
    Layout& layout = plan.layout;
    layout.tensor = random.coin() ? 1 : random.power(3);
    layout.context = random.below(4) == 0 ? 2 : 1;
    layout.pipeline = random.coin() ? 1 : random.power(2);
    layout.expert = random.coin() ? 1 : random.power(3);
    layout.zero = random.from(0, 3);
    layout.sequenceParallel = random.coin();
    const std::int64_t copies = random.power(4);
    plan.cluster.gpus = layout.tensor * layout.context * layout.pipeline * copies;
    plan.workload.globalBatch = plan.workload.microBatch * copies * random.from(1, 8);
    Recipe& recipe = plan.recipe;
    recipe.framework = anyOf<Framework>(random);
    recipe.recompute = anyOf<Recompute>(random);
    recipe.kernels = anyOf<Kernels>(random);
    recipe.attention = random.below(4) == 0 ? Attention::Eager : Attention::Flash;
    if (random.coin())
        recipe.loss = anyOf<Loss>(random);
    if (random.below(4) == 0) {
        plan.adapter.kind = random.coin() ? AdapterKind::Lora : AdapterKind::Qlora;
        plan.adapter.rank = random.power(6);
    }
    return plan;
}

std::string kindOf(const Resolved& plan)
{
    return !plan.trainsAll() ? "adapters" : plan.shape.experts > 0 ? "experts" : "dense";
}

} // namespace

/// A replay allocates the tensors that the ledger counts: what the allocator reserves beyond them
/// is idle.
class TestAgreement : public QObject
{
    Q_OBJECT

private slots:
    void presetsAsCounted();
    void randomPlansAsCounted();
    void layersAreAlikeInAllStages();
};

void TestAgreement::presetsAsCounted()
{
    constexpr double limit = 0.1; // percent
    // Where a layer's output stays beside the gradients that flow back, the replay has one more
    // hidden tensor than the moments.
    constexpr double limitOfUnsloth = 0.9;
    // The ledger counts the most weights that stage 3 of DeepSpeed may gather and a bucket's copy
    // in every layer; the replay gathers what the engine's order of modules asks for, frees it when
    // the GPU is done with it, and copies a bucket that is full.
    constexpr double limitOfGathering = 19;
    Differences all, unsloth, gathering;
    const auto add = [&](const Plan& plan, const std::string& name) {
        const auto resolved = resolvedOf(plan);
        QVERIFY2(resolved, name.c_str());
        const Differences found = differencesOf(*resolved, name, plan);
        QCOMPARE(found.size(), resolved->stages.size());
        const bool gathers = resolved->usesDeepSpeed() && resolved->gathersWeights();
        Differences& into = gathers                       ? gathering
            : plan.recipe.framework == Framework::Unsloth ? unsloth
                                                          : all;
        into.insert(into.end(), found.begin(), found.end());
    };
    for (const Preset& preset : presets()) {
        if (preset.plan.workload.task != Task::Train || preset.plan.job.kind)
            continue;
        add(preset.plan, preset.file);
        if (preset.plan.adapter.kind == AdapterKind::None)
            continue;
        Plan plan = preset.plan; // the gradients are then reduced in buckets
        plan.cluster.gpus = 2 * plan.layout.tensor;
        plan.layout.zero = 0;
        add(plan, preset.file + " on two GPUs");
    }
    printHead();
    QVERIFY(print("presets", all) < limit);
    QVERIFY(print("presets of Unsloth", unsloth) < limitOfUnsloth);
    QVERIFY(print("presets that gather", gathering) < limitOfGathering);
    QVERIFY(all.size() > 50);
}

void TestAgreement::randomPlansAsCounted()
{
    constexpr double limit = 15; // percent
    // Known gaps. The replay makes no gradient of weights outside the layers that are neither
    // embedding nor head, which Gemma 3n's embeddings of each layer are. litgpt's worst difference
    // is as large as the 16-bit logits.
    constexpr double limitOfGaps = 20;
    Random random(41);
    Differences all, gaps;
    std::map<std::string, Differences> parts;
    for (int i = 0; i < casesToTry(1500); ++i) {
        const Plan plan = drawnPlan(random);
        const auto resolved = resolvedOf(plan);
        if (!resolved)
            continue;
        const std::string framework(nameOf(plan.recipe.framework));
        const std::string name
            = std::to_string(i) + ": " + std::get<CatalogModel>(plan.model).id + ", " + framework;
        const Differences found = differencesOf(*resolved, name, plan);
        const bool isGap = plan.recipe.framework == Framework::LitGpt
            || 10 * resolved->shape.extraFinal > static_cast<std::int64_t>(resolved->parameters());
        for (Differences* into :
             {isGap ? &gaps : &all, &parts[kindOf(*resolved)], &parts["of " + framework]})
            into->insert(into->end(), found.begin(), found.end());
    }
    printHead();
    for (const auto& [part, differences] : parts)
        print(part, differences);
    QVERIFY(print("random plans", all) < limit);
    QVERIFY(print("random plans with a known gap", gaps) < limitOfGaps);
    QVERIFY(all.size() > static_cast<std::size_t>(casesToTry(300)));
}

/// The sums of a plan's stages take these bytes from the first one.
void TestAgreement::layersAreAlikeInAllStages()
{
    const auto bytesOfLayers = [](const Stage& stage) {
        std::vector<Bytes> bytes;
        for (const Stage::Range& range : stage.ofLayers)
            for (std::size_t i = range.first; i < range.end; ++i)
                bytes.push_back(bytesOf(stage.terms[i].each, stage.symbols));
        return bytes;
    };
    Random random(42);
    int compared = 0;
    for (int i = 0; i < casesToTry(1500); ++i) {
        const auto resolved = resolvedOf(drawnPlan(random));
        if (!resolved || resolved->stages.size() < 2)
            continue;
        const std::vector<Bytes> first = bytesOfLayers(resolved->stages.front());
        QVERIFY(!first.empty());
        for (const Stage& stage : resolved->stages)
            QCOMPARE(bytesOfLayers(stage), first);
        // Listed by itself, the last stage has them as well.
        const Stage last = stageAt(*resolved, resolved->layout.pipeline - 1);
        QCOMPARE(bytesOfLayers(last), first);
        ++compared;
    }
    QVERIFY(compared > casesToTry(100));
}

QTEST_APPLESS_MAIN(TestAgreement)
#include "test_agreement.moc"
