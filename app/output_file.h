// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace highwater {

/// Writes the file that a command was told to write, whole or not at all; a failure where it cannot
/// be written.
Outcome written(Outcome outcome);

} // namespace highwater
