// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The words that start the Python by which a command runs, without what that Python runs: "python"
/// of "python train.py", the interpreter of a script's first line, "uv run python" of "uv run
/// train.py". `path` is the variable PATH.
Result<std::vector<std::string>> pythonOf(const std::vector<std::string>& command,
                                          std::string_view path);

/// The processes of a node that a command's launcher is asked for; null where it is not said, or as
/// many as there are cards.
std::optional<std::int64_t> launchedProcesses(const std::vector<std::string>& command);

/// The file of a command's first word: itself where it has a slash, else from PATH; empty where it
/// is not there.
std::string programAt(const std::string& word, std::string_view path);

} // namespace highwater
