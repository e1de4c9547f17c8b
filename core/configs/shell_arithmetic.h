// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace highwater {

/// The value of sums and products of whole numbers, the content of "$(( … ))"; null where it is
/// anything else.
std::optional<std::int64_t> shellArithmetic(std::string_view text);

} // namespace highwater
