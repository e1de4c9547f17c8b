// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"
#include "core/configs/config_fields.h"
#include "core/configs/config_target.h"
#include "core/configs/file_words.h"
#include "core/configs/readers.h"
#include "core/configs/trainer_settings.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

// Axolotl's settings: src/axolotl/utils/schemas (defaults), loaders/model.py and loaders/adapter.py
// (types of weights), utils/config (precision).

namespace highwater {

using bounded::times;

namespace {

constexpr std::string_view axolotlModule = "axolotl.cli.train";

/// schemas/config.py, check_auto_enable_lora_kernels(): on where no flag says another, but not for
/// adapters of 8 bits, with code of a model's own, or in reinforcement.
std::optional<Kernels> axolotlAdapterKernels(SettingFields& fields, bool eightBits)
{
    constexpr std::array flags{"lora_mlp_kernel", "lora_qkv_kernel", "lora_o_kernel"};
    bool says = fields.has("lora_embedding_kernel"), fuses = false;
    for (const char* flag : flags) {
        says = fields.has(flag) || says;
        fuses = fields.flagOr(flag, false) || fuses;
    }
    if (says && fuses)
        return Kernels::Fused;
    const bool lacks
        = says || eightBits || fields.has("rl") || fields.flagOr("trust_remote_code", false);
    return lacks ? std::optional(Kernels::Eager) : std::nullopt;
}

void readAxolotlAdapter(SettingFields& fields, std::optional<AdapterBase> stored)
{
    SettingLog& log = fields.log();
    Adapter adapter;
    const std::string method = fields.word("adapter").value_or("none");
    const bool four = fields.flagOr("load_in_4bit", false);
    const bool eight = fields.flagOr("load_in_8bit", false);
    if (method == "lora" || method == "qlora") {
        adapter.kind = AdapterKind::Lora;
        if (!fields.has("lora_r"))
            log.note("lora_r", {HW_TR("core", "is not in the file: %1 assumed"), {"8"}});
        adapter.rank = fields.whole("lora_r", 1, 4096).value_or(8); // PEFT's
        adapter.dropout = fields.number("lora_dropout").value_or(0);
        adapter.dora = fields.flagOr("peft_use_dora", false);
        adapter.targets.assign(peftTargets.begin(), peftTargets.end());
        readAdapterTargets(fields, "lora_target_modules", adapter);
        if (fields.flagOr("lora_target_linear", false))
            adapter.targets = Adapter{}.targets;
        readSavedModules(fields, "lora_modules_to_save", adapter);
        fields.ignore({"lora_alpha", "lora_fan_in_fan_out", "peft_use_rslora", "lora_model_dir",
                       "loraplus_lr_ratio", "loraplus_lr_embedding", "lora_on_cpu",
                       "peft_init_lora_weights", "peft_autocast_adapter_dtype"});
    } else if (method != "none") {
        log.refuse("adapter", typed(method), {HW_TR("core", "is a method that is not counted")});
    } else {
        fields.ignoreBegun({"lora_", "peft_"});
    }
    if (four || eight)
        setQuantised(adapter, eight ? AdapterBase::Int8 : AdapterBase::Nf4Double);
    if (fields.flagOr("gptq", false))
        stored = AdapterBase::Gptq;
    if (stored && (method != "none" || *stored == AdapterBase::Gptq))
        setQuantised(adapter, *stored);
    // config.py: validate_adapter()
    if (adapter.kind == AdapterKind::Qlora && method == "none")
        log.refuse(four ? "load_in_4bit" : "load_in_8bit", "true",
                   {HW_TR("core", "cannot train a base in few bits")});
    if (method == "qlora" && adapter.kind == AdapterKind::Lora)
        log.refuse("adapter", typed(method), {HW_TR("core", "needs load_in_4bit: true")});
    // Embedding, head and norms are cast back before the training (loaders/model.py).
    adapter.upcast = false;
    adapter.kernels = axolotlAdapterKernels(fields, method == "lora" && eight);
    setAdapter(log, std::move(adapter));
}

/// A flag that has further words: "auto", "offload".
std::string axolotlFlagWord(SettingFields& fields, std::string_view field, std::string absent)
{
    if (!fields.has(field))
        return absent;
    const auto word = fields.word(field); // of "auto" there is none
    return word ? *word == "yes" ? "true" : *word : "auto";
}

void readAxolotlPrecision(SettingFields& fields)
{
    SettingLog& log = fields.log();
    const auto isOn = [](const std::string& word) { return word != "no" && word != "false"; };
    const bool half = fields.flagOr("fp16", false) || fields.flagOr("float16", false);
    // bf16 is "auto" where it is not written; cards without it are older than any of these plans.
    const std::string stated = axolotlFlagWord(fields, "bf16", "auto");
    const bool brain
        = (stated == "auto" ? !half : isOn(stated)) || fields.flagOr("bfloat16", false);
    if (half && brain)
        log.refuse("fp16", "true", {HW_TR("core", "excludes bf16")});
    trainLoadedType(log.plan, brain, half);
    if (fields.flagOr("fp8", false)) {
        log.plan.recipe.precision = Precision::Fp8Mixed;
        log.open("recipe.moments"); // those of the type in which bf16 alone loads the model
    }
    fields.ignoreBegun({"fp8_"});
    fields.ignore({"torch_dtype"});
    if (log.plan.job.kind && brain)
        log.plan.roles.policy.dtype = RoleType::Bf16;
}

/// utils/schemas/enums.py: CustomSupportedOptimizers, by what they keep.
std::string axolotlOptimizerName(const std::string& name)
{
    if (name == "optimi_adamw" || name == "adopt_adamw")
        return "adamw";
    if (name == "ao_adamw_8bit")
        return "adamw_8bit";
    return name;
}

void readAxolotlOptimizer(SettingFields& fields)
{
    SettingLog& log = fields.log();
    const std::string name
        = fields.has("optimizer") ? fields.word("optimizer").value_or("") : "adamw_torch_fused";
    Json named = Json::object({{"optimizer", axolotlOptimizerName(name)}});
    if (const Json* arguments = fields.take("optim_args"))
        named["optim_args"] = *arguments;
    SettingFields own(named, {}, log);
    readTrainerOptimizer(own, "optimizer", "adamw_torch_fused");
    fields.ignore({"optim_target_modules", "torchdistx_path", "lr_groups"});
    fields.ignoreBegun({"adam_", "dion_", "qgalore_"});
}

void readAxolotlAttention(SettingFields& fields)
{
    Recipe& recipe = fields.log().plan.recipe;
    setTrainerAttention(recipe, fields.word("attn_implementation").value_or(""));
    if (fields.flagOr("eager_attention", false))
        recipe.attention = Attention::Eager;
    fields.ignore({"flash_attention", "sdp_attention", "xformers_attention", "flex_attention",
                   "sage_attention", "flash_optimum", "flex_attn_compile_kwargs",
                   "flash_attn_cross_entropy", "flash_attn_rms_norm", "flash_attn_fuse_mlp",
                   "heads_k_stride", "ring_attn_func", "sdpa_varlen", "gemma4_hybrid_attn_impl"});
}

void readAxolotlRecompute(SettingFields& fields)
{
    SettingLog& log = fields.log();
    const std::string word = axolotlFlagWord(fields, "gradient_checkpointing", "no");
    const bool drops = word != "no" && word != "false";
    const std::string moved = axolotlFlagWord(fields, "activation_offloading", "no");
    log.plan.recipe.recompute = drops ? Recompute::Full : Recompute::None;
    readTrainerCheckpoints(fields);
    const bool movesInputs = word == "offload" || word == "unsloth" || word == "offload_disk";
    if (movesInputs || (moved != "no" && moved != "false"))
        log.plan.layout.offloadActivations = ActivationOffload::Cpu;
    if (word == "offload_disk")
        log.leave("gradient_checkpointing");
}

/// monkeypatch/tiled_mlp/patch.py: tiles of 32,768 tokens where the file says no number.
void readAxolotlTiles(SettingFields& fields)
{
    constexpr std::int64_t tileTokens = 32768;
    Plan& plan = fields.log().plan;
    const auto stated = fields.whole("tiled_mlp_num_shards", 1, 65536);
    if (fields.flagOr("tiled_mlp", false))
        plan.recipe.mlpTiles = stated.value_or(shareOf(plan.workload.context, tileTokens));
    fields.ignore({"tiled_mlp_use_original_mlp"});
}

/// integrations/liger and integrations/cut_cross_entropy: what a file does not list among the
/// plugins is never called, whatever its flags say (integrations/base.py: PluginManager).
void readAxolotlKernels(SettingFields& fields)
{
    SettingLog& log = fields.log();
    bool cuts = false, hasLiger = false;
    for (const std::string& plugin : fields.words("plugins")) {
        const std::string name = plugin.substr(plugin.rfind('.') + 1);
        if (name == "CutCrossEntropyPlugin")
            cuts = true;
        else if (name == "LigerPlugin")
            hasLiger = true;
        else if (name == "KDPlugin" || name == "DiffusionPlugin")
            log.refuse("plugins", typed(plugin),
                       {HW_TR("core", "is a method that is not counted")});
        else if (name != "SwanLabPlugin" && name != "LMEvalPlugin"
                 && name != "ExpertParallelPlugin")
            log.leave("plugins " + excerpt(plugin));
    }
    cuts = fields.flagOr("cut_cross_entropy", cuts) && cuts;
    bool idle = false;
    const auto liger = [&](std::string_view flag) {
        const bool asks = fields.flagOr(flag, false);
        idle = idle || (asks && !hasLiger);
        return asks && hasLiger;
    };
    const bool fuses = liger("liger_cross_entropy");
    const bool norms = liger("liger_rms_norm");
    const bool activation = liger("liger_glu_activation");
    const bool products = liger("liger_swiglu") || activation;
    setKernels(log.plan.recipe, norms, products);
    const bool joins = liger("liger_fused_linear_cross_entropy");
    const bool chunks = fields.flagOr("chunked_cross_entropy", false) || joins || cuts;
    if (idle)
        log.note("plugins",
                 {HW_TR("core", "lacks %1, without which its settings have no effect"),
                  {std::string(axolotlLigerPlugin)}});
    if (!log.plan.job.kind)
        log.plan.recipe.loss = chunks ? Loss::Chunked : fuses ? Loss::Fused : Loss::Full;
    fields.ignore({"chunked_cross_entropy_num_chunks"});
    fields.ignoreBegun({"liger_"});
}

void readAxolotlRanks(SettingFields& fields)
{
    Layout& layout = fields.log().plan.layout;
    constexpr std::int64_t most = 65536;
    layout.tensor = fields.whole("tensor_parallel_size", 1, most).value_or(1);
    if (layout.tensor > 1)
        layout.sequenceParallel = false;
    layout.expert = fields.whole("expert_parallel_size", 1, most).value_or(1);
    const auto older = fields.whole("sequence_parallel_degree", 1, most);
    layout.context = fields.whole("context_parallel_size", 1, most).value_or(older.value_or(1));
}

/// The GPUs that the sizes make, where the file says all of them.
std::optional<std::int64_t> axolotlRanksOf(SettingFields& fields)
{
    constexpr std::int64_t most = 65536;
    const Layout& layout = fields.log().plan.layout;
    const auto shards = fields.whole("dp_shard_size", 1, most);
    const auto copies = fields.whole("dp_replicate_size", 1, most);
    const auto workers = fields.whole("ray_num_workers", 1, most);
    if (copies)
        fields.log().plan.layout.replicate = *copies;
    if (shards || copies || layout.expert > 1)
        return times(times(modelRanks(layout), layout.expert),
                     times(shards.value_or(1), copies.value_or(1)));
    return workers;
}

void readAxolotlBatch(SettingFields& fields)
{
    SettingLog& log = fields.log();
    constexpr std::int64_t most = 2147483648;
    StatedBatch batch;
    batch.micro = fields.whole("micro_batch_size", 1, 65536).value_or(1);
    batch.accumulation = fields.whole("gradient_accumulation_steps", 1, most);
    const auto ofOneCard = fields.whole("batch_size", 1, most);
    if (!batch.accumulation) // utils/config: normalize_config()
        batch.accumulation = std::max<std::int64_t>(1, ofOneCard.value_or(1) / *batch.micro);
    setBatch(log, batch, log.plan.cluster.gpus / modelRanks(log.plan.layout), "micro_batch_size");
}

/// It evaluates what is kept apart (core/builders/base.py: _configure_save_and_eval_strategy;
/// utils/config/__init__.py: normalize_config()).
void readAxolotlEvaluation(SettingFields& fields)
{
    Workload& workload = fields.log().plan.workload;
    const auto amount = [&fields](const char* name) {
        const Json* value = fields.take(name);
        if (value && value->text())
            return realIn(*value->text()).value_or(0);
        return value ? value->number().value_or(0) : 0;
    };
    const Json* sets = fields.take("test_datasets");
    const bool keeps = amount("val_set_size") > 0 || (sets && !sets->items().empty());
    // A count an epoch becomes a part of all steps; one that is no less than 1 is dropped.
    const double epochs = std::max(1.0, amount("num_epochs"));
    const bool asks = amount("eval_steps") > 0 || amount("evals_per_epoch") * epochs > 1;
    std::string strategy = "no";
    for (const char* name : {"eval_strategy", "evaluation_strategy"})
        strategy = fields.word(name).value_or(strategy);
    const auto batch
        = static_cast<std::int64_t>(std::clamp(amount("eval_batch_size"), 0.0, 65536.0));
    if (keeps && (asks || strategy != "no"))
        workload.evaluationBatch = batch > 0 ? batch : workload.microBatch;
}

void readAxolotlJob(SettingFields& fields)
{
    SettingLog& log = fields.log();
    const std::string kind = fields.word("rl").value_or("");
    if (!kind.empty() && !setJob(log, kind == "gdpo" ? "grpo" : kind))
        log.refuse("rl", typed(kind), {HW_TR("core", "is a method that is not counted")});
    if (fields.flagOr("reward_model", false))
        (void)setJob(log, "rm");
    if (fields.flagOr("process_reward_model", false))
        log.refuse("process_reward_model", "true",
                   {HW_TR("core", "is a method that is not counted")});
    Job& job = log.plan.job;
    job.precomputedReference = fields.flagOr("precompute_ref_log_probs", false);
    if (fields.flagOr("dpo_use_liger_kernel", false))
        job.logits = JobLogits::Chunked;
    if (auto trl = fields.part("trl")) {
        constexpr std::int64_t longest = 16777216;
        job.samples = trl->whole("num_generations", 1, 65536);
        job.completion = trl->whole("max_completion_length", 1, longest);
        if (trl->flagOr("use_liger_loss", false))
            job.logits = JobLogits::Chunked;
        if (const auto mode = trl->word("vllm_mode"); mode == "server")
            log.leave("trl.vllm_mode");
        if (!trl->flagOr("use_vllm", false) && job.kind == JobKind::Grpo)
            log.leave("trl.use_vllm");
        trl->ignoreBegun({"vllm_", "reward_", "log_", "sync_", "ref_model_"});
    }
    if (log.plan.workload.task == Task::Reinforcement && job.completion) {
        // sequence_len bounds the prompts of the data set.
        job.prompt = log.plan.workload.context;
        log.set("workload.context", *job.prompt + *job.completion, "sequence_len");
    }
    if (auto server = fields.part("vllm")) {
        if (const auto share = server->number("gpu_memory_utilization"))
            log.set("rollout.utilization", *share, "vllm.gpu_memory_utilization");
        if (const auto ranks = server->whole("tensor_parallel_size", 1, 1024))
            log.set("rollout.tensor", *ranks, "vllm.tensor_parallel_size");
        if (const auto length = server->whole("max_model_len", 1, 16777216))
            log.set("rollout.max_length", *length, "vllm.max_model_len");
    }
    if (fields.flagOr("sample_packing", fields.has("pretraining_dataset")))
        job.packing = Packing::Packed;
    fields.ignoreBegun({"dpo_", "kto_", "orpo_", "simpo_", "cpo_", "rl_"});
}

/// Ways to train that no plan can say.
void refuseAxolotlOthers(SettingFields& fields)
{
    SettingLog& log = fields.log();
    for (const char* key : {"unfrozen_parameters", "diffusion", "ebft", "relora", "qat",
                            "lisa_n_layers", "use_onebitllms"})
        if (const Json* value = fields.take(key); value && !(value->flag() && !*value->flag()))
            log.refuse(key, shownJson(*value), {HW_TR("core", "is a method that is not counted")});
    // A head of classes in place of the vocabulary's.
    if (fields.has("num_labels") && !fields.flagOr("reward_model", false))
        log.refuse("num_labels", {}, {HW_TR("core", "is a method that is not counted")});
    fields.ignore({"num_labels"});
}

void ignoreAxolotlHarmless(SettingFields& fields)
{
    fields.ignoreBegun({"wandb_",
                        "swanlab_",
                        "mlflow_",
                        "comet_",
                        "trackio_",
                        "hub_",
                        "eval_",
                        "save",
                        "logging_",
                        "lr_",
                        "cosine_",
                        "jagged_",
                        "warmup_",
                        "dataset",
                        "dataloader_",
                        "tokenizer_",
                        "tokens",
                        "special_tokens",
                        "chat_template",
                        "processor_",
                        "early_stopping_",
                        "loss_watchdog_",
                        "shuffle_",
                        "pretrain",
                        "streaming",
                        "sample_packing_",
                        "relora_",
                        "lisa_",
                        "llm_int8_",
                        "otel_",
                        "gptq_",
                        "ddp",
                        "generation_",
                        "kd_",
                        "merge_",
                        "profiler_",
                        "ray_",
                        "base_model_",
                        "unsloth_",
                        "bench_",
                        "do_",
                        "use_tensorboard",
                        "use_wandb",
                        "use_mlflow",
                        "use_comet",
                        "use_swanlab",
                        "use_trackio",
                        "use_otel"});
    fields.ignore({"strict",
                   "use_ray",
                   "model_type",
                   "cls_model_config",
                   "model_config",
                   "revision_of_model",
                   "is_llama_derived_model",
                   "is_mistral_derived_model",
                   "is_qwen_derived_model",
                   "is_falcon_derived_model",
                   "test_value",
                   "datasets",
                   "pretraining_dataset",
                   "push_dataset_to_hub",
                   "hf_use_auth_token",
                   "skip_prepare_dataset",
                   "pad_to_sequence_len",
                   "pad_to_multiple_of",
                   "min_sample_len",
                   "max_prompt_len",
                   "excess_length_strategy",
                   "max_packed_sequence_len",
                   "batch_flattening",
                   "multipack_real_batches",
                   "train_on_inputs",
                   "curriculum_sampling",
                   "learning_rate",
                   "lr_scheduler",
                   "eta_min",
                   "weight_decay",
                   "auto_resume_from_checkpoints",
                   "eot_tokens",
                   "tokens",
                   "added_tokens_overrides",
                   "default_system_message",
                   "resize_token_embeddings_to_32x",
                   "shrink_embeddings",
                   "mean_resizing_embeddings",
                   "embeddings_skip_upcast",
                   "fix_untrained_tokens",
                   "device_map",
                   "device",
                   "world_size",
                   "gpu_memory_limit",
                   "low_cpu_mem_usage",
                   "debug",
                   "total_num_tokens",
                   "total_supervised_tokens",
                   "gc_steps",
                   "gc_collect_steps",
                   "torch_empty_cache_steps",
                   "torch_compile",
                   "torch_compile_mode",
                   "torch_compile_backend",
                   "torch_compile_options",
                   "center_rewards_coefficient",
                   "neftune_noise_alpha",
                   "use_eaft",
                   "eaft_alpha",
                   "eaft_k",
                   "include_tkps",
                   "project_name",
                   "local_rank",
                   "experimental_skip_move_to_device",
                   "qlora_sharded_model_loading",
                   "trust_remote_code",
                   "lora_embedding_kernel",
                   "reinit_weights",
                   "freeze_mm_modules",
                   "adam_eps",
                   "bnb_config_kwargs"});
}

/// The place of what follows "axolotl train" or its module.
std::optional<std::size_t> axolotlArguments(const std::vector<std::string>& words)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == axolotlModule)
            return i + 1;
        const bool isCommand = words[i].substr(words[i].rfind('/') + 1) == "axolotl";
        if (isCommand && i + 1 < words.size() && words[i + 1] == "train")
            return i + 2;
    }
    return std::nullopt;
}

/// "--trl.use-vllm" is a setting of a part. Launchers have options that are none of Axolotl's.
void addAxolotlOption(const Json::Member& option, Json& settings)
{
    constexpr std::array launchers{
        "launcher",    "num_processes",  "num_machines",      "sweep", "cloud",
        "config_file", "nproc_per_node", "main_process_port", "nnodes"};
    if (std::ranges::find(launchers, option.key) != launchers.end())
        return;
    const std::size_t dot = option.key.find('.');
    if (dot == std::string::npos) {
        settings[option.key] = option.value;
        return;
    }
    Json& part = settings[option.key.substr(0, dot)];
    if (!part.isObject())
        part = Json::object();
    part[option.key.substr(dot + 1)] = option.value;
}

/// The place of the file of settings among the words; their number where there is none. A word
/// after an option may be the option's value.
std::size_t axolotlFile(const std::vector<std::string>& words)
{
    std::size_t found = words.size();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isFile = !words[i].starts_with('-')
            && (words[i].ends_with(".yml") || words[i].ends_with(".yaml"));
        if (isFile)
            found = i;
        if (isFile && (i == 0 || !words[i - 1].starts_with('-')))
            break;
    }
    return found;
}

/// "axolotl train FILE.yaml --option value -- LAUNCHER'S OPTIONS", or the same by its module.
Result<StartedSettings> axolotlStartedBy(const ImportFile& file)
{
    auto script = readShell(file.text);
    if (!script)
        return script.problems();
    const auto training = firstTraining(*script, [](const ShellCommand& command) {
        return axolotlArguments(command.words).has_value();
    });
    if (!training)
        return Problem{{std::string("axolotl")}, {}, {HW_TR("core", "starts no training")}};
    const auto words = script->commands[training->command].words;
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(*axolotlArguments(words));
    StartedSettings started = startedBy(*std::move(script), *training, words.size(), file.name);
    std::vector<std::string> rest(at, std::find(at, words.end(), "--"));
    const std::size_t path = axolotlFile(rest);
    auto settings = started.files.settings(path < rest.size() ? rest[path] : "", "axolotl train");
    if (!settings)
        return settings.problems();
    if (path < rest.size())
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(path));
    started.arguments = *std::move(settings);
    const Json options = withNegations(argumentsIn(rest));
    for (const Json::Member& option : options.members())
        addAxolotlOption(option, started.arguments);
    return started;
}

bool isAxolotlSettings(const ImportFile& file)
{
    return states(file, "base_model")
        && statesAny(file,
                     {"sequence_len", "micro_batch_size", "sample_packing", "datasets",
                      "num_epochs", "adapter", "lora_r", "gradient_accumulation_steps"})
        && !states(file, "merge_method");
}

bool isAxolotlCommand(const ImportFile& file)
{
    static constexpr std::array<std::string_view, 2> starts{"axolotl train ", axolotlModule};
    return !file.json && !file.name.ends_with(".py") && hasOutsideComments(file.text, starts);
}

} // namespace

bool isAxolotl(const ImportFile& file)
{
    return isAxolotlSettings(file) || isAxolotlCommand(file);
}

Result<Imported> readAxolotl(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    auto read = isAxolotlSettings(file) ? settingsFile(file) : axolotlStartedBy(file);
    if (!read)
        return read.problems();
    StartedSettings started = *std::move(read);
    mergeAccelerate(started, {"deepspeed", "fsdp", "fsdp_config"});
    SettingLog log = trainerLog(base, file.text, Framework::Axolotl);
    noteStarted(started, log);
    SettingFields fields(started.arguments, {}, log);
    const auto stored = readModel(fields, "base_model", "base_model", catalog);
    refuseAxolotlOthers(fields);
    readAxolotlRanks(fields);
    const bool shards = fields.has("deepspeed") || fields.has("fsdp") || fields.has("fsdp_config")
        || modelRanks(log.plan.layout) > 1 || started.accelerate.sharesOut();
    const auto ranks = axolotlRanksOf(fields);
    // utils/distributed.py: the ranks beyond the shards are copies.
    const std::int64_t processes = started.gpus.processes.value_or(0);
    const bool copies = ranks && processes > *ranks && processes % *ranks == 0
        && fields.has("dp_shard_size") && !fields.has("dp_replicate_size");
    if (copies)
        log.plan.layout.replicate = processes / *ranks;
    setGpus(log, ranks && !copies ? StatedGpus{ranks} : started.gpus, shards);
    constexpr std::int64_t longest = 16777216;
    log.set("workload.context", fields.whole("sequence_len", 1, longest).value_or(512),
            "sequence_len");
    if (!fields.has("sequence_len"))
        log.note("sequence_len", {HW_TR("core", "is not in the file: %1 assumed"), {"512"}});
    readAxolotlBatch(fields);
    readAxolotlEvaluation(fields);
    readTrainerEpochs(fields, "num_epochs");
    readAxolotlJob(fields);
    readAxolotlAdapter(fields, stored);
    readAxolotlOptimizer(fields);
    readAxolotlAttention(fields);
    readAxolotlRecompute(fields);
    readAxolotlTiles(fields);
    readAxolotlKernels(fields);
    readTrainerFsdp(fields);
    readTrainerDeepSpeed(fields, started.files, {});
    addAccelerate(started.accelerate, log, catalog);
    readAxolotlPrecision(fields);
    ignoreAxolotlHarmless(fields);
    return importedTrainer(fields, ImportKind::Axolotl);
}

} // namespace highwater
