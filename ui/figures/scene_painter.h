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
/// again and again keeps its `texts` from one time to the next; lines and hatches are then drawn by
/// the ways that are quickest on a screen.
void paintScene(QPainter& painter, const Scene& scene, LaidOutTexts* texts = nullptr,
                const PaintInstead& instead = {});

QRectF rectOf(const Rect& rect);

/// Widths in the families of this font, as paintScene() will draw them.
TextWidth textWidth(const QFont& font);

/// The plots without their texts and plates: what a line drawn over the scene may cross.
QPainterPath besidePlates(const Scene& scene);

/// A dotted line over a scene, where the pointer reads it: in the colours of the window, under the
/// scene's texts and plates.
void paintDotted(QPainter& painter, const QLineF& line, const Scene& scene);

/// The scene stretched over so many pixels; null where there is no memory for them.
QImage sceneImage(const Scene& scene, const QSize& pixels, double dotsPerInch, const QFont& font);

} // namespace highwater
