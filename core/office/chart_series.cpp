// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/chart_part.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

std::string seriesHead(const ChartPart& chart, std::size_t column)
{
    const std::string name = valueElement("c:ptCount", std::size_t{1})
        + xmlElement("c:pt", {{"idx", "0"}},
                     xmlElement("c:v", {}, xmlText(chart.sheet.head[column])));
    return valueElement("c:idx", column - 1) + valueElement("c:order", column - 1)
        + xmlElement("c:tx", {},
                     xmlElement("c:strRef", {},
                                xmlElement("c:f", {}, cellRange(chart.sheet, column, 0, 0))
                                    + xmlElement("c:strCache", {}, name)));
}

std::string seriesData(const ChartPart& chart, std::size_t column)
{
    std::string names = valueElement("c:ptCount", chart.points());
    std::string numbers
        = xmlElement("c:formatCode", {}, "General") + valueElement("c:ptCount", chart.points());
    for (std::size_t i = 0; i < chart.points(); ++i) {
        const auto point = [i](const std::string& value) {
            return xmlElement("c:pt", {{"idx", std::to_string(i)}}, xmlElement("c:v", {}, value));
        };
        const auto& name = std::get<std::string>(chart.sheet.rows[i][0]);
        if (!name.empty())
            names += point(xmlText(name));
        numbers += point(shortest(std::get<double>(chart.sheet.rows[i][column])));
    }
    const auto range = [&chart](std::size_t of) {
        return xmlElement("c:f", {}, cellRange(chart.sheet, of, 1, chart.points()));
    };
    return xmlElement("c:cat", {},
                      xmlElement("c:strRef", {}, range(0) + xmlElement("c:strCache", {}, names)))
        + xmlElement(
               "c:val", {},
               xmlElement("c:numRef", {}, range(column) + xmlElement("c:numCache", {}, numbers)));
}

/// A line through all points. A single point would be invisible without its mark.
std::string lineThrough(const ChartPart& chart, std::size_t column, double width,
                        const std::string& colour, std::string_view dash)
{
    constexpr std::size_t markSize = 8;
    const std::string mark = chart.points() > 1
        ? valueElement("c:symbol", "none")
        : valueElement("c:symbol", "circle") + valueElement("c:size", markSize)
            + xmlElement("c:spPr", {}, solidFill(colour) + noLine());
    return xmlElement("c:ser", {},
                      seriesHead(chart, column)
                          + xmlElement("c:spPr", {}, lineLook(width, colour, dash))
                          + xmlElement("c:marker", {}, mark) + seriesData(chart, column)
                          + flagElement("c:smooth", false));
}

/// The gap between bars in percent of their width.
std::size_t gapWidth(const ChartPart& chart)
{
    constexpr double most = 500; // the format's largest value
    const double slot = (chart.look.lying ? chart.plotHeight : chart.plotWidth)
        / static_cast<double>(chart.points());
    const double width = chart.look.barWidth;
    return static_cast<std::size_t>(
        std::clamp(width > 0 ? std::round(100 * (slot - width) / width) : 0, 0.0, most));
}

} // namespace

std::string bandSeries(const ChartPart& chart)
{
    if (chart.panel.layers.empty())
        return {};
    std::string series;
    for (std::size_t i = 0; i < chart.panel.layers.size(); ++i) {
        const auto group = static_cast<std::size_t>(chart.panel.layers[i].group);
        const std::string look = solidFill(chart.look.colours.fill[group])
            + lineLook(chart.look.hair, chart.look.colours.edge[group]);
        series += xmlElement("c:ser", {},
                             seriesHead(chart, i + 1) + xmlElement("c:spPr", {}, look)
                                 + (chart.look.bars ? flagElement("c:invertIfNegative", false) : "")
                                 + seriesData(chart, i + 1));
    }
    const std::string stacked
        = valueElement("c:grouping", "stacked") + flagElement("c:varyColors", false) + series;
    if (!chart.look.bars)
        return xmlElement("c:areaChart", {}, stacked + axisIds());
    return xmlElement("c:barChart", {},
                      valueElement("c:barDir", chart.look.lying ? "bar" : "col") + stacked
                          + valueElement("c:gapWidth", gapWidth(chart))
                          + valueElement("c:overlap", std::size_t{100}) + axisIds());
}

std::string lineSeries(const ChartPart& chart)
{
    const double width = 2 * chart.look.hair;
    std::string series;
    const std::size_t before = chart.panel.layers.size() + 1;
    for (std::size_t i = 0; i < chart.panel.curves.size(); ++i) {
        const std::size_t kind = chart.panel.lookOfCurve(i).line % curveKinds;
        series += lineThrough(chart, before + i, width, chart.look.colours.curve[kind],
                              curveDashes[kind]);
    }
    if (chart.limit)
        series += lineThrough(chart, chart.limitColumn(), width, chart.look.colours.limit,
                              chart.limit->dashed ? "dash" : "solid");
    if (series.empty())
        return {};
    return xmlElement("c:lineChart", {},
                      valueElement("c:grouping", "standard") + flagElement("c:varyColors", false)
                          + series + flagElement("c:marker", true) + axisIds());
}

} // namespace highwater
