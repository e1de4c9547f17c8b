// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/desk/driver_report.h"

#if defined(__linux__) && !defined(HIGHWATER_STATIC)
#define HIGHWATER_OPENS_LIBRARIES
#endif

#ifdef HIGHWATER_OPENS_LIBRARIES
#include "core/plan/utf8.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#endif

namespace highwater {

#ifdef HIGHWATER_OPENS_LIBRARIES

namespace {

// The part of NVML's interface that is asked (nvml.h of the driver's library): 0 is success.
using NvmlResult = int;
using NvmlDevice = void*;

struct NvmlMemory
{
    unsigned long long total, free, used; // `used` has the driver's own part
};
struct NvmlMemoryV2
{
    unsigned int version;
    unsigned long long total, reserved, free, used; // `reserved` is the driver's own part
};
struct NvmlProcess
{
    unsigned int id;
    unsigned long long bytes; // all ones: not told
    unsigned int gpuInstance, computeInstance;
};

constexpr unsigned int mostCards = 64;
constexpr unsigned int mostHolders = 128;

/// The library while it is open, and its functions by name.
class Nvml
{
public:
    Nvml()
        : m_library(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL), &closed)
    {
        const auto init = named<NvmlResult (*)()>("nvmlInit_v2");
        m_isOpen = init && init() == 0;
    }
    ~Nvml()
    {
        if (const auto end = m_isOpen ? named<NvmlResult (*)()>("nvmlShutdown") : nullptr)
            end();
    }
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    std::vector<ReportedCard> cards() const
    {
        const auto count = named<NvmlResult (*)(unsigned int*)>("nvmlDeviceGetCount_v2");
        const auto device
            = named<NvmlResult (*)(unsigned int, NvmlDevice*)>("nvmlDeviceGetHandleByIndex_v2");
        unsigned int all = 0;
        std::vector<ReportedCard> found;
        if (!m_isOpen || !count || !device || count(&all) != 0)
            return found;
        for (unsigned int i = 0; i < std::min(all, mostCards); ++i)
            if (NvmlDevice handle = nullptr; device(i, &handle) == 0)
                found.push_back(cardOf(handle));
        return found;
    }

private:
    static void closed(void* library)
    {
        if (library)
            dlclose(library);
    }

    template <class Function> Function named(const char* name) const
    {
        return m_library ? reinterpret_cast<Function>(dlsym(m_library.get(), name)) : nullptr;
    }

    ReportedCard cardOf(NvmlDevice device) const
    {
        ReportedCard card;
        card.name = text([&](char* room, unsigned int length) {
            const auto name
                = named<NvmlResult (*)(NvmlDevice, char*, unsigned int)>("nvmlDeviceGetName");
            return name && name(device, room, length) == 0;
        });
        setMemory(card, device);
        for (const char* kind : {"nvmlDeviceGetComputeRunningProcesses_v3",
                                 "nvmlDeviceGetGraphicsRunningProcesses_v3"})
            addProcesses(card, device, kind);
        return card;
    }

    void setMemory(ReportedCard& card, NvmlDevice device) const
    {
        constexpr unsigned int second = 2U << 24U;
        NvmlMemoryV2 parts{sizeof(NvmlMemoryV2) | second, 0, 0, 0, 0};
        const auto inParts
            = named<NvmlResult (*)(NvmlDevice, NvmlMemoryV2*)>("nvmlDeviceGetMemoryInfo_v2");
        if (inParts && inParts(device, &parts) == 0) {
            card.total = capped(parts.total);
            card.used = capped(parts.used);
            return;
        }
        NvmlMemory whole{0, 0, 0};
        const auto asWhole
            = named<NvmlResult (*)(NvmlDevice, NvmlMemory*)>("nvmlDeviceGetMemoryInfo");
        if (asWhole && asWhole(device, &whole) == 0)
            card.total = capped(whole.total);
    }

    void addProcesses(ReportedCard& card, NvmlDevice device, const char* kind) const
    {
        const auto list = named<NvmlResult (*)(NvmlDevice, unsigned int*, NvmlProcess*)>(kind);
        std::array<NvmlProcess, mostHolders> room{};
        unsigned int count = mostHolders;
        if (!list || list(device, &count, room.data()) != 0)
            return;
        for (unsigned int i = 0; i < std::min(count, mostHolders); ++i) {
            const std::int64_t id = room[i].id;
            const bool known
                = std::ranges::find(card.processes, id, &DeskProcess::id) != card.processes.end();
            if (known) // computes and draws
                continue;
            const std::string name = text([&](char* letters, unsigned int length) {
                const auto nameOfProcess = named<NvmlResult (*)(unsigned int, char*, unsigned int)>(
                    "nvmlSystemGetProcessName");
                return nameOfProcess && nameOfProcess(room[i].id, letters, length) == 0;
            });
            constexpr unsigned long long untold = ~0ULL;
            card.processes.push_back(
                {id, name,
                 room[i].bytes == untold ? std::nullopt : std::optional(capped(room[i].bytes))});
        }
    }

    template <class Fill> static std::string text(Fill fill)
    {
        std::array<char, 256> room{};
        if (!fill(room.data(), static_cast<unsigned int>(room.size() - 1)))
            return {};
        return printable(std::string_view(room.data()));
    }

    static Bytes capped(unsigned long long bytes)
    {
        constexpr unsigned long long most = 1ULL << 50U;
        return static_cast<Bytes>(std::min(bytes, most));
    }

    std::unique_ptr<void, void (*)(void*)> m_library;
    bool m_isOpen = false;
};

} // namespace

std::vector<ReportedCard> nvmlCards()
{
    return Nvml().cards();
}

#else

std::vector<ReportedCard> nvmlCards()
{
    return {};
}

#endif

} // namespace highwater
