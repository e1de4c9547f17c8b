// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/doctor/memory_failure.h"

#include <optional>
#include <string_view>

namespace highwater {

/// Where a line begins to tell of memory that was refused, and who refused it.
struct FailureStart
{
    Refuser refuser{};
    std::size_t at = 0;
};

/// Null for a line that does not.
std::optional<FailureStart> failureStart(std::string_view line);

/// Whether the text of an error is complete, so that the line after it does not belong to it.
bool isWholeText(std::string_view text);

/// The numbers of an error's text, of PyTorch 1.0 to 2.9 and of servers.
MemoryFailure readFailureText(Refuser refuser, std::string_view text);

} // namespace highwater
