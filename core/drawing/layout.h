// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/lettering.h"
#include "core/drawing/scene.h"
#include "core/figure/figure.h"
#include "core/plan/result.h"

namespace highwater {

/// What a figure stands on: the palette's own surface, white, dark, or nothing.
enum class Backdrop { Surface, White, Dark, Transparent };

/// The palette as it can be read on a backdrop: light and dark stand in for one another, and any
/// other one keeps its fills.
Palette readableOn(Backdrop backdrop, const Palette& palette);

/// What a person chooses of a picture.
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
    bool namedElsewhere = false; ///< who shows the picture names the bands: no legend
};

inline constexpr double mostPixels = 16384; ///< of a picture's side

/// The figure as a picture of this size, or the least size that its texts need. What does not fit
/// is left out by rule: no text leaves the picture or covers another.
Result<Scene> layout(const Figure& figure, const SceneStyle& style, const Translator& words,
                     const TextWidth& width);

} // namespace highwater
