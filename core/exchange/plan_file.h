// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace highwater {

inline constexpr const char* planFormat = "highwater-plan";
inline constexpr std::int64_t planVersion = 1;
inline constexpr std::size_t mostPlanBytes = 1 << 20;

/// A plan from the text of a .hwplan file, or every problem of it with line and column.
Result<Plan> readPlan(std::string_view text);

/// Reads a piece of JSON as the value of `path`: the argument of "--set model.custom={…}".
Problems readInto(Plan& plan, std::string_view path, std::string_view json);

/// The plan as a file: the values that differ from the defaults, and the choices that a reader
/// looks for first.
std::string writePlan(const Plan& plan);

/// The custom model of a plan that has one, as one line of ASCII: {"hidden_size":4096}.
std::string customModelJson(const Plan& plan);

} // namespace highwater
