// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/exchange/answers.h"
#include "core/plan/numbers.h"
#include "reports.h"

namespace highwater {

Result<CardOrder> cardOrder(const CommandWords& words)
{
    CardOrder order;
    order.all = words.has("--all");
    const bool more = words.has("--more-gpus");
    if (more && words.has("--same-gpus"))
        return Problem{
            std::string("--more-gpus"), {}, {HW_TR("core", "cannot be used with --same-gpus")}};
    order.count = words.has("--same-gpus") ? CardCount::Same : CardCount::Fewest;
    if (const auto given = words.value("--sort")) {
        const auto key = fromName<CardKey>(*given);
        if (!key)
            return Problem{std::string("--sort"),
                           typed(*given),
                           {HW_TR("core", "must be one of %1"), {joined(namesOf<CardKey>())}}};
        order.key = *key;
    }
    if (const Problems problems = readLimits(words, order.days, order.price); !problems.empty())
        return problems;
    if (more && !order.days && !order.price)
        return Problem{
            std::string("--more-gpus"), {}, {HW_TR("core", "goes with --within or --under")}};
    if (more)
        order.count = order.days ? CardCount::Within : CardCount::Under;
    return order;
}

Outcome runCards(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments,
                                     {{"--json", "--csv", "--same-gpus", "--more-gpus", "--all"},
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
    const CardQuestion asked = questionOf(input.plan, *order);
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
