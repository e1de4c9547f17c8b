// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "ui/base/mark_slider.h"

#include <QString>

namespace highwater {

// Ids in the list of presets for models that are not in the catalogue.
inline constexpr const char* sizedId = "sized";
inline constexpr const char* customId = "custom";

/// The id of the plan's model in the list of presets.
std::string presetOf(const Plan& plan);
double parametersOf(const Plan& plan);

/// The model at a place of the slider of model sizes: the catalogue's model at a mark, or the one
/// that `typed` names, else a model scaled to a round size near the place.
ModelChoice modelAt(double parameters, const QString& typed, const Scale& scale);
ModelChoice sizedModel(double parameters);

/// "32 L · h 4,096 · f 14,336", with heads and vocabulary where `whole`.
QString shapeText(const Plan& plan, bool whole);

} // namespace highwater
