// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"
#include "core/plan/result.h"

#include <string_view>
#include <vector>

namespace highwater {

/// A call is an object with its arguments by name, those without a name by their number, and the
/// function's name here. A name, or any other expression that is not a literal, is an object with
/// its text at pythonCode.
inline constexpr std::string_view pythonFunction = "()";
inline constexpr std::string_view pythonCode = "=";

/// The settings that a Python script states; the script is not run.
struct PythonScript
{
    std::vector<Json> calls; ///< in their order; a call inside another one is one of its arguments
    Json assigned = Json::object(); ///< the values of "NAME = …" and "NAME.FIELD = …"
};

Result<PythonScript> readPython(std::string_view text);

/// The call of a function that is named last; null where there is none.
const Json* callOf(const PythonScript& script, std::string_view function);
bool isCallOf(const Json& value, std::string_view function);

} // namespace highwater
