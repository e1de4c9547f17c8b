// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/page.h"
#include "core/explore/advise.h"
#include "core/explore/solve.h"
#include "core/methods/method.h"
#include "core/plan/plan.h"
#include "core/plan/text.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace highwater {

/// The command that estimates the same plan, for a POSIX shell: highwater estimate --set
/// 'KEY=VALUE' for each value that is not the default. A NUL is left out of texts, as no argument
/// can have one.
std::string commandLineOf(const Plan& plan);

/// Parts that a report of a plan has and its summary has not.
struct ReportParts
{
    std::optional<Scene> chart;
    std::vector<Suggestion> suggestions;
};

/// A plan with its estimate and its solutions as a page; with `report` also its chart, its ledger,
/// what helps, and its sources.
PageBlocks summaryPage(const Plan& plan, const Estimate& estimate,
                       std::span<const Solution> solutions, const Translator& words,
                       const ReportParts* report = nullptr);

/// The summary as Markdown.
std::string markdownSummary(const Plan& plan, const Estimate& estimate,
                            std::span<const Solution> solutions, const Translator& words);

} // namespace highwater
