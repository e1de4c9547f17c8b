// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/plan_library.h"

#include <QSortFilterProxyModel>
#include <QStringList>

#include <optional>

namespace highwater {

/// Some of the plans, sorted within their shelves.
class PlanFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit PlanFilter(QObject* parent = nullptr);

    /// The words, separated by spaces, all of which a row must contain, in any column.
    void setWords(const QString& words);
    void setShelf(std::optional<PlanShelf> shelf); ///< null: all shelves
    void setOnlyFitting(bool only);

    /// The title of a shelf counts the plans that pass the filter.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    /// Changes one of the conditions, and tries each row again.
    template <class Value> void change(Value& condition, Value value);

    QStringList m_words;
    std::optional<PlanShelf> m_shelf;
    bool m_onlyFitting = false;
};

} // namespace highwater
