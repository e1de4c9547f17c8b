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

/// The present language of the windows, one of languages().
QString windowLanguage();

/// Sets the language of all windows: one of languages(), or "system". A window that is already open
/// has to set its texts again.
void speak(const QString& language);

/// The font, followed by fonts that set Chinese as readers of the language write it: one of
/// languages(), of which all but Traditional Chinese get the mainland's.
QFont withChinese(QFont font, const QString& language);

} // namespace highwater
