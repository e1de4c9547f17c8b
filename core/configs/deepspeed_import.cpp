// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/readers.h"
#include "core/configs/trainer_settings.h"
#include "core/json/json_reader.h"
#include "core/plan/bytes.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {

using bounded::times;

namespace {

constexpr std::int64_t mostBatch = 2147483648;

/// DeepSpeed reads Hjson: comments become blanks, so that every line and column stays the same.
std::string withoutComments(std::string_view text)
{
    std::string json(text);
    const auto blank = [&json](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < std::min(to, json.size()); ++i)
            if (json[i] != '\n')
                json[i] = ' ';
    };
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string_view rest = std::string_view(json).substr(i, 2);
        if (json[i] == '"') {
            for (++i; i < json.size() && json[i] != '"'; ++i)
                if (json[i] == '\\')
                    ++i;
        } else if (json[i] == '#' || rest == "//") {
            const std::size_t end = std::min(json.find('\n', i), json.size());
            blank(i, end);
            i = end;
        } else if (rest == "/*") {
            const std::size_t end = std::min(json.find("*/", i + 2), json.size() - 2) + 2;
            blank(i, end);
            i = end - 1;
        }
    }
    return json;
}

Offload offloadAt(SettingFields& zero, const char* part, const char* old, double* share = nullptr)
{
    if (auto to = zero.part(part)) {
        if (const auto ratio = share ? to->number("ratio") : std::nullopt)
            *share = std::clamp(*ratio, 0.0, 1.0);
        const std::string device = to->word("device").value_or("none");
        if (to->flagOr("super_offload", false))
            zero.log().plan.layout.hostStep = HostStep::Superoffload;
        to->ignore({"cpuadam_cores_perc"});
        to->ignore({"nvme_path", "pin_memory", "fast_init", "pipeline", "pipeline_read",
                    "pipeline_write"});
        to->listRest();
        if (const auto found = fromName<Offload>(device))
            return *found;
        to->log().problems.push_back(
            {to->nameOf("device"),
             typed(device),
             {HW_TR("core", "must be one of %1"), {joined(namesOf<Offload>())}}});
    }
    return zero.flagOr(old, false) ? Offload::Cpu : Offload::None;
}

/// SuperOffload steps after the backward pass, as other offloads do, where gradients are clipped
/// (superoffload/superoffload_stage3.py: partition_grads, _step_with_clipping).
void readClipping(SettingFields& root)
{
    SettingLog& log = root.log();
    const bool clips
        = root.has("gradient_clipping") && root.number("gradient_clipping").value_or(1) > 0;
    if (log.plan.layout.hostStep != HostStep::Superoffload || !clips)
        return;
    log.plan.layout.hostStep = HostStep::After;
    log.note("zero_optimization.offload_optimizer.super_offload",
             {HW_TR("core",
                    "clips gradients here, and so steps after the backward pass: counted as an "
                    "optimizer that is offloaded without it")});
}

/// The interval of ZenFlow's step on the host is the number of micro-batches that a step adds up
/// (zenflow/engine.py: configure_zenflow); null: DeepSpeed chooses it while it runs.
std::optional<std::int64_t> readZenFlow(SettingFields& root)
{
    const Json* zero = root.take("zero_optimization");
    const Json* given = zero ? zero->find("zenflow") : nullptr;
    if (!given || !given->isObject())
        return std::nullopt;
    SettingLog& log = root.log();
    SettingFields zen(*given, "zero_optimization.zenflow", log);
    Layout& layout = log.plan.layout;
    if (layout.hostStep == HostStep::Superoffload)
        log.note(zen.nameOf("overlap_step"),
                 {HW_TR("core", "excludes super_offload: counted as ZenFlow")});
    layout.hostStep
        = zen.flagOr("overlap_step", false) ? HostStep::ZenflowOverlap : HostStep::Zenflow;
    layout.zenflowShare
        = std::clamp(zen.number("topk_ratio").value_or(Layout{}.zenflowShare), 0.0, 1.0);
    layout.zenflowOffload = zen.flagOr("offload", false);
    if (layout.offloadOptimizer != Offload::Cpu)
        log.note(
            zen.nameOf("topk_ratio"),
            {HW_TR("core", "needs an optimizer in host memory: DeepSpeed ends with an error")});
    zen.ignore({"select_strategy", "select_interval", "auto_ratio", "full_warm_up_rounds",
                "pt_reserved_cores_perc"});
    const Json* interval = given->find("update_interval");
    zen.ignore({"update_interval"});
    zen.listRest();
    if (interval && interval->whole() && *interval->whole() >= 1 && *interval->whole() <= mostBatch)
        return *interval->whole();
    log.note(zen.nameOf("update_interval"),
             {HW_TR("core",
                    "is chosen by ZenFlow as it trains: counted with the accumulation steps of "
                    "the file")});
    return std::nullopt;
}

void readZero(SettingFields& root)
{
    Plan& plan = root.log().plan;
    auto zero = root.part("zero_optimization");
    if (!zero)
        return;
    if (const auto stage = zero->whole("stage", 0, 3))
        plan.layout.zero = *stage;
    plan.layout.reduceBucket = zero->whole(
        "reduce_bucket_size", 1, static_cast<std::int64_t>(keyOf("layout.reduce_bucket").most));
    plan.layout.offloadOptimizer
        = offloadAt(*zero, "offload_optimizer", "cpu_offload", &plan.layout.offloadFraction);
    plan.layout.offloadParameters = offloadAt(*zero, "offload_param", "cpu_offload_param");
    plan.layout.overlapComm = zero->flag("overlap_comm");
    zero->ignore({"contiguous_gradients", "reduce_scatter", "allgather_partitions",
                  "round_robin_gradients", "stage3_gather_16bit_weights_on_model_save",
                  "ignore_unused_parameters", "elastic_checkpoint", "load_from_fp32_weights",
                  "stage3_gather_fp16_weights_on_model_save", "mics_hierarchical_params_gather"});
}

/// Micro-batches and GPUs from the three sizes. DeepSpeed counts tensor ranks as data ranks. Its
/// engine checks them before ZenFlow's interval takes the place of the accumulation steps.
void readBatch(SettingFields& root, const StatedBatch& trainers,
               std::optional<std::int64_t> interval)
{
    SettingLog& log = root.log();
    StatedBatch batch;
    // Over ranks that the plan counts as stages of a pipeline it may be larger than a plan's.
    constexpr std::int64_t mostStated = 1'000'000'000'000'000;
    batch.global = root.whole("train_batch_size", 1, mostStated);
    batch.micro = root.whole("train_micro_batch_size_per_gpu", 1, 65536);
    batch.accumulation = root.whole("gradient_accumulation_steps", 1, mostBatch);
    if (!batch.micro)
        batch.micro = trainers.micro;
    if (!batch.accumulation)
        batch.accumulation = trainers.accumulation;
    // runtime/config.py: _set_batch_related_parameters
    if (batch.global && !batch.micro && !batch.accumulation)
        batch.accumulation = 1;
    const Layout& layout = log.plan.layout;
    if (batch.global && batch.micro && batch.accumulation) {
        const std::int64_t pass = times(*batch.micro, *batch.accumulation);
        const std::int64_t gpus = times(*batch.global / pass, layout.context);
        if (*batch.global % pass != 0)
            log.note("train_batch_size",
                     {HW_TR("core", "must be micro-batch · accumulation steps · ranks")});
        else if (gpus != log.plan.cluster.gpus && gpus >= modelRanks(layout)) {
            log.set("cluster.gpus", gpus, "train_batch_size");
            log.note("train_batch_size",
                     {HW_TR("core", "with the other batch sizes it makes %1 {GPU|GPUs}"),
                      {grouped(gpus)}});
        }
        batch.global.reset();
    }
    if (interval && batch.accumulation && *interval != *batch.accumulation)
        log.note("zero_optimization.zenflow.update_interval",
                 {HW_TR("core", "takes the place of %1 accumulation {step|steps}"),
                  {grouped(*batch.accumulation)}});
    if (interval) {
        batch.accumulation = interval;
        batch.global.reset();
    }
    if (layout.tensor > 1 && !batch.accumulation && batch.global)
        batch.global = std::max<std::int64_t>(1, *batch.global / layout.tensor);
    setBatch(log, batch, log.plan.cluster.gpus / modelRanks(layout), "train_batch_size");
}

void readRanks(SettingFields& root)
{
    SettingLog& log = root.log();
    Layout& layout = log.plan.layout;
    if (auto tensor = root.part("tensor_parallel")) {
        const std::int64_t size = tensor->whole("autotp_size", 0, mostRanks).value_or(0);
        layout.tensor = std::max<std::int64_t>(1, size);
        if (size > 1)
            layout.sequenceParallel = false;
        tensor->listRest();
    }
    if (const auto size = root.whole("sequence_parallel_size", 1, mostRanks))
        layout.context = *size;
    if (auto expert = root.part("expert_parallel")) {
        const bool enabled = expert->flagOr("enabled", true);
        const auto size = expert->whole("autoep_size", 1, mostRanks);
        if (enabled && size)
            layout.expert = *size;
        expert->ignore({"preset_model"});
        expert->listRest();
    }
    const std::int64_t ranks = modelRanks(layout);
    if (ranks > log.plan.cluster.gpus) {
        log.note(
            "tensor_parallel",
            {HW_TR("core",
                   "needs %1 {GPU|GPUs}, more than the open plan has: the plan has as many now"),
             {grouped(ranks)}});
        log.set("cluster.gpus", ranks, "tensor_parallel");
    }
}

/// Replicas of MiCS and of ZeRO++ from the number of ranks in a shard.
void readShards(SettingFields& root)
{
    SettingLog& log = root.log();
    const Json* zero = root.take("zero_optimization");
    if (!zero)
        return;
    SettingFields fields(*zero, "zero_optimization", log);
    const auto size = fields.whole("mics_shard_size", -1, mostRanks);
    if (!size || *size < 1)
        return;
    const Layout& layout = log.plan.layout;
    const std::int64_t ranks = times(log.plan.cluster.gpus / modelRanks(layout), layout.context);
    if (ranks % *size == 0)
        log.set("layout.replicate", ranks / *size, "zero_optimization.mics_shard_size");
    else
        log.note(
            "zero_optimization.mics_shard_size",
            {HW_TR("core", "must divide the ranks that share the states, %1"), {grouped(ranks)}});
}

void readPrecision(SettingFields& root)
{
    Recipe& recipe = root.log().plan.recipe;
    bool half = false, brain = false, unknown = false, pure = false, narrow = false;
    bool halfAlone = false;
    if (auto bf16 = root.has("bf16") ? root.part("bf16") : root.part("bfloat16")) {
        const auto enabled = bf16->flag("enabled");
        unknown = unknown || !enabled;
        brain = enabled.value_or(false);
        pure = bf16->flagOr("bf16_master_weights_and_grads", false);
        narrow = bf16->flagOr("bf16_optimizer_states", false);
        bf16->ignore({"check_grad_overflow"});
        bf16->listRest();
    }
    if (auto fp16 = root.part("fp16")) {
        const auto enabled = fp16->flag("enabled");
        unknown = unknown || !enabled;
        half = enabled.value_or(false);
        halfAlone = fp16->flagOr("fp16_master_weights_and_grads", false);
        fp16->ignore({"loss_scale", "initial_scale_power", "loss_scale_window", "hysteresis",
                      "min_loss_scale", "consecutive_hysteresis", "auto_cast"});
        fp16->listRest();
    }
    if (half && brain)
        root.log().problems.push_back({root.nameOf("fp16"), {}, {HW_TR("core", "excludes bf16")}});
    if (brain || half)
        recipe.precision = half && halfAlone ? Precision::Fp16
            : half                           ? Precision::Fp16Mixed
            : pure                           ? Precision::Bf16
                                             : Precision::Bf16Mixed;
    else if (!unknown)
        recipe.precision = Precision::Fp32;
    root.log().open("recipe.moments");
    if (pure && brain)
        recipe.moments = narrow ? Moments::Bf16 : Moments::Fp32;
    else if (half && halfAlone) // ops/adam/cpu_adam.py: fp32_optimizer_states
        recipe.moments = Moments::Fp32;
    root.log().open("recipe.gradients");
    root.log().open("recipe.master_weights");
    if (auto types = root.part("data_types")) {
        const auto word = types->word("grad_accum_dtype");
        if (word == "fp32" || word == "float32" || word == "float")
            recipe.gradients = Gradients::Fp32;
        else if (word)
            recipe.gradients = Gradients::Bf16;
        types->listRest();
    }
}

void readOptimizer(SettingFields& root)
{
    auto optimizer = root.part("optimizer");
    if (!optimizer)
        return;
    SettingLog& log = root.log();
    double momentum = 0;
    if (auto parameters = optimizer->part("params")) {
        momentum = parameters->number("momentum").value_or(0);
        parameters->ignore({"lr", "betas", "eps", "weight_decay", "torch_adam", "adam_w_mode"});
        parameters->listRest();
    }
    const auto name = optimizer->word("type");
    if (!name)
        return;
    const auto known = optimizerNamed(*name);
    if (known)
        log.plan.recipe.optimizer
            = known == Optimizer::Sgd && momentum > 0 ? Optimizer::SgdMomentum : *known;
    else
        log.note(optimizer->nameOf("type"), {HW_TR("core", "is not read: %1"), {typed(*name)}});
    optimizer->listRest();
}

} // namespace

void readDeepSpeedSettings(SettingFields& root, const StatedBatch& trainers)
{
    SettingLog& log = root.log();
    readZero(root);
    readClipping(root);
    const std::optional<std::int64_t> interval = readZenFlow(root);
    readRanks(root);
    readBatch(root, trainers, interval);
    readShards(root);
    readPrecision(root);
    readOptimizer(root);
    if (auto checkpoints = root.part("activation_checkpointing")) {
        if (checkpoints->flagOr("cpu_checkpointing", false))
            log.plan.layout.offloadActivations = ActivationOffload::Cpu;
        checkpoints->listRest();
    }
    if (const Json* zero = root.take("zero_optimization"); zero && zero->isObject()) {
        SettingFields rest(*zero, "zero_optimization", log);
        // runtime/zero/config.py: the defaults of these are what is counted.
        constexpr double usual = 1e9;
        for (const char* field : {"sub_group_size", "max_live_parameters", "max_reuse_distance",
                                  "stage3_max_live_parameters", "stage3_max_reuse_distance"})
            if (rest.has(field) && rest.number(field) != usual)
                log.leave(rest.nameOf(field));
        rest.ignore({"gather_16bit_weights_on_model_save"});
        rest.ignore({"stage", "zenflow", "offload_optimizer", "offload_param", "cpu_offload",
                     "cpu_offload_param", "reduce_bucket_size", "mics_shard_size", "overlap_comm",
                     "contiguous_gradients", "reduce_scatter", "allgather_partitions",
                     "round_robin_gradients", "stage3_gather_16bit_weights_on_model_save",
                     "ignore_unused_parameters", "elastic_checkpoint", "load_from_fp32_weights",
                     "stage3_gather_fp16_weights_on_model_save",
                     "mics_hierarchical_params_gather"});
        rest.listRest();
    }
    root.ignore({"gradient_clipping", "steps_per_print", "wall_clock_breakdown", "scheduler",
                 "zero_allow_untested_optimizer", "zero_force_ds_cpu_optimizer", "dump_state",
                 "prescale_gradients", "gradient_predivide_factor", "flops_profiler", "tensorboard",
                 "wandb", "csv_monitor", "comms_logger", "checkpoint", "aio", "memory_breakdown",
                 "monitor_config", "comms_config"});
    root.listRest();
}

bool isDeepSpeed(const ImportFile& file)
{
    const std::string_view text = withoutBlanks(file.text);
    if (text.empty() || std::string_view("{/#").find(text.front()) == std::string_view::npos)
        return false;
    for (const std::string_view key :
         {"\"zero_optimization\"", "\"train_batch_size\"", "\"train_micro_batch_size_per_gpu\""})
        if (text.find(key) != std::string_view::npos)
            return text.find('{') != std::string_view::npos;
    return false;
}

Result<Imported> readDeepSpeed(const ImportFile& file, const Plan& base, const Catalog&)
{
    if (file.text.size() > mostConfigBytes)
        return readJson(file.text).problems();
    const auto json = objectIn(readPythonJson(withoutComments(file.text)));
    if (!json)
        return json.problems();
    SettingLog log(base);
    log.plan.layout = {};
    log.plan.recipe.framework = Framework::DeepSpeed;
    SettingFields root(*json, {}, log);
    readDeepSpeedSettings(root);
    return std::move(log).imported(ImportKind::DeepSpeed);
}

} // namespace highwater
