// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"

#include <string>

namespace highwater {

/// The answer of a search that took `seconds`.
std::string searchJson(const SearchResult& result, double seconds);

/// One row a layout, with the front's after the fastest; raw bytes, units in the head.
std::string searchCsv(const SearchResult& result);

} // namespace highwater
