// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/memory_format.h"
#include "ui/document/plan_library.h"

#include <QAbstractItemModel>

#include <array>

namespace highwater {

/// The plans of the library under the names of their shelves.
class PlanListModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Name, ModelName, Context, Batch, Gpus, Zero, Memory, Room, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole, ///< a number, or a text in the columns of names
        IdRole, ///< LibraryPlan::id
        ShelfRole, ///< PlanShelf
        VerdictRole, ///< a Verdict as a number; empty where there is no estimate
        NotesRole, ///< of the plan
    };

    explicit PlanListModel(const PlanLibrary& library, QObject* parent = nullptr);

    /// Takes the present plans of the library.
    void reload();
    void setFormat(const MemoryFormat& format);
    void retranslate();

    const LibraryPlan* planAt(const QModelIndex& index) const; ///< null for a shelf

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// A plan that is dragged out of the window is a file.
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QVariant text(const LibraryPlan& plan, int column) const;
    QVariant sortValue(const LibraryPlan& plan, int column) const;

    const PlanLibrary& m_library;
    MemoryFormat m_format;
    std::array<std::vector<LibraryPlan>, shelfCount> m_shelves;
};

QString shelfName(PlanShelf shelf);
/// "Recipes (32)", or "Recipes (2 of 32)" where a filter leaves some out.
QString shelfTitle(PlanShelf shelf, int shown, int all);

} // namespace highwater
