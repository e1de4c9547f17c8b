// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/plan_list_view.h"

#include "ui/base/settings.h"
#include "ui/base/table_look.h"
#include "ui/base/theme.h"
#include "ui/base/verdict_icon.h"
#include "ui/plans/plan_list_model.h"

#include <QAbstractProxyModel>
#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>

namespace highwater {
namespace {

constexpr int verdictSize = 12;
constexpr int verdictGap = 7;
constexpr int nameIndent = 12; ///< of plans below the name of their shelf
constexpr int textInset = 6; ///< of texts in their cells: the columns are many

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
        const QVariant found = index.data(PlanListModel::VerdictRole);
        const auto verdict = static_cast<Verdict>(found.toInt());
        painter->save();
        painter->setFont(column > PlanListModel::ModelName ? numberFont(option.font) : option.font);
        painter->setPen(column == PlanListModel::ModelName ? theme.muted : theme.text);
        QRect room = option.rect.adjusted(textInset, 0, -textInset, -1);
        if (column == PlanListModel::Name)
            room.setLeft(room.left() + nameIndent);
        if (column == PlanListModel::Room) {
            const QRectF box = QStyle::visualRect(
                option.direction, option.rect,
                {room.left(), room.center().y() - verdictSize / 2 + 1, verdictSize, verdictSize});
            const bool selected = option.state & QStyle::State_Selected;
            if (found.isValid())
                paintVerdict(*painter, box, verdict, selected ? theme.selectedRow : theme.surface);
            else
                paintNoVerdict(*painter, box);
            painter->setPen(!found.isValid()               ? theme.muted
                                : verdict == Verdict::Over ? theme.over
                                                           : theme.fits);
            room.setLeft(room.left() + verdictSize + verdictGap);
        }
        paintCellText(*painter, option, index, room);
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
    head->setStretchLastSection(false); // it would change a column that no person changed
    setHeader(head);
    head->setObjectName(QStringLiteral("plans.head"));
    head->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(head, &QWidget::customContextMenuRequested, this, &PlanListView::chooseColumns);
    head->setInset(textInset);
    head->setWidthsName(QStringLiteral("plans"));
    connect(head, &QHeaderView::sectionHandleDoubleClicked, this, &PlanListView::arrange);
    setItemDelegate(new Delegate(this));
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideMiddle); // names of plans differ at their ends
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
        measure();
    };
    connect(model, &QAbstractItemModel::modelReset, this, arrangeAnew);
    connect(model, &QAbstractItemModel::headerDataChanged, this, arrangeAnew);
    connect(model, &QAbstractItemModel::rowsInserted, this, &QTreeView::expandAll);
    arrangeAnew();
}

/// The columns that a person chose.
void PlanListView::keepColumns()
{
    QStringList shown;
    for (int i = 0; i < PlanListModel::ColumnCount; ++i)
        shown << (isColumnHidden(i) ? QStringLiteral("0") : QStringLiteral("1"));
    settings::plansColumns.store(shown);
    arrange();
}

void PlanListView::chooseColumns(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("plans.columns"));
    for (int i = PlanListModel::ModelName; i < PlanListModel::ColumnCount; ++i) {
        QAction* column = menu->addAction(model()->headerData(i, Qt::Horizontal).toString());
        column->setCheckable(true);
        column->setChecked(!isColumnHidden(i));
        connect(column, &QAction::toggled, this, [this, i](bool shown) {
            setColumnHidden(i, !shown);
            keepColumns();
        });
    }
    menu->addSeparator();
    menu->addAction(PlanListModel::tr("&Usual columns"), this, [this] {
        settings::plansColumns.remove();
        arrange();
    });
    menu->popup(header()->mapToGlobal(at));
}

/// The widest text of each column, of all plans, so that a filter moves none.
std::array<int, PlanListModel::ColumnCount> PlanListView::contentWidths() const
{
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model());
    const QAbstractItemModel& all = proxy ? *proxy->sourceModel() : *model();
    const QFontMetrics names(font()), numbers(numberFont(font()));
    std::array<int, PlanListModel::ColumnCount> widest{};
    for (int shelf = 0; shelf < all.rowCount(); ++shelf) {
        const QModelIndex top = all.index(shelf, 0);
        for (int row = 0; row < all.rowCount(top); ++row)
            for (int column = 0; column < PlanListModel::ColumnCount; ++column) {
                const QString text = all.index(row, column, top).data().toString();
                int& width = widest[static_cast<std::size_t>(column)];
                width = std::max(
                    width,
                    (column > PlanListModel::ModelName ? numbers : names).horizontalAdvance(text));
            }
    }
    widest[PlanListModel::Name] += nameIndent;
    widest[PlanListModel::Room] += verdictSize + verdictGap;
    return widest;
}

void PlanListView::measure()
{
    m_contents = contentWidths();
    arrange();
}

void PlanListView::arrange()
{
    if (!model())
        return;
    constexpr int mostModel = 120;
    auto& head = static_cast<TableHead&>(*header());
    const QFontMetrics words(demiBold(font()));
    std::array<int, PlanListModel::ColumnCount> widths{};
    for (int i = 0; i < PlanListModel::ColumnCount; ++i) {
        const QString name = model()->headerData(i, Qt::Horizontal).toString();
        const int content = m_contents[static_cast<std::size_t>(i)];
        const int wanted
            = std::max(words.horizontalAdvance(name),
                       i == PlanListModel::ModelName ? std::min(content, mostModel) : content)
            + 2 * textInset + 2;
        widths[static_cast<std::size_t>(i)]
            = head.widthOf(i, std::max(wanted, head.minimumSectionSize()));
    }
    const int digit = QFontMetrics(font()).horizontalAdvance(QLatin1Char('0'));
    const int leastName = 14 * digit + nameIndent;
    const int goodName
        = std::clamp(widths[PlanListModel::Name], leastName, std::max(leastName, width() * 9 / 20));
    widths[PlanListModel::Name] = 0;

    // The room left for longer names. The filter may show or hide the scroll bar, but the columns
    // stay.
    int room = width() - verticalScrollBar()->sizeHint().width() - goodName;
    for (const int wanted : widths)
        room -= wanted;
    const auto hide = [&](int which, bool hidden) {
        setColumnHidden(which, hidden);
        if (hidden)
            room += widths[static_cast<std::size_t>(which)];
    };
    if (const QStringList kept = settings::plansColumns.value();
        kept.size() == PlanListModel::ColumnCount) {
        for (int i = PlanListModel::ModelName; i < PlanListModel::ColumnCount; ++i)
            hide(i, kept.at(i) == QLatin1String("0"));
    } else {
        constexpr std::array spare{PlanListModel::Context, PlanListModel::Batch,
                                   PlanListModel::Zero,    PlanListModel::ModelName,
                                   PlanListModel::Gpus,    PlanListModel::Memory};
        for (const auto which : spare)
            hide(which,
                 !head.isByHand(which)
                     && room < (which == PlanListModel::Memory ? leastName - goodName : 0));
        setColumnHidden(PlanListModel::Room, false);
    }
    head.fitSection(PlanListModel::Name, std::max(leastName, goodName + room));
    for (int i = PlanListModel::ModelName; i < PlanListModel::ColumnCount; ++i)
        head.fitSection(i, widths[static_cast<std::size_t>(i)]);
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
        painter->drawText(row.adjusted(textInset, 0, -textInset, -1),
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
    if (event->type() == QEvent::FontChange && model())
        measure();
}

} // namespace highwater
