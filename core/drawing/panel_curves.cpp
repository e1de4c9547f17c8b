// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/panel_drawing.h"

#include "core/drawing/outline.h"

#include <algorithm>
#include <array>
#include <functional>

namespace highwater {

/// The total of the pinned plan, dashed and with a casing that keeps it apart from the bands.
void PanelDrawing::drawBaseline()
{
    if (!m_panel.baseline)
        return;
    const std::vector<Bytes>& values = m_panel.baseline->values;
    const std::vector<Points> parts
        = partsBelow(outlineOf({values.begin(), values.end()}), m_plot.top);
    m_canvas.add(Path{parts, false, {}, Stroke{m_canvas.casing(), 2.5 * m_hair, {}}});
    m_canvas.add(
        Path{parts,
             false,
             {},
             Stroke{m_canvas.colour(m_palette.text), 1.5 * m_hair, {6 * m_hair, 4 * m_hair}}});
}

void PanelDrawing::drawOverlays()
{
    for (const Curve& overlay : m_panel.overlays) {
        const std::vector<Points> parts
            = partsBelow(outlineOf({overlay.values.begin(), overlay.values.end()}), m_plot.top);
        const Stroke stroke = overlayStroke(m_canvas, overlay);
        m_canvas.add(
            Path{parts, false, {}, Stroke{m_canvas.casing(), stroke.width + 2.5 * m_hair, {}}});
        m_canvas.add(Path{parts, false, {}, stroke},
                     id(overlay.look ? "measured-" + std::to_string(overlay.look->line)
                                     : std::string("overlay")));
    }
}

/// Null where there is no marker, or the marker is beyond the axis.
std::optional<double> PanelDrawing::markerX() const
{
    return m_panel.markers.empty() ? std::nullopt : x(m_panel.markers.front().x);
}

/// The baseline at the marker; where the marker is out of view, at the baseline's right end.
Point PanelDrawing::baselineEnd() const
{
    const Baseline& baseline = *m_panel.baseline;
    const auto marker = markerX();
    const Bytes bytes = marker ? baseline.atMarker : baseline.values.back();
    return {marker.value_or(m_plot.right()), y(static_cast<double>(bytes))};
}

void PanelDrawing::drawBaselineDot()
{
    if (!m_panel.baseline || !markerX())
        return;
    const Point at = baselineEnd();
    m_canvas.add(Circle{at, 3.5 * m_hair, m_canvas.colour(m_palette.surface),
                        Stroke{m_canvas.colour(m_palette.text), 1.5 * m_hair, {}}});
    m_dots.push_back(Rect{at.x, at.y, 0, 0}.grown(5 * m_hair));
}

/// Writes the baseline's name on a plate next to its end.
void PanelDrawing::drawBaselineLabel()
{
    if (!m_panel.baseline)
        return;
    const std::string text = m_canvas.said(m_panel.baseline->label);
    if (text.empty())
        return;
    const double width = m_canvas.width(text, m_canvas.plain()) + m_em, height = 1.4 * m_em;
    const Point at = baselineEnd();
    std::vector<Rect> places;
    for (const double left : {at.x - 0.8 * m_em - width, at.x + 0.8 * m_em})
        for (const double top : {at.y - 0.6 * m_em - height, at.y + 0.6 * m_em, at.y - height / 2})
            places.push_back({left, top, width, height});
    const auto isFree = [this](const Rect& place) { return this->isFree(place); };
    const auto found = std::ranges::find_if(places, isFree);
    const auto place = found != places.end()
        ? std::optional(*found)
        : nearestPlace(places.front(), m_plot.grown(-0.15 * m_em), 0.3 * m_em, isFree);
    if (!place)
        return;
    m_canvas.add(Box{*place, 0.25 * m_em, m_canvas.colour(m_palette.surface),
                     Stroke{m_canvas.colour(m_palette.axis), m_hair, {}}});
    m_canvas.write(text, {place->centre().x, place->centre().y + 0.32 * m_em}, Anchor::Middle,
                   m_canvas.plain(), m_palette.text);
    m_taken.push_back(place->grown(0.3 * m_em));
}

void PanelDrawing::drawCurves()
{
    for (std::size_t i = 0; i < m_panel.curves.size(); ++i) {
        const std::vector<Bytes>& values = m_panel.curves[i].values;
        const Points outline = outlineOf({values.begin(), values.end()});
        m_curves.push_back(partsBelow(outline, m_plot.top));
        const CurveLook look = m_panel.lookOfCurve(i);
        m_canvas.add(Path{m_curves.back(), false, {}, curveStroke(m_canvas, look)},
                     id("plan-" + std::string(1, static_cast<char>('a' + look.letter % 26))));
    }
}

/// Draws letters at the curves' right ends, or where a curve leaves the plot.
void PanelDrawing::drawBadges()
{
    const double radius = badgeRadius(m_canvas);
    std::vector<std::pair<double, std::size_t>> ends; // y, curve
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        if (m_curves[i].empty())
            continue;
        const Points& last = m_curves[i].back();
        if (last.back().x >= m_plot.right() - 1e-6)
            ends.emplace_back(last.back().y, i);
        else
            drawBadgeOn(last, i);
    }
    std::ranges::sort(ends, std::greater());
    std::vector<double> wanted;
    wanted.reserve(ends.size());
    for (const auto& [at, curve] : ends)
        wanted.push_back(at);
    wanted = spreadApart(wanted, 2.2 * radius, m_plot.top + radius, m_plot.bottom() - radius);
    for (std::size_t i = 0; i < ends.size(); ++i)
        drawBadge(m_canvas, {m_plot.right() + radius + 0.3 * m_em, wanted[i]},
                  m_panel.lookOfCurve(ends[i].second));
}

void PanelDrawing::drawBadgeOn(const Points& curve, std::size_t index)
{
    const double radius = badgeRadius(m_canvas);
    for (double at = curve.back().x; at > curve.front().x; at -= radius / 2) {
        const Point centre{at, highestPoint(curve, at, at)};
        const Rect place = Rect{centre.x, centre.y, 0, 0}.grown(radius + m_hair);
        if (!isFree(place))
            continue;
        drawBadge(m_canvas, centre, m_panel.lookOfCurve(index));
        m_taken.push_back(place);
        return;
    }
}

bool PanelDrawing::crossesCurve(const Rect& rect) const
{
    for (const std::vector<Points>& curve : m_curves)
        for (const Points& part : curve) {
            const Points over = clippedBetween(part, rect.left, rect.right());
            for (std::size_t i = 1; i < over.size(); ++i) {
                const auto [least, most] = std::minmax(over[i - 1].y, over[i].y);
                if (least < rect.bottom() + m_hair && most > rect.top - m_hair)
                    return true;
            }
        }
    return false;
}

double badgeRadius(const Canvas& canvas)
{
    return 0.75 * canvas.em();
}

Stroke overlayStroke(const Canvas& canvas, const Curve& overlay)
{
    if (overlay.look)
        return curveStroke(canvas, *overlay.look);
    const double hair = canvas.hair();
    if (overlay.isLimit)
        return {canvas.colour(canvas.style.palette.limit), 2.5 * hair, {}};
    return {canvas.colour(canvas.style.palette.text), 1.5 * hair, {3 * hair, 2 * hair}};
}

Stroke curveStroke(const Canvas& canvas, const CurveLook& look)
{
    const double hair = canvas.hair();
    const std::array<std::vector<double>, 5> dashes{{{},
                                                     {6 * hair, 4 * hair},
                                                     {2 * hair, 3 * hair},
                                                     {10 * hair, 4 * hair, 2 * hair, 4 * hair},
                                                     {14 * hair, 5 * hair}}};
    const std::size_t kind = look.line % dashes.size();
    return {canvas.colour(canvas.style.palette.curves[kind]), 2 * hair, dashes[kind]};
}

void drawBadge(Canvas& canvas, Point centre, const CurveLook& look)
{
    const Stroke stroke = curveStroke(canvas, look);
    canvas.add(Circle{centre, badgeRadius(canvas), canvas.colour(canvas.style.palette.surface),
                      Stroke{stroke.colour, 1.5 * canvas.hair(), {}}});
    canvas.write(std::string(1, static_cast<char>('A' + look.letter % 26)),
                 {centre.x, centre.y + 0.3 * canvas.em()}, Anchor::Middle,
                 {0.85 * canvas.em(), true}, stroke.colour.rgb);
}

} // namespace highwater
