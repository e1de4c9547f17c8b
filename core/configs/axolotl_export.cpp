// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/exporters.h"
#include "core/configs/trainer_export.h"
#include "core/ledger/adapter.h"

namespace highwater {
namespace {

// Fields of src/axolotl/utils/schemas and of its integrations.

void addAxolotlAdapter(ConfigRun& run, Json& root)
{
    const Adapter& adapter = run.plan.adapter;
    if (!addsFactors(run))
        return;
    const std::int64_t bits = loadedBits(run);
    root["adapter"] = bits == 4 ? "qlora" : "lora";
    if (bits == 4)
        root["load_in_4bit"] = true;
    if (bits == 8)
        root["load_in_8bit"] = true;
    if (bits == 4 && adapter.base != AdapterBase::Nf4Double) // always quantised twice
        run.cannotSay(KeyPath("adapter.base"));
    if (adapter.kind == AdapterKind::Qlora && adapter.base == AdapterBase::Gptq)
        root["gptq"] = true;
    root["lora_r"] = adapter.rank;
    root["lora_alpha"] = 2 * adapter.rank;
    root["lora_dropout"] = adapter.dropout;
    root["lora_target_modules"] = Json::list(adapterModules(run));
    if (adapter.dora)
        root["peft_use_dora"] = true;
    if (!adapter.modulesToSave.empty())
        root["lora_modules_to_save"] = Json::list(savedModuleNames(run));
    if (isPlainLowRank(adapter))
        for (const char* kernel : {"lora_mlp_kernel", "lora_qkv_kernel", "lora_o_kernel"})
            root[kernel] = run.choices.adapterKernels == Kernels::Fused;
}

void addAxolotlOptimizer(ConfigRun& run, Json& root)
{
    if (run.choices.optimizer == Optimizer::Muon) {
        root["optimizer"] = "muon";
        return;
    }
    const Json fields = trainerOptimizer(run);
    for (const Json::Member& field : fields.members())
        root[field.key == "optim" ? "optimizer" : field.key] = field.value;
}

/// utils/config/__init__.py: the model is loaded in the type of the products.
void addAxolotlPrecision(ConfigRun& run, Json& root)
{
    const std::string type = trainerPrecision(run, true);
    root["bf16"] = type == "bf16" || type == "fp8";
    if (type == "fp16" || type == "fp8")
        root[type] = true;
}

void addAxolotlRecompute(ConfigRun& run, Json& root)
{
    const bool drops = run.choices.recompute == Recompute::Full;
    root["gradient_checkpointing"] = drops;
    if (drops)
        root["gradient_checkpointing_kwargs"]
            = Json::object({{"use_reentrant", run.choices.reentrant}});
    if (run.choices.offloadActivations == ActivationOffload::Cpu)
        root["activation_offloading"] = true;
    if (run.resolved.tilesMlp()) {
        root["tiled_mlp"] = true;
        root["tiled_mlp_num_shards"] = run.plan.recipe.mlpTiles;
    }
}

/// integrations/liger/args.py
void addAxolotlKernels(ConfigRun& run, Json& root)
{
    const Choices& choices = run.choices;
    const bool norms = choices.normKernels == Kernels::Fused;
    const bool products = choices.mlpKernels == Kernels::Fused;
    const bool fuses = choices.loss == Loss::Fused, chunks = choices.loss == Loss::Chunked;
    if (norms || products || fuses || chunks) {
        root["plugins"] = Json::array({axolotlLigerPlugin});
        root["liger_rope"] = norms;
        root["liger_rms_norm"] = norms;
        root["liger_glu_activation"] = products;
        root["liger_cross_entropy"] = fuses;
        root["liger_fused_linear_cross_entropy"] = chunks;
    }
}

/// utils/schemas/fsdp.py has no strategy: FSDP1 shares out weights too, or keeps them after the
/// forward pass, as FSDP2 does.
void addAxolotlFsdp(ConfigRun& run, Json& root)
{
    const Layout& layout = run.layout();
    if (layout.zero == 0) {
        run.cannotSay(KeyPath("recipe.engine"));
        run.cannotSay({"layout.offload_optimizer", "layout.offload_parameters"});
        return;
    }
    if (layout.replicate > 1)
        run.cannotSay(KeyPath("layout.replicate"));
    const bool first = run.engine == Engine::Fsdp1;
    root["fsdp_version"] = first ? 1 : 2;
    Json settings = Json::object({{"auto_wrap_policy", "TRANSFORMER_BASED_WRAP"},
                                  {"reshard_after_forward", layout.zero == 3},
                                  {"offload_params", layout.offloadOptimizer == Offload::Cpu}});
    if (first)
        settings["use_orig_params"] = run.choices.originalParameters;
    if (first && run.choices.backwardPrefetch)
        run.cannotSay(KeyPath("recipe.backward_prefetch"));
    root["fsdp_config"] = std::move(settings);
}

void addAxolotlEngine(ConfigRun& run, Json& root)
{
    if (usesFsdp(run))
        return addAxolotlFsdp(run, root);
    addFields(root, trainerEngine(run));
}

void addAxolotlLength(ConfigRun& run, Json& root)
{
    const Json fields = trainerLength(run);
    for (const Json::Member& field : fields.members())
        root[field.key == "num_train_epochs" ? "num_epochs" : field.key] = field.value;
}

std::string axolotlLaunch(const ConfigRun& run)
{
    const std::string line = environment(run) + "axolotl train " + run.file + " --launcher ";
    constexpr std::string_view program = "torchrun ";
    return run.ranks == 1 && run.engine == Engine::Ddp
        ? line + "python"
        : line + "torchrun -- " + torchrun(run).substr(program.size());
}

} // namespace

WrittenConfig writeAxolotl(ConfigRun& run)
{
    run.useDataRanksFor({.tensor = true, .context = true, .pipeline = true});
    Json root = Json::object({{"base_model", modelName(run)}});
    root["datasets"] = Json::array({Json::object({{"path", "DATASET"}, {"type", "alpaca"}})});
    root["output_dir"] = "output";
    root["sequence_len"] = run.workload().context;
    root["sample_packing"] = run.plan.job.packing == Packing::Packed;
    root["micro_batch_size"] = run.workload().microBatch;
    root["gradient_accumulation_steps"] = run.microBatches;
    addAxolotlLength(run, root);
    addAxolotlAdapter(run, root);
    addAxolotlOptimizer(run, root);
    root["learning_rate"] = run.learningRate();
    addAxolotlPrecision(run, root);
    addAxolotlRecompute(run, root);
    if (const std::string attention = trainerAttention(run); attention == "flash_attention_3")
        root["attn_implementation"] = attention;
    else
        root[attention == "eager" ? "eager_attention" : "flash_attention"] = true;
    addAxolotlKernels(run, root);
    addAxolotlEngine(run, root);
    noteTrainerParts(run);
    noteModelName(run);
    const std::vector<std::string> launch{axolotlLaunch(run)};
    return {headOf(run, launch) + yamlOf(root), {}, launch, {}};
}

} // namespace highwater
