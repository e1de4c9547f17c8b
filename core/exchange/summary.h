// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/solve.h"
#include "core/methods/method.h"
#include "core/plan/plan.h"
#include "core/plan/text.h"

#include <span>
#include <string>

namespace highwater {

/// The command that estimates the same plan, for a POSIX shell: highwater estimate --set
/// 'KEY=VALUE' for each value that is not the default. A NUL is left out of texts, as no argument
/// can have one.
std::string commandLineOf(const Plan& plan);

/// A plan with its estimate and its solutions as a page of Markdown.
std::string markdownSummary(const Plan& plan, const Estimate& estimate,
                            std::span<const Solution> solutions, const Translator& words);

} // namespace highwater
