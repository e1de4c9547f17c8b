// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/deepspeed_settings.h"

#include <string>

namespace highwater {
namespace {

constexpr const char* disk = "/local_nvme";

Json offloadTo(Offload place)
{
    Json to = Json::object({{"device", nameOf(place)}});
    if (place == Offload::Nvme)
        to["nvme_path"] = disk;
    to["pin_memory"] = true;
    return to;
}

} // namespace

DeepSpeedOffload deepSpeedOffload(ConfigRun& run)
{
    const Layout& layout = run.layout();
    DeepSpeedOffload offload{layout.offloadOptimizer, layout.offloadParameters};
    if (offload.optimizer != Offload::None && layout.zero == 0) {
        run.note("layout.offload_optimizer", {HW_TR("core", "needs ZeRO-1 or more in DeepSpeed")});
        offload.optimizer = Offload::None;
    }
    // DeepSpeed, runtime/zero/offload_config.py: stages 1 and 2 offload to the host only.
    if (offload.optimizer == Offload::Nvme && layout.zero < 3) {
        run.note("layout.offload_optimizer",
                 {HW_TR("core", "to disk needs ZeRO-3 in DeepSpeed: it is in host memory here")});
        offload.optimizer = Offload::Cpu;
    }
    if (offload.parameters != Offload::None && layout.zero < 3) {
        run.note("layout.offload_parameters", {HW_TR("core", "needs ZeRO-3 in DeepSpeed")});
        offload.parameters = Offload::None;
    }
    return offload;
}

Json deepSpeedZero(ConfigRun& run)
{
    const Layout& layout = run.layout();
    Json zero = Json::object({{"stage", layout.zero}});
    if (layout.zero > 0 && layout.overlapComm)
        zero["overlap_comm"] = *layout.overlapComm;
    if (layout.zero > 0 && layout.reduceBucket)
        zero["reduce_bucket_size"] = *layout.reduceBucket;
    // The plan counts with the sizes that the Trainer fills in. Without these words DeepSpeed takes
    // its own.
    const bool trainers = layout.zero > 0 && runsTrainer(run.target);
    if (trainers && !layout.reduceBucket)
        zero["reduce_bucket_size"] = "auto";
    if (trainers && layout.zero == 3)
        for (const char* size :
             {"stage3_prefetch_bucket_size", "stage3_param_persistence_threshold"})
            zero[size] = "auto";
    const DeepSpeedOffload offload = deepSpeedOffload(run);
    if (offload.optimizer != Offload::None) {
        zero["offload_optimizer"] = offloadTo(offload.optimizer);
        // Twin-Flow: a part of the optimizer steps on the GPU (runtime/zero/offload_config.py).
        if (layout.offloadFraction < 1 && layout.zero == 3)
            zero["offload_optimizer"]["ratio"] = layout.offloadFraction;
        else
            run.cannotSay({"layout.offload_fraction"});
    }
    const HostStep way = run.resolved.hostStep();
    if (run.resolved.choosesHostStep() && way != layout.hostStep)
        run.note("layout.host_step", {HW_TR("core", "needs ZeRO-3 in DeepSpeed")});
    if (way == HostStep::Superoffload) {
        zero["offload_optimizer"]["super_offload"] = true;
        run.note("layout.host_step",
                 {HW_TR("core",
                        "SuperOffload steps after the backward pass where gradients are clipped: "
                        "they are not clipped here")});
    } else if (way != HostStep::After) {
        zero["zenflow"] = Json::object({{"topk_ratio", layout.zenflowShare},
                                        {"update_interval", run.microBatches},
                                        {"overlap_step", way == HostStep::ZenflowOverlap},
                                        {"offload", layout.zenflowOffload}});
    }
    if (offload.parameters != Offload::None)
        zero["offload_param"] = offloadTo(offload.parameters);
    // The size of a shard is a number of ranks of one stage, and the file has no stages.
    if (layout.replicate > 1 && layout.zero == 3 && layout.pipeline == 1)
        zero["mics_shard_size"] = run.shards;
    else if (layout.replicate > 1)
        run.cannotSay({"layout.replicate"});
    return zero;
}

bool clipsGradients(const ConfigRun& run)
{
    return run.resolved.hostStep() != HostStep::Superoffload;
}

void addDeepSpeedPrecision(ConfigRun& run, Json& root)
{
    switch (run.choices.precision) {
    case Precision::Bf16Mixed:
        root["bf16"] = Json::object({{"enabled", true}});
        break;
    case Precision::Fp8Mixed:
    case Precision::Fp8BlockMixed:
    case Precision::Mxfp8Mixed:
    case Precision::Nvfp4Mixed:
        run.cannotSay(KeyPath("recipe.precision"));
        root["bf16"] = Json::object({{"enabled", true}});
        break;
    case Precision::Fp16Mixed:
        root["fp16"] = Json::object({{"enabled", true}});
        break;
    case Precision::Bf16: {
        Json bf16 = Json::object({{"enabled", true}});
        // DeepSpeed, runtime/config.py: only with a stage of ZeRO.
        if (run.layout().zero == 0) {
            run.note("recipe.precision",
                     {HW_TR("core",
                            "bf16 without master weights needs ZeRO in DeepSpeed: they are "
                            "kept in fp32 here")});
        } else {
            bf16["bf16_master_weights_and_grads"] = true;
            bf16["bf16_optimizer_states"] = run.asked.moments != Moments::Fp32;
        }
        root["bf16"] = std::move(bf16);
        break;
    }
    case Precision::Fp16: {
        Json fp16 = Json::object({{"enabled", true}});
        // DeepSpeed, runtime/config.py and runtime/zero/stage_1_and_2.py: with a stage of ZeRO, and
        // DeepSpeedCPUAdam, which steps on the host.
        if (run.layout().zero == 0 || run.layout().offloadOptimizer == Offload::None)
            run.note("recipe.precision",
                     {HW_TR("core",
                            "fp16 without 32-bit master weights needs ZeRO and an optimizer on the "
                            "host in DeepSpeed: they are kept in fp32 here")});
        else
            fp16["fp16_master_weights_and_grads"] = true;
        root["fp16"] = std::move(fp16);
        break;
    }
    case Precision::Fp32:
        break;
    }
}

} // namespace highwater
