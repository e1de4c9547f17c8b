// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

namespace highwater {

/// A Chinese character, as a regular expression. \p{Han} asks for script extensions, and by the
/// tables of PCRE2 10.46 (not 10.42) the middle dot has that of Chinese.
inline QString oneChinese()
{
    return QStringLiteral("[\\x{4E00}-\\x{9FFF}]");
}

inline bool hasChinese(const QString& text)
{
    static const QRegularExpression chinese(oneChinese());
    return text.contains(chinese);
}

} // namespace highwater
