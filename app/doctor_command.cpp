// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/doctor/diagnosis.h"
#include "core/explore/suggestion_words.h"
#include "core/plan/utf8.h"
#include "core/recording/byte_source.h"
#include "padding.h"

#include <memory>
#include <utility>

namespace highwater {
namespace {

constexpr std::size_t doctorColumns = 96;

std::string changeLines(const DoctorChange& change)
{
    const Suggestion& suggestion = change.suggestion;
    std::string costs;
    for (const Text& cost : suggestion.costs())
        costs += (costs.empty() ? "" : ", ") + english(cost);
    std::string text = "  " + labelsOf(suggestion, toEnglish) + ": "
        + sizeText(suggestion.totals.total) + (costs.empty() ? "" : "; " + costs) + "\n";
    const bool isInFile = change.difference
        && (!change.difference->lines.empty() || !change.difference->environment.empty());
    if (isInFile)
        for (const std::string& line : shownDifference(*change.difference))
            text += "      " + line + "\n";
    if (!isInFile || !change.difference->isWhole) {
        text += "     ";
        for (const Change& one : suggestion.changes)
            text += setOption(one.key, one.value);
        text += "\n";
    }
    return text;
}

std::string doctorReport(const Diagnosis& diagnosis)
{
    std::string text = english(causeText(diagnosis.cause)) + "\n";
    for (const Text& sentence : sentencesOf(diagnosis, toEnglish))
        text += wrapped("  ", english(sentence), doctorColumns);
    text += "\nWhat helps\n";
    for (const DoctorAdvice& advice : diagnosis.advice)
        text += wrapped("  ", english(advice.text), doctorColumns);
    if (!diagnosis.plan)
        return text;
    const PlanFindings& plan = *diagnosis.plan;
    if (plan.tensors.size() > 1) {
        text += "\nTensors of the plan that may have been asked for\n";
        for (const MatchedTensor& tensor : plan.tensors)
            text += "  " + english(tensor.label) + ", " + tensor.formula + " = "
                + sizeText(tensor.bytes) + "\n";
    }
    const char* head = "";
    for (const DoctorChange& change : plan.changes) {
        const char* const wanted = change.suggestion.fits
            ? "\nWith each of these the plan fits, cheapest first\n"
            : "\nThese help, but not enough alone\n";
        if (std::string_view(head) != wanted)
            text += wanted;
        head = wanted;
        text += changeLines(change);
    }
    return withoutTrailingBlanks(text);
}

} // namespace

Outcome runDoctor(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const Grammar grammar{{"--json"}, {"--set", "--config"}, 2};
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (words.plain.empty())
        return failed(Exit::BadInput,
                      "doctor needs a log, or - for standard input; see highwater doctor --help");
    const std::string path = words.plain.front();
    words.plain.erase(words.plain.begin());
    const auto config = words.value("--config");
    if (path == "-" && !words.plain.empty() && words.plain.front() == "-")
        return failed(Exit::BadInput, "only one of log and plan can be standard input");
    const std::string name = path == "-" ? "standard input" : excerpt(path);
    const auto source = openedSource(path);
    if (!source)
        return failed(Exit::Unreadable, name + ": " + unreadableReason());
    auto log = readFailuresOrRecording(*source);
    if (!log) {
        if (source->unreadable())
            return failed(Exit::Unreadable, name + ": " + english(log.problems().front()));
        return failed(log.problems(), name);
    }
    Input input;
    std::optional<ImportFile> file;
    std::optional<std::string> text;
    if (config) {
        constexpr std::size_t mostConfig = std::size_t{16} << 20;
        text = contents(*config, mostConfig);
        if (!text)
            return failed(Exit::Unreadable, excerpt(*config) + ": " + unreadableReason());
        file = ImportFile{*config, *text};
        if (!importKind(*file))
            return failed(Exit::BadInput,
                          excerpt(*config) + ": is no file of a kind that import reads");
        // Without a plan, the file is one.
        if (words.plain.empty())
            words.plain.push_back(*config);
    }
    const bool hasPlan = !words.plain.empty() || !words.settings.empty();
    if (hasPlan)
        if (const auto outcome = readInput(words, input))
            return *outcome;
    const auto found = hasPlan ? diagnosisOf(*std::move(log), builtinCatalog(), input.plan, file)
                               : diagnosisOf(*std::move(log), builtinCatalog());
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done, words.has("--json") ? diagnosisJson(*found) : doctorReport(*found),
            hasPlan ? input.notes : std::string()};
}

} // namespace highwater
