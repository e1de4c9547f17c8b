// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/speed_check.h"

#include <string>

namespace highwater {

/// Measured speeds against predictions: errors by group, regret of the ranking, published runs.
std::string speedReport(const SpeedValidation& validation);

} // namespace highwater
