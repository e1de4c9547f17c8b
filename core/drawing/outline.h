// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"

#include <vector>

namespace highwater {

// Outlines run from left to right; y grows downwards.

/// The outline between two x, with its ends read off where it is cut.
Points clippedBetween(const Points& outline, double left, double right);

/// The outline with what rises above `top` laid along it.
Points clampedAt(const Points& outline, double top);

/// The parts of the outline that do not rise above `top`.
std::vector<Points> partsBelow(const Points& outline, double top);

/// Fewer points that are nowhere further than this from the outline, up or down.
Points simplifiedOutline(const Points& outline, double tolerance);

/// The least y, which is the highest point, from `left` to `right`; infinite beside the outline.
double highestPoint(const Points& outline, double left, double right);

/// Diagonals, so far apart along x, over what lies under the outline and above `floor`.
std::vector<Points> hatchLines(const Points& outline, double floor, double apart);

/// Labels that want to stand at `wanted`, lowest first, moved so that none covers another.
std::vector<double> spreadApart(std::vector<double> wanted, double spacing, double top,
                                double bottom);

} // namespace highwater
