// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

/// Folders in which a rehearsed command may write: the folder in which it runs unless the home
/// folder lies in that, the rehearsal's own, shared memory, and caches, which libraries fill with
/// what they fetch and compile.
std::vector<std::string> writableFolders(const std::string& own);

/// Variables that put the caches which are not there yet into the rehearsal's own folder: a
/// confined command cannot make their folders.
std::vector<std::pair<std::string, std::optional<std::string>>>
cacheVariables(const std::string& own);

/// Whether a file, or a place for one, lies in one of the folders once links are followed.
bool liesIn(const std::vector<std::string>& folders, const std::string& path);

/// Takes from this process, and from all that it starts, the right to write, make and remove files
/// elsewhere than in these folders and in devices such as /dev/null. False where the system cannot:
/// before Linux 5.19, or where Landlock is off. Landlock leaves rights and times of files, and
/// sockets of other programs; before Linux 6.2 also truncate().
bool confineWrites(const std::vector<std::string>& folders);

} // namespace highwater
