// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/optimizer.h"
#include "core/methods/lecture.h"
#include "core/methods/lines.h"
#include "core/plan/numbers.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

/// The optimizer tables of the lecture's notes: a number of bytes for each part of the state of one
/// parameter, with ZeRO dividing by the data-parallel ranks and `split` by model parallelism.
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
            state(Group::Optimizer, words(kept.id).name.data(), Text(words(kept.id).label),
                  stateBytes(kept, choices.moments), 1);
}

std::string gigabytes(Bytes bytes)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", static_cast<double>(bytes) / 1e9);
    return text.data();
}

/// The lecture adds 10 to 20 % to the states for buffers and leaves them out of its sums.
void remarkBuffers(Answer& answer)
{
    const Bytes sum = answer.totals.perGpu.states();
    answer.remarks.push_back(
        {HW_TR("core",
               "Model states %1 GB; with 10 to 20 % for buffers %2 to "
               "%3 GB"),
         {gigabytes(sum), gigabytes(sum + sum / 10), gigabytes(sum + sum / 5)}});
}

} // namespace

Result<Answer> transformerMathAnswer(const Resolved& plan)
{
    constexpr const char* source = "blog.eleuther.ai/transformer-math; lecture notes";
    Answer answer;
    const Layout& layout = plan.layout;
    addStates(answer, plan, times(layout.tensor, layout.pipeline), source);

    const Shape& shape = plan.shape;
    const std::int64_t t = layout.tensor;
    const Bytes sbhL = times(plan.tokensPerMicroBatch(), times(shape.hidden, shape.layers));
    const auto add = [&](const char* id, Text label, const char* formula, Bytes bytes) {
        addLine(answer,
                groupLine(Group::Activations, id, std::move(label), formula, bytes, source));
    };
    if (plan.choices.recompute == Recompute::Full) {
        add("activations.inputs", {HW_TR("core", "Inputs of the layers")}, "2·s·b·h·L",
            times(2, sbhL));
    } else {
        add("activations.layers", {HW_TR("core", "Activations of the layers")},
            "s·b·h·L·(10 + 24/t)", shareOf(times(bounded::plus(times(10, t), 24), sbhL), t));
        if (plan.choices.recompute == Recompute::None) {
            const Bytes squares = times(bounded::times(shape.heads, shape.layers),
                                        times(plan.workload.context, plan.tokensPerMicroBatch()));
            add("activations.scores", {HW_TR("core", "Attention scores")}, "5·a·s²·b·L/t",
                shareOf(times(5, squares), t));
        }
    }
    sumUp(answer);
    remarkBuffers(answer);
    return answer;
}

Result<Answer> ruleOfThumbAnswer(const Resolved& plan)
{
    constexpr const char* source = "lecture notes";
    Answer answer;
    addStates(answer, plan, 1, source);

    const Shape& shape = plan.shape;
    const Bytes elements = times(plan.tokensPerMicroBatch(), shape.hidden);
    if (plan.choices.recompute == Recompute::Full)
        addLine(answer,
                groupLine(Group::Activations, "activations.checkpointed",
                          {HW_TR("core", "About three layers' activations")}, "36·n·d",
                          times(36, elements), source));
    else
        addLine(answer,
                groupLine(Group::Activations, "activations.layers",
                          {HW_TR("core", "Six values of 16 bits a layer")}, "12·n·d·L",
                          times(bounded::times(12, shape.layers), elements), source));
    sumUp(answer);

    const double width = std::sqrt(plan.parameters() / (12.0 * static_cast<double>(shape.layers)));
    answer.remarks.push_back({HW_TR("core",
                                    "12·L·d² = %1 parameters in %2 {layer|layers} gives d = %3; "
                                    "the model's own shape has d = %4"),
                              {grouped(std::llround(plan.parameters())), grouped(shape.layers),
                               grouped(static_cast<long long>(width)), grouped(shape.hidden)}});
    answer.remarks.push_back(
        {HW_TR("core",
               "The rule leaves out what grows with the square of the context; Korthikanti counts "
               "34·n·d where the rule counts 12·n·d")});
    remarkBuffers(answer);
    return answer;
}

Result<Answer> activationRatioAnswer(const Resolved& plan)
{
    constexpr const char* source = "lecture notes, Qwen2-VL-2B";
    const std::int64_t parameters = std::llround(plan.parameters());
    const bool sharded = plan.layout.zero > 0;
    Answer answer;
    const auto add = [&](Group group, const char* id, Text label, const char* formula,
                         std::int64_t bytes) {
        addLine(answer,
                groupLine(group, id, std::move(label), formula,
                          shareOf(times(bytes, parameters),
                                  group == Group::Optimizer && sharded ? plan.dataParallel : 1),
                          source));
    };
    const std::int64_t weight = computeBytes(plan.choices.precision);
    add(Group::Parameters, "parameters", {HW_TR("core", "Weights")}, "W", weight);
    add(Group::Gradients, "gradients", {HW_TR("core", "Gradients")}, "G", weight);
    add(Group::Optimizer, "optimizer.master", {HW_TR("core", "32-bit master weights")},
        sharded ? "WA/N" : "WA", 4);
    if (sharded)
        add(Group::Optimizer, "optimizer.gradients", {HW_TR("core", "32-bit gradients")}, "GA/N",
            4);
    add(Group::Optimizer, "optimizer.momentum", {HW_TR("core", "First moment")},
        sharded ? "V/N" : "V", 4);
    add(Group::Optimizer, "optimizer.variance", {HW_TR("core", "Second moment")},
        sharded ? "S/N" : "S", 4);

    const Bytes weights = times(weight, parameters);
    const auto activations = [&](std::int64_t tenths) {
        return shareOf(times(bounded::times(tenths, weights), plan.tokensPerMicroBatch()), 10'000);
    };
    addLine(answer,
            groupLine(Group::Activations, "activations", {HW_TR("core", "Activations")},
                      "0.7·W·tokens/1000", activations(7), source));
    sumUp(answer);
    answer.totals.high = plus(answer.totals.total - activations(7), activations(10));
    if (plan.layout.zero == 3)
        answer.remarks.push_back({HW_TR("core",
                                        "The lecture notes have only one formula for ZeRO: weights "
                                        "and 16-bit gradients stay whole at every stage")});
    return answer;
}

} // namespace highwater
