// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/doctor/config_difference.h"
#include "core/doctor/failure_place.h"
#include "core/doctor/matched_tensors.h"
#include "core/doctor/memory_failure.h"
#include "core/explore/advise.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace highwater {

/// Why memory was refused.
enum class FailureCause {
    OtherProcess, ///< another process holds what was missing
    FreeEnough, ///< the driver refused although so much was free
    Fragmented, ///< the allocator holds enough, in pieces that are too small
    OneTensor, ///< a single tensor larger than the card
    States, ///< weights, gradients and states are too large
    Activations,
    Scores, ///< attention without flash attention
    Logits,
    StepCopies, ///< the optimizer's temporary tensors
    Evaluation,
    Loading,
    Saving,
    Generation,
    KvCache, ///< of an inference server
    Host ///< the host's memory
};

/// What to do, in words, with the settings of a plan that it stands for, if any.
struct DoctorAdvice
{
    Text text;
    std::vector<std::pair<KeyPath, Value>> settings;
};

/// A suggestion for the plan, and its lines in the person's own file.
struct DoctorChange
{
    Suggestion suggestion;
    std::optional<ConfigDifference> difference; ///< where a file was given
};

/// What a plan says about a failure.
struct PlanFindings
{
    std::string model; ///< its name
    std::vector<MatchedTensor> tensors; ///< that may have been asked for, the likeliest first
    Bytes planned = 0; ///< of tensors, at the failure's moment
    Bytes total = 0, capacity = 0; ///< of the plan
    bool fits = false; ///< the plan, on its card as a whole
    /// Bytes that the run needs beyond the plan's total, at least: what its text says of tensors
    /// and of the missing one, with the plan's runtime. Negative: less.
    std::optional<Bytes> beyond;
    Bytes counted = 0; ///< the capacity for which changes are looked for
    std::vector<DoctorChange> changes; ///< cheapest first
};

struct Diagnosis
{
    FailureLog log;
    MemoryFailure failure; ///< the first
    FailurePlace place;
    FailureCause cause{};
    Bytes missing = 0; ///< asked beyond what was free; 0: not known
    bool fragmented = false; ///< the idle bytes would have been enough, whatever the cause is
    std::string model; ///< of the catalogue, that the log names
    std::vector<DoctorAdvice> advice; ///< by the text alone, the first is the most useful
    std::optional<PlanFindings> plan;
};

/// The diagnosis of a log by its text alone.
Diagnosis diagnosisOf(FailureLog log, const Catalog& catalog);

/// The same with a plan of the run; `config`: the file from which the plan was imported. A plan
/// without a timeline, or that is not valid, is a problem.
Result<Diagnosis> diagnosisOf(FailureLog log, const Catalog& catalog, const Plan& plan,
                              const std::optional<ImportFile>& config = {});

/// The sentences of a diagnosis, in their order: what was asked for, when, the cause, the numbers.
std::vector<Text> sentencesOf(const Diagnosis& diagnosis, const Translator& words);

/// Bytes in the unit of their size, as PyTorch's texts have them: "2.00 GiB", "194.00 MiB".
std::string sizeText(Bytes bytes);

/// "Other process", for a list.
Text causeText(FailureCause cause);

/// A diagnosis for programs.
std::string diagnosisJson(const Diagnosis& diagnosis);

} // namespace highwater

HIGHWATER_NAMES(FailureCause, "other-process", "free-enough", "fragmented", "one-tensor", "states",
                "activations", "scores", "logits", "step-copies", "evaluation", "loading", "saving",
                "generation", "kv-cache", "host")
