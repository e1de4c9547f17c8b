// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "command_words.h"
#include "core/explore/search.h"

#include <string>
#include <vector>

namespace highwater {

/// The options that limit a search; `chart --figure search` has them too.
void addSearchOptions(Grammar& grammar);
Result<SearchConstraints> readConstraints(const CommandWords& words);

/// highwater search: the layouts of a plan's cluster, ranked.
Outcome runSearch(const std::vector<std::string>& arguments);

} // namespace highwater
