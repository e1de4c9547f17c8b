// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"

#include <cstddef>
#include <string_view>

// Sums and single sizes of the lines of an answer, for tests, without Qt.
namespace highwater {

inline const Line* lineOf(const Answer& answer, std::string_view id)
{
    for (const Line& line : answer.ledger)
        if (line.id == id)
            return &line;
    return nullptr;
}

/// The bytes of one tensor of a line; 0 without the line.
inline Bytes eachOf(const Answer& answer, std::string_view id)
{
    const Line* line = lineOf(answer, id);
    return line ? line->each : 0;
}

/// The bytes of all lines at a moment of the step, by group.
inline GroupBytes sumsAt(const Answer& answer, std::size_t moment)
{
    GroupBytes sums;
    for (const Line& line : answer.ledger)
        sums[line.group] += line.each * line.live[moment];
    return sums;
}

/// The bytes that one layer keeps for its backward pass at the end of the forward pass.
inline Bytes keptByLayer(const Answer& answer)
{
    Bytes sum = 0;
    for (const Line& line : answer.ledger)
        if (line.group == Group::Activations && line.scope == Scope::Layer
            && line.live[static_cast<std::size_t>(Moment::ForwardEnd)] > 0)
            sum += line.each;
    return sum;
}

} // namespace highwater
