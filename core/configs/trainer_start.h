// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/python_script.h"
#include "core/configs/setting_fields.h"
#include "core/configs/started_settings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

// A training by TRL's trainers or the Trainer, as a Python script, a file of settings or a command
// starts it.

/// The arguments of a trainer, and what the same file says beside them.
struct TrainerStart : StartedSettings
{
    std::optional<Json> adapter, quantisation; ///< LoraConfig, BitsAndBytesConfig
    std::optional<std::string> model; ///< its name on a hub
    std::string modelField; ///< where the file names it
    /// The literal arguments of from_pretrained(), and its types, where a script makes the model;
    /// else whether the trainer makes it from its name.
    std::optional<Json> loading;
    bool loadsByName = false;
    std::vector<TrainedPart> trained; ///< of the trainer's model
    std::string_view job; ///< for setJob(); empty for fine-tuning
    bool isTrl = false; ///< the arguments are of a class of TRL's, which has its own defaults

    bool isSft() const { return isTrl && job.empty(); }
    bool isGrpo() const { return job == "grpo"; }
};

/// Whether the file is a script, settings or a command of these trainers.
bool startsTrainer(const ImportFile& file);

/// The training that the file starts; settings that are a problem or have no part in a plan go to
/// the log.
Result<TrainerStart> trainerStartOf(const ImportFile& file, SettingLog& log);

} // namespace highwater
