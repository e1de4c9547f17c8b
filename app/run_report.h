// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/run_comparison.h"

#include <string>

namespace highwater {

/// The comparison of a recording with a plan, for a person.
std::string runReport(const RunComparison& comparison);

} // namespace highwater
