// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/keys.h"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The columns that a text takes in a terminal, with one column for each letter of UTF-8.
std::size_t terminalWidth(std::string_view text);

/// A part of 1 in percent; "-" where there is none.
std::string percent(const std::optional<double>& part, int decimals);
std::string signedPercent(const std::optional<double>& part);

/// Text at the left or at the right of this many columns.
std::string leftAligned(const std::string& text, std::size_t columns);
std::string rightAligned(const std::string& text, std::size_t columns);

/// The line above a table: `first` blanks, then each title at the right of its column.
std::string titles(std::size_t first, std::initializer_list<const char*> columns,
                   std::size_t width);

/// A start and the words after it on lines of at most `mostColumns` columns; further lines are
/// indented by the length of the start.
std::string wrapped(const std::string& start, std::string_view words, std::size_t mostColumns);
/// The same for words with blanks in them.
std::string wrapped(const std::string& start, const std::vector<std::string>& words,
                    std::size_t mostColumns);

/// " --set KEY=VALUE", as a person types it.
std::string setOption(KeyPath key, const Value& value);

/// Lines without the blanks that padding leaves at their end.
std::string withoutTrailingBlanks(const std::string& text);

} // namespace highwater
