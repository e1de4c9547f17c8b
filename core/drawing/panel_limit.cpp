// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/panel_drawing.h"

#include <algorithm>
#include <array>
#include <utility>

namespace highwater {

void PanelDrawing::drawLimit()
{
    if (!m_limit)
        return;
    const Points points{{m_plot.left, *m_limit}, {m_plot.right(), *m_limit}};
    // Six pixels for a line of two, so that both edges are on whole pixels.
    m_canvas.line(points, {m_canvas.casing(), (m_canvas.style.live ? 6 : 5) * m_hair, {}});
    Stroke stroke{m_canvas.colour(m_palette.limit), 2 * m_hair, {}};
    if (m_canvas.figure.limit->dashed)
        stroke.dash = {8 * m_hair, 5 * m_hair};
    m_canvas.line(points, std::move(stroke), id("capacity"));
}

std::optional<Point> PanelDrawing::ring() const
{
    if (!m_panel.crossing || !m_limit || m_panel.bars)
        return std::nullopt;
    const auto at = x(m_panel.crossing->x);
    return at ? std::optional(Point{*at, *m_limit}) : std::nullopt;
}

void PanelDrawing::drawCrossing()
{
    const auto at = ring();
    if (!at)
        return;
    const Colour red = m_canvas.colour(m_palette.limit);
    const double radius = 5 * m_hair;
    const Points drop{{at->x, at->y + radius}, {at->x, m_plot.bottom()}};
    m_canvas.line(drop, {m_canvas.casing(), 3.5 * m_hair, {}});
    m_canvas.line(drop, {red, 1.5 * m_hair, {4 * m_hair, 3 * m_hair}});
    m_canvas.add(
        Circle{*at, radius, m_canvas.colour(m_palette.surface), Stroke{red, 2 * m_hair, {}}},
        id("crossing"));
    m_dots.push_back(Rect{at->x, at->y, 0, 0}.grown(radius + 2 * m_hair));
    m_taken.push_back({at->x - 3 * m_hair, at->y, 6 * m_hair, m_plot.bottom() - at->y});
}

bool PanelDrawing::isClearOfDots(const Rect& place) const
{
    return std::ranges::none_of(m_dots, [&](const Rect& dot) { return place.meets(dot); });
}

/// The left edge of a plate of this width over the ring: right of a marker's line where both have
/// room, and else left of it. In the last tenth of the plot it lies left of the ring. Null where
/// lines of markers leave no room over the ring.
std::optional<double> PanelDrawing::raisedPlateLeft(Point at, double width) const
{
    constexpr double lastTenth = 0.9;
    const double edge = 0.5 * m_em; // from a marker's line
    const double least = std::max(at.x - width, m_plot.left + 0.2 * m_em);
    const double most = std::min(at.x, m_plot.right() - 0.2 * m_em - width);
    if (least > most)
        return std::nullopt;
    const bool atEnd = at.x > m_plot.left + lastTenth * m_plot.width;
    const double wanted = atEnd ? least : std::clamp(at.x - 0.3 * width, least, most);
    const auto isClear = [&](double left) {
        return std::ranges::none_of(m_liveLines, [&](const auto& line) {
            const double x = line.first.front().x;
            return x > left - edge && x < left + width + edge;
        });
    };
    std::vector<double> lefts{wanted, least, most};
    for (const auto& [points, stroke] : m_liveLines)
        for (const double left :
             {points.front().x + 1.01 * edge, points.front().x - 1.01 * edge - width})
            if (left >= least && left <= most)
                lefts.push_back(left);
    std::ranges::stable_sort(lefts, {}, [&](double left) { return std::abs(left - wanted); });
    const auto found = std::ranges::find_if(lefts, isClear);
    return found != lefts.end() ? std::optional(*found) : std::nullopt;
}

/// Draws the plate at the top of the plot, on a stalk that stands on the ring: there it covers
/// neither the ring nor a marker. Next to the ring where lines of markers take that room.
void PanelDrawing::drawRaisedPlate(Point at)
{
    const std::string text = m_canvas.said(m_panel.crossing->label);
    const std::string& detail = m_canvas.style.crossingDetail;
    const Typeface plain = m_canvas.plain();
    const double width = std::ceil(
        std::max(m_canvas.width(text, m_canvas.strong()), m_canvas.width(detail, plain)) + m_em);
    const double line = 1.3 * m_em, height = (detail.empty() ? line : 2 * line) + 0.25 * m_em;
    const auto left = raisedPlateLeft(at, width);
    const Rect place{left.value_or(0), m_plot.top + 0.4 * m_em, width, height};
    const double foot = at.y - 5 * m_hair;
    const Rect stalk{at.x - 0.3 * m_em, place.bottom(), 0.6 * m_em, foot - place.bottom()};
    const bool hasRoom = left && stalk.height > 0.3 * m_em;
    if (text.empty() || !hasRoom || !isClearOfDots(place))
        return drawPlateBeside(at, text);
    const Points points{{at.x, place.bottom()}, {at.x, foot}};
    const Colour red = m_canvas.colour(m_palette.limit);
    m_canvas.line(points, {m_canvas.casing(), 3.5 * m_hair, {}});
    m_canvas.line(points, {red, 1.5 * m_hair, {}});
    m_canvas.add(Box{{m_canvas.crisp(place.left), m_canvas.crisp(place.top), width, height},
                     0.25 * m_em,
                     m_canvas.colour(m_palette.surface),
                     Stroke{red, m_hair, {}}});
    const double baseline = place.top + 0.125 * m_em + line / 2 + 0.34 * m_em;
    m_canvas.write(text, {place.centre().x, baseline}, Anchor::Middle, m_canvas.strong(),
                   m_palette.text);
    if (!detail.empty())
        m_canvas.write(detail, {place.centre().x, baseline + line}, Anchor::Middle, plain,
                       m_palette.muted);
    for (std::vector<Rect>* taken : {&m_taken, &m_dots}) {
        taken->push_back(place.grown(0.3 * m_em));
        taken->push_back(stalk);
    }
}

void PanelDrawing::drawPlate()
{
    const auto at = ring();
    if (!at)
        return drawNotice();
    if (m_canvas.style.live)
        drawRaisedPlate(*at);
    else
        drawPlateBeside(*at, m_canvas.said(m_panel.crossing->label));
}

/// Draws the plate at the ring, if possible at the left. The plate may cover markers' lines, but
/// neither their dots nor the ring nor the label of the limit line.
void PanelDrawing::drawPlateBeside(Point at, const std::string& text)
{
    const double width = m_canvas.width(text, m_canvas.strong()) + m_em, height = 1.55 * m_em;
    const double off = std::max(0.55 * m_em, 7.05 * m_hair); // next to the ring with its casing
    const double left = at.x - off - width, right = at.x + off, middle = at.x - width / 2;
    const double above = at.y - off - height, under = at.y + off;
    const std::array places{Rect{left, above, width, height}, Rect{right, above, width, height},
                            Rect{middle, above - 0.2 * m_em, width, height},
                            Rect{left, under, width, height}, Rect{right, under, width, height}};
    const Rect within = m_plot.grown(-0.2 * m_em);
    const auto isFree
        = [&](const Rect& place) { return within.contains(place) && isClearOfDots(place); };
    const auto found = std::ranges::find_if(places, isFree);
    std::optional<Rect> place = found != places.end() ? std::optional(*found) : std::nullopt;
    if (!place)
        place = nearestPlace(places.front(), within, 0.3 * m_em, isFree);
    if (text.empty() || !place)
        return;
    drawBox(*place, text, m_palette.text, m_palette.limit);
    m_dots.push_back(*place);
}

/// Draws the notice at the plot's middle; not on the limit line if there is room elsewhere.
void PanelDrawing::drawNotice()
{
    if (!m_panel.notice)
        return;
    const std::string text = shortened(m_canvas.said(*m_panel.notice), m_plot.width - 1.4 * m_em,
                                       m_canvas.strong(), m_canvas.measure);
    const double width = m_canvas.width(text, m_canvas.strong()) + m_em, height = 1.55 * m_em;
    const double centred = m_plot.centre().x - width / 2;
    const double limit = m_limit.value_or(m_plot.top);
    std::vector<Rect> places;
    for (const double top :
         {m_plot.top + 0.45 * m_em, limit + 0.6 * m_em, limit + 0.9 * m_em + height})
        places.push_back({centred, top, width, height});
    const Rect within = m_plot.grown(-0.15 * m_em);
    const Rect line{m_plot.left, limit - 0.3 * m_em, m_plot.width, 0.6 * m_em};
    const auto isFree
        = [&](const Rect& place) { return within.contains(place) && isClearOfDots(place); };
    const auto found = std::ranges::find_if(
        places, [&](const Rect& place) { return isFree(place) && !place.meets(line); });
    const auto place = found != places.end()
        ? std::optional(*found)
        : nearestPlace(places.front(), within, 0.3 * m_em, isFree);
    if (!text.empty() && place)
        drawBox(*place, text, m_palette.text, m_panel.neverFits ? m_palette.limit : m_palette.axis);
}

/// Draws the label on the line at its left end; where the stack covers that place, above the stack
/// with a leader, or on a plate where there is no room above. The label moves right along the line
/// to avoid dots, bars and the plate of a live chart.
void PanelDrawing::drawLimitLabel()
{
    if (!m_limit || !m_frame.limitLabel)
        return;
    const LimitLine& limit = *m_canvas.figure.limit;
    const std::string whole = m_canvas.said(limit.label);
    const std::string brief = amountText(limit.at, m_canvas.figure.unit, 1) + " "
        + std::string(nameOf(m_canvas.figure.unit));
    constexpr double widest = 0.7; // of the plot
    const bool fits = m_canvas.width(whole, m_canvas.strong()) <= widest * m_plot.width;
    if (!fits || !placeLimitLabel(whole))
        placeLimitLabel(brief);
}

void PanelDrawing::writeLimitLabel(const std::string& text, const Rect& place,
                                   std::optional<Stroke> outline)
{
    m_canvas.add(Box{place, 0.25 * m_em, m_canvas.colour(m_palette.surface), std::move(outline)},
                 id("capacity-label"));
    m_canvas.write(text, {place.left + 0.4 * m_em, place.centre().y + 0.32 * m_em}, Anchor::Start,
                   m_canvas.strong(), m_palette.limit);
    m_taken.push_back(place.grown(0.2 * m_em));
    m_dots.push_back(place.grown(0.2 * m_em));
}

/// Draws the label above the stack at the line's left end, if the stack covers the place on the
/// line and does not rise far above it.
bool PanelDrawing::raiseLimitLabel(const std::string& text, double width, double height)
{
    const double left = m_plot.left + 0.2 * m_em, off = 0.3 * m_em;
    const double top = highestStack(left, left + width);
    constexpr double mostRise = 1.0 / 3; // of the plot
    if (m_panel.bars || top >= *m_limit - off || *m_limit - top > mostRise * m_plot.height)
        return false;
    const Rect place{left, top - 2 * off - height, width, height};
    const Point foot{left + 0.9 * m_em, *m_limit};
    const Rect leader{foot.x - 0.3 * m_em, place.bottom(), 0.6 * m_em, foot.y - place.bottom()};
    if (!m_plot.contains(place) || !isClearOfDots(place) || !isClearOfDots(leader))
        return false;
    writeRaisedLabel(text, place, foot);
    m_taken.push_back(leader);
    return true;
}

/// Draws the label above the line and the bars' numbers, with a leader between two bars, if no bar
/// is as high.
bool PanelDrawing::raiseOverBars(const std::string& text, double width, double height)
{
    const double stride = 0.3 * m_em;
    constexpr double mostRise = 1.0 / 3; // of the plot
    for (double rise = stride; m_panel.bars && rise <= mostRise * m_plot.height; rise += stride)
        for (double left = m_plot.left; left + width <= m_plot.right(); left += stride) {
            const Rect place{left, *m_limit - rise - height, width, height};
            const bool onStack = highestStack(left, place.right()) < place.bottom();
            if (onStack || !isFree(place.grown(0.2 * m_em)))
                continue;
            for (const double at :
                 {left + 0.9 * m_em, left + width / 2, left + width - 0.9 * m_em}) {
                const Rect leader{at - 0.3 * m_em, place.bottom(), 0.6 * m_em, rise};
                if (highestStack(leader.left, leader.right()) < *m_limit || !isFree(leader))
                    continue;
                writeRaisedLabel(text, place, {at, *m_limit});
                return true;
            }
        }
    return false;
}

void PanelDrawing::writeRaisedLabel(const std::string& text, const Rect& place, Point foot)
{
    const Points points{{foot.x, place.bottom()}, foot};
    const Colour red = m_canvas.colour(m_palette.limit);
    m_canvas.line(points, {m_canvas.casing(), 3.5 * m_hair, {}});
    m_canvas.line(points, {red, 1.5 * m_hair, {}});
    m_canvas.add(Circle{foot, 3 * m_hair, red, std::nullopt});
    writeLimitLabel(text, place, std::nullopt);
}

bool PanelDrawing::placeLimitLabel(const std::string& text)
{
    const double width = m_canvas.width(text, m_canvas.strong()) + 0.8 * m_em;
    const double height = 1.3 * m_em, off = 0.3 * m_em, stride = 0.3 * m_em;
    const Rect within = m_plot.grown(-0.1 * m_em);
    if (raiseLimitLabel(text, width, height))
        return true;
    struct MayCover
    {
        bool bars, curves;
    };
    for (const auto [overBars, overCurves] :
         {MayCover{!m_panel.bars, false}, MayCover{true, false}, MayCover{true, true}}) {
        if (overBars && raiseOverBars(text, width, height))
            return true;
        for (const double top : {*m_limit - off - height, *m_limit + off})
            for (Rect place{m_plot.left + 0.2 * m_em, top, width, height};
                 place.right() <= within.right(); place.left += stride) {
                const bool isClear = within.contains(place) && isClearOfDots(place)
                    && !(m_panel.bars && !isFree(place.grown(0.2 * m_em)));
                const bool overStack = highestStack(place.left, place.right()) < place.bottom();
                if (!isClear || (!overBars && overStack) || (!overCurves && crossesCurve(place)))
                    continue;
                const Stroke outline{m_canvas.colour(m_palette.limit), m_hair, {}};
                writeLimitLabel(text, place, overStack ? std::optional(outline) : std::nullopt);
                return true;
            }
    }
    return false;
}

} // namespace highwater
