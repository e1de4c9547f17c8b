// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/device/machine.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <tuple>

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace highwater::device {

namespace {

const char* variable(const char* name)
{
    const char* value = std::getenv(name);
    return value && *value ? value : nullptr;
}

template <class Number> void read(const char* name, Number& number)
{
    if (const char* value = variable(name))
        number = static_cast<Number>(std::strtoull(value, nullptr, 0));
}

/// "9.0" as 9 and 0.
std::pair<int, int> version(const char* text)
{
    char* end = nullptr;
    const auto major = static_cast<int>(std::strtol(text, &end, 10));
    const int minor = *end == '.' ? static_cast<int>(std::strtol(end + 1, nullptr, 10)) : 0;
    return {major, minor};
}

bool isLoaded(const char* library)
{
    void* handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle)
        dlclose(handle);
    return handle != nullptr;
}

int cudaVersion()
{
    if (const char* text = variable("HIGHWATER_DEVICE_CUDA")) {
        const auto [major, minor] = version(text);
        return major * 1000 + minor * 10;
    }
    if (isLoaded("libcudart.so.13"))
        return 13000;
    return isLoaded("libcudart.so.11.0") ? 11070 : 12040;
}

/// Of the cuDNN that PyTorch's wheels for this CUDA bring: they refuse an older one.
int cudnnVersion(int cuda)
{
    if (const char* text = variable("HIGHWATER_DEVICE_CUDNN")) {
        const auto [major, minor] = version(text);
        return major < 9 ? major * 1000 + minor * 100 : major * 10000 + minor * 100;
    }
    if (isLoaded("libcudnn.so.8"))
        return 8907;
    if (cuda < 12060)
        return 90100;
    return cuda < 13000 ? 91002 : 99900;
}

Settings readSettings()
{
    Settings all;
    if (const char* name = variable("HIGHWATER_DEVICE_NAME"))
        all.name = name;
    if (const char* capability = variable("HIGHWATER_DEVICE_CAPABILITY"))
        std::tie(all.major, all.minor) = version(capability);
    read("HIGHWATER_DEVICE_COUNT", all.count);
    read("HIGHWATER_DEVICE_TOTAL", all.total);
    // An assumption, as no document has it: 520 MiB, read off an H100 with CUDA 12.
    constexpr std::uint64_t context = std::uint64_t{520} << 20;
    all.capacity = all.total > context ? all.total - context : 0;
    read("HIGHWATER_DEVICE_MEMORY", all.capacity);
    all.total = std::max(all.total, all.capacity);
    read("HIGHWATER_DEVICE_PROCESSORS", all.processors);
    read("HIGHWATER_DEVICE_SHARED_MEMORY", all.sharedMemory);
    read("HIGHWATER_DEVICE_BEHIND", all.behind);
    all.cuda = cudaVersion();
    all.cudnn = cudnnVersion(all.cuda);
    if (const char* folder = variable("HIGHWATER_DEVICE_REPORT"))
        all.reportFolder = folder;
    return all;
}

struct CapabilityLimits
{
    int capability; ///< 10 * major + minor, from which on they hold
    Limits limits;
};

// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; second
// level caches from NVIDIA's white papers of the first GPU of each.
constexpr int KiB = 1024;
constexpr int MiB = 1024 * KiB;
constexpr std::array capabilities{
    CapabilityLimits{0, {2048, 32, 96 * KiB, 48 * KiB, 4 * MiB}},
    CapabilityLimits{70, {2048, 32, 96 * KiB, 96 * KiB, 6 * MiB}},
    CapabilityLimits{75, {1024, 16, 64 * KiB, 64 * KiB, 6 * MiB}},
    CapabilityLimits{80, {2048, 32, 164 * KiB, 163 * KiB, 40 * MiB}},
    CapabilityLimits{86, {1536, 16, 100 * KiB, 99 * KiB, 6 * MiB}},
    CapabilityLimits{87, {1536, 16, 164 * KiB, 163 * KiB, 4 * MiB}},
    CapabilityLimits{89, {1536, 24, 100 * KiB, 99 * KiB, 72 * MiB}},
    CapabilityLimits{90, {2048, 32, 228 * KiB, 227 * KiB, 50 * MiB}},
    CapabilityLimits{100, {2048, 32, 228 * KiB, 227 * KiB, 126 * MiB}},
    CapabilityLimits{120, {1536, 24, 100 * KiB, 99 * KiB, 96 * MiB}},
};

Limits limitsOf(const Settings& of)
{
    const int capability = 10 * of.major + of.minor;
    Limits found = capabilities.front().limits;
    for (const CapabilityLimits& each : capabilities)
        if (each.capability <= capability)
            found = each.limits;
    if (of.sharedMemory > 0)
        found.sharedMemoryPerBlock = of.sharedMemory;
    return found;
}

struct Read
{
    Settings settings = readSettings();
    Limits limits = limitsOf(settings);
};
std::atomic<const Read*> lastRead = nullptr;
std::mutex reading;

/// Addresses that belong to nothing: who reads or writes them on the host is ended at once.
std::pair<Address, Address> reserveAddresses()
{
    for (std::uint64_t size = std::uint64_t{1} << 44; size >= std::uint64_t{1} << 32; size /= 2) {
        void* got
            = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (got != MAP_FAILED) {
            const auto begin = reinterpret_cast<Address>(got);
            return {begin, begin + size};
        }
    }
    return {0, 0};
}

Address addressOf(const void* pointer)
{
    return reinterpret_cast<Address>(pointer);
}

std::atomic<Machine*> machine = nullptr;
std::mutex makingMachine;
pid_t processOfTheMachine = 0;

thread_local int current = 0;
std::atomic<std::uint64_t> inUse = 0; ///< a bit for each device

std::uint64_t bitOf(int device)
{
    return std::uint64_t{1} << (device % 64);
}

const Read& readOnce()
{
    if (const Read* read = lastRead.load(std::memory_order_acquire))
        return *read;
    const std::lock_guard hold(reading);
    if (const Read* read = lastRead.load(std::memory_order_acquire))
        return *read;
    const auto* read = new Read; // kept, as references to it are
    lastRead.store(read, std::memory_order_release);
    return *read;
}

std::mutex unwrittenLock;
// Never destroyed, as libraries are still called while the process ends.
std::set<std::string>& unwritten()
{
    static auto* names = new std::set<std::string>;
    return *names;
}

/// A forked child must not find a lock held by a thread that it does not have.
struct Forks
{
    static void prepare()
    {
        makingMachine.lock();
        reading.lock();
        unwrittenLock.lock();
        if (Machine* made = Machine::ifAny())
            made->lock();
    }
    static void inParent()
    {
        if (Machine* made = Machine::ifAny())
            made->unlock();
        unwrittenLock.unlock();
        reading.unlock();
        makingMachine.unlock();
    }
    static void inChild()
    {
        // A child of a process that used no device may have other variables.
        if (!Machine::ifAny())
            lastRead = nullptr;
        inParent();
    }
    // As the library is loaded, for a thread may be the first to use it.
    [[gnu::constructor]] static void watch() { pthread_atfork(prepare, inParent, inChild); }
};

std::string asJson(const std::set<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "\"" : ", \"") + name + '"';
    return '[' + text + ']';
}

} // namespace

const Settings& settings()
{
    return readOnce().settings;
}

const Limits& limits()
{
    return readOnce().limits;
}

Machine::Machine()
    : m_memory(0, 0, {})
{
    std::tie(m_begin, m_end) = reserveAddresses();
    const auto count = static_cast<std::size_t>(std::max(settings().count, 0));
    m_memory = DeviceMemory(m_begin, m_end, std::vector(count, settings().capacity));
}

Machine& Machine::here()
{
    // The runtime makes a device's context with the first call that needs one.
    const std::uint64_t bit = bitOf(current);
    if (!(inUse.load(std::memory_order_relaxed) & bit))
        inUse |= bit;
    if (Machine* made = ifAny())
        return *made;
    const std::lock_guard hold(makingMachine);
    if (Machine* made = ifAny())
        return *made;
    // Never destroyed, as libraries still free memory while the process ends.
    auto* made = new Machine;
    processOfTheMachine = getpid();
    machine.store(made, std::memory_order_release);
    return *made;
}

Machine* Machine::ifAny()
{
    return machine.load(std::memory_order_acquire);
}

std::optional<Address> Machine::allocate(int device, std::uint64_t size)
{
    const std::lock_guard hold(m_lock);
    return m_memory.allocate(static_cast<std::size_t>(device), size);
}

bool Machine::release(Address address)
{
    const std::lock_guard hold(m_lock);
    if (const auto range = m_memory.rangeOf(address))
        m_content.forget(range->first, range->second);
    return m_memory.release(address);
}

bool Machine::owns(const void* address) const
{
    return addressOf(address) >= m_begin && addressOf(address) < m_end;
}

int Machine::deviceOf(const void* address)
{
    const std::lock_guard hold(m_lock);
    return static_cast<int>(m_memory.deviceOf(addressOf(address)).value_or(0));
}

std::pair<std::uint64_t, std::uint64_t> Machine::used(int device)
{
    const std::lock_guard hold(m_lock);
    const auto which = static_cast<std::size_t>(device);
    return {m_memory.used(which), m_memory.highest(which)};
}

std::uint64_t Machine::free(int device)
{
    const std::lock_guard hold(m_lock);
    return m_memory.free(static_cast<std::size_t>(device));
}

/// Pages of the host are taken when they are touched: offloaded states that nobody computes with
/// take nothing.
void* Machine::allocateHost(std::uint64_t size, bool managed)
{
    constexpr std::uint64_t page = 4096;
    constexpr std::uint64_t mappedFrom = std::uint64_t{1} << 20;
    HostRange range{size, 0, true, managed};
    void* at = nullptr;
    if (size >= mappedFrom) {
        range.mapped = (size + page - 1) / page * page;
        at = mmap(nullptr, range.mapped, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED)
            return nullptr;
    } else if (posix_memalign(&at, page, std::max<std::uint64_t>(size, 1)) != 0) {
        return nullptr;
    }
    const std::lock_guard hold(m_lock);
    m_host[reinterpret_cast<std::uintptr_t>(at)] = range;
    return at;
}

bool Machine::releaseHost(void* address)
{
    HostRange range;
    {
        const std::lock_guard hold(m_lock);
        const auto found = m_host.find(reinterpret_cast<std::uintptr_t>(address));
        if (found == m_host.end() || !found->second.ours)
            return false;
        range = found->second;
        m_host.erase(found);
    }
    if (range.mapped)
        munmap(address, range.mapped);
    else
        std::free(address);
    return true;
}

void Machine::registerHost(void* address, std::uint64_t size)
{
    const std::lock_guard hold(m_lock);
    m_host.try_emplace(reinterpret_cast<std::uintptr_t>(address), HostRange{size, 0, false, false});
}

void Machine::unregisterHost(void* address)
{
    const std::lock_guard hold(m_lock);
    const auto found = m_host.find(reinterpret_cast<std::uintptr_t>(address));
    if (found != m_host.end() && !found->second.ours)
        m_host.erase(found);
}

const Machine::HostRange* Machine::hostRange(const void* address) const
{
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const auto after = m_host.upper_bound(at);
    if (after == m_host.begin())
        return nullptr;
    const auto& [begin, range] = *std::prev(after);
    return at - begin < std::max<std::uint64_t>(range.size, 1) ? &range : nullptr;
}

Machine::HostKind Machine::hostKind(const void* address)
{
    const std::lock_guard hold(m_lock);
    const HostRange* range = hostRange(address);
    if (!range)
        return HostKind::unknown;
    return range->managed ? HostKind::managed : HostKind::pinned;
}

void Machine::write(const void* to, const void* from, std::uint64_t size)
{
    const std::span bytes(static_cast<const std::byte*>(from), size);
    const std::lock_guard hold(m_lock);
    m_content.write(addressOf(to), bytes);
}

void Machine::fill(const void* to, std::uint64_t size, int value)
{
    const std::lock_guard hold(m_lock);
    m_content.fill(addressOf(to), size, static_cast<std::byte>(value));
}

void Machine::forget(const void* at, std::uint64_t size)
{
    const std::lock_guard hold(m_lock);
    m_content.forget(addressOf(at), size);
}

std::optional<std::vector<std::byte>> Machine::known(const void* at, std::uint64_t size)
{
    if (size > KnownContent::largestPiece)
        return std::nullopt;
    const std::lock_guard hold(m_lock);
    return m_content.read(addressOf(at), size);
}

/// Pages that are given back read as zeros, and take no memory.
void Machine::zero(void* to, std::uint64_t size)
{
    constexpr std::uintptr_t page = 4096;
    constexpr std::uint64_t worthIt = std::uint64_t{1} << 20;
    bool isOurs = false;
    if (size >= worthIt) {
        const std::lock_guard hold(m_lock);
        const HostRange* range = hostRange(to);
        isOurs = range && range->mapped;
    }
    if (!isOurs) {
        std::memset(to, 0, size);
        return;
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(to);
    const std::uintptr_t first = (begin + page - 1) / page * page;
    const std::uintptr_t last = (begin + size) / page * page;
    std::memset(to, 0, first - begin);
    madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
    std::memset(reinterpret_cast<void*>(last), 0, begin + size - last);
}

bool Machine::read(void* to, const void* from, std::uint64_t size)
{
    const auto bytes = known(from, size);
    if (bytes)
        std::memcpy(to, bytes->data(), bytes->size());
    else
        zero(to, size);
    return bytes.has_value();
}

void Machine::copy(void* to, const void* from, std::uint64_t size)
{
    queueCopy();
    if (size == 0)
        return;
    if (owns(to) && owns(from)) {
        const std::lock_guard hold(m_lock);
        m_content.copy(addressOf(to), addressOf(from), size);
    } else if (owns(to)) {
        write(to, from, size);
    } else if (owns(from)) {
        read(to, from, size);
    } else {
        std::memmove(to, from, size);
    }
}

void Machine::queueWork(const void* stream)
{
    ++m_queued;
    m_content.workQueued();
    if (!m_isCapturing.load(std::memory_order_relaxed))
        return;
    const std::lock_guard hold(m_lock);
    if (!m_streams.contains(stream))
        return;
    const auto found = m_captures.find(static_cast<const Stream*>(stream)->capture);
    if (found != m_captures.end())
        ++found->second;
}

void Machine::queueWorkSomewhere()
{
    ++m_queued;
    m_content.workQueued();
    if (!m_isCapturing.load(std::memory_order_relaxed))
        return;
    const std::lock_guard hold(m_lock);
    for (auto& [capture, pieces] : m_captures)
        ++pieces;
}

bool Machine::isComplete(std::uint64_t piece) const
{
    const std::uint64_t behind = settings().behind;
    return behind == 0 || piece <= m_done || piece + behind <= m_queued;
}

void Machine::waitFor(std::uint64_t piece)
{
    std::uint64_t before = m_done;
    while (before < piece && !m_done.compare_exchange_weak(before, piece)) { }
}

Stream* Machine::makeStream(int device, unsigned flags, int priority)
{
    const std::lock_guard hold(m_lock);
    m_streamsMade.push_back({device, priority, flags, 0});
    Stream* stream = &m_streamsMade.back();
    m_streams.insert(stream);
    return stream;
}

Stream* Machine::streamAt(const void* stream)
{
    const std::lock_guard hold(m_lock);
    return m_streams.contains(stream) ? static_cast<Stream*>(const_cast<void*>(stream)) : nullptr;
}

void Machine::record(Event& event, const void* stream)
{
    const Stream* on = streamAt(stream);
    const std::lock_guard hold(m_lock);
    event.piece = ++m_queued;
    event.capture = on ? on->capture : 0;
}

/// A stream that waits for an event of a capture takes part in the capture.
void Machine::wait(const void* stream, const Event& event)
{
    Stream* waiting = streamAt(stream);
    const std::lock_guard hold(m_lock);
    if (waiting && m_captures.contains(event.capture))
        waiting->capture = event.capture;
}

bool Machine::beginCapture(const void* stream)
{
    Stream* on = streamAt(stream);
    const std::lock_guard hold(m_lock);
    if (!on || on->capture)
        return false;
    on->capture = ++m_lastCapture;
    m_captures[on->capture] = 0;
    m_isCapturing = true;
    return true;
}

std::optional<Graph*> Machine::endCapture(const void* stream)
{
    const Stream* on = streamAt(stream);
    const std::lock_guard hold(m_lock);
    const auto found = on ? m_captures.find(on->capture) : m_captures.end();
    if (found == m_captures.end())
        return std::nullopt;
    const auto [capture, pieces] = *found;
    m_captures.erase(found);
    m_isCapturing = !m_captures.empty();
    for (Stream& each : m_streamsMade)
        if (each.capture == capture)
            each.capture = 0;
    m_graphs.push_back({pieces});
    return &m_graphs.back();
}

std::uint64_t Machine::captureOf(const void* stream)
{
    const Stream* on = streamAt(stream);
    const std::lock_guard hold(m_lock);
    return on ? on->capture : 0;
}

Graph* Machine::makeGraph()
{
    const std::lock_guard hold(m_lock);
    m_graphs.emplace_back();
    return &m_graphs.back();
}

void* Machine::makeHandle()
{
    const std::lock_guard hold(m_lock);
    m_handles.emplace_back();
    return m_handles.back().data();
}

int currentDevice()
{
    return current;
}

bool isDevice(int device)
{
    return device >= 0 && device < settings().count;
}

bool setCurrentDevice(int device)
{
    if (!isDevice(device))
        return false;
    current = device;
    return true;
}

bool isInUse(int device)
{
    return (inUse.load() & bitOf(device)) != 0;
}

void noteUnwritten(const char* function)
{
    const std::lock_guard hold(unwrittenLock);
    unwritten().insert(function);
}

bool hasReport()
{
    const std::lock_guard hold(unwrittenLock);
    return Machine::ifAny() || !unwritten().empty();
}

bool writeReport()
{
    Machine* all = Machine::ifAny();
    // A child that was forked has the numbers of its parent.
    if (settings().reportFolder.empty() || (all && getpid() != processOfTheMachine))
        return false;
    std::string names;
    {
        const std::lock_guard hold(unwrittenLock);
        names = asJson(unwritten());
    }
    std::string highest;
    for (int device = 0; all && device < settings().count; ++device)
        highest += (device ? ", " : "") + std::to_string(all->used(device).second);
    const std::string path
        = settings().reportFolder + "/device-" + std::to_string(getpid()) + ".json";
    const std::string part = path + ".part";
    std::FILE* file = std::fopen(part.c_str(), "w");
    if (!file)
        return false;
    const bool written = std::fprintf(file, "{\"unwritten\": %s, \"highest\": [%s]}\n",
                                      names.c_str(), highest.c_str())
        > 0;
    return std::fclose(file) == 0 && written && std::rename(part.c_str(), path.c_str()) == 0;
}

} // namespace highwater::device
