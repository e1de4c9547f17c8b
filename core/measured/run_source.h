// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/measured_runs.h"
#include "core/plan/bytes.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace highwater {

/// The weights that a run trains; with LoRA, the embedding and the head may be trained in full. The
/// last two get no plan: prompts whose length no row states, and methods that are not understood.
enum class RunKind {
    Full,
    Lora,
    Qlora,
    LoraAndEmbeddings,
    Adapter,
    AdapterV2,
    OtherAdapter,
    Other
};

/// The kind of a run, from its notes. The words after "+" or in brackets say where it ran or how it
/// was sharded; the kind changes only if embeddings are trained too: "LoRA (multinode)" and "LoRA +
/// Deepspeed Zero3" are LoRA, "LoRA (emb)" is not.
RunKind kindOf(const MeasuredRun& run);

/// The stage of ZeRO in the words after the method: 3 of "LoRA + Deepspeed Zero3".
std::optional<std::int64_t> zeroOfMethod(const MeasuredRun& run);

/// The measures of torchtune's table of optimization flags. Each row has its own and those of all
/// rows before it, in this order.
enum class Measure {
    Baseline,
    Packed,
    Compile,
    ChunkedLoss,
    Checkpointing,
    OptimizerInBackward,
    Offloading,
    EightBitOptimizer
};

/// The last measure that a row has; null where its notes name none, or an unknown one.
std::optional<Measure> measureOf(const MeasuredRun& run);

/// Facts about a publication of measured runs that its rows do not state.
struct RunSource
{
    std::string_view mark; ///< in the row's source, in small letters
    std::string_view group;
    Framework framework = Framework::Plain;
    std::int64_t gigabyte = gb; ///< bytes of the source's "GB"
};

/// The known source of a row, or a source without any facts.
const RunSource& sourceOf(const MeasuredRun& run);

/// The framework that the row names, else that of its source; null where the row names an unknown
/// one.
std::optional<Framework> frameworkOf(const MeasuredRun& run);

/// The group in which the row is summed up: its source, split by the trained weights or by layout.
std::string groupNameOf(const MeasuredRun& run);

} // namespace highwater
