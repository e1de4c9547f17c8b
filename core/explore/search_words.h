// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "core/explore/search_space.h"

#include <vector>

namespace highwater {

/// The changes to a candidate; the global batch with them where a plan that leaves it open
/// (`batchIsOpen`) would get another one.
std::vector<Change> changesTo(const Candidate& candidate, const Resolved& present,
                              bool batchIsOpen);

/// Sets why the plan is not the fastest layout of the result.
void explain(SearchResult& result);

/// Says how times follow where the plan states its utilisation.
Text paceOfUtilisation();

} // namespace highwater
