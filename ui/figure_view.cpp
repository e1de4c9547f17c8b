// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure_view.h"

#include "chart/context_chart.h"
#include "theme.h"
#include "words.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace highwater {
namespace {

constexpr qreal outerMargin = 22;
constexpr qreal panelGap = 34;
constexpr qreal titleHeight = 30;
constexpr qreal axisHeight = 44; // marks and title of the x axis
constexpr qreal captionLine = 18;
constexpr qreal axisTitleWidth = 20;

QFont chartFont(const QWidget& widget, bool strong = false)
{
    QFont font = widget.font();
    font.setPointSizeF(std::max(8.0, font.pointSizeF() - 0.5));
    if (strong)
        font.setWeight(QFont::DemiBold);
    return font;
}

/// Maps contexts (in powers of two) and GiB to the plot of one panel.
class Mapping
{
public:
    Mapping(const Panel& panel, const QRectF& plot)
        : m_plot(plot)
        , m_least(std::log2(panel.x.least))
        , m_most(std::log2(panel.x.most))
        , m_top(panel.y.most)
    { }
    double least() const { return std::exp2(m_least); }
    double most() const { return std::exp2(m_most); }
    qreal x(double tokens) const
    {
        const double span = m_most > m_least ? m_most - m_least : 1;
        return m_plot.left() + (std::log2(tokens) - m_least) / span * m_plot.width();
    }
    qreal y(double gibibytes) const
    {
        return m_plot.bottom() - gibibytes / m_top * m_plot.height();
    }

private:
    QRectF m_plot;
    double m_least, m_most, m_top;
};

QString tickLabel(double value, const QLocale& locale)
{
    return locale.toString(value, 'f', value == std::floor(value) ? 0 : 1);
}

void drawGrid(QPainter& painter, const Panel& panel, const QRectF& plot, const Mapping& map,
              bool labels, const QLocale& locale)
{
    const Theme& theme = currentTheme();
    for (const double tick : panel.y.ticks) {
        const qreal y = std::round(map.y(tick)) + 0.5;
        painter.setPen(colour(tick == 0 ? theme.chart->axis : theme.chart->grid));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        if (!labels)
            continue;
        painter.setPen(theme.muted);
        painter.drawText(QRectF(plot.left() - 70, y - 10, 62, 20),
                         Qt::AlignRight | Qt::AlignVCenter, tickLabel(tick, locale));
    }
}

void drawBands(QPainter& painter, const Panel& panel, const Mapping& map)
{
    const Theme& theme = currentTheme();
    const std::size_t count = panel.xs.size();
    std::vector<double> base(count, 0.0);
    for (const Layer& layer : panel.layers) {
        QPolygonF upper;
        QPolygonF lower;
        for (std::size_t i = 0; i < count; ++i) {
            const qreal x = map.x(static_cast<double>(panel.xs[i]));
            lower.prepend(QPointF(x, map.y(base[i])));
            base[i] += gib(layer.values[i]);
            upper.append(QPointF(x, map.y(base[i])));
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.fill(layer.group));
        painter.drawPolygon(upper + lower);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.edge(layer.group), 1));
        painter.drawPolyline(upper);
    }
}

void drawLimit(QPainter& painter, const LimitLine& limit, const Panel& panel, const QRectF& plot,
               const Mapping& map, const QString& label)
{
    const Theme& theme = currentTheme();
    const qreal y = map.y(gib(limit.at));
    if (y < plot.top())
        return;
    QColor casing = theme.surface;
    casing.setAlphaF(0.9F);
    painter.setPen(QPen(casing, 5, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    QPen pen(colour(theme.chart->limit), 2, Qt::SolidLine, Qt::FlatCap);
    if (limit.dashed)
        pen.setDashPattern({4, 2.5});
    painter.setPen(pen);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    if (label.isEmpty())
        return;
    // Where the stack covers the line at its left end, the label stands above it on a leader.
    const QFontMetricsF metrics(painter.font());
    const qreal end = plot.left() + 8 + metrics.horizontalAdvance(label);
    qreal top = y;
    for (std::size_t i = 0; i < panel.xs.size(); ++i)
        if (map.x(static_cast<double>(panel.xs[i])) <= end)
            top = std::min(top, map.y(gib(panel.totalAt(i))));
    painter.setPen(QPen(colour(theme.chart->limit), 1.5));
    if (top < y) {
        const QPointF foot(plot.left() + 12, y);
        painter.drawLine(foot, QPointF(foot.x(), top - 6));
        painter.setBrush(colour(theme.chart->limit));
        painter.drawEllipse(foot, 3, 3);
    }
    painter.drawText(QRectF(plot.left() + 8, top - 24, plot.width(), 18),
                     Qt::AlignLeft | Qt::AlignVCenter, label);
}

/// A point of x that is pointed out: a line, a dot on the stack, and its name at the top.
void drawMarker(QPainter& painter, const Marker& marker, const QRectF& plot, const Mapping& map)
{
    if (marker.x < map.least() || marker.x > map.most())
        return;
    const Theme& theme = currentTheme();
    const qreal x = map.x(marker.x);
    painter.setPen(QPen(theme.text, 1.25));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const QString label = translated(marker.label);
    const qreal width = QFontMetricsF(painter.font()).horizontalAdvance(label) + 16;
    QRectF box(x + 6, plot.top() + 2, width, 20);
    if (box.right() > plot.right())
        box.moveRight(x - 6);
    painter.setBrush(theme.surface);
    painter.setPen(QPen(theme.outline, 1));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme.text);
    painter.drawText(box, Qt::AlignCenter, label);
}

} // namespace

FigureView::FigureView(QWidget* parent)
    : QWidget(parent)
{
    setAutoFillBackground(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigureView::show(const Figure& figure, const MemoryFormat& format)
{
    m_figure = figure;
    m_format = format;
    update();
}

qreal FigureView::leftMargin(int panel) const
{
    if (m_figure.sharedScale && panel > 0)
        return 0;
    const QFontMetricsF metrics(chartFont(*this));
    qreal widest = 0;
    for (const double tick : m_figure.panels[static_cast<std::size_t>(panel)].y.ticks)
        widest = std::max(widest, metrics.horizontalAdvance(tickLabel(tick, m_format.locale())));
    return widest + 12;
}

QRectF FigureView::plotArea(int panel) const
{
    const auto count = static_cast<int>(m_figure.panels.size());
    qreal margins = 0;
    for (int i = 0; i < count; ++i)
        margins += leftMargin(i);
    const qreal inner
        = width() - 2 * outerMargin - axisTitleWidth - margins - panelGap * (count - 1);
    const qreal plotWidth = inner / std::max(1, count); // of equal width, so that slopes compare
    qreal left = outerMargin + axisTitleWidth;
    for (int i = 0; i < panel; ++i)
        left += leftMargin(i) + plotWidth + panelGap;
    left += leftMargin(panel);
    std::size_t lines = 0;
    for (const Panel& drawn : m_figure.panels)
        lines = std::max(lines, drawn.captions.size());
    const qreal bottom = axisHeight + captionLine * static_cast<qreal>(lines) + 8;
    return {left, titleHeight, plotWidth, std::max(40.0, height() - titleHeight - bottom)};
}

void FigureView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = currentTheme();
    painter.fillRect(rect(), theme.surface);
    if (m_figure.panels.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);

    const auto count = static_cast<int>(m_figure.panels.size());
    for (int i = 0; i < count; ++i) {
        const Panel& panel = m_figure.panels[static_cast<std::size_t>(i)];
        const QRectF plot = plotArea(i);
        const Mapping map(panel, plot);
        painter.setFont(chartFont(*this));
        drawGrid(painter, panel, plot, map, i == 0 || !m_figure.sharedScale, m_format.locale());
        drawBands(painter, panel, map);
        painter.setFont(chartFont(*this, true));
        if (m_figure.limit)
            drawLimit(painter, *m_figure.limit, panel, plot, map,
                      i == 0 || !m_figure.sharedScale ? translated(m_figure.limit->label)
                                                      : QString());
        for (const Marker& marker : panel.markers)
            drawMarker(painter, marker, plot, map);
        painter.setPen(theme.text);
        painter.drawText(QRectF(plot.left() - 20, 4, plot.width() + 40, titleHeight - 8),
                         Qt::AlignCenter, translated(panel.title));

        painter.setFont(chartFont(*this));
        painter.setPen(theme.muted);
        for (const double tick : panel.x.ticks)
            painter.drawText(QRectF(map.x(tick) - 30, plot.bottom() + 4, 60, 18), Qt::AlignCenter,
                             panel.x.marks == Marks::Tokens
                                 ? QString::fromStdString(tokensLabel(std::llround(tick)))
                                 : m_format.count(std::llround(tick)));
        painter.setPen(theme.text);
        painter.drawText(QRectF(plot.left() - 30, plot.bottom() + 22, plot.width() + 60, 18),
                         Qt::AlignCenter, translated(panel.x.title));
        for (std::size_t line = 0; line < panel.captions.size(); ++line) {
            painter.setFont(chartFont(*this, line == 0));
            painter.setPen(line == 0 ? theme.text : theme.muted);
            painter.drawText(
                QRectF(plot.left() - panelGap,
                       plot.bottom() + axisHeight + captionLine * static_cast<qreal>(line),
                       plot.width() + 2 * panelGap, captionLine),
                Qt::AlignCenter, translated(panel.captions[line]));
        }
    }

    const QRectF first = plotArea(0);
    painter.setFont(chartFont(*this));
    painter.setPen(theme.text);
    painter.translate(outerMargin + 4, first.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-200, -10, 400, 20), Qt::AlignCenter,
                     translated(m_figure.panels.front().y.title));
}

void FigureView::mouseReleaseEvent(QMouseEvent* event)
{
    for (int i = 0; i < static_cast<int>(m_figure.panels.size()); ++i)
        if (plotArea(i).contains(event->position()))
            emit panelClicked(i);
}

} // namespace highwater
