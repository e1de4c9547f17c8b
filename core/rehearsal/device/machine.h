// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rehearsal/device/device_memory.h"
#include "core/rehearsal/device/known_content.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace highwater::device {

/// What the variables HIGHWATER_DEVICE_* say. They are read at the first use, not when the library
/// is loaded, so that a process may still set them for the ones that it forks.
struct Settings
{
    std::string name = "NVIDIA H100 80GB HBM3";
    int major = 9; ///< compute capability
    int minor = 0;
    int count = 1;
    std::uint64_t total = 85'520'809'984; ///< of each device, as programs are told
    std::uint64_t capacity = 0; ///< that a process can have: without the context of CUDA
    int processors = 132; ///< multiprocessors
    int sharedMemory = 0; ///< bytes that a block can have when it asks for them
    std::uint64_t behind = 0; ///< work is complete only when so many pieces were queued after it
    int cuda = 12040; ///< version, as CUDA's runtime says it
    int cudnn = 90100; ///< version, as cuDNN says it
    std::string reportFolder; ///< empty: no report
};

const Settings& settings();

/// Limits that follow from the compute capability.
struct Limits
{
    int threadsPerProcessor;
    int blocksPerProcessor;
    int sharedMemoryPerProcessor;
    int sharedMemoryPerBlock; ///< when it asks for them
    int secondLevelCache;
};

const Limits& limits();

struct Stream
{
    int device = 0;
    int priority = 0;
    unsigned flags = 0;
    std::uint64_t capture = 0; ///< number of the capture that it takes part in; 0: none
};

struct Event
{
    std::uint64_t piece = 0;
    std::uint64_t capture = 0;
};

struct Graph
{
    std::size_t nodes = 0;
};

/// The state of all devices of the process. Every function may be called by any thread.
class Machine
{
public:
    static Machine& here();
    /// Null: nothing has used the devices in this process yet.
    static Machine* ifAny();

    Machine();
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    // Memory of the devices
    std::optional<Address> allocate(int device, std::uint64_t size);
    bool release(Address address);
    bool owns(const void* address) const;
    int deviceOf(const void* address);
    std::pair<std::uint64_t, std::uint64_t> used(int device); ///< now, and the most so far
    std::uint64_t free(int device);
    /// `use` gets the DeviceMemory, alone.
    template <class Use> auto withMemory(Use use)
    {
        const std::lock_guard hold(m_lock);
        return use(m_memory);
    }

    // Memory of the host that CUDA knows
    void* allocateHost(std::uint64_t size, bool managed);
    bool releaseHost(void* address);
    void registerHost(void* address, std::uint64_t size);
    void unregisterHost(void* address);
    enum class HostKind { unknown, pinned, managed };
    HostKind hostKind(const void* address);

    // Content
    void write(const void* to, const void* from, std::uint64_t size);
    void fill(const void* to, std::uint64_t size, int value);
    bool read(void* to, const void* from, std::uint64_t size); ///< false: not known, zeros
    void copy(void* to, const void* from, std::uint64_t size); ///< any way
    void forget(const void* at, std::uint64_t size);
    std::optional<std::vector<std::byte>> known(const void* at, std::uint64_t size);

    // Time. Work is complete at once, or when so many pieces more were queued, or waited for.
    std::uint64_t queued() const { return m_queued.load(std::memory_order_relaxed); }
    std::uint64_t queueCopy() { return ++m_queued; } ///< what a copy writes is known
    void queueWork(const void* stream);
    void queueWorkSomewhere(); ///< on a stream that is not known here
    bool isComplete(std::uint64_t piece) const;
    void waitFor(std::uint64_t piece);

    // Streams, events and graphs
    Stream* makeStream(int device, unsigned flags, int priority);
    Stream* streamAt(const void* stream); ///< null: the default stream, or an unknown one
    void record(Event& event, const void* stream);
    void wait(const void* stream, const Event& event);
    bool beginCapture(const void* stream);
    std::optional<Graph*> endCapture(const void* stream); ///< null: the stream captures nothing
    std::uint64_t captureOf(const void* stream);
    Graph* makeGraph();

    /// For a fork, which all threads have to be out of here for.
    void lock() { m_lock.lock(); }
    void unlock() { m_lock.unlock(); }

    /// Memory of the process that nobody else gets: what is made is told apart by its address.
    void* makeHandle();

private:
    struct HostRange
    {
        std::uint64_t size = 0;
        std::uint64_t mapped = 0; ///< bytes to unmap; 0: free()
        bool ours = false;
        bool managed = false;
    };

    const HostRange* hostRange(const void* address) const;
    void zero(void* to, std::uint64_t size);

    mutable std::mutex m_lock;
    Address m_begin = 0;
    Address m_end = 0;
    DeviceMemory m_memory;
    KnownContent m_content;
    std::map<std::uintptr_t, HostRange> m_host;
    std::atomic<std::uint64_t> m_queued = 0;
    std::atomic<std::uint64_t> m_done = 0;
    std::set<const void*> m_streams;
    std::deque<Stream> m_streamsMade;
    std::deque<Graph> m_graphs;
    std::map<std::uint64_t, std::size_t> m_captures; ///< pieces of work of those that go on
    std::atomic<bool> m_isCapturing = false;
    std::uint64_t m_lastCapture = 0;
    std::deque<std::array<std::uint64_t, 16>> m_handles;
};

bool isDevice(int device);
int currentDevice();
bool setCurrentDevice(int device); ///< false: there is none
bool isInUse(int device); ///< CUDA's runtime has a context on it

/// Notes that a function which nobody wrote was called.
void noteUnwritten(const char* function);
/// Whether this process used a device, or called such a function.
bool hasReport();
/// Writes what was noted into the folder of reports.
bool writeReport();

} // namespace highwater::device
