// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"

#include <QString>

namespace highwater {

inline constexpr int leastTextSize = 70, mostTextSize = 200, textSizeStep = 10; ///< percent

/// A person's choices of theme, unit, language and size of text, the same in all windows, in the
/// words of the settings.
struct ViewChoices
{
    QString theme; ///< "system", "light", "dark", "contrast"
    QString unit; ///< "GiB", "GB"
    QString language; ///< one of languages(), or "system"
    int textSize = 100; ///< percent of the desktop's size of text
    bool operator==(const ViewChoices&) const = default;

    MemoryUnit memoryUnit() const;
};

ViewChoices defaultViewChoices();
ViewChoices storedViewChoices();
void storeChoices(const ViewChoices& choices);

/// Sets theme, language and size of text of the whole program. Open windows have to set their texts
/// again.
void applyChoices(const ViewChoices& choices);

} // namespace highwater
