// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/cards_figure.h"

#include "core/figure/cards_table.h"
#include "core/figure/plan_words.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {
namespace {

/// The columns next to the bars; where the key that sorts the cards is not one of them, it comes
/// last.
std::vector<CardKey> columnsFor(CardTimes times, CardKey sorted)
{
    std::vector<CardKey> columns{CardKey::Gpus};
    if (times == CardTimes::Step)
        columns.insert(columns.end(), {CardKey::Step, CardKey::Days, CardKey::Price});
    else
        columns.insert(columns.end(), {CardKey::Step, CardKey::Price, CardKey::Tokens});
    const auto known = cardColumns(times);
    if (sorted != CardKey::Device && sorted != CardKey::Memory
        && std::ranges::count(columns, sorted) == 0 && std::ranges::count(known, sorted) > 0)
        columns.push_back(sorted);
    return columns;
}

/// Of the values of sortValue(), only a higher speed is better.
std::optional<double> shownValue(const Card& card, CardKey key)
{
    auto value = sortValue(card, key);
    if (value && key == CardKey::Tokens)
        *value = -*value;
    return value;
}

Panel rowsOf(const std::vector<Card>& cards, const Plan& plan, const CardOrder& order,
             MemoryUnit unit)
{
    Panel panel;
    panel.bars = panel.lying = true;
    std::vector<Totals> bars;
    Curve capacity{{HW_TR("core", "Capacity")}, {}};
    capacity.isLimit = true;
    RowNumbers memory{{HW_TR("core", "%1 per GPU"), {std::string(nameOf(unit))}}, {}};
    for (const Card& card : cards) {
        const auto row = static_cast<std::int64_t>(bars.size()) + 1;
        bars.push_back(card.judged.totals);
        capacity.values.push_back(card.judged.capacity);
        memory.values.push_back(inUnit(card.judged.totals.total, unit));
        panel.xs.push_back(row);
        panel.x.ticks.push_back(static_cast<double>(row));
        panel.names.push_back(Text::plain(card.device->name));
        if (card.device->id == plan.cluster.device)
            panel.markers.push_back({static_cast<double>(row), panel.names.back()});
    }
    const CardTimes times = cardTimesOf(plan, cards);
    for (const CardKey key : columnsFor(times, order.key)) {
        RowNumbers numbers{cardKeyName(key, times), {}, key == CardKey::Gpus};
        for (const Card& card : cards)
            numbers.values.push_back(shownValue(card, key));
        panel.numbers.push_back(std::move(numbers));
    }
    panel.numbers.push_back(std::move(memory));
    panel.layers = layersOf(bars, everyGroup, plan.workload.task == Task::Inference);
    panel.overlays.push_back(std::move(capacity));
    panel.x.title = {HW_TR("core", "Card")};
    panel.x.marks = Marks::Places;
    panel.x.least = 1;
    panel.x.most = static_cast<double>(panel.xs.size());
    return panel;
}

Text cardsCaption(std::size_t fit, std::size_t all, std::size_t shown)
{
    if (shown == fit)
        return {HW_TR("core", "This plan fits on %1 of %2 cards"),
                {grouped(static_cast<std::int64_t>(fit)), grouped(static_cast<std::int64_t>(all))}};
    return {HW_TR("core", "This plan fits on %1 of %2 cards; %3 of them {is|are} shown"),
            {grouped(static_cast<std::int64_t>(fit)), grouped(static_cast<std::int64_t>(all)),
             grouped(static_cast<std::int64_t>(shown))}};
}

bool holdsPlan(const Card& card)
{
    return card.gpus.has_value();
}

} // namespace

std::vector<Card> shownCards(std::vector<Card> cards, const std::string& own,
                             const CardOrder& order, std::size_t rows)
{
    keepWanted(cards, order);
    std::erase_if(cards, [](const Card& card) { return !holdsPlan(card); });
    sortCards(cards, order.key, order.reversed);
    if (cards.size() <= rows || rows == 0)
        return cards;
    const auto isOwn = [&](const Card& card) { return card.device->id == own; };
    const auto last = cards.begin() + static_cast<std::ptrdiff_t>(rows);
    if (const auto found = std::find_if(last, cards.end(), isOwn); found != cards.end())
        *std::prev(last) = std::move(*found);
    cards.erase(last, cards.end());
    return cards;
}

Result<Figure> cardsFigure(std::vector<Card> cards, const Plan& plan, const Resolved& resolved,
                           const CardOrder& order, MemoryUnit unit, std::size_t rows)
{
    if (Problems problems = limitProblems(cards, order); !problems.empty())
        return problems;
    keepWanted(cards, order);
    const std::size_t all = cards.size();
    const auto fit = static_cast<std::size_t>(std::ranges::count_if(cards, holdsPlan));
    if (fit == 0)
        return Problem{
            "cluster.device", {}, {HW_TR("core", "no card within these limits holds the plan")}};
    const std::vector<Card> shown = shownCards(std::move(cards), plan.cluster.device, order, rows);
    Figure figure;
    figure.name = "cards";
    const bool same = order.count == CardCount::Same;
    const CardCount count = questionOf(plan, order).count;
    figure.title = {same ? HW_TR("core", "Each card on which the plan fits, in the plan's number")
                        : count == CardCount::Within
                        ? HW_TR("core", "The fewest of each card with which the run ends in time")
                        : count == CardCount::Under
                        ? HW_TR("core", "As many of each card as the price of the run allows")
                        : HW_TR("core", "The fewest of each card on which the plan fits")};
    FixedParts fixed;
    fixed.gpus = same;
    fixed.device = false;
    describe(figure, resolved, fixed);
    figure.unit = unit;
    figure.panels.push_back(rowsOf(shown, plan, order, unit));
    figure.panels.front().captions.push_back(cardsCaption(fit, all, shown.size()));
    scaleY(figure);
    return figure;
}

Result<Figure> cardsFigure(const Plan& plan, const Catalog& catalog, KnownCards& known,
                           const CardOrder& order, MemoryUnit unit)
{
    if (Problems problems = cardProblems(plan); !problems.empty())
        return problems;
    const auto resolved = prepare(plan, catalog, fittedIdleShares());
    if (!resolved)
        return resolved.problems();
    const auto& found = known.of(questionOf(plan, order), catalog);
    if (!found)
        return found.problems();
    return cardsFigure(*found, plan, *resolved, order, unit);
}

} // namespace highwater
