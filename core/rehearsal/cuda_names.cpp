// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/cuda_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace highwater {

namespace {

/// A library's file name without version, and the start of its functions' names, as NVIDIA's
/// API references list them.
struct CudaLibrary
{
    std::string_view stem;
    std::string_view prefix;
};

// A prefix stands before the shorter ones that it begins with.
constexpr std::array libraries{
    CudaLibrary{"libcublasLt", "cublasLt"},
    CudaLibrary{"libcublas", "cublas"},
    CudaLibrary{"libcudart", "cuda"},
    CudaLibrary{"libcudart", "__cuda"},
    CudaLibrary{"libcudnn", "cudnn"},
    CudaLibrary{"libcufft", "cufft"},
    CudaLibrary{"libcufile", "cuFile"},
    CudaLibrary{"libcupti", "cupti"},
    CudaLibrary{"libcurand", "curand"},
    CudaLibrary{"libcusolver", "cusolver"},
    CudaLibrary{"libcusparseLt", "cusparseLt"},
    CudaLibrary{"libcusparse", "cusparse"},
    CudaLibrary{"libcuda", "cu"},
    CudaLibrary{"libnccl", "nccl"},
    CudaLibrary{"libnccl", "pnccl"},
    CudaLibrary{"libnvidia-ml", "nvml"},
    CudaLibrary{"libnvJitLink", "nvJitLink"},
    CudaLibrary{"libnvrtc", "nvrtc"},
    CudaLibrary{"libnvToolsExt", "nvtx"},
};

/// "libcudart" of "libcudart-9335f6a2.so.11.0".
std::string_view stemOf(std::string_view soname)
{
    const auto library = soname.substr(0, soname.find(".so"));
    const auto hash = library.rfind('-');
    constexpr std::size_t hashLength = 8; // of wheels that auditwheel repaired
    return hash != std::string_view::npos && library.size() - hash - 1 == hashLength
        ? library.substr(0, hash)
        : library;
}

bool isNameOf(std::string_view name, const CudaLibrary& library)
{
    const std::size_t after = library.prefix.size();
    return name.starts_with(library.prefix) && name.size() > after
        && std::isupper(static_cast<unsigned char>(name[after])) != 0;
}

/// The library's file name without version, for a name that has none; empty for other names.
std::string_view stemFor(std::string_view name)
{
    const auto found = std::find_if(libraries.begin(), libraries.end(),
                                    [&](const auto& library) { return isNameOf(name, library); });
    return found == libraries.end() ? std::string_view() : found->stem;
}

bool isOfAName(char letter)
{
    return letter == '_' || std::isalnum(static_cast<unsigned char>(letter)) != 0;
}

void want(StandIn& standIn, const WantedName& wanted, const std::set<std::string>& written)
{
    auto& versions = standIn.versions;
    if (!wanted.version.empty()
        && std::find(versions.begin(), versions.end(), wanted.version) == versions.end())
        versions.push_back(wanted.version);
    if (written.contains(wanted.name))
        return;
    StandInFunction function{wanted.name, wanted.version,
                             wanted.name.find("Create") != std::string::npos};
    if (std::find(standIn.functions.begin(), standIn.functions.end(), function)
        == standIn.functions.end())
        standIn.functions.push_back(std::move(function));
}

} // namespace

bool isCudaLibrary(std::string_view soname)
{
    return std::any_of(libraries.begin(), libraries.end(),
                       [&](const CudaLibrary& library) { return library.stem == stemOf(soname); });
}

std::vector<WantedName> namesLookedUp(std::string_view bytes)
{
    constexpr std::size_t longest = 64;
    std::set<std::string_view> names;
    while (!bytes.empty()) {
        const auto end = bytes.find('\0');
        const auto word = bytes.substr(0, end);
        const auto stem = word.size() > longest ? std::string_view() : stemFor(word);
        if ((stem == "libcuda" || stem == "libnvidia-ml")
            && std::all_of(word.begin(), word.end(), isOfAName))
            names.insert(word);
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
    std::vector<WantedName> wanted;
    for (const std::string_view name : names)
        wanted.push_back({std::string(name), {}, {}});
    return wanted;
}

std::vector<StandIn> standInsFor(std::span<const ElfFile> binaries,
                                 const std::set<std::string>& written, const std::string& device)
{
    std::map<std::string, StandIn> bySoname;
    for (const ElfFile& binary : binaries)
        for (const std::string& soname : binary.needed)
            if (isCudaLibrary(soname))
                bySoname.try_emplace(soname, StandIn{soname, {device}, {}, {}});
    for (const ElfFile& binary : binaries)
        for (const WantedName& wanted : binary.wanted) {
            const auto named = bySoname.find(wanted.library);
            if (named != bySoname.end()) {
                want(named->second, wanted, written);
                continue;
            }
            if (!wanted.library.empty())
                continue;
            const auto stem = stemFor(wanted.name);
            for (auto& [soname, standIn] : bySoname)
                if (!stem.empty() && stemOf(soname) == stem)
                    want(standIn, wanted, written);
        }
    std::vector<StandIn> all;
    for (auto& [soname, standIn] : bySoname)
        all.push_back(std::move(standIn));
    return all;
}

} // namespace highwater
