// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// cuDNN 8 and 9: its backend, through which PyTorch convolves and attends since 2.1, and the
// older way of convolutions. Its workspaces are empty here, as no document says their sizes.
// Source: NVIDIA cuDNN API reference.
#include "core/rehearsal/device/machine.h"
#include "core/rehearsal/device/standing_in.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <vector>

using namespace highwater::device;

namespace {

constexpr int success = 0;

struct Attribute
{
    int type = 0;
    std::int64_t count = 0;
    std::vector<std::byte> bytes;
};

/// An object of the backend is what was said of it.
struct Descriptor
{
    std::map<int, Attribute> attributes;
};

/// cudnnBackendAttributeName_t
enum AttributeName {
    heuristicResults = 202,
    configurationEngine = 300,
    configurationWorkspace = 303,
    configurationSharedMemory = 304,
    planWorkspace = 402,
    planAsJson = 405,
    graphEngines = 802,
    engineNumber = 1301,
};

/// cudnnBackendAttributeType_t
enum AttributeType {
    handleType = 0,
    booleanType = 2,
    int64Type = 3,
    doubleType = 5,
    pointerType = 6,
    descriptorType = 15,
    characterType = 22,
    fractionType = 24,
};

std::size_t sizeOf(int type)
{
    switch (type) {
    case handleType:
    case int64Type:
    case doubleType:
    case pointerType:
    case descriptorType:
        return 8;
    case booleanType:
    case characterType:
        return 1;
    case fractionType: // two numbers of 64 bits
        return 16;
    default: // words of enumerations, and single precision
        return 4;
    }
}

/// What nobody set, and is one number.
bool isNumber(int name)
{
    constexpr std::array numbers{configurationWorkspace, configurationSharedMemory, planWorkspace,
                                 graphEngines, engineNumber};
    return std::find(numbers.begin(), numbers.end(), name) != numbers.end();
}

/// Copies what is known, the content of descriptors into those that the caller made.
void tell(const Attribute& known, std::int64_t wanted, void* elements)
{
    const auto count = static_cast<std::size_t>(std::min(wanted, known.count));
    if (known.type != descriptorType) {
        std::memcpy(elements, known.bytes.data(), count * sizeOf(known.type));
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Descriptor* from = nullptr;
        Descriptor* to = nullptr;
        std::memcpy(&from, known.bytes.data() + i * sizeof from, sizeof from);
        std::memcpy(&to, static_cast<const std::byte*>(elements) + i * sizeof to, sizeof to);
        if (from && to && from != to)
            to->attributes = from->attributes;
    }
}

/// cudnnConvolutionFwdAlgoPerf_t, and those of the two ways back
struct Performance
{
    int algorithm = 1; ///< one that each direction has
    int status = success;
    float milliseconds = 1;
    std::size_t memory = 0;
    int isDeterministic = 1;
    int mathematics = 0;
    std::array<int, 3> reserved{};
};
static_assert(sizeof(Performance) == 48);

int tellAlgorithm(int wanted, int* found, Performance* results)
{
    *found = std::min(wanted, 1);
    if (*found)
        *results = {};
    return success;
}

} // namespace

HIGHWATER_STANDS_IN std::size_t cudnnGetVersion()
{
    return static_cast<std::size_t>(settings().cudnn);
}

HIGHWATER_STANDS_IN std::size_t cudnnGetCudartVersion()
{
    return static_cast<std::size_t>(settings().cuda);
}

HIGHWATER_STANDS_IN int cudnnGetProperty(int property, int* value)
{
    const int version = settings().cudnn;
    const int major = version >= 90000 ? version / 10000 : version / 1000;
    *value = property == 0 ? major
        : property == 1    ? version / 100 % (major < 9 ? 10 : 100)
                           : version % 100;
    return success;
}

HIGHWATER_STANDS_IN const char* cudnnGetErrorString(int status)
{
    return status == success ? "CUDNN_STATUS_SUCCESS"
                             : "the stand-in for cuDNN has not this function";
}

HIGHWATER_STANDS_IN void cudnnGetLastErrorString(char* text, std::size_t size)
{
    if (size)
        *text = '\0';
}

HIGHWATER_STANDS_IN int cudnnGetStream(void*, void** stream)
{
    *stream = nullptr;
    return success;
}

// The backend

HIGHWATER_STANDS_IN int cudnnBackendCreateDescriptor(int, void** descriptor)
{
    *descriptor = new Descriptor;
    return success;
}

HIGHWATER_STANDS_IN int cudnnBackendDestroyDescriptor(void* descriptor)
{
    delete static_cast<Descriptor*>(descriptor);
    return success;
}

HIGHWATER_STANDS_IN int cudnnBackendInitialize(void*)
{
    return success;
}
HIGHWATER_ALSO(cudnnBackendFinalize, cudnnBackendInitialize);

HIGHWATER_STANDS_IN int cudnnBackendSetAttribute(void* descriptor, int name, int type,
                                                 std::int64_t count, const void* elements)
{
    const std::size_t size
        = static_cast<std::size_t>(std::max<std::int64_t>(count, 0)) * sizeOf(type);
    Attribute& attribute = static_cast<Descriptor*>(descriptor)->attributes[name];
    attribute = {type, count, std::vector<std::byte>(size)};
    if (elements)
        std::memcpy(attribute.bytes.data(), elements, size);
    return success;
}

HIGHWATER_STANDS_IN int cudnnBackendGetAttribute(void* descriptor, int name, int type,
                                                 std::int64_t wanted, std::int64_t* count,
                                                 void* elements)
{
    const auto& known = static_cast<Descriptor*>(descriptor)->attributes;
    const bool isWanted = elements && wanted > 0;
    std::int64_t found = 0;
    if (const auto attribute = known.find(name); attribute != known.end()) {
        found = attribute->second.count;
        if (isWanted)
            tell(attribute->second, wanted, elements);
    } else if (name == heuristicResults || name == configurationEngine) {
        found = 1; // the caller's own descriptor, of which nothing needs to be said
    } else if (isNumber(name)) {
        found = 1;
        const std::int64_t value = name == graphEngines ? 1 : 0;
        if (isWanted)
            std::memcpy(elements, &value, std::min(sizeof value, sizeOf(type))); // little endian
    } else if (name == planAsJson) {
        constexpr std::array<char, 3> empty{'{', '}', '\0'};
        found = empty.size();
        if (isWanted)
            std::memcpy(elements, empty.data(),
                        std::min(empty.size(), static_cast<std::size_t>(wanted)));
    }
    if (count)
        *count = found;
    return success;
}

HIGHWATER_STANDS_IN int cudnnBackendExecute(void*, void*, void*)
{
    Machine::here().queueWorkSomewhere();
    return success;
}

// Convolutions without the backend

HIGHWATER_STANDS_IN int cudnnGetConvolutionForwardAlgorithm_v7(void*, void*, void*, void*, void*,
                                                               int wanted, int* found,
                                                               Performance* results)
{
    return tellAlgorithm(wanted, found, results);
}
HIGHWATER_ALSO(cudnnGetConvolutionBackwardDataAlgorithm_v7, cudnnGetConvolutionForwardAlgorithm_v7);
HIGHWATER_ALSO(cudnnGetConvolutionBackwardFilterAlgorithm_v7,
               cudnnGetConvolutionForwardAlgorithm_v7);

HIGHWATER_STANDS_IN int cudnnFindConvolutionForwardAlgorithmEx(void*, void*, void*, void*, void*,
                                                               void*, void*, void*, int wanted,
                                                               int* found, Performance* results)
{
    return tellAlgorithm(wanted, found, results);
}
HIGHWATER_ALSO(cudnnFindConvolutionBackwardDataAlgorithmEx, cudnnFindConvolutionForwardAlgorithmEx);
HIGHWATER_ALSO(cudnnFindConvolutionBackwardFilterAlgorithmEx,
               cudnnFindConvolutionForwardAlgorithmEx);
