// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_run.h"
#include "core/json/json.h"

namespace highwater {

/// The object "zero_optimization" of a DeepSpeed configuration, and the objects of precision.
/// Hugging Face's Trainer takes them unchanged.
Json deepSpeedZero(ConfigRun& run);
void addDeepSpeedPrecision(ConfigRun& run, Json& root);

/// SuperOffload steps beside the backward pass only where gradients are not clipped.
bool clipsGradients(const ConfigRun& run);

/// The offload that DeepSpeed allows at the plan's stage of ZeRO; a note on any other.
struct DeepSpeedOffload
{
    Offload optimizer = Offload::None, parameters = Offload::None;
};
DeepSpeedOffload deepSpeedOffload(ConfigRun& run);

} // namespace highwater
