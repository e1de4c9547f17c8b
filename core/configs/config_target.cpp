// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/config_target.h"

#include "core/ledger/framework.h"

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
    {"accelerate", "accelerate.yaml", Framework::PyTorchFsdp},
    {"torchtitan", "plan.py", Framework::PyTorchFsdp},
    {"Megatron-LM", "train.sh", Framework::Megatron},
    {"nanotron", "nanotron.yaml", Framework::Nanotron},
    {"TRL", "sft.py", Framework::HuggingFace},
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

ShardingEngine engineOf(const Plan& plan, ConfigTarget target)
{
    const Layout& layout = plan.layout;
    // Tensor and context ranks need FSDP (accelerate, parallelism_config.py).
    const bool splits = layout.tensor > 1 || layout.context > 1;
    if (splits && target == ConfigTarget::Accelerate)
        return ShardingEngine::Fsdp;
    if (layout.zero == 0)
        return ShardingEngine::None;
    // FSDP offloads all or nothing, to host memory, and cannot shard the optimizer alone.
    const bool inParts = layout.offloadOptimizer != layout.offloadParameters
        || layout.offloadOptimizer == Offload::Nvme;
    const bool asked = profileOf(plan.recipe.framework).sharding == Sharding::Buckets;
    return layout.zero == 1 || inParts || asked ? ShardingEngine::DeepSpeed : ShardingEngine::Fsdp;
}

Framework frameworkOf(const Plan& plan, ConfigTarget target)
{
    if (target != ConfigTarget::Accelerate)
        return targets[target].framework;
    constexpr EnumTable<ShardingEngine, Framework> frameworks(
        {Framework::HuggingFace, Framework::DeepSpeed, Framework::PyTorchFsdp});
    return frameworks[engineOf(plan, target)];
}

} // namespace highwater
