// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plans/plan_list_model.h"

#include <QTreeView>

#include <array>

namespace highwater {

/// The tree of a PlanListModel: the name of each shelf in a row that is always open, its plans
/// below.
class PlanListView : public QTreeView
{
    Q_OBJECT

public:
    explicit PlanListView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// Gives the columns their widths and hides columns without room; the preview next to the list
    /// shows their values too. Columns that a person set stay as they are.
    void arrange();
    /// What a person types with the list in focus is for the filter.
    void keyboardSearch(const QString& text) override { emit typed(text); }

signals:
    void typed(const QString& text);

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    void drawBranches(QPainter*, const QRect&, const QModelIndex&) const override { }
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    QModelIndex firstPlan() const;
    void measure();
    std::array<int, PlanListModel::ColumnCount> contentWidths() const;
    void keepColumns();
    void chooseColumns(const QPoint& at);

    std::array<int, PlanListModel::ColumnCount> m_contents{}; ///< widths
};

} // namespace highwater
