// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/cuda_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

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
    CudaLibrary{"libnvshmem_host", "nvshmem"},
    CudaLibrary{"libnvJitLink", "nvJitLink"},
    CudaLibrary{"libnvrtc", "nvrtc"},
    CudaLibrary{"libnvToolsExt", "nvtx"},
};

/// Libraries that another one opens while it runs, so that no binary names them.
struct OpenedLater
{
    std::string_view by;
    std::string_view soname;
};

// Source: the files of NVIDIA's packages, and the cuDNN release notes, "cuDNN 9".
constexpr std::array openedLater{
    OpenedLater{"libcudart", "libcuda.so.1"},
    OpenedLater{"libcudart", "libnvidia-ml.so.1"},
    OpenedLater{"libcudnn.so.8", "libcudnn_ops_infer.so.8"},
    OpenedLater{"libcudnn.so.8", "libcudnn_ops_train.so.8"},
    OpenedLater{"libcudnn.so.8", "libcudnn_cnn_infer.so.8"},
    OpenedLater{"libcudnn.so.8", "libcudnn_cnn_train.so.8"},
    OpenedLater{"libcudnn.so.8", "libcudnn_adv_infer.so.8"},
    OpenedLater{"libcudnn.so.8", "libcudnn_adv_train.so.8"},
    OpenedLater{"libcudnn.so.9", "libcudnn_ops.so.9"},
    OpenedLater{"libcudnn.so.9", "libcudnn_cnn.so.9"},
    OpenedLater{"libcudnn.so.9", "libcudnn_adv.so.9"},
    OpenedLater{"libcudnn.so.9", "libcudnn_graph.so.9"},
    OpenedLater{"libcudnn.so.9", "libcudnn_heuristic.so.9"},
    OpenedLater{"libcudnn.so.9", "libcudnn_engines_precompiled.so.9"},
    OpenedLater{"libcudnn.so.9", "libcudnn_engines_runtime_compiled.so.9"},
    OpenedLater{"libcublas.so.11", "libcublasLt.so.11"},
    OpenedLater{"libcublas.so.12", "libcublasLt.so.12"},
    OpenedLater{"libcublas.so.13", "libcublasLt.so.13"},
    OpenedLater{"libcudart.so.12", "libnvJitLink.so.12"},
    OpenedLater{"libcudart.so.13", "libnvJitLink.so.13"},
    OpenedLater{"libnvrtc.so.11.2", "libnvrtc-builtins.so.11.7"},
    OpenedLater{"libcudart", "libnvToolsExt.so.1"},
    OpenedLater{"libcudart", "libcufile.so.0"},
};

/// Functions that tell sizes. A question mark stands for the letter of the numbers: S, D, C or Z.
struct SizeTeller
{
    std::string_view name;
    SizePlaces places;
};

// Source: the API references of cuSOLVER, cuSPARSE, cuSPARSELt, cuFFT and cuDNN.
constexpr int ofInt = 4; ///< bytes
constexpr int ofSize = 8;
constexpr std::array sizeTellers{
    SizeTeller{"cusolverDn?geqrf_bufferSize", {5, {}, ofInt}},
    SizeTeller{"cusolverDn?getrf_bufferSize", {5, {}, ofInt}},
    SizeTeller{"cusolverDn?potrf_bufferSize", {5, {}, ofInt}},
    SizeTeller{"cusolverDn?sytrf_bufferSize", {4, {}, ofInt}},
    SizeTeller{"cusolverDn?gesvd_bufferSize", {3, {}, ofInt}},
    SizeTeller{"cusolverDn?gesvdj_bufferSize", {12, {}, ofInt}},
    SizeTeller{"cusolverDn?gesvdjBatched_bufferSize", {11, {}, ofInt}},
    SizeTeller{"cusolverDn?gesvdaStridedBatched_bufferSize", {16, {}, ofInt}},
    SizeTeller{"cusolverDn?syevd_bufferSize", {7, {}, ofInt}},
    SizeTeller{"cusolverDn?heevd_bufferSize", {7, {}, ofInt}},
    SizeTeller{"cusolverDn?syevj_bufferSize", {7, {}, ofInt}},
    SizeTeller{"cusolverDn?heevj_bufferSize", {7, {}, ofInt}},
    SizeTeller{"cusolverDn?syevjBatched_bufferSize", {7, {}, ofInt}},
    SizeTeller{"cusolverDn?heevjBatched_bufferSize", {7, {}, ofInt}},
    SizeTeller{"cusolverDn?orgqr_bufferSize", {7, {}, ofInt}},
    SizeTeller{"cusolverDn?ungqr_bufferSize", {7, {}, ofInt}},
    SizeTeller{"cusolverDn?ormqr_bufferSize", {11, {}, ofInt}},
    SizeTeller{"cusolverDn?unmqr_bufferSize", {11, {}, ofInt}},
    SizeTeller{"cusolverDnXgeqrf_bufferSize", {10, 11, ofSize}},
    SizeTeller{"cusolverDnXgetrf_bufferSize", {8, 9, ofSize}},
    SizeTeller{"cusolverDnXpotrf_bufferSize", {8, 9, ofSize}},
    SizeTeller{"cusolverDnXsyevd_bufferSize", {11, 12, ofSize}},
    SizeTeller{"cusolverDnXsyevBatched_bufferSize", {11, 12, ofSize}},
    SizeTeller{"cusolverDnXsytrs_bufferSize", {11, 12, ofSize}},
    SizeTeller{"cusolverDnXgeev_bufferSize", {17, 18, ofSize}},
    SizeTeller{"cusolverDnXgesvd_bufferSize", {18, 19, ofSize}},
    SizeTeller{"cusparseSpMV_bufferSize", {9, {}, ofSize}},
    SizeTeller{"cusparseSpMM_bufferSize", {10, {}, ofSize}},
    SizeTeller{"cusparseSDDMM_bufferSize", {10, {}, ofSize}},
    SizeTeller{"cusparseSpGEMM_workEstimation", {11, {}, ofSize}},
    SizeTeller{"cusparseSpGEMM_compute", {11, {}, ofSize}},
    SizeTeller{"cusparseSpSV_bufferSize", {9, {}, ofSize}},
    SizeTeller{"cusparseSpSM_bufferSize", {10, {}, ofSize}},
    SizeTeller{"cusparse?bsrsv2_bufferSize", {11, {}, ofInt}},
    SizeTeller{"cusparse?bsrsm2_bufferSize", {13, {}, ofInt}},
    SizeTeller{"cusparse?csrgeam2_bufferSizeExt", {19, {}, ofSize}},
    SizeTeller{"cusparseXcoosort_bufferSizeExt", {6, {}, ofSize}},
    SizeTeller{"cusparseXcsrsort_bufferSizeExt", {6, {}, ofSize}},
    SizeTeller{"cusparseCsr2cscEx2_bufferSize", {14, {}, ofSize}},
    SizeTeller{"cusparseDenseToSparse_bufferSize", {4, {}, ofSize}},
    SizeTeller{"cusparseSparseToDense_bufferSize", {4, {}, ofSize}},
    SizeTeller{"cusparseLtMatmulGetWorkspace", {2, {}, ofSize}},
    SizeTeller{"cusparseLtSpMMACompressedSize2", {2, 3, ofSize}},
    SizeTeller{"cufftXtMakePlanMany", {12, {}, ofSize}},
    SizeTeller{"cufftMakePlanMany", {11, {}, ofSize}},
    SizeTeller{"cufftMakePlanMany64", {11, {}, ofSize}},
    SizeTeller{"cufftMakePlan1d", {4, {}, ofSize}},
    SizeTeller{"cufftMakePlan2d", {4, {}, ofSize}},
    SizeTeller{"cufftMakePlan3d", {5, {}, ofSize}},
    SizeTeller{"cufftGetSize", {1, {}, ofSize}},
    SizeTeller{"cudnnGetConvolutionForwardWorkspaceSize", {6, {}, ofSize}},
    SizeTeller{"cudnnGetConvolutionBackwardDataWorkspaceSize", {6, {}, ofSize}},
    SizeTeller{"cudnnGetConvolutionBackwardFilterWorkspaceSize", {6, {}, ofSize}},
    SizeTeller{"cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize", {8, {}, ofSize}},
    SizeTeller{"cudnnGetBatchNormalizationBackwardExWorkspaceSize", {10, {}, ofSize}},
    SizeTeller{"cudnnGetBatchNormalizationTrainingExReserveSpaceSize", {5, {}, ofSize}},
    SizeTeller{"cudnnGetCTCLossWorkspaceSize", {8, {}, ofSize}},
    SizeTeller{"cudnnGetCTCLossWorkspaceSize_v8", {5, {}, ofSize}},
    SizeTeller{"cudnnDropoutGetStatesSize", {1, {}, ofSize}},
};

/// Words in the names of functions that tell a size; where it is not known which argument gets it,
/// a made-up size would be worse than an error.
constexpr std::array wordsOfSizes{
    "bufferSize", "BufferSize",   "WorkspaceSize",  "SpaceSize",   "SpaceSizes", "workEstimation",
    "StatesSize", "GetWorkspace", "CompressedSize", "ReserveSize", "ParamsSize"};

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

bool matches(std::string_view name, std::string_view pattern)
{
    constexpr std::string_view lettersOfNumbers = "SDCZ";
    return std::equal(
        name.begin(), name.end(), pattern.begin(), pattern.end(), [&](char letter, char wanted) {
            return wanted == '?' ? lettersOfNumbers.find(letter) != lettersOfNumbers.npos
                                 : letter == wanted;
        });
}

bool hasWordWithin(std::string_view name, std::string_view word)
{
    return name.find(word) != std::string_view::npos;
}

StandInFunction functionFor(const WantedName& wanted)
{
    using enum StandInFunction::Does;
    const std::string_view name = wanted.name;
    const auto teller
        = std::find_if(sizeTellers.begin(), sizeTellers.end(),
                       [&](const SizeTeller& each) { return matches(name, each.name); });
    if (teller != sizeTellers.end())
        return {wanted.name, wanted.version, tellsSizes, teller->places};
    if (std::any_of(wordsOfSizes.begin(), wordsOfSizes.end(),
                    [&](const char* word) { return hasWordWithin(name, word); }))
        return {wanted.name, wanted.version, refuses};
    const bool makes = hasWordWithin(name, "Create") || hasWordWithin(name, "createDescr");
    return {wanted.name, wanted.version, makes ? makesHandle : nothing};
}

void want(StandIn& standIn, const WantedName& wanted, const std::set<std::string>& written)
{
    auto& versions = standIn.versions;
    if (!wanted.version.empty()
        && std::find(versions.begin(), versions.end(), wanted.version) == versions.end())
        versions.push_back(wanted.version);
    if (written.contains(wanted.name))
        return;
    const StandInFunction function = functionFor(wanted);
    if (std::find(standIn.functions.begin(), standIn.functions.end(), function)
        == standIn.functions.end())
        standIn.functions.push_back(function);
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
    std::vector<std::string> sonames;
    for (const auto& [soname, standIn] : bySoname)
        sonames.push_back(soname);
    for (const std::string& soname : sonames)
        for (const OpenedLater& later : openedLater)
            if (later.by == soname || later.by == stemOf(soname)) {
                const std::string name(later.soname);
                bySoname.try_emplace(name, StandIn{name, {device}, {}, {}});
            }
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
