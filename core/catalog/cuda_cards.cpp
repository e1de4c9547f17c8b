// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/cuda_cards.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// Compute capability: NVIDIA's page "CUDA GPU Compute Capability". Multiprocessors: the
/// architecture papers and data sheets of the cards. The name is the driver's, as
/// torch.cuda.get_device_name() prints it in public logs.
constexpr std::array cudaCards{
    CudaCard{"h100-sxm5-80gb", 9, 0, 132, "NVIDIA H100 80GB HBM3"},
    CudaCard{"h100-pcie-80gb", 9, 0, 114, "NVIDIA H100 PCIe"},
    CudaCard{"h100-nvl-94gb", 9, 0, 132, "NVIDIA H100 NVL"},
    CudaCard{"h200-sxm-141gb", 9, 0, 132, "NVIDIA H200"},
    CudaCard{"h800-sxm-80gb", 9, 0, 132, "NVIDIA H800"},
    CudaCard{"h800-pcie-80gb", 9, 0, 114, "NVIDIA H800 PCIe"},
    CudaCard{"h20-96gb", 9, 0, 78, "NVIDIA H20"},
    CudaCard{"h20-141gb", 9, 0, 78, "NVIDIA H20-3e"},
    CudaCard{"gh200-96gb", 9, 0, 132, "NVIDIA GH200 480GB"},
    CudaCard{"gh200-144gb", 9, 0, 132, "NVIDIA GH200 144G HBM3e"},
    CudaCard{"b100-sxm-192gb", 10, 0, 148, "NVIDIA B100"},
    CudaCard{"b200-sxm-180gb", 10, 0, 148, "NVIDIA B200"},
    CudaCard{"gb200-per-gpu-186gb", 10, 0, 152, "NVIDIA GB200"},
    CudaCard{"b300-288gb", 10, 3, 148, "NVIDIA B300 SXM6 AC"},
    CudaCard{"a100-sxm4-80gb", 8, 0, 108, "NVIDIA A100-SXM4-80GB"},
    CudaCard{"a100-sxm4-40gb", 8, 0, 108, "NVIDIA A100-SXM4-40GB"},
    CudaCard{"a100-pcie-80gb", 8, 0, 108, "NVIDIA A100 80GB PCIe"},
    CudaCard{"a100-pcie-40gb", 8, 0, 108, "NVIDIA A100-PCIE-40GB"},
    CudaCard{"a800-sxm-80gb", 8, 0, 108, "NVIDIA A800-SXM4-80GB"},
    CudaCard{"a800-pcie-80gb", 8, 0, 108, "NVIDIA A800 80GB PCIe"},
    CudaCard{"a800-pcie-40gb", 8, 0, 108, ""},
    CudaCard{"a40-48gb", 8, 6, 84, "NVIDIA A40"},
    CudaCard{"a30-24gb", 8, 0, 56, "NVIDIA A30"},
    CudaCard{"a10-24gb", 8, 6, 72, "NVIDIA A10"},
    CudaCard{"a10g-24gb-aws", 8, 6, 80, "NVIDIA A10G"},
    CudaCard{"v100-sxm2-32gb", 7, 0, 80, "Tesla V100-SXM2-32GB"},
    CudaCard{"v100-sxm2-16gb", 7, 0, 80, "Tesla V100-SXM2-16GB"},
    CudaCard{"t4-16gb", 7, 5, 40, "Tesla T4"},
    CudaCard{"l4-24gb", 8, 9, 58, "NVIDIA L4"},
    CudaCard{"l40-48gb", 8, 9, 142, "NVIDIA L40"},
    CudaCard{"l40s-48gb", 8, 9, 142, "NVIDIA L40S"},
    CudaCard{"l20-48gb", 8, 9, 92, "NVIDIA L20"},
    CudaCard{"rtx-6000-ada-48gb", 8, 9, 142, "NVIDIA RTX 6000 Ada Generation"},
    CudaCard{"rtx-5880-ada-48gb", 8, 9, 110, "NVIDIA RTX 5880 Ada Generation"},
    CudaCard{"rtx-a6000-48gb", 8, 6, 84, "NVIDIA RTX A6000"},
    CudaCard{"rtx-pro-6000-blackwell-96gb", 12, 0, 188,
             "NVIDIA RTX PRO 6000 Blackwell Workstation Edition"},
    CudaCard{"rtx-5090-32gb", 12, 0, 170, "NVIDIA GeForce RTX 5090"},
    CudaCard{"rtx-5090d-32gb", 12, 0, 170, "NVIDIA GeForce RTX 5090 D"},
    CudaCard{"rtx-4090-24gb", 8, 9, 128, "NVIDIA GeForce RTX 4090"},
    CudaCard{"rtx-4090d-24gb", 8, 9, 114, "NVIDIA GeForce RTX 4090 D"},
    CudaCard{"rtx-4080-16gb", 8, 9, 76, "NVIDIA GeForce RTX 4080"},
    CudaCard{"rtx-3090-24gb", 8, 6, 82, "NVIDIA GeForce RTX 3090"},
    CudaCard{"rtx-3090-ti-24gb", 8, 6, 84, "NVIDIA GeForce RTX 3090 Ti"},
    CudaCard{"rtx-3060-12gb", 8, 6, 28, "NVIDIA GeForce RTX 3060"},
    CudaCard{"rtx-5080-16gb", 12, 0, 84, "NVIDIA GeForce RTX 5080"},
    CudaCard{"rtx-5070-ti-16gb", 12, 0, 70, "NVIDIA GeForce RTX 5070 Ti"},
    CudaCard{"rtx-5060-ti-16gb", 12, 0, 36, "NVIDIA GeForce RTX 5060 Ti"},
    CudaCard{"rtx-4070-12gb", 8, 9, 46, "NVIDIA GeForce RTX 4070"},
    CudaCard{"rtx-3080-10gb", 8, 6, 68, "NVIDIA GeForce RTX 3080"},
    CudaCard{"rtx-2080-ti-11gb", 7, 5, 68, "NVIDIA GeForce RTX 2080 Ti"},
    CudaCard{"rtx-pro-5000-blackwell-48gb", 12, 0, 110, "NVIDIA RTX PRO 5000 Blackwell"},
    CudaCard{"rtx-pro-4500-blackwell-32gb", 12, 0, 82, "NVIDIA RTX PRO 4500 Blackwell"},
    CudaCard{"rtx-5090-laptop-24gb", 12, 0, 82, "NVIDIA GeForce RTX 5090 Laptop GPU"},
    CudaCard{"rtx-5080-laptop-16gb", 12, 0, 60, "NVIDIA GeForce RTX 5080 Laptop GPU"},
    CudaCard{"gb300-per-gpu-288gb", 10, 3, 152, "NVIDIA GB300"},
    CudaCard{"gb10-dgx-spark-128gb", 12, 1, 48, "NVIDIA GB10"},
};

} // namespace

const CudaCard* cudaCard(std::string_view id)
{
    const auto card = std::ranges::find(cudaCards, id, &CudaCard::id);
    return card == cudaCards.end() ? nullptr : &*card;
}

} // namespace highwater
