// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/trainer_settings.h"

#include "core/catalog/hub_id.h"
#include "core/configs/config_fields.h"
#include "core/configs/config_target.h"
#include "core/configs/file_words.h"
#include "core/configs/yaml_reader.h"
#include "core/json/json_reader.h"
#include "core/ledger/framework.h"
#include "core/ledger/narrow_format.h"
#include "core/ledger/resolve.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace highwater {
namespace {

/// The words of "full_shard auto_wrap", or of a list of them.
struct ShardingWords
{
    std::vector<std::string> words;
    bool areMeant = false; ///< the file has yes or no in their place

    bool has(std::string_view word) const { return std::ranges::find(words, word) != words.end(); }
};

ShardingWords trainerShardingWords(SettingFields& fields)
{
    ShardingWords found;
    std::vector<std::string>& words = found.words;
    const Json* value = fields.take("fsdp");
    if (!value)
        return found;
    if (value->flag() && *value->flag()) {
        words.push_back("full_shard");
        found.areMeant = true;
    }
    for (const Json& item : value->items())
        if (item.text())
            words.push_back(*item.text());
    if (value->text()) {
        std::istringstream text(*value->text());
        for (std::string word; text >> word;)
            words.push_back(word);
    }
    return found;
}

/// Sets the engine by the version of FSDP. Where the file has none, words such as "full_shard" are
/// of a version of transformers that has FSDP1 by default; later ones have FSDP2
/// (training_args.py: _process_fsdp_args).
void setTrainerFsdpVersion(Recipe& recipe, std::optional<std::int64_t> version, bool words)
{
    if (version)
        recipe.engine = *version == 2 ? Engine::Fsdp2 : Engine::Fsdp1;
    else if (!recipe.engine)
        recipe.engine = words ? Engine::Fsdp1 : Engine::Fsdp2;
}

/// One of FSDP1's strategies; FSDP2 has a flag in its place.
void setTrainerStrategy(SettingFields& config, bool& replicates)
{
    Layout& layout = config.log().plan.layout;
    const auto word = config.word("sharding_strategy");
    if (!word)
        return;
    const bool inNode = word->starts_with("hybrid");
    if (*word == "full_shard" || *word == "1" || *word == "hybrid_shard")
        layout.zero = 3;
    else if (*word == "shard_grad_op" || *word == "2" || *word == "hybrid_shard_zero2")
        layout.zero = 2;
    else if (*word == "no_shard" || *word == "3")
        layout.zero = 0;
    else
        config.log().refuse(config.nameOf("sharding_strategy"), typed(*word),
                            {HW_TR("core", "is no sharding strategy of FSDP")});
    replicates = replicates || inNode;
}

void readTrainerFsdpConfig(SettingFields& fields, bool words, bool& replicates, bool& offloads)
{
    SettingLog& log = fields.log();
    const Json* given = fields.take("fsdp_config");
    if (!given)
        return;
    if (!given->isObject()) {
        log.note("fsdp_config", {HW_TR("core", "is another file: import it as well")});
        return;
    }
    const Json plain = withoutPrefix(*given, "fsdp_");
    SettingFields config(plain, "fsdp_config", log);
    if (config.has("version") && log.plan.layout.zero == 0)
        log.plan.layout.zero = 3; // FSDP2 is asked for by its configuration alone
    setTrainerFsdpVersion(log.plan.recipe, config.whole("version", 1, 2),
                          words || config.has("sharding_strategy"));
    setTrainerStrategy(config, replicates);
    readFsdp1Settings(config);
    if (const auto reshards = config.flag("reshard_after_forward");
        reshards && log.plan.layout.zero > 0)
        log.plan.layout.zero = *reshards ? 3 : 2;
    if (config.flagOr("activation_checkpointing", false))
        setFsdpCheckpoints(log.plan.recipe);
    const bool whole = config.flagOr("cpu_offload", false);
    offloads = config.flagOr("offload_params", false) || whole || offloads;
    if (config.flagOr("activation_cpu_offload", false))
        log.plan.layout.offloadActivations = ActivationOffload::Cpu;
    readFsdpWholeWeights(config);
    config.ignore({"transformer_layer_cls_to_wrap", "auto_wrap_policy", "forward_prefetch",
                   "limit_all_gathers", "sync_module_states", "min_num_params",
                   "final_state_dict_type", "cpu_offload_pin_memory", "xla"});
    config.listRest();
}

/// What the name of a file of DeepSpeed's settings says: "ds_z3_offload_config.json",
/// "deepspeed_configs/zero2.json".
struct TrainerNamedStage
{
    std::optional<std::int64_t> stage;
    bool offloads = false, parametersAlone = false;
};

TrainerNamedStage trainerStageIn(std::string_view path)
{
    const std::string name = lowered(path.substr(path.find_last_of("/\\") + 1));
    TrainerNamedStage found;
    for (const std::string_view word : {"zero", "zero_", "zero-", "z", "stage", "stage_", "ds"})
        for (std::int64_t stage = 0; stage <= 3; ++stage)
            if (name.find(std::string(word) + std::to_string(stage)) != std::string::npos)
                found.stage = stage;
    found.offloads = name.find("offload") != std::string::npos
        && std::ranges::none_of(std::array{"no_offload", "no-offload", "nooffload"},
                                [&name](const char* none) {
                                    return name.find(none) != std::string::npos;
                                });
    found.parametersAlone = name.find("offload_param") != std::string::npos;
    return found;
}

void setTrainerNamedStage(SettingLog& log, const std::string& path)
{
    const TrainerNamedStage named = trainerStageIn(path);
    Layout& layout = log.plan.layout;
    if (!named.stage) {
        log.refuse("deepspeed", excerpt(path),
                   {HW_TR("core", "is another file, and its name says no stage of ZeRO")});
        return;
    }
    layout.zero = *named.stage;
    if (named.offloads && layout.zero > 0 && !named.parametersAlone)
        layout.offloadOptimizer = Offload::Cpu;
    if (named.offloads && layout.zero == 3)
        layout.offloadParameters = Offload::Cpu;
    log.note(
        "deepspeed",
        {HW_TR("core", "is another file: ZeRO-%1 by its name"), {std::to_string(layout.zero)}});
}

void readTrainerEngine(SettingLog& log, const Json& settings, const StatedBatch& batch)
{
    const Precision precision = log.plan.recipe.precision.value_or(Precision::Bf16Mixed);
    const auto moments = log.plan.recipe.moments;
    const auto optimizer = log.plan.recipe.optimizer;
    const std::size_t notes = log.notes.size();
    SettingFields inner(settings, "deepspeed", log);
    readDeepSpeedSettings(inner, batch);
    // The Trainer fills in "auto" alone; a size that is not there is DeepSpeed's own.
    const Json* zero = settings.find("zero_optimization");
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
    if (!log.plan.recipe.precision || !isSixteenBitsAlone(*log.plan.recipe.precision)) {
        log.plan.recipe.precision = precision;
        log.plan.recipe.moments = moments;
    }
    log.plan.recipe.optimizer = optimizer;
}

/// TrainingArguments' fields about the length of a run, its files, its reports and its data.
constexpr std::string_view trainerHarmless[]{
    "output_dir",
    "overwrite_output_dir",
    "learning_rate",
    "lr_scheduler_type",
    "lr_scheduler_kwargs",
    "warmup_steps",
    "warmup_ratio",
    "weight_decay",
    "adam_beta1",
    "adam_beta2",
    "adam_epsilon",
    "max_grad_norm",
    "max_steps",
    "logging_steps",
    "logging_dir",
    "logging_strategy",
    "logging_first_step",
    "logging_nan_inf_filter",
    "log_level",
    "log_on_each_node",
    "save_steps",
    "save_strategy",
    "save_total_limit",
    "save_only_model",
    "save_safetensors",
    "save_on_each_node",
    "eval_steps",
    "eval_delay",
    "bf16_full_eval",
    "fp16_full_eval",
    "predict_with_generate",
    "seed",
    "data_seed",
    "full_determinism",
    "report_to",
    "run_name",
    "project",
    "trackio_space_id",
    "do_train",
    "do_predict",
    "dataset_text_field",
    "dataset_name",
    "dataset_config",
    "dataset_num_proc",
    "dataset_kwargs",
    "dataset_train_split",
    "dataset_test_split",
    "dataloader_num_workers",
    "dataloader_pin_memory",
    "dataloader_drop_last",
    "dataloader_persistent_workers",
    "dataloader_prefetch_factor",
    "tf32",
    "ddp_timeout",
    "ddp_backend",
    "ddp_find_unused_parameters",
    "ddp_broadcast_buffers",
    "push_to_hub",
    "hub_model_id",
    "hub_strategy",
    "hub_token",
    "hub_private_repo",
    "remove_unused_columns",
    "label_names",
    "label_smoothing_factor",
    "group_by_length",
    "length_column_name",
    "load_best_model_at_end",
    "metric_for_best_model",
    "greater_is_better",
    "resume_from_checkpoint",
    "ignore_data_skip",
    "include_num_input_tokens_seen",
    "include_tokens_per_second",
    "neftune_noise_alpha",
    "average_tokens_across_devices",
    "disable_tqdm",
    "skip_memory_metrics",
    "trust_remote_code",
    "model_revision",
    "optim_args",
    "local_rank",
    "accelerator_config",
    "assistant_only_loss",
    "completion_only_loss",
    "eos_token",
    "pad_token",
    "chat_template_path",
};

} // namespace

SettingLog trainerLog(const Plan& base, std::string_view text, Framework program)
{
    SettingLog log{Plan{}};
    Plan& plan = log.plan;
    plan.method = base.method;
    plan.model = base.model;
    plan.cluster = base.cluster;
    plan.cluster.expandableSegments.reset();
    plan.recipe.framework = program;
    log.text = text;
    return log;
}

void readTrainerEpochs(SettingFields& fields, std::string_view name)
{
    if (const auto epochs = fields.number(name); epochs && *epochs > 0)
        fields.log().set("workload.epochs", *epochs, fields.nameOf(name));
}

Result<Imported> importedTrainer(SettingFields& fields, ImportKind kind)
{
    readTrainerEpochs(fields, "num_train_epochs");
    ignoreTrainerFields(fields);
    fields.listRest();
    return std::move(fields.log()).imported(kind);
}

std::optional<AdapterBase> setModel(SettingLog& log, const std::string& id,
                                    const std::string& field, const Catalog& catalog)
{
    const HubModel found = hubModel(catalog, id);
    if (id == unnamedModel) {
        log.note(field, {HW_TR("core", "is no model of the catalogue: the open plan's own stays")});
        return std::nullopt;
    }
    if (found.model) {
        log.plan.model = CatalogModel{found.model->id};
    } else if (std::holds_alternative<CustomModel>(log.plan.model)) {
        log.note(field, {HW_TR("core", "is no model of the catalogue: the open plan's own stays")});
        log.leave(field);
    } else {
        const std::size_t at = log.text.find(id);
        log.problems.push_back(
            {{std::string(field)},
             typed(excerpt(id)),
             {HW_TR("core", "is no model of the catalogue: import its config.json first")},
             at == std::string_view::npos ? std::string() : scriptProblem(log.text, at, {}).place});
    }
    return found.base;
}

std::optional<AdapterBase> readModel(SettingFields& fields, std::string_view field,
                                     const std::string& named, const Catalog& catalog)
{
    const auto id = fields.written(field);
    if (id)
        return setModel(fields.log(), *id, named, catalog);
    fields.log().refuse(named, {}, {HW_TR("core", "is missing")});
    return std::nullopt;
}

void setGpus(SettingLog& log, const StatedGpus& stated, bool shards)
{
    const Cluster& cluster = log.plan.cluster;
    const std::int64_t each = cluster.gpusPerNode, nodes = stated.nodes.value_or(1);
    const bool areCounted = nodes > 1 || stated.takesAll;
    const std::int64_t gpus = stated.processes ? *stated.processes
        : areCounted                           ? bounded::times(nodes, each)
        : !shards                              ? 1
        : cluster.gpus > 1                     ? cluster.gpus
                                               : each;
    log.set("cluster.gpus", gpus, "num_processes");
    if (stated.leavesCards)
        log.leave("CUDA_VISIBLE_DEVICES");
    if (stated.processes && stated.perNode)
        log.set("cluster.gpus_per_node", *stated.perNode, "nproc_per_node");
    if (stated.processes)
        return;
    if (areCounted) {
        log.note("cluster.gpus",
                 {HW_TR("core", "is not in the file: %1 {node|nodes} of %2 {GPU|GPUs} assumed"),
                  {grouped(nodes), grouped(each)}});
        return;
    }
    // Most of these files have no word for it: the command that starts them says it.
    log.note("cluster.gpus",
             shards ? Text{HW_TR("core", "is not in the file, which shards: %1 {GPU|GPUs} assumed"),
                           {grouped(gpus)}}
                    : Text{HW_TR("core", "is not in the file: 1 GPU assumed")});
}

StatedBatch readTrainerBatch(SettingFields& fields, std::int64_t micro, std::int64_t accumulation)
{
    SettingLog& log = fields.log();
    StatedBatch batch;
    constexpr std::int64_t most = 2147483648;
    batch.micro = fields.whole("per_device_train_batch_size", 1, 65536).value_or(micro);
    batch.accumulation
        = fields.whole("gradient_accumulation_steps", 1, most).value_or(accumulation);
    setBatch(log, batch, log.plan.cluster.gpus / modelRanks(log.plan.layout),
             "per_device_train_batch_size");
    return batch;
}

void readTrainerOptimizer(SettingFields& fields, std::string_view field, std::string_view absent)
{
    SettingLog& log = fields.log();
    const bool stated = fields.has(field);
    const std::string name = fields.word(field).value_or(std::string(absent));
    const auto known = optimizerNamed(name);
    log.plan.recipe.optimizer = known.value_or(Optimizer::AdamW);
    if (stated && known == Optimizer::AdamW)
        log.plan.recipe.fusedStep = name.find("fused") != std::string::npos;
    const bool projects = known == Optimizer::GaLore || known == Optimizer::Apollo;
    if (projects)
        log.plan.recipe.stepInBackward = name.find("layerwise") != std::string::npos;
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
        fields.ignore({"optim_target_modules"});
    if (!known)
        log.leave(fields.nameOf(field));
}

void readTrainerFsdp(SettingFields& fields)
{
    SettingLog& log = fields.log();
    Layout& layout = log.plan.layout;
    const ShardingWords sharding = trainerShardingWords(fields);
    if (sharding.has("full_shard") || sharding.has("hybrid_shard"))
        layout.zero = 3;
    if (sharding.has("shard_grad_op") || sharding.has("hybrid_shard_zero2"))
        layout.zero = 2;
    bool replicates = sharding.has("hybrid_shard") || sharding.has("hybrid_shard_zero2");
    bool offloads = sharding.has("offload");
    const bool asked = !sharding.words.empty() || fields.has("fsdp_version");
    if (fields.has("fsdp_version") && layout.zero == 0)
        layout.zero = 3;
    Recipe& recipe = log.plan.recipe;
    if (const auto version = fields.whole("fsdp_version", 1, 2))
        setTrainerFsdpVersion(recipe, version, false);
    const bool named = !sharding.words.empty() && !sharding.areMeant;
    if (asked || fields.has("fsdp_config"))
        readTrainerFsdpConfig(fields, named, replicates, offloads);
    if (layout.zero > 0)
        setTrainerFsdpVersion(recipe, std::nullopt, named);
    else if (!asked)
        recipe.engine.reset();
    const Cluster& cluster = log.plan.cluster;
    if (replicates)
        layout.replicate
            = std::max<std::int64_t>(1, cluster.gpus / std::min(cluster.gpus, cluster.gpusPerNode));
    if (offloads && layout.zero > 0)
        layout.offloadOptimizer = layout.offloadParameters = Offload::Cpu;
}

void readTrainerDeepSpeed(SettingFields& fields, const NamedFiles& files, const StatedBatch& batch)
{
    SettingLog& log = fields.log();
    const Json* value = fields.take("deepspeed");
    if (!value || (value->text() && value->text()->empty()) || (value->flag() && !*value->flag()))
        return;
    // One process runs an engine only where a file names it.
    if (log.plan.cluster.gpus == 1)
        log.plan.recipe.engine = Engine::DeepSpeed;
    if (value->isObject())
        return readTrainerEngine(log, *value, batch);
    if (!value->text()) {
        log.refuse("deepspeed", shownJson(*value), {HW_TR("core", "must be a text")});
        return;
    }
    const auto text = files.text(*value->text());
    if (!text)
        return setTrainerNamedStage(log, *value->text());
    if (const auto settings = settingsOf(*value->text(), *text))
        readTrainerEngine(log, *settings, batch);
    else
        log.problems.push_back(settings.problems().front());
}

void readFsdp1Settings(SettingFields& config)
{
    Recipe& recipe = config.log().plan.recipe;
    const auto original = config.flag("use_orig_params");
    const auto prefetch = config.word("backward_prefetch");
    if (recipe.engine != Engine::Fsdp1)
        return;
    recipe.originalParameters = original;
    if (prefetch)
        recipe.backwardPrefetch = *prefetch != "no_prefetch" && *prefetch != "none";
}

void readFsdpWholeWeights(SettingFields& config)
{
    Recipe& recipe = config.log().plan.recipe;
    recipe.efficientLoading = config.flag("cpu_ram_efficient_loading");
    if (config.word("state_dict_type") == "full_state_dict")
        recipe.savedState = SavedState::Host;
}

void readTrainerImages(SettingFields& fields, std::string_view pixels, std::string_view frozen,
                       const Catalog& catalog)
{
    SettingLog& log = fields.log();
    constexpr std::int64_t most = std::int64_t{65536} * 65536;
    const auto allowed = fields.whole(pixels, 1, most);
    const bool freezes = fields.flagOr(frozen, true);
    const auto shape = shapeOf(log.plan.model, catalog);
    if (!shape || shape->visionParameters == 0)
        return;
    if (freezes && log.plan.adapter.kind == AdapterKind::None)
        log.plan.recipe.frozen.insert(log.plan.recipe.frozen.begin(), FrozenPart::Vision);
    if (!allowed || !shape->tower.kind)
        return;
    const auto side
        = static_cast<std::int64_t>(std::floor(std::sqrt(static_cast<double>(*allowed))));
    Workload& workload = log.plan.workload;
    workload.imageWidth = workload.imageHeight = std::clamp<std::int64_t>(side, 1, 65536);
    workload.images = std::max<std::int64_t>(1, workload.images);
    log.note(
        std::string(pixels),
        {HW_TR("core",
               "is taken as an image of %1 × %1 pixels in each sequence: the data set says how "
               "many there are and of which size"),
         {grouped(*workload.imageWidth)}});
}

void readTrainerEvaluation(SettingFields& fields)
{
    constexpr std::int64_t most = 65536, usual = 8; // training_args.py
    const auto asks = [&fields](std::string_view field) {
        const Json* value = fields.take(field);
        const std::string* word = value ? value->text() : nullptr;
        const bool* flag = value ? value->flag() : nullptr;
        return word ? *word != "no" : flag && *flag;
    };
    bool evaluates = false;
    for (const char* field : {"eval_strategy", "evaluation_strategy", "eval_on_start", "do_eval"})
        evaluates = asks(field) || evaluates;
    const auto batch = fields.whole("per_device_eval_batch_size", 1, most);
    const auto kept = fields.whole("eval_accumulation_steps", 1, most);
    const bool lossAlone = fields.flagOr("prediction_loss_only", false);
    if (!evaluates)
        return;
    Workload& workload = fields.log().plan.workload;
    workload.evaluationBatch = batch.value_or(usual);
    // Nobody who computes no metrics from predictions sets it.
    if (kept && !lossAlone)
        workload.keptPredictions = *kept;
}

void setKernels(Recipe& recipe, bool norms, bool mlp)
{
    recipe.kernels = norms || mlp ? Kernels::Fused : Kernels::Eager;
    recipe.normKernels.reset();
    recipe.mlpKernels.reset();
    if (norms != mlp)
        (norms ? recipe.mlpKernels : recipe.normKernels) = Kernels::Eager;
}

void setFsdpCheckpoints(Recipe& recipe)
{
    recipe.recompute = Recompute::Full;
    recipe.reentrant = false;
    recipe.checkpointOutside = false;
}

// transformers names eager, sdpa, flash_attention_2, flash_attention_3 and kernels on the hub, as
// kernels-community/flash-attn3; LLaMA-Factory disabled, sdpa, fa2 and fa3 (extras/constants.py:
// AttentionFunction). The second FlashAttention stays open: it is also what many files ask for to
// pack rows, whatever the card.
void setTrainerAttention(Recipe& recipe, std::string_view name)
{
    const bool eager = name == "eager" || name == "disabled";
    recipe.attention = eager ? Attention::Eager : Attention::Flash;
    recipe.attentionKernel.reset();
    for (const std::string_view third : {"flash_attention_3", "flash-attn3", "fa3"})
        if (name.find(third) != std::string_view::npos)
            recipe.attentionKernel = AttentionKernel::Flash3;
}

void readTrainerCheckpoints(SettingFields& fields)
{
    for (const char* field : {"gradient_checkpointing_kwargs", "activation_checkpointing_kwargs"}) {
        auto keywords = fields.part(field);
        if (!keywords)
            continue;
        if (fields.log().plan.recipe.recompute == Recompute::Full)
            fields.log().plan.recipe.reentrant = keywords->flag("use_reentrant");
        keywords->ignore({"use_reentrant"});
        keywords->listRest();
    }
}

void trainLoadedType(Plan& plan, bool brain, bool half)
{
    Recipe& recipe = plan.recipe;
    const bool adapts = plan.adapter.kind != AdapterKind::None;
    recipe.precision = brain ? Precision::Bf16Mixed : half ? Precision::Fp16Mixed : Precision::Fp32;
    // accelerate/accelerator.py makes 32-bit weights of those that FSDP shards; DeepSpeed's engine
    // keeps a 32-bit copy.
    const bool keeps = plan.layout.zero > 0 || recipe.engine == Engine::DeepSpeed;
    if (brain && !adapts && !keeps) {
        recipe.precision = Precision::Bf16;
        recipe.moments = Moments::Bf16;
    }
}

std::string typeName(const std::optional<std::string>& word)
{
    if (!word)
        return {};
    const std::size_t dot = word->rfind('.');
    return dot == std::string::npos ? *word : word->substr(dot + 1);
}

void setQuantised(Adapter& adapter, AdapterBase base)
{
    adapter.kind = AdapterKind::Qlora;
    adapter.base = base;
}

void readQuantisation(SettingFields& fields, Adapter& adapter)
{
    const bool eight = fields.flagOr("load_in_8bit", false);
    const bool four = fields.flagOr("load_in_4bit", false);
    const bool twice = fields.flagOr("bnb_4bit_use_double_quant", false)
        || fields.flagOr("use_bnb_nested_quant", false);
    fields.ignore({"bnb_4bit_quant_type", "bnb_4bit_compute_dtype", "bnb_4bit_quant_storage",
                   "llm_int8_threshold"});
    if (eight || four)
        setQuantised(adapter,
                     eight       ? AdapterBase::Int8
                         : twice ? AdapterBase::Nf4Double
                                 : AdapterBase::Nf4);
}

bool setJob(SettingLog& log, std::string_view word)
{
    struct Named
    {
        std::string_view word;
        Task task;
        JobKind kind;
        bool hasReference = true;
    };
    using enum JobKind;
    static constexpr std::array jobs{
        Named{"dpo", Task::Preference, Dpo},          Named{"ipo", Task::Preference, Dpo},
        Named{"simpo", Task::Preference, Dpo, false}, Named{"cpo", Task::Preference, Dpo, false},
        Named{"orpo", Task::Preference, Orpo},        Named{"kto", Task::Preference, Kto},
        Named{"rm", Task::Preference, Reward},        Named{"ppo", Task::Reinforcement, Ppo},
        Named{"grpo", Task::Reinforcement, Grpo},
    };
    const auto* const found = std::ranges::find(jobs, word, &Named::word);
    if (found == jobs.end())
        return false;
    log.plan.workload.task = found->task;
    log.plan.job.kind = found->kind;
    log.plan.job.referenceFree = !found->hasReference;
    return true;
}

void readTrainerRollout(SettingFields& fields, std::string_view length)
{
    SettingLog& log = fields.log();
    if (const auto share = fields.number("vllm_gpu_memory_utilization"))
        log.set("rollout.utilization", *share, "vllm_gpu_memory_utilization");
    if (const auto ranks = fields.whole("vllm_tensor_parallel_size", 1, 1024))
        log.set("rollout.tensor", *ranks, "vllm_tensor_parallel_size");
    if (const auto most = fields.whole(length, 1, 16777216))
        log.set("rollout.max_length", *most, std::string(length));
    if (!fields.flagOr("use_vllm", false) && log.plan.job.kind == JobKind::Grpo)
        log.leave("use_vllm");
    if (fields.word("vllm_mode").value_or("") == "server")
        log.leave("vllm_mode");
}

void ignoreTrainerFields(SettingFields& fields)
{
    fields.ignore(trainerHarmless);
}

} // namespace highwater
