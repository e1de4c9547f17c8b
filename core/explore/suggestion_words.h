// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advise.h"

#include <string>

namespace highwater {

/// The changes of a suggestion in words: "Recompute every layer + 8-bit AdamW". Changes that only
/// complete another one have no label.
std::string labelsOf(const Suggestion& suggestion, const Translator& words);

} // namespace highwater
