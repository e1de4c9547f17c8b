// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/private_folder.h"

#include "core/rehearsal/child.h"

#include <filesystem>
#include <utility>
#include <vector>

#ifdef __unix__
#include <sys/statvfs.h>
#include <unistd.h>
#endif

namespace highwater {

namespace {

#ifdef __linux__
/// LD_PRELOAD parts its files at blanks and colons, and a system may forbid code in /tmp.
bool canHoldLibraries(const std::string& folder)
{
    struct statvfs status = {};
    return !folder.empty() && folder.front() == '/'
        && folder.find_first_of(" :\t\n;") == std::string::npos
        && statvfs(folder.c_str(), &status) == 0 && (status.f_flag & ST_NOEXEC) == 0
        && access(folder.c_str(), W_OK) == 0;
}
#endif

} // namespace

std::unique_ptr<PrivateFolder> PrivateFolder::make()
{
#ifdef __linux__
    for (const std::string& parent :
         {environmentVariable("TMPDIR"), std::string("/tmp"), std::string("/var/tmp"),
          std::string("/dev/shm"), environmentVariable("XDG_RUNTIME_DIR"),
          environmentVariable("HOME")}) {
        if (!canHoldLibraries(parent))
            continue;
        std::string path = parent + "/highwater-XXXXXX";
        if (mkdtemp(path.data()))
            return std::make_unique<PrivateFolder>(std::move(path));
    }
#endif
    return nullptr;
}

PrivateFolder::PrivateFolder(std::string path)
    : m_path(std::move(path))
{ }

PrivateFolder::~PrivateFolder()
{
    std::error_code error;
    std::filesystem::remove_all(m_path, error);
}

} // namespace highwater
