// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"
#include "core/configs/deepspeed_import.h"
#include "core/configs/python_reader.h"
#include "core/configs/readers.h"
#include "core/configs/yaml_reader.h"
#include "core/json/json_reader.h"
#include "core/ledger/framework.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace highwater {

using bounded::times;

namespace {

/// The last call of one of these in a script counts.
constexpr std::array trainerClasses{"Seq2SeqTrainingArguments", "DPOConfig", "TrainingArguments",
                                    "SFTConfig"};

/// The arguments, and other calls of the same script.
struct TrainerSettings
{
    Json arguments = Json::object();
    const Json *adapter = nullptr, *quantisation = nullptr;
    bool isSft = false;
    bool isDpo = false; ///< TRL's DPOConfig, whose defaults are SFTConfig's

    bool isTrl() const { return isSft || isDpo; }
};

/// Whether these are arguments of TRL's SFTConfig, which has other defaults than TrainingArguments.
bool looksLikeSft(const Json& arguments)
{
    constexpr std::array own{"max_length", "max_seq_length",        "packing",
                             "loss_type",  "activation_offloading", "completion_only_loss",
                             "use_peft",   "dataset_text_field"};
    return std::ranges::any_of(own,
                               [&arguments](const char* key) { return arguments.contains(key); });
}

Precision precisionOf(SettingFields& fields, bool isSft, const std::string& dtype)
{
    const bool half = fields.flagOr("fp16", false);
    const bool pure = dtype == "bfloat16" || dtype == "float16";
    const bool brain = fields.flagOr("bf16", isSft && !half && !pure);
    if (half && brain)
        fields.log().problems.push_back(
            {fields.nameOf("fp16"), {}, {HW_TR("core", "excludes bf16")}});
    return half ? Precision::Fp16Mixed
        : brain ? Precision::Bf16Mixed
        : pure  ? Precision::Bf16
                : Precision::Fp32;
}

/// The last part of "torch.bfloat16".
std::string typeName(const std::optional<std::string>& word)
{
    if (!word)
        return {};
    const std::size_t dot = word->rfind('.');
    return dot == std::string::npos ? *word : word->substr(dot + 1);
}

/// The text of a literal, or of a name such as torch.bfloat16.
std::optional<std::string> wordOrName(SettingFields& fields, std::string_view field)
{
    const Json* value = fields.take(field);
    if (!value)
        return std::nullopt;
    if (value->text())
        return *value->text();
    const Json* code = value->find(pythonCode);
    return code && code->text() ? std::optional(*code->text()) : std::nullopt;
}

struct ModelKeywords
{
    std::string dtype, attention;
};

ModelKeywords modelKeywords(SettingFields& fields)
{
    ModelKeywords found;
    const auto read = [&found](SettingFields& from) {
        for (const char* name : {"dtype", "torch_dtype"})
            if (const auto type = wordOrName(from, name))
                found.dtype = typeName(type);
        if (const auto attention = from.word("attn_implementation"))
            found.attention = *attention;
    };
    read(fields);
    if (auto keywords = fields.part("model_init_kwargs")) {
        read(*keywords);
        keywords->pass({"quantization_config", "use_cache", "trust_remote_code"});
        keywords->noteRest();
    }
    return found;
}

/// The words of "full_shard auto_wrap", or of a list of them.
std::vector<std::string> shardingWords(SettingFields& fields)
{
    std::vector<std::string> words;
    const Json* value = fields.take("fsdp");
    if (!value)
        return words;
    if (value->flag() && *value->flag())
        words.push_back("full_shard");
    for (const Json& item : value->items())
        if (item.text())
            words.push_back(*item.text());
    if (value->text()) {
        std::istringstream text(*value->text());
        for (std::string word; text >> word;)
            words.push_back(word);
    }
    return words;
}

void readFsdp(SettingFields& fields)
{
    SettingLog& log = fields.log();
    Layout& layout = log.plan.layout;
    const auto words = shardingWords(fields);
    const auto has
        = [&words](const char* word) { return std::ranges::find(words, word) != words.end(); };
    if (has("full_shard") || has("hybrid_shard"))
        layout.zero = 3;
    if (has("shard_grad_op") || has("hybrid_shard_zero2"))
        layout.zero = 2;
    if (layout.zero > 0)
        log.plan.recipe.framework = Framework::PyTorchFsdp;
    const Cluster& cluster = log.plan.cluster;
    if (has("hybrid_shard") || has("hybrid_shard_zero2"))
        layout.replicate
            = std::max<std::int64_t>(1, cluster.gpus / std::min(cluster.gpus, cluster.gpusPerNode));
    bool offloads = has("offload");
    if (const Json* given = fields.take("fsdp_config"); given && given->isObject()) {
        const Json plain = withoutPrefix(*given, "fsdp_");
        SettingFields config(plain, "fsdp_config", log);
        const auto read = [&config](std::string_view name) { return config.flag(name); };
        if (const auto reshards = read("reshard_after_forward"); reshards && layout.zero > 0)
            layout.zero = *reshards ? 3 : 2;
        if (read("activation_checkpointing").value_or(false))
            log.plan.recipe.recompute = Recompute::Full;
        offloads = offloads || read("cpu_offload").value_or(false)
            || read("offload_params").value_or(false);
        config.pass({"version", "transformer_layer_cls_to_wrap", "auto_wrap_policy",
                     "backward_prefetch", "forward_prefetch", "limit_all_gathers",
                     "use_orig_params", "sync_module_states", "cpu_ram_efficient_loading",
                     "min_num_params", "state_dict_type", "xla"});
        config.noteRest();
    }
    if (offloads && layout.zero > 0)
        layout.offloadOptimizer = layout.offloadParameters = Offload::Cpu;
}

void readDeepSpeedOf(SettingFields& fields, const StatedBatch& batch)
{
    SettingLog& log = fields.log();
    const Json* value = fields.take("deepspeed");
    if (!value)
        return;
    if (!value->isObject()) {
        log.note("deepspeed", {HW_TR("core", "is another file: import it as well")});
        return;
    }
    const Precision precision = log.plan.recipe.precision.value_or(Precision::Bf16Mixed);
    const auto optimizer = log.plan.recipe.optimizer;
    const std::size_t notes = log.notes.size();
    SettingFields inner(*value, "deepspeed", log);
    readDeepSpeedSettings(inner, batch);
    // The Trainer fills in "auto" alone; a size that is not there is DeepSpeed's own.
    const Json* zero = value->find("zero_optimization");
    const bool shares = log.plan.layout.zero > 0;
    if (shares && zero && zero->isObject() && !zero->find("reduce_bucket_size"))
        log.plan.layout.reduceBucket = profileOf(Framework::DeepSpeed).bucketElements;
    // "auto" means the Trainer's value, which is read already.
    log.notes.erase(std::remove_if(log.notes.begin() + static_cast<std::ptrdiff_t>(notes),
                                   log.notes.end(),
                                   [](const ImportNote& note) {
                                       return std::string_view(note.message.id).find("\"auto\"")
                                           != std::string_view::npos;
                                   }),
                    log.notes.end());
    if (log.plan.recipe.precision != Precision::Bf16)
        log.plan.recipe.precision = precision;
    log.plan.recipe.optimizer = optimizer;
}

void readLoss(SettingFields& fields, bool isSft)
{
    Recipe& recipe = fields.log().plan.recipe;
    const std::string loss = fields.word("loss_type").value_or(isSft ? "chunked_nll" : "nll");
    const bool liger = fields.flagOr("use_liger_kernel", fields.flagOr("use_liger", false));
    bool fuses = liger, kernels = liger;
    if (auto parts = fields.part("liger_kernel_config")) {
        fuses = liger && parts->flagOr("fused_linear_cross_entropy", true);
        kernels = liger && parts->flagOr("rms_norm", true);
        parts->pass({"rope", "swiglu", "cross_entropy"});
        parts->noteRest();
    }
    recipe.kernels = kernels ? Kernels::Fused : Kernels::Eager;
    recipe.loss = fuses ? Loss::Fused : loss == "chunked_nll" ? Loss::Chunked : Loss::Full;
}

/// Reads a job with a policy and its reference; Liger Kernel's loss takes one pair at a time.
void readPreferences(SettingFields& fields, const ModelKeywords& model)
{
    Plan& plan = fields.log().plan;
    plan.workload.task = Task::Preference;
    plan.job = {};
    plan.roles = {};
    plan.job.kind = JobKind::Dpo;
    plan.job.precomputedReference = fields.flagOr("precompute_ref_log_probs", false);
    if (model.dtype == "bfloat16")
        plan.roles.policy.dtype = RoleType::Bf16;
    const bool liger = fields.flagOr("use_liger_kernel", fields.flagOr("use_liger", false));
    if (liger)
        plan.job.logits = JobLogits::Chunked;
    bool kernels = liger;
    if (auto parts = fields.part("liger_kernel_config")) {
        kernels = liger && parts->flagOr("rms_norm", true);
        parts->pass({"rope", "swiglu", "cross_entropy", "fused_linear_cross_entropy"});
        parts->noteRest();
    }
    plan.recipe.kernels = kernels ? Kernels::Fused : Kernels::Eager;
    plan.recipe.loss.reset();
    fields.pass({"beta", "loss_type", "label_smoothing"});
}

void readTrainerOptimizer(SettingFields& fields)
{
    SettingLog& log = fields.log();
    const auto name = fields.word("optim");
    if (!name) {
        log.plan.recipe.optimizer = Optimizer::AdamW;
        return;
    }
    const auto known = optimizerNamed(*name);
    if (known)
        log.plan.recipe.optimizer = *known;
    if (known == Optimizer::AdamW)
        log.plan.recipe.fusedStep = name->find("fused") != std::string::npos;
    const bool projects = known == Optimizer::GaLore || known == Optimizer::Apollo;
    if (const auto settings = projects ? fields.word("optim_args") : std::nullopt) {
        constexpr std::string_view key = "rank=";
        const std::string_view all = *settings;
        const std::size_t at = std::min(all.find(key), all.size());
        const std::string_view rest = all.substr(std::min(at + key.size(), all.size()));
        const auto rank = wholeIn(rest.substr(0, rest.find(',')));
        if (rank == 1 && known == Optimizer::Apollo)
            log.plan.recipe.optimizer = Optimizer::ApolloMini;
        else if (rank && *rank >= 1 && *rank <= 65536)
            log.plan.recipe.optimizerRank = *rank;
    }
    if (projects)
        fields.pass({"optim_target_modules"});
    if (!known)
        log.note("optim", {HW_TR("core", "is not read: %1"), {typed(*name)}});
}

void readBatchAndLength(SettingFields& fields, const TrainerSettings& settings, StatedBatch& batch)
{
    SettingLog& log = fields.log();
    constexpr std::int64_t usual = 8; // of TrainingArguments
    batch.micro = fields.whole("per_device_train_batch_size", 1, 65536).value_or(usual);
    batch.accumulation = fields.whole("gradient_accumulation_steps", 1, 2147483648).value_or(1);
    setBatch(log, batch, log.plan.cluster.gpus, "per_device_train_batch_size");
    constexpr std::int64_t longest = 16777216;
    auto length = fields.whole("max_length", 1, longest);
    if (!length)
        length = fields.whole("max_seq_length", 1, longest);
    if (length) {
        log.set("workload.context", *length, "max_length");
    } else if (settings.isTrl()) {
        log.set("workload.context", std::int64_t{1024}, "max_length");
        log.note("max_length", {HW_TR("core", "is not in the file: 1,024 tokens, TRL's default")});
    } else {
        log.note("max_length",
                 {HW_TR("core", "is not in the file: the context of the open plan stays")});
    }
}

/// The base from the fields of BitsAndBytesConfig, which have other names in TRL's ModelConfig.
void readQuantisation(SettingFields& fields, Adapter& adapter)
{
    const bool eight = fields.flagOr("load_in_8bit", false);
    const bool four = fields.flagOr("load_in_4bit", false);
    const bool twice = fields.flagOr("bnb_4bit_use_double_quant", false)
        || fields.flagOr("use_bnb_nested_quant", false);
    fields.pass({"bnb_4bit_quant_type", "bnb_4bit_compute_dtype", "bnb_4bit_quant_storage",
                 "llm_int8_threshold"});
    if (!eight && !four)
        return;
    adapter.kind = AdapterKind::Qlora;
    adapter.base = eight ? AdapterBase::Int8 : twice ? AdapterBase::Nf4Double : AdapterBase::Nf4;
}

void readAdapter(SettingFields& fields, const TrainerSettings& settings)
{
    SettingLog& log = fields.log();
    Adapter adapter;
    if (settings.adapter) {
        SettingFields lora(*settings.adapter, "LoraConfig", log);
        readLoraConfig(lora, adapter);
        lora.pass({pythonFunction, "lora_alpha", "bias", "task_type", "use_rslora"});
        lora.noteRest();
    }
    if (fields.flagOr("use_peft", false)) {
        adapter.kind = AdapterKind::Lora;
        adapter.rank = fields.whole("lora_r", 1, 4096).value_or(16);
        adapter.dropout = fields.number("lora_dropout").value_or(0.05);
        readAdapterTargets(fields, "lora_target_modules", adapter);
    }
    fields.pass({"lora_alpha", "lora_task_type"});
    if (settings.quantisation) {
        SettingFields words(*settings.quantisation, "BitsAndBytesConfig", log);
        readQuantisation(words, adapter);
        words.pass({pythonFunction});
        words.noteRest();
    }
    readQuantisation(fields, adapter);
    if (!(adapter.dropout >= 0 && adapter.dropout <= 1))
        log.problems.push_back(
            {fields.nameOf("lora_dropout"), {}, {HW_TR("core", "must be a number")}});
    log.plan.adapter = adapter;
}

void readTrainer(const TrainerSettings& settings, SettingLog& log)
{
    Plan& plan = log.plan;
    plan.layout = {};
    plan.recipe.framework = Framework::HuggingFace;
    for (const KeyPath key : {KeyPath("recipe.gradients"), KeyPath("recipe.master_weights"),
                              KeyPath("recipe.moments"), KeyPath("recipe.keep_gradients")})
        log.open(key);
    SettingFields fields(settings.arguments, {}, log);
    StatedBatch batch;
    readBatchAndLength(fields, settings, batch);
    const ModelKeywords model = modelKeywords(fields);
    readAdapter(fields, settings);
    plan.recipe.precision = precisionOf(fields, settings.isTrl(), model.dtype);
    if (plan.recipe.precision == Precision::Bf16)
        plan.recipe.moments = Moments::Bf16;
    if (!model.attention.empty())
        plan.recipe.attention = model.attention == "eager" ? Attention::Eager : Attention::Flash;
    plan.recipe.recompute = fields.flagOr("gradient_checkpointing", settings.isTrl())
        ? Recompute::Full
        : Recompute::None;
    readTrainerOptimizer(fields);
    if (settings.isDpo)
        readPreferences(fields, model);
    else
        readLoss(fields, settings.isSft);
    readFsdp(fields);
    readDeepSpeedOf(fields, batch);
    if (settings.isDpo) // its sharding is that of Trainer, its job that of TRL
        plan.recipe.framework = Framework::HuggingFace;
    if (fields.flagOr("activation_offloading", false))
        plan.layout.offloadActivations = ActivationOffload::Cpu;
    if (fields.flagOr("packing", false))
        plan.job.packing = Packing::Packed;
    fields.pass({pythonFunction,
                 "output_dir",
                 "overwrite_output_dir",
                 "learning_rate",
                 "lr_scheduler_type",
                 "warmup_steps",
                 "warmup_ratio",
                 "weight_decay",
                 "adam_beta1",
                 "adam_beta2",
                 "adam_epsilon",
                 "max_grad_norm",
                 "num_train_epochs",
                 "max_steps",
                 "logging_steps",
                 "logging_dir",
                 "logging_strategy",
                 "save_steps",
                 "save_strategy",
                 "save_total_limit",
                 "eval_strategy",
                 "evaluation_strategy",
                 "eval_steps",
                 "per_device_eval_batch_size",
                 "seed",
                 "data_seed",
                 "report_to",
                 "run_name",
                 "do_train",
                 "do_eval",
                 "dataset_text_field",
                 "dataset_name",
                 "dataset_num_proc",
                 "dataloader_num_workers",
                 "model_name_or_path",
                 "tf32",
                 "gradient_checkpointing_kwargs",
                 "ddp_timeout",
                 "push_to_hub",
                 "hub_model_id",
                 "remove_unused_columns",
                 "group_by_length",
                 "load_best_model_at_end",
                 "ddp_find_unused_parameters",
                 "optim_args"});
    fields.noteRest();
}

bool mentionsTrainerKey(std::string_view text)
{
    for (const std::string_view key : {"per_device_train_batch_size", "gradient_checkpointing",
                                       "\"output_dir\"", "output_dir:", "num_train_epochs"})
        if (text.find(key) != std::string_view::npos)
            return true;
    return false;
}

bool isPythonTrainer(std::string_view text)
{
    return std::ranges::any_of(trainerClasses, [text](const char* name) {
        return text.find(std::string(name) + "(") != std::string_view::npos;
    });
}

} // namespace

bool isTrainingArguments(const ImportFile& file)
{
    return isPythonTrainer(file.text) || mentionsTrainerKey(file.text);
}

Result<Imported> readTrainingArguments(const ImportFile& file, const Plan& base, const Catalog&)
{
    SettingLog log(base);
    TrainerSettings settings;
    PythonScript kept;
    const std::size_t start = file.text.find_first_not_of(" \t\r\n");
    if (isPythonTrainer(file.text)) {
        auto script = readPython(file.text);
        if (!script)
            return script.problems();
        kept = *std::move(script);
        for (const char* name : trainerClasses)
            if (const Json* call = callOf(kept, name)) {
                settings.arguments = *call;
                settings.isSft = std::string_view(name) == "SFTConfig";
                settings.isDpo = std::string_view(name) == "DPOConfig";
            }
        settings.adapter = callOf(kept, "LoraConfig");
        settings.quantisation = callOf(kept, "BitsAndBytesConfig");
    } else {
        const bool isJson = start != std::string_view::npos && file.text[start] == '{';
        auto read = objectIn(isJson ? readPythonJson(file.text) : readYaml(file.text));
        if (!read)
            return read.problems();
        settings.arguments = *std::move(read);
        settings.isSft = looksLikeSft(settings.arguments);
    }
    readTrainer(settings, log);
    return std::move(log).imported(ImportKind::TrainingArguments);
}

} // namespace highwater
