// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/trainer_export.h"

#include "core/configs/deepspeed_settings.h"
#include "core/ledger/adapter.h"
#include "core/ledger/narrow_format.h"
#include "core/plan/numbers.h"

#include <variant>

namespace highwater {
namespace {

/// The names of transformers; empty where it has none.
constexpr EnumTable<Optimizer, const char*>
    trainerOptimizers({"adamw_torch_fused", "adamw_bnb_8bit", "sgd", "", "adagrad", "adafactor",
                       "lion_32bit", "", "paged_adamw_32bit", "paged_adamw_8bit", "galore_adamw",
                       "apollo_adamw", "apollo_adamw", "lomo", "adalomo", "", ""});

} // namespace

void addFields(Json& root, const Json& fields)
{
    for (const Json::Member& field : fields.members())
        root[field.key] = field.value;
}

bool usesFsdp(const ConfigRun& run)
{
    return run.engine == Engine::Fsdp1 || run.engine == Engine::Fsdp2;
}

Json trainerFsdp(ConfigRun& run, bool checkpoints)
{
    const Layout& layout = run.layout();
    const bool whole = layout.zero == 3;
    const bool replicates = layout.replicate > 1;
    std::string words = replicates ? (whole ? "hybrid_shard" : "hybrid_shard_zero2")
                                   : (whole ? "full_shard" : "shard_grad_op");
    const bool first = replicates || run.engine == Engine::Fsdp1;
    if (first && run.engine == Engine::Fsdp2)
        run.note("recipe.engine",
                 {HW_TR("core", "the layout needs %1, which the file has"), {"fsdp1"}});
    // Each node is one replica.
    if (replicates && run.shards != run.gpusPerNode)
        run.cannotSay(KeyPath("layout.replicate"));
    if (layout.zero == 0)
        run.cannotSay({"layout.offload_optimizer", "layout.offload_parameters"});
    else if (layout.offloadOptimizer == Offload::Cpu)
        words += " offload";
    Json settings = Json::object({{"version", first ? 1 : 2}});
    if (!first) {
        settings["reshard_after_forward"] = whole;
    } else {
        settings["use_orig_params"] = run.choices.originalParameters;
        settings["backward_prefetch"]
            = run.choices.backwardPrefetch ? "backward_pre" : "no_prefetch";
    }
    if (layout.zero == 0)
        settings["sharding_strategy"] = "NO_SHARD";
    settings["activation_checkpointing"] = checkpoints;
    return Json::object({{"fsdp", words + " auto_wrap"}, {"fsdp_config", std::move(settings)}});
}

Json trainerDeepSpeed(ConfigRun& run)
{
    Json settings = Json::object(
        {{"train_micro_batch_size_per_gpu", "auto"}, {"gradient_accumulation_steps", "auto"}});
    settings["gradient_clipping"] = clipsGradients(run) ? Json("auto") : Json(0.0);
    settings["zero_optimization"] = deepSpeedZero(run);
    const Precision precision = run.choices.precision;
    if (precision == Precision::Fp16Mixed)
        settings["fp16"] = Json::object({{"enabled", "auto"}});
    else if (isSixteenBitsAlone(precision))
        addDeepSpeedPrecision(run, settings);
    else if (precision != Precision::Fp32)
        settings["bf16"] = Json::object({{"enabled", "auto"}});
    return settings;
}

Json trainerEngine(ConfigRun& run)
{
    if (run.engine == Engine::DeepSpeed) {
        Json engine = Json::object({{"deepspeed", trainerDeepSpeed(run)}});
        if (!clipsGradients(run))
            engine["max_grad_norm"] = 0.0; // 1 where the file has none
        return engine;
    }
    if (usesFsdp(run))
        return trainerFsdp(run, false);
    run.cannotSay({"layout.offload_optimizer", "layout.offload_parameters"});
    return Json::object();
}

Json trainerOptimizer(ConfigRun& run)
{
    const Optimizer optimizer = run.choices.optimizer;
    const char* name = trainerOptimizers[optimizer];
    if (*name == '\0') {
        run.cannotSay(KeyPath("recipe.optimizer"));
        name = optimizer == Optimizer::SgdMomentum ? "sgd" : "adamw_torch_fused";
    }
    if (optimizer == Optimizer::AdamW && !run.choices.fusedStep)
        name = "adamw_torch";
    Json fields = Json::object({{"optim", name}});
    const bool mini = optimizer == Optimizer::ApolloMini;
    if (!mini && optimizer != Optimizer::GaLore && optimizer != Optimizer::Apollo)
        return fields;
    fields["optim_args"] = "rank=" + std::to_string(mini ? 1 : run.plan.recipe.optimizerRank)
        + (mini ? ",scale_type=tensor" : "");
    fields["optim_target_modules"] = Json::array({"attn", "mlp"});
    return fields;
}

void noteTrainerMoments(ConfigRun& run)
{
    if (isSixteenBitsAlone(run.choices.precision))
        run.noteMomentsOf16();
    else
        run.cannotSay({"recipe.moments"});
}

Json trainerLength(ConfigRun& run)
{
    const Workload& workload = run.workload();
    if (workload.examples) {
        run.note("workload.examples",
                 {HW_TR("core", "are those of the data set: %1"), {grouped(*workload.examples)}});
        return Json::object({{"num_train_epochs", workload.epochs}});
    }
    return workload.trainingTokens ? Json::object({{"max_steps", run.steps()}}) : Json::object();
}

bool addsFactors(ConfigRun& run)
{
    if (run.trainsAll())
        return false;
    if (!isLowRank(run.plan.adapter))
        run.cannotSay(KeyPath("adapter.kind"));
    return isLowRank(run.plan.adapter);
}

std::int64_t loadedBits(ConfigRun& run)
{
    const Adapter& adapter = run.plan.adapter;
    if (run.resolved.floatBase())
        run.cannotSay(KeyPath("adapter.base"));
    if (adapter.kind != AdapterKind::Qlora || !isLowRank(adapter))
        return 16;
    if (adapter.base == AdapterBase::Bf16)
        run.note("adapter.kind", {HW_TR("core", "on a base in bf16 is LoRA")});
    if (adapter.base == AdapterBase::Gptq)
        run.note("adapter.kind",
                 {HW_TR("core", "put weights that GPTQ has made in the place of MODEL")});
    const bool ready = adapter.base == AdapterBase::Bf16 || adapter.base == AdapterBase::Gptq;
    return ready ? 16 : adapter.base == AdapterBase::Int8 ? 8 : 4;
}

std::vector<std::string> adapterModules(const ConfigRun& run)
{
    constexpr EnumTable<AdapterTarget, const char*> modules({"q_proj", "k_proj", "v_proj", "o_proj",
                                                             "gate_proj", "up_proj", "down_proj",
                                                             "lm_head", "embed_tokens"});
    std::vector<std::string> names;
    for (const AdapterTarget target : everyOf<AdapterTarget>())
        if (hasTarget(run.plan.adapter, target))
            names.push_back(modules[target]);
    return names;
}

std::vector<std::string> savedModuleNames(const ConfigRun& run)
{
    std::vector<std::string> names;
    for (const SavedModule module : run.plan.adapter.modulesToSave)
        names.emplace_back(module == SavedModule::Head ? "lm_head" : "embed_tokens");
    return names;
}

bool usesLiger(ConfigRun& run)
{
    const bool liger = run.choices.loss == Loss::Chunked;
    if (liger != (run.choices.kernels == Kernels::Fused))
        run.cannotSay(KeyPath("recipe.kernels"));
    if (run.choices.loss == Loss::Fused)
        run.cannotSay(KeyPath("recipe.loss"));
    return liger;
}

std::string trainerAttention(const ConfigRun& run)
{
    if (run.choices.attention == Attention::Eager)
        return "eager";
    return run.asked.attentionKernel == AttentionKernel::Flash3 ? "flash_attention_3"
                                                                : "flash_attention_2";
}

std::string trainerPrecision(ConfigRun& run, bool loads)
{
    const Precision precision = run.choices.precision;
    const bool plain = run.trainsAll() && run.layout().zero == 0;
    const bool narrow = precision == Precision::Bf16, mixed = precision == Precision::Bf16Mixed;
    const bool eight = narrowsProducts(precision);
    if ((narrow && !plain) || (mixed && plain && loads) || precision == Precision::Fp16
        || (precision == Precision::Fp32 && !run.trainsAll())
        || (eight && precision != Precision::Fp8Mixed))
        run.cannotSay(KeyPath("recipe.precision"));
    noteTrainerMoments(run);
    return computesInFp16(precision)   ? "fp16"
        : eight                        ? "fp8"
        : precision == Precision::Fp32 ? ""
                                       : "bf16";
}

std::string modelName(const ConfigRun& run)
{
    const auto* const known = std::get_if<CatalogModel>(&run.plan.model);
    return known ? std::string(unnamedModel) + "/" + known->id : std::string(unnamedModel);
}

void noteModelName(ConfigRun& run)
{
    run.note(KeyGroup("model"),
             {HW_TR("core",
                    "put the model's folder or its name on a hub in the place of %1, and "
                    "the data set in that of %2"),
              {modelName(run), "DATASET"}});
}

void noteTrainerGradients(ConfigRun& run)
{
    Recipe open = run.plan.recipe;
    open.gradients.reset();
    if (run.asked.masterWeights)
        open.masterWeights.reset();
    if (choicesOf(open, run.layout(), run.plan.adapter).gradients != run.choices.gradients)
        run.cannotSay(KeyPath("recipe.gradients"));
}

void noteTrainerParts(ConfigRun& run)
{
    noteTrainerGradients(run);
    run.cannotSay({"recipe.keep_gradients", "recipe.dropout", "adapter.upcast", "layout.expert",
                   "layout.expert_tensor"});
    if (run.plan.adapter.kind == AdapterKind::None) {
        run.cannotSay({"recipe.master_weights"});
    } else { // adapters have masters by their own rule, and a file without shards has no engine
        Recipe open = run.plan.recipe;
        open.masterWeights.reset();
        if (run.layout().zero == 0)
            open.engine.reset();
        if (choicesOf(open, run.layout(), run.plan.adapter).masterWeights
            != run.choices.masterWeights)
            run.cannotSay(KeyPath("recipe.master_weights"));
    }
    if (run.choices.recompute == Recompute::Selective)
        run.cannotSay(KeyPath("recipe.recompute"));
}

std::string processVariables(const ConfigRun& run)
{
    if (run.ranks == 1)
        return {};
    const std::string each = "NPROC_PER_NODE=" + std::to_string(run.gpusPerNode) + " ";
    return run.nodes == 1 ? each
                          : "NNODES=" + std::to_string(run.nodes)
            + " NODE_RANK=RANK MASTER_ADDR=HOST MASTER_PORT=29500 " + each;
}

} // namespace highwater
