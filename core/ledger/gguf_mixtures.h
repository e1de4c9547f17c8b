// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/gguf_types.h"
#include "core/ledger/weights.h"
#include "core/plan/plan.h"

#include <array>
#include <cstdint>
#include <optional>

namespace highwater {

/// The condition under which a tensor has another type than the rest of its file. i is the place of
/// its layer, n the number of layers; divisions are whole.
enum class GgufWhen : std::uint8_t {
    Never,
    Always,
    FirstTwo, ///< i < 2
    FirstFour, ///< i < 4
    FirstEighth, ///< i < n/8
    FirstSixteenth, ///< i < n/16
    Spread, ///< first and last eighth, and every third layer between
    MiddleLayers, ///< n/8 <= i < 7n/8
    FourHeads, ///< four query heads or more for one key head
    FourHeadsOrExperts, ///< the same, or four experts or more
    EightExperts,
    EightExpertsSpread,
    NoMatrix, ///< no importance matrix
    NoMatrixFirstEighth,
    MatrixFirstEighth,
    NotFalcon,
    Falcon,
    FalconFirstSixteenth,
    FalconSpread,
    NotFalconFirstEighth
};

struct GgufRule
{
    WeightRole role = WeightRole::Other;
    GgufWhen when = GgufWhen::Never;
    GgufType type = GgufType::F32;
};

/// A file type: the type of most tensors, and the rules for the others; the first rule that holds
/// decides.
struct GgufMixture
{
    WeightFormat format;
    GgufType base;
    GgufType head = GgufType::Q6K; ///< of the output, and of an embedding that is also the output
    std::optional<GgufType> embedding = {}; ///< of an embedding in a file with a separate output;
                                            ///< none: the base
    std::optional<GgufType> experts = {}; ///< of routed experts; none: the base
    std::optional<GgufType> fusedUntil2025 = {}; ///< of q, k and v in one tensor; none: the base
    std::array<GgufRule, 7> rules{};
    bool low = false; ///< IQ1 and IQ2: the rules count tensors, not layers, and have no case for
                      ///< 70B
    bool needsMatrix = false; ///< an importance matrix
    bool eightExpertsOutput = false; ///< with eight experts, attention's output is Q5_K
};

/// Null for a format that is no GGUF file type.
const GgufMixture* mixtureOf(WeightFormat format);

/// Whether tensors of such a file have other types when it is made with an importance matrix.
bool dependsOnMatrix(WeightFormat format);

/// The facts about a model that the rules need.
struct GgufModel
{
    std::int64_t layers = 0, headsPerKeyHead = 1, experts = 0;
    bool seventyBillion = false; ///< 80 layers with shared keys: llama.cpp gives them more bits
    bool falcon = false, fusedQkv = false, currentRules = false, matrix = false;
};

/// The type of the output, or of an embedding that is also the output.
GgufType headType(const GgufMixture& mixture, const GgufModel& model, std::int64_t row);

/// The type of a matrix of a layer. `place` is i of the rules.
GgufType layerType(const GgufMixture& mixture, const GgufModel& model, WeightRole role,
                   std::int64_t place);

} // namespace highwater
