// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace highwater {

/// A disc with a check, or an octagon with a cross: told apart by more than their colours. The mark
/// inside has the colour of what is behind.
void paintVerdict(QPainter& painter, const QRectF& box, bool over, const QColor& behind);
/// A ring: there is no estimate.
void paintNoVerdict(QPainter& painter, const QRectF& box);

} // namespace highwater
