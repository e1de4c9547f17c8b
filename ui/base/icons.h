// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace highwater {

/// The icon resources/icons/NAME.svg in the text colour of the present theme.
QIcon themedIcon(const char* name);

/// The icon of the program, the same in every theme.
QIcon programIcon();

} // namespace highwater
