// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"
#include "core/configs/file_words.h"
#include "core/configs/readers.h"
#include "core/configs/tensor_roles.h"
#include "core/configs/trainer_settings.h"
#include "core/ledger/resolve.h"
#include "core/plan/utf8.h"

#include <algorithm>

// LLaMA-Factory's settings: src/llamafactory/hparams (defaults), model/adapter.py (types of trained
// weights), model/model_utils (checkpointing, quantization, attention).

namespace highwater {
namespace {

constexpr std::string_view factoryProgram = "LLaMA-Factory";
constexpr std::string_view factoryCommand = "llamafactory-cli";
constexpr std::array<std::string_view, 2> factoryScripts{"src/train.py", "src/train_bash.py"};

/// The words after the command that trains, or after the script that the command runs. Others have
/// scripts of this name.
std::optional<std::span<const std::string>> factoryArguments(std::span<const std::string> words)
{
    const auto script = std::ranges::find_if(words, [](std::string_view word) {
        return std::ranges::any_of(factoryScripts, [word](std::string_view name) {
            return word == name
                || (word.ends_with(name) && word[word.size() - name.size() - 1] == '/');
        });
    });
    if (script != words.end()) {
        const std::span rest(script + 1, words.end());
        constexpr std::array own{"--finetuning_type", "--template", "--stage"};
        const bool isFile = !rest.empty() && rest.front().ends_with(".yaml");
        if (isFile || std::ranges::find_first_of(rest, own) != rest.end())
            return rest;
    }
    const auto at = std::ranges::find_if(
        words, [](const std::string& word) { return word.ends_with(factoryCommand); });
    if (at == words.end() || at + 1 == words.end() || *(at + 1) != "train")
        return std::nullopt;
    return std::span(at + 2, words.end());
}

bool trainsByFactory(const ShellCommand& command)
{
    return factoryArguments(command.words).has_value();
}

/// "llamafactory-cli train FILE.yaml KEY=VALUE …" or "llamafactory-cli train --key value …".
Result<StartedSettings> factoryStartedBy(const ImportFile& file)
{
    auto script = readShell(file.text);
    if (!script)
        return script.problems();
    const auto training = firstTraining(*script, trainsByFactory);
    if (!training)
        return Problem{{std::string(factoryCommand)}, {}, {HW_TR("core", "starts no training")}};
    const auto words = script->commands[training->command].words;
    const auto rest = *factoryArguments(words);
    StartedSettings started
        = startedBy(*std::move(script), *training, words.size() - rest.size(), file.name);
    started.arguments = argumentsIn(rest);
    if (rest.empty() || rest.front().starts_with("--"))
        return started;
    auto settings = started.files.settings(rest.front(), std::string(factoryCommand));
    if (!settings)
        return settings.problems();
    started.arguments = *std::move(settings);
    for (const std::string& word : rest.subspan(1))
        if (const std::size_t equals = word.find('='); equals != std::string::npos)
            started.arguments[word.substr(0, equals)] = valueOf(word.substr(equals + 1));
    return started;
}

/// model/adapter.py: _setup_freeze_tuning() trains some of the last layers, or of the first where
/// the number is negative, and of the other modules those that are named.
void readFactoryFreezing(SettingFields& fields, const Catalog& catalog)
{
    SettingLog& log = fields.log();
    constexpr std::int64_t most = 65536;
    const std::int64_t trained = fields.whole("freeze_trainable_layers", -most, most).value_or(2);
    for (const std::string& module : fields.words("freeze_trainable_modules"))
        if (module != "all")
            log.refuse("freeze_trainable_modules", typed(module),
                       {HW_TR("core", "trains parts of layers, which is not counted")});
    if (fields.flagOr("use_llama_pro", false))
        log.refuse("use_llama_pro", "true",
                   {HW_TR("core", "trains layers apart from one another, which is not counted")});
    const auto shape = shapeOf(log.plan.model, catalog);
    if (!shape)
        return; // the model is a problem already
    const std::int64_t layers = shape->layers;
    const std::int64_t frozen = std::max<std::int64_t>(0, layers - std::abs(trained));
    log.plan.recipe.frozenLayers = frozen;
    log.plan.recipe.frozenFrom = trained < 0 ? layers - frozen : 0;
    log.plan.recipe.frozen = {FrozenPart::Embedding, FrozenPart::Head};
    for (const std::string& module : fields.words("freeze_extra_modules")) {
        const auto role = roleOfOuterModule(module);
        if (role == TensorRole::Embedding)
            std::erase(log.plan.recipe.frozen, FrozenPart::Embedding);
        else if (role == TensorRole::Head)
            std::erase(log.plan.recipe.frozen, FrozenPart::Head);
        else
            log.leave("freeze_extra_modules " + excerpt(module));
    }
}

void readFactoryBase(SettingFields& fields, std::optional<AdapterBase> stored, Adapter& adapter)
{
    SettingLog& log = fields.log();
    const bool twice = fields.flagOr("double_quantization", true);
    const auto bits = fields.whole("quantization_bit", 1, 16);
    const std::string method = fields.word("quantization_method").value_or("bnb");
    fields.ignore({"quantization_type", "quantization_device_map"});
    if (stored) {
        setQuantised(adapter, *stored);
        return; // quantization.py: quantization_bit has no effect then
    }
    if (!bits)
        return;
    if (*bits == 8)
        setQuantised(adapter, AdapterBase::Int8);
    else if (*bits == 4)
        setQuantised(adapter, twice && method == "bnb" ? AdapterBase::Nf4Double : AdapterBase::Nf4);
    else
        log.refuse("quantization_bit", std::to_string(*bits),
                   {HW_TR("core", "a base of so few bits is not counted: 4 or 8 are")});
    if (method != "bnb" && method != "bitsandbytes")
        log.note("quantization_method",
                 {HW_TR("core", "is counted as bitsandbytes: %1"), {excerpt(method)}});
}

void readFactoryMethod(SettingFields& fields, std::optional<AdapterBase> stored,
                       const Catalog& catalog)
{
    SettingLog& log = fields.log();
    Adapter adapter;
    const std::string method = fields.word("finetuning_type").value_or("lora");
    if (method == "lora") {
        adapter.kind = AdapterKind::Lora;
        adapter.rank = fields.whole("lora_rank", 1, 4096).value_or(8);
        adapter.dropout = fields.number("lora_dropout").value_or(0);
        adapter.dora = fields.flagOr("use_dora", false);
        readAdapterTargets(fields, "lora_target", adapter);
        readSavedModules(fields, "additional_target", adapter);
        fields.ignore({"lora_alpha", "use_rslora", "loraplus_lr_ratio", "loraplus_lr_embedding",
                       "pissa_init", "pissa_iter", "pissa_convert", "create_new_adapter"});
    } else if (method == "freeze") {
        readFactoryFreezing(fields, catalog);
    } else if (method != "full") {
        log.refuse("finetuning_type", typed(method),
                   {HW_TR("core", "is a method that is not counted")});
    }
    adapter.upcast = false; // prepare_model_for_training() leaves embedding and head as they are
    readFactoryBase(fields, stored, adapter);
    if (adapter.kind == AdapterKind::Qlora && method != "lora")
        log.refuse("finetuning_type", typed(method),
                   {HW_TR("core", "cannot train a base in few bits")});
    setAdapter(log, std::move(adapter));
}

void readFactoryOptimizer(SettingFields& fields)
{
    Recipe& recipe = fields.log().plan.recipe;
    readTrainerOptimizer(fields, "optim", "adamw");
    const auto project
        = [&](Optimizer optimizer, std::string_view rank, std::string_view layerwise) {
              recipe.optimizer = optimizer;
              recipe.fusedStep.reset();
              recipe.optimizerRank = fields.whole(rank, 1, 65536).value_or(16);
              recipe.stepInBackward = fields.flagOr(layerwise, false);
          };
    if (fields.flagOr("use_galore", false))
        project(Optimizer::GaLore, "galore_rank", "galore_layerwise");
    if (fields.flagOr("use_apollo", false))
        project(Optimizer::Apollo, "apollo_rank", "apollo_layerwise");
    if (fields.flagOr("use_adam_mini", false))
        recipe.optimizer = Optimizer::AdamMini;
    if (fields.flagOr("use_muon", false))
        recipe.optimizer = Optimizer::Muon;
    fields.ignoreBegun({"galore_", "apollo_"});
}

/// adapter.py: trained weights are 32-bit, unless pure_bf16 says otherwise.
void readFactoryPrecision(SettingFields& fields)
{
    SettingLog& log = fields.log();
    Plan& plan = log.plan;
    const bool brain = fields.flagOr("bf16", false), half = fields.flagOr("fp16", false);
    const bool pure = fields.flagOr("pure_bf16", false);
    if (half && (brain || pure))
        log.refuse("fp16", {}, {HW_TR("core", "excludes bf16")});
    const bool adapts = plan.adapter.kind != AdapterKind::None;
    plan.recipe.precision = half      ? Precision::Fp16Mixed
        : fields.flagOr("fp8", false) ? Precision::Fp8Mixed
        : brain || adapts             ? Precision::Bf16Mixed
                                      : Precision::Fp32;
    if (pure && !adapts && plan.layout.zero == 0) {
        plan.recipe.precision = Precision::Bf16;
        plan.recipe.moments = Moments::Bf16;
    } else if (pure) {
        plan.recipe.precision = Precision::Bf16Mixed;
    }
    fields.ignoreBegun({"fp8_"});
    if (plan.job.kind) {
        if (adapts || pure)
            plan.roles.policy.dtype = RoleType::Bf16;
        if (plan.job.kind == JobKind::Dpo || plan.job.kind == JobKind::Kto)
            plan.roles.ref.dtype = RoleType::Bf16;
    }
}

void readFactorySavings(SettingFields& fields)
{
    SettingLog& log = fields.log();
    Recipe& recipe = log.plan.recipe;
    // checkpointing.py: prepare_model_for_training()
    const bool drops = !fields.flagOr("disable_gradient_checkpointing", false);
    recipe.recompute = drops ? Recompute::Full : Recompute::None;
    if (fields.flagOr("use_unsloth_gc", false) && drops)
        log.plan.layout.offloadActivations = ActivationOffload::Cpu;
    // hparams/model_args.py: use_reentrant_gc is true where the file has none.
    if (drops)
        recipe.reentrant = fields.flagOr("use_reentrant_gc", true);
    fields.ignore({"gradient_checkpointing", "gradient_checkpointing_kwargs", "use_reentrant_gc"});
    setTrainerAttention(recipe, fields.word("flash_attn").value_or("auto"));
    const bool liger = fields.flagOr("enable_liger_kernel", false);
    recipe.kernels = liger ? Kernels::Fused : Kernels::Eager;
    if (!log.plan.job.kind)
        recipe.loss = liger ? Loss::Chunked : Loss::Full;
    else if (liger)
        log.plan.job.logits = JobLogits::Chunked;
}

void readFactoryStage(SettingFields& fields)
{
    SettingLog& log = fields.log();
    std::string stage = fields.word("stage").value_or("sft");
    const std::string loss = fields.word("pref_loss").value_or("sigmoid");
    if (stage == "dpo" && (loss == "orpo" || loss == "simpo"))
        stage = loss;
    const bool isPlain = stage == "sft" || stage == "pt";
    if (!isPlain && !setJob(log, stage))
        log.refuse("stage", typed(stage), {HW_TR("core", "is a method that is not counted")});
    if (fields.flagOr("packing", stage == "pt") || fields.flagOr("neat_packing", false))
        log.plan.job.packing = Packing::Packed;
    fields.ignore({"neat_packing"});
    if (!fields.flagOr("do_train", false))
        log.refuse("do_train", {}, {HW_TR("core", "is not true: the file trains nothing")});
    fields.ignoreBegun({"pref_", "dpo_", "kto_", "ppo_", "simpo_"});
    if (fields.has("ref_model_quantization_bit"))
        log.leave("ref_model_quantization_bit");
    fields.ignore({"ref_model", "ref_model_adapters", "ref_model_quantization_bit"});
}

/// Other programs inside LLaMA-Factory, and ways to train that no plan can say.
void refuseFactoryOthers(SettingFields& fields)
{
    SettingLog& log = fields.log();
    for (const char* key : {"use_badam", "use_kt", "use_mca", "use_megatron_bridge",
                            "use_hyper_parallel", "shift_attn"})
        if (fields.flagOr(key, false))
            log.refuse(key, "true", {HW_TR("core", "is a method that is not counted")});
    if (const auto way = fields.word("mixture_of_depths"))
        log.refuse("mixture_of_depths", typed(*way),
                   {HW_TR("core", "is a method that is not counted")});
    fields.ignore({"train_from_scratch"});
    for (const char* key : {"pipeline_model_parallel_size", "tensor_model_parallel_size",
                            "expert_model_parallel_size"})
        if (const auto word = fields.word(key))
            log.refuse(key, *word,
                       {HW_TR("core", "is of %1's part on Megatron, which cannot be read yet"),
                        {std::string(factoryProgram)}});
}

void ignoreFactoryHarmless(SettingFields& fields)
{
    fields.ignoreBegun({"preprocessing_", "swanlab_", "export_", "vllm_", "sglang_", "image_",
                        "video_", "audio_", "eval_", "profiler_", "freeze_", "ray_", "infer_",
                        "early_", "oft_", "badam_", "dft_", "eaft_"});
    fields.ignore({"template",
                   "dataset",
                   "dataset_dir",
                   "media_dir",
                   "max_samples",
                   "overwrite_cache",
                   "tokenized_path",
                   "val_size",
                   "mask_history",
                   "train_on_prompt",
                   "streaming",
                   "buffer_size",
                   "mix_strategy",
                   "interleave_probs",
                   "tool_format",
                   "default_system",
                   "enable_thinking",
                   "preserve_thinking",
                   "cache_dir",
                   "adapter_name_or_path",
                   "use_fast_tokenizer",
                   "split_special_tokens",
                   "low_cpu_mem_usage",
                   "hf_hub_token",
                   "ms_hub_token",
                   "print_param_status",
                   "plot_loss",
                   "include_effective_tokens_per_second",
                   "compute_accuracy",
                   "disable_shuffling",
                   "rope_scaling",
                   "moe_aux_loss_coef",
                   "use_swanlab",
                   "use_kv_cache",
                   "offload_folder",
                   "master_addr",
                   "master_port",
                   "data_shared_file_system",
                   "ignore_pad_token_for_loss",
                   "upcast_layernorm",
                   "use_dft_loss",
                   "use_eaft_loss",
                   "asft_alpha",
                   "fsdp_transformer_layer_cls_to_wrap",
                   "max_new_tokens",
                   "temperature",
                   "top_p"});
}

bool isFactoryVersion1(const ImportFile& file)
{
    return states(file, "model") && statesAny(file, {"model_class", "dist_config", "kernel_config"})
        && statesAny(file, {"train_dataset", "cutoff_len", "sample_backend"});
}

bool isFactoryCommand(const ImportFile& file)
{
    if (file.json || states(file, "model_name_or_path"))
        return false;
    bool hasScript = false;
    if (isShellScript(file) && hasOutsideComments(file.text, factoryScripts))
        if (const auto script = readShell(file.text))
            hasScript = firstTraining(*script, trainsByFactory).has_value();
    return hasScript || file.text.find(std::string(factoryCommand) + " ") != std::string_view::npos;
}

} // namespace

bool isLlamaFactory(const ImportFile& file)
{
    return isFactoryCommand(file) || isFactoryVersion1(file)
        || (states(file, "model_name_or_path")
            && statesAny(file,
                         {"finetuning_type", "cutoff_len", "stage", "lora_target", "infer_backend",
                          "export_dir", "quantization_bit"}));
}

Result<Imported> readLlamaFactory(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    if (isFactoryVersion1(file))
        return Problem{{"model"},
                       {},
                       {HW_TR("core", "is a file of %1's version 1, which cannot be read yet"),
                        {std::string(factoryProgram)}},
                       placeOf(file.text, "model")};
    auto read = states(file, "model_name_or_path") ? settingsFile(file) : factoryStartedBy(file);
    if (!read)
        return read.problems();
    StartedSettings started = *std::move(read);
    mergeAccelerate(started);
    takePrecision(started);
    SettingLog log = trainerLog(base, file.text, Framework::LlamaFactory);
    noteStarted(started, log);
    SettingFields fields(started.arguments, {}, log);
    const auto stored = readModel(fields, "model_name_or_path", "model_name_or_path", catalog);
    refuseFactoryOthers(fields);
    const auto workers = fields.whole("ray_num_workers", 1, 65536);
    setGpus(log, workers ? StatedGpus{workers} : started.gpus,
            fields.has("deepspeed") || fields.has("fsdp") || started.accelerate.sharesOut());
    constexpr std::int64_t longest = 16777216;
    log.set("workload.context", fields.whole("cutoff_len", 1, longest).value_or(2048),
            "cutoff_len");
    const StatedBatch batch = readTrainerBatch(fields, 8, 1);
    readFactoryStage(fields);
    readFactoryMethod(fields, stored, catalog);
    readTrainerImages(fields, "image_max_pixels", "freeze_vision_tower", catalog);
    readFactoryOptimizer(fields);
    readFactorySavings(fields);
    readTrainerEvaluation(fields);
    readTrainerFsdp(fields);
    readTrainerDeepSpeed(fields, started.files, batch);
    addAccelerate(started.accelerate, log, catalog);
    readFactoryPrecision(fields);
    if (fields.flagOr("use_unsloth", false))
        log.leave("use_unsloth");
    ignoreFactoryHarmless(fields);
    return importedTrainer(fields, ImportKind::LlamaFactory);
}

} // namespace highwater
