// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/exchange/share_code.h"
#include "core/exchange/validation_json.h"
#include "core/measured/csv_reader.h"
#include "core/measured/run_check.h"
#include "core/measured/run_speeds.h"
#include "core/measured/speed_check.h"
#include "core/plan/utf8.h"
#include "reports.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>

namespace highwater {

namespace {

/// The table of speeds in the folder of a table of runs: runs_speed.csv for runs.csv.
std::optional<std::string> speedsNextTo(const std::string& runs)
{
    constexpr std::string_view suffix = ".csv";
    if (!runs.ends_with(suffix))
        return std::nullopt;
    return runs.substr(0, runs.size() - suffix.size()) + "_speed.csv";
}

/// Reads the speeds of `given`, or of speedsNextTo(), where there is such a table.
std::optional<Outcome> readSpeedTable(const std::string& runs,
                                      const std::optional<std::string>& given, RunSpeeds& speeds)
{
    const auto path = given ? given : speedsNextTo(runs);
    if (!path)
        return std::nullopt;
    const std::string name = *path == "-" ? "standard input" : excerpt(*path);
    const auto text = contents(*path, mostCsvBytes);
    if (!text) {
        if (!given && errno == ENOENT)
            return std::nullopt;
        return failed(Exit::Unreadable, name + ": " + unreadableReason());
    }
    auto found = readSpeeds(*text);
    if (!found)
        return failed(found.problems(), name);
    speeds = *std::move(found);
    return std::nullopt;
}

Outcome publishedCases(bool asJson)
{
    const auto jobs = publishedJobs(builtinCatalog());
    const PublishedSpeeds speeds = checkedSpeeds(builtinCatalog());
    return {Exit::Done,
            asJson ? publishedJson(jobs, speeds) : publishedReport(jobs) + publishedReport(speeds),
            {}};
}

/// Names the file of --speed=FILE, or of --speed FILE unless that is the only file, by --speeds.
std::vector<std::string> withSpeedsNamed(std::vector<std::string> arguments)
{
    const auto isFile
        = [](const std::string& word) { return word == "-" || !word.starts_with("-"); };
    const std::string both = "--speed=";
    const auto given = std::ranges::find_if(
        arguments, [&](const std::string& word) { return word.starts_with(both); });
    if (given != arguments.end()) {
        const std::string file = given->substr(both.size());
        *given = "--speed";
        arguments.insert(given + 1, {"--speeds", file});
        return arguments;
    }
    const auto flag = std::ranges::find(arguments, "--speed");
    if (flag == arguments.end() || flag + 1 == arguments.end() || !isFile(flag[1]))
        return arguments;
    const auto files = std::ranges::count_if(arguments, isFile) - 1; // the first is the command
    if (files > 1 && std::ranges::find(arguments, "--speeds") == arguments.end())
        arguments.insert(flag + 1, "--speeds");
    return arguments;
}

} // namespace

Outcome runValidate(const std::vector<std::string>& arguments)
{
    CommandWords words;
    if (const auto wrong
        = sortWords(withSpeedsNamed(arguments),
                    {{"--json", "--speed", "--published"}, {"--speeds"}, 1}, words))
        return failed(Exit::BadInput, *wrong);
    const bool asJson = words.has("--json");
    if (words.has("--published")) {
        if (!words.plain.empty() || words.has("--speed") || words.value("--speeds"))
            return failed(Exit::BadInput, "--published stands alone: its cases are built in");
        return publishedCases(asJson);
    }
    if (words.plain.empty())
        return failed(Exit::BadInput,
                      "a table of measured runs is missing; see highwater validate --help");
    const std::string& path = words.plain.front();
    const auto speedPath = words.value("--speeds");
    if (path == "-" && speedPath == "-")
        return failed(Exit::BadInput, "standard input is one table: runs or speeds, not both");
    const std::string name = path == "-" ? "standard input" : excerpt(path);
    const auto text = contents(path, mostCsvBytes);
    if (!text)
        return failed(Exit::Unreadable, name + ": " + unreadableReason());
    RunSpeeds speeds;
    if (const auto outcome = readSpeedTable(path, speedPath, speeds))
        return *outcome;
    const auto found = validateRuns(*text, builtinCatalog(), speeds, readShareCode);
    if (!found)
        return failed(found.problems(), name);
    if (!words.has("--speed"))
        return {Exit::Done, asJson ? validationJson(*found) : validationReport(*found), {}};
    const auto checked = validateSpeeds(*text, builtinCatalog(), speeds);
    if (!checked)
        return failed(checked.problems(), name);
    return {Exit::Done,
            asJson ? validationJson(*found, *checked)
                   : validationReport(*found) + speedReport(*checked),
            {}};
}

} // namespace highwater
