// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/adapter_settings.h"
#include "core/configs/file_words.h"
#include "core/configs/readers.h"
#include "core/configs/trainer_settings.h"
#include "core/configs/yaml_reader.h"
#include "core/json/json_reader.h"
#include "core/ledger/resolve.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>

// ms-swift's settings: swift/arguments (defaults), swift/trainers/arguments.py, swift/config
// (ZeRO and FSDP by name).

namespace highwater {

using bounded::times;

namespace {

constexpr std::string_view swiftProgram = "ms-swift";

/// The program that a script starts, with its settings.
struct SwiftStarted : StartedSettings
{
    std::string command; ///< "sft", "pt", "rlhf"; empty for a file of settings
};

bool swiftTrains(std::string_view command)
{
    return command == "sft" || command == "pt" || command == "rlhf";
}

/// The place of "swift" or "megatron" in the words of a command, or of its Python files:
/// "swift/cli/sft.py", "-m swift.cli.sft".
struct SwiftFound
{
    bool isMegatron = false;
    std::string command;
    std::size_t rest = 0; ///< the place of its first argument
};

std::optional<SwiftFound> swiftCommandIn(std::span<const std::string> words)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool isSwift = word == "swift" || word.ends_with("/swift");
        const bool isMegatron = word == "megatron" || word.ends_with("/megatron");
        if ((isSwift || isMegatron) && i + 1 < words.size())
            return SwiftFound{isMegatron, words[i + 1], i + 2};
        const std::size_t cli = std::min(word.find("swift/cli/"), word.find("swift.cli."));
        if (cli == std::string::npos)
            continue;
        std::string name = word.substr(cli + 10);
        if (name.ends_with(".py"))
            name.resize(name.size() - 3);
        return SwiftFound{name.find("megatron") != std::string::npos, name, i + 1};
    }
    return std::nullopt;
}

Problem swiftOnMegatron(std::string field, std::string place)
{
    return {{std::move(field)},
            {},
            {HW_TR("core", "is of %1's part on Megatron, which cannot be read yet"),
             {std::string(swiftProgram)}},
            std::move(place)};
}

/// The first training that a script starts.
Result<SwiftStarted> swiftStartedBy(const ImportFile& file)
{
    auto script = readShell(file.text);
    if (!script)
        return script.problems();
    const auto& commands = script->commands;
    const auto trains = [](const ShellCommand& command) {
        const auto found = swiftCommandIn(command.words);
        return found && (found->isMegatron || swiftTrains(found->command));
    };
    const auto training = firstTraining(*script, trains);
    if (!training) {
        std::string other;
        for (const ShellCommand& command : commands)
            if (const auto found = swiftCommandIn(command.words))
                other = found->command;
        return Problem{{"swift " + excerpt(other)},
                       {},
                       {HW_TR("core", "starts no training")},
                       placeOf(file.text, "swift")};
    }
    const auto words = commands[training->command].words;
    const SwiftFound found = *swiftCommandIn(words);
    if (found.isMegatron)
        return swiftOnMegatron("megatron " + excerpt(found.command),
                               placeOf(file.text, "megatron"));
    SwiftStarted started{startedBy(*std::move(script), *training, found.rest, file.name),
                         found.command};
    const auto rest = std::span(words).subspan(found.rest);
    if (!rest.empty() && !rest.front().starts_with("-")) {
        auto settings = started.files.settings(rest.front(), "swift " + found.command);
        if (!settings)
            return settings.problems();
        started.arguments = *std::move(settings);
    }
    const Json options = argumentsIn(rest);
    for (const Json::Member& option : options.members())
        started.arguments[option.key] = option.value;
    return started;
}

void readSwiftAdapter(SettingFields& fields, std::optional<AdapterBase> stored)
{
    SettingLog& log = fields.log();
    Adapter adapter;
    const char* const newer = "tuner_type";
    const char* const field = fields.has(newer) ? newer
        : fields.has("train_type")              ? "train_type"
                                                : "sft_type";
    const std::string method = fields.word(field).value_or("lora");
    if (method == "lora") {
        adapter.kind = AdapterKind::Lora;
        adapter.rank = fields.whole("lora_rank", 1, 4096).value_or(8);
        adapter.dropout = fields.number("lora_dropout").value_or(0.05);
        adapter.dora = fields.flagOr("use_dora", false);
        readAdapterTargets(fields, "target_modules", adapter);
        readSavedModules(fields, "modules_to_save", adapter);
    } else if (method != "full") {
        log.refuse(field, typed(method), {HW_TR("core", "is a method that is not counted")});
    }
    fields.ignoreBegun({"lora_", "lorap_"});
    fields.ignore({"target_modules", "modules_to_save", "use_rslora", "init_weights", "adapters"});
    for (const char* key :
         {"freeze_parameters", "freeze_parameters_regex", "trainable_parameters",
          "trainable_parameters_regex", "freeze_parameters_ratio", "lisa_activated_layers"})
        if (fields.has(key) && method == "full")
            log.refuse(key, {}, {HW_TR("core", "trains parts of layers, which is not counted")});
    const bool twice = fields.flagOr("bnb_4bit_use_double_quant", true);
    const auto bits = fields.word("quant_bits");
    const std::string way = fields.word("quant_method").value_or("bnb");
    if (bits == "4")
        stored = twice && way == "bnb" ? AdapterBase::Nf4Double : AdapterBase::Nf4;
    else if (bits == "8")
        stored = AdapterBase::Int8;
    else if (bits)
        log.refuse("quant_bits", *bits,
                   {HW_TR("core", "a base of so few bits is not counted: 4 or 8 are")});
    if (bits && way != "bnb")
        log.note("quant_method", {HW_TR("core", "is counted as bitsandbytes: %1"), {excerpt(way)}});
    fields.ignoreBegun({"bnb_", "hqq_"});
    if (stored && adapter.kind != AdapterKind::None)
        setQuantised(adapter, *stored);
    else if (stored)
        log.refuse(field, typed(method), {HW_TR("core", "cannot train a base in few bits")});
    adapter.upcast = false; // swift/pipelines/train/tuner.py casts the adapters alone
    setAdapter(log, std::move(adapter));
}

/// The model's longest context where the file has no length, as the program takes it.
void readSwiftLength(SettingFields& fields, const Catalog& catalog)
{
    SettingLog& log = fields.log();
    constexpr std::int64_t longest = 16777216;
    if (const auto length = fields.whole("max_length", 1, longest)) {
        log.set("workload.context", *length, "max_length");
        return;
    }
    const auto shape = shapeOf(log.plan.model, catalog);
    const std::int64_t most = shape ? shape->maxPositions : 0;
    if (most < 1) {
        log.refuse("max_length", {}, {HW_TR("core", "is missing")});
        return;
    }
    log.set("workload.context", most, "max_length");
    log.note("max_length",
             {HW_TR("core", "is not in the file: the model's longest, %1 {token|tokens}"),
              {grouped(most)}});
}

void readSwiftGpus(SettingFields& fields, const SwiftStarted& started)
{
    SettingLog& log = fields.log();
    const bool shards = fields.has("deepspeed") || fields.has("fsdp")
        || fields.has("sequence_parallel_size") || started.accelerate.sharesOut();
    setGpus(log, started.gpus, shards);
    log.plan.layout.context = fields.whole("sequence_parallel_size", 1, 65536).value_or(1);
    if (log.plan.layout.context > 1)
        log.plan.layout.contextKind = ContextKind::Ulysses;
}

void readSwiftBatch(SettingFields& fields, StatedBatch& batch)
{
    const Plan& plan = fields.log().plan;
    const std::int64_t ranks
        = std::max<std::int64_t>(1, plan.cluster.gpus / modelRanks(plan.layout));
    // swift/arguments: 16 sequences a step where the file does not say how many.
    const std::int64_t micro = fields.whole("per_device_train_batch_size", 1, 65536).value_or(1);
    const std::int64_t pass = times(micro, ranks);
    batch = readTrainerBatch(fields, 1, std::max<std::int64_t>(1, (16 + pass - 1) / pass));
}

/// swift/config: fsdp2.json, and the file that a path names.
void readSwiftSharding(SettingFields& fields, const NamedFiles& files, const StatedBatch& batch)
{
    SettingLog& log = fields.log();
    const Json* const value = fields.take("fsdp");
    const std::string sharding = value && value->text() ? *value->text() : std::string();
    const auto text = files.text(sharding);
    const auto own = text         ? settingsOf(sharding, *text)
        : value && !value->text() ? Result<Json>(*value)
                                  : Result<Json>(Json());
    if (sharding == "fsdp2") {
        log.plan.layout.zero = 3;
        log.plan.recipe.engine = Engine::Fsdp2;
        setFsdpCheckpoints(log.plan.recipe);
    } else if (own && own->isObject()) {
        SettingFields settings(*own, {}, log);
        readTrainerFsdp(settings);
    } else if (!own) {
        log.problems.push_back(own.problems().front());
    } else if (!sharding.empty()) {
        log.refuse("fsdp", typed(sharding), {HW_TR("core", "is another file: import it as well")});
    }
    readTrainerDeepSpeed(fields, files, batch);
    fields.ignore({"zero_hpz_partition_size"});
    if (const auto ranks = fields.whole("deepspeed_autotp_size", 1, 65536); ranks && *ranks > 1)
        log.leave("deepspeed_autotp_size");
}

void readSwiftPrecision(SettingFields& fields)
{
    SettingLog& log = fields.log();
    const std::string type
        = typeName(fields.has("torch_dtype") ? fields.word("torch_dtype") : fields.word("dtype"));
    const bool half = fields.flagOr("fp16", type == "float16" || type == "fp16");
    const bool brain = fields.flagOr("bf16", !half && type != "float32" && type != "fp32");
    trainLoadedType(log.plan, brain, half);
    if (log.plan.job.kind && (brain || half))
        log.plan.roles.policy.dtype = RoleType::Bf16;
}

/// GRPO loads a reference beside a policy that is trained whole, unless its weight in the loss is
/// zero (swift/arguments/rlhf_args.py: __post_init__).
void addSwiftReference(Plan& plan)
{
    if (plan.job.kind == JobKind::Grpo && !plan.job.referenceFree
        && plan.adapter.kind == AdapterKind::None)
        plan.roles.ref.dtype
            = plan.roles.policy.dtype == RoleType::Bf16 ? RoleType::Bf16 : RoleType::Fp32;
}

void readSwiftSavings(SettingFields& fields)
{
    SettingLog& log = fields.log();
    Recipe& recipe = log.plan.recipe;
    recipe.recompute
        = fields.flagOr("gradient_checkpointing", true) ? Recompute::Full : Recompute::None;
    readTrainerCheckpoints(fields);
    setTrainerAttention(recipe, fields.word("attn_impl").value_or(""));
    const bool liger = fields.flagOr("use_liger_kernel", fields.flagOr("use_liger", false));
    recipe.kernels = liger ? Kernels::Fused : Kernels::Eager;
    if (!log.plan.job.kind)
        recipe.loss = liger ? Loss::Chunked : Loss::Full;
    else if (liger)
        log.plan.job.logits = JobLogits::Chunked;
    if (fields.flagOr("packing", false) || fields.flagOr("padding_free", false))
        log.plan.job.packing = Packing::Packed;
    fields.ignore({"padding_free", "packing_length", "packing_strategy", "packing_num_proc"});
}

void readSwiftOptimizer(SettingFields& fields)
{
    Recipe& recipe = fields.log().plan.recipe;
    readTrainerOptimizer(fields, "optim", "adamw");
    const std::string own = fields.word("optimizer").value_or("");
    if (fields.flagOr("use_galore", own == "galore")) {
        recipe.optimizer = Optimizer::GaLore;
        recipe.fusedStep.reset();
        recipe.optimizerRank = fields.whole("galore_rank", 1, 65536).value_or(128);
        recipe.stepInBackward = fields.flagOr("galore_optim_per_parameter", false);
        if (fields.flagOr("galore_quantization", false))
            fields.log().leave("galore_quantization");
    } else if (own == "muon") {
        recipe.optimizer = Optimizer::Muon;
    } else if (!own.empty() && own != "lorap" && own != "multimodal") {
        fields.log().leave("optimizer");
    }
    fields.ignoreBegun({"galore_", "muon_"});
    fields.ignore({"optim_target_modules"});
}

void readSwiftJob(SettingFields& fields, const std::string& command)
{
    SettingLog& log = fields.log();
    Job& job = log.plan.job;
    const std::string kind = fields.word("rlhf_type").value_or(command == "rlhf" ? "dpo" : "");
    if (!kind.empty() && !setJob(log, kind))
        log.refuse("rlhf_type", typed(kind), {HW_TR("core", "is a method that is not counted")});
    if (const auto task = fields.word("task_type"); task && *task != "causal_lm")
        log.refuse("task_type", typed(*task), {HW_TR("core", "is a method that is not counted")});
    if (job.kind == JobKind::Grpo || job.kind == JobKind::Ppo) {
        constexpr std::int64_t longest = 16777216;
        job.samples = fields.whole("num_generations", 1, 65536).value_or(8);
        job.completion = fields.whole("max_completion_length", 1, longest).value_or(512);
        // max_length bounds the prompt, and the server's limit both.
        const auto both = fields.whole("vllm_max_model_len", 1, longest);
        const std::int64_t sum = log.plan.workload.context + *job.completion;
        log.set("workload.context", std::min(both.value_or(sum), sum), "max_completion_length");
        readTrainerRollout(fields, "vllm_max_model_len");
        if (const auto level = fields.whole("sleep_level", 0, 2))
            log.plan.roles.rollout.sleep = static_cast<SleepLevel>(*level);
        std::vector<RoleOffload> moved; // to the host, while the server works
        if (fields.flagOr("offload_model", false))
            moved.push_back(RoleOffload::Parameters);
        if (fields.flagOr("offload_optimizer", false))
            moved.push_back(RoleOffload::Optimizer);
        if (!moved.empty())
            log.plan.roles.policy.offload = moved;
        // The reference is left out where its weight in the loss is zero.
        if (const auto weight = fields.number("beta"); weight && *weight == 0)
            job.referenceFree = true;
    }
    fields.ignore({"num_generations", "max_completion_length", "use_vllm", "vllm_mode", "beta"});
}

void ignoreSwiftHarmless(SettingFields& fields)
{
    fields.ignoreBegun(
        {"eval_",       "save_",        "logging_",   "hub_",       "swanlab_",    "dataset",
         "dataloader_", "cached_",      "val_",       "split_",     "vllm_",       "lr_",
         "warmup_",     "model_author", "model_name", "early_stop", "reward_",     "log_",
         "vit_",        "aligner_",     "metric_",    "freeze_",    "interleave_", "stopping_",
         "chord_",      "epsilon",      "fipo_",      "custom_",    "external_",   "new_special",
         "multi_turn",  "num_i",        "download_",  "load_",      "loss_",       "top_",
         "overlong",    "scale_",       "tau_",       "truncation", "template",    "agent_",
         "kl_",         "advantage",    "sapo_",      "soft_",      "cosine_",     "repetition",
         "stop_",       "response",     "async_",     "dynamic_"});
    fields.ignore({"dataset",
                   "streaming",
                   "system",
                   "model_type",
                   "model_revision",
                   "model_kwargs",
                   "use_hf",
                   "use_chat_template",
                   "add_version",
                   "create_checkpoint_symlink",
                   "lazy_tokenize",
                   "columns",
                   "strict",
                   "rope_scaling",
                   "max_model_len",
                   "device_map",
                   "max_memory",
                   "task_type",
                   "num_labels",
                   "problem_type",
                   "local_repo_path",
                   "enable_thinking",
                   "add_non_thinking_prefix",
                   "max_new_tokens",
                   "temperature",
                   "rpo_alpha",
                   "cpo_alpha",
                   "simpo_gamma",
                   "desirable_weight",
                   "undesirable_weight",
                   "lmbda",
                   "sft_alpha",
                   "delta",
                   "importance_sampling_level",
                   "steps_per_generation",
                   "generation_batch_size",
                   "move_model_batches",
                   "max_turns",
                   "router_aux_loss_coef",
                   "write_batch_size",
                   "shuffle_buffer_size",
                   "enable_dft_loss",
                   "merge_lora",
                   "stream",
                   "use_logits_to_keep",
                   "callbacks",
                   "ref_model",
                   "ref_model_type",
                   "tuner_backend",
                   "packing",
                   "acc_strategy",
                   "max_epochs"});
}

/// Whether a shell script calls one of the program's commands.
bool isSwiftCommand(const ImportFile& file)
{
    if (file.json)
        return false;
    static constexpr std::array<std::string_view, 17> starts{
        "swift sft",        "swift pt",     "swift rlhf",  "swift infer",   "swift export",
        "swift deploy",     "swift eval",   "swift app",   "swift rollout", "swift sample",
        "swift merge-lora", "megatron sft", "megatron pt", "megatron rlhf", "megatron export",
        "swift/cli/",       "swift.cli."};
    return hasOutsideComments(file.text, starts);
}

bool isSwiftSettings(const ImportFile& file)
{
    return states(file, "model") && statesAny(file, {"tuner_type", "train_type", "rlhf_type"});
}

} // namespace

bool isMsSwift(const ImportFile& file)
{
    return isSwiftSettings(file) || isSwiftCommand(file);
}

Result<Imported> readMsSwift(const ImportFile& file, const Plan& base, const Catalog& catalog)
{
    SwiftStarted started;
    if (isSwiftSettings(file)
        && statesAny(file, {"tensor_model_parallel_size", "micro_batch_size"}))
        return swiftOnMegatron("model", placeOf(file.text, "model"));
    if (isSwiftSettings(file)) {
        auto read = settingsFile(file);
        if (!read)
            return read.problems();
        static_cast<StartedSettings&>(started) = *std::move(read);
    } else {
        auto read = swiftStartedBy(file);
        if (!read)
            return read.problems();
        started = *std::move(read);
    }
    mergeAccelerate(started);
    SettingLog log = trainerLog(base, file.text, Framework::MsSwift);
    noteStarted(started, log);
    SettingFields fields(started.arguments, {}, log);
    const auto stored = readModel(fields, "model", "model", catalog);
    readSwiftGpus(fields, started);
    readSwiftLength(fields, catalog);
    StatedBatch batch;
    readSwiftBatch(fields, batch);
    readSwiftJob(fields, started.command);
    readSwiftAdapter(fields, stored);
    readTrainerImages(fields, "max_pixels", "freeze_vit", catalog);
    readSwiftOptimizer(fields);
    readSwiftSavings(fields);
    readSwiftSharding(fields, started.files, batch);
    addAccelerate(started.accelerate, log, catalog);
    readSwiftPrecision(fields);
    addSwiftReference(log.plan);
    ignoreSwiftHarmless(fields);
    return importedTrainer(fields, ImportKind::MsSwift);
}

} // namespace highwater
