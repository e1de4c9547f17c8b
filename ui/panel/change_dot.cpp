// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/change_dot.h"

#include "ui/base/accessible.h"
#include "ui/base/theme.h"
#include "ui/base/tip.h"

#include <QPainter>
#include <QStyle>

namespace highwater {
namespace {

constexpr int targetWidth = 13, targetHeight = 22;

} // namespace

ChangeDot::ChangeDot(QWidget* parent)
    : QAbstractButton(parent)
{
    setCursor(Qt::PointingHandCursor);
    resize(sizeHint());
    hide();
}

void ChangeDot::describe(const QString& name, const QString& usual)
{
    const QString takesBack = usual.isEmpty()
        ? tr("Changed. A click leaves it to the program.")
        : tr("Changed. A click takes it back to: %1").arg(usual);
    setToolTip(tip(takesBack));
    nameAccessibly(*this, tr("Take back: %1", "the name of a setting").arg(name));
    describeAccessibly(*this, takesBack);
}

void ChangeDot::placeAt(int middle)
{
    const QRect place(0, middle - targetHeight / 2, targetWidth, targetHeight);
    setGeometry(QStyle::visualRect(layoutDirection(), parentWidget()->rect(), place));
}

QSize ChangeDot::sizeHint() const
{
    return {targetWidth, targetHeight};
}

void ChangeDot::draw(QPainter& painter, int middle)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(currentTheme().accent);
    painter.drawEllipse(QRectF(left, middle - size / 2.0, size, size));
}

void ChangeDot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int middle = height() / 2;
    draw(painter, middle);
    if (hasFocus() || underMouse()) {
        painter.setPen(QPen(currentTheme().accent, hasFocus() ? 1.5 : 1));
        painter.setBrush(Qt::NoBrush);
        constexpr double ring = size + 5;
        painter.drawEllipse(QRectF(left - 2.5, middle - ring / 2, ring, ring));
    }
}

} // namespace highwater
