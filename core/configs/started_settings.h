// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/accelerate_launch.h"
#include "core/configs/file_words.h"
#include "core/configs/launch_gpus.h"
#include "core/configs/shell_reader.h"
#include "core/json/json.h"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

class SettingLog;

/// A program's settings, from a file and as arguments, with what the command that starts it says.
struct StartedSettings
{
    Json arguments = Json::object();
    StatedGpus gpus{};
    NamedFiles files{};
    AccelerateLaunch accelerate{};
    std::optional<ShellScript> script{}; ///< that has the command
    std::size_t laterTrainings = 0;

    /// Whether the arguments ask for what a field names.
    bool asksFor(std::string_view field) const;
};

/// The place of the first command of a script that trains, and the number of those after it.
struct FirstTraining
{
    std::size_t command;
    std::size_t later;
};
std::optional<FirstTraining> firstTraining(const ShellScript& script,
                                           const std::function<bool(const ShellCommand&)>& trains);

/// A file of settings, with the GPUs of its head.
Result<StartedSettings> settingsFile(const ImportFile& file);

/// A command of a script without the arguments of its program, which the first `launch` words
/// start.
StartedSettings startedBy(ShellScript script, FirstTraining training, std::size_t launch,
                          const std::string& fileName);

/// Takes the GPUs and a file of DeepSpeed's from accelerate's settings. The program's own engine,
/// which one of the `engines` among its fields asks for, counts before accelerate's.
void mergeAccelerate(StartedSettings& started,
                     std::initializer_list<const char*> engines = {"deepspeed", "fsdp"});

/// Takes accelerate's precision where the arguments ask the Trainer for none (transformers,
/// training_args.py: __post_init__).
void takePrecision(StartedSettings& started);

/// Notes what of the script was not followed.
void noteStarted(const StartedSettings& started, SettingLog& log);

} // namespace highwater
