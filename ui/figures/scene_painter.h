// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/lettering.h"
#include "core/drawing/scene.h"

#include <QFont>
#include <QImage>
#include <QRectF>

#include <functional>

class QLineF;
class QPainter;
class QPainterPath;

namespace highwater {

class LaidOutTexts;

/// Paints an item and returns true, or returns false to let paintScene() paint the item.
using PaintInstead = std::function<bool(QPainter& painter, const Item& item)>;

/// Draws the scene at the painter's origin, a unit of the scene for a unit of the painter, with the
/// families of the painter's font: to the screen, an image, a PDF or a printer. A view that paints
/// again and again passes its own `texts` each time; lines and hatches are then drawn in the ways
/// that are fastest on a screen. Items outside of the painter's clip are left out.
void paintScene(QPainter& painter, const Scene& scene, LaidOutTexts* texts = nullptr,
                const PaintInstead& instead = {});

QRectF rectOf(const Rect& rect);

/// Widths in the families of this font, as paintScene() will draw them.
TextWidth textWidth(const QFont& font);

/// The area of the plots without texts and plates, which a line over the scene may cross.
QPainterPath plotsWithoutPlates(const Scene& scene);

/// Draws a dotted line over a scene at the pointer, in the colours of the window, under the scene's
/// texts and plates.
void paintDotted(QPainter& painter, const QLineF& line, const Scene& scene);

/// The scene stretched to this many pixels; null where there is no memory for them.
QImage sceneImage(const Scene& scene, const QSize& pixels, double dotsPerInch, const QFont& font);

} // namespace highwater
