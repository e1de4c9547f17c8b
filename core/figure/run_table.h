// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure_table.h"
#include "core/time/time_answer.h"

namespace highwater {

/// Step, speed and run, low, expected and high: eight of ten measured steps lie between. Chinchilla
/// is named where the plan states no length.
FigureTable runTable(const TimeAnswer& answer);

} // namespace highwater
