// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <string>
#include <vector>

namespace highwater {

/// What forbids a layout for the rest of the plan: keys that contradict one another.
Problems contradictions(const Resolved& plan, const Layout& layout);

/// Remarks on keys that leave the estimate standing.
std::vector<Warning> warningsOf(const Resolved& plan);

} // namespace highwater
