// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/explore/advise.h"
#include "core/explore/sweep.h"
#include "core/json/json.h"
#include "core/methods/method.h"

#include <string>

namespace highwater {

/// The JSON of the command line: whole bytes, keys in a fixed order.
std::string estimateJson(const Estimate& estimate);
std::string sweepJson(const Sweep& sweep);
std::string solutionJson(const Solution& solution);
std::string remediesJson(const std::vector<Remedy>& remedies, const Estimate& present);
std::string modelsJson(const Catalog& catalog);
std::string devicesJson(const Catalog& catalog);

/// The number of a shape's parameters and its parts, in the form that an estimate has under
/// "model".
Json countsJson(const Shape& shape);

/// Every format of weights, with the bytes of this model in it.
std::string formatsJson(const Model& model);

/// One row for each point, in whole bytes, with the unit in the header.
std::string sweepCsv(const Sweep& sweep);

} // namespace highwater
