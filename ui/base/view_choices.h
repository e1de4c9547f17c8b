// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/figure.h"

#include <QString>

namespace highwater {

/// A person's choices of theme, unit and language, the same in all windows, in the words of the
/// settings.
struct ViewChoices
{
    QString theme; ///< "system", "light", "dark"
    QString unit; ///< "GiB", "GB"
    QString language; ///< one of languages(), or "system"
    bool operator==(const ViewChoices&) const = default;

    MemoryUnit memoryUnit() const;
};

ViewChoices storedViewChoices();
void storeChoices(const ViewChoices& choices);

/// Sets theme and language of the whole program. Open windows have to set their texts again.
void applyChoices(const ViewChoices& choices);

} // namespace highwater
