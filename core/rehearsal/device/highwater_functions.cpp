// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What stand-ins jump to, and what a rehearsal's Python asks of the device.
#include "core/rehearsal/device/machine.h"
#include "core/rehearsal/device/standing_in.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

using namespace highwater::device;

namespace {

/// "Not supported" of the libraries whose functions nobody wrote.
struct Refusal
{
    std::string_view prefix;
    int error;
};

// Sources: the enumerations of errors of each library's API reference. A prefix stands before the
// shorter ones that it begins with.
constexpr std::array refusals{
    Refusal{"cublas", 15},   Refusal{"cudnn", 3000}, Refusal{"cufft", 16},   Refusal{"cusolver", 9},
    Refusal{"cusparse", 10}, Refusal{"cupti", 27},   Refusal{"curand", 999}, Refusal{"nvml", 3},
    Refusal{"nccl", 5},      Refusal{"nvrtc", 11},   Refusal{"cuda", 801},   Refusal{"cu", 801},
};

/// A function that has something to tell, and tells nothing, would leave its caller with whatever
/// stood there.
bool tells(std::string_view name)
{
    return name.find("Get") != std::string_view::npos
        || name.find("Query") != std::string_view::npos;
}

int refusalOf(std::string_view name)
{
    for (const Refusal& each : refusals)
        if (name.starts_with(each.prefix))
            return each.error;
    return 1;
}

/// What only computes, or sets something that nothing here reads, would have done nothing either.
bool isExpected(std::string_view name)
{
    constexpr std::array computing{"cublas", "cudnn", "cufft", "curand", "cusolver", "cusparse"};
    constexpr std::array setting{"Set", "Destroy", "Enable", "Disable", "Unregister", "Unload"};
    return std::ranges::any_of(computing, [&](auto prefix) { return name.starts_with(prefix); })
        || std::ranges::any_of(
               setting, [&](auto word) { return name.find(word) != std::string_view::npos; });
}

void note(const char* name, bool isRefused)
{
    if (isRefused || !isExpected(name))
        noteUnwritten(name);
    Machine::here().queueWorkSomewhere();
}

// Once all destructors of static objects are through, which may still call.
[[gnu::destructor]] void reportAtExit()
{
    if (hasReport())
        writeReport();
}

} // namespace

HIGHWATER_STANDS_IN int highwater_unwritten(const char* name)
{
    note(name, tells(name));
    return tells(name) ? refusalOf(name) : 0;
}

HIGHWATER_STANDS_IN int highwater_unwritten_handle(void** handle, const char* name)
{
    constexpr std::uintptr_t noPointerBelow = 65536;
    note(name, false);
    if (reinterpret_cast<std::uintptr_t>(handle) >= noPointerBelow)
        *handle = Machine::here().makeHandle();
    return 0;
}

/// For a function that says how much memory another one needs: none.
HIGHWATER_STANDS_IN int highwater_unwritten_sizes(const char* name, void* first, void* second,
                                                  std::size_t bytes)
{
    note(name, false);
    for (void* size : {first, second})
        if (size)
            std::memset(size, 0, bytes);
    return 0;
}

HIGHWATER_STANDS_IN int highwater_refused(const char* name)
{
    note(name, true);
    return refusalOf(name);
}

HIGHWATER_STANDS_IN int highwater_version()
{
    return 1;
}

HIGHWATER_STANDS_IN int highwater_write_report()
{
    return writeReport() ? 0 : 1;
}

HIGHWATER_STANDS_IN void highwater_known(const void* address, std::size_t bytes,
                                         const void* content)
{
    Machine::here().write(address, content, bytes);
}

HIGHWATER_STANDS_IN int highwater_read(const void* address, std::size_t bytes, void* into)
{
    const auto known = Machine::here().known(address, bytes);
    if (known)
        std::memcpy(into, known->data(), bytes);
    return known ? 1 : 0;
}
