// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"
#include "core/configs/config_fields.h"
#include "core/configs/file_words.h"
#include "core/configs/python_reader.h"
#include "core/configs/readers.h"
#include "core/configs/trainer_settings.h"
#include "core/ledger/narrow_format.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// The last call of one of these in a script counts.
constexpr std::array trainerClasses{"Seq2SeqTrainingArguments", "DPOConfig", "TrainingArguments",
                                    "SFTConfig"};

/// The arguments, and other calls of the same script.
struct TrainerSettings
{
    Json arguments = Json::object();
    const Json *adapter = nullptr, *quantisation = nullptr;
    std::optional<std::string> model; ///< its name on a hub
    std::string modelField; ///< where the file names it
    std::string fileName;
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
        : pure  ? (dtype == "float16" ? Precision::Fp16 : Precision::Bf16)
                : Precision::Fp32;
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
        keywords->ignore({"quantization_config", "use_cache", "trust_remote_code"});
        keywords->listRest();
    }
    return found;
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
    bool norms = liger, mlp = liger;
    if (auto parts = fields.part("liger_kernel_config")) {
        norms = liger && parts->flagOr("rms_norm", true);
        mlp = liger && parts->flagOr("swiglu", true);
        parts->ignore({"rope", "cross_entropy", "fused_linear_cross_entropy"});
        parts->listRest();
    }
    setKernels(plan.recipe, norms, mlp);
    plan.recipe.loss.reset();
    fields.ignore({"beta", "loss_type", "label_smoothing"});
}

void readTrainerLength(SettingFields& fields, const TrainerSettings& settings)
{
    SettingLog& log = fields.log();
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

void readAdapter(SettingFields& fields, const TrainerSettings& settings)
{
    SettingLog& log = fields.log();
    Adapter adapter;
    if (settings.adapter) {
        SettingFields lora(*settings.adapter, "LoraConfig", log);
        readLoraConfig(lora, adapter);
        lora.ignore({pythonFunction, "lora_alpha", "bias", "task_type", "use_rslora"});
        lora.listRest();
    }
    if (fields.flagOr("use_peft", false)) {
        adapter.kind = AdapterKind::Lora;
        adapter.rank = fields.whole("lora_r", 1, 4096).value_or(16);
        adapter.dropout = fields.number("lora_dropout").value_or(0.05);
        readAdapterTargets(fields, "lora_target_modules", adapter);
    }
    fields.ignore({"lora_alpha", "lora_task_type"});
    if (settings.quantisation) {
        SettingFields words(*settings.quantisation, "BitsAndBytesConfig", log);
        readQuantisation(words, adapter);
        words.ignore({pythonFunction});
        words.listRest();
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
    for (const KeyPath key :
         {KeyPath("recipe.gradients"), KeyPath("recipe.master_weights"), KeyPath("recipe.moments"),
          KeyPath("recipe.keep_gradients"), KeyPath("recipe.engine"), KeyPath("recipe.reentrant"),
          KeyPath("recipe.checkpoint_outside"), KeyPath("recipe.use_orig_params")})
        log.open(key);
    SettingFields fields(settings.arguments, {}, log);
    constexpr std::int64_t usual = 8; // of TrainingArguments
    const StatedBatch batch = readTrainerBatch(fields, usual, 1);
    readTrainerLength(fields, settings);
    readTrainerEvaluation(fields);
    const ModelKeywords model = modelKeywords(fields);
    readAdapter(fields, settings);
    plan.recipe.precision = precisionOf(fields, settings.isTrl(), model.dtype);
    if (plan.recipe.precision && isSixteenBitsAlone(*plan.recipe.precision))
        plan.recipe.moments = Moments::Bf16;
    if (!model.attention.empty())
        setTrainerAttention(plan.recipe, model.attention);
    // transformers 5 calls it activation_checkpointing, and writes both names.
    const bool drops = fields.flagOr("gradient_checkpointing", settings.isTrl());
    plan.recipe.recompute
        = fields.flagOr("activation_checkpointing", drops) ? Recompute::Full : Recompute::None;
    readTrainerCheckpoints(fields);
    readTrainerOptimizer(fields, "optim", "adamw");
    if (settings.isDpo)
        readPreferences(fields, model);
    else
        readLoss(fields, settings.isSft);
    readTrainerFsdp(fields);
    readTrainerDeepSpeed(fields, settings.fileName, batch);
    if (fields.flagOr("activation_offloading", false))
        plan.layout.offloadActivations = ActivationOffload::Cpu;
    if (fields.flagOr("packing", false))
        plan.job.packing = Packing::Packed;
    fields.ignore({pythonFunction, "model_name_or_path", "model_adapter_name", "ref_adapter_name"});
    readTrainerEpochs(fields, "num_train_epochs");
    ignoreTrainerFields(fields);
    fields.listRest();
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

/// The model that a script loads, if it is more than the word that an exported script has for one.
void findTrainerModel(const PythonScript& script, TrainerSettings& settings)
{
    constexpr std::string_view placeholder = "MODEL";
    for (const char* ending : {"ForCausalLM.from_pretrained", "SFTTrainer", "DPOTrainer"}) {
        const Json* call = firstCall(script, ending);
        if (!call)
            continue;
        std::vector<std::string> expressions;
        const Json arguments = argumentsOf(*call, script, expressions);
        for (const char* field : {"pretrained_model_name_or_path", "model", "0"})
            if (const Json* name = arguments.find(field);
                name && name->text() && *name->text() != placeholder) {
                settings.model = *name->text();
                settings.modelField = field == std::string_view("0") ? ending : field;
                return;
            }
    }
}

/// TrainingArguments has no model, method or length of its own: a file with other names for these
/// is another program's, of which nothing that counts would be read.
void refuseTrainerOthers(const Json& arguments, SettingLog& log)
{
    constexpr std::array names{"base_model",       "model",
                               "model_name",       "model_id",
                               "pretrained_model", "finetuning_type",
                               "adapter",          "lora_rank",
                               "lora_target",      "lora",
                               "quantization",     "load_in_bits",
                               "cutoff_len",       "sequence_len",
                               "seq_len",          "sequence_length",
                               "max_seq_len",      "context_length",
                               "train_type",       "tuner_type",
                               "sft_type",         "quantization_bit",
                               "quant_bits",       "lora_r"};
    const Json* peft = arguments.find("use_peft");
    for (const Json::Member& member : arguments.members()) {
        const bool isOwn = member.key == "lora_r" && peft;
        if (std::ranges::find(names, member.key) != names.end() && !isOwn)
            log.refuse(member.key, shownJson(member.value),
                       {HW_TR("core",
                              "is no setting of TrainingArguments: the file is of a "
                              "program that cannot be read yet")});
    }
}

} // namespace

bool isTrainingArguments(const ImportFile& file)
{
    return isPythonTrainer(file.text) || mentionsTrainerKey(file.text);
}

Result<Imported> readTrainingArguments(const ImportFile& file, const Plan& base,
                                       const Catalog& catalog)
{
    SettingLog log(base);
    log.text = file.text;
    TrainerSettings settings;
    settings.fileName = file.name;
    PythonScript kept;
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
        findTrainerModel(kept, settings);
        if (!settings.model && file.text.find(".from_pretrained(") != std::string_view::npos)
            log.refuse("from_pretrained", {},
                       {HW_TR("core", "loads no language model that can be read")});
    } else {
        auto read = settingsIn(file);
        if (!read)
            return read.problems();
        settings.arguments = *std::move(read);
        settings.isSft = looksLikeSft(settings.arguments);
        const Json* model = settings.arguments.find("model_name_or_path");
        if (model && model->text())
            settings.model = *model->text();
        settings.modelField = "model_name_or_path";
        refuseTrainerOthers(settings.arguments, log);
    }
    if (settings.model)
        setModel(log, *settings.model, settings.modelField, catalog);
    else
        log.note("model_name_or_path",
                 {HW_TR("core", "is not in the file: the open plan's model stays")});
    readTrainer(settings, log);
    return std::move(log).imported(ImportKind::TrainingArguments);
}

} // namespace highwater
