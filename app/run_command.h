// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <string>
#include <vector>

namespace highwater {

/// highwater compare-run [PLAN] FILE [--device N] [--step N] [--stage N] [--json]
Outcome runCompareRun(const std::vector<std::string>& arguments);

} // namespace highwater
