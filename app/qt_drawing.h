// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

namespace highwater {

/// The drawing of the program with a window: all its languages, and pictures in Qt's fonts.
const Drawing& qtDrawing();

} // namespace highwater
