// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <string>
#include <vector>

namespace highwater {

/// highwater cards [PLAN] [--set KEY=VALUE ...] [--sort KEY] [--json | --csv]
Outcome runCards(const std::vector<std::string>& arguments);

} // namespace highwater
