// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/canvas.h"

namespace highwater {

/// The width of the longest name of horizontal bars.
double rowNamesWidth(const Canvas& canvas, const Panel& panel);

/// The widths of the columns of numbers next to horizontal bars, with the gap before each.
std::vector<double> rowNumberWidths(const Canvas& canvas, const Panel& panel);

/// The least height of a row, in em: that of its name.
inline constexpr double leastRow = 1.35;

/// Draws a panel of horizontal bars: names at the left, as many columns of numbers at the right as
/// the frame has room for.
void drawRows(Canvas& canvas, const Panel& panel, const PanelFrame& frame);

} // namespace highwater
