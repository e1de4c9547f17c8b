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
std::vector<MainWindow*> allWindows();
MainWindow* newWindow(const Plan& plan);

/// Connects the window's requests to the program: other windows, files, a new look of all windows,
/// and remembering its plan. newWindow() does this for its windows.
void serveWindow(MainWindow& window);

/// Opens each file in the window that already shows it, else in `from` if that is untouched, else
/// in a new window. A file of another program, or a folder, is imported into the plan of `from`. A
/// message in `from` names the files that cannot be opened.
void openFiles(const QStringList& paths, MainWindow* from);

/// The windows of a start: first the work that survived a crash, then the files and plans of
/// the command line; the last file or plan where there is none of these.
void startSession(const QStringList& paths, const std::vector<Plan>& plans);

} // namespace highwater
