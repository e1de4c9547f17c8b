// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/chart_bands.h"

#include "core/ledger/term.h"

#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QPainter>
// The only file that knows Qt Charts: its successor can take its place here.
#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

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

    void add(Band& band)
    {
        band.area = new QAreaSeries;
        band.top = new QLineSeries(band.area);
        band.area->setUpperSeries(band.top);
        chart->addSeries(band.area);
        band.area->attachAxis(x);
        band.area->attachAxis(y);
        band.area->setPen(Qt::NoPen); // the theme's outline is the dearest thing in the chart
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

void ChartBands::setPlot(const QSizeF& size, const QRectF& plot)
{
    m_series->chart->resize(size);
    m_series->chart->setPlotArea(plot);
    m_series->scene.setSceneRect({{}, size});
}

void ChartBands::setScale(double least, double most, double top)
{
    m_series->x->setRange(least, most);
    m_series->y->setRange(0, top);
}

void ChartBands::setEdges(std::size_t band, const QList<QPointF>& points)
{
    m_series->bands[band].top->replace(points);
    m_series->bands[band].area->setVisible(true);
}

void ChartBands::setColour(std::size_t band, const QColor& colour)
{
    QAreaSeries* area = m_series->bands[band].area;
    if (area->color() != colour)
        area->setBrush(colour);
}

void ChartBands::hideFrom(std::size_t band)
{
    for (; band < m_series->bands.size(); ++band)
        m_series->bands[band].area->setVisible(false);
}

void ChartBands::paint(QPainter& painter, const QRectF& plot)
{
    m_series->scene.render(&painter, plot, plot);
}

} // namespace highwater
