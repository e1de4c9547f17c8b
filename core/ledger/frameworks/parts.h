// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/framework.h"
#include "core/ledger/resolve.h"

#include <array>
#include <cstddef>
#include <utility>

// Sizes, conditions and lists that several frameworks share.
namespace highwater::frameworks {

/// Two lists as one.
template <std::size_t First, std::size_t Second>
constexpr std::array<Extra, First + Second> joined(const std::array<Extra, First>& first,
                                                   const std::array<Extra, Second>& second)
{
    return [&]<std::size_t... I, std::size_t... J>(std::index_sequence<I...>,
                                                   std::index_sequence<J...>)
    {
        return std::array<Extra, First + Second>{first[I]..., second[J]...};
    }
    (std::make_index_sequence<First>{}, std::make_index_sequence<Second>{});
}

constexpr Product hiddenTokens(std::int64_t bytes)
{
    return bytes * Symbol::Context * Symbol::MicroBatch * Symbol::Hidden;
}

constexpr Product splitTokens(std::int64_t bytes, Symbol width)
{
    return bytes * Symbol::Context * Symbol::MicroBatch * width / Symbol::TensorContextRanks;
}

inline bool gathers(const Resolved& plan, const StageLayers&)
{
    return plan.layout.zero >= 3;
}

inline bool keepsPreviousLogits(const Resolved& plan, const StageLayers& layers)
{
    return layers.predicts && plan.microBatches > 1;
}

// F.cross_entropy on 32-bit logits, as counted in PyTorch's autograd.
inline constexpr std::array plainLogits{
    LogitBytes{TermId::Logits, Life::Head, 1, 0},
    LogitBytes{TermId::LogSoftmax, Life::Head, 0, 4},
    LogitBytes{TermId::LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 1, 0},
};
// Loss and gradient of a chunk overwrite its logits, and are freed before the next chunk (Liger
// Kernel, ops/fused_linear_cross_entropy.py).
inline constexpr std::array plainChunks{
    LogitBytes{TermId::Logits, Life::LossBackward, 1, 0},
};

// torchtitan, F.cross_entropy(pred.flatten(0, 1).float(), …), torchtune, and transformers from 4.49
// on (loss/loss_utils.py: ForCausalLMLoss), whose caller has the 16-bit logits: these are gone by
// the time of the backward pass, which holds the log-softmax and the two 32-bit gradients.
inline constexpr std::array castLogits{
    LogitBytes{TermId::Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{TermId::LogSoftmax, Life::Head, 0, 4},
    LogitBytes{TermId::LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{TermId::LogSoftmaxGradient, Life::LossBackward, 0, 4},
};
// Megatron-LM, core/tensor_parallel/cross_entropy.py: the 32-bit logits, their exponentials, the
// softmax and its gradient are one tensor, as each is computed in the place of the one before.
inline constexpr std::array megatronLogits{
    LogitBytes{TermId::Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{TermId::LogSoftmax, Life::Head, 0, 4},
    LogitBytes{TermId::LogitsGradient16, Life::LossBackward, 1, 0},
};
// transformers, modeling_llama.py before 4.45: logits.float(), a shifted contiguous copy, and the
// log-softmax; then the log-softmax and its gradients.
inline constexpr std::array trainerLogits{
    LogitBytes{TermId::LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{TermId::LogitsShifted, Life::ForwardEnd, 0, 4},
    LogitBytes{TermId::LogSoftmax, Life::Head, 0, 4},
    LogitBytes{TermId::LogitsGradient, Life::LossBackward, 0, 4},
    LogitBytes{TermId::LogSoftmaxGradient, Life::LossBackward, 0, 4},
};
// torchtune, modules/loss: eight chunks of 16-bit logits, whose gradients take their places.
inline constexpr std::array tuneChunks{
    LogitBytes{TermId::Logits, Life::Head, 1, 0},
};

} // namespace highwater::frameworks
