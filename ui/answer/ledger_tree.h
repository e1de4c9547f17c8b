// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

namespace highwater {

class LedgerRowPainter;
class TableHead;

/// A table of the parts of a whole, such as the ledger or the time of a step: groups that expand
/// into their lines, and the total, which stays in view at the lower edge.
class LedgerTree : public QTreeView
{
    Q_OBJECT

public:
    /// The columns and roles that it asks a model for.
    enum Column {
        Name,
        Amount,
        Aside, ///< a second number, shown less strongly
        Share, ///< with a bar
        Words
    };
    static constexpr int columns = 5; ///< a model may have more, which then hold words
    static constexpr bool hasWords(int column) { return column == Name || column >= Words; }
    enum class Kind { Group, Line, Total };
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int of Kind
        GroupRole, ///< int of the Group whose colours the row has; a row of several has none
        KeyRole, ///< the same for the same row in every answer
        ShareRole, ///< double, the share of the whole
        AbsentRole ///< bool: the row has no amount, and is shown less strongly
    };

    explicit LedgerTree(QWidget* parent);

    /// Faint, as the numbers are those of an earlier plan.
    void setStale(bool stale);
    /// The width of a full bar in the column of shares.
    void setBarWidth(int width);
    int barWidth() const;
    /// The width of the widest name among the expanded rows.
    int sizeHintForNames() const;
    /// Makes the column of names as wide as the names in view. It takes at most so much of the room
    /// that the numbers leave, and never less than the least width.
    void fitNames(int least, int mostPercent);
    /// Adds an action to the menu of the table; the caller gives it its text.
    QAction* addMenuAction(const char* name);
    TableHead& head() const { return *m_head; }
    /// The place of the total where it is pinned, over the rows that are scrolled; empty where its
    /// own row is in view.
    QRect pinnedTotal() const;

signals:
    /// The width for the columns has changed.
    void roomChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    void drawBranches(QPainter* painter, const QRect& rect,
                      const QModelIndex& index) const override;
    void focusInEvent(QFocusEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    QModelIndex totalRow() const;

    LedgerRowPainter* m_cells;
    TableHead* m_head;
};

} // namespace highwater
