// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "explore/solve.h"
#include "methods/method.h"
#include "plan/plan.h"
#include "plan/text.h"

#include <span>
#include <string>

namespace highwater {

/// The command that estimates the same plan, for a POSIX shell: highwater estimate --set
/// 'KEY=VALUE' for whatever is not the default. A NUL, which no argument can hold, is left out of
/// texts.
std::string commandLineOf(const Plan& plan);

/// Whether it fits, and by how much: "Fits: 35.68 of 79.65 GiB, 43.97 GiB free".
Text verdictText(const Estimate& estimate);

/// A plan with its estimate, and what was solved for it, as a page of Markdown.
std::string markdownSummary(const Plan& plan, const Estimate& estimate,
                            std::span<const Solution> solutions, const Words& words);

} // namespace highwater
