// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/result.h"

#include <memory>
#include <string>

namespace highwater {

/// A temporary folder of this user alone, from which libraries can be loaded; it is removed with
/// this value. One whose program was killed is removed when the next is made.
class PrivateFolder
{
public:
    /// Null where none can be made.
    static std::unique_ptr<PrivateFolder> make();
    /// `lock`: an open file that is locked as long as the folder is in use; -1: none.
    explicit PrivateFolder(std::string path, int lock = -1);
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::string& path() const { return m_path; }

private:
    std::string m_path;
    int m_lock;
};

} // namespace highwater
