// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/native_chart.h"

#include "core/office/package.h"
#include "core/office/workbook.h"
#include "core/office/xml.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr std::string_view categoryAxisId = "500000001";
constexpr std::string_view valueAxisId = "500000002";
constexpr std::size_t longestTitle = 120;

std::string val(std::string_view name, std::string value)
{
    return element(name, {{"val", std::move(value)}});
}

std::string val(std::string_view name, std::size_t value)
{
    return val(name, std::to_string(value));
}

std::string flag(std::string_view name, bool on)
{
    return val(name, std::string(on ? "1" : "0"));
}

/// As many as tell the marks apart.
int decimalsOf(const Axis& axis)
{
    constexpr int most = 6;
    if (axis.ticks.size() < 2)
        return 0;
    const double step = axis.ticks[1] - axis.ticks[0];
    if (!(step > 0) || step >= 1)
        return 0;
    return std::min(most, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
}

std::string numberFormat(const Axis& axis)
{
    const int decimals = decimalsOf(axis);
    return decimals == 0 ? "#,##0"
                         : "#,##0." + std::string(static_cast<std::size_t>(decimals), '0');
}

/// The series of a chart: what each is called and its bytes.
struct Column
{
    std::string name;
    std::vector<Bytes> values;
};

std::vector<Column> columnsOf(const Panel& panel, const std::optional<LimitLine>& limit,
                              const Translator& words)
{
    std::vector<Column> columns;
    for (const Layer& layer : panel.layers)
        columns.push_back({words(layer.name), layer.values});
    for (const Curve& curve : panel.curves)
        columns.push_back({words(curve.name), curve.values});
    if (limit)
        columns.push_back({words(limit->label), std::vector<Bytes>(panel.xs.size(), limit->at)});
    return columns;
}

/// The chart's numbers in the figure's unit, a column each series. Only points at marks have a name
/// on the axis: not every program leaves out the names between, as it is told. What those points
/// stand at is in the last column.
Worksheet chartSheet(const EvenPanel& even, const std::optional<LimitLine>& limit, MemoryUnit unit,
                     const Translator& words)
{
    const Panel& panel = even.panel;
    const std::vector<Column> columns = columnsOf(panel, limit, words);
    const bool allNamed = even.marksEvery == 1;
    Worksheet sheet;
    sheet.name = "Sheet1";
    sheet.table = true;
    sheet.head = {words(allNamed ? panel.x.title : Text(HW_TR("core", "Axis label")))};
    for (const Column& column : columns)
        sheet.head.push_back(column.name);
    if (!allNamed)
        sheet.head.push_back(words(panel.x.title));
    sheet.head = columnHeads(std::move(sheet.head));
    for (std::size_t i = 0; i < panel.xs.size(); ++i) {
        std::vector<Cell> row{std::string()};
        if (i % even.marksEvery == 0)
            row.front() = pointName(panel, i, words);
        for (const Column& column : columns)
            row.emplace_back(inUnit(column.values[i], unit));
        if (!allNamed)
            row.emplace_back(panel.xs[i]);
        sheet.rows.push_back(std::move(row));
    }
    return sheet;
}

/// The figure's own points, in whole bytes.
Worksheet bytesSheet(const Panel& panel, const std::optional<LimitLine>& limit,
                     const Translator& words)
{
    const std::vector<Column> columns = columnsOf(panel, limit, words);
    Worksheet sheet;
    sheet.name = "Bytes";
    sheet.head = {words(panel.x.title)};
    for (const Column& column : columns)
        sheet.head.push_back(column.name);
    sheet.head = columnHeads(std::move(sheet.head));
    for (std::size_t i = 0; i < panel.xs.size(); ++i) {
        std::vector<Cell> row{panel.xs[i]};
        for (const Column& column : columns)
            row.emplace_back(column.values[i]);
        sheet.rows.push_back(std::move(row));
    }
    return sheet;
}

std::string textBody(const std::string& bodyProperties, const TextStyle& style)
{
    return element("c:txPr", {},
                   bodyProperties + element("a:lstStyle")
                       + element("a:p", {},
                                 element("a:pPr", {}, defaultRun(style))
                                     + element("a:endParaRPr", {{"lang", style.language}})));
}

std::string bodyProperties(int degrees = 0)
{
    constexpr int perDegree = 60000;
    if (degrees == 0)
        return element("a:bodyPr");
    return element("a:bodyPr", {{"rot", std::to_string(degrees * perDegree)}, {"vert", "horz"}});
}

std::string titled(std::string_view text, const TextStyle& style, int degrees = 0)
{
    const std::string rich = bodyProperties(degrees) + element("a:lstStyle")
        + element("a:p", {}, element("a:pPr", {}, defaultRun(style)) + run(text, style));
    return element("c:title", {},
                   element("c:tx", {}, element("c:rich", {}, rich)) + flag("c:overlay", false));
}

class ChartWriter
{
public:
    ChartWriter(const EvenPanel& even, const std::optional<LimitLine>& limit,
                const Worksheet& sheet, const ChartLook& look, const Translator& words)
        : m_panel(even.panel)
        , m_marksEvery(even.marksEvery)
        , m_limit(limit)
        , m_sheet(sheet)
        , m_look(look)
        , m_words(words)
        , m_plotWidth(look.width - look.margins.left - look.margins.right)
        , m_plotHeight(look.height - look.margins.top - look.margins.bottom)
    { }

    std::string xml() const
    {
        const std::string title = excerpt(m_words(m_panel.title), longestTitle);
        std::string chart;
        if (!title.empty())
            chart += titled(title, style(m_look.points, true));
        chart += flag("c:autoTitleDeleted", title.empty()) + plotArea();
        if (m_look.legend)
            chart += legend();
        chart += flag("c:plotVisOnly", true) + val("c:dispBlanksAs", std::string("gap"));
        const std::string none = element("a:noFill") + noOutline();
        return std::string(xmlHead)
            + element("c:chartSpace",
                      {{"xmlns:c", "http://schemas.openxmlformats.org/drawingml/2006/chart"},
                       {"xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main"},
                       {"xmlns:r",
                        "http://schemas.openxmlformats.org/officeDocument/2006/relationships"}},
                      flag("c:date1904", false) + flag("c:roundedCorners", false)
                          + element("c:chart", {}, chart) + element("c:spPr", {}, none)
                          + textBody(bodyProperties(), style(m_look.smallPoints))
                          + element("c:externalData", {{"r:id", relationshipId(0)}},
                                    flag("c:autoUpdate", false)));
    }

private:
    TextStyle style(double points, bool bold = false) const
    {
        return {points, bold, m_look.inks.text, m_look.language};
    }

    std::size_t points() const { return m_panel.xs.size(); }
    std::size_t limitColumn() const { return 1 + m_panel.layers.size() + m_panel.curves.size(); }

    /// A share of the chart's width or height.
    static std::string share(double part, double whole) { return shortest(part / whole); }

    std::string plotArea() const
    {
        const ChartMargins& margins = m_look.margins;
        const std::string layout = val("c:layoutTarget", std::string("inner"))
            + val("c:xMode", std::string("edge")) + val("c:yMode", std::string("edge"))
            + val("c:x", share(margins.left, m_look.width))
            + val("c:y", share(margins.top, m_look.height))
            + val("c:w", share(m_plotWidth, m_look.width))
            + val("c:h", share(m_plotHeight, m_look.height));
        return element("c:plotArea", {},
                       element("c:layout", {}, element("c:manualLayout", {}, layout)) + stack()
                           + lines() + categoryAxis() + valueAxis()
                           + element("c:spPr", {}, element("a:noFill") + noOutline()));
    }

    std::string axisIds() const
    {
        return val("c:axId", std::string(categoryAxisId)) + val("c:axId", std::string(valueAxisId));
    }

    std::string seriesHead(std::size_t column) const
    {
        const std::string name = val("c:ptCount", std::size_t{1})
            + element("c:pt", {{"idx", "0"}}, element("c:v", {}, xmlText(m_sheet.head[column])));
        return val("c:idx", column - 1) + val("c:order", column - 1)
            + element("c:tx", {},
                      element("c:strRef", {},
                              element("c:f", {}, cellRange(m_sheet, column, 0, 0))
                                  + element("c:strCache", {}, name)));
    }

    /// The names of all categories and the numbers of one column, as the sheet has them.
    std::string seriesData(std::size_t column) const
    {
        std::string names = val("c:ptCount", points());
        std::string numbers = element("c:formatCode", {}, "General") + val("c:ptCount", points());
        for (std::size_t i = 0; i < points(); ++i) {
            const auto point = [i](const std::string& value) {
                return element("c:pt", {{"idx", std::to_string(i)}}, element("c:v", {}, value));
            };
            const auto& name = std::get<std::string>(m_sheet.rows[i][0]);
            if (!name.empty())
                names += point(xmlText(name));
            numbers += point(shortest(std::get<double>(m_sheet.rows[i][column])));
        }
        const auto range = [this](std::size_t of) {
            return element("c:f", {}, cellRange(m_sheet, of, 1, points()));
        };
        return element("c:cat", {},
                       element("c:strRef", {}, range(0) + element("c:strCache", {}, names)))
            + element("c:val", {},
                      element("c:numRef", {}, range(column) + element("c:numCache", {}, numbers)));
    }

    /// The bands, the first at the bottom.
    std::string stack() const
    {
        if (m_panel.layers.empty())
            return {};
        constexpr double edge = 0.75;
        std::string series;
        for (std::size_t i = 0; i < m_panel.layers.size(); ++i) {
            const auto group = static_cast<std::size_t>(m_panel.layers[i].group);
            const std::string look
                = solid(m_look.inks.fill[group]) + outline(edge, m_look.inks.edge[group]);
            series += element("c:ser", {},
                              seriesHead(i + 1) + element("c:spPr", {}, look)
                                  + (m_look.bars ? flag("c:invertIfNegative", false) : "")
                                  + seriesData(i + 1));
        }
        const std::string stacked
            = val("c:grouping", std::string("stacked")) + flag("c:varyColors", false) + series;
        if (!m_look.bars)
            return element("c:areaChart", {}, stacked + axisIds());
        return element("c:barChart", {},
                       val("c:barDir", std::string("col")) + stacked
                           + val("c:gapWidth", std::size_t{50}) + val("c:overlap", std::size_t{100})
                           + axisIds());
    }

    /// The curves of compared plans and the limit line.
    std::string lines() const
    {
        std::string series;
        const std::size_t before = m_panel.layers.size() + 1;
        for (std::size_t i = 0; i < m_panel.curves.size(); ++i)
            series += curve(i, before + i);
        if (m_limit)
            series += limitLine();
        if (series.empty())
            return {};
        return element("c:lineChart", {},
                       val("c:grouping", std::string("standard")) + flag("c:varyColors", false)
                           + series + flag("c:marker", true) + axisIds());
    }

    /// A line through one point is none: then a mark stands for it.
    std::string pointMark(const std::string& ink, bool whole) const
    {
        if (points() > 1)
            return element("c:marker", {}, val("c:symbol", std::string("none")));
        constexpr std::size_t widest = 72, small = 8;
        return element("c:marker", {},
                       val("c:symbol", std::string(whole ? "dash" : "circle"))
                           + val("c:size", whole ? widest : small)
                           + element("c:spPr", {}, solid(ink) + noOutline()));
    }

    std::string curve(std::size_t index, std::size_t column) const
    {
        constexpr std::array<std::string_view, 4> dashes{"solid", "dash", "sysDot", "lgDashDot"};
        constexpr double width = 2.25;
        const std::string& ink = m_look.inks.curve[index % m_look.inks.curve.size()];
        return element(
            "c:ser", {},
            seriesHead(column)
                + element("c:spPr", {}, outline(width, ink, dashes[index % dashes.size()]))
                + pointMark(ink, false) + seriesData(column) + flag("c:smooth", false));
    }

    /// Points from the left axis to a category, and from category to category.
    double across(std::size_t index) const
    {
        return (static_cast<double>(index) + (m_look.bars ? 0.5 : 0.0)) * apart();
    }
    double apart() const
    {
        const auto count = static_cast<double>(points());
        return m_plotWidth / (m_look.bars ? count : std::max(1.0, count - 1));
    }

    /// The most that is drawn between two places across the plot, in the unit.
    double highestWithin(double left, double right) const
    {
        const double reach
            = m_look.bars ? apart() / 2 : apart(); // an area goes on to the next point
        Bytes most = 0;
        for (std::size_t i = 0; i < points(); ++i) {
            if (across(i) <= left - reach || across(i) >= right + reach)
                continue;
            most = std::max(most, m_panel.totalAt(i));
            for (const Curve& curve : m_panel.curves)
                most = std::max(most, curve.values[i]);
        }
        return inUnit(most, m_look.unit);
    }

    /// Where the limit line's label goes: at which point, and how high above the line.
    struct LabelPlace
    {
        std::size_t index = 0;
        double raised = 0; ///< points; 0 right above the line
    };

    /// As far left as the label is on the surface; else above the bands, where it has room there.
    LabelPlace labelPlace() const
    {
        constexpr double space = 6;
        const std::string& label = m_sheet.head[limitColumn()];
        const double half = textWidth(label, m_look.smallPoints, true) / 2;
        const double tall = 1.7 * m_look.smallPoints;
        const double perUnit = m_panel.y.most > 0 ? m_plotHeight / m_panel.y.most : 0;
        std::optional<LabelPlace> above;
        for (std::size_t i = 0; i < points(); ++i) {
            const double centre = across(i);
            if (centre < half || centre > m_plotWidth - half)
                continue;
            const double highest = highestWithin(centre - half, centre + half);
            const double covered = (highest - inUnit(m_limit->at, m_look.unit)) * perUnit;
            if (covered <= 0)
                return {i, 0};
            if (!above && highest * perUnit + space + tall <= m_plotHeight)
                above = LabelPlace{i, covered + space};
        }
        return above.value_or(LabelPlace{points() / 2, 0});
    }

    std::string limitLine() const
    {
        constexpr double width = 2.25;
        constexpr double leader = 1.25;
        const std::string& ink = m_look.inks.limit;
        const LabelPlace place = labelPlace();
        const std::string dash = m_limit->dashed ? "dash" : "solid";
        std::string series = seriesHead(limitColumn())
            + element("c:spPr", {}, outline(width, ink, dash)) + pointMark(ink, true);
        if (place.raised > 0 && points() > 1)
            series += limitDot(place.index, outline(width, ink, dash));
        series += limitLabel(place);
        if (place.raised > 0)
            series += limitLeader(place, outline(leader, ink));
        return element("c:ser", {}, series + seriesData(limitColumn()) + flag("c:smooth", false));
    }

    /// The dot on the line that the leader comes from.
    std::string limitDot(std::size_t index, const std::string& lineLook) const
    {
        const std::string mark = val("c:symbol", std::string("circle"))
            + val("c:size", std::size_t{6})
            + element("c:spPr", {}, solid(m_look.inks.limit) + noOutline());
        return element("c:dPt", {},
                       val("c:idx", index) + element("c:marker", {}, mark)
                           + flag("c:bubble3D", false) + element("c:spPr", {}, lineLook));
    }

    static std::string labelShows(bool name)
    {
        return flag("c:showLegendKey", false) + flag("c:showVal", false)
            + flag("c:showCatName", false) + flag("c:showSerName", name)
            + flag("c:showPercent", false) + flag("c:showBubbleSize", false);
    }

    std::string limitLabel(const LabelPlace& place) const
    {
        std::string label = val("c:idx", place.index);
        if (place.raised > 0)
            label += element("c:layout", {},
                             element("c:manualLayout", {},
                                     val("c:x", std::string("0"))
                                         + val("c:y", share(-place.raised, m_look.height))));
        const TextStyle text{m_look.smallPoints, true, m_look.inks.limit, m_look.language};
        label += element("c:spPr", {}, element("a:noFill") + noOutline())
            + textBody(element("a:bodyPr", {{"wrap", "none"}}), text)
            + val("c:dLblPos", std::string("t")) + labelShows(true);
        // The leader is drawn below: what programs draw by themselves is thin and black.
        constexpr std::string_view noLeader
            = R"(<c:extLst><c:ext uri="{CE6537A1-D6FC-4f65-9D91-7224C49458BB}" )"
              R"(xmlns:c15="http://schemas.microsoft.com/office/drawing/2012/chart">)"
              R"(<c15:showLeaderLines val="0"/></c:ext></c:extLst>)";
        return element("c:dLbls", {},
                       element("c:dLbl", {}, label) + labelShows(false) + std::string(noLeader));
    }

    /// An error bar at one point, up from the line to its label.
    std::string limitLeader(const LabelPlace& place, const std::string& look) const
    {
        const double up = place.raised / m_plotHeight * m_panel.y.most;
        const auto only = [&](const std::string& value) {
            return element("c:numLit", {},
                           element("c:formatCode", {}, "General") + val("c:ptCount", points())
                               + element("c:pt", {{"idx", std::to_string(place.index)}},
                                         element("c:v", {}, value)));
        };
        return element("c:errBars", {},
                       val("c:errDir", std::string("y")) + val("c:errBarType", std::string("plus"))
                           + val("c:errValType", std::string("cust")) + flag("c:noEndCap", true)
                           + element("c:plus", {}, only(shortest(up)))
                           + element("c:minus", {}, only("0")) + element("c:spPr", {}, look));
    }

    /// Marks in steps as wide as their labels want.
    std::size_t labelEvery() const
    {
        double widest = 0;
        for (std::size_t i = 0; i < points(); i += m_marksEvery)
            widest = std::max(
                widest, textWidth(std::get<std::string>(m_sheet.rows[i][0]), m_look.smallPoints));
        const double wanted = widest + m_look.smallPoints;
        std::size_t every = m_marksEvery;
        while (static_cast<double>(every) * apart() < wanted && every < points())
            every += m_marksEvery;
        return every;
    }

    std::string axisLine() const
    {
        constexpr double width = 0.75;
        return element("c:spPr", {}, element("a:noFill") + outline(width, m_look.inks.axis));
    }

    TextStyle tickStyle() const
    {
        return {m_look.smallPoints, false, m_look.inks.muted, m_look.language};
    }

    std::string categoryAxis() const
    {
        const std::string title = excerpt(m_words(m_panel.x.title), longestTitle);
        const std::size_t every = labelEvery();
        return element("c:catAx", {},
                       val("c:axId", std::string(categoryAxisId))
                           + element("c:scaling", {}, val("c:orientation", std::string("minMax")))
                           + flag("c:delete", false) + val("c:axPos", std::string("b"))
                           + (title.empty() ? "" : titled(title, style(m_look.smallPoints)))
                           + element("c:numFmt", {{"formatCode", "General"}, {"sourceLinked", "0"}})
                           + val("c:majorTickMark", std::string("out"))
                           + val("c:minorTickMark", std::string("none"))
                           + val("c:tickLblPos", std::string("low")) + axisLine()
                           + textBody(bodyProperties(), tickStyle())
                           + val("c:crossAx", std::string(valueAxisId))
                           + val("c:crosses", std::string("autoZero")) + flag("c:auto", false)
                           + val("c:lblAlgn", std::string("ctr"))
                           + val("c:lblOffset", std::size_t{100}) + val("c:tickLblSkip", every)
                           + val("c:tickMarkSkip", every) + flag("c:noMultiLvlLbl", true));
    }

    std::string valueAxis() const
    {
        const Axis& y = m_panel.y;
        std::string scaling = val("c:orientation", std::string("minMax"));
        std::string unit;
        if (y.most > y.least) {
            scaling += val("c:max", shortest(y.most)) + val("c:min", shortest(y.least));
            if (y.ticks.size() >= 2 && y.ticks[1] > y.ticks[0])
                unit = val("c:majorUnit", shortest(y.ticks[1] - y.ticks[0]));
        }
        const std::string title = excerpt(m_words(y.title), longestTitle);
        constexpr double gridWidth = 0.75;
        constexpr int upwards = -90;
        return element(
            "c:valAx", {},
            val("c:axId", std::string(valueAxisId)) + element("c:scaling", {}, scaling)
                + flag("c:delete", false) + val("c:axPos", std::string("l"))
                + element("c:majorGridlines", {},
                          element("c:spPr", {}, outline(gridWidth, m_look.inks.grid)))
                + (title.empty() || !m_look.titleOnY
                       ? ""
                       : titled(title, style(m_look.smallPoints), upwards))
                + element("c:numFmt", {{"formatCode", numberFormat(y)}, {"sourceLinked", "0"}})
                + val("c:majorTickMark", std::string("none"))
                + val("c:minorTickMark", std::string("none"))
                + val("c:tickLblPos", std::string(m_look.marksOnY ? "nextTo" : "none"))
                + element("c:spPr", {}, element("a:noFill") + noOutline())
                + textBody(bodyProperties(), tickStyle())
                + val("c:crossAx", std::string(categoryAxisId))
                + val("c:crosses", std::string("autoZero"))
                + val("c:crossBetween", std::string(m_look.bars ? "between" : "midCat")) + unit);
    }

    /// The limit line has its label on it and needs no entry.
    std::string legend() const
    {
        std::string content = val("c:legendPos", std::string("r"));
        if (m_limit)
            content += element("c:legendEntry", {},
                               val("c:idx", limitColumn() - 1) + flag("c:delete", true));
        return element("c:legend", {},
                       content + flag("c:overlay", false)
                           + textBody(bodyProperties(), style(m_look.smallPoints)));
    }

    const Panel& m_panel;
    std::size_t m_marksEvery;
    const std::optional<LimitLine>& m_limit;
    const Worksheet& m_sheet;
    const ChartLook& m_look;
    const Translator& m_words;
    double m_plotWidth, m_plotHeight;
};

} // namespace

std::string widestLabel(const Axis& axis)
{
    constexpr double most = 9e15;
    const std::string whole = grouped(std::llround(std::clamp(axis.most, 0.0, most)));
    const int decimals = decimalsOf(axis);
    return decimals == 0 ? whole
                         : whole + "." + std::string(static_cast<std::size_t>(decimals), '0');
}

NativeChart nativeChart(const EvenPanel& even, const Panel& original,
                        const std::optional<LimitLine>& limit, const ChartLook& look,
                        const Translator& words)
{
    const Worksheet sheet = chartSheet(even, limit, look.unit, words);
    return {ChartWriter(even, limit, sheet, look, words).xml(),
            workbook({sheet, bytesSheet(original, limit, words)})};
}

} // namespace highwater
