// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/exporters.h"
#include "core/configs/trainer_export.h"

namespace highwater {
namespace {

// Fields of src/llamafactory/hparams, and TrainingArguments'.

void addFactoryMethod(ConfigRun& run, Json& root)
{
    const Adapter& adapter = run.plan.adapter;
    const bool adapts = addsFactors(run);
    root["finetuning_type"] = adapts ? "lora" : "full";
    if (adapts) {
        root["lora_rank"] = adapter.rank;
        root["lora_alpha"] = 2 * adapter.rank;
        root["lora_dropout"] = adapter.dropout;
        root["lora_target"] = joined(adapterModules(run), ",");
        if (adapter.dora)
            root["use_dora"] = true;
        if (!adapter.modulesToSave.empty())
            root["additional_target"] = joined(savedModuleNames(run), ",");
    }
    const std::int64_t bits = loadedBits(run);
    if (bits == 16)
        return;
    root["quantization_bit"] = bits;
    root["quantization_method"] = "bnb";
    if (bits == 4)
        root["double_quantization"] = adapter.base == AdapterBase::Nf4Double;
}

/// train/trainer_utils.py makes GaLore, APOLLO, Adam-mini and Muon itself, each by a flag.
void addFactoryOptimizer(ConfigRun& run, Json& root)
{
    const Optimizer optimizer = run.choices.optimizer;
    const std::int64_t rank = run.plan.recipe.optimizerRank;
    switch (optimizer) {
    case Optimizer::GaLore:
        root["use_galore"] = true;
        root["galore_rank"] = rank;
        break;
    case Optimizer::ApolloMini:
        run.cannotSay(KeyPath("recipe.optimizer"));
        [[fallthrough]];
    case Optimizer::Apollo:
        root["use_apollo"] = true;
        root["apollo_rank"] = optimizer == Optimizer::Apollo ? rank : 1;
        break;
    case Optimizer::AdamMini:
        root["use_adam_mini"] = true;
        break;
    case Optimizer::Muon:
        root["use_muon"] = true;
        break;
    default:
        addFields(root, trainerOptimizer(run));
    }
}

/// hparams/finetuning_args.py: pure_bf16. Other trained weights are of 32 bits.
void addFactoryPrecision(ConfigRun& run, Json& root)
{
    const std::string type = trainerPrecision(run, false);
    if (type.empty())
        return;
    root[type] = true;
    if (type == "fp8")
        root["bf16"] = true;
    if (run.choices.precision == Precision::Bf16 && run.trainsAll() && run.layout().zero == 0)
        root["pure_bf16"] = true;
}

void addFactoryRecompute(ConfigRun& run, Json& root)
{
    const bool drops = run.choices.recompute == Recompute::Full;
    root["disable_gradient_checkpointing"] = !drops;
    if (drops)
        root["use_reentrant_gc"] = run.choices.reentrant;
    if (run.choices.offloadActivations != ActivationOffload::Cpu)
        return;
    if (drops)
        root["use_unsloth_gc"] = true;
    else
        run.cannotSay(KeyPath("layout.offload_activations"));
}

} // namespace

WrittenConfig writeLlamaFactory(ConfigRun& run)
{
    run.useDataRanksFor({.tensor = true, .context = true, .pipeline = true});
    Json root = Json::object({{"model_name_or_path", modelName(run)},
                              {"stage", "sft"},
                              {"do_train", true},
                              {"dataset", "DATASET"},
                              {"template", "default"},
                              {"cutoff_len", run.workload().context},
                              {"output_dir", "output"},
                              {"per_device_train_batch_size", run.workload().microBatch},
                              {"gradient_accumulation_steps", run.microBatches}});
    if (run.plan.job.packing == Packing::Packed)
        root["packing"] = true;
    addFields(root, trainerLength(run));
    addFactoryMethod(run, root);
    if (run.shape().visionParameters > 0 && run.trainsAll()) // which it leaves frozen else
        root["freeze_vision_tower"] = run.resolved.freezes(FrozenPart::Vision);
    addFactoryOptimizer(run, root);
    addFactoryPrecision(run, root);
    addFactoryRecompute(run, root);
    const std::string attention = trainerAttention(run);
    root["flash_attn"]
        = attention == "eager" ? "disabled" : "fa" + attention.substr(attention.size() - 1);
    root["enable_liger_kernel"] = usesLiger(run);
    addFields(root, trainerEngine(run));
    noteTrainerParts(run);
    noteModelName(run);
    // launcher.py: one process needs torchrun where an engine sets up its group of ranks.
    const bool forced = run.engine != Engine::Ddp || run.ranks > 1;
    const std::vector<std::string> launch{environment(run) + (forced ? "FORCE_TORCHRUN=1 " : "")
                                          + processVariables(run) + "llamafactory-cli train "
                                          + run.file};
    return {headOf(run, launch) + yamlOf(root), {}, launch, {}};
}

} // namespace highwater
