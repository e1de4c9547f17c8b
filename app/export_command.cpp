// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "core/configs/export.h"
#include "core/configs/server_launch.h"
#include "core/plan/keys.h"
#include "padding.h"

#include <filesystem>

namespace highwater {
namespace {

/// "deepspeed    DeepSpeed    ds_config.json"
std::string listOfTargets()
{
    std::string list;
    const auto add = [&list](auto target) {
        list += leftAligned(std::string(nameOf(target)), 12) + leftAligned(programName(target), 13)
            + usualFileName(target) + "\n";
    };
    for (const ConfigTarget target : everyOf<ConfigTarget>())
        add(target);
    for (const ServerTarget target : everyOf<ServerTarget>())
        add(target);
    return list;
}

/// The lines for stderr: the notes of the file, and the launch lines where the file has no comments
/// with them.
std::string notesOf(const WrittenConfig& written, bool launchIsSaid)
{
    std::string lines;
    for (const Warning& note : written.notes)
        lines += "highwater: " + english(note) + "\n";
    for (const std::string& line : written.launch)
        if (!launchIsSaid && written.text.find(line) == std::string::npos)
            lines += "highwater: start with: " + line + "\n";
    if (!lines.empty())
        lines.pop_back();
    return lines;
}

} // namespace

Outcome runExport(const std::vector<std::string>& arguments)
{
    CommandWords words;
    const Grammar grammar{{}, {"--set", "--for", "-o", "--output"}, 1};
    if (const auto wrong = sortWords(arguments, grammar, words))
        return failed(Exit::BadInput, *wrong);
    const auto name = words.value("--for");
    if (!name)
        return failed(Exit::BadInput, "--for is missing; see highwater export --help");
    if (*name == "list")
        return {Exit::Done, listOfTargets(), {}};
    const auto target = fromName<ConfigTarget>(*name);
    const auto server = fromName<ServerTarget>(*name);
    if (!target && !server)
        return failed({Problem{
            std::string("--for"),
            typed(*name),
            {HW_TR("core", "must be one of %1"),
             {joined(namesOf<ConfigTarget>()) + ", " + joined(namesOf<ServerTarget>())}}}});
    const auto file = words.value("--output") ? words.value("--output") : words.value("-o");
    if (file && file->empty())
        return failed(Exit::BadInput, "-o needs a value");
    Input input;
    if (const auto outcome = readInput(words, input))
        return *outcome;
    const auto writtenFor = [&](const std::string& fileName) {
        return server ? writeServerLaunch(input.plan, builtinCatalog(), *server, fileName)
                      : writeConfig(input.plan, builtinCatalog(), *target, fileName);
    };
    const auto written = writtenFor(file.value_or(std::string()));
    if (!written)
        return failed(written.problems(), input.name);
    if (!file)
        return {Exit::Done, written->text, withNotes(input, notesOf(*written, false))};
    // Others get the file: its launch line names it without the person's folders.
    const auto given = writtenFor(std::filesystem::path(*file).filename().string());
    return {Exit::Done, joined(written->launch, "\n") + "\n",
            withNotes(input, notesOf(*written, true)),
            OutputFile{*file, given ? given->text : written->text}};
}

} // namespace highwater
