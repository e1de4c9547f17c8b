// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure_table.h"
#include "ui/base/memory_format.h"

#include <QKeyCombination>
#include <QWidget>

#include <functional>
#include <utility>

class QTableView;

namespace highwater {

class FigureRowPainter;
class FigureTableModel;
class TableHead;
class TableNote;

/// Keys that act on a whole column of a table, such as Del. `takes` says whether a key does so now;
/// the key then belongs to no menu while the table has the focus.
struct ColumnKeys
{
    std::function<bool(int column, QKeyCombination keys)> takes;
    std::function<void(int column, QKeyCombination keys)> run;
};

/// The numbers of a figure, shown below it in the look of the ledger.
class FigureTableView : public QWidget
{
    Q_OBJECT

public:
    explicit FigureTableView(QWidget* parent = nullptr,
                             const QString& name = QStringLiteral("figureTable"));

    using QWidget::show;
    void show(const FigureTable& table, const MemoryFormat& format);
    /// The table's name for screen readers, where the figure has another one.
    void setTableName(const QString& name);
    /// The figure whose columns keep the widths that a person gave them.
    void setWidthsName(const QString& name);

    /// Faint, as the numbers are those of an earlier plan.
    void setStale(bool stale);

    /// Whether a click on a head requests another order of the rows.
    void setSortable(bool sortable);
    /// Marks the head of the column that the rows are sorted by; -1: none.
    void showSorted(int column, bool reversed);

    /// Whether a click takes a row, as Enter does; on by default. Without it a click only chooses
    /// the row, and a double click takes it.
    void setTakesByClick(bool takes) { m_takesByClick = takes; }
    /// Whether Space marks a row, and → and ← open and close the rows below one, in place of going
    /// from column to column.
    void setRowKeys(bool on) { m_rowKeys = on; }

    /// With keys, a person selects columns in place of rows.
    void setColumnKeys(ColumnKeys keys);
    /// Marks the column; -1: none.
    void selectColumn(int column);
    int currentColumn() const;

    /// Marks the row; -1: none.
    void selectRow(int row);

    /// The width in which no cell and no head is cut.
    int wholeWidth() const;

    /// The last column has remarks. Where there is no room, remarks are cut first; then the columns
    /// before them are hidden, from the last one on, until this many are left.
    void setColumnsThatStay(int columns) { m_columnsThatStay = columns; }

    /// Keeps room for at least this many rows, as the rows are set later than the table is shown.
    void setLeastRows(int rows) { m_leastRows = rows; }
    /// The height of its rows, but of no more rows than a ledger has.
    QSize sizeHint() const override;

signals:
    void rowChosen(int row); ///< by a person
    void rowTaken(int row); ///< chosen by a click or by Enter
    void rowMarked(int row); ///< by Space
    void rowOpened(int row, bool open); ///< by → or ←, or by a click on its first cell
    void sortRequested(int column, bool reversed);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool takeKey(int key);
    bool takeColumnKey(QEvent& event);
    int contentWidth(int column) const;
    int cellPadding() const;
    std::vector<int> wantedWidths(bool twoLines) const;
    void setTight(bool tight);
    Qt::Alignment alignmentOf(int column) const;
    void setWords();
    void setWidths();

    FigureTableModel* m_model;
    QTableView* m_view;
    TableHead* m_head;
    FigureRowPainter* m_cells;
    TableNote* m_note;
    ColumnKeys m_columnKeys;
    int m_leastRows = 3;
    int m_columnsThatStay = 0; ///< 0: all
    bool m_takesByClick = true, m_rowKeys = false;
    bool m_selecting = false; ///< the program selects a row, not a person
    bool m_namesCut = false; ///< names in the first column are cut for lack of room
    std::pair<int, bool> m_sorted{-1, false}; ///< column, and whether reversed
};

} // namespace highwater
