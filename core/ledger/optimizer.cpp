// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/optimizer.h"

#include "core/plan/names.h"

#include <array>

namespace highwater {
namespace {

constexpr OptimizerState momentum{TermId::OptimizerMomentum, Symbol::Parameters,
                                  TermId::OptimizerExpertsMomentum, Symbol::RoutedParameters};
constexpr OptimizerState variance{TermId::OptimizerVariance, Symbol::Parameters,
                                  TermId::OptimizerExpertsVariance, Symbol::RoutedParameters};
constexpr OptimizerState accumulator{TermId::OptimizerAccumulator, Symbol::Parameters,
                                     TermId::OptimizerExpertsAccumulator, Symbol::RoutedParameters};
/// A row and a column sum of every matrix, always in 32 bits.
constexpr OptimizerState factored{TermId::OptimizerFactored, Symbol::FactoredEntries,
                                  TermId::OptimizerExpertsFactored, Symbol::RoutedFactored, true};
/// Muon leaves what is no matrix of the layers to AdamW, whose variance stands here.
constexpr OptimizerState vectorVariance{TermId::OptimizerVectorVariance, Symbol::VectorParameters};

constexpr std::array twoMoments{momentum, variance};
constexpr std::array oneMoment{momentum};
constexpr std::array squares{accumulator};
constexpr std::array factors{factored};
constexpr std::array orthogonal{momentum, vectorVariance};

/// In the order of the enumeration.
constexpr std::array table{
    OptimizerTraits{Optimizer::AdamW, twoMoments},
    OptimizerTraits{Optimizer::AdamW8bit, twoMoments, Moments::Int8, true},
    OptimizerTraits{Optimizer::Sgd, {}},
    OptimizerTraits{Optimizer::SgdMomentum, oneMoment},
    OptimizerTraits{Optimizer::Adagrad, squares},
    OptimizerTraits{Optimizer::Adafactor, factors},
    OptimizerTraits{Optimizer::Lion, oneMoment},
    OptimizerTraits{Optimizer::Muon, orthogonal},
};

consteval bool tableIsInOrder()
{
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].optimizer != static_cast<Optimizer>(i))
            return false;
    return true;
}
static_assert(table.size() == enumCount<Optimizer>, "an optimizer has no row");
static_assert(tableIsInOrder());

} // namespace

const OptimizerTraits& traitsOf(Optimizer optimizer)
{
    return table[static_cast<std::size_t>(optimizer)];
}

std::int64_t stateBytes(const OptimizerState& state, Moments moments)
{
    if (state.always32)
        return 4;
    constexpr std::array<std::int64_t, 3> widths{4, 2, 1};
    static_assert(widths.size() == enumCount<Moments>, "a width of moments has no bytes");
    return widths[static_cast<std::size_t>(moments)];
}

} // namespace highwater
