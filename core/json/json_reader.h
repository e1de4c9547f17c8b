// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json.h"
#include "core/plan/result.h"

#include <cstddef>
#include <string_view>

namespace highwater {

/// The largest configuration. Tokenizers, in the same folders, may be larger.
inline constexpr std::size_t mostConfigBytes = 16 << 20;

/// The value of a JSON file of another program, whose keys are not known beforehand. Nested at most
/// 64 levels deep, no key twice in one object, at most mostConfigBytes; a whole number
/// outside the range of std::int64_t becomes a real one.
Result<Json> readJson(std::string_view text);

/// The same of a file that Python's json module may have written: NaN, Infinity and -Infinity are
/// null, as if the field were absent.
Result<Json> readPythonJson(std::string_view text);

} // namespace highwater
