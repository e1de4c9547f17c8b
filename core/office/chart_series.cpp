// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/chart_ml.h"
#include "core/office/chart_part.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"

namespace highwater {
namespace {

std::string curveSeries(const ChartPart& chart, std::size_t index, std::size_t column)
{
    constexpr double width = 2.25;
    const std::size_t kind = chart.panel.lookOfCurve(index).line % curveKinds;
    const std::string& colour = chart.look.colours.curve[kind];
    return xmlElement("c:ser", {},
                      seriesHead(chart, column)
                          + xmlElement("c:spPr", {}, lineLook(width, colour, curveDashes[kind]))
                          + pointMark(chart, colour, false) + seriesData(chart, column)
                          + flagElement("c:smooth", false));
}

} // namespace

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

std::string bandSeries(const ChartPart& chart)
{
    if (chart.panel.layers.empty())
        return {};
    constexpr double edge = 0.75;
    std::string series;
    for (std::size_t i = 0; i < chart.panel.layers.size(); ++i) {
        const auto group = static_cast<std::size_t>(chart.panel.layers[i].group);
        const std::string look = solidFill(chart.look.colours.fill[group])
            + lineLook(edge, chart.look.colours.edge[group]);
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
                      valueElement("c:barDir", "col") + stacked
                          + valueElement("c:gapWidth", std::size_t{50})
                          + valueElement("c:overlap", std::size_t{100}) + axisIds());
}

std::string lineSeries(const ChartPart& chart)
{
    std::string series;
    const std::size_t before = chart.panel.layers.size() + 1;
    for (std::size_t i = 0; i < chart.panel.curves.size(); ++i)
        series += curveSeries(chart, i, before + i);
    if (chart.limit)
        series += limitSeries(chart);
    if (series.empty())
        return {};
    return xmlElement("c:lineChart", {},
                      valueElement("c:grouping", "standard") + flagElement("c:varyColors", false)
                          + series + flagElement("c:marker", true) + axisIds());
}

std::string pointMark(const ChartPart& chart, const std::string& colour, bool acrossCategory)
{
    if (chart.points() > 1)
        return xmlElement("c:marker", {}, valueElement("c:symbol", "none"));
    constexpr std::size_t widest = 72, small = 8;
    return xmlElement("c:marker", {},
                      valueElement("c:symbol", std::string(acrossCategory ? "dash" : "circle"))
                          + valueElement("c:size", acrossCategory ? widest : small)
                          + xmlElement("c:spPr", {}, solidFill(colour) + noLine()));
}

} // namespace highwater
