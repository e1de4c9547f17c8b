// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/chart_part.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"

namespace highwater {
namespace {

std::string numberFormat(const Axis& axis)
{
    const int decimals = axisDecimals(axis);
    return decimals == 0 ? "#,##0"
                         : "#,##0." + std::string(static_cast<std::size_t>(decimals), '0');
}

} // namespace

std::string axisIds()
{
    return valueElement("c:axId", std::string(categoryAxisId))
        + valueElement("c:axId", std::string(valueAxisId));
}

std::string categoryAxis(const ChartPart& chart)
{
    const bool lying = chart.look.lying; // the first name is the highest
    return xmlElement(
        "c:catAx", {},
        valueElement("c:axId", std::string(categoryAxisId))
            + xmlElement("c:scaling", {},
                         valueElement("c:orientation", std::string(lying ? "maxMin" : "minMax")))
            + flagElement("c:delete", false)
            + valueElement("c:axPos", std::string(lying ? "l" : "b"))
            + xmlElement("c:numFmt", {{"formatCode", "General"}, {"sourceLinked", "0"}})
            + valueElement("c:majorTickMark", "none") + valueElement("c:minorTickMark", "none")
            + valueElement("c:tickLblPos", "none")
            + xmlElement("c:spPr", {}, xmlElement("a:noFill") + noLine())
            + valueElement("c:crossAx", std::string(valueAxisId))
            + valueElement("c:crosses", "autoZero") + flagElement("c:auto", false)
            + valueElement("c:lblAlgn", "ctr") + valueElement("c:lblOffset", std::size_t{100})
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
            unit = valueElement(
                "c:majorUnit",
                shortest(static_cast<double>(chart.look.gridStride) * (y.ticks[1] - y.ticks[0])));
    }
    return xmlElement(
        "c:valAx", {},
        valueElement("c:axId", std::string(valueAxisId)) + xmlElement("c:scaling", {}, scaling)
            + flagElement("c:delete", false)
            + valueElement("c:axPos", std::string(chart.look.lying ? "t" : "l"))
            + xmlElement(
                "c:majorGridlines", {},
                xmlElement("c:spPr", {}, lineLook(chart.look.hair, chart.look.colours.grid)))
            + xmlElement("c:numFmt", {{"formatCode", numberFormat(y)}, {"sourceLinked", "0"}})
            + valueElement("c:majorTickMark", "none") + valueElement("c:minorTickMark", "none")
            + valueElement("c:tickLblPos", std::string(chart.look.marksOnY ? "nextTo" : "none"))
            + xmlElement("c:spPr", {}, xmlElement("a:noFill") + noLine())
            + textProperties(chart.style()) + valueElement("c:crossAx", std::string(categoryAxisId))
            + valueElement("c:crosses", "autoZero")
            + valueElement("c:crossBetween", std::string(chart.look.bars ? "between" : "midCat"))
            + unit);
}

} // namespace highwater
