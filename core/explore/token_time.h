// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/text.h"

#include <optional>
#include <string>

namespace highwater {

/// Seconds of a token of training, by the model of a step; null where the plan has no such time. A
/// utilisation that the plan states is that of the unchanged plan: it scales the times of all
/// changed plans alike, so their ratios stay the same.
std::optional<double> secondsOfAToken(const Resolved& plan);

/// Whether a ratio of times is shown and sorted as equal times.
bool isSameTime(double ratio);

enum class TimeOf { Token, Step };
/// A ratio of times in words: "+12 % time a token", "3.4 × the step time".
Text timeText(double ratio, TimeOf of);
/// The same for a narrow place, in any language: "+12 %", "3.4 ×"; empty for equal times.
std::string briefTime(double ratio);

} // namespace highwater
