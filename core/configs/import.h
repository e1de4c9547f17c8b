// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/exchange/json.h"
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
    LitGpt
};

/// One thing that the file did not say or that was not understood.
struct ImportNote
{
    std::string field; ///< of the file
    Text message;
    bool operator==(const ImportNote&) const = default;
};

struct ImportFile
{
    std::string name; ///< as messages call it, and a hint of its kind; empty for a pasted text
    std::string_view text;
    /// The text for readStoredWeights(), of the weights beside a model's configuration.
    std::string_view index = {};
    const Json* json = nullptr; ///< the text's value where it is JSON; importPlan() fills it in
};

struct Imported
{
    Plan plan;
    ImportKind kind = ImportKind::ModelConfig;
    std::vector<ImportNote> notes;
};

/// The kind of a file; none where nothing here reads it. Files that say that they are
/// Highwater's own are none.
std::optional<ImportKind> importKind(const ImportFile& file);

/// A plan from another program's file. `base` is the plan that is open: a model takes the place of
/// its model, a configuration that of its recipe and layout.
Result<Imported> importPlan(const ImportFile& file, const Plan& base, const Catalog& catalog);

} // namespace highwater

HIGHWATER_NAMES(ImportKind, "model-config", "deepspeed", "accelerate", "training-arguments",
                "megatron", "nanotron", "torchtitan", "peft", "litgpt")
