// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/explore/advise.h"
#include "core/explore/cards.h"
#include "core/explore/just_enough.h"
#include "core/explore/search.h"
#include "core/explore/sweep.h"
#include "core/json/json.h"
#include "core/methods/every_method.h"

#include <string>
#include <vector>

namespace highwater {

/// The JSON of the command line: whole bytes, keys in a fixed order.
std::string estimateJson(const Estimate& estimate);
std::string sweepJson(const Sweep& sweep);
std::string solutionJson(const Solution& solution);
std::string justEnoughJson(const JustEnough& found);
std::string suggestionsJson(const std::vector<Suggestion>& suggestions, const Estimate& present);
std::string modelsJson(const Catalog& catalog);
std::string devicesJson(const Catalog& catalog);

/// The cards in their order; bytes are whole, times in seconds and days, prices in USD.
std::string cardsJson(const CardQuestion& asked, const std::vector<Card>& cards);

/// One row for each card, with units in the header; an unknown value is an empty field.
std::string cardsCsv(const std::vector<Card>& cards);

/// A plan by every method: groups, total, verdict and flaw of each method, or the reason why it has
/// no answer.
std::string methodsJson(const MethodComparison& comparison);

/// A row for each method, in bytes.
std::string methodsCsv(const MethodComparison& comparison);

/// The answer of a search that took `seconds`.
std::string searchJson(const SearchResult& result, double seconds);

/// One row for each layout, the fastest first, then the front; whole bytes, with units in the
/// header.
std::string searchCsv(const SearchResult& result);

/// The number of a shape's parameters and its parts, in the form that an estimate has under
/// "model".
Json countsJson(const Shape& shape);

/// Every format of weights, with the bytes of this model in it.
std::string formatsJson(const Model& model);

/// One row for each point, in whole bytes, with the unit in the header.
std::string sweepCsv(const Sweep& sweep);

/// A change of the plan, with its label and its cost.
Json changeJson(const Change& change);

/// The bytes of the six groups, by their names.
Json groupsJson(const GroupBytes& groups);

/// "per_gpu" of every JSON answer: groups, total, bands, and whether it fits.
Json totalsJson(const Totals& totals, Bytes capacity, Verdict verdict);

/// Adds the objects time, traffic and run of a plan. Where the plan has no time, time has the
/// reason, and the others are null; a run of unknown length is null too, with its reason beside it.
void addTime(Json& json, const Resolved& plan);

} // namespace highwater
