// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/lettering.h"
#include "core/drawing/scene.h"
#include "core/figure/figure.h"
#include "core/plan/result.h"

#include <string>

namespace highwater {

/// The background of a picture: the palette's own surface, white, dark, or nothing.
enum class Backdrop { Surface, White, Dark, Transparent };

/// The palette, changed so that it can be read on a backdrop: the dark palette replaces the light
/// one and the other way round; every other palette keeps its fills.
Palette readableOn(Backdrop backdrop, const Palette& palette);

/// A person's choices for a picture.
struct SceneStyle
{
    double width = 1920, height = 1080; ///< pixels
    double font = 28; ///< pixels, the size of all texts but the title
    Palette palette = lightPalette();
    Backdrop backdrop = Backdrop::Surface;
    bool title = true; ///< title and subtitle
    bool bandLabels = true; ///< next to the bands of a single panel with room for them, else as a
                            ///< legend
    bool legend = false; ///< always a legend, which replaces labels next to bands
    bool limitLine = true;
    bool namedElsewhere = false; ///< the viewer names the bands outside the picture: no legend
    /// For a window whose chart changes while a control is dragged: lines fall on whole pixels, and
    /// the plot keeps its place when the numbers of its axis get longer.
    bool live = false;
    /// The room right of the plot, in pixels, in which the viewer names the bands itself; 0: as
    /// wide as the picture's own texts need.
    double beside = 0;
    /// A second line on the plate of a live chart's crossing, in the reader's language.
    std::string crossingDetail = {};
};

inline constexpr double mostPixels = 16384; ///< of a picture's side

/// The number of marks from one grid line and label to the next, on a y axis of this height.
std::size_t gridStride(const Axis& y, double height, double em);

/// The width of a bar in its slot.
double barWidth(double slot, double em);

/// The figure as a picture of this size, or a problem that names the least size for its texts. A
/// text that has no room is left out: none leaves the picture or covers another.
///
/// This lays out a picture. It has nothing to do with the type Layout of a plan, which says how a
/// model is divided among GPUs.
Result<Scene> sceneOf(const Figure& figure, const SceneStyle& style, const Translator& words,
                      const TextWidth& width);

} // namespace highwater
