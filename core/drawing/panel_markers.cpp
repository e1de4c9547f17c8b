// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/panel_drawing.h"

#include "core/drawing/outline.h"

#include <algorithm>
#include <cmath>

namespace highwater {

void PanelDrawing::drawMarkerLines()
{
    for (const Marker& marker : m_panel.markers)
        if (const auto at = x(marker.x); at && !m_panel.bars) {
            const bool live = m_canvas.style.live;
            const double middle = live ? m_canvas.crisp(*at) : *at;
            const double width = (live ? 1 : 1.25) * m_hair;
            const Points points{{middle, m_plot.top}, {middle, m_plot.bottom()}};
            m_canvas.line(points, {m_canvas.casing(), width + 4 * m_hair, {}});
            if (live) // drawn after the limit line, whose casing would interrupt it
                m_liveLines.push_back({points, {m_canvas.colour(m_palette.text), width, {}}});
            else
                m_canvas.line(points, {m_canvas.colour(m_palette.text), width, {}});
            m_taken.push_back({*at - 4 * m_hair, m_plot.top, 8 * m_hair, m_plot.height});
        }
}

void PanelDrawing::drawMarkerDots()
{
    for (auto& [points, stroke] : m_liveLines)
        m_canvas.line(points, stroke);
    for (const Marker& marker : m_panel.markers)
        if (const auto at = x(marker.x); at && !m_panel.bars) {
            if (!m_stack.empty())
                drawDot({*at, stackAt(marker.x)}, m_palette.text);
            for (std::size_t i = 0; i < m_curves.size(); ++i)
                for (const Points& part : m_curves[i])
                    drawDot({*at, highestPoint(part, *at, *at)},
                            curveStroke(m_canvas, m_panel.lookOfCurve(i)).colour.rgb);
        }
}

/// The x of a dragged marker's chip: where the marker is out of view, the chip stays at the axis'
/// end.
std::optional<double> PanelDrawing::chipOf(const Marker& marker) const
{
    return std::clamp(unbounded(marker.x), m_plot.left, m_plot.right());
}

/// The markers' names, each on a chip with a handle at the axis.
void PanelDrawing::drawChips()
{
    for (const Marker& marker : m_panel.markers) {
        const auto at = marker.dragged ? chipOf(marker) : x(marker.x);
        const std::string text = m_canvas.said(marker.label);
        double width = m_canvas.width(text, m_canvas.strong()) + m_em;
        if (marker.dragged) // the same width for most values
            width = std::max(width, m_canvas.width("88,888", m_canvas.strong()) + m_em);
        if (!at || text.empty() || width > m_frame.right - m_frame.left)
            continue;
        const double top = m_plot.bottom() + 0.55 * m_em;
        const Rect chip{std::clamp(*at - width / 2, m_frame.left, m_frame.right - width), top,
                        width, 1.4 * m_em};
        const auto meets = [&](const Rect& other) { return chip.meets(other); };
        if (std::ranges::any_of(m_chips, meets))
            continue;
        const Colour ink = m_canvas.colour(m_palette.text);
        const double tip = std::clamp(*at, chip.left + 0.5 * m_em, chip.right() - 0.5 * m_em);
        m_canvas.add(Path{{{{*at, m_plot.bottom() + m_hair},
                            {tip + 0.45 * m_em, top + m_hair},
                            {tip - 0.45 * m_em, top + m_hair}}},
                          true,
                          ink,
                          {}});
        m_canvas.add(Box{chip, 0.15 * m_em, ink, {}});
        m_canvas.write(text, {chip.centre().x, top + 1.02 * m_em}, Anchor::Middle,
                       m_canvas.strong(), m_palette.surface);
        m_chips.push_back(chip.grown(0.3 * m_em));
        m_canvas.scene.chips.push_back(chip);
    }
}

} // namespace highwater
