// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/import.h"

#include <string_view>

namespace highwater {

// For each program: whether a text is its configuration, and the reader of that.

/// A Hugging Face config.json: it names a model_type, or has the sizes of a transformer. The plan
/// gets its model.
bool isModelConfig(const ImportFile& file);
Result<Imported> readModelConfig(const ImportFile& file, const Plan& base, const Catalog& catalog);

/// The tensors of a file of weights: the plan gets a model with as many parameters, or adapters.
Result<Imported> readTensors(const ImportFile& file, const Plan& base, const Catalog& catalog);

bool isDeepSpeed(const ImportFile& file);
Result<Imported> readDeepSpeed(const ImportFile& file, const Plan& base, const Catalog& catalog);

/// PEFT's adapter_config.json.
bool isPeftConfig(const ImportFile& file);
Result<Imported> readPeftConfig(const ImportFile& file, const Plan& base, const Catalog& catalog);

/// litgpt's configuration of a fine-tuning, as in its config_hub.
bool isLitGpt(const ImportFile& file);
Result<Imported> readLitGpt(const ImportFile& file, const Plan& base, const Catalog& catalog);

bool isAccelerate(const ImportFile& file);
Result<Imported> readAccelerate(const ImportFile& file, const Plan& base, const Catalog& catalog);

/// TrainingArguments and SFTConfig of Hugging Face, as JSON, as YAML or in a Python script.
bool isTrainingArguments(const ImportFile& file);
Result<Imported> readTrainingArguments(const ImportFile& file, const Plan& base,
                                       const Catalog& catalog);

/// LLaMA-Factory's settings, or the command that starts it.
bool isLlamaFactory(const ImportFile& file);
Result<Imported> readLlamaFactory(const ImportFile& file, const Plan& base, const Catalog& catalog);

bool isAxolotl(const ImportFile& file);
Result<Imported> readAxolotl(const ImportFile& file, const Plan& base, const Catalog& catalog);

/// A script that calls ms-swift's commands, or its settings in a file.
bool isMsSwift(const ImportFile& file);
Result<Imported> readMsSwift(const ImportFile& file, const Plan& base, const Catalog& catalog);

/// A script or a notebook that loads a model by Unsloth.
bool isUnsloth(const ImportFile& file);
Result<Imported> readUnsloth(const ImportFile& file, const Plan& base, const Catalog& catalog);

/// Arguments of Megatron-LM, or a script that launches it.
bool isMegatron(const ImportFile& file);
Result<Imported> readMegatron(const ImportFile& file, const Plan& base, const Catalog& catalog);

bool isNanotron(const ImportFile& file);
Result<Imported> readNanotron(const ImportFile& file, const Plan& base, const Catalog& catalog);

bool isTorchtitan(const ImportFile& file);
Result<Imported> readTorchtitan(const ImportFile& file, const Plan& base, const Catalog& catalog);

} // namespace highwater
