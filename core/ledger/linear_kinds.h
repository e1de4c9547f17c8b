// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/weights.h"
#include "core/plan/shape.h"

#include <cstdint>
#include <vector>

namespace highwater {

/// A tensor that a layer with a state keeps for its backward pass: so many values for each token,
/// of so many bytes each.
struct KeptOfToken
{
    const char* name;
    std::int64_t values;
    std::int64_t bytes;
};

/// The weights of one layer of the shape's kind of linear attention, in addition to its norms.
std::vector<Weight> linearWeights(const Shape& shape);

/// The tensors that such a layer keeps between its input and the sum with the residual stream.
/// `valueBytes`: of the computation's type. Fused: by the kernels for which these models were
/// written (mamba_ssm, flash-linear-attention, causal_conv1d); eager: by the code of transformers
/// that runs where these are not installed.
std::vector<KeptOfToken> linearKept(const Shape& shape, std::int64_t valueBytes, Kernels kernels);

/// Bytes of a token that these tensors have together.
std::int64_t linearKeptBytes(const Shape& shape, std::int64_t valueBytes, Kernels kernels);

/// Operations of one layer for a token's way through the state, beside those of its products.
double linearOperations(const Shape& shape);

} // namespace highwater
