// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// A way in which data of other people reach the program.
struct WayIn
{
    const char* name;
    /// Texts to begin with, by the tree of the sources.
    std::vector<std::string> (*seeds)(const std::string& sources);
    /// Takes any text: it ends in an answer that agrees with itself, or in problems that a person
    /// can read; else it calls broken(). Whether the text was accepted.
    bool (*take)(std::string_view text);
};

std::span<const WayIn> waysIn();

/// Names what does not hold, and aborts.
[[noreturn]] void broken(std::string_view what, std::string_view detail = {});

/// Breaks where a person cannot read one of the problems, or where there are none.
void checkProblems(const Problems& problems);

} // namespace highwater
