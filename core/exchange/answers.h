// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/exchange/json.h"
#include "core/explore/advise.h"
#include "core/explore/sweep.h"
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

/// The number of a shape's parameters and its parts, as an estimate has them under "model".
Json countsJson(const Shape& shape);

/// Every format that weights may have, with what this model takes in it.
std::string formatsJson(const Model& model);

/// One row a point, raw bytes, the unit in the head.
std::string sweepCsv(const Sweep& sweep);

} // namespace highwater
