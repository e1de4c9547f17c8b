// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/presets.h"

#include <string>
#include <string_view>

namespace highwater {

/// A name for a plan without one: "Llama 3.1 70B QLoRA, 8 × H100". It is the same in every
/// language.
std::string proposedName(const Plan& plan);

/// The plan's name as a title shows it: the proposed one where the plan has none.
std::string planTitle(const Plan& plan);

/// The changed plan with a name that is still true. A name that a person chose stays. A proposed
/// name changes with the plan, and so does the name of a shipped plan, which then loses its shipped
/// notes.
Plan withFollowingName(const Plan& before, Plan changed, const Preset* shipped,
                       std::string_view shippedNotes);

} // namespace highwater
