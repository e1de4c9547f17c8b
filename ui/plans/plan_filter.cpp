// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/plan_filter.h"

#include "ui/plans/plan_list_model.h"

#include <algorithm>
#include <utility>

namespace highwater {

PlanFilter::PlanFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(PlanListModel::SortRole);
}

template <class Value> void PlanFilter::change(Value& condition, Value value)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
    beginFilterChange();
    condition = std::move(value);
    endFilterChange(Direction::Rows);
#else
    condition = std::move(value);
    invalidateRowsFilter();
#endif
}

void PlanFilter::setWords(const QString& words)
{
    change(m_words, words.split(QLatin1Char(' '), Qt::SkipEmptyParts));
}

void PlanFilter::setShelf(std::optional<PlanShelf> shelf)
{
    change(m_shelf, shelf);
}

void PlanFilter::setOnlyFitting(bool only)
{
    change(m_onlyFitting, only);
}

QVariant PlanFilter::data(const QModelIndex& index, int role) const
{
    const bool isTitle = role == Qt::DisplayRole && index.isValid() && !index.parent().isValid()
        && index.column() == 0;
    if (!isTitle)
        return QSortFilterProxyModel::data(index, role);
    const QModelIndex shelf = mapToSource(index);
    return shelfTitle(static_cast<PlanShelf>(shelf.row()), rowCount(index),
                      sourceModel()->rowCount(shelf));
}

namespace {

/// Whether a plan has an estimate and fits, as expected.
bool fits(const QModelIndex& plan)
{
    const QVariant verdict = plan.data(PlanListModel::VerdictRole);
    return verdict.isValid() && static_cast<Verdict>(verdict.toInt()) != Verdict::Over;
}

} // namespace

bool PlanFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (!parent.isValid()) { // a shelf is shown together with its plans
        const QModelIndex shelf = sourceModel()->index(row, 0);
        if (m_shelf && static_cast<int>(*m_shelf) != row)
            return false;
        const int rows = sourceModel()->rowCount(shelf);
        for (int i = 0; i < rows; ++i)
            if (filterAcceptsRow(i, shelf))
                return true;
        return false;
    }
    const QModelIndex plan = sourceModel()->index(row, 0, parent);
    if (m_onlyFitting && !fits(plan))
        return false;
    return std::ranges::all_of(m_words, [&](const QString& word) {
        for (int column = 0; column < PlanListModel::ColumnCount; ++column)
            if (plan.siblingAtColumn(column).data().toString().contains(word, Qt::CaseInsensitive))
                return true;
        return word.startsWith(QLatin1Char('#'))
            && plan.data(PlanListModel::NotesRole).toString().contains(word, Qt::CaseInsensitive);
    });
}

bool PlanFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    if (!left.parent().isValid()) // shelves stay in their order
        return sortOrder() == Qt::AscendingOrder ? left.row() < right.row()
                                                 : left.row() > right.row();
    const QVariant a = left.data(sortRole()), b = right.data(sortRole());
    if (a.typeId() == QMetaType::QString)
        return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    return a.toDouble() < b.toDouble();
}

} // namespace highwater
