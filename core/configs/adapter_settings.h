// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/setting_fields.h"
#include "core/plan/plan.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The matrices that get adapters where a file names none: peft/utils/constants.py,
/// TRANSFORMERS_MODELS_TO_LORA_TARGET_MODULES_MAPPING, has query and value for the architectures of
/// the catalogue.
inline constexpr std::array peftTargets{AdapterTarget::Q, AdapterTarget::V};

/// The matrices that get adapters, from the names of modules in a field.
void readAdapterTargets(SettingFields& fields, std::string_view name, Adapter& adapter);

/// The matrices with these names; a name that is not known is listed as unread. Problem where none
/// is known.
void setAdapterTargets(SettingLog& log, const std::vector<std::string>& modules,
                       const std::string& field, Adapter& adapter);

/// The modules that PEFT trains in full, as a copy.
void readSavedModules(SettingFields& fields, std::string_view name, Adapter& adapter);

/// Sets the plan's adapter; a problem where the file's `lora_dropout` is no share.
void setAdapter(SettingLog& log, Adapter adapter);

/// The settings of PEFT's LoraConfig.
void readLoraConfig(SettingFields& fields, Adapter& adapter);

} // namespace highwater
