// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace highwater {

/// A page of the manual for a terminal of so many columns, or the section of it that `anchor`
/// names: links are their words, and the pages that they lead to stand at the end.
std::string manualText(std::string_view language, std::string_view page, std::string_view anchor,
                       std::size_t columns);

/// The list of pages, group by group, each with the word by which it is asked for.
std::string manualList(std::string_view language, std::size_t columns);

} // namespace highwater
