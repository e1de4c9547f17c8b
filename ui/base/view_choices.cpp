// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/view_choices.h"

#include "ui/base/contrast_theme.h"
#include "ui/base/font_points.h"
#include "ui/base/language.h"
#include "ui/base/settings.h"
#include "ui/base/theme.h"

#include <QApplication>

#include <algorithm>

namespace highwater {
namespace {

/// Sets the size of text in percent of the desktop's size at the first call.
void setTextSize(int percent)
{
    static const qreal desktop = pointsOf(QApplication::font());
    QFont font = QApplication::font();
    const qreal wanted = desktop * percent / 100;
    if (qFuzzyCompare(pointsOf(font), wanted))
        return;
    font.setPointSizeF(wanted);
    QApplication::setFont(font);
}

} // namespace

MemoryUnit ViewChoices::memoryUnit() const
{
    return unit == QLatin1String("GB") ? MemoryUnit::GB : MemoryUnit::GiB;
}

ViewChoices defaultViewChoices()
{
    return {QString::fromLatin1(settings::theme.byDefault),
            QString::fromLatin1(settings::unit.byDefault),
            QString::fromLatin1(settings::language.byDefault), settings::textSize.byDefault};
}

ViewChoices storedViewChoices()
{
    return {settings::theme.value(), settings::unit.value(), settings::language.value(),
            std::clamp(settings::textSize.value(), leastTextSize, mostTextSize)};
}

void storeChoices(const ViewChoices& choices)
{
    const SettingsBatch batch;
    settings::theme.store(choices.theme);
    settings::unit.store(choices.unit);
    settings::language.store(choices.language);
    settings::textSize.store(choices.textSize);
}

void applyChoices(const ViewChoices& choices)
{
    const Theme& theme = choices.theme == QLatin1String("light") ? lightTheme()
        : choices.theme == QLatin1String("dark")                 ? darkTheme()
        : choices.theme == QLatin1String("contrast") ? contrastTheme(desktopTheme().dark)
                                                     : desktopTheme();
    QApplication::setPalette(theme.palette());
    setTextSize(choices.textSize);
    speak(choices.language);
}

} // namespace highwater
