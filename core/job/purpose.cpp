// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/purpose.h"

#include "core/job/recipe.h"
#include "core/ledger/resolve.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>

namespace highwater {
namespace {

/// A set of enumerators.
template <class E> class Among
{
public:
    constexpr Among(std::initializer_list<E> members)
    {
        for (const E member : members)
            m_bits |= bit(member);
    }
    constexpr bool has(E one) const { return (m_bits & bit(one)) != 0; }
    constexpr bool isEmpty() const { return m_bits == 0; }

private:
    static constexpr unsigned bit(E member) { return 1U << static_cast<unsigned>(member); }
    unsigned m_bits = 0;
};
using Purposes = Among<Purpose>;

constexpr Purposes everyTraining{Purpose::PreTrain, Purpose::FineTune, Purpose::Adapt,
                                 Purpose::Prefer, Purpose::Reinforce};
constexpr Purposes tuning{Purpose::FineTune, Purpose::Adapt, Purpose::Prefer, Purpose::Reinforce};
constexpr Purposes tuningWhole{Purpose::FineTune, Purpose::Prefer, Purpose::Reinforce};
constexpr Purposes adapting{Purpose::Adapt, Purpose::Prefer, Purpose::Reinforce};
constexpr Purposes byEpochs{Purpose::FineTune, Purpose::Adapt};

/// What people do with a framework, and most of all.
struct FrameworkUse
{
    Purposes does;
    Purpose first;
};

constexpr Purposes fromTheStart{Purpose::PreTrain, Purpose::FineTune, Purpose::Adapt};
constexpr EnumTable<Framework, FrameworkUse> frameworkUses({
    {everyTraining, Purpose::PreTrain}, // Plain
    {fromTheStart, Purpose::PreTrain}, // PyTorchFsdp
    {fromTheStart, Purpose::PreTrain}, // DeepSpeed
    {{Purpose::PreTrain, Purpose::FineTune}, Purpose::PreTrain}, // Megatron
    {{Purpose::PreTrain}, Purpose::PreTrain}, // Nanotron
    {everyTraining, Purpose::FineTune}, // HuggingFace
    {tuning, Purpose::FineTune}, // Torchtune
    {fromTheStart, Purpose::FineTune}, // LitGpt
    {{Purpose::FineTune, Purpose::Adapt, Purpose::Reinforce}, Purpose::Reinforce}, // Verl
    {tuning, Purpose::Reinforce}, // OpenRlhf
    {tuning, Purpose::FineTune}, // LlamaFactory
    {tuning, Purpose::FineTune}, // MsSwift
    {tuning, Purpose::FineTune}, // Axolotl
    {tuning, Purpose::Adapt}, // Unsloth
});

/// The program of a purpose that the plan's program does not do.
UsedProgram usualProgram(Purpose purpose, const Plan& plan)
{
    switch (purpose) {
    case Purpose::PreTrain:
        return Framework::PyTorchFsdp;
    case Purpose::FineTune:
    case Purpose::Adapt:
    case Purpose::Prefer:
        return Framework::HuggingFace;
    case Purpose::Reinforce:
        return Framework::Verl;
    case Purpose::Serve:
        break;
    }
    return plan.inference.server;
}

enum class Gpus { Any, One, Several };

/// A setting of these frameworks; empty: of all.
struct UsualRow
{
    Purposes purposes;
    Among<Framework> frameworks;
    Gpus gpus;
    UsualSetting setting;
};

bool isOf(const UsualRow& row, Purpose purpose, Framework framework, bool severalGpus)
{
    return row.purposes.has(purpose) && (row.frameworks.isEmpty() || row.frameworks.has(framework))
        && (row.gpus == Gpus::Any || (row.gpus == Gpus::Several) == severalGpus);
}

/// A later row goes before an earlier one for the same key.
std::span<const UsualRow> usualRows()
{
    using enum Framework;
    using enum Gpus;
    static constexpr auto table = std::to_array<UsualRow>({
        {everyTraining,
         {Plain},
         Several,
         {"layout.zero", "3", "Rajbhandari et al., arXiv 1910.02054: all states are shared"}},
        {everyTraining,
         {PyTorchFsdp, Torchtune, LitGpt, Verl},
         Several,
         {"layout.zero", "3",
          "PyTorch, torch/distributed/fsdp: FULL_SHARD and reshard_after_forward are defaults"}},
        {everyTraining,
         {DeepSpeed},
         Several,
         {"layout.zero", "2", "accelerate, utils/dataclasses.py, DeepSpeedPlugin: zero_stage 2"}},
        {everyTraining,
         {OpenRlhf},
         Several,
         {"layout.zero", "3", "OpenRLHF, examples/scripts: --ds.zero_stage 3"}},
        {{Purpose::FineTune},
         {OpenRlhf},
         Several,
         {"layout.zero", "2", "OpenRLHF, examples/scripts/train_sft.sh: --ds.zero_stage 2"}},
        {everyTraining,
         {Megatron},
         Several,
         {"layout.zero", "1",
          "Megatron-LM, examples/llama/train_llama3_8b_h100_fp8.sh: --use-distributed-optimizer"}},
        {{Purpose::PreTrain, Purpose::FineTune, Purpose::Prefer, Purpose::Reinforce},
         {HuggingFace, LlamaFactory, MsSwift, Axolotl},
         Several,
         {"layout.zero", "3",
          "TRL, examples/accelerate_configs/deepspeed_zero3.yaml; LLaMA-Factory, "
          "examples/train_full; ms-swift, examples/train/full/qwen2_5_32b.sh; Axolotl, "
          "examples/llama-3/fft-8b-liger-fsdp.yaml: FULL_SHARD"}},
        {tuning,
         {HuggingFace},
         Any,
         {"recipe.recompute", "full", "TRL, trainer/base_config.py: gradient_checkpointing True"}},
        {byEpochs,
         {Plain},
         Any,
         {"recipe.recompute", "full",
          "as TRL, torchtune, LLaMA-Factory, ms-swift and Unsloth have it"}},
        {byEpochs,
         {Verl},
         Any,
         {"recipe.recompute", "full",
          "verl, trainer/config/sft_trainer.yaml: enable_gradient_checkpointing"}},
        {tuningWhole,
         {Torchtune},
         Any,
         {"recipe.recompute", "full",
          "torchtune, recipes/configs/llama3_1/8B_full.yaml: enable_activation_checkpointing"}},
        {{Purpose::Adapt},
         {Torchtune},
         One,
         {"recipe.recompute", "full",
          "torchtune, recipes/configs/llama3_1/8B_lora_single_device.yaml: "
          "enable_activation_checkpointing"}},
        {byEpochs,
         {LitGpt},
         Several,
         {"recipe.recompute", "full",
          "LitGPT, litgpt/finetune/full.py: activation_checkpointing_policy; lora.py: "
          "parallelize_fn()"}},
        {tuning,
         {OpenRlhf},
         Any,
         {"recipe.recompute", "full",
          "OpenRLHF, examples/scripts: --model.gradient_checkpointing_enable"}},
        {tuning,
         {Axolotl},
         Any,
         {"recipe.recompute", "full", "Axolotl, examples/llama-3: gradient_checkpointing: true"}},
        {adapting,
         {Unsloth},
         Any,
         {"adapter.kind", "qlora", "Unsloth, models/loader.py: load_in_4bit True"}},
        {adapting,
         {Torchtune},
         Any,
         {"adapter.rank", "8", "torchtune, recipes/configs/llama3_1/8B_lora.yaml: lora_rank 8"}},
        {adapting,
         {Torchtune},
         Any,
         {"adapter.targets", "q,v,o,gate,up,down",
          "torchtune, recipes/configs/llama3_1/8B_lora.yaml: lora_attn_modules, "
          "apply_lora_to_mlp"}},
        {adapting,
         {LitGpt},
         Any,
         {"adapter.rank", "8", "LitGPT, litgpt/finetune/lora.py: lora_r 8"}},
        {adapting,
         {LitGpt},
         Any,
         {"adapter.targets", "q,v", "LitGPT, litgpt/finetune/lora.py: lora_query, lora_value"}},
        {adapting,
         {LlamaFactory},
         Any,
         {"adapter.rank", "8", "LLaMA-Factory, hparams/finetuning_args.py: lora_rank 8"}},
        {adapting,
         {MsSwift},
         Any,
         {"adapter.rank", "8", "ms-swift, arguments/tuner_args.py: lora_rank 8"}},
        {adapting,
         {Axolotl},
         Any,
         {"adapter.rank", "32", "Axolotl, examples/llama-3/lora-8b.yml: lora_r 32"}},
        {adapting,
         {Verl},
         Any,
         {"adapter.rank", "32", "verl, examples/sft/gsm8k/run_qwen_05_peft.sh: lora_rank 32"}},
        {adapting,
         {OpenRlhf},
         Any,
         {"adapter.rank", "64",
          "OpenRLHF, examples/scripts/train_sft_mixtral_lora.sh: --ds.lora.rank 64"}},
        {byEpochs, {}, Any, {"workload.examples", "52002", "Stanford Alpaca, alpaca_data.json"}},
        {byEpochs,
         {},
         Any,
         {"workload.epochs", "3", "transformers, training_args.py: num_train_epochs 3"}},
        {byEpochs,
         {LitGpt},
         Any,
         {"workload.epochs", "5", "LitGPT, litgpt/finetune/full.py and lora.py: epochs 5"}},
        {byEpochs,
         {Verl},
         Any,
         {"workload.epochs", "4", "verl, trainer/config/sft_trainer.yaml: total_epochs 4"}},
        {byEpochs,
         {Torchtune, OpenRlhf, Axolotl},
         Any,
         {"workload.epochs", "1",
          "torchtune, recipes/configs/llama3_1: epochs 1; OpenRLHF, examples/scripts/train_sft.sh: "
          "--train.max_epochs 1; Axolotl, utils/schemas/training.py: num_epochs 1"}},
    });
    return table;
}

std::vector<UsualSetting> usualOfServer(Server server)
{
    if (server != Server::LlamaCpp)
        return {};
    return {{"inference.weights", "q4_k_m",
             "llama.cpp, README.md: -hf takes Q4_K_M where no other is named"},
            {"inference.kv_cache", "fp16", "llama.cpp, common/common.h: cache_type_k, F16"}};
}

void setAll(Plan& plan, std::span<const UsualSetting> settings)
{
    for (const UsualSetting& setting : settings)
        if (const auto value = parsed(keyOf(setting.key), setting.value))
            assign(plan, setting.key, *value);
}

/// The kind of adapter with which people of the program start.
AdapterKind usualAdapter(Purpose purpose, const UsedProgram& program)
{
    Plan plan;
    plan.adapter.kind = AdapterKind::Lora;
    setAll(plan, usualSettings(purpose, program, false));
    return plan.adapter.kind;
}

bool isPreference(JobKind kind)
{
    return kind == JobKind::Dpo || kind == JobKind::Orpo || kind == JobKind::Kto
        || kind == JobKind::Reward;
}

void keepKind(Plan& plan, bool (*fits)(JobKind))
{
    if (plan.job.kind && !fits(*plan.job.kind))
        plan.job.kind.reset();
}

/// Sets the keys that tell the purpose.
void turnTo(Plan& plan, Purpose purpose)
{
    switch (purpose) {
    case Purpose::PreTrain:
    case Purpose::FineTune:
    case Purpose::Adapt:
        plan.workload.task = Task::Train;
        keepKind(plan,
                 [](JobKind kind) { return kind == JobKind::Sft || kind == JobKind::Distill; });
        break;
    case Purpose::Prefer:
        plan.workload.task = Task::Preference;
        keepKind(plan, isPreference);
        break;
    case Purpose::Reinforce:
        plan.workload.task = Task::Reinforcement;
        keepKind(plan, reinforces);
        break;
    case Purpose::Serve:
        plan.workload.task = Task::Inference;
        return;
    }
    if (purpose == Purpose::PreTrain || purpose == Purpose::FineTune)
        plan.adapter.kind = AdapterKind::None;
    if (purpose == Purpose::PreTrain) {
        plan.job.kind.reset();
        plan.roles = {};
        plan.workload.examples.reset();
        plan.workload.epochs = Workload().epochs;
    } else {
        plan.workload.trainingTokens.reset();
    }
}

void setProgram(Plan& plan, const UsedProgram& program)
{
    if (const auto* framework = std::get_if<Framework>(&program))
        plan.recipe.framework = *framework;
    else
        plan.inference.server = std::get<Server>(program);
}

/// The plan's model, cards and program with every other key as these two have it.
Plan usualPlanOf(const Plan& plan, Purpose purpose, const UsedProgram& program)
{
    Plan usual;
    usual.name = plan.name;
    usual.notes = plan.notes;
    usual.unread = plan.unread;
    usual.model = plan.model;
    usual.cluster.device = plan.cluster.device;
    usual.cluster.gpus = plan.cluster.gpus;
    usual.workload.task = plan.workload.task;
    usual.job.kind = plan.job.kind;
    usual.recipe.framework = plan.recipe.framework;
    usual.inference.server = plan.inference.server;
    setAll(usual, usualSettings(purpose, program, plan.cluster.gpus > 1));
    usual.adapter.kind = plan.adapter.kind;
    return usual;
}

Plan moved(const Plan& plan, Purpose purpose, const UsedProgram& program)
{
    const Plan before = usualPlan(plan);
    const bool hadUsual = plan.adapter.kind == usualAdapter(purposeOf(plan), programOf(plan));
    Plan after = plan;
    turnTo(after, purpose);
    setProgram(after, program);
    if (purpose == Purpose::Adapt && (plan.adapter.kind == AdapterKind::None || hadUsual))
        after.adapter.kind = usualAdapter(purpose, program);
    const Plan now = usualPlanOf(after, purpose, program);
    for (const Key& key : keys())
        if (const Value value = key.get(now);
            value != key.get(after) && key.get(plan) == key.get(before))
            key.set(after, value);
    if (purposeOf(after) != purpose) // without a length
        after.workload.examples = now.workload.examples;
    return after;
}

} // namespace

Purpose purposeOf(const Plan& plan)
{
    if (plan.workload.task == Task::Inference)
        return Purpose::Serve;
    const auto kind = jobKindOf(plan);
    if (kind && reinforces(*kind))
        return Purpose::Reinforce;
    if (kind && isPreference(*kind))
        return Purpose::Prefer;
    if (plan.adapter.kind != AdapterKind::None)
        return Purpose::Adapt;
    const bool isTuned = kind || plan.workload.examples || plan.workload.epochs != Workload().epochs
        || !does(plan.recipe.framework, Purpose::PreTrain);
    return isTuned ? Purpose::FineTune : Purpose::PreTrain;
}

UsedProgram programOf(const Plan& plan)
{
    if (plan.workload.task == Task::Inference)
        return plan.inference.server;
    return plan.recipe.framework;
}

bool does(const UsedProgram& program, Purpose purpose)
{
    const auto* framework = std::get_if<Framework>(&program);
    return framework ? frameworkUses[*framework].does.has(purpose) : purpose == Purpose::Serve;
}

std::vector<UsedProgram> programsFor(Purpose purpose)
{
    std::vector<UsedProgram> programs;
    if (purpose == Purpose::Serve)
        std::ranges::copy(everyOf<Server>(), std::back_inserter(programs));
    else
        std::ranges::copy(everyOf<Framework>(), std::back_inserter(programs));
    std::ranges::stable_partition(
        programs, [purpose](const UsedProgram& program) { return does(program, purpose); });
    return programs;
}

std::vector<UsualSetting> usualSettings(Purpose purpose, const UsedProgram& program,
                                        bool severalGpus)
{
    const auto* framework = std::get_if<Framework>(&program);
    if (!framework)
        return usualOfServer(std::get<Server>(program));
    std::vector<UsualSetting> settings;
    for (const UsualRow& row : usualRows()) {
        if (!isOf(row, purpose, *framework, severalGpus))
            continue;
        std::erase_if(settings, [&row](const UsualSetting& earlier) {
            return earlier.key == row.setting.key;
        });
        settings.push_back(row.setting);
    }
    return settings;
}

Plan usualPlan(const Plan& plan)
{
    return usualPlanOf(plan, purposeOf(plan), programOf(plan));
}

bool isChanged(const Plan& plan, const Plan& usual, KeyPath path)
{
    const Key& key = keyOf(path);
    const Value value = key.get(usual);
    if (key.get(plan) == value || (path == "layout.zero" && plan.cluster.gpus == 1))
        return false;
    const bool isOfExamples = path == "workload.examples" || path == "workload.epochs";
    if (isOfExamples && !plan.workload.examples)
        return false; // a data set that is not given is no change
    Plan without = plan;
    key.set(without, value);
    return key.get(withDefaults(plan)) != key.get(withDefaults(without));
}

Plan withPurpose(const Plan& plan, Purpose purpose)
{
    Plan turned = plan;
    turnTo(turned, purpose);
    const UsedProgram program = programOf(turned);
    return moved(plan, purpose, does(program, purpose) ? program : usualProgram(purpose, plan));
}

Plan withProgram(const Plan& plan, const UsedProgram& program)
{
    const Purpose purpose = purposeOf(plan);
    if (does(program, purpose))
        return moved(plan, purpose, program);
    const auto* framework = std::get_if<Framework>(&program);
    return moved(plan, framework ? frameworkUses[*framework].first : Purpose::Serve, program);
}

} // namespace highwater
