// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/context_chart.h"
#include "ui/base/memory_format.h"
#include "ui/base/scale.h"
#include "ui/figures/chart_bands.h"
#include "ui/figures/context_readout.h"
#include "ui/figures/figure_view.h"

#include <optional>

namespace highwater {

/// The window's main chart: memory by context length. Its marker is the context slider.
///
/// The chart is a scene as every figure's, with bands that Qt Charts paints. Readout and crosshair
/// are a second scene over the first, so that following the pointer costs little.
class ContextChartView : public FigureView
{
    Q_OBJECT

public:
    explicit ContextChartView(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const ContextChart& chart);
    void setFormat(const MemoryFormat& format);
    void setSmall(bool small);
    /// The name beside the number on the capacity line: "H100".
    void setDeviceName(const QString& name);
    /// The chart in a sentence, for those who do not see it.
    void setSummary(const QString& summary);

    QRectF plotArea() const;
    QPointF positionOf(std::int64_t tokens, Bytes bytes) const;
    std::int64_t tokensAt(qreal x) const;
    Bytes bytesAt(qreal y) const;
    /// The readout, and the chip of a pointer over the plot.
    Scene overlay() const;

    QSize sizeHint() const override { return {840, 430}; }
    QSize minimumSizeHint() const override { return {420, 200}; }

signals:
    /// The marker was moved to this context; the owner answers with the chart of that context.
    /// `finished` when the mouse button or the key is let go, with the value of the last move;
    /// until then the owner keeps the axis, or the marker would run away from the hand.
    void contextDragged(qint64 tokens, bool finished);

protected:
    SceneStyle style() const override;
    void paintGround(QPainter& painter) override;
    void describe() override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Grip
    {
        ScaleOnScreen axis; ///< as it was when the hand took hold
        qreal offset = 0; ///< from the marker to the hand
    };

    void refresh();
    bool hasChart() const { return !scene().plots.empty() && !m_chart.contexts.empty(); }
    bool canMove() const { return hasChart() && !isStale(); }
    bool markerInView() const;
    qreal xOf(const Rect& plot, double tokens) const;
    qreal markerX() const
    {
        return xOf(scene().plots.front(), static_cast<double>(m_chart.marker));
    }
    Rect markerChip() const;
    Rect pointerChip() const;
    Rect readoutIn(const Rect& plot) const;
    ContextReadout readout() const;
    ScaleOnScreen axis() const;
    bool isOnMarker(QPointF at) const;
    QString switchText(QPointF at) const;
    void paintCrosshair(QPainter& painter) const;
    void paintFocus(QPainter& painter) const;
    void moveTo(double tokens);
    void finishMove();

    ContextChart m_chart;
    MemoryFormat m_format;
    QString m_device, m_summary;
    ChartBands m_bands;
    bool m_small = false;
    std::optional<qreal> m_pointer; ///< x of a pointer over the plot
    std::int64_t m_value = 0; ///< the marker's context, or the one last asked for
    bool m_moved = false; ///< a move was asked for, and the hand has not let go
    std::optional<Grip> m_grip;
};

} // namespace highwater
