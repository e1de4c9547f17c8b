// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/deepspeed_settings.h"
#include "core/configs/exporters.h"

namespace highwater {
namespace {

void addBatch(ConfigRun& run, Json& root)
{
    const Layout& layout = run.layout();
    // DeepSpeed, runtime/config.py: the three must agree over ranks that are counted without regard
    // to tensor ranks, and to stages of a pipeline unless the model is a PipelineModule. With two
    // of them DeepSpeed finds the third.
    if (layout.tensor == 1 && layout.pipeline == 1)
        root["train_batch_size"] = run.globalBatch;
    root["train_micro_batch_size_per_gpu"] = run.workload().microBatch;
    root["gradient_accumulation_steps"] = run.microBatches;
    run.inScript("workload.context");
    run.lengthInScript();
}

void addDeepSpeedRanks(ConfigRun& run, Json& root)
{
    const Layout& layout = run.layout();
    if (layout.tensor > 1) {
        root["tensor_parallel"] = Json::object({{"autotp_size", layout.tensor}});
        if (run.choices.sequenceParallel)
            run.cannotSay(KeyPath("layout.sequence_parallel"));
        run.note("workload.global_batch",
                 {HW_TR("core",
                        "DeepSpeed counts tensor ranks as data ranks: it will report a larger "
                        "batch than %1"),
                  {std::to_string(run.globalBatch)}});
    }
    if (layout.context > 1)
        root["sequence_parallel_size"] = layout.context;
    if (layout.pipeline > 1)
        run.note("layout.pipeline",
                 {HW_TR("core",
                        "%1 stages are made in code alone, by a PipelineModule, which "
                        "needs ZeRO-1 or less"),
                  {std::to_string(layout.pipeline)}});
    if (layout.pipeline > 1)
        run.note("workload.global_batch",
                 {HW_TR("core", "is %1 where the stages are made; else each GPU is a data rank"),
                  {std::to_string(run.globalBatch)}});
    run.cannotSay({"layout.virtual_pipeline", "layout.stage_split", "layout.expert_tensor"});
    if (layout.expert == 1 || !run.isMoe())
        return;
    // AutoEP refuses AutoTP, and with ZeRO-3 also sequence parallelism and MiCS.
    const bool refused
        = layout.tensor > 1 || (layout.zero == 3 && (layout.context > 1 || layout.replicate > 1));
    if (refused)
        run.note("layout.expert",
                 {HW_TR("core",
                        "DeepSpeed has no expert parallelism together with tensor ranks, "
                        "nor at ZeRO-3 with sequence ranks or replicas")});
    else
        root["expert_parallel"] = Json::object({{"enabled", true}, {"autoep_size", layout.expert}});
}

struct OptimizerName
{
    const char* name;
    bool isDeepSpeeds; ///< false: untested with ZeRO, and allowed only with a setting
    bool isAnother = false; ///< replaces an optimizer that has no name there
};

/// The names of DeepSpeed's own optimizers, and of optimizers in torch.optim.
constexpr EnumTable<Optimizer, OptimizerName> deepSpeedOptimizers({
    {"AdamW", true},
    {"AdamW", true, true},
    {"SGD", false},
    {"SGD", false},
    {"Adagrad", true},
    {"Adafactor", false},
    {"Lion", true},
    {"Muon", true},
    {"AdamW", true, true},
    {"AdamW", true, true},
    {"AdamW", true, true},
    {"AdamW", true, true},
    {"AdamW", true, true},
    {"AdamW", true, true},
    {"AdamW", true, true},
    {"AdamW", true, true},
    {"AdamW", true, true},
});

void addDeepSpeedOptimizer(ConfigRun& run, Json& root)
{
    const Optimizer chosen = run.choices.optimizer;
    const OptimizerName& name = deepSpeedOptimizers[chosen];
    if (name.isAnother)
        run.cannotSay(KeyPath("recipe.optimizer"));
    if (chosen == Optimizer::Muon)
        run.note("recipe.optimizer",
                 {HW_TR("core",
                        "DeepSpeed's Muon takes the weights that the script marks with "
                        "use_muon")});
    Json parameters = Json::object({{"lr", run.learningRate()}});
    if (chosen == Optimizer::SgdMomentum)
        parameters["momentum"] = 0.9;
    root["optimizer"] = Json::object({{"type", name.name}, {"params", std::move(parameters)}});
    if (!name.isDeepSpeeds && run.layout().zero > 0)
        root["zero_allow_untested_optimizer"] = true;
    if (!name.isDeepSpeeds && run.layout().offloadOptimizer != Offload::None
        && run.layout().zero > 0)
        root["zero_force_ds_cpu_optimizer"] = false;
}

void addGradients(ConfigRun& run, Json& root)
{
    const Choices& choices = run.choices;
    const bool whole = choices.precision == Precision::Fp32;
    if (choices.gradients == Gradients::Both)
        run.cannotSay(KeyPath("recipe.gradients"));
    if (choices.gradients != Gradients::Bf16 && !whole)
        root["data_types"] = Json::object({{"grad_accum_dtype", "fp32"}});
    else if (choices.gradients == Gradients::Bf16 && whole)
        root["data_types"] = Json::object({{"grad_accum_dtype", "bf16"}});
}

/// Only moments of pure bf16 have a setting: they follow the weights unless the plan says fp32.
void noteMoments(ConfigRun& run)
{
    if (run.choices.precision != Precision::Bf16 || run.layout().zero == 0)
        run.cannotSay({"recipe.moments"});
    else if (run.asked.moments != Moments::Fp32)
        run.noteMomentsOf16();
}

std::vector<std::string> deepSpeedLaunchOf(const ConfigRun& run)
{
    std::string line = environment(run) + "deepspeed ";
    if (run.nodes > 1)
        line += "--hostfile hostfile --num_nodes " + std::to_string(run.nodes) + " ";
    line += "--num_gpus " + std::to_string(run.gpusPerNode) + " train.py --deepspeed " + run.file;
    return {line};
}

} // namespace

WrittenConfig writeDeepSpeed(ConfigRun& run)
{
    Json root;
    addBatch(run, root);
    addDeepSpeedPrecision(run, root);
    addGradients(run, root);
    root["gradient_clipping"] = clipsGradients(run) ? 1.0 : 0.0;
    root["zero_optimization"] = deepSpeedZero(run);
    addDeepSpeedRanks(run, root);
    addDeepSpeedOptimizer(run, root);
    noteMoments(run);
    run.cannotSay({"recipe.keep_gradients", "recipe.master_weights", "recipe.recompute",
                   "recipe.attention", "recipe.kernels", "recipe.loss", "recipe.dropout",
                   "adapter.kind", "adapter.rank", "adapter.targets", "adapter.dropout",
                   "adapter.base", "adapter.upcast", "layout.tp_inputs",
                   "layout.offload_activations"});
    // No comments: DeepSpeed would read them, but the Trainer and accelerate read strict JSON.
    return {root.written(2) + "\n", {}, deepSpeedLaunchOf(run), {}};
}

} // namespace highwater
