// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/methods/method.h"
#include "ui/answer/ledger_tree.h"
#include "ui/base/memory_format.h"

#include <QAbstractItemModel>

#include <vector>

namespace highwater {

/// An estimate's ledger as a tree: a row for each group with its lines below, and the total last.
/// All bytes are those at the peak moment, so that lines add up to groups and groups to the total.
class LedgerModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column {
        Component = LedgerTree::Name,
        Size = LedgerTree::Amount,
        RawBytes = LedgerTree::Aside,
        Share = LedgerTree::Share,
        Formula = LedgerTree::Words,
        Step, ///< that makes the tensor; hidden unless asked for, as its shape is
        TensorShape
    };
    static constexpr int columns = TensorShape + 1;
    using Kind = LedgerTree::Kind;

    explicit LedgerModel(QObject* parent = nullptr);

    /// Signals only changed cells and removed or new lines; the model resets where the groups or
    /// the order of the lines differ.
    void show(const Answer& answer, Bytes capacity);
    void show(const Estimate& estimate) { show(estimate.answer, estimate.plan.capacity); }
    void clear();
    void setFormat(const MemoryFormat& format);
    const MemoryFormat& format() const { return m_format; }
    /// Signals views that all texts are in another language.
    void retranslate();

    /// Aligned columns, for a mail or an editor with a monospaced font.
    QString asText() const;
    /// Whole bytes and plain numbers, for a spreadsheet.
    QString asCsv() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    struct LineRow
    {
        Line line;
        std::int64_t copies = 0; ///< at the peak
        Bytes bytes = 0; ///< at the peak
        bool hasSameWords(const LineRow& other) const;
    };
    struct GroupRow
    {
        Group group{};
        Bytes bytes = 0; ///< at the peak
        std::vector<LineRow> lines;
        bool has(const LineRow& row) const;
    };

    /// Bytes, and the total of which they are a part.
    struct Part
    {
        Bytes bytes = 0, total = 0;
        double share() const;
    };

    static std::vector<GroupRow> rowsOf(const Answer& answer);
    bool hasSameOrder(const std::vector<GroupRow>& groups) const;
    void replaceLines(std::size_t group, const GroupRow& wanted);
    void tellAmount(const QModelIndex& row, Part before, Part now);
    void tell(const QModelIndex& cell);

    bool isTotal(const QModelIndex& index) const;
    const GroupRow* groupAt(const QModelIndex& index) const;
    const LineRow* lineAt(const QModelIndex& index) const;
    Bytes bytesAt(const QModelIndex& index) const;
    bool isAbsent(const QModelIndex& index) const;
    QString name(const QModelIndex& index) const;
    QString share(Bytes bytes) const;
    QString shownText(const QModelIndex& index) const;
    QString keyOf(const QModelIndex& index) const;
    Kind kindOf(const QModelIndex& index) const;
    QString explanation(const QModelIndex& index) const;
    QString calculationOf(const LineRow& row) const;
    QString meaningOf(Group group) const;
    QString balance() const;
    QString toolTip(const QModelIndex& index) const;
    QString accessibleText(const QModelIndex& index) const;
    void changed(int first, int last, const QModelIndex& parent);
    void allChanged();
    template <class Visit> void forEachRow(Visit visit) const;

    std::vector<GroupRow> m_groups;
    Bytes m_total = 0, m_capacity = 0;
    bool m_empty = true;
    bool m_serves = false; ///< the plan generates text
    bool m_generates = false; ///< an engine of the plan's job generates text
    MemoryFormat m_format;
};

} // namespace highwater
