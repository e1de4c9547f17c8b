// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/segment_row.h"

#include "ui/base/table_look.h"
#include "ui/base/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

namespace highwater {
namespace {

constexpr int segmentPadding = 11, segmentHeight = 26;

} // namespace

SegmentRow::SegmentRow(const QString& objectName, QWidget* parent)
    : QTabBar(parent)
{
    setObjectName(objectName);
    setDocumentMode(true);
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    setElideMode(Qt::ElideNone);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

/// The text of the chosen segment is bold. Each segment is wide enough for that, so that none moves
/// when another one is chosen.
QSize SegmentRow::tabSizeHint(int index) const
{
    const QFontMetrics metrics(demiBold(font()));
    return {metrics.horizontalAdvance(tabText(index)) + 2 * segmentPadding,
            heightFor(segmentHeight, metrics)};
}

QSize SegmentRow::minimumTabSizeHint(int index) const
{
    return tabSizeHint(index);
}

void SegmentRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QRect all;
    for (int i = 0; i < count(); ++i)
        if (isTabVisible(i))
            all |= tabRect(i);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath frame;
    frame.addRoundedRect(QRectF(all).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.fillPath(frame, theme.surface);
    painter.save();
    painter.setClipPath(frame);
    for (int i = 0; i < count(); ++i) {
        if (!isTabVisible(i))
            continue;
        const QRect segment = tabRect(i);
        if (i == currentIndex()) {
            painter.fillRect(segment, theme.selectedRow);
            painter.fillRect(QRect(segment.left(), segment.bottom() - 1, segment.width(), 2),
                             theme.accent);
        }
        if (segment.left() > all.left())
            painter.fillRect(QRect(segment.left(), segment.top(), 1, segment.height()),
                             theme.outline);
    }
    painter.restore();
    painter.strokePath(frame, QPen(theme.outline, 1));
    for (int i = 0; i < count(); ++i) {
        if (!isTabVisible(i))
            continue;
        const bool chosen = i == currentIndex();
        painter.setFont(chosen ? demiBold(font()) : font());
        painter.setPen(theme.text);
        painter.drawText(tabRect(i), Qt::AlignCenter, tabText(i));
        if (chosen && hasFocus()) {
            painter.setPen(QPen(theme.accent, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(tabRect(i)).adjusted(3, 3, -3, -4), 2, 2);
        }
    }
}

SegmentSlot::SegmentSlot(QWidget* parent)
    : QWidget(parent)
{
    auto* place = new QHBoxLayout(this);
    place->setContentsMargins(0, 0, 0, 0);
    place->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void SegmentSlot::put(SegmentRow& row)
{
    if (row.parentWidget() == this)
        return;
    layout()->addWidget(&row);
    row.show();
}

} // namespace highwater
