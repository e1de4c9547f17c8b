// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMainWindow;
class QWidget;

namespace highwater {

/// Version, build, Qt, system, screens: for a report of a fault. It is in English in every
/// language.
QString debugInfo();

/// Opens the dialog about the program.
void openAbout(QWidget* parent);

/// Opens the list of the keys that the window's actions have now.
void openShortcuts(QMainWindow* window);

} // namespace highwater
