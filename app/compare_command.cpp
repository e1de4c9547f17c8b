// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/exchange/answers.h"
#include "reports.h"

namespace highwater {

Outcome runCompare(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments, {{"--json", "--csv"}, {"--set"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    if (const auto outcome = refuseSeveral(words, {"--json", "--csv"}))
        return *outcome;
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto found = byEveryMethod(input.plan, builtinCatalog());
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done,
            words.has("--json")      ? methodsJson(*found)
                : words.has("--csv") ? methodsCsv(*found)
                                     : compareReport(*found),
            input.notes};
}

} // namespace highwater
