// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/exporters.h"
#include "core/configs/python_call.h"
#include "core/configs/trainer_export.h"
#include "core/ledger/adapter.h"
#include "core/ledger/narrow_format.h"
#include "core/plan/bytes.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {

using bounded::times;

namespace {

// Arguments of unsloth/models/loader.py and models/llama.py, and TRL's SFTConfig.

/// True, False, and "unsloth", which brings the layers' inputs to the host.
std::string unslothRecompute(ConfigRun& run)
{
    const bool moves = run.choices.offloadActivations == ActivationOffload::Cpu;
    if (run.choices.recompute == Recompute::Full)
        return moves ? "\"unsloth\"" : "True";
    if (moves)
        run.cannotSay(KeyPath("layout.offload_activations"));
    return "False";
}

PythonCall unslothLoader(ConfigRun& run, bool adapts, const std::string& recompute)
{
    const std::int64_t bits = loadedBits(run);
    PythonCall call("FastLanguageModel.from_pretrained");
    call.value("model_name", modelName(run));
    call.value("max_seq_length", run.workload().context);
    call.value("load_in_4bit", bits == 4);
    if (bits == 8)
        call.value("load_in_8bit", true);
    if (bits == 4 && run.plan.adapter.base != AdapterBase::Nf4Double)
        run.cannotSay(KeyPath("adapter.base"));
    call.value("full_finetuning", !adapts);
    if (!adapts && run.choices.precision == Precision::Bf16Mixed)
        call.value("float32_mixed_precision", true);
    return call.code("use_gradient_checkpointing", recompute);
}

/// models/llama.py, get_peft_model(): an embedding and a head among the targets are trained in
/// full.
PythonCall unslothAdapter(ConfigRun& run, const std::string& recompute)
{
    const Adapter& adapter = run.plan.adapter;
    std::vector<std::string> modules = adapterModules(run);
    const auto ends = [](const std::string& module) { return !module.ends_with("_proj"); };
    if (std::erase_if(modules, ends) > 0)
        run.cannotSay(KeyPath("adapter.targets"));
    if (modules.empty())
        modules = {"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"};
    PythonCall call("FastLanguageModel.get_peft_model");
    call.code("model", "model");
    call.value("r", adapter.rank);
    call.value("lora_alpha", 2 * adapter.rank);
    call.code("lora_dropout", pythonReal(adapter.dropout));
    call.code("target_modules", pythonList(modules));
    if (adapter.dora)
        call.value("use_dora", true);
    if (!adapter.modulesToSave.empty())
        call.code("modules_to_save", pythonList(savedModuleNames(run)));
    if (isPlainLowRank(adapter) && run.choices.adapterKernels == Kernels::Eager)
        run.cannotSay(KeyPath("adapter.kernels"));
    return call.code("use_gradient_checkpointing", recompute);
}

void addUnslothPrecision(ConfigRun& run, PythonCall& call)
{
    const Precision precision = run.choices.precision;
    const bool adapts = !run.trainsAll();
    if (precision == Precision::Fp32 || narrowsProducts(precision)
        || (precision == Precision::Bf16 && adapts) || precision == Precision::Fp16)
        run.cannotSay(KeyPath("recipe.precision"));
    noteTrainerMoments(run);
    const bool half = computesInFp16(precision);
    call.value("bf16", !half).value("fp16", half);
}

/// One process has the whole batch.
PythonCall unslothArguments(ConfigRun& run)
{
    PythonCall call("SFTConfig");
    call.value("output_dir", "output");
    call.value("per_device_train_batch_size", run.workload().microBatch);
    call.value("gradient_accumulation_steps", times(run.microBatches, run.dataParallel));
    call.value("max_length", run.workload().context);
    if (run.plan.job.packing == Packing::Packed)
        call.value("packing", true);
    call.fields(trainerLength(run));
    call.fields(trainerOptimizer(run));
    addUnslothPrecision(run, call);
    return call;
}

void noteUnslothRanks(ConfigRun& run)
{
    if (run.ranks > 1)
        run.note("cluster.gpus",
                 {HW_TR("core", "%1 trains on one GPU, which has the whole batch here"),
                  {programName(run.target)}});
    if (run.layout().zero > 0)
        run.cannotSay(KeyPath("layout.zero"));
    run.cannotSay({"layout.replicate", "layout.offload_optimizer", "layout.offload_parameters"});
}

} // namespace

WrittenConfig writeUnsloth(ConfigRun& run)
{
    run.useDataRanksFor({.tensor = true, .context = true, .pipeline = true});
    noteUnslothRanks(run);
    const bool adapts = addsFactors(run);
    const std::string recompute = unslothRecompute(run);
    const std::string loader = unslothLoader(run, adapts, recompute).written(0);
    const std::string adapter = adapts ? unslothAdapter(run, recompute).written(0) : std::string();
    const std::string arguments = unslothArguments(run).written(0);
    run.cannotSay({"recipe.attention", "recipe.kernels", "recipe.loss"});
    noteTrainerParts(run);
    noteModelName(run);
    PythonCall trainer("SFTTrainer");
    trainer.code("model", "model");
    trainer.code("processing_class", "tokenizer");
    trainer.code("train_dataset", "load_dataset(\"DATASET\", split=\"train\")");
    trainer.code("args", "args");
    const std::vector<std::string> launch{environment(run) + "python " + run.file};
    std::string text = headOf(run, launch)
        + "from unsloth import FastLanguageModel\n"
          "from datasets import load_dataset\n"
          "from trl import SFTConfig, SFTTrainer\n\n"
          "model, tokenizer = "
        + loader + "\n";
    if (adapts)
        text += "model = " + adapter + "\n";
    text += "args = " + arguments + "\ntrainer = " + trainer.written(0) + "\ntrainer.train()\n";
    return {text, {}, launch, {}};
}

} // namespace highwater
