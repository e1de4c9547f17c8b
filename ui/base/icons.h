// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace highwater {

/// One of resources/icons, drawn in the text colour of the present theme.
QIcon themedIcon(const char* name);

} // namespace highwater
