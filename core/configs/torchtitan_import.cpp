// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/python_reader.h"
#include "core/configs/readers.h"
#include "core/configs/setting_fields.h"
#include "core/configs/torchtitan_flavours.h"
#include "core/ledger/resolve.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {

using bounded::times;

namespace {

constexpr std::int64_t mostTokens = INT64_MAX;
constexpr double roundingError = 1e-9; ///< of a share times a number of layers

/// The value to which the script gives a name, such as spec or optimizer.
const Json* behind(const PythonScript& script, const Json* value)
{
    const Json* code = value ? value->find(pythonCode) : nullptr;
    return code && code->text() ? script.assigned.find(*code->text()) : value;
}

void readModel(const PythonScript& script, const Json* spec, std::string_view text, SettingLog& log)
{
    const Json* call = behind(script, spec);
    const Json* name = call && isCallOf(*call, "model_registry") ? call->find("0") : nullptr;
    constexpr std::string_view models = "torchtitan.models.";
    for (std::size_t at = text.find(models); name && name->text() && at != std::string_view::npos;
         at = text.find(models, at + 1)) {
        const std::string_view rest = text.substr(at + models.size());
        const std::string_view module = rest.substr(0, rest.find_first_of(" .\n"));
        if (const auto model = modelOfFlavour(module, *name->text())) {
            log.plan.model = CatalogModel{*model};
            return;
        }
    }
    log.note("model_spec", {HW_TR("core", "is not known: the model of the open plan stays")});
}

void readAdapters(const PythonScript& script, const Json* spec, SettingLog& log)
{
    log.plan.adapter = {};
    const Json* call = behind(script, spec);
    const Json* list = call ? call->find("converters") : nullptr;
    for (const Json& converter : list ? list->items() : std::span<const Json>()) {
        if (isCallOf(converter, "Float8LinearConverter.Config")) {
            log.plan.recipe.precision = Precision::Fp8Mixed;
        } else if (isCallOf(converter, "MXFP8LinearConverter.Config")) {
            log.plan.recipe.precision = Precision::Mxfp8Mixed;
        } else if (isCallOf(converter, "LoRAConverter.Config")) {
            using enum AdapterTarget;
            SettingFields lora(converter, "LoRAConverter.Config", log);
            Adapter& adapter = log.plan.adapter;
            adapter.kind = AdapterKind::Lora;
            adapter.rank = lora.whole("rank", 1, 4096).value_or(8);
            const Json* modules = lora.take("target_modules");
            std::vector<AdapterTarget> targets;
            const auto has = [modules](const char* name) {
                return modules && std::ranges::any_of(modules->items(), [name](const Json& item) {
                           return item.text() && *item.text() == name;
                       });
            };
            if (has("wqkv") || has("wq"))
                targets.push_back(Q);
            if (has("wqkv") || has("wkv")) {
                targets.push_back(K);
                targets.push_back(V);
            }
            for (const auto& [name, target] :
                 {std::pair{"wo", O}, {"w1", Gate}, {"w3", Up}, {"w2", Down}, {"lm_head", Head}})
                if (has(name))
                    targets.push_back(target);
            if (!targets.empty())
                adapter.targets = targets;
        } else {
            log.note("converters", {HW_TR("core", "is not read: %1"), {"model_registry"}});
        }
    }
}

void readTraining(SettingFields& root, std::int64_t& tokens, std::int64_t& step)
{
    SettingLog& log = root.log();
    Recipe& recipe = log.plan.recipe;
    tokens = 16384;
    recipe.precision = Precision::Bf16Mixed;
    std::int64_t context = 2048;
    if (auto training = root.part("training")) {
        tokens = training->whole("num_tokens_per_microbatch_per_dp_rank", 1, mostTokens)
                     .value_or(tokens);
        step = training->whole("num_tokens_per_train_step", -1, mostTokens).value_or(-1);
        context = training->whole("max_context_length", 1, 16777216).value_or(context);
        const std::string whole = training->word("dtype").value_or("float32");
        const std::string cast = training->word("mixed_precision_param").value_or("bfloat16");
        if (whole == "bfloat16") {
            recipe.precision = Precision::Bf16;
            recipe.moments = Moments::Bf16;
        } else if (cast == "float32") {
            recipe.precision = Precision::Fp32;
        }
        if (training->flagOr("enable_cpu_offload", false))
            log.plan.layout.offloadOptimizer = log.plan.layout.offloadParameters = Offload::Cpu;
        training->ignore({pythonFunction, "steps", "max_norm", "disable_cuda_graphs", "gc_freq",
                          "gc_debug", "mixed_precision_reduce"});
        training->listRest();
    }
    log.plan.workload.context = context;
    const std::int64_t micro = std::clamp<std::int64_t>(tokens / context, 1, 65536);
    log.plan.workload.microBatch = micro;
    if (tokens % context != 0)
        log.note(
            "training.num_tokens_per_microbatch_per_dp_rank",
            {HW_TR("core", "is no multiple of the context: %1 {sequence is|sequences are} taken"),
             {std::to_string(micro)}});
}

/// The chunks of a rank in an interleaved schedule (distributed/pipeline_parallel.py).
void readPipeline(SettingFields& ranks, const Catalog& catalog)
{
    Layout& layout = ranks.log().plan.layout;
    const auto first
        = ranks.whole("pipeline_parallel_first_stage_less_layers", 0, 65536).value_or(1);
    const auto last = ranks.whole("pipeline_parallel_last_stage_less_layers", 0, 65536).value_or(1);
    const std::string schedule = ranks.word("pipeline_parallel_schedule").value_or("1f1b");
    const auto each = ranks.whole("pipeline_parallel_layers_per_stage", 1, 65536);
    if (layout.pipeline == 1)
        return;
    layout.stageSplit = first + last > 0 ? StageSplit::Balanced : StageSplit::Even;
    if (schedule == "zbvzerobubble" || schedule == "dualpipev") {
        layout.schedule
            = schedule == "dualpipev" ? PipelineSchedule::DualPipeV : PipelineSchedule::Zbv;
        return;
    }
    if (schedule != "interleaved1f1b") {
        if (schedule != "1f1b")
            ranks.log().note("parallelism.pipeline_parallel_schedule",
                             {HW_TR("core", "is not read: %1"), {typed(schedule)}});
        return;
    }
    layout.virtualPipeline = 2;
    const auto shape = shapeOf(ranks.log().plan.model, catalog);
    if (each && shape)
        layout.virtualPipeline = std::max<std::int64_t>(
            1, shareOf(shape->layers + first + last, *each) / layout.pipeline);
}

void readRanksOf(SettingFields& root, const Catalog& catalog)
{
    SettingLog& log = root.log();
    Layout& layout = log.plan.layout;
    auto ranks = root.part("parallelism");
    if (!ranks) {
        layout.zero = 3;
        return;
    }
    const auto degree
        = [&ranks](std::string_view name) { return ranks->whole(name, 1, mostRanks).value_or(1); };
    layout.tensor = degree("tensor_parallel_degree");
    layout.pipeline = degree("pipeline_parallel_degree");
    layout.context = degree("context_parallel_degree");
    layout.expert = degree("expert_parallel_degree");
    const std::int64_t copies = degree("data_parallel_replicate_degree");
    const std::int64_t stated
        = ranks->whole("data_parallel_shard_degree", -1, mostRanks).value_or(-1);
    const std::int64_t rest = log.plan.cluster.gpus / times(copies, modelRanks(layout));
    const std::int64_t shards = stated > 0 ? stated : std::max<std::int64_t>(1, rest);
    const auto policy = ranks->word("fsdp_reshard_after_forward");
    const bool keeps
        = policy == "never" || ((!policy || policy == "default") && layout.pipeline > 1);
    const bool shares = policy || shards > 1;
    layout.zero = shares ? (keeps ? 2 : 3) : 0;
    layout.replicate = shares ? copies : 1;
    if (layout.tensor > 1)
        layout.sequenceParallel = ranks->flagOr("enable_sequence_parallel", true);
    log.set("cluster.gpus", times(times(copies, shards), modelRanks(layout)),
            "parallelism.data_parallel_shard_degree");
    readPipeline(*ranks, catalog);
    ranks->ignore({pythonFunction, "num_pp_microbatches", "enable_sequence_parallel",
                   "spmd_backend", "context_parallel_load_balancer", "enable_fsdp_symm_mem"});
    ranks->listRest();
}

/// A budget as a block of whole layers that keeps as many bytes: of what compiled layers keep
/// beside their inputs, the budget's share.
void readBudget(SettingLog& log, const Json& call, const Catalog& catalog)
{
    SettingFields budget(call, "activation_checkpoint", log);
    constexpr double usual = 0.5; // MemoryBudgetAC.Config
    const double kept = std::clamp(budget.number("memory_budget").value_or(usual), 0.0, 1.0);
    budget.ignore({pythonFunction, "visualize_memory_budget_pareto"});
    budget.listRest();
    Recipe& recipe = log.plan.recipe;
    const Layout& layout = log.plan.layout;
    const auto shape = shapeOf(log.plan.model, catalog);
    const std::int64_t layers
        = shape ? shareOf(shape->layers, times(layout.pipeline, layout.virtualPipeline)) : 1;
    const auto again
        = static_cast<std::int64_t>((1 - kept) * static_cast<double>(layers) + roundingError);
    recipe.recompute = again > 0 ? Recompute::Full : Recompute::None;
    if (again > 0 && again < layers) {
        recipe.recomputeMethod = RecomputeMethod::Block;
        recipe.recomputeLayers = again;
    }
    if (again > 0)
        log.note("activation_checkpoint",
                 {HW_TR("core",
                        "keeps a share of every layer's tensors: counted as %1 of %2 "
                        "{layer|layers} recomputed, which keep as many bytes"),
                  {grouped(again), grouped(layers)}});
}

void readRecipe(SettingFields& root, const PythonScript& script, const Catalog& catalog)
{
    Recipe& recipe = root.log().plan.recipe;
    // Its default is selective checkpointing.
    recipe.recompute = Recompute::Selective;
    if (root.has("activation_checkpoint")) {
        const Json* call = root.take("activation_checkpoint");
        if (call && isCallOf(*call, "FullAC.Config"))
            recipe.recompute = Recompute::Full;
        else if (call && isCallOf(*call, "MemoryBudgetAC.Config"))
            readBudget(root.log(), *call, catalog);
        else if (!call || !isCallOf(*call, "SelectiveAC.Config"))
            root.log().note("activation_checkpoint",
                            {HW_TR("core", "is not known: selective is taken")});
    }
    recipe.kernels = Kernels::Eager;
    if (auto compile = root.part("compile")) {
        if (compile->flagOr("enable", false))
            recipe.kernels = Kernels::Fused;
        compile->ignore({pythonFunction, "components", "backend"});
        compile->listRest();
    }
    const Json* loss = behind(script, root.take("loss"));
    recipe.loss = loss && isCallOf(*loss, "ChunkedLossWrapper.Config") ? Loss::Chunked : Loss::Full;
    recipe.attention = Attention::Flash;
    recipe.optimizer = Optimizer::AdamW;
    root.ignore({"optimizer"});
    if (const Json* way = script.assigned.find("optimizer.implementation");
        way && way->text() && *way->text() == "fused_opt_states_bf16")
        recipe.moments = Moments::Bf16;
}

} // namespace

bool isTorchtitan(const ImportFile& file)
{
    return file.text.find("Trainer.Config(") != std::string_view::npos;
}

Result<Imported> readTorchtitan(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    const auto script = readPython(file.text);
    if (!script)
        return script.problems();
    const Json* config = callOf(*script, "Trainer.Config");
    if (!config)
        return Problem{{}, {}, {HW_TR("core", "has no call of %1"), {"Trainer.Config"}}};
    SettingLog log(base);
    log.plan.layout = {};
    log.plan.recipe = {};
    log.plan.recipe.framework = Framework::PyTorchFsdp;
    SettingFields root(*config, {}, log);
    const Json* spec = root.take("model_spec");
    readModel(*script, spec, file.text, log);
    std::int64_t tokens = 0, step = -1;
    readTraining(root, tokens, step);
    readAdapters(*script, spec, log);
    readRanksOf(root, catalog);
    readRecipe(root, *script, catalog);
    // "None" is a value here, but take() treats it like an absent field.
    if (const Json* none = config->find("activation_checkpoint"); none && none->isNull())
        log.plan.recipe.recompute = Recompute::None;
    const Layout& layout = log.plan.layout;
    const std::int64_t data = std::max<std::int64_t>(1, log.plan.cluster.gpus / modelRanks(layout));
    log.plan.workload.globalBatch.reset();
    StatedBatch batch;
    if (step > 0)
        batch.global = std::max<std::int64_t>(1, step / log.plan.workload.context);
    setBatch(log, batch, data, "training.num_tokens_per_train_step");
    root.ignore({pythonFunction, "hf_assets_path", "dataloader", "lr_scheduler", "checkpoint",
                 "metrics", "profiler", "validator", "tokenizer", "comm", "debug", "dump_folder"});
    root.listRest();
    return std::move(log).imported(ImportKind::Torchtitan);
}

} // namespace highwater
