// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QFont;
class QString;

namespace highwater {

/// The language of all windows: "system", "en", "zh_CN". What they show already they say anew
/// themselves.
void speak(const QString& language);

/// The font, followed by those that set Chinese as it is set in China.
QFont withChinese(QFont font);

} // namespace highwater
