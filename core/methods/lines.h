// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/resolve.h"

#include <span>
#include <string>

namespace highwater {

/// Adds one line to a method's answer and its bytes to the group.
void addLine(Answer& answer, Line line);

/// A line for a whole group of the model.
Line groupLine(Group group, std::string id, Text label, std::string formula, Bytes bytes,
               std::string source);

/// A part of a sum that another program computes in floating point.
struct RealPart
{
    Group group;
    const char* id;
    Text label;
    std::string formula;
    std::string numbers; ///< the formula with its numbers put in
    double bytes = 0;
};

/// Python's int(), except that Python has no largest number and this function stops at one.
Bytes truncated(double bytes);

/// Adds a line for each part that is not zero, truncated to whole bytes; the last one is the rest
/// of `sum`, so that the lines add up to it to the byte.
void addParts(Answer& answer, std::span<const RealPart> parts, Bytes sum, const char* source);

/// Says how many parameters another program counts, where that is not the model's number.
void remarkCount(Answer& answer, double counted, const Resolved& plan);

/// Sets total, low and high to the sum of the groups.
void sumUp(Answer& answer);

} // namespace highwater
