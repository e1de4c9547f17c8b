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

/// The value of one key as a file, the command line or a control states it. monostate is JSON's
/// null.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                           std::vector<std::string>>;

enum class Kind { Bool, Integer, Real, Text, Choice, Choices };

/// One key of a plan. Only the table of these knows a key's range and the place of its value in a
/// plan; the reader, the writer, --set, the schema and the window use it.
struct Key
{
    KeyPath path;
    Kind kind;
    bool nullable;
    double least, most; ///< the range of a number; for a text, `most` is its greatest length in
                        ///< bytes; for a list, `least` is the fewest words
    std::span<const std::string_view> words; ///< of a choice
    Value (*get)(const Plan&); ///< null where the plan leaves the key open
    bool (*set)(Plan&, const Value&); ///< false where the value is of the wrong type
    bool (*valid)(const Plan&, const Key&); ///< whether the plan's value is in the allowed range
};

std::span<const Key> keys();
const Key& keyOf(KeyPath path);

/// Whether the key describes the plan for people, and no answer depends on it.
bool isDescription(KeyPath path);

/// Whether the plan has a value for the key that is not the default plan's.
bool differsFromDefault(const Plan& plan, const Key& key);

/// The key's allowed values in words: "must be a whole number from 1 to 16,777,216".
Text allowedValues(const Key& key);

/// The value in the form that a person would type: 8192, "bf16", [q, v].
std::string typed(const Value& value);

/// The value in the form that parsed() reads: 8192, bf16, q,v.
std::string settingText(const Value& value);

/// Sets one value of the plan. Where the key does not allow the value, the plan stays as it was and
/// the problem is returned.
Problems assign(Plan& plan, KeyPath path, const Value& value);

/// That a path is not a key of a plan, and the few keys that end with it: "context" is a part of
/// "workload.context".
Text unknownKeyText(std::string_view path);

/// The same as assign() for a path that was read or typed and may belong to no key.
Problems assignTyped(Plan& plan, std::string_view path, const Value& value);

/// The value that a person typed for this key: "8192", "32k", "true", "q,v", "null".
Result<Value> parsed(const Key& key, std::string_view text);

} // namespace highwater
