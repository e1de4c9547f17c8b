// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/flow_layout.h"

#include <QHBoxLayout>
#include <QStyle>

#include <algorithm>
#include <limits>
#include <utility>

namespace highwater {
namespace {

constexpr int lineGap = 4;

bool expands(const QLayoutItem& item)
{
    return item.expandingDirections().testFlag(Qt::Horizontal);
}

} // namespace

FlowLayout::FlowLayout(QWidget* parent)
    : QLayout(parent)
{ }

FlowLayout::~FlowLayout() = default;

void FlowLayout::addTogether(const std::vector<QWidget*>& widgets)
{
    auto* group = new QHBoxLayout;
    group->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : widgets)
        group->addWidget(widget);
    addChildLayout(group);
    addItem(group);
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.emplace_back(item);
    invalidate();
}

int FlowLayout::count() const
{
    return static_cast<int>(m_items.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    if (!itemAt(index))
        return nullptr;
    const auto at = m_items.begin() + index;
    QLayoutItem* taken = at->release();
    m_items.erase(at);
    invalidate();
    return taken;
}

Qt::Orientations FlowLayout::expandingDirections() const
{
    return Qt::Horizontal;
}

bool FlowLayout::hasHeightForWidth() const
{
    return true;
}

std::vector<FlowLayout::Line> FlowLayout::linesFor(int width) const
{
    const QMargins margins = contentsMargins();
    const int room = width - margins.left() - margins.right();
    std::vector<Line> lines;
    for (const auto& item : m_items) {
        if (item->isEmpty()) // hidden
            continue;
        const QSize wanted = item->sizeHint();
        if (lines.empty() || lines.back().width + spacing() + wanted.width() > room)
            lines.emplace_back();
        else
            lines.back().width += spacing();
        Line& line = lines.back();
        line.items.push_back(item.get());
        line.width += wanted.width();
        line.height = std::max(line.height, wanted.height());
    }
    return lines;
}

int FlowLayout::heightOf(const std::vector<Line>& lines) const
{
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom();
    for (const Line& line : lines)
        height += line.height + (&line == &lines.front() ? 0 : lineGap);
    return height;
}

int FlowLayout::heightForWidth(int width) const
{
    return heightOf(linesFor(width));
}

QSize FlowLayout::minimumSize() const
{
    const QMargins margins = contentsMargins();
    QSize least;
    for (const auto& item : m_items)
        if (!item->isEmpty())
            least = least.expandedTo(item->minimumSize());
    return least.grownBy(margins);
}

/// The size with all controls in one line.
QSize FlowLayout::sizeHint() const
{
    const auto lines = linesFor(std::numeric_limits<int>::max());
    const QMargins margins = contentsMargins();
    return {margins.left() + (lines.empty() ? 0 : lines.front().width) + margins.right(),
            heightOf(lines)};
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    const QRect room = rect.marginsRemoved(contentsMargins());
    int top = room.top();
    for (const Line& line : linesFor(rect.width())) {
        place(line, QRect(room.left(), top, room.width(), line.height));
        top += line.height + lineGap;
    }
}

void FlowLayout::place(const Line& line, const QRect& room) const
{
    const Qt::LayoutDirection direction
        = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    auto growing = static_cast<int>(
        std::ranges::count_if(line.items, [](const QLayoutItem* item) { return expands(*item); }));
    int rest = std::max(0, room.width() - line.width);
    int left = room.left();
    for (QLayoutItem* item : line.items) {
        QSize size = item->sizeHint();
        if (expands(*item)) {
            const int more = rest / growing--;
            size.rwidth() += more;
            rest -= more;
        }
        size.setWidth(std::min(size.width(), room.width()));
        const QRect at(QPoint(left, room.top() + (room.height() - size.height()) / 2), size);
        item->setGeometry(QStyle::visualRect(direction, room, at));
        left += size.width() + spacing();
    }
}

} // namespace highwater
