// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/native_chart.h"

#include "core/office/chart_part.h"
#include "core/office/package.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"

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

std::string chartXml(const ChartPart& chart)
{
    std::string content = flagElement("c:autoTitleDeleted", true) + plotArea(chart);
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
                   + textProperties(chart.style())
                   + xmlElement("c:externalData", {{"r:id", relationshipId(0)}},
                                flagElement("c:autoUpdate", false)));
}

} // namespace

NativeChart nativeChart(const EvenPanel& even, const Panel& original,
                        const std::optional<LimitLine>& limit, const ChartLook& look,
                        const Translator& words)
{
    const Worksheet sheet = chartSheet(even, limit, look.unit, words);
    return {chartXml({even.panel, limit, sheet, look}),
            workbookFile({sheet, wholeSheet(original, limit, look.unit, words)})};
}

} // namespace highwater
