// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/chart_bands.h"

#include "core/ledger/term.h"

#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QPainter>
// The only file that knows Qt Charts: another library could replace it here.
#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <array>

namespace highwater {

struct ChartBands::Series
{
    struct Band
    {
        QLineSeries* top = nullptr;
        QAreaSeries* area = nullptr;
    };

    QGraphicsScene scene;
    QChart* chart = new QChart; // its scene's
    QValueAxis* x = new QValueAxis; // their chart's
    QValueAxis* y = new QValueAxis;
    std::array<Band, groupCount> bands;
    QRectF plot;

    void add(Band& band)
    {
        band.area = new QAreaSeries;
        band.top = new QLineSeries(band.area);
        band.area->setUpperSeries(band.top);
        chart->addSeries(band.area);
        band.area->attachAxis(x);
        band.area->attachAxis(y);
        band.area->setPen(Qt::NoPen); // painting an outline costs more than the rest of the chart
    }

    /// The axes count the scene's own units, from the plot's lower left corner.
    void setPlot(const QSizeF& size, const QRectF& area)
    {
        if (area == plot && size == chart->size())
            return;
        plot = area;
        chart->resize(size);
        chart->setPlotArea(area);
        scene.setSceneRect({{}, size});
        x->setRange(0, area.width());
        y->setRange(0, area.height());
    }

    void feed(Band& band, const Path& path) const
    {
        const Points& outline = path.parts.front();
        const auto last = std::ranges::max_element(outline, {}, &Point::x);
        QList<QPointF> edge;
        for (auto at = outline.begin(); at <= last; ++at)
            edge.append({at->x - plot.left(), plot.bottom() - at->y});
        if (edge != band.top->points()) // Qt Charts makes a new outline for each changed line
            band.top->replace(edge);
        const QColor fill = path.fill ? QColor::fromRgb(path.fill->rgb) : QColor(Qt::transparent);
        if (band.area->color() != fill)
            band.area->setBrush(fill);
    }
};

ChartBands::ChartBands()
    : m_series(std::make_unique<Series>())
{
    QChart& chart = *m_series->chart;
    m_series->scene.setItemIndexMethod(QGraphicsScene::NoIndex);
    m_series->scene.addItem(&chart);
    chart.legend()->hide();
    chart.setAnimationOptions(QChart::NoAnimation);
    chart.setBackgroundVisible(false); // with it, Qt 6.4 misplaces a fixed plot area
    chart.setMargins({});
    chart.layout()->setContentsMargins(0, 0, 0, 0);
    for (QValueAxis* axis : {m_series->x, m_series->y})
        axis->setVisible(false);
    chart.addAxis(m_series->x, Qt::AlignBottom);
    chart.addAxis(m_series->y, Qt::AlignLeft);
    for (std::size_t i = m_series->bands.size(); i-- > 0;)
        m_series->add(m_series->bands[i]);
}

ChartBands::~ChartBands() = default;

void ChartBands::show(const Scene& scene, const std::vector<const Path*>& areas)
{
    const Rect& plot = scene.plots.front();
    m_series->setPlot({scene.width, scene.height}, {plot.left, plot.top, plot.width, plot.height});
    for (std::size_t i = 0; i < m_series->bands.size(); ++i) {
        const bool shown = i < areas.size();
        if (shown)
            m_series->feed(m_series->bands[i], *areas[i]);
        m_series->bands[i].area->setVisible(shown);
    }
}

void ChartBands::paint(QPainter& painter)
{
    m_series->scene.render(&painter, m_series->plot, m_series->plot);
}

} // namespace highwater
