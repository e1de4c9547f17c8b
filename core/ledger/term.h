// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/event.h"
#include "core/ledger/product.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace highwater {

enum class Group : std::uint8_t {
    Parameters,
    Gradients,
    Optimizer,
    Activations,
    Temporary,
    Overhead
};
inline constexpr auto groupCount = static_cast<std::size_t>(Group::Overhead) + 1;

enum class Scope { Layer, Model };

/// Every kind of tensor that a ledger can list, in the order of the table of their facts and words.
enum class TermId : std::uint16_t {
    ParametersEmbedding,
    ParametersHead,
    ParametersOther,
    ParametersVision,
    ParametersAttention,
    ParametersMlp,
    ParametersExperts,
    ParametersShared,
    ParametersRouter,
    ParametersNorms,
    ParametersScales,
    ParametersAdapter,
    ParametersMoeAdapter,
    ParametersExpertsAdapter,
    ParametersAdapterHead,
    ParametersAdapterEmbedding,
    ParametersPrompts,
    ParametersSavedEmbedding,
    ParametersSavedHead,
    WeightsEmbedding,
    WeightsHead,
    WeightsAttention,
    WeightsMlp,
    WeightsExperts,
    WeightsShared,
    WeightsRouter,
    WeightsOther,
    WeightsHost,
    WeightsDraft,

    GradientsEmbedding,
    GradientsHead,
    GradientsOther,
    GradientsVision,
    GradientsLayer,
    GradientsMoeLayer,
    GradientsExperts,
    GradientsAdapter,
    GradientsMoeAdapter,
    GradientsExpertsAdapter,
    GradientsAdapterHead,
    GradientsAdapterEmbedding,
    GradientsPrompts,
    GradientsTunedNorms,
    GradientsSavedEmbedding,
    GradientsSavedHead,
    GradientsInUse,

    OptimizerMaster,
    OptimizerMomentum,
    OptimizerVariance,
    OptimizerAccumulator,
    OptimizerFactored,
    OptimizerVectorVariance,
    OptimizerExpertsMaster,
    OptimizerExpertsMomentum,
    OptimizerExpertsVariance,
    OptimizerExpertsAccumulator,
    OptimizerExpertsFactored,
    OptimizerProjectors,
    OptimizerExpertsProjectors,
    OptimizerRows,
    OptimizerExpertsRows,
    OptimizerPreconditioners,
    OptimizerExpertsPreconditioners,
    OptimizerScales,
    OptimizerExpertsScales,
    OptimizerSelected,

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
    QkvCopy,
    AttentionKey,
    AttentionValue,
    AttentionScores32,
    AttentionScores,
    AttentionScoresMask,
    AttentionScoresDropped,
    AttentionOutput,
    AttentionOutputCopy,
    AttentionOutputQuantised,
    AttentionProjectionInput,
    AttentionLogSumExp,
    LinearKept,
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
    AdapterAttentionInput,
    AdapterOutputInput,
    AdapterMlpInput,
    AdapterDownInput,
    AdapterRankOutputs,
    AdapterPadded,
    AdapterResults,
    AdapterScaled,
    PromptKeys,
    PromptOutput,
    PromptLogSumExp,
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
    ImagePixels,
    ImageLayers,
    ImageInputs,
    ImageEnds,
    ImageBackward,
    ImagePass,
    RotaryTables,
    PackedMask,
    FinalNormInput,
    FinalNormCopy,
    FinalNormScaled,
    FinalNormStatistics,
    HeadInput,
    AdapterHeadInput,
    AdapterHeadScaled,
    AdapterEmbeddingOutput,
    PredictionInput,
    KvCache,
    KvCacheFull,
    KvCacheWindow,
    KvCacheState,
    KvCacheHost,
    KvCacheDraft,

    Logits,
    LogitsFloat,
    LogitsShifted,
    LogitsPrevious,
    LogitsHeld,
    LogitsParallel,
    LogSoftmax,
    LogSoftmaxGradient,
    LogitsGradient,
    LogitsGradient16,
    ForwardResidual,
    StageOutput,
    BackwardHeadInput,
    BackwardHead,
    BackwardHeadWeight,
    BackwardResidual,
    BackwardMlp,
    BackwardMlpInput,
    BackwardProduct,
    BackwardExperts,
    BackwardRouted,
    BackwardExpertProduct,
    BackwardDropout,
    BackwardWeight,
    BackwardExpertWeights,
    BackwardScores,
    BackwardValues,
    BackwardGathered,
    GatheredHead,
    GatheredBlocks,
    GatheredMoeBlocks,
    GatheredExperts,
    GatheredRoot,
    GatheredLastBlock,
    GatheredHeadBuffer,
    GatheredEarlier,
    RetainedInputs,
    GatheredParameters,
    CastWeights,
    LiveParameters,
    UnshardedBlockGradient,
    UnshardedMoeBlockGradient,
    UnshardedExpertsGradient,
    UnshardedHeadGradient,
    UnshardedEmbeddingGradient,
    UnshardedRootGradient,
    UnshardedFlatGradient,
    ReduceInput,
    ReduceBucket,
    ReduceBuckets,
    BucketCopy,
    PartitionGradients,
    StepGradients,
    StepNorm,
    StepTemporaries,
    StepTemporariesAdagrad,
    StepTemporariesAdafactor,
    LoadCopy,
    HostGradients,
    HostStaging,
    HostOverlap,
    HostSubGroup,
    SelectedGradients,
    SelectedCopy,
    SelectedStep,
    StepCopies,
    GradientCopy,
    CollectiveBuffers,
    DequantisedHead,
    DequantisedWeight,
    UnpackedWeights,
    UnpackedIntegers,
    PreviousInputs,
    QuantisedAttention,
    QuantisedMlp,
    QuantisedExperts,
    QuantisedShared,
    PrefillResidual,
    PrefillScores,
    PrefillMask,
    PrefillMlp,
    PrefillRouted,
    PrefillExperts,
    PrefillOutput,
    PrefillLogits,
    KvCacheCopy,
    KvCacheConverted,
    AdapterProducts,
    StepUpdate,
    StepIterates,
    StepProducts,
    StepGathered,
    ContextExchange,
    PassResidual,
    PassMlp,
    PassRouted,
    PassExperts,
    LogitsMasked,
    LogitsScaled,
    LogitsEntropy,
    LogitsDivergence,
    TeacherTopK,
    GeneratedScores,
    HeadGradientSum,
    SyncBucket,
    EvaluationHidden,
    EvaluationLogits,
    EvaluationLogitsFloat,
    EvaluationLogSoftmax,
    EvaluationPredictions,
    EvaluationJoin,
    SaveGathered,
    SaveWhole,
    SaveHost,
    MergeDelta,
    MergeWeight,
    LoadHost,
    LoadHostFirst,
    LoadQuantised,

    OverheadContext,
    OverheadWorkspace,
    OverheadCommunicators,
    OverheadAllocator,
    OverheadReserve,
    OverheadGraphs,
    OverheadCounts,
    OverheadServer,
    Count
};

// The order of the enumeration means nothing: what is known of a term stands in its row.
bool operator<(TermId, TermId) = delete;
bool operator>(TermId, TermId) = delete;
bool operator<=(TermId, TermId) = delete;
bool operator>=(TermId, TermId) = delete;

/// The memory that keeps a tensor.
/// FirstHost: the host's, for the first rank of the job alone.
enum class Place : std::uint8_t { Gpu, Host, Disk, FirstHost };

/// One kind of tensor of a plan: its size, the unit that has one (`per`), its life and its place.
/// Example: a layer's query, 2·s·b·q/t bytes, one for each layer, from forward to backward, on the
/// GPU.
struct Term
{
    TermId id;
    Life life;
    Per per;
    Place place;
    BackwardPoint point; ///< for the lives that need one, Life::Saved to Life::Working
    std::uint16_t row; ///< rowOf(life, point, per)
    Product each;

    constexpr Term(TermId ofTensor, Life itsLife, Product eachSize, Per perUnit = Per::Model,
                   Place inMemory = Place::Gpu, BackwardPoint atPoint = BackwardPoint::End)
        : id(ofTensor)
        , life(itsLife)
        , per(perUnit)
        , place(inMemory)
        , point(atPoint)
        , row(rowOf(life, point, per))
        , each(eachSize)
    { }
    bool operator==(const Term&) const = default;
};

/// The operators of a layer in the order of the forward pass. The backward pass runs through them
/// from the last to the first.
enum class LayerStep : std::uint8_t {
    AttentionNorm,
    QkvProduct,
    Rotary, ///< with all other operators between the product and the attention
    Attention,
    OutProduct,
    MlpNorm, ///< after the residual sum
    UpProduct, ///< gate and up; with experts, all operators from the router to the experts' output
    Activation,
    Gating, ///< activation times up
    DownProduct
};

/// Facts of a term's tensors that hold in every plan.
struct TermFacts
{
    Group group{};
    LayerStep made{}; ///< if a layer's forward pass keeps the tensor: by this step of it
    LayerStep freed{}; ///< after this step of the backward pass: that of the operator that kept it
    std::uint8_t modules = 0; ///< the parts of a layer that drop it where they are recomputed alone
    bool withinNorm = false; ///< only the norm that makes it reads it
    bool ofPass = false; ///< a temporary tensor that replicas and offload of the optimizer leave as
                         ///< it is

    static constexpr std::uint8_t bit(RecomputeModule module)
    {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(module));
    }
};

/// The facts and words about a term; none of them depends on the plan.
struct TermWords
{
    TermId id;
    TermFacts facts;
    std::string_view name; ///< "attention.output"
    Scope scope;
    const char* label; ///< marked for translation
    std::string_view step; ///< the part of the model or of the step that makes the tensor
    std::string_view shape; ///< "[b, s, q]"
    std::string_view source; ///< paper, file or measurement that the size comes from
};

const TermWords& words(TermId id);

/// The facts of every term, apart from its words, as sums of terms read them.
extern const std::array<TermFacts, static_cast<std::size_t>(TermId::Count)> termFacts;

inline const TermFacts& factsOf(TermId id)
{
    return termFacts[static_cast<std::size_t>(id)];
}

inline Group groupOf(TermId id)
{
    return factsOf(id).group;
}

/// Whether a part of a layer that is recomputed alone drops a kept tensor. Each part keeps its
/// input (Megatron-LM, core/transformer/transformer_config.py: recompute_modules). The attention's
/// scores, which its core drops, are not of it: TermWriter::addScores().
inline bool isOfModule(TermId id, RecomputeModule module)
{
    return (factsOf(id).modules & TermFacts::bit(module)) != 0;
}

} // namespace highwater

HIGHWATER_NAMES(Group, "parameters", "gradients", "optimizer", "activations", "temporary",
                "overhead")
HIGHWATER_NAMES(Scope, "layer", "model")
HIGHWATER_NAMES(Place, "gpu", "host", "disk", "first-host")
