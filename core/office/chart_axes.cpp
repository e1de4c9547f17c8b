// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/chart_ml.h"
#include "core/office/chart_part.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>

namespace highwater {
namespace {

std::string numberFormat(const Axis& axis)
{
    const int decimals = axisDecimals(axis);
    return decimals == 0 ? "#,##0"
                         : "#,##0." + std::string(static_cast<std::size_t>(decimals), '0');
}

/// The distance between labelled points, in points, that leaves room for every label.
std::size_t labelEvery(const ChartPart& chart)
{
    double widest = 0;
    for (std::size_t i = 0; i < chart.points(); i += chart.marksEvery)
        widest = std::max(
            widest,
            textWidth(std::get<std::string>(chart.sheet.rows[i][0]), chart.look.smallPoints));
    const double wanted = widest + chart.look.smallPoints;
    std::size_t every = chart.marksEvery;
    while (static_cast<double>(every) * chart.step() < wanted && every < chart.points())
        every += chart.marksEvery;
    return every;
}

std::string axisLine(const ChartPart& chart)
{
    constexpr double width = 0.75;
    return xmlElement("c:spPr", {},
                      xmlElement("a:noFill") + lineLook(width, chart.look.colours.axis));
}

TextStyle tickStyle(const ChartPart& chart)
{
    return {chart.look.smallPoints, false, chart.look.colours.muted, chart.look.language};
}

} // namespace

std::string axisIds()
{
    return valueElement("c:axId", std::string(categoryAxisId))
        + valueElement("c:axId", std::string(valueAxisId));
}

std::string categoryAxis(const ChartPart& chart)
{
    const std::string title = excerpt(chart.words(chart.panel.x.title), longestTitle);
    const std::size_t every = labelEvery(chart);
    return xmlElement(
        "c:catAx", {},
        valueElement("c:axId", std::string(categoryAxisId))
            + xmlElement("c:scaling", {}, valueElement("c:orientation", "minMax"))
            + flagElement("c:delete", false) + valueElement("c:axPos", "b")
            + (title.empty() ? "" : chartTitle(title, chart.style(chart.look.smallPoints)))
            + xmlElement("c:numFmt", {{"formatCode", "General"}, {"sourceLinked", "0"}})
            + valueElement("c:majorTickMark", "out") + valueElement("c:minorTickMark", "none")
            + valueElement("c:tickLblPos", "low") + axisLine(chart)
            + textProperties(bodyProperties(), tickStyle(chart))
            + valueElement("c:crossAx", std::string(valueAxisId))
            + valueElement("c:crosses", "autoZero") + flagElement("c:auto", false)
            + valueElement("c:lblAlgn", "ctr") + valueElement("c:lblOffset", std::size_t{100})
            + valueElement("c:tickLblSkip", every) + valueElement("c:tickMarkSkip", every)
            + flagElement("c:noMultiLvlLbl", true));
}

std::string valueAxis(const ChartPart& chart)
{
    const Axis& y = chart.panel.y;
    std::string scaling = valueElement("c:orientation", "minMax");
    std::string unit;
    if (y.most > y.least) {
        scaling
            += valueElement("c:max", shortest(y.most)) + valueElement("c:min", shortest(y.least));
        if (y.ticks.size() >= 2 && y.ticks[1] > y.ticks[0])
            unit = valueElement("c:majorUnit", shortest(y.ticks[1] - y.ticks[0]));
    }
    const std::string title = excerpt(chart.words(y.title), longestTitle);
    constexpr double gridWidth = 0.75;
    constexpr int upwards = -90;
    return xmlElement(
        "c:valAx", {},
        valueElement("c:axId", std::string(valueAxisId)) + xmlElement("c:scaling", {}, scaling)
            + flagElement("c:delete", false) + valueElement("c:axPos", "l")
            + xmlElement("c:majorGridlines", {},
                         xmlElement("c:spPr", {}, lineLook(gridWidth, chart.look.colours.grid)))
            + (title.empty() || !chart.look.titleOnY
                   ? ""
                   : chartTitle(title, chart.style(chart.look.smallPoints), upwards))
            + xmlElement("c:numFmt", {{"formatCode", numberFormat(y)}, {"sourceLinked", "0"}})
            + valueElement("c:majorTickMark", "none") + valueElement("c:minorTickMark", "none")
            + valueElement("c:tickLblPos", std::string(chart.look.marksOnY ? "nextTo" : "none"))
            + xmlElement("c:spPr", {}, xmlElement("a:noFill") + noLine())
            + textProperties(bodyProperties(), tickStyle(chart))
            + valueElement("c:crossAx", std::string(categoryAxisId))
            + valueElement("c:crosses", "autoZero")
            + valueElement("c:crossBetween", std::string(chart.look.bars ? "between" : "midCat"))
            + unit);
}

} // namespace highwater
