// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/figures.h"

#include "core/figure/context_figure.h"
#include "core/plan/keys.h"

#include <algorithm>

namespace highwater {

Result<Figure> figure(std::string_view name, const Plan& plan, const Catalog& catalog,
                      const FigureChoice& choice)
{
    if (name == "context")
        return contextFigure(plan, catalog, choice.context, choice.unit);
    if (name == "gpus")
        return gpusFigure(plan, catalog, choice.unit);
    if (name == "timeline")
        return timelineFigure(plan, catalog, choice.unit, choice.stage);
    if (name == "compare")
        return compareFigure(choice.compared.empty() ? std::vector{Compared{plan.name, plan}}
                                                     : choice.compared,
                             plan.workload.context, catalog, choice.unit, choice.current);
    if (std::ranges::find(planFigureNames, name) != planFigureNames.end())
        return planFigure(name, plan, catalog, choice.unit);
    if (std::ranges::find(lectureFigureNames, name) != lectureFigureNames.end())
        return lectureFigure(name, choice.sampling, choice.unit);
    return Problem{std::string("--figure"),
                   typed(std::string(name)),
                   {HW_TR("core", "must be one of %1"), {joined(figureNames)}}};
}

} // namespace highwater
