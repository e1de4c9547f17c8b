// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/json/json.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"
#include "core/plan/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highwater {

/// The kinds of files of other programs that become a plan or a part of one.
enum class ImportKind {
    ModelConfig,
    DeepSpeed,
    Accelerate,
    TrainingArguments,
    Megatron,
    Nanotron,
    Torchtitan,
    Peft,
    LitGpt,
    LlamaFactory,
    Axolotl,
    MsSwift,
    Unsloth,
    Weights ///< the headers of a model's weights
};

struct TensorList;

/// Whether such a file gives the plan its model.
constexpr bool isModel(ImportKind kind)
{
    return kind == ImportKind::ModelConfig || kind == ImportKind::Weights;
}

/// A note on a setting that the file does not state or that was not understood.
struct ImportNote
{
    std::string field; ///< the field in the file
    Text message;
    bool operator==(const ImportNote&) const = default;
};

struct ImportFile
{
    std::string name; ///< its name in messages, and a hint of its kind; empty for a pasted text
    std::string_view text;
    /// The text for readStoredWeights(), about the weights in the folder of a model's
    /// configuration.
    std::string_view index = {};
    const Json* json = nullptr; ///< the text's value where it is JSON; importPlan() fills it in
    /// The tensors of the file, with the text of the configuration beside it, or those beside a
    /// configuration.
    const TensorList* tensors = nullptr;
};

struct Imported
{
    Plan plan;
    ImportKind kind = ImportKind::ModelConfig;
    std::vector<ImportNote> notes;
    /// Fields of the file that may count and have no part in the plan. A reader lists them here;
    /// importPlan() puts them into the plan, whose answers warn of them.
    std::vector<std::string> unread = {};
};

/// The kind of a file; null where no reader knows it, and for files that name themselves as
/// Highwater's.
std::optional<ImportKind> importKind(const ImportFile& file);

/// A plan from another program's file. `base` is the open plan: an imported model replaces its
/// model, a configuration its recipe and layout.
Result<Imported> importPlan(const ImportFile& file, const Plan& base, const Catalog& catalog);

} // namespace highwater

HIGHWATER_NAMES(ImportKind, "model-config", "deepspeed", "accelerate", "training-arguments",
                "megatron", "nanotron", "torchtitan", "peft", "litgpt", "llama-factory", "axolotl",
                "ms-swift", "unsloth", "weights")
