// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/shape.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace highwater {

class ModelReader;

/// A yes or no that a family's files say under a name; without a name it holds for all of them.
struct FamilyFlag
{
    std::string_view key;
    bool absent = false; ///< where the file does not say it
};
inline constexpr FamilyFlag always{{}, true};

/// The sizes of the class that a file may leave out; 0: the file must say them.
struct FamilySizes
{
    std::int64_t hidden = 0, feedForward = 0, layers = 0, heads = 0, vocabulary = 0;
};

/// Which layers have experts, by the fields that say so.
enum class ExpertLayers {
    All,
    FirstDense, ///< first_k_dense_replace, moe_layer_freq
    SparseStep, ///< decoder_sparse_step, mlp_only_layers
    Stretch, ///< moe_layer_start_index, moe_layer_end_index, moe_layer_interval
    Listed ///< moe_layers, or interleave_moe_layer_step
};

struct FamilyExperts
{
    bool any = false;
    bool ownWidth
        = false; ///< moe_intermediate_size; else an expert is as wide as intermediate_size
    ExpertLayers layers = ExpertLayers::All;
    std::int64_t dense = 0; ///< dense layers first, where the file does not say it
    std::string_view sharedCount{}, sharedWidth{}; ///< fields of the shared experts
    bool sharedGate = false;
    bool routerBias = false; ///< a number for each expert
    bool bias = false;
};

/// Which layers see a window of the tokens alone, where layer_types does not say it.
enum class WindowRule {
    None,
    All,
    EvenLayers,
    AllButEvery, ///< all but every n-th, by sliding_window_pattern
    FromLayer, ///< from max_window_layers on, with use_sliding_window
    Chunks ///< chunks of attention_chunk_size, but in every n-th layer
};

struct FamilyWindow
{
    WindowRule rule = WindowRule::None;
    std::int64_t width = 0; ///< where the file does not say it; 0: none
    std::int64_t every = 0;
};

/// The ways in which the models of one model_type differ from Llama (arXiv 2302.13971), as the
/// modelling code of Hugging Face transformers 5.3 and of the models' own repositories has them.
struct ModelFamily
{
    std::string_view type;
    Norm norm = Norm::RmsNorm;
    std::int64_t normVectors = -1; ///< -1: as many as the norm has
    std::int64_t norms = 2;
    bool gated = true;
    Activation activation = Activation::Silu; ///< where the file does not say it
    FamilyFlag qkvBias{}, outBias{}, mlpBias{};
    QkNorm qkNorm = QkNorm::None;
    FamilyFlag qkNormIf = always;
    FamilyFlag headBias{};
    bool tied = false;
    std::int64_t kvHeads = 0; ///< 0: as many as heads
    std::int64_t headDim = 0; ///< 0: hidden / heads
    std::int64_t hiddenWidths = 0; ///< the feed-forward width over hidden where the file is silent
    FamilySizes sizes{};
    FamilyExperts experts{};
    FamilyWindow window{};
    void (*amend)(ModelReader&) = nullptr; ///< what no field above can say
};

/// The family of a model_type; null where it is not known.
const ModelFamily* findFamily(std::string_view type);

/// The model_type of a class: "qwen2_moe" of "Qwen2MoeForCausalLM"; empty where it is not known.
std::string_view typeOfClass(std::string_view name);

/// The model_type of the text in a file of several parts that does not say it.
std::string_view typeOfText(std::string_view outer);

/// A family whose layers nothing here can count: Mamba and the like.
bool isRecurrent(std::string_view type);

/// Llama's own rules, for a type that is not known.
const ModelFamily& unknownFamily();

} // namespace highwater
