// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fewest GPUs of each device, the cost of a run on them, and the order of the list.
#include "core/explore/cards.h"
#include "core/explore/solve.h"
#include "core/figure/cards_table.h"
#include "core/time/generation.h"
#include "helpers.h"
#include "random_plan.h"

#include <QtTest>

using namespace highwater;
using namespace Qt::Literals::StringLiterals;

namespace {

std::vector<Card> cardsOf(const Plan& plan, CardCount count = CardCount::Fewest)
{
    auto found = cards({plan, count}, builtinCatalog());
    if (!found)
        qFatal("%s", qPrintable(whyNot(found)));
    return *std::move(found);
}

Card cardOn(const Plan& plan, const char* device, CardCount count = CardCount::Fewest)
{
    auto found = cardOf({plan, count}, builtinCatalog(), *builtinCatalog().device(device));
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
    void costOfAMillionTokens();
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
    void theBatchStays();
    void theOwnCardIsThePlan();
    void asManyGpusAsThePlanHas();
    void programsHaveTheirCards_data();
    void programsHaveTheirCards();
    void limitsLeaveCardsOut();
    void asManyGpusAsALimitAsksFor();
    void adaptersHaveNoPriceOfARun();
};

/// The plan has eight sequences in a step, one on each GPU. Four H200, on which it fits, take two
/// each.
void TestCards::theBatchStays()
{
    const Plan plan = planWith({{"layout.zero", "3"}});
    for (const Card& card : cardsOf(plan)) {
        if (!card.gpus)
            continue;
        const Plan on = onCard(plan, card);
        const Estimate estimate = estimated(on);
        QVERIFY2(estimate.plan.stepSequences() == 8, card.device->id.c_str());
        QCOMPARE(card.batchDivides, 8 % estimate.plan.passSequences() == 0);
        if (!card.asPlanned)
            QCOMPARE(on.workload.globalBatch, std::optional<std::int64_t>(8));
        if (card.run)
            QCOMPARE(card.run->tokens, 8.0 * 8192);
    }
    // Three of the sequences are no whole number of passes of two GPUs or more.
    const Plan three = planWith({{"layout.zero", "3"}, {"workload.global_batch", "3"}});
    const Card odd = cardOn(three, "a100-sxm4-80gb");
    QVERIFY(odd.gpus && *odd.gpus > 1 && !odd.batchDivides);
    QCOMPARE(shown(english(batchRemark(odd))), u"3 sequences do not fill whole passes"_s);
}

/// Eight of its own GPUs are more than the plan needs, and it keeps them.
void TestCards::theOwnCardIsThePlan()
{
    const Plan plan = planWith({{"layout.zero", "3"}});
    const Card own = cardOn(plan, "h100-sxm5-80gb");
    QCOMPARE(own.gpus, std::optional<std::int64_t>(8));
    QVERIFY(own.asPlanned);
    QCOMPARE(onCard(plan, own), plan);
    const Plan few = planWith({{"layout.zero", "3"}, {"cluster.gpus", "1"}});
    const Card more = cardOn(few, "h100-sxm5-80gb");
    QVERIFY(!more.asPlanned && more.gpus && *more.gpus > 1);
    QVERIFY(cardSettings(few, more).size() == 2); // the GPUs, and the batch of one
}

void TestCards::asManyGpusAsThePlanHas()
{
    const Plan plan = planWith({{"layout.zero", "3"}});
    int fit = 0, none = 0;
    for (const Card& card : cardsOf(plan, CardCount::Same)) {
        if (!card.isUsable)
            continue;
        QCOMPARE(onCard(plan, card).cluster.gpus, std::int64_t{8});
        QCOMPARE(fits(onCard(plan, card)), card.gpus == std::int64_t{8});
        ++(card.gpus ? fit : none);
        if (!card.gpus)
            QCOMPARE(shown(english(card.reason)), u"Does not fit on 8 GPUs"_s);
    }
    QVERIFY(fit > 10 && none > 3);
}

/// PyTorch is built for NVIDIA's and AMD's GPUs; the cards of others need programs of their makers.
void TestCards::programsHaveTheirCards_data()
{
    QTest::addColumn<QByteArray>("framework");
    QTest::addColumn<QString>("vendors");
    QTest::newRow("PyTorch") << QByteArray("plain") << u"AMD NVIDIA"_s;
    QTest::newRow("FSDP") << QByteArray("pytorch-fsdp") << u"AMD NVIDIA"_s;
    QTest::newRow("Megatron") << QByteArray("megatron") << u"NVIDIA"_s;
    QTest::newRow("nanotron") << QByteArray("nanotron") << u"NVIDIA"_s;
}

void TestCards::programsHaveTheirCards()
{
    QFETCH(const QByteArray, framework);
    QFETCH(const QString, vendors);
    const Plan plan = planWith({{"recipe.framework", framework.constData()}, {"layout.zero", "1"}});
    std::vector<Card> list = cardsOf(plan);
    QStringList usable;
    for (const Card& card : list) {
        if (card.isUsable)
            usable << shown(card.device->vendor);
        else
            QVERIFY(shown(english(card.reason)).endsWith(u" does not run on it"_s));
    }
    usable.removeDuplicates();
    usable.sort();
    QCOMPARE(usable.join(u' '), vendors);
    CardOrder everything;
    everything.all = true;
    std::vector<Card> all = list;
    keepWanted(all, everything);
    QCOMPARE(all.size(), list.size());
    keepWanted(list, {});
    QVERIFY(std::ranges::all_of(list, &Card::isUsable) && list.size() < all.size());
    // A plan on a TPU is for a program that runs there.
    const Card tpu = cardOn(planWith({{"layout.zero", "3"}, {"cluster.device", "tpu-v5p-95gb"}}),
                            "tpu-v6e-trillium-32gb");
    QVERIFY(tpu.isUsable);
}

/// A trillion tokens at 40 % of the peak: 33,817.9 GPU-hours of an H100, 1,409 days of one.
void TestCards::limitsLeaveCardsOut()
{
    const Plan plan = planWith({{"layout.zero", "3"},
                                {"cluster.utilisation", "0.4"},
                                {"workload.training_tokens", "1000000000000"}});
    const std::vector<Card> all = cardsOf(plan, CardCount::Same);
    CardOrder order;
    order.days = 177;
    std::vector<Card> quick = all;
    QVERIFY(keepWanted(quick, order) > 0);
    const auto has = [](const std::vector<Card>& list, std::string_view id) {
        return std::ranges::any_of(list, [id](const Card& card) { return card.device->id == id; });
    };
    QVERIFY(has(quick, "h100-sxm5-80gb")); // 33,817.9 / 24 / 8 = 176.1 days
    QVERIFY(!has(quick, "a100-sxm4-80gb"));
    order.price = 134'000; // 33,817.9 · 3.99 = 134,933
    std::vector<Card> cheap = all;
    keepWanted(cheap, order);
    QVERIFY(!has(cheap, "h100-sxm5-80gb"));
    QVERIFY(limitProblems(all, order).empty());
}

/// At 40 % of the peak the run takes 33,817.9 GPU-hours of H100, so that days halve with each
/// doubling: 176.1 on 8, 88.1 on 16, 44.0 on 32.
void TestCards::asManyGpusAsALimitAsksFor()
{
    const Plan plan = planWith({{"layout.zero", "3"},
                                {"cluster.utilisation", "0.4"},
                                {"workload.global_batch", "512"},
                                {"workload.training_tokens", "1000000000000"}});
    const auto on = [&](CardCount count, double limit) {
        const auto card = cardOf({plan, count, limit}, builtinCatalog(),
                                 *builtinCatalog().device("h100-sxm5-80gb"));
        if (!card)
            qFatal("%s", qPrintable(whyNot(card)));
        return *card;
    };
    const Card quick = on(CardCount::Within, 50);
    QCOMPARE(quick.gpus, std::optional<std::int64_t>(32));
    QVERIFY(quick.run->cost->days() <= 50 && 2 * quick.run->cost->days() > 50);
    QVERIFY(fits(onCard(plan, quick)));
    QCOMPARE(onCard(plan, quick).workload.globalBatch, std::optional<std::int64_t>(512));
    const Card never = on(CardCount::Within, 1e-6);
    QVERIFY(!never.gpus && english(never.reason).starts_with("Takes longer than"));
    const Card cheap = on(CardCount::Under, 200'000); // 134,933 USD on any number
    QVERIFY(cheap.gpus && *cheap.gpus >= 32);
    const Card dear = on(CardCount::Under, 1000);
    QVERIFY(!dear.gpus && english(dear.reason).starts_with("Costs more than"));
    CardOrder order;
    order.count = CardCount::Within;
    QCOMPARE(questionOf(plan, order).count, CardCount::Fewest); // no number of days
    order.days = 3;
    QCOMPARE(questionOf(plan, order), (CardQuestion{plan, CardCount::Within, 3}));
    const Plan adapter = planWith({{"adapter.kind", "lora"}});
    QVERIFY(!cardOf({adapter, CardCount::Within, 3}, builtinCatalog(),
                    *builtinCatalog().device("h100-sxm5-80gb")));
}

/// Twenty tokens for each parameter are nothing for an adapter: days and prices of a run come with
/// its examples.
void TestCards::adaptersHaveNoPriceOfARun()
{
    const Plan plan = planWith({{"adapter.kind", "lora"}});
    const std::vector<Card> open{cardOn(plan, "h100-sxm5-80gb")};
    QVERIFY(open[0].run && !open[0].run->cost);
    QVERIFY(*sortValue(open[0], CardKey::Price) > 0); // of a million tokens
    QVERIFY(!sortValue(open[0], CardKey::Days));
    QVERIFY(cardTimesOf(plan, open) == CardTimes::Endless);
    CardOrder order;
    order.days = 3;
    QCOMPARE(shown(limitProblems(open, order).front().field), u"workload.examples"_s);
    const Plan given = planWith({{"adapter.kind", "lora"},
                                 {"workload.examples", "10000"},
                                 {"workload.epochs", "3"},
                                 {"workload.mean_length", "512"}});
    const Card priced = cardOn(given, "h100-sxm5-80gb");
    QCOMPARE(priced.run->cost->tokens, 10'000 * 3 * 512.0);
}

/// A token in place of a step.
void TestCards::columnsFollowTheTask()
{
    const auto heads = [](const char* task) {
        const Plan plan = planWith({{"workload.task", task}, {"workload.examples", "1000"}});
        const std::vector<Card> one{cardOn(plan, "h100-sxm5-80gb")};
        QStringList found;
        for (const Text& head :
             cardsTable(one, "h100-sxm5-80gb", cardTimesOf(plan, one), MemoryUnit::GiB).heads)
            found << QString::fromStdString(english(head));
        return found.join(u'|');
    };
    QCOMPARE(
        heads("train"),
        u"Card|GPUs|Step (s)|Days|Cost (USD)|Tokens/s|GPU-hours|Energy (kWh)|GiB per GPU|Remark");
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
    QTest::newRow("79.3 GiB: 1.74") << u"a100-sxm4-80gb"_s << qint64{2} << qint64{74'373'697'536};
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
    QVERIFY(near(card.run->cost->gpuHours, hours));
    QVERIFY(near(card.run->cost->days(), hours / 24 / static_cast<double>(*card.gpus)));
    QVERIFY(card.run->cost->price && near(*card.run->cost->price, hours * 3.99));
    QVERIFY(card.run->cost->kilowattHours && near(*card.run->cost->kilowattHours, hours * 0.7));
    // Half the peak, twice the hours: an A100 has 312 of them.
    const Card older = cardOn(plan, "a100-sxm4-80gb");
    QVERIFY(older.run && near(older.run->cost->gpuHours, hours * 989.4 / 312));
    // No public price of an H800, so no price of the run; the time is known.
    const Card unpriced = cardOn(plan, "h800-sxm-80gb");
    QVERIFY(unpriced.run && !unpriced.run->cost->price);
}

/// A plan that answers has no end: its run is a million tokens of all copies of the model.
void TestCards::costOfAMillionTokens()
{
    const Plan plan = planWith({{"workload.task", "inference"}});
    const Card card = cardOn(plan, "h100-sxm5-80gb");
    QVERIFY(card.gpus && card.run && card.run->cost && card.run->cost->price);
    const auto time = generationOf(*resolve(plan, builtinCatalog()));
    QVERIFY(time);
    QCOMPARE(card.run->tokensPerSecond,
             static_cast<double>(*card.gpus) * time->tokensPerSecond.value);
    const double hours = static_cast<double>(*card.gpus) * 1e6 / card.run->tokensPerSecond / 3600;
    QVERIFY(std::abs(card.run->cost->gpuHours - hours) <= 1e-9 * hours);
    QVERIFY(std::abs(*card.run->cost->price - hours * 3.99) <= 1e-9 * hours * 3.99);
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
        if (card.asPlanned)
            continue;
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
        const auto card = cardOf({plan}, builtinCatalog(), device);
        if (!card || !card->isUsable)
            continue;
        const Plan on = onCard(plan, *card);
        if (!card->asPlanned) {
            Plan asked = onDevice(plan, device);
            if (card->globalBatch)
                asked.workload.globalBatch = card->globalBatch;
            const auto solved = solve(asked, builtinCatalog(), "cluster.gpus", SolveFor::Fit);
            QVERIFY(solved);
            QCOMPARE(card->gpus, solved->answer);
        }
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
        if (!card.isUsable)
            continue;
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
        QCOMPARE(card.run->cost->gpuHours, time->run->gpuHours);
        QCOMPARE(card.run->cost->price, time->run->price);
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
    QVERIFY(card.run && card.run->pricePerGpuHour == 1.5);
    const Card other = cardOn(plan, "a100-sxm4-80gb");
    QCOMPARE(other.judged.capacity, 85'094'039'552);
    QVERIFY(other.run && other.run->pricePerGpuHour == 2.79);
    const Plan on = onCard(plan, other);
    QVERIFY(!on.cluster.linkIntra && !on.cluster.peakTflops);
    QCOMPARE(on.cluster.hostMemory, plan.cluster.hostMemory); // it belongs to the node
}

void TestCards::withoutRatesTheCountIsTold()
{
    // The plan's own card is of the same vendor, so its program runs there.
    const Card card = cardOn(planWith({{"layout.zero", "3"}, {"cluster.device", "mlu370-x8-48gb"}}),
                             "mlu590-80gb");
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
        const auto found = cards({planWith({{"method", method}})}, builtinCatalog());
        QVERIFY(!found);
        QCOMPARE(shown(found.problems().front().field), u"method"_s);
    }
    QVERIFY(!cards({planWith({{"layout.tensor", "3"}})}, builtinCatalog())); // 32 heads
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
