// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace highwater {

/// A disc with a check mark, or an octagon with a cross, so that they differ in shape as well as in
/// colour. The mark inside has the colour of the background, `behind`.
void paintVerdict(QPainter& painter, const QRectF& box, bool over, const QColor& behind);
/// A ring with a line, for a plan without an estimate.
void paintNoVerdict(QPainter& painter, const QRectF& box);

} // namespace highwater
