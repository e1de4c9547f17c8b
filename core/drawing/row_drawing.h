// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/canvas.h"

namespace highwater {

/// The widest name of bars that lie.
double rowNamesWidth(const Canvas& canvas, const Panel& panel);

/// The widths of the columns of numbers beside bars that lie, with the gap before each.
std::vector<double> rowNumberWidths(const Canvas& canvas, const Panel& panel);

/// The least height of a row, in em: that of its name.
inline constexpr double leastRow = 1.35;

/// A panel of bars that lie: names at the left, as many columns of numbers at the right as the
/// frame has room for.
void drawRows(Canvas& canvas, const Panel& panel, const PanelFrame& frame);

} // namespace highwater
