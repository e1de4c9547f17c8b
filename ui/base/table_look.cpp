// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/table_look.h"

#include "ui/base/theme.h"

#include <QEvent>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {

int heightFor(int designed, const QFontMetrics& metrics)
{
    return std::max(designed, metrics.height() + 8);
}

int paintSwatch(QPainter& painter, const QRect& cell, Group group)
{
    const Theme& theme = currentTheme();
    const QRect box(cell.left(), cell.top() + (cell.height() - swatch) / 2, swatch, swatch);
    painter.fillRect(box, theme.edge(group));
    painter.fillRect(box.adjusted(1, 1, -1, -1), theme.fill(group));
    return box.right() + 1;
}

QFont numberFont(const QFont& font)
{
    const auto equal = [](const QFont& candidate) {
        const QFontMetricsF metrics(candidate);
        const double zero = metrics.horizontalAdvance(QLatin1Char('0'));
        for (char digit = '1'; digit <= '9'; ++digit)
            if (std::abs(metrics.horizontalAdvance(QLatin1Char(digit)) - zero) > 0.01)
                return false;
        return true;
    };
    if (equal(font))
        return font;
    QFont other = font;
    for (const char* family : {"Noto Sans", "DejaVu Sans", "Helvetica Neue"}) {
        other.setFamily(QString::fromLatin1(family));
        if (QFontDatabase::hasFamily(other.family()) && equal(other))
            return other;
    }
    other.setFamily(QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
    return other;
}

TableHead::TableHead(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setHighlightSections(false);
    setSectionsMovable(false);
    setStretchLastSection(true);
    setMinimumSectionSize(40);
}

QSize TableHead::sizeHint() const
{
    return {QHeaderView::sizeHint().width(), heightFor(26, fontMetrics())};
}

void TableHead::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const Theme& theme = currentTheme();
    painter->fillRect(rect, theme.tableHead);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.hairline);
    if (visualIndex(section) + 1 < count())
        painter->fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), theme.hairline);
    painter->setFont(demiBold(font()));
    painter->setPen(theme.text);
    const QRect room = rect.adjusted(cellInset, 0, -cellInset, 0);
    const auto alignment
        = model()->headerData(section, orientation(), Qt::TextAlignmentRole).value<Qt::Alignment>();
    if (isSortIndicatorShown() && sortIndicatorSection() == section) {
        // At the end of the cell that is free of text.
        const bool atStart = alignment.testFlag(Qt::AlignTrailing) != isRightToLeft();
        const double x = atStart ? rect.left() + 6 : rect.right() - 6;
        const double up = sortIndicatorOrder() == Qt::AscendingOrder ? 1 : -1;
        const std::array arrow{QPointF(x - 3.5, rect.center().y() + 2 * up),
                               QPointF(x + 3.5, rect.center().y() + 2 * up),
                               QPointF(x, rect.center().y() - 2 * up)};
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.accent);
        painter->drawPolygon(arrow.data(), static_cast<int>(arrow.size()));
        painter->restore();
    }
    painter->drawText(
        room, static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment)),
        painter->fontMetrics().elidedText(model()->headerData(section, orientation()).toString(),
                                          Qt::ElideRight, room.width()));
}

TableNote::TableNote(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

QSize TableNote::sizeHint() const
{
    return {0, heightFor(26, fontMetrics())};
}

void TableNote::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(currentTheme().muted);
    const QRect room = rect().adjusted(16, 0, -16, 0);
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, room.width());
    painter.drawText(room, static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter), shown);
}

bool TableNote::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const bool whole = fontMetrics().horizontalAdvance(text()) <= width() - 32;
        setToolTip(whole ? QString() : text());
    }
    return QLabel::event(event);
}

} // namespace highwater
