// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

namespace highwater {

/// The tree of a PlanListModel: the name of each shelf in a row that is always open, its plans
/// below.
class PlanListView : public QTreeView
{
    Q_OBJECT

public:
    explicit PlanListView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// Gives the columns their widths and hides columns without room; the preview beside the list
    /// shows their values as well. Columns that a person set stay as they are.
    void arrange();

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    void drawBranches(QPainter*, const QRect&, const QModelIndex&) const override { }
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    QModelIndex firstPlan() const;
    void keepColumns();
    void chooseColumns(const QPoint& at);

    bool m_arranging = false; ///< the columns change, but not by a person
};

} // namespace highwater
