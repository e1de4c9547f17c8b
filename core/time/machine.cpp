// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time/machine.h"

#include "core/job/roles.h"
#include "core/ledger/framework.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/optimizer.h"
#include "core/ledger/serving.h"
#include "core/plan/numbers.h"
#include "core/time/amount_text.h"
#include "core/time/real.h"
#include "core/words/key_words.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// The share of a host memory's peak that copies reach: assumed, without a source. To replace it,
/// divide what STREAM's copy reaches on a host by the peak of its memory. The sentence on the host
/// in machineAssumptions() names the share too.
constexpr double hostShare = 0.75;

/// A number and its origin.
struct Taken
{
    double value = 0;
    std::string source;
    bool written = false; ///< in the plan
};

/// The rate that the plan states, else the catalogue's.
std::optional<Taken> knownRate(const Resolved& plan, const std::optional<double>& stated,
                               DeviceFigure DeviceRates::*figure)
{
    if (stated)
        return Taken{*stated, {}, true};
    if (!plan.device->rates)
        return std::nullopt;
    const DeviceFigure& known = *plan.device->rates.*figure;
    if (!known.value)
        return std::nullopt;
    return Taken{*known.value,
                 known.source + " (" + std::string(nameOf(known.confidence)) + " confidence)"};
}

/// The peak of 16-bit products, in TFLOPS. A card without bf16 computes in fp16.
double sixteenBits(const Device& device, Precision precision)
{
    const auto half = device.rates ? device.rates->fp16Tflops : std::nullopt;
    const auto first = computesInFp16(precision) ? half : device.bf16Tflops;
    return first ? *first : device.bf16Tflops ? *device.bf16Tflops : half.value_or(0);
}

double productTflops(const Device& device, Precision precision)
{
    if (precision == Precision::Fp32)
        return device.rates ? device.rates->fp32Tflops.value_or(0) : 0;
    if (precision == Precision::Nvfp4Mixed && device.fp4Tflops)
        return *device.fp4Tflops;
    if (narrowsProducts(precision) && device.fp8Tflops)
        return *device.fp8Tflops;
    return sixteenBits(device, precision);
}

Taken peakOf(const Resolved& plan)
{
    if (plan.cluster.peakTflops)
        return {*plan.cluster.peakTflops, {}, true};
    const Device& device = *plan.device;
    return {productTflops(device, plan.choices.precision),
            device.rates ? device.rates->source : device.source};
}

/// The peak of attention's products, in TFLOPS: recipes of 8 and 4 bits compute them in 16 bits, at
/// half or a quarter of their rate where the plan states that one.
double scoresTflops(const Resolved& plan)
{
    const Precision precision = plan.choices.precision;
    const double peak = peakOf(plan).value;
    if (precision == Precision::Fp32)
        return peak;
    if (!plan.cluster.peakTflops)
        return sixteenBits(*plan.device, precision);
    return precision == Precision::Nvfp4Mixed ? peak / 4
        : narrowsProducts(precision)          ? peak / 2
                                              : peak;
}

Taken memoryOf(const Resolved& plan)
{
    if (plan.cluster.memoryBandwidth)
        return {*plan.cluster.memoryBandwidth, {}, true};
    return {plan.device->bandwidthGbPerS.value_or(0), plan.device->source};
}

Taken pcieOf(const Resolved& plan)
{
    if (auto rate = knownRate(plan, plan.cluster.linkPcie, &DeviceRates::pcieGbPerS))
        return *std::move(rate);
    // PCIe 3 x16 carries 15.75 GB/s in each direction; each generation doubles it.
    constexpr double third = 15.75;
    const std::int64_t generation
        = std::clamp<std::int64_t>(plan.device->pcieGeneration.value_or(4), 3, 6);
    return {third * real(std::int64_t{1} << (generation - 3)),
            "PCIe " + std::to_string(generation) + " x16"};
}

Taken intraOf(const Resolved& plan)
{
    if (auto rate = knownRate(plan, plan.cluster.linkIntra, &DeviceRates::intraGbPerS))
        return *std::move(rate);
    const Device& device = *plan.device;
    if (device.interconnectGbPerS) // both directions together
        return {*device.interconnectGbPerS / 2, device.interconnect};
    return pcieOf(plan);
}

Taken interOf(const Resolved& plan)
{
    if (auto rate = knownRate(plan, plan.cluster.linkInter, &DeviceRates::interGbPerS))
        return *std::move(rate);
    return {12.5, "100 Gb/s a GPU (low confidence)"};
}

Taken hostOf(const Resolved& plan)
{
    auto rate = knownRate(plan, plan.cluster.linkHost, &DeviceRates::hostGbPerS);
    if (!rate) {
        constexpr double perNode = 200;
        return {perNode / real(plan.cluster.gpusPerNode), "200 GB/s a node (low confidence)"};
    }
    if (!rate->written) // the catalogue's rate is that of the whole host
        rate->value /= real(plan.device->rates->hostGpus);
    return *std::move(rate);
}

Taken diskOf(const Resolved& plan)
{
    if (plan.cluster.linkDisk)
        return {*plan.cluster.linkDisk, {}, true};
    constexpr double perNode = 6;
    return {perNode / real(plan.cluster.gpusPerNode), "6 GB/s a node (low confidence)"};
}

/// A rate and the key that states it.
struct RatedKey
{
    KeyPath key;
    Taken (*taken)(const Resolved&);
    double Machine::*rate;
    double unit; ///< the key's unit in the machine's
};

constexpr std::array<RatedKey, 7> ratedKeys{{
    {"cluster.peak_tflops", peakOf, &Machine::products, si::tera},
    {"cluster.memory_bandwidth", memoryOf, &Machine::memory, si::giga},
    {"cluster.links.intra", intraOf, &Machine::intra, si::giga},
    {"cluster.links.inter", interOf, &Machine::inter, si::giga},
    {"cluster.links.pcie", pcieOf, &Machine::pcie, si::giga},
    {"cluster.links.host", hostOf, &Machine::host, si::giga* hostShare},
    {"cluster.links.disk", diskOf, &Machine::disk, si::giga},
}};

/// GPUs that the fast links join: nodes share one domain where links join more than a host has.
std::int64_t domainOf(const Resolved& plan)
{
    const auto& rates = plan.device->rates;
    const std::int64_t node = plan.cluster.gpusPerNode;
    return rates && rates->intraGpus > rates->hostGpus ? std::max(node, rates->intraGpus) : node;
}

std::string rateText(double value)
{
    return amountText(value) + " GB/s";
}

/// While an engine generates, its job's other roles may wait on the host; while they train, the
/// engine may.
bool crossesPcie(const Resolved& plan)
{
    const bool generates = roleOf(plan, RoleId::Rollout) != nullptr;
    const auto waits = [generates](const JobRole& role) {
        return crossesPcie(role.plan)
            || (generates && role.place == RolePlace::Shared
                && (role.sleep == SleepLevel::One || role.offloadsParameters
                    || role.offloadsGradients || role.offloadsOptimizer));
    };
    return plan.offloadsStates() || plan.offloadsActivations()
        || plan.layout.offloadParameters == Offload::Cpu || traitsOf(plan.choices.optimizer).paged
        || std::ranges::any_of(plan.roles, waits);
}

/// The kind of program that the plan's framework and kernels make.
Program programOf(const Resolved& plan)
{
    // Fused kernels of norms and losses do not make a tuned program: the layers of torchtitan are
    // written out operator by operator (arXiv 2410.06511, table 1: an 8B model at
    // 6,667 tokens a second and H100, compiled, while Megatron's pace would give 11,000).
    if (plan.choices.kernels == Kernels::Fused && plan.profile->isTuned)
        return Program::Tuned;
    return plan.profile->runsTrainer ? Program::Trainer : Program::ManyKernels;
}

constexpr EnumTable<Program, const char*>
    programWords({HW_TR("core", "fused kernels, with communication during computation"),
                  HW_TR("core", "layers of PyTorch's operators, with flash attention"),
                  HW_TR("core", "many small kernels, each launched by the program")});

} // namespace

bool usesRate(const Resolved& plan, KeyPath key)
{
    // In a server, only tensor ranks send data to one another.
    const std::int64_t gpus = plan.serves() ? plan.layout.tensor : plan.cluster.gpus;
    const std::int64_t domain = domainOf(plan);
    if (key == "cluster.links.intra")
        return std::min(gpus, domain) > 1;
    if (key == "cluster.links.inter")
        return gpus > domain;
    if (key == "cluster.links.pcie")
        return crossesPcie(plan) || readsWeightsOfHost(plan);
    if (key == "cluster.links.host")
        return plan.offloadsStates() || readsWeightsOfHost(plan);
    return key != "cluster.links.disk" || plan.layout.usesDisk();
}

bool computesEightBits(const Resolved& plan, const Machine& machine)
{
    return narrowsProducts(plan.choices.precision) && machine.products > machine.scores;
}

KernelShares attentionRates(const Machine& machine)
{
    const double peak = machine.scores * machine.reached;
    if (!machine.attention) {
        const double rate = peak * machine.pace[Speed::ScoresShare];
        return {rate, rate};
    }
    const double of = peak * machine.pace[Speed::KernelShare];
    return {of * machine.attention->forward, of * machine.attention->backward};
}

double eightBitShare(const Resolved& plan, const Machine& machine)
{
    return computesEightBits(plan, machine) ? machine.pace[Speed::EightBits] : 1;
}

Result<Machine> machineOf(const Resolved& plan)
{
    const Device& device = *plan.device;
    Machine machine;
    Problems problems;
    for (const RatedKey& each : ratedKeys) {
        const Taken taken = each.taken(plan);
        machine.*each.rate = each.unit * taken.value;
        if (machine.*each.rate > 0 || !usesRate(plan, each.key))
            continue;
        if (!taken.written)
            return Problem{"cluster.device",
                           device.id,
                           {HW_TR("core",
                                  "has no time: the catalogue does not know its speed in this "
                                  "precision; set %1 and %2"),
                            {"cluster.peak_tflops", "cluster.memory_bandwidth"}}};
        problems.push_back(Problem{
            each.key, shortest(taken.value), {HW_TR("core", "must be above 0 for a time")}});
    }
    if (!problems.empty())
        return problems;
    machine.scores = si::tera * scoresTflops(plan);
    if (device.rates && device.rates->reachedShare && device.rates->reachedShare->value)
        machine.reached = *device.rates->reachedShare->value / reachedByHopper;
    if (const auto figure = attentionFigureOf(plan))
        machine.attention = figure->shares;
    machine.domain = domainOf(plan);
    machine.program = programOf(plan);
    machine.pace = paceOf(machine.program);
    return machine;
}

std::vector<Assumption> machineAssumptions(const Resolved& plan)
{
    const Device& device = *plan.device;
    std::vector<Assumption> list;
    const auto add = [&](KeyPath key, Text text, std::string source) {
        list.push_back({key, std::move(text), std::move(source)});
    };
    const auto addRate = [&](KeyPath key, const char* text, const Taken& taken) {
        if (!taken.written && usesRate(plan, key))
            add(key, {text, {rateText(taken.value)}}, taken.source);
    };
    const Precision precision = plan.choices.precision;
    if (const Taken peak = peakOf(plan); !peak.written) {
        add("cluster.peak_tflops",
            {HW_TR("core", "peak %1 TFLOPS in %2"),
             {amountText(peak.value), std::string(nameOf(precision))}},
            peak.source);
        if (precision != Precision::Fp32 && !computesInFp16(precision) && !device.bf16Tflops)
            add("recipe.precision", {HW_TR("core", "the device has no bf16: its fp16 rate counts")},
                {});
        if (narrowsProducts(precision) && !device.fp8Tflops)
            add("recipe.precision",
                {HW_TR("core", "the device has no fp8: its 16-bit rate counts")}, {});
        else if (precision == Precision::Nvfp4Mixed && !device.fp4Tflops)
            add("recipe.precision",
                {HW_TR("core", "no rate of this device in 4 bits is known: its fp8 rate counts")},
                {});
    }
    addRate("cluster.memory_bandwidth", HW_TR("core", "memory bandwidth %1"), memoryOf(plan));
    addRate("cluster.links.intra", HW_TR("core", "link within a node %1 in each direction"),
            intraOf(plan));
    addRate("cluster.links.inter", HW_TR("core", "network of one GPU %1 in each direction"),
            interOf(plan));
    addRate("cluster.links.pcie", HW_TR("core", "PCIe of one GPU %1 in each direction"),
            pcieOf(plan));
    addRate("cluster.links.host",
            HW_TR("core", "memory of the host %1 for each GPU, of which three quarters count"),
            hostOf(plan));
    addRate("cluster.links.disk", HW_TR("core", "disks read and write %1 for each GPU"),
            diskOf(plan));
    if (const auto figure = attentionFigureOf(plan)) {
        const KeyPath key = "recipe.attention_kernel";
        add(key,
            {HW_TR("core",
                   "attention by %1: on a card of this architecture (%2) a causal mask reached %3 "
                   "% of the peak forward and %4 % backward"),
             {wordLabelSource(key, nameOf(figure->kernel)), std::string(figure->card),
              fixed(100 * figure->ofPeak.forward, 0), fixed(100 * figure->ofPeak.backward, 0)}},
            std::string(figure->source));
    }
    add("recipe.framework", {programWords[programOf(plan)]}, {});
    return list;
}

std::optional<double> boardWatts(const Resolved& plan)
{
    if (plan.cluster.boardPower)
        return plan.cluster.boardPower;
    const auto& rates = plan.device->rates;
    return rates && rates->powerW ? rates->powerW->value : std::nullopt;
}

std::optional<double> takenRate(const Resolved& plan, KeyPath key)
{
    const auto found = std::ranges::find(ratedKeys, key, &RatedKey::key);
    if (found == ratedKeys.end())
        return key == "cluster.board_power" ? boardWatts(plan) : std::nullopt;
    const double value = found->taken(plan).value;
    return value > 0 ? std::optional(value) : std::nullopt;
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
