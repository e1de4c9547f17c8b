// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/presets.h"

#include <QString>

namespace highwater {

/// The plan of a preset with its name and notes in a language; in English where the language has
/// none. The texts of a language are in resources/i18n/presets_LANGUAGE.json, by the preset's file.
Plan presetPlan(const Preset& preset, const QString& language);

/// The shipped plan with this name, in the language or in English; null where there is none.
const Preset* presetNamed(const std::string& name, const QString& language);

/// A shipped plan's name in `language`; else the plan's title.
QString shownPlanName(const Plan& plan, const QString& language);

/// The first figure of the notes' last line, which reads "Computed: 128.0 GB of model states; …":
/// "128.0 GB of model states". Empty where the last line has another form.
QString knownFor(const Plan& plan);

} // namespace highwater
