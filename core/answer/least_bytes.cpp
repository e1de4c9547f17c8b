// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answer/least_bytes.h"

#include <array>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

/// The number of a term's tensors at a moment, in the moment's own column.
std::int64_t copiesAt(const Stage& stage, const Term& term, Moment moment)
{
    return stage.table().row(term.row)[static_cast<std::size_t>(moment)];
}

} // namespace

StateBytes stateBytesOf(const Resolved& plan, const Stage& stage)
{
    StateBytes states;
    for (const Term& term : stage.terms) {
        const Group group = groupOf(term.id);
        if (group > Group::Optimizer || term.place != Place::Gpu || term.life == Life::Step)
            continue;
        const Bytes held = times(bytesOf(term.each, stage.symbols),
                                 copiesAt(stage, term, Moment::OptimizerStep));
        Bytes& sum = group == Group::Parameters ? states.parameters
            : group == Group::Optimizer         ? states.optimizer
                                                : states.gradients;
        sum = plus(sum, held);
    }
    if (plan.choices.keepGradients)
        states.keptGradients = states.gradients;
    return states;
}

TokenBytes tokenBytesOf(const Stage& stage)
{
    using enum Moment;
    constexpr std::array moments{ForwardEnd, Loss, LayerBackward, BackwardEnd};
    std::array<Bytes, moments.size()> activations{}, working{};
    for (const Term& term : stage.terms) {
        const bool activation = groupOf(term.id) == Group::Activations;
        if (term.place != Place::Gpu || !(activation || factsOf(term.id).ofPass))
            continue;
        const Bytes each = bytesOf(term.each, stage.symbols);
        for (std::size_t i = 0; i < moments.size(); ++i) {
            const Bytes held = times(each, copiesAt(stage, term, moments[i]));
            working[i] = plus(working[i], held);
            if (activation)
                activations[i] = plus(activations[i], held);
        }
    }
    return {std::ranges::max(activations), std::ranges::max(working)};
}

} // namespace highwater
