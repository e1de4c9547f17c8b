// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "cards_command.h"

#include "cards_report.h"
#include "command_words.h"
#include "core/exchange/cards_json.h"

namespace highwater {

Result<CardKey> cardSortKey(const CommandWords& words)
{
    const auto given = words.value("--sort");
    if (!given)
        return CardOrder().key;
    if (const auto key = fromName<CardKey>(*given))
        return *key;
    return Problem{std::string("--sort"),
                   typed(*given),
                   {HW_TR("core", "must be one of %1"), {joined(namesOf<CardKey>())}}};
}

Outcome runCards(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong
        = sortWords(arguments, {{"--json", "--csv"}, {"--set", "--sort"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    if (const auto outcome = refuseSeveral(words, {"--json", "--csv"}))
        return *outcome;
    const auto key = cardSortKey(words);
    if (!key)
        return failed(key.problems());
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    auto found = cards(input.plan, builtinCatalog());
    if (!found)
        return failed(found.problems(), input.name);
    sortCards(*found, *key);
    return {Exit::Done,
            words.has("--json")      ? cardsJson(input.plan, *found)
                : words.has("--csv") ? cardsCsv(*found)
                                     : cardsReport(input.plan, *found),
            ignoredNotes(input)};
}

} // namespace highwater
