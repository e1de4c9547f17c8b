// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Remedies of a plan that does not fit: each leads to the totals that it promises.
#include "core/catalog/catalog.h"
#include "core/explore/advise.h"
#include "core/ledger/resolve.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"
#include "random_plan.h"

#include <QTest>

#include <functional>

using namespace highwater;

namespace {

Plan planOf(const char* model, std::int64_t gpus, std::int64_t zero, std::int64_t context)
{
    Plan plan;
    plan.model = CatalogModel{model};
    plan.cluster.gpus = gpus;
    plan.layout.zero = zero;
    plan.workload.context = context;
    return plan;
}

std::vector<Remedy> remediesOf(const Plan& plan)
{
    const auto found = advise(plan, builtinCatalog());
    return found ? *found : std::vector<Remedy>();
}

bool isOfTheBatch(const Change& change)
{
    return change.key == "workload.global_batch";
}

/// The number of changes that a person makes; that of the global batch follows from them.
std::ptrdiff_t settingCount(const Remedy& remedy)
{
    return std::ranges::count_if(remedy.changes, std::not_fn(isOfTheBatch));
}

/// The change of this key that is offered by itself.
std::optional<Change> change(const std::vector<Remedy>& remedies, KeyPath key)
{
    for (const Remedy& remedy : remedies)
        if (settingCount(remedy) == 1 && remedy.changes.front().key == key)
            return remedy.changes.front();
    return std::nullopt;
}

/// Sequences of one step.
std::int64_t batchOf(const Plan& plan)
{
    const auto resolved = resolve(plan, builtinCatalog());
    return resolved
        ? resolved->microBatches * resolved->workload.microBatch * resolved->dataParallel
        : 0;
}

/// The numbers that a label says, without the thousands' commas.
bool says(const Text& label, std::int64_t number)
{
    return std::ranges::find(label.arguments, grouped(number)) != label.arguments.end();
}

bool isSetting(const Remedy& remedy)
{
    return remedy.price() < Price::Hardware;
}

} // namespace

class TestAdvise : public QObject
{
    Q_OBJECT

private slots:
    void aPlanThatFitsNeedsNone();
    void everyRemedyKeepsItsWord_data();
    void everyRemedyKeepsItsWord();
    void cheaperOnesComeFirst_data() { everyRemedyKeepsItsWord_data(); }
    void cheaperOnesComeFirst();
    void combinationsAppearWhereNoneIsEnough();
    void oneSettingThatIsEnoughNeedsNoCombination();
    void contextRanksAreAsFewAsWillDo();
    void tensorRanksWhereNothingSimplerIsEnough();
    void pipelinesWhereTheyHaveWork();
    void moreGpusHelpWhereSettingsDoNot();
    void aLargerCardIsTheSmallestThatHolds();
    void aTypedCapacityIsNotSwapped();
    void theHostsShortageIsMended();
    void nothingThatTheFrameworkLacks();
    void theGlobalBatchStays_data();
    void theGlobalBatchStays();
    void anyOfferKeepsItsWord();
    void costsDoNotContradict();
};

void TestAdvise::aPlanThatFitsNeedsNone()
{
    QVERIFY(remediesOf(planOf("llama-3.1-8b", 8, 3, 8192)).empty());
}

void TestAdvise::everyRemedyKeepsItsWord_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::newRow("8B unsharded, 32K") << planOf("llama-3.1-8b", 8, 0, 32768);
    QTest::newRow("8B, ZeRO-3, 32K") << planOf("llama-3.1-8b", 8, 3, 32768);
    QTest::newRow("70B on 16") << planOf("llama-3.1-70b", 16, 3, 8192);
    QTest::newRow("70B on 8, 32K") << planOf("llama-3.1-70b", 8, 3, 32768);
    QTest::newRow("405B on 512, 128K") << planOf("llama-3.1-405b", 512, 3, 131072);
    QTest::newRow("Mixtral on 8") << planOf("mixtral-8x7b", 8, 3, 4096);
    Plan batch = planOf("llama-3.1-8b", 8, 3, 8192);
    batch.workload.microBatch = 16;
    QTest::newRow("batch of 16") << batch;
    Plan lecture = planOf("llama-3.1-8b", 8, 0, 16384);
    lecture.method = MethodId::LectureZero;
    QTest::newRow("by the lecture") << lecture;
}

void TestAdvise::everyRemedyKeepsItsWord()
{
    QFETCH(const Plan, plan);
    const auto present = judge(plan, builtinCatalog());
    QVERIFY(present && !present->fits());
    for (const Remedy& remedy : remediesOf(plan)) {
        const auto changed = withChanges(plan, remedy.changes);
        QVERIFY(changed);
        const auto found = judge(*changed, builtinCatalog());
        QVERIFY(found);
        QCOMPARE(found->totals.total, remedy.totals.total);
        QCOMPARE(found->fits(), remedy.fits);
        QVERIFY(found->fits() || found->totals.total < present->totals.total);
    }
}

void TestAdvise::cheaperOnesComeFirst()
{
    QFETCH(const Plan, plan);
    const std::vector<Remedy> remedies = remediesOf(plan);
    QVERIFY(!remedies.empty());
    for (std::size_t i = 1; i < remedies.size(); ++i) {
        const Remedy& before = remedies[i - 1];
        const Remedy& after = remedies[i];
        QVERIFY(before.fits || !after.fits);
        if (before.fits == after.fits)
            QVERIFY(before.price() <= after.price());
    }
}

void TestAdvise::combinationsAppearWhereNoneIsEnough()
{
    // 70B on 16: 176 GiB over, and no single change saves as much.
    const std::vector<Remedy> remedies = remediesOf(planOf("llama-3.1-70b", 16, 3, 8192));
    const Remedy& first = remedies.front();
    QVERIFY(first.fits);
    QCOMPARE(settingCount(first), std::ptrdiff_t{2});
    QCOMPARE(first.changes[0].key, KeyPath("recipe.recompute"));
    QVERIFY(first.changes[0].value == Value(std::string("full")));
    QCOMPARE(first.changes[1].key, KeyPath("layout.tensor"));
    QVERIFY(first.changes[1].value == Value(std::int64_t{8}));
    QCOMPARE(nameOf(first.price()), nameOf(Price::Compute));
}

void TestAdvise::oneSettingThatIsEnoughNeedsNoCombination()
{
    const std::vector<Remedy> remedies = remediesOf(planOf("llama-3.1-8b", 8, 3, 32768));
    QVERIFY(std::ranges::any_of(
        remedies, [](const Remedy& remedy) { return remedy.fits && isSetting(remedy); }));
    for (const Remedy& remedy : remedies)
        QCOMPARE(settingCount(remedy), std::ptrdiff_t{1});
}

void TestAdvise::contextRanksAreAsFewAsWillDo()
{
    const Plan plan = planOf("llama-3.1-8b", 8, 3, 32768);
    const auto offered = change(remediesOf(plan), "layout.context");
    QVERIFY(offered);
    QVERIFY(offered->value == Value(std::int64_t{4}));
    Plan fewer = plan;
    fewer.layout.context = 2;
    QVERIFY(!judge(fewer, builtinCatalog())->fits());
}

void TestAdvise::tensorRanksWhereNothingSimplerIsEnough()
{
    // 8B unsharded at 32K: no other single setting holds it.
    const std::vector<Remedy> remedies = remediesOf(planOf("llama-3.1-8b", 8, 0, 32768));
    QVERIFY(remedies.front().fits);
    QCOMPARE(remedies.front().changes.front().key, KeyPath("layout.tensor"));
    QVERIFY(remedies.front().changes.front().value == Value(std::int64_t{8}));
    QVERIFY(!change(remediesOf(planOf("llama-3.1-8b", 8, 3, 32768)), "layout.tensor"));

    // No more than a node has, and none where the heads do not divide.
    Plan plan = planOf("llama-3.1-70b", 64, 3, 32768);
    plan.cluster.gpusPerNode = 4;
    plan.recipe.recompute = Recompute::None;
    if (const auto offered = change(remediesOf(plan), "layout.tensor"))
        QVERIFY(std::get<std::int64_t>(offered->value) <= 4);
    CustomModel odd; // 7 heads
    odd.hiddenSize = 7 * 1024;
    odd.numLayers = 64;
    odd.numHeads = odd.numKvHeads = 7;
    odd.intermediateSize = 4 * 7 * 1024;
    odd.vocabSize = 50000;
    plan = planOf("llama-3.1-70b", 8, 0, 8192);
    plan.model = odd;
    QVERIFY(!change(remediesOf(plan), "layout.tensor"));
}

void TestAdvise::pipelinesWhereTheyHaveWork()
{
    Plan plan = planOf("mixtral-8x7b", 8, 1, 8192);
    plan.cluster.gpusPerNode = 1; // so that no tensor rank is to be had
    QVERIFY(!judge(plan, builtinCatalog())->fits());
    QVERIFY(!change(remediesOf(plan), "layout.pipeline")); // one micro-batch
    plan.workload.globalBatch = 64;
    QVERIFY(change(remediesOf(plan), "layout.pipeline"));
    plan.layout.zero = 2;
    QVERIFY(!change(remediesOf(plan), "layout.pipeline"));
}

void TestAdvise::moreGpusHelpWhereSettingsDoNot()
{
    // 70B on 8: its states alone take 131 GiB a GPU, and at 32K GPUs alone leave the activations.
    const Plan plan = planOf("llama-3.1-70b", 8, 3, 32768);
    const std::vector<Remedy> remedies = remediesOf(plan);
    const Remedy& first = remedies.front();
    QVERIFY(first.fits);
    const auto gpus = std::ranges::find(first.changes, KeyPath("cluster.gpus"), &Change::key);
    QVERIFY(gpus != first.changes.end());
    QVERIFY(settingCount(first) >= 2);
    const auto wanted = std::get<std::int64_t>(gpus->value);
    QCOMPARE(wanted % 8, std::int64_t{0});
    QVERIFY(says(gpus->label, wanted) && says(gpus->label, 8)); // "24 GPUs in all (now 8)"
    // No fewer GPUs would do with the same settings.
    Remedy fewer = first;
    std::erase_if(fewer.changes, isOfTheBatch);
    std::ranges::find(fewer.changes, KeyPath("cluster.gpus"), &Change::key)->value = wanted - 8;
    const auto judged = judge(*withChanges(plan, fewer.changes), builtinCatalog());
    QVERIFY(judged && !judged->fits());
}

void TestAdvise::aLargerCardIsTheSmallestThatHolds()
{
    const Plan plan = planOf("llama-3.1-8b", 8, 1, 8192); // 90.64 GiB
    const std::vector<Remedy> remedies = remediesOf(plan);
    const auto card = std::ranges::find_if(remedies, [](const Remedy& remedy) {
        return remedy.changes.front().key == "cluster.device";
    });
    QVERIFY(card != remedies.end());
    QVERIFY(card->fits);
    const Device* chosen
        = builtinCatalog().device(std::get<std::string>(card->changes.front().value));
    const Device* present = builtinCatalog().device(plan.cluster.device);
    QVERIFY(chosen && present);
    QCOMPARE(chosen->vendor, present->vendor);
    for (const Device& other : builtinCatalog().devices()) {
        if (other.vendor != present->vendor || !other.reportedMib
            || other.capacityBytes() >= chosen->capacityBytes())
            continue;
        Plan on = plan;
        on.cluster.device = other.id;
        QVERIFY2(!judge(on, builtinCatalog())->fits(), other.id.c_str());
    }
}

void TestAdvise::aTypedCapacityIsNotSwapped()
{
    Plan plan = planOf("llama-3.1-8b", 8, 3, 8192);
    plan.cluster.capacity = Bytes{40} << 30;
    for (const Remedy& remedy : remediesOf(plan))
        for (const Change& change : remedy.changes)
            QVERIFY(change.key != "cluster.device");
}

void TestAdvise::theHostsShortageIsMended()
{
    Plan plan = planOf("llama-3.1-8b", 8, 3, 16384);
    plan.layout.offloadOptimizer = Offload::Cpu;
    plan.cluster.hostMemory = 1'000'000'000;
    const auto present = judge(plan, builtinCatalog());
    QVERIFY(present && present->hostIsOver());
    const std::vector<Remedy> remedies = remediesOf(plan);
    // The optimizer's state back on the GPU, and full recomputation or the like to make room.
    QVERIFY(remedies.front().fits);
    QCOMPARE(settingCount(remedies.front()), std::ptrdiff_t{2});
    QVERIFY(change(remedies, "layout.offload_optimizer"));
    QVERIFY(change(remedies, "cluster.host_memory"));
    for (const Remedy& remedy : remedies) {
        const auto changed = judge(*withChanges(plan, remedy.changes), builtinCatalog());
        QVERIFY(changed);
        QCOMPARE(changed->fits(), remedy.fits);
        QVERIFY(changed->hostShortage() <= present->hostShortage());
        QVERIFY(!remedy.fits || !changed->hostIsOver());
    }
}

void TestAdvise::nothingThatTheFrameworkLacks()
{
    Plan plan = planOf("llama-3.1-70b", 16, 0, 8192);
    plan.recipe.framework = Framework::LitGpt;
    plan.workload.globalBatch = 64;
    const std::vector<Remedy> remedies = remediesOf(plan);
    QVERIFY(!remedies.empty());
    for (const Remedy& remedy : remedies)
        for (const Change& one : remedy.changes) {
            QVERIFY(one.key != "layout.tensor" && one.key != "layout.pipeline"
                    && one.key != "layout.context");
            QVERIFY(one.value != Value(std::string("selective")));
            QVERIFY(one.key != "layout.zero" || one.value != Value(std::int64_t{1}));
        }
}

void TestAdvise::theGlobalBatchStays_data()
{
    QTest::addColumn<Plan>("plan");
    Plan tensor = planOf("llama-3.1-70b", 16, 3, 8192); // "Recompute every layer + Tensor parallel"
    QTest::newRow("left open") << tensor;
    tensor.workload.globalBatch = 128;
    QTest::newRow("written") << tensor;
    Plan batch = planOf("llama-3.1-8b", 8, 3, 8192);
    batch.workload.microBatch = 16;
    QTest::newRow("a large micro-batch") << batch;
    batch.workload.globalBatch = 100; // 16 sequences on 8 ranks are run as 128
    QTest::newRow("a batch that does not divide") << batch;
    QTest::newRow("more GPUs") << planOf("llama-3.1-70b", 8, 3, 32768);
}

void TestAdvise::theGlobalBatchStays()
{
    QFETCH(const Plan, plan);
    const std::int64_t before = batchOf(plan);
    const std::vector<Remedy> remedies = remediesOf(plan);
    QVERIFY(!remedies.empty());
    for (const Remedy& remedy : remedies) {
        const Plan changed = *withChanges(plan, remedy.changes);
        const std::int64_t after = batchOf(changed);
        const auto said = std::ranges::find_if(remedy.changes, isOfTheBatch);
        if (after != before) {
            QVERIFY(said != remedy.changes.end());
            QVERIFY(says(said->label, after) && says(said->label, before));
            QCOMPARE(nameOf(remedy.price()), nameOf(Price::Run));
        }
        // A micro-batch that is smaller comes to the same batch in more steps.
        if (remedy.changes.front().key == "workload.micro_batch")
            QCOMPARE(after, before);
    }
}

void TestAdvise::anyOfferKeepsItsWord()
{
    Random random(20260711);
    int offers = 0, batches = 0;
    for (int i = 0; i < 120; ++i) {
        Plan plan = randomPlan(random);
        if (i % 10 != 0) // a replay of the allocator takes long
            plan.cluster.overhead = Overhead::None;
        plan.workload.context = std::min<std::int64_t>(plan.workload.context * 16, 1 << 20);
        const auto present = judge(plan, builtinCatalog());
        if (!present || present->fits())
            continue;
        const std::int64_t before = batchOf(plan);
        for (const Remedy& remedy : remediesOf(plan)) {
            const auto changed = withChanges(plan, remedy.changes);
            QVERIFY(changed);
            const auto found = judge(*changed, builtinCatalog());
            QVERIFY(found);
            QCOMPARE(found->totals.total, remedy.totals.total);
            QCOMPARE(found->fits(), remedy.fits);
            ++offers;
            if (!reads(*findMethod(plan.method), "workload.global_batch")
                || batchOf(*changed) == before)
                continue;
            const auto said = std::ranges::find_if(remedy.changes, isOfTheBatch);
            QVERIFY(said != remedy.changes.end());
            QVERIFY(says(said->label, batchOf(*changed)) && says(said->label, before));
            ++batches;
        }
    }
    QVERIFY(offers > 50);
    QVERIFY(batches > 0); // or the property would hold of nothing
}

void TestAdvise::costsDoNotContradict()
{
    const Text none{"no cost"};
    Remedy remedy{{{"recipe.loss", std::string("chunked"), {"Chunked loss"}, none, Price::Nothing},
                   {"layout.tensor",
                    std::int64_t{8},
                    {"Tensor parallel 8"},
                    {"traffic in each layer"},
                    Price::Traffic}},
                  {},
                  true};
    QCOMPARE(remedy.costs(), std::vector<Text>{{"traffic in each layer"}});
    remedy.changes.pop_back();
    QCOMPARE(remedy.costs(), std::vector<Text>{none});
}

QTEST_APPLESS_MAIN(TestAdvise)
#include "test_advise.moc"
