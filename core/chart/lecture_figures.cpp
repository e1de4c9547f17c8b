// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chart/lecture_figures.h"

#include "chart/groups.h"
#include "explore/solve.h"
#include "explore/sweep.h"
#include "methods/method.h"
#include "plan/keys.h"

#include <algorithm>
#include <utility>

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

/// What a figure compares: a panel for each plan.
struct Case
{
    Text title;
    Plan plan;
};

struct Comparison
{
    Text title;
    std::vector<Case> cases;
    std::vector<std::int64_t> contexts; ///< those of the axis marks
    bool dashed = false; ///< the limit line, which is ours in all but the ZeRO figure
    bool sharedScale = false;
};

std::vector<Text> captionsOf(const Resolved& plan, const Totals& totals, Bytes capacity)
{
    const Bytes states = totals.perGpu.states();
    const std::int64_t longest = longestContext(plan);
    const Text verdict = longest == 0
        ? Text(HW_TR("core", "Does not fit at any length"))
        : Text(HW_TR("core", "Fits up to %1 tokens"), {grouped(longest)});
    return {
        verdict,
        {HW_TR("core", "states alone %1 of %2 GiB"), {twoDecimals(states), twoDecimals(capacity)}}};
}

/// Stacks the plan's groups at each context; adds a panel or says why not.
Problems addPanel(Figure& figure, const Case& at, const Comparison& comparison, bool smooth,
                  const Catalog& catalog)
{
    auto resolved = prepare(at.plan, catalog);
    if (!resolved)
        return resolved.problems();
    Panel panel;
    panel.title = at.title;
    panel.xs = comparison.contexts;
    if (smooth) {
        // Twelve to an octave, so that the marks are among them.
        const double octaves = std::log2(static_cast<double>(panel.xs.back())
                                         / static_cast<double>(panel.xs.front()));
        panel.xs = *samples(panel.xs.front(), panel.xs.back(), 12 * std::llround(octaves) + 1);
    }
    const auto points = contextSweep(*resolved, panel.xs);
    if (!points)
        return points.problems();
    panel.layers = layersOf(*points);
    panel.x.title = {HW_TR("core", "Context length (tokens)")};
    for (const std::int64_t context : comparison.contexts)
        panel.x.ticks.push_back(static_cast<double>(context));
    panel.x.least = panel.x.ticks.front();
    panel.x.most = panel.x.ticks.back();
    panel.y.title = {HW_TR("core", "Memory per GPU (GiB)")};
    panel.captions = captionsOf(*resolved, points->front(), resolved->capacity);
    figure.limit = LimitLine{resolved->capacity,
                             comparison.dashed,
                             {HW_TR("core", "Capacity %1 GiB"), {twoDecimals(resolved->capacity)}}};
    figure.panels.push_back(std::move(panel));
    return {};
}

Result<Figure> drawn(std::string_view name, const Comparison& comparison, Sampling sampling,
                     const Catalog& catalog)
{
    Figure figure;
    figure.name = name;
    figure.title = comparison.title;
    figure.sharedScale = comparison.sharedScale;
    figure.bars = sampling == Sampling::Published;
    for (const Case& at : comparison.cases)
        if (Problems problems
            = addPanel(figure, at, comparison, sampling == Sampling::Smooth, catalog);
            !problems.empty())
            return problems;
    rescale(figure);
    return figure;
}

Comparison zeroStages(const Plan& plan)
{
    Comparison comparison{{HW_TR("core", "What each ZeRO stage shares out")}, {}, {}};
    comparison.sharedScale = true;
    comparison.dashed = true;
    for (std::int64_t stage = 0; stage <= 3; ++stage) {
        Plan changed = plan;
        changed.layout.zero = stage;
        comparison.cases.push_back({{HW_TR("core", "ZeRO-%1"), {std::to_string(stage)}}, changed});
    }
    return comparison;
}

Comparison recomputations(const Plan& plan)
{
    Comparison comparison{{HW_TR("core", "What activation recomputation saves")}, {}, {}};
    constexpr std::array titles{HW_TR("core", "No recomputation"),
                                HW_TR("core", "Selective recomputation"),
                                HW_TR("core", "Full recomputation")};
    for (std::size_t i = 0; i < titles.size(); ++i) {
        Plan changed = plan;
        changed.recipe.recompute = static_cast<Recompute>(i);
        comparison.cases.push_back({{titles[i]}, changed});
    }
    return comparison;
}

Comparison sizes(std::initializer_list<std::pair<const char*, ModelChoice>> models,
                 const Plan& plan)
{
    Comparison comparison{
        {HW_TR("core", "Training memory by context length: 8B, 70B, 405B")}, {}, {}};
    for (const auto& [title, model] : models) {
        Plan changed = plan;
        changed.model = model;
        comparison.cases.push_back({{title}, changed});
    }
    return comparison;
}

Problem unknownFigure(std::string_view name)
{
    return {
        "--figure",
        typed(std::string(name)),
        {HW_TR("core", "must be one of %1"), {"lecture-scaling, lecture-zero, lecture-recompute"}}};
}

} // namespace

Result<Figure> lectureFigure(std::string_view name, Sampling sampling)
{
    const Plan lecture8B = lecturePlan(MethodId::Lecture, gpt(32, 4096, 32));
    Comparison comparison;
    if (name == lectureFigureNames[0]) {
        comparison = sizes(
            {{"8B", gpt(32, 4096, 32)}, {"70B", gpt(80, 8192, 64)}, {"405B", gpt(126, 16384, 128)}},
            lecture8B);
        comparison.contexts = {1024, 2048, 4096, 8192, 16384};
    } else if (name == lectureFigureNames[1]) {
        comparison = zeroStages(lecturePlan(MethodId::LectureZero, zeroLlama()));
        comparison.contexts = {1024, 4096, 16384};
    } else if (name == lectureFigureNames[2]) {
        comparison = recomputations(lecture8B);
        comparison.contexts = {1024, 2048, 4096, 8192};
    } else {
        return unknownFigure(name);
    }
    return drawn(name, comparison, sampling, builtinCatalog());
}

Result<Figure> planFigure(std::string_view name, const Plan& plan, const Catalog& catalog)
{
    Comparison comparison;
    if (name == lectureFigureNames[0])
        comparison = sizes({{"Llama 3.1 8B", CatalogModel{"llama-3.1-8b"}},
                            {"Llama 3.1 70B", CatalogModel{"llama-3.1-70b"}},
                            {"Llama 3.1 405B", CatalogModel{"llama-3.1-405b"}}},
                           plan);
    else if (name == lectureFigureNames[1])
        comparison = zeroStages(plan);
    else if (name == lectureFigureNames[2])
        comparison = recomputations(plan);
    else
        return unknownFigure(name);
    comparison.contexts = {1024, 2048, 4096, 8192, 16384, 32768};
    return drawn(name, comparison, Sampling::Smooth, catalog);
}

Result<Figure> gpusFigure(const Plan& plan, const Catalog& catalog)
{
    constexpr std::int64_t most = 1024;
    constexpr std::int64_t points = 81;
    const std::int64_t ranks = plan.layout.tensor * plan.layout.pipeline * plan.layout.context;
    if (ranks >= most)
        return Problem{"layout.tensor",
                       std::to_string(ranks),
                       {HW_TR("core", "must be at most %1"), {grouped(most)}}};
    const auto counts = samples(ranks, most, points);
    if (!counts)
        return counts.problems();
    const auto swept = sweep(plan, catalog, "cluster.gpus", *counts);
    if (!swept)
        return swept.problems();

    Figure figure;
    figure.name = "gpus";
    figure.title = {HW_TR("core", "Training memory by number of GPUs")};
    Panel panel;
    panel.xs = *counts;
    std::vector<Totals> totals;
    for (const SweepPoint& point : swept->points)
        totals.push_back(point.totals);
    panel.layers = layersOf(totals);
    panel.x.title = {HW_TR("core", "GPUs (log₂ scale)")};
    panel.x.marks = Marks::Counts;
    for (std::int64_t count = ranks; count <= most; count *= 2)
        panel.x.ticks.push_back(static_cast<double>(count));
    panel.x.least = static_cast<double>(ranks);
    panel.x.most = static_cast<double>(most);
    panel.y.title = {HW_TR("core", "Memory per GPU (GiB)")};
    panel.markers.push_back({static_cast<double>(plan.cluster.gpus),
                             {HW_TR("core", "%1 GPUs"), {grouped(plan.cluster.gpus)}}});
    const auto fewest = solve(plan, catalog, "cluster.gpus");
    if (fewest && fewest->answer)
        panel.captions.push_back(
            {HW_TR("core", "Fits on %1 GPUs or more"), {grouped(*fewest->answer)}});
    else
        panel.captions.push_back({HW_TR("core", "Does not fit on any number of GPUs")});
    const Bytes capacity = swept->points.front().capacity;
    figure.limit
        = LimitLine{capacity, false, {HW_TR("core", "Capacity %1 GiB"), {twoDecimals(capacity)}}};
    figure.panels.push_back(std::move(panel));
    rescale(figure);
    return figure;
}

} // namespace highwater
