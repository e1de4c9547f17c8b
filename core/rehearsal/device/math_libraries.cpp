// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// cuBLAS, cuBLASLt, cuSPARSE, cuSPARSELt, cuSOLVER and cuFFT, as far as they answer something: what
// computes is not written. Source: the API reference of each, of CUDA 11.7 to 13.0.
#include "core/rehearsal/device/machine.h"
#include "core/rehearsal/device/standing_in.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

using namespace highwater::device;

namespace {

constexpr int success = 0;

/// cuBLAS writes 12.4 as 120400.
int libraryVersion()
{
    return settings().cuda / 1000 * 10000 + settings().cuda % 1000 / 10 * 100;
}

/// cublasLtMatmulHeuristicResult_t
struct Heuristic
{
    std::array<std::uint64_t, 8> algorithm{};
    std::size_t workspace = 0;
    int state = success;
    float waves = 1;
    std::array<int, 4> reserved{};
};
static_assert(sizeof(Heuristic) == 96);

std::atomic<int> lastPlan = 0;

} // namespace

// cuBLAS

HIGHWATER_STANDS_IN int cublasGetVersion_v2(void*, int* version)
{
    *version = libraryVersion();
    return success;
}
HIGHWATER_ALSO(cublasGetVersion, cublasGetVersion_v2);

HIGHWATER_STANDS_IN int cublasGetProperty(int property, int* value)
{
    const int version = settings().cuda;
    *value = property == 0 ? version / 1000 : property == 1 ? version % 1000 / 10 : 0;
    return success;
}
HIGHWATER_ALSO(cublasLtGetProperty, cublasGetProperty);
HIGHWATER_ALSO(cusolverGetProperty, cublasGetProperty);
HIGHWATER_ALSO(cusparseGetProperty, cublasGetProperty);
HIGHWATER_ALSO(cufftGetProperty, cublasGetProperty);

/// The default of each: mathematics, place of scalars, atomics, processors.
HIGHWATER_STANDS_IN int cublasGetMathMode(void*, int* mode)
{
    *mode = 0;
    return success;
}
HIGHWATER_ALSO(cublasGetPointerMode_v2, cublasGetMathMode);
HIGHWATER_ALSO(cublasGetAtomicsMode, cublasGetMathMode);
HIGHWATER_ALSO(cublasGetSmCountTarget, cublasGetMathMode);
HIGHWATER_ALSO(cusparseGetPointerMode, cublasGetMathMode);
HIGHWATER_ALSO(cusolverDnGetDeterministicMode, cublasGetMathMode);

HIGHWATER_STANDS_IN int cublasGetStream_v2(void*, void** stream)
{
    *stream = nullptr;
    return success;
}
HIGHWATER_ALSO(cusparseGetStream, cublasGetStream_v2);
HIGHWATER_ALSO(cusolverDnGetStream, cublasGetStream_v2);

HIGHWATER_STANDS_IN const char* cublasGetStatusString(int)
{
    return "status of a stand-in's function";
}
HIGHWATER_ALSO(cublasGetStatusName, cublasGetStatusString);
HIGHWATER_ALSO(cublasLtGetStatusString, cublasGetStatusString);
HIGHWATER_ALSO(cublasLtGetStatusName, cublasGetStatusString);
HIGHWATER_ALSO(cusparseGetErrorString, cublasGetStatusString);
HIGHWATER_ALSO(cusparseGetErrorName, cublasGetStatusString);
HIGHWATER_ALSO(cusparseLtGetErrorString, cublasGetStatusString);
HIGHWATER_ALSO(cusparseLtGetErrorName, cublasGetStatusString);

// cuBLASLt

HIGHWATER_STANDS_IN std::size_t cublasLtGetVersion()
{
    return static_cast<std::size_t>(libraryVersion());
}

HIGHWATER_STANDS_IN std::size_t cublasLtGetCudartVersion()
{
    return static_cast<std::size_t>(settings().cuda);
}

HIGHWATER_STANDS_IN int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*,
                                                       void*, int wanted, Heuristic* results,
                                                       int* found)
{
    *found = std::min(wanted, 1);
    if (*found)
        *results = {};
    return success;
}

HIGHWATER_STANDS_IN int cublasLtMatmulAlgoGetIds(void*, int, int, int, int, int, int, int wanted,
                                                 int* numbers, int* found)
{
    *found = std::min(wanted, 1);
    if (*found)
        *numbers = 0;
    return success;
}

HIGHWATER_STANDS_IN int cublasLtMatmulAlgoInit(void*, int, int, int, int, int, int, int,
                                               void* algorithm)
{
    std::memset(algorithm, 0, sizeof(Heuristic::algorithm));
    return success;
}

HIGHWATER_STANDS_IN int cublasLtMatmulAlgoCheck(void*, void*, void*, void*, void*, void*,
                                                const void*, Heuristic* result)
{
    *result = {};
    return success;
}

/// Attributes of an algorithm, a layout or a product: none is kept.
HIGHWATER_STANDS_IN int cublasLtMatmulAlgoConfigGetAttribute(const void*, int, void* value,
                                                             std::size_t size, std::size_t* written)
{
    if (value)
        std::memset(value, 0, size);
    if (written)
        *written = size;
    return success;
}
HIGHWATER_ALSO(cublasLtMatmulAlgoCapGetAttribute, cublasLtMatmulAlgoConfigGetAttribute);
HIGHWATER_ALSO(cublasLtMatmulDescGetAttribute, cublasLtMatmulAlgoConfigGetAttribute);
HIGHWATER_ALSO(cublasLtMatrixLayoutGetAttribute, cublasLtMatmulAlgoConfigGetAttribute);
HIGHWATER_ALSO(cublasLtMatmulPreferenceGetAttribute, cublasLtMatmulAlgoConfigGetAttribute);

// cuSPARSE

HIGHWATER_STANDS_IN int cusparseGetVersion(void*, int* version)
{
    *version = libraryVersion();
    return success;
}

HIGHWATER_STANDS_IN int cusparseCreateIdentityPermutation(void*, int, int*)
{
    Machine::here().queueWorkSomewhere();
    return success;
}

/// Products of sparse matrices have no elements, as nothing computes them.
HIGHWATER_STANDS_IN int cusparseSpMatGetSize(void*, std::int64_t* rows, std::int64_t* columns,
                                             std::int64_t* elements)
{
    *rows = *columns = *elements = 0;
    return success;
}

HIGHWATER_STANDS_IN int cusparseXcsrgeam2Nnz(void*, int, int, void*, int, const int*, const int*,
                                             void*, int, const int*, const int*, void*, int*,
                                             int* elements, void*)
{
    if (!Machine::here().owns(elements))
        *elements = 0;
    return success;
}

HIGHWATER_STANDS_IN int cusparseXbsrsv2_zeroPivot(void*, void*, int* position)
{
    constexpr int noZero = -1;
    if (!Machine::here().owns(position))
        *position = noZero;
    return success;
}
HIGHWATER_ALSO(cusparseXbsrsm2_zeroPivot, cusparseXbsrsv2_zeroPivot);

// cuFFT

HIGHWATER_STANDS_IN int cufftCreate(int* plan)
{
    *plan = ++lastPlan;
    return success;
}

HIGHWATER_STANDS_IN int cufftPlanMany(int* plan)
{
    return cufftCreate(plan);
}
HIGHWATER_ALSO(cufftPlan1d, cufftPlanMany);
HIGHWATER_ALSO(cufftPlan2d, cufftPlanMany);
HIGHWATER_ALSO(cufftPlan3d, cufftPlanMany);

HIGHWATER_STANDS_IN int cufftGetVersion(int* version)
{
    *version = libraryVersion();
    return success;
}
