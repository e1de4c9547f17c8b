// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/setting_fields.h"

namespace highwater {

/// Reads DeepSpeed's settings into a plan. `trainers` are the batch sizes that Hugging Face's
/// Trainer uses in place of "auto" and of missing ones.
void readDeepSpeedSettings(SettingFields& fields, const StatedBatch& trainers = {});

} // namespace highwater
