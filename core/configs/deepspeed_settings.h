// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_run.h"
#include "core/exchange/json.h"

namespace highwater {

/// The object "zero_optimization" of a DeepSpeed configuration, and the objects of precision.
/// Hugging Face's Trainer takes them as they are.
Json deepSpeedZero(ConfigRun& run);
void addDeepSpeedPrecision(ConfigRun& run, Json& root);

/// Offload as DeepSpeed's stage of the plan allows it; a note where it does not.
struct DeepSpeedOffload
{
    Offload optimizer = Offload::None, parameters = Offload::None;
};
DeepSpeedOffload deepSpeedOffload(ConfigRun& run);

} // namespace highwater
