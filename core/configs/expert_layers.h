// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/shape.h"

#include <vector>

namespace highwater {

/// Sets which layers have experts: the first one and the step between them. False where no such
/// step fits; then as many dense layers come first, which keeps the count.
bool placeExpertLayers(Shape& shape, const std::vector<bool>& sparse);

/// The same of a model that is written out; where no step fits it stays as it is.
bool setExpertLayers(CustomModel& model, const std::vector<bool>& sparse);

} // namespace highwater
