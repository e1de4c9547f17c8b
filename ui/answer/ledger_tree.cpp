// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/ledger_tree.h"

#include "core/ledger/term.h"
#include "ui/base/table_look.h"
#include "ui/base/theme.h"

#include <QAction>
#include <QCursor>
#include <QFocusEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>
#include <optional>

namespace highwater {
namespace {

constexpr int fold = 22; ///< the width of one level of the tree

} // namespace

class LedgerRowPainter : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    int bar = 72;
    bool stale = false;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {0, heightFor(27, option.fontMetrics)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = currentTheme();
        const auto kind = static_cast<LedgerTree::Kind>(index.data(LedgerTree::KindRole).toInt());
        const bool total = kind == LedgerTree::Kind::Total;
        const bool away = index.data(LedgerTree::AbsentRole).toBool();
        const int column = index.column();
        const bool words = LedgerTree::hasWords(column);

        painter->save();
        if (stale)
            painter->setOpacity(0.4);
        const QFont font = words ? option.font : numberFont(option.font);
        painter->setFont(total ? demiBold(font) : font);
        const bool quiet
            = away || (!total && (column == LedgerTree::Aside || column == LedgerTree::Words));
        painter->setPen(quiet ? theme.muted : theme.text);

        QRect room = option.rect.adjusted(cellInset, 0, -cellInset, -1);
        if (column == LedgerTree::Name) {
            room.setLeft(option.rect.left()
                         + (kind == LedgerTree::Kind::Line ? 6 : swatch + swatchGap));
            if (const auto group = groupOf(index); group && kind == LedgerTree::Kind::Group)
                paintSwatch(*painter, option.rect, *group);
        }
        if (column == LedgerTree::Share && !total && !away
            && index.data(LedgerTree::ShareRole).isValid())
            paintBar(*painter, room, index, theme);
        paintCellText(*painter, option, index, room);
        painter->restore();
    }

private:
    /// The group whose colours a row has; null for a row of several groups.
    static std::optional<Group> groupOf(const QModelIndex& index)
    {
        const QVariant group = index.data(LedgerTree::GroupRole);
        return group.isValid() ? std::optional(static_cast<Group>(group.toInt())) : std::nullopt;
    }

    void paintBar(QPainter& painter, const QRect& room, const QModelIndex& index,
                  const Theme& theme) const
    {
        const auto group = groupOf(index);
        const QColor fill = group ? theme.fill(*group) : theme.muted;
        const QColor edge = group ? theme.edge(*group) : theme.muted;
        const QRectF track(room.left(), room.center().y() - 3, bar, 8);
        const double share = std::clamp(index.data(LedgerTree::ShareRole).toDouble(), 0.0, 1.0);
        painter.fillRect(track, theme.tableHead);
        QRectF part = track;
        part.setWidth(share > 0 ? std::max(1.0, share * bar) : 0);
        painter.fillRect(part, fill);
        // Pale fills need an edge on white; the edge is inside, so that the bar keeps its length.
        if (part.width() >= 2) {
            painter.fillRect(QRectF(part.left(), part.top(), part.width(), 1), edge);
            painter.fillRect(QRectF(part.left(), part.bottom() - 1, part.width(), 1), edge);
            painter.fillRect(QRectF(part.right() - 1, part.top(), 1, 8), edge);
            painter.fillRect(QRectF(part.left(), part.top(), 1, 8), edge);
        } else {
            painter.fillRect(part, edge);
        }
    }
};

LedgerTree::LedgerTree(QWidget* parent)
    : QTreeView(parent)
    , m_cells(new LedgerRowPainter(this))
    , m_head(new TableHead(this))
{
    setHeader(m_head);
    m_head->setWidthsName(QStringLiteral("ledger"));
    setItemDelegate(m_cells);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setIndentation(fold);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void LedgerTree::setStale(bool stale)
{
    if (m_cells->stale == stale)
        return;
    m_cells->stale = stale;
    viewport()->update();
}

void LedgerTree::setBarWidth(int width)
{
    m_cells->bar = width;
    viewport()->update();
}

int LedgerTree::barWidth() const
{
    return m_cells->bar;
}

void LedgerTree::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const Theme& theme = currentTheme();
    const bool total
        = index.data(LedgerTree::KindRole).toInt() == static_cast<int>(LedgerTree::Kind::Total);
    const bool selected = selectionModel()->isSelected(index);
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    painter->fillRect(row, selected ? theme.selectedRow : total ? theme.totalRow : theme.surface);
    QStyleOptionViewItem plain = option;
    plain.palette.setColor(QPalette::Highlight, theme.selectedRow);
    QTreeView::drawRow(painter, plain, index);
    painter->fillRect(QRect(row.left(), row.bottom(), row.width(), 1), theme.hairline);
    if (hasFocus() && currentIndex().isValid() && currentIndex().siblingAtColumn(0) == index) {
        painter->setPen(QPen(theme.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(row.adjusted(1, 1, -1, -1));
    }
}

QModelIndex LedgerTree::totalRow() const
{
    const int rows = model() ? model()->rowCount() : 0;
    const QModelIndex last = rows > 0 ? model()->index(rows - 1, 0) : QModelIndex();
    const bool total
        = last.isValid() && last.data(KindRole).toInt() == static_cast<int>(Kind::Total);
    return total ? last : QModelIndex();
}

QRect LedgerTree::pinnedTotal() const
{
    const QModelIndex total = totalRow();
    const QRect row = total.isValid() ? visualRect(total) : QRect();
    const QRect room = viewport()->rect();
    constexpr double leastRows = 1.5; // one above it is in view, if not whole
    if (row.isEmpty() || row.bottom() <= room.bottom() || room.height() < leastRows * row.height())
        return {};
    return {room.left(), room.bottom() + 1 - row.height(), room.width(), row.height()};
}

void LedgerTree::paintEvent(QPaintEvent* event)
{
    QTreeView::paintEvent(event);
    const QRect pinned = pinnedTotal();
    if (!event->rect().intersects(pinned))
        return;
    const Theme& theme = currentTheme();
    QPainter painter(viewport());
    painter.fillRect(pinned, theme.totalRow);
    painter.fillRect(QRect(pinned.left(), pinned.top() - 1, pinned.width(), 1), theme.hairline);
    const QModelIndex total = totalRow();
    for (int column = 0; column < columns; ++column) {
        if (isColumnHidden(column))
            continue;
        QStyleOptionViewItem option;
        initViewItemOption(&option);
        option.rect = QRect(columnViewportPosition(column), pinned.top(), columnWidth(column),
                            pinned.height());
        if (column == Name)
            option.rect.adjust(layoutDirection() == Qt::LeftToRight ? indentation() : 0, 0,
                               layoutDirection() == Qt::LeftToRight ? 0 : -indentation(), 0);
        m_cells->paint(&painter, option, total.siblingAtColumn(column));
    }
}

/// What is scrolled takes the pinned row along, which is painted where it was.
void LedgerTree::scrollContentsBy(int dx, int dy)
{
    QTreeView::scrollContentsBy(dx, dy);
    viewport()->update();
}

void LedgerTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    if (!model()->hasChildren(index))
        return;
    const QPointF centre(layoutDirection() == Qt::LeftToRight ? rect.right() - 9.5
                                                              : rect.left() + 9.5,
                         rect.center().y());
    const double along = layoutDirection() == Qt::LeftToRight ? 1 : -1;
    const std::array<QPointF, 3> arrow = isExpanded(index)
        ? std::array{centre + QPointF(-4, -2), centre + QPointF(4, -2), centre + QPointF(0, 3)}
        : std::array{centre + QPointF(-2 * along, -4), centre + QPointF(-2 * along, 4),
                     centre + QPointF(3 * along, 0)};
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(currentTheme().muted);
    painter->drawPolygon(arrow.data(), static_cast<int>(arrow.size()));
    painter->restore();
}

int LedgerTree::sizeHintForNames() const
{
    const QFontMetrics words(font()), strong(demiBold(font()));
    int widest = 0;
    const auto measure = [&](const QModelIndex& row, int indent) {
        const bool total
            = row.data(LedgerTree::KindRole).toInt() == static_cast<int>(LedgerTree::Kind::Total);
        const int name = (total ? strong : words).horizontalAdvance(row.data().toString());
        widest = std::max(widest, indent + name + cellInset + 2);
    };
    const auto measureBelow = [&](const auto& self, const QModelIndex& parent, int level) -> void {
        for (int i = 0; i < model()->rowCount(parent); ++i) {
            const QModelIndex row = model()->index(i, LedgerTree::Name, parent);
            const bool line = row.data(LedgerTree::KindRole).toInt()
                == static_cast<int>(LedgerTree::Kind::Line);
            measure(row, level * fold + (line ? 6 : swatch + swatchGap));
            if (isExpanded(row))
                self(self, row, level + 1);
        }
    };
    measureBelow(measureBelow, {}, 1);
    return widest;
}

void LedgerTree::fitNames(int least, int mostPercent)
{
    int left = viewport()->width();
    for (int column = 0; column < model()->columnCount(); ++column)
        if (column != LedgerTree::Name && column != LedgerTree::Words && !isColumnHidden(column))
            left -= columnWidth(column);
    const int most = left * mostPercent / 100;
    m_head->fitSection(LedgerTree::Name, std::max(least, std::min(sizeHintForNames(), most)));
}

QAction* LedgerTree::addMenuAction(const char* name)
{
    auto* action = new QAction(this);
    action->setObjectName(QString::fromLatin1(name));
    addAction(action);
    return action;
}

void LedgerTree::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    emit roomChanged();
}

/// The focus ring is around the whole row, but QTreeView would paint only one cell of it again.
void LedgerTree::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    for (const QModelIndex& index : {current, previous})
        if (const QRect cell = visualRect(index); !cell.isEmpty())
            viewport()->update(QRect(0, cell.top(), viewport()->width(), cell.height()));
}

void LedgerTree::focusInEvent(QFocusEvent* event)
{
    QTreeView::focusInEvent(event);
    if (currentIndex().isValid() || model()->rowCount() == 0)
        return;
    // A press on the arrow of a row makes no row current.
    const bool pressed = event->reason() == Qt::MouseFocusReason;
    const QModelIndex row
        = pressed ? indexAt(viewport()->mapFromGlobal(QCursor::pos())) : model()->index(0, 0);
    selectionModel()->setCurrentIndex(row.siblingAtColumn(0), QItemSelectionModel::NoUpdate);
}

} // namespace highwater
