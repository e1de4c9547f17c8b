// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/time/time_rows.h"

#include <QAbstractItemModel>

namespace highwater {

/// The rows of a step's time as a tree, with the columns and roles that LedgerTree asks for.
class TimeModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column {
        Part = LedgerTree::Name,
        Time = LedgerTree::Amount,
        Hidden = LedgerTree::Aside, ///< the time that computation hides
        Share = LedgerTree::Share,
        Words = LedgerTree::Words
    };

    explicit TimeModel(QObject* parent = nullptr);

    /// Rows of the same keys change in place; with others the model resets.
    void show(std::vector<TimeRow> rows);
    QString asText() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    /// A row with its place; each parent comes before its children.
    struct Node
    {
        TimeRow row; ///< without its rows
        int parent = -1; ///< among the nodes
        int at = 0; ///< among the parent's rows
        std::vector<int> rows; ///< among the nodes
        bool hasSamePlace(const Node& other) const;
    };

    static std::vector<Node> nodesOf(std::vector<TimeRow> rows);
    const Node& nodeAt(const QModelIndex& index) const;
    const std::vector<int>& rowsBelow(const QModelIndex& parent) const;
    QString textAt(const QModelIndex& index) const;

    std::vector<Node> m_nodes;
    std::vector<int> m_top;
};

} // namespace highwater
