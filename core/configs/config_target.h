// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/names.h"
#include "core/plan/plan.h"

#include <string>
#include <string_view>

namespace highwater {

/// The programs for which a plan can be written as a configuration.
enum class ConfigTarget {
    DeepSpeed,
    Accelerate,
    Torchtitan,
    Megatron,
    Nanotron,
    Trl,
    LlamaFactory,
    Axolotl,
    MsSwift,
    Unsloth
};

/// The model's name in files whose plan has none that a hub of models knows.
inline constexpr std::string_view unnamedModel = "MODEL";

/// Among an Axolotl file's plugins, the one that the liger_ settings need (integrations/liger).
inline constexpr std::string_view axolotlLigerPlugin = "axolotl.integrations.liger.LigerPlugin";

/// "Megatron-LM", as its authors write it.
const char* programName(ConfigTarget target);

/// "ds_config.json"
std::string usualFileName(ConfigTarget target);

/// Whether the program trains with Hugging Face's Trainer, and has its engines.
bool runsTrainer(ConfigTarget target);

/// The engine with which accelerate and Hugging Face's Trainer do what the plan's layout asks for:
/// the plan's own where it can.
Engine engineOf(const Plan& plan, ConfigTarget target);

/// The framework whose defaults apply to keys that the plan leaves open.
Framework frameworkOf(ConfigTarget target);

} // namespace highwater

HIGHWATER_NAMES(ConfigTarget, "deepspeed", "accelerate", "torchtitan", "megatron", "nanotron",
                "trl", "llama-factory", "axolotl", "ms-swift", "unsloth")
