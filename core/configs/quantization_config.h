// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_fields.h"
#include "core/plan/plan.h"

namespace highwater {

/// Sets the plan's format of weights to the one in which a file's weights are stored, if the file
/// states one, and notes this. The number of weights does not change. Returns whether they are
/// quantised.
bool readQuantization(const ConfigFields& file, Plan& plan);

} // namespace highwater
