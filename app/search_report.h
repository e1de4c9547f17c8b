// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"

#include <string>

namespace highwater {

/// The answer of a search, as tables that a person reads.
std::string searchReport(const SearchResult& result);

} // namespace highwater
