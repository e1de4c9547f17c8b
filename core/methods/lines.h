// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/resolve.h"

namespace highwater {

/// Adds one line to a method's answer and its bytes to the group.
void addLine(Answer& answer, Line line);

/// A line about a whole group of the model.
Line groupLine(Group group, std::string id, Text label, std::string formula, Bytes bytes,
               std::string source);

/// Sets total, low and high to the sum of the groups.
void sumUp(Answer& answer);

} // namespace highwater
