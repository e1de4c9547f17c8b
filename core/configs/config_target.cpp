// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/config_target.h"

#include "core/ledger/choices.h"

namespace highwater {
namespace {

struct TargetFacts
{
    const char* program;
    const char* file;
    Framework framework;
};

constexpr EnumTable<ConfigTarget, TargetFacts> targets({
    {"DeepSpeed", "ds_config.json", Framework::DeepSpeed},
    {"accelerate", "accelerate.yaml", Framework::HuggingFace},
    {"torchtitan", "plan.py", Framework::PyTorchFsdp},
    {"Megatron-LM", "train.sh", Framework::Megatron},
    {"nanotron", "nanotron.yaml", Framework::Nanotron},
    {"TRL", "sft.py", Framework::HuggingFace},
    {"LLaMA-Factory", "train.yaml", Framework::LlamaFactory},
    {"Axolotl", "axolotl.yaml", Framework::Axolotl},
    {"ms-swift", "sft.sh", Framework::MsSwift},
    {"Unsloth", "unsloth_sft.py", Framework::Unsloth},
});

} // namespace

const char* programName(ConfigTarget target)
{
    return targets[target].program;
}

std::string usualFileName(ConfigTarget target)
{
    return targets[target].file;
}

bool runsTrainer(ConfigTarget target)
{
    return target == ConfigTarget::Trl || target == ConfigTarget::LlamaFactory
        || target == ConfigTarget::Axolotl || target == ConfigTarget::MsSwift;
}

Engine engineOf(const Plan& plan, ConfigTarget target)
{
    const Layout& layout = plan.layout;
    if (target == ConfigTarget::Unsloth) // one GPU
        return Engine::Ddp;
    // Tensor and context ranks need FSDP (accelerate, parallelism_config.py).
    const bool splits = layout.tensor > 1 || layout.context > 1;
    if (splits && target == ConfigTarget::Accelerate)
        return Engine::Fsdp2;
    if (saysDdp(plan.recipe))
        return Engine::Ddp;
    const Engine own = engineOf(plan.recipe, layout);
    const bool says = saysEngine(plan.recipe);
    if (layout.zero == 0) // FSDP1 has a strategy that shards nothing
        return says && own == Engine::Fsdp1 ? own : Engine::Ddp;
    // FSDP offloads all or nothing, to host memory, and cannot shard the optimizer alone.
    const bool inParts = layout.offloadOptimizer != layout.offloadParameters
        || layout.offloadOptimizer == Offload::Nvme;
    if (layout.zero == 1 || inParts || own == Engine::DeepSpeed)
        return Engine::DeepSpeed;
    return says && own == Engine::Fsdp1 ? own : Engine::Fsdp2;
}

Framework frameworkOf(ConfigTarget target)
{
    return targets[target].framework;
}

} // namespace highwater
