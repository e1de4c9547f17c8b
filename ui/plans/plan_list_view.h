// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

namespace highwater {

/// The tree of a PlanListModel: shelves as bands that are always open, plans below them.
class PlanListView : public QTreeView
{
    Q_OBJECT

public:
    explicit PlanListView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// Gives the columns their widths; those that there is no room for are left out, as what they
    /// say stands beside the list as well.
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
};

} // namespace highwater
