// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words.h"

#include <QCoreApplication>

namespace highwater {

QString translated(const Text& text)
{
    const std::string source = QCoreApplication::translate("core", text.id).toStdString();
    return QString::fromStdString(filled(source, text.arguments));
}

QString menuText(QString text)
{
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace highwater
