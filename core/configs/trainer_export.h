// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/config_run.h"
#include "core/json/json.h"

#include <string>
#include <string_view>
#include <vector>

namespace highwater {

// What the files of TRL and of other programs on Hugging Face's Trainer say alike: fields of
// TrainingArguments and of PEFT. Each function notes what it cannot say.

/// Sets the fields of the second object in the first.
void addFields(Json& root, const Json& fields);

bool usesFsdp(const ConfigRun& run);

/// `fsdp` and `fsdp_config`. `checkpoints`: FSDP itself recomputes the layers.
Json trainerFsdp(ConfigRun& run, bool checkpoints);
/// The value of `deepspeed`.
Json trainerDeepSpeed(ConfigRun& run);
/// `fsdp` and `fsdp_config`, or `deepspeed`, or neither.
Json trainerEngine(ConfigRun& run);

/// `optim`, `optim_args` and `optim_target_modules`.
Json trainerOptimizer(ConfigRun& run);
void noteTrainerMoments(ConfigRun& run);

/// `num_train_epochs` or `max_steps`. The data set has its examples; only a length in tokens needs
/// a number of steps.
Json trainerLength(ConfigRun& run);

/// Whether PEFT adds factors of low rank; notes other adapters, which the file cannot describe.
bool addsFactors(ConfigRun& run);
/// The bits of the frozen weights that are made as the model is loaded; 16 where none are made.
std::int64_t loadedBits(ConfigRun& run);
/// PEFT's names of the matrices that get adapters, and of the modules that are trained in full.
std::vector<std::string> adapterModules(const ConfigRun& run);
std::vector<std::string> savedModuleNames(const ConfigRun& run);

/// One flag of a program turns on Liger Kernel with its chunked loss. Whether the file has it;
/// notes what the flag has otherwise than the plan.
bool usesLiger(ConfigRun& run);

/// transformers' name of the code of attention.
std::string trainerAttention(const ConfigRun& run);

/// The type of the products that TrainingArguments can ask for by a flag: "bf16", "fp16", "fp8"
/// and "" for 32 bits. Trained weights have the type in which they are loaded; `loads`: a run of
/// 32-bit weights with 16-bit products cannot be said.
std::string trainerPrecision(ConfigRun& run, bool loads);

/// The model in a file that has its name: the catalogue's, to be replaced by a folder or a name on
/// a hub.
std::string modelName(const ConfigRun& run);
/// Notes that the model and the data set are examples.
void noteModelName(ConfigRun& run);

/// Notes gradients of another type than the file's run has; master weights that the plan names are
/// not in the file.
void noteTrainerGradients(ConfigRun& run);

/// Notes the keys for which no program on the Trainer has a field.
void noteTrainerParts(ConfigRun& run);

/// "NPROC_PER_NODE=8 ", with the variables for several nodes; empty for one process.
std::string processVariables(const ConfigRun& run);

} // namespace highwater
