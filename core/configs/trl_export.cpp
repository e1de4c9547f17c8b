// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/deepspeed_settings.h"
#include "core/configs/exporters.h"
#include "core/configs/python_call.h"
#include "core/configs/trainer_export.h"
#include "core/job/role_keys.h"
#include "core/job/roles.h"
#include "core/ledger/narrow_format.h"
#include "core/methods/key_use.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <array>

namespace highwater {
namespace {

/// Whether FSDP itself makes the checkpoints. They are not reentrant, and inside its units.
bool checkpointsInFsdp(const ConfigRun& run)
{
    return usesFsdp(run) && run.choices.recompute == Recompute::Full && !run.choices.reentrant;
}

/// Whether some layers alone are recomputed, by the switch that each layer of transformers has
/// (modeling_layers.py: GradientCheckpointingLayer).
bool recomputesSomeLayers(const ConfigRun& run)
{
    return run.choices.recompute == Recompute::Full && !checkpointsInFsdp(run)
        && run.resolved.pattern.recomputesSome();
}

void addTrlRecompute(ConfigRun& run, PythonCall& call)
{
    call.value("gradient_checkpointing",
               run.choices.recompute == Recompute::Full && !checkpointsInFsdp(run));
    if (run.choices.recompute == Recompute::Full && run.asked.reentrant && !checkpointsInFsdp(run))
        call.code("gradient_checkpointing_kwargs",
                  pythonOf(Json::object({{"use_reentrant", *run.asked.reentrant}})));
    else if (!checkpointsInFsdp(run))
        run.cannotSay({"recipe.reentrant"});
    if (run.choices.recompute == Recompute::Selective)
        run.cannotSay(KeyPath("recipe.recompute"));
    if (!recomputesSomeLayers(run))
        run.cannotSay({"recipe.recompute_method", "recipe.recompute_layers"});
    if (run.choices.offloadActivations == ActivationOffload::Cpu)
        call.value("activation_offloading", true);
}

void addTrlPrecision(ConfigRun& run, PythonCall& call)
{
    const Precision precision = run.choices.precision;
    if (narrowsProducts(precision))
        run.cannotSay(KeyPath("recipe.precision"));
    // integrations/deepspeed.py: fill_match() refuses flags that differ from the engine's part.
    const bool engine = run.engine == Engine::DeepSpeed;
    call.value("bf16",
               precision == Precision::Bf16Mixed || narrowsProducts(precision)
                   || (engine && precision == Precision::Bf16));
    if (precision == Precision::Fp16Mixed || (engine && precision == Precision::Fp16))
        call.value("fp16", true);
}

bool adaptsHead(const ConfigRun& run)
{
    return !run.trainsAll() && hasTarget(run.plan.adapter, AdapterTarget::Head);
}

/// TRL refuses its chunked loss with Liger Kernel, which has one of its own, and with an adapter on
/// the head, of which Liger's would read the weight alone.
void addLoss(ConfigRun& run, PythonCall& call)
{
    const Choices& choices = run.choices;
    const bool norms = choices.normKernels == Kernels::Fused;
    const bool mlp = choices.mlpKernels == Kernels::Fused;
    const bool chunks = choices.loss == Loss::Chunked && !adaptsHead(run);
    if (choices.loss == Loss::Chunked && !chunks)
        run.note("recipe.loss",
                 {HW_TR("core", "TRL has no chunked loss with an adapter on the head")});
    const bool fuses = choices.loss == Loss::Fused;
    const bool liger = norms || mlp || fuses;
    call.value("loss_type", chunks && !liger ? "chunked_nll" : "nll");
    if (!liger)
        return;
    call.value("use_liger_kernel", true);
    Json parts = Json::object({{"rope", norms},
                               {"rms_norm", norms},
                               {"swiglu", mlp},
                               {"cross_entropy", fuses},
                               {"fused_linear_cross_entropy", chunks}});
    call.code("liger_kernel_config", pythonOf(parts));
}

PythonCall adapter(const ConfigRun& run)
{
    const Adapter& adapter = run.plan.adapter;
    PythonCall call("LoraConfig");
    call.value("r", adapter.rank);
    call.value("lora_alpha", 2 * adapter.rank);
    call.code("lora_dropout", pythonReal(adapter.dropout));
    call.code("target_modules", pythonList(adapterModules(run)));
    if (adapter.dora)
        call.value("use_dora", true);
    if (!adapter.modulesToSave.empty())
        call.code("modules_to_save", pythonList(savedModuleNames(run)));
    call.value("task_type", "CAUSAL_LM");
    return call;
}

bool quantises(const ConfigRun& run)
{
    return run.plan.adapter.kind == AdapterKind::Qlora && run.plan.adapter.base != AdapterBase::Bf16
        && run.plan.adapter.base != AdapterBase::Gptq;
}

std::string computeType(const ConfigRun& run)
{
    return computesInFp16(run.choices.precision)   ? "float16"
        : run.choices.precision == Precision::Fp32 ? "float32"
                                                   : "bfloat16";
}

PythonCall quantisation(ConfigRun& run)
{
    PythonCall call("BitsAndBytesConfig");
    const AdapterBase base = run.plan.adapter.base;
    if (base == AdapterBase::Int8) {
        call.value("load_in_8bit", true);
        return call;
    }
    call.value("load_in_4bit", true);
    call.value("bnb_4bit_quant_type", "nf4");
    call.value("bnb_4bit_use_double_quant", base == AdapterBase::Nf4Double);
    call.value("bnb_4bit_compute_dtype", computeType(run));
    if (usesFsdp(run)) // FSDP shards the larger values that store the 4-bit weights
        call.value("bnb_4bit_quant_storage", computeType(run));
    return call;
}

bool prefers(const ConfigRun& run)
{
    return run.resolved.isJob();
}

/// Whether the model is loaded in the type of the products.
bool loadsNarrow(const ConfigRun& run)
{
    if (prefers(run))
        return storedType(*roleOf(run.resolved, RoleId::Policy)) != RoleType::Fp32;
    // Frozen weights need no copy in 32 bits.
    return isSixteenBitsAlone(run.choices.precision)
        || (!run.trainsAll() && !run.resolved.floatBase());
}

std::string modelSettings(ConfigRun& run)
{
    std::string text = "{\"attn_implementation\": " + pythonText(trainerAttention(run));
    const bool narrow = loadsNarrow(run);
    text += ", \"dtype\": " + pythonText(narrow ? computeType(run) : "float32");
    if (quantises(run))
        text += ", \"quantization_config\": quantization";
    return text + "}";
}

/// Adds the loss of DPOConfig. Liger Kernel's loss replaces it, takes one pair at a time, and needs
/// the use of its kernels (trainer/dpo_config.py, trainer/dpo_trainer.py).
void addPreferences(ConfigRun& run, PythonCall& call)
{
    const Job& job = run.plan.job;
    const bool chunks = job.logits == JobLogits::Chunked;
    const bool norms = run.choices.normKernels == Kernels::Fused;
    const bool mlp = run.choices.mlpKernels == Kernels::Fused;
    call.value("loss_type", "sigmoid");
    call.value("precompute_ref_log_probs", job.precomputedReference && !job.referenceFree);
    call.value("use_liger_kernel", chunks);
    if (chunks) {
        Json parts = Json::object({{"rope", norms}, {"rms_norm", norms}, {"swiglu", mlp}});
        call.code("liger_kernel_config", pythonOf(parts));
    } else if (norms || mlp) {
        run.cannotSay(KeyPath("recipe.kernels"));
    }
    // The type of the logits follows from that of the products.
    const bool usual = !job.logits || chunks;
    constexpr std::array said{KeyPath("job.kind"), KeyPath("job.precomputed_reference"),
                              KeyPath("roles.policy.dtype"), KeyPath("roles.ref.model")};
    for (const Key& key : keys()) {
        const bool ofJob = key.path.isIn(KeyGroup("job")) || key.path.isIn(KeyGroup("roles"));
        const bool lengths
            = (key.path == "job.prompt" || key.path == "job.completion") && saysContext(run.plan);
        if (ofJob && canRead(run.plan, key.path) && key.get(run.plan) != key.get(Plan{})
            && std::ranges::find(said, key.path) == said.end() && !lengths
            && !(usual && key.path == "job.logits"))
            run.cannotSay(key.path);
    }
}

PythonCall arguments(ConfigRun& run)
{
    PythonCall call(prefers(run) ? "DPOConfig" : "SFTConfig");
    call.value("output_dir", "output");
    call.value("per_device_train_batch_size", run.workload().microBatch);
    call.value("gradient_accumulation_steps", run.microBatches);
    call.value("max_length", run.workload().context);
    if (run.plan.job.packing == Packing::Packed)
        call.value("packing", true);
    call.fields(trainerLength(run));
    addTrlPrecision(run, call);
    call.fields(trainerOptimizer(run));
    noteTrainerMoments(run);
    addTrlRecompute(run, call);
    if (!clipsGradients(run))
        call.value("max_grad_norm", 0);
    prefers(run) ? addPreferences(run, call) : addLoss(run, call);
    call.code("model_init_kwargs", modelSettings(run));
    if (run.engine == Engine::DeepSpeed)
        call.code("deepspeed", pythonOf(trainerDeepSpeed(run)));
    else if (usesFsdp(run))
        call.fields(trainerFsdp(run, checkpointsInFsdp(run)));
    if (run.engine == Engine::Ddp)
        run.cannotSay({"layout.offload_optimizer", "layout.offload_parameters"});
    return call;
}

/// The callback that turns the switches, after the Trainer has turned all of them on
/// (transformers, trainer.py: _inner_training_loop).
std::string someLayers(ConfigRun& run)
{
    const LayerPattern& pattern = run.resolved.pattern;
    const std::string layers = std::to_string(pattern.every);
    run.note(
        "recipe.recompute_method",
        {HW_TR("core", "is done by a callback of the script, with transformers 4.52 or newer")});
    return "class SomeLayers(TrainerCallback):\n"
           "    def on_train_begin(self, args, state, control, model, **kwargs):\n"
           "        layers = (part for part in model.modules() if isinstance(part, "
           "GradientCheckpointingLayer))\n"
           "        for place, layer in enumerate(layers):\n"
           "            layer.gradient_checkpointing = "
        + (pattern.method == RecomputeMethod::Block ? "place < " + layers
                                                    : "(place + 1) % " + layers + " == 0")
        + "\n\n";
}

/// One process needs no launcher, unless DeepSpeed sets up its group of ranks (transformers,
/// DeepSpeed: Deploy).
std::string trlLauncher(const ConfigRun& run)
{
    return run.ranks > 1            ? torchrun(run)
        : run.engine == Engine::Ddp ? "python"
                                    : "deepspeed --num_gpus 1";
}

} // namespace

WrittenConfig writeTrl(ConfigRun& run)
{
    run.useDataRanksFor({.tensor = true, .context = true, .pipeline = true});
    if (const JobRole* const policy = roleOf(run.resolved, RoleId::Policy))
        run.choices.recompute = policy->plan.choices.recompute;
    const bool adapts = !run.trainsAll() && isLowRank(run.plan.adapter);
    if (run.plan.adapter.kind == AdapterKind::Qlora && run.plan.adapter.base == AdapterBase::Bf16)
        run.note("adapter.kind", {HW_TR("core", "on a base in bf16 is LoRA")});
    if (run.plan.adapter.kind == AdapterKind::Qlora && run.plan.adapter.base == AdapterBase::Gptq)
        run.note("adapter.kind",
                 {HW_TR("core", "put weights that GPTQ has made in the place of MODEL")});
    const std::string settings = arguments(run).written(0);
    run.note(KeyGroup("model"),
             {HW_TR("core", "put the model and the data set in the place of MODEL and DATASET")});
    noteTrainerGradients(run);
    run.cannotSay({"recipe.keep_gradients", "recipe.master_weights", "recipe.dropout",
                   "adapter.upcast", "layout.expert", "layout.expert_tensor"});
    const bool some = recomputesSomeLayers(run);
    const std::string callback = some ? someLayers(run) : std::string();
    const std::vector<std::string> launch{environment(run) + trlLauncher(run) + " " + run.file};
    std::string text = headOf(run, launch) + "from datasets import load_dataset\n";
    if (adapts)
        text += "from peft import LoraConfig\n";
    for (const auto& [asked, name] :
         {std::pair{quantises(run), "BitsAndBytesConfig"}, std::pair{some, "TrainerCallback"}})
        if (asked)
            text += std::string("from transformers import ") + name + "\n";
    if (some)
        text += "from transformers.modeling_layers import GradientCheckpointingLayer\n";
    const std::string kind = prefers(run) ? "DPO" : "SFT";
    text += "from trl import " + kind + "Config, " + kind + "Trainer\n\n";
    if (some)
        text += "\n" + callback + "\n";
    if (quantises(run))
        text += "quantization = " + quantisation(run).written(0) + "\n";
    text += "args = " + settings + "\n";
    PythonCall trainer(kind + "Trainer");
    trainer.value("model", "MODEL");
    if (const auto& reference = run.plan.roles.ref.model; prefers(run) && reference)
        trainer.value("ref_model", *reference);
    trainer.code("args", "args");
    trainer.code("train_dataset", "load_dataset(\"DATASET\", split=\"train\")");
    if (adapts)
        trainer.code("peft_config", "adapter");
    if (some)
        trainer.code("callbacks", "[SomeLayers()]");
    if (adapts)
        text += "adapter = " + adapter(run).written(0) + "\n";
    text += "trainer = " + trainer.written(0) + "\ntrainer.train()\n";
    return {text, {}, launch, {}};
}

} // namespace highwater
