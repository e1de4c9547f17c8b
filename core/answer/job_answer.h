// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"

namespace highwater {

struct Resolved;

/// The highest phase of a job's step. The roles that share its GPUs are added up in each phase.
Totals jobTotals(const Resolved& job);

/// The same in full: a moment for each phase, and lines that name their role.
Answer jobAnswer(const Resolved& job);

} // namespace highwater
