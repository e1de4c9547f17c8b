// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/tensor_list.h"
#include "core/plan/plan.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace highwater {

/// What a tensor is for, by its name in the files of PyTorch's programs and of llama.cpp.
enum class TensorRole : std::uint8_t {
    Other,
    Embedding,
    Head,
    Positions,
    FinalNorm,
    Queries,
    Keys,
    Values,
    Qkv, ///< the three in one
    AttentionOutput,
    QueryNorm,
    KeyNorm,
    QueryDown, ///< into and out of the queries' latent
    QueryDownNorm,
    QueryUp,
    KvDown, ///< into and out of the latent of keys and values
    KvDownNorm,
    KvUp,
    KeyUp, ///< the same in two parts
    ValueUp,
    Sinks,
    Gate,
    Up,
    GateUp, ///< both in one
    Down,
    Router,
    SharedGate, ///< of the shared experts
    LayerNorm,
    Vision, ///< towers of images and sound, with what leads to the text
    Prediction, ///< of layers that predict further tokens
    Buffer, ///< no parameter: rotary frequencies, masks, scales of quantised weights
    AdapterInto, ///< lora_A
    AdapterOut ///< lora_B
};
inline constexpr auto tensorRoleCount = static_cast<std::size_t>(TensorRole::AdapterOut) + 1;

/// The feed-forward network that a tensor belongs to.
enum class TensorNetwork : std::uint8_t { Dense, Routed, Shared };

struct RoledTensor
{
    const StoredTensor* tensor = nullptr;
    TensorRole role = TensorRole::Other;
    TensorNetwork network = TensorNetwork::Dense;
    bool isBias = false;
    bool isEncoder = false; ///< of the encoder of a model that has a decoder too
    std::int64_t layer = -1; ///< -1: outside the layers
    std::int64_t expert = -1; ///< -1: all experts in one tensor
    std::int64_t entries = 0; ///< weights, also where several lie packed in one number
    std::optional<WeightFormat> format = {}; ///< of quantised weights
    /// How many weights lie in one number is not known, but assumed.
    bool isAssumed = false;
    std::int64_t groupSize = 0; ///< weights that share a scale; 0: not known
};

/// The role of a module outside the layers, by its name: "lm_head" is the head.
std::optional<TensorRole> roleOfOuterModule(std::string_view name);

/// The list's tensors with their roles. They point into the list.
std::vector<RoledTensor> roledTensors(const TensorList& list);

} // namespace highwater
