// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/export.h"

#include "core/configs/exporters.h"
#include "core/job/recipe.h"
#include "core/job/roles.h"
#include "core/methods/key_use.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

namespace highwater {
namespace {

/// Whether the program's file names this code of flash attention. torchtitan, DeepSpeed and
/// accelerate leave it to the script.
bool namesAttention(const ConfigRun& run, AttentionKernel kernel)
{
    if (run.choices.attention == Attention::Eager)
        return true;
    if (run.target == ConfigTarget::Megatron)
        return kernel == AttentionKernel::Cudnn || kernel == AttentionKernel::Flash2;
    return runsTrainer(run.target)
        && (kernel == AttentionKernel::Flash2 || kernel == AttentionKernel::Flash3);
}

/// Notes keys for which a program has no setting, among those about parts of the layers, of the
/// states or of the training.
void noteParts(ConfigRun& run)
{
    const bool megatron = run.target == ConfigTarget::Megatron;
    const bool unsloth = run.target == ConfigTarget::Unsloth;
    const bool trainer = runsTrainer(run.target) || unsloth;
    run.cannotSay(
        {"recipe.frozen", "recipe.frozen_layers", "recipe.frozen_from", "recipe.step_in_backward"});
    if (run.target != ConfigTarget::Torchtitan)
        run.cannotSay({"layout.schedule"});
    if (!megatron && run.target != ConfigTarget::Trl && run.target != ConfigTarget::Torchtitan)
        run.cannotSay({"recipe.recompute_method", "recipe.recompute_layers"});
    if (!megatron)
        run.cannotSay({"recipe.recompute_modules", "recipe.master_precision",
                       "recipe.prediction_layers", "layout.stage_layers", "layout.context_kind",
                       "recipe.narrow_parameters", "layout.offload_modules"});
    else if (run.layout().virtualPipeline > 1)
        run.cannotSay({"layout.stage_layers"});
    run.cannotSay(
        {"adapter.method", "adapter.prompt_length", "adapter.start_layer", "recipe.muon_gather"});
    if (run.target != ConfigTarget::Axolotl)
        run.cannotSay({"recipe.mlp_tiles"});
    if (!trainer)
        run.cannotSay({"recipe.fused_step", "recipe.optimizer_rank", "adapter.dora",
                       "adapter.modules_to_save"});
    const bool deepSpeed = run.target == ConfigTarget::DeepSpeed;
    run.cannotSay({"workload.mean_length"});
    if ((megatron || run.target == ConfigTarget::Nanotron || run.target == ConfigTarget::Torchtitan)
        && !run.hasLength())
        run.note(
            "workload.training_tokens",
            {HW_TR("core", "are open: the file runs %1 steps"), {grouped(ConfigRun::unsaidSteps)}});
    const bool engines = runsTrainer(run.target) || run.target == ConfigTarget::Accelerate;
    if (!deepSpeed && !(engines && run.engine == Engine::DeepSpeed))
        run.cannotSay({"layout.reduce_bucket", "layout.overlap_comm"});
    if (!deepSpeed && !(runsTrainer(run.target) && run.engine == Engine::DeepSpeed))
        run.cannotSay({"layout.host_step", "layout.zenflow_share", "layout.zenflow_offload"});
    if (!megatron)
        run.cannotSay({"layout.offload_layers"});
    if (!trainer)
        run.cannotSay({"job.packing"});
    if (!engines)
        run.cannotSay({"recipe.reentrant", "recipe.use_orig_params", "recipe.backward_prefetch"});
    run.cannotSay({"workload.evaluation_batch", "workload.kept_predictions", "adapter.merge",
                   "workload.images", "workload.image_width", "workload.image_height",
                   "workload.image_tokens"});
    if (run.asked.attentionKernel && !namesAttention(run, *run.asked.attentionKernel))
        run.cannotSay({"recipe.attention_kernel"});
    if (run.target != ConfigTarget::Accelerate || run.engine == Engine::DeepSpeed)
        run.cannotSay({"recipe.saved_state", "recipe.efficient_loading"});
    run.cannotSay({"recipe.checkpoint_outside", "recipe.hold_logits", "adapter.own_units",
                   "recipe.versions.transformers", "recipe.versions.accelerate",
                   "recipe.versions.peft", "recipe.versions.deepspeed"});
    if (!megatron && !deepSpeed)
        run.cannotSay({"layout.offload_fraction"});
    const Choices& choices = run.choices;
    const bool parts = run.target == ConfigTarget::Trl || run.target == ConfigTarget::Axolotl;
    if (!parts && choices.normKernels != choices.kernels)
        run.cannotSay(KeyPath("recipe.norm_kernels"));
    if (!parts && choices.mlpKernels != choices.kernels)
        run.cannotSay(KeyPath("recipe.mlp_kernels"));
    if (choices.adapterKernels == Kernels::Fused && !unsloth && run.target != ConfigTarget::Axolotl)
        run.cannotSay({"adapter.kernels"});
}

using Writer = WrittenConfig (*)(ConfigRun&);
constexpr EnumTable<ConfigTarget, Writer>
    writers({writeDeepSpeed, writeAccelerate, writeTorchtitan, writeMegatron, writeNanotron,
             writeTrl, writeLlamaFactory, writeAxolotl, writeMsSwift, writeUnsloth});

/// The reason why the program has no file for the plan. Programs train one model; TRL also trains
/// one by preferences.
std::optional<Problem> refusal(const Plan& plan, ConfigTarget target)
{
    const auto kind = jobKindOf(plan);
    if (kind == JobKind::Dpo && target == ConfigTarget::Trl)
        return std::nullopt;
    if (plan.workload.task != Task::Train)
        return Problem{"workload.task",
                       std::string(nameOf(plan.workload.task)),
                       {HW_TR("core", "must be train: %1 runs a training"), {programName(target)}}};
    if (kind && *kind != JobKind::Sft)
        return Problem{
            "job.kind", std::string(nameOf(*kind)),
            target == ConfigTarget::Trl
                ? Text(HW_TR("core",
                             "must be sft or dpo: the file of %1 is about plain training "
                             "or preferences"),
                       {programName(target)})
                : Text(HW_TR("core", "must be sft: the file of %1 is about plain training"),
                       {programName(target)})};
    return std::nullopt;
}

} // namespace

std::string shellName(std::string_view name)
{
    std::string line = printable(name);
    constexpr std::string_view harmless
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-+@%=:,~";
    if (line.find_first_not_of(harmless) == std::string::npos)
        return line;
    std::string quoted = "'";
    for (const char letter : line)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + "'";
}

Plan withoutIdleLayout(Plan plan, const Resolved& resolved)
{
    const Plan usual;
    for (const Key& key : keys())
        if (key.path.isIn(KeyGroup("layout")) && isIdle(resolved, key.path))
            key.set(plan, key.get(usual));
    return plan;
}

Result<WrittenConfig> writeConfig(const Plan& asked, const Catalog& catalog, ConfigTarget target,
                                  std::string_view fileName)
{
    if (auto problem = refusal(asked, target))
        return *std::move(problem);
    const bool prefers = jobKindOf(asked) == JobKind::Dpo;
    Plan plan = prefers ? withJobContext(asked) : asked;
    // A run of another program is none of a method's.
    plan.method = MethodId::Exact;
    const auto whole = resolve(plan, catalog);
    if (!whole)
        return whole.problems();
    plan = withoutIdleLayout(std::move(plan), *whole);
    // A file states the model's own layers, and separately those that predict further tokens.
    Plan ownLayers = plan;
    ownLayers.recipe.predictionLayers = 0;
    auto resolved = resolve(ownLayers, catalog);
    if (!resolved)
        return resolved.problems();
    if (Problems problems = prefers ? setRoles(*resolved, ownLayers, catalog) : Problems();
        !problems.empty())
        return problems;
    const std::string usual = prefers ? "dpo.py" : usualFileName(target);
    const std::string file = fileName.empty() ? usual : std::string(fileName);
    ConfigRun run(plan, *std::move(resolved), target, shellName(file));
    noteParts(run);
    WrittenConfig written = writers[target](run);
    written.fileName = file;
    written.notes = std::move(run.notes);
    return written;
}

} // namespace highwater
