// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace highwater {
namespace {

/// The text cut to the width, between two parts if dots separate its parts.
QString cut(const QString& text, const QFontMetrics& metrics, int width)
{
    if (metrics.horizontalAdvance(text) <= width)
        return text;
    const QString between = QStringLiteral(" · ");
    for (qsizetype end = text.lastIndexOf(between); end > 0;
         end = text.lastIndexOf(between, end - 1)) {
        QString parts = text.left(end) + between + QChar(0x2026);
        if (metrics.horizontalAdvance(parts) <= width)
            return parts;
    }
    return metrics.elidedText(text, Qt::ElideRight, width);
}

} // namespace

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{ }

QSize ElidedLabel::sizeHint() const
{
    return {0, QLabel::sizeHint().height()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return sizeHint();
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int flags = static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment()));
    style()->drawItemText(&painter, contentsRect(), flags, palette(), isEnabled(),
                          cut(text(), fontMetrics(), contentsRect().width()), foregroundRole());
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        const bool whole = fontMetrics().horizontalAdvance(text()) <= contentsRect().width();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), whole ? QString() : text(),
                           this);
        return true;
    }
    return QLabel::event(event);
}

} // namespace highwater
