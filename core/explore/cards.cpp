// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/cards.h"

#include "core/answer/replay.h"
#include "core/explore/solve.h"
#include "core/ledger/framework.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"
#include "core/time/generation.h"
#include "core/time/run_length.h"

#include <algorithm>
#include <tuple>

namespace highwater {
namespace {

CardRun runOf(const TimeAnswer& time)
{
    return {time.seconds,
            time.low,
            time.high,
            time.tokens,
            time.tokensPerSecond,
            time.tokensPerSecondPerGpu,
            time.modelUtilisation,
            time.pricePerGpuHour,
            time.pricePerMillion(),
            time.run};
}

/// All copies of the model together, as the GPUs are those of all.
CardRun runOf(const Generation& generation, const Resolved& plan)
{
    constexpr double million = 1e6, secondsPerHour = 3600;
    const auto gpus = static_cast<double>(plan.cluster.gpus);
    CardRun run;
    run.seconds = generation.step.value;
    run.low = generation.step.low;
    run.high = generation.step.high;
    run.tokens = generation.copies * generation.sequences;
    run.tokensPerSecond = generation.copies * generation.tokensPerSecond.value;
    run.tokensPerSecondPerGpu = run.tokensPerSecond / gpus;
    run.modelUtilisation = generation.utilisation;
    run.pricePerGpuHour = pricePerGpuHour(plan);
    run.pricePerMillion = generation.pricePerMillion;
    RunCost cost;
    cost.tokens = million;
    cost.steps = million / run.tokens;
    cost.seconds = million / run.tokensPerSecond;
    cost.gpuHours = cost.seconds / secondsPerHour * gpus;
    cost.price = generation.pricePerMillion;
    run.cost = cost;
    return run;
}

/// Adds the speed on the card, or the reason why it is not known.
void addRun(Card& card, const Resolved& plan)
{
    if (isGeneration(plan)) {
        const auto generation = generationOf(plan);
        if (generation)
            card.run = runOf(*generation, plan);
        else
            card.untimed = generation.problems().front().message;
        return;
    }
    if (const auto time = timeOf(plan))
        card.run = runOf(*time);
    else
        card.untimed = time.problems().front().message;
}

/// Adds what follows from the number of GPUs, for the plan with it.
void addOnGpus(Card& card, Resolved plan)
{
    card.batchDivides = !card.globalBatch || *card.globalBatch % plan.passSequences() == 0;
    plan.idle.flushes = emptiesCache(card.judged);
    addRun(card, plan);
}

/// The sequences of a step that all cards keep; null where the plan has no step, or its method does
/// not count them.
std::optional<std::int64_t> keptBatch(const Resolved& own)
{
    if (own.serves() || !methodReads(methodOf(own.method), "workload.global_batch"))
        return std::nullopt;
    return own.stepSequences();
}

Plan withBatch(Plan plan, std::optional<std::int64_t> batch)
{
    if (batch)
        plan.workload.globalBatch = batch;
    return plan;
}

/// Sets the number of GPUs, or the reason why there is none, for a plan on the card's device that
/// does not stay as it is. Returns the problem of a plan without a verdict.
Problems setGpus(Card& card, CardCount count, const Plan& on, const Catalog& catalog,
                 const Resolved& resolved)
{
    const auto present = judge(resolved);
    if (!present)
        return present.problems();
    card.judged = *present;
    if (count == CardCount::Same) {
        card.asPlanned = present->fits();
        if (card.asPlanned)
            card.gpus = on.cluster.gpus;
        else
            card.reason
                = {HW_TR("core", "Does not fit on %1 {GPU|GPUs}"), {grouped(on.cluster.gpus)}};
        return {};
    }
    if (const auto fewest = fewestGpus(on, catalog, resolved)) {
        card.gpus = fewest->gpus;
        card.judged = fewest->judged;
    } else {
        card.reason = whyNone("cluster.gpus", *present);
    }
    return {};
}

bool followsLimit(CardCount count)
{
    return count == CardCount::Within || count == CardCount::Under;
}

/// The card with twice as many GPUs, where the plan fits on these and its run is faster.
std::optional<Card> doubled(const Card& card, const Plan& plan, const Catalog& catalog)
{
    Card more = card;
    more.asPlanned = false;
    more.gpus = 2 * *card.gpus;
    more.run.reset();
    const auto resolved = prepare(onCard(plan, more), catalog);
    const auto judged = resolved ? judge(*resolved) : Result<Judgement>(resolved.problems());
    if (!judged || !judged->fits())
        return std::nullopt;
    more.judged = *judged;
    addOnGpus(more, *resolved);
    if (!more.run || !more.run->cost || more.run->cost->seconds >= card.run->cost->seconds)
        return std::nullopt;
    return more;
}

void refuse(Card& card, Text reason)
{
    card.gpus.reset();
    card.run.reset();
    card.asPlanned = false;
    card.reason = std::move(reason);
}

/// Takes as many GPUs as the limit of the question asks for, from the fewest on.
void grow(Card& card, const CardQuestion& asked, const Catalog& catalog)
{
    const auto isWithin = [&](const Card& of) { return of.run->cost->days() <= asked.limit; };
    const auto isUnder = [&](const Card& of) {
        return of.run->cost->price && *of.run->cost->price <= asked.limit;
    };
    if (!card.run || !card.run->cost)
        return refuse(card, card.untimed);
    if (asked.count == CardCount::Under && !isUnder(card))
        return refuse(card, {HW_TR("core", "Costs more than %1 USD"), {shortest(asked.limit)}});
    constexpr int most = 14; // 16,384 times the fewest
    for (int i = 0; i < most; ++i) {
        if (asked.count == CardCount::Within && isWithin(card))
            return;
        auto more = doubled(card, asked.plan, catalog);
        if (!more || (asked.count == CardCount::Under && !isUnder(*more)))
            break;
        card = *std::move(more);
    }
    if (asked.count == CardCount::Within && !isWithin(card))
        refuse(card,
               {HW_TR("core", "Takes longer than %1 days on any number that makes it faster"),
                {shortest(asked.limit)}});
}

} // namespace

CardQuestion questionOf(const Plan& plan, const CardOrder& order)
{
    const std::optional<double>& limit
        = order.count == CardCount::Within ? order.days : order.price;
    if (!followsLimit(order.count))
        return {plan, order.count};
    return limit ? CardQuestion{plan, order.count, *limit} : CardQuestion{plan};
}

Plan onDevice(const Plan& plan, const Device& device)
{
    Plan changed = plan;
    Cluster& cluster = changed.cluster;
    if (cluster.device == device.id)
        return changed;
    cluster.device = device.id;
    cluster.capacity.reset();
    for (auto* rate : {&cluster.peakTflops, &cluster.memoryBandwidth, &cluster.boardPower,
                       &cluster.linkIntra, &cluster.linkInter, &cluster.linkPcie, &cluster.linkHost,
                       &cluster.linkDisk, &cluster.pricePerHour})
        rate->reset();
    return changed;
}

Plan onCard(const Plan& plan, const Card& card)
{
    Plan changed = onDevice(plan, *card.device);
    if (card.asPlanned && plan.cluster.device == card.device->id)
        return changed;
    changed = withBatch(std::move(changed), card.globalBatch);
    if (card.asPlanned)
        return changed;
    if (card.gpus && plan.method == MethodId::Exact && plan.workload.task == Task::Inference)
        return servedOn(changed, *card.gpus);
    changed.cluster.gpus = card.gpus.value_or(plan.cluster.gpus);
    return changed;
}

std::vector<std::pair<KeyPath, Value>> cardSettings(const Plan& plan, const Card& card)
{
    const Plan changed = onCard(plan, card);
    std::vector<std::pair<KeyPath, Value>> settings;
    for (const Key& key : keys())
        if (Value value = key.get(changed); value != key.get(plan))
            settings.emplace_back(key.path, std::move(value));
    return settings;
}

Problems cardProblems(const Plan& plan)
{
    const Method& method = methodOf(plan.method);
    if (methodReads(method, "cluster.device") && methodReads(method, "cluster.gpus"))
        return {};
    return {{"method",
             std::string(nameOf(plan.method)),
             {HW_TR("core", "does not know one card from another")}}};
}

Text whyUnusable(const Resolved& plan, const Device& device)
{
    const bool own = plan.device && plan.device->vendor == device.vendor;
    if (own || plan.serves() || device.vendor == "NVIDIA"
        || (device.vendor == "AMD" && plan.profile->runsOnRocm))
        return {};
    const std::string name = plan.profile->name;
    return {HW_TR("core", "%1 does not run on it"), {name.empty() ? "PyTorch" : name}};
}

Result<Card> cardOf(const CardQuestion& asked, const Catalog& catalog, const Device& device)
{
    if (Problems problems = cardProblems(asked.plan); !problems.empty())
        return problems;
    const auto own = prepare(asked.plan, catalog);
    if (!own)
        return own.problems();
    Card card;
    card.device = &device;
    if (Text reason = whyUnusable(*own, device); !english(reason).empty()) {
        card.isUsable = false;
        card.reason = std::move(reason);
        return card;
    }
    card.globalBatch = keptBatch(*own);
    if (asked.plan.cluster.device == device.id && !followsLimit(asked.count)) {
        const auto present = judge(*own);
        if (!present)
            return present.problems();
        if (present->fits()) {
            card.judged = *present;
            card.gpus = asked.plan.cluster.gpus;
            card.asPlanned = true;
            addOnGpus(card, *own);
            return card;
        }
    }
    const Plan on = withBatch(onDevice(asked.plan, device), card.globalBatch);
    auto resolved = prepare(on, catalog);
    if (!resolved)
        return resolved.problems();
    if (Problems problems = setGpus(card, asked.count, on, catalog, *resolved); !problems.empty())
        return problems;
    if (!card.gpus)
        return card;
    if (!card.asPlanned && (*card.gpus != on.cluster.gpus || resolved->serves()))
        resolved = prepare(onCard(asked.plan, card), catalog);
    if (!resolved)
        return resolved.problems();
    addOnGpus(card, *std::move(resolved));
    if (followsLimit(asked.count)) {
        if (card.run && !card.run->cost)
            return Problem{"workload.examples", {}, noLength()};
        grow(card, asked, catalog);
    }
    return card;
}

Result<std::vector<Card>> cards(const CardQuestion& asked, const Catalog& catalog)
{
    if (const auto own = prepare(asked.plan, catalog); !own)
        return own.problems();
    const ReplayBudget budget;
    std::vector<Card> list;
    list.reserve(catalog.devices().size());
    for (const Device& device : catalog.devices()) {
        auto card = cardOf(asked, catalog, device);
        if (!card)
            return card.problems();
        list.push_back(*std::move(card));
    }
    return list;
}

const Result<std::vector<Card>>& KnownCards::of(const CardQuestion& asked, const Catalog& catalog)
{
    if (!m_last || m_last->first != asked)
        keep(asked, cards(asked, catalog));
    return m_last->second;
}

void KnownCards::keep(CardQuestion asked, Result<std::vector<Card>> cards)
{
    m_last.emplace(std::move(asked), std::move(cards));
}

Problems limitProblems(const std::vector<Card>& cards, const CardOrder& order)
{
    const auto isTimed = [](const Card& card) { return card.run.has_value(); };
    const auto hasCost = [](const Card& card) { return card.run && card.run->cost; };
    if ((!order.days && !order.price) || std::ranges::none_of(cards, isTimed)
        || std::ranges::any_of(cards, hasCost))
        return {};
    return {{"workload.examples", {}, noLength()}};
}

std::size_t keepWanted(std::vector<Card>& cards, const CardOrder& order)
{
    if (!order.all)
        std::erase_if(cards, [](const Card& card) { return !card.isUsable; });
    const auto exceeds = [](const std::optional<double>& most, const std::optional<double>& value) {
        return most && !(value && *value <= *most);
    };
    return std::erase_if(cards, [&](const Card& card) {
        return card.gpus
            && (exceeds(order.days, sortValue(card, CardKey::Days))
                || exceeds(order.price, sortValue(card, CardKey::Price)));
    });
}

std::optional<double> sortValue(const Card& card, CardKey key)
{
    const auto ofRun = [&card](auto value) -> std::optional<double> {
        return card.run ? std::optional<double>(value(*card.run)) : std::nullopt;
    };
    const auto ofCost = [&card](auto value) -> std::optional<double> {
        return card.run && card.run->cost ? value(*card.run->cost) : std::nullopt;
    };
    switch (key) {
    case CardKey::Device:
        return std::nullopt;
    case CardKey::Memory:
        return -static_cast<double>(card.judged.capacity);
    case CardKey::Gpus:
        return card.gpus ? std::optional(static_cast<double>(*card.gpus)) : std::nullopt;
    case CardKey::Step:
        return ofRun([](const CardRun& run) { return run.seconds; });
    case CardKey::Tokens:
        return ofRun([](const CardRun& run) { return -run.tokensPerSecond; });
    case CardKey::Days:
        return ofCost([](const RunCost& cost) { return std::optional(cost.days()); });
    case CardKey::GpuHours:
        return ofCost([](const RunCost& cost) { return std::optional(cost.gpuHours); });
    case CardKey::Price: // of a million tokens where the length of the run is not known
        if (card.run && !card.run->cost)
            return card.run->pricePerMillion;
        return ofCost([](const RunCost& cost) { return cost.price; });
    case CardKey::Energy:
        return ofCost([](const RunCost& cost) { return cost.kilowattHours; });
    }
    return std::nullopt;
}

void sortCards(std::vector<Card>& cards, CardKey key, bool reversed)
{
    const auto gpus
        = [](const Card& card) { return std::tuple(!card.gpus, card.gpus.value_or(0)); };
    std::ranges::stable_sort(cards, [&](const Card& left, const Card& right) {
        if (key == CardKey::Device)
            return reversed ? right.device->name < left.device->name
                            : left.device->name < right.device->name;
        const auto first = sortValue(left, key), second = sortValue(right, key);
        if (!first || !second || *first == *second)
            return std::tuple(!first, gpus(left)) < std::tuple(!second, gpus(right));
        return reversed ? *second < *first : *first < *second;
    });
}

} // namespace highwater
