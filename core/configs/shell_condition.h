// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// Whether a command tests a condition: "[ … ]", "[[ … ]]", "test …". An "&&" inside "[[ ]]" parts
/// it into commands of which each counts as one.
bool isShellTest(const std::vector<std::string>& words);

/// The result of a test of known words; null where it asks for more than texts and numbers, such as
/// whether a file is there.
std::optional<bool> shellTest(std::vector<std::string> words);

/// Whether a text is as a pattern of "case" or "[[ a == b ]]", with * and ?.
bool matchesShellPattern(std::string_view text, std::string_view pattern);

} // namespace highwater
