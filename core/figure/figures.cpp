// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/figures.h"

#include "core/answer/replay.h"
#include "core/figure/context_figure.h"
#include "core/plan/keys.h"

#include <algorithm>

namespace highwater {

namespace {

/// A figure by name, and the function that makes it.
struct FigureMaker
{
    std::string_view name;
    Result<Figure> (*make)(std::string_view name, const Plan& plan, const Catalog& catalog,
                           const FigureChoice& choice);
};

Result<Figure> madeOfContext(std::string_view, const Plan& plan, const Catalog& catalog,
                             const FigureChoice& choice)
{
    return contextFigure(plan, catalog, choice.context, choice.unit, choice.replays,
                         choice.baseline);
}

Result<Figure> madeOfPlan(std::string_view name, const Plan& plan, const Catalog& catalog,
                          const FigureChoice& choice)
{
    if (plan.workload.task == Task::Inference && name != "sizes")
        return Problem{"workload.task",
                       std::string(nameOf(plan.workload.task)),
                       {HW_TR("core", "has no gradients, no optimizer and no recompute to show")}};
    return planFigure(name, plan, catalog, choice.unit, choice.idle, choice.replays);
}

Result<Figure> madeOfGpus(std::string_view, const Plan& plan, const Catalog& catalog,
                          const FigureChoice& choice)
{
    return gpusFigure(plan, catalog, choice.unit, choice.idle, choice.replays);
}

Result<Figure> madeOfTimeline(std::string_view, const Plan& plan, const Catalog& catalog,
                              const FigureChoice& choice)
{
    auto chart = timelineChart(plan, catalog, choice.unit, choice.stage, choice.idle);
    if (!chart)
        return chart.problems();
    if (choice.measured)
        addMeasured(*chart, *choice.measured);
    return std::move(chart->figure);
}

Result<Figure> madeOfTime(std::string_view, const Plan& plan, const Catalog& catalog,
                          const FigureChoice&)
{
    return timeFigure(plan, catalog);
}

Result<Figure> madeOfCards(std::string_view, const Plan& plan, const Catalog& catalog,
                           const FigureChoice& choice)
{
    KnownCards here;
    return cardsFigure(plan, catalog, choice.cards ? *choice.cards : here, choice.cardOrder,
                       choice.unit);
}

Result<Figure> madeOfSearch(std::string_view, const Plan& plan, const Catalog& catalog,
                            const FigureChoice& choice)
{
    return searchFigure(plan, catalog, choice.unit, choice.search);
}

Result<Figure> madeOfCompared(std::string_view, const Plan& plan, const Catalog& catalog,
                              const FigureChoice& choice)
{
    return compareFigure(
        choice.compared.empty() ? std::vector{Compared{plan.name, plan}} : choice.compared,
        plan.workload.context, catalog, choice.unit, choice.current, {}, choice.replays);
}

Result<Figure> madeOfMethods(std::string_view, const Plan& plan, const Catalog& catalog,
                             const FigureChoice& choice)
{
    return methodsFigure(plan, catalog, choice.unit, choice.idle);
}

Result<Figure> madeOfLecture(std::string_view name, const Plan&, const Catalog&,
                             const FigureChoice& choice)
{
    return lectureFigure(name, choice.sampling, choice.unit);
}

constexpr std::array makers{
    FigureMaker{"context", madeOfContext},
    FigureMaker{"zero", madeOfPlan},
    FigureMaker{"sizes", madeOfPlan},
    FigureMaker{"recompute", madeOfPlan},
    FigureMaker{"gpus", madeOfGpus},
    FigureMaker{"timeline", madeOfTimeline},
    FigureMaker{"time", madeOfTime},
    FigureMaker{"cards", madeOfCards},
    FigureMaker{"search", madeOfSearch},
    FigureMaker{"compare", madeOfCompared},
    FigureMaker{"methods", madeOfMethods},
    FigureMaker{"lecture-scaling", madeOfLecture},
    FigureMaker{"lecture-zero", madeOfLecture},
    FigureMaker{"lecture-recompute", madeOfLecture},
};
static_assert(std::ranges::equal(makers, figureNames, {}, &FigureMaker::name),
              "one maker for each name of a figure, in their order");

} // namespace

Result<Figure> figureNamed(std::string_view name, const Plan& plan, const Catalog& catalog,
                           const FigureChoice& choice)
{
    const auto found = std::ranges::find(makers, name, &FigureMaker::name);
    const ReplayBudget budget;
    if (found != makers.end())
        return found->make(name, plan, catalog, choice);
    return Problem{std::string("--figure"),
                   typed(std::string(name)),
                   {HW_TR("core", "must be one of %1"), {joined(figureNames)}}};
}

} // namespace highwater
