// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_fields.h"
#include "core/plan/plan.h"

namespace highwater {

/// Takes the format in which a file's weights are stored into the plan, where the file says one,
/// and notes it. The number of weights does not change. Returns whether they are quantised.
bool readQuantization(const ConfigFields& file, Plan& plan);

} // namespace highwater
