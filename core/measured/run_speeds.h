// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measured_runs.h"
#include "core/plan/result.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace highwater {

/// Measured tokens a second of one GPU, by the id of the run.
using RunSpeeds = std::unordered_map<std::string, double>;

/// Reads the columns id and tokens_per_second_per_gpu of a table, in any order; other columns and
/// rows without a speed are skipped. An id that comes twice, or a speed that is not above 0, is an
/// error.
Result<RunSpeeds> readSpeeds(std::string_view csv);

/// Sets the speed of a run that states none.
void addSpeed(MeasuredRun& run, const RunSpeeds& speeds);

} // namespace highwater
