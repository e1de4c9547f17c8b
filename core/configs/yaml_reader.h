// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"
#include "core/plan/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// The limit of size for scripts and YAML files of settings.
inline constexpr std::size_t mostScriptBytes = 1 << 20;

/// The problem of a text that is above this limit or not in UTF-8; null where it can be read.
std::optional<Problem> unreadableScript(std::string_view text);

/// The limit of keys in one mapping, of arguments of one call and of names that a script sets.
inline constexpr std::size_t mostEntries = 4096;

/// The message about more of them.
Text tooManyEntries();
/// The reason why an object cannot get another value under this key; null where it can.
std::optional<Text> whyNotAdded(const Json& object, const std::string& key);

/// The problem of a script at this letter, with the letter's line and column: "3:14".
Problem scriptProblem(std::string_view script, std::size_t at, Text message);

/// The subset of YAML in which settings are written: mappings and lists in blocks, and in braces
/// and brackets; texts plain, quoted or as literal blocks. Anchors, aliases, tags and several
/// documents are refused. At most 64 levels deep, no key twice.
Result<Json> readYaml(std::string_view text);

} // namespace highwater
