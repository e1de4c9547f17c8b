// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/lecture_figures.h"

#include "chart/groups.h"
#include "methods/method.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// A GPT as the lecture draws it: no grouped heads, a feed-forward width of 4 hidden.
CustomModel gpt(std::int64_t layers, std::int64_t hidden, std::int64_t heads)
{
    CustomModel model;
    model.hiddenSize = hidden;
    model.numLayers = layers;
    model.numHeads = heads;
    model.intermediateSize = 4 * hidden;
    model.vocabSize = 128256;
    model.gated = false;
    model.tiedEmbeddings = true;
    model.biases = true;
    model.norm = Norm::LayerNorm;
    return model;
}

/// The 8B of the ZeRO figure, whose vocabulary is rounded up to 131,072.
CustomModel zeroLlama()
{
    CustomModel model;
    model.hiddenSize = 4096;
    model.numLayers = 32;
    model.numHeads = 32;
    model.numKvHeads = 8;
    model.intermediateSize = 14336;
    model.vocabSize = 131072;
    return model;
}

Plan lecturePlan(MethodId method, CustomModel model)
{
    Plan plan;
    plan.method = method;
    plan.model = std::move(model);
    return plan;
}

/// Stacks the lecture's four groups at each context; adds a panel or says why not.
Problems addPanel(Figure& figure, Text title, Plan plan, const std::vector<std::int64_t>& contexts)
{
    Panel panel;
    panel.title = std::move(title);
    panel.xs = contexts;
    constexpr std::array groups{Group::Parameters, Group::Gradients, Group::Optimizer,
                                Group::Activations};
    for (const Group group : groups)
        panel.layers.push_back({group, groupName(group), {}});
    for (const std::int64_t context : contexts) {
        plan.workload.context = context;
        const auto found = estimate(plan, builtinCatalog());
        if (!found)
            return found.problems();
        for (Layer& layer : panel.layers)
            layer.values.push_back(found->answer.totals.perGpu[layer.group]);
    }
    panel.x.title = {HW_TR("core", "Context length (tokens)")};
    for (const std::int64_t context : contexts)
        panel.x.ticks.push_back(static_cast<double>(context));
    panel.x.least = panel.x.ticks.front();
    panel.x.most = panel.x.ticks.back();
    panel.y.title = {HW_TR("core", "Memory per GPU (GiB)")};
    figure.panels.push_back(std::move(panel));
    return {};
}

void scaleY(Figure& figure)
{
    const double limit = figure.limit ? 1.1 * gib(figure.limit->at) : 0;
    const auto highest = [limit](const Panel& panel) {
        double most = limit;
        for (std::size_t i = 0; i < panel.xs.size(); ++i)
            most = std::max(most, gib(panel.totalAt(i)));
        return most;
    };
    double shared = 0;
    for (const Panel& panel : figure.panels)
        shared = std::max(shared, highest(panel));
    for (Panel& panel : figure.panels) {
        panel.y.ticks = niceTicks(figure.sharedScale ? shared : highest(panel));
        panel.y.most = panel.y.ticks.back();
    }
}

const std::vector<std::int64_t> upTo16K{1024, 2048, 4096, 8192, 16384};

Problems fillScaling(Figure& figure)
{
    figure.title = {HW_TR("core", "Training memory by context length: 8B, 70B, 405B")};
    struct Case
    {
        const char* title;
        CustomModel model;
    };
    const std::array cases{Case{"8B", gpt(32, 4096, 32)}, Case{"70B", gpt(80, 8192, 64)},
                           Case{"405B", gpt(126, 16384, 128)}};
    for (const Case& at : cases)
        if (Problems problems
            = addPanel(figure, {at.title}, lecturePlan(MethodId::Lecture, at.model), upTo16K);
            !problems.empty())
            return problems;
    return {};
}

Problems fillZero(Figure& figure)
{
    figure.title = {HW_TR("core", "8B on 8 GPUs: what each ZeRO stage shares out")};
    figure.sharedScale = true;
    figure.limit = LimitLine{80LL << 30, true, {HW_TR("core", "Capacity %1 GiB"), {"80"}}};
    for (std::int64_t stage = 0; stage <= 3; ++stage) {
        Plan plan = lecturePlan(MethodId::LectureZero, zeroLlama());
        plan.cluster.gpus = 8;
        plan.layout.zero = stage;
        const Text title{HW_TR("core", "ZeRO-%1"), {std::to_string(stage)}};
        if (Problems problems = addPanel(figure, title, plan, {1024, 4096, 16384});
            !problems.empty())
            return problems;
    }
    return {};
}

Problems fillRecompute(Figure& figure)
{
    figure.title = {HW_TR("core", "8B: what activation recomputation saves")};
    struct Case
    {
        Recompute recompute;
        const char* title;
    };
    constexpr std::array cases{Case{Recompute::None, HW_TR("core", "No recomputation")},
                               Case{Recompute::Selective, HW_TR("core", "Selective recomputation")},
                               Case{Recompute::Full, HW_TR("core", "Full recomputation")}};
    for (const Case& at : cases) {
        Plan plan = lecturePlan(MethodId::Lecture, gpt(32, 4096, 32));
        plan.recipe.recompute = at.recompute;
        if (Problems problems = addPanel(figure, {at.title}, plan, {1024, 2048, 4096, 8192});
            !problems.empty())
            return problems;
    }
    return {};
}

} // namespace

Result<Figure> lectureFigure(std::string_view name)
{
    constexpr std::array fills{fillScaling, fillZero, fillRecompute};
    const auto found = std::ranges::find(lectureFigureNames, name);
    if (found == lectureFigureNames.end())
        return Problem{"--figure",
                       std::string(name),
                       {HW_TR("core", "must be one of %1"),
                        {"lecture-scaling, lecture-zero, lecture-recompute"}}};
    Figure figure;
    figure.name = *found;
    figure.bars = true;
    const auto index = static_cast<std::size_t>(found - lectureFigureNames.begin());
    if (Problems problems = fills[index](figure); !problems.empty())
        return problems;
    scaleY(figure);
    return figure;
}

} // namespace highwater
