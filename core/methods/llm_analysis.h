// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/plan/result.h"

#include <cstdint>
#include <optional>

namespace highwater {

struct Resolved;

/// The values of llm-analysis' ActivationRecomputation.
enum class LlmRecompute { None, AttentionCompute, Attention, NormAttentionNorm, Full };

/// The arguments of cli99/llm-analysis, LLMAnalysis.training (at d841e40a), in 16 bits.
struct LlmAnalysisSetup
{
    std::int64_t layers = 0, hidden = 0, heads = 0, keyValueHeads = 0, feedForward = 0,
                 vocabulary = 0;
    std::int64_t experts = 1, expertsPerToken = 1;
    bool gated = false;
    std::int64_t context = 0, microBatch = 1;
    std::int64_t tensor = 1, pipeline = 1, data = 1, expert = 1;
    std::int64_t sequence = 1; ///< ranks of sequence parallelism: 1, or those of tensor parallelism
    std::int64_t zero = 0;
    LlmRecompute recompute = LlmRecompute::None;
    bool flash = true, dropout = false, recomputesGelu = false;
    std::int64_t optimizerBytes = 12; ///< master weights and moments of one parameter
};

/// Bytes of one GPU in double precision and in the program's order of operations.
struct LlmAnalysisNeeds
{
    double parameters = 0; ///< the number of parameters
    double weights = 0, gradients = 0, optimizer = 0;
    double attention = 0, mlp = 0, norms = 0; ///< activations of all layers
    double inputEmbedding = 0, logits = 0, finalNorm = 0;
    double activations = 0;
    double backwardPrefetch = 0, lossBackward = 0;
    double peak = 0;
};

LlmAnalysisNeeds llmAnalysisNeeds(const LlmAnalysisSetup& setup);

Result<Answer> llmAnalysisAnswer(const Resolved& plan);

} // namespace highwater
