// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QFont;

namespace highwater {

/// "en", then each language with a translation among the program's resources: "zh_CN". A file
/// resources/i18n/highwater_NAME.ts is enough to add one.
const QStringList& languages();

/// A language by its own name: "English", "简体中文".
QString nativeName(const QString& language);

/// One of languages() that the window speaks now.
QString windowLanguage();

/// Sets the language of all windows: one of languages(), or "system". A window that stands already
/// has to set its texts again.
void speak(const QString& language);

/// The font, followed by those that set Chinese as it is set in China.
QFont withChinese(QFont font);

} // namespace highwater
