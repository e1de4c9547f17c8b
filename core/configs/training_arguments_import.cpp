// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"
#include "core/configs/config_fields.h"
#include "core/configs/file_words.h"
#include "core/configs/python_reader.h"
#include "core/configs/readers.h"
#include "core/configs/trained_parts.h"
#include "core/configs/trainer_settings.h"
#include "core/configs/trainer_start.h"
#include "core/ledger/choices.h"
#include "core/ledger/narrow_format.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

namespace highwater {
namespace {

struct ModelKeywords
{
    std::string dtype, attention;
};

/// The name of a type in "auto", "bfloat16" or torch.bfloat16. An expression that chooses bf16
/// where a card has it is bf16, as on the cards of today.
std::string typeIn(const Json& arguments)
{
    std::string found;
    for (const char* name : {"torch_dtype", "dtype"}) {
        const Json* value = arguments.find(name);
        const Json* code = value ? value->find(pythonCode) : nullptr;
        const std::string* word = code ? code->text() : value ? value->text() : nullptr;
        if (word)
            found = word->find("bfloat16") != std::string::npos ? "bfloat16" : typeName(*word);
    }
    return found;
}

/// The arguments of from_pretrained() that have nothing to do with memory, or are read elsewhere.
constexpr std::string_view harmlessOfLoading[]{
    "0",
    "cache_dir",
    "config",
    "device_map",
    "force_download",
    "ignore_mismatched_sizes",
    "load_in_4bit",
    "load_in_8bit",
    "local_files_only",
    "low_cpu_mem_usage",
    "num_labels",
    "pretrained_model_name_or_path",
    "quantization_config",
    "revision",
    "token",
    "trust_remote_code",
    "use_auth_token",
    "use_cache",
    "use_flash_attention_2",
    "use_safetensors",
};

/// A model that a script has made itself takes nothing of `model_init_kwargs` (trl,
/// trainer/sft_trainer.py).
ModelKeywords modelKeywords(SettingFields& fields, const TrainerStart& start)
{
    ModelKeywords found;
    const auto read = [&found](SettingFields& from, const Json& arguments) {
        const std::string type = typeIn(arguments);
        if (!type.empty())
            found.dtype = type;
        from.ignore({"dtype", "torch_dtype"});
        if (const auto attention = from.word("attn_implementation"))
            found.attention = *attention;
    };
    read(fields, start.arguments);
    if (auto keywords = fields.part("model_init_kwargs")) {
        read(*keywords, *start.arguments.find("model_init_kwargs"));
        keywords->ignore({"quantization_config", "use_cache", "trust_remote_code"});
        keywords->listRest();
    }
    if (start.loading) {
        found = {};
        SettingFields loading(*start.loading, "from_pretrained", fields.log());
        read(loading, *start.loading);
        loading.ignore(harmlessOfLoading);
        loading.listRest();
    }
    return found;
}

/// The weights as they are loaded, and the passes.
struct TrainedType
{
    std::optional<Precision> loaded; ///< fp32, bf16 or fp16; empty where the file does not show it
    bool brain = false, half = false; ///< autocast to bf16 or fp16

    bool isNarrow() const { return loaded && *loaded != Precision::Fp32; }
};

std::optional<Precision> loadedType(SettingLog& log, const std::string& dtype,
                                    const TrainerStart& start)
{
    if (dtype == "bfloat16" || dtype == "auto") // as the files of the catalogue's models have it
        return Precision::Bf16;
    if (dtype == "float16" || dtype == "half")
        return Precision::Fp16;
    if (dtype == "float32" || dtype == "float")
        return Precision::Fp32;
    if (!dtype.empty())
        return std::nullopt;
    if (!start.loading) // trl, trainer/utils.py: create_model_from_path; trainer/model_config.py
        return start.loadsByName ? std::optional(Precision::Fp32) : std::nullopt;
    // transformers 5, modeling_utils.py: from_pretrained() takes "auto" where it gets no type;
    // before it made 32-bit weights.
    if (choicesOf(log.plan.recipe, log.plan.layout).transformers < Version{5})
        return Precision::Fp32;
    log.note("dtype",
             {HW_TR("core",
                    "is not in the script: bf16, as transformers 5 loads most models; "
                    "transformers 4 loads fp32")});
    return Precision::Bf16;
}

TrainedType trainedType(SettingFields& fields, const TrainerStart& start, const std::string& dtype)
{
    TrainedType type{.loaded = loadedType(fields.log(), dtype, start)};
    type.half = fields.flagOr("fp16", false);
    // trl, trainer/base_config.py: bf16 is True where neither is said
    type.brain = fields.flagOr("bf16", start.isTrl && !type.half);
    if (type.half && type.brain)
        fields.log().problems.push_back(
            {fields.nameOf("fp16"), {}, {HW_TR("core", "excludes bf16")}});
    return type;
}

/// The precision before the layout is known: of weights of 32 bits, unless no autocast runs.
void setTrainerPrecision(Recipe& recipe, const TrainedType& type)
{
    recipe.precision = type.half ? Precision::Fp16Mixed
        : type.brain             ? Precision::Bf16Mixed
                                 : type.loaded.value_or(Precision::Fp32);
    if (isSixteenBitsAlone(*recipe.precision))
        recipe.moments = Moments::Bf16;
}

/// Sets the precision and LoRA's base by the type in which the weights are loaded, once the layout
/// is known. A job has a key for that type.
void setLoadedType(Plan& plan, const TrainedType& type)
{
    if (plan.workload.task != Task::Train || !type.loaded
        || !isSixteenBitsMixed(plan.recipe.precision.value_or(Precision::Fp32)))
        return;
    const bool isFsdp = plan.recipe.engine == Engine::Fsdp1 || plan.recipe.engine == Engine::Fsdp2;
    const bool isEngine
        = plan.recipe.engine == Engine::DeepSpeed || (plan.layout.zero > 0 && !isFsdp);
    if (type.isNarrow())
        trainLoadedType(plan, type.brain, type.half);
    else if (plan.adapter.kind == AdapterKind::Lora && !isEngine)
        plan.adapter.base = AdapterBase::Fp32;
}

/// Liger Kernel has two losses: one computes head and loss for some rows at a time, the other is a
/// kernel in the place of cross entropy (transformers/monkey_patch.py).
void readLoss(SettingFields& fields, bool isSft)
{
    Recipe& recipe = fields.log().plan.recipe;
    const std::string loss = fields.word("loss_type").value_or(isSft ? "chunked_nll" : "nll");
    const bool liger = fields.flagOr("use_liger_kernel", fields.flagOr("use_liger", false));
    bool chunks = liger, fuses = false, norms = liger, mlp = liger;
    if (auto parts = fields.part("liger_kernel_config")) {
        chunks = liger && parts->flagOr("fused_linear_cross_entropy", true);
        fuses = liger && parts->flagOr("cross_entropy", false);
        norms = liger && parts->flagOr("rms_norm", true);
        mlp = liger && parts->flagOr("swiglu", true);
        parts->ignore({"rope"});
        parts->listRest();
    }
    setKernels(recipe, norms, mlp);
    recipe.loss = chunks || loss == "chunked_nll" ? Loss::Chunked
        : fuses                                   ? Loss::Fused
                                                  : Loss::Full;
}

/// Reads a job of TRL's with other models beside the policy; Liger Kernel's losses take one pair,
/// or one tile of the logits, at a time.
void readTrlJob(SettingFields& fields, std::string_view job, const TrainedType& type)
{
    Plan& plan = fields.log().plan;
    plan.job = {};
    plan.roles = {};
    plan.rollout = {};
    (void)setJob(fields.log(), job);
    if (type.isNarrow())
        plan.roles.policy.dtype = RoleType::Bf16;
    const bool liger = fields.flagOr("use_liger_kernel", fields.flagOr("use_liger", false));
    if ((liger && job != "rm") || fields.flagOr("use_liger_loss", false))
        plan.job.logits = JobLogits::Chunked;
    bool norms = liger, mlp = liger;
    if (auto parts = fields.part("liger_kernel_config")) {
        norms = liger && parts->flagOr("rms_norm", true);
        mlp = liger && parts->flagOr("swiglu", true);
        parts->ignore({"rope", "cross_entropy", "fused_linear_cross_entropy"});
        parts->listRest();
    }
    setKernels(plan.recipe, norms, mlp);
    plan.recipe.loss.reset();
    fields.ignore({"beta", "loss_type", "label_smoothing", "disable_dropout"});
}

void readPreferences(SettingFields& fields)
{
    fields.log().plan.job.precomputedReference = fields.flagOr("precompute_ref_log_probs", false);
    fields.ignore({"precompute_ref_batch_size", "desirable_weight", "undesirable_weight",
                   "center_rewards_coefficient", "max_prompt_length", "max_completion_length"});
}

/// TRL, trainer/grpo_config.py and grpo_trainer.py: a reference that the loss is kept near, beside
/// adapters the policy without them; an entropy with a gradient, where it is part of the loss.
void readGrpo(SettingFields& fields, const TrainedType& type)
{
    Plan& plan = fields.log().plan;
    plan.job.samples = fields.whole("num_generations", 1, 65536).value_or(8);
    readTrainerRollout(fields, "vllm_max_model_length");
    if (fields.flagOr("vllm_enable_sleep_mode", false))
        plan.roles.rollout.sleep = SleepLevel::Two;
    if (fields.number("beta").value_or(0) != 0 && plan.adapter.kind == AdapterKind::None)
        plan.roles.ref.dtype = type.isNarrow() ? RoleType::Bf16 : RoleType::Fp32;
    if (fields.number("entropy_coef").value_or(0) != 0
        || fields.flagOr("use_adaptive_entropy", false))
        plan.job.entropy = Entropy::Grad;
    fields.ignoreBegun({"vllm_", "log_", "epsilon", "sapo_", "vespo_", "entropy_", "ref_model_",
                        "top_", "scale_", "off_policy_"});
    // Data, sampling, and how the loss weighs tokens.
    fields.ignore({"shuffle_dataset",
                   "generation_batch_size",
                   "steps_per_generation",
                   "num_generations_eval",
                   "num_iterations",
                   "temperature",
                   "min_p",
                   "repetition_penalty",
                   "generation_kwargs",
                   "chat_template_kwargs",
                   "ds3_gather_for_generation",
                   "delta",
                   "importance_sampling_level",
                   "reward_funcs",
                   "reward_weights",
                   "multi_objective_aggregation",
                   "mask_truncated_completions",
                   "num_completions_to_print",
                   "use_bias_correction_kl",
                   "max_tool_calling_iterations"});
}

/// Reads the lengths of prompt and completion. Later versions have no field for the prompt's,
/// which the data set bounds.
void readGrpoLength(SettingFields& fields)
{
    SettingLog& log = fields.log();
    constexpr std::int64_t longest = 8388608;
    const auto length = [&](const char* field, std::int64_t usual) {
        const auto stated = fields.whole(field, 1, longest);
        if (!stated)
            log.note(field, {HW_TR("core", "is not in the file: %1 assumed"), {grouped(usual)}});
        return stated.value_or(usual);
    };
    const std::int64_t completion = length("max_completion_length", 512);
    log.plan.job.completion = completion;
    log.plan.job.prompt = length("max_prompt_length", 512);
    log.set("workload.context", *log.plan.job.prompt + completion, "max_completion_length");
}

void readTrainerLength(SettingFields& fields, const TrainerStart& settings)
{
    SettingLog& log = fields.log();
    constexpr std::int64_t longest = 16777216;
    // The last two are of scripts in wide use, not of the Trainer's own arguments.
    std::optional<std::int64_t> length;
    for (const char* field : {"max_length", "max_seq_length", "model_max_length", "block_size"})
        if (!length)
            length = fields.whole(field, 1, longest);
    if (length) {
        log.set("workload.context", *length, "max_length");
    } else if (const Json* none = settings.arguments.find("max_length"); none && none->isNull()) {
        log.note("max_length",
                 {HW_TR("core",
                        "is null, so that no sequence is cut: the context of the open plan "
                        "stays")});
    } else if (settings.isTrl) {
        log.set("workload.context", std::int64_t{1024}, "max_length");
        log.note("max_length", {HW_TR("core", "is not in the file: 1,024 tokens, TRL's default")});
    } else {
        log.note("max_length",
                 {HW_TR("core", "is not in the file: the context of the open plan stays")});
    }
}

void readAdapter(SettingFields& fields, const TrainerStart& settings)
{
    SettingLog& log = fields.log();
    Adapter adapter;
    if (settings.adapter) {
        SettingFields lora(*settings.adapter, "LoraConfig", log);
        readLoraConfig(lora, adapter);
        lora.ignore({"lora_alpha", "bias", "task_type", "use_rslora"});
        lora.listRest();
    }
    if (fields.flagOr("use_peft", false)) {
        adapter.kind = AdapterKind::Lora;
        adapter.rank = fields.whole("lora_r", 1, 4096).value_or(16);
        adapter.dropout = fields.number("lora_dropout").value_or(0.05);
        adapter.targets.assign(peftTargets.begin(), peftTargets.end());
        readAdapterTargets(fields, "lora_target_modules", adapter);
    }
    fields.ignore({"lora_alpha", "lora_task_type"});
    if (settings.quantisation) {
        SettingFields words(*settings.quantisation, "BitsAndBytesConfig", log);
        readQuantisation(words, adapter);
        words.listRest();
    }
    readQuantisation(fields, adapter);
    if (settings.loading) {
        SettingFields loading(*settings.loading, "from_pretrained", log);
        readQuantisation(loading, adapter);
    }
    if (!(adapter.dropout >= 0 && adapter.dropout <= 1))
        log.problems.push_back(
            {fields.nameOf("lora_dropout"), {}, {HW_TR("core", "must be a number")}});
    log.plan.adapter = adapter;
}

/// Whether the GPUs share the states, or the engine that generates.
bool sharesTrainer(const TrainerStart& start)
{
    const Json* config = start.arguments.find("fsdp_config");
    const Json* ranks = start.arguments.find("vllm_tensor_parallel_size");
    const Json* mode = start.arguments.find("vllm_mode");
    const bool isElsewhere = mode && mode->text() && *mode->text() == "server";
    const bool engineShares = start.asksFor("use_vllm") && !isElsewhere && ranks && ranks->whole()
        && *ranks->whole() > 1;
    return engineShares || start.asksFor("fsdp") || start.asksFor("fsdp_version")
        || start.asksFor("deepspeed") || start.accelerate.sharesOut()
        || (config && (config->contains("version") || config->contains("fsdp_version")));
}

TrainedType readTrainer(const TrainerStart& settings, SettingLog& log)
{
    Plan& plan = log.plan;
    plan.layout = {};
    if (settings.isSft() && plan.workload.task != Task::Train) {
        plan.workload.task = Task::Train;
        plan.job = {};
        plan.roles = {};
    }
    plan.recipe.framework = Framework::HuggingFace;
    plan.recipe.frozen.clear();
    plan.recipe.frozenLayers = plan.recipe.frozenFrom = 0;
    for (const KeyPath key :
         {KeyPath("recipe.gradients"), KeyPath("recipe.master_weights"), KeyPath("recipe.moments"),
          KeyPath("recipe.keep_gradients"), KeyPath("recipe.engine"), KeyPath("recipe.reentrant"),
          KeyPath("recipe.checkpoint_outside"), KeyPath("recipe.use_orig_params")})
        log.open(key);
    SettingFields fields(settings.arguments, {}, log);
    constexpr std::int64_t usual = 8; // of TrainingArguments
    setGpus(log, settings.gpus, sharesTrainer(settings));
    const StatedBatch batch = readTrainerBatch(fields, usual, 1);
    if (!settings.isGrpo())
        readTrainerLength(fields, settings);
    readTrainerEvaluation(fields);
    const ModelKeywords model = modelKeywords(fields, settings);
    readAdapter(fields, settings);
    const TrainedType type = trainedType(fields, settings, model.dtype);
    setTrainerPrecision(plan.recipe, type);
    if (!model.attention.empty())
        setTrainerAttention(plan.recipe, model.attention);
    // transformers 5 calls it activation_checkpointing, and writes both names.
    const bool drops = fields.flagOr("gradient_checkpointing", settings.isTrl);
    plan.recipe.recompute
        = fields.flagOr("activation_checkpointing", drops) ? Recompute::Full : Recompute::None;
    readTrainerCheckpoints(fields);
    readTrainerOptimizer(fields, "optim", "adamw");
    if (settings.job.empty())
        readLoss(fields, settings.isSft());
    else
        readTrlJob(fields, settings.job, type);
    if (settings.isGrpo()) {
        readGrpo(fields, type);
        readGrpoLength(fields);
    } else if (!settings.job.empty()) {
        readPreferences(fields);
    }
    readTrainerFsdp(fields);
    readTrainerDeepSpeed(fields, settings.files, batch);
    if (fields.flagOr("activation_offloading", false))
        plan.layout.offloadActivations = ActivationOffload::Cpu;
    if (fields.flagOr("packing", false))
        plan.job.packing = Packing::Packed;
    fields.ignore({"model_name_or_path", "model_adapter_name", "ref_adapter_name",
                   "fsdp_transformer_layer_cls_to_wrap"});
    readTrainerEpochs(fields, "num_train_epochs");
    ignoreTrainerFields(fields);
    fields.listRest();
    return type;
}

} // namespace

bool isTrainingArguments(const ImportFile& file)
{
    return startsTrainer(file);
}

Result<Imported> readTrainingArguments(const ImportFile& file, const Plan& base,
                                       const Catalog& catalog)
{
    SettingLog log(base);
    log.text = file.text;
    auto start = trainerStartOf(file, log);
    if (!start)
        return start.problems();
    if (start->model)
        setModel(log, *start->model, start->modelField, catalog);
    else
        log.note("model_name_or_path",
                 {HW_TR("core", "is not in the file: the open plan's model stays")});
    const TrainedType type = readTrainer(*start, log);
    readTrainedParts(start->trained, log, catalog);
    addAccelerate(start->accelerate, log, catalog);
    setLoadedType(log.plan, type);
    return std::move(log).imported(ImportKind::TrainingArguments);
}

} // namespace highwater
