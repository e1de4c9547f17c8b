// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/deepspeed.h"

#include "core/methods/lines.h"
#include "core/plan/numbers.h"
#include "core/time/real.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace highwater {
namespace {

constexpr const char* source = "DeepSpeed, deepspeed/runtime/zero at edaa7221";

std::int64_t allGpus(const DeepSpeedSetup& setup)
{
    return setup.gpusPerNode * setup.nodes;
}

/// Python's int(bytes * P / N).
Bytes bytesPerGpu(std::int64_t bytes, const DeepSpeedSetup& setup)
{
    return truncated(real(bytes) * real(setup.parameters) / real(allGpus(setup)));
}

std::string row(const DeepSpeedNeeds& needs, const char* options)
{
    std::array<char, 160> text{};
    std::snprintf(text.data(), text.size(), " %7.2fGB | %6.2fGB | %s\n",
                  real(needs.cpu) / real(gib), real(needs.gpu) / real(gib), options);
    return text.data();
}

std::string millions(std::int64_t count)
{
    return std::to_string(truncated(real(count) / 1e6)) + "M";
}

} // namespace

DeepSpeedNeeds deepSpeedZero2(const DeepSpeedSetup& setup, bool offload)
{
    const std::int64_t p = setup.parameters;
    if (offload) // the code multiplies by the GPUs of all nodes, not of one
        return {2 * p,
                truncated(real(p) * real(std::max<std::int64_t>(4 * allGpus(setup), 16))
                          * setup.bufferFactor)};
    return {2 * p + bytesPerGpu(18, setup),
            truncated(real(p) * real(4 * setup.gpusPerNode) * setup.bufferFactor)};
}

DeepSpeedNeeds deepSpeedZero3(const DeepSpeedSetup& setup, bool offloadOptimizer,
                              bool offloadParameters, bool zeroInit)
{
    const double nodeShare = 1.0 / real(setup.nodes);
    const Bytes layer = 4 * setup.largestLayer;
    const std::int64_t p = setup.parameters;
    if (!offloadOptimizer) {
        const std::int64_t held = zeroInit ? setup.largestLayer : p;
        return {layer + bytesPerGpu(18, setup),
                truncated(real(held) * real(4 * setup.gpusPerNode) * setup.bufferFactor)};
    }
    const std::int64_t bytes = offloadParameters ? 18 : 16;
    const double initial = real(4 * setup.gpusPerNode);
    const double cpu = zeroInit
        ? real(p) * real(bytes) * nodeShare * setup.bufferFactor
        : real(p) * std::max(initial, real(bytes) * nodeShare) * setup.bufferFactor;
    return {offloadParameters ? layer : layer + bytesPerGpu(2, setup), truncated(cpu)};
}

std::string deepSpeedTable(const DeepSpeedSetup& setup, std::int64_t stage)
{
    const auto plural = [](std::int64_t count, const char* noun) {
        return std::to_string(count) + " " + noun + (count > 1 ? "s" : "");
    };
    std::string table = "Estimated memory needed for params, optim states and gradients for a:\n"
                        "HW: Setup with "
        + plural(setup.nodes, "node") + ", " + plural(setup.gpusPerNode, "GPU") + " per node.\n"
        + "SW: Model with " + millions(setup.parameters) + " total params";
    if (stage == 3)
        table += ", " + millions(setup.largestLayer) + " largest layer params";
    table += ".\n  per CPU  |  per GPU |   Options\n";
    if (stage == 2) {
        table += row(deepSpeedZero2(setup, true), "offload_optimizer=cpu ");
        table += row(deepSpeedZero2(setup, false), "offload_optimizer=none");
        return table;
    }
    struct Case
    {
        bool optimizer, parameters, zeroInit;
        const char* options;
    };
    constexpr std::array cases{
        Case{true, true, true, "offload_param=cpu , offload_optimizer=cpu , zero_init=1"},
        Case{true, true, false, "offload_param=cpu , offload_optimizer=cpu , zero_init=0"},
        Case{true, false, true, "offload_param=none, offload_optimizer=cpu , zero_init=1"},
        Case{true, false, false, "offload_param=none, offload_optimizer=cpu , zero_init=0"},
        Case{false, false, true, "offload_param=none, offload_optimizer=none, zero_init=1"},
        Case{false, false, false, "offload_param=none, offload_optimizer=none, zero_init=0"},
    };
    for (const Case& at : cases)
        table += row(deepSpeedZero3(setup, at.optimizer, at.parameters, at.zeroInit), at.options);
    return table;
}

Result<Answer> deepSpeedAnswer(const Resolved& plan)
{
    const std::int64_t stage = plan.layout.zero;
    if (stage < 2)
        return Problem{"layout.zero",
                       std::to_string(stage),
                       {HW_TR("core",
                              "must be 2 or 3: DeepSpeed has no estimator for the "
                              "stages below")}};
    const std::int64_t perNode = std::min(plan.cluster.gpusPerNode, plan.cluster.gpus);
    DeepSpeedSetup setup;
    setup.parameters = plan.counts.total;
    setup.largestLayer = plan.counts.largest;
    setup.gpusPerNode = perNode;
    setup.nodes = shareOf(plan.cluster.gpus, perNode);

    const bool optimizer = plan.layout.offloadOptimizer != Offload::None;
    const bool parameters = optimizer && plan.layout.offloadParameters != Offload::None;
    const DeepSpeedNeeds needs = stage == 2 ? deepSpeedZero2(setup, optimizer)
                                            : deepSpeedZero3(setup, optimizer, parameters, true);

    Answer answer;
    Bytes left = needs.gpu;
    const auto add
        = [&](Group group, const char* id, Text label, const char* formula, Bytes bytes) {
              if (bytes > 0)
                  addLine(answer, groupLine(group, id, std::move(label), formula, bytes, source));
              left -= bytes;
          };
    if (stage == 3)
        add(Group::Temporary, "largest_layer", {HW_TR("core", "Largest layer, whole")}, "4·P_max",
            4 * setup.largestLayer);
    if (stage == 2)
        add(Group::Parameters, "parameters", {HW_TR("core", "16-bit parameters")}, "2·P",
            2 * setup.parameters);
    else if (!parameters)
        add(Group::Parameters, "parameters", {HW_TR("core", "16-bit parameters")}, "2·P/N",
            bytesPerGpu(2, setup));
    if (!optimizer) {
        add(Group::Gradients, "gradients", {HW_TR("core", "Gradients in 16 and 32 bits")}, "6·P/N",
            bytesPerGpu(6, setup));
        add(Group::Optimizer, "optimizer", {HW_TR("core", "32-bit parameters and Adam's moments")},
            stage == 2 ? "12·P/N, as the rest of int(18·P/N)" : "the rest of int(18·P/N)", left);
    }
    sumUp(answer);
    answer.hostPerNode = needs.cpu;
    answer.ownTable = deepSpeedTable(setup, stage);
    if (plan.layout.offloadParameters != Offload::None && !(parameters && stage == 3))
        answer.warnings.push_back(
            {"layout.offload_parameters",
             {HW_TR("core",
                    "DeepSpeed's estimator offloads parameters only at ZeRO-3 and together "
                    "with the optimizer")}});
    if (plan.cluster.gpus % perNode != 0)
        answer.warnings.push_back(
            {"cluster.gpus",
             {HW_TR("core", "DeepSpeed counts whole nodes: %1 × %2 {GPU|GPUs}"),
              {grouped(setup.nodes), grouped(perNode)}}});
    return answer;
}

} // namespace highwater
