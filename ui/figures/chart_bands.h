// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <QRectF>

#include <memory>

class QPainter;

namespace highwater {

/// The stacked bands of the context chart, drawn by Qt Charts without a view. Each area reaches
/// down to the axis and covers the lower part of the one behind it: half the points, and no seam
/// between neighbours.
class ChartBands
{
public:
    ChartBands();
    ~ChartBands();

    void setPlot(const QSizeF& size, const QRectF& plot);
    /// From and to log2 of tokens, and bytes at the plot's upper edge.
    void setScale(double least, double most, double top);
    /// The upper edge of a band, lowest first, in the scale's terms.
    void setEdges(std::size_t band, const QList<QPointF>& points);
    void setColour(std::size_t band, const QColor& colour);
    void hideFrom(std::size_t band);

    void paint(QPainter& painter, const QRectF& plot);

private:
    struct Series;
    std::unique_ptr<Series> m_series;
};

} // namespace highwater
