// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/written_files.h"
#include "core/plan/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The words of a command, without assignments before it, and those of the script's variables that
/// say how many processes start, as they are then.
struct ShellCommand
{
    std::vector<std::string> words;
    std::map<std::string, std::string> variables;
};

/// The commands of a shell script that run, with the variables that the script itself sets put in.
/// Nothing is run: what a command prints and the script's own arguments are unknown. Branches run
/// as their conditions say; a condition that is unknown counts as true. A loop runs once.
struct ShellScript
{
    std::vector<ShellCommand> commands;
    std::vector<std::string> unknown; ///< variables that the script does not set
    bool hasConditions = false; ///< that are unknown
    WrittenFiles written; ///< by "cat > FILE <<END" and its like
};

Result<ShellScript> readShell(std::string_view text);

} // namespace highwater
