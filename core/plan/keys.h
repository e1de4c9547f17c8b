// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/key_path.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace highwater {

/// What a file, the command line or a control says for one key. monostate is JSON's null.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                           std::vector<std::string>>;

enum class Kind { Bool, Integer, Real, Text, Choice, Choices };

/// One key of a plan. The table of these is the only place that knows a key's range and where its
/// value lives; the reader, the writer, --set, the schema and the window use it.
struct Key
{
    KeyPath path;
    Kind kind;
    bool nullable;
    double least, most; ///< of numbers; of texts `most` is the longest in bytes
    std::span<const std::string_view> words; ///< of choices
    Value (*get)(const Plan&); ///< null when the plan does not say
    bool (*set)(Plan&, const Value&); ///< false when the value is of the wrong type
    bool (*valid)(const Plan&, const Key&); ///< what the plan says is allowed
};

std::span<const Key> keys();
const Key& keyOf(KeyPath path);

/// Whether the plan says something for the key that a default plan does not.
bool differs(const Plan& plan, const Key& key);

/// What the key allows, as words: "a whole number from 1 to 16777216".
Text allowed(const Key& key);

/// The value as a person would type it: 8192, "bf16", [q, v].
std::string typed(const Value& value);

/// The value as parsed() reads it back: 8192, bf16, q,v.
std::string settingText(const Value& value);

/// Gives the plan one value, or says why not and leaves the plan as it was.
Problems assign(Plan& plan, KeyPath path, const Value& value);

/// The same for a path that was read or typed, which may be that of no key.
Problems assignTyped(Plan& plan, std::string_view path, const Value& value);

/// What a person typed, as a value for this key: "8192", "32k", "true", "q,v", "null".
Result<Value> parsed(const Key& key, std::string_view text);

} // namespace highwater
