// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/product.h"

#include "core/plan/numbers.h"
#include "core/plan/text.h"

#include <vector>

namespace highwater {
namespace {

struct SymbolName
{
    Symbol symbol;
    std::string_view name;
};

constexpr std::array symbolNames{
    SymbolName{Symbol::One, "1"},
    SymbolName{Symbol::Context, "s"},
    SymbolName{Symbol::MicroBatch, "b"},
    SymbolName{Symbol::Hidden, "h"},
    SymbolName{Symbol::Layers, "L"},
    SymbolName{Symbol::Heads, "a"},
    SymbolName{Symbol::KvHeads, "k"},
    SymbolName{Symbol::Query, "q"},
    SymbolName{Symbol::KeyValue, "kv"},
    SymbolName{Symbol::AttentionOut, "o"},
    SymbolName{Symbol::FeedForward, "f"},
    SymbolName{Symbol::Vocabulary, "v"},
    SymbolName{Symbol::Experts, "E"},
    SymbolName{Symbol::TopK, "K"},
    SymbolName{Symbol::ExpertWidth, "e"},
    SymbolName{Symbol::SharedWidth, "u"},
    SymbolName{Symbol::QueryRank, "ql"},
    SymbolName{Symbol::KvRank, "kl"},
    SymbolName{Symbol::RotaryDim, "r"},
    SymbolName{Symbol::ExpandedKv, "x"},
    SymbolName{Symbol::Positions, "m"},
    SymbolName{Symbol::ChunkTokens, "n"},
    SymbolName{Symbol::LocalExperts, "E_l"},
    SymbolName{Symbol::AttentionParameters, "P_attention"},
    SymbolName{Symbol::MlpParameters, "P_mlp"},
    SymbolName{Symbol::ExpertParameters, "P_experts"},
    SymbolName{Symbol::SharedParameters, "P_shared"},
    SymbolName{Symbol::RouterParameters, "P_router"},
    SymbolName{Symbol::NormParameters, "P_norms"},
    SymbolName{Symbol::DenseLayerParameters, "P_layer"},
    SymbolName{Symbol::MoeLayerParameters, "P_moe_layer"},
    SymbolName{Symbol::EmbeddingParameters, "P_embedding"},
    SymbolName{Symbol::HeadParameters, "P_head"},
    SymbolName{Symbol::OtherParameters, "P_other"},
    SymbolName{Symbol::VisionParameters, "P_vision"},
    SymbolName{Symbol::Parameters, "P"},
    SymbolName{Symbol::MatrixParameters, "P_matrices"},
    SymbolName{Symbol::VectorParameters, "P_vectors"},
    SymbolName{Symbol::FactoredEntries, "F"},
    SymbolName{Symbol::RoutedParameters, "P_routed"},
    SymbolName{Symbol::RoutedFactored, "F_routed"},
    SymbolName{Symbol::RoutedTokens, "R"},
    SymbolName{Symbol::RootParameters, "P_root"},
    SymbolName{Symbol::BlockParameters, "P_block"},
    SymbolName{Symbol::TrainedParameters, "P_trained"},
    SymbolName{Symbol::HeldParameters, "P_held"},
    SymbolName{Symbol::LargestWeight, "P_largest"},
    SymbolName{Symbol::BucketElements, "N_bucket"},
    SymbolName{Symbol::BucketCopyElements, "N_copy"},
    SymbolName{Symbol::LiveElements, "N_live"},
    SymbolName{Symbol::SubGroupElements, "N_group"},
    SymbolName{Symbol::PartitionElements, "N_partition"},
    SymbolName{Symbol::PartitionRest, "N_rest"},
    SymbolName{Symbol::PartitionAdded, "N_added"},
    SymbolName{Symbol::NormElements, "N_norm"},
    SymbolName{Symbol::AdapterDense, "A_layer"},
    SymbolName{Symbol::AdapterMoe, "A_moe_layer"},
    SymbolName{Symbol::AdapterExperts, "A_experts"},
    SymbolName{Symbol::AdapterHead, "A_head"},
    SymbolName{Symbol::Rank, "rank"},
    SymbolName{Symbol::AdapterEmbedding, "A_embedding"},
    SymbolName{Symbol::SavedParameters, "P_saved"},
    SymbolName{Symbol::BaseAttention, "Q_attention"},
    SymbolName{Symbol::BaseMlp, "Q_mlp"},
    SymbolName{Symbol::BaseExperts, "Q_experts"},
    SymbolName{Symbol::BaseShared, "Q_shared"},
    SymbolName{Symbol::BaseHead, "Q_head"},
    SymbolName{Symbol::BaseDenseLayer, "Q_layer"},
    SymbolName{Symbol::BaseMoeLayer, "Q_moe_layer"},
    SymbolName{Symbol::BaseScales, "Q_scales"},
    SymbolName{Symbol::BaseMoeScales, "Q_moe_scales"},
    SymbolName{Symbol::QkvWidth, "(q+2·kv)"},
    SymbolName{Symbol::Shards, "S"},
    SymbolName{Symbol::ExpertShards, "S_e"},
    SymbolName{Symbol::TensorRanks, "t"},
    SymbolName{Symbol::ContextRanks, "c"},
    SymbolName{Symbol::TensorContextRanks, "(t·c)"},
    SymbolName{Symbol::ExpertTensorRanks, "t_e"},
    SymbolName{Symbol::IdleBytes, "idle"},
    SymbolName{Symbol::EmbeddingBytes, "W_embedding"},
    SymbolName{Symbol::HeadBytes, "W_head"},
    SymbolName{Symbol::AttentionBytes, "W_attention"},
    SymbolName{Symbol::MlpBytes, "W_mlp"},
    SymbolName{Symbol::ExpertBytes, "W_experts"},
    SymbolName{Symbol::SharedBytes, "W_shared"},
    SymbolName{Symbol::RouterBytes, "W_router"},
    SymbolName{Symbol::OtherBytes, "W_other"},
    SymbolName{Symbol::LayerCacheBytes, "kv_layer"},
    SymbolName{Symbol::CachedTokens, "s_kv"},
    SymbolName{Symbol::PrefillTokens, "s_pass"},
    SymbolName{Symbol::ChosenPositions, "n_logits"},
    SymbolName{Symbol::KeptBytes, "kept"},
    SymbolName{Symbol::FullLayers, "L_full"},
    SymbolName{Symbol::WindowLayers, "L_window"},
    SymbolName{Symbol::LinearLayers, "L_linear"},
    SymbolName{Symbol::WindowTokens, "s_window"},
    SymbolName{Symbol::WindowCacheBytes, "kv_window"},
    SymbolName{Symbol::StateBytes, "state"},
    SymbolName{Symbol::LinearKept, "k_linear"},
    SymbolName{Symbol::ExpertLatent, "h_e"},
    SymbolName{Symbol::TrainedOther, "P_trained_other"},
    SymbolName{Symbol::TrainedRoot, "P_trained_root"},
    SymbolName{Symbol::ProjectedEntries, "P_low"},
    SymbolName{Symbol::Projectors, "P_proj"},
    SymbolName{Symbol::RoutedProjected, "P_low_routed"},
    SymbolName{Symbol::RoutedProjectors, "P_proj_routed"},
    SymbolName{Symbol::RowEntries, "P_rows"},
    SymbolName{Symbol::RoutedRows, "P_rows_routed"},
    SymbolName{Symbol::Preconditioners, "P_precond"},
    SymbolName{Symbol::RoutedPreconditioners, "P_precond_r"},
    SymbolName{Symbol::MomentBlocks, "P_blocks"},
    SymbolName{Symbol::RoutedMomentBlocks, "P_blocks_routed"},
    SymbolName{Symbol::LargestMatrix, "P_matrix"},
    SymbolName{Symbol::HostParameters, "P_host"},
    SymbolName{Symbol::GpuParameters, "P_gpu"},
    SymbolName{Symbol::HostRouted, "P_host_r"},
    SymbolName{Symbol::GpuRouted, "P_gpu_r"},
    SymbolName{Symbol::PredictionLogits, "n_heads"},
    SymbolName{Symbol::LogitRows, "n_rows"},
    SymbolName{Symbol::PromptParameters, "A_prompts"},
    SymbolName{Symbol::PromptTokens, "n_prompt"},
    SymbolName{Symbol::TunedNorms, "A_norms"},
    SymbolName{Symbol::StepMatrix, "P_step"},
    SymbolName{Symbol::StepSquare, "n_step²"},
    SymbolName{Symbol::ConvertedCacheBytes, "kv_16"},
    SymbolName{Symbol::EvaluationBatch, "b_eval"},
    SymbolName{Symbol::KeptPredictions, "n_kept"},
    SymbolName{Symbol::JoinedPredictions, "n_joined"},
    SymbolName{Symbol::BaseTower, "Q_vision"},
    SymbolName{Symbol::ImagePatches, "n_patches"},
    SymbolName{Symbol::PatchValues, "n_pixels"},
    SymbolName{Symbol::TowerLayers, "L_tower"},
    SymbolName{Symbol::TowerLayerKept, "k_tower"},
    SymbolName{Symbol::TowerEndsKept, "k_ends"},
    SymbolName{Symbol::TowerInputs, "k_inputs"},
    SymbolName{Symbol::TowerWorking, "k_working"},
    SymbolName{Symbol::TowerPass, "k_pass"},
    SymbolName{Symbol::TileTokens, "s_tile"},
    SymbolName{Symbol::ScaledTokens, "s_blocks"},
    SymbolName{Symbol::ScaledRouted, "R_blocks"},
    SymbolName{Symbol::NarrowAttention, "W8_attention"},
    SymbolName{Symbol::NarrowMlp, "W8_mlp"},
    SymbolName{Symbol::NarrowExperts, "W8_experts"},
    SymbolName{Symbol::NarrowShared, "W8_shared"},
    SymbolName{Symbol::SelectedEmbedding, "Z_embedding"},
    SymbolName{Symbol::SelectedHead, "Z_head"},
    SymbolName{Symbol::SelectedOther, "Z_other"},
    SymbolName{Symbol::SelectedDense, "Z_layer"},
    SymbolName{Symbol::SelectedMoe, "Z_moe"},
    SymbolName{Symbol::SelectedExperts, "Z_experts"},
    SymbolName{Symbol::SelectedParameters, "Z"},
    SymbolName{Symbol::SelectedRouted, "Z_routed"},
    SymbolName{Symbol::SelectedBucket, "Z_bucket"},
};

consteval bool namesAreInOrder()
{
    for (std::size_t i = 0; i < symbolNames.size(); ++i)
        if (symbolNames[i].symbol != static_cast<Symbol>(i))
            return false;
    return symbolNames.size() == static_cast<std::size_t>(Symbol::Count);
}
static_assert(namesAreInOrder(), "the names of symbols stand in the order of the enumeration");

consteval bool namesDiffer()
{
    for (std::size_t i = 0; i < symbolNames.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (symbolNames[i].name == symbolNames[j].name)
                return false;
    return true;
}
static_assert(namesDiffer(), "no two symbols print the same name");

template <class Show> std::string printed(Product product, Show show, bool powers)
{
    std::vector<Symbol> factors;
    for (std::uint64_t rest = product.factors(); rest != 0; rest >>= 8)
        factors.insert(factors.begin(), static_cast<Symbol>(rest & 0xFF));

    std::string text;
    if (product.coefficient() != 1 || factors.empty())
        text = grouped(product.coefficient());
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const bool squared = powers && i + 1 < factors.size() && factors[i] == factors[i + 1];
        if (!text.empty())
            text += "·";
        text += show(factors[i]);
        if (squared) {
            text += "²";
            ++i;
        }
    }
    if (product.divisor() != Symbol::One) {
        text += '/';
        text += show(product.divisor());
    }
    return text;
}

std::string_view symbolName(Symbol symbol)
{
    return symbolNames[static_cast<std::size_t>(symbol)].name;
}

} // namespace

std::string formula(Product product)
{
    return printed(
        product, [](Symbol symbol) { return std::string(symbolName(symbol)); }, true);
}

std::string withNumbers(Product product, const SymbolValues& values)
{
    return printed(
        product, [&](Symbol symbol) { return grouped(valueOf(symbol, values)); }, false);
}

} // namespace highwater
