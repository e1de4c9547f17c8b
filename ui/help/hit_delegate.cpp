// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/hit_delegate.h"

#include "ui/base/theme.h"

#include <QAbstractItemView>
#include <QPainter>

namespace highwater {
namespace {

constexpr int besides = 10, above = 7, between = 1;

int heightOf(const QString& text, const QFont& font, int width)
{
    constexpr int endless = 10'000;
    return text.isEmpty()
        ? 0
        : QFontMetrics(font).boundingRect(0, 0, width, endless, Qt::TextWordWrap, text).height();
}

} // namespace

QSize HitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view ? view->viewport()->width() : option.rect.width();
    const int room = std::max(1, width - 2 * besides);
    return {width,
            2 * above + between + heightOf(index.data().toString(), demiBold(option.font), room)
                + heightOf(index.data(aroundRole).toString(), option.font, room)};
}

void HitDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const
{
    const Theme& theme = currentTheme();
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    painter->fillRect(option.rect, selected ? theme.selectedRow : theme.surface);
    painter->setPen(theme.hairline);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    QRect room = option.rect.adjusted(besides, above, -besides, -above);
    const QFont strong = demiBold(option.font);
    painter->setFont(strong);
    painter->setPen(theme.text);
    const QString title = index.data().toString();
    painter->drawText(room, Qt::TextWordWrap, title);
    room.setTop(room.top() + heightOf(title, strong, room.width()) + between);
    painter->setFont(option.font);
    painter->setPen(theme.muted);
    painter->drawText(room, Qt::TextWordWrap, index.data(aroundRole).toString());
    painter->restore();
}

} // namespace highwater
