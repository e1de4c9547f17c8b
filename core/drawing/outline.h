// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"

#include <vector>

namespace highwater {

// Outlines run from left to right; y grows downwards.

/// The part of the outline between two x; its ends are interpolated.
Points clippedBetween(const Points& outline, double left, double right);

/// The outline, lowered to `top` where it rises above.
Points clampedAt(const Points& outline, double top);

/// The parts of the outline that do not rise above `top`.
std::vector<Points> partsBelow(const Points& outline, double top);

/// An outline with fewer points, at most `tolerance` above or below everywhere.
Points simplifiedOutline(const Points& outline, double tolerance);

/// The least y, which is the highest point, from `left` to `right`; infinite outside the outline.
double highestPoint(const Points& outline, double left, double right);

/// Diagonals over the area between the outline and `floor`, `apart` from each other along x.
std::vector<Points> hatchLines(const Points& outline, double floor, double apart);

/// The polygon between the outline and `floor` where the outline is above.
Points areaAbove(const Points& outline, double floor);

/// The places nearest to `wanted`, lowest first, at which labels are at least `spacing` apart.
std::vector<double> spreadApart(std::vector<double> wanted, double spacing, double top,
                                double bottom);

} // namespace highwater
