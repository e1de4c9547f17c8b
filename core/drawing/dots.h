// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"
#include "core/figure/figure.h"

#include <optional>

namespace highwater {

/// The place of a dot of the figure's only panel; null where it is beyond the axes.
std::optional<Point> dotPlace(const Dot& dot, const Figure& figure, const Rect& plot);

/// The dot of the figure's only panel that is nearest to a place of its scene, within `reach`; of
/// dots that are equally near, the last one drawn. Those that ticks have removed count too.
std::optional<std::size_t> dotAt(const Figure& figure, const Scene& scene, Point at, double reach);

} // namespace highwater
