// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/chart_ml.h"
#include "core/office/chart_part.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"

#include <algorithm>

namespace highwater {
namespace {

/// The highest value that is drawn between two places across the plot, in the chart's unit.
double highestWithin(const ChartPart& chart, double left, double right)
{
    const double reach
        = chart.look.bars ? chart.step() / 2 : chart.step(); // an area goes on to the next point
    Bytes most = 0;
    for (std::size_t i = 0; i < chart.points(); ++i) {
        if (chart.across(i) <= left - reach || chart.across(i) >= right + reach)
            continue;
        most = std::max(most, chart.panel.totalAt(i));
        for (const Curve& curve : chart.panel.curves)
            most = std::max(most, curve.values[i]);
    }
    return inUnit(most, chart.look.unit);
}

/// The point at which the limit line's label stands, and its height above the line.
struct LabelPlace
{
    std::size_t index = 0;
    double raised = 0; ///< points; 0 right above the line
};

/// The leftmost point at which the bands do not cover the label; else above the bands, where there
/// is room for the label.
LabelPlace labelPlace(const ChartPart& chart)
{
    constexpr double space = 6;
    const std::string& label = chart.sheet.head[chart.limitColumn()];
    const double half = textWidth(label, chart.look.smallPoints, true) / 2;
    const double tall = 1.7 * chart.look.smallPoints;
    const double perUnit = chart.panel.y.most > 0 ? chart.plotHeight / chart.panel.y.most : 0;
    std::optional<LabelPlace> above;
    for (std::size_t i = 0; i < chart.points(); ++i) {
        const double centre = chart.across(i);
        if (centre < half || centre > chart.plotWidth - half)
            continue;
        const double highest = highestWithin(chart, centre - half, centre + half);
        const double covered = (highest - inUnit(chart.limit->at, chart.look.unit)) * perUnit;
        if (covered <= 0)
            return {i, 0};
        if (!above && highest * perUnit + space + tall <= chart.plotHeight)
            above = LabelPlace{i, covered + space};
    }
    return above.value_or(LabelPlace{chart.points() / 2, 0});
}

/// The dot on the line at which the leader to the label begins.
std::string limitDot(const ChartPart& chart, std::size_t index, const std::string& outline)
{
    const std::string mark = valueElement("c:symbol", "circle")
        + valueElement("c:size", std::size_t{6})
        + xmlElement("c:spPr", {}, solidFill(chart.look.colours.limit) + noLine());
    return xmlElement("c:dPt", {},
                      valueElement("c:idx", index) + xmlElement("c:marker", {}, mark)
                          + flagElement("c:bubble3D", false) + xmlElement("c:spPr", {}, outline));
}

std::string labelShows(bool name)
{
    return flagElement("c:showLegendKey", false) + flagElement("c:showVal", false)
        + flagElement("c:showCatName", false) + flagElement("c:showSerName", name)
        + flagElement("c:showPercent", false) + flagElement("c:showBubbleSize", false);
}

std::string limitLabel(const ChartPart& chart, const LabelPlace& place)
{
    std::string label = valueElement("c:idx", place.index);
    if (place.raised > 0)
        label += xmlElement(
            "c:layout", {},
            xmlElement("c:manualLayout", {},
                       valueElement("c:x", "0")
                           + valueElement("c:y", shortest(-place.raised / chart.look.height))));
    const TextStyle text{chart.look.smallPoints, true, chart.look.colours.limit,
                         chart.look.language};
    label += xmlElement("c:spPr", {}, xmlElement("a:noFill") + noLine())
        + textProperties(xmlElement("a:bodyPr", {{"wrap", "none"}}), text)
        + valueElement("c:dLblPos", "t") + labelShows(true);
    // limitLeader() draws the leader: programs' own leaders are thin and black.
    constexpr std::string_view noLeader
        = R"(<c:extLst><c:ext uri="{CE6537A1-D6FC-4f65-9D91-7224C49458BB}" )"
          R"(xmlns:c15="http://schemas.microsoft.com/office/drawing/2012/chart">)"
          R"(<c15:showLeaderLines val="0"/></c:ext></c:extLst>)";
    return xmlElement("c:dLbls", {},
                      xmlElement("c:dLbl", {}, label) + labelShows(false) + std::string(noLeader));
}

/// An error bar at one point, up from the line to its label.
std::string limitLeader(const ChartPart& chart, const LabelPlace& place, const std::string& look)
{
    const double up = place.raised / chart.plotHeight * chart.panel.y.most;
    const auto only = [&](const std::string& value) {
        return xmlElement("c:numLit", {},
                          xmlElement("c:formatCode", {}, "General")
                              + valueElement("c:ptCount", chart.points())
                              + xmlElement("c:pt", {{"idx", std::to_string(place.index)}},
                                           xmlElement("c:v", {}, value)));
    };
    return xmlElement("c:errBars", {},
                      valueElement("c:errDir", "y") + valueElement("c:errBarType", "plus")
                          + valueElement("c:errValType", "cust") + flagElement("c:noEndCap", true)
                          + xmlElement("c:plus", {}, only(shortest(up)))
                          + xmlElement("c:minus", {}, only("0")) + xmlElement("c:spPr", {}, look));
}

} // namespace

std::string limitSeries(const ChartPart& chart)
{
    constexpr double width = 2.25;
    constexpr double leader = 1.25;
    const std::string& colour = chart.look.colours.limit;
    const LabelPlace place = labelPlace(chart);
    const std::string dash = chart.limit->dashed ? "dash" : "solid";
    std::string series = seriesHead(chart, chart.limitColumn())
        + xmlElement("c:spPr", {}, lineLook(width, colour, dash)) + pointMark(chart, colour, true);
    if (place.raised > 0 && chart.points() > 1)
        series += limitDot(chart, place.index, lineLook(width, colour, dash));
    series += limitLabel(chart, place);
    if (place.raised > 0)
        series += limitLeader(chart, place, lineLook(leader, colour));
    return xmlElement("c:ser", {},
                      series + seriesData(chart, chart.limitColumn())
                          + flagElement("c:smooth", false));
}

} // namespace highwater
