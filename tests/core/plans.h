// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <cstdint>
#include <utility>

namespace highwater {

/// A Llama of these widths; all other keys have the defaults of a custom model.
inline CustomModel llama(std::int64_t hidden, std::int64_t layers, std::int64_t heads,
                         std::int64_t kvHeads, std::int64_t feedForward, std::int64_t vocabulary)
{
    CustomModel model;
    model.hiddenSize = hidden;
    model.numLayers = layers;
    model.numHeads = heads;
    model.numKvHeads = kvHeads;
    model.intermediateSize = feedForward;
    model.vocabSize = vocabulary;
    return model;
}

/// The same as a GPT: with LayerNorm and a plain MLP with GELU.
inline CustomModel gpt(std::int64_t hidden, std::int64_t layers, std::int64_t heads,
                       std::int64_t feedForward, std::int64_t vocabulary)
{
    CustomModel model = llama(hidden, layers, heads, heads, feedForward, vocabulary);
    model.norm = Norm::LayerNorm;
    model.gated = false;
    return model;
}

/// The plan that the window opens with.
inline Plan openingPlan()
{
    Plan plan;
    plan.layout.zero = 3;
    return plan;
}

/// A plan of one GPU with nothing but tensors in it.
inline Plan bare(ModelChoice model)
{
    Plan plan;
    plan.model = std::move(model);
    plan.cluster.gpus = 1;
    plan.cluster.overhead = Overhead::None;
    return plan;
}

} // namespace highwater
