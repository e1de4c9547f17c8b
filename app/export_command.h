// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <string>
#include <vector>

namespace highwater {

/// highwater export [PLAN] [--set KEY=VALUE ...] --for NAME [-o FILE]
Outcome runExport(const std::vector<std::string>& arguments);

} // namespace highwater
