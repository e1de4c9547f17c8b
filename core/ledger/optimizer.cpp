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
constexpr OptimizerState factoredSums{TermId::OptimizerFactored, Symbol::FactoredEntries,
                                      TermId::OptimizerExpertsFactored, Symbol::RoutedFactored,
                                      true};
/// With Muon, AdamW steps all weights that are not matrices of the layers; this is its variance.
constexpr OptimizerState vectorVariance{TermId::OptimizerVectorVariance, Symbol::VectorParameters};

/// GaLore (Zhao et al., arXiv 2403.03507) and APOLLO (Zhu et al., arXiv 2412.05270) keep both
/// moments of the layers' matrices after a projection to a lower rank, and of all else in full.
constexpr OptimizerState projectedMomentum{TermId::OptimizerMomentum, Symbol::ProjectedEntries,
                                           TermId::OptimizerExpertsMomentum,
                                           Symbol::RoutedProjected};
constexpr OptimizerState projectedVariance{TermId::OptimizerVariance, Symbol::ProjectedEntries,
                                           TermId::OptimizerExpertsVariance,
                                           Symbol::RoutedProjected};
constexpr OptimizerState projectors{TermId::OptimizerProjectors, Symbol::Projectors,
                                    TermId::OptimizerExpertsProjectors, Symbol::RoutedProjectors};
/// Adam-mini (Zhang et al., arXiv 2406.16793): one value for a row or an attention head.
constexpr OptimizerState rows{TermId::OptimizerRows, Symbol::RowEntries,
                              TermId::OptimizerExpertsRows, Symbol::RoutedRows};
/// SOAP (Vyas et al., arXiv 2409.11321): a matrix and its eigenvectors for each side.
constexpr OptimizerState preconditioners{TermId::OptimizerPreconditioners, Symbol::Preconditioners,
                                         TermId::OptimizerExpertsPreconditioners,
                                         Symbol::RoutedPreconditioners, true};

constexpr std::array lowRankStates{projectedMomentum, projectedVariance, projectors};
constexpr std::array rowwise{momentum, rows};
constexpr std::array preconditioned{momentum, variance, preconditioners};
constexpr std::array twoMoments{momentum, variance};
constexpr std::array oneMoment{momentum};
constexpr std::array squares{accumulator};
constexpr std::array factors{factoredSums};
constexpr std::array orthogonal{momentum, vectorVariance};

/// Square roots of the second moments of all parameters at once; epsilon is added in place
/// (torch/optim/adam.py, _multi_tensor_adam; up to PyTorch 2.0 the sum was a second list).
constexpr StepTemporaries denominators{TermId::StepTemporaries, 4, Symbol::TrainedParameters, 4,
                                       true};
/// Roots of the sums, and gradients times the rate (torch/optim/adagrad.py, _multi_tensor_adagrad).
constexpr StepTemporaries rootsAndSteps{TermId::StepTemporariesAdagrad, 8,
                                        Symbol::TrainedParameters, 0, true};
/// One parameter after another: its update, and the update's next form (transformers,
/// optimization.py: Adafactor.step).
constexpr StepTemporaries oneUpdate{TermId::StepTemporariesAdafactor, 8, Symbol::LargestWeight};

/// Derived: GaLore decomposes a 32-bit copy of the gradient and projects the update back; APOLLO
/// scales the gradient; Adam-mini and SOAP make the update, SOAP a projected gradient as well.
constexpr StepTemporaries decomposed{TermId::StepUpdate, 10, Symbol::LargestMatrix};
constexpr StepTemporaries scaledGradient{TermId::StepUpdate, 2, Symbol::LargestMatrix};
constexpr StepTemporaries updated{TermId::StepUpdate, 4, Symbol::LargestMatrix};
constexpr StepTemporaries rotated{TermId::StepUpdate, 8, Symbol::LargestMatrix};
/// Muon makes one momentum after another orthogonal, in 16 bits: the matrix X, its next form and
/// their summand B·X, and at the same time A = X·Xᵀ and B = b·A + c·A², on the shorter side.
constexpr StepTemporaries iterates{TermId::StepIterates, 3LL * 2, Symbol::StepMatrix};
constexpr StepTemporaries products{TermId::StepProducts, 2LL * 2, Symbol::StepSquare};

// torch/optim/sgd.py, _multi_tensor_sgd, works in place without weight decay. bitsandbytes
// (functional.py: optimizer_update_32bit, optimizer_update_8bit_blockwise) updates in one kernel;
// its paged states are managed memory (optim/optimizer.py: get_state_buffer; Dettmers et al., arXiv
// 2305.14314, section 3).

/// In the order of the enumeration.
constexpr std::array optimizerTable{
    OptimizerTraits{Optimizer::AdamW, twoMoments, Moments::Fp32, false, denominators, true},
    OptimizerTraits{Optimizer::AdamW8bit, twoMoments, Moments::Int8, true},
    OptimizerTraits{Optimizer::Sgd, {}},
    OptimizerTraits{Optimizer::SgdMomentum, oneMoment},
    OptimizerTraits{Optimizer::Adagrad, squares, Moments::Fp32, false, rootsAndSteps},
    OptimizerTraits{Optimizer::Adafactor, factors, Moments::Fp32, false, oneUpdate},
    OptimizerTraits{Optimizer::Lion, oneMoment},
    // Its states are created in the type of the gradients (Moonlight, toy_train.py:
    // torch.zeros_like(g)).
    OptimizerTraits{.optimizer = Optimizer::Muon,
                    .states = orthogonal,
                    .step = {iterates, products},
                    .ofGradients = true},
    OptimizerTraits{.optimizer = Optimizer::PagedAdamW,
                    .states = twoMoments,
                    .choosesMoments = true,
                    .paged = true},
    OptimizerTraits{.optimizer = Optimizer::PagedAdamW8bit,
                    .states = twoMoments,
                    .moments = Moments::Int8,
                    .choosesMoments = true,
                    .paged = true},
    OptimizerTraits{.optimizer = Optimizer::GaLore,
                    .states = lowRankStates,
                    .step = {decomposed},
                    .ofGradients = true},
    OptimizerTraits{.optimizer = Optimizer::Apollo,
                    .states = lowRankStates,
                    .step = {scaledGradient},
                    .ofGradients = true},
    OptimizerTraits{.optimizer = Optimizer::ApolloMini,
                    .states = lowRankStates,
                    .step = {scaledGradient},
                    .ofGradients = true},
    OptimizerTraits{.optimizer = Optimizer::Lomo, .states = {}, .inBackward = true},
    OptimizerTraits{.optimizer = Optimizer::AdaLomo, .states = factors, .inBackward = true},
    OptimizerTraits{.optimizer = Optimizer::AdamMini,
                    .states = rowwise,
                    .step = {updated},
                    .ofGradients = true},
    OptimizerTraits{.optimizer = Optimizer::Soap,
                    .states = preconditioned,
                    .step = {rotated},
                    .ofGradients = true},
};

consteval bool tableIsInOrder()
{
    for (std::size_t i = 0; i < optimizerTable.size(); ++i)
        if (optimizerTable[i].optimizer != static_cast<Optimizer>(i))
            return false;
    return true;
}
static_assert(optimizerTable.size() == enumCount<Optimizer>, "an optimizer has no row");
static_assert(tableIsInOrder());

} // namespace

const OptimizerTraits& traitsOf(Optimizer optimizer)
{
    return optimizerTable[static_cast<std::size_t>(optimizer)];
}

std::int64_t stateBytes(const OptimizerState& state, Moments moments)
{
    if (state.always32)
        return 4;
    constexpr std::array<std::int64_t, 5> widths{4, 2, 1, 2, 1};
    static_assert(widths.size() == enumCount<Moments>, "a width of moments has no bytes");
    return widths[static_cast<std::size_t>(moments)];
}

} // namespace highwater
