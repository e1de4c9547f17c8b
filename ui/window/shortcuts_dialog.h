// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace highwater {

/// Opens the list of the keys that the window's actions have now.
void openShortcuts(QMainWindow* window);

} // namespace highwater
