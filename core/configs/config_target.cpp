// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/config_target.h"

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

Framework frameworkOf(ConfigTarget target, Framework asked)
{
    // accelerate and the Trainer run FSDP or DeepSpeed, as they are told.
    const bool runsBoth = target == ConfigTarget::Accelerate || target == ConfigTarget::Trl;
    const bool runs = asked == Framework::DeepSpeed || asked == Framework::HuggingFace
        || asked == Framework::PyTorchFsdp;
    return runsBoth && runs ? asked : targets[target].framework;
}

} // namespace highwater
