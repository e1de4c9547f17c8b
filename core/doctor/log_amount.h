// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace highwater {

/// An amount as a log prints it, "2.00 GiB": the rounding of its last digit leaves a range.
struct LogAmount
{
    Bytes bytes = 0;
    Bytes low = 0, high = 0; ///< bytes that are printed in the same way
    std::size_t length = 0; ///< letters of the text
};

/// The amount at the beginning of a text; null where there is none. Units of a thousand are read
/// as powers of two where `binary`: PyTorch for Apple's GPUs divides by 1024 and writes GB.
std::optional<LogAmount> amountAt(std::string_view text, bool binary = false);

/// The amount after the first place that has these words, and the one that ends right before them.
std::optional<LogAmount> amountAfter(std::string_view text, std::string_view words);
std::optional<LogAmount> amountBefore(std::string_view text, std::string_view words);

} // namespace highwater
