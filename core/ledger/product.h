// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace highwater {

/// The named quantities that formulas are made of; formula() prints them.
enum class Symbol : std::uint8_t {
    One,
    Context,
    MicroBatch,
    Hidden,
    Layers,
    Heads,
    KvHeads,
    Query,
    KeyValue,
    AttentionOut,
    FeedForward,
    Vocabulary,
    Experts,
    TopK,
    ExpertWidth,
    SharedWidth,
    QueryRank,
    KvRank,
    RotaryDim,
    ExpandedKv,
    Positions,
    ChunkTokens,
    LocalExperts,
    AttentionParameters,
    MlpParameters,
    ExpertParameters,
    SharedParameters,
    RouterParameters,
    NormParameters,
    DenseLayerParameters,
    MoeLayerParameters,
    EmbeddingParameters,
    HeadParameters,
    OtherParameters,
    VisionParameters,
    Parameters,
    MatrixParameters,
    VectorParameters,
    FactoredEntries,
    RoutedParameters,
    RoutedFactored,
    RoutedTokens,
    RootParameters,
    BlockParameters,
    TrainedParameters,
    HeldParameters,
    LargestWeight,
    BucketElements,
    BucketCopyElements,
    LiveElements,
    SubGroupElements,
    PartitionElements,
    PartitionRest,
    PartitionAdded,
    NormElements,
    AdapterDense,
    AdapterMoe,
    AdapterExperts,
    AdapterHead,
    Rank,
    AdapterEmbedding,
    SavedParameters,
    BaseAttention,
    BaseMlp,
    BaseExperts,
    BaseShared,
    BaseHead,
    BaseDenseLayer,
    BaseMoeLayer,
    BaseScales,
    BaseMoeScales,
    QkvWidth,
    Shards,
    ExpertShards,
    TensorRanks,
    ContextRanks,
    TensorContextRanks,
    ExpertTensorRanks,
    IdleBytes,
    EmbeddingBytes,
    HeadBytes,
    AttentionBytes,
    MlpBytes,
    ExpertBytes,
    SharedBytes,
    RouterBytes,
    OtherBytes,
    LayerCacheBytes,
    CachedTokens,
    PrefillTokens,
    ChosenPositions,
    KeptBytes,
    FullLayers,
    WindowLayers,
    LinearLayers,
    WindowTokens,
    WindowCacheBytes,
    StateBytes,
    LinearKept,
    ExpertLatent,
    TrainedOther,
    TrainedRoot,
    ProjectedEntries,
    Projectors,
    RoutedProjected,
    RoutedProjectors,
    RowEntries,
    RoutedRows,
    Preconditioners,
    RoutedPreconditioners,
    MomentBlocks,
    RoutedMomentBlocks,
    LargestMatrix,
    HostParameters,
    GpuParameters,
    HostRouted,
    GpuRouted,
    PredictionLogits,
    LogitRows,
    PromptParameters,
    PromptTokens,
    TunedNorms,
    StepMatrix,
    StepSquare,
    ConvertedCacheBytes,
    EvaluationBatch,
    KeptPredictions,
    JoinedPredictions,
    BaseTower,
    ImagePatches,
    PatchValues,
    TowerLayers,
    TowerLayerKept,
    TowerEndsKept,
    TowerInputs,
    TowerWorking,
    TowerPass,
    TileTokens,
    ScaledTokens,
    ScaledRouted,
    NarrowAttention,
    NarrowMlp,
    NarrowExperts,
    NarrowShared,
    SelectedEmbedding,
    SelectedHead,
    SelectedOther,
    SelectedDense,
    SelectedMoe,
    SelectedExperts,
    SelectedParameters,
    SelectedRouted,
    SelectedBucket,
    Count
};

using SymbolValues = std::array<std::int64_t, static_cast<std::size_t>(Symbol::Count)>;

/// A coefficient times up to seven named quantities, shared out over a divisor and rounded up: the
/// same value gives the number of bytes and prints the formula. Its 16 bytes can be passed in two
/// registers, and multiplying the factors out, in the hot path of every slider step, follows no
/// pointer.
class Product
{
public:
    Product() = default;
    constexpr explicit Product(std::int64_t coefficient)
        : m_coefficient(coefficient)
    { }

    bool operator==(const Product&) const = default;
    constexpr Product operator*(Symbol symbol) const
    {
        Product product = *this;
        product.m_symbols = (m_symbols & divisorMask) | ((factors() << 8) & ~divisorMask)
            | static_cast<std::uint64_t>(symbol);
        return product;
    }
    constexpr Product operator/(Symbol symbol) const
    {
        Product product = *this;
        product.m_symbols = factors() | static_cast<std::uint64_t>(symbol) << divisorShift;
        return product;
    }

    /// The same product of another quantity in the place of one.
    constexpr Product with(Symbol inPlace, Symbol other) const
    {
        Product product = *this;
        for (int shift = 0; shift < divisorShift; shift += 8)
            if ((m_symbols >> shift & 0xFF) == static_cast<std::uint64_t>(inPlace))
                product.m_symbols = (product.m_symbols & ~(std::uint64_t{0xFF} << shift))
                    | static_cast<std::uint64_t>(other) << shift;
        return product;
    }

    constexpr Product withCoefficient(std::int64_t coefficient) const
    {
        Product product = *this;
        product.m_coefficient = coefficient;
        return product;
    }

    constexpr std::int64_t coefficient() const { return m_coefficient; }
    /// A byte each, the last one lowest.
    constexpr std::uint64_t factors() const { return m_symbols & ~divisorMask; }
    constexpr Symbol divisor() const { return static_cast<Symbol>(m_symbols >> divisorShift); }

private:
    static constexpr int divisorShift = 56;
    static constexpr std::uint64_t divisorMask = std::uint64_t{0xFF} << divisorShift;

    std::int64_t m_coefficient = 1;
    std::uint64_t m_symbols = 0; ///< the factors, and the divisor in the highest byte
};
static_assert(sizeof(Product) == 16);

constexpr Product operator*(std::int64_t coefficient, Symbol symbol)
{
    return Product(coefficient) * symbol;
}
constexpr Product operator*(Symbol left, Symbol right)
{
    return (1 * left) * right;
}

constexpr std::int64_t valueOf(Symbol symbol, const SymbolValues& values)
{
    return values[static_cast<std::size_t>(symbol)];
}

inline Bytes bytesOf(Product product, const SymbolValues& values)
{
    Bytes result = product.coefficient();
    for (std::uint64_t rest = product.factors(); rest != 0; rest >>= 8)
        result = bounded::times(result, values[rest & 0xFF]);
    return shareOf(result, valueOf(product.divisor(), values));
}

/// "2·s·b·h/S", and "2·8,192·1·4,096/8" with the numbers put in.
std::string formula(Product product);
std::string withNumbers(Product product, const SymbolValues& values);

} // namespace highwater
