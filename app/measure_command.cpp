// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/doctor/diagnosis.h"
#include "core/doctor/own_measurement.h"
#include "core/exchange/plan_file.h"
#include "core/measured/csv_reader.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"
#include "padding.h"

#include <cerrno>

namespace highwater {
namespace {

std::string settingsLine(const std::vector<std::pair<KeyPath, Value>>& changes)
{
    std::string line;
    for (const auto& [key, value] : changes)
        line += setOption(key, value);
    return line;
}

std::string measureReport(const OwnMeasurement& measured)
{
    constexpr std::size_t columns = 96;
    std::string text;
    for (const Text& sentence : sentencesOf(measured, toEnglish))
        text += wrapped("", english(sentence), columns);
    if (!measured.causes.empty()) {
        text += "\nAssumptions that would bring the plan nearer, the nearest first\n";
        for (const ReadingCause& cause : measured.causes)
            text += "  " + leftAligned(std::string(withoutBlanks(settingsLine(cause.changes))), 52)
                + rightAligned(inGib(cause.predicted), 9) + " GiB  " + (cause.off < 0 ? "" : "+")
                + inGib(cause.off) + " GiB off\n";
    }
    if (!measured.correction.empty())
        text += "\nCorrection\n " + settingsLine(measured.correction) + "\n";
    return withoutTrailingBlanks(text);
}

/// The table at `path` with a row more; an outcome where this fails.
std::optional<Outcome> appended(const std::string& path, const Input& input,
                                const OwnReading& reading, std::string& table)
{
    const auto before = contents(path, mostCsvBytes);
    if (!before && errno != ENOENT)
        return failed(Exit::Unreadable, excerpt(path) + ": " + unreadableReason());
    auto made = tableWith(before.value_or(std::string()), input.plan, builtinCatalog(), reading);
    if (!made)
        return failed(made.problems(), excerpt(path));
    table = *std::move(made);
    return std::nullopt;
}

} // namespace

Outcome runMeasure(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const Grammar grammar{{"--json"}, {"--set", "--read", "--append", "-o", "--output"}, 1};
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    const auto typedReading = words.value("--read");
    if (!typedReading)
        return failed(Exit::BadInput, "--read is missing; see highwater measure --help");
    const auto output = words.value("--output") ? words.value("--output") : words.value("-o");
    const auto table = words.value("--append");
    if (output && table)
        return failed(Exit::BadInput, "-o and --append exclude each other");
    const auto reading = readOwnReading(*typedReading);
    if (!reading)
        return failed(reading.problems());
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto measured = measuredPlan(input.plan, builtinCatalog(), *reading);
    if (!measured)
        return failed(measured.problems(), input.name);
    Outcome outcome{Exit::Done,
                    words.has("--json") ? measurementJson(*measured) : measureReport(*measured),
                    ignoredNotes(input),
                    {}};
    if (table) {
        std::string text;
        if (const auto problem = appended(*table, input, *reading, text))
            return *problem;
        outcome.file = OutputFile{*table, text};
    }
    if (output) {
        if (measured->correction.empty())
            return failed(Exit::BadInput,
                          "the reading corrects none of the plan's constants; -o has nothing to "
                          "write");
        if (const auto problem = refuseOverwriting(input, *output))
            return *problem;
        outcome.file
            = OutputFile{*output, writePlan(withSettings(input.plan, measured->correction))};
    }
    return outcome;
}

} // namespace highwater
