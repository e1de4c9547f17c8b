// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/view_choices.h"

#include "ui/base/language.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"

#include <QApplication>

namespace highwater {

MemoryUnit ViewChoices::memoryUnit() const
{
    return unit == QLatin1String("GB") ? MemoryUnit::GB : MemoryUnit::GiB;
}

ViewChoices storedViewChoices()
{
    return {settings::theme.value(), settings::unit.value(), settings::language.value()};
}

void storeChoices(const ViewChoices& choices)
{
    const SettingsBatch batch;
    settings::theme.store(choices.theme);
    settings::unit.store(choices.unit);
    settings::language.store(choices.language);
}

void applyChoices(const ViewChoices& choices)
{
    const Theme& theme = choices.theme == QLatin1String("light") ? lightTheme()
        : choices.theme == QLatin1String("dark")                 ? darkTheme()
                                                                 : desktopTheme();
    QApplication::setPalette(theme.palette());
    speak(choices.language);
}

} // namespace highwater
