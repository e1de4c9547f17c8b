// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/cuda_binaries.h"

#include "core/plan/file_start.h"
#include "core/plan/utf8.h"
#include "core/rehearsal/cuda_names.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

namespace highwater {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostEntries = 400'000, mostObjects = 20'000;
constexpr std::chrono::seconds longestLook{30};
/// Names that are looked up while a library runs are searched in files of up to this size; those of
/// kernels are larger.
constexpr std::size_t mostSearchedBytes = std::size_t{64} << 20;
constexpr int deepestFolder = 12;

bool isSharedObject(const fs::path& file)
{
    const std::string name = file.filename().string();
    return name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

/// NVIDIA's own libraries are what the stand-ins take the place of; the other folders have no
/// library that PyTorch loads.
bool isPassedOver(const fs::path& folder)
{
    const std::string name = folder.filename().string();
    return name == "nvidia" || name == "__pycache__" || name == "include" || name == ".git"
        || name.ends_with(".dist-info") || name == "node_modules";
}

/// Triton compiles its calls of the driver on the person's computer, so that no library wants them
/// beforehand.
bool isTritonsDriver(const fs::path& file)
{
    const std::string path = file.generic_string();
    return path.ends_with("/triton/backends/nvidia/driver.c")
        || path.ends_with("/triton/backends/nvidia/driver.py");
}

/// The same names as namesLookedUp() finds, in a text.
std::vector<WantedName> namesInSource(std::string text)
{
    for (char& letter : text)
        if (letter != '_' && std::isalnum(static_cast<unsigned char>(letter)) == 0)
            letter = '\0';
    return namesLookedUp(text);
}

class BinaryCollector
{
public:
    /// All files of a folder, and those of the folders in it.
    void addFolder(const fs::path& folder, int depth = 0)
    {
        std::error_code error;
        // Some environments are made of links to folders elsewhere; a link can lead in a circle.
        if (!m_met.insert(fs::weakly_canonical(folder, error).string()).second)
            return;
        std::vector<fs::path> folders;
        for (auto entry = fs::directory_iterator(folder, error);
             !error && entry != fs::directory_iterator(); entry.increment(error)) {
            if (++m_entries > mostEntries || m_found.seen >= mostObjects
                || std::chrono::steady_clock::now() > m_until) {
                m_found.all = false;
                return;
            }
            std::error_code ignored;
            if (entry->is_directory(ignored)) {
                if (!isPassedOver(entry->path()) && depth < deepestFolder)
                    folders.push_back(entry->path());
            } else if (isSharedObject(entry->path()) && entry->is_regular_file(ignored)) {
                addFile(entry->path());
            } else if (isTritonsDriver(entry->path())) {
                m_found.files.push_back(
                    {{},
                     {"libcuda.so.1"},
                     namesInSource(startOfFile(entry->path(), mostSearchedBytes))});
            }
        }
        std::ranges::sort(folders);
        for (const fs::path& each : folders)
            addFolder(each, depth + 1);
    }
    /// What the files want and has not been met, in these folders, and what that wants in turn.
    void addWanted(const std::vector<fs::path>& folders)
    {
        std::set<std::string> tried;
        for (bool grew = true; grew;) {
            grew = false;
            for (const std::string& name : std::set<std::string>(m_needed))
                if (tried.insert(name).second) {
                    addWanted(name, folders);
                    grew = true;
                }
        }
    }
    CudaBinaries found() { return std::move(m_found); }

private:
    void addWanted(const std::string& name, const std::vector<fs::path>& folders)
    {
        if (name.find('/') != std::string::npos || isCudaLibrary(name))
            return;
        for (const fs::path& folder : folders) {
            std::error_code error;
            if (!fs::is_regular_file(folder / name, error))
                continue;
            addFile(folder / name);
            // PyTorch opens this one by its name when it is first wanted.
            const std::string_view start = "libtorch_cuda";
            if (name.starts_with(std::string(start) + ".so"))
                m_needed.insert(std::string(start) + "_linalg" + name.substr(start.size()));
            return;
        }
    }
    void addFile(const fs::path& path)
    {
        std::error_code error;
        if (!m_met.insert(fs::weakly_canonical(path, error).string()).second)
            return;
        ++m_found.seen;
        std::ifstream stream(path, std::ios::binary);
        auto file = readElfFile(stream, path.string());
        if (file)
            m_needed.insert(file->needed.begin(), file->needed.end());
        if (!file || isCudaLibrary(file->soname)
            || std::ranges::none_of(file->needed, isCudaLibrary))
            return;
        const auto size = fs::file_size(path, error);
        if (!error && size <= mostSearchedBytes)
            for (WantedName& name : namesLookedUp(startOfFile(path, mostSearchedBytes)))
                file->wanted.push_back(std::move(name));
        m_found.files.push_back(std::move(*file));
    }

    std::chrono::steady_clock::time_point m_until = std::chrono::steady_clock::now() + longestLook;
    std::size_t m_entries = 0;
    std::set<std::string> m_met, m_needed;
    CudaBinaries m_found;
};

/// Where distributions and conda keep PyTorch's libraries: beside the folder of Python's own.
std::vector<fs::path> librariesBeside(const std::string& torchFolder)
{
    std::error_code error;
    const fs::path packages = fs::weakly_canonical(torchFolder, error).parent_path();
    const fs::path libraries = packages.parent_path().parent_path();
    return {libraries, libraries / "x86_64-linux-gnu"};
}

bool writeFile(const std::string& path, const std::string& bytes)
{
    std::ofstream stream(path, std::ios::binary);
    stream << bytes;
    stream.close();
    return bool(stream);
}

Problem unwritable(const std::string& path)
{
    return {FieldName(printable(path)), {}, {HW_TR("core", "cannot be written")}};
}

} // namespace

Result<CudaBinaries> cudaBinaries(const PythonEnvironment& environment)
{
    BinaryCollector collector;
    collector.addFolder(fs::path(environment.torchFolder) / "lib");
    for (const std::string& folder : environment.folders)
        if (folder.ends_with("-packages"))
            collector.addFolder(folder);
    collector.addWanted(librariesBeside(environment.torchFolder));
    CudaBinaries found = collector.found();
    const auto isALibrary = [](const ElfFile& file) { return !file.soname.empty(); };
    if (std::ranges::none_of(found.files, isALibrary))
        return Problem{FieldName(printable(environment.torchFolder)),
                       {},
                       {HW_TR("core", "this PyTorch has no library that needs CUDA")}};
    return found;
}

Result<std::string> writeStandIns(const CudaBinaries& binaries, const std::string& deviceLibrary,
                                  const std::string& folder)
{
    const std::string device = "libhighwater_device.so";
    std::ifstream stream(deviceLibrary, std::ios::binary);
    const auto defined = readDefinedNames(stream, deviceLibrary);
    if (!defined)
        return defined.problems();
    std::string preload = folder + "/" + device;
    std::error_code error;
    fs::copy_file(deviceLibrary, preload, error);
    if (error)
        return unwritable(preload);
    const std::set<std::string> written(defined->begin(), defined->end());
    for (const StandIn& standIn : standInsFor(binaries.files, written, device)) {
        const std::string path = folder + "/" + standIn.soname;
        // A name that a damaged library gives leads nowhere else.
        if (standIn.soname.find('/') != std::string::npos
            || standIn.soname.find_first_of(" :") != std::string::npos)
            continue;
        if (!writeFile(path, standInFile(standIn)))
            return unwritable(path);
        preload += ":" + path;
    }
    // What is compiled on the person's computer is linked with the name without a version.
    fs::create_symlink("libcuda.so.1", folder + "/libcuda.so", error);
    return preload;
}

} // namespace highwater
