// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/plan/plan.h"
#include "core/plan/shape.h"

#include <cstdint>

namespace highwater {

/// The images of one sequence, as the model's processor cuts them.
struct ImageCounts
{
    std::int64_t patches = 0; ///< that the tower computes, with class and padding tokens
    std::int64_t tokens = 0; ///< of the context
    std::int64_t attended = 0; ///< patches to which one attends: those of its image or tile
};

ImageCounts imagesOf(const ImageTower& tower, const Workload& workload);

/// The training of a tower whose tensors are counted.
struct TowerTraining
{
    std::int64_t valueBytes = 2; ///< of the computation's type
    bool trained = true; ///< its weights have gradients; else only its input does
    bool scores = false; ///< attention keeps its scores
};

/// Bytes of one patch.
struct TowerBytes
{
    std::int64_t layer = 0; ///< that a layer keeps for its backward pass
    std::int64_t ends = 0; ///< that all else keeps: patches, positions, the way to the text
    std::int64_t input = 0; ///< of a layer
    std::int64_t gradients = 0; ///< at the widest point of a layer's backward pass
    std::int64_t pass = 0; ///< at the widest point of a layer's forward pass that keeps nothing
};

/// `text`: the width of the language model. The sizes are those of transformers' classes on
/// PyTorch's attention; tests/truth/image_towers.py counts them.
TowerBytes towerBytes(const ImageTower& tower, std::int64_t text, const ImageCounts& images,
                      const TowerTraining& training);

/// Layers whose tensors are kept: LLaVA takes the output of the last but one.
std::int64_t keptTowerLayers(const ImageTower& tower);

/// Values of one patch's pixels.
std::int64_t patchValues(const ImageTower& tower);

/// The weights of the tower's matrices, without the product for patches, positions and vectors; 0
/// where its kind is not known.
std::int64_t towerMatrices(const ImageTower& tower, std::int64_t text);

/// Whether a plan trains with images that its model's tower reads.
bool readsImages(const Resolved& plan);

/// Whether gradients flow through the tower: where it trains, and where transformers asks for
/// gradients of the patches' embedding too (5.0, modeling_utils.py: enable_input_require_grads),
/// as it does for adapters on a model that recomputes.
bool towerGoesBackward(const Resolved& plan);

/// Operations of the tower's forward pass for the images of one sequence: of products, and of
/// attention.
struct TowerOperations
{
    double products = 0, scores = 0;
};
TowerOperations towerOperations(const ImageTower& tower, std::int64_t text,
                                const ImageCounts& images);

} // namespace highwater
