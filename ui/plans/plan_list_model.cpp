// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/plan_list_model.h"

#include "ui/base/drag_out.h"
#include "ui/base/words.h"
#include "ui/document/plan_store.h"

#include <QMimeData>

#include <algorithm>
#include <limits>
#include <memory>

namespace highwater {
namespace {

constexpr quintptr shelfItself = 0; ///< id of a shelf's index; its plans have the shelf's row + 1

bool isNumber(int column)
{
    return column >= PlanListModel::Context && column <= PlanListModel::Memory;
}

} // namespace

QString shelfName(PlanShelf shelf)
{
    switch (shelf) {
    case PlanShelf::Lecture:
        return PlanListModel::tr("Lecture figures");
    case PlanShelf::Recipes:
        return PlanListModel::tr("Recipes");
    case PlanShelf::Own:
        return PlanListModel::tr("My plans");
    }
    return {};
}

QString shelfTitle(PlanShelf shelf, int shown, int all)
{
    if (shown == all)
        return PlanListModel::tr("%1 (%L2)", "a group of plans and how many there are")
            .arg(shelfName(shelf))
            .arg(all);
    return PlanListModel::tr("%1 (%L2 of %L3)",
                             "a group of plans, how many are listed, how many there are")
        .arg(shelfName(shelf))
        .arg(shown)
        .arg(all);
}

PlanListModel::PlanListModel(const PlanLibrary& library, QObject* parent)
    : QAbstractItemModel(parent)
    , m_library(library)
{ }

void PlanListModel::reload()
{
    beginResetModel();
    for (auto& shelf : m_shelves)
        shelf.clear();
    for (const LibraryPlan& plan : m_library.plans())
        m_shelves[static_cast<std::size_t>(plan.shelf)].push_back(plan);
    endResetModel();
}

void PlanListModel::setFormat(const MemoryFormat& format)
{
    if (format == m_format)
        return;
    m_format = format;
    retranslate();
}

void PlanListModel::retranslate()
{
    for (int shelf = 0; shelf < rowCount(); ++shelf) {
        const QModelIndex top = index(shelf, 0);
        emit dataChanged(top, top);
        if (const int rows = rowCount(top); rows > 0)
            emit dataChanged(index(0, 0, top), index(rows - 1, ColumnCount - 1, top));
    }
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

const LibraryPlan* PlanListModel::planAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == shelfItself)
        return nullptr;
    return &m_shelves[index.internalId() - 1][static_cast<std::size_t>(index.row())];
}

QModelIndex PlanListModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : shelfItself);
}

QModelIndex PlanListModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == shelfItself)
        return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, shelfItself);
}

int PlanListModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return shelfCount;
    const bool isShelf = parent.internalId() == shelfItself && parent.column() == 0;
    return isShelf ? static_cast<int>(m_shelves[static_cast<std::size_t>(parent.row())].size()) : 0;
}

int PlanListModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

Qt::ItemFlags PlanListModel::flags(const QModelIndex& index) const
{
    // Shelves cannot be selected, so that the arrow keys go from plan to plan.
    const LibraryPlan* plan = planAt(index);
    if (!plan)
        return Qt::NoItemFlags;
    return QAbstractItemModel::flags(index)
        | (plan->plan ? Qt::ItemIsDragEnabled : Qt::NoItemFlags);
}

QMimeData* PlanListModel::mimeData(const QModelIndexList& indexes) const
{
    const LibraryPlan* plan = indexes.isEmpty() ? nullptr : planAt(indexes.first());
    if (!plan || !plan->plan)
        return nullptr;
    auto data = std::make_unique<QMimeData>();
    addFile(*data, planFileName(plan->name), planText(*plan->plan));
    return data.release();
}

QVariant PlanListModel::data(const QModelIndex& index, int role) const
{
    const LibraryPlan* plan = planAt(index);
    if (!plan) {
        const auto shelf = static_cast<PlanShelf>(index.row());
        if (role == Qt::DisplayRole && index.column() == 0)
            return shelfTitle(shelf, rowCount(index), rowCount(index));
        return role == ShelfRole ? QVariant(index.row()) : QVariant();
    }
    switch (role) {
    case Qt::DisplayRole:
        return text(*plan, index.column());
    case Qt::ToolTipRole:
        if (!plan->problem.isEmpty())
            return plan->problem;
        if (index.column() == Name)
            return plan->name; // in full, as the column may be too narrow
        return index.column() == Room ? tr("%1 of %2 per GPU")
                                            .arg(m_format.number(plan->judgement->totals.total, 2),
                                                 m_format.withUnit(plan->judgement->capacity, 2))
                                      : QVariant();
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case SortRole:
        return sortValue(*plan, index.column());
    case IdRole:
        return plan->id;
    case ShelfRole:
        return static_cast<int>(plan->shelf);
    case NotesRole:
        return plan->plan ? QString::fromStdString(plan->plan->notes) : QString();
    case VerdictRole:
        return plan->judgement ? QVariant(static_cast<int>(plan->judgement->verdict)) : QVariant();
    default:
        return {};
    }
}

QVariant PlanListModel::text(const LibraryPlan& plan, int column) const
{
    const auto count = [&](const std::optional<std::int64_t>& number) {
        return number ? m_format.count(*number)
                      : QStringLiteral("–"); // the method does not read the key
    };
    if (column == Name)
        return plan.name;
    if (!plan.judgement)
        return column == Room ? (plan.plan ? tr("No estimate") : tr("Not readable")) : QString();
    const Judgement& judged = *plan.judgement;
    switch (column) {
    case ModelName:
        return plan.model;
    case Context:
        return count(plan.context);
    case Batch:
        return count(plan.microBatch);
    case Gpus:
        return count(plan.gpus);
    case Zero:
        return count(plan.zero);
    case Memory:
        return m_format.number(judged.totals.total, 2);
    case Room:
        return translated(verdictCell(judged, amountWords(m_format, 0)));
    default:
        return {};
    }
}

QVariant PlanListModel::sortValue(const LibraryPlan& plan, int column) const
{
    constexpr double last = std::numeric_limits<double>::infinity();
    const auto number
        = [](const std::optional<std::int64_t>& value) { return value ? double(*value) : last; };
    switch (column) {
    case Name:
        return plan.name;
    case ModelName:
        return plan.model;
    case Context:
        return number(plan.context);
    case Batch:
        return number(plan.microBatch);
    case Gpus:
        return number(plan.gpus);
    case Zero:
        return number(plan.zero);
    case Memory:
        return plan.judgement ? double(plan.judgement->totals.total) : last;
    case Room:
        return plan.judgement
            ? double(plan.judgement->capacity) - double(plan.judgement->totals.total)
            : last;
    default:
        return {};
    }
}

QVariant PlanListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(
            (isNumber(section) ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Plan");
    case ModelName:
        return tr("Model");
    case Context:
        return tr("Context");
    case Batch:
        return tr("Batch");
    case Gpus:
        return tr("GPUs");
    case Zero:
        return tr("ZeRO");
    case Memory:
        return tr("Total %1", "memory per GPU, its unit").arg(m_format.unitName());
    case Room:
        return tr("Free or over");
    default:
        return {};
    }
}

} // namespace highwater
