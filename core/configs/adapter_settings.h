// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/setting_fields.h"
#include "core/plan/plan.h"

#include <string_view>

namespace highwater {

/// The matrices that get adapters, from the names of modules in a field.
void readAdapterTargets(SettingFields& fields, std::string_view name, Adapter& adapter);

/// The settings of PEFT's LoraConfig.
void readLoraConfig(SettingFields& fields, Adapter& adapter);

} // namespace highwater
