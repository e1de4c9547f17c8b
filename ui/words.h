// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/text.h"

#include <QString>

namespace highwater {

/// A sentence of core in the language of the window.
QString translated(const Text& text);

/// For a menu or a button, which take '&' for the mark of a shortcut.
QString menuText(QString text);

} // namespace highwater
