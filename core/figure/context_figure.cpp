// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figure/context_figure.h"

#include "core/figure/plan_words.h"
#include "core/methods/method.h"
#include "core/plan/numbers.h"

namespace highwater {
namespace {

/// What is said of the crossing where the chart does not show one.
Text verdict(const ContextChart& chart, MemoryUnit unit)
{
    switch (chart.crossing) {
    case Crossing::AlwaysFits:
        return {HW_TR("core", "Fits over the whole range")};
    case Crossing::At:
        return {HW_TR("core", "Fits up to %1 tokens"), {grouped(chart.longest)}};
    case Crossing::NeverFits:
        break;
    }
    if (chart.statesAlone <= chart.capacity) // it is the rest that does not fit
        return {HW_TR("core", "Does not fit at any length")};
    return {HW_TR("core", "Does not fit at any length: states alone %1 %2"),
            {amount(chart.statesAlone, unit, 1), std::string(nameOf(unit))}};
}

} // namespace

Result<Figure> contextFigure(const Plan& plan, const Catalog& catalog, const ContextView& view,
                             MemoryUnit unit)
{
    const auto resolved = prepare(plan, catalog);
    if (!resolved)
        return resolved.problems();
    auto chart = contextChart(*resolved, view);
    if (!chart)
        return chart.problems();

    Panel panel;
    panel.xs = std::move(chart->contexts);
    panel.layers = std::move(chart->layers);
    panel.x = std::move(chart->x);
    panel.markers.push_back(
        {static_cast<double>(chart->marker), Text::plain(grouped(chart->marker))});
    const auto longest = static_cast<double>(chart->longest);
    if (chart->crossing == Crossing::At && longest > panel.x.least && longest <= panel.x.most)
        panel.crossing
            = Marker{longest, {HW_TR("core", "fits up to %1 tokens"), {grouped(chart->longest)}}};
    else
        panel.captions.push_back(verdict(*chart, unit));
    panel.neverFits = chart->crossing == Crossing::NeverFits;

    Figure figure;
    figure.name = "context";
    figure.title = {HW_TR("core", "Training memory by context length")};
    figure.subtitle = fixedParts(*resolved, {});
    figure.unit = unit;
    figure.limit = limitLine(chart->capacity, unit, deviceName(*resolved));
    figure.panels.push_back(std::move(panel));
    scaleY(figure);
    return figure;
}

} // namespace highwater
