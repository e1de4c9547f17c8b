// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/private_folder.h"

#include "core/rehearsal/child.h"

#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#ifdef __linux__
#include <cstdlib>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#endif

namespace highwater {

namespace {

namespace fs = std::filesystem;

#ifdef __linux__
constexpr std::string_view nameStart = "highwater-";
constexpr std::string_view anyEnd = "XXXXXX"; ///< as mkdtemp wants it
constexpr const char* lockName = "/.in-use";

/// LD_PRELOAD parts its files at blanks and colons, and a system may forbid code in /tmp.
bool canHoldLibraries(const std::string& folder)
{
    struct statvfs status = {};
    return !folder.empty() && folder.front() == '/'
        && folder.find_first_of(" :\t\n;") == std::string::npos
        && statvfs(folder.c_str(), &status) == 0 && (status.f_flag & ST_NOEXEC) == 0
        && access(folder.c_str(), W_OK) == 0;
}

/// Makes the locked file of a new folder; -1 where that fails. It gets its name once it is locked,
/// so that no other program takes the folder for one that was left behind.
int lockFolder(const std::string& folder)
{
    const std::string name = folder + lockName, before = name + ".new";
    const int lock = open(before.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0
        && rename(before.c_str(), name.c_str()) == 0)
        return lock;
    if (lock >= 0)
        close(lock);
    return -1;
}

/// Whether this user's program that made the folder has ended without removing it.
bool isLeftBehind(const std::string& folder)
{
    const int lock = open((folder + lockName).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0)
        return false;
    struct stat status = {};
    const bool isFree = fstat(lock, &status) == 0 && S_ISREG(status.st_mode)
        && status.st_uid == geteuid() && flock(lock, LOCK_EX | LOCK_NB) == 0;
    close(lock);
    return isFree;
}

void removeLeftBehind(const std::string& parent)
{
    std::error_code error;
    for (auto entry = fs::directory_iterator(parent, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        std::error_code ignored;
        if (name.starts_with(nameStart) && name.size() == nameStart.size() + anyEnd.size()
            && isLeftBehind(entry->path().string()))
            fs::remove_all(entry->path(), ignored);
    }
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
        removeLeftBehind(parent);
        std::string path = parent + "/" + std::string(nameStart) + std::string(anyEnd);
        if (mkdtemp(path.data())) {
            const int lock = lockFolder(path);
            return std::make_unique<PrivateFolder>(std::move(path), lock);
        }
    }
#endif
    return nullptr;
}

PrivateFolder::PrivateFolder(std::string path, int lock)
    : m_path(std::move(path))
    , m_lock(lock)
{ }

PrivateFolder::~PrivateFolder()
{
    std::error_code error;
    fs::remove_all(m_path, error);
#ifdef __linux__
    if (m_lock >= 0)
        close(m_lock);
#endif
}

} // namespace highwater
