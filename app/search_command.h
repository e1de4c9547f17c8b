// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <string>
#include <vector>

namespace highwater {

/// highwater search: the layouts of a plan's cluster, ranked.
Outcome runSearch(const std::vector<std::string>& arguments);

} // namespace highwater
