// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The words of a shell script's commands, with the variables that the script itself sets put in.
/// Nothing is run: conditions count as true, and what a command prints is unknown.
struct ShellScript
{
    std::vector<std::vector<std::string>> commands; ///< without assignments
    std::vector<std::string> unknown; ///< variables that the script does not set
    std::map<std::string, std::string> variables; ///< those that it sets, with their last values
    bool hasConditions = false;
};

Result<ShellScript> readShell(std::string_view text);

} // namespace highwater
