// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/started_settings.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <span>
#include <utility>

namespace highwater {

bool StartedSettings::asksFor(std::string_view field) const
{
    // Saved arguments have fields that ask for nothing.
    const Json* value = arguments.find(field);
    return value
        && ((value->flag() && *value->flag()) || value->whole()
            || (value->text() && !value->text()->empty()) || !value->items().empty()
            || !value->members().empty());
}

std::optional<FirstTraining> firstTraining(const ShellScript& script,
                                           const std::function<bool(const ShellCommand&)>& trains)
{
    const auto& commands = script.commands;
    const auto first = std::ranges::find_if(commands, trains);
    if (first == commands.end())
        return std::nullopt;
    return FirstTraining{
        static_cast<std::size_t>(first - commands.begin()),
        static_cast<std::size_t>(std::count_if(first + 1, commands.end(), trains))};
}

Result<StartedSettings> settingsFile(const ImportFile& file)
{
    auto read = settingsIn(file);
    if (!read)
        return read.problems();
    StartedSettings started;
    started.arguments = *std::move(read);
    started.gpus = gpusOfHead(file.text);
    started.files.name = file.name;
    return started;
}

StartedSettings startedBy(ShellScript script, FirstTraining training, std::size_t launch,
                          const std::string& fileName)
{
    const ShellCommand& each = script.commands[training.command];
    const auto words = std::span(each.words).first(launch);
    StartedSettings started;
    started.gpus = gpusIn(each, words);
    started.files = {fileName, script.written.before(training.command)};
    started.accelerate = accelerateLaunchIn(words);
    started.laterTrainings = training.later;
    started.script = std::move(script);
    return started;
}

void mergeAccelerate(StartedSettings& started, std::initializer_list<const char*> engines)
{
    AccelerateLaunch& launch = started.accelerate;
    if (!launch.file.empty())
        readAccelerateFile(launch, started.files);
    if (launch.problem || !launch.settings)
        return;
    const Json settings = *launch.settings;
    const StatedGpus launched = gpusIn(settings);
    const bool isTold = started.gpus.processes && !started.gpus.followsCards;
    if (launched.processes && (!isTold || started.gpus.processes == launched.processes))
        started.gpus = launched;
    // A file of DeepSpeed's among the settings is the program's own (accelerate,
    // utils/dataclasses.py: DeepSpeedPlugin).
    const Json* type = settings.find("distributed_type");
    const Json* engine = settings.find("deepspeed_config");
    const Json* path = engine ? engine->find("deepspeed_config_file") : nullptr;
    const bool isOwn = std::ranges::any_of(
        engines, [&started](const char* field) { return started.asksFor(field); });
    const bool hands = !isOwn && type && type->text() && lowered(*type->text()) == "deepspeed"
        && path && path->text();
    if (hands)
        started.arguments["deepspeed"] = *path;
    if (!isOwn && !hands)
        return;
    Json rest = Json::object();
    if (const Json* precision = settings.find("mixed_precision"))
        rest["mixed_precision"] = *precision;
    launch = {{}, std::move(rest), {}};
}

void takePrecision(StartedSettings& started)
{
    const auto& settings = started.accelerate.settings;
    const Json* word = settings ? settings->find("mixed_precision") : nullptr;
    const std::string precision = word && word->text() ? lowered(*word->text()) : std::string();
    if ((precision == "bf16" || precision == "fp16") && !started.asksFor("bf16")
        && !started.asksFor("fp16"))
        started.arguments[precision] = true;
}

void noteStarted(const StartedSettings& started, SettingLog& log)
{
    noteLaterTrainings(started.laterTrainings, log);
    if (started.script)
        noteUnfollowed(*started.script, log);
}

} // namespace highwater
