// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace highwater {

class MainWindow;
struct Plan;

/// The windows of the program, in no order. A window that newWindow() made deletes itself when it
/// is closed.
std::vector<MainWindow*> windows();
MainWindow* newWindow(const Plan& plan);

/// From now on the program does what the window asks for: other windows, files, a new look of all
/// windows, and remembering its plan. Windows of newWindow() are served already.
void serve(MainWindow& window);

/// Each file in a window: the one that has it already, else `from` while that has no file and was
/// never edited, else a new one. What cannot be opened is said in `from`.
void openFiles(const QStringList& paths, MainWindow* from);

/// The window of a start without files: the last file, or the last plan where that is gone.
MainWindow* openLast();
/// What the next openLast() opens.
void rememberAsLast(const MainWindow& window);

/// The windows of a start: the work that a crash left behind, then the files and plans asked for;
/// openLast() where there is neither.
void startSession(const QStringList& paths, const std::vector<Plan>& plans);

} // namespace highwater
