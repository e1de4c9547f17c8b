// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/csv_rows.h"

namespace highwater {

std::vector<QStringList> csvRows(const QByteArray& csv)
{
    QString text = QString::fromUtf8(csv);
    if (text.startsWith(QChar::ByteOrderMark))
        text.remove(0, 1);
    std::vector<QStringList> rows;
    QStringList cells;
    QString cell;
    bool quoted = false;
    const auto endCell = [&] {
        cells << cell;
        cell.clear();
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar letter = text.at(i);
        if (letter == u'"') {
            if (quoted && i + 1 < text.size() && text.at(i + 1) == u'"') {
                cell += letter;
                ++i;
            } else {
                quoted = !quoted;
            }
        } else if (!quoted && letter == u',') {
            endCell();
        } else if (!quoted && letter == u'\n') {
            endCell();
            rows.push_back(cells);
            cells.clear();
        } else if (quoted || letter != u'\r') {
            cell += letter;
        }
    }
    if (!cell.isEmpty() || !cells.isEmpty()) {
        endCell();
        rows.push_back(cells);
    }
    return rows;
}

QString tabbed(const std::vector<QStringList>& rows)
{
    QString text;
    for (QStringList cells : rows) {
        // In this form a cell cannot contain the characters that separate cells and rows.
        for (QString& cell : cells)
            cell.replace(u'\t', u' ').replace(u'\n', u' ');
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

} // namespace highwater
