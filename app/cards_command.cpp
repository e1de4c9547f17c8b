// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/exchange/answers.h"
#include "core/plan/numbers.h"
#include "reports.h"

namespace highwater {

namespace {

/// A number above 0; null where the option is not given.
Result<std::optional<double>> limitOf(const CommandWords& words, std::string_view option)
{
    const auto given = words.value(option);
    if (!given)
        return std::optional<double>();
    if (const auto limit = realIn(*given); limit && *limit > 0)
        return limit;
    return Problem{std::string(option), typed(*given), {HW_TR("core", "must be a number above 0")}};
}

} // namespace

Result<CardOrder> cardOrder(const CommandWords& words)
{
    CardOrder order;
    order.all = words.has("--all");
    order.count = words.has("--same-gpus") ? CardCount::Same : CardCount::Fewest;
    if (const auto given = words.value("--sort")) {
        const auto key = fromName<CardKey>(*given);
        if (!key)
            return Problem{std::string("--sort"),
                           typed(*given),
                           {HW_TR("core", "must be one of %1"), {joined(namesOf<CardKey>())}}};
        order.key = *key;
    }
    const auto days = limitOf(words, "--within");
    if (!days)
        return days.problems();
    const auto price = limitOf(words, "--under");
    if (!price)
        return price.problems();
    order.days = *days;
    order.price = *price;
    return order;
}

Outcome runCards(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments,
                                     {{"--json", "--csv", "--same-gpus", "--all"},
                                      {"--set", "--sort", "--within", "--under"},
                                      1},
                                     words))
        return failed(Exit::BadInput, *wrong);
    if (const auto outcome = refuseSeveral(words, {"--json", "--csv"}))
        return *outcome;
    const auto order = cardOrder(words);
    if (!order)
        return failed(order.problems());
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const CardQuestion asked{input.plan, order->count};
    auto found = cards(asked, builtinCatalog());
    if (!found)
        return failed(found.problems(), input.name);
    if (const Problems problems = limitProblems(*found, *order); !problems.empty())
        return failed(problems, input.name);
    const std::size_t beyond = keepWanted(*found, *order);
    sortCards(*found, order->key);
    return {Exit::Done,
            words.has("--json")      ? cardsJson(asked, *found)
                : words.has("--csv") ? cardsCsv(*found)
                                     : cardsReport(asked, *found, beyond),
            ignoredNotes(input)};
}

} // namespace highwater
