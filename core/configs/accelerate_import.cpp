// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/file_words.h"
#include "core/configs/readers.h"
#include "core/configs/setting_fields.h"
#include "core/configs/trainer_settings.h"
#include "core/configs/yaml_reader.h"
#include "core/json/json_reader.h"
#include "core/ledger/framework.h"
#include "core/ledger/narrow_format.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <array>

namespace highwater {

using bounded::times;

namespace {

constexpr std::int64_t mostProcesses = 1048576;

/// One of FSDP's sharding strategies.
struct Strategy
{
    std::string_view name;
    std::int64_t zero;
    bool inNode; ///< shards within a node, and keeps a copy in each
};

/// By name, or by number from 1 on.
const Strategy* strategyOf(const std::string& word)
{
    static constexpr std::array strategies{
        Strategy{"full_shard", 3, false},        Strategy{"shard_grad_op", 2, false},
        Strategy{"no_shard", 0, false},          Strategy{"hybrid_shard", 3, true},
        Strategy{"hybrid_shard_zero2", 2, true},
    };
    for (std::size_t i = 0; i < strategies.size(); ++i)
        if (word == strategies[i].name || word == std::to_string(i + 1))
            return &strategies[i];
    return nullptr;
}

void setStrategy(SettingLog& log, const std::string& word, const std::string& field)
{
    const Strategy* strategy = strategyOf(word);
    if (!strategy) {
        log.problems.push_back(
            {field, typed(word), {HW_TR("core", "is no sharding strategy of FSDP")}});
        return;
    }
    log.plan.layout.zero = strategy->zero;
    const Cluster& cluster = log.plan.cluster;
    if (strategy->inNode)
        log.plan.layout.replicate
            = std::max<std::int64_t>(1, cluster.gpus / std::min(cluster.gpus, cluster.gpusPerNode));
}

void readSharding(SettingFields& fsdp)
{
    SettingLog& log = fsdp.log();
    log.plan.layout.zero = 3;
    if (const auto word = fsdp.word("sharding_strategy"))
        setStrategy(log, *word, "fsdp_config.fsdp_sharding_strategy");
    const auto reshards = fsdp.word("reshard_after_forward");
    if (!reshards)
        return;
    if (*reshards == "true" || *reshards == "yes")
        log.plan.layout.zero = 3;
    else if (*reshards == "false" || *reshards == "no")
        log.plan.layout.zero = 2;
    else
        setStrategy(log, *reshards, "fsdp_config.fsdp_reshard_after_forward");
}

void readFsdpPlugin(SettingFields& root)
{
    SettingLog& log = root.log();
    Recipe& recipe = log.plan.recipe;
    // utils/dataclasses.py: FullyShardedDataParallelPlugin
    recipe.engine = Engine::Fsdp1;
    recipe.recompute = Recompute::None;
    const Json* given = root.take("fsdp_config");
    if (!given || !given->isObject()) {
        log.plan.layout.zero = 3;
        return;
    }
    const Json plain = withoutPrefix(*given, "fsdp_");
    SettingFields fsdp(plain, "fsdp_config", log);
    if (fsdp.whole("version", 1, 2) == 2)
        recipe.engine = Engine::Fsdp2;
    readSharding(fsdp);
    readFsdp1Settings(fsdp);
    // Each layer is counted as a unit.
    if (const auto policy = fsdp.word("auto_wrap_policy");
        policy && *policy != "transformer_based_wrap")
        log.leave("fsdp_config.fsdp_auto_wrap_policy");
    if (fsdp.flagOr("offload_params", false))
        log.plan.layout.offloadOptimizer = log.plan.layout.offloadParameters = Offload::Cpu;
    if (fsdp.flagOr("activation_checkpointing", false))
        setFsdpCheckpoints(recipe);
    readFsdpWholeWeights(fsdp);
    fsdp.ignore({"forward_prefetch", "transformer_layer_cls_to_wrap", "sync_module_states",
                 "min_num_params"});
    fsdp.listRest();
}

void readParallelism(SettingFields& root)
{
    SettingLog& log = root.log();
    const Json* given = root.take("parallelism_config");
    if (!given || !given->isObject())
        return;
    const Json plain = withoutPrefix(*given, "parallelism_config_");
    SettingFields sizes(plain, "parallelism_config", log);
    Layout& layout = log.plan.layout;
    const auto size = [&sizes](std::string_view name) {
        return sizes.whole(name, 1, mostProcesses).value_or(1);
    };
    layout.replicate = size("dp_replicate_size");
    layout.tensor = size("tp_size");
    const std::int64_t rings = size("cp_size"), ulysses = size("sp_size");
    layout.context = std::max(rings, ulysses);
    if (layout.tensor > 1)
        layout.sequenceParallel = false;
    const std::int64_t shards = size("dp_shard_size");
    const std::int64_t ranks = times(times(layout.replicate, shards), modelRanks(layout));
    if (ranks != log.plan.cluster.gpus)
        log.set("cluster.gpus", ranks, "parallelism_config");
    sizes.ignore({"cp_backend", "sp_backend", "sp_seq_length", "sp_seq_length_is_variable",
                  "sp_attn_implementation", "cp_comm_strategy"});
    sizes.listRest();
}

Offload deviceOf(SettingFields& settings, const char* field)
{
    const std::string word = settings.word(field).value_or("none");
    if (const auto found = fromName<Offload>(word))
        return *found;
    if (word != "no")
        settings.log().problems.push_back(
            {settings.nameOf(field),
             typed(word),
             {HW_TR("core", "must be one of %1"), {joined(namesOf<Offload>())}}});
    return Offload::None;
}

void readDeepSpeedPart(SettingFields& settings, Layout& layout, StatedBatch& batch)
{
    layout.zero = settings.whole("zero_stage", 0, 3).value_or(layout.zero);
    batch.accumulation = settings.whole("gradient_accumulation_steps", 1, 1048576);
    layout.offloadOptimizer = deviceOf(settings, "offload_optimizer_device");
    layout.offloadParameters = deviceOf(settings, "offload_param_device");
    if (settings.has("deepspeed_config_file")) {
        settings.ignore({"deepspeed_config_file"});
        settings.log().note(settings.nameOf("deepspeed_config_file"),
                            {HW_TR("core", "is another file: import it as well")});
    }
    settings.ignore({"gradient_clipping", "zero3_init_flag", "zero3_save_16bit_model",
                     "offload_optimizer_nvme_path", "offload_param_nvme_path", "deepspeed_hostfile",
                     "deepspeed_multinode_launcher", "deepspeed_exclusion_filter",
                     "deepspeed_inclusion_filter"});
    settings.listRest();
}

void readDeepSpeedPlugin(SettingFields& root, StatedBatch& batch)
{
    Layout& layout = root.log().plan.layout;
    layout.zero = 2; // utils/dataclasses.py: DeepSpeedPlugin
    if (auto settings = root.part("deepspeed_config"))
        readDeepSpeedPart(*settings, layout, batch);
    // The settings that accelerate makes leave DeepSpeed's sizes as they are.
    if (layout.zero > 0)
        layout.reduceBucket = profileOf(Framework::DeepSpeed).bucketElements;
}

void readMixedPrecision(SettingFields& root, const Plan& base)
{
    SettingLog& log = root.log();
    const std::string word = root.word("mixed_precision").value_or("no");
    Recipe& recipe = log.plan.recipe;
    for (const KeyPath key :
         {KeyPath("recipe.gradients"), KeyPath("recipe.master_weights"), KeyPath("recipe.moments")})
        log.open(key);
    if (word == "bf16")
        recipe.precision = Precision::Bf16Mixed;
    else if (word == "fp16")
        recipe.precision = Precision::Fp16Mixed;
    else if (word == "fp8")
        recipe.precision = Precision::Fp8Mixed;
    else if (word != "no")
        log.problems.push_back({root.nameOf("mixed_precision"),
                                typed(word),
                                {HW_TR("core", "must be one of %1"), {"no, fp16, bf16, fp8"}}});
    else if (!isSixteenBitsAlone(base.recipe.precision.value_or(Precision::Fp32))) {
        recipe.precision = Precision::Fp32;
        log.note("mixed_precision",
                 {HW_TR("core", "is no: fp32, unless the script loads the model in 16 bits")});
    }
}

void readMachines(SettingFields& root)
{
    SettingLog& log = root.log();
    const auto processes = root.whole("num_processes", 1, mostProcesses);
    const auto machines = root.whole("num_machines", 1, mostProcesses);
    if (!processes)
        return;
    log.set("cluster.gpus", *processes, "num_processes");
    if (machines && *machines > 1 && *processes % *machines == 0 && *processes / *machines <= 1024)
        log.set("cluster.gpus_per_node", *processes / *machines, "num_machines");
}

} // namespace

bool isAccelerate(const ImportFile& file)
{
    return statesAny(file, {"compute_environment", "distributed_type"});
}

Result<Imported> readAccelerate(const ImportFile& file, const Plan& base, const Catalog&)
{
    const bool isJson = withoutBlanks(file.text).starts_with('{');
    const auto read = objectIn(isJson ? readPythonJson(file.text) : readYaml(file.text));
    if (!read)
        return read.problems();
    SettingLog log(base);
    log.plan.layout = {};
    SettingFields root(*read, {}, log);
    log.plan.recipe.framework = Framework::HuggingFace;
    for (const KeyPath key :
         {KeyPath("recipe.engine"), KeyPath("recipe.reentrant"),
          KeyPath("recipe.checkpoint_outside"), KeyPath("recipe.use_orig_params")})
        log.open(key);
    readMachines(root);
    const std::string type = root.word("distributed_type").value_or("no");
    StatedBatch batch;
    if (type == "fsdp") {
        readFsdpPlugin(root);
        readParallelism(root);
    } else if (type == "deepspeed") {
        readDeepSpeedPlugin(root, batch);
    } else if (type != "multi_gpu" && type != "no") {
        log.note("distributed_type", {HW_TR("core", "is not read: %1"), {typed(type)}});
    }
    readMixedPrecision(root, base);
    if (const auto steps = root.whole("gradient_accumulation_steps", 1, 1048576))
        batch.accumulation = *steps;
    const std::int64_t ranks = log.plan.cluster.gpus / modelRanks(log.plan.layout);
    setBatch(log, batch, ranks, "gradient_accumulation_steps");
    root.ignore({"compute_environment", "machine_rank", "main_process_ip", "main_process_port",
                 "main_training_function", "use_cpu", "debug", "rdzv_backend", "same_network",
                 "downcast_bf16", "enable_cpu_affinity", "gpu_ids", "tpu_env", "tpu_use_cluster",
                 "tpu_use_sudo", "fp8_config"});
    root.listRest();
    return std::move(log).imported(ImportKind::Accelerate);
}

} // namespace highwater
