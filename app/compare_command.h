// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <string>
#include <vector>

namespace highwater {

/// highwater compare [PLAN] [--set KEY=VALUE ...] [--json | --csv]
Outcome runCompare(const std::vector<std::string>& arguments);

} // namespace highwater
