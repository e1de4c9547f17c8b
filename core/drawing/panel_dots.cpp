// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/dots.h"
#include "core/drawing/panel_drawing.h"
#include "core/drawing/plot_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace highwater {

std::optional<Point> dotPlace(const Dot& dot, const Figure& figure, const Rect& plot)
{
    const Panel& panel = figure.panels.front();
    const double value = inUnit(dot.y, figure.unit), span = panel.y.most - panel.y.least;
    if (dot.x < panel.x.least || dot.x > panel.x.most || value < panel.y.least
        || value > panel.y.most || span <= 0)
        return std::nullopt;
    return Point{plotX(panel.x, plot, dot.x),
                 plot.bottom() - (value - panel.y.least) / span * plot.height};
}

std::optional<std::size_t> dotAt(const Figure& figure, const Scene& scene, Point at, double reach)
{
    if (figure.panels.size() != 1 || scene.plots.size() != 1)
        return std::nullopt;
    const std::vector<Dot>& dots = figure.panels.front().dots;
    std::optional<std::size_t> nearest;
    double least = reach;
    for (std::size_t i = 0; i < dots.size(); ++i)
        if (const auto place = dotPlace(dots[i], figure, scene.plots.front())) {
            const double away = std::hypot(place->x - at.x, place->y - at.y);
            if (away <= least) {
                least = away;
                nearest = i;
            }
        }
    return nearest;
}

/// Draws one kind after another, so that the few that matter lie above the many.
void PanelDrawing::drawDots()
{
    if (m_panel.dots.empty())
        return;
    const auto each = [&](DotKind kind, auto draw) {
        for (const Dot& dot : m_panel.dots)
            if (dot.kind == kind)
                if (const auto at = dotPlace(dot, m_canvas.figure, m_plot))
                    draw(dot, *at);
    };
    const auto mark = [this](const Dot& dot, Point at) { drawMark(dot, at); };
    each(DotKind::Removed, mark);
    each(DotKind::Kept, mark);
    drawFront();
    for (const DotKind kind : {DotKind::Front, DotKind::Own, DotKind::Chosen})
        each(kind, mark);
}

/// After the name of the limit line, which has fewer places.
void PanelDrawing::drawDotNames()
{
    for (const DotKind kind : {DotKind::Chosen, DotKind::Own})
        for (const Dot& dot : m_panel.dots)
            if (dot.kind == kind)
                if (const auto at = dotPlace(dot, m_canvas.figure, m_plot))
                    drawDotName(dot, *at);
}

/// The front as steps: up to the next faster layout, the smallest one needs as much memory.
void PanelDrawing::drawFront()
{
    Points line;
    for (const Dot& dot : m_panel.dots)
        if (dot.kind == DotKind::Front)
            if (const auto at = dotPlace(dot, m_canvas.figure, m_plot))
                line.push_back(*at);
    if (line.empty())
        return;
    std::ranges::sort(line, {}, &Point::x);
    Points steps;
    for (const Point& at : line) {
        if (!steps.empty())
            steps.push_back({at.x, steps.back().y});
        steps.push_back(at);
    }
    steps.push_back({m_plot.right(), steps.back().y});
    for (std::size_t i = 1; i < steps.size(); ++i) // no name wipes a piece of the line
        m_dots.push_back(united(Rect{steps[i - 1].x, steps[i - 1].y, 0, 0}.grown(m_hair),
                                Rect{steps[i].x, steps[i].y, 0, 0}.grown(m_hair)));
    m_canvas.line(std::move(steps), {m_canvas.colour(m_palette.text), 1.5 * m_hair, {}},
                  id("front"));
}

void PanelDrawing::drawMark(const Dot& dot, Point at)
{
    const Colour ink = m_canvas.colour(m_palette.text), ground = m_canvas.colour(m_palette.surface);
    switch (dot.kind) {
    case DotKind::Removed:
        m_canvas.add(Circle{at, 2.5 * m_hair, ground, Stroke{{m_palette.axis, 0.45}, m_hair, {}}});
        return;
    case DotKind::Kept:
        m_canvas.add(Circle{at, 3.25 * m_hair, m_canvas.colour(m_palette.muted),
                            Stroke{ground, 0.75 * m_hair, {}}});
        return;
    case DotKind::Front:
        m_canvas.add(Circle{at, 4 * m_hair, ink, Stroke{ground, m_hair, {}}});
        return;
    case DotKind::Own: {
        const double r = 7 * m_hair;
        m_canvas.add(
            Path{{{{at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y}}},
                 true,
                 ground,
                 Stroke{ink, 2 * m_hair, {}}},
            id("own"));
        m_dots.push_back(Rect{at.x, at.y, 0, 0}.grown(r + m_hair));
        return;
    }
    case DotKind::Chosen: {
        drawRange(dot, at);
        const Colour blue = edgeOf(Group::Temporary).colour;
        m_canvas.add(Circle{at, 7 * m_hair, ground, Stroke{blue, 2.25 * m_hair, {}}}, id("chosen"));
        m_canvas.add(Circle{at, 3 * m_hair, blue, {}});
        m_dots.push_back(Rect{at.x, at.y, 0, 0}.grown(8 * m_hair));
        return;
    }
    }
}

/// The likely range, with a foot at each end that is in view.
void PanelDrawing::drawRange(const Dot& dot, Point at)
{
    if (dot.low == 0 && dot.high == 0)
        return;
    const Stroke stroke{edgeOf(Group::Temporary).colour, 2 * m_hair, {}};
    const double top = std::max(y(static_cast<double>(dot.high)), m_plot.top);
    const double bottom = std::min(y(static_cast<double>(dot.low)), m_plot.bottom());
    m_canvas.line({{at.x, top}, {at.x, bottom}}, stroke);
    m_dots.push_back({at.x - 4 * m_hair, top, 8 * m_hair, bottom - top});
    for (const double end : {top, bottom})
        m_canvas.line({{at.x - 4 * m_hair, end}, {at.x + 4 * m_hair, end}}, stroke);
}

/// Writes the name at the side with room for it, over dots of other layouts where need be.
void PanelDrawing::drawDotName(const Dot& dot, Point at)
{
    const std::string text = m_canvas.said(dot.name);
    if (text.empty())
        return;
    const bool chosen = dot.kind == DotKind::Chosen;
    const double width = m_canvas.width(text, m_canvas.strong()), height = 1.1 * m_em;
    const double off = 0.9 * m_em;
    const std::array places{Rect{at.x - off - width, at.y - height / 2, width, height},
                            Rect{at.x + off, at.y - height / 2, width, height},
                            Rect{at.x - width / 2, at.y - off - height, width, height},
                            Rect{at.x - width / 2, at.y + off, width, height}};
    const auto found
        = std::ranges::find_if(places, [&](const Rect& place) { return isFree(place); });
    if (found == places.end())
        return;
    m_canvas.add(Box{found->grown(0.15 * m_em), 0.2 * m_em, m_canvas.casing(), {}});
    m_canvas.write(text, {found->left, found->bottom() - 0.22 * m_em}, Anchor::Start,
                   m_canvas.strong(),
                   chosen ? edgeOf(Group::Temporary).colour.rgb : m_palette.text);
    m_taken.push_back(found->grown(0.2 * m_em));
}

} // namespace highwater
