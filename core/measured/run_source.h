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

/// The weights that a run trains; LoRA may have the embedding and the head trained in full beside
/// it. Of the last two no plan is made: prompts whose length no row states, and methods that are
/// not understood.
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

/// The kind of a run, from its notes. The words after "+" or in brackets tell where it ran or how
/// it was shared out, and only embeddings that are trained too make another kind of it: "LoRA
/// (multinode)" and "LoRA + Deepspeed Zero3" are LoRA, "LoRA (emb)" is not.
RunKind kindOf(const MeasuredRun& run);

/// The stage of ZeRO that the words after the method tell: 3 of "LoRA + Deepspeed Zero3".
std::optional<std::int64_t> zeroOfMethod(const MeasuredRun& run);

/// The measures of torchtune's table of optimization flags. Each row has those of the rows before,
/// in this order.
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

/// The last measure that a row has; nothing where its notes name none, or one that is not known.
std::optional<Measure> measureOf(const MeasuredRun& run);

/// Facts about a publication of measured runs that its rows do not state.
struct RunSource
{
    std::string_view mark; ///< in the row's source, in small letters
    std::string_view group;
    Framework framework = Framework::Plain;
    std::int64_t gigabyte = gb; ///< what the source's "GB" is
};

/// The known source of a row, or one that adds nothing to what the row says.
const RunSource& sourceOf(const MeasuredRun& run);

/// The framework that the row names, or that its source is known for; nothing where the row names
/// one that is not known.
std::optional<Framework> frameworkOf(const MeasuredRun& run);

/// The group that the row is summed up in: its source, split by what is trained or by layout.
std::string groupNameOf(const MeasuredRun& run);

} // namespace highwater
