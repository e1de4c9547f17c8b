// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// CUDA's driver, libcuda. Source: CUDA Driver API reference, 11.7 to 13.0.
#include "core/rehearsal/device/device_properties.h"
#include "core/rehearsal/device/machine.h"
#include "core/rehearsal/device/standing_in.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>

#include <dlfcn.h>

using namespace highwater::device;

// Of the runtime, which does the same.
extern "C" {
int cudaMemset(void*, int, std::size_t);
int cudaMemset2DAsync(void*, std::size_t, int, std::size_t, std::size_t, void*);
int cudaStreamCreateWithPriority(void**, unsigned, int);
int cudaStreamIsCapturing(void*, int*);
int cudaStreamQuery(void*);
int cudaStreamWaitEvent(void*, void*, unsigned);
int cudaEventQuery(void*);
int cudaEventRecord(void*, void*);
int cudaEventSynchronize(void*);
int cudaDeviceSynchronize();
int cudaFree(void*);
int cudaFreeHost(void*);
int cudaHostAlloc(void**, std::size_t, unsigned);
int cudaHostRegister(void*, std::size_t, unsigned);
int cudaHostUnregister(void*);
int cudaLaunchHostFunc(void*, void (*)(void*), void*);
int cudaMallocManaged(void**, std::size_t, unsigned);
int cudaMemGetInfo(std::size_t*, std::size_t*);
int cudaDeviceGetPCIBusId(char*, int, int);
int cudaDeviceGetByPCIBusId(int*, const char*);
int cudaDeviceCanAccessPeer(int*, int, int);
}

namespace {

enum Error {
    success = 0,
    invalidValue = 1,
    outOfMemory = 2,
    invalidDevice = 101,
    invalidContext = 201,
    notFound = 500,
    notSupported = 801,
};

/// Contexts of devices, whose addresses tell them apart.
std::array<char, 64> contexts;

void* contextOf(int device)
{
    return &contexts[static_cast<std::size_t>(device) % contexts.size()];
}

Address addressOf(const void* pointer)
{
    return reinterpret_cast<Address>(pointer);
}

int makeHandle(void** handle)
{
    *handle = Machine::here().makeHandle();
    return success;
}

/// An object of the linker that joins compiled kernels, which are not looked at.
constexpr std::array<char, 16> linked{};

} // namespace

namespace highwater::device {

void* driverFunction(const char* name)
{
    for (const char* suffix : {"_v4", "_v3", "_v2", ""})
        if (void* found = dlsym(RTLD_DEFAULT, (std::string(name) + suffix).c_str()))
            return found;
    return nullptr;
}

} // namespace highwater::device

// Devices and contexts

HIGHWATER_STANDS_IN int cuInit(unsigned)
{
    return success;
}

HIGHWATER_STANDS_IN int cuDriverGetVersion(int* version)
{
    *version = settings().cuda;
    return success;
}

HIGHWATER_STANDS_IN int cuDeviceGetCount(int* count)
{
    *count = settings().count;
    return success;
}

HIGHWATER_STANDS_IN int cuDeviceGet(int* device, int ordinal)
{
    *device = ordinal;
    return isDevice(ordinal) ? success : invalidDevice;
}

HIGHWATER_STANDS_IN int cuDeviceGetName(char* name, int size, int)
{
    std::snprintf(name, static_cast<std::size_t>(size), "%s", settings().name.c_str());
    return success;
}

HIGHWATER_STANDS_IN int cuDeviceTotalMem_v2(std::size_t* bytes, int)
{
    *bytes = settings().total;
    return success;
}
HIGHWATER_ALSO(cuDeviceTotalMem, cuDeviceTotalMem_v2);

HIGHWATER_STANDS_IN int cuDeviceGetAttribute(int* value, int attribute, int device)
{
    *value = deviceAttribute(attribute, device);
    return isDevice(device) ? success : invalidDevice;
}

HIGHWATER_STANDS_IN int cuDeviceComputeCapability(int* major, int* minor, int)
{
    *major = settings().major;
    *minor = settings().minor;
    return success;
}

HIGHWATER_STANDS_IN int cuDeviceGetUuid(char* uuid, int device)
{
    const auto properties = deviceProperties(12, device);
    std::memcpy(uuid, properties.data() + 256, 16); // which stands after the name
    return success;
}
HIGHWATER_ALSO(cuDeviceGetUuid_v2, cuDeviceGetUuid);

HIGHWATER_STANDS_IN int cuDeviceGetPCIBusId(char* text, int size, int device)
{
    return cudaDeviceGetPCIBusId(text, size, device);
}

HIGHWATER_STANDS_IN int cuDeviceGetByPCIBusId(int* device, const char* text)
{
    return cudaDeviceGetByPCIBusId(device, text);
}

HIGHWATER_STANDS_IN int cuDeviceCanAccessPeer(int* can, int device, int peer)
{
    return cudaDeviceCanAccessPeer(can, device, peer);
}

HIGHWATER_STANDS_IN int cuDevicePrimaryCtxRetain(void** context, int device)
{
    *context = contextOf(device);
    return isDevice(device) ? success : invalidDevice;
}

HIGHWATER_STANDS_IN int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* isActive)
{
    *flags = 0;
    *isActive = isInUse(device) ? 1 : 0;
    return success;
}

HIGHWATER_STANDS_IN int cuCtxGetCurrent(void** context)
{
    *context = contextOf(currentDevice());
    return success;
}
HIGHWATER_ALSO(cuCtxPopCurrent_v2, cuCtxGetCurrent);
HIGHWATER_ALSO(cuCtxPopCurrent, cuCtxGetCurrent);

HIGHWATER_STANDS_IN int cuCtxSetCurrent(void* context)
{
    for (int device = 0; context && device < settings().count; ++device)
        if (contextOf(device) == context)
            setCurrentDevice(device);
    return success;
}
HIGHWATER_ALSO(cuCtxPushCurrent_v2, cuCtxSetCurrent);
HIGHWATER_ALSO(cuCtxPushCurrent, cuCtxSetCurrent);

HIGHWATER_STANDS_IN int cuCtxGetDevice(int* device)
{
    *device = currentDevice();
    return success;
}

HIGHWATER_STANDS_IN int cuCtxGetDevice_v2(int* device, void*)
{
    return cuCtxGetDevice(device);
}

HIGHWATER_STANDS_IN int cuCtxCreate_v2(void** context, unsigned, int device)
{
    *context = contextOf(device);
    return setCurrentDevice(device) ? success : invalidDevice;
}
HIGHWATER_ALSO(cuCtxCreate, cuCtxCreate_v2);

HIGHWATER_STANDS_IN int cuCtxCreate_v3(void** context, void*, int, unsigned flags, int device)
{
    return cuCtxCreate_v2(context, flags, device);
}

HIGHWATER_STANDS_IN int cuCtxCreate_v4(void** context, void*, unsigned flags, int device)
{
    return cuCtxCreate_v2(context, flags, device);
}

HIGHWATER_STANDS_IN int cuCtxSynchronize()
{
    return cudaDeviceSynchronize();
}

HIGHWATER_STANDS_IN int cuCtxGetApiVersion(void*, unsigned* version)
{
    *version = static_cast<unsigned>(settings().cuda);
    return success;
}

HIGHWATER_STANDS_IN int cuCtxGetFlags(unsigned* flags)
{
    *flags = 0;
    return success;
}

HIGHWATER_STANDS_IN int cuCtxGetLimit(std::size_t* value, int)
{
    *value = 1024;
    return success;
}

// Triton's compiled calls want this one, and PyTorch's no binary.
HIGHWATER_STANDS_IN int cuCtxSetLimit(int, std::size_t)
{
    return success;
}

HIGHWATER_STANDS_IN int cuCtxGetStreamPriorityRange(int* least, int* greatest)
{
    *least = 0;
    *greatest = -5;
    return success;
}

// Memory

HIGHWATER_STANDS_IN int cuMemGetInfo_v2(std::size_t* free, std::size_t* total)
{
    return cudaMemGetInfo(free, total);
}
HIGHWATER_ALSO(cuMemGetInfo, cuMemGetInfo_v2);

HIGHWATER_STANDS_IN int cuMemAlloc_v2(void** address, std::size_t size)
{
    if (size == 0)
        return invalidValue;
    const auto at = Machine::here().allocate(currentDevice(), size);
    if (!at)
        return outOfMemory;
    *address = reinterpret_cast<void*>(*at);
    return success;
}
HIGHWATER_ALSO(cuMemAlloc, cuMemAlloc_v2);
HIGHWATER_ALSO(cuMemAllocAsync, cuMemAlloc_v2);
HIGHWATER_ALSO(cuMemAllocFromPoolAsync, cuMemAlloc_v2);

HIGHWATER_STANDS_IN int cuMemFree_v2(void* address)
{
    return cudaFree(address) ? invalidValue : success;
}
HIGHWATER_ALSO(cuMemFree, cuMemFree_v2);
HIGHWATER_ALSO(cuMemFreeAsync, cuMemFree_v2);

HIGHWATER_STANDS_IN int cuMemAllocManaged(void** address, std::size_t size, unsigned flags)
{
    return cudaMallocManaged(address, size, flags);
}

HIGHWATER_STANDS_IN int cuMemHostAlloc(void** address, std::size_t size, unsigned flags)
{
    return cudaHostAlloc(address, size, flags);
}

HIGHWATER_STANDS_IN int cuMemAllocHost_v2(void** address, std::size_t size)
{
    return cudaHostAlloc(address, size, 0);
}
HIGHWATER_ALSO(cuMemAllocHost, cuMemAllocHost_v2);

HIGHWATER_STANDS_IN int cuMemFreeHost(void* address)
{
    return cudaFreeHost(address) ? invalidValue : success;
}

HIGHWATER_STANDS_IN int cuMemHostRegister_v2(void* address, std::size_t size, unsigned flags)
{
    return cudaHostRegister(address, size, flags);
}
HIGHWATER_ALSO(cuMemHostRegister, cuMemHostRegister_v2);

HIGHWATER_STANDS_IN int cuMemHostUnregister(void* address)
{
    return cudaHostUnregister(address);
}

HIGHWATER_STANDS_IN int cuMemHostGetDevicePointer_v2(void** device, void* host, unsigned)
{
    *device = host;
    return success;
}
HIGHWATER_ALSO(cuMemHostGetDevicePointer, cuMemHostGetDevicePointer_v2);

HIGHWATER_STANDS_IN int cuMemGetAddressRange_v2(void** begin, std::size_t* size,
                                                const void* address)
{
    const auto range = Machine::here().withMemory(
        [&](const DeviceMemory& memory) { return memory.rangeOf(addressOf(address)); });
    if (!range)
        return notFound;
    if (begin)
        *begin = reinterpret_cast<void*>(range->first);
    if (size)
        *size = range->second;
    return success;
}
HIGHWATER_ALSO(cuMemGetAddressRange, cuMemGetAddressRange_v2);

HIGHWATER_STANDS_IN int cuMemcpy(void* to, const void* from, std::size_t size)
{
    Machine::here().copy(to, from, size);
    return success;
}
HIGHWATER_ALSO(cuMemcpyAsync, cuMemcpy);
HIGHWATER_ALSO(cuMemcpyHtoD_v2, cuMemcpy);
HIGHWATER_ALSO(cuMemcpyHtoDAsync_v2, cuMemcpy);
HIGHWATER_ALSO(cuMemcpyDtoH_v2, cuMemcpy);
HIGHWATER_ALSO(cuMemcpyDtoHAsync_v2, cuMemcpy);
HIGHWATER_ALSO(cuMemcpyDtoD_v2, cuMemcpy);
HIGHWATER_ALSO(cuMemcpyDtoDAsync_v2, cuMemcpy);

HIGHWATER_STANDS_IN int cuMemsetD8_v2(void* to, unsigned char value, std::size_t count)
{
    return cudaMemset(to, value, count);
}
HIGHWATER_ALSO(cuMemsetD8Async, cuMemsetD8_v2);

HIGHWATER_STANDS_IN int cuMemsetD32_v2(void* to, unsigned value, std::size_t count)
{
    Machine& machine = Machine::here();
    machine.queueCopy();
    const std::size_t size = count * sizeof value;
    if (size > KnownContent::largestPiece) {
        machine.forget(to, size);
        return success;
    }
    const std::vector<unsigned> values(count, value);
    machine.write(to, values.data(), size);
    return success;
}
HIGHWATER_ALSO(cuMemsetD32Async, cuMemsetD32_v2);

// Addresses and memory apart, as expandable segments use them

HIGHWATER_STANDS_IN int cuMemGetAllocationGranularity(std::size_t* size, const void*, int)
{
    *size = driverPage;
    return success;
}

HIGHWATER_STANDS_IN int cuMemAddressReserve(void** address, std::size_t size, std::size_t, void*,
                                            unsigned long long)
{
    const auto at
        = Machine::here().withMemory([&](DeviceMemory& memory) { return memory.reserve(size); });
    if (!at)
        return outOfMemory;
    *address = reinterpret_cast<void*>(*at);
    return success;
}

HIGHWATER_STANDS_IN int cuMemAddressFree(void* address, std::size_t)
{
    const bool done = Machine::here().withMemory(
        [&](DeviceMemory& memory) { return memory.unreserve(addressOf(address)); });
    return done ? success : invalidValue;
}

/// CUmemAllocationProp: kind, handles that are asked for, then kind and number of the place.
HIGHWATER_STANDS_IN int cuMemCreate(std::uint64_t* handle, std::size_t size, const int* wanted,
                                    unsigned long long)
{
    if (!isDevice(wanted[3]))
        return invalidDevice;
    const auto piece = Machine::here().withMemory([&](DeviceMemory& memory) {
        return memory.create(static_cast<std::size_t>(wanted[3]), size);
    });
    if (!piece)
        return outOfMemory;
    *handle = static_cast<std::uint64_t>(*piece);
    return success;
}

HIGHWATER_STANDS_IN int cuMemRelease(std::uint64_t handle)
{
    const bool done = Machine::here().withMemory(
        [&](DeviceMemory& memory) { return memory.release(Piece{handle}); });
    return done ? success : invalidValue;
}

HIGHWATER_STANDS_IN int cuMemMap(void* address, std::size_t size, std::size_t, std::uint64_t handle,
                                 unsigned long long)
{
    const bool done = Machine::here().withMemory(
        [&](DeviceMemory& memory) { return memory.map(addressOf(address), size, Piece{handle}); });
    return done ? success : invalidValue;
}

HIGHWATER_STANDS_IN int cuMemUnmap(void* address, std::size_t size)
{
    Machine& machine = Machine::here();
    machine.forget(address, size);
    const bool done = machine.withMemory(
        [&](DeviceMemory& memory) { return memory.unmap(addressOf(address), size); });
    return done ? success : invalidValue;
}

HIGHWATER_STANDS_IN int cuMemSetAccess(void*, std::size_t, const void*, std::size_t)
{
    return success;
}

HIGHWATER_STANDS_IN int cuMemRetainAllocationHandle(std::uint64_t* handle, void* address)
{
    return Machine::here().withMemory([&](DeviceMemory& memory) {
        const auto piece = memory.pieceOf(addressOf(address));
        if (!piece || !memory.retain(*piece))
            return int{invalidValue};
        *handle = static_cast<std::uint64_t>(*piece);
        return int{success};
    });
}

/// Memory for other processes, which are not there.
HIGHWATER_STANDS_IN int cuMemExportToShareableHandle(void*, std::uint64_t, int, unsigned long long)
{
    return notSupported;
}
HIGHWATER_ALSO(cuMemImportFromShareableHandle, cuMemExportToShareableHandle);
HIGHWATER_ALSO(cuMemGetHandleForAddressRange, cuMemExportToShareableHandle);
HIGHWATER_ALSO(cuMulticastCreate, cuMemExportToShareableHandle);
HIGHWATER_ALSO(cuMulticastAddDevice, cuMemExportToShareableHandle);
HIGHWATER_ALSO(cuMulticastBindMem, cuMemExportToShareableHandle);
HIGHWATER_ALSO(cuMulticastBindAddr, cuMemExportToShareableHandle);

HIGHWATER_STANDS_IN int cuPointerGetAttribute(void* data, int attribute, void* address)
{
    constexpr int context = 1;
    constexpr int memoryKind = 2;
    constexpr int devicePointer = 3;
    constexpr int hostPointer = 4;
    constexpr int isManaged = 8;
    constexpr int deviceNumber = 9;
    constexpr unsigned onHost = 1;
    constexpr unsigned onDevice = 2;
    Machine& machine = Machine::here();
    const bool ours = machine.owns(address);
    const auto kind = machine.hostKind(address);
    if (!ours && kind == Machine::HostKind::unknown)
        return invalidValue;
    const int device = ours ? machine.deviceOf(address) : currentDevice();
    switch (attribute) {
    case context: {
        void* of = contextOf(device);
        std::memcpy(data, &of, sizeof of);
        return success;
    }
    case memoryKind:
        std::memcpy(data, ours ? &onDevice : &onHost, sizeof onHost);
        return success;
    case devicePointer:
    case hostPointer:
        std::memcpy(data, &address, sizeof address);
        return attribute == hostPointer && ours ? invalidValue : success;
    case isManaged: {
        const int managed = kind == Machine::HostKind::managed ? 1 : 0;
        std::memcpy(data, &managed, sizeof managed);
        return success;
    }
    case deviceNumber:
        std::memcpy(data, &device, sizeof device);
        return success;
    default:
        return notSupported;
    }
}

HIGHWATER_STANDS_IN int cuPointerGetAttributes(unsigned count, const int* attributes, void** data,
                                               void* address)
{
    for (unsigned i = 0; i < count; ++i)
        if (cuPointerGetAttribute(data[i], attributes[i], address) != success)
            std::memset(data[i], 0, sizeof(int));
    return success;
}

HIGHWATER_STANDS_IN int cuPointerSetAttribute(const void*, int, void*)
{
    return success;
}

// Streams and events

HIGHWATER_STANDS_IN int cuStreamCreate(void** stream, unsigned flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

HIGHWATER_STANDS_IN int cuStreamCreateWithPriority(void** stream, unsigned flags, int priority)
{
    return cudaStreamCreateWithPriority(stream, flags, priority);
}

HIGHWATER_STANDS_IN int cuStreamDestroy_v2(void*)
{
    return success;
}

HIGHWATER_STANDS_IN int cuStreamGetCtx(void* stream, void** context)
{
    const Stream* found = Machine::here().streamAt(stream);
    *context = contextOf(found ? found->device : currentDevice());
    return success;
}

HIGHWATER_STANDS_IN int cuStreamIsCapturing(void* stream, int* status)
{
    return cudaStreamIsCapturing(stream, status);
}

HIGHWATER_STANDS_IN int cuStreamQuery(void* stream)
{
    return cudaStreamQuery(stream);
}

HIGHWATER_STANDS_IN int cuStreamSynchronize(void*)
{
    return cudaDeviceSynchronize();
}

HIGHWATER_STANDS_IN int cuStreamWaitEvent(void* stream, void* event, unsigned flags)
{
    return cudaStreamWaitEvent(stream, event, flags);
}

HIGHWATER_STANDS_IN int cuStreamWriteValue32(void*, void* address, unsigned value, unsigned)
{
    Machine& machine = Machine::here();
    if (machine.owns(address))
        machine.write(address, &value, sizeof value);
    return success;
}
HIGHWATER_ALSO(cuStreamWriteValue32_v2, cuStreamWriteValue32);

HIGHWATER_STANDS_IN int cuEventCreate(void** event, unsigned)
{
    *event = new Event;
    return success;
}

HIGHWATER_STANDS_IN int cuEventDestroy_v2(void* event)
{
    delete static_cast<Event*>(event);
    return success;
}
HIGHWATER_ALSO(cuEventDestroy, cuEventDestroy_v2);

HIGHWATER_STANDS_IN int cuEventRecord(void* event, void* stream)
{
    return cudaEventRecord(event, stream);
}

HIGHWATER_STANDS_IN int cuEventQuery(void* event)
{
    return cudaEventQuery(event);
}

HIGHWATER_STANDS_IN int cuEventSynchronize(void* event)
{
    return cudaEventSynchronize(event);
}

HIGHWATER_STANDS_IN int cuEventElapsedTime(float* milliseconds, void*, void*)
{
    *milliseconds = 1;
    return success;
}
HIGHWATER_ALSO(cuEventElapsedTime_v2, cuEventElapsedTime);

HIGHWATER_STANDS_IN int cuLaunchHostFunc(void* stream, void (*function)(void*), void* argument)
{
    return cudaLaunchHostFunc(stream, function, argument);
}

// Kernels

HIGHWATER_STANDS_IN int cuModuleLoadData(void** module, const void*)
{
    return makeHandle(module);
}
HIGHWATER_ALSO(cuModuleLoad, cuModuleLoadData);
HIGHWATER_ALSO(cuModuleLoadDataEx, cuModuleLoadData);
HIGHWATER_ALSO(cuModuleLoadFatBinary, cuModuleLoadData);
HIGHWATER_ALSO(cuModuleGetFunction, cuModuleLoadData);
HIGHWATER_ALSO(cuLibraryLoadData, cuModuleLoadData);
HIGHWATER_ALSO(cuLibraryLoadFromFile, cuModuleLoadData);
HIGHWATER_ALSO(cuLibraryGetKernel, cuModuleLoadData);
HIGHWATER_ALSO(cuLibraryGetModule, cuModuleLoadData);
HIGHWATER_ALSO(cuKernelGetFunction, cuModuleLoadData);

HIGHWATER_STANDS_IN int cuModuleGetGlobal_v2(void** address, std::size_t* size, void*, const char*)
{
    if (size)
        *size = 64;
    return address ? makeHandle(address) : success;
}
HIGHWATER_ALSO(cuModuleGetGlobal, cuModuleGetGlobal_v2);
HIGHWATER_ALSO(cuLibraryGetGlobal, cuModuleGetGlobal_v2);

HIGHWATER_STANDS_IN int cuLinkCreate_v2(unsigned, void*, void*, void** state)
{
    return makeHandle(state);
}
HIGHWATER_ALSO(cuLinkCreate, cuLinkCreate_v2);

HIGHWATER_STANDS_IN int cuLinkComplete(void*, const void** object, std::size_t* size)
{
    *object = linked.data();
    *size = linked.size();
    return success;
}

HIGHWATER_STANDS_IN int cuFuncGetAttribute(int* value, int attribute, void*)
{
    constexpr int threads = 0;
    constexpr int registers = 4;
    constexpr int ptx = 5;
    constexpr int binary = 6;
    constexpr int largestShared = 8;
    const int capability = 10 * settings().major + settings().minor;
    *value = attribute == threads                 ? 1024
        : attribute == registers                  ? 32
        : attribute == ptx || attribute == binary ? capability
        : attribute == largestShared              ? limits().sharedMemoryPerBlock
                                                  : 0;
    return success;
}

HIGHWATER_STANDS_IN int cuKernelGetAttribute(int* value, int attribute, void* kernel, int)
{
    return cuFuncGetAttribute(value, attribute, kernel);
}

HIGHWATER_STANDS_IN int cuFuncSetAttribute(void*, int attribute, int value)
{
    constexpr int largestShared = 8;
    return attribute == largestShared && value > limits().sharedMemoryPerBlock ? invalidValue
                                                                               : success;
}

HIGHWATER_STANDS_IN int cuFuncSetCacheConfig(void*, int)
{
    return success;
}

HIGHWATER_STANDS_IN int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned,
                                       unsigned, unsigned, void* stream, void**, void**)
{
    Machine::here().queueWork(stream);
    return success;
}

HIGHWATER_STANDS_IN int cuLaunchCooperativeKernel(void*, unsigned, unsigned, unsigned, unsigned,
                                                  unsigned, unsigned, unsigned, void* stream,
                                                  void**)
{
    Machine::here().queueWork(stream);
    return success;
}

HIGHWATER_STANDS_IN int cuLaunchKernelEx(const void* configuration, void*, void**, void**)
{
    // CUlaunchConfig: six sizes, shared memory, stream.
    void* stream = nullptr;
    std::memcpy(&stream, static_cast<const char*>(configuration) + 32, sizeof stream);
    Machine::here().queueWork(stream);
    return success;
}

HIGHWATER_STANDS_IN int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void*, int threads,
                                                                    std::size_t)
{
    const Limits& limit = limits();
    *blocks = std::min(limit.blocksPerProcessor, limit.threadsPerProcessor / std::max(threads, 1));
    return success;
}
HIGHWATER_ALSO(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
               cuOccupancyMaxActiveBlocksPerMultiprocessor);

HIGHWATER_STANDS_IN int cuOccupancyMaxActiveClusters(int* clusters, void*, const void*)
{
    *clusters = settings().processors / 2;
    return success;
}

HIGHWATER_STANDS_IN int cuTensorMapEncodeTiled(void* map)
{
    constexpr std::size_t size = 128;
    std::memset(map, 0, size);
    return success;
}
HIGHWATER_ALSO(cuTensorMapEncodeIm2col, cuTensorMapEncodeTiled);

// Errors, and functions by name

HIGHWATER_STANDS_IN int cuGetErrorString(int error, const char** text)
{
    *text = error == success     ? "no error"
        : error == outOfMemory   ? "out of memory"
        : error == invalidValue  ? "invalid argument"
        : error == invalidDevice ? "invalid device ordinal"
        : error == notSupported  ? "operation not supported"
                                 : "unknown error";
    return success;
}

HIGHWATER_STANDS_IN int cuGetErrorName(int error, const char** text)
{
    *text = error == success     ? "CUDA_SUCCESS"
        : error == outOfMemory   ? "CUDA_ERROR_OUT_OF_MEMORY"
        : error == invalidValue  ? "CUDA_ERROR_INVALID_VALUE"
        : error == invalidDevice ? "CUDA_ERROR_INVALID_DEVICE"
        : error == notSupported  ? "CUDA_ERROR_NOT_SUPPORTED"
                                 : "CUDA_ERROR_UNKNOWN";
    return success;
}

HIGHWATER_STANDS_IN int cuGetProcAddress(const char*, void**, int, unsigned long long);

HIGHWATER_STANDS_IN int cuGetProcAddress_v2(const char* name, void** function, int version,
                                            unsigned long long, int* status)
{
    constexpr int symbolFound = 0;
    constexpr int symbolNotFound = 1;
    constexpr int withStatus = 12000; // the first version in which this function has the status
    *function = version < withStatus && std::strcmp(name, "cuGetProcAddress") == 0
        ? reinterpret_cast<void*>(&cuGetProcAddress)
        : driverFunction(name);
    if (status)
        *status = *function ? symbolFound : symbolNotFound;
    return *function ? success : notFound;
}

HIGHWATER_STANDS_IN int cuGetProcAddress(const char* name, void** function, int version,
                                         unsigned long long flags)
{
    return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}
