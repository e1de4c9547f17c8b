// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/product.h"
#include "core/ledger/term.h"
#include "core/plan/plan.h"

#include <array>
#include <span>

namespace highwater {

/// One tensor that an optimizer keeps, with a value for each of the symbol `of`. `experts` and
/// `routed` are the term and the symbol for routed experts, which other ranks share out.
struct OptimizerState
{
    TermId id;
    Symbol of;
    TermId experts{};
    Symbol routed = Symbol::One; ///< One: counted with the rest
    bool always32 = false; ///< in 32 bits, whatever the width of the moments
};

/// Tensors that exist only while the optimizer steps.
struct StepTemporaries
{
    TermId id{};
    std::int64_t bytes = 0; ///< for each of the symbol `of`; 0: none
    Symbol of = Symbol::TrainedParameters;
    std::int64_t earlyBytes = 0; ///< in addition, up to PyTorch 2.0
    bool ofStates = false; ///< in the type of the moments: `bytes` are those of 32-bit ones
};

/// Everything that the ledger knows of an optimizer. The sources are in the terms' words
/// (term.cpp).
struct OptimizerTraits
{
    Optimizer optimizer;
    std::span<const OptimizerState> states; ///< in addition to the master weights
    Moments moments = Moments::Fp32; ///< where neither plan nor framework choose
    bool choosesMoments = false; ///< fixes their width, whatever the framework chooses
    StepTemporaries unfused{}; ///< of the step in separate kernels; a fused step has none
    bool fuses = false; ///< has a fused step
    std::array<StepTemporaries, 2> step{}; ///< of every step
    bool ofGradients = false; ///< its moments have the gradients' type unless the plan says another
    bool inBackward = false; ///< it uses each gradient as soon as it is made
    bool paged = false; ///< the moments are in CUDA's managed memory, which the host backs
};

const OptimizerTraits& traitsOf(Optimizer optimizer);

/// Bytes of one value of a state.
std::int64_t stateBytes(const OptimizerState& state, Moments moments);

} // namespace highwater
