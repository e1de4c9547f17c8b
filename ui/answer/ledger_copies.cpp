// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/answer/ledger_model.h"

#include "core/answer/group_words.h"
#include "core/exchange/figure_csv.h"
#include "ui/base/words.h"

#include <QStringList>

#include <algorithm>
#include <array>

// The forms in which the ledger is copied to the clipboard.
namespace highwater {
namespace {

/// The columns that a text takes in a monospaced font, where a Chinese letter takes two.
int displayWidth(const QString& string)
{
    int width = 0;
    for (const QChar letter : string)
        width += letter.unicode() >= 0x2E80 && !letter.isLowSurrogate() ? 2 : 1;
    return width;
}

/// Columns of one width, with numbers at their right end.
QString aligned(const std::vector<QStringList>& rows)
{
    std::array<int, LedgerTree::columns> widths{};
    for (const QStringList& cells : rows)
        for (int column = 0; column < LedgerTree::columns; ++column) {
            int& width = widths[static_cast<std::size_t>(column)];
            width = std::max(width, displayWidth(cells[column]));
        }
    QString all;
    for (const QStringList& cells : rows) {
        QString line;
        for (int column = 0; column < LedgerTree::columns; ++column) {
            const QString& cell = cells[column];
            const int missing = widths[static_cast<std::size_t>(column)] - displayWidth(cell);
            const QString space(missing, QLatin1Char(' '));
            const bool left = LedgerTree::hasWords(column);
            if (column > 0)
                line += QStringLiteral("  ");
            line += left ? cell + space : space + cell;
        }
        while (line.endsWith(QLatin1Char(' ')))
            line.chop(1);
        all += line + QLatin1Char('\n');
    }
    return all;
}

} // namespace

template <class Visit> void LedgerModel::forEachRow(Visit visit) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex top = index(row, Component);
        visit(top);
        for (int line = 0; line < rowCount(top); ++line)
            visit(index(line, Component, top));
    }
}

QString LedgerModel::asText() const
{
    std::vector<QStringList> rows(1);
    for (int column = 0; column < LedgerTree::columns; ++column)
        rows[0] << headerData(column, Qt::Horizontal).toString();
    forEachRow([&](const QModelIndex& row) {
        QStringList cells;
        for (int column = 0; column < LedgerTree::columns; ++column)
            cells << row.siblingAtColumn(column).data().toString();
        if (lineAt(row))
            cells[Component].prepend(QStringLiteral("  "));
        rows.push_back(std::move(cells));
    });

    return aligned(rows).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

QString LedgerModel::asCsv() const
{
    const auto joined = [](const QStringList& fields) {
        std::vector<std::string> cells;
        for (const QString& field : fields)
            cells.push_back(field.toStdString());
        return QString::fromStdString(csvRow(cells));
    };
    QString all
        = joined({tr("Level"), tr("Group"), tr("Component"), tr("Bytes per GPU at the peak"),
                  tr("Bytes of one"), tr("Copies at the peak"), tr("Step"), tr("Shape"),
                  tr("Formula"), tr("With numbers"), tr("Source"), tr("Place")});
    const auto number = [](std::int64_t value) { return QString::number(value); };
    forEachRow([&](const QModelIndex& row) {
        const QString bytes = number(bytesAt(row));
        const GroupRow* group = groupAt(row);
        const QString groupText = group ? translated(groupName(group->group, m_serves)) : QString();
        if (const LineRow* found = lineAt(row)) {
            const Line& line = found->line;
            all += joined({QStringLiteral("line"), groupText, name(row), bytes, number(line.each),
                           number(found->copies), QString::fromStdString(line.step),
                           QString::fromStdString(line.shape), QString::fromStdString(line.formula),
                           QString::fromStdString(line.numbers),
                           QString::fromStdString(line.source),
                           QString::fromLatin1(nameOf(line.place).data())});
        } else {
            const QString level = group ? QStringLiteral("group") : QStringLiteral("total");
            all += joined({level, groupText, name(row), bytes, {}, {}, {}, {}, {}, {}, {}, {}});
        }
    });
    return all;
}

} // namespace highwater
