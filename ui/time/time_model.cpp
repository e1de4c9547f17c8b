// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/time_model.h"

#include "ui/base/tip.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace highwater {

TimeModel::TimeModel(QObject* parent)
    : QAbstractItemModel(parent)
{ }

bool TimeModel::Node::hasSamePlace(const Node& other) const
{
    return parent == other.parent && at == other.at && row.key == other.row.key
        && rows.size() == other.rows.size();
}

std::vector<TimeModel::Node> TimeModel::nodesOf(std::vector<TimeRow> rows)
{
    std::vector<Node> nodes;
    const std::function<void(std::vector<TimeRow>, int)> add
        = [&](std::vector<TimeRow> children, int parent) {
              for (std::size_t i = 0; i < children.size(); ++i) {
                  const int place = static_cast<int>(nodes.size());
                  std::vector<TimeRow> below = std::exchange(children[i].rows, {});
                  nodes.push_back({std::move(children[i]), parent, static_cast<int>(i), {}});
                  if (parent >= 0)
                      nodes[static_cast<std::size_t>(parent)].rows.push_back(place);
                  add(std::move(below), place);
              }
          };
    add(std::move(rows), -1);
    return nodes;
}

void TimeModel::show(std::vector<TimeRow> rows)
{
    std::vector<Node> nodes = nodesOf(std::move(rows));
    if (!std::ranges::equal(nodes, m_nodes, &Node::hasSamePlace)) {
        beginResetModel();
        m_nodes = std::move(nodes);
        m_top.clear();
        for (std::size_t i = 0; i < m_nodes.size(); ++i)
            if (m_nodes[i].parent < 0)
                m_top.push_back(static_cast<int>(i));
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].row == m_nodes[i].row)
            continue;
        m_nodes[i].row = std::move(nodes[i].row);
        const auto cell = [&](int column) {
            return createIndex(m_nodes[i].at, column, static_cast<quintptr>(i));
        };
        emit dataChanged(cell(0), cell(LedgerTree::columns - 1));
    }
}

const TimeModel::Node& TimeModel::nodeAt(const QModelIndex& index) const
{
    return m_nodes[static_cast<std::size_t>(index.internalId())];
}

const std::vector<int>& TimeModel::rowsBelow(const QModelIndex& parent) const
{
    return parent.isValid() ? nodeAt(parent).rows : m_top;
}

QModelIndex TimeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const int node = rowsBelow(parent)[static_cast<std::size_t>(row)];
    return createIndex(row, column, static_cast<quintptr>(node));
}

QModelIndex TimeModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || nodeAt(child).parent < 0)
        return {};
    const int above = nodeAt(child).parent;
    return createIndex(m_nodes[static_cast<std::size_t>(above)].at, 0,
                       static_cast<quintptr>(above));
}

int TimeModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(rowsBelow(parent).size());
}

int TimeModel::columnCount(const QModelIndex&) const
{
    return LedgerTree::columns;
}

QString TimeModel::textAt(const QModelIndex& index) const
{
    const TimeRow& row = nodeAt(index).row;
    switch (index.column()) {
    case Part:
        return row.name;
    case Time:
        return row.time;
    case Hidden:
        return row.hidden;
    case Share:
        return row.share;
    default:
        return row.words;
    }
}

QVariant TimeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const TimeRow& row = nodeAt(index).row;
    const bool words = index.column() == Part || index.column() == Words;
    switch (role) {
    case Qt::DisplayRole:
        return textAt(index);
    case Qt::ToolTipRole:
        return row.words.isEmpty() ? QVariant() : tip(row.name + QLatin1Char('\n') + row.words);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((words ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter));
    case LedgerTree::KindRole:
        return static_cast<int>(row.kind);
    case LedgerTree::GroupRole:
        return row.group ? QVariant(static_cast<int>(*row.group)) : QVariant();
    case LedgerTree::KeyRole:
        return row.key;
    case LedgerTree::ShareRole:
        return row.part ? QVariant(*row.part) : QVariant();
    case LedgerTree::AbsentRole:
        return row.quiet;
    default:
        return {};
    }
}

QVariant TimeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(
            (section == Part || section == Words ? Qt::AlignLeading : Qt::AlignTrailing)
            | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Part:
        return tr("Where the time goes");
    case Time:
        return tr("Time");
    case Hidden:
        return tr("Hidden");
    case Share:
        return tr("Share");
    default:
        return tr("What it is, or its formula with the values");
    }
}

QString TimeModel::asText() const
{
    QString text;
    for (const Node& node : m_nodes) {
        const TimeRow& row = node.row;
        int level = 0;
        for (int above = node.parent; above >= 0;
             above = m_nodes[static_cast<std::size_t>(above)].parent)
            ++level;
        text += QString(qsizetype{2} * level, QLatin1Char(' '))
            + QStringList{row.name, row.time, row.hidden, row.share, row.words}.join(
                QLatin1Char('\t'))
            + QLatin1Char('\n');
    }
    return text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

} // namespace highwater
