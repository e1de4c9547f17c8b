// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/confinement.h"

#include "core/rehearsal/child.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>

#ifdef __linux__
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace highwater {

namespace {

namespace fs = std::filesystem;

/// A cache of a library: its variable, and its folder in the person's where that is not set.
struct Cache
{
    const char* variable;
    const char* folder; ///< empty: none
};

constexpr std::array caches{Cache{"XDG_CACHE_HOME", ".cache"},
                            Cache{"TRITON_CACHE_DIR", ".triton/cache"},
                            Cache{"HF_HOME", ""},
                            Cache{"HF_HUB_CACHE", ""},
                            Cache{"HF_DATASETS_CACHE", ""},
                            Cache{"TORCH_HOME", ""},
                            Cache{"TORCH_EXTENSIONS_DIR", ""},
                            Cache{"TORCHINDUCTOR_CACHE_DIR", ""},
                            Cache{"MPLCONFIGDIR", ""}};

/// The cache's folder; empty: none is known.
std::string folderOfCache(const Cache& cache)
{
    std::string set = environmentVariable(cache.variable);
    const std::string home = environmentVariable("HOME");
    if (!set.empty() || home.empty() || !*cache.folder)
        return set;
    return home + "/" + cache.folder;
}

#ifdef __linux__

// The numbers of Landlock's calls and rights, which headers of older systems lack.
constexpr long landlockCreate = 444, landlockAdd = 445, landlockRestrict = 446;
constexpr int beneathPath = 1;
constexpr std::uint32_t askVersion = 1; ///< a flag of landlockCreate
constexpr std::uint64_t toWriteFiles = 1U << 1, toTruncateFiles = 1U << 14;
/// To remove and make folders, files, sockets, pipes, links and devices, and to move files from one
/// folder to another.
constexpr std::uint64_t toChangeFolders = 0x3FF0;

struct Ruleset
{
    std::uint64_t handled = 0;
};

struct [[gnu::packed]] PathBeneath
{
    std::uint64_t allowed = 0;
    std::int32_t folder = -1;
};

/// Allows it at a path; one that is not there is left out.
void allowAt(int rules, const std::string& path, std::uint64_t rights)
{
    const int place = open(path.c_str(), O_PATH | O_CLOEXEC);
    if (place < 0)
        return;
    struct stat status = {};
    const bool isFolder = fstat(place, &status) == 0 && S_ISDIR(status.st_mode);
    const PathBeneath rule{isFolder ? rights : rights & ~toChangeFolders, place};
    syscall(landlockAdd, rules, beneathPath, &rule, 0);
    close(place);
}

#endif

} // namespace

std::vector<std::string> writableFolders(const std::string& own)
{
    std::error_code error;
    std::vector<std::string> folders{own, "/dev/shm"};
    const fs::path here = fs::current_path(error);
    // In a folder that holds the home folder a script could write all that its person can.
    if (!error && !liesIn({here.string()}, environmentVariable("HOME") + "/"))
        folders.push_back(here.string());
    for (const Cache& cache : caches)
        if (std::string folder = folderOfCache(cache); !folder.empty())
            folders.push_back(std::move(folder));
    return folders;
}

std::vector<std::pair<std::string, std::optional<std::string>>>
cacheVariables(const std::string& own)
{
    std::vector<std::pair<std::string, std::optional<std::string>>> variables;
    for (const Cache& cache : caches) {
        std::error_code error;
        if (*cache.folder && environmentVariable(cache.variable).empty()
            && !fs::is_directory(folderOfCache(cache), error))
            variables.emplace_back(cache.variable, own + "/" + cache.variable);
    }
    return variables;
}

bool liesIn(const std::vector<std::string>& folders, const std::string& path)
{
    std::error_code error;
    const fs::path parent = fs::weakly_canonical(fs::path(path).parent_path(), error);
    if (error || path.empty() || path.front() != '/')
        return false;
    return std::ranges::any_of(folders, [&](const std::string& folder) {
        std::error_code ignored;
        const fs::path top = fs::weakly_canonical(folder, ignored);
        return !ignored
            && std::mismatch(top.begin(), top.end(), parent.begin(), parent.end()).first
            == top.end();
    });
}

#ifdef __linux__

bool confineWrites(const std::vector<std::string>& folders)
{
    // The second version knows moves between folders, without which libraries fail; the third knows
    // of truncating.
    const long version = syscall(landlockCreate, nullptr, 0, askVersion);
    if (version < 2)
        return false;
    const Ruleset ruleset{toWriteFiles | toChangeFolders | (version < 3 ? 0 : toTruncateFiles)};
    const auto rules = static_cast<int>(syscall(landlockCreate, &ruleset, sizeof ruleset, 0));
    if (rules < 0)
        return false;
    for (const std::string& folder : folders)
        allowAt(rules, folder, ruleset.handled);
    for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
                               "/dev/tty", "/dev/ptmx", "/dev/pts"})
        allowAt(rules, device, ruleset.handled & ~toChangeFolders);
    const bool confined
        = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(landlockRestrict, rules, 0) == 0;
    close(rules);
    return confined;
}

#else

bool confineWrites(const std::vector<std::string>&)
{
    return false;
}

#endif

} // namespace highwater
