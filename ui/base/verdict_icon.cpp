// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/verdict_icon.h"

#include "ui/base/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace highwater {
namespace {

constexpr double drawn = 24; ///< side of the square in which the icons are given

/// Afterwards the painter draws into `box` as into a square of side `drawn` at the origin.
void enter(QPainter& painter, const QRectF& box)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.topLeft());
    painter.scale(box.width() / drawn, box.height() / drawn);
    painter.setPen(Qt::NoPen);
}

QPen mark(const QColor& colour)
{
    return {colour, 2.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}

} // namespace

void paintVerdict(QPainter& painter, const QRectF& box, Verdict verdict, const QColor& behind)
{
    const Theme& theme = currentTheme();
    enter(painter, box);
    if (verdict == Verdict::Over) {
        QPolygonF octagon;
        const double radius = drawn / 2 / std::cos(std::numbers::pi / 8);
        for (int corner = 0; corner < 8; ++corner) {
            const double angle = (2 * corner + 1) * std::numbers::pi / 8;
            octagon << QPointF(drawn / 2, drawn / 2)
                    + radius * QPointF(std::cos(angle), std::sin(angle));
        }
        painter.setBrush(theme.over);
        painter.drawPolygon(octagon);
        painter.setPen(mark(behind));
        painter.drawLine(QPointF(8, 8), QPointF(16, 16));
        painter.drawLine(QPointF(16, 8), QPointF(8, 16));
    } else {
        painter.setBrush(theme.fits);
        painter.drawEllipse(QRectF(0, 0, drawn, drawn));
        QPainterPath inside;
        if (verdict == Verdict::Fits) {
            inside.moveTo(7, 12.5);
            inside.lineTo(10.5, 16);
            inside.lineTo(17, 8.5);
        } else { // about equal
            for (const double y : {9.5, 15.0}) {
                inside.moveTo(6.5, y);
                inside.cubicTo(9.5, y - 4, 14.5, y + 4, 17.5, y);
            }
        }
        painter.strokePath(inside, mark(behind));
    }
    painter.restore();
}

void paintNoVerdict(QPainter& painter, const QRectF& box)
{
    const QColor muted = currentTheme().muted;
    enter(painter, box);
    painter.setPen(QPen(muted, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QRectF(1, 1, drawn - 2, drawn - 2));
    painter.setPen(mark(muted));
    painter.drawLine(QPointF(8, drawn / 2), QPointF(drawn - 8, drawn / 2));
    painter.restore();
}

} // namespace highwater
