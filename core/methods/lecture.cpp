// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/methods/lecture.h"

#include "core/methods/lines.h"

#include <array>

namespace highwater {

using bounded::plus, bounded::times;

namespace {

constexpr const char* playbookData = "nanotron-ultrascale-playbook, assets/data/benchmarks";

/// One row of the lecture's tables of a GPT layer's activations.
struct Row
{
    TermId words;
    const char* step;
    const char* shape;
    Product each;
};

constexpr Product sbh(std::int64_t bytes)
{
    return bytes * Symbol::Context * Symbol::MicroBatch * Symbol::Hidden;
}
constexpr Product ssba(std::int64_t bytes)
{
    return bytes * Symbol::Context * Symbol::Context * Symbol::MicroBatch * Symbol::Heads;
}

constexpr std::array attentionRows{
    Row{TermId::AttentionNormInput, HW_TR("core", "attention: LayerNorm"), "[s, b, h]", sbh(2)},
    Row{TermId::AttentionInput, HW_TR("core", "attention: Q, K, V projections"), "[s, b, h]",
        sbh(2)},
    Row{TermId::AttentionQuery, HW_TR("core", "attention: Q·Kᵀ"), "[s, b, h]", sbh(2)},
    Row{TermId::AttentionKey, HW_TR("core", "attention: Q·Kᵀ"), "[s, b, h]", sbh(2)},
    Row{TermId::AttentionScores, HW_TR("core", "attention: softmax"), "[b, a, s, s]", ssba(2)},
    Row{TermId::AttentionScoresMask, HW_TR("core", "attention: softmax dropout"), "[b, a, s, s]",
        ssba(1)},
    Row{TermId::AttentionScoresDropped, HW_TR("core", "attention: scores · V"), "[b, a, s, s]",
        ssba(2)},
    Row{TermId::AttentionValue, HW_TR("core", "attention: scores · V"), "[s, b, h]", sbh(2)},
    Row{TermId::AttentionOutput, HW_TR("core", "attention: output projection"), "[s, b, h]",
        sbh(2)},
    Row{TermId::AttentionDropoutMask, HW_TR("core", "attention: dropout"), "[s, b, h]", sbh(1)},
};

constexpr std::array mlpRows{
    Row{TermId::MlpNormInput, HW_TR("core", "MLP: LayerNorm"), "[s, b, h]", sbh(2)},
    Row{TermId::MlpInput, HW_TR("core", "MLP: first linear"), "[s, b, h]", sbh(2)},
    Row{TermId::MlpActivationInput, HW_TR("core", "MLP: GELU"), "[s, b, 4h]", sbh(8)},
    Row{TermId::MlpActivationOutput, HW_TR("core", "MLP: second linear"), "[s, b, 4h]", sbh(8)},
    Row{TermId::MlpDropoutMask, HW_TR("core", "MLP: dropout"), "[s, b, h]", sbh(1)},
};

bool isScores(const Row& row)
{
    return row.shape[1] == 'b';
}

void addRow(Answer& answer, const Resolved& plan, const Row& row, std::int64_t count)
{
    Line line = lineOf(row.words, row.each, plan.symbols, count);
    line.step = row.step;
    line.shape = row.shape;
    line.source = "Korthikanti et al., arXiv 2205.05198, section 4";
    addLine(answer, std::move(line));
}

/// The number by which ZeRO divides a group, where it does so from stage `fromStage` on.
std::int64_t zeroShare(const Resolved& plan, std::int64_t fromStage)
{
    return plan.layout.zero >= fromStage ? plan.dataParallel : 1;
}

} // namespace

Result<Answer> lectureAnswer(const Resolved& plan)
{
    const Shape& shape = plan.shape;
    const std::int64_t h = shape.hidden;
    // Learned positions grow with the context: so does the parameter count of this family.
    const std::int64_t layer = plus(bounded::times(12, times(h, h)), times(13, h));
    const std::int64_t parameters
        = plus(plus(bounded::times(h, plus(shape.vocabulary, plan.workload.context)),
                    times(shape.layers, layer)),
               times(2, h));

    Answer answer;
    const auto state = [&](Group group, const char* id, Text label, std::int64_t bytes) {
        addLine(answer,
                groupLine(group, id, std::move(label),
                          std::to_string(bytes) + "·(h·(v + s) + L·(12·h² + 13·h) + 2·h)",
                          times(bytes, parameters), playbookData));
    };
    state(Group::Parameters, "parameters", {HW_TR("core", "32-bit parameters")}, 4);
    state(Group::Gradients, "gradients", {HW_TR("core", "32-bit gradients")}, 4);
    state(Group::Optimizer, "optimizer.momentum", {HW_TR("core", "First moment")}, 4);
    state(Group::Optimizer, "optimizer.variance", {HW_TR("core", "Second moment")}, 4);

    const Recompute recompute = plan.choices.recompute;
    if (recompute == Recompute::Full) {
        addRow(
            answer, plan,
            {TermId::LayerInput, HW_TR("core", "full recompute: layer input"), "[s, b, h]", sbh(2)},
            shape.layers);
    } else {
        for (const Row& row : attentionRows)
            if (recompute == Recompute::None || !isScores(row))
                addRow(answer, plan, row, shape.layers);
        for (const Row& row : mlpRows)
            addRow(answer, plan, row, shape.layers);
    }
    addRow(answer, plan,
           {TermId::EmbeddingDropoutMask, HW_TR("core", "embedding: dropout"), "[s, b, h]", sbh(1)},
           1);
    sumUp(answer);
    return answer;
}

Result<Answer> lectureZeroAnswer(const Resolved& plan)
{
    const Shape& shape = plan.shape;
    const Layout& layout = plan.layout;
    const std::int64_t h = shape.hidden;
    const std::int64_t mlp = times(bounded::times(3, h), shape.feedForward);
    const std::int64_t attention
        = plus(bounded::times(2, times(h, h)),
               times(bounded::times(2, h), times(shape.kvHeads, shape.headDim)));
    const std::int64_t embedding = times(shape.vocabulary, h);
    // The pipeline chart counts a stage as its layers and one embedding.
    const std::int64_t layers = shareOf(shape.layers, layout.pipeline);
    const std::int64_t embeddings = layout.pipeline > 1 || shape.tied ? 1 : 2;
    const std::int64_t counted
        = plus(bounded::times(layers, plus(mlp, attention)), times(embeddings, embedding));
    const std::int64_t parameters = plan.statedParameters > 0
        ? shareOf(static_cast<std::int64_t>(plan.statedParameters), layout.pipeline)
        : counted;

    Answer answer;
    const auto state = [&](Group group, const char* id, Text label, std::int64_t bytes,
                           std::int64_t stage) {
        const std::int64_t share = zeroShare(plan, stage);
        const std::string by = (layout.tensor > 1 ? "/t" : "") + std::string(share > 1 ? "/D" : "");
        addLine(answer,
                groupLine(group, id, std::move(label), std::to_string(bytes) + "·P" + by,
                          shareOf(times(bytes, parameters), times(layout.tensor, share)),
                          playbookData));
    };
    state(Group::Parameters, "parameters", {HW_TR("core", "16-bit parameters")}, 2, 3);
    state(Group::Gradients, "gradients", {HW_TR("core", "16-bit gradients")}, 2, 2);
    state(Group::Optimizer, "optimizer.momentum", {HW_TR("core", "First moment")}, 4, 1);
    state(Group::Optimizer, "optimizer.variance", {HW_TR("core", "Second moment")}, 4, 1);

    const Bytes hiddenStates = times(plan.tokensPerMicroBatch(), times(h, shape.layers));
    const bool sequence = plan.splitsSequence();
    const std::int64_t coefficient = sequence ? 34 : plus(bounded::times(10, layout.tensor), 24);
    addLine(
        answer,
        groupLine(Group::Activations, "activations", {HW_TR("core", "Activations")},
                  sequence ? "L·s·b·h·34/t/c" : "L·s·b·h·(10 + 24/t)/c",
                  shareOf(times(coefficient, hiddenStates), times(layout.tensor, layout.context)),
                  playbookData));
    sumUp(answer);
    return answer;
}

} // namespace highwater
