// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/product.h"
#include "core/ledger/term.h"
#include "core/plan/plan.h"

#include <span>

namespace highwater {

/// One tensor that an optimizer keeps: a value for each of a quantity. The same for routed experts,
/// which are shared out over ranks of their own.
struct OptimizerState
{
    TermId id;
    Symbol of;
    TermId experts{};
    Symbol routed = Symbol::One; ///< One: counted with the rest
    bool always32 = false; ///< whatever the width of the moments
};

/// Everything that the ledger knows of an optimizer; the sources stand with the terms' words.
struct OptimizerTraits
{
    Optimizer optimizer;
    std::span<const OptimizerState> states; ///< beside the master weights
    Moments moments = Moments::Fp32; ///< where neither plan nor framework choose
    bool choosesMoments = false; ///< its name says the width: frameworks do not choose
};

const OptimizerTraits& traitsOf(Optimizer optimizer);

/// Bytes of one value of a state.
std::int64_t stateBytes(const OptimizerState& state, Moments moments);

} // namespace highwater
