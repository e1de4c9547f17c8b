// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/configs/tensor_roles.h"
#include "core/plan/result.h"
#include "core/plan/shape.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace highwater {

/// What names, shapes and types of all tensors say about a model.
struct TensorFacts
{
    std::int64_t parameters = 0; ///< all, without layers that predict further tokens
    std::int64_t visionParameters = 0;
    std::int64_t predictionParameters = 0;
    std::int64_t embedding = 0, head = 0; ///< entries; no head: the embedding is the head too
    std::int64_t layers = 0;
    std::int64_t predictionLayers = 0;
    std::int64_t attentionLayers = 0; ///< that have keys and values of each token
    bool qkvBias = false, outBias = false, mlpBias = false;
};

TensorFacts factsOf(const std::vector<RoledTensor>& tensors);

/// What no shape says: how widths are split into heads, and what has no parameters.
struct ShapeHints
{
    std::int64_t heads = 0, headDim = 0, expertsPerToken = 0; ///< 0: not known
    std::int64_t feedForward = 0; ///< of layers without experts, where none is there
    std::int64_t vocabulary = 0, hidden = 0; ///< where a packed embedding does not say them
    bool isTied = false; ///< a head that is there is the embedding once more
};

/// A shape with as many parameters as the tensors have.
struct TensorShape
{
    Shape shape;
    std::vector<Text> assumed; ///< what was taken because no shape says it
};

/// The shape of tensors. `base` has what they do not say, from a configuration; null: there is
/// none.
Result<TensorShape> shapeOfTensors(const std::vector<RoledTensor>& tensors, const Shape* base,
                                   const ShapeHints& hints);

/// The tensors in which a shape and a file differ, the largest difference first: a sentence for
/// each kind.
std::vector<Text> differencesFrom(const Shape& shape, const std::vector<RoledTensor>& tensors,
                                  bool isTied);

} // namespace highwater
