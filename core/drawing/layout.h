// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/lettering.h"
#include "core/drawing/scene.h"
#include "core/figure/figure.h"
#include "core/plan/result.h"

#include <functional>

namespace highwater {

/// The ground of a picture: the palette's own surface, white, dark, or nothing.
enum class Backdrop { Surface, White, Dark, Transparent };

/// The palette, changed so that it can be read on a backdrop: the dark palette replaces the light
/// one and the other way round; any other palette keeps its fills.
Palette readableOn(Backdrop backdrop, const Palette& palette);

/// A person's choices for a picture.
struct SceneStyle
{
    double width = 1920, height = 1080; ///< pixels
    double font = 28; ///< pixels, of all but the title
    Palette palette = lightPalette();
    Backdrop backdrop = Backdrop::Surface;
    bool title = true; ///< and subtitle
    bool bandLabels = true; ///< beside the bands where one panel has the room, else as a legend
    bool legend = false; ///< in any case
    bool limitLine = true;
    bool namedElsewhere = false; ///< the viewer names the bands beside the picture: no legend
    /// For a window whose chart changes while a control is dragged: lines fall on whole pixels, and
    /// the plot keeps its place when the numbers of its axis get longer.
    bool live = false;
    /// The part of a plot that the viewer covers: texts stay clear of it.
    std::function<Rect(const Rect& plot)> covered = {};
};

inline constexpr double mostPixels = 16384; ///< of a picture's side

/// Every how many of its marks a y axis of this height has a grid line and a label.
std::size_t gridStride(const Axis& y, double height, double em);

/// The width of a bar in its slot.
double barWidth(double slot, double em);

/// The figure as a picture of this size, or a problem that names the least size for its texts. A
/// text that has no room is left out: none leaves the picture or covers another.
///
/// This lays out a picture. The type Layout of a plan is another thing: how a model is divided
/// among GPUs.
Result<Scene> sceneOf(const Figure& figure, const SceneStyle& style, const Translator& words,
                      const TextWidth& width);

} // namespace highwater
