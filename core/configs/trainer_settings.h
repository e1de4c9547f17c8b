// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/configs/setting_fields.h"
#include "core/configs/started_settings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

// What TrainingArguments and the programs that hand their own settings to it have in common.

/// The log of a file with this text, of a program on the Trainer. It leaves nothing of the open
/// plan but its model, its card and its network.
SettingLog trainerLog(const Plan& base, std::string_view text, Framework program);

/// Ends the reading of a program that runs on the Trainer: lists the fields that have not been
/// read.
Result<Imported> importedTrainer(SettingFields& fields, ImportKind kind);

/// Sets the catalogue's model of a name on a hub. Where the catalogue has none of this name, an
/// imported model of the open plan stays, and any other plan is a problem. Returns the format in
/// which the model is stored, where its name says it.
std::optional<AdapterBase> setModel(SettingLog& log, const std::string& id,
                                    const std::string& field, const Catalog& catalog);

/// The same by the name that the file has in `field`, which it must have; reports go to `named`.
std::optional<AdapterBase> readModel(SettingFields& fields, std::string_view field,
                                     const std::string& named, const Catalog& catalog);

/// The epochs of the run, where the file says them; -1 and 0 stand for none.
void readTrainerEpochs(SettingFields& fields, std::string_view name);

/// Sets the GPUs that the file states; of a file that states only nodes, as many on each as the
/// open plan has. Of a file that states none, one is assumed, or all of the open plan's where it
/// shards.
void setGpus(SettingLog& log, const StatedGpus& stated, bool shards);

/// Reads the batch sizes, with these where the file has none.
StatedBatch readTrainerBatch(SettingFields& fields, std::int64_t micro, std::int64_t accumulation);

/// The optimizer by its name in `field`, else by `absent`.
void readTrainerOptimizer(SettingFields& fields, std::string_view field, std::string_view absent);

/// Reads the settings of an FSDP plugin that FSDP1 alone has.
void readFsdp1Settings(SettingFields& config);

/// Reads where an FSDP plugin has the whole weights: on the host, while they are loaded or saved.
void readFsdpWholeWeights(SettingFields& config);

/// Reads the batch of an evaluation, where the run evaluates, and the predictions that it keeps.
void readTrainerEvaluation(SettingFields& fields);

/// Of a model with an image tower: the pixels that a file allows an image in `pixels`, and whether
/// `frozen`, true where the file says nothing, leaves the tower as it is.
void readTrainerImages(SettingFields& fields, std::string_view pixels, std::string_view frozen,
                       const Catalog& catalog);

/// Sets the kernels of which Liger Kernel's flags name some.
void setKernels(Recipe& recipe, bool norms, bool mlp);

/// Sets the checkpoints that accelerate makes for FSDP: not reentrant, each inside the unit of its
/// layer (accelerator.py: apply_activation_checkpointing).
void setFsdpCheckpoints(Recipe& recipe);

/// Sets attention by the name that the file has for its code; "" stands for PyTorch's.
void setTrainerAttention(Recipe& recipe, std::string_view name);

/// Reads `gradient_checkpointing_kwargs`; the plan has to say already whether layers are
/// recomputed.
void readTrainerCheckpoints(SettingFields& fields);

/// Reads `fsdp` and `fsdp_config`.
void readTrainerFsdp(SettingFields& fields);

/// Reads `deepspeed`: settings, or the path of a file with them, which is read where it lies beside
/// the file that names it; else its name says the stage.
void readTrainerDeepSpeed(SettingFields& fields, const NamedFiles& files, const StatedBatch& batch);

/// Reads DeepSpeed's settings into a plan. `trainers` are the batch sizes that Hugging Face's
/// Trainer uses in place of "auto" and of missing ones.
void readDeepSpeedSettings(SettingFields& fields, const StatedBatch& trainers = {});

/// The weights are loaded in 16 bits, and no 32-bit copy is made of those that are trained, but by
/// an engine that shards them.
void trainLoadedType(Plan& plan, bool brain, bool half);

/// The last part of "torch.bfloat16".
std::string typeName(const std::optional<std::string>& word);

/// BitsAndBytesConfig's fields, which TRL's ModelConfig has too.
void readQuantisation(SettingFields& fields, Adapter& adapter);
void setQuantised(Adapter& adapter, AdapterBase base);

/// Sets the job that trainers of preferences and rewards name: "dpo", "orpo", "grpo" …; false where
/// no job has this name.
bool setJob(SettingLog& log, std::string_view word);

/// Reads the server that generates text for reinforcement, and lists what the program has in its
/// place: generation by the model itself, or a server on other cards. `length`: the field with the
/// greatest length of a sequence there.
void readTrainerRollout(SettingFields& fields, std::string_view length);

/// Marks TrainingArguments' fields as read that change no memory.
void ignoreTrainerFields(SettingFields& fields);

} // namespace highwater
