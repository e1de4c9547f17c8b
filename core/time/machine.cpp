// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/machine.h"

#include "core/ledger/optimizer.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/real.h"

#include <algorithm>

namespace highwater {
namespace {

/// Read and written by one node's disks together, GB/s; there is no key for it.
constexpr double diskGbPerS = 6;
/// The share of a host memory's peak that copies reach.
constexpr double hostShare = 0.75;
/// The best matrix product of an H100 (stas00/ml-engineering), on which the shares were set.
constexpr double reachedByHopper = 0.803;

/// A figure and where it was taken from.
struct Taken
{
    double value = 0;
    std::string source;
    bool written = false; ///< in the plan
};

Taken takenOf(const DeviceFigure& figure)
{
    return {figure.value.value_or(0),
            figure.source + " (" + std::string(nameOf(figure.confidence)) + " confidence)"};
}

/// The peak of 16-bit products, in TFLOPS. A card without bf16 computes in fp16.
double sixteenBits(const Device& device, Precision precision)
{
    const auto half = device.rates ? device.rates->fp16Tflops : std::nullopt;
    const auto first = precision == Precision::Fp16Mixed ? half : device.bf16Tflops;
    return first ? *first : device.bf16Tflops ? *device.bf16Tflops : half.value_or(0);
}

double productTflops(const Device& device, Precision precision)
{
    if (precision == Precision::Fp32)
        return device.rates ? device.rates->fp32Tflops.value_or(0) : 0;
    if (precision == Precision::Fp8Mixed && device.fp8Tflops)
        return *device.fp8Tflops;
    return sixteenBits(device, precision);
}

Taken pcieOf(const Resolved& plan)
{
    if (plan.cluster.linkPcie)
        return {*plan.cluster.linkPcie, {}, true};
    const Device& device = *plan.device;
    if (device.rates && device.rates->pcieGbPerS.value)
        return takenOf(device.rates->pcieGbPerS);
    // PCIe 3 x16 carries 15.75 GB/s in each direction; each generation doubles it.
    constexpr double third = 15.75;
    const std::int64_t generation
        = std::clamp<std::int64_t>(device.pcieGeneration.value_or(4), 3, 6);
    return {third * real(std::int64_t{1} << (generation - 3)),
            "PCIe " + std::to_string(generation) + " x16"};
}

Taken intraOf(const Resolved& plan)
{
    if (plan.cluster.linkIntra)
        return {*plan.cluster.linkIntra, {}, true};
    const Device& device = *plan.device;
    if (device.rates && device.rates->intraGbPerS.value)
        return takenOf(device.rates->intraGbPerS);
    if (device.interconnectGbPerS) // both directions together
        return {*device.interconnectGbPerS / 2, device.interconnect};
    return pcieOf(plan);
}

Taken interOf(const Resolved& plan)
{
    if (plan.cluster.linkInter)
        return {*plan.cluster.linkInter, {}, true};
    const Device& device = *plan.device;
    if (device.rates && device.rates->interGbPerS.value)
        return takenOf(device.rates->interGbPerS);
    return {12.5, "100 Gb/s a GPU (low confidence)"};
}

Taken hostOf(const Resolved& plan)
{
    const Device& device = *plan.device;
    if (device.rates && device.rates->hostGbPerS.value) {
        Taken taken = takenOf(device.rates->hostGbPerS);
        taken.value /= real(device.rates->hostGpus);
        return taken;
    }
    constexpr double perNode = 200;
    return {perNode / real(plan.cluster.gpusPerNode), "200 GB/s a node (low confidence)"};
}

std::string rateText(double value)
{
    return amountText(value) + " GB/s";
}

} // namespace

Program programOf(const Resolved& plan)
{
    // Fused kernels of norms and losses do not make a tuned program: the layers of PyTorch's
    // trainers are written out operator by operator (arXiv 2410.06511, table 1: an 8B model at
    // 6,667 tokens a second and H100, compiled, where Megatron's pace would give 11,000).
    const Framework framework = plan.choices.framework;
    const bool many = plan.choices.kernels == Kernels::Eager
        || (framework != Framework::Plain && framework != Framework::Megatron);
    return many ? Program::ManyKernels : Program::Tuned;
}

Result<Machine> machineOf(const Resolved& plan)
{
    const Device& device = *plan.device;
    Machine machine;
    machine.products = si::tera * productTflops(device, plan.choices.precision);
    machine.scores = plan.choices.precision == Precision::Fp32
        ? machine.products
        : si::tera * sixteenBits(device, plan.choices.precision);
    machine.memory = si::giga * device.bandwidthGbPerS.value_or(0);
    if (!(machine.products > 0) || !(machine.scores > 0) || !(machine.memory > 0))
        return Problem{"cluster.device",
                       device.id,
                       {HW_TR("core",
                              "has no time: the catalogue does not know its speed in this "
                              "precision")}};
    if (device.rates && device.rates->reachedShare && device.rates->reachedShare->value)
        machine.reached = *device.rates->reachedShare->value / reachedByHopper;
    const auto link = [&](KeyPath key, const Taken& taken, double& rate, Problems& problems) {
        rate = si::giga * taken.value;
        if (!(rate > 0))
            problems.push_back(
                Problem{key, shortest(taken.value), {HW_TR("core", "must be above 0 for a time")}});
    };
    Problems problems;
    link("cluster.links.intra", intraOf(plan), machine.intra, problems);
    link("cluster.links.inter", interOf(plan), machine.inter, problems);
    link("cluster.links.pcie", pcieOf(plan), machine.pcie, problems);
    if (!problems.empty())
        return problems;
    machine.host = si::giga * hostShare * hostOf(plan).value;
    machine.disk = si::giga * diskGbPerS / real(plan.cluster.gpusPerNode);
    machine.domain = plan.cluster.gpusPerNode;
    // Nodes share one fast domain if links join more GPUs than a host has.
    if (device.rates && device.rates->intraGpus > device.rates->hostGpus)
        machine.domain = std::max(machine.domain, device.rates->intraGpus);
    machine.pace = paceOf(programOf(plan));
    return machine;
}

std::vector<Assumption> machineAssumptions(const Resolved& plan)
{
    const Device& device = *plan.device;
    std::vector<Assumption> list;
    const auto add = [&](std::string field, Text text, std::string source) {
        list.push_back({std::move(field), std::move(text), std::move(source)});
    };
    const Precision precision = plan.choices.precision;
    add("cluster.device",
        {HW_TR("core", "peak %1 TFLOPS in %2"),
         {amountText(productTflops(device, precision)), std::string(nameOf(precision))}},
        device.rates ? device.rates->source : device.source);
    if (precision != Precision::Fp32 && precision != Precision::Fp16Mixed && !device.bf16Tflops)
        add("recipe.precision", {HW_TR("core", "the device has no bf16: its fp16 rate counts")},
            {});
    if (precision == Precision::Fp8Mixed && !device.fp8Tflops)
        add("recipe.precision", {HW_TR("core", "the device has no fp8: its 16-bit rate counts")},
            {});
    add("cluster.device",
        {HW_TR("core", "memory bandwidth %1"), {rateText(device.bandwidthGbPerS.value_or(0))}},
        device.source);
    const auto addLink = [&](const char* key, const char* text, const Taken& taken) {
        if (!taken.written)
            add(key, {text, {rateText(taken.value)}}, taken.source);
    };
    if (plan.cluster.gpus > 1)
        addLink("cluster.links.intra", HW_TR("core", "link within a node %1 in each direction"),
                intraOf(plan));
    if (plan.cluster.gpus > plan.cluster.gpusPerNode)
        addLink("cluster.links.inter", HW_TR("core", "network of one GPU %1 in each direction"),
                interOf(plan));
    const bool offloads
        = plan.offloadsStates() || plan.offloadsParameters() || plan.offloadsActivations();
    if (offloads || traitsOf(plan.choices.optimizer).paged)
        addLink("cluster.links.pcie", HW_TR("core", "PCIe of one GPU %1 in each direction"),
                pcieOf(plan));
    if (offloads) {
        addLink("layout.offload_optimizer",
                HW_TR("core", "memory of the host %1 for each GPU, of which three quarters"),
                hostOf(plan));
    }
    if (plan.layout.offloadOptimizer == Offload::Nvme
        || plan.layout.offloadParameters == Offload::Nvme)
        add("layout.offload_optimizer",
            {HW_TR("core", "disks of a node read and write %1"), {rateText(diskGbPerS)}}, {});
    add("recipe.framework",
        programOf(plan) == Program::Tuned
            ? Text(HW_TR("core", "fused kernels, with communication beside computation"))
            : Text(HW_TR("core", "many small kernels, each launched by the program")),
        {});
    return list;
}

std::optional<double> pricePerGpuHour(const Resolved& plan)
{
    if (plan.cluster.pricePerHour)
        return plan.cluster.pricePerHour;
    if (!plan.device->rates)
        return std::nullopt;
    const DeviceRates& rates = *plan.device->rates;
    const auto& price = rates.onDemand ? rates.onDemand : rates.marketplace;
    return price ? std::optional(price->usdPerHour) : std::nullopt;
}

} // namespace highwater
