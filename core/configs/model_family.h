// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/shape.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace highwater {

class ModelReader;

/// A yes or no that a family's files state in a field; without a name, `absent` is the value for
/// the whole family.
struct FamilyFlag
{
    std::string_view key;
    bool absent = false; ///< the value where the file does not state it
};
inline constexpr FamilyFlag always{{}, true};

/// The sizes that the class uses where a file leaves them out; 0: the file must state them.
struct FamilySizes
{
    std::int64_t hidden = 0, feedForward = 0, layers = 0, heads = 0, vocabulary = 0;
    std::int64_t positions = 0; ///< of a table of learned positions
};

/// Which layers have experts, by the fields that decide it.
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
    std::int64_t dense = 0; ///< dense layers at the beginning, where the file does not state them
    std::string_view sharedCount{}, sharedWidth{}; ///< fields of the shared experts
    bool sharedGate = false;
    bool routerBias = false; ///< a number for each expert
    bool bias = false;
};

/// Which layers attend to a window of the tokens only, where layer_types does not say it.
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
    std::int64_t width = 0; ///< where the file does not state it; 0: none
    std::int64_t every = 0;
};

/// The ways in which the models of one model_type differ from Llama (arXiv 2302.13971), by the
/// modelling code of Hugging Face transformers 5.3 and of the models' own repositories.
struct ModelFamily
{
    std::string_view type;
    Norm norm = Norm::RmsNorm;
    std::int64_t normVectors = -1; ///< -1: as many as the norm has
    std::int64_t norms = 2;
    bool gated = true;
    Activation activation = Activation::Silu; ///< where the file does not state it
    FamilyFlag qkvBias{}, outBias{}, mlpBias{};
    QkNorm qkNorm = QkNorm::None;
    FamilyFlag qkNormIf = always;
    FamilyFlag headBias{};
    bool tied = false;
    std::int64_t kvHeads = 0; ///< 0: as many as heads
    std::int64_t headDim = 0; ///< 0: hidden / heads
    std::int64_t hiddenWidths = 0; ///< the feed-forward width divided by hidden, where the file
                                   ///< does not state it
    FamilySizes sizes{};
    FamilyExperts experts{};
    FamilyWindow window{};
    bool hasOwnPattern = false; ///< `amend` sets the kinds of layers
    void (*amend)(ModelReader&) = nullptr; ///< rules that no field above can express
    /// Fields of its files for which the rules stand, whatever the files state.
    std::span<const std::string_view> covers{};
};

/// The family of a model_type; null where it is not known.
const ModelFamily* findFamily(std::string_view type);

/// The model_type of a class: "qwen2_moe" of "Qwen2MoeForCausalLM"; empty where it is not known.
std::string_view typeOfClass(std::string_view name);

/// The model_type of the text part of a file with several parts, where the part does not state it.
std::string_view typeOfText(std::string_view outer);

/// Whether the family has layers that nothing here can count: Mamba and the like.
bool isRecurrent(std::string_view type);

/// Llama's rules, which are used for an unknown type.
const ModelFamily& unknownFamily();

} // namespace highwater
