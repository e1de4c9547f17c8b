// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// NVML, NVRTC, nvJitLink, CUPTI and NVTX. Source: the API reference of each.
#include "core/rehearsal/device/machine.h"
#include "core/rehearsal/device/standing_in.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

using namespace highwater::device;

namespace {

constexpr int success = 0;
constexpr int invalidArgument = 2; ///< of NVML

/// NVML's handles of devices: the address tells the device.
std::array<char, 64> devices;

int deviceOf(const void* handle)
{
    return static_cast<int>(static_cast<const char*>(handle) - devices.data());
}

int tellDevice(int device, void** handle)
{
    if (!isDevice(device) || device >= static_cast<int>(devices.size()))
        return invalidArgument;
    *handle = &devices[static_cast<std::size_t>(device)];
    return success;
}

struct Memory
{
    std::uint64_t total = 0;
    std::uint64_t used = 0;
    std::uint64_t free = 0;
};

/// Of the whole device. Its programs before this one have nothing.
Memory memoryOf(const void* handle)
{
    const std::uint64_t free = Machine::here().free(deviceOf(handle));
    return {settings().total, settings().total - free, free};
}

int writeText(char* to, unsigned size, const char* text)
{
    std::snprintf(to, size, "%s", text);
    return success;
}

} // namespace

// NVML

HIGHWATER_STANDS_IN int nvmlInit()
{
    return success;
}
HIGHWATER_ALSO(nvmlInit_v2, nvmlInit);
HIGHWATER_ALSO(nvmlShutdown, nvmlInit);

HIGHWATER_STANDS_IN int nvmlInitWithFlags(unsigned)
{
    return success;
}

HIGHWATER_STANDS_IN const char* nvmlErrorString(int error)
{
    return error == success ? "Success" : "Not Supported";
}

HIGHWATER_STANDS_IN int nvmlSystemGetDriverVersion(char* version, unsigned size)
{
    return writeText(version, size, "570.00");
}

HIGHWATER_STANDS_IN int nvmlSystemGetNVMLVersion(char* version, unsigned size)
{
    return writeText(version, size, "12.570.00");
}

HIGHWATER_STANDS_IN int nvmlSystemGetCudaDriverVersion(int* version)
{
    *version = settings().cuda;
    return success;
}
HIGHWATER_ALSO(nvmlSystemGetCudaDriverVersion_v2, nvmlSystemGetCudaDriverVersion);

HIGHWATER_STANDS_IN int nvmlDeviceGetCount(unsigned* count)
{
    *count = static_cast<unsigned>(settings().count);
    return success;
}
HIGHWATER_ALSO(nvmlDeviceGetCount_v2, nvmlDeviceGetCount);

HIGHWATER_STANDS_IN int nvmlDeviceGetHandleByIndex(unsigned index, void** handle)
{
    return tellDevice(static_cast<int>(index), handle);
}
HIGHWATER_ALSO(nvmlDeviceGetHandleByIndex_v2, nvmlDeviceGetHandleByIndex);

HIGHWATER_STANDS_IN int nvmlDeviceGetHandleByPciBusId(const char* text, void** handle)
{
    unsigned domain = 0;
    unsigned bus = 0;
    if (std::sscanf(text, "%x:%x", &domain, &bus) != 2)
        return invalidArgument;
    return tellDevice(static_cast<int>(bus) - 1, handle);
}
HIGHWATER_ALSO(nvmlDeviceGetHandleByPciBusId_v2, nvmlDeviceGetHandleByPciBusId);

// The same text as PyTorch makes of the bytes that cudaDeviceProp has.
HIGHWATER_STANDS_IN int nvmlDeviceGetUUID(void* handle, char* uuid, unsigned size)
{
    std::snprintf(uuid, size, "GPU-68770000-0000-0000-0000-0000000000%02x",
                  unsigned(deviceOf(handle) + 1));
    return success;
}

HIGHWATER_STANDS_IN int nvmlDeviceGetHandleByUUID(const char* uuid, void** handle)
{
    for (int device = 0; device < settings().count; ++device) {
        std::array<char, 64> text{};
        tellDevice(device, handle);
        nvmlDeviceGetUUID(*handle, text.data(), text.size());
        if (std::strcmp(text.data(), uuid) == 0)
            return success;
    }
    return invalidArgument;
}

HIGHWATER_STANDS_IN int nvmlDeviceGetIndex(void* handle, unsigned* index)
{
    *index = static_cast<unsigned>(deviceOf(handle));
    return success;
}
HIGHWATER_ALSO(nvmlDeviceGetMinorNumber, nvmlDeviceGetIndex);

HIGHWATER_STANDS_IN int nvmlDeviceGetName(void*, char* name, unsigned size)
{
    return writeText(name, size, settings().name.c_str());
}

HIGHWATER_STANDS_IN int nvmlDeviceGetMemoryInfo(void* handle, std::uint64_t* told)
{
    const Memory memory = memoryOf(handle);
    told[0] = memory.total;
    told[1] = memory.free;
    told[2] = memory.used;
    return success;
}

HIGHWATER_STANDS_IN int nvmlDeviceGetMemoryInfo_v2(void* handle, std::uint64_t* told)
{
    const Memory memory = memoryOf(handle);
    told[1] = memory.total; // after the version
    told[2] = 0; // reserved
    told[3] = memory.free;
    told[4] = memory.used;
    return success;
}

HIGHWATER_STANDS_IN int nvmlDeviceGetCudaComputeCapability(void*, int* major, int* minor)
{
    *major = settings().major;
    *minor = settings().minor;
    return success;
}

HIGHWATER_STANDS_IN int nvmlDeviceGetComputeRunningProcesses(void*, unsigned* count, void*)
{
    *count = 0;
    return success;
}
HIGHWATER_ALSO(nvmlDeviceGetComputeRunningProcesses_v2, nvmlDeviceGetComputeRunningProcesses);
HIGHWATER_ALSO(nvmlDeviceGetComputeRunningProcesses_v3, nvmlDeviceGetComputeRunningProcesses);
HIGHWATER_ALSO(nvmlDeviceGetGraphicsRunningProcesses_v3, nvmlDeviceGetComputeRunningProcesses);

HIGHWATER_STANDS_IN int nvmlDeviceGetP2PStatus(void*, void*, int, int* status)
{
    *status = 0; // possible
    return success;
}

HIGHWATER_STANDS_IN int nvmlDeviceGetNvLinkRemoteDeviceType(void*, unsigned, int* type)
{
    *type = 255; // unknown
    return success;
}

HIGHWATER_STANDS_IN int nvmlDeviceGetUtilizationRates(void*, unsigned* rates)
{
    rates[0] = 0;
    rates[1] = 0;
    return success;
}

HIGHWATER_STANDS_IN int nvmlDeviceGetPowerUsage(void*, unsigned* value)
{
    *value = 0;
    return success;
}
HIGHWATER_ALSO(nvmlDeviceGetEnforcedPowerLimit, nvmlDeviceGetPowerUsage);

HIGHWATER_STANDS_IN int nvmlDeviceGetTemperature(void*, int, unsigned* value)
{
    *value = 0;
    return success;
}
HIGHWATER_ALSO(nvmlDeviceGetClockInfo, nvmlDeviceGetTemperature);
HIGHWATER_ALSO(nvmlDeviceGetMaxClockInfo, nvmlDeviceGetTemperature);

// NVRTC and nvJitLink: a program compiles to a few bytes that nothing looks at.

HIGHWATER_STANDS_IN int nvrtcVersion(int* major, int* minor)
{
    *major = settings().cuda / 1000;
    *minor = settings().cuda % 1000 / 10;
    return success;
}

HIGHWATER_STANDS_IN const char* nvrtcGetErrorString(int)
{
    return "status of a stand-in's function";
}

HIGHWATER_STANDS_IN int nvrtcGetPTXSize(void*, std::size_t* size)
{
    *size = 1;
    return success;
}
HIGHWATER_ALSO(nvrtcGetCUBINSize, nvrtcGetPTXSize);
HIGHWATER_ALSO(nvrtcGetLTOIRSize, nvrtcGetPTXSize);
HIGHWATER_ALSO(nvrtcGetProgramLogSize, nvrtcGetPTXSize);
HIGHWATER_ALSO(nvJitLinkGetLinkedCubinSize, nvrtcGetPTXSize);
HIGHWATER_ALSO(nvJitLinkGetErrorLogSize, nvrtcGetPTXSize);
HIGHWATER_ALSO(nvJitLinkGetInfoLogSize, nvrtcGetPTXSize);

HIGHWATER_STANDS_IN int nvrtcGetPTX(void*, char* text)
{
    *text = '\0';
    return success;
}
HIGHWATER_ALSO(nvrtcGetCUBIN, nvrtcGetPTX);
HIGHWATER_ALSO(nvrtcGetLTOIR, nvrtcGetPTX);
HIGHWATER_ALSO(nvrtcGetProgramLog, nvrtcGetPTX);
HIGHWATER_ALSO(nvJitLinkGetLinkedCubin, nvrtcGetPTX);
HIGHWATER_ALSO(nvJitLinkGetErrorLog, nvrtcGetPTX);
HIGHWATER_ALSO(nvJitLinkGetInfoLog, nvrtcGetPTX);

HIGHWATER_STANDS_IN int nvrtcGetLoweredName(void*, const char* name, const char** lowered)
{
    *lowered = name;
    return success;
}

HIGHWATER_STANDS_IN int nvrtcGetNumSupportedArchs(int* count)
{
    *count = 1;
    return success;
}

HIGHWATER_STANDS_IN int nvrtcGetSupportedArchs(int* capabilities)
{
    *capabilities = 10 * settings().major + settings().minor;
    return success;
}

// CUPTI: no kernel runs, so there are no records.

HIGHWATER_STANDS_IN int cuptiGetVersion(unsigned* version)
{
    *version = 18;
    return success;
}

HIGHWATER_STANDS_IN int cuptiGetTimestamp(std::uint64_t* nanoseconds)
{
    *nanoseconds = 0;
    return success;
}

HIGHWATER_STANDS_IN int cuptiGetResultString(int, const char** text)
{
    *text = "status of a stand-in's function";
    return success;
}

HIGHWATER_STANDS_IN int cuptiSubscribe(void** subscriber, void*, void*)
{
    *subscriber = Machine::here().makeHandle();
    return success;
}

HIGHWATER_STANDS_IN int cuptiActivityGetNextRecord(std::uint8_t*, std::size_t, void**)
{
    constexpr int noMore = 12; // CUPTI_ERROR_MAX_LIMIT_REACHED
    return noMore;
}

HIGHWATER_STANDS_IN int cuptiActivityGetNumDroppedRecords(void*, std::uint32_t, std::size_t* count)
{
    *count = 0;
    return success;
}

HIGHWATER_STANDS_IN int cuptiGetDeviceId(void*, std::uint32_t* device)
{
    *device = static_cast<std::uint32_t>(currentDevice());
    return success;
}

HIGHWATER_STANDS_IN int cuptiActivityPopExternalCorrelationId(int, std::uint64_t* last)
{
    if (last)
        *last = 0;
    return success;
}

HIGHWATER_STANDS_IN int cuptiGetCallbackName(int, std::uint32_t, const char** name)
{
    *name = "";
    return success;
}

// NVTX: ranges that a profiler would show

HIGHWATER_STANDS_IN int nvtxRangePushA(const char*)
{
    return 0;
}
HIGHWATER_ALSO(nvtxRangePop, nvmlInit);

HIGHWATER_STANDS_IN std::uint64_t nvtxRangeStartA(const char*)
{
    return 1;
}

HIGHWATER_STANDS_IN void nvtxRangeEnd(std::uint64_t) { }
HIGHWATER_STANDS_IN void nvtxMarkA(const char*) { }

HIGHWATER_STANDS_IN void* nvtxDomainCreateA(const char*)
{
    return Machine::here().makeHandle();
}
