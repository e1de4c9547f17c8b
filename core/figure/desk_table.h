// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/desk/desk_fits.h"
#include "core/figure/figure_table.h"

#include <vector>

namespace highwater {

/// The models that fit some cards, a row for each way, in the order of `fits`.
FigureTable deskTable(const std::vector<DeskFit>& fits, MemoryUnit unit);

} // namespace highwater
