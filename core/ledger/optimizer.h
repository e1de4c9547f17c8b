// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/resolve.h"
#include "core/ledger/term.h"

#include <array>
#include <span>

namespace highwater {

/// One state that an optimizer keeps, and of what it keeps a value each; and the same for routed
/// experts, which are shared out over ranks of their own.
struct OptimizerState
{
    TermId id;
    Symbol of;
    TermId experts{};
    Symbol routed = Symbol::One; ///< One: counted with the rest
};

/// What an optimizer keeps beside the master weights; the sources stand with the terms.
inline std::span<const OptimizerState> optimizerStates(Optimizer optimizer)
{
    using enum TermId;
    using Symbol::FactoredEntries, Symbol::Parameters, Symbol::RoutedFactored,
        Symbol::RoutedParameters, Symbol::VectorParameters;
    static constexpr OptimizerState first{OptimizerMomentum, Parameters, OptimizerExpertsMomentum,
                                          RoutedParameters};
    static constexpr std::array moments{
        first,
        OptimizerState{OptimizerVariance, Parameters, OptimizerExpertsVariance, RoutedParameters}};
    static constexpr std::array momentum{first};
    static constexpr std::array squares{OptimizerState{
        OptimizerAccumulator, Parameters, OptimizerExpertsAccumulator, RoutedParameters}};
    // A row and a column sum of every matrix.
    static constexpr std::array factors{OptimizerState{OptimizerFactored, FactoredEntries,
                                                       OptimizerExpertsFactored, RoutedFactored}};
    // Momentum for all; AdamW's variance outside the hidden matrices.
    static constexpr std::array orthogonal{
        first, OptimizerState{OptimizerVectorVariance, VectorParameters}};
    switch (optimizer) {
    case Optimizer::AdamW:
    case Optimizer::AdamW8bit:
        return moments;
    case Optimizer::Sgd:
        return {};
    case Optimizer::SgdMomentum:
    case Optimizer::Lion:
        return momentum;
    case Optimizer::Adagrad:
        return squares;
    case Optimizer::Adafactor:
        return factors;
    case Optimizer::Muon:
        return orthogonal;
    }
    return {};
}

/// Bytes of one value of a state: Adafactor's sums are always 32-bit.
constexpr std::int64_t stateBytes(const OptimizerState& state, Moments moments)
{
    constexpr std::array<std::int64_t, 3> widths{4, 2, 1};
    return state.id == TermId::OptimizerFactored ? 4 : widths[static_cast<std::size_t>(moments)];
}

} // namespace highwater
