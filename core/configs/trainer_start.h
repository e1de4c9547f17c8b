// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/file_words.h"
#include "core/configs/launch_gpus.h"
#include "core/configs/setting_fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

// A training by TRL's trainers or the Trainer, as a Python script, a file of settings or a command
// starts it.

/// The arguments of a trainer, and what the same file says beside them.
struct TrainerStart
{
    Json arguments = Json::object();
    std::optional<Json> adapter, quantisation; ///< LoraConfig, BitsAndBytesConfig
    std::optional<std::string> model; ///< its name on a hub
    std::string modelField; ///< where the file names it
    /// The literal arguments of from_pretrained(), and its types, where a script makes the model;
    /// else whether the trainer makes it from its name.
    std::optional<Json> loading;
    bool loadsByName = false;
    NamedFiles files;
    std::string_view job; ///< for setJob(); empty for fine-tuning
    bool isTrl = false; ///< the arguments are of a class of TRL's, which has its own defaults
    StatedGpus gpus;
    std::string launcher; ///< a file of accelerate's settings, or the name of one of TRL's
    /// Of accelerate: what it gets as arguments, and for the rest what its file states, which lies
    /// beside this one or is TRL's own. Null where the file cannot be read.
    std::optional<Json> launcherSettings = Json::object();

    /// Whether accelerate says how the cards share the model.
    bool hasLauncher() const
    {
        return !launcher.empty()
            || (launcherSettings && launcherSettings->contains("distributed_type"));
    }
    /// Whether the arguments ask for what a field names.
    bool asksFor(std::string_view field) const;
    bool isSft() const { return isTrl && job.empty(); }
    bool isGrpo() const { return job == "grpo"; }
};

/// Whether the file is a script, settings or a command of these trainers.
bool startsTrainer(const ImportFile& file);

/// The training that the file starts; settings that are a problem or have no part in a plan go to
/// the log.
Result<TrainerStart> trainerStartOf(const ImportFile& file, SettingLog& log);

} // namespace highwater
