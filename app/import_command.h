// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <string>
#include <vector>

namespace highwater {

/// highwater import FILE|FOLDER [--set KEY=VALUE ...] [-o PLAN] [--json]
Outcome runImport(const std::vector<std::string>& arguments);

} // namespace highwater
