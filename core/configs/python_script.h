// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// A call is an object with its arguments by name, those without a name by their number, and the
/// function's name here. A name, or any other expression that is not a literal, is an object with
/// its text at pythonCode.
inline constexpr std::string_view pythonFunction = "()";
inline constexpr std::string_view pythonCode = "=";
/// Ends the code of a name whose value is not known. No name ends like this, so that nothing finds
/// another value.
inline constexpr std::string_view pythonUnknown = " = …";

/// A call with the values that names have where it stands, and "NAME.FIELD = …" of later lines
/// where it makes settings.
struct ScriptCall
{
    Json value;
    std::string name; ///< to which it is assigned; else empty
    bool isUncertain = false; ///< it stands in a condition or a loop that is not followed
};

/// "PART.requires_grad = …" or "PART.requires_grad_(…)". A name that a loop sets stands for what
/// the loop goes over: "model.lm_head.parameters()".
struct TrainedPart
{
    std::string code;
    std::optional<bool> trains; ///< null where the script does not say it
    bool isField = false; ///< not the method, which a module has too
    std::size_t place = 0; ///< in the script
};

/// The settings that a Python script states; the script is not run.
struct PythonScript
{
    std::vector<TrainedPart> trained; ///< in their order
    std::vector<ScriptCall> calls; ///< in their order; one inside another is one of its arguments
    Json assigned = Json::object(); ///< the values of "NAME = …" and "NAME.FIELD = …", at its end
};

/// A value, a list of some, or an object of one of these: a script could name a large one often.
bool isSmall(const Json& value);

/// The call of a function that is named last; null where there is none.
const Json* callOf(const PythonScript& script, std::string_view function);
bool isCallOf(const Json& value, std::string_view function);

/// The first call of a function whose name ends like one of these, also inside other calls'
/// arguments: "FastLanguageModel.from_pretrained".
const Json* firstCall(const PythonScript& script, std::span<const std::string_view> endings);
inline const Json* firstCall(const PythonScript& script, std::string_view ending)
{
    return firstCall(script, std::span(&ending, 1));
}

/// The last call of a function, also by way of its module, "trl.SFTConfig", and inside other calls'
/// arguments; null where there is none.
const Json* lastCall(const PythonScript& script, std::string_view function);

/// The last call that is assigned to the name that a value is, and whose function's name ends
/// like this; null where there is none.
const Json* callNamed(const PythonScript& script, const Json& value, std::string_view ending);

/// Whether a call of the script stands where it may not run.
bool isUncertain(const PythonScript& script, const Json& call);

/// The arguments of a call, with the values of names that the script sets.
Json settledArguments(const Json& call, const PythonScript& script);
/// The same. Those that are still expressions are left out, and named in `expressions`.
Json argumentsOf(const Json& call, const PythonScript& script,
                 std::vector<std::string>& expressions);

} // namespace highwater
