// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/panel_drawing.h"

#include "core/drawing/outline.h"
#include "core/drawing/plot_axis.h"

#include <algorithm>
#include <cmath>

namespace highwater {

PanelDrawing::PanelDrawing(Canvas& canvas, const Panel& panel, const PanelFrame& frame)
    : m_canvas(canvas)
    , m_panel(panel)
    , m_frame(frame)
    , m_plot(frame.plot)
    , m_palette(canvas.style.palette)
    , m_em(canvas.em())
    , m_hair(canvas.hair())
{
    if (canvas.style.limitLine && canvas.figure.limit && canvas.figure.limit->at > 0)
        m_limit = y(static_cast<double>(canvas.figure.limit->at));
    if (m_limit && *m_limit < m_plot.top)
        m_limit.reset();
    if (m_limit && canvas.style.live)
        *m_limit = std::round(*m_limit - m_hair) + m_hair;
}

void PanelDrawing::draw()
{
    m_canvas.role = Role::Chart;
    drawGrid();
    if (m_panel.bars)
        drawBars();
    else
        drawBands();
    m_canvas.role = Role::Shape;
    drawHatch();
    drawBaseline();
    drawOverlays();
    drawCuts();
    drawAxis();
    drawBounds();
    drawMarkerLines();
    drawPeakLine();
    // The line series of a chart ends in the middle of the outer bars, so there it is a shape.
    m_canvas.role = isLine(m_panel) ? Role::Chart : Role::Shape;
    drawLimit();
    m_canvas.role = Role::Chart;
    drawCurves();
    m_canvas.role = Role::Shape;
    drawDots();
    drawCrossing();
    drawSwitches();
    drawMarkerDots();
    drawBaselineDot();
    if (tellsTotals(m_panel))
        drawTotals();
    if (m_canvas.style.live && ring()) { // the label makes room for the plate and its stalk
        drawPlate();
        drawLimitLabel();
    } else {
        drawLimitLabel();
        drawPlate();
    }
    drawDotNames();
    drawPeak();
    drawBandNames();
    drawBaselineLabel();
    drawBadges();
    drawChips();
    drawXLabels();
    drawHeads();
    if (m_frame.sideLabels)
        drawSideLabels();
}

std::string PanelDrawing::id(std::string_view name) const
{
    const bool alone = m_canvas.figure.panels.size() == 1;
    return std::string(name) + (alone ? "" : "-" + std::to_string(m_frame.index + 1));
}

double PanelDrawing::unbounded(double value) const
{
    return plotX(m_panel.x, m_plot, value);
}

double PanelDrawing::slot() const
{
    return m_plot.width / static_cast<double>(m_panel.xs.size());
}

double PanelDrawing::middleOf(std::size_t bar) const
{
    return barX(m_panel, m_plot, bar);
}

/// Null where the value is beyond the axis, or is not the value of one of the bars.
std::optional<double> PanelDrawing::x(double value) const
{
    if (!m_panel.bars) {
        const bool held = value >= m_panel.x.least && value <= m_panel.x.most;
        return held ? std::optional(unbounded(value)) : std::nullopt;
    }
    for (std::size_t i = 0; i < m_panel.xs.size(); ++i)
        if (static_cast<double>(m_panel.xs[i]) == value)
            return middleOf(i);
    return std::nullopt;
}

double PanelDrawing::y(double bytes) const
{
    const double unit = bytes * inUnit(1, m_canvas.figure.unit);
    const double span = m_panel.y.most - m_panel.y.least;
    return m_plot.bottom() - (span > 0 ? (unit - m_panel.y.least) / span : 0) * m_plot.height;
}

/// The outline through one value for each x, cut to the axis.
Points PanelDrawing::outlineOf(const std::vector<double>& values) const
{
    Points points;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double at
            = m_panel.bars ? middleOf(i) : unbounded(static_cast<double>(m_panel.xs[i]));
        if (i > 0 && m_panel.step > 0 && m_panel.xs[i] - m_panel.xs[i - 1] <= m_panel.step)
            points.push_back({at, points.back().y}); // horizontal up to the step
        points.push_back({at, y(values[i])});
    }
    constexpr double unseen = 0.15;
    return simplifiedOutline(clippedBetween(points, m_plot.left, m_plot.right()), unseen * m_hair);
}

/// The least y that the stack reaches over a stretch of x.
double PanelDrawing::highestStack(double left, double right) const
{
    double least = INFINITY;
    for (const Points& outline : m_stack)
        least = std::min(least, highestPoint(outline, left, right));
    return least;
}

/// The y of the stack at a value of the axis; at a vertical part of the stack, the y of the value
/// itself.
double PanelDrawing::stackAt(double value) const
{
    for (std::size_t i = 0; i < m_panel.xs.size() && !m_panel.layers.empty(); ++i)
        if (static_cast<double>(m_panel.xs[i]) == value)
            return std::max(y(static_cast<double>(m_panel.totalAt(i))), m_plot.top);
    const double at = unbounded(value);
    return highestStack(at, at);
}

bool PanelDrawing::isFree(const Rect& place) const
{
    const auto meets = [&](const Rect& other) { return place.meets(other); };
    return m_plot.contains(place) && std::ranges::none_of(m_taken, meets)
        && std::ranges::none_of(m_dots, meets);
}

Colour PanelDrawing::fillOf(Group group) const
{
    return m_canvas.colour(m_palette.fill[static_cast<std::size_t>(group)]);
}

Stroke PanelDrawing::edgeOf(Group group) const
{
    return {m_canvas.colour(m_palette.edge[static_cast<std::size_t>(group)]), m_hair, {}};
}

void PanelDrawing::drawBox(const Rect& rect, const std::string& text, std::uint32_t rgb,
                           std::uint32_t outline)
{
    m_canvas.add(Box{rect, 0.25 * m_em, m_canvas.colour(m_palette.surface),
                     Stroke{m_canvas.colour(outline), m_hair, {}}});
    m_canvas.write(text, {rect.centre().x, rect.centre().y + 0.32 * m_em}, Anchor::Middle,
                   m_canvas.strong(), rgb);
    m_taken.push_back(rect.grown(0.3 * m_em));
}

void PanelDrawing::drawDot(Point at, std::uint32_t rgb)
{
    if (!std::isfinite(at.y))
        return;
    const double radius = 5 * m_hair;
    m_canvas.add(Circle{at, radius, m_canvas.colour(rgb),
                        Stroke{m_canvas.colour(m_palette.surface), 1.5 * m_hair, {}}});
    m_dots.push_back(Rect{at.x, at.y, 0, 0}.grown(radius + m_hair));
}

std::optional<Rect> nearestPlace(const Rect& wanted, const Rect& bounds, double stride,
                                 const std::function<bool(const Rect&)>& isFree)
{
    std::optional<Rect> best;
    double least = INFINITY;
    Rect place = wanted;
    for (place.top = bounds.top; place.bottom() <= bounds.bottom(); place.top += stride)
        for (place.left = bounds.left; place.right() <= bounds.right(); place.left += stride) {
            const double away
                = std::abs(place.left - wanted.left) + std::abs(place.top - wanted.top);
            if (away < least && isFree(place)) {
                least = away;
                best = place;
            }
        }
    return best;
}

void drawPanel(Canvas& canvas, const Panel& panel, const PanelFrame& frame)
{
    if (panel.lying)
        drawRows(canvas, panel, frame);
    else
        PanelDrawing(canvas, panel, frame).draw();
}

} // namespace highwater
