// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "core/explore/search_space.h"

#include <vector>

namespace highwater {

/// The changes from the plan to a candidate. They include the global batch where the plan leaves it
/// open (`batchIsOpen`) and would otherwise get another one.
std::vector<Change> changesTo(const Candidate& candidate, const Resolved& present,
                              bool batchIsOpen);

/// Sets the reason why the plan is not the fastest layout of the result.
void explain(SearchResult& result);

/// A sentence on how times are computed where the plan states its utilisation.
Text paceOfUtilisation();

} // namespace highwater
