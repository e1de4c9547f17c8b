// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/explore/advise.h"
#include "core/explore/cards.h"
#include "core/explore/just_enough.h"
#include "core/explore/search.h"
#include "core/explore/sweep.h"
#include "core/measured/published_jobs.h"
#include "core/measured/published_runs.h"
#include "core/measured/speed_check.h"
#include "core/measured/validation.h"
#include "core/methods/every_method.h"
#include "core/recording/run_comparison.h"
#include "core/rehearsal/longest.h"

#include <cstddef>
#include <string>
#include <vector>

// The answers of the commands for a person who reads them in a terminal: in a monospaced font, and
// without colour.
namespace highwater {

/// An estimate as a table that a person reads, in a monospaced font and without colour.
std::string estimateReport(const Estimate& estimate);
std::string sweepReport(const Sweep& sweep);
std::string solutionReport(const Solution& solution);
std::string justEnoughReport(const JustEnough& found);
std::string suggestionsReport(const std::vector<Suggestion>& suggestions, const Estimate& present);

/// Time of a step, traffic, run and assumptions, or the reason why the plan has no time.
std::string timeReport(const Resolved& plan);

std::string modelsReport(const Catalog& catalog);
std::string devicesReport(const Catalog& catalog);

/// Every format that weights may have as a table: the bits by its name, and the real bits and bytes
/// of this model.
std::string formatsReport(const Model& model);

/// The answer of a search, as tables that a person reads.
std::string searchReport(const SearchResult& result);

/// The cards in their order as a table, and below it the cards on which the plan does not fit or
/// has no time. `beyond`: the number of further cards whose runs are too long or too dear.
std::string cardsReport(const CardQuestion& asked, const std::vector<Card>& cards,
                        std::size_t beyond);

/// A row for each method, then the flaw of each, or the reason why it has no answer.
std::string compareReport(const MethodComparison& comparison);

/// The comparison of a recording with a plan, for a person.
std::string runReport(const RunComparison& comparison);

/// A rehearsal for a person; empty where no process took memory.
std::string rehearsalReport(const Rehearsal& rehearsal);

/// The values that were tried, and the largest that fits.
std::string longestReport(const LongestAnswer& answer);

/// A validation as tables of at most 100 columns: errors by group, rows left out by reason, and the
/// verdicts on running out of memory.
std::string validationReport(const Validation& validation);

/// Measured speeds against predictions: errors by group, regret of the ranking, published runs.
std::string speedReport(const SpeedValidation& validation);

/// Speeds and lengths of published runs with the predicted ones.
std::string publishedReport(const PublishedSpeeds& speeds);

/// Documented memory of jobs with the predicted memory, and the settings that each report does not
/// state.
std::string publishedReport(const std::vector<CheckedJob>& jobs);

} // namespace highwater
