// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_table_view.h"

#include "core/answer/group_words.h"
#include "ui/base/key_words.h"
#include "ui/base/table_look.h"
#include "ui/base/theme.h"
#include "ui/base/tip.h"
#include "ui/base/words.h"

#include <QAbstractTableModel>
#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace highwater {

class FigureTableModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    enum Role { OverRole = Qt::UserRole, StrongRole, QuietRole, GroupRole };

    void show(const FigureTable& table, const MemoryFormat& format)
    {
        if (table == m_table && format == m_format)
            return;
        const bool sameShape
            = table.heads == m_table.heads && table.rows.size() == m_table.rows.size();
        if (!sameShape)
            beginResetModel();
        m_table = table;
        m_format = format;
        if (!sameShape)
            endResetModel();
        else if (rowCount() > 0 && columnCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_table.heads.size());
    }

    QVariant data(const QModelIndex& index, int role) const override
    {
        if (!index.isValid())
            return {};
        const TableCell& cell = m_table.rows[static_cast<std::size_t>(index.row())]
                                            [static_cast<std::size_t>(index.column())];
        switch (role) {
        case Qt::DisplayRole:
            return textOf(cell);
        case Qt::AccessibleTextRole: {
            const QString text = textOf(cell);
            return text.isEmpty() || cell.kind == CellKind::None ? FigureTableView::tr("none")
                                                                 : text;
        }
        case Qt::TextAlignmentRole:
            return alignmentOf(index.column());
        case Qt::ToolTipRole: // for sentences, which may be longer than their column
            return cell.kind == CellKind::Sentence ? QVariant(tip(textOf(cell))) : QVariant();
        case OverRole:
            return cell.over;
        case StrongRole:
            return cell.strong;
        case QuietRole:
            return cell.quiet || cell.kind == CellKind::AmountAway
                || cell.kind == CellKind::CountAway;
        case GroupRole:
            return cell.group ? QVariant(static_cast<int>(*cell.group)) : QVariant();
        default:
            return {};
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation != Qt::Horizontal)
            return {};
        if (role == Qt::TextAlignmentRole)
            return alignmentOf(section);
        const QString head = translated(m_table.heads[static_cast<std::size_t>(section)]);
        if (role == Qt::ToolTipRole)
            return tip(head + QLatin1Char('\n') + meaningOf(head)).trimmed();
        return role == Qt::DisplayRole ? QVariant(head) : QVariant();
    }

    QString asText() const
    {
        QString text;
        for (int row = -1; row < rowCount(); ++row)
            for (int column = 0; column < columnCount(); ++column) {
                text += (row < 0 ? headerData(column, Qt::Horizontal, Qt::DisplayRole)
                                 : data(index(row, column), Qt::DisplayRole))
                            .toString();
                text += column + 1 < columnCount() ? u'\t' : u'\n';
            }
        return text;
    }

private:
    /// The explanation of a head that is the name of a group.
    static QString meaningOf(const QString& head)
    {
        for (const bool serves : {false, true})
            for (const Group group : everyOf<Group>())
                if (head == translated(groupName(group, serves)))
                    return translated(groupMeaning(group, serves));
        return {};
    }

    QString textOf(const TableCell& cell) const
    {
        const auto away = [&](const QString& number) {
            return cell.number > 0 ? QLatin1Char('+') + number
                : cell.number < 0  ? number
                                   : QStringLiteral("±0");
        };
        switch (cell.kind) {
        case CellKind::Sentence:
        case CellKind::Written:
            return translated(cell.text);
        case CellKind::Amount: {
            const QString number = (cell.rough ? QStringLiteral("≈ ") : QString())
                + m_format.whereUnitIsSaid(cell.number, 2);
            return cell.over ? number + QStringLiteral(" ✕") : number;
        }
        case CellKind::AmountAway:
            return away(m_format.whereUnitIsSaid(cell.number, 2));
        case CellKind::Count:
            return m_format.count(cell.number);
        case CellKind::CountAway:
            return away(m_format.count(cell.number).replace(u'-', QChar(0x2212)));
        case CellKind::Real:
            return QString::fromStdString(cellText(cell, {}, {}));
        case CellKind::None:
            return QStringLiteral("–");
        case CellKind::KeyName:
            return keyLabel(*cell.key);
        case CellKind::KeyValue:
            return valueLabel(*cell.key, cell.value);
        }
        return {};
    }

    /// Names and sentences are aligned left, numbers right.
    QVariant alignmentOf(int column) const
    {
        const bool numbers = m_table.isNumeric(static_cast<std::size_t>(column));
        return QVariant::fromValue(
            Qt::Alignment((numbers ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter));
    }

    FigureTable m_table;
    MemoryFormat m_format;
};

class FigureRowPainter : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    bool stale = false;
    int inset = cellInset;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const Theme& theme = currentTheme();
        painter->save();
        const bool selected = option.state & QStyle::State_Selected;
        painter->fillRect(option.rect, selected ? theme.selectedRow : theme.surface);
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                          theme.hairline);
        if (stale)
            painter->setOpacity(0.4);
        const QFont font = index.column() == 0 ? option.font : numberFont(option.font);
        painter->setFont(index.data(FigureTableModel::StrongRole).toBool() ? demiBold(font) : font);
        painter->setPen(index.data(FigureTableModel::OverRole).toBool()        ? theme.over
                            : index.data(FigureTableModel::QuietRole).toBool() ? theme.muted
                                                                               : theme.text);
        QRect room = option.rect.adjusted(inset, 0, -inset, -1);
        if (const QVariant group = index.data(FigureTableModel::GroupRole); group.isValid())
            room.setLeft(paintSwatch(*painter, room, static_cast<Group>(group.toInt()))
                         + swatchGap);
        painter->drawText(
            room,
            static_cast<int>(QStyle::visualAlignment(
                option.direction, index.data(Qt::TextAlignmentRole).value<Qt::Alignment>())),
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                              room.width()));
        painter->restore();
    }
};

namespace {

constexpr int leastWords = 100;
constexpr int leastName = 76; ///< of a row, in the first column

} // namespace

FigureTableView::FigureTableView(QWidget* parent, const QString& name)
    : QWidget(parent)
    , m_model(new FigureTableModel(this))
    , m_view(new QTableView(this))
    , m_head(new TableHead(m_view))
    , m_cells(new FigureRowPainter(m_view))
    , m_note(new TableNote(this))
{
    m_view->setObjectName(name);
    m_note->setObjectName(name + QStringLiteral(".note"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_cells);
    m_view->setHorizontalHeader(m_head);
    m_head->setWidthsName(name);
    connect(m_head, &QHeaderView::sectionHandleDoubleClicked, this, &FigureTableView::setWidths);
    m_view->horizontalHeader()->setStretchLastSection(false); // setWidths() gives it the remaining
                                                              // width
    m_view->verticalHeader()->hide();
    m_view->setShowGrid(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setTabKeyNavigation(false);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* copy = new QAction(m_view);
    copy->setObjectName(name + QStringLiteral(".copy"));
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    m_view->addAction(copy);
    connect(copy, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_model->asText()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid() && !m_selecting)
                    emit rowChosen(index.row());
            });
    // The row that is the current one already can be chosen again.
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex& index) {
        emit rowChosen(index.row());
        if (m_takesByClick)
            emit rowTaken(index.row());
        else if (index.column() == 0)
            emit rowOpened(index.row(), true);
    });
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (!m_takesByClick)
            emit rowTaken(index.row());
    });
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    connect(m_model, &QAbstractItemModel::modelReset, this, &FigureTableView::setWidths);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_view, 1);
    column->addWidget(m_note);
    setWords();
    setWidths();
}

void FigureTableView::show(const FigureTable& table, const MemoryFormat& format)
{
    m_model->show(table, format);
    for (int column = m_namesCut ? 1 : 0; column < m_model->columnCount(); ++column)
        if (!m_view->isColumnHidden(column)
            && contentWidth(column) + cellPadding() > m_view->columnWidth(column)
            && (column + 1 < m_model->columnCount() || alignmentOf(column) & Qt::AlignTrailing)) {
            setWidths(); // only if a number is cut; otherwise columns do not move during a drag
            break;
        }
    m_note->say(translated(table.note));
}

void FigureTableView::setSortable(bool sortable)
{
    m_head->setSectionsClickable(sortable);
    if (sortable)
        connect(m_head, &QHeaderView::sectionClicked, this, [this](int column) {
            const bool again = m_sorted == std::pair(column, false);
            emit sortRequested(column, again);
        });
}

void FigureTableView::showSorted(int column, bool reversed)
{
    m_sorted = {column, reversed};
    m_head->setSortIndicatorShown(column >= 0);
    m_head->setSortIndicator(column, reversed ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void FigureTableView::setTableName(const QString& name)
{
    m_view->setAccessibleName(name);
}

void FigureTableView::setWidthsName(const QString& name)
{
    m_head->setWidthsName(name);
}

void FigureTableView::setStale(bool stale)
{
    if (m_cells->stale == stale)
        return;
    m_cells->stale = stale;
    m_view->viewport()->update();
}

void FigureTableView::selectRow(int row)
{
    m_selecting = true;
    if (row < 0)
        m_view->selectionModel()->clear();
    else if (m_view->currentIndex().row() != row || !m_view->selectionModel()->hasSelection())
        m_view->selectRow(row);
    m_selecting = false;
}

QSize FigureTableView::sizeHint() const
{
    const int rows = std::clamp(m_model->rowCount(), m_leastRows, 10);
    return {800,
            m_view->horizontalHeader()->sizeHint().height() + rows * heightFor(27, fontMetrics())
                + m_note->sizeHint().height()};
}

/// The width of the column's content, without its head.
int FigureTableView::contentWidth(int column) const
{
    const QFont cells = column == 0 ? font() : numberFont(font());
    const QFontMetrics plain(cells), strong(demiBold(cells));
    int widest = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, column);
        const bool hasSwatch = index.data(FigureTableModel::GroupRole).isValid();
        const bool isStrong = index.data(FigureTableModel::StrongRole).toBool();
        widest = std::max(widest,
                          (isStrong ? strong : plain).horizontalAdvance(index.data().toString())
                              + (hasSwatch ? swatch + swatchGap : 0));
    }
    return widest;
}

int FigureTableView::wholeWidth() const
{
    constexpr int padding = 2 * cellInset + cellSlack;
    const QFontMetrics strong(demiBold(font()));
    int width = 0;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const QString head
            = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        width += padding + std::max(contentWidth(column), strong.horizontalAdvance(head));
    }
    return width;
}

Qt::Alignment FigureTableView::alignmentOf(int column) const
{
    return m_model->index(0, column).data(Qt::TextAlignmentRole).value<Qt::Alignment>();
}

int FigureTableView::cellPadding() const
{
    return 2 * m_head->inset() + cellSlack;
}

/// The widths of the columns' contents, with the heads in one line or in two.
std::vector<int> FigureTableView::wantedWidths(bool twoLines) const
{
    const QFontMetrics strong(demiBold(font()));
    std::vector<int> widths;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const QString head
            = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int headWidth
            = twoLines ? m_head->twoLineWidth(column) : strong.horizontalAdvance(head);
        widths.push_back(std::max(m_head->minimumSectionSize(),
                                  cellPadding() + std::max(contentWidth(column), headWidth)));
    }
    return widths;
}

void FigureTableView::setTight(bool tight)
{
    constexpr int tightInset = 4;
    m_head->setInset(tight ? tightInset : cellInset, tight ? 1 : 0);
    m_cells->inset = m_head->inset();
}

/// Without room for all, long heads take two lines, then the columns move closer together, then
/// texts are cut, which their tooltips have in full. Remaining width is divided evenly.
void FigureTableView::setWidths()
{
    const int count = m_model->columnCount();
    if (count == 0)
        return;
    m_view->verticalHeader()->setDefaultSectionSize(heightFor(27, fontMetrics()));
    const int room = m_view->viewport()->width();
    const auto missing = [&](const std::vector<int>& widths) {
        return std::accumulate(widths.begin(), widths.end(), 0) - room;
    };
    setTight(false);
    std::vector<int> widths = wantedWidths(false);
    if (missing(widths) > 0)
        widths = wantedWidths(true);
    const bool endsInWords
        = m_model->rowCount() > 0 && !(alignmentOf(count - 1) & Qt::AlignTrailing);
    const auto cutWords = [&](int leastText) { // texts may end in "…"
        const int least = std::max(leastText, m_head->minimumSectionSize());
        if (endsInWords && missing(widths) > 0)
            widths.back()
                = std::max(std::min(least, widths.back()), widths.back() - missing(widths));
    };
    cutWords(leastWords);
    const bool mayHide = endsInWords && m_columnsThatStay > 0;
    if (missing(widths) > 0 && (!endsInWords || mayHide)) {
        setTight(true);
        widths = wantedWidths(true);
        cutWords(cellPadding() + m_head->twoLineWidth(count - 1));
    }
    int shown = count;
    for (int column = count - 2; column >= 0; --column) {
        const bool hidden = mayHide && column >= m_columnsThatStay && missing(widths) > 0;
        if (hidden) {
            widths[static_cast<std::size_t>(column)] = 0;
            --shown;
        }
        m_view->setColumnHidden(column, hidden);
    }
    if (const int over = missing(widths); over > 0 && !endsInWords)
        widths.front() = std::max(std::min(leastName, widths.front()), widths.front() - over);
    m_namesCut = widths.front() < contentWidth(0);
    const int spare = std::max(0, -missing(widths));
    for (int column = 0; column < count; ++column)
        if (!m_view->isColumnHidden(column))
            m_head->fitSection(column,
                               widths[static_cast<std::size_t>(column)] + spare / shown
                                   + (column + 1 == count ? spare % shown : 0));
    m_head->fitLines();
    m_view->viewport()->update();
}

/// Reacts to the table's own size, which for a hidden table is known later than that of this
/// widget.
bool FigureTableView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_view->viewport())
        setWidths();
    if (watched == m_view && takeColumnKey(*event))
        return true;
    if (event->type() == QEvent::KeyPress && watched == m_view
        && takeKey(static_cast<QKeyEvent*>(event)->key()))
        return true;
    return QWidget::eventFilter(watched, event);
}

void FigureTableView::setColumnKeys(ColumnKeys keys)
{
    const bool columns = static_cast<bool>(keys.takes);
    if (columns != static_cast<bool>(m_columnKeys.takes)) {
        m_view->selectionModel()->clear();
        m_view->setSelectionBehavior(columns ? QAbstractItemView::SelectColumns
                                             : QAbstractItemView::SelectRows);
    }
    m_columnKeys = std::move(keys);
}

void FigureTableView::selectColumn(int column)
{
    m_selecting = true;
    if (column < 0 || column >= m_model->columnCount())
        m_view->selectionModel()->clear();
    else if (m_view->currentIndex().column() != column || !m_view->selectionModel()->hasSelection())
        m_view->selectionModel()->setCurrentIndex(
            m_model->index(std::max(0, m_view->currentIndex().row()), column),
            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Columns);
    m_selecting = false;
}

int FigureTableView::currentColumn() const
{
    return m_view->currentIndex().column();
}

bool FigureTableView::takeColumnKey(QEvent& event)
{
    if (!m_columnKeys.takes
        || (event.type() != QEvent::ShortcutOverride && event.type() != QEvent::KeyPress))
        return false;
    const QKeyCombination keys = static_cast<QKeyEvent&>(event).keyCombination();
    if (!m_columnKeys.takes(currentColumn(), keys))
        return false;
    if (event.type() == QEvent::ShortcutOverride) {
        event.accept();
    } else {
        const auto run = m_columnKeys.run; // it may set other keys
        run(currentColumn(), keys);
    }
    return true;
}

/// Whether the key is one of a row's, and nothing else.
bool FigureTableView::takeKey(int key)
{
    const int row = m_view->currentIndex().row();
    if (row < 0)
        return false;
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit rowTaken(row);
        return false;
    case Qt::Key_Space:
        if (m_rowKeys)
            emit rowMarked(row);
        return m_rowKeys;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (m_rowKeys)
            emit rowOpened(row, key == Qt::Key_Right);
        return m_rowKeys;
    default:
        return false;
    }
}

void FigureTableView::setWords()
{
    m_view->setAccessibleName(tr("Numbers of the figure"));
    m_view->actions().first()->setText(tr("Copy as text"));
}

void FigureTableView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setWords();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        setWidths();
}

} // namespace highwater
