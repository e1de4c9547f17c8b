// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "methods/states.h"

#include "methods/lines.h"

#include <cmath>

namespace highwater {

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

    constexpr std::int64_t widths[]{4, 2, 1};
    const std::int64_t moment = widths[static_cast<std::size_t>(choices.moments)];
    const Optimizer optimizer = choices.optimizer;
    const bool two = optimizer == Optimizer::AdamW || optimizer == Optimizer::AdamW8bit;
    const bool none = optimizer == Optimizer::Sgd || optimizer == Optimizer::Adafactor;
    const bool squares = optimizer == Optimizer::Adagrad;
    if (two || !(none || squares))
        state(Group::Optimizer, "optimizer.momentum", {HW_TR("core", "First moment")}, moment, 1);
    if (two)
        state(Group::Optimizer, "optimizer.variance", {HW_TR("core", "Second moment")}, moment, 1);
    if (squares)
        state(Group::Optimizer, "optimizer.accumulator",
              {HW_TR("core", "Sum of squared gradients")}, moment, 1);
}

} // namespace highwater
