// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/setting_fields.h"

namespace highwater {

/// Reads DeepSpeed's settings into a plan. `trainers` are the values that Hugging Face's Trainer
/// puts in the place of "auto" and of batch sizes.
void readDeepSpeedSettings(SettingFields& fields, const StatedBatch& trainers = {});

} // namespace highwater
