// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "command_words.h"
#include "commands.h"
#include "core/answer/replay.h"
#include "core/exchange/answers.h"
#include "core/exchange/plan_schema.h"
#include "core/exchange/share_code.h"
#include "core/exchange/share_link.h"
#include "core/exchange/summary.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "reports.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace highwater {
namespace {

/// A page about the plan with its estimate and its solutions.
std::string summaryOf(const Plan& plan, const Estimate& estimate)
{
    const auto limits = limitsOf({plan, builtinCatalog(), estimate.plan, estimate.judgement()});
    return markdownSummary(plan, estimate, limits, toEnglish);
}

Outcome runEstimate(const std::vector<std::string>& arguments)
{
    const ReplayBudget budget;
    CommandWords words;
    const Grammar grammar{
        {"--json", "--markdown", "--share", "--check", "--check=likely"}, {"--set"}, 1};
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (const auto outcome = refuseSeveral(words, {"--json", "--markdown", "--share"}))
        return *outcome;
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto found = estimate(input.plan, builtinCatalog());
    if (!found)
        return failed(found.problems(), input.name);
    const bool fails = words.has("--check=likely") ? found->verdict != Verdict::Fits
                                                   : words.has("--check") && !found->fits();
    return {fails ? Exit::DoesNotFit : Exit::Done,
            words.has("--json")           ? estimateJson(*found)
                : words.has("--markdown") ? summaryOf(input.plan, *found)
                : words.has("--share")    ? shareCode(input.plan) + "\n"
                                          : estimateReport(*found),
            input.notes};
}

/// The address of --page, else that of the environment.
std::optional<std::string> pageAddress(const CommandWords& words)
{
    if (const auto address = words.value("--page"))
        return address;
    const char* known = std::getenv("HIGHWATER_PAGE");
    return known && *known ? std::optional<std::string>(known) : std::nullopt;
}

Outcome runShare(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments, {{"--link"}, {"--set", "--page"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    if (words.value("--page") && !words.has("--link"))
        return failed(Exit::BadInput, "--page goes with --link");
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    if (const auto valid = prepare(input.plan, builtinCatalog()); !valid)
        return failed(valid.problems(), input.name);
    if (!words.has("--link"))
        return {Exit::Done, shareCode(input.plan) + "\n", input.notes};
    const auto address = pageAddress(words);
    if (!address)
        return failed(Exit::BadInput,
                      "--link needs the address of the page that shows plans: --page ADDRESS, or "
                      "HIGHWATER_PAGE in the environment; see highwater share --help");
    const auto link = shareLink(*address, input.plan);
    if (!link)
        return failed(link.problems(), "--page");
    return {Exit::Done, *link + "\n", input.notes};
}

Result<std::int64_t> wholeNumber(const CommandWords& words, const char* option,
                                 std::optional<KeyPath> key = {})
{
    const auto text = words.value(option);
    if (!text)
        return Problem{std::string(option), {}, {HW_TR("core", "is missing")}};
    const bool isReal = key && keyOf(*key).kind == Kind::Real; // "8b" is a number of parameters
    const auto value = parsed(keyOf(isReal ? *key : KeyPath("workload.context")), *text);
    if (value) {
        if (const auto* whole = std::get_if<std::int64_t>(&*value))
            return *whole;
        const auto* real = std::get_if<double>(&*value);
        if (real && std::abs(*real) <= 1e15 && *real == std::floor(*real))
            return static_cast<std::int64_t>(*real);
    }
    return Problem{std::string(option), typed(*text), {HW_TR("core", "must be a whole number")}};
}

/// The lines for stderr with one more, which says how many points of a sweep were not replayed.
std::string withSharedNote(std::string notes, const Sweep& sweep)
{
    const auto ended = std::ranges::count_if(
        sweep.points, [](const SweepPoint& point) { return point.totals.replayEnded; });
    if (ended == 0)
        return notes;
    notes += (notes.empty() ? "" : "\n");
    return notes
        + filled("highwater: note: of %1 points, %2 {has|have} the share of idle memory of a point "
                 "before or of measured runs: replaying the allocator at all would take too long",
                 {grouped(static_cast<std::int64_t>(sweep.points.size())), grouped(ended)});
}

Outcome runSweep(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const Grammar grammar{
        {"--json", "--csv"}, {"--set", "--axis", "--from", "--to", "--points"}, 1};
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    if (const auto outcome = refuseSeveral(words, {"--json", "--csv"}))
        return *outcome;
    const auto axis = words.value("--axis");
    if (!axis)
        return failed(Exit::BadInput, "--axis is missing; see highwater sweep --help");
    const auto key = findKeyPath(*axis);
    const auto from = wholeNumber(words, "--from", key);
    const auto to = wholeNumber(words, "--to", key);
    const auto points = wholeNumber(words, "--points");
    for (const auto* number : {&from, &to, &points})
        if (!*number)
            return failed(number->problems());
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto values = sampleValues(*from, *to, *points);
    if (!values)
        return failed(values.problems());
    const auto known = sweepAxis(*axis);
    if (!known)
        return failed(known.problems(), input.name);
    const auto found = sweep(input.plan, builtinCatalog(), *known, *values);
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done,
            words.has("--json")      ? sweepJson(*found)
                : words.has("--csv") ? sweepCsv(*found)
                                     : sweepReport(*found),
            withSharedNote(unreadNotes(input, *known), *found)};
}

/// Reads the argument of --line, in GiB; null for one that is no amount.
std::optional<Bytes> lineTyped(const std::string& text)
{
    const auto typedGib = realIn(text);
    constexpr double most = 1 << 20;
    if (!typedGib || !(*typedGib > 0) || *typedGib > most)
        return std::nullopt;
    return static_cast<Bytes>(*typedGib * static_cast<double>(gib));
}

Outcome solveRecompute(const CommandWords& words, const Input& input)
{
    std::optional<Bytes> line;
    if (const auto text = words.value("--line")) {
        line = lineTyped(*text);
        if (!line)
            return failed(Exit::BadInput,
                          "--line must be followed by GiB, such as 20, and not by " + typed(*text));
    }
    const auto found = justEnough(input.plan, builtinCatalog(), line);
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done, words.has("--json") ? justEnoughJson(*found) : justEnoughReport(*found),
            ignoredNotes(input)};
}

Outcome runSolve(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong
        = sortWords(arguments, {{"--json", "--edge"}, {"--set", "--for", "--line"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    const auto key = words.value("--for");
    if (!key)
        return failed(Exit::BadInput, "--for is missing; see highwater solve --help");
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const bool ofSavings = *key == "recompute";
    if (words.value("--line") && !ofSavings)
        return failed(Exit::BadInput, "--line is for solve --for recompute");
    if (words.has("--edge") && ofSavings)
        return failed(Exit::BadInput, "--edge is not for solve --for recompute");
    if (ofSavings)
        return solveRecompute(words, input);
    const auto known = solvableKey(*key);
    if (!known)
        return failed(known.problems(), input.name);
    const auto found = solve(input.plan, builtinCatalog(), *known,
                             words.has("--edge") ? SolveFor::Fit : SolveFor::Run);
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done, words.has("--json") ? solutionJson(*found) : solutionReport(*found),
            ignoredNotes(input)};
}

Outcome runAdvise(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments, {{"--json"}, {"--set"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto present = estimate(input.plan, builtinCatalog());
    const auto suggestions = advise(input.plan, builtinCatalog());
    if (!present || !suggestions)
        return failed(present ? suggestions.problems() : present.problems(), input.name);
    return {Exit::Done,
            words.has("--json") ? suggestionsJson(*suggestions, *present)
                                : suggestionsReport(*suggestions, *present),
            unreadNotes(input)};
}

Outcome runCatalog(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const bool formats = std::ranges::find(arguments, "formats") != arguments.end();
    if (const auto wrong = sortWords(arguments, {{"--json"}, {}, formats ? 2U : 1U}, words))
        return failed(Exit::BadInput, *wrong);
    const std::string what = words.plain.empty() ? "" : words.plain.front();
    const bool json = words.has("--json");
    const Catalog& catalog = builtinCatalog();
    if (what == "models")
        return {Exit::Done, json ? modelsJson(catalog) : modelsReport(catalog), {}};
    if (what == "devices")
        return {Exit::Done, json ? devicesJson(catalog) : devicesReport(catalog), {}};
    if (what == "schema")
        return {Exit::Done, planSchema(), {}};
    if (what == "formats") {
        const std::string typedModel = words.plain.size() > 1 ? words.plain[1] : CatalogModel{}.id;
        const Model* model = catalog.modelTyped(typedModel);
        if (!model)
            return failed(Exit::BadInput, typed(typedModel) + " is not in the catalogue");
        return {Exit::Done, json ? formatsJson(*model) : formatsReport(*model), {}};
    }
    return failed(Exit::BadInput, "catalog must be followed by models, devices, formats or schema");
}

struct Command
{
    std::string_view name;
    Outcome (*run)(const std::vector<std::string>& arguments);
    /// Of a command that takes the drawing too; `run` is null then.
    Outcome (*draw)(const std::vector<std::string>& arguments, const Drawing& drawing) = nullptr;
};
constexpr std::array commands{Command{"estimate", runEstimate},
                              Command{"sweep", runSweep},
                              Command{"solve", runSolve},
                              Command{"compare", runCompare},
                              Command{"compare-run", runCompareRun},
                              Command{"rehearse", runRehearse},
                              Command{"advise", runAdvise},
                              Command{"search", runSearch},
                              Command{"cards", runCards},
                              Command{"desk", runDesk},
                              Command{"doctor", runDoctor},
                              Command{"measure", runMeasure},
                              Command{"catalog", runCatalog},
                              Command{"import", runImport},
                              Command{"export", runExport},
                              Command{"share", runShare},
                              Command{"help", runHelp},
                              Command{"validate", runValidate},
                              Command{"chart", nullptr, runChart},
                              Command{"report", nullptr, runReport}};

} // namespace

bool isCommand(const std::vector<std::string>& arguments)
{
    if (arguments.empty())
        return false;
    const std::string& first = arguments.front();
    return (first.starts_with("-") && first != "-")
        || std::ranges::find(commands, first, &Command::name) != commands.end();
}

Outcome runCommand(const std::vector<std::string>& arguments, const Drawing& drawing)
{
    const std::string& first = arguments.front();
    const auto found = std::ranges::find(commands, first, &Command::name);
    const auto asksHelp = [](const std::string& word) { return word == "--help" || word == "-h"; };
    // The words from here on are the command that a rehearsal runs.
    const auto end = std::ranges::find(arguments, "--");
    if (std::any_of(arguments.begin(), end, asksHelp))
        return {Exit::Done, found == commands.end() ? helpPage() : helpPage(first), {}};
    if (first == "--version")
        return {Exit::Done, "highwater " HIGHWATER_VERSION "\n", {}};
    if (found == commands.end())
        return failed(Exit::BadInput, "unknown option " + typed(first) + "; see highwater --help");
    return found->run ? found->run(arguments) : found->draw(arguments, drawing);
}

} // namespace highwater
