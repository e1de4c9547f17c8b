// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"

#include <QColor>
#include <QRectF>

class QPainter;

namespace highwater {

/// Fits: a disc with a check mark; probably: a ring with one; over: an octagon with a cross. They
/// differ in shape as well as in colour. The mark of disc and octagon has the colour of the
/// background, `behind`.
void paintVerdict(QPainter& painter, const QRectF& box, Verdict verdict, const QColor& behind);
/// A ring with a line, for a plan without an estimate.
void paintNoVerdict(QPainter& painter, const QRectF& box);

} // namespace highwater
