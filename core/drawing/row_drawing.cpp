// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/panel_drawing.h"

#include "core/drawing/layout.h"
#include "core/drawing/plot_axis.h"

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

class RowDrawing
{
public:
    RowDrawing(Canvas& canvas, const Panel& panel, const PanelFrame& frame)
        : m_canvas(canvas)
        , m_panel(panel)
        , m_frame(frame)
        , m_plot(frame.plot)
        , m_palette(canvas.style.palette)
        , m_em(canvas.em())
        , m_hair(canvas.hair())
        , m_half(barWidth(m_plot.height / static_cast<double>(panel.xs.size()), m_em) / 2)
    { }

    void draw()
    {
        drawGrid();
        m_canvas.role = Role::Chart;
        drawBars();
        m_canvas.role = Role::Shape;
        drawAxis();
        if (m_canvas.style.limitLine)
            drawLimits();
        drawNames();
        drawNumbers();
    }

private:
    double x(double bytes) const
    {
        const double span = m_panel.y.most - m_panel.y.least;
        const double at = inUnit(1, m_canvas.figure.unit) * bytes - m_panel.y.least;
        return m_plot.left + (span > 0 ? at / span : 0) * m_plot.width;
    }
    bool isMarked(std::size_t row) const
    {
        return std::ranges::any_of(m_panel.markers, [&](const Marker& marker) {
            return marker.x == static_cast<double>(m_panel.xs[row]);
        });
    }
    Typeface faceOf(std::size_t row) const
    {
        return isMarked(row) ? m_canvas.strong() : m_canvas.plain();
    }
    double baseline(std::size_t row) const { return rowY(m_panel, m_plot, row) + 0.32 * m_em; }

    /// On a slide too, the labels are texts of the picture, as a chart would place its own labels
    /// elsewhere.
    void drawGrid()
    {
        const std::vector<std::string> labels = yLabels(m_panel.y);
        Path grid{{}, false, {}, Stroke{m_canvas.colour(m_palette.grid), m_hair, {}}};
        double free = -INFINITY;
        m_canvas.role = Role::Shape;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const double at = x(m_panel.y.ticks[i] / inUnit(1, m_canvas.figure.unit));
            const double half = m_canvas.width(labels[i], m_canvas.plain()) / 2;
            const double line = m_canvas.crisp(at);
            grid.parts.push_back({{line, m_plot.top}, {line, m_plot.bottom()}});
            if (at - half < free)
                continue;
            m_canvas.write(labels[i], {at, m_plot.bottom() + 1.3 * m_em}, Anchor::Middle,
                           m_canvas.plain(), m_palette.muted);
            free = at + half + 0.6 * m_em;
        }
        m_canvas.role = Role::Chart;
        m_canvas.add(std::move(grid), "grid");
    }

    void drawBars()
    {
        std::vector<double> sums(m_panel.xs.size());
        for (const Layer& layer : m_panel.layers) {
            const auto group = static_cast<std::size_t>(layer.group);
            Path bars{{},
                      true,
                      m_canvas.colour(m_palette.fill[group]),
                      Stroke{m_canvas.colour(m_palette.edge[group]), m_hair, {}}};
            for (std::size_t row = 0; row < sums.size(); ++row) {
                const double left = x(sums[row]), middle = rowY(m_panel, m_plot, row);
                sums[row] += static_cast<double>(layer.values[row]);
                const double right = std::min(x(sums[row]), m_plot.right());
                if (right > left)
                    bars.parts.push_back({{left, middle - m_half},
                                          {right, middle - m_half},
                                          {right, middle + m_half},
                                          {left, middle + m_half}});
            }
            m_canvas.add(std::move(bars), std::string(nameOf(layer)));
        }
    }

    void drawAxis()
    {
        const double line = m_canvas.crisp(m_plot.left);
        m_canvas.line({{line, m_plot.top}, {line, m_plot.bottom()}},
                      Stroke{m_canvas.colour(m_palette.axis), m_hair, {}}, "axis");
    }

    /// Draws a stroke across each bar's row at the largest value of its case.
    void drawLimits()
    {
        for (const Curve& limit : m_panel.overlays) {
            const Stroke stroke = overlayStroke(m_canvas, limit);
            Path marks{{}, false, {}, stroke};
            for (std::size_t row = 0; row < limit.values.size(); ++row) {
                const double at = x(static_cast<double>(limit.values[row]));
                const double middle = rowY(m_panel, m_plot, row), reach = m_half + 0.2 * m_em;
                marks.parts.push_back({{at, middle - reach}, {at, middle + reach}});
            }
            m_canvas.add(Path{
                marks.parts, false, {}, Stroke{m_canvas.casing(), stroke.width + 2 * m_hair, {}}});
            m_canvas.add(std::move(marks), "capacities");
        }
    }

    void drawNames()
    {
        for (std::size_t row = 0; row < m_panel.names.size(); ++row)
            m_canvas.write(m_canvas.said(m_panel.names[row]),
                           {m_plot.left - 0.6 * m_em, baseline(row)}, Anchor::End, faceOf(row),
                           m_palette.text);
    }

    void drawNumbers()
    {
        const std::vector<double> widths = rowNumberWidths(m_canvas, m_panel);
        double right = m_plot.right() + rowNumbersGap * m_em;
        for (std::size_t i = 0; i < std::min(m_frame.numbers, widths.size()); ++i) {
            right += widths[i];
            const RowNumbers& numbers = m_panel.numbers[i];
            m_canvas.write(m_canvas.said(numbers.head), {right, m_plot.top - 0.6 * m_em},
                           Anchor::End, m_canvas.strong(), m_palette.text);
            for (std::size_t row = 0; row < numbers.values.size(); ++row)
                m_canvas.write(rowText(numbers, row), {right, baseline(row)}, Anchor::End,
                               faceOf(row), m_palette.text);
        }
    }

    static constexpr double rowNumbersGap = 0.2;

    Canvas& m_canvas;
    const Panel& m_panel;
    const PanelFrame& m_frame;
    const Rect m_plot;
    const Palette& m_palette;
    const double m_em, m_hair, m_half;
};

} // namespace

double rowNamesWidth(const Canvas& canvas, const Panel& panel)
{
    double widest = 0;
    for (const Text& name : panel.names)
        widest = std::max(widest, canvas.width(canvas.said(name), canvas.strong()));
    return widest;
}

std::vector<double> rowNumberWidths(const Canvas& canvas, const Panel& panel)
{
    constexpr double apart = 1.2;
    std::vector<double> widths;
    for (const RowNumbers& numbers : panel.numbers) {
        double widest = canvas.width(canvas.said(numbers.head), canvas.strong());
        for (std::size_t row = 0; row < numbers.values.size(); ++row)
            widest = std::max(widest, canvas.width(rowText(numbers, row), canvas.strong()));
        widths.push_back(widest + apart * canvas.em());
    }
    return widths;
}

void drawRows(Canvas& canvas, const Panel& panel, const PanelFrame& frame)
{
    RowDrawing(canvas, panel, frame).draw();
}

} // namespace highwater
