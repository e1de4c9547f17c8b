// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <string>
#include <string_view>

namespace highwater {

/// Applies one KEY=VALUE, the argument of --set. Models and devices may be named as people type
/// them.
Problems applySetting(Plan& plan, const std::string& setting);

/// Whether the text is a command line of this program: "highwater estimate --set …".
bool isCommandLine(std::string_view text);

/// The plan of a command line: the default plan, or that of a share code, with the line's settings.
/// Runs nothing and reads no file.
Result<Plan> readCommandLine(std::string_view text);

} // namespace highwater
