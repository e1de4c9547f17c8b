// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ledger/product.h"
#include "plan/names.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace highwater {

enum class Group { Parameters, Gradients, Optimizer, Activations, Temporary, Overhead };
inline constexpr std::size_t groupCount = 6;

enum class Scope { Layer, Model };

/// The events of a step at which memory is counted.
enum class Moment { Load, ForwardEnd, Loss, LayerBackward, BackwardEnd, OptimizerStep };
inline constexpr std::size_t momentCount = 6;

/// How long a tensor lives.
enum class Life {
    Always, ///< from load to the end
    Training, ///< from the first step to the end
    Saved, ///< from a layer's forward pass to its backward pass
    Recomputed, ///< only while one layer is recomputed for its backward pass
    Head, ///< from the end of the forward pass to the loss's backward pass
    LossBackward, ///< while the loss's backward pass runs
    LayerBackward, ///< while one layer's backward pass runs
    Growing, ///< made by each layer's backward pass, kept to the end of the step
    HeadGradient ///< from the loss's backward pass on, while the layers' runs
};

/// How many of a tensor there are, and whether the first layer and the layer at work have one. The
/// layer at work is the one whose backward pass takes most; \p after it stand layers whose tensors
/// are already gone by then.
struct Copies
{
    std::int64_t all = 1;
    bool first = true;
    bool atWork = true;
    std::int64_t after = 0;
};

using MomentCounts = std::array<std::int64_t, momentCount>;

/// How many copies live at each moment: the only rule about lifetimes. At the end of the backward
/// pass the first layer's tensors are still in use, and nothing is fetched ahead any more.
constexpr MomentCounts live(Life life, Copies copies)
{
    const std::int64_t all = copies.all;
    const std::int64_t first = copies.first ? 1 : 0;
    const std::int64_t work = copies.atWork ? 1 : 0;
    // load, end of forward, loss, backward of a layer, end of backward, optimizer step
    switch (life) {
    case Life::Always:
        return {all, all, all, all, all, all};
    case Life::Training:
        return {0, all, all, all, all, all};
    case Life::Saved:
        return {0, all, all, all - copies.after, first, 0};
    case Life::Recomputed:
        return {0, 0, 0, work, first, 0};
    case Life::Head:
        return {0, all, all, 0, 0, 0};
    case Life::LossBackward:
        return {0, 0, all, 0, 0, 0};
    case Life::LayerBackward:
        return {0, 0, 0, all * work, first, 0};
    case Life::Growing:
        return {0, 0, 0, work + copies.after, all, all};
    case Life::HeadGradient:
        return {0, 0, 0, all, all, 0};
    }
    return {};
}

enum class TermId : std::uint8_t {
    ParametersEmbedding,
    ParametersHead,
    ParametersOther,
    ParametersAttention,
    ParametersMlp,
    ParametersExperts,
    ParametersShared,
    ParametersRouter,
    ParametersNorms,

    GradientsEmbedding,
    GradientsHead,
    GradientsOther,
    GradientsLayer,
    GradientsMoeLayer,

    OptimizerMaster,
    OptimizerMomentum,
    OptimizerVariance,
    OptimizerAccumulator,
    OptimizerFactored,
    OptimizerVectorVariance,

    LayerInput,
    AttentionNormInput,
    AttentionNormCopy,
    AttentionNormScaled,
    AttentionNormStatistics,
    AttentionInput,
    AttentionInputQuantised,
    QueryNormInput,
    QueryNormCopy,
    QueryNormScaled,
    QueryNormStatistics,
    KeyNormInput,
    KeyNormCopy,
    KeyNormScaled,
    KeyNormStatistics,
    QueryLatentInput,
    QueryLatentCopy,
    QueryLatentScaled,
    QueryLatentStatistics,
    QueryLatentOutput,
    KvLatentInput,
    KvLatentRotary,
    KvLatentCopy,
    KvLatentScaled,
    KvLatentStatistics,
    KvLatentOutput,
    AttentionQuery,
    AttentionKey,
    AttentionValue,
    AttentionScores32,
    AttentionScores,
    AttentionScoresMask,
    AttentionScoresDropped,
    AttentionOutput,
    AttentionOutputQuantised,
    AttentionLogSumExp,
    AttentionDropoutMask,
    AttentionPostNormInput,
    AttentionPostNormCopy,
    AttentionPostNormScaled,
    AttentionPostNormStatistics,
    MlpNormInput,
    MlpNormCopy,
    MlpNormScaled,
    MlpNormStatistics,
    MlpInput,
    MlpInputQuantised,
    MlpGate,
    MlpActivated,
    MlpUp,
    MlpProduct,
    MlpActivationInput,
    MlpActivationOutput,
    MlpDropoutMask,
    MlpPostNormInput,
    MlpPostNormCopy,
    MlpPostNormScaled,
    MlpPostNormStatistics,
    RouterProbabilities,
    RouterChoice,
    RouterChosen,
    RouterSum,
    ExpertsIndices,
    ExpertsInput,
    ExpertsGate,
    ExpertsActivated,
    ExpertsUp,
    ExpertsProduct,
    ExpertsActivationInput,
    ExpertsActivationOutput,
    ExpertsOutput,
    ExpertsRoutingWeight,
    ExpertsWeightedOutput,
    SharedGate,
    SharedActivated,
    SharedUp,
    SharedProduct,
    SharedActivationInput,
    SharedActivationOutput,
    SelectiveQuery,
    SelectiveKey,
    SelectiveValue,
    SelectiveQueryLatent,
    SelectiveQueryExpanded,
    SelectiveKvLatent,
    SelectiveKvRotary,
    SelectiveKvExpanded,
    SelectiveAttentionProjected,
    SelectiveGate,
    SelectiveUp,
    SelectiveDown,
    SelectiveRouter,
    SelectiveSharedGate,
    SelectiveSharedUp,
    SelectiveSharedDown,
    EmbeddingDropoutMask,
    FinalNormInput,
    FinalNormCopy,
    FinalNormScaled,
    FinalNormStatistics,
    HeadInput,

    Logits,
    LogSoftmax,
    LogitsGradient,
    LogitsGradient16,
    BackwardMlp,
    BackwardResidual,
    BackwardExperts,
    BackwardScores,
    GatheredHead,
    GatheredBlocks,
    GatheredMoeBlocks,
    UnshardedBlockGradient,
    UnshardedMoeBlockGradient,
    UnshardedHeadGradient,
    QuantisedAttention,
    QuantisedMlp,
    QuantisedExperts,
    QuantisedShared,

    OverheadContext,
    OverheadWorkspace,
    OverheadCommunicators,
    OverheadAllocator,
    OverheadReserve,
    Count
};

/// One kind of tensor of a plan: how large one is and how many live when.
struct Term
{
    TermId id;
    Life life;
    Product each;
    Copies copies;
};

/// What is said about a term; none of it depends on the plan.
struct TermWords
{
    TermId term;
    std::string_view id; ///< "attention.output"
    Scope scope;
    const char* label; ///< marked for translation
    std::string_view step; ///< where in the model it arises
    std::string_view shape; ///< "[b, s, q]"
    std::string_view source; ///< paper, file or measurement that the size comes from
};

const TermWords& words(TermId id);

constexpr Group groupOf(TermId id)
{
    if (id < TermId::GradientsEmbedding)
        return Group::Parameters;
    if (id < TermId::OptimizerMaster)
        return Group::Gradients;
    if (id < TermId::LayerInput)
        return Group::Optimizer;
    if (id < TermId::Logits)
        return Group::Activations;
    return id < TermId::OverheadContext ? Group::Temporary : Group::Overhead;
}

} // namespace highwater

HIGHWATER_NAMES(Group, 6, "parameters", "gradients", "optimizer", "activations", "temporary",
                "overhead")
HIGHWATER_NAMES(Scope, 2, "layer", "model")
HIGHWATER_NAMES(Moment, 6, "load", "forward_end", "loss", "layer_backward", "backward_end",
                "optimizer_step")
