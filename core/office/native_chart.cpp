// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/native_chart.h"

#include "core/office/chart_ml.h"
#include "core/office/chart_part.h"
#include "core/office/chart_sheets.h"
#include "core/office/package.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

/// A part of the chart's width or height, from 0 to 1.
std::string shareOfWhole(double part, double whole)
{
    return shortest(part / whole);
}

std::string plotArea(const ChartPart& chart)
{
    const ChartMargins& margins = chart.look.margins;
    const std::string layout = valueElement("c:layoutTarget", "inner")
        + valueElement("c:xMode", "edge") + valueElement("c:yMode", "edge")
        + valueElement("c:x", shareOfWhole(margins.left, chart.look.width))
        + valueElement("c:y", shareOfWhole(margins.top, chart.look.height))
        + valueElement("c:w", shareOfWhole(chart.plotWidth, chart.look.width))
        + valueElement("c:h", shareOfWhole(chart.plotHeight, chart.look.height));
    return xmlElement("c:plotArea", {},
                      xmlElement("c:layout", {}, xmlElement("c:manualLayout", {}, layout))
                          + bandSeries(chart) + lineSeries(chart) + categoryAxis(chart)
                          + valueAxis(chart)
                          + xmlElement("c:spPr", {}, xmlElement("a:noFill") + noLine()));
}

/// The limit line has its label on it and needs no entry.
std::string legend(const ChartPart& chart)
{
    std::string content = valueElement("c:legendPos", "r");
    if (chart.limit)
        content += xmlElement("c:legendEntry", {},
                              valueElement("c:idx", chart.limitColumn() - 1)
                                  + flagElement("c:delete", true));
    return xmlElement("c:legend", {},
                      content + flagElement("c:overlay", false)
                          + textProperties(bodyProperties(), chart.style(chart.look.smallPoints)));
}

std::string chartXml(const ChartPart& chart)
{
    const std::string title = excerpt(chart.words(chart.panel.title), longestTitle);
    std::string content;
    if (!title.empty())
        content += chartTitle(title, chart.style(chart.look.points, true));
    content += flagElement("c:autoTitleDeleted", title.empty()) + plotArea(chart);
    if (chart.look.legend)
        content += legend(chart);
    content += flagElement("c:plotVisOnly", true) + valueElement("c:dispBlanksAs", "gap");
    const std::string none = xmlElement("a:noFill") + noLine();
    return std::string(xmlHead)
        + xmlElement(
               "c:chartSpace",
               {{"xmlns:c", "http://schemas.openxmlformats.org/drawingml/2006/chart"},
                {"xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main"},
                {"xmlns:r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"}},
               flagElement("c:date1904", false) + flagElement("c:roundedCorners", false)
                   + xmlElement("c:chart", {}, content) + xmlElement("c:spPr", {}, none)
                   + textProperties(bodyProperties(), chart.style(chart.look.smallPoints))
                   + xmlElement("c:externalData", {{"r:id", relationshipId(0)}},
                                flagElement("c:autoUpdate", false)));
}

} // namespace

std::string widestLabel(const Axis& axis)
{
    constexpr double most = 9e15;
    const std::string whole = grouped(std::llround(std::clamp(axis.most, 0.0, most)));
    const int decimals = axisDecimals(axis);
    return decimals == 0 ? whole
                         : whole + "." + std::string(static_cast<std::size_t>(decimals), '0');
}

NativeChart nativeChart(const EvenPanel& even, const Panel& original,
                        const std::optional<LimitLine>& limit, const ChartLook& look,
                        const Translator& words)
{
    const Worksheet sheet = chartSheet(even, limit, look.unit, words);
    return {chartXml({even.panel, even.marksEvery, limit, sheet, look, words}),
            workbookFile({sheet, bytesSheet(original, limit, words)})};
}

} // namespace highwater
