// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "ui/base/mark_slider.h"

#include <QString>

namespace highwater {

// In the list of presets, for models that are not in the catalogue.
inline constexpr const char* sizedId = "sized";
inline constexpr const char* customId = "custom";

/// The id in the list of presets that stands for the plan's model.
std::string presetOf(const Plan& plan);
double parametersOf(const Plan& plan);

/// The model of a place on the slider of model sizes: a catalogue's model on a mark or where
/// `typed` names one, else a model scaled to a round size near the place.
ModelChoice modelAt(double parameters, const QString& typed, const Scale& scale);
ModelChoice sizedModel(double parameters);

/// "32 L · h 4,096 · f 14,336", with heads and vocabulary where `whole`.
QString shapeText(const Plan& plan, bool whole);

} // namespace highwater
