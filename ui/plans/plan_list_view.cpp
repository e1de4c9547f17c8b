// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/plan_list_view.h"

#include "ui/base/settings.h"
#include "ui/base/table_look.h"
#include "ui/base/theme.h"
#include "ui/base/verdict_icon.h"
#include "ui/plans/plan_list_model.h"

#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>

namespace highwater {
namespace {

constexpr int verdictSize = 12;
constexpr int verdictGap = 7;
constexpr int nameIndent = 12; ///< of plans below the name of their shelf

class Delegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {0, heightFor(27, option.fontMetrics)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = currentTheme();
        const int column = index.column();
        const QVariant fits = index.data(PlanListModel::FitsRole);
        painter->save();
        painter->setFont(column > PlanListModel::ModelName ? numberFont(option.font) : option.font);
        painter->setPen(column == PlanListModel::ModelName ? theme.muted : theme.text);
        QRect room = option.rect.adjusted(cellInset, 0, -cellInset, -1);
        if (column == PlanListModel::Name)
            room.setLeft(room.left() + nameIndent);
        if (column == PlanListModel::Room) {
            const QRectF box = QStyle::visualRect(
                option.direction, option.rect,
                {room.left(), room.center().y() - verdictSize / 2 + 1, verdictSize, verdictSize});
            const bool selected = option.state & QStyle::State_Selected;
            if (fits.isValid())
                paintVerdict(*painter, box, !fits.toBool(),
                             selected ? theme.selectedRow : theme.surface);
            else
                paintNoVerdict(*painter, box);
            painter->setPen(!fits.isValid()     ? theme.muted
                                : fits.toBool() ? theme.fits
                                                : theme.over);
            room.setLeft(room.left() + verdictSize + verdictGap);
        }
        const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
        painter->drawText(QStyle::visualRect(option.direction, option.rect, room),
                          static_cast<int>(QStyle::visualAlignment(option.direction, alignment)),
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                            room.width()));
        painter->restore();
    }
};

} // namespace

PlanListView::PlanListView(QWidget* parent)
    : QTreeView(parent)
{
    auto* head = new TableHead(this);
    head->setSectionsClickable(true);
    head->setSortIndicatorClearable(true);
    head->setStretchLastSection(false); // which would change a column without a person
    setHeader(head);
    head->setObjectName(QStringLiteral("plans.head"));
    head->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(head, &QWidget::customContextMenuRequested, this, &PlanListView::chooseColumns);
    connect(head, &QHeaderView::sectionResized, this, &PlanListView::keepColumns);
    setItemDelegate(new Delegate(this));
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setIndentation(0);
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setSortingEnabled(true);
    head->setSortIndicator(-1, Qt::AscendingOrder); // no sorting: the order of the library
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setDragEnabled(true);
    setDragDropMode(QAbstractItemView::DragOnly);
}

void PlanListView::setModel(QAbstractItemModel* model)
{
    QTreeView::setModel(model);
    const auto arrangeAnew = [this] {
        expandAll();
        arrange();
    };
    connect(model, &QAbstractItemModel::modelReset, this, arrangeAnew);
    connect(model, &QAbstractItemModel::headerDataChanged, this, arrangeAnew);
    connect(model, &QAbstractItemModel::rowsInserted, this, &QTreeView::expandAll);
    arrangeAnew();
}

/// A person's columns: their widths, 0 for one that is hidden.
void PlanListView::keepColumns()
{
    if (m_arranging || !model())
        return;
    QStringList widths;
    for (int i = 0; i < PlanListModel::ColumnCount; ++i)
        widths << QString::number(isColumnHidden(i) ? 0 : columnWidth(i));
    settings::plansColumns.store(widths);
}

void PlanListView::chooseColumns(const QPoint& at)
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("plans.columns"));
    for (int i = PlanListModel::ModelName; i < PlanListModel::ColumnCount; ++i) {
        QAction* column = menu.addAction(model()->headerData(i, Qt::Horizontal).toString());
        column->setCheckable(true);
        column->setChecked(!isColumnHidden(i));
        connect(column, &QAction::toggled, this, [this, i](bool shown) {
            setColumnHidden(i, !shown);
            keepColumns();
        });
    }
    menu.addSeparator();
    menu.addAction(PlanListModel::tr("&Usual columns"), this, [this] {
        settings::plansColumns.remove();
        arrange();
    });
    menu.exec(header()->mapToGlobal(at));
}

void PlanListView::arrange()
{
    if (!model())
        return;
    const QScopedValueRollback<bool> arranging(m_arranging, true);
    if (const QStringList kept = settings::plansColumns.value();
        kept.size() == PlanListModel::ColumnCount) {
        for (int i = 0; i < PlanListModel::ColumnCount; ++i) {
            const int width = kept.at(i).toInt();
            constexpr int widest = 2000;
            setColumnHidden(i, i != PlanListModel::Name && width <= 0);
            if (width > 0 && width <= widest)
                setColumnWidth(i, width);
        }
        return;
    }
    const QFontMetrics words(demiBold(font()));
    const QFontMetrics numbers(numberFont(font()));
    std::array<int, PlanListModel::ColumnCount> widths{};
    const auto column = [&](PlanListModel::Column which, int content) {
        const QString head = model()->headerData(which, Qt::Horizontal).toString();
        widths[which] = std::max(words.horizontalAdvance(head), content) + 2 * cellInset + 2;
    };
    const auto digits = [&](const char* widest) {
        return numbers.horizontalAdvance(QString::fromLatin1(widest));
    };
    column(PlanListModel::ModelName, digits("0000000000000"));
    column(PlanListModel::Context, digits("1,048,576"));
    column(PlanListModel::Batch, digits("99"));
    column(PlanListModel::Gpus, digits("1,024"));
    column(PlanListModel::Zero, digits("3"));
    column(PlanListModel::Memory, digits("9,999.99"));
    column(PlanListModel::Room, verdictSize + verdictGap + digits("9,999.99 over"));
    const int digit = numbers.horizontalAdvance(QLatin1Char('0'));
    const int goodName = 20 * digit + nameIndent, leastName = 14 * digit + nameIndent;

    // Left over for longer names. The scroll bar comes and goes with the filter, the columns stay.
    int room = width() - verticalScrollBar()->sizeHint().width() - goodName;
    for (const int width : widths)
        room -= width;
    constexpr std::array spare{PlanListModel::Context, PlanListModel::Batch,
                               PlanListModel::Zero,    PlanListModel::ModelName,
                               PlanListModel::Gpus,    PlanListModel::Memory};
    for (const auto which : spare) {
        const int missing = which == PlanListModel::Memory ? leastName - goodName : 0;
        setColumnHidden(which, room < missing);
        if (room < missing)
            room += widths[which];
    }
    setColumnWidth(PlanListModel::Name, std::max(leastName, goodName + room));
    for (int i = PlanListModel::ModelName; i < PlanListModel::ColumnCount; ++i)
        setColumnWidth(i, widths[static_cast<std::size_t>(i)]);
}

void PlanListView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const Theme& theme = currentTheme();
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    const bool shelf = !index.parent().isValid();
    painter->fillRect(row,
                      shelf                                     ? theme.tableHead
                          : selectionModel()->isSelected(index) ? theme.selectedRow
                                                                : theme.surface);
    if (shelf) {
        painter->save();
        painter->setFont(demiBold(font()));
        painter->setPen(theme.text);
        painter->drawText(row.adjusted(cellInset, 0, -cellInset, -1),
                          static_cast<int>(Qt::AlignLeading | Qt::AlignVCenter),
                          index.siblingAtColumn(0).data().toString());
        painter->restore();
    } else {
        QStyleOptionViewItem plain = option;
        plain.palette.setColor(QPalette::Highlight, theme.selectedRow);
        QTreeView::drawRow(painter, plain, index);
    }
    painter->fillRect(QRect(row.left(), row.bottom(), row.width(), 1), theme.hairline);
    if (hasFocus() && currentIndex().isValid() && !shelf
        && currentIndex().siblingAtColumn(0) == index) {
        painter->save();
        painter->setPen(QPen(theme.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(row.adjusted(1, 1, -1, -1));
        painter->restore();
    }
}

QModelIndex PlanListView::firstPlan() const
{
    for (int shelf = 0; shelf < model()->rowCount(); ++shelf)
        if (const QModelIndex first = model()->index(0, 0, model()->index(shelf, 0));
            first.isValid())
            return first;
    return {};
}

void PlanListView::focusInEvent(QFocusEvent* event)
{
    QTreeView::focusInEvent(event);
    if (!currentIndex().isValid())
        setCurrentIndex(firstPlan());
}

void PlanListView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    arrange();
}

void PlanListView::changeEvent(QEvent* event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

} // namespace highwater
