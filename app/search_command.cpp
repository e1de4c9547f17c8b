// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/exchange/answers.h"
#include "core/plan/keys.h"
#include "reports.h"

#include <chrono>

namespace highwater {
namespace {

/// A whole number of bytes or layouts that an option states; null where it is not one.
std::optional<std::int64_t> wholeOf(const std::string& text, KeyPath like)
{
    const auto value = parsed(keyOf(like), text);
    const auto* const whole = value ? std::get_if<std::int64_t>(&*value) : nullptr;
    return whole ? std::optional(*whole) : std::nullopt;
}

/// Reads the number of layouts that the answer lists.
Problems readCount(const CommandWords& words, std::size_t& most)
{
    const auto text = words.value("--top");
    if (!text)
        return {};
    constexpr std::int64_t longest = 1000;
    const auto count = wholeOf(*text, "workload.context");
    if (!count || *count < 1 || *count > longest)
        return {Problem{std::string("--top"),
                        typed(*text),
                        {"must be a whole number from 1 to %1", {std::to_string(longest)}}}};
    most = static_cast<std::size_t>(*count);
    return {};
}

} // namespace

void addSearchOptions(Grammar& grammar)
{
    grammar.flags.insert(grammar.flags.end(),
                         {"--across-nodes", "--any-method", "--offload", "--no-offload",
                          "--no-pipeline", "--same-zero", "--upper-end"});
    grammar.options.insert(grammar.options.end(), {"--keep", "--free", "--within", "--under"});
}

Result<SearchConstraints> readConstraints(const CommandWords& words)
{
    SearchConstraints constraints;
    constraints.tensorWithinNode = !words.has("--across-nodes");
    constraints.onlyWhatFrameworkHas = !words.has("--any-method");
    constraints.offload = words.has("--offload");
    LayoutTicks& ticks = constraints.ticks;
    ticks.noOffload = words.has("--no-offload");
    ticks.noPipeline = words.has("--no-pipeline");
    ticks.sameZero = words.has("--same-zero");
    ticks.upperEnd = words.has("--upper-end");
    if (constraints.offload && ticks.noOffload)
        return Problem{std::string("--no-offload"), {}, {"cannot be used with --offload"}};
    if (const Problems problems = readLimits(words, ticks.days, ticks.price); !problems.empty())
        return problems;
    for (const auto& [option, text] : words.values) {
        if (option == "--keep") {
            const auto kept = readKept(text);
            if (!kept)
                return kept.problems();
            constraints.kept.insert(constraints.kept.end(), kept->begin(), kept->end());
        } else if (option == "--free") {
            const auto bytes = wholeOf(text, "cluster.reserve");
            if (!bytes || *bytes < 0)
                return Problem{option, typed(text), {"must be a whole number of bytes"}};
            constraints.leastFree = *bytes;
        }
    }
    return constraints;
}

Outcome runSearch(const std::vector<std::string>& arguments)
{
    CommandWords words;
    Grammar grammar{{"--json", "--csv", "--all"}, {"--set", "--top"}, 1};
    addSearchOptions(grammar);
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (const auto outcome = refuseSeveral(words, {"--json", "--csv"}))
        return *outcome;
    auto constraints = readConstraints(words);
    if (!constraints)
        return failed(constraints.problems());
    if (const Problems problems = readCount(words, constraints->most); !problems.empty())
        return failed(problems);
    constraints->folds = !words.has("--all");
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto started = std::chrono::steady_clock::now();
    const auto found = search(input.plan, builtinCatalog(), *constraints);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done,
            words.has("--json")      ? searchJson(*found, taken.count())
                : words.has("--csv") ? searchCsv(*found)
                                     : searchReport(*found),
            unreadNotes(input)};
}

} // namespace highwater
