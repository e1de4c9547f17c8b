// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Suggestions of a plan that does not fit: each leads to the totals that it promises.
#include "core/catalog/catalog.h"
#include "core/explore/advise.h"
#include "core/explore/layer_savings.h"
#include "core/ledger/resolve.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"
#include "core/time/time_answer.h"
#include "random_plan.h"

#include <QTest>

#include <cmath>
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

std::vector<Suggestion> suggestionsOf(const Plan& plan)
{
    const auto found = advise(plan, builtinCatalog());
    return found ? *found : std::vector<Suggestion>();
}

bool isOfTheBatch(const Change& change)
{
    return change.key == "workload.global_batch";
}

/// The number of changes that a person makes; that of the global batch follows from them.
std::ptrdiff_t settingCount(const Suggestion& suggestion)
{
    return std::ranges::count_if(suggestion.changes, std::not_fn(isOfTheBatch));
}

/// The change of this key that is offered alone.
std::optional<Change> change(const std::vector<Suggestion>& suggestions, KeyPath key)
{
    for (const Suggestion& suggestion : suggestions)
        if (settingCount(suggestion) == 1 && suggestion.changes.front().key == key)
            return suggestion.changes.front();
    return std::nullopt;
}

/// Whether one of the suggestions moves tensors to the host.
bool offloads(const std::vector<Suggestion>& suggestions)
{
    return std::ranges::any_of(suggestions, [](const Suggestion& suggestion) {
        return std::ranges::any_of(suggestion.changes, [](const Change& one) {
            return std::string_view(one.key.text()).starts_with("layout.offload");
        });
    });
}

/// The ratio of times that a suggestion shows: within half a percent it is the same time.
double toldTime(const Suggestion& suggestion)
{
    return std::abs(*suggestion.slowdown - 1) < 0.005 ? 1 : *suggestion.slowdown;
}

/// Sequences of one step.
std::int64_t batchOf(const Plan& plan)
{
    const auto resolved = resolve(plan, builtinCatalog());
    return resolved ? resolved->stepSequences() : 0;
}

/// The numbers that a label says, without the thousands' commas.
bool says(const Text& label, std::int64_t number)
{
    return std::ranges::find(label.arguments, grouped(number)) != label.arguments.end();
}

bool isSetting(const Suggestion& suggestion)
{
    return suggestion.price() < Price::Method;
}

/// "recipe.loss=chunked adapter.upcast=false": the changes of a suggestion, sorted
std::string settingsOf(const Suggestion& suggestion)
{
    std::vector<std::string> settings;
    for (const Change& change : suggestion.changes)
        settings.push_back(std::string(change.key.text()) + "=" + settingText(change.value));
    std::ranges::sort(settings);
    return joined(settings, " ");
}

/// Warnings that a setting is counted otherwise than it is, or that something does not divide.
std::vector<std::string> misfitsOf(const Resolved& plan)
{
    std::vector<std::string> misfits;
    for (const Warning& warning : plan.warnings) {
        const std::string text = english(warning.message);
        for (const char* words : {"counted as", "not divide", "not split", "which is counted"})
            if (text.find(words) != std::string::npos)
                misfits.push_back(warning.field + ": " + warning.message.id);
    }
    return misfits;
}

/// Whether all changes are about what the layers keep, and so one choice.
bool isOneSaving(const Suggestion& suggestion)
{
    return std::ranges::all_of(suggestion.changes, [](const Change& change) {
        return std::ranges::find(savingKeys, change.key) != savingKeys.end();
    });
}

/// A misfit of the changed plan that is not known of the plan; empty: none. Some layers are
/// recomputed by lines in a script where the framework has no setting for it, which is said.
std::string newMisfit(const std::vector<std::string>& known, const Resolved& changed)
{
    for (const std::string& misfit : misfitsOf(changed))
        if (std::ranges::find(known, misfit) == known.end()
            && !misfit.starts_with("recipe.recompute_method: "))
            return misfit;
    return {};
}

} // namespace

class TestAdvise : public QObject
{
    Q_OBJECT

private slots:
    void aPlanThatFitsNeedsNone();
    void noOffloadWithinOnePool();
    void everySuggestionKeepsItsWord_data();
    void everySuggestionKeepsItsWord();
    void cheaperOnesComeFirst_data() { everySuggestionKeepsItsWord_data(); }
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
    void theStepTimeIsThatOfTheChangedPlan_data() { everySuggestionKeepsItsWord_data(); }
    void theStepTimeIsThatOfTheChangedPlan();
    void withoutRatesTheWordsStay();
    void utilisationHidesNoCost();
    void heldCases_data();
    void heldCases();
    void aBaseOf32Bits();
    void theCombinationThatPeopleKnow_data();
    void theCombinationThatPeopleKnow();
    void nothingBeyondReason_data();
    void nothingBeyondReason();
    void theMemoryOfAUsualHost();
    void offloadNeedsTheHost();
    void adaptersWhereSettingsAreNotEnough();
    void pagedOptimizers();
    void fusedSteps();
    void chunkedLogits();
    void logitsOfOtherJobs_data();
    void logitsOfOtherJobs();
    void servedPlans_data();
    void servedPlans();
    void layersAndFilesOfLlamaCpp();
    void fewerSequencesOfAServer();
    void aMovingHandGetsTheSameSingleOffers();
    void costsDoNotContradict();
};

void TestAdvise::aPlanThatFitsNeedsNone()
{
    QVERIFY(suggestionsOf(planOf("llama-3.1-8b", 8, 3, 8192)).empty());
}

/// A host that shares the device's memory has no room for what the device lacks; no advice gives a
/// machine another's built-in device either.
void TestAdvise::noOffloadWithinOnePool()
{
    Plan plan = planOf("llama-3.1-8b", 1, 0, 8192);
    QVERIFY(offloads(suggestionsOf(plan)));
    for (const Suggestion& suggestion : suggestionsOf(plan))
        for (const Change& one : suggestion.changes)
            if (const auto* id = std::get_if<std::string>(&one.value);
                id && one.key == "cluster.device")
                QVERIFY(!builtinCatalog().device(*id)->isBuiltIn());
    plan.cluster.device = "gb10-dgx-spark-128gb";
    QVERIFY(!suggestionsOf(plan).empty());
    QVERIFY(!offloads(suggestionsOf(plan)));
}

void TestAdvise::everySuggestionKeepsItsWord_data()
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

void TestAdvise::everySuggestionKeepsItsWord()
{
    QFETCH(const Plan, plan);
    const auto resolved = prepare(plan, builtinCatalog());
    QVERIFY(resolved);
    const auto present = judge(*resolved);
    QVERIFY(present && !present->fits());
    const auto known = misfitsOf(*resolved);
    for (const Suggestion& suggestion : suggestionsOf(plan)) {
        const auto changed = prepare(*withChanges(plan, suggestion.changes), builtinCatalog());
        QVERIFY(changed);
        const auto found = judge(*changed);
        QVERIFY(found);
        QCOMPARE(found->totals.total, suggestion.totals.total);
        QCOMPARE(found->fits(), suggestion.fits);
        QVERIFY(found->fits() || found->totals.total < present->totals.total);
        QCOMPARE(newMisfit(known, *changed), std::string());
    }
}

void TestAdvise::cheaperOnesComeFirst()
{
    QFETCH(const Plan, plan);
    const std::vector<Suggestion> suggestions = suggestionsOf(plan);
    QVERIFY(!suggestions.empty());
    const auto rank
        = [](const Suggestion& suggestion) { // of what costs time alone, and of the others
              const bool isSlow = suggestion.slowdown.value_or(1) > 1.5;
              return std::max(suggestion.price(), isSlow ? Price::Precision : Price::Compute);
          };
    const auto usesHost
        = [](const Suggestion& suggestion) { return suggestion.hostPerNode > 16 * gib; };
    for (std::size_t i = 1; i < suggestions.size(); ++i) {
        const Suggestion& before = suggestions[i - 1];
        const Suggestion& after = suggestions[i];
        QVERIFY(before.fits || !after.fits);
        if (before.fits != after.fits)
            continue;
        QVERIFY(before.needsLargeHost <= after.needsLargeHost);
        if (before.needsLargeHost != after.needsLargeHost)
            continue;
        QVERIFY(rank(before) <= rank(after));
        if (rank(before) != rank(after))
            continue;
        QVERIFY(usesHost(before) <= usesHost(after));
        if (usesHost(before) == usesHost(after) && before.slowdown && after.slowdown)
            QVERIFY(toldTime(before) <= toldTime(after));
    }
}

void TestAdvise::combinationsAppearWhereNoneIsEnough()
{
    // 70B on 16: 176 GiB over, and no single change saves as much.
    const std::vector<Suggestion> suggestions = suggestionsOf(planOf("llama-3.1-70b", 16, 3, 8192));
    QVERIFY(suggestions.front().fits);
    const auto isOf = [](const Suggestion& suggestion, const std::vector<KeyPath>& keys) {
        return suggestion.fits && std::ranges::all_of(keys, [&](KeyPath key) {
                   return std::ranges::find(suggestion.changes, key, &Change::key)
                       != suggestion.changes.end();
               });
    };
    int pairs = 0;
    for (const Suggestion& suggestion : suggestions)
        pairs += suggestion.fits && isSetting(suggestion) && settingCount(suggestion) == 2 ? 1 : 0;
    QCOMPARE(pairs, 3);
    // The list also has the fastest layout of the plan's GPUs, which keeps everything on them.
    QVERIFY(std::ranges::any_of(suggestions, [&](const Suggestion& suggestion) {
        return isOf(suggestion, {"layout.tensor", "layout.context", "recipe.recompute"})
            && suggestion.hostPerNode == 0;
    }));
}

void TestAdvise::oneSettingThatIsEnoughNeedsNoCombination()
{
    const std::vector<Suggestion> suggestions = suggestionsOf(planOf("llama-3.1-8b", 8, 3, 32768));
    QVERIFY(std::ranges::any_of(suggestions, [](const Suggestion& suggestion) {
        return suggestion.fits && isSetting(suggestion);
    }));
    for (const Suggestion& suggestion : suggestions)
        QVERIFY(settingCount(suggestion) == 1 || isOneSaving(suggestion));
}

void TestAdvise::contextRanksAreAsFewAsWillDo()
{
    const Plan plan = planOf("llama-3.1-8b", 8, 3, 32768);
    const auto offered = change(suggestionsOf(plan), "layout.context");
    QVERIFY(offered);
    QVERIFY(offered->value == Value(std::int64_t{4}));
    Plan fewer = plan;
    fewer.layout.context = 2;
    QVERIFY(!judge(fewer, builtinCatalog())->fits());
}

void TestAdvise::tensorRanksWhereNothingSimplerIsEnough()
{
    // 8B unsharded at 32K: with no other single setting does it fit.
    const std::vector<Suggestion> suggestions = suggestionsOf(planOf("llama-3.1-8b", 8, 0, 32768));
    QVERIFY(suggestions.front().fits);
    QCOMPARE(suggestions.front().changes.front().key, KeyPath("layout.tensor"));
    QCOMPARE(suggestions.front().changes.front().value, Value(std::int64_t{8}));
    QVERIFY(!change(suggestionsOf(planOf("llama-3.1-8b", 8, 3, 32768)), "layout.tensor"));

    // No more than a node has, and none where the heads do not divide.
    Plan plan = planOf("llama-3.1-70b", 64, 3, 32768);
    plan.cluster.gpusPerNode = 4;
    plan.recipe.recompute = Recompute::None;
    if (const auto offered = change(suggestionsOf(plan), "layout.tensor"))
        QVERIFY(std::get<std::int64_t>(offered->value) <= 4);
    CustomModel odd; // 7 heads
    odd.hiddenSize = 7 * 1024;
    odd.numLayers = 64;
    odd.numHeads = odd.numKvHeads = 7;
    odd.intermediateSize = 4 * 7 * 1024;
    odd.vocabSize = 50000;
    plan = planOf("llama-3.1-70b", 8, 0, 8192);
    plan.model = odd;
    QVERIFY(!change(suggestionsOf(plan), "layout.tensor"));
}

void TestAdvise::pipelinesWhereTheyHaveWork()
{
    Plan plan = planOf("mixtral-8x7b", 8, 1, 8192);
    plan.cluster.gpusPerNode = 1; // so that there can be no tensor ranks
    QVERIFY(!judge(plan, builtinCatalog())->fits());
    // Of 8 sequences each stage gets as many micro-batches as there are stages.
    QVERIFY(change(suggestionsOf(plan), "layout.pipeline"));
    plan.workload.globalBatch = 64;
    QVERIFY(change(suggestionsOf(plan), "layout.pipeline"));
    plan.layout.context = 8;
    plan.workload.globalBatch = 1; // one micro-batch
    QVERIFY(!change(suggestionsOf(plan), "layout.pipeline"));
    plan.layout.context = 1;
    plan.workload.globalBatch = 64;
    plan.layout.zero = 2;
    QVERIFY(!change(suggestionsOf(plan), "layout.pipeline"));
}

void TestAdvise::moreGpusHelpWhereSettingsDoNot()
{
    // 70B on 8: its states alone take 131 GiB a GPU, and at 32K GPUs alone leave the activations.
    const Plan plan = planOf("llama-3.1-70b", 8, 3, 32768);
    const std::vector<Suggestion> suggestions = suggestionsOf(plan);
    const auto found = std::ranges::find_if(suggestions, [](const Suggestion& suggestion) {
        return std::ranges::find(suggestion.changes, KeyPath("cluster.gpus"), &Change::key)
            != suggestion.changes.end();
    });
    QVERIFY(found != suggestions.end());
    const Suggestion& first = *found;
    QVERIFY(first.fits);
    const auto gpus = std::ranges::find(first.changes, KeyPath("cluster.gpus"), &Change::key);
    QVERIFY(settingCount(first) >= 2);
    const auto wanted = std::get<std::int64_t>(gpus->value);
    QCOMPARE(wanted % 8, std::int64_t{0});
    QVERIFY(says(gpus->label, wanted) && says(gpus->label, 8)); // "24 GPUs in all (now 8)"
    // Fewer GPUs are not enough with the same settings.
    Suggestion fewer = first;
    std::erase_if(fewer.changes, isOfTheBatch);
    std::ranges::find(fewer.changes, KeyPath("cluster.gpus"), &Change::key)->value = wanted - 8;
    const auto judged = judge(*withChanges(plan, fewer.changes), builtinCatalog());
    QVERIFY(judged && !judged->fits());
}

void TestAdvise::aLargerCardIsTheSmallestThatHolds()
{
    const Plan plan = planOf("llama-3.1-8b", 8, 1, 8192); // 90.64 GiB
    const std::vector<Suggestion> suggestions = suggestionsOf(plan);
    const auto card = std::ranges::find_if(suggestions, [](const Suggestion& suggestion) {
        return suggestion.changes.front().key == "cluster.device";
    });
    QVERIFY(card != suggestions.end());
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
    for (const Suggestion& suggestion : suggestionsOf(plan))
        for (const Change& change : suggestion.changes)
            QVERIFY(change.key != "cluster.device");
}

void TestAdvise::theHostsShortageIsMended()
{
    Plan plan = planOf("llama-3.1-8b", 8, 3, 16384);
    plan.layout.offloadOptimizer = Offload::Cpu;
    plan.cluster.hostMemory = 1'000'000'000;
    const auto present = judge(plan, builtinCatalog());
    QVERIFY(present && present->hostIsOver());
    const std::vector<Suggestion> suggestions = suggestionsOf(plan);
    // The optimizer's state back on the GPU, and full recomputation or the like to make room.
    QVERIFY(suggestions.front().fits);
    QCOMPARE(settingCount(suggestions.front()), std::ptrdiff_t{2});
    QVERIFY(change(suggestions, "layout.offload_optimizer"));
    QVERIFY(change(suggestions, "cluster.host_memory"));
    for (const Suggestion& suggestion : suggestions) {
        const auto changed = judge(*withChanges(plan, suggestion.changes), builtinCatalog());
        QVERIFY(changed);
        QCOMPARE(changed->fits(), suggestion.fits);
        QVERIFY(changed->hostShortage() <= present->hostShortage());
        QVERIFY(!suggestion.fits || !changed->hostIsOver());
    }
}

void TestAdvise::nothingThatTheFrameworkLacks()
{
    Plan plan = planOf("llama-3.1-70b", 16, 0, 8192);
    plan.recipe.framework = Framework::LitGpt;
    plan.workload.globalBatch = 64;
    const std::vector<Suggestion> suggestions = suggestionsOf(plan);
    QVERIFY(!suggestions.empty());
    for (const Suggestion& suggestion : suggestions)
        for (const Change& one : suggestion.changes) {
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
    batch.workload.globalBatch = 100; // a pass has 16 sequences on 8 ranks
    QTest::newRow("a batch that does not divide") << batch;
    Plan few = planOf("llama-3.1-70b", 64, 0, 8192); // a pass has 64
    few.workload.globalBatch = 16;
    QTest::newRow("a batch of less than a pass") << few;
    QTest::newRow("more GPUs") << planOf("llama-3.1-70b", 8, 3, 32768);
}

void TestAdvise::theGlobalBatchStays()
{
    QFETCH(const Plan, plan);
    const std::int64_t before = batchOf(plan);
    const Resolved present = *resolve(plan, builtinCatalog());
    const bool isFull = before % (present.workload.microBatch * present.dataParallel) == 0;
    const std::vector<Suggestion> suggestions = suggestionsOf(plan);
    QVERIFY(!suggestions.empty());
    for (const Suggestion& suggestion : suggestions) {
        const Plan changed = *withChanges(plan, suggestion.changes);
        const std::int64_t after = batchOf(changed);
        const auto said = std::ranges::find_if(suggestion.changes, isOfTheBatch);
        if (after != before) {
            QVERIFY(isFull); // else the plan's own passes are not
            QVERIFY(said != suggestion.changes.end());
            QVERIFY(says(said->label, after) && says(said->label, before));
            QCOMPARE(nameOf(suggestion.price()), nameOf(Price::Run));
        }
        // A micro-batch that is smaller comes to the same batch in more steps.
        if (suggestion.changes.front().key == "workload.micro_batch")
            QCOMPARE(after, before);
    }
}

void TestAdvise::anyOfferKeepsItsWord()
{
    Random random(20260711);
    int offers = 0, batches = 0;
    for (int i = 0; i < casesToTry(300); ++i) {
        Plan plan = randomPlan(random);
        if (i % 50 != 0) // a replay of the allocator takes long
            plan.cluster.overhead = Overhead::None;
        plan.workload.context = std::min<std::int64_t>(plan.workload.context * 16, 1 << 20);
        const auto resolved = prepare(plan, builtinCatalog());
        const auto present = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
        if (!present || present->fits())
            continue;
        const std::int64_t before = resolved->stepSequences();
        const auto known = misfitsOf(*resolved);
        for (const Suggestion& suggestion : suggestionsOf(plan)) {
            const auto with = withChanges(plan, suggestion.changes);
            QVERIFY(with);
            const auto changed = prepare(*with, builtinCatalog());
            QVERIFY(changed);
            const auto found = judge(*changed);
            QVERIFY(found);
            QCOMPARE(found->totals.total, suggestion.totals.total);
            QCOMPARE(found->fits(), suggestion.fits);
            const std::string misfit = newMisfit(known, *changed);
            QVERIFY2(misfit.empty(), (settingsOf(suggestion) + ": " + misfit).c_str());
            ++offers;
            const std::int64_t after = changed->stepSequences();
            if (!methodReads(methodOf(plan.method), "workload.global_batch") || after == before)
                continue;
            const auto said = std::ranges::find_if(suggestion.changes, isOfTheBatch);
            QVERIFY(said != suggestion.changes.end());
            QVERIFY(says(said->label, after) && says(said->label, before));
            ++batches;
        }
    }
    QVERIFY(offers > casesToTry(15));
    QVERIFY(batches > 0); // otherwise the test would check nothing
}

void TestAdvise::theStepTimeIsThatOfTheChangedPlan()
{
    QFETCH(const Plan, plan);
    const auto secondsOfAToken = [](const Plan& one) -> std::optional<double> {
        const auto found = estimate(one, builtinCatalog());
        const auto time = found ? timeOf(found->plan) : Result<TimeAnswer>(found.problems());
        return time ? std::optional(time->seconds / time->tokens) : std::nullopt;
    };
    const auto present = secondsOfAToken(plan);
    for (const Suggestion& suggestion : suggestionsOf(plan)) {
        const auto changed = secondsOfAToken(*withChanges(plan, suggestion.changes));
        QCOMPARE(suggestion.slowdown.has_value(), present && changed);
        if (suggestion.slowdown)
            QVERIFY(std::abs(*suggestion.slowdown - *changed / *present) < 1e-12);
    }
}

void TestAdvise::withoutRatesTheWordsStay()
{
    Plan plan = planOf("llama-3.1-8b", 8, 3, 32768);
    plan.cluster.device = "mlu590-80gb";
    const std::vector<Suggestion> suggestions = suggestionsOf(plan);
    const auto recompute = std::ranges::find_if(suggestions, [](const Suggestion& suggestion) {
        return suggestion.changes.front().value == Value(std::string("full"));
    });
    QVERIFY(recompute != suggestions.end() && !recompute->slowdown);
    QCOMPARE(recompute->costs(), (std::vector<Text>{{"+33 % compute"}, {"probably fits"}}));
    for (const Suggestion& suggestion : suggestions)
        for (const Text& cost : suggestion.costs())
            QVERIFY(english(cost).find("step time") == std::string::npos);
}

void TestAdvise::utilisationHidesNoCost()
{
    Plan plan = planOf("llama-3.1-8b", 8, 3, 32768);
    plan.cluster.utilisation = 0.4; // which recomputation does not change
    // The whole card: at the 79.22 GiB that a program gets, recomputation empties the cache.
    plan.cluster.capacity = 85'520'809'984;
    const std::vector<Suggestion> suggestions = suggestionsOf(plan);
    const auto recompute = std::ranges::find_if(suggestions, [](const Suggestion& suggestion) {
        return suggestion.changes.front().value == Value(std::string("full"));
    });
    QVERIFY(recompute != suggestions.end());
    QVERIFY(recompute->slowdown && *recompute->slowdown > 1.2 && *recompute->slowdown < 1.4);
}

void TestAdvise::heldCases_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<KeyPath>("key");
    QTest::addColumn<QString>("word"); // empty: any
    QTest::addColumn<bool>("alone");
    // The lecture's run of 8B, before its optimizer is offloaded: 15 GB a GPU with it.
    Plan lecture = planOf("llama-3.1-8b", 4, 3, 512);
    lecture.cluster.device = "v100-sxm2-32gb";
    lecture.cluster.gpusPerNode = 4;
    lecture.recipe.framework = Framework::DeepSpeed;
    lecture.recipe.precision = Precision::Fp16Mixed;
    lecture.recipe.attention = Attention::Eager;
    lecture.recipe.kernels = Kernels::Eager;
    const auto row
        = [](const char* name, const Plan& plan, KeyPath key, const char* word, bool alone) {
              QTest::newRow(name) << plan << key << QString::fromLatin1(word) << alone;
          };
    row("8B on 4 V100: the optimizer to the host", lecture, "layout.offload_optimizer", "cpu",
        true);
    Plan open = planOf("llama-3.1-8b", 4, 0, 8192);
    open.cluster.device = "v100-sxm2-32gb";
    row("8B on 4 V100, as a plan begins", open, "layout.offload_optimizer", "cpu", false);
    Plan desk = planOf("llama-3.1-8b", 1, 0, 8192);
    desk.cluster.device = "rtx-4090-24gb";
    row("8B on one 4090: QLoRA", desk, "adapter.kind", "qlora", false);
    desk.workload.context = 512;
    row("8B on one 4090, short: QLoRA", desk, "adapter.kind", "qlora", true);
    // 70.6 billion weights are 141 GB in 16 bits and some 37 GB in 4, with a head of 2 GB.
    Plan lora = planOf("llama-3.3-70b", 1, 0, 4096);
    lora.recipe.framework = Framework::HuggingFace;
    lora.recipe.recompute = Recompute::Full;
    lora.adapter.kind = AdapterKind::Lora;
    row("LoRA of 70B on one H100: QLoRA", lora, "adapter.kind", "qlora", true);
    lora.model = CatalogModel{"qwen3-14b"};
    lora.recipe.framework = Framework::Unsloth;
    lora.recipe.recompute.reset();
    lora.cluster.device = "rtx-4090-24gb";
    row("LoRA of 14B by Unsloth on one 4090: QLoRA", lora, "adapter.kind", "qlora", true);
    Plan experts = planOf("deepseek-v3-r1-671b", 256, 0, 4096);
    experts.cluster.device = "h800-sxm-80gb";
    row("DeepSeek-V3 on 256 H800: a layout", experts, "layout.expert", "", false);
}

void TestAdvise::heldCases()
{
    QFETCH(const Plan, plan);
    QFETCH(const KeyPath, key);
    QFETCH(const QString, word);
    QFETCH(const bool, alone);
    const auto holds = [&](const Change& change) {
        return change.key == key && (word.isEmpty() || change.value == Value(word.toStdString()));
    };
    const auto keepsTheGpus = [](const Suggestion& suggestion) {
        return std::ranges::none_of(suggestion.changes, [](const Change& change) {
            return change.key == "cluster.gpus" || change.key == "cluster.device";
        });
    };
    bool found = false;
    for (const Suggestion& suggestion : suggestionsOf(plan))
        found = found
            || (suggestion.fits && keepsTheGpus(suggestion)
                && std::ranges::any_of(suggestion.changes, holds)
                && (!alone || settingCount(suggestion) == 1));
    QVERIFY(found);
}

/// 8,030,261,248 weights have 29.9 GiB in 32 bits, 15 in 16 and 5.3 in 4, which LoRA cannot have.
void TestAdvise::aBaseOf32Bits()
{
    Plan plan = planOf("llama-3.1-8b", 1, 0, 1024);
    plan.cluster.device = "rtx-4090-24gb";
    plan.recipe.framework = Framework::HuggingFace;
    plan.recipe.recompute = Recompute::Full;
    plan.adapter.kind = AdapterKind::Lora;
    plan.adapter.base = AdapterBase::Fp32;
    std::vector<std::string> settings;
    for (const Suggestion& suggestion : suggestionsOf(plan))
        if (suggestion.fits)
            settings.push_back(settingsOf(suggestion));
    QVERIFY(std::ranges::find(settings, "adapter.base=bf16") != settings.end());
    plan.cluster.device = "rtx-3080-10gb";
    bool narrows = false;
    for (const Suggestion& suggestion : suggestionsOf(plan)) {
        const std::string changes = settingsOf(suggestion);
        narrows = narrows
            || changes.find("adapter.base=nf4-double adapter.kind=qlora") != std::string::npos;
    }
    QVERIFY(narrows);
}

/// What is offered first where a single card is far too small: no other hardware, and neither
/// method nor card changes before the settings are used up.
void TestAdvise::theCombinationThatPeopleKnow_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<std::string>("first");
    Plan plan = planOf("qwen3-32b", 1, 0, 2048);
    plan.cluster.device = "rtx-4090-24gb";
    plan.adapter.kind = AdapterKind::Qlora;
    const std::string known
        = "adapter.upcast=false recipe.loss=chunked recipe.recompute=full"; // 22.89 GiB
    QTest::newRow("QLoRA of 32B, 2,048 tokens") << plan << known;
    plan.recipe.framework = Framework::HuggingFace;
    QTest::newRow("the same with transformers") << plan << known;
    plan.recipe.framework = Framework::Plain;
    plan.workload.context = 8192;
    QTest::newRow("QLoRA of 32B, 8,192 tokens") << plan << std::string("recipe.recompute=full");
    plan.adapter.kind = AdapterKind::None;
    QTest::newRow("all weights of 32B") << plan << std::string("adapter.kind=qlora");
}

void TestAdvise::theCombinationThatPeopleKnow()
{
    QFETCH(const Plan, plan);
    QFETCH(const std::string, first);
    const auto suggestions = suggestionsOf(plan);
    QVERIFY(!suggestions.empty());
    QVERIFY2(settingsOf(suggestions.front()).find(first) != std::string::npos,
             settingsOf(suggestions.front()).c_str());
    QVERIFY(suggestions.front().fits);
    for (const Change& change : suggestions.front().changes)
        QVERIFY(change.key != "cluster.gpus" && change.key != "cluster.device");
    const auto known = misfitsOf(*prepare(plan, builtinCatalog()));
    for (const Suggestion& suggestion : suggestions) {
        const auto changed = prepare(*withChanges(plan, suggestion.changes), builtinCatalog());
        QVERIFY(changed);
        QCOMPARE(newMisfit(known, *changed), std::string());
        const auto judged = judge(*changed);
        QCOMPARE(judged->totals, suggestion.totals);
    }
}

/// Neither a cluster of another size than the plan's nor a length that teaches nothing.
void TestAdvise::nothingBeyondReason_data()
{
    QTest::addColumn<Plan>("plan");
    QTest::addColumn<std::int64_t>("gpus"); // the most that may be offered
    Plan plan = planOf("qwen3-32b", 1, 0, 8192);
    plan.cluster.device = "rtx-4090-24gb";
    QTest::newRow("32B on one card: no 752") << plan << std::int64_t{8};
    plan.adapter.kind = AdapterKind::Qlora;
    plan.workload.context = 2048;
    QTest::newRow("QLoRA of 32B: not 25 tokens") << plan << std::int64_t{8};
    QTest::newRow("405B on 16") << planOf("llama-3.1-405b", 16, 3, 8192) << std::int64_t{128};
}

void TestAdvise::nothingBeyondReason()
{
    QFETCH(const Plan, plan);
    QFETCH(const std::int64_t, gpus);
    const auto suggestions = suggestionsOf(plan);
    QVERIFY(!suggestions.empty());
    for (const Suggestion& suggestion : suggestions)
        for (const Change& change : suggestion.changes) {
            if (change.key == "cluster.gpus")
                QVERIFY(std::get<std::int64_t>(change.value) <= gpus);
            if (change.key == "workload.context")
                QVERIFY(std::get<std::int64_t>(change.value) >= plan.workload.context / 16);
        }
}

/// Three times the memory of the node's GPUs: 70.9 GiB beside a RTX 4090, of which a program
/// gets 23.64.
void TestAdvise::theMemoryOfAUsualHost()
{
    Plan plan = planOf("qwen3-32b", 1, 0, 8192);
    plan.cluster.device = "rtx-4090-24gb";
    int large = 0;
    for (const Suggestion& suggestion : suggestionsOf(plan)) {
        QCOMPARE(suggestion.needsLargeHost,
                 suggestion.hostPerNode
                     > 3 * builtinCatalog().device("rtx-4090-24gb")->capacityBytes());
        large += suggestion.fits && suggestion.needsLargeHost ? 1 : 0;
    }
    QVERIFY(large > 0); // three offloads, 611 GiB
}

void TestAdvise::offloadNeedsTheHost()
{
    Plan plan = planOf("llama-3.1-8b", 8, 3, 16384);
    const auto offloaded = [&] {
        for (const Suggestion& suggestion : suggestionsOf(plan))
            if (suggestion.changes.front().key == "layout.offload_activations")
                return suggestion;
        return Suggestion{};
    };
    const Suggestion unknown = offloaded();
    QVERIFY(unknown.fits && unknown.hostPerNode > 0);
    // "545 GiB of host memory a node"
    const std::int64_t gib = (unknown.hostPerNode + (Bytes{1} << 30) - 1) >> 30;
    QVERIFY(std::ranges::any_of(unknown.costs(), [&](const Text& cost) {
        return cost.arguments == std::vector<std::string>{grouped(gib)};
    }));
    plan.cluster.hostMemory = unknown.hostPerNode;
    QVERIFY(offloaded().fits);
    plan.cluster.hostMemory = unknown.hostPerNode - 1;
    QVERIFY(!offloaded().fits); // no offer: memory would be missing on the host instead
}

void TestAdvise::adaptersWhereSettingsAreNotEnough()
{
    const auto adapters = [](const Plan& plan) {
        return std::ranges::count_if(suggestionsOf(plan), [](const Suggestion& suggestion) {
            return suggestion.changes.front().key == "adapter.kind";
        });
    };
    QVERIFY(adapters(planOf("llama-3.1-70b", 16, 3, 8192)) > 0);
    QCOMPARE(adapters(planOf("llama-3.1-8b", 8, 3, 32768)), std::ptrdiff_t{0});
    Plan trained = planOf("llama-3.1-70b", 1, 0, 8192);
    trained.adapter.kind = AdapterKind::Lora;
    QVERIFY(adapters(trained) > 0);
    for (const Suggestion& suggestion : suggestionsOf(trained))
        for (const Change& change : suggestion.changes)
            QVERIFY(change.key != "adapter.kind" || change.value == Value(std::string("qlora")));
    // A prompt has no low rank, and Megatron-LM no quantised base.
    Plan prompt = trained;
    prompt.adapter.method = AdapterMethod::Prompt;
    QCOMPARE(adapters(prompt), std::ptrdiff_t{0});
    Plan megatron = trained;
    megatron.recipe.framework = Framework::Megatron;
    QCOMPARE(adapters(megatron), std::ptrdiff_t{0});
    trained.adapter.kind = AdapterKind::Qlora;
    QCOMPARE(adapters(trained), std::ptrdiff_t{0});
}

void TestAdvise::pagedOptimizers()
{
    Plan plan = planOf("llama-3.1-70b", 16, 3, 8192);
    const auto isOffered = [&plan](const char* optimizer) {
        return std::ranges::any_of(suggestionsOf(plan), [&](const Suggestion& suggestion) {
            return settingCount(suggestion) == 1
                && suggestion.changes.front().value == Value(std::string(optimizer));
        });
    };
    QVERIFY(isOffered("adamw-paged") && isOffered("adamw-8bit-paged") && isOffered("adamw-8bit"));
    plan.recipe.optimizer = Optimizer::PagedAdamW8bit;
    QVERIFY(!isOffered("adamw-paged") && !isOffered("adamw-8bit"));
    plan.recipe.optimizer.reset();
    plan.recipe.framework = Framework::Megatron; // it has its own optimizers
    QVERIFY(!isOffered("adamw-paged") && !isOffered("adamw-8bit"));
}

/// A step in separate kernels needs square roots as large as the weights.
void TestAdvise::fusedSteps()
{
    Plan plan = planWith({{"recipe.framework", "huggingface"},
                          {"model.parameters", "3.9b"},
                          {"cluster.gpus", "1"},
                          {"workload.context", "1024"},
                          {"recipe.recompute", "full"},
                          {"recipe.fused_step", "false"}});
    const auto isOffered = [&plan] {
        return std::ranges::any_of(suggestionsOf(plan), [](const Suggestion& suggestion) {
            return settingCount(suggestion) == 1
                && suggestion.changes.front().key == "recipe.fused_step";
        });
    };
    QVERIFY(isOffered());
    plan.workload.context = 65536; // activations, which no step has
    QVERIFY(!isOffered());
}

/// A pair of 4,096 tokens and a vocabulary of 128,256 make 1,050,673,152 logits. TRL has three
/// tensors of 4 bytes each at the loss; Liger Kernel one of 2 and one of 4, and 2 bytes of each of
/// 8,192 · 2,048 values before the head.
void TestAdvise::chunkedLogits()
{
    Plan plan = planOf("llama-3.2-1b", 1, 0, 4096);
    plan.workload.task = Task::Preference;
    plan.recipe.framework = Framework::HuggingFace;
    plan.adapter.kind = AdapterKind::Lora;
    plan.job.referenceFree = true;
    plan.cluster.overhead = Overhead::None;
    plan.cluster.capacity = 14'000'000'000;
    const Bytes before = estimate(plan, builtinCatalog())->answer.totals.total;
    const auto suggestions = suggestionsOf(plan);
    const auto found = std::ranges::find_if(suggestions, [](const Suggestion& suggestion) {
        return settingCount(suggestion) == 1 && suggestion.changes.front().key == "job.logits";
    });
    QVERIFY(found != suggestions.end());
    QVERIFY(found->fits);
    QCOMPARE(found->changes.front().value, Value(std::string("chunked")));
    const Bytes logits = 1'050'673'152;
    QCOMPARE(before - found->totals.total, (12 - 6) * logits - 2 * Bytes{8192} * 2048);
}

void TestAdvise::logitsOfOtherJobs_data()
{
    QTest::addColumn<Framework>("framework");
    QTest::addColumn<JobKind>("kind");
    QTest::addColumn<std::string>("offered"); // empty: none
    const auto row = [](Framework framework, JobKind kind, const char* offered) {
        QTest::addRow("%s, %s", nameOf(framework).data(), nameOf(kind).data())
            << framework << kind << std::string(offered);
    };
    row(Framework::Verl, JobKind::Grpo, "fused");
    row(Framework::HuggingFace, JobKind::Distill, "chunked");
    row(Framework::HuggingFace, JobKind::Reward, "");
    row(Framework::HuggingFace, JobKind::Ppo, "");
    row(Framework::OpenRlhf, JobKind::Grpo, "");
}

void TestAdvise::logitsOfOtherJobs()
{
    QFETCH(Framework, framework);
    QFETCH(JobKind, kind);
    QFETCH(std::string, offered);
    Plan plan = planOf("llama-3.2-1b", 1, 0, 32768);
    plan.recipe.framework = framework;
    plan.job.kind = kind;
    plan.rollout.utilization = 0.1; // so that the update is the highest phase
    plan.cluster.capacity = 24'000'000'000;
    const auto suggestions = suggestionsOf(plan);
    QVERIFY(!suggestions.empty());
    std::string found;
    for (const Suggestion& suggestion : suggestions)
        if (settingCount(suggestion) == 1 && suggestion.changes.front().key == "job.logits")
            found = std::get<std::string>(suggestion.changes.front().value);
    QCOMPARE(found, offered);
}

/// Formats that the server reads, fewer sequences where it keeps room for many, tensor ranks or
/// stages; each has the totals that it promises.
void TestAdvise::servedPlans_data()
{
    QTest::addColumn<std::string>("server");
    QTest::addColumn<std::vector<std::string>>("offered");
    const auto row = [](const char* server, const std::vector<std::string>& offered) {
        QTest::newRow(server) << std::string(server) << offered;
    };
    row("vllm",
        {"inference.weights=fp8", "inference.weights=awq", "inference.kv_cache=fp8",
         "inference.max_sequences="});
    row("sglang", {"inference.weights=fp8", "inference.weights=awq", "inference.kv_cache=fp8"});
    row("tensorrt-llm",
        {"inference.weights=fp8", "inference.weights=awq", "inference.kv_cache=fp8"});
    row("llama.cpp",
        {"inference.weights=q8_0", "inference.weights=q4_k_m", "inference.kv_cache=q8_0"});
    row("huggingface",
        {"inference.weights=int8", "inference.weights=nf4-double", "inference.kv_cache=int8"});
}

void TestAdvise::servedPlans()
{
    QFETCH(std::string, server);
    QFETCH(std::vector<std::string>, offered);
    Plan plan = planOf("llama-3.1-8b", 2, 0, 32768);
    plan.workload.task = Task::Inference;
    plan.workload.microBatch = 4;
    plan.inference.server = *fromName<Server>(server);
    plan.cluster.device = "rtx-4090-24gb";
    QVERIFY(!estimate(plan, builtinCatalog())->fits());
    const auto suggestions = suggestionsOf(plan);
    offered.push_back(server == "llama.cpp" ? "layout.pipeline=2" : "layout.tensor=2");
    offered.push_back("workload.micro_batch=");
    for (const std::string& one : offered)
        QVERIFY2(std::ranges::any_of(suggestions,
                                     [&](const Suggestion& suggestion) {
                                         const Change& first = suggestion.changes.front();
                                         const std::string said = std::string(first.key.text())
                                             + "=" + settingText(first.value);
                                         return suggestion.changes.size() == 1
                                             && said.starts_with(one);
                                     }),
                 one.c_str());
    for (const Suggestion& suggestion : suggestions) {
        const auto found = estimate(*withChanges(plan, suggestion.changes), builtinCatalog());
        QVERIFY(found);
        QCOMPARE(found->answer.totals, suggestion.totals);
        QCOMPARE(found->fits(), suggestion.fits);
        QCOMPARE(remarksOn(*found, "inference.weights"), 0);
    }
}

/// The most layers on the GPU, and the largest published file of the weights, with which a 70B fits
/// on 24 GB: with one layer more it does not, nor with the next larger file, IQ2_S.
void TestAdvise::layersAndFilesOfLlamaCpp()
{
    Plan plan = planOf("llama-3.3-70b", 1, 0, 8192);
    plan.workload.task = Task::Inference;
    plan.inference.server = Server::LlamaCpp;
    plan.inference.weights = WeightFormat::Q4KM;
    plan.cluster.device = "rtx-4090-24gb";
    const auto suggestions = suggestionsOf(plan);
    const auto fitsWith = [&](KeyPath key, const Value& value) {
        Plan changed = plan;
        return assign(changed, key, value).empty() && estimate(changed, builtinCatalog())->fits();
    };
    const auto layers = change(suggestions, "inference.gpu_layers");
    QVERIFY(layers);
    // A layer of Q4_K_M has 0.48 to 0.54 GiB with its cache: the 18.76 GiB that are missing are 35
    // to 40 of them.
    const auto most = std::get<std::int64_t>(layers->value);
    QVERIFY(most >= 81 - 40 && most <= 81 - 35);
    QVERIFY(says(layers->label, most) && says(layers->label, 81));
    QVERIFY(fitsWith("inference.gpu_layers", most));
    QVERIFY(!fitsWith("inference.gpu_layers", most + 1));
    const auto file = change(suggestions, "inference.weights");
    QVERIFY(file);
    QCOMPARE(std::get<std::string>(file->value), std::string("iq2_xs"));
    for (const char* larger : {"iq2_s", "iq2_m", "q2_k", "iq3_xxs", "q3_k_m"})
        QVERIFY2(!fitsWith("inference.weights", std::string(larger)), larger);
    // Of a plan that leaves layers to the host already, no more than it has.
    plan.inference.gpuLayers = most + 1;
    QCOMPARE(change(suggestionsOf(plan), "inference.gpu_layers")->value, Value{most});
    plan.inference.gpuLayers.reset();
    plan.cluster.hostMemory = Bytes{10} * gib; // some 19 are wanted
    QVERIFY(!change(suggestionsOf(plan), "inference.gpu_layers"));
    plan.cluster.hostMemory.reset();
    plan.inference.server = Server::Vllm;
    QVERIFY(!change(suggestionsOf(plan), "inference.gpu_layers"));
}

/// A server that keeps the logits of 256 sequences fits with fewer, and with one more does not.
void TestAdvise::fewerSequencesOfAServer()
{
    Plan plan = planOf("llama-3.1-8b", 1, 0, 36864);
    plan.workload.task = Task::Inference;
    plan.inference.server = Server::Vllm;
    plan.cluster.device = "rtx-4090-24gb";
    plan.inference.maxSequences = 1024;
    const auto suggestions = suggestionsOf(plan);
    const auto found = change(suggestions, "inference.max_sequences");
    QVERIFY(found);
    const auto most = std::get<std::int64_t>(found->value);
    QVERIFY(most > 1 && most < 1024);
    const auto fits = [&](std::int64_t sequences) {
        plan.inference.maxSequences = sequences;
        return estimate(plan, builtinCatalog())->fits();
    };
    QVERIFY(fits(most) && !fits(most + 1));
}

void TestAdvise::aMovingHandGetsTheSameSingleOffers()
{
    // Without idle memory of the allocator, a replay changes nothing.
    for (const char* model : {"llama-3.1-8b", "llama-3.1-70b"}) {
        Plan plan = planOf(model, 8, 3, 32768);
        plan.cluster.overhead = Overhead::None;
        const auto offers = [&](bool moves) {
            const auto resolved = moves ? prepare(plan, builtinCatalog(), IdleShares{0, 0, 0})
                                        : prepare(plan, builtinCatalog());
            const auto present = judge(*resolved);
            const JudgedPlan asked{plan, builtinCatalog(), *resolved, *present};
            std::vector<std::string> labels;
            for (const Suggestion& suggestion : advise(asked, solveAll(asked)))
                if (settingCount(suggestion) == 1)
                    labels.push_back(english(suggestion.changes.front().label));
            return labels;
        };
        QVERIFY(offers(true) == offers(false));
    }
}

void TestAdvise::costsDoNotContradict()
{
    const Text none{"no cost"};
    Suggestion suggestion{
        {{"recipe.loss", std::string("chunked"), {"Chunked loss"}, none, Price::Nothing},
         {"layout.tensor",
          std::int64_t{8},
          {"Tensor parallel 8"},
          {"traffic in each layer"},
          Price::Traffic}},
        {},
        true};
    QCOMPARE(suggestion.costs(), std::vector<Text>{{"traffic in each layer"}});
    // Where the time is known, it replaces all costs that are time.
    const auto timed = [&suggestion](double slowdown, bool otherStep = false) {
        suggestion.slowdown = slowdown;
        suggestion.otherStep = otherStep;
        return english(suggestion.costs().front());
    };
    QCOMPARE(timed(1.12), std::string("+12 % step time"));
    QCOMPARE(timed(1.0071), std::string("+0.7 % step time"));
    QCOMPARE(timed(0.75), std::string("−25 % step time"));
    QCOMPARE(timed(1.004), std::string("same step time"));
    QCOMPARE(timed(3.46), std::string("3.5 × the step time"));
    QCOMPARE(timed(26.2), std::string("26 × the step time"));
    QCOMPARE(timed(1.12, true), std::string("+12 % time a token"));
    QCOMPARE(suggestion.costs().size(), std::size_t{1});
    suggestion.changes.push_back({"recipe.optimizer",
                                  std::string("adamw-8bit"),
                                  {"8-bit AdamW"},
                                  {"8-bit optimizer state"},
                                  Price::Precision});
    QCOMPARE(suggestion.costs().back(), Text("8-bit optimizer state"));
    suggestion.changes.erase(suggestion.changes.begin() + 1, suggestion.changes.end());
    QCOMPARE(timed(1), std::string("no cost"));
    QCOMPARE(suggestion.costs().size(), std::size_t{1});
    QCOMPARE(timed(1.03), std::string("+3 % step time")); // without "no cost"
    QCOMPARE(suggestion.costs().size(), std::size_t{1});
    suggestion.hostPerNode = Bytes{1} << 30;
    suggestion.slowdown = 1;
    QCOMPARE(suggestion.costs(), (std::vector<Text>{{"%1 GiB of host memory a node", {"1"}}}));
    suggestion.hostPerNode = 0;
    suggestion.slowdown.reset();
    QCOMPARE(suggestion.costs(), std::vector<Text>{none});
}

QTEST_APPLESS_MAIN(TestAdvise)
#include "test_advise.moc"
