// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search.h"

#include <string>

namespace highwater {

/// What a search found, as tables that a person reads.
std::string searchReport(const SearchResult& result);

} // namespace highwater
