// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/published_jobs.h"
#include "core/measured/published_runs.h"

#include <string>
#include <vector>

namespace highwater {

/// Speeds and lengths of published runs with the predicted ones.
std::string publishedReport(const PublishedSpeeds& speeds);

/// Documented memory of jobs with the predicted memory, and the settings that each report does not
/// state.
std::string publishedReport(const std::vector<CheckedJob>& jobs);

} // namespace highwater
