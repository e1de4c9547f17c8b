// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/python_script.h"
#include "core/plan/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace highwater {

Result<PythonScript> readPython(std::string_view text);

/// The script of a notebook's code cells; null where the value is no notebook.
std::optional<std::string> scriptOfNotebook(const Json& notebook);

} // namespace highwater
