// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_run.h"
#include "core/configs/export.h"
#include "core/json/json.h"

#include <string>

namespace highwater {

// One writer for each program. It notes in `run` the values that its file cannot express.

WrittenConfig writeDeepSpeed(ConfigRun& run);
WrittenConfig writeAccelerate(ConfigRun& run);
WrittenConfig writeTorchtitan(ConfigRun& run);
WrittenConfig writeMegatron(ConfigRun& run);
WrittenConfig writeNanotron(ConfigRun& run);
WrittenConfig writeTrl(ConfigRun& run);
WrittenConfig writeLlamaFactory(ConfigRun& run);
WrittenConfig writeAxolotl(ConfigRun& run);
WrittenConfig writeMsSwift(ConfigRun& run);
WrittenConfig writeUnsloth(ConfigRun& run);

/// The object as YAML in block style, so that people can edit it. Texts that a reader may take for
/// another type are quoted.
std::string yamlOf(const Json& root);

} // namespace highwater
