// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure_table.h"
#include "core/time/time_answer.h"

namespace highwater {

/// Step, speed and run, each with low, expected and high value: eight of ten measured steps are
/// between low and high. Names Chinchilla where the plan states no length.
FigureTable runTable(const TimeAnswer& answer);

} // namespace highwater
