// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/rehearsed_card.h"

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

/// Compute capability: NVIDIA's page "CUDA GPU Compute Capability". Multiprocessors: the
/// architecture papers and data sheets of the cards. The name is the driver's, as
/// torch.cuda.get_device_name() prints it in public logs; a card without one has that of the
/// catalogue.
struct CardRow
{
    std::string_view id;
    std::string_view capability;
    int processors;
    std::string_view driverName;
};

constexpr std::array cardRows{
    CardRow{"h100-sxm5-80gb", "9.0", 132, "NVIDIA H100 80GB HBM3"},
    CardRow{"h100-pcie-80gb", "9.0", 114, "NVIDIA H100 PCIe"},
    CardRow{"h100-nvl-94gb", "9.0", 132, "NVIDIA H100 NVL"},
    CardRow{"h200-sxm-141gb", "9.0", 132, "NVIDIA H200"},
    CardRow{"h800-sxm-80gb", "9.0", 132, "NVIDIA H800"},
    CardRow{"h800-pcie-80gb", "9.0", 114, "NVIDIA H800 PCIe"},
    CardRow{"h20-96gb", "9.0", 78, "NVIDIA H20"},
    CardRow{"h20-141gb", "9.0", 78, "NVIDIA H20-3e"},
    CardRow{"gh200-96gb", "9.0", 132, "NVIDIA GH200 480GB"},
    CardRow{"gh200-144gb", "9.0", 132, "NVIDIA GH200 144G HBM3e"},
    CardRow{"b100-sxm-192gb", "10.0", 148, "NVIDIA B100"},
    CardRow{"b200-sxm-180gb", "10.0", 148, "NVIDIA B200"},
    CardRow{"gb200-per-gpu-186gb", "10.0", 152, "NVIDIA GB200"},
    CardRow{"b300-288gb", "10.3", 148, "NVIDIA B300 SXM6 AC"},
    CardRow{"a100-sxm4-80gb", "8.0", 108, "NVIDIA A100-SXM4-80GB"},
    CardRow{"a100-sxm4-40gb", "8.0", 108, "NVIDIA A100-SXM4-40GB"},
    CardRow{"a100-pcie-80gb", "8.0", 108, "NVIDIA A100 80GB PCIe"},
    CardRow{"a100-pcie-40gb", "8.0", 108, "NVIDIA A100-PCIE-40GB"},
    CardRow{"a800-sxm-80gb", "8.0", 108, "NVIDIA A800-SXM4-80GB"},
    CardRow{"a800-pcie-80gb", "8.0", 108, "NVIDIA A800 80GB PCIe"},
    CardRow{"a800-pcie-40gb", "8.0", 108, ""},
    CardRow{"a40-48gb", "8.6", 84, "NVIDIA A40"},
    CardRow{"a30-24gb", "8.0", 56, "NVIDIA A30"},
    CardRow{"a10-24gb", "8.6", 72, "NVIDIA A10"},
    CardRow{"a10g-24gb-aws", "8.6", 80, "NVIDIA A10G"},
    CardRow{"v100-sxm2-32gb", "7.0", 80, "Tesla V100-SXM2-32GB"},
    CardRow{"v100-sxm2-16gb", "7.0", 80, "Tesla V100-SXM2-16GB"},
    CardRow{"t4-16gb", "7.5", 40, "Tesla T4"},
    CardRow{"l4-24gb", "8.9", 58, "NVIDIA L4"},
    CardRow{"l40-48gb", "8.9", 142, "NVIDIA L40"},
    CardRow{"l40s-48gb", "8.9", 142, "NVIDIA L40S"},
    CardRow{"l20-48gb", "8.9", 92, "NVIDIA L20"},
    CardRow{"rtx-6000-ada-48gb", "8.9", 142, "NVIDIA RTX 6000 Ada Generation"},
    CardRow{"rtx-5880-ada-48gb", "8.9", 110, "NVIDIA RTX 5880 Ada Generation"},
    CardRow{"rtx-a6000-48gb", "8.6", 84, "NVIDIA RTX A6000"},
    CardRow{"rtx-pro-6000-blackwell-96gb", "12.0", 188,
            "NVIDIA RTX PRO 6000 Blackwell Workstation Edition"},
    CardRow{"rtx-5090-32gb", "12.0", 170, "NVIDIA GeForce RTX 5090"},
    CardRow{"rtx-5090d-32gb", "12.0", 170, "NVIDIA GeForce RTX 5090 D"},
    CardRow{"rtx-4090-24gb", "8.9", 128, "NVIDIA GeForce RTX 4090"},
    CardRow{"rtx-4090d-24gb", "8.9", 114, "NVIDIA GeForce RTX 4090 D"},
    CardRow{"rtx-4080-16gb", "8.9", 76, "NVIDIA GeForce RTX 4080"},
    CardRow{"rtx-3090-24gb", "8.6", 82, "NVIDIA GeForce RTX 3090"},
    CardRow{"rtx-3090-ti-24gb", "8.6", 84, "NVIDIA GeForce RTX 3090 Ti"},
    CardRow{"rtx-3060-12gb", "8.6", 28, "NVIDIA GeForce RTX 3060"},
    CardRow{"rtx-5080-16gb", "12.0", 84, "NVIDIA GeForce RTX 5080"},
    CardRow{"rtx-5070-ti-16gb", "12.0", 70, "NVIDIA GeForce RTX 5070 Ti"},
    CardRow{"rtx-5060-ti-16gb", "12.0", 36, "NVIDIA GeForce RTX 5060 Ti"},
    CardRow{"rtx-4070-12gb", "8.9", 46, "NVIDIA GeForce RTX 4070"},
    CardRow{"rtx-3080-10gb", "8.6", 68, "NVIDIA GeForce RTX 3080"},
    CardRow{"rtx-2080-ti-11gb", "7.5", 68, "NVIDIA GeForce RTX 2080 Ti"},
    CardRow{"rtx-pro-5000-blackwell-48gb", "12.0", 110, "NVIDIA RTX PRO 5000 Blackwell"},
    CardRow{"rtx-pro-4500-blackwell-32gb", "12.0", 82, "NVIDIA RTX PRO 4500 Blackwell"},
    CardRow{"rtx-5090-laptop-24gb", "12.0", 82, "NVIDIA GeForce RTX 5090 Laptop GPU"},
    CardRow{"rtx-5080-laptop-16gb", "12.0", 60, "NVIDIA GeForce RTX 5080 Laptop GPU"},
    CardRow{"gb300-per-gpu-288gb", "10.3", 152, "NVIDIA GB300"},
    CardRow{"gb10-dgx-spark-128gb", "12.1", 48, "NVIDIA GB10"},
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
    const auto row = std::ranges::find(cardRows, device->id, &CardRow::id);
    if (row == cardRows.end())
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
    const auto shared
        = std::ranges::find(sharedMemories, row->capability, &SharedMemory::capability);
    return RehearsedCard{device->id,
                         device->name,
                         row->driverName.empty() ? "NVIDIA " + device->name
                                                 : std::string(row->driverName),
                         capacity,
                         capacity - context,
                         std::string(row->capability),
                         row->processors,
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
