// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <string>
#include <vector>

namespace highwater {

/// The keys by which a layout contradicts the rest of the plan, so that no estimate is possible.
Problems contradictions(const Resolved& plan, const Layout& layout);

/// Remarks on keys that leave the estimate standing.
std::vector<Warning> warningsOf(const Resolved& plan);

} // namespace highwater
