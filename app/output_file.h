// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace highwater {

/// Writes the outcome's file, whole or not at all; returns a failed outcome where it cannot be
/// written.
Outcome written(Outcome outcome);

} // namespace highwater
