// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"
#include "core/configs/file_words.h"
#include "core/configs/python_reader.h"
#include "core/configs/readers.h"
#include "core/configs/trainer_settings.h"
#include "core/plan/bytes.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

// Unsloth's calls: unsloth/models/loader.py (from_pretrained), models/llama.py and models/vision.py
// (get_peft_model), models/rl.py (defaults of the trainers).

namespace highwater {
namespace {

constexpr std::array unslothLoaders{"FastLanguageModel", "FastVisionModel", "FastModel",
                                    "FastTextModel", "FastLlamaModel"};

/// The trainers' arguments, by the job that they start.
struct UnslothTrainer
{
    std::string_view call;
    std::string_view job;
};
/// A script may tune before it reinforces: what takes more stands first.
constexpr std::array unslothTrainers{
    UnslothTrainer{"GRPOConfig", "grpo"},           UnslothTrainer{"DPOConfig", "dpo"},
    UnslothTrainer{"ORPOConfig", "orpo"},           UnslothTrainer{"KTOConfig", "kto"},
    UnslothTrainer{"RewardConfig", "rm"},           UnslothTrainer{"SFTConfig", ""},
    UnslothTrainer{"UnslothTrainingArguments", ""}, UnslothTrainer{"Seq2SeqTrainingArguments", ""},
    UnslothTrainer{"TrainingArguments", ""},
};

const Json* unslothCallOfLoader(const PythonScript& script, const std::string& method)
{
    std::vector<std::string> names;
    for (const char* loader : unslothLoaders)
        names.push_back(std::string(loader) + "." + method);
    const std::vector<std::string_view> endings(names.begin(), names.end());
    return firstCall(script, endings);
}

/// The arguments of a call, with a field that is an expression as a problem where it counts.
Json unslothArgumentsFor(SettingLog& log, const Json& call, const PythonScript& script,
                         std::initializer_list<std::string_view> counting)
{
    std::vector<std::string> expressions;
    Json arguments = argumentsOf(call, script, expressions);
    for (const std::string& field : expressions)
        if (std::ranges::find(counting, field) != counting.end())
            log.refuse(field, {},
                       {HW_TR("core",
                              "is an expression, and no script is run: a number is "
                              "needed")});
    return arguments;
}

struct UnslothLoaded
{
    bool trainsAll = false;
    std::optional<std::int64_t> length;
    std::optional<AdapterBase> base;
    std::string dropped; ///< its use_gradient_checkpointing
};

/// True, False and "unsloth".
std::string unslothCheckpointing(SettingFields& fields, const std::string& absent)
{
    const std::string word = fields.word("use_gradient_checkpointing").value_or(absent);
    return word == "no" ? "false" : word;
}

UnslothLoaded readUnslothLoader(SettingLog& log, const Json& arguments, const Catalog& catalog)
{
    SettingFields fields(arguments, {}, log);
    UnslothLoaded loaded;
    const char* const field = fields.has("model_name") ? "model_name" : "0";
    const auto stored = readModel(fields, field, "model_name", catalog);
    loaded.length = fields.whole("max_seq_length", 1, 16777216);
    if (!loaded.length)
        loaded.length = fields.whole("1", 1, 16777216);
    loaded.trainsAll = fields.flagOr("full_finetuning", false);
    const bool eight = fields.flagOr("load_in_8bit", false);
    const bool sixteen = fields.flagOr("load_in_16bit", false);
    const bool four = fields.flagOr("load_in_4bit", true) && !eight && !sixteen;
    if (eight)
        loaded.base = AdapterBase::Int8;
    else if (four)
        loaded.base
            = AdapterBase::Nf4Double; // its stored models, and BitsAndBytesConfig in llama.py
    else if (stored == AdapterBase::Gptq)
        loaded.base = stored;
    loaded.dropped = unslothCheckpointing(fields, "unsloth");
    if (fields.flagOr("float32_mixed_precision", false))
        log.plan.recipe.precision = Precision::Bf16Mixed;
    if (const auto share = fields.number("gpu_memory_utilization"))
        log.set("rollout.utilization", *share, "gpu_memory_utilization");
    fields.ignore({"0",
                   "1",
                   "2",
                   "3",
                   "dtype",
                   "token",
                   "device_map",
                   "rope_scaling",
                   "fix_tokenizer",
                   "trust_remote_code",
                   "revision",
                   "use_exact_model_name",
                   "random_state",
                   "max_lora_rank",
                   "disable_log_stats",
                   "fast_inference",
                   "return_logits",
                   "auto_model",
                   "attn_implementation",
                   "unsloth_force_compile",
                   "whisper_language",
                   "whisper_task",
                   "text_only",
                   "local_files_only",
                   "float8_kv_cache",
                   "cache_dir"});
    fields.listRest();
    return loaded;
}

std::string readUnslothAdapters(SettingLog& log, const Json& arguments, std::string dropped,
                                Adapter& adapter)
{
    SettingFields fields(arguments, {}, log);
    adapter.kind = AdapterKind::Lora;
    adapter.rank = fields.whole("r", 1, 4096).value_or(16);
    adapter.dropout = fields.number("lora_dropout").value_or(0);
    adapter.dora = fields.flagOr("use_dora", false);
    readAdapterTargets(fields, "target_modules", adapter);
    const bool attention = fields.flagOr("finetune_attention_modules", true);
    const bool dense = fields.flagOr("finetune_mlp_modules", true);
    std::erase_if(adapter.targets, [&](AdapterTarget target) {
        const bool isDense = target == AdapterTarget::Gate || target == AdapterTarget::Up
            || target == AdapterTarget::Down;
        return isDense ? !dense : target <= AdapterTarget::O && !attention;
    });
    if (!fields.flagOr("finetune_language_layers", true) || adapter.targets.empty())
        log.refuse("finetune_language_layers", {}, {HW_TR("core", "leaves nothing to train")});
    // Trained embeddings and heads are named among the targets too.
    for (const AdapterTarget target : {AdapterTarget::Embedding, AdapterTarget::Head})
        if (std::erase(adapter.targets, target) > 0)
            adapter.modulesToSave.push_back(target == AdapterTarget::Head ? SavedModule::Head
                                                                          : SavedModule::Embedding);
    readSavedModules(fields, "modules_to_save", adapter);
    dropped = unslothCheckpointing(fields, dropped);
    if (!(adapter.dropout >= 0 && adapter.dropout <= 1))
        log.refuse("lora_dropout", {}, {HW_TR("core", "must be a number")});
    fields.ignore({"0", "lora_alpha", "bias", "random_state", "use_rslora", "loftq_config",
                   "init_lora_weights", "max_seq_length", "temporary_location", "task_type",
                   "finetune_vision_layers", "finetune_audio_layers", "ensure_weight_tying"});
    fields.listRest();
    return dropped;
}

void readUnslothLengths(SettingFields& fields, const UnslothLoaded& loaded)
{
    SettingLog& log = fields.log();
    constexpr std::int64_t longest = 16777216;
    const auto prompt = fields.whole("max_prompt_length", 1, longest);
    const auto completion = fields.whole("max_completion_length", 1, longest);
    auto length = fields.whole("max_seq_length", 1, longest);
    if (!length)
        length = fields.whole("max_length", 1, longest);
    if (!length)
        length = loaded.length;
    if (log.plan.workload.task == Task::Reinforcement) {
        log.plan.job.prompt = prompt;
        log.plan.job.completion = completion;
        if (prompt && completion)
            length = *prompt + *completion;
    }
    if (!length)
        log.note("max_seq_length", {HW_TR("core", "is not in the file: %1 assumed"), {"2,048"}});
    log.set("workload.context", length.value_or(2048), "max_seq_length");
}

void readUnslothTrainer(SettingLog& log, const Json& arguments, std::string_view job,
                        const UnslothLoaded& loaded)
{
    Plan& plan = log.plan;
    SettingFields fields(arguments, {}, log);
    if (!job.empty())
        (void)setJob(log, job);
    readUnslothLengths(fields, loaded);
    setGpus(log, {1}, false);
    (void)readTrainerBatch(fields, 4, 2); // models/rl.py
    readTrainerOptimizer(fields, "optim", "adamw_8bit");
    readTrainerEpochs(fields, "num_train_epochs");
    if (fields.flagOr("packing", false))
        plan.job.packing = Packing::Packed;
    if (plan.workload.task == Task::Reinforcement) {
        plan.job.samples = fields.whole("num_generations", 1, 65536).value_or(8);
        if (fields.number("beta").value_or(0.001) == 0)
            plan.job.referenceFree = true;
    }
    const bool half = fields.flagOr("fp16", false) && !fields.flagOr("bf16", false);
    plan.recipe.precision = loaded.trainsAll && !half
        ? plan.recipe.precision.value_or(Precision::Bf16)
        : half ? Precision::Fp16Mixed
               : Precision::Bf16Mixed;
    if (plan.recipe.precision == Precision::Bf16)
        plan.recipe.moments = Moments::Bf16;
    ignoreTrainerFields(fields);
    fields.ignoreBegun({"vllm_", "eval_", "save_", "reward_", "log_", "top_", "epsilon", "loss_",
                        "mask_", "scale_", "unsloth_", "embedding_", "desirable", "undesirable"});
    fields.ignore({"bf16", "temperature", "beta", "num_generations", "use_vllm",
                   "max_prompt_length", "gradient_checkpointing", "gradient_checkpointing_kwargs",
                   "padding_free", "min_p", "delta", "num_iterations", "importance_sampling_level",
                   "dataset_kwargs", "num_completions_to_print", "chat_template_kwargs",
                   "steps_per_generation", "label_smoothing", "max_grad_norm"});
    fields.listRest();
}

/// Reads the settings that a script leaves to Unsloth: whether layers are recomputed, the job's
/// loss in chunks.
void setUnslothOwnWays(SettingLog& log, const std::string& dropped)
{
    Plan& plan = log.plan;
    const bool drops = dropped != "false";
    plan.recipe.recompute = drops ? Recompute::Full : Recompute::None;
    plan.layout.offloadActivations
        = dropped == "unsloth" ? ActivationOffload::Cpu : ActivationOffload::None;
    if (plan.job.kind) {
        plan.job.logits = JobLogits::Chunked;
        plan.roles.policy.dtype = RoleType::Bf16;
    }
}

} // namespace

bool isUnsloth(const ImportFile& file)
{
    if (file.json && !file.json->contains("cells"))
        return false;
    if (file.text.find("unsloth import FastSentenceTransformer") != std::string_view::npos)
        return true;
    return std::ranges::any_of(unslothLoaders, [&file](const char* loader) {
        return file.text.find(std::string(loader) + ".from_pretrained") != std::string_view::npos;
    });
}

Result<Imported> readUnsloth(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    const auto text = scriptIn(file);
    if (!text)
        return text.problems();
    auto script = readPython(*text);
    if (!script)
        return script.problems();
    const Json* loader = unslothCallOfLoader(*script, "from_pretrained");
    if (!loader)
        return Problem{FieldName(std::string("from_pretrained")),
                       {},
                       {HW_TR("core", "loads no language model that can be read")},
                       placeOf(file.text, "from_pretrained")};
    SettingLog log = trainerLog(base, file.text, Framework::Unsloth);
    UnslothLoaded loaded = readUnslothLoader(
        log,
        unslothArgumentsFor(log, *loader, *script,
                            {"model_name", "0", "max_seq_length", "load_in_4bit", "load_in_8bit",
                             "full_finetuning"}),
        catalog);
    Adapter adapter;
    adapter.upcast = false; // models/llama.py: patch_model_and_tokenizer() keeps 16 bits
    std::string dropped = loaded.dropped;
    const Json* factors = unslothCallOfLoader(*script, "get_peft_model");
    if (factors && !loaded.trainsAll)
        dropped = readUnslothAdapters(
            log, unslothArgumentsFor(log, *factors, *script, {"r", "target_modules"}), dropped,
            adapter);
    else if (!loaded.trainsAll)
        log.refuse("get_peft_model", {},
                   {HW_TR("core",
                          "is missing, and full_finetuning too: the "
                          "script trains nothing")});
    if (loaded.base && adapter.kind != AdapterKind::None)
        setQuantised(adapter, *loaded.base);
    log.plan.adapter = std::move(adapter);
    const Json* arguments = nullptr;
    std::string_view job;
    for (const UnslothTrainer& trainer : unslothTrainers)
        if (const Json* call = arguments ? nullptr : firstCall(*script, trainer.call)) {
            arguments = call;
            job = trainer.job;
        }
    if (!arguments)
        log.refuse("SFTConfig", {},
                   {HW_TR("core", "is missing: the script trains nothing that can be read")});
    else
        readUnslothTrainer(
            log,
            unslothArgumentsFor(log, *arguments, *script,
                                {"per_device_train_batch_size", "gradient_accumulation_steps"}),
            job, loaded);
    setUnslothOwnWays(log, dropped);
    return std::move(log).imported(ImportKind::Unsloth);
}

} // namespace highwater
