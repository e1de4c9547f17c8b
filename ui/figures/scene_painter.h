// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/lettering.h"
#include "core/drawing/scene.h"

#include <QFont>
#include <QImage>

class QPainter;

namespace highwater {

/// Draws the scene at the painter's origin, a unit of the scene for a unit of the painter, with the
/// families of the painter's font: to the screen, an image, a PDF or a printer.
void paint(QPainter& painter, const Scene& scene);

/// Widths in the families of this font, as paint() will draw them.
TextWidth textWidth(const QFont& font);

/// The scene stretched over so many pixels; null where there is no memory for them.
QImage image(const Scene& scene, const QSize& pixels, double dotsPerInch, const QFont& font);

} // namespace highwater
