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

/// Remarks on settings that the plan's framework does not have. A layout is counted as the plan
/// asks for it, but a stage of ZeRO as the nearest that there is; a recipe as without the setting.
std::vector<Warning> frameworkGaps(const Resolved& plan, const Layout& asked);

} // namespace highwater
