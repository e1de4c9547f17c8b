// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/rehearsed_card.h"

#include "core/catalog/cuda_cards.h"
#include "core/ledger/overhead.h"
#include "core/plan/keys.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

namespace highwater {

namespace {

/// The most shared memory of a block, by compute capability: NVIDIA's CUDA C++ Programming Guide,
/// "Technical Specifications per Compute Capability".
struct SharedMemory
{
    std::string_view capability;
    Bytes perBlock;
};

constexpr Bytes kib = 1024;
constexpr std::array sharedMemories{
    SharedMemory{"7.0", 96 * kib},   SharedMemory{"7.5", 64 * kib},
    SharedMemory{"8.0", 163 * kib},  SharedMemory{"8.6", 99 * kib},
    SharedMemory{"8.9", 99 * kib},   SharedMemory{"9.0", 227 * kib},
    SharedMemory{"10.0", 227 * kib}, SharedMemory{"10.3", 227 * kib},
    SharedMemory{"12.0", 99 * kib},  SharedMemory{"12.1", 99 * kib},
};

} // namespace

Result<RehearsedCard> rehearsedCard(std::string_view typedName, std::optional<Bytes> memory,
                                    const Catalog& catalog)
{
    const std::string option = "--card";
    const Device* device = catalog.deviceTyped(typedName);
    if (!device) {
        const auto similar = similarIds(catalog.devices(), typedName);
        if (similar.empty())
            return Problem{
                option, typed(std::string(typedName)), {HW_TR("core", "is not in the catalogue")}};
        return Problem{option,
                       typed(std::string(typedName)),
                       {HW_TR("core", "is not in the catalogue; similar: %1"), {joined(similar)}}};
    }
    const CudaCard* const card = cudaCard(device->id);
    if (!card)
        return Problem{option,
                       device->id,
                       {HW_TR("core",
                              "must be a card of NVIDIA's whose compute capability is known: a "
                              "rehearsal stands in for CUDA")}};
    const Bytes context = contextBytes(*device, Overhead::Expected);
    const Bytes capacity = memory.value_or(device->capacityBytes());
    if (capacity <= context)
        return Problem{std::string("--memory"),
                       std::to_string(capacity),
                       {HW_TR("core", "must be more than the context of CUDA, %1 bytes"),
                        {std::to_string(context)}}};
    const std::string capability = std::to_string(card->major) + "." + std::to_string(card->minor);
    const auto shared = std::ranges::find(sharedMemories, capability, &SharedMemory::capability);
    return RehearsedCard{device->id,
                         device->name,
                         card->driverName.empty() ? "NVIDIA " + device->name
                                                  : std::string(card->driverName),
                         capacity,
                         capacity - context,
                         capability,
                         card->processors,
                         shared == sharedMemories.end() ? 48 * kib : shared->perBlock};
}

std::vector<std::pair<std::string, std::string>> variablesOf(const RehearsedCard& card,
                                                             std::int64_t devices)
{
    return {{"HIGHWATER_DEVICE_NAME", card.driverName},
            {"HIGHWATER_DEVICE_MEMORY", std::to_string(card.available)},
            {"HIGHWATER_DEVICE_TOTAL", std::to_string(card.capacity)},
            {"HIGHWATER_DEVICE_COUNT", std::to_string(devices)},
            {"HIGHWATER_DEVICE_CAPABILITY", card.computeCapability},
            {"HIGHWATER_DEVICE_PROCESSORS", std::to_string(card.processors)},
            {"HIGHWATER_DEVICE_SHARED_MEMORY", std::to_string(card.sharedMemory)}};
}

} // namespace highwater
