// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/ledger/resolve.h"

namespace highwater {

/// The optimizer tables of the lecture's notes: a number of bytes for each part of the state of one
/// parameter, with ZeRO dividing by the data-parallel ranks and `split` by model parallelism.
void addStates(Answer& answer, const Resolved& plan, std::int64_t split, const char* source);

} // namespace highwater
