// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"
#include "core/explore/search_space.h"

#include <optional>
#include <vector>

namespace highwater {

/// The changes from the plan to a candidate, which has these layers recomputed. `asked`: the plan's
/// layout as it is written, which may state what is not counted, such as a higher ZeRO stage than
/// the framework has. They include the global batch where the plan leaves it open (`batchIsOpen`)
/// and would otherwise get another one.
std::vector<Change> changesTo(const Candidate& candidate, const std::optional<FateCounts>& partly,
                              const Resolved& present, const Layout& asked, bool batchIsOpen);

/// Sets the reason why the plan is not the fastest layout of the result.
void explain(SearchResult& result);

/// Sentences on the answer as a whole: how times are computed where the plan states its
/// utilisation, the doubts on them, and what was not tried where nothing fits.
std::vector<Text> remarksOn(const SearchResult& result);

/// "+7 within 1 %"; no text where a layout stands for itself alone.
Text foldedText(std::int64_t folded);

/// Whether one of the layout's doubts marks it in a list.
bool isDoubtful(const FoundLayout& layout);

} // namespace highwater
