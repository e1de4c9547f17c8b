// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/states.h"

#include "core/ledger/optimizer.h"
#include "core/methods/lines.h"

#include <cmath>

namespace highwater {

using bounded::times;

void addStates(Answer& answer, const Resolved& plan, std::int64_t split, const char* source)
{
    const std::int64_t parameters = std::llround(plan.parameters());
    const auto state
        = [&](Group group, const char* id, Text label, std::int64_t bytes, std::int64_t fromStage) {
              if (bytes == 0)
                  return;
              const bool shared = plan.layout.zero >= fromStage && plan.dataParallel > 1;
              std::string text = std::to_string(bytes) + "·P";
              if (split > 1)
                  text += "/(t·p)";
              if (shared)
                  text += "/D";
              addLine(answer,
                      groupLine(group, id, std::move(label), std::move(text),
                                shareOf(times(bytes, parameters),
                                        times(split, shared ? plan.dataParallel : 1)),
                                source));
          };

    const Choices& choices = plan.choices;
    state(Group::Parameters, "parameters", {HW_TR("core", "Weights")},
          computeBytes(choices.precision), 3);
    if (choices.gradients != Gradients::Fp32)
        state(Group::Gradients, "gradients.16", {HW_TR("core", "16-bit gradients")}, 2, 2);
    if (choices.gradients != Gradients::Bf16)
        state(Group::Gradients, "gradients.32", {HW_TR("core", "32-bit gradients")}, 4, 2);
    if (choices.masterWeights)
        state(Group::Optimizer, "optimizer.master", {HW_TR("core", "32-bit master weights")}, 4, 1);

    // The notes count only states that every parameter has; Adafactor's sums and Muon's variance
    // are too small to be in them.
    for (const OptimizerState& kept : traitsOf(choices.optimizer).states)
        if (kept.of == Symbol::Parameters)
            state(Group::Optimizer, words(kept.id).id.data(), Text(words(kept.id).label),
                  stateBytes(kept, choices.moments), 1);
}

} // namespace highwater
