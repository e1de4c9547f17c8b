// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/base/theme.h"

namespace highwater {

/// A theme of high contrast: text has seven times the luminance of its ground (WCAG AAA), the edges
/// of controls and bands three times that of both sides.
const Theme& contrastTheme(bool dark);

/// Whether the desktop asks for high contrast; only Qt 6.10 and newer know.
bool wantsContrast();

} // namespace highwater
