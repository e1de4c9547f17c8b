// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/panel_drawing.h"

#include "core/figure/figure_words.h"
#include "core/plan/numbers.h"

#include <algorithm>
#include <cmath>

namespace highwater {

void PanelDrawing::drawGrid()
{
    const std::vector<double>& ticks = m_panel.y.ticks;
    const std::vector<std::string> labels = yLabels(m_panel.y);
    const std::size_t stride = gridStride(m_panel.y, m_plot.height, m_em);
    Path grid{{}, false, {}, Stroke{m_canvas.colour(m_palette.grid), m_hair, {}}};
    for (std::size_t i = 0; i < ticks.size(); i += stride) {
        const double at = tickY(ticks[i]);
        if (at < m_plot.top - 1e-6 || at > m_plot.bottom() + 1e-6)
            continue;
        const double line = m_canvas.crisp(at);
        grid.parts.push_back({{m_plot.left, line}, {m_plot.right(), line}});
        if (m_frame.tickLabels)
            m_canvas.write(labels[i], {m_plot.left - 0.6 * m_em, at + 0.3 * m_em}, Anchor::End,
                           m_canvas.plain(), m_palette.muted);
    }
    m_canvas.add(std::move(grid), id("grid"));
}

double PanelDrawing::tickY(double tick) const
{
    return y(tick / inUnit(1, m_canvas.figure.unit));
}

/// The line under the bands, with a tick for each mark.
void PanelDrawing::drawAxis()
{
    const double line = m_canvas.crisp(m_plot.bottom());
    Path axis{{{{m_plot.left, line}, {m_plot.right(), line}}},
              false,
              {},
              Stroke{m_canvas.colour(m_palette.axis), m_hair, {}}};
    for (const double tick : m_panel.x.ticks)
        if (const auto at = x(tick); at && !m_panel.bars)
            axis.parts.push_back({{m_canvas.crisp(*at), m_plot.bottom()},
                                  {m_canvas.crisp(*at), m_plot.bottom() + 0.35 * m_em}});
    m_canvas.add(std::move(axis), id("axis"));
}

/// Draws as many marks as have room, and none under a chip.
void PanelDrawing::drawXLabels()
{
    std::vector<Mark> marks;
    const auto add = [&](double value, std::string text) {
        const auto at = x(value);
        if (!at)
            return;
        const double width = m_canvas.width(text, m_canvas.plain());
        marks.push_back(
            {std::move(text), {*at - width / 2, m_plot.bottom() + 0.67 * m_em, width, m_em}});
    };
    if (m_panel.x.marks == Marks::Letters)
        return drawLettersOfBars();
    if (m_panel.bars)
        for (const std::int64_t value : m_panel.xs)
            add(static_cast<double>(value), markLabel(static_cast<double>(value), m_panel.x.marks));
    else
        for (std::size_t i = 0; i < m_panel.x.ticks.size(); ++i)
            add(m_panel.x.ticks[i], tickLabel(m_panel.x, i));

    std::size_t stride = 1;
    if (m_panel.x.labels.empty())
        while (stride < marks.size() && crowded(marks, stride))
            ++stride;
    else
        leaveRoom(marks); // they are not evenly spaced
    for (std::size_t i = 0; i < marks.size(); i += stride) {
        const auto meets = [&](const Rect& chip) { return marks[i].place.meets(chip); };
        if (std::ranges::none_of(m_chips, meets))
            m_canvas.write(marks[i].text,
                           {marks[i].place.centre().x, m_plot.bottom() + 1.45 * m_em},
                           Anchor::Middle, m_canvas.plain(), m_palette.muted);
    }
}

void PanelDrawing::leaveRoom(std::vector<Mark>& marks) const
{
    double free = -INFINITY;
    std::erase_if(marks, [&](const Mark& mark) {
        if (mark.text.empty() || mark.place.left < free)
            return true;
        free = mark.place.right() + 0.4 * m_em;
        return false;
    });
}

/// Draws the letters of the compared plans, with the look that they have at the ends of curves.
void PanelDrawing::drawLettersOfBars()
{
    for (std::size_t i = 0; i < m_panel.xs.size(); ++i) {
        const auto letter = static_cast<std::size_t>(m_panel.xs[i] - 1);
        CurveLook look{letter, letter};
        for (const Panel& panel : m_canvas.figure.panels)
            for (std::size_t curve = 0; curve < panel.curves.size(); ++curve)
                if (panel.lookOfCurve(curve).letter == letter)
                    look = panel.lookOfCurve(curve);
        drawBadge(m_canvas, {middleOf(i), m_plot.bottom() + badgeRadius(m_canvas) + 0.4 * m_em},
                  look);
    }
}

bool PanelDrawing::crowded(const std::vector<Mark>& marks, std::size_t stride) const
{
    for (std::size_t i = stride; i < marks.size(); i += stride)
        if (marks[i].place.left < marks[i - stride].place.right() + 0.5 * m_em)
            return true;
    return false;
}

std::size_t gridStride(const Axis& y, double height, double em)
{
    const double span = y.most - y.least;
    const double apart
        = y.ticks.size() > 1 && span > 0 ? height * (y.ticks[1] - y.ticks[0]) / span : height;
    std::size_t stride = 1;
    while (apart * static_cast<double>(stride) < 1.35 * em && stride < y.ticks.size())
        stride *= 2;
    return stride;
}

std::vector<std::string> yLabels(const Axis& axis)
{
    if (!axis.labels.empty())
        return axis.labels;
    const int decimals = tickDecimals(axis.ticks);
    std::vector<std::string> labels;
    for (const double tick : axis.ticks)
        labels.push_back(grouped(tick, decimals));
    return labels;
}

} // namespace highwater
