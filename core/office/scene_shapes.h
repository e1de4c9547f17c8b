// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/scene.h"
#include "core/office/drawing_ml.h"
#include "core/office/shapes.h"

namespace highwater {

/// The colours and the scale with which items of a scene become shapes of a slide.
struct SceneInk
{
    Palette palette; ///< of the scene
    SlideColours colours; ///< of the slide, by their roles in the palette
    std::string language;
    double scale = 0.75; ///< points to a unit of the scene
};

/// The item as a shape at its place in the scene.
void addItem(Shapes& shapes, const Item& item, const SceneInk& ink);

} // namespace highwater
