// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/started_settings.h"

#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
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

StartedSettings startedBy(ShellScript script, std::size_t command, std::size_t launch,
                          const std::string& fileName)
{
    const ShellCommand& each = script.commands[command];
    const auto words = std::span(each.words).first(launch);
    StartedSettings started;
    started.gpus = gpusIn(each, words);
    started.files = {fileName, script.written.before(command)};
    started.accelerate = accelerateLaunchIn(words);
    started.script = std::move(script);
    return started;
}

void mergeAccelerate(StartedSettings& started)
{
    AccelerateLaunch& launch = started.accelerate;
    if (!launch.file.empty())
        readAccelerateFile(launch, started.files);
    const Json settings = launch.settings.value_or(Json::object());
    const StatedGpus launched = gpusIn(settings);
    if (launched.processes
        && started.gpus.processes.value_or(*launched.processes) == launched.processes)
        started.gpus = launched;
    // A file of DeepSpeed's among the settings is the program's own (accelerate,
    // utils/dataclasses.py: DeepSpeedPlugin).
    const Json* type = settings.find("distributed_type");
    const Json* engine = settings.find("deepspeed_config");
    const Json* path = engine ? engine->find("deepspeed_config_file") : nullptr;
    const bool isOwn = started.asksFor("deepspeed") || started.asksFor("fsdp");
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

void noteStarted(const StartedSettings& started, SettingLog& log)
{
    noteLaterTrainings(started.laterTrainings, log);
    if (started.script)
        noteUnfollowed(*started.script, log);
}

} // namespace highwater
