// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/words.h"

#include "core/words/words.h"

#include <QCoreApplication>

namespace highwater {

QString translated(const Text& text)
{
    return QString::fromStdString(saidBy(text, [](const char* context, const char* source) {
        return QCoreApplication::translate(context, source).toStdString();
    }));
}

QString sentence(const Text& text)
{
    QString said = translated(text);
    if (!said.isEmpty())
        said[0] = said[0].toUpper();
    return said;
}

QString menuText(QString text)
{
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace highwater
