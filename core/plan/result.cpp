// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/result.h"

namespace highwater {

std::string english(const Problem& problem)
{
    std::string line = problem.place;
    if (!line.empty())
        line += ": ";
    line += problem.field;
    if (!problem.field.empty())
        line += ": ";
    line += english(problem.message);
    if (!problem.found.empty())
        line += "; found " + problem.found;
    return line;
}

} // namespace highwater
