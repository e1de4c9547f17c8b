// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/panel_drawing.h"

#include "core/drawing/outline.h"
#include "core/time/amount_text.h"

#include <algorithm>
#include <cmath>

namespace highwater {

std::string bandLabel(const Canvas& canvas, const Panel& panel, const Layer& layer)
{
    std::string name = canvas.said(layer.name);
    const ValueUnit unit = canvas.figure.unit;
    if (!panel.bars || panel.xs.size() != 1)
        return name;
    const Bytes value = layer.values.front();
    return name + "  "
        + (unit.ofTime ? durationText(value)
                       : amountText(inUnit(value, unit)) + " " + std::string(unit.name));
}

double barWidth(double slot, double em)
{
    constexpr double share = 0.62, widest = 6;
    return std::min(share * slot, widest * em);
}

void PanelDrawing::drawBands()
{
    if (m_panel.layers.empty())
        return;
    std::vector<double> sums(m_panel.xs.size());
    std::vector<std::pair<Group, std::vector<Points>>> edges;
    Points lower = outlineOf(sums);
    for (const Layer& layer : m_panel.layers) {
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += static_cast<double>(layer.values[i]);
        const Points upper = outlineOf(sums);
        Points outside = clampedAt(upper, m_plot.top);
        const Points inside = clampedAt(lower, m_plot.top);
        outside.insert(outside.end(), inside.rbegin(), inside.rend());
        m_canvas.add(Path{{std::move(outside)}, true, fillOf(layer.group), {}}, id(nameOf(layer)));
        edges.emplace_back(layer.group, partsBelow(upper, m_plot.top));
        if (!m_panel.stretches.empty())
            m_bands.emplace_back(clampedAt(lower, m_plot.top), clampedAt(upper, m_plot.top));
        lower = upper;
    }
    m_stack = {clampedAt(lower, m_plot.top)};
    for (const auto& [group, parts] : edges)
        m_canvas.add(Path{parts, false, {}, edgeOf(group)});
}

void PanelDrawing::drawBars()
{
    const double half = barWidth(slot(), m_em) / 2;
    std::vector<double> sums(m_panel.xs.size());
    for (const Layer& layer : m_panel.layers) {
        Path bars{{}, true, fillOf(layer.group), edgeOf(layer.group)};
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const double left = middleOf(i) - half, right = middleOf(i) + half;
            const double bottom = std::max(y(sums[i]), m_plot.top);
            sums[i] += static_cast<double>(layer.values[i]);
            const double top = std::max(y(sums[i]), m_plot.top);
            if (top < bottom)
                bars.parts.push_back({{left, top}, {right, top}, {right, bottom}, {left, bottom}});
        }
        m_canvas.add(std::move(bars), id(nameOf(layer)));
    }
    for (std::size_t i = 0; i < sums.size() && !m_panel.layers.empty(); ++i) {
        const double top = std::max(y(sums[i]), m_plot.top);
        m_stack.push_back({{middleOf(i) - half, top}, {middleOf(i) + half, top}});
    }
}

void PanelDrawing::drawHatch()
{
    if (!m_limit)
        return;
    constexpr double apart = 8;
    Path lines{{}, false, {}, Stroke{{m_palette.hatch, m_palette.hatchOpacity}, m_hair, {}}};
    for (const Points& outline : m_stack) {
        const std::vector<Points> over = hatchLines(outline, *m_limit, apart * m_hair);
        lines.parts.insert(lines.parts.end(), over.begin(), over.end());
        lines.hatched.push_back(areaAbove(outline, *m_limit));
    }
    lines.apart = apart * m_hair;
    if (!lines.parts.empty())
        m_canvas.add(std::move(lines), id("over-limit"));
}

/// A diamond on the stack where another moment of the step becomes its peak and bands step, and a
/// dotted line down through these.
void PanelDrawing::drawSwitches()
{
    if (m_stack.empty())
        return;
    const auto diamond = [this](Point at, double half, std::uint32_t fill, Stroke edge) {
        m_canvas.add(Path{
            {{{at.x - half, at.y}, {at.x, at.y - half}, {at.x + half, at.y}, {at.x, at.y + half}}},
            true,
            m_canvas.colour(fill),
            std::move(edge)});
    };
    const double half = 5 * m_hair;
    for (const double context : m_panel.switches)
        if (const auto at = x(context)) {
            const Point on{*at, highestPoint(m_stack.front(), *at, *at)};
            m_canvas.line({{m_canvas.crisp(on.x), on.y}, {m_canvas.crisp(on.x), m_plot.bottom()}},
                          {m_canvas.colour(m_palette.text), m_hair, {m_hair, 3 * m_hair}});
            diamond(on, half + 2 * m_hair, m_palette.surface,
                    {m_canvas.colour(m_palette.surface), m_hair, {}});
            diamond(on, half, m_palette.surface,
                    {m_canvas.colour(m_palette.text), 1.5 * m_hair, {}});
            m_taken.push_back(Rect{on.x, on.y, 0, 0}.grown(half + 2 * m_hair));
        }
}

/// Draws the names of bands that end before the right edge within the bands. Only the lightest
/// fills carry text.
void PanelDrawing::drawBandNames()
{
    constexpr std::uint32_t middle = 0x808080;
    const bool dark = m_palette.surface < middle;
    const std::uint32_t ink = dark ? m_palette.surface : m_palette.text;
    if (!m_frame.sideLabels)
        return;
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        const Layer& layer = m_panel.layers[i];
        if (layer.values.back() > 0
            || (layer.group != Group::Activations && layer.group != Group::Temporary))
            continue;
        const std::string name = m_canvas.said(layer.name);
        if (const auto place = roomInBand(i, m_canvas.width(name, m_canvas.strong()))) {
            m_canvas.write(name, {place->centre().x, place->centre().y + 0.32 * m_em},
                           Anchor::Middle, m_canvas.strong(), ink);
            m_taken.push_back(*place);
        }
    }
}

/// A place in which the band is thick enough, near the middle of the plot.
std::optional<Rect> PanelDrawing::roomInBand(std::size_t band, double width) const
{
    constexpr int steps = 60;
    const double height = 1.5 * m_em, enough = 3.5 * m_em;
    std::optional<Rect> best;
    double most = -INFINITY;
    const auto& [lower, upper] = m_bands[band];
    for (int step = 0; step <= steps; ++step) {
        const double left = m_plot.left + step * (m_plot.width - width) / steps;
        double top = m_plot.top, bottom = highestPoint(lower, left, left + width);
        for (const Point at : clippedBetween(upper, left, left + width))
            top = std::max(top, at.y);
        if (m_limit && *m_limit > top && *m_limit < bottom) { // use the thicker part, above or
                                                              // below the limit line
            const double apart = 0.3 * m_em;
            if (bottom - *m_limit > *m_limit - top)
                top = *m_limit + apart;
            else
                bottom = *m_limit - apart;
        }
        const Rect place{left, (top + bottom - height) / 2, width, height};
        const auto cut
            = [&](const Stretch& stretch) { return stretch.cut && place.meets(placeOf(stretch)); };
        if (std::ranges::any_of(m_panel.stretches, cut))
            continue;
        const auto crosses = [&](const Stretch& stretch) {
            const double at = placeOf(stretch).left;
            return at > left - 0.4 * m_em && at < left + width;
        };
        const auto bounds = static_cast<double>(std::ranges::count_if(m_panel.stretches, crosses));
        const double away = std::abs(place.centre().x - m_plot.centre().x);
        const double worth = std::min(bottom - top, enough) - 0.1 * away - bounds * m_em;
        if (bottom - top > height && worth > most && isFree(place.grown(0.3 * m_em))) {
            most = worth;
            best = place;
        }
    }
    return best;
}

/// The bands' names, with leaders from the middle of each band at the right edge or of the last
/// bar. Those of a single bar have their amounts too.
void PanelDrawing::drawSideLabels()
{
    std::vector<double> wanted;
    std::vector<const Layer*> layers;
    double under = 0;
    for (const Layer& layer : m_panel.layers) {
        const auto bytes = static_cast<double>(layer.values.back());
        if (bytes == 0 && !m_panel.stretches.empty())
            continue;
        wanted.push_back(std::max(y(under + bytes / 2), m_plot.top));
        layers.push_back(&layer);
        under += bytes;
    }
    const std::vector<double> at
        = spreadApart(wanted, 1.3 * m_em, m_plot.top + 0.3 * m_em, m_plot.bottom() - 0.2 * m_em);
    const double right = m_plot.right() + m_hair;
    for (std::size_t i = 0; i < at.size(); ++i) {
        Points leader{{right, wanted[i]}, {right + 0.6 * m_em, at[i]}};
        if (m_panel.bars) // across the rest of the plot, at the label's height
            leader = {
                {middleOf(m_panel.xs.size() - 1) + barWidth(slot(), m_em) / 2 + m_hair, wanted[i]},
                {m_plot.right(), at[i]},
                {right + 0.6 * m_em, at[i]}};
        m_canvas.line(std::move(leader), edgeOf(layers[i]->group));
        m_canvas.write(bandLabel(m_canvas, m_panel, *layers[i]),
                       {right + 0.85 * m_em, at[i] + 0.3 * m_em}, Anchor::Start, m_canvas.plain(),
                       m_palette.text);
    }
}

/// Writes each bar's total over it, clear of the limit line; no totals unless all have room.
void PanelDrawing::drawTotals()
{
    const ValueUnit unit = m_canvas.figure.unit;
    const auto written = [&](std::size_t bar, int decimals) {
        return unit.ofTime ? durationText(m_panel.totalAt(bar))
                           : amountText(m_panel.totalAt(bar), unit, decimals);
    };
    const auto fit = [&](int decimals) {
        for (std::size_t i = 0; i < m_panel.xs.size(); ++i)
            if (m_canvas.width(written(i, decimals), m_canvas.strong()) > slot() - 0.2 * m_em)
                return false;
        return true;
    };
    const int decimals = fit(2) ? 2 : fit(1) ? 1 : 0;
    if (!fit(decimals))
        return;
    for (std::size_t i = 0; i < m_panel.xs.size(); ++i) {
        const Bytes total = m_panel.totalAt(i);
        const std::string text = written(i, decimals);
        const double width = m_canvas.width(text, m_canvas.strong());
        const bool over = m_limit && total > m_canvas.figure.limit->at;
        double bottom = std::max(y(static_cast<double>(total)) - 0.35 * m_em, m_plot.top);
        if (m_limit && bottom > *m_limit - 0.3 * m_em && bottom - 0.9 * m_em < *m_limit)
            bottom = *m_limit - 0.35 * m_em;
        m_canvas.write(text, {middleOf(i), bottom}, Anchor::Middle, m_canvas.strong(),
                       over ? m_palette.limit : m_palette.text);
        m_taken.push_back({middleOf(i) - width / 2, bottom - 0.9 * m_em, width, m_em});
    }
}

} // namespace highwater
