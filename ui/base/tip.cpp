// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/tip.h"

#include <QStringList>
#include <QTextBoundaryFinder>

namespace highwater {
namespace {

/// Chinese characters, their punctuation, and full-width forms.
bool isWide(QChar letter)
{
    const char16_t code = letter.unicode();
    return (code >= 0x2E80 && code <= 0xD7FF) || (code >= 0xF900 && code <= 0xFAFF)
        || (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF01 && code <= 0xFF60);
}

QStringList linesOf(const QString& paragraph)
{
    QStringList lines{QString()};
    QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, paragraph);
    qsizetype from = 0;
    for (qsizetype to = breaks.toNextBoundary(); to > from; to = breaks.toNextBoundary()) {
        const QString piece = paragraph.mid(from, to - from);
        const QString longer = lines.last() + piece;
        if (!lines.last().isEmpty() && columnsOf(longer.trimmed()) > tipColumns)
            lines << piece;
        else
            lines.last() = longer;
        from = to;
    }
    for (QString& line : lines)
        line = line.trimmed();
    return lines;
}

} // namespace

int columnsOf(QStringView text)
{
    int columns = 0;
    for (const QChar letter : text)
        columns += isWide(letter) ? 2 : 1;
    return columns;
}

QString tip(const QString& text)
{
    QStringList lines;
    for (const QString& paragraph : text.split(QLatin1Char('\n')))
        lines << linesOf(paragraph);
    return lines.join(QLatin1Char('\n'));
}

} // namespace highwater
