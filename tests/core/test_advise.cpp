// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Remedies of a plan that does not fit: each leads to the totals that it promises.
#include "core/catalog/catalog.h"
#include "core/explore/advise.h"
#include "core/methods/method.h"

#include <QTest>

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

/// The change of this key that is offered by itself.
std::optional<Change> change(const std::vector<Remedy>& remedies, KeyPath key)
{
    for (const Remedy& remedy : remedies)
        if (remedy.changes.size() == 1 && remedy.changes.front().key == key)
            return remedy.changes.front();
    return std::nullopt;
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
    QCOMPARE(first.changes.size(), std::size_t{2});
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
        QCOMPARE(remedy.changes.size(), std::size_t{1});
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
    QCOMPARE(first.changes.back().key, KeyPath("cluster.gpus"));
    QVERIFY(first.changes.size() >= 2);
    QCOMPARE(std::get<std::int64_t>(first.changes.back().value) % 8, std::int64_t{0});
    // No fewer GPUs would do with the same settings.
    Remedy fewer = first;
    fewer.changes.back().value = std::get<std::int64_t>(first.changes.back().value) - 8;
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
    QCOMPARE(remedies.front().changes.size(), std::size_t{2});
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

QTEST_APPLESS_MAIN(TestAdvise)
#include "test_advise.moc"
