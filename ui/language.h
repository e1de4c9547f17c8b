// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace highwater {

/// The language of all windows: "system", "en", "zh_CN". What they show already they say anew
/// themselves.
void speak(const QString& language);

} // namespace highwater
