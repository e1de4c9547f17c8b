// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

#include "exchange/answers.h"
#include "exchange/plan_file.h"
#include "exchange/plan_schema.h"
#include "exchange/share_code.h"
#include "exchange/summary.h"
#include "methods/method.h"
#include "plan/keys.h"
#include "report.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

namespace highwater {
namespace {

constexpr std::string_view usage
    = R"(Highwater plans the GPU memory of training large language models.

Usage:
  highwater [PLAN ...]                 open the window
  highwater estimate [PLAN] [--set KEY=VALUE ...] [--json | --markdown | --share] [--check]
                                       the memory of one GPU, and what it is made of
  highwater sweep [PLAN] [--set KEY=VALUE ...] --axis KEY --from N --to N --points N
                  [--json | --csv]     the same over the values of one key
  highwater solve [PLAN] [--set KEY=VALUE ...] --for KEY [--json]
                                       the largest workload.context or workload.micro_batch,
                                       or the fewest cluster.gpus, with which it fits
  highwater advise [PLAN] [--set KEY=VALUE ...] [--json]
                                       what to change so that it fits, cheapest first
  highwater catalog models | devices [--json]
                                       what is known
  highwater catalog schema             what a .hwplan file may say, as a JSON schema
  highwater --help | --version

PLAN is a .hwplan file, a share code (HW1...), or - for standard input; a file may also hold a text
with a share code in it. Without a PLAN, the default plan is taken.

Options:
  --set KEY=VALUE   gives the plan one value: --set layout.zero=3, --set model.id=qwen3-8b,
                    --set workload.context=32k, --set model.parameters=8b,
                    --set 'model.custom={"hidden_size": 4096, ...}'; the last one counts
  --axis KEY        the key to sweep, such as workload.context
  --from, --to      its first and last value; what lies between is spaced in powers
  --points          how many values
  --json            for programs: every byte, formula and moment
  --csv             a row for each point
  --markdown        a page to paste: verdict, groups, choices, limits, share code
  --share           the plan's share code alone
  --check           exit with 3 when the plan does not fit

Exit: 0 done, 1 could not read or write, 2 bad usage or input, 3 does not fit (with --check).
)";

/// One line, whatever the input was.
Outcome failed(Exit exit, std::string_view reason)
{
    constexpr std::size_t longest = 400;
    return {exit, {}, "highwater: " + excerpt(reason, longest)};
}

Outcome failed(const Problems& problems, const std::string& file = {})
{
    std::string line;
    if (!file.empty())
        line = file + (problems.front().place.empty() ? ": " : ":");
    line += english(problems.front());
    if (problems.size() > 1)
        line += " (and " + std::to_string(problems.size() - 1) + " more)";
    return failed(Exit::BadInput, line);
}

/// The whole of a file, or of standard input; one byte more than a plan may have is enough.
std::optional<std::string> contents(const std::string& path)
{
    const bool standardInput = path == "-";
    std::FILE* file = standardInput ? stdin : std::fopen(path.c_str(), "rb");
    if (!file)
        return std::nullopt;
    std::string text(mostPlanBytes + 1, '\0');
    const std::size_t size = std::fread(text.data(), 1, text.size(), file);
    const int error = std::ferror(file) ? errno : 0;
    if (!standardInput)
        std::fclose(file);
    errno = error;
    if (error)
        return std::nullopt;
    text.resize(size);
    return text;
}

/// The words of a command line: options by name, the rest in order.
struct CommandWords
{
    std::vector<std::string> plain;
    std::vector<std::string> settings; ///< KEY=VALUE of every --set
    std::vector<std::pair<std::string, std::string>> values;
    std::vector<std::string> flags;

    bool has(std::string_view flag) const { return std::ranges::find(flags, flag) != flags.end(); }
    std::optional<std::string> value(std::string_view option) const
    {
        std::optional<std::string> found;
        for (const auto& [name, text] : values)
            if (name == option)
                found = text;
        return found;
    }
};

/// What a command understands beside plain words.
struct Grammar
{
    std::vector<std::string_view> flags;
    std::vector<std::string_view> options; ///< with a value; --set may repeat
    std::size_t mostWords;
};

/// Sorts the arguments after the command, or says which one it does not understand.
std::optional<std::string> sortWords(const std::vector<std::string>& arguments,
                                     const Grammar& grammar, CommandWords& words)
{
    const auto knows = [](const std::vector<std::string_view>& names, std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        std::string name = arguments[i];
        if (!name.starts_with("-") || name == "-") {
            if (words.plain.size() == grammar.mostWords)
                return "unexpected argument " + typed(name) + "; see highwater --help";
            words.plain.push_back(name);
            continue;
        }
        if (knows(grammar.flags, name)) {
            words.flags.push_back(name);
            continue;
        }
        std::optional<std::string> value;
        if (const std::size_t equals = name.find('='); equals != std::string::npos) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        if (value && knows(grammar.flags, name))
            return name + " takes no value";
        if (!knows(grammar.options, name))
            return "unknown option " + typed(name) + "; see highwater --help";
        if (!value && i + 1 < arguments.size())
            value = arguments[++i];
        if (!value)
            return name + " needs a value";
        if (name == "--set")
            words.settings.push_back(*value);
        else
            words.values.emplace_back(name, *value);
    }
    return std::nullopt;
}

/// Models and devices may be named as people type them.
std::string looked(const std::string& key, const std::string& text)
{
    if (key == "model.id")
        if (const Model* model = builtinCatalog().modelTyped(text))
            return model->id;
    if (key == "cluster.device")
        if (const Device* device = builtinCatalog().deviceTyped(text))
            return device->id;
    return text;
}

Problems applySetting(Plan& plan, const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
        return {{"--set", typed(setting), {HW_TR("core", "must be KEY=VALUE")}}};
    const std::string path = setting.substr(0, equals);
    const std::string text = setting.substr(equals + 1);
    const bool json = text.starts_with('{') || text.starts_with('[');
    const Key* key = findKey(path);
    if (json && (isGroup(path) || (key && key->kind == Kind::Choices))) {
        Problems problems = readInto(plan, path, text);
        for (Problem& problem : problems) {
            problem.place.clear();
            if (problem.field.empty())
                problem.field = path;
        }
        return problems;
    }
    if (!key)
        return assign(plan, path, text);
    const auto value = parsed(*key, looked(path, text));
    if (!value)
        return value.problems();
    return assign(plan, path, *value);
}

/// A plan that was given, and what messages call it.
struct Input
{
    Plan plan;
    std::string name; ///< empty for the default plan
};

/// Whether a word that is no file is meant as a share code.
bool isShareCode(std::string_view word)
{
    const std::size_t start = std::min(word.find_first_not_of(" \t\r\n"), word.size());
    const auto code = findShareCode(word);
    return code && code->data() == word.data() + start;
}

/// The one way to a plan: a word names a file, is - for standard input, or is a share code.
std::optional<Outcome> readWord(const std::string& word, bool mayBeCommand, Input& input)
{
    auto text = contents(word);
    const int error = errno;
    input.name = word == "-" ? "standard input" : excerpt(word);
    std::string place = input.name; // in the code itself there is none
    if (!text && isShareCode(word)) {
        text = word;
        input.name = "share code";
        place.clear();
    }
    if (!text && mayBeCommand && error == ENOENT)
        return failed(Exit::BadInput,
                      typed(word) + " is neither a command nor a plan; see highwater --help");
    if (!text)
        return failed(Exit::Unreadable, input.name + ": cannot be read: " + std::strerror(error));
    auto read = readPlanOrCode(*text);
    if (!read)
        return failed(read.problems(), place);
    input.plan = *std::move(read);
    return std::nullopt;
}

/// The plan that a command speaks of: the one given, or the default one, with its settings.
std::optional<Outcome> readInput(const CommandWords& words, Input& input)
{
    if (!words.plain.empty())
        if (const auto outcome = readWord(words.plain.front(), false, input))
            return outcome;
    for (const std::string& setting : words.settings)
        if (const Problems problems = applySetting(input.plan, setting); !problems.empty())
            return failed(problems);
    return std::nullopt;
}

/// Of several forms of one answer a command gives one.
std::optional<Outcome> refuseSeveral(const CommandWords& words,
                                     std::initializer_list<std::string_view> forms)
{
    std::string_view first;
    for (const std::string_view form : forms) {
        if (!words.has(form))
            continue;
        if (!first.empty())
            return failed(Exit::BadInput,
                          std::string(first) + " and " + std::string(form) + " exclude each other");
        first = form;
    }
    return std::nullopt;
}

/// A summary with what can be solved for the plan.
std::string summaryOf(const Plan& plan, const Estimate& estimate)
{
    std::vector<Solution> solutions;
    for (const char* key : {"workload.context", "workload.micro_batch", "cluster.gpus"})
        if (auto solution = solve(plan, builtinCatalog(), key))
            solutions.push_back(*std::move(solution));
    return markdownSummary(plan, estimate, solutions,
                           [](const Text& text) { return english(text); });
}

Outcome runEstimate(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const Grammar grammar{{"--json", "--markdown", "--share", "--check"}, {"--set"}, 1};
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
    const Exit exit = words.has("--check") && !found->fits() ? Exit::DoesNotFit : Exit::Done;
    return {exit,
            words.has("--json")           ? estimateJson(*found)
                : words.has("--markdown") ? summaryOf(input.plan, *found)
                : words.has("--share")    ? shareCode(input.plan) + "\n"
                                          : estimateReport(*found),
            {}};
}

Result<std::int64_t> wholeNumber(const CommandWords& words, const char* option, const Key* key)
{
    const auto text = words.value(option);
    if (!text)
        return Problem{option, {}, {HW_TR("core", "is missing")}};
    static constexpr Key anyCount{"", Kind::Integer, false,   -1e15,  1e15,
                                  {}, nullptr,       nullptr, nullptr};
    const auto value = parsed(key && key->kind == Kind::Real ? *key : anyCount, *text);
    if (value) {
        if (const auto* whole = std::get_if<std::int64_t>(&*value))
            return *whole;
        const auto* real = std::get_if<double>(&*value);
        if (real && std::abs(*real) <= 1e15 && *real == std::floor(*real))
            return static_cast<std::int64_t>(*real);
    }
    return Problem{option, typed(*text), {HW_TR("core", "must be a whole number")}};
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
        return failed(Exit::BadInput, "--axis is missing; see highwater --help");
    const Key* key = findKey(*axis);
    const auto from = wholeNumber(words, "--from", key);
    const auto to = wholeNumber(words, "--to", key);
    const auto points = wholeNumber(words, "--points", nullptr);
    for (const auto* number : {&from, &to, &points})
        if (!*number)
            return failed(number->problems());
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto values = samples(*from, *to, *points);
    if (!values)
        return failed(values.problems());
    const auto found = sweep(input.plan, builtinCatalog(), *axis, *values);
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done,
            words.has("--json")      ? sweepJson(*found)
                : words.has("--csv") ? sweepCsv(*found)
                                     : sweepReport(*found),
            {}};
}

Outcome runSolve(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments, {{"--json"}, {"--set", "--for"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    const auto key = words.value("--for");
    if (!key)
        return failed(Exit::BadInput, "--for is missing; see highwater --help");
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto found = solve(input.plan, builtinCatalog(), *key);
    if (!found)
        return failed(found.problems(), input.name);
    return {Exit::Done, words.has("--json") ? solutionJson(*found) : solutionReport(*found), {}};
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
    const auto remedies = advise(input.plan, builtinCatalog());
    if (!present || !remedies)
        return failed(present ? remedies.problems() : present.problems(), input.name);
    return {Exit::Done,
            words.has("--json") ? remediesJson(*remedies, *present)
                                : remediesReport(*remedies, *present),
            {}};
}

Outcome runCatalog(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong = sortWords(arguments, {{"--json"}, {}, 1}, words))
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
    return failed(Exit::BadInput, "catalog must be followed by models, devices or schema");
}

using Run = Outcome (*)(const std::vector<std::string>&);
struct Command
{
    std::string_view name;
    Run run;
};
constexpr std::array commands{Command{"estimate", runEstimate}, Command{"sweep", runSweep},
                              Command{"solve", runSolve}, Command{"advise", runAdvise},
                              Command{"catalog", runCatalog}};

} // namespace

bool isCommand(const std::vector<std::string>& arguments)
{
    if (arguments.empty())
        return false;
    const std::string& first = arguments.front();
    return first.starts_with("-")
        || std::ranges::find(commands, first, &Command::name) != commands.end();
}

Outcome readPlans(const std::vector<std::string>& words, std::vector<Plan>& plans)
{
    for (const std::string& word : words) {
        Input input;
        if (const auto outcome = readWord(word, true, input))
            return *outcome;
        plans.push_back(std::move(input.plan));
    }
    return {};
}

Outcome runCommand(const std::vector<std::string>& arguments)
{
    const std::string& first = arguments.front();
    const auto asksHelp = [](const std::string& word) { return word == "--help" || word == "-h"; };
    if (std::ranges::any_of(arguments, asksHelp))
        return {Exit::Done, std::string(usage), {}};
    if (first == "--version")
        return {Exit::Done, "highwater " HIGHWATER_VERSION "\n", {}};
    const auto found = std::ranges::find(commands, first, &Command::name);
    if (found == commands.end())
        return failed(Exit::BadInput, "unknown option " + typed(first) + "; see highwater --help");
    return found->run(arguments);
}

} // namespace highwater
