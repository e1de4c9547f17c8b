// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/cards.h"

#include "core/answer/replay.h"
#include "core/explore/solve.h"
#include "core/methods/method.h"
#include "core/time/generation.h"

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
            time.run};
}

CardRun runOf(const Generation& generation, const Resolved& plan)
{
    constexpr double million = 1e6, secondsPerHour = 3600;
    const auto gpus = static_cast<double>(plan.cluster.gpus);
    CardRun run;
    run.seconds = generation.step.value;
    run.low = generation.step.low;
    run.high = generation.step.high;
    run.tokens = generation.sequences;
    run.tokensPerSecond = generation.tokensPerSecond.value;
    run.tokensPerSecondPerGpu = run.tokensPerSecond / gpus;
    run.modelUtilisation = generation.utilisation;
    run.cost.tokens = million;
    run.cost.steps = million / generation.sequences;
    run.cost.seconds = million / run.tokensPerSecond;
    run.cost.gpuHours = run.cost.seconds / secondsPerHour * gpus;
    run.cost.pricePerGpuHour = pricePerGpuHour(plan);
    run.cost.price = generation.pricePerMillion;
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

} // namespace

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

Result<Card> cardOf(const Plan& plan, const Catalog& catalog, const Device& device)
{
    if (Problems problems = cardProblems(plan); !problems.empty())
        return problems;
    Card card;
    card.device = &device;
    const Plan asked = onDevice(plan, device);
    auto resolved = prepare(asked, catalog);
    if (!resolved)
        return resolved.problems();
    const auto fewest = fewestGpus(asked, catalog, *resolved);
    if (!fewest) {
        const auto judged = judge(*resolved);
        if (!judged)
            return judged.problems();
        card.judged = *judged;
        card.reason = whyNone("cluster.gpus", *judged);
        return card;
    }
    card.gpus = fewest->gpus;
    card.judged = fewest->judged;
    if (fewest->gpus != asked.cluster.gpus || resolved->serves())
        resolved = prepare(onCard(plan, card), catalog);
    if (!resolved)
        return resolved.problems();
    resolved->idle.flushes = emptiesCache(card.judged);
    addRun(card, *resolved);
    return card;
}

Result<std::vector<Card>> cards(const Plan& plan, const Catalog& catalog)
{
    if (const auto own = prepare(plan, catalog); !own)
        return own.problems();
    const ReplayBudget budget;
    std::vector<Card> list;
    list.reserve(catalog.devices().size());
    for (const Device& device : catalog.devices()) {
        auto card = cardOf(plan, catalog, device);
        if (!card)
            return card.problems();
        list.push_back(*std::move(card));
    }
    return list;
}

const Result<std::vector<Card>>& KnownCards::of(const Plan& plan, const Catalog& catalog)
{
    if (!m_last || m_last->first != plan)
        keep(plan, cards(plan, catalog));
    return m_last->second;
}

void KnownCards::keep(Plan plan, Result<std::vector<Card>> cards)
{
    m_last.emplace(std::move(plan), std::move(cards));
}

std::optional<double> sortValue(const Card& card, CardKey key)
{
    const auto ofRun = [&card](auto value) -> std::optional<double> {
        return card.run ? std::optional<double>(value(*card.run)) : std::nullopt;
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
        return ofRun([](const CardRun& run) { return run.cost.days(); });
    case CardKey::GpuHours:
        return ofRun([](const CardRun& run) { return run.cost.gpuHours; });
    case CardKey::Price:
        return card.run ? card.run->cost.price : std::nullopt;
    case CardKey::Energy:
        return card.run ? card.run->cost.kilowattHours : std::nullopt;
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
