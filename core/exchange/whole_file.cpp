// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/whole_file.h"

#include "core/plan/utf8.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <system_error>

#ifdef __unix__
#include <unistd.h>
#endif

namespace highwater {
namespace {

namespace fs = std::filesystem;

// A file is written under another name in the same folder and then moved, so that it is whole at
// any time. If the program is killed, the file that it leaves has a name that no person gives.

constexpr std::string_view savingSuffix = ".saving";

/// ".a.hwplan."
std::string savingPrefix(const fs::path& path)
{
    constexpr std::size_t most = 120; // so that a name of 255 bytes has room for what follows
    const std::string name = path.filename().string();
    return "." + std::string(cutText(name, most)) + ".";
}

/// ".a.hwplan.0f3a….saving"
fs::path savingName(const fs::path& path)
{
    std::random_device device;
    const std::uint64_t random = (std::uint64_t{device()} << 32) | device();
    std::array<char, 16> digits{};
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), random, 36).ptr;
    return path.parent_path()
        / (savingPrefix(path) + std::string(digits.data(), end) + std::string(savingSuffix));
}

bool isWritable([[maybe_unused]] const fs::path& path)
{
#ifdef __unix__
    return access(path.c_str(), W_OK) == 0;
#else
    return true;
#endif
}

/// A file that is open; errno tells why one of its functions failed.
class OpenFile
{
public:
    OpenFile(const fs::path& path, const char* mode)
        : m_file(std::fopen(path.string().c_str(), mode))
    { }
    explicit operator bool() const { return m_file != nullptr; }

    /// Writes from the start of the file, and waits until the disk has it.
    bool put(std::string_view text)
    {
        return std::fseek(m_file.get(), 0, SEEK_SET) == 0
            && std::fwrite(text.data(), 1, text.size(), m_file.get()) == text.size()
            && std::fflush(m_file.get()) == 0 && reachedDisk();
    }
    std::string all()
    {
        std::string text;
        std::array<char, 65536> part{};
        while (const std::size_t size = std::fread(part.data(), 1, part.size(), m_file.get()))
            text.append(part.data(), size);
        return text;
    }

private:
    struct Close
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    bool reachedDisk()
    {
#ifdef __unix__
        return fsync(fileno(m_file.get())) == 0;
#else
        return true;
#endif
    }

    std::unique_ptr<std::FILE, Close> m_file;
};

Text reasonOf(int error)
{
#ifdef EDQUOT
    if (error == EDQUOT)
        error = ENOSPC;
#endif
    return Text::plain(std::generic_category().message(error));
}

/// Overwrites a file in a folder without permission for new files. If this fails, it writes the old
/// text back.
std::optional<Text> writeInPlace(const fs::path& path, std::string_view text)
{
    OpenFile file(path, "r+b");
    if (!file)
        return reasonOf(errno);
    const std::string old = file.all();
    std::error_code failed;
    if (file.put(text)) {
        fs::resize_file(path, text.size(), failed);
        if (!failed)
            return {};
    }
    Text reason = reasonOf(failed ? failed.value() : errno);
    file.put(old);
    fs::resize_file(path, old.size(), failed);
    return reason;
}

} // namespace

const Text& diskIsFull()
{
    static const Text text = reasonOf(ENOSPC);
    return text;
}

/// A younger file may belong to another program that is writing it now.
void removeLeftOvers(const fs::path& path)
{
    constexpr std::chrono::seconds oldEnough{10};
    const auto now = fs::file_time_type::clock::now();
    const std::string prefix = savingPrefix(path);
    const fs::path folder = path.parent_path();
    std::error_code failed;
    for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, failed), end;
         !failed && entry != end; entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(prefix) || !name.ends_with(savingSuffix))
            continue;
        std::error_code unknown;
        const auto written = entry->last_write_time(unknown);
        if (!unknown && now - written >= oldEnough)
            fs::remove(entry->path(), unknown);
    }
}

std::optional<Text> writeWhole(const fs::path& path, std::string_view text)
{
    std::error_code failed;
    const fs::file_status there = fs::status(path, failed);
    const bool exists = fs::exists(there);
    if (exists && !fs::is_regular_file(there) && !fs::is_directory(there))
        return Text(HW_TR("core", "it is no ordinary file")); // a device must not be replaced
    if (exists && !isWritable(path)) // the move below would not check it
        return reasonOf(EACCES);
    const fs::path target = exists ? fs::canonical(path, failed) : path; // through links
    removeLeftOvers(target);
    const fs::path saving = savingName(target);
    {
        OpenFile file(saving, "wbx");
        if (!file) {
            const int error = errno;
            // Without permission to make files in the folder, an existing file can still be
            // written.
            return exists ? writeInPlace(target, text) : reasonOf(error);
        }
        if (exists)
            fs::permissions(saving, there.permissions(), failed);
        failed.clear();
        if (!file.put(text))
            failed = std::error_code(errno, std::generic_category());
    }
    if (!failed)
        fs::rename(saving, target, failed);
    if (!failed)
        return {};
    std::error_code left;
    fs::remove(saving, left);
    return reasonOf(failed.value());
}

} // namespace highwater
