// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/mnemonic.h"

namespace highwater {

QString withoutMark(QString text)
{
    const qsizetype bracket = text.indexOf(QStringLiteral("(&"));
    if (bracket > 0)
        text.truncate(bracket);
    text.replace(QStringLiteral("&&"), QStringLiteral("\x01"));
    text.remove(QLatin1Char('&'));
    return text.replace(QLatin1Char('\x01'), QLatin1Char('&'));
}

} // namespace highwater
