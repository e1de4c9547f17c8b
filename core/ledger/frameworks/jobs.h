// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/framework.h"

#include <array>

// Jobs of several models in TRL, and in frameworks that have no code of their own for them.
namespace highwater::frameworks {

/// Cross entropy over logits in 16 bits, computed in their type.
inline constexpr std::array narrowUpdate{
    LogitBytes{TermId::Logits, Life::Head, 0, 2},
    LogitBytes{TermId::LogSoftmax, Life::Head, 1, 0},
    LogitBytes{TermId::LogSoftmaxGradient, Life::LossBackward, 1, 0},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 0, 2},
};
/// The same, computed in 32 bits.
inline constexpr std::array castUpdate{
    LogitBytes{TermId::Logits, Life::Head, 0, 2},
    LogitBytes{TermId::LogSoftmax, Life::Head, 1, 0},
    LogitBytes{TermId::LogitsGradient, Life::LossBackward, 1, 0},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 0, 2},
};
inline constexpr std::array lossPass{
    LogitBytes{TermId::Logits, Life::ForwardEnd, 0, 2},
    LogitBytes{TermId::LogSoftmax, Life::ForwardEnd, 1, 0},
};
inline constexpr std::array logitsPass{LogitBytes{TermId::Logits, Life::ForwardEnd, 0, 2}};
inline constexpr std::array floatPass{LogitBytes{TermId::LogitsFloat, Life::ForwardEnd, 0, 4}};
inline constexpr std::array entropyOfUpdate{LogitBytes{TermId::LogitsEntropy, Life::Head, 1, 0}};

// trl f2cd577, trainer/utils.py: selective_log_softmax(); its gradient and that of the logits.
inline constexpr std::array trlUpdate{
    LogitBytes{TermId::LogitsFloat, Life::Head, 0, 4},
    LogitBytes{TermId::LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{TermId::LogSoftmaxGradient, Life::LossBackward, 0, 4},
};
// trainer/ppo_trainer.py: the entropy of logits that outlive the step.
inline constexpr std::array trlPpoStep{
    LogitBytes{TermId::LogitsFloat, Life::Step, 0, 4},
    LogitBytes{TermId::LogitsEntropy, Life::Step, 0, 8},
};

inline constexpr JobDefaults trlJob{
    .utilization = 0.3,
    .utilizationApart = 0.9, // generation/vllm_generation.py: a separate server
    .sleep = SleepLevel::None,
    .referenceInGrpo = false,
    .floatWeights = true,
    .narrowAdapters = true, // trainer/dpo_trainer.py
    // Outside DeepSpeed's engine the models run under autocast, where accelerate casts outputs to
    // 32 bits.
    .narrowLogitsWithMasters = true,
    .recomputes = true,
    .completionRows = true,
    .valueInPolicy = true,
    .generatesItself = true,
    .gathersAdapted = true, // generation/vllm_generation.py
    .leanLogits = JobLogits::Chunked, // Liger Kernel's losses
    .fusesPrecomputed = false, // trainer/dpo_trainer.py refuses both together
    .wide = {trlUpdate, floatPass},
    .narrow = {narrowUpdate, lossPass, logitsPass},
    .entropyUpdate = entropyOfUpdate,
    .ppoStep = trlPpoStep,
    .source = "TRL, trainer/base_config.py, trainer/grpo_trainer.py, trainer/ppo_trainer.py, "
              "generation/vllm_generation.py"};

} // namespace highwater::frameworks
