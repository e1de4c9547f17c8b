// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace highwater {

/// Writes a figure of a plan into a file; without a display.
Outcome runChart(const std::vector<std::string>& arguments);

} // namespace highwater
