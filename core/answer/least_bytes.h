// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"

#include <algorithm>

namespace highwater {

/// Bytes that a stage keeps on the GPU for its weights. They depend on ZeRO, replicas and offload
/// and on the ranks of tensor, pipeline and expert parallelism, but not on tokens or recomputation.
struct StateBytes
{
    Bytes parameters = 0;
    Bytes optimizer = 0;
    Bytes gradients = 0; ///< while the optimizer steps
    Bytes keptGradients = 0; ///< those that stay from one step to the next even with a single
                             ///< micro-batch

    /// A lower bound on these bytes in the forward and the backward pass, and one while the
    /// optimizer steps.
    Bytes inPasses() const
    {
        return bounded::plus(bounded::plus(parameters, optimizer), keptGradients);
    }
    Bytes inStep() const { return bounded::plus(bounded::plus(parameters, optimizer), gradients); }
};

StateBytes stateBytesOf(const Resolved& plan, const Stage& stage);

/// Bytes that a stage holds of tokens at the moments of the forward and backward passes.
struct TokenBytes
{
    Bytes activations = 0; ///< independent of ZeRO, replicas and offload of states
    /// With logits, gradients inside a layer and gathered weights: independent of replicas and
    /// offload of the optimizer.
    Bytes working = 0;
};

TokenBytes tokenBytesOf(const Stage& stage);

/// A lower bound on the tensors that exactTotals() counts.
inline Bytes leastAllocated(const StateBytes& states, Bytes ofTokens)
{
    return std::max(bounded::plus(states.inPasses(), ofTokens), states.inStep());
}

} // namespace highwater
