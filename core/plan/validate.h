// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/plan/result.h"

namespace highwater {

/// Every value of the plan that its key does not allow. Values that are wrong only together, or
/// that name no entry of the catalogue, are found by resolve().
Problems validate(const Plan& plan);

} // namespace highwater
