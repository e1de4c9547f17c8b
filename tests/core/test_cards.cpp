// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fewest GPUs of each device, the cost of a run on them, and the order of the list.
#include "core/explore/cards.h"
#include "core/explore/solve.h"
#include "core/figure/cards_table.h"
#include "helpers.h"
#include "random_plan.h"

#include <QtTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

std::vector<Card> cardsOf(const Plan& plan)
{
    auto found = cards(plan, builtinCatalog());
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *std::move(found);
}

Card cardOn(const Plan& plan, const char* device)
{
    auto found = cardOf(plan, builtinCatalog(), *builtinCatalog().device(device));
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *std::move(found);
}

bool fits(const Plan& plan)
{
    const auto judged = judge(plan, builtinCatalog());
    return judged && judged->fits();
}

/// The counts below `answer` that are tried: the plan's own, parts of a node and whole nodes.
std::vector<std::int64_t> countsBelow(std::int64_t answer, const Plan& plan)
{
    const std::int64_t ranks = plan.layout.tensor * plan.layout.pipeline * plan.layout.context;
    const std::int64_t node = plan.cluster.gpusPerNode;
    std::vector<std::int64_t> counts;
    for (std::int64_t count = 1; count < answer; ++count)
        if (count % ranks == 0
            && (count == plan.cluster.gpus || (count < node ? node % count : count % node) == 0))
            counts.push_back(count);
    return counts;
}

} // namespace

class TestCards : public QObject
{
    Q_OBJECT

private slots:
    void fewestByHand_data();
    void fewestByHand();
    void theHostDecidesAsWell();
    void costByHand();
    void theCountFitsAndTheNextSmallerDoesNot_data();
    void theCountFitsAndTheNextSmallerDoesNot();
    void anyPlan();
    void equalsTheEstimateOfThePlanOnTheCard();
    void whatIsStatedOfTheOwnCardStaysThere();
    void withoutRatesTheCountIsTold();
    void noNumberFits();
    void methodsWithoutCards();
    void order();
    void columnsFollowTheTask();
};

/// A token in place of a step.
void TestCards::columnsFollowTheTask()
{
    const auto heads = [](const char* task) {
        const Plan plan = planWith({{"workload.task", task}});
        const std::vector<Card> one{cardOn(plan, "h100-sxm5-80gb")};
        QStringList found;
        for (const Text& head :
             cardsTable(one, "h100-sxm5-80gb", cardTimesOf(plan), MemoryUnit::GiB).heads)
            found << QString::fromStdString(english(head));
        return found.join(u'|');
    };
    QCOMPARE(
        heads("train"),
        u"Card|GPUs|Step (s)|Days|Price (USD)|Tokens/s|GPU-hours|Energy (kWh)|GiB per GPU|Remark");
    QCOMPARE(heads("inference"),
             u"Card|GPUs|Token (s)|1M tokens (USD)|Tokens/s|GPU-hours of 1M|GiB per GPU|Remark");
    QCOMPARE(heads("reinforcement"), heads("train"));
}

void TestCards::fewestByHand_data()
{
    // DeepSpeed's estimator, ZeRO-3: 4 bytes of the largest weight, 128,256 · 4,096 values, and 18
    // of each of 8,030,261,248 parameters over N GPUs: 2,101,346,304 + 144,544,702,464 / N.
    QTest::addColumn<QString>("device");
    QTest::addColumn<qint64>("gpus");
    QTest::addColumn<qint64>("total");
    QTest::newRow("192 GiB: 146.6 GB on one")
        << u"instinct-mi300x-192gb"_s << qint64{1} << qint64{146'646'048'768};
    QTest::newRow("79.6 GiB: 1.73") << u"h100-sxm5-80gb"_s << qint64{2} << qint64{74'373'697'536};
    QTest::newRow("24.0 GiB: 6.11") << u"rtx-4090-24gb"_s << qint64{8} << qint64{20'169'434'112};
    QTest::newRow("15.0 GiB: 10.3") << u"t4-16gb"_s << qint64{16} << qint64{11'135'390'208};
    QTest::newRow("12.0 GiB: 13.4") << u"rtx-3060-12gb"_s << qint64{16} << qint64{11'135'390'208};
}

void TestCards::fewestByHand()
{
    QFETCH(const QString, device);
    QFETCH(const qint64, gpus);
    QFETCH(const qint64, total);
    const Plan plan = planWith({{"method", "deepspeed"}, {"layout.zero", "3"}});
    const Card card = cardOn(plan, device.toUtf8().constData());
    QCOMPARE(card.gpus, std::optional<std::int64_t>(gpus));
    QCOMPARE(card.judged.totals.total, total);
    QVERIFY(!card.run);
    QVERIFY(!english(card.untimed).empty());
}

void TestCards::theHostDecidesAsWell()
{
    // 14 bytes of each of 8,030,261,248 weights over N GPUs, 8 of them in a node of 10^9 bytes.
    const Plan plan = planWith({{"layout.zero", "3"},
                                {"layout.offload_optimizer", "cpu"},
                                {"cluster.host_memory", "1000000000"}});
    for (const char* device : {"h100-sxm5-80gb", "a100-sxm4-80gb", "h200-sxm-141gb"})
        QCOMPARE(cardOn(plan, device).gpus, std::optional<std::int64_t>(904));
}

void TestCards::costByHand()
{
    // 6 · 8,030,261,248 · 10^12 operations at 40 % of 989.4 · 10^12 a second: 33,817.9 GPU-hours,
    // at USD 3.99 for each; with 700 W a board 23,672.5 kWh.
    const Plan plan = planWith({{"layout.zero", "3"},
                                {"cluster.utilisation", "0.4"},
                                {"workload.training_tokens", "1000000000000"}});
    const Card card = cardOn(plan, "h100-sxm5-80gb");
    QVERIFY(card.gpus && card.run);
    const double hours = 6 * 8'030'261'248.0 * 1e12 / (0.4 * 989.4e12) / 3600; // 33,817.9
    const auto near
        = [](double found, double wanted) { return std::abs(found - wanted) <= 1e-9 * wanted; };
    QVERIFY(near(card.run->cost.gpuHours, hours));
    QVERIFY(near(card.run->cost.days(), hours / 24 / static_cast<double>(*card.gpus)));
    QVERIFY(card.run->cost.price && near(*card.run->cost.price, hours * 3.99));
    QVERIFY(card.run->cost.kilowattHours && near(*card.run->cost.kilowattHours, hours * 0.7));
    // Half the peak, twice the hours: an A100 has 312 of them.
    const Card older = cardOn(plan, "a100-sxm4-80gb");
    QVERIFY(older.run && near(older.run->cost.gpuHours, hours * 989.4 / 312));
    // No public price of an H800, so no price of the run; the time is known.
    const Card unpriced = cardOn(plan, "h800-sxm-80gb");
    QVERIFY(unpriced.run && !unpriced.run->cost.price);
}

void TestCards::theCountFitsAndTheNextSmallerDoesNot_data()
{
    QTest::addColumn<Plan>("plan");
    const auto row = [](const char* name, const std::vector<Setting>& settings) {
        QTest::newRow(name) << planWith(settings);
    };
    row("ZeRO-3", {{"layout.zero", "3"}});
    row("12 GPUs", {{"layout.zero", "3"}, {"cluster.gpus", "12"}});
    row("tensor and pipeline",
        {{"layout.tensor", "2"}, {"layout.pipeline", "4"}, {"workload.global_batch", "64"}});
    row("three stages", {{"layout.pipeline", "3"}, {"layout.zero", "1"}});
    row("QLoRA", {{"adapter.kind", "qlora"}, {"cluster.gpus", "1"}});
}

void TestCards::theCountFitsAndTheNextSmallerDoesNot()
{
    QFETCH(const Plan, plan);
    int found = 0;
    for (const Card& card : cardsOf(plan)) {
        if (!card.gpus)
            continue;
        ++found;
        Plan on = onCard(plan, card);
        QVERIFY2(fits(on), card.device->id.c_str());
        const std::vector<std::int64_t> below = countsBelow(*card.gpus, plan);
        if (below.empty())
            continue;
        on.cluster.gpus = below.back();
        QVERIFY2(!fits(on), card.device->id.c_str());
    }
    QVERIFY(found > 10);
}

void TestCards::anyPlan()
{
    Random random(14);
    const auto devices = builtinCatalog().devices();
    int found = 0, none = 0;
    for (int i = 0; i < casesToTry(150); ++i) {
        Plan plan = randomPlan(random);
        plan.cluster.overhead = Overhead::None; // a replay of the allocator takes long
        plan.cluster.capacity.reset();
        const Device& device = devices[random.below(devices.size())];
        const auto card = cardOf(plan, builtinCatalog(), device);
        if (!card)
            continue;
        const Plan on = onCard(plan, *card);
        const auto solved
            = solve(onDevice(plan, device), builtinCatalog(), "cluster.gpus", SolveFor::Fit);
        QVERIFY(solved);
        QCOMPARE(card->gpus, solved->answer);
        QCOMPARE(fits(on), card->gpus.has_value());
        ++(card->gpus ? found : none);
    }
    QVERIFY(found > casesToTry(20));
    QVERIFY(none > 0);
}

void TestCards::equalsTheEstimateOfThePlanOnTheCard()
{
    const Plan plan = planWith({{"layout.zero", "3"}, {"workload.global_batch", "64"}});
    int timed = 0;
    for (const Card& card : cardsOf(plan)) {
        Plan on = plan;
        for (const auto& [key, value] : cardSettings(plan, card))
            QVERIFY(assign(on, key, value).empty());
        QCOMPARE(on, onCard(plan, card));
        const Estimate estimate = estimated(on);
        QCOMPARE(estimate.judgement().totals, card.judged.totals);
        QCOMPARE(estimate.plan.capacity, card.judged.capacity);
        QCOMPARE(estimate.verdict, card.judged.verdict);
        const auto time = timeOf(estimate.plan);
        QCOMPARE(card.run.has_value(), card.gpus && time);
        if (!card.run)
            continue;
        ++timed;
        QCOMPARE(card.run->seconds, time->seconds);
        QCOMPARE(card.run->tokens, 64.0 * 8192);
        QCOMPARE(card.run->cost.gpuHours, time->run.gpuHours);
        QCOMPARE(card.run->cost.price, time->run.price);
    }
    QVERIFY(timed > 20);
}

void TestCards::whatIsStatedOfTheOwnCardStaysThere()
{
    Plan plan = planWith({{"layout.zero", "3"},
                          {"cluster.capacity", "70000000000"},
                          {"cluster.price_per_hour", "1.5"},
                          {"cluster.links.intra", "100"},
                          {"cluster.peak_tflops", "500"},
                          {"cluster.host_memory", "2000000000000"}});
    const Device& own = *builtinCatalog().device("h100-sxm5-80gb");
    QCOMPARE(onDevice(plan, own), plan);
    const Card card = cardOn(plan, "h100-sxm5-80gb");
    QCOMPARE(card.judged.capacity, Bytes{70'000'000'000});
    QVERIFY(card.run && card.run->cost.pricePerGpuHour == 1.5);
    const Card other = cardOn(plan, "a100-sxm4-80gb");
    QCOMPARE(other.judged.capacity, Bytes{81920} << 20);
    QVERIFY(other.run && other.run->cost.pricePerGpuHour == 2.79);
    const Plan on = onCard(plan, other);
    QVERIFY(!on.cluster.linkIntra && !on.cluster.peakTflops);
    QCOMPARE(on.cluster.hostMemory, plan.cluster.hostMemory); // it belongs to the node
}

void TestCards::withoutRatesTheCountIsTold()
{
    const Card card = cardOn(planWith({{"layout.zero", "3"}}), "mlu590-80gb");
    QVERIFY(card.gpus && !card.run);
    QVERIFY(english(card.untimed).find("speed") != std::string::npos);
}

void TestCards::noNumberFits()
{
    // Unsharded, 8B needs 120 GiB of states on each GPU, however many there are.
    const Card card = cardOn(planWith({{"layout.zero", "0"}}), "rtx-4090-24gb");
    QVERIFY(!card.gpus && !card.run);
    QCOMPARE(shown(english(card.reason)), u"Does not fit on any number of GPUs"_s);
    QVERIFY(card.judged.gpuShortage() > 0);
}

void TestCards::methodsWithoutCards()
{
    for (const char* method : {"lecture", "lecture-zero"}) {
        const auto found = cards(planWith({{"method", method}}), builtinCatalog());
        QVERIFY(!found);
        QCOMPARE(shown(found.problems().front().field), u"method"_s);
    }
    QVERIFY(!cards(planWith({{"layout.tensor", "3"}}), builtinCatalog())); // 32 heads
}

void TestCards::order()
{
    std::vector<Card> list = cardsOf(planWith({{"layout.zero", "3"}}));
    for (const CardKey key : everyOf<CardKey>())
        for (const bool reversed : {false, true}) {
            sortCards(list, key, reversed);
            for (std::size_t i = 1; i < list.size(); ++i) {
                const auto before = sortValue(list[i - 1], key), after = sortValue(list[i], key);
                QVERIFY(before || !after);
                if (before && after)
                    QVERIFY(reversed ? *before >= *after : *before <= *after);
            }
        }
    sortCards(list, CardKey::Device);
    QCOMPARE(shown(list.front().device->name), u"A10 24GB"_s);
    sortCards(list, CardKey::Tokens);
    const double best = list.front().run->tokensPerSecond;
    for (const Card& card : list)
        QVERIFY(!card.run || card.run->tokensPerSecond <= best);
    sortCards(list, CardKey::Gpus);
    QCOMPARE(*list.front().gpus, std::int64_t{1});
    QVERIFY(!list.back().gpus);
}

QTEST_APPLESS_MAIN(TestCards)
#include "test_cards.moc"
