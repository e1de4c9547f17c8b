// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/published_jobs.h"
#include "core/measured/published_runs.h"

#include <string>
#include <vector>

namespace highwater {

/// Speeds and lengths of published runs beside the predicted ones.
std::string publishedReport(const PublishedSpeeds& speeds);

/// Documented memory of jobs beside the predicted one, and what each report leaves open.
std::string publishedReport(const std::vector<CheckedJob>& jobs);

} // namespace highwater
