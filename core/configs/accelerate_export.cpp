// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/deepspeed_settings.h"
#include "core/configs/exporters.h"
#include "core/ledger/framework.h"
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/narrow_format.h"
#include "core/plan/numbers.h"

namespace highwater {
namespace {

bool splitsModel(const ConfigRun& run)
{
    return run.layout().tensor > 1 || run.layout().context > 1;
}

std::string mixedPrecision(ConfigRun& run)
{
    switch (run.choices.precision) {
    case Precision::Bf16Mixed:
        return "bf16";
    case Precision::Fp16Mixed:
        return "fp16";
    case Precision::Fp8BlockMixed:
    case Precision::Mxfp8Mixed:
    case Precision::Nvfp4Mixed:
        run.cannotSay(KeyPath("recipe.precision"));
        [[fallthrough]];
    case Precision::Fp8Mixed:
        return "fp8";
    case Precision::Bf16:
    case Precision::Fp16:
        run.note("recipe.precision",
                 {HW_TR("core", "the training script loads the model in %1; nothing is cast here"),
                  {run.choices.precision == Precision::Fp16 ? "float16" : "bfloat16"}});
        return "no";
    case Precision::Fp32:
        break;
    }
    return "no";
}

/// Notes that the file does not express recomputation.
void noteRecompute(ConfigRun& run)
{
    if (run.choices.recompute == Recompute::Full) {
        run.note("recipe.recompute",
                 {HW_TR("core", "is set in the training script: %1"), {"gradient_checkpointing"}});
        run.cannotSay({"recipe.reentrant"});
    } else {
        run.cannotSay({"recipe.recompute"});
    }
}

void noteOffload(ConfigRun& run)
{
    run.cannotSay({"layout.offload_optimizer", "layout.offload_parameters"});
}

void addAccelerateDeepSpeed(ConfigRun& run, Json& root)
{
    const Layout& layout = run.layout();
    root["distributed_type"] = "DEEPSPEED";
    Json settings = Json::object(
        {{"gradient_accumulation_steps", run.microBatches}, {"gradient_clipping", 1.0}});
    const DeepSpeedOffload offload = deepSpeedOffload(run);
    settings["offload_optimizer_device"] = nameOf(offload.optimizer);
    settings["offload_param_device"] = nameOf(offload.parameters);
    if (offload.optimizer == Offload::Nvme)
        settings["offload_optimizer_nvme_path"] = "/local_nvme";
    if (offload.parameters == Offload::Nvme)
        settings["offload_param_nvme_path"] = "/local_nvme";
    settings["zero3_init_flag"] = layout.zero == 3;
    settings["zero_stage"] = layout.zero;
    root["deepspeed_config"] = std::move(settings);
    run.cannotSay({"layout.replicate"});
    const std::int64_t held = run.resolved.reduceBucket();
    const std::int64_t own = frameworks::deepSpeed.bucketElements;
    if (held != 0 && held != own)
        run.note(
            "layout.reduce_bucket",
            {HW_TR("core", "accelerate leaves DeepSpeed its own, of %1 values"), {grouped(own)}});
    noteRecompute(run);
}

/// The ranks over which FSDP replicates and shards. accelerate refuses replicas together with
/// tensor or context ranks where nothing is sharded.
struct FsdpRanks
{
    std::int64_t replicate = 1, shard = 1;
};

FsdpRanks fsdpRanks(ConfigRun& run)
{
    const Layout& layout = run.layout();
    const std::int64_t ranks = run.dataParallel;
    if (layout.zero == 0 || layout.replicate == 1 || ranks % layout.replicate != 0) {
        if (layout.zero > 0 && layout.replicate > 1)
            run.cannotSay(KeyPath("layout.replicate"));
        return {1, ranks};
    }
    const FsdpRanks found{layout.replicate, ranks / layout.replicate};
    if (found.shard > 1 || !splitsModel(run))
        return found;
    run.note("layout.replicate",
             {HW_TR("core",
                    "accelerate has no replicas together with tensor or context ranks where "
                    "nothing is sharded: the file shares the states out")});
    return {1, ranks};
}

void addAccelerateFsdp(ConfigRun& run, Json& root)
{
    const Layout& layout = run.layout();
    root["distributed_type"] = "FSDP";
    if (layout.zero < 2 && run.engine == Engine::Fsdp2)
        run.note("layout.zero",
                 {HW_TR("core",
                        "%1 splits a model by tensor or context ranks under FSDP alone: "
                        "ZeRO-2 here"),
                  {programName(run.target)}});
    const bool first = run.engine == Engine::Fsdp1;
    Json settings = Json::object({{"fsdp_version", first ? 1 : 2}});
    if (first) {
        settings["fsdp_sharding_strategy"] = layout.zero == 3 ? "FULL_SHARD"
            : layout.zero == 2                                ? "SHARD_GRAD_OP"
                                                              : "NO_SHARD";
        settings["fsdp_use_orig_params"] = run.choices.originalParameters;
        settings["fsdp_backward_prefetch"]
            = run.choices.backwardPrefetch ? "BACKWARD_PRE" : "NO_PREFETCH";
    } else {
        settings["fsdp_reshard_after_forward"] = layout.zero == 3;
    }
    settings["fsdp_auto_wrap_policy"] = "TRANSFORMER_BASED_WRAP";
    const Recipe& recipe = run.plan.recipe;
    if (recipe.efficientLoading)
        settings["fsdp_cpu_ram_efficient_loading"] = *recipe.efficientLoading;
    if (recipe.savedState == SavedState::Host)
        settings["fsdp_state_dict_type"] = "FULL_STATE_DICT";
    else
        run.cannotSay({"recipe.saved_state"});
    // FSDP's own checkpoints are not reentrant.
    const bool checkpoints = run.choices.recompute == Recompute::Full && !run.choices.reentrant;
    settings["fsdp_activation_checkpointing"] = checkpoints;
    if (!checkpoints && run.choices.recompute != Recompute::None)
        noteRecompute(run);
    const bool all = layout.offloadOptimizer == Offload::Cpu
        && layout.offloadParameters == Offload::Cpu && layout.zero >= 2;
    settings["fsdp_offload_params"] = all;
    if (!all)
        noteOffload(run);
    root["fsdp_config"] = std::move(settings);
    const FsdpRanks ranks = fsdpRanks(run);
    if (ranks.replicate > 1 || splitsModel(run))
        root["parallelism_config"]
            = Json::object({{"parallelism_config_dp_replicate_size", ranks.replicate},
                            {"parallelism_config_dp_shard_size", ranks.shard},
                            {"parallelism_config_tp_size", layout.tensor},
                            {"parallelism_config_cp_size", layout.context}});
    if (layout.tensor > 1 && run.choices.sequenceParallel)
        run.cannotSay(KeyPath("layout.sequence_parallel"));
}

void addMachines(const ConfigRun& run, Json& root)
{
    root["num_machines"] = run.nodes;
    root["num_processes"] = run.ranks;
    root["machine_rank"] = 0;
    if (run.nodes > 1) {
        root["main_process_ip"] = "HOST";
        root["main_process_port"] = 29500;
    }
    root["main_training_function"] = "main";
    root["use_cpu"] = false;
}

} // namespace

WrittenConfig writeAccelerate(ConfigRun& run)
{
    run.useDataRanksFor({.pipeline = true});
    Json root = Json::object({{"compute_environment", "LOCAL_MACHINE"}});
    switch (run.engine) {
    case Engine::Ddp:
        root["distributed_type"] = run.ranks > 1 ? "MULTI_GPU" : "NO";
        noteRecompute(run);
        noteOffload(run);
        break;
    case Engine::DeepSpeed:
        addAccelerateDeepSpeed(run, root);
        break;
    case Engine::Fsdp1:
    case Engine::Fsdp2:
        addAccelerateFsdp(run, root);
        break;
    }
    root["mixed_precision"] = mixedPrecision(run);
    addMachines(run, root);
    run.inScript("workload.context");
    run.inScript("workload.micro_batch");
    if (run.microBatches > 1 && run.engine != Engine::DeepSpeed)
        run.note("workload.global_batch",
                 {HW_TR("core", "is set in the training script: %1"),
                  {"gradient_accumulation_steps " + std::to_string(run.microBatches)}});
    run.lengthInScript();
    if (run.choices.optimizer != Optimizer::AdamW)
        run.inScript("recipe.optimizer");
    if (isSixteenBitsAlone(run.choices.precision))
        run.noteMomentsOf16();
    else
        run.cannotSay({"recipe.moments"});
    run.cannotSay({"recipe.gradients", "recipe.keep_gradients", "recipe.master_weights",
                   "recipe.attention", "recipe.kernels", "recipe.loss", "recipe.dropout",
                   "adapter.kind", "adapter.rank", "adapter.targets", "adapter.dropout",
                   "adapter.base", "adapter.upcast", "layout.expert", "layout.expert_tensor",
                   "layout.virtual_pipeline", "layout.stage_split", "layout.tp_inputs",
                   "layout.offload_activations"});
    std::string line = environment(run) + "accelerate launch --config_file " + run.file;
    if (run.nodes > 1)
        line += " --machine_rank RANK";
    const std::vector<std::string> launch{line + " train.py"};
    return {headOf(run, launch) + yamlOf(root), {}, launch, {}};
}

} // namespace highwater
