// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/scrolling.h"

#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace highwater {

QScrollArea* scrolling(QWidget* content, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return area;
}

void bringIntoView(const QWidget& widget)
{
    QWidget* above = widget.parentWidget();
    while (above && !qobject_cast<QScrollArea*>(above))
        above = above->parentWidget();
    const auto* area = qobject_cast<QScrollArea*>(above);
    if (!area || !area->widget())
        return;
    const int top = widget.mapTo(area->widget(), QPoint()).y();
    const int bottom = top + widget.height() - area->viewport()->height();
    QScrollBar* bar = area->verticalScrollBar();
    if (bar->value() < bottom)
        bar->setValue(std::min(top, bottom));
}

} // namespace highwater
