// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// Columns that a terminal shows, counting a letter of UTF-8 once.
std::size_t terminalWidth(std::string_view text);

/// A part of 1 in percent; "-" where there is none.
std::string percent(const std::optional<double>& part, int decimals);
std::string signedPercent(const std::optional<double>& part);

/// Text at the left or at the right of so many columns.
std::string leftAligned(const std::string& text, std::size_t columns);
std::string rightAligned(const std::string& text, std::size_t columns);

/// The line above a table: so many blanks, and each title at the right of its column.
std::string titles(std::size_t first, std::initializer_list<const char*> columns,
                   std::size_t width);

/// A start and the words after it on lines of at most so many columns, the further ones set in as
/// far as the start is long.
std::string wrapped(const std::string& start, std::string_view words, std::size_t mostColumns);
/// The same of words that may hold blanks.
std::string wrapped(const std::string& start, const std::vector<std::string>& words,
                    std::size_t mostColumns);

/// Lines without the blanks that padding leaves at their end.
std::string withoutTrailingBlanks(const std::string& text);

} // namespace highwater
