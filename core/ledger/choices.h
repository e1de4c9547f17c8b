// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace highwater {

/// The recipe with nothing left open: each value is the plan's, else the framework's choice, else
/// the default.
struct Choices
{
    Framework framework;
    Precision precision;
    Gradients gradients;
    bool keepGradients, masterWeights, fusedStep;
    Optimizer optimizer;
    Moments moments;
    Recompute recompute;
    Attention attention;
    Kernels kernels;
    Loss loss;
    bool dropout;
    bool sequenceParallel;
    TpInputs tpInputs;
    StageSplit stageSplit;
};

/// Bytes of a parameter in the gradients that a step adds up.
inline std::int64_t gradientBytes(const Choices& choices)
{
    return choices.gradients == Gradients::Bf16 ? 2 : 4;
}

Choices choicesOf(const Recipe& recipe, const Layout& layout, const Adapter& adapter = {});

/// The plan with every key of its recipe written out as the estimate takes it.
Plan withDefaults(const Plan& plan);

/// Bytes of one value in the type that the forward and backward passes compute in.
std::int64_t computeBytes(Precision precision);

} // namespace highwater
