// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace highwater {

Rect Writing::bounds() const
{
    constexpr double ascent = 0.78, descent = 0.22; // of most fonts, including Chinese ones
    const double start = anchor == Anchor::Start ? 0
        : anchor == Anchor::Middle               ? -width / 2
                                                 : -width;
    const double turn = rotation * std::numbers::pi / 180;
    const double left = start, right = start + width, top = -ascent * size, bottom = descent * size;
    const std::array corners{Point{left, top}, Point{right, top}, Point{left, bottom},
                             Point{right, bottom}};
    Point least{INFINITY, INFINITY}, most{-INFINITY, -INFINITY};
    for (const Point corner : corners) {
        const Point turned{at.x + corner.x * std::cos(turn) - corner.y * std::sin(turn),
                           at.y + corner.x * std::sin(turn) + corner.y * std::cos(turn)};
        least = {std::min(least.x, turned.x), std::min(least.y, turned.y)};
        most = {std::max(most.x, turned.x), std::max(most.y, turned.y)};
    }
    return {least.x, least.y, most.x - least.x, most.y - least.y};
}

} // namespace highwater
