// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/frameworks/frameworks.h"
#include "core/ledger/frameworks/parts.h"

namespace highwater::frameworks {
namespace {

using enum TermId;

// Megatron-LM, core/tensor_parallel/cross_entropy.py: 32-bit logits and their exponentials, in
// place; the softmax becomes the gradient.
constexpr std::array megatronLogits{
    LogitBytes{Logits, Life::ForwardEnd, 1, 0},
    LogitBytes{LogitsFloat, Life::ForwardEnd, 0, 4},
    LogitBytes{LogSoftmax, Life::Head, 0, 4},
    LogitBytes{LogitsGradient16, Life::LossBackward, 1, 0},
};

} // namespace

constinit const Profile megatron{.framework = Framework::Megatron,
                                 .name = "Megatron-LM",
                                 .source
                                 = "Megatron-LM, theoretical_memory_usage.py, core/tensor_parallel",
                                 .gradients = Gradients::Fp32,
                                 // core/transformer/transformer_config.py: recompute_modules is
                                 // core_attn unless more are named.
                                 .selective = Selective::CoreAttention,
                                 .vocabularyMultiple = 128,
                                 .fusesWeightGradients = true,
                                 .logits = megatronLogits,
                                 .chunkedLogits = plainChunks};

} // namespace highwater::frameworks
