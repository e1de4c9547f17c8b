// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/tab_row.h"

#include "ui/base/table_look.h"
#include "ui/base/theme.h"

#include <QPainter>

#include <algorithm>

namespace highwater {

TabRow::TabRow(QWidget* parent)
    : QTabBar(parent)
{
    setDocumentMode(true);
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true);
}

/// The text of the tab in front is bold. Each tab is wide enough for that, so that none moves when
/// another comes to the front. In a narrow window tabs are closer together, so that all are
/// visible.
QSize TabRow::tabSizeHint(int index) const
{
    const QFontMetrics metrics(demiBold(font()));
    int texts = 0;
    int shown = 0;
    for (int i = 0; i < count(); ++i)
        if (isTabVisible(i)) {
            texts += metrics.horizontalAdvance(tabText(i));
            ++shown;
        }
    constexpr int least = 3, usual = 14;
    const int padding = std::clamp((width() - texts) / (2 * std::max(1, shown)), least, usual);
    return {metrics.horizontalAdvance(tabText(index)) + 2 * padding, heightFor(33, metrics)};
}

QSize TabRow::minimumTabSizeHint(int index) const
{
    return tabSizeHint(index);
}

void TabRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.hairline);
    for (int i = 0; i < count(); ++i) {
        if (!isTabVisible(i))
            continue;
        const QRect tab = tabRect(i);
        const bool front = i == currentIndex();
        if (front) {
            painter.fillRect(tab, theme.surface);
            painter.fillRect(QRect(tab.left(), tab.top(), 1, tab.height()), theme.hairline);
            painter.fillRect(QRect(tab.right(), tab.top(), 1, tab.height()), theme.hairline);
            painter.fillRect(QRect(tab.left(), tab.top(), tab.width(), 2), theme.accent);
        }
        painter.setFont(front ? demiBold(font()) : font());
        painter.setPen(front ? theme.text : theme.muted);
        painter.drawText(tab, Qt::AlignCenter, tabText(i));
        if (front && hasFocus()) {
            painter.setPen(QPen(theme.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(tab.adjusted(4, 6, -4, -4));
        }
    }
}

} // namespace highwater
