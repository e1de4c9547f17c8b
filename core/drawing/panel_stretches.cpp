// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/panel_drawing.h"

#include "core/drawing/outline.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ranges>

namespace highwater {
namespace {

/// From the plot's top up to the lines under the names of stretches, in em.
constexpr double headLine = 0.45;

} // namespace

/// The place of the visible part of a stretch; of width 0 where no part is visible.
Rect PanelDrawing::placeOf(const Stretch& stretch) const
{
    const double left = std::clamp(unbounded(stretch.from), m_plot.left, m_plot.right());
    const double right = std::clamp(unbounded(stretch.to), m_plot.left, m_plot.right());
    return {left, m_plot.top, right - left, m_plot.height};
}

void PanelDrawing::drawCuts()
{
    for (const Stretch& stretch : m_panel.stretches)
        if (const Rect place = placeOf(stretch); stretch.cut && place.width > 0) {
            m_canvas.add(Box{place, 0, m_canvas.casing(), {}});
            const Point middle = place.centre();
            for (const double off : {-0.8, 0.0, 0.8})
                m_canvas.add(Circle{{middle.x + off * 0.5 * m_em, middle.y},
                                    1.5 * m_hair,
                                    m_canvas.colour(m_palette.muted),
                                    {}});
        }
}

void PanelDrawing::drawBounds()
{
    Path bounds{
        {}, false, {}, Stroke{m_canvas.colour(m_palette.axis), m_hair, {2 * m_hair, 3 * m_hair}}};
    for (std::size_t i = 1; i < m_panel.stretches.size(); ++i) {
        if (const auto from = x(m_panel.stretches[i].from)) {
            const double at = m_canvas.crisp(*from);
            bounds.parts.push_back({{at, m_plot.top - headLine * m_em}, {at, m_plot.bottom()}});
        }
    }
    if (!bounds.parts.empty())
        m_canvas.add(std::move(bounds), id("phases"));
}

/// Draws as many names as have room; all of them brief where one is too long.
void PanelDrawing::drawHeads()
{
    bool brief = false;
    for (const Stretch& stretch : m_panel.stretches)
        brief = brief
            || (placeOf(stretch).width > 0 && !m_canvas.said(stretch.brief).empty()
                && m_canvas.width(m_canvas.said(stretch.name), m_canvas.strong())
                    > placeOf(stretch).width - 0.4 * m_em);
    double free = m_frame.left;
    for (const Stretch& stretch : m_panel.stretches) {
        const Rect place = placeOf(stretch);
        if (place.width <= 0)
            continue;
        const double line = m_canvas.crisp(m_plot.top - headLine * m_em);
        const double off = std::min(0.25 * m_em, place.width / 8);
        if (!stretch.cut)
            m_canvas.line({{place.left + off, line}, {place.right() - off, line}},
                          {m_canvas.colour(m_palette.axis), 1.5 * m_hair, {}});
        std::string name = m_canvas.said(stretch.name);
        if (const std::string other = m_canvas.said(stretch.brief); brief && !other.empty())
            name = other;
        drawHead(name, place, m_plot.top - (headLine + 0.45) * m_em, m_canvas.strong(),
                 stretch.cut ? m_palette.muted : m_palette.text, free);
    }
    free = m_frame.left;
    for (const Stretch& stretch : m_panel.stretches)
        if (m_frame.unders > 0 && placeOf(stretch).width > 0)
            drawHead(m_canvas.said(stretch.under), placeOf(stretch),
                     m_plot.bottom() + m_frame.unders + m_em, m_canvas.plain(), m_palette.text,
                     free);
}

/// Draws a name centred over its stretch, unless it would touch the name before it.
void PanelDrawing::drawHead(const std::string& name, const Rect& place, double baseline,
                            Typeface face, std::uint32_t rgb, double& free)
{
    const double width = m_canvas.width(name, face);
    const double left = std::min(place.centre().x - width / 2, m_frame.right - width - 0.1 * m_em);
    if (name.empty() || left < free)
        return;
    m_canvas.write(name, {left, baseline}, Anchor::Start, face, rgb);
    free = left + width + 0.5 * m_em;
}

std::optional<Point> PanelDrawing::peak() const
{
    if (!m_panel.callout || m_stack.empty())
        return std::nullopt;
    const auto at = x(m_panel.callout->x);
    return at ? std::optional(Point{*at, highestPoint(m_stack.front(), *at, *at)}) : std::nullopt;
}

void PanelDrawing::drawPeakLine()
{
    const auto at = peak();
    if (!at || !std::isfinite(at->y))
        return;
    const Points points{*at, {at->x, m_plot.bottom()}};
    m_canvas.line(points, {m_canvas.casing(), 4 * m_hair, {}});
    m_canvas.line(points, {m_canvas.colour(m_palette.text), 1.25 * m_hair, {}});
    m_taken.push_back({at->x - 2 * m_hair, at->y, 4 * m_hair, m_plot.bottom() - at->y});
    m_dots.push_back(Rect{at->x, at->y, 0, 0}.grown(6 * m_hair));
}

PanelDrawing::Plate PanelDrawing::peakPlate(double widest, std::size_t sentences) const
{
    constexpr std::size_t mostLines = 4;
    Plate plate;
    plate.head = m_canvas.said(m_panel.callout->head);
    plate.width = m_canvas.width(plate.head, m_canvas.strong());
    for (const Text& text :
         m_panel.callout->lines() | std::views::drop(1) | std::views::take(sentences))
        std::ranges::copy(wrapped(m_canvas.said(text), std::min(widest, m_plot.width - 3 * m_em),
                                  mostLines, m_canvas.plain(), m_canvas.measure),
                          std::back_inserter(plate.detail));
    for (const std::string& line : plate.detail)
        plate.width = std::max(plate.width, m_canvas.width(line, m_canvas.plain()));
    plate.width += 1.4 * m_em;
    plate.height = (2.1 + 1.35 * static_cast<double>(plate.detail.size())) * m_em;
    return plate;
}

void PanelDrawing::drawPeak()
{
    const auto at = peak();
    if (!at || !std::isfinite(at->y))
        return;
    if (const auto [plate, place] = placedPlate(*at); place) {
        const Point tip{std::clamp(at->x, place->left, place->right()),
                        std::clamp(at->y, place->top, place->bottom())};
        m_canvas.line({*at, tip}, {m_canvas.colour(m_palette.text), m_hair, {}});
        drawCallout(*place, plate);
    }
    drawDot(*at, m_palette.text);
}

/// A plate as wide as its sentences if there is room; else a narrower and higher one. To hide no
/// line, it leaves sentences out; where even its heading would hide one, it covers lines, and as a
/// last resort the stack.
std::pair<PanelDrawing::Plate, std::optional<Rect>> PanelDrawing::placedPlate(Point at) const
{
    constexpr std::size_t all = 9;
    std::vector<Points> curves;
    for (const Curve& overlay : m_panel.overlays)
        curves.push_back(outlineOf({overlay.values.begin(), overlay.values.end()}));
    for (const MayHide hidden : {MayHide::Nothing, MayHide::Lines, MayHide::Stack})
        for (const std::size_t sentences : {all, std::size_t{1}, std::size_t{0}})
            for (const double widest : {46.0, 28.0, 20.0})
                if (Plate plate = peakPlate(widest * m_em, sentences);
                    const auto place = roomForPeak(at, plate, curves, hidden))
                    return {std::move(plate), place};
    return {};
}

/// Whether one of the curves over the stack runs through a place.
bool PanelDrawing::hidesCurve(const Rect& place, const std::vector<Points>& curves) const
{
    return std::ranges::any_of(curves, [&](const Points& curve) {
        const Points part = clippedBetween(curve, place.left, place.right());
        for (std::size_t i = 1; i < part.size(); ++i)
            if (std::min(part[i - 1].y, part[i].y) < place.bottom()
                && std::max(part[i - 1].y, part[i].y) > place.top)
                return true;
        return false;
    });
}

/// A place next to or above the point, or below it if the stack may be hidden; never on the line
/// down from the point, which a viewer may draw again over the plate.
std::optional<Rect> PanelDrawing::roomForPeak(Point at, const Plate& plate,
                                              const std::vector<Points>& curves,
                                              MayHide hidden) const
{
    const double width = plate.width, height = plate.height;
    constexpr int steps = 24;
    const double off = 1.6 * m_em;
    const Rect within = m_plot.grown(-0.3 * m_em);
    const Rect point = Rect{at.x, at.y, 0, 0}.grown(0.8 * m_em);
    const Rect line{at.x - 0.4 * m_em, at.y, 0.8 * m_em, m_plot.bottom() - at.y};
    const double lowest = std::min(at.y + 0.3 * m_em, within.bottom());
    const double up = std::max(0.0, lowest - height - within.top);
    const double mostLeft = std::max(within.left, within.right() - width);
    const bool overStack = hidden == MayHide::Stack, overLines = hidden != MayHide::Nothing;
    for (const bool overLimit : {false, true})
        for (int step = 0; step <= 2 * steps; ++step) {
            const bool below = step > steps;
            if (below && !overStack)
                break;
            const double top
                = below ? at.y + off + (step - steps) * m_em : lowest - height - up * step / steps;
            for (const double left : {at.x + off, at.x - off - width, at.x - width / 2,
                                      std::clamp(at.x - width / 2, within.left, mostLeft)}) {
                const Rect place{left, top, width, height};
                const bool onLimit = m_limit && *m_limit > top - 0.4 * m_em
                    && *m_limit < place.bottom() + 0.4 * m_em;
                const bool onStack
                    = highestStack(left, place.right()) < place.bottom() + 0.3 * m_em;
                if (within.contains(place) && !place.meets(point) && !place.meets(line)
                    && !(onLimit && !(overLines && overLimit)) && !(onStack && !overStack)
                    && (overLines || !hidesCurve(place.grown(0.3 * m_em), curves))
                    && std::ranges::none_of(m_dots,
                                            [&](const Rect& dot) { return place.meets(dot); }))
                    return place;
            }
        }
    return std::nullopt;
}

void PanelDrawing::drawCallout(const Rect& place, const Plate& plate)
{
    m_canvas.add(Box{place, 0.25 * m_em, m_canvas.colour(m_palette.surface),
                     Stroke{m_canvas.colour(m_palette.axis), m_hair, {}}},
                 id("peak"));
    double baseline = place.top + 1.45 * m_em;
    m_canvas.write(plate.head, {place.left + 0.7 * m_em, baseline}, Anchor::Start,
                   m_canvas.strong(), m_palette.text);
    for (const std::string& line : plate.detail) {
        baseline += 1.35 * m_em;
        m_canvas.write(line, {place.left + 0.7 * m_em, baseline}, Anchor::Start, m_canvas.plain(),
                       m_palette.muted);
    }
    m_taken.push_back(place.grown(0.3 * m_em));
}

} // namespace highwater
