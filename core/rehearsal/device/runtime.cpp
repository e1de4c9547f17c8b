// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// CUDA's runtime, libcudart. Source: CUDA Runtime API reference, 11.7 to 13.0.
#include "core/rehearsal/device/device_properties.h"
#include "core/rehearsal/device/machine.h"
#include "core/rehearsal/device/standing_in.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include <unistd.h>

using namespace highwater::device;

namespace {

enum Error {
    success = 0,
    invalidValue = 1,
    outOfMemory = 2,
    invalidDevice = 101,
    invalidHandle = 400,
    notFound = 500,
    notReady = 600,
    captureUnmatched = 903,
    notSupported = 801,
};

thread_local int lastError = success;

int fail(Error error)
{
    return lastError = error;
}

struct LaunchConfiguration
{
    Three grid;
    Three block;
    std::size_t shared = 0;
    void* stream = nullptr;
};
thread_local LaunchConfiguration pushed;

/// What cudaIpcGetMemHandle writes. Memory of another process has addresses here, and takes no
/// memory from this process's share.
struct IpcHandle
{
    const void* address = nullptr;
    std::uint64_t size = 0;
    std::int64_t process = 0;
    std::array<char, 40> unused{};
};
static_assert(sizeof(IpcHandle) == 64);

/// A pool is told by its device.
void* poolOf(int device)
{
    static std::array<char, 64> pools;
    return &pools[static_cast<std::size_t>(device) % pools.size()];
}

int allocateOn(void** address, std::size_t size)
{
    *address = nullptr;
    if (size == 0)
        return success;
    const auto at = Machine::here().allocate(currentDevice(), size);
    if (!at)
        return fail(outOfMemory);
    *address = reinterpret_cast<void*>(*at);
    return success;
}

/// The status and the number of the capture of a stream.
void tellCapture(const void* stream, int* status, unsigned long long* id)
{
    constexpr int none = 0;
    constexpr int active = 1;
    const std::uint64_t capture = Machine::here().captureOf(stream);
    *status = capture ? active : none;
    if (id)
        *id = capture;
}

template <class Value> void put(Value* at, Value value)
{
    if (at)
        *at = value;
}

} // namespace

// Devices

HIGHWATER_STANDS_IN int cudaGetDeviceCount(int* count)
{
    *count = settings().count;
    constexpr Error noDevice = Error(100);
    return settings().count > 0 ? success : fail(noDevice);
}

HIGHWATER_STANDS_IN int cudaGetDevice(int* device)
{
    *device = currentDevice();
    return success;
}

HIGHWATER_STANDS_IN int cudaSetDevice(int device)
{
    return setCurrentDevice(device) ? success : fail(invalidDevice);
}

HIGHWATER_STANDS_IN int cudaInitDevice(int device, unsigned, unsigned)
{
    return isDevice(device) ? success : fail(invalidDevice);
}

HIGHWATER_STANDS_IN int cudaGetDeviceFlags(unsigned* flags)
{
    *flags = 0;
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceSynchronize()
{
    Machine& machine = Machine::here();
    machine.waitFor(machine.queued());
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceGetAttribute(int* value, int attribute, int device)
{
    if (!isDevice(device))
        return fail(invalidDevice);
    *value = deviceAttribute(attribute, device);
    return success;
}

HIGHWATER_STANDS_IN int cudaGetDeviceProperties_v2(void* properties, int device)
{
    if (!isDevice(device))
        return fail(invalidDevice);
    const auto bytes = deviceProperties(12, device);
    std::memcpy(properties, bytes.data(), bytes.size());
    return success;
}

/// CUDA 13 dropped the suffix, with another layout; before CUDA 12 there was none.
HIGHWATER_STANDS_IN int cudaGetDeviceProperties(void* properties, int device)
{
    if (!isDevice(device))
        return fail(invalidDevice);
    const auto bytes = deviceProperties(settings().cuda >= 13000 ? 13 : 11, device);
    std::memcpy(properties, bytes.data(), bytes.size());
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceCanAccessPeer(int* can, int device, int peer)
{
    if (!isDevice(device) || !isDevice(peer))
        return fail(invalidDevice);
    *can = device != peer ? 1 : 0;
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceGetP2PAttribute(int* value, int, int, int)
{
    *value = 1;
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceGetStreamPriorityRange(int* least, int* greatest)
{
    put(least, 0);
    put(greatest, -5);
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceGetPCIBusId(char* text, int size, int device)
{
    std::snprintf(text, static_cast<std::size_t>(size), "0000:%02X:00.0", unsigned(device) + 1);
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceGetByPCIBusId(int* device, const char* text)
{
    unsigned domain = 0;
    unsigned bus = 0;
    if (std::sscanf(text, "%x:%x", &domain, &bus) != 2 || !isDevice(static_cast<int>(bus) - 1))
        return fail(invalidDevice);
    *device = static_cast<int>(bus) - 1;
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceGetLimit(std::size_t* value, int)
{
    *value = 1024;
    return success;
}

HIGHWATER_STANDS_IN int cudaDriverGetVersion(int* version)
{
    *version = settings().cuda;
    return success;
}
HIGHWATER_ALSO(cudaRuntimeGetVersion, cudaDriverGetVersion);

// Errors

HIGHWATER_STANDS_IN int cudaGetLastError()
{
    const int error = lastError;
    lastError = success;
    return error;
}

HIGHWATER_STANDS_IN int cudaPeekAtLastError()
{
    return lastError;
}

HIGHWATER_STANDS_IN const char* cudaGetErrorString(int error)
{
    switch (error) {
    case success:
        return "no error";
    case invalidValue:
        return "invalid argument";
    case outOfMemory:
        return "out of memory";
    case invalidDevice:
        return "invalid device ordinal";
    case notReady:
        return "device not ready";
    case notSupported:
        return "operation not supported";
    default:
        return "unspecified error";
    }
}

HIGHWATER_STANDS_IN const char* cudaGetErrorName(int error)
{
    switch (error) {
    case success:
        return "cudaSuccess";
    case invalidValue:
        return "cudaErrorInvalidValue";
    case outOfMemory:
        return "cudaErrorMemoryAllocation";
    case invalidDevice:
        return "cudaErrorInvalidDevice";
    case notReady:
        return "cudaErrorNotReady";
    case notSupported:
        return "cudaErrorNotSupported";
    default:
        return "cudaErrorUnknown";
    }
}

// Memory

HIGHWATER_STANDS_IN int cudaMalloc(void** address, std::size_t size)
{
    return allocateOn(address, size);
}

HIGHWATER_STANDS_IN int cudaMallocAsync(void** address, std::size_t size, void*)
{
    return allocateOn(address, size);
}

HIGHWATER_STANDS_IN int cudaMallocFromPoolAsync(void** address, std::size_t size, void*, void*)
{
    return allocateOn(address, size);
}

HIGHWATER_STANDS_IN int cudaMallocPitch(void** address, std::size_t* pitch, std::size_t width,
                                        std::size_t height)
{
    constexpr std::size_t alignment = 512;
    *pitch = (width + alignment - 1) / alignment * alignment;
    return allocateOn(address, *pitch * height);
}

HIGHWATER_STANDS_IN int cudaMallocManaged(void** address, std::size_t size, unsigned)
{
    *address = Machine::here().allocateHost(size, true);
    return *address ? success : fail(outOfMemory);
}

HIGHWATER_STANDS_IN int cudaFree(void* address)
{
    if (!address)
        return success;
    Machine& machine = Machine::here();
    if (!machine.owns(address))
        return machine.releaseHost(address) ? success : fail(invalidValue);
    return machine.release(reinterpret_cast<Address>(address)) ? success : fail(invalidValue);
}

HIGHWATER_STANDS_IN int cudaFreeAsync(void* address, void*)
{
    return cudaFree(address);
}

HIGHWATER_STANDS_IN int cudaMemGetInfo(std::size_t* free, std::size_t* total)
{
    put(free, std::size_t{Machine::here().free(currentDevice())});
    put(total, std::size_t{settings().total});
    return success;
}

HIGHWATER_STANDS_IN int cudaHostAlloc(void** address, std::size_t size, unsigned)
{
    *address = Machine::here().allocateHost(size, false);
    return *address ? success : fail(outOfMemory);
}

HIGHWATER_STANDS_IN int cudaMallocHost(void** address, std::size_t size)
{
    return cudaHostAlloc(address, size, 0);
}

HIGHWATER_STANDS_IN int cudaFreeHost(void* address)
{
    return !address || Machine::here().releaseHost(address) ? success : fail(invalidValue);
}

HIGHWATER_STANDS_IN int cudaHostRegister(void* address, std::size_t size, unsigned)
{
    Machine::here().registerHost(address, size);
    return success;
}

HIGHWATER_STANDS_IN int cudaHostUnregister(void* address)
{
    Machine::here().unregisterHost(address);
    return success;
}

HIGHWATER_STANDS_IN int cudaHostGetDevicePointer(void** device, void* host, unsigned)
{
    *device = host;
    return success;
}

HIGHWATER_STANDS_IN int cudaHostGetFlags(unsigned* flags, void*)
{
    *flags = 0;
    return success;
}

HIGHWATER_STANDS_IN int cudaPointerGetAttributes(void* attributes, const void* address)
{
    struct Told
    {
        int kind = 0; ///< 0 unregistered, 1 of the host, 2 of a device, 3 managed
        int device = -2; ///< of no device: cudaInvalidDeviceId
        const void* onDevice = nullptr;
        const void* onHost = nullptr;
    };
    Machine& machine = Machine::here();
    Told told;
    if (machine.owns(address)) {
        told = {2, machine.deviceOf(address), address, nullptr};
    } else if (const auto kind = machine.hostKind(address); kind != Machine::HostKind::unknown) {
        told = {kind == Machine::HostKind::managed ? 3 : 1, currentDevice(), address, address};
    } else {
        told.onHost = address;
    }
    std::memcpy(attributes, &told, sizeof told);
    return success;
}

HIGHWATER_STANDS_IN int cudaMemcpy(void* to, const void* from, std::size_t size, int)
{
    Machine& machine = Machine::here();
    machine.copy(to, from, size);
    machine.waitFor(machine.queued());
    return success;
}

HIGHWATER_STANDS_IN int cudaMemcpyAsync(void* to, const void* from, std::size_t size, int, void*)
{
    Machine::here().copy(to, from, size);
    return success;
}

HIGHWATER_STANDS_IN int cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t size)
{
    Machine::here().copy(to, from, size);
    return success;
}

HIGHWATER_STANDS_IN int cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t size,
                                            void*)
{
    Machine::here().copy(to, from, size);
    return success;
}

HIGHWATER_STANDS_IN int cudaMemcpy2DAsync(void* to, std::size_t toPitch, const void* from,
                                          std::size_t fromPitch, std::size_t width,
                                          std::size_t height, int, void*)
{
    for (std::size_t row = 0; row < height; ++row)
        Machine::here().copy(static_cast<char*>(to) + row * toPitch,
                             static_cast<const char*>(from) + row * fromPitch, width);
    return success;
}

HIGHWATER_STANDS_IN int cudaMemcpy2D(void* to, std::size_t toPitch, const void* from,
                                     std::size_t fromPitch, std::size_t width, std::size_t height,
                                     int kind)
{
    return cudaMemcpy2DAsync(to, toPitch, from, fromPitch, width, height, kind, nullptr);
}

HIGHWATER_STANDS_IN int cudaMemset(void* to, int value, std::size_t size)
{
    Machine& machine = Machine::here();
    machine.queueCopy();
    if (machine.owns(to))
        machine.fill(to, size, value);
    else
        std::memset(to, value, size);
    return success;
}

HIGHWATER_STANDS_IN int cudaMemsetAsync(void* to, int value, std::size_t size, void*)
{
    return cudaMemset(to, value, size);
}

HIGHWATER_STANDS_IN int cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                                          std::size_t height, void*)
{
    for (std::size_t row = 0; row < height; ++row)
        cudaMemset(static_cast<char*>(to) + row * pitch, value, width);
    return success;
}

// Variables of kernels' modules have no content.
HIGHWATER_STANDS_IN int cudaGetSymbolAddress(void** address, const void*)
{
    *address = Machine::here().makeHandle();
    return success;
}

HIGHWATER_STANDS_IN int cudaMemcpyFromSymbol(void* to, const void*, std::size_t size, std::size_t,
                                             int)
{
    std::memset(to, 0, size);
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceGetDefaultMemPool(void** pool, int device)
{
    *pool = poolOf(device);
    return success;
}
HIGHWATER_ALSO(cudaDeviceGetMemPool, cudaDeviceGetDefaultMemPool);

HIGHWATER_STANDS_IN int cudaMemPoolGetAttribute(void* pool, int attribute, void* value)
{
    constexpr int releaseThreshold = 4;
    constexpr int reserved = 5;
    constexpr int used = 7;
    if (attribute < releaseThreshold) {
        std::memset(value, 0, sizeof(int));
        return success;
    }
    int device = 0;
    for (int each = 0; each < settings().count; ++each)
        if (poolOf(each) == pool)
            device = each;
    const auto [now, highest] = Machine::here().used(device);
    const std::uint64_t bytes = attribute == releaseThreshold ? 0
        : attribute == reserved || attribute == used          ? now
                                                              : highest;
    std::memcpy(value, &bytes, sizeof bytes);
    return success;
}

HIGHWATER_STANDS_IN int cudaDeviceGetGraphMemAttribute(int, int, void* value)
{
    std::memset(value, 0, sizeof(std::uint64_t));
    return success;
}

HIGHWATER_STANDS_IN int cudaIpcGetMemHandle(IpcHandle* handle, void* address)
{
    const auto range = Machine::here().withMemory([&](const DeviceMemory& memory) {
        return memory.rangeOf(reinterpret_cast<Address>(address));
    });
    if (!range)
        return fail(invalidValue);
    *handle = {reinterpret_cast<void*>(range->first), range->second, getpid(), {}};
    return success;
}

HIGHWATER_STANDS_IN int cudaIpcOpenMemHandle(void** address, IpcHandle handle, unsigned)
{
    if (handle.process == getpid()) {
        *address = const_cast<void*>(handle.address);
        return success;
    }
    const auto at = Machine::here().withMemory(
        [&](DeviceMemory& memory) { return memory.reserve(handle.size); });
    if (!at)
        return fail(outOfMemory);
    *address = reinterpret_cast<void*>(*at);
    return success;
}

HIGHWATER_STANDS_IN int cudaIpcCloseMemHandle(void* address)
{
    Machine::here().withMemory(
        [&](DeviceMemory& memory) { return memory.unreserve(reinterpret_cast<Address>(address)); });
    return success;
}

HIGHWATER_STANDS_IN int cudaIpcGetEventHandle(IpcHandle* handle, void*)
{
    *handle = {};
    return success;
}

// Streams and events

HIGHWATER_STANDS_IN int cudaStreamCreateWithPriority(void** stream, unsigned flags, int priority)
{
    *stream = Machine::here().makeStream(currentDevice(), flags, priority);
    return success;
}

HIGHWATER_STANDS_IN int cudaStreamCreateWithFlags(void** stream, unsigned flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

HIGHWATER_STANDS_IN int cudaStreamCreate(void** stream)
{
    return cudaStreamCreateWithPriority(stream, 0, 0);
}

// Kept, as is everything that has a number: whoever still names it finds it.
HIGHWATER_STANDS_IN int cudaStreamDestroy(void*)
{
    return success;
}

HIGHWATER_STANDS_IN int cudaStreamGetPriority(void* stream, int* priority)
{
    const Stream* found = Machine::here().streamAt(stream);
    *priority = found ? found->priority : 0;
    return success;
}

HIGHWATER_STANDS_IN int cudaStreamGetFlags(void* stream, unsigned* flags)
{
    const Stream* found = Machine::here().streamAt(stream);
    *flags = found ? found->flags : 0;
    return success;
}

HIGHWATER_STANDS_IN int cudaStreamGetDevice(void* stream, int* device)
{
    const Stream* found = Machine::here().streamAt(stream);
    *device = found ? found->device : currentDevice();
    return success;
}

HIGHWATER_STANDS_IN int cudaStreamGetId(void* stream, unsigned long long* id)
{
    *id = reinterpret_cast<std::uintptr_t>(stream);
    return success;
}

HIGHWATER_STANDS_IN int cudaStreamQuery(void*)
{
    Machine& machine = Machine::here();
    return machine.isComplete(machine.queued()) ? success : notReady;
}

HIGHWATER_STANDS_IN int cudaStreamSynchronize(void*)
{
    return cudaDeviceSynchronize();
}

HIGHWATER_STANDS_IN int cudaStreamWaitEvent(void* stream, void* event, unsigned)
{
    if (!event)
        return fail(invalidHandle);
    Machine::here().wait(stream, *static_cast<Event*>(event));
    return success;
}

HIGHWATER_STANDS_IN int cudaStreamAddCallback(void* stream, void (*function)(void*, int, void*),
                                              void* argument, unsigned)
{
    function(stream, success, argument);
    return success;
}

HIGHWATER_STANDS_IN int cudaLaunchHostFunc(void*, void (*function)(void*), void* argument)
{
    function(argument);
    return success;
}

HIGHWATER_STANDS_IN int cudaEventCreateWithFlags(void** event, unsigned)
{
    *event = new Event;
    return success;
}

HIGHWATER_STANDS_IN int cudaEventCreate(void** event)
{
    return cudaEventCreateWithFlags(event, 0);
}

HIGHWATER_STANDS_IN int cudaIpcOpenEventHandle(void** event, IpcHandle)
{
    return cudaEventCreateWithFlags(event, 0);
}

HIGHWATER_STANDS_IN int cudaEventDestroy(void* event)
{
    delete static_cast<Event*>(event);
    return success;
}

HIGHWATER_STANDS_IN int cudaEventRecord(void* event, void* stream)
{
    if (!event)
        return fail(invalidHandle);
    Machine::here().record(*static_cast<Event*>(event), stream);
    return success;
}

HIGHWATER_STANDS_IN int cudaEventRecordWithFlags(void* event, void* stream, unsigned)
{
    return cudaEventRecord(event, stream);
}

HIGHWATER_STANDS_IN int cudaEventQuery(void* event)
{
    if (!event)
        return fail(invalidHandle);
    const bool complete = Machine::here().isComplete(static_cast<Event*>(event)->piece);
    return complete ? success : fail(notReady);
}

HIGHWATER_STANDS_IN int cudaEventSynchronize(void* event)
{
    if (!event)
        return fail(invalidHandle);
    Machine::here().waitFor(static_cast<Event*>(event)->piece);
    return success;
}

/// A time that no reader can take for a measured one, and that nothing divides by zero.
HIGHWATER_STANDS_IN int cudaEventElapsedTime(float* milliseconds, void*, void*)
{
    *milliseconds = 1;
    return success;
}
HIGHWATER_ALSO(cudaEventElapsedTime_v2, cudaEventElapsedTime);

// Graphs: what is captured is not kept, as there is nothing to do when it is replayed.

HIGHWATER_STANDS_IN int cudaStreamBeginCapture(void* stream, int)
{
    return Machine::here().beginCapture(stream) ? success : fail(invalidValue);
}

HIGHWATER_STANDS_IN int cudaStreamBeginCaptureToGraph(void* stream, void*, const void*, const void*,
                                                      std::size_t, int)
{
    return cudaStreamBeginCapture(stream, 0);
}

HIGHWATER_STANDS_IN int cudaStreamEndCapture(void* stream, void** graph)
{
    const auto ended = Machine::here().endCapture(stream);
    *graph = ended.value_or(nullptr);
    return ended ? success : fail(captureUnmatched);
}

HIGHWATER_STANDS_IN int cudaStreamIsCapturing(void* stream, int* status)
{
    tellCapture(stream, status, nullptr);
    return success;
}

HIGHWATER_STANDS_IN int cudaStreamGetCaptureInfo_v3(void* stream, int* status,
                                                    unsigned long long* id, void** graph,
                                                    const void** before, const void** edges,
                                                    std::size_t* number)
{
    tellCapture(stream, status, id);
    put(graph, static_cast<void*>(nullptr));
    put(before, static_cast<const void*>(nullptr));
    put(edges, static_cast<const void*>(nullptr));
    put(number, std::size_t{0});
    return success;
}

HIGHWATER_STANDS_IN int cudaStreamGetCaptureInfo_v2(void* stream, int* status,
                                                    unsigned long long* id, void** graph,
                                                    const void** before, std::size_t* number)
{
    return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, before, nullptr, number);
}

/// CUDA 13 gave the name to what was cudaStreamGetCaptureInfo_v3; before it had three arguments,
/// and what stands in the places of the others is not theirs.
HIGHWATER_STANDS_IN int cudaStreamGetCaptureInfo(void* stream, int* status, unsigned long long* id,
                                                 void** graph, const void** before,
                                                 const void** edges, std::size_t* number)
{
    if (settings().cuda >= 13000)
        return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, before, edges, number);
    tellCapture(stream, status, id);
    return success;
}

HIGHWATER_STANDS_IN int cudaThreadExchangeStreamCaptureMode(int* mode)
{
    thread_local int now = 0;
    std::swap(*mode, now);
    return success;
}

HIGHWATER_STANDS_IN int cudaGraphCreate(void** graph, unsigned)
{
    *graph = Machine::here().makeGraph();
    return success;
}

HIGHWATER_STANDS_IN int cudaGraphInstantiate(void** executable, void* graph)
{
    *executable = graph;
    return success;
}
HIGHWATER_ALSO(cudaGraphInstantiateWithFlags, cudaGraphInstantiate);

HIGHWATER_STANDS_IN int cudaGraphLaunch(void*, void* stream)
{
    Machine::here().queueWork(stream);
    return success;
}

HIGHWATER_STANDS_IN int cudaGraphGetNodes(void* graph, void** nodes, std::size_t* count)
{
    const std::size_t all = static_cast<Graph*>(graph)->nodes;
    if (nodes)
        std::fill_n(nodes, std::min(*count, all), graph);
    *count = all;
    return success;
}

HIGHWATER_STANDS_IN int cudaGraphNodeGetType(void*, int* type)
{
    *type = 0; // kernel
    return success;
}

HIGHWATER_STANDS_IN int cudaGraphNodeGetDependencies(void*, void*, void* number, void* numberOf13)
{
    // CUDA 13 has the edges' data before the number.
    std::memset(settings().cuda >= 13000 ? numberOf13 : number, 0, sizeof(std::size_t));
    return success;
}

HIGHWATER_STANDS_IN int cudaGraphAddEmptyNode(void** node, void*, const void*, std::size_t)
{
    *node = Machine::here().makeHandle();
    return success;
}
HIGHWATER_ALSO(cudaGraphAddNode, cudaGraphAddEmptyNode);
HIGHWATER_ALSO(cudaGraphAddNode_v2, cudaGraphAddEmptyNode);
HIGHWATER_ALSO(cudaGraphAddKernelNode, cudaGraphAddEmptyNode);
HIGHWATER_ALSO(cudaGraphAddHostNode, cudaGraphAddEmptyNode);
HIGHWATER_ALSO(cudaGraphAddEventRecordNode, cudaGraphAddEmptyNode);
HIGHWATER_ALSO(cudaGraphAddEventWaitNode, cudaGraphAddEmptyNode);

// Kernels

HIGHWATER_STANDS_IN int cudaLaunchKernel(const void*, Three, Three, void**, std::size_t,
                                         void* stream)
{
    Machine::here().queueWork(stream);
    return success;
}
HIGHWATER_ALSO(cudaLaunchCooperativeKernel, cudaLaunchKernel);
HIGHWATER_ALSO(__cudaLaunchKernel, cudaLaunchKernel);

HIGHWATER_STANDS_IN int cudaLaunchKernelExC(const void* configuration, const void*, void**)
{
    // cudaLaunchConfig_t: grid, block, shared memory, stream.
    void* stream = nullptr;
    std::memcpy(&stream, static_cast<const char*>(configuration) + 32, sizeof stream);
    Machine::here().queueWork(stream);
    return success;
}

HIGHWATER_STANDS_IN unsigned __cudaPushCallConfiguration(Three grid, Three block,
                                                         std::size_t shared, void* stream)
{
    pushed = {grid, block, shared, stream};
    return 0;
}

HIGHWATER_STANDS_IN int __cudaPopCallConfiguration(Three* grid, Three* block, std::size_t* shared,
                                                   void* stream)
{
    *grid = pushed.grid;
    *block = pushed.block;
    *shared = pushed.shared;
    std::memcpy(stream, &pushed.stream, sizeof pushed.stream);
    return success;
}

// These run while libraries are loaded, before anything may ask for the machine.
HIGHWATER_STANDS_IN void** __cudaRegisterFatBinary(void*)
{
    static std::array<void*, 4> module;
    return module.data();
}

HIGHWATER_STANDS_IN void __cudaRegisterFatBinaryEnd(void**) { }
HIGHWATER_STANDS_IN void __cudaUnregisterFatBinary(void**) { }
HIGHWATER_STANDS_IN void __cudaRegisterFunction() { }
HIGHWATER_STANDS_IN void __cudaRegisterVar() { }
HIGHWATER_STANDS_IN void __cudaRegisterManagedVar() { }
HIGHWATER_STANDS_IN char __cudaInitModule(void**)
{
    return 1;
}

HIGHWATER_STANDS_IN int __cudaGetKernel(const void** kernel, const void* function)
{
    *kernel = function;
    return success;
}
HIGHWATER_ALSO(cudaGetKernel, __cudaGetKernel);
HIGHWATER_ALSO(cudaGetFuncBySymbol, __cudaGetKernel);

HIGHWATER_STANDS_IN int cudaFuncGetAttributes(void* attributes, const void*)
{
    const int capability = 10 * settings().major + settings().minor;
    struct Told
    {
        std::size_t shared, constant, local;
        int threads, registers, ptx, binary, cache, largestShared, carveout;
    };
    const Told told{0, 0, 0, 1024, 32, capability, capability, 0, limits().sharedMemoryPerBlock, 0};
    std::memcpy(attributes, &told, offsetof(Told, carveout) + sizeof told.carveout);
    return success;
}

HIGHWATER_STANDS_IN int cudaFuncSetAttribute(const void*, int attribute, int value)
{
    constexpr int largestShared = 8;
    return attribute == largestShared && value > limits().sharedMemoryPerBlock ? fail(invalidValue)
                                                                               : success;
}

HIGHWATER_STANDS_IN int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*,
                                                                      int threads, std::size_t)
{
    const Limits& limit = limits();
    *blocks = std::min(limit.blocksPerProcessor, limit.threadsPerProcessor / std::max(threads, 1));
    return success;
}
HIGHWATER_ALSO(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
               cudaOccupancyMaxActiveBlocksPerMultiprocessor);

HIGHWATER_STANDS_IN int cudaOccupancyMaxActiveClusters(int* clusters, const void*, const void*)
{
    *clusters = settings().processors / 2;
    return success;
}

HIGHWATER_STANDS_IN int cudaLibraryLoadData(void** library)
{
    *library = Machine::here().makeHandle();
    return success;
}
HIGHWATER_ALSO(cudaLibraryLoadFromFile, cudaLibraryLoadData);
HIGHWATER_ALSO(cudaLibraryGetKernel, cudaLibraryLoadData);

HIGHWATER_STANDS_IN int cudaLibraryGetKernelCount(unsigned* count, void*)
{
    *count = 0;
    return success;
}

// The driver, by name

HIGHWATER_STANDS_IN int cudaGetDriverEntryPoint(const char* name, void** function,
                                                unsigned long long, int* status)
{
    constexpr int found = 0;
    constexpr int symbolNotFound = 1;
    *function = driverFunction(name);
    put(status, *function ? found : symbolNotFound);
    return success;
}

HIGHWATER_STANDS_IN int cudaGetDriverEntryPointByVersion(const char* name, void** function,
                                                         unsigned, unsigned long long flags,
                                                         int* status)
{
    return cudaGetDriverEntryPoint(name, function, flags, status);
}

// Those of programs compiled for a default stream in each thread.
HIGHWATER_ALSO(cudaMemcpy_ptds, cudaMemcpy);
HIGHWATER_ALSO(cudaMemcpyAsync_ptsz, cudaMemcpyAsync);
HIGHWATER_ALSO(cudaMemset_ptds, cudaMemset);
HIGHWATER_ALSO(cudaMemsetAsync_ptsz, cudaMemsetAsync);
HIGHWATER_ALSO(cudaMallocAsync_ptsz, cudaMallocAsync);
HIGHWATER_ALSO(cudaFreeAsync_ptsz, cudaFreeAsync);
HIGHWATER_ALSO(cudaLaunchKernel_ptsz, cudaLaunchKernel);
HIGHWATER_ALSO(__cudaLaunchKernel_ptsz, cudaLaunchKernel);
HIGHWATER_ALSO(cudaLaunchKernelExC_ptsz, cudaLaunchKernelExC);
HIGHWATER_ALSO(cudaStreamSynchronize_ptsz, cudaStreamSynchronize);
HIGHWATER_ALSO(cudaStreamQuery_ptsz, cudaStreamQuery);
HIGHWATER_ALSO(cudaStreamWaitEvent_ptsz, cudaStreamWaitEvent);
HIGHWATER_ALSO(cudaEventRecord_ptsz, cudaEventRecord);
HIGHWATER_ALSO(cudaGraphLaunch_ptsz, cudaGraphLaunch);
