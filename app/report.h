// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advise.h"
#include "core/explore/sweep.h"
#include "core/methods/method.h"

#include <string>

namespace highwater {

/// An estimate as a table that a person reads, in a monospaced font and without colour.
std::string estimateReport(const Estimate& estimate);
std::string sweepReport(const Sweep& sweep);
std::string solutionReport(const Solution& solution);
std::string remediesReport(const std::vector<Remedy>& remedies, const Estimate& present);
std::string modelsReport(const Catalog& catalog);
std::string devicesReport(const Catalog& catalog);

} // namespace highwater
