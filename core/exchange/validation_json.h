// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/published_jobs.h"
#include "core/measured/speed_check.h"
#include "core/measured/validation.h"

#include <string>
#include <vector>

namespace highwater {

/// A validation for programs: every group, the sums after them, and every row.
std::string validationJson(const Validation& validation);

/// The same with the speeds in the object "speed".
std::string validationJson(const Validation& validation, const SpeedValidation& speeds);

/// Documented jobs and published speeds, each with its prediction.
std::string publishedJson(const std::vector<CheckedJob>& jobs, const PublishedSpeeds& speeds);

} // namespace highwater
