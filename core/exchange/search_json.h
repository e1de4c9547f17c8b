// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"

#include <string>

namespace highwater {

/// The answer of a search that took `seconds`.
std::string searchJson(const SearchResult& result, double seconds);

/// One row for each layout, the fastest first, then the front; whole bytes, with units in the
/// header.
std::string searchCsv(const SearchResult& result);

} // namespace highwater
