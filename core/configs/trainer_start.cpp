// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/trainer_start.h"

#include "core/configs/config_fields.h"
#include "core/configs/config_target.h"
#include "core/configs/python_reader.h"
#include "core/configs/trained_parts.h"
#include "core/configs/yaml_reader.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>

// TRL's classes and commands: trl/trainer, trl/experimental, trl/scripts, trl/cli.

namespace highwater {
namespace {

/// A class of arguments, with its trainer, the command of TRL that takes the same arguments, and
/// the job that it starts.
struct TrainerKind
{
    std::string_view config, trainer, command, job;
    bool isTrl = true;
};

/// A script may tune before it reinforces: what takes more stands first.
constexpr std::array trainerKinds{
    TrainerKind{"GRPOConfig", "GRPOTrainer", "grpo", "grpo"},
    TrainerKind{"DPOConfig", "DPOTrainer", "dpo", "dpo"},
    TrainerKind{"ORPOConfig", "ORPOTrainer", "orpo", "orpo"},
    TrainerKind{"KTOConfig", "KTOTrainer", "kto", "kto"},
    TrainerKind{"RewardConfig", "RewardTrainer", "reward", "rm"},
    TrainerKind{"SFTConfig", "SFTTrainer", "sft", ""},
    TrainerKind{"Seq2SeqTrainingArguments", "Seq2SeqTrainer", "", "", false},
    TrainerKind{"TrainingArguments", "Trainer", "", "", false},
};

/// A field, or a value of it, that only the arguments of one job have.
struct TrainerSign
{
    std::string_view field, job, value{};
};
constexpr std::array trainerSigns{
    TrainerSign{"num_generations", "grpo"},
    TrainerSign{"use_vllm", "grpo"},
    TrainerSign{"vllm_mode", "grpo"},
    TrainerSign{"reward_funcs", "grpo"},
    TrainerSign{"desirable_weight", "kto"},
    TrainerSign{"undesirable_weight", "kto"},
    TrainerSign{"center_rewards_coefficient", "rm"},
    TrainerSign{"loss_weights", "dpo"},
    TrainerSign{"loss_type", "kto", "kto"},
    TrainerSign{"loss_type", "kto", "apo_zero_unpaired"},
    TrainerSign{"loss_type", "dpo", "sigmoid"},
    TrainerSign{"loss_type", "dpo", "sigmoid_norm"},
    TrainerSign{"loss_type", "dpo", "hinge"},
    TrainerSign{"loss_type", "dpo", "ipo"},
    TrainerSign{"loss_type", "dpo", "exo_pair"},
    TrainerSign{"loss_type", "dpo", "nca_pair"},
    TrainerSign{"loss_type", "dpo", "robust"},
    TrainerSign{"loss_type", "dpo", "bco_pair"},
    TrainerSign{"loss_type", "dpo", "sppo_hard"},
    TrainerSign{"loss_type", "dpo", "aot"},
    TrainerSign{"loss_type", "dpo", "aot_pair"},
    TrainerSign{"loss_type", "dpo", "aot_unpaired"},
    TrainerSign{"loss_type", "dpo", "apo_zero"},
    TrainerSign{"loss_type", "dpo", "apo_down"},
    TrainerSign{"loss_type", "dpo", "discopop"},
    TrainerSign{"loss_type", "grpo", "grpo"},
    TrainerSign{"loss_type", "grpo", "dr_grpo"},
    TrainerSign{"loss_type", "grpo", "bnpo"},
    TrainerSign{"loss_type", "grpo", "dapo"},
    TrainerSign{"loss_type", "grpo", "cispo"},
    TrainerSign{"loss_type", "grpo", "luspo"},
    TrainerSign{"loss_type", "grpo", "sapo"},
    TrainerSign{"loss_type", "grpo", "vespo"},
};

/// Fields that the arguments of several preference jobs have.
constexpr std::array preferenceFields{"precompute_ref_log_probs", "beta", "max_prompt_length"};

/// Fields of TRL's classes that TrainingArguments does not have.
constexpr std::array trlFields{
    "max_length",           "packing",  "loss_type",          "activation_offloading",
    "completion_only_loss", "use_peft", "dataset_text_field", "beta",
    "max_prompt_length",
};

/// TRL's trainers whose models are not counted, as their scripts are named.
constexpr std::array otherTrainers{"online_dpo", "gkd", "minillm", "nash_md", "xpo",
                                   "bco",        "cpo", "prm",     "ppo",     "rloo"};

void setTrainerKind(TrainerStart& start, const TrainerKind& kind)
{
    start.job = kind.job;
    start.isTrl = kind.isTrl;
}

const TrainerKind* trainerKindNamed(std::string_view name)
{
    // "sft", and TRL's examples for images, "sft_vlm"
    const auto* const found = std::ranges::find_if(trainerKinds, [name](const TrainerKind& kind) {
        return !kind.command.empty()
            && (name == kind.command || name == std::string(kind.command) + "_vlm");
    });
    return found == trainerKinds.end() ? nullptr : found;
}

bool hasTrainerSign(const Json& arguments, const TrainerSign& sign)
{
    const Json* value = arguments.find(sign.field);
    if (!value || sign.value.empty())
        return value;
    const auto isIt
        = [&sign](const Json& each) { return each.text() && *each.text() == sign.value; };
    return isIt(*value) || std::ranges::any_of(value->items(), isIt);
}

/// The job that a file's name or that of its folder has as a word: "dpo/config_full.yaml".
const TrainerKind* trainerKindInPath(std::string_view path)
{
    constexpr const char* slashes = "/\\";
    if (const std::size_t folder = path.find_last_of(slashes);
        folder != std::string_view::npos && folder > 0)
        path.remove_prefix(path.find_last_of(slashes, folder - 1) + 1);
    while (!path.empty()) {
        const std::size_t end = path.find_last_of("/\\_-. ");
        const std::string word = lowered(path.substr(end + 1));
        if (const TrainerKind* kind = trainerKindNamed(word))
            return kind;
        path = path.substr(0, end == std::string_view::npos ? 0 : end);
    }
    return nullptr;
}

/// The class whose arguments these are: by what it alone has, else by the name of the file or
/// script. Preferences have had a limit of the answer too, beside one of both.
void setTrainerKindBySigns(TrainerStart& start, std::string_view path, SettingLog& log)
{
    const Json& arguments = start.arguments;
    if (arguments.contains("max_completion_length") && !arguments.contains("max_length"))
        return setTrainerKind(start, trainerKinds.front());
    const auto* sign = std::ranges::find_if(
        trainerSigns, [&](const TrainerSign& each) { return hasTrainerSign(arguments, each); });
    start.isTrl = sign != trainerSigns.end()
        || std::ranges::any_of(trlFields,
                               [&](const char* field) { return arguments.contains(field); });
    if (!start.isTrl)
        return;
    if (sign != trainerSigns.end()) {
        start.job = sign->job;
    } else if (const TrainerKind* kind = trainerKindInPath(path)) {
        start.job = kind->job;
    } else {
        const auto* field = std::ranges::find_if(
            preferenceFields, [&](const char* each) { return arguments.contains(each); });
        if (field == preferenceFields.end())
            return;
        start.job = "dpo";
        log.note(
            *field,
            {HW_TR("core", "is of DPO, ORPO or KTO, and nothing else says which: DPO is assumed")});
    }
}

/// Whether a line imports something of Python: no line of settings begins like that.
bool importsPython(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, std::min(text.find('#'), end));
        const bool begins = line.starts_with("import ") || line.starts_with("from ");
        if (begins && line.find(':') == std::string_view::npos)
            return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

bool isTrainerScript(const ImportFile& file)
{
    if (file.json)
        return file.json->contains("cells");
    if (isShellScript(file))
        return false;
    return file.name.ends_with(".py") || importsPython(file.text)
        || std::ranges::any_of(trainerKinds, [&file](const TrainerKind& kind) {
               return file.text.find(std::string(kind.config) + "(") != std::string_view::npos;
           });
}

bool mentionsTrainer(std::string_view text)
{
    return std::ranges::any_of(trainerKinds, [text](const TrainerKind& kind) {
        return text.find(kind.config) != std::string_view::npos;
    });
}

bool mentionsTrainerField(std::string_view text)
{
    for (const std::string_view field :
         {"per_device_train_batch_size", "gradient_checkpointing", "\"output_dir\"",
          "output_dir:", "num_train_epochs", "max_completion_length", "num_generations"})
        if (text.find(field) != std::string_view::npos)
            return true;
    return false;
}

/// The arguments of a call with the values of names. What a card decides is as on the cards of
/// today, and a number that the script works out is a problem.
Json trainerArgumentsOf(const Json& call, const PythonScript& script, SettingLog& log)
{
    constexpr std::array numbers{"per_device_train_batch_size",
                                 "gradient_accumulation_steps",
                                 "max_length",
                                 "max_seq_length",
                                 "max_prompt_length",
                                 "max_completion_length",
                                 "num_generations"};
    Json arguments = Json::object();
    const Json settled = settledArguments(call, script);
    for (const Json::Member& member : settled.members()) {
        const bool isExpression
            = member.value.contains(pythonCode) || member.value.contains(pythonFunction);
        if (isExpression && member.key == "bf16")
            arguments.add(member.key, true);
        else if (isExpression && std::ranges::find(numbers, member.key) != numbers.end())
            log.refuse(member.key, {},
                       {HW_TR("core",
                              "is an expression, and no script is run: a number is "
                              "needed")});
        else if (isExpression && member.key == "deepspeed")
            log.refuse(member.key, {}, {HW_TR("core", "is an expression, and no script is run")});
        else if (!isExpression || member.key != "fp16")
            arguments.add(member.key, member.value);
    }
    return arguments;
}

/// The model that a trainer is called with; null where it is called with none.
const Json* trainersModel(const Json& arguments)
{
    const Json* first = arguments.find("0");
    return first ? first : arguments.find("model");
}

/// The model, as it is written, that the last trainer of this kind is called with; null where there
/// is none.
const Json* modelGivenTo(const PythonScript& script, const TrainerKind& kind)
{
    const Json* trainer = lastCall(script, kind.trainer);
    return trainer ? trainersModel(*trainer) : nullptr;
}

/// Whether a trainer of TRL's gets the name of a model.
bool namesTrainerModel(const PythonScript& script)
{
    return std::ranges::any_of(trainerKinds, [&script](const TrainerKind& kind) {
        const Json* call = kind.isTrl ? firstCall(script, kind.trainer) : nullptr;
        const Json arguments = call ? settledArguments(*call, script) : Json::object();
        const Json* model = trainersModel(arguments);
        return model && model->text();
    });
}

/// The names that a trainer's model has in the script; none where it has no trainer.
std::vector<std::string> namesOfTrainersModel(const PythonScript& script)
{
    std::vector<std::string> names;
    for (const TrainerKind& kind : trainerKinds) {
        const Json* model = modelGivenTo(script, kind);
        const Json* code = model ? model->find(pythonCode) : nullptr;
        if (!code || !code->text())
            continue;
        std::string_view name = *code->text();
        if (name.ends_with(pythonUnknown))
            name.remove_suffix(pythonUnknown.size());
        names.emplace_back(name);
    }
    for (const ScriptCall& call : script.calls)
        for (const TrainerKind& kind : trainerKinds)
            if (!call.name.empty() && isCallOf(call.value, kind.trainer))
                names.push_back(call.name + ".model");
    return names;
}

/// The call that makes the trainer's model: that of the name which a trainer gets, else the first.
const Json* trainerLoadingIn(const PythonScript& script, std::span<const std::string> endings)
{
    for (const TrainerKind& kind : trainerKinds) {
        const Json* model = modelGivenTo(script, kind);
        for (const std::string& ending : endings)
            if (const Json* call = model ? callNamed(script, *model, ending) : nullptr)
                return call;
    }
    for (const std::string& ending : endings)
        if (const Json* call = firstCall(script, ending))
            return call;
    return nullptr;
}

/// The arguments by which a script makes its model; types by their names, "torch.bfloat16".
void findTrainerLoading(const PythonScript& script, const Json& call, TrainerStart& start)
{
    std::vector<std::string> expressions;
    start.loading = argumentsOf(call, script, expressions);
    const Json settled = settledArguments(call, script);
    for (const char* type : {"torch_dtype", "dtype"}) {
        const Json* value = settled.find(type);
        if (const Json* code = value ? value->find(pythonCode) : nullptr)
            start.loading->add(type, *code);
    }
}

/// The settings of 4 or 8 bits that the model is loaded with: a script may load another model.
const Json* trainerQuantisation(const PythonScript& script, const Json* loading)
{
    constexpr std::string_view settings = "BitsAndBytesConfig";
    const Json* last = lastCall(script, settings);
    if (!loading || loading->contains("**"))
        return last;
    const Json* given = loading->find("quantization_config");
    if (!given || given->isNull())
        return nullptr;
    if (isCallOf(*given, settings))
        return given;
    const Json* named = callNamed(script, *given, settings);
    return named ? named : last;
}

/// How often a name stands in the text.
std::ptrdiff_t timesNamed(std::string_view text, const std::string& name)
{
    const auto isLetter = [text](std::size_t at) {
        return at < text.size()
            && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    std::ptrdiff_t times = 0;
    for (std::size_t at = text.find(name); at != std::string_view::npos;
         at = text.find(name, at + 1))
        times += !isLetter(at - 1) && !isLetter(at + name.size()) ? 1 : 0;
    return times;
}

/// LoRA's settings, unless the script makes them and names them nowhere else.
const Json* trainerAdapter(const PythonScript& script, std::string_view text, SettingLog& log)
{
    constexpr std::string_view settings = "LoraConfig";
    const Json* adapter = lastCall(script, settings);
    const auto call = std::ranges::find_if(
        script.calls, [adapter](const ScriptCall& known) { return &known.value == adapter; });
    const bool trains = std::ranges::any_of(trainerKinds, [&script](const TrainerKind& kind) {
        return lastCall(script, kind.trainer) != nullptr;
    });
    if (!trains || call == script.calls.end() || call->name.empty()
        || timesNamed(text, call->name) > 1)
        return adapter;
    log.note(std::string(settings), {HW_TR("core", "is used nowhere in the script: not counted")});
    return nullptr;
}

/// Checkpoints that the script switches on beside the arguments. The Trainer switches none off
/// (transformers, trainer.py: _inner_training_loop), and PEFT's preparation switches them on for a
/// model of 4 or 8 bits (peft/utils/other.py: prepare_model_for_kbit_training).
void findTrainerCheckpoints(const PythonScript& script, TrainerStart& start)
{
    bool enables = firstCall(script, ".gradient_checkpointing_enable") != nullptr;
    const Json* prepares = lastCall(script, "prepare_model_for_kbit_training");
    const bool isNarrow = start.quantisation
        || (start.loading
            && (start.loading->contains("load_in_4bit")
                || start.loading->contains("load_in_8bit")));
    if (prepares && isNarrow) {
        const Json* asked = prepares->find("use_gradient_checkpointing");
        enables = enables || !asked || !asked->flag() || *asked->flag();
    }
    if (enables)
        start.arguments["gradient_checkpointing"] = true;
}

/// The model that a script loads, if it is more than the word that an exported script has for one.
void findTrainerModel(const PythonScript& script, TrainerStart& start)
{
    std::vector<std::string> endings{
        "ForCausalLM.from_pretrained", "ForImageTextToText.from_pretrained",
        "ForVision2Seq.from_pretrained", "VLForConditionalGeneration.from_pretrained"};
    if (start.job == "rm")
        endings.emplace_back("ForSequenceClassification.from_pretrained");
    const Json* loading = trainerLoadingIn(script, endings);
    start.loadsByName = namesTrainerModel(script);
    if (loading && !start.loadsByName)
        findTrainerLoading(script, *loading, start);
    if (const Json* quantisation
        = trainerQuantisation(script, start.loadsByName ? nullptr : loading))
        start.quantisation = settledArguments(*quantisation, script);
    for (const TrainerKind& kind : trainerKinds)
        if (kind.isTrl)
            endings.emplace_back(kind.trainer);
    for (const std::string& ending : endings) {
        const Json* call = firstCall(script, ending);
        if (!call)
            continue;
        if (loading && loading->find(pythonFunction)->text()->ends_with(ending))
            call = loading;
        std::vector<std::string> expressions;
        const Json arguments = argumentsOf(*call, script, expressions);
        for (const char* field : {"pretrained_model_name_or_path", "model", "0"})
            if (const Json* name = arguments.find(field);
                name && name->text() && *name->text() != unnamedModel) {
                start.model = *name->text();
                start.modelField = field == std::string_view("0") ? ending : field;
                return;
            }
    }
}

/// A model that rewards is one more role; a function is none.
void findTrainerReward(const PythonScript& script, SettingLog& log)
{
    const Json* trainer = firstCall(script, "GRPOTrainer");
    if (!trainer)
        return;
    const Json arguments = settledArguments(*trainer, script);
    const Json* reward = arguments.find("reward_funcs");
    const auto isModel = [](const Json& value) { return value.text() != nullptr; };
    if (reward && (isModel(*reward) || std::ranges::any_of(reward->items(), isModel)))
        log.leave("reward_funcs");
}

Result<TrainerStart> trainerScript(const ImportFile& file, SettingLog& log)
{
    const auto text = scriptIn(file);
    if (!text)
        return text.problems();
    auto script = readPython(*text);
    if (!script)
        return script.problems();
    TrainerStart start;
    const Json* arguments = nullptr;
    for (const TrainerKind& kind : trainerKinds)
        if (const Json* call = arguments ? nullptr : lastCall(*script, kind.config)) {
            arguments = call;
            setTrainerKind(start, kind);
        }
    if (!arguments) {
        for (const char* parser : {"TrlParser", "HfArgumentParser"})
            if (text->find(parser) != std::string::npos)
                return Problem{{std::string(parser)},
                               {},
                               {HW_TR("core",
                                      "takes the settings from the command that starts the "
                                      "script: import that command or its file of settings")},
                               placeOf(*text, parser)};
        return Problem{{std::string("TrainingArguments")},
                       {},
                       {HW_TR("core", "is missing: the script trains nothing that can be read")}};
    }
    start.arguments = trainerArgumentsOf(*arguments, *script, log);
    const Json* adapter = trainerAdapter(*script, *text, log);
    if (adapter)
        start.adapter = settledArguments(*adapter, *script);
    findTrainerModel(*script, start);
    findTrainerCheckpoints(*script, start);
    start.trained = trainedPartsOf(*script, namesOfTrainersModel(*script));
    if (isUncertain(*script, *arguments) || (adapter && isUncertain(*script, *adapter)))
        noteConditions(log);
    if (start.isGrpo())
        findTrainerReward(*script, log);
    if (!start.model && text->find(".from_pretrained(") != std::string::npos)
        log.refuse("from_pretrained", {},
                   {HW_TR("core", "loads no language model that can be read")});
    start.gpus = gpusOfHead(*text);
    return start;
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

/// Takes out of the arguments those that TRL hands to accelerate: the processes, and the name of
/// accelerate's file of settings.
void takeTrainerLaunch(TrainerStart& start, bool isCommandOfTrl)
{
    Json rest = Json::object();
    for (const Json::Member& member : start.arguments.members()) {
        const Json& value = member.value;
        const bool names
            = member.key == "accelerate_config" || (isCommandOfTrl && member.key == "config_file");
        const bool isCount = value.whole() && *value.whole() >= 1;
        if (isCount && (member.key == "num_processes" || member.key == "num_machines"))
            (*start.accelerate.settings)[member.key] = value;
        if (isCount && member.key == "num_processes")
            start.gpus.processes = *value.whole();
        else if (names && value.text())
            start.accelerate.file = *value.text();
        else if (member.key != "num_machines" && member.key != "main_process_port"
                 && member.key != "machine_rank" && member.key != "main_process_ip"
                 && member.key != "env")
            rest.add(member.key, value);
    }
    start.arguments = std::move(rest);
}

void nameTrainerModel(TrainerStart& start, SettingLog& log)
{
    start.modelField = "model_name_or_path";
    const Json* model = start.arguments.find(start.modelField);
    if (model && model->text())
        start.model = *model->text();
    else if (model && !model->isNull())
        log.refuse(start.modelField, shownJson(*model), {HW_TR("core", "must be a text")});
}

Result<TrainerStart> trainerSettings(const ImportFile& file, SettingLog& log)
{
    auto read = settingsIn(file);
    if (!read)
        return read.problems();
    TrainerStart start;
    start.arguments = *std::move(read);
    takeTrainerLaunch(start, false);
    setTrainerKindBySigns(start, file.name, log);
    // Of transformers' examples, which take it in a command, or of TRL.
    start.isTrl = start.isTrl || start.arguments.contains("max_seq_length");
    start.loadsByName = start.isTrl;
    nameTrainerModel(start, log);
    refuseTrainerOthers(start.arguments, log);
    return start;
}

/// A script or a command of TRL in the words of a command.
struct TrainerCommand
{
    std::string name; ///< "trl sft", "train.py"
    const TrainerKind* kind = nullptr; ///< null where the name does not say it
    bool isCommandOfTrl = false;
    std::size_t launch = 0; ///< the words before it
    std::size_t rest = 0; ///< the place of its first argument
};

std::optional<TrainerCommand> trainerCommandIn(std::span<const std::string> words)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const bool isTrl = word == "trl" || word.ends_with("/trl");
        if (isTrl && i + 1 < words.size())
            return TrainerCommand{"trl " + words[i + 1], trainerKindNamed(words[i + 1]), true, i,
                                  i + 2};
        const bool isModule = (word == "-m" || word == "--module") && i + 1 < words.size()
            && !words[i + 1].starts_with("-");
        if (!isModule && !word.ends_with(".py"))
            continue;
        std::string_view name = isModule ? std::string_view(words[i + 1]) : word;
        if (isModule && (name.starts_with("torch.") || name.starts_with("accelerate.")))
            continue; // torch.distributed.run: the script comes later
        if (!isModule)
            name.remove_suffix(3);
        name.remove_prefix(name.find_last_of(isModule ? "." : "/\\") + 1);
        const bool isOther = std::ranges::find(otherTrainers, name) != otherTrainers.end();
        const std::size_t place = i + (isModule ? 1 : 0);
        return TrainerCommand{excerpt(words[place]), isOther ? nullptr : trainerKindInPath(name),
                              isOther, i, place + 1};
    }
    return std::nullopt;
}

/// Line and column at which a script has a text first; empty where it does not.
std::string placeOfText(std::string_view script, std::string_view text)
{
    const std::size_t at = script.find(text);
    return at == std::string_view::npos ? std::string() : scriptProblem(script, at, {}).place;
}

/// The arguments of a command. A file of settings may stand before them without --config, as
/// HfArgumentParser reads it.
Json trainerArguments(const ShellCommand& each, const TrainerCommand& command)
{
    const auto rest = std::span(each.words).subspan(command.rest);
    Json arguments = argumentsIn(rest);
    if (!rest.empty() && !rest.front().starts_with('-')
        && (rest.front().ends_with(".yaml") || rest.front().ends_with(".yml")))
        arguments["config"] = rest.front();
    return arguments;
}

/// TRL's scripts take a file of settings by --config; words of the command count before it.
std::optional<Problem> addTrainerConfig(TrainerStart& start, std::string_view script)
{
    constexpr const char* option = "--config";
    Json& arguments = start.arguments;
    const Json* path = arguments.find("config");
    if (!path || !path->text())
        return std::nullopt;
    auto settings = start.files.settings(*path->text(), option);
    if (!settings) {
        Problem problem = settings.problems().front();
        if (problem.place.empty())
            problem.place = placeOfText(script,
                                        script.find("--config ") == std::string_view::npos
                                            ? std::string_view(*path->text())
                                            : "--config ");
        return problem;
    }
    for (const Json::Member& member : arguments.members())
        if (member.key != "config")
            (*settings)[member.key] = member.value;
    arguments = *std::move(settings);
    return std::nullopt;
}

/// The evidence that a command starts a training. A script that prepares or tests names a model as
/// well.
enum class Surety { None, ByModel, ByArguments };

Surety trainingIn(const TrainerCommand& command, const Json& arguments)
{
    const bool isKnown = command.kind || !command.isCommandOfTrl;
    const bool namesModel = arguments.contains("model_name_or_path");
    if (!isKnown)
        return Surety::None;
    if (arguments.contains("per_device_train_batch_size")
        || (namesModel && (command.kind || arguments.contains("num_train_epochs")))
        || (command.kind && arguments.contains("config")))
        return Surety::ByArguments;
    return namesModel ? Surety::ByModel : Surety::None;
}

Surety trainingIn(const ShellCommand& each)
{
    const auto command = trainerCommandIn(each.words);
    return command ? trainingIn(*command, trainerArguments(each, *command)) : Surety::None;
}

/// The name of the last command that might be one of a trainer's, for the report that none is.
std::string unknownCommandIn(const ShellScript& script)
{
    std::string name;
    for (const ShellCommand& each : script.commands) {
        const bool hasOptions = std::ranges::any_of(
            each.words, [](const std::string& word) { return word.starts_with("--"); });
        if (const auto command = trainerCommandIn(each.words))
            name = command->name;
        else if (name.empty() && hasOptions)
            name = each.words.front();
    }
    return name;
}

/// The first training that a script's commands start.
Result<TrainerStart> trainerCommand(const ImportFile& file, SettingLog& log)
{
    auto script = readShell(file.text);
    if (!script)
        return script.problems();
    const auto& commands = script->commands;
    std::vector<Surety> sureties;
    for (const ShellCommand& each : commands)
        sureties.push_back(trainingIn(each));
    auto chosen = std::ranges::find(sureties, Surety::ByArguments);
    if (chosen == sureties.end())
        chosen = std::ranges::find(sureties, Surety::ByModel);
    if (chosen == sureties.end()) {
        const std::string other = unknownCommandIn(*script);
        return Problem{{excerpt(other)},
                       {},
                       {HW_TR("core", "is a command that is not known")},
                       placeOfText(file.text, other)};
    }
    const FirstTraining training{
        static_cast<std::size_t>(chosen - sureties.begin()),
        static_cast<std::size_t>(std::count(chosen + 1, sureties.end(), Surety::ByArguments))};
    const ShellCommand each = commands[training.command];
    const auto command = trainerCommandIn(each.words);
    TrainerStart start;
    static_cast<StartedSettings&>(start)
        = startedBy(*std::move(script), training,
                    command->isCommandOfTrl ? command->rest : command->launch, file.name);
    start.arguments = withNegations(trainerArguments(each, *command));
    if (auto problem = addTrainerConfig(start, file.text))
        return *std::move(problem);
    takeTrainerLaunch(start, command->isCommandOfTrl);
    if (command->kind)
        setTrainerKind(start, *command->kind);
    else
        setTrainerKindBySigns(start, command->name, log);
    start.loadsByName = start.isTrl;
    nameTrainerModel(start, log);
    refuseTrainerOthers(start.arguments, log);
    noteStarted(start, log);
    return start;
}

/// Whether a line that is no comment calls TRL or states arguments of the Trainer.
bool isTrainerCommand(const ImportFile& file)
{
    if (file.json
        || statesAny(file,
                     {"model_name_or_path", "per_device_train_batch_size", "output_dir",
                      "num_train_epochs"}))
        return false;
    static constexpr std::array<std::string_view, 12> starts{"trl sft ",
                                                             "trl dpo ",
                                                             "trl grpo ",
                                                             "trl kto ",
                                                             "trl reward ",
                                                             "trl.scripts.",
                                                             "--per_device_train_batch_size",
                                                             "--per-device-train-batch-size",
                                                             "--gradient_accumulation_steps",
                                                             "--model_name_or_path",
                                                             "--model-name-or-path",
                                                             "--num_train_epochs"};
    if (hasOutsideComments(file.text, starts))
        return true;
    // A script of TRL's trainers with a file of settings.
    return anyCommandLine(file.text, [](std::string_view line) {
        const bool namesSettings = std::ranges::any_of(
            std::array{"--config", ".yaml", ".yml"},
            [line](const char* part) { return line.find(part) != std::string_view::npos; });
        return namesSettings && std::ranges::any_of(trainerKinds, [line](const TrainerKind& kind) {
                   const std::string script = std::string(kind.command) + ".py";
                   return !kind.command.empty() && line.find(script) != std::string_view::npos;
               });
    });
}

} // namespace

bool startsTrainer(const ImportFile& file)
{
    if (isTrainerScript(file))
        return mentionsTrainer(file.text) || mentionsTrainerField(file.text);
    return isTrainerCommand(file) || (!isShellScript(file) && mentionsTrainerField(file.text));
}

Result<TrainerStart> trainerStartOf(const ImportFile& file, SettingLog& log)
{
    auto start = isTrainerScript(file) ? trainerScript(file, log)
        : isTrainerCommand(file)       ? trainerCommand(file, log)
                                       : trainerSettings(file, log);
    if (start) {
        start->files.name = file.name;
        mergeAccelerate(*start);
        takePrecision(*start);
    }
    return start;
}

} // namespace highwater
