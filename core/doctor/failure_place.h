// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/doctor/memory_failure.h"
#include "core/plan/names.h"
#include "core/plan/text.h"

#include <optional>

namespace highwater {

/// The part of a run in which memory was refused.
enum class FailureMoment {
    Load,
    Forward,
    Loss,
    Backward,
    Step, ///< of the optimizer, and the norm of the gradients before it
    Evaluate,
    Save,
    Generate,
    Serve ///< an inference server starts
};

/// The kind of tensor that was asked for, as far as functions and lines of code name it.
enum class AskedKind {
    Weights,
    GatheredWeights, ///< from the ranks that share them
    Gradients,
    Moments, ///< the optimizer's state
    StepCopies, ///< temporary tensors of the optimizer's step
    Logits,
    Scores, ///< of attention without flash attention
    Mlp,
    Attention,
    Predictions, ///< that an evaluation collects
    KvCache
};

struct FailurePlace
{
    std::optional<FailureMoment> moment;
    std::optional<AskedKind> kind;
    bool recomputes = false; ///< the layers' tensors are recomputed
    bool usesDeepSpeed = false, usesFsdp = false;
    std::optional<std::size_t> frame; ///< that decided the moment
};

/// By functions and files of torch, transformers, accelerate, DeepSpeed, Megatron-LM, PEFT, TRL,
/// vLLM and others in the traceback, and by the error's own text.
FailurePlace placeOf(const MemoryFailure& failure);

/// "in the backward pass"
Text momentText(FailureMoment moment);
/// "logits of the vocabulary"
Text kindText(AskedKind kind);

/// "modeling_llama.py:812 forward"
std::string frameText(const LogFrame& frame);

} // namespace highwater

HIGHWATER_NAMES(FailureMoment, "load", "forward", "loss", "backward", "optimizer_step", "evaluate",
                "save", "generate", "serve")
HIGHWATER_NAMES(AskedKind, "weights", "gathered-weights", "gradients", "moments", "step-copies",
                "logits", "scores", "mlp", "attention", "predictions", "kv-cache")
