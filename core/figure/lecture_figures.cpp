// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/lecture_figures.h"

#include "core/explore/solve.h"
#include "core/explore/sweep.h"
#include "core/figure/plan_words.h"
#include "core/methods/method.h"
#include "core/plan/keys.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>
#include <span>
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

/// The 8B model of the ZeRO figure, with a vocabulary that is rounded up to 131,072.
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

/// One panel of a comparison: its title and its plan.
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
    bool dashed = false; ///< the limit line is dashed, as in the lecture's ZeRO figure
    bool sharedScale = false;
    Text subtitle = {}; ///< the values that all cases share
    std::optional<Text> method = {}; ///< of the figure
    bool ofModels = false; ///< each case is another model, and a caption has its shape
};

std::vector<Text> captionsOf(const Resolved& plan, std::int64_t longest, Bytes states,
                             ValueUnit unit)
{
    const Text verdict = !countsContext(plan) ? uncountedText("workload.context")
        : longest == 0                        ? Text(HW_TR("core", "Does not fit at any length"))
                       : Text(HW_TR("core", "Fits up to %1 {token|tokens}"), {grouped(longest)});
    return {verdict,
            {HW_TR("core", "states alone %1 of %2 %3"),
             {amountText(states, unit, 2), amountText(plan.capacity, unit, 2),
              std::string(nameOf(unit))}}};
}

/// "L 32 · h 4,096 · a 32": layers, width and attention heads, as the lecture's formulas name them.
Text shapeText(const Shape& shape)
{
    return listed({Text::plain("L " + grouped(shape.layers)),
                   Text::plain("h " + grouped(shape.hidden)),
                   Text::plain("a " + grouped(shape.heads))});
}

/// Adds a panel with the plan's groups, stacked at each context; returns the problems if there is
/// none.
Problems addPanel(Figure& figure, const Case& at, const Comparison& comparison, bool smooth,
                  const Catalog& catalog, const std::optional<IdleShares>& idle, Replays replays)
{
    auto resolved = prepare(at.plan, catalog, idle);
    if (!resolved)
        return resolved.problems();
    const std::int64_t longest = longestContext(*resolved, SolveFor::Fit);
    Panel panel;
    panel.title = at.title;
    panel.xs = comparison.contexts;
    panel.bars = !smooth;
    const bool crosses = longest > panel.xs.front() && longest <= panel.xs.back();
    if (smooth) {
        panel.xs = octaveSamples(panel.xs.front(), panel.xs.back());
        if (crosses)
            addPoint(panel.xs, longest);
    }
    ContextTotals over(*resolved, longest, replays);
    const auto points = contextSweep(over, panel.xs);
    if (!points)
        return points.problems();
    panel.layers = layersOf(*points, everyGroup, resolved->serves());
    panel.x.title = {HW_TR("core", "Context length (tokens)")};
    for (const std::int64_t context : comparison.contexts)
        panel.x.ticks.push_back(static_cast<double>(context));
    panel.x.least = panel.x.ticks.front();
    panel.x.most = panel.x.ticks.back();
    if (crosses)
        panel.crossing = Marker{static_cast<double>(longest), Text::plain(grouped(longest))};
    panel.longest = longest;
    panel.neverFits = longest == 0 && countsContext(*resolved);
    panel.captions = captionsOf(*resolved, longest, points->front().perGpu.states(), figure.unit);
    if (comparison.ofModels)
        panel.captions.push_back(shapeText(resolved->shape));
    figure.limit = limitLine(resolved->capacity, figure.unit);
    figure.limit->dashed = comparison.dashed;
    figure.panels.push_back(std::move(panel));
    return {};
}

Result<Figure> drawn(std::string_view name, const Comparison& comparison, Sampling sampling,
                     const Catalog& catalog, MemoryUnit unit,
                     const std::optional<IdleShares>& idle = {},
                     Replays replays = Replays::ShownPoints)
{
    Figure figure;
    figure.name = name;
    figure.title = comparison.title;
    figure.subtitle = comparison.subtitle;
    figure.method = comparison.method;
    figure.sharedScale = comparison.sharedScale;
    figure.unit = unit;
    for (const Case& at : comparison.cases)
        if (Problems problems = addPanel(figure, at, comparison, sampling == Sampling::Smooth,
                                         catalog, idle, replays);
            !problems.empty())
            return problems;
    scaleY(figure);
    return figure;
}

Comparison zeroStages(const Plan& plan)
{
    Comparison comparison{{HW_TR("core", "Memory of one GPU by ZeRO stage")}, {}, {}};
    comparison.sharedScale = true;
    comparison.dashed = true;
    constexpr std::array titles{
        HW_TR("core", "ZeRO-0 · unsharded"), HW_TR("core", "ZeRO-1 · optimizer"),
        HW_TR("core", "ZeRO-2 · + gradients"), HW_TR("core", "ZeRO-3 · + parameters")};
    for (std::size_t stage = 0; stage < titles.size(); ++stage) {
        Plan changed = plan;
        changed.layout.zero = static_cast<std::int64_t>(stage);
        comparison.cases.push_back({{titles[stage]}, changed});
    }
    return comparison;
}

Comparison recomputations(const Plan& plan)
{
    Comparison comparison{{HW_TR("core", "Memory of one GPU by recompute")}, {}, {}};
    constexpr std::array titles{HW_TR("core", "No recompute"), HW_TR("core", "Selective recompute"),
                                HW_TR("core", "Full recompute")};
    for (std::size_t i = 0; i < titles.size(); ++i) {
        Plan changed = plan;
        changed.recipe.recompute = static_cast<Recompute>(i);
        comparison.cases.push_back({{titles[i]}, changed});
    }
    return comparison;
}

/// Says why a panel with more recomputed is equal to the one before it.
void sayEqual(Figure& figure, const Resolved& plan)
{
    for (std::size_t i = 1; i < figure.panels.size(); ++i) {
        if (figure.panels[i].layers != figure.panels[i - 1].layers)
            continue;
        const bool selective = i == static_cast<std::size_t>(Recompute::Selective);
        const bool flash = plan.choices.attention == Attention::Flash;
        figure.panels[i].captions.push_back(
            selective && flash
                ? Text(HW_TR("core", "as without: flash attention keeps no scores to drop"))
                : Text(HW_TR("core", "as in the panel before it")));
    }
}

Comparison sizes(std::initializer_list<std::pair<const char*, ModelChoice>> models,
                 const Plan& plan)
{
    const bool serves = plan.workload.task == Task::Inference;
    Comparison comparison{
        {serves ? HW_TR("core", "Memory of generating text by context length: 8B, 70B, 405B")
                : HW_TR("core", "Training memory by context length: 8B, 70B, 405B")},
        {},
        {}};
    for (const auto& [title, model] : models) {
        Plan changed = plan;
        changed.model = model;
        comparison.cases.push_back({{title}, changed});
    }
    comparison.ofModels = true;
    return comparison;
}

/// "Lecture, ZeRO · 8B · L 32 · h 4,096 · a 32 · micro-batch 1 · 8 GPUs": the origin of a figure's
/// formulas, and the values that all its cases share.
Text lectureSubtitle(const Comparison& comparison, FixedParts parts)
{
    const Plan& plan = comparison.cases.front().plan;
    std::vector<Text> facts{{methodOf(plan.method).name}};
    const auto resolved = prepare(plan, builtinCatalog());
    if (!resolved)
        return listed(std::move(facts));
    if (!comparison.ofModels) {
        facts.push_back({"8B"});
        facts.push_back(shapeText(resolved->shape));
    }
    parts.model = parts.context = parts.device = parts.method = false;
    facts.push_back(planLine(*resolved, parts));
    return listed(std::move(facts));
}

/// The equal name of the list of names, a view that stays valid.
std::string_view nameIn(std::span<const std::string_view> known, std::string_view name)
{
    return *std::ranges::find(known, name);
}

Problem unknownFigure(std::string_view name, std::span<const std::string_view> known)
{
    return {std::string("--figure"),
            typed(std::string(name)),
            {HW_TR("core", "must be one of %1"), {joined(known)}}};
}

} // namespace

Result<Figure> lectureFigure(std::string_view name, Sampling sampling, MemoryUnit unit)
{
    const Plan lecture8B = lecturePlan(MethodId::Lecture, gpt(32, 4096, 32));
    Comparison comparison;
    FixedParts fixed;
    if (name == lectureFigureNames[0]) {
        comparison = sizes(
            {{"8B", gpt(32, 4096, 32)}, {"70B", gpt(80, 8192, 64)}, {"405B", gpt(126, 16384, 128)}},
            lecture8B);
        comparison.contexts = {1024, 2048, 4096, 8192, 16384};
    } else if (name == lectureFigureNames[1]) {
        comparison = zeroStages(lecturePlan(MethodId::LectureZero, zeroLlama()));
        comparison.contexts = {1024, 4096, 16384};
        fixed.zero = false;
    } else if (name == lectureFigureNames[2]) {
        comparison = recomputations(lecture8B);
        fixed.recompute = false;
        comparison.contexts = {1024, 2048, 4096, 8192};
    } else {
        return unknownFigure(name, lectureFigureNames);
    }
    comparison.subtitle = lectureSubtitle(comparison, fixed);
    return drawn(nameIn(lectureFigureNames, name), comparison, sampling, builtinCatalog(), unit);
}

Result<Figure> planFigure(std::string_view name, const Plan& plan, const Catalog& catalog,
                          MemoryUnit unit, const std::optional<IdleShares>& idle, Replays replays)
{
    const auto resolved = prepare(plan, catalog);
    if (!resolved)
        return resolved.problems();
    Comparison comparison;
    if (name == planFigureNames[0]) {
        comparison = sizes({{"Llama 3.1 8B", CatalogModel{"llama-3.1-8b"}},
                            {"Llama 3.1 70B", CatalogModel{"llama-3.1-70b"}},
                            {"Llama 3.1 405B", CatalogModel{"llama-3.1-405b"}}},
                           plan);
        comparison.subtitle = planLine(*resolved, {.model = false, .context = false});
    } else if (name == planFigureNames[1]) {
        comparison = zeroStages(plan);
        comparison.subtitle = planLine(*resolved, {.context = false, .zero = false});
    } else if (name == planFigureNames[2]) {
        comparison = recomputations(plan);
        comparison.subtitle = planLine(*resolved, {.context = false, .recompute = false});
    } else {
        return unknownFigure(name, planFigureNames);
    }
    comparison.contexts = {1024, 2048, 4096, 8192, 16384, 32768};
    comparison.method = countedBy(plan.method);
    auto made = drawn(nameIn(planFigureNames, name), comparison, Sampling::Smooth, catalog, unit,
                      idle, replays);
    if (made && name == planFigureNames[2])
        sayEqual(*made, *resolved);
    return made;
}

} // namespace highwater
