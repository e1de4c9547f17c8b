// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/run_comparison.h"

#include <string>

namespace highwater {

/// A recording compared with a plan, for programs.
std::string runComparisonJson(const RunComparison& comparison);

} // namespace highwater
