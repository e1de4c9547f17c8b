// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// A valid plan as one word of letters and digits, "HW1…", for chats, mails and links. Equal plans
/// have equal codes.
std::string shareCode(const Plan& plan);

/// The plan of the first whole share code in the text, or the problem of the first damaged one. A
/// code may be wrapped, indented and quoted ("> ") and may be part of a sentence.
Result<Plan> readShareCode(std::string_view text);

/// The part of the text that is this code.
std::optional<std::string_view> findShareCode(std::string_view text);

/// Whether a text is the content of a plan file, even if it has errors.
bool isPlanFile(std::string_view text);

/// A plan from the text of a plan file, from a command line, or from a text with a share code in
/// it.
Result<Plan> readPlanOrCode(std::string_view text);

/// Whether readPlanOrCode() may find a plan in the text: even a damaged one.
bool mayHoldPlan(std::string_view text);

} // namespace highwater
