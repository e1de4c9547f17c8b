// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "core/recording/run_comparison.h"
#include "reports.h"

#include <utility>

namespace highwater {
namespace {

Result<std::optional<std::int64_t>> numberOf(const CommandWords& words, const char* option,
                                             std::int64_t least)
{
    const auto text = words.value(option);
    if (!text)
        return std::optional<std::int64_t>();
    const auto number = wholeIn(*text);
    if (!number || *number < least)
        return Problem{
            std::string(option),
            typed(*text),
            {HW_TR("core", "must be a whole number from %1 on"), {std::to_string(least)}}};
    return number;
}

} // namespace

std::optional<Outcome> compareRecording(const CommandWords& words, const std::string& path,
                                        const Input& input, RunComparison& found)
{
    const auto device = numberOf(words, "--device", 0);
    const auto step = numberOf(words, "--step", 1);
    const auto stage = numberOf(words, "--stage", 1);
    for (const auto* number : {&device, &step, &stage})
        if (!*number)
            return failed(number->problems());
    const std::string name = path == "-" ? "standard input" : excerpt(path);
    const auto source = openedSource(path);
    if (!source)
        return failed(Exit::Unreadable, name + ": " + unreadableReason());
    const auto recording = readRecording(*source, *device);
    if (!recording) {
        if (source->unreadable())
            return failed(Exit::Unreadable, name + ": " + english(recording.problems().front()));
        return failed(recording.problems(), name);
    }
    RunChoices choices;
    choices.step = *step;
    if (*stage)
        choices.stage = **stage - 1;
    auto compared = compareRun(*recording, input.plan, builtinCatalog(), choices);
    if (!compared)
        return failed(compared.problems(), input.name);
    found = std::move(*compared);
    return std::nullopt;
}

Outcome runCompareRun(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const Grammar grammar{{"--json"}, {"--set", "--device", "--step", "--stage"}, 2};
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (words.plain.empty())
        return failed(Exit::BadInput,
                      "a recording of a run is missing; see highwater compare-run --help");
    const std::string path = words.plain.back();
    words.plain.pop_back();
    if (path == "-" && !words.plain.empty() && words.plain.front() == "-")
        return failed(Exit::BadInput, "standard input is one file: the plan or the recording");
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    RunComparison found;
    if (const auto outcome = compareRecording(words, path, input, found))
        return *outcome;
    return {Exit::Done, words.has("--json") ? runComparisonJson(found) : runReport(found),
            input.notes};
}

} // namespace highwater
