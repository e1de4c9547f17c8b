// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/exporters.h"
#include "core/configs/trainer_export.h"

namespace highwater {
namespace {

// Arguments of swift/arguments, and TrainingArguments'.

void addSwiftAdapter(ConfigRun& run, Json& root)
{
    const Adapter& adapter = run.plan.adapter;
    const bool adapts = addsFactors(run);
    root["tuner_type"] = adapts ? "lora" : "full";
    if (!adapts)
        return;
    root["lora_rank"] = adapter.rank;
    root["lora_alpha"] = 2 * adapter.rank;
    root["lora_dropout"] = adapter.dropout;
    root["target_modules"] = Json::list(adapterModules(run));
    if (adapter.dora)
        root["use_dora"] = true;
    if (!adapter.modulesToSave.empty())
        root["modules_to_save"] = Json::list(savedModuleNames(run));
    const std::int64_t bits = loadedBits(run);
    if (bits == 16)
        return;
    root["quant_method"] = "bnb";
    root["quant_bits"] = bits;
    if (bits == 4)
        root["bnb_4bit_use_double_quant"] = adapter.base == AdapterBase::Nf4Double;
}

void addSwiftOptimizer(ConfigRun& run, Json& root)
{
    if (run.choices.optimizer == Optimizer::Muon) {
        root["optimizer"] = "muon";
        return;
    }
    addFields(root, trainerOptimizer(run));
}

void addSwiftPrecision(ConfigRun& run, Json& root)
{
    const std::string type = trainerPrecision(run, true);
    if (type == "fp8")
        run.cannotSay(KeyPath("recipe.precision"));
    root["torch_dtype"] = type == "fp16" ? "float16" : type.empty() ? "float32" : "bfloat16";
}

void addSwiftRecompute(ConfigRun& run, Json& root)
{
    const bool drops = run.choices.recompute == Recompute::Full;
    root["gradient_checkpointing"] = drops;
    if (drops)
        root["gradient_checkpointing_kwargs"]
            = Json::object({{"use_reentrant", run.choices.reentrant}});
}

/// arguments/sft_args.py: `deepspeed` and `fsdp` are names, paths or the settings themselves.
void addSwiftEngine(ConfigRun& run, Json& root)
{
    Json engine = trainerEngine(run);
    if (usesFsdp(run)) { // which asks for the version by its older name
        Json settings = Json::object();
        for (const Json::Member& field : engine["fsdp_config"].members())
            settings[field.key == "version" ? "fsdp_version" : field.key] = field.value;
        engine["fsdp_config"] = std::move(settings);
        root["fsdp"] = std::move(engine);
    } else {
        addFields(root, engine);
    }
}

std::string swiftWord(const Json& value)
{
    if (value.text())
        return shellName(*value.text());
    if (value.isObject())
        return "'" + value.onOneLine() + "'";
    return value.onOneLine();
}

std::string swiftArguments(const Json& root)
{
    std::string text;
    for (const Json::Member& argument : root.members()) {
        text += " \\\n    --" + argument.key;
        for (const Json& item : argument.value.items())
            text += " " + swiftWord(item);
        if (!argument.value.isArray())
            text += " " + swiftWord(argument.value);
    }
    return text;
}

} // namespace

WrittenConfig writeMsSwift(ConfigRun& run)
{
    run.useDataRanksFor({.tensor = true, .context = true, .pipeline = true});
    Json root = Json::object({{"model", modelName(run)},
                              {"dataset", "DATASET"},
                              {"output_dir", "output"},
                              {"max_length", run.workload().context},
                              {"per_device_train_batch_size", run.workload().microBatch},
                              {"gradient_accumulation_steps", run.microBatches}});
    if (run.plan.job.packing == Packing::Packed)
        root["packing"] = true;
    addFields(root, trainerLength(run));
    addSwiftAdapter(run, root);
    if (run.shape().visionParameters > 0 && run.trainsAll()) // which it leaves frozen else
        root["freeze_vit"] = run.resolved.freezes(FrozenPart::Vision);
    addSwiftOptimizer(run, root);
    addSwiftPrecision(run, root);
    addSwiftRecompute(run, root);
    root["attn_impl"] = trainerAttention(run);
    root["use_liger_kernel"] = usesLiger(run);
    addSwiftEngine(run, root);
    run.cannotSay({"layout.offload_activations"});
    noteTrainerParts(run);
    noteModelName(run);
    const std::vector<std::string> launch{"bash " + run.file};
    return {"#!/bin/bash\n" + headOf(run, launch) + environment(run) + processVariables(run)
                + "swift sft" + swiftArguments(root) + "\n",
            {},
            launch,
            {}};
}

} // namespace highwater
